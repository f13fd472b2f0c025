#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "odds/report.h"
#include "odds/report_document.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct report_targets targets;

static int set_up(void **state)
{
    (void)state;
    report_targets_make(&targets, &approved_crazy4, &approved_four_card);
    return 0;
}

/* ------------------------------------------------------------------------------------------ one bet */

static struct report *report_of(const char *target_name, const char *bet_name,
                                const struct report_settings *settings)
{
    const struct report_target *target = report_target_find(&targets, text_of(target_name));
    assert_non_null(target);
    const struct report_entry *entry = report_entry_find(target, text_of(bet_name));
    assert_non_null(entry);
    struct report *report = malloc(sizeof *report);
    assert_non_null(report);
    struct arena arena;
    arena_init(&arena, (size_t)256 << 20);
    assert_int_equal(report_make(report, target, entry, settings, &arena), STATUS_OK);
    arena_release(&arena);
    assert_int_equal(report->bet_count, 1);
    return report;
}

static bool same(struct fraction fraction, wide numerator, uwide denominator)
{
    struct fraction wanted = fraction_of(numerator, denominator);
    return fraction.numerator == wanted.numerator && fraction.denominator == wanted.denominator;
}

/* ------------------------------------------------------------------------------------------ names */

static void targets_are_found_with_and_without_issuer(void **state)
{
    (void)state;
    assert_ptr_equal(report_target_find(&targets, text_of("massachusetts/crazy-4-poker")), &targets.all[0]);
    assert_ptr_equal(report_target_find(&targets, text_of("crazy-4-poker")), &targets.all[0]);
    assert_ptr_equal(report_target_find(&targets, text_of("four-card-poker")), &targets.all[1]);
    assert_null(report_target_find(&targets, text_of("poker")));
    assert_null(report_target_find(&targets, text_of("")));
    assert_null(report_target_find(&targets, text_of("south-dakota/crazy-4-poker")));
}

static void bets_are_found_by_name_alias_and_last_part(void **state)
{
    (void)state;
    const struct report_target *crazy4 = &targets.all[0], *four_card = &targets.all[1];
    assert_string_equal(report_entry_find(crazy4, text_of("queens-up/B"))->name, "queens-up/B");
    assert_string_equal(report_entry_find(four_card, text_of("FCCP-2"))->name, "progressive/FCCP-2");
    /* south-dakota/four-card-poker, reading DR2 */
    assert_string_equal(report_entry_find(four_card, text_of("FCPP-2"))->name, "progressive/FCCP-2");
    assert_string_equal(report_entry_find(four_card, text_of("progressive/fcpp-3"))->name,
                        "progressive/FCCP-3");
    assert_null(report_entry_find(crazy4, text_of("A")));
    assert_null(report_entry_find(crazy4, text_of("FCCP-2")));
    assert_null(report_entry_find(crazy4, text_of("")));
}

static void bets_stand_in_the_order_in_which_they_are_listed(void **state)
{
    (void)state;
    static const char *const crazy4[] = {"base",
                                         "queens-up/A",
                                         "queens-up/B",
                                         "queens-up/C",
                                         "queens-up/D",
                                         "four-card-progressive/A",
                                         "four-card-progressive/B",
                                         "five-card-progressive",
                                         "five-card-hand-bonus",
                                         "magic-card",
                                         "lucky-bonus",
                                         "cover-all/1",
                                         "cover-all/2",
                                         "cover-all/3",
                                         "cover-all/4",
                                         "cover-all/5",
                                         "cover-all/6"};
    static const char *const four_card[] = {"base",
                                            "aces-up/FCP-01",
                                            "aces-up/FCP-02",
                                            "aces-up/FCP-03",
                                            "aces-up/FCP-04",
                                            "aces-up/FCP-05",
                                            "aces-up/FCP-06",
                                            "aces-up/FCP-07",
                                            "progressive/FCPP-1",
                                            "progressive/FCCP-2",
                                            "progressive/FCCP-3",
                                            "progressive/PMG-01",
                                            "progressive/PMG-02"};
    assert_int_equal(targets.all[0].entry_count, sizeof crazy4 / sizeof crazy4[0]);
    assert_int_equal(targets.all[1].entry_count, sizeof four_card / sizeof four_card[0]);
    for (unsigned i = 0; i < targets.all[0].entry_count; i++)
        assert_string_equal(targets.all[0].entries[i].name, crazy4[i]);
    for (unsigned i = 0; i < targets.all[1].entry_count; i++)
        assert_string_equal(targets.all[1].entries[i].name, four_card[i]);
}

