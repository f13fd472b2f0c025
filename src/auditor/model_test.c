/* The auditor agrees with the books of a simulated floor, and with nothing that differs from them by a cent. */
#include "auditor/model.h"
#include "auditor/simulator/simulate_floor.h"
#include "books/keeper.h"
#include "house/cage/cage_shapes.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables_shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    SEED = 19,
    COMMANDS = SIMULATION_COMMANDS,
    EVENTS_MAX = 20000,
    MEMORY_MAX = 256 << 20,
    TAMPERED_EACH = 3
};

/* The books of one floor. */
struct books {
    struct library library;
    struct arena arena;
    unsigned account_count, event_count;
    struct account accounts[LEDGER_ACCOUNTS_MAX];
    struct text ids[EVENTS_MAX];
    struct event events[EVENTS_MAX];
};

static struct books books;

static enum status keep_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct text payload;
    (void)context;
    assert_true(books.event_count < EVENTS_MAX);
    assert_int_equal(arena_copy_text(&books.arena, record->event.payload, &payload), STATUS_OK);
    assert_int_equal(arena_copy_text(&books.arena, record->event.command, &books.ids[books.event_count]),
                     STATUS_OK);
    return event_read(record->event.kind, payload, &books.arena, &books.events[books.event_count++], fault);
}

/* Reads what the store of a simulation holds. */
static void read_books(const char *address)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    struct keeper *keeper;
    struct fault fault;
    if (keeper_open(text_of(address), &options, NULL, NULL, &keeper, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    const struct ledger *ledger = &keeper_floor(keeper)->ledger;
    books.account_count = ledger->count;
    for (unsigned i = 0; i < ledger->count; i++) {
        books.accounts[i] = ledger->accounts[i];
        assert_int_equal(
            arena_copy_text(&books.arena, ledger->accounts[i].activity, &books.accounts[i].activity),
            STATUS_OK);
        assert_int_equal(arena_copy_text(&books.arena, ledger->accounts[i].name, &books.accounts[i].name),
                         STATUS_OK);
    }
    assert_int_equal(
        store_read(keeper_store(keeper), text_of("house"), 1, STORE_SEQUENCE_MAX, keep_event, NULL, &fault),
        STATUS_OK);
    keeper_close(keeper);
}

static void simulate(const char *address)
{
    const struct simulation_options options = {
        .seed = SEED, .days = 1, .commands = COMMANDS, .store = text_of(address)};
    struct simulated_house house;
    struct simulation_result result;
    struct fault fault;
    assert_int_equal(simulated_house_init(&house, &books.library, &books.library.houses[0], &fault),
                     STATUS_OK);
    assert_int_equal(simulate_floor(&house, &options, &result, &fault), STATUS_OK);
    assert_true(result.sound);
    simulated_house_release(&house);
}

static int open_books(void **state)
{
    char folder[] = "/tmp/cardroom-auditor-XXXXXX", address[64], path[64];
    (void)state;
    library_init(&books.library);
    arena_init(&books.arena, MEMORY_MAX);
    library_add(&books.library, CARDROOM_ROOT "/houses/demo", CARDROOM_ROOT "/rulebooks");
    library_check(&books.library);
    if (!mkdtemp(folder))
        return -1;
    (void)snprintf(address, sizeof address, "sqlite:%s/books.db", folder);
    simulate(address);
    read_books(address);
    for (const char *const *suffix = (const char *const[]){"", "-wal", "-shm", "-house.writer", NULL};
         *suffix; suffix++) {
        (void)snprintf(path, sizeof path, "%s/books.db%s", folder, *suffix);
        (void)unlink(path);
    }
    return rmdir(folder);
}

static int close_books(void **state)
{
    (void)state;
    arena_release(&books.arena);
    library_release(&books.library);
    return 0;
}

/* Shows the events to a new auditor, without number `without`. The number at which it objects; their count if it never does. */
static unsigned look_over(unsigned without, char *why)
{
    struct auditor *auditor;
    struct fault fault;
    unsigned at = 0;
    assert_int_equal(auditor_open(&auditor, &books.library, &fault), STATUS_OK);
    for (unsigned i = 0; i < books.account_count; i++)
        assert_int_equal(auditor_account(auditor, books.accounts[i].kind, books.accounts[i].activity,
                                         books.accounts[i].name, &fault),
                         STATUS_OK);
    while (at < books.event_count &&
           (at == without || auditor_see(auditor, books.ids[at], &books.events[at], &fault) == STATUS_OK))
        at++;
    (void)snprintf(why, FAULT_WORDS_SIZE, "%s", at < books.event_count ? fault.words : "");
    auditor_close(auditor);
    return at;
}

static void the_auditor_agrees_with_the_books(void **state)
{
    char why[FAULT_WORDS_SIZE];
    (void)state;
    assert_true(books.event_count > COMMANDS / 2);
    unsigned at = look_over(books.event_count, why);
    if (at < books.event_count)
        fail_msg("event %u: %s", at + 1, why);
}

/* Amounts that people choose: any would do. */
static bool is_chosen(enum event_kind kind)
{
    return kind == EVENT_ADJUSTED || kind == EVENT_RAISED;
}

static void a_cent_more_in_any_movement_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    unsigned number = 0, tried = 0;
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++) {
        const struct money_rows *money = event_money(&books.events[i]);
        for (uint32_t k = 0; money && k < money->movement_count; k++) {
            if (is_chosen(books.events[i].kind) || number++ % TAMPERED_EACH != 0)
                continue;
            /* NOLINTNEXTLINE(performance-no-int-to-ptr): it was not made constant, only shown as such */
            int64_t *cents = (int64_t *)(uintptr_t)&money->movements[k].cents;
            ++*cents;
            unsigned at = look_over(books.event_count, why);
            --*cents;
            tried++;
            if (at != i)
                fail_msg("a cent more in movement %u of event %u, %s, is found at %u: %s", k + 1, i + 1,
                         event_name(books.events[i].kind), at + 1, why);
        }
    }
    assert_true(tried > 20);
}

