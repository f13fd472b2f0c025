/* The slips that the cage prints, and the payments of the cage. */
#include "server/service_internal.h"

#include "base/check.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/view.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_views.h"
#include "house/prizes/settled.h"
#include "house/setup/setup_views.h"
#include "rulebook/branding.h"
#include "rulebook/vocabulary_paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ORIGINAL_MS = 5 * 60 * 1000, /* a cached copy must not become a second original */
    DAYS_MOST = 31,
};

/* A task of the thread for slips. */
struct slip_errand {
    struct letter letter;
    struct slips_ticket ticket;
    struct service *service;
    struct exchange *exchange; /* NULL: the client disconnected */
};

static void errand_answered(struct slips_ticket *ticket)
{
    struct slip_errand *errand = ticket->context;
    service_post(errand->service, &errand->letter);
}

static struct slip_errand *new_errand(const struct api_request *request,
                                      void (*open)(struct service *service, struct letter *letter))
{
    struct slip_errand *errand = calloc(1, sizeof *errand);
    if (!errand) {
        api_answer(request->service, request->exchange, 503, NULL);
        return NULL;
    }
    *errand =
        (struct slip_errand){.letter.open = open, .service = request->service, .exchange = request->exchange};
    errand->ticket.done = errand_answered;
    errand->ticket.context = errand;
    return errand;
}

static void free_errand(struct slip_errand *errand)
{
    slips_ticket_release(&errand->ticket);
    free(errand);
}

static void answer_unavailable(struct service *service, struct exchange *exchange, const char *words)
{
    api_problem(service, exchange,
                &(struct problem){.code = 503, .type = "unavailable", .title = "not now", .detail = words});
}

/* Waits for the answer of the task, or answers if the task was not accepted. */
static void send_off(struct slip_errand *errand, enum status status, const struct fault *fault)
{
    if (status == STATUS_OK) {
        if (!errand->exchange->waits_for) /* it may wait already for another part of the answer */
            http_wait(errand->exchange);
        errand->exchange->waits_for = &errand->exchange;
        return;
    }
    answer_unavailable(errand->service, errand->exchange, fault->words);
    free_errand(errand);
}

