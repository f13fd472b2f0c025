/*
 * cardroom house do: the commands of a script, one a line, each durable before its answer.
 */
#include "cli/house.h"
#include "cli/house_notary.h"
#include "cli/rebuilding.h"

#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LINE_MEMORY_MAX = 16 << 20,
    ID_PREFIX_MAX = 80,
    ID_SIZE = ID_PREFIX_MAX + 24,
    SHOWN_MAX = 160,
    BAD_LINES_MAX = 20, /* that are shown */
    EVENT_SIZE = 1 << 16
};

struct do_request {
    const char *store, *script, *ids, *key;
    bool quiet, json;
};

/* The script under way. */
struct doing {
    const struct do_request *request;
    struct keeper *keeper;
    struct house_notary notary;
    struct arena arena; /* of one line */
    size_t line;
    size_t line_before;         /* the last that was done when the script was run before */
    struct instant time_before; /* then */
    bool clock_runs;            /* and a clock behind that line was interrupted */
    unsigned done, refused, repeated, unexpected, bad;
};

/* ------------------------------------------------------------------------------------------ answers */

static void print_events(const struct doing *doing)
{
    static char words[EVENT_SIZE];
    const struct decision *decision = keeper_decision(doing->keeper);
    for (unsigned i = 0; i < decision->event_count; i++) {
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        house_write_event(&out, keeper_floor(doing->keeper), &decision->events[i]);
        struct text shown = text_clipped(text_out_text(&out), SHOWN_MAX);
        printf("  %.*s%s\n", TEXT_ARGUMENTS(shown), shown.length < out.length ? " ..." : "");
    }
}

static json_t *events_json(const struct doing *doing)
{
    const struct decision *decision = keeper_decision(doing->keeper);
    json_t *list = json_array();
    for (unsigned i = 0; i < decision->event_count; i++)
        (void)json_array_append_new(list,
                                    json_pack("{s:s, s:o}", "kind", event_name(decision->events[i].kind),
                                              "event", house_event_json(&decision->events[i])));
    return list;
}

static int print_json(const struct doing *doing, const struct keeper_reply *reply)
{
    static const char *const outcomes[] = {"done", "repeated", "refused"};
    json_t *answer =
        json_pack("{s:I, s:s}", "line", (json_int_t)doing->line, "outcome", outcomes[reply->outcome]);
    if (reply->outcome == KEEPER_REFUSED) {
        (void)json_object_set_new(answer, "clause", json_string(reply->ruling.clause));
        (void)json_object_set_new(answer, "words", json_string(reply->ruling.words));
    } else
        (void)json_object_set_new(answer, "first", json_integer((json_int_t)reply->first));
    if (reply->outcome == KEEPER_DONE) {
        (void)json_object_set_new(answer, "last", json_integer((json_int_t)reply->sequence));
        (void)json_object_set_new(answer, "events", events_json(doing));
    }
    return house_print_json_line(answer);
}

