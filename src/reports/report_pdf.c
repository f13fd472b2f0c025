/*
 * A report on paper: landscape, its head repeated on every sheet, sheets numbered "n of m".
 *
 * The same code lays out the report twice: first without drawing, to count the sheets, then with drawing. The type is the
 * largest in which every cell fits on one line, down to a minimum; below that texts are broken, numbers never.
 */
#include "reports/report_internal.h"

#include "base/check.h"
#include "reports/checkpoint_code.h"
#include "rulebook/notice_type.h"

#include <cairo-pdf.h>

static const double margin = 34, size_most = 8.5, size_broken = 7.5, size_least = 4.5, size_step = 0.5;
static const double pad_side = 3, pad_row = 1.9, size_small = 7, rule_thin = 0.4, rule_thick = 1.2;

struct sheet_column {
    double left, width;     /* with its padding */
    double natural, narrow; /* of its widest cell, and of its widest word, in type of size 1 */
};

struct pdf_report {
    const struct house_report *report;
    struct arena *arena;
    struct notice_setter *setter;
    cairo_t *cairo; /* NULL: nothing is drawn, sheets are counted */
    double width, height, bottom;
    double size, line; /* of the type of cells, and the height of a line of it */
    double head_height;
    struct sheet_column columns[HOUSE_REPORT_COLUMNS_MAX];
    float *widths; /* of every cell on one line, in type of size 1 */
    struct text period, printed;
    char words[2][512]; /* of these */
    unsigned page, pages;
    double y;
    bool fresh; /* no row stands on this sheet yet */
};

/* ------------------------------------------------------------------------------------------ drawing */

static void draw_box(struct pdf_report *pdf, double left, double top, double width, double height,
                     enum notice_ink ink)
{
    if (!pdf->cairo)
        return;
    notice_ink_use(pdf->cairo, ink, false, &pdf->report->accents);
    cairo_rectangle(pdf->cairo, left, top, width, height);
    cairo_fill(pdf->cairo);
}

/* Words in as many lines as they need; returns the height that these take. */
static double draw_words(struct pdf_report *pdf, const struct notice_type *type, double left, double top)
{
    double taken = 0;
    if (type->words.length == 0)
        return 0;
    struct notice_setting *setting = notice_setting_new(pdf->setter, type);
    size_t lines = notice_setting_fit(setting, 0, 1e9, &taken);
    if (pdf->cairo) {
        notice_ink_use(pdf->cairo, type->ink, false, &pdf->report->accents);
        notice_setting_draw(pdf->cairo, setting, 0, lines, left, top);
    }
    notice_setting_free(setting);
    return taken;
}

static struct notice_type type_of(struct text words, double size, enum notice_face face, enum notice_ink ink,
                                  enum notice_align align, double width)
{
    return (struct notice_type){
        .words = words, .face = face, .ink = ink, .align = align, .size = size, .width = width};
}

/* ------------------------------------------------------------------------------------------ cells */

/* The words of a cell; those of a text are where they are, others are written to the buffer. */
static struct text words_of(const struct pdf_report *pdf, const struct report_cell *cell, char *buffer,
                            size_t size)
{
    struct text_out out;
    if (cell->kind == CELL_TEXT)
        return cell->text;
    text_out_init(&out, buffer, size);
    house_report_write_cell(&out, pdf->report, cell);
    return text_out_text(&out);
}

static enum notice_face face_of(enum row_style style)
{
    return style == ROW_PLAIN ? NOTICE_REGULAR : style == ROW_TOTAL ? NOTICE_BOLD : NOTICE_SEMIBOLD;
}

/* The length of the longest word as a part of the text: lines break at spaces, hyphens and slashes. */
static double longest_word_part(struct text words)
{
    size_t longest = 0, since = 0;
    for (size_t i = 0; i < words.length; i++) {
        since++;
        if (since > longest)
            longest = since;
        if (text_contains(text_of(" -/"), text_slice(words, i, 1)))
            since = 0;
    }
    return words.length ? (double)longest / (double)words.length : 0;
}

