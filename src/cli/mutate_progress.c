#include "cli/mutate_progress.h"

#include "base/check.h"

void mutate_progress_start(struct mutate_progress *progress, const uint32_t *costs, uint32_t count,
                           int64_t interval_ms, int64_t now_ms)
{
    *progress = (struct mutate_progress){.costs = costs,
                                         .count = count,
                                         .started_ms = now_ms,
                                         .next_ms = now_ms + interval_ms,
                                         .interval_ms = interval_ms};
    for (uint32_t i = 0; i < count; i++) {
        CHECK_OP(costs[i], >, 0);
        progress->cost_all += costs[i];
    }
}

bool mutate_progress_line(struct mutate_progress *progress, uint32_t done, int64_t now_ms,
                          struct text_out *line)
{
    CHECK_OP(done, >=, progress->done);
    CHECK_OP(done, <=, progress->count);
    while (progress->done < done)
        progress->cost_done += progress->costs[progress->done++];
    if (done == 0 || now_ms < progress->next_ms)
        return false;
    progress->next_ms = now_ms + progress->interval_ms;
    uint64_t spent = (uint64_t)(now_ms - progress->started_ms) / 1000;
    uint64_t left = spent * (progress->cost_all - progress->cost_done) / progress->cost_done;
    text_out_add(line, "%u of %u trials, %llu:%02llu left", done, progress->count,
                 (unsigned long long)(left / 60), (unsigned long long)(left % 60));
    return true;
}
