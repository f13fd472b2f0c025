/*
 * Snapshots: the state of the house as bytes, and what the kernel gives to desks to save and restore their sections of it.
 *
 * The form is lines of JSON, each an object with one member, the name of what it describes and its record.
 *
 *      {"snapshot":{"format":5,"house":1,"document":2,"account":9, ...}}      how many lines of each kind follow
 *      {"house":{"house":"demo","text":"...","now":"2026-11-02T20:00:01Z","day":"2026-11-02"}}
 *      {"document":{"activity":"bay101/bonus-hand-progressive-v1-1","text":"..."}}
 *      ...
 *      {"end":{"lines":57}}                                                    this one too
 *
 * The kinds come in the order of `enum snapshot_section` (kinds.h). Lines of a kind are in the order of their numbers. Texts are whole.
 *
 * What follows from the rest is not there: balances follow from what came and went, what an offer is worth from its text,
 * which offers are in force from the time. So nothing can contradict itself.
 *
 * The kernel walks the sections, writes and reads the lines and counts them. What a line of a section says is known to its desk
 * alone (struct desk_section in desk.h).
 *
 * Invariants
 *  N1  Equal states give equal bytes; a state that was restored gives the bytes that it was restored from.
 *  N2  A house that was restored decides every command as the house that was saved.
 */
#ifndef HOUSE_KERNEL_SNAPSHOT_H
#define HOUSE_KERNEL_SNAPSHOT_H

#include "funds/ledger.h"
#include "house/kernel/floor.h"
#include "house/kernel/kinds.h"

struct chunk;

/* The first line. */
struct snapshot_line {
    uint32_t format;
    uint32_t counts[SECTIONS];
};

/*
 * A snapshot of an earlier form is not used, because the events say the same. One of a later form was written by a newer program,
 * which may also have written what this one does not know.
 */
enum snapshot_form { SNAPSHOT_UNREADABLE, SNAPSHOT_EARLIER, SNAPSHOT_OURS, SNAPSHOT_LATER };

/* By the first bytes alone: {"snapshot":{"format":3 */
enum snapshot_form snapshot_form_of(struct text bytes);

/* ------------------------------------------------------------------------------------------ saving */

/* A state that is being saved. Desks read the floor and call save_line(). */
struct saving {
    const struct floor *floor;
    struct arena arena; /* of the chunks, and of what a desk remembers until all is saved */
    enum status status; /* of the first piece that there was no room for */

    /* Of the setup desk: the number of each former posting in the snapshot, from 1; 0: it is not needed. */
    uint32_t *former_numbers;

    /* Of the kernel. */
    const struct desk_section *section;
    struct chunk *first, *last;
    size_t size; /* of all lines */
    struct snapshot_line counted;
    uint32_t lines;
};

/* One more line of the section that is being saved. */
void save_line(struct saving *saving, const void *record);

/* ------------------------------------------------------------------------------------------ restoring */

/* A state that is being restored. Desks fill the floor, line by line. */
struct restoring {
    struct floor *floor;
    struct arena arena;           /* of the line and what it holds */
    struct snapshot_line counted; /* how many lines of each section the snapshot has */

    /* Of the setup desk: which pools of each offer had a line, as bits. */
    uint8_t pools[FLOOR_OFFERS_MAX];

    /* Of the kernel. */
    struct text bytes;
    size_t at, line_at;                /* behind and at the beginning of the line */
    uint32_t line;                     /* its number, from 1 */
    int64_t amounts;                   /* the sum of those that are summed up */
    uint32_t last_number, last_within; /* of the line before, where lines must rise */
    struct fault *fault;
};

/* Why the line cannot be restored; the fault gives its number. */
enum status wrong_line(struct restoring *restoring, const char *words);
enum status no_memory_for_line(struct restoring *restoring, enum status status);

/* The fault of a text in the line. */
enum status wrong_text(struct restoring *restoring, enum status status, const struct fault *within);

/* Copies the text to where the floor keeps it; if that fails, cannot_keep() says so. */
bool keep_text(struct restoring *restoring, struct text *text);
enum status cannot_keep(struct restoring *restoring);

/* Whether the line comes behind the one before in its section, by an offer or table and what is in it. */
bool line_rises(struct restoring *restoring, uint32_t number, uint32_t within);

/* The same where the desk itself looks at what is in it. */
bool line_does_not_fall(struct restoring *restoring, uint32_t number);

/* More than this can no house have moved, and sums of it cannot overflow. */
#define AMOUNTS_MAX (INT64_MAX / 8)

/* An amount at or above zero, of those that are summed up. */
bool is_amount(struct restoring *restoring, int64_t cents);

/* Movements that were made: between accounts that are there, and without clauses. */
bool movements_are_good(const struct restoring *restoring, const struct movement *movements, uint32_t count);

/* NAMES_NONE for nobody; false if the club does not know the patron. */
bool find_patron_of(const struct restoring *restoring, struct text name, uint32_t *patron);

static inline bool are_seats(uint32_t seats)
{
    return seats >> (FLOOR_SEATS_MAX + 1) == 0;
}

#endif
