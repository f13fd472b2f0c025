#include "base/json.h"
#include "cli/run_command_test.h"

#include <stdlib.h>

static const char good_case[] = "case alone: one player\n"
                                "cites: massachusetts/crazy-4-poker#165\n"
                                "game: crazy-4-poker\n"
                                "settings:\n"
                                "  progressive: five card, wager 1\n"
                                "seat 4: As Ah 8c 5d 2h   ante 10, super bonus 10, progressive 1; play 10\n"
                                "dealer: Kd Jc 9h 7s 3d\n"
                                "expect:\n"
                                "  4 ante 10 -> 20\n"
                                "  4 play 10 -> 20\n"
                                "  4 super bonus 10 -> 10\n"
                                "  4 progressive 1 -> 0\n";

/* Runs the command on a file with this text; OPTIONS may be "". */
static struct outcome settle(const char *text, size_t length, const char *options)
{
    char path[] = "/tmp/cardroom-settle-XXXXXX", line[128];
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, length), (ssize_t)length);
    close(file);
    snprintf(line, sizeof line, "settle%s %s", options, path);
    struct outcome outcome = run_command(&command_settle, line);
    unlink(path);
    return outcome;
}

static void a_settlement_is_shown_as_a_table(void **state)
{
    (void)state;
    struct outcome outcome = settle(good_case, strlen(good_case), "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.errors, "");
    assert_non_null(strstr(outcome.output, "alone: one player\n"));
    assert_non_null(
        strstr(outcome.output,
               "   # seat  wager        stake  result                          handed  net  clause\n"
               "   1    4  Ante            10  paid 1 to 1                         20  +10  #165\n"));
    assert_non_null(strstr(outcome.output, "  net: seat 4 +19\n"));
    assert_non_null(strstr(
        outcome.output, "  meter five-card-progressive: starts 10,000, locked 10,000.20, ends 10,000.20\n"));
    assert_non_null(strstr(outcome.output, "  as expected\n"));
}

static void quiet_says_nothing_when_all_is_as_expected(void **state)
{
    (void)state;
    struct outcome outcome = settle(good_case, strlen(good_case), " --quiet");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "");
}

static void what_differs_is_listed_and_the_answer_is_no(void **state)
{
    (void)state;
    char text[sizeof good_case + 64];
    snprintf(text, sizeof text, "%s  net: seat 4 +20\n", good_case);
    struct outcome outcome = settle(text, strlen(text), " --quiet");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_non_null(strstr(outcome.output, ":13: net of seat 4: $20.00 expected, $19.00 came out\n"));
}

