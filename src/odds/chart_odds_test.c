/*
 * The odds of charts against known numbers, each with its source or its derivation; partitions that must add up; the
 * simulation, which judges dealt hands one by one, against the counts; and what must be refused.
 *
 * With CARDROOM_EXHAUSTIVE set, every board of two pairs of hole cards is judged apart.
 */
#include "odds/chart_odds.h"

#include "cards/baccarat.h"
#include "cards/five.h"
#include "cards/random.h"
#include "rulebook/hand_judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROWS = 16 };

/* A game and rows up to the first NULL. */
struct chart {
    const char *game;
    const char *rows[ROWS];
};

static unsigned compile_rows(const struct chart *chart, struct hand_rule rules[ROWS])
{
    unsigned count = 0;
    for (; count < ROWS && chart->rows[count]; count++) {
        struct fault fault = {0};
        if (hand_rule_compile(text_of(chart->rows[count]), 0, &rules[count], &fault) != STATUS_OK)
            fail_msg("%s: %s", chart->rows[count], fault.words);
    }
    return count;
}

static struct chart_odds counted_with(const struct chart *chart, struct chart_odds_settings settings)
{
    struct hand_rule rules[ROWS];
    unsigned count = compile_rows(chart, rules);
    struct arena arena;
    arena_init(&arena, CHART_ODDS_MEMORY);
    struct chart_odds odds = {0};
    struct fault fault = {0};
    const struct hand_game *game = hand_game_find(text_of(chart->game));
    assert_non_null(game);
    if (chart_odds_count(game, rules, count, &settings, &arena, &odds, &fault) != STATUS_OK)
        fail_msg("%s: %s", chart->game, fault.words);
    arena_release(&arena);
    return odds;
}

static struct chart_odds counted(const struct chart *chart)
{
    return counted_with(chart, (struct chart_odds_settings){0});
}

static void assert_paid(const struct chart_odds *odds, unsigned row, uint64_t paid)
{
    assert_int_equal(odds->rows[row].kind, CHART_ODDS_EXACT);
    assert_int_equal((uint64_t)odds->rows[row].paid, paid);
}

static uwide paid_in_all(const struct chart_odds *odds)
{
    uwide sum = 0;
    for (unsigned row = 0; row < odds->row_count; row++) {
        assert_true(odds->rows[row].paid <= odds->rows[row].fits); /* K1 */
        sum += odds->rows[row].paid;
    }
    return sum;
}

static uint64_t choose(unsigned from, unsigned count)
{
    uint64_t ways = 1;
    for (unsigned i = 0; i < count; i++)
        ways = ways * (from - i) / (i + 1);
    return ways;
}

/* ------------------------------------------------------------------------------------------ poker */

#define CLASSES                                                                                              \
    {                                                                                                        \
        "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",                \
            "three of a kind", "two pair", "pair", "no pair"                                                 \
    }
enum { CLASS_COUNT = 10 };

static void every_class_of_five_cards_is_counted(void **state)
{
    (void)state;
    static const uint64_t known[CLASS_COUNT] = {4,     36,    624,    3744,    5108,
                                                10200, 54912, 123552, 1098240, 1302540};
    struct chart_odds odds = counted(&(struct chart){"draw poker", CLASSES});
    for (unsigned i = 0; i < CLASS_COUNT; i++)
        assert_paid(&odds, i, known[i]);
    assert_true(odds.total == 2598960 && paid_in_all(&odds) == odds.total);
}

/* The published counts of the best five of seven; each seven can be parted in 21 ways into two and five, in 35 into
 * three and four. */
static const uint64_t sevens[CLASS_COUNT] = {4324,    37260,   224848,   3473184,  4047644,
                                             6180020, 6461620, 31433400, 58627800, 23294460};

static void every_class_of_seven_cards_is_counted_in_hold_em_and_stud(void **state)
{
    (void)state;
    struct chart_odds holdem = counted(&(struct chart){"hold'em", CLASSES});
    struct chart_odds stud = counted(&(struct chart){"stud", CLASSES});
    for (unsigned i = 0; i < CLASS_COUNT; i++) {
        assert_paid(&holdem, i, 21 * sevens[i]);
        assert_paid(&stud, i, 35 * sevens[i]);
    }
    assert_true(holdem.total == (uwide)1326 * 2118760 && paid_in_all(&holdem) == holdem.total);
    assert_true(stud.total == (uwide)35 * 133784560 && paid_in_all(&stud) == stud.total);
}

/* Published for Omaha: 270,725 hole cards and 1,712,304 boards each. */
static void every_class_of_omaha_is_counted(void **state)
{
    (void)state;
    static const uint64_t known[CLASS_COUNT] = {42807600,     368486160,   2225270496,  29424798576,
                                                31216782384,  52289648688, 40712657408, 170775844104,
                                                122655542152, 13851662832};
    struct chart_odds odds = counted(&(struct chart){"omaha", CLASSES});
    for (unsigned i = 0; i < CLASS_COUNT; i++)
        assert_paid(&odds, i, known[i]);
    assert_true(odds.total == (uwide)270725 * 1712304 && paid_in_all(&odds) == odds.total);
}

