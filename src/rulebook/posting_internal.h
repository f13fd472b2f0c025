/*
 * Shared by the notice and by the whole rules; private to this room.
 */
#ifndef RULEBOOK_POSTING_INTERNAL_H
#define RULEBOOK_POSTING_INTERNAL_H

#include "rulebook/house_file.h"
#include "rulebook/notice.h"
#include "rulebook/schema.h"
#include "rulebook/vocabulary.h"

enum { POSTING_LINE_SIZE = 512, POSTING_WORDS_SIZE = 4096 };

/* Data in a line: "games, hours" or "prize pool: $0.11, reserve: $0.89". */
void posting_node_write(struct text_out *out, const struct node *node);

/* What a player reads before the value of a key of a part; the name itself if the vocabulary has none for it. */
struct text posting_label(const struct vocabulary_part *part, struct text name);

/* "Prize pool" for "prize pool", in the buffer. */
struct text posting_upper_first(struct text words, char *buffer, size_t size);

/* House, names, identifier, date and digests; without an offer those of the document alone. */
void posting_head(struct notice *notice, const struct rulebook *rulebook, const struct offer *offer);

#endif
