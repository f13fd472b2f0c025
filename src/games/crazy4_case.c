/*
 * Plays a case of Crazy 4 Poker line by line.
 *
 * A line either says what is on the table (settings, meters, seats with cards and wagers) or is a step. A step
 * brings the table to the moment it belongs to, doing what is written for the seats or is routine for the
 * dealer; a step that ends in "-> refused #N" is tried on the table as it stands.
 */
#include "games/crazy4_case.h"

#include "base/check.h"
#include "games/case_rounds.h"
#include "games/crazy4_case_internal.h"

#include <stdio.h>

struct run {
    const struct case_file *file;
    const struct case_line *line;
    struct case_result *result;
    struct case_fault *fault;
    struct crazy4_settings settings;
    struct crazy4 table;
    bool open;     /* the table is; settings can no longer change */
    bool stopped;  /* the case went another way than it says */
    bool reported; /* this round is in the result */
    struct case_script scripts[POKER_SEATS_MAX + 1];
    struct instant now;
    struct money meters[2], before[2], locked[2]; /* progressive and hand bonus */
    const struct case_line *meter_lines[2];       /* that set them; NULL if none did */
    const char *meter_names[2];
};

static bool succeeded(enum status status)
{
    return status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------ the table */

static enum status stop(struct run *run, const struct ruling *ruling)
{
    run->stopped = true;
    return case_differs(run->result, run->line, run->fault, "refused: %s (%s)", ruling->words,
                        ruling->clause);
}

/* A meter that a line sets must be one that the table has. */
static enum status set_meters(struct run *run)
{
    const struct meter *meters[] = {&run->table.progressive, &run->table.hand_bonus};
    const bool offered[] = {run->settings.progressive != CRAZY4_NO_PROGRESSIVE, run->settings.hand_bonus};
    for (unsigned i = 0; i < 2; i++) {
        if (!run->meter_lines[i]) {
            run->meters[i] = meters[i]->value;
        } else if (!offered[i] || !text_equal(text_of(meters[i]->name), text_of(run->meter_names[i]))) {
            struct case_cursor cursor = case_start(run->meter_lines[i]);
            return case_fault_at(&cursor, run->fault, STATUS_INVALID, "this table has no meter %s",
                                 run->meter_names[i]);
        }
    }
    enum status status = crazy4_set_meters(&run->table, run->meters[0], run->meters[1]);
    CHECK_OP(status, ==, STATUS_OK);
    return STATUS_OK;
}

static enum status open_table(struct run *run)
{
    if (run->open)
        return STATUS_OK;
    struct ruling ruling = crazy4_settings_check(&run->settings);
    if (!ruling.allowed)
        return stop(run, &ruling);
    crazy4_init(&run->table, &run->settings);
    run->open = true;
    return set_meters(run);
}

static enum status act(struct run *run, struct poker_action *action)
{
    struct money progressive = run->table.progressive.value, bonus = run->table.hand_bonus.value;
    action->now = run->now;
    struct ruling ruling = crazy4_do(&run->table, action);
    if (!ruling.allowed)
        return stop(run, &ruling);
    if (action->act == POKER_LOCK) {
        run->before[0] = progressive;
        run->before[1] = bonus;
        run->locked[0] = run->table.progressive.value;
        run->locked[1] = run->table.hand_bonus.value;
    }
    if (action->act == POKER_NEXT_ROUND)
        run->reported = false;
    return STATUS_OK;
}

/* The next card or stack as the seats' lines have it. */
static enum status deal_next(struct run *run)
{
    unsigned seat = crazy4_deal_to(&run->table);
    unsigned at = run->table.round.seats[seat].hand.count;
    bool stacks = run->table.settings.dealing == POKER_AUTOMATED_SHOE;
    unsigned wanted = stacks ? POKER_HAND_CARDS : 1;
    const struct hand *hand = &run->scripts[seat].hand;
    struct poker_action action = {.act = stacks ? POKER_DEAL_STACK : POKER_DEAL_CARD};
    if (hand->count < at + wanted) {
        struct case_cursor cursor = case_start(run->line);
        char who[24];
        snprintf(who, sizeof who, seat == POKER_DEALER ? "the dealer" : "seat %u", seat);
        return case_fault_at(&cursor, run->fault, STATUS_INVALID,
                             "for this step %s needs five cards; the case gives %u", who, hand->count);
    }
    action.card = hand->cards[at];
    for (unsigned i = 0; i < wanted; i++)
        action.cards[i] = hand->cards[at + i];
    return act(run, &action);
}

static enum status decide_next(struct run *run)
{
    unsigned seat = crazy4_turn(&run->table);
    const struct case_script *script = &run->scripts[seat];
    struct poker_action action = {.seat = seat, .amount = script->play, .act = POKER_FOLD};
    if (script->decision == CASE_UNDECIDED) {
        struct case_cursor cursor = case_start(run->line);
        return case_fault_at(
            &cursor, run->fault, STATUS_INVALID,
            "for this step seat %u must have decided; write \"; play AMOUNT\" or \"; folds\" "
            "at its line",
            seat);
    }
    if (script->decision == CASE_PLAYS)
        action.act = script->unseen ? POKER_PLAY_UNSEEN : POKER_PLAY;
    return act(run, &action);
}

/* One step of what is written or routine. */
static enum status go_on(struct run *run)
{
    struct poker_action action;
    if (crazy4_routine(&run->table, &action))
        return act(run, &action);
    switch (run->table.round.state) {
    case POKER_BETTING:
        action = (struct poker_action){.act = POKER_LOCK};
        return act(run, &action);
    case POKER_LOCKED:
    case POKER_DEALING:
        return deal_next(run);
    case POKER_DECIDING:
        return decide_next(run);
    default: {
        struct case_cursor cursor = case_start(run->line);
        return case_fault_at(&cursor, run->fault, STATUS_INVALID,
                             "the stub count was wrong; a line \"hands: dealer 5, seat 1 5\" must follow");
    }
    }
}

/* To the state, or to the end of a round that became void. */
static enum status bring_to(struct run *run, enum poker_state state)
{
    enum status status = open_table(run);
    while (succeeded(status) && !run->stopped && run->table.round.state < state &&
           run->table.round.state != POKER_OVER)
        status = go_on(run);
    return status;
}

/* To the turn of a seat. */
static enum status bring_to_turn(struct run *run, unsigned seat)
{
    enum status status = bring_to(run, POKER_DECIDING);
    while (succeeded(status) && !run->stopped && crazy4_turn(&run->table) != 0 &&
           crazy4_turn(&run->table) < seat && crazy4_in_round(&run->table, seat))
        status = decide_next(run);
    return status;
}

/* ------------------------------------------------------------------------------------ reporting */

static enum status report(struct run *run)
{
    const struct crazy4 *table = &run->table;
    const struct case_ending ending = {.seats = table->settings.seats,
                                       .is_void = table->round.state == POKER_VOID,
                                       .void_clause = table->round.void_clause,
                                       .void_words = table->round.void_words,
                                       .settlement = &table->round.settlement};
    struct case_round *round;
    enum status status = case_add_ending(run->result, run->line, &ending, &round, run->fault);
    if (!succeeded(status))
        return status;
    const struct meter *meters[] = {&table->progressive, &table->hand_bonus};
    const bool offered[] = {table->settings.progressive != CRAZY4_NO_PROGRESSIVE, table->settings.hand_bonus};
    for (unsigned i = 0; i < 2; i++)
        if (offered[i])
            round->meters[round->meter_count++] = (struct case_meter){.name = meters[i]->name,
                                                                      .before = run->before[i],
                                                                      .locked = run->locked[i],
                                                                      .after = meters[i]->value};
    run->reported = true;
    return STATUS_OK;
}

static const char *exposed_name(const struct crazy4 *table, char buffer[16])
{
    struct text_out out;
    text_out_init(&out, buffer, 16);
    if (!table->exposed)
        text_out_add(&out, "nothing");
    else if (table->exposed_seat == POKER_DEALER)
        text_out_add(&out, "dealer");
    else
        text_out_add(&out, "seat %u", table->exposed_seat);
    return buffer;
}

/* deck: reshuffled; exposed: seat 5 */
static enum status expect_other(void *context, struct case_cursor *cursor, bool *known,
                                struct case_fault *fault)
{
    static const char *const fates[] = {"stays", "reshuffled", "removed"};
    struct run *run = context;
    char buffer[16];
    const char *found;
    if (case_take_words(cursor, "deck") && case_take(cursor, ':'))
        found = fates[run->table.deck_fate];
    else if (case_take_words(cursor, "exposed") && case_take(cursor, ':'))
        found = exposed_name(&run->table, buffer);
    else
        return STATUS_OK;
    *known = true;
    struct text expected = case_rest(cursor);
    if (text_equal(expected, text_of(found)))
        return STATUS_OK;
    return case_differs(run->result, cursor->line, fault, "%.*s expected, %s came out",
                        TEXT_ARGUMENTS(expected), found);
}

static enum status expect(struct run *run, size_t at)
{
    enum status status = bring_to(run, POKER_OVER);
    if (succeeded(status) && !run->stopped && !run->reported)
        status = report(run);
    if (!succeeded(status) || run->stopped)
        return status;
    struct case_expectation expectation = {run, expect_other};
    return case_compare(run->file, at, run->result->last_round, &expectation, run->result, run->fault);
}

/* ------------------------------------------------------------------------------ lines that state */

static enum status take_settings(struct run *run, size_t at, struct case_cursor *cursor)
{
    struct text clause;
    enum status status = case_settings_heading(cursor, run->open, "#211", &clause, run->fault);
    struct crazy4_settings settings = crazy4_default_settings(run->settings.tables);
    for (size_t i = at + 1; succeeded(status) && i < run->file->count && run->file->lines[i].indented; i++) {
        struct case_cursor line = case_start(&run->file->lines[i]);
        status = crazy4_case_setting(&line, &settings, run->fault);
    }
    if (!succeeded(status))
        return status;
    struct ruling ruling = crazy4_settings_check(&settings);
    if (clause.length > 0)
        return case_compare_refusal(run->result, cursor, clause, &ruling, "these settings are allowed",
                                    run->fault);
    run->settings = settings;
    return ruling.allowed ? STATUS_OK : stop(run, &ruling);
}

static enum status take_meter(struct run *run, struct case_cursor *cursor)
{
    static const char *const names[] = {"four-card-progressive", "five-card-progressive",
                                        "five-card-hand-bonus"};
    unsigned name = 0;
    while (name < 3 && !case_take_words(cursor, names[name]))
        name++;
    if (name == 3)
        return case_expected(cursor, run->fault,
                             "four-card-progressive, five-card-progressive or five-card-hand-bonus");
    if (!case_take(cursor, ':'))
        return case_expected(cursor, run->fault, "a colon");
    if (run->open)
        return case_fault_at(cursor, run->fault, STATUS_INVALID, "a meter is set before the first round");
    unsigned which = name == 2;
    struct case_cursor mark = *cursor;
    enum status status = case_money(cursor, &run->meters[which], run->fault);
    if (succeeded(status) && !meter_holds(run->meters[which]))
        return case_fault_at(&mark, run->fault, STATUS_RANGE, "an amount from 0 to 1,000,000,000 expected");
    run->meter_lines[which] = cursor->line;
    run->meter_names[which] = names[name];
    return succeeded(status) ? case_end(cursor, run->fault) : status;
}

/* 14:30, 25:59:59 on the next day */
static enum status take_time(struct run *run, struct case_cursor *cursor)
{
    unsigned part[3] = {0};
    static const unsigned most[] = {95, 59, 59};
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < 3 && succeeded(status); i++)
        if (i == 0 || case_take(cursor, ':'))
            status = case_number(cursor, most[i], &part[i], run->fault);
    if (!succeeded(status))
        return status;
    run->now.ms = INT64_C(1000) * (part[0] * 3600 + part[1] * 60 + part[2]);
    return case_end(cursor, run->fault);
}

