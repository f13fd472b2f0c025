/*
 * The tables of Crazy 4 Poker as approved in Massachusetts, for tests. The program reads them from the rule document; a
 * test in src/rulebook holds the two against each other.
 */
#ifndef GAMES_CRAZY4_TABLES_TEST_H
#define GAMES_CRAZY4_TABLES_TEST_H

#include "games/crazy4_tables.h"
#include "games/progressive_tables_test.h"

/* The four tables differ in what straight flush and three of a kind pay. */
#define QUEENS_UP_TEST(letter, straight_flush, three)                                                        \
    {                                                                                                        \
        .name = "queens-up/" letter, .clause = "massachusetts/crazy-4-poker#204", .order = PAYTABLE_FOUR,    \
        .row_count = 7,                                                                                      \
        .rows = {                                                                                            \
            {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},       \
            {"straight flush",                                                                               \
             SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH),                                                    \
             {PAY_TO_ONE, (straight_flush), 1},                                                              \
             {0}},                                                                                           \
            {"three of a kind",                                                                              \
             SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND),                                                   \
             {PAY_TO_ONE, (three), 1},                                                                       \
             {0}},                                                                                           \
            {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 4, 1}, {0}},                          \
            {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 3, 1}, {0}},                    \
            {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},                    \
            {"pair of queens, kings or aces",                                                                \
             SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_QUEEN),                                                   \
             {PAY_TO_ONE, 1, 1},                                                                             \
             {0}},                                                                                           \
        },                                                                                                   \
    }

/* By the number of players, what its five rows pay to 1. */
#define COVER_ALL_TEST(players, aces, royal, four, straight_flush, three)                                    \
    {                                                                                                        \
        .name = "cover-all/" players, .clause = "massachusetts/crazy-4-poker#241", .order = PAYTABLE_COVER,  \
        .row_count = 5,                                                                                      \
        .rows = {                                                                                            \
            {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, (aces), 1}, {0}},            \
            {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, (royal), 1}, {0}},       \
            {"other four of a kind",                                                                         \
             SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),                                                   \
             {PAY_TO_ONE, (four), 1},                                                                        \
             {0}},                                                                                           \
            {"straight flush",                                                                               \
             SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH),                                                   \
             {PAY_TO_ONE, (straight_flush), 1},                                                              \
             {0}},                                                                                           \
            {"three of a kind",                                                                              \
             SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND),                                                  \
             {PAY_TO_ONE, (three), 1},                                                                       \
             {0}},                                                                                           \
        },                                                                                                   \
    }

#define SUPER_BONUS_TEST                                                                                     \
    {                                                                                                        \
        .name = "super-bonus", .clause = "massachusetts/crazy-4-poker#203", .order = PAYTABLE_FOUR,          \
        .row_count = 6,                                                                                      \
        .rows = {                                                                                            \
            {"four aces", SCORE_FROM_RANK(FOUR_CLASS_FOUR_OF_A_KIND, RANK_ACE), {PAY_TO_ONE, 200, 1}, {0}},  \
            {"other four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 30, 1}, {0}}, \
            {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 15, 1}, {0}},       \
            {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 2, 1}, {0}},      \
            {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 3, 2}, {0}},                          \
            {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 1, 1}, {0}},                    \
        },                                                                                                   \
    }

#define FIVE_CARD_HAND_BONUS_TEST                                                                            \
    {                                                                                                        \
        .name = "five-card-hand-bonus", .clause = "massachusetts/crazy-4-poker#224", .order = PAYTABLE_FIVE, \
        .row_count = 5,                                                                                      \
        .rows = {                                                                                            \
            {"royal flush", SCORE_FROM_CLASS(FIVE_CLASS_ROYAL_FLUSH), {PAY_METER, 100, 100}, {0}},           \
            {"straight flush", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT_FLUSH), {PAY_METER, 10, 100}, {0}},      \
            {"four of a kind", SCORE_FROM_CLASS(FIVE_CLASS_FOUR_OF_A_KIND), {PAY_FOR_ONE, 500, 1}, {0}},     \
            {"full house", SCORE_FROM_CLASS(FIVE_CLASS_FULL_HOUSE), {PAY_FOR_ONE, 100, 1}, {0}},             \
            {"flush", SCORE_FROM_CLASS(FIVE_CLASS_FLUSH), {PAY_FOR_ONE, 50, 1}, {0}},                        \
        },                                                                                                   \
    }

static const struct crazy4_tables approved_crazy4 = {
    .super_bonus = SUPER_BONUS_TEST,
    .queens_up = {QUEENS_UP_TEST("A", 30, 9), QUEENS_UP_TEST("B", 40, 8), QUEENS_UP_TEST("C", 30, 8),
                  QUEENS_UP_TEST("D", 40, 7)},
    .four_card_progressive = {FOUR_CARD_PROGRESSIVE_TEST("four-card-progressive/A",
                                                         "massachusetts/crazy-4-poker#206", 9, 10, 5),
                              FOUR_CARD_PROGRESSIVE_TEST("four-card-progressive/B",
                                                         "massachusetts/crazy-4-poker#206", 15, 25, 0)},
    .five_card_progressive =
        FIVE_CARD_PROGRESSIVE_TEST("five-card-progressive", "massachusetts/crazy-4-poker#217"),
    .five_card_hand_bonus = FIVE_CARD_HAND_BONUS_TEST,
    .cover_all = {COVER_ALL_TEST("1", 300, 200, 150, 125, 13), COVER_ALL_TEST("2", 250, 150, 100, 90, 8),
                  COVER_ALL_TEST("3", 200, 125, 80, 60, 6), COVER_ALL_TEST("4", 150, 100, 60, 40, 5),
                  COVER_ALL_TEST("5", 125, 80, 50, 35, 4), COVER_ALL_TEST("6", 100, 50, 25, 20, 4)},
    .magic_card = {PAY_FOR_ONE, 20, 1},
    .lucky_bonus = {PAY_FOR_ONE, 5, 1},
    .four_card_seed_min = {{5000 * MONEY_DOLLAR}, {1000 * MONEY_DOLLAR}},
    .five_card_seed_min = {10000 * MONEY_DOLLAR},
    .hand_bonus_seed_min = {10000 * MONEY_DOLLAR},
};

#endif
