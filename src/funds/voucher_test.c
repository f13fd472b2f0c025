#include "funds/voucher.h"

#include "funds/activity_test.h"

#include <string.h>

static const char journey[] = "offer: hawaiian-gardens/shuffle-master-classic-qualifier\n"
                              "tables: [CS-1]\n"
                              "hours: always\n";

#define ACTIVITY "hawaiian-gardens/shuffle-master-classic-qualifier"

/* A voucher of $1,000 of which so much was spent, and so many nights. */
static struct ruling redeem_after(const struct voucher_terms *terms, int64_t spent, int64_t nights,
                                  const char *cost, uint32_t count, int64_t each,
                                  struct voucher_payment *payment)
{
    const struct voucher_bill bill = {.cost = text_of(cost),
                                      .count = count,
                                      .each_cents = each,
                                      .left_cents = 100000 - spent,
                                      .used = nights};
    return voucher_redeem(terms, &bill, payment);
}

static const struct voucher_terms *open_voucher(struct desk *desk)
{
    static struct voucher_book book;
    set_up(desk, ACTIVITY, journey);
    assert_int_equal(vouchers_compile(&desk->offer, &desk->library.arena, &book), STATUS_OK);
    assert_int_equal(book.count, 1);
    assert_null(voucher_called(&book, text_of("entry")));
    const struct voucher_terms *terms = voucher_called(&book, text_of("travel voucher"));
    assert_non_null(terms);
    return terms;
}

static void every_value_of_the_document_is_there_with_its_clause(void **state)
{
    (void)state;
    struct desk desk;
    const struct voucher_terms *terms = open_voucher(&desk);
    assert_int_equal(terms->cost_count, 7);
    assert_true(text_equal(terms->costs[1].name, text_of("hotel night")));
    assert_true(terms->costs[1].covered);
    assert_int_equal(terms->costs[1].most, 2);
    assert_string_equal(terms->costs[1].clause, ACTIVITY "#34");
    assert_string_equal(terms->costs[1].limit_clause, ACTIVITY "#39");
    assert_int_equal(terms->costs[0].most, RANGE_NO_END);
    assert_false(terms->costs[6].covered);
    assert_string_equal(terms->costs[6].clause, ACTIVITY "#38");
    assert_false(terms->whole_only);
    assert_string_equal(terms->beyond_clause, ACTIVITY "#35");
    assert_string_equal(terms->unspent_clause, ACTIVITY "#36");
    assert_string_equal(terms->cancelled_clause, ACTIVITY "#40");
    tear_down(&desk);
}

/* V1 and V2, at, below and above what is left, and at, below and above the limit of nights. */
static void what_both_pay_is_the_bill(void **state)
{
    static const struct {
        int64_t spent, nights;
        uint32_t count;
        int64_t each;
        int64_t pays, beyond_limit, beyond_most;
        uint32_t paid_for;
    } bills[] = {
        {0, 0, 1, 99999, 99999, 0, 0, 1},
        {0, 0, 1, 100000, 100000, 0, 0, 1},
        {0, 0, 1, 100001, 100000, 0, 1, 1},
        {0, 0, 2, 19000, 38000, 0, 0, 2},
        {70000, 0, 3, 15000, 30000, 15000, 0, 2},
        {80000, 0, 2, 17500, 20000, 0, 15000, 2},
        {70000, 0, 3, 40000, 30000, 40000, 50000, 1},
        {0, 1, 1, 100, 100, 0, 0, 1},
        {0, 1, 2, 100, 100, 100, 0, 1},
        {99999, 0, 1000, 1, 1, 998, 1, 1},
        {0, 0, 1000, VALUE_CENTS_MAX, 100000, 998 * VALUE_CENTS_MAX, 2 * VALUE_CENTS_MAX - 100000, 1},
    };
    struct desk desk;
    (void)state;
    const struct voucher_terms *terms = open_voucher(&desk);
    for (size_t i = 0; i < sizeof bills / sizeof bills[0]; i++) {
        struct voucher_payment payment;
        int64_t own[2] = {0, 0};
        assert_true(redeem_after(terms, bills[i].spent, bills[i].nights, "Hotel night", bills[i].count,
                                 bills[i].each, &payment)
                        .allowed);
        assert_true(text_equal(payment.cost, text_of("hotel night")));
        assert_int_equal(payment.cents, bills[i].pays);
        assert_int_equal(payment.count, bills[i].paid_for);
        for (unsigned k = 0; k < payment.own_count; k++)
            own[strcmp(payment.own[k].clause, ACTIVITY "#39") != 0] += payment.own[k].cents;
        assert_int_equal(own[0], bills[i].beyond_limit);
        assert_int_equal(own[1], bills[i].beyond_most);
        assert_int_equal(payment.cents + own[0] + own[1], (int64_t)bills[i].count * bills[i].each);
    }
    tear_down(&desk);
}