static int print_reply(const struct doing *doing, const struct keeper_reply *reply, struct text line)
{
    if (doing->request->json)
        return print_json(doing, reply);
    if (reply->outcome == KEEPER_REFUSED)
        printf("line %zu: %.*s\n  refused: %s (%s)\n", doing->line, TEXT_ARGUMENTS(line), reply->ruling.words,
               reply->ruling.clause);
    else if (!doing->request->quiet && reply->outcome == KEEPER_REPEATED)
        printf("line %zu: done before, by event %" PRIu64 "\n", doing->line, reply->first);
    else if (!doing->request->quiet)
        print_events(doing);
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ lines */

static const char *script_name(const struct doing *doing)
{
    return doing->request->script ? doing->request->script : "standard input";
}

/* Bad words in a line: the line is shown with a mark below the place. */
static int bad_line(const struct doing *doing, struct text line, const struct fault *fault)
{
    struct text shown = text_clipped(line, SHOWN_MAX);
    fprintf(stderr, "cardroom house: %s:%zu: %s\n  %.*s%s\n", script_name(doing), doing->line, fault->words,
            TEXT_ARGUMENTS(shown), shown.length < line.length ? " ..." : "");
    if (fault->position > 0 && fault->position <= shown.length + 1)
        fprintf(stderr, "  %*s^\n", (int)fault->position - 1, "");
    return EXIT_CODE_BAD_INPUT;
}

static void mint_id(const struct doing *doing, struct command *command, char *id, size_t size)
{
    struct text_out out;
    text_out_init(&out, id, size);
    text_out_add(&out, "%s-%06zu", doing->request->ids, doing->line);
    command->head.id = text_out_text(&out);
}

/* Of a script that is run again: how far it got. Refusals leave no event, so those before that line, and before a clock that
 * was interrupted, are not asked again: what was refused then might be done now. */
static enum status note_line(void *context, const struct floor *floor, uint64_t sequence, struct text command,
                             const struct event *event, bool applied, struct fault *fault)
{
    struct doing *doing = context;
    struct text prefix = text_of(doing->request->ids);
    size_t line = 0, at = prefix.length + 1;
    (void)floor;
    (void)sequence;
    (void)applied;
    (void)fault;
    if (command.length == 0 && event->head.by.length == 0 &&
        instant_compare(event->head.at, doing->time_before) > 0)
        doing->clock_runs = true;
    if (command.length <= at || !text_starts_with(command, prefix) || command.bytes[at - 1] != '-')
        return STATUS_OK;
    for (;
         at < command.length && command.bytes[at] >= '0' && command.bytes[at] <= '9' && line < SIZE_MAX / 100;
         at++)
        line = line * 10 + (size_t)(command.bytes[at] - '0');
    if (at == command.length && line > doing->line_before) {
        doing->line_before = line;
        doing->time_before = event->head.at;
        doing->clock_runs = false;
    }
    return STATUS_OK;
}

/* The words of the command of a line, and whether it must be refused. */
static struct text words_of(struct text line, bool *wanted)
{
    static const char must_be[] = "refused: ";
    *wanted = text_starts_with(line, text_of(must_be));
    return *wanted ? text_from(line, sizeof must_be - 1) : line;
}

static enum status read_line(struct doing *doing, struct text words, struct command *command,
                             struct fault *fault)
{
    arena_clear(&doing->arena);
    size_t good = text_utf8_length(words);
    if (good < words.length)
        return fault_set(fault, STATUS_INVALID, good + 1,
                         words.bytes[good] == '\0' ? "NUL byte" : "invalid UTF-8");
    return command_parse(words, &keeper_floor(doing->keeper)->zone, &doing->arena, command, fault);
}

/* Whether the line can be read; nothing is done. */
static int check_line(struct doing *doing, struct text line)
{
    struct command command;
    struct fault fault;
    bool wanted;
    struct text words = words_of(line, &wanted);
    if (read_line(doing, words, &command, &fault) == STATUS_OK)
        return EXIT_CODE_OK;
    doing->bad++;
    int code = bad_line(doing, words, &fault);
    return doing->bad < BAD_LINES_MAX ? EXIT_CODE_OK : code;
}

/* Whether the command gives a time that the computer does not show yet. Without a name the clock speaks for the computer; what two
 * persons confirm is what it shows. */
static bool is_ahead(const struct doing *doing, const struct command *command)
{
    struct instant at = {0};
    if (command->kind == COMMAND_CLOCK && command->head.by.length == 0)
        at = COMMAND_AS(command, clock_moves)->at;
    else if (command->kind == COMMAND_CONFIRM_TIME)
        at = COMMAND_AS(command, confirm_time)->to;
    return house_is_ahead(keeper_floor(doing->keeper), at);
}

static enum status do_command(struct doing *doing, const struct command *command, struct keeper_reply *reply,
                              struct fault *fault)
{
    if (!is_ahead(doing, command))
        return keeper_do(doing->keeper, command, reply, fault);
    *reply = (struct keeper_reply){.outcome = KEEPER_REFUSED, .ruling = house_ahead()};
    return STATUS_OK;
}

static int do_line(struct doing *doing, struct text line)
{
    struct command command;
    struct keeper_reply reply;
    struct fault fault;
    char id[ID_SIZE];
    bool wanted;
    struct text words = words_of(line, &wanted);
    if (wanted && (doing->line < doing->line_before || doing->clock_runs)) {
        doing->refused++;
        return EXIT_CODE_OK;
    }
    if (read_line(doing, words, &command, &fault) != STATUS_OK)
        return bad_line(doing, words, &fault);
    if (command.kind == COMMAND_CLOCK && doing->line > doing->line_before)
        doing->clock_runs = false;
    if (doing->request->ids && command.head.id.length == 0)
        mint_id(doing, &command, id, sizeof id);
    enum status status = do_command(doing, &command, &reply, &fault);
    if (status != STATUS_OK) {
        int code = house_failure("house", doing->request->store, status, &fault);
        fprintf(stderr, "  at %s:%zu; all lines before this one are done\n", script_name(doing), doing->line);
        return code;
    }
    doing->done += reply.outcome == KEEPER_DONE;
    doing->refused += reply.outcome == KEEPER_REFUSED;
    doing->repeated += reply.outcome == KEEPER_REPEATED;
    if ((reply.outcome == KEEPER_REFUSED) != wanted && reply.outcome != KEEPER_REPEATED) {
        doing->unexpected++;
        if (wanted)
            printf("line %zu: this command had to be refused, but was done: %.*s\n", doing->line,
                   TEXT_ARGUMENTS(words));
    }
    if (wanted && reply.outcome == KEEPER_REFUSED && doing->request->quiet)
        return EXIT_CODE_OK;
    int code = print_reply(doing, &reply, words);
    (void)fflush(stdout);
    if (reply.outcome == KEEPER_DONE)
        house_notary_after(&doing->notary, keeper_floor(doing->keeper), keeper_decision(doing->keeper));
    return code;
}

static int each_line(struct doing *doing, FILE *file, int (*visit)(struct doing *doing, struct text line))
{
    char *buffer = NULL;
    size_t size = 0;
    int code = EXIT_CODE_OK;
    doing->line = 0;
    for (ssize_t length; code == EXIT_CODE_OK && (length = getline(&buffer, &size, file)) >= 0;) {
        struct text line = text_trimmed((struct text){buffer, (size_t)length});
        if (++doing->line == 1 && text_starts_with(line, text_of("\xef\xbb\xbf")))
            line = text_from(line, 3); /* the mark that some editors begin a file with */
        if (line.length > 0 && line.bytes[0] != '#')
            code = visit(doing, line);
    }
    if (code == EXIT_CODE_OK && ferror(file)) {
        fprintf(stderr, "cardroom house: cannot read the whole script\n");
        code = EXIT_CODE_WORLD;
    }
    free(buffer);
    return code;
}

/* One that can be read twice, and keeps nobody waiting. */
static bool is_plain_file(FILE *file)
{
    struct stat found;
    return fstat(fileno(file), &found) == 0 && S_ISREG(found.st_mode);
}

/* A script in a file is read through before its first command is done, so that a slip of the pen in its middle does not leave
 * half a day. How times are read is known once the house is open. */
static int do_script(struct doing *doing, FILE *file)
{
    if (doing->request->script && is_plain_file(file) && keeper_floor(doing->keeper)->opened) {
        int code = each_line(doing, file, check_line);
        if (doing->bad > 0)
            fprintf(stderr, "cardroom house: no command of %s was run\n", doing->request->script);
        if (code != EXIT_CODE_OK || doing->bad > 0)
            return doing->bad > 0 ? EXIT_CODE_BAD_INPUT : code;
        rewind(file);
    }
    return each_line(doing, file, do_line);
}

/* ------------------------------------------------------------------------------------------ the part */

static int read_request(int argc, char **argv, struct do_request *request)
{
    for (int i = 0; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (text_equal(word, text_of("--quiet")))
            request->quiet = true;
        else if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (text_equal(word, text_of("--ids")) && i + 1 < argc)
            request->ids = argv[++i];
        else if (text_equal(word, text_of("--log-key")) && i + 1 < argc)
            request->key = argv[++i];
        else if ((word.bytes[0] == '-' && word.length > 1) || request->script)
            return command_usage("house", "unknown argument '%s'", argv[i]);
        else
            *(request->store ? &request->script : &request->store) = argv[i];
    }
    size_t prefix = request->ids ? text_of(request->ids).length : 1;
    if (prefix == 0 || prefix > ID_PREFIX_MAX)
        return command_usage("house", "--ids needs a prefix of 1 to %d letters", ID_PREFIX_MAX);
    if (request->script && text_equal(text_of(request->script), text_of("-")))
        request->script = NULL;
    return request->store ? EXIT_CODE_OK
                          : command_usage("house", "STORE is missing; give one such as sqlite:house.db");
}

static int do_in_store(const struct do_request *request, FILE *file)
{
    struct rebuilding_watch watch = {0};
    const struct keeper_options options = {.mode = STORE_EXISTING,
                                           .log_key =
                                               request->key ? request->key : getenv("CARDROOM_LOG_KEY"),
                                           .from_the_start = request->ids != NULL,
                                           .rebuilding = rebuilding_show(),
                                           .rebuilding_context = &watch};
    struct doing doing = {.request = request};
    struct fault fault;
    int code = house_notary_find("house", request->store, request->key, &doing.notary);
    if (code != EXIT_CODE_OK)
        return code;
    enum status status = keeper_open(text_of(request->store), &options, request->ids ? note_line : NULL,
                                     &doing, &doing.keeper, &fault);
    if (status != STATUS_OK)
        return house_failure("house", request->store, status, &fault);
    house_notary_tell(&doing.notary, doing.keeper);
    arena_init(&doing.arena, LINE_MEMORY_MAX);
    code = house_notary_begin(&doing.notary, keeper_floor(doing.keeper));
    if (code == EXIT_CODE_OK)
        code = do_script(&doing, file);
    if (code == EXIT_CODE_OK && !request->json)
        printf("%u done, %u refused, %u done before\n", doing.done, doing.refused, doing.repeated);
    arena_release(&doing.arena);
    int promised = house_notary_end(&doing.notary, keeper_floor(doing.keeper));
    code = code == EXIT_CODE_OK ? promised : code;
    keeper_close(doing.keeper);
    if (code == EXIT_CODE_OK)
        code = command_finish("house");
    return code == EXIT_CODE_OK && doing.unexpected ? EXIT_CODE_FINDINGS : code;
}

static int open_script(const char *path, FILE **file)
{
    struct stat found;
    *file = fopen(path, "r");
    if (!*file)
        return command_usage("house", "cannot read %s: %s", path, strerror(errno));
    if (fstat(fileno(*file), &found) == 0 && S_ISDIR(found.st_mode)) {
        (void)fclose(*file);
        return command_usage("house", "%s is a folder; give a script file", path);
    }
    return EXIT_CODE_OK;
}

int house_do(int argc, char **argv)
{
    struct do_request request = {0};
    int code = read_request(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    FILE *file = stdin;
    code = request.script ? open_script(request.script, &file) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK)
        return code;
    code = do_in_store(&request, file);
    if (request.script)
        (void)fclose(file);
    return code;
}
