/*
 * Baccarat: totals, the third-card rules, and the named outcomes that charts pay.
 *
 * An ace counts 1, the cards from 2 to 9 their pips, tens and faces nothing; a hand's total is the last digit
 * of the sum. The two hands of a round are the player line and the banker line (some games call the latter
 * the player-dealer hand). Cards come from a shoe of several decks, so the same card may appear more than
 * once.
 *
 * The third-card rules. With a natural, 8 or 9 on two cards, on either line nobody draws. Otherwise the
 * player line draws on 0 to 5 and stands on 6 and 7. If it stood, the banker line does the same. If it drew,
 * the banker line draws on a total up to
 *
 *      player's third card   0  1  2  3  4  5  6  7  8  9
 *      banker draws up to    3  3  4  4  5  5  6  6  2  3
 *
 * Invariants
 *  B1  A `struct baccarat_round` has two or three cards without jokers on each line, in the order they
 *      were dealt.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef CARDS_BACCARAT_H
#define CARDS_BACCARAT_H

#include "cards/card.h"
#include "cards/ranking.h"

#include <stdbool.h>
#include <stdint.h>

enum { BACCARAT_DECKS = 8, BACCARAT_ROUND_CARDS_MAX = 6 };

enum baccarat_line { BACCARAT_PLAYER = 1, BACCARAT_BANKER = 2, BACCARAT_EITHER = 3 };

enum baccarat_result { BACCARAT_TIE, BACCARAT_PLAYER_WINS, BACCARAT_BANKER_WINS };

struct baccarat_round {
    struct hand player, banker;
};

unsigned baccarat_value(struct card card);                              /* 0 to 9 */
unsigned baccarat_total(const struct hand *hand);                       /* 0 to 9 */
void baccarat_sum_write(struct text_out *out, const struct hand *hand); /* "8 + 0 + 3 counts 1" */
bool baccarat_is_natural(const struct hand *hand);

/* The third-card rules, once it is known that neither line has a natural. */
bool baccarat_player_draws(unsigned player_total);
bool baccarat_banker_draws(unsigned banker_total,
                           const struct card *player_third); /* NULL: the player stood */

/*
 * Deals a round off the top of `cards`: player, banker, player, banker, then the third cards. False, with
 * `round` unchanged, if the rules ask for more cards than there are; six are always enough.
 */
MUST_USE bool baccarat_deal(const struct card *cards, unsigned count, struct baccarat_round *round);

/* Can the round have come about under the third-card rules? If not, says in `why` (may be NULL) what they
 * ask. */
bool baccarat_is_legal(const struct baccarat_round *round, struct text_out *why);

enum baccarat_result baccarat_result(const struct baccarat_round *round);

/* ----------------------------------------------------------------------------------------- named outcomes */

/* "The banker line wins with a three-card 7." */
struct baccarat_pattern {
    enum baccarat_line line; /* BACCARAT_EITHER: one of the two, whichever */
    uint8_t total;
    uint8_t cards; /* 2 or 3 */
};

/*
 * Definitions that a house or a base game may change. The approved activities name these hands and leave them to the base
 * game (bay101/prize-wheel R7 "keep configurable"; hawaiian-gardens G8).
 */
struct baccarat_settings {
    struct baccarat_pattern dragon_7; /* also Jin Chan 7 and Rabbit 7 */
    struct baccarat_pattern panda_8;
    struct baccarat_pattern
        fortune_7; /* the bonus of the base game, not the progressive's double Fortune 7 */
    struct baccarat_pattern dragon_9;
    unsigned four_of_a_kind_ranks; /* bit per rank: for which the first four cards count as four of a kind */
};

/*
 * Dragon 7 and Fortune 7: banker wins with a three-card 7. Panda 8: player wins with a three-card 8. Dragon 9
 * is defined in no document; by analogy with Panda 8 it is taken as: player wins with a three-card 9. Four of
 * a kind: 3, 4, 8 and 9 (bay101/baccarat-bonus-hand#15).
 */
