/*
 * Checking data against the vocabulary: every key known, every value a text of its type.
 *
 * A rule document approves: its values may be ranges, choices (a list where one word is asked for) and `posted`. An
 * offer posts and a house states: their values are fixed. What the values mean together is not looked at here.
 *
 * Every finding has the place of the word that is wrong; a key or word that is unknown comes with the nearest known one.
 */
#ifndef RULEBOOK_SCHEMA_H
#define RULEBOOK_SCHEMA_H

#include "rulebook/finding.h"
#include "rulebook/node.h"
#include "rulebook/value.h"
#include "rulebook/vocabulary.h"

enum schema_use {
    SCHEMA_APPROVES, /* a rule document */
    SCHEMA_POSTS,    /* an offer: the keys of an offer, and the parts of a rule document with fixed values */
    SCHEMA_STATES,   /* house.yaml */
};

/* `tree` is the map of a whole file. */
void schema_check(const struct node *tree, enum schema_use use, struct findings *findings);

/* One value against one type; for the examples of the vocabulary, and for a part on its own. */
void schema_check_value(const struct node *node, const struct vocabulary_type *type, enum schema_use use,
                        struct findings *findings);

/* Of a type with two alternatives the one that the node has the shape of; any other type itself. */
const struct vocabulary_type *schema_alternative(const struct node *node, const struct vocabulary_type *type);

/* The type of value.h that a kind of the vocabulary is read as; VALUE_TYPES if it is none of them. */
enum value_type schema_value_type(enum vocabulary_kind kind);

/*
 * A hand as it stands in a chart, made ready for the compiler: `the posted suit` and `the posted rank` give way to what
 * the house posted, or to any suit and rank where it has not (NULL). Writes into `out`.
 */
void schema_hand_text(struct text_out *out, struct text hand, const struct text *suit,
                      const struct text *rank);

#endif
