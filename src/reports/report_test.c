/*
 * The reports on both engines, of a house with two jackpots over three gaming days.
 */
#include "books/books_test.h"
#include "reports/report.h"

#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/files.h"
#include "rulebook/vocabulary.h"
#include "rulebook/vocabulary_paths.h"

enum { MEMORY_MAX = 256 << 20 };

struct fixture {
    struct store_place place;
    struct store *store;
    struct arena arena;
    struct fault fault;
};

static void post(struct books *books, const char *activity, const char *document, const char *offer,
                 const char *file)
{
    struct command command = {.kind = COMMAND_POST_OFFER};
    books_file_document(books, activity, document);
    *COMMAND_AS(&command, post_offer) = (struct post_offer){
        .head = {.by = text_of("olga")}, .offer = text_of(offer), .text = books_file(books, file)};
    books_must(books, &command);
}

/*
 * Monday: a royal flush that is paid, a full house that is reversed, a four of a kind that is paid on Tuesday, a fee one
 * second before the day ends. Tuesday: a fee at its first second, and one later; money moved by hand. Wednesday begins.
 */
static void play(struct books *books)
{
    static const char *const lines[] = {
        "open-table BJ-1 by fay",
        "sit BJ-1 seat 1 by dana",
        "sit BJ-1 seat 2 by dana",
        "equipment C4-1 device sensor seat 2 by dana",
        "equipment C4-1 device sensor seat 2 works by dana",
        "start-round C4-1 fees 1,2 by dana",
        "claim-hand C4-1 seat 2 offer bonus-hand by dana",
        "verify-hand 2 cards \"8s 8h 8d 2c 2s\" wager $5 by sam",
        "authorise 2 by sue",
        "reverse 2 reason \"=wrong \\\"seat\\\", <b>\" authorised-by sue by sam",
        "end-round C4-1 by dana",
        "start-round C4-1 fees 1,2 by dana",
        "claim-hand C4-1 seat 2 offer bonus-hand by dana",
        "verify-hand 3 cards \"9s 9h 9d 9c 2s\" wager $5 by sam",
        "authorise 3 by sue",
        "end-round C4-1 by dana",
        "clock 2026-11-03T05:59:59-08:00",
        "start-round BJ-1 fees 1,2 by dana",
        "end-round BJ-1 by dana",
        "clock 2026-11-03T06:00:00-08:00",
        "start-round BJ-1 fees 1 by dana",
        "end-round BJ-1 by dana",
        "clock 2026-11-03T06:00:01-08:00",
        "start-round BJ-1 fees 2 by dana",
        "return-fees BJ-1 reason misdeal authorised-by sue by sam",
        "end-round BJ-1 by dana",
        "pay 3 by cy",
        "adjust bonus-hand from house to reserve amount $12.34 reason count authorised-by sue by olga",
        "clock 2026-11-04T06:00:00-08:00",
    };
    post(books, "bay101/blazing-7s", "rulebooks/bay101/blazing-7s.md", "blazing-7s",
         "houses/demo/offers/blazing-7s.yaml");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(books, lines[i]);
}

