/*
 * cardroom post: the notice that must hang in the house, and the whole rules with the posted values.
 */
#include "cli/command.h"
#include "cli/library_place.h"
#include "rulebook/posting.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char post_help[] =
    "cardroom post OFFER --html|--pdf|--png|--svg [--paper a4|letter|sign] [--page N] [-o FILE]\n"
    "cardroom post --rules ACTIVITY|OFFER [--house HOUSE | --approved] [--html|--pdf|--png|--svg]\n"
    "              ...\n"
    "\n"
    "Makes the notice that must be displayed in the house: name and identifier, games and\n"
    "hours, charts with the posted prizes, requirements, fees, payout structure, claims,\n"
    "restrictions, and No Purchase Necessary where the clauses ask for it. The notice carries\n"
    "the digests of the rule document and of the offer, so a changed offer is a new version.\n"
    "With --rules, prints every clause of the document with the values that the house posted.\n"
    "\n"
    "OFFER      house/offer, or the offer alone if one house has it: demo/bonus-hand\n"
    "--rules    print the whole rule document with the values of the offer; for an activity,\n"
    "           the values of the first house that offers it\n"
    "--house    with --rules: use the values of this house\n"
    "--approved with --rules: print the document as approved, without the values of a house\n"
    "--html     one self-contained page (the default with --rules)\n"
    "--pdf      all pages\n"
    "--png, --svg  one page, the first or --page N\n"
    "--page N   the page to draw, counted from 1\n"
    "--paper    a4 (the default), letter, or sign: a landscape page to be read from far away\n"
    "-o FILE    the output file; standard output by default, which must not be a terminal for\n"
    "           PDF and PNG\n"
    "\n"
    "Exit status: 0 written; 2 invalid arguments, or errors in the offer or its document;\n"
    "3 the output cannot be written.\n"
    "\n"
    "  cardroom post demo/bonus-hand --pdf -o bonus-hand.pdf\n"
    "  cardroom post demo/bonus-hand --png --paper sign -o sign.png\n"
    "  cardroom post --rules bay101/aces-cracked --html -o aces-cracked.html\n";

enum { ARENA_MAX = 512 << 20 };

enum form { FORM_NONE, FORM_HTML, FORM_PDF, FORM_PNG, FORM_SVG };

struct request {
    const char *name, *file, *house;
    bool rules, approved;
    enum form form;
    enum notice_paper paper;
    uint64_t page;
};

/* ------------------------------------------------------------------------------------------ words */

static enum form form_of(struct text word)
{
    static const struct {
        const char *word;
        enum form form;
    } forms[] = {{"--html", FORM_HTML}, {"--pdf", FORM_PDF}, {"--png", FORM_PNG}, {"--svg", FORM_SVG}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (text_equal(word, text_of(forms[i].word)))
            return forms[i].form;
    return FORM_NONE;
}

static int take_paper(struct request *request, const char *word)
{
    static const char *const papers[NOTICE_PAPERS] = {"a4", "letter", "sign"};
    for (unsigned i = 0; i < NOTICE_PAPERS; i++)
        if (text_equal(text_of(word), text_of(papers[i]))) {
            request->paper = (enum notice_paper)i;
            return EXIT_CODE_OK;
        }
    return command_usage("post", "unknown paper '%s'; give a4, letter or sign", word);
}

static int take_value(struct request *request, const char *option, const char *value)
{
    struct fault fault;
    if (text_equal(text_of(option), text_of("--paper")))
        return take_paper(request, value);
    if (text_equal(text_of(option), text_of("--house"))) {
        request->house = value;
        return EXIT_CODE_OK;
    }
    if (text_equal(text_of(option), text_of("-o"))) {
        request->file = value;
        return EXIT_CODE_OK;
    }
    if (command_number(text_of(value), "--page", 1, 9999, &request->page, &fault) != STATUS_OK)
        return command_bad_input("post", value, &fault);
    return EXIT_CODE_OK;
}

static bool wants_value(struct text word)
{
    return text_equal(word, text_of("--paper")) || text_equal(word, text_of("-o")) ||
           text_equal(word, text_of("--page")) || text_equal(word, text_of("--house"));
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        enum form form = form_of(word);
        if (form != FORM_NONE && request->form != FORM_NONE && form != request->form)
            return command_usage("post", "give only one of --html, --pdf, --png and --svg");
        if (form != FORM_NONE) {
            request->form = form;
        } else if (text_equal(word, text_of("--rules"))) {
            request->rules = true;
        } else if (text_equal(word, text_of("--approved"))) {
            request->approved = true;
        } else if (wants_value(word)) {
            if (i + 1 == argc)
                return command_usage("post", "%s needs a value", argv[i]);
            int code = take_value(request, argv[i], argv[i + 1]);
            if (code != EXIT_CODE_OK)
                return code;
            i++;
        } else if (text_starts_with(word, text_of("-"))) {
            return command_usage("post", "unknown option %s", argv[i]);
        } else if (request->name) {
            return command_usage("post", "give one OFFER; '%s' is a second one", argv[i]);
        } else {
            request->name = argv[i];
        }
    }
    if ((request->house || request->approved) && !request->rules)
        return command_usage("post", "--house and --approved can be used with --rules only");
    if (request->house && request->approved)
        return command_usage("post", "give either --house or --approved, not both");
    if (!request->name)
        return command_usage("post", "OFFER is missing, such as demo/bonus-hand");
    if (request->form == FORM_NONE && request->rules)
        request->form = FORM_HTML;
    if (request->form == FORM_NONE)
        return command_usage("post", "the format is missing; give --html, --pdf, --png or --svg");
    return EXIT_CODE_OK;
}

