/*
 * A floor on a disk that fails, and with memory that runs out.
 *
 * A short life of a house, from a round to a paid jackpot and the fees of some hours, is lived again and again from the same
 * books. Each time something happens at another operation of the disk (store/faulty_files_test.h), or at another
 * allocation: of the database, or of our own code, whose calls of malloc the linker leads here. Whoever asked and was not
 * answered asks again, as a client would.
 *
 * Then the store is opened on a good disk. Every command that was acknowledged is known there, the rest of the life can be
 * lived from there on, the state at its end is what it would have been without the mishap, and the audit finds nothing.
 */
#include "books/books_test.h"
#include "store/faulty_life_test.h"

/* ------------------------------------------------------------------------------------------ our own memory */

static struct {
    unsigned at, counted; /* the allocation that fails, from 1; 0 is never */
    bool lasts;           /* and all that follow */
} own_memory;

static bool own_memory_fails(void)
{
    if (own_memory.at == 0)
        return false;
    own_memory.counted++;
    return own_memory.lasts ? own_memory.counted >= own_memory.at : own_memory.counted == own_memory.at;
}

void *real_malloc(size_t size) __asm__("__real_malloc");
void *real_calloc(size_t count, size_t size) __asm__("__real_calloc");
void *real_realloc(void *bytes, size_t size) __asm__("__real_realloc");
void *our_malloc(size_t size) __asm__("__wrap_malloc");
void *our_calloc(size_t count, size_t size) __asm__("__wrap_calloc");
void *our_realloc(void *bytes, size_t size) __asm__("__wrap_realloc");

void *our_malloc(size_t size)
{
    return own_memory_fails() ? NULL : real_malloc(size);
}

void *our_calloc(size_t count, size_t size)
{
    return own_memory_fails() ? NULL : real_calloc(count, size);
}

void *our_realloc(void *bytes, size_t size)
{
    return own_memory_fails() ? NULL : real_realloc(bytes, size);
}

/* ------------------------------------------------------------------------------------------ a life */

static const char *const lines[] = {
    "start-round C4-1 fees 1,2 by dana",
    "claim-hand C4-1 seat 1 offer bonus-hand by dana",
    "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam",
    "authorise 1 by sue",
    "pay 1 in check by cy",
    "end-round C4-1 by dana",
    "clock 2026-11-02T15:30:00-08:00",
    "start-round C4-1 fees 1,2,3 by dana",
};
enum { LINES = sizeof lines / sizeof lines[0], ATTEMPTS = 3, COPY_SIZE = 1 << 16 };

static bool acknowledged[LINES]; /* in this life */

static const char *id_of(unsigned number)
{
    static char id[16];
    (void)snprintf(id, sizeof id, "k%u", number);
    return id;
}

static void feel(unsigned *failures, enum status status, const struct fault *fault)
{
    ++*failures;
    assert_true(status == STATUS_IO || status == STATUS_NO_MEMORY);
    assert_true(fault->words[0] != '\0');
}

/* Who is not answered asks the same keeper again, then a new one. What cannot be done then is left, with all that follows. */
static unsigned live(const struct store_place *place)
{
    struct books books = {0};
    unsigned failures = 0;
    memset(acknowledged, 0, sizeof acknowledged);
    for (unsigned i = 0; i < LINES; i++) {
        enum status status = STATUS_IO;
        for (unsigned attempt = 0; attempt < ATTEMPTS && status != STATUS_OK; attempt++) {
            if (!books.keeper) {
                status = books_try_open(&books, place, &(struct keeper_options){.mode = STORE_EXISTING});
                if (status != STATUS_OK) {
                    feel(&failures, status, &books.fault);
                    continue;
                }
            }
            status = books_try(&books, id_of(i), lines[i]);
            if (status != STATUS_OK)
                feel(&failures, status, &books.fault);
            if (status != STATUS_OK && attempt == 1)
                books_close(&books);
        }
        if (status != STATUS_OK)
            break;
        assert_true(books.reply.outcome != KEEPER_REFUSED);
        acknowledged[i] = true;
    }
    books_close(&books);
    return failures;
}

