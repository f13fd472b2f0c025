/*
 * The house over HTTP: rounds, queries and the feed, with clients and server on this machine, compared with a hello world of
 * the same HTTP library; and how soon a started program answers. If wrk is installed, it measures too.
 */
#include "bench.h"

#include "base/check.h"
#include "books/opening.h"
#include "cli/command.h"
#include "cli/load_client.h"
#include "rulebook/library.h"
#include "server/service.h"

#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECTIONS = 256,
    SECONDS = 1,
    FEED_CLIENTS = 2000,
    PACE = 200,         /* rounds a second of a real floor */
    DAY_ROUNDS = 20000, /* of 24 tables with 35 an hour */
    IN_FLIGHT = 1000,
    NAME_SIZE = 96,
};

#define NOON INT64_C(1793649600000) /* of 2026-11-02 where the house is: offers are in force */

static char folder[] = "/tmp/cardroom-bench-http-XXXXXX";
static struct timespec begun;
static struct server {
    char store[NAME_SIZE];
    pid_t process;
    uint16_t port;
} house, day, many;
static pid_t hello;
static uint16_t hello_port;

static void must(enum status status, const struct fault *fault)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench: %s\n", fault->words);
    exit(3);
}

/* ------------------------------------------------------------------------------------------ books */

static void ask(struct keeper *keeper, struct arena *arena, const char *line)
{
    struct command command;
    struct keeper_reply reply;
    struct fault fault;
    must(command_parse(text_of(line), &keeper_floor(keeper)->zone, arena, &command, &fault), &fault);
    must(keeper_do(keeper, &command, &reply, &fault), &fault);
    CHECK(reply.outcome == KEEPER_DONE);
}

/* The demo house after its opening, with one person who signs in. */
static void open_books(struct server *server, const char *name, struct instant noon)
{
    struct text_out out;
    struct library library;
    struct arena arena;
    struct keeper *keeper;
    struct access *access;
    struct access_ticket ticket = {.done = NULL};
    struct fault fault;
    text_out_init(&out, server->store, sizeof server->store);
    text_out_add(&out, "sqlite:%s/%s.db", folder, name);
    arena_init(&arena, 16 << 20);
    library_init(&library);
    library_add(&library, CARDROOM_DATA "/rulebooks", CARDROOM_DATA "/rulebooks");
    library_add(&library, CARDROOM_DATA "/houses", CARDROOM_DATA "/rulebooks");
    library_check(&library);
    const struct library_house *opened = opening_house(&library, text_of("demo"));
    CHECK(opened);
    must(keeper_open(text_of(server->store), &(struct keeper_options){.mode = STORE_CREATE}, NULL, NULL,
                     &keeper, &fault),
         &fault);
    must(opening_begin(keeper, &library, opened, text_of("office"), noon, &fault), &fault);
    ask(keeper, &arena, "appoint fay role floor by office");
    ask(keeper, &arena, "open-table C4-1 by fay");
    ask(keeper, &arena, "sit C4-1 seat 1 by fay");
    keeper_close(keeper);
    library_release(&library);
    arena_release(&arena);
    must(access_open(text_of(server->store), STORE_EXISTING, &access_demo, noon, &access, &fault), &fault);
    const struct access_credential credential = {.credential = CREDENTIAL_PASSWORD,
                                                 .who = text_of("fay"),
                                                 .secret = text_of("lantern-fay"),
                                                 .by = text_of("fay")};
    must(access_set(access, &credential, noon, &ticket, &fault), &fault);
    must(access_wait(access, &ticket), &ticket.fault);
    access_close(access);
}

static sem_t places; /* among those under way */

static void answered(struct keeper_ticket *ticket)
{
    CHECK(ticket->status == STATUS_OK);
    free(ticket);
    sem_post(&places);
}

