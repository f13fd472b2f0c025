/*
 * The reports of a house that the approved documents require, made from the current books.
 *
 *      store ──> tables for reports (reports.h), events ──> house_report ──> text, CSV, JSON, HTML, PDF
 *
 *   kind      one of the reports: its columns, and how its rows are found
 *   period    whole gaming days of the house, from the first to the last named, both included
 *   row       a line of the report; sums are among the rows and marked as such
 *
 * Invariants
 *  Q1  A gaming day begins with the event `day-began`, or with the books. Earlier events belong to the day before, even in
 *      the same second. So periods partition the log as business days partition time (T3).
 *  Q2  A period that is over gives the same report at any time, except for the later state of prizes, which is marked. For
 *      the current day, a store in use is shown as it was when its rows were read.
 *  Q3  A sum is the sum of its rows. The fund statement balances: for every account the opening balance plus income less
 *      expenses is the closing balance; over all accounts each column of balances is zero (G1).
 *  Q4  A report is complete or is refused: no row is left out because there are too many.
 *
 * Ownership: a report and its texts are in its arena. The store is only read, and others may use it; the thread that makes a
 * report needs its own store.
 */
#ifndef REPORTS_REPORT_H
#define REPORTS_REPORT_H

#include "base/arena.h"
#include "base/calendar.h"
#include "books/report_rows.h"
#include "rulebook/notice.h"
#include "store/store.h"

enum { HOUSE_REPORT_COLUMNS_MAX = 16, HOUSE_REPORT_ROWS_MAX = 200000, HOUSE_REPORT_CLAUSES_MAX = 64 };

/* ------------------------------------------------------------------------------------------ kinds */

enum cell_kind { CELL_EMPTY, CELL_TEXT, CELL_COUNT, CELL_MONEY, CELL_TIME, CELL_DATE };

struct house_report_column {
    const char *name;  /* for programs: "verified_by" */
    const char *title; /* for people: "Verified by" */
    enum cell_kind kind;
    bool groups; /* equal cells below each other are grouped, and only the first is shown */
};

struct house_report_kind {
    const char *name;    /* "collection" */
    const char *title;   /* "Jackpot Prize Pool Collection Report" */
    const char *summary; /* what it says, in a line */
    const struct house_report_column *columns;
    unsigned column_count;
    unsigned label_column; /* where a narrow table has room for the label of a sum */
};

enum { HOUSE_REPORT_KINDS = 9 };
extern const struct house_report_kind house_report_kinds[HOUSE_REPORT_KINDS];

const struct house_report_kind *house_report_kind(struct text name); /* NULL if there is none */

/* ------------------------------------------------------------------------------------------ names */

/* The display name of something that the books know by a key: an offer, a document, a member of staff. */
struct report_name {
    struct text key, shown;
};

struct report_names {
    const struct report_name *offers, *activities, *people;
    size_t offer_count, activity_count, person_count;
};

/* The names of a house, copied into the arena: the advertised titles of its offers, no two of which are equal; the titles of
 * their documents; and the full names of everybody who works or worked there. Fails as the arena does. */
MUST_USE enum status report_names_of(const struct floor *floor, struct arena *arena,
                                     struct report_names *names);

/* ------------------------------------------------------------------------------------------ the report */

struct report_cell {
    enum cell_kind kind;
    /* A count; cents; milliseconds of an instant; days of a date. Texts are sorted by it before their letters. */
    int64_t number;
    struct text text; /* of a text: as people read it */
    struct text key;  /* for a text that names something: its key in the books; otherwise empty */
    bool coded;       /* CSV has the key, not the words */
};

enum row_style {
    ROW_PLAIN,
    ROW_STRONG,   /* a normal row that is set off: a closing balance */
    ROW_SUBTOTAL, /* a sum of rows; programs that add up rows leave sums out */
    ROW_TOTAL,
};

