/*
 * The measurements of ./bench.
 *
 * A case does a fixed piece of work, in one part or several, and returns how many things it did. The driver runs all cases in
 * turn, many times over, so that other load on the machine disturbs all of them alike, and times every part by itself: the
 * best time of a case is the sum of the best times of its parts. If there is a plain version of the same work, the yardstick,
 * the figure is also a multiple of it, measured in the same rounds.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct bench_case {
    const char *id;                 /* "five-card/in-order": for programs */
    const char *name;               /* "five-card, all in order": for people */
    const char *yardstick;          /* the id of the plain version; NULL if this is one or there is none */
    double goal;                    /* a second on a quiet machine, in the unit; 0 if there is none */
    double goal_ratio;              /* multiple of the yardstick; 0 if there is none */
    unsigned parts;                 /* at most BENCH_PARTS_MAX */
    unsigned every;                 /* run in every so many rounds only: 1 for all */
    uint64_t (*run)(unsigned part); /* returns how many things were done */
    const char *unit;               /* what is counted, in the plural; NULL: hands or deals, in millions */
};

enum { BENCH_PARTS_MAX = 52 };

extern const struct bench_case hand_cases[], odds_cases[], rulebook_cases[], store_cases[], postgres_cases[],
    house_cases[];
extern struct bench_case http_cases[]; /* filled when they are prepared */
extern const unsigned hand_case_count, odds_case_count, rulebook_case_count, postgres_case_count;
extern unsigned store_case_count, house_case_count, http_case_count; /* set when they are prepared */

/* Prepares the data of the cases. Called once. */
void hand_cases_prepare(void);
void odds_cases_prepare(void);
void rulebook_cases_prepare(void);
void store_cases_prepare(
    unsigned curve_points);        /* stores with 10^4 events and up, of which there are so many */
bool postgres_cases_prepare(void); /* after it; false if there is no server */
void store_cases_release(void);    /* of both */
void house_cases_prepare(unsigned curve_points); /* books with 10^4 events and up, likewise */
json_t *
house_notes(void); /* after the cases: measures and prints what the books of the curve take; for programs */
void house_cases_release(void);
/* Measures and prints what one and five years of a floor take as state in memory; for programs. */
json_t *years_notes(unsigned prizes_a_day);
/* Call it before there are threads, because it starts processes. Prepares books of this many rounds; 0: none. */
void http_cases_prepare(uint64_t many_rounds);
json_t *http_notes(void); /* measures and prints what is not a rate, after the cases; for programs */
void http_cases_release(void);

/* Uses a result, so that the compiler does not remove the work. */
extern volatile uint64_t bench_sink;

#endif
