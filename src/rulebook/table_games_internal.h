/*
 * Between the files that read table games; private to this room.
 */
#ifndef RULEBOOK_TABLE_GAMES_INTERNAL_H
#define RULEBOOK_TABLE_GAMES_INTERNAL_H

#include "games/paytable.h"
#include "rulebook/hand_language.h"
#include "rulebook/table_games.h"

/* ------------------------------------------------------------------------------------------ hands of a row */

/*
 * What the hand of a row stands for in an order of hands: a run of steps, where a step is a first deciding rank of a
 * class. "pair of queens, kings or aces" is three steps, "straight" thirteen, though some of them no hand has.
 */
struct hand_span {
    unsigned low, high;
    uint32_t score_min; /* of `low` */
};

/* False if the order does not know the hand, or it is no run: "pair of 2s or aces". */
bool hand_span_of(const struct hand_rule *rule, enum paytable_order order, struct hand_span *span);

/* The highest step of an order. */
unsigned hand_span_top(enum paytable_order order);

/* ------------------------------------------------------------------------------------------ values */

/* The value of a node: fixed, of the type. Adds a finding otherwise, and if there is none at `path` of the document. */
bool table_value(const struct rulebook *rulebook, const char *path, enum value_type type,
                 struct findings *findings, struct value *value);

/* The same of a node that is there. */
bool table_value_of(const struct node *node, enum value_type type, struct findings *findings,
                    struct value *value);

/* The pool of that name; NULL if there is none. */
const struct node *table_pool(const struct rulebook *rulebook, struct text name);

#endif
