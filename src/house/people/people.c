#include "house/people/people_internal.h"

#include "base/check.h"
#include "funds/eligibility.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ patrons */

static void record(struct event *event, const struct patron *known)
{
    struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    recorded->name = known->name;
    recorded->born = known->born;
    recorded->identified = known->identified;
    recorded->employee = known->employee;
    recorded->proposition = known->proposition;
    recorded->excluded_as = known->excluded_as;
    recorded->excluded = known->excluded;
    recorded->reason = known->reason;
}

/* Asked by the calendar of the house. */
static bool is_to_come(const struct floor *floor, struct date day)
{
    struct local_time local;
    return local_time_of(floor->now, &floor->zone, &local) == STATUS_OK && date_compare(day, local.date) > 0;
}

enum status decide_register(struct deciding *deciding)
{
    const struct register_patron *command = COMMAND_AS(deciding->command, register_patron);
    if (command->born.year != 0 && is_to_come(deciding->floor, command->born))
        return REFUSE(deciding, rule_patron, "the date of birth %04d-%02d-%02d is in the future; correct it",
                      command->born.year, command->born.month, command->born.day);
    const struct patron *known = floor_patron(deciding->floor, command->patron);
    struct event *event = happens(deciding, EVENT_PATRON_RECORDED);
    struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    if (known)
        record(event, known);
    recorded->patron = command->patron;
    if (command->name.length > 0)
        recorded->name = command->name;
    if (command->born.year != 0)
        recorded->born = command->born;
    if (command->identified)
        recorded->identified = command->identified;
    if (command->employee)
        recorded->employee = command->employee;
    if (command->proposition)
        recorded->proposition = command->proposition == SAID_YES;
    if (command->excluded_as.length > 0)
        recorded->excluded_as =
            text_equal(command->excluded_as, text_of("none")) ? text_of("") : command->excluded_as;
    return STATUS_OK;
}

enum status decide_exclude(struct deciding *deciding)
{
    const struct exclude *command = COMMAND_AS(deciding->command, exclude);
    bool exclude = deciding->command->kind == COMMAND_EXCLUDE;
    uint32_t patron;
    if (!find_patron(deciding, command->patron, &patron))
        return STATUS_OK;
    const struct patron *known = &deciding->floor->patrons[patron];
    if (known->excluded == exclude)
        return REFUSE(deciding, rule_exclusion, "%.*s is %s the exclusion list",
                      TEXT_ARGUMENTS(command->patron), exclude ? "on" : "not on");
    struct event *event = happens(deciding, EVENT_PATRON_RECORDED);
    record(event, known);
    EVENT_AS(event, patron_recorded)->patron = command->patron;
    EVENT_AS(event, patron_recorded)->excluded = exclude;
    EVENT_AS(event, patron_recorded)->reason = exclude ? command->reason : text_of("");
    return STATUS_OK;
}

enum status apply_patron(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    struct text name, reason, excluded_as;
    uint32_t number;
    enum status status = MAKE_ROOM(&floor->arena, floor->patrons, floor->patron_count, floor->patron_room);
    if (status == STATUS_OK)
        status = names_add(&floor->patron_names, recorded->patron, &number);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, recorded->name, &name);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, recorded->reason, &reason);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, recorded->excluded_as, &excluded_as);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the patron");
    if (number == floor->patron_count)
        floor->patrons[floor->patron_count++] =
            (struct patron){.patron = names_text(&floor->patron_names, number)};
    struct patron *patron = &floor->patrons[number];
    patron->name = name;
    patron->reason = reason;
    patron->born = recorded->born;
    patron->identified = recorded->identified;
    patron->employee = recorded->employee;
    patron->proposition = recorded->proposition;
    patron->excluded_as = excluded_as;
    patron->excluded = recorded->excluded;
    return STATUS_OK;
}

/* Full years on the day. Nobody knows the age of one who has not said it: staff sees to it at the door, and at the cage by
 * identification. */
unsigned age_on(struct date born, struct date day)
{
    enum { OF_AGE = 21 };
    if (born.year == 0)
        return OF_AGE;
    int years = day.year - born.year;
    bool before = day.month < born.month || (day.month == born.month && day.day < born.day);
    years -= before;
    return years > 0 ? (unsigned)years : 0;
}

void count_win_of(struct floor *floor, uint32_t patron)
{
    if (patron < floor->patron_count)
        floor->patrons[patron].wins++;
}

void count_wins_until(const struct floor *floor, uint32_t offer, uint32_t patron, struct instant at,
                      struct person_facts *facts)
{
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    if (patron >= floor->patron_count || floor->patrons[patron].wins == 0)
        return;
    struct text activity = floor_terms(floor, offer)->activity;
    for (unsigned i = floor->prize_count; i > 0; i--) {
        const struct floor_prize *prize = &floor->prizes[i - 1];
        if (prize->patron != patron || prize->reversed ||
            !text_equal(floor_terms(floor, prize->offer)->activity, activity))
            continue;
        facts->wins++;
        facts->wins_today += prize->claim.cents > 0 && at.ms - prize->claim.awarded.ms < DAY_MS;
    }
}

