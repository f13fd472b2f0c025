/* cardroom store copy: a house in another store, event by event. */
#include "books/backup.h"
#include "cli/audit_print.h"
#include "cli/progress.h"
#include "cli/store_command.h"

#include <inttypes.h>
#include <stdio.h>

static void show_progress(void *context, enum backup_stage stage, uint64_t done, uint64_t all)
{
    progress_show(context, stage == BACKUP_COPYING ? "copying" : "auditing the copy", "events", done, all);
}

static int print_json(const struct backup *copy)
{
    return command_print_json(
        "store",
        json_pack("{s:I, s:I, s:I, s:I, s:o}", "streams", (json_int_t)copy->copied.streams, "events",
                  (json_int_t)copy->copied.events, "rows", (json_int_t)copy->copied.rows, "snapshots",
                  (json_int_t)copy->copied.snapshots, "audit", audit_document(&copy->audit)));
}

static void print_words(const struct backup *copy)
{
    printf("copied: %" PRIu64 " streams, %" PRIu64 " events, %" PRIu64 " rows, %" PRIu64 " snapshots\n",
           copy->copied.streams, copy->copied.events, copy->copied.rows, copy->copied.snapshots);
    audit_print(&copy->audit);
}

int store_task_copy(int argc, char **argv)
{
    static struct backup copy;
    const char *words[2] = {NULL, NULL};
    unsigned count = 0;
    bool json = false;
    struct fault fault;
    for (int i = 0; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (argv[i][0] == '-' || count == 2)
            return command_usage("store", "unknown argument '%s'", argv[i]);
        else
            words[count++] = argv[i];
    }
    if (count < 2)
        return command_usage("store",
                             "%s is missing; give two stores, such as sqlite:house.db "
                             "postgresql://localhost/club",
                             count == 0 ? "FROM" : "TO");
    struct progress progress = {.doing = NULL};
    const struct backup_options options = {.store = text_of(words[0]),
                                           .to = text_of(words[1]),
                                           .now = house_wall_clock(),
                                           .progress = show_progress,
                                           .context = &progress};
    enum status status = backup_copy(&options, &copy, &fault);
    progress_end(&progress);
    if (status != STATUS_OK)
        return house_failure("store", NULL, status, &fault);
    if (json) {
        int code = print_json(&copy);
        if (code != EXIT_CODE_OK)
            return code;
    } else
        print_words(&copy);
    int code = command_finish("store");
    return code == EXIT_CODE_OK && copy.audit.finding_count ? EXIT_CODE_FINDINGS : code;
}
