/*
 * cardroom report: what the documents ask the office to write down, from the books as they are.
 */
#include "reports/report.h"
#include "books/keeper.h"
#include "books/notary.h"
#include "cli/house.h"
#include "cli/table.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char report_help[] =
    "cardroom report NAME STORE --from DATE [--to DATE] [--csv|--pdf|--html|--json]\n"
    "                [--paper letter|a4] [--by PERSON] [--at TIME] [-o FILE]\n"
    "cardroom report --list [--json]\n"
    "\n"
    "Prints a report for whole gaming days of the house. house.yaml says when a gaming day\n"
    "begins.\n"
    "\n"
    "  collection      Jackpot Prize Pool Collection Report: fees by table, offer and hour,\n"
    "                  with totals by table, day and offer\n"
    "  jackpots        jackpot and fixed prize log: every award with table, round, hand,\n"
    "                  patron, amount, meter before and new base, who verified, authorised and\n"
    "                  paid, and the clause; awards that were reversed are negative\n"
    "  funds           fund statement: for every account the opening balance, money in and out\n"
    "                  by reason, and the closing balance; outstanding advances\n"
    "  administration  administrative fees: what was due for every hour of every table, and\n"
    "                  what was taken when the gaming day closed\n"
    "  unclaimed       prizes that were unclaimed at the end of the period, with their\n"
    "                  deadlines\n"
    "  vouchers        what each voucher has paid, what the winner pays, and what is left\n"
    "  adjustments     manual money movements, forfeited prizes and reversed awards, with\n"
    "                  both persons and the reason\n"
    "  readings        every meter at the start and the end of each gaming day\n"
    "  exceptions      irregularities, failed devices, returned fees, rejected hands, and days\n"
    "                  on which fees were outside what a document expects\n"
    "\n"
    "STORE     sqlite:FILE or postgresql://...; the report only reads, so the house may be\n"
    "          running\n"
    "--from    the first gaming day, such as 2026-11-02\n"
    "--to      the last gaming day, included; the first by default\n"
    "--csv     RFC 4180: a header line, then the rows without totals; money as 1234.50\n"
    "--json    one object: rows and sums; money in cents\n"
    "--html    one self-contained page that prints well\n"
    "--pdf     pages with a header, page n of m, and lines for signatures\n"
    "--paper   for the PDF, landscape; letter by default\n"
    "--by      the person who prints the report; the name is printed on it\n"
    "--at      the printing time; now by default\n"
    "-o FILE   the output file; standard output by default, which must not be a terminal for\n"
    "          PDF\n"
    "--list    list the reports\n"
    "\n"
    "Exit status: 0 printed; 2 invalid arguments or store, or the period is too long for one\n"
    "report; 3 system error.\n"
    "\n"
    "  cardroom report collection sqlite:house.db --from 2026-11-02\n"
    "  cardroom report funds sqlite:house.db --from 2026-11-01 --to 2026-11-30 --pdf --by ada \\\n"
    "      -o funds.pdf\n";

#define ARENA_MAX ((size_t)2 << 30)

struct request {
    const char *name, *store, *from, *to, *by, *at, *paper, *file;
    bool formatted, list;
    enum report_format format;
};

/* ------------------------------------------------------------------------------------------ words */

static bool take_format(struct request *request, struct text word, bool *twice)
{
    static const char *const words[] = {[REPORT_FORMAT_CSV] = "--csv",
                                        [REPORT_FORMAT_JSON] = "--json",
                                        [REPORT_FORMAT_HTML] = "--html",
                                        [REPORT_FORMAT_PDF] = "--pdf"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_equal(word, text_of(words[i]))) {
            *twice = request->formatted && request->format != (enum report_format)i;
            request->formatted = true;
            request->format = (enum report_format)i;
            return true;
        }
    return false;
}

static const char **value_of(struct request *request, struct text word)
{
    return text_equal(word, text_of("--from"))    ? &request->from
           : text_equal(word, text_of("--to"))    ? &request->to
           : text_equal(word, text_of("--by"))    ? &request->by
           : text_equal(word, text_of("--at"))    ? &request->at
           : text_equal(word, text_of("--paper")) ? &request->paper
           : text_equal(word, text_of("-o"))      ? &request->file
                                                  : NULL;
}

