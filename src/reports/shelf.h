/*
 * The clerk's shelf: the rule documents with the cases that cite their clauses, the numbers of the table games, and the
 * counts made from them.
 *
 * Documents are read from their folder at the first use, and not again. Counts that do not depend on a paytable or a prize
 * are made once and kept: the situations of Four-Card Poker (30 MiB), the hits of the last SHELF_CHARTS charts, and the last
 * SHELF_HI_LO reports of Hi Lo.
 *
 * The loop opens and closes a shelf; in between it belongs to one clerk's thread.
 */
#ifndef REPORTS_SHELF_H
#define REPORTS_SHELF_H

#include "games/hi_lo_day.h"
#include "odds/activity_odds.h"
#include "odds/hi_lo_report.h"
#include "odds/report.h"
#include "rulebook/clause_state.h"
#include "rulebook/library.h"

enum { SHELF_CHARTS = 128, SHELF_HI_LO = 4, SHELF_ROUNDS = 10000 /* of a simulation */ };

struct shelf;

/* `rulebooks` is the folder, or NULL: there are only the documents that the house has filed. It outlives the shelf. */
MUST_USE enum status shelf_open(const char *rulebooks, struct shelf **shelf, struct fault *fault);
void shelf_close(struct shelf *shelf); /* NULL is fine */

/* Those that could be read without an error. */
unsigned shelf_count(struct shelf *shelf);
const struct rulebook *shelf_at(struct shelf *shelf, unsigned index);
const struct rulebook *shelf_find(struct shelf *shelf, struct text identity); /* or NULL */

/* By clause; NULL if there is no memory. `rulebook` is one of the shelf. */
const struct clause_tests *shelf_tests(struct shelf *shelf, const struct rulebook *rulebook);

/* NULL if the documents of the games are missing. */
const struct report_targets *shelf_targets(struct shelf *shelf);
const struct hi_lo_promotion *shelf_hi_lo(struct shelf *shelf);

/* With readings of these rules, counted or cached; valid until SHELF_HI_LO others were requested. Fails as
 * hi_lo_report_make(). */
MUST_USE enum status shelf_hi_lo_report(struct shelf *shelf, const struct hi_lo_rules *rules,
                                        struct money progressive, const struct hi_lo_report **report,
                                        struct fault *fault);

/* NULL if there is no memory; each report is then counted again. */
const struct four_card_table *shelf_four_card(struct shelf *shelf);

/* The hits of a piece of the rulebook, counted or cached; `offer` may be NULL. Fails as activity_piece_count(). */
MUST_USE enum status shelf_chart(struct shelf *shelf, const struct rulebook *rulebook,
                                 const struct offer *offer, const struct activity_piece *piece,
                                 unsigned players, struct arena *arena, const struct chart_odds **odds,
                                 struct fault *fault);

#endif
