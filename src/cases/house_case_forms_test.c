#include "base/check.h"
#include "cases/house_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The build says where the tree is; without it tests run in its root. */
#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

enum { TEXT_SIZE = 2048 };

static struct library library;

static int read_laws(void **state)
{
    (void)state;
    library_init(&library);
    library_add(&library, CARDROOM_ROOT "/rulebooks/us-federal", NULL);
    return (int)library.findings.counted[FINDING_ERROR];
}

static int release_laws(void **state)
{
    (void)state;
    library_release(&library);
    return 0;
}

/* What came of a case: its first fault or difference in words, or that all is as expected. */
struct played {
    char words[512];
    size_t line, column; /* of a fault */
    unsigned differences, judgements;
};

static struct played play(const char *lines)
{
    char text[TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    text_out_add(&out, "case T: a test\ncites: us-federal/information-returns#1\ngame: house\n%s", lines);
    assert_false(out.truncated);
    struct arena arena;
    struct case_file file;
    struct case_fault fault = {0};
    struct case_result result;
    struct house_case house;
    struct played played = {.words = "as expected"};
    arena_init(&arena, CASE_ARENA_SIZE);
    case_result_init(&result, &arena);
    enum status status = case_read(text_out_text(&out), &arena, &file, &fault);
    if (status == STATUS_OK)
        status = house_case_play(&file, &library, NULL, &house, &result, &fault);
    text_out_init(&out, played.words, sizeof played.words);
    if (status != STATUS_OK) {
        text_out_add(&out, "%s", fault.fault.words);
        played.line = fault.line;
        played.column = fault.fault.position;
    } else {
        played.differences = result.difference_count;
        played.judgements = house.judgement_count;
        if (result.differences)
            text_out_add_text(&out, result.differences->words);
        else
            text_out_add(&out, "as expected");
    }
    arena_release(&arena);
    return played;
}

static void assert_played(const char *lines, const char *words)
{
    struct played played = play(lines);
    if (!text_contains(text_of(played.words), text_of(words)))
        fail_msg("%s\n\"%s\", expected \"%s\"", lines, played.words, words);
}

static void a_payment_has_its_forms_below(void **state)
{
    (void)state;
    assert_played("payment: 1,999.99 on 2026-03-01, jackpot, wager 1\n"
                  "expect:\n"
                  "  no form\n"
                  "payment: 6,000 on 2026-03-01, jackpot, wager 1\n"
                  "expect:\n"
                  "  form W-2G #10\n"
                  "  form regular gambling withholding, withhold 1,439.76 #16\n"
                  "  form two pieces of identification\n",
                  "as expected");
}

static void facts_stand_in_any_order_and_capitals_do_not_matter(void **state)
{
    (void)state;
    assert_played("PAYMENT: $500 on 2026-03-01, no number, prizes before 1,500, Promotion\n"
                  "expect:\n"
                  "  form 1099-misc\n"
                  "  form Backup Withholding, withhold $120 #18\n",
                  "as expected");
    assert_played("payment: 300 on 2026-03-01, wager 1, wager\nexpect:\n  no form\n", "as expected");
}

static void readings_and_revenue_are_those_of_the_line(void **state)
{
    (void)state;
    assert_played(
        "payment: 2,000 on 2026-03-01, buy-in, in currency, reading log entries = from $2,000, "
        "reading fee jackpots = a prize\n"
        "expect:\n"
        "  form multiple transaction log #15\n"
        "payment: 2,000 on 2026-03-01, jackpot, wager 1, reading fee jackpots = a prize, in currency, "
        "reading log entries = from $2,000\n"
        "expect:\n"
        "  form multiple transaction log #15\n"
        "  form 1099-MISC #10\n"
        "payment: 2,500 on 2026-03-01, buy-in, in currency, revenue 1,000,000\n"
        "expect:\n"
        "  no form\n",
        "as expected");
}

static void every_form_must_be_expected_unless_it_is_some(void **state)
{
    (void)state;
    assert_played("payment: 6,000 on 2026-03-01, jackpot, wager 1\nexpect:\n  form W-2G\n",
                  "due is the form regular gambling withholding, withhold $1,439.76");
    assert_played("payment: 6,000 on 2026-03-01, jackpot, wager 1\nexpect some:\n"
                  "  form two pieces of identification\n",
                  "as expected");
    assert_played("payment: 6,000 on 2026-03-01, jackpot, wager 1\nexpect some:\n  form 5754\n",
                  "no such form is due");
    assert_played("payment: 6,000 on 2026-03-01, jackpot, wager 1\nexpect:\n  no form\n",
                  "due is the form W-2G (us-federal/information-returns#10)");
    assert_played("payment: 6 on 2026-03-01, jackpot, wager 1\nexpect:\n  form W-2G\n",
                  "no such form is due");
}

static void form_clause_tax_and_looking_up_are_compared(void **state)
{
    (void)state;
    assert_played("payment: 2,000 on 2026-03-01, keno\nexpect:\n  form 1099-MISC\n", "due is the form W-2G");
    assert_played("payment: 2,000 on 2026-03-01, keno\nexpect:\n  form W-2G #7\n", "due is the form W-2G");
    assert_played("payment: 2,000 on 2026-03-01, keno\nexpect:\n  form W-2G, withhold 1\n",
                  "due is the form W-2G");
    assert_played("payment: 2,000 on 2027-03-01, keno\nexpect:\n  form W-2G\n",
                  "due is the form W-2G, look up");
    assert_played("payment: 2,000 on 2026-03-01, keno\nexpect:\n  form W-2G, look up\n",
                  "due is the form W-2G (");
    assert_played("payment: 2,000 on 2026-03-01, keno, no number\nexpect:\n  form W-2G\n"
                  "  form backup withholding #18\n",
                  "due is the form backup withholding, withhold $480.00");
}

static void a_payment_without_expectation_is_played_and_kept(void **state)
{
    (void)state;
    struct played played = play("payment: 6,000 on 2026-03-01, jackpot, wager 1\n"
                                "payment: 6 on 2026-03-01, jackpot, wager 1\n");
    assert_string_equal(played.words, "as expected");
    assert_int_equal(played.judgements, 4); /* three forms, and none */
}

static void what_cannot_be_understood_is_told_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *words;
        size_t line, column;
    } wrong[] = {
        {"payment: much on 2026-03-01, keno\n", "an amount of dollars", 4, 10},
        {"payment: -1 on 2026-03-01, keno\n", "not below zero", 4, 10},
        {"payment: 1 at 2026-03-01, keno\n", "\"on\" and the day", 4, 12},
        {"payment: 1 on 2026-02-30, keno\n", "no such day", 4, 15},
        {"payment: 1 on 2026-03-01\n", "the kind of payment", 4, 25},
        {"payment: 1 on 2026-03-01, wager 1\n", "the kind of payment", 4, 34},
        {"payment: 1 on 2026-03-01, kino\n", "a kind of payment such as jackpot", 4, 27},
        {"payment: 1 on 2026-03-01, keno, paid before -1\n", "a kind of payment such as jackpot", 4, 33},
        {"payment: 1 on 2026-03-01, keno loud\n", "the end of the line", 4, 32},
        {"payment: 1 on 2026-03-01, keno, reading moon = full\n", "a setting of a law", 4, 41},
        {"payment: 1 on 2026-03-01, keno, reading log entries = from $1\n",
         "\"from $1\" is no choice of the setting \"log entries\"", 4, 41},
        {"payment: 1 on 2026-03-01, keno, revenue much\n", "an amount of dollars", 4, 41},
        {"payment: 1 on 2026-03-01, keno\nexpect:\n  W-2G\n", "form and its name, or no form", 6, 3},
        {"payment: 1 on 2026-03-01, keno\nexpect:\n  form #3\n", "a form, such as W-2G", 6, 8},
        {"payment: 1 on 2026-03-01, keno\nexpect:\n  form W-2G, tax 3\n", "withhold and an amount", 6, 14},
        {"payment: 1 on 2026-03-01, keno\nexpect:\n  no form at all\n", "the end of the line", 6, 11},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct played played = play(wrong[i].lines);
        if (!text_contains(text_of(played.words), text_of(wrong[i].words)) || played.line != wrong[i].line ||
            played.column != wrong[i].column)
            fail_msg("%s%zu:%zu: \"%s\", expected %zu:%zu: \"%s\"", wrong[i].lines, played.line,
                     played.column, played.words, wrong[i].line, wrong[i].column, wrong[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_payment_has_its_forms_below),
        cmocka_unit_test(facts_stand_in_any_order_and_capitals_do_not_matter),
        cmocka_unit_test(readings_and_revenue_are_those_of_the_line),
        cmocka_unit_test(every_form_must_be_expected_unless_it_is_some),
        cmocka_unit_test(form_clause_tax_and_looking_up_are_compared),
        cmocka_unit_test(a_payment_without_expectation_is_played_and_kept),
        cmocka_unit_test(what_cannot_be_understood_is_told_with_its_place),
    };
    return cmocka_run_group_tests_name("house_case_forms", tests, read_laws, release_laws);
}
