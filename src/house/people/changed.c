#include "house/people/changed.h"

#include "base/check.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/program.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"

const char *const patron_fact_words[PATRON_FACTS + 1] = {
    "name", "born", "identification", "employee", "proposition-player", "excluded-as", "excluded", NULL,
};

/* ------------------------------------------------------------------------------------------ on its way */

static bool may_win_by_hand(const struct floor_hand *hand, uint32_t patron)
{
    if (hand->state == HAND_ON_BOARD)
        return hand->patron == patron;
    return (hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED) &&
           (hand->patron == patron || dealt_as(hand->players, hand->player_count, patron));
}

bool prize_is_on_its_way(const struct floor *floor, uint32_t patron)
{
    if (patron == NAMES_NONE)
        return false;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        if (floor_prize_is_open(prize) &&
            (prize->patron == patron || dealt_as(prize->present, prize->present_count, patron)))
            return true;
    }
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (may_win_by_hand(&floor->hands[i], patron))
            return true;
    return false;
}

bool change_needs_two(const struct floor *floor, const struct patron_recorded *recorded)
{
    const uint32_t patron = names_find(&floor->patron_names, recorded->patron);
    return tells_the_deal(floor) && patron != NAMES_NONE && recorded->change_count > 0 &&
           prize_is_on_its_way(floor, patron);
}

/* ------------------------------------------------------------------------------------------ changed by */

/* The facts that the event changes, as bits. */
static uint32_t facts_changed(const struct patron_recorded *recorded)
{
    uint32_t facts = 0;
    for (uint32_t i = 0; i < recorded->change_count; i++)
        for (unsigned fact = 0; patron_fact_words[fact]; fact++)
            if (text_equal(recorded->changes[i].what, text_of(patron_fact_words[fact])))
                facts |= UINT32_C(1) << fact;
    return facts;
}

enum status keep_changes(struct floor *floor, struct patron *patron, const struct patron_recorded *recorded)
{
    const uint32_t facts = facts_changed(recorded);
    const uint32_t persons[] = {names_find(&floor->person_names, recorded->head.by),
                                names_find(&floor->person_names, recorded->authorised_by)};
    enum { PERSONS = sizeof persons / sizeof persons[0] };
    if (facts == 0)
        return STATUS_OK;
    struct fact_change *kept =
        ARENA_ARRAY(&floor->arena, struct fact_change, patron->changed_count + PERSONS);
    uint32_t count = 0;
    if (!kept)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < patron->changed_count; i++) {
        kept[count] = patron->changed[i];
        kept[count].facts &= ~facts;
        count +=
            kept[count].facts != 0 && kept[count].person != persons[0] && kept[count].person != persons[1];
    }
    for (unsigned k = 0; k < PERSONS; k++) {
        uint32_t others = 0; /* that he changed before */
        for (uint32_t i = 0; i < patron->changed_count; i++)
            others |= patron->changed[i].person == persons[k] ? patron->changed[i].facts & ~facts : 0;
        if (persons[k] != NAMES_NONE && (k == 0 || persons[k] != persons[0]))
            kept[count++] = (struct fact_change){persons[k], others | facts};
    }
    CHECK_OP(count, <=, patron->changed_count + PERSONS);
    patron->changed = kept;
    patron->changed_count = count;
    return STATUS_OK;
}

struct ruling judge_hands_off(const struct floor *floor, uint32_t patron, struct text person)
{
    const uint32_t number = names_find(&floor->person_names, person);
    if (patron >= floor->patron_count || number == NAMES_NONE || !tells_the_deal(floor))
        return ruling_yes();
    const struct patron *known = &floor->patrons[patron];
    for (uint32_t i = 0; i < known->changed_count; i++) {
        const struct fact_change *change = &known->changed[i];
        unsigned fact = 0;
        while (fact + 1 < PATRON_FACTS && !(change->facts >> fact & 1))
            fact++;
        if (change->person == number)
            return ruling_no(rule_two_persons,
                             "%.*s changed \"%s\" of patron %.*s; somebody else must authorise and pay what "
                             "this patron wins",
                             TEXT_ARGUMENTS(person), patron_fact_words[fact], TEXT_ARGUMENTS(known->patron));
    }
    return ruling_yes();
}
