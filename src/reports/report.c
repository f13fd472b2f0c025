#include "reports/report_internal.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"
#include "house/people/staff.h"
#include "house/setup/offers.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/branding.h"
#include "rulebook/house_file.h"
#include "rulebook/vocabulary_paths.h"

#include <stdarg.h>
#include <stdio.h>

/* ------------------------------------------------------------------------------------------ kinds */

#define COLUMNS(list) .columns = (list), .column_count = sizeof(list) / sizeof((list)[0])

static const struct house_report_column collection_columns[] = {
    {"day", "Gaming day", CELL_DATE, true},      {"table", "Table", CELL_TEXT, true},
    {"offer", "Offer", CELL_TEXT, true},         {"hour", "Hour", CELL_TEXT, false},
    {"rounds", "Rounds", CELL_COUNT, false},     {"fees", "Collected", CELL_MONEY, false},
    {"returned", "Returned", CELL_MONEY, false}, {"net", "Net", CELL_MONEY, false},
};

static const struct house_report_column jackpot_columns[] = {
    {"time", "Time", CELL_TIME, false},
    {"award", "Award", CELL_COUNT, false},
    {"table", "Table", CELL_TEXT, false},
    {"round", "Round", CELL_COUNT, false},
    {"offer", "Offer", CELL_TEXT, false},
    {"for", "Hand or share", CELL_TEXT, false},
    {"patron", "Patron", CELL_TEXT, false},
    {"amount", "Amount", CELL_MONEY, false},
    {"meter", "Meter before", CELL_MONEY, false},
    {"meter_after", "Meter after", CELL_MONEY, false},
    {"verified_by", "Verified by", CELL_TEXT, false},
    {"authorised_by", "Authorised by", CELL_TEXT, false},
    {"state", "Status", CELL_TEXT, false},
    {"paid_by", "Paid by", CELL_TEXT, false},
    {"paid_at", "Paid", CELL_TIME, false},
    {"clause", "Clause", CELL_TEXT, false},
};

static const struct house_report_column fund_columns[] = {
    {"activity", "Activity", CELL_TEXT, true},  {"account", "Account", CELL_TEXT, true},
    {"movement", "Movement", CELL_TEXT, false}, {"in", "In", CELL_MONEY, false},
    {"out", "Out", CELL_MONEY, false},          {"balance", "Balance", CELL_MONEY, false},
};

static const struct house_report_column administration_columns[] = {
    {"day", "Gaming day", CELL_DATE, true},      {"table", "Table", CELL_TEXT, true},
    {"offer", "Offer", CELL_TEXT, true},         {"at", "Hour ended or day closed", CELL_TIME, false},
    {"due", "Due", CELL_MONEY, false},           {"taken", "Taken", CELL_MONEY, false},
    {"remains", "Still due", CELL_MONEY, false},
};

static const struct house_report_column unclaimed_columns[] = {
    {"prize", "Prize", CELL_COUNT, false},    {"award", "Award", CELL_COUNT, false},
    {"awarded", "Awarded", CELL_TIME, false}, {"offer", "Offer", CELL_TEXT, false},
    {"table", "Table", CELL_TEXT, false},     {"for", "Hand or share", CELL_TEXT, false},
    {"patron", "Patron", CELL_TEXT, false},   {"amount", "Amount", CELL_MONEY, false},
    {"deadline", "Lapses", CELL_TIME, false}, {"days_left", "Days left", CELL_COUNT, false},
    {"state", "Status", CELL_TEXT, false},    {"clause", "Clause", CELL_TEXT, false},
};

static const struct house_report_column voucher_columns[] = {
    {"time", "Time", CELL_TIME, false},
    {"prize", "Prize", CELL_COUNT, false},
    {"offer", "Offer", CELL_TEXT, false},
    {"voucher", "Voucher", CELL_TEXT, false},
    {"patron", "Patron", CELL_TEXT, false},
    {"for", "For", CELL_TEXT, false},
    {"count", "Count", CELL_COUNT, false},
    {"cost", "Price each", CELL_MONEY, false},
    {"paid", "Paid", CELL_MONEY, false},
    {"winner_pays", "Winner pays", CELL_MONEY, false},
    {"left", "Left on voucher", CELL_MONEY, false},
    {"by", "By", CELL_TEXT, false},
    {"clause", "Clause", CELL_TEXT, false},
};

