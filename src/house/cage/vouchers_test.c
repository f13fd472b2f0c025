/* Vouchers on the floor: who may use one, what it moves, and events of it that cannot have happened. Cases of vouchers are in
 * tests/cases/floor/vouchers. */
#include "house/stories/story_test.h"

#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"

#define ACTIVITY "hawaiian-gardens/shuffle-master-classic-qualifier"

/* Patron 1001 has an entry, prize 1, and a voucher, prize 2. */
static void win_a_journey(void)
{
    offers(&room, "classic-qualifier", NULL);
    seat_patrons(&room, "UT-1", 2);
    does(&room, "start-round UT-1 by dana");
    does(&room, "claim-hand UT-1 seat 1 offer classic-qualifier by dana");
    does(&room, "verify-hand 1 cards \"As Ks\" board \"Qs Js Ts 2d 3c\" by sam");
    does(&room, "authorise 1 by sue");
}

static void have_the_voucher(void)
{
    win_a_journey();
    does(&room, "pay 2 in \"other things of value\" by cy");
    posts(&room, "classic-qualifier", "");
}

static void the_award_says_what_it_is_worth(void **state)
{
    (void)state;
    win_a_journey();
    assert_int_equal(floor_prize(&room.floor, 1)->worth, 0);
    assert_int_equal(floor_prize(&room.floor, 2)->worth, 100000);
    assert_null(floor_voucher(&room.floor, floor_prize(&room.floor, 1)));
    assert_non_null(floor_voucher(&room.floor, floor_prize(&room.floor, 2)));
    assert_int_equal(floor_voucher_spent(floor_prize(&room.floor, 2)), 0);
}

static void a_bill_says_for_what_how_many_and_how_much(void **state)
{
    (void)state;
    have_the_voucher();
    refuses(&room, "redeem 2 by cy", "house#money");
    refuses(&room, "redeem 2 for airfare by cy", "house#money");
    refuses(&room, "redeem 2 cost $420 by cy", "house#money");
    refuses(&room, "redeem 2 for airfare cost $1,000,000,000,000.01 by cy", "house#money");
    refuses(&room, "redeem 2 for airfare count 1001 cost $0.01 by cy", "house#money");
    does(&room, "redeem 2 for airfare count 1000 cost $0.01 by cy");
    posts(&room, "classic-qualifier", "house -> winners 10 #34");
    does(&room, "redeem 2 for AIRFARE cost $1 by cy");
    assert_int_equal(floor_prize(&room.floor, 2)->use_count, 1); /* the same kind, however it is written */
    assert_int_equal(floor_prize(&room.floor, 2)->uses[0].count, 1001);
    assert_int_equal(floor_prize(&room.floor, 2)->uses[0].cents, 1100);
}

static void nobody_but_the_winner_uses_it(void **state)
{
    (void)state;
    have_the_voucher();
    refuses(&room, "redeem 2 for airfare cost $420 patron 1002 by cy", ACTIVITY "#21");
    refuses(&room, "redeem 2 for airfare cost $420 patron 9999 by cy", "house#patron");
    does(&room, "redeem 2 for airfare cost $420 patron 1001 by cy");
    assert_true(text_equal(EVENT_AS(&room.last[0], voucher_redeemed)->patron, text_of("1001")));
}

/* us-federal/information-returns#13 and #24: the second journey of the year makes $2,000. */
static void the_laws_count_what_it_is_worth(void **state)
{
    (void)state;
    file_document(&room, text_of("us-federal/information-returns"));
    win_a_journey();
    does(&room, "end-round UT-1 by dana");
    does(&room, "start-round UT-1 by dana");
    does(&room, "claim-hand UT-1 seat 1 offer classic-qualifier by dana");
    does(&room, "verify-hand 2 cards \"Ah Kh\" board \"Qh Jh Th 2d 3c\" by sam");
    does(&room, "authorise 2 by sue");
    does(&room, "pay 2 in \"other things of value\" by cy");
    assert_int_equal(EVENT_AS(&room.last[0], prize_paid)->form_count, 0);
    assert_int_equal(floor_patron(&room.floor, text_of("1001"))->prizes_this_year, 100000);
    refuses(&room, "pay 4 in \"other things of value\" nonresident withheld $300 by cy", "house#money");
    does(&room, "pay 4 in \"other things of value\" by cy");
    assert_int_equal(EVENT_AS(&room.last[0], prize_paid)->form_count, 1);
    assert_true(text_equal(EVENT_AS(&room.last[0], prize_paid)->forms[0].form, text_of("1099-MISC")));
    assert_int_equal(floor_patron(&room.floor, text_of("1001"))->prizes_this_year, 200000);
}

