/* Queries about the house, the floor and the offers. */
#include "house/kernel/floor.h"
#include "house/kernel/names.h"
#include "server/pack.h"
#include "server/service_internal.h"

#include <stdlib.h>
#include <string.h>

static void answer_found(const struct api_request *request, json_t *document, bool found, const char *what)
{
    char detail[128];
    struct text_out out;
    if (found) {
        api_answer(request->service, request->exchange, 200, document);
        return;
    }
    text_out_init(&out, detail, sizeof detail);
    text_out_add(&out, "There is no %s %.*s.", what, TEXT_ARGUMENTS(text_clipped(request->name, 40)));
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 404, .type = "not-found", .title = "not found", .detail = detail});
}

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

/* The view is made again if there was an event since. */
static void answer_kept(const struct api_request *request, struct kept_view *kept,
                        json_t *(*view)(const struct service *service))
{
    struct service *service = request->service;
    unsigned form = api_takes_packed(request->exchange) ? PACKED : PLAIN;
    if (kept->sequence != service->sequence)
        kept_view_release(kept);
    kept->sequence = service->sequence;
    if (!kept->answers[form]) {
        json_t *document = view(service);
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

static json_t *signs(const struct service *service)
{
    return view_signs(&service->floor, service->notices, service->sequence);
}

static json_t *meters(const struct service *service)
{
    return view_meters(&service->floor, service->sequence);
}

static json_t *floor_of(const struct service *service)
{
    return view_floor(&service->floor, service->sequence);
}

void api_signs(const struct api_request *request)
{
    answer_kept(request, &request->service->signs, signs);
}

void api_meters(const struct api_request *request)
{
    answer_kept(request, &request->service->meters, meters);
}

void api_floor(const struct api_request *request)
{
    answer_kept(request, &request->service->floor_view, floor_of);
}

/* ------------------------------------------------------------------------------------------ the rest */

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

void api_table(const struct api_request *request)
{
    struct service *service = request->service;
    bool found;
    json_t *view = view_table(&service->floor, service->notices, request->name, service->sequence, &found);
    answer_found(request, view, found, "table");
}

void api_hands(const struct api_request *request)
{
    static const char *const states[] = {"claimed",   "verified", "rejected", "posted",   "awarded",
                                         "withdrawn", "beaten",   "open",     "standing", NULL};
    struct service *service = request->service;
    struct text state;
    unsigned limit;
    if (api_query_word(request, "state", states, &state) && api_query_limit(request, 100, &limit))
        api_answer(service, request->exchange, 200,
                   view_hands(&service->floor, service->notices, state,
                              http_query(request->exchange, "table"), limit));
}

void api_hand(const struct api_request *request)
{
    struct service *service = request->service;
    bool found;
    json_t *view = view_hand(&service->floor, service->notices, api_number(request->name), &found);
    answer_found(request, view, found, "hand");
}

void api_prizes(const struct api_request *request)
{
    static const char *const states[] = {"awarded",   "held",     "payable", "paid", "lapsed",
                                         "forfeited", "reversed", "open",    NULL};
    struct service *service = request->service;
    struct text state;
    unsigned limit;
    if (api_query_word(request, "state", states, &state) && api_query_limit(request, 100, &limit))
        api_answer(service, request->exchange, 200,
                   view_prizes(&service->floor, service->notices, state,
                               http_query(request->exchange, "patron"), limit));
}

void api_prize(const struct api_request *request)
{
    struct service *service = request->service;
    bool found;
    json_t *view = view_prize(&service->floor, service->notices, api_number(request->name), &found);
    answer_found(request, view, found, "prize");
}

void api_patrons(const struct api_request *request)
{
    unsigned limit;
    if (api_query_limit(request, 50, &limit))
        api_answer(request->service, request->exchange, 200,
                   view_patrons(&request->service->floor, http_query(request->exchange, "search"), limit));
}

/* Staff see patrons by their role; a patron sees only their own data. */
void api_patron(const struct api_request *request)
{
    struct service *service = request->service;
    struct instant now = service_wall(service);
    bool is_patron = request->session.credential == CREDENTIAL_PATRON_PIN;
    bool may = is_patron ? access_demand_patron(service->access, &request->session, request->name, now)
                         : access_demand(service->access, &request->session, &service->floor,
                                         ACCESS_READ_PATRONS, now);
    if (!may) {
        api_problem(service, request->exchange,
                    &(struct problem){.code = 403,
                                      .type = "not-allowed",
                                      .title = "not allowed",
                                      .detail = "You can see only your own data."});
        return;
    }
    bool found;
    json_t *view = view_patron(&service->floor, service->notices, request->name, &found);
    if (found && access_may(&request->session, &service->floor, ACCESS_MANAGE_PINS)) {
        struct access_standing pin =
            access_standing_of(service->access, CREDENTIAL_PATRON_PIN, request->name, now);
        (void)json_object_set_new(view, "has-pin", json_boolean(pin.set));
        (void)json_object_set_new(view, "locked-until", view_time(pin.locked_until));
    }
    answer_found(request, view, found, "patron");
}

/* How each can sign in, for those who manage credentials. */
static void add_standings(struct service *service, json_t *people)
{
    size_t index;
    json_t *object;
    json_array_foreach(people, index, object)
    {
        struct text who = text_of(json_string_value(json_object_get(object, "person")));
        struct instant now = service_wall(service);
        struct access_standing password = access_standing_of(service->access, CREDENTIAL_PASSWORD, who, now),
                               pin = access_standing_of(service->access, CREDENTIAL_PIN, who, now);
        bool later = pin.locked_until.ms > password.locked_until.ms;
        (void)json_object_set_new(object, "has-password", json_boolean(password.set));
        (void)json_object_set_new(object, "has-badge", json_boolean(pin.set));
        (void)json_object_set_new(object, "must-change", json_boolean(password.given || pin.given));
        (void)json_object_set_new(object, "locked-until",
                                  view_time(later ? pin.locked_until : password.locked_until));
    }
}

void api_staff(const struct api_request *request)
{
    struct service *service = request->service;
    json_t *view = view_staff(&service->floor);
    if (access_may(&request->session, &service->floor, ACCESS_MANAGE_STAFF))
        add_standings(service, json_object_get(view, "people"));
    api_answer(service, request->exchange, 200, view);
}

void api_offers(const struct api_request *request)
{
    api_answer(request->service, request->exchange, 200,
               view_offers(&request->service->floor, request->service->notices));
}

void api_offer(const struct api_request *request)
{
    bool found;
    json_t *view = view_offer(&request->service->floor, request->service->notices, request->name, &found);
    answer_found(request, view, found, "offer");
}

void api_offer_accounts(const struct api_request *request)
{
    bool found;
    json_t *view = view_offer_accounts(&request->service->floor, request->name, &found);
    answer_found(request, view, found, "offer");
}

void api_funds(const struct api_request *request)
{
    api_answer(request->service, request->exchange, 200,
               view_funds(&request->service->floor, request->service->sequence));
}

/* ------------------------------------------------------------------------------------------ health */

static bool is_well(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    bool well = service->well;
    (void)pthread_mutex_unlock(&service->lock);
    return well;
}

void api_health(const struct api_request *request)
{
    struct service *service = request->service;
    if (is_well(service))
        api_answer(service, request->exchange, 200,
                   json_pack("{s:b,s:I}", "well", 1, "sequence", (json_int_t)service->sequence));
    else
        api_problem(service, request->exchange,
                    &(struct problem){.code = 503,
                                      .type = "unavailable",
                                      .title = "not well",
                                      .detail = "The store cannot be written. See the log of the server."});
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
        {"cardroom_up", "gauge", "whether the store can be written to", is_well(service)},
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
         view_hands_waiting(&service->floor, NAMES_NONE, NAMES_NONE)},
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