/* Whether there is anything to answer; if not, the client disconnected or has been told what is wrong. */
static bool is_answerable(struct slip_errand *errand)
{
    if (errand->ticket.status != STATUS_OK)
        service_error(errand->service, "the slip thread does not answer", "why", errand->ticket.fault.words,
                      NULL);
    if (errand->exchange && errand->ticket.status != STATUS_OK)
        answer_unavailable(errand->service, errand->exchange, errand->ticket.fault.words);
    return errand->exchange && errand->ticket.status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ printing */

static void printed(struct service *service, struct letter *letter)
{
    struct slip_errand *errand = (struct slip_errand *)(void *)letter;
    const struct slip *slip = &errand->ticket.slip;
    if (is_answerable(errand))
        api_answer(service, errand->exchange, 200,
                   json_pack("{s:I,s:b,s:i,s:o}", "number", (json_int_t)slip->number, "reprint",
                             slip->copies > 1, "copy", (int)slip->copies, "url",
                             json_sprintf("/api/slips/%u.pdf", (unsigned)slip->number)));
    free_errand(errand);
}

/* The data to print; NULL and the reason if it cannot be printed. */
static const char *read_wanted(const struct api_request *request, enum slip_kind *kind, uint32_t *subject)
{
    static const struct document_limits limits = {.size_max = 4096, .depth_max = 2};
    static const char usage[] = "Send {\"kind\":\"prize-slip\",\"prize\":3}, "
                                "{\"kind\":\"win-page\",\"award\":2} or "
                                "{\"kind\":\"tray-slip\",\"prize\":3}.";
    json_t *body = NULL;
    if (document_parse(request->exchange->body, &limits, &body, NULL) != STATUS_OK)
        return usage;
    const char *word = json_string_value(json_object_get(body, "kind"));
    json_int_t prize = json_integer_value(json_object_get(body, "prize")),
               award = json_integer_value(json_object_get(body, "award")), wanted = 0;
    for (unsigned i = 0; word && i < SLIP_KINDS; i++)
        if (strcmp(word, slip_kind_words[i]) == 0) {
            *kind = (enum slip_kind)i;
            wanted = *kind == SLIP_WIN_PAGE ? award : prize;
        }
    bool fits = wanted > 0 && wanted <= UINT32_MAX && (prize == 0 || award == 0);
    *subject = fits ? (uint32_t)wanted : 0;
    json_decref(body);
    return fits ? NULL : usage;
}

/* What is printed has left the state, or is in it. */
struct slip_subject {
    const struct floor_prize *prize; /* NULL: it is an award, or there is no such prize */
    bool is_there;
};

/* A slip needs a prize that was paid, a tray slip one that was returned to the tray; a win page needs any award. False if it
 * has been answered. */
static bool may_print(const struct api_request *request, enum slip_kind kind, struct slip_subject subject)
{
    if (!subject.is_there) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 404,
                                      .type = "not-found",
                                      .title = "not found",
                                      .detail = kind != SLIP_WIN_PAGE ? "There is no such prize."
                                                                      : "There is no such award."});
        return false;
    }
    if (kind == SLIP_PRIZE && subject.prize->claim.state != CLAIM_PAID) {
        api_problem(
            request->service, request->exchange,
            &(struct problem){.code = 409,
                              .type = "refused",
                              .title = "not paid",
                              .detail = "The prize has not been paid. Print the slip after the payment."});
        return false;
    }
    if (kind == SLIP_TRAY && subject.prize->tray != TRAY_REIMBURSED) {
        api_problem(
            request->service, request->exchange,
            &(struct problem){
                .code = 409,
                .type = "refused",
                .title = "not returned",
                .detail = "The prize has not been returned to the tray. Print the slip after the return."});
        return false;
    }
    return true;
}

static void print_slip(const struct api_request *request, enum slip_kind kind, uint32_t number,
                       struct slip_subject subject)
{
    struct service *service = request->service;
    struct fault fault;
    if (!may_print(request, kind, subject))
        return;
    struct slip_errand *errand = new_errand(request, printed);
    if (!errand)
        return;
    enum status status = slips_print(service->slips, kind, number, text_of(request->session.who),
                                     service_now(service), &errand->ticket, &fault);
    send_off(errand, status, &fault);
}

/* A prize or an award that has left the state, for a slip or a win page. */
static struct settled_wanted subject_wanted(enum slip_kind kind, uint32_t number)
{
    const bool award = kind == SLIP_WIN_PAGE;
    return (struct settled_wanted){.kind = award ? SETTLED_AWARD : SETTLED_PRIZES,
                                   .low = number,
                                   .high = number,
                                   .limit = award ? UINT32_MAX : 1,
                                   .state = text_of(""),
                                   .filter = text_of("")};
}

/* The kind of slip and its subject, while that is read. */
struct slip_waiting {
    enum slip_kind kind;
    uint32_t number;
};

static void subject_to_print(const struct api_request *request, void *context, const struct settled *settled)
{
    struct slip_waiting *waiting = context;
    const struct settled_prize *prize = settled ? settled_prize_numbered(settled, waiting->number) : NULL;
    const bool award = waiting->kind == SLIP_WIN_PAGE;
    if (settled)
        print_slip(request, waiting->kind, waiting->number,
                   (struct slip_subject){!award && prize ? &prize->prize : NULL,
                                         award ? settled->award != NULL : prize != NULL});
    free(waiting);
}

