/* Signing in and out, and the credentials of staff and patrons. */
#include "server/api/api_body.h"
#include "server/service_internal.h"

#include "base/check.h"
#include "house/kernel/view.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "rulebook/branding.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------------ sessions */

static json_t *session_of(const struct service *service, const struct access_session *session)
{
    const struct floor *floor = &service->floor;
    bool is_patron = session->credential == CREDENTIAL_PATRON_PIN;
    const struct access_lifetime life = is_patron
                                            ? (service->options.demo ? access_demo : access_usual).patron
                                            : (service->options.demo ? access_demo : access_usual).staff;
    json_t *view = json_object(), *may = json_array(), *countersigned = json_array();
    struct text name = text_of(""), role = text_of("");
    const struct patron *patron = is_patron ? floor_patron(floor, text_of(session->who)) : NULL;
    if (patron)
        name = patron->name;
    for (unsigned i = 0; !is_patron && i < floor->person_count; i++)
        if (text_equal(floor->people[i].person, text_of(session->who))) {
            name = floor->people[i].name;
            role = floor->people[i].role;
        }
    for (unsigned right = 0; right < ACCESS_RIGHTS; right++)
        if (access_may(session, floor, (enum access_right)right))
            (void)json_array_append_new(may, json_string(access_right_name((enum access_right)right)));
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        if (access_may_do(session, floor, (enum command_kind)kind))
            (void)json_array_append_new(may, json_string(command_shape((enum command_kind)kind)->name));
        else if (access_may_ask(session, floor, (enum command_kind)kind))
            (void)json_array_append_new(countersigned,
                                        json_string(command_shape((enum command_kind)kind)->name));
    (void)json_object_set_new(view, is_patron ? "patron" : "person", json_string(session->who));
    (void)json_object_set_new(view, "name", document_text(name));
    (void)json_object_set_new(view, "role", document_text(role));
    (void)json_object_set_new(view, "may", may);
    (void)json_object_set_new(view, "may-countersigned", countersigned);
    (void)json_object_set_new(view, "token", json_string(session->csrf));
    int64_t idle = session->seen.ms + life.idle_ms, end = session->began.ms + life.most_ms;
    (void)json_object_set_new(view, "expires", view_time((struct instant){idle < end ? idle : end}));
    return view;
}

void api_session(const struct api_request *request)
{
    api_answer(request->service, request->exchange, 200, session_of(request->service, &request->session));
}

/* The cookie is sent only to this server and from its own pages, and scripts cannot read it. */
static void write_cookie(struct text_out *out, const struct exchange *exchange, const char *token)
{
    text_out_add(out, "cardroom=%s; Path=/; HttpOnly; SameSite=Strict%s%s", token,
                 *token ? "" : "; Max-Age=0", http_is_secure(exchange) ? "; Secure" : "");
}

static void answer_with_cookie(struct service *service, struct exchange *exchange, unsigned code,
                               json_t *document, const char *token)
{
    char cookie[ACCESS_TOKEN_SIZE + 96];
    struct text_out out;
    char *bytes = document ? json_dumps(document, JSON_COMPACT) : NULL;
    text_out_init(&out, cookie, sizeof cookie);
    write_cookie(&out, exchange, token);
    if (code == 200 && !bytes)
        api_answer(service, exchange, 503, NULL);
    else
        http_answer(exchange, &(struct http_answer){.code = code,
                                                    .type = bytes ? "application/json" : NULL,
                                                    .bytes = text_of(bytes ? bytes : ""),
                                                    .fields = {{"Set-Cookie", cookie}}});
    free(bytes);
    json_decref(document);
}

void api_sign_out(const struct api_request *request)
{
    access_sign_out(request->service->access, &request->session, service_wall(request->service));
    service_review(request->service);
    answer_with_cookie(request->service, request->exchange, 204, NULL, "");
}

/* ----------------------------------------------------------------------------------- tasks of access control */

/* A task of the access worker. */
struct door_errand {
    struct letter letter;
    struct access_ticket ticket;
    struct service *service;
    struct exchange *exchange;
    struct access_session former; /* the session that a new sign-in ends; number 0: none */

