/*
 * The keeper on both engines: what it answers, what is on disk then, and that the state is what the disk has (K1 to K3).
 */
#include "books/asked.h"
#include "books/books_test.h"

#include "house/tables/tables_shapes.h"

#include <pthread.h>

static const char round_line[] = "start-round C4-1 fees 1,2 by dana";

struct fixture {
    struct store_place place;
    struct books books;
};

static void begin_as(struct fixture *fixture, void **state, const char *name)
{
    const bool *postgres = *state;
    fixture->place = place_make(*postgres, name);
    books_open(&fixture->books, &fixture->place);
    books_begin(&fixture->books);
}

static void begin(struct fixture *fixture, void **state)
{
    begin_as(fixture, state, "keeper_test");
}

static void end(struct fixture *fixture)
{
    books_close(&fixture->books);
    assert_whole(&fixture->place);
    place_remove(&fixture->place);
}

static void reopen(struct fixture *fixture, const struct keeper_options *options)
{
    books_close(&fixture->books);
    books_open_with(&fixture->books, &fixture->place, options);
}

static const struct keeper_options plain = {.mode = STORE_EXISTING};

/* ------------------------------------------------------------------------------------------ one by one */

static void a_command_is_done_repeated_or_refused(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    uint64_t before = keeper_sequence(books->keeper);
    books_ask(books, "k1", round_line, KEEPER_DONE);
    assert_int_equal(books->reply.first, before + 1);
    assert_int_equal(books->reply.sequence, before + 1);
    assert_int_equal(keeper_sequence(books->keeper), before + 1);
    books_ask(books, "k1", round_line, KEEPER_REPEATED);
    assert_int_equal(books->reply.first, before + 1);
    books_ask(books, "k2", "open-table C4-1 by fay", KEEPER_REFUSED);
    assert_true(books->reply.ruling.words[0] && books->reply.ruling.clause[0]);
    assert_int_equal(keeper_sequence(books->keeper), before + 1);
    assert_int_equal(place_sql(&fixture.place, "SELECT max(sequence) FROM event"), before + 1);
    /* What was refused is not done: the id is free. */
    books_ask(books, "k2", "end-round C4-1 by dana", KEEPER_DONE);
    end(&fixture);
}

static void a_command_is_known_again_after_reopening(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    books_ask(&fixture.books, "k1", round_line, KEEPER_DONE);
    uint64_t first = fixture.books.reply.first;
    reopen(&fixture, &plain);
    books_ask(&fixture.books, "k1", round_line, KEEPER_REPEATED);
    assert_int_equal(fixture.books.reply.first, first);
    assert_int_equal(keeper_sequence(fixture.books.keeper), first);
    end(&fixture);
}

static void what_is_read_back_is_the_same_state(void **state)
{
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    books_royal_flush(&fixture.books);
    arena_init(&arena, BOOKS_MEMORY_MAX);
    struct text before = books_state(fixture.books.keeper, &arena);
    reopen(&fixture, &plain);
    assert_true(text_equal(before, books_state(fixture.books.keeper, &arena)));
    reopen(&fixture, &(struct keeper_options){.mode = STORE_READ_ONLY, .from_the_start = true});
    assert_true(text_equal(before, books_state(fixture.books.keeper, &arena)));
    arena_release(&arena);
    end(&fixture);
}

static void the_state_of_an_earlier_event_can_be_had(void **state)
{
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    arena_init(&arena, BOOKS_MEMORY_MAX);
    struct text before = books_state(fixture.books.keeper, &arena);
    uint64_t at = keeper_sequence(fixture.books.keeper);
    books_royal_flush(&fixture.books);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_READ_ONLY, .until = at});
    assert_int_equal(keeper_sequence(fixture.books.keeper), at);
    assert_true(text_equal(before, books_state(fixture.books.keeper, &arena)));
    arena_release(&arena);
    end(&fixture);
}

