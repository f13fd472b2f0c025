/*
 * The program: finds the command that the first argument names and runs it. `help` is here, because it needs the list of
 * all commands.
 */
#include "cli/command.h"

#include <stdio.h>

static const struct subcommand command_help;

static const struct subcommand *const commands[] = {
    &command_approve, &command_audit,    &command_backup, &command_check,  &command_clauses,
    &command_explain, &command_forecast, &command_hand,   &command_help,   &command_house,
    &command_load,    &command_mutate,   &command_odds,   &command_play,   &command_post,
    &command_qualify, &command_random,   &command_replay, &command_report, &command_serve,
    &command_settle,  &command_simulate, &command_store,  &command_witness};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const struct subcommand *command_find(struct text name)
{
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (text_equal(name, text_of(commands[i]->name)))
            return commands[i];
    return NULL;
}

static int print_help(void)
{
    printf("cardroom COMMAND [ARGUMENT]...\n"
           "\n"
           "Runs table-game progressives and card-room promotions by their approved rules.\n"
           "\n"
           "Commands\n");
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf(
        "\n"
        "Options\n"
        "  --help     print this page; 'cardroom COMMAND --help' prints the page of a command\n"
        "  --version  print the version\n"
        "\n"
        "Exit status: 0 success; 1 the answer is no, or there are findings; 2 invalid arguments or files;\n"
        "3 system error. Game names are trademarks of their owners.\n");
    return command_finish("--help");
}

static int print_version(void)
{
    printf("cardroom %s\n", CARDROOM_VERSION);
    return command_finish("--version");
}

static int no_such_command(const char *word)
{
    struct text_nearest nearest = text_nearest_to(text_of(word));
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        text_nearest_offer(&nearest, commands[i]->name);
    fprintf(stderr, "cardroom: unknown command '%s'%s%s\n'cardroom --help' lists the commands\n", word,
            nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
    return EXIT_CODE_BAD_INPUT;
}

static const char help_help[] =
    "cardroom help [COMMAND [ARGUMENT]...]\n"
    "\n"
    "Prints the page of a command, as 'cardroom COMMAND --help' does. Without COMMAND, lists the commands,\n"
    "as 'cardroom --help' does.\n"
    "\n"
    "Exit status: 0 printed; 2 unknown command; 3 the output cannot be written.\n"
    "\n"
    "  cardroom help audit\n"
    "  cardroom help house do\n";

/* `help house do` is `house do --help`: the page of a command answers for all of its tasks. */
static int help(int argc, char **argv)
{
    if (argc < 2)
        return print_help();
    const struct subcommand *command = command_find(text_of(argv[1]));
    return command ? command_page(command) : no_such_command(argv[1]);
}

static const struct subcommand command_help = {
    .name = "help", .summary = "print the page of a command", .help = help_help, .run = help};

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "cardroom: the command is missing\n'cardroom --help' lists the commands\n");
        return EXIT_CODE_BAD_INPUT;
    }
    struct text name = text_of(argv[1]);
    if (text_equal(name, text_of("--help")) || text_equal(name, text_of("-h")))
        return print_help();
    if (text_equal(name, text_of("--version")))
        return print_version();
    const struct subcommand *command = command_find(name);
    if (!command)
        return no_such_command(argv[1]);
    return command_run(command, argc - 1, argv + 1);
}
