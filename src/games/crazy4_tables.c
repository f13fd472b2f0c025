#include "games/crazy4_tables.h"

#include "cards/poker_rules.h"

const struct paytable crazy4_super_bonus = {
    .name = "super-bonus",
    .clause = "massachusetts/crazy-4-poker#203",
    .order = HAND_ORDER_FOUR,
    .row_count = 6,
    .rows =
        {
            {"four aces", SCORE_FROM_RANK(FOUR_CLASS_FOUR_OF_A_KIND, RANK_ACE), {PAY_TO_ONE, 200, 1}, {0}},
            {"other four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 30, 1}, {0}},
            {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 15, 1}, {0}},
            {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 2, 1}, {0}},
            {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 3, 2}, {0}},
            {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 1, 1}, {0}},
        },
};

const struct paytable crazy4_queens_up[CRAZY4_QUEENS_UP_TABLES] = {
    {
        .name = "queens-up/A",
        .clause = "massachusetts/crazy-4-poker#204",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 30, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 9, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 4, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 3, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of queens, kings or aces",
                 SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_QUEEN),
                 {PAY_TO_ONE, 1, 1},
                 {0}},
            },
    },
    {
        .name = "queens-up/B",
        .clause = "massachusetts/crazy-4-poker#204",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 8, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 4, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 3, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of queens, kings or aces",
                 SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_QUEEN),
                 {PAY_TO_ONE, 1, 1},
                 {0}},
            },
    },
    {
        .name = "queens-up/C",
        .clause = "massachusetts/crazy-4-poker#204",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 30, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 8, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 4, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 3, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of queens, kings or aces",
                 SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_QUEEN),
                 {PAY_TO_ONE, 1, 1},
                 {0}},
            },
    },
    {
        .name = "queens-up/D",
        .clause = "massachusetts/crazy-4-poker#204",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 7, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 4, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 3, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of queens, kings or aces",
                 SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_QUEEN),
                 {PAY_TO_ONE, 1, 1},
                 {0}},
            },
    },
};

const struct paytable crazy4_four_card_progressive[CRAZY4_FOUR_CARD_TABLES] = {
    {
        .name = "four-card-progressive/A",
        .clause = "massachusetts/crazy-4-poker#206",
        .order = HAND_ORDER_FOUR,
        .row_count = 4,
        .rows =
            {
                {"four aces",
                 SCORE_FROM_RANK(FOUR_CLASS_FOUR_OF_A_KIND, RANK_ACE),
                 {PAY_METER, 100, 100},
                 {10000}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND),
                 {PAY_FOR_ONE, 300, 1},
                 {1000}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_FOR_ONE, 100, 1}, {500}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_FOR_ONE, 9, 1}, {0}},
            },
    },
    {
        .name = "four-card-progressive/B",
        .clause = "massachusetts/crazy-4-poker#206",
        .order = HAND_ORDER_FOUR,
        .row_count = 4,
        .rows =
            {
                {"four aces",
                 SCORE_FROM_RANK(FOUR_CLASS_FOUR_OF_A_KIND, RANK_ACE),
                 {PAY_METER, 100, 100},
                 {10000}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND),
                 {PAY_FOR_ONE, 300, 1},
                 {2500}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_FOR_ONE, 100, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_FOR_ONE, 15, 1}, {0}},
            },
    },
};

const struct paytable crazy4_five_card_progressive = {
    .name = "five-card-progressive",
    .clause = "massachusetts/crazy-4-poker#217",
    .order = HAND_ORDER_FIVE,
    .row_count = 7,
    .rows =
        {
            {"royal flush", SCORE_FROM_CLASS(FIVE_CLASS_ROYAL_FLUSH), {PAY_METER, 100, 100}, {100000}},
            {"straight flush", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT_FLUSH), {PAY_METER, 10, 100}, {30000}},
            {"four of a kind", SCORE_FROM_CLASS(FIVE_CLASS_FOUR_OF_A_KIND), {PAY_FOR_ONE, 300, 1}, {0}},
            {"full house", SCORE_FROM_CLASS(FIVE_CLASS_FULL_HOUSE), {PAY_FOR_ONE, 50, 1}, {0}},
            {"flush", SCORE_FROM_CLASS(FIVE_CLASS_FLUSH), {PAY_FOR_ONE, 40, 1}, {0}},
            {"straight", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT), {PAY_FOR_ONE, 30, 1}, {0}},
            {"three of a kind", SCORE_FROM_CLASS(FIVE_CLASS_THREE_OF_A_KIND), {PAY_FOR_ONE, 9, 1}, {0}},
        },
};

