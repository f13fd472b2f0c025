/*
 * cardroom witness: watches the log of a house from another machine.
 */
#include "witness/witness.h"

#include "base/calendar.h"
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { EVERY_USUAL = 300, EVERY_MAX = 24 * 60 * 60, TIMEOUT_USUAL = 30, TIMEOUT_MAX = 600 };

static const char witness_help[] =
    "cardroom witness FOLDER URL [--vkey KEY] [--name NAME] [--ca FILE] [--every SECONDS]\n"
    "                 [--timeout SECONDS] [--once] [--json]\n"
    "cardroom witness FOLDER [--json]\n"
    "\n"
    "Watches the log of a house from another machine, such as that of surveillance or of the\n"
    "regulator. It asks the house for its newest checkpoint and for a proof that the log only\n"
    "grew since the last one, cosigns what only grew, and gives the house the cosignature. It\n"
    "refuses and reports everything else: a log that was written anew, shortened or put back,\n"
    "another key, another log, two logs of one size, answers that are none. It knows nothing\n"
    "of what is in the log.\n"
    "\n"
    "It keeps all that it saw in FOLDER, in files that only grow: seen (the checkpoints; give\n"
    "this file to 'cardroom audit --checkpoint') and alarms (one JSON object a line, with what\n"
    "was answered). Keep a copy of FOLDER/key elsewhere.\n"
    "\n"
    "Without URL it prints what it has seen and its alarms.\n"
    "\n"
    "FOLDER     where the witness keeps its files; made if it is not there\n"
    "URL        the server of the house, such as https://house.example\n"
    "--vkey     the public key of the house, which 'cardroom serve' prints in its log; needed\n"
    "           the first time. Take it from the house in person, not from its server\n"
    "--name     the name of the witness, such as regulator.example/bay-101; used when its key\n"
    "           is made. One is made by default\n"
    "--ca       a file of certificates to verify the server with; those of the system by\n"
    "           default\n"
    "--every    how often to ask; 300 seconds by default\n"
    "--timeout  how long to wait for an answer; 30 seconds by default\n"
    "--once     ask once, and end\n"
    "--json     print one object a line: at, result (cosigned, nothing-new, not-kept, no-answer\n"
    "           or refused), kind (of the alarm, or null), words, events, root, alarms (how\n"
    "           many were raised in all). Without URL: key, log, events, root, cosigned, alarms\n"
    "\n"
    "The house keeps cosignatures of the witnesses whose keys are in its file of witnesses,\n"
    "STORE-witnesses. docs/formats/checkpoints.md describes the forms, docs/operations.md how a\n"
    "witness is set up.\n"
    "\n"
    "Exit status: 0 the log only grew, and the house keeps the cosignature; 1 the log was\n"
    "refused, the cosignature was not kept, or there are alarms to show; 2 invalid arguments or\n"
    "files; 3 no answer, or a system error. Without --once: 1 if anything was refused until a\n"
    "signal ended it.\n"
    "\n"
    "  cardroom witness bay-101 https://house.example --vkey KEY --once\n"
    "  cardroom witness bay-101\n";

struct request {
    struct witness_options options;
    const char *url, *authorities;
    uint64_t every, timeout;
    bool once, json;
};

static const char *const result_words[] = {[WITNESS_COSIGNED] = "cosigned",
                                           [WITNESS_NOTHING_NEW] = "nothing-new",
                                           [WITNESS_NOT_KEPT] = "not-kept",
                                           [WITNESS_NO_ANSWER] = "no-answer",
                                           [WITNESS_REFUSED] = "refused"};
static const int result_codes[] = {[WITNESS_COSIGNED] = EXIT_CODE_OK,
                                   [WITNESS_NOTHING_NEW] = EXIT_CODE_OK,
                                   [WITNESS_NOT_KEPT] = EXIT_CODE_FINDINGS,
                                   [WITNESS_NO_ANSWER] = EXIT_CODE_WORLD,
                                   [WITNESS_REFUSED] = EXIT_CODE_FINDINGS};

