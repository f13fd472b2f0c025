/* Offers on the floor: posted anew, twice, at the same time; funds that they share; hours; devices; what is due when. */
#include "house/stories/story_test.h"

#include "funds/funds.h"
#include "funds/terms.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/files.h"

/* ------------------------------------------------------------------------------------------ posted anew, and twice */

/* What was collected stays; tables that are no longer named have it no more, and hands that were dealt there before win as
 * was posted then. */
static void an_offer_that_is_posted_anew_keeps_its_money_and_loses_its_tables(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    seat_patrons(&room, "C4-2", 2);
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    struct text text = offer_file(&room, "bonus-hand");
    text = text_with(&room, text, "[C4-1, C4-2", "[C4-2");
    post_text(&room, "bonus-hand", text_with(&room, text, "flush: $40", "flush: $60"));
    assert_true(room.decision.ruling.allowed);
    assert_int_equal(EVENT_AS(&room.last[0], offer_posted)->number, 0);
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500011);
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): flush 40");
    refuses(&room, "start-round C4-1 fees 1 by dana", "house#round");
    does(&room, "start-round C4-1 by dana");
    refuses(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana", "house#document");
    refuses(&room, "award-prize bonus-hand table C4-1 verified-by sam by sue", "house#document");
    does(&room, "start-round C4-2 fees 1 by dana");
    post_text(&room, "bonus-hand", offer_file(&room, "bonus-hand"));
    does(&room, "start-round C4-1 fees 1 by dana");
}

/* bay101/no-limit-bad-beat#40: the pool rises once a day, also where the first offer that raises it is withdrawn and the second does so
 * at a later hour. */
