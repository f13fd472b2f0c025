/*
 * Events that are on disk: the loop applies them to the replica, keeps the last ones for replies, and tells the feed.
 */
#include "server/service_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/hands/hands_views.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/names.h"
#include "house/kernel/view.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Events that were written together, followed by their bytes. Freed when none of them is kept any longer. */
struct written {
    struct letter letter;
    size_t count, kept;
    struct told_event events[];
};

void told_forget(struct told_event *told)
{
    if (told->written && --told->written->kept == 0)
        free(told->written);
    *told = (struct told_event){0};
}

void told_write(struct text_out *out, const struct told_event *told)
{
    text_out_add(out, "{\"sequence\":%" PRIu64 ",\"kind\":\"%s\",\"event\":", told->sequence, told->kind);
    text_out_add_text(out, told->payload);
    text_out_add(out, "}");
}

size_t told_size(const struct told_event *told)
{
    enum { HEAD_SIZE = 128 };
    return HEAD_SIZE + told->payload.length;
}

static bool touches_account(const struct money_rows *money, account_id account)
{
    for (uint32_t i = 0; money && i < money->movement_count; i++)
        if (money->movements[i].from == account || money->movements[i].to == account)
            return true;
    return false;
}

static void note_meters(struct service *service, const struct event *event)
{
    const struct money_rows *money = event_money(event);
    if (!money || money->movement_count == 0)
        return;
    for (uint32_t i = 0; i < service->floor.offering_count; i++) {
        const struct terms *terms = &service->floor.offerings[i].terms;
        for (unsigned pool = 0; pool < terms->pool_count; pool++)
            if (touches_account(money, terms->pools[pool].account))
                service->meters_changed[i] = service->any_meter_changed = true;
    }
}

void service_publish(struct service *service, enum feed_topic topic, const char *name, json_t *document)
{
    struct text bytes;
    if (document && service_write(service, document, &bytes))
        feed_publish(service->feed, topic, name, service->sequence, bytes);
    else
        feed_lost(service->feed);
    json_decref(document);
}

void service_tell_meters(struct service *service)
{
    json_t *meters = json_array();
    for (uint32_t i = 0; i < service->floor.offering_count; i++) {
        const struct offering *offering = &service->floor.offerings[i];
        if (!service->meters_changed[i])
            continue;
        service->meters_changed[i] = false;
        for (unsigned pool = 0; pool < offering->terms.pool_count; pool++)
            (void)json_array_append_new(
                meters,
                json_pack(
                    "{s:o,s:o,s:I}", "offer", document_text(offering->name), "pool",
                    document_text(offering->terms.pools[pool].name), "cents",
                    (json_int_t)service->floor.ledger.accounts[offering->terms.pools[pool].account].balance));
    }
    service->any_meter_changed = false;
    service->meters_told_ms = http_now_ms(service->http);
    service_publish(service, FEED_SIGNS, "meters",
                    json_pack("{s:I,s:o}", "sequence", (json_int_t)service->sequence, "meters", meters));
}

/* Patrons are not named, because signs are public. */
static void tell_win(struct service *service, const struct awarded *awarded)
{
    const struct floor *floor = &service->floor;
    const struct offering *offering = &floor->offerings[awarded->offer];
    json_t *prizes = json_array();
    int64_t cents = 0, base = 0;
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *prize = &awarded->prizes[i];
        cents += prize->cents;
        (void)json_array_append_new(
            prizes, json_pack("{s:o,s:i,s:I,s:o,s:i}", "share", document_text(prize->share), "seat",
                              (int)prize->seat, "cents", (json_int_t)prize->cents, "thing",
                              document_text(prize->thing), "things", (int)prize->things));
    }
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++)
        if (text_equal(offering->terms.pools[pool].name, awarded->pool))
            base = floor->ledger.accounts[offering->terms.pools[pool].account].balance;
    service_publish(service, FEED_SIGNS, "win",
                    json_pack("{s:I,s:I,s:o,s:o,s:o,s:I,s:I,s:o,s:o}", "sequence",
                              (json_int_t)service->sequence, "award", (json_int_t)awarded->award, "offer",
                              document_text(offering->name), "table", document_text(awarded->table), "pool",
                              document_text(awarded->pool), "cents", (json_int_t)cents, "base-cents",
                              (json_int_t)base, "at", view_time(awarded->head.at), "prizes", prizes));
}

static void tell_pending(struct service *service, uint32_t hand)
{
    const struct floor *floor = &service->floor;
    const struct floor_hand *of = floor_hand(floor, hand);
    CHECK(of != NULL);
    service_publish(service, FEED_SIGNS, "pending",
                    json_pack("{s:I,s:o,s:o,s:I}", "sequence", (json_int_t)service->sequence, "offer",
                              document_text(floor->offerings[of->offer].name), "table",
                              document_text(floor->tables[of->table].described->name), "hands",
                              (json_int_t)floor_hands_waiting(floor, of->offer, NAMES_NONE)));
}

static void tell_signs(struct service *service, const struct event *event)
{
    const struct floor_award *award;
    note_meters(service, event);
    switch (event->kind) {
    case EVENT_HAND_CLAIMED:
        tell_pending(service, EVENT_AS(event, hand_claimed)->hand);
        break;
    case EVENT_HAND_REJECTED:
    case EVENT_HAND_WITHDRAWN:
        tell_pending(service, EVENT_AS(event, hand_rejected)->hand);
        break;
    case EVENT_HAND_ON_BOARD:
        tell_pending(service, EVENT_AS(event, hand_on_board)->hand);
        break;
    case EVENT_AWARD_REVERSED:
        award = floor_award(&service->floor, EVENT_AS(event, award_reversed)->award);
        if (award->hand > 0)
            tell_pending(service, award->hand);
        break;
    case EVENT_AWARDED:
        tell_win(service, EVENT_AS(event, awarded));
        if (EVENT_AS(event, awarded)->hand > 0)
            tell_pending(service, EVENT_AS(event, awarded)->hand);
        break;
    case EVENT_TIME_CONFIRMED:
        service_time_confirmed(service, EVENT_AS(event, time_confirmed)->to);
        break;
    default:
        break;
    }
}