/* ------------------------------------------------------------------------------------------ progressives */

/* massachusetts/crazy-4-poker#206, #211, #215: of 2,598,960 hands 48 win the meter. */
static void a_progressive_adds_meter_and_envy(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = report_of("crazy-4-poker", "four-card-progressive/A", &settings);
    const struct report_bet *bet = &report->bets[0];
    wide fixed = 576 * 300 + 2072 * 100 + 58656 * 9;
    assert_true(same(bet->expected, fixed - 2598960, 2598960));
    assert_int_equal(bet->meter.cents, 500000);
    assert_true(same(bet->meter_return, 48 * 5000, 2598960));
    assert_true(same(report_value_of_thousand(bet), 48 * 1000, 2598960));
    wide envy = 48 * 100 + 576 * 10 + 2072 * 5;
    assert_true(same(report_envy(bet, 1), envy, 2598960));
    assert_true(same(bet->envy_return, 5 * envy, 2598960));
    assert_true(same(bet->returned, fixed + 48 * 5000 + 5 * envy, 2598960));
    assert_true(same(bet->break_even_cents, 100 * (2598960 - fixed), 48));
    assert_false(report_is_generous(bet));
    free(report);
}

/* massachusetts/crazy-4-poker, reading MR14: the meter does not grow with the wager, envy does. */
static void five_dollars_make_the_meter_worth_a_fifth(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    settings.wager = money_of_cents(500);
    settings.meter = money_of_cents(2500000);
    struct report *report = report_of("crazy-4-poker", "five-card-progressive", &settings);
    const struct report_bet *bet = &report->bets[0];
    /* 4 + 36 / 10 = 38 / 5 meters in 2,598,960 hands. */
    assert_true(same(bet->meter_return, (wide)38 * 25000, (uwide)5 * 5 * 2598960));
    assert_true(same(report_envy(bet, 2), 2 * (4 * 1000 + 36 * 300), 2598960));
    free(report);
}

/* south-dakota/four-card-poker#62: PMG-02 is printed for $5. */
static void a_table_is_for_the_wager_it_is_printed_for(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = report_of("four-card-poker", "PMG-02", &settings);
    assert_int_equal(report->bets[0].wager.cents, 500);
    assert_int_equal(report->bets[0].meter.cents, 0);
    free(report);
    report = report_of("four-card-poker", "PMG-01", &settings);
    assert_int_equal(report->bets[0].wager.cents, 100);
    free(report);
}

/* At the meter that makes it even, one cent below and one above. */
static void a_bet_is_generous_only_above_the_break_even_meter(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    settings.players = 1;
    struct report *report = report_of("crazy-4-poker", "four-card-progressive/B", &settings);
    struct fraction even = report->bets[0].break_even_cents;
    wide floor_cents = even.numerator / (wide)even.denominator;
    free(report);
    for (int cents = 0; cents <= 1; cents++) {
        settings.meter = money_of_cents((int64_t)floor_cents + cents);
        report = report_of("crazy-4-poker", "four-card-progressive/B", &settings);
        bool exactly = cents == 0 && floor_cents * (wide)even.denominator == even.numerator;
        assert_int_equal(report_is_generous(&report->bets[0]), cents == 1);
        assert_int_equal(same(report->bets[0].returned, 1, 1), exactly);
        free(report);
    }
}

/* ------------------------------------------------------------------------------------------ bonuses */

/* massachusetts/crazy-4-poker#229, readings MR15 and MR28: 20 x 5/52 in every round. */
static void a_magic_card_in_every_round_returns_more_than_it_takes(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = report_of("crazy-4-poker", "magic-card", &settings);
    assert_true(same(report->bets[0].returned, 100, 52));
    assert_true(report_is_generous(&report->bets[0]));
    free(report);
    settings.magic_rate = fraction_of(13, 25); /* 52/100: exactly even */
    report = report_of("crazy-4-poker", "magic-card", &settings);
    assert_true(same(report->bets[0].returned, 1, 1));
    assert_false(report_is_generous(&report->bets[0]));
    assert_int_equal(report->bets[0].bet.outcome_count, 3);
    free(report);
    settings.magic_rate = fraction_of(0, 1);
    report = report_of("crazy-4-poker", "magic-card", &settings);
    assert_true(same(report->bets[0].returned, 0, 1));
    free(report);
}

