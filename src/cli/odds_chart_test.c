/*
 * cardroom odds ACTIVITY|OFFER. The counting itself is tested in src/odds/chart_odds_test.c; here, that the numbers of a
 * document arrive on the page.
 */
#include "cli/run_command_test.h"

#include <math.h>

static struct outcome odds(const char *line)
{
    return run_command(&command_odds, line);
}

static json_t *counted(const char *line)
{
    struct outcome outcome = odds(line);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s: code %d, \"%s\"", line, outcome.code, outcome.errors);
    return outcome_document(&outcome);
}

static const json_t *chart_of(const json_t *document, size_t chart)
{
    const json_t *found = json_array_get(json_object_get(document, "charts"), chart);
    assert_non_null(found);
    return found;
}

static const json_t *row_of(const json_t *document, size_t chart, size_t row)
{
    const json_t *found = json_array_get(json_object_get(chart_of(document, chart), "rows"), row);
    assert_non_null(found);
    return found;
}

static const char *text_in(const json_t *object, const char *name)
{
    const char *words = json_string_value(json_object_get(object, name));
    assert_non_null(words);
    return words;
}

static double number_in(const json_t *object, const char *name)
{
    const json_t *number = json_object_get(object, name);
    assert_true(json_is_number(number));
    return json_number_value(number);
}

/* An exact row and its frequency in lowest terms. */
struct exact {
    const char *line, *hand, *numerator, *denominator, *deals;
};

static void is_exactly(const struct exact *exact)
{
    json_t *document = counted(exact->line);
    const json_t *rows = json_object_get(chart_of(document, 0), "rows"), *row;
    size_t index, found = 0;
    json_array_foreach(rows, index, row)
    {
        if (strcmp(text_in(row, "name"), exact->hand) != 0)
            continue;
        found++;
        assert_string_equal(text_in(row, "kind"), "exact");
        assert_string_equal(text_in(row, "numerator"), exact->numerator);
        assert_string_equal(text_in(row, "denominator"), exact->denominator);
    }
    assert_string_equal(text_in(chart_of(document, 0), "deals"), exact->deals);
    assert_int_equal(found, 1);
    json_decref(document);
}

