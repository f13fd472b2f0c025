/*
 * The settlement of Four-Card Poker: forfeits, the pass from the dealer's right, envy, the end of the round.
 */
#include "base/check.h"
#include "games/four_card_internal.h"

/* ------------------------------------------------------------------------------------- forfeits */

/* A folded hand stays while a side bet lives on it: #27, #29, #DR5. */
static bool hand_is_shown(const struct four_card *table, unsigned seat)
{
    const struct poker_seat *at = &table->round.seats[seat];
    return four_card_in_round(table, seat) &&
           (at->decision != POKER_FOLDED || at->wagers[WAGER_ACES_UP].cents > 0 ||
            at->wagers[WAGER_PROGRESSIVE].cents > 0);
}

void four_card_collect_forfeits(struct four_card *table)
{
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (table->round.seats[seat].decision == POKER_FOLDED)
            poker_add_lost(&table->round, seat, WAGER_ANTE, CLAUSE(26), "forfeited on the fold");
    table->round.state = POKER_COLLECTED;
}

/* --------------------------------------------------------------------------------- Play and Ante */

enum outcome { LOST, TIED, WON };

static enum outcome outcome_of(const struct four_card *table, unsigned seat)
{
    /* The dealer always qualifies: #33. */
    unsigned player = poker_four(&table->round, seat).order;
    unsigned dealer = poker_four(&table->round, POKER_DEALER).order;
    return player > dealer ? WON : player == dealer ? TIED : LOST;
}

static void settle_even(struct four_card *table, unsigned seat, enum wager wager, enum outcome outcome)
{
    static const struct pay even = {PAY_TO_ONE, 1, 1}; /* #DR21 */
    if (outcome == LOST)
        poker_add_lost(&table->round, seat, wager, CLAUSE(43), "taken");
    else if (outcome == TIED)
        settlement_say(poker_add_paid(&table->round, seat, wager, CLAUSE(44), even),
                       "paid 1 to 1 on the tie");
    else
        settlement_say(poker_add_paid(&table->round, seat, wager, CLAUSE(43), even), "paid 1 to 1");
}

/* On the Ante, whatever the dealer has, but within the posted limit: #45, #46, #DR9, #DR25. */
static void settle_bonus(struct four_card *table, unsigned seat, enum outcome outcome)
{
    const struct pay_row *row =
        poker_row(&table->settings.tables->ante_bonus, &table->round.seats[seat].hand);
    if (!row || (outcome == LOST && table->settings.bonus_needs_win))
        return;
    CHECK_OP(row->pay.kind, ==, PAY_TO_ONE);
    char words[PAY_WORDS_SIZE];
    struct settlement_line *line = poker_add_line(&table->round, seat, WAGER_AUTOMATIC_BONUS, CLAUSE(46));
    enum status status = money_ratio(table->round.seats[seat].wagers[WAGER_ANTE], row->pay.amount,
                                     row->pay.per, MONEY_ROUND_DOWN, &line->paid);
    CHECK_OP(status, ==, STATUS_OK);
    struct money most = table->settings.bonus_max;
    bool limited = most.cents > 0 && line->paid.cents > most.cents;
    if (limited)
        line->paid = most;
    settlement_say(line, "%s, %s on the Ante%s%s", row->hand, pay_words(row->pay, words),
                   limited ? ", up to the posted limit" : "",
                   outcome == LOST ? " although the hand lost" : "");
}

/* -------------------------------------------------------------------------------------- Aces Up */

/* Against its own pay table, regardless of the dealer's hand and of a fold: #27, #47 to #49. */
static void settle_aces_up(struct four_card *table, unsigned seat)
{
    if (table->round.seats[seat].wagers[WAGER_ACES_UP].cents == 0)
        return;
    const struct pay_row *row =
        poker_row(&table->settings.tables->aces_up[table->settings.schedule], &table->round.seats[seat].hand);
    bool folded = table->round.seats[seat].decision == POKER_FOLDED;
    char words[PAY_WORDS_SIZE];
    if (!row)
        poker_add_lost(&table->round, seat, WAGER_ACES_UP, CLAUSE(47), "lost");
    else
        settlement_say(
            poker_add_paid(&table->round, seat, WAGER_ACES_UP, folded ? CLAUSE(27) : CLAUSE(48), row->pay),
            "%s, %s%s", row->hand, pay_words(row->pay, words), folded ? " in spite of the fold" : "");
}

/* ---------------------------------------------------------------------------------- progressive */

unsigned four_card_key_due(const struct four_card *table, unsigned seat)
{
    const struct paytable *paytable = four_card_progressive_table(&table->settings);
    if (!paytable || table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0)
        return 0;
    return paytable_row_number(paytable, poker_row(paytable, &table->round.seats[seat].hand));
}

static const struct pay_row *due_row(const struct four_card *table, unsigned seat)
{
    unsigned due = four_card_key_due(table, seat);
    return due != 0 ? &four_card_progressive_table(&table->settings)->rows[due - 1] : NULL;
}

