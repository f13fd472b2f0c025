/*
 * All three readers on the same bytes. Accepted input is written in both forms, and read back as an equal record; input that
 * record_read() accepts without escapes is written as the same bytes (R1, R3, R4).
 */
#include "base/check.h"
#include "record/record_sample_test.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WRITTEN_SIZE = 1 << 18, MEMORY_MAX = 16 << 20 };

static void check_fault(const struct fault *fault, enum status status, size_t position_most)
{
    CHECK_OP(fault->status, ==, status);
    CHECK_OP(fault->position, <=, position_most);
    CHECK(fault->words[0] != '\0');
}

static void write_and_read_back(const struct sample *sample, char *buffer, struct arena *arena)
{
    struct text_out out;
    struct sample again;
    text_out_init(&out, buffer, WRITTEN_SIZE);
    record_write(&out, &sample_shape, sample);
    CHECK(!out.truncated);
    CHECK_OP(record_read(&sample_shape, text_out_text(&out), arena, &again, NULL), ==, STATUS_OK);
    CHECK(record_equal(&sample_shape, sample, &again));
}

static void write_and_parse_words_back(const struct sample *sample, char *buffer, const struct zone *zone,
                                       struct arena *arena)
{
    struct text_out out;
    struct sample again;
    text_out_init(&out, buffer, WRITTEN_SIZE);
    record_write_words(&out, &sample_shape, sample, zone);
    CHECK(!out.truncated);
    CHECK_OP(record_parse_words(&sample_shape, text_out_text(&out), 0, zone, arena, &again, NULL), ==,
             STATUS_OK);
    CHECK(record_equal(&sample_shape, sample, &again));
}

static void try_read(struct text text, char *buffer, struct arena *arena)
{
    struct sample sample;
    struct fault fault;
    enum status status = record_read(&sample_shape, text, arena, &sample, &fault);
    if (status != STATUS_OK) {
        check_fault(&fault, status, text.length + 1);
        CHECK(fault.position > 0);
        return;
    }
    write_and_read_back(&sample, buffer, arena);
    if (!memchr(text.bytes, '\\', text.length))
        CHECK(text_equal(text, text_of(buffer)));
}

static void try_parse(struct text text, char *buffer, const struct zone *zone, struct arena *arena)
{
    static const struct document_limits limits = {.size_max = WRITTEN_SIZE, .depth_max = 4};
    json_t *document = NULL;
    struct sample sample;
    struct fault fault;
    if (document_parse(text, &limits, &document, NULL) != STATUS_OK)
        return;
    struct place top = place_top(document);
    enum status status = record_parse(&sample_shape, &top, NULL, arena, &sample, &fault);
    json_decref(document);
    if (status != STATUS_OK) {
        check_fault(&fault, status, text.length + 1);
        return;
    }
    write_and_read_back(&sample, buffer, arena);
    write_and_parse_words_back(&sample, buffer, zone, arena);
}

static void try_parse_words(struct text text, char *buffer, const struct zone *zone, struct arena *arena)
{
    struct sample sample;
    struct fault fault;
    enum status status = record_parse_words(&sample_shape, text, 7, zone, arena, &sample, &fault);
    if (status != STATUS_OK) {
        check_fault(&fault, status, text.length + 8);
        CHECK_OP(fault.position, >, 7);
        return;
    }
    write_and_read_back(&sample, buffer, arena);
    write_and_parse_words_back(&sample, buffer, zone, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct zone zone;
    struct arena arena;
    char *buffer = malloc(WRITTEN_SIZE);
    if (size > WRITTEN_SIZE / 32 || !buffer) {
        free(buffer);
        return 0;
    }
    CHECK_OP(zone_parse(text_of("America/Los_Angeles"), 0, &zone, NULL), ==, STATUS_OK);
    arena_init(&arena, MEMORY_MAX);
    try_read(text, buffer, &arena);
    try_parse(text, buffer, &zone, &arena);
    try_parse_words(text, buffer, &zone, &arena);
    arena_release(&arena);
    free(buffer);
    return 0;
}
