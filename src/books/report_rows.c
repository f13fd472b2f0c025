#include "books/report_rows_internal.h"

#include "funds/terms.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/branding.h"
#include "rulebook/vocabulary_paths.h"

struct store_value row_text(struct report_rows *rows, struct text words)
{
    struct text copy = text_of("");
    if (words.length > 0 && arena_copy_text(rows->arena, words, &copy) != STATUS_OK)
        rows->failed = true;
    return (struct store_value){.type = STORE_TEXT, .text = copy};
}

struct store_value row_time(struct report_rows *rows, struct instant at)
{
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    instant_write(&out, at);
    return row_text(rows, text_out_text(&out));
}

struct store_value row_date(struct report_rows *rows, struct date date)
{
    char buffer[DATE_TEXT_SIZE];
    struct text_out out;
    if (date.year == 0)
        return (struct store_value){.type = STORE_NULL};
    text_out_init(&out, buffer, sizeof buffer);
    date_write(&out, date);
    return row_text(rows, text_out_text(&out));
}

struct store_value *report_row_add(struct report_rows *rows, enum report_table table, unsigned event)
{
    CHECK_OP(table, <, REPORT_TABLES);
    CHECK(rows->count == 0 || rows->rows[rows->count - 1].event <= event); /* in the order of the events */
    enum { ROOM_FIRST = 32 };
    if (rows->count == rows->room) {
        size_t room = rows->room ? rows->room * 2 : ROOM_FIRST;
        struct store_row *grown = ARENA_ARRAY(rows->arena, struct store_row, room);
        if (!grown)
            return NULL;
        for (size_t i = 0; i < rows->count; i++)
            grown[i] = rows->rows[i];
        rows->rows = grown;
        rows->room = room;
    }
    struct store_value *values =
        ARENA_ARRAY(rows->arena, struct store_value, report_tables[table].column_count);
    if (values)
        rows->rows[rows->count++] = (struct store_row){.table = table, .event = event, .values = values};
    return values;
}

/* ------------------------------------------------------------------------------------------ incidents, tables */

