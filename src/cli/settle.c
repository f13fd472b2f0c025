/*
 * cardroom settle: plays cases and shows how each round is settled, and where that differs from what the case
 * expects.
 */
#include "base/arena.h"
#include "base/json.h"
#include "cases/house_case.h"
#include "cli/cited.h"
#include "cli/command.h"
#include "cli/game_rules.h"
#include "cli/library_place.h"
#include "games/case.h"
#include "games/ruling.h"
#include "rulebook/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char settle_help[] =
    "cardroom settle FILE.case... [--json] [--quiet]\n"
    "\n"
    "Plays the rounds of each case by the rules of its game and prints the settlement: every\n"
    "wager in the order in which the dealer settles it, what the player gets, the clause, and\n"
    "the meters. Lists every difference from what the case expects. docs/formats/cases.md\n"
    "describes how to write a case.\n"
    "\n"
    "--json     print one object: cases, each with its rounds, lines, seats and meters; for\n"
    "           cases of the house or the floor, with movements (the money movements) and\n"
    "           judgements. Money is given in cents and as text\n"
    "--quiet    print only differences\n"
    "\n"
    "Exit status: 0 as expected; 1 there are differences; 2 a file is invalid, cites what does\n"
    "not exist, or expects nothing (the message has line and column); 3 system error.\n"
    "\n"
    "  cardroom settle rulebooks/massachusetts/cases/crazy-4-poker/m01-dealer-below-king.case\n";

struct played {
    const char *path;
    struct case_file file;
    struct case_result result;
    bool of_house;
    struct house_case house;
};

/* The rules for the cases. The houses, and all documents, are read when the first case needs them. */
struct documents {
    struct case_rules rules;
    const struct library *games;
    struct library houses;
    bool houses_read;
};

/* --------------------------------------------------------------------------------------- reading */

/* The bytes of a file, one more than a case may have at most, so that case_read() can refuse it. */
static enum status read_text(const char *path, struct arena *arena, struct text *text, struct fault *fault)
{
    char *bytes = arena_alloc(arena, CASE_SIZE_MAX + 1, 1);
    if (!bytes)
        return fault_set(fault, arena->refusal, 0, "out of memory for the case");
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return fault_set(fault, STATUS_IO, 0, "%s", strerror(errno));
    size_t size = fread(bytes, 1, CASE_SIZE_MAX + 1, stream);
    int failed = ferror(stream);
    fclose(stream);
    if (failed)
        return fault_set(fault, STATUS_IO, 0, "it cannot be read");
    *text = (struct text){bytes, size};
    return STATUS_OK;
}

/* The files of the library, for cases of the floor. */
static enum status read_of_library(void *context, const char *file, struct text *bytes)
{
    struct library *library = context;
    return files_read(file, NODE_TEXT_MAX, &library->arena, &library->findings, bytes);
}

static const struct library *all_documents(void *context)
{
    struct documents *documents = context;
    if (!documents->houses_read && library_open("settle", &documents->houses, true) != EXIT_CODE_OK)
        return NULL;
    documents->houses_read = true;
    return &documents->houses;
}

static enum status play_house(struct played *played, struct documents *documents, struct case_fault *fault)
{
    struct library *houses = &documents->houses;
    const struct house_case_files files = {houses, read_of_library};
    if (!all_documents(documents)) {
        fault->line = 1;
        return fault_set(&fault->fault, STATUS_INVALID, 1, "the houses cannot be read");
    }
    played->of_house = true;
    return house_case_play(&played->file, houses, &files, &played->house, &played->result, fault);
}

static int play_file(struct played *played, struct documents *documents, struct arena *arena)
{
    struct text text = {0};
    struct case_fault fault = {0};
    if (read_text(played->path, arena, &text, &fault.fault) != STATUS_OK) {
        fprintf(stderr, "cardroom settle: %s: %s\n", played->path, fault.fault.words);
        return fault.fault.status == STATUS_NO_MEMORY ? EXIT_CODE_WORLD : EXIT_CODE_BAD_INPUT;
    }
    enum status status = case_read(text, arena, &played->file, &fault);
    case_result_init(&played->result, arena);
    if (status == STATUS_OK)
        status = cited_check(&played->file,
                             &(struct cited_documents){documents->games, all_documents, documents}, &fault);
    if (status == STATUS_OK && house_case_is(&played->file))
        status = play_house(played, documents, &fault);
    else if (status == STATUS_OK)
        status = case_play(&played->file, &documents->rules, &played->result, &fault);
    if (status == STATUS_OK)
        status = case_check_expects(&played->file, &played->result, &fault);
    if (status == STATUS_OK)
        return EXIT_CODE_OK;
    fprintf(stderr, "%s:%zu:%zu: %s\n", played->path, fault.line, fault.fault.position, fault.fault.words);
    return status == STATUS_NO_MEMORY ? EXIT_CODE_WORLD : EXIT_CODE_BAD_INPUT;
}