static const struct house_report_column adjustment_columns[] = {
    {"time", "Time", CELL_TIME, false},
    {"what", "Action", CELL_TEXT, false},
    {"offer", "Offer", CELL_TEXT, false},
    {"award", "Award", CELL_COUNT, false},
    {"from", "From", CELL_TEXT, false},
    {"to", "To", CELL_TEXT, false},
    {"amount", "Amount", CELL_MONEY, false},
    {"by", "By", CELL_TEXT, false},
    {"authorised_by", "Authorised by", CELL_TEXT, false},
    {"reason", "Reason", CELL_TEXT, false},
};

static const struct house_report_column reading_columns[] = {
    {"day", "Gaming day", CELL_DATE, true},    {"offer", "Offer", CELL_TEXT, false},
    {"pool", "Pool", CELL_TEXT, false},        {"begins", "Start of day", CELL_MONEY, false},
    {"ends", "End of day", CELL_MONEY, false}, {"change", "Change", CELL_MONEY, false},
};

static const struct house_report_column exception_columns[] = {
    {"time", "Time", CELL_TIME, false},          {"table", "Table", CELL_TEXT, false},
    {"what", "What happened", CELL_TEXT, false}, {"by", "By", CELL_TEXT, false},
    {"words", "Note", CELL_TEXT, false},         {"clause", "Clause", CELL_TEXT, false},
};

const struct house_report_kind house_report_kinds[HOUSE_REPORT_KINDS] = {
    {"collection", "Jackpot Prize Pool Collection Report", "fees by table and hour of each gaming day",
     COLUMNS(collection_columns), .label_column = 2},
    {"jackpots", "Jackpot and Fixed Prize Log", "every award and every award that was reversed",
     COLUMNS(jackpot_columns), .label_column = 5},
    {"funds", "Fund Statement",
     "every account: opening balance, in and out by reason, closing balance; advances of the house",
     COLUMNS(fund_columns), .label_column = 2},
    {"administration", "Administrative Fees by Table Hour",
     "the fee due for every hour of every table, and what was taken when the day closed",
     COLUMNS(administration_columns), .label_column = 2},
    {"unclaimed", "Unclaimed Prizes",
     "prizes that had been neither paid nor forfeited, and had not lapsed, when the period ended",
     COLUMNS(unclaimed_columns), .label_column = 5},
    {"vouchers", "Redeemed Vouchers",
     "what vouchers paid for, what the winner paid, and what is left on them", COLUMNS(voucher_columns),
     .label_column = 5},
    {"adjustments", "Manual Adjustments",
     "money moved by hand, prizes forfeited and awards reversed, with both persons",
     COLUMNS(adjustment_columns), .label_column = 5},
    {"readings", "Daily Meter Readings", "every prize pool at the start and at the end of each gaming day",
     COLUMNS(reading_columns), .label_column = 2},
    {"exceptions", "Exceptions",
     "irregularities, equipment failures, returned fees, rejected hands, days with too little or too much in "
     "fees",
     COLUMNS(exception_columns), .label_column = 2},
};

/* In the order of the kinds. */
static report_maker *const makers[HOUSE_REPORT_KINDS] = {
    make_collection, make_jackpots,    make_funds,    make_administration, make_unclaimed,
    make_vouchers,   make_adjustments, make_readings, make_exceptions,
};

const struct house_report_kind *house_report_kind(struct text name)
{
    for (unsigned i = 0; i < HOUSE_REPORT_KINDS; i++)
        if (text_equal(name, text_of(house_report_kinds[i].name)))
            return &house_report_kinds[i];
    return NULL;
}

/* ------------------------------------------------------------------------------------------ rows of the store */

struct row_reading read_row(struct report_making *making, enum report_table table,
                            const struct store_found_row *row)
{
    return (struct row_reading){.row = row, .table = &report_tables[table], .arena = making->arena};
}

