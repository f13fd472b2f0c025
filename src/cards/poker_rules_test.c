#include "cards/poker_rules.h"

#include "cards/every_hand_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct hand cards(const char *text)
{
    struct hand hand;
    struct hand_form form = {1, 7, 0, 1};
    struct fault fault = {0};
    if (hand_parse(text_of(text), 0, &form, &hand, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return hand;
}

static struct score five(const char *text)
{
    struct hand hand = cards(text);
    return plain_best_five(hand.cards, hand.count);
}

static struct score four(const char *text)
{
    struct hand hand = cards(text);
    return plain_best_four(hand.cards, hand.count);
}

static struct score cover(const char *text)
{
    struct hand hand = cards(text);
    return plain_cover_all(hand.cards, hand.count);
}

static void assert_name(void (*write)(struct text_out *, struct score), struct score score, const char *name)
{
    char bytes[160];
    struct text_out out;
    text_out_init(&out, bytes, sizeof bytes);
    write(&out, score);
    assert_string_equal(bytes, name);
}

static void five_cards_are_named_with_all_that_decides(void **state)
{
    (void)state;
    static const char *const hands[][2] = {
        {"As Ks Qs Js Ts", "royal flush"},
        {"9c 8c 7c 6c 5c", "straight flush, nine high"},
        {"Ad 2d 3d 4d 5d", "straight flush, five high"},
        {"6c 6d 6h 6s Ah", "four of a kind, sixes, ace kicker"},
        {"Ac Ad Ah Ks Kh", "full house, aces over kings"},
        {"Ac Kc 9c 4c 2c", "flush, A-K-9-4-2"},
        {"Ac Kd Qc Jc Tc", "straight, ace high"},
        {"Ac 2d 3c 4c 5c", "straight, five high"},
        {"Tc Td Th As 4s", "three of a kind, tens, A-4 kickers"},
        {"Ac Ad Kc Kd Qh", "two pair, aces and kings, queen kicker"},
        {"Tc Td As 9h 4s", "pair of tens, A-9-4 kickers"},
        {"Ac Kc 9c 4c 2d", "high card, A-K-9-4-2"},
    };
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++)
        assert_name(five_name_write, five(hands[i][0]), hands[i][1]);
}

static void the_ace_is_low_only_in_the_lowest_straight(void **state)
{
    (void)state;
    /* massachusetts/crazy-4-poker#53, #54; M18. */
    assert_true(five("Ac 2d 3c 4c 5c").bits < five("2c 3d 4c 5c 6c").bits);
    assert_int_equal(score_class(five("Qc Kd Ac 2c 3c")), FIVE_CLASS_HIGH_CARD);
    assert_int_equal(score_class(five("Kc Ad 2c 3c 4c")), FIVE_CLASS_HIGH_CARD);
    assert_true(four("Ac 2d 3c 4h").bits < four("2c 3d 4c 5h").bits);
    assert_int_equal(score_class(four("Kc Ad 2c 3h")), FOUR_CLASS_HIGH_CARD);
    assert_int_equal(score_class(four("Qc Kd Ac 2h")), FOUR_CLASS_HIGH_CARD);
    assert_int_equal(score_class(four("2c 3d 4c Ah")), FOUR_CLASS_STRAIGHT);
}

static void suits_are_equal(void **state)
{
    (void)state;
    /* massachusetts/crazy-4-poker#55, #65. */
    assert_int_equal(five("Ac Kc 9c 4c 2c").bits, five("As Ks 9s 4s 2s").bits);
    assert_int_equal(four("Ac Kd 9h 4c").bits, four("As Kh 9c 4d").bits);
}

static void best_of_seven_finds_the_hand_among_the_others(void **state)
{
    (void)state;
    assert_int_equal(five("2c 2d 2h 3c 3d 3h As").bits, five("3c 3d 3h 2c 2d").bits);
    assert_int_equal(five("Ac 2c 3c 4c 5c 6d 7d").bits, five("Ac 2c 3c 4c 5c").bits);
    assert_int_equal(five("Kc Kd Qc Qd Jc Jd As").bits, five("Kc Kd Qc Qd As").bits);
    assert_int_equal(five("Tc 9c 8c 7c 6c 5c").bits, five("Tc 9c 8c 7c 6c").bits);
}

static void four_cards_stand_in_the_order_of_crazy_4_poker(void **state)
{
    (void)state;
    /* massachusetts/crazy-4-poker#56 to #63: the highest of each class, then the lowest of the one above. */
    static const char *const hands[][2] = {
        {"6c 4d 3c 2h", "high card, 6-4-3-2"},
        {"Ac Kd Qc Th", "high card, A-K-Q-T"},
        {"2c 2d 3c 4h", "pair of deuces, 4-3 kickers"},
        {"Ac Ad Kc Qh", "pair of aces, K-Q kickers"},
        {"3c 3d 2c 2h", "two pair, threes and deuces"},
        {"Ac Ad Kc Kh", "two pair, aces and kings"},
        {"Ac 2d 3c 4h", "straight, four high"},
        {"Ac Kd Qc Jh", "straight, ace high"},
        {"6c 4c 3c 2c", "flush, 6-4-3-2"},
        {"Ac Kc Qc Tc", "flush, A-K-Q-T"},
        {"2c 2d 2h 3c", "three of a kind, deuces, three kicker"},
        {"Ac Ad Ah Kc", "three of a kind, aces, king kicker"},
        {"Ac 2c 3c 4c", "straight flush, four high"},
        {"Ac Kc Qc Jc", "straight flush, ace high"},
        {"2c 2d 2h 2s", "four of a kind, deuces"},
        {"Ac Ad Ah As", "four of a kind, aces"},
    };
    uint32_t below = 0;
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct score score = four(hands[i][0]);
        assert_name(four_name_write, score, hands[i][1]);
        assert_true(score.bits > below);
        below = score.bits;
    }
}

