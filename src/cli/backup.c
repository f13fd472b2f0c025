/*
 * cardroom backup: a copy of a store that was audited before it has its name.
 */
#include "books/backup.h"
#include "cli/audit_print.h"
#include "cli/house.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>

static const char backup_help[] =
    "cardroom backup STORE FILE [--json]\n"
    "\n"
    "Makes a backup of a store: a file that is itself a store. The house may be running and\n"
    "goes on; the backup is the store as it was at one moment.\n"
    "\n"
    "The backup is written under the name FILE.unfinished, audited as by 'cardroom audit', and\n"
    "gets its name only if the audit finds nothing. Then the store records the time, the file\n"
    "and the last event of every stream, and the office page shows when the last backup was\n"
    "made. A file that is there is never replaced. If the command is interrupted, run it\n"
    "again.\n"
    "\n"
    "To restore a backup, copy the file to the place of the store. docs/operations.md has the\n"
    "steps.\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "FILE    the new file; its folder must exist\n"
    "--json  print one object: made, place, bytes, and audit, which is what 'cardroom audit'\n"
    "        prints\n"
    "\n"
    "Exit status: 0 success; 1 the audit has findings, and no backup was made; 2 invalid\n"
    "arguments, no store there, or FILE is there already; 3 system error.\n"
    "\n"
    "  cardroom backup sqlite:house.db /backup/house-2026-11-02.db\n";

static void show_progress(void *context, enum backup_stage stage, uint64_t done, uint64_t all)
{
    if (stage == BACKUP_COPYING)
        progress_show(context, "copying", "steps", done, all);
    else
        progress_show(context, "auditing the backup", "events", done, all);
}

static int print_json(const struct backup *backup)
{
    return command_print_json("backup", json_pack("{s:b, s:s, s:I, s:o}", "made", backup->made, "place",
                                                  backup->place, "bytes", (json_int_t)backup->bytes, "audit",
                                                  audit_document(&backup->audit)));
}

static void print_words(const struct backup *backup)
{
    audit_print(&backup->audit);
    if (backup->made)
        printf("backup %s, %" PRIu64 " bytes\n", backup->place, backup->bytes);
    else
        printf("no backup was made, because the audit has findings\n");
}

static int run(int argc, char **argv)
{
    static struct backup backup;
    const char *words[2] = {NULL, NULL};
    unsigned count = 0;
    bool json = false;
    struct fault fault;
    for (int i = 1; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (argv[i][0] == '-' || count == 2)
            return command_usage("backup", "unknown argument '%s'", argv[i]);
        else
            words[count++] = argv[i];
    }
    if (count < 2)
        return command_usage("backup",
                             "%s is missing; give a store and a file, such as sqlite:house.db "
                             "/backup/house.db",
                             count == 0 ? "STORE" : "FILE");
    struct progress progress = {.doing = NULL};
    const struct backup_options options = {.store = text_of(words[0]),
                                           .to = text_of(words[1]),
                                           .now = house_wall_clock(),
                                           .progress = show_progress,
                                           .context = &progress};
    enum status status = backup_make(&options, &backup, &fault);
    progress_end(&progress);
    if (status != STATUS_OK)
        return house_failure("backup", words[0], status, &fault);
    if (json) {
        int code = print_json(&backup);
        if (code != EXIT_CODE_OK)
            return code;
    } else
        print_words(&backup);
    int code = command_finish("backup");
    return code == EXIT_CODE_OK && !backup.made ? EXIT_CODE_FINDINGS : code;
}

const struct subcommand command_backup = {.name = "backup",
                                          .summary = "back up a store while it runs, and audit the backup",
                                          .help = backup_help,
                                          .run = run};
