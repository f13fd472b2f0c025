/*
 * The house: rounds with fees decided and applied, made durable, read again and audited.
 *
 * The curve is the same rounds, many in flight, in books that have 10^4, 10^5 ... events of such rounds already; each is
 * measured against the smallest. After the cases it is also noted what such books take: on disk, as state in memory, as a
 * snapshot, and to be opened.
 */
#include "bench.h"

#include "base/check.h"
#include "books/audit.h"
#include "books/keeper.h"
#include "house/kernel/floor.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/files.h"
#include "rulebook/library.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PURE_ROUNDS = 100000,
    MANY_ROUNDS = 50000,
    SINGLE_ROUNDS = 50,     /* in a part of a round */
    SINGLE_PARTS = 10,      /* short parts, as of the disk that they are measured against */
    LOGGED_ROUNDS = 200000, /* of the log that is replayed and audited */
    CURVE_ROUNDS = 2000,    /* in books of some size */
    CURVE_MAX = 4,          /* 10^4 to 10^7 */
    NOTED_ROUNDS = 20000,   /* whose cost is noted */
    HOUSE_CASES = 9,
    IN_FLIGHT = 1000,
    LINE_MEMORY_MAX = 16 << 20,
    FILE_SIZE_MAX = 1 << 20,
};

static char folder[] = "/tmp/cardroom-bench-house-XXXXXX";
static struct arena lines;
unsigned house_case_count;
static struct keeper *pure, *many, *single, *curve[CURVE_MAX];
static const char *const curve_names[CURVE_MAX] = {"curve4.db", "curve5.db", "curve6.db", "curve7.db"};
static struct command round_starts;
static uint64_t minted;

/* ------------------------------------------------------------------------------------------ a house */

static void must(enum status status, const struct fault *fault)
{
    if (status == STATUS_OK)
        return;
    fprintf(stderr, "bench: %s\n", fault->words);
    exit(3);
}

static void ask(struct keeper *keeper, const struct command *command)
{
    struct keeper_reply reply;
    struct fault fault;
    must(keeper_do(keeper, command, &reply, &fault), &fault);
    CHECK(reply.outcome == KEEPER_DONE);
}

static struct command read_line(const struct keeper *keeper, const char *line)
{
    struct command command;
    struct fault fault;
    must(command_parse(text_of(line), &keeper_floor(keeper)->zone, &lines, &command, &fault), &fault);
    return command;
}

static struct text file_of(const char *name)
{
    char path[512];
    struct text_out out;
    struct text bytes = text_of("");
    struct findings findings;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/%s", CARDROOM_DATA, name);
    findings_init(&findings, &lines, 8);
    CHECK(files_read(path, FILE_SIZE_MAX, &lines, &findings, &bytes) == STATUS_OK);
    return bytes;
}

/* The demo house with one jackpot and one table of six players. */
static void open_books(struct keeper *keeper)
{
    static const char *const words[] = {"clock 2026-11-02T12:00:00-08:00", "open-table C4-1 by office",
                                        "sit C4-1 seat 1 by office",       "sit C4-1 seat 2 by office",
                                        "sit C4-1 seat 3 by office",       "sit C4-1 seat 4 by office",
                                        "sit C4-1 seat 5 by office",       "sit C4-1 seat 6 by office"};
    struct command command = {.kind = COMMAND_OPEN_HOUSE};
    *COMMAND_AS(&command, open_house) = (struct open_house){.head = {.by = text_of("office")},
                                                            .house = text_of("demo"),
                                                            .at = {INT64_C(1793642400000)},
                                                            .text = file_of("houses/demo/house.yaml")};
    ask(keeper, &command);
    command = (struct command){.kind = COMMAND_FILE_APPROVALS};
    *COMMAND_AS(&command, file_approvals) =
        (struct file_approvals){.head = {.by = text_of("office")},
                                .text = file_of("rulebooks/bay101/approvals"),
                                .signature = file_of("rulebooks/bay101/approvals.minisig")};
    ask(keeper, &command);
    command = (struct command){.kind = COMMAND_FILE_DOCUMENT};
    *COMMAND_AS(&command, file_document) =
        (struct file_document){.head = {.by = text_of("office")},
                               .activity = text_of("bay101/bonus-hand-progressive-v1-1"),
                               .text = file_of("rulebooks/bay101/bonus-hand-progressive-v1-1.md")};
    ask(keeper, &command);
    command = (struct command){.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("office")},
                            .offer = text_of("bonus-hand"),
                            .text = file_of("houses/demo/offers/bonus-hand.yaml")};
    ask(keeper, &command);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        command = read_line(keeper, words[i]);
        ask(keeper, &command);
    }
}

