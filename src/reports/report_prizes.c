/*
 * The reports about actions of people: awards, pending prizes, vouchers, adjustments, exceptions.
 */
#include "reports/report_internal.h"

#include "base/check.h"
#include "house/kernel/names.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

/* ------------------------------------------------------------------------------------------ awards */

struct award_found {
    uint64_t sequence;
    struct instant at;
    struct text table, verified_by, authorised_by, clause;
    int64_t round;
    struct report_cell meter, meter_after;
};

/* Award number n is awards[n - 1]. */
struct award_list {
    struct award_found *awards;
    size_t count, room;
    struct names patrons; /* whose names are wanted */
    struct text *named;   /* "Ann Lee (1001)", by their number */
};

static enum status take_award(struct report_making *making, void *context, struct row_reading *row)
{
    enum { ROOM_FIRST = 64 };
    struct award_list *list = context;
    if (read_integer(row, "award") != (int64_t)list->count + 1) {
        row->status = STATUS_INVALID; /* they are numbered without gaps */
        return STATUS_OK;
    }
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : ROOM_FIRST;
        struct award_found *grown = ARENA_ARRAY(making->arena, struct award_found, room);
        if (!grown)
            return making_failed(making);
        for (size_t i = 0; i < list->count; i++)
            grown[i] = list->awards[i];
        list->awards = grown;
        list->room = room;
    }
    struct award_found *award = &list->awards[list->count++];
    *award = (struct award_found){.sequence = row->row->sequence,
                                  .table = read_text(row, "game_table"),
                                  .round = read_integer(row, "round"),
                                  .verified_by = read_text(row, "verified_by"),
                                  .authorised_by = read_text(row, "authorised_by"),
                                  .clause = read_text(row, "clause")};
    if (read_text(row, "pool").length > 0) {
        award->meter = read_money(row, "meter");
        award->meter_after = read_money(row, "meter_after");
    }
    (void)read_time(row, "at", &award->at);
    return STATUS_OK;
}

/* Every award until the end of the period: a prize that is reversed or pending may have been won long before. */
static enum status find_awards(struct report_making *making, struct award_list *list)
{
    names_init(&list->patrons, making->arena);
    return making_each(making, REPORT_AWARD, 1, making->end, take_award, list);
}

/* NULL if the award came after the period, or the row is damaged. */
static const struct award_found *award_of(const struct award_list *list, struct row_reading *row)
{
    int64_t number = read_integer(row, "award");
    return number >= 1 && (uint64_t)number <= list->count ? &list->awards[number - 1] : NULL;
}

/* ------------------------------------------------------------------------------------------ patrons */

/* The club number now; the name is put before it when all are known. */
static enum status want_patron(struct report_making *making, struct award_list *list, struct text number)
{
    uint32_t unused;
    if (number.length == 0 || names_add(&list->patrons, number, &unused) == STATUS_OK)
        return STATUS_OK;
    return making_failed(making);
}

static enum status take_patron(struct report_making *making, void *context, struct row_reading *row)
{
    struct award_list *list = context;
    struct text number = read_text(row, "patron"), name = read_text(row, "name");
    uint32_t at = names_find(&list->patrons, number);
    if (at == NAMES_NONE || name.length == 0)
        return STATUS_OK;
    struct growing words = {.arena = making->arena};
    growing_add(&words, name);
    growing_say(&words, " (");
    growing_add(&words, number);
    growing_say(&words, ")");
    list->named[at] = growing_text(&words);
    return words.status == STATUS_OK ? STATUS_OK : making_failed(making);
}

