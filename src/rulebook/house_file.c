#include "rulebook/house_file.h"

#include "base/calendar.h"
#include "base/check.h"
#include "rulebook/branding.h"
#include "rulebook/schema.h"
#include "rulebook/vocabulary_paths.h"

#include <sodium.h>

static struct text scalar_of(const struct node *map, const char *key)
{
    const struct node *member = node_member(map, key);
    return member && member->kind == NODE_SCALAR ? member->scalar : text_of("");
}

static unsigned count_of(const struct node *map, const char *key, unsigned otherwise)
{
    struct value value;
    struct text text = scalar_of(map, key);
    if (text.length == 0 || value_read(VALUE_COUNT, text, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN)
        return otherwise;
    return (unsigned)value.range.low;
}

static bool says_yes(const struct node *map, const char *key)
{
    return text_equal(scalar_of(map, key), text_of("yes"));
}

/* ------------------------------------------------------------------------------------------ tables */

enum { PACE_DEFAULT = 30 };

static void check_seats(const struct node *node, const struct house_table *table, struct findings *findings)
{
    const struct node *seats = node_member(node, KEY_SEATS);
    struct value value;
    if (!seats || seats->kind != NODE_SCALAR ||
        value_read(VALUE_COUNT, seats->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN ||
        !value_is_fixed(&value))
        return; /* what cannot be read the schema has said */
    if (table->seats < 1 || table->seats > HOUSE_SEATS_MAX)
        findings_add(findings, FINDING_ERROR, seats->origin,
                     "table %.*s has %u seats" REMEDY "a table has 1 to %d seats",
                     TEXT_ARGUMENTS(table->name), table->seats, HOUSE_SEATS_MAX);
}

/* False if the table cannot be used; the schema has said why. */
static bool read_table(const struct node *node, struct house_table *table)
{
    if (node->kind != NODE_MAP)
        return false;
    *table = (struct house_table){
        .name = scalar_of(node, KEY_TABLE),
        .seats = count_of(node, KEY_SEATS, 0),
        .pace = count_of(node, KEY_PACE, PACE_DEFAULT),
        .no_limit = text_equal(scalar_of(node, KEY_KIND), text_of("no limit")),
        .free_play = says_yes(node, KEY_FREE_PLAY),
        .closed = text_equal(scalar_of(node, KEY_CLOSED), text_of("for good")),
        .origin = node->origin,
    };
    return table->name.length > 0 &&
           game_name_read(scalar_of(node, KEY_GAME), &table->game, NULL) == STATUS_OK &&
           table->game.group == GAME_NAMED &&
           value_read(VALUE_LIMITS, scalar_of(node, KEY_LIMITS), &table->limits, NULL) == STATUS_OK &&
           value_is_fixed(&table->limits);
}

static enum status read_tables(struct house *house, struct arena *arena, struct findings *findings)
{
    const struct node *list = node_member(house->data, KEY_TABLES);
    if (!list || list->kind != NODE_LIST)
        return STATUS_OK;
    house->tables = ARENA_ARRAY(arena, struct house_table, list->count + 1);
    if (!house->tables)
        return arena->refusal;
    for (const struct node *item = list->first_child; item; item = item->next) {
        struct house_table table;
        struct text ended;
        if (!read_table(item, &table))
            continue;
        enum status status = arena_copy_text(arena, table.name, &ended);
        if (status != STATUS_OK)
            return status;
        table.name_ended = ended.bytes;
        check_seats(item, &table, findings);
        const struct house_table *twin = house_table_find(house, table.name);
        if (twin)
            findings_add(findings, FINDING_ERROR, item->origin,
                         "table %.*s stands twice, first in line %u" REMEDY
                         "give every table a name of its own",
                         TEXT_ARGUMENTS(table.name), twin->origin.line);
        else
            house->tables[house->table_count++] = table;
    }
    return STATUS_OK;
}

const struct house_table *house_table_find(const struct house *house, struct text name)
{
    for (unsigned i = 0; i < house->table_count; i++)
        if (text_equal(house->tables[i].name, name))
            return &house->tables[i];
    return NULL;
}

bool house_has_fund(const struct house *house, struct text name)
{
    const struct node *funds = node_member(house->data, KEY_FUNDS);
    if (funds && funds->kind == NODE_MAP)
        for (const struct node *fund = funds->first_child; fund; fund = fund->next)
            if (text_equal(fund->key, name))
                return true;
    return false;
}

uint16_t house_business_minute(const struct house *house)
{
    const struct node *node = node_member(house->data, KEY_BUSINESS_DAY);
    struct value value;
    enum { SIX = 6 * 60 };
    return node && node->kind == NODE_SCALAR &&
                   value_read(VALUE_TIME_OF_DAY, node->scalar, &value, NULL) == STATUS_OK
               ? value.minute
               : SIX;
}

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    DAY_MS = 24 * 60 * MINUTE_MS,
    JUMP_USUAL_MS = 2 * MINUTE_MS,
    EVERY_USUAL_MS = 5 * MINUTE_MS,
    ABOVE_USUAL_CENTS = 120000,
    BY_ROW_USUAL_CENTS = 50000
};

/* From one second to a day; false if the house says one that cannot be used. */
static bool read_length(const struct node *node, int64_t usual_ms, int64_t *ms)
{
    static const int64_t units[] = {
        [DURATION_SECONDS] = SECOND_MS, [DURATION_MINUTES] = MINUTE_MS, [DURATION_HOURS] = 60 * MINUTE_MS};
    struct value value;
    *ms = usual_ms;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_DURATION, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return true; /* what cannot be read the schema has said */
    const struct duration length = value.duration.high;
    if (!value_is_fixed(&value) || length.unit > DURATION_HOURS || length.count < 1 ||
        length.count > DAY_MS / units[length.unit])
        return false;
    *ms = length.count * units[length.unit];
    CHECK(*ms >= SECOND_MS && *ms <= DAY_MS);
    return true;
}

static bool read_clock_jump(const struct house *house, int64_t *ms)
{
    return read_length(node_member(house->data, KEY_CLOCK_JUMP), JUMP_USUAL_MS, ms);
}

static const struct node *checkpoints_node(const struct house *house, const char *key)
{
    const struct node *part = node_member(house->data, KEY_CHECKPOINTS);
    return part && part->kind == NODE_MAP ? node_member(part, key) : NULL;
}

/* False if it is no amount, such as "none"; that a range is none says the schema. */
static bool read_amount(const struct node *node, int64_t *cents)
{
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_MONEY, node->scalar, &value, NULL) != STATUS_OK)
        return true;
    if (value.form == VALUE_IS_GIVEN && value_is_fixed(&value))
        *cents = range_high_money(value.range).cents;
    return value.form == VALUE_IS_GIVEN || !value_is_fixed(&value);
}

