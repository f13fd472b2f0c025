/*
 * The tables of Four-Card Poker as approved in South Dakota, for tests. The program reads them from the rule document; a
 * test in src/rulebook holds the two against each other.
 */
#ifndef GAMES_FOUR_CARD_TABLES_TEST_H
#define GAMES_FOUR_CARD_TABLES_TEST_H

#include "games/four_card_tables.h"
#include "games/progressive_tables_test.h"

/* The seven tables pay four of a kind 50 to 1 and a pair of aces 1 to 1. */
#define ACES_UP_TEST(number, straight_flush, three, flush, straight, two_pair)                               \
    {                                                                                                        \
        .name = "aces-up/FCP-" number, .clause = "south-dakota/four-card-poker#53", .order = PAYTABLE_FOUR,  \
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
            {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, (flush), 1}, {0}},                    \
            {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, (straight), 1}, {0}},           \
            {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, (two_pair), 1}, {0}},           \
            {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},           \
        },                                                                                                   \
    }

#define ANTE_BONUS_TEST                                                                                      \
    {                                                                                                        \
        .name = "automatic-bonus", .clause = "south-dakota/four-card-poker#52", .order = PAYTABLE_FOUR,      \
        .row_count = 3,                                                                                      \
        .rows = {                                                                                            \
            {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 25, 1}, {0}},       \
            {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 20, 1}, {0}},       \
            {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 2, 1}, {0}},      \
        },                                                                                                   \
    }

static const struct four_card_tables approved_four_card = {
    .ante_bonus = ANTE_BONUS_TEST,
    .aces_up = {ACES_UP_TEST("01", 40, 9, 6, 4, 2), ACES_UP_TEST("02", 40, 7, 6, 5, 2),
                ACES_UP_TEST("03", 30, 9, 6, 4, 2), ACES_UP_TEST("04", 30, 7, 6, 5, 2),
                ACES_UP_TEST("05", 40, 8, 5, 4, 3), ACES_UP_TEST("06", 40, 8, 6, 4, 2),
                ACES_UP_TEST("07", 40, 7, 5, 4, 3)},
    .progressive =
        {FOUR_CARD_PROGRESSIVE_TEST("progressive/FCPP-1", "south-dakota/four-card-poker#60", 9, 10, 5),
         FOUR_CARD_PROGRESSIVE_TEST("progressive/FCCP-2", "south-dakota/four-card-poker#60", 15, 25, 0),
         FOUR_CARD_PROGRESSIVE_TEST("progressive/FCCP-3", "south-dakota/four-card-poker#60", 15, 25, 0),
         FIVE_CARD_PROGRESSIVE_TEST("progressive/PMG-01", "south-dakota/four-card-poker#62"),
         FIVE_CARD_PROGRESSIVE_TEST("progressive/PMG-02", "south-dakota/four-card-poker#62")},
    .progressive_wager = {{MONEY_DOLLAR}, {MONEY_DOLLAR}, {MONEY_DOLLAR}, {MONEY_DOLLAR}, {5 * MONEY_DOLLAR}},
    .progressive_reserve = {{0, 1}, {0, 1}, {1, 20}, {0, 1}, {0, 1}},
};

#endif
