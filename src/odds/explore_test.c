#include "odds/explore.h"

#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena, kept;
static struct report_targets targets;
static struct four_card_table counts;

static int set_up(void **state)
{
    (void)state;
    struct arena scratch;
    arena_init(&arena, (size_t)256 << 20);
    arena_init(&kept, (size_t)64 << 20);
    arena_init(&scratch, (size_t)256 << 20);
    report_targets_make(&targets, &approved_crazy4, &approved_four_card);
    enum status status = four_card_table_make(&counts, &kept, &scratch);
    arena_release(&scratch);
    return status == STATUS_OK ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    arena_release(&kept);
    return 0;
}

static struct explore_question question_of(unsigned target, const char *bet, const struct explore_row *rows,
                                           unsigned count)
{
    const struct report_target *approved = &targets.all[target];
    const struct report_entry *entry = report_entry_find(approved, text_of(bet));
    assert_non_null(entry);
    return (struct explore_question){.target = approved,
                                     .entry = entry,
                                     .rows = rows,
                                     .row_count = count,
                                     .settings = report_settings_usual(),
                                     .four_card = &counts};
}

static json_t *explored(unsigned target, const char *bet, const struct explore_row *rows, unsigned count)
{
    struct explore_question question = question_of(target, bet, rows, count);
    struct fault fault;
    json_t *answer = NULL;
    unsigned wrong;
    arena_clear(&arena);
    if (explore_paytable(&question, &arena, &answer, &wrong, &fault) != STATUS_OK)
        fail_msg("%s: row %u: %s", bet, wrong, fault.words);
    return answer;
}

static void assert_exact(const json_t *answer, const char *key, struct fraction expected)
{
    const json_t *exact = json_object_get(answer, key);
    char digits[64];
    struct text_out out;
    text_out_init(&out, digits, sizeof digits);
    wide_write(&out, expected.numerator);
    assert_string_equal(json_string_value(json_object_get(exact, "numerator")), digits);
    text_out_init(&out, digits, sizeof digits);
    uwide_write(&out, expected.denominator);
    assert_string_equal(json_string_value(json_object_get(exact, "denominator")), digits);
}

static const char *note(const json_t *answer, size_t index, const char *key)
{
    const char *words =
        json_string_value(json_object_get(json_array_get(json_object_get(answer, "notes"), index), key));
    return words ? words : "";
}

/* The rows of an approved table as somebody would send them. */
static unsigned rows_of(unsigned target, const char *bet, struct explore_row *rows,
                        char words[PAY_ROWS_MAX][PAY_WORDS_SIZE])
{
    const struct report_entry *entry = report_entry_find(&targets.all[target], text_of(bet));
    const struct paytable *table = explore_table(&targets.all[target], entry);
    for (unsigned i = 0; i < table->row_count; i++)
        rows[i] = (struct explore_row){text_of(table->rows[i].hand),
                                       text_of(pay_words(table->rows[i].pay, words[i]))};
    return table->row_count;
}

/* ------------------------------------------------------------------------------------------ tests */

static void approved_rows_give_the_report_of_every_bet(void **state)
{
    (void)state;
    for (unsigned target = 0; target < REPORT_TARGETS; target++)
        for (unsigned i = 0; i < targets.all[target].entry_count; i++) {
            const struct report_entry *entry = &targets.all[target].entries[i];
            static struct report report;
            struct report_settings settings = report_settings_usual();
            struct explore_row rows[PAY_ROWS_MAX];
            char words[PAY_ROWS_MAX][PAY_WORDS_SIZE];
            unsigned count =
                explore_table(&targets.all[target], entry) ? rows_of(target, entry->name, rows, words) : 0;
            json_t *answer = explored(target, entry->name, rows, count);
            arena_clear(&arena);
            assert_int_equal(report_make(&report, &targets.all[target], entry, &settings, &arena), STATUS_OK);
            assert_exact(answer, "edge", report_house_edge(&report.bets[0]));
            assert_exact(answer, "return", report.bets[0].returned);
            assert_exact(answer, "element-of-risk", report_element_of_risk(&report.bets[0]));
            assert_int_equal(json_array_size(json_object_get(answer, "rows")),
                             report.bets[0].bet.outcome_count);
            assert_false(json_is_true(json_object_get(answer, "edited")));
            assert_null(json_object_get(answer, "approved"));
            assert_int_equal(json_array_size(json_object_get(answer, "notes")), 0);
            json_decref(answer);
        }
}

