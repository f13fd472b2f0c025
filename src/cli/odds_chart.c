#include "cli/odds_chart.h"

#include "cli/command.h"
#include "cli/library_place.h"
#include "cli/odds_numbers.h"
#include "cli/table.h"
#include "odds/activity_odds.h"
#include "odds/report_document.h"
#include "rulebook/vocabulary_paths.h"

#include <stdio.h>
#include <unistd.h>

const char odds_chart_help[] =
    "\n"
    "ACTIVITY|OFFER: how often every row of its charts is hit, for each game.\n"
    "A deal pays the first row that it fits. Rows that depend on the player's cards alone are\n"
    "counted exactly. Rows that depend on other hands at the table are simulated; they are marked\n"
    "with ~ and have a standard error\n"
    "--chart NAME    one chart only\n"
    "--game GAME     one game only; 'cardroom qualify --list-games' shows all of them\n"
    "--players N     hands in a round, 1 to 10; for an offer, the seats of its tables by default\n"
    "--decks N       decks in the shoe, 1 to 8; the usual number of the game by default\n"
    "--pace N        rounds an hour, 1 to 1000, for the time between hits; the pace of the\n"
    "                offer's tables by default, else 30\n"
    "--rounds N      rounds of a simulation; 200,000 by default\n"
    "--seed S        a whole number, 1 by default: the same seed and rounds give the same result\n"
    "--json          print one object: activity, offer, charts. A row has row, name, hand, wins,\n"
    "                clause, kind (exact, simulated, not in this game), numerator, denominator,\n"
    "                probability, hits per thousand rounds, hours between hits, standard error\n"
    "\n"
    "Exit status: 0 counted; 2 invalid arguments, or no chart to count; 3 out of memory.\n"
    "\n"
    "  cardroom odds demo/bonus-hand --players 4\n"
    "  cardroom odds bay101/aces-cracked --rounds 1000000 --seed 7\n";

enum { ARENA_MAX = 256 << 20, PACE_USUAL = 30 };

struct request {
    const char *name, *chart, *game;
    bool json;
    uint64_t players, decks, pace, rounds, seed;
};

/* ------------------------------------------------------------------------------------------ words */