static bool is_whole(struct pay pay)
{
    return pay.kind == PAY_METER && pay.amount == pay.per;
}

static struct money award(struct four_card *table, struct pay pay)
{
    struct money prize;
    enum status status = meter_award(&table->progressive, pay, 1, &prize, &table->log);
    CHECK_OP(status, ==, STATUS_OK);
    return prize;
}

/* The other procedure for several prizes: prizes of less than the whole meter are paid first (#72). */
static void fix_smaller_shares(struct four_card *table)
{
    for (unsigned seat = table->settings.seats; seat >= 1; seat--) {
        struct poker_seat *at = &table->round.seats[seat];
        const struct pay_row *row = at->settled || at->share_fixed ? NULL : due_row(table, seat);
        if (row && row->pay.kind == PAY_METER && !is_whole(row->pay)) {
            at->share = award(table, row->pay);
            at->share_fixed = true;
        }
    }
}

/* "100% of meter 6,100.60; meter to 5,000", and the change of the reserve (#66, #73, #74). */
static void settle_share(struct four_card *table, unsigned seat, struct pay pay)
{
    struct poker_seat *at = &table->round.seats[seat];
    if (is_whole(pay) && table->settings.meter_order == FOUR_CARD_SMALLER_SHARES_FIRST)
        fix_smaller_shares(table);
    char before[MONEY_TEXT_SIZE], seed[MONEY_TEXT_SIZE], reserve[MONEY_TEXT_SIZE], after[MONEY_TEXT_SIZE];
    char words[PAY_WORDS_SIZE];
    pay_words(pay, words);
    settlement_amount(table->progressive.value, before);
    settlement_amount(table->progressive.seed, seed);
    settlement_amount(table->progressive.reserve, reserve);
    bool adds_reserve = is_whole(pay) && table->progressive.reserve.cents > 0;
    bool was_fixed = at->share_fixed;
    struct settlement_line *line =
        poker_add_line(&table->round, seat, WAGER_PROGRESSIVE, is_whole(pay) ? CLAUSE(74) : CLAUSE(66));
    line->paid = was_fixed ? at->share : award(table, pay);
    line->from = PAID_FROM_METER;
    line->supervised = true;
    settlement_amount(table->progressive.value, after);
    if (was_fixed)
        settlement_say(line, "%s, taken off before the whole was paid", words);
    else if (adds_reserve)
        settlement_say(line, "%s %s; meter to seed %s + reserve %s = %s; reserve to 0", words, before, seed,
                       reserve, after);
    else
        settlement_say(line, "%s %s; meter to %s", words, before, after);
}

/* A wrong button that nobody noticed moves the meter as it says; the log keeps it: #73, #79. */
static void move_by_wrong_key(struct four_card *table, unsigned seat)
{
    unsigned key = table->round.seats[seat].key;
    if (key == 0 || key == four_card_key_due(table, seat))
        return;
    struct pay pay = four_card_progressive_table(&table->settings)->rows[key - 1].pay;
    if (pay.kind == PAY_METER)
        award(table, pay);
}

static void settle_progressive(struct four_card *table, unsigned seat)
{
    if (table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0)
        return;
    move_by_wrong_key(table, seat);
    const struct pay_row *row = due_row(table, seat);
    if (!row) {
        poker_add_lost(&table->round, seat, WAGER_PROGRESSIVE, CLAUSE(58), "lost");
    } else if (row->pay.kind == PAY_METER) {
        settle_share(table, seat, row->pay);
    } else {
        char words[PAY_WORDS_SIZE];
        struct settlement_line *line =
            poker_add_paid(&table->round, seat, WAGER_PROGRESSIVE, CLAUSE(67), row->pay);
        line->supervised = true;
        settlement_say(line, "%s, %s from the tray", pay_row_words(row), pay_words(row->pay, words));
    }
}

/* ------------------------------------------------------------------------------------- the pass */

struct ruling four_card_may_key(const struct four_card *table, const struct poker_action *action)
{
    const struct paytable *paytable = four_card_progressive_table(&table->settings);
    if (!paytable)
        return ruling_no(CLAUSE(54), "this table does not offer the progressive wager");
    if (action->seat == POKER_DEALER || !table->round.seats[action->seat].lit)
        return ruling_no(CLAUSE(68), "position %u has no progressive wager", action->seat);
    if (table->round.seats[action->seat].settled)
        return ruling_no(CLAUSE(68), "position %u has been settled", action->seat);
    if (action->count < 1 || action->count > paytable->row_count)
        return ruling_no(CLAUSE(68), "the keypad has no such hand button");
    return ruling_yes();
}

void four_card_key(struct four_card *table, const struct poker_action *action)
{
    poker_press_key(&table->round, action->seat, action->count); /* #69 */
}

struct ruling four_card_may_verify(const struct four_card *table, const struct poker_action *action)
{
    if (action->seat == POKER_DEALER || four_card_key_due(table, action->seat) == 0)
        return ruling_no(CLAUSE(71), "position %u has no progressive win to verify", action->seat);
    return ruling_yes();
}

