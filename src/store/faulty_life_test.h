/*
 * Runs the same sequence of store calls again and again, for tests. Each run has a fault at another disk operation or at
 * another allocation of SQLite (faulty_files_test.h). After each run the test checks the store on a good disk.
 */
#ifndef STORE_FAULTY_LIFE_TEST_H
#define STORE_FAULTY_LIFE_TEST_H

#include "store/faulty_files_test.h"
#include "store/place_test.h"

/* The test records what was acknowledged in the last run. */
struct faulty_life {
    struct store_place (*begin)(void);
    unsigned (*live)(const struct store_place *place); /* how many calls failed */
    void (*assert_recovered)(const struct store_place *place);
};

struct faulty_trials {
    unsigned tried, felt; /* runs in which the fault happened, and in which a call failed */
};

/* A fault at every operation of the run in turn, until the operation is beyond its end. */
static inline struct faulty_trials try_disk(const struct faulty_life *life, enum mishap mishap, unsigned step)
{
    struct faulty_trials trials = {0};
    bool happened = true;
    for (unsigned at = 1; happened; at += step) {
        struct store_place place = life->begin();
        disk_set(mishap, at, at * UINT64_C(0x9e3779b97f4a7c15));
        unsigned failures = life->live(&place);
        happened = disk.happened;
        disk_set(NONE, 0, 1);
        if (happened)
            life->assert_recovered(&place);
        place_remove(&place);
        trials.tried += happened;
        trials.felt += failures > 0;
    }
    return trials;
}

/* A fault at every allocation, in the same way. */
static inline struct faulty_trials try_memory_of_sqlite(const struct faulty_life *life, unsigned step)
{
    struct faulty_trials trials = {0};
    bool happened = true;
    for (unsigned at = 1; happened; at += step) {
        struct store_place place = life->begin();
        disk_set(NONE, 0, 1);
        memory.counted = 0;
        memory.at = at;
        unsigned failures = life->live(&place);
        happened = memory.counted >= at;
        memory.at = 0;
        life->assert_recovered(&place);
        place_remove(&place);
        trials.tried += happened;
        trials.felt += failures > 0;
    }
    return trials;
}

#endif
