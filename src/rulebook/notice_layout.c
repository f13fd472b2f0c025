#include "rulebook/notice_flow_internal.h"

#include "base/check.h"

#include <math.h>
#include <stdint.h>

/*
 * What stands where:
 *
 *      paper                       sign
 *      +-------------------+       +----------------+----------------+
 *      | house, title      |       | house, title   | sections       |
 *      | prizes            |       | prizes         | ...            |
 *      | banner            |       | sections       | small print    |
 *      | sections          |       +----------------+----------------+
 *      | small print       |       | banner                          |
 *      +-------------------+       +---------------------------------+
 */

const struct notice_form notice_forms[NOTICE_PAPERS] = {
    [NOTICE_A4] = {.width = 595.276,
                   .height = 841.89,
                   .margin = 48,
                   .head = 34,
                   .top = 56,
                   .bottom = 841.89 - 46,
                   .size_min = 9,
                   .size_most = 15,
                   .size_small = 7.4,
                   .size_head = 8.5,
                   .title_most = 2.8,
                   .amount_most = 3,
                   .table_most = 0.6,
                   .columns_max = 1,
                   .png_scale = 200.0 / 72},
    [NOTICE_LETTER] = {.width = 612,
                       .height = 792,
                       .margin = 50,
                       .head = 34,
                       .top = 56,
                       .bottom = 792 - 46,
                       .size_min = 9,
                       .size_most = 15,
                       .size_small = 7.4,
                       .size_head = 8.5,
                       .title_most = 2.8,
                       .amount_most = 3,
                       .table_most = 0.6,
                       .columns_max = 1,
                       .png_scale = 200.0 / 72},
    [NOTICE_SIGN] = {.width = 960,
                     .height = 540,
                     .margin = 40,
                     .head = 26,
                     .top = 52,
                     .bottom = 540 - 30,
                     .size_min = 15,
                     .size_most = 27,
                     .size_small = 8,
                     .size_head = 16,
                     .title_most = 2.5,
                     .amount_most = 2.8,
                     .table_most = 1,
                     .columns_max = 2,
                     .banner_below = true,
                     .chart_first = true,
                     .png_scale = 2},
};

/* Vertical distances, in sizes of the body text; below, the thickness of bars and rules in points. */
static const double gap_section = 1.0, gap_heading = 0.3, gap_item = 0.35, gap_block = 0.9,
                    indent_bullet = 1.15;
static const double bar_height = 8, rule_hair = 0.6;

/* --------------------------------------------------------------------------------------- the head */

static double widest_word(const struct flow *flow, struct notice_type type)
{
    double widest = 0;
    struct text rest = type.words;
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.bytes[length] != ' ')
            length++;
        type.words = text_slice(rest, 0, length);
        widest = fmax(widest, notice_words_width(flow->setter, &type));
        rest = text_from(rest, length + 1);
    }
    return widest;
}

/* The largest size, down to `sizes_min`, in which the title takes at most two lines and no word breaks. */
static double title_sizes(const struct flow *flow, double sizes_min)
{
    struct notice_type type = {
        .words = flow->notice->lines[NOTICE_TITLE], .face = NOTICE_EXTRABOLD, .size = flow->size};
    double width = flow_width(flow), whole = notice_words_width(flow->setter, &type);
    double fit = fmin(1.8 * width / fmax(whole, 1), width / fmax(widest_word(flow, type), 1));
    if (whole * sizes_min > 2 * width)
        return sizes_min;
    return fmax(sizes_min, fmin(flow->form->title_most, fit));
}