/* Events that are due by time or by a count must not be missing. */
static void an_event_that_is_left_out_is_found(void **state)
{
    static const bool counted[EVENT_KINDS] = {[EVENT_SEEDED] = true,
                                              [EVENT_DAY_BEGAN] = true,
                                              [EVENT_INCREASED] = true,
                                              [EVENT_HOUR_COMPLETED] = true,
                                              [EVENT_ADMINISTRATION_TAKEN] = true};
    unsigned tried = 0, number = 0, last = 0;
    char why[FAULT_WORDS_SIZE];
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++)
        if (books.events[i].kind == EVENT_AWARDED || books.events[i].kind == EVENT_DAY_BEGAN)
            last = i; /* what comes later may not be missed any more */
    for (unsigned i = 0; i < last; i++) {
        if (!counted[books.events[i].kind] || number++ % TAMPERED_EACH != 0)
            continue;
        unsigned at = look_over(i, why);
        tried++;
        if (at == books.event_count)
            fail_msg("event %u, %s, is not missed", i + 1, event_name(books.events[i].kind));
    }
    assert_true(tried > 5);
}

/* A cent or an hour more than there is; the money of the event stays as it was. */
static void fees_for_hours_that_are_told_otherwise_are_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    unsigned tried = 0, number = 0;
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++) {
        const struct event *event = &books.events[i];
        const void *places[3] = {NULL};
        if (event->kind == EVENT_HOUR_COMPLETED && EVENT_AS(event, hour_completed)->fee_count > 0 &&
            number++ % TAMPERED_EACH == 0) {
            places[0] = &EVENT_AS(event, hour_completed)->fees[0].cents;
            places[1] = &EVENT_AS(event, hour_completed)->fees[0].due;
        } else if (event->kind == EVENT_ADMINISTRATION_TAKEN &&
                   EVENT_AS(event, administration_taken)->table_count > 0) {
            places[0] = &EVENT_AS(event, administration_taken)->tables[0].due;
            places[1] = &EVENT_AS(event, administration_taken)->tables[0].taken;
        }
        for (unsigned k = 0; places[k]; k++) {
            /* NOLINTNEXTLINE(performance-no-int-to-ptr): it was not made constant, only shown as such */
            int64_t *cents = (int64_t *)(uintptr_t)places[k];
            ++*cents;
            assert_int_equal(look_over(books.event_count, why), i);
            --*cents;
            tried++;
        }
    }
    assert_true(tried > 3);
}

static void a_command_that_is_done_twice_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    unsigned first = books.event_count, second;
    (void)state;
    for (second = 0; second < books.event_count; second++) {
        if (books.ids[second].length > 0 && first < books.event_count)
            break;
        if (books.ids[second].length > 0)
            first = second;
    }
    assert_true(second < books.event_count);
    struct text own = books.ids[second];
    books.ids[second] = books.ids[first];
    assert_int_equal(look_over(books.event_count, why), second);
    books.ids[second] = own;
    assert_non_null(strstr(why, "was done before"));
}

