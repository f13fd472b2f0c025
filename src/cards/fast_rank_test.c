/*
 * The fast evaluators against the plain ones, hand by hand, and every order's counts against the numbers that
 * combinatorics gives.
 *
 * The normal run looks at every hand of five cards and at samples of six and seven; with CARDROOM_EXHAUSTIVE set
 * it looks at every hand.
 */
#include "base/check.h"
#include "cards/batch.h"
#include "cards/every_hand_test.h"
#include "cards/five.h"
#include "cards/four.h"
#include "cards/suit_classes.h"
#include "cards/vector.h"
#include "cards/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Over the values of all hands in the order of the walk; a change of any answer shows here. */
#define DIGEST_FIVE_OF_5 UINT64_C(0xa9fd6f2cdbab515b)
#define DIGEST_FIVE_OF_6 UINT64_C(0xf580b2aa77ed8a93)
#define DIGEST_FIVE_OF_7 UINT64_C(0x325eb6017a4e723b)
#define DIGEST_FOUR_OF_5 UINT64_C(0x31ec16c3baeaf599)
#define DIGEST_FOUR_OF_6 UINT64_C(0x1f18530e5af002ef)

static bool exhaustive(void)
{
    const char *wanted = getenv("CARDROOM_EXHAUSTIVE");
    return wanted && wanted[0] != '\0' && strcmp(wanted, "0") != 0;
}

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* ------------------------------------------------------------------------------------------ counts */

/*
 * Five cards. Straights start at ten ranks (ace to ten); 4^5 suits less 4 of one suit.
 *   royal flush 4; straight flush 4 x 9; four of a kind 13 x 48; full house 13 C(4,3) x 12 C(4,2);
 *   flush 4 C(13,5) - 40; straight 10 x 4^5 - 40; three of a kind 13 C(4,3) C(12,2) 4^2;
 *   two pair C(13,2) C(4,2)^2 x 44; pair 13 C(4,2) C(12,3) 4^3; high card (C(13,5) - 10)(4^5 - 4).
 */
static const uint64_t five_of_5_counts[FIVE_CLASS_COUNT] = {
    [FIVE_CLASS_HIGH_CARD] = 1302540,     [FIVE_CLASS_PAIR] = 1098240,       [FIVE_CLASS_TWO_PAIR] = 123552,
    [FIVE_CLASS_THREE_OF_A_KIND] = 54912, [FIVE_CLASS_STRAIGHT] = 10200,     [FIVE_CLASS_FLUSH] = 5108,
    [FIVE_CLASS_FULL_HOUSE] = 3744,       [FIVE_CLASS_FOUR_OF_A_KIND] = 624, [FIVE_CLASS_STRAIGHT_FLUSH] = 36,
    [FIVE_CLASS_ROYAL_FLUSH] = 4,
};

/*
 * Six cards, best five. Some derivations: royal flush 4 x 47; straight flush 4 (9 x 46 + ...): each of the nine
 * lower straight flushes with any card but the next higher of its suit, 36 x 46; four of a kind 13 C(48,2); full
 * house 13 x 4 x 12 x 6 x 44 + C(13,2) 4^2 (two threes): 164,736 + 1,248. The others are the published numbers.
 */
static const uint64_t five_of_6_counts[FIVE_CLASS_COUNT] = {
    [FIVE_CLASS_HIGH_CARD] = 6612900,   [FIVE_CLASS_PAIR] = 9730740,
    [FIVE_CLASS_TWO_PAIR] = 2532816,    [FIVE_CLASS_THREE_OF_A_KIND] = 732160,
    [FIVE_CLASS_STRAIGHT] = 361620,     [FIVE_CLASS_FLUSH] = 205792,
    [FIVE_CLASS_FULL_HOUSE] = 165984,   [FIVE_CLASS_FOUR_OF_A_KIND] = 14664,
    [FIVE_CLASS_STRAIGHT_FLUSH] = 1656, [FIVE_CLASS_ROYAL_FLUSH] = 188,
};

/* Seven cards, best five: royal flush 4 C(47,2); straight flush 36 C(46,2); four of a kind 13 C(48,3); the others
 * are the published numbers. */
