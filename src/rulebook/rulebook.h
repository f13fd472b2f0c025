/*
 * An approved activity: its document, the data of its clauses as one tree, and its charts made ready to be judged,
 * counted and printed. A rulebook can also be a law. A law binds the offers of houses, has thresholds in place of games
 * and charts, and cannot be offered.
 *
 *      document ── clauses ── fences ──> data (one tree; every value knows its clause)
 *                                          ├── charts ──> rows: hand rules by game, awards
 *                                          └── everything else: read by path, "pools/prize pool/seed"
 *
 * Invariants
 *  B1  In `data` every chart is a map with `rows`, and every row a map with `hand`: the short forms are written out.
 *  B2  A row has at least one game and one rule for each, in the same order. The rule has the phrase of `judged` for
 *      its game.
 *  B3  A rulebook that was read without an error has a name, at least one game or at least one threshold, and types as
 *      the vocabulary says. A law has no parts but `law`, `thresholds` and `settings`.
 *
 * Ownership: everything is in the arena that it was read into.
 */
#ifndef RULEBOOK_RULEBOOK_H
#define RULEBOOK_RULEBOOK_H

#include "base/arena.h"
#include "rulebook/finding.h"
#include "rulebook/game_name.h"
#include "rulebook/hand_language.h"
#include "rulebook/node.h"
#include "rulebook/rule_document.h"
#include "rulebook/value.h"

struct game_list {
    struct game_name *games;
    unsigned count;
};

struct rulebook_row {
    struct text id;          /* "A3", or "c" in a chart without a letter of its own */
    struct text name;        /* what offers and notices call it */
    struct text hand;        /* as written, with the posted suit and rank still in words */
    struct game_list games;  /* of the row, else of the chart, else of the activity */
    struct hand_rule *rules; /* by game (B2) */
    bool has_award;
    struct value award;
    const struct node *node;
};

struct rulebook_chart {
    struct text name;
    struct game_list games;
    struct rulebook_row *rows;
    unsigned row_count;
    const struct node *node;
};

struct rulebook {
    struct rule_document document;
    struct node *data;
    struct game_list games;
    struct rulebook_chart *charts;
    unsigned chart_count;
    bool is_law; /* it says so by the part `law` */
    bool
        has_errors; /* offers are not compared with it until it is right: what it lacks would be held against them */
};

/*
 * Reads and checks. `identity` is "issuer/activity". Faults of the text are findings; STATUS_OK means that `rulebook` can
 * be used, though there may be findings; otherwise it cannot.
 */
MUST_USE enum status rulebook_read(struct text bytes, const char *file, struct text identity,
                                   struct arena *arena, struct findings *findings, struct rulebook *rulebook);

/* The rule of a row in a game that it is for, with the suit and rank that the house posted; any where it is NULL. Where the
 * row is for a group of games the phrase of `judged` is that of the game. */
MUST_USE enum status rulebook_compile_row(const struct rulebook *rulebook, const struct rulebook_row *row,
                                          const struct text *suit, const struct text *rank,
                                          const struct game_name *game, struct hand_rule *rule,
                                          struct fault *fault);

/* The chart with the rows whose hands the rules leave to the house: `hands` has them by the names of the rows. Without those it
 * lacks these rows. */
MUST_USE enum status rulebook_chart_with_hands(const struct rulebook *rulebook,
                                               const struct rulebook_chart *chart, const struct node *hands,
                                               struct arena *arena, struct findings *findings,
                                               struct rulebook_chart *with_hands);

const struct rulebook_chart *rulebook_chart_find(const struct rulebook *rulebook, struct text name);

/* Which game of the row is `game`: by its name or group or, where no row of the chart names it, by the hands that it deals.
 * The count of the row's games if none is. */
unsigned rulebook_row_game(const struct rulebook_chart *chart, const struct rulebook_row *row,
                           const struct game_name *game);

/* Whether a game of the list, or a group in it, is `game`. */
bool game_list_includes(const struct game_list *list, const struct game_name *game);

#endif
