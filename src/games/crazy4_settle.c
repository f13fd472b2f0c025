/*
 * The settlement of Crazy 4 Poker: forfeits, the pass from the dealer's right, envy, Cover All.
 */
#include "base/check.h"
#include "cards/five.h"
#include "games/crazy4_internal.h"

#include <string.h>

/* --------------------------------------------------------------------------------- what is alive */

static bool is_abandoned(const struct crazy4 *table, unsigned seat)
{
    return table->round.seats[seat].left && !table->settings.leaver_keeps_wagers; /* #78, #MR30 */
}

/* The player's cards are on the table: neither in the discard rack nor left behind. */
static bool hand_lives(const struct crazy4 *table, unsigned seat)
{
    return crazy4_in_round(table, seat) && table->round.seats[seat].decision == POKER_PLAYED &&
           !is_abandoned(table, seat);
}

bool crazy4_bonus_lives(const struct crazy4 *table, unsigned seat, enum wager wager)
{
    const struct poker_seat *at = &table->round.seats[seat];
    if (at->wagers[wager].cents == 0 || is_abandoned(table, seat))
        return false;
    if (at->decision != POKER_FOLDED || table->settings.fold == CRAZY4_ALL_LIVE)
        return true;
    return table->settings.fold == CRAZY4_OWN_LOST && wager == WAGER_HAND_BONUS_DEALER; /* #MR6 */
}

static const struct poker_hand *bonus_hand(const struct crazy4 *table, unsigned seat, enum wager wager)
{
    return &table->round.seats[wager == WAGER_HAND_BONUS_OWN ? seat : POKER_DEALER].hand;
}

unsigned crazy4_key_due(const struct crazy4 *table, unsigned seat)
{
    const struct paytable *paytable = crazy4_progressive_table(&table->settings);
    if (!paytable || table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0 ||
        !hand_lives(table, seat))
        return 0;
    return paytable_row_number(paytable, poker_row(paytable, &table->round.seats[seat].hand));
}

/* Every progressive win (#180, #MR24); of the Five Card Hand Bonus 500 for 1 (#195) and shares of the meter
 * (#196). */
static bool bonus_is_supervised(struct pay pay, const char **clause)
{
    if (pay.kind == PAY_METER)
        *clause = CLAUSE(196);
    else if (pay.kind == PAY_FOR_ONE && pay.amount >= 500)
        *clause = CLAUSE(195);
    else
        return false;
    return true;
}