static void the_rows_say_how_things_stand(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    const struct store_place *place = &fixture.place;
    books_do(&fixture.books, round_line);
    assert_int_equal(place_sql(place, "SELECT amount FROM meter WHERE pool = 'prize pool'"), 500022);
    assert_int_equal(place_sql(place, "SELECT sum(rounds) FROM collection"), 1);
    assert_int_equal(place_sql(place, "SELECT sum(fees) FROM collection"), 200);
    assert_int_equal(place_sql(place, "SELECT sum(balance) FROM account"), 0);
    books_do(&fixture.books, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    books_do(&fixture.books, "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    assert_int_equal(place_sql(place, "SELECT count(*) FROM hand WHERE state = 'verified'"), 1);
    books_do(&fixture.books, "authorise 1 by sue");
    assert_int_equal(place_sql(place, "SELECT cents FROM award"), 500022);
    assert_int_equal(place_sql(place, "SELECT cents FROM prize WHERE patron = '1001'"), 500022);
    assert_int_equal(place_sql(place, "SELECT sum(cents) FROM movement WHERE reason = 'award'"), 500022);
    books_do(&fixture.books, "pay 1 in check by cy");
    assert_int_equal(place_sql(place, "SELECT count(*) FROM prize WHERE state = 'paid'"), 1);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM patron WHERE excluded = 1"), 1);
    end(&fixture);
}

/* Files a document of tests/cases/funds and posts it at a table, where seat 1 is taken. */
static void post_sample(struct books *books, const char *name, const char *table)
{
    char path[128], activity[64], offer[128], line[64];
    struct command command = {.kind = COMMAND_POST_OFFER};
    (void)snprintf(path, sizeof path, "tests/cases/funds/rulebooks/sample/%s.md", name);
    (void)snprintf(activity, sizeof activity, "sample/%s", name);
    books_file_document(books, activity, path);
    (void)snprintf(offer, sizeof offer, "offer: %s\ntables: [%s]\nhours: always\n", activity, table);
    *COMMAND_AS(&command, post_offer) =
        (struct post_offer){.head = {.by = text_of("olga")}, .offer = text_of(name), .text = text_of(offer)};
    books_must(books, &command);
    (void)snprintf(line, sizeof line, "open-table %s by fay", table);
    books_do(books, line);
    (void)snprintf(line, sizeof line, "sit %s seat 1 by dana", table);
    books_do(books, line);
}

/* The row of a meter has the balance of the fund that reseeds the pool, and the overflow of the account that takes it. */
static void a_meter_shows_its_own_funds(void **state)
{
    static const char less[] = "SELECT count(*) FROM incident WHERE what = 'less than a day is to bring'"
                               " AND words LIKE '%the promotion fund had $0.30%'";
    struct fixture fixture;
    begin(&fixture, state);
    const struct store_place *place = &fixture.place;
    post_sample(&fixture.books, "two-funds", "NL-1");
    post_sample(&fixture.books, "overflow-and-growth", "NL-2");
    books_do(&fixture.books, "clock 2026-11-02T12:00:01-08:00");
    books_do(&fixture.books, "start-round NL-1 fees 1 by dana");
    assert_int_equal(place_sql(place, "SELECT reserve FROM meter WHERE offer_name = 'two-funds'"
                                      " AND pool = 'prize pool'"),
                     30);
    assert_int_equal(place_sql(place, "SELECT reserve FROM meter WHERE offer_name = 'two-funds'"
                                      " AND pool = 'side pool'"),
                     60);
    books_do(&fixture.books, "adjust overflow-and-growth from house to \"prize pool\" amount $99.99"
                             " reason example authorised-by sue by sam");
    books_do(&fixture.books, "start-round NL-2 fees 1 by dana");
    assert_int_equal(place_sql(place, "SELECT overflow FROM meter WHERE offer_name = 'overflow-and-growth'"
                                      " AND pool = 'prize pool'"),
                     19);
    assert_int_equal(place_sql(place, "SELECT overflow FROM meter WHERE offer_name = 'overflow-and-growth'"
                                      " AND pool = 'side pool'"),
                     0);
    books_do(&fixture.books, "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(place_sql(place, less), 1);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ snapshots */

/* The ids before a snapshot are not in memory, but the store has them. */
static void a_command_before_the_snapshot_is_known_too(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    books_ask(&fixture.books, "k1", "open-table C4-2 by fay", KEEPER_DONE);
    books_ask(&fixture.books, "k2", round_line, KEEPER_DONE);
    uint64_t last = keeper_sequence(fixture.books.keeper);
    assert_int_equal(keeper_save(fixture.books.keeper, &fixture.books.fault), STATUS_OK);
    reopen(&fixture, &plain);
    /* The one would be refused now, the other would be done. */
    books_ask(&fixture.books, "k1", "open-table C4-2 by fay", KEEPER_REPEATED);
    assert_int_equal(fixture.books.reply.first, last - 1);
    books_ask(&fixture.books, "k2", round_line, KEEPER_REPEATED);
    assert_int_equal(fixture.books.reply.first, last);
    assert_int_equal(keeper_sequence(fixture.books.keeper), last);
    books_ask(&fixture.books, "k3", "open-table C4-2 by fay", KEEPER_REFUSED);
    books_ask(&fixture.books, "k4", "end-round C4-1 by dana", KEEPER_DONE);
    end(&fixture);
}

static void a_snapshot_is_saved_when_it_is_due(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    uint64_t at = keeper_sequence(fixture.books.keeper);
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM snapshot"), 0);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .snapshot_every = at + 2});
    books_do(&fixture.books, round_line);
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM snapshot"), 0);
    books_do(&fixture.books, round_line);
    assert_int_equal(place_sql(&fixture.place, "SELECT max(sequence) FROM snapshot"), at + 2);
    books_do(&fixture.books, round_line);
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM snapshot"), 1);
    end(&fixture);
}

static void a_snapshot_is_the_same_state(void **state)
{
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    books_royal_flush(&fixture.books);
    arena_init(&arena, BOOKS_MEMORY_MAX);
    uint64_t at = keeper_sequence(fixture.books.keeper);
    struct text before = books_state(fixture.books.keeper, &arena);
    assert_int_equal(keeper_save(fixture.books.keeper, &fixture.books.fault), STATUS_OK);
    reopen(&fixture, &plain);
    assert_true(text_equal(before, books_state(fixture.books.keeper, &arena)));
    books_do(&fixture.books, round_line);
    struct text after = books_state(fixture.books.keeper, &arena);
    reopen(&fixture, &plain); /* by the snapshot and what follows */
    assert_true(text_equal(after, books_state(fixture.books.keeper, &arena)));
    reopen(&fixture, &(struct keeper_options){.mode = STORE_READ_ONLY, .until = at - 1});
    assert_int_equal(keeper_sequence(fixture.books.keeper), at - 1); /* before the snapshot */
    reopen(&fixture, &(struct keeper_options){.mode = STORE_READ_ONLY, .until = at});
    assert_true(text_equal(before, books_state(fixture.books.keeper, &arena)));
    arena_release(&arena);
    end(&fixture);
}

/* The store passes over what is not what was saved; what was saved but is no state is passed over by the keeper. */
static void a_snapshot_that_cannot_be_used_is_done_without(void **state)
{
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    arena_init(&arena, BOOKS_MEMORY_MAX);
    struct text before = books_state(fixture.books.keeper, &arena);
    assert_int_equal(store_snapshot_save(keeper_store(fixture.books.keeper), text_of("house"),
                                         keeper_sequence(fixture.books.keeper), text_of("no state"), NULL),
                     STATUS_OK);
    reopen(&fixture, &plain);
    assert_true(text_equal(before, books_state(fixture.books.keeper, &arena)));
    assert_int_equal(keeper_save(fixture.books.keeper, &fixture.books.fault), STATUS_OK);
    arena_release(&arena);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ clocks */

static const char first_hour[] = "clock 2026-11-02T13:00:00-08:00";
static const char tomorrow[] = "clock 2026-11-03T06:00:00-08:00";
static const char days_later[] = "clock 2026-11-09T12:00:00-08:00";

/* Eighteen hours of a table, in fourteen of which it has the offer, a day and the clock itself. */
static void a_clock_is_done_to_its_end(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    uint64_t before = keeper_sequence(fixture.books.keeper);
    books_ask(&fixture.books, "k1", tomorrow, KEEPER_DONE);
    assert_int_equal(fixture.books.reply.first, before + 1);
    assert_true(fixture.books.reply.sequence > before + 18);
    assert_int_equal(fixture.books.reply.sequence, keeper_sequence(fixture.books.keeper));
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM administration WHERE hours > 0"), 14);
    assert_int_equal(keeper_floor(fixture.books.keeper)->day.day, 3);
    uint64_t after = keeper_sequence(fixture.books.keeper);
    books_ask(&fixture.books, "k1", tomorrow, KEEPER_REPEATED);
    assert_int_equal(fixture.books.reply.first, after); /* the last step has the id */
    assert_int_equal(keeper_sequence(fixture.books.keeper), after);
    end(&fixture);
}

/* What a crash between two steps leaves: the log ends after the first, and nothing there has the id. */
static void a_clock_that_was_interrupted_is_taken_up_again(void **state)
{
    struct fixture fixture, whole;
    struct arena arena;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    uint64_t before = keeper_sequence(books->keeper);
    books_ask(books, "", first_hour, KEEPER_DONE);
    assert_int_equal(keeper_sequence(books->keeper), before + 1);
    reopen(&fixture, &plain);
    books_ask(books, "k1", tomorrow, KEEPER_DONE);
    assert_int_equal(books->reply.first, before + 2);
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM administration WHERE hours > 0"), 14);
    begin_as(&whole, state, "keeper_test_whole");
    books_ask(&whole.books, "k1", tomorrow, KEEPER_DONE);
    arena_init(&arena, BOOKS_MEMORY_MAX);
    assert_true(text_equal(books_state(books->keeper, &arena), books_state(whole.books.keeper, &arena)));
    arena_release(&arena);
    end(&whole);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ two keepers */

static void the_second_of_two_keepers_goes_by_what_the_first_wrote(void **state)
{
    struct fixture fixture;
    struct books other;
    begin(&fixture, state);
    books_open_with(&other, &fixture.place, &plain);
    books_ask(&fixture.books, "k1", round_line, KEEPER_DONE);
    uint64_t last = keeper_sequence(fixture.books.keeper);
    /* The other does not know of it yet, and its round is the next one. */
    books_ask(&other, "k2", round_line, KEEPER_DONE);
    assert_int_equal(other.reply.first, last + 1);
    assert_int_equal(place_sql(&fixture.place, "SELECT sum(rounds) FROM collection"), 2);
    books_ask(&other, "k1", round_line, KEEPER_REPEATED);
    /* A command that the other has done is known to the store, whatever the first would decide. */
    books_ask(&fixture.books, "k2", round_line, KEEPER_REPEATED);
    assert_int_equal(fixture.books.reply.first, last + 1);
    books_ask(&fixture.books, "k2", "open-table C4-1 by fay", KEEPER_REFUSED);
    assert_int_equal(fixture.books.reply.first, last + 1);
    books_close(&other);
    end(&fixture);
}

/* What is refused by a state that another has changed since may be right by now. */
static void the_second_of_two_keepers_refuses_by_what_the_first_wrote(void **state)
{
    struct fixture fixture;
    struct books other;
    begin(&fixture, state);
    books_open_with(&other, &fixture.place, &plain);
    books_ask(&other, "", "sit C4-2 seat 1 by dana", KEEPER_REFUSED);
    books_ask(&fixture.books, "", "open-table C4-2 by fay", KEEPER_DONE);
    books_ask(&other, "", "sit C4-2 seat 1 by dana", KEEPER_DONE);
    books_ask(&fixture.books, "", "sit C4-2 seat 1 by dana", KEEPER_REFUSED);
    books_ask(&fixture.books, "", "sit C4-2 seat 2 by dana", KEEPER_DONE);
    books_ask(&other, "", "close-table C4-2 by fay", KEEPER_DONE);
    books_ask(&fixture.books, "", "open-table C4-2 by fay", KEEPER_DONE);
    books_close(&other);
    end(&fixture);
}

static void who_decides_ahead_of_the_disk_must_be_alone(void **state)
{
    const struct keeper_options ahead = {.mode = STORE_EXISTING, .in_flight = 4};
    struct fixture fixture;
    struct books other;
    begin(&fixture, state);
    reopen(&fixture, &ahead);
    assert_int_equal(books_try_open(&other, &fixture.place, &ahead), STATUS_IO);
    assert_true(other.fault.words[0]);
    arena_release(&other.lines);
    /* Not even one who waits for the disk with every command may write beside it. */
    assert_int_equal(books_try_open(&other, &fixture.place, &(struct keeper_options){.mode = STORE_EXISTING}),
                     STATUS_IO);
    arena_release(&other.lines);
    /* Whoever only reads is welcome. */
    books_open_with(&other, &fixture.place, &(struct keeper_options){.mode = STORE_READ_ONLY});
    books_close(&other);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ a store that fails */

static void hide(const struct fixture *fixture)
{
    (void)place_sql(&fixture->place, "ALTER TABLE collection RENAME TO hidden");
}

static void show(const struct fixture *fixture)
{
    (void)place_sql(&fixture->place, "ALTER TABLE hidden RENAME TO collection");
}

static void a_store_that_fails_leaves_nothing_half_done(void **state)
{
    struct fixture fixture;
    struct arena arena;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    arena_init(&arena, BOOKS_MEMORY_MAX);
    struct text before = books_state(books->keeper, &arena);
    uint64_t last = keeper_sequence(books->keeper);
    hide(&fixture);
    assert_int_equal(books_try(books, "k1", round_line), STATUS_DAMAGED);
    assert_true(books->fault.words[0]);
    assert_int_equal(keeper_sequence(books->keeper), last);
    assert_true(text_equal(before, books_state(books->keeper, &arena)));
    assert_int_equal(books_try(books, "k1", round_line), STATUS_DAMAGED);
    show(&fixture);
    books_ask(books, "k1", round_line, KEEPER_DONE);
    assert_int_equal(books->reply.first, last + 1);
    arena_release(&arena);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ many at a time */

enum { IN_FLIGHT = 4 };

/* Tickets, and how many of them are answered. */
struct desk {
    pthread_mutex_t mutex;
    pthread_cond_t answered;
    unsigned done;
    struct keeper_ticket tickets[4 * IN_FLIGHT];
};

static void count_answer(struct keeper_ticket *ticket)
{
    struct desk *desk = ticket->context;
    pthread_mutex_lock(&desk->mutex);
    desk->done++;
    pthread_cond_signal(&desk->answered);
    pthread_mutex_unlock(&desk->mutex);
}

static unsigned answered(struct desk *desk, unsigned at_least)
{
    pthread_mutex_lock(&desk->mutex);
    while (desk->done < at_least)
        pthread_cond_wait(&desk->answered, &desk->mutex);
    unsigned done = desk->done;
    pthread_mutex_unlock(&desk->mutex);
    return done;
}

static void desk_init(struct desk *desk)
{
    *desk = (struct desk){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, {{0}}};
    for (size_t i = 0; i < sizeof desk->tickets / sizeof desk->tickets[0]; i++)
        desk->tickets[i] = (struct keeper_ticket){.done = count_answer, .context = desk};
}

static enum status submit(struct books *books, struct keeper_ticket *ticket, const char *id, const char *line)
{
    struct command command = books_command(books, id, line);
    books->fault = (struct fault){0};
    return keeper_submit(books->keeper, &command, ticket, &books->fault);
}

static void assert_ticket(const struct keeper_ticket *ticket, enum keeper_outcome outcome, uint64_t first)
{
    if (ticket->status != STATUS_OK)
        fail_msg("%s", ticket->fault.words);
    if (ticket->reply.outcome != outcome)
        fail_msg("outcome %d: %s", (int)ticket->reply.outcome, ticket->reply.ruling.words);
    assert_int_equal(ticket->reply.first, first);
}

/* Somebody who keeps the store from being written to. */
struct obstacle {
    sqlite3 *database;
    PGconn *connection;
};

static struct obstacle obstacle_put(const struct store_place *place)
{
    struct obstacle obstacle = {0};
    if (place->postgres) {
        obstacle.connection = PQconnectdb(place->address);
        PQclear(PQexec(obstacle.connection, "BEGIN"));
        PQclear(PQexec(obstacle.connection, "SELECT 1 FROM stream FOR UPDATE"));
    } else {
        assert_int_equal(sqlite3_open(place_file(place), &obstacle.database), SQLITE_OK);
        assert_int_equal(sqlite3_exec(obstacle.database, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    }
    return obstacle;
}

static void obstacle_remove(const struct obstacle *obstacle)
{
    PQfinish(obstacle->connection);
    sqlite3_close(obstacle->database);
}

static void begin_many(struct fixture *fixture, void **state, struct desk *desk)
{
    begin(fixture, state);
    reopen(fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT});
    desk_init(desk);
}

static void many_are_answered_when_the_disk_has_them(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin_many(&fixture, state, &desk);
    struct books *books = &fixture.books;
    uint64_t last = keeper_sequence(books->keeper);
    struct obstacle obstacle = obstacle_put(&fixture.place);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", round_line), STATUS_OK);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", "end-round C4-1 by dana"), STATUS_OK);
    /* A repeat of what is under way waits with it. */
    assert_int_equal(submit(books, &desk.tickets[2], "k1", round_line), STATUS_OK);
    /* A refusal may be a repeat of long ago, so the store is asked. */
    assert_int_equal(submit(books, &desk.tickets[3], "k3", "end-round C4-1 by dana"), STATUS_OK);
    /* And then the house is full. */
    assert_int_equal(submit(books, &desk.tickets[4], "k4", round_line), STATUS_NO_SPACE);
    assert_string_equal(books->fault.words, "too many commands are under way");
    assert_int_equal(answered(&desk, 0), 0);
    assert_int_equal(keeper_sequence(books->keeper), last + 2);
    obstacle_remove(&obstacle);
    assert_int_equal(answered(&desk, 4), 4);
    assert_ticket(&desk.tickets[0], KEEPER_DONE, last + 1);
    assert_ticket(&desk.tickets[1], KEEPER_DONE, last + 2);
    assert_ticket(&desk.tickets[2], KEEPER_REPEATED, last + 1);
    assert_int_equal(desk.tickets[3].reply.outcome, KEEPER_REFUSED);
    assert_int_equal(submit(books, &desk.tickets[4], "k4", round_line), STATUS_OK);
    assert_int_equal(answered(&desk, 5), 5);
    assert_ticket(&desk.tickets[4], KEEPER_DONE, last + 3);
    /* What is durable is looked up, and a refusal without id is answered at once. */
    assert_int_equal(submit(books, &desk.tickets[5], "k2", "end-round C4-1 by dana"), STATUS_OK);
    assert_int_equal(submit(books, &desk.tickets[6], "", "open-table C4-1 by fay"), STATUS_OK);
    assert_int_equal(answered(&desk, 7), 7);
    assert_ticket(&desk.tickets[5], KEEPER_REPEATED, last + 2);
    assert_int_equal(desk.tickets[6].reply.outcome, KEEPER_REFUSED);
    end(&fixture);
}

static void a_place_is_free_before_its_answer_is_heard(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = 1});
    desk_init(&desk);
    for (unsigned i = 0; i < 40; i++) {
        assert_int_equal(submit(&fixture.books, &desk.tickets[i % 4], "", round_line), STATUS_OK);
        assert_int_equal(answered(&desk, i + 1), i + 1);
    }
    end(&fixture);
}

static void a_clock_of_many_steps_is_answered_once(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin_many(&fixture, state, &desk);
    struct books *books = &fixture.books;
    uint64_t last = keeper_sequence(books->keeper);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", tomorrow), STATUS_OK);
    assert_int_equal(answered(&desk, 1), 1);
    assert_ticket(&desk.tickets[0], KEEPER_DONE, last + 1);
    assert_int_equal(desk.tickets[0].reply.sequence, keeper_sequence(books->keeper));
    assert_int_equal(place_sql(&fixture.place, "SELECT max(sequence) FROM event"),
                     keeper_sequence(books->keeper));
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM administration WHERE hours > 0"), 14);
    assert_int_equal(submit(books, &desk.tickets[1], "k1", tomorrow), STATUS_OK);
    assert_int_equal(answered(&desk, 2), 2);
    assert_ticket(&desk.tickets[1], KEEPER_REPEATED, keeper_sequence(books->keeper));
    end(&fixture);
}

static void an_interrupted_clock_goes_on_under_way(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    books_ask(&fixture.books, "", first_hour, KEEPER_DONE);
    uint64_t first = fixture.books.reply.first + 1;
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = 1});
    desk_init(&desk);
    assert_int_equal(submit(&fixture.books, &desk.tickets[0], "k1", tomorrow), STATUS_OK);
    assert_int_equal(answered(&desk, 1), 1);
    assert_ticket(&desk.tickets[0], KEEPER_DONE, first);
    assert_int_equal(place_sql(&fixture.place, "SELECT count(*) FROM administration WHERE hours > 0"), 14);
    end(&fixture);
}

static void a_snapshot_waits_for_what_is_under_way(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin_many(&fixture, state, &desk);
    assert_int_equal(submit(&fixture.books, &desk.tickets[0], "k1", round_line), STATUS_OK);
    if (keeper_save(fixture.books.keeper, &fixture.books.fault) != STATUS_OK)
        fail_msg("%s", fixture.books.fault.words);
    assert_int_equal(place_sql(&fixture.place, "SELECT max(sequence) FROM snapshot"),
                     keeper_sequence(fixture.books.keeper));
    end(&fixture);
}

/* Nobody gets an answer that is not true: all fail, the house recovers, and whoever asks again is served. */
static void a_failure_under_way_fails_all_that_follow(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin_many(&fixture, state, &desk);
    struct books *books = &fixture.books;
    uint64_t last = keeper_sequence(books->keeper);
    hide(&fixture);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", round_line), STATUS_OK);
    assert_int_equal(answered(&desk, 1), 1);
    assert_int_equal(desk.tickets[0].status, STATUS_DAMAGED);
    assert_true(desk.tickets[0].fault.words[0]);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", round_line), STATUS_IO);
    assert_string_equal(books->fault.words, "the store has failed; the house must be recovered first");
    assert_int_equal(keeper_save(books->keeper, &books->fault), STATUS_IO);
    show(&fixture);
    if (keeper_recover(books->keeper, &books->fault) != STATUS_OK)
        fail_msg("%s", books->fault.words);
    assert_int_equal(keeper_sequence(books->keeper), last);
    assert_int_equal(submit(books, &desk.tickets[2], "k1", round_line), STATUS_OK);
    assert_int_equal(answered(&desk, 2), 2);
    assert_ticket(&desk.tickets[2], KEEPER_DONE, last + 1);
    end(&fixture);
}

/* Its id is of the day on which it ends; one that finds nothing to do leaves none. */
static void a_clock_that_passed_days_is_known_again(void **state)
{
    static const char line[] = "clock 2026-11-12T12:00:00-08:00";
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    books_ask(books, "k1", line, KEEPER_DONE);
    uint64_t last = keeper_sequence(books->keeper);
    books_ask(books, "k1", line, KEEPER_REPEATED);
    books_ask(books, "k2", line, KEEPER_DONE);
    assert_int_equal(keeper_sequence(books->keeper), last);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT});
    desk_init(&desk);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", line), STATUS_OK);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", line), STATUS_OK);
    assert_int_equal(answered(&desk, 2), 2);
    assert_int_equal(desk.tickets[0].reply.outcome, KEEPER_REPEATED);
    assert_int_equal(desk.tickets[1].reply.outcome, KEEPER_DONE);
    end(&fixture);
}

