#include "base/aborts_test.h"
#include "funds/activity_test.h"

static const char blazing_7s[] = "offer: bay101/blazing-7s\n"
                                 "tables: [B-1]\n"
                                 "hours: always\n"
                                 "chart: A\n"
                                 "suit: diamonds\n"
                                 "pools: {prize pool: {seed: \"$50,000\", reseed: \"$20,000\"}}\n"
                                 "prizes:\n"
                                 "  three sevens of the same colour: $500\n"
                                 "  three sevens: $200\n"
                                 "  two sevens suited: $50\n"
                                 "  two sevens: $25\n"
                                 "  one seven: $2\n"
                                 "administration: {fee: $8}\n";

static const char no_limit[] = "offer: bay101/no-limit-bad-beat\n"
                               "tables: [T-1]\n"
                               "hours: always\n"
                               "chart: B\n"
                               "structure: A\n"
                               "pools:\n"
                               "  prize pool:\n"
                               "    seed: $25,000\n"
                               "    reseed: $25,000\n"
                               "    increase: $500\n"
                               "    increase at: 06:00\n"
                               "    cap: $150,000\n"
                               "multiplier: {value: 4x}\n"
                               "administration: {fee: $10}\n";

static const char bonus_hand[] = "offer: bay101/poker-bonus-hand-progressive\n"
                                 "tables: [T-1]\n"
                                 "hours: always\n"
                                 "pools:\n"
                                 "  royal flush pool: {seed: $200, reseed: $200, increase: $25}\n"
                                 "  straight flush pool: {seed: $150, reseed: $150, increase: $10}\n"
                                 "  four of a kind pool: {seed: $100, reseed: $100, increase: $10}\n"
                                 "administration: {fee: $8}\n";

static const char fast_cash[] = "offer: hawaiian-gardens/fast-cash-jackpots\n"
                                "tables: [PG-1]\n"
                                "hours: always\n"
                                "pools: {progressive prize: {increase at: 06:00}}\n";

static const char baccarat[] = "offer: bay101/baccarat-bonus-hand\n"
                               "tables: [E-1]\n"
                               "hours: always\n"
                               "chart: B\n"
                               "structure: B\n"
                               "prizes:\n"
                               "  suited tie, four cards: $599\n"
                               "  suited tie, five cards: $600\n"
                               "  suited tie, six cards: $1,000\n"
                               "administration: {fee: $3}\n";

static const char two_hands[] = "offer: bay101/bonus-hand-progressive\n"
                                "tables: [C-1]\n"
                                "hours: always\n"
                                "chart: B\n"
                                "pools: {prize pool: {seed: \"$1,000\", reseed: \"$1,000\"}}\n"
                                "prizes: {quads: $500, full house: $100, flush: $75, straight: $50}\n"
                                "administration: {fee: $20}\n";

static const char raised[] = "offer: bay101/bonus-hand-progressive-v1-1\n"
                             "tables: [C-2]\n"
                             "hours: always\n"
                             "chart: C\n"
                             "pools: {prize pool: {seed: \"$1,000\", reseed: \"$1,000\"}}\n"
                             "prizes: {four of a kind: $300, full house: $50, flush: $40, straight: $30}\n"
                             "administration: {fee: $10}\n";

static const char bad_beat[] = "offer: hawaiian-gardens/ca-asian-progressive-bad-beat\n"
                               "tables: [PG-1]\n"
                               "hours: always\n"
                               "chart: {Pai Gow Poker: pai gow poker 1}\n"
                               "structure: 1\n"
                               "pools: {prize pool: {seed: \"$2,000\", reseed: \"$2,000\", increase: $150}}\n"
                               "administration: {fee: $8}\n";

static const char asian_jackpot[] = "offer: hawaiian-gardens/ca-asian-jackpot-1\n"
                                    "tables: [PG-1]\n"
                                    "hours: always\n"
                                    "pools: {prize pool: {seed: $500, reseed: \"$2,000\"}}\n"
                                    "prizes: {seven face cards: \"$1,500\"}\n"
                                    "off: [multiplier]\n";

static const char cash_in_a_flash[] = "offer: hawaiian-gardens/cash-in-a-flash\n"
                                      "tables: [P9-1]\n";

static const char fortune[] = "offer: hawaiian-gardens/fortune-pai-gow-poker-progressive\n"
                              "tables: [FP-1]\n"
                              "hours: always\n"
                              "structure: B\n"
                              "pools: {meter: {seed: \"$1,000\", reseed: \"$1,000\"}}\n"
                              "administration: {fee: $12}\n";

static const char bonus_hands[] = "offer: hawaiian-gardens/caribbean-stud-designated-bonus-hands\n"
                                  "tables: [CS-1]\n"
                                  "pools:\n"
                                  "  straight flush pool: {part of the fee: 40%}\n"
                                  "  four of a kind pool: {part of the fee: 30%}\n"
                                  "  full house pool: {part of the fee: 20%}\n"
                                  "  flush pool: {part of the fee: 10%}\n";

static account_id pool_account(const struct desk *desk, const char *name)
{
    const struct pool_terms *pool = terms_pool(&desk->terms, text_of(name));
    assert_non_null(pool);
    return pool->account;
}

