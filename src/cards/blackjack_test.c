#include "cards/blackjack.h"

#include "cards/alike.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct hand cards(const char *words)
{
    struct hand hand = {0};
    const struct hand_form form = {.cards_min = 1, .cards_max = HAND_CARDS_MAX, .jokers_max = 2, .decks = 8};
    assert_int_equal(hand_parse(text_of(words), 0, &form, &hand, NULL), STATUS_OK);
    return hand;
}

static struct blackjack_total total(const char *words)
{
    struct hand hand = cards(words);
    return blackjack_total(&hand, &blackjack_settings_usual);
}

static int64_t value(const char *words)
{
    return blackjack_value(total(words), &blackjack_settings_usual);
}

static int64_t no_bust_value(const char *words)
{
    struct hand hand = cards(words);
    return blackjack_value(blackjack_total(&hand, &blackjack_settings_no_bust), &blackjack_settings_no_bust);
}

static void aces_count_eleven_while_they_can(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        unsigned total;
        bool soft, bust, natural;
    } hands[] = {
        {"As 6d", 17, true, false, false},
        {"As 6d Td", 17, false, false, false},
        {"As Ad", 12, true, false, false},
        {"As Ad 9s", 21, true, false, false},
        {"As Ad Ts", 12, false, false, false},
        {"Ts 6d 5c", 21, false, false, false},
        {"Ts 6d 4c", 20, false, false, false},
        {"Ts 6d 6c", 22, false, true, false},
        {"As Kd", 21, true, false, true},
        {"Td Ac", 21, true, false, true},
        {"As 5d 5c", 21, true, false, false},
        {"As 9d Ac", 21, true, false, false},
        {"As As As As As As", 16, true, false, false},
    };
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct blackjack_total result = total(hands[i].words);
        assert_int_equal(result.total, hands[i].total);
        assert_int_equal(result.soft, hands[i].soft);
        assert_int_equal(result.bust, hands[i].bust);
        assert_int_equal(result.natural, hands[i].natural);
    }
}

static void naturals_stand_above_21_and_busts_below_all(void **state)
{
    (void)state;
    assert_true(value("As Kd") > value("7s 7d 7c"));
    assert_int_equal(value("7s 7d 7c"), value("As Kd Qs"));
    assert_true(value("7s 7d 7c") > value("Ks Qd"));
    assert_true(value("2s 2d") > value("Ks Qd 2c"));
    assert_int_equal(value("Ks Qd 2c"), value("Ks Qd Jc"));
}

/* 4 aces * 16 ten-values of C(52,2) = 1,326. */
static void one_deck_has_64_naturals_in_1326(void **state)
{
    (void)state;
    unsigned hands = 0, naturals = 0, suited = 0, pairs = 0, royal = 0;
    for (unsigned a = 0; a < DECK_CARDS; a++)
        for (unsigned b = a + 1; b < DECK_CARDS; b++) {
            struct hand hand = {2, {card_of_number(a), card_of_number(b)}};
            hands++;
            naturals += blackjack_total(&hand, &blackjack_settings_usual).natural;
            suited += blackjack_is_suited_natural(&hand);
            pairs += blackjack_is_pair(&hand, false);
            royal += blackjack_is_royal_match(&hand);
        }
    assert_int_equal(hands, 1326);
    assert_int_equal(naturals, 64);
    assert_int_equal(suited, 16);
    assert_int_equal(pairs, 13 * 6);
    assert_int_equal(royal, 4);
}

/* Every hand of up to four values against a count of all ways to take the aces. */
static void totals_agree_with_trying_every_ace(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 13 * 13 * 13 * 13; number++) {
        struct hand hand = {0};
        for (unsigned i = 0, rest = number; i < 4; i++, rest /= 13)
            hand_add(&hand, card_of((enum rank)(rest % 13), SUIT_CLUBS));
        unsigned best = 0, least = 99;
        for (unsigned high_aces = 0; high_aces < 16; high_aces++) {
            unsigned sum = 0;
            for (unsigned i = 0; i < 4; i++) {
                unsigned pips = (unsigned)card_rank(hand.cards[i]) + 2;
                bool ace = card_rank(hand.cards[i]) == RANK_ACE;
                sum += ace ? (high_aces >> i & 1 ? 11 : 1) : pips > 10 ? 10 : pips;
            }
            least = sum < least ? sum : least;
            best = sum <= 21 && sum > best ? sum : best;
        }
        struct blackjack_total result = blackjack_total(&hand, &blackjack_settings_usual);
        assert_int_equal(result.total, best > 0 ? best : least);
        assert_int_equal(result.bust, best == 0);
        assert_int_equal(result.soft, best > 0 && best != least);
    }
}

