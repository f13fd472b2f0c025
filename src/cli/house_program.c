/*
 * cardroom house show STORE program: which versions of the program decided, and from which event on.
 */
#include "cli/house.h"
#include "house/kernel/clock_shapes.h"
#include "house/setup/setup_shapes.h"

#include <inttypes.h>
#include <stdio.h>

enum { EVENT_MEMORY_MAX = 4 << 20 };

struct showing {
    const struct zone *zone;
    bool json;
    struct arena arena; /* of the event that is read */
    int code;
};

/* What the event tells; false: it tells nothing of a program. */
static bool tells_of_program(const struct event *event, struct text *version, uint32_t *decisions)
{
    if (event->kind == EVENT_PROGRAM_CHANGED) {
        *version = EVENT_AS(event, program_changed)->version;
        *decisions = EVENT_AS(event, program_changed)->decisions;
    } else {
        *version = EVENT_AS(event, house_opened)->version;
        *decisions = EVENT_AS(event, house_opened)->decisions;
    }
    return version->length > 0;
}

static void print_program(struct showing *showing, uint64_t sequence, const struct event *event)
{
    char at[TIME_TEXT_SIZE], named[PROGRAM_VERSION_MAX + 1];
    struct text_out out;
    struct local_time local;
    struct text version;
    uint32_t decisions;
    bool told = tells_of_program(event, &version, &decisions);
    if (!told)
        decisions = DECISIONS_FIRST;
    text_out_init(&out, at, sizeof at);
    if (local_time_of(event->head.at, showing->zone, &local) == STATUS_OK)
        local_time_write(&out, &local);
    text_out_init(&out, named, sizeof named);
    text_out_add_text(&out, version);
    if (showing->json)
        showing->code = house_print_json_line(
            json_pack("{s:I,s:s,s:o,s:I}", "sequence", (json_int_t)sequence, "at", at, "version",
                      told ? json_string(named) : json_null(), "decisions", (json_int_t)decisions));
    else
        printf("%8" PRIu64 "  %s  %s%s, decisions %" PRIu32 "\n", sequence, at,
               told ? "version " : "a version before 0.2.0", named, decisions);
}

static enum status show_program(void *context, const struct store_record *record, struct fault *fault)
{
    struct showing *showing = context;
    struct event event;
    if (!text_equal(record->event.kind, text_of(event_name(EVENT_HOUSE_OPENED))) &&
        !text_equal(record->event.kind, text_of(event_name(EVENT_PROGRAM_CHANGED))))
        return STATUS_OK;
    arena_clear(&showing->arena);
    enum status status =
        event_read(record->event.kind, record->event.payload, &showing->arena, &event, fault);
    if (status == STATUS_OK)
        print_program(showing, record->sequence, &event);
    return status;
}

int house_show_program(const char *address, const struct floor *floor, bool json)
{
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct showing showing = {.zone = &floor->zone, .json = json, .code = EXIT_CODE_OK};
    struct store *store = NULL;
    struct fault fault;
    arena_init(&showing.arena, EVENT_MEMORY_MAX);
    enum status status = store_open(text_of(address), &options, &store, &fault);
    if (status == STATUS_OK)
        status = store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, show_program, &showing, &fault);
    store_close(store);
    arena_release(&showing.arena);
    return status == STATUS_OK ? showing.code : house_failure("house", address, status, &fault);
}
