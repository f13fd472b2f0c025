/*
 * The clerk's shelf: the rule documents at hand with the cases that cite their clauses, the numbers of the table games, and what
 * was counted of them.
 *
 * Documents are read from their folder when the first is asked for, and stay as they are then. What does not depend on a paytable
 * or a prize is counted once and kept: the situations of Four-Card Poker (30 MiB), the hits of the last
 * SHELF_CHARTS charts, and the last SHELF_HI_LO reports of Hi Lo.
 *
 * A shelf is opened and closed by the loop, and in between belongs to one clerk's thread.
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

/* `rulebooks` is the folder, or NULL: nothing is at hand but what the house has filed. It outlives the shelf. */
MUST_USE enum status shelf_open(const char *rulebooks, struct shelf **shelf, struct fault *fault);
void shelf_close(struct shelf *shelf); /* NULL is fine */

/* Those that could be read without an error. */
unsigned shelf_count(struct shelf *shelf);
const struct rulebook *shelf_at(struct shelf *shelf, unsigned index);
const struct rulebook *shelf_find(struct shelf *shelf, struct text identity); /* or NULL */

/* By clause; NULL if there is no memory. `rulebook` is one of the shelf. */
const struct clause_tests *shelf_tests(struct shelf *shelf, const struct rulebook *rulebook);

/* NULL if the documents of the games are not at hand. */
const struct report_targets *shelf_targets(struct shelf *shelf);
const struct hi_lo_promotion *shelf_hi_lo(struct shelf *shelf);

/* With readings of these rules, counted or as kept; it is there until SHELF_HI_LO others were asked for. Fails as hi_lo_report_make(). */
MUST_USE enum status shelf_hi_lo_report(struct shelf *shelf, const struct hi_lo_rules *rules,
                                        struct money progressive, const struct hi_lo_report **report,
                                        struct fault *fault);

/* NULL if there is no memory; each report is then counted anew. */
const struct four_card_table *shelf_four_card(struct shelf *shelf);

/* The hits of a piece of the rulebook, counted or as kept; `offer` may be NULL. Fails as activity_piece_count(). */
MUST_USE enum status shelf_chart(struct shelf *shelf, const struct rulebook *rulebook,
                                 const struct offer *offer, const struct activity_piece *piece,
                                 unsigned players, struct arena *arena, const struct chart_odds **odds,
                                 struct fault *fault);

#endif
