#include "rulebook/node.h"

#include "rulebook/findings_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct node *read_at(struct scene *scene, const char *yaml, unsigned line, unsigned column,
                            const char *clause)
{
    struct origin origin = {"x.yaml", line, column, text_of(clause)};
    return node_read(text_of(yaml), origin, &scene->arena, &scene->findings);
}

static struct node *read_plain(struct scene *scene, const char *yaml)
{
    struct node *node = read_at(scene, yaml, 1, 1, "");
    assert_non_null(node);
    return node;
}

/* ------------------------------------------------------------------------------------------------------ trees */

static void everything_is_text(void **state)
{
    struct scene *scene = *state;
    const struct node *map =
        read_plain(scene, "a: yes\nb: 007\nc: 1e3\nd: $1,000 to $101,000\ne: ~\nf: 100% of x\n"
                          "g: ''\nh: \"a\\tb\"\ni: |\n  one\n  two\nj: null\n");
    static const char *const values[][2] = {
        {"a", "yes"},       {"b", "007"}, {"c", "1e3"},  {"d", "$1,000 to $101,000"}, {"e", "~"},
        {"f", "100% of x"}, {"g", ""},    {"h", "a\tb"}, {"i", "one\ntwo\n"},         {"j", "null"},
    };
    assert_int_equal(map->count, sizeof values / sizeof values[0]);
    for (unsigned i = 0; i < map->count; i++) {
        const struct node *member = node_member(map, values[i][0]);
        assert_non_null(member);
        assert_int_equal(member->kind, NODE_SCALAR);
        assert_string_equal(member->scalar.bytes, values[i][1]);
    }
    assert_int_equal(scene->findings.count, 0);
}

static void members_are_found_by_key_and_by_path(void **state)
{
    struct scene *scene = *state;
    const struct node *map = read_plain(scene, "pools:\n  prize pool:\n    seed: $1\n  list: [a, {b: c}]\n");
    assert_string_equal(node_path(map, "pools/prize pool/seed")->scalar.bytes, "$1");
    assert_ptr_equal(node_path(map, "pools"), node_member(map, "pools"));
    const struct node *list = node_path(map, "pools/list");
    assert_int_equal(list->kind, NODE_LIST);
    assert_int_equal(list->count, 2);
    assert_string_equal(list->first_child->scalar.bytes, "a");
    assert_int_equal(list->first_child->key.length, 0);
    assert_string_equal(node_member(list->first_child->next, "b")->scalar.bytes, "c");
    assert_null(node_path(map, "pools/prize pool/cap"));
    assert_null(node_path(map, "pools/list/a"));
    assert_null(node_path(map, "pool/prize pool/seed"));
    assert_null(node_member(list, "a"));
    assert_null(node_member(NULL, "a"));
    assert_null(node_path(NULL, "a/b"));
    /* A name with a slash of its own, as in "$1 California/Asian Jackpot Fund". */
    map = read_plain(scene, "funds:\n  one/two:\n    three: yes\n  four: {one/two: no}\n");
    assert_string_equal(node_path(map, "funds/one/two/three")->scalar.bytes, "yes");
    assert_string_equal(node_path(map, "funds/four/one/two")->scalar.bytes, "no");
    assert_null(node_path(map, "funds/one/three"));
    assert_null(node_path(map, "funds/one/two/three/four"));
}

static void assert_at(struct origin origin, unsigned line, unsigned column)
{
    assert_int_equal(origin.line, line);
    assert_int_equal(origin.column, column);
}

