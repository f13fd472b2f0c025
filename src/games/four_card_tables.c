#include "games/four_card_tables.h"

#include "cards/poker_rules.h"

const struct paytable four_card_ante_bonus = {
    .name = "automatic-bonus",
    .clause = "south-dakota/four-card-poker#52",
    .order = HAND_ORDER_FOUR,
    .row_count = 3,
    .rows =
        {
            {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 25, 1}, {0}},
            {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 20, 1}, {0}},
            {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 2, 1}, {0}},
        },
};

const struct paytable four_card_aces_up[FOUR_CARD_ACES_UP_TABLES] = {
    {
        .name = "aces-up/FCP-01",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 9, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 6, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 4, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
    {
        .name = "aces-up/FCP-02",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 7, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 6, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 5, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
    {
        .name = "aces-up/FCP-03",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 30, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 9, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 6, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 4, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
    {
        .name = "aces-up/FCP-04",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 30, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 7, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 6, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 5, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
    {
        .name = "aces-up/FCP-05",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 8, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 5, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 4, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 3, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
    {
        .name = "aces-up/FCP-06",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 8, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 6, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 4, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 2, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
    {
        .name = "aces-up/FCP-07",
        .clause = "south-dakota/four-card-poker#53",
        .order = HAND_ORDER_FOUR,
        .row_count = 7,
        .rows =
            {
                {"four of a kind", SCORE_FROM_CLASS(FOUR_CLASS_FOUR_OF_A_KIND), {PAY_TO_ONE, 50, 1}, {0}},
                {"straight flush", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT_FLUSH), {PAY_TO_ONE, 40, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FOUR_CLASS_THREE_OF_A_KIND), {PAY_TO_ONE, 7, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FOUR_CLASS_FLUSH), {PAY_TO_ONE, 5, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FOUR_CLASS_STRAIGHT), {PAY_TO_ONE, 4, 1}, {0}},
                {"two pair", SCORE_FROM_CLASS(FOUR_CLASS_TWO_PAIR), {PAY_TO_ONE, 3, 1}, {0}},
                {"pair of aces", SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE), {PAY_TO_ONE, 1, 1}, {0}},
            },
    },
};

const struct paytable four_card_progressive[FOUR_CARD_PROGRESSIVE_TABLES] = {
    {
        .name = "progressive/FCPP-1",
        .clause = "south-dakota/four-card-poker#60",
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
        .name = "progressive/FCCP-2",
        .clause = "south-dakota/four-card-poker#60",
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
    {
        .name = "progressive/FCCP-3",
        .clause = "south-dakota/four-card-poker#60",
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
    {
        .name = "progressive/PMG-01",
        .clause = "south-dakota/four-card-poker#62",
        .order = HAND_ORDER_FIVE,
        .row_count = 7,
        .rows =
            {
                {"royal flush", SCORE_FROM_CLASS(FIVE_CLASS_ROYAL_FLUSH), {PAY_METER, 100, 100}, {100000}},
                {"straight flush",
                 SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT_FLUSH),
                 {PAY_METER, 10, 100},
                 {30000}},
                {"four of a kind", SCORE_FROM_CLASS(FIVE_CLASS_FOUR_OF_A_KIND), {PAY_FOR_ONE, 300, 1}, {0}},
                {"full house", SCORE_FROM_CLASS(FIVE_CLASS_FULL_HOUSE), {PAY_FOR_ONE, 50, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FIVE_CLASS_FLUSH), {PAY_FOR_ONE, 40, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT), {PAY_FOR_ONE, 30, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FIVE_CLASS_THREE_OF_A_KIND), {PAY_FOR_ONE, 9, 1}, {0}},
            },
    },
    {
        .name = "progressive/PMG-02",
        .clause = "south-dakota/four-card-poker#62",
        .order = HAND_ORDER_FIVE,
        .row_count = 7,
        .rows =
            {
                {"royal flush", SCORE_FROM_CLASS(FIVE_CLASS_ROYAL_FLUSH), {PAY_METER, 100, 100}, {100000}},
                {"straight flush",
                 SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT_FLUSH),
                 {PAY_METER, 10, 100},
                 {30000}},
                {"four of a kind", SCORE_FROM_CLASS(FIVE_CLASS_FOUR_OF_A_KIND), {PAY_FOR_ONE, 300, 1}, {0}},
                {"full house", SCORE_FROM_CLASS(FIVE_CLASS_FULL_HOUSE), {PAY_FOR_ONE, 50, 1}, {0}},
                {"flush", SCORE_FROM_CLASS(FIVE_CLASS_FLUSH), {PAY_FOR_ONE, 40, 1}, {0}},
                {"straight", SCORE_FROM_CLASS(FIVE_CLASS_STRAIGHT), {PAY_FOR_ONE, 30, 1}, {0}},
                {"three of a kind", SCORE_FROM_CLASS(FIVE_CLASS_THREE_OF_A_KIND), {PAY_FOR_ONE, 9, 1}, {0}},
            },
    },
};
