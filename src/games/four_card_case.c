/*
 * Plays cases of Four-Card Poker: its settings, its meter with a reserve, and the sensors (games/poker_case_internal.h has what is
 * common to the poker games).
 */
#include "games/four_card_case.h"

#include "games/four_card.h"
#include "games/poker_case_internal.h"

#include <stdio.h>

struct four_card_run {
    struct poker_case run; /* the first */
    struct four_card_settings settings;
    struct four_card table;
    bool has_meter;
    struct money meter, reserve;
};

static struct four_card_run *four_card_of(struct poker_case *run)
{
    return (struct four_card_run *)run;
}

static bool succeeded(enum status status)
{
    return status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------ the table */

static struct ruling four_card_case_open(struct poker_case *run)
{
    struct four_card_run *own = four_card_of(run);
    struct ruling ruling = four_card_settings_check(&own->settings);
    if (!ruling.allowed)
        return ruling;
    four_card_init(&own->table, &own->settings);
    run->seats = own->settings.seats;
    return ruling;
}

static enum status four_card_case_set_meters(struct poker_case *run)
{
    struct four_card_run *own = four_card_of(run);
    if (!own->has_meter || succeeded(four_card_set_meter(&own->table, own->meter, own->reserve)))
        return STATUS_OK;
    struct case_cursor cursor = case_start(run->line);
    return case_fault_at(&cursor, run->fault, STATUS_RANGE, "the meter of this case is out of range");
}

static const struct paytable *four_card_case_keys(struct poker_case *run)
{
    return four_card_progressive_table(&four_card_of(run)->settings);
}

/* log: lock +0.20, award -1,300.02, manual adjustment +1,300.02 */
static enum status four_card_case_expect(void *context, struct case_cursor *cursor, bool *known,
                                         struct case_fault *fault)
{
    struct poker_case *run = context;
    const struct meter_log *log = &four_card_of(run)->table.log;
    if (!case_take_words(cursor, "log") || !case_take(cursor, ':'))
        return STATUS_OK;
    *known = true;
    char found[512], amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    for (unsigned i = 0; i < log->count; i++) {
        const struct meter_entry *entry = &log->entries[i];
        text_out_add(&out, "%s%s %s%s", i == 0 ? "" : ", ", meter_change_name(entry->change),
                     entry->value_cents >= 0 ? "+" : "",
                     settlement_amount(money_of_cents(entry->value_cents), amount));
    }
    struct text expected = case_rest(cursor);
    if (text_equal(expected, text_out_text(&out)))
        return STATUS_OK;
    return case_differs(run->result, cursor->line, fault, "the log came out as: %s", found);
}

/* ------------------------------------------------------------------------------------- settings */

static enum status take_schedule(struct case_cursor *cursor, struct four_card_settings *settings,
                                 struct case_fault *fault)
{
    for (unsigned i = 0; i < FOUR_CARD_ACES_UP_TABLES; i++) {
        char name[12];
        snprintf(name, sizeof name, "FCP-%02u", i + 1);
        if (case_take_words(cursor, name)) {
            settings->schedule = i;
            return STATUS_OK;
        }
    }
    return case_expected(cursor, fault, "FCP-01 to FCP-07");
}

/* Both spellings of FCPP and FCCP: #DR2. */
static enum status take_progressive(struct case_cursor *cursor, struct four_card_settings *settings,
                                    struct case_fault *fault)
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
        return case_expected(cursor, fault, "none, FCPP-1, FCCP-2, FCCP-3, PMG-01 or PMG-02");
    settings->progressive_schedule = i;
    settings->progressive_wager = settings->tables->progressive_wager[i];
    enum status status = STATUS_OK;
    while (succeeded(status) && case_take(cursor, ',')) {
        struct meter_rate *rate = &settings->progressive_rate;
        if (case_take_words(cursor, "wager"))
            status = case_money(cursor, &settings->progressive_wager, fault);
        else if (case_take_words(cursor, "seed"))
            status = case_money(cursor, &settings->progressive_seed, fault);
        else if (case_take_words(cursor, "rate"))
            status = case_percent(cursor, &rate->numerator, &rate->denominator, fault);
        else if (case_take_words(cursor, "reserve"))
            status = case_percent(cursor, &settings->reserve_rate.numerator,
                                  &settings->reserve_rate.denominator, fault);
        else
            status = case_expected(cursor, fault, "wager, seed, rate or reserve");
    }
    return status;
}