/* Of one suit, hole cards `two` and cards `others` of the board: the best straight flush with both hole cards. */
static uint16_t best_suited(unsigned two, unsigned others)
{
    uint16_t best = 0;
    for (unsigned some = others; some != 0; some = (some - 1) & others)
        if (__builtin_popcount(some) == 3 && five_flushes[two | some] > best)
            best = five_flushes[two | some];
    return best;
}

/* All hole cards of one suit, with all that the board may have of it; the rest of the board is of the 39 other cards. */
static uint64_t suited_deals(enum five_class wanted)
{
    uint64_t deals = 0;
    for (unsigned two = 0; two < RANK_MASKS; two++)
        for (unsigned others = 0; __builtin_popcount(two) == 2 && others < RANK_MASKS; others++) {
            unsigned count = (unsigned)__builtin_popcount(others);
            if ((two & others) != 0 || count < 3 || count > 5)
                continue;
            struct five_value best = {best_suited(two, others)};
            deals += five_value_class(best) == wanted ? SUIT_COUNT * choose(39, 5 - count) : 0;
        }
    return deals;
}

static void both_hole_cards_must_play(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){
        "hold'em",
        {"royal flush, both hole cards", "straight flush, both hole cards", "four of a kind, pocket pair"}});
    /* Two of the five royal cards in the hole, the others and any two on the board: 4 * C(5,2) * C(47,2). */
    assert_paid(&odds, 0, 40 * choose(47, 2));
    assert_paid(&odds, 0, suited_deals(FIVE_CLASS_ROYAL_FLUSH));
    assert_paid(&odds, 1, suited_deals(FIVE_CLASS_STRAIGHT_FLUSH));
    /* 13 * C(4,2) pairs; the other two of the rank and any three of 48. */
    assert_paid(&odds, 2, 78 * choose(48, 3));

    /* Of stud's three hole cards two are the royal's, and three of the four others; 47 and 46 cards are left. */
    struct chart_odds stud = counted(&(struct chart){"stud", {"royal flush, both hole cards"}});
    assert_paid(&stud, 0, 4 * choose(5, 2) * 47 * 46);
}

static void board_and_flop_are_looked_at_alone(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){
        "uth", {"royal flush on the board", "royal flush, one hole card", "straight flush", "quads"}});
    assert_paid(&odds, 0, 4 * choose(47, 2));
    assert_paid(&odds, 1, 21 * sevens[0] - 4 * choose(47, 2));
    assert_paid(&odds, 2, 21 * sevens[1]);
    assert_paid(&odds, 3, 21 * sevens[2]);

    /* Five cards, ten ways to part them. */
    struct chart_odds flop = counted(&(struct chart){
        "uth", {"royal flush on the flop", "straight flush on the flop", "quads on the flop"}});
    assert_paid(&flop, 0, 4 * 10);
    assert_paid(&flop, 1, 36 * 10);
    assert_paid(&flop, 2, 624 * 10);

    /* C(4,3) flops; the fourth with one of 48 others, or two of these. */
    struct chart_odds sevens_on_flop = counted(&(struct chart){
        "hold'em", {"three 7s on the flop alone, one 7 in the hole", "three 7s on the flop alone"}});
    assert_paid(&sevens_on_flop, 0, 4 * 48);
    assert_paid(&sevens_on_flop, 1, 4 * choose(48, 2));
    assert_true(sevens_on_flop.total == (uwide)1326 * choose(50, 3));
}

static void hole_cards_alone_are_counted_with_and_without_suits(void **state)
{
    (void)state;
    struct chart_odds odds =
        counted(&(struct chart){"hold'em", {"pocket aces", "A-K suited in the hole", "A-K in the hole"}});
    assert_paid(&odds, 0, 6);
    assert_paid(&odds, 1, 4);
    assert_paid(&odds, 2, 12);
    assert_true(odds.total == 1326);
}

static void three_and_four_cards_are_counted(void **state)
{
    (void)state;
    static const uint64_t known[] = {48, 52, 720, 1096, 3744, 16440};
    struct chart_odds three = counted(&(struct chart){
        "three card poker", {"straight flush", "three of a kind", "straight", "flush", "pair", "no pair"}});
    for (unsigned i = 0; i < 6; i++)
        assert_paid(&three, i, known[i]);
    /* The six-card straight flush: nine of them a suit, 20 ways to part the cards. */
    struct chart_odds six = counted(&(struct chart){"three card poker", {"six-card straight flush"}});
    assert_paid(&six, 0, 4 * 9 * 20);
    /* Five cards and three of them looked at together: 102,000 straights of five, of which some are paid first. */
    struct chart_odds both =
        counted(&(struct chart){"three card poker", {"five-card straight", "straight or better"}});
    assert_paid(&both, 0, 10200 * 10);
    assert_int_equal((uint64_t)both.rows[1].fits, (48 + 52 + 720) * choose(49, 2));
    /* Reading MR8 of massachusetts/crazy-4-poker#241. */
    struct chart_odds four = counted(&(struct chart){
        "crazy 4", {"four aces", "four of a kind", "royal flush", "straight flush", "three of a kind"}});
    static const uint64_t cover_all[] = {48, 576, 192, 1880, 58656};
    for (unsigned i = 0; i < 5; i++)
        assert_paid(&four, i, cover_all[i]);
}

