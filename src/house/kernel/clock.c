/* Time: what is due when it passes, and the gaming day. */
#include "house/kernel/clock_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/funds.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

/* ------------------------------------------------------------------------------------------ what is due */

void due_consider(struct due *due, const struct due *other)
{
    CHECK(other->decide);
    int compared = due->decide ? instant_compare(other->at, due->at) : -1;
    if (compared < 0 || (compared == 0 && other->order < due->order))
        *due = *other;
}

bool day_end(const struct floor *floor, struct instant *end)
{
    struct instant first;
    return business_day_bounds(floor->day, &floor->zone, floor->business, &first, end) == STATUS_OK;
}

static enum status decide_day(struct deciding *deciding, const struct due *due)
{
    (void)due;
    struct event *event = happens(deciding, EVENT_DAY_BEGAN);
    return date_add_days(deciding->floor->day, 1, &EVENT_AS(event, day_began)->day);
}

void clock_due(const struct floor *floor, struct instant until, struct due *due)
{
    struct due day = {.order = due_order(DUE_DAY, 0), .decide = decide_day};
    (void)until;
    if (day_end(floor, &day.at))
        due_consider(due, &day);
}

/* Also something later than `until`, but nothing of that is left out which is due before. */
static struct due next_due(const struct floor *floor, struct instant until)
{
    struct due due = {.decide = NULL};
    for (unsigned i = 0; i < DESKS; i++)
        if (desks[i]->due)
            desks[i]->due(floor, until, &due);
    return due;
}

bool floor_something_is_due(const struct floor *floor, struct instant until)
{
    const struct due due = next_due(floor, until);
    return due.decide && instant_compare(due.at, until) <= 0;
}

/* ------------------------------------------------------------------------------------------ doing it */

#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)

struct instant floor_expected_time(const struct floor *floor)
{
    return floor->confirmed.ms != 0 ? floor->confirmed : floor->now;
}

/* Whether a prize is held or lapses by the time. */
static const struct floor_prize *prize_due_by(const struct floor *floor, struct instant at)
{
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++) {
        struct claim claim = floor->prizes[i].claim;
        if (floor_prize_is_open(&floor->prizes[i]) && claim_tick(&claim, at))
            return &floor->prizes[i];
    }
    return NULL;
}

/* The clock is the system's, which gives its time without a name. A person who sets it takes no prize from anybody by that. False after a
 * refusal. */
static bool may_set_clock(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct clock_moves *command = COMMAND_AS(deciding->command, clock_moves);
    const struct text by = deciding->command->head.by;
    const struct floor_prize *prize = prize_due_by(floor, command->at);
    if (!floor_person_may(floor, by, "adjust"))
        (void)REFUSE(
            deciding, rule_permission,
            "%.*s may not set the clock; it follows that of the computer, or two persons who may adjust "
            "set it",
            TEXT_ARGUMENTS(text_clipped(by, 40)));
    else if (command->reason.length == 0)
        (void)REFUSE(deciding, rule_time, "say why the clock is set: add reason");
    else if (prize)
        (void)REFUSE(
            deciding, rule_time,
            "prize %u would be held or lapse by then, and its time has not come; only the clock of the "
            "computer brings that",
            prize->number);
    else
        return check_second(deciding, command->authorised_by);
    return false;
}

/* That two persons set the clock is told before what the time brings. */
static void tell_who_sets(struct deciding *deciding)
{
    const struct clock_moves *command = COMMAND_AS(deciding->command, clock_moves);
    struct event *event = happens(deciding, EVENT_TIME_CONFIRMED);
    EVENT_FILL(event, time_confirmed, .to = command->at, .reason = command->reason,
               .authorised_by = command->authorised_by, .by_hand = true);
    deciding->decision->unfinished = true;
}

