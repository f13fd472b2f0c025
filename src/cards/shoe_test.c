#include "cards/shoe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct card card_read(const char *words)
{
    struct hand hand = {0};
    const struct hand_form one = {.cards_min = 1, .cards_max = 1, .jokers_max = 2, .decks = 1};
    assert_int_equal(hand_parse(text_of(words), 0, &one, &hand, NULL), STATUS_OK);
    return hand.cards[0];
}

/* A shoe that may be dealt from, its cards in factory order so that a test can tell where each went. */
static void shoe_stack(struct shoe *shoe, unsigned decks, unsigned jokers)
{
    struct shoe factory;
    shoe_init(&factory, decks, jokers);
    assert_int_equal(shoe_load(shoe, decks, jokers, factory.cards, factory.count, NULL), STATUS_OK);
}

static void expect_conserved(const struct shoe *shoe)
{
    assert_int_equal(shoe_dealt_count(shoe) + shoe_burned_count(shoe) + shoe_stub_count(shoe),
                     shoe_full_count(shoe));
    assert_int_equal(shoe_dealt_count(shoe) + shoe_burned_count(shoe), shoe_gone_count(shoe));
    assert_true(shoe_verify(shoe, NULL));
}

static void expect_fault(enum status answer, const struct fault *fault, enum status status, const char *words)
{
    assert_int_equal(answer, status);
    assert_int_equal(fault->status, status);
    assert_string_equal(fault->words, words);
}

static void expect_verified(const struct shoe *shoe, bool same, const char *words)
{
    char buffer[512];
    struct text_out out;
    struct shoe_difference difference;
    text_out_init(&out, buffer, sizeof buffer);
    assert_int_equal(shoe_verify(shoe, &difference), same);
    shoe_difference_write(&out, &difference);
    assert_string_equal(buffer, words);
}

/* ------------------------------------------------------------------------------------------ making */

static void every_size_of_shoe_is_complete_in_factory_order(void **state)
{
    (void)state;
    for (unsigned decks = 1; decks <= SHOE_DECKS_MAX; decks++)
        for (unsigned jokers = 0; jokers <= DECK_JOKERS_MAX; jokers++) {
            struct shoe shoe;
            unsigned deck_size = DECK_CARDS + jokers;
            shoe_init(&shoe, decks, jokers);
            assert_int_equal(shoe_full_count(&shoe), decks * deck_size);
            assert_int_equal(shoe_stub_count(&shoe), decks * deck_size);
            for (unsigned i = 0; i < decks * deck_size; i++)
                assert_int_equal(card_number(shoe.cards[i]), i % deck_size);
            expect_conserved(&shoe);
        }
    assert_int_equal(SHOE_CARDS_MAX, 432);
}

static void loaded_cards_come_in_the_order_given(void **state)
{
    (void)state;
    const struct card cards[] = {card_read("As"), card_read("joker"), card_read("2c")};
    struct shoe shoe;
    struct card card;
    assert_int_equal(shoe_load(&shoe, 1, 1, cards, 3, NULL), STATUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(shoe_deal(&shoe, &card, NULL), STATUS_OK);
        assert_true(card_equal(card, cards[i]));
    }
}

static void a_load_that_is_refused_changes_nothing(void **state)
{
    (void)state;
    struct card cards[SHOE_CARDS_MAX + 1];
    for (unsigned i = 0; i < SHOE_CARDS_MAX + 1; i++)
        cards[i] = card_of_number(i % 52);
    struct shoe shoe, before;
    struct fault fault;
    shoe_stack(&shoe, 2, 0);
    before = shoe;
    expect_fault(shoe_load(&shoe, 1, 0, cards, 0, &fault), &fault, STATUS_INVALID, "no cards for the shoe");
    expect_fault(shoe_load(&shoe, 8, 2, cards, SHOE_CARDS_MAX + 1, &fault), &fault, STATUS_NO_SPACE,
                 "433 cards, but a shoe holds at most 432");
    cards[2].code = 14;
    expect_fault(shoe_load(&shoe, 1, 0, cards, 52, &fault), &fault, STATUS_INVALID,
                 "card number 3 is not a card (byte 14)");
    assert_int_equal(fault.position, 3);
    cards[2].code = 0xFF;
    assert_int_equal(shoe_load(&shoe, 1, 0, cards, 52, NULL), STATUS_INVALID);
    assert_memory_equal(&shoe, &before, sizeof shoe);
    cards[2] = card_of_number(2);
    assert_int_equal(shoe_load(&shoe, 8, 2, cards, SHOE_CARDS_MAX, NULL), STATUS_OK);
}