    /* For a credential that a second person countersigns. */
    enum credential_kind kind;
    char person[ACCESS_NAME_SIZE], badge[ACCESS_NAME_SIZE], by[ACCESS_NAME_SIZE], second[ACCESS_NAME_SIZE];
    char secret[ACCESS_SECRET_MAX + 1];
};

static void errand_free(struct door_errand *errand)
{
    if (errand)
        sodium_memzero(errand->secret, sizeof errand->secret);
    free(errand);
}

static void errand_answered(struct access_ticket *ticket)
{
    struct door_errand *errand = ticket->context;
    service_post(errand->service, &errand->letter);
}

static struct door_errand *new_errand(const struct api_request *request,
                                      void (*open)(struct service *service, struct letter *letter))
{
    struct door_errand *errand = calloc(1, sizeof *errand);
    if (!errand)
        return NULL;
    *errand =
        (struct door_errand){.letter.open = open, .service = request->service, .exchange = request->exchange};
    errand->ticket.done = errand_answered;
    errand->ticket.context = errand;
    http_wait(request->exchange);
    request->exchange->waits_for = &errand->exchange;
    return errand;
}

/* Access control did not accept the task. */
static void turn_away(const struct api_request *request, struct door_errand *errand, enum status status,
                      const struct fault *fault)
{
    bool full = status == STATUS_NO_SPACE || status == STATUS_NO_MEMORY;
    api_problem(request->service, request->exchange,
                &(struct problem){.code = full ? 503 : 400,
                                  .type = full ? "unavailable" : "invalid",
                                  .title = full ? "too busy" : "invalid request",
                                  .detail = full ? "Too many people are signing in. Try again in a moment."
                                                 : fault->words});
    errand_free(errand);
}

/* Somebody else has set the secret (access.h, D6); the field is that of the request, or NULL. */
static void answer_must_change(struct service *service, struct exchange *exchange,
                               const struct access_ticket *ticket, const char *field)
{
    char detail[512];
    struct text_out out;
    text_out_init(&out, detail, sizeof detail);
    text_out_add(&out, "%s's %s was set by %s; ", ticket->who,
                 ticket->own.credential == CREDENTIAL_PASSWORD ? "password" : "PIN",
                 ticket->set_by[0] ? ticket->set_by : "somebody else");
    text_out_add(&out, "%s must change it at the sign-in page first.", ticket->who);
    api_problem(service, exchange,
                &(struct problem){.code = 403,
                                  .type = "must-change",
                                  .title = "to be changed first",
                                  .detail = detail,
                                  .field = field});
}

static void signed_in(struct service *service, struct letter *letter)
{
    struct door_errand *errand = (struct door_errand *)(void *)letter;
    const struct access_ticket *ticket = &errand->ticket;
    struct exchange *exchange = errand->exchange;
    bool granted = ticket->status == STATUS_OK && ticket->outcome == ACCESS_GRANTED;
    service->figures.sign_ins += granted;
    service->figures.sign_ins_refused += !granted;
    /* A password may have been typed as the name, so a failed sign-in is logged without it. */
    service_log(service, granted ? "signed in" : "sign-in refused", "who", ticket->who, "from",
                ticket->own.from, NULL);
    if (granted && errand->former.number > 0) {
        access_sign_out(service->access, &errand->former, service_wall(service));
        service_review(service);
    }
    if (!exchange)
        ; /* the client disconnected */
    else if (granted)
        answer_with_cookie(service, exchange, 200, session_of(service, &ticket->session), ticket->token);
    else if (ticket->status != STATUS_OK)
        api_problem(
            service, exchange,
            &(struct problem){
                .code = 503, .type = "unavailable", .title = "no answer", .detail = ticket->fault.words});
    else if (ticket->outcome == ACCESS_LOCKED_OUT)
        api_problem(
            service, exchange,
            &(struct problem){
                .code = 429,
                .type = "too-many",
                .title = "locked",
                .detail =
                    "Too many attempts. Wait a quarter of an hour, or ask a manager to unlock the name.",
                .retry_ms = ticket->locked_until.ms - service_wall(service).ms});
    else if (ticket->outcome == ACCESS_MUST_CHANGE)
        answer_must_change(service, exchange, ticket, NULL);
    else
        api_problem(service, exchange,
                    &(struct problem){.code = 401,
                                      .type = "not-signed-in",
                                      .title = "sign-in refused",
                                      .detail = "Wrong name or password, or wrong number or PIN."});
    errand_free(errand);
}