static void every_node_knows_its_place_in_the_file(void **state)
{
    struct scene *scene = *state;
    /* A letter of UTF-8 is as many columns as it has bytes. */
    const struct node *map = read_at(scene,
                                     "fee:\r\n  amount: $1\r\nfl\xC3\xA4"
                                     "che: {s\xC3\xA9: \"x\"}\n\nlist:\n- a\n",
                                     20, 5, "h/x#7");
    assert_non_null(map);
    assert_at(map->origin, 20, 5);
    const struct node *amount = node_path(map, "fee/amount");
    assert_at(amount->key_origin, 21, 7);
    assert_at(amount->origin, 21, 15);
    assert_true(text_equal(amount->origin.clause, text_of("h/x#7")));
    assert_true(text_equal(amount->key_origin.clause, text_of("h/x#7")));
    assert_string_equal(amount->origin.file, "x.yaml");
    const struct node *inner = node_path(map, "fl\xC3\xA4"
                                              "che/s\xC3\xA9");
    assert_at(inner->key_origin, 22, 15);
    assert_at(inner->origin, 22, 20);
    assert_at(node_member(map, "list")->first_child->origin, 25, 7);
}

static void what_unicode_calls_a_line_end_moves_no_line(void **state)
{
    struct scene *scene = *state;
    const struct node *map = read_plain(scene, "a: \"x\xE2\x80\xA8 y\xC2\x85 z\"\nb: 1\n");
    assert_at(node_member(map, "b")->key_origin, 2, 1);
}

/* ------------------------------------------------------------------------------------------------ wrong texts */

