#include "base/check.h"
#include "books/keeper.h"
#include "cli/house_day_test.h"
#include "funds/terms.h"
#include "house/cage/cage_shapes.h"
#include "house/setup/offers.h"

/* The rows of `house show`. */
static json_t *shown(void)
{
    struct outcome outcome = house_day_run(&the_day, &command_house, "show", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    return outcome_document(&outcome);
}

static const char *cell(const json_t *row, const char *column)
{
    const char *text = json_string_value(json_object_get(row, column));
    assert_non_null(text);
    return text;
}

/* In less out of a list is the amount. */
static int64_t sum_of(const json_t *list)
{
    int64_t sum = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        sum += json_integer_value(json_object_get(json_array_get(list, i), "in")) -
               json_integer_value(json_object_get(json_array_get(list, i), "out"));
    return sum;
}

/* Explains, and compares with the cents that are shown, if any. */
static void assert_adds_up(const char *what, const json_t *shown)
{
    struct outcome outcome = house_day_run(&the_day, &command_explain, "", what);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s: code %d: %s", what, outcome.code, outcome.errors);
    json_t *answer = outcome_document(&outcome);
    assert_true(json_is_true(json_object_get(answer, "adds_up")));
    int64_t cents = json_integer_value(json_object_get(answer, "amount"));
    assert_int_equal(sum_of(json_object_get(answer, "reasons")), cents);
    assert_int_equal(sum_of(json_object_get(answer, "clauses")), cents);
    if (shown) {
        assert_true(json_is_integer(shown));
        assert_int_equal(json_integer_value(shown), cents);
    }
    json_decref(answer);
}

static void every_meter_adds_up(void **state)
{
    (void)state;
    json_t *all = shown(), *meters = json_object_get(all, "meters");
    assert_true(json_array_size(meters) > 10);
    for (size_t i = 0; i < json_array_size(meters); i++) {
        const json_t *meter = json_array_get(meters, i);
        char what[160];
        (void)snprintf(what, sizeof what, "meter %s \"%s\" --json", cell(meter, "offer"),
                       cell(meter, "pool"));
        assert_adds_up(what, json_object_get(meter, "meter"));
        (void)snprintf(what, sizeof what, "advances %s --json", cell(meter, "offer"));
        assert_adds_up(what, json_object_get(meter, "advances"));
    }
    json_decref(all);
}

/* The name of an offer of the activity. */
static const char *offer_of(const json_t *offers, const char *activity)
{
    for (size_t i = 0; i < json_array_size(offers); i++)
        if (strcmp(cell(json_array_get(offers, i), "activity"), activity) == 0)
            return cell(json_array_get(offers, i), "offer");
    fail_msg("nobody offers %s", activity);
    return "";
}

static void every_account_adds_up(void **state)
{
    (void)state;
    json_t *all = shown(), *accounts = json_object_get(all, "funds");
    assert_true(json_array_size(accounts) > 10);
    for (size_t i = 0; i < json_array_size(accounts); i++) {
        const json_t *account = json_array_get(accounts, i);
        const char *activity = cell(account, "activity");
        char what[160];
        (void)snprintf(what, sizeof what, "account \"%s\" %s --json", cell(account, "account"),
                       *activity ? offer_of(json_object_get(all, "offers"), activity) : "--all");
        assert_adds_up(what, json_object_get(account, "balance"));
    }
    json_decref(all);
}

/* Its award is among the events about it; a prize that was paid says when and by whom, and its movements have clauses. */
static void assert_steps(const json_t *prize)
{
    const json_t *steps = json_object_get(prize, "steps");
    bool awarded = false, paid = false;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i), *movements = json_object_get(step, "movements");
        assert_true(json_integer_value(json_object_get(step, "sequence")) > 0);
        awarded |= strcmp(cell(step, "kind"), "awarded") == 0;
        if (strcmp(cell(step, "kind"), "prize-paid") == 0) {
            paid = true;
            assert_true(strlen(cell(step, "by")) > 0 && strlen(cell(step, "at")) > 0);
            if (json_integer_value(json_object_get(prize, "cents")) > 0)
                assert_string_equal(cell(json_array_get(movements, 0), "reason"), "payment");
        }
        for (size_t k = 0; k < json_array_size(movements); k++)
            assert_true(strlen(cell(json_array_get(movements, k), "clause")) > 0);
    }
    assert_true(awarded);
    assert_true(paid == (strcmp(cell(prize, "state"), "paid") == 0));
}

