#include "cards/tiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct tile_hand tiles(const char *words)
{
    struct tile_hand hand = {0};
    struct fault fault = {0};
    if (tile_hand_parse(text_of(words), 0, 1, TILE_HAND_MAX, NULL, &hand, &fault) != STATUS_OK)
        fail_msg("\"%s\": %s", words, fault.words);
    return hand;
}

static struct tile_value value(const char *words)
{
    struct tile_hand hand = tiles(words);
    assert_int_equal(hand.count, 2);
    struct tile_value forwards = tile_value_of(hand.tiles[0], hand.tiles[1]);
    assert_int_equal(forwards.bits, tile_value_of(hand.tiles[1], hand.tiles[0]).bits);
    return forwards;
}

static bool dealt(const char *words, bool (*holds)(const struct tile_setting *))
{
    struct tile_hand hand = tiles(words);
    assert_int_equal(hand.count, 4);
    return tile_dealt(hand.tiles, holds);
}

static bool as_set(const char *front, const char *back, bool (*holds)(const struct tile_setting *))
{
    struct tile_hand one = tiles(front);
    struct tile_hand other = tiles(back);
    assert_true(tile_setting_is_legal(one.tiles, other.tiles));
    struct tile_setting setting = tile_setting_of(one.tiles, other.tiles);
    return holds(&setting);
}

/* ------------------------------------------------------------------------------------------ the set */

static void the_set_has_32_tiles_of_21_kinds(void **state)
{
    (void)state;
    unsigned seen[TILE_KINDS] = {0};
    for (unsigned number = 0; number < TILE_SET; number++)
        seen[tile_of_number(number).code]++;
    unsigned twice = 0, once = 0, pips = 0;
    for (unsigned one = 1; one <= 6; one++) {
        for (unsigned other = one; other <= 6; other++) {
            struct tile tile = tile_of_pips(other, one);
            assert_int_equal(tile_small_half(tile), one);
            assert_int_equal(tile_large_half(tile), other);
            assert_int_equal(seen[tile.code], tile_copies(tile));
            twice += tile_copies(tile) == 2;
            once += tile_copies(tile) == 1;
            pips += tile_copies(tile) * tile_pips(tile);
        }
    }
    assert_int_equal(twice, 11);
    assert_int_equal(once, 10);
    /* The set is known to carry 227 pips. */
    assert_int_equal(pips, 227);
}

static void every_rank_has_two_tiles(void **state)
{
    (void)state;
    unsigned counts[TILE_RANK_COUNT] = {0};
    for (unsigned number = 0; number < TILE_SET; number++)
        counts[tile_rank(tile_of_number(number))]++;
    for (unsigned rank = 0; rank < TILE_RANK_COUNT; rank++)
        assert_int_equal(counts[rank], 2);
}

/* ------------------------------------------------------------------------------------------ two tiles */

static void the_sixteen_pairs_stand_in_their_order(void **state)
{
    (void)state;
    static const char *const pairs[] = {"2-4 1-2", "6-6 6-6", "1-1 1-1", "4-4 4-4", "1-3 1-3", "5-5 5-5",
                                        "3-3 3-3", "2-2 2-2", "5-6 5-6", "4-6 4-6", "1-6 1-6", "1-5 1-5",
                                        "3-6 4-5", "3-5 2-6", "3-4 2-5", "1-4 2-3"};
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(tile_value_class(value(pairs[i])), TILE_CLASS_PAIR);
        assert_int_equal(tile_value_place(value(pairs[i])), i + 1);
    }
    assert_true(value(pairs[15]).bits > value("teen gow").bits);
}

static void equal_pips_alone_are_no_pair(void **state)
{
    (void)state;
    /* Yun and bot have eight pips each and are different tiles: 16 counts 6. */
    assert_int_equal(tile_value_class(value("yun bot")), TILE_CLASS_POINTS);
    assert_int_equal(tile_value_points(value("yun bot")), 6);
    assert_int_equal(tile_value_class(value("tit chit")), TILE_CLASS_POINTS);
    assert_int_equal(tile_value_class(value("chong look")), TILE_CLASS_POINTS);
}