static void offers_of_one_activity_share_one_increase_a_day(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", "[NL-1, NL-2, NL-3]", "[NL-1]", NULL);
    does(&room, "clock 2026-11-03T12:00:00-08:00");
    struct text text = offer_file(&room, "no-limit-bad-beat");
    text = text_with(&room, text, "[NL-1, NL-2, NL-3]", "[NL-2]");
    post_text(&room, "second", text_with(&room, text, "06:00", "18:00"));
    assert_true(room.decision.ruling.allowed);
    assert_int_equal(balance(&room, "second", "prize pool"), 2525000);
    does(&room, "withdraw-offer no-limit-bad-beat by olga");
    does(&room, "clock 2026-11-04T17:59:59-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2525000);
    does(&room, "clock 2026-11-04T18:00:00-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2550000);
    post_text(&room, "no-limit-bad-beat", text_with(&room, text, "[NL-2]", "[NL-1]"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "clock 2026-11-05T05:59:59-08:00");
    assert_int_equal(balance(&room, "second", "prize pool"), 2550000);
    does(&room, "clock 2026-11-05T18:00:00-08:00"); /* the first raises it again */
    assert_int_equal(balance(&room, "second", "prize pool"), 2575000);
}

/* Two offers of one activity, at different tables: one meter, seeded and raised once. */
static void offers_of_one_activity_share_its_pools(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", "[NL-1, NL-2, NL-3]", "[NL-1]", NULL);
    struct text text = offer_file(&room, "no-limit-bad-beat");
    post_text(&room, "second", text_with(&room, text, "[NL-1, NL-2, NL-3]", "[NL-1, NL-2]"));
    assert_string_equal(room.decision.ruling.clause, "bay101/no-limit-bad-beat#4");
    post_text(&room, "second", text_with(&room, text, "[NL-1, NL-2, NL-3]", "[NL-2]"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    posts(&room, "no-limit-bad-beat", "");
    assert_int_equal(balance(&room, "second", "prize pool"), 2500000);
    seat_patrons(&room, "NL-1", 5);
    seat_patrons(&room, "NL-2", 5);
    does(&room, "start-round NL-1 by dana");
    does(&room, "start-round NL-2 by dana");
    assert_int_equal(balance(&room, "second", "reserve"), 200);
    holds(&room, "second", "reserve", 100000);
    does(&room, "end-round NL-1 by dana");
    does(&room, "end-round NL-2 by dana");
    does(&room, "close-table NL-1 by fay");
    does(&room, "close-table NL-2 by fay");
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    posts(&room, "second", "reserve -> prize pool 250 #40");
    does(&room, "withdraw-offer no-limit-bad-beat by olga"); /* then it is the second's to raise */
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    posts(&room, "second", "reserve -> prize pool 250 #40");
}

/* Small offers of one activity, an hour each, until the table has no room. */
static void a_table_has_room_for_so_many_offers(void **state)
{
    char name[16], hours[64];
    (void)state;
    file_document(&room, text_of("bay101/pai-gow-bonus-hand"));
    struct text text = text_with(&room, offer_file(&room, "pai-gow-bonus"), "[PG-1, FPG-1]", "[PG-1]");
    for (unsigned i = 0; i <= FLOOR_TABLE_OFFERS_MAX; i++) {
        (void)snprintf(name, sizeof name, "offer-%u", i);
        (void)snprintf(hours, sizeof hours, "daily %02u:%02u to %02u:%02u", i / 2, i % 2 * 30, (i + 1) / 2,
                       (i + 1) % 2 * 30);
        post_text(&room, name, text_with(&room, text, "daily 10:00 to 02:00", hours));
        assert_int_equal(room.decision.ruling.allowed, i < FLOOR_TABLE_OFFERS_MAX);
    }
    assert_string_equal(room.decision.ruling.clause, "house#document");
    post_text(&room, "offer-0", text_with(&room, text, "daily 10:00 to 02:00", "daily 20:00 to 21:00"));
    assert_true(room.decision.ruling.allowed); /* one that is there */
}

static void a_house_has_room_for_so_many_offers(void **state)
{
    static const char *const tables[] = {"[HE-1]", "[HE-2]", "[NL-1]", "[NL-2]", "[ST-1]"};
    char name[16], hours[64];
    (void)state;
    file_document(&room, text_of("hawaiian-gardens/high-hand-happy-hours"));
    struct text text = offer_file(&room, "happy-hours");
    for (unsigned i = 0; i <= FLOOR_OFFERS_MAX; i++) {
        unsigned slot = i / 5;
        (void)snprintf(name, sizeof name, "offer-%u", i);
        (void)snprintf(hours, sizeof hours, "daily %02u:%02u to %02u:%02u", slot / 2, slot % 2 * 30,
                       (slot + 1) / 2, (slot + 1) % 2 * 30);
        struct text posted = text_with(&room, text, "Monday to Friday 15:00 to 18:00", hours);
        post_text(&room, name, text_with(&room, posted, "[HE-1, HE-2, NL-1, NL-2, ST-1]", tables[i % 5]));
        assert_int_equal(room.decision.ruling.allowed, i < FLOOR_OFFERS_MAX);
    }
    assert_string_equal(room.decision.ruling.clause, "house#document");
}

/* ------------------------------------------------------------------------------------------ funds */

/* A fund of the house is filled up to its least when the first offer that draws on it is posted. */
static void the_hour_of_a_table_costs_every_offer_its_fee(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);  /* $8 an hour */
    offers(&room, "cash-in-a-flash", NULL); /* $4 an hour */
    does(&room, "open-table PG-1 by fay");
    holds(&room, "asian-bad-beat", "jackpot fund", 799);
    holds(&room, "cash-in-a-flash", "jackpot fund", 400);
    does(&room, "clock 2026-11-02T12:59:59-08:00");
    assert_int_equal(room.last[0].kind, EVENT_CLOCK);
    does(&room, "clock 2026-11-02T13:00:00-08:00");
    assert_int_equal(room.last[0].kind, EVENT_HOUR_COMPLETED);
    assert_int_equal(EVENT_AS(&room.last[0], hour_completed)->fee_count, 2);
    assert_int_equal(EVENT_AS(&room.last[0], hour_completed)->fees[0].cents, 800);
    assert_int_equal(EVENT_AS(&room.last[0], hour_completed)->fees[1].cents, 400);
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 799);
    does(&room, "clock 2026-11-02T13:59:59-08:00");
    does(&room, "close-table PG-1 by fay"); /* short of an hour by a second, which is none */
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    const struct event *taken = &room.last[room.last_count - 3];
    assert_int_equal(taken[-1].kind, EVENT_INCREASED); /* what the day still had to bring comes first */
    assert_int_equal(taken->kind, EVENT_ADMINISTRATION_TAKEN);
    assert_int_equal(EVENT_AS(taken, administration_taken)->tables[0].hours, 1);
    assert_int_equal(EVENT_AS(taken, administration_taken)->tables[0].due, 800);
    assert_int_equal(EVENT_AS(taken, administration_taken)->tables[0].taken, 799);
    assert_int_equal(taken[1].kind, EVENT_ADMINISTRATION_TAKEN);
    assert_int_equal(taken[2].kind, EVENT_DAY_BEGAN);
    posts(&room, "asian-bad-beat",
          "promised -> prize pool 100 #52\n"
          "jackpot fund -> administration 7.99 #57\njackpot fund -> administration 4 "
          "hawaiian-gardens/cash-in-a-flash#54");
    assert_int_equal(floor_offering(&room.floor, text_of("asian-bad-beat"))->funds.administration_due, 1);
    holds(&room, "asian-bad-beat", "jackpot fund", 10000);
    does(&room, "open-table PG-1 by fay");
    does(&room, "clock 2026-11-03T07:00:00-08:00");
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 10000);
    does(&room, "close-table PG-1 by fay");
    does(&room, "clock 2026-11-04T06:00:00-08:00"); /* a cent of Monday, and then the hour of Tuesday */
    taken = &room.last[room.last_count - 3];
    assert_int_equal(taken->kind, EVENT_ADMINISTRATION_TAKEN);
    assert_int_equal(EVENT_AS(taken, administration_taken)->day.day, 2);
    assert_int_equal(EVENT_AS(taken, administration_taken)->tables[0].taken, 1);
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 10000 - 801);
}

/* Repayments of the day come before the fee, also those that money moved by hand left to the next event, and more than one
 * event holds: one by one, where those that follow each other are not by the same clause. */
static void advances_are_repaid_before_the_fee_is_taken(void **state)
{
    enum { ADVANCES = 40 };
    (void)state;
    offers(&room, "baccarat-bonus", NULL);
    struct offering *offering = &room.floor.offerings[0];
    does(&room, "open-table EZ-1 by fay");
    does(&room, "clock 2026-11-02T13:00:00-08:00");
    does(&room, "close-table EZ-1 by fay");
    assert_int_equal(offering->funds.administration_due, 500);
    for (unsigned i = 0; i < ADVANCES; i++) {
        const struct advance advance = {10, i + 1, text_of(i % 2 ? "test#2" : "test#1"), 0,
                                        offering->terms.fund};
        assert_int_equal(funds_advanced(&offering->funds, &advance, &room.floor.arena), STATUS_OK);
        offering->advanced += 10;
    }
    holds(&room, "baccarat-bonus", "reserve", ADVANCES * 10 + 499);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(room.last[0].kind, EVENT_ADMINISTRATION_TAKEN);
    assert_int_equal(EVENT_AS(&room.last[0], administration_taken)->table_count, 0);
    assert_int_equal(EVENT_AS(&room.last[2], administration_taken)->tables[0].taken, 499);
    assert_int_equal(room.last[3].kind, EVENT_DAY_BEGAN);
    assert_int_equal(funds_advances(&offering->funds), 0);
    assert_int_equal(offering->funds.administration_due, 1);
    assert_int_equal(balance(&room, "baccarat-bonus", "reserve"), 0);
}

/* ------------------------------------------------------------------------------------------ hours and days */

/* A night without a clock: what was due then happens in its order, each at its time. */
static void a_house_that_slept_wakes_up_with_the_events_of_the_night(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", NULL);
    does(&room, "open-table NL-1 by fay");
    holds(&room, "no-limit-bad-beat", "reserve", 100000);
    does(&room, "clock 2026-11-04T06:30:00-08:00");
    unsigned hours = 0, taken = 0, days = 0, increases = 0;
    struct instant before = {0};
    for (unsigned i = 0; i < room.last_count; i++) {
        const struct event *event = &room.last[i];
        assert_true(instant_compare(before, event->head.at) <= 0);
        before = event->head.at;
        hours += event->kind == EVENT_HOUR_COMPLETED;
        taken += event->kind == EVENT_ADMINISTRATION_TAKEN;
        days += event->kind == EVENT_DAY_BEGAN;
        increases += event->kind == EVENT_INCREASED;
        assert_int_equal(event->head.by.length, 0);
    }
    assert_int_equal(hours, 42);
    assert_int_equal(taken, 2);
    assert_int_equal(days, 2);
    assert_int_equal(increases, 2);
    assert_int_equal(room.last[room.last_count - 1].kind, EVENT_CLOCK);
    assert_int_equal(balance(&room, "no-limit-bad-beat", "prize pool"), 2050000 - 10000);
}

/* ------------------------------------------------------------------------------------------ whole houses */

/* All offers of the house; those that draw on another's funds come after it. */
static void post_all(void)
{
    char path[256];
    struct folder folder;
    struct findings findings;
    findings_init(&findings, &room.lines, 8);
    (void)snprintf(path, sizeof path, "%s/houses/%s/offers", CARDROOM_ROOT, room.house);
    assert_int_equal(files_list(path, &room.lines, &findings, &folder), STATUS_OK);
    assert_true(folder.count > 10);
    for (size_t i = 0; i < folder.count; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%.*s", (int)(strlen(folder.entries[i].name) - strlen(".yaml")),
                       folder.entries[i].name);
        struct text kept;
        assert_int_equal(arena_copy_text(&room.lines, text_of(name), &kept), STATUS_OK);
        offers(&room, kept.bytes, NULL);
    }
    assert_int_equal(room.floor.offering_count, folder.count);
}

