#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int command_page(const struct subcommand *command)
{
    fputs(command->help, stdout);
    if (command->more_help)
        fputs(command->more_help, stdout);
    return command_finish(command->name);
}

int command_run(const struct subcommand *command, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return command_page(command);
    return command->run(argc, argv);
}

/* Columns on a terminal, not bytes: the bytes that continue a UTF-8 letter take none. */
static int columns_before(const char *input, size_t position)
{
    int columns = 0;
    for (size_t i = 0; i + 1 < position && input[i] != '\0'; i++)
        columns += ((unsigned char)input[i] & 0xC0) != 0x80;
    return columns;
}

/* Input may contain control bytes, which would move the marker or control the terminal. */
static void print_harmless(const char *words)
{
    for (; *words != '\0'; words++) {
        unsigned char byte = (unsigned char)*words;
        fputc(byte < ' ' || byte == 127 ? '?' : byte, stderr);
    }
}

int command_bad_input(const char *command, const char *input, const struct fault *fault)
{
    fprintf(stderr, "cardroom %s: ", command);
    print_harmless(fault->words);
    if (input && fault->position > 0) {
        fprintf(stderr, "\n  ");
        print_harmless(input);
        fprintf(stderr, "\n  %*s^ column %zu", columns_before(input, fault->position), "", fault->position);
    }
    fputc('\n', stderr);
    return EXIT_CODE_BAD_INPUT;
}

int command_no_such(const char *command, const char *what, const char *name, const char *nearest,
                    const char *list)
{
    struct fault fault;
    if (nearest)
        (void)fault_set(&fault, STATUS_INVALID, 1, "unknown %s; did you mean \"%s\"?", what, nearest);
    else
        (void)fault_set(&fault, STATUS_INVALID, 1, "unknown %s; 'cardroom %s %s' lists them all", what,
                        command, list);
    return command_bad_input(command, name, &fault);
}

int command_usage(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char words[FAULT_WORDS_SIZE];
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    fprintf(stderr, "cardroom %s: ", command);
    print_harmless(words);
    fprintf(stderr, "\n'cardroom %s --help' describes the command\n", command);
    return EXIT_CODE_BAD_INPUT;
}

enum status command_number(struct text text, const char *what, uint64_t min, uint64_t max, uint64_t *number,
                           struct fault *fault)
{
    uint64_t read = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return fault_set(fault, STATUS_INVALID, i + 1, "%s needs a whole number", what);
        uint64_t digit = (uint64_t)(text.bytes[i] - '0');
        if (digit > max || read > (max - digit) / 10)
            return fault_set(fault, STATUS_RANGE, 1, "%s must be at most %" PRIu64, what, max);
        read = read * 10 + digit;
    }
    if (text.length == 0)
        return fault_set(fault, STATUS_INVALID, 1, "%s needs a whole number", what);
    if (read < min)
        return fault_set(fault, STATUS_RANGE, 1, "%s must be at least %" PRIu64, what, min);
    *number = read;
    return STATUS_OK;
}

bool command_colour(void)
{
    const char *terminal = getenv("TERM");
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0 &&
           (!no_colour || no_colour[0] == '\0');
}

int command_print_json(const char *command, json_t *document)
{
    bool printed = document && json_dumpf(document, stdout, JSON_INDENT(2)) == 0 && putchar('\n') != EOF;
    bool built = document != NULL;
    json_decref(document);
    if (printed)
        return command_finish(command);
    fprintf(stderr, "cardroom %s: %s\n", command,
            built ? "cannot write the output" : "out of memory for the answer");
    return EXIT_CODE_WORLD;
}

int command_cannot_write(const char *command, const char *file)
{
    fprintf(stderr, "cardroom %s: cannot write %s: %s\n", command, file, strerror(errno));
    return EXIT_CODE_WORLD;
}

int command_write_bytes(const char *command, const char *file, struct text bytes)
{
    if (!file) {
        (void)fwrite(bytes.bytes, 1, bytes.length, stdout);
        return command_finish(command);
    }
    FILE *out = fopen(file, "wb");
    if (!out)
        return command_cannot_write(command, file);
    bool written = fwrite(bytes.bytes, 1, bytes.length, out) == bytes.length;
    return fclose(out) == 0 && written ? EXIT_CODE_OK : command_cannot_write(command, file);
}

int command_finish(const char *command)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_CODE_OK;
    fprintf(stderr, "cardroom %s: cannot write the output\n", command);
    return EXIT_CODE_WORLD;
}

void command_many_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit); /* what cannot be had is not worth a word */
}