/* ------------------------------------------------------------------------------------------ fees and caps */

static void six_fees_are_split_between_meter_and_reserve(void **state)
{
    (void)state; /* bay101/blazing-7s#49 #50 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    funds_fees(&desk.draft, &desk.funds, 6);
    assert_int_equal(desk.draft.movement_count, 3);
    assert_movement(&desk, 0, "patrons", "fee box", 600);
    assert_movement(&desk, 1, "fee box", "prize pool", 66);
    assert_movement(&desk, 2, "fee box", "reserve", 534);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.box), 0);
    tear_down(&desk);
}

static void a_fee_that_reaches_the_cap_is_cut_and_the_next_goes_to_the_reserve(void **state)
{
    (void)state; /* bay101/blazing-7s#54 #55 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    account_id pool = pool_account(&desk, "prize pool");
    give(&desk, pool, 49999995);
    funds_fees(&desk.draft, &desk.funds, 1);
    apply(&desk);
    assert_int_equal(balance(&desk, pool), 50000000);
    assert_int_equal(balance(&desk, desk.terms.fund), 95);
    funds_fees(&desk.draft, &desk.funds, 1);
    apply(&desk);
    assert_int_equal(balance(&desk, pool), 50000000);
    assert_int_equal(balance(&desk, desk.terms.fund), 195);
    tear_down(&desk);
}

static void the_daily_increase_lands_on_the_cap(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#40 #41 #44 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat", no_limit);
    const struct pool_terms *pool = &desk.terms.pools[0];
    funds_fees(&desk.draft, &desk.funds, 2350);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 235000);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_movement(&desk, 0, "reserve", "prize pool", 50000);
    apply(&desk);
    give(&desk, pool->account, 14980000 - 50000);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_int_equal(desk.draft.movement_count, 1);
    assert_movement(&desk, 0, "reserve", "prize pool", 20000);
    apply(&desk);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_int_equal(desk.draft.movement_count, 0);
    tear_down(&desk);
}

static void a_day_that_brings_too_little_is_filled_up(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive#76 */
    static const struct {
        unsigned fees;
        int64_t filled;
    } days[] = {{0, 2500}, {226, 14}, {227, 3}, {228, 0}};
    struct desk desk;
    set_up(&desk, "bay101/bonus-hand-progressive", two_hands);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, desk.terms.fund, 100000);
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        funds_fees(&desk.draft, &desk.funds, days[i].fees);
        apply(&desk);
        int64_t before = balance(&desk, pool->account);
        funds_fill_up_growth(&desk.draft, &desk.funds);
        apply(&desk);
        funds_begin_day(&desk.funds, &desk.ledger);
        assert_int_equal(balance(&desk, pool->account) - before, days[i].filled);
    }
    tear_down(&desk);
}

static void a_day_outside_of_what_is_expected_is_told(void **state)
{
    (void)state; /* bay101/poker-bonus-hand-progressive#R2, bay101/bonus-hand-progressive#R2 */
    static const struct {
        const char *activity;
        unsigned fees;
        bool outside; /* of the fund there, and of the pool here */
    } days[] = {{"bay101/poker-bonus-hand-progressive", 99, true},
                {"bay101/poker-bonus-hand-progressive", 100, false},
                {"bay101/poker-bonus-hand-progressive", 5000, false},
                {"bay101/poker-bonus-hand-progressive", 5001, true},
                {"bay101/bonus-hand-progressive", 0, false}, /* it is filled up */
                {"bay101/bonus-hand-progressive", 22727, false},
                {"bay101/bonus-hand-progressive", 22728, true}};
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct desk desk;
        struct growth_outside outside;
        bool poker = i < 4, found = false;
        set_up(&desk, days[i].activity, poker ? bonus_hand : two_hands);
        funds_begin_day(&desk.funds, &desk.ledger);
        funds_fees(&desk.draft, &desk.funds, days[i].fees);
        funds_empty_box(&desk.draft, &desk.funds);
        apply(&desk);
        for (unsigned k = 0; k <= desk.terms.pool_count && !found; k++)
            found = funds_growth_outside(&desk.funds, &desk.ledger, k, &outside);
        assert_int_equal(found, days[i].outside);
        if (found)
            assert_int_equal(outside.account, poker ? desk.terms.fund : desk.terms.pools[0].account);
        funds_begin_day(&desk.funds, &desk.ledger); /* the next day begins with nothing */
        for (unsigned k = 0; k < desk.terms.pool_count; k++)
            assert_false(funds_growth_outside(&desk.funds, &desk.ledger, k, &outside));
        tear_down(&desk);
    }
}

static void a_raise_needs_a_fund_that_holds_it_and_a_pool_below_its_cap(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive-v1-1#57 #59 #60 #93 */
    struct desk desk;
    set_up(&desk, "bay101/bonus-hand-progressive-v1-1", raised);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 24900000);
    give(&desk, desk.terms.fund, 99999);
    struct ruling ruling = funds_raise(&desk.draft, &desk.funds, pool, 100000);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "bay101/bonus-hand-progressive-v1-1#60");
    give(&desk, desk.terms.fund, 1);
    ruling = funds_raise(&desk.draft, &desk.funds, pool, 100000);
    assert_true(ruling.allowed);
    assert_movement(&desk, 0, "reserve", "prize pool", 100000);
    apply(&desk);
    ruling = funds_raise(&desk.draft, &desk.funds, pool, 1);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "bay101/bonus-hand-progressive-v1-1#93");
    tear_down(&desk);
}