bool crazy4_needs_floor(const struct crazy4 *table, unsigned seat, const char **clause)
{
    static const enum wager bonuses[] = {WAGER_HAND_BONUS_OWN, WAGER_HAND_BONUS_DEALER};
    if (crazy4_key_due(table, seat) != 0) {
        *clause = CLAUSE(180);
        return true;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!crazy4_bonus_lives(table, seat, bonuses[i]))
            continue;
        const struct pay_row *row =
            poker_row(&table->settings.tables->five_card_hand_bonus, bonus_hand(table, seat, bonuses[i]));
        if (row && bonus_is_supervised(row->pay, clause))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------- forfeits */

static void forfeit(struct crazy4 *table, unsigned seat)
{
    const struct crazy4_settings *settings = &table->settings;
    const struct poker_seat *at = &table->round.seats[seat];
    const struct paytable *queens_up = crazy4_queens_up_table(settings);
    poker_add_lost(&table->round, seat, WAGER_ANTE, CLAUSE(143), "forfeited on the fold");
    poker_add_lost(&table->round, seat, WAGER_SUPER_BONUS, CLAUSE(143), "forfeited on the fold");
    if (at->wagers[WAGER_QUEENS_UP].cents > 0 && !settings->fold_keeps_queens_up)
        poker_add_lost(&table->round, seat, WAGER_QUEENS_UP, CLAUSE(146),
                       poker_row(queens_up, &at->hand) ? "forfeited on the fold (would have qualified)"
                                                       : "forfeited on the fold");
    if (at->wagers[WAGER_PROGRESSIVE].cents > 0)
        poker_add_lost(&table->round, seat, WAGER_PROGRESSIVE, CLAUSE(147),
                       "forfeited; envy eligibility kept");
    if (at->wagers[WAGER_HAND_BONUS_OWN].cents > 0 && settings->fold != CRAZY4_ALL_LIVE)
        poker_add_lost(&table->round, seat, WAGER_HAND_BONUS_OWN, CLAUSE(MR6), "lost with the hand");
    if (at->wagers[WAGER_HAND_BONUS_DEALER].cents > 0 && settings->fold == CRAZY4_ALL_LOST)
        poker_add_lost(&table->round, seat, WAGER_HAND_BONUS_DEALER, CLAUSE(MR6), "lost on the fold");
    if (at->wagers[WAGER_COVER_ALL].cents > 0 && settings->fold_loses_cover_all)
        poker_add_lost(&table->round, seat, WAGER_COVER_ALL, CLAUSE(MR7), "lost on the fold");
}

/* Those who left are settled as abandoned when the pass comes to them. */
void crazy4_collect_forfeits(struct crazy4 *table)
{
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (crazy4_in_round(table, seat) && table->round.seats[seat].decision == POKER_FOLDED &&
            !is_abandoned(table, seat))
            forfeit(table, seat);
    table->round.state = POKER_COLLECTED;
}

static void expose_for_cover_all(struct crazy4 *table, unsigned seat);

void crazy4_reveal(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    expose_for_cover_all(table, POKER_DEALER);
    table->round.state = POKER_REVEALED;
}

/* ------------------------------------------------------------------------ Ante, Play, Super Bonus */

enum outcome { BELOW_KING, LOST, WON, TIED };

static enum outcome outcome_of(const struct crazy4 *table, unsigned seat)
{
    unsigned player = poker_four(&table->round, seat).order;
    unsigned dealer = poker_four(&table->round, POKER_DEALER).order;
    if (!crazy4_dealer_qualifies(table))
        return BELOW_KING; /* No hands are compared: #MR1. */
    return player > dealer ? WON : player < dealer ? LOST : TIED;
}

static void settle_ante(struct crazy4 *table, unsigned seat, enum outcome outcome)
{
    static const struct pay even = {PAY_TO_ONE, 1, 1}; /* #202 */
    if (outcome == BELOW_KING)
        poker_add_returned(&table->round, seat, WAGER_ANTE, CLAUSE(158), "returned, dealer does not qualify");
    else if (outcome == TIED)
        poker_add_returned(&table->round, seat, WAGER_ANTE, CLAUSE(169), "returned, tie");
    else if (outcome == LOST)
        poker_add_lost(&table->round, seat, WAGER_ANTE, CLAUSE(162), "collected");
    else
        settlement_say(poker_add_paid(&table->round, seat, WAGER_ANTE, CLAUSE(165), even), "paid 1 to 1");
}

/* An amount that the hand did not allow comes back beyond the Ante, and the rest is settled: #MR21. */
static void settle_play(struct crazy4 *table, unsigned seat, enum outcome outcome)
{
    static const struct pay even = {PAY_TO_ONE, 1, 1};
    struct money stake = table->round.seats[seat].wagers[WAGER_PLAY];
    struct money most = crazy4_play_limits(table, seat).most;
    int64_t excess = stake.cents > most.cents ? stake.cents - most.cents : 0;
    struct settlement_line *line;
    if (outcome == WON || outcome == BELOW_KING) {
        line = poker_add_line(&table->round, seat, WAGER_PLAY, outcome == WON ? CLAUSE(166) : CLAUSE(159));
        settlement_pay(line, even, money_of_cents(stake.cents - excess));
        settlement_say(line, "paid 1 to 1");
    } else {
        line = poker_add_lost(&table->round, seat, WAGER_PLAY, outcome == LOST ? CLAUSE(163) : CLAUSE(170),
                              outcome == LOST ? "collected" : "returned, tie");
        line->returned = outcome == TIED ? stake : money_of_cents(excess);
    }
    if (excess > 0) {
        char amount[MONEY_TEXT_SIZE], words[SETTLEMENT_WORDS_SIZE];
        memcpy(words, line->words, sizeof words);
        line->clause = CLAUSE(MR21);
        settlement_say(line, "%.40s; %s beyond the Ante returned", words,
                       settlement_amount(money_of_cents(excess), amount));
    }
}

static void settle_super_bonus(struct crazy4 *table, unsigned seat, enum outcome outcome)
{
    static const char *const paid_clauses[] = {CLAUSE(160), CLAUSE(164), CLAUSE(167), CLAUSE(171)};
    static const char *const back_clauses[] = {CLAUSE(161), CLAUSE(MR2), CLAUSE(168), CLAUSE(172)};
    static const char *const endings[] = {"", " although the hand lost", "", " on the tie"};
    const struct pay_row *row =
        poker_row(&table->settings.tables->super_bonus, &table->round.seats[seat].hand);
    if (row) {
        char words[PAY_WORDS_SIZE];
        settlement_say(
            poker_add_paid(&table->round, seat, WAGER_SUPER_BONUS, paid_clauses[outcome], row->pay),
            "paid %s%s", pay_words(row->pay, words), endings[outcome]);
        return;
    }
    bool ahead = poker_four(&table->round, POKER_DEALER).order > poker_four(&table->round, seat).order;
    if (outcome == BELOW_KING && ahead && table->settings.below_king_compares)
        poker_add_lost(&table->round, seat, WAGER_SUPER_BONUS, CLAUSE(MR1),
                       "collected, the dealer's hand is higher");
    else if (outcome == LOST && !table->settings.losing_super_bonus_back)
        poker_add_lost(&table->round, seat, WAGER_SUPER_BONUS, CLAUSE(MR2),
                       "collected, less than a straight");
    else
        poker_add_returned(&table->round, seat, WAGER_SUPER_BONUS, back_clauses[outcome],
                           "returned, less than a straight");
}

static void settle_queens_up(struct crazy4 *table, unsigned seat)
{
    if (table->round.seats[seat].wagers[WAGER_QUEENS_UP].cents == 0)
        return;
    const struct pay_row *row =
        poker_row(crazy4_queens_up_table(&table->settings), &table->round.seats[seat].hand);
    char words[PAY_WORDS_SIZE];
    if (!row)
        poker_add_lost(&table->round, seat, WAGER_QUEENS_UP, CLAUSE(204), "lost");
    else
        settlement_say(poker_add_paid(&table->round, seat, WAGER_QUEENS_UP, CLAUSE(174), row->pay), "paid %s",
                       pay_words(row->pay, words));
}

/* ---------------------------------------------------------------------------------- from the meter */

/* A share of a meter as it stands at this player's turn (#213, #222, #MR9), for `ways` players alike. */
static struct money award(struct meter *meter, struct meter_log *log, struct pay pay, unsigned ways)
{
    struct money each;
    enum status status = meter_award(meter, pay, ways, &each, log);
    CHECK_OP(status, ==, STATUS_OK);
    return each;
}

static void add_share(struct crazy4 *table, unsigned seat, enum wager wager, const char *clause,
                      struct meter *meter, struct meter_log *log, struct pay pay)
{
    char before[MONEY_TEXT_SIZE], after[MONEY_TEXT_SIZE], words[PAY_WORDS_SIZE];
    settlement_amount(meter->value, before);
    struct settlement_line *line = poker_add_line(&table->round, seat, wager, clause);
    line->paid = award(meter, log, pay, 1);
    line->from = PAID_FROM_METER; /* #182, #198 */
    line->supervised = true;
    settlement_say(line, "%s %s; meter to %s", pay_words(pay, words), before,
                   settlement_amount(meter->value, after));
}

static void settle_progressive(struct crazy4 *table, unsigned seat)
{
    if (table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0)
        return;
    bool five = table->settings.progressive == CRAZY4_FIVE_CARD;
    const struct paytable *paytable = crazy4_progressive_table(&table->settings);
    const struct pay_row *row = poker_row(paytable, &table->round.seats[seat].hand);
    if (!row) {
        poker_add_lost(&table->round, seat, WAGER_PROGRESSIVE, paytable->clause, "lost");
    } else if (row->pay.kind == PAY_METER) {
        add_share(table, seat, WAGER_PROGRESSIVE, five ? CLAUSE(222) : CLAUSE(213), &table->progressive,
                  &table->progressive_log, row->pay);
    } else {
        char words[PAY_WORDS_SIZE];
        struct settlement_line *line =
            poker_add_paid(&table->round, seat, WAGER_PROGRESSIVE, paytable->clause, row->pay);
        line->supervised = true;
        settlement_say(line, "%s, %s from the tray", pay_row_words(row),
                       pay_words(row->pay, words)); /* #256 */
    }
}

/* ------------------------------------------------------------------------------ Five Card Hand Bonus */

static unsigned dealer_bonus_players(const struct crazy4 *table)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        count += crazy4_bonus_lives(table, seat, WAGER_HAND_BONUS_DEALER);
    return count;
}