extern const struct baccarat_settings baccarat_settings_usual;

enum baccarat_outcome {
    BACCARAT_DRAGON_7,
    BACCARAT_PANDA_8,
    BACCARAT_FORTUNE_7,
    BACCARAT_DRAGON_9,

    /* Three-card 7s on both lines (hawaiian-gardens/fortune-7-baccarat-progressive#31); the three cards of
     * each are compared whatever their order (R3). */
    BACCARAT_DOUBLE_FORTUNE_7_EXACT,
    BACCARAT_DOUBLE_FORTUNE_7_RANKS,
    BACCARAT_DOUBLE_FORTUNE_7,

    BACCARAT_NATURAL_TIE,
    BACCARAT_THREE_CARD_9_OVER_0,

    /* bay101/baccarat-bonus-hand#10 to #14, #22 to #24, #15 to #18 */
    BACCARAT_TIE_7_FOUR_CARDS,
    BACCARAT_TIE_7_FIVE_CARDS,
    BACCARAT_TIE_7_SIX_CARDS,
    BACCARAT_TIE_9_FOUR_CARDS,
    BACCARAT_TIE_9_SIX_CARDS,
    BACCARAT_SUITED_TIE_FOUR_CARDS,
    BACCARAT_SUITED_TIE_FIVE_CARDS,
    BACCARAT_SUITED_TIE_SIX_CARDS,
    BACCARAT_FOUR_OF_A_KIND_SUITED, /* the first four cards */
    BACCARAT_FOUR_OF_A_KIND,
    BACCARAT_SIX_OF_A_KIND_SUITED,
    BACCARAT_SIX_OF_A_KIND,

    /* hawaiian-gardens/fast-cash-jackpots#21.i to k */
    BACCARAT_SIX_FACES_ONE_COLOUR,
    BACCARAT_SIX_FACES,
    BACCARAT_ACE_TWO_THREE_TWICE,

    /* hawaiian-gardens/ca-asian-jackpot-1#48 to #51, over all cards of the round (R9) */
    BACCARAT_ANY_FOUR_OF_A_KIND_SUITED,
    BACCARAT_ANY_FOUR_OF_A_KIND,
    BACCARAT_PAIR_ON_BOTH_LINES,
    BACCARAT_FOUR_OF_ONE_SUIT,

    /* hawaiian-gardens/ca-asian-progressive-bad-beat#22 to #24 */
    BACCARAT_SIXES_BEATEN_BOTH_ONE_COLOUR,
    BACCARAT_SIXES_BEATEN_LOSER_ONE_COLOUR,
    BACCARAT_SIXES_BEATEN,

    /* hawaiian-gardens/cash-drawing#12.f, on either line (R6) */
    BACCARAT_THREE_THREES,
    BACCARAT_TWO_THREE_FOUR,

    BACCARAT_OUTCOME_COUNT
};

/* A set of outcomes, one bit each. */
struct baccarat_outcomes {
    uint64_t bits;
};

static inline bool baccarat_has(struct baccarat_outcomes outcomes, enum baccarat_outcome outcome)
{
    return (outcomes.bits >> (unsigned)outcome & 1) != 0;
}

/* All outcomes that are true: six suited queens are also six of a kind. */
struct baccarat_outcomes baccarat_outcomes(const struct baccarat_round *round,
                                           const struct baccarat_settings *settings);

/* Without those that another of the set implies: charts that are ladders pay the highest row only. */
struct baccarat_outcomes baccarat_outcomes_highest(struct baccarat_outcomes outcomes);

const char *baccarat_outcome_name(enum baccarat_outcome outcome); /* "Dragon 7" */

/* `baccarat`: two or three cards by their total. Against each other: the first is the player line, the second
 * the banker line; says who wins, whether the third-card rules allow it, and the usual named outcomes. */
extern const struct ranking ranking_baccarat;

#endif
