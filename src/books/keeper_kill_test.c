/*
 * A process that runs a floor is killed, without warning, again and again on the same store: rounds, claims, awards,
 * payments, and clocks that bring many things due. It acknowledges each command through a pipe when it is answered. Each command
 * has the id of its number, and whether it can be done depends on those before: one that was lost, or done twice, would have
 * the next refused.
 *
 * After each death every acknowledged command must be there, once, and the audit must find nothing. The next process repeats
 * what was not acknowledged, as a client would. Every other process has many commands under way.
 */
#include "books/books_test.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"
#include "store/killing_test.h"

#include <pthread.h>

enum {
    IN_FLIGHT = 6,
    KILLS = 200,
    KILLS_POSTGRES = 40,
    ACKNOWLEDGED_MAX = 24,
    CYCLE = 8,       /* commands */
    DAY_CYCLES = 16, /* after which it is noon of the next day */
    DAY_MS = 86400000,
    CYCLE_MS = 20000,
    OPENED = 0, /* acknowledged before the first command */
};

static const int64_t noon_ms = INT64_C(1793649600000);

/* ------------------------------------------------------------------------------------------ commands */

static void id_of(uint32_t number, char *id, size_t size)
{
    (void)snprintf(id, size, "k%08u", (unsigned)number);
}

/* Command `number`, from 1. Each cycle brings one hand and one prize, so that their numbers are known. */
static struct command command_of(struct books *books, uint32_t number)
{
    static const char *const hands[] = {"8s 8h 8d 2c 2s", "9s 9h 9d 9c 2s", "As Ks Qs Js Ts",
                                        "9h 8h 7h 6h 5h"};
    unsigned cycle = (number - 1) / CYCLE, hand = cycle + 1;
    char id[24], line[128];
    id_of(number, id, sizeof id);
    switch ((number - 1) % CYCLE) {
    case 0:
        return books_command(books, id, "start-round C4-1 fees 1,2 by dana");
    case 1:
        return books_command(books, id, "start-round C4-1 fees 1,2,3 by dana");
    case 2:
        (void)snprintf(line, sizeof line, "claim-hand C4-1 seat %u offer bonus-hand by dana", 1 + cycle % 2);
        break;
    case 3:
        (void)snprintf(line, sizeof line, "verify-hand %u cards \"%s\" wager $5 by sam", hand,
                       hands[cycle % 4]);
        break;
    case 4:
        (void)snprintf(line, sizeof line, "authorise %u by sue", hand);
        break;
    case 5:
        (void)snprintf(line, sizeof line, "pay %u in check by cy", hand);
        break;
    case 6:
        return books_command(books, id, "end-round C4-1 by dana");
    default: {
        struct command command = books_command(books, id, "clock 2026-11-02T12:00:00-08:00");
        COMMAND_AS(&command, clock_moves)->at.ms =
            noon_ms + (int64_t)(hand / DAY_CYCLES) * DAY_MS + (int64_t)(hand % DAY_CYCLES) * CYCLE_MS;
        return command;
    }
    }
    return books_command(books, id, line);
}

/* ------------------------------------------------------------------------------------------ who is killed */

static void do_one_by_one(const struct store_place *place, int pipe, const bool *acknowledged)
{
    struct books books;
    CHECK(books_try_open(&books, place,
                         &(struct keeper_options){.mode = STORE_EXISTING, .snapshot_every = 100}) ==
          STATUS_OK);
    acknowledge(pipe, OPENED);
    for (uint32_t number = 1; number < COMMANDS_MAX; number++) {
        if (acknowledged[number])
            continue;
        struct command command = command_of(&books, number);
        CHECK(keeper_do(books.keeper, &command, &books.reply, &books.fault) == STATUS_OK);
        CHECK(books.reply.outcome != KEEPER_REFUSED);
        acknowledge(pipe, number);
    }
}

/* A command under way; free when `number` is 0. */
struct work {
    struct keeper_ticket ticket;
    struct many *many;
    uint32_t number;
};

struct many {
    int pipe;
    pthread_mutex_t mutex;
    pthread_cond_t answered;
    uint64_t answers;
    struct work works[IN_FLIGHT];
};

static void work_done(struct keeper_ticket *ticket)
{
    struct work *work = ticket->context;
    CHECK(ticket->status == STATUS_OK && ticket->reply.outcome != KEEPER_REFUSED);
    acknowledge(work->many->pipe, work->number);
    pthread_mutex_lock(&work->many->mutex);
    work->number = 0;
    work->many->answers++;
    pthread_cond_signal(&work->many->answered);
    pthread_mutex_unlock(&work->many->mutex);
}

