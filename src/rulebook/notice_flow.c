#include "rulebook/notice_flow_internal.h"

#include "base/check.h"

#include <math.h>

/* Between columns. */
static const double gutter = 34;

/* Heights that were added up in another order may differ by this. */
static const double sum_error = 0.01;

/* --------------------------------------------------------------------------------------- places */

void flow_put(struct flow *flow, const struct notice_placed *placed)
{
    if (!flow->arena || flow->status != STATUS_OK)
        return;
    struct notice_placed *copy = ARENA_NEW(flow->arena, struct notice_placed);
    if (!copy) {
        flow->status = flow->arena->refusal;
        return;
    }
    *copy = *placed;
    *flow->tail = copy;
    flow->tail = &copy->next;
}

void flow_put_box(struct flow *flow, double left, double top, double width, double height,
                  enum notice_ink fill)
{
    if (fill != NOTICE_INK_NONE)
        flow_put(flow, &(struct notice_placed){.sheet = flow->sheet,
                                               .left = left,
                                               .top = top,
                                               .width = width,
                                               .height = height,
                                               .fill = fill});
}

double flow_width(const struct flow *flow)
{
    double between = gutter * (flow->columns - 1);
    return (flow->form->width - 2 * flow->form->margin - between) / flow->columns;
}

double flow_left(const struct flow *flow)
{
    return flow->form->margin + flow->column * (flow_width(flow) + gutter);
}

double flow_room(const struct flow *flow)
{
    return flow->bottom - flow->form->top;
}

void flow_next_column(struct flow *flow)
{
    if (++flow->column == flow->columns) {
        flow->column = 0;
        flow->sheet++;
    }
    flow->torn += flow->in_table;
    flow->y = flow->fresh = flow->sheet == 0 ? flow->form->head : flow->form->top;
    if (flow->repeated) {
        const struct flow_row *heading = flow->repeated;
        flow->repeated = NULL;
        flow_place(flow, heading);
        flow->repeated = heading;
    }
    flow->fresh = flow->y;
}

void flow_gap(struct flow *flow, double sizes)
{
    if (flow->y > flow->fresh)
        flow->y += sizes * flow->size;
}

void flow_need(struct flow *flow, double height)
{
    if (flow->y + height > flow->bottom + sum_error && flow->y > flow->fresh && height <= flow_room(flow))
        flow_next_column(flow);
}

/* The lines of each cell that go into one column. */
struct split {
    size_t next[NOTICE_COLUMNS_MAX];  /* the first line that is not placed yet */
    size_t count[NOTICE_COLUMNS_MAX]; /* lines from there on */
    double height;
    bool rest; /* whether lines remain after these */
};

/* Fills in as many lines as `room` holds, at least `least` of each cell; false if they do not fit. */
static bool split_take(struct split *split, struct notice_setting *const *settings, size_t cells, double room,
                       size_t least)
{
    bool fits = true;
    split->height = 0;
    split->rest = false;
    for (size_t i = 0; i < cells; i++) {
        size_t lines = notice_setting_lines(settings[i]), left = lines - split->next[i];
        double taken = 0;
        size_t count = notice_setting_fit(settings[i], split->next[i], room, &taken);
        fits = fits && count >= (left < least ? left : least);
        split->count[i] = count;
        split->height = fmax(split->height, taken);
        split->rest = split->rest || count < left;
    }
    return fits;
}

/* A line that is higher than a whole column still has to stand somewhere. */
static void split_force(struct split *split, struct notice_setting *const *settings, size_t cells)
{
    split->rest = false;
    for (size_t i = 0; i < cells; i++) {
        double taken = 0;
        size_t left = notice_setting_lines(settings[i]) - split->next[i];
        if (split->count[i] == 0 && left > 0) {
            split->count[i] = 1;
            for (double room = 1; notice_setting_fit(settings[i], split->next[i], room, &taken) == 0;)
                room *= 2;
            split->height = fmax(split->height, taken);
        }
        split->rest = split->rest || split->count[i] < left;
    }
}

static void place_split(struct flow *flow, const struct flow_row *row, const struct split *split)
{
    double left = flow_left(flow), height = row->pad_above + split->height + row->pad_below;
    for (size_t i = 0; i < row->count; i++) {
        const struct flow_cell *cell = &row->cells[i];
        flow_put_box(flow, left + cell->left, flow->y, cell->width, height, row->fill);
        flow_put_box(flow, left + cell->left, flow->y + height, cell->width, row->rule_height, row->rule);
        if (split->count[i] == 0 || cell->type.words.length == 0)
            continue;
        struct notice_placed placed = {.sheet = flow->sheet,
                                       .left = left + cell->left + row->pad_side,
                                       .top = flow->y + row->pad_above,
                                       .type = cell->type,
                                       .first_line = split->next[i],
                                       .line_count = split->count[i]};
        flow_put(flow, &placed);
    }
    flow->y += height + row->rule_height;
}

static void row_widths(struct flow_row *row)
{
    for (size_t i = 0; i < row->count; i++)
        row->cells[i].type.width = fmax(1, row->cells[i].width - 2 * row->pad_side);
}

void flow_place(struct flow *flow, const struct flow_row *row)
{
    enum { LINES_TOGETHER = 2 };
    struct flow_row copy = *row;
    struct notice_setting *settings[NOTICE_COLUMNS_MAX];
    struct split split = {0};
    double extra = row->pad_above + row->pad_below + row->rule_height;
    CHECK(row->count > 0 && row->count <= NOTICE_COLUMNS_MAX);
    row_widths(&copy);
    for (size_t i = 0; i < copy.count; i++)
        settings[i] = notice_setting_new(flow->setter, &copy.cells[i].type);
    do {
        bool fresh = flow->y <= flow->fresh;
        double room = flow->bottom - flow->y - extra + sum_error;
        bool fits = split_take(&split, settings, copy.count, room, LINES_TOGETHER);
        if (split.rest && !fresh) {
            struct split all = split;
            (void)split_take(&all, settings, copy.count, INFINITY, 0);
            if (!fits || (row->whole && all.height + extra <= flow_room(flow))) {
                flow_next_column(flow);
                split.rest = true;
                continue;
            }
        }
        if (!fits)
            split_force(&split, settings, copy.count);
        place_split(flow, &copy, &split);
        for (size_t i = 0; i < copy.count; i++)
            split.next[i] += split.count[i];
        if (split.rest)
            flow_next_column(flow);
    } while (split.rest);
    for (size_t i = 0; i < copy.count; i++) {
        CHECK_OP(split.next[i], ==, notice_setting_lines(settings[i])); /* N3 */
        notice_setting_free(settings[i]);
    }
}

double flow_row_height(const struct flow *flow, const struct flow_row *row)
{
    struct flow_row copy = *row;
    double highest = 0;
    row_widths(&copy);
    for (size_t i = 0; i < copy.count; i++) {
        double taken = 0;
        struct notice_setting *setting = notice_setting_new(flow->setter, &copy.cells[i].type);
        (void)notice_setting_fit(setting, 0, INFINITY, &taken);
        notice_setting_free(setting);
        highest = fmax(highest, taken);
    }
    return row->pad_above + highest + row->pad_below + row->rule_height;
}

struct flow_row flow_row_of(const struct flow *flow, struct text words, double sizes, enum notice_face face,
                            enum notice_ink ink)
{
    struct flow_row row = {.count = 1};
    row.cells[0] = (struct flow_cell){
        .type = {.words = words, .face = face, .ink = ink, .size = sizes * flow->size},
        .width = flow_width(flow),
    };
    return row;
}