/* Every table opens and plays a round every hour, from Monday noon to Tuesday noon. */
static void a_house_with_all_its_offers_runs_a_day(void **state)
{
    (void)state;
    post_all();
    for (unsigned i = 0; i < room.floor.table_count; i++) {
        struct text table = room.floor.tables[i].described->name;
        DOES(&room, "open-table %.*s by fay", TEXT_ARGUMENTS(table));
        for (unsigned seat = 1; seat <= room.floor.tables[i].described->seats; seat++)
            DOES(&room, "sit %.*s seat %u by dana", TEXT_ARGUMENTS(table), seat);
    }
    for (unsigned hour = 12; hour < 36; hour++) {
        DOES(&room, "clock 2026-11-%02uT%02u:30:00-08:00", hour < 24 ? 2 : 3, hour % 24);
        for (unsigned i = 0; i < room.floor.table_count; i++)
            DOES(&room, "start-round %.*s by dana", TEXT_ARGUMENTS(room.floor.tables[i].described->name));
    }
    assert_int_equal(room.floor.day.day, 3);
}

/* Whether a fee reaches the pool, by the document alone. */
static bool is_fed_by_fees(const struct terms *terms, const struct pool_terms *pool)
{
    bool fed = pool->fee_percent > 0;
    for (unsigned i = 0; i < terms->fee.part_count; i++)
        fed |= terms->fee.parts[i].to == pool->account;
    return fed;
}

