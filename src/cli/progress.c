#include "cli/progress.h"

#include "base/check.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { INTERVAL_MS = 250 };

void progress_write(struct text_out *out, const char *doing, const char *unit, uint64_t done, uint64_t all,
                    int64_t spent_ms)
{
    CHECK(done <= all && spent_ms >= 0);
    text_out_add(out, "%s: %llu of %llu %s", doing, (unsigned long long)done, (unsigned long long)all, unit);
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

bool progress_is_seen(void)
{
    return isatty(STDERR_FILENO);
}

void progress_show(struct progress *progress, const char *doing, const char *unit, uint64_t done,
                   uint64_t all)
{
    if (!progress_is_seen())
        return;
    int64_t now = steady_ms();
    if (progress->doing != doing)
        *progress = (struct progress){doing, now, now};
    if (done == all) {
        progress_end(progress);
        return;
    }
    if (now < progress->next_ms)
        return;
    char line[128];
    struct text_out out;
    progress->next_ms = now + INTERVAL_MS;
    text_out_init(&out, line, sizeof line);
    progress_write(&out, doing, unit, done, all, now - progress->started_ms);
    fprintf(stderr, "\r%s \033[K", line);
}

void progress_end(struct progress *progress)
{
    if (progress->doing)
        fprintf(stderr, "\r\033[K");
    *progress = (struct progress){.doing = NULL};
}
