/*
 * A hand written in parts with slashes between them: "Ah Ad / As Jc Jd 2s 3h".
 *
 * Each part has a name for messages and its own number of cards; no card may stand in two parts. One deck
 * without jokers. Nothing here allocates.
 */
#ifndef CARDS_PARTS_H
#define CARDS_PARTS_H

#include "cards/card.h"

enum { HAND_PARTS_MAX = 3 };

struct part_form {
    const char *name; /* "hole cards" */
    unsigned cards_min, cards_max;
};

/* On failure `parts` is unchanged and the fault points at the card, the slash or the end that is wrong. */
MUST_USE enum status hand_parts_parse(struct text text, size_t origin, const struct part_form *forms,
                                      unsigned count, struct hand *parts, struct fault *fault);
void hand_parts_write(struct text_out *out, const struct hand *parts, unsigned count, enum card_style style);

/* The 1-based byte column of card number `index` of part number `part`, both from 0, in a text that
 * hand_parts_parse() accepted. */
size_t hand_parts_position(struct text text, size_t origin, unsigned part, unsigned index);

/* True if the text has a slash at all. */
bool hand_has_parts(struct text text);

#endif