/* Rounds with a fee at one table; with a snapshot after them if requested. */
static void play(const struct server *server, uint64_t rounds, bool snapshot)
{
    struct keeper_options options = {.mode = STORE_EXISTING, .in_flight = IN_FLIGHT};
    struct keeper *keeper;
    struct arena arena;
    struct command command;
    struct fault fault;
    arena_init(&arena, 1 << 20);
    must(keeper_open(text_of(server->store), &options, NULL, NULL, &keeper, &fault), &fault);
    must(command_parse(text_of("start-round C4-1 fees 1 by fay"), &keeper_floor(keeper)->zone, &arena,
                       &command, &fault),
         &fault);
    CHECK(sem_init(&places, 0, IN_FLIGHT) == 0);
    for (uint64_t i = 0; i < rounds; i++) {
        struct keeper_ticket *ticket = calloc(1, sizeof *ticket);
        CHECK(ticket);
        ticket->done = answered;
        while (sem_wait(&places) != 0)
            ;
        must(keeper_submit(keeper, &command, ticket, &fault), &fault);
    }
    if (snapshot)
        must(keeper_save(keeper, &fault), &fault);
    keeper_close(keeper);
    sem_destroy(&places);
    arena_release(&arena);
}

/* ------------------------------------------------------------------------------------------ servers */

static struct instant since_noon(void *context)
{
    struct timespec now;
    (void)context;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (struct instant){NOON + (now.tv_sec - begun.tv_sec) * 1000 +
                            (now.tv_nsec - begun.tv_nsec) / 1000000};
}

_Noreturn static void serve(const struct server *server, int told)
{
    struct service *service;
    struct fault fault;
    const struct service_options options = {.store = text_of(server->store),
                                            .address = "127.0.0.1",
                                            .demo = true,
                                            .speed = 1,
                                            .clock = {.wall = since_noon}};
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    must(service_open(&options, &service, &fault), &fault);
    uint16_t port = service_port(service);
    CHECK(write(told, &port, sizeof port) == (ssize_t)sizeof port);
    service_run(service);
    _exit(0);
}

static void start(struct server *server)
{
    int told[2];
    CHECK(pipe(told) == 0);
    server->process = fork();
    CHECK(server->process >= 0);
    if (server->process == 0)
        serve(server, told[1]);
    close(told[1]);
    if (read(told[0], &server->port, sizeof server->port) != (ssize_t)sizeof server->port) {
        fprintf(stderr, "bench: the server does not start\n");
        exit(3);
    }
    close(told[0]);
}

/* Runs a program, found as by a shell, and returns its output. Exit code 127: it is not installed. */
static FILE *run(const char *const *words, pid_t *process)
{
    const union {
        const char *const *ours;
        char *const *theirs; /* which they do not change */
    } arguments = {words};
    int told[2];
    CHECK(words[0] && arguments.theirs);
    CHECK(pipe2(told, O_CLOEXEC) == 0);
    *process = fork();
    CHECK(*process >= 0);
    if (*process == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)dup2(told[1], STDOUT_FILENO);
        (void)execvp(words[0], arguments.theirs);
        _exit(127);
    }
    close(told[1]);
    FILE *said = fdopen(told[0], "re");
    CHECK(said);
    return said;
}

/* The program itself, as an operator starts it: its first line has the address. */
static void start_program(struct server *server)
{
    static const char address[] = "http://127.0.0.1:";
    const char *const words[] = {CARDROOM_PROGRAM, "serve", "--store",   server->store, "--listen",
                                 "127.0.0.1:0",    "--log", "/dev/null", NULL};
    char line[128];
    FILE *said = run(words, &server->process);
    if (!fgets(line, sizeof line, said) || strncmp(line, address, sizeof address - 1) != 0) {
        fprintf(stderr, "bench: " CARDROOM_PROGRAM " does not serve\n");
        exit(3);
    }
    server->port = (uint16_t)strtoul(line + sizeof address - 1, NULL, 10);
    (void)fclose(said);
}

/* At once, so that the next start finds the books as they are. */
static void stop(struct server *server)
{
    if (server->process == 0)
        return;
    (void)kill(server->process, SIGKILL);
    (void)waitpid(server->process, NULL, 0);
    server->process = 0;
}

/* ------------------------------------------------------------------------------------------ cases */

static struct load_options options_for(const struct server *server)
{
    return (struct load_options){.port = server->port,
                                 .connections = CONNECTIONS,
                                 .seconds = SECONDS,
                                 .name = "fay",
                                 .password = "lantern-fay",
                                 .path = "/api/meters",
                                 .server = server->process};
}

/* The 99th percentile of the waiting times, in each run. */
static struct waits {
    unsigned count;
    double p99_ms[60];
} round_waits, hello_waits, pace_waits;