/* ------------------------------------------------------------------------------------------ output */

static int write_out(const struct request *request, struct text bytes)
{
    bool binary = request->form == FORM_PDF || request->form == FORM_PNG;
    if (!request->file && binary && isatty(STDOUT_FILENO))
        return command_usage("post", "this output is binary and not for a terminal; give -o FILE");
    return command_write_bytes("post", request->file, bytes);
}

static enum status draw(const struct request *request, const struct notice *notice, struct arena *arena,
                        struct text *bytes, struct fault *fault)
{
    static const enum notice_format formats[] = {
        [FORM_PDF] = NOTICE_PDF, [FORM_PNG] = NOTICE_PNG, [FORM_SVG] = NOTICE_SVG};
    if (request->form == FORM_HTML)
        return notice_html(notice, arena, bytes, fault);
    const struct notice_sheets *sheets;
    enum status status = notice_lay_out(notice, request->paper, arena, &sheets, fault);
    if (status != STATUS_OK)
        return status;
    return notice_draw(sheets, formats[request->form], (size_t)request->page, arena, bytes, fault);
}

/* ------------------------------------------------------------------------------------------ the command */

static int post(const struct request *request, struct library *library, const struct rulebook *rulebook,
                const struct offer *offer)
{
    if (rulebook->is_law && !request->rules)
        return command_usage("post", "%s is a law, which no house offers; use --rules to print it",
                             request->name);
    if (!offer && !request->rules)
        return command_usage("post", "%s is an activity; give one of its offers, or use --rules",
                             request->name);
    /* A posting of something wrong would hang in the house; so it is not made. */
    if (library_print_errors(library, rulebook->document.file) ||
        (offer && library_print_errors(library, offer->file)))
        return command_usage("post", "correct these errors first");
    struct arena arena;
    struct notice notice;
    struct text bytes;
    struct fault fault;
    arena_init(&arena, ARENA_MAX);
    notice_init(&notice, &arena);
    if (request->rules)
        posting_rules(&notice, rulebook, offer);
    else
        posting_notice(&notice, offer, NULL);
    enum status status = draw(request, &notice, &arena, &bytes, &fault);
    int code = status == STATUS_OK      ? write_out(request, bytes)
               : status == STATUS_RANGE ? command_usage("post", "%s", fault.words)
                                        : EXIT_CODE_WORLD;
    if (code == EXIT_CODE_WORLD && status != STATUS_OK)
        fprintf(stderr, "cardroom post: %s\n", fault.words);
    arena_release(&arena);
    return code;
}

/* The values that are woven into the rules of an activity: of the house that is named, or of the first that offers it. */
static int find_house_offer(const struct request *request, const struct library *library,
                            const struct rulebook *rulebook, const struct offer **offer)
{
    for (unsigned i = 0; i < library->house_count && !request->approved; i++) {
        const struct library_house *house = &library->houses[i];
        if (request->house && !text_equal(house->house.identity, text_of(request->house)))
            continue;
        for (unsigned j = 0; j < house->offer_count && !*offer; j++)
            if (house->offers[j].rulebook == rulebook)
                *offer = &house->offers[j];
    }
    if (request->house && !*offer)
        return command_usage("post", "no house '%s' offers %s", request->house, request->name);
    return EXIT_CODE_OK;
}

static int run_post(int argc, char **argv)
{
    struct request request = {.paper = NOTICE_A4, .page = 1};
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    struct library library;
    const struct rulebook *rulebook = NULL;
    const struct offer *offer = NULL;
    library_init(&library);
    code = library_open("post", &library, true);
    if (code == EXIT_CODE_OK)
        code = library_find("post", &library, request.name,
                            request.rules ? LIBRARY_ACTIVITY_FIRST : LIBRARY_OFFER_FIRST, &rulebook, &offer);
    if (code == EXIT_CODE_OK && request.rules && !offer)
        code = find_house_offer(&request, &library, rulebook, &offer);
    if (code == EXIT_CODE_OK)
        code = post(&request, &library, rulebook, offer);
    library_release(&library);
    return code;
}

const struct subcommand command_post = {
    .name = "post",
    .summary = "make the notice of an offer, or print the rules, as HTML, PDF, PNG or SVG",
    .help = post_help,
    .run = run_post,
};