/* K2. The ids of clocks whose last step is the clock itself, and something that is due at that very second. */
static void an_id_of_a_clock_moves_no_time_again_whatever_the_clock_says(void **state)
{
    static const char *const clocks[] = {first_hour, "clock 2026-11-02T13:30:00-08:00",
                                         "clock 2026-11-02T16:00:00-08:00",
                                         "clock 2026-11-02T17:45:00-08:00"};
    enum { CLOCKS = sizeof clocks / sizeof clocks[0] };
    static const char *const ids[CLOCKS] = {"k0", "k1", "k2", "k3"};
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    for (unsigned i = 0; i < CLOCKS; i++)
        books_ask(books, ids[i], clocks[i], KEEPER_DONE);
    uint64_t last = keeper_sequence(books->keeper);
    struct instant now = keeper_floor(books->keeper)->now;
    for (unsigned i = 0; i < CLOCKS; i++)
        for (unsigned way = 0; way < 2; way++)
            books_ask(books, ids[i], way ? tomorrow : clocks[i], way ? KEEPER_REFUSED : KEEPER_REPEATED);
    assert_int_equal(keeper_save(books->keeper, &books->fault), STATUS_OK);
    reopen(&fixture, &plain);
    for (unsigned i = 0; i < CLOCKS; i++)
        books_ask(books, ids[i], tomorrow, KEEPER_REFUSED);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT});
    desk_init(&desk);
    for (unsigned i = 0; i < CLOCKS; i++)
        assert_int_equal(submit(books, &desk.tickets[i], ids[i], i % 2 ? tomorrow : clocks[i]), STATUS_OK);
    assert_int_equal(answered(&desk, CLOCKS), CLOCKS);
    for (unsigned i = 0; i < CLOCKS; i++)
        assert_int_equal(desk.tickets[i].reply.outcome, i % 2 ? KEEPER_REFUSED : KEEPER_REPEATED);
    assert_int_equal(keeper_sequence(books->keeper), last);
    assert_int_equal(instant_compare(keeper_floor(books->keeper)->now, now), 0);
    end(&fixture);
}

