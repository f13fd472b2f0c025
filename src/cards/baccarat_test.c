#include "cards/baccarat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct hand cards(const char *words)
{
    struct hand hand = {0};
    const struct hand_form form = {.cards_min = 1, .cards_max = 6, .decks = 8};
    assert_int_equal(hand_parse(text_of(words), 0, &form, &hand, NULL), STATUS_OK);
    return hand;
}

static struct baccarat_round round_of(const char *player, const char *banker)
{
    return (struct baccarat_round){cards(player), cards(banker)};
}

/* The outcomes of a round that the third-card rules allow. */
static struct baccarat_outcomes outcomes(const char *player, const char *banker)
{
    struct baccarat_round round = round_of(player, banker);
    char why[96];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    if (!baccarat_is_legal(&round, &out))
        fail_msg("%s / %s: %s", player, banker, why);
    return baccarat_outcomes(&round, &baccarat_settings_usual);
}

#define assert_outcome(player, banker, outcome) assert_true(baccarat_has(outcomes(player, banker), outcome))
#define assert_no_outcome(player, banker, outcome)                                                           \
    assert_false(baccarat_has(outcomes(player, banker), outcome))

/* A card of each value, the king for 0. */
static struct card card_of_value(unsigned value)
{
    if (value == 0)
        return card_of(RANK_KING, SUIT_SPADES);
    return value == 1 ? card_of(RANK_ACE, SUIT_SPADES) : card_of((enum rank)(value - 2), SUIT_SPADES);
}

/* --------------------------------------------------------------------------------------- totals and draws */

/* bay101/baccarat-bonus-hand#19 */
static void cards_count_their_last_digit(void **state)
{
    (void)state;
    static const unsigned values[RANK_COUNT] = {2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1};
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        assert_int_equal(baccarat_value(card_of((enum rank)rank, SUIT_HEARTS)), values[rank]);
    struct hand hand = cards("9s 9h 9d");
    assert_int_equal(baccarat_total(&hand), 7);
    hand = cards("Ks Qh");
    assert_int_equal(baccarat_total(&hand), 0);
}

static void naturals_are_eight_and_nine_on_two_cards(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool natural;
    } hands[] = {{"Ks 8h", true},     {"4s 5h", true}, {"Ks 7h", false},
                 {"2s 2h 4d", false}, {"9s 9h", true}, {"5s 5h", false}};
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct hand hand = cards(hands[i].words);
        assert_int_equal(baccarat_is_natural(&hand), hands[i].natural);
    }
}

/*
 * The rule as casinos print it, one row per banker total, one column per third card of the player from 0 to
 * 9; the last column is "the player stood". D draws, S stands.
 */
static const char *const printed_banker[8] = {
    "DDDDDDDDDD D", /* 0 */
    "DDDDDDDDDD D", /* 1 */
    "DDDDDDDDDD D", /* 2 */
    "DDDDDDDDSD D", /* 3: not against an 8 */
    "SSDDDDDDSS D", /* 4: against 2 to 7 */
    "SSSSDDDDSS D", /* 5: against 4 to 7 */
    "SSSSSSDDSS S", /* 6: against 6 and 7 */
    "SSSSSSSSSS S", /* 7 */
};

/* Cards wanted after the first four, by the printed rule alone: bit 0 the player's, bit 1 the banker's. */
static unsigned printed_draws(unsigned player, unsigned banker, unsigned third)
{
    if (player >= 8 || banker >= 8)
        return 0;
    bool player_draws = player < 6;
    return (unsigned)player_draws | (printed_banker[banker][player_draws ? third : 11] == 'D' ? 2u : 0u);
}

