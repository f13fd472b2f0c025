/*
 * The reports about the movement of money: collections, funds, administration, meters.
 */
#include "reports/report_internal.h"

#include "base/check.h"
#include "house/kernel/floor.h"

/* ------------------------------------------------------------------------------------------ collection */

enum {
    COLLECTION_DAY,
    COLLECTION_TABLE,
    COLLECTION_OFFER,
    COLLECTION_HOUR,
    COLLECTION_ROUNDS,
    COLLECTION_FEES,
    COLLECTION_RETURNED,
    COLLECTION_NET
};

static enum status take_collection(struct report_making *making, void *context, struct row_reading *row)
{
    char hour[16], clock[16];
    struct text_out out, shown;
    struct text key = text_of(""), words = text_of("");
    struct date day = read_date(row, "day");
    (void)context;
    if (date_compare(day, making->report->from) < 0 || date_compare(day, making->report->to) > 0)
        return STATUS_OK;
    int64_t begins = read_integer(row, "hour"), fees = read_integer(row, "fees"),
            returned = read_integer(row, "returned");
    struct report_row *to = making_row(making, ROW_PLAIN);
    text_out_init(&out, hour, sizeof hour);
    text_out_add(&out, "%02d:00", (int)(begins % 24));
    text_out_init(&shown, clock, sizeof clock);
    clock_show(&shown, (unsigned)(begins % 24) * 60);
    if (!to || arena_copy_text(making->arena, text_out_text(&out), &key) != STATUS_OK ||
        arena_copy_text(making->arena, text_out_text(&shown), &words) != STATUS_OK)
        return making_failed(making);
    to->cells[COLLECTION_DAY] = cell_date(day);
    to->cells[COLLECTION_TABLE] = cell_text(read_text(row, "game_table"));
    to->cells[COLLECTION_OFFER] = cell_text(making_offer_name(making, read_integer(row, "offer")));
    to->cells[COLLECTION_HOUR] = cell_named(key, words);
    to->cells[COLLECTION_HOUR].coded = true;
    to->cells[COLLECTION_ROUNDS] = cell_count(read_integer(row, "rounds"));
    to->cells[COLLECTION_FEES] = cell_money(fees);
    to->cells[COLLECTION_RETURNED] = cell_money(returned);
    to->cells[COLLECTION_NET] = cell_money(fees - returned);
    return STATUS_OK;
}

struct collected {
    int64_t fees, returned;
};

static void collect(struct collected *sum, const struct report_row *row)
{
    sum->fees += row->cells[COLLECTION_FEES].number;
    sum->returned += row->cells[COLLECTION_RETURNED].number;
}

static enum status end_sum(const struct report_making *making, struct report_row *row, struct collected *sum)
{
    if (!row)
        return making_failed(making);
    row->cells[COLLECTION_FEES] = cell_money(sum->fees);
    row->cells[COLLECTION_RETURNED] = cell_money(sum->returned);
    row->cells[COLLECTION_NET] = cell_money(sum->fees - sum->returned);
    *sum = (struct collected){0};
    return STATUS_OK;
}

/* A gaming day passes midnight: its hours are in the order of time. */
static void order_hours(struct house_report *report)
{
    struct local_time begins;
    if (local_time_of(report->begins, &report->zone, &begins) != STATUS_OK)
        return;
    for (size_t i = 0; i < report->row_count; i++) {
        struct report_cell *hour = &report->rows[i].cells[COLLECTION_HOUR];
        int clock = (hour->key.bytes[0] - '0') * 10 + hour->key.bytes[1] - '0';
        hour->number = (clock + 24 - begins.hour) % 24;
    }
}

static enum status sum_offers(struct report_making *making, const struct report_row *rows, size_t count)
{
    enum status status = STATUS_OK;
    for (size_t offer = 0; offer < making->offer_count && status == STATUS_OK; offer++) {
        struct collected sum = {0};
        bool any = false;
        for (size_t i = 0; i < count; i++)
            if (text_equal(rows[i].cells[COLLECTION_OFFER].text, making->offers[offer].name)) {
                collect(&sum, &rows[i]);
                any = true;
            }
        if (any)
            status =
                end_sum(making,
                        making_sum(making, ROW_SUBTOTAL, "%.*s",
                                   TEXT_ARGUMENTS(making_offer_title(making, making->offers[offer].name))),
                        &sum);
    }
    return status;
}

