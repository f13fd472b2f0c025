#include "server/audit_rows.h"

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
    const struct store_table *declared = &report_tables[row->table];
    struct expected_table *table = &expected->tables[row->table];
    uint32_t key_size;
    enum status status = grow(expected, table, declared->key_count > 0);
    if (status != STATUS_OK)
        return status;
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
    memcpy(place->bytes, expected->bytes, size);
    place->key_size = key_size;
    place->size = size;
    place->sequence = sequence;
    return STATUS_OK;
}

/* Of a table without key: rows and events are in the same order, so what was passed over is missing. */
static struct expected_row *next_in_order(struct expected_table *table, uint64_t sequence)
{
    while (table->at < table->count && table->rows[table->at].sequence < sequence)
        table->at++;
    return table->at < table->count && table->rows[table->at].sequence == sequence ? &table->rows[table->at++]
                                                                                   : NULL;
}

enum status expected_rows_find(struct expected_rows *expected, enum report_table number,
                               const struct store_found_row *row, struct expected_row **found, bool *is_same)
{
    const struct store_table *declared = &report_tables[number];
    struct expected_table *table = &expected->tables[number];
    uint32_t key_size;
    *found = NULL;
    *is_same = false;
    if (!write_row(expected, declared, row->values, &key_size))
        return STATUS_NO_MEMORY;
    if (declared->key_count == 0)
        *found = next_in_order(table, row->sequence);
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
