/*
 * Poker with one joker, as pai gow poker is dealt: 53 cards, seven to a hand, set as two in front and five
 * behind.
 *
 * The joker is an ace, or it completes a straight, a flush, a straight flush or a royal flush. Where the base
 * game makes it fully wild it is any card, and five of a kind of every rank exists; otherwise the only five
 * of a kind is five aces (hawaiian-gardens/fortune-pai-gow-poker-progressive R5). Five of a kind is the
 * highest class.
 *
 * Invariants
 *  J1  The joker takes no card that the hand already holds, except as the fifth of a kind. In a flush it is
 *      therefore the highest card that the flush lacks.
 *  J2  Scores are those of cards/poker_rules.h with `enum five_class`. If A-2-3-4-5 ranks second, it scores
 *      {ace, five} and A-K-Q-J-T {ace, king}, so that both stand above {king}.
 *  J3  The front hand scores as a pair or a high card with one or two ranks, so front and back
 *      scores compare.
 *
 * There is one joker, number 0. Nothing here allocates or keeps state; everything may be called from any
 * thread.
 */
#ifndef CARDS_JOKER_H
#define CARDS_JOKER_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/ranking.h"
#include "cards/score.h"

#include <stdbool.h>

struct joker_rules {
    bool fully_wild;   /* any card, not only an ace or what a straight or flush lacks */
    bool wheel_second; /* A-2-3-4-5 is the second highest straight; otherwise the lowest */
    bool equal_fouls;  /* a back that is no higher than the front, card for card, fouls: see pai_gow_legal */
};

extern const struct joker_rules joker_rules_usual; /* {false, true, false} */

/* The best five of 5 to 7 cards, with or without the joker. */
struct score joker_best_five(struct card_set cards, struct joker_rules rules);

/* The same from the rules, trying every card that the joker could be. The card it stands for is put into
 * `stands_for` unless that is NULL: the joker itself if it is the fifth of a kind or not in the hand. */
struct score plain_joker_five(const struct card cards[5], struct joker_rules rules, struct card *stands_for);
struct score plain_joker_best_five(const struct card *cards, unsigned count, struct joker_rules rules);

/* The two cards in front: a pair or a high card. The joker is an ace (any rank when fully wild). */
struct score joker_front(const struct card cards[2], struct joker_rules rules);

/* The class in words; five of a kind in aces is "five aces". */
const char *joker_class_name(struct score score);

/* ------------------------------------------------------------------------------------------ settings */

enum { PAI_GOW_CARDS = 7, PAI_GOW_SETTINGS = 21 /* C(7,2) */ };

struct pai_gow_setting {
    struct card front[2], back[5];
    struct score front_score, back_score;
};

/*
 * True if the back outranks the front. Both are compared rank by rank as far as the front goes: sevens in
 * front need at least sevens behind, and the further cards of the back then make it the higher hand. House
 * rules that ask for more than equality (eights behind sevens) set `equal_fouls`.
 */
bool pai_gow_legal(struct score front, struct score back, struct joker_rules rules);

/* Fills in the legal settings, ordered by which cards are in front, and returns their number (1 to 21). */
unsigned pai_gow_settings(const struct card cards[PAI_GOW_CARDS], struct joker_rules rules,
                          struct pai_gow_setting settings[PAI_GOW_SETTINGS]);

/* ------------------------------------------------------------------------------------------ rare hands */

/* The hands in seven cards that promotions pay for, however they are set. Natural means: without the joker. */
enum pai_gow_mark {
    PAI_GOW_MARK_FIVE_ACES = 1 << 0,              /* bay101/pai-gow-bonus-hand R3 */
    PAI_GOW_MARK_NATURAL_ROYAL_FLUSH = 1 << 1,    /* hawaiian-gardens/fast-cash-jackpots#21.b, #22 */
    PAI_GOW_MARK_NATURAL_SEVEN_FLUSH = 1 << 2,    /* #21.c */
    PAI_GOW_MARK_NATURAL_FOUR_ACES = 1 << 3,      /* #21.d */
    PAI_GOW_MARK_SEVEN_PICTURES = 1 << 4,         /* bay101/pai-gow-bonus-hand R3: seven natural K, Q, J */
    PAI_GOW_MARK_SIX_PICTURES_AND_JOKER = 1 << 5, /* hawaiian-gardens/ca-asian-jackpot-1#26, R7 */
    PAI_GOW_MARK_NINE_HIGH = 1 << 6,              /* bay101/pai-gow-bonus-hand R2 */
};

enum { PAI_GOW_MARK_COUNT = 7 };

unsigned pai_gow_marks(const struct card cards[PAI_GOW_CARDS]); /* a sum of enum pai_gow_mark */
const char *pai_gow_mark_name(enum pai_gow_mark mark);

extern const struct ranking ranking_pai_gow;      /* "pai-gow": 2, 5 or 7 cards */
extern const struct ranking ranking_pai_gow_wild; /* "pai-gow-wild" */

#endif