static void flow_title(struct flow *flow, struct text approval)
{
    const struct notice *notice = flow->notice;
    flow_put_box(flow, 0, 0, flow->form->width, bar_height, NOTICE_INK_ACCENT);
    flow->y = flow->fresh = flow->form->head;
    if (notice->lines[NOTICE_HOUSE].length > 0) {
        struct flow_row house =
            flow_row_of(flow, notice->lines[NOTICE_HOUSE], 1.05, NOTICE_SEMIBOLD, NOTICE_INK_ACCENT);
        flow_place(flow, &house);
    }
    if (notice->lines[NOTICE_TAGLINE].length > 0) {
        struct flow_row tagline =
            flow_row_of(flow, notice->lines[NOTICE_TAGLINE], 0.9, NOTICE_REGULAR, NOTICE_INK_MUTED);
        flow_place(flow, &tagline);
    }
    struct flow_row title = flow_row_of(flow, notice->lines[NOTICE_TITLE], title_sizes(flow, 1.4),
                                        NOTICE_EXTRABOLD, NOTICE_INK_TEXT);
    flow_place(flow, &title);
    if (approval.length > 0) {
        struct flow_row line = flow_row_of(flow, approval, 0.9, NOTICE_REGULAR, NOTICE_INK_MUTED);
        flow_place(flow, &line);
    }
}

static size_t prizes_in_a_row(size_t count, unsigned columns)
{
    if (columns > 1)
        return count <= 3 ? 1 : 2;
    return count <= 4 ? count : count == 5 || count == 6 || count == 9 ? 3 : 4;
}

/* One size for all amounts, so that they compare: the largest in which each stands on one line. */
static double amount_sizes(const struct flow *flow, double width)
{
    double sizes = flow->form->amount_most;
    for (const struct notice_prize *prize = flow->notice->prizes; prize; prize = prize->next) {
        struct notice_type type = {.words = prize->amount, .face = NOTICE_EXTRABOLD, .size = flow->size};
        sizes = fmin(sizes, 0.98 * width / fmax(1, notice_words_width(flow->setter, &type)));
    }
    return fmax(sizes, 1.3);
}

static void flow_prize_row(struct flow *flow, const struct notice_prize *prize, size_t count, size_t across)
{
    double between = 0.6 * flow->size, width = (flow_width(flow) + between) / (double)across - between;
    double sizes = amount_sizes(flow, width - 1.2 * flow->size);
    double start = (flow_width(flow) - (double)count * (width + between) + between) / 2;
    struct flow_row labels = {.count = count,
                              .pad_above = 0.55 * flow->size,
                              .pad_side = 0.6 * flow->size,
                              .fill = NOTICE_INK_TINT,
                              .whole = true};
    struct flow_row amounts = labels, edge = {.count = count};
    amounts.pad_above = 0;
    amounts.pad_below = 0.35 * flow->size;
    for (size_t i = 0; i < count; i++, prize = prize->next) {
        struct flow_cell cell = {.left = start + (double)i * (width + between), .width = width};
        edge.cells[i] = cell;
        cell.type = (struct notice_type){.words = prize->label,
                                         .face = NOTICE_SEMIBOLD,
                                         .ink = NOTICE_INK_TEXT,
                                         .align = NOTICE_CENTRE,
                                         .size = flow->size};
        labels.cells[i] = cell;
        cell.type.words = prize->amount;
        cell.type.face = NOTICE_EXTRABOLD;
        cell.type.ink = NOTICE_INK_ACCENT;
        cell.type.size = sizes * flow->size;
        amounts.cells[i] = cell;
    }
    flow_need(flow, flow_row_height(flow, &labels) + flow_row_height(flow, &amounts) + 2);
    for (size_t i = 0; i < count; i++)
        flow_put_box(flow, flow_left(flow) + edge.cells[i].left, flow->y, width, 2, NOTICE_INK_ACCENT);
    flow->y += 2;
    flow_place(flow, &labels);
    flow_place(flow, &amounts);
}

static void flow_prizes(struct flow *flow)
{
    const struct notice_prize *prize = flow->notice->prizes;
    size_t left = flow->notice->prize_count, across = prizes_in_a_row(left, flow->columns);
    while (left > 0) {
        size_t count = left < across ? left : across;
        flow_gap(flow, left == flow->notice->prize_count ? gap_block : 0.6);
        flow_prize_row(flow, prize, count, across);
        for (size_t i = 0; i < count; i++)
            prize = prize->next;
        left -= count;
    }
}

