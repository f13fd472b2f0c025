/*
 * cardroom clauses: in which state is every clause of the rule documents, and which cases cite it?
 */
#include "cli/command.h"
#include "cli/library_place.h"
#include "cli/table.h"
#include "rulebook/citation.h"
#include "rulebook/files.h"

#include <stdio.h>

static const char clauses_help[] =
    "cardroom clauses [ACTIVITY] [--untested] [--json]\n"
    "\n"
    "Prints the state of every clause of an activity; without ACTIVITY one line for each activity and the "
    "totals.\n"
    "\n"
    "  bound    a fence under the clause holds the data that makes it run\n"
    "  engine   it says how a part of the vocabulary always behaves\n"
    "  duty     people do it; the system shows it, prints it, records it or makes it a step of a checklist\n"
    "  open     none of these: the clause is not done\n"
    "\n"
    "A bound or engine clause that no case cites is untested.\n"
    "\n"
    "ACTIVITY    issuer/activity, or the activity alone: bay101/aces-cracked\n"
    "--untested  only clauses that are untested\n"
    "--json      one object: totals (clauses, bound, engine, duty, open, untested), clauses (clause, state, "
    "part,\n"
    "            kinds, words, tests)\n"
    "\n"
    "Exit code 0: no clause is open. 1: some are. 2: the words are not right, or a file could not be read. "
    "3: the\n"
    "output could not be written.\n"
    "\n"
    "  cardroom clauses\n"
    "  cardroom clauses bay101/aces-cracked\n"
    "  cardroom clauses massachusetts/crazy-4-poker --untested\n";

enum { CASE_FILE_MAX = 1 << 20, TESTS_MAX = 32 /* of one clause that are named */ };

struct request {
    const char *activity;
    bool untested, json;
};

enum clause_state { STATE_BOUND, STATE_ENGINE, STATE_DUTY, STATE_OPEN, STATES };

static const char *const state_names[STATES] = {"bound", "engine", "duty", "open"};

struct totals {
    unsigned clauses, states[STATES], untested;
};

/* The cases that cite one clause. */
struct tests {
    unsigned count;
    struct text names[TESTS_MAX];
};

struct cited {
    const struct rulebook *rulebook;
    struct tests *tests; /* by clause, from the first */
};

static enum clause_state state_of(const struct clause *clause)
{
    return clause->data            ? STATE_BOUND
           : clause->engine.length ? STATE_ENGINE
           : clause->duty.length   ? STATE_DUTY
                                   : STATE_OPEN;
}

static bool is_untested(const struct clause *clause, const struct tests *tests)
{
    enum clause_state state = state_of(clause);
    return (state == STATE_BOUND || state == STATE_ENGINE) && tests->count == 0;
}

/* ------------------------------------------------------------------------------------------ citations */

static void take_citation(void *context, const struct citation *citation)
{
    struct cited *cited = context;
    const struct rule_document *document = &cited->rulebook->document;
    if (!text_equal(citation->document, document->identity) || citation->clause > document->clause_count)
        return;
    struct tests *tests = &cited->tests[citation->clause - 1];
    if (tests->count < TESTS_MAX)
        tests->names[tests->count] = citation->name;
    tests->count++;
}

/* "rulebooks/bay101/aces-cracked.md" has its cases in "rulebooks/bay101/cases/aces-cracked". */
static bool cases_folder(const struct rule_document *document, char *path, size_t size)
{
    struct text file = text_of(document->file);
    size_t slash = file.length;
    while (slash > 0 && file.bytes[slash - 1] != '/')
        slash--;
    struct text name = text_slice(file, slash, file.length - slash - 3 /* .md */);
    struct text_out out;
    text_out_init(&out, path, size);
    text_out_add(&out, "%.*scases/%.*s", TEXT_ARGUMENTS(text_slice(file, 0, slash)), TEXT_ARGUMENTS(name));
    return !out.truncated && files_is_folder(path);
}

static void read_cases(struct library *library, struct cited *cited)
{
    char path[1024];
    struct folder folder;
    if (!cases_folder(&cited->rulebook->document, path, sizeof path) ||
        files_list(path, &library->arena, &library->findings, &folder) != STATUS_OK)
        return;
    for (size_t i = 0; i < folder.count; i++) {
        struct text bytes, name = text_of(folder.entries[i].name);
        bool is_case = name.length > 5 && text_equal(text_from(name, name.length - 5), text_of(".case"));
        if (is_case && files_read(folder.entries[i].path, CASE_FILE_MAX, &library->arena, &library->findings,
                                  &bytes) == STATUS_OK)
            citations_read(bytes, take_citation, cited);
    }
}