enum status make_collection(struct report_making *making)
{
    struct house_report *report = making->report;
    struct collected table = {0}, day = {0}, all = {0};
    enum status status =
        making_each(making, REPORT_COLLECTION, making->first, STORE_SEQUENCE_MAX, take_collection, NULL);
    if (status != STATUS_OK || report->row_count == 0)
        return status;
    order_hours(report);
    status = making_sort(making, COLLECTION_ROUNDS);
    const struct report_row *rows = report->rows;
    size_t count = report->row_count;
    report->rows = NULL;
    report->row_count = report->row_room = 0;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct report_row *row = making_row(making, ROW_PLAIN);
        if (!row)
            return making_failed(making);
        *row = rows[i];
        collect(&table, row);
        collect(&day, row);
        collect(&all, row);
        bool day_ends = i + 1 == count || !cell_equal(&rows[i].cells[0], &rows[i + 1].cells[0]);
        bool table_ends = day_ends || !cell_equal(&rows[i].cells[1], &rows[i + 1].cells[1]);
        char date[32];
        struct text_out out;
        text_out_init(&out, date, sizeof date);
        house_report_write_cell(&out, report, &rows[i].cells[0]);
        if (table_ends)
            status = end_sum(making,
                             making_sum(making, ROW_SUBTOTAL, "Table %.*s",
                                        TEXT_ARGUMENTS(rows[i].cells[COLLECTION_TABLE].text)),
                             &table);
        if (day_ends && status == STATUS_OK)
            status = end_sum(making, making_sum(making, ROW_TOTAL, "Gaming day %s", date), &day);
    }
    if (status == STATUS_OK)
        status = sum_offers(making, rows, count);
    return status == STATUS_OK ? end_sum(making, making_sum(making, ROW_TOTAL, "All tables"), &all) : status;
}

/* ------------------------------------------------------------------------------------------ funds */

enum { FUNDS_ACTIVITY, FUNDS_ACCOUNT, FUNDS_MOVEMENT, FUNDS_IN, FUNDS_OUT, FUNDS_BALANCE };

struct account_statement {
    bool known;
    struct text activity, name;
    int64_t balance;                   /* as the table has it */
    int64_t in[REASONS], out[REASONS]; /* in the period */
    int64_t after;                     /* in less out since */
};

struct advance_statement {
    bool known;
    int64_t outstanding, after;
    int64_t advanced, repaid, taken_back;
};

/*
 * The tables hold accounts and advances as of the last event that touched them; the events are undone from there, back to the
 * end of the period and to its beginning.
 */
struct fund_statement {
    struct report_making *making;
    struct account_statement *accounts;
    struct advance_statement *advances;
    uint64_t accounts_at, advances_at; /* the last event that the tables know of */
    struct arena arena;                /* of one event */
};

static enum status take_account(struct report_making *making, void *context, struct row_reading *row)
{
    struct fund_statement *statement = context;
    int64_t id = read_integer(row, "account");
    (void)making;
    if (id < 0 || id >= LEDGER_ACCOUNTS_MAX) {
        row->status = STATUS_INVALID;
        return STATUS_OK;
    }
    statement->accounts[id] = (struct account_statement){.known = true,
                                                         .activity = read_text(row, "activity"),
                                                         .name = read_text(row, "name"),
                                                         .balance = read_integer(row, "balance")};
    if (row->row->sequence > statement->accounts_at)
        statement->accounts_at = row->row->sequence;
    return STATUS_OK;
}

static enum status take_advance(struct report_making *making, void *context, struct row_reading *row)
{
    struct fund_statement *statement = context;
    int64_t offer = read_integer(row, "offer");
    (void)making;
    if (offer < 0 || offer >= FLOOR_OFFERS_MAX) {
        row->status = STATUS_INVALID;
        return STATUS_OK;
    }
    statement->advances[offer] =
        (struct advance_statement){.known = true, .outstanding = read_integer(row, "outstanding")};
    if (row->row->sequence > statement->advances_at)
        statement->advances_at = row->row->sequence;
    return STATUS_OK;
}

