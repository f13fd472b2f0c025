#include "house/stories/story_test.h"

#include "funds/claim.h"
#include "funds/funds.h"
#include "house/boards/boards.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"

static int open_room(void **state)
{
    (void)state;
    room_open_house(&room, "demo");
    post(&room, "bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    does(&room, "register 1001 name \"Ann Lee\" born 1980-05-06 by fay");
    does(&room, "register 1002 name Bob born 1990-01-01 by fay");
    does(&room, "register 1003 name Cleo born 2006-11-03 by fay");
    does(&room, "open-table C4-1 by fay");
    does(&room, "sit C4-1 seat 1 patron 1001 by dana");
    does(&room, "sit C4-1 seat 2 patron 1002 by dana");
    does(&room, "sit C4-1 seat 3 by dana");
    return 0;
}

static void an_offer_that_was_posted_is_seeded(void **state)
{
    (void)state;
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500000);
}

static void a_round_takes_its_fees(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,3 by dana");
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500022);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 178);
    does(&room, "start-round C4-1 fees 1 by dana");
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500033);
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    refuses(&room, "start-round C4-1 fees 1 by dana", "house#round");
    does(&room, "end-round C4-1 by dana");
    refuses(&room, "end-round C4-1 by dana", "house#round");
}

static void a_royal_flush_goes_from_the_dealer_to_the_cage(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    refuses(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by dana", "house#permission");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    refuses(&room, "authorise 1 by sam", "house#two-persons");
    does(&room, "authorise 1 by sue");
    assert_int_equal(room.floor.prize_count, 1);
    assert_int_equal(room.floor.prizes[0].claim.cents, 500022);
    assert_int_equal(balance(&room, "bonus-hand", "held"), 500022);
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500000);
    assert_int_equal(room.floor.offerings[0].meters[0].hits, 1);
    does(&room, "pay 1 in cash by cy");
    assert_int_equal(balance(&room, "bonus-hand", "held"), 0);
}

/* Who the holder is, is looked at again when the second person comes. */
static void who_may_no_longer_win_is_not_awarded(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    does(&room, "register 1001 employee \"on duty\" by fay");
    room_ask(&room, "authorise 1 by sue");
    assert_false(room.decision.ruling.allowed);
    does(&room, "register 1001 employee \"off duty\" proposition-player yes by fay");
    room_ask(&room, "authorise 1 by sue");
    assert_false(room.decision.ruling.allowed);
    does(&room, "register 1001 proposition-player no born 2006-11-02 by fay"); /* 20 years old */
    room_ask(&room, "authorise 1 by sue");
    assert_false(room.decision.ruling.allowed);
    does(&room, "register 1001 born 2005-11-02 by fay"); /* 21 today */
    does(&room, "authorise 1 by sue");
}

static void a_hand_without_fee_wins_nothing(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    room_ask(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by sam");
    assert_false(room.decision.ruling.allowed);
    does(&room, "reject-hand 1 reason \"no fee\" by sam");
}

static void an_award_is_reversed_by_two_persons(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "authorise 1 by sue");
    refuses(&room, "reverse 1 reason mistake authorised-by sam by sam", "house#two-persons");
    does(&room, "reverse 1 reason mistake authorised-by sue by sam");
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500022);
    assert_int_equal(balance(&room, "bonus-hand", "held"), 0);
    assert_int_equal(funds_advances(&room.floor.offerings[0].funds), 500000); /* the first seed */
    refuses(&room, "pay 1 by cy", "house#money");
}

static void time_counts_the_hours_of_a_table_and_the_close_of_the_day_takes_their_fee(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        does(&room, "start-round C4-1 fees 1,2,3 by dana");
        does(&room, "end-round C4-1 by dana");
    }
    const struct funds *funds = &room.floor.offerings[0].funds;
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 5340);
    does(&room, "clock 2026-11-02T13:00:00-08:00");
    assert_int_equal(funds->administration_due, 0);
    does(&room, "clock 2026-11-02T13:00:01-08:00");
    assert_int_equal(funds->administration_due, 1000);
    refuses(&room, "clock 2026-11-02T13:00:00-08:00", "house#time");
    does(&room, "clock 2026-11-03T05:59:59-08:00"); /* offered until two */
    assert_int_equal(funds->administration_due, 13000);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 5340);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 0);
    assert_int_equal(balance(&room, "bonus-hand", "administration"), 5340);
    assert_int_equal(funds->administration_due, 13000 - 5340);
    assert_int_equal(funds_advances(funds), 500000); /* the first seed, and nothing for the fee */
}