/* The same where only the store still knows the id: it is asked before the first step. */
static void a_clock_of_long_ago_moves_no_time(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    books_ask(books, "k1", first_hour, KEEPER_DONE);
    books_ask(books, "", days_later, KEEPER_DONE);
    uint64_t last = keeper_sequence(books->keeper);
    books_ask(books, "k1", first_hour, KEEPER_REPEATED);
    books_ask(books, "k1", "clock 2026-11-12T12:00:00-08:00", KEEPER_REFUSED);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = 1});
    desk_init(&desk);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", "clock 2026-11-12T12:00:00-08:00"), STATUS_OK);
    assert_int_equal(answered(&desk, 1), 1);
    assert_int_equal(desk.tickets[0].reply.outcome, KEEPER_REFUSED);
    assert_string_equal(desk.tickets[0].reply.ruling.clause, "house#id");
    assert_int_equal(keeper_sequence(books->keeper), last);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", round_line), STATUS_OK);
    end(&fixture);
}

/* Who was killed between writing, saving a snapshot and answering: the id is asked again of a keeper that began with it. */
static void a_repeat_from_before_the_snapshot_is_known_under_way(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    books_ask(books, "k1", round_line, KEEPER_DONE);
    uint64_t last = keeper_sequence(books->keeper);
    assert_int_equal(keeper_save(books->keeper, &books->fault), STATUS_OK);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT});
    desk_init(&desk);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", round_line), STATUS_OK);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", round_line), STATUS_OK);
    assert_int_equal(answered(&desk, 2), 2);
    assert_ticket(&desk.tickets[0], KEEPER_REPEATED, last);
    assert_ticket(&desk.tickets[1], KEEPER_DONE, last + 1);
    end(&fixture);
}