static enum status take_meter_order(struct case_cursor *cursor, enum four_card_meter_order *order,
                                    struct case_fault *fault)
{
    bool smaller = false;
    enum status status = case_flag(cursor, "counter-clockwise", "smaller shares first", &smaller, fault);
    *order = smaller ? FOUR_CARD_SMALLER_SHARES_FIRST : FOUR_CARD_COUNTER_CLOCKWISE;
    return status;
}

static enum status four_card_case_take_setting(struct case_cursor *cursor, void *kept,
                                               struct case_fault *fault)
{
    struct four_card_settings *settings = kept;
    if (case_take_name(cursor, "schedule"))
        return take_schedule(cursor, settings, fault);
    if (case_take_name(cursor, "progressive"))
        return take_progressive(cursor, settings, fault);
    if (case_take_name(cursor, "ante"))
        return case_limits(cursor, &settings->ante.least, &settings->ante.most, fault);
    if (case_take_name(cursor, "aces up"))
        return case_limits(cursor, &settings->aces_up.least, &settings->aces_up.most, fault);
    if (case_take_name(cursor, "unit"))
        return case_money(cursor, &settings->unit, fault);
    if (case_take_name(cursor, "positions"))
        return case_number(cursor, 99, &settings->seats, fault);
    if (case_take_name(cursor, "a person"))
        return case_flag(cursor, "has one position", "may have several positions",
                         &settings->several_positions, fault);
    if (case_take_name(cursor, "bonus limit"))
        return case_money(cursor, &settings->bonus_max, fault);
    if (case_take_name(cursor, "several meter prizes"))
        return take_meter_order(cursor, &settings->meter_order, fault);
    if (case_take_name(cursor, "progressive alone"))
        return case_flag(cursor, "refused", "allowed", &settings->progressive_alone, fault);
    if (case_take_name(cursor, "automatic bonus"))
        return case_flag(cursor, "always", "only with a win", &settings->bonus_needs_win, fault);
    return case_expected(
        cursor, fault,
        "schedule, progressive, ante, aces up, unit, positions, a person, bonus limit, several "
        "meter prizes, progressive alone or automatic bonus");
}

static enum status four_card_case_take_settings(struct poker_case *run, size_t at, struct case_cursor *cursor)
{
    struct four_card_run *own = four_card_of(run);
    struct four_card_settings settings = four_card_default_settings(own->settings.tables);
    struct text clause;
    enum status status =
        poker_case_settings(run, at, cursor, four_card_case_take_setting, &settings, &clause);
    if (!succeeded(status))
        return status;
    struct ruling ruling = four_card_settings_check(&settings);
    if (clause.length == 0)
        own->settings = settings;
    return poker_case_judge_settings(run, cursor, clause, &ruling);
}

/* meter: 3,200, reserve 410 */
static enum status four_card_case_take_meter(struct poker_case *run, struct case_cursor *cursor)
{
    struct four_card_run *own = four_card_of(run);
    if (!case_take(cursor, ':'))
        return case_expected(cursor, run->fault, "a colon");
    if (run->open)
        return case_fault_at(cursor, run->fault, STATUS_INVALID, "the meter is set before the first round");
    enum status status = case_money(cursor, &own->meter, run->fault);
    own->has_meter = true;
    if (succeeded(status) && case_take(cursor, ',')) {
        if (!case_take_words(cursor, "reserve"))
            return case_expected(cursor, run->fault, "\"reserve\" and an amount");
        status = case_money(cursor, &own->reserve, run->fault);
    }
    return succeeded(status) ? case_end(cursor, run->fault) : status;
}

/* dealer: Qh Qs 8d 5c 4s, face up 2c */
static enum status four_card_case_take_dealer(struct poker_case *run, struct case_cursor *cursor)
{
    struct hand down;
    struct card up;
    enum status status = poker_case_next_round(run, true);
    if (succeeded(status))
        status = case_cards(cursor, POKER_HAND_CARDS, POKER_HAND_CARDS, &down, run->fault);
    if (succeeded(status) && (!case_take(cursor, ',') || !case_take_words(cursor, "face up")))
        return case_expected(cursor, run->fault, "\", face up\" and the dealer's sixth card");
    if (succeeded(status))
        status = poker_case_card(run, cursor, &up);
    if (!succeeded(status))
        return status;
    hand_add(&down, up);
    run->scripts[POKER_DEALER].hand = down;
    run->scripts[POKER_DEALER].present = true;
    return case_end(cursor, run->fault);
}

/* ---------------------------------------------------------------------------------------- steps */