static void a_failed_sensor_is_marked_by_button(void **state)
{
    (void)state;
    does(&room, "equipment C4-1 device sensor seat 2 by dana");
    refuses(&room, "start-round C4-1 fees 2 by dana", "house#round");
    refuses(&room, "start-round C4-1 marked 1 by dana", "house#round");
    does(&room, "start-round C4-1 fees 1 marked 2 by dana");
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500022);
    does(&room, "return-fees C4-1 reason \"misread\" by sam");
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500000);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 0);
}

static void an_excluded_patron_wins_nothing(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "exclude 1002 reason \"asked for it\" by sam");
    room_ask(&room, "verify-hand 1 row \"royal flush\" by sam");
    assert_false(room.decision.ruling.allowed);
}

/* A hand that wins the evening: patron 1002, $250 at ten. */
static void win_the_evening(void)
{
    post(&room, "bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    post(&room, "bay101/poker-high-hand", "high-hand");
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    does(&room, "open-table HE-1 by fay");
    does(&room, "sit HE-1 seat 1 patron 1001 by dana");
    does(&room, "sit HE-1 seat 2 patron 1002 by dana");
    for (unsigned seat = 3; seat <= 6; seat++) {
        char line[64];
        (void)snprintf(line, sizeof line, "sit HE-1 seat %u by dana", seat);
        does(&room, line);
    }
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer high-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "end-round HE-1 pot $40 by dana");
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 2 offer high-hand by dana");
    does(&room, "verify-hand 2 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" pot $20 by sam");
    does(&room, "authorise 2 by sue");
    does(&room, "end-round HE-1 pot $20 by dana");
}

static void the_best_hand_of_the_evening_wins_when_it_ends(void **state)
{
    (void)state;
    win_the_evening();
    assert_int_equal(floor_board(&room.floor, text_of("high-hand"))->count, 1);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer high-hand by dana");
    refuses(&room, "verify-hand 3 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $19.99 by sam",
            "bay101/poker-high-hand#39");
    does(&room, "verify-hand 3 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $20 by sam");
    refuses(&room, "authorise 3 by sue", "bay101/poker-high-hand#11");
    does(&room, "clock 2026-11-02T21:59:59-08:00");
    assert_int_equal(room.floor.prize_count, 0);
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.prize_count, 1);
    assert_int_equal(room.floor.prizes[0].claim.cents, 25000);
    assert_true(text_equal(floor_patron_name(&room.floor, room.floor.prizes[0].patron), text_of("1002")));
    refuses(&room, "pay 1 by cy", "bay101/poker-high-hand#34");
    does(&room, "identify 1 document \"driver's licence\" by cy");
    does(&room, "pay 1 in cash by cy");
    assert_int_equal(room.floor.patrons[1].currency_today, 25000);
}

