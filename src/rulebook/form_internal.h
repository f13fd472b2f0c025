/* What the forms of offers and of a house share: the tree that answers are put into, and its text. */
#ifndef RULEBOOK_FORM_INTERNAL_H
#define RULEBOOK_FORM_INTERNAL_H

#include "base/growing.h"
#include "rulebook/node.h"
#include "rulebook/offer_form.h"
#include "rulebook/vocabulary.h"

/* NULL if the arena has no room. */
struct node *form_node_new(struct arena *arena, enum node_kind kind, struct text key);
void form_node_append(struct node *to, struct node *child);
void form_node_take_out(struct node *from, const struct node *child);

/* Makes the node what the values say: one text, or a list. It keeps its key and its place. */
MUST_USE enum status form_node_say(struct node *node, bool is_list, const struct text *values, unsigned count,
                                   struct arena *arena);

/* The text of the tree, below the lines of comment with which the text before opened. */
MUST_USE enum status form_write(struct text before, const struct node *data, struct arena *arena,
                                struct text *text, struct fault *fault);

/* How a single value of a kind is asked for. */
enum form_kind form_kind_of(enum vocabulary_kind kind);

#endif
