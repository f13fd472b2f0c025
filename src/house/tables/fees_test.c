/* What a round keeps of its fees, and what its event tells of them. */
#include "house/stories/story_test.h"

#include "house/kernel/deciding.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

enum { MOVEMENTS = 70, KEPT_BY_FIRST = 64 };

/* The jackpot for bonus hands at C4-1, with three players, and a round that two have paid. */
static void begin_round(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 3);
    does(&room, "start-round C4-1 fees 1,3 by dana");
}

static const struct round *round_of(const struct floor *floor)
{
    return &floor_table(floor, text_of("C4-1"))->round;
}

static void is_of_first_number(struct floor *floor)
{
    floor->decided_by = (struct decided_by){.decisions = DECISIONS_FIRST};
}

static struct text saved(struct arena *arena)
{
    struct text bytes;
    struct fault fault;
    assert_int_equal(floor_save(&room.floor, arena, &bytes, &fault), STATUS_OK);
    return bytes;
}

static void applies(const struct event *event)
{
    struct fault fault;
    if (floor_replay(&room.floor, event, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void is_refused(const struct event *event, const char *words)
{
    struct fault fault = {.words = ""};
    assert_int_equal(floor_replay(&room.floor, event, &fault), STATUS_INVALID);
    if (!strstr(fault.words, words))
        fail_msg("%s, and not %s", fault.words, words);
}

/* The next round of the table as the house decides it, not applied. */
static struct event decided(const char *line)
{
    struct command command = command_of(&room, line);
    struct fault fault;
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    if (!room.decision.ruling.allowed)
        fail_msg("%s: %s", line, room.decision.ruling.words);
    assert_int_equal(room.decision.event_count, 1);
    return room.decision.events[0];
}

static void the_event_tells_who_has_paid_and_what_meters_show(void **state)
{
    (void)state;
    begin_round();
    const struct round_started *started = EVENT_AS(&room.last[0], round_started);
    assert_int_equal(started->offer_count, 1);
    assert_int_equal(started->offers[0].offer, 0);
    assert_int_equal(started->offers[0].paid, 1u << 1 | 1u << 3);
    assert_int_equal(round_of(&room.floor)->paid[0], 1u << 1 | 1u << 3);
    does(&room, "start-round C4-1 by dana");
    started = EVENT_AS(&room.last[0], round_started);
    assert_int_equal(started->offer_count, 1); /* it is offered, and nobody has paid */
    assert_int_equal(started->offers[0].paid, 0);
    assert_int_equal(started->offers[0].offered, 1);
    assert_int_equal(started->shown_count, 1);
    assert_int_equal(started->shown[0].cents, balance(&room, "bonus-hand", "prize pool"));
    assert_int_equal(round_of(&room.floor)->paid[0], 0);
}

/* The state is the same as if the event told it. */
static void a_round_of_an_old_log_is_kept_as_its_version_made_it(void **state)
{
    struct arena arena;
    (void)state;
    arena_init(&arena, ROOM_MEMORY_MAX);
    begin_round();
    struct event event = decided("start-round C4-1 fees 2,3 by dana");
    assert_true(EVENT_AS(&event, round_started)->offer_count > 0);
    EVENT_AS(&event, round_started)->offer_count = EVENT_AS(&event, round_started)->shown_count = 0;
    is_of_first_number(&room.floor);
    applies(&event);
    assert_int_equal(round_of(&room.floor)->paid[0], 1u << 2 | 1u << 3);
    struct text without = saved(&arena);
    does(&room, "end-round C4-1 by dana");
    close_room(state);
    (void)open_demo(state);
    begin_round();
    event = decided("start-round C4-1 fees 2,3 by dana");
    is_of_first_number(&room.floor);
    applies(&event);
    assert_true(text_equal(saved(&arena), without));
    arena_release(&arena);
}

static void fees_returned_in_an_old_log_go_back_as_its_version_made_it(void **state)
{
    (void)state;
    begin_round();
    struct event event = decided("return-fees C4-1 reason test authorised-by sue by fay");
    assert_int_equal(EVENT_AS(&event, fees_returned)->offer_count, 1);
    assert_int_equal(EVENT_AS(&event, fees_returned)->kept_count, 0);
    EVENT_AS(&event, fees_returned)->offer_count = 0;
    is_of_first_number(&room.floor);
    applies(&event);
    assert_int_equal(round_of(&room.floor)->paid[0], 0);
    assert_int_equal(round_of(&room.floor)->fee_count, 0);
    assert_true(round_of(&room.floor)->fees_returned);
}

static void other_payers_than_the_house_decides_are_forged(void **state)
{
    (void)state;
    begin_round();
    struct event event = decided("start-round C4-1 fees 2,3 by dana");
    struct round_offer more[2] = {EVENT_AS(&event, round_started)->offers[0], {.offer = 1}};
    more[0].paid |= 1u << 1;
    EVENT_AS(&event, round_started)->offers = more;
    is_refused(&event, "others have paid its fees");
    more[0].paid &= ~(1u << 1);
    EVENT_AS(&event, round_started)->offer_count = 2;
    is_refused(&event, "others have paid its fees");
    close_room(state);
    (void)open_demo(state);
    begin_round();
    event = decided("return-fees C4-1 reason test authorised-by sue by fay");
    struct kept_fee kept = {1};
    EVENT_AS(&event, fees_returned)->kept = &kept;
    EVENT_AS(&event, fees_returned)->kept_count = 1;
    is_refused(&event, "the fees of other offers went back");
}

/* Without an audit too, because the state has no place for it. */
static void what_the_table_does_not_have_cannot_be_applied(void **state)
{
    struct fault fault;
    (void)state;
    begin_round();
    struct event event = decided("start-round C4-1 fees 2,3 by dana");
    const struct round_offer offer = {.offer = 77};
    EVENT_AS(&event, round_started)->offers = &offer;
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "an offer has no place at the table"));
    close_room(state);
    (void)open_demo(state);
    begin_round();
    event = decided("return-fees C4-1 reason test authorised-by sue by fay");
    struct kept_fee kept = {round_of(&room.floor)->fee_count + 1};
    EVENT_AS(&event, fees_returned)->kept = &kept;
    EVENT_AS(&event, fees_returned)->kept_count = 1;
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "the round has no such fees"));
}