static void state_movement(struct fund_statement *statement, const struct movement *movement, bool in_period)
{
    struct account_statement *from = &statement->accounts[movement->from],
                             *to = &statement->accounts[movement->to];
    if (in_period) {
        from->out[movement->reason] += movement->cents;
        to->in[movement->reason] += movement->cents;
    } else {
        from->after -= movement->cents;
        to->after += movement->cents;
    }
}

static void state_advance(struct advance_statement *advance, int64_t cents, bool taken_back, bool in_period)
{
    if (!in_period)
        advance->after += cents;
    else if (cents > 0)
        advance->advanced += cents;
    else if (taken_back)
        advance->taken_back -= cents;
    else
        advance->repaid -= cents;
}

static enum status state_event(struct fund_statement *statement, uint64_t sequence, const struct event *event)
{
    const struct money_rows *money = event_money(event);
    bool in_period = sequence < statement->making->end, strange = false;
    for (uint32_t i = 0; money && i < money->movement_count && sequence <= statement->accounts_at; i++) {
        const struct movement *movement = &money->movements[i];
        if (movement->from < LEDGER_ACCOUNTS_MAX && movement->to < LEDGER_ACCOUNTS_MAX &&
            statement->accounts[movement->from].known && statement->accounts[movement->to].known)
            state_movement(statement, movement, in_period);
        else
            strange = true;
    }
    for (uint32_t i = 0; money && i < money->advance_count && sequence <= statement->advances_at; i++) {
        uint32_t offer = money->advances[i].offer;
        if (offer < FLOOR_OFFERS_MAX && statement->advances[offer].known)
            state_advance(&statement->advances[offer], money->advances[i].cents,
                          i == 0 && money_taken_back(money) > 0, in_period);
        else
            strange = true;
    }
    return strange ? STATUS_INVALID : STATUS_OK;
}

static enum status take_money_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct fund_statement *statement = context;
    struct event event;
    arena_clear(&statement->arena);
    enum status status =
        event_read(record->event.kind, record->event.payload, &statement->arena, &event, fault);
    if (status != STATUS_OK)
        return status;
    status = state_event(statement, record->sequence, &event);
    return status == STATUS_OK
               ? STATUS_OK
               : fault_set(fault, status, 0,
                           "event %llu moves money of an account that is in no table; 'cardroom audit' says "
                           "more",
                           (unsigned long long)record->sequence);
}

static enum status add_movement(struct report_making *making, struct text activity, struct text account,
                                enum row_style style, const char *movement, const int64_t *in,
                                const int64_t *out, const int64_t *balance)
{
    struct report_row *row = making_row(making, style);
    if (!row)
        return making_failed(making);
    row->cells[FUNDS_ACTIVITY] = cell_text(activity);
    row->cells[FUNDS_ACCOUNT] = cell_text(account);
    row->cells[FUNDS_MOVEMENT] = cell_text(text_of(movement));
    if (in && *in != 0)
        row->cells[FUNDS_IN] = cell_money(*in);
    if (out && *out != 0)
        row->cells[FUNDS_OUT] = cell_money(*out);
    if (balance)
        row->cells[FUNDS_BALANCE] = cell_money(*balance);
    return STATUS_OK;
}

/* All accounts together. */
struct fund_totals {
    int64_t opening, in, out, closing;
};

