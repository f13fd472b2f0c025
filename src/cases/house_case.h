/*
 * Cases of the house and of the floor (docs/formats/cases.md). Lines, header, faults and differences are those of games/case.h.
 *
 *      game: house   what fees, days, hits and lapses do to the money of offers, who may win, what becomes of a claim, and when something
 *                    is offered
 *      game: floor   a house is opened, and people do at its tables what the commands of docs/formats/events.md say; then the money, the
 *                    prizes, the hands and the board are as the case expects
 *
 * Ownership: movements and judgements are in the arena of the result; offers and documents are the library's, which
 * outlives it. The house of a case of the floor lives while the case is played.
 */
#ifndef CASES_HOUSE_CASE_H
#define CASES_HOUSE_CASE_H

#include "funds/funds.h"
#include "games/case.h"
#include "rulebook/library.h"

extern const char house_case_game[]; /* "house", as in `game: house` */
extern const char floor_case_game[]; /* "floor" */

/* Whether the case is of one of these two games. */
bool house_case_is(const struct case_file *file);

struct house_case_movement {
    struct house_case_movement *next;
    struct text from, to;
    enum movement_reason reason;
    struct money amount;
    struct text clause;
};

/* What the rules answered to a line of the case. */
struct house_case_judgement {
    struct house_case_judgement *next;
    size_t line;
    struct text asked; /* the line without what it expects */
    bool allowed;
    struct text clause; /* that refuses; empty if allowed */
    struct text words;  /* why it is refused, or what was found */
};

struct house_case {
    struct house_case_movement *movements, *last_movement;
    unsigned movement_count;
    struct house_case_judgement *judgements, *last_judgement;
    unsigned judgement_count;
};

/* Where the texts are of house.yaml and of the documents and offers of the library: this room reads no files. */
struct house_case_files {
    void *context;
    /* The whole file by the name that the library has of it, in memory that outlives the case. */
    enum status (*read)(void *context, const char *file, struct text *bytes);
};

/* `result` takes the differences. A case that cannot be understood is a fault with its place. Only cases of the floor read `files`. */
MUST_USE enum status house_case_play(const struct case_file *file, struct library *library,
                                     const struct house_case_files *files, struct house_case *played,
                                     struct case_result *result, struct case_fault *fault);

#endif