/* The dealer's hand wins one prize, fixed at the first turn and divided equally: #227, #MR9, #MR16. */
static void add_dealer_share(struct crazy4 *table, unsigned seat, struct pay pay)
{
    struct settlement_line *line = poker_add_line(&table->round, seat, WAGER_HAND_BONUS_DEALER, CLAUSE(227));
    unsigned ways = dealer_bonus_players(table);
    line->from = PAID_FROM_METER;
    line->supervised = true;
    if (table->dealer_prize_fixed) {
        settlement_say(line, "equal share of the same prize");
    } else {
        char whole[MONEY_TEXT_SIZE], after[MONEY_TEXT_SIZE];
        struct money prize;
        enum status status =
            money_ratio(table->hand_bonus.value, pay.amount, pay.per, MONEY_ROUND_DOWN, &prize);
        CHECK_OP(status, ==, STATUS_OK);
        table->dealer_prize = award(&table->hand_bonus, &table->hand_bonus_log, pay, ways);
        table->dealer_prize_fixed = true;
        settlement_say(line, "%u%% = %s split %u ways; meter to %s", pay.amount,
                       settlement_amount(prize, whole), ways,
                       settlement_amount(table->hand_bonus.value, after));
    }
    line->paid = table->dealer_prize;
}

static void settle_bonus_hand(struct crazy4 *table, unsigned seat, enum wager wager)
{
    const struct pay_row *row =
        poker_row(&table->settings.tables->five_card_hand_bonus, bonus_hand(table, seat, wager));
    if (!row) {
        poker_add_lost(&table->round, seat, wager, CLAUSE(224), "lost");
    } else if (row->pay.kind != PAY_METER) {
        char words[PAY_WORDS_SIZE];
        const char *clause;
        struct settlement_line *line = poker_add_paid(&table->round, seat, wager, CLAUSE(224), row->pay);
        line->from = PAID_TO_ACCOUNT; /* #197 */
        line->supervised = bonus_is_supervised(row->pay, &clause);
        settlement_say(line, "%s, %s%s to game account", row->hand, pay_words(row->pay, words),
                       line->supervised ? ", floorperson verifies," : "");
    } else if (wager == WAGER_HAND_BONUS_DEALER && dealer_bonus_players(table) > 1) {
        add_dealer_share(table, seat, row->pay);
    } else {
        add_share(table, seat, wager, CLAUSE(224), &table->hand_bonus, &table->hand_bonus_log, row->pay);
    }
}

