#include "cards/alike.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct hand cards(const char *words)
{
    struct hand hand = {0};
    const struct hand_form form = {.cards_max = HAND_CARDS_MAX, .jokers_max = 2, .decks = 8};
    assert_int_equal(hand_parse(text_of(words), 0, &form, &hand, NULL), STATUS_OK);
    return hand;
}

static void a_hand_is_alike_in_rank_suit_or_colour(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool rank, suit, colour, faces;
    } hands[] = {
        {"Ks", true, true, true, true},          {"Ks Kd", true, false, false, true},
        {"Ks Kc", true, false, true, true},      {"Ks Qs", false, true, true, true},
        {"Ks Ts", false, true, true, false},     {"As As", true, true, true, false},
        {"Js Qd Kh", false, false, false, true}, {"", false, false, false, false},
    };
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i].words);
        assert_int_equal(alike_rank(&hand), hands[i].rank);
        assert_int_equal(alike_suit(&hand), hands[i].suit);
        assert_int_equal(alike_colour(&hand), hands[i].colour);
        assert_int_equal(alike_faces(&hand), hands[i].faces);
    }
}

/* The jokers' bytes have bits where other cards have a suit; that must not make them alike. */
static void a_joker_is_like_nothing(void **state)
{
    (void)state;
    static const char *const hands[] = {"joker", "joker joker", "Kc joker", "joker Kc", "Kd joker1 joker2"};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i]);
        assert_false(alike_rank(&hand));
        assert_false(alike_suit(&hand));
        assert_false(alike_colour(&hand));
        assert_false(alike_faces(&hand));
    }
}

static void one_of_each_wants_every_rank_once(void **state)
{
    (void)state;
    unsigned ranks = alike_bit(RANK_ACE) | alike_bit(RANK_TWO) | alike_bit(RANK_THREE);
    static const struct {
        const char *words;
        bool holds;
    } hands[] = {{"3s Ad 2c", true},
                 {"3s Ad", false},
                 {"3s Ad Ac", false},
                 {"3s Ad 2c 2s", false},
                 {"3s Ad 4c", false}};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i].words);
        assert_int_equal(alike_one_of_each(&hand, ranks), hands[i].holds);
    }
}

static void hands_are_cut_and_joined_in_order(void **state)
{
    (void)state;
    struct hand hand = cards("3s Ad 2c");
    struct hand first = alike_first(&hand, 2);
    assert_int_equal(first.count, 2);
    assert_true(card_equal(first.cards[1], card_of(RANK_ACE, SUIT_DIAMONDS)));
    assert_int_equal(alike_first(&hand, 9).count, 3);
    struct hand joined = alike_joined(&first, &hand);
    assert_int_equal(joined.count, 5);
    assert_true(card_equal(joined.cards[2], card_of(RANK_THREE, SUIT_SPADES)));
    assert_int_equal(alike_count(&joined, RANK_ACE), 2);
}

static void positions_of_cards_in_a_text(void **state)
{
    (void)state;
    struct text text = text_of(" 10s,Ad2♣ joker");
    assert_int_equal(hand_position(text, 0, 0), 2);
    assert_int_equal(hand_position(text, 0, 1), 6);
    assert_int_equal(hand_position(text, 0, 2), 8);
    assert_int_equal(hand_position(text, 40, 3), 53);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_alike_in_rank_suit_or_colour),
        cmocka_unit_test(a_joker_is_like_nothing),
        cmocka_unit_test(one_of_each_wants_every_rank_once),
        cmocka_unit_test(hands_are_cut_and_joined_in_order),
        cmocka_unit_test(positions_of_cards_in_a_text),
    };
    return cmocka_run_group_tests_name("alike", tests, NULL, NULL);
}
