/* The conformance suite: the order of the leaves, the tree over them, and what somebody did to it. */
#include "store/conformance_test.h"
#include "store/copy.h"
#include "store/leaves.h"
#include "store/whole_tree_test.h"

#include "base/check.h"

static struct store_leaves *leaves_of(struct store *store)
{
    struct store_leaves *leaves = NULL;
    assert_int_equal(store_leaves_open(store, &leaves, NULL), STATUS_OK);
    return leaves;
}

static struct tree_hash root_of(struct store_leaves *leaves, uint64_t size)
{
    struct tree_hash root;
    struct fault fault = {0};
    if (store_leaves_root(leaves, size, &root, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return root;
}

static uint64_t size_of(struct store_leaves *leaves)
{
    uint64_t size = 0;
    assert_int_equal(store_leaves_size(leaves, &size, NULL), STATUS_OK);
    return size;
}

/* `count` events of a stream in one batch. */
static void append_many(struct store *store, const char *stream, unsigned count)
{
    static struct store_event events[STORE_BATCH_EVENTS_MAX];
    for (unsigned i = 0; i < count; i++)
        events[i] = (struct store_event){text_of("told"), text_of(""), text_of("{}")};
    (void)append_batch(store, &(struct store_batch){.stream = text_of(stream),
                                                    .expected = STORE_ANYWHERE,
                                                    .events = events,
                                                    .event_count = count});
}

/* Each line is one run: "0 house 1 3;". */
static const char *order_of(const struct store_place *place)
{
    static char words[1024];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    long long runs = place_sql(place, "SELECT count(*) FROM leaf_run");
    for (long long i = 0; i < runs; i++) {
        static const char *const columns[] = {"first", "stream", "sequence", "count"};
        for (unsigned j = 0; j < 4; j++) {
            char sql[160];
            snprintf(sql, sizeof sql, "SELECT %s FROM leaf_run ORDER BY first LIMIT 1 OFFSET %lld",
                     columns[j], i);
            text_out_add(&out, "%lld%s", place_sql(place, sql), j < 3 ? " " : ";");
        }
    }
    return words;
}

static void leaves_are_in_the_order_of_the_commits(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    (void)append_one(store, "house", 0, "c1", "{}");
    append_many(store, "house", 3);
    append_many(store, "access", 2);
    append_many(store, "house", 1);
    append_many(store, "house", 4);
    append_many(store, "slips", 1);
    struct store_tree tree = whole_tree(store);
    assert_int_equal(tree.size, 12);
    assert_int_equal(tree.since, 0);
    assert_true(tree.recorded);
    assert_string_equal(order_of(&place), "0 1 1 4;4 2 1 2;6 1 5 5;11 3 1 1;");
    struct store_leaves *leaves = leaves_of(store);
    uint64_t leaf = 0;
    assert_int_equal(store_leaf_of(leaves, text_of("house"), 6, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 7);
    assert_int_equal(store_leaf_of(leaves, text_of("slips"), 1, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 11);
    assert_int_equal(store_leaf_of(leaves, text_of("slips"), 2, &leaf, NULL), STATUS_RANGE);
    assert_int_equal(store_leaf_of(leaves, text_of("other"), 1, &leaf, NULL), STATUS_RANGE);
    store_leaves_close(leaves);
    store_close(store);
    place_remove(&place);
}

/* In one transaction: a stream's events together, the streams by name; what is refused or repeated is no leaf. */
static void the_streams_of_a_transaction_stand_in_the_order_of_their_names(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    (void)append_one(store, "house", 0, "c1", "{}");
    const struct store_event event = {text_of("told"), text_of(""), text_of("{}")},
                             again = {text_of("told"), text_of("c1"), text_of("{}")};
    static const char *const streams[] = {"slips", "house", "access", "slips", "house"};
    struct store_batch batches[6];
    struct store_entry entries[6] = {0};
    for (unsigned i = 0; i < 6; i++) {
        batches[i] = (struct store_batch){.stream = text_of(i < 5 ? streams[i] : "other"),
                                          .expected = i < 5 ? STORE_ANYWHERE : 7,
                                          .events = i == 4 ? &again : &event,
                                          .event_count = 1};
        entries[i].batch = &batches[i];
    }
    assert_int_equal(store_append_group(store, entries, 6, NULL), STATUS_OK);
    assert_int_equal(entries[4].receipt.outcome, STORE_REPEATED);
    assert_int_equal(entries[5].receipt.outcome, STORE_CONFLICT);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM leaf_run"), 4);
    struct store_leaves *leaves = leaves_of(store);
    uint64_t leaf = 0;
    assert_int_equal(store_leaf_of(leaves, text_of("access"), 1, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 1);
    assert_int_equal(store_leaf_of(leaves, text_of("house"), 2, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 2);
    assert_int_equal(store_leaf_of(leaves, text_of("slips"), 2, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 4);
    assert_int_equal(whole_tree(store).size, 5);
    store_leaves_close(leaves);
    store_close(store);
    place_remove(&place);
}

enum { MANY = 1500 };

/* More than five tiles, in runs of every length. */
static struct store *fill(const struct store_place *place)
{
    struct store *store = place_open(place);
    static const char *const streams[] = {"house", "access", "house", "slips", "house", "house", "access"};
    for (unsigned count = 0, i = 0; count < MANY; i++) {
        unsigned many = 1 + i * 37 % 90;
        if (many > MANY - count)
            many = MANY - count;
        append_many(store, streams[i % 7], many);
        count += many;
    }
    return store;
}

/* The roots of all sizes, leaf by leaf. */
static struct store_root roots[MANY + 1];

static void read_roots(struct store *store)
{
    struct store_tree tree;
    for (unsigned i = 0; i <= MANY; i++)
        roots[i].size = i;
    assert_int_equal(store_leaves_verify(store, roots, MANY + 1, no_flaw, NULL, &tree, NULL), STATUS_OK);
    assert_int_equal(tree.size, MANY);
    for (unsigned i = 0; i <= MANY; i++)
        assert_true(roots[i].there);
    assert_true(tree_hash_equal(&tree.root, &roots[MANY].root));
}

static void roots_and_proofs_agree_with_the_leaves(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = fill(&place);
    read_roots(store);
    for (unsigned kept = 0; kept < 2; kept++) { /* before and after the tiles are stored */
        struct store_leaves *leaves = leaves_of(store);
        bool agrees = false;
        if (kept)
            assert_int_equal(store_leaves_agree(leaves, MANY, &roots[MANY].root, &agrees, NULL), STATUS_OK);
        assert_int_equal(agrees, kept);
        for (unsigned size = 0; size <= MANY; size += size < 520 || size > 1270 ? 1 : 13) {
            struct tree_hash root = root_of(leaves, size);
            assert_true(tree_hash_equal(&root, &roots[size].root));
        }
        for (unsigned from = 0; from <= MANY; from += 97)
            for (unsigned to = from; to <= MANY; to += 113) {
                struct tree_proof proof;
                assert_int_equal(store_leaves_consistency(leaves, from, to, &proof, NULL), STATUS_OK);
                assert_true(tree_consistent(from, &roots[from].root, to, &roots[to].root, &proof));
            }
        (void)root_of(leaves, MANY);
        assert_int_equal(store_leaves_settle(leaves, MANY, NULL), STATUS_OK);
        assert_int_equal(place_sql(&place, "SELECT count(*) FROM leaf_tile"), MANY / 256);
        store_leaves_close(leaves);
    }
    struct store_leaves *leaves = leaves_of(store);
    struct tree_hash root;
    struct fault fault;
    assert_int_equal(size_of(leaves), MANY);
    assert_int_equal(store_leaves_root(leaves, MANY + 1, &root, &fault), STATUS_RANGE);
    assert_string_equal(fault.words, "the tree of this store has 1500 leaves, and not 1501");
    store_leaves_close(leaves);
    (void)whole_tree(store);
    store_close(store);
    place_remove(&place);
}

static enum status leaf_hash_of(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    *(struct tree_hash *)context = tree_leaf(text_of("house"), record->sequence, record->hash.bytes);
    return STATUS_OK;
}

static void an_event_is_proven_to_be_in_the_tree(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = fill(&place);
    read_roots(store);
    struct store_leaves *leaves = leaves_of(store);
    for (uint64_t sequence = 1; sequence < 700; sequence += 53) {
        struct tree_hash hash;
        struct tree_proof proof;
        uint64_t leaf = 0;
        assert_int_equal(store_leaf_of(leaves, text_of("house"), sequence, &leaf, NULL), STATUS_OK);
        assert_int_equal(store_read(store, text_of("house"), sequence, sequence, leaf_hash_of, &hash, NULL),
                         STATUS_OK);
        assert_int_equal(store_leaves_inclusion(leaves, leaf, MANY, &proof, NULL), STATUS_OK);
        assert_true(tree_included(leaf, &hash, MANY, &roots[MANY].root, &proof));
        assert_false(tree_included(leaf + 1, &hash, MANY, &roots[MANY].root, &proof));
    }
    store_leaves_close(leaves);
    store_close(store);
    place_remove(&place);
}

/* A tree that grows while it is used: the tiles that it completes come in. */
static void a_tree_grows_while_it_is_used(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place), *reader = NULL;
    for (unsigned i = 0; i < 30; i++) {
        append_many(store, i % 3 ? "house" : "slips", 1 + 29 * (i % 4));
        if (!reader)
            reader = place_open_with(&place, &(struct store_options){.mode = STORE_READ_ONLY});
        static struct store_leaves *leaves, *other;
        leaves = i == 0 ? leaves_of(store) : leaves;
        other = i == 0 ? leaves_of(reader) : other;
        uint64_t size = size_of(leaves);
        assert_int_equal(size_of(other), size);
        struct tree_hash root = root_of(leaves, size), read = root_of(other, size),
                         whole = whole_tree(store).root;
        assert_true(tree_hash_equal(&root, &whole) && tree_hash_equal(&read, &whole));
        assert_int_equal(store_leaves_settle(i % 2 ? leaves : other, size, NULL), STATUS_OK);
        if (i == 29) {
            store_leaves_close(leaves);
            store_leaves_close(other);
        }
    }
    assert_true(place_sql(&place, "SELECT count(*) FROM leaf_tile") > 0);
    store_close(reader);
    store_close(store);
    place_remove(&place);
}

/* ----------------------------------------------------------------------------------- the store before */

static void make_leafless(const struct store_place *place)
{
    place_sql(place, "DROP TABLE leaf_run; DROP TABLE leaf_since; DROP TABLE leaf_tile;"
                     "UPDATE store_format SET version = 1");
}

static void a_store_without_the_order_has_its_streams_one_after_the_other(void **state)
{
    struct store_place place = place_of(state);
    const struct store_options reads = {.mode = STORE_READ_ONLY},
                               inspects = {.mode = STORE_READ_ONLY, .to_inspect = true};
    struct store *store = place_open(&place);
    append_many(store, "slips", 2);
    append_many(store, "house", 3);
    append_many(store, "slips", 1);
    append_many(store, "access", 1);
    append_many(store, "house", 300);
    store_close(store);
    make_leafless(&place);
    store = place_open_with(&place, &reads);
    struct store_tree read = whole_tree(store), written;
    assert_int_equal(read.size, 307);
    assert_int_equal(read.since, 307);
    assert_false(read.recorded);
    struct store_leaves *leaves = leaves_of(store);
    uint64_t leaf = 0;
    assert_int_equal(store_leaf_of(leaves, text_of("slips"), 3, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 2);
    assert_int_equal(store_leaf_of(leaves, text_of("house"), 1, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 3);
    assert_int_equal(store_leaf_of(leaves, text_of("access"), 1, &leaf, NULL), STATUS_OK);
    assert_int_equal(leaf, 306);
    struct tree_hash root = root_of(leaves, 307);
    assert_true(tree_hash_equal(&root, &read.root));
    assert_int_equal(store_leaves_settle(leaves, 307, NULL), STATUS_OK); /* nothing can be written */
    store_leaves_close(leaves);
    store_close(store);
    store = place_open_with(&place, &inspects);
    assert_int_equal(store_inspect(store, no_flaw, NULL, NULL), STATUS_OK);
    store_close(store);
    assert_int_equal(place_sql(&place, "SELECT version FROM store_format"), 1);

    store = place_open(&place);
    written = whole_tree(store);
    assert_true(written.recorded && written.since == 307 && written.size == 307);
    assert_true(tree_hash_equal(&read.root, &written.root));
    append_many(store, "slips", 1);
    assert_int_equal(whole_tree(store).size, 308);
    store_close(store);
    assert_string_equal(order_of(&place), "0 1 1 3;3 2 1 303;306 3 1 1;307 1 4 1;");
    assert_int_equal(place_sql(&place, "SELECT version FROM store_format"), 2);
    assert_int_equal(place_sql(&place, "SELECT leaf FROM leaf_since"), 307);
    store = place_open_with(&place, &inspects);
    assert_int_equal(store_inspect(store, no_flaw, NULL, NULL), STATUS_OK);
    store_close(store);
    place_remove(&place);
}

/* ------------------------------------------------------------------------------- what somebody changed */

struct flaws {
    unsigned count;
    const char *wanted;
    bool found;
};

static void see_flaw(void *context, const char *words)
{
    struct flaws *flaws = context;
    flaws->count++;
    flaws->found = flaws->found || strstr(words, flaws->wanted);
}

static void what_is_wrong_with_the_leaves_is_told(void **state)
{
    static const struct {
        const char *sql, *words;
    } cases[] = {
        {"DELETE FROM leaf_run WHERE first = 0", "does not begin where the one before it ends, at leaf 0"},
        {"DELETE FROM leaf_run WHERE first = (SELECT max(first) FROM leaf_run)", "of them"},
        {"UPDATE leaf_run SET count = count + 1 WHERE first = 0",
         "does not begin where the one before it ends"},
        {"UPDATE leaf_run SET count = count - 1 WHERE first = (SELECT max(first) FROM leaf_run)",
         "and the order of the leaves"},
        {"UPDATE leaf_run SET count = count + 1 WHERE first = (SELECT max(first) FROM leaf_run)",
         "is missing, and the tree has it"},
        {"UPDATE leaf_run SET sequence = sequence + 1 WHERE first = 0",
         "is event 2 of stream house, and the leaves before it end with event 0"},
        {"UPDATE leaf_run SET stream = 77 WHERE first = 0", "are of stream 77, which is not there"},
        {"UPDATE leaf_run SET stream = 2 WHERE first = 0", "of stream access"},
        {"UPDATE leaf_run SET count = 0 WHERE first = 0", "does not begin where the one before it ends"},
        {"UPDATE leaf_run SET sequence = -1 WHERE first = 0", "is of no events"},
        {"UPDATE leaf_run SET count = 9000000000000000000 WHERE first = 0", "is of no events"},
        {"DELETE FROM leaf_run", "the order of the leaves 0 of them"},
        {"DELETE FROM leaf_since", "leaf_since must have one row"},
        {"INSERT INTO leaf_since VALUES (0)", "leaf_since must have one row"},
        {"UPDATE leaf_since SET leaf = 1501", "leaf_since must have one row"},
        {"UPDATE leaf_since SET leaf = -1", "leaf_since must have one row"},
        {"UPDATE leaf_tile SET hash = (SELECT hash FROM leaf_tile WHERE number = 1) WHERE number = 2",
         "the row of leaf_tile 0, 2 is not the root of its leaves"},
        {"INSERT INTO leaf_tile SELECT 0, 5, hash FROM leaf_tile WHERE number = 1",
         "the row of leaf_tile 0, 5 is of leaves that the tree does not have"},
        {"INSERT INTO leaf_tile SELECT 3, 0, hash FROM leaf_tile WHERE number = 1",
         "the row of leaf_tile 3, 0 is of leaves that the tree does not have"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_place place = place_of(state);
        struct store *store = fill(&place);
        struct store_leaves *leaves = leaves_of(store);
        (void)root_of(leaves, size_of(leaves));
        assert_int_equal(store_leaves_settle(leaves, MANY, NULL), STATUS_OK);
        store_leaves_close(leaves);
        store_close(store);
        place_sql(&place, cases[i].sql);
        struct flaws flaws = {.wanted = cases[i].words};
        struct store_tree tree;
        store = place_open_with(&place, &(struct store_options){.mode = STORE_READ_ONLY});
        assert_int_equal(store_leaves_verify(store, NULL, 0, see_flaw, &flaws, &tree, NULL), STATUS_OK);
        if (!flaws.found)
            fail_msg("%s: %u flaws, and not this one: %s", cases[i].sql, flaws.count, cases[i].words);
        store_close(store);
        place_remove(&place);
    }
}

/* L3: a checkpoint of 1,400 leaves, and then somebody who may write everything. */
static void a_store_that_was_changed_does_not_agree(void **state)
{
    static const struct {
        const char *sqlite, *postgres; /* NULL: the same */
        bool agrees;
    } cases[] = {
        {"UPDATE leaf_tile SET hash = hash", NULL, true},
        {"DELETE FROM leaf_tile", NULL, true}, /* they are made again from the events */
        {"DELETE FROM leaf_tile WHERE number = 0; UPDATE leaf_run SET stream = 3 WHERE first = 0", NULL,
         false},
        {"UPDATE leaf_tile SET hash = (SELECT hash FROM leaf_tile WHERE number = 1) WHERE number = 2", NULL,
         false},
        /* As when an event was changed and the hashes behind it made anew. */
        {"UPDATE event SET hash = zeroblob(32) WHERE stream = 2 AND sequence >= 3",
         "UPDATE event SET hash = decode(repeat('00', 32), 'hex') WHERE stream = 2 AND sequence >= 3", false},
        {"UPDATE event SET hash = zeroblob(32) WHERE stream = 3 AND sequence >= 3",
         "UPDATE event SET hash = decode(repeat('00', 32), 'hex') WHERE stream = 3 AND sequence >= 3", false},
        {"UPDATE event SET hash = zeroblob(32) WHERE stream = 1 AND sequence >= 3",
         "UPDATE event SET hash = decode(repeat('00', 32), 'hex') WHERE stream = 1 AND sequence >= 3", false},
        {"DELETE FROM event WHERE stream = 1 AND sequence > 500; UPDATE stream SET sequence = 500 WHERE id = "
         "1;"
         "DELETE FROM leaf_run WHERE first > 700",
         NULL, false},
        {"UPDATE stream SET name = 'doors' WHERE name = 'access'", NULL, false},
        {"UPDATE leaf_run SET first = first + 1 WHERE first = (SELECT max(first) FROM leaf_run)", NULL,
         false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_place place = place_of(state);
        struct store *store = fill(&place);
        struct store_leaves *leaves = leaves_of(store);
        struct tree_hash root = root_of(leaves, 1400);
        assert_int_equal(store_leaves_settle(leaves, 1400, NULL), STATUS_OK);
        store_leaves_close(leaves);
        store_close(store);
        place_sql(&place, place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sqlite);
        store = place_open(&place);
        leaves = leaves_of(store);
        bool agrees = !cases[i].agrees;
        struct fault fault = {0};
        if (store_leaves_agree(leaves, 1400, &root, &agrees, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        if (agrees != cases[i].agrees)
            fail_msg("%s: it %s", cases[i].sqlite, agrees ? "agrees" : "does not agree");
        store_leaves_close(leaves);
        store_close(store);
        place_remove(&place);
    }
}

/* L2: a tile behind the settled leaves, which somebody wrote before, is not believed, and is replaced. */
static void a_tile_that_was_written_ahead_is_not_used(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_many(store, "house", 256);
    struct store_leaves *leaves = leaves_of(store);
    (void)root_of(leaves, size_of(leaves));
    assert_int_equal(store_leaves_settle(leaves, 256, NULL), STATUS_OK);
    place_sql(&place, "INSERT INTO leaf_tile SELECT 0, 1, hash FROM leaf_tile WHERE number = 0");
    append_many(store, "house", 256);
    struct tree_hash root = root_of(leaves, size_of(leaves)), whole;
    assert_int_equal(store_leaves_settle(leaves, 512, NULL), STATUS_OK);
    whole = whole_tree(store).root;
    assert_true(tree_hash_equal(&root, &whole));
    store_leaves_close(leaves);
    store_close(store);
    place_remove(&place);
}

static void an_order_that_is_damaged_takes_no_events(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = fill(&place);
    place_sql(&place, "UPDATE leaf_run SET count = 0 - 4 WHERE first = (SELECT max(first) FROM leaf_run)");
    const struct store_event event = {text_of("told"), text_of("c1"), text_of("{}")};
    const struct store_batch batch = {
        .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
    struct fault fault;
    long long before = place_sql(&place, "SELECT count(*) FROM event");
    assert_int_equal(try_append(store, &batch, &fault), STATUS_DAMAGED);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM event"), before);
    store_close(store);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_in_the_order_of_the_commits),
        cmocka_unit_test(the_streams_of_a_transaction_stand_in_the_order_of_their_names),
        cmocka_unit_test(roots_and_proofs_agree_with_the_leaves),
        cmocka_unit_test(an_event_is_proven_to_be_in_the_tree),
        cmocka_unit_test(a_tree_grows_while_it_is_used),
        cmocka_unit_test(a_store_without_the_order_has_its_streams_one_after_the_other),
        cmocka_unit_test(what_is_wrong_with_the_leaves_is_told),
        cmocka_unit_test(a_store_that_was_changed_does_not_agree),
        cmocka_unit_test(a_tile_that_was_written_ahead_is_not_used),
        cmocka_unit_test(an_order_that_is_damaged_takes_no_events),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
