/*
 * A life on a store that is lived again and again, for tests: each time something happens at another operation of the disk
 * or at another allocation of SQLite (faulty_files_test.h), and then the store is looked at on a good disk.
 */
#ifndef STORE_FAULTY_LIFE_TEST_H
#define STORE_FAULTY_LIFE_TEST_H

#include "store/faulty_files_test.h"
#include "store/place_test.h"

/* The test keeps what was acknowledged in the life that was lived last. */
struct faulty_life {
    struct store_place (*begin)(void);
    unsigned (*live)(const struct store_place *place); /* how many failures were felt */
    void (*assert_recovered)(const struct store_place *place);
};

struct faulty_trials {
    unsigned tried, felt; /* lives in which the mishap happened, and in which a failure was felt */
};

/* Every operation of the life in turn, until one is beyond its end. */
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

/* Every allocation, in the same way. */
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
