/* The clock desk: its commands and events, and what decides and applies them. */
#include "house/kernel/clock_internal.h"

#include "funds/ledger.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"

/* ------------------------------------------------------------------------------------------ commands */

static const struct field clock_fields[] = {
    FIELD_REQUIRED(struct clock_moves, at, FIELD_TIME, "at", "the time on the clock"),
    FIELD(struct clock_moves, far, FIELD_FLAG, "far", "confirms a step of more than 31 days"),
    FIELD(struct clock_moves, reason, FIELD_TEXT, "reason", "the reason, in words, where a person sets it"),
    FIELD(struct clock_moves, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, where a person sets it"),
    COMMAND_HEAD(struct clock_moves),
};

static const struct field confirm_time_fields[] = {
    FIELD_REQUIRED(struct confirm_time, to, FIELD_TIME, "to", "the time that is right"),
    FIELD_REQUIRED(struct confirm_time, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct confirm_time, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    COMMAND_HEAD(struct confirm_time),
};

static const struct desk_command clock_commands[] = {
    {COMMAND_CLOCK, SHAPE("clock", struct clock_moves, clock_fields, "moves the time of the house"),
     .second = "authorised-by", .decide = decide_clock},
    {COMMAND_CONFIRM_TIME,
     SHAPE("confirm-time", struct confirm_time, confirm_time_fields, "confirms the time after a jump"),
     .permission = "adjust", .second = "authorised-by", .second_always = true, .usual_role = "accounting",
     .decide = decide_confirm_time},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field clock_event_fields[] = {EVENT_HEAD(struct clock_moved)};

static const struct field day_began_fields[] = {
    EVENT_HEAD(struct day_began),
    FIELD_REQUIRED(struct day_began, day, FIELD_DATE, "day", "the date of the gaming day"),
};

static const struct field time_confirmed_fields[] = {
    EVENT_HEAD(struct time_confirmed),
    FIELD_REQUIRED(struct time_confirmed, to, FIELD_TIME, "to", "the time that is right"),
    FIELD_REQUIRED(struct time_confirmed, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct time_confirmed, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    FIELD(struct time_confirmed, by_hand, FIELD_FLAG, "by-hand",
          "the clock was set to it by hand, and no prize is held or lapses until then"),
};

static const struct field program_changed_fields[] = {
    EVENT_HEAD(struct program_changed),
    FIELD_REQUIRED(struct program_changed, version, FIELD_TEXT, "version", "the version of the program"),
    FIELD_REQUIRED(struct program_changed, decisions, FIELD_COUNT, "decisions",
                   "the number of its decisions"),
};

static const struct desk_event clock_events[] = {
    {EVENT_CLOCK, SHAPE("clock", struct clock_moved, clock_event_fields, "time passed and nothing was due"),
     .brought_by = COMMAND_CLOCK, .apply = apply_clock, .judge_again = judge_clock},
    {EVENT_DAY_BEGAN, SHAPE("day-began", struct day_began, day_began_fields, "a new gaming day began"),
     .brought_by = COMMAND_CLOCK, .apply = apply_day_began, .command_again = clock_again},
    {EVENT_TIME_CONFIRMED,
     SHAPE("time-confirmed", struct time_confirmed, time_confirmed_fields, "two persons confirmed the time"),
     .brought_by = COMMAND_CONFIRM_TIME, .apply = apply_time_confirmed, .command_again = confirm_time_again},
    {EVENT_PROGRAM_CHANGED,
     SHAPE("program-changed", struct program_changed, program_changed_fields,
           "another version of the program decides from now on"),
     .brought_by = COMMAND_CLOCK, .apply = apply_program_changed, .judge_again = judge_program_changed},
};

const struct desk clock_desk = {
    .name = "clock",
    .commands = clock_commands,
    .command_count = sizeof clock_commands / sizeof clock_commands[0],
    .events = clock_events,
    .event_count = sizeof clock_events / sizeof clock_events[0],
    .due = clock_due,
};
