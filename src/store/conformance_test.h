/*
 * What the files of the conformance suite share: a place for each test, short ways to append and to read, and tables for
 * reports. Every test of the suite runs against SQLite and against PostgreSQL.
 */
#ifndef STORE_CONFORMANCE_TEST_H
#define STORE_CONFORMANCE_TEST_H

#include "store/place_test.h"

/* Every test begins with its place and ends by removing it. */
static inline struct store_place place_of(void **state)
{
    const bool *postgres = *state;
    return place_make(*postgres, "store_test");
}

static inline void assert_appended(struct store_receipt receipt, uint64_t sequence)
{
    assert_int_equal(receipt.outcome, STORE_APPENDED);
    assert_int_equal(receipt.sequence, sequence);
}

static inline enum status try_append(struct store *store, const struct store_batch *batch,
                                     struct fault *fault)
{
    struct store_receipt receipt;
    return store_append(store, batch, &receipt, fault);
}

/* What was read, as one text: "1 kind command payload;". */
struct reading {
    char text[1 << 14];
    struct text_out out;
    unsigned stop_after;
};

static inline enum status read_one(void *context, const struct store_record *record, struct fault *fault)
{
    struct reading *reading = context;
    text_out_add(&reading->out, "%llu %.*s %.*s %.*s;", (unsigned long long)record->sequence,
                 TEXT_ARGUMENTS(record->event.kind), TEXT_ARGUMENTS(record->event.command),
                 TEXT_ARGUMENTS(record->event.payload));
    if (reading->stop_after > 0 && --reading->stop_after == 0)
        return fault_set(fault, STATUS_RANGE, 0, "enough");
    return STATUS_OK;
}

static inline const char *read_range(struct store *store, const char *stream, uint64_t from, uint64_t to)
{
    static struct reading reading;
    reading.stop_after = 0;
    text_out_init(&reading.out, reading.text, sizeof reading.text);
    assert_int_equal(store_read(store, text_of(stream), from, to, read_one, &reading, NULL), STATUS_OK);
    return reading.text;
}

static inline const char *read_all(struct store *store, const char *stream)
{
    return read_range(store, stream, 1, STORE_SEQUENCE_MAX);
}

static inline enum status count_one(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    assert_int_equal(record->sequence, ++*(uint64_t *)context);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ report tables */

static const struct store_column movement_columns[] = {
    {"account", STORE_TEXT}, {"cents", STORE_INTEGER}, {"table", STORE_TEXT}};
static const struct store_column meter_columns[] = {
    {"activity", STORE_TEXT}, {"pool", STORE_INTEGER}, {"cents", STORE_INTEGER}, {"note", STORE_TEXT}};
static const struct store_column flag_columns[] = {{"name", STORE_TEXT}};
static const struct store_table tables[] = {
    {"movement", movement_columns, 3, 0}, {"meter", meter_columns, 4, 2}, {"flag", flag_columns, 1, 1}};
static const struct store_options with_tables = {.mode = STORE_CREATE, .tables = tables, .table_count = 3};

static inline struct store_value number(int64_t integer)
{
    return (struct store_value){.type = STORE_INTEGER, .integer = integer};
}

static inline struct store_value words(const char *text)
{
    return (struct store_value){.type = STORE_TEXT, .text = text_of(text)};
}

static const struct store_value null = {.type = STORE_NULL};

#endif
