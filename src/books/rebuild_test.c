/*
 * Report tables that another version of the program made: who writes makes them anew from the events, who reads does without them.
 */
#include "books/rebuild.h"

#include "books/access_event.h"
#include "books/audit_day_test.h"
#include "books/report_rows.h"

#include <signal.h>
#include <sodium.h>
#include <sys/wait.h>

/* ------------------------------------------------------------------------------------------ another version */

/* As if a program had made the tables that knew no version, one table less, and a table and a column that nobody knows now. */
static void make_other_tables(const struct store_place *place)
{
    place_sql(place, "DELETE FROM store_table WHERE name IN ('store_table', 'incident')");
    place_sql(place, "DROP TABLE incident");
    place_sql(place, "ALTER TABLE award ADD COLUMN weather TEXT");
    place_sql(place, "UPDATE store_table SET columns = columns || ', weather text' WHERE name = 'award'");
    place_sql(place,
              "CREATE TABLE \"posting\" (stream BIGINT NOT NULL, sequence BIGINT NOT NULL, cents BIGINT)");
    place_sql(place, "INSERT INTO store_table VALUES ('posting', 'cents integer')");
    place_sql(place, "DELETE FROM meter");
}

static bool has_other_tables(const struct store_place *place)
{
    long long declared =
        place_sql(place, "SELECT count(*) FROM store_table WHERE name IN ('posting', 'store_table')");
    assert_int_equal(declared, 1);
    return place_sql(place, "SELECT count(*) FROM store_table WHERE name = 'posting'") == 1;
}

static struct audit audit_of(const struct store_place *place)
{
    static struct audit audit;
    books_audit(place, &audit);
    if (audit.finding_count > 0)
        fail_msg("%s", audit.findings[0].words);
    return audit;
}

/* Every row is there, and none beside. */
static void assert_made_anew(const struct store_place *place, uint64_t rows)
{
    struct audit audit = audit_of(place);
    assert_false(audit.tables_differ);
    assert_int_equal(audit.rows, rows);
    assert_false(has_other_tables(place));
}

struct progress {
    unsigned calls;
    uint64_t first_all, last_done, last_all;
    unsigned killed_at; /* call; 0: never */
};

static void note_progress(void *context, uint64_t done, uint64_t all)
{
    struct progress *progress = context;
    if (progress->calls++ == 0) {
        assert_int_equal(done, 0);
        progress->first_all = all;
    }
    assert_true(done >= progress->last_done && done <= all);
    progress->last_done = done;
    progress->last_all = all;
    if (progress->calls == progress->killed_at)
        raise(SIGKILL);
}

/* ------------------------------------------------------------------------------------------ opening */

static void who_opens_the_books_for_writing_makes_the_tables_anew(void **state)
{
    struct audit_day day;
    struct progress progress = {.calls = 0};
    struct books books;
    audit_day_play(&day, state);
    uint64_t rows = audit_of(&day.place).rows;
    assert_true(rows > 30);
    make_other_tables(&day.place);
    books_open_with(&books, &day.place,
                    &(struct keeper_options){.mode = STORE_EXISTING,
                                             .rebuilding = note_progress,
                                             .rebuilding_context = &progress});
    assert_true(progress.calls >= 2);
    assert_int_equal(progress.first_all, day.last);
    assert_int_equal(progress.last_done, day.last);
    assert_made_anew(&day.place, rows);
    /* The house goes on, and is not made anew again. */
    books_do(&books, "clock 2026-11-03T12:00:00-08:00");
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    books_close(&books);
    assert_whole(&day.place);
    progress.calls = 0;
    books_open_with(&books, &day.place,
                    &(struct keeper_options){.mode = STORE_EXISTING,
                                             .rebuilding = note_progress,
                                             .rebuilding_context = &progress});
    assert_int_equal(progress.calls, 0);
    books_close(&books);
    place_remove(&day.place);
}

