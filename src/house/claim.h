/*
 * A claim: a won prize on its way to being paid, and its deadlines to the second.
 *
 *      awarded ──identified in time──> payable ──paid──> paid
 *         │                              ▲
 *         └─not identified──> held ──comes back with identification──┘
 *                               └──nobody came──> lapsed
 *
 * The minutes for identification run from the moment at which the hand was verified and the award announced, and the last
 * second still counts. Days are calendar days of the house, counted from the day after the award; the prize lapses at
 * the end of the last one. A document that gives no deadline pays at once and lets nothing lapse.
 *
 * Every answer is a ruling with the clause. Nothing here reads a clock: the time is handed in.
 */
#ifndef HOUSE_CLAIM_H
#define HOUSE_CLAIM_H

#include "base/calendar.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

enum claim_state { CLAIM_AWARDED, CLAIM_HELD, CLAIM_PAYABLE, CLAIM_PAID, CLAIM_LAPSED };

/* A duration of the document with its clause; no clause: nothing is said. */
struct claim_term {
    struct duration length;
    const char *clause;
};

struct claim_terms {
    const char *document;
    bool present;
    const char *present_clause;
    int64_t identified_from_cents; /* prizes from this amount on; RANGE_NO_END: none */
    const char *identified_clause;
    struct claim_term identification, come_back, at_all; /* identification within, return within, within */
};

struct claim {
    enum claim_state state;
    int64_t cents;
    struct instant awarded;
    struct instant identify_by; /* the last instant that is in time */
    struct instant lapses;      /* the first instant at which it has */
    bool can_lapse;
};

MUST_USE enum status claim_terms_compile(const struct offer *offer, struct arena *arena,
                                         struct claim_terms *terms);

/* A prize that was announced at `awarded`. STATUS_RANGE at the edges of the calendar. */
MUST_USE enum status claim_open(const struct claim_terms *terms, const struct zone *zone, int64_t cents,
                                struct instant awarded, struct claim *claim);

/* The clause by which a prize lapses; the document if it has none. */
const char *claim_lapse_clause(const struct claim_terms *terms);

/* What time alone does: an award that was not identified is held, and what nobody came for lapses. True if it changed. */
bool claim_tick(struct claim *claim, struct instant now);

/* The winner shows identification. */
struct ruling claim_identify(const struct claim_terms *terms, struct claim *claim, struct instant now);

/* The cage pays. */
struct ruling claim_pay(const struct claim_terms *terms, struct claim *claim, bool winner_is_there,
                        struct instant now);

#endif