/* Published: see joker_test.c. Five aces: the joker, four aces and two of 48. */
static void every_class_of_pai_gow_poker_is_counted(void **state)
{
    (void)state;
    static const uint64_t known[] = {1128,     26132,    184644 + 188,      307472,
                                     4188528,  6172088,  11034204 + 201824, 7672500 - 201824,
                                     35553816, 64221960, 24780420};
    struct chart_odds odds =
        counted(&(struct chart){"pai gow poker",
                                {"five aces", "royal flush", "straight flush", "four of a kind", "full house",
                                 "flush", "straight", "three of a kind", "two pair", "pair", "no pair"}});
    for (unsigned i = 0; i < 11; i++)
        assert_paid(&odds, i, known[i]);
    assert_true(odds.total == 154143080 && paid_in_all(&odds) == odds.total);
}

static void rare_hands_of_seven_cards_are_counted(void **state)
{
    (void)state;
    struct chart_odds odds =
        counted(&(struct chart){"pai gow poker",
                                {"seven picture cards", "natural seven-card flush", "natural four aces",
                                 "six face cards with a joker", "five of a kind, kings"}});
    assert_paid(&odds, 0, choose(12, 7));
    assert_paid(&odds, 1, 4 * choose(13, 7));
    assert_paid(&odds, 2, choose(49, 3)); /* the joker may be among the three */
    assert_paid(&odds, 3, choose(12, 6));
    assert_paid(&odds, 4, 0);
    assert_true(chart_odds_never(&odds, 4)); /* hawaiian-gardens/fortune-pai-gow-poker-progressive R5 */
    struct chart_odds wild = counted(&(struct chart){"joker's wild", {"five of a kind"}});
    assert_paid(&wild, 0, 13 * choose(48, 2));
    /* 4^5 hands of ranks, less those of one suit; lowball deals five cards. */
    struct chart_odds low = counted(&(struct chart){"lowball", {"A-2-3-4-5 unsuited", "A-2-3-4-5"}});
    assert_paid(&low, 0, 1024 - 4);
    assert_paid(&low, 1, 4);
}

/* ------------------------------------------------------------------------------------------ shoes */

static void assert_near(double got, double wanted, double tolerance)
{
    if (fabs(got - wanted) > tolerance)
        fail_msg("%.9f, not %.9f", got, wanted);
}

/* Published for eight decks: 2.2534%, 3.4543% and 9.5156% of the rounds. */
static void baccarat_is_counted_for_eight_decks(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){"baccarat", {"Dragon 7", "Panda 8", "tie"}});
    assert_near(fraction_double(chart_odds_frequency(&odds, 0)), 0.022534, 5e-7);
    assert_near(fraction_double(chart_odds_frequency(&odds, 1)), 0.034543, 5e-7);
    assert_near(fraction_double(chart_odds_frequency(&odds, 2)), 0.095156, 5e-7);
    assert_paid(&odds, 2, 475627426473216); /* published with its total */
    assert_true(odds.total == 4998398275503360);
    assert_int_equal(odds.unit, CHART_ODDS_PER_ROUND);
}

/*
 * Six of a kind needs a pair on each line on which both draw and go on drawing: of aces, 2s, 5s, 6s, 7s, and the four
 * ranks that count nothing. Of one suit 8 * 7 * 6 * 5 * 4 * 3 orders of cards each, of one rank 32 * 31 * ... * 27.
 */
static void six_of_a_kind_is_counted_with_its_suits(void **state)
{
    (void)state;
    struct chart_odds odds = counted(
        &(struct chart){"baccarat", {"six of a kind suited", "six of a kind", "6 face cards of one colour"}});
    assert_paid(&odds, 0, 9 * 4 * 20160);
    assert_paid(&odds, 1, 9 * UINT64_C(652458240) - 9 * 4 * 20160);
    /* Faces count nothing, so all six are drawn: 48 * ... * 43 of each colour; six kings of one suit are paid above. */
    assert_int_equal((uint64_t)odds.rows[2].fits, 2 * UINT64_C(8835488640));
}

static void the_lines_of_baccarat_part_all_rounds(void **state)
{
    (void)state;
    struct chart_odds odds =
        counted(&(struct chart){"baccarat",
                                {"suited tie, four cards", "suited tie", "tie", "four of a kind of one suit",
                                 "four cards of one suit", "double Fortune 7, exact match", "four cards",
                                 "five cards", "six cards"}});
    assert_true(paid_in_all(&odds) == odds.total);
}

