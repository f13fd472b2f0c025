/* Which program decides: the number in force, and which events are still decided as they were. */
#include "house/stories/story_test.h"

#include "house/kernel/clock_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/tables/tables_shapes.h"

/* Rounds were decided otherwise since 2; awards since 2, and again since 3. */
static const struct decision_change changes[] = {
    {2, 2, {EVENT_ROUND_STARTED, EVENT_AWARDED}, "rounds and awards"},
    {3, 1, {EVENT_AWARDED}, "awards again"},
};
static const struct program programs[] = {
    {.version = "1.0.0", .decisions = 1},
    {.version = "2.0.0", .decisions = 2, .changes = changes, .change_count = 1},
    {.version = "3.0.0", .decisions = 3, .changes = changes, .change_count = 2},
    {.version = "3.0.1", .decisions = 3, .changes = changes, .change_count = 2},
};
enum { ONE, TWO, THREE, THREE_AND_A_BIT };

static enum status tell(const char *version, uint32_t decisions, const char *by, struct fault *fault)
{
    struct event event = {.kind = EVENT_PROGRAM_CHANGED, .head = {.at = room.floor.now, .by = text_of(by)}};
    EVENT_AS(&event, program_changed)->version = text_of(version);
    EVENT_AS(&event, program_changed)->decisions = decisions;
    return floor_replay(&room.floor, &event, fault);
}

