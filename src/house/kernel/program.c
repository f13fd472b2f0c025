#include "house/kernel/program.h"

#include "base/check.h"
#include "house/kernel/clock_internal.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"

#include <string.h>

#ifndef CARDROOM_VERSION
#error "the build says which version this is"
#endif

static const struct decision_change changes[] = {
    {2,
     1,
     {EVENT_FEES_RETURNED},
     "a round whose fees are more than 64 movements of money gives all of them back; before, only the first "
     "64"},
    {2,
     1,
     {EVENT_HAND_VERIFIED},
     "the words of the row say only what the hand is, and `rows: every row that fits` of a document means "
     "every row; "
     "before, it left out rows that a better row includes"},
    {2,
     1,
     {EVENT_PRIZE_LAPSED},
     "a document that does not say `claim: time runs` lets the time run from the award; before, a setting "
     "could let it "
     "run from the hand"},
    {3,
     1,
     {EVENT_HAND_VERIFIED},
     "a round tells who was at the table, and as what each was recorded; a hand is that of the person who "
     "was dealt "
     "it, and the time that he had played then counts; before, the hand was of whoever sat there when it was "
     "claimed"},
    {3,
     1,
     {EVENT_HAND_VERIFIED},
     "cards that cannot lie on one table with those of the other hands of their round are refused in every "
     "field; before, only a hand's own cards and the board were compared"},
    {3,
     1,
     {EVENT_HAND_VERIFIED},
     "where the game has cards to enter, a hand is verified by its row only with a reason and a second "
     "person, "
     "for a prize up to a posted amount; before, a row was enough"},
    {3,
     2,
     {EVENT_HOUSE_AMENDED, EVENT_AMENDMENT_FILED},
     "the name, the address and the branding of a house can be printed and read; before, control characters "
     "were taken"},
    {3,
     1,
     {EVENT_RAISED},
     "two persons sign that a pool is raised, that fees go back, and that a patron is readmitted; before, "
     "one was enough"},
    {3,
     1,
     {EVENT_APPOINTED},
     "a role that somebody gives to oneself begins with the next gaming day; before, at once"},
    {3,
     1,
     {EVENT_ADJUSTED},
     "money that is moved by hand goes where a clause lets it, which the movement cites; before, between any "
     "accounts"},
    {3,
     1,
     {EVENT_OFFER_POSTED},
     "offers of one activity have one structure, and the lock of it belongs to their pool; before, to the "
     "offer"},
};

const struct program this_program = {.version = CARDROOM_VERSION,
                                     .decisions = 3,
                                     .changes = changes,
                                     .change_count = sizeof changes / sizeof changes[0]};

_Static_assert(sizeof CARDROOM_VERSION - 1 <= PROGRAM_VERSION_MAX, "a log has room for the version");

bool is_decided_otherwise(const struct floor *floor, enum event_kind kind)
{
    const struct program *program = floor->program;
    CHECK_OP(floor->decided_by.decisions, <=, program->decisions); /* V1 */
    for (unsigned i = 0; i < program->change_count; i++) {
        const struct decision_change *change = &program->changes[i];
        CHECK(change->kind_count > 0 && change->kind_count <= DECISION_KINDS_MAX);
        for (unsigned k = 0; k < change->kind_count && change->number > floor->decided_by.decisions; k++)
            if (change->kinds[k] == kind)
                return true;
    }
    return false;
}

bool tells_all(const struct floor *floor)
{
    return floor->decided_by.decisions >= DECISIONS_TELL_ALL;
}

bool tells_the_deal(const struct floor *floor)
{
    return floor->decided_by.decisions >= DECISIONS_BY_DEAL;
}

bool asks_for_approval(const struct floor *floor)
{
    return floor->decided_by.decisions >= DECISIONS_APPROVED;
}

bool tells_everything(const struct floor *floor, enum event_kind kind)
{
    const uint32_t since = desk_event_of(kind)->tells_since;
    return floor->decided_by.decisions >= (since ? since : DECISIONS_TELL_ALL);
}

static bool is_in_force(const struct floor *floor, struct text version, uint32_t decisions)
{
    return floor->decided_by.decisions == decisions &&
           text_equal(text_of(floor->decided_by.version), version);
}

bool program_change(const struct floor *floor, struct event *event)
{
    const struct program *program = floor->program;
    CHECK_OP(program->decisions, >=, DECISIONS_FIRST);
    if (!floor->opened || is_in_force(floor, text_of(program->version), program->decisions))
        return false;
    *event = (struct event){.kind = EVENT_PROGRAM_CHANGED, .head = {.at = floor->now}};
    EVENT_AS(event, program_changed)->version = text_of(program->version);
    EVENT_AS(event, program_changed)->decisions = program->decisions;
    return true;
}

bool take_program(struct floor *floor, struct text version, uint32_t decisions, struct text_out *why)
{
    CHECK(!why->truncated);
    if (version.length == 0 || version.length > PROGRAM_VERSION_MAX) {
        text_out_add(why, "no version has such a name");
    } else if (decisions < DECISIONS_FIRST || decisions < floor->decided_by.decisions) {
        text_out_add(why, "the number of decisions never falls");
    } else if (decisions > floor->program->decisions) {
        text_out_add(why, "a newer version of cardroom (");
        text_out_add_safely(why, version);
        text_out_add(why, ") decided from here on; use that version");
    } else {
        floor->decided_by = (struct decided_by){.decisions = decisions};
        memcpy(floor->decided_by.version, version.bytes, version.length);
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ program-changed */

enum status apply_program_changed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct program_changed *changed = EVENT_AS(event, program_changed);
    if (is_in_force(floor, changed->version, changed->decisions))
        return strange(fault, event, "it changes nothing");
    char words[PROGRAM_WORDS_MAX];
    struct text_out why;
    text_out_init(&why, words, sizeof words);
    return take_program(floor, changed->version, changed->decisions, &why) ? STATUS_OK
                                                                           : strange(fault, event, words);
}

/* A program may begin when another was stopped between two things that were due at one moment. */
enum status judge_program_changed(const struct floor *floor, const struct event *event, struct fault *fault)
{
    return instant_compare(event->head.at, floor->now) == 0 ? STATUS_OK : judge_clock(floor, event, fault);
}
