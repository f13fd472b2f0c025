/*
 * cardroom clauses: in which state is every clause of the rule documents, and which cases cite it?
 */
#include "cli/command.h"
#include "cli/library_place.h"
#include "cli/table.h"
#include "rulebook/clause_state.h"

#include <stdio.h>

static const char clauses_help[] =
    "cardroom clauses [ACTIVITY] [--untested] [--json]\n"
    "\n"
    "Prints the state of every clause of an activity. Without ACTIVITY, prints one line for\n"
    "each activity, and the totals.\n"
    "\n"
    "  bound    a fence under the clause holds data that the program uses\n"
    "  engine   the clause describes how a part of the vocabulary always behaves\n"
    "  duty     people do it; the program shows it, prints it, records it, or makes it a\n"
    "           step of a checklist\n"
    "  open     none of these: the clause is not done\n"
    "\n"
    "A bound or engine clause is untested if no case cites it.\n"
    "\n"
    "ACTIVITY    issuer/activity, or the activity alone\n"
    "--untested  show only untested clauses\n"
    "--json      print one object: totals (clauses, bound, engine, duty, open, untested),\n"
    "            clauses (clause, state, part, kinds, words, tests)\n"
    "\n"
    "Exit status: 0 no clause is open; 1 clauses are open; 2 invalid arguments, or a file\n"
    "cannot be read; 3 the output cannot be written.\n"
    "\n"
    "  cardroom clauses\n"
    "  cardroom clauses bay101/aces-cracked\n"
    "  cardroom clauses massachusetts/crazy-4-poker --untested\n";

struct request {
    const char *activity;
    bool untested, json;
};

/* ------------------------------------------------------------------------------------------ people */

static void add_totals_row(struct text_table *table, struct text name, const struct clause_totals *totals)
{
    table_row(table);
    table_add(table, "%.*s", TEXT_ARGUMENTS(name));
    table_add(table, "%u", totals->clauses);
    for (unsigned state = 0; state < CLAUSE_STATES; state++)
        table_add(table, "%u", totals->states[state]);
    table_add(table, "%u", totals->untested);
}