/* ------------------------------------------------------------------------------------ for people */

struct widths {
    int wager, stake, handed, net, words;
};

static int longer(int width, const char *text)
{
    int length = (int)strlen(text);
    return length > width ? length : width;
}

static const char *signed_amount(struct money money, char buffer[MONEY_TEXT_SIZE + 1])
{
    buffer[0] = '+';
    settlement_amount(money, buffer + 1);
    return money.cents > 0 ? buffer : buffer + 1;
}

static const char *stake_text(const struct settlement_line *line, char buffer[MONEY_TEXT_SIZE])
{
    return line->stake.cents > 0 ? settlement_amount(line->stake, buffer) : "-";
}

static struct widths measure(const struct settlement *settlement)
{
    struct widths widths = {5, 5, 6, 3, 6};
    char buffer[MONEY_TEXT_SIZE + 1];
    for (unsigned i = 0; i < settlement->count; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        widths.wager = longer(widths.wager, wager_name(line->wager));
        widths.stake = longer(widths.stake, stake_text(line, buffer));
        widths.handed = longer(widths.handed, settlement_amount(settlement_handed(line), buffer));
        widths.net = longer(widths.net, signed_amount(settlement_line_net(line), buffer));
        widths.words = longer(widths.words, line->words);
    }
    return widths;
}

static void print_settlement(const struct settlement *settlement, bool colour)
{
    struct widths widths = measure(settlement);
    char stake[MONEY_TEXT_SIZE], handed[MONEY_TEXT_SIZE], net[MONEY_TEXT_SIZE + 1];
    printf("%s   # seat  %-*s  %*s  %-*s  %*s  %*s  clause%s\n", colour ? "\033[1m" : "", widths.wager,
           "wager", widths.stake, "stake", widths.words, "result", widths.handed, "handed", widths.net, "net",
           colour ? "\033[0m" : "");
    for (unsigned i = 0; i < settlement->count; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        printf("%4u %4u  %-*s  %*s  %-*s  %*s  %*s  #%.*s\n", i + 1, line->seat, widths.wager,
               wager_name(line->wager), widths.stake, stake_text(line, stake), widths.words, line->words,
               widths.handed, settlement_amount(settlement_handed(line), handed), widths.net,
               signed_amount(settlement_line_net(line), net), TEXT_ARGUMENTS(clause_number(line->clause)));
    }
}

static bool has_lines(const struct settlement *settlement, unsigned seat)
{
    for (unsigned i = 0; i < settlement->count; i++)
        if (settlement->lines[i].seat == seat)
            return true;
    return false;
}

static void print_round(const struct case_round *round, bool numbered, bool colour)
{
    char amount[MONEY_TEXT_SIZE + 1], locked[MONEY_TEXT_SIZE], after[MONEY_TEXT_SIZE];
    if (numbered)
        printf("  round %u\n", round->number);
    if (round->is_void)
        printf("  void: %s (%s)\n", round->void_words, round->void_clause);
    print_settlement(&round->settlement, colour);
    printf("  net:");
    const char *separator = " ";
    for (unsigned seat = 1; seat <= round->seats; seat++)
        if (has_lines(&round->settlement, seat)) {
            printf("%sseat %u %s", separator, seat,
                   signed_amount(settlement_seat_net(&round->settlement, seat), amount));
            separator = ", ";
        }
    printf("\n");
    for (unsigned i = 0; i < round->meter_count; i++) {
        const struct case_meter *meter = &round->meters[i];
        printf("  meter %s: starts %s, locked %s, ends %s", meter->name,
               settlement_amount(meter->before, amount), settlement_amount(meter->locked, locked),
               settlement_amount(meter->after, after));
        if (meter->reserve_before.cents != 0 || meter->reserve_after.cents != 0)
            printf(", reserve %s, then %s", settlement_amount(meter->reserve_before, amount),
                   settlement_amount(meter->reserve_after, after));
        printf("\n");
    }
}

static void print_movements(const struct house_case *house)
{
    char amount[MONEY_TEXT_SIZE];
    for (const struct house_case_movement *movement = house->movements; movement; movement = movement->next)
        printf("  %14s  %.*s -> %.*s, %s  %.*s\n", settlement_amount(movement->amount, amount),
               TEXT_ARGUMENTS(movement->from), TEXT_ARGUMENTS(movement->to),
               movement_reason_name(movement->reason), TEXT_ARGUMENTS(movement->clause));
}

