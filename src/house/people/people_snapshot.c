/* The people desk in snapshots: persons and patrons, as they are kept. */
#include "house/people/people_internal.h"

#include "base/check.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/snapshot.h"
#include "house/people/changed.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"

/* ------------------------------------------------------------------------------------------ persons */

static const struct field given_role_fields[] = {
    FIELD(struct given_role, by, FIELD_COUNT, "by", "the number of the person who gave it, from 0"),
    FIELD(struct given_role, at, FIELD_TIME, "at", "when"),
    FIELD(struct given_role, day, FIELD_DATE, "day", "the gaming day"),
};
static const struct record_shape given_role_shape =
    SHAPE("given", struct given_role, given_role_fields, "who gave a person a role");

static const struct field person_fields[] = {
    FIELD_REQUIRED(struct person, person, FIELD_TEXT, "person", "the sign-in name of the employee"),
    FIELD(struct person, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct person, role, FIELD_TEXT, "role", "the role of the employee"),
    FIELD(struct person, employed, FIELD_FLAG, "employed", "works here now"),
    FIELD(struct person, next_role, FIELD_TEXT, "next-role", "the role that the person gave to oneself"),
    FIELD(struct person, next_from, FIELD_DATE, "next-from", "its first gaming day"),
    FIELD_ITEMS(struct person, given, given_count, FIELD_LIST, &given_role_shape, "given",
                "who gave the person a role lately"),
};

static void save_persons(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->person_count; i++)
        save_line(saving, &floor->people[i]);
}

static bool keep_given(struct restoring *restoring, struct person *person)
{
    const struct given_role *saved = person->given;
    person->given = NULL;
    person->given_room = person->given_count;
    if (person->given_count > 0)
        person->given = ARENA_ARRAY(&restoring->floor->arena, struct given_role, person->given_count);
    for (uint32_t i = 0; i < person->given_count && person->given; i++)
        person->given[i] = saved[i];
    return person->given || person->given_count == 0;
}

