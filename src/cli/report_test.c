#include "base/money.h"
#include "cli/house_day_test.h"

/* A report of the day as JSON. */
static json_t *report_of(const char *name)
{
    char line[256];
    (void)snprintf(line, sizeof line, "report %s %s --from 2026-11-02 --json", name, the_day.store);
    struct outcome outcome = run_command(&command_report, line);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s: code %d: %s", name, outcome.code, outcome.errors);
    return outcome_document(&outcome);
}

static int64_t number(const json_t *row, const char *column)
{
    return json_integer_value(json_object_get(row, column));
}

static const char *words(const json_t *row, const char *column)
{
    const char *text = json_string_value(json_object_get(row, column));
    return text ? text : "";
}

static int64_t sum_of(const json_t *report, const char *column)
{
    const json_t *rows = json_object_get(report, "rows");
    int64_t sum = 0;
    for (size_t i = 0; i < json_array_size(rows); i++)
        sum += number(json_array_get(rows, i), column);
    return sum;
}

static int64_t last_sum(const json_t *report, const char *column)
{
    const json_t *sums = json_object_get(report, "sums");
    assert_true(json_array_size(sums) > 0);
    return number(json_array_get(sums, json_array_size(sums) - 1), column);
}

/* The reasons of all accounts of the name, as `cardroom explain` has them. */
static json_t *explained(const char *account)
{
    struct outcome shown = house_day_run(&the_day, &command_house, "show", "--json");
    json_t *all = outcome_document(&shown), *found = json_array();
    const json_t *offers = json_object_get(all, "offers");
    for (size_t i = 0; i < json_array_size(offers); i++) {
        char what[160];
        bool first = true; /* offers of one activity have its accounts in common */
        for (size_t k = 0; k < i; k++)
            first = first && strcmp(words(json_array_get(offers, k), "activity"),
                                    words(json_array_get(offers, i), "activity")) != 0;
        if (!first)
            continue;
        (void)snprintf(what, sizeof what, "account \"%s\" %s --json", account,
                       words(json_array_get(offers, i), "offer"));
        struct outcome outcome = house_day_run(&the_day, &command_explain, "", what);
        if (outcome.code != EXIT_CODE_OK)
            continue; /* it has no such account */
        json_t *answer = outcome_document(&outcome);
        assert_int_equal(json_array_extend(found, json_object_get(answer, "reasons")), 0);
        json_decref(answer);
    }
    json_decref(all);
    return found;
}

/* The money in or out for a reason; for all reasons if it is NULL. */
static int64_t sum_for(const json_t *reasons, const char *reason, const char *side)
{
    int64_t sum = 0;
    for (size_t i = 0; i < json_array_size(reasons); i++)
        if (!reason || strcmp(words(json_array_get(reasons, i), "reason"), reason) == 0)
            sum += number(json_array_get(reasons, i), side);
    return sum;
}

static void collections_are_the_fees_of_the_ledger(void **state)
{
    (void)state;
    json_t *report = report_of("collection"), *ledger = explained("fee box");
    assert_int_equal(sum_of(report, "fees"), 3700);
    assert_int_equal(sum_of(report, "fees"), sum_for(ledger, "fee", "in"));
    assert_int_equal(sum_of(report, "returned"), sum_for(ledger, "returned fee", "out"));
    assert_int_equal(last_sum(report, "net"), sum_of(report, "fees") - sum_of(report, "returned"));
    json_decref(ledger);
    json_decref(report);
}

static void the_log_is_what_was_awarded_in_the_ledger(void **state)
{
    (void)state;
    json_t *log = report_of("jackpots"), *unclaimed = report_of("unclaimed");
    json_t *ledger = explained("held");
    int64_t came = sum_for(ledger, NULL, "in"), paid = sum_for(ledger, "payment", "out"),
            back = sum_for(ledger, "adjustment", "out");
    assert_true(came > 0 && paid > 0 && back > 0);
    assert_int_equal(sum_of(log, "amount"), came - back);
    assert_int_equal(last_sum(log, "amount"), came - back);
    assert_int_equal(last_sum(unclaimed, "amount"), came - back - paid);
    json_decref(ledger);
    json_decref(log);
    json_decref(unclaimed);
}

/* As the books have it. */
static const char *key(const json_t *row, const char *name, const char *id)
{
    return words(row, *words(row, id) ? id : name);
}

