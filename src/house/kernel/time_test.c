/* Time: what it brings, and how it passes without an event. */
#include "house/stories/story_test.h"

#include "house/kernel/clock_shapes.h"
#include "house/tables/tables.h"

#define SECOND_MS INT64_C(1000)
#define HOUR_MS   (3600 * SECOND_MS)

/* A table that opened at noon: its hour is the first thing that is due. */
static int open_table(void **state)
{
    open_demo(state);
    does(&room, "open-table C4-1 by fay");
    return 0;
}

static struct instant later(int64_t ms)
{
    return (struct instant){room.floor.now.ms + ms};
}

static enum status pass(struct instant at)
{
    struct fault fault;
    return floor_pass_time(&room.floor, at, &fault);
}

static void time_passes_without_an_event_until_a_millisecond_before_something_is_due(void **state)
{
    (void)state;
    const struct instant noon = room.floor.now, due = later(HOUR_MS);
    assert_false(floor_something_is_due(&room.floor, (struct instant){due.ms - 1}));
    assert_true(floor_something_is_due(&room.floor, due));
    assert_int_equal(pass(due), STATUS_INVALID);
    assert_int_equal(room.floor.now.ms, noon.ms);
    assert_int_equal(pass((struct instant){due.ms - 1}), STATUS_OK);
    assert_int_equal(room.floor.now.ms, due.ms - 1);
    assert_int_equal(room.floor.told.ms, noon.ms);
    assert_int_equal(pass(noon), STATUS_OK); /* it does not run back */
    assert_int_equal(room.floor.now.ms, due.ms - 1);
}

static void an_event_tells_the_time_that_has_passed(void **state)
{
    (void)state;
    const struct instant at = later(1234);
    assert_int_equal(pass(at), STATUS_OK);
    does(&room, "sit C4-1 seat 1 by dana");
    assert_int_equal(room.last_count, 1);
    assert_int_equal(room.last[0].head.at.ms, at.ms);
    assert_int_equal(room.floor.told.ms, at.ms);
}

/* As the house did that knows the events alone. */
static void whoever_acts_later_finds_that_time_in_the_house(void **state)
{
    struct fault fault;
    (void)state;
    const struct instant at = later(59 * 60 * SECOND_MS);
    struct command command = command_of(&room, "sit C4-1 seat 1 by dana");
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    room.decision.events[0].head.at = at;
    room_apply(&room);
    assert_int_equal(room.floor.now.ms, at.ms);
    assert_int_equal(floor_table(&room.floor, text_of("C4-1"))->seats[1].since.ms, at.ms);
}

static void an_event_of_a_person_skips_nothing_that_was_due(void **state)
{
    struct fault fault;
    (void)state;
    struct command command = command_of(&room, "sit C4-1 seat 1 by dana");
    assert_int_equal(floor_decide(&room.floor, &command, &room.decision, &fault), STATUS_OK);
    room.decision.events[0].head.at = later(HOUR_MS);
    assert_int_equal(floor_replay(&room.floor, &room.decision.events[0], &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "something was due before, and has not happened"));
}

/* So that it is decided again from the log as it was decided. */
static void a_clock_tells_the_time_before_what_time_brings_if_no_event_has(void **state)
{
    (void)state;
    const struct instant due = later(HOUR_MS);
    room_come_to(&room, later(HOUR_MS + SECOND_MS));
    assert_int_equal(room.last_count, 1); /* the time that has passed is that of the table's opening */
    assert_int_equal(room.last[0].kind, EVENT_HOUR_COMPLETED);
    const struct instant again = {due.ms + HOUR_MS};
    room_come_to(&room, (struct instant){again.ms - SECOND_MS});
    assert_int_equal(room.last_count, 0);
    room_come_to(&room, (struct instant){again.ms + SECOND_MS});
    assert_int_equal(room.last_count, 2);
    assert_int_equal(room.last[0].kind, EVENT_CLOCK);
    assert_int_equal(room.last[0].head.at.ms, again.ms - 1);
    assert_int_equal(room.last[1].kind, EVENT_HOUR_COMPLETED);
    assert_int_equal(room.last[1].head.at.ms, again.ms);
    assert_int_equal(room.floor.now.ms, again.ms + SECOND_MS);
}

/* Whoever gives it knows that the next program reads the books. */
static void the_command_clock_tells_the_time_though_nothing_is_due(void **state)
{
    (void)state;
    const struct instant noon = room.floor.now;
    does(&room, "clock 2026-11-02T12:20:00-08:00");
    assert_int_equal(room.last_count, 1);
    assert_int_equal(room.last[0].kind, EVENT_CLOCK);
    assert_int_equal(room.floor.told.ms, noon.ms + 20 * 60 * SECOND_MS);
    does(&room, "clock 2026-11-02T12:20:00-08:00");
    assert_int_equal(room.last_count, 0);
}

static void the_fee_of_a_round_belongs_to_the_hour_in_which_it_was_paid(void **state)
{
    (void)state;
    does(&room, "sit C4-1 seat 1 by dana");
    room_come_to(&room, later(2 * HOUR_MS));
    assert_int_equal(room.floor.hour, 14);
    assert_int_equal(pass(later(HOUR_MS - 1)), STATUS_OK);
    assert_int_equal(room.floor.hour, 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(time_passes_without_an_event_until_a_millisecond_before_something_is_due, open_table),
        STORY(an_event_tells_the_time_that_has_passed, open_table),
        STORY(whoever_acts_later_finds_that_time_in_the_house, open_table),
        STORY(an_event_of_a_person_skips_nothing_that_was_due, open_table),
        STORY(a_clock_tells_the_time_before_what_time_brings_if_no_event_has, open_table),
        STORY(the_command_clock_tells_the_time_though_nothing_is_due, open_table),
        STORY(the_fee_of_a_round_belongs_to_the_hour_in_which_it_was_paid, open_table),
    };
    return cmocka_run_group_tests_name("floor: time", tests, NULL, NULL);
}