static const struct {
    const char *yaml, *findings;
} wrong[] = {
    {"", "x.yaml:1:1: error: there is no data here; write key: value\n"},
    {"# only a comment\n", "x.yaml:1:1: error: there is no data here; write key: value\n"},
    {"---\n", "x.yaml:1:1: error: there is no data here; write key: value\n"},
    {"a: &x 1\n",
     "x.yaml:1:4: error: \"&x\" is an anchor; write the value itself; one that begins with & needs "
     "quotes\n"},
    {"a: &x [1]\nb: &y {c: d}\n",
     "x.yaml:1:4: error: \"&x\" is an anchor; write the value itself; one that begins with & needs quotes\n"
     "x.yaml:2:4: error: \"&y\" is an anchor; write the value itself; one that begins with & needs quotes\n"},
    {"a: *x\n",
     "x.yaml:1:4: error: \"*x\" is an alias; write the value itself; one that begins with * needs quotes\n"},
    {"*x : 1\n",
     "x.yaml:1:1: error: \"*x\" is an alias; write the value itself; one that begins with * needs quotes\n"},
    {"a: !!int 3\n",
     "x.yaml:1:4: error: \"!!int\" is a tag; write the value itself; one that begins with ! needs quotes\n"},
    {"a: ! 3\n",
     "x.yaml:1:4: error: \"!\" is a tag; write the value itself; one that begins with ! needs quotes\n"},
    {"a: &\n", "x.yaml:1:4: error: a value cannot begin with & or *; put it into quotes\n"},
    {"%YAML 1.1\n---\na: 1\n", "x.yaml:1:1: error: a directive; leave out the lines that begin with %\n"},
    {"a: 1\n---\nb: 2\n",
     "x.yaml:2:1: error: a second YAML document begins here; put all into one, without lines of ---\n"},
    {"a: 1\nb: 2\na: 3\na: 4\n", "x.yaml:3:1: error: the key \"a\" is there twice, in line 1 and in line 3; "
                                 "give each key once\n"
                                 "x.yaml:4:1: error: the key \"a\" is there twice, in line 1 and in line 4; "
                                 "give each key once\n"},
    {"? [a]\n: 1\n",
     "x.yaml:1:3: error: a key cannot be a list; write key: value, and quote a text that begins with a "
     "brace or bracket\n"},
    {"{a: 1}: 2\n",
     "x.yaml:1:1: error: a key cannot be a map; write key: value, and quote a text that begins with a "
     "brace or bracket\n"},
    {"'': 1\n", "x.yaml:1:1: error: a key must be one or more words in one line; write key: value\n"},
    {"? |\n  a\n: 1\n", "x.yaml:1:3: error: a key must be one or more words in one line; write key: value\n"},
    {"a:\n\tb: 1\n  \tc: 2\n", "x.yaml:2:1: error: a tab in the indentation; indent with spaces\n"
                               "x.yaml:3:3: error: a tab in the indentation; indent with spaces\n"},
    {"a:\nb:   # later\n", "x.yaml:1:1: error: the key \"a\" has no value; write the value behind the colon, "
                           "or take the key out; no text at "
                           "all is \"\"\n"
                           "x.yaml:2:1: error: the key \"b\" has no value; write the value behind the colon, "
                           "or take the key out; no text at "
                           "all is \"\"\n"},
    {"{seed: $1,000}\n",
     "x.yaml:1:11: error: the key \"000\" has no value; write key: value; between braces a value "
     "with a comma needs quotes\n"},
    {"a:\n- 1\n-\n- 2\n",
     "x.yaml:3:2: error: a list item without a value; write the value behind the dash\n"},
    {"a: 1\nb: \xFF\n", "x.yaml:2:4: unreadable: the text is not UTF-8 here; save the file as UTF-8\n"},
    {"a: 1\nb: x\x01y\n", "x.yaml:2:5: error: a control character; take it out\n"},
    {"a: b: c\n",
     "x.yaml:1:5: error: a colon is not possible here; put a value with a colon into quotes, and give "
     "each key a line of its own, indented like its neighbours\n"},
    {"a: 1\nb\nc: 2\n",
     "x.yaml:2:1: error: the key has no colon behind it; write key: value; an item of a list "
     "begins with a dash\n"},
    {"a: 1\n - b\n c: 2\n",
     "x.yaml:3:3: error: a colon is not possible here; put a value with a colon into quotes, "
     "and give each key a line of its own, indented like its neighbours\n"},
    {"a:\n  b: 1\n c: 2\n",
     "x.yaml:3:2: error: the line does not continue the keys above it; indent it like the keys "
     "it belongs to, or quote the whole value\n"},
    {"a: \"b\" c\n",
     "x.yaml:1:8: error: the line does not continue the keys above it; indent it like the keys it "
     "belongs to, or quote the whole value\n"},
    {"a:\n- b\n c\n- d\n  e: f\n", "x.yaml:5:4: error: a colon is not possible here; put a value with a "
                                   "colon into quotes, and give each key a line "
                                   "of its own, indented like its neighbours\n"},
    {"a:\n  - b\n  c: d\n",
     "x.yaml:3:3: error: the line does not continue the list above it; begin it with a dash, "
     "indented like the other items\n"},
    {"a: {b: c\nd: e\n", "x.yaml:2:2: error: a comma is missing, or the closing brace for the one in line 1; "
                         "write {key: value, key: value}; "
                         "a value with a comma or a brace needs quotes\n"},
    {"a: [b, c\n", "x.yaml:2:1: error: a comma is missing, or the closing bracket for the one in line 1; "
                   "write [value, value]; a value with "
                   "a comma or a bracket needs quotes\n"},
    {"a: - b\n",
     "x.yaml:1:4: error: a list item is not possible here; begin the list in the line below its key; "
     "quote a value that begins with a dash\n"},
    {"a: ? b\n",
     "x.yaml:1:4: error: a key is not possible here; give it a line of its own, indented like its "
     "neighbours\n"},
    {"a: \"b\nc: d\n",
     "x.yaml:1:4: error: the quotes are not closed; end the text with the quotes that it began "
     "with\n"},
    {"a: 'b\n---\nc: d\n",
     "x.yaml:1:4: error: the quotes are not closed; end the text with the quotes that it began "
     "with\n"},
    {"a: \"b\\qc\"\n",
     "x.yaml:1:6: error: there is no such escape; write two backslashes for one, or put the text "
     "into single quotes\n"},
    {"[a]\nb: c\n",
     "x.yaml:2:1: error: the line does not belong to what stands above it; indent it like the keys it "
     "belongs to; quote a text with quotes inside as a whole\n"},
    {"a: @b\n", "x.yaml:1:4: error: a value cannot begin with \"@\"; put it into quotes\n"},
    {"a: `b`\n", "x.yaml:1:4: error: a value cannot begin with \"`\"; put it into quotes\n"},
    {"a: > 5\n", "x.yaml:1:4: error: a value cannot begin with | or >; put it into quotes\n"},
    {"a: ]\n", "x.yaml:1:4: error: a value is missing here; write the value\n"},
};

