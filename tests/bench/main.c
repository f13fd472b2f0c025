/*
 * Runs the measurements of bench.h; prints a table for people and writes JSON for programs.
 */
#include "base/check.h"
#include "base/json.h"
#include "bench.h"
#include "cards/vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CASES_MAX = 96, ROUNDS = 60, ROUNDS_QUICK = 8 };

struct result {
    const struct bench_case *bench;
    uint64_t done;                        /* in one round */
    double part_seconds[BENCH_PARTS_MAX]; /* the best of each part */
    unsigned rounds;
    double round_seconds[ROUNDS];
    double best_ms, median_ms; /* for all of it */
    double best, median;       /* a second: of its unit, or millions */
};

static struct result results[CASES_MAX];
static unsigned result_count;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool begins(const char *id, const char *only)
{
    return strncmp(id, only, strlen(only)) == 0;
}

/* Only the cases of the house have yardsticks that are not their neighbours. */
static bool is_yardstick_of_house(const char *id, const char *only)
{
    for (unsigned i = 0; i < house_case_count; i++)
        if (house_cases[i].yardstick && strcmp(house_cases[i].yardstick, id) == 0 &&
            begins(house_cases[i].id, only))
            return true;
    return false;
}

/* The cases whose id begins with `only`, and the yardsticks of those of the house. */
static void results_add(const struct bench_case *cases, unsigned count, const char *only)
{
    for (unsigned i = 0; i < count; i++)
        if (begins(cases[i].id, only) || is_yardstick_of_house(cases[i].id, only)) {
            CHECK_OP(result_count, <, CASES_MAX);
            results[result_count++].bench = &cases[i];
        }
}

/* Whether an id may begin with both. */
static bool overlap(const char *left, const char *right)
{
    size_t a = strlen(left), b = strlen(right);
    return strncmp(left, right, a < b ? a : b) == 0;
}

static void run_round(struct result *result)
{
    uint64_t done = 0;
    double sum = 0;
    for (unsigned part = 0; part < result->bench->parts; part++) {
        double start = seconds_now();
        done += result->bench->run(part);
        double taken = seconds_now() - start;
        sum += taken;
        if (result->rounds == 0 || taken < result->part_seconds[part])
            result->part_seconds[part] = taken;
    }
    result->done = done;
    result->round_seconds[result->rounds++] = sum;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static void conclude(struct result *result)
{
    double best = 0, done = (double)result->done * (result->bench->unit ? 1 : 1e-6);
    for (unsigned part = 0; part < result->bench->parts; part++)
        best += result->part_seconds[part];
    qsort(result->round_seconds, result->rounds, sizeof result->round_seconds[0], by_size);
    double median = result->round_seconds[result->rounds / 2];
    result->best = done / best;
    result->median = done / median;
    result->best_ms = 1e3 * best;
    result->median_ms = 1e3 * median;
}

static const struct result *yardstick_of(const struct result *result)
{
    for (unsigned i = 0; result->bench->yardstick && i < result_count; i++)
        if (strcmp(results[i].bench->id, result->bench->yardstick) == 0)
            return &results[i];
    return NULL;
}

static void print_rates(void)
{
    printf(
        "Millions a second, one core, %s. Best and median of the rounds; the ratio is to the plain version\n"
        "of the same work in the same rounds, best to best. Goals are for a quiet machine.\n\n",
        vector_path_name(vector_path()));
    printf("%-36s %9s %9s %9s %7s %7s\n", "", "best", "median", "ratio", "goal", "ratio");
    for (unsigned i = 0; i < result_count; i++) {
        const struct result *result = &results[i], *yardstick = yardstick_of(result);
        if (result->bench->unit)
            continue;
        printf("%-36s %9.*f %9.*f ", result->bench->name, result->best < 20 ? 2 : 0, result->best,
               result->best < 20 ? 2 : 0, result->median);
        if (yardstick)
            printf("%8.0fx", result->best / yardstick->best);
        if (result->bench->goal > 0)
            printf(" %7.0f", result->bench->goal);
        if (result->bench->goal_ratio > 0)
            printf(" %6.0fx", result->bench->goal_ratio);
        printf("\n");
    }
}

/* Cases that are too slow to be counted in millions a second. */
static void print_times(void)
{
    printf("\n%-36s %9s %9s %9s\n", "", "best ms", "median ms", "goal ms");
    for (unsigned i = 0; i < result_count; i++) {
        const struct result *result = &results[i];
        if (!result->bench->unit)
            continue;
        printf("%-36s %9.1f %9.1f ", result->bench->name, result->best_ms, result->median_ms);
        if (result->bench->goal > 0)
            printf("%9.0f", 1e3 * (double)result->done / result->bench->goal);
        else
            printf("%9s", "");
        printf("   %.0f %s a second", result->best, result->bench->unit);
        const struct result *yardstick = yardstick_of(result);
        if (yardstick)
            printf(", %.2f times the plain", result->best / yardstick->best);
        if (yardstick && result->bench->goal_ratio > 0)
            printf(", goal %.2f", result->bench->goal_ratio);
        printf("\n");
    }
}

static json_t *result_document(const struct result *result)
{
    const struct result *yardstick = yardstick_of(result);
    const char *unit = result->bench->unit ? result->bench->unit : "millions";
    json_t *document =
        json_pack("{s:s, s:s, s:s+, s:f, s:f, s:f, s:f}", "id", result->bench->id, "name",
                  result->bench->name, "unit", unit, " a second", "best", result->best, "median",
                  result->median, "best_ms", result->best_ms, "median_ms", result->median_ms);
    if (yardstick) {
        json_object_set_new(document, "yardstick", json_string(yardstick->bench->id));
        json_object_set_new(document, "ratio", json_real(result->best / yardstick->best));
        json_object_set_new(document, "ratio_of_medians", json_real(result->median / yardstick->median));
    }
    if (result->bench->goal > 0)
        json_object_set_new(document, "goal", json_real(result->bench->goal));
    if (result->bench->goal_ratio > 0)
        json_object_set_new(document, "goal_ratio", json_real(result->bench->goal_ratio));
    return document;
}

/* How many processes wanted to run, on average, in the last minute. */
static double load_now(void)
{
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : 0;
}

static int write_json(const char *path, unsigned rounds, double load_before, json_t *notes)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < result_count; i++)
        json_array_append_new(list, result_document(&results[i]));
    json_t *document =
        json_pack("{s:s, s:i, s:f, s:f, s:o}", "vectors", vector_path_name(vector_path()), "rounds",
                  (int)rounds, "load_before", load_before, "load_after", load_now(), "results", list);
    if (document)
        (void)json_object_update(document, notes);
    int failed = !document || json_dump_file(document, path, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) != 0;
    json_decref(document);
    if (failed)
        fprintf(stderr, "cardroom-bench: %s could not be written\n", path);
    return failed ? 3 : 0;
}