static enum status name_patrons(struct report_making *making, struct award_list *list, unsigned column)
{
    struct house_report *report = making->report;
    if (list->patrons.count == 0)
        return STATUS_OK;
    list->named = ARENA_ARRAY(making->arena, struct text, list->patrons.count);
    if (!list->named)
        return making_failed(making);
    enum status status = making_each(making, REPORT_PATRON, 0, STORE_SEQUENCE_MAX, take_patron, list);
    for (size_t i = 0; i < report->row_count && status == STATUS_OK; i++) {
        struct report_cell *cell = &report->rows[i].cells[column];
        uint32_t at = cell->kind == CELL_TEXT ? names_find(&list->patrons, cell->text) : NAMES_NONE;
        if (at != NAMES_NONE && list->named[at].length > 0)
            *cell = cell_named(cell->text, list->named[at]);
    }
    return status;
}

/* "royal flush", "table share (2 tickets)" */
static struct text share_of(struct report_making *making, struct row_reading *row)
{
    struct text share = read_text(row, "share"), thing = read_text(row, "thing");
    char count[24];
    struct text_out out;
    if (thing.length == 0)
        return share;
    text_out_init(&out, count, sizeof count);
    text_out_add(&out, "%lld ", (long long)read_integer(row, "things"));
    struct growing words = {.arena = making->arena};
    growing_add(&words, share);
    growing_say(&words, share.length ? " (" : "(");
    growing_add(&words, text_out_text(&out));
    growing_add(&words, thing);
    growing_say(&words, ")");
    if (words.status != STATUS_OK)
        row->status = words.status;
    return growing_text(&words);
}

/* ------------------------------------------------------------------------------------------ jackpots */

enum {
    JACKPOTS_TIME,
    JACKPOTS_AWARD,
    JACKPOTS_TABLE,
    JACKPOTS_ROUND,
    JACKPOTS_OFFER,
    JACKPOTS_FOR,
    JACKPOTS_PATRON,
    JACKPOTS_AMOUNT,
    JACKPOTS_METER,
    JACKPOTS_METER_AFTER,
    JACKPOTS_VERIFIED,
    JACKPOTS_AUTHORISED,
    JACKPOTS_STATE,
    JACKPOTS_PAID_BY,
    JACKPOTS_PAID_AT,
    JACKPOTS_CLAUSE
};

/* The common cells of the rows of an award and of its reversal. */
static struct report_row *jackpot_row(struct report_making *making, struct award_list *list,
                                      const struct award_found *award, struct row_reading *prize)
{
    struct text patron = read_text(prize, "patron");
    struct report_row *row = making_row(making, ROW_PLAIN);
    if (!row || want_patron(making, list, patron) != STATUS_OK)
        return NULL;
    row->cells[JACKPOTS_AWARD] = cell_count(read_integer(prize, "award"));
    row->cells[JACKPOTS_TABLE] = cell_text(award->table);
    if (award->round > 0)
        row->cells[JACKPOTS_ROUND] = cell_count(award->round);
    row->cells[JACKPOTS_OFFER] = cell_text(making_offer_name(making, read_integer(prize, "offer")));
    row->cells[JACKPOTS_FOR] = cell_text(share_of(making, prize));
    row->cells[JACKPOTS_PATRON] = cell_text(patron);
    row->cells[JACKPOTS_CLAUSE] = cell_text(read_text(prize, "clause"));
    return row;
}

static bool is_state(struct text state, const char *word)
{
    return text_equal(state, text_of(word));
}

static enum status add_awarded(struct report_making *making, struct award_list *list,
                               const struct award_found *award, struct row_reading *prize)
{
    struct report_row *row = jackpot_row(making, list, award, prize);
    struct text state = read_text(prize, "state");
    struct instant paid;
    if (!row)
        return making_failed(making);
    row->cells[JACKPOTS_TIME] = cell_time(award->at);
    row->cells[JACKPOTS_AMOUNT] = cell_money(read_integer(prize, "cents"));
    row->cells[JACKPOTS_METER] = award->meter;
    row->cells[JACKPOTS_METER_AFTER] = award->meter_after;
    row->cells[JACKPOTS_VERIFIED] = cell_text(award->verified_by);
    row->cells[JACKPOTS_AUTHORISED] = cell_text(award->authorised_by);
    row->cells[JACKPOTS_STATE] = cell_named(state, state);
    if (is_state(state, "paid") && read_time(prize, "settled_at", &paid)) {
        row->cells[JACKPOTS_PAID_BY] = cell_text(read_text(prize, "settled_by"));
        row->cells[JACKPOTS_PAID_AT] = cell_time(paid);
    }
    return STATUS_OK;
}