/* ------------------------------------------------------------------------------------------ afterwards */

static struct arena arena;         /* of the texts below */
static struct text books_as_begun; /* the file */
static struct text state_at_end;

static void write_file(const char *path, struct text bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.bytes, 1, bytes.length, file), bytes.length);
    assert_int_equal(fclose(file), 0);
}

/* On a good disk. */
static void assert_recovered(const struct store_place *place)
{
    struct books books;
    books_open_with(&books, place, &(struct keeper_options){.mode = STORE_EXISTING});
    for (unsigned i = 0; i < LINES; i++) {
        if (books_try(&books, id_of(i), lines[i]) != STATUS_OK)
            fail_msg("%s", books.fault.words);
        if (books.reply.outcome == KEEPER_REFUSED)
            fail_msg("%s: %s", lines[i], books.reply.ruling.words);
        if (acknowledged[i])
            assert_int_equal(books.reply.outcome, KEEPER_REPEATED);
    }
    assert_true(text_equal(books_state(books.keeper, &arena), state_at_end));
    books_close(&books);
    assert_whole(place);
}

static struct store_place fresh_books(void)
{
    struct store_place place = place_make(false, "keeper_fault_test");
    write_file(place_file(&place), books_as_begun);
    return place;
}

static int begin(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "keeper_fault_test");
    struct books books;
    struct findings findings;
    arena_init(&arena, (size_t)1 << 30);
    disk_set(NONE, 0, 1);
    books_open(&books, &place);
    books_begin(&books);
    books_close(&books);
    findings_init(&findings, &arena, 8);
    assert_int_equal(files_read(place_file(&place), 64 << 20, &arena, &findings, &books_as_begun), STATUS_OK);
    assert_int_equal(live(&place), 0);
    books_open_with(&books, &place, &(struct keeper_options){.mode = STORE_READ_ONLY});
    state_at_end = books_state(books.keeper, &arena);
    books_close(&books);
    assert_whole(&place);
    place_remove(&place);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* ------------------------------------------------------------------------------------------ disks */

static const struct faulty_life life = {fresh_books, live, assert_recovered};

/* As if a program that knew no version had made the tables. */
static struct store_place fresh_books_of_another_version(void)
{
    struct store_place place = fresh_books();
    place_sql(&place, "DELETE FROM store_table WHERE name = 'store_table'; DELETE FROM meter;"
                      "ALTER TABLE award ADD COLUMN weather TEXT;"
                      "UPDATE store_table SET columns = columns || ', weather text' WHERE name = 'award'");
    return place;
}

/* The tables are those of the other version, or anew: nothing is wrong in either case. */
static void assert_rebuilt(const struct store_place *place)
{
    assert_whole(place);
    assert_recovered(place);
}

static const struct faulty_life rebuilt_life = {fresh_books_of_another_version, live, assert_rebuilt};

static void try_rebuilding(enum mishap mishap, unsigned step)
{
    struct faulty_trials trials = try_disk(&rebuilt_life, mishap, step);
    assert_true(trials.tried > 3);
    assert_true(trials.felt > 0);
}

static void a_mishap_while_tables_are_made_anew_loses_nothing(void **state)
{
    (void)state;
    try_rebuilding(WRITE_FAILS, faults_step(5));
    try_rebuilding(WRITE_SHORT, faults_step(5));
    try_rebuilding(DISK_FULL, faults_step(3));
    try_rebuilding(SYNC_FAILS, faults_step(2));
    try_rebuilding(POWER_LOSS, faults_step(3));
}

static void memory_of_the_database_that_runs_out_while_tables_are_made_anew_loses_nothing(void **state)
{
    (void)state;
    assert_true(try_memory_of_sqlite(&rebuilt_life, faults_step(61)).felt > 10);
}

