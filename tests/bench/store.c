/*
 * How fast events become durable, and are read back and verified.
 *
 * A command is one event of 240 bytes with an id that grows, as a fee round brings; with rows, it also has two rows of a
 * report table and moves a meter, which is a row with a key. The yardstick of the same run is the disk: a block of 4 KiB
 * appended to a file, and fdatasync.
 *
 * The curve is the same work on stores that have 10^4, 10^5 ... events already; each is measured against the smallest.
 * Everything is in one temporary folder; the measurements of PostgreSQL need CARDROOM_POSTGRES.
 */
#include "base/check.h"
#include "bench.h"
#include "store/committer.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    STORE_CASES = 11,
    SINGLE = 50,       /* commits of one command in a part of a round */
    SINGLE_PARTS = 10, /* short parts, because a neighbour on the disk disturbs a long one for sure */
    BULK = 50000,      /* commands in a round with many in flight */
    CURVE = 2000,      /* commands in a round on a store of some size */
    IN_FLIGHT = 1000,
    READ_EVENTS = 200000,
    BLOCK = 4096,
};

static char folder[64] = "/tmp/cardroom-bench-XXXXXX";
static const char payload[] =
    "{\"at\":1763276400000,\"table\":\"C4-1\",\"round\":1234567,\"seats\":[1,2,3,4,5],\"fee\":100,"
    "\"movements\":[{\"from\":"
    "\"box\",\"to\":\"prize "
    "pool\",\"cents\":55},{\"from\":\"box\",\"to\":\"reserve\",\"cents\":445}],\"clause\":"
    "\"bay101/bonus-hand-progressive-v1-1#12\"}";

static const struct store_column movement_columns[] = {
    {"account", STORE_TEXT}, {"cents", STORE_INTEGER}, {"clause", STORE_TEXT}};
static const struct store_column meter_columns[] = {{"activity", STORE_TEXT}, {"cents", STORE_INTEGER}};
static const struct store_table tables[] = {{"movement", movement_columns, 3, 0},
                                            {"meter", meter_columns, 2, 1}};
static const struct store_value pool[] = {
    {STORE_TEXT, 0, {"prize pool", 10}}, {STORE_INTEGER, 55, {0}}, {STORE_TEXT, 0, {"bonus-hand#12", 13}}};
static const struct store_value reserve[] = {
    {STORE_TEXT, 0, {"reserve", 7}}, {STORE_INTEGER, 445, {0}}, {STORE_TEXT, 0, {"bonus-hand#12", 13}}};
static const struct store_value meter[] = {{STORE_TEXT, 0, {"bonus-hand", 10}}, {STORE_INTEGER, 55, {0}}};
static const struct store_row rows[] = {{0, 0, pool}, {0, 0, reserve}, {1, 0, meter}};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* -------------------------------------------------------------------------------------------- stores */

struct target {
    struct store *store;
    struct committer *committer;
    uint64_t commands; /* so far; their ids grow */
    bool scattered;    /* or not: they are then as if drawn at random */
};

enum { CURVE_MAX = 4 }; /* 10^4 to 10^7 */
unsigned store_case_count;
static struct target sqlite_target, scattered_target, postgres_target, read_target, curve_targets[CURVE_MAX];

static void target_open(struct target *target, const char *address)
{
    struct fault fault;
    const struct store_options options = {.mode = STORE_CREATE, .tables = tables, .table_count = 2};
    if (store_open(text_of(address), &options, &target->store, &fault) != STATUS_OK) {
        fprintf(stderr, "cardroom-bench: %s\n", fault.words);
        exit(3);
    }
    CHECK(committer_start(target->store, IN_FLIGHT, &target->committer, NULL) == STATUS_OK);
}

static void target_close(struct target *target)
{
    if (!target->store)
        return;
    committer_stop(target->committer);
    store_close(target->store);
}

/* A command in progress; when it is answered the next one takes its place, until there are enough. */
struct flight {
    struct commit commit;
    struct store_event event;
    char id[40];
    struct flights *all;
};

struct flights {
    struct target *target;
    size_t row_count;
    uint64_t left, under_way; /* both are the writer's after the start */
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool end;
    struct flight flights[IN_FLIGHT];
};

static void flight_start(struct flight *flight);

static void flight_answered(struct commit *commit)
{
    struct flight *flight = commit->context;
    struct flights *all = flight->all;
    CHECK(commit->status == STATUS_OK && commit->receipt.outcome == STORE_APPENDED);
    all->under_way--;
    if (all->left > 0) {
        flight_start(flight);
    } else if (all->under_way == 0) {
        pthread_mutex_lock(&all->mutex);
        all->end = true;
        pthread_cond_signal(&all->ended);
        pthread_mutex_unlock(&all->mutex);
    }
}

static void command_id(char id[40], uint64_t number)
{
    snprintf(id, 40, "%012llx-7c4e-4b1d-9f2a6c3e5d70", (unsigned long long)number);
}

