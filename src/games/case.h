/*
 * Cases: rounds written as text, with the money that is expected of them (docs/formats/cases.md).
 *
 * A case is read in three layers:
 *
 *   lines     case_read(): the file as lines, each at the margin or indented below one that is
 *   cursor    case_take_...(): words, numbers, money and cards of a line, each fault with line and column
 *   game      a struct case_game plays the lines on its own table and returns the result: struct case_result
 *
 * The first two and the comparison with the expectations are the same for all games. There are two kinds of errors: a case
 * that cannot be parsed is a fault; a case with another result than it expects is a list of differences in the result.
 *
 * Ownership: everything made here lives in the arena that is handed in; texts are views of the file's text. Both
 * must outlive the result.
 */
#ifndef GAMES_CASE_H
#define GAMES_CASE_H

#include "base/arena.h"
#include "base/money.h"
#include "base/status.h"
#include "base/text.h"
#include "cards/card.h"
#include "games/settlement.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    CASE_SIZE_MAX = 1 << 16,   /* bytes of a file */
    CASE_ARENA_SIZE = 1 << 24, /* the limit of an arena for one case */
    CASE_ROUNDS_MAX = 64,
    CASE_METERS_MAX = 2,
    CASE_NUMBER_MAX = 1000000
};

/* ---------------------------------------------------------------------------------------- lines */

struct case_line {
    size_t number;    /* from 1 */
    bool indented;    /* belongs to the last line that is not */
    size_t column;    /* of the first byte of the text, from 1 */
    struct text text; /* without white space around */
};

/* The place and the message; the position of the fault is the byte column in the line. */
struct case_fault {
    size_t line;
    struct fault fault;
};

/* Empty lines and remarks (lines that begin with a hash) are left out. */
struct case_file {
    struct case_line *lines;
    size_t count;

    struct text name;  /* "M1" */
    struct text title; /* "dealer below king" */
    struct text game;  /* "crazy-4-poker" */
    size_t first;      /* the first line behind the header */
};

/* Reads the lines and the header: `case NAME: TITLE`, `cites: ...`, `game: NAME`, in this order. */
MUST_USE enum status case_read(struct text text, struct arena *arena, struct case_file *file,
                               struct case_fault *fault);

/* Shows every clause and reading that the header cites, "massachusetts/crazy-4-poker" and "158" or "MR1", in order; the cursor
 * stands before what is written of it. */
struct case_cursor;
struct case_cite {
    struct text document, number;
    const struct case_cursor *cursor;
};
typedef enum status case_cite_visitor(void *context, const struct case_cite *cite, struct case_fault *fault);
MUST_USE enum status case_each_cite(const struct case_file *file, case_cite_visitor *visit, void *context,
                                    struct case_fault *fault);

/* --------------------------------------------------------------------------------------- cursor */

/*
 * A place in a line. The functions named _take_ skip white space, then the thing in their name; those that return bool leave
 * the cursor unchanged if it is not there. Words are compared ignoring case, and end where the letters end; a space in
 * `words` matches any white space or one hyphen.
 */
struct case_cursor {
    const struct case_line *line;
    size_t at;
};

struct case_cursor case_start(const struct case_line *line);
bool case_ended(struct case_cursor *cursor);
bool case_take(struct case_cursor *cursor, char byte);
bool case_take_words(struct case_cursor *cursor, const char *words);
bool case_take_arrow(struct case_cursor *cursor);                    /* -> */
bool case_take_wager(struct case_cursor *cursor, enum wager *wager); /* by its id, the longest that fits */
struct text case_rest(struct case_cursor *cursor);                   /* all that is left, trimmed */

MUST_USE enum status case_number(struct case_cursor *cursor, unsigned most, unsigned *number,
                                 struct case_fault *fault);
MUST_USE enum status case_money(struct case_cursor *cursor, struct money *money, struct case_fault *fault);
MUST_USE enum status case_percent(struct case_cursor *cursor, unsigned *numerator, unsigned *denominator,
                                  struct case_fault *fault); /* "20%", "12.5%" */

