/*
 * The newest checkpoint of the log as a QR code on paper (docs/formats/checkpoints.md): whoever keeps the sheet holds a promise of the house,
 * which no one can change in the database. The code has the note as the house has signed it, byte for byte, without cosignatures.
 */
#ifndef REPORTS_CHECKPOINT_CODE_H
#define REPORTS_CHECKPOINT_CODE_H

#include "base/text.h"

/* As cairo.h has it, which whoever draws includes. */
typedef struct _cairo cairo_t; /* NOLINT(bugprone-reserved-identifier) */

/* The note without the cosignatures behind the signature of the house; empty if it is no note. */
struct text checkpoint_code_note(struct text note);

/* Draws the code into a square, with the white margin that scanners need. False, and nothing is drawn, if there is no note or it is too long. */
bool checkpoint_code_draw(cairo_t *cairo, struct text note, double left, double top, double size);

#endif