int main(int argc, char **argv)
{
    double load_before = load_now();
    unsigned rounds = ROUNDS, curve_points = 3, prizes_a_day = 20;
    const char *json_path = NULL, *only = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            rounds = ROUNDS_QUICK;
            curve_points = 2;
            prizes_a_day = 5;
        } else if (strcmp(argv[i], "--long") == 0) {
            curve_points = 4;
            prizes_a_day = 2740; /* a million a year, as in a room of 200 tables */
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
            json_path = argv[++i];
        } else {
            fprintf(stderr, "usage: cardroom-bench [--quick | --long] [--only PREFIX] [--json FILE]\n");
            return 2;
        }
    }
    bool serves = overlap(only, "http/");
    if (serves)
        http_cases_prepare(curve_points == 4 ? 10000000 : 0);
    hand_cases_prepare();
    odds_cases_prepare();
    rulebook_cases_prepare();
    results_add(hand_cases, hand_case_count, only);
    results_add(odds_cases, odds_case_count, only);
    results_add(rulebook_cases, rulebook_case_count, only);
    bool houses = overlap(only, "house/");
    bool stores = houses || overlap(only, "store/") || overlap(only, "postgres/");
    if (stores)
        store_cases_prepare(overlap(only, "store/curve") ? curve_points : 0);
    bool has_postgres = overlap(only, "postgres/") && postgres_cases_prepare();
    if (houses)
        house_cases_prepare(overlap(only, "house/curve") ? curve_points : 0);
    results_add(store_cases, store_case_count, only);
    if (has_postgres)
        results_add(postgres_cases, postgres_case_count, only);
    results_add(house_cases, house_case_count, only);
    if (serves)
        results_add(http_cases, http_case_count, only);
    for (unsigned round = 0; round < rounds; round++) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\rround %u of %u ", round + 1, rounds);
        for (unsigned i = 0; i < result_count; i++)
            if (round % results[i].bench->every == 0)
                run_round(&results[i]);
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 30, "");
    for (unsigned i = 0; i < result_count; i++)
        conclude(&results[i]);
    print_rates();
    print_times();
    json_t *notes = json_object();
    if (overlap(only, "house/curve"))
        (void)json_object_set_new(notes, "logs", house_notes());
    if (overlap(only, "house/years"))
        (void)json_object_set_new(notes, "years", years_notes(prizes_a_day));
    if (serves)
        (void)json_object_set_new(notes, "http", http_notes());
    if (stores)
        store_cases_release();
    if (houses)
        house_cases_release();
    if (serves)
        http_cases_release();
    printf("\nThe load of the machine was %.1f before and %.1f after, the bench itself included.\n",
           load_before, load_now());
    int code = json_path ? write_json(json_path, rounds, load_before, notes) : 0;
    json_decref(notes);
    return code;
}
