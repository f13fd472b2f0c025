#include "base/json.h"
#include "cli/run_command_test.h"

/* The line is cut at spaces; a hyphen between words means nothing in a hand, and cards may have commas. */
static struct outcome run(const char *line)
{
    return run_command(&command_qualify, line);
}

#define FULL_HOUSE "qualify full-house,aces-over-jacks-or-better,both-hole-cards --game holdem --cards Ah,Ad "

static void a_hand_that_qualifies_is_yes_and_says_why(void **state)
{
    (void)state;
    struct outcome outcome = run(FULL_HOUSE "--board As,Jc,Jd,2s,3h");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(
        outcome.output,
        "yes: full house, aces over jacks, with both hole cards, is full house, aces over jacks or "
        "better\n");
    assert_string_equal(outcome.errors, "");
}

static void a_hand_that_does_not_is_no_and_exit_code_one(void **state)
{
    (void)state;
    struct outcome outcome = run(FULL_HOUSE "--board As,Tc,Td,2s,3h");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_string_equal(
        outcome.output,
        "no: full house, aces over tens, with both hole cards, is not full house, aces over jacks or "
        "better\n");
}

static void json_has_the_promised_members(void **state)
{
    (void)state;
    struct outcome outcome =
        run("qualify 7-7-tie,four-cards,suited --game zoobac --cards 3h,4h --banker 5h,2h --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *document = NULL;
    static const struct document_limits limits = {.size_max = OUTPUT_MAX, .depth_max = 8};
    assert_int_equal(document_parse(text_of(outcome.output), &limits, &document, NULL), STATUS_OK);
    assert_string_equal(json_string_value(json_object_get(document, "hand")), "7-7-tie,four-cards,suited");
    assert_string_equal(json_string_value(json_object_get(document, "normal")),
                        "player and banker tie at 7 of one suit, four cards");
    assert_string_equal(json_string_value(json_object_get(document, "game")), "baccarat");
    assert_true(json_is_true(json_object_get(document, "qualifies")));
    assert_non_null(json_string_value(json_object_get(document, "why")));
    json_decref(document);
}

static void the_winner_decides_whether_a_hand_is_beaten(void **state)
{
    (void)state;
    const char *aces =
        "qualify pocket-aces,beaten --game holdem --cards As,Ad --board Kc,Qh,Ts,2d,3c --beaten-by ";
    char line[256];
    snprintf(line, sizeof line, "%s%s", aces, "Ks,Kd");
    assert_int_equal(run(line).code, EXIT_CODE_OK);
    snprintf(line, sizeof line, "%s%s", aces, "Ks,4d");
    assert_int_equal(run(line).code, EXIT_CODE_FINDINGS);
}

static void bad_input_is_shown_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *line, *errors;
    } wrong[] = {
        {"qualify", "HAND is missing; give it in quotes"},
        {"qualify pair", "--game is missing"},
        {"qualify pair --game holdem", "--cards is missing"},
        {"qualify pair --game", "--game needs a value"},
        {"qualify pair --game holdem --game omaha", "--game is given twice"},
        {"qualify pair flush", "give one HAND, in quotes; 'flush' is a second one"},
        {"qualify pair --deck", "unknown option --deck"},
        {"qualify --list-games pair", "--list-games cannot be combined"},
        {"qualify flsh --game holdem --cards As,Ad", "did you mean \"flush\"?\n  flsh\n  ^ column 1"},
        {"qualify pair --game holdm --cards As,Ad", "did you mean \"hold'em\"?"},
        {"qualify pair --game holdem --cards As,Xd", "As,Xd\n     ^ column 4"},
        {"qualify pair --game holdem --cards As,Ad", "the board must be known\n  pair\n  ^ column 1"},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct outcome outcome = run(wrong[i].line);
        assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
        assert_string_equal(outcome.output, "");
        if (!strstr(outcome.errors, wrong[i].errors))
            fail_msg("%s: %s", wrong[i].line, outcome.errors);
    }
}

static void games_are_listed(void **state)
{
    (void)state;
    struct outcome outcome = run("qualify --list-games");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output, "texas hold'em  (hold'em, "));
    outcome = run("qualify --list-games --json");
    json_t *document = NULL;
    static const struct document_limits limits = {.size_max = OUTPUT_MAX, .depth_max = 8};
    assert_int_equal(document_parse(text_of(outcome.output), &limits, &document, NULL), STATUS_OK);
    assert_true(json_array_size(document) > 20);
    json_decref(document);
    assert_int_equal(run("qualify --help").code, EXIT_CODE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_that_qualifies_is_yes_and_says_why),
        cmocka_unit_test(a_hand_that_does_not_is_no_and_exit_code_one),
        cmocka_unit_test(json_has_the_promised_members),
        cmocka_unit_test(the_winner_decides_whether_a_hand_is_beaten),
        cmocka_unit_test(bad_input_is_shown_with_its_place),
        cmocka_unit_test(games_are_listed),
    };
    return cmocka_run_group_tests_name("qualify", tests, NULL, NULL);
}