/* The answers of the rules to each line that asks them. */
static void print_judgements(const struct house_case *house)
{
    for (const struct house_case_judgement *judgement = house->judgements; judgement;
         judgement = judgement->next)
        printf("  %4zu: %.*s: %s%.*s  %.*s\n", judgement->line, TEXT_ARGUMENTS(judgement->asked),
               !judgement->allowed            ? "refused, "
               : judgement->words.length == 0 ? "yes"
                                              : "",
               TEXT_ARGUMENTS(judgement->words), TEXT_ARGUMENTS(judgement->clause));
}

static void print_differences(const struct played *played)
{
    for (const struct case_difference *difference = played->result.differences; difference;
         difference = difference->next)
        printf("%s:%zu: %.*s\n", played->path, difference->line, TEXT_ARGUMENTS(difference->words));
}

static void print_case(const struct played *played, bool quiet)
{
    if (!quiet) {
        printf("%.*s: %.*s\n", TEXT_ARGUMENTS(played->file.name), TEXT_ARGUMENTS(played->file.title));
        for (const struct case_round *round = played->result.rounds; round; round = round->next)
            print_round(round, played->result.round_count > 1, command_colour());
        print_judgements(&played->house);
        print_movements(&played->house);
    }
    print_differences(played);
    if (!quiet)
        printf("%s\n\n", played->result.difference_count > 0 ? "  differs" : "  as expected");
}

/* ------------------------------------------------------------------------------------ for programs */

/* {"cents": 123450, "text": "$1,234.50"} */
static json_t *money_json(struct money money)
{
    return json_pack("{s:o, s:o}", "cents", document_cents(money), "text", document_money(money));
}

static json_t *line_json(const struct settlement_line *line)
{
    return json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:b, s:s, s:s}", "seat", (int)line->seat,
                     "wager", wager_id(line->wager), "name", wager_name(line->wager), "stake",
                     money_json(line->stake), "returned", money_json(line->returned), "paid",
                     money_json(line->paid), "handed", money_json(settlement_handed(line)), "net",
                     money_json(settlement_line_net(line)), "from", paid_from_id(line->from), "supervised",
                     line->supervised, "clause", line->clause, "result", line->words);
}

static json_t *lines_json(const struct settlement *settlement)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < settlement->count; i++)
        json_array_append_new(list, line_json(&settlement->lines[i]));
    return list;
}

static json_t *seats_json(const struct case_round *round)
{
    json_t *list = json_array();
    for (unsigned seat = 1; seat <= round->seats; seat++)
        if (has_lines(&round->settlement, seat))
            json_array_append_new(
                list, json_pack("{s:i, s:o, s:o, s:o}", "seat", (int)seat, "staked",
                                money_json(settlement_seat_staked(&round->settlement, seat)), "handed",
                                money_json(settlement_seat_handed(&round->settlement, seat)), "net",
                                money_json(settlement_seat_net(&round->settlement, seat))));
    return list;
}

static json_t *meters_json(const struct case_round *round)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < round->meter_count; i++) {
        const struct case_meter *meter = &round->meters[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "meter", meter->name,
                                              "before", money_json(meter->before), "locked",
                                              money_json(meter->locked), "after", money_json(meter->after),
                                              "reserve_before", money_json(meter->reserve_before),
                                              "reserve_after", money_json(meter->reserve_after)));
    }
    return list;
}

static json_t *rounds_json(const struct case_result *result)
{
    json_t *list = json_array();
    for (const struct case_round *round = result->rounds; round; round = round->next)
        json_array_append_new(list, json_pack("{s:i, s:b, s:s, s:s, s:o, s:o, s:o}", "round",
                                              (int)round->number, "void", round->is_void, "void_clause",
                                              round->void_clause, "void_reason", round->void_words, "lines",
                                              lines_json(&round->settlement), "seats", seats_json(round),
                                              "meters", meters_json(round)));
    return list;
}

static json_t *movements_json(const struct house_case *house)
{
    json_t *list = json_array();
    for (const struct house_case_movement *movement = house->movements; movement; movement = movement->next)
        json_array_append_new(
            list,
            json_pack("{s:o, s:o, s:s, s:o, s:o}", "from", document_text(movement->from), "to",
                      document_text(movement->to), "reason", movement_reason_name(movement->reason), "amount",
                      money_json(movement->amount), "clause", document_text(movement->clause)));
    return list;
}

