/*
 * The program: finds the command that the first word names and runs it.
 */
#include "cli/command.h"

#include <stdio.h>

static const struct subcommand *const commands[] = {
    &command_audit,  &command_check, &command_clauses, &command_explain, &command_forecast,
    &command_hand,   &command_house, &command_load,    &command_mutate,  &command_odds,
    &command_play,   &command_post,  &command_qualify, &command_random,  &command_replay,
    &command_report, &command_serve, &command_settle,  &command_simulate};
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
    printf("cardroom COMMAND ...\n"
           "\n"
           "Runs table-game progressives and card-room promotions by their approved rules.\n"
           "\n");
    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf("\n"
           "  --help     this page; 'cardroom COMMAND --help' explains a command\n"
           "  --version  which version this is\n"
           "\n"
           "Exit codes: 0 all is well, 1 the answer is no, 2 the words or files given are not right, 3 the "
           "machine\n"
           "failed. Game names are their owners' trademarks.\n");
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
    fprintf(stderr, "cardroom: there is no command '%s'%s%s\n'cardroom --help' lists the commands\n", word,
            nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
    return EXIT_CODE_BAD_INPUT;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "cardroom: which command?\n'cardroom --help' lists the commands\n");
        return EXIT_CODE_BAD_INPUT;
    }
    struct text name = text_of(argv[1]);
    if (text_equal(name, text_of("--help")) || text_equal(name, text_of("-h")) ||
        text_equal(name, text_of("help")))
        return print_help();
    if (text_equal(name, text_of("--version")))
        return print_version();
    const struct subcommand *command = command_find(name);
    if (!command)
        return no_such_command(argv[1]);
    return command_run(command, argc - 1, argv + 1);
}
