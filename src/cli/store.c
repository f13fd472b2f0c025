/*
 * cardroom store: the store itself, whatever house is in it.
 */
#include "cli/store_command.h"

static const char store_help[] =
    "cardroom store rebuild STORE [--json]\n"
    "cardroom store copy FROM TO [--json]\n"
    "\n"
    "Looks after a store.\n"
    "\n"
    "  rebuild  makes the report tables anew from the events. They are derived from the events,\n"
    "           so nothing is lost. A program does this by itself when it opens a store for\n"
    "           writing whose tables are of an earlier version. By hand it is of use when a\n"
    "           reader, such as 'cardroom report', asks for it, or when somebody has changed\n"
    "           the tables. It is one transaction: if it fails or is interrupted, the tables\n"
    "           are as they were\n"
    "  copy     copies a house into another store, also from SQLite to PostgreSQL and back:\n"
    "           every event with its id and hash, the report tables and the snapshots. The\n"
    "           hashes are computed again on the way, and the copy is audited. TO must hold\n"
    "           nothing. If the copy fails or is interrupted, TO holds nothing, and the copy\n"
    "           can be begun again\n"
    "\n"
    "STORE, FROM, TO  sqlite:FILE or postgresql://...\n"
    "--json  print one object. rebuild: version (of the tables), was (the version before; 0 if\n"
    "        it was not numbered) and events (how many were applied). copy: streams, events,\n"
    "        rows, snapshots (how many were copied), and audit, which is what 'cardroom\n"
    "        audit' prints\n"
    "\n"
    "No server may be running on a store that is rebuilt. A house that runs while it is copied\n"
    "goes on in FROM alone; stop it first if it is to go on in TO.\n"
    "\n"
    "Exit status: 0 success; 1 the audit of the copy has findings, which are those of FROM;\n"
    "2 invalid arguments, no store there, TO holds something, or a store of a newer version of\n"
    "the program; 3 system error.\n"
    "\n"
    "  cardroom store rebuild sqlite:house.db\n"
    "  cardroom store copy sqlite:house.db postgresql://localhost/club\n";

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } tasks[] = {{"rebuild", store_task_rebuild}, {"copy", store_task_copy}};
    for (size_t i = 0; argc > 1 && i < sizeof tasks / sizeof tasks[0]; i++)
        if (text_equal(text_of(argv[1]), text_of(tasks[i].name)))
            return tasks[i].run(argc - 2, argv + 2);
    return command_usage("store", "the task is missing; give rebuild or copy");
}

const struct subcommand command_store = {
    .name = "store", .summary = "look after a store", .help = store_help, .run = run};