/* The object in the body; NULL if there is none, and it has then been answered. */
static json_t *body_of(const struct api_request *request)
{
    json_t *document;
    struct fault fault;
    if (login_body_read(request->exchange->body, &document, &fault) != STATUS_OK)
        api_problem(request->service, request->exchange,
                    &(struct problem){
                        .code = 400, .type = "invalid", .title = "invalid request", .detail = fault.words});
    return document;
}

/* A form on a page of another site cannot send this content type. */
static bool is_json(const struct exchange *exchange)
{
    static const char json[] = "application/json";
    struct text type = http_header(exchange, "Content-Type");
    size_t length = sizeof json - 1;
    return type.length >= length && strncasecmp(type.bytes, json, length) == 0 &&
           (type.length == length || type.bytes[length] == ';' || type.bytes[length] == ' ');
}

/* A sign-in with a new secret changes it at the same time. */
static enum status sign_in(struct door_errand *errand, const struct access_login *login, const json_t *fresh,
                           struct fault *fault)
{
    struct access *access = errand->service->access;
    struct instant now = service_wall(errand->service);
    const char *words = json_string_value(fresh);
    return fresh ? access_change(access, login, text_of(words ? words : ""), now, &errand->ticket, fault)
                 : access_sign_in(access, login, now, &errand->ticket, fault);
}

void api_sign_in(const struct api_request *request)
{
    if (!is_json(request->exchange)) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 415,
                                      .type = "invalid",
                                      .title = "invalid request",
                                      .detail = "Send the sign-in as application/json."});
        return;
    }
    json_t *body = body_of(request);
    if (!body)
        return;
    struct access_login login = login_of(body, true);
    login.from = text_of(request->exchange->from);
    struct fault fault = {.status = STATUS_NO_MEMORY};
    struct door_errand *errand = new_errand(request, signed_in);
    if (errand && request->has_session)
        errand->former = request->session;
    enum status status =
        errand ? sign_in(errand, &login, json_object_get(body, "new"), &fault) : STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        turn_away(request, errand, status, &fault);
    json_decref(body);
}

/* ------------------------------------------------------------------------------------------ credentials */

static void errand_done(struct service *service, struct letter *letter)
{
    struct door_errand *errand = (struct door_errand *)(void *)letter;
    const struct access_ticket *ticket = &errand->ticket;
    service_review(service); /* former sessions ended with the new credential */
    if (errand->exchange && ticket->status == STATUS_OK)
        http_answer(errand->exchange,
                    &(struct http_answer){.code = 204, .bytes = text_of(""), .bytes_last = true});
    else if (errand->exchange)
        api_problem(service, errand->exchange,
                    &(struct problem){.code = ticket->status == STATUS_INVALID ? 400 : 503,
                                      .type = ticket->status == STATUS_INVALID ? "invalid" : "unavailable",
                                      .title = "not done",
                                      .detail = ticket->fault.words});
    errand_free(errand);
}

/* False if nobody of that name works here; it has then been answered. */
static bool is_of_staff(const struct api_request *request)
{
    if (floor_person(&request->service->floor, request->name))
        return true;
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 404,
                                  .type = "not-found",
                                  .title = "not found",
                                  .detail = "Nobody of this name works here. Add the employee first."});
    return false;
}

static void answer_unsigned(struct service *service, struct exchange *exchange, unsigned code,
                            const char *words)
{
    api_problem(service, exchange,
                &(struct problem){.code = code,
                                  .type = code == 400 ? "invalid" : "not-allowed",
                                  .title = "not countersigned",
                                  .detail = words,
                                  .field = "countersign"});
}