static const uint64_t five_of_7_counts[FIVE_CLASS_COUNT] = {
    [FIVE_CLASS_HIGH_CARD] = 23294460,   [FIVE_CLASS_PAIR] = 58627800,
    [FIVE_CLASS_TWO_PAIR] = 31433400,    [FIVE_CLASS_THREE_OF_A_KIND] = 6461620,
    [FIVE_CLASS_STRAIGHT] = 6180020,     [FIVE_CLASS_FLUSH] = 4047644,
    [FIVE_CLASS_FULL_HOUSE] = 3473184,   [FIVE_CLASS_FOUR_OF_A_KIND] = 224848,
    [FIVE_CLASS_STRAIGHT_FLUSH] = 37260, [FIVE_CLASS_ROYAL_FLUSH] = 4324,
};

/*
 * Four cards: four of a kind 13; straight flush 11 x 4; three of a kind 13 x 4 x 48; flush 4 C(13,4) - 44;
 * straight 11 x 4^4 - 44; two pair C(13,2) 6^2; pair 13 x 6 x C(12,2) x 4^2; high card (C(13,4) - 11)(4^4 - 4).
 */
static const uint64_t four_of_4_counts[FOUR_CLASS_COUNT] = {
    [FOUR_CLASS_HIGH_CARD] = 177408,  [FOUR_CLASS_PAIR] = 82368,        [FOUR_CLASS_TWO_PAIR] = 2808,
    [FOUR_CLASS_STRAIGHT] = 2772,     [FOUR_CLASS_FLUSH] = 2816,        [FOUR_CLASS_THREE_OF_A_KIND] = 2496,
    [FOUR_CLASS_STRAIGHT_FLUSH] = 44, [FOUR_CLASS_FOUR_OF_A_KIND] = 13,
};

/*
 * Best four of five. Four of a kind 13 x 48. Straight flush 2,072 = 192 suited A-K-Q-J and 1,880 others (reading
 * MR8). Three of a kind 54,912 and the 3,744 full houses. Flush 4 C(13,4) 39 + 4 C(13,5) less the straight flushes.
 * Five different ranks have 4^5 - 4 x 5 x 3 - 4 = 960 suits without four alike; 11 runs of four with nine fifth
 * ranks, less the 10 runs of five counted twice, make 89 sets of ranks with a straight. A pair and three more have
 * 6 x 4^3 - 4 x 3 = 372 such suits; 11 x 4 of the 13 C(12,3) have a straight. Straight 89 x 960 + 44 x 372, pair
 * (2,860 - 44) x 372, high card (1,287 - 89) x 960, two pair as with five cards.
 */
static const uint64_t four_of_5_counts[FOUR_CLASS_COUNT] = {
    [FOUR_CLASS_HIGH_CARD] = 1150080,   [FOUR_CLASS_PAIR] = 1047552,
    [FOUR_CLASS_TWO_PAIR] = 123552,     [FOUR_CLASS_STRAIGHT] = 101808,
    [FOUR_CLASS_FLUSH] = 114616,        [FOUR_CLASS_THREE_OF_A_KIND] = 58656,
    [FOUR_CLASS_STRAIGHT_FLUSH] = 2072, [FOUR_CLASS_FOUR_OF_A_KIND] = 624,
};

/* Best four of six: four of a kind 13 C(48,2); the others were counted by the plain evaluator on every hand. */
static const uint64_t four_of_6_counts[FOUR_CLASS_COUNT] = {
    [FOUR_CLASS_HIGH_CARD] = 4872000,    [FOUR_CLASS_PAIR] = 8194320,
    [FOUR_CLASS_TWO_PAIR] = 2342736,     [FOUR_CLASS_STRAIGHT] = 1744080,
    [FOUR_CLASS_FLUSH] = 2245352,        [FOUR_CLASS_THREE_OF_A_KIND] = 897616,
    [FOUR_CLASS_STRAIGHT_FLUSH] = 47752, [FOUR_CLASS_FOUR_OF_A_KIND] = 14664,
};

/* ------------------------------------------------------------------------------------------ all in order */