/* massachusetts/crazy-4-poker#230: one of players + 1 positions; even with four players. */
static void a_lucky_bonus_depends_on_the_players(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    for (unsigned players = 1; players <= 6; players++) {
        settings.players = players;
        struct report *report = report_of("crazy-4-poker", "lucky-bonus", &settings);
        assert_true(same(report->bets[0].returned, 5, players + 1));
        assert_true(same(report_lucky_return(report, players), 5, players + 1));
        assert_int_equal(report_is_generous(&report->bets[0]), players < 4);
        free(report);
    }
}

/* With the rate that is named, the whole bet returns exactly the wager. */
static void the_named_rates_make_the_whole_even(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    settings.meter = money_of_cents(2500000);
    settings.lucky_rate = fraction_of(1, 20);
    struct report *report = report_of("crazy-4-poker", "five-card-hand-bonus", &settings);
    struct report_whole whole = report->bets[0].whole;
    assert_true(report_is_generous(&report->bets[0]));
    free(report);

    settings.magic_rate = whole.magic_even;
    report = report_of("crazy-4-poker", "five-card-hand-bonus", &settings);
    assert_true(same(report->bets[0].returned, 1, 1));
    assert_true(same(report->bets[0].whole.lucky_even, 1, 20));
    free(report);

    settings.lucky_rate = fraction_of(0, 1);
    settings.magic_rate = whole.magic_even_alone;
    report = report_of("crazy-4-poker", "five-card-hand-bonus", &settings);
    assert_true(same(report->bets[0].returned, 1, 1));
    free(report);

    settings.magic_rate = fraction_of(0, 1);
    settings.lucky_rate = whole.lucky_even_alone;
    report = report_of("crazy-4-poker", "five-card-hand-bonus", &settings);
    assert_true(same(report->bets[0].returned, 1, 1));
    free(report);
}

/* ------------------------------------------------------------------------------------------ base games */

/* The published house edge is 3.42% of the Ante, half of that of Ante and Super Bonus. */
static void the_base_of_crazy_4_poker_is_reported(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = report_of("crazy-4-poker", "base", &settings);
    const struct report_bet *bet = &report->bets[0];
    const struct report_base *base = &report->base;
    assert_true(report->has_base);
    assert_true(same(bet->expected, -264142729, 7726058340));
    assert_true(same(report_house_edge_initial(bet), 264142729, (uwide)2 * 7726058340));
    uwide sum = 0;
    for (unsigned i = 0; i < base->action_count; i++)
        sum += base->actions[i].count;
    assert_true(sum == base->action_total && base->action_total == 2598960);
    assert_string_equal(base->weakest, "Ks Qs 7h 6d 4h, high card, K-Q-7-6");
    assert_string_equal(base->lines[0].cells[0], "pair of aces, 5-3 kickers and better");
    assert_string_equal(base->lines[0].cells[1], "3x");
    assert_string_equal(base->lines[base->line_count - 1].cells[1], "fold");
    assert_int_equal(base->reading_count, 2);
    for (unsigned i = 0; i < base->reading_count; i++)
        assert_true(same(base->readings[i].without, bet->expected.numerator, bet->expected.denominator));
    free(report);
}

/* What is chosen is what the other report said it would be. */
static void a_chosen_reading_is_worth_what_was_announced(void **state)
{
    (void)state;
    static const struct {
        const char *target, *option;
        unsigned place;
    } rows[] = {{"crazy-4-poker", "loss-returns-bonus", 1}, {"four-card-poker", "bonus-needs-win", 0}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct report_settings settings = report_settings_usual();
        struct report *plain = report_of(rows[i].target, "base", &settings);
        assert_true(report_choose_reading(&settings, plain->target, text_of(rows[i].option)));
        struct report *chosen = report_of(rows[i].target, "base", &settings);
        const struct report_reading *announced = &plain->base.readings[rows[i].place];
        const struct report_reading *kept = &chosen->base.readings[rows[i].place];
        struct fraction with = announced->with, expected = plain->bets[0].expected;
        assert_string_equal(announced->option, rows[i].option);
        assert_false(announced->chosen);
        assert_true(kept->chosen);
        assert_true(same(chosen->bets[0].expected, with.numerator, with.denominator));
        assert_true(same(kept->with, with.numerator, with.denominator));
        assert_true(same(kept->without, expected.numerator, expected.denominator));
        assert_false(same(with, expected.numerator, expected.denominator));
        free(plain);
        free(chosen);
    }
    struct report_settings settings = report_settings_usual();
    assert_false(report_choose_reading(&settings, &targets.all[0], text_of("bonus-needs-win")));
}