void api_print_slip(const struct api_request *request)
{
    const struct floor *floor = &request->service->floor;
    struct slip_waiting asked = {SLIP_PRIZE, 0};
    const char *wrong = read_wanted(request, &asked.kind, &asked.number);
    if (wrong) {
        api_problem(
            request->service, request->exchange,
            &(struct problem){.code = 400, .type = "invalid", .title = "invalid request", .detail = wrong});
        return;
    }
    const bool award = asked.kind == SLIP_WIN_PAGE;
    const struct floor_prize *prize = award ? NULL : floor_prize(floor, asked.number);
    const bool here = award ? floor_award(floor, asked.number) != NULL : prize != NULL;
    if (here || asked.number > (award ? floor->last_award : floor->last_prize)) {
        print_slip(request, asked.kind, asked.number, (struct slip_subject){prize, here});
        return;
    }
    struct slip_waiting *waiting = malloc(sizeof *waiting);
    if (!waiting) {
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    *waiting = asked;
    const struct settled_wanted wanted = subject_wanted(asked.kind, asked.number);
    if (!api_read_settled(request, &wanted, subject_to_print, waiting))
        free(waiting);
}

/* ------------------------------------------------------------------------------------------ the sheet */

static void shown(struct service *service, struct letter *letter)
{
    /* A browser's PDF viewer is a page with embedded content; everything else stays forbidden. */
    static const char policy[] =
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    struct slip_errand *errand = (struct slip_errand *)(void *)letter;
    (void)service;
    if (is_answerable(errand))
        http_answer(errand->exchange, &(struct http_answer){.code = 200,
                                                            .type = "application/pdf",
                                                            .bytes = errand->ticket.pdf,
                                                            .policy = policy,
                                                            .fields = {{"Content-Disposition", "inline"}}});
    free_errand(errand);
}

static json_t *people_of(const struct floor *floor)
{
    json_t *people = json_object();
    for (unsigned i = 0; i < floor->person_count; i++) {
        struct text person = floor->people[i].person;
        (void)json_object_setn_new(people, person.bytes, person.length, document_text(floor->people[i].name));
    }
    return people;
}

/* The prize or the award of the slip; NULL if it is neither in the state nor among what was read (NULL: nothing was). */
static json_t *subject_of(struct service *service, const struct slip *slip, const struct settled *settled)
{
    const struct floor *floor = &service->floor;
    const bool award = slip->kind == SLIP_WIN_PAGE;
    const struct floor_prize *prize = award ? NULL : floor_prize(floor, slip->subject);
    const struct floor_award *won = award ? floor_award(floor, slip->subject) : NULL;
    if (prize || won)
        return prize ? view_prize(floor, &service->notices, prize)
                     : view_award(floor, &service->notices, won);
    const struct settled_prize *left =
        settled && !award ? settled_prize_numbered(settled, slip->subject) : NULL;
    return left                                 ? view_settled_prize(floor, &service->notices, left)
           : award && settled && settled->award ? view_settled_award(floor, &service->notices, settled)
                                                : NULL;
}

/* What stands at the head of a slip. */
static json_t *house_of(const struct house *house)
{
    const struct node *address = node_member(house->data, KEY_ADDRESS);
    const struct branding branding = house_branding(house);
    char colour[RGB_TEXT_SIZE];
    rgb_write(colour, branding.colour);
    return json_pack("{s:o, s:o, s:o, s:o}", "name", document_text(house->name), "address",
                     document_text(address ? address->scalar : text_of("")), "tagline",
                     document_text(branding.tagline), "colour",
                     document_text(text_of(branding.has_colour ? colour : "")));
}

static_assert((int)SLIP_CHECKPOINT_SIZE == (int)NOTARY_NOTE_SIZE, "a sheet takes the note as it is");

static struct slip_sheet sheet_of(struct service *service, const struct slip *slip, json_t *subject)
{
    const struct floor *floor = &service->floor;
    struct slip_sheet sheet = {
        .slip = *slip,
        .reprint = slip->copies > 1 || service_now(service).ms - slip->printed.ms > ORIGINAL_MS,
        .zone = floor->zone,
        .house = house_of(&floor->house),
        .people = people_of(floor),
        .told = view_told(floor),
        .subject = subject,
    };
    sheet.rule = view_clause(floor, text_of(json_string_value(json_object_get(sheet.subject, "clause"))));
    memcpy(sheet.checkpoint, service->log_state.note, sizeof sheet.checkpoint);
    return sheet;
}

static void answer_no_slip(const struct api_request *request)
{
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 404,
                                  .type = "not-found",
                                  .title = "not found",
                                  .detail = "There is no slip with this number."});
}

