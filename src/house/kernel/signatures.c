/*
 * Checks that the persons who brought and signed an event were allowed to (I13).
 *
 * The checks of persons that a decision makes are made again for its events, with the roles of that moment. A forger can write a log
 * with right hashes in which a dealer authorises a jackpot; these checks refuse it.
 */
#include "house/kernel/deciding.h"

#include "base/check.h"
#include "house/kernel/desk.h"
#include "house/people/staff.h"

bool may_be_second(const struct floor *floor, struct text by, struct text second)
{
    return may_sign_together(floor, by, second) &&
           (floor_person_may(floor, second, "authorise") || floor_person_may(floor, second, "adjust"));
}

struct text any_second(const struct floor *floor, struct text by)
{
    for (unsigned i = 0; i < floor->person_count; i++)
        if (may_be_second(floor, by, floor_person_name(floor, i)))
            return floor_person_name(floor, i);
    return text_of("");
}

enum status refuse_together(struct deciding *deciding, struct text other)
{
    return REFUSE(
        deciding, rule_two_persons,
        "one of %.*s and %.*s has just given the other a role, and the two do not sign together; ask "
        "somebody else",
        TEXT_ARGUMENTS(text_clipped(deciding->command->head.by, 40)),
        TEXT_ARGUMENTS(text_clipped(other, 40)));
}

bool check_second(struct deciding *deciding, struct text second)
{
    if (may_be_second(deciding->floor, deciding->command->head.by, second))
        return true;
    if (second.length > 0 && !may_sign_together(deciding->floor, deciding->command->head.by, second) &&
        !text_equal(second, deciding->command->head.by))
        (void)refuse_together(deciding, second);
    else
        (void)REFUSE(deciding, rule_two_persons, "this needs a second person, who may authorise or adjust");
    return false;
}

enum status wrongly(const struct judging *judging, struct text person, const char *words, struct text clause)
{
    return fault_set(judging->fault, STATUS_INVALID, 0,
                     "an event %s that cannot have happened here: %.*s %s (%.*s)",
                     event_name(judging->event->kind), TEXT_ARGUMENTS(text_clipped(person, 40)), words,
                     TEXT_ARGUMENTS(clause));
}

enum command_kind command_kind_behind(const struct floor *floor, const struct event *event)
{
    const struct desk_event *of = desk_event_of(event->kind);
    return of->brought ? of->brought(floor, event) : of->brought_by;
}

/* The person in the field "authorised-by" of the event; empty: it has none. */
static struct text second_person_of(const struct event *event)
{
    return record_text(event_shape(event->kind), event->record, "authorised-by");
}

static enum status judge_bringer(const struct judging *judging)
{
    const struct floor *floor = judging->floor;
    const struct event *event = judging->event;
    const struct desk_event *of = desk_event_of(event->kind);
    const enum command_kind command = command_kind_behind(floor, event);
    struct text by = event->head.by;
    char words[80];
    struct text_out out;
    if (by.length == 0)
        return command == COMMAND_CLOCK || (of->comes_by_time && of->comes_by_time(floor, event))
                   ? STATUS_OK
                   : wrongly(judging, text_of("nobody"), "is said to have brought it",
                             text_of(rule_permission));
    CHECK_OP(command, !=, COMMAND_OPEN_HOUSE); /* no event but the first is brought by it */
    if (command == COMMAND_CLOCK)
        return wrongly(judging, by, "cannot bring it, for time does", text_of(rule_time));
    struct text second = floor_permission_countersigned(command) ? second_person_of(event) : text_of("");
    text_out_init(&out, words, sizeof words);
    switch (judge_signing(floor, command, by, second)) {
    case SIGNING_IS_RIGHT:
        return STATUS_OK;
    case SIGNING_NOT_BY_FIRST:
        text_out_add(&out, "may not %s here", floor_permission(command));
        return wrongly(judging, by, words, text_of(rule_permission));
    case SIGNING_NOT_BY_SECOND:
        break;
    }
    return wrongly(judging, second, "cannot countersign it", text_of(rule_two_persons));
}

/* Logs of earlier numbers have events of one person that two must sign today. */
static bool two_must_sign(const struct floor *floor, enum command_kind kind)
{
    const struct desk_command *command = desk_command_of(kind);
    return command->second_always && floor->decided_by.decisions >= command->second_since;
}

enum status judge_signatures(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct judging judging = {floor, event, fault};
    const struct desk_event *of = desk_event_of(event->kind);
    if (event->kind == EVENT_HOUSE_OPENED)
        return STATUS_OK; /* the opener of the house may do everything in it */
    enum status status = judge_bringer(&judging);
    struct text second = second_person_of(event);
    if (status == STATUS_OK && two_must_sign(floor, command_kind_behind(floor, event)) &&
        !may_be_second(floor, event->head.by, second))
        return wrongly(&judging, second, "cannot sign it as the second person", text_of(rule_two_persons));
    return status == STATUS_OK && of->judge_signed ? of->judge_signed(&judging) : status;
}
