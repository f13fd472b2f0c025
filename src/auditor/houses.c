/* The house, its staff, and what its amendments may change. */
#include "auditor/model_internal.h"
#include "house/people/people_shapes.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ reading */

/* The house as the text has it; NULL if it cannot be read. */
static const struct house *read_house(struct auditor *auditor, struct text text, struct text identity)
{
    struct house *house = ARENA_NEW(&auditor->arena, struct house);
    return house &&
                   house_read(model_keep(auditor, text), "house.yaml", identity, &auditor->arena,
                              &auditor->findings, house) == STATUS_OK &&
                   zone_parse(house->zone, 0, &auditor->zone, NULL) == STATUS_OK
               ? house
               : NULL;
}

/* The minute at which a gaming day begins. */
static uint16_t starts_minute(const struct house *house)
{
    struct value value;
    const struct node *day = node_member(house->data, KEY_BUSINESS_DAY);
    bool given = day && day->kind == NODE_SCALAR &&
                 value_read(VALUE_TIME_OF_DAY, day->scalar, &value, NULL) == STATUS_OK;
    return given ? value.minute : 6 * 60;
}

/* From now on the house is this one. Tables keep their places, and new ones follow. */
static void take_house(struct auditor *auditor, const struct house *house)
{
    struct model_table *tables = ARENA_ARRAY(&auditor->arena, struct model_table, house->table_count + 1);
    if (!tables) {
        auditor_object(auditor, "there is no memory for the house");
        return;
    }
    unsigned count = auditor->table_count;
    for (unsigned i = 0; i < count; i++) {
        tables[i] = auditor->tables[i];
        tables[i].described = house_table_find(house, tables[i].described->name);
    }
    for (unsigned i = 0; i < house->table_count; i++) {
        bool known = false;
        for (unsigned k = 0; k < auditor->table_count; k++)
            known |= tables[k].described == &house->tables[i];
        if (!known)
            tables[count++].described = &house->tables[i];
    }
    auditor->house = house;
    auditor->house_number++;
    auditor->business.starts_minute = starts_minute(house);
    auditor->tables = tables;
    auditor->table_count = count;
}

void see_house_opened(struct auditor *auditor)
{
    const struct house_opened *opened = EVENT_AS(auditor->event, house_opened);
    model_decided_by(auditor, opened->decisions);
    MUST(auditor, !auditor->house, "the house was open");
    const struct house *house = read_house(auditor, opened->text, model_keep(auditor, opened->house));
    if (!house) {
        auditor_object(auditor, "the house cannot be read");
        return;
    }
    take_house(auditor, house);
    MUST(auditor,
         business_date_of(auditor->event->head.at, &auditor->zone, auditor->business, &auditor->day) ==
             STATUS_OK,
         "the house cannot be opened");
}

/* ------------------------------------------------------------------------------------------ staff */

static struct model_person *person_called(struct auditor *auditor, struct text name)
{
    for (unsigned i = 0; i < auditor->person_count; i++)
        if (text_equal(auditor->people[i].person, name))
            return &auditor->people[i];
    if (!MODEL_ROOM(auditor, auditor->people, auditor->person_count, auditor->person_room))
        return NULL;
    struct model_person *person = &auditor->people[auditor->person_count++];
    *person = (struct model_person){.person = model_keep(auditor, name)};
    return person;
}

void see_appointed(struct auditor *auditor)
{
    const struct appointed *appointed = EVENT_AS(auditor->event, appointed);
    struct model_person *person = person_called(auditor, appointed->person);
    if (!person)
        return;
    const struct text role = model_keep(auditor, appointed->role), by = auditor->event->head.by;
    const bool own = text_equal(by, appointed->person) && !text_equal(role, person->role) && person->employed;
    struct date next;
    MUST(auditor,
         !auditor->by_deal || !own ||
             (date_add_days(auditor->day, 1, &next) == STATUS_OK && date_compare(next, appointed->from) == 0),
         "a role that somebody gives to oneself begins with the next gaming day");
    person->next_from = appointed->from;
    *(appointed->from.year != 0 ? &person->next_role : &person->role) = role;
    person->employed = true;
    if (by.length > 0 && !text_equal(by, appointed->person) &&
        MODEL_ROOM(auditor, auditor->given, auditor->given_count, auditor->given_room))
        auditor->given[auditor->given_count++] = (struct model_given){model_keep(auditor, by), person->person,
                                                                      auditor->event->head.at, auditor->day};
}