static void all_100000_first_five_cards_follow_the_printed_rule(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 100000; number++) {
        unsigned values[5] = {number / 10000, number / 1000 % 10, number / 100 % 10, number / 10 % 10,
                              number % 10};
        struct card deal[6];
        for (unsigned i = 0; i < 5; i++)
            deal[i] = card_of_value(values[i]);
        deal[5] = card_of_value(0);
        struct baccarat_round round;
        assert_true(baccarat_deal(deal, 6, &round));
        unsigned player = (values[0] + values[2]) % 10;
        unsigned banker = (values[1] + values[3]) % 10;
        unsigned draws = printed_draws(player, banker, values[4]);
        assert_int_equal(round.player.count, 2 + (draws & 1));
        assert_int_equal(round.banker.count, 2 + (draws >> 1));
        assert_true(baccarat_is_legal(&round, NULL));

        /* Any other number of cards on the lines is refused. */
        for (unsigned other = 0; other < 4; other++) {
            struct baccarat_round wrong = {round.player, round.banker};
            wrong.player.count = 2;
            wrong.banker.count = 2;
            if (other & 1)
                hand_add(&wrong.player, deal[4]);
            if (other & 2)
                hand_add(&wrong.banker, deal[4 + (other & 1)]);
            assert_int_equal(baccarat_is_legal(&wrong, NULL), other == draws);
        }
    }
}

static void a_deal_takes_no_more_cards_than_it_needs(void **state)
{
    (void)state;
    struct hand deal = cards("Ks 3s 2s Kd 6h 9c");
    struct baccarat_round round = {.player = {.count = 77}};
    assert_false(baccarat_deal(deal.cards, 3, &round));
    assert_false(baccarat_deal(deal.cards, 4, &round));
    assert_false(baccarat_deal(deal.cards, 5, &round));
    assert_int_equal(round.player.count, 77);
    assert_true(baccarat_deal(deal.cards, 6, &round));
    assert_int_equal(baccarat_total(&round.player), 8);
    assert_int_equal(baccarat_total(&round.banker), 2);
    struct hand natural = cards("Ks 3s 9s Kd");
    assert_true(baccarat_deal(natural.cards, 4, &round));
    assert_int_equal(baccarat_result(&round), BACCARAT_PLAYER_WINS);
}

/* ----------------------------------------------------------------------------------------- the whole shoe */

struct shoe_counts {
    uint64_t results[3];
    uint64_t dragon_7, panda_8, natural_tie, nine_over_zero, tie_7[3], tie_9[2], double_fortune_7;
};

static void count_round(const struct baccarat_round *round, uint64_t ways, struct shoe_counts *counts)
{
    struct baccarat_outcomes set = baccarat_outcomes(round, &baccarat_settings_usual);
    counts->results[baccarat_result(round)] += ways;
    counts->dragon_7 += baccarat_has(set, BACCARAT_DRAGON_7) ? ways : 0;
    counts->panda_8 += baccarat_has(set, BACCARAT_PANDA_8) ? ways : 0;
    counts->natural_tie += baccarat_has(set, BACCARAT_NATURAL_TIE) ? ways : 0;
    counts->nine_over_zero += baccarat_has(set, BACCARAT_THREE_CARD_9_OVER_0) ? ways : 0;
    counts->double_fortune_7 += baccarat_has(set, BACCARAT_DOUBLE_FORTUNE_7) ? ways : 0;
    for (unsigned i = 0; i < 3; i++)
        counts->tie_7[i] +=
            baccarat_has(set, (enum baccarat_outcome)(BACCARAT_TIE_7_FOUR_CARDS + (int)i)) ? ways : 0;
    for (unsigned i = 0; i < 2; i++)
        counts->tie_9[i] +=
            baccarat_has(set, (enum baccarat_outcome)(BACCARAT_TIE_9_FOUR_CARDS + (int)i)) ? ways : 0;
    /* bay101/baccarat-bonus-hand R4: a five-card tie at 9 cannot occur. */
    bool five_card_tie_9 = round->player.count + round->banker.count == 5 &&
                           baccarat_result(round) == BACCARAT_TIE && baccarat_total(&round->player) == 9;
    assert_false(five_card_tie_9);
}