static struct text address_of(const char *name)
{
    char buffer[128];
    struct text_out out;
    struct text kept = text_of("");
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "sqlite:%s/%s", folder, name);
    CHECK(arena_copy_text(&lines, text_out_text(&out), &kept) == STATUS_OK);
    return kept;
}

static struct keeper *open_house_at(const char *name, size_t in_flight)
{
    struct keeper_options options = {.mode = STORE_CREATE};
    struct keeper *keeper;
    struct fault fault;
    must(keeper_open(address_of(name), &options, NULL, NULL, &keeper, &fault), &fault);
    open_books(keeper);
    if (in_flight == 0)
        return keeper;
    keeper_close(keeper);
    options.in_flight = in_flight;
    must(keeper_open(address_of(name), &options, NULL, NULL, &keeper, &fault), &fault);
    return keeper;
}

/* ------------------------------------------------------------------------------------------ rounds */

/* Decided and applied, without a store. */
static uint64_t run_pure(unsigned part)
{
    static struct decision decision;
    static bool prepared;
    const union {
        const struct floor *kept;
        struct floor *changed;
    } floor_of = {keeper_floor(pure)};
    struct floor *floor = floor_of.changed; /* this keeper is never asked again */
    struct fault fault;
    (void)part;
    if (!prepared)
        decision_init(&decision);
    prepared = true;
    for (unsigned i = 0; i < PURE_ROUNDS; i++) {
        must(floor_decide(floor, &round_starts, &decision, &fault), &fault);
        must(floor_apply(floor, &decision.events[0], &fault), &fault);
    }
    return PURE_ROUNDS;
}

static sem_t room;
static struct keeper_ticket tickets[IN_FLIGHT];

static void landed(struct keeper_ticket *ticket)
{
    CHECK(ticket->status == STATUS_OK && ticket->reply.outcome == KEEPER_DONE);
    (void)sem_post(&room);
}

static struct text mint(char *id, size_t size)
{
    struct text_out out;
    text_out_init(&out, id, size);
    text_out_add(&out, "bench-%012llu", (unsigned long long)++minted);
    return text_out_text(&out);
}

static void submit_rounds(struct keeper *keeper, uint64_t count)
{
    char id[32];
    struct fault fault;
    (void)sem_init(&room, 0, IN_FLIGHT);
    for (uint64_t i = 0; i < count; i++) {
        struct command command = round_starts;
        enum status status;
        (void)sem_wait(&room);
        command.head.id = mint(id, sizeof id);
        struct keeper_ticket *ticket = &tickets[i % IN_FLIGHT];
        ticket->done = landed;
        while ((status = keeper_submit(keeper, &command, ticket, &fault)) == STATUS_NO_SPACE)
            continue;
        must(status, &fault);
    }
    for (unsigned i = 0; i < IN_FLIGHT; i++)
        (void)sem_wait(&room);
}

static uint64_t run_many(unsigned part)
{
    (void)part;
    submit_rounds(many, MANY_ROUNDS);
    return MANY_ROUNDS;
}

static uint64_t run_single(unsigned part)
{
    char id[32];
    (void)part;
    for (unsigned i = 0; i < SINGLE_ROUNDS; i++) {
        struct command command = round_starts;
        command.head.id = mint(id, sizeof id);
        ask(single, &command);
    }
    return SINGLE_ROUNDS;
}