void api_answer_countersign(struct service *service, struct exchange *exchange,
                            const struct access_ticket *ticket)
{
    if (ticket->status == STATUS_OK && ticket->outcome == ACCESS_MUST_CHANGE)
        answer_must_change(service, exchange, ticket, "countersign");
    else
        answer_unsigned(service, exchange, 403,
                        ticket->status != STATUS_OK             ? ticket->fault.words
                        : ticket->outcome == ACCESS_SAME_PERSON ? "Two different persons must sign."
                        : ticket->outcome == ACCESS_LOCKED_OUT
                            ? "Too many attempts; this name is locked for some minutes."
                            : "The second person's name or password, or badge or PIN, is wrong.");
}

static enum status give(struct door_errand *errand, struct fault *fault)
{
    const struct access_credential credential = {.credential = errand->kind,
                                                 .who = text_of(errand->person),
                                                 .secret = text_of(errand->secret),
                                                 .by = text_of(errand->by),
                                                 .badge = text_of(errand->badge),
                                                 .second = text_of(errand->second)};
    errand->letter.open = errand_done;
    return access_set(errand->service->access, &credential, service_wall(errand->service), &errand->ticket,
                      fault);
}

/* The second person countersigned; now the credential is set. */
static void stood_by(struct service *service, struct letter *letter)
{
    struct door_errand *errand = (struct door_errand *)(void *)letter;
    struct access_ticket *ticket = &errand->ticket;
    bool granted = ticket->status == STATUS_OK && ticket->outcome == ACCESS_GRANTED;
    bool may = granted && access_may_stand_by(&service->floor, text_of(ticket->who)) &&
               strcmp(ticket->who, errand->person) != 0;
    memcpy(errand->second, ticket->who, sizeof errand->second);
    if (may) {
        struct fault fault;
        enum status status = give(errand, &fault);
        if (status == STATUS_OK)
            return;
        ticket->status = status;
        ticket->fault = fault;
        errand_done(service, letter);
        return;
    }
    if (errand->exchange && granted)
        answer_unsigned(service, errand->exchange, 403,
                        "A second person who may appoint or authorise must sign. It cannot be the owner of "
                        "the password or PIN.");
    else if (errand->exchange)
        api_answer_countersign(service, errand->exchange, ticket);
    errand_free(errand);
}

/* The credential to set, kept while the second person is checked. */
static enum status keep(struct door_errand *errand, const struct api_request *request,
                        const struct access_login *login, struct fault *fault)
{
    bool pin = login->credential == CREDENTIAL_PIN;
    enum status status = access_secret_check(login->credential, login->secret, fault);
    if (status != STATUS_OK)
        return status;
    if (request->name.length > ACCESS_NAME_MAX || login->name.length > ACCESS_NAME_MAX ||
        login->secret.length > ACCESS_SECRET_MAX)
        return fault_set(fault, STATUS_INVALID, 0, "a name has at most %d bytes, a password %d",
                         ACCESS_NAME_MAX, ACCESS_SECRET_MAX);
    errand->kind = login->credential;
    memcpy(errand->person, request->name.bytes, request->name.length);
    memcpy(errand->badge, login->name.bytes, pin ? login->name.length : 0);
    memcpy(errand->secret, login->secret.bytes, login->secret.length);
    memcpy(errand->by, request->session.who, sizeof errand->by);
    return STATUS_OK;
}