/*
 * All ordered deals of six cards from eight decks, by value: a shoe holds 128 cards of value 0 and 32 of each
 * other value, and a sequence of values stands for the product of the cards still there. In all 416 * 415 *
 * 414 * 413 * 412 * 411 = 4,998,398,275,503,360 deals. A round that ends earlier stands for all that could
 * have followed.
 */
static void eight_decks_give_the_published_numbers(void **state)
{
    (void)state;
    struct shoe_counts counts = {0};
    for (unsigned number = 0; number < 1000000; number++) {
        unsigned left[10] = {128, 32, 32, 32, 32, 32, 32, 32, 32, 32};
        struct card deal[6];
        uint64_t ways = 1;
        for (unsigned i = 0, rest = number; i < 6; i++, rest /= 10) {
            ways *= left[rest % 10]--;
            deal[i] = card_of_value(rest % 10);
        }
        struct baccarat_round round;
        assert_true(baccarat_deal(deal, 6, &round));
        count_round(&round, ways, &counts);
    }
    assert_true(counts.results[BACCARAT_BANKER_WINS] == UINT64_C(2292252566437888));
    assert_true(counts.results[BACCARAT_PLAYER_WINS] == UINT64_C(2230518282592256));
    assert_true(counts.results[BACCARAT_TIE] == UINT64_C(475627426473216));

    /* Published per million rounds: Dragon 7 22,534, Panda 8 34,543. */
    const uint64_t million = UINT64_C(4998398275503360) / 1000000;
    assert_int_equal((counts.dragon_7 + million / 2) / million, 22534);
    assert_int_equal((counts.panda_8 + million / 2) / million, 34543);
    assert_true(counts.double_fortune_7 == counts.tie_7[2]);
    static const unsigned per_million[] = {17870, 6762, 8970, 9067, 2311, 8970, 2062};
    const uint64_t counted[] = {counts.natural_tie, counts.nine_over_zero, counts.tie_7[0], counts.tie_7[1],
                                counts.tie_7[2],    counts.tie_9[0],       counts.tie_9[1]};
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(counted[i] / million, per_million[i]);
}

/* ----------------------------------------------------------------------------------------- named outcomes */

/* bay101/prize-wheel#28 A2 (R7); hawaiian-gardens/beat-the-dealer#88 (R5);
 * hawaiian-gardens/car-giveaway#33.h. */
static void dragon_7_is_a_banker_win_with_a_three_card_7(void **state)
{
    (void)state;
    assert_outcome("Ks 6s", "2s 2h 3d", BACCARAT_DRAGON_7);
    assert_no_outcome("Ks 6s", "2s 2h 2d", BACCARAT_DRAGON_7); /* 6 */
    assert_no_outcome("Ks 6s", "2s 2h 4d", BACCARAT_DRAGON_7); /* 8 */
    assert_no_outcome("Ks 6s", "Ks 7h", BACCARAT_DRAGON_7);    /* two cards */
    assert_no_outcome("Ks 7s", "2s 2h 3d", BACCARAT_DRAGON_7); /* a tie */
    assert_no_outcome("2s 2h 3d", "Ks 6s", BACCARAT_DRAGON_7); /* the player's */
    assert_outcome("Ks 6s", "2s 2h 3d", BACCARAT_FORTUNE_7);   /* hawaiian-gardens/car-giveaway#33.j */
}

/* hawaiian-gardens/car-giveaway#33.h */
static void panda_8_is_a_player_win_with_a_three_card_8(void **state)
{
    (void)state;
    assert_outcome("Ks 5s 3h", "Ks 7h", BACCARAT_PANDA_8);
    assert_no_outcome("Ks 5s 2h", "Ks 6h", BACCARAT_PANDA_8);
    assert_no_outcome("Ks 5s 4h", "Ks 7h", BACCARAT_PANDA_8);
    assert_no_outcome("Ks 8s", "Ks 7h", BACCARAT_PANDA_8);
    assert_no_outcome("Ks 7s", "2s 2h 4d", BACCARAT_PANDA_8);
}

