/*
 * cardroom house show STORE access: the access log, event by event. Hashes of secrets are left out.
 */
#include "books/access_event.h"
#include "cli/house.h"
#include "house/kernel/floor.h"

#include <inttypes.h>
#include <stdio.h>

struct showing {
    const struct zone *zone;
    bool json;
    bool any; /* event was shown */
    int code;
};

static void write_time(struct text_out *out, const struct showing *showing, const json_t *event)
{
    struct instant at;
    struct local_time local;
    const char *words = json_string_value(json_object_get(event, "at"));
    if (words && instant_parse(text_of(words), 0, &at, NULL) == STATUS_OK &&
        local_time_of(at, showing->zone, &local) == STATUS_OK)
        local_time_write(out, &local);
}

/* "   12  2026-11-02T12:00:05-08:00  sign-in-refused  who dana, credential password, from 10.0.0.5, why wrong" */
static void print_words(const struct showing *showing, const struct store_record *record, json_t *event)
{
    char line[1024];
    struct text_out out;
    const char *key, *comma = "  ";
    json_t *value;
    text_out_init(&out, line, sizeof line);
    text_out_add(&out, "%8" PRIu64 "  ", record->sequence);
    write_time(&out, showing, event);
    text_out_add(&out, "  %.*s", TEXT_ARGUMENTS(record->event.kind));
    json_object_foreach(event, key, value)
    {
        if (text_equal(text_of(key), text_of("at")))
            continue;
        text_out_add(&out, "%s%s", comma, key);
        if (json_is_string(value))
            text_out_add(&out, " %s", json_string_value(value));
        else if (json_is_integer(value))
            text_out_add(&out, " %lld", (long long)json_integer_value(value));
        comma = ", ";
    }
    puts(line);
}

static enum status show_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct showing *showing = context;
    json_t *event = json_loadb(record->event.payload.bytes, record->event.payload.length, 0, NULL);
    if (!event)
        return fault_set(fault, STATUS_INVALID, 0, "event %" PRIu64 " of the stream %s cannot be read",
                         record->sequence, access_stream);
    (void)json_object_del(event, "hash");
    showing->any = true;
    if (showing->json) {
        char kind[64];
        struct text_out out;
        text_out_init(&out, kind, sizeof kind);
        text_out_add_text(&out, record->event.kind);
        showing->code = house_print_json_line(json_pack(
            "{s:I,s:s,s:O}", "sequence", (json_int_t)record->sequence, "kind", kind, "event", event));
    } else {
        print_words(showing, record, event);
    }
    json_decref(event);
    return STATUS_OK;
}

int house_show_door(const char *address, const struct floor *floor, bool json)
{
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct showing showing = {.zone = &floor->zone, .json = json, .code = EXIT_CODE_OK};
    struct store *store = NULL;
    struct fault fault;
    enum status status = store_open(text_of(address), &options, &store, &fault);
    if (status == STATUS_OK)
        status =
            store_read(store, text_of(access_stream), 1, STORE_SEQUENCE_MAX, show_event, &showing, &fault);
    store_close(store);
    if (status == STATUS_OK && !showing.any && !json)
        puts("nobody has signed in yet; give passwords with 'cardroom house staff'");
    return status == STATUS_OK ? showing.code : house_failure("house", address, status, &fault);
}
