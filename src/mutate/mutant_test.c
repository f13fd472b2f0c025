/*
 * The mutants of a small document: each value in its turn, and the text of each.
 */
#include "mutate/mutant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ARENA_SIZE = 64 << 20, FINDINGS_MAX = 100 };

static const char document_text[] = "# Small Jackpot (GEAR-000001)\n"
                                    "\n"
                                    "A document for a test.\n"
                                    "\n"
                                    "1. It is attached to one game. [option]\n"
                                    "\n"
                                    "   ```yaml\n"
                                    "   games: [Texas Hold'em]\n"
                                    "   funding: {source: players, fees: its own}\n"
                                    "   ```\n"
                                    "\n"
                                    "2. The fee is $1. [money]\n"
                                    "\n"
                                    "   ```yaml\n"
                                    "   fee:\n"
                                    "     amount: $1\n"
                                    "     split: {prize pool: $0.40, reserve: $0.60}\n"
                                    "   pools: {prize pool: {seed: \"$1,000 to $2,000\"}}\n"
                                    "   funds: {reserve: {pays: [reseeds]}}\n"
                                    "   ```\n"
                                    "\n"
                                    "3. The chart. [hand]\n"
                                    "\n"
                                    "   ```yaml\n"
                                    "   charts:\n"
                                    "     A:\n"
                                    "       - royal flush: 100% of prize pool\n"
                                    "       - {hand: straight flush, award: $500}\n"
                                    "   ```\n";

struct stage {
    struct arena arena;
    struct findings findings;
    struct rulebook rulebook;
    struct mutants mutants;
};

static int set_up(void **state)
{
    static struct stage stage;
    struct fault fault = {0};
    arena_init(&stage.arena, ARENA_SIZE);
    findings_init(&stage.findings, &stage.arena, FINDINGS_MAX);
    assert_int_equal(rulebook_read(text_of(document_text), "small.md", text_of("test/small"), &stage.arena,
                                   &stage.findings, &stage.rulebook),
                     STATUS_OK);
    enum status status =
        mutants_read(text_of(document_text), &stage.rulebook, &stage.arena, &stage.mutants, &fault);
    assert_string_equal(fault.words, "");
    assert_int_equal(status, STATUS_OK);
    *state = &stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    arena_release(&stage->arena);
    return 0;
}

static const struct mutant *written(const struct stage *stage, const char *line)
{
    for (unsigned i = 0; i < stage->mutants.count; i++) {
        char buffer[MUTANT_LINE_SIZE];
        struct text_out out;
        text_out_init(&out, buffer, sizeof buffer);
        mutant_write(&out, text_of("test/small"), &stage->mutants.items[i]);
        if (text_equal(text_out_text(&out), text_of(line)))
            return &stage->mutants.items[i];
    }
    return NULL;
}

/* The tree of a mutant's text, as the program reads it. */
static const struct node *data_of(struct stage *stage, const struct mutant *mutant)
{
    struct text bytes;
    struct findings findings;
    struct rulebook *read = ARENA_NEW(&stage->arena, struct rulebook);
    findings_init(&findings, &stage->arena, FINDINGS_MAX);
    assert_non_null(read);
    assert_int_equal(mutant_text(&stage->mutants, mutant, &stage->arena, &bytes), STATUS_OK);
    assert_int_equal(rulebook_read(bytes, "small.md", text_of("test/small"), &stage->arena, &findings, read),
                     STATUS_OK);
    return read->data;
}

static bool same_data(const struct node *one, const struct node *other)
{
    if (one->kind != other->kind || one->count != other->count || !text_equal(one->key, other->key) ||
        !text_equal(one->scalar, other->scalar))
        return false;
    const struct node *left = one->first_child, *right = other->first_child;
    for (; left && right; left = left->next, right = right->next)
        if (!same_data(left, right))
            return false;
    return !left && !right;
}

static void test_every_fence_is_found(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(stage->mutants.fence_count, 3);
    assert_int_equal(stage->mutants.fences[1].clause, 2);
    assert_int_equal(stage->mutants.fences[1].indent, 3);
}

static void test_without_a_mutant_the_data_is_the_same(void **state)
{
    struct stage *stage = *state;
    assert_true(same_data(data_of(stage, NULL), stage->rulebook.data)); /* M3 */
}