static void wongs_and_gongs_need_teen_or_day(void **state)
{
    (void)state;
    assert_int_equal(tile_value_class(value("teen 4-5")), TILE_CLASS_WONG);
    assert_int_equal(tile_value_class(value("day 3-6")), TILE_CLASS_WONG);
    assert_int_equal(tile_value_class(value("teen yun")), TILE_CLASS_GONG);
    assert_int_equal(tile_value_class(value("day 2-6")), TILE_CLASS_GONG);
    assert_int_equal(tile_value_class(value("day 3-5")), TILE_CLASS_GONG);
    /* One pip below an eight: a high nine, which is only nine points. One above a nine: ten pips, two points.
     */
    assert_int_equal(tile_value_class(value("teen tit")), TILE_CLASS_POINTS);
    assert_int_equal(tile_value_points(value("teen tit")), 9);
    assert_int_equal(tile_value_points(value("teen ping")), 2);
    assert_int_equal(tile_value_class(value("yun gow")), TILE_CLASS_POINTS);

    assert_true(value("day gow").bits > value("teen yun").bits);
    assert_true(value("teen gow").bits > value("day gow").bits);
    assert_true(value("teen bot").bits > value("day yun").bits);
    assert_true(value("day bot").bits > value("teen chit").bits);
    /* The second tile never decides (T2). */
    assert_int_equal(value("teen 4-5").bits, value("teen 3-6").bits);
    assert_int_equal(value("day yun").bits, value("day 2-6").bits);
}

static void points_are_decided_by_the_higher_tile(void **state)
{
    (void)state;
    assert_int_equal(tile_value_points(value("gor ng")), 9);
    assert_true(value("teen tit").bits > value("day tit").bits);
    assert_true(value("day tit").bits > value("gor ng").bits);
    assert_true(value("bot foo").bits > value("teen chong").bits); /* 9 over 8 */
}

static void no_points_are_equal_whatever_the_tiles(void **state)
{
    (void)state;
    assert_int_equal(tile_value_points(value("gor look")), 0);
    assert_int_equal(value("gor look").bits, value("bon look").bits);
    assert_int_equal(value("gor look").bits, value("mooy ping").bits);
    assert_int_equal(value("gor look").bits, tile_value_least(TILE_CLASS_POINTS, 0).bits);
    assert_int_equal(tile_value_place(value("gor look")), TILE_PLACES);
}

static void gee_joon_tiles_count_three_or_six_and_rank_lowest(void **state)
{
    (void)state;
    assert_int_equal(tile_value_points(value("gee teen")), 8);  /* 2 + 6, not 2 + 3 */
    assert_int_equal(tile_value_points(value("joon teen")), 8); /* the 1-2 as well */
    assert_int_equal(tile_value_points(value("gee chong")), 9); /* 6 + 3, not 6 + 6 */
    assert_int_equal(tile_value_points(value("joon gow")), 5);  /* 9 + 6, not 9 + 3 */
    assert_int_equal(tile_value_points(value("gee 3-4")), 3);   /* 7 + 6, not 7 + 3 */
    assert_int_equal(tile_value_points(value("gee bon")), 7);   /* 4 + 3, not 4 + 6 */
    assert_int_equal(value("gee ng").bits, value("joon ng").bits);
    assert_int_equal(tile_value_rank(value("gee ng")), TILE_RANK_NG);
    assert_true(value("gee ng").bits < value("day look").bits);
}

/*
 * Tiles by last digit, the two gee joon tiles apart:
 *
 *      digit   0  1  2  3  4  5  6  7  8  9
 *      tiles   4  2  4  0  4  2  4  4  4  2      together 30
 *
 * Two different digits a, b give tiles[a] * tiles[b] hands of (a + b) % 10 points, one digit C(tiles[a], 2).
 * From that come off the 15 pairs (2 * digit), the 8 wongs (2 + 9 = 1) and the 16 gongs (2 + 8 = 0). A gee
 * joon tile with one of the 30 others gives max(3 + digit, 6 + digit) modulo 10, twice.
 */
