#include "cards/card.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ALL_CARDS = DECK_CARDS + DECK_JOKERS_MAX };

static const struct hand_form any_hand = {.cards_min = 0, .cards_max = 16, .jokers_max = 2, .decks = 1};
static const struct hand_form five_cards = {.cards_min = 5, .cards_max = 5, .jokers_max = 0, .decks = 1};

static void expect_hand(const char *words, const struct hand_form *form, const char *normal)
{
    struct hand hand = {0};
    struct fault fault = {0};
    char buffer[HAND_TEXT_SIZE];
    struct text_out out;
    assert_int_equal(hand_parse(text_of(words), 0, form, &hand, &fault), STATUS_OK);
    text_out_init(&out, buffer, sizeof buffer);
    hand_write(&out, &hand, CARD_STYLE_LETTERS);
    assert_false(out.truncated);
    assert_string_equal(buffer, normal);
}

static void expect_refused(const char *words, const struct hand_form *form, size_t position, const char *why)
{
    struct hand hand = {.count = 1, .cards = {{0x33}}};
    const struct hand before = hand;
    struct fault fault = {0};
    assert_int_equal(hand_parse(text_of(words), 0, form, &hand, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, why);
    assert_int_equal(fault.position, position);
    assert_int_equal(fault.status, STATUS_INVALID);
    assert_memory_equal(&hand, &before, sizeof hand);
    /* The same without words, and further along in what was typed. */
    assert_int_equal(hand_parse(text_of(words), 0, form, &hand, NULL), STATUS_INVALID);
    assert_int_equal(hand_parse(text_of(words), 1000, form, &hand, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, position + 1000);
}

/* -------------------------------------------------------------------------------- cards and sets */

static void of_all_bytes_54_are_cards(void **state)
{
    (void)state;
    unsigned valid = 0, jokers = 0;
    for (unsigned code = 0; code < 256; code++) {
        struct card card = {(uint8_t)code};
        if (!card_is_valid(card))
            continue;
        valid++;
        jokers += card_is_joker(card);
        assert_true(code < CARD_CODES);
        assert_true(card_equal(card_of_number(card_number(card)), card));
    }
    assert_int_equal(valid, 54);
    assert_int_equal(jokers, 2);
}

static void the_deck_is_numbered_by_suit_then_rank(void **state)
{
    (void)state;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
            struct card card = card_of((enum rank)rank, (enum suit)suit);
            assert_true(card_is_valid(card));
            assert_false(card_is_joker(card));
            assert_int_equal(card_rank(card), rank);
            assert_int_equal(card_suit(card), suit);
            assert_int_equal(card_number(card), suit * 13 + rank);
            bool red = suit == SUIT_DIAMONDS || suit == SUIT_HEARTS;
            assert_int_equal(card_colour(card), red ? COLOUR_RED : COLOUR_BLACK);
        }
    assert_true(card_is_joker(card_of_number(52)));
    assert_true(card_equal(card_of_number(52), card_joker(0)));
    assert_true(card_equal(card_of_number(53), card_joker(1)));
    assert_int_equal(card_rank(card_joker(1)), RANK_JOKER);
}

static void a_set_has_one_bit_for_each_card(void **state)
{
    (void)state;
    struct card_set set = {0};
    for (unsigned number = 0; number < ALL_CARDS; number++) {
        struct card card = card_of_number(number);
        assert_false(card_set_has(set, card));
        assert_true(card_set_has(card_set_of(card), card));
        set = card_set_with(set, card);
        assert_true(card_set_has(set, card));
        assert_int_equal(card_set_count(set), number + 1);
        assert_true(card_set_with(set, card).bits == set.bits);
    }
    assert_true(card_set_full(2).bits == set.bits);
    for (unsigned jokers = 0; jokers <= 2; jokers++)
        assert_int_equal(card_set_count(card_set_full(jokers)), 52 + jokers);
    /* Jokers stand beside the ranks of their lane, not among them. */
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        assert_int_equal(card_set_ranks(set, (enum suit)suit), 0x1FFF);
    assert_int_equal(card_set_ranks(card_set_of(card_joker(0)), SUIT_CLUBS), 0);
    assert_int_equal(card_set_ranks(card_set_of(card_of(RANK_ACE, SUIT_HEARTS)), SUIT_HEARTS), 1 << RANK_ACE);
    assert_int_equal(card_set_ranks(card_set_of(card_of(RANK_ACE, SUIT_HEARTS)), SUIT_SPADES), 0);
}

static void a_hand_keeps_the_order_and_its_set_does_not(void **state)
{
    (void)state;
    struct hand hand = {0};
    hand_add(&hand, card_of(RANK_KING, SUIT_CLUBS));
    hand_add(&hand, card_joker(1));
    hand_add(&hand, card_of(RANK_TWO, SUIT_SPADES));
    assert_int_equal(hand.count, 3);
    assert_true(hand_has(&hand, card_joker(1)));
    assert_false(hand_has(&hand, card_joker(0)));
    assert_int_equal(card_set_count(card_set_of_hand(&hand)), 3);
    assert_true(card_set_has(card_set_of_hand(&hand), card_of(RANK_TWO, SUIT_SPADES)));
    assert_true(card_equal(hand.cards[0], card_of(RANK_KING, SUIT_CLUBS)));
}

/* ------------------------------------------------------------------------------------------ writing */

static void every_card_survives_its_text_in_both_styles(void **state)
{
    (void)state;
    const enum card_style styles[] = {CARD_STYLE_LETTERS, CARD_STYLE_SYMBOLS};
    for (unsigned number = 0; number < ALL_CARDS; number++)
        for (unsigned s = 0; s < 2; s++) {
            char buffer[CARD_TEXT_SIZE];
            struct text_out out;
            struct hand hand = {0};
            text_out_init(&out, buffer, sizeof buffer);
            card_write(&out, card_of_number(number), styles[s]);
            assert_false(out.truncated);
            assert_int_equal(hand_parse(text_out_text(&out), 0, &any_hand, &hand, NULL), STATUS_OK);
            assert_int_equal(hand.count, 1);
            assert_int_equal(card_number(hand.cards[0]), number);
        }
}

static void cards_are_written_with_letters_or_symbols(void **state)
{
    (void)state;
    struct hand hand = {0};
    char buffer[HAND_TEXT_SIZE];
    struct text_out out;
    assert_int_equal(hand_parse(text_of("as 10d qh 2c joker joker"), 0, &any_hand, &hand, NULL), STATUS_OK);
    text_out_init(&out, buffer, sizeof buffer);
    hand_write(&out, &hand, CARD_STYLE_LETTERS);
    assert_string_equal(buffer, "As Td Qh 2c joker joker2");
    text_out_init(&out, buffer, sizeof buffer);
    hand_write(&out, &hand, CARD_STYLE_SYMBOLS);
    assert_string_equal(buffer, "A♠ T♦ Q♥ 2♣ joker joker2");
}

static void the_longest_hand_fits_its_text(void **state)
{
    (void)state;
    struct hand hand = {0};
    for (unsigned i = 0; i < HAND_CARDS_MAX; i++)
        hand_add(&hand, i < 2 ? card_joker(1) : card_of_number(i));
    char buffer[HAND_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    hand_write(&out, &hand, CARD_STYLE_SYMBOLS);
    assert_false(out.truncated);
}

static void ranks_and_suits_have_words(void **state)
{
    (void)state;
    assert_string_equal(rank_word(RANK_TWO), "deuce");
    assert_string_equal(rank_word(RANK_TEN), "ten");
    assert_string_equal(rank_word(RANK_ACE), "ace");
    assert_string_equal(rank_word(RANK_JOKER), "joker");
    assert_string_equal(rank_plural(RANK_SIX), "sixes");
    assert_string_equal(rank_plural(RANK_ACE), "aces");
    assert_string_equal(rank_plural(RANK_JOKER), "jokers");
    assert_string_equal(suit_word(SUIT_CLUBS), "clubs");
    assert_string_equal(suit_word(SUIT_SPADES), "spades");
}

/* ------------------------------------------------------------------------------------------ reading */

static void cards_are_read_however_people_write_them(void **state)
{
    (void)state;
    expect_hand("As Td 10h", &any_hand, "As Td Th");
    expect_hand("AsTd10h", &any_hand, "As Td Th");
    expect_hand("10s10d10h10c", &any_hand, "Ts Td Th Tc");
    expect_hand("as,TD , 10H\t2c\r\n", &any_hand, "As Td Th 2c");
    expect_hand("  ,, As ,,  ", &any_hand, "As");
    expect_hand("A♠ 10♦Q♥2♣", &any_hand, "As Td Qh 2c");
    expect_hand("a♠️k♥️", &any_hand, "As Kh");
    expect_hand("tc jc qc kc ac", &any_hand, "Tc Jc Qc Kc Ac");
    expect_hand("", &any_hand, "");
    expect_hand(" ", &any_hand, "");
}

static void jokers_are_read_by_name_and_number(void **state)
{
    (void)state;
    expect_hand("joker", &any_hand, "joker");
    expect_hand("JOKER Joker", &any_hand, "joker joker2");
    expect_hand("joker1 joker2", &any_hand, "joker joker2");
    expect_hand("joker2 joker", &any_hand, "joker2 joker");
    expect_hand("jokerjokerAs", &any_hand, "joker joker2 As");
    expect_hand("Asjoker", &any_hand, "As joker");
    /* A digit that makes a card with what follows is not the joker's. */
    expect_hand("joker2cAs", &any_hand, "joker 2c As");
    expect_hand("joker10d", &any_hand, "joker Td");
    expect_hand("joker110d", &any_hand, "joker Td");
    expect_hand("joker2 2c", &any_hand, "joker2 2c");
    expect_hand("joker22c", &any_hand, "joker2 2c");
}

static void what_is_not_a_card_is_shown_where_it_stands(void **state)
{
    (void)state;
    const struct hand_form plain = {.cards_min = 1, .cards_max = 7, .jokers_max = 0, .decks = 1};
#define IS_NOT_A_CARD                                                                                        \
    " is not a card; a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s), like As or 10d"
    expect_refused("As Xd", &plain, 4, "\"Xd\"" IS_NOT_A_CARD);
    expect_refused("AsXd Kd", &plain, 3, "\"Xd\"" IS_NOT_A_CARD);
    expect_refused("1d", &plain, 1, "\"1d\"" IS_NOT_A_CARD);
    expect_refused("As 11d", &plain, 4, "\"11d\"" IS_NOT_A_CARD);
    expect_refused("A", &plain, 1, "\"A\"" IS_NOT_A_CARD);
    expect_refused("As T", &plain, 4, "\"T\"" IS_NOT_A_CARD);
    expect_refused("As 10", &plain, 4, "\"10\"" IS_NOT_A_CARD);
    expect_refused("A s", &plain, 1, "\"A\"" IS_NOT_A_CARD);
    expect_refused("As;Kd", &plain, 3, "\";Kd\"" IS_NOT_A_CARD);
    expect_refused("joke", &plain, 1, "\"joke\"" IS_NOT_A_CARD);
    expect_refused("A♠ Z♦", &plain, 6, "\"Z♦\"" IS_NOT_A_CARD);
    expect_refused("A\xE2\x99", &plain, 1, "\"A\xE2\x99\"" IS_NOT_A_CARD);
    expect_refused("Zs", &any_hand, 1, "\"Zs\"" IS_NOT_A_CARD ", or joker");
    expect_refused("joker3", &any_hand, 6, "\"3\"" IS_NOT_A_CARD ", or joker");
    /* A long word is cut, and never inside a letter. */
    expect_refused("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", &plain, 1,
                   "\"xxxxxxxxxxxxxxxxxxxxxxxx\"" IS_NOT_A_CARD);
    expect_refused("xxxxxxxxxxxxxxxxxxxxxxx♠♠♠", &plain, 1, "\"xxxxxxxxxxxxxxxxxxxxxxx\"" IS_NOT_A_CARD);
#undef IS_NOT_A_CARD
}

static void a_zero_byte_is_not_a_card(void **state)
{
    (void)state;
    struct hand hand;
    struct fault fault;
    const struct text words = {"As \0d", 5};
    assert_int_equal(hand_parse(words, 0, &any_hand, &hand, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, 4);
}

static void a_repeated_card_is_refused_at_its_second_place(void **state)
{
    (void)state;
    expect_refused("As Kd As", &any_hand, 7, "\"As\" is given twice");
    expect_refused("AsKdas", &any_hand, 5, "\"as\" is given twice");
    expect_refused("Td 10d", &any_hand, 4, "\"10d\" is given twice");
    expect_refused("T♦ 10♦", &any_hand, 6, "\"10♦\" is given twice");
    expect_refused("joker1 joker1", &any_hand, 8, "\"joker1\" is given twice");
    expect_refused("joker2 joker2", &any_hand, 8, "\"joker2\" is given twice");
}

static void a_shoe_has_each_card_as_often_as_it_has_decks(void **state)
{
    (void)state;
    struct hand_form shoe = {.cards_min = 0, .cards_max = 16, .jokers_max = 0, .decks = 2};
    expect_hand("As As", &shoe, "As As");
    expect_refused("As Kd As As", &shoe, 10, "\"As\" is given 3 times, but 2 decks have only 2");
    shoe.decks = 8;
    expect_hand("AsAsAsAsAsAsAsAs", &shoe, "As As As As As As As As");
    expect_refused("AsAsAsAsAsAsAsAsAs", &shoe, 17, "\"As\" is given 9 times, but 8 decks have only 8");
}

static void jokers_are_as_many_as_the_deck_has(void **state)
{
    (void)state;
    struct hand_form form = any_hand;
    expect_refused("joker joker joker", &form, 13, "3 jokers, but this deck has only 2");
    form.jokers_max = 1;
    expect_hand("joker As", &form, "joker As");
    expect_hand("joker1", &form, "joker");
    expect_refused("joker joker", &form, 7, "a second joker, but this deck has only one");
    expect_refused("joker2", &form, 1, "a second joker, but this deck has only one");
    form.jokers_max = 0;
    expect_refused("As joker", &form, 4, "there is no joker in this deck");
    form.decks = 2;
    form.jokers_max = 1;
    expect_hand("joker joker", &form, "joker joker");
    expect_refused("joker joker joker", &form, 13, "3 jokers, but this shoe has only 2");
    expect_refused("joker joker2", &form, 7, "\"joker2\" is not in this shoe; each deck has only one joker");
    form.jokers_max = 2;
    expect_hand("joker joker joker joker", &form, "joker joker joker2 joker2");
    expect_refused("joker1 joker1 joker1", &form, 15, "\"joker1\" is given 3 times, but 2 decks have only 2");
    expect_refused("jokerjokerjokerjokerjoker", &form, 21, "5 jokers, but this shoe has only 4");
}

static void a_wrong_count_is_refused(void **state)
{
    (void)state;
    expect_hand("As Ks Qs Js Ts", &five_cards, "As Ks Qs Js Ts");
    expect_refused("As Ks Qs Js", &five_cards, 12, "too few cards: 5 cards expected, 4 given");
    expect_refused("", &five_cards, 1, "too few cards: 5 cards expected, 0 given");
    expect_refused("As Ks Qs Js Ts 9s", &five_cards, 16, "too many cards: 5 cards expected");
    const struct hand_form few = {.cards_min = 1, .cards_max = 2, .jokers_max = 0, .decks = 1};
    expect_refused(" ", &few, 2, "too few cards: 1 to 2 cards expected, 0 given");
    expect_hand("As", &few, "As");
    expect_hand("As Ks", &few, "As Ks");
    expect_refused("As Ks Qs", &few, 7, "too many cards: 1 to 2 cards expected");
    const struct hand_form one = {.cards_min = 1, .cards_max = 1, .jokers_max = 0, .decks = 1};
    expect_refused("AsKs", &one, 3, "too many cards: 1 card expected");
    /* A bad card is named before the count is. */
    expect_refused("As Ks As", &few, 7, "\"As\" is given twice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_all_bytes_54_are_cards),
        cmocka_unit_test(the_deck_is_numbered_by_suit_then_rank),
        cmocka_unit_test(a_set_has_one_bit_for_each_card),
        cmocka_unit_test(a_hand_keeps_the_order_and_its_set_does_not),
        cmocka_unit_test(every_card_survives_its_text_in_both_styles),
        cmocka_unit_test(cards_are_written_with_letters_or_symbols),
        cmocka_unit_test(the_longest_hand_fits_its_text),
        cmocka_unit_test(ranks_and_suits_have_words),
        cmocka_unit_test(cards_are_read_however_people_write_them),
        cmocka_unit_test(jokers_are_read_by_name_and_number),
        cmocka_unit_test(what_is_not_a_card_is_shown_where_it_stands),
        cmocka_unit_test(a_zero_byte_is_not_a_card),
        cmocka_unit_test(a_repeated_card_is_refused_at_its_second_place),
        cmocka_unit_test(a_shoe_has_each_card_as_often_as_it_has_decks),
        cmocka_unit_test(jokers_are_as_many_as_the_deck_has),
        cmocka_unit_test(a_wrong_count_is_refused),
    };
    return cmocka_run_group_tests_name("card", tests, NULL, NULL);
}
