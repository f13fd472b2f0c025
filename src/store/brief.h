/*
 * Threads that work for some microseconds and then wait: how they get a core where all cores compute.
 *
 * Linux gives a thread that wakes the core at once if it has asked for a short slice and has not had more than its share;
 * otherwise it waits for the next tick of the clock, up to 4 ms. Who writes to a fast disk computes for about as long as
 * the disk takes, and by the end of the write has had more than its share, every time. So where a writer is held up in
 * this way it rests for a moment before it writes: 100 us well spent, because 4 ms are saved. Where nobody computes it
 * never rests.
 *
 *      compute | (rest) | write and sync | compute | (rest) | write and sync | ...
 *
 * Whether a long wait was for a core or for the disk is known from the system's own account of the thread, which is asked
 * only after a wait that was long. Where no core computes, awake.h has the opposite trouble and what helps.
 */
#ifndef STORE_BRIEF_H
#define STORE_BRIEF_H

#include <stdbool.h>
#include <stdint.h>

/* Asks the scheduler for a short slice for the calling thread (Linux 6.12; no privilege is needed). Where it does not know
 * such a thing nothing is lost. */
void brief_thread(void);

/* What a writer has learnt of its waits; all zero at first. */
struct brief_pace {
    unsigned rests;    /* so many writes from now on are rested before */
    bool doubtful;     /* the last wait was long, and the next is looked at */
    uint64_t ended_ns; /* when the last wait ended; 0 if it was long */
};

enum {
    BRIEF_LONG_US = 500, /* no disk that is worth a rest takes so long */
    BRIEF_RESTS = 1000,  /* and then it is tried without */
};

/* A wait for the disk: rests if need be, and notes the time. Both calls are made in the same thread. */
struct brief_wait {
    uint64_t began_ns, queued_ns;
    bool follows; /* the one before was short and not long ago, and nobody else wants the core */
};
struct brief_wait brief_wait_begin(const struct brief_pace *pace);
void brief_wait_end(struct brief_pace *pace, struct brief_wait wait);

/* What the end of a wait teaches: how long it took, and how much of that was for a core, if the pace was doubtful. */
void brief_learn(struct brief_pace *pace, uint64_t took_us, uint64_t queued_us);

#endif
