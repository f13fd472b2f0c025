/*
 * What the files of the reports share: a report that is being made, and how rows are read from the store and added to it.
 */
#ifndef REPORTS_REPORT_INTERNAL_H
#define REPORTS_REPORT_INTERNAL_H

#include "base/growing.h"
#include "reports/report.h"

struct offer_name {
    struct text name, activity;
    struct text reports; /* that its document asks for: "funds#53 funds#59" */
};

/* A report in the making. */
struct report_making {
    struct store *store;
    struct text stream;
    struct arena *arena;
    struct fault *fault;
    struct house_report *report;
    struct business_day business;
    uint64_t first, end; /* the events of the period: from `first` to before `end` */
    uint64_t head;       /* the last event when making began: later ones are ignored */
    struct offer_name *offers;
    size_t offer_count;
    const struct report_names *names;
};

/* ------------------------------------------------------------------------------------------ rows of the store */

/* A row that is being read, by the columns of its table; a value of the wrong type is a fault. */
struct row_reading {
    const struct store_found_row *row;
    const struct store_table *table;
    struct arena *arena;
    enum status status;
};

struct row_reading read_row(struct report_making *making, enum report_table table,
                            const struct store_found_row *row);
int64_t read_integer(struct row_reading *reading, const char *column);          /* 0 for null */
struct report_cell read_money(struct row_reading *reading, const char *column); /* empty for null */
struct text read_text(struct row_reading *reading, const char *column);         /* a copy; empty for null */
bool read_time(struct row_reading *reading, const char *column, struct instant *at); /* false for null */
struct date read_date(struct row_reading *reading, const char *column);
MUST_USE enum status read_end(const struct row_reading *reading, struct fault *fault);

/* The rows of a table that came from the events `from` to before `end`. */
typedef enum status making_visitor(struct report_making *making, void *context, struct row_reading *row);
MUST_USE enum status making_each(struct report_making *making, enum report_table table, uint64_t from,
                                 uint64_t end, making_visitor *visit, void *context);

struct text making_offer_name(const struct report_making *making, int64_t offer);

/* The display name of the offer. */
struct text making_offer_title(const struct report_making *making, struct text offer);

/* ------------------------------------------------------------------------------------------ rows of the report */

/* A new row with empty cells; NULL if there is no room, and then `failed` says why. */
struct report_row *making_row(struct report_making *making, enum row_style style);
MUST_USE enum status making_failed(const struct report_making *making);

/* A sum with its label, which is printed. */
struct report_row *making_sum(struct report_making *making, enum row_style style, const char *format, ...)
    PRINTF_LIKE(3, 4);

struct report_cell cell_text(struct text text);
struct report_cell cell_named(struct text key, struct text shown);
struct report_cell cell_count(int64_t count);
struct report_cell cell_money(int64_t cents);
struct report_cell cell_time(struct instant at);
struct report_cell cell_date(struct date date);
bool cell_equal(const struct report_cell *one, const struct report_cell *other);

/* Sorts by the first `columns` cells; equal rows keep their order. STATUS_NO_MEMORY only. */
MUST_USE enum status making_sort(struct report_making *making, unsigned columns);

/* ------------------------------------------------------------------------------------------ how rows are found */

typedef enum status report_maker(struct report_making *making);
report_maker make_collection, make_jackpots, make_funds, make_administration, make_unclaimed, make_vouchers,
    make_adjustments, make_readings, make_exceptions;

/* ------------------------------------------------------------------------------------------ writers */

MUST_USE enum status report_csv(const struct house_report *report, struct arena *arena, struct text *bytes);
MUST_USE enum status report_json(const struct house_report *report, struct arena *arena, struct text *bytes);
MUST_USE enum status report_html(const struct house_report *report, struct arena *arena, struct text *bytes);
MUST_USE enum status report_pdf(const struct house_report *report, enum report_paper paper,
                                struct arena *arena, struct text *bytes);

bool cell_is_right(enum cell_kind kind); /* numbers stand to the right */

#endif