struct report_row {
    enum row_style style;
    struct text label;         /* of a sum: "Table C4-1"; its cells before the first number are empty */
    struct report_cell *cells; /* as many as there are columns */
    uint64_t sequence;         /* of the event that it describes, if rows of others are joined to it */
};

struct house_report {
    const struct house_report_kind *kind;
    struct text house;   /* "Lantern Street Card Room" */
    struct text address; /* may be empty */
    struct text tagline; /* the same */
    struct text
        checkpoint; /* the newest checkpoint of the log, as a QR code on paper; set by the caller, and may be empty */
    struct notice_accents accents;
    struct zone zone;           /* of the house; times are shown in it */
    struct date from, to;       /* gaming days, both included */
    struct instant begins, end; /* of the period; `end` is the first instant after it */
    bool unfinished;            /* the books end before the period does */
    struct instant printed_at;
    struct text printed_by;
    unsigned
        clause_count; /* the clauses that require it, of documents that the house has offered; the first of them if there are too many */
    struct text clauses[HOUSE_REPORT_CLAUSES_MAX];
    struct text asked_by; /* the same for people: "Aces Cracked, clause 28; Blazing 7s, clauses 31 and 59" */
    struct report_row *rows;
    size_t row_count, row_room;
};

struct house_report_request {
    const struct house_report_kind *kind;
    struct text stream; /* empty: "house" */
    struct date from, to;
    struct instant printed_at;
    struct text printed_by;    /* may be empty */
    struct report_names names; /* without one, the key is shown */
};

/* The options for opening a store to make reports from. */
struct store_options house_report_store_options(void);

/* The first event at that time or later, of those up to `head`; head + 1 if there is none. */
MUST_USE enum status house_report_first_event(struct store *store, struct text stream, uint64_t head,
                                              struct instant at, uint64_t *first, struct fault *fault);

/*
 * STATUS_INVALID if the store has no house, STATUS_RANGE if the period ends before it begins or lies outside the calendar,
 * STATUS_NO_SPACE if there are more than HOUSE_REPORT_ROWS_MAX rows, or the arena is full; otherwise as the store says.
 */
MUST_USE enum status house_report_make(struct store *store, const struct house_report_request *request,
                                       struct arena *arena, struct house_report **report,
                                       struct fault *fault);

/* ------------------------------------------------------------------------------------------ writing it */

/* A cell for people: "$1,234.50", "Nov 2, 2026, 6:30 PM"; nothing if it is empty. */
void house_report_write_cell(struct text_out *out, const struct house_report *report,
                             const struct report_cell *cell);

/* "Gaming day Monday, Nov 2, 2026 (Nov 2, 2026, 6:00 AM to Nov 3, 2026, 6:00 AM PST)", and who printed it when. */
void house_report_write_period(struct text_out *out, const struct house_report *report);
void house_report_write_printed(struct text_out *out, const struct house_report *report);

/* Whether a cell of a grouping column is left blank, because it equals the one of the row before. */
bool house_report_repeats(const struct house_report *report, size_t row, unsigned column);

enum report_format { REPORT_FORMAT_CSV, REPORT_FORMAT_JSON, REPORT_FORMAT_HTML, REPORT_FORMAT_PDF };
enum report_paper { REPORT_PAPER_LETTER, REPORT_PAPER_A4 }; /* both landscape */

/*
 * CSV (RFC 4180) has a header line and the rows without sums; money as 1234.50, times with their offset. A text that a
 * spreadsheet would read as a formula gets an apostrophe in front. JSON is an object; money is whole cents, and a text that
 * names something has its key beside it, as `offer_id` beside `offer`. HTML is a self-contained page. `paper` is for PDF
 * only. Failures: STATUS_NO_SPACE and STATUS_NO_MEMORY of the arena.
 */
MUST_USE enum status house_report_write(const struct house_report *report, enum report_format format,
                                        enum report_paper paper, struct arena *arena, struct text *bytes,
                                        struct fault *fault);

#endif
