#include "books/audit_rows.h"

#include "base/check.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_FIRST = 64, BYTES_FIRST = 512, ROW_SPARE = 32 };

void expected_rows_init(struct expected_rows *expected)
{
    *expected = (struct expected_rows){.size = 0};
    randombytes_buf(expected->hash_key, sizeof expected->hash_key);
}

void expected_rows_release(struct expected_rows *expected)
{
    for (unsigned table = 0; table < REPORT_TABLES; table++) {
        for (size_t i = 0; i < expected->tables[table].room; i++)
            free(expected->tables[table].rows[i].bytes);
        free(expected->tables[table].rows);
    }
    free(expected->bytes);
}

/* ------------------------------------------------------------------------------------------ bytes of a row */

static bool bytes_add(struct expected_rows *expected, const void *bytes, size_t size)
{
    CHECK_OP(expected->size, <=, expected->room);
    if (expected->room - expected->size < size) {
        size_t room = expected->room * 2 + size + BYTES_FIRST;
        unsigned char *grown = realloc(expected->bytes, room);
        if (!grown)
            return false;
        expected->bytes = grown;
        expected->room = room;
    }
    if (size > 0)
        memcpy(expected->bytes + expected->size, bytes, size);
    expected->size += size;
    return true;
}

/* No two lists of values have the same bytes: each says what it is and how long. */
static bool values_add(struct expected_rows *expected, const struct store_value *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct store_value *value = &values[i];
        const unsigned char type = (unsigned char)value->type;
        if (!bytes_add(expected, &type, sizeof type))
            return false;
        if (value->type == STORE_INTEGER && !bytes_add(expected, &value->integer, sizeof value->integer))
            return false;
        if (value->type == STORE_TEXT &&
            (!bytes_add(expected, &value->text.length, sizeof value->text.length) ||
             !bytes_add(expected, value->text.bytes, value->text.length)))
            return false;
    }
    return true;
}

/* Leaves the row in `bytes`, and says how much of it is the key. */
static bool write_row(struct expected_rows *expected, const struct store_table *declared,
                      const struct store_value *values, uint32_t *key_size)
{
    CHECK_OP(declared->key_count, <=, declared->column_count);
    expected->size = 0;
    if (!values_add(expected, values, declared->key_count))
        return false;
    *key_size = (uint32_t)expected->size;
    return values_add(expected, values + declared->key_count, declared->column_count - declared->key_count) &&
           expected->size < UINT32_MAX - ROW_SPARE;
}

/* ------------------------------------------------------------------------------------------ places */

static struct expected_row *place_of(const struct expected_rows *expected, const struct expected_table *table,
                                     const unsigned char *key, uint32_t key_size)
{
    CHECK((table->room & (table->room - 1)) == 0);
    CHECK_OP(table->count, <, table->room); /* or a search never ends */
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "a hash is a number");
    (void)crypto_shorthash((unsigned char *)&hash, key, key_size, expected->hash_key);
    size_t mask = table->room - 1, at = (size_t)hash & mask;
    while (table->rows[at].bytes &&
           (table->rows[at].key_size != key_size || memcmp(table->rows[at].bytes, key, key_size) != 0))
        at = (at + 1) & mask;
    return &table->rows[at];
}

static enum status grow(struct expected_rows *expected, struct expected_table *table, bool keyed)
{
    CHECK_OP(table->count, <=, table->room);
    struct expected_table grown = {.room = table->room ? table->room * 2 : TABLE_FIRST,
                                   .count = table->count};
    if (table->count * 2 < table->room)
        return STATUS_OK;
    grown.rows = calloc(grown.room, sizeof *grown.rows);
    if (!grown.rows)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < table->room; i++) {
        const struct expected_row *row = &table->rows[i];
        if (row->bytes)
            *(keyed ? place_of(expected, &grown, row->bytes, row->key_size) : &grown.rows[i]) = *row;
    }
    free(table->rows);
    *table = grown;
    return STATUS_OK;
}

enum status expected_rows_add(struct expected_rows *expected, const struct store_row *row, uint64_t sequence)
{
    CHECK_OP(row->table, <, REPORT_TABLES);
    const struct store_table *declared = &report_tables[row->table];
    struct expected_table *table = &expected->tables[row->table];
    uint32_t key_size;
    enum status status = grow(expected, table, declared->key_count > 0);
    if (status != STATUS_OK)
        return status;
    CHECK_OP(table->count, <, table->room);
    if (!write_row(expected, declared, row->values, &key_size))
        return STATUS_NO_MEMORY;
    struct expected_row *place = declared->key_count > 0
                                     ? place_of(expected, table, expected->bytes, key_size)
                                     : &table->rows[table->count];
    uint32_t size = (uint32_t)expected->size;
    if (place->room < size) {
        unsigned char *bytes = realloc(place->bytes, size + ROW_SPARE);
        if (!bytes)
            return STATUS_NO_MEMORY;
        table->count += !place->bytes;
        place->bytes = bytes;
        place->room = size + ROW_SPARE;
    }
    const struct expected_row *before = declared->key_count == 0 && table->count > 1 ? place - 1 : NULL;
    CHECK_IMPLIES(before, before->sequence <= sequence); /* next_in_order() relies on it */
    if (declared->key_count == 0)
        place->ordinal = before && before->sequence == sequence ? before->ordinal + 1 : 1;
    memcpy(place->bytes, expected->bytes, size);
    place->key_size = key_size;
    place->size = size;
    place->sequence = sequence;
    return STATUS_OK;
}