static void a_bill_of_which_it_pays_nothing_is_refused_by_its_clause(void **state)
{
    static const struct {
        int64_t spent, nights;
        const char *cost, *clause, *words;
    } bills[] = {
        {0, 0, "food", ACTIVITY "#37", "the voucher does not cover food; the winner pays the $150.00"},
        {0, 0, "transportation", ACTIVITY "#38",
         "the voucher does not cover transportation; the winner pays the $150.00"},
        {0, 0, "a show", ACTIVITY "#34",
         "the travel voucher does not pay for a show; it pays for: airfare, hotel night"},
        {0, 2, "hotel night", ACTIVITY "#39",
         "it pays for 2 of hotel night and has already paid; the winner pays the $150.00"},
        {100000, 2, "hotel night", ACTIVITY "#39",
         "it pays for 2 of hotel night and has already paid; the winner pays the $150.00"},
        {100000, 1, "hotel night", ACTIVITY "#35",
         "no money is left on it; the winner pays the $150.00 for hotel night"},
        {100000, 0, "airfare", ACTIVITY "#35",
         "no money is left on it; the winner pays the $150.00 for airfare"},
    };
    struct desk desk;
    (void)state;
    const struct voucher_terms *terms = open_voucher(&desk);
    for (size_t i = 0; i < sizeof bills / sizeof bills[0]; i++) {
        struct voucher_payment payment;
        struct ruling ruling =
            redeem_after(terms, bills[i].spent, bills[i].nights, bills[i].cost, 1, 15000, &payment);
        assert_false(ruling.allowed);
        assert_string_equal(ruling.clause, bills[i].clause);
        assert_string_equal(ruling.words, bills[i].words);
    }
    tear_down(&desk);
}

static void what_is_left_is_never_money(void **state)
{
    struct desk desk;
    (void)state;
    const struct voucher_terms *terms = open_voucher(&desk);
    struct ruling ruling = voucher_unspent(terms, 20000, false);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, ACTIVITY "#36");
    assert_string_equal(ruling.words, "the remaining $200.00 of the travel voucher is not paid out");
    assert_string_equal(voucher_unspent(terms, 0, false).words, "no money is left on the travel voucher");
    ruling = voucher_unspent(terms, 100000, true);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, ACTIVITY "#40");
    tear_down(&desk);
}

/* A document that says little: what it does not say is cited by its name. */
static const char shy[] = "# Dinner (TEST-000001)\n\nA dinner.\n\n"
                          "1. Games. [eligibility]\n\n   ```yaml\n   games: [Caribbean Stud Poker]\n"
                          "   funding: {source: house}\n   ```\n\n"
                          "2. A dinner for a flush. [money]\n\n   ```yaml\n   charts:\n     A:\n"
                          "       - flush: '\"dinner\" worth $50'\n   vouchers:\n     dinner:\n"
                          "       costs: {meal: covered}\n   ```\n\n"
                          "3. No part of a meal. [money]\n\n   ```yaml\n   vouchers:\n     dinner:\n"
                          "       beyond: not redeemed\n   ```\n";

