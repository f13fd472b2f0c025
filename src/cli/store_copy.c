/* cardroom store copy: a house in another store, event by event. */
#include "cli/audit_print.h"
#include "cli/copying.h"
#include "cli/store_command.h"

#include <inttypes.h>
#include <stdio.h>

static json_t *document(const struct backup *copy)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:o}", "streams", (json_int_t)copy->copied.streams, "events",
                     (json_int_t)copy->copied.events, "rows", (json_int_t)copy->copied.rows, "snapshots",
                     (json_int_t)copy->copied.snapshots, "audit", audit_document(&copy->audit));
}

static void print(const struct backup *copy)
{
    printf("copied: %" PRIu64 " streams, %" PRIu64 " events, %" PRIu64 " rows, %" PRIu64 " snapshots\n",
           copy->copied.streams, copy->copied.events, copy->copied.rows, copy->copied.snapshots);
    audit_print(&copy->audit);
}

int store_task_copy(int argc, char **argv)
{
    static const struct copying copying = {
        .command = "store",
        .from = "FROM",
        .to = "TO",
        .give = "two stores, such as sqlite:house.db postgresql://localhost/club",
        .steps = "events",
        .auditing = "auditing the copy",
        .copy = backup_copy,
        .document = document,
        .print = print,
    };
    return copying_run(&copying, argc, argv);
}