static uint64_t note(struct waits *waits, const struct load_result *result)
{
    CHECK(result->errors == 0);
    CHECK(waits->count < sizeof waits->p99_ms / sizeof waits->p99_ms[0]);
    waits->p99_ms[waits->count++] = result->p99_ms;
    return result->answers;
}

static uint64_t rounds(unsigned part)
{
    struct load_options options = options_for(&house);
    struct load_result result;
    struct fault fault;
    (void)part;
    must(load_rounds(&options, &result, &fault), &fault);
    return note(&round_waits, &result);
}

static struct load_result query(uint16_t port)
{
    struct load_options options = options_for(&house);
    struct load_result result;
    struct fault fault;
    options.port = port;
    options.name = "";
    must(load_queries(&options, &result, &fault), &fault);
    CHECK(result.errors == 0);
    return result;
}

static uint64_t queries(unsigned part)
{
    (void)part;
    return query(house.port).answers;
}

static uint64_t hello_queries(unsigned part)
{
    struct load_result result = query(hello_port);
    (void)part;
    return note(&hello_waits, &result);
}

/* Signed in, the state of the floor: the request of a supervisor's page. */
static uint64_t floor_queries(unsigned part)
{
    struct load_options options = options_for(&house);
    struct load_result result;
    struct fault fault;
    (void)part;
    options.path = "/api/floor";
    must(load_queries(&options, &result, &fault), &fault);
    CHECK(result.errors == 0);
    return result.answers;
}

/* ------------------------------------------------------------------------------------------ a second opinion */

/* Answers that wrk counts in a second, "  812345 requests in 1.00s, ..."; 0 if it is not there. */
static uint64_t ask_wrk(uint16_t port, const char *path)
{
    char line[256], address[64];
    struct text_out out;
    pid_t process;
    uint64_t answers = 0;
    const char *const words[] = {"wrk", "-t1", "-c256", "-d1s", "-H", "Accept-Encoding: gzip", address, NULL};
    _Static_assert(CONNECTIONS == 256 && SECONDS == 1, "as the other driver");
    text_out_init(&out, address, sizeof address);
    text_out_add(&out, "http://127.0.0.1:%u%s", port, path);
    FILE *said = run(words, &process);
    while (fgets(line, sizeof line, said))
        if (strstr(line, " requests in "))
            answers = strtoull(line, NULL, 10);
    (void)fclose(said);
    CHECK(waitpid(process, NULL, 0) == process);
    return answers;
}

static uint64_t wrk_hello(unsigned part)
{
    (void)part;
    return ask_wrk(hello_port, "/");
}

static uint64_t wrk_queries(unsigned part)
{
    (void)part;
    return ask_wrk(house.port, "/api/meters");
}

/* ------------------------------------------------------------------------------------------ starts */

/* Until the meters are answered. */
static uint64_t start_of(struct server *server)
{
    struct load_options options = {.connections = 1, .name = "", .path = "/api/meters"};
    struct fault fault;
    start_program(server);
    options.port = server->port;
    must(load_once(&options, &fault), &fault);
    stop(server);
    return 1;
}

static uint64_t start_with_a_day(unsigned part)
{
    (void)part;
    return start_of(&day);
}

static uint64_t start_with_many(unsigned part)
{
    (void)part;
    return start_of(&many);
}

static const struct bench_case cases[] = {
    {"http/hello", "hello world, 256 connections", NULL, 0, 0, 1, 8, hello_queries, "answers"},
    {"http/queries", "meters, 256 connections", "http/hello", 0, 0.5, 1, 8, queries, "answers"},
    {"http/state", "the floor, signed in, 256 connections", "http/hello", 0, 0.5, 1, 8, floor_queries,
     "answers"},
    {"http/rounds", "rounds, each durable, 256 connections", NULL, 20000, 0, 1, 8, rounds, "rounds"},
    {"http/start-day", "start to first answer, a day's log", NULL, 1 / 0.3, 0, 1, 4, start_with_a_day,
     "starts"},
};
static const struct bench_case wrk_cases[] = {
    {"http/wrk-hello", "hello world, by wrk", NULL, 0, 0, 1, 8, wrk_hello, "answers"},
    {"http/wrk-queries", "meters, by wrk", "http/wrk-hello", 0, 0.5, 1, 8, wrk_queries, "answers"},
};
static const struct bench_case many_cases[] = {
    {"http/start-many", "start to first answer, 10^7 events", NULL, 1 / 2.0, 0, 1, 4, start_with_many,
     "starts"},
};

