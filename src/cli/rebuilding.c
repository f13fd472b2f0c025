#include "cli/rebuilding.h"

#include "base/check.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { INTERVAL_MS = 250 };

void rebuilding_write(struct text_out *out, uint64_t done, uint64_t all, int64_t spent_ms)
{
    CHECK(done <= all && spent_ms >= 0);
    text_out_add(out, "making the report tables anew: %llu of %llu events", (unsigned long long)done,
                 (unsigned long long)all);
    if (done == 0)
        return;
    uint64_t left = (uint64_t)spent_ms / 100 * (all - done) / done / 10;
    text_out_add(out, ", %llu:%02llu left", (unsigned long long)(left / 60), (unsigned long long)(left % 60));
}

static int64_t steady_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show(void *context, uint64_t done, uint64_t all)
{
    struct rebuilding_watch *watch = context;
    int64_t now = steady_ms();
    if (done == 0)
        *watch = (struct rebuilding_watch){.started_ms = now, .next_ms = now};
    if (done == all) {
        fprintf(stderr, "\r\033[K");
        return;
    }
    if (now < watch->next_ms)
        return;
    char line[128];
    struct text_out out;
    watch->next_ms = now + INTERVAL_MS;
    text_out_init(&out, line, sizeof line);
    rebuilding_write(&out, done, all, now - watch->started_ms);
    fprintf(stderr, "\r%s \033[K", line);
}

rebuild_progress *rebuilding_show(void)
{
    return isatty(STDERR_FILENO) ? show : NULL;
}