static void every_wrong_text_has_its_findings(void **state)
{
    unsigned differ = 0;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        open_scene(state);
        struct scene *scene = *state;
        if (read_at(scene, wrong[i].yaml, 1, 1, ""))
            print_error("%s: read without a finding\n", wrong[i].yaml);
        const char *found = findings_text(scene);
        if (strcmp(found, wrong[i].findings) != 0) {
            differ++;
            print_error("---\n%s---\nfound:\n%s", wrong[i].yaml, found);
        }
        close_scene(state);
    }
    open_scene(state);
    assert_int_equal(differ, 0);
}

/* ----------------------------------------------------------------------------------------------------- limits */

static struct node *read_repeated(struct scene *scene, const char *start, const char *each, unsigned count)
{
    size_t size = strlen(start) + (strlen(each) + 8) * count + 1;
    char *yaml = malloc(size);
    assert_non_null(yaml);
    struct text_out out;
    text_out_init(&out, yaml, size);
    text_out_add(&out, "%s", start);
    for (unsigned i = 0; i < count; i++) {
        if (strchr(each, ':'))
            text_out_add(&out, "%u", i);
        text_out_add(&out, "%s", each);
    }
    struct node *node = read_at(scene, yaml, 1, 1, "");
    free(yaml);
    return node;
}

static void nesting_goes_sixteen_deep(void **state)
{
    struct scene *scene = *state;
    assert_non_null(read_plain(scene, "[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]"));
    assert_null(read_at(scene, "[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]", 1, 1, ""));
    assert_string_equal(findings_text(scene),
                        "x.yaml:1:17: error: lists and maps inside each other are too deep; go "
                        "at most 16 levels deep\n");
}

static void lists_and_maps_have_a_longest(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(read_repeated(scene, "", "- a\n", NODE_CHILDREN_MAX)->count, NODE_CHILDREN_MAX);
    assert_int_equal(read_repeated(scene, "", ": a\n", NODE_CHILDREN_MAX)->count, NODE_CHILDREN_MAX);
    assert_null(read_repeated(scene, "", "- a\n", NODE_CHILDREN_MAX + 1));
    assert_null(read_repeated(scene, "", ": a\n", NODE_CHILDREN_MAX + 1));
    assert_string_equal(findings_text(scene),
                        "x.yaml:1025:3: error: the list is too long; write at most 1024 in one\n"
                        "x.yaml:1025:7: error: the map is too long; write at most 1024 in one\n");
}

static void a_text_has_a_longest(void **state)
{
    struct scene *scene = *state;
    assert_non_null(read_repeated(scene, "a: b", " ", NODE_TEXT_MAX - 4));
    assert_null(read_repeated(scene, "a: b", " ", NODE_TEXT_MAX - 3));
    assert_string_equal(
        findings_text(scene),
        "x.yaml:1:1: unreadable: the data is longer than a mebibyte; part it into several files\n");
}

static void without_memory_nothing_is_read(void **state)
{
    struct scene *scene = *state;
    struct arena small;
    arena_init(&small, 4096);
    struct origin origin = {"x.yaml", 1, 1, {0}};
    char yaml[2000];
    struct text_out out;
    text_out_init(&out, yaml, sizeof yaml);
    for (unsigned i = 0; i < 100; i++)
        text_out_add(&out, "%u: value\n", i);
    assert_null(node_read(text_of(yaml), origin, &small, &scene->findings));
    assert_string_equal(
        findings_text(scene),
        "x.yaml:1:1: unreadable: there is no memory to read the data; try with less at a time\n");
    arena_release(&small);
}

/* ---------------------------------------------------------------------------------------------------- merging */

