#include "server/house_clock.h"

#include "base/check.h"

#include <time.h>

static struct instant computer_wall(void *context)
{
    struct timespec time;
    (void)context;
    CHECK(clock_gettime(CLOCK_REALTIME, &time) == 0);
    return (struct instant){(int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000};
}

/* Also counts while the computer sleeps, so that it may wake in another hour. */
static uint64_t computer_passed(void *context)
{
    struct timespec time;
    (void)context;
    CHECK(clock_gettime(CLOCK_BOOTTIME, &time) == 0);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

void house_clock_init(struct house_clock *clock, const struct clock_sources *sources)
{
    *clock = (struct house_clock){.sources = *sources, .limit_ms = INT64_MAX};
    if (!clock->sources.wall)
        clock->sources.wall = computer_wall;
    if (!clock->sources.passed_ms)
        clock->sources.passed_ms = computer_passed;
    (void)pthread_mutex_init(&clock->lock, NULL);
    clock->accepted_ms = clock->sources.passed_ms(clock->sources.context);
    clock->accepted = clock->sources.wall(clock->sources.context);
}

void house_clock_release(struct house_clock *clock)
{
    (void)pthread_mutex_destroy(&clock->lock);
}

uint64_t house_clock_passed_ms(const struct house_clock *clock)
{
    return clock->sources.passed_ms(clock->sources.context);
}

static bool is_within(int64_t ms, int64_t limit_ms)
{
    return ms <= limit_ms && ms >= -limit_ms;
}

/* The lock is held. */
static struct instant own_time(const struct house_clock *clock, uint64_t passed_ms)
{
    CHECK(passed_ms >= clock->accepted_ms);
    return (struct instant){clock->accepted.ms + (int64_t)(passed_ms - clock->accepted_ms)};
}

void house_clock_begin(struct house_clock *clock, struct instant expected, int64_t closed_ms_max,
                       int64_t limit_ms)
{
    CHECK(limit_ms > 0 && closed_ms_max >= limit_ms);
    (void)pthread_mutex_lock(&clock->lock);
    clock->limit_ms = limit_ms;
    clock->accepted_ms = clock->sources.passed_ms(clock->sources.context);
    const struct instant wall = clock->sources.wall(clock->sources.context);
    const int64_t closed_ms = wall.ms - expected.ms;
    const bool plausible = closed_ms >= -limit_ms && closed_ms <= closed_ms_max;
    clock->accepted = plausible ? wall : expected;
    clock->alarm = (struct clock_alarm){!plausible, expected, wall, !plausible};
    (void)pthread_mutex_unlock(&clock->lock);
}

void house_clock_limit(struct house_clock *clock, int64_t limit_ms)
{
    CHECK(limit_ms > 0);
    (void)pthread_mutex_lock(&clock->lock);
    clock->limit_ms = limit_ms;
    (void)pthread_mutex_unlock(&clock->lock);
}

void house_clock_confirm(struct house_clock *clock, struct instant to)
{
    (void)pthread_mutex_lock(&clock->lock);
    clock->accepted_ms = clock->sources.passed_ms(clock->sources.context);
    clock->accepted = to;
    (void)pthread_mutex_unlock(&clock->lock);
}

struct instant house_clock_read(struct house_clock *clock, struct instant *computer,
                                struct clock_alarm *alarm)
{
    (void)pthread_mutex_lock(&clock->lock);
    const uint64_t passed_ms = clock->sources.passed_ms(clock->sources.context);
    const struct instant wall = clock->sources.wall(clock->sources.context);
    struct instant own = own_time(clock, passed_ms);
    if (is_within(wall.ms - own.ms, clock->limit_ms)) {
        clock->accepted = own = wall;
        clock->accepted_ms = passed_ms;
        clock->alarm = (struct clock_alarm){.on = false};
    } else if (!clock->alarm.on) {
        clock->alarm = (struct clock_alarm){.on = true, .from = own, .to = wall};
    }
    if (computer)
        *computer = wall;
    if (alarm)
        *alarm = clock->alarm;
    (void)pthread_mutex_unlock(&clock->lock);
    return own;
}