/* ------------------------------------------------------------------------------------------ advances */

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

/* ------------------------------------------------------------------------------------------ awards */

static void ten_percent_leaves_the_rest_on_the_meter(void **state)
{
    (void)state; /* bay101/blazing-7s#19 #42 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    account_id pool = pool_account(&desk, "prize pool");
    give(&desk, pool, 8845033);
    struct pool_hit hit = {.percent = 1000, .winners = 1, .clause = text_of("bay101/blazing-7s#19/A2")};
    funds_award_pool(&desk.draft, &desk.funds, &desk.terms.pools[0], NULL, &hit, 1);
    apply(&desk);
    assert_int_equal(hit.each_cents, 884503);
    assert_int_equal(balance(&desk, pool), 7960530);
    assert_int_equal(balance(&desk, desk.terms.held), 884503);
    tear_down(&desk);
}

static void ten_percent_is_settled_before_the_whole(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive-v1-1#74, read for bay101/blazing-7s too */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    account_id pool = pool_account(&desk, "prize pool");
    give(&desk, pool, 10000000);
    give(&desk, desk.terms.fund, 5000000);
    struct pool_hit hits[] = {{.percent = 10000, .winners = 1, .clause = text_of("bay101/blazing-7s#19/A1")},
                              {.percent = 1000, .winners = 1, .clause = text_of("bay101/blazing-7s#19/A2")}};
    funds_award_pool(&desk.draft, &desk.funds, &desk.terms.pools[0], NULL, hits, 2);
    apply(&desk);
    assert_int_equal(hits[1].each_cents, 1000000);
    assert_int_equal(hits[0].each_cents, 9000000);
    assert_int_equal(balance(&desk, pool), 2000000); /* reseeded */
    assert_int_equal(balance(&desk, desk.terms.fund), 3000000);
    tear_down(&desk);
}

static void two_winners_share_a_pool_and_the_odd_chips_come_from_the_reserve(void **state)
{
    (void)state; /* bay101/poker-bonus-hand-progressive#16 #20 */
    struct desk desk;
    set_up(&desk, "bay101/poker-bonus-hand-progressive", bonus_hand);
    const struct pool_terms *pool = terms_pool(&desk.terms, text_of("four of a kind pool"));
    give(&desk, pool->account, 24500);
    give(&desk, desk.terms.fund, 300000);
    struct pool_hit hit = {
        .percent = 10000, .winners = 2, .clause = text_of("bay101/poker-bonus-hand-progressive#24/A3")};
    funds_award_pool(&desk.draft, &desk.funds, pool, NULL, &hit, 1);
    assert_int_equal(hit.each_cents, 12300);
    assert_movement(&desk, 0, "four of a kind pool", "held", 24500);
    assert_movement(&desk, 1, "reserve", "held", 100);
    assert_movement(&desk, 2, "reserve", "four of a kind pool", 10000);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 289900);
    tear_down(&desk);
}

static struct structure_share shares_a[3];

static void fill_structure_a(unsigned table)
{
    const struct text clause = text_of("bay101/no-limit-bad-beat#58");
    shares_a[0] = (struct structure_share){.percent = 4000, .persons = 1, .clause = clause};
    shares_a[1] = (struct structure_share){.percent = 2000, .persons = 1, .clause = clause};
    shares_a[2] = (struct structure_share){.percent = 4000, .persons = table, .clause = clause};
}

static void a_bad_beat_is_shared_and_the_house_advances_the_odd_chips(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#58 #59 #64 #69 #70 #74 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat", no_limit);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 5000000);
    give(&desk, desk.terms.fund, 4000400);
    fill_structure_a(6);
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares_a, 3);
    apply(&desk);
    assert_int_equal(shares_a[0].each_cents, 2000000);
    assert_int_equal(shares_a[1].each_cents, 1000000);
    assert_int_equal(shares_a[2].each_cents, 333400);
    assert_int_equal(funds_advances(&desk.funds), 0); /* the reserve repaid them before the reseed */
    assert_int_equal(balance(&desk, pool->account), 2500000);
    assert_int_equal(balance(&desk, desk.terms.fund), 1500000);
    assert_int_equal(balance(&desk, desk.terms.held), 2000000 + 1000000 + 6 * 333400);
    tear_down(&desk);
}

static void the_multiplied_part_comes_from_the_reserve_and_then_from_the_house(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#50 #52 #53 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat", no_limit);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 5000000);
    give(&desk, desk.terms.fund, 12000000);
    fill_structure_a(6);
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 4, shares_a, 3);
    assert_movement(&desk, 0, "prize pool", "held", 5000000);
    assert_movement(&desk, 1, "reserve", "held", 12000000);
    assert_movement(&desk, 2, "house", "held", 3000000);
    assert_movement(&desk, 3, "house", "held", 400);
    apply(&desk);
    assert_int_equal(shares_a[0].each_cents, 8000000);
    assert_int_equal(shares_a[1].each_cents, 4000000);
    assert_int_equal(shares_a[2].each_cents, 1333400);
    /* and the reseed, which the empty reserve cannot pay */
    assert_int_equal(funds_advances(&desk.funds), 3000000 + 400 + 2500000);
    tear_down(&desk);
}

