/*
 * Progressive tables that the approved rules of Crazy 4 Poker and of Four-Card Poker have in common, for tests.
 */
#ifndef GAMES_PROGRESSIVE_TABLES_TEST_H
#define GAMES_PROGRESSIVE_TABLES_TEST_H

#include "cards/poker_rules.h"
#include "games/paytable.h"

/* What three of a kind pays for 1, and the envy of another four of a kind and of a straight flush in dollars. */
#define FOUR_CARD_PROGRESSIVE_TEST(table_name, table_clause, three, four_envy, straight_flush_envy)          \
    {                                                                                                        \
        .name = (table_name), .clause = (table_clause), .order = PAYTABLE_FOUR, .row_count = 4,              \
        .rows = {                                                                                            \
            {"four aces",                                                                                    \
             SCORE_FROM_RANK(FOUR_CLASS_FOUR_OF_A_KIND, RANK_ACE),                                           \
             {PAY_METER, 100, 100},                                                                          \
             {100 * MONEY_DOLLAR}},                                                                          \
            {"other four of a kind",                                                                         \
             SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND),                                                    \
             {PAY_FOR_ONE, 300, 1},                                                                          \
             {(four_envy)*MONEY_DOLLAR}},                                                                    \
            {"straight flush",                                                                               \
             SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH),                                                    \
             {PAY_FOR_ONE, 100, 1},                                                                          \
             {(straight_flush_envy)*MONEY_DOLLAR}},                                                          \
            {"three of a kind",                                                                              \
             SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND),                                                   \
             {PAY_FOR_ONE, (three), 1},                                                                      \
             {0}},                                                                                           \
        },                                                                                                   \
    }

#define FIVE_CARD_PROGRESSIVE_TEST(table_name, table_clause)                                                 \
    {                                                                                                        \
        .name = (table_name), .clause = (table_clause), .order = PAYTABLE_FIVE, .row_count = 7,              \
        .rows = {                                                                                            \
            {"royal flush",                                                                                  \
             SCORE_FROM_CLASS(FIVE_CLASS_ROYAL_FLUSH),                                                       \
             {PAY_METER, 100, 100},                                                                          \
             {1000 * MONEY_DOLLAR}},                                                                         \
            {"straight flush",                                                                               \
             SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT_FLUSH),                                                    \
             {PAY_METER, 10, 100},                                                                           \
             {300 * MONEY_DOLLAR}},                                                                          \
            {"four of a kind", SCORE_FROM_CLASS(FIVE_CLASS_FOUR_OF_A_KIND), {PAY_FOR_ONE, 300, 1}, {0}},     \
            {"full house", SCORE_FROM_CLASS(FIVE_CLASS_FULL_HOUSE), {PAY_FOR_ONE, 50, 1}, {0}},              \
            {"flush", SCORE_FROM_CLASS(FIVE_CLASS_FLUSH), {PAY_FOR_ONE, 40, 1}, {0}},                        \
            {"straight", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT), {PAY_FOR_ONE, 30, 1}, {0}},                  \
            {"three of a kind", SCORE_FROM_CLASS(FIVE_CLASS_THREE_OF_A_KIND), {PAY_FOR_ONE, 9, 1}, {0}},     \
        },                                                                                                   \
    }

#endif