struct person_facts identity_of(const struct floor *floor, uint32_t patron)
{
    struct local_time local;
    struct person_facts facts = {.age = age_on((struct date){0}, floor->day),
                                 .seated = true,
                                 .base_wager = true,
                                 .fee = true,
                                 .collection = true,
                                 .bets_complete = true,
                                 .all_rounds = true};
    if (patron >= floor->patron_count)
        return facts;
    const struct patron *known = &floor->patrons[patron];
    facts.card = true; /* whoever is registered has a number of the club */
    if (local_time_of(floor->now, &floor->zone, &local) == STATUS_OK)
        facts.age = age_on(known->born, local.date);
    facts.employee = (enum employee_state)known->employee;
    facts.proposition_player = known->proposition;
    facts.excluded_as = known->excluded_as;
    facts.on_exclusion_list = known->excluded;
    return facts;
}

struct person_facts facts_of(const struct floor *floor, uint32_t offer, const struct table *table,
                             uint32_t patron)
{
    struct person_facts facts = identity_of(floor, patron);
    if (patron >= floor->patron_count)
        return facts;
    count_wins_until(floor, offer, patron, floor->now, &facts);
    for (unsigned seat = 1; table && seat <= FLOOR_SEATS_MAX; seat++)
        if (table->seats[seat].taken && table->seats[seat].patron == patron) {
            int64_t played = floor->now.ms - table->seats[seat].since.ms;
            facts.played_minutes = (uint64_t)(played / 60000);
        }
    return facts;
}

/* ------------------------------------------------------------------------------------------ duty */

static const struct duty *duty_of(const struct duty *duties, uint32_t count, uint32_t patron)
{
    for (uint32_t i = 0; i < count && patron != NAMES_NONE; i++)
        if (duties[i].patron == patron)
            return &duties[i];
    return NULL;
}

void judge_as_dealt(const struct duty *duties, uint32_t count, uint32_t patron, struct person_facts *person)
{
    const struct duty *duty = duty_of(duties, count, patron);
    if (duty)
        person->employee = (enum employee_state)duty->employee;
}

void judge_as_employed(uint8_t employee, struct person_facts *person)
{
    if (employee != EMPLOYEE_NONE)
        person->employee = (enum employee_state)employee;
}

static void add_duty(const struct floor *floor, struct round *round, uint32_t patron)
{
    uint8_t employee = patron < floor->patron_count ? floor->patrons[patron].employee : EMPLOYEE_NONE;
    if (employee != EMPLOYEE_NONE && round->duty_count < FLOOR_DUTIES_MAX &&
        !duty_of(round->duties, round->duty_count, patron))
        round->duties[round->duty_count++] = (struct duty){patron, employee};
}

void keep_duties(const struct floor *floor, struct table *table)
{
    struct round *round = &table->round;
    round->duty_count = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        if (table->seats[seat].taken)
            add_duty(floor, round, table->seats[seat].patron);
    for (uint32_t i = 0; i < round->backline_count; i++)
        add_duty(floor, round, names_find(&floor->patron_names, round->backline[i].patron));
}

enum status keep_duties_of_hand(struct floor *floor, struct floor_hand *hand)
{
    const struct round *round = &floor->tables[hand->table].round;
    uint32_t most = round->duty_count + hand->payer_count;
    struct duty *duties = ARENA_ARRAY(&floor->arena, struct duty, most);
    if (!duties && most > 0)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < round->duty_count; i++)
        duties[hand->duty_count++] = round->duties[i];
    for (uint32_t i = 0; i < hand->payer_count; i++) {
        const struct hand_payer *payer = &hand->payers[i];
        const struct round *there = &floor->tables[payer->table].round;
        const struct duty *duty = duty_of(there->duties, there->duty_count, payer->patron);
        if (duty && !duty_of(duties, hand->duty_count, payer->patron))
            duties[hand->duty_count++] = *duty;
    }
    hand->duties = duties;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ looking */

bool find_patron(struct deciding *deciding, struct text name, uint32_t *patron)
{
    *patron = names_find(&deciding->floor->patron_names, name);
    if (*patron != NAMES_NONE)
        return true;
    (void)REFUSE(deciding, rule_patron, "patron %.*s is not registered; register the patron first",
                 TEXT_ARGUMENTS(text_clipped(name, 40)));
    return false;
}

const struct patron *floor_patron(const struct floor *floor, struct text name)
{
    uint32_t number = names_find(&floor->patron_names, name);
    return number == NAMES_NONE ? NULL : &floor->patrons[number];
}

struct text floor_patron_name(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count ? floor->patrons[patron].patron : text_of("");
}

struct text floor_patron_full_name(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count ? floor->patrons[patron].name : text_of("");
}

/* ------------------------------------------------------------------------------------------ who brought an event */

/* Who records a patron anew writes him on the exclusion list, or off it, or registers him. */
enum command_kind patron_brought_by(const struct floor *floor, const struct event *event)
{
    const struct patron_recorded *recorded = EVENT_AS(event, patron_recorded);
    const struct patron *known = floor_patron(floor, recorded->patron);
    return recorded->excluded != (known && known->excluded) ? COMMAND_EXCLUDE : COMMAND_REGISTER;
}

enum status people_begin(struct floor *floor)
{
    names_init(&floor->person_names, &floor->arena);
    names_init(&floor->patron_names, &floor->arena);
    return STATUS_OK;
}