/* hawaiian-gardens/car-giveaway#33.j (G8): house-defined, so a setting. */
static void dragon_9_is_what_the_house_says(void **state)
{
    (void)state;
    struct baccarat_round player_wins = round_of("Ks 5s 4h", "Ks 7h");
    struct baccarat_round banker_wins = round_of("Ks 6s", "2s 2h 5d");
    struct baccarat_settings settings = baccarat_settings_usual;
    assert_true(baccarat_has(baccarat_outcomes(&player_wins, &settings), BACCARAT_DRAGON_9));
    assert_false(baccarat_has(baccarat_outcomes(&banker_wins, &settings), BACCARAT_DRAGON_9));
    settings.dragon_9 = (struct baccarat_pattern){BACCARAT_EITHER, 9, 3};
    assert_true(baccarat_has(baccarat_outcomes(&player_wins, &settings), BACCARAT_DRAGON_9));
    assert_true(baccarat_has(baccarat_outcomes(&banker_wins, &settings), BACCARAT_DRAGON_9));
    settings.dragon_9.total = 8;
    assert_false(baccarat_has(baccarat_outcomes(&player_wins, &settings), BACCARAT_DRAGON_9));
}

/* hawaiian-gardens/fortune-7-baccarat-progressive#31 to #37, R3 and R4 */
static void double_fortune_7_has_three_steps(void **state)
{
    (void)state;
    struct baccarat_outcomes exact = outcomes("2s 3h 2d", "2s 2d 3h");
    assert_true(baccarat_has(exact, BACCARAT_DOUBLE_FORTUNE_7_EXACT));
    assert_true(baccarat_has(exact, BACCARAT_DOUBLE_FORTUNE_7_RANKS));
    assert_true(baccarat_has(exact, BACCARAT_DOUBLE_FORTUNE_7));
    struct baccarat_outcomes highest = baccarat_outcomes_highest(exact);
    assert_true(baccarat_has(highest, BACCARAT_DOUBLE_FORTUNE_7_EXACT));
    assert_false(baccarat_has(highest, BACCARAT_DOUBLE_FORTUNE_7_RANKS));
    assert_false(baccarat_has(highest, BACCARAT_DOUBLE_FORTUNE_7));

    assert_no_outcome("2s 3h 2d", "2s 2s 3h", BACCARAT_DOUBLE_FORTUNE_7_EXACT);
    assert_outcome("2s 3h 2d", "2s 2s 3h", BACCARAT_DOUBLE_FORTUNE_7_RANKS);
    assert_no_outcome("2s 3h 2d", "2s 2h 3c", BACCARAT_DOUBLE_FORTUNE_7_EXACT);
    /* Ranks in common are not enough: 2-2-3 against A-3-3. */
    assert_no_outcome("2s 3h 2d", "3s As 3c", BACCARAT_DOUBLE_FORTUNE_7_RANKS);
    assert_outcome("2s 3h 2d", "3s As 3c", BACCARAT_DOUBLE_FORTUNE_7);
    assert_no_outcome("2s 3h 2d", "3s As 2c", BACCARAT_DOUBLE_FORTUNE_7);
    assert_no_outcome("Ks 7h", "3s As 3c", BACCARAT_DOUBLE_FORTUNE_7);
}

/* bay101/prize-wheel#29 B2 (R7); hawaiian-gardens/beat-the-dealer#44 and #45 */
static void natural_tie_is_8_8_or_9_9_on_four_cards(void **state)
{
    (void)state;
    assert_outcome("Ks 8s", "5h 3d", BACCARAT_NATURAL_TIE);
    assert_outcome("Ks 9s", "5h 4d", BACCARAT_NATURAL_TIE);
    assert_no_outcome("Ks 9s", "5h 3d", BACCARAT_NATURAL_TIE);
    assert_no_outcome("Ks 7s", "5h 2d", BACCARAT_NATURAL_TIE);
    assert_no_outcome("Ks 5s 3h", "Ks 2h 6d", BACCARAT_NATURAL_TIE);
}