static void measure_cell(struct pdf_report *pdf, struct sheet_column *column, size_t row, unsigned number)
{
    const struct report_row *at = &pdf->report->rows[row];
    const struct report_cell *cell = &at->cells[number];
    char buffer[64];
    if (cell->kind == CELL_EMPTY)
        return;
    struct text words = words_of(pdf, cell, buffer, sizeof buffer);
    struct notice_type type = type_of(words, 1, face_of(at->style), NOTICE_INK_TEXT, NOTICE_LEFT, pdf->width);
    double width = notice_words_width(pdf->setter, &type);
    /* A little more than the part of the letters, because some are wider than others. */
    double narrow = cell_is_right(cell->kind) ? width : width * longest_word_part(words) * 1.15;
    if (narrow > width)
        narrow = width;
    pdf->widths[row * pdf->report->kind->column_count + number] = (float)width;
    if (width > column->natural)
        column->natural = width;
    if (narrow > column->narrow)
        column->narrow = narrow;
}

/* A head may be broken at spaces. */
static void measure_head(struct pdf_report *pdf, struct sheet_column *column, const char *title)
{
    struct notice_type type =
        type_of(text_of(title), 1, NOTICE_SEMIBOLD, NOTICE_INK_MUTED, NOTICE_LEFT, pdf->width);
    double width = notice_words_width(pdf->setter, &type),
           narrow = width * longest_word_part(type.words) * 1.1;
    if (narrow > width)
        narrow = width;
    if (narrow > column->natural)
        column->natural = narrow;
    if (narrow > column->narrow)
        column->narrow = narrow;
}

/* ------------------------------------------------------------------------------------------ widths */

static double sum_of(const struct pdf_report *pdf, bool narrow, double size)
{
    double sum = 0;
    for (unsigned i = 0; i < pdf->report->kind->column_count; i++)
        sum += (narrow ? pdf->columns[i].narrow : pdf->columns[i].natural) * size + 2 * pad_side;
    return sum;
}

/* Beyond their minimum, columns share the rest in proportion to what they lack. */
static void share_width(struct pdf_report *pdf)
{
    double room = pdf->width - 2 * margin, narrow = sum_of(pdf, true, pdf->size),
           natural = sum_of(pdf, false, pdf->size), left = margin;
    unsigned count = pdf->report->kind->column_count;
    for (unsigned i = 0; i < count; i++) {
        struct sheet_column *column = &pdf->columns[i];
        double wish = (column->natural - column->narrow) * pdf->size;
        column->left = left;
        column->width = column->narrow * pdf->size + 2 * pad_side;
        if (natural <= room)
            column->width += wish + (room - natural) / count;
        else if (natural > narrow)
            column->width += wish * (room - narrow) / (natural - narrow);
        left += column->width;
    }
}

static void choose_size(struct pdf_report *pdf)
{
    double room = pdf->width - 2 * margin;
    pdf->size = size_most;
    while (pdf->size > size_broken && sum_of(pdf, false, pdf->size) > room)
        pdf->size -= size_step;
    while (pdf->size > size_least && sum_of(pdf, true, pdf->size) > room)
        pdf->size -= size_step;
    struct notice_type type =
        type_of(text_of("0"), pdf->size, NOTICE_REGULAR, NOTICE_INK_TEXT, NOTICE_LEFT, pdf->width);
    cairo_t *cairo = pdf->cairo;
    pdf->cairo = NULL;
    pdf->line = draw_words(pdf, &type, 0, 0);
    pdf->cairo = cairo;
}

