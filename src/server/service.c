#include "server/service_internal.h"

#include "base/check.h"
#include "house/kernel/view.h"
#include "reports/shelf.h"
#include "store/address.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    IN_FLIGHT = 1024,
    METERS_EVERY_MS = 100,
    ALIVE_EVERY_MS = 15000,
    CONNECTIONS_MAX = 4096,
    CONNECTIONS_PER_ADDRESS = 256,
    IDLE_SECONDS = 30,
    REQUEST_MS = 30 * 1000, /* to send a request, however active the client is */
    ANSWER_MS = 120 * 1000, /* to receive the answer */
    SCRATCH_SIZE = 1 << 16,
    CLERK_TASKS_MAX = 32,
    DEALER_TASKS_MAX = 256,
    COUNTING_TASKS_MAX = 16,
};

static void log_line(struct service *service, const char *level, const char *what, va_list pairs)
{
    char line[1024];
    struct text_out out;
    if (!service->options.log)
        return;
    json_t *object = json_object();
    (void)json_object_set_new(object, "at", view_time(service_wall(service)));
    (void)json_object_set_new(object, "level", json_string(level));
    (void)json_object_set_new(object, "what", json_string(what));
    for (const char *key = va_arg(pairs, const char *); key; key = va_arg(pairs, const char *))
        (void)json_object_set_new(object, key, document_text(text_of(va_arg(pairs, const char *))));
    text_out_init(&out, line, sizeof line);
    if (object && document_write(&out, object, DOCUMENT_COMPACT) == STATUS_OK)
        service->options.log(service->options.context, text_out_text(&out));
    json_decref(object);
}

void service_log(struct service *service, const char *what, ...)
{
    va_list pairs;
    va_start(pairs, what);
    log_line(service, "info", what, pairs);
    va_end(pairs);
}

void service_warn(struct service *service, const char *what, ...)
{
    va_list pairs;
    va_start(pairs, what);
    log_line(service, "warning", what, pairs);
    va_end(pairs);
}

void service_error(struct service *service, const char *what, ...)
{
    va_list pairs;
    va_start(pairs, what);
    log_line(service, "error", what, pairs);
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

/* ------------------------------------------------------------------------------------------ the loop */

static void wake(void *context)
{
    struct service *service = context;
    open_letters(service);
    if (service->any_meter_changed && http_now_ms(service->http) - service->meters_told_ms >= METERS_EVERY_MS)
        service_tell_meters(service);
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
    service_hand_over(context);
}

static unsigned tick(void *context)
{
    struct service *service = context;
    uint64_t now = http_now_ms(service->http);
    if (service->any_meter_changed)
        service_tell_meters(service);
    service_watch_clock(service);
    service_watch_log(service);
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
        .mode = STORE_EXISTING,
        .log_key = service->options.log_files ? service->options.log_files->key : NULL,
        .in_flight = IN_FLIGHT,
        .wrote = service_wrote,
        .context = service,
        .rebuilding = service->options.rebuilding,
        .rebuilding_context = service->options.rebuilding_context};
    enum status status = keeper_open(service->options.store, &options, NULL, NULL, &service->keeper, fault);
    if (status == STATUS_OK && !keeper_floor(service->keeper)->opened)
        status = fault_set(fault, STATUS_INVALID, 0,
                           "this store holds no house; create one with 'cardroom house init'");
    if (status == STATUS_OK && keeper_snapshot_refused(service->keeper) > 0)
        service_warn(service, "a saved state was not used: it is not signed with the key of the log",
                     "instead", "the events were applied", NULL);
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
        status = service_open_notary(service, fault);
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
        status =
            feed_open((uint64_t)service_computer_time(service).ms, service->sequence, &service->feed, fault);
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
    service->clock = calloc(1, sizeof *service->clock);
    if (!service->clock) {
        free(service);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a service");
    }
    service->options = *options;
    house_clock_init(service->clock, &options->clock);
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
    api_routes_make(&service->routes);
    service->scratch_size = SCRATCH_SIZE;
    service->scratch = malloc(service->scratch_size);
    enum status status = service->scratch
                             ? STATUS_OK
                             : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a service");
    if (status == STATUS_OK)
        status = open_house(service, fault);
    if (status == STATUS_OK) {
        service_begin_time(service);
        status = open_door(service, fault);
    }
    if (status == STATUS_OK && pthread_create(&service->house_thread, NULL, service_keep_house, service) != 0)
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

void service_run(struct service *service)
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
    http_run(service->http);
}

void service_stop(struct service *service, const char *why)
{
    atomic_store(&service->stopped_by, why);
    http_stop(service->http);
}

/* Pending commands are done first; each is answered if its client is still connected. */
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
    service_close_notary(service);
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
    for (unsigned i = 0; i < API_ROUTES_MAX; i++)
        kept_view_release(&service->kept[i]);
    notices_release(&service->notices);
    floor_release(&service->floor);
    decision_release(&service->dry);
    arena_release(&service->reading);
    for (unsigned i = 0; i < TOLD_EVENTS; i++)
        told_forget(&service->told[i]);
    for (struct request *request = service->spare, *next; request; request = next) {
        next = request->next;
        request_release(request);
    }
    free(service->scratch);
    house_clock_release(service->clock);
    free(service->clock);
    (void)pthread_cond_destroy(&service->landed);
    (void)pthread_cond_destroy(&service->work);
    (void)pthread_mutex_destroy(&service->player_lock);
    (void)pthread_mutex_destroy(&service->lock);
    free(service);
}