/* The report ends where the books do: each account holds what `cardroom house show` says. */
static void the_fund_statement_ends_with_what_is_shown(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_house, "show", "--json");
    json_t *all = outcome_document(&outcome), *funds = report_of("funds");
    const json_t *shown = json_object_get(all, "funds"), *rows = json_object_get(funds, "rows");
    size_t found = 0;
    for (size_t i = 0; i < json_array_size(shown); i++) {
        const json_t *account = json_array_get(shown, i);
        const char *activity = words(account, "activity");
        for (size_t k = 0; k < json_array_size(rows); k++) {
            const json_t *row = json_array_get(rows, k);
            if (strcmp(words(row, "movement"), "closing balance") != 0 ||
                strcmp(key(row, "account", "account_id"), words(account, "account")) != 0 ||
                strcmp(key(row, "activity", "activity_id"), *activity ? activity : "the house") != 0)
                continue;
            assert_int_equal(number(row, "balance"), number(account, "balance"));
            found++;
        }
    }
    assert_int_equal(found, json_array_size(shown));
    assert_int_equal(last_sum(funds, "balance"), 0);
    assert_int_equal(last_sum(funds, "in"), last_sum(funds, "out"));
    json_decref(all);
    json_decref(funds);
}

static void administration_and_readings_agree_with_the_ledger(void **state)
{
    (void)state;
    json_t *administration = report_of("administration"), *readings = report_of("readings");
    struct outcome outcome = house_day_run(&the_day, &command_explain, "", "account administration --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *account = outcome_document(&outcome);
    assert_int_equal(sum_of(administration, "taken"), number(account, "amount"));
    json_decref(account);
    outcome = house_day_run(&the_day, &command_explain, "", "meter bonus-hand --json");
    json_t *meter = outcome_document(&outcome);
    const json_t *rows = json_object_get(readings, "rows");
    for (size_t i = 0; i < json_array_size(rows); i++)
        if (strcmp(words(json_array_get(rows, i), "offer"), "bonus-hand") == 0)
            assert_int_equal(number(json_array_get(rows, i), "ends"), number(meter, "amount"));
    json_decref(meter);
    json_decref(administration);
    json_decref(readings);
}

static void a_report_reads_well(void **state)
{
    (void)state;
    char line[256];
    (void)snprintf(line, sizeof line,
                   "report jackpots %s --from 2026-11-02 --by ada --at 2026-11-03T09:00:00-08:00",
                   the_day.store);
    struct outcome outcome = run_command(&command_report, line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output,
               "Lantern Street Card Room\nJackpot and Fixed Prize Log\nGaming day Monday, Nov 2, "
               "2026 (Nov 2, 2026, 6:00 AM to Nov 3, 2026, 6:00 AM PST)\n");
    assert_has(outcome.output, "Ann Lee (1001)      $4,501.29     $5,001.43    $5,000.00  Sam Pike ");
    assert_has(outcome.output, "  -$50.00  ");
    assert_has(outcome.output, "; Bonus Hand Progressive Jackpot v1.1, clause 53; ");
    assert_has(outcome.output, "\nPrinted Nov 3, 2026, 9:00 AM PST by Ada Moss\n");
    /* More rows than one table holds: the heads stand once. */
    (void)snprintf(line, sizeof line, "report funds %s --from 2026-11-02", the_day.store);
    outcome = run_command(&command_report, line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    char *heads = strstr(outcome.output, "Movement");
    assert_non_null(heads);
    assert_null(strstr(heads + 1, "Movement"));
    outcome = run_command(&command_report, "report --list");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "unclaimed");
}

static void a_report_goes_to_a_file_in_any_form(void **state)
{
    static const struct {
        const char *form, *begins;
    } forms[] = {{" --pdf", "%PDF-"},
                 {" --pdf --paper a4", "%PDF-"},
                 {" --html", "<!DOCTYPE html>"},
                 {" --csv", "day,table,"},
                 {" --json", "{"},
                 {"", "Lantern Street Card Room\n"}};
    char line[512], path[128], begins[64] = "";
    (void)state;
    (void)snprintf(path, sizeof path, "%s/report", the_day.folder);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        (void)snprintf(line, sizeof line, "report collection %s --from 2026-11-02 --to 2026-11-30%s -o %s",
                       the_day.store, forms[i].form, path);
        struct outcome outcome = run_command(&command_report, line);
        if (outcome.code != EXIT_CODE_OK)
            fail_msg("%s: %s", line, outcome.errors);
        assert_int_equal(outcome.size, 0);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_true(fread(begins, 1, sizeof begins - 1, file) > 0);
        (void)fclose(file);
        assert_int_equal(strncmp(begins, forms[i].begins, strlen(forms[i].begins)), 0);
        assert_int_equal(unlink(path), 0);
    }
    (void)snprintf(line, sizeof line, "report collection %s --from 2026-11-02 --csv -o %s/none/report",
                   the_day.store, the_day.folder);
    assert_int_equal(run_command(&command_report, line).code, EXIT_CODE_WORLD);
}