static enum status measure(struct pdf_report *pdf)
{
    const struct house_report *report = pdf->report;
    unsigned count = report->kind->column_count;
    pdf->widths = ARENA_ARRAY(pdf->arena, float, report->row_count *count + 1);
    if (!pdf->widths)
        return pdf->arena->refusal;
    for (unsigned i = 0; i < count; i++) {
        measure_head(pdf, &pdf->columns[i], report->kind->columns[i].title);
        for (size_t row = 0; row < report->row_count; row++)
            measure_cell(pdf, &pdf->columns[i], row, i);
    }
    choose_size(pdf);
    share_width(pdf);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ sheets */

static double draw_heads(struct pdf_report *pdf, double top, bool counting)
{
    const struct house_report_kind *kind = pdf->report->kind;
    cairo_t *cairo = pdf->cairo;
    double most = 0;
    if (counting)
        pdf->cairo = NULL;
    for (unsigned i = 0; i < kind->column_count; i++) {
        const struct sheet_column *column = &pdf->columns[i];
        bool right = cell_is_right(kind->columns[i].kind);
        struct notice_type type =
            type_of(text_of(kind->columns[i].title), pdf->size, NOTICE_SEMIBOLD, NOTICE_INK_MUTED,
                    right ? NOTICE_RIGHT : NOTICE_LEFT, column->width - 2 * pad_side);
        double taken = draw_words(pdf, &type, column->left + pad_side, top);
        if (taken > most)
            most = taken;
    }
    pdf->cairo = cairo;
    return most;
}

/* At the right of the title; the table begins below. */
static void draw_code(struct pdf_report *pdf)
{
    static const double size = 96, top = 56; /* below the address */
    if (checkpoint_code_note(pdf->report->checkpoint).length == 0)
        return;
    const double left = pdf->width - margin - size;
    if (pdf->cairo)
        (void)checkpoint_code_draw(pdf->cairo, pdf->report->checkpoint, left, top, size);
    struct notice_type words =
        type_of(text_of("Checkpoint of the log"), 6, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_RIGHT, size);
    (void)draw_words(pdf, &words, left - size - 4, top + size - 10);
    if (pdf->y < top + size + 6)
        pdf->y = top + size + 6;
}

static void draw_title(struct pdf_report *pdf)
{
    const struct house_report *report = pdf->report;
    double room = pdf->width - 2 * margin, half = room * 0.6;
    draw_box(pdf, 0, 0, pdf->width, 5, NOTICE_INK_ACCENT);
    struct notice_type house =
        type_of(report->house, 10, NOTICE_SEMIBOLD, NOTICE_INK_ACCENT, NOTICE_LEFT, half);
    pdf->y += draw_words(pdf, &house, margin, pdf->y) + 2;
    struct notice_type tagline =
        type_of(report->tagline, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_LEFT, half);
    double below = draw_words(pdf, &tagline, margin, pdf->y);
    struct notice_type printed =
        type_of(pdf->printed, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_RIGHT, room - half);
    (void)draw_words(pdf, &printed, margin + half, pdf->y - 13);
    struct notice_type address =
        type_of(report->address, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_RIGHT, room - half);
    (void)draw_words(pdf, &address, margin + half, pdf->y - 2);
    pdf->y += below > 0 ? below + 2 : 0;
    struct notice_type title =
        type_of(text_of(report->kind->title), 19, NOTICE_EXTRABOLD, NOTICE_INK_TEXT, NOTICE_LEFT, room);
    pdf->y += draw_words(pdf, &title, margin, pdf->y) + 1;
    struct notice_type period = type_of(pdf->period, 9, NOTICE_REGULAR, NOTICE_INK_TEXT, NOTICE_LEFT, room);
    pdf->y += draw_words(pdf, &period, margin, pdf->y) + 12;
    draw_code(pdf);
}

static void draw_running_head(struct pdf_report *pdf)
{
    double room = pdf->width - 2 * margin;
    struct notice_type title = type_of(text_of(pdf->report->kind->title), 10, NOTICE_BOLD, NOTICE_INK_TEXT,
                                       NOTICE_LEFT, room * 0.35);
    struct notice_type period =
        type_of(pdf->period, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_RIGHT, room * 0.65);
    title.one_line = period.one_line = true;
    double taken = draw_words(pdf, &title, margin, pdf->y);
    (void)draw_words(pdf, &period, margin + room * 0.35, pdf->y + 3);
    pdf->y += taken + 8;
}

static void draw_foot(struct pdf_report *pdf)
{
    double room = pdf->width - 2 * margin, top = pdf->height - margin + 4;
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "Page %u of %u", pdf->page, pdf->pages);
    draw_box(pdf, margin, top - 4, room, rule_thin, NOTICE_INK_HAIR);
    struct notice_type left =
        type_of(pdf->report->house, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_LEFT, room / 3);
    struct notice_type centre =
        type_of(pdf->printed, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_CENTRE, room / 3);
    struct notice_type right =
        type_of(text_out_text(&out), size_small, NOTICE_SEMIBOLD, NOTICE_INK_MUTED, NOTICE_RIGHT, room / 3);
    left.one_line = centre.one_line = true;
    (void)draw_words(pdf, &left, margin, top);
    (void)draw_words(pdf, &centre, margin + room / 3, top);
    (void)draw_words(pdf, &right, margin + room * 2 / 3, top);
}