/* bay101/prize-wheel#30 C2 (R7) */
static void three_card_9_over_0(void **state)
{
    (void)state;
    assert_outcome("Ks 5s 4h", "Ks Kh Kd", BACCARAT_THREE_CARD_9_OVER_0);
    assert_outcome("5s Ks 5h", "Ks 2h 7d", BACCARAT_THREE_CARD_9_OVER_0);
    assert_no_outcome("Ks 5s 4h", "Ks Kh Ad", BACCARAT_THREE_CARD_9_OVER_0);
    assert_no_outcome("Ks 5s 3h", "Ks Kh Kd", BACCARAT_THREE_CARD_9_OVER_0);
    assert_no_outcome("Ks 9s", "Ks Kh", BACCARAT_THREE_CARD_9_OVER_0);
}

/* bay101/baccarat-bonus-hand#10 to #14 */
static void ties_at_7_and_9_by_number_of_cards(void **state)
{
    (void)state;
    assert_outcome("Ks 7s", "5h 2d", BACCARAT_TIE_7_FOUR_CARDS);
    assert_outcome("Ks 7s", "2h 2d 3s", BACCARAT_TIE_7_FIVE_CARDS);
    assert_outcome("2h 2d 3s", "Ks 7s", BACCARAT_TIE_7_FIVE_CARDS);
    assert_outcome("2h 2d 3s", "2h 2d 3s", BACCARAT_TIE_7_SIX_CARDS);
    assert_no_outcome("2h 2d 3s", "2h 2d 2s", BACCARAT_TIE_7_SIX_CARDS);
    assert_no_outcome("Ks 6s", "6h Qd", BACCARAT_TIE_7_FOUR_CARDS);
    assert_outcome("Ks 9s", "5h 4d", BACCARAT_TIE_9_FOUR_CARDS);
    assert_outcome("2h 3d 4s", "2h Kd 7s", BACCARAT_TIE_9_SIX_CARDS);
    assert_no_outcome("Ks 8s", "5h 3d", BACCARAT_TIE_9_FOUR_CARDS);
}

/* bay101/baccarat-bonus-hand#22 to #24 */
static void suited_ties_by_number_of_cards(void **state)
{
    (void)state;
    assert_outcome("Ks 7s", "5s 2s", BACCARAT_SUITED_TIE_FOUR_CARDS);
    assert_no_outcome("Ks 7s", "5s 2h", BACCARAT_SUITED_TIE_FOUR_CARDS);
    assert_no_outcome("Ks 7s", "5s As", BACCARAT_SUITED_TIE_FOUR_CARDS);
    assert_outcome("Kc 7c", "2c 2c 3c", BACCARAT_SUITED_TIE_FIVE_CARDS);
    assert_no_outcome("Kc 7c", "2c 2c 3c", BACCARAT_SUITED_TIE_FOUR_CARDS);
    assert_outcome("2d 2d 3d", "2d 2d 3d", BACCARAT_SUITED_TIE_SIX_CARDS);
    assert_no_outcome("2d 2d 3d", "2d 2d 3h", BACCARAT_SUITED_TIE_SIX_CARDS);
}

