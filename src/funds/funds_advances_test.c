/* Advances of the house and their repayment, as worked examples of the documents. */
#include "funds/funds_offers_test.h"

static const char fast_cash[] = "offer: hawaiian-gardens/fast-cash-jackpots\n"
                                "tables: [PG-1]\n"
                                "hours: always\n"
                                "pools: {progressive prize: {increase at: 06:00}}\n";

static void a_seed_is_repaid_when_the_reserve_first_holds_all_of_it(void **state)
{
    (void)state; /* bay101/blazing-7s#51 #52 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    funds_seed(&desk.draft, &desk.funds, &desk.terms.pools[0]);
    assert_movement(&desk, 0, "house", "prize pool", 5000000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 5000000);
    give(&desk, desk.terms.fund, 4999999);
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    give(&desk, desk.terms.fund, 1);
    funds_repay(&desk.draft, &desk.funds);
    assert_movement(&desk, 0, "reserve", "house", 5000000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    assert_int_equal(balance(&desk, desk.terms.fund), 0);
    tear_down(&desk);
}

static void advances_are_repaid_oldest_first_and_never_in_part(void **state)
{
    (void)state; /* bay101/blazing-7s#58 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    funds_award_fixed(&desk.draft, &desk.funds, 50000, 1, text_of("bay101/blazing-7s#19"));
    apply(&desk);
    funds_award_fixed(&desk.draft, &desk.funds, 20000, 1, text_of("bay101/blazing-7s#19"));
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 70000);
    give(&desk, desk.terms.fund, 40000); /* enough for the younger one alone */
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    give(&desk, desk.terms.fund, 30000);
    funds_repay(&desk.draft, &desk.funds);
    assert_movement(&desk, 0, "reserve", "house", 50000);
    assert_movement(&desk, 1, "reserve", "house", 20000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    tear_down(&desk);
}

static void what_one_event_lacks_is_one_advance(void **state)
{
    (void)state; /* hawaiian-gardens/blazing-sevens#51 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    funds_award_fixed(&desk.draft, &desk.funds, 50000, 1, text_of("bay101/blazing-7s#19"));
    funds_award_fixed(&desk.draft, &desk.funds, 20000, 1, text_of("bay101/blazing-7s#19"));
    apply(&desk);
    give(&desk, desk.terms.fund, 69999);
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    give(&desk, desk.terms.fund, 1);
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 1);
    assert_movement(&desk, 0, "reserve", "house", 70000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    tear_down(&desk);
}

/* Prizes of $1, $2, $3 ..., each of which the house advances. */
static void advance_prizes(struct desk *desk, unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        funds_award_fixed(&desk->draft, &desk->funds, (int64_t)i * 100, 1, text_of("bay101/blazing-7s#19"));
        apply(desk);
    }
}

static void any_number_of_advances_is_repaid_in_its_order(void **state)
{
    (void)state; /* bay101/blazing-7s#58 */
    enum { PRIZES = 1000 };
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    advance_prizes(&desk, PRIZES);
    assert_int_equal(desk.funds.advance_count, PRIZES);
    assert_int_equal(funds_advances(&desk.funds), PRIZES * (PRIZES + 1) / 2 * 100);

    /* What covers the first 500 covers these, and at once: those for which a draft has no room go with the last. */
    give(&desk, desk.terms.fund, 500 * 501 / 2 * 100 + 50099);
    assert_true(funds_repay(&desk.draft, &desk.funds));
    unsigned last = desk.draft.movement_count - 1;
    int64_t alone = 0;
    for (unsigned i = 0; i < last; i++, alone += (int64_t)i * 100)
        assert_movement(&desk, i, "reserve", "house", (int64_t)(i + 1) * 100);
    assert_movement(&desk, last, "reserve", "house", 500 * 501 / 2 * 100 - alone);
    apply(&desk);
    assert_int_equal(desk.funds.advance_count, PRIZES - 500);
    assert_int_equal(balance(&desk, desk.terms.fund), 50099);
    give(&desk, desk.terms.fund, funds_advances(&desk.funds) - 50099);
    assert_true(funds_repay(&desk.draft, &desk.funds));
    apply(&desk);
    assert_int_equal(desk.funds.advance_count, 0);
    assert_int_equal(funds_advances(&desk.funds), 0);
    assert_int_equal(balance(&desk, desk.terms.fund), 0);
    tear_down(&desk);
}

static void the_ring_of_advances_goes_round(void **state)
{
    (void)state;
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    for (unsigned i = 0; i < 100; i++) { /* one more is advanced than repaid */
        advance_prizes(&desk, 2);
        give(&desk, desk.terms.fund, funds_advance(&desk.funds, 0)->cents);
        funds_repay(&desk.draft, &desk.funds);
        assert_int_equal(desk.draft.movement_count, 1);
        apply(&desk);
        assert_int_equal(desk.funds.advance_count, i + 1);
        for (unsigned j = 0; j <= i; j++)
            assert_int_equal(funds_advance(&desk.funds, j)->cents, (i + j) % 2 ? 100 : 200);
    }
    tear_down(&desk);
}

static void repayments_leave_room_in_the_draft(void **state)
{
    (void)state;
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    advance_prizes(&desk, 100);
    give(&desk, pool_account(&desk, "prize pool"), 1000001);
    give(&desk, desk.terms.fund, 100000);
    struct pool_hit hit = {.percent = 10000, .winners = 3, .clause = text_of("bay101/blazing-7s#19/A1")};
    funds_award_pool(&desk.draft, &desk.funds, &desk.terms.pools[0], NULL, &hit, 1);
    funds_repay(&desk.draft, &desk.funds);
    assert_false(desk.draft.overflowed);
    apply(&desk);
    tear_down(&desk);
}

static void what_a_draft_advances_and_repays_itself_is_not_repaid_twice(void **state)
{
    (void)state;
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    advance_prizes(&desk, 2);
    draft_advance(&desk.draft, desk.terms.fund, 500, text_of("bay101/blazing-7s#19"));
    give(&desk, desk.terms.fund, 100);
    funds_repay(&desk.draft, &desk.funds); /* the first of two */
    assert_int_equal(desk.draft.movement_count, 1);
    draft_move(&desk.draft, desk.terms.house, desk.terms.fund, 700, REASON_SEED, text_of("test#1"));
    funds_repay(&desk.draft, &desk.funds); /* the second, and that of the draft */
    assert_movement(&desk, 2, "reserve", "house", 200);
    assert_movement(&desk, 3, "reserve", "house", 500);
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 4);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    tear_down(&desk);
}