struct census {
    uint64_t counts[FIVE_VALUES + 1];
    uint64_t hands, digest;
};

static void census_run(void *context, const struct walk_run *run)
{
    struct census *census = context;
    census->hands += run->count;
    for (unsigned i = 0; i < run->count; i++) {
        census->counts[run->values[i]]++;
        census->digest = (census->digest ^ run->values[i]) * UINT64_C(0x100000001B3);
    }
}

static void census_take(struct census *census, enum walk_order order)
{
    memset(census, 0, sizeof *census);
    census->digest = DIGEST_START;
    walk_hands(order, 0, DECK_CARDS, census_run, census);
    assert_int_equal(census->counts[0], 0);
}

static void assert_five_classes(const uint64_t *counts, const uint64_t *expected)
{
    uint64_t classes[FIVE_CLASS_COUNT] = {0};
    for (unsigned order = 1; order <= FIVE_VALUES; order++)
        classes[five_value_class((struct five_value){(uint16_t)order})] += counts[order];
    for (unsigned i = 0; i < FIVE_CLASS_COUNT; i++)
        assert_int_equal(classes[i], expected[i]);
}

static void assert_four_classes(const uint64_t *counts, const uint64_t *expected)
{
    uint64_t classes[FOUR_CLASS_COUNT] = {0};
    for (unsigned order = 1; order <= FOUR_VALUES; order++)
        classes[four_value_class((struct four_value){(uint16_t)order})] += counts[order];
    for (unsigned i = 0; i < FOUR_CLASS_COUNT; i++)
        assert_int_equal(classes[i], expected[i]);
}

/* Walks all hands in order: class counts, number of hands, and the digest of the whole order. */
static void every_hand_in_order_is_counted(void **state)
{
    (void)state;
    static const struct {
        enum walk_order order;
        unsigned cards;
        const uint64_t *classes;
        uint64_t digest;
    } rows[] = {
        {WALK_FIVE_OF_5, 5, five_of_5_counts, DIGEST_FIVE_OF_5},
        {WALK_FIVE_OF_6, 6, five_of_6_counts, DIGEST_FIVE_OF_6},
        {WALK_FIVE_OF_7, 7, five_of_7_counts, DIGEST_FIVE_OF_7},
        {WALK_FOUR_OF_5, 5, four_of_5_counts, DIGEST_FOUR_OF_5},
        {WALK_FOUR_OF_6, 6, four_of_6_counts, DIGEST_FOUR_OF_6},
    };
    static struct census census;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        census_take(&census, rows[i].order);
        assert_int_equal(census.hands, choose(DECK_CARDS, rows[i].cards));
        if (rows[i].order <= WALK_FIVE_OF_7)
            assert_five_classes(census.counts, rows[i].classes);
        else
            assert_four_classes(census.counts, rows[i].classes);
        assert_int_equal(census.digest, rows[i].digest);
    }
}

static unsigned number_by_rank(struct card card)
{
    return (unsigned)card_rank(card) * SUIT_COUNT + (unsigned)card_suit(card);
}

static void runs_name_their_cards(void **state)
{
    (void)state;
    unsigned triple = 0;
    for (unsigned first = 0; first < DECK_CARDS; first++)
        for (unsigned second = first + 1; second < DECK_CARDS; second++)
            for (unsigned third = second + 1; third < DECK_CARDS; third++, triple++) {
                struct walk_triple named = walk_triple(triple);
                assert_int_equal(number_by_rank(named.cards[0]), first);
                assert_int_equal(number_by_rank(named.cards[1]), second);
                assert_int_equal(number_by_rank(named.cards[2]), third);
            }
    assert_int_equal(triple, WALK_TRIPLES);
}

/* Hand by hand, through the cards that the run names. */
static void compare_run(void *context, const struct walk_run *run)
{
    (void)context;
    struct card cards[7];
    memcpy(cards, run->prefix, run->prefix_count * sizeof cards[0]);
    for (unsigned i = 0; i < run->count; i++) {
        struct walk_triple triple = walk_triple(run->first_triple + i);
        memcpy(cards + run->prefix_count, triple.cards, sizeof triple.cards);
        CHECK_OP(run->values[i], ==, five_rank(cards, run->prefix_count + 3).order);
    }
}

