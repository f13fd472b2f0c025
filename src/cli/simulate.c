/*
 * cardroom simulate: rounds dealt by chance, beside the exact values; and a floor driven by chance.
 */
#include "odds/simulate.h"
#include "base/check.h"
#include "cli/command.h"
#include "cli/game_rules.h"
#include "cli/odds_numbers.h"
#include "cli/simulate_floor.h"
#include "cli/table.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char simulate_help[] =
    "cardroom simulate rounds GAME N [--seed S] [--threads T] [--json]\n"
    "cardroom simulate floor [--seed S] [--seeds N] [--days D] [--commands N] [--store STORE]\n"
    "                        [--house NAME] [--dishonest] [--json]\n"
    "\n"
    "rounds  Deals N random rounds, plays them by best play with every side bet, and compares\n"
    "        the mean net of each bet with its exact value. A mean is more than 4 standard\n"
    "        errors away once in 16,000 times.\n"
    "floor   Runs a house with random commands: tables, rounds, fees, jackpots, claims,\n"
    "        mistakes, nonsense, crashes and a clock that jumps. An independent auditor, which\n"
    "        uses only the documents, checks every event.\n"
    "\n"
    "GAME         crazy-4-poker or four-card-poker\n"
    "N            rounds, 1 to 1,000,000,000,000; commas between thousands are allowed\n"
    "--seed S     a whole number; 1 by default. The same seed gives the same result, with any\n"
    "             number of threads\n"
    "--threads T  1 to 256; the number of processors by default\n"
    "--seeds N    run N floors, with the seeds from --seed on; 1 by default\n"
    "--days D     days of a floor; 1 by default\n"
    "--commands N commands a day; 400 by default\n"
    "--store      keep the floor in a new store, sqlite:FILE or postgresql://...; a temporary\n"
    "             file by default\n"
    "--house      a house below houses/, or a folder with a house.yaml; demo by default\n"
    "--dishonest  staff also try what documents forbid, such as signing second for\n"
    "             themselves; what gets through is a finding. Each attempt is counted\n"
    "--json       print one object: game, rounds, seed, agrees, bets with mean,\n"
    "             standard_error, exact, distance; for each floor seed, sound, commands,\n"
    "             events, awards and others\n"
    "\n"
    "Six players sit at Crazy 4 Poker, and the system draws a Magic Card and a lucky position\n"
    "in every round. Meters are left out on both sides. The standard error follows from the\n"
    "exact deviation. A terminal shows the progress.\n"
    "\n"
    "Exit status: 0 all bets agree, or the auditor agrees; 1 a bet is more than 4 standard\n"
    "errors away, or an event is not what the documents say; 2 invalid arguments; 3 system\n"
    "error.\n"
    "\n"
    "  cardroom simulate rounds crazy-4-poker 10,000,000\n"
    "  cardroom simulate rounds four-card-poker 1000000 --seed 7 --json\n"
    "  cardroom simulate floor --seed 7 --days 30 --store sqlite:floor.db\n";

enum { THREADS_MAX = 256, ROUNDS_TEXT_SIZE = 32 };

static const uint64_t rounds_max = UINT64_C(1000000000000);
static const size_t arena_max = (size_t)256 * 1024 * 1024;

struct request {
    const struct report_targets *targets;
    const struct report_target *target;
    uint64_t rounds, seed, threads;
    bool json;
};

/* ------------------------------------------------------------------------------------------ words */

/* Commas between thousands are for the reader; they must stand where they belong. */
static enum status rounds_parse(struct text text, uint64_t *rounds, struct fault *fault)
{
    char digits[ROUNDS_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, digits, sizeof digits);
    bool commas = false;
    for (size_t i = 0; i < text.length; i++) {
        size_t left = text.length - i - 1;
        bool comma = text.bytes[i] == ',';
        if (comma && (i == 0 || left % 4 != 3 || (!commas && i > 3)))
            return fault_set(fault, STATUS_INVALID, i + 1, "unexpected comma");
        if (!comma && commas && left % 4 == 3)
            return fault_set(fault, STATUS_INVALID, i + 1, "missing comma");
        commas = commas || comma;
        if (!comma)
            text_out_add_text(&out, text_slice(text, i, 1));
    }
    if (out.truncated)
        return fault_set(fault, STATUS_RANGE, 1, "N must be at most %" PRIu64, rounds_max);
    enum status status = command_number(text_out_text(&out), "N", 1, rounds_max, rounds, fault);
    /* Without its commas the number has other columns. */
    if (status != STATUS_OK && commas && fault)
        fault->position = 1;
    return status;
}