static void maps_are_merged_member_by_member(void **state)
{
    struct scene *scene = *state;
    struct node *whole = node_new_map(&scene->arena, (struct origin){"x.yaml", 1, 1, {0}});
    const struct node *first = read_at(scene, "fee: {amount: $1}\npools: {a: {seed: $1}}\n", 3, 5, "h/x#1");
    const struct node *second =
        read_at(scene, "pools: {a: {cap: $9}, b: {seed: $2}}\nlist: [1]\n", 9, 5, "h/x#2");
    assert_int_equal(node_merge(whole, first, &scene->arena, &scene->findings), STATUS_OK);
    assert_int_equal(node_merge(whole, second, &scene->arena, &scene->findings), STATUS_OK);
    assert_int_equal(whole->count, 3);
    assert_string_equal(node_path(whole, "pools/a/seed")->scalar.bytes, "$1");
    assert_string_equal(node_path(whole, "pools/a/cap")->scalar.bytes, "$9");
    assert_true(text_equal(node_path(whole, "pools/a/cap")->origin.clause, text_of("h/x#2")));
    assert_true(text_equal(node_path(whole, "pools/a/seed")->origin.clause, text_of("h/x#1")));
    assert_string_equal(node_path(whole, "pools/b/seed")->scalar.bytes, "$2");
    /* What was merged is as it was. */
    assert_int_equal(first->count, 2);
    assert_int_equal(node_path(first, "pools/a")->count, 1);
    assert_null(node_path(first, "pools/a/cap"));
    assert_null(node_path(second, "fee"));
    assert_int_equal(scene->findings.count, 0);
}

static void rows_of_lists_follow_each_other(void **state)
{
    struct scene *scene = *state;
    struct node *whole = node_new_map(&scene->arena, (struct origin){"x.yaml", 1, 1, {0}});
    const struct node *first = read_at(scene, "a: {b: [{c: 1}, {c: 2}]}\n", 3, 5, "h/x#1");
    const struct node *second = read_at(scene, "a: {b: [{c: 3}]}\n", 9, 5, "h/x#2");
    assert_int_equal(node_merge(whole, first, &scene->arena, &scene->findings), STATUS_OK);
    assert_int_equal(node_merge(whole, second, &scene->arena, &scene->findings), STATUS_OK);
    const struct node *rows = node_path(whole, "a/b"), *last = rows->first_child->next->next;
    assert_int_equal(rows->count, 3);
    assert_string_equal(node_member(rows->first_child->next, "c")->scalar.bytes, "2");
    assert_true(text_equal(rows->first_child->origin.clause, text_of("h/x#1")));
    assert_string_equal(node_member(last, "c")->scalar.bytes, "3");
    assert_true(text_equal(last->origin.clause, text_of("h/x#2")));
    assert_null(last->next);
    /* What was merged is as it was. */
    assert_int_equal(node_path(first, "a/b")->count, 2);
    assert_null(node_path(first, "a/b")->first_child->next->next);
    assert_null(node_path(second, "a/b")->first_child->next);
    assert_int_equal(scene->findings.count, 0);
    /* Rows and values do not follow each other. */
    const struct node *mixed = read_at(scene, "a: {b: [{c: 4}, 5]}\n", 20, 5, "h/x#3");
    assert_int_equal(node_merge(whole, mixed, &scene->arena, &scene->findings), STATUS_INVALID);
    assert_int_equal(node_path(whole, "a/b")->count, 3);
}

static void merging_keeps_the_longest_list(void **state)
{
    struct scene *scene = *state;
    struct node *whole = node_new_map(&scene->arena, (struct origin){"x.yaml", 1, 1, {0}});
    const struct node *rows = read_plain(scene, "a: [{b: 1}, {b: 2}, {b: 3}]\n");
    unsigned times = 0;
    while (node_merge(whole, rows, &scene->arena, &scene->findings) == STATUS_OK)
        times++;
    assert_int_equal(times, NODE_CHILDREN_MAX / 3);
    assert_int_equal(node_member(whole, "a")->count, NODE_CHILDREN_MAX / 3 * 3);
    assert_string_equal(findings_text(scene),
                        "x.yaml:1:1: error: \"a\" has too many rows; a list has at most 1024, "
                        "in all clauses together\n");
}

