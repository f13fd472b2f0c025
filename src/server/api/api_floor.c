/* The views of the desks, the live feed, health and figures. */
#include "base/check.h"
#include "house/hands/hands_views.h"
#include "house/kernel/desk.h"
#include "house/kernel/view.h"
#include "server/pack.h"
#include "server/service_internal.h"

#include <stdlib.h>
#include <string.h>

uint64_t api_number(struct text digits)
{
    uint64_t number = 0;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.bytes[i] < '0' || digits.bytes[i] > '9' || number > UINT32_MAX)
            return 0;
        number = number * 10 + (uint64_t)(digits.bytes[i] - '0');
    }
    return number;
}

static bool answer_bad_query(const struct api_request *request, const char *name, const char *may_be)
{
    char detail[256];
    struct text_out out;
    text_out_init(&out, detail, sizeof detail);
    text_out_add(&out, "%s is %s, and not \"%.*s\".", name, may_be,
                 TEXT_ARGUMENTS(text_clipped(http_query(request->exchange, name), 40)));
    api_problem(
        request->service, request->exchange,
        &(struct problem){
            .code = 400, .type = "invalid", .title = "invalid request", .detail = detail, .field = name});
    return false;
}

bool api_query_number(const struct api_request *request, const char *name, uint64_t most, uint64_t usual,
                      uint64_t *number)
{
    char may_be[64];
    struct text_out out;
    struct text digits = http_query(request->exchange, name);
    *number = digits.length == 0 ? usual : api_number(digits);
    if (*number >= 1 && *number <= most)
        return true;
    text_out_init(&out, may_be, sizeof may_be);
    text_out_add(&out, "a number from 1 to %llu", (unsigned long long)most);
    return answer_bad_query(request, name, may_be);
}