static struct flow_row banner_row(const struct flow *flow)
{
    double sizes = flow->form->banner_below ? 1.2 : 1.5;
    struct flow_row banner =
        flow_row_of(flow, flow->notice->lines[NOTICE_BANNER], sizes, NOTICE_EXTRABOLD, NOTICE_INK_ON_ACCENT);
    banner.cells[0].width = flow->form->width - 2 * flow->form->margin;
    banner.cells[0].type.align = NOTICE_CENTRE;
    banner.fill = NOTICE_INK_ACCENT;
    banner.pad_above = banner.pad_below = 0.25 * flow->size;
    banner.pad_side = flow->size;
    banner.whole = true;
    return banner;
}

/* Room for a banner at the foot of every sheet, unless it is so long that it had better stand among the rest. */
static double banner_room(const struct flow *flow)
{
    if (!flow->form->banner_below || flow->notice->lines[NOTICE_BANNER].length == 0)
        return 0;
    struct flow_row banner = banner_row(flow);
    double height = flow_row_height(flow, &banner);
    return height <= (flow->form->bottom - flow->form->top) / 5 ? height + 0.6 * flow->size : 0;
}

static void flow_banner(struct flow *flow)
{
    struct flow_row banner = banner_row(flow);
    if (banner.cells[0].type.words.length == 0 || banner_room(flow) > 0)
        return;
    banner.cells[0].width = flow_width(flow);
    flow_gap(flow, gap_block);
    flow_place(flow, &banner);
}

/* --------------------------------------------------------------------------------------- sections */

static struct flow_row words_row(const struct flow *flow, const struct notice_item *item)
{
    struct flow_row row = flow_row_of(flow, item->words, 1, NOTICE_REGULAR, NOTICE_INK_TEXT);
    if (item->kind == NOTICE_BULLET) {
        double indent = indent_bullet * flow->size;
        row.cells[1] = row.cells[0];
        row.cells[1].left = indent;
        row.cells[1].width -= indent;
        row.cells[0].width = indent;
        row.cells[0].type.words = text_of("•");
        row.cells[0].type.ink = NOTICE_INK_ACCENT;
        row.count = 2;
    }
    return row;
}

/* Places the item, and `heading` above it in the same column if there is one. */
static void flow_item(struct flow *flow, const struct notice_item *item, const struct flow_row *heading)
{
    enum { LINES_SHORT = 4 };
    double above = heading ? flow_row_height(flow, heading) + gap_heading * flow->size : 0, need;
    struct flow_widths widths = {0};
    struct flow_row row = {0};
    if (item->kind == NOTICE_TABLE) {
        widths = flow_table_widths(flow, item->table);
        need = flow_table_need(flow, item->table, &widths);
    } else {
        row = words_row(flow, item);
        need = flow_row_height(flow, &row);
        row.whole = need <= LINES_SHORT * 1.5 * flow->size;
        need = fmin(need, LINES_SHORT * flow->size);
    }
    flow_gap(flow, heading ? gap_section : gap_item);
    flow_need(flow, above + need);
    if (heading) {
        flow_place(flow, heading);
        flow_gap(flow, gap_heading);
    }
    if (item->kind == NOTICE_TABLE)
        flow_table(flow, item->table, &widths);
    else
        flow_place(flow, &row);
}

static void flow_section(struct flow *flow, const struct notice_section *section)
{
    struct flow_row row = flow_row_of(flow, section->heading, 1.3, NOTICE_BOLD, NOTICE_INK_ACCENT);
    const struct flow_row *heading = section->heading.length > 0 ? &row : NULL;
    if (!heading)
        flow_gap(flow, gap_section);
    for (const struct notice_item *item = section->items; item; item = item->next)
        if (notice_item_shows(item)) {
            flow_item(flow, item, heading);
            heading = NULL;
        }
}

/* --------------------------------------------------------------------------------------- the foot */

