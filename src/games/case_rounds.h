/*
 * The common parts of the cases of several games beyond words and numbers: headings of sections, settings, lines of seats,
 * refusals, and how a round of a table ended (docs/formats/cases.md).
 *
 * All functions read at a cursor of games/case.h and follow its rules: those named case_take_... return whether the thing is
 * there and otherwise leave the cursor unchanged; the others return a status, with the fault. Nothing is owned.
 */
#ifndef GAMES_CASE_ROUNDS_H
#define GAMES_CASE_ROUNDS_H

#include "games/case.h"
#include "games/paytable.h"
#include "games/ruling.h"

/* ------------------------------------------------------------------------------------- sections */

/*
 * Reads the rest of `settings:` or `settings refused #211:`. The clause is empty if none is given; `example` is one for the
 * fault. `open` says that the table is open, so that settings are too late.
 */
MUST_USE enum status case_settings_heading(struct case_cursor *cursor, bool open, const char *example,
                                           struct text *clause, struct case_fault *fault);

/* What follows the word in `expect:` or `expect some:`. */
MUST_USE enum status case_expect_heading(struct case_cursor *cursor, struct case_fault *fault);

/* Line number `at` of the file is indented: it must stand below settings or expect, or it belongs to nothing. */
MUST_USE enum status case_check_indented(const struct case_file *file, size_t at, struct case_fault *fault);

/* ------------------------------------------------------------------------------------- settings */

/* A name and its colon. */
bool case_take_name(struct case_cursor *cursor, const char *name);

/* Which of `count` words stands there, tried in their order; the fault lists them all. */
MUST_USE enum status case_choice(struct case_cursor *cursor, const char *const *words, unsigned count,
                                 unsigned *choice, struct case_fault *fault);

/* `yes` is tried first, so that it may begin with `no`. */
MUST_USE enum status case_flag(struct case_cursor *cursor, const char *no, const char *yes, bool *flag,
                               struct case_fault *fault);

/* 1 to 100 */
MUST_USE enum status case_limits(struct case_cursor *cursor, struct money *least, struct money *most,
                                 struct case_fault *fault);

/* ---------------------------------------------------------------------------------------- seats */

enum case_decision { CASE_UNDECIDED, CASE_PLAYS, CASE_FOLDS };

/* The lines of a case about a seat, or about the dealer. */
struct case_script {
    bool present;
    struct hand hand;
    struct money wagers[WAGER_COUNT];
    enum case_decision decision;
    struct money play;
    bool unseen; /* plays without having looked at the cards */
};

/* The amount of a wager, above zero. */
MUST_USE enum status case_wager_amount(struct case_cursor *cursor, struct money *amount,
                                       struct case_fault *fault);

/* As Ah 8c 5d 2h ante 10, aces up 5; play 30: each part is optional. */
MUST_USE enum status case_seat_line(struct case_cursor *cursor, unsigned cards_max,
                                    struct case_script *script, struct case_fault *fault);

/* A number from 1 to `most`; `things` is what the fault says are numbered so. */
MUST_USE enum status case_ordinal(struct case_cursor *cursor, unsigned most, const char *things,
                                  unsigned *number, struct case_fault *fault);

/* What follows "player" in "player 3 sits at seat 2"; `verb` is "sits at seat". */
MUST_USE enum status case_sitting(struct case_cursor *cursor, const char *verb, unsigned *player,
                                  unsigned *seat, struct case_fault *fault);

/* 6 cards */
MUST_USE enum status case_card_count(struct case_cursor *cursor, unsigned most, unsigned *count,
                                     struct case_fault *fault);

/* The hand button of a row, by the name of its hand: the number of the row, from 1. No table has no rows. */
bool case_take_row(struct case_cursor *cursor, const struct paytable *paytable, unsigned *number);

/* ------------------------------------------------------------------------------------- outcomes */

/* What follows the arrow in "-> refused #145", to the end of the line; `example` is a clause for the fault. */
MUST_USE enum status case_refusal(struct case_cursor *cursor, const char *example, struct text *clause,
                                  struct case_fault *fault);

/* A difference unless the ruling refuses by that clause; `allowed` are the words if it does not refuse. */
MUST_USE enum status case_compare_refusal(struct case_result *result, const struct case_cursor *cursor,
                                          struct text clause, const struct ruling *ruling,
                                          const char *allowed, struct case_fault *fault);

/* The rest of the line is the name of the state that the table should be in. */
MUST_USE enum status case_compare_state(struct case_result *result, struct case_cursor *cursor,
                                        const char *found, struct case_fault *fault);

/* How a table left its round. The words are copied, since the table will go on. */
struct case_ending {
    unsigned seats;
    bool is_void;
    const char *void_clause, *void_words;
    const struct settlement *settlement;
};

/* A new last round with all but its meters. */
MUST_USE enum status case_add_ending(struct case_result *result, const struct case_line *line,
                                     const struct case_ending *ending, struct case_round **round,
                                     struct case_fault *fault);

#endif
