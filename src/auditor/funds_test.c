/* The auditor agrees with the fund that pays, repays or takes by a document that has two funds, and with no other fund. */
#include "auditor/story_test.h"

#include "funds/funds.h"
#include "funds/terms.h"
#include "house/cage/cage_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/offers.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables_shapes.h"

#define OFFER "two-funds"

/* Changes an event, or returns false if it is not the one to change. */
static bool (*changes)(struct event *event);

static void tell_otherwise(const struct floor *floor, const struct event *event)
{
    struct event told = *event;
    if (changes && changes(&told))
        changes = NULL;
    tell(floor, &told);
}

/* The line is done, and one of its events is told otherwise than it was. */
static void objects(const char *line, bool (*change)(struct event *event), const char *words)
{
    agrees();
    changes = change;
    room.told = tell_otherwise;
    does(&room, line);
    assert_null(changes);
    if (!objected || !strstr(objection.words, words))
        fail_msg("%s: %s", line, objected ? objection.words : "nothing is said");
}

/* Posts the document tests/cases/funds/rulebooks/sample/NAME.md, and seats four patrons. */
static void post_sample(const char *name)
{
    char file[128], activity[64], offer[128];
    (void)snprintf(file, sizeof file, "tests/cases/funds/rulebooks/sample/%s.md", name);
    (void)snprintf(activity, sizeof activity, "sample/%s", name);
    (void)snprintf(offer, sizeof offer, "offer: sample/%s\ntables: [NL-1]\nhours: always\n", name);
    file_text_as(&room, text_of(activity), file_text(&room, file));
    post_text(&room, name, text_of(offer));
    if (!room.decision.ruling.allowed)
        fail_msg("%s", room.decision.ruling.words);
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    seat_patrons(&room, "NL-1", 4);
    agrees();
}

static void two_funds(void)
{
    post_sample(OFFER);
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
            open_audited_samples(NULL);
        }
    }
}