/* More events than are written together, many under way, and a snapshot that saves the keeper from reading them. */
static void long_books_are_made_anew_as_well(void **state)
{
    enum { ROUNDS = 400 };
    struct audit_day day;
    struct progress progress = {.calls = 0};
    struct books books;
    audit_day_play(&day, state);
    books_open(&books, &day.place);
    books_do(&books, "clock 2026-11-03T12:00:00-08:00");
    uint64_t before = keeper_sequence(books.keeper);
    for (unsigned i = 0; i < ROUNDS; i++) {
        books_do(&books, "start-round C4-1 fees 1,2 by dana");
        books_do(&books, "end-round C4-1 by dana");
    }
    if (keeper_save(books.keeper, &books.fault) != STATUS_OK)
        fail_msg("%s", books.fault.words);
    books_close(&books);
    uint64_t rows = audit_of(&day.place).rows;
    make_other_tables(&day.place);
    books_open_with(&books, &day.place,
                    &(struct keeper_options){.mode = STORE_EXISTING,
                                             .in_flight = 8,
                                             .rebuilding = note_progress,
                                             .rebuilding_context = &progress});
    assert_true(progress.calls > 4);
    assert_int_equal(progress.last_done, progress.last_all);
    assert_int_equal(progress.last_all, before + 2 * ROUNDS);
    assert_made_anew(&day.place, rows);
    books_close(&books);
    place_remove(&day.place);
}

/* The stream of the door has no rows, and the other house has its own. */
static void every_house_of_the_store_gets_its_rows(void **state)
{
    struct audit_day day;
    struct books books;
    audit_day_play(&day, state);
    struct store *store = place_open(&day.place);
    append_one(store, access_stream, 0, "", "{}");
    store_close(store);
    books_open_with(&books, &day.place,
                    &(struct keeper_options){.mode = STORE_EXISTING, .stream = text_of("annex")});
    books_begin(&books);
    books_close(&books);
    long long meters = place_sql(&day.place, "SELECT count(*) FROM meter"),
              annex = place_sql(&day.place, "SELECT count(*) FROM meter WHERE stream = "
                                            "(SELECT id FROM stream WHERE name = 'annex')");
    assert_true(annex > 0 && meters > annex);
    make_other_tables(&day.place);
    books_open(&books, &day.place);
    books_close(&books);
    assert_int_equal(place_sql(&day.place, "SELECT count(*) FROM meter"), meters);
    assert_int_equal(place_sql(&day.place, "SELECT count(*) FROM meter WHERE stream = "
                                           "(SELECT id FROM stream WHERE name = 'annex')"),
                     annex);
    place_remove(&day.place);
}

/* ------------------------------------------------------------------------------------------ a newer program */

/* The bytes of the file that holds the store; in PostgreSQL how many rows there are. */
static uint64_t digest_of(const struct store_place *place)
{
    if (place->postgres)
        return (uint64_t)place_sql(place,
                                   "SELECT (SELECT count(*) FROM event) * 1000000 + (SELECT count(*) FROM "
                                   "account) * 1000 + (SELECT count(*) FROM snapshot)");
    FILE *file = fopen(place_file(place), "rb");
    uint64_t digest = 1469598103934665603u;
    assert_non_null(file);
    for (int byte = getc(file); byte != EOF; byte = getc(file))
        digest = (digest ^ (uint64_t)byte) * 1099511628211u;
    assert_int_equal(fclose(file), 0);
    return digest;
}

static void assert_refused_untouched(const struct store_place *place, const char *words)
{
    static const enum store_mode modes[] = {STORE_CREATE, STORE_EXISTING, STORE_READ_ONLY};
    uint64_t before = digest_of(place);
    for (unsigned i = 0; i < 3; i++) {
        struct books books;
        assert_int_equal(books_try_open(&books, place, &(struct keeper_options){.mode = modes[i]}),
                         STATUS_INVALID);
        assert_string_equal(books.fault.words, words);
        books_close(&books);
        assert_int_equal(digest_of(place), before);
    }
}

static void append_to_house(const struct store_place *place, uint64_t last, const char *kind,
                            const char *payload)
{
    struct store *store = place_open(place);
    const struct store_event event = {text_of(kind), text_of(""), text_of(payload)};
    append_batch(store,
                 &(struct store_batch){
                     .stream = text_of("house"), .expected = last, .events = &event, .event_count = 1});
    store_close(store);
}

static void an_event_of_a_newer_program_is_refused_and_the_store_untouched(void **state)
{
    static const struct {
        const char *kind, *payload, *words;
    } cases[] = {
        {"weather-changed", "{}",
         "event %llu: this version does not know events of the kind \"weather-changed\": a newer version of "
         "cardroom wrote it. Use that version"},
        {"clock", "{\"at\":\"2026-12-03T14:30:00Z\",\"moon\":\"full\"}",
         "event %llu: this is no field of \"clock\". If a newer version of cardroom wrote it, use that "
         "version"},
    };
    for (unsigned i = 0; i < 2; i++)
        for (unsigned other = 0; other < 2; other++) {
            struct audit_day day;
            char words[FAULT_WORDS_SIZE];
            audit_day_play(&day, state);
            append_to_house(&day.place, day.last, cases[i].kind, cases[i].payload);
            if (other) /* the tables would be made anew, and are not either */
                make_other_tables(&day.place);
            (void)snprintf(words, sizeof words, cases[i].words, (unsigned long long)day.last + 1);
            assert_refused_untouched(&day.place, words);
            place_remove(&day.place);
        }
}