enum status report_incident_row(struct report_rows *rows, const struct event *event, struct text table,
                                const char *what, struct text clause, struct text words, unsigned index)
{
    struct store_value *row = report_row_add(rows, REPORT_INCIDENT, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = row_time(rows, event->head.at);
    *row++ = row_text(rows, event->head.by);
    *row++ = row_text(rows, table);
    *row++ = row_text(rows, text_of(what));
    *row++ = row_text(rows, clause);
    *row = row_text(rows, words);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* "sensor of seat 2 fails", "keypad works" */
static enum status equipment_row(struct report_rows *rows, const struct event *event, unsigned index)
{
    const struct equipment_reported *reported = EVENT_AS(event, equipment_reported);
    char what[64];
    struct text_out out;
    text_out_init(&out, what, sizeof what);
    text_out_add(&out, "%s", device_words[reported->device]);
    if (reported->seat > 0)
        text_out_add(&out, " of seat %u", reported->seat);
    text_out_add(&out, reported->works ? " works" : " fails");
    return report_incident_row(rows, event, reported->table, what, reported->clause, reported->words, index);
}

static enum status game_table_row(struct report_rows *rows, const struct event *event, unsigned index)
{
    struct store_value *row = report_row_add(rows, REPORT_TABLE, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = row_text(rows, EVENT_AS(event, table_opened)->table);
    row = row_put(row, event->kind == EVENT_TABLE_OPENED);
    *row = row_time(rows, event->head.at);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status patron_row(struct report_rows *rows, const struct event *event, unsigned index)
{
    const struct patron_recorded *patron = EVENT_AS(event, patron_recorded);
    struct store_value *row = report_row_add(rows, REPORT_PATRON, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = row_text(rows, patron->patron);
    *row++ = row_text(rows, patron->name);
    *row++ = row_date(rows, patron->born);
    *row++ = row_constant(employee_words[patron->employee]);
    row = row_put(row, patron->proposition);
    row = row_put(row, patron->excluded);
    *row = row_constant(patron_identity_words[patron->identified]);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* The kind of a report that a document asks for; empty in a document of a log that was tampered with. */
static struct text report_asked(const struct node *row)
{
    const struct node *kind = node_member(row, KEY_KIND);
    return kind && kind->kind == NODE_SCALAR ? kind->scalar : text_of("");
}

/* "funds#53 funds#59": the reports that a document asks for, each with its clause. */
static struct store_value reports_asked(struct report_rows *rows, const struct rulebook *rulebook)
{
    const struct node *asked = node_member(rulebook->data, PART_REPORTS),
                      *first = asked ? asked->first_child : NULL;
    size_t size = 1;
    for (const struct node *row = first; row; row = row->next)
        size += report_asked(row).length + row->origin.clause.length + 1;
    char *bytes = ARENA_ARRAY(rows->arena, char, size);
    struct text_out out;
    rows->failed |= !bytes;
    if (!bytes)
        return row_constant("");
    text_out_init(&out, bytes, size);
    for (const struct node *row = first; row; row = row->next) {
        text_out_add(&out, "%s", row == first ? "" : " ");
        text_out_add_text(&out, report_asked(row));
        text_out_add_text(&out, text_from(row->origin.clause, rulebook->document.identity.length));
    }
    return (struct store_value){.type = STORE_TEXT, .text = text_out_text(&out)};
}

static enum status offer_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                             unsigned index)
{
    CHECK_OP(number, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[number];
    struct store_value *row = report_row_add(rows, REPORT_OFFER, index);
    if (!row)
        return rows->arena->refusal;
    row = row_put(row, number);
    *row++ = row_text(rows, offering->name);
    *row++ = row_text(rows, offering->terms.activity);
    row = row_put(row, offering->posted);
    *row = reports_asked(rows, offering->offer->rulebook);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* Empty if the house has none. */
static struct store_value row_colour(struct report_rows *rows, bool has, struct rgb colour)
{
    char words[RGB_TEXT_SIZE];
    rgb_write(words, colour);
    return row_text(rows, text_of(has ? words : ""));
}

/* The house as it is from an event on that has opened or amended it. */
static enum status house_row(struct report_rows *rows, const struct floor *floor, const struct event *event,
                             unsigned index)
{
    const struct node *address = node_member(floor->house.data, KEY_ADDRESS);
    const struct branding branding = house_branding(&floor->house);
    const bool amended = event->kind == EVENT_HOUSE_AMENDED;
    char minute[] = "hh:mm";
    struct text_out out;
    struct store_value *row = report_row_add(rows, REPORT_HOUSE, index);
    if (!row)
        return rows->arena->refusal;
    text_out_init(&out, minute, sizeof minute);
    text_out_add(&out, "%02u:%02u", floor->business.starts_minute / 60u, floor->business.starts_minute % 60u);
    row = row_put(row, floor->house_number);
    *row++ = row_date(rows, amended ? EVENT_AS(event, house_amended)->from : floor->day);
    *row++ = row_time(rows, event->head.at);
    *row++ = row_text(rows, event->head.by);
    *row++ = row_text(rows, amended ? EVENT_AS(event, house_amended)->authorised_by : text_of(""));
    *row++ = row_text(rows, floor->house.name);
    *row++ = row_text(rows, address && address->kind == NODE_SCALAR ? address->scalar : text_of(""));
    *row++ = row_text(rows, floor->house.zone);
    *row++ = row_text(rows, text_out_text(&out));
    *row++ = row_text(rows, branding.tagline);
    *row++ = row_colour(rows, branding.has_colour, branding.colour);
    *row = row_colour(rows, branding.has_on_dark, branding.on_dark);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status patron_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                               unsigned index)
{
    const struct report_concerned whom = {
        .patron = names_find(&floor->patron_names, EVENT_AS(event, patron_recorded)->patron)};
    enum status status = patron_row(rows, event, index);
    if (status == STATUS_OK)
        status = report_board_rows(rows, floor, &whom, event, index);
    return status == STATUS_OK ? report_points_rows(rows, floor, whom.patron, event, index) : status;
}

static enum status irregularity_rows(struct report_rows *rows, const struct floor *floor,
                                     const struct event *event, unsigned index)
{
    const struct irregularity_noted *noted = EVENT_AS(event, irregularity_noted);
    const struct table *table = floor_table(floor, noted->table);
    enum status status = report_incident_row(rows, event, noted->table, irregularity_words[noted->what],
                                             text_of(""), noted->note, index);
    if (status != STATUS_OK || !table)
        return status;
    const struct report_concerned of = {
        .patron = NAMES_NONE, .table = (uint32_t)(table - floor->tables), .round = noted->round};
    return report_board_rows(rows, floor, &of, event, index);
}

/* The floor was called to a table, or came. */
static enum status call_row(struct report_rows *rows, const struct event *event, const char *what,
                            unsigned index)
{
    const struct table_noted *noted = EVENT_AS(event, table_noted);
    return report_incident_row(rows, event, noted->table, what, text_of(""), noted->note, index);
}

static enum status returned_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct fees_returned *returned = EVENT_AS(event, fees_returned);
    enum status status = report_collection_rows(rows, floor, returned->table, index);
    return status == STATUS_OK ? report_incident_row(rows, event, returned->table, "fees returned",
                                                     text_of(""), returned->reason, index)
                               : status;
}

/* ------------------------------------------------------------------------------------------ the rows of an event */

/* NOLINTNEXTLINE(readability-function-size): one line for each kind of event, so that the compiler stops at one that is missing */
static enum status rows_of_kind(struct report_rows *rows, const struct floor *floor,
                                const struct event *event, unsigned index)
{
    switch (event->kind) {
    case EVENT_OFFER_POSTED:
        return offer_row(rows, floor, EVENT_AS(event, offer_posted)->number, index);
    case EVENT_OFFER_WITHDRAWN:
        return offer_row(rows, floor, EVENT_AS(event, about_offer)->offer, index);
    case EVENT_HOUSE_OPENED:
    case EVENT_HOUSE_AMENDED:
        return house_row(rows, floor, event, index);
    case EVENT_DAY_BEGAN:
        return report_reading_rows(rows, floor, index);
    case EVENT_INCREASED:
        return EVENT_AS(event, pool_changed)->pool.length == 0 ? report_growth_rows(rows, floor, event, index)
                                                               : STATUS_OK;
    case EVENT_HOUR_COMPLETED:
        return report_hour_rows(rows, floor, event, index);
    case EVENT_ADMINISTRATION_TAKEN:
        return report_taken_rows(rows, event, index);
    case EVENT_PATRON_RECORDED:
        return patron_rows(rows, floor, event, index);
    case EVENT_TABLE_OPENED:
    case EVENT_TABLE_CLOSED:
        return game_table_row(rows, event, index);
    case EVENT_EQUIPMENT_REPORTED:
        return equipment_row(rows, event, index);
    case EVENT_IRREGULARITY_NOTED:
        return irregularity_rows(rows, floor, event, index);
    case EVENT_FLOOR_CALLED:
        return call_row(rows, event, "floor called", index);
    case EVENT_CALL_ANSWERED:
        return call_row(rows, event, "call answered", index);
    case EVENT_ROUND_STARTED:
        return report_collection_rows(rows, floor, EVENT_AS(event, round_started)->table, index);
    case EVENT_FEES_RETURNED:
        return returned_rows(rows, floor, event, index);
    case EVENT_HAND_CLAIMED:
        return report_hand_row(rows, floor, EVENT_AS(event, hand_claimed)->hand, event, index);
    case EVENT_HAND_VERIFIED:
        return report_hand_row(rows, floor, EVENT_AS(event, hand_verified)->hand, event, index);
    case EVENT_HAND_ON_BOARD:
        return report_on_board_rows(rows, floor, event, index);
    case EVENT_HAND_REJECTED:
    case EVENT_HAND_WITHDRAWN:
        return report_rejected_rows(rows, floor, event, index);
    case EVENT_AWARDED:
        return report_award_rows(rows, floor, event, index);
    case EVENT_PRIZE_IDENTIFIED:
        return report_prize_row(rows, floor, EVENT_AS(event, prize_identified)->prize, event, index);
    case EVENT_PRIZE_HELD:
    case EVENT_PRIZE_LAPSED:
        return report_prize_row(rows, floor, EVENT_AS(event, prize_changed)->prize, event, index);
    case EVENT_PRIZE_FORFEITED:
        return report_forfeited_rows(rows, floor, event, index);
    case EVENT_PRIZE_PAID:
        return report_prize_row(rows, floor, EVENT_AS(event, prize_paid)->prize, event, index);
    case EVENT_VOUCHER_REDEEMED:
        return report_redemption_row(rows, floor, event, index);
    case EVENT_AWARD_REVERSED:
        return report_reversed_rows(rows, floor, event, index);
    case EVENT_ADJUSTED:
        return report_adjusted_row(rows, floor, event, index);
    /* No table for reports has rows of these but for their money. */
    case EVENT_APPROVALS_FILED:
    case EVENT_DOCUMENT_FILED:
    case EVENT_SEEDED:
    case EVENT_RAISED:
    case EVENT_AMENDMENT_FILED:
    case EVENT_OFFER_FILED:
    case EVENT_CHANGE_WITHDRAWN:
    case EVENT_CHANGE_REFUSED:
    case EVENT_APPOINTED:
    case EVENT_DISMISSED:
    case EVENT_SEATED:
    case EVENT_LEFT:
    case EVENT_BANKED:
    case EVENT_ROUND_ENDED:
    case EVENT_PERIOD_CLOSED:
    case EVENT_TRAY_REIMBURSED:
    case EVENT_CLOCK:
    case EVENT_TIME_CONFIRMED:
    case EVENT_PROGRAM_CHANGED:
    case EVENT_NOTED:
    case EVENT_KINDS:
        break;
    }
    return STATUS_OK;
}

enum status reports_add(struct report_rows *rows, const struct floor *floor, const struct event *event,
                        unsigned number)
{
    CHECK_OP(event->kind, <, EVENT_KINDS);
    const struct money_rows *money = event_money(event);
    enum status status = rows_of_kind(rows, floor, event, number);
    if (status == STATUS_OK && money)
        status = report_money_rows(rows, floor, money, number);
    return status == STATUS_OK && rows->failed ? STATUS_NO_MEMORY : status;
}
