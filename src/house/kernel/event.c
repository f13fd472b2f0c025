#include "house/kernel/event.h"

#include "base/check.h"
#include "house/kernel/desk.h"

#include <string.h>

static const struct field movement_fields[] = {
    FIELD(struct movement, from, FIELD_COUNT, "from", "the number of the account that pays"),
    FIELD(struct movement, to, FIELD_COUNT, "to", "the number of the account that receives"),
    FIELD(struct movement, cents, FIELD_CENTS, "cents", "the amount"),
    FIELD_ONE_OF(struct movement, reason, movement_reason_words, "reason", "the reason"),
    FIELD(struct movement, clause, FIELD_TEXT, "clause", "the clause that orders it"),
};
const struct record_shape movement_shape =
    SHAPE("movement", struct movement, movement_fields, "a money movement");

static const struct field advance_fields[] = {
    FIELD(struct advance_row, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct advance_row, cents, FIELD_CENTS, "cents", "the amount; below zero it is a repayment"),
    FIELD(struct advance_row, clause, FIELD_TEXT, "clause", "the clause that orders it"),
};
const struct record_shape advance_shape =
    SHAPE("advance", struct advance_row, advance_fields, "an advance of the house, or its repayment");

static const struct field repaying_fields[] = {
    FIELD(struct repaying_row, fund, FIELD_COUNT, "fund", "the number of its account"),
};
const struct record_shape repaying_shape =
    SHAPE("repaying-fund", struct repaying_row, repaying_fields, "the fund that repays an advance");

const struct record_shape *event_shape(enum event_kind kind)
{
    return &desk_event_of(kind)->shape;
}

void *event_record(const struct event *event, size_t size)
{
    CHECK_OP(event_shape(event->kind)->size, ==, size);
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): EVENT_AS() makes it constant again where the event is */
    return (void *)(uintptr_t)&event->record;
}

const char *event_name(enum event_kind kind)
{
    return event_shape(kind)->name;
}

uint32_t money_repaying(const struct money_rows *money, uint32_t advance, uint32_t first)
{
    CHECK_OP(advance, <, money->advance_count);
    return advance < money->repaying_count ? money->repaying[advance].fund : first;
}

int64_t money_taken_back(const struct money_rows *money)
{
    uint64_t cents = 0; /* of a log that somebody has written it may be anything */
    for (uint32_t i = 0; i < money->advance_count; i++)
        cents -= money->advances[i].cents < 0 ? (uint64_t)money->advances[i].cents : 0;
    for (uint32_t i = 0; i < money->movement_count; i++)
        cents -= money->movements[i].reason == REASON_REPAYMENT ? (uint64_t)money->movements[i].cents : 0;
    return (int64_t)cents;
}

const struct money_rows *event_money(const struct event *event)
{
    size_t offset = desk_event_of(event->kind)->money;
    return offset ? (const struct money_rows *)(const void *)(event->record + offset) : NULL;
}

/* ------------------------------------------------------------------------------------------ what was asked */

static const char asked_key[] = ",\"asked\":\"";

bool asked_kind(struct text asked, enum command_kind *kind)
{
    size_t space = 0;
    while (space < asked.length && asked.bytes[space] != ' ')
        space++;
    bool good = asked.length == space + 1 + ASKED_DIGEST_SIZE;
    for (size_t i = space + 1; i < asked.length && good; i++)
        good = (asked.bytes[i] >= '0' && asked.bytes[i] <= '9') ||
               (asked.bytes[i] >= 'a' && asked.bytes[i] <= 'f');
    for (unsigned i = 0; i < COMMAND_KINDS && good; i++)
        if (text_equal(text_slice(asked, 0, space), text_of(command_shape((enum command_kind)i)->name))) {
            *kind = (enum command_kind)i;
            return true;
        }
    return false;
}

bool can_bring(enum command_kind command, enum event_kind kind)
{
    const struct desk_event *of = desk_event_of(kind);
    return of->brought_by == command || of->brought || kind == EVENT_PROGRAM_CHANGED ||
           (command == COMMAND_CLOCK && of->comes_by_time);
}