static void a_snapshot_of_a_newer_program_is_refused_and_the_store_untouched(void **state)
{
    static struct audit audit;
    struct audit_day day;
    char words[FAULT_WORDS_SIZE];
    audit_day_play(&day, state);
    audit_day_save_snapshot(&day, "{\"snapshot\":{\"format\":999,\"moons\":2}}\n");
    (void)snprintf(
        words, sizeof words,
        "the snapshot after event %llu is of a form that this version does not know: a newer version "
        "of cardroom wrote it. Use that version",
        (unsigned long long)day.last);
    assert_refused_untouched(&day.place, words);
    books_audit(&day.place, &audit);
    assert_int_equal(audit.finding_count, 1);
    assert_non_null(strstr(audit.findings[0].words, "is of a form that this version does not know"));
    place_remove(&day.place);
}

/* Nobody uses it, because the events say the same. */
static void a_snapshot_of_an_earlier_program_is_passed_over(void **state)
{
    struct audit_day day;
    struct books books;
    audit_day_play(&day, state);
    audit_day_save_snapshot(&day, "{\"snapshot\":{\"format\":2,\"moons\":2}}\n");
    assert_int_equal(audit_of(&day.place).snapshots, 0);
    books_open(&books, &day.place);
    assert_int_equal(keeper_sequence(books.keeper), day.last);
    books_close(&books);
    place_remove(&day.place);
}

/* ------------------------------------------------------------------------------------------ reading */

static void who_reads_does_without_the_tables(void **state)
{
    struct audit_day day;
    struct books books;
    audit_day_play(&day, state);
    make_other_tables(&day.place);
    books_open_with(&books, &day.place, &(struct keeper_options){.mode = STORE_READ_ONLY});
    assert_int_equal(keeper_sequence(books.keeper), day.last);
    books_close(&books);
    struct audit audit = audit_of(&day.place);
    assert_true(audit.tables_differ);
    assert_int_equal(audit.tables_version, 0);
    assert_int_equal(audit.events, day.last);
    assert_int_equal(audit.rows, 0);
    assert_true(has_other_tables(&day.place));
    place_remove(&day.place);
}

/* What is no table for reports is looked at, whatever version they are of. */
static void the_audit_still_finds_what_is_wrong_around_them(void **state)
{
    static struct audit audit;
    struct audit_day day;
    audit_day_play(&day, state);
    make_other_tables(&day.place);
    place_sql(&day.place, "CREATE TABLE mine (a BIGINT)");
    place_sql(&day.place, "UPDATE event SET payload = replace(payload, 'C4-1', 'C4-2') WHERE sequence = 16");
    books_audit(&day.place, &audit);
    assert_true(audit.finding_count >= 2);
    bool table = false, event = false;
    for (unsigned i = 0; i < audit.finding_count; i++) {
        table |= strstr(audit.findings[i].words, "table mine is none of the store's") != NULL;
        event |= audit.findings[i].sequence == 16;
    }
    assert_true(table && event);
    place_remove(&day.place);
}

static void tables_of_a_newer_program_are_left_alone(void **state)
{
    struct audit_day day;
    struct books books;
    audit_day_play(&day, state);
    place_sql(&day.place, "UPDATE store_table SET columns = '999' WHERE name = 'store_table'");
    assert_int_equal(books_try_open(&books, &day.place, &(struct keeper_options){.mode = STORE_EXISTING}),
                     STATUS_INVALID);
    assert_non_null(strstr(books.fault.words, "a newer version of cardroom made them. Use that version"));
    books_close(&books);
    struct audit audit = audit_of(&day.place);
    assert_true(audit.tables_differ);
    assert_int_equal(audit.tables_version, 999);
    place_remove(&day.place);
}

/* ------------------------------------------------------------------------------------------ failures */