static void what_the_winner_pays_is_in_the_event_with_its_clause(void **state)
{
    (void)state;
    have_the_voucher();
    does(&room, "redeem 2 for airfare cost $700 by cy");
    assert_int_equal(EVENT_AS(&room.last[0], voucher_redeemed)->own_count, 0);
    does(&room, "redeem 2 for \"hotel night\" count 3 cost $400 cancelled by cy");
    const struct voucher_redeemed *told = EVENT_AS(&room.last[0], voucher_redeemed);
    posts(&room, "classic-qualifier", "house -> winners 300 #34");
    assert_int_equal(told->cents, 30000);
    assert_int_equal(told->paid_for, 1);
    assert_true(told->cancelled);
    assert_int_equal(told->own_count, 2);
    assert_int_equal(told->own[0].cents, 40000);
    assert_true(text_equal(told->own[0].clause, text_of(ACTIVITY "#39")));
    assert_int_equal(told->own[1].cents, 50000);
    assert_true(text_equal(told->own[1].clause, text_of(ACTIVITY "#35")));
    refuses(&room, "redeem 2 unspent by cy", ACTIVITY "#36");
    refuses(&room, "redeem 2 unspent cancelled by cy", ACTIVITY "#40");
}

/* ------------------------------------------------------------------------------------------ other documents */

#define DINNER(transferable, beyond)                                                                         \
    "# Dinner (TEST-000031)\n\nA fund of fees pays dinners.\n\n"                                             \
    "1. Games. [eligibility]\n\n   ```yaml\n   games: [Texas Hold'em]\n   ```\n\n"                           \
    "2. The fee. [money]\n\n   ```yaml\n   fee: {amount: $1, payer: player, optional: yes, to: reserve}\n"   \
    "   funds: {reserve: {pays: [fixed prizes, advances]}}\n"                                                \
    "   funding: {source: players, fees: its own}\n"                                                         \
    "   advances: {cover: [fixed prizes], repaid from: reserve}\n   ```\n\n"                                 \
    "3. Four of a kind wins a dinner. [hand]\n\n   ```yaml\n   charts:\n     A:\n"                           \
    "       - four of a kind: '\"dinner\" worth $50'\n   ```\n\n"                                            \
    "4. What it pays. [money]\n\n   ```yaml\n   vouchers:\n     dinner:\n"                                   \
    "       costs: {meal: covered, wine: the winner's}\n       limits: {meal: 2}\n"                          \
    "       beyond: " beyond "\n   ```\n\n"                                                                  \
    "5. Whose it is. [claim]\n\n   ```yaml\n   claim: {transferable: " transferable "}\n"                    \
    "   payment: {forms: [other things of value]}\n   ```\n"

static void file_dinners(const char *document)
{
    file_text_as(&room, text_of("test/dinner"), text_of(document));
    post_text(&room, "dinner", text_of("offer: test/dinner\ntables: [HE-1]\nhours: always\n"));
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
    struct command clock = {.kind = COMMAND_CLOCK};
    COMMAND_AS(&clock, clock_moves)->at = room.floor.now;
    room_decide(&room, &clock);
}

static void win_a_dinner(const char *document)
{
    file_dinners(document);
    seat_patrons(&room, "HE-1", 3);
    does(&room, "start-round HE-1 fees 1,2,3 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer dinner by dana");
    does(&room, "verify-hand 1 cards \"As Ah\" board \"Ad Ac 5h 9s Jd\" by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "pay 1 in \"other things of value\" by cy");
}

static void the_fund_pays_and_the_house_covers_what_it_lacks(void **state)
{
    (void)state;
    win_a_dinner(DINNER("no", "the winner's"));
    assert_int_equal(balance(&room, "dinner", "reserve"), 300);
    does(&room, "redeem 1 for meal cost $2 by cy");
    posts(&room, "dinner", "reserve -> winners 2 #4");
    does(&room, "redeem 1 for meal cost $20 by cy");
    posts(&room, "dinner", "reserve -> winners 1 #4\nhouse -> winners 19 #4");
    assert_int_equal(advances(&room, "dinner"), 1900);
    refuses(&room, "redeem 1 for meal cost $1 by cy", "test/dinner#4");
    refuses(&room, "redeem 1 for meal cost $20 patron 1002 by cy", "test/dinner#5");
}

