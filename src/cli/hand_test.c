#include "base/json.h"
#include "cards/ranking.h"
#include "cli/run_command_test.h"

static struct outcome run(const char *line)
{
    return run_command(&command_hand, line);
}

static json_t *run_json(const char *line)
{
    struct outcome outcome = run(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.errors, "");
    json_t *document = NULL;
    static const struct document_limits limits = {.size_max = OUTPUT_MAX, .depth_max = 8};
    assert_int_equal(document_parse(text_of(outcome.output), &limits, &document, NULL), STATUS_OK);
    return document;
}

static const char *member(const json_t *document, const char *key)
{
    return json_string_value(json_object_get(document, key));
}

static void a_hand_is_named_for_people(void **state)
{
    (void)state;
    struct outcome outcome = run("hand five-card As Ad Ac Kh Kd");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "As Ad Ac Kh Kd\n  full house, aces over kings\n");
    outcome = run("hand five-card --symbols As,10d AhKh,Kd Kc 2s");
    assert_string_equal(outcome.output, "A♠ T♦ A♥ K♥ K♦ K♣ 2♠\n  full house, kings over aces\n"
                                        "  plays A♠ A♥ K♥ K♦ K♣\n");
}

static void json_has_the_promised_members(void **state)
{
    (void)state;
    json_t *document = run_json("hand --json five-card As Ks Qs Js Ts");
    assert_string_equal(member(document, "ranking"), "five-card");
    assert_string_equal(member(document, "cards"), "As Ks Qs Js Ts");
    assert_string_equal(member(document, "class"), "royal flush");
    assert_string_equal(member(document, "name"), "royal flush");
    assert_int_equal(json_integer_value(json_object_get(document, "value")), 7462);
    assert_null(json_object_get(document, "winner"));
    json_decref(document);
}

static int64_t value_of(const char *ranking, const char *cards)
{
    char line[256];
    snprintf(line, sizeof line, "hand --json %s %s", ranking, cards);
    json_t *document = run_json(line);
    int64_t value = json_integer_value(json_object_get(document, "value"));
    json_decref(document);
    return value;
}

/* massachusetts/crazy-4-poker#56, reading MR8 of #241 */
static void values_order_the_hands_of_a_ranking(void **state)
{
    (void)state;
    static const char *const falling[] = {
        "As Ah Ad Ac",    "2s 2h 2d 2c 9h", "As Ks Qs Js 2d", "4s 3s 2s As 9d", "Ks Kh Kd 2c",
        "2s 2h 2d 3c 4h", "As Ks 9s 8s",    "7s 5s 4s 3s",    "As Kh Qd Jc",    "4s 3h 2d Ac",
        "As Ah Kd Kc",    "3s 3h 2d 2c",    "As Ah Kd Qc",    "As Kh Qd 9c 8h",
    };
    for (unsigned i = 1; i < sizeof falling / sizeof falling[0]; i++)
        assert_true(value_of("four-card", falling[i - 1]) > value_of("four-card", falling[i]));
    assert_true(value_of("four-card", "As Ks Qs Js") < value_of("four-card", "2s 2h 2d 2c"));
    assert_true(value_of("cover-all", "As Ks Qs Js") > value_of("cover-all", "Ks Kh Kd Kc"));
    assert_true(value_of("cover-all", "As Ks Qs Js") < value_of("cover-all", "As Ah Ad Ac"));
    assert_int_equal(value_of("four-card", "As Kh Qd 9c 2h"), value_of("four-card", "Ad Kc Qh 9s 3c"));
}

static void two_hands_are_compared(void **state)
{
    (void)state;
    struct outcome outcome = run("hand four-card 9s 9d 9c 4h 2s vs As Qs 8s 3s 2d");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output, "the first hand wins\n"));
    json_t *document = run_json("hand four-card --json As Qs 8s 3s VS 9s 9d 9c 4h");
    assert_string_equal(member(document, "winner"), "second");
    assert_string_equal(member(json_object_get(document, "versus"), "class"), "three of a kind");
    json_decref(document);
    document = run_json("hand --json five-card As Kd Qh Jc 9s vs Ad Kc Qs Jh 9d");
    assert_string_equal(member(document, "winner"), "tie");
    json_decref(document);
}