static bool by_the_first_fund(struct event *event)
{
    if (event->kind == EVENT_AWARDED)
        EVENT_AS(event, awarded)->money.repaying_count = 0;
    return event->kind == EVENT_AWARDED;
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

static bool from_the_reserve(struct event *event)
{
    static struct movement movements[DRAFT_MOVEMENTS_MAX];
    if (event->kind != EVENT_AWARDED)
        return false;
    struct money_rows *money = &EVENT_AS(event, awarded)->money;
    const account_id reserve = floor_terms(&room.floor, 0)->fund;
    for (uint32_t i = 0; i < money->movement_count; i++) {
        movements[i] = money->movements[i];
        if (room.floor.ledger.accounts[movements[i].from].kind == ACCOUNT_FUND)
            movements[i].from = reserve;
    }
    money->movements = movements;
    return true;
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

/* A later version of the document has a gala fund in place of the promotion fund. */
static void file_with_gala_fund(void)
{
    static const char before[] = "promotion fund", after[] = "gala fund";
    static char text[16384];
    struct text_out out;
    struct text rest = file_text(&room, "tests/cases/funds/rulebooks/sample/two-funds.md");
    text_out_init(&out, text, sizeof text);
    while (rest.length > 0) {
        bool found = text_starts_with(rest, text_of(before));
        text_out_add(&out, "%.*s", found ? (int)strlen(after) : 1, found ? after : rest.bytes);
        rest = text_from(rest, found ? strlen(before) : 1);
    }
    file_text_as(&room, text_of("sample/two-funds"), text_out_text(&out));
}

static void an_advance_of_a_fund_that_is_gone_is_repaid_by_the_fund_for_advances(void **state)
{
    (void)state;
    two_funds();
    deal(9000000, 50000);
    file_with_gala_fund();
    post_text(&room, OFFER, text_of("offer: sample/two-funds\ntables: [NL-1]\nhours: always\n"));
    assert_true(room.decision.ruling.allowed);
    holds(&room, OFFER, "gala fund", 119999 - 90); /* a cent less than the seed and what the fund keeps */
    does(&room, "start-round NL-1 fees 1,2,3 by dana");
    assert_int_equal(advances(&room, OFFER), 100000);
    holds(&room, OFFER, "gala fund", 120000 - 90);
    does(&room, "start-round NL-1 fees 1,2,3 by dana");
    assert_int_equal(advances(&room, OFFER), 0);
    assert_int_equal(balance(&room, OFFER, "gala fund"), 20000);
    assert_int_equal(balance(&room, OFFER, "reserve"), 9000000 + 2 * 180);
    agrees();
}

/* ------------------------------------------------------------------------------------------ what funds take, and daily growth */

static void assert_accounts(const char *offer, int64_t prize_pool, int64_t side_pool, int64_t reserve,
                            int64_t promotion)
{
    assert_int_equal(balance(&room, offer, "prize pool"), prize_pool);
    assert_int_equal(balance(&room, offer, "side pool"), side_pool);
    assert_int_equal(balance(&room, offer, "reserve"), reserve);
    assert_int_equal(balance(&room, offer, "promotion fund"), promotion);
    agrees();
}

/* Three fees bring the prize pool $0.60, the side pool $0.30, the reserve $1.20 and the promotion fund $0.90. */
static void deal_to_pools(const char *offer, int64_t prize_pool, int64_t side_pool)
{
    holds(&room, offer, "prize pool", prize_pool);
    holds(&room, offer, "side pool", side_pool);
    holds(&room, offer, "reserve", 50000);
    holds(&room, offer, "promotion fund", 90000);
    does(&room, "start-round NL-1 fees 1,2,3 by dana");
}

static void the_auditor_knows_which_fund_takes_overflow(void **state)
{
    (void)state;
    post_sample("overflow-and-growth");
    deal_to_pools("overflow-and-growth", 109940, 59970); /* exactly full */
    assert_accounts("overflow-and-growth", 110000, 60000, 50120, 90090);
    deal_to_pools("overflow-and-growth", 109942, 59971); /* two cents and a cent beyond */
    assert_accounts("overflow-and-growth", 110000, 60000, 50121, 90092);
}

static void the_auditor_knows_overflow_into_a_pool(void **state)
{
    (void)state;
    post_sample("side-pool");
    deal_to_pools("side-pool", 109950, 50000);
    assert_accounts("side-pool", 110000, 50030, 50120, 90100);
    deal_to_pools("side-pool", 109900, 59990); /* $0.20 of the side pool go to the prize pool */
    assert_accounts("side-pool", 109980, 60000, 50120, 90090);
    deal_to_pools("side-pool", 109930, 59990); /* which has room for $0.10 of them */
    assert_accounts("side-pool", 110000, 60000, 50120, 90100);
}

static void the_auditor_knows_which_fund_makes_up_the_growth(void **state)
{
    (void)state;
    post_sample("overflow-and-growth");
    deal_to_pools("overflow-and-growth", 100000, 50000);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_accounts("overflow-and-growth", 100500, 50300, 50120, 90090 - 710);
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    assert_accounts("overflow-and-growth", 101000, 50600, 50120, 90090 - 1510);
}

static void the_auditor_knows_the_growth_without_a_key(void **state)
{
    (void)state;
    post_sample("side-pool");
    deal_to_pools("side-pool", 100000, 50000);
    does(&room, "clock 2026-11-03T05:59:59-08:00");
    does(&room, "clock 2026-11-03T06:00:00-08:00"); /* and the side pool rises by $1 */
    assert_accounts("side-pool", 100500, 50400, 50120 - 440, 90090 - 270 - 100);
}

/* A prize of $300 from the promotion fund, on the last day of its deadline. */
static void nobody_claims(const char *offer)
{
    post_sample(offer);
    deal_to_pools(offer, 100000, 50000);
    DOES(&room, "claim-hand NL-1 seat 1 offer %s by dana", offer);
    does(&room, "verify-hand 1 row A3 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "clock 2026-12-02T11:59:00-08:00");
    assert_int_equal(balance(&room, offer, "held"), 30000);
    agrees();
}

static const char end_of_deadline[] = "clock 2026-12-03T05:59:00-08:00";

static void the_auditor_knows_which_fund_takes_unclaimed_prizes(void **state)
{
    (void)state;
    static const char *const offers[] = {"overflow-and-growth", "side-pool"}, *const takers[] = {
                                                                                  "promotion fund",
                                                                                  "reserve"};
    for (unsigned i = 0; i < 2; i++) {
        nobody_claims(offers[i]);
        int64_t before = balance(&room, offers[i], takers[i]), other = balance(&room, offers[i], takers[!i]);
        does(&room, end_of_deadline);
        agrees();
        assert_int_equal(balance(&room, offers[i], "held"), 0);
        assert_int_equal(balance(&room, offers[i], takers[i]), before + 30000);
        assert_int_equal(balance(&room, offers[i], takers[!i]), other);
        if (i == 0) {
            close_audited(NULL);
            open_audited_samples(NULL);
        }
    }
}

static void the_auditor_knows_whose_fees_wait_in_the_box(void **state)
{
    (void)state;
    post_sample("waiting-fees");
    deal_to_pools("waiting-fees", 100000, 50000);
    assert_accounts("waiting-fees", 100060, 50030, 50120, 90000);
    assert_int_equal(balance(&room, "waiting-fees", "fee box"), 90);
    does(&room, "clock 2026-11-03T06:00:00-08:00"); /* $0.90 from the box, $1.10 from the fund */
    assert_accounts("waiting-fees", 100260, 50030, 50120, 90000 - 110);
}

/* Exchanges the two funds in the movements for a reason. Whether there were any. */
static bool exchange_funds(struct money_rows *money, enum movement_reason reason)
{
    static struct movement movements[DRAFT_MOVEMENTS_MAX];
    const struct terms *terms = floor_terms(&room.floor, 0);
    const account_id reserve = terms->funds[0].account, promotion = terms->funds[1].account;
    bool any = false;
    for (uint32_t i = 0; i < money->movement_count; i++) {
        struct movement *movement = &movements[i];
        *movement = money->movements[i];
        if (movement->reason != reason)
            continue;
        account_id *of[] = {&movement->from, &movement->to};
        for (unsigned k = 0; k < 2; k++)
            if (*of[k] == reserve || *of[k] == promotion) {
                *of[k] = *of[k] == reserve ? promotion : reserve;
                any = true;
            }
    }
    money->movements = movements;
    return any;
}

static bool overflow_to_the_other(struct event *event)
{
    return event->kind == EVENT_ROUND_STARTED &&
           exchange_funds(&EVENT_AS(event, round_started)->money, REASON_OVERFLOW);
}

static bool growth_from_the_other(struct event *event)
{
    return event->kind == EVENT_INCREASED &&
           exchange_funds(&EVENT_AS(event, pool_changed)->money, REASON_INCREASE);
}

static bool unclaimed_to_the_other(struct event *event)
{
    return event->kind == EVENT_PRIZE_LAPSED &&
           exchange_funds(&EVENT_AS(event, prize_changed)->money, REASON_LAPSE);
}

static void overflow_to_another_fund_is_found(void **state)
{
    (void)state;
    post_sample("overflow-and-growth");
    deal_to_pools("overflow-and-growth", 109960, 50000);
    objects("start-round NL-1 fees 1 by dana", overflow_to_the_other, "and the documents say");
}

static void growth_from_another_fund_is_found(void **state)
{
    (void)state;
    post_sample("overflow-and-growth");
    deal_to_pools("overflow-and-growth", 100000, 50000);
    objects("clock 2026-11-03T06:00:00-08:00", growth_from_the_other, "and the documents say");
}

static void an_unclaimed_prize_to_another_fund_is_found(void **state)
{
    (void)state;
    nobody_claims("overflow-and-growth");
    objects(end_of_deadline, unclaimed_to_the_other, "and the documents say");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED_SAMPLES(the_auditor_knows_who_repays_the_seed),
        AUDITED_SAMPLES(the_auditor_knows_who_reseeds),
        AUDITED_SAMPLES(the_auditor_knows_who_raises_and_who_pays_the_administration),
        AUDITED_SAMPLES(the_auditor_knows_who_repays_what),
        AUDITED_SAMPLES(the_auditor_follows_a_reversal),
        AUDITED_SAMPLES(an_advance_of_another_fund_is_found),
        AUDITED_SAMPLES(a_prize_from_another_fund_is_found),
        AUDITED_SAMPLES(a_restored_house_repays_from_the_same_funds),
        AUDITED_SAMPLES(an_advance_of_a_fund_that_is_gone_is_repaid_by_the_fund_for_advances),
        AUDITED_SAMPLES(the_auditor_knows_which_fund_takes_overflow),
        AUDITED_SAMPLES(the_auditor_knows_overflow_into_a_pool),
        AUDITED_SAMPLES(the_auditor_knows_which_fund_makes_up_the_growth),
        AUDITED_SAMPLES(the_auditor_knows_the_growth_without_a_key),
        AUDITED_SAMPLES(the_auditor_knows_which_fund_takes_unclaimed_prizes),
        AUDITED_SAMPLES(the_auditor_knows_whose_fees_wait_in_the_box),
        AUDITED_SAMPLES(overflow_to_another_fund_is_found),
        AUDITED_SAMPLES(growth_from_another_fund_is_found),
        AUDITED_SAMPLES(an_unclaimed_prize_to_another_fund_is_found),
    };
    return cmocka_run_group_tests_name("auditor: funds", tests, NULL, NULL);
}
