/*
 * Hands up to a renaming of the suits.
 *
 * All suits are equal, so the value of a hand does not depend on the names of its suits. A *suit class* is a hand without the
 * names of its suits: its four masks of ranks, one a suit, in descending order. It represents 24 hands, fewer if some of its
 * masks are equal: 24 / (the orders of equal masks among themselves). There are 134,459 classes of five cards, 962,988 of six
 * and 6,009,159 of seven.
 */
#ifndef CARDS_SUIT_CLASSES_H
#define CARDS_SUIT_CLASSES_H

#include "cards/card.h"

#include <stdint.h>

enum { SUIT_CLASS_CARDS_MAX = 7 };

struct suit_class {
    uint16_t ranks[SUIT_COUNT]; /* descending */
    uint16_t hands;             /* how many it stands for */
};

/* The class that a set of cards without jokers belongs to. */
struct suit_class suit_class_of(struct card_set set);

/* The same hand with its suits named in descending order: spades first. */
struct card_set suit_class_set(const struct suit_class *suit_class);

/* Visits every class of `cards` cards, 1 to SUIT_CLASS_CARDS_MAX. */
typedef void suit_class_visitor(void *context, const struct suit_class *suit_class);
void suit_classes_each(unsigned cards, suit_class_visitor *visitor, void *context);

/*
 * How many hands of `cards` cards have each value, counted class by class: counts[value] for the values of cards/five.h
 * (5 to 7 cards) or cards/four.h (4 to 6 cards). Returns the number of hands, C(52, cards).
 */
uint64_t suit_classes_count_five(unsigned cards, uint64_t *counts);
uint64_t suit_classes_count_four(unsigned cards, uint64_t *counts);

#endif
