/* Copies of stores: from the engine of the argument into each engine that is there, and as a file. */
#include "store/conformance_test.h"
#include "store/copy.h"
#include "store/new_file.h"
#include "store/whole_tree_test.h"

#include <sys/stat.h>

enum { EVENTS = 9000, ROW_EVERY = 3 }; /* more than are copied at once */

static struct store_options reads(void)
{
    struct store_options options = with_tables;
    options.mode = STORE_READ_ONLY;
    return options;
}

/* A stream of some length: each event with an id, and some with rows with and without a key; and two small streams. */
static void fill(const struct store_place *place)
{
    struct store *store = place_open_with(place, &with_tables);
    for (unsigned i = 0; i < EVENTS; i += 100) {
        char ids[100][16], names[100][16];
        struct store_event events[100];
        struct store_value movement[100][3], meter[100][4];
        struct store_row rows[300];
        size_t row_count = 0;
        if (i == 4200) /* the order of the leaves is not that of the streams */
            append_one(store, "access", 0, "a1", "{\"name\":\"\xc3\xa9\"}");
        for (unsigned j = 0; j < 100; j++) {
            unsigned n = i + j;
            snprintf(ids[j], sizeof ids[j], "c%u", n);
            snprintf(names[j], sizeof names[j], "pool-%u", n % 700);
            events[j] = (struct store_event){text_of("told"), text_of(n % 5 ? ids[j] : ""),
                                             text_of("{\"cents\":100}")};
        }
        for (unsigned table = 0; table < 2; table++)
            for (unsigned j = 0; j < 100; j++) {
                unsigned n = i + j;
                memcpy(movement[j],
                       ((struct store_value[]){words("prize pool"), number((int64_t)n - 5000), null}),
                       sizeof movement[j]);
                memcpy(meter[j], ((struct store_value[]){words(names[j]), number(n % 2), number(n), null}),
                       sizeof meter[j]);
                for (unsigned k = 0; k < (table == 0 ? 2 : 1) && n % ROW_EVERY == 0; k++)
                    rows[row_count++] = (struct store_row){table, j, table == 0 ? movement[j] : meter[j]};
            }
        assert_appended(append_batch(store, &(struct store_batch){.stream = text_of("house"),
                                                                  .expected = i,
                                                                  .events = events,
                                                                  .event_count = 100,
                                                                  .rows = rows,
                                                                  .row_count = row_count}),
                        i + 100);
        if (i % 3000 == 0)
            assert_int_equal(store_snapshot_save(store, text_of("house"), i + 100, text_of(ids[0]), NULL),
                             STATUS_OK);
    }
    append_one(store, "slips", 0, "", "[]");
    store_close(store);
}

/* ------------------------------------------------------------------------------------------ comparing */

struct sums {
    struct store_hash hash; /* a chain over all that was seen */
    uint64_t count;
};

static void sum_add(struct sums *sums, struct text words)
{
    const struct store_event seen = {text_of("seen"), text_of(""), words};
    sums->hash = chain_next(&sums->hash, ++sums->count, &seen);
}

static enum status sum_event(void *context, const struct store_record *record, struct fault *fault)
{
    char words[256];
    struct text_out out;
    (void)fault;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%llu ", (unsigned long long)record->sequence);
    text_out_add_text(&out, record->event.command);
    text_out_add_text(&out, record->event.payload);
    store_hash_write(&out, &record->hash);
    sum_add(context, text_out_text(&out));
    return STATUS_OK;
}

static unsigned summed_columns;

static enum status sum_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    char words[256];
    struct text_out out;
    (void)fault;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%llu %llu", (unsigned long long)found->sequence, (unsigned long long)found->ordinal);
    for (unsigned i = 0; i < summed_columns; i++) {
        const struct store_value *value = &found->values[i];
        text_out_add(&out, " %d %lld ", (int)value->type,
                     value->type == STORE_INTEGER ? (long long)value->integer : 0);
        if (value->type == STORE_TEXT)
            text_out_add_text(&out, value->text);
    }
    sum_add(context, text_out_text(&out));
    return STATUS_OK;
}

static enum status sum_stream(void *context, struct text stream, struct fault *fault)
{
    (void)fault;
    sum_add(context, stream);
    return STATUS_OK;
}