static int take_option(struct request *request, const char *option, const char *value)
{
    struct fault fault;
    enum status status;
    bool seed = text_equal(text_of(option), text_of("--seed"));
    if (!seed && !text_equal(text_of(option), text_of("--threads")))
        return command_usage("simulate", "unknown option %s", option);
    if (!value)
        return command_usage("simulate", "%s needs a value", option);
    if (seed)
        status = command_number(text_of(value), option, 0, UINT64_MAX, &request->seed, &fault);
    else
        status = command_number(text_of(value), option, 1, THREADS_MAX, &request->threads, &fault);
    return status == STATUS_OK ? EXIT_CODE_OK : command_bad_input("simulate", value, &fault);
}

static int take_word(struct request *request, unsigned place, const char *word)
{
    struct fault fault;
    if (place == 0 && !text_equal(text_of(word), text_of("rounds")))
        return command_usage("simulate", "unknown simulation '%s'; give rounds or floor", word);
    if (place == 1 && !(request->target = report_target_find(request->targets, text_of(word))))
        return command_usage("simulate", "unknown game '%s'; give crazy-4-poker or four-card-poker", word);
    if (place == 2 && rounds_parse(text_of(word), &request->rounds, &fault) != STATUS_OK)
        return command_bad_input("simulate", word, &fault);
    if (place > 2)
        return command_usage("simulate", "unexpected argument '%s'", word);
    return EXIT_CODE_OK;
}

static int take_words(struct request *request, int argc, char **argv)
{
    unsigned place = 0;
    for (int i = 1; i < argc; i++) {
        int code;
        if (text_equal(text_of(argv[i]), text_of("--json"))) {
            request->json = true;
            continue;
        }
        if (text_starts_with(text_of(argv[i]), text_of("--"))) {
            code = take_option(request, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        } else {
            code = take_word(request, place++, argv[i]);
        }
        if (code != EXIT_CODE_OK)
            return code;
    }
    static const char *const missing[] = {"the simulation is missing; give rounds or floor",
                                          "GAME is missing", "N, the number of rounds, is missing"};
    return place < 3 ? command_usage("simulate", "%s", missing[place]) : EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ progress */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A progress bar on standard error, redrawn ten times a second at most; none without a terminal. */
struct progress {
    bool shown;
    double started, drawn;
};

static void progress_draw(struct progress *progress, const struct simulation *simulation)
{
    enum { BAR = 40 };
    double now = seconds_now();
    if (!progress->shown || now - progress->drawn < 0.1)
        return;
    progress->drawn = now;
    double part = (double)simulation_taken(simulation) / (double)simulation->rounds;
    double left = part > 0 ? (now - progress->started) * (1 - part) / part : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++)
        bar[i] = i < (int)(part * BAR) ? '#' : '.';
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %3.0f%%  %.0f s left   ", bar, 100 * part, ceil(left));
    fflush(stderr);
}

static void progress_end(const struct progress *progress)
{
    if (progress->shown)
        fprintf(stderr, "\r%70s\r", "");
}

/* ------------------------------------------------------------------------------------------ threads */

struct worker {
    pthread_t thread;
    bool started;
    struct simulation *simulation;
    struct simulation_tally tally;
};

static void *work(void *context)
{
    struct worker *worker = context;
    while (simulation_step(worker->simulation, &worker->tally))
        ;
    return NULL;
}

/* This thread works too, and shows how far all have come. A thread that cannot be started is done without. */
static void simulate(struct simulation *simulation, struct worker *workers, unsigned count,
                     struct simulation_tally *tally)
{
    struct progress progress = {.shown = isatty(STDERR_FILENO) != 0, .started = seconds_now()};
    for (unsigned i = 1; i < count; i++) {
        workers[i].simulation = simulation;
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    }
    while (simulation_step(simulation, tally))
        progress_draw(&progress, simulation);
    for (unsigned i = 1; i < count; i++)
        if (workers[i].started) {
            pthread_join(workers[i].thread, NULL);
            simulation_tally_add(tally, &workers[i].tally);
        }
    progress_end(&progress);
}

/* ------------------------------------------------------------------------------------------ answers */

static bool all_agree(const struct simulation *simulation, const struct simulation_tally *tally)
{
    bool agree = true;
    for (unsigned i = 0; i < simulation->report->bet_count; i++)
        agree = agree && simulation_agrees(simulation_result(simulation, tally, i));
    return agree;
}

static int print_json(const struct request *request, const struct simulation *simulation,
                      const struct simulation_tally *tally)
{
    json_t *bets = json_array();
    for (unsigned i = 0; i < simulation->report->bet_count; i++) {
        struct simulation_result result = simulation_result(simulation, tally, i);
        json_array_append_new(
            bets, json_pack("{s:s, s:f, s:f, s:f, s:f, s:b}", "bet", simulation->report->bets[i].entry->name,
                            "mean", result.mean, "standard_error", result.error, "exact", result.exact,
                            "distance", result.distance, "agrees", (int)simulation_agrees(result)));
    }
    char seed[ROUNDS_TEXT_SIZE];
    snprintf(seed, sizeof seed, "%" PRIu64, request->seed);
    return command_print_json("simulate",
                              json_pack("{s:s, s:I, s:s, s:b, s:o}", "game", request->target->name, "rounds",
                                        (json_int_t)request->rounds, "seed", seed, "agrees",
                                        (int)all_agree(simulation, tally), "bets", bets));
}

static int print_people(const struct request *request, const struct simulation *simulation,
                        const struct simulation_tally *tally)
{
    char rounds[ROUNDS_TEXT_SIZE];
    struct text_out out;
    struct text_table table;
    text_out_init(&out, rounds, sizeof rounds);
    odds_write_count(&out, request->rounds);
    printf("%s   %s rounds, seed %" PRIu64 "\n\n", request->target->title, rounds, request->seed);
    table_init(&table);
    table_column(&table, "bet", TABLE_LEFT);
    table_column(&table, "mean", TABLE_RIGHT);
    table_column(&table, "standard error", TABLE_RIGHT);
    table_column(&table, "exact", TABLE_RIGHT);
    table_column(&table, "distance", TABLE_RIGHT);
    table_column(&table, "", TABLE_LEFT);
    for (unsigned i = 0; i < simulation->report->bet_count; i++) {
        struct simulation_result result = simulation_result(simulation, tally, i);
        table_row(&table);
        table_add(&table, "%s", simulation->report->bets[i].entry->name);
        table_add(&table, "%.6f", result.mean);
        table_add(&table, "%.6f", result.error);
        table_add(&table, "%.6f", result.exact);
        table_add(&table, "%+.2f", result.distance);
        table_add(&table, "%s", simulation_agrees(result) ? "" : "DISAGREES");
    }
    table_print(&table, command_colour());
    printf("\n%s\n", all_agree(simulation, tally)
                         ? "every mean is within 4 standard errors of its exact value"
                         : "a mean is more than 4 standard errors away from its exact value");
    return command_finish("simulate");
}

static unsigned processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (unsigned)count;
}