/* Without the forms that laws require: who stands beside the payee must not know of them all (us-federal/currency-reports#14). The
 * cage finds them in its list of payments. */
static void tell_payment(struct service *service, const struct told_event *told)
{
    json_t *event = json_loadb(told->payload.bytes, told->payload.length, 0, NULL);
    CHECK(event); /* it was written here */
    (void)json_object_del(event, "forms");
    service_publish(service, FEED_EVENTS, "event",
                    json_pack("{s:I,s:s,s:o}", "sequence", (json_int_t)told->sequence, "kind", told->kind,
                              "event", event));
}

static void tell_staff(struct service *service, const struct told_event *told, enum event_kind kind)
{
    /* Staff who may read the floor see who sits where, but no dates of birth and no reasons for exclusion. */
    enum feed_topic topic =
        kind == EVENT_PATRON_RECORDED || kind == EVENT_PRIZE_IDENTIFIED ? FEED_PATRONS : FEED_EVENTS;
    struct text_out out;
    if (kind == EVENT_PRIZE_PAID) {
        tell_payment(service, told);
        return;
    }
    if (!service_room(service, told_size(told))) {
        feed_lost(service->feed);
        return;
    }
    text_out_init(&out, service->scratch, service->scratch_size);
    told_write(&out, told);
    feed_publish(service->feed, topic, "event", told->sequence, text_out_text(&out));
}

static bool is_signed_in(void *context, struct text token)
{
    struct service *service = context;
    struct access_session session;
    return access_find(service->access, token, service_wall(service), false, &session);
}

void service_review(struct service *service)
{
    feed_review(service->feed, is_signed_in, service);
}

/* Somebody who was appointed or dismissed has other rights from now on. */
static void tell_door(struct service *service, const struct event *event)
{
    if (event->kind != EVENT_APPOINTED && event->kind != EVENT_DISMISSED)
        return;
    struct text person = EVENT_AS(event, appointed)->person;
    struct fault fault;
    if (access_person_changed(service->access, &service->floor, person, service_wall(service), &fault) !=
        STATUS_OK)
        service_error(service, "access control was not told of a change of staff", "why", fault.words, NULL);
    service_review(service);
}

static void learn(struct service *service, const struct told_event *told)
{
    struct event event;
    struct fault fault;
    arena_clear(&service->reading);
    CHECK_OP(told->sequence, ==, service->sequence + 1);
    /* This program decided, applied and wrote it a moment ago. */
    CHECK(event_read(text_of(told->kind), told->payload, &service->reading, &event, &fault) == STATUS_OK);
    CHECK(floor_apply(&service->floor, &event, &fault) == STATUS_OK);
    service->sequence = told->sequence;
    tell_staff(service, told, event.kind);
    tell_signs(service, &event);
    tell_door(service, &event);
    service_learn_of_log(service, &event);
    struct told_event *kept = &service->told[told->sequence % TOLD_EVENTS];
    told_forget(kept);
    *kept = *told;
    if (!floor_is_loose(&service->floor))
        return;
    CHECK(floor_tighten(&service->floor, &fault) == STATUS_OK);
    notices_release(&service->notices); /* they point into the offers as they were */
}

/* Clocks on pages show the time of the house. They go by themselves between these messages. */
void service_time_came(struct service *service, struct instant now)
{
    enum { TOLD_EVERY_MS = 5000 };
    struct fault fault;
    uint64_t told_ms = service->options.speed > 1 ? 0 : service->time_told_ms;
    /* All that was due until then is on disk, and was applied before. */
    CHECK(floor_pass_time(&service->floor, now, &fault) == STATUS_OK);
    if (http_now_ms(service->http) - told_ms < TOLD_EVERY_MS)
        return;
    service->time_told_ms = http_now_ms(service->http);
    service_publish(service, FEED_SIGNS, "clock",
                    json_pack("{s:I,s:o}", "sequence", (json_int_t)service->sequence, "now",
                              view_time(service->floor.now)));
}

static void open_written(struct service *service, struct letter *letter)
{
    struct written *written = (struct written *)(void *)letter;
    for (size_t i = 0; i < written->count; i++)
        learn(service, &written->events[i]);
}

void service_wrote(void *context, uint64_t first, const struct store_event *events, size_t count)
{
    struct service *service = context;
    size_t size = sizeof(struct written) + count * sizeof(struct told_event);
    for (size_t i = 0; i < count; i++)
        size += events[i].payload.length;
    struct written *written = malloc(size);
    CHECK(written);
    *written = (struct written){.letter.open = open_written, .count = count, .kept = count};
    char *bytes = (char *)&written->events[count];
    for (size_t i = 0; i < count; i++) {
        struct text payload = {bytes, events[i].payload.length};
        memcpy(bytes, events[i].payload.bytes, payload.length);
        bytes += payload.length;
        written->events[i] =
            (struct told_event){.sequence = first + i,
                                .kind = events[i].kind.bytes, /* from event_name(), which is constant */
                                .payload = payload,
                                .written = written};
    }
    service_post(service, &written->letter);
}