static void exact_rows_are_the_known_counts(void **state)
{
    (void)state;
    static const struct exact known[] = {
        /* 4 and 624 of C(52,5). */
        {"odds demo/bonus-hand --game crazy4 --json", "royal flush", "1", "649740", "2598960"},
        {"odds demo/bonus-hand --game crazy4 --json", "four of a kind", "1", "4165", "2598960"},
        /* Both hole cards play: 4 C(5,2) of them, with the other three and any C(47,2) on the board. */
        {"odds demo/poker-bonus-hand --game holdem --json", "royal flush", "1", "64974", "2809475760"},
        /* C(12,7) hands of picture cards of the C(53,7) hands of pai gow poker. */
        {"odds demo/pai-gow-bonus --json", "seven picture cards", "99", "19267885", "154143080"},
        /* 4 of C(52,3). */
        {"odds demo/three-card-progressive --json", "suited A-K-Q", "1", "5525", "22100"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        is_exactly(&known[i]);
}

static void a_baccarat_shoe_is_counted_by_the_round(void **state)
{
    (void)state;
    json_t *document = counted("odds demo/baccarat-bonus --json");
    assert_string_equal(text_in(chart_of(document, 0), "per"), "round");
    assert_int_equal(number_in(chart_of(document, 0), "decks"), 8);
    assert_string_equal(text_in(row_of(document, 0, 0), "kind"), "exact");
    assert_true(fabs(number_in(row_of(document, 0, 0), "probability") - 0.00897064) < 5e-9);
    json_decref(document);
}

static void an_offer_shows_what_the_house_posted_and_its_tables(void **state)
{
    (void)state;
    json_t *document = counted("odds demo/bonus-hand --game crazy4 --json");
    assert_string_equal(text_in(document, "activity"), "bay101/bonus-hand-progressive-v1-1");
    assert_string_equal(text_in(document, "offer"), "demo/bonus-hand");
    assert_int_equal(number_in(chart_of(document, 0), "pace"), 35); /* of the tables C4-1 and C4-2 */
    assert_string_equal(text_in(row_of(document, 0, 2), "wins"), "$300");
    json_decref(document);
    document = counted("odds bay101/bonus-hand-progressive-v1-1 --chart A --game crazy4 --json");
    assert_null(json_object_get(document, "offer"));
    assert_string_equal(text_in(row_of(document, 0, 2), "wins"), "$10 to $1,000");
    json_decref(document);
}

static void a_row_cites_its_clause(void **state)
{
    (void)state;
    json_t *document = counted("odds demo/bonus-hand --game crazy4 --json");
    assert_has(text_in(row_of(document, 0, 0), "clause"), "bay101/bonus-hand-progressive-v1-1#");
    assert_string_equal(text_in(row_of(document, 0, 0), "row"), "A1");
    json_decref(document);
}

static void hits_are_in_proportion_to_the_players(void **state)
{
    (void)state;
    static const char *const lines[] = {"odds demo/bonus-hand --game crazy4 --players 1 --json",
                                        "odds demo/bonus-hand --game crazy4 --players 2 --json",
                                        "odds demo/bonus-hand --game crazy4 --players 6 --json"};
    static const unsigned players[] = {1, 2, 6};
    for (size_t i = 0; i < 3; i++) {
        json_t *document = counted(lines[i]);
        const json_t *row = row_of(document, 0, 0);
        assert_int_equal(number_in(chart_of(document, 0), "players"), players[i]);
        assert_true(fabs(number_in(row, "hits per thousand rounds") - 1000.0 * players[i] / 649740) < 1e-12);
        assert_true(fabs(number_in(row, "hours between hits") - 649740.0 / 35 / players[i]) < 1e-6);
        json_decref(document);
    }
}

static void the_pace_shortens_the_time_between_hits(void **state)
{
    (void)state;
    json_t *document = counted("odds demo/bonus-hand --game crazy4 --players 1 --pace 100 --json");
    assert_true(fabs(number_in(row_of(document, 0, 0), "hours between hits") - 6497.40) < 1e-6);
    json_decref(document);
}

static void decks_change_the_shoe(void **state)
{
    (void)state;
    json_t *eight = counted("odds demo/baccarat-bonus --json"),
           *one = counted("odds demo/baccarat-bonus --decks 1 --json");
    assert_int_equal(number_in(chart_of(one, 0), "decks"), 1);
    assert_string_not_equal(text_in(row_of(one, 0, 0), "denominator"),
                            text_in(row_of(eight, 0, 0), "denominator"));
    json_decref(eight);
    json_decref(one);
}

static void a_simulated_row_says_so_and_has_a_standard_error(void **state)
{
    (void)state;
    json_t *document = counted("odds demo/aces-cracked --rounds 2000 --seed 7 --json");
    const json_t *chart = chart_of(document, 0), *simulation = json_object_get(chart, "simulation");
    assert_string_equal(text_in(row_of(document, 0, 0), "kind"), "simulated");
    assert_true(number_in(row_of(document, 0, 0), "standard error") > 0);
    assert_int_equal(number_in(simulation, "rounds"), 2000);
    assert_string_equal(text_in(simulation, "seed"), "7");
    json_decref(document);
    struct outcome outcome = odds("odds demo/aces-cracked --rounds 2000 --seed 7");
    assert_has(outcome.output, "~ simulated: 2000 rounds, seed 7, with the standard error");
    assert_has(outcome.output, "assumed: everybody stays to the end");
}

static void an_exact_chart_has_no_simulation(void **state)
{
    (void)state;
    json_t *document = counted("odds demo/bonus-hand --game crazy4 --json");
    assert_null(json_object_get(chart_of(document, 0), "simulation"));
    assert_null(json_object_get(row_of(document, 0, 0), "standard error"));
    json_decref(document);
}

static void a_simulation_repeats_with_its_seed(void **state)
{
    (void)state;
    struct outcome one = odds("odds demo/aces-cracked --rounds 2000 --seed 7 --json"),
                   again = odds("odds demo/aces-cracked --rounds 2000 --seed 7 --json"),
                   other = odds("odds demo/aces-cracked --rounds 2000 --seed 8 --json");
    assert_string_equal(one.output, again.output);
    assert_string_not_equal(one.output, other.output);
}

static void names_may_be_short_where_they_are_the_only_ones(void **state)
{
    (void)state;
    assert_string_equal(
        odds("odds wheel-of-cards --json").output,
        odds("odds hawaiian-gardens/wheel-of-cards --json").output); /* the activity comes first */
    assert_string_equal(odds("odds bonus-hand-high-limit --json").output,
                        odds("odds bay101/bonus-hand-high-limit --json").output);
    assert_refused(&command_odds, "odds high-hand",
                   "several houses have an offer 'high-hand'; give HOUSE/high-hand");
}

static void bad_words_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *words;
    } wrong[] = {
        {"odds nothing-of-the-kind", "there is no activity and no offer 'nothing-of-the-kind'"},
        {"odds demo/bonus-hnd", "did you mean demo/bonus-hand"},
        {"odds demo/bonus-hand demo/aces-cracked", "'demo/aces-cracked' is a second one"},
        {"odds demo/bonus-hand --bet base", "unknown option --bet for an activity or offer"},
        {"odds demo/bonus-hand --chart Z", "no chart of demo/bonus-hand fits --chart and --game"},
        {"odds demo/bonus-hand --game omaha", "no chart of demo/bonus-hand fits --chart and --game"},
        {"odds demo/bonus-hand --players 0", "--players must be at least 1"},
        {"odds demo/bonus-hand --players 11", "--players must be at most 10"},
        {"odds demo/bonus-hand --decks 9", "--decks must be at most 8"},
        {"odds demo/bonus-hand --pace 1001", "--pace must be at most 1000"},
        {"odds demo/bonus-hand --rounds 0", "--rounds must be at least 1"},
        {"odds demo/bonus-hand --seed", "--seed needs a value"},
        {"odds demo/dead-chips", "demo/dead-chips has no chart of hands; there is nothing to count"},
        {"odds us-federal/currency-reports",
         "us-federal/currency-reports is a law; it has no hands to count"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(&command_odds, wrong[i].line, wrong[i].words);
}

static void help_explains_charts_too(void **state)
{
    (void)state;
    struct outcome outcome = odds("odds --help");
    assert_has(outcome.output, "cardroom odds ACTIVITY|OFFER");
    assert_has(outcome.output, "--pace N");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_rows_are_the_known_counts),
        cmocka_unit_test(a_baccarat_shoe_is_counted_by_the_round),
        cmocka_unit_test(an_offer_shows_what_the_house_posted_and_its_tables),
        cmocka_unit_test(a_row_cites_its_clause),
        cmocka_unit_test(hits_are_in_proportion_to_the_players),
        cmocka_unit_test(the_pace_shortens_the_time_between_hits),
        cmocka_unit_test(decks_change_the_shoe),
        cmocka_unit_test(a_simulated_row_says_so_and_has_a_standard_error),
        cmocka_unit_test(an_exact_chart_has_no_simulation),
        cmocka_unit_test(a_simulation_repeats_with_its_seed),
        cmocka_unit_test(names_may_be_short_where_they_are_the_only_ones),
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(help_explains_charts_too),
    };
    return cmocka_run_group_tests_name("odds_chart", tests, NULL, NULL);
}