/* bay101/prize-wheel#28 A1, #29 B1, #30 C1 and R7 */
static void prize_wheel_rows(void **state)
{
    (void)state;
    struct hand hand = cards("As Ts");
    assert_true(blackjack_is_suited_natural(&hand));
    hand = cards("Ks As");
    assert_true(blackjack_is_suited_natural(&hand));
    hand = cards("As Td");
    assert_false(blackjack_is_suited_natural(&hand));
    hand = cards("As 9s As");
    assert_false(blackjack_is_suited_natural(&hand));
    hand = cards("8s 8s");
    assert_true(blackjack_is_pair(&hand, true));
    hand = cards("8s 8d");
    assert_false(blackjack_is_pair(&hand, true));
    hand = cards("Ks Qs");
    assert_false(blackjack_is_pair(&hand, false));
    assert_true(blackjack_is_royal_match(&hand));
    hand = cards("Qs Ks 2d");
    assert_true(blackjack_is_royal_match(&hand));
    hand = cards("Qs Kd");
    assert_false(blackjack_is_royal_match(&hand));
    hand = cards("Qs Js");
    assert_false(blackjack_is_royal_match(&hand));
}

/* hawaiian-gardens/beat-the-dealer#33, #34 and #37; car-giveaway#33.g; paid-collection-rate-for-a-year#4.a
 * and E2; blackjack-poker-car-drawing#6; cash-in-a-flash#68.a; high-hand-promotion#42.a */
static void pairs_as_first_two_cards(void **state)
{
    (void)state;
    unsigned ace_king_queen = alike_bit(RANK_ACE) | alike_bit(RANK_KING) | alike_bit(RANK_QUEEN);
    struct hand hand = cards("Qs Qd");
    assert_true(blackjack_is_pair_of(&hand, ace_king_queen, false));
    hand = cards("Qs Qd 5s 6d"); /* only the first two count, whatever is drawn */
    assert_true(blackjack_is_pair_of(&hand, ace_king_queen, false));
    hand = cards("Js Jd");
    assert_false(blackjack_is_pair_of(&hand, ace_king_queen, false));
    assert_true(
        blackjack_is_pair_of(&hand, ace_king_queen | alike_bit(RANK_JACK) | alike_bit(RANK_TEN), false));
    hand = cards("5s Qs Qd");
    assert_false(blackjack_is_pair_of(&hand, ace_king_queen, false));
    hand = cards("Ah Ah");
    assert_true(blackjack_is_pair_of(&hand, alike_bit(RANK_ACE), true));
    assert_true(blackjack_is_twice(&hand, card_of(RANK_ACE, SUIT_HEARTS)));
    hand = cards("As As");
    assert_false(blackjack_is_twice(&hand, card_of(RANK_ACE, SUIT_HEARTS)));
    hand = cards("Ah Ac");
    assert_false(blackjack_is_pair_of(&hand, alike_bit(RANK_ACE), true));
    assert_false(blackjack_is_twice(&hand, card_of(RANK_ACE, SUIT_HEARTS)));
}

/* hawaiian-gardens/fast-cash-jackpots#21.e and f, #22 and R6 */
static void twenty_one_with_many_cards(void **state)
{
    (void)state;
    struct hand hand = cards("2s 2d 2h 3s 3d 4s 5s");
    assert_true(blackjack_is_21_with(&hand, 7, 7));
    assert_false(blackjack_is_21_with(&hand, 8, HAND_CARDS_MAX));
    hand = cards("2s 2d 2h 3s 3d 4s 4d As"); /* eight cards, 21 with the ace as 1 */
    assert_true(blackjack_is_21_with(&hand, 8, HAND_CARDS_MAX));
    assert_false(blackjack_is_21_with(&hand, 7, 7));
    hand = cards("2s 2d 2h 3s 3d 4s 4d");
    assert_false(blackjack_is_21_with(&hand, 7, 7)); /* 20 */
    hand = cards("2s 2d 2h 3s 3d 4s 6d");
    assert_false(blackjack_is_21_with(&hand, 7, 7)); /* 22 */
    hand = cards("2s 2d 2h 3s 3d 4s joker");
    assert_false(blackjack_is_21_with(&hand, 7, 7));
}

