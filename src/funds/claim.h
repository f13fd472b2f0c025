/*
 * A claim: a won prize on its way to being paid, and its deadlines to the second.
 *
 *      awarded ──identified in time──> payable ──paid──> paid
 *         │                              ▲
 *         └─not identified──> held ──comes back with identification──┘
 *                               └──nobody came──> lapsed
 *
 * If the winner turns out not to be eligible, two persons forfeit the prize, unless it is paid or has lapsed.
 *
 * The minutes for identification run from the moment at which the hand was verified and the award announced, and the last
 * second still counts. Days are calendar days of the house, counted from the day after the award; the prize lapses at
 * the end of the last one. A winner who comes forward in time, with ID where it is asked for, has claimed the prize; it then waits
 * until it is paid. A winner who may not come back loses the prize when the time for identification is over; where ID may be
 * brought until the final, that is the time. If the document has no deadline, the prize is payable at once and never lapses.
 *
 * Every answer is a ruling with the clause. Nothing here reads a clock: the time is handed in.
 */
#ifndef FUNDS_CLAIM_H
#define FUNDS_CLAIM_H

#include "base/calendar.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

enum claim_state { CLAIM_AWARDED, CLAIM_HELD, CLAIM_PAYABLE, CLAIM_PAID, CLAIM_LAPSED, CLAIM_FORFEITED };

/* A duration of the document with its clause; without a clause the document has none. */
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
    struct instant lapses;      /* the first instant at which it has lapsed */
    bool can_be_late, can_lapse;
};

MUST_USE enum status claim_terms_compile(const struct offer *offer, struct arena *arena,
                                         struct claim_terms *terms);

/* A prize that was announced at `awarded`, or a share of it; both 0 if it is no money. Whether the winner must be identified
 * is decided by the posted prize. STATUS_RANGE at the edges of the calendar. */
MUST_USE enum status claim_open(const struct claim_terms *terms, int64_t cents, int64_t posted_cents,
                                struct instant awarded, struct claim *claim);

/* The last instant within `length` after `from`: seconds, minutes and hours to the second, days to the end of the last day. */
MUST_USE enum status claim_deadline(struct duration length, const struct zone *zone, struct instant from,
                                    struct instant *last);

/* The clause by which a prize lapses; the document if it has none. */
const char *claim_lapse_clause(const struct claim_terms *terms, const struct claim *claim);

/* Neither paid nor lapsed nor forfeited. */
bool claim_is_open(const struct claim *claim);

/* Applies the deadlines: an award without ID in time is held, and an unclaimed prize lapses. True if the state changed. */
bool claim_tick(struct claim *claim, struct instant now);

/* The winner comes forward, with or without identification. */
struct ruling claim_come_forward(const struct claim_terms *terms, struct claim *claim, struct instant now);

/* What the winner shows. */
struct identification {
    bool photo, name_agrees; /* with that of the ticket or card */
};

/* Applies an accepted identification: the prize is payable and no longer lapses. */
void claim_identified(struct claim *claim);

/* A refusal forfeits the prize if the document does not allow ID to be brought later. */
struct ruling claim_identify(const struct claim_terms *terms, struct claim *claim,
                             const struct identification *shown, struct instant now);

/* Who comes for the prize. */
struct claimant {
    bool present, stub;
    bool another; /* a person to whom the winner gave the prize */
};

/* The cage pays the prize. A winner who is absent forfeits it if the document says so. */
struct ruling claim_pay(const struct claim_terms *terms, struct claim *claim, const struct claimant *claimant,
                        struct instant now);

extern const char *const claim_state_words[];         /* and NULL behind the last */
const char *claim_state_name(enum claim_state state); /* "held" */

#endif