/* Equal ranks: 31 of 415; equal cards: 7 of 415. */
static void war_is_counted_for_eight_decks(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){"casino war", {"suited war", "war"}});
    struct fraction suited = chart_odds_frequency(&odds, 0), war = chart_odds_frequency(&odds, 1);
    assert_true(suited.numerator == 7 && suited.denominator == 415);
    assert_true(war.numerator == 24 && war.denominator == 415);
    struct chart_odds twice =
        counted_with(&(struct chart){"casino war", {"double war"}}, (struct chart_odds_settings){.decks = 1});
    /* One deck: 3/51, then a pair of the same rank, 2 * 1, or of another, 48 * 3, of 50 * 49. */
    assert_true(fraction_double(chart_odds_frequency(&twice, 0)) == 3.0 / 51 * (146.0 / 2450));
}

static void two_cards_of_blackjack_are_counted_by_decks(void **state)
{
    (void)state;
    for (unsigned decks = 1; decks <= 8; decks++) {
        struct chart_odds odds = counted_with(
            &(struct chart){"blackjack", {"suited aces", "suited natural", "royal match", "natural"}},
            (struct chart_odds_settings){.decks = decks});
        /* Deals are ordered: twice the pairs. */
        assert_paid(&odds, 0, UINT64_C(2) * 4 * choose(decks, 2));
        assert_paid(&odds, 1, UINT64_C(2) * 4 * 4 * decks * decks);
        assert_paid(&odds, 2, UINT64_C(2) * 4 * decks * decks);
        assert_paid(&odds, 3, UINT64_C(2) * 4 * 12 * decks * decks);
        assert_true(odds.total == (uwide)52 * decks * (52 * decks - 1));
    }
}

/* bay101/blazing-7s#19 with eight decks of 54: 432 cards, 32 sevens. */
static void sevens_of_three_cards_are_counted(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){
        "no bust blackjack",
        {"three 7s of spades in the first two cards and up card",
         "first two cards and up card three 7s of one suit",
         "first two cards and up card three 7s same colour", "first two cards and up card three 7s",
         "first two cards suited 7s", "first two cards 7s", "one 7 in the first two cards"}});
    assert_paid(&odds, 0, 8 * 7 * 6);
    assert_paid(&odds, 1, 3 * 8 * 7 * 6);
    assert_paid(&odds, 2, 2 * 16 * 15 * 14 - 4 * 8 * 7 * 6);
    assert_paid(&odds, 3, 32 * 31 * 30 - 2 * 16 * 15 * 14);
    assert_paid(&odds, 4, 4 * 8 * 7 * 400);
    assert_paid(&odds, 5, (32 * 31 - 4 * 8 * 7) * 400);
    assert_paid(&odds, 6, UINT64_C(2) * 32 * 400 * 430);
    assert_true(odds.total == (uwide)432 * 431 * 430);
}

/* Drawn to 17: three 7s come whatever the order; 2-3-4-5-6 unless the first four total 17 or more. */
static void hands_that_are_drawn_to_are_counted(void **state)
{
    (void)state;
    struct chart_odds odds = counted(
        &(struct chart){"blackjack", {"7-7-7 of one suit", "7-7-7", "2-to-6 straight", "21 with two cards"}});
    assert_near(fraction_double(chart_odds_frequency(&odds, 0)), 4 * 8 * 7 * 6 / (416.0 * 415 * 414), 1e-16);
    assert_near(fraction_double(chart_odds_frequency(&odds, 1)),
                (32 * 31 * 30 - 4 * 8 * 7 * 6) / (416.0 * 415 * 414), 1e-16);
    /* The last card is at least a 4: three of five places, 3 * 4! of the 5! orders. */
    assert_near(fraction_double(chart_odds_frequency(&odds, 2)),
                72 * pow(32, 5) / (416.0 * 415 * 414 * 413 * 412), 1e-12);
    assert_near(fraction_double(chart_odds_frequency(&odds, 3)), 2 * 32 * 128 / (416.0 * 415), 1e-14);
}

/* Pan 9 deals from 36 cards a deck: 288. */
static void pan_9_is_counted(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){"pan 9",
                                                     {"three 3s of one suit", "three 3s of one colour",
                                                      "2-3-4 of one suit", "first three cards total nine"}});
    const uwide fourth = 285; /* deals are of four cards, drawn or not */
    assert_true(odds.rows[0].paid == 4 * 8 * 7 * 6 * fourth);
    assert_true(odds.rows[1].paid == (2 * 16 * 15 * 14 - 4 * 8 * 7 * 6) * fourth);
    assert_true(odds.rows[2].paid == 6 * 4 * 8 * 8 * 8 * fourth);
    assert_true(odds.total == (uwide)288 * 287 * 286 * 285);
    struct chart_odds banker = counted(&(struct chart){"pan 9", {"banker's first three cards total nine"}});
    assert_true(banker.rows[0].fits == odds.rows[3].fits);
}

/* Pokara takes three cards of eight decks. */
static void several_decks_of_three_cards_are_counted(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){
        "pokara", {"royal flush", "three aces of hearts", "three of a kind of one suit", "three of a kind"}});
    assert_paid(&odds, 0, 4 * 8 * 8 * 8);
    assert_paid(&odds, 1, choose(8, 3));
    assert_paid(&odds, 2, 51 * choose(8, 3));
    assert_paid(&odds, 3, 13 * choose(32, 3) - 52 * choose(8, 3));
    assert_true(odds.total == choose(416, 3));
}