static enum status restore_person(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    struct person person = *(const struct person *)line;
    uint32_t number;
    enum status status = MAKE_ROOM(&floor->arena, floor->people, floor->person_count, floor->person_room);
    if (status == STATUS_OK)
        status = names_add(&floor->person_names, person.person, &number);
    if (status != STATUS_OK)
        return no_memory_for_line(restoring, status);
    if (person.person.length == 0 || number != floor->person_count)
        return wrong_line(restoring, "the person has no name, or stands here twice");
    person.person = names_text(&floor->person_names, number);
    if (!keep_text(restoring, &person.name) || !keep_text(restoring, &person.role) ||
        !keep_text(restoring, &person.next_role) || !keep_given(restoring, &person))
        return cannot_keep(restoring);
    floor->people[floor->person_count++] = person;
    CHECK_OP(floor->person_names.count, ==, floor->person_count);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ patrons */

static const struct field patron_wins_fields[] = {
    FIELD(struct patron_wins, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD(struct patron_wins, count, FIELD_COUNT, "count", "the number of prizes"),
};
static const struct record_shape patron_wins_shape =
    SHAPE("wins", struct patron_wins, patron_wins_fields, "what a patron has won of an offer");

static const struct field fact_change_fields[] = {
    FIELD(struct fact_change, person, FIELD_COUNT, "person", "the number of the person, from 0"),
    FIELD(
        struct fact_change, facts, FIELD_COUNT, "facts",
        "what the person gave its value, as bits: name, born, identification, employee, proposition-player, "
        "excluded-as, excluded"),
};
static const struct record_shape fact_change_shape = SHAPE(
    "changer", struct fact_change, fact_change_fields, "a person who changed what is recorded of a patron");

static const struct field patron_fields[] = {
    FIELD_REQUIRED(struct patron, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct patron, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct patron, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct patron, identified, patron_identity_words, "identification",
                 "whether an ID was checked"),
    FIELD_ONE_OF(struct patron, employee, employee_words, "employee",
                 "if the patron works for the house: the duty status"),
    FIELD(struct patron, proposition, FIELD_FLAG, "proposition-player",
          "whether the patron is a third-party proposition player"),
    FIELD(struct patron, excluded_as, FIELD_TEXT, "excluded-as",
          "another group that a document excludes, in its words"),
    FIELD(struct patron, excluded, FIELD_FLAG, "excluded", "the patron is on the exclusion list"),
    FIELD(struct patron, reason, FIELD_TEXT, "reason", "the reason for the exclusion"),
    FIELD_ITEMS(struct patron, won, won_count, FIELD_ROWS, &patron_wins_shape, "won",
                "[offer, count] for each offer with prizes"),
    FIELD_ITEMS(struct patron, changed, changed_count, FIELD_ROWS, &fact_change_shape, "changed",
                "[person, facts] for each person who changed what is recorded"),
    FIELD(struct patron, currency_day, FIELD_DATE, "currency-day",
          "the last gaming day with a prize paid in cash"),
    FIELD(struct patron, currency_today, FIELD_CENTS, "currency-today", "the cash paid on that day"),
    FIELD(struct patron, prize_year, FIELD_NUMBER, "prize-year",
          "the last year with a prize that the tax law counts as won without a wager"),
    FIELD(struct patron, prizes_this_year, FIELD_CENTS, "prizes-this-year",
          "the total of such prizes in that year"),
};

/* Who changed what is recorded, each once; false if there is no memory. Sets whether they can have. */
static bool restore_changes(struct restoring *restoring, struct patron *patron, bool *good)
{
    struct floor *floor = restoring->floor;
    const struct fact_change *saved = patron->changed;
    struct fact_change *kept = ARENA_ARRAY(&floor->arena, struct fact_change, patron->changed_count);
    for (uint32_t i = 0; i < patron->changed_count && kept; i++) {
        *good &= saved[i].person < floor->person_count && saved[i].facts > 0 &&
                 saved[i].facts < UINT32_C(1) << PATRON_FACTS;
        for (uint32_t k = 0; k < i; k++)
            *good &= saved[k].person != saved[i].person;
        kept[i] = saved[i];
    }
    patron->changed = kept;
    return kept || patron->changed_count == 0;
}

static void save_patrons(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->patron_count; i++)
        save_line(saving, &floor->patrons[i]);
}

/* Each offer once, with a count; false if there is no memory. Sets whether they can be so. */
static bool keep_wins(struct restoring *restoring, struct patron *patron, bool *good)
{
    struct arena *arena = &restoring->floor->arena;
    const struct patron_wins *saved = patron->won;
    patron->won = NULL;
    patron->won_room = patron->won_count;
    if (patron->won_count > 0)
        patron->won = ARENA_ARRAY(arena, struct patron_wins, patron->won_count);
    *good = patron->won_count <= FLOOR_OFFERS_MAX;
    for (uint32_t i = 0; i < patron->won_count && patron->won && *good; i++) {
        for (uint32_t k = 0; k < i; k++)
            *good &= saved[k].offer != saved[i].offer;
        *good &= saved[i].offer < FLOOR_OFFERS_MAX && saved[i].count > 0 &&
                 saved[i].count <= UINT32_MAX - patron->wins;
        patron->won[i] = saved[i];
        patron->wins += saved[i].count;
    }
    return patron->won || patron->won_count == 0;
}

static enum status restore_patron(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    struct patron patron = *(const struct patron *)line;
    uint32_t number;
    enum status status = MAKE_ROOM(&floor->arena, floor->patrons, floor->patron_count, floor->patron_room);
    if (status == STATUS_OK)
        status = names_add(&floor->patron_names, patron.patron, &number);
    if (status != STATUS_OK)
        return no_memory_for_line(restoring, status);
    if (patron.patron.length == 0 || number != floor->patron_count)
        return wrong_line(restoring, "the patron has no club number, or stands here twice");
    if (!is_amount(restoring, patron.currency_today) || !is_amount(restoring, patron.prizes_this_year))
        return wrong_line(restoring, "what the patron was paid cannot be");
    patron.patron = names_text(&floor->patron_names, number);
    bool good;
    if (!keep_wins(restoring, &patron, &good))
        return cannot_keep(restoring);
    if (!good)
        return wrong_line(restoring, "what the patron has won cannot be");
    if (!restore_changes(restoring, &patron, &good))
        return cannot_keep(restoring);
    if (!good)
        return wrong_line(restoring, "nobody can have changed the patron so");
    if (!keep_text(restoring, &patron.name) || !keep_text(restoring, &patron.reason) ||
        !keep_text(restoring, &patron.excluded_as))
        return cannot_keep(restoring);
    floor->patrons[floor->patron_count++] = patron;
    CHECK_OP(floor->patron_names.count, ==, floor->patron_count);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the sections */

const struct desk_section people_sections[PEOPLE_SECTIONS] = {
    {SECTION_PERSON, SHAPE("person", struct person, person_fields, "a present or former employee"),
     .counted = offsetof(struct floor, person_count), .save = save_persons, .restore = restore_person},
    {SECTION_PATRON, SHAPE("patron", struct patron, patron_fields, "a patron"),
     .counted = offsetof(struct floor, patron_count), .save = save_patrons, .restore = restore_patron},
};