/* The end of the notice, in small letters, as low on its sheet as it can stand. */
static void flow_small_print(struct flow *flow, const struct notice_small_print *small_print)
{
    static const double name_width = 8.5;
    double height = 0, sizes = flow->form->size_small / flow->size;
    double indent = name_width * flow->form->size_small;
    struct flow_row rows[sizeof small_print->lines / sizeof small_print->lines[0]];
    for (size_t i = 0; i < small_print->count; i++) {
        const struct notice_small_line *line = &small_print->lines[i];
        rows[i] = flow_row_of(flow, line->words, sizes, NOTICE_REGULAR, NOTICE_INK_MUTED);
        if (line->name[0] != '\0') {
            rows[i].count = 2;
            rows[i].cells[1] = rows[i].cells[0];
            rows[i].cells[0].type.words = text_of(line->name);
            rows[i].cells[0].width = indent;
            rows[i].cells[1].left = indent;
            rows[i].cells[1].width -= indent;
        }
        height += flow_row_height(flow, &rows[i]);
    }
    if (small_print->count == 0)
        return;
    flow_gap(flow, gap_section);
    flow_need(flow, height);
    flow->y = fmax(flow->y, flow->bottom - height);
    for (size_t i = 0; i < small_print->count; i++)
        flow_place(flow, &rows[i]);
}

/* --------------------------------------------------------------------------------------- sheets */

struct job {
    struct flow flow; /* as it is before anything is placed */
    struct text approval, version;
    struct notice_small_print small_print;
};

static void flow_head(struct flow *flow, struct text approval)
{
    flow_title(flow, approval);
    flow_prizes(flow);
    flow_banner(flow);
}

/* Beside other columns the head takes a smaller size, down to two thirds, if it then fits into its own. */
static double head_size(const struct job *job, const struct flow *flow)
{
    enum { STEPS = 16 };
    for (int step = 0; flow->columns > 1 && step <= STEPS; step++) {
        struct flow trial = *flow;
        trial.arena = NULL;
        trial.size = flow->size * (1 - step / (3.0 * STEPS));
        flow_head(&trial, job->approval);
        if (trial.sheet == 0 && trial.column == 0)
            return trial.size;
    }
    return flow->size;
}

/* What people look for on a sign: the first section with a table. */
static const struct notice_section *first_chart(const struct notice *notice)
{
    for (const struct notice_section *section = notice->sections; section; section = section->next)
        for (const struct notice_item *item = section->items; item; item = item->next)
            if (item->kind == NOTICE_TABLE && notice_item_shows(item))
                return section;
    return NULL;
}

static void flow_all(const struct job *job, struct flow *flow)
{
    double size = flow->size;
    flow->bottom = flow->form->bottom - banner_room(flow);
    flow->size = head_size(job, flow);
    flow_head(flow, job->approval);
    flow->size = size;
    if (flow->sections_apart)
        flow_next_column(flow);
    const struct notice_section *chart = flow->form->chart_first ? first_chart(flow->notice) : NULL;
    if (chart)
        flow_section(flow, chart);
    for (const struct notice_section *section = flow->notice->sections; section; section = section->next)
        if (section != chart && notice_section_shows(section))
            flow_section(flow, section);
    flow_small_print(flow, &job->small_print);
}

/* Where a flow in this size would end. */
static struct flow tried(const struct job *job, double size, unsigned columns)
{
    struct flow flow = job->flow;
    flow.size = size;
    flow.columns = columns;
    flow_all(job, &flow);
    return flow;
}

/* The largest size, in quarters of a point, that needs no more sheets and tears no more tables than the smallest. */
static double largest_size(const struct job *job, unsigned columns)
{
    const struct notice_form *form = job->flow.form;
    struct flow least = tried(job, form->size_min, columns);
    int low = (int)lround(form->size_min * 4), high = (int)lround(form->size_most * 4);
    while (low < high) {
        int middle = (low + high + 1) / 2;
        struct flow flow = tried(job, middle / 4.0, columns);
        if (flow.sheet <= least.sheet && flow.torn <= least.torn)
            low = middle;
        else
            high = middle - 1;
    }
    return low / 4.0;
}