static void a_repeat_of_long_ago_is_answered_under_way(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    books_ask(books, "k1", round_line, KEEPER_DONE);
    uint64_t first = keeper_sequence(books->keeper);
    books_ask(books, "", days_later, KEEPER_DONE);
    uint64_t last = keeper_sequence(books->keeper);
    reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT});
    desk_init(&desk);
    assert_int_equal(submit(books, &desk.tickets[0], "k1", round_line), STATUS_OK);
    assert_int_equal(answered(&desk, 1), 1);
    assert_ticket(&desk.tickets[0], KEEPER_REPEATED, first);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", round_line), STATUS_IO);
    assert_int_equal(keeper_recover(books->keeper, &books->fault), STATUS_OK);
    assert_int_equal(submit(books, &desk.tickets[1], "k2", round_line), STATUS_OK);
    assert_int_equal(answered(&desk, 2), 2);
    assert_ticket(&desk.tickets[1], KEEPER_DONE, last + 1);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ an id that was used */

static const char *const others[] = {
    "start-round C4-1 fees 1 by dana",  /* other content */
    "start-round C4-1 fees 1,3 by fay", /* another person */
    "end-round C4-1 by dana",           /* another command */
    "open-table C4-1 by fay",           /* one that would be refused anyway */
    "clock 2026-11-03T12:00:00-08:00",  /* and time */
    "adjust bonus-hand from reserve to house amount $1 reason x authorised-by sue by ada",
};
enum { OTHERS = sizeof others / sizeof others[0] };

