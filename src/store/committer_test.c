#include "store/committer.h"
#include "store/place_test.h"

#include <pthread.h>
#include <sched.h>

static struct store_place place_of(void **state)
{
    const bool *postgres = *state;
    return place_make(*postgres, "committer_test");
}

static struct committer *started(struct store *store, size_t queue_max)
{
    struct committer *committer = NULL;
    assert_int_equal(committer_start(store, queue_max, &committer, NULL), STATUS_OK);
    return committer;
}

/* A commit with its own event, and the order in which it was answered. */
struct told {
    struct commit commit;
    struct store_event event;
    char command[24];
    unsigned *answered; /* counts all answers; only the writer touches it */
    unsigned place;
};

static void note_answer(struct commit *commit)
{
    struct told *told = commit->context;
    told->place = (*told->answered)++;
}

static void told_make(struct told *told, unsigned number, uint64_t expected, unsigned *answered)
{
    *told = (struct told){0};
    told->answered = answered;
    snprintf(told->command, sizeof told->command, "c%u", number);
    told->event = (struct store_event){text_of("told"), text_of(told->command), text_of("{}")};
    told->commit = (struct commit){
        .batch = {.stream = text_of("house"), .expected = expected, .events = &told->event, .event_count = 1},
        .done = note_answer,
        .context = told};
}

static void commits_are_answered_once_in_order(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    enum { COUNT = 5000 }; /* more than a group takes */
    struct committer *committer = started(store, COUNT);
    struct told *told = calloc(COUNT, sizeof *told);
    assert_non_null(told);
    unsigned answered = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        /* Who decides ahead of the disk knows the head that the batches before will make. */
        told_make(&told[i], i, i, &answered);
        assert_int_equal(committer_submit(committer, &told[i].commit), STATUS_OK);
    }
    committer_stop(committer);
    assert_int_equal(answered, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        assert_int_equal(told[i].place, i);
        assert_int_equal(told[i].commit.status, STATUS_OK);
        assert_int_equal(told[i].commit.receipt.outcome, STORE_APPENDED);
        assert_int_equal(told[i].commit.receipt.sequence, i + 1);
    }
    assert_int_equal(verified(store, "house").sequence, COUNT);
    free(told);
    store_close(store);
    place_remove(&place);
}

static void refusals_conflicts_and_repetitions_are_answered_too(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct committer *committer = started(store, 100);
    unsigned answered = 0;
    struct told told[5];
    told_make(&told[0], 1, 0, &answered);
    told_make(&told[1], 1, 0, &answered); /* the same command */
    told_make(&told[2], 2, 0, &answered); /* late */
    told_make(&told[3], 3, 1, &answered);
    told[3].event.payload = text_of("");
    told_make(&told[4], 4, 1, &answered);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(committer_submit(committer, &told[i].commit), STATUS_OK);
    committer_stop(committer);
    static const enum store_outcome outcomes[] = {STORE_APPENDED, STORE_REPEATED, STORE_CONFLICT, 0,
                                                  STORE_APPENDED};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(told[i].commit.status, i == 3 ? STATUS_RANGE : STATUS_OK);
        if (i != 3)
            assert_int_equal(told[i].commit.receipt.outcome, outcomes[i]);
    }
    assert_non_null(strstr(told[3].commit.fault.words, "the payload of event 1"));
    store_close(store);
    place_remove(&place);
}

struct caller {
    struct committer *committer;
    unsigned number, appended, repeated;
};

enum { CALLERS = 16, CALLS = 50 };

/* Each command is brought by two callers. */
static void *call(void *argument)
{
    struct caller *caller = argument;
    for (unsigned i = 0; i < CALLS; i++) {
        char command[32];
        snprintf(command, sizeof command, "caller %u call %u", caller->number / 2, i);
        struct store_event event = {text_of("told"), text_of(command), text_of("{}")};
        struct store_batch batch = {
            .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
        struct store_receipt receipt;
        CHECK(committer_append(caller->committer, &batch, &receipt, NULL) == STATUS_OK);
        caller->appended += receipt.outcome == STORE_APPENDED;
        caller->repeated += receipt.outcome == STORE_REPEATED;
    }
    return NULL;
}

static void many_callers_wait_for_their_own_answers(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    /* Fewer places than callers, so that some wait for room. */
    struct committer *committer = started(store, 5);
    struct caller callers[CALLERS];
    pthread_t threads[CALLERS];
    for (unsigned i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){committer, i, 0, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, call, &callers[i]), 0);
    }
    unsigned appended = 0, repeated = 0;
    for (unsigned i = 0; i < CALLERS; i++) {
        pthread_join(threads[i], NULL);
        appended += callers[i].appended;
        repeated += callers[i].repeated;
    }
    committer_stop(committer);
    assert_int_equal(appended, CALLERS * CALLS / 2);
    assert_int_equal(repeated, CALLERS * CALLS / 2);
    assert_int_equal(verified(store, "house").sequence, CALLERS * CALLS / 2);
    store_close(store);
    place_remove(&place);
}