static int take_words(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct text word = text_of(argv[i]);
        const char **value = value_of(request, word);
        bool twice = false;
        if (take_format(request, word, &twice)) {
            if (twice)
                return command_usage("report", "give only one of --csv, --json, --html and --pdf");
        } else if (text_equal(word, text_of("--list")))
            request->list = true;
        else if (value && i + 1 < argc)
            *value = argv[++i];
        else if (value)
            return command_usage("report", "%s needs a value", argv[i]);
        else if (argv[i][0] == '-' || (request->name && request->store))
            return command_usage("report", "unknown argument '%s'", argv[i]);
        else
            *(request->name ? &request->store : &request->name) = argv[i];
    }
    if (request->list)
        return EXIT_CODE_OK;
    if (!request->name)
        return command_usage("report", "NAME is missing; 'cardroom report --list' lists the reports");
    if (!request->store)
        return command_usage("report", "STORE is missing; give one such as sqlite:house.db");
    if (!request->from)
        return command_usage("report", "--from is missing, such as --from 2026-11-02");
    return EXIT_CODE_OK;
}

static int no_such_report(const char *name)
{
    struct text_nearest nearest = text_nearest_to(text_of(name));
    for (unsigned i = 0; i < HOUSE_REPORT_KINDS; i++)
        text_nearest_offer(&nearest, house_report_kinds[i].name);
    return command_usage("report", "unknown report '%s'%s%s; 'cardroom report --list' lists the reports",
                         name, nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
}

static int read_request(const struct request *request, struct house_report_request *asked,
                        enum report_paper *paper)
{
    struct fault fault;
    struct timespec now;
    asked->kind = house_report_kind(text_of(request->name));
    if (!asked->kind)
        return no_such_report(request->name);
    if (date_parse(text_of(request->from), 0, &asked->from, &fault) != STATUS_OK)
        return command_bad_input("report", request->from, &fault);
    asked->to = asked->from;
    if (request->to && date_parse(text_of(request->to), 0, &asked->to, &fault) != STATUS_OK)
        return command_bad_input("report", request->to, &fault);
    (void)clock_gettime(CLOCK_REALTIME, &now);
    asked->printed_at.ms = (int64_t)now.tv_sec * 1000;
    if (request->at && instant_parse(text_of(request->at), 0, &asked->printed_at, &fault) != STATUS_OK)
        return command_bad_input("report", request->at, &fault);
    asked->printed_by = text_of(request->by ? request->by : "");
    if (text_utf8_length(asked->printed_by) < asked->printed_by.length || asked->printed_by.length > 64)
        return command_usage("report", "--by needs a name of at most 64 bytes of UTF-8");
    bool a4 = request->paper && text_equal(text_of(request->paper), text_of("a4"));
    if (request->paper && !a4 && !text_equal(text_of(request->paper), text_of("letter")))
        return command_usage("report", "unknown paper '%s'; give letter or a4", request->paper);
    *paper = a4 ? REPORT_PAPER_A4 : REPORT_PAPER_LETTER;
    return EXIT_CODE_OK;
}

static int print_list(bool json)
{
    static struct text_table table;
    json_t *all = json_array();
    table_init(&table);
    table_column(&table, "report", TABLE_LEFT);
    table_column(&table, "what it says", TABLE_LEFT);
    for (unsigned i = 0; i < HOUSE_REPORT_KINDS; i++) {
        const struct house_report_kind *kind = &house_report_kinds[i];
        table_row(&table);
        table_add(&table, "%s", kind->name);
        text_out_add(table_cell(&table), "%s", kind->summary);
        (void)json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "report", kind->name, "title",
                                                   kind->title, "summary", kind->summary));
    }
    if (json)
        return command_print_json("report", all);
    json_decref(all);
    table_print(&table, command_colour());
    return command_finish("report");
}

/* ------------------------------------------------------------------------------------------ for people */

static void add_row(struct text_table *table, const struct house_report *report, size_t number)
{
    const struct house_report_kind *kind = report->kind;
    const struct report_row *row = &report->rows[number];
    unsigned first = 0;
    while (first + 1 < kind->column_count && row->cells[first].kind == CELL_EMPTY)
        first++;
    unsigned label = kind->label_column < first ? kind->label_column : first ? first - 1 : 0;
    table_row(table);
    for (unsigned i = 0; i < kind->column_count; i++) {
        struct text_out *cell = table_cell(table);
        if (row->label.length > 0 && i == label)
            text_out_add_text(cell, row->label);
        else if (!house_report_repeats(report, number, i))
            house_report_write_cell(cell, report, &row->cells[i]);
    }
}

static void begin_table(struct text_table *table, const struct house_report_kind *kind, bool heads,
                        const unsigned *widths)
{
    table_init(table);
    for (unsigned i = 0; i < kind->column_count; i++) {
        enum cell_kind cell = kind->columns[i].kind;
        table_column(table, heads ? kind->columns[i].title : "",
                     cell == CELL_MONEY || cell == CELL_COUNT ? TABLE_RIGHT : TABLE_LEFT);
        table_column_least(table, i, widths[i]);
    }
}

