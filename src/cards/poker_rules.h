/*
 * Poker hands ranked as the rules are written: count the ranks, look at the suits, name the class.
 *
 * These evaluators are meant to be read and believed, not to be quick. The fast ones (cards/five.h,
 * cards/four.h) are proven equal to them hand by hand, and games that rank a few hands a minute may use
 * them as they are. They work on the 52 cards without jokers; cards/joker.h knows the joker.
 *
 * Terms
 *  class    what kind of hand it is: pair, flush, ... Each order of hands has its own enum, lowest first.
 *  score    class and deciding ranks (cards/score.h). Two hands tie exactly if their scores are equal.
 *  group    all cards of one rank in a hand: A A K K 7 has the groups 2 aces, 2 kings, 1 seven.
 *
 * Invariants
 *  P1  A score lists the ranks of the groups, larger groups first, higher ranks first among equal groups; so
 *      a full house is {trips, pair}, a pair is {pair, kicker, kicker, kicker}.
 *  P2  A straight or straight flush lists only its top rank; the ace in A-2-3-4-5 (A-2-3-4 of four cards) is
 *      low, so that one is five high (four high) and the lowest. A royal flush and four aces list no rank.
 *  P3  The cards given are valid, different and no jokers; anything else is our own mistake (CHECK).
 *
 * Nothing here allocates or keeps state; everything may be called from any thread.
 */
#ifndef CARDS_POKER_RULES_H
#define CARDS_POKER_RULES_H

#include "base/text.h"
#include "cards/card.h"
#include "cards/score.h"

#include <stdbool.h>

/* ------------------------------------------------------------------------------------------ five cards */

/* massachusetts/crazy-4-poker#66 to #73, continued below three of a kind as everywhere in poker. */
enum five_class {
    FIVE_CLASS_HIGH_CARD,
    FIVE_CLASS_PAIR,
    FIVE_CLASS_TWO_PAIR,
    FIVE_CLASS_THREE_OF_A_KIND,
    FIVE_CLASS_STRAIGHT,
    FIVE_CLASS_FLUSH,
    FIVE_CLASS_FULL_HOUSE,
    FIVE_CLASS_FOUR_OF_A_KIND,
    FIVE_CLASS_STRAIGHT_FLUSH,
    FIVE_CLASS_ROYAL_FLUSH,
    FIVE_CLASS_FIVE_OF_A_KIND, /* only with a joker */
    FIVE_CLASS_COUNT
};

const char *five_class_name(enum five_class class_number);

/*
 * "full house, aces over kings", "pair of tens, A-9-4 kickers", "flush, K-J-9-3-2". Hands that do not tie
 * never get the same name.
 */
void five_name_write(struct text_out *out, struct score score);

struct score plain_five(const struct card cards[5]);
struct score plain_best_five(const struct card *cards, unsigned count); /* 5 to 7 cards; tries every five */

/* ------------------------------------------------------------------------------------------ four cards */

/* massachusetts/crazy-4-poker#56: a flush beats a straight, and three of a kind beats both. */
enum four_class {
    FOUR_CLASS_HIGH_CARD,
    FOUR_CLASS_PAIR,
    FOUR_CLASS_TWO_PAIR,
    FOUR_CLASS_STRAIGHT,
    FOUR_CLASS_FLUSH,
    FOUR_CLASS_THREE_OF_A_KIND,
    FOUR_CLASS_STRAIGHT_FLUSH,
    FOUR_CLASS_FOUR_OF_A_KIND,
    FOUR_CLASS_COUNT
};

const char *four_class_name(enum four_class class_number);
void four_name_write(struct text_out *out, struct score score);

/* Cards beyond the best four never count (reading MR3 of massachusetts/crazy-4-poker#64). */
struct score plain_four(const struct card cards[4]);
struct score plain_best_four(const struct card *cards, unsigned count); /* 4 to 6 cards; tries every four */

/*
 * Cover All pays a royal flush between four aces and the other fours of a kind
 * (massachusetts/crazy-4-poker#241). By reading MR8 it is the suited A-K-Q-J, which in the base game remains
 * the highest straight flush.
 */
enum cover_class {
    COVER_CLASS_HIGH_CARD,
    COVER_CLASS_PAIR,
    COVER_CLASS_TWO_PAIR,
    COVER_CLASS_STRAIGHT,
    COVER_CLASS_FLUSH,
    COVER_CLASS_THREE_OF_A_KIND,
    COVER_CLASS_STRAIGHT_FLUSH,
    COVER_CLASS_FOUR_OF_A_KIND,
    COVER_CLASS_ROYAL_FLUSH,
    COVER_CLASS_FOUR_ACES,
    COVER_CLASS_COUNT
};

const char *cover_class_name(enum cover_class class_number);
void cover_name_write(struct text_out *out, struct score score);

/* The same four cards in the order of Cover All. */
struct score cover_of_four(struct score four);
struct score plain_cover_all(const struct card *cards, unsigned count); /* 4 to 6 cards; tries every four */

/* --------------------------------------------------------------------------------------- for other orders */

/* Copies the cards whose bit is set in `chosen`, in order, and returns how many those are. */
unsigned cards_choose(const struct card *cards, unsigned count, unsigned chosen, struct card *taken);

enum { RANK_GROUPS_CARDS_MAX = 7 };

/* The groups of a hand, larger first, higher first among equal ones. */
struct rank_groups {
    unsigned count;
    unsigned sizes[RANK_GROUPS_CARDS_MAX];
    enum rank ranks[RANK_GROUPS_CARDS_MAX];
};

struct rank_groups rank_groups_of(const struct card *cards, unsigned count);

/* All cards in one group each and in sequence; sets the top rank of the sequence (P2). */
bool rank_groups_straight(const struct rank_groups *groups, unsigned cards, enum rank *top);
bool cards_one_suit(const struct card *cards, unsigned count);

/* A score that lists the ranks of the first groups, at most SCORE_RANKS_MAX of them. */
struct score score_of_groups(unsigned class_number, const struct rank_groups *groups);

/* The deciding ranks from `place` on as letters: "A-K-9". Nothing if there are none. */
void score_ranks_write(struct text_out *out, struct score score, unsigned place);

/* ", ace kicker" or ", A-9-4 kickers" for the ranks from `place` on; nothing if there are none. */
void score_kickers_write(struct text_out *out, struct score score, unsigned place);

#endif