void four_card_verify(struct four_card *table, const struct poker_action *action)
{
    table->round.seats[action->seat].verified = true;
}

static struct ruling may_settle_key(const struct four_card *table, unsigned seat, bool unchecked)
{
    unsigned due = four_card_key_due(table, seat), key = table->round.seats[seat].key;
    const struct pay_row *row = due_row(table, seat);
    if (unchecked && key != due && !(row && row->pay.kind == PAY_METER))
        return ruling_yes();
    if (key != 0 && key != due)
        return ruling_no(CLAUSE(69),
                         "position %u does not hold the hand of the button that is on; press it again", seat);
    if (key != due)
        return ruling_no(CLAUSE(68), "position %u wins the progressive; press its hand button", seat);
    if (due != 0 && !table->round.seats[seat].verified)
        return ruling_no(CLAUSE(71), "a supervisor verifies the progressive win of position %u first", seat);
    return ruling_yes();
}

struct ruling four_card_may_settle(const struct four_card *table, const struct poker_action *action)
{
    unsigned seat = four_card_to_settle(table);
    if (action->seat != 0 && action->seat != seat)
        return ruling_no(CLAUSE(35), "position %u is settled next, then the others counter-clockwise", seat);
    return seat == 0 ? ruling_yes() : may_settle_key(table, seat, action->unchecked);
}

/* From the back forwards: Play, Ante with its bonus, Aces Up, progressive (#38 to #42). */
static void settle_seat(struct four_card *table, unsigned seat)
{
    if (table->round.seats[seat].decision == POKER_PLAYED) {
        enum outcome outcome = outcome_of(table, seat);
        settle_even(table, seat, WAGER_PLAY, outcome);
        settle_even(table, seat, WAGER_ANTE, outcome);
        settle_bonus(table, seat, outcome);
    }
    settle_aces_up(table, seat);
    settle_progressive(table, seat);
    table->round.seats[seat].settled = true;
}

void four_card_settle(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    unsigned seat = four_card_to_settle(table);
    if (seat != 0)
        settle_seat(table, seat);
    table->round.state = POKER_SETTLING;
    if (four_card_to_settle(table) == 0)
        table->round.state = POKER_ENVY;
}

/* ----------------------------------------------------------------------------------------- envy */

/*
 * The envy prize of `seat` for the hand of `other`: for every row with an envy amount (#DR7), whether or not the other has
 * the side bet (#DR6), but not between positions of one person (#DR18). It scales with the wager (#64).
 */
static struct money envy_for(const struct four_card *table, unsigned seat, unsigned other)
{
    if (table->round.seats[other].player == table->round.seats[seat].player || !hand_is_shown(table, other))
        return money_of_cents(0);
    const struct pay_row *row =
        poker_row(four_card_progressive_table(&table->settings), &table->round.seats[other].hand);
    return pay_row_envy(row, table->round.seats[seat].wagers[WAGER_PROGRESSIVE]);
}

/* To every position with the wager, folded or not, and to no other (#80, #83, #DR5), all of it in one sum (#86). */
void four_card_pay_envy(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    for (unsigned seat = table->settings.seats; seat >= 1; seat--) {
        struct money envies[POKER_SEATS_MAX + 1] = {0};
        if (table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0)
            continue;
        for (unsigned other = 1; other <= table->settings.seats; other++)
            envies[other] = envy_for(table, seat, other);
        settlement_add_envy(&table->round.settlement, seat, envies, table->settings.seats, "position",
                            CLAUSE(81));
    }
    table->envy_paid = true;
}

/* -------------------------------------------------------------------------------------- the end */

struct ruling four_card_may_end(const struct four_card *table, const struct poker_action *action)
{
    (void)action;
    return table->envy_paid ? ruling_yes() : ruling_no(CLAUSE(85), "envy is paid first");
}

/* The system is reset for the next hand: #77. */
void four_card_end(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    poker_end(&table->round);
}

struct ruling four_card_may_adjust(const struct four_card *table, const struct poker_action *action)
{
    if (!table->settings.progressive)
        return ruling_no(CLAUSE(54), "this table does not offer the progressive wager");
    int64_t by = action->amount.cents;
    if (by == 0 || by < -METER_MAX || by > METER_MAX || table->progressive.value.cents + by < 0 ||
        table->progressive.value.cents + by > METER_MAX)
        return ruling_no(CLAUSE(79), "the meter cannot be adjusted by this amount");
    if (table->log.count == METER_LOG_MAX)
        return ruling_no(CLAUSE(79), "the log of the round is full");
    return ruling_yes();
}

void four_card_adjust(struct four_card *table, const struct poker_action *action)
{
    enum status status = meter_adjust(&table->progressive, action->amount,
                                      "manual adjustment in the game manager", &table->log);
    CHECK_OP(status, ==, STATUS_OK);
}