/* ------------------------------------------------------------------------------------------ tiles, thirteen cards */

/* Two of sixteen pairs; of the pairs beside gee joon there are fifteen. */
static void tiles_are_counted(void **state)
{
    (void)state;
    struct chart_odds odds =
        counted(&(struct chart){"tiles", {"pair in front, gee joon in back", "pair-pair"}});
    assert_paid(&odds, 0, 15);
    assert_paid(&odds, 1, choose(16, 2) - 15);
    assert_true(odds.total == 35960);
}

static void thirteen_cards_are_counted(void **state)
{
    (void)state;
    struct chart_odds odds = counted(
        &(struct chart){"13 card", {"dragon", "thirteen cards of one colour", "thirteen cards from 2 to 8"}});
    assert_paid(&odds, 0, UINT64_C(1) << 26);
    /* Dragons of one colour are paid above: 2 * 2^13. Of one colour and from 2 to 8: all but one of 14, twice. */
    assert_paid(&odds, 1, 2 * choose(26, 13) - (2 << 13));
    assert_paid(&odds, 2, choose(28, 13) - 2 * 14);
    assert_true(odds.total == choose(52, 13));
}

/* ------------------------------------------------------------------------------------------ simulation */

/* A row that no one ever fits and that asks for an opponent, so that all rows below it are simulated. */
static struct chart simulated_chart(const struct chart *chart, const char *never)
{
    struct chart simulated = {chart->game, {never}};
    for (unsigned i = 0; i + 1 < ROWS && chart->rows[i]; i++)
        simulated.rows[i + 1] = chart->rows[i];
    return simulated;
}

/* Every dealt hand is judged by the general judge, so this proves the counters against it. */
static void assert_agree(const struct chart *chart, const char *never, uint64_t rounds)
{
    struct chart_odds_settings settings = {.rounds = rounds, .seed = 20261116};
    struct chart simulated = simulated_chart(chart, never);
    struct chart_odds exact = counted_with(chart, settings), sampled = counted_with(&simulated, settings);
    for (unsigned row = 0; row < exact.row_count; row++) {
        assert_int_equal(exact.rows[row].kind, CHART_ODDS_EXACT);
        assert_int_equal(sampled.rows[row + 1].kind, CHART_ODDS_SIMULATED);
        double wanted = fraction_double(chart_odds_frequency(&exact, row));
        double got = fraction_double(chart_odds_frequency(&sampled, row + 1));
        double error =
            fmax(sampled.rows[row + 1].error, sqrt(wanted / (double)rounds / exact.players) + 1e-12);
        if (fabs(got - wanted) > 5 * error)
            fail_msg("%s: %s: %.6g simulated, %.6g counted, %.1f errors", chart->game, chart->rows[row], got,
                     wanted, (got - wanted) / error);
    }
}

static void simulated_hands_agree_with_the_counts(void **state)
{
    (void)state;
    static const struct {
        struct chart chart;
        const char *never;
        unsigned rounds;
    } all[] = {
        {{"hold'em",
          {"full house or better, both hole cards", "full house, aces full or better, one hole card",
           "straight or flush, both hole cards in the best hand", "three of a kind, pocket pair",
           "pocket pair", "two pair or better, any five cards", "not a pair on the board"}},
         "royal flush, beaten by royal flush",
         4000},
        {{"hold'em", {"three of a kind on the flop", "pair on the flop alone", "one ace in the hole"}},
         "royal flush, beaten by royal flush",
         4000},
        {{"omaha",
          {"four of a kind, pocket pair", "flush or better", "straight; pocket aces",
           "straight or better, one hole card"}},
         "royal flush, beaten by royal flush",
         1500},
        {{"pineapple", {"full house or better, both hole cards", "flush, both hole cards in the best hand"}},
         "royal flush, beaten by royal flush",
         3000},
        {{"stud",
          {"straight or better, both hole cards", "two pair, one hole card", "three of a kind, pocket pair"}},
         "royal flush, beaten by royal flush",
         4000},
        {{"razz", {"A-2-3-4-5 unsuited", "8 high or better", "pair of 4s or better"}},
         "A-2-3-4-5, beaten",
         2000},
        {{"pai gow poker",
          {"any pair in front with trips or better behind", "pair of kings or better, no joker"}},
         "five aces, beaten by five aces",
         2000},
        {{"blackjack poker",
          {"21 with five cards", "21 with six or more cards", "three sevens", "natural", "total 20"}},
         "21, natural, beaten by 20",
         20000},
        {{"pan 9",
          {"three cards of one suit", "four jacks, queens or kings", "total nine", "total 6 or lower"}},
         "three 6s, beaten by three 2s",
         20000},
        {{"tiles", {"9 gong or better", "9 points or better in front", "wong or better in back"}},
         "pair-pair, beaten by 9 points in back",
         3000},
    };
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_agree(&all[i].chart, all[i].never, all[i].rounds);
}

enum { BACCARAT_ROUNDS = 100000, SHOE = 52 * BACCARAT_DECKS };

