#include "rulebook/notice_flow_internal.h"

#include <math.h>

/* Paddings and the size of headings, in sizes of the body text; the thickness of rules in points. */
static const double table_pad_side = 0.45, table_pad = 0.22, table_heading_sizes = 0.88;
static const double rule_hair = 0.6, rule_strong = 1.4;

static struct flow_cell table_cell(const struct flow *flow, const struct notice_table *table, size_t column,
                                   const struct notice_row *row)
{
    enum notice_align align = table->columns[column].align;
    struct notice_type heading = {.words = table->columns[column].heading,
                                  .face = NOTICE_SEMIBOLD,
                                  .ink = NOTICE_INK_MUTED,
                                  .align = align,
                                  .size = table_heading_sizes * flow->size};
    struct notice_type body = {.face = align == NOTICE_RIGHT ? NOTICE_SEMIBOLD : NOTICE_REGULAR,
                               .ink = NOTICE_INK_TEXT,
                               .align = align,
                               .size = flow->size};
    if (row)
        body.words = row->cells[column];
    return (struct flow_cell){.type = row ? body : heading};
}

/*
 * Each column as wide as its widest cell. If that is too wide, columns that need less than an even share keep what they
 * need, and the others share the rest evenly; if there is room left, the columns of words take it, so that amounts
 * stand at the right edge.
 */
struct flow_widths flow_table_widths(const struct flow *flow, const struct notice_table *table)
{
    struct flow_widths natural = {0};
    double pads = 2 * table_pad_side * flow->size, sum = 0, rest = flow_width(flow);
    size_t count = table->column_count, words = 0, open = count;
    for (size_t i = 0; i < count; i++) {
        struct flow_cell heading = table_cell(flow, table, i, NULL);
        natural.of[i] = notice_words_width(flow->setter, &heading.type);
        for (const struct notice_row *row = table->rows; row; row = row->next) {
            struct flow_cell cell = table_cell(flow, table, i, row);
            natural.of[i] = fmax(natural.of[i], notice_words_width(flow->setter, &cell.type));
        }
        natural.of[i] += pads + 0.5;
        sum += natural.of[i];
        words += table->columns[i].align == NOTICE_LEFT;
    }
    if (sum <= rest) {
        for (size_t i = 0; i < count; i++)
            if (words == 0 || table->columns[i].align == NOTICE_LEFT)
                natural.of[i] += (rest - sum) / (double)(words == 0 ? count : words);
        return natural;
    }
    struct flow_widths widths = {0};
    for (bool changed = true; changed && open > 0;) {
        changed = false;
        for (size_t i = 0; i < count; i++)
            if (widths.of[i] == 0 && natural.of[i] <= rest / (double)open) {
                widths.of[i] = natural.of[i];
                rest -= natural.of[i];
                open--;
                changed = true;
            }
    }
    for (size_t i = 0; i < count; i++)
        if (widths.of[i] == 0)
            widths.of[i] = rest / (double)open;
    return widths;
}

/* The row, or the headings if `of` is NULL. */
static struct flow_row table_row(const struct flow *flow, const struct notice_table *table,
                                 const struct flow_widths *widths, const struct notice_row *of)
{
    double left = 0;
    struct flow_row row = {.count = table->column_count,
                           .pad_above = table_pad * flow->size,
                           .pad_below = table_pad * flow->size,
                           .pad_side = table_pad_side * flow->size,
                           .rule = of ? NOTICE_INK_HAIR : NOTICE_INK_ACCENT,
                           .rule_height = of ? rule_hair : rule_strong,
                           .whole = true};
    for (size_t i = 0; i < row.count; i++) {
        row.cells[i] = table_cell(flow, table, i, of);
        row.cells[i].left = left;
        row.cells[i].width = widths->of[i];
        left += widths->of[i];
    }
    return row;
}

static struct flow_row caption_row(const struct flow *flow, const struct notice_table *table)
{
    struct flow_row row = flow_row_of(flow, table->caption, 0.95, NOTICE_REGULAR, NOTICE_INK_MUTED);
    row.pad_below = 0.15 * flow->size;
    return row;
}

/* A short table stays together; of a long one, the headings and two rows. */
double flow_table_need(const struct flow *flow, const struct notice_table *table,
                       const struct flow_widths *widths)
{
    enum { ROWS_SHORT = 24, ROWS_TOGETHER = 2 };
    double height = 0, least = 0;
    size_t rows = 0;
    if (table->caption.length > 0) {
        struct flow_row caption = caption_row(flow, table);
        height += flow_row_height(flow, &caption);
    }
    if (notice_table_has_headings(table)) {
        struct flow_row headings = table_row(flow, table, widths, NULL);
        height += flow_row_height(flow, &headings);
    }
    for (const struct notice_row *of = table->rows; of && rows < ROWS_SHORT; of = of->next) {
        struct flow_row row = table_row(flow, table, widths, of);
        height += flow_row_height(flow, &row);
        if (++rows == ROWS_TOGETHER || !of->next)
            least = rows <= ROWS_TOGETHER ? height : least;
    }
    bool together = table->row_count <= ROWS_SHORT && height <= flow_room(flow) * flow->form->table_most;
    return together ? height : least;
}

void flow_table(struct flow *flow, const struct notice_table *table, const struct flow_widths *widths)
{
    struct flow_row headings = table_row(flow, table, widths, NULL);
    flow->in_table = true;
    if (table->caption.length > 0) {
        struct flow_row caption = caption_row(flow, table);
        flow_place(flow, &caption);
    }
    if (notice_table_has_headings(table)) {
        flow_place(flow, &headings);
        /* Headings that fill the sheet would leave no room for what they head. */
        if (flow_row_height(flow, &headings) <= flow_room(flow) / 3)
            flow->repeated = &headings;
    }
    for (const struct notice_row *of = table->rows; of; of = of->next) {
        struct flow_row row = table_row(flow, table, widths, of);
        flow_place(flow, &row);
    }
    flow->repeated = NULL;
    flow->in_table = false;
}
