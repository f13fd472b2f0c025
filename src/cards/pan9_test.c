#include "cards/pan9.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct hand cards(const char *words)
{
    struct hand hand = {0};
    const struct hand_form form = {.cards_min = 1, .cards_max = 4, .decks = 8};
    assert_int_equal(hand_parse(text_of(words), 0, &form, &hand, NULL), STATUS_OK);
    return hand;
}

static void totals_keep_the_last_digit(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        unsigned total;
    } hands[] = {{"Ks Qd Jc", 0},    {"As 2d 6c", 9}, {"6s 6d 6c", 8},
                 {"6s 6d 6c 2s", 0}, {"3s 3d 3c", 9}, {"4s 6d Kc", 0}};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i].words);
        assert_int_equal(pan9_total(&hand), hands[i].total);
    }
}

/* hawaiian-gardens/high-hand-promotion#40.a; paid-collection-rate-for-a-year#4.b */
static void nine_counts_on_the_first_three_cards(void **state)
{
    (void)state;
    struct hand hand = cards("As 2d 6c");
    assert_true(pan9_is_dealt_nine(&hand));
    hand = cards("As 2d 6c 4s"); /* a drawn card does not undo it */
    assert_true(pan9_is_dealt_nine(&hand));
    hand = cards("As 2d 5c As"); /* and does not make it */
    assert_false(pan9_is_dealt_nine(&hand));
    hand = cards("4s 5d");
    assert_false(pan9_is_dealt_nine(&hand));
}

/* hawaiian-gardens/high-hand-promotion#40.b and c; ca-asian-jackpot-1#29 and #30; cash-in-a-flash#68.e;
 * cash-drawing#12.b */
static void three_threes_by_colour_and_suit(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool any, colour, suit;
    } hands[] = {{"3h 3h 3h", true, true, true},    {"3h 3d 3h", true, true, false},
                 {"3h 3d 3s", true, false, false},  {"3h 3h 4h", false, false, false},
                 {"3h 3h 3h Ks", true, true, true}, {"Kh 3h 3h 3h", false, false, false}};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i].words);
        assert_int_equal(pan9_is_dealt_three(&hand, RANK_THREE, PAN9_ANY), hands[i].any);
        assert_int_equal(pan9_is_dealt_three(&hand, RANK_THREE, PAN9_ONE_COLOUR), hands[i].colour);
        assert_int_equal(pan9_is_dealt_three(&hand, RANK_THREE, PAN9_ONE_SUIT), hands[i].suit);
    }
}

/* hawaiian-gardens/ca-asian-jackpot-1#31 and #32; cash-drawing#12.b */
static void two_three_four_by_colour_and_suit(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool any, colour, suit;
    } hands[] = {{"4c 2c 3c", true, true, true},
                 {"4c 2s 3c", true, true, false},
                 {"4c 2s 3h", true, false, false},
                 {"4c 2s 4h", false, false, false},
                 {"4c 2s 5c 3c", false, false, false}};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i].words);
        assert_int_equal(pan9_is_dealt_two_three_four(&hand, PAN9_ANY), hands[i].any);
        assert_int_equal(pan9_is_dealt_two_three_four(&hand, PAN9_ONE_COLOUR), hands[i].colour);
        assert_int_equal(pan9_is_dealt_two_three_four(&hand, PAN9_ONE_SUIT), hands[i].suit);
    }
}

/* hawaiian-gardens/beat-the-dealer#23; car-giveaway#33.d and R3 */
static void three_of_a_kind_from_ace_to_six_or_four_faces(void **state)
{
    (void)state;
    static const char *const good[] = {"As Ad Ac", "2s 2d 2c", "3s 3d 3c",
                                       "4s 4d 4c", "5s 5d 5c", "6s 6d 6c Ks"};
    static const char *const bad[] = {"As Ad Kc", "Ks Kd Kc", "7s 7d 7c", "Ks As Ad Ac"};
    for (unsigned i = 0; i < 6; i++) {
        struct hand hand = cards(good[i]);
        assert_true(pan9_is_dealt_three_ace_to_six(&hand));
    }
    for (unsigned i = 0; i < 4; i++) {
        struct hand hand = cards(bad[i]);
        assert_false(pan9_is_dealt_three_ace_to_six(&hand));
    }
    struct hand hand = cards("Js Jd Jc Js");
    assert_true(pan9_is_four_faces_of_a_kind(&hand));
    hand = cards("Js Jd Jc Qs");
    assert_false(pan9_is_four_faces_of_a_kind(&hand));
    hand = cards("Js Jd Jc");
    assert_false(pan9_is_four_faces_of_a_kind(&hand));
    hand = cards("As Ad Ac Ah");
    assert_false(pan9_is_four_faces_of_a_kind(&hand));
}

