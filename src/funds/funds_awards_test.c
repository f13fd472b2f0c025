/* Prizes from pools and fixed prizes, as worked examples of the documents. */
#include "funds/funds_offers_test.h"

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

static const char asian_jackpot[] = "offer: hawaiian-gardens/ca-asian-jackpot-1\n"
                                    "tables: [PG-1]\n"
                                    "hours: always\n"
                                    "pools: {prize pool: {seed: $500, reseed: \"$2,000\"}}\n"
                                    "prizes: {seven face cards: \"$1,500\"}\n"
                                    "off: [multiplier]\n";

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

static void a_pool_that_pays_fixed_prizes_is_brought_back_to_its_level(void **state)
{
    (void)state; /* hawaiian-gardens/ca-asian-jackpot-1#9 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/ca-asian-jackpot-1", asian_jackpot);
    const struct pool_terms *pool = terms_pool_of_fixed_prizes(&desk.terms);
    assert_non_null(pool);
    give(&desk, pool->account, 345000);
    give(&desk, desk.terms.fund, 600000);
    funds_award_fixed_from(&desk.draft, &desk.funds, pool, 150000, 1, text_of("hawaiian-gardens/example#46"));
    funds_refill(&desk.draft, &desk.funds, pool);
    assert_movement(&desk, 0, "prize pool", "held", 150000);
    assert_movement(&desk, 1, "$1 California/Asian Jackpot Fund", "prize pool", 5000);
    apply(&desk);
    give(&desk, pool->account, 150000);
    funds_award_fixed_from(&desk.draft, &desk.funds, pool, 150000, 1, text_of("hawaiian-gardens/example#46"));
    funds_refill(&desk.draft, &desk.funds, pool);
    assert_int_equal(desk.draft.movement_count, 1); /* it is at its level */
    apply(&desk);
    tear_down(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_percent_leaves_the_rest_on_the_meter),
        cmocka_unit_test(ten_percent_is_settled_before_the_whole),
        cmocka_unit_test(two_winners_share_a_pool_and_the_odd_chips_come_from_the_reserve),
        cmocka_unit_test(rows_that_win_the_same_part_share_it),
        cmocka_unit_test(own_hands_and_the_player_dealers_hand_halve_a_pool),
        cmocka_unit_test(a_pool_is_split_over_hands_and_then_over_those_with_a_fee_on_them),
        cmocka_unit_test(hands_of_two_rows_have_equal_parts_however_many_pay_for_them),
        cmocka_unit_test(a_fixed_prize_is_divided_from_the_posted_threshold_on),
        cmocka_unit_test(a_pool_that_pays_fixed_prizes_is_brought_back_to_its_level),
    };
    return cmocka_run_group_tests_name("funds_awards", tests, NULL, NULL);
}
