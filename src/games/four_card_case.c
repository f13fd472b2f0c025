/*
 * Plays a case of Four-Card Poker line by line, in the manner of the cases of Crazy 4 Poker.
 *
 * A line either says what is on the table (settings, the meter, positions with cards and wagers, the dealer's hand)
 * or is a step. A step brings the table to the moment it belongs to, doing what is written or is routine; a step
 * that ends in "-> refused #N" is tried on the table as it stands.
 */
#include "games/four_card_case.h"

#include "base/check.h"
#include "games/case_rounds.h"
#include "games/four_card.h"

#include <stdio.h>

struct run {
    const struct case_file *file;
    const struct case_line *line;
    struct case_result *result;
    struct case_fault *fault;
    struct four_card_settings settings;
    struct four_card table;
    bool open;     /* the table is; settings can no longer change */
    bool stopped;  /* the case went another way than it says */
    bool reported; /* this round is in the result */
    struct case_script scripts[POKER_SEATS_MAX + 1];
    bool has_meter;
    struct money meter, reserve;
    struct money before, locked, reserve_before;
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

static enum status open_table(struct run *run)
{
    if (run->open)
        return STATUS_OK;
    struct ruling ruling = four_card_settings_check(&run->settings);
    if (!ruling.allowed)
        return stop(run, &ruling);
    four_card_init(&run->table, &run->settings);
    run->open = true;
    if (!run->has_meter || succeeded(four_card_set_meter(&run->table, run->meter, run->reserve)))
        return STATUS_OK;
    struct case_cursor cursor = case_start(run->line);
    return case_fault_at(&cursor, run->fault, STATUS_RANGE, "the meter of this case is out of range");
}

static enum status report(struct run *run);

static enum status act(struct run *run, const struct poker_action *action)
{
    struct money value = run->table.progressive.value, reserve = run->table.progressive.reserve;
    struct ruling ruling = four_card_may(&run->table, action);
    if (!ruling.allowed)
        return stop(run, &ruling);
    enum status status = STATUS_OK;
    if (action->act == POKER_NEXT_ROUND && !run->reported)
        status = report(run);
    if (!succeeded(status))
        return status;
    four_card_do(&run->table, action);
    if (action->act == POKER_LOCK) {
        run->before = value;
        run->reserve_before = reserve;
        run->locked = run->table.progressive.value;
    }
    if (action->act == POKER_NEXT_ROUND) {
        run->reported = false;
        for (unsigned seat = 0; seat <= POKER_SEATS_MAX; seat++)
            run->scripts[seat] = (struct case_script){0};
    }
    return STATUS_OK;
}

static enum status deal_next(struct run *run)
{
    unsigned seat = four_card_deal_to(&run->table);
    unsigned at = run->table.round.seats[seat].hand.count;
    const struct hand *hand = &run->scripts[seat].hand;
    if (hand->count <= at) {
        struct case_cursor cursor = case_start(run->line);
        char who[24];
        snprintf(who, sizeof who, seat == POKER_DEALER ? "the dealer" : "position %u", seat);
        return case_fault_at(&cursor, run->fault, STATUS_INVALID,
                             "for this step %s needs a card more than %u", who, hand->count);
    }
    struct poker_action action = {.act = POKER_DEAL_CARD, .card = hand->cards[at]};
    return act(run, &action);
}

static enum status decide_next(struct run *run)
{
    unsigned seat = four_card_turn(&run->table);
    const struct case_script *script = &run->scripts[seat];
    if (script->decision == CASE_UNDECIDED) {
        struct case_cursor cursor = case_start(run->line);
        return case_fault_at(&cursor, run->fault, STATUS_INVALID,
                             "for this step position %u must have decided; write \"; play AMOUNT\" or "
                             "\"; folds\" at its line",
                             seat);
    }
    struct poker_action action = {.act = script->decision == CASE_PLAYS ? POKER_PLAY : POKER_FOLD,
                                  .seat = seat,
                                  .amount = script->play};
    return act(run, &action);
}

/* One step of what is written or routine. */
static enum status go_on(struct run *run)
{
    struct poker_action action;
    if (four_card_routine(&run->table, &action))
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
    default:
        CHECK_NEVER("every other state has its routine");
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

/* ------------------------------------------------------------------------------------ reporting */

static enum status report(struct run *run)
{
    const struct four_card *table = &run->table;
    const struct case_ending ending = {.seats = table->settings.seats,
                                       .is_void = table->round.state == POKER_VOID,
                                       .void_clause = table->round.void_clause,
                                       .void_words = table->round.void_words,
                                       .settlement = &table->round.settlement};
    struct case_round *round;
    enum status status = case_add_ending(run->result, run->line, &ending, &round, run->fault);
    if (!succeeded(status))
        return status;
    if (table->settings.progressive) {
        round->meter_count = 1;
        round->meters[0] = (struct case_meter){.name = table->progressive.name,
                                               .before = run->before,
                                               .locked = run->locked,
                                               .after = table->progressive.value,
                                               .reserve_before = run->reserve_before,
                                               .reserve_after = table->progressive.reserve};
    }
    run->reported = true;
    return STATUS_OK;
}

/* log: lock +0.20, award -1,300.02, manual adjustment +1,300.02 */
static enum status expect_other(void *context, struct case_cursor *cursor, bool *known,
                                struct case_fault *fault)
{
    struct run *run = context;
    if (!case_take_words(cursor, "log") || !case_take(cursor, ':'))
        return STATUS_OK;
    *known = true;
    char found[512], amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    for (unsigned i = 0; i < run->table.log.count; i++) {
        const struct meter_entry *entry = &run->table.log.entries[i];
        text_out_add(&out, "%s%s %s%s", i == 0 ? "" : ", ", meter_change_name(entry->change),
                     entry->value_cents >= 0 ? "+" : "",
                     settlement_amount(money_of_cents(entry->value_cents), amount));
    }
    struct text expected = case_rest(cursor);
    if (text_equal(expected, text_out_text(&out)))
        return STATUS_OK;
    return case_differs(run->result, cursor->line, fault, "the log came out as: %s", found);
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

/* ------------------------------------------------------------------------------------- settings */

static enum status take_schedule(struct run *run, struct case_cursor *cursor,
                                 struct four_card_settings *settings)
{
    for (unsigned i = 0; i < FOUR_CARD_ACES_UP_TABLES; i++) {
        char name[12];
        snprintf(name, sizeof name, "FCP-%02u", i + 1);
        if (case_take_words(cursor, name)) {
            settings->schedule = i;
            return STATUS_OK;
        }
    }
    return case_expected(cursor, run->fault, "FCP-01 to FCP-07");
}

/* Both spellings of FCPP and FCCP: #DR2. */
static enum status take_progressive(struct run *run, struct case_cursor *cursor,
                                    struct four_card_settings *settings)
{
    static const char *const names[] = {"FCPP-1", "FCCP-2", "FCCP-3", "PMG-01", "PMG-02"};
    static const char *const others[] = {"FCCP-1", "FCPP-2", "FCPP-3", "PMG-1", "PMG-2"};
    unsigned i = 0;
    settings->progressive = !case_take_words(cursor, "none");
    if (!settings->progressive)
        return STATUS_OK;
    while (i < 5 && !case_take_words(cursor, names[i]) && !case_take_words(cursor, others[i]))
        i++;
    if (i == 5)
        return case_expected(cursor, run->fault, "none, FCPP-1, FCCP-2, FCCP-3, PMG-01 or PMG-02");
    settings->progressive_schedule = i;
    settings->progressive_wager = settings->tables->progressive_wager[i];
    enum status status = STATUS_OK;
    while (succeeded(status) && case_take(cursor, ',')) {
        struct meter_rate *rate = &settings->progressive_rate;
        if (case_take_words(cursor, "wager"))
            status = case_money(cursor, &settings->progressive_wager, run->fault);
        else if (case_take_words(cursor, "seed"))
            status = case_money(cursor, &settings->progressive_seed, run->fault);
        else if (case_take_words(cursor, "rate"))
            status = case_percent(cursor, &rate->numerator, &rate->denominator, run->fault);
        else if (case_take_words(cursor, "reserve"))
            status = case_percent(cursor, &settings->reserve_rate.numerator,
                                  &settings->reserve_rate.denominator, run->fault);
        else
            status = case_expected(cursor, run->fault, "wager, seed, rate or reserve");
    }
    return status;
}

static enum status take_meter_order(struct run *run, struct case_cursor *cursor,
                                    enum four_card_meter_order *order)
{
    bool smaller = false;
    enum status status = case_flag(cursor, "counter-clockwise", "smaller shares first", &smaller, run->fault);
    *order = smaller ? FOUR_CARD_SMALLER_SHARES_FIRST : FOUR_CARD_COUNTER_CLOCKWISE;
    return status;
}

static enum status take_setting(struct run *run, struct case_cursor *cursor,
                                struct four_card_settings *settings)
{
    if (case_take_name(cursor, "schedule"))
        return take_schedule(run, cursor, settings);
    if (case_take_name(cursor, "progressive"))
        return take_progressive(run, cursor, settings);
    if (case_take_name(cursor, "ante"))
        return case_limits(cursor, &settings->ante.least, &settings->ante.most, run->fault);
    if (case_take_name(cursor, "aces up"))
        return case_limits(cursor, &settings->aces_up.least, &settings->aces_up.most, run->fault);
    if (case_take_name(cursor, "unit"))
        return case_money(cursor, &settings->unit, run->fault);
    if (case_take_name(cursor, "positions"))
        return case_number(cursor, 99, &settings->seats, run->fault);
    if (case_take_name(cursor, "a person"))
        return case_flag(cursor, "has one position", "may have several positions",
                         &settings->several_positions, run->fault);
    if (case_take_name(cursor, "bonus limit"))
        return case_money(cursor, &settings->bonus_max, run->fault);
    if (case_take_name(cursor, "several meter prizes"))
        return take_meter_order(run, cursor, &settings->meter_order);
    if (case_take_name(cursor, "progressive alone"))
        return case_flag(cursor, "refused", "allowed", &settings->progressive_alone, run->fault);
    if (case_take_name(cursor, "automatic bonus"))
        return case_flag(cursor, "always", "only with a win", &settings->bonus_needs_win, run->fault);
    return case_expected(
        cursor, run->fault,
        "schedule, progressive, ante, aces up, unit, positions, a person, bonus limit, several "
        "meter prizes, progressive alone or automatic bonus");
}

static enum status take_settings(struct run *run, size_t at, struct case_cursor *cursor)
{
    struct text clause;
    enum status status = case_settings_heading(cursor, run->open, "#61", &clause, run->fault);
    struct four_card_settings settings = four_card_default_settings(run->settings.tables);
    for (size_t i = at + 1; succeeded(status) && i < run->file->count && run->file->lines[i].indented; i++) {
        struct case_cursor line = case_start(&run->file->lines[i]);
        status = take_setting(run, &line, &settings);
        if (succeeded(status))
            status = case_end(&line, run->fault);
    }
    if (!succeeded(status))
        return status;
    struct ruling ruling = four_card_settings_check(&settings);
    if (clause.length > 0)
        return case_compare_refusal(run->result, cursor, clause, &ruling, "these settings are allowed",
                                    run->fault);
    run->settings = settings;
    return ruling.allowed ? STATUS_OK : stop(run, &ruling);
}

/* meter: 3,200, reserve 410 */
static enum status take_meter(struct run *run, struct case_cursor *cursor)
{
    if (!case_take(cursor, ':'))
        return case_expected(cursor, run->fault, "a colon");
    if (run->open)
        return case_fault_at(cursor, run->fault, STATUS_INVALID, "the meter is set before the first round");
    enum status status = case_money(cursor, &run->meter, run->fault);
    run->has_meter = true;
    if (succeeded(status) && case_take(cursor, ',')) {
        if (!case_take_words(cursor, "reserve"))
            return case_expected(cursor, run->fault, "\"reserve\" and an amount");
        status = case_money(cursor, &run->reserve, run->fault);
    }
    return succeeded(status) ? case_end(cursor, run->fault) : status;
}

/* ------------------------------------------------------------------------------------ positions */

/* Puts down the wagers of a position as its line has them; its number is the person's unless one has sat down. */
static enum status place_wagers(struct run *run, unsigned seat)
{
    enum status status = STATUS_OK;
    if (seat > run->settings.seats || run->table.round.seats[seat].player == 0) {
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

/* The first line of a position or the dealer behind a round that has ended begins the next. */
static enum status start_round(struct run *run)
{
    enum status status = open_table(run);
    if (!succeeded(status) || run->stopped ||
        (run->table.round.state != POKER_OVER && run->table.round.state != POKER_VOID))
        return status;
    struct poker_action next = {.act = POKER_NEXT_ROUND};
    return act(run, &next);
}

static enum status take_seat_line(struct run *run, unsigned seat, struct case_cursor *cursor)
{
    enum status status = start_round(run);
    if (!succeeded(status) || run->stopped)
        return status;
    struct case_script script;
    status = case_seat_line(cursor, POKER_HAND_CARDS, &script, run->fault);
    if (succeeded(status))
        status = case_end(cursor, run->fault);
    if (!succeeded(status))
        return status;
    run->scripts[seat] = script;
    return place_wagers(run, seat);
}

/* dealer: Qh Qs 8d 5c 4s, face up 2c */
static enum status take_dealer_line(struct run *run, struct case_cursor *cursor)
{
    struct hand down, up;
    enum status status = start_round(run);
    if (succeeded(status))
        status = case_cards(cursor, POKER_HAND_CARDS, POKER_HAND_CARDS, &down, run->fault);
    if (succeeded(status) && (!case_take(cursor, ',') || !case_take_words(cursor, "face up")))
        return case_expected(cursor, run->fault, "\", face up\" and the dealer's sixth card");
    if (succeeded(status))
        status = case_cards(cursor, 1, 1, &up, run->fault);
    if (!succeeded(status))
        return status;
    hand_add(&down, up.cards[0]);
    run->scripts[POKER_DEALER].hand = down;
    run->scripts[POKER_DEALER].present = true;
    return case_end(cursor, run->fault);
}

/* ---------------------------------------------------------------------------------------- steps */

struct step {
    struct poker_action action;
    enum poker_state moment; /* to which the table is brought first */
};

/* The buttons of the keypad: what is routine before them is done. */
static enum status bring_to_button(struct run *run, const struct step *step)
{
    enum status status = bring_to(run, step->moment);
    bool is_button = step->action.act == POKER_LOCK || step->action.act == POKER_END;
    struct poker_action routine;
    while (succeeded(status) && !run->stopped && is_button && run->table.round.state == step->moment &&
           four_card_routine(&run->table, &routine) && routine.act != step->action.act)
        status = act(run, &routine);
    return status;
}

static enum status finish_step(struct run *run, struct case_cursor *cursor, struct step *step)
{
    if (!case_take_arrow(cursor)) {
        enum status status = case_end(cursor, run->fault);
        if (succeeded(status))
            status = bring_to_button(run, step);
        return succeeded(status) && !run->stopped ? act(run, &step->action) : status;
    }
    struct text clause;
    enum status status = case_refusal(cursor, "#25", &clause, run->fault);
    if (succeeded(status))
        status = open_table(run);
    if (!succeeded(status) || run->stopped)
        return status;
    struct ruling ruling = four_card_may(&run->table, &step->action);
    return case_compare_refusal(run->result, cursor, clause, &ruling, "this is allowed", run->fault);
}

static bool take_plain_step(struct case_cursor *cursor, struct step *step)
{
    static const struct {
        const char *words;
        enum poker_act act;
        enum poker_state moment;
    } plain[] = {
        {"shuffle", POKER_SHUFFLE, POKER_BETTING},      {"lock", POKER_LOCK, POKER_BETTING},
        {"take chips", POKER_TAKE_CHIPS, POKER_LOCKED}, {"reveal", POKER_REVEAL, POKER_COLLECTED},
        {"pay envy", POKER_PAY_ENVY, POKER_ENVY},       {"end", POKER_END, POKER_ENVY},
        {"next round", POKER_NEXT_ROUND, POKER_OVER},
    };
    for (unsigned i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (case_take_words(cursor, plain[i].words)) {
            step->action.act = plain[i].act;
            step->moment = plain[i].moment;
            return true;
        }
    return false;
}

/* settle position 2 unchecked; supervisor verifies position 2; adjust meter 5.20; player 3 takes position 2;
 * deal 5h */
static enum status take_number_step(struct run *run, struct case_cursor *cursor, struct step *step,
                                    bool *known)
{
    struct poker_action *action = &step->action;
    enum status status;
    *known = true;
    if (case_take_words(cursor, "settle position")) {
        action->act = POKER_SETTLE;
        step->moment = POKER_REVEALED;
        status = case_number(cursor, 99, &action->seat, run->fault);
        action->unchecked = succeeded(status) && case_take_words(cursor, "unchecked");
        return status;
    }
    if (case_take_words(cursor, "supervisor verifies position")) {
        action->act = POKER_VERIFY;
        step->moment = POKER_REVEALED;
        return case_number(cursor, 99, &action->seat, run->fault);
    }
    if (case_take_words(cursor, "adjust meter")) {
        action->act = POKER_ADJUST;
        step->moment = POKER_OVER;
        case_take(cursor, '+');
        return case_money(cursor, &action->amount, run->fault);
    }
    if (case_take_words(cursor, "player")) {
        action->act = POKER_SIT;
        return case_sitting(cursor, "takes position", &action->player, &action->seat, run->fault);
    }
    if (case_take_words(cursor, "deal")) {
        struct hand card;
        action->act = POKER_DEAL_CARD;
        step->moment = POKER_LOCKED;
        status = case_cards(cursor, 1, 1, &card, run->fault);
        if (succeeded(status))
            action->card = card.cards[0];
        return status;
    }
    *known = false;
    return STATUS_OK;
}

/* The hand button of a row, by the name of the hand. */
static enum status take_key(struct run *run, struct case_cursor *cursor, struct step *step)
{
    const struct paytable *paytable = four_card_progressive_table(&run->settings);
    step->action.act = POKER_KEY;
    step->moment = POKER_REVEALED;
    if (case_take_row(cursor, paytable, &step->action.count))
        return STATUS_OK;
    return case_expected(cursor, run->fault, "a hand of the progressive schedule in use");
}

/* What comes after "position 2", or after "dealer". */
static enum status take_seat_step(struct run *run, unsigned seat, struct case_cursor *cursor,
                                  struct step *step)
{
    struct poker_action *action = &step->action;
    action->seat = seat;
    bool withdraws = case_take_words(cursor, "withdraws");
    if (withdraws || case_take_words(cursor, "wagers")) {
        action->act = POKER_WAGER;
        if (!case_take_wager(cursor, &action->wager))
            return case_expected(cursor, run->fault, "the name of a wager");
        return withdraws ? STATUS_OK : case_wager_amount(cursor, &action->amount, run->fault);
    }
    if (case_take_words(cursor, "key"))
        return take_key(run, cursor, step);
    if (case_take_words(cursor, "leaves")) {
        action->act = POKER_STAND;
        return STATUS_OK;
    }
    if (case_take_words(cursor, "folds")) {
        action->act = POKER_FOLD;
        step->moment = POKER_DECIDING;
        return STATUS_OK;
    }
    if (case_take_words(cursor, "plays")) {
        action->act = POKER_PLAY;
        step->moment = POKER_DECIDING;
        return case_money(cursor, &action->amount, run->fault);
    }
    if (!case_take_words(cursor, "has"))
        return case_expected(cursor, run->fault,
                             "a colon and cards, or wagers, withdraws, plays, folds, leaves, has or key");
    action->act = POKER_WRONG_COUNT;
    return case_card_count(cursor, DECK_CARDS, &action->count, run->fault);
}

/* The deal goes on as far as the case has cards for it; somebody may have got too few. */
static enum status take_short_deal(struct run *run)
{
    enum status status = bring_to(run, POKER_LOCKED);
    struct poker_action chips;
    while (succeeded(status) && !run->stopped && run->table.round.state == POKER_LOCKED &&
           four_card_routine(&run->table, &chips))
        status = act(run, &chips);
    while (succeeded(status) && !run->stopped &&
           (run->table.round.state == POKER_LOCKED || run->table.round.state == POKER_DEALING)) {
        unsigned seat = four_card_deal_to(&run->table);
        if (run->scripts[seat].hand.count <= run->table.round.seats[seat].hand.count)
            break;
        status = deal_next(run);
    }
    return status;
}

/* ------------------------------------------------------------------------------------- the case */

static enum status take_step(struct run *run, struct case_cursor *cursor)
{
    struct step step = {.moment = POKER_BETTING};
    bool known = take_plain_step(cursor, &step);
    enum status status = STATUS_OK;
    if (!known)
        status = take_number_step(run, cursor, &step, &known);
    if (succeeded(status) && !known)
        return case_expected(cursor, run->fault,
                             "settings, meter, a position, the dealer, a step, state or expect");
    return succeeded(status) ? finish_step(run, cursor, &step) : status;
}

static enum status take_seat(struct run *run, struct case_cursor *cursor, bool is_dealer)
{
    unsigned seat = POKER_DEALER;
    enum status status = STATUS_OK;
    if (!is_dealer)
        status = case_ordinal(cursor, POKER_SEATS_MAX, "positions", &seat, run->fault);
    if (!succeeded(status))
        return status;
    if (case_take(cursor, ':'))
        return is_dealer ? take_dealer_line(run, cursor) : take_seat_line(run, seat, cursor);
    struct step step = {.moment = POKER_BETTING};
    status = take_seat_step(run, seat, cursor, &step);
    struct case_cursor mark = *cursor;
    if (succeeded(status) && step.action.act == POKER_WRONG_COUNT && !case_take_arrow(&mark))
        status = take_short_deal(run);
    return succeeded(status) && !run->stopped ? finish_step(run, cursor, &step) : status;
}

/* state: deciding */
static enum status take_state(struct run *run, struct case_cursor *cursor)
{
    enum status status = open_table(run);
    if (!succeeded(status) || run->stopped)
        return status;
    return case_compare_state(run->result, cursor, poker_state_name(run->table.round.state), run->fault);
}

/* sensors: 1 3 */
static enum status take_sensors(struct run *run, struct case_cursor *cursor)
{
    unsigned lit = 0, found = 0, seat;
    while (!case_ended(cursor) && !case_take_words(cursor, "none")) {
        enum status status = case_number(cursor, POKER_SEATS_MAX, &seat, run->fault);
        if (!succeeded(status))
            return status;
        lit |= 1U << seat;
    }
    for (seat = 1; seat <= POKER_SEATS_MAX; seat++)
        found |= (unsigned)run->table.round.seats[seat].lit << seat;
    enum status status = case_end(cursor, run->fault);
    run->result->expectation_count++;
    if (!succeeded(status) || lit == found)
        return status;
    return case_differs(run->result, run->line, run->fault, "other sensors are lit");
}

static enum status take_line(struct run *run, size_t at)
{
    struct case_cursor cursor = case_start(&run->file->lines[at]);
    if (case_take_words(&cursor, "settings"))
        return take_settings(run, at, &cursor);
    if (case_take_words(&cursor, "meter"))
        return take_meter(run, &cursor);
    if (case_take_words(&cursor, "position") || case_take_words(&cursor, "seat"))
        return take_seat(run, &cursor, false);
    if (case_take_words(&cursor, "dealer"))
        return take_seat(run, &cursor, true);
    if (case_take_words(&cursor, "state") && case_take(&cursor, ':'))
        return take_state(run, &cursor);
    if (case_take_words(&cursor, "sensors") && case_take(&cursor, ':'))
        return take_sensors(run, &cursor);
    if (case_take_words(&cursor, "expect")) {
        enum status status = case_expect_heading(&cursor, run->fault);
        return succeeded(status) ? expect(run, at) : status;
    }
    return take_step(run, &cursor);
}

static enum status take_all(struct run *run)
{
    enum status status = STATUS_OK;
    for (size_t at = run->file->first; at < run->file->count && succeeded(status) && !run->stopped; at++) {
        if (run->file->lines[at].indented) {
            status = case_check_indented(run->file, at, run->fault);
        } else {
            run->line = &run->file->lines[at];
            status = take_line(run, at);
        }
    }
    return status;
}

static enum status play(const struct case_file *file, const struct case_rules *rules,
                        struct case_result *result, struct case_fault *fault)
{
    struct run run = {.file = file,
                      .result = result,
                      .fault = fault,
                      .settings = four_card_default_settings(rules->four_card),
                      .line = &file->lines[file->count - 1]};
    enum status status = take_all(&run);
    /* A case without expectations is played to its end, to see what comes out. */
    bool complete = run.scripts[POKER_DEALER].present;
    if (succeeded(status) && !run.stopped && run.open && !run.reported && complete)
        status = bring_to(&run, POKER_OVER);
    bool ended = run.open && (run.table.round.state == POKER_OVER || run.table.round.state == POKER_VOID);
    if (succeeded(status) && !run.stopped && !run.reported && ended)
        status = report(&run);
    return status;
}

const struct case_game case_four_card = {"four-card-poker", play};
