/*
 * Helps a thread that works for some microseconds and then waits to get a core when all cores are busy.
 *
 * Linux gives a waking thread the core at once if it asked for a short time slice and has not used more than its share.
 * Otherwise the thread waits for the next timer tick, up to 4 ms. A writer to a fast disk computes for about as long as the
 * disk takes, so by the end of each write it has used more than its share. Where that delays a writer, it sleeps for 100 us
 * before it writes, and so saves the 4 ms. On an idle machine it never sleeps.
 *
 *      compute | (rest) | write and sync | compute | (rest) | write and sync | ...
 *
 * After a long wait the scheduler statistics of the thread show whether it waited for a core or for the disk. They are read
 * only after a long wait. awake.h solves the opposite problem, on a machine whose cores are idle.
 */
#ifndef STORE_BRIEF_H
#define STORE_BRIEF_H

#include <stdbool.h>
#include <stdint.h>

/* Asks the scheduler for a short time slice for the calling thread (Linux 6.12 or later; needs no privilege). On other
 * systems it has no effect. */
void brief_thread(void);

/* What a writer has measured of its waits; all zero at first. */
struct brief_pace {
    unsigned rests;    /* sleep before this many more writes */
    bool doubtful;     /* the last wait was long; measure the next */
    uint64_t ended_ns; /* when the last wait ended; 0 if it was long */
};

enum {
    BRIEF_LONG_US = 500, /* a disk slower than this gains nothing from a sleep */
    BRIEF_RESTS = 1000,  /* then it tries again without a sleep */
};

/* A wait for the disk. Sleeps first if needed, and measures the time. Make both calls in the same thread. */
struct brief_wait {
    uint64_t began_ns, queued_ns;
    bool follows; /* the last wait was short and recent, and no other thread wants the core */
};
struct brief_wait brief_wait_begin(const struct brief_pace *pace);
void brief_wait_end(struct brief_pace *pace, struct brief_wait wait);

/* Updates the pace after a wait: how long it took and, if the pace was doubtful, how much of that was spent waiting for a
 * core. */
void brief_learn(struct brief_pace *pace, uint64_t took_us, uint64_t queued_us);

#endif
