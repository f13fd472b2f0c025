/*
 * For tests of commands: runs one in a child process with the words of a line and keeps what it printed.
 */
#ifndef CLI_RUN_COMMAND_TEST_H
#define CLI_RUN_COMMAND_TEST_H

#include "cli/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { WORDS_MAX = 32, OUTPUT_MAX = 1 << 18, ERRORS_MAX = 1 << 13 };

struct outcome {
    int code;
    size_t size; /* of what came on standard output */
    char output[OUTPUT_MAX];
    char errors[ERRORS_MAX];
};

/* In a child: the command, with its words and its two outputs. */
_Noreturn static inline void child(const struct subcommand *command, const char *line, int output, int errors)
{
    char words[1024];
    char *argv[WORDS_MAX + 1] = {NULL};
    int argc = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *at = words; *at != '\0' && argc < WORDS_MAX;) {
        bool quoted = *at == '"'; /* then the word goes on to the next quote */
        at += quoted;
        argv[argc++] = at;
        at += strcspn(at, quoted ? "\"" : " ");
        if (quoted && *at == '"')
            *at++ = '\0';
        if (*at == ' ')
            *at++ = '\0';
    }
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    int code = command_run(command, argc, argv);
    fflush(stderr);
    _exit(code);
}

static inline int finish(pid_t pid)
{
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static inline size_t read_back(FILE *file, char *bytes, size_t bytes_size)
{
    rewind(file);
    size_t size = fread(bytes, 1, bytes_size - 1, file);
    bytes[size] = '\0';
    fclose(file);
    return size;
}

static inline struct outcome run_command(const struct subcommand *command, const char *line)
{
    struct outcome outcome;
    FILE *output = tmpfile(), *errors = tmpfile();
    assert_non_null(output);
    assert_non_null(errors);
    fflush(stdout);
    fflush(stderr);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        child(command, line, fileno(output), fileno(errors));
    outcome.code = finish(pid);
    outcome.size = read_back(output, outcome.output, sizeof outcome.output);
    read_back(errors, outcome.errors, sizeof outcome.errors);
    return outcome;
}

/* Bad input: exit code 2, nothing on standard output, and the words on standard error. */
static inline void assert_refused(const struct subcommand *command, const char *line, const char *words)
{
    struct outcome outcome = run_command(command, line);
    if (outcome.code != EXIT_CODE_BAD_INPUT || !strstr(outcome.errors, words))
        fail_msg("%s: code %d, and \"%s\" is not in \"%s\"", line, outcome.code, words, outcome.errors);
    assert_int_equal(outcome.size, 0);
}

static inline void assert_has(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("\"%s\" is not in \"%s\"", words, text);
}

/* The output of a command with --json; free it with json_decref(). */
static inline json_t *outcome_document(const struct outcome *outcome)
{
    static const struct document_limits limits = {.size_max = OUTPUT_MAX, .depth_max = 8};
    json_t *document = NULL;
    assert_int_equal(document_parse(text_of(outcome->output), &limits, &document, NULL), STATUS_OK);
    return document;
}

#endif
