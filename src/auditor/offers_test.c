/* The auditor agrees with what offers do to the money when they are posted, anew and beside each other. */
#include "auditor/story_test.h"

#include "house/setup/setup_shapes.h"

/* The event, shown to the auditor as if it had come next, is none of a house that keeps to its documents. */
static void is_found(const struct event *event, const char *words)
{
    struct fault fault = {0};
    agrees();
    if (auditor_see(auditor, text_of(""), event, &fault) == STATUS_OK)
        fail_msg("%s is agreed with", event_name(event->kind));
    if (!strstr(fault.words, words))
        fail_msg("%s", fault.words);
    objected = true; /* it is not to be asked again */
}

/* ------------------------------------------------------------------------------------------ one increase a day */

/* bay101/no-limit-bad-beat#40: two offers, the second of which would raise the pool at six in the evening. */
static void two_bad_beats(void)
{
    offers(&room, "no-limit-bad-beat", "[NL-1, NL-2, NL-3]", "[NL-1]", NULL);
    struct text text = offer_file(&room, "no-limit-bad-beat");
    text = text_with(&room, text, "[NL-1, NL-2, NL-3]", "[NL-2]");
    post_text(&room, "second", text_with(&room, text, "06:00", "18:00"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "clock 2026-11-03T12:00:00-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2525000);
    agrees();
}

static void the_auditor_agrees_that_two_offers_have_one_increase(void **state)
{
    (void)state;
    two_bad_beats();
    does(&room, "clock 2026-11-05T12:00:00-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2575000);
    agrees();
    does(&room, "withdraw-offer no-limit-bad-beat by olga");
    does(&room, "clock 2026-11-06T18:00:00-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2600000);
    agrees();
    offers(&room, "no-limit-bad-beat", "[NL-1, NL-2, NL-3]", "[NL-1]", NULL);
    does(&room, "clock 2026-11-07T06:00:00-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2625000);
    agrees();
}

/* The first is to raise it at six in the evening, and is withdrawn at noon: the hour of the second has passed, and it is not left out. */
static void the_auditor_agrees_that_the_second_makes_up_the_day(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", "[NL-1, NL-2, NL-3]", "[NL-1]", "06:00", "18:00", NULL);
    struct text text = offer_file(&room, "no-limit-bad-beat");
    post_text(&room, "second", text_with(&room, text, "[NL-1, NL-2, NL-3]", "[NL-2]"));
    does(&room, "clock 2026-11-03T12:00:00-08:00");
    does(&room, "withdraw-offer no-limit-bad-beat by olga");
    does(&room, "clock 2026-11-03T12:00:01-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2550000); /* of the 2nd, and of the 3rd */
    agrees();
}

static void an_increase_of_the_second_offer_is_found(void **state)
{
    (void)state;
    two_bad_beats();
    struct event event = {.kind = EVENT_INCREASED};
    event.head.at = room.floor.now;
    EVENT_AS(&event, pool_changed)->offer = 1;
    EVENT_AS(&event, pool_changed)->pool = text_of("prize pool");
    is_found(&event, "the pool rises by another offer of the activity");
}

static void a_second_increase_of_the_day_is_found(void **state)
{
    (void)state;
    two_bad_beats();
    does(&room, "withdraw-offer no-limit-bad-beat by olga");
    does(&room, "clock 2026-11-03T18:00:00-08:00");
    struct event event = {.kind = EVENT_INCREASED};
    event.head.at = room.floor.now;
    EVENT_AS(&event, pool_changed)->offer = 1;
    EVENT_AS(&event, pool_changed)->pool = text_of("prize pool");
    is_found(&event, "it is not the time at which the pool rises");
}

/* ------------------------------------------------------------------------------------------ repaid when posted */

/* hawaiian-gardens/ca-asian-progressive-bad-beat#56: the fund holds $4,000 beside the seed that it owes. */
static void a_lower_minimum(void)
{
    const struct text activity = text_of("hawaiian-gardens/ca-asian-progressive-bad-beat");
    offers(&room, "asian-bad-beat", NULL);
    holds(&room, "asian-bad-beat", "jackpot fund", 1400000);
    file_text_as(&room, activity,
                 text_with(&room, document_file(&room, activity), "minimum: $5,000", "minimum: $4,000"));
    agrees();
}

static void the_auditor_agrees_that_a_lower_minimum_repays(void **state)
{
    (void)state;
    a_lower_minimum();
    post_text(&room, "asian-bad-beat", offer_file(&room, "asian-bad-beat"));
    assert_int_equal(advances(&room, "asian-bad-beat"), 0);
    agrees();
}

static void a_movement_that_does_not_repay_is_found(void **state)
{
    (void)state;
    a_lower_minimum();
    struct event event = {.kind = EVENT_OFFER_POSTED};
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("olga")};
    EVENT_AS(&event, offer_posted)->offer = text_of("asian-bad-beat");
    EVENT_AS(&event, offer_posted)->text = offer_file(&room, "asian-bad-beat");
    is_found(&event, "house changes by 0 cents, and the documents say 1000000");
}

/* ------------------------------------------------------------------------------------------ readings */

/* hawaiian-gardens/cash-in-a-flash#70: once for the table and hand, whoever sits there. */
static void the_auditor_takes_a_rate_for_the_table_and_hand(void **state)
{
    (void)state;
    offers(&room, "cash-in-a-flash",
           "tables:", "settings: {\"rate of $1 for all hands\": table and hand}\ntables:", NULL);
    seat_patrons(&room, "PG-1", 3);
    int64_t before = balance(&room, "cash-in-a-flash", "jackpot fund");
    does(&room, "start-round PG-1 by dana");
    assert_int_equal(balance(&room, "cash-in-a-flash", "jackpot fund") - before, 100);
    agrees();
}

/* hawaiian-gardens/ca-asian-jackpot-1#8: the pool stays at its seed. By #21 another jackpot takes a collection at the table. */
static void the_auditor_takes_fees_to_where_the_house_reads_it(void **state)
{
    static const char fund[] = "$1 California/Asian Jackpot Fund";
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    offers(&room, "asian-jackpot-1", "hours: always",
           "hours: always\nsettings: {fees below the cap: $1 California/Asian Jackpot Fund}", NULL);
    seat_patrons(&room, "BJ-1", 2);
    int64_t before = balance(&room, "asian-jackpot-1", fund);
    does(&room, "start-round BJ-1 payers \"offer asian-jackpot-1 seats 1,2\" by dana");
    assert_int_equal(balance(&room, "asian-jackpot-1", fund) - before, 200);
    assert_int_equal(balance(&room, "asian-jackpot-1", "prize pool"), 500000);
    agrees();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED_BAY(the_auditor_agrees_that_two_offers_have_one_increase),
        AUDITED_BAY(the_auditor_agrees_that_the_second_makes_up_the_day),
        AUDITED_BAY(an_increase_of_the_second_offer_is_found),
        AUDITED_BAY(a_second_increase_of_the_day_is_found),
        AUDITED(the_auditor_agrees_that_a_lower_minimum_repays),
        AUDITED(a_movement_that_does_not_repay_is_found),
        AUDITED(the_auditor_takes_a_rate_for_the_table_and_hand),
        AUDITED(the_auditor_takes_fees_to_where_the_house_reads_it),
    };
    return cmocka_run_group_tests_name("auditor: offers", tests, NULL, NULL);
}