struct bench_case http_cases[8];
unsigned http_case_count;

static void add_cases(const struct bench_case *added, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        CHECK(http_case_count < sizeof http_cases / sizeof http_cases[0]);
        http_cases[http_case_count++] = added[i];
    }
}

/* The last noon of the house, so that a started program has less than a day to catch up with. If the machine's clock is
 * behind, the noon of the other books; the house then waits for its time. */
static struct instant last_noon(void)
{
    const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    struct timespec now;
    CHECK(clock_gettime(CLOCK_REALTIME, &now) == 0);
    int64_t since = (int64_t)now.tv_sec * 1000 - NOON;
    return (struct instant){NOON + (since > 0 ? since / day_ms * day_ms : 0)};
}

void http_cases_prepare(uint64_t many_rounds)
{
    struct fault fault;
    CHECK(mkdtemp(folder));
    CHECK(clock_gettime(CLOCK_MONOTONIC, &begun) == 0);
    command_many_files();
    open_books(&house, "house", (struct instant){NOON});
    open_books(&day, "day", last_noon());
    play(&day, DAY_ROUNDS, false);
    must(hello_start(&hello, &hello_port, &fault), &fault);
    add_cases(cases, sizeof cases / sizeof cases[0]);
    if (ask_wrk(hello_port, "/") > 0)
        add_cases(wrk_cases, sizeof wrk_cases / sizeof wrk_cases[0]);
    if (many_rounds > 0) {
        open_books(&many, "many", last_noon());
        play(&many, many_rounds, true);
        add_cases(many_cases, 1);
    }
    start(&house);
}

/* ------------------------------------------------------------------------------------------ what is no rate */

static int by_size(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Best and median of the runs, as in the table above. */
static json_t *print_waits(const char *name, struct waits *waits, const char *goal)
{
    if (waits->count == 0)
        return NULL;
    qsort(waits->p99_ms, waits->count, sizeof waits->p99_ms[0], by_size);
    double best = waits->p99_ms[0], median = waits->p99_ms[waits->count / 2];
    printf("%-44s %9.2f %9.2f %9s\n", name, best, median, goal);
    return json_pack("{s:f,s:f,s:i}", "best", best, "median", median, "runs", (int)waits->count);
}

json_t *http_notes(void)
{
    enum { PACE_RUNS = 3 };
    struct load_options options = options_for(&house);
    struct load_result result;
    struct fault fault;
    options.seconds = 5;
    options.rate = PACE;
    for (unsigned i = 0; i < PACE_RUNS; i++) {
        must(load_rounds(&options, &result, &fault), &fault);
        (void)note(&pace_waits, &result);
    }
    options.rate = 0;
    options.connections = FEED_CLIENTS;
    must(load_feed(&options, &result, &fault), &fault);
    printf("\n%-44s %9s %9s %9s\n", "", "best", "median", "goal");
    json_t *of_hello = print_waits("hello world, 256 connections, p99 ms", &hello_waits, "");
    json_t *of_rounds = print_waits("rounds with 256 connections, p99 ms", &round_waits, "25");
    json_t *of_pace = print_waits("rounds at 200 a second, p99 ms", &pace_waits, "10");
    printf("%-44s %9.2f %9s %9s\n", "feed, 2000 clients, % reached within 250 ms", 100 * result.reached, "",
           "99");
    printf("%-44s %9.1f %9s %9s\n", "feed, kB of the server for each client", result.kilobytes_a_client, "",
           "32");
    return json_pack("{s:o*,s:o*,s:o*,s:f,s:f,s:I}", "hello_p99_ms", of_hello, "rounds_p99_ms", of_rounds,
                     "pace_p99_ms", of_pace, "feed_reached", result.reached, "feed_kilobytes_a_client",
                     result.kilobytes_a_client, "errors", (json_int_t)result.errors);
}

void http_cases_release(void)
{
    static const char *const names[] = {"house", "day", "many"};
    static const char *const endings[] = {"", "-wal", "-shm", "-house.writer", "-access.writer"};
    stop(&house);
    hello_stop(hello);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
            char path[NAME_SIZE];
            struct text_out out;
            text_out_init(&out, path, sizeof path);
            text_out_add(&out, "%s/%s.db%s", folder, names[i], endings[k]);
            (void)unlink(path);
        }
    (void)rmdir(folder);
}