static enum status add_account(struct report_making *making, const struct account_statement *account,
                               struct fund_totals *totals)
{
    int64_t in = 0, out = 0;
    for (unsigned i = 0; i < REASONS; i++) {
        in += account->in[i];
        out += account->out[i];
    }
    int64_t closing = account->balance - account->after, opening = closing - in + out;
    struct text activity = account->activity.length ? account->activity : text_of("the house");
    totals->opening += opening;
    totals->in += in;
    totals->out += out;
    totals->closing += closing;
    if (opening == 0 && closing == 0 && in == 0 && out == 0)
        return STATUS_OK;
    enum status status =
        add_movement(making, activity, account->name, ROW_PLAIN, "opening balance", NULL, NULL, &opening);
    for (unsigned i = 0; i < REASONS && status == STATUS_OK; i++)
        if (account->in[i] != 0 || account->out[i] != 0)
            status = add_movement(making, activity, account->name, ROW_PLAIN,
                                  movement_reason_name((enum movement_reason)i), &account->in[i],
                                  &account->out[i], NULL);
    return status == STATUS_OK ? add_movement(making, activity, account->name, ROW_STRONG, "closing balance",
                                              NULL, NULL, &closing)
                               : status;
}

static enum status add_totals(struct report_making *making, const struct fund_totals *totals)
{
    struct report_row *before = making_sum(making, ROW_SUBTOTAL, "All accounts, opening balance");
    if (!before)
        return making_failed(making);
    before->cells[FUNDS_BALANCE] = cell_money(totals->opening);
    struct report_row *after = making_sum(making, ROW_TOTAL, "All accounts, closing balance");
    if (!after)
        return making_failed(making);
    after->cells[FUNDS_IN] = cell_money(totals->in);
    after->cells[FUNDS_OUT] = cell_money(totals->out);
    after->cells[FUNDS_BALANCE] = cell_money(totals->closing);
    return STATUS_OK;
}

static enum status add_advances(struct report_making *making, struct text offer,
                                const struct advance_statement *advance)
{
    static const char account[] = "advances owed to the house";
    int64_t closing = advance->outstanding - advance->after,
            opening = closing - advance->advanced + advance->repaid + advance->taken_back;
    if (opening == 0 && closing == 0 && advance->advanced == 0 && advance->repaid == 0 &&
        advance->taken_back == 0)
        return STATUS_OK;
    enum status status =
        add_movement(making, offer, text_of(account), ROW_PLAIN, "opening balance", NULL, NULL, &opening);
    const struct {
        const char *movement;
        int64_t in, out;
    } movements[] = {{"advanced", advance->advanced, 0},
                     {"repaid", 0, advance->repaid},
                     {"taken back", 0, advance->taken_back}};
    for (unsigned i = 0; i < sizeof movements / sizeof movements[0] && status == STATUS_OK; i++)
        if (movements[i].in != 0 || movements[i].out != 0)
            status = add_movement(making, offer, text_of(account), ROW_PLAIN, movements[i].movement,
                                  &movements[i].in, &movements[i].out, NULL);
    return status == STATUS_OK ? add_movement(making, offer, text_of(account), ROW_STRONG, "closing balance",
                                              NULL, NULL, &closing)
                               : status;
}

/* Accounts of activities in the order of the activities, those of the house last; then what the house is owed. */
static enum status add_statement(struct report_making *making, const struct fund_statement *statement)
{
    struct fund_totals totals = {0};
    enum status status = STATUS_OK;
    for (unsigned house = 0; house < 2; house++) {
        bool *done = ARENA_ARRAY(making->arena, bool, LEDGER_ACCOUNTS_MAX);
        if (!done)
            return making_failed(making);
        for (unsigned i = 0; i < LEDGER_ACCOUNTS_MAX; i++) {
            const struct account_statement *first = &statement->accounts[i];
            if (!first->known || done[i] || (first->activity.length == 0) != (house == 1))
                continue;
            for (unsigned k = i; k < LEDGER_ACCOUNTS_MAX && status == STATUS_OK; k++)
                if (statement->accounts[k].known && !done[k] &&
                    text_equal(statement->accounts[k].activity, first->activity)) {
                    status = add_account(making, &statement->accounts[k], &totals);
                    done[k] = true;
                }
        }
    }
    if (status == STATUS_OK)
        status = add_totals(making, &totals);
    for (unsigned i = 0; i < FLOOR_OFFERS_MAX && status == STATUS_OK; i++)
        if (statement->advances[i].known)
            status = add_advances(making, making_offer_name(making, i), &statement->advances[i]);
    return status;
}