static void what_one_award_lacks_is_one_advance(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#53 #70 #76 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat", no_limit);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 5000000);
    give(&desk, desk.terms.fund, 12000000);
    fill_structure_a(6);
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 4, shares_a, 3);
    apply(&desk);
    assert_int_equal(desk.funds.advance_count, 1); /* the multiplied part, the odd chips and the reseed */
    give(&desk, desk.terms.fund, 5500399);
    funds_repay(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    give(&desk, desk.terms.fund, 1);
    funds_repay(&desk.draft, &desk.funds);
    assert_movement(&desk, 0, "reserve", "house", 5500400);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 0);
    tear_down(&desk);
}

static void rows_that_win_the_same_part_share_it(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive-v1-1#70 #72 #75 */
    struct desk desk;
    set_up(&desk, "bay101/bonus-hand-progressive-v1-1", raised);
    const struct pool_terms *pool = &desk.terms.pools[0];
    const struct text clause = text_of("bay101/bonus-hand-progressive-v1-1#31");
    give(&desk, pool->account, 4000000);
    give(&desk, desk.terms.fund, 1000000);
    struct pool_hit hits[] = {{.percent = 10000, .winners = 1, .clause = clause},
                              {.percent = 1000, .winners = 3, .clause = clause},
                              {.percent = 10000, .winners = 1, .clause = clause}};
    funds_award_pool(&desk.draft, &desk.funds, pool, NULL, hits, 3);
    assert_movement(&desk, 0, "prize pool", "held", 400000);
    assert_movement(&desk, 1, "house", "held", 200);
    assert_movement(&desk, 2, "prize pool", "held", 3600000);
    assert_movement(&desk, 3, "reserve", "house", 200);
    assert_movement(&desk, 4, "reserve", "prize pool", 100000);
    apply(&desk);
    assert_int_equal(hits[0].each_cents, 1800000);
    assert_int_equal(hits[1].each_cents, 133400);
    assert_int_equal(hits[2].each_cents, 1800000);
    tear_down(&desk);
}

static void own_hands_and_the_player_dealers_hand_halve_a_pool(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive#32 */
    struct desk desk;
    set_up(&desk, "bay101/bonus-hand-progressive", two_hands);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 3000001);
    struct pool_hit hit = {.percent = 10000,
                           .winners = 1,
                           .dealer_winners = 3,
                           .clause = text_of("bay101/bonus-hand-progressive#49")};
    funds_award_pool(&desk.draft, &desk.funds, pool, NULL, &hit, 1);
    apply(&desk);
    assert_int_equal(hit.each_cents, 1500001);
    assert_int_equal(hit.dealer_each_cents, 500000);
    assert_int_equal(balance(&desk, desk.terms.held), 3000001);
    tear_down(&desk);
}

static void a_pool_is_split_over_hands_and_then_over_those_with_a_fee_on_them(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive#31 #R6 #R9 */
    static const struct {
        int64_t pool, two, one, odd; /* what each of two payers of a hand has, and the one of another */
    } splits[] = {{6000000, 1500000, 3000000, 0},   /* to the chip */
                  {6000001, 1500100, 3000100, 299}, /* a cent more is a chip more for each */
                  {6000300, 1500100, 3000200, 100}, /* 15,000.75 is rounded up, 30,001.50 too */
                  {5999999, 1500000, 3000000, 1}};
    for (size_t i = 0; i < sizeof splits / sizeof splits[0]; i++) {
        struct desk desk;
        struct hand_payers hands[] = {{.count = 2}, {.count = 1}};
        set_up(&desk, "bay101/bonus-hand-progressive", two_hands);
        give(&desk, desk.terms.pools[0].account, splits[i].pool);
        give(&desk, desk.terms.fund, 10000000);
        struct pool_hit hit = {.percent = 10000,
                               .winners = 3,
                               .hand_count = 2,
                               .hands = hands,
                               .clause = text_of("bay101/bonus-hand-progressive#49")};
        funds_award_pool(&desk.draft, &desk.funds, &desk.terms.pools[0], NULL, &hit, 1);
        apply(&desk);
        assert_int_equal(hands[0].each_cents, splits[i].two);
        assert_int_equal(hands[1].each_cents, splits[i].one);
        assert_int_equal(balance(&desk, desk.terms.held), splits[i].pool + splits[i].odd);
        tear_down(&desk);
    }
}

