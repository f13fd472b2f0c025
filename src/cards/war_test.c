#include "cards/war.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct card card(enum rank rank, enum suit suit)
{
    return card_of(rank, suit);
}

static void the_higher_rank_wins_and_aces_are_high(void **state)
{
    (void)state;
    for (unsigned a = 0; a < DECK_CARDS; a++)
        for (unsigned b = 0; b < DECK_CARDS; b++) {
            int difference = (int)(a % RANK_COUNT) - (int)(b % RANK_COUNT);
            int expected = (difference > 0) - (difference < 0);
            assert_int_equal(war_compare(card_of_number(a), card_of_number(b)), expected);
        }
    assert_true(war_compare(card(RANK_ACE, SUIT_CLUBS), card(RANK_KING, SUIT_SPADES)) > 0);
}

/* bay101/prize-wheel#28 A6, #29 B6 and R7 */
static void a_suited_war_ties_in_rank_and_suit(void **state)
{
    (void)state;
    struct war_round round = {.player = card(RANK_NINE, SUIT_HEARTS), .dealer = card(RANK_NINE, SUIT_HEARTS)};
    assert_true(war_is_war(&round));
    assert_true(war_is_suited_war(&round));
    round.dealer = card(RANK_NINE, SUIT_DIAMONDS);
    assert_true(war_is_war(&round));
    assert_false(war_is_suited_war(&round));
    round.dealer = card(RANK_TEN, SUIT_HEARTS);
    assert_false(war_is_war(&round));
    assert_false(war_is_suited_war(&round));
}

/* bay101/prize-wheel#30 C6 and R7 */
static void a_double_war_ties_in_the_war_itself(void **state)
{
    (void)state;
    struct war_round round = {
        .player = card(RANK_NINE, SUIT_HEARTS),
        .dealer = card(RANK_NINE, SUIT_SPADES),
        .went_to_war = true,
        .player_war = card(RANK_TWO, SUIT_CLUBS),
        .dealer_war = card(RANK_TWO, SUIT_HEARTS),
    };
    assert_true(war_is_double_war(&round));
    round.dealer_war = card(RANK_THREE, SUIT_HEARTS);
    assert_false(war_is_double_war(&round));
    round.dealer_war = round.player_war;
    round.went_to_war = false;
    assert_false(war_is_double_war(&round));
    round.went_to_war = true;
    round.dealer = card(RANK_EIGHT, SUIT_HEARTS);
    assert_false(war_is_double_war(&round));
}

/* In eight decks a second card ties with the first in 31 of 415, and is the very same in 7. */
static void wars_in_a_shoe_of_eight_decks(void **state)
{
    (void)state;
    unsigned wars = 0, suited = 0;
    for (unsigned dealer = 1; dealer < WAR_DECKS * DECK_CARDS; dealer++) {
        struct war_round round = {.player = card_of_number(0), .dealer = card_of_number(dealer % DECK_CARDS)};
        wars += war_is_war(&round);
        suited += war_is_suited_war(&round);
    }
    assert_int_equal(wars, 31);
    assert_int_equal(suited, 7);
}

static void the_ranking_says_war(void **state)
{
    (void)state;
    struct ranked_hand hand;
    struct fault fault;
    assert_int_equal(ranking_war.rank(text_of("As"), 0, CARD_STYLE_LETTERS, &hand, NULL), STATUS_OK);
    assert_string_equal(hand.name, "ace of spades");
    assert_int_equal(hand.value, 14);
    assert_int_equal(ranking_war.rank(text_of("As Kd"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 4);
    static const struct {
        const char *player, *dealer, *meaning;
    } rounds[] = {{"9h", "9h", "suited war: the cards tie in rank and suit"},
                  {"9h", "9s", "war: the cards tie in rank"},
                  {"9h", "Ts", ""}};
    for (unsigned i = 0; i < 3; i++) {
        char bytes[64];
        struct text_out meaning;
        text_out_init(&meaning, bytes, sizeof bytes);
        int outcome = 7;
        assert_int_equal(ranking_war.versus(text_of(rounds[i].player), 0, text_of(rounds[i].dealer), 5,
                                            &meaning, &outcome, NULL),
                         STATUS_OK);
        assert_int_equal(outcome, i < 2 ? 0 : -1);
        assert_string_equal(bytes, rounds[i].meaning);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_higher_rank_wins_and_aces_are_high),
        cmocka_unit_test(a_suited_war_ties_in_rank_and_suit),
        cmocka_unit_test(a_double_war_ties_in_the_war_itself),
        cmocka_unit_test(wars_in_a_shoe_of_eight_decks),
        cmocka_unit_test(the_ranking_says_war),
    };
    return cmocka_run_group_tests_name("war", tests, NULL, NULL);
}