/* bay101/baccarat-bonus-hand#15, #16 and R6 */
static void four_of_a_kind_on_the_first_four_cards(void **state)
{
    (void)state;
    assert_outcome("3s 3h", "3d 3c", BACCARAT_FOUR_OF_A_KIND);
    assert_no_outcome("3s 3h", "3d 3c", BACCARAT_FOUR_OF_A_KIND_SUITED);
    struct baccarat_outcomes suited = outcomes("9s 9s", "9s 9s");
    assert_true(baccarat_has(suited, BACCARAT_FOUR_OF_A_KIND_SUITED));
    assert_false(baccarat_has(baccarat_outcomes_highest(suited), BACCARAT_FOUR_OF_A_KIND));
    assert_no_outcome("2s 2h Ks", "2d 2c", BACCARAT_FOUR_OF_A_KIND); /* of deuces the rule does not speak */
    assert_no_outcome("4s 4h", "4d 5c", BACCARAT_FOUR_OF_A_KIND);
}

/* bay101/baccarat-bonus-hand#17, #18, #20, #21 and R5: six of one rank can be dealt for exactly nine ranks,
 * four that end the round for the other four. */
static void six_of_a_kind_exists_for_nine_ranks(void **state)
{
    (void)state;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        struct card deal[6];
        for (unsigned i = 0; i < 6; i++)
            deal[i] = card_of((enum rank)rank, i == 5 ? SUIT_CLUBS : SUIT_SPADES);
        struct baccarat_round round;
        assert_true(baccarat_deal(deal, 6, &round));
        struct baccarat_outcomes set = baccarat_outcomes(&round, &baccarat_settings_usual);
        bool four = rank == RANK_THREE || rank == RANK_FOUR || rank == RANK_EIGHT || rank == RANK_NINE;
        assert_int_equal(baccarat_has(set, BACCARAT_FOUR_OF_A_KIND), four);
        assert_int_equal(baccarat_has(set, BACCARAT_SIX_OF_A_KIND), !four);
        assert_false(baccarat_has(set, BACCARAT_SIX_OF_A_KIND_SUITED));
        deal[5] = deal[0];
        assert_true(baccarat_deal(deal, 6, &round));
        set = baccarat_outcomes(&round, &baccarat_settings_usual);
        assert_int_equal(baccarat_has(set, BACCARAT_SIX_OF_A_KIND_SUITED), !four);
    }
    assert_no_outcome("Ks Kh Qs", "Kd Kc Ks", BACCARAT_SIX_OF_A_KIND);
}

/* hawaiian-gardens/fast-cash-jackpots#21.i to k, #23, R2 and R5 */
static void fast_cash_rows_for_baccarat(void **state)
{
    (void)state;
    struct baccarat_outcomes red = outcomes("Kh Qd Jh", "Jd Qh Kd");
    assert_true(baccarat_has(red, BACCARAT_SIX_FACES_ONE_COLOUR));
    assert_true(baccarat_has(red, BACCARAT_SIX_FACES));
    assert_false(baccarat_has(baccarat_outcomes_highest(red), BACCARAT_SIX_FACES));
    assert_no_outcome("Kh Qd Js", "Jd Qh Kd", BACCARAT_SIX_FACES_ONE_COLOUR);
    assert_outcome("Kh Qd Js", "Jd Qh Kd", BACCARAT_SIX_FACES);
    assert_no_outcome("Kh Qd Th", "Jd Qh Kd", BACCARAT_SIX_FACES);
    assert_outcome("As 3h 2d", "2s Ah 3c", BACCARAT_ACE_TWO_THREE_TWICE);
    assert_no_outcome("As 3h 2d", "2s 2c Ah", BACCARAT_ACE_TWO_THREE_TWICE);
    assert_no_outcome("As 3h 2d", "2s Ac Ah", BACCARAT_ACE_TWO_THREE_TWICE);
}

