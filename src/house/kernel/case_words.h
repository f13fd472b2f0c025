/*
 * The words that a desk brings to cases of the floor (docs/formats/cases.md).
 *
 *      statement   a line at the margin that sets up a case: `table: NL-1, 7 players`
 *      expectation a line below `expect:` that compares the state of the desk: `prize 1 is held`
 *
 * The room cases reads a case and plays it. It finds these words in the records of the desks. The house does not use that room: a desk
 * sees the case only through struct case_floor, and reads its line with the cursor of games/case.h. The records are in desk.h: struct
 * desk_statement, struct desk_expectation.
 */
#ifndef HOUSE_KERNEL_CASE_WORDS_H
#define HOUSE_KERNEL_CASE_WORDS_H

#include "games/case.h"
#include "house/kernel/desk.h"
#include "house/kernel/floor.h"
#include "rulebook/staff_file.h"

/* The house that a case plays, as it stands at a line. */
struct case_floor {
    const struct floor *floor;
    const struct decision *decision; /* of the last command */
    const struct staff *staff;
    struct case_result *result; /* takes the differences */
    uint32_t offer;             /* that was posted last */
    unsigned tables;            /* how many tables the case has filled with players */

    /* Does a command that sets up the case, by its usual person if it names nobody. It must be allowed. The next `expect:` does not
     * compare its movements. */
    enum status (*set_up)(struct case_floor *on, const struct case_cursor *cursor, struct command *command,
                          struct case_fault *fault);
};

/* The person who gives a command of the kind where nobody is named; empty if nobody of the staff does. */
struct text case_usual_person(const struct staff *staff, enum command_kind kind);

/* Whether nobody has signed what two must sign; and who signs it then: whoever authorises, or the first of that role where that is
 * who asks. */
bool case_needs_second(const struct command *command);
struct text case_usual_second(const struct staff *staff, struct text by);

/* The words of a text, which is not empty. */
bool case_take_text(struct case_cursor *cursor, struct text text);

/* What is before the next comma, or all that is left, trimmed. */
struct text case_take_to_comma(struct case_cursor *cursor);

/* The part of a clause behind the hash; the whole if there is none. */
struct text case_clause_number(struct text clause);

/* `= 3`, `= 15,000`: to the end of the line; a difference says what was found. */
MUST_USE enum status case_compare_count(struct case_result *result, struct case_cursor *cursor,
                                        const char *name, unsigned found, struct case_fault *fault);
MUST_USE enum status case_compare_amount(struct case_result *result, struct case_cursor *cursor,
                                         const char *name, int64_t cents, struct case_fault *fault);

/* One of the words, behind the last of which is NULL, to the end of the line; `expected` lists them for a fault. */
MUST_USE enum status case_compare_word(struct case_result *result, struct case_cursor *cursor,
                                       const char *const *words, const char *found, const char *expected,
                                       struct case_fault *fault);

#endif