static void begin_sheet(struct pdf_report *pdf, bool heads)
{
    if (pdf->page > 0 && pdf->cairo)
        cairo_show_page(pdf->cairo);
    pdf->page++;
    pdf->y = margin - 6;
    draw_box(pdf, 0, 0, pdf->width, pdf->height, NOTICE_INK_PAPER);
    if (pdf->page == 1)
        draw_title(pdf);
    else
        draw_running_head(pdf);
    draw_foot(pdf);
    if (heads && pdf->report->row_count > 0) {
        double taken = draw_heads(pdf, pdf->y, true);
        (void)draw_heads(pdf, pdf->y, false);
        pdf->y += taken + 2;
        draw_box(pdf, margin, pdf->y, pdf->width - 2 * margin, rule_thick, NOTICE_INK_ACCENT);
        pdf->y += rule_thick;
    }
    pdf->fresh = true;
}

/* ------------------------------------------------------------------------------------------ rows */

/* A row that is being drawn: its content, and how many lines of each cell are done. */
struct paper_row {
    unsigned count;
    struct paper_cell {
        struct notice_type type;
        double left;
        struct notice_setting *setting; /* NULL: it has one line */
        size_t done, lines;
        char buffer[64];
    } cells[HOUSE_REPORT_COLUMNS_MAX + 1];
};

static void add_cell(struct pdf_report *pdf, struct paper_row *row, const struct notice_type *type,
                     double left, bool one_line)
{
    struct paper_cell *cell = &row->cells[row->count++];
    cell->type = *type;
    cell->left = left;
    cell->setting = one_line ? NULL : notice_setting_new(pdf->setter, type);
    cell->lines = one_line ? 1 : notice_setting_lines(cell->setting);
    cell->done = 0;
}

static enum notice_ink ink_of(const struct report_cell *cell)
{
    return cell->kind == CELL_TIME || cell->kind == CELL_DATE ? NOTICE_INK_MUTED : NOTICE_INK_TEXT;
}

static void set_row(struct pdf_report *pdf, size_t number, struct paper_row *row)
{
    const struct house_report *report = pdf->report;
    const struct report_row *from = &report->rows[number];
    unsigned first = 0, columns = report->kind->column_count;
    row->count = 0;
    if (from->label.length > 0) {
        while (first < columns && from->cells[first].kind == CELL_EMPTY)
            first++;
        double until = first < columns ? pdf->columns[first].left : pdf->width - margin;
        struct notice_type type = type_of(from->label, pdf->size, face_of(from->style), NOTICE_INK_TEXT,
                                          NOTICE_LEFT, until - margin - 2 * pad_side);
        add_cell(pdf, row, &type, margin + pad_side, false);
    }
    for (unsigned i = first; i < columns; i++) {
        const struct sheet_column *column = &pdf->columns[i];
        const struct report_cell *cell = &from->cells[i];
        if (cell->kind == CELL_EMPTY || (!pdf->fresh && house_report_repeats(report, number, i)))
            continue;
        double room = column->width - 2 * pad_side;
        struct paper_cell *place = &row->cells[row->count];
        struct notice_type type =
            type_of(words_of(pdf, cell, place->buffer, sizeof place->buffer), pdf->size, face_of(from->style),
                    ink_of(cell), cell_is_right(cell->kind) ? NOTICE_RIGHT : NOTICE_LEFT, room);
        bool fits = (double)pdf->widths[number * columns + i] * pdf->size <= room - 0.01;
        if (cell_is_right(cell->kind) && !fits)
            type.width = (double)pdf->widths[number * columns + i] * pdf->size + 0.5;
        add_cell(pdf, row, &type, column->left + pad_side, fits || cell_is_right(cell->kind));
    }
}

