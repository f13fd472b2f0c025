/*
 * Processes that are killed, for tests. One process after another works on the same store, acknowledges each command by its
 * number through a pipe, and is killed at a random moment: while it decides, writes or syncs, or before it can acknowledge.
 * After each kill the test checks that every acknowledged command is in the store.
 *
 * CARDROOM_KILLS is the number of kills, CARDROOM_SEED the seed of the random moments.
 */
#ifndef STORE_KILLING_TEST_H
#define STORE_KILLING_TEST_H

#include "store/place_test.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum { COMMANDS_MAX = 1 << 20, COMMIT_NS = 400000 /* what one takes, and more */ };

struct killing {
    unsigned kills;            /* unless the environment says otherwise */
    unsigned acknowledged_max; /* of one life */
    /* Works until it is killed; `life` counts from 0. */
    void (*work)(const struct store_place *place, uint64_t life, int pipe, const bool *acknowledged);
    /* Each command in the store, and each acknowledged command, is there exactly once. `seen` is room for counting. */
    void (*assert_kept)(const struct store_place *place, const bool *acknowledged, uint8_t *seen);
};

static inline uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static inline uint64_t chance(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717);
}

/* Runs in the process that is killed. */
static inline void acknowledge(int pipe, uint32_t number)
{
    CHECK(write(pipe, &number, sizeof number) == (ssize_t)sizeof number);
}

/* Counts a command of the store. Its id is one letter and its number. */
static inline void see_command(uint8_t *seen, struct text id)
{
    unsigned long number = strtoul(id.bytes + 1, NULL, 10);
    assert_true(number > 0 && number < COMMANDS_MAX);
    seen[number]++;
}

static inline void assert_seen_once(const uint8_t *seen, const bool *acknowledged)
{
    for (uint32_t i = 1; i < COMMANDS_MAX; i++)
        if (seen[i] > 1 || (acknowledged[i] && seen[i] != 1))
            fail_msg("command %u is there %u times", (unsigned)i, seen[i]);
}

/* Busy-waits for about this time; a sleep would be rounded up to more than a commit takes. */
static inline void let_pass(uint64_t time_ns)
{
    struct timespec began, now;
    clock_gettime(CLOCK_MONOTONIC, &began);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((uint64_t)(now.tv_sec - began.tv_sec) * 1000000000 + (uint64_t)now.tv_nsec <
           (uint64_t)began.tv_nsec + time_ns);
}

/* Reads acknowledgements until there are `wanted`, kills the process a little later, and reads the rest of the pipe. */
static inline void kill_after(pid_t child, int pipe, unsigned wanted, uint64_t while_ns, bool *acknowledged)
{
    bool killed = false;
    for (unsigned count = 0;; count++) {
        if (count >= wanted && !killed) {
            let_pass(while_ns);
            assert_int_equal(kill(child, SIGKILL), 0);
            killed = true;
        }
        uint32_t number;
        ssize_t size = read(pipe, &number, sizeof number);
        if (size == 0)
            break;
        assert_int_equal(size, sizeof number);
        acknowledged[number] = true;
    }
    int state;
    assert_int_equal(waitpid(child, &state, 0), child);
    /* It was killed, and did not exit by itself before. */
    assert_true(WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL);
}

static inline void kill_again_and_again(const struct store_place *place, const struct killing *killing)
{
    bool *acknowledged = calloc(COMMANDS_MAX, sizeof *acknowledged);
    uint8_t *seen = calloc(COMMANDS_MAX, sizeof *seen);
    assert_true(acknowledged && seen);
    uint64_t seed = setting("CARDROOM_SEED", 101) * 2 + 1, kills = setting("CARDROOM_KILLS", killing->kills);
    for (uint64_t life = 0; life < kills; life++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        unsigned wanted = (unsigned)(chance(&seed) % (killing->acknowledged_max + 1));
        fflush(stdout);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            killing->work(place, life, ends[1], acknowledged);
            _exit(1);
        }
        close(ends[1]);
        kill_after(child, ends[0], wanted, chance(&seed) % COMMIT_NS, acknowledged);
        close(ends[0]);
        memset(seen, 0, COMMANDS_MAX);
        killing->assert_kept(place, acknowledged, seen);
    }
    free(acknowledged);
    free(seen);
}

#endif