/* Also where fees go by a chart of rates, or by percentages. */
static void every_meter_that_fees_reach_has_a_rate_and_a_largest_contribution(void **state)
{
    unsigned fed = 0;
    (void)state;
    post_all();
    for (unsigned i = 0; i < room.floor.offering_count; i++) {
        const struct offering *offering = &room.floor.offerings[i];
        for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
            const struct pool_meter *meter = &offering->meters[pool];
            bool reached = is_fed_by_fees(&offering->terms, &offering->terms.pools[pool]);
            if ((meter->rate > 0) != reached || (meter->largest_contribution > 0) != reached)
                fail_msg("%.*s: rate %lld", TEXT_ARGUMENTS(offering->name), (long long)meter->rate);
            assert_true(meter->hidden_rate >= 0 && meter->rate <= meter->largest_contribution);
            fed += reached;
        }
    }
    assert_true(fed > 0);
}

/* Three pools have 30%, 30% and 40% of what the largest table is charged. */
static void a_percentage_of_the_fee_is_a_rate(void **state)
{
    (void)state;
    offers(&room, "caribbean-jackpot", NULL);
    const struct offering *offering = floor_offering(&room.floor, text_of("caribbean-jackpot"));
    seat_patrons(&room, "CS-2", 7);
    does(&room, "start-round CS-2 by dana");
    for (unsigned pool = 0; pool < 3; pool++) {
        const struct pool_meter *meter = &offering->meters[pool];
        const struct account *account = &room.floor.ledger.accounts[offering->terms.pools[pool].account];
        assert_true(account->in[REASON_CONTRIBUTION] > 0);
        assert_int_equal(account->in[REASON_CONTRIBUTION], meter->largest_contribution);
        assert_int_equal(meter->hidden_rate, 0);
    }
    assert_int_equal(offering->meters[2].rate * 3, offering->meters[0].rate * 4);
}

