/*
 * The promotion of Hi Lo as published in Saratoga, with the recommended readings, for tests. The program reads it from the
 * rule document; a test in src/rulebook holds the two against each other.
 */
#ifndef GAMES_HI_LO_PROMOTION_TEST_H
#define GAMES_HI_LO_PROMOTION_TEST_H

#include "games/hi_lo_day.h"

static inline struct hi_lo_rules approved_hi_lo_rules(void)
{
    return (struct hi_lo_rules){
        .levels = 7,
        .prizes = /* saratoga/hi-lo-progressive#34 */
        {
            {HI_LO_FREE_PLAY, {50 * MONEY_DOLLAR}},
            {HI_LO_FREE_PLAY, {100 * MONEY_DOLLAR}},
            {HI_LO_FREE_PLAY, {150 * MONEY_DOLLAR}},
            {HI_LO_FREE_PLAY, {200 * MONEY_DOLLAR}},
            {HI_LO_FREE_PLAY, {250 * MONEY_DOLLAR}},
            {HI_LO_CASH, {350 * MONEY_DOLLAR}},
            {HI_LO_CASH, {500 * MONEY_DOLLAR}},
            {HI_LO_PROGRESSIVE, {0}},
        },
        .dropped = {HI_LO_FREE_PLAY, {100 * MONEY_DOLLAR}},
        .drop = HI_LO_DROP_NEVER_RAISES,
        .forgiving_levels = 2,
        .forgiveness = HI_LO_FORGIVE_ONCE,
    };
}

static inline struct hi_lo_promotion approved_hi_lo(void)
{
    return (struct hi_lo_promotion){
        .rules = approved_hi_lo_rules(),
        .zone = hi_lo_zone(),
        .date_count = 5,
        .dates = {{2012, 8, 2}, {2012, 8, 9}, {2012, 8, 16}, {2012, 8, 23}, {2012, 8, 30}},
        .first_hour = 14,
        .windows = 9,
        .report_seconds = 5 * 60,
        .age_min = 18,
        .claim_days = 30,
        .start = {1000 * MONEY_DOLLAR},
        .growth = {500 * MONEY_DOLLAR},
        .reversion = HI_LO_REVERT_EVERY_DAY,
    };
}

#endif