static void derived_points(unsigned points[10])
{
    static const unsigned tiles_of[10] = {4, 2, 4, 0, 4, 2, 4, 4, 4, 2};
    static const unsigned pair_digits[15] = {2, 2, 8, 4, 0, 6, 4, 1, 0, 7, 6, 9, 8, 7, 5};
    memset(points, 0, 10 * sizeof points[0]);
    for (unsigned a = 0; a < 10; a++) {
        points[2 * a % 10] += tiles_of[a] * (tiles_of[a] - 1) / 2;
        for (unsigned b = a + 1; b < 10; b++)
            points[(a + b) % 10] += tiles_of[a] * tiles_of[b];
        unsigned three = (a + 3) % 10;
        unsigned six = (a + 6) % 10;
        points[three > six ? three : six] += 2 * tiles_of[a];
    }
    for (unsigned i = 0; i < 15; i++)
        points[2 * pair_digits[i] % 10]--;
    points[1] -= 4 * 2;
    points[0] -= 4 * 4;
}

static void all_496_hands_fall_into_the_derived_classes(void **state)
{
    (void)state;
    unsigned classes[4] = {0}, points[10] = {0}, derived[10];
    for (unsigned i = 0; i < TILE_SET; i++) {
        for (unsigned j = i + 1; j < TILE_SET; j++) {
            struct tile_value hand = tile_value_of(tile_of_number(i), tile_of_number(j));
            classes[tile_value_class(hand)]++;
            if (tile_value_class(hand) == TILE_CLASS_POINTS)
                points[tile_value_points(hand)]++;
        }
    }
    assert_int_equal(classes[TILE_CLASS_PAIR], 16);
    assert_int_equal(classes[TILE_CLASS_WONG], 8);  /* 4 teens and days * 2 nines */
    assert_int_equal(classes[TILE_CLASS_GONG], 16); /* 4 teens and days * 4 eights */
    assert_int_equal(classes[TILE_CLASS_POINTS], 496 - 16 - 8 - 16);
    derived_points(derived);
    for (unsigned p = 0; p < 10; p++)
        assert_int_equal(points[p], derived[p]);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* The order once more, straight from its words, to hold the packed values against. */
static int plain_compare(struct tile a, struct tile b, struct tile c, struct tile d)
{
    struct tile_value left = tile_value_of(a, b);
    struct tile_value right = tile_value_of(c, d);
    if (tile_value_class(left) != tile_value_class(right))
        return sign((int)tile_value_class(left) - (int)tile_value_class(right));
    bool left_supreme = tile_rank(a) == TILE_RANK_GEE_JOON && tile_rank(b) == TILE_RANK_GEE_JOON;
    bool right_supreme = tile_rank(c) == TILE_RANK_GEE_JOON && tile_rank(d) == TILE_RANK_GEE_JOON;
    if (left_supreme || right_supreme)
        return (int)left_supreme - (int)right_supreme;
    if (tile_value_points(left) != tile_value_points(right))
        return sign((int)tile_value_points(left) - (int)tile_value_points(right));
    if (tile_value_class(left) == TILE_CLASS_POINTS && tile_value_points(left) == 0)
        return 0;
    unsigned left_high = tile_rank(a) > tile_rank(b) ? tile_rank(a) : tile_rank(b);
    unsigned right_high = tile_rank(c) > tile_rank(d) ? tile_rank(c) : tile_rank(d);
    return sign((int)left_high - (int)right_high);
}

static void the_order_of_hands_is_total_and_follows_the_rules(void **state)
{
    (void)state;
    bool seen[1 << 12] = {false};
    unsigned different = 0;
    for (unsigned i = 0; i < 496 * 496; i++) {
        unsigned pair[2] = {i / 496, i % 496};
        struct tile hand[4];
        for (unsigned side = 0; side < 2; side++) {
            unsigned first = 0, number = pair[side];
            for (; number >= TILE_SET - 1 - first; first++)
                number -= TILE_SET - 1 - first;
            hand[2 * side] = tile_of_number(first);
            hand[2 * side + 1] = tile_of_number(first + 1 + number);
        }
        int packed =
            sign((int)tile_value_of(hand[0], hand[1]).bits - (int)tile_value_of(hand[2], hand[3]).bits);
        assert_int_equal(packed, plain_compare(hand[0], hand[1], hand[2], hand[3]));
        unsigned bits = tile_value_of(hand[0], hand[1]).bits;
        different += !seen[bits];
        seen[bits] = true;
    }
    assert_int_equal(different, TILE_PLACES);
}

static void places_count_down_from_gee_joon(void **state)
{
    (void)state;
    assert_int_equal(tile_value_place(value("gee joon")), 1);
    assert_int_equal(tile_value_place(value("teen gow")), 17);
    assert_int_equal(tile_value_place(value("day gow")), 18);
    assert_int_equal(tile_value_place(value("teen bot")), 19);
    assert_int_equal(tile_value_place(value("day bot")), 20);
    assert_int_equal(tile_value_place(value("teen tit")), 21);
}

/* ------------------------------------------------------------------------------------------ four tiles */

static void four_tiles_part_in_three_ways(void **state)
{
    (void)state;
    struct tile_hand hand = tiles("teen teen 4-5 3-6");
    struct tile_setting settings[TILE_SETTINGS];
    tile_settings(hand.tiles, settings);
    /* Two pairs come before two wongs, for the low hand is better. */
    assert_true(tile_is_pair_pair(&settings[0]));
    assert_int_equal(tile_value_rank(settings[0].high_value), TILE_RANK_TEEN);
    assert_int_equal(tile_value_class(settings[1].low_value), TILE_CLASS_WONG);
    assert_int_equal(tile_value_class(settings[2].high_value), TILE_CLASS_WONG);
}

static void the_front_may_not_outrank_the_back(void **state)
{
    (void)state;
    struct tile_hand nine = tiles("gor ng");
    struct tile_hand gong = tiles("teen yun");
    assert_true(tile_setting_is_legal(nine.tiles, gong.tiles));
    assert_false(tile_setting_is_legal(gong.tiles, nine.tiles));
    struct tile_hand copy = tiles("teen bot");
    assert_true(tile_setting_is_legal(gong.tiles, copy.tiles));
    struct tile_setting setting = tile_setting_of(gong.tiles, nine.tiles);
    assert_int_equal(tile_value_points(setting.low_value), 9);
}

/* bay101/prize-wheel#28 row A8 (R7): low at least 9, high at least gong. */
static void nine_gong_or_better(void **state)
{
    (void)state;
    assert_true(as_set("gor ng", "teen yun", tile_is_nine_gong_or_better));
    assert_true(as_set("gor ng", "gow gow", tile_is_nine_gong_or_better));
    assert_true(as_set("day bot", "teen yun", tile_is_nine_gong_or_better));
    assert_false(as_set("gor gee", "teen yun", tile_is_nine_gong_or_better)); /* low 7 */
    assert_false(as_set("gor bon", "teen yun", tile_is_nine_gong_or_better)); /* low 8 */
    assert_false(as_set("gor ng", "teen tit", tile_is_nine_gong_or_better));  /* high only 9 */
}

/* bay101/prize-wheel#29 row B8 (R7): low at least gong, high a pair. */
static void gong_pair_or_better(void **state)
{
    (void)state;
    assert_true(as_set("day bot", "ng ng", tile_is_gong_pair_or_better));
    assert_true(as_set("day gow", "foo foo", tile_is_gong_pair_or_better));
    assert_true(as_set("ng ng", "foo foo", tile_is_gong_pair_or_better));
    assert_false(as_set("day bot", "teen gow", tile_is_gong_pair_or_better));
    assert_false(as_set("teen tit", "foo foo", tile_is_gong_pair_or_better));
}

/* bay101/prize-wheel#30 row C8; hawaiian-gardens/ca-asian-jackpot-1#42, ca-asian-progressive-bad-beat#31 and
 * hawaiian-gardens/cash-drawing#12.c: pair-pair. */
static void pair_pair(void **state)
{
    (void)state;
    assert_true(as_set("ng ng", "chit chit", tile_is_pair_pair));
    assert_true(dealt("gee foo joon foo", tile_is_pair_pair));
    assert_false(as_set("teen gow", "ng ng", tile_is_pair_pair));
    assert_false(dealt("teen gow ng ng", tile_is_pair_pair));
}

/* hawaiian-gardens/beat-the-dealer#28 and #30; hawaiian-gardens/car-giveaway#33.f: the four tiles are
 * examined, however they were set. */
static void dealt_gong_gong_or_better(void **state)
{
    (void)state;
    assert_true(dealt("teen bot day yun", tile_is_gong_gong_or_better));
    assert_true(dealt("yun bot day teen", tile_is_gong_gong_or_better));
    assert_true(dealt("teen teen gow yun", tile_is_gong_gong_or_better));
    assert_true(dealt("ng ng day yun", tile_is_gong_gong_or_better));
    assert_false(dealt("teen tit day yun", tile_is_gong_gong_or_better)); /* a nine and a gong */
    assert_false(as_set("teen day", "yun bot", tile_is_gong_gong_or_better));
    assert_true(dealt("teen day yun bot", tile_is_gong_gong_or_better));
}

/* hawaiian-gardens/ca-asian-jackpot-1#41: any pair in front with the number-one hand in back. */
static void pair_before_gee_joon(void **state)
{
    (void)state;
    assert_true(as_set("ng ng", "gee joon", tile_is_pair_before_gee_joon));
    assert_false(as_set("ng ng", "teen teen", tile_is_pair_before_gee_joon));
    assert_false(as_set("teen gow", "gee joon", tile_is_pair_before_gee_joon));
}

/* hawaiian-gardens/ca-asian-progressive-bad-beat#32 (R14, G8): the 8th hand of the list is the pair of bon.
 */
static void eighth_or_better_in_front(void **state)
{
    (void)state;
    static const struct {
        const char *front;
        bool qualifies;
    } rows[] = {{"chong chong", true}, {"bon bon", true}, {"foo foo", false}};
    struct tile_hand back = tiles("teen teen");
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct tile_hand front = tiles(rows[i].front);
        struct tile_setting setting = tile_setting_of(front.tiles, back.tiles);
        assert_int_equal(tile_is_low_at_place(&setting, TILE_PLACE_EIGHTH), rows[i].qualifies);
    }
}