/* 13 * 48 hands of five have four of a kind. */
static void one_row_is_as_counted_by_hand(void **state)
{
    (void)state;
    const struct explore_row row = {text_of("four of a kind"), text_of("1000 to 1")};
    json_t *answer = explored(0, "queens-up/A", &row, 1);
    assert_exact(answer, "edge", fraction_of(2598960 - 1001 * 624, 2598960));
    assert_exact(answer, "return", fraction_of(1001 * 624, 2598960));
    assert_exact(answer, "hit", fraction_of(624, 2598960));
    const json_t *first = json_array_get(json_object_get(answer, "rows"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "ways")), "624");
    assert_string_equal(json_string_value(json_object_get(first, "net")), "1000");
    assert_exact(first, "share", fraction_of(1001 * 624, 2598960));
    assert_true(json_is_true(json_object_get(answer, "edited")));
    assert_string_equal(note(answer, 0, "clause"), "massachusetts/crazy-4-poker#204");
    assert_string_equal(note(answer, 1, "row"), "four of a kind");
    assert_string_equal(note(answer, 1, "words"),
                        "1000 to 1 is not approved for four of a kind; approved: 50 to 1");
    json_decref(answer);
}

static void the_rows_of_another_approved_table_are_approved(void **state)
{
    (void)state;
    struct explore_row rows[PAY_ROWS_MAX];
    char words[PAY_ROWS_MAX][PAY_WORDS_SIZE];
    unsigned count = rows_of(0, "queens-up/B", rows, words);
    json_t *answer = explored(0, "queens-up/A", rows, count);
    assert_int_equal(json_array_size(json_object_get(answer, "notes")), 1);
    assert_string_equal(note(answer, 0, "words"), "these are the rows of queens-up/B, which is approved");
    json_decref(answer);
}

/* Every such hand plays, and the bonus comes whatever the dealer has: five more for 624 of 2,598,960. */
static void a_higher_bonus_of_the_base_game_costs_its_chance(void **state)
{
    (void)state;
    static struct report report;
    struct report_settings settings = report_settings_usual();
    struct explore_row rows[PAY_ROWS_MAX];
    char words[PAY_ROWS_MAX][PAY_WORDS_SIZE];
    unsigned count = rows_of(1, "base", rows, words);
    const struct paytable *bonus = &approved_four_card.ante_bonus;
    char more[32];
    unsigned four = 0;
    while (strstr(bonus->rows[four].hand, "four of a kind") == NULL)
        four++;
    struct text_out out;
    text_out_init(&out, more, sizeof more);
    text_out_add(&out, "%u to 1", bonus->rows[four].pay.amount + 5);
    rows[four].pays = text_out_text(&out);
    json_t *answer = explored(1, "base", rows, count);
    arena_clear(&arena);
    assert_int_equal(report_make(&report, &targets.all[1], &targets.all[1].entries[0], &settings, &arena),
                     STATUS_OK);
    assert_exact(answer, "edge",
                 fraction_add(report_house_edge(&report.bets[0]), fraction_of(-5 * 624, 2598960)));
    assert_non_null(json_object_get(answer, "play"));
    assert_exact(json_object_get(answer, "approved"), "edge", report_house_edge(&report.bets[0]));
    json_decref(answer);
}

static void rows_may_come_in_any_order(void **state)
{
    (void)state;
    const struct explore_row rows[] = {{text_of("three of a kind"), text_of("9 to 1")},
                                       {text_of("Four of a Kind"), text_of("50 to 1")},
                                       {text_of("straight flush"), text_of("61 to 2")}};
    json_t *answer = explored(0, "queens-up/A", rows, 3);
    const json_t *list = json_object_get(answer, "rows");
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "hand")),
                        "four of a kind");
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 1), "net")), "30.5");
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 3), "net")), "-1");
    json_decref(answer);
}