static struct tests *tests_of(struct library *library, const struct rulebook *rulebook)
{
    struct cited cited = {rulebook,
                          ARENA_ARRAY(&library->arena, struct tests, rulebook->document.clause_count + 1)};
    if (cited.tests)
        read_cases(library, &cited);
    return cited.tests;
}

static void count_clauses(const struct rulebook *rulebook, const struct tests *tests, struct totals *totals)
{
    for (unsigned i = 0; i < rulebook->document.clause_count; i++) {
        const struct clause *clause = &rulebook->document.clauses[i];
        totals->clauses++;
        totals->states[state_of(clause)]++;
        totals->untested += is_untested(clause, &tests[i]);
    }
}

/* ------------------------------------------------------------------------------------------ people */

static void add_totals_row(struct text_table *table, struct text name, const struct totals *totals)
{
    table_row(table);
    table_add(table, "%.*s", TEXT_ARGUMENTS(name));
    table_add(table, "%u", totals->clauses);
    for (unsigned state = 0; state < STATES; state++)
        table_add(table, "%u", totals->states[state]);
    table_add(table, "%u", totals->untested);
}

static void print_all(const struct library *library, struct tests *const *tests)
{
    static struct text_table table;
    struct totals whole = {0};
    table_init(&table);
    table_column(&table, "activity", TABLE_LEFT);
    table_column(&table, "clauses", TABLE_RIGHT);
    for (unsigned state = 0; state < STATES; state++)
        table_column(&table, state_names[state], TABLE_RIGHT);
    table_column(&table, "untested", TABLE_RIGHT);
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        struct totals totals = {0};
        count_clauses(&library->rulebooks[i], tests[i], &totals);
        count_clauses(&library->rulebooks[i], tests[i], &whole);
        if (i < TABLE_ROWS_MAX - 1)
            add_totals_row(&table, library->rulebooks[i].document.identity, &totals);
    }
    add_totals_row(&table, text_of("all"), &whole);
    table_print(&table, command_colour());
}

static void print_kinds(const struct clause *clause)
{
    bool first = true;
    for (unsigned kind = 0; kind < CLAUSE_KINDS; kind++)
        if (clause_is(clause, (enum clause_kind)kind)) {
            printf("%s%s", first ? "" : ", ", clause_kind_name((enum clause_kind)kind));
            first = false;
        }
}

static void print_clause(const struct clause *clause, const struct tests *tests)
{
    static const char *const colours[STATES] = {"\033[32m", "\033[36m", "\033[33m", "\033[31m"};
    enum clause_state state = state_of(clause);
    bool colour = command_colour();
    struct text part = state == STATE_ENGINE ? clause->engine : clause->duty;
    printf("#%-4u %s%s%s", clause->number, colour ? colours[state] : "", state_names[state],
           colour ? "\033[0m" : "");
    if (part.length > 0)
        printf(": %.*s", TEXT_ARGUMENTS(part));
    printf("  [");
    print_kinds(clause);
    printf("]");
    if (is_untested(clause, tests))
        printf("  untested");
    for (unsigned i = 0; i < tests->count && i < TESTS_MAX; i++)
        printf("%s%.*s", i ? ", " : "  tested by ", TEXT_ARGUMENTS(tests->names[i]));
    printf("\n      ");
    for (size_t i = 0; i < clause->words.length; i++) {
        putchar(clause->words.bytes[i]);
        if (clause->words.bytes[i] == '\n')
            printf("      ");
    }
    printf("\n");
}

static void print_one(const struct rulebook *rulebook, const struct tests *tests, bool untested)
{
    const struct rule_document *document = &rulebook->document;
    struct totals totals = {0};
    count_clauses(rulebook, tests, &totals);
    printf("%.*s: %.*s%s%.*s%s\n", TEXT_ARGUMENTS(document->identity), TEXT_ARGUMENTS(document->name),
           document->identifier.length ? " (" : "", TEXT_ARGUMENTS(document->identifier),
           document->identifier.length ? ")" : "");
    for (unsigned i = 0; i < document->clause_count; i++)
        if (!untested || is_untested(&document->clauses[i], &tests[i]))
            print_clause(&document->clauses[i], &tests[i]);
    printf("%u clauses: %u bound, %u engine, %u duty, %u open; %u untested\n", totals.clauses,
           totals.states[STATE_BOUND], totals.states[STATE_ENGINE], totals.states[STATE_DUTY],
           totals.states[STATE_OPEN], totals.untested);
}

/* ------------------------------------------------------------------------------------------ programs */