static void a_case_that_cannot_be_read_is_told_with_line_and_column(void **state)
{
    (void)state;
    char text[sizeof good_case + 64];
    snprintf(text, sizeof text, "%s  4 antes 10 -> 10\n", good_case);
    struct outcome outcome = settle(text, strlen(text), "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_string_equal(outcome.output, "");
    assert_non_null(
        strstr(outcome.errors, ":13:5: the name of a wager expected, found \"antes 10 -> 10\"\n"));
}

/* The text is answered with exit code 2, nothing on standard output, and these words behind the name of the file. */
static void assert_not_right(const char *text, const char *words)
{
    struct outcome outcome = settle(text, strlen(text), "");
    if (outcome.code != EXIT_CODE_BAD_INPUT || !strstr(outcome.errors, words))
        fail_msg("%scode %d: %s", text, outcome.code, outcome.errors);
    assert_string_equal(outcome.output, "");
}

#define CRAZY4 "case T: one player\ncites: massachusetts/crazy-4-poker#165\ngame: crazy-4-poker\n"
#define HI_LO  "case T: a day\ncites: saratoga/hi-lo-progressive#38\ngame: hi-lo\n"
#define HOUSE  "case T: fees\ncites: bay101/aces-cracked#9\ngame: house\noffer: bay101/aces-cracked\n"
#define FLOOR                                                                                                \
    "case T: fees\ncites: bay101/bonus-hand-progressive-v1-1#8\ngame: floor\n"                               \
    "house: bay101, 2026-11-02 12:00:00\npost: bonus-hand\ntable: C4-1, 3 players\n"
#define ROUND "seat 4: As Ah 8c 5d 2h   ante 10, super bonus 10; play 10\ndealer: Kd Jc 9h 7s 3d\n"

static void a_case_that_expects_nothing_is_not_right(void **state)
{
    static const char words[] = "the case ends here and has not said what must come out";
    static const struct {
        const char *text, *expecting, *place;
    } cases[] = {
        {CRAZY4 ROUND, "expect:\n  net: seat 4 +20\n", ":5:23: "},
        {CRAZY4 ROUND "expect:\n", "  net: seat 4 +20\n", ":6:8: "},
        {CRAZY4 "settings:\n  seats: 6\n", "settings refused #MR29:\n  seats: 0\n", ":5:11: "},
        {CRAZY4 ROUND "deal\n", "state: dealt\n", ":6:5: "},
        {HI_LO "day 2012-08-23, progressive 4,000\n", "check progressive 4,000\n", ":4:34: "},
        {HOUSE "table: NL-1 -> refused\n", "", ""}, /* it is allowed, so there is a difference */
        {HOUSE "balance: reserve 500\n", "round: 4 dealt in -> refused #9\n", ":5:21: "},
        {HOUSE "balance: reserve 500\n", "round: 5 dealt in\n", ":5:21: "},
        {HOUSE "balance: reserve 500\n", "expect:\n  reserve = 500\n", ":5:21: "},
        {HOUSE "payment: 100 on 2026-03-01, jackpot, wager 1\n", "expect:\n  no form\n", ":5:45: "},
        {FLOOR "start-round C4-1 fees 1,3\n", "expect some:\n  reserve = 1.78\n", ":7:26: "},
        {FLOOR "start-round C4-1 fees 1,3\n", "end-round C4-2 -> refused house#round\n", ":7:26: "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024], said[256];
        (void)snprintf(said, sizeof said, "%s%s", cases[i].place, words);
        if (*cases[i].place)
            assert_not_right(cases[i].text, said);
        (void)snprintf(text, sizeof text, "%s%s", cases[i].text, cases[i].expecting);
        struct outcome outcome = settle(text, strlen(text), " --quiet");
        if (outcome.code != (*cases[i].place ? EXIT_CODE_OK : EXIT_CODE_FINDINGS))
            fail_msg("%s%s%s", text, outcome.output, outcome.errors);
    }
}

static void a_clause_that_does_not_exist_cannot_be_cited(void **state)
{
    static const struct {
        const char *cites, *words;
    } cases[] = {
        {"massachusetts/crazy-4-poker#158 #9999",
         ":2:40: massachusetts/crazy-4-poker has no clause 9999; its clauses are 1 to "},
        {"massachusetts/crazy-4-poker#0",
         ":2:8: massachusetts/crazy-4-poker has no clause 0; its clauses are "},
        {"massachusetts/crazy-4-poker#165 #MR1, #MR99",
         ":2:46: massachusetts/crazy-4-poker has no reading MR99; its readings are MR1 to MR"},
        {"massachusetts/crazy-4-poker#165x", ":2:8: massachusetts/crazy-4-poker has no clause 165x; "},
        {"massachusetts/crazy-5-poker#165",
         ":2:8: there is no rule document massachusetts/crazy-5-poker; did you mean "
         "massachusetts/crazy-4-poker?"},
        {"nowhere/nothing-of-the-sort-at-all#1",
         ":2:8: there is no rule document nowhere/nothing-of-the-sort-at-all; there are those of bay101, "},
        {"massachusetts/crazy-4-poker#165\ncites: bay101/aces-cracked#9 #R77",
         ":3:30: bay101/aces-cracked has no reading R77; "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const char *const games[] = {"crazy-4-poker\n" ROUND "expect:\n  net: seat 4 +20\n",
                                            "house\noffer: bay101/aces-cracked\nround: 5 dealt in\n",
                                            "floor\nhouse: bay101, 2026-11-02 12:00:00\n"};
        for (size_t k = 0; k < 3; k++) {
            char text[1024];
            (void)snprintf(text, sizeof text, "case T: cites\ncites: %s\ngame: %s", cases[i].cites, games[k]);
            assert_not_right(text, cases[i].words);
        }
    }
}

static void judgements_of_the_house_are_shown_and_in_the_json(void **state)
{
    (void)state;
    static const char text[] = "case T: four at the table\n"
                               "cites: bay101/aces-cracked#9\n"
                               "game: house\n"
                               "offer: bay101/aces-cracked\n"
                               "round: 4 dealt in -> refused #9\n"
                               "round: 5 dealt in\n";
    struct outcome outcome = settle(text, strlen(text), "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output,
                           "     5: round: 4 dealt in: refused, 4 players are in the game; the rules "
                           "require at least 5  bay101/aces-cracked#9\n"
                           "     6: round: 5 dealt in: yes"));
    outcome = settle(text, strlen(text), " --json");
    json_t *document = json_loads(outcome.output, 0, NULL);
    json_t *judgements = json_object_get(json_array_get(json_object_get(document, "cases"), 0), "judgements");
    assert_int_equal(json_array_size(judgements), 2);
    json_t *first = json_array_get(judgements, 0);
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 5);
    assert_true(json_is_false(json_object_get(first, "allowed")));
    assert_string_equal(json_string_value(json_object_get(first, "asked")), "round: 4 dealt in");
    assert_string_equal(json_string_value(json_object_get(first, "clause")), "bay101/aces-cracked#9");
    json_decref(document);
}