bool api_query_word(const struct api_request *request, const char *name, const char *const *words,
                    struct text *word)
{
    char may_be[128];
    struct text_out out;
    text_out_init(&out, may_be, sizeof may_be);
    *word = http_query(request->exchange, name);
    if (word->length == 0)
        return true;
    for (unsigned i = 0; words[i]; i++) {
        if (text_equal(*word, text_of(words[i])))
            return true;
        text_out_add(&out, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    }
    return answer_bad_query(request, name, may_be);
}

bool api_query_flag(const struct api_request *request, const char *name, bool *flag)
{
    static const char *const words[] = {"true", "false", NULL};
    struct text word;
    bool good = api_query_word(request, name, words, &word);
    *flag = good && text_equal(word, text_of("true"));
    return good;
}

bool api_query_limit(const struct api_request *request, unsigned usual, unsigned *limit)
{
    uint64_t number;
    bool good = api_query_number(request, "limit", API_LIMIT_MAX, usual, &number);
    *limit = good ? (unsigned)number : usual;
    return good;
}

/* ------------------------------------------------------------------------------------------ kept answers */

enum { PLAIN, PACKED, PACKED_FROM = 4096 /* bytes; a smaller answer is not compressed */ };

void kept_view_release(struct kept_view *kept)
{
    http_kept_release(kept->answers[PLAIN]);
    http_kept_release(kept->answers[PACKED]);
    *kept = (struct kept_view){.sequence = 0};
}

/* Plain if it is too small, or if there is no memory to compress it. */
static struct http_kept *keep(const struct service *service, struct text bytes, unsigned form)
{
    size_t size = 0;
    char *packed = form == PACKED && bytes.length >= PACKED_FROM ? pack_gzip(bytes, &size) : NULL;
    struct http_kept *answer = http_keep(
        service->http, &(struct http_answer){.code = 200,
                                             .type = "application/json",
                                             .bytes = packed ? (struct text){packed, size} : bytes,
                                             .fields = {{"Vary", "Accept-Encoding"},
                                                        {packed ? "Content-Encoding" : NULL, "gzip"}}});
    free(packed);
    return answer;
}

/* The view is made again if there was an event since, or if time has passed. */
static void answer_kept(const struct api_request *request, struct showing *showing)
{
    struct service *service = request->service;
    struct kept_view *kept = &service->kept[request->route - service->routes.items];
    unsigned form = api_takes_packed(request->exchange) ? PACKED : PLAIN;
    if (kept->sequence != service->sequence || instant_compare(kept->now, service->floor.now) != 0)
        kept_view_release(kept);
    kept->sequence = service->sequence;
    kept->now = service->floor.now;
    if (!kept->answers[form]) {
        json_t *document = request->route->view->show(showing);
        char *bytes = document ? json_dumps(document, JSON_COMPACT) : NULL;
        json_decref(document);
        kept->answers[form] = bytes ? keep(service, text_of(bytes), form) : NULL;
        free(bytes);
    }
    if (kept->answers[form])
        http_answer_kept(request->exchange, kept->answers[form]);
    else
        api_answer(service, request->exchange, 503, NULL);
}

/* ------------------------------------------------------------------------------------------ views */

/* For those who manage PINs: whether the patron has one, and whether it is locked. */
static void add_pin(const struct api_request *request, json_t *patron)
{
    struct service *service = request->service;
    struct access_standing pin =
        access_standing_of(service->access, CREDENTIAL_PATRON_PIN, request->name, service_wall(service));
    view_set_flag(patron, "has-pin", pin.set);
    view_set(patron, "locked-until", view_time(pin.locked_until));
}

/* For those who manage credentials: how each person can sign in. */
static void add_credentials(const struct api_request *request, json_t *staff)
{
    struct service *service = request->service;
    struct instant now = service_wall(service);
    size_t index;
    json_t *object;
    json_array_foreach(json_object_get(staff, "people"), index, object)
    {
        struct text who = text_of(json_string_value(json_object_get(object, "person")));
        struct access_standing password = access_standing_of(service->access, CREDENTIAL_PASSWORD, who, now),
                               pin = access_standing_of(service->access, CREDENTIAL_PIN, who, now);
        bool later = pin.locked_until.ms > password.locked_until.ms;
        view_set_flag(object, "has-password", password.set);
        view_set_flag(object, "has-badge", pin.set);
        view_set_flag(object, "must-change", password.given || pin.given);
        view_set(object, "locked-until", view_time(later ? pin.locked_until : password.locked_until));
    }
}

/* What the folder that the server was given said otherwise when it started; nothing if it was given none, or it agreed. */
static void add_folder(const struct api_request *request, json_t *house)
{
    const struct service_options *options = &request->service->options;
    view_set(house, "folder-differs", options->differs ? json_incref(options->differs) : json_array());
}

const struct api_addition api_additions[API_ADDITIONS] = {
    {"/api/patrons/{patron}", ACCESS_MANAGE_PINS, add_pin},
    {"/api/staff", ACCESS_MANAGE_STAFF, add_credentials},
    {"/api/house-file", ACCESS_READ_OFFICE, add_folder},
};

static void answer_missing(const struct api_request *request)
{
    const char *kind = strchr(request->route->path, '{') + 1; /* "/api/tables/{table}" */
    char detail[128];
    struct text_out out;
    text_out_init(&out, detail, sizeof detail);
    text_out_add(&out, "There is no %.*s %.*s.", (int)strcspn(kind, "}"), kind,
                 TEXT_ARGUMENTS(text_clipped(request->name, 40)));
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 404, .type = "not-found", .title = "not found", .detail = detail});
}

/* A view that shows what has left the state, while that is read. */
struct view_waiting {
    struct text state, filter;
    unsigned limit;
    char texts[];
};

static void show_view(const struct api_request *request, struct showing *showing);

static void settled_came(const struct api_request *request, void *context, const struct settled *settled)
{
    struct view_waiting *waiting = context;
    struct service *service = request->service;
    struct showing showing = {.floor = &service->floor,
                              .notices = &service->notices,
                              .sequence = service->sequence,
                              .name = request->name,
                              .number = api_number(request->name),
                              .state = waiting->state,
                              .filter = waiting->filter,
                              .limit = waiting->limit,
                              .settled = settled};
    if (settled)
        show_view(request, &showing);
    free(waiting);
}

