/*
 * Plays cases of Crazy 4 Poker: its settings, its two meters, the deck, and what goes wrong (games/poker_case_internal.h has what
 * is common to the poker games).
 */
#include "games/crazy4_case.h"

#include "base/check.h"
#include "games/crazy4_case_internal.h"
#include "games/poker_case_internal.h"

struct crazy4_run {
    struct poker_case run; /* the first */
    struct crazy4_settings settings;
    struct crazy4 table;
    struct money meters[2];                 /* progressive and hand bonus */
    const struct case_line *meter_lines[2]; /* that set them; NULL if none did */
    const char *meter_names[2];
};

static struct crazy4_run *crazy4_of(struct poker_case *run)
{
    return (struct crazy4_run *)run;
}

static bool succeeded(enum status status)
{
    return status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------ the table */

static struct ruling crazy4_case_open(struct poker_case *run)
{
    struct crazy4_run *own = crazy4_of(run);
    struct ruling ruling = crazy4_settings_check(&own->settings);
    if (!ruling.allowed)
        return ruling;
    crazy4_init(&own->table, &own->settings);
    run->seats = own->settings.seats;
    return ruling;
}

/* A meter that a line sets must be one that the table has. */
static enum status crazy4_case_set_meters(struct poker_case *run)
{
    struct crazy4_run *own = crazy4_of(run);
    const struct meter *meters[] = {&own->table.progressive, &own->table.hand_bonus};
    const bool offered[] = {own->settings.progressive != CRAZY4_NO_PROGRESSIVE, own->settings.hand_bonus};
    for (unsigned i = 0; i < 2; i++) {
        if (!own->meter_lines[i]) {
            own->meters[i] = meters[i]->value;
        } else if (!offered[i] || !text_equal(text_of(meters[i]->name), text_of(own->meter_names[i]))) {
            struct case_cursor cursor = case_start(own->meter_lines[i]);
            return case_fault_at(&cursor, run->fault, STATUS_INVALID, "this table has no meter %s",
                                 own->meter_names[i]);
        }
    }
    enum status status = crazy4_set_meters(&own->table, own->meters[0], own->meters[1]);
    CHECK_OP(status, ==, STATUS_OK);
    return STATUS_OK;
}

static bool crazy4_case_deals_stacks(struct poker_case *run)
{
    return crazy4_of(run)->table.settings.dealing == POKER_AUTOMATED_SHOE;
}

static const struct paytable *crazy4_case_keys(struct poker_case *run)
{
    return crazy4_progressive_table(&crazy4_of(run)->settings);
}

/* ------------------------------------------------------------------------------ what is expected */

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
static enum status crazy4_case_expect(void *context, struct case_cursor *cursor, bool *known,
                                      struct case_fault *fault)
{
    static const char *const fates[] = {"stays", "reshuffled", "removed"};
    struct poker_case *run = context;
    const struct crazy4 *table = &crazy4_of(run)->table;
    char buffer[16];
    const char *found;
    if (case_take_words(cursor, "deck") && case_take(cursor, ':'))
        found = fates[table->deck_fate];
    else if (case_take_words(cursor, "exposed") && case_take(cursor, ':'))
        found = exposed_name(table, buffer);
    else
        return STATUS_OK;
    *known = true;
    struct text expected = case_rest(cursor);
    if (text_equal(expected, text_of(found)))
        return STATUS_OK;
    return case_differs(run->result, cursor->line, fault, "%.*s expected, %s came out",
                        TEXT_ARGUMENTS(expected), found);
}

/* ------------------------------------------------------------------------------ lines that state */

static enum status crazy4_case_take_setting(struct case_cursor *cursor, void *settings,
                                            struct case_fault *fault)
{
    return crazy4_case_setting(cursor, settings, fault);
}

static enum status crazy4_case_take_settings(struct poker_case *run, size_t at, struct case_cursor *cursor)
{
    struct crazy4_run *own = crazy4_of(run);
    struct crazy4_settings settings = crazy4_default_settings(own->settings.tables);
    struct text clause;
    enum status status = poker_case_settings(run, at, cursor, crazy4_case_take_setting, &settings, &clause);
    if (!succeeded(status))
        return status;
    struct ruling ruling = crazy4_settings_check(&settings);
    if (clause.length == 0)
        own->settings = settings;
    return poker_case_judge_settings(run, cursor, clause, &ruling);
}

static enum status crazy4_case_take_meter(struct poker_case *run, struct case_cursor *cursor)
{
    struct crazy4_run *own = crazy4_of(run);
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
    enum status status = case_money(cursor, &own->meters[which], run->fault);
    if (succeeded(status) && !meter_holds(own->meters[which]))
        return case_fault_at(&mark, run->fault, STATUS_RANGE, "an amount from 0 to 1,000,000,000 expected");
    own->meter_lines[which] = cursor->line;
    own->meter_names[which] = names[name];
    return succeeded(status) ? case_end(cursor, run->fault) : status;
}

/* 14:30, 25:59:59 on the next day */
static enum status take_time(struct poker_case *run, struct case_cursor *cursor)
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

static enum status crazy4_case_take_dealer(struct poker_case *run, struct case_cursor *cursor)
{
    enum status status = case_cards(cursor, 1, POKER_HAND_CARDS, &run->scripts[0].hand, run->fault);
    run->scripts[0].present = true;
    return succeeded(status) ? case_end(cursor, run->fault) : status;
}

/* again; again 3 times */
static enum status take_again(struct poker_case *run, struct case_cursor *cursor)
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
    for (unsigned i = 0; i < times && poker_case_goes_on(run, status); i++) {
        status = poker_case_bring_to(run, POKER_OVER);
        if (succeeded(status))
            status = poker_case_next_round(run, false);
        for (unsigned seat = 1; seat <= run->seats && poker_case_goes_on(run, status); seat++)
            if (run->scripts[seat].present)
                status = poker_case_place(run, seat);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- steps */

static const struct poker_words crazy4_case_plain[] = {
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
    {NULL, POKER_ACT_COUNT, POKER_BETTING, false},
};

static const struct poker_words crazy4_case_of_seat[] = {
    {"stands", POKER_STAND, POKER_BETTING, false},
    {"leaves", POKER_LEAVE, POKER_BETTING, false},
    {NULL, POKER_ACT_COUNT, POKER_BETTING, false},
};

/* Settles the seats before this one first, with the routine steps. */
static enum status crazy4_case_before(struct poker_case *run, const struct poker_step *step, bool *done)
{
    enum status status = STATUS_OK;
    *done = step->action.act == POKER_SETTLE;
    while (*done && poker_case_goes_on(run, status) &&
           crazy4_to_settle(&crazy4_of(run)->table) >= step->action.seat)
        status = poker_case_go_on(run);
    return status;
}

/* bring deck 1; shuffle deck 1 by hand; shuffle deck 1 by device, 51 cards; cut deck 1 at 9; take deck 2 */
static enum status take_deck_step(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step,
                                  bool *known)
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
static enum status take_draw(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step)
{
    step->action.act = POKER_DRAW;
    step->moment = POKER_LOCKED;
    do {
        enum status status = STATUS_OK;
        if (case_take_words(cursor, "magic card")) {
            step->action.magic_drawn = true;
            status = poker_case_card(run, cursor, &step->action.card);
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
static enum status take_counts(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step)
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
static enum status take_method(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step)
{
    step->action.act = POKER_CHANGE_METHOD;
    enum status status = crazy4_case_dealing(cursor, &step->action.dealing, run->fault);
    if (succeeded(status) && !case_take(cursor, ','))
        status = case_expected(cursor, run->fault, "a comma and how the cards are shuffled");
    return succeeded(status) ? crazy4_case_shuffling(cursor, &step->action.shuffling, run->fault) : status;
}

/* Steps with one number, or a list behind a colon. */
static enum status take_list_step(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step,
                                  bool *known)
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
        step->moment = POKER_REVEALED;
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

static enum status crazy4_case_take_step(struct poker_case *run, struct case_cursor *cursor,
                                         struct poker_step *step, bool *known)
{
    enum status status = take_deck_step(run, cursor, step, known);
    if (succeeded(status) && !*known)
        status = take_list_step(run, cursor, step, known);
    return status;
}

/* ----------------------------------------------------------------------------------- the deal */

/* A card, or a stack of five, and how it came. */
static enum status take_dealt(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step)
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
static enum status take_deal(struct poker_case *run, struct case_cursor *cursor)
{
    enum status status = STATUS_OK;
    if (!case_take(cursor, ':')) {
        status = case_end(cursor, run->fault);
        return succeeded(status) ? poker_case_bring_to(run, POKER_DEALT) : status;
    }
    do {
        struct poker_step step = {.moment = POKER_LOCKED};
        status = take_dealt(run, cursor, &step);
        struct case_cursor mark = *cursor;
        if (succeeded(status) && case_take_arrow(&mark))
            return poker_case_finish(run, cursor, &step);
        if (succeeded(status))
            status = poker_case_bring_to(run, POKER_LOCKED);
        struct poker_action chips;
        while (poker_case_goes_on(run, status) && run->round->state == POKER_LOCKED &&
               crazy4_routine(&crazy4_of(run)->table, &chips))
            status = poker_case_act(run, &chips);
        if (poker_case_goes_on(run, status))
            status = poker_case_act(run, &step.action);
    } while (poker_case_goes_on(run, status) && case_take(cursor, ','));
    return poker_case_goes_on(run, status) ? case_end(cursor, run->fault) : status;
}

static enum status crazy4_case_take_line(struct poker_case *run, struct case_cursor *cursor, bool *known)
{
    *known = true;
    if (case_take_words(cursor, "time"))
        return take_time(run, cursor);
    if (case_take_words(cursor, "deal"))
        return take_deal(run, cursor);
    if (case_take_words(cursor, "decide")) {
        enum status status = case_end(cursor, run->fault);
        return succeeded(status) ? poker_case_bring_to(run, POKER_COLLECTED) : status;
    }
    if (case_take_words(cursor, "again"))
        return take_again(run, cursor);
    struct case_cursor mark = *cursor;
    if (case_take_words(&mark, "dealer exposes")) { /* a step that begins as the dealer's line does */
        struct poker_step step = {.moment = POKER_BETTING, .action = {.act = POKER_EXPOSE}};
        *cursor = mark;
        enum status status = poker_case_card(run, cursor, &step.action.card);
        return succeeded(status) ? poker_case_finish(run, cursor, &step) : status;
    }
    *known = false;
    return STATUS_OK;
}

static const struct poker_case_game crazy4_case_game = {
    .poker = &crazy4_game,
    .place = "seat",
    .places = "seats",
    .sits = "sits at seat",
    .clause = "#145",
    .lines = "settings, a meter, a seat, the dealer, a step or expect",
    .seat_steps = "a colon and cards, or wagers, withdraws, plays, folds, leaves, stands, has or key",
    .in_turn = true,
    .dealer_cards = POKER_HAND_CARDS,
    .plain = crazy4_case_plain,
    .of_seat = crazy4_case_of_seat,
    .open = crazy4_case_open,
    .set_meters = crazy4_case_set_meters,
    .deals_stacks = crazy4_case_deals_stacks,
    .keys = crazy4_case_keys,
    .take_settings = crazy4_case_take_settings,
    .take_meter = crazy4_case_take_meter,
    .take_dealer = crazy4_case_take_dealer,
    .take_line = crazy4_case_take_line,
    .take_step = crazy4_case_take_step,
    .before = crazy4_case_before,
    .expect = crazy4_case_expect,
};

static enum status crazy4_case_play(const struct case_file *file, const struct case_rules *rules,
                                    struct case_result *result, struct case_fault *fault)
{
    struct crazy4_run own = {
        .run = {.game = &crazy4_case_game, .file = file, .result = result, .fault = fault},
        .settings = crazy4_default_settings(rules->crazy4)};
    own.run.round = &own.table.round;
    return poker_case_play(&own.run);
}

const struct case_game case_crazy4 = {"crazy-4-poker", crazy4_case_play};
