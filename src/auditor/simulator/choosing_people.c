/* What people of the house and its patrons do: staff come and go, patrons are registered, changed and excluded. */
#include "auditor/simulator/choosing_internal.h"
#include "house/people/people_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ people */

static const struct {
    const char *person, *role;
} staff[] = {
    {"olga", "manager"},   {"max", "manager"},  {"dana", "dealer"},    {"dirk", "dealer"},
    {"fay", "floor"},      {"finn", "floor"},   {"sam", "supervisor"}, {"sue", "supervisor"},
    {"cy", "cage"},        {"cora", "cage"},    {"ada", "accounting"}, {"vic", "surveillance"},
    {"pam", "promotions"}, {"theo", "auditor"}, {"ines", "admin"},
};
enum { STAFF = sizeof staff / sizeof staff[0] };

struct text choose_anybody(struct choosing *choosing)
{
    uint32_t number = choose_below(choosing, STAFF + 2);
    return text_of(number < STAFF ? staff[number].person : number == STAFF ? "nobody" : "");
}

struct text choose_person(struct choosing *choosing, const char *permission)
{
    const struct node *roles = node_member(choosing->floor->house.data, KEY_ROLES);
    if (choose_chance(choosing, 2))
        return choose_anybody(choosing);
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        uint32_t number = choose_below(choosing, STAFF);
        if (!permission || node_lists(node_member(roles, staff[number].role), permission))
            return text_of(staff[number].person);
    }
    return text_of("office");
}

struct text choose_patron(struct choosing *choosing)
{
    return choose_numbered(choosing, "", 1001 + choose_below(choosing, SIMULATED_PATRONS));
}

struct date choose_birthday(struct choosing *choosing)
{
    /* Some are not 21 yet, and some will be soon. */
    int16_t year = (int16_t)(choose_chance(choosing, 20) ? 2004 + choose_below(choosing, 4)
                                                         : 1940 + choose_below(choosing, 64));
    return (struct date){year, (uint8_t)(1 + choose_below(choosing, 12)),
                         (uint8_t)(1 + choose_below(choosing, 28))};
}

bool choose_amendment(struct choosing *choosing, struct command *command)
{
    static const char *const excluded[] = {"none", "organisers of the drawing", "people in the household"};
    command->kind = COMMAND_AMEND_PATRON;
    struct register_patron *asked = COMMAND_AS(command, register_patron);
    asked->patron = choose_patron(choosing);
    if (choose_chance(choosing, 30))
        asked->born = choose_birthday(choosing);
    if (choose_chance(choosing, 30))
        asked->identified = (uint8_t)choose_below(choosing, 3);
    if (choose_chance(choosing, 40))
        asked->employee = (uint8_t)choose_below(choosing, 5);
    if (choose_chance(choosing, 30))
        asked->proposition = (uint8_t)(1 + choose_below(choosing, 2));
    if (choose_chance(choosing, 10))
        asked->excluded_as = text_of(excluded[choose_below(choosing, 3)]);
    if (choose_chance(choosing, 50))
        asked->authorised_by = choose_person(choosing, "authorise");
    return true;
}

bool choose_exclude(struct choosing *choosing, struct command *command)
{
    command->kind = choose_chance(choosing, 40) ? COMMAND_EXCLUDE : COMMAND_READMIT;
    COMMAND_AS(command, exclude)->patron = choose_patron(choosing);
    COMMAND_AS(command, exclude)->reason = text_of("asked for it");
    if (command->kind == COMMAND_READMIT || choose_chance(choosing, 50))
        COMMAND_AS(command, exclude)->authorised_by = choose_person(choosing, "authorise");
    return true;
}

bool choose_staff(struct choosing *choosing, struct command *command)
{
    uint32_t number = 2 + choose_below(choosing, STAFF - 2); /* a manager stays */
    if (choose_chance(choosing, 10)) {
        command->kind = COMMAND_DISMISS;
        COMMAND_AS(command, dismiss)->person = text_of(staff[number].person);
    } else {
        command->kind = COMMAND_APPOINT;
        COMMAND_AS(command, appoint)->person = text_of(staff[number].person);
        COMMAND_AS(command, appoint)->role =
            text_of(choose_chance(choosing, 5) ? "wizard" : staff[number].role);
    }
    return true;
}

bool choose_beginning(struct choosing *choosing, unsigned number, struct command *command)
{
    *command = (struct command){.kind = COMMAND_APPOINT};
    if (number < STAFF) {
        COMMAND_AS(command, appoint)->person = text_of(staff[number].person);
        COMMAND_AS(command, appoint)->role = text_of(staff[number].role);
    } else if (number < STAFF + SIMULATED_PATRONS) {
        command->kind = COMMAND_REGISTER;
        COMMAND_AS(command, register_patron)->patron = choose_numbered(choosing, "", 1001 + number - STAFF);
        if (choose_chance(choosing, 85))
            COMMAND_AS(command, register_patron)->born = choose_birthday(choosing);
        if (choose_chance(choosing, 15))
            COMMAND_AS(command, register_patron)->employee = (uint8_t)choose_below(choosing, 5);
        if (choose_chance(choosing, 10))
            COMMAND_AS(command, register_patron)->proposition = SAID_YES;
    } else {
        return false;
    }
    command->head.by = text_of("office");
    return true;
}
