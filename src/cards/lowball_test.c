#include "cards/lowball.h"

#include "cards/every_hand_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct ranked_hand ranked(const struct ranking *ranking, const char *text)
{
    struct ranked_hand hand;
    struct fault fault = {0};
    if (ranking->rank(text_of(text), 0, CARD_STYLE_LETTERS, &hand, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return hand;
}

/* Each hand is better than the one before. */
static void assert_ladder(const struct ranking *ranking, const char *const (*ladder)[2], size_t count)
{
    int64_t below = -1;
    for (size_t i = 0; i < count; i++) {
        struct ranked_hand hand = ranked(ranking, ladder[i][0]);
        assert_string_equal(hand.name, ladder[i][1]);
        assert_true(hand.value > below);
        below = hand.value;
    }
}

static void ace_to_five_ignores_straights_and_flushes(void **state)
{
    (void)state;
    static const char *const ladder[][2] = {
        {"Kc Kd Kh Ks Qc", "four of a kind, kings, queen kicker"},
        {"Ac Ad Ah As Kc", "four of a kind, aces, king kicker"},
        {"Kc Kd Kh Qs Qc", "full house, kings over queens"},
        {"Kc Kd Kh As 2c", "three of a kind, kings, 2-A kickers"},
        {"Kc Kd 2h 2s Ac", "two pair, kings and deuces, ace kicker"},
        {"Kc Kd 3h 2s Ac", "pair of kings, 3-2-A kickers"},
        {"4c 4d 8h 3s 2c", "pair of fours, 8-3-2 kickers"},
        {"Ac Ad 4h 3s 2c", "pair of aces, 4-3-2 kickers"},
        {"Kc Qc Jc Tc 9c", "K-Q-J-T-9"},
        {"8c 6d 4h 3s Ac", "8-6-4-3-A"},
        {"7c 5d 4h 3s 2c", "7-5-4-3-2"},
        {"6c 5d 4h 3s 2c", "6-5-4-3-2"},
        {"6c 4d 3h 2s Ac", "6-4-3-2-A"},
        {"5c 4c 3c 2c Ac", "wheel, 5-4-3-2-A"},
    };
    assert_ladder(&ranking_ace_to_five, ladder, sizeof ladder / sizeof ladder[0]);
}

static void deuce_to_seven_counts_straights_and_flushes_against_the_hand(void **state)
{
    (void)state;
    static const char *const ladder[][2] = {
        {"Ac Kc Qc Jc Tc", "straight flush, ace high"},
        {"6c 5c 4c 3c 2c", "straight flush, six high"},
        {"2c 2d 2h 2s 3c", "four of a kind, deuces, three kicker"},
        {"2c 2d 2h 3s 3c", "full house, deuces over threes"},
        {"Ac 5c 4c 3c 2c", "flush, A-5-4-3-2"},
        {"7c 5c 4c 3c 2c", "flush, 7-5-4-3-2"},
        {"6c 5d 4c 3c 2c", "straight, six high"},
        {"2c 2d 2h 4s 3c", "three of a kind, deuces, 4-3 kickers"},
        {"3c 3d 2h 2s 4c", "two pair, threes and deuces, four kicker"},
        {"2c 2d 5h 4s 3c", "pair of deuces, 5-4-3 kickers"},
        {"Ac 6d 4h 3s 2c", "A-6-4-3-2"},
        {"Ac 5d 4h 3s 2c", "A-5-4-3-2"},
        {"8c 5d 4h 3s 2c", "8-5-4-3-2"},
        {"7c 6d 4h 3s 2c", "7-6-4-3-2"},
        {"7c 5d 4h 3s 2c", "7-5-4-3-2"},
    };
    assert_ladder(&ranking_deuce_to_seven, ladder, sizeof ladder / sizeof ladder[0]);
}

static void the_best_low_is_found_among_seven_cards(void **state)
{
    (void)state;
    assert_string_equal(ranked(&ranking_ace_to_five, "Kc Kd 5c 4c 3c 2c Ac").name, "wheel, 5-4-3-2-A");
    assert_string_equal(ranked(&ranking_ace_to_five, "Ac Ad 2c 2d 3c 3d 9h").name,
                        "pair of aces, 9-3-2 kickers");
    assert_string_equal(ranked(&ranking_deuce_to_seven, "2c 3d 4h 5s 6c 7c").name, "7-5-4-3-2");
    assert_string_equal(ranked(&ranking_deuce_to_seven, "Ac 2c 3c 4c 5c 7c 9d").name, "9-5-4-3-2");
}

/* The nine straights of deuce to seven run from 6-5-4-3-2 to A-K-Q-J-T. */
static const unsigned long counts[2][LOW_CLASS_COUNT] = {
    {
        0,                        /* straight flush */
        13 * 48,                  /* four of a kind */
        13 * 4 * 12 * 6,          /* full house */
        0,                        /* flush */
        0,                        /* straight */
        13 * 4 * 66 * 4 * 4,      /* three of a kind */
        78 * 6 * 6 * 44,          /* two pair */
        13 * 6 * 220 * 4 * 4 * 4, /* pair */
        1287 * 4 * 4 * 4 * 4 * 4, /* no pair: C(13,5) * 4^5 = 1,317,888 */
    },
    {
        9 * 4,                    /* straight flush */
        13 * 48,                  /* four of a kind */
        13 * 4 * 12 * 6,          /* full house */
        4 * 1287 - 36,            /* flush */
        9 * 1024 - 36,            /* straight */
        13 * 4 * 66 * 4 * 4,      /* three of a kind */
        78 * 6 * 6 * 44,          /* two pair */
        13 * 6 * 220 * 4 * 4 * 4, /* pair */
        (1287 - 9) * (1024 - 4),  /* no pair: 1,303,560 */
    },
};

static void every_five_card_low_is_counted(void **state)
{
    (void)state;
    enum { SCORES = 1 << 24 };
    static const uint64_t digests[2] = {UINT64_C(0xE4FD406458C493E9), UINT64_C(0x2183F504FFF787AD)};
    /* 1287 + 2860 + 2 * 858 + 2 * 156; deuce to seven adds 1287 flushes and straight flushes. */
    static const unsigned different[2] = {6175, 7462};
    for (unsigned order = 0; order < 2; order++) {
        uint8_t *seen = calloc(SCORES, 1);
        assert_non_null(seen);
        unsigned long classes[LOW_CLASS_COUNT] = {0};
        unsigned scores = 0;
        uint64_t digest = DIGEST_START;
        struct every_hand hand;
        for (every_hand_first(&hand, 5, DECK_CARDS); hand.more; every_hand_next(&hand)) {
            struct score score = low_five(hand.cards, (enum low_order)order);
            classes[score_class(score)]++;
            digest = digest_add(digest, score.bits);
            scores += !seen[score.bits];
            seen[score.bits] = 1;
        }
        free(seen);
        for (unsigned i = 0; i < LOW_CLASS_COUNT; i++)
            assert_int_equal(classes[i], counts[order][i]);
        assert_int_equal(scores, different[order]);
        assert_int_equal(digest, digests[order]);
    }
}

static void deuce_to_seven_is_poker_upside_down_but_for_the_wheel(void **state)
{
    (void)state;
    uint64_t seed = 27;
    for (unsigned i = 0; i < 50000; i++) {
        struct card left[5], right[5];
        sample_cards(&seed, 5, DECK_CARDS, left);
        sample_cards(&seed, 5, DECK_CARDS, right);
        struct score high_left = plain_five(left), high_right = plain_five(right);
        bool wheel = false;
        for (unsigned k = 0; k < 2; k++) {
            struct score high = k == 0 ? high_left : high_right;
            wheel |= (score_class(high) == FIVE_CLASS_STRAIGHT ||
                      score_class(high) == FIVE_CLASS_STRAIGHT_FLUSH) &&
                     score_rank(high, 0) == RANK_FIVE;
        }
        if (wheel)
            continue;
        uint32_t low_left = low_five(left, LOW_ORDER_DEUCE_TO_SEVEN).bits;
        uint32_t low_right = low_five(right, LOW_ORDER_DEUCE_TO_SEVEN).bits;
        assert_int_equal(high_left.bits > high_right.bits, low_left < low_right);
        assert_int_equal(high_left.bits == high_right.bits, low_left == low_right);
    }
}

static void the_text_door_says_what_is_wrong_and_where(void **state)
{
    (void)state;
    struct ranked_hand hand;
    struct fault fault;
    assert_int_equal(ranking_ace_to_five.rank(text_of("As 2s 3s 4s"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 12);
    assert_string_equal(fault.words, "too few cards: 5 to 7 cards expected, 4 given");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ace_to_five_ignores_straights_and_flushes),
        cmocka_unit_test(deuce_to_seven_counts_straights_and_flushes_against_the_hand),
        cmocka_unit_test(the_best_low_is_found_among_seven_cards),
        cmocka_unit_test(every_five_card_low_is_counted),
        cmocka_unit_test(deuce_to_seven_is_poker_upside_down_but_for_the_wheel),
        cmocka_unit_test(the_text_door_says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