static void assert_taken(const struct ruling *ruling, uint64_t first)
{
    char event[40];
    (void)snprintf(event, sizeof event, "(event %llu)", (unsigned long long)first);
    assert_string_equal(ruling->clause, "house#id");
    assert_non_null(strstr(ruling->words, "start-round by dana at 2026-11-02T"));
    assert_non_null(strstr(ruling->words, event));
}

static void others_are_refused(struct books *books, uint64_t first)
{
    uint64_t last = keeper_sequence(books->keeper);
    for (unsigned i = 0; i < OTHERS; i++) {
        books_ask(books, "k1", others[i], KEEPER_REFUSED);
        assert_taken(&books->reply.ruling, first);
        assert_int_equal(books->reply.first, first);
    }
    books_ask(books, "k1", round_line, KEEPER_REPEATED);
    assert_int_equal(keeper_sequence(books->keeper), last);
}

static void an_id_with_another_command_is_a_conflict_everywhere(void **state)
{
    struct fixture fixture;
    struct desk desk;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    books_ask(books, "k1", round_line, KEEPER_DONE);
    uint64_t first = books->reply.first;
    others_are_refused(books, first);
    books_ask(books, "", days_later, KEEPER_DONE); /* only the store still knows it */
    books_ask(books, "", "clock 2026-11-13T12:00:00-08:00", KEEPER_DONE);
    others_are_refused(books, first);
    assert_int_equal(keeper_save(books->keeper, &books->fault), STATUS_OK);
    reopen(&fixture, &plain);
    others_are_refused(books, first);
    uint64_t last = keeper_sequence(books->keeper);
    for (unsigned i = 0; i < OTHERS; i++) {
        reopen(&fixture, &(struct keeper_options){.mode = STORE_EXISTING, .in_flight = IN_FLIGHT});
        desk_init(&desk);
        assert_int_equal(submit(books, &desk.tickets[0], "k1", others[i]), STATUS_OK);
        assert_int_equal(answered(&desk, 1), 1);
        assert_int_equal(desk.tickets[0].reply.outcome, KEEPER_REFUSED);
        assert_taken(&desk.tickets[0].reply.ruling, first);
    }
    reopen(&fixture, &plain);
    assert_int_equal(keeper_sequence(books->keeper), last);
    end(&fixture);
}