static void release_row(struct paper_row *row)
{
    for (unsigned i = 0; i < row->count; i++)
        if (row->cells[i].setting)
            notice_setting_free(row->cells[i].setting);
}

/* The height that the rest of the row takes. */
static double row_height(const struct pdf_report *pdf, const struct paper_row *row)
{
    double most = pdf->line;
    for (unsigned i = 0; i < row->count; i++) {
        double taken = pdf->line;
        if (row->cells[i].setting)
            (void)notice_setting_fit(row->cells[i].setting, row->cells[i].done, 1e9, &taken);
        if (taken > most)
            most = taken;
    }
    return most;
}

/* Draws the lines of a cell that fit, and counts them as done. */
static void draw_cell(struct pdf_report *pdf, struct paper_cell *cell, double height)
{
    double taken;
    if (cell->done == cell->lines)
        return;
    size_t lines = cell->setting ? notice_setting_fit(cell->setting, cell->done, height + 0.01, &taken) : 1;
    if (pdf->cairo && lines > 0) {
        struct notice_setting *setting =
            cell->setting ? cell->setting : notice_setting_new(pdf->setter, &cell->type);
        notice_ink_use(pdf->cairo, cell->type.ink, false, &pdf->report->accents);
        notice_setting_draw(pdf->cairo, setting, cell->done, lines, cell->left, pdf->y + pad_row);
        if (!cell->setting)
            notice_setting_free(setting);
    }
    cell->done += lines;
}

static void draw_row_part(struct pdf_report *pdf, struct paper_row *row, enum row_style style, double height)
{
    double room = pdf->width - 2 * margin, taken = height + 2 * pad_row;
    if (style >= ROW_SUBTOTAL)
        draw_box(pdf, margin, pdf->y, room, taken, NOTICE_INK_TINT);
    if (style == ROW_TOTAL)
        draw_box(pdf, margin, pdf->y, room, rule_thick / 2, NOTICE_INK_ACCENT);
    else if (!pdf->fresh && row->count > 0) {
        /* No rule is drawn inside a group, whose name is in its first row only. */
        double left = row->cells[0].left - pad_side;
        draw_box(pdf, left, pdf->y, pdf->width - margin - left, rule_thin, NOTICE_INK_HAIR);
    }
    for (unsigned i = 0; i < row->count; i++)
        draw_cell(pdf, &row->cells[i], height);
    pdf->y += taken;
    pdf->fresh = false;
}

/* A row that is longer than a sheet continues on the next, line by line. */
static void draw_row(struct pdf_report *pdf, size_t number)
{
    enum row_style style = pdf->report->rows[number].style;
    struct paper_row row;
    set_row(pdf, number, &row);
    double height = row_height(pdf, &row);
    if (!pdf->fresh && pdf->y + height + 2 * pad_row > pdf->bottom) {
        release_row(&row);
        begin_sheet(pdf, true);
        set_row(pdf, number, &row);
        height = row_height(pdf, &row);
    }
    for (;;) {
        double room = pdf->bottom - pdf->y - 2 * pad_row;
        draw_row_part(pdf, &row, style, height < room ? height : room);
        if (height <= room)
            break;
        begin_sheet(pdf, true);
        height = row_height(pdf, &row);
    }
    release_row(&row);
}

/* ------------------------------------------------------------------------------------------ the end */

static struct text clause_words(const struct pdf_report *pdf)
{
    struct growing words = {.arena = pdf->arena};
    growing_say(&words, pdf->report->asked_by.length > 0 ? "Required by " : "");
    growing_add(&words, pdf->report->asked_by);
    return growing_text(&words);
}

