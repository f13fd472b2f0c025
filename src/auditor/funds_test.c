/* The auditor agrees with the fund that pays and the fund that repays, by a document that has two, and with no other. */
#include "auditor/story_test.h"

#include "funds/funds.h"
#include "funds/terms.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/offers.h"

#define OFFER "two-funds"

static void (*changes)(struct event *event);

static void tell_otherwise(const struct floor *floor, const struct event *event)
{
    struct event told = *event;
    if (changes) {
        changes(&told);
        changes = NULL;
    }
    tell(floor, &told);
}

/* The line is done, and told otherwise than it was. */
static void objects(const char *line, void (*change)(struct event *event), const char *words)
{
    agrees();
    changes = change;
    room.told = tell_otherwise;
    does(&room, line);
    if (!objected || !strstr(objection.words, words))
        fail_msg("%s: %s", line, objected ? objection.words : "nothing is said");
}

static void two_funds(void)
{
    file_text_as(&room, text_of("sample/two-funds"),
                 file_text(&room, "tests/cases/funds/rulebooks/sample/two-funds.md"));
    post_text(&room, OFFER, text_of("offer: sample/two-funds\ntables: [NL-1]\nhours: always\n"));
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    seat_patrons(&room, "NL-1", 4);
    agrees();
}

static void assert_funds(int64_t reserve, int64_t promotion, int64_t advanced)
{
    assert_int_equal(balance(&room, OFFER, "reserve"), reserve);
    assert_int_equal(balance(&room, OFFER, "promotion fund"), promotion);
    assert_int_equal(advances(&room, OFFER), advanced);
    agrees();
}

/* Both funds are brought to so many cents, and then a round is dealt with three fees, of which the reserve has $1.80 and the
 * promotion fund $0.90. The seed of $1,000 is owed by the promotion fund. */
static void deal(int64_t reserve, int64_t promotion)
{
    holds(&room, OFFER, "reserve", reserve - 180);
    holds(&room, OFFER, "promotion fund", promotion - 90);
    does(&room, "start-round NL-1 fees 1,2,3 by dana");
}

/* A hand of the round, in front of two others with a fee, who envy it. */
static void win(const char *row, unsigned number)
{
    DOES(&room, "claim-hand NL-1 seat 1 offer " OFFER " by dana");
    DOES(&room, "verify-hand %u row %s by sam", number, row);
    DOES(&room, "authorise %u by sue", number);
    agrees();
}

static void the_auditor_knows_who_repays_the_seed(void **state)
{
    (void)state;
    two_funds();
    deal(9000000, 119999); /* a cent less than the seed and what the fund keeps */
    assert_funds(9000000, 119999, 100000);
    deal(9000000, 120000);
    assert_funds(9000000, 20000, 0);
}

static void the_auditor_knows_who_reseeds(void **state)
{
    (void)state;
    two_funds();
    deal(9000000, 99999);
    win("A1", 1);
    assert_funds(9000000, 0, 100001); /* the seed, and a cent of the reseed */
    deal(9000000, 100000);
    win("A2", 2);
    assert_funds(8950000, 100000, 100001); /* the side pool names no fund: the one that pays reseeds */
}

static void the_auditor_knows_who_raises_and_who_pays_the_administration(void **state)
{
    (void)state;
    two_funds();
    does(&room, "clock 2026-11-02T14:30:00-08:00");
    does(&room, "close-table NL-1 by fay");
    holds(&room, OFFER, "reserve", 50000);
    holds(&room, OFFER, "promotion fund", 11999);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_funds(50000, 0, 100000); /* $100 to the pool, and of $20 for two hours a cent is left */
    assert_int_equal(floor_funds(&room.floor, 0)->administration_due, 1);
}

/* Of the prize the promotion fund lacks $200 and of its multiple all; the reserve repays the multiple alone. */
static void a_multiplied_prize(void)
{
    two_funds();
    deal(5000, 10000);
    win("A3 multiple 2", 1);
    assert_funds(5000, 0, 100000 + 20000 + 30000 + 10000);
}

