/* Staff: appointing and dismissing, and what the role of a person allows. */
#include "house/people/staff.h"

#include "base/check.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/people_internal.h"
#include "house/people/people_shapes.h"
#include "rulebook/house_file.h"
#include "rulebook/vocabulary_paths.h"

const struct person *floor_person(const struct floor *floor, struct text name)
{
    uint32_t number = names_find(&floor->person_names, name);
    return number == NAMES_NONE ? NULL : &floor->people[number];
}

struct text floor_person_name(const struct floor *floor, uint32_t person)
{
    return person < floor->person_count ? floor->people[person].person : text_of("");
}

/* The person who opened the house has no role and may do everything. */
bool floor_person_may(const struct floor *floor, struct text person, const char *permission)
{
    const struct person *known = floor_person(floor, person);
    if (!known || !known->employed)
        return false;
    struct text role = known->role;
    const struct node *roles = node_member(floor->house.data, KEY_ROLES);
    return role.length == 0 || !permission || !roles ||
           node_lists(node_member_called(roles, role), permission);
}

static bool still_counts(const struct floor *floor, const struct given_role *given)
{
    const int64_t wait_ms = house_appointees_wait_ms(&floor->house);
    return wait_ms > 0 ? floor->now.ms - given->at.ms < wait_ms : is_same_day(given->day, floor->day);
}

static bool has_role_from(const struct floor *floor, const struct person *person, const struct person *by)
{
    for (uint32_t i = 0; i < person->given_count; i++)
        if (person->given[i].by == (uint32_t)(by - floor->people) && still_counts(floor, &person->given[i]))
            return true;
    return false;
}

bool may_sign_together(const struct floor *floor, struct text one, struct text other)
{
    const struct person *first = floor_person(floor, one), *second = floor_person(floor, other);
    if (text_equal(one, other))
        return false;
    return !first || !second || floor->decided_by.decisions < DECISIONS_BY_TWO ||
           (!has_role_from(floor, first, second) && !has_role_from(floor, second, first));
}

/* The words of documents for those who verify, authorise and pay, and the roles that count as them; the cage is whoever may
 * pay. Who opened the house counts as everybody. */
