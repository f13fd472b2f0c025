/* What keys and notes share: numbers and Base64. */
#ifndef TREE_NOTE_INTERNAL_H
#define TREE_NOTE_INTERNAL_H

#include "tree/note.h"

/* The standard alphabet with padding, and no other form of the same bytes; true if it is exactly `size` bytes. */
bool note_base64_read(struct text text, uint8_t *bytes, size_t size);
void note_base64_write(struct text_out *out, const uint8_t *bytes, size_t size);

uint32_t note_number_read(const uint8_t bytes[4]);

#endif