static struct sums sums_of(const struct store_place *place)
{
    static const char *const streams[] = {"house", "access", "slips"};
    const struct store_options options = reads();
    struct store *store = place_open_with(place, &options);
    struct sums sums = {.count = 0};
    assert_int_equal(store_each_stream(store, sum_stream, &sums, NULL), STATUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(verified(store, streams[i]).kind, STORE_WHOLE);
        assert_int_equal(
            store_read(store, text_of(streams[i]), 1, STORE_SEQUENCE_MAX, sum_event, &sums, NULL), STATUS_OK);
        for (unsigned table = 0; table < 3; table++) {
            summed_columns = tables[table].column_count;
            assert_int_equal(store_each_row(store, text_of(streams[i]), table, 0, STORE_SEQUENCE_MAX, sum_row,
                                            &sums, NULL),
                             STATUS_OK);
        }
    }
    for (uint64_t at = STORE_SEQUENCE_MAX, found = 1; found > 0; at = found - 1) {
        struct arena arena;
        struct text bytes;
        arena_init(&arena, 1 << 20);
        assert_int_equal(store_snapshot_load(store, text_of("house"), at, &arena, &found, &bytes, NULL),
                         STATUS_OK);
        if (found > 0)
            sum_add(&sums, bytes);
        arena_release(&arena);
        if (found == 0)
            break;
    }
    store_close(store);
    return sums;
}

static struct store_tree tree_of(const struct store_place *place)
{
    const struct store_options options = reads();
    struct store *store = place_open_with(place, &options);
    struct store_tree tree = whole_tree(store);
    store_close(store);
    return tree;
}

static void assert_equal_stores(const struct store_place *from, const struct store_place *to)
{
    struct store_tree tree = tree_of(from), made = tree_of(to);
    assert_true(tree_hash_equal(&tree.root, &made.root) && tree.size == made.size &&
                tree.since == made.since);
    struct sums left = sums_of(from), right = sums_of(to);
    assert_int_equal(left.count, right.count);
    assert_memory_equal(left.hash.bytes, right.hash.bytes, sizeof left.hash.bytes);
}

/* ------------------------------------------------------------------------------------------ copying */

static enum status copy_place(const struct store_place *from, const struct store_place *to,
                              store_copy_progress *progress, void *context, struct store_copied *copied,
                              struct fault *fault)
{
    const struct store_options options = reads();
    struct store *source = place_open_with(from, &options), *target = place_open_with(to, &with_tables);
    enum status status = store_copy(source, target, progress, context, copied, fault);
    store_close(target);
    store_close(source);
    return status;
}

/* The engines that the test can copy into. */
static unsigned targets(void)
{
    const char *server = getenv("CARDROOM_POSTGRES");
    return server && *server ? 2 : 1;
}

