/*
 * cardroom load: how much a server on this machine bears.
 */
#include "cli/command.h"
#include "cli/load_client.h"
#include "cli/table.h"

#include <stdio.h>
#include <string.h>

static const char load_help[] =
    "cardroom load rounds  [--url URL] [--connections N] [--seconds N] [--rate N]\n"
    "                      [--name NAME --password WORD]\n"
    "cardroom load queries [--url URL] [--connections N] [--seconds N] [--rate N] [--path PATH]\n"
    "cardroom load feed    [--url URL] [--clients N] [--seconds N] [--pid N]\n"
    "                      [--name NAME --password WORD]\n"
    "cardroom load hello   [--connections N] [--seconds N] [--rate N]\n"
    "\n"
    "Load-tests a server on this machine: sends requests as fast as they are answered, or at a\n"
    "given rate, and prints how many were answered and how long the answers took.\n"
    "\n"
    "rounds         each connection starts rounds with a fee, one after the other, and opens\n"
    "               tables as needed. The rounds are real: never use it on a house in operation\n"
    "queries        each connection requests --path; /api/meters by default\n"
    "feed           clients listen to the live feed while a meter changes twice a second.\n"
    "               Prints the share of clients that get a change within 250 ms and, with\n"
    "               --pid, the server's memory for each client\n"
    "hello          load-tests a hello-world server on the same HTTP library, for comparison\n"
    "\n"
    "--url          the server; http://127.0.0.1:8080 by default, and only this machine\n"
    "--connections  1 to 4000; 64 by default\n"
    "--clients      of a feed, 1 to 4000; 2000 by default\n"
    "--seconds      1 to 600; 5 by default\n"
    "--rate         requests a second in total; as many as are answered by default. Times are\n"
    "               measured from the moment when a request was due\n"
    "--path         the path that queries request\n"
    "--pid          the process id of the server\n"
    "--name         the user who signs in; fay of the demo house by default. The user's role\n"
    "               must allow opening tables\n"
    "--password     the user's password; that of the demo house by default\n"
    "--json         print one object with the figures\n"
    "\n"
    "Exit status: 0 all answers were good; 1 some were not; 2 invalid arguments; 3 no server\n"
    "answers.\n"
    "\n"
    "  cardroom load rounds --connections 256 --seconds 5\n"
    "  cardroom load feed --clients 2000 --pid $(pidof cardroom)\n";

enum kind { KIND_ROUNDS, KIND_QUERIES, KIND_FEED, KIND_HELLO, KINDS };
static const char *const kinds[KINDS] = {"rounds", "queries", "feed", "hello"};

struct words {
    enum kind kind;
    bool json;
    const char *url, *connections, *clients, *seconds, *rate, *path, *name, *password, *pid;
};

static int read_words(int argc, char **argv, struct words *words)
{
    const struct {
        const char *name;
        const char **value;
        unsigned of; /* which kinds take it, as bits */
    } options[] = {
        {"--url", &words->url, 7},         {"--connections", &words->connections, 11},
        {"--clients", &words->clients, 4}, {"--seconds", &words->seconds, 15},
        {"--rate", &words->rate, 11},      {"--path", &words->path, 2},
        {"--name", &words->name, 7},       {"--password", &words->password, 7},
        {"--pid", &words->pid, 4},
    };
    enum { OPTIONS = sizeof options / sizeof options[0] };
    if (argc < 2)
        return command_usage("load", "the task is missing; give rounds, queries, feed or hello");
    while (words->kind < KINDS && strcmp(argv[1], kinds[words->kind]) != 0)
        words->kind++;
    if (words->kind == KINDS)
        return command_usage("load", "unknown task '%s'; give rounds, queries, feed or hello", argv[1]);
    for (int i = 2; i < argc; i++) {
        size_t found = 0;
        while (found < OPTIONS && strcmp(argv[i], options[found].name) != 0)
            found++;
        if (strcmp(argv[i], "--json") == 0)
            words->json = true;
        else if (found == OPTIONS)
            return command_usage("load", "unknown argument '%s'", argv[i]);
        else if ((options[found].of >> words->kind & 1) == 0)
            return command_usage("load", "%s cannot be used with %s", argv[i], argv[1]);
        else if (i + 1 == argc)
            return command_usage("load", "%s needs a value", argv[i]);
        else
            *options[found].value = argv[++i];
    }
    if (!words->name != !words->password)
        return command_usage("load", "give both --name and --password, or neither");
    return EXIT_CODE_OK;
}

static int read_number(const char *word, const char *what, uint64_t least, uint64_t most, unsigned *number)
{
    struct fault fault;
    uint64_t read = *number;
    if (word && command_number(text_of(word), what, least, most, &read, &fault) != STATUS_OK)
        return command_bad_input("load", word, &fault);
    *number = (unsigned)read;
    return EXIT_CODE_OK;
}

/* Only this machine: what would be load there is an attack elsewhere. */
static int read_url(const char *url, uint16_t *port)
{
    static const char *const hosts[] = {"http://127.0.0.1:", "http://localhost:"};
    unsigned number = 0;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        size_t length = strlen(hosts[i]);
        if (strncmp(url, hosts[i], length) != 0)
            continue;
        char digits[8];
        struct text_out out;
        text_out_init(&out, digits, sizeof digits);
        text_out_add_text(&out, (struct text){url + length, strcspn(url + length, "/")});
        int code = read_number(digits, "the port", 1, UINT16_MAX, &number);
        *port = (uint16_t)number;
        return code;
    }
    return command_usage("load", "--url must be on this machine, such as http://127.0.0.1:8080, not '%s'",
                         url);
}

