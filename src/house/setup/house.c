/* The house itself: opening it, and reading its text again when it was amended. amending.c decides about amendments. */
#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "house/kernel/deciding.h"
#include "house/kernel/program.h"
#include "house/people/people_shapes.h"
#include "house/setup/amending.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"

/* ------------------------------------------------------------------------------------------ reading */

/* Describes the tables from `first` on; nobody sits there. */
static void begin_tables(struct floor *floor, unsigned first)
{
    for (unsigned i = first; i < floor->table_count; i++)
        for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
            floor->tables[i].seats[seat].patron = NAMES_NONE;
}

/* The tables of the floor are those of the house, number by number. */
static void describe_tables(struct floor *floor)
{
    CHECK_OP(floor->house.table_count, ==, floor->table_count);
    for (unsigned i = 0; i < floor->table_count; i++)
        floor->tables[i].described = &floor->house.tables[i];
}

enum status setup_take_house(struct floor *floor, struct text identity, struct text text)
{
    struct arena *arena = &floor->arena;
    struct house *house = &floor->house;
    enum status status = arena_copy_text(arena, text, &floor->house_text);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, identity, &floor->identity);
    if (status == STATUS_OK)
        status = house_read(floor->house_text, "house.yaml", floor->identity, arena, &floor->findings, house);
    if (status == STATUS_OK)
        status = zone_parse(house->zone, 0, &floor->zone, NULL);
    if (status != STATUS_OK)
        return reading_failed(arena, status);
    if (house->table_count > FLOOR_TABLES_MAX)
        return STATUS_INVALID;
    floor->business.starts_minute = house_business_minute(house);
    floor->tables = ARENA_ARRAY(arena, struct table, house->table_count);
    if (!floor->tables)
        return arena->refusal;
    floor->table_count = floor->table_room = house->table_count;
    floor->house_number = 1;
    describe_tables(floor);
    begin_tables(floor, 0);
    return STATUS_OK;
}

enum status setup_order_tables(struct floor *floor, const struct text *names, unsigned count)
{
    struct house before = {.tables = ARENA_ARRAY(&floor->arena, struct house_table, count),
                           .table_count = count};
    CHECK_OP(count, ==, floor->table_count);
    if (!before.tables)
        return floor->arena.refusal;
    for (unsigned i = 0; i < count; i++) {
        before.tables[i].name = names[i];
        for (unsigned k = 0; k < i; k++)
            if (text_equal(names[k], names[i]))
                return STATUS_INVALID;
    }
    if (house_order_tables(&floor->house, &before))
        return STATUS_INVALID;
    describe_tables(floor);
    return STATUS_OK;
}

enum status house_as_written(struct floor *floor, struct text text, const struct house **house)
{
    *house = &floor->house;
    if (text_equal(text, floor->house_text))
        return STATUS_OK;
    struct house *read = ARENA_NEW(&floor->arena, struct house);
    if (!read)
        return floor->arena.refusal;
    enum status status =
        house_read(text, "house.yaml", floor->identity, &floor->arena, &floor->findings, read);
    if (status == STATUS_OK)
        *house = read;
    return reading_failed(&floor->arena, status);
}

/* ------------------------------------------------------------------------------------------ amending */

/* Room for the tables that came. Those that are there keep their numbers. */
static enum status add_tables(struct floor *floor, unsigned count)
{
    CHECK_OP(count, <=, FLOOR_TABLES_MAX);
    const unsigned first = floor->table_count;
    while (floor->table_count < count) {
        enum status status = MAKE_ROOM(&floor->arena, floor->tables, floor->table_count, floor->table_room);
        if (status != STATUS_OK)
            return status;
        floor->tables[floor->table_count++] = (struct table){.open = false};
    }
    begin_tables(floor, first);
    return STATUS_OK;
}

/* Offers that are posted keep their documents and accounts, and are read by the house as it is now. */
static enum status read_offers_again(struct floor *floor, struct fault *fault)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        const struct offering *offering = &floor->offerings[i];
        if (!offering->posted)
            continue;
        struct ledger seen = floor->ledger;
        seen.count = offering->accounts;
        status = setup_take_offer(floor, i, offering->name, offering->text, floor->house_text,
                                  offering->documents, &seen, fault);
        if (status == STATUS_OK && seen.count != offering->accounts)
            return fault_set(fault, STATUS_INVALID, 0, "an offer has other accounts than before");
        if (status == STATUS_OK)
            status = put_at_tables(floor, i, true);
    }
    return status;
}

static enum status read_laws_again(struct floor *floor)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < floor->rulebook_count && status == STATUS_OK; i++)
        if (floor->rulebooks[i]->is_law)
            status = take_law(floor, floor->rulebooks[i]);
    return status == STATUS_OK ? open_taxes(floor) : status;
}

