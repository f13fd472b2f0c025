/* Payments and the administrative fee, and checks that stop wrong movements of money. */
#include "base/aborts_test.h"
#include "funds/funds_offers_test.h"

static void the_administrative_fee_takes_what_is_there_and_the_rest_stays_due(void **state)
{
    (void)state; /* bay101/poker-bonus-hand-progressive#64 */
    struct desk desk;
    set_up(&desk, "bay101/poker-bonus-hand-progressive", bonus_hand);
    give(&desk, desk.terms.fund, 40000);
    assert_int_equal(funds_administration(&desk.draft, &desk.funds, 48000), 40000); /* of 60 hours at $8 */
    assert_movement(&desk, 0, "reserve", "administration", 40000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    give(&desk, desk.terms.fund, 10000);
    assert_int_equal(funds_administration(&desk.draft, &desk.funds, 8000), 8000);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 2000);
    tear_down(&desk);
}

static void an_unclaimed_prize_goes_back_to_the_reserve(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#24 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat", no_limit);
    give(&desk, desk.terms.held, 750300);
    funds_lapse(&desk.draft, &desk.funds, 750300, text_of("bay101/no-limit-bad-beat#24"));
    assert_movement(&desk, 0, "held", "reserve", 750300);
    apply(&desk);
    tear_down(&desk);
}

static void a_paid_prize_leaves_the_house(void **state)
{
    (void)state;
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    funds_award_fixed(&desk.draft, &desk.funds, 50000, 2, text_of("bay101/blazing-7s#43"));
    funds_pay(&desk.draft, &desk.funds, 50000, text_of("bay101/blazing-7s#46"));
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.held), 50000);
    assert_int_equal(balance(&desk, desk.terms.winners), 50000);
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ checks */

/* Each does what our own code never may, and is to be stopped before the money is wrong. */

static void move_what_is_not_there(void *context)
{
    struct desk *desk = context;
    draft_move(&desk->draft, desk->terms.fund, desk->terms.house, 1, REASON_REPAYMENT, text_of("test#1"));
}

static void move_to_no_account(void *context)
{
    struct desk *desk = context;
    draft_move(&desk->draft, desk->terms.house, ACCOUNT_NONE, 1, REASON_SEED, text_of("test#1"));
}

static void post_more_than_a_fund_holds(void *context)
{
    struct desk *desk = context;
    const struct movement movement = {
        desk->terms.fund, desk->terms.house, REASON_REPAYMENT, 1, {"test#1", 6}};
    ledger_move(&desk->ledger, &movement);
}

static void open_an_account_twice(void *context)
{
    struct desk *desk = context;
    account_id id;
    assert_int_equal(ledger_open(&desk->ledger, ACCOUNT_HOUSE, text_of(""), text_of("house"), &id),
                     STATUS_OK);
}

static void apply_a_draft_that_ran_out_of_room(void *context)
{
    struct desk *desk = context;
    for (unsigned i = 0; i <= DRAFT_MOVEMENTS_MAX; i++)
        draft_move(&desk->draft, desk->terms.patrons, desk->terms.box, 1, REASON_FEE, text_of("test#1"));
    draft_apply(&desk->draft, &desk->ledger);
}

static void remember_an_advance_before_an_older_one(void *context)
{
    struct desk *desk = context;
    const struct advance newer = {.cents = 100, .made = 2, .clause = text_of("test#1")},
                         older = {.cents = 100, .made = 1, .clause = text_of("test#1")};
    assert_int_equal(funds_advanced(&desk->funds, &newer, desk->ledger.arena), STATUS_OK);
    assert_int_equal(funds_advanced(&desk->funds, &older, desk->ledger.arena), STATUS_OK);
}

static void take_back_what_no_award_lent(void *context)
{
    struct desk *desk = context;
    funds_take_back(&desk->funds, 1, desk->terms.fund, 100);
}

static void collect_a_fee_that_its_parts_do_not_make(void *context)
{
    struct desk *desk = context;
    desk->terms.fee.amount.cents++;
    funds_fees(&desk->draft, &desk->funds, 1);
}

static void what_our_code_must_not_do_is_stopped(void **state)
{
    (void)state;
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    assert_aborts(move_what_is_not_there, &desk,
                  "check failed: !guarded || draft_balance(draft, from) >= cents");
    assert_aborts(move_to_no_account, &desk, "check failed: to < draft->ledger->count (65535 and ");
    assert_aborts(post_more_than_a_fund_holds, &desk, "check failed: from->balance >= 0");
    assert_aborts(open_an_account_twice, &desk, "check failed: status == STATUS_OK implies ledger_find(");
    assert_aborts(apply_a_draft_that_ran_out_of_room, &desk, "check failed: !draft->overflowed");
    assert_aborts(remember_an_advance_before_an_older_one, &desk, "->made < advance->made");
    assert_aborts(take_back_what_no_award_lent, &desk,
                  "funds_advances_of_award(funds, award, fund) (100 and 0)");
    assert_aborts(collect_a_fee_that_its_parts_do_not_make, &desk,
                  "check failed: split == whole (100 and 101)");
    tear_down(&desk);
}

/* D2: what is left out may be what later movements are paid from. */
static void a_draft_without_room_takes_nothing_more(void **state)
{
    (void)state;
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    for (unsigned i = 0; i <= DRAFT_MOVEMENTS_MAX; i++)
        draft_move(&desk.draft, desk.terms.patrons, desk.terms.box, 1, REASON_FEE, text_of("test#1"));
    draft_move(&desk.draft, desk.terms.box, desk.terms.fund, DRAFT_MOVEMENTS_MAX + 1, REASON_CONTRIBUTION,
               text_of("test#1"));
    assert_true(desk.draft.overflowed);
    assert_int_equal(desk.draft.movement_count, DRAFT_MOVEMENTS_MAX);
    draft_begin(&desk.draft, &desk.ledger);
    tear_down(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_administrative_fee_takes_what_is_there_and_the_rest_stays_due),
        cmocka_unit_test(an_unclaimed_prize_goes_back_to_the_reserve),
        cmocka_unit_test(a_paid_prize_leaves_the_house),
        cmocka_unit_test(what_our_code_must_not_do_is_stopped),
        cmocka_unit_test(a_draft_without_room_takes_nothing_more),
    };
    return cmocka_run_group_tests_name("funds", tests, NULL, NULL);
}