static void one_that_pays_whole_bills_pays_no_part_of_one(void **state)
{
    struct desk desk;
    struct voucher_book book;
    struct voucher_payment payment;
    (void)state;
    set_up_document(&desk, shy, "offer: test/document\ntables: [CS-1]\nhours: always\n");
    assert_int_equal(vouchers_compile(&desk.offer, &desk.library.arena, &book), STATUS_OK);
    struct voucher_bill bill = {.cost = text_of("meal"), .count = 1, .each_cents = 5000, .left_cents = 5000};
    assert_true(voucher_redeem(&book.vouchers[0], &bill, &payment).allowed);
    assert_int_equal(payment.cents, 5000);
    bill.each_cents = 5001;
    struct ruling ruling = voucher_redeem(&book.vouchers[0], &bill, &payment);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "test/document#3");
    assert_string_equal(ruling.words, "it could pay only $50.00, and the rules allow no part payment");
    assert_string_equal(voucher_unspent(&book.vouchers[0], 5000, false).clause, "test/document");
    assert_string_equal(voucher_unspent(&book.vouchers[0], 5000, true).clause, "test/document");
    tear_down(&desk);
}

static struct instant at(const char *text)
{
    struct instant instant;
    assert_int_equal(instant_parse(text_of(text), 0, &instant, NULL), STATUS_OK);
    return instant;
}

/* hawaiian-gardens/paid-collection-rate-for-a-year#R4 */
static void one_that_pays_for_a_year_pays_on_its_last_day(void **state)
{
    struct desk desk;
    struct voucher_book book;
    struct voucher_payment payment;
    struct zone zone;
    (void)state;
    set_up(&desk, "hawaiian-gardens/paid-collection-rate-for-a-year",
           "offer: hawaiian-gardens/paid-collection-rate-for-a-year\ntables: [PG-1]\nhours: always\n"
           "free play: {tables: on request}\n");
    assert_int_equal(vouchers_compile(&desk.offer, &desk.library.arena, &book), STATUS_OK);
    assert_int_equal(zone_parse(text_of("America/Los_Angeles"), 0, &zone, NULL), STATUS_OK);
    const struct voucher_terms *terms = voucher_called(&book, text_of("paid collections"));
    assert_non_null(terms);
    assert_true(terms->costs[0].ends);
    struct voucher_bill bill = {.cost = text_of("collection"),
                                .count = 3,
                                .each_cents = 100,
                                .left_cents = 520000,
                                .used = 4000,
                                .won = at("2026-11-02T12:00:00-08:00"),
                                .now = at("2027-11-02T23:59:59-07:00"),
                                .zone = &zone};
    assert_true(voucher_redeem(terms, &bill, &payment).allowed);
    assert_int_equal(payment.cents, 300);
    assert_int_equal(payment.own_count, 0);
    bill.now = at("2027-11-03T00:00:00-07:00");
    struct ruling ruling = voucher_redeem(terms, &bill, &payment);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "hawaiian-gardens/paid-collection-rate-for-a-year#6");
    assert_string_equal(ruling.words, "the time to use it for collection is over; the winner pays the $3.00");
    tear_down(&desk);
}

static void an_activity_without_vouchers_has_none(void **state)
{
    struct desk desk;
    struct voucher_book book;
    (void)state;
    set_up_document(&desk,
                    "# Hand (TEST-000002)\n\nA hand.\n\n1. Games. [eligibility]\n\n   ```yaml\n"
                    "   games: [Caribbean Stud Poker]\n   funding: {source: house}\n"
                    "   charts: {A: [flush: $50]}\n   ```\n",
                    "offer: test/document\ntables: [CS-1]\nhours: always\n");
    assert_int_equal(vouchers_compile(&desk.offer, &desk.library.arena, &book), STATUS_OK);
    assert_int_equal(book.count, 0);
    assert_null(voucher_called(&book, text_of("travel voucher")));
    tear_down(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_the_document_is_there_with_its_clause),
        cmocka_unit_test(what_both_pay_is_the_bill),
        cmocka_unit_test(a_bill_of_which_it_pays_nothing_is_refused_by_its_clause),
        cmocka_unit_test(what_is_left_is_never_money),
        cmocka_unit_test(one_that_pays_whole_bills_pays_no_part_of_one),
        cmocka_unit_test(one_that_pays_for_a_year_pays_on_its_last_day),
        cmocka_unit_test(an_activity_without_vouchers_has_none),
    };
    return cmocka_run_group_tests_name("vouchers", tests, NULL, NULL);
}