/* Hands and rounds that were dealt before are judged by the offers as they were in the house as it was. */
static enum status keep_dealt(struct floor *floor)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < floor->offering_count && status == STATUS_OK; i++)
        if (floor->offerings[i].posted)
            status = keep_former(floor, i);
    return status;
}

enum status setup_amend_house(struct floor *floor, struct text text, struct fault *fault)
{
    struct arena *arena = &floor->arena;
    struct house house;
    struct zone zone;
    struct text kept;
    bool alike = false;
    enum status status = arena_copy_text(arena, text, &kept);
    if (status == STATUS_OK)
        status = house_read(kept, "house.yaml", floor->identity, arena, &floor->findings, &house);
    if (status == STATUS_OK)
        status = zone_parse(house.zone, 0, &zone, NULL);
    if (status == STATUS_OK &&
        (house.table_count > FLOOR_TABLES_MAX || house_order_tables(&house, &floor->house)))
        status = STATUS_INVALID;
    if (status == STATUS_OK)
        status = houses_offer_alike(&floor->house, &house, &alike);
    if (status == STATUS_OK && !alike)
        status = keep_dealt(floor);
    if (status == STATUS_OK)
        status = add_tables(floor, house.table_count);
    if (status != STATUS_OK)
        return fault_set(fault, reading_failed(arena, status), 0, "the house cannot be read");
    for (uint32_t i = 0; i < floor->offering_count && alike; i++)
        if (floor->offerings[i].posted)
            floor->offerings[i].house = kept;
    floor->house = house;
    floor->house_text = kept;
    floor->house_number++;
    floor->zone = zone;
    floor->business.starts_minute = house_business_minute(&house);
    describe_tables(floor);
    if (!alike)
        status = read_offers_again(floor, fault);
    if (status == STATUS_OK && !alike && read_laws_again(floor) != STATUS_OK)
        return fault_set(fault, floor->arena.refusal, 0, "there is no memory for the laws of the house");
    find_all_stopped(floor);
    if (status == STATUS_OK)
        setup_time_passed(floor);
    return status;
}

/* ------------------------------------------------------------------------------------------ opening */

enum status decide_open_house(struct deciding *deciding)
{
    const struct open_house *command = COMMAND_AS(deciding->command, open_house);
    struct arena *arena = &deciding->decision->arena;
    struct findings findings;
    struct house house;
    struct zone zone;
    findings_init(&findings, arena, FINDINGS_KEPT);
    if (deciding->floor->opened)
        return REFUSE(deciding, rule_document, "the house is already open");
    if (command->head.by.length == 0)
        return REFUSE(deciding, rule_permission,
                      "say who opens the house: add by and the name of the employee");
    enum status status = house_read(command->text, "house.yaml", command->house, arena, &findings, &house);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return status;
    if (status != STATUS_OK || first_error(&findings))
        return refuse_finding(deciding, first_error(&findings));
    if (zone_parse(house.zone, 0, &zone, NULL) != STATUS_OK || house.table_count > FLOOR_TABLES_MAX)
        return REFUSE(deciding, rule_document,
                      "a house has at most %d tables and a known time zone; correct house.yaml",
                      FLOOR_TABLES_MAX);
    struct event *event = happens(deciding, EVENT_HOUSE_OPENED);
    event->head.at = command->at;
    EVENT_AS(event, house_opened)->house = command->house;
    EVENT_AS(event, house_opened)->text = command->text;
    EVENT_AS(event, house_opened)->version = text_of(deciding->floor->program->version);
    EVENT_AS(event, house_opened)->decisions = deciding->floor->program->decisions;
    return STATUS_OK;
}

enum status apply_house_opened(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct house_opened *opened = EVENT_AS(event, house_opened);
    if (floor->opened)
        return strange(fault, event, "it was open");
    bool told = opened->version.length > 0 || opened->decisions > 0; /* no version before 0.2.0 tells it */
    char words[PROGRAM_WORDS_MAX];
    struct text_out why;
    text_out_init(&why, words, sizeof words);
    if (told && !take_program(floor, opened->version, opened->decisions, &why))
        return strange(fault, event, words);
    enum status status = setup_take_house(floor, opened->house, opened->text);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return fault_set(fault, status, 0, "there is no memory for the house");
    if (status != STATUS_OK)
        return strange(fault, event, "its house cannot be read");
    if (business_date_of(event->head.at, &floor->zone, floor->business, &floor->day) != STATUS_OK)
        return strange(fault, event, "its time is outside the calendar");
    floor->opened = true;
    struct event owner = {.kind = EVENT_APPOINTED};
    *EVENT_AS(&owner, appointed) = (struct appointed){.head = event->head, .person = event->head.by};
    /* The opener of the house may do everything in it. */
    return desk_event_of(EVENT_APPOINTED)->apply(floor, &owner, fault);
}