static bool low_is_wong_or_better(const struct tile_setting *setting)
{
    return tile_value_class(setting->low_value) >= TILE_CLASS_WONG;
}

/*
 * Out of C(32,4) = 35,960:
 *
 *   pair-pair: two of the sixteen ranks, both tiles of each: C(16,2) = 120.
 *
 *   gong-gong or better, without pair-pair: let A be the 4 teens and days, N the 2 nines, E the 4 eights.
 *     Two hands of A with N or E: C(4,2) from A times C(6,2) from N and E = 6 * 15 = 90. Of these are
 * pair-pair those with the teens or the days (2 of 6) and a pair of nines, yuns or bots (3 of 15): 6; 84
 * remain. A pair with a hand of A and N or E: 4 * 6 = 24 hands. The pair is none of the two tiles' ranks: the
 * 14 other pairs, 24 * 14 = 336. It may then not be parted otherwise into two such hands, but that is the
 * same four tiles: the 84 have two tiles of A and two of N and E. A pair of A with A-N/E takes three of A; a
 * pair of N or E takes three of those. So no four tiles are counted twice, and none of the 336 is pair-pair.
 *     Together 120 + 84 + 336 = 540.
 *
 *   gong-pair or better: 120 + 336 = 456, and the 84 that have no pair beside a gong stay out.
 *
 *   wong in the low hand: 120, a pair with one of the 8 wongs 8 * 14 = 112, and a teen and a day with both
 * nines, 2 * 2 = 4: together 236.
 *
 *   any pair before gee joon: 15.
 */
