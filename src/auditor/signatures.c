/* Who signs second: what one person alone does not do. */
#include "auditor/model_internal.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/house_file.h"

/* Whether a patron whom the house shut out may play again. */
static bool is_readmitted(const struct auditor *auditor, const struct patron_recorded *recorded)
{
    const struct model_patron *known = model_patron(auditor, recorded->patron);
    return known && known->excluded && !recorded->excluded;
}

/* Whether a prize of the patron is open, or may become his by a hand that waits. */
static bool waits_for_prize(const struct auditor *auditor, struct text patron)
{
    for (unsigned i = auditor->open_from; i < auditor->prize_count; i++) {
        const struct model_prize *prize = &auditor->prizes[i];
        bool his = text_equal(prize->patron, patron);
        for (unsigned k = 0; k < prize->there_count && prize->patron.length == 0; k++)
            his |= text_equal(prize->there[k], patron);
        if (his && prize->state <= MODEL_HELD)
            return true;
    }
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        bool his = text_equal(hand->patron, patron);
        for (unsigned k = 0; k < hand->there_count && hand->state != MODEL_POSTED; k++)
            his |= text_equal(hand->there[k], patron);
        if (his &&
            (hand->state == MODEL_CLAIMED || hand->state == MODEL_VERIFIED || hand->state == MODEL_POSTED))
            return true;
    }
    return false;
}

/* X18: whether it changes somebody who has a prize on its way. */
static bool changes_winner(const struct auditor *auditor, const struct patron_recorded *recorded)
{
    return recorded->change_count > 0 && model_patron(auditor, recorded->patron) &&
           waits_for_prize(auditor, recorded->patron);
}

static const char *const facts[MODEL_FACTS_MAX] = {
    "name", "born", "identification", "employee", "proposition-player", "excluded-as", "excluded"};

void keep_changers(struct auditor *auditor, struct model_patron *patron)
{
    const struct patron_recorded *recorded = EVENT_AS(auditor->event, patron_recorded);
    for (uint32_t i = 0; i < recorded->change_count; i++)
        for (unsigned fact = 0; fact < MODEL_FACTS_MAX; fact++)
            if (text_equal(recorded->changes[i].what, text_of(facts[fact]))) {
                patron->changed_by[fact][0] = model_keep(auditor, recorded->head.by);
                patron->changed_by[fact][1] = model_keep(auditor, recorded->authorised_by);
            }
}

void check_hands_off(struct auditor *auditor, struct text patron, struct text person)
{
    const struct model_patron *winner = model_patron(auditor, patron);
    for (unsigned fact = 0; fact < MODEL_FACTS_MAX && winner && auditor->by_deal && person.length > 0; fact++)
        MUST(auditor,
             !text_equal(winner->changed_by[fact][0], person) &&
                 !text_equal(winner->changed_by[fact][1], person),
             "%.*s changed what is recorded of %.*s", TEXT_ARGUMENTS(person), TEXT_ARGUMENTS(patron));
}

/* Whether two persons sign such an event, and who is the second of this one. */
static bool two_sign(const struct auditor *auditor, struct text *second)
{
    const struct event *event = auditor->event;
    switch ((int)event->kind) {
    case EVENT_RAISED:
        *second = EVENT_AS(event, pool_changed)->authorised_by;
        return true;
    case EVENT_FEES_RETURNED:
        *second = EVENT_AS(event, fees_returned)->authorised_by;
        return true;
    case EVENT_PATRON_RECORDED:
        *second = EVENT_AS(event, patron_recorded)->authorised_by;
        return is_readmitted(auditor, EVENT_AS(event, patron_recorded)) ||
               changes_winner(auditor, EVENT_AS(event, patron_recorded));
    case EVENT_TIME_CONFIRMED:
        *second = EVENT_AS(event, time_confirmed)->authorised_by;
        return true;
    case EVENT_PRIZE_FORFEITED:
        *second = EVENT_AS(event, prize_forfeited)->authorised_by;
        return true;
    case EVENT_AWARD_REVERSED:
        *second = EVENT_AS(event, award_reversed)->authorised_by;
        return true;
    case EVENT_ADJUSTED:
        *second = EVENT_AS(event, adjusted)->authorised_by;
        return true;
    case EVENT_HOUSE_AMENDED:
        *second = EVENT_AS(event, house_amended)->authorised_by;
        return event->head.by.length > 0;
    case EVENT_AMENDMENT_FILED:
        *second = EVENT_AS(event, amendment_filed)->authorised_by;
        return true;
    case EVENT_AWARDED:
        *second = EVENT_AS(event, awarded)->verified_by;
        return event->head.by.length > 0;
    default:
        return false;
    }
}

void check_signatures(struct auditor *auditor)
{
    struct text second = text_of("");
    if (!auditor->by_deal ||
        !two_sign(auditor, &second)) /* earlier numbers asked one person for some of them */
        return;
    MUST(auditor, second.length > 0 && !text_equal(second, auditor->event->head.by),
         "one person alone has signed it");
}

/* The clock moves time; that it is confirmed, or set by hand, moves nothing itself. */
void see_time_confirmed(struct auditor *auditor)
{
    const struct time_confirmed *confirmed = EVENT_AS(auditor->event, time_confirmed);
    for (unsigned i = 0; i < auditor->prize_count && confirmed->by_hand; i++) {
        const struct model_prize *prize = &auditor->prizes[i];
        const bool waits = prize->state == MODEL_OPEN || prize->state == MODEL_HELD;
        MUST(auditor, !waits || !prize->can_lapse || prize->lapses.ms > confirmed->to.ms,
             "prize %u lapses because the clock is set by hand", i + 1);
        MUST(auditor,
             prize->state != MODEL_OPEN || !prize->needs_identity || prize->identified ||
                 !prize->can_be_late || prize->late.ms > confirmed->to.ms,
             "prize %u is held because the clock is set by hand", i + 1);
    }
}