static int simulate_request(const struct request *request, struct report *report, struct arena *arena)
{
    struct report_settings settings = report_settings_usual();
    struct simulation simulation;
    unsigned threads = request->threads > 0 ? (unsigned)request->threads : processors();
    struct worker *workers = ARENA_ARRAY(arena, struct worker, threads);
    struct simulation_tally *tally = ARENA_NEW(arena, struct simulation_tally);
    if (!workers || !tally || report_make(report, request->target, NULL, &settings, arena) != STATUS_OK ||
        simulation_init(&simulation, report, request->rounds, request->seed, arena) != STATUS_OK) {
        fprintf(stderr, "cardroom simulate: out of memory for the tables\n");
        return EXIT_CODE_WORLD;
    }
    simulate(&simulation, workers, threads, tally);
    int code =
        request->json ? print_json(request, &simulation, tally) : print_people(request, &simulation, tally);
    if (code == EXIT_CODE_OK && !all_agree(&simulation, tally))
        code = EXIT_CODE_FINDINGS;
    return code;
}

static int simulate_words(int argc, char **argv, const struct report_targets *targets)
{
    struct request request = {.targets = targets, .seed = 1};
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    CHECK(request.target);
    struct arena arena;
    arena_init(&arena, arena_max);
    struct report *report = ARENA_NEW(&arena, struct report);
    if (report) {
        code = simulate_request(&request, report, &arena);
    } else {
        fprintf(stderr, "cardroom simulate: out of memory for the tables\n");
        code = EXIT_CODE_WORLD;
    }
    arena_release(&arena);
    return code;
}

static int run_simulate(int argc, char **argv)
{
    struct game_rules rules;
    struct report_targets targets;
    if (argc > 1 && text_equal(text_of(argv[1]), text_of("floor")))
        return simulate_floor_words(argc - 2, argv + 2);
    int code = game_rules_read("simulate", GAME_RULES_CRAZY4 | GAME_RULES_FOUR_CARD, &rules);
    if (code == EXIT_CODE_OK) {
        report_targets_make(&targets, &rules.crazy4, &rules.four_card);
        code = simulate_words(argc, argv, &targets);
    }
    game_rules_release(&rules);
    return code;
}

const struct subcommand command_simulate = {
    .name = "simulate",
    .summary = "simulate rounds of a game, or a floor",
    .help = simulate_help,
    .run = run_simulate,
};