static void print_all(const struct library *library, struct clause_tests *const *tests)
{
    static struct text_table table;
    struct clause_totals whole = {0};
    table_init(&table);
    table_column(&table, "activity", TABLE_LEFT);
    table_column(&table, "clauses", TABLE_RIGHT);
    for (unsigned state = 0; state < CLAUSE_STATES; state++)
        table_column(&table, clause_state_name((enum clause_state)state), TABLE_RIGHT);
    table_column(&table, "untested", TABLE_RIGHT);
    for (unsigned i = 0; i < library->rulebook_count; i++) {
        struct clause_totals totals = {0};
        clause_totals_add(&totals, &library->rulebooks[i].document, tests[i]);
        clause_totals_add(&whole, &library->rulebooks[i].document, tests[i]);
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

static void print_clause(const struct clause *clause, const struct clause_tests *tests)
{
    static const char *const colours[CLAUSE_STATES] = {"\033[32m", "\033[36m", "\033[33m", "\033[31m"};
    enum clause_state state = clause_state_of(clause);
    bool colour = command_colour();
    struct text part = clause_part(clause);
    printf("#%-4u %s%s%s", clause->number, colour ? colours[state] : "", clause_state_name(state),
           colour ? "\033[0m" : "");
    if (part.length > 0)
        printf(": %.*s", TEXT_ARGUMENTS(part));
    printf("  [");
    print_kinds(clause);
    printf("]");
    if (clause_is_untested(clause, tests))
        printf("  untested");
    for (unsigned i = 0; i < clause_tests_named(tests); i++)
        printf("%s%.*s", i ? ", " : "  tested by ", TEXT_ARGUMENTS(tests->tests[i].name));
    printf("\n      ");
    for (size_t i = 0; i < clause->words.length; i++) {
        putchar(clause->words.bytes[i]);
        if (clause->words.bytes[i] == '\n')
            printf("      ");
    }
    printf("\n");
}

/* What the register beside the document says of it. Whether a trusted key has signed the register, a house verifies. */
static void print_approval(struct library *library, const struct rulebook *rulebook)
{
    const struct library_register *found = library_register(library, rulebook);
    const struct approval *approval = NULL;
    char digest[DIGEST_SIZE];
    enum approval_answer answer = ANSWER_NOT_APPROVED;
    digest_write(rulebook->document.digest, digest);
    if (found && !found->wrong)
        answer = approval_answer(&found->approvals, rulebook->document.identity, text_of(digest), &approval);
    printf("register: %s", found && found->wrong ? found->wrong : approval_answer_words(answer));
    if (approval)
        printf(", version %u, %.*s", (unsigned)approval->version, TEXT_ARGUMENTS(approval->reference));
    printf("\n");
}

static void print_one(const struct rulebook *rulebook, const struct clause_tests *tests, bool untested)
{
    const struct rule_document *document = &rulebook->document;
    struct clause_totals totals = {0};
    clause_totals_add(&totals, document, tests);
    printf("%.*s: %.*s%s%.*s%s\n", TEXT_ARGUMENTS(document->identity), TEXT_ARGUMENTS(document->name),
           document->identifier.length ? " (" : "", TEXT_ARGUMENTS(document->identifier),
           document->identifier.length ? ")" : "");
    for (unsigned i = 0; i < document->clause_count; i++)
        if (!untested || clause_is_untested(&document->clauses[i], &tests[i]))
            print_clause(&document->clauses[i], &tests[i]);
    printf("%u clauses: %u bound, %u engine, %u duty, %u open; %u untested\n", totals.clauses,
           totals.states[CLAUSE_BOUND], totals.states[CLAUSE_ENGINE], totals.states[CLAUSE_DUTY],
           totals.states[CLAUSE_OPEN], totals.untested);
}

/* ------------------------------------------------------------------------------------------ programs */

static json_t *tests_document(const struct clause_tests *tests)
{
    json_t *list = json_array();
    for (unsigned i = 0; list && i < clause_tests_named(tests); i++)
        if (json_array_append_new(list, document_text(tests->tests[i].name)) != 0) {
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

static json_t *clause_document(const struct clause *clause, const struct clause_tests *tests)
{
    enum clause_state state = clause_state_of(clause);
    struct text part = clause_part(clause);
    return json_pack("{s:o, s:s, s:o*, s:o, s:o, s:b, s:o}", "clause", document_text(clause->origin.clause),
                     "state", clause_state_name(state), "part", part.length ? document_text(part) : NULL,
                     "kinds", kinds_document(clause), "words", document_text(clause->words), "untested",
                     clause_is_untested(clause, tests), "tests", tests_document(tests));
}

static json_t *clauses_document(const struct rulebook *const *rulebooks, struct clause_tests *const *tests,
                                unsigned count, bool untested, struct clause_totals *totals)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        clause_totals_add(totals, &rulebooks[i]->document, tests[i]);
        for (unsigned j = 0; list && j < rulebooks[i]->document.clause_count; j++) {
            const struct clause *clause = &rulebooks[i]->document.clauses[j];
            if (untested && !clause_is_untested(clause, &tests[i][j]))
                continue;
            if (json_array_append_new(list, clause_document(clause, &tests[i][j])) != 0) {
                json_decref(list);
                list = NULL;
            }
        }
    }
    return json_pack("{s:{s:i, s:i, s:i, s:i, s:i, s:i}, s:o}", "totals", "clauses", (int)totals->clauses,
                     "bound", (int)totals->states[CLAUSE_BOUND], "engine", (int)totals->states[CLAUSE_ENGINE],
                     "duty", (int)totals->states[CLAUSE_DUTY], "open", (int)totals->states[CLAUSE_OPEN],
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
            return command_usage("clauses", "unknown option %s", argv[i]);
        else if (request->activity)
            return command_usage("clauses", "give one ACTIVITY; '%s' is a second one", argv[i]);
        else
            request->activity = argv[i];
    }
    return EXIT_CODE_OK;
}

static int report(struct library *library, const struct request *request, const struct rulebook *one)
{
    unsigned count = one ? 1 : library->rulebook_count;
    const struct rulebook **rulebooks = ARENA_ARRAY(&library->arena, const struct rulebook *, count + 1);
    struct clause_tests **tests = ARENA_ARRAY(&library->arena, struct clause_tests *, count + 1);
    struct clause_totals totals = {0};
    for (unsigned i = 0; rulebooks && tests && i < count; i++) {
        rulebooks[i] = one ? one : &library->rulebooks[i];
        tests[i] = clause_tests_read(&rulebooks[i]->document, &library->arena, &library->findings);
        if (!tests[i])
            tests = NULL;
    }
    if (!rulebooks || !tests) {
        fprintf(stderr, "cardroom clauses: out of memory\n");
        return EXIT_CODE_WORLD;
    }
    int code = EXIT_CODE_OK;
    if (request->json) {
        code = command_print_json("clauses",
                                  clauses_document(rulebooks, tests, count, request->untested, &totals));
    } else {
        for (unsigned i = 0; i < count; i++)
            clause_totals_add(&totals, &rulebooks[i]->document, tests[i]);
        if (one || request->untested)
            for (unsigned i = 0; i < count; i++) {
                print_one(rulebooks[i], tests[i], request->untested);
                print_approval(library, rulebooks[i]);
            }
        else
            print_all(library, tests);
        code = command_finish("clauses");
    }
    return code != EXIT_CODE_OK ? code : totals.states[CLAUSE_OPEN] ? EXIT_CODE_FINDINGS : EXIT_CODE_OK;
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
    .summary = "show the state of every clause, and the cases that cite it",
    .help = clauses_help,
    .run = run_clauses,
};