static void where_prizes_may_be_given_to_others_they_use_it(void **state)
{
    (void)state;
    win_a_dinner(DINNER("yes", "the winner's"));
    does(&room, "redeem 1 for meal cost $20 patron 1002 by cy");
    assert_true(text_equal(EVENT_AS(&room.last[0], voucher_redeemed)->patron, text_of("1002")));
}

static void one_that_is_not_redeemed_in_part_pays_whole_bills(void **state)
{
    (void)state;
    win_a_dinner(DINNER("no", "not redeemed"));
    refuses(&room, "redeem 1 for meal cost $50.01 by cy", "test/dinner#4");
    refuses(&room, "redeem 1 for meal count 3 cost $10 by cy", "test/dinner#4");
    does(&room, "redeem 1 for meal cost $50 by cy");
    posts(&room, "dinner", "reserve -> winners 3 #4\nhouse -> winners 47 #4");
}

/* What it has paid stays paid, and what the document says now holds for the rest. */
static void a_voucher_outlives_its_posting(void **state)
{
    (void)state;
    win_a_dinner(DINNER("no", "the winner's"));
    does(&room, "redeem 1 for meal cost $20 by cy");
    file_dinners(DINNER("no", "not redeemed"));
    refuses(&room, "redeem 1 for meal cost $31 by cy", "test/dinner#4");
    does(&room, "withdraw-offer dinner by max");
    does(&room, "redeem 1 for meal cost $30 by cy");
    refuses(&room, "redeem 1 for meal cost $1 by cy", "test/dinner#4");
}

