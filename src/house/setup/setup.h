/*
 * Offers and their documents: what the house has filed and posted, and the state of each pool.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_SETUP_SETUP_H
#define HOUSE_SETUP_SETUP_H

#include "funds/claim.h"
#include "funds/funds.h"
#include "funds/ledger.h"
#include "funds/offered.h"
#include "funds/payment.h"
#include "funds/terms.h"
#include "funds/voucher.h"
#include "house/kernel/floor.h"
#include "rulebook/approval.h"
#include "rulebook/minisign.h"

struct deciding;

/* One win of a pool. */
struct pool_win {
    struct instant at;
    int64_t cents;
    uint32_t award;
    uint32_t table; /* of its first prize, from 1; 0: at none */
};

/* The figures that regulators ask for, for each pool. The amounts are sums since the books began. */
struct pool_meter {
    int64_t base, reset, limit; /* seed, reseed and cap as posted; limit -1: none */
    int64_t carried; /* what it held when it was posted or an award was reversed; may be above limit */
    int64_t rate,
        hidden_rate; /* of the largest fee: cents to the meter, and cents to where no meter shows them */
    int64_t largest_contribution; /* of one round: the most fees that a table of the offer can take */
    uint32_t hits;
    int64_t won;
    uint32_t kept; /* number of wins below; the newest is last */
    struct pool_win wins[FLOOR_HITS_KEPT];
};

/* The administrative fee for the hours of a table on a gaming day that is not taken yet. */
struct owed_hours {
    struct date day;
    uint32_t table, hours;
    int64_t cents;
};

struct offering {
    const struct offer *offer;
    struct text name; /* "bonus-hand" */
    struct text text; /* as posted */
    struct text
        house; /* the text of house.yaml that it is read by: of one that is withdrawn, that of its last day */
    unsigned documents,
        accounts; /* how many were filed and open when it was posted; only these apply to it */
    bool posted, seeded;
    bool stopped; /* its document is not approved any more: it is not in force, whatever its hours are */
    uint32_t awards_standing; /* that were not reversed, since the books began */
    bool hit_since_posted;    /* so a structure that is locked until a hit may change */
    struct terms terms;
    struct funds funds;
    struct claim_terms claims;
    struct payment_kinds payments;
    struct voucher_book vouchers;
    struct offered offered;
    int64_t advanced, repaid;               /* in all */
    struct date increased[TERMS_POOLS_MAX]; /* the last day whose increase was made */
    struct date closed;                     /* the last day that was closed for it */
    struct owed_hours *owed;                /* the oldest first; their sum is funds.administration_due */
    unsigned owed_count, owed_room;
    struct pool_meter meters[TERMS_POOLS_MAX];
};

/* A change that two persons have filed for a later time. It is judged again when its time has come. */
struct waiting {
    uint32_t number;   /* among all changes that were filed */
    struct text offer; /* its name; empty: the house is amended */
    struct date from;  /* the first gaming day of an amendment */
    struct instant at; /* when an offer is posted */
    struct text text;  /* of house.yaml, or of the offer */
    struct text by, authorised_by;
    struct instant filed;
};

/*
 * An earlier posting of an offer. A posting applies to the hands that are dealt after it. Hands that were dealt before are judged
 * and paid by the earlier posting, except that the pools restart as posted now.
 */
struct former {
    uint32_t offer;
    const struct offer *posted;
    struct text text, house;
    unsigned documents, accounts; /* as in struct offering */
    struct terms terms;
    struct claim_terms claims;
    struct payment_kinds payments;
    struct offered offered;
    const struct table_offer *
        *tables;          /* the offer at each table of the house; NULL: it was not offered there */
    unsigned table_count; /* of the house then; later ones had no offer */
};
#define FORMER_NONE UINT32_MAX

/* The register of an issuer, as filed last. */
struct filed_register {
    struct approvals approvals;
    struct text text, signature;
    struct minisign_key key; /* that has signed it */
};

/* NULL if none was filed, or the house does not trust its key any more. */
const struct filed_register *floor_register(const struct floor *floor, struct text issuer);

/* What the filed register says of a document; `approval` may be NULL. ANSWER_NOT_APPROVED if there is none. */
enum approval_answer floor_approval(const struct floor *floor, const struct rulebook *rulebook,
                                    const struct approval **approval);