/* ------------------------------------------------------------------------------------------ shuffling */

static void a_shuffle_keeps_every_card(void **state)
{
    (void)state;
    struct random_insecure insecure;
    random_insecure_init(&insecure, 1);
    for (unsigned decks = 1; decks <= SHOE_DECKS_MAX; decks++)
        for (unsigned jokers = 0; jokers <= DECK_JOKERS_MAX; jokers++) {
            struct shoe shoe, factory;
            shoe_init(&factory, decks, jokers);
            shoe = factory;
            assert_int_equal(shoe_shuffle(&shoe, &insecure.random, NULL), STATUS_OK);
            assert_memory_not_equal(shoe.cards, factory.cards, shoe.count);
            expect_conserved(&shoe);
        }
}

/* All 24 orders of four cards, over scripted draws: the 4 * 3 * 2 sequences of draws give each order once. */
struct digits {
    struct random random;
    unsigned bounds[3], digits[3], at;
};

static void digits_fill(struct random *random, uint8_t *bytes, size_t size)
{
    struct digits *digits = (struct digits *)(void *)random;
    assert_int_equal(size, 4);
    assert_true(digits->at < 3);
    /* The middle of the words that random_below() turns into this digit. */
    uint64_t word = ((2 * (uint64_t)digits->digits[digits->at] + 1) << 31) / digits->bounds[digits->at];
    digits->at++;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static void each_sequence_of_draws_gives_a_different_order(void **state)
{
    (void)state;
    bool seen[256] = {false};
    const struct card cards[] = {card_of_number(0), card_of_number(1), card_of_number(2), card_of_number(3)};
    for (unsigned sequence = 0; sequence < 24; sequence++) {
        struct digits digits = {.random.fill = digits_fill,
                                .bounds = {4, 3, 2},
                                .digits = {sequence % 4, sequence / 4 % 3, sequence / 12}};
        struct shoe shoe;
        assert_int_equal(shoe_load(&shoe, 1, 0, cards, 4, NULL), STATUS_OK);
        assert_int_equal(shoe_shuffle(&shoe, &digits.random, NULL), STATUS_OK);
        assert_int_equal(digits.at, 3);
        unsigned order = 0;
        for (unsigned i = 0; i < 4; i++)
            order = order << 2 | card_number(shoe.cards[i]);
        assert_false(seen[order]);
        seen[order] = true;
    }
}

/*
 * Counts of card by position over n shuffles. Rows and columns each sum to n, and for a fair shuffle
 * (51/52) * sum((count - n/52)^2 / (n/52)) is chi-square with 51 * 51 = 2601 degrees of freedom, whose 0.999
 * point is 2830 (2601 + 3.09 * sqrt(2 * 2601) + 6).
 */
static void each_card_is_equally_likely_in_each_position(void **state)
{
    (void)state;
    enum { SHUFFLES = 52 * 400 };
    static unsigned counts[52][52];
    struct random_insecure insecure;
    struct shoe factory;
    random_insecure_init(&insecure, 2601);
    shoe_init(&factory, 1, 0);
    for (unsigned n = 0; n < SHUFFLES; n++) {
        struct shoe shoe = factory;
        assert_int_equal(shoe_shuffle(&shoe, &insecure.random, NULL), STATUS_OK);
        for (unsigned i = 0; i < 52; i++)
            counts[i][card_number(shoe.cards[i])]++;
    }
    double sum = 0;
    for (unsigned i = 0; i < 52; i++)
        for (unsigned number = 0; number < 52; number++) {
            double away = (double)counts[i][number] - SHUFFLES / 52.0;
            sum += away * away / (SHUFFLES / 52.0);
        }
    sum *= 51.0 / 52.0;
    assert_true(sum < 2830);
    assert_true(sum > 2601 - 230);
}

static void a_recorded_seed_gives_the_same_shoes_again(void **state)
{
    (void)state;
    struct random_seed seed;
    struct random_secure secure;
    struct shoe first, second, again;
    assert_int_equal(random_seed_draw(&seed, &random_system_sodium, NULL), STATUS_OK);
    char digits[RANDOM_SEED_TEXT_SIZE];
    struct text_out record;
    text_out_init(&record, digits, sizeof digits);
    random_seed_write(&record, &seed);

    shoe_init(&first, 6, 1);
    second = first;
    random_secure_init(&secure, &seed);
    assert_int_equal(shoe_shuffle(&first, &secure.random, NULL), STATUS_OK);
    uint64_t between = secure.random.drawn;
    assert_int_equal(shoe_shuffle(&second, &secure.random, NULL), STATUS_OK);
    uint64_t end = secure.random.drawn;
    random_secure_release(&secure);

    struct random_seed recorded;
    assert_int_equal(random_seed_parse(text_of(digits), 0, &recorded, NULL), STATUS_OK);
    random_secure_init(&secure, &recorded);
    shoe_init(&again, 6, 1);
    assert_int_equal(shoe_shuffle(&again, &secure.random, NULL), STATUS_OK);
    assert_memory_equal(again.cards, first.cards, first.count);
    /* The second alone, from the place in the stream that was recorded with it. */
    random_secure_seek(&secure, between);
    shoe_init(&again, 6, 1);
    assert_int_equal(shoe_shuffle(&again, &secure.random, NULL), STATUS_OK);
    assert_memory_equal(again.cards, second.cards, second.count);
    assert_true(secure.random.drawn == end);
}

/* Pinned: a record made today must replay on every later version. */
static void the_shuffle_of_a_seed_never_changes(void **state)
{
    (void)state;
    const struct random_seed seed = {{0}};
    struct random_secure secure;
    struct shoe shoe;
    shoe_init(&shoe, 1, 0);
    random_secure_init(&secure, &seed);
    assert_int_equal(shoe_shuffle(&shoe, &secure.random, NULL), STATUS_OK);
    char buffer[512];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    for (unsigned i = 0; i < shoe.count; i++) {
        text_out_add(&out, i == 0 ? "" : " ");
        card_write(&out, shoe.cards[i], CARD_STYLE_LETTERS);
    }
    assert_string_equal(buffer,
                        "8s Jd 5s 3s 3d 2d 7c 4s 8h Kh Ad 3h 2s 6s Kc Kd Ks 2c 9h 7d Jc 4c 8c 5c 7h 6d "
                        "5h 6h As Js Ac 9d 3c Qs 5d 2h 8d 4d 9s Ah Tc Qc Qd Td Ts Qh 6c Th 9c 7s 4h Jh");
}

/* ------------------------------------------------------------------------------------------ cutting */

/* massachusetts/crazy-4-poker#44 */
static void the_cover_card_goes_in_at_least_ten_from_the_top(void **state)
{
    (void)state;
    struct shoe shoe, before;
    struct fault fault;
    shoe_stack(&shoe, 1, 0);
    before = shoe;
    expect_fault(
        shoe_cut(&shoe, 9, &fault), &fault, STATUS_RANGE,
        "the cover card is 9 cards from the top; put it 10 to 51 from the top, so that at least 1 card "
        "stays below it");
    assert_int_equal(shoe_cut(&shoe, 0, NULL), STATUS_RANGE);
    assert_int_equal(shoe_cut(&shoe, 52, NULL), STATUS_RANGE);
    assert_int_equal(shoe_cut(&shoe, UINT32_MAX, NULL), STATUS_RANGE);
    assert_memory_equal(&shoe, &before, sizeof shoe);
    assert_int_equal(shoe_cut(&shoe, 10, NULL), STATUS_OK);
    shoe = before;
    assert_int_equal(shoe_cut(&shoe, 51, NULL), STATUS_OK);
    assert_int_equal(card_number(shoe.cards[0]), 51);
}

/* massachusetts/crazy-4-poker#45 */
static void the_cards_above_the_cover_card_go_to_the_bottom(void **state)
{
    (void)state;
    for (unsigned depth = 10; depth <= 51; depth++) {
        struct shoe shoe;
        shoe_stack(&shoe, 1, 0);
        assert_int_equal(shoe_cut(&shoe, depth, NULL), STATUS_OK);
        for (unsigned i = 0; i < 52; i++)
            assert_int_equal(card_number(shoe.cards[i]), (i + depth) % 52);
        expect_conserved(&shoe);
    }
}

static void it_takes_eleven_cards_to_cut(void **state)
{
    (void)state;
    struct shoe factory, shoe;
    struct fault fault;
    shoe_init(&factory, 1, 0);
    assert_int_equal(shoe_load(&shoe, 1, 0, factory.cards, 10, NULL), STATUS_OK);
    expect_fault(shoe_cut(&shoe, 10, &fault), &fault, STATUS_RANGE,
                 "10 cards are too few to cut; it takes 11");
    assert_int_equal(shoe_load(&shoe, 1, 0, factory.cards, 11, NULL), STATUS_OK);
    assert_int_equal(shoe_cut(&shoe, 10, NULL), STATUS_OK);
    assert_int_equal(card_number(shoe.cards[0]), 10);
}

/* massachusetts/crazy-4-poker#47 */
static void a_recut_is_possible_until_the_first_card(void **state)
{
    (void)state;
    struct shoe shoe;
    struct fault fault;
    struct card card;
    shoe_stack(&shoe, 1, 0);
    assert_int_equal(shoe_cut(&shoe, 20, NULL), STATUS_OK);
    assert_int_equal(shoe_cut(&shoe, 20, NULL), STATUS_OK);
    assert_int_equal(card_number(shoe.cards[0]), 40);
    struct shoe dealt = shoe, burned = shoe;
    assert_int_equal(shoe_deal(&dealt, &card, NULL), STATUS_OK);
    expect_fault(shoe_cut(&dealt, 20, &fault), &fault, STATUS_INVALID,
                 "too late to cut: the first card has left the shoe");
    assert_int_equal(shoe_burn(&burned, &card, NULL), STATUS_OK);
    assert_int_equal(shoe_cut(&burned, 20, NULL), STATUS_INVALID);
}

/* ------------------------------------------------------------------------------------------ dealing */

static void fresh_cards_are_shuffled_before_anything_else(void **state)
{
    (void)state;
    struct random_insecure insecure;
    struct shoe shoe, before;
    struct fault fault;
    struct card card = card_joker(1);
    random_insecure_init(&insecure, 3);
    shoe_init(&shoe, 1, 0);
    before = shoe;
    expect_fault(shoe_cut(&shoe, 10, &fault), &fault, STATUS_INVALID,
                 "the cards are not shuffled yet; shuffle before the cut");
    expect_fault(shoe_deal(&shoe, &card, &fault), &fault, STATUS_INVALID,
                 "the cards are not shuffled yet; shuffle before the deal");
    assert_int_equal(shoe_burn(&shoe, &card, NULL), STATUS_INVALID);
    assert_true(card_equal(card, card_joker(1)));
    assert_memory_equal(&shoe, &before, sizeof shoe);
    assert_int_equal(shoe_shuffle(&shoe, &insecure.random, NULL), STATUS_OK);
    assert_int_equal(shoe_cut(&shoe, 10, NULL), STATUS_OK);
    assert_int_equal(shoe_burn(&shoe, &card, NULL), STATUS_OK);
}

static void a_shoe_that_is_dealt_from_is_gathered_before_the_shuffle(void **state)
{
    (void)state;
    struct random_insecure insecure;
    struct shoe shoe;
    struct fault fault;
    struct card card;
    random_insecure_init(&insecure, 4);
    shoe_stack(&shoe, 1, 0);
    assert_int_equal(shoe_burn(&shoe, &card, NULL), STATUS_OK);
    assert_int_equal(shoe_deal(&shoe, &card, NULL), STATUS_OK);
    expect_fault(shoe_shuffle(&shoe, &insecure.random, &fault), &fault, STATUS_INVALID,
                 "the shoe cannot be shuffled: 2 of its cards are out; gather them first");
    assert_true(insecure.random.drawn == 0);
    shoe_gather(&shoe);
    assert_int_equal(shoe_stub_count(&shoe), 52);
    assert_int_equal(shoe_gone_count(&shoe), 0);
    expect_conserved(&shoe);
    assert_int_equal(shoe_deal(&shoe, &card, NULL), STATUS_INVALID);
    assert_int_equal(shoe_shuffle(&shoe, &insecure.random, NULL), STATUS_OK);
    assert_int_equal(shoe_deal(&shoe, &card, NULL), STATUS_OK);
}

static void what_left_the_shoe_is_kept_in_order(void **state)
{
    (void)state;
    struct shoe shoe;
    struct fault fault;
    struct card card;
    shoe_stack(&shoe, 1, 1);
    for (unsigned i = 0; i < 53; i++) {
        bool burn = i % 5 == 0;
        assert_int_equal(burn ? shoe_burn(&shoe, &card, NULL) : shoe_deal(&shoe, &card, NULL), STATUS_OK);
        assert_int_equal(card_number(card), i);
        assert_int_equal(shoe_stub_count(&shoe), 52 - i);
        expect_conserved(&shoe);
    }
    assert_int_equal(shoe_burned_count(&shoe), 11);
    assert_int_equal(shoe_dealt_count(&shoe), 42);
    for (unsigned i = 0; i < 53; i++) {
        assert_int_equal(card_number(shoe_gone_card(&shoe, i)), i);
        assert_int_equal(shoe_gone_fate(&shoe, i), i % 5 == 0 ? SHOE_FATE_BURNED : SHOE_FATE_DEALT);
    }
    expect_fault(shoe_deal(&shoe, &card, &fault), &fault, STATUS_RANGE,
                 "the shoe is empty: all 53 cards are out");
    assert_int_equal(shoe_burn(&shoe, &card, NULL), STATUS_RANGE);
    assert_int_equal(card_number(card), 52);
    expect_conserved(&shoe);
}

/* ------------------------------------------------------------------------------------------ counting */

static void expect_stub(const struct shoe *shoe, unsigned counted, bool right, const char *words)
{
    char buffer[160];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    assert_int_equal(shoe_stub_is_right(shoe, counted, &out), right);
    assert_string_equal(buffer, words);
}

/* massachusetts/crazy-4-poker#131, #132; 15 cards are three hands of five. */
static void the_counted_stub_makes_the_deck_whole_or_not(void **state)
{
    (void)state;
    struct shoe shoe;
    struct card card;
    shoe_stack(&shoe, 1, 0);
    for (unsigned i = 0; i < 15; i++)
        assert_int_equal(shoe_deal(&shoe, &card, NULL), STATUS_OK);
    expect_stub(&shoe, 37, true, "15 dealt + 37 in the stub = 52 cards");
    expect_stub(&shoe, 36, false,
                "15 dealt + 36 in the stub = 51 cards; the deck has 52, so the stub should be 37");
    expect_stub(&shoe, 38, false,
                "15 dealt + 38 in the stub = 53 cards; the deck has 52, so the stub should be 37");
    /* A card set aside counts as present. */
    assert_int_equal(shoe_burn(&shoe, &card, NULL), STATUS_OK);
    expect_stub(&shoe, 36, true, "15 dealt + 1 burned + 36 in the stub = 52 cards");
    expect_stub(
        &shoe, UINT32_MAX, false,
        "15 dealt + 1 burned + 4294967295 in the stub = 4294967311 cards; the deck has 52, so the stub "
        "should be 36");
}

static void a_shoe_of_too_many_cards_is_counted_too(void **state)
{
    (void)state;
    struct shoe factory, shoe;
    struct card card;
    shoe_init(&factory, 2, 0);
    assert_int_equal(shoe_load(&shoe, 1, 0, factory.cards, 104, NULL), STATUS_OK);
    for (unsigned i = 0; i < 60; i++)
        assert_int_equal(shoe_deal(&shoe, &card, NULL), STATUS_OK);
    expect_stub(&shoe, 44, false, "60 dealt + 44 in the stub = 104 cards; the deck has 52");
}

/* massachusetts/crazy-4-poker#41 */
static void verifying_names_the_cards_that_are_wrong(void **state)
{
    (void)state;
    struct shoe factory, shoe;
    struct card cards[SHOE_CARDS_MAX];
    shoe_stack(&shoe, 1, 0);
    expect_verified(&shoe, true, "52 cards, complete");
    shoe_init(&factory, 1, 0);
    memcpy(cards, factory.cards, sizeof cards);
    unsigned nine = card_number(card_read("9d"));

    cards[nine] = cards[51];
    assert_int_equal(shoe_load(&shoe, 1, 0, cards, 51, NULL), STATUS_OK);
    expect_verified(&shoe, false, "51 cards: the 9d is missing");
    assert_int_equal(shoe_load(&shoe, 1, 0, cards, 52, NULL), STATUS_OK);
    expect_verified(&shoe, false, "52 cards: the 9d is missing, one As too many");
    cards[nine] = card_read("9d");
    cards[52] = card_joker(0);
    assert_int_equal(shoe_load(&shoe, 1, 0, cards, 53, NULL), STATUS_OK);
    expect_verified(&shoe, false, "53 cards: one joker too many");
    assert_int_equal(shoe_load(&shoe, 1, 1, cards, 53, NULL), STATUS_OK);
    expect_verified(&shoe, true, "53 cards, complete");
    assert_int_equal(shoe_load(&shoe, 1, 2, cards, 50, NULL), STATUS_OK);
    expect_verified(&shoe, false, "50 cards: the Ks, the As, the joker and the joker2 are missing");
    assert_int_equal(shoe_load(&shoe, 2, 0, cards + 50, 1, NULL), STATUS_OK);
    struct shoe_difference difference;
    assert_false(shoe_verify(&shoe, &difference));
    assert_int_equal(difference.count, 1);
    assert_int_equal(difference.full_count, 104);
    assert_int_equal(difference.missing[50], 1);
    assert_int_equal(difference.missing[51], 2);

    shoe_init(&factory, 2, 0);
    memcpy(cards, factory.cards, sizeof cards);
    cards[0] = cards[52] = cards[1];
    assert_int_equal(shoe_load(&shoe, 2, 0, cards, 104, NULL), STATUS_OK);
    expect_verified(&shoe, false, "104 cards: 2 x 2c are missing, 2 x 3c too many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_of_shoe_is_complete_in_factory_order),
        cmocka_unit_test(loaded_cards_come_in_the_order_given),
        cmocka_unit_test(a_load_that_is_refused_changes_nothing),
        cmocka_unit_test(a_shuffle_keeps_every_card),
        cmocka_unit_test(each_sequence_of_draws_gives_a_different_order),
        cmocka_unit_test(each_card_is_equally_likely_in_each_position),
        cmocka_unit_test(a_recorded_seed_gives_the_same_shoes_again),
        cmocka_unit_test(the_shuffle_of_a_seed_never_changes),
        cmocka_unit_test(the_cover_card_goes_in_at_least_ten_from_the_top),
        cmocka_unit_test(the_cards_above_the_cover_card_go_to_the_bottom),
        cmocka_unit_test(it_takes_eleven_cards_to_cut),
        cmocka_unit_test(a_recut_is_possible_until_the_first_card),
        cmocka_unit_test(fresh_cards_are_shuffled_before_anything_else),
        cmocka_unit_test(a_shoe_that_is_dealt_from_is_gathered_before_the_shuffle),
        cmocka_unit_test(what_left_the_shoe_is_kept_in_order),
        cmocka_unit_test(the_counted_stub_makes_the_deck_whole_or_not),
        cmocka_unit_test(a_shoe_of_too_many_cards_is_counted_too),
        cmocka_unit_test(verifying_names_the_cards_that_are_wrong),
    };
    return cmocka_run_group_tests_name("shoe", tests, NULL, NULL);
}