static void all_35960_deals_give_the_derived_counts(void **state)
{
    (void)state;
    unsigned total = 0, pair_pairs = 0, gong_gongs = 0, gong_pairs = 0, nine_gongs = 0, gee_joons = 0,
             wongs = 0;
    for (unsigned a = 0; a < TILE_SET; a++)
        for (unsigned b = a + 1; b < TILE_SET; b++)
            for (unsigned c = b + 1; c < TILE_SET; c++)
                for (unsigned d = c + 1; d < TILE_SET; d++) {
                    const struct tile four[4] = {tile_of_number(a), tile_of_number(b), tile_of_number(c),
                                                 tile_of_number(d)};
                    total++;
                    pair_pairs += tile_dealt(four, tile_is_pair_pair);
                    gong_gongs += tile_dealt(four, tile_is_gong_gong_or_better);
                    gong_pairs += tile_dealt(four, tile_is_gong_pair_or_better);
                    nine_gongs += tile_dealt(four, tile_is_nine_gong_or_better);
                    gee_joons += tile_dealt(four, tile_is_pair_before_gee_joon);
                    wongs += tile_dealt(four, low_is_wong_or_better);
                }
    assert_int_equal(total, 35960);
    assert_int_equal(pair_pairs, 120);
    assert_int_equal(gong_gongs, 540);
    assert_int_equal(gong_pairs, 456);
    assert_int_equal(gee_joons, 15);
    assert_int_equal(wongs, 236);
    assert_int_equal(nine_gongs, 1996); /* also counted by a second program */
}

