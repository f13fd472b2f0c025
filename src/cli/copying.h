/*
 * The commands that copy a store, `cardroom backup` and `cardroom store copy`: two words, a copy, its audit, and what is printed of both.
 */
#ifndef CLI_COPYING_H
#define CLI_COPYING_H

#include "books/backup.h"

#include <jansson.h>

struct copying {
    const char *command;          /* "backup" */
    const char *from, *to;        /* how its help names them: "STORE", "FILE" */
    const char *give;             /* what to give where one is missing */
    const char *steps, *auditing; /* how progress names what is copied, and the audit */
    bool names_source;            /* a failure is of the first store, and not only in the words */
    enum status (*copy)(const struct backup_options *options, struct backup *backup, struct fault *fault);
    json_t *(*document)(const struct backup *backup);
    void (*print)(const struct backup *backup);
};

/* `words` and behind them nothing but `--json`. The exit status. */
int copying_run(const struct copying *copying, int count, char **words);

#endif