static void a_round_with_bets_behind_the_seats_brings_no_more_than_the_largest_contribution(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 6);
    does(&room, "start-round C4-1 dealt 1,2,3 fees 1,2,3 backline \"seat 1 patron 1004 wager $5 fee; seat 1 "
                "patron 1005 wager $5 fee; seat 2 patron 1006 wager $5 fee; seat 3 wager $5 fee\" by dana");
    const struct pool_meter *meter = &floor_offering(&room.floor, text_of("bonus-hand"))->meters[0];
    int64_t brought = account_of(&room, "bonus-hand", "prize pool")->in[REASON_CONTRIBUTION];
    assert_int_equal(brought, 7 * 11);
    assert_true(brought <= meter->largest_contribution);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(an_offer_that_is_posted_anew_keeps_its_money_and_loses_its_tables, open_demo),
        STORY(offers_of_one_activity_share_one_increase_a_day, open_bay),
        STORY(offers_of_one_activity_share_its_pools, open_bay),
        STORY(a_table_has_room_for_so_many_offers, open_demo),
        STORY(a_house_has_room_for_so_many_offers, open_demo),
        STORY(the_hour_of_a_table_costs_every_offer_its_fee, open_gardens),
        STORY(advances_are_repaid_before_the_fee_is_taken, open_demo),
        STORY(a_house_that_slept_wakes_up_with_the_events_of_the_night, open_demo),
        STORY(a_house_with_all_its_offers_runs_a_day, open_demo),
        STORY(a_house_with_all_its_offers_runs_a_day, open_bay),
        STORY(a_house_with_all_its_offers_runs_a_day, open_gardens),
        STORY(every_meter_that_fees_reach_has_a_rate_and_a_largest_contribution, open_demo),
        STORY(every_meter_that_fees_reach_has_a_rate_and_a_largest_contribution, open_bay),
        STORY(every_meter_that_fees_reach_has_a_rate_and_a_largest_contribution, open_gardens),
        STORY(a_percentage_of_the_fee_is_a_rate, open_gardens),
        STORY(a_round_with_bets_behind_the_seats_brings_no_more_than_the_largest_contribution, open_demo),
    };
    return cmocka_run_group_tests_name("floor: offers", tests, NULL, NULL);
}
