/*
 * The settlement of Four-Card Poker: forfeits, the pass from the dealer's right, envy, the end of the round.
 */
#include "base/check.h"
#include "games/four_card_internal.h"

/* ---------------------------------------------------------------------------------------- lines */

static struct settlement_line *add_line(struct four_card *table, unsigned seat, enum wager wager,
                                        const char *clause)
{
    return settlement_add(
        &table->settlement,
        (struct settlement_line){
            .seat = seat, .wager = wager, .stake = table->seats[seat].wagers[wager], .clause = clause});
}

static void add_lost(struct four_card *table, unsigned seat, enum wager wager, const char *clause,
                     const char *words)
{
    settlement_say(add_line(table, seat, wager, clause), "%s", words);
}

/* "to 1" pays beside the stake, "for 1" in place of it (#63). */
static struct settlement_line *add_paid(struct four_card *table, unsigned seat, enum wager wager,
                                        const char *clause, struct pay pay)
{
    struct settlement_line *line = add_line(table, seat, wager, clause);
    settlement_pay(line, pay, line->stake);
    return line;
}

static const struct pay_row *row_of(const struct four_card *table, const struct paytable *paytable,
                                    unsigned seat)
{
    const struct four_card_hand *hand = &table->seats[seat].hand;
    CHECK_OP(hand->count, ==, FOUR_CARD_HAND_CARDS);
    return paytable_row(paytable, paytable_score(paytable, hand->cards));
}

/* ------------------------------------------------------------------------------------- forfeits */

/* A folded hand stays while a side bet lives on it: #27, #29, #DR5. */
static bool hand_is_shown(const struct four_card *table, unsigned seat)
{
    const struct four_card_seat *at = &table->seats[seat];
    return four_card_in_round(table, seat) &&
           (at->decision != FOUR_CARD_FOLDED || at->wagers[WAGER_ACES_UP].cents > 0 ||
            at->wagers[WAGER_PROGRESSIVE].cents > 0);
}

void four_card_collect_forfeits(struct four_card *table)
{
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (table->seats[seat].decision == FOUR_CARD_FOLDED)
            add_lost(table, seat, WAGER_ANTE, CLAUSE(26), "forfeited on the fold");
    table->state = FOUR_CARD_COLLECTED;
}

/* --------------------------------------------------------------------------------- Play and Ante */

enum outcome { LOST, TIED, WON };

static enum outcome outcome_of(const struct four_card *table, unsigned seat)
{
    /* The dealer always qualifies: #33. */
    unsigned player = four_card_four(table, seat).order;
    unsigned dealer = four_card_four(table, FOUR_CARD_DEALER).order;
    return player > dealer ? WON : player == dealer ? TIED : LOST;
}

static void settle_even(struct four_card *table, unsigned seat, enum wager wager, enum outcome outcome)
{
    static const struct pay even = {PAY_TO_ONE, 1, 1}; /* #DR21 */
    if (outcome == LOST)
        add_lost(table, seat, wager, CLAUSE(43), "taken");
    else if (outcome == TIED)
        settlement_say(add_paid(table, seat, wager, CLAUSE(44), even), "paid 1 to 1 on the tie");
    else
        settlement_say(add_paid(table, seat, wager, CLAUSE(43), even), "paid 1 to 1");
}

/* On the Ante, whatever the dealer has, but within the posted limit: #45, #46, #DR9, #DR25. */
static void settle_bonus(struct four_card *table, unsigned seat, enum outcome outcome)
{
    const struct pay_row *row = row_of(table, &table->settings.tables->ante_bonus, seat);
    if (!row || (outcome == LOST && table->settings.bonus_needs_win))
        return;
    CHECK_OP(row->pay.kind, ==, PAY_TO_ONE);
    char words[PAY_WORDS_SIZE];
    struct settlement_line *line = add_line(table, seat, WAGER_AUTOMATIC_BONUS, CLAUSE(46));
    enum status status = money_ratio(table->seats[seat].wagers[WAGER_ANTE], row->pay.amount, row->pay.per,
                                     MONEY_ROUND_DOWN, &line->paid);
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
    if (table->seats[seat].wagers[WAGER_ACES_UP].cents == 0)
        return;
    const struct pay_row *row =
        row_of(table, &table->settings.tables->aces_up[table->settings.schedule], seat);
    bool folded = table->seats[seat].decision == FOUR_CARD_FOLDED;
    char words[PAY_WORDS_SIZE];
    if (!row)
        add_lost(table, seat, WAGER_ACES_UP, CLAUSE(47), "lost");
    else
        settlement_say(add_paid(table, seat, WAGER_ACES_UP, folded ? CLAUSE(27) : CLAUSE(48), row->pay),
                       "%s, %s%s", row->hand, pay_words(row->pay, words),
                       folded ? " in spite of the fold" : "");
}