static void test_a_value_is_changed(void **state)
{
    struct stage *stage = *state;
    const struct mutant *mutant = written(stage, "test/small#2 fee/amount: $1 -> $2");
    assert_non_null(mutant);
    assert_string_equal(mutant_kind_name(mutant), "money");
    assert_true(node_says(node_path(data_of(stage, mutant), "fee/amount"), "$2"));
    assert_true(same_data(data_of(stage, NULL), stage->rulebook.data)); /* as before after it */
}

static void test_a_short_row_has_a_hand_and_an_award(void **state)
{
    struct stage *stage = *state;
    const struct mutant *hand =
        written(stage, "test/small#3 charts/A/rows/1/hand: royal flush is called straight flush");
    assert_non_null(hand);
    assert_string_equal(mutant_kind_name(hand), "hand");
    assert_non_null(
        written(stage, "test/small#3 charts/A/rows/1/award: 100% of prize pool -> 99% of prize pool"));
    assert_non_null(
        written(stage, "test/small#3 charts/A/rows/1/award: 100% of prize pool -> 100% of reserve"));
    assert_non_null(written(stage, "test/small#3 charts/A/rows/2/award: $500 -> $501"));
}

static void test_a_row_is_dropped(void **state)
{
    struct stage *stage = *state;
    const struct mutant *mutant = written(stage, "test/small#3 charts/A/rows/1: dropped (royal flush)");
    assert_non_null(mutant);
    const struct node *rows = node_path(data_of(stage, mutant), "charts/A/rows");
    assert_int_equal(rows->count, 1);
    assert_true(node_says(node_member(rows->first_child, "hand"), "straight flush"));
    assert_true(same_data(data_of(stage, NULL), stage->rulebook.data));
}

static void test_a_row_is_repeated_behind_itself_with_one_step_changed(void **state)
{
    struct stage *stage = *state;
    const struct mutant *mutant =
        written(stage, "test/small#3 charts/A/rows/1: repeated with hand: straight flush");
    assert_non_null(mutant);
    assert_string_equal(mutant_kind_name(mutant), "row added");
    const struct node *rows = node_path(data_of(stage, mutant), "charts/A/rows");
    assert_int_equal(rows->count, 3);
    const struct node *added = rows->first_child->next;
    assert_true(node_says(node_member(added, "hand"), "straight flush"));
    assert_true(node_says(node_member(added, "award"), "100% of prize pool"));
    assert_true(node_says(node_member(added->next, "award"), "$500"));
    mutant = written(stage, "test/small#3 charts/A/rows/2: repeated with hand: four of a kind");
    assert_non_null(mutant);
    assert_int_equal(node_path(data_of(stage, mutant), "charts/A/rows")->count, 3);
    assert_true(same_data(data_of(stage, NULL), stage->rulebook.data));
}

static void test_a_member_is_added_but_none_dropped_from_one(void **state)
{
    struct stage *stage = *state;
    const struct mutant *mutant = written(stage, "test/small#2 funds/reserve/pays: added fixed prizes");
    assert_non_null(mutant);
    assert_true(node_lists(node_path(data_of(stage, mutant), "funds/reserve/pays"), "fixed prizes"));
    assert_null(written(stage, "test/small#2 funds/reserve/pays/1: dropped (reseeds)"));
    assert_true(same_data(data_of(stage, NULL), stage->rulebook.data));
}

static void test_a_name_is_changed(void **state)
{
    struct stage *stage = *state;
    const struct mutant *mutant = written(stage, "test/small#2 pools: prize pool is called other prize pool");
    assert_non_null(mutant);
    assert_non_null(node_path(data_of(stage, mutant), "pools/other prize pool/seed"));
    assert_true(same_data(data_of(stage, NULL), stage->rulebook.data));
}

static void test_no_two_are_written_alike(void **state)
{
    struct stage *stage = *state;
    char line[MUTANT_LINE_SIZE];
    struct text_out out;
    assert_true(stage->mutants.count > 20);
    for (unsigned i = 0; i < stage->mutants.count; i++) {
        text_out_init(&out, line, sizeof line);
        mutant_write(&out, text_of("test/small"), &stage->mutants.items[i]);
        assert_ptr_equal(written(stage, line), &stage->mutants.items[i]); /* M2 */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_fence_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_without_a_mutant_the_data_is_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_value_is_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_short_row_has_a_hand_and_an_award, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_row_is_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_row_is_repeated_behind_itself_with_one_step_changed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_a_member_is_added_but_none_dropped_from_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_name_is_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_two_are_written_alike, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