static void the_walk_ranks_as_one_by_one(void **state)
{
    (void)state;
    walk_hands(WALK_FIVE_OF_7, 30, 31, compare_run, NULL);
    walk_hands(WALK_FIVE_OF_6, 24, 25, compare_run, NULL);
}

/* ------------------------------------------------------------------------------------------ fast against plain */

static void fast_is_plain(const struct card *cards, unsigned count)
{
    if (count >= 5)
        CHECK(five_value_score(five_rank(cards, count)).bits == plain_best_five(cards, count).bits);
    if (count <= 6)
        CHECK(four_value_score(four_rank(cards, count)).bits == plain_best_four(cards, count).bits);
}

static void fast_is_plain_on_every_hand_of(unsigned count)
{
    struct every_hand hand;
    for (every_hand_first(&hand, count, DECK_CARDS); hand.more; every_hand_next(&hand))
        fast_is_plain(hand.cards, count);
}

static void fast_is_plain_on_every_hand_of_four_and_five(void **state)
{
    (void)state;
    fast_is_plain_on_every_hand_of(4);
    fast_is_plain_on_every_hand_of(5);
}

static void fast_is_plain_on_hands_of_six_and_seven(void **state)
{
    (void)state;
    if (exhaustive()) {
        fast_is_plain_on_every_hand_of(6);
        fast_is_plain_on_every_hand_of(7);
        return;
    }
    uint64_t seed = 67;
    struct card cards[7];
    for (unsigned i = 0; i < 200000; i++) {
        sample_cards(&seed, 7, DECK_CARDS, cards);
        fast_is_plain(cards, 6);
        fast_is_plain(cards, 7);
    }
}

/* Long suits are rare at random; these hands have five to seven cards of one suit, or four and a three of a kind. */
static void fast_is_plain_on_hands_with_long_suits(void **state)
{
    (void)state;
    uint64_t seed = 71;
    for (unsigned i = 0; i < 100000; i++) {
        struct card pool[26], cards[7];
        for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
            pool[rank] = card_of((enum rank)rank, SUIT_HEARTS);
            pool[RANK_COUNT + rank] =
                card_of((enum rank)rank, (enum suit)(rank % 2 ? SUIT_CLUBS : SUIT_SPADES));
        }
        for (unsigned k = 0; k < 7; k++) {
            unsigned other = k + (unsigned)(sample_next(&seed) % ((k < 4 ? 13 : 26) - k));
            struct card card = pool[other];
            pool[other] = pool[k];
            pool[k] = cards[k] = card;
        }
        for (unsigned count = 4; count <= 7; count++)
            fast_is_plain(cards, count);
    }
}

/* massachusetts/crazy-4-poker#241 */
static void cover_all_is_plain_on_every_hand_of_five(void **state)
{
    (void)state;
    struct every_hand hand;
    static uint32_t scores[FOUR_VALUES + 1];
    for (every_hand_first(&hand, 5, DECK_CARDS); hand.more; every_hand_next(&hand)) {
        uint16_t order = cover_value_of_four(four_rank5(hand.cards)).order;
        uint32_t score = plain_cover_all(hand.cards, 5).bits;
        CHECK(scores[order] == 0 || scores[order] == score);
        scores[order] = score;
    }
    for (unsigned order = 2; order <= FOUR_VALUES; order++)
        assert_true(scores[order] == 0 || scores[order - 1] < scores[order]);
}

static void scores_and_values_are_two_names_of_one_order(void **state)
{
    (void)state;
    for (unsigned order = 1; order <= FIVE_VALUES; order++)
        assert_int_equal(five_value_of_score(five_value_score((struct five_value){(uint16_t)order})).order,
                         order);
    for (unsigned order = 1; order <= FOUR_VALUES; order++)
        assert_int_equal(four_value_of_score(four_value_score((struct four_value){(uint16_t)order})).order,
                         order);
}

/* ------------------------------------------------------------------------------------------ batches */

