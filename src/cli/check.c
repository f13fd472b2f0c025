/*
 * cardroom check: are the rule documents, houses and offers right, and the offers within what was approved?
 */
#include "cli/command.h"
#include "cli/library_place.h"

#include <stdio.h>

static const char check_help[] =
    "cardroom check [PATH...] [--json]\n"
    "\n"
    "Checks rule documents, houses and offers: syntax, types, ranges, gaps in charts, rows\n"
    "that are never paid, shares that do not add up to 100%, funds and tables that do not\n"
    "exist, offers outside the approved limits, and activities that exclude each other. The\n"
    "check does not stop at the first finding.\n"
    "\n"
    "PATH     a rule document (.md), an offer, a house.yaml, or a folder of them; all\n"
    "         rulebooks and houses by default\n"
    "--json   print one object: checked (documents, houses, offers), findings (file, line,\n"
    "         column, grade, clause, words, remedy), totals (errors, warnings, unreadable)\n"
    "\n"
    "A finding is one line: file:line:column: grade: clause: problem; correction.\n"
    "docs/formats/rulebook.md describes the vocabulary.\n"
    "\n"
    "Exit status: 0 no errors (there may be warnings); 1 errors; 2 a file cannot be read;\n"
    "3 the output cannot be written.\n"
    "\n"
    "  cardroom check\n"
    "  cardroom check houses/demo\n"
    "  cardroom check rulebooks/bay101/aces-cracked.md --json\n";

/* ------------------------------------------------------------------------------------------ people */

static const char *colour_of(enum finding_grade grade)
{
    return grade == FINDING_WARNING ? "\033[33m" : "\033[31m";
}

static void print_finding(const struct finding *finding, bool colour)
{
    char line[FINDING_LINE_SIZE];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    finding_write(&out, finding);
    printf("%s%s%s\n", colour ? colour_of(finding->grade) : "", line, colour ? "\033[0m" : "");
}

static void print_number(const char *separator, size_t number, const char *one, const char *many)
{
    printf("%s%zu %s", separator, number, number == 1 ? one : many);
}

static unsigned offers_of(const struct library *library)
{
    unsigned offers = 0;
    for (unsigned i = 0; i < library->house_count; i++)
        offers += library->houses[i].offer_count;
    return offers;
}

static void print_findings(const struct library *library)
{
    const struct findings *findings = &library->findings;
    bool colour = command_colour();
    for (size_t i = 0; i < findings->count; i++)
        print_finding(&findings->items[i], colour);
    print_number("", library->rulebook_count, "rule document", "rule documents");
    print_number(", ", library->house_count, "house", "houses");
    print_number(", ", offers_of(library), "offer", "offers");
    print_number(": ", findings->counted[FINDING_ERROR], "error", "errors");
    print_number(", ", findings->counted[FINDING_WARNING], "warning", "warnings");
    if (findings->counted[FINDING_UNREADABLE] > 0)
        print_number(", ", findings->counted[FINDING_UNREADABLE], "unreadable", "unreadable");
    if (findings->dropped > 0)
        printf(" (%zu not shown)", findings->dropped);
    printf("\n");
}

/* ------------------------------------------------------------------------------------------ programs */

static json_t *finding_document(const struct finding *finding)
{
    const struct origin *origin = &finding->origin;
    return json_pack("{s:s, s:i, s:i, s:s, s:o*, s:o, s:o}", "file", origin->file ? origin->file : "", "line",
                     (int)origin->line, "column", (int)origin->column, "grade",
                     finding_grade_name(finding->grade), "clause",
                     origin->clause.length ? document_text(origin->clause) : NULL, "words",
                     document_text(finding->words), "remedy", document_text(finding->remedy));
}

static json_t *check_document(const struct library *library)
{
    const struct findings *findings = &library->findings;
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count && list; i++)
        if (json_array_append_new(list, finding_document(&findings->items[i])) != 0) {
            json_decref(list);
            list = NULL;
        }
    return json_pack("{s:{s:i, s:i, s:i}, s:o, s:{s:I, s:I, s:I}}", "checked", "documents",
                     (int)library->rulebook_count, "houses", (int)library->house_count, "offers",
                     (int)offers_of(library), "findings", list, "totals", "errors",
                     (json_int_t)findings->counted[FINDING_ERROR], "warnings",
                     (json_int_t)findings->counted[FINDING_WARNING], "unreadable",
                     (json_int_t)findings->counted[FINDING_UNREADABLE]);
}

/* ------------------------------------------------------------------------------------------ the command */

static int report(const struct library *library, bool json)
{
    int code = EXIT_CODE_OK;
    if (json)
        code = command_print_json("check", check_document(library));
    else
        print_findings(library);
    if (code == EXIT_CODE_OK)
        code = command_finish("check");
    if (code != EXIT_CODE_OK)
        return code;
    const struct findings *findings = &library->findings;
    return findings->counted[FINDING_UNREADABLE] ? EXIT_CODE_BAD_INPUT
           : findings->counted[FINDING_ERROR]    ? EXIT_CODE_FINDINGS
                                                 : EXIT_CODE_OK;
}

static int check_paths(struct library *library, int argc, char **argv)
{
    const char *rulebooks = library_place(library, "rulebooks");
    bool paths = false;
    for (int i = 1; i < argc; i++)
        if (!text_starts_with(text_of(argv[i]), text_of("--"))) {
            library_add(library, argv[i], rulebooks);
            paths = true;
        }
    if (!paths)
        return library_open("check", library, true);
    library_check(library);
    return EXIT_CODE_OK;
}

static int run_check(int argc, char **argv)
{
    bool json = false;
    for (int i = 1; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (text_starts_with(text_of(argv[i]), text_of("--")))
            return command_usage("check", "unknown option %s", argv[i]);
    }
    struct library library;
    library_init(&library);
    int code = check_paths(&library, argc, argv);
    if (code == EXIT_CODE_OK)
        code = report(&library, json);
    library_release(&library);
    return code;
}

const struct subcommand command_check = {
    .name = "check",
    .summary = "check rule documents, houses and offers",
    .help = check_help,
    .run = run_check,
};
