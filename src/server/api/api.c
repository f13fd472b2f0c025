/* The routes: the handler of each request, and the right that it needs. The views of the desks are routes too. */
#include "server/pages.h"
#include "server/service_internal.h"

#include "base/check.h"
#include "house/kernel/desk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAFF(right) (API_STAFF_FIRST + (unsigned)(right))

static const struct api_route own_routes[] = {
    {"POST", "/api/commands", api_command, .right = STAFF(ACCESS_WORK)},
    {"GET", "/api/feed", api_feed, .right = API_EVERYBODY},
    {"GET", "/api/events", api_events, .right = STAFF(ACCESS_READ_FLOOR)},
    {"GET", "/api/payments", api_payments, .right = STAFF(ACCESS_READ_PATRONS)},
    {"POST", "/api/slips", api_print_slip, .right = STAFF(ACCESS_PAY)},
    {"GET", "/api/slips/{number}.pdf", api_slip, .right = STAFF(ACCESS_PAY)},
    {"PUT", "/api/patrons/{patron}/pin", api_set_patron_pin, .right = STAFF(ACCESS_MANAGE_PINS)},
    {"DELETE", "/api/patrons/{patron}/lock", api_unlock_patron, .right = STAFF(ACCESS_MANAGE_PINS)},
    {"PUT", "/api/staff/{person}/credentials", api_set_credential, .right = STAFF(ACCESS_MANAGE_STAFF)},
    {"DELETE", "/api/staff/{person}/lock", api_unlock, .right = STAFF(ACCESS_MANAGE_STAFF)},
    {"GET", "/api/offer-form", api_offer_form, .right = STAFF(ACCESS_READ_OFFICE)},
    {"POST", "/api/offer-preview", api_offer_preview, .right = STAFF(ACCESS_READ_OFFICE)},
    {"POST", "/api/house-preview", api_house_preview, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/documents", api_documents, .right = STAFF(ACCESS_WORK)},
    {"GET", "/api/documents/{issuer}/{document}", api_document, .right = STAFF(ACCESS_WORK)},
    {"GET", "/api/documents/{issuer}/{document}/text", api_document_text, .right = STAFF(ACCESS_WORK)},
    {"GET", "/api/documents/{issuer}/{document}/cases/{name}.case", api_document_case,
     .right = STAFF(ACCESS_WORK)},
    {"GET", "/api/odds", api_odds_targets, .right = STAFF(ACCESS_WORK)},
    {"POST", "/api/odds", api_odds, .right = STAFF(ACCESS_WORK)},
    {"GET", "/api/reports", api_reports, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/reports/{report}", api_report, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/log", api_log, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/access-log", api_access_log, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/backup", api_backup, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/checkpoints", api_checkpoints, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/log/key", api_log_key, .right = API_EVERYBODY},
    {"GET", "/log/checkpoint", api_log_checkpoint, .right = API_EVERYBODY},
    {"GET", "/log/consistency", api_log_consistency, .right = API_EVERYBODY},
    {"GET", "/log/inclusion", api_log_inclusion, .right = API_EVERYBODY},
    {"POST", "/log/cosignature", api_log_cosignature, .right = API_EVERYBODY},
    {"POST", "/api/audit", api_audit, .right = STAFF(ACCESS_AUDIT)},
    {"GET", "/api/forecasts", api_forecasts, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/forecasts/{offer}", api_forecast, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/explain", api_explain, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/history", api_history, .right = STAFF(ACCESS_READ_OFFICE)},
    {"GET", "/api/house", api_house, .right = API_EVERYBODY},
    {"GET", "/api/session", api_session, .right = API_SIGNED_IN},
    {"POST", "/api/session", api_sign_in, .right = API_EVERYBODY},
    {"DELETE", "/api/session", api_sign_out, .right = API_SIGNED_IN},
    {"GET", "/healthz", api_health, .right = API_EVERYBODY},
    {"GET", "/metrics", api_metrics, .right = API_EVERYBODY},
    {"GET", "/api/play/games", api_play_games, .right = API_EVERYBODY},
    {"POST", "/api/play", api_open_play_table, .right = API_EVERYBODY},
    {"GET", "/api/play/{table}", api_play_table, .right = API_EVERYBODY},
    {"DELETE", "/api/play/{table}", api_close_play_table, .right = API_EVERYBODY},
    {"POST", "/api/play/{table}/acts", api_play_act, .right = API_EVERYBODY},
    {"GET", "/api/play/{table}/hint", api_play_hint, .right = API_EVERYBODY},
    {"GET", "/api/play/{table}/rounds", api_play_rounds, .right = API_EVERYBODY},
    {"GET", "/api/play/{table}/rounds/{round}", api_play_round, .right = API_EVERYBODY},
};

/* The right of access that has the permission of the view. */
static enum access_right right_for(const struct desk_view *view)
{
    const char *permission = view->permission;
    for (unsigned right = 0; right < ACCESS_RIGHTS; right++) {
        const char *other = access_right_permission((enum access_right)right);
        if (permission && other ? strcmp(permission, other) == 0 : permission == other)
            return (enum access_right)right;
    }
    check_failed_texts(__FILE__, __LINE__, "a right of access has the permission of the view",
                       text_of(view->path), text_of(permission));
}

void api_routes_make(struct api_routes *routes)
{
    enum { OWN_ROUTES = sizeof own_routes / sizeof own_routes[0] };
    routes->count = 0;
    for (unsigned i = 0; i < DESKS; i++)
        for (unsigned k = 0; k < desks[i]->view_count; k++) {
            const struct desk_view *view = &desks[i]->views[k];
            CHECK_OP(routes->count, <, API_ROUTES_MAX);
            routes->items[routes->count++] = (struct api_route){
                .method = "GET",
                .path = view->path,
                .handle = api_view,
                .right =
                    view->audience == VIEW_FOR_EVERYBODY ? (unsigned)API_EVERYBODY : STAFF(right_for(view)),
                .view = view,
            };
        }
    CHECK_OP(routes->count + OWN_ROUTES, <=, API_ROUTES_MAX);
    memcpy(routes->items + routes->count, own_routes, sizeof own_routes);
    routes->count += OWN_ROUTES;
}

/* ------------------------------------------------------------------------------------------ answers */

bool service_room(struct service *service, size_t size)
{
    enum { SCRATCH_MAX = 256 << 20 };
    if (size <= service->scratch_size)
        return true;
    char *grown = size <= SCRATCH_MAX ? realloc(service->scratch, size) : NULL;
    if (!grown)
        return false;
    service->scratch = grown;
    service->scratch_size = size;
    return true;
}

bool service_write(struct service *service, const json_t *document, struct text *bytes)
{
    for (;;) {
        struct text_out out;
        text_out_init(&out, service->scratch, service->scratch_size);
        enum status status = document_write(&out, document, DOCUMENT_COMPACT);
        *bytes = text_out_text(&out);
        if (status == STATUS_OK)
            return true;
        if (status != STATUS_NO_SPACE || !service_room(service, service->scratch_size * 2))
            return false;
    }
}

void api_answer(struct service *service, struct exchange *exchange, unsigned code, json_t *document)
{
    struct text bytes;
    if (document && service_write(service, document, &bytes))
        http_answer(exchange,
                    &(struct http_answer){.code = code, .type = "application/json", .bytes = bytes});
    else
        http_answer(exchange, &(struct http_answer){.code = 503, .bytes = text_of(""), .bytes_last = true});
    json_decref(document);
}

void api_problem(struct service *service, struct exchange *exchange, const struct problem *problem)
{
    struct text bytes = text_of("");
    /* A message may quote the request, which need not be valid text. */
    struct text detail = text_of(problem->detail);
    detail = text_slice(detail, 0, text_utf8_length(detail));
    json_t *document = json_pack("{s:s,s:s,s:i,s:s%,s:s*,s:s*}", "type", problem->type, "title",
                                 problem->title, "status", (int)problem->code, "detail", detail.bytes,
                                 detail.length, "clause", problem->clause, "field", problem->field);
    if (document && !service_write(service, document, &bytes))
        bytes = text_of("");
    struct http_answer answer = {.code = problem->code, .type = "application/problem+json", .bytes = bytes};
    char retry[24];
    (void)snprintf(retry, sizeof retry, "%" PRId64,
                   problem->retry_ms > 1000 ? (problem->retry_ms + 999) / 1000 : 1);
    if (problem->code == 503 || problem->code == 429)
        answer.fields[0] = (struct http_field){"Retry-After", retry};
    else if (problem->allow)
        answer.fields[0] = (struct http_field){"Allow", problem->allow};
    http_answer(exchange, &answer);
    json_decref(document);
}

/* ------------------------------------------------------------------------------------------ routes */

/* Compares part by part; `name` receives the part that matches the braces in the pattern. */
static bool matches(const char *pattern, struct text path, struct text *name)
{
    size_t at = 0;
    *name = text_of("");
    while (*pattern) {
        if (*pattern != '{') {
            if (at == path.length || path.bytes[at] != *pattern)
                return false;
            at++;
            pattern++;
            continue;
        }
        size_t first = at;
        pattern = strchr(pattern, '}') + 1;
        while (at < path.length && path.bytes[at] != '/' && (!*pattern || path.bytes[at] != *pattern))
            at++;
        *name = (struct text){path.bytes + first, at - first};
        if (name->length == 0)
            return false;
    }
    return at == path.length;
}

/* HEAD is GET without the body, which the HTTP library omits. */
static struct text method_of(const struct exchange *exchange)
{
    return text_equal(exchange->method, text_of("HEAD")) ? text_of("GET") : exchange->method;
}

/* NULL if there is none; `allow` then receives the methods of this path. */
static const struct api_route *find_route(const struct api_routes *routes, const struct exchange *exchange,
                                          struct text *name, struct text_out *allow)
{
    struct text method = method_of(exchange);
    for (unsigned i = 0; i < routes->count; i++) {
        const struct api_route *route = &routes->items[i];
        if (!matches(route->path, exchange->path, name))
            continue;
        if (text_equal(method, text_of(route->method)))
            return route;
        text_out_add(allow, "%s%s", route->method, strcmp(route->method, "GET") == 0 ? ", HEAD, " : ", ");
    }
    if (allow->length > 0)
        text_out_add(allow, "OPTIONS");
    return NULL;
}

/* A request that changes something must come from a page of this server: it carries the CSRF token, which only such a page
 * knows. */
static bool is_forged(const struct api_request *request)
{
    const struct exchange *exchange = request->exchange;
    return !text_equal(method_of(exchange), text_of("GET")) &&
           !access_csrf_is(&request->session, http_header(exchange, "X-CSRF-Token"));
}

/* "https://room.example" and "room.example"; a browser that hides the origin of a page sends "null". */
static bool is_origin_of(struct text origin, struct text host)
{
    size_t at = 0;
    while (at < origin.length && origin.bytes[at] != '/')
        at++;
    return at + 2 <= origin.length && host.length > 0 &&
           text_equal(text_slice(origin, at + 2, origin.length - at - 2), host);
}

/*
 * Browsers mark a request that a page of another site made; a sign-in has no token to check. Other clients send neither
 * header.
 */
static bool is_from_elsewhere(const struct exchange *exchange)
{
    struct text site = http_header(exchange, "Sec-Fetch-Site"), origin = http_header(exchange, "Origin");
    if (text_equal(method_of(exchange), text_of("GET")))
        return false;
    return text_equal(site, text_of("cross-site")) || text_equal(site, text_of("same-site")) ||
           (origin.length > 0 && !is_origin_of(origin, http_header(exchange, "Host")));
}

static void note(const struct api_request *request, const char *why)
{
    struct service *service = request->service;
    access_note_refused(service->access, request->has_session ? &request->session : NULL,
                        text_of(request->exchange->from), request->exchange->path, text_of(why),
                        service_wall(service));
}

/* Whether the request may continue; if not, it has been answered and the attempt is logged. */
static bool is_allowed(struct api_request *request)
{
    const struct api_route *route = request->route;
    struct service *service = request->service;
    struct exchange *exchange = request->exchange;
    struct text token = http_cookie(exchange, "cardroom");
    struct instant now = service_wall(service);
    bool by_itself = route->handle == api_feed; /* a timer of the page, and no person */
    request->has_session =
        token.length > 0 && access_find(service->access, token, now, !by_itself, &request->session);
    bool forged = is_from_elsewhere(exchange) ||
                  (request->has_session && route->right != API_EVERYBODY && is_forged(request));
    if (route->right == API_EVERYBODY && !forged)
        return true;
    if (!request->has_session && !forged) {
        /* Every page asks at its start who is signed in; that is not an attempt to do anything. */
        if (token.length > 0 || route->handle != api_session)
            note(request, token.length > 0 ? "no session" : "nobody is signed in");
        api_problem(
            service, exchange,
            &(struct problem){.code = 401,
                              .type = "not-signed-in",
                              .title = "not signed in",
                              .detail = "You are not signed in, or your session has ended. Sign in."});
        return false;
    }
    if (forged) {
        note(request, "no token");
        api_problem(service, exchange,
                    &(struct problem){.code = 403,
                                      .type = "not-allowed",
                                      .title = "not from this page",
                                      .detail = "The request has no valid session token. Reload the page."});
        return false;
    }
    bool own = route->view && route->view->audience == VIEW_FOR_PATRON;
    if (route->right < API_STAFF_FIRST ||
        (own && request->session.credential == CREDENTIAL_PATRON_PIN
             ? access_demand_patron(service->access, &request->session, request->name, now)
             : access_demand(service->access, &request->session, &service->floor,
                             (enum access_right)(route->right - API_STAFF_FIRST), now)))
        return true;
    api_problem(service, exchange,
                &(struct problem){.code = 403,
                                  .type = "not-allowed",
                                  .title = "not allowed",
                                  .detail = own ? "You can see only your own data."
                                                : "Your role does not allow this."});
    return false;
}

/* Whether a header lists the word: "gzip, deflate". */
static bool lists(struct text header, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = 0; at + length <= header.length; at++)
        if (memcmp(header.bytes + at, word, length) == 0)
            return true;
    return false;
}

bool api_takes_packed(const struct exchange *exchange)
{
    return lists(http_header(exchange, "Accept-Encoding"), "gzip");
}

static void answer_page(struct exchange *exchange, const struct page_file *file, unsigned code)
{
    bool same = code == 200 && lists(http_header(exchange, "If-None-Match"), file->etag);
    bool packed = file->packed && api_takes_packed(exchange);
    struct text bytes = {(const char *)file->bytes, file->size};
    if (packed)
        bytes = (struct text){(const char *)file->packed, file->packed_size};
    http_answer(exchange, &(struct http_answer){
                              .code = same ? 304 : code,
                              .type = file->type,
                              .bytes = same ? text_of("") : bytes,
                              .bytes_last = true,
                              .fields = {{"Cache-Control",
                                          file->lasting ? "public, max-age=31536000, immutable" : "no-cache"},
                                         {"ETag", file->etag},
                                         {"Vary", "Accept-Encoding"},
                                         {packed && !same ? "Content-Encoding" : NULL, "gzip"}}});
}

/* A person with a browser is sent to the sign-in page; a client of the API gets a problem. */
static bool asks_for_a_page(const struct exchange *exchange)
{
    return !text_starts_with(exchange->path, text_of("/api/")) &&
           lists(http_header(exchange, "Accept"), "text/html");
}

void api_handle(void *context, struct exchange *exchange)
{
    struct api_request request = {.service = context, .exchange = exchange};
    char methods[64];
    struct text_out allow;
    text_out_init(&allow, methods, sizeof methods);
    request.route = find_route(&request.service->routes, exchange, &request.name, &allow);
    if (request.route) {
        if (is_allowed(&request))
            request.route->handle(&request);
        return;
    }
    const struct page_file *nowhere = page_find(text_of("/not-found"));
    const struct page_file *file = allow.length == 0 ? page_find(exchange->path) : NULL;
    bool reads = text_equal(method_of(exchange), text_of("GET"));
    if (!file && allow.length == 0 && reads && asks_for_a_page(exchange))
        file = nowhere;
    if (file)
        text_out_add(&allow, "GET, HEAD, OPTIONS");
    if (file && reads)
        answer_page(exchange, file, file == nowhere ? 404 : 200);
    else if (allow.length == 0 && !file)
        api_problem(
            request.service, exchange,
            &(struct problem){
                .code = 404, .type = "not-found", .title = "not found", .detail = "There is no such page."});
    else if (text_equal(exchange->method, text_of("OPTIONS")))
        http_answer(exchange, &(struct http_answer){.code = 204,
                                                    .bytes = text_of(""),
                                                    .bytes_last = true,
                                                    .fields = {{"Allow", methods}}});
    else
        api_problem(request.service, exchange,
                    &(struct problem){.code = 405,
                                      .type = "not-found",
                                      .title = "not that way",
                                      .detail = "This address does not support that method.",
                                      .allow = methods});
}

void api_dropped(void *context, struct exchange *exchange)
{
    struct exchange **waiting = exchange->waits_for;
    (void)context;
    if (waiting)
        *waiting = NULL;
}