static const struct poker_words four_card_case_plain[] = {
    {"shuffle", POKER_SHUFFLE, POKER_BETTING, false},      {"lock", POKER_LOCK, POKER_BETTING, false},
    {"take chips", POKER_TAKE_CHIPS, POKER_LOCKED, false}, {"reveal", POKER_REVEAL, POKER_COLLECTED, false},
    {"pay envy", POKER_PAY_ENVY, POKER_ENVY, false},       {"end", POKER_END, POKER_ENVY, false},
    {"next round", POKER_NEXT_ROUND, POKER_OVER, false},   {NULL, POKER_ACT_COUNT, POKER_BETTING, false},
};

static const struct poker_words four_card_case_of_seat[] = {
    {"leaves", POKER_STAND, POKER_BETTING, false},
    {NULL, POKER_ACT_COUNT, POKER_BETTING, false},
};

/* Before somebody has a wrong number of cards, the deal goes on as far as the case has cards for it. */
static enum status four_card_case_before(struct poker_case *run, const struct poker_step *step, bool *done)
{
    struct four_card *table = &four_card_of(run)->table;
    *done = false;
    if (step->action.act != POKER_WRONG_COUNT)
        return STATUS_OK;
    enum status status = poker_case_bring_to(run, POKER_LOCKED);
    while (poker_case_goes_on(run, status) &&
           (run->round->state == POKER_LOCKED || run->round->state == POKER_DEALING)) {
        unsigned seat = four_card_deal_to(table);
        if (table->chips_taken && run->scripts[seat].hand.count <= run->round->seats[seat].hand.count)
            break;
        status = poker_case_go_on(run);
    }
    return status;
}

/* settle position 2 unchecked; supervisor verifies position 2; adjust meter 5.20; deal 5h */
static enum status four_card_case_take_step(struct poker_case *run, struct case_cursor *cursor,
                                            struct poker_step *step, bool *known)
{
    struct poker_action *action = &step->action;
    *known = true;
    if (case_take_words(cursor, "settle position")) {
        action->act = POKER_SETTLE;
        step->moment = POKER_REVEALED;
        enum status status = case_number(cursor, 99, &action->seat, run->fault);
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
    if (case_take_words(cursor, "deal")) {
        action->act = POKER_DEAL_CARD;
        step->moment = POKER_LOCKED;
        return poker_case_card(run, cursor, &action->card);
    }
    *known = false;
    return STATUS_OK;
}

/* sensors: 1 3 */
static enum status take_sensors(struct poker_case *run, struct case_cursor *cursor)
{
    unsigned lit = 0, found = 0, seat;
    while (!case_ended(cursor) && !case_take_words(cursor, "none")) {
        enum status status = case_number(cursor, POKER_SEATS_MAX, &seat, run->fault);
        if (!succeeded(status))
            return status;
        lit |= 1U << seat;
    }
    for (seat = 1; seat <= POKER_SEATS_MAX; seat++)
        found |= (unsigned)run->round->seats[seat].lit << seat;
    enum status status = case_end(cursor, run->fault);
    run->result->expectation_count++;
    if (!succeeded(status) || lit == found)
        return status;
    return case_differs(run->result, run->line, run->fault, "other sensors are lit");
}

static enum status four_card_case_take_line(struct poker_case *run, struct case_cursor *cursor, bool *known)
{
    *known = case_take_words(cursor, "sensors") && case_take(cursor, ':');
    return *known ? take_sensors(run, cursor) : STATUS_OK;
}

static const struct poker_case_game four_card_case_game = {
    .poker = &four_card_game,
    .place = "position",
    .places = "positions",
    .sits = "takes position",
    .clause = "#25",
    .lines = "settings, meter, a position, the dealer, a step, state or expect",
    .seat_steps = "a colon and cards, or wagers, withdraws, plays, folds, leaves, has or key",
    .dealer_cards = FOUR_CARD_DEALER_CARDS,
    .plain = four_card_case_plain,
    .of_seat = four_card_case_of_seat,
    .open = four_card_case_open,
    .set_meters = four_card_case_set_meters,
    .keys = four_card_case_keys,
    .take_settings = four_card_case_take_settings,
    .take_meter = four_card_case_take_meter,
    .take_dealer = four_card_case_take_dealer,
    .take_line = four_card_case_take_line,
    .take_step = four_card_case_take_step,
    .before = four_card_case_before,
    .expect = four_card_case_expect,
};

static enum status four_card_case_play(const struct case_file *file, const struct case_rules *rules,
                                       struct case_result *result, struct case_fault *fault)
{
    struct four_card_run own = {
        .run = {.game = &four_card_case_game, .file = file, .result = result, .fault = fault},
        .settings = four_card_default_settings(rules->four_card)};
    own.run.round = &own.table.round;
    return poker_case_play(&own.run);
}

const struct case_game case_four_card = {"four-card-poker", four_card_case_play};