void begin_roles(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->person_count; i++) {
        struct model_person *person = &auditor->people[i];
        if (person->next_from.year == 0 || date_compare(person->next_from, auditor->day) > 0)
            continue;
        person->role = person->next_role;
        person->next_from = (struct date){0};
    }
}

void see_dismissed(struct auditor *auditor)
{
    struct model_person *person = person_called(auditor, EVENT_AS(auditor->event, appointed)->person);
    if (person)
        person->employed = false;
}

/* ------------------------------------------------------------------------------------------ amendments */

/* Whether the house asks for two persons who sign an offer, and these are two. Until somebody was appointed there is one person. */
static void check_two_persons(struct auditor *auditor, struct text by, struct text second)
{
    const bool asked = auditor->person_count > 0 &&
                       node_says(node_member(auditor->house->data, KEY_OFFERS_SIGNED_BY), "two persons");
    MUST(auditor, !asked || (second.length > 0 && !text_equal(second, by)), "one person alone has signed it");
}

static bool deals_alike(const struct house_table *was, const struct house_table *is)
{
    return text_equal(is->game.name, was->game.name) && value_equal(&is->limits, &was->limits) &&
           is->seats == was->seats && is->no_limit == was->no_limit && is->free_play == was->free_play &&
           is->closed <= was->closed;
}

static bool waits(const struct model_hand *hand)
{
    return hand->state == MODEL_CLAIMED || hand->state == MODEL_VERIFIED;
}

/* X15 */
static void check_tables(struct auditor *auditor, const struct house *house)
{
    for (unsigned i = 0; i < auditor->table_count; i++) {
        const struct model_table *table = &auditor->tables[i];
        const struct house_table *was = table->described, *is = house_table_find(house, was->name);
        MUST(auditor, is, "table %s goes", was->name_ended);
        if (!is || deals_alike(was, is))
            continue;
        MUST(auditor, !table->open, "table %s changes while it is open", was->name_ended);
        for (unsigned k = 0; k < auditor->hand_count; k++)
            MUST(auditor, auditor->hands[k].table != i || !waits(&auditor->hands[k]),
                 "table %s changes while its hand %u waits", was->name_ended, k + 1);
    }
}

static void check_roles(struct auditor *auditor, const struct house *house)
{
    const struct node *roles = node_member(house->data, KEY_ROLES);
    for (unsigned i = 0; i < auditor->person_count && roles; i++) {
        const struct model_person *person = &auditor->people[i];
        MUST(auditor,
             !person->employed || person->role.length == 0 || node_member_called(roles, person->role),
             "the role %.*s goes, and %.*s has it", TEXT_ARGUMENTS(person->role),
             TEXT_ARGUMENTS(person->person));
    }
}

/* `by` a person: then a gaming day runs. */
static void check_times(struct auditor *auditor, const struct house *house, struct text by)
{
    if (text_equal(house->zone, auditor->house->zone) &&
        starts_minute(house) == auditor->business.starts_minute)
        return;
    MUST(auditor, by.length == 0, "the time zone or the gaming day changes while a gaming day runs");
    for (unsigned i = 0; i < auditor->hand_count; i++)
        MUST(auditor, !waits(&auditor->hands[i]),
             "the time zone or the gaming day changes while hand %u waits", i + 1);
}

static void check_funds(struct auditor *auditor, const struct house *house)
{
    const struct node *funds = node_member(auditor->house->data, KEY_FUNDS);
    for (const struct node *fund = funds ? funds->first_child : NULL; fund; fund = fund->next) {
        account_id account = model_account(auditor, ACCOUNT_FUND, text_of(""), fund->key);
        MUST(auditor,
             node_member_called(node_member(house->data, KEY_FUNDS), fund->key) || account == ACCOUNT_NONE ||
                 auditor->accounts[account].balance == 0,
             "the fund %.*s goes and holds money", TEXT_ARGUMENTS(fund->key));
    }
}

/* The change that was filed with this number and waits; NULL if none does. */
static struct model_filed *filed_change(struct auditor *auditor, uint32_t number)
{
    bool waits = number > 0 && number <= auditor->filed_count && auditor->filed[number - 1].waits;
    MUST(auditor, waits, "no change %u waits", number);
    return waits ? &auditor->filed[number - 1] : NULL;
}

