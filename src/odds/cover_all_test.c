#include "cards/random.h"
#include "cards/suit_classes.h"
#include "games/crazy4_tables_test.h"
#include "odds/cover_all.h"
#include "odds/decimal_test.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ARENA_SIZE = 4 << 20 };

static void count_all(struct cover_all_count counts[COVER_ALL_HANDS_MAX])
{
    struct arena arena;
    arena_init(&arena, ARENA_SIZE);
    assert_int_equal(cover_all_count(counts, &arena), STATUS_OK);
    arena_release(&arena);
}

/* ------------------------------------------------------------------------------------------ known counts */

/* Reading MR8 of massachusetts/crazy-4-poker#241 has these counts of one hand. */
static const unsigned one_hand[COVER_ALL_ROWS] = {48, 192, 576, 1880, 58656, 2598960 - 61352};

static void one_hand_is_counted_as_in_the_reading(void **state)
{
    (void)state;
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    assert_true(counts[0].total == 2598960);
    for (unsigned row = 0; row < COVER_ALL_ROWS; row++)
        assert_true(counts[0].rows[row] == one_hand[row]);
}

static void assert_number(uwide number, const char *known)
{
    char text[64];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    uwide_write(&out, number);
    assert_string_equal(text, known);
}

static void all_counts_stay_as_they_are(void **state)
{
    (void)state;
    static const char *const known[COVER_ALL_HANDS_MAX][COVER_ALL_ROWS] = {
        {"48", "192", "576", "1880", "58656", "2537608"},
        {"73629072", "294504936", "883333176", "2881634368", "88760725904", "1900429224264"},
        {"31316947710048", "125258134294176", "375619922332512", "1224734559462272", "37246406378476944",
         "526215375311240368"},
        {"4550321185322264352", "18199180163248223832", "54563877781985575080", "177818792374795350776",
         "5339656051900237281192", "55999496921412912139528"},
        {"229081369753864076537088", "916184211981783303525120", "2746293424565429825549568",
         "8945373824056339237532384", "265252731570835446694099984", "2202632488663401221682881808"},
        {"3698747796045889379767822848", "14792140132284480215616317952", "44330832117337630581446236416",
         "144323357062881412147947450944", "4226257891083354942326124843104",
         "28944713601292209056603892012896"},
        {"16233804076845408487800974479872", "64920200755947768635370531941376",
         "194520541377201767309862618218496", "632958802265638263362882820887560",
         "18305635701952434761718199503343920", "106354205483971166683626421152938696"},
    };
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    for (unsigned hands = 1; hands <= COVER_ALL_HANDS_MAX; hands++) {
        uwide sum = 0;
        for (unsigned row = 0; row < COVER_ALL_ROWS; row++) {
            assert_number(counts[hands - 1].rows[row], known[hands - 1][row]);
            sum += counts[hands - 1].rows[row];
        }
        assert_true(sum == counts[hands - 1].total);
    }
    assert_number(counts[6].total, "125568474534399234653140537601809920");
}

/* ------------------------------------------------------------------------------------------ plain counts */

enum { PAID_HANDS = 61352 };

/* All hands of five that a row pays, row by row, found by ranking every hand. */
struct paid_hands {
    unsigned starts[COVER_ALL_NOTHING + 1];
    uint64_t sets[PAID_HANDS];
};

static unsigned row_of(const struct card cards[5])
{
    const struct paytable *table = &approved_crazy4.cover_all[0];
    const struct pay_row *row = paytable_row(table, paytable_score(table, cards));
    return row ? (unsigned)(row - table->rows) : COVER_ALL_NOTHING;
}

static bool next_hand(unsigned numbers[5])
{
    unsigned i = 0;
    while (i < 4 && numbers[i] + 1 == numbers[i + 1]) {
        numbers[i] = i;
        i++;
    }
    return ++numbers[i] < DECK_CARDS;
}