static int read_options(const struct words *words, struct load_options *options)
{
    unsigned pid = 0;
    bool feed = words->kind == KIND_FEED;
    *options = (struct load_options){.connections = feed ? 2000 : 64,
                                     .seconds = 5,
                                     .name = words->name                   ? words->name
                                             : words->kind == KIND_QUERIES ? ""
                                                                           : "fay",
                                     .password = words->password ? words->password : "lantern-fay",
                                     .path = words->path ? words->path : "/api/meters"};
    int code = read_url(words->url ? words->url : "http://127.0.0.1:8080", &options->port);
    if (code == EXIT_CODE_OK)
        code = read_number(feed ? words->clients : words->connections, feed ? "--clients" : "--connections",
                           1, LOAD_CONNECTIONS_MAX, &options->connections);
    if (code == EXIT_CODE_OK)
        code = read_number(words->seconds, "--seconds", 1, LOAD_SECONDS_MAX, &options->seconds);
    if (code == EXIT_CODE_OK)
        code = read_number(words->rate, "--rate", 1, LOAD_RATE_MAX, &options->rate);
    if (code == EXIT_CODE_OK)
        code = read_number(words->pid, "--pid", 1, INT32_MAX, &pid);
    options->server = (pid_t)pid;
    if (code == EXIT_CODE_OK &&
        (options->path[0] != '/' || strlen(options->path) > 200 || strpbrk(options->path, " \r\n")))
        return command_usage("load",
                             "--path must begin with a slash and have no spaces, such as /api/meters");
    return code;
}

static enum status measure(enum kind kind, struct load_options *options, struct load_result *result,
                           struct fault *fault)
{
    pid_t hello = 0;
    if (kind == KIND_ROUNDS)
        return load_rounds(options, result, fault);
    if (kind == KIND_FEED)
        return load_feed(options, result, fault);
    if (kind == KIND_QUERIES)
        return load_queries(options, result, fault);
    enum status status = hello_start(&hello, &options->port, fault);
    options->name = "";
    if (status != STATUS_OK)
        return status;
    status = load_queries(options, result, fault);
    hello_stop(hello);
    return status;
}

static double rate_of(const struct load_result *result)
{
    return result->seconds > 0 ? (double)result->answers / result->seconds : 0;
}

static int print_json(const struct words *words, const struct load_options *options,
                      const struct load_result *result)
{
    json_t *document = json_pack("{s:s,s:i,s:f,s:I,s:I,s:f,s:f,s:f,s:f,s:f}", "what", kinds[words->kind],
                                 "connections", (int)options->connections, "seconds", result->seconds,
                                 "answers", (json_int_t)result->answers, "errors", (json_int_t)result->errors,
                                 "rate", rate_of(result), "p50_ms", result->p50_ms, "p90_ms", result->p90_ms,
                                 "p99_ms", result->p99_ms, "max_ms", result->most_ms);
    if (words->kind == KIND_FEED) {
        (void)json_object_set_new(document, "changes", json_integer(result->changes));
        (void)json_object_set_new(document, "reached", json_real(result->reached));
        (void)json_object_set_new(document, "kilobytes_a_client", json_real(result->kilobytes_a_client));
    }
    return command_print_json("load", document);
}

static void print_table(const struct words *words, const struct load_options *options,
                        const struct load_result *result)
{
    static struct text_table table;
    bool feed = words->kind == KIND_FEED;
    table_init(&table);
    table_column(&table, "", TABLE_LEFT);
    const char *const heads[] = {feed ? "clients" : "connections",
                                 feed ? "messages" : "answers",
                                 "a second",
                                 "errors",
                                 "p50 ms",
                                 "p90 ms",
                                 "p99 ms",
                                 "max ms"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(&table, heads[i], TABLE_RIGHT);
    table_row(&table);
    table_add(&table, "%s", kinds[words->kind]);
    table_add(&table, "%u", options->connections);
    table_add(&table, "%llu", (unsigned long long)result->answers);
    table_add(&table, "%.0f", rate_of(result));
    table_add(&table, "%llu", (unsigned long long)result->errors);
    const double times[] = {result->p50_ms, result->p90_ms, result->p99_ms, result->most_ms};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        table_add(&table, "%.2f", times[i]);
    table_print(&table, command_colour());
    if (feed)
        printf("\n  %u changes; within %d ms each reached %.2f%% of the clients\n", result->changes,
               LOAD_REACHED_MS, 100 * result->reached);
    if (feed && result->kilobytes_a_client > 0)
        printf("  each client takes %.1f kB of the server's memory\n", result->kilobytes_a_client);
}

static int run(int argc, char **argv)
{
    struct words words = {.kind = KIND_ROUNDS};
    struct load_options options;
    struct load_result result;
    struct fault fault;
    int code = read_words(argc, argv, &words);
    if (code == EXIT_CODE_OK)
        code = read_options(&words, &options);
    if (code != EXIT_CODE_OK)
        return code;
    command_many_files();
    enum status status = measure(words.kind, &options, &result, &fault);
    if (status != STATUS_OK) {
        (void)command_usage("load", "%s", fault.words);
        return status == STATUS_INVALID ? EXIT_CODE_BAD_INPUT : EXIT_CODE_WORLD;
    }
    if (words.json)
        code = print_json(&words, &options, &result);
    else
        print_table(&words, &options, &result);
    if (code == EXIT_CODE_OK)
        code = command_finish("load");
    return code == EXIT_CODE_OK && result.errors > 0 ? EXIT_CODE_FINDINGS : code;
}

const struct subcommand command_load = {
    .name = "load", .summary = "load-test a server on this machine", .help = load_help, .run = run};
