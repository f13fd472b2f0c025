/* Backups and copies of a house: made while it runs, restored, refused. On both engines. */
#include "books/backup.h"

#include "books/books_test.h"

#include <sys/stat.h>

static const struct instant noon = {INT64_C(1793649600000)};

/* A place for a file beside the places of the tests. */
struct shelf {
    struct store_place place;
    char path[600];
};

static struct shelf shelf_make(void)
{
    struct shelf shelf = {.place = place_make(false, "backup_shelf")};
    (void)snprintf(shelf.path, sizeof shelf.path, "%s", place_file(&shelf.place));
    return shelf;
}

static void assert_empty(const struct shelf *shelf)
{
    char name[700];
    assert_int_equal(access(shelf->path, F_OK), -1);
    (void)snprintf(name, sizeof name, "%s.unfinished", shelf->path);
    assert_int_equal(access(name, F_OK), -1);
}

static enum status back_up(const struct store_place *place, const char *to, struct backup *backup,
                           struct fault *fault)
{
    const struct backup_options options = {.store = text_of(place->address), .to = text_of(to), .now = noon};
    return backup_make(&options, backup, fault);
}

static void must_back_up(const struct store_place *place, const char *to)
{
    static struct backup backup;
    struct fault fault = {0};
    if (back_up(place, to, &backup, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    if (backup.audit.finding_count > 0)
        fail_msg("%s", backup.audit.findings[0].words);
    assert_true(backup.made);
}

static struct store_place open_house(void **state, struct books *books)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "backup_test");
    books_open(books, &place);
    books_begin(books);
    return place;
}

static struct text state_of(const struct store_place *place, struct arena *arena)
{
    struct books books;
    books_open_with(&books, place, &(struct keeper_options){.mode = STORE_READ_ONLY});
    struct text bytes = books_state(books.keeper, arena);
    books_close(&books);
    return bytes;
}

/* ------------------------------------------------------------------------------------------ backup and restore */

