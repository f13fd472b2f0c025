#include "reports/shelf.h"
#include "server/service_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "store/address.h"
#include "store/brief.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    REQUEST_MEMORY_MAX = 4 << 20,
    IN_FLIGHT = 1024,
    SNAPSHOT_EVERY = 200000, /* events */
    METERS_EVERY_MS = 100,
    ALIVE_EVERY_MS = 15000,
    IDLE_CLOCK_MS = 5000,
    CONNECTIONS_MAX = 4096,
    CONNECTIONS_PER_ADDRESS = 256,
    IDLE_SECONDS = 30,
    REQUEST_MS = 30 * 1000, /* to send a request, however active the client is */
    ANSWER_MS = 120 * 1000, /* to receive the answer */
    SCRATCH_SIZE = 1 << 16,
    CLERK_TASKS_MAX = 32,
    DEALER_TASKS_MAX = 256,
    COUNTING_TASKS_MAX = 16,
    PLAYED_AT_ONCE = 512, /* commands of the player before others are handled again */
};

struct instant service_wall(const struct service *service)
{
    struct timespec time;
    if (service->options.wall)
        return service->options.wall(service->options.context);
    CHECK(clock_gettime(CLOCK_REALTIME, &time) == 0);
    return (struct instant){(int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000};
}

/* Real time, or a faster clock that started where the books ended. */
struct instant service_now(const struct service *service)
{
    if (service->options.speed <= 1)
        return service_wall(service);
    return (struct instant){service->begun_at.ms +
                            (int64_t)((machine_ms() - service->begun_ms) * service->options.speed)};
}

static void add_pairs(json_t *object, va_list pairs)
{
    for (const char *key = va_arg(pairs, const char *); key; key = va_arg(pairs, const char *))
        (void)json_object_set_new(object, key, document_text(text_of(va_arg(pairs, const char *))));
}

static void write_line(struct service *service, const char *level, const char *what, va_list pairs)
{
    char line[1024];
    struct text_out out;
    if (!service->options.log)
        return;
    json_t *object = json_object();
    (void)json_object_set_new(object, "at", view_time(service_wall(service)));
    (void)json_object_set_new(object, "level", json_string(level));
    (void)json_object_set_new(object, "what", json_string(what));
    add_pairs(object, pairs);
    text_out_init(&out, line, sizeof line);
    if (object && document_write(&out, object, DOCUMENT_COMPACT) == STATUS_OK)
        service->options.log(service->options.context, text_out_text(&out));
    json_decref(object);
}

void service_log(struct service *service, const char *what, ...)
{
    va_list pairs;
    va_start(pairs, what);
    write_line(service, "info", what, pairs);
    va_end(pairs);
}

void service_warn(struct service *service, const char *what, ...)
{
    va_list pairs;
    va_start(pairs, what);
    write_line(service, "warning", what, pairs);
    va_end(pairs);
}

void service_error(struct service *service, const char *what, ...)
{
    va_list pairs;
    va_start(pairs, what);
    write_line(service, "error", what, pairs);
    va_end(pairs);
}

/* ----------------------------------------------------------------------------------- messages to the loop */

void service_post(struct service *service, struct letter *letter)
{
    letter->next = NULL;
    (void)pthread_mutex_lock(&service->lock);
    bool first = !service->letters;
    *service->last_letter = letter;
    service->last_letter = &letter->next;
    (void)pthread_mutex_unlock(&service->lock);
    if (first)
        http_ring(service->http);
}

static void open_letters(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    struct letter *letter = service->letters;
    service->letters = NULL;
    service->last_letter = &service->letters;
    (void)pthread_mutex_unlock(&service->lock);
    while (letter) {
        struct letter *next = letter->next;
        letter->open(service, letter);
        letter = next;
    }
}

/* ------------------------------------------------------------------------------------------ what is on disk */

/* Events that were written together, followed by their bytes. Freed when none of them is kept any longer. */
struct written {
    struct letter letter;
    size_t count, kept;
    struct told_event events[];
};

static void forget(struct told_event *told)
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

static void publish(struct service *service, enum feed_topic topic, const char *name, json_t *document)
{
    struct text bytes;
    if (document && service_write(service, document, &bytes))
        feed_publish(service->feed, topic, name, service->sequence, bytes);
    else
        feed_lost(service->feed);
    json_decref(document);
}

static void tell_meters(struct service *service)
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
    publish(service, FEED_SIGNS, "meters",
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
    publish(service, FEED_SIGNS, "win",
            json_pack("{s:I,s:I,s:o,s:o,s:o,s:I,s:I,s:o,s:o}", "sequence", (json_int_t)service->sequence,
                      "award", (json_int_t)awarded->award, "offer", document_text(offering->name), "table",
                      document_text(awarded->table), "pool", document_text(awarded->pool), "cents",
                      (json_int_t)cents, "base-cents", (json_int_t)base, "at", view_time(awarded->head.at),
                      "prizes", prizes));
}

static void tell_pending(struct service *service, uint32_t hand)
{
    const struct floor *floor = &service->floor;
    const struct floor_hand *of = &floor->hands[hand - 1];
    publish(service, FEED_SIGNS, "pending",
            json_pack("{s:I,s:o,s:o,s:I}", "sequence", (json_int_t)service->sequence, "offer",
                      document_text(floor->offerings[of->offer].name), "table",
                      document_text(floor->tables[of->table].described->name), "hands",
                      (json_int_t)view_hands_waiting(floor, of->offer, NAMES_NONE)));
}

/* Sent so that clocks on pages show the time of the house. */
static void tell_time(struct service *service)
{
    publish(service, FEED_SIGNS, "clock",
            json_pack("{s:I,s:o}", "sequence", (json_int_t)service->sequence, "now",
                      view_time(service->floor.now)));
}

static void tell_signs(struct service *service, const struct event *event)
{
    note_meters(service, event);
    switch (event->kind) {
    case EVENT_CLOCK:
        tell_time(service);
        break;
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
        if (service->floor.awards[EVENT_AS(event, award_reversed)->award - 1].hand > 0)
            tell_pending(service, service->floor.awards[EVENT_AS(event, award_reversed)->award - 1].hand);
        break;
    case EVENT_AWARDED:
        tell_win(service, EVENT_AS(event, awarded));
        if (EVENT_AS(event, awarded)->hand > 0)
            tell_pending(service, EVENT_AS(event, awarded)->hand);
        break;
    default:
        break;
    }
}

/* Staff who may read the floor see who sits where, but no dates of birth and no reasons for exclusion. */
static enum feed_topic topic_of(enum event_kind kind)
{
    return kind == EVENT_PATRON_RECORDED || kind == EVENT_PRIZE_IDENTIFIED ? FEED_PATRONS : FEED_EVENTS;
}

static void tell_staff(struct service *service, const struct told_event *told, enum event_kind kind)
{
    struct text_out out;
    if (!service_room(service, told_size(told))) {
        feed_lost(service->feed);
        return;
    }
    text_out_init(&out, service->scratch, service->scratch_size);
    told_write(&out, told);
    feed_publish(service->feed, topic_of(kind), "event", told->sequence, text_out_text(&out));
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
    struct told_event *kept = &service->told[told->sequence % TOLD_EVENTS];
    forget(kept);
    *kept = *told;
}

static void open_written(struct service *service, struct letter *letter)
{
    struct written *written = (struct written *)(void *)letter;
    for (size_t i = 0; i < written->count; i++)
        learn(service, &written->events[i]);
}

/* In the committer's thread. If memory runs out here the events cannot be published, so the program aborts and restarts from
 * the disk. */
static void wrote(void *context, uint64_t first, const struct store_event *events, size_t count)
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

/* ------------------------------------------------------------------------------------------ the house */

struct request *request_new(struct service *service, struct exchange *exchange)
{
    (void)pthread_mutex_lock(&service->lock);
    struct request *request = service->spare;
    if (request) {
        service->spare = request->next;
        service->spare_count--;
    }
    (void)pthread_mutex_unlock(&service->lock);
    struct arena arena;
    if (request) {
        arena = request->arena;
    } else {
        request = malloc(sizeof *request);
        arena_init(&arena, REQUEST_MEMORY_MAX);
    }
    if (request)
        *request = (struct request){
            .service = service, .exchange = exchange, .arena = arena, .began_ms = machine_ms()};
    return request;
}

static void request_release(struct request *request)
{
    arena_release(&request->arena);
    free(request);
}

/* The memory of a command is reused by the next one, unless it is large. */
void request_free(struct request *request)
{
    enum { SPARE_MAX = 512, SPARE_SIZE_MAX = 16 << 10 };
    struct service *service = request->service;
    bool spare = request->arena.size_taken <= SPARE_SIZE_MAX;
    arena_clear(&request->arena);
    (void)pthread_mutex_lock(&service->lock);
    spare = spare && service->spare_count < SPARE_MAX;
    if (spare) {
        request->next = service->spare;
        service->spare = request;
        service->spare_count++;
    }
    (void)pthread_mutex_unlock(&service->lock);
    if (!spare)
        request_release(request);
}

/* Commands that arrived together are sent to the house together: one lock and one wake-up. */
static void hand_over(struct service *service)
{
    if (!service->asked)
        return;
    (void)pthread_mutex_lock(&service->lock);
    bool sleeps = !service->first;
    *service->last = service->asked;
    service->last = service->last_asked;
    if (sleeps)
        (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
    service->asked = NULL;
    service->last_asked = &service->asked;
    service->asked_count = 0;
}

bool service_submit(struct service *service, struct request *request)
{
    enum { TOGETHER_MAX = 64 }; /* so that the house starts while the loop still reads */
    if (service->under_way >= UNDER_WAY_MAX)
        return false;
    service->under_way++;
    request->next = NULL;
    *service->last_asked = request;
    service->last_asked = &request->next;
    if (++service->asked_count >= TOGETHER_MAX)
        hand_over(service);
    return true;
}

/* In the committer's thread, or the house's. Records whether the store could write. */
static void landed(struct keeper_ticket *ticket)
{
    struct request *request = ticket->context;
    struct service *service = request->service;
    const struct keeper_reply *reply = &ticket->reply;
    bool failed = ticket->status == STATUS_IO || ticket->status == STATUS_DAMAGED;
    bool written =
        ticket->status == STATUS_OK && reply->outcome == KEEPER_DONE && reply->sequence >= reply->first;
    (void)pthread_mutex_lock(&service->lock);
    service->flying--;
    service->well = written || (service->well && !failed);
    (void)pthread_cond_signal(&service->landed);
    (void)pthread_mutex_unlock(&service->lock);
    service_post(service, &request->letter);
}

/* Waits until a command is finished; false if only the caller's is in progress. */
static bool wait_for_landing(struct service *service)
{
    keeper_begin(service->keeper);
    (void)pthread_mutex_lock(&service->lock);
    size_t flying = service->flying;
    while (flying > 1 && service->flying == flying)
        (void)pthread_cond_wait(&service->landed, &service->lock);
    (void)pthread_mutex_unlock(&service->lock);
    return flying > 1;
}

/* Gives the command to the keeper; if the store failed it is tried once more. */
static void do_request(struct service *service, struct request *request)
{
    struct keeper_ticket *ticket = &request->ticket;
    enum status status;
    ticket->done = landed;
    ticket->context = request;
    (void)pthread_mutex_lock(&service->lock);
    service->flying++;
    (void)pthread_mutex_unlock(&service->lock);
    for (bool recovered = false;;) {
        status = keeper_submit(service->keeper, &request->command, ticket, &ticket->fault);
        if (status == STATUS_OK)
            return;
        /* Too many are in progress; or, if there are none, the command does not fit. */
        if (status == STATUS_NO_SPACE && wait_for_landing(service))
            continue;
        struct fault fault;
        if (recovered || keeper_recover(service->keeper, &fault) != STATUS_OK)
            break;
        recovered = true;
    }
    ticket->status = status;
    landed(ticket);
}

static void clock_answered(struct service *service, struct letter *letter)
{
    struct request *request = (struct request *)(void *)letter;
    if (request->ticket.status != STATUS_OK)
        service_error(service, "the clock does not move", "why", request->ticket.fault.words, NULL);
    request_free(request);
}

/* Moves the clock of the house to the current second. */
static void move_clock(struct service *service, bool idle)
{
    struct instant now = service_now(service), shown = keeper_floor(service->keeper)->now;
    now.ms -= now.ms % 1000;
    int64_t behind = now.ms - shown.ms;
    if (behind <
        (idle ? IDLE_CLOCK_MS * (int64_t)(service->options.speed > 1 ? service->options.speed : 1) : 1000))
        return;
    struct request *request = request_new(service, NULL);
    if (!request)
        return; /* the next second will do */
    request->letter.open = clock_answered;
    request->command.kind = COMMAND_CLOCK;
    COMMAND_AS(&request->command, clock_moves)->at = now;
    COMMAND_AS(&request->command, clock_moves)->far = true; /* the house may have been closed for long */
    do_request(service, request);
}

static void save_if_due(struct service *service)
{
    struct fault fault;
    uint64_t sequence = keeper_sequence(service->keeper);
    if (sequence - service->saved_at < SNAPSHOT_EVERY)
        return;
    service->saved_at = sequence;
    if (keeper_save(service->keeper, &fault) != STATUS_OK)
        service_error(service, "no snapshot was saved", "why", fault.words, NULL);
}

/* Waits for commands, a second at most; NULL if there are none. */
static struct request *take_requests(struct service *service, bool *stopping)
{
    struct timespec until;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &until) == 0);
    until.tv_sec++;
    (void)pthread_mutex_lock(&service->lock);
    while (!service->first && !service->stopping && !service->play &&
           pthread_cond_timedwait(&service->work, &service->lock, &until) == 0)
        ;
    struct request *first = service->first;
    service->first = NULL;
    service->last = &service->first;
    *stopping = service->stopping && !first;
    (void)pthread_mutex_unlock(&service->lock);
    return first;
}