/* Whoever sets a secret could act as its owner until it is changed, so a second person must countersign. */
void api_set_credential(const struct api_request *request)
{
    json_t *body = is_of_staff(request) ? body_of(request) : NULL;
    const json_t *countersign = json_object_get(body, "countersign");
    if (!body)
        return;
    if (!json_is_object(countersign)) {
        answer_unsigned(
            request->service, request->exchange, 400,
            "A second person must sign: send countersign with badge and pin, or name and password.");
        json_decref(body);
        return;
    }
    const struct access_login login = login_of(body, false);
    struct access_login second = login_of(countersign, false);
    second.from = text_of(request->exchange->from);
    struct fault fault = {.status = STATUS_NO_MEMORY};
    struct door_errand *errand = new_errand(request, stood_by);
    enum status status = errand ? keep(errand, request, &login, &fault) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = access_countersign(request->service->access, &second, text_of(request->session.who),
                                    service_wall(request->service), &errand->ticket, &fault);
    if (status != STATUS_OK)
        turn_away(request, errand, status, &fault);
    json_decref(body);
}

static enum status unlock(struct door_errand *errand, enum credential_kind kind, struct text who,
                          struct text by, struct fault *fault)
{
    struct service *service = errand->service;
    return access_unlock(service->access, kind, who, by, service_wall(service), &errand->ticket, fault);
}

/* The password is unlocked; now the PIN. */
static void unlocked_first(struct service *service, struct letter *letter)
{
    struct door_errand *errand = (struct door_errand *)(void *)letter;
    struct access_ticket *ticket = &errand->ticket;
    char who[ACCESS_NAME_SIZE], by[ACCESS_NAME_SIZE];
    memcpy(who, ticket->own.name, sizeof who);
    memcpy(by, ticket->own.by, sizeof by);
    errand->letter.open = errand_done;
    struct fault fault = ticket->fault;
    enum status status = ticket->status;
    if (status == STATUS_OK)
        status = unlock(errand, CREDENTIAL_PIN, text_of(who), text_of(by), &fault);
    if (status == STATUS_OK)
        return;
    ticket->status = status;
    ticket->fault = fault;
    errand_done(service, letter);
}

void api_unlock(const struct api_request *request)
{
    if (!is_of_staff(request))
        return;
    struct fault fault = {.status = STATUS_NO_MEMORY};
    struct door_errand *errand = new_errand(request, unlocked_first);
    enum status status =
        errand ? unlock(errand, CREDENTIAL_PASSWORD, request->name, text_of(request->session.who), &fault)
               : STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        turn_away(request, errand, status, &fault);
}

/* ------------------------------------------------------------------------------------------ patrons */

/* False if nobody has the club number; it has then been answered. */
static bool is_patron(const struct api_request *request)
{
    if (floor_patron(&request->service->floor, request->name))
        return true;
    api_problem(
        request->service, request->exchange,
        &(struct problem){.code = 404,
                          .type = "not-found",
                          .title = "not found",
                          .detail = "There is no patron with this number. Register the patron first."});
    return false;
}

/* It gives access only to the data of that patron, so one member of staff is enough. */
void api_set_patron_pin(const struct api_request *request)
{
    json_t *body = is_patron(request) ? body_of(request) : NULL;
    if (!body)
        return;
    const char *pin = json_string_value(json_object_get(body, "pin"));
    const struct access_credential credential = {.credential = CREDENTIAL_PATRON_PIN,
                                                 .who = request->name,
                                                 .secret = text_of(pin ? pin : ""),
                                                 .by = text_of(request->session.who)};
    struct fault fault = {.status = STATUS_NO_MEMORY};
    struct door_errand *errand = new_errand(request, errand_done);
    enum status status = errand ? access_set(request->service->access, &credential,
                                             service_wall(request->service), &errand->ticket, &fault)
                                : STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        turn_away(request, errand, status, &fault);
    json_decref(body);
}

void api_unlock_patron(const struct api_request *request)
{
    if (!is_patron(request))
        return;
    struct fault fault = {.status = STATUS_NO_MEMORY};
    struct door_errand *errand = new_errand(request, errand_done);
    enum status status =
        errand ? unlock(errand, CREDENTIAL_PATRON_PIN, request->name, text_of(request->session.who), &fault)
               : STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        turn_away(request, errand, status, &fault);
}

/* ------------------------------------------------------------------------------------------ the house */