static void without_memory_for_an_advance_nothing_is_applied(void **state)
{
    (void)state;
    struct desk desk;
    struct arena full, *arena;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    arena_init(&full, 1);
    arena = desk.ledger.arena;
    desk.ledger.arena = &full;
    funds_award_fixed(&desk.draft, &desk.funds, 100, 1, text_of("bay101/blazing-7s#19"));
    assert_int_equal(funds_apply(&desk.funds, &desk.draft, &desk.ledger), STATUS_NO_SPACE);
    assert_int_equal(balance(&desk, desk.terms.held), 0);
    assert_int_equal(funds_advances(&desk.funds), 0);
    desk.ledger.arena = arena;
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.held), 100);
    assert_int_equal(funds_advances(&desk.funds), 100);
    arena_release(&full);
    tear_down(&desk);
}

static void advances_that_are_one_balance_are_repaid_at_once(void **state)
{
    (void)state; /* hawaiian-gardens/fast-cash-jackpots#55 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/fast-cash-jackpots", fast_cash);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 220000);
    give(&desk, desk.terms.fund, 65000);
    struct pool_hit hit = {
        .percent = 10000, .winners = 1, .clause = text_of("hawaiian-gardens/fast-cash-jackpots#21")};
    funds_award_pool(&desk.draft, &desk.funds, pool, NULL, &hit, 1);
    apply(&desk);
    funds_increase(&desk.draft, &desk.funds, pool);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 45000);
    give(&desk, desk.terms.fund, 44999); /* enough for the older one alone */
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    give(&desk, desk.terms.fund, 1);
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 1);
    assert_movement(&desk, 0, "Hawaiian Jackpot", "house", 45000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    tear_down(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_repaid_when_the_reserve_first_holds_all_of_it),
        cmocka_unit_test(advances_are_repaid_oldest_first_and_never_in_part),
        cmocka_unit_test(what_one_event_lacks_is_one_advance),
        cmocka_unit_test(any_number_of_advances_is_repaid_in_its_order),
        cmocka_unit_test(the_ring_of_advances_goes_round),
        cmocka_unit_test(repayments_leave_room_in_the_draft),
        cmocka_unit_test(what_a_draft_advances_and_repays_itself_is_not_repaid_twice),
        cmocka_unit_test(without_memory_for_an_advance_nothing_is_applied),
        cmocka_unit_test(advances_that_are_one_balance_are_repaid_at_once),
    };
    return cmocka_run_group_tests_name("funds_advances", tests, NULL, NULL);
}