static void settle_magic_card(struct crazy4 *table, unsigned seat, enum wager wager, enum wager magic)
{
    const struct poker_hand *hand = bonus_hand(table, seat, wager);
    struct pay pay = table->settings.tables->magic_card;
    struct money stake = table->round.seats[seat].wagers[wager];
    char card[CARD_TEXT_SIZE], words[PAY_WORDS_SIZE], amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, card, sizeof card);
    card_write(&out, table->magic_card, CARD_STYLE_LETTERS);
    for (unsigned i = 0; table->magic_drawn && i < hand->count; i++)
        if (card_equal(hand->cards[i], table->magic_card)) {
            struct settlement_line *line = poker_add_line(&table->round, seat, magic, CLAUSE(229));
            settlement_pay(line, pay, stake);
            line->from = PAID_TO_ACCOUNT;
            settlement_say(line, "%s matches, %s on %s", card, pay_words(pay, words),
                           settlement_amount(stake, amount));
            return;
        }
}

static void settle_lucky_bonus(struct crazy4 *table, unsigned seat, enum wager wager, enum wager lucky)
{
    unsigned position = wager == WAGER_HAND_BONUS_OWN ? seat : POKER_DEALER;
    if (!table->lucky_drawn || table->lucky_position != position)
        return;
    struct pay pay = table->settings.tables->lucky_bonus;
    struct money stake = table->round.seats[seat].wagers[wager];
    char words[PAY_WORDS_SIZE], amount[MONEY_TEXT_SIZE];
    struct settlement_line *line = poker_add_line(&table->round, seat, lucky, CLAUSE(230));
    settlement_pay(line, pay, stake);
    line->from = PAID_TO_ACCOUNT;
    pay_words(pay, words);
    settlement_amount(stake, amount);
    if (position == POKER_DEALER)
        settlement_say(line, "dealer position drawn, %s on %s", words, amount);
    else
        settlement_say(line, "seat %u drawn, %s on %s", seat, words, amount);
}