/* ---------------------------------------------------------------------------------- progressive */

unsigned four_card_key_due(const struct four_card *table, unsigned seat)
{
    const struct paytable *paytable = four_card_progressive_table(&table->settings);
    if (!paytable || table->seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0)
        return 0;
    return paytable_row_number(paytable, row_of(table, paytable, seat));
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

/* The other procedure for several prizes: what is less than the whole comes off first (#72). */
static void fix_smaller_shares(struct four_card *table)
{
    for (unsigned seat = table->settings.seats; seat >= 1; seat--) {
        struct four_card_seat *at = &table->seats[seat];
        const struct pay_row *row = at->settled || at->share_fixed ? NULL : due_row(table, seat);
        if (row && row->pay.kind == PAY_METER && !is_whole(row->pay)) {
            at->share = award(table, row->pay);
            at->share_fixed = true;
        }
    }
}

/* "100% of meter 6,100.60; meter to 5,000", and what became of the reserve (#66, #73, #74). */
static void settle_share(struct four_card *table, unsigned seat, struct pay pay)
{
    struct four_card_seat *at = &table->seats[seat];
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
        add_line(table, seat, WAGER_PROGRESSIVE, is_whole(pay) ? CLAUSE(74) : CLAUSE(66));
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
    unsigned key = table->seats[seat].key;
    if (key == 0 || key == four_card_key_due(table, seat))
        return;
    struct pay pay = four_card_progressive_table(&table->settings)->rows[key - 1].pay;
    if (pay.kind == PAY_METER)
        award(table, pay);
}

static void settle_progressive(struct four_card *table, unsigned seat)
{
    if (table->seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0)
        return;
    move_by_wrong_key(table, seat);
    const struct pay_row *row = due_row(table, seat);
    if (!row) {
        add_lost(table, seat, WAGER_PROGRESSIVE, CLAUSE(58), "lost");
    } else if (row->pay.kind == PAY_METER) {
        settle_share(table, seat, row->pay);
    } else {
        char words[PAY_WORDS_SIZE];
        struct settlement_line *line = add_paid(table, seat, WAGER_PROGRESSIVE, CLAUSE(67), row->pay);
        line->supervised = true;
        settlement_say(line, "%s, %s from the tray", pay_row_words(row), pay_words(row->pay, words));
    }
}

/* ------------------------------------------------------------------------------------- the pass */

struct ruling four_card_may_key(const struct four_card *table, const struct four_card_action *action)
{
    const struct paytable *paytable = four_card_progressive_table(&table->settings);
    if (!paytable)
        return ruling_no(CLAUSE(54), "this table does not offer the progressive wager");
    if (action->seat == FOUR_CARD_DEALER || !table->seats[action->seat].lit)
        return ruling_no(CLAUSE(68), "position %u has no progressive wager", action->seat);
    if (table->seats[action->seat].settled)
        return ruling_no(CLAUSE(68), "position %u has been settled", action->seat);
    if (action->count < 1 || action->count > paytable->row_count)
        return ruling_no(CLAUSE(68), "the keypad has no such hand button");
    return ruling_yes();
}

void four_card_key(struct four_card *table, const struct four_card_action *action)
{
    struct four_card_seat *seat = &table->seats[action->seat];
    seat->key = seat->key == action->count ? 0 : action->count; /* #69 */
}

struct ruling four_card_may_verify(const struct four_card *table, const struct four_card_action *action)
{
    if (action->seat == FOUR_CARD_DEALER || four_card_key_due(table, action->seat) == 0)
        return ruling_no(CLAUSE(71), "position %u has no progressive win to verify", action->seat);
    return ruling_yes();
}

void four_card_verify(struct four_card *table, const struct four_card_action *action)
{
    table->seats[action->seat].verified = true;
}

static struct ruling may_settle_key(const struct four_card *table, unsigned seat, bool unchecked)
{
    unsigned due = four_card_key_due(table, seat), key = table->seats[seat].key;
    const struct pay_row *row = due_row(table, seat);
    if (unchecked && key != due && !(row && row->pay.kind == PAY_METER))
        return ruling_yes();
    if (key != 0 && key != due)
        return ruling_no(CLAUSE(69),
                         "position %u does not hold the hand of the button that is on; press it again", seat);
    if (key != due)
        return ruling_no(CLAUSE(68), "position %u wins the progressive; press its hand button", seat);
    if (due != 0 && !table->seats[seat].verified)
        return ruling_no(CLAUSE(71), "a supervisor verifies the progressive win of position %u first", seat);
    return ruling_yes();
}

struct ruling four_card_may_settle(const struct four_card *table, const struct four_card_action *action)
{
    unsigned seat = four_card_to_settle(table);
    if (action->seat != 0 && action->seat != seat)
        return ruling_no(CLAUSE(35), "position %u is settled next, then the others counter-clockwise", seat);
    return seat == 0 ? ruling_yes() : may_settle_key(table, seat, action->unchecked);
}

/* From the back forwards: Play, Ante with its bonus, Aces Up, progressive (#38 to #42). */
static void settle_seat(struct four_card *table, unsigned seat)
{
    if (table->seats[seat].decision == FOUR_CARD_PLAYED) {
        enum outcome outcome = outcome_of(table, seat);
        settle_even(table, seat, WAGER_PLAY, outcome);
        settle_even(table, seat, WAGER_ANTE, outcome);
        settle_bonus(table, seat, outcome);
    }
    settle_aces_up(table, seat);
    settle_progressive(table, seat);
    table->seats[seat].settled = true;
}

void four_card_settle(struct four_card *table, const struct four_card_action *action)
{
    (void)action;
    unsigned seat = four_card_to_settle(table);
    if (seat != 0)
        settle_seat(table, seat);
    table->state = FOUR_CARD_SETTLING;
    if (four_card_to_settle(table) == 0)
        table->state = FOUR_CARD_ENVY;
}

/* ----------------------------------------------------------------------------------------- envy */

/*
 * What `seat` gets for the hand of `other`: for every row with an envy amount (#DR7), whether or not the other has
 * the side bet (#DR6), but not between positions of one person (#DR18). It scales with the wager (#64).
 */
static struct money envy_for(const struct four_card *table, unsigned seat, unsigned other)
{
    if (table->seats[other].player == table->seats[seat].player || !hand_is_shown(table, other))
        return money_of_cents(0);
    const struct pay_row *row = row_of(table, four_card_progressive_table(&table->settings), other);
    return pay_row_envy(row, table->seats[seat].wagers[WAGER_PROGRESSIVE]);
}

/* All of it in one sum: #86. */
static void pay_envy_to(struct four_card *table, unsigned seat)
{
    struct money envies[FOUR_CARD_SEATS_MAX + 1] = {0};
    for (unsigned other = 1; other <= table->settings.seats; other++)
        envies[other] = envy_for(table, seat, other);
    settlement_add_envy(&table->settlement, seat, envies, table->settings.seats, "position", CLAUSE(81));
}

/* To every position with the wager, folded or not, and to no other: #80, #83, #DR5. */
void four_card_pay_envy(struct four_card *table, const struct four_card_action *action)
{
    (void)action;
    for (unsigned seat = table->settings.seats; seat >= 1; seat--)
        if (table->seats[seat].wagers[WAGER_PROGRESSIVE].cents > 0)
            pay_envy_to(table, seat);
    table->envy_paid = true;
}

/* -------------------------------------------------------------------------------------- the end */

struct ruling four_card_may_end(const struct four_card *table, const struct four_card_action *action)
{
    (void)action;
    return table->envy_paid ? ruling_yes() : ruling_no(CLAUSE(85), "envy is paid first");
}

/* The system is reset for the next hand: #77. */
void four_card_end(struct four_card *table, const struct four_card_action *action)
{
    (void)action;
    settlement_check(&table->settlement, four_card_staked(table));
    for (unsigned seat = 1; seat <= table->settings.seats; seat++) {
        table->seats[seat].key = 0;
        table->seats[seat].lit = false;
    }
    table->state = FOUR_CARD_OVER;
}

struct ruling four_card_may_adjust(const struct four_card *table, const struct four_card_action *action)
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

void four_card_adjust(struct four_card *table, const struct four_card_action *action)
{
    enum status status = meter_adjust(&table->progressive, action->amount,
                                      "manual adjustment in the game manager", &table->log);
    CHECK_OP(status, ==, STATUS_OK);
}
