/*
 * The house: rounds with fees decided and applied, made durable, read again and audited.
 */
#include "bench.h"

#include "base/check.h"
#include "rulebook/files.h"
#include "rulebook/library.h"
#include "server/audit.h"
#include "server/keeper.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PURE_ROUNDS = 100000,
    MANY_ROUNDS = 50000,
    SINGLE_ROUNDS = 1000,
    LOGGED_ROUNDS = 200000, /* of the log that is replayed and audited */
    IN_FLIGHT = 1000,
    LINE_MEMORY_MAX = 16 << 20,
    FILE_SIZE_MAX = 1 << 20,
};

static char folder[] = "/tmp/cardroom-bench-house-XXXXXX";
static struct arena lines;
static struct keeper *pure, *many, *single;
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
    command.open_house = (struct open_house){.head = {.by = text_of("office")},
                                             .house = text_of("demo"),
                                             .at = {INT64_C(1793642400000)},
                                             .text = file_of("houses/demo/house.yaml")};
    ask(keeper, &command);
    command = (struct command){.kind = COMMAND_FILE_DOCUMENT};
    command.file_document =
        (struct file_document){.head = {.by = text_of("office")},
                               .activity = text_of("bay101/bonus-hand-progressive-v1-1"),
                               .text = file_of("rulebooks/bay101/bonus-hand-progressive-v1-1.md")};
    ask(keeper, &command);
    command = (struct command){.kind = COMMAND_POST_OFFER};
    command.post_offer = (struct post_offer){.head = {.by = text_of("office")},
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

static void submit_rounds(struct keeper *keeper, unsigned count)
{
    char id[32];
    struct fault fault;
    (void)sem_init(&room, 0, IN_FLIGHT);
    for (unsigned i = 0; i < count; i++) {
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
    {"house/single", "fee rounds on SQLite, one in flight", "store/disk", 0, 0.8, 1, 2, run_single, "rounds"},
    {"house/many", "fee rounds on SQLite, 1,000 in flight", "store/plain", 1e5, 0, 1, 6, run_many, "rounds"},
    {"house/replay", "events read and applied", NULL, 5e5, 0, 1, 6, run_replay, "events"},
    {"house/audit", "events audited", NULL, 5e5, 0, 1, 6, run_audit, "events"},
};
const unsigned house_case_count = sizeof house_cases / sizeof house_cases[0];

void house_cases_prepare(void)
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
}

void house_cases_release(void)
{
    static const char *const names[] = {"pure", "single", "many", "log"};
    static const char *const tails[] = {"", "-wal", "-shm"};
    keeper_close(pure);
    keeper_close(single);
    keeper_close(many);
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