/* With the two tiles of a rank taken as one another there are known to be 136 hands and 3,620 deals. */
static void ranks_alone_make_136_hands_and_3620_deals(void **state)
{
    (void)state;
    unsigned hands = 0, deals = 0;
    for (unsigned a = 0; a < TILE_RANK_COUNT; a++)
        for (unsigned b = a; b < TILE_RANK_COUNT; b++) {
            hands++;
            for (unsigned c = b; c < TILE_RANK_COUNT; c++)
                for (unsigned d = c; d < TILE_RANK_COUNT; d++)
                    deals += !(a == c || b == d);
        }
    assert_int_equal(hands, 136);
    assert_int_equal(deals, 3620);
}

/* ------------------------------------------------------------------------------------------ text */

static void every_tile_is_read_back_as_written(void **state)
{
    (void)state;
    for (unsigned code = 0; code < TILE_KINDS; code++) {
        struct tile tile = {(uint8_t)code};
        char bytes[TILE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, bytes, sizeof bytes);
        tile_write(&out, tile);
        assert_false(out.truncated);
        struct tile_hand hand = tiles(bytes);
        assert_int_equal(hand.count, 1);
        assert_true(tile_equal(hand.tiles[0], tile));
        snprintf(bytes, sizeof bytes, "%u-%u", tile_large_half(tile), tile_small_half(tile));
        assert_true(tile_equal(tiles(bytes).tiles[0], tile));
    }
}

static void names_in_use_are_understood(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned one, other;
    } names[] = {{"TEEN", 6, 6},  {"Yun/Ren", 4, 4}, {"ren", 4, 4},   {"Cheung Sam", 3, 3}, {"chong", 3, 3},
                 {"goose", 1, 3}, {"tit", 1, 6},     {"look", 1, 5},  {"gee", 2, 4},        {"Joon", 1, 2},
                 {"gow", 4, 5},   {"gow-3-6", 3, 6}, {"heaven", 6, 6}};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct tile_hand hand = tiles(names[i].name);
        assert_int_equal(hand.count, 1);
        assert_true(tile_equal(hand.tiles[0], tile_of_pips(names[i].one, names[i].other)));
    }
    assert_int_equal(tiles("cheung sam, cheung teen").count, 3);
    assert_int_equal(tiles(" teen,teen\t1-1 ").count, 3);
}

