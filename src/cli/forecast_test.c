#include "cli/house_day_test.h"

static json_t *forecast_of(const char *rest, int code)
{
    struct outcome outcome = house_day_run(&the_day, &command_forecast, "", rest);
    if (outcome.code != code)
        fail_msg("%s: code %d: %s", rest, outcome.code, outcome.errors);
    return outcome_document(&outcome);
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_in(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    if (!json_is_number(number))
        fail_msg("%s is no number", key);
    return json_number_value(number);
}

static const json_t *first_pool(const json_t *offer)
{
    return json_array_get(json_object_get(offer, "pools"), 0);
}

/* Every pool has a forecast, or says why not. */
static void every_offer_with_a_pool_is_forecast(void **state)
{
    (void)state;
    json_t *all = forecast_of("--json", EXIT_CODE_FINDINGS);
    const json_t *list = json_object_get(all, "forecasts");
    unsigned made = 0, not_made = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *pools = json_object_get(json_array_get(list, i), "pools");
        assert_true(json_array_size(pools) > 0);
        for (size_t j = 0; j < json_array_size(pools); j++) {
            const json_t *pool = json_array_get(pools, j);
            bool possible = json_object_get(pool, "any") != NULL;
            assert_int_equal(possible, *text_in(pool, "why-not") == '\0');
            made += possible;
            not_made += !possible;
        }
    }
    assert_true(made >= 8);
    assert_true(not_made >= 8);
    json_decref(all);
}

/* 17 fees of $1 in 16 hours of a day of 16; a royal flush in five cards is one of 649,740. */
static void a_day_of_play_sets_the_pace(void **state)
{
    (void)state;
    json_t *offer = forecast_of("bonus-hand --json", EXIT_CODE_FINDINGS);
    const json_t *pool = first_pool(offer), *rows = json_object_get(offer, "rows");
    const json_t *week = json_array_get(json_object_get(offer, "windows"), 1);
    assert_string_equal(text_in(offer, "pace"), "the last 7 days");
    assert_true(json_is_true(json_object_get(offer, "history")));
    assert_int_equal(number_in(week, "hands"), 17);
    assert_int_equal(number_in(week, "rounds"), 7);
    assert_int_equal(number_in(week, "fees-cents"), 1700);
    assert_int_equal(number_in(json_object_get(week, "contributions-cents"), "prize pool"), 17 * 11);
    assert_int_equal(number_in(week, "reserve-cents"), 17 * 89);
    assert_int_equal(number_in(week, "minutes"), 16 * 60);
    assert_true(number_in(offer, "hours-per-day") > 15.9 && number_in(offer, "hours-per-day") < 16.1);
    assert_string_equal(text_in(json_array_get(rows, 0), "hand"), "royal flush");
    const json_t *probability = json_object_get(json_array_get(rows, 0), "probability");
    assert_string_equal(text_in(probability, "numerator"), "1");
    assert_string_equal(text_in(probability, "denominator"), "649740");
    assert_true(number_in(json_object_get(pool, "whole"), "hands") > 649739.9);
    assert_true(number_in(json_object_get(pool, "whole"), "hands") < 649740.1);
    assert_int_equal(json_array_size(json_object_get(pool, "curve")), 31);
    /* A royal flush in 17 hands is odd. */
    assert_int_equal(number_in(pool, "hits-90-days"), 1);
    assert_true(json_is_true(json_object_get(pool, "odd")));
    assert_true(json_array_size(json_object_get(offer, "assumptions")) > 3);
    json_decref(offer);
}

static void without_play_the_tables_set_the_pace(void **state)
{
    (void)state;
    json_t *offer = forecast_of("three-card-progressive --json", EXIT_CODE_FINDINGS);
    assert_string_equal(text_in(offer, "pace"), "the tables as described");
    assert_true(json_is_false(json_object_get(offer, "history")));
    assert_int_equal(number_in(offer, "hands-per-hour"), 40 * 6);
    assert_int_equal(number_in(offer, "rounds-per-hour"), 40);
    json_decref(offer);
}

static void a_bad_beat_says_why_there_is_no_forecast(void **state)
{
    (void)state;
    json_t *offer = forecast_of("limit-bad-beat --json", EXIT_CODE_FINDINGS);
    const json_t *pool = first_pool(offer);
    assert_has(text_in(pool, "why-not"), "depends on other hands at the table");
    assert_null(json_object_get(pool, "any"));
    assert_null(json_object_get(pool, "expected-90-days"));
    assert_true(json_is_false(json_object_get(json_object_get(offer, "reserve"), "known")));
    json_decref(offer);
}

static void it_is_told_to_people(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_forecast, "", "bonus-hand");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "As of Nov 3, 2026, 6:00 AM\n");
    assert_has(outcome.output, "1 ODD");
    assert_has(outcome.output, "the last 24 hours");
    assert_has(outcome.output, "100% of the pool");
    assert_has(outcome.output, "649740.0");
    assert_has(outcome.output, "none of n hands hits with (1-p)^n");
    outcome = house_day_run(&the_day, &command_forecast, "", "tournament");
    assert_has(outcome.output, ": no forecast. No row of the charts in force");
}

static void wrong_words_are_answered(void **state)
{
    (void)state;
    static const struct {
        const char *what, *words;
    } wrong[] = {
        {"nothing", "there is no offer 'nothing'"},
        {"aces-cracked", "the offer 'aces-cracked' has no pool"},
        {"bonus-hand more", "unknown argument 'more'"},
        {"--every", "unknown argument '--every'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[256];
        (void)snprintf(line, sizeof line, "forecast %s %s", the_day.store, wrong[i].what);
        assert_refused(&command_forecast, line, wrong[i].words);
    }
    assert_refused(&command_forecast, "forecast", "STORE is missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_offer_with_a_pool_is_forecast),
        cmocka_unit_test(a_day_of_play_sets_the_pace),
        cmocka_unit_test(without_play_the_tables_set_the_pace),
        cmocka_unit_test(a_bad_beat_says_why_there_is_no_forecast),
        cmocka_unit_test(it_is_told_to_people),
        cmocka_unit_test(wrong_words_are_answered),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