/* The transaction is not over at any call. */
static void a_program_that_is_killed_leaves_the_tables_as_they_were(void **state)
{
    struct audit_day day;
    audit_day_play(&day, state);
    uint64_t rows = audit_of(&day.place).rows;
    make_other_tables(&day.place);
    for (unsigned call = 1; call <= 2; call++) {
        (void)fflush(stdout);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct progress progress = {.killed_at = call};
            struct books books;
            (void)books_try_open(&books, &day.place,
                                 &(struct keeper_options){.mode = STORE_EXISTING,
                                                          .rebuilding = note_progress,
                                                          .rebuilding_context = &progress});
            _exit(1);
        }
        int end;
        assert_int_equal(waitpid(child, &end, 0), child);
        assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL);
        assert_true(has_other_tables(&day.place));
        assert_true(audit_of(&day.place).tables_differ);
        assert_int_equal(place_sql(&day.place, "SELECT count(*) FROM meter"), 0);
    }
    struct books books;
    books_open(&books, &day.place);
    books_close(&books);
    assert_made_anew(&day.place, rows);
    place_remove(&day.place);
}

static void an_event_that_cannot_be_applied_is_named_and_the_tables_stay(void **state)
{
    struct audit_day day;
    struct books books;
    audit_day_play(&day, state);
    make_other_tables(&day.place);
    place_sql(&day.place, "UPDATE event SET payload = '{}' WHERE sequence = 16");
    assert_int_equal(books_try_open(&books, &day.place, &(struct keeper_options){.mode = STORE_EXISTING}),
                     STATUS_INVALID);
    assert_true(strncmp(books.fault.words, "event 16: ", strlen("event 16: ")) == 0);
    books_close(&books);
    assert_true(has_other_tables(&day.place));
    place_remove(&day.place);
}

/* ------------------------------------------------------------------------------------------ the version */

static void hash_text(crypto_generichash_state *hash, const char *words)
{
    (void)crypto_generichash_update(hash, (const unsigned char *)words, strlen(words) + 1);
}

/* A digest of all that a program declares. Whoever changes a declaration changes the version, and then the digest here. */
static void a_changed_declaration_is_a_new_version(void **state)
{
    static const char digests[][33] = {[1] = "2ba9e542ff28ec6840d157392acc0228",
                                       [2] = "0008256e44b56e670bb655db38945e86",
                                       [3] = "13b2fdcff8752e6e0cb7b8d370d6d137",
                                       [4] = "e9874a708b1b3be3d47660a49ac147be"};
    crypto_generichash_state hash;
    unsigned char digest[16];
    char words[33];
    (void)state;
    (void)crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    for (unsigned i = 0; i < REPORT_TABLES; i++) {
        const struct store_table *table = &report_tables[i];
        char number[32];
        hash_text(&hash, table->name);
        (void)snprintf(number, sizeof number, "%u of %u", table->key_count, table->column_count);
        hash_text(&hash, number);
        for (unsigned k = 0; k < table->column_count; k++) {
            hash_text(&hash, table->columns[k].name);
            hash_text(&hash, table->columns[k].type == STORE_INTEGER ? "integer" : "text");
        }
    }
    for (unsigned i = 0; i < report_view_count; i++) {
        hash_text(&hash, report_views[i].name);
        hash_text(&hash, report_views[i].sqlite);
        hash_text(&hash, report_views[i].postgres);
    }
    (void)crypto_generichash_final(&hash, digest, sizeof digest);
    (void)sodium_bin2hex(words, sizeof words, digest, sizeof digest);
    assert_int_equal(REPORT_VERSION, sizeof digests / sizeof digests[0] - 1);
    assert_string_equal(words, digests[REPORT_VERSION]);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(who_opens_the_books_for_writing_makes_the_tables_anew),
        cmocka_unit_test(long_books_are_made_anew_as_well),
        cmocka_unit_test(every_house_of_the_store_gets_its_rows),
        cmocka_unit_test(an_event_of_a_newer_program_is_refused_and_the_store_untouched),
        cmocka_unit_test(a_snapshot_of_a_newer_program_is_refused_and_the_store_untouched),
        cmocka_unit_test(a_snapshot_of_an_earlier_program_is_passed_over),
        cmocka_unit_test(who_reads_does_without_the_tables),
        cmocka_unit_test(the_audit_still_finds_what_is_wrong_around_them),
        cmocka_unit_test(tables_of_a_newer_program_are_left_alone),
        cmocka_unit_test(a_program_that_is_killed_leaves_the_tables_as_they_were),
        cmocka_unit_test(an_event_that_cannot_be_applied_is_named_and_the_tables_stay),
        cmocka_unit_test(a_changed_declaration_is_a_new_version),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