/* Puts down the wagers of a seat as its line has them. */
static enum status place_wagers(struct run *run, unsigned seat)
{
    enum status status = STATUS_OK;
    if (run->table.round.seats[seat].player == 0) {
        struct poker_action sit = {.act = POKER_SIT, .seat = seat, .player = seat};
        status = act(run, &sit);
    }
    for (unsigned wager = 0; wager < WAGER_COUNT && succeeded(status) && !run->stopped; wager++)
        if (run->scripts[seat].wagers[wager].cents > 0) {
            struct poker_action action = {.act = POKER_WAGER,
                                          .seat = seat,
                                          .wager = (enum wager)wager,
                                          .amount = run->scripts[seat].wagers[wager]};
            status = act(run, &action);
        }
    return status;
}

static enum status start_round(struct run *run, bool forget)
{
    enum status status = open_table(run);
    if (!succeeded(status) || run->stopped ||
        (run->table.round.state != POKER_OVER && run->table.round.state != POKER_VOID))
        return status;
    if (!run->reported)
        status = report(run);
    struct poker_action next = {.act = POKER_NEXT_ROUND};
    if (succeeded(status))
        status = act(run, &next);
    for (unsigned seat = 0; forget && seat <= POKER_SEATS_MAX; seat++)
        run->scripts[seat] = (struct case_script){0};
    return status;
}

