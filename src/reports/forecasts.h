/*
 * The forecasts of a house (forecast.h), from its books: the offers with pools, the play and payments of the last days, the
 * value of the rows of their charts, and the result.
 *
 * It reads three things from the books: the state, the hourly collections of the last 90 days, and the awards in force. The
 * forecast is as of the last event, so the same books always give the same forecast. Windows begin on a full hour; the
 * minutes in which an offer is offered are counted by quarters of an hour, from the first fee on if that was later.
 *
 * Hands are counted so: if a fee is for one hand, one for each fee; if it is for the table or from the pot, or there is none,
 * the number of seats for each round. Free tables are left out.
 *
 * Ownership: results and their texts are in the arena. The shelf keeps the counts, so that each chart of a posted offer is counted
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
    bool found;                    /* the requested offer is posted, even if it has no pool */
};

/* Of the offer, or of all if the name is empty. Fails as keeper_open(), or if there is no memory. */
MUST_USE enum status forecasts_make(struct text store, struct text offer, struct shelf *shelf,
                                    struct arena *arena, struct forecasts *forecasts, struct fault *fault);

/* Why a pool has no forecast, in a sentence in the arena; empty if it has one. */
struct text forecast_why_not(const struct offer_forecast *offer, unsigned pool, struct arena *arena);

/* "the last 7 days" */
const char *forecast_pace_words(unsigned pace);

/* As `cardroom forecast --json` prints them, and of one offer with rows, curves and what is assumed; the caller's. NULL if there is no
 * memory. */
json_t *forecasts_document(const struct forecasts *forecasts, struct arena *arena);
json_t *forecast_document(const struct offer_forecast *offer, struct arena *arena);

#endif