static void tells(const char *version, uint32_t decisions)
{
    struct fault fault;
    if (tell(version, decisions, "", &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void is_refused(const char *version, uint32_t decisions, const char *by, const char *words)
{
    struct fault fault = {.words = ""};
    assert_int_equal(tell(version, decisions, by, &fault), STATUS_INVALID);
    if (!strstr(fault.words, words))
        fail_msg("%s, and not %s", fault.words, words);
}

/* The room was opened by this program; here by another, before it had an event of its own. */
static void is_decided_by(unsigned program, uint32_t decisions)
{
    room.floor.program = &programs[program];
    room.floor.decided_by = (struct decided_by){.version = "1.0.0", .decisions = decisions};
}

static void a_new_house_tells_which_version_decides(void **state)
{
    (void)state;
    assert_string_equal(room.floor.decided_by.version, this_program.version);
    assert_int_equal(room.floor.decided_by.decisions, this_program.decisions);
    struct event event;
    assert_false(program_change(&room.floor, &event));
}

static void only_kinds_that_changed_after_the_number_in_force_are_decided_otherwise(void **state)
{
    (void)state;
    static const struct {
        unsigned program;
        uint32_t in_force;
        bool round, award, clock;
    } expected[] = {{ONE, 1, false, false, false},  {TWO, 1, true, true, false},
                    {TWO, 2, false, false, false},  {THREE, 1, true, true, false},
                    {THREE, 2, false, true, false}, {THREE, 3, false, false, false}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        is_decided_by(expected[i].program, expected[i].in_force);
        assert_int_equal(is_decided_otherwise(&room.floor, EVENT_ROUND_STARTED), expected[i].round);
        assert_int_equal(is_decided_otherwise(&room.floor, EVENT_AWARDED), expected[i].award);
        assert_int_equal(is_decided_otherwise(&room.floor, EVENT_CLOCK), expected[i].clock);
    }
}

static void another_version_or_number_is_told_once(void **state)
{
    (void)state;
    static const unsigned order[] = {TWO, THREE, THREE_AND_A_BIT};
    is_decided_by(ONE, 1);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const struct program *program = &programs[order[i]];
        struct event event;
        struct fault fault;
        room.floor.program = program;
        assert_true(program_change(&room.floor, &event));
        assert_int_equal(event.kind, EVENT_PROGRAM_CHANGED);
        assert_int_equal(event.head.by.length, 0);
        assert_int_equal(floor_replay(&room.floor, &event, &fault), STATUS_OK);
        assert_string_equal(room.floor.decided_by.version, program->version);
        assert_int_equal(room.floor.decided_by.decisions, program->decisions);
        assert_false(program_change(&room.floor, &event));
        assert_int_equal(
            floor_apply(&room.floor, &(struct event){.kind = EVENT_CLOCK, .head = event.head}, &fault),
            STATUS_OK);
    }
}

static void the_number_never_falls(void **state)
{
    (void)state;
    is_decided_by(THREE, 2);
    is_refused("1.0.1", 1, "", "never falls");
    is_refused("1.0.1", 0, "", "never falls");
    tells("2.0.1", 2);
    tells("3.0.0", 3);
    is_refused("2.0.2", 2, "", "never falls");
}

static void a_newer_number_is_refused_with_what_to_do(void **state)
{
    (void)state;
    is_decided_by(TWO, 1);
    tells("2.0.0", 2);
    is_refused("3.0.0", 3, "", "use that version");
    is_refused("9.0.0", UINT32_MAX, "", "use that version");
}

static void a_change_that_changes_nothing_is_refused(void **state)
{
    (void)state;
    is_decided_by(THREE, 1);
    tells("3.0.0", 3);
    is_refused("3.0.0", 3, "", "it changes nothing");
    is_refused("", 3, "", "no version has such a name");
    is_refused("a version with a name of 33 bytes", 3, "", "no version has such a name");
    tells("a version with a name of 32 byte", 3);
}

static void nobody_can_bring_it(void **state)
{
    (void)state;
    is_decided_by(TWO, 1);
    is_refused("2.0.0", 2, "olga", "cannot bring it");
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_string_not_equal(desk_command_of((enum command_kind)kind)->shape.name, "program-changed");
}

/* The event says a time that has not come, and a seed was due before. */
static void it_skips_nothing_that_was_due(void **state)
{
    (void)state;
    struct event event;
    struct fault fault;
    is_decided_by(TWO, 1);
    assert_true(program_change(&room.floor, &event));
    event.head.at.ms += INT64_C(48) * 60 * 60 * 1000;
    assert_int_equal(floor_replay(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "something was due before"));
}

/* An irregularity is decided again by its round; here one that no round had. */
static void what_is_decided_otherwise_is_not_decided_again_and_everything_else_is(void **state)
{
    (void)state;
    static const struct decision_change ends[] = {{2, 1, {EVENT_ROUND_ENDED}, "the end of a round"}};
    static const struct program later = {
        .version = "2.0.0", .decisions = 2, .changes = ends, .change_count = 1};
    struct fault fault;
    does(&room, "open-table C4-1 by fay");
    does(&room, "sit C4-1 seat 1 by dana");
    does(&room, "start-round C4-1 by dana");
    struct event event = {.kind = EVENT_ROUND_ENDED, .head = {.at = room.floor.now, .by = text_of("dana")}};
    EVENT_AS(&event, round_ended)->table = text_of("C4-1");
    EVENT_AS(&event, round_ended)->round = 7;
    room.floor.program = &later;
    room.floor.decided_by = (struct decided_by){.version = "2.0.0", .decisions = 2};
    assert_int_equal(judge_decided(&room.floor, &event, &fault), STATUS_INVALID);
    room.floor.decided_by = (struct decided_by){.version = "1.0.0", .decisions = 1};
    assert_int_equal(judge_decided(&room.floor, &event, &fault), STATUS_OK);
    event.head.by = text_of("nobody");
    assert_int_equal(floor_replay(&room.floor, &event, &fault), STATUS_INVALID); /* signatures are */
    event.head.by = text_of("dana");
    event.head.at.ms++;
    assert_int_equal(judge_decided(&room.floor, &event, &fault), STATUS_INVALID); /* and the clock is */
}

static void every_change_of_this_program_can_be_read(void **state)
{
    (void)state;
    uint32_t before = DECISIONS_FIRST + 1;
    for (unsigned i = 0; i < this_program.change_count; i++) {
        const struct decision_change *change = &this_program.changes[i];
        assert_true(change->number >= before && change->number <= this_program.decisions);
        assert_in_range(change->kind_count, 1, DECISION_KINDS_MAX);
        for (unsigned k = 0; k < change->kind_count; k++)
            assert_in_range(change->kinds[k], 0, EVENT_KINDS - 1);
        assert_true(strlen(change->words) > 10);
        before = change->number;
    }
}

static void a_snapshot_has_the_number_and_one_without_is_of_the_first(void **state)
{
    (void)state;
    struct floor restored;
    struct arena arena;
    struct text bytes;
    struct fault fault;
    arena_init(&arena, ROOM_MEMORY_MAX);
    is_decided_by(THREE, 2);
    assert_int_equal(floor_save(&room.floor, &arena, &bytes, &fault), STATUS_OK);
    assert_int_equal(floor_init(&restored, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    restored.program = &programs[THREE];
    assert_int_equal(floor_restore(&restored, bytes, &fault), STATUS_OK);
    assert_string_equal(restored.decided_by.version, "1.0.0");
    assert_int_equal(restored.decided_by.decisions, 2);
    floor_release(&restored);

    assert_int_equal(floor_init(&restored, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    restored.program = &programs[ONE];
    assert_int_equal(floor_restore(&restored, bytes, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "use that version"));
    floor_release(&restored);

    room.floor.decided_by = (struct decided_by){.decisions = DECISIONS_FIRST};
    assert_int_equal(floor_save(&room.floor, &arena, &bytes, &fault), STATUS_OK);
    assert_false(text_contains(bytes, text_of("\"decisions\":")));
    assert_int_equal(floor_init(&restored, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    assert_int_equal(floor_restore(&restored, bytes, &fault), STATUS_OK);
    assert_string_equal(restored.decided_by.version, "");
    assert_int_equal(restored.decided_by.decisions, DECISIONS_FIRST);
    floor_release(&restored);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_new_house_tells_which_version_decides, open_demo),
        STORY(only_kinds_that_changed_after_the_number_in_force_are_decided_otherwise, open_demo),
        STORY(another_version_or_number_is_told_once, open_demo),
        STORY(the_number_never_falls, open_demo),
        STORY(a_newer_number_is_refused_with_what_to_do, open_demo),
        STORY(a_change_that_changes_nothing_is_refused, open_demo),
        STORY(nobody_can_bring_it, open_demo),
        STORY(it_skips_nothing_that_was_due, open_demo),
        STORY(what_is_decided_otherwise_is_not_decided_again_and_everything_else_is, open_demo),
        cmocka_unit_test(every_change_of_this_program_can_be_read),
        STORY(a_snapshot_has_the_number_and_one_without_is_of_the_first, open_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