/* hawaiian-gardens/ca-asian-progressive-bad-beat#22 to #24 */
static void three_sixes_lose_to_three_threes(void **state)
{
    (void)state;
    struct hand black_sixes = cards("6s 6c 6s");
    struct hand mixed_sixes = cards("6s 6h 6s");
    struct hand red_threes = cards("3h 3d 3h");
    struct hand mixed_threes = cards("3h 3d 3s");
    assert_true(pan9_total(&black_sixes) < pan9_total(&red_threes));
    assert_true(pan9_is_sixes_beaten(&black_sixes, PAN9_ONE_COLOUR, &red_threes, PAN9_ONE_COLOUR));
    assert_false(pan9_is_sixes_beaten(&black_sixes, PAN9_ONE_COLOUR, &mixed_threes, PAN9_ONE_COLOUR));
    assert_true(pan9_is_sixes_beaten(&black_sixes, PAN9_ONE_COLOUR, &mixed_threes, PAN9_ANY));
    assert_false(pan9_is_sixes_beaten(&mixed_sixes, PAN9_ONE_COLOUR, &mixed_threes, PAN9_ANY));
    assert_true(pan9_is_sixes_beaten(&mixed_sixes, PAN9_ANY, &mixed_threes, PAN9_ANY));
    assert_false(pan9_is_sixes_beaten(&red_threes, PAN9_ANY, &black_sixes, PAN9_ANY));
}

/*
 * The nine ranks of the decks by value: aces to sixes and three faces of none. Of the 9^3 = 729 ordered
 * triples of ranks those that total nine: values a + b + c = 9 with 1 to 6 each, 25 triples; with one 0 and
 * two of 3 to 6, 3 places * 3 faces * 4 = 36; a 19 is beyond 18. Together 61.
 */
static void triples_of_ranks_that_total_nine(void **state)
{
    (void)state;
    static const enum rank ranks[9] = {RANK_ACE, RANK_TWO,  RANK_THREE, RANK_FOUR, RANK_FIVE,
                                       RANK_SIX, RANK_JACK, RANK_QUEEN, RANK_KING};
    unsigned nines = 0;
    for (unsigned number = 0; number < 729; number++) {
        struct hand hand = {0};
        for (unsigned i = 0, rest = number; i < 3; i++, rest /= 9) {
            assert_true(pan9_in_deck(card_of(ranks[rest % 9], SUIT_SPADES), &pan9_settings_usual));
            hand_add(&hand, card_of(ranks[rest % 9], SUIT_SPADES));
        }
        nines += pan9_is_dealt_nine(&hand);
    }
    assert_int_equal(nines, 61);
}

static void what_the_decks_hold_is_a_setting(void **state)
{
    (void)state;
    unsigned usual = 0, with_tens = 0;
    struct pan9_settings settings = pan9_settings_usual;
    settings.ranks_absent &= ~(1u << RANK_TEN);
    for (unsigned number = 0; number < DECK_CARDS + DECK_JOKERS_MAX; number++) {
        usual += pan9_in_deck(card_of_number(number), &pan9_settings_usual);
        with_tens += pan9_in_deck(card_of_number(number), &settings);
    }
    assert_int_equal(usual, 36); /* 9 ranks * 4 */
    assert_int_equal(with_tens, 40);
}

static void the_ranking_knows_the_deck(void **state)
{
    (void)state;
    struct ranked_hand hand;
    struct fault fault;
    assert_int_equal(ranking_pan9.rank(text_of("4s 5h Kd"), 0, CARD_STYLE_LETTERS, &hand, &fault), STATUS_OK);
    assert_string_equal(hand.name, "three-card 9");
    assert_string_equal(hand.detail, "4 + 5 + 0 counts 9");
    assert_int_equal(hand.value, 9);
    static const struct {
        const char *words;
        size_t position;
    } bad[] = {{"4s 5h 7d", 7},        {"10s5h6d", 1}, {"4s, 8h 6d", 5},
               {"4s 5h 6d As 2d", 13}, {"4s 5h", 6},   {"4s 5h 6d 9c", 10}};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(ranking_pan9.rank(text_of(bad[i].words), 20, CARD_STYLE_LETTERS, &hand, &fault),
                         STATUS_INVALID);
        assert_int_equal(fault.position, 20 + bad[i].position);
    }
    assert_non_null(strstr(fault.words, "there is no nine in the decks of pan 9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_keep_the_last_digit),
        cmocka_unit_test(nine_counts_on_the_first_three_cards),
        cmocka_unit_test(three_threes_by_colour_and_suit),
        cmocka_unit_test(two_three_four_by_colour_and_suit),
        cmocka_unit_test(three_of_a_kind_from_ace_to_six_or_four_faces),
        cmocka_unit_test(three_sixes_lose_to_three_threes),
        cmocka_unit_test(triples_of_ranks_that_total_nine),
        cmocka_unit_test(what_the_decks_hold_is_a_setting),
        cmocka_unit_test(the_ranking_knows_the_deck),
    };
    return cmocka_run_group_tests_name("pan9", tests, NULL, NULL);
}