/* As many cards as stand there, separated by spaces; a word that is no card ends them. */
MUST_USE enum status case_cards(struct case_cursor *cursor, unsigned least, unsigned most, struct hand *hand,
                                struct case_fault *fault);

/* A clause, "#145" or "#MR22": the part behind the hash. False if there is none. */
bool case_take_clause(struct case_cursor *cursor, struct text *number);

MUST_USE enum status case_end(struct case_cursor *cursor, struct case_fault *fault);
enum status case_expected(const struct case_cursor *cursor, struct case_fault *fault, const char *expected);
enum status case_fault_at(const struct case_cursor *cursor, struct case_fault *fault, enum status status,
                          const char *format, ...) PRINTF_LIKE(4, 5);

/* --------------------------------------------------------------------------------------- result */

struct case_meter {
    const char *name;
    struct money before, locked, after;
    struct money reserve_before, reserve_after;
};

struct case_round {
    struct case_round *next;
    unsigned number; /* from 1 */
    unsigned seats;
    bool is_void;
    const char *void_clause; /* why; "" if it is not */
    const char *void_words;
    struct settlement settlement;
    unsigned meter_count;
    struct case_meter meters[CASE_METERS_MAX];
};

struct case_difference {
    struct case_difference *next;
    size_t line;
    struct text words;
};

struct case_result {
    struct arena *arena;
    struct case_round *rounds, *last_round;
    struct case_difference *differences, *last_difference;
    unsigned round_count, difference_count;
    unsigned expectation_count; /* how many expectations of the case were compared */
};

void case_result_init(struct case_result *result, struct arena *arena);

/* A new last round, empty. STATUS_NO_SPACE beyond CASE_ROUNDS_MAX. */
MUST_USE enum status case_add_round(struct case_result *result, const struct case_line *line,
                                    struct case_round **round, struct case_fault *fault);

MUST_USE enum status case_differs(struct case_result *result, const struct case_line *line,
                                  struct case_fault *fault, const char *format, ...) PRINTF_LIKE(4, 5);

/* For a case that was played: one that differs from nothing because it expects nothing is a fault. */
MUST_USE enum status case_check_expects(const struct case_file *file, const struct case_result *result,
                                        struct case_fault *fault);

/*
 * Compares a finished round with the lines indented below `expect:`, number `at` of the file:
 *
 *   3 ante 10 -> 10   returned, dealer does not qualify  #158     a line of the settlement, in order
 *   net: seat 1 +30, seat 2 -5                                    every seat that is named
 *   handed: seat 1 30                                             all that a seat was handed
 *   meter five-card-progressive: locked 25,310.80, ends 9,000, reserve 0
 *   void #271                                                     that it is void, and why
 *
 * Words and clause are compared if they are given. Once a line of the settlement is given, all must be, unless the
 * heading is `expect some:`. "3 envy -> none" says that there is no such line. Other lines go to `other`, which may be NULL: it returns false, with the cursor where it was, if it does not know
 * the line either.
 */
struct case_expectation {
    void *context;
    enum status (*other)(void *context, struct case_cursor *cursor, bool *known, struct case_fault *fault);
};

MUST_USE enum status case_compare(const struct case_file *file, size_t at, const struct case_round *round,
                                  const struct case_expectation *expectation, struct case_result *result,
                                  struct case_fault *fault);

/* ---------------------------------------------------------------------------------------- games */

/* The numbers of the rule documents for each of the games; all outlive the result. */
struct crazy4_tables;
struct four_card_tables;
struct hi_lo_promotion;

struct case_rules {
    const struct crazy4_tables *crazy4;
    const struct four_card_tables *four_card;
    const struct hi_lo_promotion *hi_lo;
};

struct case_game {
    const char *name; /* as in `game: NAME` */
    enum status (*play)(const struct case_file *file, const struct case_rules *rules,
                        struct case_result *result, struct case_fault *fault);
};

extern const struct case_game *const case_games[]; /* games/case_games.c: all of them, then NULL */

/* Plays the file on the game that it names; a game that is not in the list is a fault. */
MUST_USE enum status case_play(const struct case_file *file, const struct case_rules *rules,
                               struct case_result *result, struct case_fault *fault);

#endif