static void wrong_words_are_answered(void **state)
{
    static const struct {
        const char *line, *words;
    } wrong[] = {
        {"report", "NAME is missing"},
        {"report funds", "STORE is missing"},
        {"report funds sqlite:x", "--from is missing"},
        {"report fund sqlite:x --from 2026-11-02", "did you mean funds"},
        {"report funds sqlite:x --from 2026-11-31", "column 9"},
        {"report funds sqlite:x --from 2026-11-02 --to today", "column 1"},
        {"report funds sqlite:x --from", "--from needs a value"},
        {"report funds sqlite:x --from 2026-11-02 --csv --pdf", "give only one of --csv"},
        {"report funds sqlite:x --from 2026-11-02 --paper a3", "unknown paper 'a3'"},
        {"report funds sqlite:x --from 2026-11-02 --at noon", "column 1"},
        {"report funds sqlite:x y --from 2026-11-02", "unknown argument 'y'"},
        {"report funds house.db --from 2026-11-02", "sqlite:"},
    };
    char line[256];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(&command_report, wrong[i].line, wrong[i].words);
    (void)snprintf(line, sizeof line, "report funds %s --from 2026-11-03 --to 2026-11-02", the_day.store);
    assert_refused(&command_report, line, "the period ends before it begins");
}

/* ------------------------------------------------------------------------------------------ days outside their range */

/* From noon on a table of four deals so many rounds, each with a dollar of fees; then the gaming day closes. */
static void write_day(FILE *script, unsigned day, unsigned rounds)
{
    (void)fprintf(script, "clock 2026-11-%02uT12:00:00-08:00\n", day);
    for (unsigned i = 0; i < rounds; i++)
        (void)fputs("start-round HE-1 by dana\n", script);
    (void)fprintf(script, "end-round HE-1 by dana\nclock 2026-11-%02uT06:30:00-08:00\n", day + 1);
}

/* Of the fees $35 increase the pools, and the rest goes to the reserve: $99, $100, $5,000 and $5,001. */
static void deal_four_days(const struct house_day *day)
{
    static const unsigned rounds[] = {134, 135, 5035, 5036};
    char path[128], rest[160];
    (void)snprintf(path, sizeof path, "%s/four-days.script", day->folder);
    (void)snprintf(rest, sizeof rest, "%s --quiet", path);
    FILE *script = fopen(path, "w");
    assert_non_null(script);
    (void)fputs(
        "appoint dana role dealer by office\nappoint fay role floor by office\nopen-table HE-1 by fay\n",
        script);
    for (unsigned seat = 1; seat <= 4; seat++)
        (void)fprintf(script, "sit HE-1 seat %u by dana\n", seat);
    for (unsigned i = 0; i < sizeof rounds / sizeof rounds[0]; i++)
        write_day(script, 2 + i, rounds[i]);
    assert_int_equal(fclose(script), 0);
    struct outcome outcome = house_day_run(day, &command_house, "do", rest);
    assert_int_equal(unlink(path), 0);
    assert_has(outcome.output, " done, 0 refused, ");
}

/* bay101/poker-bonus-hand-progressive#61: $100 to $5,000 of a day's fees are expected in the reserve. */
static void a_day_outside_its_range_is_an_exception(void **state)
{
    static const struct {
        unsigned day;
        const char *what, *words; /* NULL: it is as expected */
    } days[] = {{2, "less in fees than expected of a day",
                 "the reserve had $99.00 of fees, and $100.00 to $5,000.00"},
                {3, NULL, NULL},
                {4, NULL, NULL},
                {5, "more in fees than expected of a day",
                 "the reserve had $5,001.00 of fees, and $100.00 to $5,000.00"}};
    struct house_day house;
    (void)state;
    house_day_folder(&house);
    house_day_init(&house);
    deal_four_days(&house);
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        char rest[64];
        (void)snprintf(rest, sizeof rest, "--from 2026-11-%02u --json", days[i].day);
        struct outcome outcome = house_day_run(&house, &command_report, "exceptions", rest);
        json_t *report = outcome_document(&outcome);
        const json_t *rows = json_object_get(report, "rows"), *row = json_array_get(rows, 0);
        assert_int_equal(json_array_size(rows), days[i].what ? 1 : 0);
        if (days[i].what) {
            assert_string_equal(words(row, "what"), days[i].what);
            assert_has(words(row, "words"), days[i].words);
            assert_has(words(row, "words"), "Poker Bonus Hand Progressive Jackpot: ");
            assert_string_equal(words(row, "clause"), "Poker Bonus Hand Progressive Jackpot, clause 61");
            assert_string_equal(words(row, "clause_id"), "bay101/poker-bonus-hand-progressive#61");
            assert_string_equal(words(row, "table"), "");
        }
        json_decref(report);
    }
    assert_int_equal(house_day_run(&house, &command_audit, "", "").code, EXIT_CODE_OK);
    house_day_end(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collections_are_the_fees_of_the_ledger),
        cmocka_unit_test(the_log_is_what_was_awarded_in_the_ledger),
        cmocka_unit_test(the_fund_statement_ends_with_what_is_shown),
        cmocka_unit_test(administration_and_readings_agree_with_the_ledger),
        cmocka_unit_test(a_report_reads_well),
        cmocka_unit_test(a_report_goes_to_a_file_in_any_form),
        cmocka_unit_test(a_day_outside_its_range_is_an_exception),
        cmocka_unit_test(wrong_words_are_answered),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