/* hawaiian-gardens/fast-cash-jackpots#21.g and h; ca-asian-jackpot-1#34 to #36 */
static void three_sevens_in_one_hand(void **state)
{
    (void)state;
    struct hand hand = cards("7s 7s 7s");
    assert_true(blackjack_is_three_sevens(&hand, BLACKJACK_ONE_SUIT));
    assert_true(blackjack_is_three_sevens(&hand, BLACKJACK_ONE_COLOUR));
    hand = cards("7s 7c 7s");
    assert_false(blackjack_is_three_sevens(&hand, BLACKJACK_ONE_SUIT));
    assert_true(blackjack_is_three_sevens(&hand, BLACKJACK_ONE_COLOUR));
    hand = cards("7s 7c 7d");
    assert_false(blackjack_is_three_sevens(&hand, BLACKJACK_ONE_COLOUR));
    assert_true(blackjack_is_three_sevens(&hand, BLACKJACK_ANY));
    hand = cards("7s 7c 8d");
    assert_false(blackjack_is_three_sevens(&hand, BLACKJACK_ANY));
    hand = cards("7s 7c");
    assert_false(blackjack_is_three_sevens(&hand, BLACKJACK_ANY));
}

/* hawaiian-gardens/ca-asian-progressive-bad-beat#25 to #27: twenty in five cards loses to 21. */
static void two_to_six_is_twenty(void **state)
{
    (void)state;
    struct hand hand = cards("4s 2d 6h 3s 5d");
    assert_true(blackjack_is_two_to_six(&hand, false));
    assert_false(blackjack_is_two_to_six(&hand, true));
    assert_int_equal(total("4s 2d 6h 3s 5d").total, 20);
    assert_true(value("4s 2d 6h 3s 5d") < value("7s 7d 7h"));
    hand = cards("4s 2s 6s 3s 5s");
    assert_true(blackjack_is_two_to_six(&hand, true));
    hand = cards("4s 2s 6s 3s 4d");
    assert_false(blackjack_is_two_to_six(&hand, false));
    hand = cards("4s 2s 6s 3s");
    assert_false(blackjack_is_two_to_six(&hand, false));
    hand = cards("4s 2s 6s 3s 5s As");
    assert_false(blackjack_is_two_to_six(&hand, false));
}

/* bay101/blazing-7s#17 to #21, R3 and R5; hawaiian-gardens/blazing-sevens#32 and #33 */
static void sevens_with_the_up_card(void **state)
{
    (void)state;
    static const struct {
        const char *player, *up;
        enum blackjack_sevens sevens;
    } rounds[] = {
        {"7h 7h", "7h", BLACKJACK_SEVENS_THREE_SPECIFIED},
        {"7s 7s", "7s", BLACKJACK_SEVENS_THREE_SUITED},
        {"7h 7d", "7h", BLACKJACK_SEVENS_THREE_COLOUR},
        {"7h 7h", "7s", BLACKJACK_SEVENS_THREE},
        {"7h 7s", "7d", BLACKJACK_SEVENS_THREE},
        {"7h 7h", "8h", BLACKJACK_SEVENS_TWO_SUITED},
        {"7h 7s", "8h", BLACKJACK_SEVENS_TWO},
        {"7h 6h", "7h", BLACKJACK_SEVENS_ONE},
        {"6h 7h", "Kh", BLACKJACK_SEVENS_ONE},
        {"6h 8h 7s", "7h", BLACKJACK_SEVENS_NONE},
    };
    for (unsigned i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        struct hand player = cards(rounds[i].player);
        struct hand up = cards(rounds[i].up);
        assert_int_equal(blackjack_sevens(&player, up.cards[0], SUIT_HEARTS), rounds[i].sevens);
    }
}