/* A free place; `answers` are those that were heard of by now. */
static struct work *free_work(struct many *many, uint64_t *answers)
{
    struct work *found = NULL;
    pthread_mutex_lock(&many->mutex);
    while (!found) {
        for (unsigned i = 0; i < IN_FLIGHT; i++)
            if (many->works[i].number == 0)
                found = &many->works[i];
        if (!found)
            pthread_cond_wait(&many->answered, &many->mutex);
    }
    *answers = many->answers;
    pthread_mutex_unlock(&many->mutex);
    return found;
}

static void wait_for_another(struct many *many, uint64_t *answers)
{
    pthread_mutex_lock(&many->mutex);
    while (many->answers == *answers)
        pthread_cond_wait(&many->answered, &many->mutex);
    *answers = many->answers;
    pthread_mutex_unlock(&many->mutex);
}

static void do_many(const struct store_place *place, int pipe, const bool *acknowledged)
{
    static struct many many = {.mutex = PTHREAD_MUTEX_INITIALIZER, .answered = PTHREAD_COND_INITIALIZER};
    struct books books;
    many.pipe = pipe;
    CHECK(books_try_open(&books, place,
                         &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT}) ==
          STATUS_OK);
    acknowledge(pipe, OPENED);
    for (uint32_t number = 1; number < COMMANDS_MAX; number++) {
        if (acknowledged[number])
            continue;
        uint64_t answers;
        struct work *work = free_work(&many, &answers);
        struct command command = command_of(&books, number);
        *work =
            (struct work){.ticket = {.done = work_done, .context = work}, .many = &many, .number = number};
        enum status status;
        /* The steps of a clock take places too; the last of them has a ticket that is waited for. */
        while ((status = keeper_submit(books.keeper, &command, &work->ticket, &books.fault)) ==
               STATUS_NO_SPACE)
            wait_for_another(&many, &answers);
        if (status != STATUS_OK)
            (void)fprintf(stderr, "command %u was not taken: %s\n", number, books.fault.words);
        CHECK(status == STATUS_OK);
    }
}

/* Every other process has many commands under way. */
static void run_floor(const struct store_place *place, uint64_t life, int pipe, const bool *acknowledged)
{
    (life % 2 == 0 ? do_one_by_one : do_many)(place, pipe, acknowledged);
}

/* ------------------------------------------------------------------------------------------ who kills */

static enum status count_command(void *context, const struct floor *floor, uint64_t sequence,
                                 struct text command, const struct event *event, bool applied,
                                 struct fault *fault)
{
    uint8_t *seen = context;
    (void)floor;
    (void)sequence;
    (void)event;
    (void)fault;
    if (applied && command.length > 0)
        see_command(seen, command);
    return STATUS_OK;
}

/* And the last that were acknowledged are known when they are repeated. */
static void assert_kept(const struct store_place *place, const bool *acknowledged, uint8_t *seen)
{
    enum { REPEATED_LAST = 5 };
    struct books books = {0};
    uint32_t last = 0;
    arena_init(&books.lines, BOOKS_MEMORY_MAX);
    if (keeper_open(text_of(place->address),
                    &(struct keeper_options){.mode = STORE_EXISTING, .from_the_start = true}, count_command,
                    seen, &books.keeper, &books.fault) != STATUS_OK)
        fail_msg("%s", books.fault.words);
    assert_seen_once(seen, acknowledged);
    for (uint32_t i = 1; i < COMMANDS_MAX; i++)
        last = acknowledged[i] ? i : last;
    uint64_t sequence = keeper_sequence(books.keeper);
    for (uint32_t i = last; i > 0 && i + REPEATED_LAST > last; i--) {
        struct command command = command_of(&books, i);
        assert_int_equal(keeper_do(books.keeper, &command, &books.reply, &books.fault), STATUS_OK);
        assert_int_equal(books.reply.outcome, KEEPER_REPEATED);
    }
    assert_int_equal(keeper_sequence(books.keeper), sequence);
    books_close(&books);
    assert_whole(place);
}

static void what_was_acknowledged_outlives_every_death(void **state)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "keeper_kill_test");
    struct books books;
    books_open(&books, &place);
    books_begin(&books);
    books_close(&books);
    const struct killing killing = {*postgres ? KILLS_POSTGRES : KILLS, ACKNOWLEDGED_MAX, run_floor,
                                    assert_kept};
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