static void movements_of_the_floor_are_in_the_json(void **state)
{
    (void)state;
    static const char text[] = "case T: two fees\n"
                               "cites: bay101/bonus-hand-progressive-v1-1#8\n"
                               "game: floor\n"
                               "house: bay101, 2026-11-02 12:00:00\n"
                               "post: bonus-hand\n"
                               "table: C4-1, 3 players\n"
                               "start-round C4-1 fees 1,3\n"
                               "expect some:\n"
                               "  reserve = 1.78\n";
    struct outcome outcome = settle(text, strlen(text), " --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *document = json_loads(outcome.output, 0, NULL);
    json_t *one = json_array_get(json_object_get(document, "cases"), 0);
    json_t *movements = json_object_get(one, "movements");
    assert_int_equal(json_array_size(movements), 4);
    json_t *fee = json_array_get(movements, 1);
    assert_string_equal(json_string_value(json_object_get(fee, "to")), "fee box");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(fee, "amount"), "cents")), 200);
    assert_string_equal(json_string_value(json_object_get(fee, "clause")),
                        "bay101/bonus-hand-progressive-v1-1#8");
    assert_int_equal(json_array_size(json_object_get(one, "judgements")), 2);
    json_decref(document);
}

static void json_has_every_wager_in_cents_and_words(void **state)
{
    (void)state;
    struct outcome outcome = settle(good_case, strlen(good_case), " --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    static const struct document_limits limits = {.size_max = OUTPUT_MAX, .depth_max = 12};
    json_t *document = NULL;
    assert_int_equal(document_parse(text_of(outcome.output), &limits, &document, NULL), STATUS_OK);
    json_t *one = json_array_get(json_object_get(document, "cases"), 0);
    assert_true(json_is_true(json_object_get(one, "as_expected")));
    json_t *round = json_array_get(json_object_get(one, "rounds"), 0);
    json_t *ante = json_array_get(json_object_get(round, "lines"), 0);
    const char *wager, *text, *clause;
    int seat, stake, returned, paid, net;
    assert_int_equal(json_unpack(ante, "{s:i, s:s, s:{s:i, s:s}, s:{s:i}, s:{s:i}, s:{s:i}, s:s}", "seat",
                                 &seat, "wager", &wager, "stake", "cents", &stake, "text", &text, "returned",
                                 "cents", &returned, "paid", "cents", &paid, "net", "cents", &net, "clause",
                                 &clause),
                     0);
    assert_int_equal(seat, 4);
    assert_string_equal(wager, "ante");
    assert_int_equal(stake, 1000);
    assert_string_equal(text, "$10.00");
    assert_int_equal(returned, 1000);
    assert_int_equal(paid, 1000);
    assert_int_equal(net, 1000);
    assert_string_equal(clause, "massachusetts/crazy-4-poker#165");
    int before, after;
    json_t *meter = json_array_get(json_object_get(round, "meters"), 0);
    assert_int_equal(
        json_unpack(meter, "{s:{s:i}, s:{s:i}}", "before", "cents", &before, "after", "cents", &after), 0);
    assert_int_equal(before, 1000000);
    assert_int_equal(after, 1000020);
    json_decref(document);
}

static void wrong_words_are_told(void **state)
{
    (void)state;
    assert_int_equal(run_command(&command_settle, "settle").code, EXIT_CODE_BAD_INPUT);
    assert_int_equal(run_command(&command_settle, "settle --jason x.case").code, EXIT_CODE_BAD_INPUT);
    struct outcome outcome = run_command(&command_settle, "settle no-such-file.case");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_non_null(strstr(outcome.errors, "no-such-file.case"));
    assert_int_equal(run_command(&command_settle, "settle --help").code, EXIT_CODE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_settlement_is_shown_as_a_table),
        cmocka_unit_test(quiet_says_nothing_when_all_is_as_expected),
        cmocka_unit_test(what_differs_is_listed_and_the_answer_is_no),
        cmocka_unit_test(a_case_that_cannot_be_read_is_told_with_line_and_column),
        cmocka_unit_test(a_case_that_expects_nothing_is_not_right),
        cmocka_unit_test(a_clause_that_does_not_exist_cannot_be_cited),
        cmocka_unit_test(judgements_of_the_house_are_shown_and_in_the_json),
        cmocka_unit_test(movements_of_the_floor_are_in_the_json),
        cmocka_unit_test(json_has_every_wager_in_cents_and_words),
        cmocka_unit_test(wrong_words_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