/* Holds the writer in an answer until the test lets it go, so that the queue fills. */
struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool reached, open;
};

static void wait_at_gate(struct commit *commit)
{
    struct gate *gate = commit->context;
    pthread_mutex_lock(&gate->mutex);
    gate->reached = true;
    pthread_cond_broadcast(&gate->changed);
    while (!gate->open)
        pthread_cond_wait(&gate->changed, &gate->mutex);
    pthread_mutex_unlock(&gate->mutex);
}

static void a_full_queue_refuses(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct committer *committer = started(store, 2);
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false};
    unsigned answered = 0;
    struct told told[4];
    for (unsigned i = 0; i < 4; i++)
        told_make(&told[i], i, STORE_ANYWHERE, &answered);
    told[0].commit.done = wait_at_gate;
    told[0].commit.context = &gate;
    assert_int_equal(committer_submit(committer, &told[0].commit), STATUS_OK);
    pthread_mutex_lock(&gate.mutex);
    while (!gate.reached)
        pthread_cond_wait(&gate.changed, &gate.mutex);
    pthread_mutex_unlock(&gate.mutex);
    assert_int_equal(committer_submit(committer, &told[1].commit), STATUS_OK);
    assert_int_equal(committer_submit(committer, &told[2].commit), STATUS_OK);
    assert_int_equal(committer_submit(committer, &told[3].commit), STATUS_NO_SPACE);
    pthread_mutex_lock(&gate.mutex);
    gate.open = true;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.mutex);
    committer_stop(committer);
    assert_int_equal(answered, 2);
    assert_int_equal(head_of(store, "house").sequence, 3);
    store_close(store);
    place_remove(&place);
}

static void snapshots_are_saved_between_groups(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    enum { COUNT = 2000, SNAPSHOTS = 20 };
    struct committer *committer = started(store, COUNT);
    struct told *told = calloc(COUNT, sizeof *told);
    assert_non_null(told);
    unsigned answered = 0;
    struct told first;
    told_make(&first, COUNT, 0, &answered);
    struct store_receipt receipt;
    assert_int_equal(committer_append(committer, &first.commit.batch, &receipt, NULL), STATUS_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        told_make(&told[i], i, i + 1, &answered);
        assert_int_equal(committer_submit(committer, &told[i].commit), STATUS_OK);
        if (i % (COUNT / SNAPSHOTS) == 0)
            assert_int_equal(committer_snapshot_save(committer, text_of("house"), 1, text_of("state"), NULL),
                             STATUS_OK);
    }
    struct fault fault;
    assert_int_equal(committer_snapshot_save(committer, text_of("house"), COUNT + 2, text_of(""), &fault),
                     STATUS_RANGE);
    committer_stop(committer);
    assert_int_equal(answered, COUNT);
    assert_int_equal(verified(store, "house").sequence, COUNT + 1);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM snapshot"), 1);
    free(told);
    store_close(store);
    place_remove(&place);
}

/* Were it not so, this would never end. */
static void who_gathers_keeps_nobody_waiting(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    enum { ROOM = 2, COUNT = 5 };
    struct committer *committer = started(store, ROOM);
    struct store_receipt receipt;
    struct told told[COUNT], last;
    unsigned answered = 0;
    for (unsigned i = 0; i < COUNT; i++)
        told_make(&told[i], i, STORE_ANYWHERE, &answered);
    told_make(&last, COUNT, STORE_ANYWHERE, &answered);
    committer_gather(committer);
    assert_int_equal(committer_submit(committer, &told[0].commit), STATUS_OK);
    assert_int_equal(committer_submit(committer, &told[1].commit), STATUS_OK);
    assert_int_equal(committer_submit(committer, &told[2].commit), STATUS_NO_SPACE); /* begins */
    while (committer_submit(committer, &told[2].commit) != STATUS_OK)
        (void)sched_yield();
    committer_gather(committer);
    while (committer_submit(committer, &told[3].commit) != STATUS_OK)
        committer_gather(committer);
    assert_int_equal(committer_append(committer, &last.commit.batch, &receipt, NULL), STATUS_OK);
    assert_int_equal(receipt.sequence, 5);
    committer_gather(committer);
    assert_int_equal(committer_submit(committer, &told[4].commit), STATUS_OK);
    committer_begin(committer);
    committer_gather(committer);
    committer_stop(committer); /* which does not wait for the gathering either */
    assert_int_equal(answered, COUNT);
    assert_int_equal(verified(store, "house").sequence, COUNT + 1);
    store_close(store);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(commits_are_answered_once_in_order),
        cmocka_unit_test(refusals_conflicts_and_repetitions_are_answered_too),
        cmocka_unit_test(many_callers_wait_for_their_own_answers),
        cmocka_unit_test(a_full_queue_refuses),
        cmocka_unit_test(snapshots_are_saved_between_groups),
        cmocka_unit_test(who_gathers_keeps_nobody_waiting),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