/* One thing that is due at a time: the next may depend on what it does. */
enum status decide_clock(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    struct instant at = COMMAND_AS(deciding->command, clock_moves)->at;
    if (instant_compare(at, floor->now) < 0)
        return REFUSE(deciding, rule_time, "the time is before the clock of the house; enter a later time");
    if (at.ms - floor_expected_time(floor).ms > CLOCK_DAYS_MAX * DAY_MS &&
        !COMMAND_AS(deciding->command, clock_moves)->far)
        return REFUSE(deciding, rule_time,
                      "the time is more than %d days ahead and cannot be set back; add far to confirm it",
                      CLOCK_DAYS_MAX);
    if (at.ms - floor->now.ms > CLOCK_FAR_DAYS_MAX * DAY_MS)
        return REFUSE(deciding, rule_time,
                      "the time is more than %d days ahead; correct the clock it comes from first",
                      CLOCK_FAR_DAYS_MAX);
    const bool by_hand = deciding->command->head.by.length > 0;
    if (by_hand && !may_set_clock(deciding))
        return STATUS_OK;
    if (by_hand && floor->confirmed.ms != at.ms) {
        tell_who_sets(deciding);
        return STATUS_OK;
    }
    struct due due = next_due(floor, at);
    enum status status = STATUS_OK;
    if (!due.decide || instant_compare(due.at, at) > 0) {
        if (instant_compare(at, floor->now) == 0)
            return STATUS_OK; /* nothing happens */
        due.at = at;
        (void)happens(deciding, EVENT_CLOCK);
    } else if (instant_compare(floor->told, floor->now) < 0) { /* I16 */
        due.at.ms--;
        (void)happens(deciding, EVENT_CLOCK);
        deciding->decision->unfinished = true;
    } else {
        deciding->at = instant_compare(due.at, floor->now) < 0 ? floor->now : due.at;
        status = due.decide(deciding, &due);
        deciding->decision->unfinished = true;
    }
    for (unsigned i = 0; i < deciding->decision->event_count; i++) {
        struct event_head *head = &deciding->decision->events[i].head;
        head->by = text_of("");
        head->at = instant_compare(due.at, floor->now) < 0 ? floor->now : due.at;
        CHECK(instant_compare(head->at, at) <= 0); /* nothing happens before its time */
    }
    return status;
}

/* Time moves by the clock alone: this says which clock is right. An earlier time than that of the house makes it stand still. */
enum status decide_confirm_time(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct confirm_time *command = COMMAND_AS(deciding->command, confirm_time);
    if (command->to.ms - floor->now.ms > CLOCK_FAR_DAYS_MAX * DAY_MS)
        return REFUSE(deciding, rule_time,
                      "the time is more than %d days ahead; correct the clock it comes from first",
                      CLOCK_FAR_DAYS_MAX);
    if (floor->now.ms - command->to.ms > CLOCK_DAYS_MAX * DAY_MS)
        return REFUSE(deciding, rule_time,
                      "the time is more than %d days before that of the house, which cannot go back; correct "
                      "the clock it comes from first",
                      CLOCK_DAYS_MAX);
    struct event *event = happens(deciding, EVENT_TIME_CONFIRMED);
    EVENT_FILL(event, time_confirmed, .to = command->to, .reason = command->reason,
               .authorised_by = command->authorised_by);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ applying */

/* That it is later is seen to for every event. */
enum status apply_clock(struct floor *floor, const struct event *event, struct fault *fault)
{
    (void)floor;
    (void)event;
    (void)fault;
    return STATUS_OK;
}

enum status apply_day_began(struct floor *floor, const struct event *event, struct fault *fault)
{
    (void)fault;
    floor->day = EVENT_AS(event, day_began)->day;
    for (unsigned i = 0; i < floor->offering_count; i++)
        funds_begin_day(&floor->offerings[i].funds, &floor->ledger);
    begin_own_roles(floor);
    leave_settled(floor, event->head.at);
    return STATUS_OK;
}

enum status apply_time_confirmed(struct floor *floor, const struct event *event, struct fault *fault)
{
    (void)fault;
    floor->confirmed = EVENT_AS(event, time_confirmed)->to;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ judging again */

enum status judge_clock(const struct floor *floor, const struct event *event, struct fault *fault)
{
    return floor_something_is_due(floor, event->head.at)
               ? strange(fault, event, "something was due before, and has not happened")
               : STATUS_OK;
}

bool clock_again(const struct floor *floor, const struct event *event, struct command *command)
{
    (void)floor;
    command->kind = COMMAND_CLOCK;
    COMMAND_AS(command, clock_moves)->at = event->head.at;
    COMMAND_AS(command, clock_moves)->far = true;
    return true;
}

bool confirm_time_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct time_confirmed *confirmed = EVENT_AS(event, time_confirmed);
    (void)floor;
    if (confirmed->by_hand) {
        command->kind = COMMAND_CLOCK;
        COMMAND_FILL(command, clock_moves, .at = confirmed->to, .far = true, .reason = confirmed->reason,
                     .authorised_by = confirmed->authorised_by);
        return true;
    }
    COMMAND_FILL(command, confirm_time, .to = confirmed->to, .reason = confirmed->reason,
                 .authorised_by = confirmed->authorised_by);
    return true;
}
