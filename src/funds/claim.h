/*
 * A claim: a won prize on its way to being paid, and its deadlines to the second.
 *
 *      awarded ──identified in time──> payable ──paid──> paid
 *         │                              ▲
 *         └─not identified──> held ──comes back with identification──┘
 *                               └──nobody came──> lapsed
 *
 * One whose winner may not have it after all is forfeited by two persons, unless it is paid or has lapsed.
 *
 * The minutes for identification run from the moment at which the hand was verified and the award announced, and the last
 * second still counts. Days are calendar days of the house, counted from the day after the award; the prize lapses at
 * the end of the last one. Who has come forward in time, and has shown identification where it is asked for, has claimed:
 * from then on the prize waits until it is paid. Who may not come back loses the prize when the time to be identified is over; where
 * identification may be brought until the final, that is the time. A document that gives no deadline pays at once and
 * lets nothing lapse.
 *
 * Every answer is a ruling with the clause. Nothing here reads a clock: the time is handed in.
 */
#ifndef FUNDS_CLAIM_H
#define FUNDS_CLAIM_H

#include "base/calendar.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

enum claim_state { CLAIM_AWARDED, CLAIM_HELD, CLAIM_PAYABLE, CLAIM_PAID, CLAIM_LAPSED, CLAIM_FORFEITED };

/* A duration of the document with its clause; no clause: nothing is said. */
struct claim_term {
    struct duration length;
    const char *clause;
};

struct claim_terms {
    const char *document; /* cited where the document is silent */
    struct zone zone;     /* of the house */
    bool present, stub, photo, name_agrees, transferable;
    bool from_hand; /* the time to claim runs from when the hand was shown, not from the award */
    bool absent_forfeits, nothing_later; /* said by the document, not by default */
    const char *present_clause, *stub_clause, *photo_clause, *name_clause, *transferable_clause;
    const char *absent_clause, *grace_clause;
    int64_t identified_from_cents; /* prizes from this amount on; RANGE_NO_END: none */
    const char *identified_clause;
    struct claim_term identification, come_back, at_all; /* identification within, return within, within */
    bool until_final;
    struct schedule final;
    struct schedule window; /* when prizes are handed out */
    const char *window_clause;
};

struct claim {
    enum claim_state state;
    bool identified; /* the winner must be */
    int64_t cents;
    struct instant awarded;
    struct instant identify_by; /* the last instant that is in time */
    struct instant lapses;      /* the first instant at which it has */
    bool can_be_late, can_lapse;
};

MUST_USE enum status claim_terms_compile(const struct offer *offer, struct arena *arena,
                                         struct claim_terms *terms);

/* A prize that was announced at `awarded`, or a share of it; both 0 if it is no money. Whether the winner must be identified
 * is decided by the posted prize. STATUS_RANGE at the edges of the calendar. */
MUST_USE enum status claim_open(const struct claim_terms *terms, int64_t cents, int64_t posted_cents,
                                struct instant awarded, struct claim *claim);

/* The last instant that is so long after another: seconds, minutes and hours to the second, days to the end of the last one. */
MUST_USE enum status claim_deadline(struct duration length, const struct zone *zone, struct instant from,
                                    struct instant *last);

/* The clause by which a prize lapses; the document if it has none. */
const char *claim_lapse_clause(const struct claim_terms *terms, const struct claim *claim);

/* Neither paid nor lapsed nor forfeited. */
bool claim_is_open(const struct claim *claim);

/* What time alone does: an award that was not identified is held, and what nobody came for lapses. True if it changed. */
bool claim_tick(struct claim *claim, struct instant now);

/* The winner comes forward, with or without identification. */
struct ruling claim_come_forward(const struct claim_terms *terms, struct claim *claim, struct instant now);

/* What the winner shows. */
struct identification {
    bool photo, name_agrees; /* with that of the ticket or card */
};

/* What an identification that was allowed does: the prize is payable and lapses no more. */
void claim_identified(struct claim *claim);

/* A refusal forfeits the prize where the document lets nothing be brought later. */
struct ruling claim_identify(const struct claim_terms *terms, struct claim *claim,
                             const struct identification *shown, struct instant now);

/* Who comes for the prize. */
struct claimant {
    bool present, stub;
    bool another; /* not the winner, but somebody to whom the prize was given */
};

/* The cage pays. Absence forfeits the prize where the document says so. */
struct ruling claim_pay(const struct claim_terms *terms, struct claim *claim, const struct claimant *claimant,
                        struct instant now);

extern const char *const claim_state_words[];         /* and NULL behind the last */
const char *claim_state_name(enum claim_state state); /* "held" */

#endif
