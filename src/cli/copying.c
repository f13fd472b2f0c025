#include "cli/copying.h"

#include "base/check.h"
#include "cli/house.h"
#include "cli/progress.h"

struct showing_progress {
    const struct copying *copying;
    struct progress progress;
};

static void show_progress(void *context, enum backup_stage stage, uint64_t done, uint64_t all)
{
    struct showing_progress *showing = context;
    const bool copies = stage == BACKUP_COPYING;
    progress_show(&showing->progress, copies ? "copying" : showing->copying->auditing,
                  copies ? showing->copying->steps : "events", done, all);
}

int copying_run(const struct copying *copying, int count, char **words)
{
    static struct backup backup;
    const char *places[2] = {NULL, NULL};
    unsigned given = 0;
    bool json = false;
    struct fault fault;
    CHECK(copying->copy && copying->document && copying->print);
    for (int i = 0; i < count; i++) {
        if (text_equal(text_of(words[i]), text_of("--json")))
            json = true;
        else if (words[i][0] == '-' || given == 2)
            return command_usage(copying->command, "unknown argument '%s'", words[i]);
        else
            places[given++] = words[i];
    }
    if (given < 2)
        return command_usage(copying->command, "%s is missing; give %s",
                             given == 0 ? copying->from : copying->to, copying->give);
    struct showing_progress showing = {.copying = copying};
    const struct backup_options options = {.store = text_of(places[0]),
                                           .to = text_of(places[1]),
                                           .now = house_wall_clock(),
                                           .progress = show_progress,
                                           .context = &showing};
    enum status status = copying->copy(&options, &backup, &fault);
    progress_end(&showing.progress);
    if (status != STATUS_OK)
        return house_failure(copying->command, copying->names_source ? places[0] : NULL, status, &fault);
    int code = EXIT_CODE_OK;
    if (json)
        code = command_print_json(copying->command, copying->document(&backup));
    else
        copying->print(&backup);
    if (code == EXIT_CODE_OK)
        code = command_finish(copying->command);
    return code == EXIT_CODE_OK && backup.audit.finding_count > 0 ? EXIT_CODE_FINDINGS : code;
}
