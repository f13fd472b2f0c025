/*
 * The commands of the `cardroom` program.
 *
 * A command gets its own arguments (argv[0] is the command's name) and returns the exit code. Output for people or with
 * --json goes to standard output; bad input is reported on standard error through command_bad_input(), with nothing on
 * standard output.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/json.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_FINDINGS = 1,  /* the command worked and its answer is "no" */
    EXIT_CODE_BAD_INPUT = 2, /* invalid arguments or files */
    EXIT_CODE_WORLD = 3,     /* system error: disk, memory, network */
};

struct subcommand {
    const char *name;
    const char *summary; /* one line for `cardroom --help` */
    const char *help;    /* the page for `cardroom NAME --help` */
    int (*run)(int argc, char **argv);
    const char *more_help; /* its end, where the page is longer than C allows a string to be; or NULL */
};

extern const struct subcommand command_approve;
extern const struct subcommand command_audit;
extern const struct subcommand command_backup;
extern const struct subcommand command_check;
extern const struct subcommand command_clauses;
extern const struct subcommand command_explain;
extern const struct subcommand command_forecast;
extern const struct subcommand command_hand;
extern const struct subcommand command_house;
extern const struct subcommand command_load;
extern const struct subcommand command_mutate;
extern const struct subcommand command_odds;
extern const struct subcommand command_play;
extern const struct subcommand command_post;
extern const struct subcommand command_qualify;
extern const struct subcommand command_random;
extern const struct subcommand command_replay;
extern const struct subcommand command_report;
extern const struct subcommand command_serve;
extern const struct subcommand command_settle;
extern const struct subcommand command_simulate;
extern const struct subcommand command_store;
extern const struct subcommand command_witness;

/* Prints the page of the command. */
int command_page(const struct subcommand *command);

/* Runs the command, or prints its page if --help is among its arguments. */
int command_run(const struct subcommand *command, int argc, char **argv);

/*
 * Says on standard error what is wrong with `input` (NULL if it is about no particular word) and returns
 * EXIT_CODE_BAD_INPUT. With a position the input is shown with a mark below the place.
 */
int command_bad_input(const char *command, const char *input, const struct fault *fault);

/* The same for a `name` by which there is no ranking, game or whatever `what` says: with the nearest name or, if that is NULL,
 * the option of the command that lists them. */
int command_no_such(const char *command, const char *what, const char *name, const char *nearest,
                    const char *list);

/* The same for a sentence of our own. */
int command_usage(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* Reads a whole number from `min` to `max` in digits; the fault begins with `what`, an option's word. On failure
 * `number` is unchanged. */
MUST_USE enum status command_number(struct text text, const char *what, uint64_t min, uint64_t max,
                                    uint64_t *number, struct fault *fault);

/* True when standard output is a terminal that wants colour (NO_COLOR unset, TERM not dumb). */
bool command_colour(void);

/* Prints the document, indented, and gives it back (json_decref). NULL, or an output that takes no more, is
 * EXIT_CODE_WORLD with a message. */
int command_print_json(const char *command, json_t *document);

/* Lets the program have as many connections as the system grants it; the usual number is small. */
void command_many_files(void);

/* The bytes to a file, or to standard output if it is NULL; EXIT_CODE_WORLD with a message if they cannot be written. */
int command_write_bytes(const char *command, const char *file, struct text bytes);
int command_cannot_write(const char *command,
                         const char *file); /* says why, by errno, and returns EXIT_CODE_WORLD */

/* Flushes standard output; EXIT_CODE_WORLD with a message if what was printed could not be written. */
int command_finish(const char *command);

#endif
