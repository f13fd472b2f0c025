/*
 * cardroom audit: is the store of a house whole, and does everything in it add up?
 */
#include "books/audit.h"
#include "books/promises.h"
#include "books/report_rows.h"
#include "cli/audit_print.h"
#include "cli/house.h"
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>

static const char audit_help[] =
    "cardroom audit STORE [--checkpoint FILE...] [--vkey KEY] [--json]\n"
    "\n"
    "Audits the store of a house, from the first event to the last:\n"
    "\n"
    "  - checks the database: structure, indices, tables, views and streams\n"
    "  - hashes every event again, and finds events that were changed, removed, moved or\n"
    "    added\n"
    "  - applies every event again, and finds events that the house could not have made:\n"
    "    a prize for a person who may not win it (excluded, too young, an employee, or\n"
    "    whatever else the document says), a command of a person whose role did not allow\n"
    "    it, money that moved otherwise than the documents say, or that should have moved\n"
    "    and did not\n"
    "  - balances the books: debits and credits, meters and their history, advances, held\n"
    "    prizes, and two persons and a clause for every award\n"
    "  - compares the snapshots and all rows of the report tables with the events\n"
    "  - computes the tree over all events, in the order in which they were committed\n"
    "  - with --checkpoint, proves that the store still contains what each checkpoint of the\n"
    "    files promised: a log that was written anew, shortened or restored from an older\n"
    "    copy is found, whatever was computed anew. Take checkpoints from elsewhere: those\n"
    "    beside the store can be changed with it\n"
    "\n"
    "Report tables of another version of the program are not compared, and the audit says so.\n"
    "An event that an earlier version of the program decided is decided again only if events\n"
    "of its kind are still decided in that way. The audit says which events these are.\n"
    "\n"
    "The audit writes nothing. The house may be running: the audit reads the store as it was\n"
    "at one moment.\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--checkpoint\n"
    "        a file of checkpoints, or one; as often as there are files\n"
    "--vkey  the public key of the house: each checkpoint must be signed with it\n"
    "--json  print one object: whole, events, movements (money movements), rows,\n"
    "        tables_compared, snapshots, head, findings (sequence, words), more (the number of\n"
    "        findings not listed), programs (version, or null for one before 0.2.0, decisions,\n"
    "        first and last event, otherwise: events of kinds that are decided otherwise today),\n"
    "        programs_more (events of versions not listed), changes (decisions, words),\n"
    "        leaves and root (of the tree), checkpoints (given, contained, newest: how many\n"
    "        events it has, verified: whether --vkey was given)\n"
    "\n"
    "Exit status: 0 no findings; 1 findings; 2 invalid arguments, no store there, or a store\n"
    "of another version of the program; 3 system error.\n"
    "\n"
    "  cardroom audit sqlite:house.db\n"
    "  cardroom audit sqlite:house.db --checkpoint kept-checkpoints\n";

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    progress_show(context, "auditing", "events", done, all);
}

/* Nothing where this version decided all that is in the log. */
static void print_programs(const struct audit *audit)
{
    bool others = audit->program_count > 1;
    for (unsigned i = 0; i < audit->program_count; i++)
        others |= !text_equal(text_of(audit->programs[i].version), text_of(this_program.version));
    for (unsigned i = 0; i < audit->program_count && others; i++) {
        const struct audit_program *program = &audit->programs[i];
        printf("events %" PRIu64 " to %" PRIu64 " were decided by ", program->first, program->last);
        printf(program->version[0] ? "version %s" : "a version before 0.2.0%s", program->version);
        printf(" (decisions %u)", program->decisions);
        if (program->otherwise > 0)
            printf("; %" PRIu64
                   " of them are of kinds that are decided otherwise today, and were not decided again",
                   program->otherwise);
        printf("\n");
    }
    if (audit->programs_more > 0)
        printf("%" PRIu64 " more events were decided by further versions\n", audit->programs_more);
    for (unsigned i = 0; i < this_program.change_count; i++)
        if (audit_concerns(audit, &this_program.changes[i]))
            printf("  since decisions %u: %s\n", this_program.changes[i].number,
                   this_program.changes[i].words);
}

