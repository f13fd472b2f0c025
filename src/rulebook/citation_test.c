#include "rulebook/citation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct seen {
    char words[512];
    struct text_out out;
};

static void take(void *context, const struct citation *citation)
{
    struct seen *seen = context;
    text_out_add(&seen->out, "%.*s %.*s#%u;", TEXT_ARGUMENTS(citation->name),
                 TEXT_ARGUMENTS(citation->document), citation->clause);
}

static void assert_cites(const char *cases, const char *expected)
{
    struct seen seen;
    text_out_init(&seen.out, seen.words, sizeof seen.words);
    citations_read(text_of(cases), take, &seen);
    assert_string_equal(seen.words, expected);
}

static void a_case_cites_clauses_of_one_document(void **state)
{
    (void)state;
    assert_cites("case alone: one player\ncites: bay101/aces-cracked#7 #9\ngame: x\n",
                 "alone bay101/aces-cracked#7;alone bay101/aces-cracked#9;");
}

static void a_case_cites_clauses_of_two_documents(void **state)
{
    (void)state;
    assert_cites("case two: x\ncites: a/b#1, c/d#2 #3", "two a/b#1;two c/d#2;two c/d#3;");
}

static void the_next_case_has_its_own_name_and_document(void **state)
{
    (void)state;
    assert_cites("case one: x\ncites: a/b#1\ncase two: y\ncites: #2\n", "one a/b#1;two #2;");
}

static void readings_and_other_words_are_no_clauses(void **state)
{
    (void)state;
    assert_cites("case one: x\ncites: a/b#MR1 #12x # word #99999999999999999999 #4\n", "one a/b#4;");
    assert_cites("", "");
    assert_cites("cites:", "");
    assert_cites("case", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_cites_clauses_of_one_document),
        cmocka_unit_test(a_case_cites_clauses_of_two_documents),
        cmocka_unit_test(the_next_case_has_its_own_name_and_document),
        cmocka_unit_test(readings_and_other_words_are_no_clauses),
    };
    return cmocka_run_group_tests_name("citation", tests, NULL, NULL);
}
