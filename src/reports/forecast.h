/*
 * Forecasts for an offer with pools: how fast a meter grows, how often it is hit, when the next hit is likely and at what
 * meter, and how long the reserve lasts.
 *
 *      facts (what was counted) ──> forecast_make() ──> forecast (what follows from it)
 *
 * The input is counted: cents, rounds, hands, minutes, deals. The output is a probability or a mean, and none of it is ever
 * posted, so it may be a decimal.
 *
 *   hour      an hour in which the offer is offered. It is offered a number of minutes a week, and a day is a seventh of that
 *   hand      one chance to hit: a hand with a fee on it, or in games with common lines a round
 *   window    the last 1, 7, 28 or 90 days of the books; the last is for comparison and never the pace
 *   pace      the window that is used: 7 days if hands were played in them, otherwise 28, otherwise 1, otherwise the tables
 *             as described, with all seats taken
 *
 * The model
 *  M1  Hands are independent, each with the same chances as any other in its game: none of n hands hits with (1-p)^n, and of
 *      several games with the product.
 *  M2  Hands come and the meter grows evenly in the hours, at the pace.
 *  M3  With hits of the whole meter at the rate w and parts q of it at rates r, and k the sum of q * r, the mean meter
 *      without a whole hit is g/k + (m - g/k) * exp(-k t), where m is the current meter and g its growth. The time of a whole
 *      hit does not depend on the meter, so the mean meter at that hit is (w m + g) / (w + k).
 *  M4  A cap holds the mean meter where it is reached. Without parts this is exact; with parts it is an upper bound, because
 *      the mean of the capped meter is at most the capped mean.
 *  M5  Observed hits are compared with a Poisson distribution about the number that M1 expects for the hands played.
 *
 * Ownership: plain data; texts belong to the maker of the facts. Nothing here allocates or fails. Any thread.
 */
#ifndef REPORTS_FORECAST_H
#define REPORTS_FORECAST_H

#include "base/calendar.h"
#include "base/text.h"
#include "odds/fraction.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FORECAST_POOLS_MAX = 8,
    FORECAST_STREAMS_MAX = 32,
    FORECAST_ROWS_MAX = 256,
    FORECAST_DAYS = 30, /* of the curves */
    FORECAST_WHOLE = 10000,
    FORECAST_NO_POOL = FORECAST_POOLS_MAX,
    FORECAST_ODD_PER_MILLE = 10, /* a less likely deviation is reported as odd */
};

enum forecast_window { FORECAST_DAY, FORECAST_WEEK, FORECAST_FOUR_WEEKS, FORECAST_QUARTER, FORECAST_WINDOWS };
extern const unsigned forecast_window_days[FORECAST_WINDOWS]; /* 1, 7, 28, 90 */

/* ------------------------------------------------------------------------------------------ facts */

/* Counts of a window, or of an hour of the tables as described. */
struct forecast_counts {
    uint64_t minutes; /* in which it was offered, since the books have something of it; 60 for the tables */
    uint64_t table_hours; /* hours of the clock and tables in which a fee was taken */
    uint64_t rounds, hands;
    int64_t fees; /* less what was returned */
};

/* Where a pace comes from: a window, or the tables. */
enum { FORECAST_TABLES = FORECAST_WINDOWS, FORECAST_PACES };

/* The hands of a game, judged by a chart. */
struct forecast_stream {
    struct text chart, games;
    bool per_round;
    uwide deals; /* of which the rows have their ways */
    uint64_t hands[FORECAST_PACES];
    uint64_t payees
        [FORECAST_PACES]; /* fixed prizes for as many hits at once; as hands where each hand has its own */
};

struct forecast_row {
    struct text row, name;
    unsigned stream;
    bool exact;
    uwide ways;         /* deals that are paid for it */
    unsigned pool;      /* that it takes a part of; FORECAST_NO_POOL */
    unsigned percent;   /* in hundredths */
    int64_t cents;      /* a fixed prize */
    int64_t envy_cents; /* what each of the others in the round wins by it */
};