static void one_person_in_place_of_two_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    unsigned tried = 0;
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++) {
        if (books.events[i].kind != EVENT_AWARDED)
            continue;
        struct awarded *awarded = EVENT_AS(&books.events[i], awarded);
        struct text own = awarded->authorised_by;
        awarded->authorised_by = awarded->verified_by;
        assert_int_equal(look_over(books.event_count, why), i);
        awarded->authorised_by = own;
        tried++;
    }
    assert_true(tried > 0);
}

static void a_prize_that_is_a_cent_more_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++)
        for (uint32_t k = 0;
             books.events[i].kind == EVENT_AWARDED && k < EVENT_AS(&books.events[i], awarded)->prize_count;
             k++) {
            /* NOLINTNEXTLINE(performance-no-int-to-ptr): it was not made constant, only shown as such */
            int64_t *cents = (int64_t *)(uintptr_t)&EVENT_AS(&books.events[i], awarded)->prizes[k].cents;
            ++*cents;
            assert_int_equal(look_over(books.event_count, why), i);
            --*cents;
        }
}

/* Whoever shows that he won, shows that he may. */
static void a_winner_who_is_a_child_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    unsigned tried = 0;
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++) {
        if (books.events[i].kind != EVENT_PRIZE_IDENTIFIED)
            continue;
        struct prize_identified *identified = EVENT_AS(&books.events[i], prize_identified);
        struct date own = identified->born;
        identified->born = (struct date){2020, 1, 1};
        assert_int_equal(look_over(books.event_count, why), i);
        assert_non_null(strstr(why, "is too young"));
        identified->born = own;
        tried++;
    }
    assert_true(tried > 0);
}

static void a_fee_that_nobody_can_have_paid_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    unsigned tried = 0;
    (void)state;
    for (unsigned i = 0; i < books.event_count; i++) {
        if (books.events[i].kind != EVENT_AWARDED || EVENT_AS(&books.events[i], awarded)->prize_count == 0)
            continue;
        /* NOLINTNEXTLINE(performance-no-int-to-ptr): it was not made constant, only shown as such */
        int64_t *fee = (int64_t *)(uintptr_t)&EVENT_AS(&books.events[i], awarded)->prizes[0].fee, own = *fee;
        *fee = -1;
        assert_int_equal(look_over(books.event_count, why), i);
        *fee = own;
        tried++;
    }
    assert_true(tried > 0);
}

/* Whoever is on the exclusion list does not bet behind a seat either. */
static void one_who_is_excluded_and_plays_is_found(void **state)
{
    char why[FAULT_WORDS_SIZE];
    struct backline_bet bet = {.seat = 1};
    unsigned tried = 0;
    (void)state;
    for (unsigned i = 0; i < books.event_count && tried == 0; i++) {
        struct event *event = &books.events[i];
        const struct patron_recorded *recorded =
            event->kind == EVENT_PATRON_RECORDED ? EVENT_AS(event, patron_recorded) : NULL;
        if (recorded && recorded->excluded)
            bet.patron = recorded->patron;
        else if (recorded && text_equal(recorded->patron, bet.patron))
            bet.patron = text_of("");
        if (event->kind != EVENT_ROUND_STARTED || bet.patron.length == 0)
            continue;
        const struct round_started own = *EVENT_AS(event, round_started);
        EVENT_AS(event, round_started)->backline = &bet;
        EVENT_AS(event, round_started)->backline_count = 1;
        assert_int_equal(look_over(books.event_count, why), i);
        assert_non_null(strstr(why, "is on the exclusion list and plays"));
        *EVENT_AS(event, round_started) = own;
        tried++;
    }
    assert_true(tried > 0);
}

static void every_event_is_known_to_the_model(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (!auditor_knows((enum event_kind)kind))
            fail_msg("the model does not know %s", event_name((enum event_kind)kind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_known_to_the_model),
        cmocka_unit_test(the_auditor_agrees_with_the_books),
        cmocka_unit_test(a_cent_more_in_any_movement_is_found),
        cmocka_unit_test(an_event_that_is_left_out_is_found),
        cmocka_unit_test(fees_for_hours_that_are_told_otherwise_are_found),
        cmocka_unit_test(a_command_that_is_done_twice_is_found),
        cmocka_unit_test(one_person_in_place_of_two_is_found),
        cmocka_unit_test(a_prize_that_is_a_cent_more_is_found),
        cmocka_unit_test(a_winner_who_is_a_child_is_found),
        cmocka_unit_test(a_fee_that_nobody_can_have_paid_is_found),
        cmocka_unit_test(one_who_is_excluded_and_plays_is_found),
    };
    return cmocka_run_group_tests_name("auditor model", tests, open_books, close_books);
}