static json_t *judgements_json(const struct house_case *house)
{
    json_t *list = json_array();
    for (const struct house_case_judgement *judgement = house->judgements; judgement;
         judgement = judgement->next)
        json_array_append_new(
            list, json_pack("{s:I, s:o, s:b, s:o, s:o}", "line", (json_int_t)judgement->line, "asked",
                            document_text(judgement->asked), "allowed", judgement->allowed, "clause",
                            document_text(judgement->clause), "words", document_text(judgement->words)));
    return list;
}

static json_t *case_json(const struct played *played)
{
    json_t *differences = json_array();
    for (const struct case_difference *difference = played->result.differences; difference;
         difference = difference->next)
        json_array_append_new(differences, json_pack("{s:I, s:o}", "line", (json_int_t)difference->line,
                                                     "words", document_text(difference->words)));
    return json_pack("{s:s, s:o, s:o, s:o, s:b, s:o, s:o, s:o*, s:o*}", "file", played->path, "case",
                     document_text(played->file.name), "title", document_text(played->file.title), "game",
                     document_text(played->file.game), "as_expected", played->result.difference_count == 0,
                     "differences", differences, "rounds", rounds_json(&played->result), "movements",
                     played->of_house ? movements_json(&played->house) : NULL, "judgements",
                     played->of_house ? judgements_json(&played->house) : NULL);
}

static int print_json(const struct played *played, size_t count)
{
    json_t *cases = json_array();
    bool good = cases != NULL;
    for (size_t i = 0; i < count; i++)
        good = json_array_append_new(cases, case_json(&played[i])) == 0 && good;
    json_t *document = json_pack("{s:o}", "cases", cases);
    if (!good) {
        json_decref(document);
        document = NULL;
    }
    return command_print_json("settle", document);
}

/* ---------------------------------------------------------------------------------------- command */

struct request {
    bool json, quiet;
    size_t count;
    struct played *played;
};

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            request->json = true;
        else if (strcmp(argv[i], "--quiet") == 0)
            request->quiet = true;
        else if (strncmp(argv[i], "--", 2) == 0)
            return command_usage("settle", "unknown option %s", argv[i]);
        else
            request->played[request->count++].path = argv[i];
    }
    return request->count > 0 ? EXIT_CODE_OK : command_usage("settle", "FILE.case is missing");
}

/* All are read and played before anything is printed; the worst outcome is the outcome. */
static int settle_all(struct request *request, struct documents *documents, struct arena *arena)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < request->count; i++) {
        int outcome = play_file(&request->played[i], documents, arena);
        code = outcome > code ? outcome : code;
    }
    if (code != EXIT_CODE_OK)
        return code;
    size_t different = 0;
    for (size_t i = 0; i < request->count; i++) {
        different += request->played[i].result.difference_count > 0;
        if (!request->json)
            print_case(&request->played[i], request->quiet);
    }
    if (request->json)
        code = print_json(request->played, request->count);
    if (code == EXIT_CODE_OK)
        code = command_finish("settle");
    return code == EXIT_CODE_OK && different > 0 ? EXIT_CODE_FINDINGS : code;
}

/* The rule documents are read once for all cases. */
static int settle_by_documents(struct request *request, struct arena *arena)
{
    struct game_rules *rules = ARENA_NEW(arena, struct game_rules);
    if (!rules) {
        fprintf(stderr, "cardroom settle: out of memory\n");
        return EXIT_CODE_WORLD;
    }
    int code = game_rules_read("settle", GAME_RULES_ALL, rules);
    struct documents documents = {.rules = game_rules_cases(rules), .games = &rules->library};
    library_init(&documents.houses);
    if (code == EXIT_CODE_OK)
        code = settle_all(request, &documents, arena);
    library_release(&documents.houses);
    game_rules_release(rules);
    return code;
}

static int run_settle(int argc, char **argv)
{
    struct arena arena;
    arena_init(&arena, (size_t)CASE_ARENA_SIZE * ((size_t)argc + 1));
    struct request request = {.played = ARENA_ARRAY(&arena, struct played, (size_t)argc + 1)};
    int code = EXIT_CODE_WORLD;
    if (request.played) {
        code = take_words(&request, argc, argv);
        if (code == EXIT_CODE_OK)
            code = settle_by_documents(&request, &arena);
    } else {
        fprintf(stderr, "cardroom settle: out of memory\n");
    }
    arena_release(&arena);
    return code;
}

const struct subcommand command_settle = {
    .name = "settle",
    .summary = "play the rounds of a case and print the settlement",
    .help = settle_help,
    .run = run_settle,
};