static void a_prize_that_nobody_comes_for_lapses(void **state)
{
    (void)state;
    win_the_evening();
    does(&room, "close-table HE-1 by fay");
    does(&room, "close-table C4-1 by fay");
    does(&room, "clock 2026-11-02T22:15:00-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_AWARDED);
    does(&room, "clock 2026-11-02T22:15:01-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_HELD);
    does(&room, "clock 2026-12-02T23:59:59-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_HELD);
    const struct funds *high_hand = &floor_offering(&room.floor, text_of("high-hand"))->funds;
    const struct funds *bonus = &floor_offering(&room.floor, text_of("poker-bonus-hand"))->funds;
    int64_t before = balance(&room, "poker-bonus-hand", "reserve");
    int64_t owed = funds_advances(high_hand) + funds_advances(bonus);
    does(&room, "clock 2026-12-03T00:00:00-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_LAPSED);
    int64_t repaid = owed - funds_advances(high_hand) - funds_advances(bonus); /* at once */
    assert_int_equal(balance(&room, "poker-bonus-hand", "reserve"), before + 25000 - repaid);
    room_ask(&room, "pay 1 by cy");
    assert_false(room.decision.ruling.allowed);
}

/* Table HE-1 has been open for four hours at ten, so that something else happens at that moment. */
static void an_offer_ends_with_its_hours_whatever_else_is_due(void **state)
{
    (void)state;
    win_the_evening();
    does(&room, "start-round HE-1 by dana");
    does(&room, "clock 2026-11-02T21:59:59-08:00");
    does(&room, "claim-hand HE-1 seat 1 offer high-hand by dana");
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    refuses(&room, "claim-hand HE-1 seat 2 offer high-hand by dana", "bay101/poker-high-hand#10");
    refuses(&room, "verify-hand 3 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $20 by sam",
            "bay101/poker-high-hand#10");
    does(&room, "reject-hand 3 reason \"too late\" by sam");
    does(&room, "start-round HE-1 by dana");
    refuses(&room, "claim-hand HE-1 seat 2 offer high-hand by dana", "house#time");
}

static void an_offer_that_is_posted_anew_leaves_the_tables_that_it_does_not_name(void **state)
{
    static const char elsewhere[] =
        "offer: bay101/bonus-hand-progressive-v1-1\n"
        "tables: [C4-2]\n"
        "hours: daily 10:00 to 02:00\n"
        "chart: A\n"
        "pools: {prize pool: {seed: \"$5,000\", reseed: \"$5,000\"}}\n"
        "prizes: {four of a kind: $300, full house: $50, flush: $40, straight: $30}\n"
        "administration: {fee: $10}\n";
    struct command anew = {.kind = COMMAND_POST_OFFER};
    *COMMAND_AS(&anew, post_offer) = (struct post_offer){
        .head = {.by = text_of("olga")}, .offer = text_of("bonus-hand"), .text = text_of(elsewhere)};
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    room_decide(&room, &anew);
    assert_true(room.decision.ruling.allowed);
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana"); /* it was dealt before */
    does(&room, "reject-hand 2 reason \"mistaken\" by sam");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "end-round C4-1 by dana");
    does(&room, "start-round C4-1 by dana");
    refuses(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana", "house#document");
    refuses(&room, "start-round C4-1 fees 1,2 by dana", "house#round");
}

static void a_prize_waits_where_identification_has_no_deadline(void **state)
{
    (void)state; /* hawaiian-gardens/high-hand-happy-hours#27 */
    post(&room, "hawaiian-gardens/high-hand-happy-hours", "happy-hours");
    does(&room, "clock 2026-11-02T15:00:00-08:00");
    does(&room, "open-table HE-1 by fay");
    does(&room, "sit HE-1 seat 1 patron 1001 by dana");
    does(&room, "sit HE-1 seat 2 patron 1002 by dana");
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer happy-hours by dana");
    does(&room, "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" by fay");
    does(&room, "authorise 1 by sue");
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    assert_int_equal(room.floor.prize_count, 1);
    does(&room, "clock 2026-11-09T18:00:00-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_AWARDED);
    refuses(&room, "pay 1 by cy", "hawaiian-gardens/high-hand-happy-hours#27");
    does(&room, "identify 1 document \"driver's licence\" by cy");
    does(&room, "pay 1 in cash by cy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(an_offer_that_was_posted_is_seeded, open_room),
        STORY(a_round_takes_its_fees, open_room),
        STORY(a_royal_flush_goes_from_the_dealer_to_the_cage, open_room),
        STORY(a_hand_without_fee_wins_nothing, open_room),
        STORY(who_may_no_longer_win_is_not_awarded, open_room),
        STORY(an_award_is_reversed_by_two_persons, open_room),
        STORY(time_counts_the_hours_of_a_table_and_the_close_of_the_day_takes_their_fee, open_room),
        STORY(a_failed_sensor_is_marked_by_button, open_room),
        STORY(an_excluded_patron_wins_nothing, open_room),
        STORY(a_prize_that_nobody_comes_for_lapses, open_room),
        STORY(a_prize_waits_where_identification_has_no_deadline, open_room),
        STORY(an_offer_ends_with_its_hours_whatever_else_is_due, open_room),
        STORY(an_offer_that_is_posted_anew_leaves_the_tables_that_it_does_not_name, open_room),
        STORY(the_best_hand_of_the_evening_wins_when_it_ends, open_room),
    };
    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