/* ------------------------------------------------------------------------------------------ whoever plays house */

void service_set_player(struct service *service, const struct service_player *player)
{
    (void)pthread_mutex_lock(&service->player_lock);
    service->player = player ? *player : (struct service_player){0};
    (void)pthread_mutex_unlock(&service->player_lock);
}

void service_let_play(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    service->play = true;
    (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
}

static void played(struct service *service, struct letter *letter)
{
    struct request *request = (struct request *)(void *)letter;
    const struct keeper_ticket *ticket = &request->ticket;
    if (ticket->status != STATUS_OK || ticket->reply.outcome == KEEPER_REFUSED)
        service_warn(service, "a command of the demonstration was refused", "why",
                     ticket->status == STATUS_OK ? ticket->reply.ruling.words : ticket->fault.words, NULL);
    request_free(request);
}

/* True if the player issued a command. */
static bool play_one(struct service *service)
{
    struct request *request = request_new(service, NULL);
    if (!request)
        return false; /* the next time will do */
    request->letter.open = played;
    if (!service->player.next(service->player.context, keeper_floor(service->keeper), &request->command)) {
        request_free(request);
        return false;
    }
    do_request(service, request);
    return true;
}

static void let_play(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    bool due = service->play;
    service->play = false;
    (void)pthread_mutex_unlock(&service->lock);
    if (!due)
        return;
    (void)pthread_mutex_lock(&service->player_lock);
    if (service->player.next)
        move_clock(service, false);
    for (unsigned i = 0; i < PLAYED_AT_ONCE && service->player.next && play_one(service); i++)
        ;
    (void)pthread_mutex_unlock(&service->player_lock);
}

static void tell_player(struct service *service, const struct request *request)
{
    if (!request->session.who[0])
        return;
    (void)pthread_mutex_lock(&service->player_lock);
    if (service->player.person_asked)
        service->player.person_asked(service->player.context, keeper_floor(service->keeper),
                                     &request->command);
    (void)pthread_mutex_unlock(&service->player_lock);
}

static void *keep_house(void *argument)
{
    struct service *service = argument;
    brief_thread();
    for (bool stopping = false; !stopping;) {
        struct request *request = take_requests(service, &stopping);
        if (!stopping)
            move_clock(service, !request);
        keeper_gather(service->keeper);
        while (request) {
            struct request *next = request->next;
            tell_player(service, request);
            do_request(service, request);
            request = next;
        }
        keeper_begin(service->keeper);
        let_play(service);
        save_if_due(service);
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------ the loop */

static void wake(void *context)
{
    struct service *service = context;
    open_letters(service);
    if (service->any_meter_changed && http_now_ms(service->http) - service->meters_told_ms >= METERS_EVERY_MS)
        tell_meters(service);
    feed_flush(service->feed);
}

/* The path may be any bytes. */
static void noted(void *context, const struct exchange *exchange, unsigned code)
{
    char asked[160], number[8];
    struct text_out out;
    struct text path = text_clipped(exchange->path, 120);
    text_out_init(&out, asked, sizeof asked);
    text_out_add_text(&out, text_clipped(exchange->method, 16));
    text_out_add(&out, " ");
    text_out_add_text(&out, text_slice(path, 0, text_utf8_length(path)));
    text_out_init(&out, number, sizeof number);
    text_out_add(&out, "%u", code);
    if (code == 429)
        service_warn(context, "too many requests from an address", "from", exchange->from, "asked", asked,
                     NULL);
    else
        service_error(context, "a request could not be answered", "code", number, "from", exchange->from,
                      "asked", asked, NULL);
}

static void turned(void *context)
{
    hand_over(context);
}

static unsigned tick(void *context)
{
    struct service *service = context;
    uint64_t now = http_now_ms(service->http);
    if (service->any_meter_changed)
        tell_meters(service);
    if (now - service->alive_ms >= ALIVE_EVERY_MS) {
        service->alive_ms = now;
        feed_keep_alive(service->feed);
        service_review(service);
    }
    feed_flush(service->feed);
    return METERS_EVERY_MS;
}

/* ------------------------------------------------------------------------------------------ opening, closing */

/* The replica starts as a copy of the state that the keeper read from the disk. */
static enum status copy_floor(struct service *service, struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status = floor_save(keeper_floor(service->keeper), &arena, &bytes, fault);
    if (status == STATUS_OK)
        status = floor_init(&service->floor, FLOOR_MEMORY_MAX, fault);
    if (status == STATUS_OK)
        status = floor_restore(&service->floor, bytes, fault);
    arena_release(&arena);
    service->sequence = service->saved_at = keeper_sequence(service->keeper);
    return status;
}

static enum status open_house(struct service *service, struct fault *fault)
{
    const struct keeper_options options = {
        .mode = STORE_EXISTING, .in_flight = IN_FLIGHT, .wrote = wrote, .context = service};
    enum status status = keeper_open(service->options.store, &options, NULL, NULL, &service->keeper, fault);
    if (status == STATUS_OK && !keeper_floor(service->keeper)->opened)
        status = fault_set(fault, STATUS_INVALID, 0,
                           "this store holds no house; create one with 'cardroom house init'");
    if (status == STATUS_OK)
        status = copy_floor(service, fault);
    return status;
}

static enum status open_play(struct service *service, struct fault *fault)
{
    const struct play_rules games = service->options.games;
    if (!games.crazy4 || !games.four_card)
        return STATUS_OK;
    enum status status = play_room_open(games, &random_system_sodium, &service->room, fault);
    return status == STATUS_OK ? clerk_open(DEALER_TASKS_MAX, &service->dealer, fault) : status;
}

static enum status open_door(struct service *service, struct fault *fault)
{
    const struct service_options *options = &service->options;
    enum status status =
        access_open(options->store, STORE_EXISTING, options->demo ? &access_demo : &access_usual,
                    service_wall(service), &service->access, fault);
    if (status == STATUS_OK)
        status = access_know_staff(service->access, &service->floor, fault);
    if (status == STATUS_OK)
        status = slips_open(options->store, &service->slips, fault);
    if (status == STATUS_OK)
        status = shelf_open(options->rulebooks, &service->shelf, fault);
    if (status == STATUS_OK)
        status = shelf_open(options->rulebooks, &service->counting_shelf, fault);
    if (status == STATUS_OK)
        status = clerk_open(COUNTING_TASKS_MAX, &service->counting, fault);
    if (status == STATUS_OK)
        status = clerk_open(CLERK_TASKS_MAX, &service->clerk, fault);
    if (status == STATUS_OK)
        status = open_play(service, fault);
    if (status == STATUS_OK)
        status = feed_open((uint64_t)service_wall(service).ms, service->sequence, &service->feed, fault);
    if (status != STATUS_OK)
        return status;
    return http_open(&(struct http_options){.address = options->address,
                                            .port = options->port,
                                            .certificate = options->certificate,
                                            .key = options->key,
                                            .proxy = options->proxy,
                                            .connections_max = CONNECTIONS_MAX,
                                            .connections_per_address = CONNECTIONS_PER_ADDRESS,
                                            .spares_local = true,
                                            .idle_seconds = IDLE_SECONDS,
                                            .request_ms = REQUEST_MS,
                                            .answer_ms = ANSWER_MS,
                                            .requests_per_second = options->requests_per_second,
                                            .handle = api_handle,
                                            .dropped = api_dropped,
                                            .noted = noted,
                                            .wake = wake,
                                            .turned = turned,
                                            .tick = tick,
                                            .context = service},
                     &service->http, fault);
}

enum status service_open(const struct service_options *options, struct service **opened, struct fault *fault)
{
    struct service *service = calloc(1, sizeof *service);
    if (!service)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a service");
    service->options = *options;
    service->well = true;
    service->last = &service->first;
    service->last_asked = &service->asked;
    service->last_letter = &service->letters;
    (void)pthread_mutex_init(&service->lock, NULL);
    (void)pthread_mutex_init(&service->player_lock, NULL);
    pthread_condattr_t attributes; /* so that nobody waits if the clock is set back */
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&service->work, &attributes);
    (void)pthread_cond_init(&service->landed, NULL);
    (void)pthread_condattr_destroy(&attributes);
    arena_init(&service->reading, 64 << 20);
    decision_init(&service->dry);
    service->notices = notices_open();
    service->scratch_size = SCRATCH_SIZE;
    service->scratch = malloc(service->scratch_size);
    enum status status = service->notices && service->scratch
                             ? STATUS_OK
                             : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a service");
    if (status == STATUS_OK)
        status = open_house(service, fault);
    struct instant now = service_wall(service);
    service->begun_ms = machine_ms();
    service->begun_at = instant_compare(service->floor.now, now) > 0 ? service->floor.now : now;
    if (status == STATUS_OK)
        status = open_door(service, fault);
    if (status == STATUS_OK && pthread_create(&service->house_thread, NULL, keep_house, service) != 0)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "the system cannot start a thread for the house");
    service->house_runs = status == STATUS_OK;
    if (status != STATUS_OK) {
        service_close(service);
        return status;
    }
    *opened = service;
    return STATUS_OK;
}

uint16_t service_port(const struct service *service)
{
    return http_port(service->http);
}

static void write_number(char *into, size_t size, uint64_t number)
{
    struct text_out out;
    text_out_init(&out, into, size);
    text_out_add(&out, "%" PRIu64, number);
}

static void log_start(struct service *service)
{
    const struct service_options *options = &service->options;
    char store[256], house[128], sequence[24], port[24];
    struct text_out out;
    text_out_init(&out, house, sizeof house);
    text_out_add_text(&out, service->floor.identity);
    text_out_init(&out, store, sizeof store);
    store_address_show(&out, options->store);
    write_number(sequence, sizeof sequence, service->sequence);
    write_number(port, sizeof port, service_port(service));
    service_log(service, "the server has started", "version", options->version ? options->version : "",
                "house", house, "store", store, "address", options->address, "port", port, "tls",
                options->certificate ? "yes" : "no", "demo", options->demo ? "yes" : "no", "sequence",
                sequence, NULL);
}

void service_run(struct service *service)
{
    log_start(service);
    http_run(service->http);
}

void service_stop(struct service *service, const char *why)
{
    atomic_store(&service->stopped_by, why);
    http_stop(service->http);
}

/* The command is done; it is answered if the client is still connected. */
static void end_house(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    service->stopping = true;
    (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
    CHECK(pthread_join(service->house_thread, NULL) == 0);
    struct fault fault;
    if (keeper_save(service->keeper, &fault) != STATUS_OK)
        service_error(service, "no snapshot was saved", "why", fault.words, NULL);
    char sequence[24];
    const char *why = atomic_load(&service->stopped_by);
    write_number(sequence, sizeof sequence, keeper_sequence(service->keeper));
    service_log(service, "the server has stopped", "why", why ? why : "", "sequence", sequence, NULL);
}

void service_close(struct service *service)
{
    if (!service)
        return;
    if (service->house_runs)
        end_house(service);
    keeper_close(service->keeper);
    access_close(service->access);
    slips_close(service->slips);
    clerk_close(service->clerk);
    clerk_close(service->dealer);
    play_room_close(service->room);
    clerk_close(service->counting);
    shelf_close(service->shelf);
    shelf_close(service->counting_shelf);
    open_letters(service); /* pending requests are answered before the connections close */
    http_close(service->http);
    feed_close(service->feed);
    kept_view_release(&service->meters);
    kept_view_release(&service->signs);
    kept_view_release(&service->floor_view);
    notices_close(service->notices);
    floor_release(&service->floor);
    decision_release(&service->dry);
    arena_release(&service->reading);
    for (unsigned i = 0; i < TOLD_EVENTS; i++)
        forget(&service->told[i]);
    for (struct request *request = service->spare, *next; request; request = next) {
        next = request->next;
        request_release(request);
    }
    free(service->scratch);
    (void)pthread_cond_destroy(&service->landed);
    (void)pthread_cond_destroy(&service->work);
    (void)pthread_mutex_destroy(&service->player_lock);
    (void)pthread_mutex_destroy(&service->lock);
    free(service);
}
