/*
 * For tests of the floor: a house of the tree, driven by readable commands. Every event goes through its JSON before it is
 * applied, and the invariants are checked after every one.
 */
#ifndef HOUSE_STORIES_FLOOR_TEST_H
#define HOUSE_STORIES_FLOOR_TEST_H

#include "house/kernel/floor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

struct account;
struct awarded;

enum { ROOM_MEMORY_MAX = 512 << 20, EVENT_TEXT_SIZE = 1 << 20, LINE_SIZE = 1024 };

struct room {
    const char *house; /* the folder in houses/ */
    struct floor floor;
    struct decision decision;
    struct arena lines;                     /* of the texts of commands and events */
    struct event last[DECISION_EVENTS_MAX]; /* events of the last command; those beyond are not kept */
    unsigned last_count;
    void (*told)(const struct floor *floor, const struct event *event); /* of every event; NULL: nobody is */
};

/* ------------------------------------------------------------------------------------------ asking */

void room_apply(struct room *room);

void room_decide(struct room *room, const struct command *command);

/* Time passes until then without an event but those that it brings. */
void room_come_to(struct room *room, struct instant at);

struct command command_of(struct room *room, const char *line);

void room_ask(struct room *room, const char *line);

/* The line is done. */
void does(struct room *room, const char *line);

/* The line is refused by the clause, and in words. */
void refuses(struct room *room, const char *line, const char *clause);

/* does() with numbers in the line. */
#define DOES(room, ...)                                                                                      \
    do {                                                                                                     \
        char line_[LINE_SIZE];                                                                               \
        (void)snprintf(line_, sizeof line_, __VA_ARGS__);                                                    \
        does(room, line_);                                                                                   \
    } while (0)

/* ------------------------------------------------------------------------------------------ houses and offers */

struct text file_text(struct room *room, const char *path);

void room_init(struct room *room);

void room_release(struct room *room);

struct text document_file(struct room *room, struct text activity);

void file_text_as(struct room *room, struct text activity, struct text text);

void file_document(struct room *room, struct text activity);

/* Asks to post the text; the document must be filed. */
void post_text(struct room *room, const char *offer, struct text text);

struct text offer_file(struct room *room, const char *offer);

void post(struct room *room, const char *activity, const char *offer);

/* The text with the first `old` replaced; it must be there. */
struct text text_with(struct room *room, struct text text, const char *old, const char *new);

/* Posts an offer of the house as its file has it, but for texts that are replaced (old, new, ..., NULL), and seeds it. */
void offers(struct room *room, const char *offer, ...);

/* A house of the tree on Monday, November 2, 2026 at noon, with staff, and the clock running. Behind what house.yaml says stands more. */
void room_open_house_with(struct room *room, const char *house, const char *more);

/* The same with another text in place of one that stands in house.yaml. */
void room_open_house_changed(struct room *room, const char *house, const char *from, const char *to);

void room_open_house(struct room *room, const char *house);

/* The table opens and patrons 1, 2, 3 ... sit down at seats 1, 2, 3 ...; the club knows them as 1001, 1002 ... */
void seat_patrons(struct room *room, const char *table, unsigned count);

/* ------------------------------------------------------------------------------------------ money */

const struct account *account_of(const struct room *room, const char *offer, const char *name);

int64_t balance(const struct room *room, const char *offer, const char *name);

/* Brings an account to so many cents, by adjustments of two persons: also a pool that only an award may lower, because a story
 * begins with what lies there. */
void holds(struct room *room, const char *offer, const char *name, int64_t cents);

int64_t advances(const struct room *room, const char *offer);

/* The fund repays all that the house has advanced, as soon as `line` has it look; then it is brought to so many cents. */
void repaid(struct room *room, const char *offer, const char *fund, const char *line, int64_t cents);

/* The next line of several; false at the end. */
bool take_line(struct text *lines, struct text *line);

/* All movements of the last command, in their order, one a line; the clause where it matters. */
void posts(const struct room *room, const char *offer, const char *lines);

/* ------------------------------------------------------------------------------------------ prizes */

/* The award of the last command; there is one. */
const struct awarded *award_of(const struct room *room);

/* All prizes of the award of the last command, one a line: "seat 3 (1003): envy 100", "seat 2: entry 1 entry". Seats of other tables
 * have their table: "FP-2 seat 1". A prize to nobody's seat is "pot". */
void prizes(const struct room *room, const char *lines);

#endif