static void a_restored_house_knows_what_was_spent(void **state)
{
    struct floor again;
    struct arena arena;
    struct text bytes, twice;
    struct fault fault;
    (void)state;
    have_the_voucher();
    does(&room, "redeem 2 for \"hotel night\" cost $150 by cy");
    does(&room, "redeem 2 for airfare cost $700 by cy");
    arena_init(&arena, ROOM_MEMORY_MAX);
    assert_int_equal(floor_save(&room.floor, &arena, &bytes, &fault), STATUS_OK);
    assert_int_equal(floor_init(&again, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    assert_int_equal(floor_restore(&again, bytes, &fault), STATUS_OK);
    assert_int_equal(floor_save(&again, &arena, &twice, &fault), STATUS_OK);
    assert_true(text_equal(bytes, twice));
    floor_release(&room.floor);
    room.floor = again;
    does(&room, "redeem 2 for \"hotel night\" count 2 cost $200 by cy");
    posts(&room, "classic-qualifier", "house -> winners 150 #34");
    assert_int_equal(EVENT_AS(&room.last[0], voucher_redeemed)->own[0].cents, 20000);
    assert_int_equal(EVENT_AS(&room.last[0], voucher_redeemed)->own[1].cents, 5000);
    arena_release(&arena);
}

/* ------------------------------------------------------------------------------------------ what cannot have happened */

#define TOLD          "{\"at\":\"2026-11-02T20:00:00Z\",\"by\":\"cy\",\"prize\":2,"
#define CLAUSES       ",\"clause\":\"" ACTIVITY "#34\""
#define POSTED(cents) ",\"movements\":[[0,1," cents ",\"redemption\",\"" ACTIVITY "#34\"]]}"

static void is_strange(const char *payload)
{
    struct event event;
    struct fault fault = {0};
    struct floor copy;
    struct arena arena;
    struct text bytes;
    if (event_read(text_of("voucher-redeemed"), text_of(payload), &room.lines, &event, &fault) != STATUS_OK)
        fail_msg("%s: %s", payload, fault.words);
    arena_init(&arena, ROOM_MEMORY_MAX);
    assert_int_equal(floor_save(&room.floor, &arena, &bytes, &fault), STATUS_OK);
    assert_int_equal(floor_init(&copy, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    assert_int_equal(floor_restore(&copy, bytes, &fault), STATUS_OK);
    if (floor_replay(&copy, &event, &fault) != STATUS_INVALID)
        fail_msg("%s is applied", payload);
    floor_release(&copy);
    arena_release(&arena);
}

static void redemptions_that_cannot_have_been_are_found(void **state)
{
    (void)state;
    win_a_journey();
    is_strange(TOLD
               "\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,\"cents\":42000" CLAUSES POSTED(
                   "42000")); /* it was not handed over */
    does(&room, "pay 1 in \"tournament entries\" by cy");
    does(&room, "pay 2 in \"other things of value\" by cy");
    is_strange("{\"at\":\"2026-11-02T20:00:00Z\",\"prize\":1,\"for\":\"airfare\",\"count\":1,\"cost\":42000,"
               "\"paid-for\":1,\"cents\":42000" CLAUSES POSTED("42000")); /* an entry */
    is_strange("{\"at\":\"2026-11-02T20:00:00Z\",\"prize\":3,\"for\":\"airfare\",\"count\":1,\"cost\":42000,"
               "\"paid-for\":1,\"cents\":42000" CLAUSES POSTED("42000"));
    is_strange(TOLD "\"patron\":\"1002\",\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,"
                    "\"cents\":42000" CLAUSES POSTED("42000"));
    is_strange(TOLD "\"for\":\"airfare\",\"cost\":42000,\"paid-for\":1,\"cents\":42000" CLAUSES POSTED(
        "42000")); /* none of them */
    is_strange(TOLD "\"for\":\"airfare\",\"count\":1,\"paid-for\":1,\"cents\":42000" CLAUSES POSTED("42000"));
    is_strange(
        TOLD "\"for\":\"airfare\",\"count\":1001,\"cost\":1,\"paid-for\":1001,\"cents\":1001" CLAUSES POSTED(
            "1001"));
    is_strange(TOLD
               "\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,\"cents\":41999" CLAUSES POSTED(
                   "41999")); /* not the whole bill */
    is_strange(TOLD
               "\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,\"cents\":42000" CLAUSES POSTED(
                   "41999")); /* another amount than was posted */
    is_strange(TOLD "\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,\"cents\":42000" CLAUSES
                    "}");
    is_strange(TOLD
               "\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,\"cents\":42000,\"clause\":"
               "\"" ACTIVITY "#35\"" POSTED("42000")); /* another clause */
    is_strange(
        TOLD "\"for\":\"airfare\",\"count\":1,\"cost\":100001,\"paid-for\":1,\"cents\":100001" CLAUSES POSTED(
            "100001")); /* more than it is worth */
    is_strange(TOLD "\"for\":\"food\",\"count\":1,\"cost\":3000,\"paid-for\":1,\"cents\":3000" CLAUSES POSTED(
        "3000"));
    is_strange(TOLD "\"for\":\"hotel night\",\"count\":3,\"cost\":15000,\"paid-for\":2,\"cents\":30000,"
                    "\"winner-pays\":[[15000,\"" ACTIVITY "#35\"]]" CLAUSES POSTED("30000"));
    is_strange(
        TOLD
        "\"for\":\"hotel night\",\"count\":3,\"cost\":15000,\"paid-for\":2,\"cents\":30000" CLAUSES POSTED(
            "30000")); /* nobody pays the third */
    is_strange(TOLD "\"offer\":1,\"for\":\"airfare\",\"count\":1,\"cost\":42000,\"paid-for\":1,"
                    "\"cents\":42000" CLAUSES POSTED("42000"));
    does(&room, "redeem 2 for \"hotel night\" count 3 cost $150 by cy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(the_award_says_what_it_is_worth, open_gardens),
        STORY(a_bill_says_for_what_how_many_and_how_much, open_gardens),
        STORY(nobody_but_the_winner_uses_it, open_gardens),
        STORY(the_laws_count_what_it_is_worth, open_gardens),
        STORY(what_the_winner_pays_is_in_the_event_with_its_clause, open_gardens),
        STORY(the_fund_pays_and_the_house_covers_what_it_lacks, open_demo),
        STORY(where_prizes_may_be_given_to_others_they_use_it, open_demo),
        STORY(one_that_is_not_redeemed_in_part_pays_whole_bills, open_demo),
        STORY(a_voucher_outlives_its_posting, open_demo),
        STORY(a_restored_house_knows_what_was_spent, open_gardens),
        STORY(redemptions_that_cannot_have_been_are_found, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: vouchers", tests, NULL, NULL);
}
