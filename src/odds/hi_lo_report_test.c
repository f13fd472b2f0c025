#include "games/hi_lo_promotion_test.h"
#include "odds/hi_lo_report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct hi_lo_question question_of(struct money progressive)
{
    struct hi_lo_rules rules = approved_hi_lo_rules();
    return hi_lo_question_usual(&rules, progressive);
}

static struct hi_lo_report report_at(int64_t dollars)
{
    struct hi_lo_question question = question_of(money_of_cents(dollars * MONEY_DOLLAR));
    question.extras_max = HI_LO_EXTRAS_MIN;
    struct hi_lo_report report;
    assert_int_equal(hi_lo_report_make(&report, &question, NULL), STATUS_OK);
    return report;
}

static void names_and_readings_are_known(void **state)
{
    (void)state;
    assert_true(hi_lo_report_is_called(text_of("saratoga/hi-lo-progressive")));
    assert_true(hi_lo_report_is_called(text_of("hi-lo")));
    assert_false(hi_lo_report_is_called(text_of("saratoga/hi-lo")));
    struct hi_lo_rules rules = approved_hi_lo_rules();
    assert_true(hi_lo_report_choose_reading(&rules, text_of("forgive-each-level")));
    assert_int_equal(rules.forgiveness, HI_LO_FORGIVE_EACH_LEVEL);
    assert_true(hi_lo_report_choose_reading(&rules, text_of("drop-to-the-letter")));
    assert_int_equal(rules.drop, HI_LO_DROP_TO_THE_LETTER);
    assert_false(hi_lo_report_choose_reading(&rules, text_of("bonus-needs-win")));
}

/* The report's two tables say the same: stop exactly where the progressive is below the break-even. */
static void advice_follows_the_break_even_table(void **state)
{
    (void)state;
    static const int64_t dollars[] = {400, 700, 1000};
    for (unsigned i = 0; i < sizeof dollars / sizeof dollars[0]; i++) {
        struct hi_lo_report report = report_at(dollars[i]);
        for (unsigned correct = 0; correct < report.question.rules.levels; correct++)
            for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
                const struct hi_lo_advice *advice = &report.advice[correct][rank];
                double better = advice->values[HI_LO_GUESS_HIGHER] > advice->values[HI_LO_GUESS_LOWER]
                                    ? advice->values[HI_LO_GUESS_HIGHER]
                                    : advice->values[HI_LO_GUESS_LOWER];
                /* Within the error of the values either is right. */
                double gap = better - advice->values[HI_LO_STOP];
                if (gap < -advice->error)
                    assert_true(report.from[correct][rank].cents > dollars[i] * MONEY_DOLLAR);
                if (gap > advice->error)
                    assert_true(report.from[correct][rank].cents <= dollars[i] * MONEY_DOLLAR);
            }
    }
}

static void the_endings_add_up(void **state)
{
    (void)state;
    struct hi_lo_report report = report_at(700);
    double sum = report.odds.won;
    for (unsigned i = 0; i < HI_LO_LEVELS_MAX; i++)
        sum += report.odds.stopped[i] + report.odds.missed[i];
    assert_true(sum > 0.999999 && sum < 1.000001);
    json_t *document = hi_lo_report_document(&report);
    assert_non_null(document);
    const char *target, *bet;
    double value;
    json_t *outcomes, *play;
    assert_int_equal(json_unpack(document, "{s:s, s:[{s:s, s:F, s:o, s:o}]}", "target", &target, "bets",
                                 "bet", &bet, "value_dollars", &value, "outcomes", &outcomes, "play", &play),
                     0);
    assert_string_equal(target, "saratoga/hi-lo-progressive");
    assert_string_equal(bet, "game");
    assert_true(value == report.odds.value);
    assert_int_equal(json_array_size(outcomes), 2 * 7 + 1);
    assert_int_equal(json_array_size(play), 7 * 13);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_readings_are_known),
        cmocka_unit_test(advice_follows_the_break_even_table),
        cmocka_unit_test(the_endings_add_up),
    };
    return cmocka_run_group_tests_name("Hi Lo report", tests, NULL, NULL);
}