static struct paid_hands *paid_hands_make(void)
{
    struct paid_hands *paid = calloc(1, sizeof *paid);
    assert_non_null(paid);
    unsigned filled[COVER_ALL_NOTHING];
    for (unsigned row = 0; row < COVER_ALL_NOTHING; row++) {
        filled[row] = paid->starts[row];
        paid->starts[row + 1] = filled[row] + one_hand[row];
    }
    unsigned numbers[5] = {0, 1, 2, 3, 4};
    do {
        struct card cards[5];
        uint64_t set = 0;
        for (unsigned i = 0; i < 5; i++) {
            cards[i] = card_of_number(numbers[i]);
            set |= card_set_of(cards[i]).bits;
        }
        unsigned row = row_of(cards);
        if (row != COVER_ALL_NOTHING) {
            assert_true(filled[row] < paid->starts[row + 1]);
            paid->sets[filled[row]++] = set;
        }
    } while (next_hand(numbers));
    for (unsigned row = 0; row < COVER_ALL_NOTHING; row++)
        assert_int_equal(filled[row], paid->starts[row + 1]);
    return paid;
}

/* One hand of each suit class stands for all: the number of its hands, or 0 for the hands that are stood for. */
static unsigned stands_for(uint64_t set)
{
    struct suit_class suit_class = suit_class_of((struct card_set){set});
    return suit_class_set(&suit_class).bits == set ? suit_class.hands : 0;
}

static unsigned disjoint(const uint64_t *sets, unsigned count, uint64_t set)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += (sets[i] & set) == 0;
    return found;
}

/*
 * Two hands: every paid hand against every paid hand. The highest is in a row if one hand is there and the other lower
 * or in no row at all, or if both are there, which the sum over ordered pairs sees twice.
 */
static void two_hands_agree_with_every_pair_of_hands(void **state)
{
    (void)state;
    enum { HANDS_FROM_47 = 1533939 };
    struct paid_hands *paid = paid_hands_make();
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    for (unsigned row = 0; row < COVER_ALL_NOTHING; row++) {
        uint64_t twice = 0;
        for (unsigned i = paid->starts[row]; i < paid->starts[row + 1]; i++) {
            unsigned hands = stands_for(paid->sets[i]);
            if (hands == 0)
                continue;
            unsigned start = paid->starts[row];
            uint64_t higher = disjoint(paid->sets, start, paid->sets[i]);
            uint64_t equal = disjoint(paid->sets + start, paid->starts[row + 1] - start, paid->sets[i]);
            twice += hands * (2 * (HANDS_FROM_47 - higher) - equal);
        }
        assert_int_equal(twice % 2, 0);
        assert_true(counts[1].rows[row] == twice / 2);
    }
    free(paid);
}

/*
 * Three hands, straight flush and better: deals that have one such hand, less those that have two, and so on, over
 * every pair and every three of the 2,696 hands.
 */
static void three_hands_agree_with_every_three_of_the_best_hands(void **state)
{
    (void)state;
    enum { BEST = 2696, HANDS_FROM_47 = 1533939, HANDS_FROM_42 = 850668 };
    struct paid_hands *paid = paid_hands_make();
    assert_int_equal(paid->starts[COVER_ALL_THREE_OF_A_KIND], BEST);
    uint64_t pairs_twice = 0, threes_thrice = 0;
    for (unsigned i = 0; i < BEST; i++) {
        unsigned hands = stands_for(paid->sets[i]), count = 0;
        uint64_t others[BEST];
        for (unsigned j = 0; hands > 0 && j < BEST; j++)
            if ((paid->sets[i] & paid->sets[j]) == 0)
                others[count++] = paid->sets[j];
        pairs_twice += (uint64_t)hands * count;
        for (unsigned j = 0; j < count; j++)
            threes_thrice += (uint64_t)hands * disjoint(others, j, others[j]);
    }
    uwide known = (uwide)BEST * HANDS_FROM_47 * HANDS_FROM_42 / 2 - (uwide)pairs_twice / 2 * HANDS_FROM_42 +
                  threes_thrice / 3;
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    uwide sum = 0;
    for (unsigned row = 0; row < COVER_ALL_THREE_OF_A_KIND; row++)
        sum += counts[2].rows[row];
    assert_true(sum == known);
    free(paid);
}