/* Takes the subject. */
static void show_slip(const struct api_request *request, const struct slip *slip, json_t *subject)
{
    struct service *service = request->service;
    struct fault fault;
    struct slip_errand *errand = new_errand(request, shown);
    if (!errand) {
        json_decref(subject);
        return;
    }
    struct slip_sheet sheet = sheet_of(service, slip, subject);
    enum status status = slips_show(service->slips, &sheet, &errand->ticket, &fault);
    send_off(errand, status, &fault);
}

static void subject_to_show(const struct api_request *request, void *context, const struct settled *settled)
{
    struct slip slip;
    (void)context;
    if (!settled)
        return;
    json_t *subject = slips_find(request->service->slips, api_number(request->name), &slip)
                          ? subject_of(request->service, &slip, settled)
                          : NULL;
    if (subject)
        show_slip(request, &slip, subject);
    else
        answer_no_slip(request);
}

void api_slip(const struct api_request *request)
{
    struct service *service = request->service;
    struct slip slip;
    if (!slips_find(service->slips, api_number(request->name), &slip)) {
        answer_no_slip(request);
        return;
    }
    json_t *subject = subject_of(service, &slip, NULL);
    const struct settled_wanted wanted = subject_wanted(slip.kind, slip.subject);
    if (subject)
        show_slip(request, &slip, subject);
    else if (!api_read_settled(request, &wanted, subject_to_show, NULL))
        return; /* it has been answered */
}

/* ------------------------------------------------------------------------------------------ what was paid */

static json_t *day_of(const struct floor *floor, const char *at)
{
    struct instant when;
    struct date date = {0};
    if (at && instant_parse(text_of(at), 0, &when, NULL) == STATUS_OK &&
        business_date_of(when, &floor->zone, floor->business, &date) != STATUS_OK)
        date = (struct date){0};
    return view_date(date);
}

static void set_slip(json_t *object, const char *key, struct slips *slips, enum slip_kind kind,
                     json_int_t subject)
{
    struct slip slip;
    bool known = subject > 0 && slips_find_of(slips, kind, (uint32_t)subject, &slip);
    (void)json_object_set_new(object, key, json_integer(known ? (json_int_t)slip.number : 0));
}

/* A prize as in other views, and how it was paid; NULL if it is neither in the state nor among what was read. */
static json_t *payment_of(struct service *service, const json_t *paid, const struct settled *settled)
{
    static const struct {
        const char *of, *called;
    } copied[] = {
        {"at", "paid-at"}, {"by", "paid-by"}, {"in", "in"}, {"from", "from"}, {"handed-by", "handed-by"}};
    json_int_t prize = json_integer_value(json_object_get(paid, "prize"));
    const struct floor_prize *here = floor_prize(&service->floor, (uint64_t)prize);
    const struct settled_prize *left =
        settled && !here ? settled_prize_numbered(settled, (uint64_t)prize) : NULL;
    if (!here && !left)
        return NULL; /* it is on disk, and will be in the replica in a moment */
    json_t *view = here ? view_prize(&service->floor, &service->notices, here)
                        : view_settled_prize(&service->floor, &service->notices, left);
    for (size_t i = 0; i < sizeof copied / sizeof copied[0]; i++) {
        json_t *value = json_object_get(paid, copied[i].of);
        (void)json_object_set_new(view, copied[i].called, value ? json_incref(value) : json_string(""));
    }
    if (!json_object_get(paid, "in"))
        (void)json_object_set_new(view, "in", json_string(payment_words[0]));
    if (!json_object_get(paid, "from"))
        (void)json_object_set_new(view, "from", json_string(payment_place_words[0]));
    json_t *forms = json_object_get(paid, "forms");
    (void)json_object_set_new(view, "forms", forms ? json_incref(forms) : json_array());
    (void)json_object_set_new(view, "withheld",
                              json_integer(json_integer_value(json_object_get(paid, "withheld"))));
    (void)json_object_set_new(view, "day",
                              day_of(&service->floor, json_string_value(json_object_get(paid, "at"))));
    set_slip(view, "slip", service->slips, SLIP_PRIZE, prize);
    set_slip(view, "tray-slip", service->slips, SLIP_TRAY, prize);
    set_slip(view, "win-page", service->slips, SLIP_WIN_PAGE,
             json_integer_value(json_object_get(view, "award")));
    return view;
}