const struct offering *floor_offering(const struct floor *floor, struct text name);

/* The account of tax withheld from prizes; ACCOUNT_NONE: no law of the house requires withholding. */
account_id floor_taxes(const struct floor *floor);

/* The offer as posted when the hand was dealt, with the money it has now; NULL if there is no memory. */
const struct offering *offering_of_hand(struct deciding *deciding, const struct floor_hand *hand);
const struct offering *offering_of_former(struct deciding *deciding, uint32_t offer, uint32_t former);

/* The same at a table; NULL if it was not offered there. */
const struct table_offer *table_offer_of_hand(const struct floor *floor, const struct floor_hand *hand,
                                              uint32_t table);
const struct table_offer *table_offer_of_former(const struct floor *floor, uint32_t offer, uint32_t former,
                                                uint32_t table);

/* Whether two rows are the same row; the charts may have been posted at different times. */
bool rows_are_one(const struct rulebook_row *one, const struct rulebook_row *other);

/* The minute of the day at which a pool is increased: the posted one, else the first of the gaming day. */
uint16_t increase_minute(const struct floor *floor, const struct pool_terms *pool);

/* Whether the offer is posted, and offered by its hours at the time of the house. */
bool is_in_force(const struct floor *floor, const struct offering *offering);

/* Whether it was offered during the whole hour. */
bool was_offered(const struct floor *floor, const struct offering *offering, struct instant from,
                 bool free_play);

/* Whether the offer is offered at the table now: free tables may have hours of their own. */
bool is_offered_at(const struct floor *floor, const struct offering *offering, const struct table *table);

/* The end of the period of the offer's hours that was running at a time; false if none was. For an offer without an end each
 * gaming day is one period. */
bool offer_period_end(const struct floor *floor, const struct offer *offer, struct instant at,
                      struct instant *end);

/* Read the text of a house or a document into the floor. Texts are copied. STATUS_INVALID if a text cannot be read; the floor
 * must not be used after that. */
MUST_USE enum status setup_take_house(struct floor *floor, struct text identity, struct text text);

/* Puts the tables of a house that has just been read into the order of the names; they are all that it has. */
MUST_USE enum status setup_order_tables(struct floor *floor, const struct text *names, unsigned count);

/* Copies a change that waits; there is room for FLOOR_WAITING_MAX. */
MUST_USE enum status setup_take_waiting(struct floor *floor, const struct waiting *waiting);

MUST_USE enum status setup_take_document(struct floor *floor, struct text activity, struct text text);

/* Reads the text of an offer, which is new or replaces one, by a text of house.yaml that the floor keeps. Only the first `documents`
 * that were filed apply to it. Its accounts are opened in the ledger. put_at_table() puts it at its tables. */
MUST_USE enum status setup_take_offer(struct floor *floor, uint32_t number, struct text name,
                                      struct text text, struct text house, unsigned documents,
                                      struct ledger *ledger, struct fault *fault);

/* Call this before an offer is posted again or withdrawn. It keeps the old posting for unsettled hands and running rounds. */
MUST_USE enum status keep_former(struct floor *floor, uint32_t number);

/* Reads the text of an earlier posting of an offer. */
MUST_USE enum status setup_take_former(struct floor *floor, uint32_t number, struct text text,
                                       struct text house, unsigned documents, struct ledger *ledger,
                                       struct fault *fault);

/* Put the offer at a table that is or was one of its tables, and read what it says for that table. */
MUST_USE enum status put_at_table(struct floor *floor, uint32_t number, struct table *table);
MUST_USE enum status read_table_offer(const struct offering *offering, const struct house_table *table,
                                      struct arena *arena, struct table_offer *at);

/* The number of an offer by name; false after a refusal. */
bool find_offer(struct deciding *deciding, struct text name, uint32_t *offer);

/* Repays the advances of all offers that share a fund, as soon as the fund holds enough. */
void repay_from_funds(const struct floor *floor, struct draft *draft);

/* Keeps the hour of the clock on the wall. Call it after the time or the zone of the house has changed. */
void setup_time_passed(struct floor *floor);

#endif