/* NULL for null. */
static const struct store_value *value_of(struct row_reading *reading, const char *column,
                                          enum store_type type)
{
    unsigned i = 0;
    while (!text_equal(text_of(reading->table->columns[i].name), text_of(column))) {
        i++;
        CHECK_OP(i, <, reading->table->column_count);
    }
    const struct store_value *value = &reading->row->values[i];
    if (value->type == STORE_NULL)
        return NULL;
    if (value->type != type)
        reading->status = STATUS_INVALID;
    return value->type == type ? value : NULL;
}

int64_t read_integer(struct row_reading *reading, const char *column)
{
    const struct store_value *value = value_of(reading, column, STORE_INTEGER);
    return value ? value->integer : 0;
}

struct report_cell read_money(struct row_reading *reading, const char *column)
{
    const struct store_value *value = value_of(reading, column, STORE_INTEGER);
    return value ? cell_money(value->integer) : (struct report_cell){.kind = CELL_EMPTY};
}

struct text read_text(struct row_reading *reading, const char *column)
{
    const struct store_value *value = value_of(reading, column, STORE_TEXT);
    struct text copy = text_of("");
    if (value && value->text.length > 0 && arena_copy_text(reading->arena, value->text, &copy) != STATUS_OK)
        reading->status = reading->arena->refusal;
    return copy;
}

bool read_time(struct row_reading *reading, const char *column, struct instant *at)
{
    const struct store_value *value = value_of(reading, column, STORE_TEXT);
    if (value && instant_parse(value->text, 0, at, NULL) != STATUS_OK)
        reading->status = STATUS_INVALID;
    return value && reading->status == STATUS_OK;
}

struct date read_date(struct row_reading *reading, const char *column)
{
    const struct store_value *value = value_of(reading, column, STORE_TEXT);
    struct date date = {.year = 1970, .month = 1, .day = 1};
    if (!value || date_parse(value->text, 0, &date, NULL) != STATUS_OK)
        reading->status = STATUS_INVALID;
    return date;
}

enum status read_end(const struct row_reading *reading, struct fault *fault)
{
    if (reading->status == STATUS_INVALID)
        return fault_set(fault, STATUS_INVALID, 0,
                         "table %s has a row that the house did not write; 'cardroom audit' says more",
                         reading->table->name);
    if (reading->status != STATUS_OK)
        return fault_set(fault, reading->status, 0, "there is no memory for the report");
    return STATUS_OK;
}

struct each_row {
    struct report_making *making;
    enum report_table table;
    making_visitor *visit;
    void *context;
};

static enum status show_row(void *context, const struct store_found_row *row, struct fault *fault)
{
    const struct each_row *each = context;
    struct row_reading reading = read_row(each->making, each->table, row);
    enum status status = each->visit(each->making, each->context, &reading);
    return status == STATUS_OK ? read_end(&reading, fault) : status;
}

enum status making_each(struct report_making *making, enum report_table table, uint64_t from, uint64_t end,
                        making_visitor *visit, void *context)
{
    struct each_row each = {making, table, visit, context};
    if (end <= from)
        return STATUS_OK;
    return store_each_row(making->store, making->stream, table, from, end - 1, show_row, &each,
                          making->fault);
}

/* ------------------------------------------------------------------------------------------ rows of the report */

enum status making_failed(const struct report_making *making)
{
    if (making->report->row_count >= HOUSE_REPORT_ROWS_MAX)
        return fault_set(making->fault, STATUS_NO_SPACE, 0,
                         "the report has more than %d rows; ask for a shorter period", HOUSE_REPORT_ROWS_MAX);
    return fault_set(making->fault, making->arena->refusal, 0,
                     "there is no memory for the report; ask for a shorter period");
}

struct report_row *making_row(struct report_making *making, enum row_style style)
{
    enum { ROOM_FIRST = 64 };
    struct house_report *report = making->report;
    if (report->row_count == HOUSE_REPORT_ROWS_MAX)
        return NULL;
    if (report->row_count == report->row_room) {
        size_t room = report->row_room ? report->row_room * 2 : ROOM_FIRST;
        struct report_row *grown = ARENA_ARRAY(making->arena, struct report_row, room);
        if (!grown)
            return NULL;
        for (size_t i = 0; i < report->row_count; i++)
            grown[i] = report->rows[i];
        report->rows = grown;
        report->row_room = room;
    }
    struct report_cell *cells = ARENA_ARRAY(making->arena, struct report_cell, report->kind->column_count);
    if (!cells)
        return NULL;
    struct report_row *row = &report->rows[report->row_count++];
    *row = (struct report_row){.style = style, .label = text_of(""), .cells = cells};
    return row;
}

