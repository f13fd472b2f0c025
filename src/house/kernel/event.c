#include "house/kernel/event.h"

#include "base/check.h"
#include "house/kernel/desk.h"

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

void event_write(struct text_out *out, const struct event *event)
{
    record_write(out, event_shape(event->kind), &event->head);
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
    enum status status = record_read(event_shape(event->kind), payload, arena, &event->head, &found);
    if (status == STATUS_INVALID || status == STATUS_RANGE) /* this version has not written it */
        return fault_set(fault, STATUS_INVALID, found.position,
                         "%.150s. If a newer version of cardroom wrote it, use that version", found.words);
    return status == STATUS_OK ? status : fault_set(fault, status, found.position, "%s", found.words);
}