void see_house_amended(struct auditor *auditor)
{
    const struct house_amended *amended = EVENT_AS(auditor->event, house_amended);
    struct text by = amended->head.by;
    MUST(auditor, amended->number == auditor->house_number + 1, "its number");
    if (by.length == 0) {
        struct model_filed *filed = filed_change(auditor, amended->change);
        MUST(auditor, !filed || text_equal(filed->text, amended->text), "another text was filed");
        MUST(auditor, !filed || date_compare(filed->from, auditor->day) <= 0, "its first day has not come");
        if (filed)
            filed->waits = false;
    } else {
        MUST(auditor, amended->authorised_by.length > 0 && !text_equal(amended->authorised_by, by),
             "one person alone has signed it");
    }
    const struct house *house = read_house(auditor, amended->text, auditor->house->identity);
    if (!house) {
        auditor_object(auditor, "the house cannot be read");
        return;
    }
    check_tables(auditor, house);
    check_roles(auditor, house);
    check_funds(auditor, house);
    check_trust_kept(auditor, house);
    check_times(auditor, house, by);
    check_changes(auditor, auditor->house, house, amended->changes, amended->change_count);
    if (auditor->failed)
        return;
    take_house(auditor, house);
    model_read_again(auditor);
}

void see_amendment_filed(struct auditor *auditor)
{
    const struct amendment_filed *filed = EVENT_AS(auditor->event, amendment_filed);
    MUST(auditor, filed->number == auditor->filed_count + 1, "its number");
    MUST(auditor, date_compare(filed->from, auditor->day) > 0, "its first day is not a later one");
    MUST(auditor, filed->authorised_by.length > 0 && !text_equal(filed->authorised_by, filed->head.by),
         "one person alone has signed it");
    const struct zone zone = auditor->zone;
    const struct house *house = read_house(auditor, filed->text, auditor->house->identity);
    auditor->zone = zone; /* until its day */
    if (house)
        check_changes(auditor, auditor->house, house, filed->changes, filed->change_count);
    else
        auditor_object(auditor, "the house cannot be read");
    if (MODEL_ROOM(auditor, auditor->filed, auditor->filed_count, auditor->filed_room))
        auditor->filed[auditor->filed_count++] = (struct model_filed){
            .from = filed->from, .text = model_keep(auditor, filed->text), .waits = true};
}

void see_offer_filed(struct auditor *auditor)
{
    const struct offer_filed *filed = EVENT_AS(auditor->event, offer_filed);
    MUST(auditor, filed->number == auditor->filed_count + 1, "its number");
    MUST(auditor, instant_compare(filed->from, filed->head.at) > 0, "its time is not a later one");
    check_two_persons(auditor, filed->head.by, filed->authorised_by);
    if (MODEL_ROOM(auditor, auditor->filed, auditor->filed_count, auditor->filed_room))
        auditor->filed[auditor->filed_count++] =
            (struct model_filed){.offer = model_keep(auditor, filed->offer),
                                 .at = filed->from,
                                 .text = model_keep(auditor, filed->text),
                                 .waits = true};
}

void check_posted_by_time(struct auditor *auditor)
{
    const struct offer_posted *posted = EVENT_AS(auditor->event, offer_posted);
    if (posted->head.by.length > 0) {
        check_two_persons(auditor, posted->head.by, posted->authorised_by);
        return;
    }
    struct model_filed *filed = filed_change(auditor, posted->change);
    MUST(auditor,
         !filed || (text_equal(filed->text, posted->text) && text_equal(filed->offer, posted->offer)),
         "another offer was filed");
    MUST(auditor, !filed || instant_compare(filed->at, posted->head.at) <= 0, "its time has not come");
    if (filed)
        filed->waits = false;
}

void see_change_withdrawn(struct auditor *auditor)
{
    struct model_filed *filed = filed_change(auditor, EVENT_AS(auditor->event, change_withdrawn)->number);
    if (filed)
        filed->waits = false;
}

void see_change_refused(struct auditor *auditor)
{
    struct model_filed *filed = filed_change(auditor, EVENT_AS(auditor->event, change_refused)->number);
    MUST(auditor,
         !filed || (filed->offer.length > 0 ? instant_compare(filed->at, auditor->event->head.at) <= 0
                                            : date_compare(filed->from, auditor->day) <= 0),
         "its time has not come");
    if (filed)
        filed->waits = false;
}