enum { BATCH = 1 << 16 };
static struct card columns[7][BATCH];
static const struct card *const column_list[7] = {columns[0], columns[1], columns[2], columns[3],
                                                  columns[4], columns[5], columns[6]};

static void compare_batch(size_t count)
{
    static struct five_value fives[BATCH];
    static struct four_value fours[BATCH];
    struct card cards[7];
#define EACH(batch, values, rank)                                                                            \
    batch(column_list, count, values);                                                                       \
    for (size_t i = 0; i < count; i++) {                                                                     \
        for (unsigned k = 0; k < 7; k++)                                                                     \
            cards[k] = columns[k][i];                                                                        \
        CHECK_OP((values)[i].order, ==, rank(cards).order);                                                  \
    }
    EACH(five_rank5_batch, fives, five_rank5)
    EACH(five_rank6_batch, fives, five_rank6)
    EACH(five_rank7_batch, fives, five_rank7)
    EACH(four_rank5_batch, fours, four_rank5)
    EACH(four_rank6_batch, fours, four_rank6)
#undef EACH
}

static void on_every_path(void (*test)(void))
{
    enum vector_path chosen = vector_path();
    for (enum vector_path path = VECTOR_NONE; path < VECTOR_PATHS; path++)
        if (vector_path_available(path)) {
            vector_path_take(path);
            test();
        }
    vector_path_take(chosen);
}

static void random_batches(void)
{
    uint64_t seed = 73;
    for (unsigned round = 0; round < 8; round++) {
        for (unsigned i = 0; i < BATCH; i++) {
            struct card cards[7];
            /* Half of the hands from half of the deck: more flushes, more of a kind. */
            sample_cards(&seed, 7, i % 2 ? DECK_CARDS : DECK_CARDS / 2, cards);
            for (unsigned k = 0; k < 7; k++)
                columns[k][i] = cards[k];
        }
        compare_batch(BATCH);
    }
}

static void batches_rank_as_one_by_one_on_every_path(void **state)
{
    (void)state;
    on_every_path(random_batches);
}

static void short_batches(void)
{
    for (size_t count = 0; count < 200; count++)
        compare_batch(count);
}

static void a_batch_of_any_length_is_ranked_whole(void **state)
{
    (void)state;
    on_every_path(short_batches);
}

/* All hands of five, cards in scrambled places so that the sorting network has work. */
static void all_hands_of_five(void)
{
    static struct five_value fives[BATCH];
    static struct four_value fours[BATCH];
    struct every_hand hand;
    size_t filled = 0;
    unsigned turn = 0;
    for (every_hand_first(&hand, 5, DECK_CARDS); hand.more;) {
        for (unsigned k = 0; k < 5; k++)
            columns[k][filled] = hand.cards[(k * 3 + turn) % 5];
        turn++;
        filled++;
        every_hand_next(&hand);
        if (filled < BATCH && hand.more)
            continue;
        five_rank5_batch(column_list, filled, fives);
        four_rank5_batch(column_list, filled, fours);
        for (size_t i = 0; i < filled; i++) {
            struct card cards[5] = {columns[0][i], columns[1][i], columns[2][i], columns[3][i],
                                    columns[4][i]};
            CHECK_OP(fives[i].order, ==, five_rank5(cards).order);
            CHECK_OP(fours[i].order, ==, four_rank5(cards).order);
        }
        filled = 0;
    }
}

static void batches_rank_every_hand_of_five_on_every_path(void **state)
{
    (void)state;
    on_every_path(all_hands_of_five);
}

/* ------------------------------------------------------------------------------------------ suit classes */

struct class_census {
    uint64_t classes, hands;
};

static void census_class(void *context, const struct suit_class *suit_class)
{
    struct class_census *census = context;
    census->classes++;
    census->hands += suit_class->hands;
    CHECK(suit_class->ranks[0] >= suit_class->ranks[1] && suit_class->ranks[1] >= suit_class->ranks[2]);
    CHECK(suit_class->ranks[2] >= suit_class->ranks[3]);
}