/* The own hand first, the dealer's second, as the document names them (#MR9); each with its bonuses. */
static void settle_hand_bonus(struct crazy4 *table, unsigned seat)
{
    static const struct {
        enum wager wager, magic, lucky;
    } hands[] = {{WAGER_HAND_BONUS_OWN, WAGER_MAGIC_CARD_OWN, WAGER_LUCKY_BONUS_OWN},
                 {WAGER_HAND_BONUS_DEALER, WAGER_MAGIC_CARD_DEALER, WAGER_LUCKY_BONUS_DEALER}};
    for (unsigned i = 0; i < 2; i++)
        if (crazy4_bonus_lives(table, seat, hands[i].wager)) {
            settle_bonus_hand(table, seat, hands[i].wager);
            settle_magic_card(table, seat, hands[i].wager, hands[i].magic);
            settle_lucky_bonus(table, seat, hands[i].wager, hands[i].lucky);
        }
}

/* ------------------------------------------------------------------------------------- the pass */

struct ruling crazy4_may_key(const struct crazy4 *table, const struct poker_action *action)
{
    const struct paytable *paytable = crazy4_progressive_table(&table->settings);
    if (!paytable)
        return ruling_no(CLAUSE(85), "this table does not offer a progressive wager");
    if (!crazy4_in_round(table, action->seat) || table->round.seats[action->seat].settled)
        return ruling_no(CLAUSE(257), "seat %u is not to be settled", action->seat);
    if (action->count < 1 || action->count > paytable->row_count)
        return ruling_no(CLAUSE(257), "the keypad has no such hand button");
    return ruling_yes();
}

void crazy4_key(struct crazy4 *table, const struct poker_action *action)
{
    poker_press_key(&table->round, action->seat, action->count);
}

struct ruling crazy4_may_verify(const struct crazy4 *table, const struct poker_action *action)
{
    const char *clause;
    if (!crazy4_in_round(table, action->seat) || !crazy4_needs_floor(table, action->seat, &clause))
        return ruling_no(CLAUSE(178), "seat %u has no win that a floorperson verifies", action->seat);
    return ruling_yes();
}

void crazy4_verify(struct crazy4 *table, const struct poker_action *action)
{
    table->round.seats[action->seat].verified = true;
}

struct ruling crazy4_may_settle(const struct crazy4 *table, const struct poker_action *action)
{
    unsigned seat = crazy4_to_settle(table);
    if (action->seat != 0 && action->seat != seat)
        return ruling_no(table->round.seats[action->seat].settled ? CLAUSE(154) : CLAUSE(153),
                         "seat %u is settled next, completely, then the others counter-clockwise", seat);
    if (seat == 0)
        return ruling_yes();
    const char *clause;
    unsigned due = crazy4_key_due(table, seat), key = table->round.seats[seat].key;
    if (key != 0 && key != due)
        return ruling_no(CLAUSE(258),
                         "seat %u does not hold the hand of the button that is on; press it again", seat);
    if (key != due)
        return ruling_no(CLAUSE(257), "seat %u wins the progressive; press its hand button", seat);
    if (crazy4_needs_floor(table, seat, &clause) && !table->round.seats[seat].verified)
        return ruling_no(clause, "a floorperson or above verifies the win of seat %u first", seat);
    return ruling_yes();
}

static void settle_seat(struct crazy4 *table, unsigned seat)
{
    if (is_abandoned(table, seat)) {
        for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
            if (poker_is_pending(&table->round, seat, (enum wager)wager))
                poker_add_lost(&table->round, seat, (enum wager)wager, CLAUSE(78), "abandoned, losing");
        return;
    }
    if (table->round.seats[seat].decision == POKER_PLAYED) {
        enum outcome outcome = outcome_of(table, seat);
        settle_ante(table, seat, outcome);
        settle_play(table, seat, outcome);
        settle_super_bonus(table, seat, outcome);
        settle_queens_up(table, seat);
        settle_progressive(table, seat);
        expose_for_cover_all(table, seat);
    } else if (table->settings.fold_keeps_queens_up) {
        settle_queens_up(table, seat);
    }
    settle_hand_bonus(table, seat);
}

/* #154: all steps of one player before the next. */
void crazy4_settle(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    unsigned seat = crazy4_to_settle(table);
    if (seat != 0) {
        settle_seat(table, seat);
        table->round.seats[seat].settled = true;
    }
    table->round.state = POKER_SETTLING;
    if (crazy4_to_settle(table) == 0)
        table->round.state = POKER_ENVY;
}

/* ----------------------------------------------------------------------------------------- envy */