const struct paytable crazy4_five_card_hand_bonus = {
    .name = "five-card-hand-bonus",
    .clause = "massachusetts/crazy-4-poker#224",
    .order = HAND_ORDER_FIVE,
    .row_count = 5,
    .rows =
        {
            {"royal flush", SCORE_FROM_CLASS(FIVE_CLASS_ROYAL_FLUSH), {PAY_METER, 100, 100}, {0}},
            {"straight flush", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT_FLUSH), {PAY_METER, 10, 100}, {0}},
            {"four of a kind", SCORE_FROM_CLASS(FIVE_CLASS_FOUR_OF_A_KIND), {PAY_FOR_ONE, 500, 1}, {0}},
            {"full house", SCORE_FROM_CLASS(FIVE_CLASS_FULL_HOUSE), {PAY_FOR_ONE, 100, 1}, {0}},
            {"flush", SCORE_FROM_CLASS(FIVE_CLASS_FLUSH), {PAY_FOR_ONE, 50, 1}, {0}},
        },
};

const struct paytable crazy4_cover_all[CRAZY4_COVER_ALL_PLAYERS] = {
    {
        .name = "cover-all/1",
        .clause = "massachusetts/crazy-4-poker#241",
        .order = HAND_ORDER_COVER,
        .row_count = 5,
        .rows =
            {
                {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, 300, 1}, {0}},
                {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, 200, 1}, {0}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),
                 {PAY_TO_ONE, 150, 1},
                 {0}},
                {"straight flush", SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 125, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 13, 1}, {0}},
            },
    },
    {
        .name = "cover-all/2",
        .clause = "massachusetts/crazy-4-poker#241",
        .order = HAND_ORDER_COVER,
        .row_count = 5,
        .rows =
            {
                {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, 250, 1}, {0}},
                {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, 150, 1}, {0}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),
                 {PAY_TO_ONE, 100, 1},
                 {0}},
                {"straight flush", SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 90, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 8, 1}, {0}},
            },
    },
    {
        .name = "cover-all/3",
        .clause = "massachusetts/crazy-4-poker#241",
        .order = HAND_ORDER_COVER,
        .row_count = 5,
        .rows =
            {
                {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, 200, 1}, {0}},
                {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, 125, 1}, {0}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),
                 {PAY_TO_ONE, 80, 1},
                 {0}},
                {"straight flush", SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 60, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 6, 1}, {0}},
            },
    },
    {
        .name = "cover-all/4",
        .clause = "massachusetts/crazy-4-poker#241",
        .order = HAND_ORDER_COVER,
        .row_count = 5,
        .rows =
            {
                {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, 150, 1}, {0}},
                {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, 100, 1}, {0}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),
                 {PAY_TO_ONE, 60, 1},
                 {0}},
                {"straight flush", SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 5, 1}, {0}},
            },
    },
    {
        .name = "cover-all/5",
        .clause = "massachusetts/crazy-4-poker#241",
        .order = HAND_ORDER_COVER,
        .row_count = 5,
        .rows =
            {
                {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, 125, 1}, {0}},
                {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, 80, 1}, {0}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),
                 {PAY_TO_ONE, 50, 1},
                 {0}},
                {"straight flush", SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 35, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 4, 1}, {0}},
            },
    },
    {
        .name = "cover-all/6",
        .clause = "massachusetts/crazy-4-poker#241",
        .order = HAND_ORDER_COVER,
        .row_count = 5,
        .rows =
            {
                {"four aces", SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES), {PAY_TO_ONE, 100, 1}, {0}},
                {"royal flush", SCORE_FROM_CLASS(COVER_CLASS_ROYAL_FLUSH), {PAY_TO_ONE, 50, 1}, {0}},
                {"other four of a kind",
                 SCORE_FROM_CLASS(COVER_CLASS_FOUR_OF_A_KIND),
                 {PAY_TO_ONE, 25, 1},
                 {0}},
                {"straight flush", SCORE_FROM_CLASS(COVER_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 20, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(COVER_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 4, 1}, {0}},
            },
    },
};

const struct pay crazy4_magic_card = {PAY_FOR_ONE, 20, 1};
const struct pay crazy4_lucky_bonus = {PAY_FOR_ONE, 5, 1};
