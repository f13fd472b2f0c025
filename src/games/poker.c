#include "games/poker.h"

#include "base/check.h"

#include <stdio.h>

const char *poker_state_name(enum poker_state state)
{
    static const char *const names[POKER_STATE_COUNT] = {
        "betting",  "locked",   "dealing", "dealt",     "deciding", "collected",
        "revealed", "settling", "envy",    "cover all", "over",     "void",
    };
    CHECK_OP((unsigned)state, <, POKER_STATE_COUNT);
    return names[state];
}

/* ---------------------------------------------------------------------------------------- round */

struct poker_round poker_first_round(void)
{
    return (struct poker_round){.number = 1, .void_clause = ""};
}

struct poker_round poker_round_after(const struct poker_round *round)
{
    CHECK(round->state == POKER_OVER || round->state == POKER_VOID);
    struct poker_round next = {.number = round->number + 1, .void_clause = ""};
    for (unsigned seat = 1; seat <= POKER_SEATS_MAX; seat++)
        if (!round->seats[seat].left)
            next.seats[seat].player = round->seats[seat].player;
    return next;
}

struct four_value poker_four(const struct poker_round *round, unsigned seat)
{
    const struct poker_hand *hand = &round->seats[seat].hand;
    CHECK_OP(hand->count, >=, POKER_HAND_CARDS);
    return four_rank(hand->cards, hand->count);
}

struct money poker_staked(const struct poker_round *round)
{
    int64_t cents = 0;
    for (unsigned seat = 1; seat <= POKER_SEATS_MAX; seat++)
        cents += wagers_total(round->seats[seat].wagers).cents;
    return money_of_cents(cents);
}

const struct pay_row *poker_row(const struct paytable *paytable, const struct poker_hand *hand)
{
    CHECK_OP(hand->count, ==, POKER_HAND_CARDS);
    return paytable_row(paytable, paytable_score(paytable, hand->cards));
}

bool poker_is_pending(const struct poker_round *round, unsigned seat, enum wager wager)
{
    return round->seats[seat].wagers[wager].cents > 0 && !settlement_find(&round->settlement, seat, wager);
}

/* ------------------------------------------------------------------------------------- settling */

struct settlement_line *poker_add_line(struct poker_round *round, unsigned seat, enum wager wager,
                                       const char *clause)
{
    CHECK(seat >= 1 && seat <= POKER_SEATS_MAX);
    return settlement_add(
        &round->settlement,
        (struct settlement_line){
            .seat = seat, .wager = wager, .stake = round->seats[seat].wagers[wager], .clause = clause});
}

struct settlement_line *poker_add_lost(struct poker_round *round, unsigned seat, enum wager wager,
                                       const char *clause, const char *words)
{
    struct settlement_line *line = poker_add_line(round, seat, wager, clause);
    settlement_say(line, "%s", words);
    return line;
}

struct settlement_line *poker_add_returned(struct poker_round *round, unsigned seat, enum wager wager,
                                           const char *clause, const char *words)
{
    struct settlement_line *line = poker_add_lost(round, seat, wager, clause, words);
    line->returned = line->stake;
    return line;
}

struct settlement_line *poker_add_paid(struct poker_round *round, unsigned seat, enum wager wager,
                                       const char *clause, struct pay pay)
{
    struct settlement_line *line = poker_add_line(round, seat, wager, clause);
    settlement_pay(line, pay, line->stake);
    return line;
}

static void switch_off(struct poker_round *round)
{
    for (unsigned seat = 1; seat <= POKER_SEATS_MAX; seat++) {
        round->seats[seat].key = 0;
        round->seats[seat].lit = false;
    }
}

void poker_end(struct poker_round *round)
{
    settlement_check(&round->settlement, poker_staked(round));
    switch_off(round);
    round->state = POKER_OVER;
}

void poker_void(struct poker_round *round, const char *clause, const char *back_clause, const char *words)
{
    (void)snprintf(round->void_words, sizeof round->void_words, "%s", words);
    round->void_clause = clause;
    round->settlement.count = 0;
    for (unsigned seat = 1; seat <= POKER_SEATS_MAX; seat++)
        settlement_add_void(&round->settlement, seat, round->seats[seat].wagers, back_clause);
    settlement_check(&round->settlement, poker_staked(round));
    switch_off(round);
    round->state = POKER_VOID;
}

/* ----------------------------------------------------------------------------------------- acts */

/* The wagers of a round that is over stay in its record. */
void poker_stand(struct poker_round *round, unsigned seat)
{
    if (round->state == POKER_BETTING)
        round->seats[seat] = (struct poker_seat){0};
    round->seats[seat].player = 0;
}

void poker_press_key(struct poker_round *round, unsigned seat, unsigned key)
{
    struct poker_seat *at = &round->seats[seat];
    at->key = at->key == key ? 0 : key;
}