/* hawaiian-gardens/ca-asian-jackpot-1#48 to #51 and R9 */
static void hawaiian_jackpot_rows_over_all_cards(void **state)
{
    (void)state;
    assert_outcome("2s 2s 2s", "2s Ks 3d", BACCARAT_ANY_FOUR_OF_A_KIND_SUITED);
    assert_no_outcome("2s 2s 2s", "2d Ks 3d", BACCARAT_ANY_FOUR_OF_A_KIND_SUITED);
    assert_outcome("2s 2s 2s", "2d Ks 3d", BACCARAT_ANY_FOUR_OF_A_KIND);
    assert_no_outcome("2s 2s 2s", "4d Ks 3d", BACCARAT_ANY_FOUR_OF_A_KIND);
    assert_outcome("8s 8h", "9d 9s", BACCARAT_PAIR_ON_BOTH_LINES);
    assert_outcome("8s 8h", "8d 8s", BACCARAT_PAIR_ON_BOTH_LINES);
    assert_no_outcome("8s Kh", "9d 9s", BACCARAT_PAIR_ON_BOTH_LINES);
    assert_outcome("8s Ks", "9s 4s", BACCARAT_FOUR_OF_ONE_SUIT);
    assert_outcome("2s Kd Qs", "3s Kh Js", BACCARAT_FOUR_OF_ONE_SUIT);
    assert_no_outcome("8s Ks", "9s 4d", BACCARAT_FOUR_OF_ONE_SUIT);
}

/* hawaiian-gardens/ca-asian-progressive-bad-beat#22 to #24 and R10 */
static void three_sixes_beaten_by_three_threes(void **state)
{
    (void)state;
    assert_outcome("6s 6c 6s", "3d 3h 3d", BACCARAT_SIXES_BEATEN_BOTH_ONE_COLOUR);
    assert_no_outcome("6s 6c 6s", "3d 3h 3s", BACCARAT_SIXES_BEATEN_BOTH_ONE_COLOUR);
    assert_outcome("6s 6c 6s", "3d 3h 3s", BACCARAT_SIXES_BEATEN_LOSER_ONE_COLOUR);
    assert_no_outcome("6s 6h 6s", "3d 3h 3d", BACCARAT_SIXES_BEATEN_LOSER_ONE_COLOUR);
    assert_outcome("6s 6h 6s", "3d 3h 3d", BACCARAT_SIXES_BEATEN);
    assert_no_outcome("6s 6h 6s", "3d 3h 2d", BACCARAT_SIXES_BEATEN);
}

/* hawaiian-gardens/cash-drawing#12.f and R6 */
static void three_threes_and_two_three_four_on_a_line(void **state)
{
    (void)state;
    assert_outcome("6s 6h 6s", "3d 3h 3d", BACCARAT_THREE_THREES);
    assert_no_outcome("6s 6h 6s", "3d 3h 4d", BACCARAT_THREE_THREES);
    assert_outcome("2s 3h 4s", "Ks 7h", BACCARAT_TWO_THREE_FOUR);
    assert_outcome("Ks 6h", "2s 3h 4s", BACCARAT_TWO_THREE_FOUR);
    assert_no_outcome("Ks 6h", "2s 3h 3s", BACCARAT_TWO_THREE_FOUR);
}

static void every_outcome_has_its_own_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BACCARAT_OUTCOME_COUNT; i++)
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(baccarat_outcome_name((enum baccarat_outcome)i),
                                    baccarat_outcome_name((enum baccarat_outcome)j));
}

/* ------------------------------------------------------------------------------------------ text */

static struct ranked_hand ranked(const char *words)
{
    struct ranked_hand hand;
    assert_int_equal(ranking_baccarat.rank(text_of(words), 0, CARD_STYLE_LETTERS, &hand, NULL), STATUS_OK);
    return hand;
}