/* A round with more movements than the versions of the first number kept. */
static void apply_many(struct event *event, struct movement movements[MOVEMENTS])
{
    struct fault fault;
    *event = decided("start-round C4-1 fees 2 by dana");
    for (unsigned i = 0; i < MOVEMENTS; i++)
        movements[i] = EVENT_AS(event, round_started)->money.movements[0];
    EVENT_AS(event, round_started)->money.movements = movements;
    EVENT_AS(event, round_started)->money.movement_count = MOVEMENTS;
    if (floor_apply(&room.floor, event, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void every_movement_of_the_fees_is_kept_and_goes_back(void **state)
{
    static struct movement movements[MOVEMENTS];
    struct event event;
    (void)state;
    begin_round();
    apply_many(&event, movements);
    assert_int_equal(round_of(&room.floor)->fee_count, MOVEMENTS);
    does(&room, "return-fees C4-1 reason test authorised-by sue by fay");
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->money.movement_count, MOVEMENTS);
    assert_int_equal(round_of(&room.floor)->fee_count, 0);
}

static void a_round_of_an_old_log_has_no_more_than_64(void **state)
{
    static struct movement movements[MOVEMENTS];
    struct event event;
    (void)state;
    begin_round();
    is_of_first_number(&room.floor);
    apply_many(&event, movements);
    assert_int_equal(round_of(&room.floor)->fee_count, KEPT_BY_FIRST);
    assert_true(is_decided_otherwise(&room.floor, EVENT_FEES_RETURNED));
}

/* A round in a snapshot, with all of them. */
static void a_snapshot_has_every_movement(void **state)
{
    static struct movement movements[MOVEMENTS];
    struct event event;
    struct arena arena;
    struct floor restored;
    struct fault fault;
    (void)state;
    arena_init(&arena, ROOM_MEMORY_MAX);
    begin_round();
    apply_many(&event, movements);
    struct text bytes = saved(&arena);
    assert_int_equal(floor_init(&restored, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    if (floor_restore(&restored, bytes, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(round_of(&restored)->fee_count, MOVEMENTS);
    floor_release(&restored);
    arena_release(&arena);
}

/* As many offers as a table can have, each with its own pool, and the fees of six players. */
static void a_round_takes_the_fees_of_all_offers_of_a_table(void **state)
{
    const struct text document = document_file(&room, text_of("bay101/bonus-hand-progressive-v1-1"));
    const struct text text = offer_file(&room, "bonus-hand");
    (void)state;
    for (unsigned i = 0; i < FLOOR_TABLE_OFFERS_MAX; i++) {
        char activity[48], name[48], identity[64];
        (void)snprintf(activity, sizeof activity, "bay101/jackpot-%u", i);
        (void)snprintf(name, sizeof name, "one a table: jackpot %u", i);
        (void)snprintf(identity, sizeof identity, "offer: %s", activity);
        file_text_as(&room, text_of(activity),
                     text_with(&room, document, "one a table: Bonus Hand Progressive Jackpot", name));
        (void)snprintf(name, sizeof name, "jackpot-%u", i);
        post_text(&room, name, text_with(&room, text, "offer: bay101/bonus-hand-progressive-v1-1", identity));
        if (!room.decision.ruling.allowed)
            fail_msg("%s: %s", name, room.decision.ruling.words);
    }
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    seat_patrons(&room, "C4-1", 6);
    does(&room, "start-round C4-1 fees 1,2,3,4,5,6 by dana");
    const uint32_t count = EVENT_AS(&room.last[0], round_started)->money.movement_count;
    assert_true(count >= 3 * FLOOR_TABLE_OFFERS_MAX);
    does(&room, "return-fees C4-1 reason test authorised-by sue by fay");
    assert_true(EVENT_AS(&room.last[0], fees_returned)->money.movement_count >= 3 * FLOOR_TABLE_OFFERS_MAX);
}

/* What moves more money than an event can record is refused in words; time cannot be. */
static void more_movements_than_an_event_records_are_refused(void **state)
{
    struct command command = {.kind = COMMAND_START_ROUND};
    struct deciding deciding = {&room.floor, &command, &room.decision, room.floor.now};
    struct money_rows money;
    (void)state;
    offers(&room, "bonus-hand", NULL);
    const account_id house = floor_terms(&room.floor, 0)->house,
                     patrons = floor_terms(&room.floor, 0)->patrons;
    room.decision.ruling.allowed = true;
    for (unsigned over = 0; over < 2; over++) {
        draft_begin(&room.decision.draft, &room.floor.ledger);
        for (unsigned i = 0; i < DRAFT_MOVEMENTS_MAX + over; i++)
            draft_move(&room.decision.draft, house, patrons, 1, REASON_ADJUSTMENT, text_of("house#money"));
        assert_int_equal(take_money(&deciding, &money), STATUS_OK);
        assert_int_equal(room.decision.ruling.allowed, !over);
    }
    assert_non_null(strstr(room.decision.ruling.words, "more than 2048 times"));
    assert_non_null(strstr(room.decision.ruling.words, "smaller parts"));
    command.kind = COMMAND_CLOCK;
    assert_int_equal(take_money(&deciding, &money), STATUS_NO_SPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(the_event_tells_who_has_paid_and_what_meters_show, open_demo),
        STORY(a_round_of_an_old_log_is_kept_as_its_version_made_it, open_demo),
        STORY(fees_returned_in_an_old_log_go_back_as_its_version_made_it, open_demo),
        STORY(other_payers_than_the_house_decides_are_forged, open_demo),
        STORY(what_the_table_does_not_have_cannot_be_applied, open_demo),
        STORY(every_movement_of_the_fees_is_kept_and_goes_back, open_demo),
        STORY(a_round_of_an_old_log_has_no_more_than_64, open_demo),
        STORY(a_snapshot_has_every_movement, open_demo),
        STORY(a_round_takes_the_fees_of_all_offers_of_a_table, open_demo),
        STORY(more_movements_than_an_event_records_are_refused, open_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