static void try_everywhere(enum mishap mishap, unsigned step)
{
    struct faulty_trials trials = try_disk(&life, mishap, step);
    assert_true(trials.tried > 3);
    assert_true(trials.felt > 0);
}

static void a_write_that_fails_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(WRITE_FAILS, faults_step(3));
}

static void a_write_cut_short_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(WRITE_SHORT, faults_step(3));
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(DISK_FULL, faults_step(3));
}

static void a_sync_that_fails_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(SYNC_FAILS, faults_step(2));
}

static void a_loss_of_power_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(POWER_LOSS, faults_step(2));
}

/* ------------------------------------------------------------------------------------------ memory */

static void memory_of_the_database_that_runs_out_loses_nothing(void **state)
{
    (void)state;
    assert_true(try_memory_of_sqlite(&life, faults_step(37)).felt > 10);
}

/* Each allocation of ours while one command is done, in turn; `before` are done in peace. */
static void try_memory(unsigned before, bool lasts)
{
    unsigned failures = 0;
    struct store_place place = fresh_books();
    disk_set(NONE, 0, 1);
    for (unsigned at = 1;; at++) {
        struct books books;
        struct keeper_reply reply;
        write_file(place_file(&place), books_as_begun);
        books_open_with(&books, &place, &(struct keeper_options){.mode = STORE_EXISTING});
        for (unsigned i = 0; i < before; i++)
            books_ask(&books, id_of(i), lines[i], KEEPER_DONE);
        uint64_t sequence = keeper_sequence(books.keeper);
        /* Another keeper, whose arenas are empty. */
        books_close(&books);
        books_open_with(&books, &place, &(struct keeper_options){.mode = STORE_EXISTING});
        struct command command = books_command(&books, id_of(before), lines[before]);
        own_memory.counted = 0;
        own_memory.lasts = lasts;
        own_memory.at = at;
        enum status status = keeper_do(books.keeper, &command, &reply, &books.fault);
        bool beyond = own_memory.counted < at;
        own_memory.at = 0;
        if (status != STATUS_OK) {
            assert_int_equal(status, STATUS_NO_MEMORY);
            assert_true(books.fault.words[0] != '\0');
            assert_int_equal(place_sql(&place, "SELECT max(sequence) FROM event"), sequence);
            failures++;
        }
        memset(acknowledged, 0, sizeof acknowledged);
        for (unsigned i = 0; i < before; i++)
            acknowledged[i] = true;
        acknowledged[before] = status == STATUS_OK;
        /* The same keeper can be asked again. */
        books_ask(&books, id_of(before), lines[before], status == STATUS_OK ? KEEPER_REPEATED : KEEPER_DONE);
        books_close(&books);
        assert_recovered(&place);
        if (beyond)
            break;
    }
    place_remove(&place);
    assert_true(failures > 2);
}

static void memory_that_runs_out_in_a_round_loses_nothing(void **state)
{
    (void)state;
    try_memory(0, false);
    try_memory(0, true);
}

static void memory_that_runs_out_in_an_award_loses_nothing(void **state)
{
    (void)state;
    try_memory(3, false);
    try_memory(3, true);
}

int main(void)
{
    memory_install();
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_that_fails_loses_nothing),
        cmocka_unit_test(a_write_cut_short_loses_nothing),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_sync_that_fails_loses_nothing),
        cmocka_unit_test(a_loss_of_power_loses_nothing),
        cmocka_unit_test(a_mishap_while_tables_are_made_anew_loses_nothing),
        cmocka_unit_test(memory_of_the_database_that_runs_out_while_tables_are_made_anew_loses_nothing),
        cmocka_unit_test(memory_of_the_database_that_runs_out_loses_nothing),
        cmocka_unit_test(memory_that_runs_out_in_a_round_loses_nothing),
        cmocka_unit_test(memory_that_runs_out_in_an_award_loses_nothing),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