static void the_ranking_names_totals(void **state)
{
    (void)state;
    assert_string_equal(ranked("8s kd").name, "natural 8");
    assert_string_equal(ranked("8s kd").class_name, "natural");
    assert_string_equal(ranked("8s 5d").name, "two-card 3");
    assert_string_equal(ranked("8s 5d 4h").name, "three-card 7");
    assert_string_equal(ranked("8s 5d 4h").detail, "8 + 5 + 4 counts 7");
    assert_int_equal(ranked("8s 5d 4h").value, ranked("Ks 7h").value);
    struct ranked_hand hand;
    struct fault fault;
    assert_int_equal(ranking_baccarat.rank(text_of("8s"), 3, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 6);
    assert_int_equal(ranking_baccarat.rank(text_of("8s joker"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 4);
}

static void the_two_lines_say_who_wins_and_what_it_is_called(void **state)
{
    (void)state;
    static const struct {
        const char *player, *banker, *meaning;
    } rounds[] = {
        {"Ks 6d", "2s 2h 3d", "banker wins, 6 to 7; Dragon 7 (Jin Chan 7, Rabbit 7); Fortune 7"},
        {"Ks 8d", "5s 3h", "tie, 8 to 8; natural tie"},
        {"Ks 8d", "5s Kh", "player wins, 8 to 5"},
        {"Ks 5d", "Ks Kh 2s",
         "player wins, 5 to 2; but the third-card rules do not allow it: the player line must "
         "draw on 5"},
        {"Ks 9d", "Ks Kh 2s",
         "player wins, 9 to 2; but the third-card rules do not allow it: the banker line must "
         "stand on 0, for there is a natural"},
        {"Ks 2d 8s", "Ks 3h 2s",
         "banker wins, 0 to 5; but the third-card rules do not allow it: the banker line "
         "must stand on 3 against that third card"},
        {"Ks 7d", "Ks 3h",
         "player wins, 7 to 3; but the third-card rules do not allow it: the banker line must "
         "draw on 3 when the player line stands"},
    };
    for (unsigned i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        char bytes[256];
        struct text_out meaning;
        text_out_init(&meaning, bytes, sizeof bytes);
        int outcome = 7;
        assert_int_equal(ranking_baccarat.versus(text_of(rounds[i].player), 0, text_of(rounds[i].banker), 10,
                                                 &meaning, &outcome, NULL),
                         STATUS_OK);
        const char *words = outcome == 0 ? "tie, " : outcome > 0 ? "player wins, " : "banker wins, ";
        assert_memory_equal(bytes, words, strlen(words));
        assert_string_equal(bytes, rounds[i].meaning);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_count_their_last_digit),
        cmocka_unit_test(naturals_are_eight_and_nine_on_two_cards),
        cmocka_unit_test(all_100000_first_five_cards_follow_the_printed_rule),
        cmocka_unit_test(a_deal_takes_no_more_cards_than_it_needs),
        cmocka_unit_test(eight_decks_give_the_published_numbers),
        cmocka_unit_test(dragon_7_is_a_banker_win_with_a_three_card_7),
        cmocka_unit_test(panda_8_is_a_player_win_with_a_three_card_8),
        cmocka_unit_test(dragon_9_is_what_the_house_says),
        cmocka_unit_test(double_fortune_7_has_three_steps),
        cmocka_unit_test(natural_tie_is_8_8_or_9_9_on_four_cards),
        cmocka_unit_test(three_card_9_over_0),
        cmocka_unit_test(ties_at_7_and_9_by_number_of_cards),
        cmocka_unit_test(suited_ties_by_number_of_cards),
        cmocka_unit_test(four_of_a_kind_on_the_first_four_cards),
        cmocka_unit_test(six_of_a_kind_exists_for_nine_ranks),
        cmocka_unit_test(fast_cash_rows_for_baccarat),
        cmocka_unit_test(hawaiian_jackpot_rows_over_all_cards),
        cmocka_unit_test(three_sixes_beaten_by_three_threes),
        cmocka_unit_test(three_threes_and_two_three_four_on_a_line),
        cmocka_unit_test(every_outcome_has_its_own_name),
        cmocka_unit_test(the_ranking_names_totals),
        cmocka_unit_test(the_two_lines_say_who_wins_and_what_it_is_called),
    };
    return cmocka_run_group_tests_name("baccarat", tests, NULL, NULL);
}