/* The prizes that trays have paid and that were not returned to them, however old. */
static json_t *owed_to_trays(struct service *service)
{
    const struct floor *floor = &service->floor;
    json_t *list = json_array();
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++)
        if (floor->prizes[i].tray == TRAY_OWED)
            (void)json_array_append_new(list, view_prize(floor, &service->notices, &floor->prizes[i]));
    return list;
}

static void answer_payments(const struct api_request *request, const json_t *all,
                            const struct settled *settled)
{
    struct service *service = request->service;
    json_t *list = json_array();
    size_t index;
    const json_t *paid;
    json_array_foreach(all, index, paid)
    {
        json_t *payment = payment_of(service, paid, settled);
        if (payment)
            (void)json_array_append_new(list, payment);
    }
    api_answer(service, request->exchange, 200,
               json_pack("{s:I,s:o,s:o,s:o}", "sequence", (json_int_t)service->sequence, "day",
                         view_date(service->floor.day), "payments", list, "owed-to-trays",
                         owed_to_trays(service)));
}

/* The prizes that were paid and have left the state. */
static struct settled_wanted payments_wanted(const struct floor *floor, const json_t *all)
{
    struct settled_wanted wanted = {
        .low = UINT32_MAX, .limit = UINT32_MAX, .state = text_of("paid"), .filter = text_of("")};
    size_t index;
    const json_t *paid;
    json_array_foreach(all, index, paid)
    {
        const uint64_t prize = (uint64_t)json_integer_value(json_object_get(paid, "prize"));
        if (prize > floor->last_prize || floor_prize(floor, prize))
            continue;
        wanted.kind = SETTLED_PRIZES;
        wanted.low = prize < wanted.low ? prize : wanted.low;
        wanted.high = prize > wanted.high ? prize : wanted.high;
    }
    return wanted;
}

static void payments_came(const struct api_request *request, void *context, const struct settled *settled)
{
    struct slip_errand *errand = context;
    if (settled)
        answer_payments(request, errand->ticket.paid, settled);
    free_errand(errand);
}

static void listed(struct service *service, struct letter *letter)
{
    struct slip_errand *errand = (struct slip_errand *)(void *)letter;
    if (!is_answerable(errand)) {
        free_errand(errand);
        return;
    }
    const struct api_request request = {
        .service = service, .exchange = errand->exchange, .name = text_of("")};
    const struct settled_wanted wanted = payments_wanted(&service->floor, errand->ticket.paid);
    if (wanted.kind == SETTLED_NONE)
        answer_payments(&request, errand->ticket.paid, NULL);
    else if (api_read_settled(&request, &wanted, payments_came, errand))
        return;
    free_errand(errand);
}

void api_payments(const struct api_request *request)
{
    struct service *service = request->service;
    const struct floor *floor = &service->floor;
    uint64_t days;
    struct date from;
    struct instant first = {0}, end;
    struct fault fault;
    if (!api_query_number(request, "days", DAYS_MOST, 1, &days))
        return;
    if (date_add_days(floor->day, 1 - (int64_t)days, &from) != STATUS_OK ||
        business_day_bounds(from, &floor->zone, floor->business, &first, &end) != STATUS_OK)
        first = (struct instant){0};
    struct slip_errand *errand = new_errand(request, listed);
    if (!errand)
        return;
    enum status status = slips_paid(service->slips, first, &errand->ticket, &fault);
    send_off(errand, status, &fault);
}