struct report_row *making_sum(struct report_making *making, enum row_style style, const char *format, ...)
{
    char words[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    struct report_row *row = making_row(making, style);
    if (row && arena_copy_text(making->arena, text_of(words), &row->label) != STATUS_OK)
        return NULL;
    return row;
}

struct report_cell cell_text(struct text text)
{
    return (struct report_cell){.kind = text.length ? CELL_TEXT : CELL_EMPTY, .text = text};
}

struct report_cell cell_named(struct text key, struct text shown)
{
    struct report_cell cell = cell_text(shown);
    cell.key = text_equal(key, shown) ? text_of("") : key;
    return cell;
}

struct report_cell cell_count(int64_t count)
{
    return (struct report_cell){.kind = CELL_COUNT, .number = count};
}

struct report_cell cell_money(int64_t cents)
{
    return (struct report_cell){.kind = CELL_MONEY, .number = cents};
}

struct report_cell cell_time(struct instant at)
{
    return (struct report_cell){.kind = CELL_TIME, .number = at.ms};
}

struct report_cell cell_date(struct date date)
{
    return (struct report_cell){.kind = CELL_DATE, .number = date_days(date)};
}

static int cell_compare(const struct report_cell *one, const struct report_cell *other)
{
    if (one->kind != other->kind)
        return (one->kind > other->kind) - (one->kind < other->kind);
    if (one->number != other->number)
        return one->number > other->number ? 1 : -1;
    return one->kind == CELL_TEXT ? text_compare(one->text, other->text) : 0;
}

bool cell_equal(const struct report_cell *one, const struct report_cell *other)
{
    return cell_compare(one, other) == 0;
}

static int row_compare(const struct report_row *one, const struct report_row *other, unsigned columns)
{
    int order = 0;
    for (unsigned i = 0; i < columns && order == 0; i++)
        order = cell_compare(&one->cells[i], &other->cells[i]);
    return order;
}

/* A merge sort, because qsort() does not keep the order of equal rows. */
enum status making_sort(struct report_making *making, unsigned columns)
{
    struct house_report *report = making->report;
    size_t count = report->row_count;
    struct report_row *from = report->rows, *to = ARENA_ARRAY(making->arena, struct report_row, count);
    if (!to)
        return making_failed(making);
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            size_t left = start, middle = start + run < count ? start + run : count;
            size_t right = middle, end = middle + run < count ? middle + run : count;
            for (size_t at = start; at < end; at++)
                to[at] =
                    right == end || (left < middle && row_compare(&from[left], &from[right], columns) <= 0)
                        ? from[left++]
                        : from[right++];
        }
        struct report_row *other = from;
        from = to;
        to = other;
    }
    report->rows = from;
    report->row_room = count;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the period */

/* The time of an event, and the day that it begins if it is such an event. */
struct event_time {
    bool found, begins_day;
    struct instant at;
    struct date day;
};

static enum status take_event_time(void *context, const struct store_record *record, struct fault *fault)
{
    struct event_time *time = context;
    struct arena arena;
    struct event event;
    arena_init(&arena, 2 * STORE_PAYLOAD_MAX);
    enum status status = event_read(record->event.kind, record->event.payload, &arena, &event, fault);
    if (status == STATUS_OK) {
        time->found = true;
        time->at = event.head.at;
        time->begins_day = event.kind == EVENT_DAY_BEGAN;
        if (time->begins_day)
            time->day = EVENT_AS(&event, day_began)->day;
    }
    arena_release(&arena);
    return status;
}

static enum status time_of_event(struct store *store, struct text stream, uint64_t sequence,
                                 struct event_time *time, struct fault *fault)
{
    *time = (struct event_time){0};
    enum status status = store_read(store, stream, sequence, sequence, take_event_time, time, fault);
    if (status == STATUS_OK && !time->found)
        status = fault_set(fault, STATUS_INVALID, 0, "event %llu is missing; 'cardroom audit' says more",
                           (unsigned long long)sequence);
    return status;
}