static int failure(enum status status, const struct fault *fault)
{
    fprintf(stderr, "cardroom witness: %s\n", fault->words);
    return status == STATUS_INVALID || status == STATUS_RANGE ? EXIT_CODE_BAD_INPUT : EXIT_CODE_WORLD;
}

static int print_line(json_t *object)
{
    char *line = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!line)
        return EXIT_CODE_WORLD;
    printf("%s\n", line);
    free(line);
    return command_finish("witness");
}

static void key_words(const struct note_key *key, char words[NOTE_KEY_TEXT_MAX + 1])
{
    struct text_out out;
    text_out_init(&out, words, NOTE_KEY_TEXT_MAX + 1);
    note_key_write(&out, key);
}

static void root_words(const struct witness_state *state, char words[64])
{
    struct text_out out;
    text_out_init(&out, words, 64);
    if (state->size > 0)
        tree_hash_write(&out, &state->root);
}

static void time_words(uint64_t seconds, char words[64])
{
    struct text_out out;
    text_out_init(&out, words, 64);
    instant_write(&out, (struct instant){(int64_t)seconds * 1000});
}

/* ------------------------------------------------------------------------------------------ watching */

static int print_report(const struct request *request, const struct witness *witness,
                        const struct witness_report *report, uint64_t now)
{
    struct witness_state state;
    char at[64], root[64];
    witness_look(witness, &state);
    time_words(now, at);
    root_words(&state, root);
    if (request->json)
        return print_line(json_pack("{s:s, s:s, s:s?, s:s, s:I, s:s, s:I}", "at", at, "result",
                                    result_words[report->result], "kind", report->kind, "words",
                                    report->words, "events", (json_int_t)state.size, "root", root, "alarms",
                                    (json_int_t)state.alarms));
    printf("%s %s%s\n", at, report->result == WITNESS_REFUSED ? "ALARM, NOT COSIGNED: " : "", report->words);
    return command_finish("witness");
}

static int watch_once(const struct request *request, struct witness *witness, struct witness_http *http)
{
    struct witness_report report;
    struct fault fault;
    uint64_t now = (uint64_t)time(NULL);
    enum status status = witness_watch(witness, witness_http_ask, http, now, &report, &fault);
    if (status != STATUS_OK)
        return failure(status, &fault);
    int code = print_report(request, witness, &report, now);
    return code == EXIT_CODE_OK ? result_codes[report.result] : code;
}

static int watch(const struct request *request, struct witness *witness, struct witness_http *http)
{
    const struct timespec wait = {.tv_sec = (time_t)request->every};
    sigset_t ends;
    int ended = -1;
    bool refused = false;
    if (request->once)
        return watch_once(request, witness, http);
    (void)sigemptyset(&ends);
    (void)sigaddset(&ends, SIGTERM);
    (void)sigaddset(&ends, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &ends, NULL); /* one that comes while it asks is taken afterwards */
    while (ended < 0) {
        refused |= watch_once(request, witness, http) == EXIT_CODE_FINDINGS;
        do
            ended = sigtimedwait(&ends, NULL, &wait);
        while (ended < 0 && errno == EINTR);
    }
    return refused ? EXIT_CODE_FINDINGS : EXIT_CODE_OK;
}

static void print_keys(const struct witness *witness)
{
    struct witness_state state;
    char key[NOTE_KEY_TEXT_MAX + 1], log[NOTE_KEY_TEXT_MAX + 1];
    witness_look(witness, &state);
    key_words(&state.key, key);
    key_words(&state.log, log);
    printf("witness %s\nlog %s\n", key, log);
}

static int ask_house(const struct request *request, struct witness *witness)
{
    struct witness_http *http = NULL;
    struct fault fault;
    enum status status =
        witness_http_open(request->url, request->authorities, (unsigned)request->timeout, &http, &fault);
    if (status != STATUS_OK)
        return failure(status, &fault);
    if (!request->json)
        print_keys(witness);
    int code = watch(request, witness, http);
    witness_http_close(http);
    return code;
}