/* The numbers of classes are the orbits of C(52, n) hands under the 24 renamings of suits (Burnside). */
static void suit_classes_stand_for_every_hand(void **state)
{
    (void)state;
    static const uint64_t classes[] = {0, 13, 169, 1755, 16432, 134459, 962988, 6009159};
    for (unsigned cards = 1; cards <= (exhaustive() ? 7U : 6U); cards++) {
        struct class_census census = {0};
        suit_classes_each(cards, census_class, &census);
        assert_int_equal(census.classes, classes[cards]);
        assert_int_equal(census.hands, choose(DECK_CARDS, cards));
    }
}

static void renaming_suits_keeps_the_class(void **state)
{
    (void)state;
    uint64_t seed = 79;
    for (unsigned i = 0; i < 20000; i++) {
        struct card cards[5], renamed[5];
        sample_cards(&seed, 5, DECK_CARDS, cards);
        unsigned turn = (unsigned)(sample_next(&seed) % 4), swap = (unsigned)(sample_next(&seed) % 2);
        struct hand before = {0}, after = {0};
        for (unsigned k = 0; k < 5; k++) {
            unsigned suit = ((unsigned)card_suit(cards[k]) + turn) % 4;
            if (swap && suit < 2)
                suit = 1 - suit;
            renamed[k] = card_of(card_rank(cards[k]), (enum suit)suit);
            hand_add(&before, cards[k]);
            hand_add(&after, renamed[k]);
        }
        struct suit_class left = suit_class_of(card_set_of_hand(&before));
        struct suit_class right = suit_class_of(card_set_of_hand(&after));
        assert_memory_equal(&left, &right, sizeof left);
        struct suit_class again = suit_class_of(suit_class_set(&left));
        assert_memory_equal(&left, &again, sizeof left);
    }
}

static void counting_by_suit_class_counts_every_hand(void **state)
{
    (void)state;
    static struct census census;
    static uint64_t counts[FIVE_VALUES + 1];
    for (unsigned cards = 5; cards <= 7; cards++) {
        memset(counts, 0, sizeof counts);
        assert_int_equal(suit_classes_count_five(cards, counts), choose(DECK_CARDS, cards));
        census_take(&census, (enum walk_order)(WALK_FIVE_OF_5 + cards - 5));
        assert_memory_equal(counts, census.counts, sizeof counts);
    }
    for (unsigned cards = 4; cards <= 6; cards++) {
        memset(counts, 0, sizeof counts);
        assert_int_equal(suit_classes_count_four(cards, counts), choose(DECK_CARDS, cards));
        if (cards == 4) {
            assert_four_classes(counts, four_of_4_counts);
            continue;
        }
        census_take(&census, (enum walk_order)(WALK_FOUR_OF_5 + cards - 5));
        assert_memory_equal(counts, census.counts, sizeof counts);
    }
    /* Reading MR8: the suited A-K-Q-J of four-card hands stands below the thirteen fours of a kind. */
    assert_int_equal(suit_classes_count_four(5, counts), 2598960);
    assert_int_equal(counts[FOUR_VALUES], 48);
    assert_int_equal(counts[FOUR_VALUES - 13], 192);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hand_in_order_is_counted),
        cmocka_unit_test(runs_name_their_cards),
        cmocka_unit_test(the_walk_ranks_as_one_by_one),
        cmocka_unit_test(fast_is_plain_on_every_hand_of_four_and_five),
        cmocka_unit_test(fast_is_plain_on_hands_of_six_and_seven),
        cmocka_unit_test(fast_is_plain_on_hands_with_long_suits),
        cmocka_unit_test(cover_all_is_plain_on_every_hand_of_five),
        cmocka_unit_test(scores_and_values_are_two_names_of_one_order),
        cmocka_unit_test(batches_rank_as_one_by_one_on_every_path),
        cmocka_unit_test(a_batch_of_any_length_is_ranked_whole),
        cmocka_unit_test(batches_rank_every_hand_of_five_on_every_path),
        cmocka_unit_test(suit_classes_stand_for_every_hand),
        cmocka_unit_test(renaming_suits_keeps_the_class),
        cmocka_unit_test(counting_by_suit_class_counts_every_hand),
    };
    return cmocka_run_group_tests_name("fast ranking", tests, NULL, NULL);
}