/* Reads what the view wants; then the view is shown. */
static void wait_for_settled(const struct api_request *request, const struct showing *showing)
{
    struct view_waiting *waiting =
        malloc(sizeof *waiting + showing->state.length + showing->filter.length + 1);
    if (!waiting) {
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    if (showing->state.length > 0) /* an empty text may have no bytes */
        memcpy(waiting->texts, showing->state.bytes, showing->state.length);
    if (showing->filter.length > 0)
        memcpy(waiting->texts + showing->state.length, showing->filter.bytes, showing->filter.length);
    waiting->state = (struct text){waiting->texts, showing->state.length};
    waiting->filter = (struct text){waiting->texts + showing->state.length, showing->filter.length};
    waiting->limit = showing->limit;
    if (!api_read_settled(request, &showing->wanted, settled_came, waiting))
        free(waiting);
}

static void show_view(const struct api_request *request, struct showing *showing)
{
    struct service *service = request->service;
    const struct desk_view *view = request->route->view;
    json_t *document = view->show(showing);
    CHECK_IMPLIES(showing->missing || showing->wanted.kind != SETTLED_NONE, !document);
    CHECK_IMPLIES(showing->settled != NULL, showing->wanted.kind == SETTLED_NONE); /* once is enough */
    if (showing->missing) {
        answer_missing(request);
        return;
    }
    if (showing->wanted.kind != SETTLED_NONE) {
        wait_for_settled(request, showing);
        return;
    }
    for (unsigned i = 0; i < API_ADDITIONS; i++)
        if (strcmp(api_additions[i].path, view->path) == 0 &&
            access_may(&request->session, &service->floor, api_additions[i].right))
            api_additions[i].add(request, document);
    api_answer(service, request->exchange, 200, document);
}

void api_view(const struct api_request *request)
{
    struct service *service = request->service;
    const struct desk_view *view = request->route->view;
    struct showing showing = {.floor = &service->floor,
                              .notices = &service->notices,
                              .sequence = service->sequence,
                              .name = request->name,
                              .number = api_number(request->name),
                              .filter =
                                  view->filter ? http_query(request->exchange, view->filter) : text_of("")};
    if (view->kept) {
        answer_kept(request, &showing);
        return;
    }
    if ((view->states && !api_query_word(request, "state", view->states, &showing.state)) ||
        (view->limit > 0 && !api_query_limit(request, view->limit, &showing.limit)))
        return;
    show_view(request, &showing);
}

/* ------------------------------------------------------------------------------------------ the feed */

void api_feed(const struct api_request *request)
{
    static const char *const topics_alone[] = {"signs", NULL};
    const struct floor *floor = &request->service->floor;
    struct text only;
    unsigned topics = FEED_SIGNS;
    if (!api_query_word(request, "only", topics_alone, &only))
        return;
    bool all = request->has_session && only.length == 0;
    if (all && access_may(&request->session, floor, ACCESS_READ_FLOOR))
        topics |= FEED_EVENTS;
    if (all && access_may(&request->session, floor, ACCESS_READ_PATRONS))
        topics |= FEED_PATRONS;
    feed_answer(request->service->feed, request->exchange, topics,
                topics == FEED_SIGNS ? text_of("") : http_cookie(request->exchange, "cardroom"),
                http_header(request->exchange, "Last-Event-ID"));
}

/* ------------------------------------------------------------------------------------------ health */

/* `trouble` receives why not, for everybody: no more than the name of a file. NULL if nobody asks. */
static bool is_well(struct service *service, struct text_out *trouble)
{
    (void)pthread_mutex_lock(&service->lock);
    bool well = service->well;
    if (!well && trouble)
        text_out_add(trouble, "%s%s.", service->missed ? "The store is not where it was: " : "",
                     service->missed ? service->trouble
                                     : "The store cannot be written. See the log of the server");
    (void)pthread_mutex_unlock(&service->lock);
    return well;
}

void api_health(const struct api_request *request)
{
    struct service *service = request->service;
    char detail[FAULT_WORDS_SIZE + 64];
    struct text_out out;
    text_out_init(&out, detail, sizeof detail);
    if (is_well(service, &out))
        api_answer(service, request->exchange, 200,
                   json_pack("{s:b,s:I,s:o*}", "well", 1, "sequence", (json_int_t)service->sequence,
                             "clock-alarm", service_clock_alarm(service)));
    else
        api_problem(
            service, request->exchange,
            &(struct problem){.code = 503, .type = "unavailable", .title = "not well", .detail = detail});
}

struct figure {
    const char *name, *kind, *meaning;
    uint64_t value;
};

void api_metrics(const struct api_request *request)
{
    enum { ROOM = 8192 };
    struct service *service = request->service;
    const struct http_figures *http = http_figures(service->http);
    const struct figure figures[] = {
        {"cardroom_up", "gauge", "whether the store can be written to", is_well(service, NULL)},
        {"cardroom_clock_alarm", "gauge", "whether the clock of the computer has jumped", service->alarm.on},
        {"cardroom_sequence", "counter", "events on disk", service->sequence},
        {"cardroom_commands_done_total", "counter", "commands done", service->figures.commands},
        {"cardroom_commands_refused_total", "counter", "commands that the house refused",
         service->figures.refused},
        {"cardroom_commands_repeated_total", "counter", "commands that had been done before",
         service->figures.repeated},
        {"cardroom_commands_failed_total", "counter", "commands that could not be written",
         service->figures.failed},
        {"cardroom_sign_ins_total", "counter", "sign-ins", service->figures.sign_ins},
        {"cardroom_sign_ins_refused_total", "counter", "sign-ins refused", service->figures.sign_ins_refused},
        {"cardroom_sessions", "gauge", "people signed in", access_session_count(service->access)},
        {"cardroom_requests_total", "counter", "HTTP requests", http->requests},
        {"cardroom_requests_limited_total", "counter", "requests beyond the rate", http->limited},
        {"cardroom_connections_cut_total", "counter", "clients disconnected because they were too slow",
         http->cut},
        {"cardroom_server_errors_total", "counter", "answers 5xx", http->answers_by_class[5]},
        {"cardroom_connections", "gauge", "connections", http->connections},
        {"cardroom_feed_clients", "gauge", "clients of the live feed", http->streams},
        {"cardroom_hands_waiting", "gauge", "claimed hands that are not verified yet",
         floor_hands_waiting(&service->floor, NAMES_NONE, NAMES_NONE)},
    };
    char words[ROOM];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        text_out_add(&out, "# HELP %s %s\n# TYPE %s %s\n%s %llu\n", figures[i].name, figures[i].meaning,
                     figures[i].name, figures[i].kind, figures[i].name, (unsigned long long)figures[i].value);
    uint64_t count = 0;
    text_out_add(&out, "# HELP cardroom_command_seconds from request to answer\n# TYPE "
                       "cardroom_command_seconds histogram\n");
    for (unsigned i = 0; i < 16; i++) {
        count += service->figures.waits[i];
        text_out_add(&out, "cardroom_command_seconds_bucket{le=\"%u.%03u\"} %llu\n", (1U << i) / 1000,
                     (1U << i) % 1000, (unsigned long long)count);
    }
    text_out_add(&out,
                 "cardroom_command_seconds_bucket{le=\"+Inf\"} %llu\ncardroom_command_seconds_sum %llu.%03u\n"
                 "cardroom_command_seconds_count %llu\n",
                 (unsigned long long)count, (unsigned long long)(service->figures.wait_sum_ms / 1000),
                 (unsigned)(service->figures.wait_sum_ms % 1000), (unsigned long long)count);
    http_answer(request->exchange, &(struct http_answer){.code = 200,
                                                         .type = "text/plain; version=0.0.4",
                                                         .bytes = text_out_text(&out)});
}
