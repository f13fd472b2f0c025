/*
 * The measurements of ./bench.
 *
 * A case does a fixed piece of work and says how many things it did. The driver runs all cases in turn, many
 * times over, so that a busy neighbour disturbs all of them alike; it prints the best and the median rate, and
 * each as a multiple of the yardstick case of the same group, which runs in the same rounds.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

struct bench_case {
    const char *group;     /* "hands" */
    const char *name;      /* "five-card, all in order" */
    const char *id;        /* "five-card/in-order": for programs */
    double goal;           /* millions a second on a quiet machine; 0 if there is none */
    double goal_ratio;     /* multiple of the yardstick; 0 if there is none */
    bool yardstick;        /* the plain version that the group is compared with */
    uint64_t (*run)(void); /* returns how many things were done */
};

extern const struct bench_case hand_cases[];
extern const unsigned hand_case_count;

/* Makes the hands that the cases rank. Called once. */
void hand_cases_prepare(void);

/* What was computed must be used, or the compiler would leave the work out. */
extern volatile uint64_t bench_sink;

#endif
