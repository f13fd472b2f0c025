/* Staff: appointing and dismissing, and what the role of a person allows. */
#include "house/people/staff.h"

#include "base/check.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/people_internal.h"
#include "house/people/people_shapes.h"
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
    return STATUS_OK;
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

enum status apply_appointed(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct person *person;
    struct text name, role;
    enum status status = person_numbered(floor, EVENT_AS(event, appointed)->person, &person);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, EVENT_AS(event, appointed)->name, &name);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, EVENT_AS(event, appointed)->role, &role);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the person");
    person->name = name;
    person->role = role;
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