static void a_name_with_two_faces_means_the_one_that_is_left(void **state)
{
    (void)state;
    struct tile_hand hand = tiles("gow gow");
    assert_true(tile_equal(hand.tiles[0], tile_of_pips(4, 5)));
    assert_true(tile_equal(hand.tiles[1], tile_of_pips(3, 6)));
    hand = tiles("4-5 gow");
    assert_true(tile_equal(hand.tiles[1], tile_of_pips(3, 6)));
    struct tile_hand second;
    assert_int_equal(
        tile_hand_parse(text_of("gow"), 0, 1, 1, &(struct tile_hand){1, {tile_of_pips(5, 4)}}, &second, NULL),
        STATUS_OK);
    assert_true(tile_equal(second.tiles[0], tile_of_pips(3, 6)));
}

static void bad_tiles_are_refused_with_place_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        size_t position;
        const char *says;
    } bad[] = {
        {"teen tean", 6, "did you mean \"teen\"?"},
        {"teen xyzzy", 6, "a tile is its pips"},
        {"1-7", 1, "not a tile"},
        {"66", 1, "not a tile"},
        {"6-66", 1, "not a tile"},
        {"teenday", 1, "not a tile"},
        {"teen teen 6-6", 11, "the set has only two"},
        {"4-5 day 5-4", 9, "the set has only one"},
        {"gow gow gow", 9, "the set has only two"},
        {"gee gee", 5, "the set has only one"},
        {"teen day yun gor bon", 18, "too many tiles: 2 to 4 tiles expected"},
        {"teen", 5, "too few tiles: 2 to 4 tiles expected, 1 given"},
        {"", 1, "0 given"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct tile_hand hand = {.count = 99};
        struct fault fault;
        assert_int_equal(tile_hand_parse(text_of(bad[i].words), 100, 2, 4, NULL, &hand, &fault),
                         STATUS_INVALID);
        assert_int_equal(fault.position, 100 + bad[i].position);
        assert_non_null(strstr(fault.words, bad[i].says));
        assert_int_equal(hand.count, 99);
    }
}

static struct ranked_hand ranked(const char *words)
{
    struct ranked_hand hand;
    struct fault fault = {0};
    if (ranking_tiles.rank(text_of(words), 0, CARD_STYLE_LETTERS, &hand, &fault) != STATUS_OK)
        fail_msg("\"%s\": %s", words, fault.words);
    return hand;
}

