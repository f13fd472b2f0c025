/*
 * The progressive meter of a table game.
 *
 *   seed      the amount with which the meter starts and to which a full award resets it
 *   rate      the part of every accepted wager that goes to the meter, added at the lock
 *   reserve   what is kept beside the meter, at a rate of its own; a full award adds it to the seed
 *             (south-dakota/four-card-poker#61, #74)
 *   share     a percentage of the meter, always rounded down to the cent; the rest stays on the meter
 *             (massachusetts/crazy-4-poker#MR16)
 *
 * The meter shows whole cents. The fraction that a rate such as 12.5% of a dollar gives is carried, so that over many rounds
 * nothing is lost; the carry is never awarded.
 *
 * Every change is one entry, which the caller keeps: nothing is ever edited. A round that is void takes back its
 * own entries (massachusetts/crazy-4-poker#MR17, #MR34), whatever other tables have added to the same meter
 * since; after the prize has been logged only a manual adjustment corrects the meter, and both entries stay
 * (south-dakota/four-card-poker#78, #79).
 *
 * Invariants
 *  P1  0 <= value, 0 <= reserve, 0 <= carry < denominator, and the same for the carry of the reserve.
 *  P2  The value is the first value plus the changes of all entries; likewise the reserve.
 *  P3  value and reserve are at most METER_MAX; a larger result is STATUS_RANGE and changes nothing.
 */
#ifndef GAMES_METER_H
#define GAMES_METER_H

#include "base/money.h"
#include "base/status.h"
#include "games/paytable.h"

#include <stdbool.h>
#include <stdint.h>

#define METER_MAX INT64_C(100000000000) /* a thousand million dollars */

enum { METER_RATE_MAX = 1000000, METER_REASON_SIZE = 96, METER_LOG_MAX = 64 };

/* 20% is {1, 5} or {20, 100}; at most one, over at most METER_RATE_MAX. */
struct meter_rate {
    uint32_t numerator, denominator;
};

bool meter_rate_is_good(struct meter_rate rate);

/* Whether a meter or a reserve can stand at this amount: P3. */
bool meter_holds(struct money amount);

struct meter {
    const char *name; /* "five-card-progressive": a constant text */
    struct money seed;
    struct meter_rate rate, reserve_rate;
    struct money value, reserve;
    uint32_t carry, reserve_carry; /* parts of a cent, over the denominators of the rates */
};

enum meter_change { METER_LOCK, METER_AWARD, METER_TAKEN_BACK, METER_ADJUSTMENT };

const char *
meter_change_name(enum meter_change change); /* "lock", "award", "taken back", "manual adjustment" */

struct meter_entry {
    enum meter_change change;
    int64_t value_cents, reserve_cents; /* what was added; below zero, what was taken */
    int64_t carry, reserve_carry;
    struct money value_after, reserve_after;
    struct money prize; /* of an award: what the winners get together */
    char reason[METER_REASON_SIZE];
};

struct meter_log {
    unsigned count;
    struct meter_entry entries[METER_LOG_MAX];
};

/* Starts at the seed with an empty reserve. STATUS_RANGE for a seed or rate that is out of range. */
MUST_USE enum status meter_init(struct meter *meter, const char *name, struct money seed,
                                struct meter_rate rate, struct meter_rate reserve_rate, struct fault *fault);

/* Each adds its entry to the log. STATUS_NO_SPACE if the log is full, STATUS_RANGE by P3. */

/* The accepted wagers of a round, `wagers` together, are locked in. */
MUST_USE enum status meter_lock(struct meter *meter, struct money wagers, struct meter_log *log);

/*
 * A share of the meter (pay.kind is PAY_METER) for `ways` equal winners. Each gets the prize divided by `ways`, rounded down;
 * the remainder stays on the meter. A full share then adds seed and reserve.
 */
MUST_USE enum status meter_award(struct meter *meter, struct pay pay, unsigned ways, struct money *each,
                                 struct meter_log *log);

/* A manual adjustment by an authorised person, with the reason. */
MUST_USE enum status meter_adjust(struct meter *meter, struct money by, const char *reason,
                                  struct meter_log *log);

/* Takes back all entries of the log from number `first` on, in one entry. */
MUST_USE enum status meter_take_back(struct meter *meter, unsigned first, const char *reason,
                                     struct meter_log *log);

/* Takes back the whole log of a round that became void, if the round has moved the meter at all. */
void meter_void_round(struct meter *meter, struct meter_log *log);

#endif
