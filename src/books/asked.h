/*
 * What a command asked, so that an id that comes again with another command is not taken for the first one.
 *
 * The event that has the id of a command also says what was asked: the kind of the command and the SHA-256 of its JSON form
 * (command_write()) with its id and the person. Only the same command is "done before". Any other is refused, with what had the id first.
 * An event that an earlier version wrote says only what happened and who did it, and is compared by that.
 */
#ifndef BOOKS_ASKED_H
#define BOOKS_ASKED_H

#include "games/ruling.h"
#include "house/kernel/event.h"
#include "store/store.h"

/* A command as it is compared; it points to nothing. */
enum { ASKED_BY_SIZE = 64 };
struct asked {
    enum command_kind kind;
    char id[COMMAND_ID_MAX + 1]; /* empty: the command is not repeated, and nothing else is set */
    char by[ASKED_BY_SIZE];      /* clipped; only what an earlier version wrote is compared by it */
    char words[ASKED_SIZE];      /* as the event has them */
};

/* Uses `room` bytes of the buffer. STATUS_NO_SPACE if the command is longer: no event could hold it either. STATUS_INVALID if its id is
 * too long. */
MUST_USE enum status asked_of(const struct command *command, char *buffer, size_t room, struct asked *asked,
                              struct fault *fault);

/* Whether the event that has the id of the command came from it. If not, the ruling refuses and says what had the id first. */
MUST_USE enum status asked_compare(const struct asked *asked, const struct store_record *first,
                                   struct ruling *ruling, struct fault *fault);

#endif
