/*
 * cardroom store: the store itself, whatever house is in it.
 */
#include "cli/store_command.h"

static const char store_help[] =
    "cardroom store rebuild STORE [--json]\n"
    "\n"
    "Looks after a store.\n"
    "\n"
    "  rebuild  makes the report tables anew from the events. They are derived from the events,\n"
    "           so nothing is lost. A program does this by itself when it opens a store for\n"
    "           writing whose tables are of an earlier version. By hand it is of use when a\n"
    "           reader, such as 'cardroom report', asks for it, or when somebody has changed\n"
    "           the tables. It is one transaction: if it fails or is interrupted, the tables\n"
    "           are as they were\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--json  print one object: version (of the tables), was (the version before; 0 if it was\n"
    "        not numbered) and events (how many were applied)\n"
    "\n"
    "No server may be running on the store.\n"
    "\n"
    "Exit status: 0 success; 2 invalid arguments, no store there, or a store of a newer\n"
    "version of the program; 3 system error.\n"
    "\n"
    "  cardroom store rebuild sqlite:house.db\n";

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } tasks[] = {{"rebuild", store_task_rebuild}};
    for (size_t i = 0; argc > 1 && i < sizeof tasks / sizeof tasks[0]; i++)
        if (text_equal(text_of(argv[1]), text_of(tasks[i].name)))
            return tasks[i].run(argc - 2, argv + 2);
    return command_usage("store", "the task is missing; give rebuild");
}

const struct subcommand command_store = {
    .name = "store", .summary = "look after a store", .help = store_help, .run = run};
