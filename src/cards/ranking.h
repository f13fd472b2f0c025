/*
 * Every order of hands by name: the entry point for commands and pages that rank hands given as text.
 *
 * Code that ranks many hands calls the module of the order itself (cards/five.h, cards/tiles.h, ...).
 */
#ifndef CARDS_RANKING_H
#define CARDS_RANKING_H

#include "base/status.h"
#include "base/text.h"
#include "cards/card.h"

#include <stdint.h>

struct ranked_hand {
    int64_t value;          /* orders the hands of one ranking: higher is better, equal is a tie */
    const char *class_name; /* "full house"; static */
    char cards[256];        /* the hand as understood, in normal form */
    char name[160];         /* "full house, aces over kings" */
    char detail[256];       /* further details: the five cards that play, the total; may be "" */
};

struct ranking {
    const char *name;    /* "five-card" */
    const char *summary; /* one line for people */
    const char *example; /* cards that the ranking accepts */

    /* `style` is how cards are written in `cards` and `detail`. On failure `ranked` is unchanged. */
    enum status (*rank)(struct text cards, size_t origin, enum card_style style, struct ranked_hand *ranked,
                        struct fault *fault);

    /* Optional, for two hands that `rank` accepts: adds their combined result ("banker wins, 6 to 7; Dragon 7"), or nothing.
     * `outcome` is at first that of the values: above, at or below zero as the first hand wins, ties or loses; a game that
     * compares part by part corrects it. Fails if the hands cannot occur together. */
    enum status (*versus)(struct text first, size_t first_origin, struct text second, size_t second_origin,
                          struct text_out *meaning, int *outcome, struct fault *fault);
};

/* For the rankings: starts `ranked` with the cards of `hand` and nothing else said. */
void ranked_hand_init(struct ranked_hand *ranked, const struct hand *hand, enum card_style style);

/* Says in the detail which `size` cards play, if the hand has more: those for which `score` gives `best`. */
void ranked_hand_plays(struct ranked_hand *ranked, const struct hand *hand, unsigned size, uint32_t best,
                       uint32_t (*score)(const struct card *cards), enum card_style style);

extern const struct ranking *const rankings[];
extern const unsigned ranking_count;

/* NULL if there is none of that name. */
const struct ranking *ranking_find(struct text name);

/* The name that is most like it, for "did you mean"; NULL if none is near. */
const char *ranking_nearest(struct text name);

#endif