static void a_copy_has_every_event_row_and_snapshot(void **state)
{
    struct store_place from = place_of(state);
    fill(&from);
    for (unsigned postgres = 0; postgres < targets(); postgres++) {
        struct store_place to = place_make(postgres, "copy_target");
        struct store_copied copied;
        struct fault fault = {0};
        if (copy_place(&from, &to, NULL, NULL, &copied, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        assert_int_equal(copied.streams, 3);
        assert_int_equal(copied.events, EVENTS + 2);
        assert_int_equal(copied.rows, 2 * EVENTS / ROW_EVERY + 700);
        assert_int_equal(copied.snapshots, 3);
        assert_equal_stores(&from, &to);
        /* It goes on, and knows the commands. */
        struct store *store = place_open_with(&to, &with_tables);
        append_one(store, "house", EVENTS, "new", "{}");
        struct store_event event = {text_of("told"), text_of("c1"), text_of("{}")};
        struct store_receipt receipt = append_batch(store, &(struct store_batch){.stream = text_of("house"),
                                                                                 .expected = STORE_ANYWHERE,
                                                                                 .events = &event,
                                                                                 .event_count = 1});
        assert_int_equal(receipt.outcome, STORE_REPEATED);
        assert_int_equal(receipt.sequence, 2);
        store_close(store);
        place_remove(&to);
    }
    place_remove(&from);
}

static void a_target_that_holds_something_is_refused(void **state)
{
    struct store_place from = place_of(state);
    fill(&from);
    for (unsigned postgres = 0; postgres < targets(); postgres++) {
        struct store_place to = place_make(postgres, "copy_target");
        struct store *store = place_open_with(&to, &with_tables);
        struct store_copied copied;
        struct fault fault = {0};
        append_one(store, "other", 0, "", "{}");
        store_close(store);
        assert_int_equal(copy_place(&from, &to, NULL, NULL, &copied, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.words, "holds the stream other already"));
        store = place_open_with(&to, &with_tables);
        assert_int_equal(head_of(store, "other").sequence, 1);
        assert_int_equal(head_of(store, "house").sequence, 0);
        store_close(store);
        place_remove(&to);
    }
    place_remove(&from);
}

/* What is wrong in the source is found, with the words; a server then holds nothing, and takes a copy of a good source. */
static void assert_not_copied(const struct store_place *from, const char *words)
{
    for (unsigned postgres = 0; postgres < targets(); postgres++) {
        struct store_place to = place_make(postgres, "copy_target"), good = place_make(false, "good");
        struct store_copied copied;
        struct fault fault = {0};
        assert_int_equal(copy_place(from, &to, NULL, NULL, &copied, &fault), STATUS_DAMAGED);
        if (!strstr(fault.words, words))
            fail_msg("%s, and not: %s", words, fault.words);
        if (postgres) {
            assert_int_equal(place_sql(&to, "SELECT count(*) FROM event"), 0);
            assert_int_equal(place_sql(&to, "SELECT count(*) FROM stream"), 0);
            fill(&good);
            assert_int_equal(copy_place(&good, &to, NULL, NULL, &copied, &fault), STATUS_OK);
            assert_equal_stores(&good, &to);
        }
        place_remove(&good);
        place_remove(&to);
    }
}

static void a_source_that_was_changed_is_not_copied(void **state)
{
    static const struct {
        const char *sql, *words;
    } changes[] = {
        {"UPDATE event SET payload = '{\"cents\":101}' WHERE sequence = 8999",
         "among the events 8193 to 9000 of stream house one was changed"},
        {"DELETE FROM event WHERE sequence = 5000", "event 5000 of stream house is missing"},
        {"DELETE FROM event WHERE sequence = 9000", "event 9000 of stream house is missing"},
        {"UPDATE movement SET ordinal = 3 WHERE ordinal = 2 AND sequence = 4",
         "a row of table movement, of event 4, was changed"},
        {"UPDATE movement SET sequence = 90000 WHERE sequence = 4", "2 rows of no event"},
        {"UPDATE movement SET stream = 90000 WHERE sequence = 4", "2 rows of no event"},
        {"UPDATE leaf_run SET count = count - 1 WHERE first = 0",
         "the order of the leaves is damaged at leaf 4200"},
        {"DELETE FROM leaf_run WHERE first = 9001",
         "the order of the leaves has 9001 events, and the streams have 9002"},
        {"DELETE FROM leaf_since", "the first leaf of the commits is not in the tree"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct store_place from = place_of(state);
        fill(&from);
        /* In SQLite the sequence of an event is computed from its place. */
        place_sql(&from, changes[i].sql);
        assert_not_copied(&from, changes[i].words);
        place_remove(&from);
    }
}

struct beside {
    struct store *store;
    unsigned times;
};

static void append_beside(void *context, uint64_t done, uint64_t all)
{
    struct beside *beside = context;
    assert_true(done <= all);
    append_one(beside->store, "house", STORE_ANYWHERE, "", "{}");
    beside->times++;
}

static void a_copy_is_of_one_moment_while_others_write(void **state)
{
    struct store_place from = place_of(state), to = place_make(false, "copy_target");
    fill(&from);
    struct beside beside = {.store = place_open_with(&from, &with_tables)};
    struct store_copied copied;
    struct fault fault = {0};
    if (copy_place(&from, &to, append_beside, &beside, &copied, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(beside.times, 5); /* batches: three of the house, and one of each other stream */
    assert_int_equal(copied.events, EVENTS + 2);
    assert_int_equal(head_of(beside.store, "house").sequence, EVENTS + beside.times);
    store_close(beside.store);
    place_remove(&from);
    place_remove(&to);
}

/* ------------------------------------------------------------------------------------------ files */

static void a_file_is_copied_whole_while_others_write(void **state)
{
    const bool *postgres = *state;
    if (*postgres)
        return; /* a server is no file, as the next test says */
    struct store_place from = place_of(state), to = place_make(false, "copy_target");
    fill(&from);
    struct store *store = place_open_with(&from, &(struct store_options){.mode = STORE_EXISTING});
    struct beside beside = {.store = place_open_with(&from, &with_tables)};
    struct new_file file;
    struct fault fault = {0};
    assert_true(store_is_file(store));
    assert_int_equal(new_file_begin(&file, place_file(&to), &fault), STATUS_OK);
    if (store_copy_file(store, file.unfinished, append_beside, &beside, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(beside.times > 1);
    assert_int_equal(access(place_file(&to), F_OK), -1);
    assert_int_equal(new_file_finish(&file, &fault), STATUS_OK);
    store_close(store);
    store_close(beside.store);
    struct stat found;
    assert_int_equal(stat(place_file(&to), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    const struct store_options options = reads();
    store = place_open_with(&to, &options);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    assert_int_equal(head_of(store, "house").sequence, EVENTS);
    store_close(store);
    store = place_open_with(&to, &with_tables);
    append_one(store, "house", EVENTS, "", "{}");
    store_close(store);
    place_remove(&from);
    place_remove(&to);
}

static void a_server_is_no_file(void **state)
{
    const bool *postgres = *state;
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    assert_int_equal(store_is_file(store), !*postgres);
    store_close(store);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest all[] = {
        cmocka_unit_test(a_copy_has_every_event_row_and_snapshot),
        cmocka_unit_test(a_target_that_holds_something_is_refused),
        cmocka_unit_test(a_source_that_was_changed_is_not_copied),
        cmocka_unit_test(a_copy_is_of_one_moment_while_others_write),
        cmocka_unit_test(a_file_is_copied_whole_while_others_write),
        cmocka_unit_test(a_server_is_no_file),
    };
    return place_main(argc, argv, all, sizeof all / sizeof all[0]);
}
