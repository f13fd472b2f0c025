/*
 * Which program decides, and since when.
 *
 * A log lives longer than the program that wrote it. Where a later version decides something otherwise on purpose, because a bug
 * was fixed or a clause is read in another way, the events that an earlier version wrote are still honest. So the decisions have a
 * number, the log tells the number in force, and an audit decides an event again only if events of its kind are still decided as
 * they were under that number.
 *
 *      decision   what documents, time and the state make of a command
 *      change     decisions that were changed on purpose: the number since which they hold, the kinds of events, and words
 *      in force   the version and the number that the log told last: in house-opened, or in program-changed. A log that tells
 *                 none was begun by a version before 0.2.0, and its number is 1
 *
 * Invariants
 *  V1  The number in force never falls, and is one that this program knows: house_opened and program_changed are refused
 *      otherwise.
 *  V2  What is decided under a number is written under it: the keeper (books/keeper.h) writes program-changed before the first
 *      event that another program decides.
 */
#ifndef HOUSE_KERNEL_PROGRAM_H
#define HOUSE_KERNEL_PROGRAM_H

#include "base/text.h"
#include "house/kernel/kinds.h"

#include <stdbool.h>
#include <stdint.h>

struct event;
struct fault;
struct floor;

enum {
    DECISIONS_FIRST = 1, /* of logs that tell no number */
    /* Since these numbers events tell what was decided: of some kinds since the second, of the others since the third (struct desk_event,
     * tells_since). */
    DECISIONS_TELL_ALL = 2,
    DECISIONS_TELL_MORE = 3,
    DECISIONS_APPROVED = 3, /* since this number a document is filed and offered only if it is approved */
    DECISIONS_BY_DEAL = 3,  /* since this number a round tells who was there, and that decides who wins */
    DECISIONS_BY_TWO = 3,   /* since this number two persons sign raise, readmit and return-fees */
    PROGRAM_VERSION_MAX = 32,
    DECISION_KINDS_MAX = 8,
    PROGRAM_WORDS_MAX = 160, /* of why a program cannot be in force */
};

/* Decisions that hold since a number. `words` say what is decided otherwise; docs/formats/events.md has the same. */
struct decision_change {
    uint32_t number;
    unsigned kind_count;
    enum event_kind kinds[DECISION_KINDS_MAX];
    const char *words;
};

struct program {
    const char *version;
    uint32_t decisions;
    const struct decision_change *changes; /* their numbers do not fall */
    unsigned change_count;
};

extern const struct program this_program;

/* Who decides, as the log tells. */
struct decided_by {
    char version[PROGRAM_VERSION_MAX + 1]; /* empty: a version before 0.2.0 */
    uint32_t decisions;
};

/* Whether the program of the floor decides events of the kind otherwise than under the number in force. */
bool is_decided_otherwise(const struct floor *floor, enum event_kind kind);

/* Whether events of the log tell what is told since the second number; and whether those of the kind tell everything. Before, some of
 * it was made when they were applied (struct desk_event, complete). */
bool tells_all(const struct floor *floor);
bool tells_everything(const struct floor *floor, enum event_kind kind);

/* Whether rounds of the log tell who was at the table when they were dealt. Before, that was found when they were applied, and hands
 * were those of whoever sat there when they were claimed. */
bool tells_the_deal(const struct floor *floor);

/* Whether documents of the log had to be approved. */
bool asks_for_approval(const struct floor *floor);

/* Fills the event that must be written before the program of the floor writes another; false: the log tells of it already, or there is
 * no house yet. */
bool program_change(const struct floor *floor, struct event *event);

/* What the log tells becomes what is in force; false with words if it cannot be (V1). */
bool take_program(struct floor *floor, struct text version, uint32_t decisions, struct text_out *why);

#endif