/* Such events do not say what was asked. */
static void an_id_of_an_earlier_version_is_judged_by_what_happened(void **state)
{
    static const char payload[] =
        "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"dana\",\"table\":\"C4-1\",\"round\":1}";
    struct store_record record = {.sequence = 19,
                                  .event = {.kind = text_of("round-started"), .payload = text_of(payload)}};
    static char buffer[4096];
    struct asked asked;
    struct arena arena;
    struct ruling ruling;
    struct fault fault;
    struct command command;
    (void)state;
    for (unsigned i = 0; i < OTHERS; i++) {
        arena_init(&arena, 1 << 20);
        assert_int_equal(command_parse(text_of(others[i]), NULL, &arena, &command, &fault), STATUS_OK);
        command.head.id = text_of("k1");
        assert_int_equal(asked_of(&command, buffer, sizeof buffer, &asked, &fault), STATUS_OK);
        assert_int_equal(asked_compare(&asked, &record, &ruling, &fault), STATUS_OK);
        assert_int_equal(ruling.allowed, i == 0); /* the same kind, by the same person */
        arena_release(&arena);
    }
}

/* ------------------------------------------------------------------------------------------ together */

static void commands_together_are_done_or_not_one_of_them(void **state)
{
    static const char *const lines[] = {
        "register 2001 name Zoe born 1990-01-01 by fay", "sit C4-1 seat 4 patron 2001 by dana",
        "clock 2026-11-02T15:30:00-08:00", "start-round C4-1 fees 1,4 by dana"};
    enum { LINES = sizeof lines / sizeof lines[0] };
    struct fixture fixture;
    struct command commands[LINES];
    struct arena words;
    size_t at;
    begin(&fixture, state);
    struct books *books = &fixture.books;
    arena_init(&words, BOOKS_MEMORY_MAX);
    struct text before = books_state(books->keeper, &words);
    uint64_t last = keeper_sequence(books->keeper);
    for (unsigned i = 0; i < LINES; i++)
        assert_int_equal(command_parse(text_of(lines[i]), &keeper_floor(books->keeper)->zone, &words,
                                       &commands[i], &books->fault),
                         STATUS_OK);
    commands[0].head.id = text_of("k0");
    commands[LINES - 1].head.id = text_of("k3");
    COMMAND_AS(&commands[LINES - 1], start_round)->head.by = text_of("nobody");
    assert_int_equal(keeper_do_together(books->keeper, commands, LINES, &at, &books->reply, &books->fault),
                     STATUS_OK);
    assert_int_equal(books->reply.outcome, KEEPER_REFUSED);
    assert_int_equal(at, LINES - 1);
    assert_true(text_equal(before, books_state(books->keeper, &words)));
    assert_int_equal(place_sql(&fixture.place, "SELECT max(sequence) FROM event"), last);
    COMMAND_AS(&commands[LINES - 1], start_round)->head.by = text_of("dana");
    assert_int_equal(keeper_do_together(books->keeper, commands, LINES, &at, &books->reply, &books->fault),
                     STATUS_OK);
    assert_int_equal(books->reply.outcome, KEEPER_DONE);
    assert_int_equal(books->reply.first, last + 1);
    assert_int_equal(books->reply.sequence, keeper_sequence(books->keeper));
    assert_int_equal(place_sql(&fixture.place, "SELECT max(sequence) FROM event"), books->reply.sequence);
    books_ask(books, "k0", lines[0], KEEPER_REPEATED);
    assert_int_equal(books->reply.first, last + 1);
    books_ask(books, "k3", lines[LINES - 1], KEEPER_REPEATED);
    assert_int_equal(books->reply.first, keeper_sequence(books->keeper));
    arena_release(&words);
    end(&fixture);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_done_repeated_or_refused),
        cmocka_unit_test(a_command_is_known_again_after_reopening),
        cmocka_unit_test(what_is_read_back_is_the_same_state),
        cmocka_unit_test(the_state_of_an_earlier_event_can_be_had),
        cmocka_unit_test(the_rows_say_how_things_stand),
        cmocka_unit_test(a_meter_shows_its_own_funds),
        cmocka_unit_test(a_command_before_the_snapshot_is_known_too),
        cmocka_unit_test(a_snapshot_is_saved_when_it_is_due),
        cmocka_unit_test(a_snapshot_is_the_same_state),
        cmocka_unit_test(a_snapshot_that_cannot_be_used_is_done_without),
        cmocka_unit_test(a_clock_is_done_to_its_end),
        cmocka_unit_test(a_clock_that_was_interrupted_is_taken_up_again),
        cmocka_unit_test(an_id_of_a_clock_moves_no_time_again_whatever_the_clock_says),
        cmocka_unit_test(an_id_with_another_command_is_a_conflict_everywhere),
        cmocka_unit_test(an_id_of_an_earlier_version_is_judged_by_what_happened),
        cmocka_unit_test(a_clock_of_long_ago_moves_no_time),
        cmocka_unit_test(commands_together_are_done_or_not_one_of_them),
        cmocka_unit_test(a_repeat_from_before_the_snapshot_is_known_under_way),
        cmocka_unit_test(the_second_of_two_keepers_goes_by_what_the_first_wrote),
        cmocka_unit_test(the_second_of_two_keepers_refuses_by_what_the_first_wrote),
        cmocka_unit_test(who_decides_ahead_of_the_disk_must_be_alone),
        cmocka_unit_test(a_store_that_fails_leaves_nothing_half_done),
        cmocka_unit_test(many_are_answered_when_the_disk_has_them),
        cmocka_unit_test(a_place_is_free_before_its_answer_is_heard),
        cmocka_unit_test(a_clock_of_many_steps_is_answered_once),
        cmocka_unit_test(an_interrupted_clock_goes_on_under_way),
        cmocka_unit_test(a_snapshot_waits_for_what_is_under_way),
        cmocka_unit_test(a_failure_under_way_fails_all_that_follow),
        cmocka_unit_test(a_repeat_of_long_ago_is_answered_under_way),
        cmocka_unit_test(a_clock_that_passed_days_is_known_again),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