/* ------------------------------------------------------------------------------------------ showing */

static int show(const struct request *request, const struct witness *witness)
{
    struct witness_state state;
    char key[NOTE_KEY_TEXT_MAX + 1], log[NOTE_KEY_TEXT_MAX + 1], root[64], at[64];
    int code = EXIT_CODE_OK;
    witness_look(witness, &state);
    key_words(&state.key, key);
    key_words(&state.log, log);
    root_words(&state, root);
    time_words(state.cosigned_at, at);
    if (request->json) {
        code = print_line(json_pack("{s:s, s:s, s:I, s:s, s:s?, s:I}", "key", key, "log", log, "events",
                                    (json_int_t)state.size, "root", root, "cosigned",
                                    state.size > 0 ? at : NULL, "alarms", (json_int_t)state.alarms));
    } else {
        print_keys(witness);
        if (state.size > 0)
            printf("last cosigned %s: %" PRIu64 " events, root %s\n", at, state.size, root);
        else
            printf("nothing was cosigned yet\n");
        if (state.alarms > 0)
            printf("%" PRIu64 " alarms: see %s/alarms\n", state.alarms, request->options.folder);
        else
            printf("no alarms\n");
        code = command_finish("witness");
    }
    return code == EXIT_CODE_OK && state.alarms > 0 ? EXIT_CODE_FINDINGS : code;
}

/* ------------------------------------------------------------------------------------------ words */

static int read_seconds(const char *words, const char *what, uint64_t most, uint64_t *number)
{
    struct fault fault;
    if (!words || command_number(text_of(words), what, 1, most, number, &fault) == STATUS_OK)
        return EXIT_CODE_OK;
    return command_bad_input("witness", words, &fault);
}

static int read_words(int argc, char **argv, struct request *request)
{
    const char *every = NULL, *timeout = NULL;
    for (int i = 1; i < argc; i++) {
        const struct text word = text_of(argv[i]);
        const char **value = text_equal(word, text_of("--vkey"))      ? &request->options.log_key
                             : text_equal(word, text_of("--name"))    ? &request->options.name
                             : text_equal(word, text_of("--ca"))      ? &request->authorities
                             : text_equal(word, text_of("--every"))   ? &every
                             : text_equal(word, text_of("--timeout")) ? &timeout
                                                                      : NULL;
        if (text_equal(word, text_of("--once")))
            request->once = true;
        else if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (value && i + 1 < argc)
            *value = argv[++i];
        else if (value)
            return command_usage("witness", "%s needs a value", argv[i]);
        else if (argv[i][0] == '-' || request->url)
            return command_usage("witness", "unknown argument '%s'", argv[i]);
        else
            *(request->options.folder ? &request->url : &request->options.folder) = argv[i];
    }
    if (!request->options.folder)
        return command_usage("witness", "FOLDER is missing; give one where the witness keeps its files");
    if (!request->url && (request->once || request->options.log_key || request->options.name ||
                          request->authorities || every || timeout))
        return command_usage("witness", "URL is missing; give one such as https://house.example");
    int code = read_seconds(every, "--every", EVERY_MAX, &request->every);
    return code == EXIT_CODE_OK ? read_seconds(timeout, "--timeout", TIMEOUT_MAX, &request->timeout) : code;
}

static int run(int argc, char **argv)
{
    struct request request = {.every = EVERY_USUAL, .timeout = TIMEOUT_USUAL};
    struct witness *witness = NULL;
    struct fault fault;
    int code = read_words(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    enum status status = witness_open(&request.options, &witness, &fault);
    if (status != STATUS_OK)
        return failure(status, &fault);
    code = request.url ? ask_house(&request, witness) : show(&request, witness);
    witness_close(witness);
    return code;
}

const struct subcommand command_witness = {.name = "witness",
                                           .summary = "watch the log of a house from another machine",
                                           .help = witness_help,
                                           .run = run};
