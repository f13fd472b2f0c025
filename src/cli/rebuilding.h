/*
 * Shows how far the making of report tables is (books/rebuild.h).
 */
#ifndef CLI_REBUILDING_H
#define CLI_REBUILDING_H

#include "books/rebuild.h"
#include "cli/progress.h"

/* Empty before the first call. */
struct rebuilding_watch {
    struct progress progress;
};

/* What is called with a watch as its context; NULL if nobody would see it. */
rebuild_progress *rebuilding_show(void);

#endif