struct forecast_pool {
    struct text name;
    int64_t meter, cap; /* cap -1: none */
    int64_t reseed;
    bool promised;   /* the fund pays what the meter shows */
    bool pays_fixed; /* the fixed prizes, in place of the reserve */
    int64_t growth[FORECAST_PACES];
    int64_t daily;       /* what it grows by each day, whatever is played */
    int64_t daily_least; /* what it grows by each day at least; the fund pays the difference */
    uint64_t observed;   /* hits of the last 90 days that stand */
};

/* The funds of the offer together. */
struct forecast_reserve {
    int64_t balance, need;
    int64_t advances; /* what the house is owed, and is repaid before anything stays in the reserve */
    int64_t in[FORECAST_PACES], administration[FORECAST_PACES];
    unsigned funds; /* 0: the house pays, and there is no fund to run dry */
    bool shared;    /* other offers have the same fund */
};

struct forecast_facts {
    struct text offer, activity;
    struct text title; /* of the offer, for people */
    struct instant at;
    uint64_t week_minutes; /* in which it is offered */
    unsigned table_count, open_tables;
    struct forecast_counts counts[FORECAST_PACES];
    unsigned stream_count, row_count, pool_count;
    struct forecast_stream streams[FORECAST_STREAMS_MAX];
    struct forecast_row rows[FORECAST_ROWS_MAX];
    struct forecast_pool pools[FORECAST_POOLS_MAX];
    struct forecast_reserve reserve;
};

/* ------------------------------------------------------------------------------------------ what follows */

/* Of a hit; days are those of the calendar. Not possible: the rest is 0. */
struct forecast_chance {
    bool possible;
    double per_hour;                            /* hits */
    double hands;                               /* between hits, in the mean */
    double mean_days, median_days, ninety_days; /* to the next; half and nine tenths come before */
    double within_day, within_week, within_month;
};

struct forecast_point {
    int64_t unhit;     /* the meter if nothing hits it */
    int64_t mean;      /* if only parts of it are hit */
    double any, whole; /* chance of a hit by then */
};

/* Why there is no forecast of a pool. */
enum forecast_reason {
    FORECAST_MADE,
    FORECAST_NOT_HIT,       /* no row of the charts in force takes a part of it */
    FORECAST_NOT_EXACT,     /* a row that does is not counted */
    FORECAST_NEVER,         /* the rows that do are not possible in the games of the tables */
    FORECAST_NOT_OFFERED,   /* it is offered at no time, or has no table */
    FORECAST_NOTHING_PLAYED /* the pace is zero */
};

struct forecast_of_pool {
    enum forecast_reason reason;
    unsigned row; /* FORECAST_NOT_EXACT: which */
    double growth_per_hour, growth_per_day;
    struct forecast_chance any, whole;
    int64_t meter_at_any, meter_at_whole; /* in the mean */
    double days_to_cap;                   /* below 0: it is not reached */
    struct forecast_point curve[FORECAST_DAYS + 1];
    double expected;  /* hits in the last 90 days */
    double deviation; /* the chance of one at least as large as what was observed */
    bool odd;
};

struct forecast_of_reserve {
    bool known;   /* every row with a fixed prize is counted; otherwise only the income is meaningful */
    unsigned row; /* not known: which is not */
    double in_per_day, fixed_per_day, reseed_per_day, administration_per_day, net_per_day;
    bool falls_short;
    double days; /* until it is below its need; 0: it is. Only if it falls short */
};

struct forecast {
    unsigned pace; /* a window, or FORECAST_TABLES */
    double hours_per_day, hands_per_hour, rounds_per_hour, fees_per_hour, fees_per_table_hour;
    struct forecast_of_pool pools[FORECAST_POOLS_MAX];
    struct forecast_of_reserve reserve;
};

void forecast_make(const struct forecast_facts *facts, struct forecast *forecast);

/* ------------------------------------------------------------------------------------------ its parts */

/* 1 - (1-p)^n; n need not be whole. */
double forecast_chance_of(double p, double n);

/* The chance that a Poisson variable is as far from its mean as `observed`, or further, on either side. */
double forecast_deviation(double mean, uint64_t observed);

/* M3 and M4: the mean meter after a time, and at the first event of a rate; cap < 0: none. */
double forecast_meter_after(double meter, double growth, double parts, double cap, double time);
double forecast_meter_at(double meter, double growth, double parts, double cap, double rate);

#endif