struct money house_by_row(const struct house *house)
{
    struct money most = {BY_ROW_USUAL_CENTS};
    (void)read_amount(node_member(house->data, KEY_VERIFIED_BY_ROW), &most.cents);
    return most;
}

struct house_checkpoints house_checkpoints(const struct house *house)
{
    struct house_checkpoints found = {.payments_above = {ABOVE_USUAL_CENTS}};
    (void)read_amount(checkpoints_node(house, KEY_PAYMENTS_ABOVE), &found.payments_above.cents);
    if (!read_length(checkpoints_node(house, KEY_EVERY), EVERY_USUAL_MS, &found.every_ms))
        found.every_ms = EVERY_USUAL_MS;
    if (!read_length(checkpoints_node(house, KEY_COSIGNED_WITHIN), DAY_MS, &found.cosigned_ms))
        found.cosigned_ms = DAY_MS;
    return found;
}

static void check_amounts_and_lengths(const struct house *house, struct findings *findings)
{
    static const char *const keys[] = {KEY_EVERY, KEY_COSIGNED_WITHIN};
    const struct node *amounts[] = {checkpoints_node(house, KEY_PAYMENTS_ABOVE),
                                    node_member(house->data, KEY_VERIFIED_BY_ROW)};
    int64_t ms, cents;
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!read_length(checkpoints_node(house, keys[i]), DAY_MS, &ms))
            findings_add(findings, FINDING_ERROR, checkpoints_node(house, keys[i])->origin,
                         "this is a time from 1 second to 24 hours" REMEDY
                         "write a length such as 5 minutes");
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++)
        if (!read_amount(amounts[i], &cents))
            findings_add(findings, FINDING_ERROR, amounts[i]->origin,
                         "this is one amount" REMEDY "write an amount such as $1,200");
}

/* ------------------------------------------------------------------------------------------ approvals */

/* The next of the keys of a line; false at its end. */
static bool next_key(struct text *rest, struct text *key)
{
    size_t length = 0;
    *rest = text_from(*rest, text_separators(*rest));
    while (length < rest->length && !text_is_separator(rest->bytes[length]))
        length++;
    *key = text_slice(*rest, 0, length);
    *rest = text_from(*rest, length);
    return length > 0;
}

bool house_next_key(struct text *rest, struct minisign_key *key)
{
    struct text word;
    while (next_key(rest, &word))
        if (minisign_key_read(word, key, NULL) == STATUS_OK)
            return true;
    return false;
}

