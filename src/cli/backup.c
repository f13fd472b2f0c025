/*
 * cardroom backup: a copy of a store that was audited before it has its name.
 */
#include "cli/audit_print.h"
#include "cli/command.h"
#include "cli/copying.h"

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

static json_t *document(const struct backup *backup)
{
    return json_pack("{s:b, s:s, s:I, s:o}", "made", backup->made, "place", backup->place, "bytes",
                     (json_int_t)backup->bytes, "audit", audit_document(&backup->audit));
}

static void print(const struct backup *backup)
{
    audit_print(&backup->audit);
    if (backup->made)
        printf("backup %s, %" PRIu64 " bytes\n", backup->place, backup->bytes);
    else
        printf("no backup was made, because the audit has findings\n");
}

static int run(int argc, char **argv)
{
    static const struct copying copying = {
        .command = "backup",
        .from = "STORE",
        .to = "FILE",
        .give = "a store and a file, such as sqlite:house.db /backup/house.db",
        .steps = "steps",
        .auditing = "auditing the backup",
        .names_source = true,
        .copy = backup_make,
        .document = document,
        .print = print,
    };
    return copying_run(&copying, argc - 1, argv + 1);
}

const struct subcommand command_backup = {.name = "backup",
                                          .summary = "back up a store while it runs, and audit the backup",
                                          .help = backup_help,
                                          .run = run};