/* In parts of as many rows as a table holds, all as wide as the widest. */
static void print_rows(const struct house_report *report)
{
    static struct text_table table;
    unsigned widths[HOUSE_REPORT_COLUMNS_MAX] = {0};
    for (unsigned printing = 0; printing < 2; printing++)
        for (size_t start = 0; start < report->row_count; start += TABLE_ROWS_MAX) {
            begin_table(&table, report->kind, printing == 0 || start == 0, widths);
            for (size_t i = start; i < report->row_count && i < start + TABLE_ROWS_MAX; i++)
                add_row(&table, report, i);
            for (unsigned i = 0; i < report->kind->column_count; i++)
                widths[i] = table_column_width(&table, i);
            if (printing)
                table_print(&table, command_colour());
        }
}

static int print_report(const struct house_report *report)
{
    char words[512];
    struct text_out out;
    printf("%.*s\n%s\n", TEXT_ARGUMENTS(report->house), report->kind->title);
    text_out_init(&out, words, sizeof words);
    house_report_write_period(&out, report);
    printf("%s\n\n", words);
    if (report->row_count == 0)
        printf("  nothing was recorded in this period\n");
    print_rows(report);
    printf("\n");
    if (report->asked_by.length > 0)
        printf("Required by %.*s\n", TEXT_ARGUMENTS(report->asked_by));
    text_out_init(&out, words, sizeof words);
    house_report_write_printed(&out, report);
    printf("%s\n", words);
    return command_finish("report");
}

/* ------------------------------------------------------------------------------------------ output */

/* Text for people goes to a file by way of standard output. */
static int output(const struct request *request, const struct house_report *report, enum report_paper paper,
                  struct arena *arena)
{
    struct text bytes;
    struct fault fault;
    if (!request->formatted) {
        if (request->file && !freopen(request->file, "wb", stdout))
            return command_cannot_write("report", request->file);
        return print_report(report);
    }
    enum status status = house_report_write(report, request->format, paper, arena, &bytes, &fault);
    return status == STATUS_OK ? command_write_bytes("report", request->file, bytes)
                               : house_failure("report", request->name, status, &fault);
}

/* The display names of the offers and the staff. */
static enum status read_names(const char *store, struct arena *arena, struct report_names *names,
                              struct fault *fault)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    struct keeper *keeper;
    enum status status = keeper_open(text_of(store), &options, NULL, NULL, &keeper, fault);
    if (status != STATUS_OK)
        return status;
    status = report_names_of(keeper_floor(keeper), arena, names);
    keeper_close(keeper);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the report");
}

static int make(const struct request *request, struct house_report_request *asked, enum report_paper paper)
{
    const struct store_options options = house_report_store_options();
    static struct notary_files files;
    static char note[NOTE_SIZE_MAX + 1];
    struct house_report *report;
    struct text_out out;
    struct store *store;
    struct arena arena;
    struct fault fault;
    enum status status = store_open(text_of(request->store), &options, &store, &fault);
    if (status != STATUS_OK)
        return house_failure("report", request->store, status, &fault);
    arena_init(&arena, ARENA_MAX);
    status = read_names(request->store, &arena, &asked->names, &fault);
    if (status == STATUS_OK)
        status = house_report_make(store, asked, &arena, &report, &fault);
    store_close(store);
    text_out_init(&out, note, sizeof note);
    if (status == STATUS_OK && notary_files_of(text_of(request->store), getenv("CARDROOM_LOG_KEY"), &files) &&
        notary_last_of_file(&files, &out))
        report->checkpoint = text_out_text(&out);
    int code = status == STATUS_OK ? output(request, report, paper, &arena)
                                   : house_failure("report", request->name, status, &fault);
    arena_release(&arena);
    return code;
}

static int run(int argc, char **argv)
{
    struct request request = {0};
    struct house_report_request asked = {0};
    enum report_paper paper = REPORT_PAPER_LETTER;
    int code = take_words(&request, argc, argv);
    if (code != EXIT_CODE_OK)
        return code;
    if (request.list)
        return print_list(request.formatted && request.format == REPORT_FORMAT_JSON);
    code = read_request(&request, &asked, &paper);
    if (code != EXIT_CODE_OK)
        return code;
    bool binary = request.formatted && request.format == REPORT_FORMAT_PDF;
    if (binary && !request.file && isatty(STDOUT_FILENO))
        return command_usage("report", "a PDF is binary and not for a terminal; give -o FILE");
    return make(&request, &asked, paper);
}

const struct subcommand command_report = {.name = "report",
                                          .summary = "print a report that the documents require",
                                          .help = report_help,
                                          .run = run};