static bool lists_key(const struct node *keys, const struct minisign_key *sought)
{
    struct text rest = keys && keys->kind == NODE_SCALAR ? keys->scalar : text_of("");
    struct minisign_key key;
    while (house_next_key(&rest, &key))
        if (minisign_key_equal(&key, sought))
            return true;
    return false;
}

bool house_trusts(const struct house *house, struct text issuer, const struct minisign_key *key)
{
    const struct node *approvals = node_member(house->data, KEY_APPROVALS);
    return lists_key(node_member_called(approvals, issuer), key) ||
           lists_key(node_member(approvals, HOUSE_EVERY_ISSUER), key);
}

bool house_trusts_any(const struct house *house, struct text issuer)
{
    const struct node *approvals = node_member(house->data, KEY_APPROVALS);
    return node_member_called(approvals, issuer) || node_member(approvals, HOUSE_EVERY_ISSUER);
}

static void check_approvals(const struct house *house, struct findings *findings)
{
    const struct node *approvals = node_member(house->data, KEY_APPROVALS);
    struct minisign_key key;
    const struct node *first = approvals && approvals->kind == NODE_MAP ? approvals->first_child : NULL;
    for (const struct node *keys = first; keys; keys = keys->next) {
        struct text rest = keys->kind == NODE_SCALAR ? keys->scalar : text_of(""), word;
        while (next_key(&rest, &word))
            if (minisign_key_read(word, &key, NULL) != STATUS_OK)
                findings_add(findings, FINDING_ERROR, keys->origin,
                             "this is no public key of minisign" REMEDY
                             "write the line of the .pub file that begins with RW");
    }
}

int64_t house_clock_jump_ms(const struct house *house)
{
    int64_t ms;
    return read_clock_jump(house, &ms) ? ms : JUMP_USUAL_MS;
}

int64_t house_appointees_wait_ms(const struct house *house)
{
    int64_t ms;
    return read_length(node_member(house->data, KEY_APPOINTEES_SIGN_AFTER), 0, &ms) ? ms : 0;
}

static void check_appointees(const struct house *house, struct findings *findings)
{
    const struct node *posted = node_member(house->data, KEY_APPOINTEES_SIGN_AFTER);
    int64_t ms;
    if (!read_length(posted, 0, &ms))
        findings_add(findings, FINDING_ERROR, posted->origin,
                     "this is a time from 1 second to 24 hours" REMEDY "write a length such as 12 hours");
}

static void check_clock_jump(const struct house *house, struct findings *findings)
{
    int64_t ms;
    if (!read_clock_jump(house, &ms))
        findings_add(findings, FINDING_ERROR, node_member(house->data, KEY_CLOCK_JUMP)->origin,
                     "the clock may jump by 1 second to 24 hours" REMEDY "write a length such as 2 minutes");
}

static void check_zone(const struct house *house, struct findings *findings)
{
    const struct node *zone = node_member(house->data, KEY_TIME_ZONE);
    struct zone known;
    struct fault fault;
    if (zone && zone->kind == NODE_SCALAR && zone_parse(zone->scalar, 0, &known, &fault) != STATUS_OK)
        findings_add(findings, FINDING_ERROR, zone->origin,
                     "no time zone is called \"%.*s\"" REMEDY "write one such as America/Los_Angeles",
                     TEXT_ARGUMENTS(zone->scalar));
}

static void check_name(const struct house *house, struct findings *findings)
{
    const struct node *name = node_member(house->data, KEY_NAME);
    if (name && name->kind == NODE_SCALAR && text_trimmed(name->scalar).length == 0)
        findings_add(findings, FINDING_ERROR, name->origin,
                     "the house has an empty name" REMEDY "write the name that notices and signs show");
}

enum status house_read(struct text bytes, const char *file, struct text identity, struct arena *arena,
                       struct findings *findings, struct house *house)
{
    struct house read = {.file = file, .identity = identity};
    size_t errors = findings->counted[FINDING_ERROR];
    read.data = node_read(bytes, (struct origin){.file = file, .line = 1, .column = 1}, arena, findings);
    if (!read.data)
        return STATUS_INVALID;
    schema_check(read.data, SCHEMA_STATES, findings);
    read.name = scalar_of(read.data, KEY_NAME);
    read.zone = scalar_of(read.data, KEY_TIME_ZONE);
    check_name(&read, findings);
    check_zone(&read, findings);
    check_clock_jump(&read, findings);
    check_appointees(&read, findings);
    check_branding(&read, findings);
    check_amounts_and_lengths(&read, findings);
    check_approvals(&read, findings);
    enum status status = read_tables(&read, arena, findings);
    if (status != STATUS_OK)
        return status;
    read.has_errors = findings->counted[FINDING_ERROR] > errors;
    *house = read;
    return STATUS_OK;
}