bool person_is(const struct floor *floor, struct text person, struct text whom)
{
    static const struct {
        const char *whom, *role;
    } roles[] = {
        {"floor person", "floor"},    {"floor person", "supervisor"}, {"floor person", "manager"},
        {"supervisor", "supervisor"}, {"supervisor", "manager"},      {"surveillance", "surveillance"},
        {"surveillance", "manager"},
    };
    uint32_t number = names_find(&floor->person_names, person);
    if (number == NAMES_NONE)
        return false;
    if (text_equal(whom, text_of("cage")))
        return floor_person_may(floor, person, "pay");
    struct text role = floor->people[number].role;
    bool named = false, is = role.length == 0;
    for (unsigned i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (text_equal(whom, text_of(roles[i].whom))) {
            named = true;
            is |= text_equal(role, text_of(roles[i].role));
        }
    return !named || is;
}

bool is_person_for(const struct floor *floor, const struct offer *offer, const char *path, struct text person,
                   struct text *whom, struct text *clause)
{
    const struct node *approved = node_path(offer->rulebook->data, path);
    *whom = offer_text(offer, path);
    *clause = approved ? approved->origin.clause : text_of(rule_document);
    return person_is(floor, person, *whom);
}

/* Nobody gives a role to oneself for the day that runs. */
static bool is_own_change(const struct floor *floor, const struct appoint *command)
{
    const struct person *known = floor_person(floor, command->person);
    return text_equal(command->person, command->head.by) && known && !text_equal(known->role, command->role);
}

enum status decide_appoint(struct deciding *deciding)
{
    const struct appoint *command = COMMAND_AS(deciding->command, appoint);
    const struct node *roles = node_member(deciding->floor->house.data, KEY_ROLES);
    if (roles && !node_member_called(roles, command->role))
        return REFUSE(deciding, rule_permission, "the house has no role \"%.*s\"",
                      TEXT_ARGUMENTS(text_clipped(command->role, 40)));
    struct event *event = happens(deciding, EVENT_APPOINTED);
    EVENT_AS(event, appointed)->person = command->person;
    EVENT_AS(event, appointed)->name = command->name;
    EVENT_AS(event, appointed)->role = command->role;
    return is_own_change(deciding->floor, command)
               ? date_add_days(deciding->floor->day, 1, &EVENT_AS(event, appointed)->from)
               : STATUS_OK;
}

enum status decide_dismiss(struct deciding *deciding)
{
    const struct dismiss *command = COMMAND_AS(deciding->command, dismiss);
    uint32_t number = names_find(&deciding->floor->person_names, command->person);
    if (number == NAMES_NONE || !deciding->floor->people[number].employed)
        return REFUSE(deciding, rule_permission, "%.*s does not work here",
                      TEXT_ARGUMENTS(text_clipped(command->person, 40)));
    EVENT_AS(happens(deciding, EVENT_DISMISSED), appointed)->person = command->person;
    return STATUS_OK;
}

/* Adds the person, or finds the one that is there. */
static enum status person_numbered(struct floor *floor, struct text name, struct person **person)
{
    uint32_t number;
    enum status status = MAKE_ROOM(&floor->arena, floor->people, floor->person_count, floor->person_room);
    if (status == STATUS_OK)
        status = names_add(&floor->person_names, name, &number);
    if (status != STATUS_OK)
        return status;
    if (number == floor->person_count)
        floor->people[floor->person_count++] =
            (struct person){.person = names_text(&floor->person_names, number)};
    *person = &floor->people[number];
    return STATUS_OK;
}

/* What counts no more is forgotten. */
static enum status note_given(struct floor *floor, struct person *person, const struct event *event)
{
    const uint32_t by = names_find(&floor->person_names, event->head.by);
    uint32_t kept = 0;
    if (by == NAMES_NONE || person == &floor->people[by])
        return STATUS_OK;
    for (uint32_t i = 0; i < person->given_count; i++)
        if (still_counts(floor, &person->given[i]) && person->given[i].by != by)
            person->given[kept++] = person->given[i];
    person->given_count = kept;
    enum status status = MAKE_ROOM(&floor->arena, person->given, person->given_count, person->given_room);
    if (status == STATUS_OK)
        person->given[person->given_count++] = (struct given_role){by, event->head.at, floor->day};
    return status;
}

void begin_own_roles(struct floor *floor)
{
    for (unsigned i = 0; i < floor->person_count; i++) {
        struct person *person = &floor->people[i];
        if (person->next_from.year == 0 || date_compare(person->next_from, floor->day) > 0)
            continue;
        person->role = person->next_role;
        person->next_role = text_of("");
        person->next_from = (struct date){0};
    }
}

enum status apply_appointed(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct person *person;
    struct text name, role;
    enum status status = person_numbered(floor, EVENT_AS(event, appointed)->person, &person);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, EVENT_AS(event, appointed)->name, &name);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, EVENT_AS(event, appointed)->role, &role);
    if (status == STATUS_OK)
        status = note_given(floor, person, event);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the person");
    person->name = name;
    person->next_from = EVENT_AS(event, appointed)->from;
    person->next_role = person->next_from.year != 0 ? role : text_of("");
    person->role = person->next_from.year != 0 ? person->role : role;
    person->employed = true;
    return STATUS_OK;
}

enum status apply_dismissed(struct floor *floor, const struct event *event, struct fault *fault)
{
    uint32_t number = names_find(&floor->person_names, EVENT_AS(event, appointed)->person);
    if (number == NAMES_NONE)
        return strange(fault, event, "nobody of that name works here");
    floor->people[number].employed = false;
    return STATUS_OK;
}

bool appoint_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct appointed *appointed = EVENT_AS(event, appointed);
    (void)floor;
    COMMAND_FILL(command, appoint, .person = appointed->person, .name = appointed->name,
                 .role = appointed->role);
    return true;
}

bool dismiss_again(const struct floor *floor, const struct event *event, struct command *command)
{
    (void)floor;
    COMMAND_AS(command, dismiss)->person = EVENT_AS(event, appointed)->person;
    return true;
}