enum status make_funds(struct report_making *making)
{
    struct fund_statement statement = {
        .making = making,
        .accounts = ARENA_ARRAY(making->arena, struct account_statement, LEDGER_ACCOUNTS_MAX),
        .advances = ARENA_ARRAY(making->arena, struct advance_statement, FLOOR_OFFERS_MAX)};
    if (!statement.accounts || !statement.advances)
        return making_failed(making);
    enum status status = making_each(making, REPORT_ACCOUNT, 0, STORE_SEQUENCE_MAX, take_account, &statement);
    if (status == STATUS_OK)
        status = making_each(making, REPORT_ADVANCE, 0, STORE_SEQUENCE_MAX, take_advance, &statement);
    uint64_t last =
        statement.accounts_at > statement.advances_at ? statement.accounts_at : statement.advances_at;
    if (status != STATUS_OK)
        return status;
    arena_init(&statement.arena, 2 * STORE_PAYLOAD_MAX);
    if (making->first <= last)
        status = store_read(making->store, making->stream, making->first, last, take_money_event, &statement,
                            making->fault);
    arena_release(&statement.arena);
    return status == STATUS_OK ? add_statement(making, &statement) : status;
}

/* ------------------------------------------------------------------------------------------ administration */

enum {
    ADMINISTRATION_DAY,
    ADMINISTRATION_TABLE,
    ADMINISTRATION_OFFER,
    ADMINISTRATION_AT,
    ADMINISTRATION_DUE,
    ADMINISTRATION_TAKEN,
    ADMINISTRATION_REMAINS
};

/* An hour has the fee that is due for it, a close the fee that was taken for the day; both the amount that is still due for
 * the day. */
static enum status take_administration(struct report_making *making, void *context, struct row_reading *row)
{
    (void)context;
    struct instant at = {0};
    if (!read_time(row, "at", &at))
        return STATUS_OK;
    struct report_row *to = making_row(making, ROW_PLAIN);
    if (!to)
        return making_failed(making);
    to->cells[ADMINISTRATION_DAY] = cell_date(read_date(row, "day"));
    to->cells[ADMINISTRATION_TABLE] = cell_text(read_text(row, "game_table"));
    to->cells[ADMINISTRATION_OFFER] = cell_text(making_offer_name(making, read_integer(row, "offer")));
    to->cells[ADMINISTRATION_AT] = cell_time(at);
    if (read_integer(row, "hours") > 0)
        to->cells[ADMINISTRATION_DUE] = cell_money(read_integer(row, "due"));
    else
        to->cells[ADMINISTRATION_TAKEN] = cell_money(read_integer(row, "taken"));
    to->cells[ADMINISTRATION_REMAINS] = cell_money(read_integer(row, "remains"));
    return STATUS_OK;
}

struct administration_sum {
    unsigned hours;
    int64_t due, taken;
};

static void add_to_sum(struct administration_sum *sum, const struct report_row *row)
{
    bool hour = row->cells[ADMINISTRATION_DUE].kind != CELL_EMPTY;
    sum->hours += hour;
    *(hour ? &sum->due : &sum->taken) += row->cells[hour ? ADMINISTRATION_DUE : ADMINISTRATION_TAKEN].number;
}

static enum status add_hours(struct report_making *making, enum row_style style, const char *what,
                             struct text name, const struct administration_sum *sum,
                             struct report_cell remains)
{
    struct report_row *row =
        making_sum(making, style, "%s%s%.*s, %u table hour%s", what, name.length ? " " : "",
                   TEXT_ARGUMENTS(name), sum->hours, sum->hours == 1 ? "" : "s");
    if (!row)
        return making_failed(making);
    row->cells[ADMINISTRATION_DUE] = cell_money(sum->due);
    row->cells[ADMINISTRATION_TAKEN] = cell_money(sum->taken);
    row->cells[ADMINISTRATION_REMAINS] = remains;
    return STATUS_OK;
}

static bool is_of_same_hours(const struct report_row *one, const struct report_row *other)
{
    for (unsigned i = ADMINISTRATION_DAY; i <= ADMINISTRATION_OFFER; i++)
        if (!cell_equal(&one->cells[i], &other->cells[i]))
            return false;
    return true;
}