/* One round off the top of eight decks, of which as many cards as are needed are shuffled. */
static void deal_baccarat(struct random *random, struct card shoe[SHOE], struct showing *showing)
{
    for (unsigned i = 0; i < BACCARAT_ROUND_CARDS_MAX; i++) {
        unsigned from = i + random_below(random, SHOE - i);
        struct card drawn = shoe[from];
        shoe[from] = shoe[i];
        shoe[i] = drawn;
    }
    struct baccarat_round round;
    assert_true(baccarat_deal(shoe, BACCARAT_ROUND_CARDS_MAX, &round));
    showing->own.cards = round.player;
    showing->banker.cards = round.banker;
}

/* How many of the rounds fit each row. */
static void judge_baccarat(const struct hand_rule *rules, unsigned count, unsigned fits[ROWS])
{
    struct random_insecure insecure;
    random_insecure_init(&insecure, 16112026);
    struct card shoe[SHOE];
    for (unsigned i = 0; i < SHOE; i++)
        shoe[i] = card_of_number(i % DECK_CARDS);
    struct showing showing;
    showing_init(&showing, hand_game_find(text_of("baccarat")));
    showing.has[SHOWING_CARDS] = showing.has[SHOWING_BANKER] = true;
    for (unsigned i = 0; i < BACCARAT_ROUNDS; i++) {
        deal_baccarat(&insecure.random, shoe, &showing);
        for (unsigned row = 0; row < count; row++) {
            bool holds = false;
            assert_int_equal(hand_rule_holds(&rules[row], &showing, &holds, NULL), STATUS_OK);
            fits[row] += holds;
        }
    }
}

/* The judge must find as many among rounds dealt by chance as are counted. */
static void rounds_of_baccarat_agree_with_the_counts(void **state)
{
    (void)state;
    static const struct chart charts[] = {
        {"baccarat", {"suited tie; four of a kind", "four cards of one suit"}},
        {"baccarat", {"player line total 9 of one colour", "natural 8 suited"}},
        {"baccarat", {"suited pair", "6 face cards of one colour", "A-2-3 of one colour"}},
        {"baccarat", {"three 6s of one colour, beaten by three 3s", "7-7 tie, suited"}},
    };
    for (unsigned i = 0; i < sizeof charts / sizeof charts[0]; i++) {
        struct hand_rule rules[ROWS];
        unsigned fits[ROWS] = {0}, count = compile_rows(&charts[i], rules);
        struct chart_odds odds = counted(&charts[i]);
        judge_baccarat(rules, count, fits);
        for (unsigned row = 0; row < count; row++) {
            assert_int_equal(odds.rows[row].kind, CHART_ODDS_EXACT);
            double wanted = (double)odds.rows[row].fits / (double)odds.total * BACCARAT_ROUNDS;
            if (fabs(fits[row] - wanted) > 5 * sqrt(wanted) + 1)
                fail_msg("%s: %u, not %.1f", charts[i].rows[row], fits[row], wanted);
        }
    }
}

/* Suits, totals and named ranks together have too many likenesses: rows from some place on are simulated. */
static void what_would_take_too_long_is_simulated(void **state)
{
    (void)state;
    static const struct chart chart = {"baccarat",
                                       {"Dragon 7", "natural 9 of one suit", "three cards of hearts",
                                        "3 face cards of one colour",
                                        "total 6 or lower, beaten by 2-3-4 or natural 9 of one suit"}};
    struct chart_odds odds = counted_with(&chart, (struct chart_odds_settings){.rounds = 1000});
    assert_int_equal(odds.rows[0].kind, CHART_ODDS_EXACT);
    assert_int_equal(odds.rows[4].kind, CHART_ODDS_SIMULATED);
    assert_int_equal(odds.rounds, 1000);
}

static void a_simulation_follows_from_its_seed_and_says_its_error(void **state)
{
    (void)state;
    const struct chart chart = {"hold'em", {"royal flush", "pocket aces, beaten", "pair or better"}};
    struct chart_odds_settings settings = {.rounds = 2000, .seed = 7, .players = 6};
    struct chart_odds one = counted_with(&chart, settings), other = counted_with(&chart, settings);
    settings.seed = 8;
    struct chart_odds third = counted_with(&chart, settings);
    assert_int_equal(one.rows[0].kind, CHART_ODDS_EXACT); /* K2 */
    assert_int_equal(one.rows[1].kind, CHART_ODDS_SIMULATED);
    assert_int_equal(one.rows[2].kind, CHART_ODDS_SIMULATED);
    assert_true(one.rows[1].paid == other.rows[1].paid && one.rows[2].paid == other.rows[2].paid); /* K3 */
    assert_true(one.rows[2].paid != third.rows[2].paid);
    assert_int_equal(one.rounds, 2000);
    assert_int_equal(one.players, 6);
    assert_true(one.rows[1].error > 0 && one.rows[1].error < 0.001);
}

