/*
 * Rows that flow down the columns of sheets.
 *
 * Everything on a sheet is a row: cells side by side, each with words that are broken into lines. Rows go down one column
 * after another and then to the next sheet. A row that does not fit moves on, or is split between lines if it is longer
 * than a column (N3).
 *
 * A layout is tried in several sizes before one is kept, so a flow runs with an arena that keeps what it places, or
 * without.
 */
#ifndef RULEBOOK_NOTICE_FLOW_INTERNAL_H
#define RULEBOOK_NOTICE_FLOW_INTERNAL_H

#include "rulebook/notice_internal.h"

struct flow_cell {
    struct notice_type type;
    double left, width; /* in the column; the words stand `pad_side` inside */
};

struct flow_row {
    size_t count;
    struct flow_cell cells[NOTICE_COLUMNS_MAX];
    double pad_above, pad_below, pad_side;
    enum notice_ink fill;
    enum notice_ink rule; /* below it */
    double rule_height;
    bool whole; /* moves on rather than being split, if a column can hold it */
};

struct flow {
    const struct notice *notice;
    const struct notice_form *form;
    struct notice_setter *setter;
    double size; /* of the body text */
    unsigned columns;
    bool sections_apart; /* they begin in a column of their own */
    double bottom;       /* where columns end */

    /* Where things go; no `arena`: nowhere, they are only counted. */
    struct arena *arena;
    struct notice_placed **tail;
    enum status status;

    /* The place where the next row goes. */
    size_t sheet;
    unsigned column;
    double y, fresh; /* `fresh`: the y at which this column began, below a repeated heading */
    bool in_table;
    const struct flow_row *repeated; /* the headings of the table that is being placed */
    unsigned torn;                   /* how often a table went on in another column */
};

double flow_width(const struct flow *flow); /* of a column */
double flow_left(const struct flow *flow);  /* of the column that rows go into */
double flow_room(const struct flow *flow);  /* the height that a column has on any sheet */

/* A row of one cell as wide as the column, in a size given in sizes of the body text. */
struct flow_row flow_row_of(const struct flow *flow, struct text words, double sizes, enum notice_face face,
                            enum notice_ink ink);
double flow_row_height(const struct flow *flow, const struct flow_row *row);

/* Places the row below the one before it, or where else it fits. */
void flow_place(struct flow *flow, const struct flow_row *row);

/* White space between rows, in sizes of the body text; there is none at the top of a column. */
void flow_gap(struct flow *flow, double sizes);

/* Goes on to the next column if `height` does not fit here but may there. */
void flow_need(struct flow *flow, double height);
void flow_next_column(struct flow *flow);

/* Puts something where it says, whatever flows there. */
void flow_put(struct flow *flow, const struct notice_placed *placed);
void flow_put_box(struct flow *flow, double left, double top, double width, double height,
                  enum notice_ink fill);

/* A table: how wide its columns are, the height that must not be torn off its beginning, and all of it. */
struct flow_widths {
    double of[NOTICE_COLUMNS_MAX];
};
struct flow_widths flow_table_widths(const struct flow *flow, const struct notice_table *table);
double flow_table_need(const struct flow *flow, const struct notice_table *table,
                       const struct flow_widths *widths);
void flow_table(struct flow *flow, const struct notice_table *table, const struct flow_widths *widths);

#endif