/* The authoriser is in the table of adjustments, and is filled in there. */
static enum status add_reversed(struct report_making *making, struct award_list *list,
                                const struct award_found *award, struct row_reading *prize)
{
    struct report_row *row = jackpot_row(making, list, award, prize);
    struct instant at = {0};
    if (!row)
        return making_failed(making);
    (void)read_time(prize, "settled_at", &at);
    row->cells[JACKPOTS_TIME] = cell_time(at);
    row->cells[JACKPOTS_AMOUNT] = cell_money(-read_integer(prize, "cents"));
    row->cells[JACKPOTS_STATE] = cell_text(text_of("back-out"));
    row->sequence = prize->row->sequence;
    return STATUS_OK;
}

static enum status take_jackpot(struct report_making *making, void *context, struct row_reading *row)
{
    struct award_list *list = context;
    const struct award_found *award = award_of(list, row);
    enum status status = STATUS_OK;
    if (!award)
        return STATUS_OK;
    if (award->sequence >= making->first)
        status = add_awarded(making, list, award, row);
    if (status == STATUS_OK && is_state(read_text(row, "state"), "reversed") &&
        row->row->sequence >= making->first && row->row->sequence < making->end)
        status = add_reversed(making, list, award, row);
    return status;
}

/* The two persons of a back-out are in the columns of those of an award. */
static enum status take_persons(struct report_making *making, void *context, struct row_reading *row)
{
    struct house_report *report = making->report;
    struct text by = read_text(row, "by_person"), second = read_text(row, "authorised_by");
    (void)context;
    for (size_t i = 0; i < report->row_count; i++) {
        struct report_cell *cells = report->rows[i].cells;
        if (report->rows[i].sequence == row->row->sequence &&
            is_state(cells[JACKPOTS_STATE].text, "back-out")) {
            cells[JACKPOTS_VERIFIED] = cell_text(by);
            cells[JACKPOTS_AUTHORISED] = cell_text(second);
        }
    }
    return STATUS_OK;
}

static enum status sum_jackpots(struct report_making *making)
{
    struct house_report *report = making->report;
    size_t count = report->row_count;
    int64_t all = 0;
    for (size_t offer = 0; offer < making->offer_count; offer++) {
        int64_t sum = 0;
        unsigned prizes = 0;
        for (size_t i = 0; i < count; i++)
            if (text_equal(report->rows[i].cells[JACKPOTS_OFFER].text, making->offers[offer].name)) {
                sum += report->rows[i].cells[JACKPOTS_AMOUNT].number;
                prizes++;
            }
        all += sum;
        struct text title = making_offer_title(making, making->offers[offer].name);
        struct report_row *row =
            prizes ? making_sum(making, ROW_SUBTOTAL, "%.*s", TEXT_ARGUMENTS(title)) : NULL;
        if (prizes && !row)
            return making_failed(making);
        if (row)
            row->cells[JACKPOTS_AMOUNT] = cell_money(sum);
    }
    struct report_row *total = making_sum(making, ROW_TOTAL, "All awards, less those reversed");
    if (!total)
        return making_failed(making);
    total->cells[JACKPOTS_AMOUNT] = cell_money(all);
    return STATUS_OK;
}