void event_write_asked(struct text_out *out, struct text payload, struct text asked)
{
    enum command_kind kind;
    CHECK(payload.length > 2 && payload.bytes[payload.length - 1] == '}' && asked_kind(asked, &kind));
    text_out_add_text(out, text_slice(payload, 0, payload.length - 1));
    text_out_add(out, "%s", asked_key);
    text_out_add_text(out, asked);
    text_out_add(out, "\"}");
}

/* What was asked, at the end of a payload, with its key; empty: it is not there, or has another form. In a text no quote stands alone. */
static struct text asked_tail(struct text payload, struct text *asked)
{
    enum command_kind kind;
    const struct text none = {payload.bytes, 0};
    if (payload.length < 2 || payload.bytes[payload.length - 1] != '}' ||
        payload.bytes[payload.length - 2] != '"')
        return none;
    const size_t end = payload.length - 2, key = sizeof asked_key - 1;
    size_t start = end;
    while (start > 0 && end - start <= ASKED_SIZE && payload.bytes[start - 1] != '"')
        start--;
    *asked = text_slice(payload, start, end - start);
    if (start < key || !text_equal(text_slice(payload, start - key, key), text_of(asked_key)) ||
        !asked_kind(*asked, &kind))
        return none;
    return text_from(payload, start - key);
}

void event_write(struct text_out *out, const struct event *event)
{
    const size_t start = out->length;
    record_write(out, event_shape(event->kind), &event->head);
    if (event->head.asked.length == 0 || out->length <= start)
        return;
    out->length--; /* the brace; what was asked comes before it */
    text_out_add(out, "%s", asked_key);
    text_out_add_text(out, event->head.asked);
    text_out_add(out, "\"}");
}

bool event_kind_named(struct text name, enum event_kind *kind)
{
    for (unsigned i = 0; i < EVENT_KINDS; i++) {
        const struct desk_event *event = desk_event_of((enum event_kind)i);
        if (text_equal(name, text_of(event->shape.name)) ||
            (event->former && text_equal(name, text_of(event->former)))) {
            *kind = (enum event_kind)i;
            return true;
        }
    }
    return false;
}

void event_rename(struct text *kind, json_t *payload)
{
    enum event_kind found;
    if (!event_kind_named(*kind, &found))
        return;
    const struct record_shape *shape = event_shape(found);
    *kind = text_of(shape->name);
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        json_t *value = field->former ? json_object_get(payload, field->former) : NULL;
        if (value && json_object_set(payload, field->name, value) == 0)
            (void)json_object_del(payload, field->former);
    }
}

enum status event_read(struct text kind, struct text payload, struct arena *arena, struct event *event,
                       struct fault *fault)
{
    if (!event_kind_named(kind, &event->kind)) {
        char shown[80];
        struct text_out out;
        text_out_init(&out, shown, sizeof shown);
        text_out_add_safely(&out, text_first_word(kind, 40));
        return fault_set(fault, STATUS_INVALID, 0,
                         "this version does not know events of the kind \"%s\": a newer version of cardroom "
                         "wrote it. Use that version",
                         shown);
    }
    struct fault found = {.words = ""};
    struct text asked = {"", 0}, tail = asked_tail(payload, &asked), fields = payload;
    enum status status = STATUS_OK;
    if (tail.length > 0) {
        char *bytes = arena_alloc(arena, payload.length - tail.length + 1, 1);
        if (!bytes)
            return fault_set(fault, arena->refusal, 0, "there is no memory for an event");
        memcpy(bytes, payload.bytes, payload.length - tail.length);
        bytes[payload.length - tail.length] = '}';
        fields = (struct text){bytes, payload.length - tail.length + 1};
    }
    status = record_read(event_shape(event->kind), fields, arena, &event->head, &found);
    event->head.asked = tail.length > 0 ? asked : text_of("");
    if (status == STATUS_INVALID || status == STATUS_RANGE) /* this version has not written it */
        return fault_set(fault, STATUS_INVALID, found.position,
                         "%.150s. If a newer version of cardroom wrote it, use that version", found.words);
    return status == STATUS_OK ? status : fault_set(fault, status, found.position, "%s", found.words);
}