/* ------------------------------------------------------------------------------------------ plain layouts */

enum { LAYOUTS_MAX = 256, RUNS_MAX = COVER_ALL_HANDS_MAX };

/* A set of disjoint runs in one suit. */
struct layout {
    unsigned ranks, fours, fives;
};

struct layouts {
    unsigned count;
    struct layout list[LAYOUTS_MAX];
};

/* Lays further runs, none that begins below `from`, where 0 is the ace below the two and 13 the ace above the king. */
static void layouts_add(struct layouts *layouts, struct layout layout, unsigned from)
{
    assert_true(layouts->count < LAYOUTS_MAX);
    layouts->list[layouts->count++] = layout;
    for (unsigned start = from; start <= 10; start++)
        for (unsigned length = 4; length <= 5 && start + length <= 14; length++) {
            unsigned line = ((1U << length) - 1) << start;
            unsigned ranks = line >> 1 | (line & 1) << RANK_ACE;
            if ((ranks & layout.ranks) != 0)
                continue;
            struct layout longer = {layout.ranks | ranks, layout.fours + (length == 4),
                                    layout.fives + (length == 5)};
            layouts_add(layouts, longer, start + length);
        }
}

/* How many ways to lay runs of four and five leave so many ranks whole and so many one card short. */
struct layout_sum {
    uint64_t ways[RUNS_MAX + 1][RUNS_MAX + 1][RANK_COUNT + 1][RANK_COUNT + 1];
};

/* The layouts of some suits, together. */
struct laid {
    unsigned ranks, twice; /* ranks that runs go through, and those with two runs or more */
    unsigned fours, fives;
    unsigned last, run; /* the last layout, and how often it came so far */
    unsigned same;      /* orders of the suits that change nothing */
};

/* Every choice of four layouts, one a suit; those that differ only by the names of the suits at once. */
static void layout_sum_add(struct layout_sum *sum, const struct layouts *layouts, unsigned suits,
                           struct laid laid)
{
    if (laid.fours + laid.fives > RUNS_MAX)
        return;
    if (suits == 0) {
        unsigned whole = RANK_COUNT - (unsigned)__builtin_popcount(laid.ranks);
        unsigned one_short = (unsigned)__builtin_popcount(laid.ranks & ~laid.twice);
        sum->ways[laid.fours][laid.fives][whole][one_short] += 24 / laid.same;
        return;
    }
    for (unsigned i = 0; i <= laid.last; i++) {
        const struct layout *layout = &layouts->list[i];
        struct laid more = laid;
        more.twice |= laid.ranks & layout->ranks;
        more.ranks |= layout->ranks;
        more.fours += layout->fours;
        more.fives += layout->fives;
        more.run = i == laid.last ? laid.run + 1 : 1;
        more.same *= more.run;
        more.last = i;
        layout_sum_add(sum, layouts, suits - 1, more);
    }
}

static uwide choose(unsigned from, unsigned count)
{
    uwide ways = from >= count ? 1 : 0;
    for (unsigned i = 0; i < count && ways > 0; i++)
        ways = ways * (from - i) / (i + 1);
    return ways;
}

/* Deals that give each piece a hand of its own; `left` cards are in no piece. */
static wide deals_with(unsigned threes, unsigned fours, unsigned empty, unsigned left)
{
    uwide ways = 1;
    for (; threes > 0; threes--, left -= 2)
        ways *= choose(left, 2);
    for (; fours > 0; fours--, left--)
        ways *= left;
    for (unsigned hand = 1; hand <= empty; hand++, left -= 5)
        ways = ways * choose(left, 5) / hand;
    return (wide)ways;
}