void audit_print(const struct audit *audit)
{
    for (unsigned i = 0; i < audit->finding_count; i++)
        printf("%s\n", audit->findings[i].words);
    if (audit->more > 0)
        printf("and %" PRIu64 " more\n", audit->more);
    print_programs(audit);
    if (audit->tables_differ)
        printf("the report tables are of version %u, and this program makes version %u: they were not "
               "compared; 'cardroom store rebuild' makes them anew from the events\n",
               audit->tables_version, (unsigned)REPORT_VERSION);
    printf("%s: %" PRIu64 " events, %" PRIu64 " money movements, %" PRIu64 " rows, %" PRIu64
           " snapshots audited\n"
           "head %s\n",
           audit->finding_count ? "findings" : "no findings", audit->events, audit->movements, audit->rows,
           audit->snapshots, audit->head);
}

static void print_promises(const struct audit *audit)
{
    printf("tree of %" PRIu64 " events, root %s\n", audit->leaves, audit->root);
    if (audit->promises == 0)
        printf("no checkpoint was given: a log that was written anew as a whole, shortened or put back is "
               "not found "
               "without one\n");
    else
        printf("%zu checkpoint%s, the newest of %" PRIu64 " events: %s%s\n", audit->promises,
               audit->promises == 1 ? "" : "s", audit->newest_promise,
               audit->promised == audit->promises ? "the store contains what they promised"
                                                  : "the store does NOT contain what they promised",
               audit->has_key ? "" : "; signatures were not verified: give --vkey");
}

static int read_key(const char *words, struct promises *promises)
{
    struct fault fault;
    if (note_key_read(text_of(words), &promises->key, &fault) != STATUS_OK)
        return command_bad_input("audit", words, &fault);
    if (promises->key.type != NOTE_LOG)
        return command_usage("audit", "--vkey needs the key of a house, and this one is of a witness");
    promises->has_key = true;
    return EXIT_CODE_OK;
}

static int read_checkpoints(const char *file, struct promises *promises)
{
    struct fault fault;
    enum status status = promises_read(promises, file, &fault);
    if (status == STATUS_OK)
        return EXIT_CODE_OK;
    return status == STATUS_INVALID ? command_usage("audit", "%s", fault.words)
                                    : house_failure("audit", NULL, status, &fault);
}

static int run(int argc, char **argv)
{
    static struct audit audit;
    const char *store = NULL;
    struct promises promises = {.count = 0};
    bool json = false;
    struct fault fault;
    int code = EXIT_CODE_OK;
    for (int i = 1; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (text_equal(text_of(argv[i]), text_of("--vkey")) && i + 1 < argc)
            code = read_key(argv[++i], &promises);
        else if (text_equal(text_of(argv[i]), text_of("--checkpoint")) && i + 1 < argc)
            i++;
        else if (argv[i][0] == '-' || store)
            return command_usage("audit", "unknown argument '%s'", argv[i]);
        else
            store = argv[i];
        if (code != EXIT_CODE_OK)
            return code;
    }
    for (int i = 1; i + 1 < argc && code == EXIT_CODE_OK; i++)
        if (text_equal(text_of(argv[i]), text_of("--checkpoint")))
            code = read_checkpoints(argv[++i], &promises);
    if (code != EXIT_CODE_OK) {
        promises_release(&promises);
        return code;
    }
    if (promises.has_key && promises.count == 0)
        return command_usage("audit", "--vkey verifies checkpoints; give them with --checkpoint");
    if (!store)
        return command_usage("audit", "STORE is missing; give one such as sqlite:house.db");
    struct progress progress = {.doing = NULL};
    enum status status = audit_store_with(&promises, text_of(store), text_of("house"), show_progress,
                                          &progress, &audit, &fault);
    progress_end(&progress);
    promises_release(&promises);
    if (status != STATUS_OK)
        return house_failure("audit", store, status, &fault);
    if (json) {
        code = command_print_json("audit", audit_document(&audit));
        if (code != EXIT_CODE_OK)
            return code;
    } else {
        audit_print(&audit);
        print_promises(&audit);
    }
    code = command_finish("audit");
    return code == EXIT_CODE_OK && audit.finding_count ? EXIT_CODE_FINDINGS : code;
}

const struct subcommand command_audit = {.name = "audit",
                                         .summary = "check that a store is complete, unchanged and balanced",
                                         .help = audit_help,
                                         .run = run};