/* A binary search, because time never runs backwards (I8). */
enum status house_report_first_event(struct store *store, struct text stream, uint64_t head,
                                     struct instant at, uint64_t *first, struct fault *fault)
{
    uint64_t low = 1, high = head + 1;
    while (low < high) {
        struct event_time time;
        uint64_t middle = low + (high - low) / 2;
        enum status status = time_of_event(store, stream, middle, &time, fault);
        if (status != STATUS_OK)
            return status;
        if (instant_compare(time.at, at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    return STATUS_OK;
}

/* The first event of a gaming day that begins at `border`: of the events at that very time, the one that begins the day (Q1). */
static enum status first_event(struct report_making *making, struct date day, struct instant border,
                               uint64_t *first)
{
    struct event_time time;
    enum status found =
        house_report_first_event(making->store, making->stream, making->head, border, first, making->fault);
    if (found != STATUS_OK)
        return found;
    for (uint64_t at = *first; at <= making->head; at++) {
        enum status status = time_of_event(making->store, making->stream, at, &time, making->fault);
        if (status != STATUS_OK || instant_compare(time.at, border) > 0)
            return status;
        if (time.begins_day && date_compare(time.day, day) == 0) {
            *first = at;
            return STATUS_OK;
        }
    }
    return STATUS_OK;
}

static enum status find_period(struct report_making *making)
{
    struct house_report *report = making->report;
    struct instant unused;
    struct date after;
    if (date_compare(report->to, report->from) < 0)
        return fault_set(making->fault, STATUS_RANGE, 0, "the period ends before it begins");
    if (business_day_bounds(report->from, &report->zone, making->business, &report->begins, &unused) !=
            STATUS_OK ||
        business_day_bounds(report->to, &report->zone, making->business, &unused, &report->end) !=
            STATUS_OK ||
        date_add_days(report->to, 1, &after) != STATUS_OK)
        return fault_set(making->fault, STATUS_RANGE, 0, "the period lies outside the calendar");
    enum status status = first_event(making, report->from, report->begins, &making->first);
    if (status == STATUS_OK)
        status = first_event(making, after, report->end, &making->end);
    report->unfinished = making->end > making->head;
    return status;
}

/* ------------------------------------------------------------------------------------------ the house */

static struct notice_accent read_accent(struct row_reading *row, const char *column)
{
    const struct text words = read_text(row, column);
    struct rgb colour;
    if (words.length == 0 || rgb_read(words, &colour, NULL) != STATUS_OK)
        return (struct notice_accent){.set = false};
    return (struct notice_accent){true, colour.red, colour.green, colour.blue};
}

/* The house as it was on the last day of the report: the last row from a day until then, or the first. */
static enum status take_house(struct report_making *making, void *context, struct row_reading *row)
{
    struct house_report *report = making->report;
    struct value minute;
    (void)context;
    int64_t number = read_integer(row, "number");
    struct date from = read_date(row, "from_day");
    if (row->status != STATUS_OK || (number > 1 && date_compare(from, report->to) > 0))
        return row->status;
    struct text zone = read_text(row, "time_zone"), day = read_text(row, "business_day");
    report->house = read_text(row, "name");
    report->address = read_text(row, "address");
    report->tagline = read_text(row, "tagline");
    report->accents = (struct notice_accents){.light = read_accent(row, "colour"),
                                              .dark = read_accent(row, "colour_on_dark")};
    if (row->status != STATUS_OK)
        return row->status;
    if (zone_parse(zone, 0, &report->zone, NULL) != STATUS_OK ||
        value_read(VALUE_TIME_OF_DAY, day, &minute, NULL) != STATUS_OK)
        return fault_set(making->fault, STATUS_INVALID, 0, "the house of these books cannot be read");
    making->business.starts_minute = minute.minute;
    return STATUS_OK;
}

static enum status take_offer(struct report_making *making, void *context, struct row_reading *row)
{
    int64_t number = read_integer(row, "offer");
    (void)context;
    if (number < 0 || number >= FLOOR_OFFERS_MAX) {
        row->status = STATUS_INVALID;
        return STATUS_OK;
    }
    if (!making->offers) {
        making->offers = ARENA_ARRAY(making->arena, struct offer_name, FLOOR_OFFERS_MAX);
        if (!making->offers)
            return making_failed(making);
    }
    making->offers[number] =
        (struct offer_name){read_text(row, "name"), read_text(row, "activity"), read_text(row, "reports")};
    if ((size_t)number >= making->offer_count)
        making->offer_count = (size_t)number + 1;
    return STATUS_OK;
}

struct text making_offer_name(const struct report_making *making, int64_t offer)
{
    return offer >= 0 && (size_t)offer < making->offer_count ? making->offers[offer].name : text_of("");
}

/* ------------------------------------------------------------------------------------------ names */

static struct text copy_of(struct arena *arena, struct text words, enum status *status)
{
    struct text copy = text_of("");
    if (*status == STATUS_OK)
        *status = arena_copy_text(arena, words, &copy);
    return copy;
}

enum status report_names_of(const struct floor *floor, struct arena *arena, struct report_names *names)
{
    struct report_name *offers = ARENA_ARRAY(arena, struct report_name, floor->offering_count),
                       *activities = ARENA_ARRAY(arena, struct report_name, floor->offering_count),
                       *people = ARENA_ARRAY(arena, struct report_name, floor->person_count);
    enum status status = STATUS_OK;
    if (!offers || !activities || !people)
        return arena->refusal;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offer *offer = floor_offer(floor, i);
        struct text title = offer_title(offer);
        unsigned same = 0; /* earlier offers of that title */
        char words[256];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        for (unsigned k = 0; k < i; k++)
            same += text_equal(offer_title(floor_offer(floor, k)), title);
        text_out_add_text(&out, text_clipped(title, sizeof words - 16));
        if (same > 0)
            text_out_add(&out, ", no. %u", same + 1);
        offers[i] = (struct report_name){copy_of(arena, floor_offer_name(floor, i), &status),
                                         copy_of(arena, text_out_text(&out), &status)};
        activities[i] = (struct report_name){copy_of(arena, offer->rulebook->document.identity, &status),
                                             copy_of(arena, offer->rulebook->document.name, &status)};
    }
    for (unsigned i = 0; i < floor->person_count; i++)
        people[i] = (struct report_name){copy_of(arena, floor->people[i].person, &status),
                                         copy_of(arena, floor->people[i].name, &status)};
    *names = (struct report_names){.offers = offers,
                                   .activities = activities,
                                   .people = people,
                                   .offer_count = floor->offering_count,
                                   .activity_count = floor->offering_count,
                                   .person_count = floor->person_count};
    return status;
}

/* The display name; the key if there is none. */
static struct text shown_of(const struct report_name *names, size_t count, struct text key)
{
    for (size_t i = 0; i < count; i++)
        if (names[i].shown.length > 0 && text_equal(names[i].key, key))
            return names[i].shown;
    return key;
}

struct text making_offer_title(const struct report_making *making, struct text offer)
{
    return shown_of(making->names->offers, making->names->offer_count, offer);
}

static struct text activity_title(const struct report_making *making, struct text activity)
{
    return shown_of(making->names->activities, making->names->activity_count, activity);
}

static size_t document_length(struct text citation)
{
    size_t length = 0;
    while (length < citation.length && citation.bytes[length] != '#')
        length++;
    return length;
}

/* "29" of the offer's own document, "Blazing 7s, clause 29" of another. */
static struct text clause_words(struct report_making *making, struct text offer, struct text citation)
{
    size_t length = document_length(citation);
    struct text document = text_slice(citation, 0, length), number = text_from(citation, length + 1);
    struct text title = activity_title(making, document);
    if (text_equal(title, document) || number.length == 0)
        return citation;
    for (size_t i = 0; i < making->offer_count; i++)
        if (offer.length > 0 && text_equal(making->offers[i].name, offer) &&
            text_equal(making->offers[i].activity, document))
            return number;
    struct growing words = {.arena = making->arena};
    growing_add(&words, title);
    growing_say(&words, ", clause ");
    growing_add(&words, number);
    return words.status == STATUS_OK ? growing_text(&words) : citation;
}

/* Replaces the name of an offer at the start of a note by its title. */
static struct text note_words(struct report_making *making, struct text note)
{
    for (size_t i = 0; i < making->offer_count; i++) {
        struct text name = making->offers[i].name, title = making_offer_title(making, name);
        struct growing words = {.arena = making->arena};
        if (name.length == 0 || name.length >= note.length || !text_starts_with(note, name) ||
            note.bytes[name.length] != ':')
            continue;
        growing_add(&words, title);
        growing_add(&words, text_from(note, name.length));
        return words.status == STATUS_OK ? growing_text(&words) : note;
    }
    return note;
}

/* Words of the books that people would have to decode, as the pages say them. */
static struct text plain_words(struct text word)
{
    static const struct {
        const char *word, *plain;
    } known[] = {
        {"held", "prizes to pay"},
        {"promised", "items promised as prizes"},
        {"winners", "paid to winners"},
        {"patrons", "players"},
        {"administration", "administrative fees"},
        {"taxes", "tax withheld"},
        {"talk", "players discussed the hand"},
        {"less than a day is to bring", "less in fees than expected of a day"},
        {"more than a day is to bring", "more in fees than expected of a day"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_equal(word, text_of(known[i].word)))
            return text_of(known[i].plain);
    return word;
}

/* The text of the column for readers. */
static struct text column_words(struct report_making *making, const char *column, struct text offer,
                                struct text key)
{
    const struct report_names *names = making->names;
    struct text name = text_of(column);
    if (text_equal(name, text_of("offer")))
        return making_offer_title(making, key);
    if (text_equal(name, text_of("activity"))) {
        struct text title = activity_title(making, key);
        return text_equal(title, key) ? making_offer_title(making, key) : title;
    }
    if (text_equal(name, text_of("by")) || text_contains(name, text_of("_by")))
        return shown_of(names->people, names->person_count, key);
    if (text_equal(name, text_of("clause")))
        return clause_words(making, offer, key);
    if (text_equal(name, text_of("words")))
        return note_words(making, key);
    if (text_equal(name, text_of("account")) || text_equal(name, text_of("from")) ||
        text_equal(name, text_of("to")) || text_equal(name, text_of("what")))
        return plain_words(key);
    return key;
}

/* After rows are found, sorted and summed by their keys, names replace the keys. */
static void name_rows(struct report_making *making)
{
    struct house_report *report = making->report;
    for (size_t row = 0; row < report->row_count; row++) {
        struct text offer = text_of("");
        for (unsigned i = 0; i < report->kind->column_count; i++) {
            struct report_cell *cell = &report->rows[row].cells[i];
            const char *column = report->kind->columns[i].name;
            if (cell->kind != CELL_TEXT || cell->key.length > 0)
                continue;
            if (text_equal(text_of(column), text_of("offer")))
                offer = cell->text;
            *cell = cell_named(cell->text, column_words(making, column, offer, cell->text));
            cell->coded = text_equal(text_of(column), text_of("clause"));
        }
    }
    report->printed_by = shown_of(making->names->people, making->names->person_count, report->printed_by);
}

/* "Aces Cracked, clause 28; Blazing 7s, clauses 31 and 59": citations of one document are grouped. */
static struct text asked_by(struct report_making *making)
{
    const struct house_report *report = making->report;
    struct growing words = {.arena = making->arena};
    for (unsigned i = 0, end; i < report->clause_count; i = end) {
        size_t length = document_length(report->clauses[i]);
        struct text document = text_slice(report->clauses[i], 0, length);
        end = i + 1;
        while (end < report->clause_count && document_length(report->clauses[end]) == length &&
               text_starts_with(report->clauses[end], document))
            end++;
        growing_say(&words, i ? "; " : "");
        growing_add(&words, activity_title(making, document));
        growing_say(&words, end == i + 1 ? ", clause " : ", clauses ");
        for (unsigned k = i; k < end; k++) {
            growing_say(&words, k == i ? "" : k + 1 == end ? " and " : ", ");
            growing_add(&words, text_from(report->clauses[k], length + 1));
        }
    }
    return words.status == STATUS_OK ? growing_text(&words) : text_of("");
}

/* "funds#53": whether the word names the report, and where its clause begins. */
static bool asks_for(const struct house_report_kind *kind, struct text word, size_t *clause)
{
    *clause = text_of(kind->name).length;
    return text_starts_with(word, text_of(kind->name)) && *clause < word.length && word.bytes[*clause] == '#';
}

static bool is_cited(const struct house_report *report, struct text citation)
{
    for (unsigned i = 0; i < report->clause_count; i++)
        if (text_equal(report->clauses[i], citation))
            return true;
    return false;
}

/* The clauses of one document that ask for the report. */
static enum status cite_offer(struct report_making *making, const struct offer_name *offer)
{
    struct house_report *report = making->report;
    for (size_t start = 0, end = 0; start < offer->reports.length; start = end + 1) {
        size_t clause;
        for (end = start; end < offer->reports.length && offer->reports.bytes[end] != ' ';)
            end++;
        struct text word = text_slice(offer->reports, start, end - start), citation;
        if (!asks_for(report->kind, word, &clause))
            continue;
        size_t size = offer->activity.length + word.length - clause + 1;
        char *bytes = ARENA_ARRAY(making->arena, char, size);
        if (!bytes)
            return making_failed(making);
        struct text_out out;
        text_out_init(&out, bytes, size);
        text_out_add_text(&out, offer->activity);
        text_out_add_text(&out, text_from(word, clause));
        citation = text_out_text(&out);
        if (!is_cited(report, citation) && report->clause_count < HOUSE_REPORT_CLAUSES_MAX)
            report->clauses[report->clause_count++] = citation;
    }
    return STATUS_OK;
}

/* The clauses that ask for the report, of the documents that this house has offered. */
static enum status cite(struct report_making *making)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < making->offer_count && status == STATUS_OK; i++)
        status = cite_offer(making, &making->offers[i]);
    return status;
}

/* ------------------------------------------------------------------------------------------ making */

struct store_options house_report_store_options(void)
{
    return report_store_options(STORE_READ_ONLY);
}

static enum status make(struct report_making *making, const struct house_report_request *request)
{
    struct house_report *report = making->report;
    struct store_head head;
    enum status status = arena_copy_text(making->arena, request->printed_by, &report->printed_by);
    if (status == STATUS_OK)
        status = store_head_of(making->store, making->stream, &head, making->fault);
    if (status != STATUS_OK)
        return status;
    if (head.sequence == 0)
        return fault_set(making->fault, STATUS_INVALID, 0,
                         "the store has no house yet; 'cardroom house init' begins one");
    making->head = head.sequence;
    status = making_each(making, REPORT_HOUSE, 0, STORE_SEQUENCE_MAX, take_house, NULL);
    if (status == STATUS_OK && report->house.length == 0)
        status = fault_set(making->fault, STATUS_INVALID, 0, "the books do not begin with a house");
    if (status == STATUS_OK)
        status = find_period(making);
    if (status == STATUS_OK)
        status = making_each(making, REPORT_OFFER, 0, STORE_SEQUENCE_MAX, take_offer, NULL);
    if (status == STATUS_OK)
        status = cite(making);
    if (status == STATUS_OK) {
        report->asked_by = asked_by(making);
        status = makers[report->kind - house_report_kinds](making);
    }
    if (status == STATUS_OK)
        name_rows(making);
    return status;
}

enum status house_report_make(struct store *store, const struct house_report_request *request,
                              struct arena *arena, struct house_report **report, struct fault *fault)
{
    struct report_making making = {.store = store,
                                   .stream = request->stream.length ? request->stream : text_of("house"),
                                   .arena = arena,
                                   .fault = fault,
                                   .names = &request->names,
                                   .report = ARENA_NEW(arena, struct house_report)};
    CHECK(request->kind >= house_report_kinds && request->kind < house_report_kinds + HOUSE_REPORT_KINDS);
    CHECK(date_is_valid(request->from) && date_is_valid(request->to));
    if (!making.report)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the report");
    *making.report = (struct house_report){
        .kind = request->kind, .from = request->from, .to = request->to, .printed_at = request->printed_at};
    enum status status = store_hold(store, fault);
    if (status == STATUS_OK) {
        status = make(&making, request);
        store_release(store);
    }
    if (status == STATUS_OK)
        *report = making.report;
    return status;
}
