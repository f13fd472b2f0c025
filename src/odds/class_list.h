/*
 * All suit classes of hands of one size with their values in the four-card order, from the worst to the best.
 */
#ifndef ODDS_CLASS_LIST_H
#define ODDS_CLASS_LIST_H

#include "base/arena.h"
#include "cards/four.h"
#include "cards/suit_classes.h"

struct class_record {
    struct suit_class suit_class;
    struct four_value value;
};

struct class_list {
    unsigned cards;
    unsigned count;
    struct class_record *records;     /* ascending by value */
    unsigned starts[FOUR_VALUES + 2]; /* the classes of value v are starts[v] to starts[v + 1] - 1 */
};

/* The classes of 4 to 6 cards. STATUS_NO_MEMORY if the arena has no room. */
MUST_USE enum status class_list_make(struct class_list *list, unsigned cards, struct arena *arena);

/* The cards of a class, suits named from spades down; returns their number. */
unsigned class_cards(const struct suit_class *suit_class, struct card *cards);

#endif