/* Two players of hold'em: aces lose about 15 of 100 times, so 6 / 1326 * 0.15. */
static void aces_are_cracked_as_often_as_is_known(void **state)
{
    (void)state;
    struct chart_odds odds = counted_with(&(struct chart){"hold'em", {"pocket aces, beaten"}},
                                          (struct chart_odds_settings){.rounds = 100000, .players = 2});
    double frequency = fraction_double(chart_odds_frequency(&odds, 0));
    assert_near(frequency, 6.0 / 1326 * 0.1474, 5 * odds.rows[0].error);
}

/* ------------------------------------------------------------------------------------------ rows */

static void a_row_is_paid_below_those_it_fits_first(void **state)
{
    (void)state;
    struct chart_odds odds =
        counted(&(struct chart){"draw poker", {"flush or better", "royal flush", "four of a kind"}});
    assert_paid(&odds, 1, 0);
    assert_int_equal((uint64_t)odds.rows[1].fits, 4);
    assert_false(chart_odds_never(&odds, 1));
    assert_int_equal((uint64_t)odds.rows[2].fits, 624);
}

static void a_row_that_the_game_cannot_judge_is_a_fault_and_pays_nobody(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){
        "hold'em", {"royal flush, pair in front", "royal flush of hearts", "royal flush", "21"}});
    assert_int_equal(odds.rows[0].kind, CHART_ODDS_FAULT);
    assert_string_equal(odds.rows[0].fault.words, "texas hold'em has no front and back");
    assert_int_equal(odds.rows[0].fault.position, 14);
    assert_int_equal(odds.rows[1].kind, CHART_ODDS_FAULT);
    assert_paid(&odds, 2, 21 * sevens[0]);
    assert_int_equal(odds.rows[3].kind, CHART_ODDS_FAULT);
    assert_true(chart_odds_frequency(&odds, 3).numerator == 0);
}

static void refuse(const char *game, struct chart_odds_settings settings, const char *words)
{
    struct hand_rule rules[ROWS];
    unsigned count = compile_rows(&(struct chart){game, {"pair"}}, rules);
    struct arena arena;
    arena_init(&arena, CHART_ODDS_MEMORY);
    struct chart_odds odds = {.players = 99};
    struct fault fault = {0};
    assert_int_equal(
        chart_odds_count(hand_game_find(text_of(game)), rules, count, &settings, &arena, &odds, &fault),
        STATUS_RANGE);
    assert_string_equal(fault.words, words);
    assert_int_equal(odds.players, 99);
    arena_release(&arena);
}

static void settings_outside_the_game_are_refused(void **state)
{
    (void)state;
    refuse("hold'em", (struct chart_odds_settings){.decks = 2}, "texas hold'em is dealt from one deck");
    refuse("baccarat", (struct chart_odds_settings){.decks = 9}, "baccarat is dealt from 1 to 8 decks");
    refuse("omaha", (struct chart_odds_settings){.cards = 6}, "omaha deals 4 to 5 cards to a hand");
    refuse("omaha", (struct chart_odds_settings){.cards = 5, .players = 10},
           "omaha has not enough cards for 10 players");
    refuse("pai gow poker", (struct chart_odds_settings){.players = 7},
           "pai gow poker has not enough cards for 7 players");
    refuse("hold'em", (struct chart_odds_settings){.players = 11},
           "at most 10 players and 4294967295 rounds can be simulated");
    refuse("blackjack", (struct chart_odds_settings){.draw_to = 22},
           "a hand is drawn to 12 at least and to 21 at most");
}

static void no_room_is_a_failure_that_changes_nothing(void **state)
{
    (void)state;
    struct hand_rule rules[ROWS];
    unsigned count = compile_rows(&(struct chart){"omaha", {"four of a kind"}}, rules);
    const struct chart_odds_settings settings = {0};
    for (size_t size = 1 << 10; size <= 4 << 20; size *= 4) {
        struct arena arena;
        arena_init(&arena, size);
        struct chart_odds odds = {.players = 99};
        assert_int_equal(
            chart_odds_count(hand_game_find(text_of("omaha")), rules, count, &settings, &arena, &odds, NULL),
            STATUS_NO_SPACE);
        assert_int_equal(odds.players, 99);
        arena_release(&arena);
    }
}

/* ------------------------------------------------------------------------------------------ what follows */

/* Royal flushes of five cards, 1 in 649,740, at a table of six and thirty rounds an hour. */
static void hits_and_hours_follow_from_the_frequency(void **state)
{
    (void)state;
    struct chart_odds odds = counted(&(struct chart){"draw poker", {"royal flush", "five aces"}});
    struct fraction per_thousand = chart_odds_per_thousand_rounds(&odds, 0), hours;
    assert_true(per_thousand.numerator == 100 && per_thousand.denominator == 10829); /* 6000 / 649740 */
    assert_true(chart_odds_hours_between(&odds, 0, 30, &hours));
    assert_true(hours.numerator == 10829 && hours.denominator == 3); /* 649740 / 6 / 30 */
    assert_false(chart_odds_hours_between(&odds, 0, 0, &hours));
    assert_false(chart_odds_hours_between(&odds, 1, 30, &hours));
}

