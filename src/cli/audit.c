/*
 * cardroom audit: is the store of a house whole, and does everything in it add up?
 */
#include "books/audit.h"
#include "books/report_rows.h"
#include "cli/house.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const char audit_help[] =
    "cardroom audit STORE [--json]\n"
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
    "\n"
    "Report tables of another version of the program are not compared, and the audit says so.\n"
    "The audit writes nothing. The house may be running: the audit reads the store as it was\n"
    "at one moment.\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--json  print one object: whole, events, movements (money movements), rows,\n"
    "        tables_compared, snapshots, head, findings (sequence, words), more (the number of\n"
    "        findings not listed)\n"
    "\n"
    "Exit status: 0 no findings; 1 findings; 2 invalid arguments, no store there, or a store\n"
    "of another version of the program; 3 system error.\n"
    "\n"
    "  cardroom audit sqlite:house.db\n";

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    (void)context;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " events ", done, all);
}

static int print_audit_json(const struct audit *audit)
{
    json_t *findings = json_array();
    for (unsigned i = 0; i < audit->finding_count; i++)
        (void)json_array_append_new(findings, json_pack("{s:I, s:s}", "sequence",
                                                        (json_int_t)audit->findings[i].sequence, "words",
                                                        audit->findings[i].words));
    json_t *answer = json_pack(
        "{s:b, s:I, s:I, s:I, s:b, s:I, s:s, s:o, s:I}", "whole", audit->finding_count == 0, "events",
        (json_int_t)audit->events, "movements", (json_int_t)audit->movements, "rows", (json_int_t)audit->rows,
        "tables_compared", !audit->tables_differ, "snapshots", (json_int_t)audit->snapshots, "head",
        audit->head, "findings", findings, "more", (json_int_t)audit->more);
    return command_print_json("audit", answer);
}

static void print_audit(const struct audit *audit)
{
    for (unsigned i = 0; i < audit->finding_count; i++)
        printf("%s\n", audit->findings[i].words);
    if (audit->more > 0)
        printf("and %" PRIu64 " more\n", audit->more);
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

static int run(int argc, char **argv)
{
    static struct audit audit;
    const char *store = NULL;
    bool json = false;
    struct fault fault;
    for (int i = 1; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (argv[i][0] == '-' || store)
            return command_usage("audit", "unknown argument '%s'", argv[i]);
        else
            store = argv[i];
    }
    if (!store)
        return command_usage("audit", "STORE is missing; give one such as sqlite:house.db");
    bool progress = isatty(STDERR_FILENO);
    enum status status =
        audit_store(text_of(store), text_of("house"), progress ? show_progress : NULL, NULL, &audit, &fault);
    if (progress)
        fprintf(stderr, "\r\033[K");
    if (status != STATUS_OK)
        return house_failure("audit", store, status, &fault);
    if (json) {
        int code = print_audit_json(&audit);
        if (code != EXIT_CODE_OK)
            return code;
    } else
        print_audit(&audit);
    int code = command_finish("audit");
    return code == EXIT_CODE_OK && audit.finding_count ? EXIT_CODE_FINDINGS : code;
}

const struct subcommand command_audit = {.name = "audit",
                                         .summary = "check that a store is complete, unchanged and balanced",
                                         .help = audit_help,
                                         .run = run};