static uint64_t run_curve_4(unsigned part)
{
    (void)part;
    submit_rounds(curve[0], CURVE_ROUNDS);
    return CURVE_ROUNDS;
}

static uint64_t run_curve_5(unsigned part)
{
    (void)part;
    submit_rounds(curve[1], CURVE_ROUNDS);
    return CURVE_ROUNDS;
}

static uint64_t run_curve_6(unsigned part)
{
    (void)part;
    submit_rounds(curve[2], CURVE_ROUNDS);
    return CURVE_ROUNDS;
}

static uint64_t run_curve_7(unsigned part)
{
    (void)part;
    submit_rounds(curve[3], CURVE_ROUNDS);
    return CURVE_ROUNDS;
}

/* ------------------------------------------------------------------------------------------ the log */

static uint64_t run_replay(unsigned part)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY, .from_the_start = true};
    struct keeper *keeper;
    struct fault fault;
    (void)part;
    must(keeper_open(address_of("log.db"), &options, NULL, NULL, &keeper, &fault), &fault);
    uint64_t events = keeper_sequence(keeper);
    keeper_close(keeper);
    return events;
}

static uint64_t run_audit(unsigned part)
{
    static struct audit audit;
    struct fault fault;
    (void)part;
    must(audit_store(address_of("log.db"), text_of("house"), NULL, NULL, &audit, &fault), &fault);
    CHECK_OP(audit.finding_count, ==, 0);
    return audit.events;
}

const struct bench_case house_cases[] = {
    {"house/rounds", "fee rounds, decided and applied", NULL, 1e6, 0, 1, 2, run_pure, "rounds"},
    {"house/single", "fee rounds on SQLite, one in flight", "store/disk", 0, 0.5, SINGLE_PARTS, 1, run_single,
     "rounds"},
    {"house/many", "fee rounds on SQLite, 1,000 in flight", NULL, 1e5, 0, 1, 6, run_many, "rounds"},
    {"house/replay", "events read and applied", NULL, 5e5, 0, 1, 6, run_replay, "events"},
    {"house/audit", "events audited", NULL, 5e5, 0, 1, 6, run_audit, "events"},
    /* The curve comes last: how much of it there is was said when it was prepared. */
    {"house/curve-4", "fee rounds in books of 10,000 events", NULL, 0, 0, 1, 6, run_curve_4, "rounds"},
    {"house/curve-5", "of 100,000 events", "house/curve-4", 0, 0.8, 1, 6, run_curve_5, "rounds"},
    {"house/curve-6", "of 1,000,000 events", "house/curve-4", 0, 0.8, 1, 6, run_curve_6, "rounds"},
    {"house/curve-7", "of 10,000,000 events", "house/curve-4", 0, 0.8, 1, 6, run_curve_7, "rounds"},
};
_Static_assert(sizeof house_cases / sizeof house_cases[0] == HOUSE_CASES, "all cases are counted");

/* The rounds are durable like those that are measured, by the thousand. */
static void prepare_curve(unsigned points)
{
    enum { AT_ONCE = 100000 };
    uint64_t events = 10000;
    for (unsigned i = 0; i < points; i++, events *= 10) {
        curve[i] = open_house_at(curve_names[i], IN_FLIGHT);
        for (uint64_t left = events - keeper_sequence(curve[i]); left > 0;
             left = events - keeper_sequence(curve[i])) {
            submit_rounds(curve[i], left < AT_ONCE ? left : AT_ONCE); /* a round is one event */
            if (isatty(STDERR_FILENO))
                fprintf(stderr, "\rbooks of %llu events: %llu ", (unsigned long long)events,
                        (unsigned long long)keeper_sequence(curve[i]));
        }
        CHECK_OP(keeper_sequence(curve[i]), ==, events);
    }
    if (isatty(STDERR_FILENO) && points > 0)
        fprintf(stderr, "\r%*s\r", 50, "");
}

