/*
 * A report in words, as CSV and as JSON.
 */
#include "reports/report_internal.h"

#include "base/check.h"
#include "base/json.h"

/* ------------------------------------------------------------------------------------------ words */

static struct date date_of(int64_t days)
{
    struct date date;
    CHECK(date_of_days(days, &date) == STATUS_OK);
    return date;
}

/* "Nov 2, 2026, 6:30 PM", with the zone if that is asked for. */
static void write_time(struct text_out *out, const struct zone *zone, struct instant at, bool zoned)
{
    struct local_time local;
    if (local_time_of(at, zone, &local) != STATUS_OK)
        return;
    local_time_show(out, &local);
    if (zoned)
        text_out_add(out, " %s", local.abbreviation);
}

void house_report_write_cell(struct text_out *out, const struct house_report *report,
                             const struct report_cell *cell)
{
    switch (cell->kind) {
    case CELL_EMPTY:
        return;
    case CELL_TEXT:
        text_out_add_text(out, cell->text);
        return;
    case CELL_COUNT:
        text_out_add(out, "%lld", (long long)cell->number);
        return;
    case CELL_MONEY:
        money_write(out, money_of_cents(cell->number));
        return;
    case CELL_TIME:
        write_time(out, &report->zone, (struct instant){cell->number}, false);
        return;
    case CELL_DATE:
        date_show(out, date_of(cell->number));
        return;
    }
    CHECK_NEVER("a kind of cell");
}

static void write_day(struct text_out *out, struct date date)
{
    text_out_add(out, "%s, ", weekday_name(date_weekday(date)));
    date_show(out, date);
}

void house_report_write_period(struct text_out *out, const struct house_report *report)
{
    bool one = date_compare(report->from, report->to) == 0;
    text_out_add(out, one ? "Gaming day " : "Gaming days ");
    write_day(out, report->from);
    if (!one) {
        text_out_add(out, " to ");
        write_day(out, report->to);
    }
    text_out_add(out, " (");
    write_time(out, &report->zone, report->begins, false);
    text_out_add(out, " to ");
    write_time(out, &report->zone, report->end, true);
    text_out_add(out, report->unfinished ? "; not over yet)" : ")");
}

void house_report_write_printed(struct text_out *out, const struct house_report *report)
{
    text_out_add(out, "Printed ");
    write_time(out, &report->zone, report->printed_at, true);
    if (report->printed_by.length > 0)
        text_out_add(out, " by %.*s", TEXT_ARGUMENTS(report->printed_by));
}

bool house_report_repeats(const struct house_report *report, size_t row, unsigned column)
{
    if (row == 0 || !report->kind->columns[column].groups)
        return false;
    const struct report_row *here = &report->rows[row], *above = &report->rows[row - 1];
    if (here->label.length > 0 || above->label.length > 0)
        return false;
    for (unsigned i = 0; i <= column; i++)
        if (report->kind->columns[i].groups && !cell_equal(&here->cells[i], &above->cells[i]))
            return false;
    return true;
}

bool cell_is_right(enum cell_kind kind)
{
    return kind == CELL_COUNT || kind == CELL_MONEY;
}

/* ------------------------------------------------------------------------------------------ CSV */

/* "2026-11-02T18:30:05-08:00": a program needs the offset. */
static void write_iso_time(struct text_out *out, const struct house_report *report, struct instant at)
{
    struct local_time local;
    if (local_time_of(at, &report->zone, &local) == STATUS_OK)
        local_time_write(out, &local);
}

static void csv_text(struct growing *file, struct text text)
{
    bool formula = text.length > 0 && text_contains(text_of("=+-@\t\r"), text_slice(text, 0, 1));
    bool quoted = formula;
    for (size_t i = 0; i < text.length && !quoted; i++)
        quoted = text_contains(text_of("\",\r\n"), text_slice(text, i, 1));
    growing_say(file, quoted ? "\"" : "");
    growing_say(file, formula ? "'" : "");
    size_t plain = 0;
    for (size_t i = 0; i < text.length; i++)
        if (text.bytes[i] == '"') {
            growing_add(file, text_slice(text, plain, i + 1 - plain));
            plain = i; /* the mark once more */
        }
    growing_add(file, text_from(text, plain));
    growing_say(file, quoted ? "\"" : "");
}

static void csv_cell(struct growing *file, const struct house_report *report, const struct report_cell *cell)
{
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (cell->kind == CELL_TEXT) {
        csv_text(file, cell->coded && cell->key.length > 0 ? cell->key : cell->text);
        return;
    }
    if (cell->kind == CELL_MONEY) {
        uint64_t cents = cell->number < 0 ? 0 - (uint64_t)cell->number : (uint64_t)cell->number;
        text_out_add(&out, "%s%llu.%02llu", cell->number < 0 ? "-" : "", (unsigned long long)(cents / 100),
                     (unsigned long long)(cents % 100));
    } else if (cell->kind == CELL_TIME)
        write_iso_time(&out, report, (struct instant){cell->number});
    else if (cell->kind == CELL_DATE)
        date_write(&out, date_of(cell->number));
    else
        house_report_write_cell(&out, report, cell);
    growing_add(file, text_out_text(&out));
}