/* The title of each filed document by its identity; if it was filed more than once, the last. */
static json_t *document_titles(const struct floor *floor)
{
    json_t *titles = json_object();
    for (unsigned i = 0; i < floor->rulebook_count; i++) {
        const struct rule_document *document = &floor->rulebooks[i]->document;
        struct text identity = document->identity;
        (void)json_object_setn_new(titles, identity.bytes, identity.length, document_text(document->name));
    }
    return titles;
}

enum { DAY_MS = 24 * 60 * 60 * 1000, MINUTE_MS = 60 * 1000, DAYS_BACK = 10 * 366, DAYS_AHEAD = 3 * 366 };

static int16_t offset_at(const struct zone *zone, struct instant at)
{
    struct local_time local;
    return local_time_of(at, zone, &local) == STATUS_OK ? local.offset_minutes : 0;
}

static void add_offset(json_t *list, struct instant from, int16_t minutes)
{
    (void)json_array_append_new(list, json_pack("[o, i]", view_time(from), (int)minutes));
}

/* How far the clocks of the house are ahead of UTC, from which moment on. A zone may be a rule that browsers do not know, and a browser
 * may know another rule for a name than the books do. */
static json_t *zone_offsets(const struct zone *zone, struct instant now)
{
    json_t *list = json_array();
    struct instant day = {(now.ms / DAY_MS - DAYS_BACK) * DAY_MS};
    int16_t before = offset_at(zone, day);
    add_offset(list, day, before);
    for (unsigned i = 0; i < DAYS_BACK + DAYS_AHEAD; i++) {
        const struct instant next = {day.ms + DAY_MS};
        const int16_t after = offset_at(zone, next);
        int64_t low = day.ms / MINUTE_MS, high = next.ms / MINUTE_MS; /* the change is in (low, high] */
        while (after != before && high - low > 1) {
            const int64_t middle = low + (high - low) / 2;
            if (offset_at(zone, (struct instant){middle * MINUTE_MS}) == before)
                low = middle;
            else
                high = middle;
        }
        if (after != before)
            add_offset(list, (struct instant){high * MINUTE_MS}, after);
        before = after;
        day = next;
    }
    return list;
}

static void set_colour(json_t *view, const char *key, bool has, struct rgb colour)
{
    char words[RGB_TEXT_SIZE];
    rgb_write(words, colour);
    if (has)
        (void)json_object_set_new(view, key, json_string(words));
}

/* What pages and signs show of the house beside its name. */
static json_t *branding_of(const struct house *house)
{
    const struct branding branding = house_branding(house);
    json_t *view = json_object();
    (void)json_object_set_new(view, "short-name", document_text(branding.short_name));
    (void)json_object_set_new(view, "tagline", document_text(branding.tagline));
    (void)json_object_set_new(view, "hours", document_text(branding.hours));
    set_colour(view, "colour", branding.has_colour, branding.colour);
    set_colour(view, "colour-on-dark", branding.has_on_dark, branding.on_dark);
    return view;
}

void api_house(const struct api_request *request)
{
    const struct service *service = request->service;
    const struct floor *floor = &service->floor;
    json_t *view = json_object();
    (void)json_object_set_new(view, "house", document_text(floor->identity));
    (void)json_object_set_new(view, "name", document_text(floor->house.name));
    (void)json_object_set_new(view, "branding", branding_of(&floor->house));
    (void)json_object_set_new(view, "time-zone", document_text(floor->house.zone));
    (void)json_object_set_new(view, "time-zone-offsets", zone_offsets(&floor->zone, service_now(service)));
    (void)json_object_set_new(view, "now", view_time(service_now(service)));
    (void)json_object_set_new(view, "day", view_date(floor->day));
    (void)json_object_set_new(view, "demo", json_boolean(service->options.demo));
    (void)json_object_set_new(view, "documents", document_titles(floor));
    json_t *alarm = service_clock_alarm(service);
    if (alarm)
        (void)json_object_set_new(view, "clock-alarm", alarm);
    if (service->options.demo && service->options.logins)
        (void)json_object_set(view, "logins", service->options.logins);
    api_answer(request->service, request->exchange, 200, view);
}