enum status make_administration(struct report_making *making)
{
    struct house_report *report = making->report;
    enum status status =
        making_each(making, REPORT_ADMINISTRATION, making->first, making->end, take_administration, NULL);
    if (status != STATUS_OK || report->row_count == 0)
        return status;
    status = making_sort(making, ADMINISTRATION_AT + 1);
    const struct report_row *rows = report->rows;
    size_t count = report->row_count;
    struct administration_sum all = {0}, sum = {0};
    report->rows = NULL;
    report->row_count = report->row_room = 0;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct report_row *row = making_row(making, ROW_PLAIN);
        if (!row)
            return making_failed(making);
        *row = rows[i];
        add_to_sum(&sum, row);
        add_to_sum(&all, row);
        if (i + 1 == count || !is_of_same_hours(&rows[i], &rows[i + 1])) {
            status = add_hours(making, ROW_SUBTOTAL, "Table", rows[i].cells[ADMINISTRATION_TABLE].text, &sum,
                               rows[i].cells[ADMINISTRATION_REMAINS]);
            sum = (struct administration_sum){0};
        }
    }
    return status == STATUS_OK ? add_hours(making, ROW_TOTAL, "All tables", text_of(""), &all,
                                           (struct report_cell){.kind = CELL_EMPTY})
                               : status;
}

/* ------------------------------------------------------------------------------------------ readings */

enum { READINGS_DAY, READINGS_OFFER, READINGS_POOL, READINGS_BEGINS, READINGS_ENDS, READINGS_CHANGE };

/* The readings at the start of a day are also those at the end of the day before. Rows come in pairs, and are joined after
 * sorting. */
static enum status take_reading(struct report_making *making, void *context, struct row_reading *row)
{
    struct date day = read_date(row, "day"), of = day;
    struct text offer = making_offer_name(making, read_integer(row, "offer")), pool = read_text(row, "pool");
    int64_t amount = read_integer(row, "amount");
    (void)context;
    for (unsigned cell = READINGS_BEGINS; cell <= READINGS_ENDS; cell++) {
        if (cell == READINGS_ENDS && date_add_days(day, -1, &of) != STATUS_OK)
            continue;
        if (date_compare(of, making->report->from) < 0 || date_compare(of, making->report->to) > 0)
            continue;
        struct report_row *to = making_row(making, ROW_PLAIN);
        if (!to)
            return making_failed(making);
        to->cells[READINGS_DAY] = cell_date(of);
        to->cells[READINGS_OFFER] = cell_text(offer);
        to->cells[READINGS_POOL] = cell_text(pool);
        to->cells[cell] = cell_money(amount);
    }
    return STATUS_OK;
}

enum status make_readings(struct report_making *making)
{
    struct house_report *report = making->report;
    enum status status =
        making_each(making, REPORT_METER_READING, making->first, STORE_SEQUENCE_MAX, take_reading, NULL);
    if (status == STATUS_OK && report->row_count > 0)
        status = making_sort(making, READINGS_BEGINS);
    size_t kept = 0;
    for (size_t i = 0; i < report->row_count && status == STATUS_OK; i++) {
        struct report_row *row = &report->rows[i], *last = kept ? &report->rows[kept - 1] : NULL;
        if (last && cell_equal(&last->cells[0], &row->cells[0]) &&
            cell_equal(&last->cells[1], &row->cells[1]) && cell_equal(&last->cells[2], &row->cells[2])) {
            for (unsigned cell = READINGS_BEGINS; cell <= READINGS_ENDS; cell++)
                if (row->cells[cell].kind != CELL_EMPTY)
                    last->cells[cell] = row->cells[cell];
        } else
            report->rows[kept++] = *row;
    }
    report->row_count = kept;
    for (size_t i = 0; i < kept; i++) {
        struct report_cell *cells = report->rows[i].cells;
        if (cells[READINGS_BEGINS].kind == CELL_MONEY && cells[READINGS_ENDS].kind == CELL_MONEY)
            cells[READINGS_CHANGE] = cell_money(cells[READINGS_ENDS].number - cells[READINGS_BEGINS].number);
    }
    return status;
}
