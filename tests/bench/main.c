/*
 * Runs the measurements of bench.h and prints them.
 */
#include "bench.h"

#include "cards/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CASES_MAX = 64, ROUNDS_MAX = 101, ROUNDS = 25, ROUNDS_QUICK = 5 };

static double rates[CASES_MAX][ROUNDS_MAX]; /* millions a second */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double rate_once(const struct bench_case *bench)
{
    double start = seconds_now();
    uint64_t done = bench->run();
    return 1e-6 * (double)done / (seconds_now() - start);
}

static int by_rate(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

int main(void)
{
    hand_cases_prepare();
    unsigned rounds = ROUNDS;
    for (unsigned round = 0; round < rounds; round++)
        for (unsigned i = 0; i < hand_case_count; i++)
            rates[i][round] = rate_once(&hand_cases[i]);
    double yardstick_best = 0;
    for (unsigned i = 0; i < hand_case_count; i++) {
        qsort(rates[i], rounds, sizeof rates[i][0], by_rate);
        double best = rates[i][rounds - 1], median = rates[i][rounds / 2];
        if (hand_cases[i].yardstick)
            yardstick_best = best;
        printf("%-30s %8.0f %8.0f  x%.0f  goal %.0f\n", hand_cases[i].name, best, median,
               best / yardstick_best, hand_cases[i].goal);
    }
    return 0;
}
