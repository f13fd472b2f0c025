/*
 * cardroom audit: is the store of a house whole, and does everything in it add up?
 */
#include "server/audit.h"
#include "cli/house.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static const char audit_help[] =
    "cardroom audit STORE [--json]\n"
    "\n"
    "Looks at everything in the store of a house, from its first event on:\n"
    "\n"
    "  - looks at the database itself: its structure and indices, its tables and views, its streams\n"
    "  - hashes every event again, and finds any that was changed, taken out, moved or added\n"
    "  - applies every event again, and finds one that this house could not have made: also a prize that "
    "went to\n"
    "    somebody who may not win it, by exclusion, age, employment or whatever else the document says, and "
    "what\n"
    "    somebody brought or signed whose role did not allow it then, and money that moved, or was due "
    "and did\n"
    "    not, otherwise than the documents say\n"
    "  - balances the books: debits and credits, meters and their history, advances, held prizes, two "
    "persons and a\n"
    "    clause for every award\n"
    "  - compares snapshots and all rows of the tables for reports with what the events make\n"
    "\n"
    "Nothing is written. A house that is running goes on meanwhile: all is looked at as it was at one "
    "moment.\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--json  one object: whole, events, postings, rows, snapshots, head, findings (sequence, words), more "
    "(how many\n"
    "        there are beside those)\n"
    "\n"
    "Exit code 0: all is well. 1: something is not, and is named. 2: the words are not right, or the store "
    "is none "
    "or of\n"
    "another version of the program. 3: the machine failed.\n"
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
    json_t *answer = json_pack("{s:b, s:I, s:I, s:I, s:I, s:s, s:o, s:I}", "whole", audit->finding_count == 0,
                               "events", (json_int_t)audit->events, "postings", (json_int_t)audit->postings,
                               "rows", (json_int_t)audit->rows, "snapshots", (json_int_t)audit->snapshots,
                               "head", audit->head, "findings", findings, "more", (json_int_t)audit->more);
    return command_print_json("audit", answer);
}

static void print_audit(const struct audit *audit)
{
    for (unsigned i = 0; i < audit->finding_count; i++)
        printf("%s\n", audit->findings[i].words);
    if (audit->more > 0)
        printf("and %" PRIu64 " more\n", audit->more);
    printf("%s: %" PRIu64 " events, %" PRIu64 " movements of money, %" PRIu64 " rows, %" PRIu64
           " snapshots looked at\n"
           "head %s\n",
           audit->finding_count ? "not well" : "all is well", audit->events, audit->postings, audit->rows,
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
            return command_usage("audit", "what is '%s'?", argv[i]);
        else
            store = argv[i];
    }
    if (!store)
        return command_usage("audit", "which store? such as sqlite:house.db");
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

const struct subcommand command_audit = {
    .name = "audit", .summary = "proves that a store is whole and adds up", .help = audit_help, .run = run};