static uint64_t *number_of(struct request *request, struct text word, uint64_t *max)
{
    const struct {
        const char *word;
        uint64_t *number, max;
    } options[] = {
        {"--players", &request->players, CHART_ODDS_PLAYERS_MAX},
        {"--decks", &request->decks, CHART_ODDS_DECKS_MAX},
        {"--pace", &request->pace, 1000},
        {"--rounds", &request->rounds, UINT64_C(1000000000)},
        {"--seed", &request->seed, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (text_equal(word, text_of(options[i].word))) {
            *max = options[i].max;
            return options[i].number;
        }
    return NULL;
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        uint64_t max = 0, *number = number_of(request, word, &max);
        bool chart = text_equal(word, text_of("--chart")), game = text_equal(word, text_of("--game"));
        struct fault fault;
        if ((number || chart || game) && i + 1 == argc)
            return command_usage("odds", "%s needs a value", argv[i]);
        if (number) {
            if (command_number(text_of(argv[i + 1]), argv[i], text_equal(word, text_of("--seed")) ? 0 : 1,
                               max, number, &fault) != STATUS_OK)
                return command_bad_input("odds", argv[i + 1], &fault);
            i++;
        } else if (chart || game) {
            *(chart ? &request->chart : &request->game) = argv[++i];
        } else if (text_equal(word, text_of("--json"))) {
            request->json = true;
        } else if (text_starts_with(word, text_of("--"))) {
            return command_usage("odds", "unknown option %s for an activity or offer", argv[i]);
        } else if (request->name) {
            return command_usage("odds", "give one ACTIVITY or OFFER; '%s' is a second one", argv[i]);
        } else {
            request->name = argv[i];
        }
    }
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ people */

/* "3 h", "17 days": a length that people can picture. */
static void write_hours(struct text_out *out, struct fraction hours)
{
    static const struct {
        unsigned above, times, per;
        const char *unit;
    } units[] = {
        {2 * 24 * 365, 1, 24 * 365, "years"}, {48, 1, 24, "days"}, {2, 1, 1, "hours"}, {0, 60, 1, "minutes"}};
    unsigned unit = 0;
    while (units[unit].above > 0 && hours.numerator < (wide)units[unit].above * (wide)hours.denominator)
        unit++;
    struct fraction scaled = fraction_multiply(hours, fraction_of((wide)units[unit].times, units[unit].per));
    bool small = scaled.numerator < 10 * (wide)scaled.denominator;
    fraction_write_decimal(out, scaled, small ? 1 : 0);
    text_out_add(out, " %s", units[unit].unit);
}

static void write_award(struct text_out *out, const struct offer *offer, const struct activity_piece *piece,
                        const struct rulebook_row *row)
{
    const struct node *award = offer ? offer_prize(offer, row) : node_member(row->node, KEY_AWARD);
    if (!award)
        award = node_member(piece->chart->node, KEY_PRIZE);
    if (award && award->kind == NODE_SCALAR)
        text_out_add_text(out, award->scalar);
}

static void print_row(struct text_table *table, const struct offer *offer, const struct activity_piece *piece,
                      const struct chart_odds *odds, unsigned index, unsigned pace)
{
    const struct rulebook_row *row = piece->rows[index];
    const struct chart_odds_row *counted = &odds->rows[index];
    table_row(table);
    table_add(table, "%.*s", TEXT_ARGUMENTS(row->id));
    table_add(table, "%.*s", TEXT_ARGUMENTS(row->name));
    write_award(table_cell(table), offer, piece, row);
    if (counted->kind == CHART_ODDS_FAULT) {
        table_add(table, "no such hand");
        return;
    }
    if (chart_odds_never(odds, index)) {
        table_add(table, counted->kind == CHART_ODDS_EXACT ? "never" : "none came");
        return;
    }
    struct fraction frequency = chart_odds_frequency(odds, index), hours;
    if (frequency.numerator == 0) {
        table_add(table, "never first");
        return;
    }
    struct text_out *cell = table_cell(table);
    text_out_add(cell, "%s", counted->kind == CHART_ODDS_SIMULATED ? "~" : "");
    odds_write_one_in(cell, (uwide)frequency.numerator, frequency.denominator);
    fraction_write_decimal(table_cell(table), fraction_multiply(frequency, fraction_of(100, 1)), 7);
    fraction_write_decimal(table_cell(table), chart_odds_per_thousand_rounds(odds, index), 4);
    cell = table_cell(table);
    if (chart_odds_hours_between(odds, index, pace, &hours))
        write_hours(cell, hours);
    if (counted->kind == CHART_ODDS_SIMULATED)
        table_add(table, "%.2g%%", 100 * counted->error);
}

static void print_piece(const struct offer *offer, const struct activity_piece *piece,
                        const struct chart_odds *odds, unsigned pace)
{
    static struct text_table table;
    bool colour = command_colour();
    printf("%sChart %.*s, %.*s%s\n", colour ? "\033[1m" : "", TEXT_ARGUMENTS(piece->chart->name),
           TEXT_ARGUMENTS(piece->games), colour ? "\033[0m" : "");
    printf("  per %s; %u player%s, %u deck%s; %u rounds an hour\n",
           odds->unit == CHART_ODDS_PER_HAND ? "hand" : "round", odds->players, odds->players == 1 ? "" : "s",
           odds->decks, odds->decks == 1 ? "" : "s", pace);
    if (odds->assumption[0])
        printf("  assumed: %s\n", odds->assumption);
    if (odds->rounds > 0)
        printf("  ~ simulated: %llu rounds, seed %llu, with the standard error of the percentage; the others "
               "are "
               "counted exactly\n",
               (unsigned long long)odds->rounds, (unsigned long long)odds->seed);
    table_init(&table);
    table_column(&table, "row", TABLE_LEFT);
    table_column(&table, "hand", TABLE_LEFT);
    table_column(&table, "wins", TABLE_LEFT);
    table_column(&table, "one in", TABLE_RIGHT);
    table_column(&table, "percent", TABLE_RIGHT);
    table_column(&table, "hits in 1,000 rounds", TABLE_RIGHT);
    table_column(&table, "time between", TABLE_RIGHT);
    if (odds->rounds > 0)
        table_column(&table, "error", TABLE_RIGHT);
    for (unsigned i = 0; i < odds->row_count; i++)
        print_row(&table, offer, piece, odds, i, pace);
    table_print(&table, colour);
    printf("\n");
}

/* ------------------------------------------------------------------------------------------ programs */

static json_t *row_document(const struct offer *offer, const struct activity_piece *piece,
                            const struct chart_odds *odds, unsigned index, unsigned pace)
{
    const struct rulebook_row *row = piece->rows[index];
    const struct chart_odds_row *counted = &odds->rows[index];
    static const char *const kinds[] = {"exact", "simulated", "not in this game"};
    char award[256];
    struct text_out out;
    text_out_init(&out, award, sizeof award);
    write_award(&out, offer, piece, row);
    struct fraction frequency = chart_odds_frequency(odds, index), hours = {0, 1};
    bool hits = counted->kind != CHART_ODDS_FAULT && frequency.numerator > 0 &&
                chart_odds_hours_between(odds, index, pace, &hours);
    json_t *document =
        json_pack("{s:o, s:o, s:o, s:s, s:o, s:s, s:o, s:o, s:f, s:f}", "row", document_text(row->id), "name",
                  document_text(row->name), "hand", document_text(row->hand), "wins", award, "clause",
                  document_text(row->node->origin.clause), "kind", kinds[counted->kind], "numerator",
                  report_count(hits ? (uwide)frequency.numerator : 0), "denominator",
                  report_count(hits ? frequency.denominator : 1), "probability",
                  hits ? fraction_double(frequency) : 0.0, "hits per thousand rounds",
                  hits ? fraction_double(chart_odds_per_thousand_rounds(odds, index)) : 0.0);
    if (document && hits)
        json_object_set_new(document, "hours between hits", json_real(fraction_double(hours)));
    if (document && counted->kind == CHART_ODDS_SIMULATED)
        json_object_set_new(document, "standard error", json_real(counted->error));
    if (document && counted->kind == CHART_ODDS_FAULT)
        json_object_set_new(document, "why", json_string(counted->fault.words));
    return document;
}

static json_t *piece_document(const struct offer *offer, const struct activity_piece *piece,
                              const struct chart_odds *odds, unsigned pace)
{
    json_t *rows = json_array();
    for (unsigned i = 0; rows && i < odds->row_count; i++)
        if (json_array_append_new(rows, row_document(offer, piece, odds, i, pace)) != 0) {
            json_decref(rows);
            return NULL;
        }
    json_t *document =
        json_pack("{s:o, s:o, s:s, s:s, s:i, s:i, s:i, s:s, s:o, s:o}", "chart",
                  document_text(piece->chart->name), "games", document_text(piece->games), "hands of",
                  piece->game->name, "per", odds->unit == CHART_ODDS_PER_HAND ? "hand" : "round", "players",
                  (int)odds->players, "decks", (int)odds->decks, "pace", (int)pace, "assumption",
                  odds->assumption, "deals", report_count(odds->total), "rows", rows);
    if (document && odds->rounds > 0)
        json_object_set_new(
            document, "simulation",
            json_pack("{s:I, s:o}", "rounds", (json_int_t)odds->rounds, "seed", report_count(odds->seed)));
    return document;
}

/* ------------------------------------------------------------------------------------------ the command */

static void show_progress(void *context, double done)
{
    (void)context;
    fprintf(stderr, "\r  %3.0f%%", 100 * done);
    if (done >= 1)
        fprintf(stderr, "\r      \r");
}

static bool is_wanted(const struct request *request, const struct activity_piece *piece)
{
    if (request->chart && !text_equal(piece->chart->name, text_of(request->chart)))
        return false;
    return !request->game || hand_game_find(text_of(request->game)) == piece->game;
}

static int count_piece(const struct request *request, const struct activity_piece *piece,
                       struct chart_odds *odds)
{
    struct chart_odds_settings settings = {
        .players = (unsigned)request->players,
        .decks = (unsigned)request->decks,
        .rounds = request->rounds,
        .seed = request->seed,
        .progress = isatty(STDERR_FILENO) ? show_progress : NULL,
    };
    struct arena arena;
    struct fault fault;
    arena_init(&arena, ARENA_MAX);
    enum status status = activity_piece_count(piece, &settings, &arena, odds, &fault);
    arena_release(&arena);
    if (status == STATUS_RANGE)
        return command_usage("odds", "%s", fault.words);
    if (status == STATUS_OK)
        return EXIT_CODE_OK;
    fprintf(stderr, "cardroom odds: %s\n", fault.words);
    return EXIT_CODE_WORLD;
}

/* Counts the piece with this number, or takes the counts of an earlier one that is alike. */
static int find_odds(const struct request *request, const struct activity_pieces *pieces, unsigned number,
                     struct chart_odds **odds, struct arena *arena)
{
    for (unsigned i = 0; i < number; i++)
        if (odds[i] && activity_pieces_alike(&pieces->pieces[i], &pieces->pieces[number])) {
            odds[number] = odds[i];
            return EXIT_CODE_OK;
        }
    odds[number] = ARENA_NEW(arena, struct chart_odds);
    if (odds[number])
        return count_piece(request, &pieces->pieces[number], odds[number]);
    fprintf(stderr, "cardroom odds: out of memory\n");
    return EXIT_CODE_WORLD;
}

static int count_pieces(const struct request *request, const struct offer *offer,
                        const struct activity_pieces *pieces, struct arena *arena, json_t *list)
{
    struct chart_odds **odds = ARENA_ARRAY(arena, struct chart_odds *, pieces->count + 1);
    unsigned counted = 0;
    int code = odds ? EXIT_CODE_OK : EXIT_CODE_WORLD;
    for (unsigned i = 0; i < pieces->count && code == EXIT_CODE_OK; i++) {
        const struct activity_piece *piece = &pieces->pieces[i];
        if (!is_wanted(request, piece))
            continue;
        unsigned pace = request->pace ? (unsigned)request->pace : piece->pace ? piece->pace : PACE_USUAL;
        code = find_odds(request, pieces, i, odds, arena);
        counted++;
        if (code != EXIT_CODE_OK)
            return code;
        if (!list)
            print_piece(offer, piece, odds[i], pace);
        else if (json_array_append_new(list, piece_document(offer, piece, odds[i], pace)) != 0)
            code = EXIT_CODE_WORLD;
    }
    if (code == EXIT_CODE_OK && counted == 0)
        return command_usage("odds",
                             pieces->count ? "no chart of %s fits --chart and --game"
                                           : "%s has no chart of hands; there is nothing to count",
                             request->name);
    return code;
}

static int answer(const struct request *request, const struct rulebook *rulebook, const struct offer *offer,
                  const struct activity_pieces *pieces, struct arena *arena)
{
    json_t *list = request->json ? json_array() : NULL;
    int code = count_pieces(request, offer, pieces, arena, list);
    if (code != EXIT_CODE_OK) {
        json_decref(list);
        return code;
    }
    if (!request->json)
        return command_finish("odds");
    return command_print_json(
        "odds", json_pack("{s:o, s:o*, s:o}", "activity", document_text(rulebook->document.identity), "offer",
                          offer ? document_text(offer->identity) : NULL, "charts", list));
}

int odds_chart_run(int argc, char **argv)
{
    struct request request = {.seed = 1};
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    struct library library;
    struct activity_pieces pieces;
    struct fault fault;
    const struct rulebook *rulebook = NULL;
    const struct offer *offer = NULL;
    library_init(&library);
    code = library_open("odds", &library, true);
    if (code == EXIT_CODE_OK)
        code = library_find("odds", &library, request.name, LIBRARY_ACTIVITY_FIRST, &rulebook, &offer);
    if (code == EXIT_CODE_OK && rulebook->is_law)
        code = command_usage("odds", "%s is a law; it has no hands to count", request.name);
    if (code == EXIT_CODE_OK &&
        activity_pieces_find(rulebook, offer, &library.arena, &pieces, &fault) != STATUS_OK)
        code = command_usage("odds", "%s", fault.words);
    if (code == EXIT_CODE_OK)
        code = answer(&request, rulebook, offer, &pieces, &library.arena);
    library_release(&library);
    return code;
}
