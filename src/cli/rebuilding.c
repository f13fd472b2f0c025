#include "cli/rebuilding.h"

static void show(void *context, uint64_t done, uint64_t all)
{
    struct rebuilding_watch *watch = context;
    progress_show(&watch->progress, "making the report tables anew", "events", done, all);
}

rebuild_progress *rebuilding_show(void)
{
    return progress_is_seen() ? show : NULL;
}