static void two_that_say_the_same_key_are_both_shown(void **state)
{
    struct scene *scene = *state;
    struct node *whole = node_new_map(&scene->arena, (struct origin){"x.yaml", 1, 1, {0}});
    const struct node *first = read_at(scene, "a: 1\nb: [1]\nc: {d: 1}\ne: same\n", 3, 5, "h/x#1");
    const struct node *second = read_at(scene, "a: 2\nb: [1]\nc: 1\ne: same\nf: 1\n", 9, 5, "h/x#2");
    const struct node *third = read_at(scene, "a: 3\n", 20, 1, "h/x#1");
    assert_int_equal(node_merge(whole, first, &scene->arena, &scene->findings), STATUS_OK);
    assert_int_equal(node_merge(whole, second, &scene->arena, &scene->findings), STATUS_INVALID);
    assert_int_equal(node_merge(whole, third, &scene->arena, &scene->findings), STATUS_INVALID);
    assert_string_equal(findings_text(scene), "x.yaml:9:5: error: h/x#2: two clauses say different things: "
                                              "\"a\" is \"2\" here and \"1\" in h/x#1 (line 3); "
                                              "say it in one of them only\n"
                                              "x.yaml:10:5: error: h/x#2: the list \"b\" is given twice, "
                                              "here and in h/x#1 (line 4); say it in one of them "
                                              "only\n"
                                              "x.yaml:11:5: error: h/x#2: two clauses say different things: "
                                              "\"c\" is a value here and a map in h/x#1 "
                                              "(line 5); say it in one of them only\n"
                                              "x.yaml:12:5: error: h/x#2: the value \"e\" is given twice, "
                                              "here and in h/x#1 (line 6); say it in one of them "
                                              "only\n"
                                              "x.yaml:20:1: error: h/x#1: two lines say different things: "
                                              "\"a\" is \"3\" here and \"1\" in h/x#1 (line 3); "
                                              "say it in one of them only\n");
    assert_string_equal(node_member(whole, "a")->scalar.bytes, "1");
    assert_string_equal(node_member(whole, "f")->scalar.bytes, "1");
}

static void another_file_is_named(void **state)
{
    struct scene *scene = *state;
    struct node *first = read_plain(scene, "a: 1\n");
    const struct node *second =
        node_read(text_of("a: 2\n"), (struct origin){"y.yaml", 1, 1, {0}}, &scene->arena, &scene->findings);
    assert_int_equal(node_merge(first, second, &scene->arena, &scene->findings), STATUS_INVALID);
    assert_string_equal(findings_text(scene),
                        "y.yaml:1:1: error: two lines say different things: \"a\" is \"2\" here "
                        "and \"1\" in x.yaml line 1; say it in one of them only\n");
}

static void merging_keeps_the_longest_map(void **state)
{
    struct scene *scene = *state;
    struct node *whole = read_repeated(scene, "", ": a\n", NODE_CHILDREN_MAX - 1);
    const struct node *more = read_plain(scene, "x: 1\ny: 2\n");
    assert_int_equal(node_merge(whole, more, &scene->arena, &scene->findings), STATUS_INVALID);
    assert_int_equal(whole->count, NODE_CHILDREN_MAX);
    assert_string_equal(findings_text(scene),
                        "x.yaml:2:1: error: \"y\" is one key too many; a map has at most 1024, "
                        "in all clauses together\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)
    const struct CMUnitTest tests[] = {
        TEST(everything_is_text),
        TEST(members_are_found_by_key_and_by_path),
        TEST(every_node_knows_its_place_in_the_file),
        TEST(what_unicode_calls_a_line_end_moves_no_line),
        TEST(every_wrong_text_has_its_findings),
        TEST(nesting_goes_sixteen_deep),
        TEST(lists_and_maps_have_a_longest),
        TEST(a_text_has_a_longest),
        TEST(without_memory_nothing_is_read),
        TEST(maps_are_merged_member_by_member),
        TEST(rows_of_lists_follow_each_other),
        TEST(merging_keeps_the_longest_list),
        TEST(two_that_say_the_same_key_are_both_shown),
        TEST(another_file_is_named),
        TEST(merging_keeps_the_longest_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