enum status make_jackpots(struct report_making *making)
{
    struct award_list list = {0};
    enum status status = find_awards(making, &list);
    if (status == STATUS_OK)
        status = making_each(making, REPORT_PRIZE, making->first, STORE_SEQUENCE_MAX, take_jackpot, &list);
    if (status != STATUS_OK || making->report->row_count == 0)
        return status;
    status = making_each(making, REPORT_ADJUSTMENT, making->first, making->end, take_persons, NULL);
    if (status == STATUS_OK)
        status = name_patrons(making, &list, JACKPOTS_PATRON);
    if (status == STATUS_OK)
        status = making_sort(making, JACKPOTS_AWARD);
    return status == STATUS_OK ? sum_jackpots(making) : status;
}

/* ------------------------------------------------------------------------------------------ unclaimed */

enum {
    UNCLAIMED_PRIZE,
    UNCLAIMED_AWARD,
    UNCLAIMED_AWARDED,
    UNCLAIMED_OFFER,
    UNCLAIMED_TABLE,
    UNCLAIMED_FOR,
    UNCLAIMED_PATRON,
    UNCLAIMED_AMOUNT,
    UNCLAIMED_DEADLINE,
    UNCLAIMED_DAYS,
    UNCLAIMED_STATE,
    UNCLAIMED_CLAUSE
};

/* The state of the prize after the period; the state itself if it is still pending. */
static struct text state_since(struct text state)
{
    return is_state(state, "paid")        ? text_of("paid since")
           : is_state(state, "lapsed")    ? text_of("lapsed since")
           : is_state(state, "forfeited") ? text_of("forfeited since")
           : is_state(state, "reversed")  ? text_of("reversed since")
                                          : state;
}

static enum status take_unclaimed(struct report_making *making, void *context, struct row_reading *row)
{
    struct award_list *list = context;
    const struct award_found *award = award_of(list, row);
    struct text state = read_text(row, "state"), since = state_since(state);
    bool settled = !text_equal(state, since);
    if (!award || (settled && row->row->sequence < making->end))
        return STATUS_OK;
    struct text patron = read_text(row, "patron");
    struct report_row *to = making_row(making, ROW_PLAIN);
    struct instant lapses;
    if (!to || want_patron(making, list, patron) != STATUS_OK)
        return making_failed(making);
    to->cells[UNCLAIMED_PRIZE] = cell_count(read_integer(row, "prize"));
    to->cells[UNCLAIMED_AWARD] = cell_count(read_integer(row, "award"));
    to->cells[UNCLAIMED_AWARDED] = cell_time(award->at);
    to->cells[UNCLAIMED_OFFER] = cell_text(making_offer_name(making, read_integer(row, "offer")));
    to->cells[UNCLAIMED_TABLE] = cell_text(award->table);
    to->cells[UNCLAIMED_FOR] = cell_text(share_of(making, row));
    to->cells[UNCLAIMED_PATRON] = cell_text(patron);
    to->cells[UNCLAIMED_AMOUNT] = cell_money(read_integer(row, "cents"));
    if (read_time(row, "lapses_at", &lapses)) {
        int64_t left = (lapses.ms - making->report->end.ms) / DAY_MS;
        to->cells[UNCLAIMED_DEADLINE] = cell_time(lapses);
        to->cells[UNCLAIMED_DAYS] = cell_count(left > 0 ? left : 0);
    }
    to->cells[UNCLAIMED_STATE] = cell_text(since);
    to->cells[UNCLAIMED_CLAUSE] = cell_text(read_text(row, "clause"));
    return STATUS_OK;
}