/* Wednesday: of three prizes of one award one is paid, one is reversed, and one is forfeited. */
static void play_wednesday(struct books *books)
{
    static const char *const lines[] = {
        "clock 2026-11-04T12:00:00-08:00",
        "register 1007 name Cleo born 1980-01-01 by fay",
        "sit C4-1 seat 4 patron 1007 by dana",
        "start-round C4-1 fees 1,2,4 by dana",
        "claim-hand C4-1 seat 1 offer bonus-hand by dana",
        "claim-hand C4-1 seat 2 offer bonus-hand by dana",
        "claim-hand C4-1 seat 4 offer bonus-hand by dana",
        "verify-hand 4 cards \"2s 3h 4d 5c 6s\" by sam",
        "verify-hand 5 cards \"2h 3d 4c 5s 6h\" by sam",
        "verify-hand 6 cards \"As Qs Ts 8s 7s\" by sam",
        "authorise 4 by sue",
        "pay 4 by cy",
        "reverse 4 prize 5 reason \"wrong seat\" authorised-by sue by sam",
        "exclude 1007 authorised-by sue by sam",
        "forfeit 6 reason \"asked for it\" authorised-by sam by sue",
        "end-round C4-1 by dana",
        "clock 2026-11-05T06:00:00-08:00",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(books, lines[i]);
}

static void begin_with(struct fixture *fixture, void **state, void (*more)(struct books *books))
{
    const bool *postgres = *state;
    const struct store_options options = house_report_store_options();
    struct books books;
    *fixture = (struct fixture){.place = place_make(*postgres, "report_test")};
    books_open(&books, &fixture->place);
    books_begin(&books);
    books_royal_flush(&books);
    play(&books);
    if (more)
        more(&books);
    books_close(&books);
    assert_whole(&fixture->place);
    arena_init(&fixture->arena, MEMORY_MAX);
    if (store_open(text_of(fixture->place.address), &options, &fixture->store, &fixture->fault) != STATUS_OK)
        fail_msg("%s", fixture->fault.words);
}

static void begin(struct fixture *fixture, void **state)
{
    begin_with(fixture, state, NULL);
}

static void end(struct fixture *fixture)
{
    store_close(fixture->store);
    arena_release(&fixture->arena);
    place_remove(&fixture->place);
}

static struct date november(unsigned day)
{
    return (struct date){.year = 2026, .month = 11, .day = (uint8_t)day};
}

static enum status try_report(struct fixture *fixture, const char *name, struct date from, struct date to,
                              struct house_report **report)
{
    const struct house_report_request request = {.kind = house_report_kind(text_of(name)),
                                                 .from = from,
                                                 .to = to,
                                                 .printed_at = {INT64_C(1793800800000)},
                                                 .printed_by = text_of("ada")};
    assert_non_null(request.kind);
    return house_report_make(fixture->store, &request, &fixture->arena, report, &fixture->fault);
}

static struct house_report *report_of(struct fixture *fixture, const char *name, unsigned from, unsigned to)
{
    struct house_report *report = NULL;
    if (try_report(fixture, name, november(from), november(to), &report) != STATUS_OK)
        fail_msg("%s: %s", name, fixture->fault.words);
    return report;
}

static unsigned column_of(const struct house_report *report, const char *name)
{
    unsigned i = 0;
    while (strcmp(report->kind->columns[i].name, name) != 0)
        assert_true(++i < report->kind->column_count);
    return i;
}

static const struct report_cell *cell_at(const struct house_report *report, size_t row, const char *column)
{
    assert_true(row < report->row_count);
    return &report->rows[row].cells[column_of(report, column)];
}

static void assert_text(const struct house_report *report, size_t row, const char *column, const char *words)
{
    char buffer[256];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    house_report_write_cell(&out, report, cell_at(report, row, column));
    assert_string_equal(buffer, words);
}

/* The sum over rows that are no sums. */
static int64_t sum_of(const struct house_report *report, const char *column)
{
    int64_t sum = 0;
    for (size_t i = 0; i < report->row_count; i++)
        if (report->rows[i].style < ROW_SUBTOTAL)
            sum += cell_at(report, i, column)->number;
    return sum;
}

static const struct report_row *sum_row(const struct house_report *report, const char *label)
{
    for (size_t i = 0; i < report->row_count; i++)
        if (text_equal(report->rows[i].label, text_of(label)))
            return &report->rows[i];
    fail_msg("there is no sum '%s'", label);
    return NULL;
}

/* ------------------------------------------------------------------------------------------ the period */

static void a_fee_belongs_to_the_day_on_whose_side_of_the_border_it_was_paid(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *monday = report_of(&fixture, "collection", 2, 2),
                        *tuesday = report_of(&fixture, "collection", 3, 3),
                        *both = report_of(&fixture, "collection", 2, 3);
    unsigned fees = column_of(monday, "fees"), net = column_of(monday, "net");
    /* $2 at 05:59:59 are Monday's; $1 at 06:00:00 and $1 at 06:00:01 are Tuesday's, of which one went back. */
    assert_int_equal(sum_row(monday, "Table BJ-1")->cells[fees].number, 200);
    assert_int_equal(sum_row(tuesday, "Table BJ-1")->cells[fees].number, 200);
    assert_int_equal(sum_row(tuesday, "Table BJ-1")->cells[net].number, 100);
    assert_int_equal(sum_row(monday, "Gaming day Nov 2, 2026")->cells[fees].number, 800);
    assert_int_equal(sum_row(both, "blazing-7s")->cells[fees].number, 400);
    assert_int_equal(sum_row(both, "All tables")->cells[fees].number, 1000);
    assert_int_equal(sum_of(both, "fees"), sum_of(monday, "fees") + sum_of(tuesday, "fees"));
    assert_int_equal(sum_of(both, "fees"), sum_row(both, "All tables")->cells[fees].number);
    assert_false(monday->unfinished);
    assert_true(report_of(&fixture, "collection", 4, 4)->unfinished);
    end(&fixture);
}

static void the_hours_of_a_day_stand_in_the_order_in_which_they_come(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct books books;
    store_close(fixture.store);
    books_open(&books, &fixture.place);
    static const char *const lines[] = {
        "clock 2026-11-04T23:30:00-08:00", "start-round BJ-1 fees 1 by dana", "end-round BJ-1 by dana",
        "clock 2026-11-05T01:30:00-08:00", "start-round BJ-1 fees 1 by dana", "end-round BJ-1 by dana",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(&books, lines[i]);
    books_close(&books);
    const struct store_options options = house_report_store_options();
    assert_int_equal(store_open(text_of(fixture.place.address), &options, &fixture.store, &fixture.fault),
                     STATUS_OK);
    struct house_report *report = report_of(&fixture, "collection", 4, 4);
    assert_text(report, 0, "hour", "11:00 PM");
    assert_text(report, 1, "hour", "1:00 AM");
    end(&fixture);
}

static void a_period_that_cannot_be_is_refused(void **state)
{
    struct fixture fixture;
    struct house_report *report = NULL;
    begin(&fixture, state);
    assert_int_equal(try_report(&fixture, "funds", november(3), november(2), &report), STATUS_RANGE);
    assert_non_null(strstr(fixture.fault.words, "ends before it begins"));
    const struct date last = {.year = 9999, .month = 12, .day = 31};
    assert_int_equal(try_report(&fixture, "funds", november(3), last, &report), STATUS_RANGE);
    assert_null(report);
    /* Before the books begin, and behind their end, nothing happened. */
    for (unsigned i = 0; i < HOUSE_REPORT_KINDS; i++) {
        const char *name = house_report_kinds[i].name;
        bool stands = strcmp(name, "funds") == 0;
        assert_int_equal(report_of(&fixture, name, 1, 1)->row_count, stands ? 2 : 0);
        if (!stands && strcmp(name, "unclaimed") != 0)
            assert_int_equal(report_of(&fixture, name, 20, 21)->row_count, 0);
    }
    end(&fixture);
}

static void a_store_without_a_house_is_refused(void **state)
{
    const bool *postgres = *state;
    struct fixture fixture = {.place = place_make(*postgres, "report_test")};
    struct store_options options = house_report_store_options();
    struct house_report *report = NULL;
    options.mode = STORE_CREATE;
    arena_init(&fixture.arena, MEMORY_MAX);
    assert_int_equal(store_open(text_of(fixture.place.address), &options, &fixture.store, &fixture.fault),
                     STATUS_OK);
    assert_int_equal(try_report(&fixture, "funds", november(2), november(2), &report), STATUS_INVALID);
    assert_non_null(strstr(fixture.fault.words, "no house yet"));
    end(&fixture);
}

static void a_report_that_is_too_long_is_refused_as_a_whole(void **state)
{
    struct fixture fixture;
    struct house_report *report = NULL;
    begin(&fixture, state);
    arena_release(&fixture.arena);
    arena_init(&fixture.arena, 1 << 16);
    assert_int_equal(try_report(&fixture, "funds", november(2), november(3), &report), STATUS_NO_SPACE);
    assert_null(report);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ money */

/* Q3; returns the sum of what accounts hold afterwards, by their rows. */
static void assert_balances(const struct house_report *report)
{
    unsigned balance = column_of(report, "balance");
    int64_t held = 0, opening = 0, closing = 0, in = 0, out = 0;
    bool accounts = true;
    for (size_t i = 0; i < report->row_count; i++) {
        const struct report_row *row = &report->rows[i];
        if (row->style >= ROW_SUBTOTAL) {
            accounts = false; /* what follows is owed, and is on no account */
            continue;
        }
        int64_t number = row->cells[balance].number;
        if (row->cells[balance].kind == CELL_MONEY && row->style == ROW_PLAIN) {
            held = number;
            opening += accounts ? number : 0;
        } else if (row->style == ROW_STRONG) {
            assert_int_equal(held, number);
            closing += accounts ? number : 0;
        } else {
            int64_t came = cell_at(report, i, "in")->number, went = cell_at(report, i, "out")->number;
            held += came - went;
            in += accounts ? came : 0;
            out += accounts ? went : 0;
        }
    }
    assert_int_equal(opening, 0);
    assert_int_equal(closing, 0);
    assert_int_equal(in, out);
    assert_int_equal(sum_row(report, "All accounts, opening balance")->cells[balance].number, 0);
    assert_int_equal(sum_row(report, "All accounts, closing balance")->cells[balance].number, 0);
    assert_int_equal(sum_row(report, "All accounts, closing balance")->cells[column_of(report, "in")].number,
                     in);
}

/* What stands in a row of an account; 0 if there is no such row. */
/* As the books have it. */
static struct text key_at(const struct house_report *report, size_t row, const char *column)
{
    const struct report_cell *cell = cell_at(report, row, column);
    return cell->key.length > 0 ? cell->key : cell->text;
}

static int64_t in_statement(const struct house_report *report, const char *activity, const char *account,
                            const char *movement, const char *column)
{
    for (size_t i = 0; i < report->row_count; i++)
        if (text_equal(key_at(report, i, "activity"), text_of(activity)) &&
            text_equal(key_at(report, i, "account"), text_of(account)) &&
            text_equal(key_at(report, i, "movement"), text_of(movement)))
            return cell_at(report, i, column)->number;
    return 0;
}

static void the_fund_statement_balances_and_each_day_goes_on_where_the_last_ended(void **state)
{
    static const char activity[] = "bay101/bonus-hand-progressive-v1-1",
                      owed[] = "advances owed to the house";
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *days[4];
    for (unsigned day = 2; day <= 5; day++) {
        days[day - 2] = report_of(&fixture, "funds", day, day);
        assert_balances(days[day - 2]);
    }
    assert_balances(report_of(&fixture, "funds", 2, 4));
    static const char *const accounts[] = {"prize pool", "reserve", "held", "fee box"};
    for (size_t i = 0; i < sizeof accounts / sizeof accounts[0]; i++) {
        assert_int_equal(in_statement(days[0], activity, accounts[i], "opening balance", "balance"), 0);
        for (unsigned day = 0; day < 3; day++)
            assert_int_equal(
                in_statement(days[day], activity, accounts[i], "closing balance", "balance"),
                in_statement(days[day + 1], activity, accounts[i], "opening balance", "balance"));
    }
    /* The seed, the royal flush and the four of a kind were more than the reserve had. */
    assert_int_equal(in_statement(days[0], "bonus-hand", owed, "opening balance", "balance"), 0);
    assert_true(in_statement(days[0], "bonus-hand", owed, "advanced", "in") > 0);
    assert_int_equal(in_statement(days[0], "bonus-hand", owed, "closing balance", "balance"),
                     in_statement(days[1], "bonus-hand", owed, "opening balance", "balance"));
    end(&fixture);
}

/* The keeper's floor, as of the end of the books. */
static void the_statement_of_the_last_day_ends_with_the_ledger(void **state)
{
    struct fixture fixture;
    struct books books;
    begin(&fixture, state);
    struct house_report *report = report_of(&fixture, "funds", 2, 4);
    books_open_with(&books, &fixture.place, &(struct keeper_options){.mode = STORE_READ_ONLY});
    const struct floor *floor = keeper_floor(books.keeper);
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        char activity[128], name[128];
        (void)snprintf(activity, sizeof activity, "%.*s",
                       TEXT_ARGUMENTS(account->activity.length ? account->activity : text_of("the house")));
        (void)snprintf(name, sizeof name, "%.*s", TEXT_ARGUMENTS(account->name));
        assert_int_equal(in_statement(report, activity, name, "closing balance", "balance"),
                         account->balance);
        for (unsigned reason = 0; reason < REASONS; reason++) {
            const char *words = movement_reason_name((enum movement_reason)reason);
            assert_int_equal(in_statement(report, activity, name, words, "in"), account->in[reason]);
            assert_int_equal(in_statement(report, activity, name, words, "out"), account->out[reason]);
        }
    }
    for (unsigned i = 0; i < floor->offering_count; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%.*s", TEXT_ARGUMENTS(floor->offerings[i].name));
        assert_int_equal(
            in_statement(report, name, "advances owed to the house", "closing balance", "balance"),
            funds_advances(&floor->offerings[i].funds));
    }
    books_close(&books);
    end(&fixture);
}

static void administration_is_what_came_to_its_account(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *report = report_of(&fixture, "administration", 2, 3),
                        *funds = report_of(&fixture, "funds", 2, 3);
    int64_t came = in_statement(funds, "the house", "administration", "administration", "in");
    assert_true(came > 0);
    assert_int_equal(sum_of(report, "taken"), came);
    /* C4-1 opened at noon, and the offer runs from ten to two: fourteen hours on Monday, sixteen on Tuesday. */
    struct house_report *monday = report_of(&fixture, "administration", 2, 2);
    const struct report_row *hours = sum_row(monday, "Table C4-1, 14 table hours");
    unsigned due = column_of(monday, "due"), taken = column_of(monday, "taken");
    assert_int_equal(hours->cells[due].number, 14000);
    assert_int_equal(hours->cells[taken].number + hours->cells[column_of(monday, "remains")].number, 14000);
    struct house_report *tuesday = report_of(&fixture, "administration", 3, 3);
    assert_int_equal(sum_row(tuesday, "Table C4-1, 16 table hours")->cells[due].number, 16000);
    assert_int_equal(sum_of(monday, "due") + sum_of(tuesday, "due"), sum_of(report, "due"));
    end(&fixture);
}

static void a_day_is_read_at_its_beginning_and_at_its_end(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *report = report_of(&fixture, "readings", 2, 4),
                        *funds = report_of(&fixture, "funds", 3, 3);
    assert_int_equal(report->row_count, 6); /* two pools, three days */
    /* The books began on Monday, and Wednesday is not over. */
    assert_int_equal(cell_at(report, 0, "begins")->kind, CELL_EMPTY);
    assert_int_equal(cell_at(report, 5, "ends")->kind, CELL_EMPTY);
    assert_text(report, 2, "day", "Nov 3, 2026");
    assert_text(report, 2, "offer", "blazing-7s");
    assert_int_equal(cell_at(report, 0, "ends")->number, cell_at(report, 2, "begins")->number);
    assert_int_equal(cell_at(report, 2, "begins")->number,
                     in_statement(funds, "bay101/blazing-7s", "prize pool", "opening balance", "balance"));
    assert_int_equal(cell_at(report, 2, "ends")->number,
                     in_statement(funds, "bay101/blazing-7s", "prize pool", "closing balance", "balance"));
    assert_int_equal(cell_at(report, 2, "change")->number, 11); /* of one fee that stayed */
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ prizes */

static void the_log_has_every_award_and_takes_back_what_was_reversed(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *log = report_of(&fixture, "jackpots", 2, 2);
    assert_text(log, 0, "for", "royal flush");
    assert_text(log, 0, "table", "C4-1");
    assert_text(log, 0, "round", "1");
    assert_text(log, 0, "patron", "Ann Lee (1001)");
    assert_text(log, 0, "verified_by", "sam");
    assert_text(log, 0, "authorised_by", "sue");
    assert_text(log, 0, "state", "paid");
    assert_text(log, 0, "paid_by", "cy");
    assert_text(log, 0, "paid_at", "Nov 2, 2026, 12:00 PM");
    assert_text(log, 0, "meter", "$5,000.22");
    assert_text(log, 0, "meter_after", "$5,000.00");
    assert_text(log, 1, "for", "full house");
    assert_text(log, 1, "amount", "$50.00");
    assert_text(log, 1, "state", "reversed");
    assert_text(log, 2, "amount", "-$50.00");
    assert_text(log, 2, "state", "back-out");
    assert_text(log, 2, "verified_by", "sam");
    assert_text(log, 2, "authorised_by", "sue");
    assert_text(log, 3, "amount", "$300.00");
    struct house_report *funds = report_of(&fixture, "funds", 2, 2);
    static const char activity[] = "bay101/bonus-hand-progressive-v1-1";
    int64_t awarded = in_statement(funds, activity, "held", "award", "in") -
                      in_statement(funds, activity, "held", "adjustment", "out");
    assert_int_equal(sum_of(log, "amount"), awarded);
    assert_int_equal(report_of(&fixture, "jackpots", 3, 4)->row_count, 0);
    end(&fixture);
}

static void what_waited_when_the_period_ended_is_unclaimed_though_it_was_paid_since(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *monday = report_of(&fixture, "unclaimed", 2, 2),
                        *funds = report_of(&fixture, "funds", 2, 2);
    assert_int_equal(monday->row_count, 2);
    assert_text(monday, 0, "prize", "3");
    assert_text(monday, 0, "state", "paid since");
    assert_text(monday, 0, "amount", "$300.00");
    assert_int_equal(sum_of(monday, "amount"), in_statement(funds, "bay101/bonus-hand-progressive-v1-1",
                                                            "held", "closing balance", "balance"));
    assert_int_equal(report_of(&fixture, "unclaimed", 3, 3)->row_count, 0);
    end(&fixture);
}

static void what_vouchers_have_paid_and_what_is_left_of_them_is_told(void **state)
{
    struct fixture fixture;
    struct books books;
    begin(&fixture, state);
    store_close(fixture.store);
    books_open(&books, &fixture.place);
    books_do(&books, "clock 2026-11-05T12:00:00-08:00");
    unsigned prize = books_journey(&books);
    books_do_numbered(&books, "redeem %u for airfare cost $700 by cy", prize);
    books_do_numbered(&books, "redeem %u for \"hotel night\" count 3 cost $120 by cy", prize);
    books_close(&books);
    const struct store_options options = house_report_store_options();
    assert_int_equal(store_open(text_of(fixture.place.address), &options, &fixture.store, &fixture.fault),
                     STATUS_OK);
    struct house_report *report = report_of(&fixture, "vouchers", 5, 5);
    assert_int_equal(report->row_count, 3);
    assert_text(report, 0, "voucher", "travel voucher");
    assert_text(report, 0, "patron", "Ann Lee (1001)");
    assert_text(report, 0, "offer", "journey");
    assert_text(report, 0, "for", "airfare");
    assert_text(report, 0, "paid", "$700.00");
    assert_text(report, 0, "left", "$300.00");
    assert_text(report, 1, "for", "hotel night");
    assert_text(report, 1, "count", "3");
    assert_text(report, 1, "cost", "$120.00");
    assert_text(report, 1, "paid", "$240.00");
    assert_text(report, 1, "winner_pays", "$120.00");
    assert_text(report, 1, "left", "$60.00");
    assert_text(report, 1, "by", "cy");
    assert_text(report, 1, "clause", "hawaiian-gardens/shuffle-master-classic-qualifier#34");
    assert_text(report, 2, "paid", "$940.00");
    assert_text(report, 2, "winner_pays", "$120.00");
    struct house_report *funds = report_of(&fixture, "funds", 5, 5);
    assert_int_equal(in_statement(funds, "the house", "winners", "redemption", "in"), 94000);
    assert_int_equal(report_of(&fixture, "vouchers", 2, 4)->row_count, 0);
    end(&fixture);
}

/* Each with its own persons and its own amount, though they are of one award. */
static void what_is_reversed_alone_and_what_is_forfeited_are_in_the_reports(void **state)
{
    struct fixture fixture;
    begin_with(&fixture, state, play_wednesday);
    struct house_report *report = report_of(&fixture, "adjustments", 4, 4),
                        *log = report_of(&fixture, "jackpots", 4, 4);
    assert_int_equal(report->row_count, 2);
    assert_text(report, 0, "what", "prize reversed");
    assert_text(report, 0, "award", "4");
    assert_text(report, 0, "amount", "$30.00");
    assert_text(report, 0, "by", "sam");
    assert_text(report, 1, "what", "prize forfeited");
    assert_text(report, 1, "award", "4");
    assert_text(report, 1, "from", "prizes to pay");
    assert_text(report, 1, "to", "reserve");
    assert_text(report, 1, "amount", "$40.00");
    assert_text(report, 1, "by", "sue");
    assert_text(report, 1, "authorised_by", "sam");
    assert_text(log, 0, "state", "paid");
    assert_text(log, 1, "state", "reversed");
    assert_text(log, 2, "state", "back-out");
    assert_text(log, 2, "amount", "-$30.00");
    assert_text(log, 2, "verified_by", "sam");
    assert_text(log, 2, "authorised_by", "sue");
    assert_text(log, 3, "state", "forfeited");
    assert_int_equal(report_of(&fixture, "unclaimed", 4, 4)->row_count, 0);
    end(&fixture);
}

static void adjustments_name_both_persons_and_the_reason(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *report = report_of(&fixture, "adjustments", 2, 3);
    assert_int_equal(report->row_count, 2);
    assert_text(report, 0, "what", "award reversed");
    assert_text(report, 0, "award", "2");
    assert_text(report, 0, "amount", "$50.00");
    assert_text(report, 1, "what", "moved by hand");
    assert_text(report, 1, "from", "house");
    assert_text(report, 1, "to", "reserve");
    assert_text(report, 1, "amount", "$12.34");
    assert_text(report, 1, "by", "olga");
    assert_text(report, 1, "authorised_by", "sue");
    assert_text(report, 1, "reason", "count");
    end(&fixture);
}

static void exceptions_have_devices_and_fees_that_went_back(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *monday = report_of(&fixture, "exceptions", 2, 2),
                        *tuesday = report_of(&fixture, "exceptions", 3, 3);
    assert_int_equal(monday->row_count, 2);
    assert_text(monday, 0, "what", "sensor of seat 2 fails");
    assert_text(monday, 1, "what", "sensor of seat 2 works");
    assert_text(monday, 0, "clause", "bay101/bonus-hand-progressive-v1-1#15");
    assert_int_equal(tuesday->row_count, 1);
    assert_text(tuesday, 0, "what", "fees returned");
    assert_text(tuesday, 0, "words", "misdeal");
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ writing */

static struct text written(struct fixture *fixture, const struct house_report *report,
                           enum report_format format, enum report_paper paper)
{
    struct text bytes = text_of("");
    if (house_report_write(report, format, paper, &fixture->arena, &bytes, &fixture->fault) != STATUS_OK)
        fail_msg("%s", fixture->fault.words);
    return bytes;
}

static void assert_contains(struct text text, const char *words)
{
    if (!text_contains(text, text_of(words)))
        fail_msg("\"%s\" is not in \"%.*s\"", words, TEXT_ARGUMENTS(text));
}

static void csv_is_quoted_and_is_no_formula(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct text csv =
        written(&fixture, report_of(&fixture, "adjustments", 2, 3), REPORT_FORMAT_CSV, REPORT_PAPER_A4);
    assert_true(
        text_starts_with(csv, text_of("time,what,offer,award,from,to,amount,by,authorised_by,reason\r\n")));
    assert_contains(csv, "2026-11-02T12:00:00-08:00,award reversed,bonus-hand,2,,,50.00,sam,sue,"
                         "\"'=wrong \"\"seat\"\", <b>\"\r\n");
    assert_contains(csv, ",moved by hand,bonus-hand,,house,reserve,12.34,olga,sue,count\r\n");
    csv = written(&fixture, report_of(&fixture, "jackpots", 2, 2), REPORT_FORMAT_CSV, REPORT_PAPER_A4);
    assert_contains(csv, ",-50.00,");
    assert_false(text_contains(csv, text_of("Offer"))); /* no sums */
    end(&fixture);
}

static void json_has_cents_and_tells_rows_from_sums(void **state)
{
    static const struct document_limits limits = {.size_max = 1 << 20, .depth_max = 8};
    struct fixture fixture;
    begin(&fixture, state);
    const struct house_report *report = report_of(&fixture, "collection", 2, 3);
    struct text bytes = written(&fixture, report, REPORT_FORMAT_JSON, REPORT_PAPER_A4);
    json_t *document = NULL;
    assert_int_equal(document_parse(bytes, &limits, &document, &fixture.fault), STATUS_OK);
    json_t *rows = json_object_get(document, "rows"), *sums = json_object_get(document, "sums");
    assert_int_equal(json_array_size(rows) + json_array_size(sums), report->row_count);
    assert_string_equal(json_string_value(json_object_get(document, "begins")), "2026-11-02T06:00:00-08:00");
    assert_string_equal(json_string_value(json_object_get(document, "printed_by")), "ada");
    int64_t fees = 0;
    for (size_t i = 0; i < json_array_size(rows); i++)
        fees += json_integer_value(json_object_get(json_array_get(rows, i), "fees"));
    assert_int_equal(fees, 1000);
    json_t *last = json_array_get(sums, json_array_size(sums) - 1);
    assert_string_equal(json_string_value(json_object_get(last, "of")), "All tables");
    assert_int_equal(json_integer_value(json_object_get(last, "fees")), 1000);
    json_decref(document);
    end(&fixture);
}

/* People read titles and names; programs find the keys beside them. */
static void names_are_shown_and_keys_are_kept(void **state)
{
    static const struct document_limits limits = {.size_max = 1 << 20, .depth_max = 8};
    struct fixture fixture;
    struct books books;
    json_t *document = NULL;
    begin(&fixture, state);
    struct house_report_request request = {.kind = house_report_kind(text_of("jackpots")),
                                           .from = november(2),
                                           .to = november(2),
                                           .printed_at = {INT64_C(1793800800000)},
                                           .printed_by = text_of("sam")};
    struct house_report *report = NULL;
    books_open_with(&books, &fixture.place, &(struct keeper_options){.mode = STORE_READ_ONLY});
    assert_int_equal(report_names_of(keeper_floor(books.keeper), &fixture.arena, &request.names), STATUS_OK);
    books_close(&books);
    const struct report_name people[] = {{text_of("sam"), text_of("Sam Okafor")}};
    request.names.people = people;
    request.names.person_count = 1;
    if (house_report_make(fixture.store, &request, &fixture.arena, &report, &fixture.fault) != STATUS_OK)
        fail_msg("%s", fixture.fault.words);
    assert_text(report, 0, "offer", "Bonus Hand Progressive Jackpot v1.1");
    assert_text(report, 0, "verified_by", "Sam Okafor");
    assert_text(report, 0, "authorised_by", "sue"); /* nobody has said how she is called */
    assert_text(report, 0, "clause", "29");
    assert_non_null(sum_row(report, "Bonus Hand Progressive Jackpot v1.1"));
    assert_true(text_equal(report->printed_by, text_of("Sam Okafor")));
    struct text page = written(&fixture, report, REPORT_FORMAT_HTML, REPORT_PAPER_A4);
    assert_contains(page,
                    "Required by Bonus Hand Progressive Jackpot v1.1, clause 53; Blazing 7s Progressive "
                    "Jackpot, clause 31");
    assert_false(text_contains(page, text_of("bay101/")));
    assert_false(text_contains(page, text_of("bonus-hand")));
    assert_contains(written(&fixture, report, REPORT_FORMAT_CSV, REPORT_PAPER_A4),
                    "bay101/bonus-hand-progressive-v1-1#29");
    struct text bytes = written(&fixture, report, REPORT_FORMAT_JSON, REPORT_PAPER_A4);
    assert_int_equal(document_parse(bytes, &limits, &document, &fixture.fault), STATUS_OK);
    const json_t *row = json_array_get(json_object_get(document, "rows"), 0);
    assert_string_equal(json_string_value(json_object_get(row, "offer_id")), "bonus-hand");
    assert_string_equal(json_string_value(json_object_get(row, "patron_id")), "1001");
    assert_string_equal(json_string_value(json_object_get(row, "verified_by_id")), "sam");
    assert_string_equal(json_string_value(json_object_get(row, "clause_id")),
                        "bay101/bonus-hand-progressive-v1-1#29");
    json_decref(document);
    end(&fixture);
}

static void a_page_shows_texts_as_they_are(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct text page =
        written(&fixture, report_of(&fixture, "adjustments", 2, 3), REPORT_FORMAT_HTML, REPORT_PAPER_A4);
    assert_contains(page, "=wrong &quot;seat&quot;, &lt;b&gt;");
    assert_contains(page, "<th scope=\"col\">Authorised by</th>");
    assert_contains(page, "Printed Nov 4, 2026, 6:00 AM PST by ada");
    assert_contains(page, "bay101/blazing-7s, clauses 59 and 72");
    assert_false(text_contains(page, text_of("hawaiian-gardens/"))); /* nothing of theirs is offered */
    assert_false(text_contains(page, text_of("<script")));
    page = written(&fixture, report_of(&fixture, "jackpots", 4, 4), REPORT_FORMAT_HTML, REPORT_PAPER_A4);
    assert_contains(page, "Nothing was recorded in this period.");
    end(&fixture);
}

static void a_report_on_paper_is_the_same_each_time(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    for (unsigned i = 0; i < HOUSE_REPORT_KINDS; i++) {
        const struct house_report *report = report_of(&fixture, house_report_kinds[i].name, 2, 4);
        struct text letter = written(&fixture, report, REPORT_FORMAT_PDF, REPORT_PAPER_LETTER),
                    again = written(&fixture, report, REPORT_FORMAT_PDF, REPORT_PAPER_LETTER),
                    a4 = written(&fixture, report, REPORT_FORMAT_PDF, REPORT_PAPER_A4);
        assert_true(text_starts_with(letter, text_of("%PDF-")));
        assert_true(text_equal(letter, again));
        assert_false(text_equal(letter, a4));
    }
    end(&fixture);
}

/* A row with more words than a sheet holds, among two hundred others. */
static void long_rows_go_on_on_the_next_sheet(void **state)
{
    enum { ROWS = 200, WORDS = 30000 };
    static char words[WORDS];
    struct fixture fixture;
    begin(&fixture, state);
    struct house_report *report = report_of(&fixture, "exceptions", 2, 3);
    for (size_t i = 0; i + 1 < sizeof words; i++)
        words[i] = i % 7 == 6 ? ' ' : 'w';
    struct report_row *rows = ARENA_ARRAY(&fixture.arena, struct report_row, ROWS);
    assert_non_null(rows);
    for (size_t i = 0; i < ROWS; i++)
        rows[i] = report->rows[0];
    struct report_cell cells[HOUSE_REPORT_COLUMNS_MAX];
    for (unsigned i = 0; i < report->kind->column_count; i++)
        cells[i] = report->rows[0].cells[i];
    cells[column_of(report, "words")] = (struct report_cell){.kind = CELL_TEXT, .text = text_of(words)};
    rows[100].cells = cells;
    report->rows = rows;
    report->row_count = ROWS;
    struct text pdf = written(&fixture, report, REPORT_FORMAT_PDF, REPORT_PAPER_LETTER);
    assert_true(pdf.length > 50000);
    end(&fixture);
}

static void memory_that_runs_out_is_told(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    const struct house_report *report = report_of(&fixture, "funds", 2, 3);
    for (unsigned format = REPORT_FORMAT_CSV; format <= REPORT_FORMAT_PDF; format++) {
        struct arena small;
        struct text bytes;
        arena_init(&small, 4096);
        assert_int_equal(house_report_write(report, (enum report_format)format, REPORT_PAPER_A4, &small,
                                            &bytes, &fixture.fault),
                         STATUS_NO_SPACE);
        arena_release(&small);
    }
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ clauses */

/* Every report that a document can require can be made. */
static void every_report_has_its_word_in_the_vocabulary(void **state)
{
    (void)state;
    const char *const *words =
        vocabulary_key_find(vocabulary_part_find(PART_REPORT), text_of(KEY_KIND))->type->words;
    unsigned count = 0;
    for (; words[count]; count++)
        if (!house_report_kind(text_of(words[count])))
            fail_msg("there is no report %s", words[count]);
    assert_int_equal(count, HOUSE_REPORT_KINDS);
}

static void a_report_names_the_clauses_of_the_documents_that_ask_for_it(void **state)
{
    static const char *const clauses[] = {"bay101/bonus-hand-progressive-v1-1#15",
                                          "bay101/bonus-hand-progressive-v1-1#109", "bay101/blazing-7s#11"};
    struct fixture fixture;
    begin(&fixture, state);
    const struct house_report *report = report_of(&fixture, "exceptions", 2, 2);
    assert_int_equal(report->clause_count, sizeof clauses / sizeof clauses[0]);
    for (unsigned i = 0; i < report->clause_count; i++)
        assert_string_equal(report->clauses[i].bytes, clauses[i]);
    assert_int_equal(report_of(&fixture, "vouchers", 2, 2)->clause_count, 0);
    end(&fixture);
}

/* From Thursday the house has another name and address, and its day begins at four. */
static void amend(struct books *books)
{
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    struct text text = books_file(books, "houses/demo/house.yaml");
    char changed[64 * 1024];
    struct text_out out;
    text_out_init(&out, changed, sizeof changed);
    text_out_add(&out, "name: Lamp Street Card Room\n"
                       "time zone: America/Los_Angeles\n"
                       "business day: 04:00\n"
                       "address: 2 Lamp Street\n"
                       "branding: {tagline: By the lamp <1931>, colour: \"#7A1F3D\"}\n");
    const char *rest = strstr(text.bytes, "\napprovals:");
    assert_non_null(rest);
    text_out_add_text(&out, text_from(text, (size_t)(rest - text.bytes)));
    *COMMAND_AS(&command, amend_house) = (struct amend_house){.head = {.by = text_of("olga")},
                                                              .text = text_out_text(&out),
                                                              .from = november(5),
                                                              .authorised_by = text_of("sue")};
    books_must(books, &command);
    books_do(books, "reject-hand 2 reason \"wrong seat\" by sam");
    books_do(books, "clock 2026-11-06T06:00:00-08:00");
}

static void a_report_has_the_house_of_its_last_day(void **state)
{
    struct fixture fixture;
    begin_with(&fixture, state, amend);
    const struct house_report *before = report_of(&fixture, "collection", 2, 4),
                              *after = report_of(&fixture, "collection", 2, 5);
    assert_true(text_equal(before->house, text_of("Lantern Street Card Room")));
    assert_true(text_equal(before->address, text_of("1 Lantern Street")));
    assert_true(text_equal(after->house, text_of("Lamp Street Card Room")));
    assert_true(text_equal(after->address, text_of("2 Lamp Street")));
    assert_int_equal(after->end.ms - before->end.ms, 22 * 60 * 60 * 1000);
    assert_int_equal(before->tagline.length, 0);
    assert_false(before->accents.light.set);
    assert_true(text_equal(after->tagline, text_of("By the lamp <1931>")));
    const struct text page = written(&fixture, after, REPORT_FORMAT_HTML, REPORT_PAPER_A4),
                      plain = written(&fixture, before, REPORT_FORMAT_HTML, REPORT_PAPER_A4);
    assert_contains(page, "By the lamp &lt;1931&gt;");
    assert_contains(page, "--accent:#7a1f3d");
    assert_false(text_contains(plain, text_of("#7a1f3d")));
    assert_contains(written(&fixture, after, REPORT_FORMAT_PDF, REPORT_PAPER_A4), "%PDF");
    end(&fixture);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_has_the_house_of_its_last_day),
        cmocka_unit_test(a_fee_belongs_to_the_day_on_whose_side_of_the_border_it_was_paid),
        cmocka_unit_test(the_hours_of_a_day_stand_in_the_order_in_which_they_come),
        cmocka_unit_test(a_period_that_cannot_be_is_refused),
        cmocka_unit_test(a_store_without_a_house_is_refused),
        cmocka_unit_test(a_report_that_is_too_long_is_refused_as_a_whole),
        cmocka_unit_test(the_fund_statement_balances_and_each_day_goes_on_where_the_last_ended),
        cmocka_unit_test(the_statement_of_the_last_day_ends_with_the_ledger),
        cmocka_unit_test(administration_is_what_came_to_its_account),
        cmocka_unit_test(a_day_is_read_at_its_beginning_and_at_its_end),
        cmocka_unit_test(the_log_has_every_award_and_takes_back_what_was_reversed),
        cmocka_unit_test(what_waited_when_the_period_ended_is_unclaimed_though_it_was_paid_since),
        cmocka_unit_test(what_vouchers_have_paid_and_what_is_left_of_them_is_told),
        cmocka_unit_test(adjustments_name_both_persons_and_the_reason),
        cmocka_unit_test(what_is_reversed_alone_and_what_is_forfeited_are_in_the_reports),
        cmocka_unit_test(exceptions_have_devices_and_fees_that_went_back),
        cmocka_unit_test(csv_is_quoted_and_is_no_formula),
        cmocka_unit_test(json_has_cents_and_tells_rows_from_sums),
        cmocka_unit_test(names_are_shown_and_keys_are_kept),
        cmocka_unit_test(a_page_shows_texts_as_they_are),
        cmocka_unit_test(a_report_on_paper_is_the_same_each_time),
        cmocka_unit_test(long_rows_go_on_on_the_next_sheet),
        cmocka_unit_test(memory_that_runs_out_is_told),
        cmocka_unit_test(every_report_has_its_word_in_the_vocabulary),
        cmocka_unit_test(a_report_names_the_clauses_of_the_documents_that_ask_for_it),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