void house_cases_prepare(unsigned curve_points)
{
    CHECK(mkdtemp(folder));
    arena_init(&lines, LINE_MEMORY_MAX);
    pure = open_house_at("pure.db", 0);
    round_starts = read_line(pure, "start-round C4-1 fees 1,2,3,4,5,6 by office");
    single = open_house_at("single.db", 0);
    many = open_house_at("many.db", IN_FLIGHT);
    struct keeper *log = open_house_at("log.db", IN_FLIGHT);
    submit_rounds(log, LOGGED_ROUNDS);
    keeper_close(log);
    prepare_curve(curve_points);
    house_case_count = HOUSE_CASES - CURVE_MAX + curve_points;
}

/* ------------------------------------------------------------------------------------------ the curve of logs */

static double seconds_now(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds until the books are open; the sequence of their last event. */
static double time_opening(const char *name, bool from_the_start, uint64_t *sequence)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY, .from_the_start = from_the_start};
    struct keeper *keeper;
    struct fault fault;
    double start = seconds_now();
    must(keeper_open(address_of(name), &options, NULL, NULL, &keeper, &fault), &fault);
    double taken = seconds_now() - start;
    *sequence = keeper_sequence(keeper);
    keeper_close(keeper);
    return taken;
}

static size_t file_size(const char *name)
{
    char path[160];
    struct stat found;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK(stat(path, &found) == 0);
    return (size_t)found.st_size;
}

static json_t *note_of_log(unsigned point)
{
    const char *name = curve_names[point];
    struct arena arena;
    struct text snapshot;
    struct fault fault;
    uint64_t events;
    double megabyte = 1 << 20, start = seconds_now();
    submit_rounds(curve[point], NOTED_ROUNDS);
    double round_us = 1e6 * (seconds_now() - start) / NOTED_ROUNDS;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    size_t state = keeper_floor(curve[point])->arena.size_taken;
    must(floor_save(keeper_floor(curve[point]), &arena, &snapshot, &fault), &fault);
    must(keeper_save(curve[point], &fault), &fault);
    keeper_close(curve[point]);
    curve[point] = NULL;
    double open_ms = 1e3 * time_opening(name, false, &events),
           replay_ms = 1e3 * time_opening(name, true, &events);
    printf("%-10llu %9.1f %10.1f %12.2f %12.1f %12.0f %12.2f\n", (unsigned long long)events,
           (double)file_size(name) / megabyte, (double)state / megabyte, (double)snapshot.length / megabyte,
           open_ms, replay_ms, round_us);
    json_t *note = json_pack("{s:I,s:I,s:I,s:I,s:f,s:f,s:f}", "events", (json_int_t)events, "store_bytes",
                             (json_int_t)file_size(name), "state_bytes", (json_int_t)state, "snapshot_bytes",
                             (json_int_t)snapshot.length, "open_ms", open_ms, "replay_ms", replay_ms,
                             "round_us", round_us);
    arena_release(&arena);
    return note;
}

json_t *house_notes(void)
{
    json_t *list = json_array();
    printf("\nBooks with stored logs\n%-10s %9s %10s %12s %12s %12s %12s\n", "events", "store MiB",
           "state MiB", "snapshot MiB", "opening ms", "replaying ms", "us a round");
    for (unsigned i = 0; i < CURVE_MAX && curve[i]; i++)
        (void)json_array_append_new(list, note_of_log(i));
    return list;
}

void house_cases_release(void)
{
    static const char *const names[] = {"pure",   "single", "many",   "log",
                                        "curve4", "curve5", "curve6", "curve7"};
    static const char *const tails[] = {"", "-wal", "-shm", "-house.writer"};
    keeper_close(pure);
    keeper_close(single);
    keeper_close(many);
    for (unsigned i = 0; i < CURVE_MAX; i++)
        keeper_close(curve[i]);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t k = 0; k < sizeof tails / sizeof tails[0]; k++) {
            char path[160];
            struct text_out out;
            text_out_init(&out, path, sizeof path);
            text_out_add(&out, "%s/%s.db%s", folder, names[i], tails[k]);
            (void)unlink(path);
        }
    (void)rmdir(folder);
    arena_release(&lines);
}