static void a_house_goes_on_from_its_backup(void **state)
{
    struct books books;
    struct arena arena;
    struct store_place place = open_house(state, &books);
    struct shelf shelf = shelf_make();
    arena_init(&arena, 64 << 20);
    books_royal_flush(&books);
    struct text then = books_state(books.keeper, &arena);
    must_back_up(&place, shelf.path); /* the house is open */
    books_do(&books, "start-round C4-1 fees 1,3 by dana");
    books_do(&books, "end-round C4-1 by dana");
    assert_true(text_compare(then, books_state(books.keeper, &arena)) != 0);
    books_close(&books);
    assert_whole(&place);
    place_remove(&place); /* the original is gone */
    struct stat found;
    assert_int_equal(stat(shelf.path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_whole(&shelf.place);
    assert_true(text_equal(then, state_of(&shelf.place, &arena)));
    books_open_with(&books, &shelf.place, &(struct keeper_options){.mode = STORE_EXISTING});
    books_do(&books, "start-round C4-1 fees 1,3 by dana");
    books_do(&books, "end-round C4-1 by dana");
    books_close(&books);
    assert_whole(&shelf.place);
    arena_release(&arena);
    place_remove(&shelf.place);
}

/* Commands that are done while the backup is made, as by a server beside. */
struct day {
    struct books *books;
    unsigned rounds;
};

static void play_on(void *context, enum backup_stage stage, uint64_t done, uint64_t all)
{
    struct day *day = context;
    assert_true(stage <= BACKUP_CHECKING && done <= all);
    books_do(day->books, "start-round C4-1 fees 1,2 by dana");
    books_do(day->books, "end-round C4-1 by dana");
    day->rounds++;
}

static void a_backup_is_of_one_moment_while_commands_go_on(void **state)
{
    static struct backup backup;
    struct books books;
    struct store_place place = open_house(state, &books);
    struct shelf shelf = shelf_make();
    struct fault fault = {0};
    struct day day = {.books = &books};
    const struct backup_options options = {.store = text_of(place.address),
                                           .to = text_of(shelf.path),
                                           .now = noon,
                                           .progress = play_on,
                                           .context = &day};
    uint64_t before = keeper_sequence(books.keeper);
    if (backup_make(&options, &backup, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(backup.made && day.rounds > 1);
    assert_int_equal(backup.audit.events, before);
    assert_int_equal(keeper_sequence(books.keeper), before + 2 * (uint64_t)day.rounds);
    books_close(&books);
    assert_whole(&place);
    assert_whole(&shelf.place);
    place_remove(&shelf.place);
    place_remove(&place);
}

/* ------------------------------------------------------------------------------------------ the last backup */

static void the_store_says_when_its_last_backup_was_made(void **state)
{
    static struct backup backup;
    struct books books;
    struct arena arena;
    struct backup_made last;
    struct fault fault = {0};
    bool found = true;
    struct store_place place = open_house(state, &books);
    struct shelf first = shelf_make(), second = shelf_make();
    arena_init(&arena, 1 << 20);
    assert_int_equal(backup_last(text_of(place.address), &arena, &last, &found, &fault), STATUS_OK);
    assert_false(found);
    must_back_up(&place, first.path);
    assert_int_equal(back_up(&place, second.path, &backup, &fault), STATUS_OK);
    if (backup_last(text_of(place.address), &arena, &last, &found, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(found);
    assert_int_equal(last.at.ms, noon.ms);
    char *whole = realpath(second.path, NULL);
    assert_true(text_equal(last.place, text_of(whole)));
    free(whole);
    struct stat file;
    assert_int_equal(stat(second.path, &file), 0);
    assert_int_equal(last.bytes, file.st_size);
    assert_int_equal(last.head_count, 2); /* the house, and the upkeep with the first backup */
    assert_true(text_equal(last.heads[0].stream, text_of("house")));
    assert_int_equal(last.heads[0].sequence, (int64_t)keeper_sequence(books.keeper));
    assert_true(text_equal(last.heads[0].hash, text_of(backup.audit.head)));
    assert_true(text_equal(last.heads[1].stream, text_of("upkeep")));
    assert_int_equal(last.heads[1].sequence, 1);
    /* A backup has the events of those before it. */
    assert_int_equal(backup_last(text_of(first.place.address), &arena, &last, &found, &fault), STATUS_OK);
    assert_false(found);
    assert_int_equal(backup_last(text_of(second.place.address), &arena, &last, &found, &fault), STATUS_OK);
    assert_true(found);
    books_close(&books);
    assert_whole(&place);
    arena_release(&arena);
    place_remove(&first.place);
    place_remove(&second.place);
    place_remove(&place);
}

/* The log is cut and goes on otherwise, with correct hashes: the backup knows better. */
static void a_log_that_is_written_anew_does_not_fit_its_backup(void **state)
{
    static struct audit audit;
    struct books books;
    struct store_place place = open_house(state, &books);
    struct shelf shelf = shelf_make();
    must_back_up(&place, shelf.path);
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    books_close(&books);
    assert_whole(&place);
    char sql[512];
    (void)snprintf(
        sql, sizeof sql,
        "UPDATE stream SET sequence = sequence - 2 WHERE name = 'house';"
        "UPDATE stream SET hash = (SELECT event.hash FROM event WHERE event.stream = stream.id AND "
        "event.sequence = stream.sequence) WHERE name = 'house'");
    place_sql(&place, sql);
    place_sql(&place, "DELETE FROM event WHERE sequence > (SELECT sequence FROM stream WHERE name = 'house') "
                      "AND stream = (SELECT id FROM stream WHERE name = 'house')");
    books_audit(&place, &audit);
    bool found = false;
    for (unsigned i = 0; i < audit.finding_count; i++)
        found = found ||
                strstr(audit.findings[i].words, "the stream upkeep: event 1 says that a backup has event");
    assert_true(found);
    place_remove(&shelf.place);
    place_remove(&place);
}

static void an_event_that_is_none_of_the_upkeep_is_a_finding(void **state)
{
    static const char *const payloads[] = {
        "{}",
        "{\"at\":\"2026-11-02T20:00:00Z\",\"place\":\"/b\",\"bytes\":1,\"heads\":[]}",
        "{\"at\":\"2026-11-02T20:00:00Z\",\"place\":\"/b\",\"bytes\":0,\"heads\":[{\"stream\":\"house\","
        "\"sequence\":1,\"hash\":\"00\"}]}",
        "{\"at\":\"2026-11-02T20:00:00Z\",\"place\":\"/b\",\"bytes\":1,\"heads\":[{\"stream\":\"house\","
        "\"sequence\":1,\"hash\":\"00\"}]}",
    };
    for (size_t i = 0; i < sizeof payloads / sizeof payloads[0]; i++) {
        static struct audit audit;
        struct books books;
        struct store_place place = open_house(state, &books);
        books_close(&books);
        struct store *store = place_open_with(&place, &(struct store_options){.mode = STORE_EXISTING});
        const struct store_event event = {text_of("backup-made"), text_of(""), text_of(payloads[i])};
        (void)append_batch(
            store, &(struct store_batch){
                       .stream = text_of("upkeep"), .expected = 0, .events = &event, .event_count = 1});
        store_close(store);
        books_audit(&place, &audit);
        assert_int_equal(audit.finding_count, 1);
        assert_string_equal(audit.findings[0].words, "the stream upkeep: event 1 is none of the upkeep");
        place_remove(&place);
    }
}

/* ------------------------------------------------------------------------------------------ refused */

static void assert_refused(const struct store_place *place, const char *to, enum status status,
                           const char *words)
{
    static struct backup backup;
    struct arena arena;
    struct backup_made last;
    struct fault fault = {0};
    bool found = true;
    assert_int_equal(back_up(place, to, &backup, &fault), status);
    if (!strstr(fault.words, words))
        fail_msg("%s, and not: %s", words, fault.words);
    assert_false(backup.made);
    arena_init(&arena, 1 << 20);
    assert_int_equal(backup_last(text_of(place->address), &arena, &last, &found, NULL), STATUS_OK);
    assert_false(found);
    arena_release(&arena);
    assert_whole(place);
}

static void a_backup_never_replaces_anything(void **state)
{
    struct books books;
    struct store_place place = open_house(state, &books);
    struct shelf shelf = shelf_make();
    books_close(&books);
    if (!place.postgres) {
        char path[1100];
        (void)snprintf(path, sizeof path, "%s/../%s/house.db", place.folder, strrchr(place.folder, '/') + 1);
        assert_refused(&place, place_file(&place), STATUS_INVALID, "is the store itself");
        assert_refused(&place, place.address, STATUS_INVALID, "is the store itself");
        assert_refused(&place, path, STATUS_INVALID, "is the store itself");
    }
    FILE *file = fopen(shelf.path, "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_refused(&place, shelf.path, STATUS_INVALID, "is there already; choose another name");
    assert_refused(&place, shelf.place.folder, STATUS_INVALID, "is there already; choose another name");
    struct stat found;
    assert_int_equal(stat(shelf.path, &found), 0);
    assert_int_equal(found.st_size, 0);
    place_remove(&shelf.place);
    place_remove(&place);
}

static void a_place_that_cannot_be_is_refused(void **state)
{
    struct books books;
    struct store_place place = open_house(state, &books);
    books_close(&books);
    assert_refused(&place, "/nowhere/at/all/house.db", STATUS_INVALID,
                   "there is no folder /nowhere/at/all; make it first");
    assert_refused(&place, "postgresql://localhost/house", STATUS_INVALID, "a backup is a file");
    assert_refused(&place, "", STATUS_INVALID, "enter the name of a file");
    place_remove(&place);
}

static void a_source_that_was_changed_has_no_backup(void **state)
{
    static struct backup backup;
    struct books books;
    struct fault fault = {0};
    struct store_place place = open_house(state, &books);
    struct shelf shelf = shelf_make();
    books_royal_flush(&books);
    books_close(&books);
    place_sql(&place, "UPDATE prize SET cents = cents + 1");
    assert_int_equal(back_up(&place, shelf.path, &backup, &fault), STATUS_OK);
    assert_true(backup.audit.finding_count > 0);
    assert_false(backup.made);
    assert_empty(&shelf);
    place_sql(&place, "UPDATE prize SET cents = cents - 1");
    must_back_up(&place, shelf.path);
    place_remove(&shelf.place);
    place_remove(&place);
}

static void a_store_that_is_not_there_has_no_backup(void **state)
{
    static struct backup backup;
    const bool *postgres = *state;
    struct fault fault = {0};
    struct store_place place = place_make(*postgres, "backup_test");
    struct shelf shelf = shelf_make();
    assert_int_not_equal(back_up(&place, shelf.path, &backup, &fault), STATUS_OK);
    assert_true(fault.words[0] != '\0');
    assert_empty(&shelf);
    place_remove(&shelf.place);
    place_remove(&place);
}

/* ------------------------------------------------------------------------------------------ moving */

static unsigned targets(void)
{
    const char *server = getenv("CARDROOM_POSTGRES");
    return server && *server ? 2 : 1;
}

static enum status move(const struct store_place *from, const struct store_place *to, struct backup *backup,
                        struct fault *fault)
{
    const struct backup_options options = {
        .store = text_of(from->address), .to = text_of(to->address), .now = noon};
    return backup_copy(&options, backup, fault);
}

static void a_house_moves_with_its_chain(void **state)
{
    struct books books;
    struct arena arena;
    struct store_place from = open_house(state, &books);
    books_royal_flush(&books);
    assert_int_equal(keeper_save(books.keeper, &books.fault), STATUS_OK);
    books_close(&books);
    arena_init(&arena, 64 << 20);
    struct text then = state_of(&from, &arena);
    for (unsigned postgres = 0; postgres < targets(); postgres++) {
        static struct backup backup;
        static struct audit audit;
        struct store_place to = place_make(postgres, "backup_target");
        struct fault fault = {0};
        if (move(&from, &to, &backup, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        assert_true(backup.made);
        if (backup.audit.finding_count > 0)
            fail_msg("%s", backup.audit.findings[0].words);
        books_audit(&from, &audit);
        assert_string_equal(backup.audit.head, audit.head);
        assert_int_equal(backup.audit.rows, audit.rows);
        assert_int_equal(backup.audit.snapshots, 1);
        assert_true(text_equal(then, state_of(&to, &arena)));
        books_open_with(&books, &to, &(struct keeper_options){.mode = STORE_EXISTING});
        books_do(&books, "start-round C4-1 fees 1,3 by dana");
        books_do(&books, "end-round C4-1 by dana");
        books_close(&books);
        assert_whole(&to);
        /* A place that holds a house takes no other. */
        assert_int_equal(move(&from, &to, &backup, &fault), STATUS_INVALID);
        assert_true(strstr(fault.words, "already"));
        assert_whole(&to);
        place_remove(&to);
    }
    assert_whole(&from);
    arena_release(&arena);
    place_remove(&from);
}

static void docs_formats_upkeep_md_says_what_the_shapes_say(void **state)
{
    (void)state;
    static const char *const kinds[] = {[FIELD_TEXT] = "text",
                                        [FIELD_NUMBER] = "number",
                                        [FIELD_TIME] = "time",
                                        [FIELD_LIST] = "list of head"};
    static struct books books;
    const struct record_shape *shapes[] = {&backup_made_shape, &upkeep_head_shape};
    arena_init(&books.lines, BOOKS_MEMORY_MAX);
    struct text document = books_file(&books, "docs/formats/upkeep.md");
    for (size_t i = 0; i < 2; i++) {
        record_shape_check(shapes[i]);
        for (unsigned j = 0; j < shapes[i]->field_count; j++) {
            const struct field *field = &shapes[i]->fields[j];
            char expected[256];
            struct text_out out;
            text_out_init(&out, expected, sizeof expected);
            text_out_add(&out, "| %s | %s | %s | %s |\n", field->name, kinds[field->kind],
                         field->required ? "yes" : "", field->meaning);
            if (!text_contains(document, text_out_text(&out)))
                fail_msg("docs/formats/upkeep.md has not:\n%s", expected);
        }
    }
    arena_release(&books.lines);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_goes_on_from_its_backup),
        cmocka_unit_test(a_backup_is_of_one_moment_while_commands_go_on),
        cmocka_unit_test(the_store_says_when_its_last_backup_was_made),
        cmocka_unit_test(a_log_that_is_written_anew_does_not_fit_its_backup),
        cmocka_unit_test(an_event_that_is_none_of_the_upkeep_is_a_finding),
        cmocka_unit_test(a_backup_never_replaces_anything),
        cmocka_unit_test(a_place_that_cannot_be_is_refused),
        cmocka_unit_test(a_source_that_was_changed_has_no_backup),
        cmocka_unit_test(a_store_that_is_not_there_has_no_backup),
        cmocka_unit_test(a_house_moves_with_its_chain),
        cmocka_unit_test(docs_formats_upkeep_md_says_what_the_shapes_say),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
