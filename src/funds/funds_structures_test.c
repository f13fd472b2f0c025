/* Prizes by a payout structure, as worked examples of the documents. */
#include "funds/funds_offers_test.h"

static const char bad_beat[] = "offer: hawaiian-gardens/ca-asian-progressive-bad-beat\n"
                               "tables: [PG-1]\n"
                               "hours: always\n"
                               "chart: {Pai Gow Poker: pai gow poker 1}\n"
                               "structure: 1\n"
                               "pools: {prize pool: {seed: \"$2,000\", reseed: \"$2,000\", increase: $150}}\n"
                               "administration: {fee: $8}\n";

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
    desk.terms.ineligible_part = INELIGIBLE_OF_TABLE_TO_OTHERS; /* of a hand it stays */
    share.ineligible_wagers = 0;
    funds_award_fixed_structure(&desk.draft, &desk.funds, 50000, &share, 1);
    assert_int_equal(share.each_cents, 16666);
    share.hand = false;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_beat_is_shared_and_the_house_advances_the_odd_chips),
        cmocka_unit_test(the_multiplied_part_comes_from_the_reserve_and_then_from_the_house),
        cmocka_unit_test(what_one_award_lacks_is_one_advance),
        cmocka_unit_test(a_promised_prize_is_paid_by_the_fund_and_backed_anew),
        cmocka_unit_test(the_cents_that_percentages_leave_are_the_holders),
        cmocka_unit_test(bettors_on_one_hand_share_by_their_wagers),
        cmocka_unit_test(the_part_of_a_person_who_may_not_win_stays_in_the_fund),
        cmocka_unit_test(of_a_hand_it_stays_and_of_the_rest_it_goes_to_the_others),
        cmocka_unit_test(an_empty_seat_has_a_part_that_stays),
        cmocka_unit_test(what_is_passed_on_is_divided_by_the_percentages_of_the_others),
        cmocka_unit_test(a_bettor_who_may_not_win_is_passed_over_or_leaves_a_part),
        cmocka_unit_test(a_second_winner_of_the_players_part_is_paid_from_the_reserve),
    };
    return cmocka_run_group_tests_name("funds_structures", tests, NULL, NULL);
}