static void what_two_hands_mean_together_is_said(void **state)
{
    (void)state;
    json_t *document = run_json("hand --json baccarat 2s 4d vs Ks 3c 4h");
    assert_string_equal(member(document, "winner"), "second");
    assert_non_null(strstr(member(document, "meaning"), "Dragon 7"));
    json_decref(document);
    /* Two of three parts win, whatever the values of the whole settings say. */
    document = run_json("hand --json thirteen KsKd4c / 9s9d9h2c3d / 6h7h8hThJh"
                        " vs QsQd5c / 8s8d8c2d3c / 6c7c9cTcJc");
    assert_string_equal(member(document, "winner"), "first");
    assert_non_null(strstr(member(document, "meaning"), "1 point to the first"));
    json_decref(document);
}

static void every_ranking_accepts_its_example(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ranking_count; i++) {
        char line[256];
        snprintf(line, sizeof line, "hand --json %s %s", rankings[i]->name, rankings[i]->example);
        json_t *document = run_json(line);
        assert_string_equal(member(document, "ranking"), rankings[i]->name);
        assert_true(strlen(member(document, "class")) > 0);
        assert_true(strlen(member(document, "name")) > 0);
        assert_true(json_is_integer(json_object_get(document, "value")));
        json_decref(document);
    }
}

static void the_list_names_every_ranking(void **state)
{
    (void)state;
    struct outcome outcome = run("hand --list");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    for (unsigned i = 0; i < ranking_count; i++)
        assert_non_null(strstr(outcome.output, rankings[i]->name));
    json_t *list = run_json("hand --list --json");
    assert_int_equal(json_array_size(list), ranking_count);
    json_decref(list);
}

static void bad_input_is_answered_on_standard_error_only(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } rows[] = {
        {"hand", "RANKING and CARDS are missing"},
        {"hand five-card", "too few cards: 5 to 7 cards expected, 0 given\n  \n  ^ column 1\n"},
        {"hand five-card As Ks Qs Js Ts vs", "too few cards: 5 to 7 cards expected, 0 given"},
        {"hand fiv-card As", "unknown ranking; did you mean \"five-card\"?"},
        {"hand fiv-card As", "  fiv-card\n  ^ column 1\n"},
        {"hand five-card \033[31mAs", "\"?[31mAs\" is not a card"},
        {"hand five-card \033[31mAs", "  ?[31mAs\n  ^ column 1\n"},
        {"hand five-card As Ks Qs Js 1s", "\"1s\" is not a card"},
        {"hand five-card As Ks Qs Js 1s", "As Ks Qs Js 1s\n              ^ column 13\n"},
        {"hand five-card As Ks Qs Js As", "\"As\" is given twice"},
        {"hand five-card As Ks Qs Js", "too few cards: 5 to 7 cards expected, 4 given"},
        {"hand five-card 2s 3s 4s 5s 6s 7s 8s 9s", "too many cards: 5 to 7 cards expected"},
        {"hand five-card As Ks Qs Js joker", "there is no joker in this deck"},
        {"hand five-card As Ks Qs Js Ts vs 2s", "too few cards"},
        {"hand five-card As vs Ks vs Qs", "a second 'vs'"},
        {"hand --jsn five-card As", "unknown option --jsn"},
        {"hand --list five-card", "--list cannot be combined"},
        {"hand tiles teen teeen", "did you mean \"teen\""},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct outcome outcome = run(rows[i].line);
        assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
        assert_string_equal(outcome.output, "");
        assert_non_null(strstr(outcome.errors, rows[i].message));
    }
}

static void an_endless_hand_is_refused(void **state)
{
    (void)state;
    char line[2048] = "hand five-card ";
    for (size_t i = strlen(line); i + 3 < sizeof line; i += 3)
        memcpy(line + i, "As,", 3);
    struct request_words {
        char *words[4];
    } words = {{(char[]){"hand"}, (char[]){"five-card"}, line + strlen("hand five-card "), NULL}};
    line[sizeof line - 1] = '\0';
    fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        fclose(stderr);
        _exit(command_run(&command_hand, 3, words.words));
    }
    assert_int_equal(finish(pid), EXIT_CODE_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_named_for_people),
        cmocka_unit_test(json_has_the_promised_members),
        cmocka_unit_test(values_order_the_hands_of_a_ranking),
        cmocka_unit_test(two_hands_are_compared),
        cmocka_unit_test(what_two_hands_mean_together_is_said),
        cmocka_unit_test(every_ranking_accepts_its_example),
        cmocka_unit_test(the_list_names_every_ranking),
        cmocka_unit_test(bad_input_is_answered_on_standard_error_only),
        cmocka_unit_test(an_endless_hand_is_refused),
    };
    return cmocka_run_group_tests_name("hand", tests, NULL, NULL);
}