static void count_progress(void *context, double done)
{
    double *last = context;
    assert_true(done >= *last && done <= 1);
    *last = done;
}

static void progress_goes_up_to_one(void **state)
{
    (void)state;
    double last = 0;
    (void)counted_with(&(struct chart){"hold'em", {"flush"}},
                       (struct chart_odds_settings){.progress = count_progress, .context = &last});
    assert_true(last == 1);
}

/* ------------------------------------------------------------------------------------------ every board */

/* Judges all boards of two hole cards; `fits` counts them by row. */
static void judge_boards(const struct hand_rule *rules, unsigned count, struct showing *showing,
                         unsigned from, uint64_t fits[ROWS])
{
    for (unsigned number = from; number < DECK_CARDS; number++) {
        struct card card = card_of_number(number);
        if (hand_has(&showing->own.cards, card))
            continue;
        hand_add(&showing->board, card);
        if (showing->board.count < 5)
            judge_boards(rules, count, showing, number + 1, fits);
        for (unsigned row = 0; showing->board.count == 5 && row < count; row++) {
            bool holds = false;
            assert_int_equal(hand_rule_holds(&rules[row], showing, &holds, NULL), STATUS_OK);
            fits[row] += holds;
        }
        showing->board.count--;
    }
}

static void every_board_of_some_hole_cards_is_as_counted(void **state)
{
    (void)state;
    if (!getenv("CARDROOM_EXHAUSTIVE"))
        return;
    static const struct chart chart = {
        "hold'em",
        {"A-K in the hole, flush or better", "A-K in the hole, straight or better, both hole cards",
         "A-K in the hole, two pair or better, both hole cards in the best hand",
         "A-K in the hole, flush, one hole card", "A-K in the hole, straight flush, not royal flush",
         "A-K in the hole, two pair on the board"}};
    struct hand_rule rules[ROWS];
    unsigned count = compile_rows(&chart, rules);
    struct chart_odds odds = counted(&chart);
    uint64_t fits[2][ROWS] = {{0}};
    for (unsigned suited = 0; suited < 2; suited++) {
        struct showing showing;
        showing_init(&showing, hand_game_find(text_of(chart.game)));
        showing.has[SHOWING_CARDS] = showing.has[SHOWING_BOARD] = true;
        hand_add(&showing.own.cards, card_of(RANK_ACE, SUIT_SPADES));
        hand_add(&showing.own.cards, card_of(RANK_KING, suited ? SUIT_SPADES : SUIT_HEARTS));
        judge_boards(rules, count, &showing, 0, fits[suited]);
    }
    for (unsigned row = 0; row < count; row++)
        assert_int_equal((uint64_t)odds.rows[row].fits, 4 * fits[1][row] + 12 * fits[0][row]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_of_five_cards_is_counted),
        cmocka_unit_test(every_class_of_seven_cards_is_counted_in_hold_em_and_stud),
        cmocka_unit_test(every_class_of_omaha_is_counted),
        cmocka_unit_test(both_hole_cards_must_play),
        cmocka_unit_test(board_and_flop_are_looked_at_alone),
        cmocka_unit_test(hole_cards_alone_are_counted_with_and_without_suits),
        cmocka_unit_test(three_and_four_cards_are_counted),
        cmocka_unit_test(every_class_of_pai_gow_poker_is_counted),
        cmocka_unit_test(rare_hands_of_seven_cards_are_counted),
        cmocka_unit_test(baccarat_is_counted_for_eight_decks),
        cmocka_unit_test(six_of_a_kind_is_counted_with_its_suits),
        cmocka_unit_test(the_lines_of_baccarat_part_all_rounds),
        cmocka_unit_test(war_is_counted_for_eight_decks),
        cmocka_unit_test(two_cards_of_blackjack_are_counted_by_decks),
        cmocka_unit_test(sevens_of_three_cards_are_counted),
        cmocka_unit_test(hands_that_are_drawn_to_are_counted),
        cmocka_unit_test(pan_9_is_counted),
        cmocka_unit_test(several_decks_of_three_cards_are_counted),
        cmocka_unit_test(tiles_are_counted),
        cmocka_unit_test(thirteen_cards_are_counted),
        cmocka_unit_test(simulated_hands_agree_with_the_counts),
        cmocka_unit_test(rounds_of_baccarat_agree_with_the_counts),
        cmocka_unit_test(what_would_take_too_long_is_simulated),
        cmocka_unit_test(a_simulation_follows_from_its_seed_and_says_its_error),
        cmocka_unit_test(aces_are_cracked_as_often_as_is_known),
        cmocka_unit_test(a_row_is_paid_below_those_it_fits_first),
        cmocka_unit_test(a_row_that_the_game_cannot_judge_is_a_fault_and_pays_nobody),
        cmocka_unit_test(settings_outside_the_game_are_refused),
        cmocka_unit_test(no_room_is_a_failure_that_changes_nothing),
        cmocka_unit_test(hits_and_hours_follow_from_the_frequency),
        cmocka_unit_test(progress_goes_up_to_one),
        cmocka_unit_test(every_board_of_some_hole_cards_is_as_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