static void the_auditor_knows_who_repays_what(void **state)
{
    (void)state;
    a_multiplied_prize();
    deal(29999, 90);
    assert_funds(29999, 90, 160000);
    deal(30000, 90);
    assert_funds(0, 90, 130000);
    deal(90000, 120000); /* the seed first, which is the older one */
    assert_funds(90000, 20000, 30000);
    deal(90000, 50000);
    assert_funds(90000, 20000, 0);
}

/* An amount that was repaid goes back to the fund that repaid it, and an amount that another fund still owes is cancelled. */
static void the_auditor_follows_a_reversal(void **state)
{
    (void)state;
    for (unsigned repaid = 0; repaid < 3; repaid++) {
        a_multiplied_prize();
        deal(repaid >= 1 ? 30000 : 5000, 90);
        if (repaid == 2) {
            deal(180, 120000);
            deal(180, 50000);
        }
        int64_t reserve = balance(&room, OFFER, "reserve"),
                promotion = balance(&room, OFFER, "promotion fund");
        does(&room, "reverse 1 prize 2 reason misread authorised-by sue by sam");
        agrees();
        does(&room, "reverse 1 reason misread authorised-by sue by sam");
        assert_funds(reserve + (repaid >= 1 ? 30000 : 0), promotion + 10000 + (repaid == 2 ? 30000 : 0),
                     repaid == 2 ? 0 : 100000);
        if (repaid < 2) {
            close_audited(NULL);
            open_audited_bay(NULL);
        }
    }
}

static void by_the_first_fund(struct event *event)
{
    EVENT_AS(event, awarded)->money.repaying_count = 0;
}

static void an_advance_of_another_fund_is_found(void **state)
{
    (void)state;
    two_funds();
    deal(5000, 10000);
    does(&room, "claim-hand NL-1 seat 1 offer " OFFER " by dana");
    does(&room, "verify-hand 1 row A3 multiple 2 by sam");
    assert_int_equal(advances(&room, OFFER), 100000);
    objects("authorise 1 by sue", by_the_first_fund, "is to pay back another part of the advances");
}

static void from_the_reserve(struct event *event)
{
    static struct movement movements[DRAFT_MOVEMENTS_MAX];
    struct money_rows *money = &EVENT_AS(event, awarded)->money;
    const account_id reserve = floor_terms(&room.floor, 0)->fund;
    for (uint32_t i = 0; i < money->movement_count; i++) {
        movements[i] = money->movements[i];
        if (room.floor.ledger.accounts[movements[i].from].kind == ACCOUNT_FUND)
            movements[i].from = reserve;
    }
    money->movements = movements;
}

static void a_prize_from_another_fund_is_found(void **state)
{
    (void)state;
    two_funds();
    deal(5000000, 50000);
    does(&room, "claim-hand NL-1 seat 1 offer " OFFER " by dana");
    does(&room, "verify-hand 1 row A3 by sam");
    objects("authorise 1 by sue", from_the_reserve, "and the documents say");
}

/* What is saved and restored knows which fund repays what. */
static void a_restored_house_repays_from_the_same_funds(void **state)
{
    (void)state;
    struct fault fault;
    struct text saved;
    a_multiplied_prize();
    assert_int_equal(floor_save(&room.floor, &room.lines, &saved, &fault), STATUS_OK);
    floor_release(&room.floor);
    assert_int_equal(floor_init(&room.floor, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    if (floor_restore(&room.floor, saved, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    deal(30000, 90);
    assert_funds(0, 90, 130000);
    does(&room, "reverse 1 reason misread authorised-by sue by sam");
    assert_funds(30000, 10090, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED_BAY(the_auditor_knows_who_repays_the_seed),
        AUDITED_BAY(the_auditor_knows_who_reseeds),
        AUDITED_BAY(the_auditor_knows_who_raises_and_who_pays_the_administration),
        AUDITED_BAY(the_auditor_knows_who_repays_what),
        AUDITED_BAY(the_auditor_follows_a_reversal),
        AUDITED_BAY(an_advance_of_another_fund_is_found),
        AUDITED_BAY(a_prize_from_another_fund_is_found),
        AUDITED_BAY(a_restored_house_repays_from_the_same_funds),
    };
    return cmocka_run_group_tests_name("auditor: funds", tests, NULL, NULL);
}