static void every_prize_has_its_clause_and_two_persons(void **state)
{
    (void)state;
    json_t *all = shown(), *prizes = json_object_get(all, "prizes");
    for (size_t i = 0; i < json_array_size(prizes); i++) {
        char what[64];
        (void)snprintf(what, sizeof what, "prize %zu --json", i + 1);
        struct outcome outcome = house_day_run(&the_day, &command_explain, "", what);
        assert_int_equal(outcome.code, EXIT_CODE_OK);
        json_t *prize = outcome_document(&outcome);
        assert_true(strlen(cell(prize, "clause")) > 0);
        assert_string_not_equal(cell(prize, "verified_by"), cell(prize, "authorised_by"));
        assert_string_equal(cell(prize, "offer"), cell(json_array_get(prizes, i), "offer"));
        assert_steps(prize);
        json_decref(prize);
    }
    json_decref(all);
}

static void an_amount_unfolds_for_people(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_explain, "", "meter bonus-hand");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "Meter of Bonus Hand Progressive Jackpot v1.1: $5,000.44\n");
    assert_has(outcome.output, "bay101/bonus-hand-progressive-v1-1#");
    assert_has(outcome.output, "\nIt adds up: in less out is $5,000.44\n");
    assert_null(strstr(outcome.output, "contribution  bay101"));
    outcome = house_day_run(&the_day, &command_explain, "", "meter bonus-hand --all");
    assert_has(outcome.output, "contribution  bay101");
    outcome = house_day_run(&the_day, &command_explain, "", "prize 2");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "Prize 2: $4,501.29 for royal flush, paid\n");
    assert_has(outcome.output, "winner         Ann Lee (1001)\n");
    assert_has(outcome.output, "cards \"As Ks Qs Js Ts\"");
    assert_has(outcome.output,
               "  prize-paid 2026-11-02T10:00:00-08:00 by cy prize 2 in check forms \"form W-2G");
    assert_has(outcome.output,
               "    held -> winners $4,501.29  payment  bay101/bonus-hand-progressive-v1-1#50\n");
    outcome = house_day_run(&the_day, &command_explain, "", "prize 6");
    assert_has(outcome.output, "  part           40% of $20,000.00\n");
}

/* An advance moves no money itself, and the event says for what it was. */
static void advances_are_shown_as_such(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_explain, "", "advances bonus-hand");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output,
               "seeded: advanced by the house $5,000.00  bay101/bonus-hand-progressive-v1-1#86\n");
    assert_has(outcome.output, "award-reversed: repaid to the house $46.44  ");
    assert_null(strstr(outcome.output, "->"));
    outcome = house_day_run(&the_day, &command_explain, "", "advances bonus-hand --json");
    json_t *answer = outcome_document(&outcome);
    assert_null(json_object_get(answer, "movements"));
    const json_t *first = json_array_get(json_object_get(answer, "advances"), 0);
    assert_string_equal(cell(first, "event"), "seeded");
    assert_int_equal(json_integer_value(json_object_get(first, "cents")), 500000);
    json_decref(answer);
}

/* ------------------------------------------------------------------------------------------ many clauses */

enum { CLAUSES = 1000, PAYLOAD_SIZE = 512 };

/* Clause `number` moves one cent more than the one before from the house to the reserve of the offer, at this time. */
static void write_adjustment(struct text_out *out, const struct floor *floor, unsigned number)
{
    uint32_t offer;
    assert_true(floor_offer_named(floor, text_of("bonus-hand"), &offer));
    const struct terms *terms = floor_terms(floor, offer);
    char clause[32];
    (void)snprintf(clause, sizeof clause, "bay101/many#%u", number);
    const struct movement movement = {terms->house, terms->fund, REASON_ADJUSTMENT, (int64_t)number,
                                      text_of(clause)};
    struct event event = {.kind = EVENT_ADJUSTED};
    EVENT_AS(&event, adjusted)->head = (struct event_head){.at = floor->now, .by = text_of("ada")};
    EVENT_AS(&event, adjusted)->offer = offer;
    EVENT_AS(&event, adjusted)->reason = text_of("to have many clauses");
    EVENT_AS(&event, adjusted)->authorised_by = text_of("sam");
    EVENT_AS(&event, adjusted)->money.movements = &movement;
    EVENT_AS(&event, adjusted)->money.movement_count = 1;
    event_write(out, &event);
    assert_false(out->truncated);
}

