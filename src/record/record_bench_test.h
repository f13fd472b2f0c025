/*
 * What the tests of records share: one arena, written and read records, and refusals with their place.
 */
#ifndef RECORD_BENCH_TEST_H
#define RECORD_BENCH_TEST_H

#include "record/record.h"
#include "record/record_sample_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Everything that a test reads lives in one arena. */
struct bench {
    struct arena arena;
    struct zone zone;
    struct fault fault;
    char buffer[4096];
};

static inline void set_up(struct bench *bench)
{
    *bench = (struct bench){0};
    arena_init(&bench->arena, 8 << 20);
    assert_int_equal(zone_parse(text_of("America/Los_Angeles"), 0, &bench->zone, NULL), STATUS_OK);
}

static inline void tear_down(struct bench *bench)
{
    arena_release(&bench->arena);
}

static inline struct instant at(const char *text)
{
    struct instant instant;
    assert_int_equal(instant_parse(text_of(text), 0, &instant, NULL), STATUS_OK);
    return instant;
}

static inline const char *written(struct bench *bench, const struct record_shape *shape, const void *record)
{
    struct text_out out;
    text_out_init(&out, bench->buffer, sizeof bench->buffer);
    record_write(&out, shape, record);
    assert_false(out.truncated);
    assert_int_equal(strlen(bench->buffer), out.length);
    return bench->buffer;
}

static inline void reads(struct bench *bench, const struct record_shape *shape, const char *json,
                         void *record)
{
    if (record_read(shape, text_of(json), &bench->arena, record, &bench->fault) != STATUS_OK)
        fail_msg("%s: byte %zu: %s", json, bench->fault.position, bench->fault.words);
}

static inline enum status parse(struct bench *bench, const struct record_shape *shape, const char *json,
                                const char *const *others, void *record)
{
    static const struct document_limits limits = {.size_max = 4 << 20, .depth_max = 8};
    json_t *document = NULL;
    assert_int_equal(document_parse(text_of(json), &limits, &document, NULL), STATUS_OK);
    struct place top = place_top(document);
    enum status status = record_parse(shape, &top, others, &bench->arena, record, &bench->fault);
    json_decref(document); /* texts were copied */
    return status;
}

static inline void parses(struct bench *bench, const struct record_shape *shape, const char *json,
                          void *record)
{
    if (parse(bench, shape, json, NULL, record) != STATUS_OK)
        fail_msg("%s: %s", json, bench->fault.words);
}

static const struct sample_movement two_movements[] = {
    {.from = 3, .to = 9, .cents = 33, .reason = 2, .clause = {"bay101/x-y#12", 13}},
    {.from = 9, .cents = -1, .clause = {"", 0}},
};

static const struct sample_hand three_hands[] = {
    {.seat = 1, .wager = 500, .cards = {"9s 9d", 5}, .folded = true, .on = {2026, 11, 16}},
    {0},
    {.seat = 9, .behind = 1u << 2 | 1u << 3, .cards = {"a \"b\"; c\\", 9}},
};

static inline struct sample full_sample(void)
{
    return (struct sample){
        .table = text_of("C4-1"),
        .note = text_of("two, \"three\";\n\x01/\x7f caf\xc3\xa9 \\"),
        .number = INT64_MIN,
        .change = -123450,
        .count = 100,
        .seats = 1u << 0 | 1u << 31,
        .closed = true,
        .sure = true,
        .mood = 2,
        .reason = 4,
        .at = at("2026-11-16T18:30:00.250Z"),
        .due = at("9999-12-31T23:59:59.999Z"),
        .day = {2024, 2, 29},
        .asked = {1970, 1, 1},
        .hands = three_hands,
        .hand_count = 3,
        .movements = two_movements,
        .movement_count = 2,
    };
}

struct wrong {
    const char *input;
    size_t position;
    const char *words; /* that the fault contains */
};

static inline void assert_refused(const struct bench *bench, const struct wrong *wrong, enum status status)
{
    if (status == STATUS_OK)
        fail_msg("%s: was accepted", wrong->input);
    assert_int_equal(status, bench->fault.status);
    if (bench->fault.position != wrong->position ||
        !text_contains(text_of(bench->fault.words), text_of(wrong->words)))
        fail_msg("%s: byte %zu: %s", wrong->input, bench->fault.position, bench->fault.words);
}

static inline bool is_cleared(const void *record, size_t size)
{
    const unsigned char *bytes = record;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

#endif