static void equal_classes_compare_by_group_then_by_the_other_cards(void **state)
{
    (void)state;
    /* massachusetts/crazy-4-poker#64 by reading MR3: a pair of sixes beats fives with an ace. */
    assert_true(four("6c 6d 3c 2h").bits > four("5c 5d Ac Kh").bits);
    /* M19: flushes compare all four cards. */
    assert_true(four("Ac Kc 9c 5c").bits > four("Ad Kd 9d 4d").bits);
    /* The fifth card never counts. */
    assert_int_equal(four("Ac Kc 9c 5c 3d").bits, four("Ad Kd 9d 5d 2c").bits);
    assert_int_equal(four("9c 9d 9h 9s Ac").bits, four("9c 9d 9h 9s 2c").bits);
}

static void cover_all_puts_a_royal_flush_between_four_aces_and_the_other_fours(void **state)
{
    (void)state;
    /* massachusetts/crazy-4-poker#241, reading MR8. */
    assert_name(cover_name_write, cover("Ac Ad Ah As 2c"), "four aces");
    assert_name(cover_name_write, cover("As Ks Qs Js 2c"), "royal flush");
    assert_name(cover_name_write, cover("Kc Kd Kh Ks Ac"), "four of a kind, kings");
    assert_name(cover_name_write, cover("Ks Qs Js Ts 9s"), "straight flush, king high");
    assert_true(cover("Ac Ad Ah As").bits > cover("As Ks Qs Js").bits);
    assert_true(cover("As Ks Qs Js").bits > cover("Kc Kd Kh Ks").bits);
    assert_true(cover("2c 2d 2h 2s").bits > cover("Ks Qs Js Ts").bits);
    /* In the base game it stays a straight flush, below any four of a kind. */
    assert_true(four("As Ks Qs Js").bits < four("2c 2d 2h 2s").bits);
}

/* ------------------------------------------------------------------------------------------ every hand */

enum { SCORES = 1 << 24 };

struct census {
    unsigned long classes[FIVE_CLASS_COUNT];
    uint64_t digest;
    uint8_t *seen; /* one byte a score */
};

static struct census census_new(void)
{
    struct census census = {.digest = DIGEST_START, .seen = calloc(SCORES, 1)};
    assert_non_null(census.seen);
    return census;
}

