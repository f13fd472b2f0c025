#include "cards/thirteen.h"

#include "cards/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct thirteen_scores scores_by(const char *text, const struct thirteen_rules *rules)
{
    static const struct part_form forms[3] = {{"front", 3, 3}, {"middle", 5, 5}, {"back", 5, 5}};
    struct hand parts[3];
    struct fault fault = {0};
    if (hand_parts_parse(text_of(text), 0, forms, 3, parts, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    struct thirteen setting;
    memcpy(setting.front, parts[0].cards, sizeof setting.front);
    memcpy(setting.middle, parts[1].cards, sizeof setting.middle);
    memcpy(setting.back, parts[2].cards, sizeof setting.back);
    return thirteen_score(&setting, rules);
}

static struct thirteen_scores scores(const char *text)
{
    return scores_by(text, &thirteen_rules_usual);
}

static bool legal(const char *text)
{
    struct thirteen_scores made = scores(text);
    return thirteen_legal(&made);
}

static void the_parts_must_rise_from_front_to_back(void **state)
{
    (void)state;
    assert_false(legal("Ks Kd 4c / 9s 9d 9h 2c 2d / 6h 7h 8h 9c Th"));
    assert_true(legal("Ks Kd 4c / 6h 7h 8d 9c Th / 9s 9d 9h 2c 2d"));
    assert_false(legal("Ks Kd 4c / Qs Qd 8h 7c 2d / Ah 5h 3h 2h 9h"));
    assert_true(legal("Ks Kd 4c / As Ad 8h 7c 2d / Ah 5h 3h 2h 9h"));
    /* Equal middle and back are legal; here two straights with the same top. */
    assert_true(legal("2s 2d 4c / 6h 7h 8d 9c Th / 6s 7s 8s 9d Tc"));
    /* Three of a kind in front needs more behind. */
    assert_false(legal("Ks Kd Kc / 9s 9d 9h 3c 2d / Ah 5h 3h 2h 9c"));
    assert_true(legal("8s 8d 8c / 9s 9d 9h 3c 2d / Ah 5h 3h 2h 7h"));
    /* The same pair before and behind: the further cards of the middle make it the higher hand. */
    assert_true(legal("Ks Kd 4c / Kc Kh 4d 3c 2d / Ah 5h 3h 2h 7h"));
    assert_false(legal("Ks Kd 5c / Kc Kh 4d 3c 2d / Ah 9h 3h 2h 7h"));
}

static void only_kinds_count_in_front_unless_the_rules_say_otherwise(void **state)
{
    (void)state;
    struct thirteen_rules straights = thirteen_rules_usual;
    straights.front_straights = true;
    const char *text = "As Ks Qs / 9s 9d 8h 3c 2d / Ah 5h 3h 2h 7h";
    struct thirteen_scores usual = scores(text), counted = scores_by(text, &straights);
    assert_int_equal(score_class(usual.front), FIVE_CLASS_HIGH_CARD);
    assert_true(thirteen_legal(&usual));
    assert_int_equal(score_class(counted.front), FIVE_CLASS_STRAIGHT_FLUSH);
    assert_false(thirteen_legal(&counted));
    assert_int_equal(score_class(scores_by("As Ks Js / 9s 9d 8h 3c 2d / Ah 5h 3h 2h 7h", &straights).front),
                     FIVE_CLASS_FLUSH);
    assert_int_equal(score_class(scores_by("As 2s 3d / 9s 9d 8h 3c 2d / Ah 5h 3h 2h 7h", &straights).front),
                     FIVE_CLASS_STRAIGHT);
}

static unsigned marks(const char *text)
{
    const struct hand_form form = {THIRTEEN_CARDS, THIRTEEN_CARDS, 0, 1};
    struct hand hand;
    struct fault fault = {0};
    if (hand_parse(text_of(text), 0, &form, &hand, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return thirteen_marks(hand.cards);
}

static bool marked(const char *text, enum thirteen_mark mark)
{
    return (marks(text) >> mark & 1) != 0;
}

static void a_dragon_has_one_card_of_each_rank(void **state)
{
    (void)state;
    /* hawaiian-gardens/ca-asian-jackpot-1#37, R10. */
    assert_true(marked("As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s", THIRTEEN_MARK_DRAGON));
    assert_true(marked("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s", THIRTEEN_MARK_DRAGON));
    assert_false(marked("As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 3s", THIRTEEN_MARK_DRAGON));
}

static void colours_count_all_thirteen_or_twelve(void **state)
{
    (void)state;
    /* hawaiian-gardens/ca-asian-jackpot-1#40. */
    const char *red = "Ad Kd Qh Jh Td 9d 8h 7h 6d 6h 4h 3d 2h";
    assert_true(marked(red, THIRTEEN_MARK_ONE_COLOUR));
    assert_false(marked(red, THIRTEEN_MARK_TWELVE_OF_ONE_COLOUR));
    const char *twelve = "Ad Kd Qh Jh Td 9d 8h 7h 6d 6h 4h 3d 2s";
    assert_false(marked(twelve, THIRTEEN_MARK_ONE_COLOUR));
    assert_true(marked(twelve, THIRTEEN_MARK_TWELVE_OF_ONE_COLOUR));
    assert_true(marked("As Ks Qc Jc Ts 9s 8c 7c 6s 6c 4c 3s 2c", THIRTEEN_MARK_ONE_COLOUR));
    assert_false(marked("Ad Kd Qh Jh Td 9d 8h 7h 6d 6h 4h 3c 2s", THIRTEEN_MARK_TWELVE_OF_ONE_COLOUR));
}

static void two_straight_flushes_share_no_card(void **state)
{
    (void)state;
    /* hawaiian-gardens/ca-asian-jackpot-1#39. */
    assert_true(marked("6h 7h 8h 9h Th 2s 3s 4s 5s 6s Kd Qd 4c", THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES));
    assert_true(marked("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Kd Qd 4c", THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES));
    assert_false(marked("2h 3h 4h 5h 6h 7h 8h 9h Th Ks Kd Qd 4c", THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES));
    assert_true(marked("Ah Kh Qh Jh Th As 2s 3s 4s 5s Kd Qd 4c", THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES));
    assert_false(marked("Ah Kh Qh Jh Th Ks As 2s 3s 4s Kd Qd 4c", THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES));
}

static void deuce_to_eight_excludes_the_ace_and_the_nine(void **state)
{
    (void)state;
    /* hawaiian-gardens/cash-drawing R5: both ends included. */
    assert_true(marked("2s 2d 3s 3d 4s 4d 5s 5d 6s 6d 7s 8d 8c", THIRTEEN_MARK_DEUCE_TO_EIGHT));
    assert_false(marked("2s 2d 3s 3d 4s 4d 5s 5d 6s 6d 7s 8d 9c", THIRTEEN_MARK_DEUCE_TO_EIGHT));
    assert_false(marked("As 2d 3s 3d 4s 4d 5s 5d 6s 6d 7s 8d 8c", THIRTEEN_MARK_DEUCE_TO_EIGHT));
}

static void pairs_straights_and_flushes_make_the_usual_sweeps(void **state)
{
    (void)state;
    assert_true(marked("2s 2d 3s 3d 4s 4d 9s 9d Js Jd Ks Kd Ac", THIRTEEN_MARK_SIX_PAIRS));
    assert_true(marked("2s 2d 2h 2c 4s 4d 9s 9d Js Jd Ks Kd Ac", THIRTEEN_MARK_SIX_PAIRS));
    assert_false(marked("2s 2d 3s 3d 4s 4d 9s 9d Js Jd Ks Qd Ac", THIRTEEN_MARK_SIX_PAIRS));
    assert_true(marked("2s 2d 3s 3d 4s 4d 9s 9d Js Jd Ks Kd Kc", THIRTEEN_MARK_FIVE_PAIRS_AND_THREE));
    assert_false(marked("2s 2d 3s 3d 4s 4d 9s 9d Js Jd Ks Kd Ac", THIRTEEN_MARK_FIVE_PAIRS_AND_THREE));

    assert_true(marked("As 2d 3s 4d 5s 6c 7d 8s 9d Ts Js Qd Kc", THIRTEEN_MARK_THREE_STRAIGHTS));
    assert_true(marked("As Kd Qs Jd Ts Ac Kc Qc Jh Tc Ah Kh Qh", THIRTEEN_MARK_THREE_STRAIGHTS));
    assert_true(marked("As 2d 3s Ad 2s 3c 4d 5s 6c 7d 8s 9d Tc", THIRTEEN_MARK_THREE_STRAIGHTS));
    assert_false(marked("As 2d 3s Ad 2s 3c 4d 5s 6c 7d 8s 9d Jc", THIRTEEN_MARK_THREE_STRAIGHTS));

    assert_true(marked("As Ks 9s 2d 4d 6d 8d Td 2h 4h 6h 8h Th", THIRTEEN_MARK_THREE_FLUSHES));
    assert_true(marked("2s 4s 6s 8s Ts 2h 3h 4h 6h 8h Th Qh Kh", THIRTEEN_MARK_THREE_FLUSHES));
    assert_false(marked("As Ks 2d 4d 6d 8d Td Jd 2h 4h 6h 8h Th", THIRTEEN_MARK_THREE_FLUSHES));
}

static void a_clean_sweep_is_worth_its_best_mark(void **state)
{
    (void)state;
    const struct thirteen_rules *rules = &thirteen_rules_usual;
    assert_int_equal(thirteen_clean_sweep_points(0, rules), 0);
    assert_int_equal(thirteen_clean_sweep_points(1U << THIRTEEN_MARK_DEUCE_TO_EIGHT, rules), 0);
    assert_int_equal(
        thirteen_clean_sweep_points(1U << THIRTEEN_MARK_SIX_PAIRS | 1U << THIRTEEN_MARK_ONE_COLOUR, rules),
        13);
    struct thirteen_rules house = *rules;
    house.clean_sweep_points[THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES] = 20;
    assert_int_equal(thirteen_clean_sweep_points(1U << THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES, &house), 20);
}

static int points(const char *first, const char *second)
{
    struct thirteen_scores mine = scores(first), theirs = scores(second);
    int won = thirteen_points(&mine, &theirs, &thirteen_rules_usual);
    assert_int_equal(thirteen_points(&theirs, &mine, &thirteen_rules_usual), -won); /* X2 */
    return won;
}

static void points_are_counted_part_by_part(void **state)
{
    (void)state;
    const char *weak = "Qs Jd 4c / 3s 3d 8c 7c 2d / Ac 5c 3c 2c 9c";
    /* Front and middle won, back lost. */
    assert_int_equal(points("Ks Jh 4d / 5s 5d 8d 7d 2h / 6h 7h 8h 9d Th", weak), 1);
    /* A home run: 3 parts and 3 more. */
    assert_int_equal(points("Ks Jh 4d / 5s 5d 8d 7d 2h / Kh Kd Kc 9d 9h", weak), 6);
    /* Threes in front 1 + 3, full house in the middle 1 + 2, straight flush in the back 1 + 5, home run 3. */
    assert_int_equal(points("6s 6d 6c / Ts Td Tc 2h 2s / 5h 6h 7h 8h 9h", weak), 16);
    /* A fouled hand loses everything, bonuses of the winner included. */
    assert_int_equal(points("Ks Kd 4d / 5s 5d 8d 7d 2h / Qh Qd 9s 9d Th", weak), -6);
    /* The same hand ties. */
    assert_int_equal(points(weak, weak), 0);
}

static void a_home_run_of_fifteen_points_is_met_at_fifteen(void **state)
{
    (void)state;
    /* hawaiian-gardens/ca-asian-jackpot-1#38; hawaiian-gardens/cash-in-a-flash asks for 17. */
    struct thirteen_scores mine = scores("6s 6d 6c / Ts Td Tc 2h 2s / 5h 6h 7h 8h 9h");
    struct thirteen_scores theirs = scores("Qs Jd 4c / 3s 3d 8c 7c 2d / Ac 5c 3c 2c 9c");
    struct thirteen_rules rules = thirteen_rules_usual;
    assert_true(thirteen_home_run(&mine, &theirs));
    assert_false(thirteen_home_run(&theirs, &mine));
    rules.home_run_bonus = 2;
    assert_int_equal(thirteen_points(&mine, &theirs, &rules), 15);
    rules.home_run_bonus = 1;
    assert_int_equal(thirteen_points(&mine, &theirs, &rules), 14);
    rules.home_run_bonus = 4;
    assert_int_equal(thirteen_points(&mine, &theirs, &rules), 17);
}

static void a_ten_high_straight_flush_in_back_is_judged_as_set(void **state)
{
    (void)state;
    /* hawaiian-gardens/beat-the-dealer#39, #41: at, below and above. */
    uint32_t wanted = score_with_rank(score_of_class(FIVE_CLASS_STRAIGHT_FLUSH), 0, RANK_TEN).bits;
    assert_true(scores("2s 3d 4c / 5s 5d 8c 7c 2d / 6h 7h 8h 9h Th").back.bits >= wanted);
    assert_false(scores("2s 3d 4c / 6s 6d 8c 7c 2d / 5h 6h 7h 8h 9h").back.bits >= wanted);
    assert_true(scores("2s 3d 4c / 5s 5d 8c 7c 2d / Jh 7h 8h 9h Th").back.bits >= wanted);
    /* #43: a clean sweep qualifies by what its cards could make. */
    const struct hand_form form = {13, 13, 0, 1};
    struct hand hand;
    assert_int_equal(hand_parse(text_of("As 2h 3d 4s 5d 6h 7h 8h 9h Th Js Qd Kc"), 0, &form, &hand, NULL),
                     STATUS_OK);
    assert_true(thirteen_best_five(hand.cards).bits >= wanted);
}

static struct ranked_hand ranked(const char *text)
{
    struct ranked_hand hand;
    struct fault fault = {0};
    if (ranking_thirteen.rank(text_of(text), 0, CARD_STYLE_LETTERS, &hand, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return hand;
}

static void the_text_door_names_settings_and_special_hands(void **state)
{
    (void)state;
    struct ranked_hand setting = ranked("Ks Kd 4c / 6h 7h 8d 9c Th / 9s 9d 9h 2c 2d");
    assert_string_equal(setting.class_name, "legal setting");
    assert_string_equal(setting.name,
                        "front pair of kings, four kicker; middle straight, ten high; back full house, "
                        "nines over deuces");
    assert_true(setting.value > 0);
    struct ranked_hand fouled = ranked("Ks Kd 4c / 9s 9d 9h 2c 2d / 6h 7h 8d 9c Th");
    assert_string_equal(fouled.class_name, "fouled");
    assert_string_equal(fouled.detail, "fouled: the middle outranks the back");
    assert_int_equal(fouled.value, 0);
    struct ranked_hand dragon = ranked("As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s");
    assert_string_equal(dragon.class_name, "clean sweep");
    assert_string_equal(dragon.name, "dragon, three straights");
    assert_string_equal(dragon.detail, "clean sweep of 13 points as usually played; best possible back: "
                                       "straight, ace high");
}

static void values_order_settings_from_the_back(void **state)
{
    (void)state;
    int64_t low = ranked("2s 3d 5c / 2c 3c 4d 5d 7h / 8s 8d 9h Tc Qd").value;
    int64_t middle = ranked("2s 3d 5c / 2c 3c 4d 5d 8h / 8s 8d 9h Tc Qd").value;
    int64_t back = ranked("2s 3d 4c / 2c 3c 4d 5d 7h / 9s 9d 8h Tc Qd").value;
    int64_t front = ranked("2s 3d 6c / 2c 3c 4d 5d 7h / 8s 8d 9h Tc Qd").value;
    int64_t highest = ranked("Qs Qd Qc / As Ad Ac Ks Kd / Ah Kh Qh Jh Th").value;
    assert_true(low < front && front < middle && middle < back && back < highest);
    assert_true(highest < ranked("As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s").value);
}

static void the_text_door_compares_two_settings(void **state)
{
    (void)state;
    char bytes[200];
    struct text_out out;
    struct fault fault;
    int outcome = 0;
    text_out_init(&out, bytes, sizeof bytes);
    const char *weak = "Qs Jd 4c / 3s 3d 8c 7c 2d / Ac 5c 3c 2c 9c";
    assert_int_equal(ranking_thirteen.versus(text_of("6s 6d 6c / Ts Td Tc 2h 2s / 5h 6h 7h 8h 9h"), 0,
                                             text_of(weak), 50, &out, &outcome, &fault),
                     STATUS_OK);
    assert_int_equal(outcome, 1);
    assert_string_equal(bytes,
                        "front: first wins; middle: first wins; back: first wins; home run, 16 points to the "
                        "first as usually played");
    assert_int_equal(ranking_thirteen.versus(text_of(weak), 0, text_of(weak), 50, &out, &outcome, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 51);
}

/* The higher back sorts higher, but two parts of three win. */
static void two_parts_win_against_a_higher_back(void **state)
{
    (void)state;
    const char *first = "Ks Kd 4c / 9s 9d 9h 2c 3d / 6h 7h 8h Th Jh";
    const char *second = "Qs Qd 5c / 8s 8d 8c 2d 3c / 6c 7c 9c Tc Jc";
    assert_true(ranked(first).value < ranked(second).value);
    char bytes[200];
    struct text_out out;
    int outcome = -1;
    text_out_init(&out, bytes, sizeof bytes);
    assert_int_equal(ranking_thirteen.versus(text_of(first), 0, text_of(second), 0, &out, &outcome, NULL),
                     STATUS_OK);
    assert_int_equal(outcome, 1);
    assert_string_equal(bytes,
                        "front: first wins; middle: first wins; back: second wins; 1 point to the first as "
                        "usually played");
    struct fault fault;
    assert_int_equal(ranking_thirteen.versus(text_of(first), 0,
                                             text_of("Qs Qd 5c / 8s 8d 8c 2d 9h / 6c 7c 9c Tc Jc"), 100, &out,
                                             &outcome, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words, "9h is in both hands; they are dealt from one deck");
    assert_int_equal(fault.position, 100 + 24);
}

static void the_text_door_says_what_is_wrong_and_where(void **state)
{
    (void)state;
    struct ranked_hand hand;
    struct fault fault;
    assert_int_equal(
        ranking_thirteen.rank(text_of("Ks Kd 4c / 6h 7h 8d 9c Th"), 0, CARD_STYLE_LETTERS, &hand, &fault),
        STATUS_INVALID);
    assert_string_equal(fault.words,
                        "a slash is missing after the middle: \"front / middle / back\" is expected");
    assert_int_equal(ranking_thirteen.rank(text_of("Ks Kd 4c"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words, "too few cards: 13 cards expected, 3 given");
    assert_int_equal(fault.position, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_must_rise_from_front_to_back),
        cmocka_unit_test(only_kinds_count_in_front_unless_the_rules_say_otherwise),
        cmocka_unit_test(a_dragon_has_one_card_of_each_rank),
        cmocka_unit_test(colours_count_all_thirteen_or_twelve),
        cmocka_unit_test(two_straight_flushes_share_no_card),
        cmocka_unit_test(deuce_to_eight_excludes_the_ace_and_the_nine),
        cmocka_unit_test(pairs_straights_and_flushes_make_the_usual_sweeps),
        cmocka_unit_test(a_clean_sweep_is_worth_its_best_mark),
        cmocka_unit_test(points_are_counted_part_by_part),
        cmocka_unit_test(a_home_run_of_fifteen_points_is_met_at_fifteen),
        cmocka_unit_test(a_ten_high_straight_flush_in_back_is_judged_as_set),
        cmocka_unit_test(the_text_door_names_settings_and_special_hands),
        cmocka_unit_test(values_order_settings_from_the_back),
        cmocka_unit_test(the_text_door_compares_two_settings),
        cmocka_unit_test(two_parts_win_against_a_higher_back),
        cmocka_unit_test(the_text_door_says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
