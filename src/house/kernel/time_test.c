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

/* ------------------------------------------------------------------------------------------ a time that two persons confirm */

#define DAY_MS (24 * HOUR_MS)

static struct command confirming(struct instant to)
{
    struct command command =
        command_of(&room, "confirm-time 2026-11-02T13:00:00-08:00 reason \"a new battery\" "
                          "authorised-by sue by ada");
    COMMAND_AS(&command, confirm_time)->to = to;
    return command;
}

static bool is_allowed(const struct command *command)
{
    struct fault fault;
    assert_int_equal(floor_decide(&room.floor, command, &room.decision, &fault), STATUS_OK);
    return room.decision.ruling.allowed;
}

static int open_with_accounting(void **state)
{
    open_table(state);
    does(&room, "appoint ada role accounting by olga");
    return 0;
}

static void a_time_that_two_persons_confirm_moves_nothing_itself(void **state)
{
    (void)state;
    const struct instant noon = room.floor.now, to = later(40 * DAY_MS);
    struct command command = confirming(to);
    room_decide(&room, &command);
    assert_int_equal(room.last_count, 1);
    assert_int_equal(room.last[0].kind, EVENT_TIME_CONFIRMED);
    assert_int_equal(room.floor.now.ms, noon.ms);
    assert_int_equal(floor_expected_time(&room.floor).ms, to.ms);
}

static void a_clock_goes_a_month_beyond_what_two_persons_have_confirmed(void **state)
{
    (void)state;
    const struct instant to = later(40 * DAY_MS);
    struct command clock = {.kind = COMMAND_CLOCK}, command = confirming(to);
    COMMAND_AS(&clock, clock_moves)->at = to;
    assert_false(is_allowed(&clock));
    room_decide(&room, &command);
    assert_true(is_allowed(&clock));
    COMMAND_AS(&clock, clock_moves)->at.ms = to.ms + CLOCK_DAYS_MAX * DAY_MS;
    assert_true(is_allowed(&clock));
    COMMAND_AS(&clock, clock_moves)->at.ms++;
    assert_false(is_allowed(&clock));
}

static void a_confirmed_time_counts_until_an_event_has_come_to_it(void **state)
{
    (void)state;
    const struct instant noon = room.floor.now, to = later(10 * 60 * SECOND_MS);
    struct command command = confirming(to);
    room_decide(&room, &command);
    does(&room, "clock 2026-11-02T12:09:59-08:00");
    assert_int_equal(room.floor.confirmed.ms, to.ms);
    does(&room, "clock 2026-11-02T12:10:00-08:00");
    assert_int_equal(room.floor.confirmed.ms, 0);
    /* An earlier one counts while the house stands still. */
    command = confirming(noon);
    room_decide(&room, &command);
    does(&room, "sit C4-1 seat 1 by dana");
    assert_int_equal(floor_expected_time(&room.floor).ms, noon.ms);
    does(&room, "clock 2026-11-02T12:10:01-08:00");
    assert_int_equal(floor_expected_time(&room.floor).ms, room.floor.now.ms);
}

static void a_time_that_is_too_far_away_cannot_be_confirmed(void **state)
{
    (void)state;
    static const struct {
        int64_t days, ms;
        bool allowed;
    } rows[] = {
        {CLOCK_FAR_DAYS_MAX, 0, true}, {CLOCK_FAR_DAYS_MAX, 1, false}, {0, 0, true},
        {-CLOCK_DAYS_MAX, 0, true},    {-CLOCK_DAYS_MAX, -1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct command command = confirming(later(rows[i].days * DAY_MS + rows[i].ms));
        assert_int_equal(is_allowed(&command), rows[i].allowed);
        if (!rows[i].allowed)
            assert_string_equal(room.decision.ruling.clause, "house#time");
    }
}

static void time_is_confirmed_by_two_persons_who_may(void **state)
{
    static const struct {
        const char *by, *second, *clause;
    } wrong[] = {
        {"ada", "ada", "house#two-persons"}, {"ada", "dana", "house#two-persons"},
        {"ada", "", "house#two-persons"},    {"dana", "sue", "house#permission"},
        {"", "sue", "house#permission"},
    };
    struct fault fault;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct command command = confirming(later(HOUR_MS));
        command.head.by = text_of(wrong[i].by);
        COMMAND_AS(&command, confirm_time)->authorised_by = text_of(wrong[i].second);
        assert_false(is_allowed(&command));
        assert_string_equal(room.decision.ruling.clause, wrong[i].clause);
    }
    /* Nor does an audit take such an event. */
    const struct command command = confirming(later(HOUR_MS));
    assert_true(is_allowed(&command));
    EVENT_AS(&room.decision.events[0], time_confirmed)->authorised_by = text_of("ada");
    assert_int_equal(floor_replay(&room.floor, &room.decision.events[0], &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "house#two-persons"));
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
        STORY(a_time_that_two_persons_confirm_moves_nothing_itself, open_with_accounting),
        STORY(a_clock_goes_a_month_beyond_what_two_persons_have_confirmed, open_with_accounting),
        STORY(a_confirmed_time_counts_until_an_event_has_come_to_it, open_with_accounting),
        STORY(a_time_that_is_too_far_away_cannot_be_confirmed, open_with_accounting),
        STORY(time_is_confirmed_by_two_persons_who_may, open_with_accounting),
    };
    return cmocka_run_group_tests_name("floor: time", tests, NULL, NULL);
}