/* The maker and the reviewer of the report sign by hand. */
static void draw_end(struct pdf_report *pdf, struct text clauses)
{
    static const char *const lines[] = {"Prepared by", "Reviewed by", "Date"};
    enum { LINES = sizeof lines / sizeof lines[0], HEIGHT = 74 };
    double room = pdf->width - 2 * margin, gap = 18, width = (room - (LINES - 1) * gap) / LINES;
    if (pdf->y + HEIGHT > pdf->bottom)
        begin_sheet(pdf, false);
    struct notice_type words =
        type_of(clauses, size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_LEFT, room);
    pdf->y += 8;
    pdf->y += draw_words(pdf, &words, margin, pdf->y) + 28;
    for (unsigned i = 0; i < LINES; i++) {
        double left = margin + i * (width + gap);
        draw_box(pdf, left, pdf->y, width, rule_thin * 2, NOTICE_INK_MUTED);
        struct notice_type line =
            type_of(text_of(lines[i]), size_small, NOTICE_REGULAR, NOTICE_INK_MUTED, NOTICE_LEFT, width);
        (void)draw_words(pdf, &line, left, pdf->y + 2);
    }
}

static void draw_all(struct pdf_report *pdf, cairo_t *cairo, struct text clauses)
{
    pdf->cairo = cairo;
    pdf->page = 0;
    begin_sheet(pdf, true);
    for (size_t i = 0; i < pdf->report->row_count; i++)
        draw_row(pdf, i);
    draw_box(pdf, margin, pdf->y, pdf->width - 2 * margin, rule_thin, NOTICE_INK_HAIR);
    if (pdf->report->row_count == 0) {
        struct notice_type nothing =
            type_of(text_of("Nothing was recorded in this period."), 11, NOTICE_REGULAR, NOTICE_INK_MUTED,
                    NOTICE_LEFT, pdf->width - 2 * margin);
        pdf->y += 20 + draw_words(pdf, &nothing, margin, pdf->y + 10);
    }
    draw_end(pdf, clauses);
}

/* ------------------------------------------------------------------------------------------ the file */

static cairo_status_t take_bytes(void *closure, const unsigned char *data, unsigned length)
{
    struct growing *file = closure;
    growing_add(file, (struct text){(const char *)data, length});
    return file->status == STATUS_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static enum status draw_file(struct pdf_report *pdf, struct growing *file, struct text clauses)
{
    struct text house = text_of("");
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take_bytes, file, pdf->width, pdf->height);
    /* cairo would write today's date, but the same report must give the same bytes. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, pdf->report->kind->title);
    if (arena_copy_text(pdf->arena, pdf->report->house, &house) == STATUS_OK)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, house.bytes);
    cairo_t *cairo = cairo_create(surface);
    draw_all(pdf, cairo, clauses);
    CHECK_OP(pdf->page, ==, pdf->pages);
    cairo_status_t result = cairo_status(cairo);
    cairo_surface_finish(surface);
    if (result == CAIRO_STATUS_SUCCESS)
        result = cairo_surface_status(surface);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return file->status != STATUS_OK        ? file->status
           : result != CAIRO_STATUS_SUCCESS ? STATUS_NO_MEMORY
                                            : STATUS_OK;
}

enum status report_pdf(const struct house_report *report, enum report_paper paper, struct arena *arena,
                       struct text *bytes)
{
    struct pdf_report pdf = {.report = report,
                             .arena = arena,
                             .setter = notice_setter_new(),
                             .width = paper == REPORT_PAPER_A4 ? 841.89 : 792,
                             .height = paper == REPORT_PAPER_A4 ? 595.28 : 612};
    struct growing file = {.arena = arena};
    struct text_out out;
    text_out_init(&out, pdf.words[0], sizeof pdf.words[0]);
    house_report_write_period(&out, report);
    pdf.period = text_out_text(&out);
    text_out_init(&out, pdf.words[1], sizeof pdf.words[1]);
    house_report_write_printed(&out, report);
    pdf.printed = text_out_text(&out);
    pdf.bottom = pdf.height - margin - 6;
    struct text clauses = clause_words(&pdf);
    enum status status = measure(&pdf);
    if (status == STATUS_OK) {
        draw_all(&pdf, NULL, clauses);
        pdf.pages = pdf.page;
        status = draw_file(&pdf, &file, clauses);
    }
    notice_setter_free(pdf.setter);
    *bytes = growing_text(&file);
    return status;
}
