/*
 * Slips printed at the cage: payment slips of prizes, win pages of awards, and slips of trays that were repaid.
 *
 * These events are a stream of their own, "slips", beside the house's own in the same store: a sheet of paper moves no money.
 * docs/formats/slips.md has the shape; a test compares it with the one here.
 */
#ifndef BOOKS_SLIP_EVENT_H
#define BOOKS_SLIP_EVENT_H

#include "record/record.h"

extern const char slip_stream[]; /* "slips" */

enum slip_kind {
    SLIP_PRIZE,    /* of a prize that was paid */
    SLIP_WIN_PAGE, /* of an award */
    SLIP_TRAY,     /* of a prize that a tray paid and has back */
    SLIP_KINDS
};
extern const char *const slip_kind_words[]; /* ends with NULL */

struct slip_event {
    struct instant at;
    struct text by;
    uint32_t number, prize, award;
    uint8_t kind;
    bool reprint;
};

extern const struct record_shape slip_printed_shape;

/* STATUS_INVALID if it is none of this stream. As record_read(): texts point into `payload` or the arena. */
MUST_USE enum status slip_event_read(struct text kind, struct text payload, struct arena *arena,
                                     struct slip_event *event, struct fault *fault);

#endif