static void a_row_that_cannot_be_counted_is_named(void **state)
{
    (void)state;
    static const struct {
        unsigned target;
        const char *bet;
        struct explore_row rows[9];
        unsigned count, wrong;
        const char *words;
    } wrong[] = {
        {0, "queens-up/A", {{{"flash", 5}, {"4 to 1", 6}}}, 1, 0, "did you mean \"flush\"?"},
        {0,
         "queens-up/A",
         {{{"flush", 5}, {"4 to 1", 6}}, {{"flush", 5}, {"5 to 1", 6}}},
         2,
         1,
         "stands twice"},
        {0, "queens-up/A", {{{"flush", 5}, {"0 to 1", 6}}}, 1, 0, "flush cannot pay"},
        {0, "queens-up/A", {{{"flush", 5}, {"10001 to 1", 10}}}, 1, 0, "1 to 10000 to 1"},
        {0, "queens-up/A", {{{"flush", 5}, {"4 for 1", 7}}}, 1, 0, "cannot pay"},
        {0, "queens-up/A", {{{"flush", 5}, {"7 to 3", 6}}}, 1, 0, "3 to 2"},
        {0, "queens-up/A", {{{"flush", 5}, {"10% of meter", 12}}}, 1, 0, "cannot pay"},
        {0, "queens-up/A", {{{"flush", 5}, {"", 0}}}, 1, 0, "cannot pay"},
        {0, "five-card-progressive", {{{"flush", 5}, {"101% of meter", 13}}}, 1, 0, "10% of meter"},
        {0, "five-card-progressive", {{{"flush", 5}, {"4 to 1", 6}}}, 1, 0, "cannot pay"},
        {0, "cover-all/6", {{{"four aces", 9}, {"501 to 1", 8}}}, 1, 0, "1 to 500 to 1"},
        {0, "cover-all/6", {{{"four aces", 9}, {"500 to 1", 8}}}, 1, 1, "the rows of this paytable stay"},
        {0, "base", {{{"flush", 5}, {"4 to 1", 6}}}, 1, 1, "the rows of this paytable stay"},
        {0, "magic-card", {{{"flush", 5}, {"4 to 1", 6}}}, 1, 0, "no paytable to edit"},
        {1, "base", {{{"three of a kind", 15}, {"5 to 2", 6}}}, 1, 0, "cannot pay"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct explore_question question =
            question_of(wrong[i].target, wrong[i].bet, wrong[i].rows, wrong[i].count);
        struct fault fault = {.words = ""};
        json_t *answer = NULL;
        unsigned place;
        arena_clear(&arena);
        if (explore_paytable(&question, &arena, &answer, &place, &fault) != STATUS_INVALID)
            fail_msg("%s: %u", wrong[i].bet, (unsigned)i);
        if (!strstr(fault.words, wrong[i].words))
            fail_msg("%s: %s", wrong[i].bet, fault.words);
        assert_int_equal(place, wrong[i].wrong);
        assert_null(answer);
    }
}

/* At the bounds (E2) everything fits, whichever bet. */
static void the_largest_numbers_fit(void **state)
{
    (void)state;
    for (unsigned target = 0; target < REPORT_TARGETS; target++)
        for (unsigned i = 0; i < targets.all[target].entry_count; i++) {
            const struct report_entry *entry = &targets.all[target].entries[i];
            const struct paytable *table = explore_table(&targets.all[target], entry);
            struct explore_row rows[PAY_ROWS_MAX];
            bool is_for = entry->kind == REPORT_PROGRESSIVE || entry->kind == REPORT_BONUS;
            for (unsigned row = 0; table && row < table->row_count; row++)
                rows[row] = (struct explore_row){text_of(table->rows[row].hand),
                                                 text_of(entry->kind == REPORT_COVER_ALL ? "500 to 1"
                                                         : is_for && row == 0            ? "99% of meter"
                                                         : is_for                        ? "9999 for 1"
                                                                                         : "9999 to 1")};
            struct explore_question question =
                question_of(target, entry->name, rows, table ? table->row_count : 0);
            question.settings.meter = money_of_cents(INT64_C(9999999999));
            question.settings.wager = money_of_cents(99999);
            struct fault fault;
            json_t *answer = NULL;
            unsigned wrong;
            assert_int_equal(explore_check_settings(&question.settings, &fault), STATUS_OK);
            arena_clear(&arena);
            if (explore_paytable(&question, &arena, &answer, &wrong, &fault) != STATUS_OK)
                fail_msg("%s: %s", entry->name, fault.words);
            json_decref(answer);
        }
}

static void settings_beyond_the_bounds_are_refused(void **state)
{
    (void)state;
    struct fault fault;
    struct report_settings settings = report_settings_usual();
    settings.players = 7;
    assert_int_equal(explore_check_settings(&settings, &fault), STATUS_RANGE);
    settings = report_settings_usual();
    settings.meter = money_of_cents((int64_t)EXPLORE_METER_DOLLARS_MAX * MONEY_DOLLAR);
    assert_int_equal(explore_check_settings(&settings, &fault), STATUS_OK);
    settings.meter.cents++;
    assert_int_equal(explore_check_settings(&settings, &fault), STATUS_RANGE);
    settings = report_settings_usual();
    settings.wager = money_of_cents((int64_t)EXPLORE_WAGER_DOLLARS_MAX * MONEY_DOLLAR + 1);
    assert_int_equal(explore_check_settings(&settings, &fault), STATUS_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(approved_rows_give_the_report_of_every_bet),
        cmocka_unit_test(one_row_is_as_counted_by_hand),
        cmocka_unit_test(the_rows_of_another_approved_table_are_approved),
        cmocka_unit_test(a_higher_bonus_of_the_base_game_costs_its_chance),
        cmocka_unit_test(rows_may_come_in_any_order),
        cmocka_unit_test(a_row_that_cannot_be_counted_is_named),
        cmocka_unit_test(the_largest_numbers_fit),
        cmocka_unit_test(settings_beyond_the_bounds_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
