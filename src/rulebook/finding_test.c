#include "rulebook/finding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_SIZE_MAX = 1 << 20 };

static void assert_written(const struct finding *finding, const char *expected)
{
    char line[2 * FINDING_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    finding_write(&out, finding);
    assert_string_equal(line, expected);
}

static void a_finding_is_one_line_with_place_clause_words_and_remedy(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, ARENA_SIZE_MAX);
    struct findings findings;
    findings_init(&findings, &arena, 10);
    struct origin origin = {"rulebooks/bay101/x.md", 12, 7, text_of("bay101/x#3")};
    findings_add(&findings, FINDING_ERROR, origin, "the range runs backwards" REMEDY "write %s to %s", "$10",
                 "$1,000");
    origin.clause = text_of("");
    findings_add(&findings, FINDING_WARNING, origin, "a %s" REMEDY "b", "x\ny\tz");
    findings_add(&findings, FINDING_UNREADABLE, (struct origin){.file = "x"}, "gone" REMEDY "look");
    assert_int_equal(findings.count, 3);
    assert_written(&findings.items[0], "rulebooks/bay101/x.md:12:7: error: bay101/x#3: the range runs "
                                       "backwards; write $10 to $1,000");
    assert_written(&findings.items[1], "rulebooks/bay101/x.md:12:7: warning: a x y z; b");
    assert_written(&findings.items[2], "x: unreadable: gone; look");
    arena_release(&arena);
}

static void what_is_beyond_the_maximum_is_counted(void **state)
{
    (void)state;
    for (size_t maximum = 1; maximum <= 40; maximum += 13) {
        struct arena arena;
        arena_init(&arena, ARENA_SIZE_MAX);
        struct findings findings;
        findings_init(&findings, &arena, maximum);
        for (unsigned i = 0; i < maximum + 2; i++)
            findings_add(&findings, i % 2 ? FINDING_WARNING : FINDING_ERROR, (struct origin){"x", 1, 1, {0}},
                         "%u" REMEDY "less", i);
        assert_int_equal(findings.count, maximum);
        assert_int_equal(findings.dropped, 2);
        assert_int_equal(findings.counted[FINDING_ERROR] + findings.counted[FINDING_WARNING], maximum + 2);
        assert_int_equal(findings.counted[FINDING_ERROR], (maximum + 3) / 2);
        arena_release(&arena);
    }
}

static void without_memory_a_finding_is_counted(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    struct findings findings;
    findings_init(&findings, &arena, 10);
    findings_add(&findings, FINDING_ERROR, (struct origin){"x", 1, 1, {0}}, "a" REMEDY "b");
    assert_int_equal(findings.count, 0);
    assert_int_equal(findings.dropped, 1);
    assert_int_equal(findings.counted[FINDING_ERROR], 1);
    findings_sort(&findings);
    arena_release(&arena);
}

static void long_words_are_cut_between_letters(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, ARENA_SIZE_MAX);
    struct findings findings;
    findings_init(&findings, &arena, 10);
    char words[FINDING_TEXT_SIZE * 2 + 1];
    for (size_t i = 0; i < sizeof words - 1; i += 2)
        memcpy(words + i, "\xC3\xA9", 2);
    words[sizeof words - 1] = '\0';
    struct origin origin = {"x", 1, 1, {0}};
    findings_add(&findings, FINDING_ERROR, origin, "%s" REMEDY "b", words);
    findings_add(&findings, FINDING_ERROR, origin, "a" REMEDY "%s", words);
    assert_int_equal(findings.count, 2);
    struct finding *first = &findings.items[0], *second = &findings.items[1];
    assert_int_equal(first->words.length, FINDING_TEXT_SIZE - 2);
    assert_true(text_equal(first->remedy, text_of("write less in one place")));
    assert_int_equal(text_utf8_length(second->remedy), second->remedy.length);
    assert_true(second->remedy.length > FINDING_TEXT_SIZE - 8);
    arena_release(&arena);
}

static void findings_are_sorted_by_file_line_and_column(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, ARENA_SIZE_MAX);
    struct findings findings;
    findings_init(&findings, &arena, 10);
    static const struct origin origins[] = {{"b", 1, 1, {0}}, {"a", 10, 1, {0}}, {"a", 9, 12, {0}},
                                            {"a", 9, 2, {0}}, {"a", 9, 2, {0}},  {"a", 0, 0, {0}}};
    for (unsigned i = 0; i < 6; i++)
        findings_add(&findings, FINDING_ERROR, origins[i], "%u" REMEDY "none", i);
    findings_sort(&findings);
    static const size_t order[] = {5, 3, 4, 2, 1, 0};
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(findings.items[i].number, order[i]);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_is_one_line_with_place_clause_words_and_remedy),
        cmocka_unit_test(what_is_beyond_the_maximum_is_counted),
        cmocka_unit_test(without_memory_a_finding_is_counted),
        cmocka_unit_test(long_words_are_cut_between_letters),
        cmocka_unit_test(findings_are_sorted_by_file_line_and_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
