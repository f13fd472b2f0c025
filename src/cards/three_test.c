#include "cards/three.h"

#include "cards/every_hand_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct ranked_hand ranked(const struct ranking *ranking, const char *text)
{
    struct ranked_hand hand;
    struct fault fault = {0};
    if (ranking->rank(text_of(text), 0, CARD_STYLE_LETTERS, &hand, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return hand;
}

static void three_cards_stand_in_their_order(void **state)
{
    (void)state;
    static const char *const ladder[][2] = {
        {"2c 3d 5h", "high card, 5-3-2"},
        {"Ac Kd Jh", "high card, A-K-J"},
        {"2c 2d 3h", "pair of deuces, three kicker"},
        {"Ac Ad Kh", "pair of aces, king kicker"},
        {"2c 3c 5c", "flush, 5-3-2"},
        {"Ac Kc Jc", "flush, A-K-J"},
        {"Ac 2d 3h", "straight, three high"},
        {"Ac Kd Qh", "straight, ace high"},
        {"2c 2d 2h", "three of a kind, deuces"},
        {"Ac Ad Ah", "three of a kind, aces"},
        {"Ac 2c 3c", "straight flush, three high"},
        {"Kc Qc Jc", "straight flush, king high"},
        {"Ac Kc Qc", "straight flush, ace high"},
    };
    int64_t below = -1;
    for (size_t i = 0; i < sizeof ladder / sizeof ladder[0]; i++) {
        struct ranked_hand hand = ranked(&ranking_three_card, ladder[i][0]);
        assert_string_equal(hand.name, ladder[i][1]);
        assert_true(hand.value > below);
        below = hand.value;
    }
    assert_string_equal(ranked(&ranking_three_card, "Kc Ad 2h").class_name, "high card");
}

static void the_mini_royal_is_suited_ace_king_queen(void **state)
{
    (void)state;
    /* hawaiian-gardens/three-card-poker-progressive#34, #35. */
    assert_string_equal(ranked(&ranking_three_card, "Ks As Qs").detail, "mini royal: suited A-K-Q");
    assert_string_equal(ranked(&ranking_three_card, "Ks Js Qs").detail, "");
    assert_string_equal(ranked(&ranking_three_card, "Ks As Qd").detail, "");
    assert_string_equal(ranked(&ranking_three_card, "As 2s 3s").detail, "");
}

static void every_three_card_hand_is_counted(void **state)
{
    (void)state;
    unsigned long classes[THREE_CLASS_COUNT] = {0}, mini_royals = 0;
    uint64_t digest = DIGEST_START;
    struct every_hand hand;
    for (every_hand_first(&hand, 3, DECK_CARDS); hand.more; every_hand_next(&hand)) {
        struct score score = three_score(hand.cards);
        classes[score_class(score)]++;
        mini_royals += three_is_mini_royal(score);
        digest = digest_add(digest, score.bits);
    }
    assert_int_equal(classes[THREE_CLASS_STRAIGHT_FLUSH], 48);  /* 12 * 4 */
    assert_int_equal(classes[THREE_CLASS_THREE_OF_A_KIND], 52); /* 13 * 4 */
    assert_int_equal(classes[THREE_CLASS_STRAIGHT], 720);       /* 12 * 4^3 - 48 */
    assert_int_equal(classes[THREE_CLASS_FLUSH], 1096);         /* 4 * C(13,3) - 48 */
    assert_int_equal(classes[THREE_CLASS_PAIR], 3744);          /* 13 * 6 * 48 */
    assert_int_equal(classes[THREE_CLASS_HIGH_CARD], 16440);    /* (C(13,3) - 12) * (4^3 - 4) */
    assert_int_equal(mini_royals, 4);
    assert_int_equal(digest, UINT64_C(0x7D30B04FE460EC4D));
}

static void six_cards_give_the_best_five(void **state)
{
    (void)state;
    struct ranked_hand hand = ranked(&ranking_six_card_bonus, "As Ad Ah / Ks Kd Qc");
    assert_string_equal(hand.name, "full house, aces over kings");
    assert_string_equal(hand.detail, "plays As Ad Ah Ks Kd");
    assert_string_equal(hand.cards, "As Ad Ah / Ks Kd Qc");
    assert_int_equal(ranked(&ranking_six_card_bonus, "As Ad Ah Ks Kd Qc").value, hand.value);
    assert_string_equal(ranked(&ranking_six_card_bonus, "As Ks Qs / Js Ts 2c").class_name, "royal flush");
}

static void a_straight_flush_of_six_stands_above_all(void **state)
{
    (void)state;
    /* hawaiian-gardens/shuffle-master-classic-qualifier#17.a, E5. */
    struct ranked_hand six = ranked(&ranking_six_card_bonus, "5h 6h 7h / 8h 9h Th");
    assert_string_equal(six.name, "six-card straight flush, ten high");
    assert_string_equal(ranked(&ranking_six_card_bonus, "5h 6h 7h / 8h 9h Tc").name,
                        "straight flush, nine high");
    assert_string_equal(ranked(&ranking_six_card_bonus, "Ah 2h 3h / 4h 5h 6h").name,
                        "six-card straight flush, six high");
    assert_true(ranked(&ranking_six_card_bonus, "Ah 2h 3h 4h 5h 6h").value >
                ranked(&ranking_six_card_bonus, "As Ks Qs Js Ts 2d").value);
    assert_true(six.value < ranked(&ranking_six_card_bonus, "9s Ts Js Qs Ks As").value);
    assert_string_equal(ranked(&ranking_six_card_bonus, "Kh Ah 2h 3h 4h 5h").class_name, "straight flush");
}

static void the_text_door_says_what_is_wrong_and_where(void **state)
{
    (void)state;
    struct ranked_hand hand;
    struct fault fault;
    assert_int_equal(ranking_three_card.rank(text_of("As Ks"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 6);
    assert_int_equal(
        ranking_six_card_bonus.rank(text_of("As Ks Qs / Js"), 4, CARD_STYLE_LETTERS, &hand, &fault),
        STATUS_INVALID);
    assert_int_equal(fault.position, 18);
    assert_string_equal(fault.words, "dealer's cards: too few cards: 3 cards expected, 1 given");
    assert_int_equal(
        ranking_six_card_bonus.rank(text_of("As Ks Qs Js"), 0, CARD_STYLE_LETTERS, &hand, &fault),
        STATUS_INVALID);
    assert_int_equal(fault.position, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_cards_stand_in_their_order),
        cmocka_unit_test(the_mini_royal_is_suited_ace_king_queen),
        cmocka_unit_test(every_three_card_hand_is_counted),
        cmocka_unit_test(six_cards_give_the_best_five),
        cmocka_unit_test(a_straight_flush_of_six_stands_above_all),
        cmocka_unit_test(the_text_door_says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