enum status report_csv(const struct house_report *report, struct arena *arena, struct text *bytes)
{
    const struct house_report_kind *kind = report->kind;
    struct growing file = {.arena = arena};
    for (unsigned i = 0; i < kind->column_count; i++) {
        growing_say(&file, i ? "," : "");
        growing_say(&file, kind->columns[i].name);
    }
    growing_say(&file, "\r\n");
    for (size_t row = 0; row < report->row_count; row++) {
        if (report->rows[row].style >= ROW_SUBTOTAL)
            continue;
        for (unsigned i = 0; i < kind->column_count; i++) {
            growing_say(&file, i ? "," : "");
            csv_cell(&file, report, &report->rows[row].cells[i]);
        }
        growing_say(&file, "\r\n");
    }
    *bytes = growing_text(&file);
    return file.status;
}

/* ------------------------------------------------------------------------------------------ JSON */

static const char *const kind_names[] = {"", "text", "count", "money", "time", "date"};

static json_t *json_of_cell(const struct house_report *report, const struct report_cell *cell)
{
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    switch (cell->kind) {
    case CELL_EMPTY:
        return json_null();
    case CELL_TEXT:
        return document_text(cell->text);
    case CELL_COUNT:
    case CELL_MONEY:
        return json_integer(cell->number);
    case CELL_TIME:
        write_iso_time(&out, report, (struct instant){cell->number});
        return document_text(text_out_text(&out));
    case CELL_DATE:
        date_write(&out, date_of(cell->number));
        return document_text(text_out_text(&out));
    }
    CHECK_NEVER("a kind of cell");
}

/* A sum has only its sums and its label. */
static json_t *json_of_row(const struct house_report *report, const struct report_row *row)
{
    json_t *object = json_object();
    bool sum = row->style >= ROW_SUBTOTAL;
    if (sum && json_object_set_new(object, "of", document_text(row->label)) != 0)
        goto failed;
    for (unsigned i = 0; i < report->kind->column_count; i++) {
        const struct report_cell *cell = &row->cells[i];
        const char *name = report->kind->columns[i].name;
        char id[64];
        struct text_out out;
        text_out_init(&out, id, sizeof id);
        text_out_add(&out, "%s_id", name);
        if ((!sum || cell->kind != CELL_EMPTY) &&
            json_object_set_new(object, name, json_of_cell(report, cell)) != 0)
            goto failed;
        if (cell->key.length > 0 && json_object_set_new(object, id, document_text(cell->key)) != 0)
            goto failed;
    }
    return object;
failed:
    json_decref(object);
    return NULL;
}

static json_t *json_rows(const struct house_report *report, bool sums)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < report->row_count; i++)
        if ((report->rows[i].style >= ROW_SUBTOTAL) == sums &&
            json_array_append_new(rows, json_of_row(report, &report->rows[i])) != 0) {
            json_decref(rows);
            return NULL;
        }
    return rows;
}

static json_t *json_columns(const struct house_report *report)
{
    json_t *columns = json_array();
    for (unsigned i = 0; i < report->kind->column_count; i++) {
        const struct house_report_column *column = &report->kind->columns[i];
        (void)json_array_append_new(columns, json_pack("{s:s, s:s, s:s}", "name", column->name, "title",
                                                       column->title, "kind", kind_names[column->kind]));
    }
    return columns;
}

static json_t *json_clauses(const struct house_report *report)
{
    json_t *clauses = json_array();
    for (unsigned i = 0; i < report->clause_count; i++)
        (void)json_array_append_new(clauses, document_text(report->clauses[i]));
    return clauses;
}

static json_t *json_date(const struct report_cell date)
{
    return json_of_cell(NULL, &date);
}

static json_t *json_time(const struct house_report *report, struct instant at)
{
    const struct report_cell cell = cell_time(at);
    return json_of_cell(report, &cell);
}

static int take_json(const char *bytes, size_t size, void *context)
{
    struct growing *file = context;
    growing_add(file, (struct text){bytes, size});
    return file->status == STATUS_OK ? 0 : -1;
}

enum status report_json(const struct house_report *report, struct arena *arena, struct text *bytes)
{
    struct growing file = {.arena = arena};
    json_t *document =
        json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "report",
                  report->kind->name, "title", report->kind->title, "house", document_text(report->house),
                  "from", json_date(cell_date(report->from)), "to", json_date(cell_date(report->to)),
                  "begins", json_time(report, report->begins), "ends", json_time(report, report->end),
                  "unfinished", report->unfinished, "printed_at", json_time(report, report->printed_at),
                  "printed_by", document_text(report->printed_by), "clauses", json_clauses(report), "columns",
                  json_columns(report), "rows", json_rows(report, false), "sums", json_rows(report, true));
    if (!document)
        return STATUS_NO_MEMORY;
    int failed = json_dump_callback(document, take_json, &file, JSON_INDENT(2));
    json_decref(document);
    growing_say(&file, "\n");
    *bytes = growing_text(&file);
    return file.status != STATUS_OK ? file.status : failed ? STATUS_NO_MEMORY : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ any of them */

enum status house_report_write(const struct house_report *report, enum report_format format,
                               enum report_paper paper, struct arena *arena, struct text *bytes,
                               struct fault *fault)
{
    enum status status = format == REPORT_FORMAT_CSV    ? report_csv(report, arena, bytes)
                         : format == REPORT_FORMAT_JSON ? report_json(report, arena, bytes)
                         : format == REPORT_FORMAT_HTML ? report_html(report, arena, bytes)
                                                        : report_pdf(report, paper, arena, bytes);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "the report is too large to be written; ask for a shorter period");
    return STATUS_OK;
}