static void add_clauses(const struct house_day *day)
{
    static char payloads[CLAUSES][PAYLOAD_SIZE];
    static struct store_event events[CLAUSES];
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    const struct store_options plain = {.mode = STORE_EXISTING};
    const struct store_batch batch = {
        .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = events, .event_count = CLAUSES};
    struct keeper *keeper;
    struct store *store;
    struct store_receipt receipt;
    struct fault fault;
    CHECK(keeper_open(text_of(day->store), &options, NULL, NULL, &keeper, &fault) == STATUS_OK);
    for (unsigned i = 0; i < CLAUSES; i++) {
        struct text_out out;
        text_out_init(&out, payloads[i], PAYLOAD_SIZE);
        write_adjustment(&out, keeper_floor(keeper), i + 1);
        events[i] = (struct store_event){text_of("adjusted"), text_of(""), text_out_text(&out)};
    }
    keeper_close(keeper);
    CHECK(store_open(text_of(day->store), &plain, &store, &fault) == STATUS_OK);
    CHECK(store_append(store, &batch, &receipt, &fault) == STATUS_OK);
    store_close(store);
}

/* The amount that a clause moved on to the account, said as JSON; -1 if it is not there. */
static int64_t moved_by(const json_t *answer, const char *clause)
{
    const json_t *clauses = json_object_get(answer, "clauses");
    for (size_t i = 0; i < json_array_size(clauses); i++)
        if (strcmp(cell(json_array_get(clauses, i), "clause"), clause) == 0)
            return json_integer_value(json_object_get(json_array_get(clauses, i), "in"));
    return -1;
}

static void any_number_of_clauses_unfolds(void **state)
{
    (void)state;
    struct house_day day;
    house_day_begin(&day);
    add_clauses(&day);
    struct outcome outcome = house_day_run(&day, &command_explain, "", "account reserve bonus-hand --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *answer = outcome_document(&outcome);
    assert_int_equal(sum_of(json_object_get(answer, "clauses")),
                     json_integer_value(json_object_get(answer, "amount")));
    static const unsigned looked_at[] = {1, 96, 97, 255, 256, 257, CLAUSES};
    for (size_t i = 0; i < sizeof looked_at / sizeof looked_at[0]; i++) {
        char clause[32];
        (void)snprintf(clause, sizeof clause, "bay101/many#%u", looked_at[i]);
        assert_int_equal(moved_by(answer, clause), looked_at[i]);
    }
    /* The last 40 movements are shown, and it is said how many are not. */
    assert_int_equal(json_array_size(json_object_get(answer, "movements")), 40);
    assert_true(json_integer_value(json_object_get(answer, "movements_before")) >= CLAUSES - 40);
    json_decref(answer);
    outcome = house_day_run(&day, &command_explain, "", "account reserve bonus-hand");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "bay101/many#256 ");
    assert_has(outcome.output, "bay101/many#257 ");
    assert_has(outcome.output, "adjustment  bay101/many#1000\n");
    assert_has(outcome.output, "adjustment  bay101/many#961\n");
    assert_null(strstr(outcome.output, "adjustment  bay101/many#960\n"));
    outcome = house_day_run(&day, &command_explain, "", "account reserve bonus-hand --all");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "adjustment  bay101/many#1\n");
    assert_has(outcome.output, "adjustment  bay101/many#1000\n");
    assert_null(strstr(outcome.output, "--all shows them"));
    house_day_end(&day);
}

static void wrong_words_are_answered(void **state)
{
    (void)state;
    static const struct {
        const char *what, *words;
    } wrong[] = {
        {"", "what is to be explained?"},           {"meter", "what is to be explained?"},
        {"meter nothing", "unknown meter"},         {"meter bonus-hand \"deep pool\"", "unknown meter"},
        {"account nothing", "unknown account"},     {"advances nothing", "there is no offer 'nothing'"},
        {"prize 99", "there is no prize 99"},       {"prize none", "prize"},
        {"dream 1", "'dream' cannot be explained"}, {"meter bonus-hand a b", "unknown argument 'b'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[256];
        (void)snprintf(line, sizeof line, "explain %s %s", the_day.store, wrong[i].what);
        assert_refused(&command_explain, line, wrong[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_meter_adds_up),
        cmocka_unit_test(every_account_adds_up),
        cmocka_unit_test(every_prize_has_its_clause_and_two_persons),
        cmocka_unit_test(an_amount_unfolds_for_people),
        cmocka_unit_test(advances_are_shown_as_such),
        cmocka_unit_test(any_number_of_clauses_unfolds),
        cmocka_unit_test(wrong_words_are_answered),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