static wide power(int base, unsigned exponent)
{
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/*
 * The deals without three of a kind (or, for `fours_only`, without four of a kind) where the runs are given: threes of
 * a rank and fours of a rank are chosen among the ranks that are whole, threes also among those one card short.
 */
static wide deals_of_runs(unsigned hands, unsigned fours, unsigned fives, unsigned whole, unsigned one_short,
                          bool fours_only)
{
    unsigned free_hands = hands - fours - fives;
    wide deals = 0;
    for (unsigned q = 0; q <= free_hands; q++)
        for (unsigned t = 0; q + t <= free_hands; t++)
            for (unsigned s = 0; q + t + s <= free_hands; s++) {
                if (fours_only && t + s > 0)
                    continue;
                wide sets =
                    (wide)(choose(whole, q) * choose(whole > q ? whole - q : 0, t) * choose(one_short, s));
                wide sign = power(fours_only ? -1 : 3, q) * power(-4, t) * power(-1, s + fours);
                unsigned left = DECK_CARDS - 4 * (fours + q) - 5 * fives - 3 * (t + s);
                if (sets != 0)
                    deals += sign * sets * deals_with(t + s, fours + q, free_hands - q - t - s, left);
            }
    return deals;
}

static wide deals_of_layouts(const struct layout_sum *sum, unsigned hands, bool fours_only)
{
    wide deals = 0;
    for (unsigned fours = 0; fours <= hands; fours++)
        for (unsigned fives = 0; fours + fives <= hands; fives++)
            for (unsigned whole = 0; whole <= RANK_COUNT; whole++)
                for (unsigned one_short = 0; whole + one_short <= RANK_COUNT; one_short++) {
                    uint64_t ways = sum->ways[fours][fives][whole][one_short];
                    if (ways > 0)
                        deals +=
                            (wide)ways * deals_of_runs(hands, fours, fives, whole, one_short, fours_only);
                }
    return deals;
}

/* A simulation cannot see what four pieces and more contribute; this does, by laying the runs suit by suit. */
static void going_rank_by_rank_agrees_with_every_layout_of_runs(void **state)
{
    (void)state;
    static struct layouts layouts;
    layouts_add(&layouts, (struct layout){0}, 0);
    struct layout_sum *sum = calloc(1, sizeof *sum);
    assert_non_null(sum);
    layout_sum_add(sum, &layouts, SUIT_COUNT, (struct laid){.last = layouts.count - 1, .same = 1});
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    for (unsigned hands = 1; hands <= COVER_ALL_HANDS_MAX; hands++) {
        const uwide *rows = counts[hands - 1].rows;
        assert_true(deals_of_layouts(sum, hands, false) == (wide)rows[COVER_ALL_NOTHING]);
        assert_true(deals_of_layouts(sum, hands, true) ==
                    (wide)(rows[COVER_ALL_NOTHING] + rows[COVER_ALL_THREE_OF_A_KIND]));
    }
    free(sum);
}

/* ------------------------------------------------------------------------------------------ simulation */

/* The row of the highest of the first so many hands, by deals. */
struct sample {
    uint32_t rows[COVER_ALL_HANDS_MAX][COVER_ALL_ROWS];
};

static void sample_deal(struct sample *sample, struct card deck[DECK_CARDS], struct random *random)
{
    unsigned highest = COVER_ALL_NOTHING;
    for (unsigned hand = 0; hand < COVER_ALL_HANDS_MAX; hand++) {
        for (unsigned i = 5 * hand; i < 5 * hand + 5; i++) {
            unsigned other = i + random_below(random, DECK_CARDS - i);
            struct card card = deck[other];
            deck[other] = deck[i];
            deck[i] = card;
        }
        unsigned row = row_of(&deck[(size_t)5 * hand]);
        highest = row < highest ? row : highest;
        sample->rows[hand][highest]++;
    }
}

static void a_simulation_agrees_within_four_standard_errors(void **state)
{
    (void)state;
    enum { DEALS = 400000 };
    struct random_insecure source;
    random_insecure_init(&source, 2357);
    struct card deck[DECK_CARDS];
    for (unsigned i = 0; i < DECK_CARDS; i++)
        deck[i] = card_of_number(i);
    struct sample sample = {{{0}}};
    for (unsigned i = 0; i < DEALS; i++)
        sample_deal(&sample, deck, &source.random);
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    for (unsigned hands = 1; hands <= COVER_ALL_HANDS_MAX; hands++)
        for (unsigned row = 0; row < COVER_ALL_ROWS; row++) {
            double chance = (double)counts[hands - 1].rows[row] / (double)counts[hands - 1].total;
            double error = sqrt(DEALS * chance * (1 - chance));
            assert_true(fabs(sample.rows[hands - 1][row] - DEALS * chance) <= 4 * error);
        }
}

/* ------------------------------------------------------------------------------------------ bets */

/* massachusetts/crazy-4-poker#236, #237, #241 */
static void a_bet_counts_the_dealer_and_pays_by_players(void **state)
{
    (void)state;
    static const char *const names[] = {"cover-all/1", "cover-all/2", "cover-all/3",
                                        "cover-all/4", "cover-all/5", "cover-all/6"};
    static const char *const expected[] = {"-0.086712", "-0.095252", "-0.093229",
                                           "-0.091826", "-0.093657", "-0.085532"};
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    count_all(counts);
    struct arena arena;
    arena_init(&arena, ARENA_SIZE);
    struct bet bets[CRAZY4_COVER_ALL_PLAYERS];
    assert_int_equal(cover_all_bets(&approved_crazy4, bets, &arena), STATUS_OK);
    arena_release(&arena);
    for (unsigned i = 0; i < CRAZY4_COVER_ALL_PLAYERS; i++) {
        assert_string_equal(bets[i].name, names[i]);
        assert_true(bets[i].total == counts[i + 1].total);
        assert_int_equal(bets[i].outcome_count, COVER_ALL_ROWS);
        assert_string_equal(bets[i].outcomes[COVER_ALL_ROYAL_FLUSH].name, "royal flush");
        assert_true(bets[i].outcomes[COVER_ALL_ROYAL_FLUSH].count ==
                    counts[i + 1].rows[COVER_ALL_ROYAL_FLUSH]);
        assert_string_equal(decimal(bet_expected(&bets[i]), 6), expected[i]);
    }
    assert_int_equal(bets[0].outcomes[COVER_ALL_FOUR_ACES].net_halves, 2 * 300);
    assert_int_equal(bets[5].outcomes[COVER_ALL_FOUR_OF_A_KIND].net_halves, 2 * 25);
    assert_int_equal(bets[5].outcomes[COVER_ALL_NOTHING].net_halves, -2);
}

static void too_little_memory_is_said_and_changes_nothing(void **state)
{
    (void)state;
    struct cover_all_count counts[COVER_ALL_HANDS_MAX] = {{.total = 17}};
    struct bet bets[CRAZY4_COVER_ALL_PLAYERS] = {{.total = 19}};
    struct arena arena;
    arena_init(&arena, 1 << 20);
    assert_int_equal(cover_all_count(counts, &arena), STATUS_NO_SPACE);
    assert_int_equal(cover_all_bets(&approved_crazy4, bets, &arena), STATUS_NO_SPACE);
    assert_true(counts[0].total == 17 && bets[0].total == 19);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_hand_is_counted_as_in_the_reading),
        cmocka_unit_test(all_counts_stay_as_they_are),
        cmocka_unit_test(two_hands_agree_with_every_pair_of_hands),
        cmocka_unit_test(three_hands_agree_with_every_three_of_the_best_hands),
        cmocka_unit_test(going_rank_by_rank_agrees_with_every_layout_of_runs),
        cmocka_unit_test(a_simulation_agrees_within_four_standard_errors),
        cmocka_unit_test(a_bet_counts_the_dealer_and_pays_by_players),
        cmocka_unit_test(too_little_memory_is_said_and_changes_nothing),
    };
    return cmocka_run_group_tests_name("Cover All", tests, NULL, NULL);
}