/* splitmix64: no two numbers give the same. */
static uint64_t scatter(uint64_t number)
{
    number *= UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static void flight_start(struct flight *flight)
{
    struct flights *all = flight->all;
    all->left--;
    all->under_way++;
    uint64_t number = ++all->target->commands;
    command_id(flight->id, all->target->scattered ? scatter(number) : number);
    flight->event = (struct store_event){text_of("round-started"), text_of(flight->id), text_of(payload)};
    flight->commit = (struct commit){.batch = {.stream = text_of("house"),
                                               .expected = STORE_ANYWHERE,
                                               .events = &flight->event,
                                               .event_count = 1,
                                               .rows = rows,
                                               .row_count = all->row_count},
                                     .done = flight_answered,
                                     .context = flight};
    CHECK(committer_submit(all->target->committer, &flight->commit) == STATUS_OK);
}

/* Runs within an answer, so that only the writer uses the state. */
static void flights_take_off(struct commit *commit)
{
    struct flights *all = commit->context;
    for (unsigned i = 0; i < IN_FLIGHT && all->left > 0; i++) {
        all->flights[i].all = all;
        flight_start(&all->flights[i]);
    }
}

static uint64_t append_many(struct target *target, uint64_t count, size_t row_count)
{
    struct flights *all = calloc(1, sizeof *all);
    CHECK(all);
    all->target = target;
    all->row_count = row_count;
    all->left = count;
    pthread_mutex_init(&all->mutex, NULL);
    pthread_cond_init(&all->ended, NULL);
    /* A batch without events is refused, which is also an answer. */
    struct commit begin = {.batch = {.stream = text_of("house")}, .done = flights_take_off, .context = all};
    CHECK(committer_submit(target->committer, &begin) == STATUS_OK);
    pthread_mutex_lock(&all->mutex);
    while (!all->end)
        pthread_cond_wait(&all->ended, &all->mutex);
    pthread_mutex_unlock(&all->mutex);
    free(all);
    return count;
}

static uint64_t append_singly(struct target *target, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        char id[40];
        command_id(id, ++target->commands);
        struct store_event event = {text_of("round-started"), text_of(id), text_of(payload)};
        struct store_batch batch = {
            .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
        struct store_receipt receipt;
        CHECK(committer_append(target->committer, &batch, &receipt, NULL) == STATUS_OK);
        CHECK(receipt.outcome == STORE_APPENDED);
    }
    return count;
}

static uint64_t sqlite_single(unsigned part)
{
    (void)part;
    return append_singly(&sqlite_target, SINGLE);
}

static uint64_t sqlite_many(unsigned part)
{
    (void)part;
    return append_many(&sqlite_target, BULK, 0);
}

static uint64_t sqlite_many_rows(unsigned part)
{
    (void)part;
    return append_many(&sqlite_target, BULK, ROWS);
}

static uint64_t sqlite_many_scattered(unsigned part)
{
    (void)part;
    return append_many(&scattered_target, BULK, 0);
}

static uint64_t curve_4(unsigned part)
{
    (void)part;
    return append_many(&curve_targets[0], CURVE, ROWS);
}

static uint64_t curve_5(unsigned part)
{
    (void)part;
    return append_many(&curve_targets[1], CURVE, ROWS);
}

static uint64_t curve_6(unsigned part)
{
    (void)part;
    return append_many(&curve_targets[2], CURVE, ROWS);
}

static uint64_t curve_7(unsigned part)
{
    (void)part;
    return append_many(&curve_targets[3], CURVE, ROWS);
}

static uint64_t postgres_single(unsigned part)
{
    (void)part;
    return append_singly(&postgres_target, SINGLE);
}

static uint64_t postgres_many(unsigned part)
{
    (void)part;
    return append_many(&postgres_target, BULK / 5, 0);
}

static uint64_t postgres_many_rows(unsigned part)
{
    (void)part;
    return append_many(&postgres_target, BULK / 5, ROWS);
}

static enum status use_event(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    *(uint64_t *)context += record->event.payload.length;
    return STATUS_OK;
}

static uint64_t sqlite_read(unsigned part)
{
    (void)part;
    uint64_t bytes = 0;
    CHECK(store_read(read_target.store, text_of("house"), 1, STORE_SEQUENCE_MAX, use_event, &bytes, NULL) ==
          STATUS_OK);
    bench_sink = bytes;
    return READ_EVENTS;
}

static uint64_t sqlite_verify(unsigned part)
{
    (void)part;
    uint64_t bytes = 0;
    struct store_damage damage;
    CHECK(store_verify(read_target.store, text_of("house"), use_event, &bytes, &damage, NULL) == STATUS_OK);
    CHECK(damage.kind == STORE_WHOLE && damage.sequence == READ_EVENTS);
    bench_sink = bytes;
    return READ_EVENTS;
}

/* --------------------------------------------------------------------------------------- the yardstick */

static int raw_file;

static uint64_t raw_sync(unsigned part)
{
    char block[BLOCK];
    memset(block, (int)part + 1, sizeof block);
    for (unsigned i = 0; i < SINGLE; i++) {
        CHECK(write(raw_file, block, sizeof block) == BLOCK);
        CHECK(fdatasync(raw_file) == 0);
    }
    return SINGLE;
}

/* ------------------------------------------------------------------------------------ prepare, release */

static void in_folder(struct text_out *out, char *buffer, size_t size, const char *before, const char *name)
{
    text_out_init(out, buffer, size);
    text_out_add(out, "%s%s/%s", before, folder, name);
}

static void open_raw_file(void)
{
    char name[128];
    struct text_out out;
    in_folder(&out, name, sizeof name, "", "raw");
    raw_file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    CHECK(raw_file >= 0);
}

static void target_open_file(struct target *target, const char *name)
{
    char address[128];
    struct text_out out;
    in_folder(&out, address, sizeof address, "sqlite:", name);
    target_open(target, address);
}

static const char *const curve_names[CURVE_MAX] = {"curve4.db", "curve5.db", "curve6.db", "curve7.db"};

static void prepare_curve(unsigned points)
{
    uint64_t events = 10000;
    for (unsigned i = 0; i < points; i++, events *= 10) {
        target_open_file(&curve_targets[i], curve_names[i]);
        append_many(&curve_targets[i], events, ROWS);
    }
}

void store_cases_prepare(unsigned curve_points)
{
    CHECK(mkdtemp(folder));
    open_raw_file();
    target_open_file(&sqlite_target, "house.db");
    target_open_file(&scattered_target, "scattered.db");
    scattered_target.scattered = true;
    target_open_file(&read_target, "read.db");
    append_many(&read_target, READ_EVENTS, 0);
    prepare_curve(curve_points);
    store_case_count = STORE_CASES - CURVE_MAX + curve_points;
}

bool postgres_cases_prepare(void)
{
    const char *server = getenv("CARDROOM_POSTGRES");
    if (!server || !*server)
        return false;
    target_open(&postgres_target, server);
    return true;
}

void store_cases_release(void)
{
    target_close(&sqlite_target);
    target_close(&scattered_target);
    target_close(&postgres_target);
    target_close(&read_target);
    for (unsigned i = 0; i < CURVE_MAX; i++)
        target_close(&curve_targets[i]);
    close(raw_file);
    static const char *const names[] = {"raw",       "house.db",  "scattered.db", "read.db",
                                        "curve4.db", "curve5.db", "curve6.db",    "curve7.db"};
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t j = 0; j < sizeof endings / sizeof endings[0]; j++) {
            char name[128];
            struct text_out out;
            in_folder(&out, name, sizeof name, "", names[i]);
            text_out_add(&out, "%s", endings[j]);
            unlink(name);
        }
    rmdir(folder);
}

