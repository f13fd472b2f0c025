/*
 * The clock that the server goes by. It follows the clock of the computer as long as that goes evenly:
 *
 *      own time = the last time of the computer that was accepted + the time that has passed since, by a clock that nobody sets
 *
 *      computer within the limit of the own time ──> accepted: the own time is the computer's
 *      computer further away ──────────────────────> alarm: the own time goes on; the alarm ends when the computer comes back
 *                                                     within the limit, or when two persons confirm a time near the computer's
 *
 * Invariants
 *  W1  Between two readings the own time moves by the time that has passed, and at most by the limit more or less, unless two
 *      persons confirmed another time between them.
 *  W2  There is an alarm if and only if the last time of the computer that was read was further away than the limit.
 *
 * Any thread may call everything.
 */
#ifndef SERVER_HOUSE_CLOCK_H
#define SERVER_HOUSE_CLOCK_H

#include "base/calendar.h"

#include <pthread.h>

/* How to read the time; tests put their own. NULL: the computer's. Any thread. */
struct clock_sources {
    struct instant (*wall)(void *context); /* the clock of the computer, which somebody may set */
    uint64_t (*passed_ms)(
        void *context); /* since some moment, also while the computer slept; never runs back */
    void *context;
};

struct clock_alarm {
    bool on;
    struct instant from, to; /* the own time when it was noticed, and what the computer showed then */
    bool at_start;           /* no jump was seen: the computer showed this when the server started */
};

struct house_clock {
    struct clock_sources sources;
    pthread_mutex_t lock; /* of what follows */
    int64_t limit_ms;
    struct instant accepted; /* the own time at `accepted_ms` */
    uint64_t accepted_ms;
    struct clock_alarm alarm;
};

/* The clock follows whatever the computer shows, until it begins to keep a house. */
void house_clock_init(struct house_clock *clock, const struct clock_sources *sources);
void house_clock_release(struct house_clock *clock);

/*
 * From here on the clock guards a house whose books end at the time `expected`. If the computer shows a time that is earlier by more than
 * the limit, or later by more than `closed_ms_max`, there is an alarm, and the own time goes on from `expected`.
 */
void house_clock_begin(struct house_clock *clock, struct instant expected, int64_t closed_ms_max,
                       int64_t limit_ms);

/* Another limit is posted. */
void house_clock_limit(struct house_clock *clock, int64_t limit_ms);

/* Two persons confirmed that it is this time. */
void house_clock_confirm(struct house_clock *clock, struct instant to);

/* Milliseconds of a clock that goes evenly, whatever the other one shows. */
uint64_t house_clock_passed_ms(const struct house_clock *clock);

/* The own time; `computer` and `alarm` may be NULL. */
struct instant house_clock_read(struct house_clock *clock, struct instant *computer,
                                struct clock_alarm *alarm);

#endif
