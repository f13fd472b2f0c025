#include "store/awake.h"

#include "base/check.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct awake {
    pthread_t thread;
    int core; /* the core that the thread is bound to */
    _Atomic uint64_t until_ns;
    atomic_bool asleep, stopping;
    sem_t wake;
};

static uint64_t now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void *turn(void *argument)
{
    struct awake *awake = argument;
    (void)pthread_setschedparam(pthread_self(), SCHED_IDLE, &(struct sched_param){0});
    while (!awake->stopping) {
        while (now_ns() < awake->until_ns)
            continue;
        awake->asleep = true;
        /* A caller that set the time or the end before this thread was seen to sleep does not wake it. */
        if ((awake->stopping || now_ns() < awake->until_ns) && atomic_exchange(&awake->asleep, false))
            continue;
        while (sem_wait(&awake->wake) != 0)
            continue;
    }
    return NULL;
}

struct awake *awake_start(void)
{
    struct awake *awake = calloc(1, sizeof *awake);
    if (!awake)
        return NULL;
    awake->core = -1;
    CHECK(sem_init(&awake->wake, 0, 0) == 0);
    if (pthread_create(&awake->thread, NULL, turn, awake) != 0) {
        free(awake);
        return NULL;
    }
    return awake;
}

static void wake(struct awake *awake)
{
    if (atomic_exchange(&awake->asleep, false))
        (void)sem_post(&awake->wake);
}

void awake_keep(struct awake *awake, uint64_t at_ns)
{
    CHECK(!awake->stopping);
    int core = sched_getcpu();
    if (core != awake->core && core >= 0) {
        cpu_set_t only;
        CPU_ZERO(&only);
        CPU_SET((size_t)core, &only);
        (void)pthread_setaffinity_np(awake->thread, sizeof only, &only);
        awake->core = core;
    }
    awake->until_ns = at_ns + (uint64_t)AWAKE_US * 1000;
    wake(awake);
}

void awake_stop(struct awake *awake)
{
    CHECK(!awake->stopping); /* once */
    awake->until_ns = 0;
    awake->stopping = true;
    wake(awake);
    CHECK(pthread_join(awake->thread, NULL) == 0);
    (void)sem_destroy(&awake->wake);
    free(awake);
}