static void the_ranking_names_two_and_four_tiles(void **state)
{
    (void)state;
    struct ranked_hand hand = ranked("GOW teen");
    assert_string_equal(hand.cards, "gow-4-5 teen");
    assert_string_equal(hand.class_name, "wong");
    assert_string_equal(hand.name, "wong with teen");
    assert_string_equal(hand.detail, "number 17 of the 102 different hands");
    assert_string_equal(ranked("gee joon").name, "gee joon, the supreme pair");
    assert_string_equal(ranked("gor ng").name, "9 points, gor high");
    assert_string_equal(ranked("gor look").name, "no points");
    assert_true(ranked("teen teen").value > ranked("day day").value);

    hand = ranked("teen teen gow gow");
    assert_string_equal(hand.class_name, "pair-pair");
    assert_string_equal(hand.name, "low pair of gow; high pair of teen");
    assert_string_equal(hand.detail, "or low wong with teen; high wong with teen");
    assert_string_equal(ranked("teen day yun bot").detail,
                        "or low 4 points, teen high; high 6 points, yun high");
    assert_true(hand.value > ranked("teen day yun bot").value);
    struct fault fault;
    assert_int_equal(ranking_tiles.rank(text_of("teen day yun"), 0, CARD_STYLE_LETTERS, &hand, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 13);
    assert_int_equal(ranking_tiles.rank(text_of(ranking_tiles.example), 0, CARD_STYLE_LETTERS, &hand, NULL),
                     STATUS_OK);
}

static enum status versus(const char *first, const char *second, char *bytes, size_t size, int *outcome,
                          struct fault *fault)
{
    struct text_out meaning;
    text_out_init(&meaning, bytes, size);
    return ranking_tiles.versus(text_of(first), 0, text_of(second), 50, &meaning, outcome, fault);
}

static void two_hands_together_know_copies_and_missing_tiles(void **state)
{
    (void)state;
    char words[256];
    struct fault fault;
    int outcome = 0;
    assert_int_equal(versus("teen yun", "teen bot", words, sizeof words, &outcome, &fault), STATUS_OK);
    assert_string_equal(words, "a copy: the game gives it to the hand that banks");
    assert_int_equal(versus("teen yun", "day bot", words, sizeof words, &outcome, &fault), STATUS_OK);
    assert_string_equal(words, "");
    assert_int_equal(versus("teen gow foo foo", "day gow ping ping", words, sizeof words, &outcome, &fault),
                     STATUS_OK);
    assert_string_equal(
        words, "so set, the first low hand is above the second, the first high hand above the second");
    assert_int_equal(outcome, 1);
    /* One hand won, one lost: a push, whatever the values say. */
    outcome = 1;
    assert_int_equal(versus("teen teen 1-3 1-4", "day day bot 4-4", words, sizeof words, &outcome, &fault),
                     STATUS_OK);
    assert_int_equal(outcome, 0);
    assert_int_equal(versus("gee joon", "teen gee", words, sizeof words, &outcome, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, 56);
    assert_non_null(strstr(fault.words, "counting the other hand's tiles"));
    assert_int_equal(versus("gee joon", "teen teen day day", words, sizeof words, &outcome, &fault),
                     STATUS_INVALID);
    assert_int_equal(fault.position, 51);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_set_has_32_tiles_of_21_kinds),
        cmocka_unit_test(every_rank_has_two_tiles),
        cmocka_unit_test(the_sixteen_pairs_stand_in_their_order),
        cmocka_unit_test(equal_pips_alone_are_no_pair),
        cmocka_unit_test(wongs_and_gongs_need_teen_or_day),
        cmocka_unit_test(points_are_decided_by_the_higher_tile),
        cmocka_unit_test(no_points_are_equal_whatever_the_tiles),
        cmocka_unit_test(gee_joon_tiles_count_three_or_six_and_rank_lowest),
        cmocka_unit_test(all_496_hands_fall_into_the_derived_classes),
        cmocka_unit_test(the_order_of_hands_is_total_and_follows_the_rules),
        cmocka_unit_test(places_count_down_from_gee_joon),
        cmocka_unit_test(four_tiles_part_in_three_ways),
        cmocka_unit_test(the_front_may_not_outrank_the_back),
        cmocka_unit_test(nine_gong_or_better),
        cmocka_unit_test(gong_pair_or_better),
        cmocka_unit_test(pair_pair),
        cmocka_unit_test(dealt_gong_gong_or_better),
        cmocka_unit_test(pair_before_gee_joon),
        cmocka_unit_test(eighth_or_better_in_front),
        cmocka_unit_test(all_35960_deals_give_the_derived_counts),
        cmocka_unit_test(ranks_alone_make_136_hands_and_3620_deals),
        cmocka_unit_test(every_tile_is_read_back_as_written),
        cmocka_unit_test(names_in_use_are_understood),
        cmocka_unit_test(a_name_with_two_faces_means_the_one_that_is_left),
        cmocka_unit_test(bad_tiles_are_refused_with_place_and_reason),
        cmocka_unit_test(the_ranking_names_two_and_four_tiles),
        cmocka_unit_test(two_hands_together_know_copies_and_missing_tiles),
    };
    return cmocka_run_group_tests_name("tiles", tests, NULL, NULL);
}