static void too_little_memory_is_said(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = malloc(sizeof *report);
    assert_non_null(report);
    for (unsigned i = 0; i < REPORT_TARGETS; i++) {
        struct arena arena;
        arena_init(&arena, (size_t)1 << 20);
        assert_int_not_equal(report_make(report, &targets.all[i], NULL, &settings, &arena), STATUS_OK);
        arena_release(&arena);
    }
    free(report);
}

/* ------------------------------------------------------------------------------------------ document */

static void a_document_has_the_members_that_are_promised(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = report_of("crazy-4-poker", "queens-up/A", &settings);
    json_t *document = report_document(report);
    free(report);
    assert_non_null(document);
    const char *target, *name, *numerator, *denominator, *decimal;
    double edge;
    json_t *outcomes;
    assert_int_equal(json_unpack(document, "{s:s, s:[{s:s, s:{s:s, s:s, s:s}, s:F, s:o}]}", "target", &target,
                                 "bets", "bet", &name, "expected_value", "numerator", &numerator,
                                 "denominator", &denominator, "decimal", &decimal, "house_edge", &edge,
                                 "outcomes", &outcomes),
                     0);
    assert_string_equal(target, "massachusetts/crazy-4-poker");
    assert_string_equal(name, "queens-up/A");
    assert_string_equal(numerator, "-9943");
    assert_string_equal(denominator, "324870");
    assert_string_equal(decimal, "-0.030606088589");
    assert_true(edge > 0.030606 && edge < 0.030607);
    assert_int_equal(json_array_size(outcomes), 8);
    const char *count;
    double probability;
    assert_int_equal(json_unpack(json_array_get(outcomes, 0), "{s:s, s:s, s:F}", "name", &name, "count",
                                 &count, "probability", &probability),
                     0);
    assert_string_equal(name, "four of a kind");
    assert_string_equal(count, "624");
    assert_true(probability > 0.00024 && probability < 0.000241);
    json_decref(document);
}

static void a_digest_changes_with_any_result(void **state)
{
    (void)state;
    struct report_settings settings = report_settings_usual();
    struct report *report = report_of("crazy-4-poker", "queens-up/A", &settings);
    char first[REPORT_DIGEST_TEXT_SIZE], again[REPORT_DIGEST_TEXT_SIZE], changed[REPORT_DIGEST_TEXT_SIZE];
    json_t *results = report_results(report);
    assert_int_equal(report_digest(results, first), STATUS_OK);
    assert_int_equal(report_digest(results, again), STATUS_OK);
    json_decref(results);
    report->bets[0].bet.outcomes[6].count++;
    report->bets[0].bet.outcomes[7].count--;
    results = report_results(report);
    assert_int_equal(report_digest(results, changed), STATUS_OK);
    json_decref(results);
    free(report);
    assert_int_equal(strlen(first), 64);
    assert_string_equal(first, again);
    assert_string_not_equal(first, changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_found_with_and_without_issuer),
        cmocka_unit_test(bets_are_found_by_name_alias_and_last_part),
        cmocka_unit_test(bets_stand_in_the_order_in_which_they_are_listed),
        cmocka_unit_test(a_progressive_adds_meter_and_envy),
        cmocka_unit_test(five_dollars_make_the_meter_worth_a_fifth),
        cmocka_unit_test(a_table_is_for_the_wager_it_is_printed_for),
        cmocka_unit_test(a_bet_is_generous_only_above_the_break_even_meter),
        cmocka_unit_test(a_magic_card_in_every_round_returns_more_than_it_takes),
        cmocka_unit_test(a_lucky_bonus_depends_on_the_players),
        cmocka_unit_test(the_named_rates_make_the_whole_even),
        cmocka_unit_test(the_base_of_crazy_4_poker_is_reported),
        cmocka_unit_test(a_chosen_reading_is_worth_what_was_announced),
        cmocka_unit_test(too_little_memory_is_said),
        cmocka_unit_test(a_document_has_the_members_that_are_promised),
        cmocka_unit_test(a_digest_changes_with_any_result),
    };
    return cmocka_run_group_tests_name("report", tests, set_up, NULL);
}