enum status make_unclaimed(struct report_making *making)
{
    struct house_report *report = making->report;
    struct award_list list = {0};
    int64_t all = 0;
    enum status status = find_awards(making, &list);
    if (status == STATUS_OK)
        status = making_each(making, REPORT_PRIZE, 1, STORE_SEQUENCE_MAX, take_unclaimed, &list);
    if (status == STATUS_OK)
        status = name_patrons(making, &list, UNCLAIMED_PATRON);
    if (status != STATUS_OK || report->row_count == 0)
        return status;
    for (size_t i = 0; i < report->row_count; i++)
        all += report->rows[i].cells[UNCLAIMED_AMOUNT].number;
    struct report_row *total = making_sum(making, ROW_TOTAL, "All unclaimed prizes");
    if (!total)
        return making_failed(making);
    total->cells[UNCLAIMED_AMOUNT] = cell_money(all);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ vouchers */

enum {
    VOUCHERS_TIME,
    VOUCHERS_PRIZE,
    VOUCHERS_OFFER,
    VOUCHERS_THING,
    VOUCHERS_PATRON,
    VOUCHERS_FOR,
    VOUCHERS_COUNT,
    VOUCHERS_COST,
    VOUCHERS_PAID,
    VOUCHERS_WINNER_PAYS,
    VOUCHERS_LEFT,
    VOUCHERS_BY,
    VOUCHERS_CLAUSE
};

static enum status take_redemption(struct report_making *making, void *context, struct row_reading *row)
{
    struct award_list *list = context;
    struct instant at = {0};
    struct text patron = read_text(row, "patron");
    struct report_row *to = making_row(making, ROW_PLAIN);
    if (!to || want_patron(making, list, patron) != STATUS_OK)
        return making_failed(making);
    (void)read_time(row, "at", &at);
    to->cells[VOUCHERS_TIME] = cell_time(at);
    to->cells[VOUCHERS_PRIZE] = cell_count(read_integer(row, "prize"));
    to->cells[VOUCHERS_OFFER] = cell_text(making_offer_name(making, read_integer(row, "offer")));
    to->cells[VOUCHERS_THING] = cell_text(read_text(row, "thing"));
    to->cells[VOUCHERS_PATRON] = cell_text(patron);
    to->cells[VOUCHERS_FOR] = cell_text(read_text(row, "cost"));
    to->cells[VOUCHERS_COUNT] = cell_count(read_integer(row, "units"));
    to->cells[VOUCHERS_COST] = cell_money(read_integer(row, "unit_price"));
    to->cells[VOUCHERS_PAID] = cell_money(read_integer(row, "cents"));
    to->cells[VOUCHERS_WINNER_PAYS] = cell_money(read_integer(row, "winner_pays"));
    to->cells[VOUCHERS_LEFT] = cell_money(read_integer(row, "remains"));
    to->cells[VOUCHERS_BY] = cell_text(read_text(row, "by_person"));
    to->cells[VOUCHERS_CLAUSE] = cell_text(read_text(row, "clause"));
    return STATUS_OK;
}

enum status make_vouchers(struct report_making *making)
{
    struct house_report *report = making->report;
    struct award_list list = {0};
    int64_t paid = 0, own = 0;
    names_init(&list.patrons, making->arena);
    enum status status =
        making_each(making, REPORT_REDEMPTION, making->first, making->end, take_redemption, &list);
    if (status == STATUS_OK)
        status = name_patrons(making, &list, VOUCHERS_PATRON);
    if (status != STATUS_OK || report->row_count == 0)
        return status;
    for (size_t i = 0; i < report->row_count; i++) {
        paid += report->rows[i].cells[VOUCHERS_PAID].number;
        own += report->rows[i].cells[VOUCHERS_WINNER_PAYS].number;
    }
    struct report_row *total = making_sum(making, ROW_TOTAL, "All vouchers");
    if (!total)
        return making_failed(making);
    total->cells[VOUCHERS_PAID] = cell_money(paid);
    total->cells[VOUCHERS_WINNER_PAYS] = cell_money(own);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ adjustments */

enum {
    ADJUSTMENTS_TIME,
    ADJUSTMENTS_WHAT,
    ADJUSTMENTS_OFFER,
    ADJUSTMENTS_AWARD,
    ADJUSTMENTS_FROM,
    ADJUSTMENTS_TO,
    ADJUSTMENTS_AMOUNT,
    ADJUSTMENTS_BY,
    ADJUSTMENTS_SECOND,
    ADJUSTMENTS_REASON
};

static enum status take_adjustment(struct report_making *making, void *context, struct row_reading *row)
{
    struct instant at = {0};
    int64_t award = read_integer(row, "award");
    struct report_row *to = making_row(making, ROW_PLAIN);
    (void)context;
    if (!to)
        return making_failed(making);
    (void)read_time(row, "at", &at);
    to->sequence = row->row->sequence;
    to->cells[ADJUSTMENTS_TIME] = cell_time(at);
    to->cells[ADJUSTMENTS_WHAT] = cell_text(read_text(row, "what"));
    to->cells[ADJUSTMENTS_OFFER] = cell_text(making_offer_name(making, read_integer(row, "offer")));
    if (award > 0)
        to->cells[ADJUSTMENTS_AWARD] = cell_count(award);
    to->cells[ADJUSTMENTS_FROM] = cell_text(read_text(row, "from_account"));
    to->cells[ADJUSTMENTS_TO] = cell_text(read_text(row, "to_account"));
    to->cells[ADJUSTMENTS_AMOUNT] = cell_money(award > 0 ? 0 : read_integer(row, "cents"));
    to->cells[ADJUSTMENTS_BY] = cell_text(read_text(row, "by_person"));
    to->cells[ADJUSTMENTS_SECOND] = cell_text(read_text(row, "authorised_by"));
    to->cells[ADJUSTMENTS_REASON] = cell_text(read_text(row, "reason"));
    return STATUS_OK;
}

/* A reversed or forfeited award counts with its prizes; the fund statement shows if more money moved back. */
static enum status take_prizes_of_it(struct report_making *making, void *context, struct row_reading *row)
{
    struct house_report *report = making->report;
    int64_t cents = read_integer(row, "cents");
    struct text state = read_text(row, "state");
    (void)context;
    if (!is_state(state, "reversed") && !is_state(state, "forfeited"))
        return STATUS_OK;
    for (size_t i = 0; i < report->row_count; i++)
        if (report->rows[i].sequence == row->row->sequence)
            report->rows[i].cells[ADJUSTMENTS_AMOUNT].number += cents;
    return STATUS_OK;
}

enum status make_adjustments(struct report_making *making)
{
    enum status status =
        making_each(making, REPORT_ADJUSTMENT, making->first, making->end, take_adjustment, NULL);
    if (status == STATUS_OK && making->report->row_count > 0)
        status = making_each(making, REPORT_PRIZE, making->first, making->end, take_prizes_of_it, NULL);
    return status;
}

/* ------------------------------------------------------------------------------------------ exceptions */

enum {
    EXCEPTIONS_TIME,
    EXCEPTIONS_TABLE,
    EXCEPTIONS_WHAT,
    EXCEPTIONS_BY,
    EXCEPTIONS_WORDS,
    EXCEPTIONS_CLAUSE
};

static enum status take_incident(struct report_making *making, void *context, struct row_reading *row)
{
    struct instant at = {0};
    struct report_row *to = making_row(making, ROW_PLAIN);
    (void)context;
    if (!to)
        return making_failed(making);
    (void)read_time(row, "at", &at);
    to->cells[EXCEPTIONS_TIME] = cell_time(at);
    to->cells[EXCEPTIONS_TABLE] = cell_text(read_text(row, "game_table"));
    to->cells[EXCEPTIONS_WHAT] = cell_text(read_text(row, "what"));
    to->cells[EXCEPTIONS_BY] = cell_text(read_text(row, "by_person"));
    to->cells[EXCEPTIONS_WORDS] = cell_text(read_text(row, "words"));
    to->cells[EXCEPTIONS_CLAUSE] = cell_text(read_text(row, "clause"));
    return STATUS_OK;
}

enum status make_exceptions(struct report_making *making)
{
    return making_each(making, REPORT_INCIDENT, making->first, making->end, take_incident, NULL);
}
