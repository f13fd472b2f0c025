/*
 * The forecasts of a house (forecast.h), from its books: which offers have pools, what was played and paid in the last days, what the
 * rows of their charts come to, and what follows.
 *
 * Of the books three things are read: the state, the collections of the last 90 days, hour by hour, and the awards that stand. The
 * forecast is as of the last event, so the same books always give the same forecast. Windows begin on a full hour; minutes in which an
 * offer is offered are counted by the quarter of an hour, and from the first fee on if that was later.
 *
 * Hands are counted so: where a fee is for one hand, one for each fee; where it is for the table or from the pot, or there is none,
 * as many as the table has seats for each round. Free tables are left out.
 *
 * Ownership: what is asked for is in the arena, texts too. The shelf keeps what is counted, so that each chart of a posting is counted
 * once. Nothing is written. One thread.
 */
#ifndef REPORTS_FORECASTS_H
#define REPORTS_FORECASTS_H

#include "base/arena.h"
#include "base/json.h"
#include "reports/forecast.h"
#include "reports/shelf.h"

enum { FORECAST_NOTES_MAX = 16 };

struct offer_forecast {
    struct forecast_facts facts;
    struct forecast forecast;
    unsigned note_count;
    struct text notes[FORECAST_NOTES_MAX]; /* what is assumed, a sentence each */
};

struct forecasts {
    struct instant at;
    struct zone zone; /* of the house */
    unsigned count;
    struct offer_forecast *offers; /* those that are posted and have a pool, in the order of the house */
    bool found;                    /* the offer that was asked for is posted, be it without a pool */
};

/* Of the offer, or of all if the name is empty. Fails as keeper_open(), or if there is no memory. */
MUST_USE enum status forecasts_make(struct text store, struct text offer, struct shelf *shelf,
                                    struct arena *arena, struct forecasts *forecasts, struct fault *fault);

/* Why there is none of a pool, in a sentence, which is in the arena; empty if there is one. */
struct text forecast_why_not(const struct offer_forecast *offer, unsigned pool, struct arena *arena);

/* "the last 7 days" */
const char *forecast_pace_words(unsigned pace);

/* As `cardroom forecast --json` prints them, and of one offer with rows, curves and what is assumed; the caller's. NULL if there is no
 * memory. */
json_t *forecasts_document(const struct forecasts *forecasts, struct arena *arena);
json_t *forecast_document(const struct offer_forecast *offer, struct arena *arena);

#endif
