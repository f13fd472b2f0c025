/*
 * Checks of several values together: whether they agree. Each check adds all its findings. Private to this room.
 */
#ifndef RULEBOOK_CHECK_INTERNAL_H
#define RULEBOOK_CHECK_INTERNAL_H

#include "rulebook/finding.h"
#include "rulebook/hand_relation.h"
#include "rulebook/house_file.h"
#include "rulebook/rulebook.h"

/* Funds exist, fees are split whole, shares make 100%, engine clauses name a part, settings have their default. */
void check_rulebook(const struct rulebook *rulebook, struct findings *findings);

/* Vouchers pay something, are what a prize is called that says what it is worth, and count only costs that they pay. */
void check_vouchers(const struct rulebook *rulebook, struct findings *findings);

/* A law has thresholds and no games; thresholds have dates with years, forms and readings that exist, and one value for
 * every form, kind of payment and day. Of an activity: that it has none. */
void check_law(const struct rulebook *rulebook, struct findings *findings);

/* Charts: rows that can never be paid, rows that overlap, hands left out between two rows, hands a game does not have. */
void check_charts(const struct rulebook *rulebook, struct hand_relations *relations,
                  struct findings *findings);

/* Where an offer names its activity: the place of what it lacks. With the clause that asks for it. */
struct origin offer_origin(const struct offer *offer, struct text clause);

/* Where it names a table. */
struct origin offer_table_origin(const struct offer *offer, const struct house_table *table,
                                 struct text clause);

/* Chart, structure, prizes, tables, settings, names and funds of one offer. */
void check_offer(const struct offer *offer, struct findings *findings);

/* The multiplier of an offer: where it holds, and that multiplied prizes stay within what is approved. */
void check_multiplier(const struct offer *offer, struct findings *findings);

/* One reading that a house chose, against the settings that a document has (or NULL). */
void check_setting(const struct node *settings, const struct node *chosen, struct findings *findings);

/* Whether an offer says which of the charts is in force; otherwise all of them are. */
bool rulebook_chooses_chart(const struct rulebook *rulebook);

/* Whether an offer says what it has of a part of the document by keys of its own, `chart` and `prizes` for `charts`. */
bool offer_part_has_own_keys(struct text part);

/* The charts in force: those named, or all where all are offered together. */
MUST_USE enum status offer_read_charts(struct offer *offer, struct arena *arena, struct findings *findings);

/* Two offers that meet (offers_meet) and pay the same hand at a table of both: a warning that names both. */
void check_double_payment(const struct offer *one, const struct offer *other,
                          struct hand_relations *relations, struct findings *findings);

/* Checks the offers of one house against each other; `complete` if all its offers could be read. */
void check_offers(const struct offer *offers, unsigned count, bool complete, struct hand_relations *relations,
                  struct findings *findings);

/* The errors of it that offers of one document can bring. */
void check_offers_of(const struct rulebook *rulebook, const struct offer *offers, unsigned count,
                     bool complete, struct findings *findings);

#endif
