/*
 * A process that appends is killed, without warning, again and again on the same store. It acknowledges each command
 * through a pipe once the committer has answered. After each death the store must have every acknowledged command, once;
 * the next process first repeats what was not acknowledged, as a client would.
 */
#include "store/committer.h"
#include "store/killing_test.h"
#include "store/whole_tree_test.h"

#include <pthread.h>

enum { IN_FLIGHT = 24, KILLS = 100, ACKNOWLEDGED_MAX = 60 };

static const struct store_column movement_columns[] = {{"command", STORE_INTEGER}};
static const struct store_table movement_table[] = {{"movement", movement_columns, 1, 0}};
static const struct store_options options = {
    .mode = STORE_CREATE, .tables = movement_table, .table_count = 1};

/* ----------------------------------------------------------------------------------- who is killed */

/* A command under way. It is free when `number` is 0. */
struct work {
    struct commit commit;
    struct store_event events[2];
    struct store_value value;
    struct store_row row;
    char id[24];
    uint32_t number;
    int pipe;
    pthread_mutex_t *mutex;
    pthread_cond_t *free;
};

static void work_done(struct commit *commit)
{
    struct work *work = commit->context;
    CHECK(commit->status == STATUS_OK && commit->receipt.outcome != STORE_CONFLICT);
    acknowledge(work->pipe, work->number);
    pthread_mutex_lock(work->mutex);
    work->number = 0;
    pthread_cond_signal(work->free);
    pthread_mutex_unlock(work->mutex);
}

static void work_begin(struct work *work, struct committer *committer, uint32_t number)
{
    snprintf(work->id, sizeof work->id, "c%u", number);
    work->number = number;
    work->value = (struct store_value){.type = STORE_INTEGER, .integer = number};
    work->row = (struct store_row){0, 1, &work->value};
    work->events[0] = (struct store_event){text_of("opened"), text_of(work->id), text_of("{}")};
    work->events[1] = (struct store_event){text_of("posted"), text_of(""), text_of("{\"cents\":100}")};
    work->commit = (struct commit){.batch = {.stream = text_of("house"),
                                             .expected = STORE_ANYWHERE,
                                             .events = work->events,
                                             .event_count = 2,
                                             .rows = &work->row,
                                             .row_count = 1},
                                   .done = work_done,
                                   .context = work};
    CHECK(committer_submit(committer, &work->commit) == STATUS_OK);
}

/* Appends the commands that are not acknowledged, and then new ones, until it is killed. */
static void append_for_ever(const struct store_place *place, uint64_t life, int pipe,
                            const bool *acknowledged)
{
    (void)life;
    struct store *store = NULL;
    struct committer *committer = NULL;
    CHECK(store_open(text_of(place->address), &options, &store, NULL) == STATUS_OK);
    CHECK(committer_start(store, IN_FLIGHT, &committer, NULL) == STATUS_OK);
    static struct work works[IN_FLIGHT];
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t free = PTHREAD_COND_INITIALIZER;
    for (unsigned i = 0; i < IN_FLIGHT; i++) {
        works[i].pipe = pipe;
        works[i].mutex = &mutex;
        works[i].free = &free;
    }
    for (uint32_t number = 1; number < COMMANDS_MAX; number++) {
        if (acknowledged[number])
            continue;
        pthread_mutex_lock(&mutex);
        unsigned place_free = IN_FLIGHT;
        while (place_free == IN_FLIGHT) {
            for (unsigned i = 0; i < IN_FLIGHT; i++)
                if (works[i].number == 0)
                    place_free = i;
            if (place_free == IN_FLIGHT)
                pthread_cond_wait(&free, &mutex);
        }
        works[place_free].number = number;
        pthread_mutex_unlock(&mutex);
        work_begin(&works[place_free], committer, number);
    }
}

/* ----------------------------------------------------------------------------------------- who kills */

static enum status count_command(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    uint8_t *seen = context;
    bool opens = record->sequence % 2 == 1;
    assert_int_equal(record->event.command.length > 0, opens);
    if (opens)
        see_command(seen, record->event.command);
    return STATUS_OK;
}

static void assert_kept(const struct store_place *place, const bool *acknowledged, uint8_t *seen)
{
    struct store *store = place_open_with(place, &options);
    struct store_damage damage;
    struct fault fault = {0};
    if (store_verify(store, text_of("house"), count_command, seen, &damage, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(damage.kind, STORE_WHOLE);
    assert_int_equal(damage.sequence % 2, 0);
    assert_int_equal(whole_tree(store).size, damage.sequence);
    assert_seen_once(seen, acknowledged);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM movement"), damage.sequence / 2);
    store_close(store);
}

static void what_was_acknowledged_outlives_every_death(void **state)
{
    static const struct killing killing = {KILLS, ACKNOWLEDGED_MAX, append_for_ever, assert_kept};
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "kill_test");
    kill_again_and_again(&place, &killing);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_acknowledged_outlives_every_death),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