const struct bench_case store_cases[] = {
    {"store/disk", "disk, one block appended and synced", NULL, 0, 0, SINGLE_PARTS, 1, raw_sync, "syncs"},
    {"store/single", "SQLite store, one in flight", "store/disk", 0, 0.5, SINGLE_PARTS, 1, sqlite_single,
     "commands"},
    {"store/many", "SQLite store, 1,000 in flight", NULL, 1e5, 0, 1, 6, sqlite_many, "commands"},
    {"store/many-rows", "with three rows each", NULL, 1e5, 0, 1, 6, sqlite_many_rows, "commands"},
    {"store/many-scattered", "with ids at random", NULL, 0, 0, 1, 6, sqlite_many_scattered, "commands"},
    {"store/read", "SQLite store, read", NULL, 0, 0, 1, 6, sqlite_read, "events"},
    {"store/verify", "SQLite store, read and verified", "store/read", 5e5, 0, 1, 6, sqlite_verify, "events"},
    /* The curve comes last: how much of it there is was said when it was prepared. */
    {"store/curve-4", "SQLite store with 10,000 events", NULL, 0, 0, 1, 6, curve_4, "commands"},
    {"store/curve-5", "with 100,000 events", "store/curve-4", 0, 0.8, 1, 6, curve_5, "commands"},
    {"store/curve-6", "with 1,000,000 events", "store/curve-4", 0, 0.8, 1, 6, curve_6, "commands"},
    {"store/curve-7", "with 10,000,000 events", "store/curve-4", 0, 0.8, 1, 6, curve_7, "commands"},
};
_Static_assert(sizeof store_cases / sizeof store_cases[0] == STORE_CASES, "all cases are counted");

const struct bench_case postgres_cases[] = {
    {"postgres/single", "PostgreSQL store, one in flight", NULL, 0, 0, SINGLE_PARTS, 3, postgres_single,
     "commands"},
    {"postgres/many", "PostgreSQL store, 1,000 in flight", NULL, 0, 0, 1, 6, postgres_many, "commands"},
    {"postgres/many-rows", "PostgreSQL store, three rows each", NULL, 0, 0, 1, 6, postgres_many_rows,
     "commands"},
};
const unsigned postgres_case_count = sizeof postgres_cases / sizeof postgres_cases[0];