/* The line at the foot of every sheet, and from the second on the title at its head. */
static void place_running_lines(const struct job *job, struct flow *flow, size_t sheets)
{
    const struct notice_form *form = flow->form;
    double size = form->size_small, width = form->width - 2 * form->margin;
    for (flow->sheet = 0; flow->sheet < sheets; flow->sheet++) {
        char page[48];
        struct text_out out;
        struct text number = {0};
        text_out_init(&out, page, sizeof page);
        text_out_add(&out, "Page %zu of %zu", flow->sheet + 1, sheets);
        enum status status = arena_copy_text(flow->arena, text_out_text(&out), &number);
        if (flow->status == STATUS_OK)
            flow->status = status;
        struct notice_placed line = {.sheet = flow->sheet,
                                     .left = form->margin,
                                     .top = form->bottom + 1.1 * size,
                                     .line_count = 1,
                                     .type = {.words = job->version,
                                              .ink = NOTICE_INK_MUTED,
                                              .one_line = true,
                                              .size = size,
                                              .width = width * 0.78}};
        flow_put_box(flow, form->margin, form->bottom + 0.7 * size, width, rule_hair, NOTICE_INK_HAIR);
        if (job->version.length > 0)
            flow_put(flow, &line);
        line.left += width * 0.8;
        line.type.width = width * 0.2;
        line.type.align = NOTICE_RIGHT;
        line.type.words = number;
        flow_put(flow, &line);
        if (flow->sheet == 0)
            continue;
        flow_put_box(flow, 0, 0, form->width, bar_height / 2, NOTICE_INK_ACCENT);
        line.left = form->margin;
        line.top = form->top - 2.2 * form->size_head;
        line.type.size = form->size_head;
        line.type.width = width;
        line.type.align = NOTICE_LEFT;
        line.type.face = NOTICE_SEMIBOLD;
        line.type.words = flow->notice->lines[NOTICE_TITLE];
        flow_put(flow, &line);
    }
}

/* A banner that stands below has its place kept on every sheet. */
static void place_banners(struct flow *flow, size_t sheets)
{
    double room = banner_room(flow);
    struct flow_row banner = banner_row(flow);
    double height = flow_row_height(flow, &banner);
    flow->bottom = INFINITY;
    flow->column = 0;
    for (flow->sheet = 0; room > 0 && flow->sheet < sheets; flow->sheet++) {
        flow->y = flow->form->bottom - height;
        flow_place(flow, &banner);
    }
}

/* Fewest sheets first, then the most columns, then the largest type. */
static size_t choose(const struct job *job, double *size, unsigned *columns)
{
    const struct notice_form *form = job->flow.form;
    size_t fewest = SIZE_MAX;
    for (unsigned i = form->columns_max; i > 0; i--) {
        size_t sheets = tried(job, form->size_min, i).sheet + 1;
        if (sheets < fewest) {
            fewest = sheets;
            *columns = i;
        }
    }
    *size = largest_size(job, *columns);
    return fewest;
}

static enum status lay_out(struct job *job, struct notice_sheets *sheets, struct arena *arena)
{
    struct flow flow = job->flow;
    sheets->count = choose(job, &flow.size, &flow.columns);
    /* What fits into the first of two columns leaves the second empty. */
    struct flow end = tried(job, flow.size, flow.columns);
    flow.sections_apart = flow.columns > 1 && end.sheet == 0 && end.column == 0;
    flow.arena = arena;
    flow.tail = &sheets->placed;
    flow_all(job, &flow);
    CHECK_OP(flow.sheet + 1, ==, sheets->count);
    place_banners(&flow, sheets->count);
    place_running_lines(job, &flow, sheets->count);
    return flow.status;
}

enum status notice_lay_out(const struct notice *notice, enum notice_paper paper, struct arena *arena,
                           const struct notice_sheets **sheets, struct fault *fault)
{
    CHECK(paper < NOTICE_PAPERS);
    enum status status = notice_check(notice, fault);
    if (status != STATUS_OK)
        return status;
    struct job job = {.flow = {.notice = notice, .form = &notice_forms[paper]}};
    struct notice_sheets *made = ARENA_NEW(arena, struct notice_sheets);
    status = made ? notice_approval(notice, arena, &job.approval) : arena->refusal;
    if (status == STATUS_OK)
        status = notice_version(notice, arena, &job.version);
    if (status == STATUS_OK)
        status = notice_small_print(notice, arena, &job.small_print);
    if (status == STATUS_OK) {
        made->notice = notice;
        made->paper = paper;
        job.flow.setter = notice_setter_new();
        status = lay_out(&job, made, arena);
        notice_setter_free(job.flow.setter);
    }
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "the sheets of the notice are too many for memory");
    *sheets = made;
    return STATUS_OK;
}

size_t notice_sheet_count(const struct notice_sheets *sheets)
{
    return sheets->count;
}
