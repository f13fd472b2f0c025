/*
 * Other values of a type: the replacements for a value of a rule document.
 *
 *      $1,000 to $101,000     $999 to ..., $1,001 to ..., ... to $100,999, ... to $101,001
 *      15 minutes             14 minutes, 16 minutes
 *      reserve                prize pool, house                             every other fund of the document
 *      no                     yes
 *      best row only          every row that fits, every row that ...       every other word of the vocabulary
 *      Omaha                  pineapple, seven card stud, lowball           a game of its family and of two others
 *
 * A step is one unit of the last written place: a dollar of $1,000 and a cent of $0.11, a point of 40% and a tenth of 12.5%,
 * one of a count, one unit of a duration, a minute of a time of day, a day of a date.
 *
 * Invariants
 *  V1  Every variant is a valid text of the type, and differs from the value.
 *  V2  The same value has the same variants in the same order.
 *
 * Ownership: the texts are in the arena, or constant.
 */
#ifndef MUTATE_VARIANT_H
#define MUTATE_VARIANT_H

#include "base/arena.h"
#include "base/text.h"
#include "rulebook/node.h"
#include "rulebook/vocabulary.h"

#include <stdbool.h>

enum {
    VARIANTS_MAX = 64,
    VARIANT_OTHERS_MAX =
        12, /* words, funds or choices that a value is exchanged for; those beyond are not tried */
    VARIANT_FAMILIES_MAX = 2 /* families, besides its own, of which a game is exchanged for one */
};

struct variants {
    struct arena *arena;
    struct text items[VARIANTS_MAX];
    unsigned count;
    bool full; /* the arena had no room: the list is incomplete */
};

/* Replacements for a value beyond those of its type. */
struct variant_names {
    const struct text *funds; /* pools and funds of the document, and the house */
    unsigned fund_count;
    const struct node *beside; /* the list that the value stands in, whose members are no variants; or NULL */
    const struct node *choices; /* for words that are one of a list of the document; or NULL */
};

/* Adds the variants of a single value. */
void variants_add(struct variants *variants, struct text value, const struct vocabulary_type *type,
                  const struct variant_names *names);

/* Of the name of a member of a map: other games where it is one, else another word. */
void variants_add_name(struct variants *variants, struct text name, const struct node *beside);

/* One more member for a list of single values of the type; false if there is none to add. */
bool variants_member(struct variants *variants, const struct node *list, const struct vocabulary_type *type,
                     const struct variant_names *names, struct text *member);

/* Of a hand in the words of docs/formats/hands.md. */
void variants_add_hand(struct variants *variants, struct text hand);

/* Keeps the text if it is none of those and not the value itself. */
void variants_keep(struct variants *variants, struct text value, struct text variant);

#endif