/* The envy prize of `seat` for the hand of `other`: fixed sums, by the wager of the recipient (#214, #223). */
static struct money envy_for(const struct crazy4 *table, unsigned seat, unsigned other)
{
    const struct paytable *paytable = crazy4_progressive_table(&table->settings);
    bool triggers = other != seat && hand_lives(table, other) &&
                    (!table->settings.envy_needs_wager ||
                     table->round.seats[other].wagers[WAGER_PROGRESSIVE].cents > 0); /* #MR11 */
    const struct pay_row *row = triggers ? poker_row(paytable, &table->round.seats[other].hand) : NULL;
    return pay_row_envy(row, table->round.seats[seat].wagers[WAGER_PROGRESSIVE]);
}

/* A folded player keeps the right to envy (#148); the dealer's hand gives none (#187, #191, #264). */
void crazy4_pay_envy(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    for (unsigned seat = table->settings.seats; seat >= 1; seat--) {
        struct money envies[POKER_SEATS_MAX + 1] = {0};
        if (table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents == 0 || is_abandoned(table, seat))
            continue;
        for (unsigned other = 1; other <= table->settings.seats; other++)
            envies[other] = envy_for(table, seat, other);
        settlement_add_envy(&table->round.settlement, seat, envies, table->settings.seats, "seat",
                            table->settings.progressive == CRAZY4_FIVE_CARD ? CLAUSE(188) : CLAUSE(184));
    }
    table->round.state = POKER_COVER_ALL;
}

/* ------------------------------------------------------------------------------------ Cover All */

/* In the order of Cover All; with the reading that a royal flush has a ten, A-K-Q-J is a straight flush. */
static struct score cover_score(const struct crazy4 *table, const struct poker_hand *hand)
{
    struct score score = paytable_score(&table->settings.tables->cover_all[0], hand->cards);
    if (score_class(score) == COVER_CLASS_ROYAL_FLUSH && table->settings.cover_all_royal_has_ten &&
        five_value_class(five_rank5(hand->cards)) != FIVE_CLASS_ROYAL_FLUSH)
        return score_with_rank(score_of_class(COVER_CLASS_STRAIGHT_FLUSH), 0, RANK_ACE);
    return score;
}

/* #244, #245: a straight or higher stays out until a higher hand is found. */
static void expose_for_cover_all(struct crazy4 *table, unsigned seat)
{
    if (!table->settings.cover_all)
        return;
    struct score score = cover_score(table, &table->round.seats[seat].hand);
    if (score_class(score) < COVER_CLASS_STRAIGHT)
        return;
    if (table->exposed &&
        cover_score(table, &table->round.seats[table->exposed_seat].hand).bits >= score.bits)
        return;
    table->exposed = true;
    table->exposed_seat = seat;
}

static void settle_cover_all_of(struct crazy4 *table, unsigned seat, const struct pay_row *row,
                                unsigned players)
{
    if (is_abandoned(table, seat)) {
        poker_add_lost(&table->round, seat, WAGER_COVER_ALL, CLAUSE(78), "abandoned, losing");
        return;
    }
    if (!row) {
        poker_add_lost(&table->round, seat, WAGER_COVER_ALL, CLAUSE(236),
                       "lost, best hand below three of a kind");
        return;
    }
    char words[PAY_WORDS_SIZE];
    settlement_say(poker_add_paid(&table->round, seat, WAGER_COVER_ALL, CLAUSE(241), row->pay),
                   "%s, %u player%s: %s", pay_row_words(row), players, players == 1 ? "" : "s",
                   pay_words(row->pay, words));
}

/* The hands dealt are counted, folded ones included, and only those on the table can be the highest: #MR7. */
void crazy4_settle_cover_all(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    unsigned players = crazy4_players(table);
    const struct pay_row *row = NULL;
    if (table->exposed) {
        CHECK(players >= 1 && players <= CRAZY4_COVER_ALL_PLAYERS);
        row = paytable_row(&table->settings.tables->cover_all[players - 1],
                           cover_score(table, &table->round.seats[table->exposed_seat].hand));
    }
    for (unsigned seat = table->settings.seats; seat >= 1; seat--)
        if (poker_is_pending(&table->round, seat, WAGER_COVER_ALL))
            settle_cover_all_of(table, seat, row, players);
    table->cover_settled = true;
}

struct ruling crazy4_may_end(const struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (table->round.seats[seat].wagers[WAGER_COVER_ALL].cents > 0 && !table->cover_settled)
            return ruling_no(CLAUSE(246), "the Cover All wagers are settled first");
    return ruling_yes();
}

/* The hand buttons go off (#261) and the deck is due for its shuffle (#35). */
void crazy4_game_over(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    poker_end(&table->round);
    struct crazy4_deck *deck = &table->decks[table->deck];
    deck->shuffled = deck->cut = false;
}