static void census_add(struct census *census, struct score score)
{
    census->classes[score_class(score)]++;
    census->digest = digest_add(census->digest, score.bits);
    census->seen[score.bits] = 1;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* Returns the number of different scores, having checked that they have different names. */
static unsigned census_names(const struct census *census, void (*write)(struct text_out *, struct score))
{
    enum { NAMES_MAX = 8000, NAME_SIZE = 64 };
    char(*names)[NAME_SIZE] = calloc(NAMES_MAX, NAME_SIZE);
    assert_non_null(names);
    unsigned count = 0;
    for (uint32_t bits = 0; bits < SCORES; bits++) {
        if (!census->seen[bits])
            continue;
        assert_true(count < NAMES_MAX);
        struct text_out out;
        text_out_init(&out, names[count++], NAME_SIZE);
        write(&out, (struct score){bits});
        assert_false(out.truncated);
    }
    qsort(names, count, NAME_SIZE, compare_names);
    for (unsigned i = 1; i < count; i++)
        assert_string_not_equal(names[i - 1], names[i]);
    free(names);
    return count;
}

static void every_five_card_hand_is_counted(void **state)
{
    (void)state;
    struct census census = census_new();
    struct every_hand hand;
    for (every_hand_first(&hand, 5, DECK_CARDS); hand.more; every_hand_next(&hand))
        census_add(&census, plain_five(hand.cards));

    assert_int_equal(census.classes[FIVE_CLASS_ROYAL_FLUSH], 4);
    assert_int_equal(census.classes[FIVE_CLASS_STRAIGHT_FLUSH], 36);     /* 10 * 4 - 4 */
    assert_int_equal(census.classes[FIVE_CLASS_FOUR_OF_A_KIND], 624);    /* 13 * 48 */
    assert_int_equal(census.classes[FIVE_CLASS_FULL_HOUSE], 3744);       /* 13 * 4 * 12 * 6 */
    assert_int_equal(census.classes[FIVE_CLASS_FLUSH], 5108);            /* 4 * C(13,5) - 40 */
    assert_int_equal(census.classes[FIVE_CLASS_STRAIGHT], 10200);        /* 10 * 4^5 - 40 */
    assert_int_equal(census.classes[FIVE_CLASS_THREE_OF_A_KIND], 54912); /* 13 * 4 * C(12,2) * 4^2 */
    assert_int_equal(census.classes[FIVE_CLASS_TWO_PAIR], 123552);       /* C(13,2) * 6 * 6 * 44 */
    assert_int_equal(census.classes[FIVE_CLASS_PAIR], 1098240);          /* 13 * 6 * C(12,3) * 4^3 */
    assert_int_equal(census.classes[FIVE_CLASS_HIGH_CARD], 1302540);     /* (C(13,5) - 10) * (4^5 - 4) */
    /* 1 royal, 9 + 10 straights, 13*12 + 13*12 fours and houses, 2 * (C(13,5) - 10) flushes and high cards,
     * 13 * C(12,2) threes, C(13,2) * 11 two pairs, 13 * C(12,3) pairs. */
    assert_int_equal(census_names(&census, five_name_write), 7462);
    assert_int_equal(census.digest, UINT64_C(0xFF3E584D7C83E395));
    free(census.seen);
}

static void every_four_card_hand_is_counted(void **state)
{
    (void)state;
    struct census census = census_new();
    struct every_hand hand;
    for (every_hand_first(&hand, 4, DECK_CARDS); hand.more; every_hand_next(&hand))
        census_add(&census, plain_four(hand.cards));

    assert_int_equal(census.classes[FOUR_CLASS_FOUR_OF_A_KIND], 13);
    assert_int_equal(census.classes[FOUR_CLASS_STRAIGHT_FLUSH], 44);    /* 11 * 4 */
    assert_int_equal(census.classes[FOUR_CLASS_THREE_OF_A_KIND], 2496); /* 13 * 4 * 48 */
    assert_int_equal(census.classes[FOUR_CLASS_FLUSH], 2816);           /* 4 * C(13,4) - 44 */
    assert_int_equal(census.classes[FOUR_CLASS_STRAIGHT], 2772);        /* 11 * 4^4 - 44 */
    assert_int_equal(census.classes[FOUR_CLASS_TWO_PAIR], 2808);        /* C(13,2) * 6 * 6 */
    assert_int_equal(census.classes[FOUR_CLASS_PAIR], 82368);           /* 13 * 6 * C(12,2) * 4^2 */
    assert_int_equal(census.classes[FOUR_CLASS_HIGH_CARD], 177408);     /* (C(13,4) - 11) * (4^4 - 4) */
    /* 13 + 11 + 13*12 + (C(13,4) - 11) + 11 + C(13,2) + 13*C(12,2) + (C(13,4) - 11) */
    assert_int_equal(census_names(&census, four_name_write), 2535);
    assert_int_equal(census.digest, UINT64_C(0x4ACBE335D44198F8));
    free(census.seen);
}

/*
 * The best four of five cards, derived:
 *  four of a kind   13 * 48
 *  straight flush   11 runs * 4 suits * 48 fifth cards, less 40 five-card runs counted twice
 *  three of a kind  13 * 4 * C(48,2); three ranks leave no room for a run or a flush
 *  flush            four or five of a suit, 4 * (C(13,4) * 39 + C(13,5)) = 116,688, less the straight flushes
 *  straight         89 sets of five ranks hold a run of four (10 runs of five, 11 * 9 - 20 others): 89 * 4^5;
 *                   with a pair in the run 11 * 4 * 6 * 4^3; together 108,032. Of these at least four are of
 *                   a suit in 89 * 4 * (5 * 3 + 1) + 11 * 4 * 12 = 6,224, which are flushes or better.
 *  two pair         C(13,2) * 36 * 44
 *  pair             1,098,240 less 16,896 with a run, less C(13,4) * 4 * 12 = 34,320 with four of a suit,
 *                   plus 528 with both
 *  high card        what remains of C(52,5)
 */
static void every_best_four_of_five_is_counted(void **state)
{
    (void)state;
    struct census census = census_new(), cover_census = census_new();
    struct every_hand hand;
    for (every_hand_first(&hand, 5, DECK_CARDS); hand.more; every_hand_next(&hand)) {
        census_add(&census, plain_best_four(hand.cards, 5));
        census_add(&cover_census, plain_cover_all(hand.cards, 5));
    }
    static const unsigned long wanted[FOUR_CLASS_COUNT] = {1150080, 1047552, 123552, 101808,
                                                           114616,  58656,   2072,   624};
    for (unsigned i = 0; i < FOUR_CLASS_COUNT; i++)
        assert_int_equal(census.classes[i], wanted[i]);
    assert_int_equal(census.digest, UINT64_C(0x17C543348952A425));

    /* The figures of reading MR8; below them nothing changes. */
    assert_int_equal(cover_census.classes[COVER_CLASS_FOUR_ACES], 48);
    assert_int_equal(cover_census.classes[COVER_CLASS_ROYAL_FLUSH], 192);
    assert_int_equal(cover_census.classes[COVER_CLASS_FOUR_OF_A_KIND], 576);
    assert_int_equal(cover_census.classes[COVER_CLASS_STRAIGHT_FLUSH], 1880);
    for (unsigned i = 0; i <= FOUR_CLASS_THREE_OF_A_KIND; i++)
        assert_int_equal(cover_census.classes[i], wanted[i]);
    assert_int_equal(cover_census.digest, UINT64_C(0xB1F62B4174B57EC1));
    free(census.seen);
    free(cover_census.seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_cards_are_named_with_all_that_decides),
        cmocka_unit_test(the_ace_is_low_only_in_the_lowest_straight),
        cmocka_unit_test(suits_are_equal),
        cmocka_unit_test(best_of_seven_finds_the_hand_among_the_others),
        cmocka_unit_test(four_cards_stand_in_the_order_of_crazy_4_poker),
        cmocka_unit_test(equal_classes_compare_by_group_then_by_the_other_cards),
        cmocka_unit_test(cover_all_puts_a_royal_flush_between_four_aces_and_the_other_fours),
        cmocka_unit_test(every_five_card_hand_is_counted),
        cmocka_unit_test(every_four_card_hand_is_counted),
        cmocka_unit_test(every_best_four_of_five_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