static bool comes_before(const struct expected_row *row, const struct store_found_row *found)
{
    return row->sequence != found->sequence ? row->sequence < found->sequence : row->ordinal < found->ordinal;
}

/* Of a table without key: rows and events are in the same order, so what was passed over is missing. */
static struct expected_row *next_in_order(struct expected_table *table, const struct store_found_row *found)
{
    CHECK_OP(table->at, <=, table->count);
    if (found->sequence > STORE_SEQUENCE_MAX)
        return NULL;
    while (table->at < table->count && comes_before(&table->rows[table->at], found))
        table->at++;
    struct expected_row *next = table->at < table->count ? &table->rows[table->at] : NULL;
    if (!next || next->sequence != found->sequence || next->ordinal != found->ordinal)
        return NULL;
    table->at++;
    return next;
}

enum status expected_rows_find(struct expected_rows *expected, enum report_table number,
                               const struct store_found_row *row, struct expected_row **found, bool *is_same)
{
    CHECK_OP(number, <, REPORT_TABLES);
    const struct store_table *declared = &report_tables[number];
    struct expected_table *table = &expected->tables[number];
    uint32_t key_size;
    *found = NULL;
    *is_same = false;
    if (!write_row(expected, declared, row->values, &key_size))
        return STATUS_NO_MEMORY;
    if (declared->key_count == 0)
        *found = next_in_order(table, row);
    else if (table->room > 0)
        *found = place_of(expected, table, expected->bytes, key_size);
    if (*found && !(*found)->bytes)
        *found = NULL;
    if (!*found)
        return STATUS_OK;
    (*found)->seen = true;
    *is_same = (*found)->sequence == row->sequence && (*found)->size == expected->size &&
               memcmp((*found)->bytes, expected->bytes, expected->size) == 0;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ words */

static struct store_value stored_value(const unsigned char **at)
{
    struct store_value value = {.type = (enum store_type) * (*at)++};
    CHECK_OP(value.type, <=, STORE_TEXT);
    if (value.type == STORE_INTEGER) {
        memcpy(&value.integer, *at, sizeof value.integer);
        *at += sizeof value.integer;
    } else if (value.type == STORE_TEXT) {
        memcpy(&value.text.length, *at, sizeof value.text.length);
        *at += sizeof value.text.length;
        value.text.bytes = (const char *)*at;
        *at += value.text.length;
    }
    return value;
}

static bool values_equal(const struct store_value *left, const struct store_value *right)
{
    return left->type == right->type && (left->type != STORE_INTEGER || left->integer == right->integer) &&
           (left->type != STORE_TEXT || text_equal(left->text, right->text));
}

/* The value may have been tampered with, so control characters are not sent to the terminal. */
static void say_value(struct text_out *out, const struct store_value *value)
{
    enum { SHOWN = 48 };
    if (value->type == STORE_INTEGER)
        text_out_add(out, "%lld", (long long)value->integer);
    else if (value->type == STORE_NULL)
        text_out_add(out, "nothing");
    else if (value->type == STORE_STRANGE)
        text_out_add(out, "neither a number nor a text");
    else {
        struct text shown = text_clipped(value->text, SHOWN);
        text_out_add(out, "\"");
        text_out_add_safely(out, shown);
        text_out_add(out, "\"%s", shown.length < value->text.length ? " ..." : "");
    }
}

static void row_name(struct text_out *out, enum report_table table, const struct store_value *key,
                     uint64_t sequence, uint64_t ordinal)
{
    const struct store_table *declared = &report_tables[table];
    text_out_add(out, "table %s", declared->name);
    if (declared->key_count == 0)
        text_out_add(out, ", row %lld of event %lld", (long long)ordinal, (long long)sequence);
    for (unsigned i = 0; i < declared->key_count; i++) {
        text_out_add(out, ", %s ", declared->columns[i].name);
        say_value(out, &key[i]);
    }
}

void expected_row_name(struct text_out *out, enum report_table table, const struct expected_row *row)
{
    struct store_value key[STORE_COLUMNS_MAX];
    const unsigned char *at = row->bytes;
    for (unsigned i = 0; i < report_tables[table].key_count; i++)
        key[i] = stored_value(&at);
    CHECK_OP(at - row->bytes, ==, row->key_size);
    row_name(out, table, key, row->sequence, row->ordinal);
}

void found_row_name(struct text_out *out, enum report_table table, const struct store_found_row *row)
{
    row_name(out, table, row->values, row->sequence, row->ordinal);
}

void expected_row_differs(struct text_out *out, enum report_table table, const struct expected_row *expected,
                          const struct store_found_row *found)
{
    const struct store_table *declared = &report_tables[table];
    const unsigned char *at = expected->bytes;
    for (unsigned i = 0; i < declared->column_count; i++) {
        const struct store_value made = stored_value(&at);
        CHECK_OP(at - expected->bytes, <=, expected->size);
        if (values_equal(&made, &found->values[i]))
            continue;
        text_out_add(out, "%s is ", declared->columns[i].name);
        say_value(out, &found->values[i]);
        text_out_add(out, ", and event %llu made ", (unsigned long long)expected->sequence);
        say_value(out, &made);
        return;
    }
    text_out_add(out, "it is said to be of event %lld, and event %llu made it", (long long)found->sequence,
                 (unsigned long long)expected->sequence);
}