static enum status take_seat_line(struct run *run, unsigned seat, struct case_cursor *cursor)
{
    enum status status = start_round(run, true);
    if (!succeeded(status) || run->stopped)
        return status;
    struct case_script script;
    status = case_seat_line(cursor, POKER_HAND_CARDS, &script, run->fault);
    if (succeeded(status) && script.decision == CASE_PLAYS)
        script.unseen = case_take_words(cursor, "unseen");
    if (succeeded(status))
        status = case_end(cursor, run->fault);
    if (!succeeded(status))
        return status;
    run->scripts[seat] = script;
    return place_wagers(run, seat);
}

static enum status take_dealer_line(struct run *run, struct case_cursor *cursor)
{
    enum status status = case_cards(cursor, 1, POKER_HAND_CARDS, &run->scripts[0].hand, run->fault);
    run->scripts[0].present = true;
    return succeeded(status) ? case_end(cursor, run->fault) : status;
}

/* again; again 3 times */
static enum status take_again(struct run *run, struct case_cursor *cursor)
{
    unsigned times = 1;
    enum status status = STATUS_OK;
    if (!case_ended(cursor)) {
        status = case_number(cursor, CASE_ROUNDS_MAX, &times, run->fault);
        if (succeeded(status) && !case_take_words(cursor, "times"))
            return case_expected(cursor, run->fault, "\"times\"");
    }
    if (succeeded(status))
        status = case_end(cursor, run->fault);
    for (unsigned i = 0; i < times && succeeded(status) && !run->stopped; i++) {
        status = bring_to(run, POKER_OVER);
        if (succeeded(status))
            status = start_round(run, false);
        for (unsigned seat = 1; seat <= run->settings.seats && succeeded(status) && !run->stopped; seat++)
            if (run->scripts[seat].present)
                status = place_wagers(run, seat);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- steps */

struct step {
    struct poker_action action;
    enum poker_state moment; /* to which the table is brought first */
    unsigned turn;           /* of which seat; 0 if it does not matter */
};

/* Does it. Some steps are the end of routine work: the table is brought to what comes after them. */
static enum status do_step(struct run *run, struct step *step)
{
    unsigned seat = step->action.seat;
    enum status status;
    switch (step->action.act) {
    case POKER_LOCK:
        return bring_to(run, POKER_LOCKED);
    case POKER_REVEAL:
        return bring_to(run, POKER_REVEALED);
    case POKER_END:
        return bring_to(run, POKER_OVER);
    case POKER_NEXT_ROUND:
        status = bring_to(run, POKER_OVER);
        return succeeded(status) && !run->stopped ? start_round(run, true) : status;
    case POKER_SETTLE:
        status = bring_to(run, POKER_REVEALED);
        while (succeeded(status) && !run->stopped && crazy4_to_settle(&run->table) >= seat)
            status = go_on(run);
        return status;
    default:
        status = step->turn ? bring_to_turn(run, step->turn) : bring_to(run, step->moment);
        return succeeded(status) && !run->stopped ? act(run, &step->action) : status;
    }
}

/* The end of a step: what the rules say to it. */
static enum status finish_step(struct run *run, struct case_cursor *cursor, struct step *step)
{
    if (!case_take_arrow(cursor)) {
        enum status status = case_end(cursor, run->fault);
        return succeeded(status) ? do_step(run, step) : status;
    }
    struct text clause;
    enum status status = case_refusal(cursor, "#145", &clause, run->fault);
    if (succeeded(status))
        status = open_table(run);
    if (!succeeded(status) || run->stopped)
        return status;
    step->action.now = run->now;
    struct ruling ruling = crazy4_may(&run->table, &step->action);
    return case_compare_refusal(run->result, cursor, clause, &ruling, "this is allowed", run->fault);
}

/* Steps without anything to fill in. */
static bool take_plain_step(struct case_cursor *cursor, struct step *step)
{
    static const struct {
        const char *words;
        enum poker_act act;
        enum poker_state moment;
        bool by_device;
    } plain[] = {
        {"no more bets", POKER_LOCK, POKER_BETTING, false},
        {"stub to the rack", POKER_STUB_TO_RACK, POKER_DEALT, false},
        {"reveal", POKER_REVEAL, POKER_COLLECTED, false},
        {"pay envy", POKER_PAY_ENVY, POKER_ENVY, false},
        {"settle cover all", POKER_SETTLE_COVER_ALL, POKER_COVER_ALL, false},
        {"game over", POKER_END, POKER_COVER_ALL, false},
        {"next round", POKER_NEXT_ROUND, POKER_OVER, false},
        {"shuffler jams", POKER_SHUFFLER_JAMS, POKER_BETTING, false},
        {"shuffler fails", POKER_DEVICE_FAILS, POKER_BETTING, true},
        {"shoe fails", POKER_DEVICE_FAILS, POKER_BETTING, false},
        {"cover the shuffler", POKER_COVER_DEVICE, POKER_BETTING, true},
        {"cover the shoe", POKER_COVER_DEVICE, POKER_BETTING, false},
        {"shoe jams", POKER_SHOE_JAMS, POKER_LOCKED, false},
    };
    for (unsigned i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (case_take_words(cursor, plain[i].words)) {
            step->action.act = plain[i].act;
            step->action.by_device = plain[i].by_device;
            step->moment = plain[i].moment;
            return true;
        }
    return false;
}

/* bring deck 1; shuffle deck 1 by hand; shuffle deck 1 by device, 51 cards; cut deck 1 at 9; take deck 2 */
static enum status take_deck_step(struct run *run, struct case_cursor *cursor, struct step *step, bool *known)
{
    static const struct {
        const char *words;
        enum poker_act act;
    } verbs[] = {{"bring deck", POKER_BRING_DECK},
                 {"shuffle deck", POKER_SHUFFLE},
                 {"cut deck", POKER_CUT},
                 {"take deck", POKER_TAKE_DECK}};
    unsigned verb = 0, deck = 0;
    while (verb < 4 && !case_take_words(cursor, verbs[verb].words))
        verb++;
    if (verb == 4)
        return STATUS_OK;
    *known = true;
    step->action.act = verbs[verb].act;
    step->action.count = DECK_CARDS;
    enum status status = case_ordinal(cursor, 9, "decks", &deck, run->fault);
    if (!succeeded(status))
        return status;
    step->action.deck = deck - 1;
    if (verb == 1) {
        step->action.by_device = case_take_words(cursor, "by device");
        if (!step->action.by_device && !case_take_words(cursor, "by hand"))
            return case_expected(cursor, run->fault, "\"by hand\" or \"by device\"");
        if (case_take(cursor, ','))
            status = case_card_count(cursor, 1000, &step->action.count, run->fault);
    } else if (verb == 2) {
        if (!case_take_words(cursor, "at"))
            return case_expected(cursor, run->fault, "\"at\" and how many cards are above the cover card");
        status = case_number(cursor, 1000, &step->action.count, run->fault);
    }
    return status;
}

/* magic card 7h, lucky position dealer */
static enum status take_draw(struct run *run, struct case_cursor *cursor, struct step *step)
{
    step->action.act = POKER_DRAW;
    step->moment = POKER_LOCKED;
    do {
        enum status status = STATUS_OK;
        if (case_take_words(cursor, "magic card")) {
            struct hand card;
            step->action.magic_drawn = true;
            status = case_cards(cursor, 1, 1, &card, run->fault);
            if (succeeded(status))
                step->action.card = card.cards[0];
        } else if (case_take_words(cursor, "lucky position")) {
            step->action.lucky_drawn = true;
            if (!case_take_words(cursor, "dealer")) {
                if (!case_take_words(cursor, "seat"))
                    return case_expected(cursor, run->fault, "\"dealer\" or \"seat\" and its number");
                status = case_number(cursor, 99, &step->action.seat, run->fault);
            }
        } else {
            return case_expected(cursor, run->fault, "\"magic card\" or \"lucky position\"");
        }
        if (!succeeded(status))
            return status;
    } while (case_take(cursor, ','));
    return STATUS_OK;
}

/* dealer 5, seat 1 5, seat 2 6 */
static enum status take_counts(struct run *run, struct case_cursor *cursor, struct step *step)
{
    step->action.act = POKER_COUNT_HANDS;
    step->moment = POKER_BETTING;
    do {
        unsigned seat = 0;
        enum status status = STATUS_OK;
        if (!case_take_words(cursor, "dealer")) {
            if (!case_take_words(cursor, "seat"))
                return case_expected(cursor, run->fault, "\"dealer\" or \"seat\" and its number");
            status = case_number(cursor, POKER_SEATS_MAX, &seat, run->fault);
        }
        if (succeeded(status))
            status = case_number(cursor, DECK_CARDS, &step->action.counts[seat], run->fault);
        if (!succeeded(status))
            return status;
    } while (case_take(cursor, ','));
    return STATUS_OK;
}

/* manual shoe, by hand */
static enum status take_method(struct run *run, struct case_cursor *cursor, struct step *step)
{
    step->action.act = POKER_CHANGE_METHOD;
    enum status status = crazy4_case_dealing(cursor, &step->action.dealing, run->fault);
    if (succeeded(status) && !case_take(cursor, ','))
        status = case_expected(cursor, run->fault, "a comma and how the cards are shuffled");
    return succeeded(status) ? crazy4_case_shuffling(cursor, &step->action.shuffling, run->fault) : status;
}

/* Steps with one number, or a list behind a colon. */
static enum status take_list_step(struct run *run, struct case_cursor *cursor, struct step *step, bool *known)
{
    struct case_cursor mark = *cursor;
    *known = true;
    if (case_take_words(cursor, "draw") && case_take(cursor, ':'))
        return take_draw(run, cursor, step);
    if (case_take_words(cursor, "hands") && case_take(cursor, ':'))
        return take_counts(run, cursor, step);
    if (case_take_words(cursor, "method") && case_take(cursor, ':'))
        return take_method(run, cursor, step);
    if (case_take_words(cursor, "chips")) {
        step->action.act = POKER_TAKE_CHIPS;
        step->moment = POKER_LOCKED;
        return case_number(cursor, 1000, &step->action.count, run->fault);
    }
    if (case_take_words(cursor, "stub")) {
        step->action.act = POKER_COUNT_STUB;
        step->moment = POKER_DEALT;
        return case_number(cursor, 1000, &step->action.count, run->fault);
    }
    if (case_take_words(cursor, "settle seat")) {
        step->action.act = POKER_SETTLE;
        return case_ordinal(cursor, 99, "seats", &step->action.seat, run->fault);
    }
    if (case_take_words(cursor, "floorperson verifies seat")) {
        step->action.act = POKER_VERIFY;
        step->moment = POKER_REVEALED;
        return case_number(cursor, 99, &step->action.seat, run->fault);
    }
    *cursor = mark;
    *known = false;
    return STATUS_OK;
}

/* The hand button of a row, by the name of the hand. */
static enum status take_key(struct run *run, struct case_cursor *cursor, struct step *step)
{
    const struct paytable *paytable = crazy4_progressive_table(&run->settings);
    step->action.act = POKER_KEY;
    step->moment = POKER_REVEALED;
    if (case_take_row(cursor, paytable, &step->action.count))
        return STATUS_OK;
    return case_expected(cursor, run->fault, "a hand of the progressive table in use");
}

static enum status take_wager_and_amount(struct run *run, struct case_cursor *cursor, struct step *step,
                                         bool withdraws)
{
    step->action.act = POKER_WAGER;
    if (!case_take_wager(cursor, &step->action.wager))
        return case_expected(cursor, run->fault, "the name of a wager");
    return withdraws ? STATUS_OK : case_wager_amount(cursor, &step->action.amount, run->fault);
}

/* What comes after "seat 2". */
static enum status take_seat_step(struct run *run, unsigned seat, struct case_cursor *cursor,
                                  struct step *step)
{
    step->action.seat = seat;
    if (case_take_words(cursor, "wagers"))
        return take_wager_and_amount(run, cursor, step, false);
    if (case_take_words(cursor, "withdraws"))
        return take_wager_and_amount(run, cursor, step, true);
    if (case_take_words(cursor, "key"))
        return take_key(run, cursor, step);
    if (case_take_words(cursor, "stands")) {
        step->action.act = POKER_STAND;
        return STATUS_OK;
    }
    if (case_take_words(cursor, "leaves")) {
        step->action.act = POKER_LEAVE;
        return STATUS_OK;
    }
    step->turn = seat;
    if (case_take_words(cursor, "folds")) {
        step->action.act = POKER_FOLD;
        return STATUS_OK;
    }
    if (case_take_words(cursor, "plays")) {
        step->action.act = POKER_PLAY;
        enum status status = case_money(cursor, &step->action.amount, run->fault);
        if (succeeded(status) && case_take_words(cursor, "unseen"))
            step->action.act = POKER_PLAY_UNSEEN;
        return status;
    }
    step->turn = 0;
    if (!case_take_words(cursor, "has"))
        return case_expected(
            cursor, run->fault,
            "a colon and cards, or wagers, withdraws, plays, folds, leaves, stands, has or key");
    step->action.act = POKER_WRONG_COUNT;
    step->moment = POKER_BETTING;
    return case_card_count(cursor, DECK_CARDS, &step->action.count, run->fault);
}

/* player 3 sits at seat 2 */
static enum status take_sit_step(struct run *run, struct case_cursor *cursor, struct step *step)
{
    step->action.act = POKER_SIT;
    return case_sitting(cursor, "sits at seat", &step->action.player, &step->action.seat, run->fault);
}

/* "exposes Kh" or "has 6 cards", of the dealer. */
static enum status take_dealer_step(struct run *run, struct case_cursor *cursor, struct step *step)
{
    if (case_take_words(cursor, "exposes")) {
        struct hand card;
        step->action.act = POKER_EXPOSE;
        enum status status = case_cards(cursor, 1, 1, &card, run->fault);
        if (succeeded(status))
            step->action.card = card.cards[0];
        return status;
    }
    return take_seat_step(run, POKER_DEALER, cursor, step);
}

/* ----------------------------------------------------------------------------------- the deal */

/* A card, or a stack of five, and how it came. */
static enum status take_dealt(struct run *run, struct case_cursor *cursor, struct step *step)
{
    struct hand hand;
    enum status status = case_cards(cursor, 1, POKER_HAND_CARDS, &hand, run->fault);
    if (!succeeded(status))
        return status;
    if (hand.count != 1 && hand.count != POKER_HAND_CARDS)
        return case_fault_at(cursor, run->fault, STATUS_INVALID, "one card or a stack of five expected");
    step->action.act = hand.count == 1 ? POKER_DEAL_CARD : POKER_DEAL_STACK;
    step->action.card = hand.cards[0];
    for (unsigned i = 0; i < POKER_HAND_CARDS; i++)
        step->action.cards[i] = hand.cards[i];
    if (hand.count == 1 && case_take_words(cursor, "face up"))
        step->action.act = POKER_FACE_UP;
    else if (hand.count == 1 && case_take_words(cursor, "by mistake")) {
        step->action.act = POKER_DRAWN_IN_ERROR;
        step->action.exposed = case_take_words(cursor, "exposed");
    }
    return STATUS_OK;
}

/* deal; deal: 5h, Kc, 8d face up, Jd */
static enum status take_deal(struct run *run, struct case_cursor *cursor)
{
    enum status status = STATUS_OK;
    if (!case_take(cursor, ':')) {
        status = case_end(cursor, run->fault);
        return succeeded(status) ? bring_to(run, POKER_DEALT) : status;
    }
    do {
        struct step step = {.moment = POKER_LOCKED};
        status = take_dealt(run, cursor, &step);
        struct case_cursor mark = *cursor;
        if (succeeded(status) && case_take_arrow(&mark))
            return finish_step(run, cursor, &step);
        if (succeeded(status))
            status = bring_to(run, POKER_LOCKED);
        struct poker_action chips;
        while (succeeded(status) && !run->stopped && run->table.round.state == POKER_LOCKED &&
               crazy4_routine(&run->table, &chips))
            status = act(run, &chips);
        if (succeeded(status) && !run->stopped)
            status = act(run, &step.action);
    } while (succeeded(status) && !run->stopped && case_take(cursor, ','));
    return succeeded(status) && !run->stopped ? case_end(cursor, run->fault) : status;
}

/* state: deciding */
static enum status take_state(struct run *run, struct case_cursor *cursor)
{
    enum status status = open_table(run);
    if (!succeeded(status) || run->stopped)
        return status;
    return case_compare_state(run->result, cursor, poker_state_name(run->table.round.state), run->fault);
}

/* ------------------------------------------------------------------------------------- the case */

static enum status take_step(struct run *run, struct case_cursor *cursor)
{
    struct step step = {.moment = POKER_BETTING};
    bool known = take_plain_step(cursor, &step);
    enum status status = STATUS_OK;
    if (!known)
        status = take_deck_step(run, cursor, &step, &known);
    if (succeeded(status) && !known)
        status = take_list_step(run, cursor, &step, &known);
    if (succeeded(status) && !known && case_take_words(cursor, "player")) {
        known = true;
        status = take_sit_step(run, cursor, &step);
    }
    if (succeeded(status) && !known)
        return case_expected(cursor, run->fault, "settings, a meter, a seat, the dealer, a step or expect");
    return succeeded(status) ? finish_step(run, cursor, &step) : status;
}

static enum status take_seat(struct run *run, struct case_cursor *cursor)
{
    unsigned seat = 0;
    enum status status = case_ordinal(cursor, POKER_SEATS_MAX, "seats", &seat, run->fault);
    if (!succeeded(status))
        return status;
    if (case_take(cursor, ':'))
        return take_seat_line(run, seat, cursor);
    struct step step = {.moment = POKER_BETTING};
    status = take_seat_step(run, seat, cursor, &step);
    return succeeded(status) ? finish_step(run, cursor, &step) : status;
}

static enum status take_dealer(struct run *run, struct case_cursor *cursor)
{
    if (case_take(cursor, ':'))
        return take_dealer_line(run, cursor);
    struct step step = {.moment = POKER_BETTING};
    enum status status = take_dealer_step(run, cursor, &step);
    return succeeded(status) ? finish_step(run, cursor, &step) : status;
}

static enum status take_line(struct run *run, size_t at)
{
    struct case_cursor cursor = case_start(&run->file->lines[at]);
    if (case_take_words(&cursor, "settings"))
        return take_settings(run, at, &cursor);
    if (case_take_words(&cursor, "meter"))
        return take_meter(run, &cursor);
    if (case_take_words(&cursor, "time"))
        return take_time(run, &cursor);
    if (case_take_words(&cursor, "seat"))
        return take_seat(run, &cursor);
    if (case_take_words(&cursor, "dealer"))
        return take_dealer(run, &cursor);
    if (case_take_words(&cursor, "deal"))
        return take_deal(run, &cursor);
    if (case_take_words(&cursor, "decide")) {
        enum status status = case_end(&cursor, run->fault);
        return succeeded(status) ? bring_to(run, POKER_COLLECTED) : status;
    }
    if (case_take_words(&cursor, "again"))
        return take_again(run, &cursor);
    if (case_take_words(&cursor, "state") && case_take(&cursor, ':'))
        return take_state(run, &cursor);
    if (case_take_words(&cursor, "expect")) {
        enum status status = case_expect_heading(&cursor, run->fault);
        return succeeded(status) ? expect(run, at) : status;
    }
    return take_step(run, &cursor);
}

static enum status play(const struct case_file *file, const struct case_rules *rules,
                        struct case_result *result, struct case_fault *fault)
{
    struct run run = {.file = file,
                      .result = result,
                      .fault = fault,
                      .settings = crazy4_default_settings(rules->crazy4),
                      .line = &file->lines[file->count - 1]};
    enum status status = STATUS_OK;
    for (size_t at = file->first; at < file->count && succeeded(status) && !run.stopped; at++) {
        if (file->lines[at].indented) {
            status = case_check_indented(file, at, fault);
        } else {
            run.line = &file->lines[at];
            status = take_line(&run, at);
        }
    }
    /* A case without expectations is played to its end, to see what comes out. */
    bool complete = run.scripts[0].hand.count == POKER_HAND_CARDS;
    if (succeeded(status) && !run.stopped && run.open && !run.reported && complete)
        status = bring_to(&run, POKER_OVER);
    bool ended = run.open && (run.table.round.state == POKER_OVER || run.table.round.state == POKER_VOID);
    if (succeeded(status) && !run.stopped && !run.reported && ended)
        status = report(&run);
    return status;
}

const struct case_game case_crazy4 = {"crazy-4-poker", play};