/* hawaiian-gardens/high-hand-promotion#42.b and c */
static void first_cards_are_jokers(void **state)
{
    (void)state;
    struct hand hand = cards("joker joker joker joker 5s");
    assert_true(blackjack_is_first_jokers(&hand, 4));
    assert_false(blackjack_is_first_jokers(&hand, 5));
    hand = cards("joker joker joker joker joker");
    assert_true(blackjack_is_first_jokers(&hand, 5));
    hand = cards("joker joker joker 5s joker");
    assert_false(blackjack_is_first_jokers(&hand, 4));
    hand = cards("joker joker joker");
    assert_false(blackjack_is_first_jokers(&hand, 4));
}

static void no_bust_games_have_jokers_and_compare_busts(void **state)
{
    (void)state;
    assert_int_equal(no_bust_value("joker joker"), no_bust_value("As Ad"));
    assert_int_equal(no_bust_value("joker As"), no_bust_value("As Ad"));
    assert_true(no_bust_value("As Ad") > no_bust_value("As Kd"));
    assert_int_equal(no_bust_value("As Kd"), no_bust_value("2s joker"));
    assert_int_equal(no_bust_value("7s 7d 7c"), no_bust_value("2s 3s joker"));
    assert_true(no_bust_value("Ks Qs 2d") > no_bust_value("Ks Qs 3d"));
    assert_true(no_bust_value("2s 2d") > no_bust_value("Ks Qs 2d"));
    /* The most that sixteen cards can hold still orders. */
    assert_true(no_bust_value("Ks Ks Ks Ks Kd Kd Kd Kd Kh Kh Kh Kh Kc Kc Kc 9c") >
                no_bust_value("Ks Ks Ks Ks Kd Kd Kd Kd Kh Kh Kh Kh Kc Kc Kc Kc"));
}

static void the_rankings_name_hands(void **state)
{
    (void)state;
    static const struct {
        const char *words, *class_name, *name;
    } hands[] = {
        {"As Kd", "natural", "natural"}, {"7s 7d 7h", "21", "21 with 3 cards"}, {"As 6d", "total", "soft 17"},
        {"Ts 6d", "total", "hard 16"},   {"Ts 6d 9s", "bust", "bust with 25"},
    };
    struct ranked_hand hand;
    struct fault fault;
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        assert_int_equal(ranking_blackjack.rank(text_of(hands[i].words), 0, CARD_STYLE_LETTERS, &hand, NULL),
                         STATUS_OK);
        assert_string_equal(hand.class_name, hands[i].class_name);
        assert_string_equal(hand.name, hands[i].name);
    }
    assert_int_equal(ranking_blackjack.rank(text_of("As joker"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 4);
    assert_int_equal(ranking_blackjack.rank(text_of("As"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(
        ranking_no_bust_blackjack.rank(text_of("As joker"), 0, CARD_STYLE_LETTERS, &hand, &fault), STATUS_OK);
    assert_string_equal(hand.class_name, "natural");
    assert_string_equal(hand.detail, "two cards, each an ace or a joker");
    assert_int_equal(
        ranking_no_bust_blackjack.rank(text_of("Ks joker"), 0, CARD_STYLE_LETTERS, &hand, &fault), STATUS_OK);
    assert_string_equal(hand.detail, "a joker makes any hand 21");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aces_count_eleven_while_they_can),
        cmocka_unit_test(naturals_stand_above_21_and_busts_below_all),
        cmocka_unit_test(one_deck_has_64_naturals_in_1326),
        cmocka_unit_test(totals_agree_with_trying_every_ace),
        cmocka_unit_test(prize_wheel_rows),
        cmocka_unit_test(pairs_as_first_two_cards),
        cmocka_unit_test(twenty_one_with_many_cards),
        cmocka_unit_test(three_sevens_in_one_hand),
        cmocka_unit_test(two_to_six_is_twenty),
        cmocka_unit_test(sevens_with_the_up_card),
        cmocka_unit_test(first_cards_are_jokers),
        cmocka_unit_test(no_bust_games_have_jokers_and_compare_busts),
        cmocka_unit_test(the_rankings_name_hands),
    };
    return cmocka_run_group_tests_name("blackjack", tests, NULL, NULL);
}
