/*
 * The measurements of ./bench.
 *
 * A case does a fixed piece of work, in one part or several, and says how many things it did. The driver runs all
 * cases in turn, many times over, so that a busy neighbour disturbs all of them alike, and times every part by itself:
 * the best of a case is the sum of the best of its parts. Where there is a plain version of the same work, the figure is
 * also a multiple of it, the yardstick, measured in the same rounds.
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
    const char *unit;               /* of what is done, in the plural; NULL: hands or deals, in millions */
};

enum { BENCH_PARTS_MAX = 52 };

extern const struct bench_case hand_cases[], odds_cases[], rulebook_cases[], store_cases[], postgres_cases[],
    house_cases[];
extern struct bench_case http_cases[]; /* filled when they are prepared */
extern const unsigned hand_case_count, odds_case_count, rulebook_case_count, postgres_case_count;
extern unsigned store_case_count, house_case_count, http_case_count; /* set when they are prepared */

/* Make what the cases work on. Called once. */
void hand_cases_prepare(void);
void odds_cases_prepare(void);
void rulebook_cases_prepare(void);
void store_cases_prepare(
    unsigned curve_points);        /* stores with 10^4 events and up, of which there are so many */
bool postgres_cases_prepare(void); /* after it; false if there is no server */
void store_cases_release(void);    /* of both */
void house_cases_prepare(unsigned curve_points); /* books with 10^4 events and up, likewise */
void house_cases_release(void);
/* Before there are threads, because it starts processes. With books of so many rounds; 0: without. */
void http_cases_prepare(uint64_t many_rounds);
json_t *http_notes(void); /* measures and prints what is no rate, after the cases; for programs */
void http_cases_release(void);

/* What was computed must be used, or the compiler would leave the work out. */
extern volatile uint64_t bench_sink;

#endif