static json_t *tests_document(const struct tests *tests)
{
    json_t *list = json_array();
    for (unsigned i = 0; list && i < tests->count && i < TESTS_MAX; i++)
        if (json_array_append_new(list, document_text(tests->names[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *kinds_document(const struct clause *clause)
{
    json_t *list = json_array();
    for (unsigned kind = 0; list && kind < CLAUSE_KINDS; kind++)
        if (clause_is(clause, (enum clause_kind)kind) &&
            json_array_append_new(list, json_string(clause_kind_name((enum clause_kind)kind))) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

static json_t *clause_document(const struct clause *clause, const struct tests *tests)
{
    enum clause_state state = state_of(clause);
    struct text part = state == STATE_ENGINE ? clause->engine : clause->duty;
    return json_pack("{s:o, s:s, s:o*, s:o, s:o, s:b, s:o}", "clause", document_text(clause->origin.clause),
                     "state", state_names[state], "part", part.length ? document_text(part) : NULL, "kinds",
                     kinds_document(clause), "words", document_text(clause->words), "untested",
                     is_untested(clause, tests), "tests", tests_document(tests));
}

static json_t *clauses_document(const struct rulebook *const *rulebooks, struct tests *const *tests,
                                unsigned count, bool untested, struct totals *totals)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        count_clauses(rulebooks[i], tests[i], totals);
        for (unsigned j = 0; list && j < rulebooks[i]->document.clause_count; j++) {
            const struct clause *clause = &rulebooks[i]->document.clauses[j];
            if (untested && !is_untested(clause, &tests[i][j]))
                continue;
            if (json_array_append_new(list, clause_document(clause, &tests[i][j])) != 0) {
                json_decref(list);
                list = NULL;
            }
        }
    }
    return json_pack("{s:{s:i, s:i, s:i, s:i, s:i, s:i}, s:o}", "totals", "clauses", (int)totals->clauses,
                     "bound", (int)totals->states[STATE_BOUND], "engine", (int)totals->states[STATE_ENGINE],
                     "duty", (int)totals->states[STATE_DUTY], "open", (int)totals->states[STATE_OPEN],
                     "untested", (int)totals->untested, "clauses", list);
}

/* ------------------------------------------------------------------------------------------ the command */

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        if (text_equal(word, text_of("--json")))
            request->json = true;
        else if (text_equal(word, text_of("--untested")))
            request->untested = true;
        else if (text_starts_with(word, text_of("--")))
            return command_usage("clauses", "there is no option %s", argv[i]);
        else if (request->activity)
            return command_usage("clauses", "one ACTIVITY expected, '%s' is a second", argv[i]);
        else
            request->activity = argv[i];
    }
    return EXIT_CODE_OK;
}

static int report(struct library *library, const struct request *request, const struct rulebook *one)
{
    unsigned count = one ? 1 : library->rulebook_count;
    const struct rulebook **rulebooks = ARENA_ARRAY(&library->arena, const struct rulebook *, count + 1);
    struct tests **tests = ARENA_ARRAY(&library->arena, struct tests *, count + 1);
    struct totals totals = {0};
    for (unsigned i = 0; rulebooks && tests && i < count; i++) {
        rulebooks[i] = one ? one : &library->rulebooks[i];
        tests[i] = tests_of(library, rulebooks[i]);
        if (!tests[i])
            tests = NULL;
    }
    if (!rulebooks || !tests) {
        fprintf(stderr, "cardroom clauses: there is no memory\n");
        return EXIT_CODE_WORLD;
    }
    int code = EXIT_CODE_OK;
    if (request->json) {
        code = command_print_json("clauses",
                                  clauses_document(rulebooks, tests, count, request->untested, &totals));
    } else {
        for (unsigned i = 0; i < count; i++)
            count_clauses(rulebooks[i], tests[i], &totals);
        if (one || request->untested)
            for (unsigned i = 0; i < count; i++)
                print_one(rulebooks[i], tests[i], request->untested);
        else
            print_all(library, tests);
        code = command_finish("clauses");
    }
    return code != EXIT_CODE_OK ? code : totals.states[STATE_OPEN] ? EXIT_CODE_FINDINGS : EXIT_CODE_OK;
}

static int run_clauses(int argc, char **argv)
{
    struct request request = {0};
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    struct library library;
    const struct rulebook *one = NULL;
    const struct offer *offer = NULL;
    library_init(&library);
    code = library_open("clauses", &library, false);
    if (code == EXIT_CODE_OK && request.activity)
        code = library_find("clauses", &library, request.activity, LIBRARY_ACTIVITY_FIRST, &one, &offer);
    if (code == EXIT_CODE_OK)
        code = report(&library, &request, one);
    library_release(&library);
    return code;
}

const struct subcommand command_clauses = {
    .name = "clauses",
    .summary = "the state of every clause, and the cases that cite it",
    .help = clauses_help,
    .run = run_clauses,
};