static void hands_of_two_rows_have_equal_parts_however_many_pay_for_them(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive#32 #R5 #R6 */
    struct desk desk;
    struct hand_payers one = {.count = 3}, other = {.count = 1};
    set_up(&desk, "bay101/bonus-hand-progressive", two_hands);
    give(&desk, desk.terms.pools[0].account, 2400000);
    give(&desk, desk.terms.fund, 10000000);
    const struct text clause = text_of("bay101/bonus-hand-progressive#50");
    struct pool_hit hits[] = {
        {.percent = 10000, .winners = 3, .hand_count = 1, .hands = &one, .clause = clause},
        {.percent = 10000,
         .winners = 1,
         .hand_count = 1,
         .hands = &other,
         .dealer_winners = 4,
         .clause = clause}};
    funds_award_pool(&desk.draft, &desk.funds, &desk.terms.pools[0], NULL, hits, 2);
    apply(&desk);
    assert_int_equal(one.each_cents, 200000);
    assert_int_equal(other.each_cents, 600000);
    assert_int_equal(hits[1].dealer_each_cents, 300000);
    assert_int_equal(balance(&desk, desk.terms.held), 2400000);
    tear_down(&desk);
}

static void a_fixed_prize_is_divided_from_the_posted_threshold_on(void **state)
{
    (void)state; /* bay101/baccarat-bonus-hand#41 #56 */
    struct desk desk;
    set_up(&desk, "bay101/baccarat-bonus-hand", baccarat);
    const struct text clause = text_of("bay101/baccarat-bonus-hand#30");
    give(&desk, desk.terms.fund, 10000000);
    assert_int_equal(funds_award_fixed(&desk.draft, &desk.funds, 59900, 6, clause), 59900);
    assert_int_equal(funds_award_fixed(&desk.draft, &desk.funds, 59999, 6, clause), 59999);
    assert_int_equal(funds_award_fixed(&desk.draft, &desk.funds, 60000, 6, clause), 10000);
    assert_int_equal(funds_award_fixed(&desk.draft, &desk.funds, 100000, 6, clause), 16700);
    assert_int_equal(desk.draft.movement_count, 5);
    assert_movement(&desk, 3, "reserve", "held", 100000);
    assert_movement(&desk, 4, "reserve", "held", 200);
    apply(&desk);
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

static const struct text share_clause = {"hawaiian-gardens/example#46", 27};

static void a_promised_prize_is_paid_by_the_fund_and_backed_anew(void **state)
{
    (void)state; /* hawaiian-gardens/ca-asian-progressive-bad-beat#52 #54 #55 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/ca-asian-progressive-bad-beat", bad_beat);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 335000);
    give(&desk, desk.terms.fund, 310000);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_movement(&desk, 0, "promised", "prize pool", 15000);
    apply(&desk);
    struct structure_share shares[] = {
        {.percent = 2000, .persons = 1, .clause = share_clause},
        {.percent = 6000, .persons = 1, .holder = true, .clause = share_clause},
        {.percent = 2000, .persons = 4, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares, 3);
    assert_movement(&desk, 0, "jackpot fund", "held", 310000);
    assert_movement(&desk, 1, "house", "held", 40000); /* a gift */
    assert_movement(&desk, 2, "prize pool", "promised", 350000);
    assert_movement(&desk, 3, "house", "jackpot fund", 200000);
    assert_movement(&desk, 4, "promised", "prize pool", 200000);
    apply(&desk);
    assert_int_equal(funds_advances(&desk.funds), 200000);
    assert_int_equal(balance(&desk, desk.terms.fund), 200000);
    tear_down(&desk);
}

static void the_cents_that_percentages_leave_are_the_holders(void **state)
{
    (void)state; /* hawaiian-gardens/ca-asian-progressive-bad-beat#46 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/ca-asian-progressive-bad-beat", bad_beat);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 1001);
    give(&desk, desk.terms.fund, 300000);
    struct structure_share shares[] = {
        {.percent = 2000, .persons = 1, .clause = share_clause},
        {.percent = 6000, .persons = 1, .holder = true, .clause = share_clause},
        {.percent = 2000, .persons = 3, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares, 3);
    apply(&desk);
    assert_int_equal(shares[0].each_cents, 200);
    assert_int_equal(shares[1].each_cents, 601);
    assert_int_equal(shares[2].each_cents, 66); /* and two cents stay in the fund */
    assert_int_equal(balance(&desk, desk.terms.fund), 300000 - 200 - 601 - 3 * 66);
    tear_down(&desk);
}

static void bettors_on_one_hand_share_by_their_wagers(void **state)
{
    (void)state; /* hawaiian-gardens/caribbean-stud-designated-bonus-hands#69 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/fortune-pai-gow-poker-progressive", fortune);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 100);
    give(&desk, desk.terms.fund, 100000);
    struct structure_share shares[] = {
        {.percent = 10000, .persons = 3, .wagers = {3000, 2000, 1000}, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares, 1);
    apply(&desk);
    assert_int_equal(shares[0].awards[0], 50);
    assert_int_equal(shares[0].awards[1], 33);
    assert_int_equal(shares[0].awards[2], 16);
    assert_int_equal(balance(&desk, desk.terms.fund), 1); /* what they leave, and the reseed is paid */
    tear_down(&desk);
}

static void the_part_of_a_person_who_may_not_win_stays_in_the_fund(void **state)
{
    (void)state; /* hawaiian-gardens/ca-asian-progressive-bad-beat#44 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/ca-asian-progressive-bad-beat", bad_beat);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 1200000);
    give(&desk, desk.terms.fund, 2000000);
    struct structure_share shares[] = {
        {.percent = 2000, .ineligible = 1, .hand = true, .clause = share_clause},
        {.percent = 6000, .persons = 1, .holder = true, .hand = true, .clause = share_clause},
        {.percent = 2000, .persons = 3, .ineligible = 1, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares, 3);
    apply(&desk);
    assert_int_equal(shares[1].each_cents, 720000);
    assert_int_equal(shares[2].each_cents, 60000); /* a quarter, though only three are paid */
    assert_int_equal(balance(&desk, desk.terms.fund), 2000000 - 720000 - 3 * 60000);
    tear_down(&desk);
}

static void of_a_hand_it_stays_and_of_the_rest_it_goes_to_the_others(void **state)
{
    (void)state; /* hawaiian-gardens/caribbean-stud-designated-bonus-hands#67 #68 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/caribbean-stud-designated-bonus-hands", bonus_hands);
    const struct pool_terms *pool = terms_pool(&desk.terms, text_of("flush pool"));
    give(&desk, pool->account, 14001);
    give(&desk, desk.terms.fund, 100000);
    struct structure_share dealer[] = {
        {.percent = 9000, .persons = 1, .holder = true, .hand = true, .clause = share_clause},
        {.percent = 1000, .ineligible = 1, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, dealer, 2);
    apply(&desk);
    assert_int_equal(dealer[0].each_cents, 14001);

    struct structure_share player[] = {
        {.percent = 9000, .ineligible = 1, .holder = true, .hand = true, .clause = share_clause},
        {.percent = 1000, .persons = 1, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, player, 2); /* of the minimum of $50 */
    apply(&desk);
    assert_int_equal(player[1].each_cents, 500);
    assert_int_equal(balance(&desk, desk.terms.fund), 100000 - 14001 - 500);
    tear_down(&desk);
}

static void an_empty_seat_has_a_part_that_stays(void **state)
{
    (void)state; /* hawaiian-gardens/caribbean-stud-jackpot#41 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/caribbean-stud-designated-bonus-hands", bonus_hands);
    give(&desk, desk.terms.fund, 100000);
    struct structure_share share = {
        .percent = 10000, .persons = 1, .vacant = 2, .ineligible = 1, .clause = share_clause};
    funds_award_fixed_structure(&desk.draft, &desk.funds, 40001, &share, 1);
    apply(&desk);
    assert_int_equal(share.each_cents, 13333); /* who may not win is passed over, an empty seat is not */
    assert_int_equal(balance(&desk, desk.terms.fund), 100000 - 13333);
    tear_down(&desk);
}

static void what_is_passed_on_is_divided_by_the_percentages_of_the_others(void **state)
{
    (void)state; /* hawaiian-gardens/caribbean-stud-jackpot#67 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/caribbean-stud-designated-bonus-hands", bonus_hands);
    const struct pool_terms *pool = terms_pool(&desk.terms, text_of("flush pool"));
    give(&desk, pool->account, 100003);
    give(&desk, desk.terms.fund, 200000);
    struct structure_share shares[] = {
        {.percent = 2000, .persons = 1, .hand = true, .clause = share_clause},
        {.percent = 6000, .persons = 1, .holder = true, .hand = true, .clause = share_clause},
        {.percent = 2000, .ineligible = 2, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares, 3);
    apply(&desk);
    assert_int_equal(shares[0].each_cents, 20000 + 5000);
    assert_int_equal(shares[1].each_cents, 60003 + 15000);

    struct structure_share nobody[] = {
        {.percent = 8000, .ineligible = 1, .holder = true, .hand = true, .clause = share_clause},
        {.percent = 2000, .ineligible = 1, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, nobody, 2);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 200000 - 100003); /* there is nobody to pass it on to */
    tear_down(&desk);
}

static void a_bettor_who_may_not_win_is_passed_over_or_leaves_a_part(void **state)
{
    (void)state; /* hawaiian-gardens/caribbean-stud-jackpot#67, hawaiian-gardens/cash-in-a-flash#64 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/caribbean-stud-designated-bonus-hands", bonus_hands);
    const struct structure_share bettors = {.percent = 10000,
                                            .persons = 2,
                                            .ineligible = 1,
                                            .holder = true,
                                            .hand = true,
                                            .wagers = {3000, 1000},
                                            .ineligible_wagers = 4000,
                                            .clause = share_clause};
    struct structure_share share = bettors;
    funds_award_fixed_structure(&desk.draft, &desk.funds, 50000, &share, 1);
    assert_int_equal(share.awards[0], 37500);
    assert_int_equal(share.awards[1], 12500);
    apply(&desk);
    desk.terms.ineligible_part = INELIGIBLE_STAYS;
    share = bettors;
    funds_award_fixed_structure(&desk.draft, &desk.funds, 50000, &share, 1);
    assert_int_equal(share.awards[0], 18750);
    assert_int_equal(share.awards[1], 6250);
    desk.terms.ineligible_part = INELIGIBLE_TO_OTHERS;
    share = bettors;
    share.wagers[0] = share.wagers[1] = 0;
    funds_award_fixed_structure(&desk.draft, &desk.funds, 50000, &share, 1);
    assert_int_equal(share.each_cents, 25000);
    tear_down(&desk);
}

static void a_second_winner_of_the_players_part_is_paid_from_the_reserve(void **state)
{
    (void)state; /* hawaiian-gardens/fortune-pai-gow-poker-progressive#55 #56 #58 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/fortune-pai-gow-poker-progressive", fortune);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 1000000);
    give(&desk, desk.terms.fund, 500000);
    struct structure_share shares[] = {
        {.percent = 4000, .persons = 2, .holder = true, .each_in_full = true, .clause = share_clause},
        {.percent = 6000, .persons = 25, .clause = share_clause}};
    funds_award_structure(&desk.draft, &desk.funds, pool, NULL, 1, shares, 2);
    assert_movement(&desk, 0, "meter", "held", 1000000);
    assert_movement(&desk, 1, "reserve", "held", 400000);
    assert_movement(&desk, 2, "reserve", "meter", 100000);
    assert_int_equal(shares[0].each_cents, 400000);
    assert_int_equal(shares[1].each_cents, 24000);
    apply(&desk);
    tear_down(&desk);
}

static void a_pool_that_pays_fixed_prizes_is_brought_back_to_its_level(void **state)
{
    (void)state; /* hawaiian-gardens/ca-asian-jackpot-1#9 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/ca-asian-jackpot-1", asian_jackpot);
    const struct pool_terms *pool = terms_pool_of_fixed_prizes(&desk.terms);
    assert_non_null(pool);
    give(&desk, pool->account, 345000);
    give(&desk, desk.terms.fund, 600000);
    funds_award_fixed_from(&desk.draft, &desk.funds, pool, 150000, 1, share_clause);
    funds_refill(&desk.draft, &desk.funds, pool);
    assert_movement(&desk, 0, "prize pool", "held", 150000);
    assert_movement(&desk, 1, "$1 California/Asian Jackpot Fund", "prize pool", 5000);
    apply(&desk);
    give(&desk, pool->account, 150000);
    funds_award_fixed_from(&desk.draft, &desk.funds, pool, 150000, 1, share_clause);
    funds_refill(&desk.draft, &desk.funds, pool);
    assert_int_equal(desk.draft.movement_count, 1); /* it is at its level */
    apply(&desk);
    tear_down(&desk);
}

static void a_fee_goes_by_game_and_limits(void **state)
{
    (void)state; /* hawaiian-gardens/cash-in-a-flash#69 #72 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/cash-in-a-flash", cash_in_a_flash);
    const struct house_table *table = desk.offer.tables[0];
    const struct fee_rate *rate = terms_rate(&desk.terms, &table->game, &table->limits);
    assert_non_null(rate);
    funds_fees_by_rate(&desk.draft, &desk.funds, rate, 2, 3, 1);
    assert_movement(&desk, 0, "patrons", "fee box", 1200);
    assert_movement(&desk, 2, "patrons", "fee box", 800);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 2000);
    struct value limits;
    assert_int_equal(value_read(VALUE_LIMITS, text_of("$50 to $301"), &limits, NULL), STATUS_OK);
    assert_null(terms_rate(&desk.terms, &table->game, &limits));
    tear_down(&desk);
}

static struct instant at(const char *text)
{
    struct instant instant;
    assert_int_equal(instant_parse(text_of(text), 0, &instant, NULL), STATUS_OK);
    return instant;
}

static void assert_due(uint16_t minute, const char *after, const char *until, unsigned expected)
{
    struct zone zone;
    const struct pool_terms pool = {.increases_at = true, .increase_minute = minute};
    assert_int_equal(zone_parse(text_of("America/Los_Angeles"), 0, &zone, NULL), STATUS_OK);
    assert_int_equal(funds_increases_due(&pool, &zone, at(after), at(until)), expected);
}

static void an_increase_is_due_once_a_day_at_its_time(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#43 */
    enum { SIX = 6 * 60, HALF_PAST_ONE = 90, HALF_PAST_TWO = 150 };
    assert_due(SIX, "2026-11-16T05:00:00-08:00", "2026-11-16T05:59:59-08:00", 0);
    assert_due(SIX, "2026-11-16T05:00:00-08:00", "2026-11-16T06:00:00-08:00", 1);
    assert_due(SIX, "2026-11-16T06:00:00-08:00", "2026-11-17T05:59:59-08:00", 0);
    assert_due(SIX, "2026-11-16T05:59:59-08:00", "2026-11-19T06:00:00-08:00", 4);
    /* The clocks show 01:30 twice on November 1, and skip 02:30 on March 8, which comes at 03:30. */
    assert_due(HALF_PAST_ONE, "2026-11-01T00:00:00-07:00", "2026-11-01T12:00:00-08:00", 1);
    assert_due(HALF_PAST_ONE, "2026-11-01T01:30:00-07:00", "2026-11-01T12:00:00-08:00", 0);
    assert_due(HALF_PAST_TWO, "2026-03-08T00:00:00-08:00", "2026-03-08T03:29:59-07:00", 0);
    assert_due(HALF_PAST_TWO, "2026-03-08T00:00:00-08:00", "2026-03-08T03:30:00-07:00", 1);
    const struct pool_terms untimed = {0};
    struct zone zone;
    assert_int_equal(zone_parse(text_of("UTC0"), 0, &zone, NULL), STATUS_OK);
    assert_int_equal(
        funds_increases_due(&untimed, &zone, at("2026-03-08T00:00:00Z"), at("2026-04-08T00:00:00Z")), 0);
}

static void a_fund_is_seeded_up_to_the_least_it_is_to_hold(void **state)
{
    (void)state; /* hawaiian-gardens/cash-in-a-flash#9 #10 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/cash-in-a-flash", cash_in_a_flash);
    give(&desk, desk.terms.fund, 49999);
    funds_seed_fund(&desk.draft, &desk.funds);
    assert_movement(&desk, 0, "house", "jackpot fund", 1);
    apply(&desk);
    funds_seed_fund(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    assert_int_equal(funds_advances(&desk.funds), 0);
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
        cmocka_unit_test(six_fees_are_split_between_meter_and_reserve),
        cmocka_unit_test(a_fee_that_reaches_the_cap_is_cut_and_the_next_goes_to_the_reserve),
        cmocka_unit_test(the_daily_increase_lands_on_the_cap),
        cmocka_unit_test(an_increase_is_due_once_a_day_at_its_time),
        cmocka_unit_test(a_day_that_brings_too_little_is_filled_up),
        cmocka_unit_test(a_day_outside_of_what_is_expected_is_told),
        cmocka_unit_test(a_raise_needs_a_fund_that_holds_it_and_a_pool_below_its_cap),
        cmocka_unit_test(a_seed_is_repaid_when_the_reserve_first_holds_all_of_it),
        cmocka_unit_test(advances_are_repaid_oldest_first_and_never_in_part),
        cmocka_unit_test(what_one_event_lacks_is_one_advance),
        cmocka_unit_test(any_number_of_advances_is_repaid_in_its_order),
        cmocka_unit_test(the_ring_of_advances_goes_round),
        cmocka_unit_test(repayments_leave_room_in_the_draft),
        cmocka_unit_test(what_a_draft_advances_and_repays_itself_is_not_repaid_twice),
        cmocka_unit_test(without_memory_for_an_advance_nothing_is_applied),
        cmocka_unit_test(advances_that_are_one_balance_are_repaid_at_once),
        cmocka_unit_test(the_administrative_fee_takes_what_is_there_and_the_rest_stays_due),
        cmocka_unit_test(ten_percent_leaves_the_rest_on_the_meter),
        cmocka_unit_test(ten_percent_is_settled_before_the_whole),
        cmocka_unit_test(two_winners_share_a_pool_and_the_odd_chips_come_from_the_reserve),
        cmocka_unit_test(a_bad_beat_is_shared_and_the_house_advances_the_odd_chips),
        cmocka_unit_test(the_multiplied_part_comes_from_the_reserve_and_then_from_the_house),
        cmocka_unit_test(what_one_award_lacks_is_one_advance),
        cmocka_unit_test(rows_that_win_the_same_part_share_it),
        cmocka_unit_test(own_hands_and_the_player_dealers_hand_halve_a_pool),
        cmocka_unit_test(a_pool_is_split_over_hands_and_then_over_those_with_a_fee_on_them),
        cmocka_unit_test(hands_of_two_rows_have_equal_parts_however_many_pay_for_them),
        cmocka_unit_test(a_fixed_prize_is_divided_from_the_posted_threshold_on),
        cmocka_unit_test(an_unclaimed_prize_goes_back_to_the_reserve),
        cmocka_unit_test(a_paid_prize_leaves_the_house),
        cmocka_unit_test(a_promised_prize_is_paid_by_the_fund_and_backed_anew),
        cmocka_unit_test(the_cents_that_percentages_leave_are_the_holders),
        cmocka_unit_test(bettors_on_one_hand_share_by_their_wagers),
        cmocka_unit_test(the_part_of_a_person_who_may_not_win_stays_in_the_fund),
        cmocka_unit_test(of_a_hand_it_stays_and_of_the_rest_it_goes_to_the_others),
        cmocka_unit_test(an_empty_seat_has_a_part_that_stays),
        cmocka_unit_test(what_is_passed_on_is_divided_by_the_percentages_of_the_others),
        cmocka_unit_test(a_bettor_who_may_not_win_is_passed_over_or_leaves_a_part),
        cmocka_unit_test(a_second_winner_of_the_players_part_is_paid_from_the_reserve),
        cmocka_unit_test(a_pool_that_pays_fixed_prizes_is_brought_back_to_its_level),
        cmocka_unit_test(a_fee_goes_by_game_and_limits),
        cmocka_unit_test(a_fund_is_seeded_up_to_the_least_it_is_to_hold),
        cmocka_unit_test(what_our_code_must_not_do_is_stopped),
        cmocka_unit_test(a_draft_without_room_takes_nothing_more),
    };
    return cmocka_run_group_tests_name("funds", tests, NULL, NULL);
}
