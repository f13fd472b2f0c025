#include "cards/holes.h"

#include "cards/every_hand_test.h"
#include "cards/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct holes_deal deal(const char *text)
{
    static const struct part_form forms[2] = {{"hole cards", 1, HOLES_MAX}, {"board", BOARD_MIN, BOARD_MAX}};
    struct hand parts[2];
    struct fault fault = {0};
    if (hand_parts_parse(text_of(text), 0, forms, 2, parts, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    struct holes_deal made = {.hole_count = parts[0].count, .board_count = parts[1].count};
    for (unsigned i = 0; i < made.hole_count; i++)
        made.holes[i] = parts[0].cards[i];
    for (unsigned i = 0; i < made.board_count; i++)
        made.board[i] = parts[1].cards[i];
    return made;
}

static void assert_best(const char *text, struct holes_rule rule, const char *name, unsigned holes_played)
{
    char bytes[160];
    struct text_out out;
    struct holes_deal dealt = deal(text);
    struct holes_best best = holes_best_five(&dealt, rule);
    text_out_init(&out, bytes, sizeof bytes);
    five_name_write(&out, best.score);
    assert_string_equal(bytes, name);
    assert_int_equal(best.holes_played, holes_played);
    assert_int_equal(plain_five(best.five).bits, best.score.bits);
}

static void holdem_may_play_any_number_of_hole_cards(void **state)
{
    (void)state;
    assert_best("Ah Ad / As Jc Jd 2s 3h", holes_rule_any, "full house, aces over jacks", 2);
    assert_best("Ah 7d / As Jc Jd Js 3h", holes_rule_any, "full house, jacks over aces", 1);
    assert_best("2h 3d / As Ks Qs Js Ts", holes_rule_any, "royal flush", 0);
    assert_best("Ah Ad / As Jc Jd", holes_rule_any, "full house, aces over jacks", 2);
    assert_best("2h 7d / As Jc Jd 9s", holes_rule_any, "pair of jacks, A-9-7 kickers", 1);
}

static void omaha_plays_exactly_two(void **state)
{
    (void)state;
    /* Four aces in the hole are a pair; four hearts on the board need two in the hole. */
    assert_best("Ah Ad As Ac / Kc Kd 7s 2h 3c", holes_rule_two, "two pair, aces and kings, seven kicker", 2);
    assert_best("Ah Kc Qd Jc / 9h 7h 5h 2h 3c", holes_rule_two, "high card, A-K-9-7-5", 2);
    assert_best("Ah 3h Qd Jc / 9h 7h 5h 2h Kc", holes_rule_two, "flush, A-9-7-5-3", 2);
    assert_best("Ah Kc Qd Jc 4h / 9h 7h 5h 2d 3c", holes_rule_two, "flush, A-9-7-5-4", 2);
    assert_best("2c 3d 4h 5s / As Ks Qs Js Ts", holes_rule_two, "high card, A-K-Q-5-4", 2);
}

static void a_rule_on_hole_cards_can_forbid_the_best_hand(void **state)
{
    (void)state;
    assert_best("2h 3d / As Ks Qs Js Ts", holes_rule_one, "high card, A-K-Q-J-3", 1);
    assert_best("2h 3d / As Ks Qs Js Ts", holes_rule_two, "high card, A-K-Q-3-2", 2);
    /* The same score with a hole card counts as using it. */
    assert_best("Ah 3d / As Ks Qs Jd Ts", holes_rule_any, "straight, ace high", 1);
}

static void using_and_needing_hole_cards_differ(void **state)
{
    (void)state;
    struct holes_deal shared = deal("Ah 3d / As Ks Qs Jd Ts");
    assert_true(holes_best_uses(&shared, 1));
    assert_false(holes_best_uses(&shared, 2));
    assert_false(holes_best_needs(&shared, 1));

    /* hawaiian-gardens/pocket-aces-cracked R2, E1: both aces are among the best five. */
    struct holes_deal aces = deal("Ah Ad / 7s Kc 4d 2h 9c");
    assert_true(holes_best_uses(&aces, 2));
    assert_true(holes_best_needs(&aces, 2));
    assert_false(holes_best_uses(&aces, 3));

    struct holes_deal flop = deal("2h 3d / As Ks Qs");
    assert_true(holes_best_needs(&flop, 2));
    assert_true(holes_best_needs(&flop, 0));

    /* Four of a kind on the board: the ace kicker makes one hole card count. */
    struct holes_deal kicker = deal("Ah 3d / 9s 9c 9d 9h 8s");
    assert_true(holes_best_needs(&kicker, 1));
    struct holes_deal no_kicker = deal("7h 3d / 9s 9c 9d 9h 8s");
    assert_false(holes_best_uses(&no_kicker, 1));
}

static void first_five_ignores_turn_and_river(void **state)
{
    (void)state;
    /* hawaiian-gardens/shuffle-master-classic-qualifier R1. */
    struct holes_deal royal = deal("Ah Kh / Qh Jh Th 2s 3c"), late = deal("Ah Kh / Qh Jh 2s Th 3c");
    assert_int_equal(score_class(holes_first_five(&royal)), FIVE_CLASS_ROYAL_FLUSH);
    assert_int_equal(score_class(holes_first_five(&late)), FIVE_CLASS_HIGH_CARD);
}

static void sampled_deals_agree_with_the_best_five_of_all(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (unsigned i = 0; i < 20000; i++) {
        struct card seven[7];
        sample_cards(&seed, 7, DECK_CARDS, seven);
        struct holes_deal dealt = {.hole_count = 2, .board_count = 5, .holes = {seven[0], seven[1]}};
        for (unsigned k = 0; k < 5; k++)
            dealt.board[k] = seven[2 + k];
        uint32_t all = plain_best_five(seven, 7).bits;
        uint32_t by_number = 0;
        for (unsigned played = 0; played <= 2; played++) {
            uint32_t bits = holes_best_five(&dealt, (struct holes_rule){played, played}).score.bits;
            by_number = bits > by_number ? bits : by_number;
        }
        assert_int_equal(holes_best_five(&dealt, holes_rule_any).score.bits, all);
        assert_int_equal(by_number, all);
    }
}

static void assert_ranked(const struct ranking *ranking, const char *text, const char *name,
                          const char *detail)
{
    struct ranked_hand ranked;
    struct fault fault = {0};
    if (ranking->rank(text_of(text), 0, CARD_STYLE_LETTERS, &ranked, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    assert_string_equal(ranked.cards, text);
    assert_string_equal(ranked.name, name);
    assert_string_equal(ranked.detail, detail);
}

static void the_text_door_explains_which_cards_play(void **state)
{
    (void)state;
    assert_ranked(&ranking_texas_holdem, ranking_texas_holdem.example, "full house, aces over jacks",
                  "plays Ah Ad As Jc Jd: 2 hole cards play");
    assert_ranked(&ranking_omaha, ranking_omaha.example, "full house, aces over jacks",
                  "plays Ah Ad As Jc Jd: 2 hole cards play");
    assert_ranked(
        &ranking_both_hole_cards, "Ah 7d / As Jc Jd Js 3h", "three of a kind, jacks, A-7 kickers",
        "plays Ah 7d Jc Jd Js: 2 hole cards play; not the player's best hand, which is full house, jacks "
        "over aces");
    assert_ranked(&ranking_one_hole_card, ranking_one_hole_card.example, "full house, jacks over aces",
                  "plays Ah As Jc Jd Js: 1 hole card plays");
    assert_ranked(&ranking_first_five, ranking_first_five.example, "royal flush",
                  "the hole cards and the flop Qh Jh Th");
    assert_ranked(&ranking_texas_holdem, "2h 3d / As Ks Qs Js Ts", "royal flush",
                  "plays As Ks Qs Js Ts: the board plays");
}

static void assert_fault(const struct ranking *ranking, const char *text, size_t position, const char *words)
{
    struct ranked_hand ranked;
    struct fault fault = {0};
    assert_int_equal(ranking->rank(text_of(text), 0, CARD_STYLE_LETTERS, &ranked, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, words);
    assert_int_equal(fault.position, position);
}

static void the_text_door_says_what_is_wrong_and_where(void **state)
{
    (void)state;
    assert_fault(&ranking_texas_holdem, "Ah Ad As Jc Jd", 15,
                 "a slash is missing after the hole cards: \"hole cards / board\" is expected");
    assert_fault(&ranking_texas_holdem, "Ah Ad / As Jc / Jd", 15,
                 "one slash too many: \"hole cards / board\" is expected");
    assert_fault(&ranking_texas_holdem, "Ah / As Jc Jd", 4,
                 "hole cards: too few cards: 2 cards expected, 1 given");
    assert_fault(&ranking_texas_holdem, "Ah Ad Kc / As Jc Jd", 7,
                 "hole cards: too many cards: 2 cards expected");
    assert_fault(&ranking_texas_holdem, "Ah Ad / As Jc", 14,
                 "board: too few cards: 3 to 5 cards expected, 2 given");
    assert_fault(&ranking_texas_holdem, "Ah Ad / As Ah Jd", 12, "\"Ah\" is given twice");
    assert_fault(&ranking_omaha, "Ah Ad / As Jc Jd", 7,
                 "hole cards: too few cards: 4 to 5 cards expected, 2 given");
    assert_fault(&ranking_texas_holdem, "Ah Ad / As Jc joker", 15, "board: there is no joker in this deck");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holdem_may_play_any_number_of_hole_cards),
        cmocka_unit_test(omaha_plays_exactly_two),
        cmocka_unit_test(a_rule_on_hole_cards_can_forbid_the_best_hand),
        cmocka_unit_test(using_and_needing_hole_cards_differ),
        cmocka_unit_test(first_five_ignores_turn_and_river),
        cmocka_unit_test(sampled_deals_agree_with_the_best_five_of_all),
        cmocka_unit_test(the_text_door_explains_which_cards_play),
        cmocka_unit_test(the_text_door_says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
