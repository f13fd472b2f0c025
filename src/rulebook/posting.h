/*
 * Postings: the notice that must hang in the house, and the whole rules with the posted values woven in.
 *
 * The notice has what the clauses of the activity ask to be displayed (`posting/shows`) and what follows from its data:
 * games, tables and hours, charts with the posted prizes, pools, fees, payout structure, who may take part, claims and
 * every other restriction, each with the number of its clause. What the house chose is shown, never a range.
 *
 * NO PURCHASE NECESSARY is there if the document has free play that is advertised, and not where an activity has no
 * element of chance and needs none.
 */
#ifndef RULEBOOK_POSTING_H
#define RULEBOOK_POSTING_H

#include "rulebook/branding.h"
#include "rulebook/house_file.h"
#include "rulebook/notice.h"
#include "rulebook/rulebook.h"

/* What a notice can show, in its order; the words are those of `posting/shows`. */
enum posting_item {
    POSTING_GAMES,
    POSTING_HOURS,
    POSTING_HANDS,
    POSTING_CHART,
    POSTING_PRIZES,
    POSTING_POOL,
    POSTING_SEEDS,
    POSTING_INCREASES,
    POSTING_CAP,
    POSTING_STRUCTURE,
    POSTING_MULTIPLIER,
    POSTING_FEES,
    POSTING_ADMINISTRATION,
    POSTING_FUNDING,
    POSTING_TICKETS,
    POSTING_DRAWING,
    POSTING_STAGE,
    POSTING_INSTRUMENTS,
    POSTING_ENTRIES,
    POSTING_PLAYERS,
    POSTING_REQUIREMENTS,
    POSTING_PROCEDURES,
    POSTING_CLAIMS,
    POSTING_FREE_PLAY,
    POSTING_RESTRICTIONS,
    POSTING_ITEMS
};

const char *posting_item_name(enum posting_item item);

/* `shown` gets which items the notice shows; NULL if the caller does not ask. */
void posting_notice(struct notice *notice, const struct offer *offer, bool shown[POSTING_ITEMS]);

/* The colours of a house on its papers. */
struct notice_accents posting_accents(const struct branding *branding);

/* All clauses with their notes; the data of a clause as a table, with what `offer` posted. `offer` may be NULL. */
void posting_rules(struct notice *notice, const struct rulebook *rulebook, const struct offer *offer);

#endif
