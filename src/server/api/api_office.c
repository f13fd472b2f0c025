/* Requests of the office: reports, the log of the house and the access log, an audit, the derivation of a number. The clerk
 * does them, with its own read-only store. */
#include "books/access_event.h"
#include "books/audit.h"
#include "books/explain.h"
#include "books/history.h"
#include "reports/report.h"
#include "server/service_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/kernel/desk.h"
#include "house/setup/offers.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_LOOKED_AT = 200000, LOG_STEP = 2000, EXPLAIN_SHOWN_MAX = 2000 };

/* A request that the clerk works on. */
struct paperwork {
    struct errand errand;

    /* The request. */
    const struct house_report_kind *kind;
    enum report_format format;
    struct date from, to;
    struct instant now;
    char by[ACCESS_NAME_SIZE];
    const char *stream;
    struct text event_kinds, without, table, person, patron;
    struct instant since, until;        /* 0: no limit; `until` is not included */
    struct text offer;                  /* empty: any */
    json_int_t offer_number;            /* its name */
    bool accounts[LEDGER_ACCOUNTS_MAX]; /* its accounts, by their numbers */
    struct text who, address;           /* the access log instead of the house's */
    struct report_names names;          /* of the house at the time of the request */
    struct explain_request number;
    struct history_request period;
    uint64_t before;
    unsigned limit;

    /* The result. */
    struct text bytes;
    const char *type;
    struct audit audit;
    json_t *events;
    json_t *explained; /* NULL: the house has no such number */
    struct history history;
    uint64_t looked_at;
};

static void paperwork_free(struct paperwork *paper)
{
    arena_release(&paper->errand.arena);
    json_decref(paper->events);
    json_decref(paper->explained);
    free(paper);
}

static struct paperwork *paperwork_of(struct letter *letter)
{
    return (struct paperwork *)(void *)errand_of(letter);
}

static struct paperwork *paperwork_new(const struct api_request *request, void (*work)(struct clerk_task *),
                                       void (*open)(struct service *, struct letter *))
{
    struct paperwork *paper = calloc(1, sizeof *paper);
    if (!paper)
        return NULL;
    errand_init(&paper->errand, request, work, open);
    paper->now = service_now(request->service);
    memcpy(paper->by, request->session.who, sizeof paper->by);
    return paper;
}

/* Gives it to the clerk; the exchange waits, or is answered that the server is busy. */
static void ask_clerk(const struct api_request *request, struct paperwork *paper)
{
    if (!paper) {
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    if (!errand_send(request, &paper->errand))
        paperwork_free(paper);
}

/* ------------------------------------------------------------------------------------------ reports */

/* A page to print has its style in itself; it loads and runs nothing. */
static const char print_policy[] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

static const struct {
    const char *name, *type, *policy;
} formats[] = {[REPORT_FORMAT_CSV] = {"csv", "text/csv; charset=utf-8", NULL},
               [REPORT_FORMAT_JSON] = {"json", "application/json", NULL},
               [REPORT_FORMAT_HTML] = {"html", "text/html; charset=utf-8", print_policy},
               [REPORT_FORMAT_PDF] = {"pdf", "application/pdf", NULL}};

void api_reports(const struct api_request *request)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < HOUSE_REPORT_KINDS; i++)
        (void)json_array_append_new(list, json_pack("{s:s,s:s,s:s}", "report", house_report_kinds[i].name,
                                                    "title", house_report_kinds[i].title, "summary",
                                                    house_report_kinds[i].summary));
    api_answer(request->service, request->exchange, 200, json_pack("{s:o}", "reports", list));
}

static void make_report(struct clerk_task *task)
{
    struct paperwork *paper = (struct paperwork *)(void *)task;
    const struct store_options options = house_report_store_options();
    const struct house_report_request request = {.kind = paper->kind,
                                                 .from = paper->from,
                                                 .to = paper->to,
                                                 .printed_at = paper->now,
                                                 .printed_by = text_of(paper->by),
                                                 .names = paper->names};
    struct notary *notary = paper->errand.service->notary;
    struct notary_state state;
    struct store *store = NULL;
    struct house_report *report;
    paper->errand.status =
        store_open(paper->errand.service->options.store, &options, &store, &paper->errand.fault);
    if (paper->errand.status == STATUS_OK)
        paper->errand.status =
            house_report_make(store, &request, &paper->errand.arena, &report, &paper->errand.fault);
    if (paper->errand.status == STATUS_OK && notary && notary_look(notary, &state, NULL) == STATUS_OK)
        report->checkpoint = text_of(state.note);
    if (paper->errand.status == STATUS_OK)
        paper->errand.status = house_report_write(report, paper->format, REPORT_PAPER_LETTER,
                                                  &paper->errand.arena, &paper->bytes, &paper->errand.fault);
    store_close(store);
}

static void report_made(struct service *service, struct letter *letter)
{
    struct paperwork *paper = paperwork_of(letter);
    char kept[160];
    struct text_out out;
    text_out_init(&out, kept, sizeof kept);
    text_out_add(&out, "inline; filename=\"%s-", paper->kind->name);
    date_write(&out, paper->from);
    text_out_add(&out, "-");
    date_write(&out, paper->to);
    text_out_add(&out, ".%s\"", formats[paper->format].name);
    if (paper->errand.status != STATUS_OK)
        errand_answer_fault(service, &paper->errand);
    else if (paper->errand.exchange)
        http_answer(paper->errand.exchange, &(struct http_answer){.code = 200,
                                                                  .type = formats[paper->format].type,
                                                                  .policy = formats[paper->format].policy,
                                                                  .bytes = paper->bytes,
                                                                  .fields = {{"Content-Disposition", kept}}});
    paperwork_free(paper);
}

/* A day of the query, or the current gaming day. */
static bool read_day(const struct api_request *request, const char *name, struct date *date)
{
    struct text words = http_query(request->exchange, name);
    struct fault fault;
    *date = request->service->floor.day;
    if (words.length == 0 || date_parse(words, 0, date, &fault) == STATUS_OK)
        return true;
    api_problem(
        request->service, request->exchange,
        &(struct problem){
            .code = 400, .type = "invalid", .title = "not a day", .detail = fault.words, .field = name});
    return false;
}

void api_report(const struct api_request *request)
{
    const struct house_report_kind *kind = house_report_kind(request->name);
    struct text wanted = http_query(request->exchange, "format");
    unsigned format = REPORT_FORMAT_JSON;
    if (wanted.length > 0)
        for (format = 0; format < sizeof formats / sizeof formats[0]; format++)
            if (text_equal(wanted, text_of(formats[format].name)))
                break;
    if (!kind || format == sizeof formats / sizeof formats[0]) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = kind ? 400 : 404,
                                      .type = kind ? "invalid" : "not-found",
                                      .title = kind ? "no such form" : "no such report",
                                      .detail = kind ? "A report is made as csv, json, html or pdf."
                                                     : "There is no such report; /api/reports lists them.",
                                      .field = kind ? "format" : NULL});
        return;
    }
    struct date from, to;
    if (!read_day(request, "from", &from) || !read_day(request, "to", &to))
        return;
    struct paperwork *paper = paperwork_new(request, make_report, report_made);
    if (paper &&
        report_names_of(&request->service->floor, &paper->errand.arena, &paper->names) != STATUS_OK) {
        paperwork_free(paper);
        paper = NULL;
    }
    if (paper) {
        paper->kind = kind;
        paper->format = (enum report_format)format;
        paper->from = from;
        paper->to = to;
    }
    ask_clerk(request, paper);
}

/* ------------------------------------------------------------------------------------------ the log */

static bool has_text(const json_t *payload, const char *key, struct text wanted)
{
    const char *value = json_string_value(json_object_get(payload, key));
    return wanted.length == 0 || (value && text_equal(text_of(value), wanted));
}

/* Whether the kind is one of a list separated by commas. */
static bool is_among(struct text kinds, struct text kind)
{
    size_t from = 0;
    for (size_t at = 0; at <= kinds.length; at++)
        if (at == kinds.length || kinds.bytes[at] == ',') {
            if (text_equal(text_slice(kinds, from, at - from), kind))
                return true;
            from = at + 1;
        }
    return false;
}

/* Whether events of the kind belong to one offer and hold its number, which is left out if it is 0. */
static bool says_an_offer(struct text kind)
{
    enum event_kind number;
    const struct record_shape *shape = event_kind_named(kind, &number) ? event_shape(number) : NULL;
    for (unsigned i = 0; shape && i < shape->field_count; i++)
        if (shape->fields[i].kind == FIELD_COUNT && strcmp(shape->fields[i].name, "offer") == 0)
            return true;
    return false;
}

/* By its name, by its number, or because money of its accounts moves. */
static bool is_of_offer(const struct paperwork *paper, struct text kind, const json_t *payload)
{
    const json_t *said = json_object_get(payload, "offer"), *row;
    size_t index;
    if (paper->offer.length == 0)
        return true;
    if (json_is_string(said) || (said == NULL ? says_an_offer(kind) : json_is_integer(said)))
        return json_is_string(said) ? has_text(payload, "offer", paper->offer)
                                    : json_integer_value(said) == paper->offer_number;
    json_array_foreach(json_object_get(payload, "movements"), index, row)
    {
        for (size_t side = 0; side < 2; side++) {
            json_int_t account = json_integer_value(json_array_get(row, side));
            if (account >= 0 && account < LEDGER_ACCOUNTS_MAX && paper->accounts[account])
                return true;
        }
    }
    return false;
}

/* A person whom it is about, or who wins by it. */
static bool is_of_patron(const json_t *payload, struct text patron)
{
    const json_t *prize;
    size_t index;
    if (has_text(payload, "patron", patron))
        return true;
    json_array_foreach(json_object_get(payload, "prizes"), index, prize)
    {
        if (has_text(prize, "patron", patron))
            return true;
    }
    return false;
}

/* An event of a step, in the order of the log. */
static enum status look_at_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct paperwork *paper = context;
    struct text kind = record->event.kind;
    (void)fault;
    paper->looked_at++;
    event_rename(&kind, NULL);
    if ((paper->event_kinds.length > 0 && !is_among(paper->event_kinds, kind)) ||
        (paper->without.length > 0 && text_equal(kind, paper->without)))
        return STATUS_OK;
    json_t *payload = json_loadb(record->event.payload.bytes, record->event.payload.length, 0, NULL);
    event_rename(&kind, payload);
    (void)json_object_del(payload, "hash"); /* of a credential; it must not be read */
    if (is_of_offer(paper, kind, payload) && is_of_patron(payload, paper->patron) &&
        has_text(payload, "table", paper->table) && has_text(payload, "by", paper->person) &&
        has_text(payload, "from", paper->address) &&
        (has_text(payload, "who", paper->who) || has_text(payload, "by", paper->who))) {
        json_t *event = json_pack("{s:I,s:o,s:O}", "sequence", (json_int_t)record->sequence, "kind",
                                  document_text(kind), "event", payload);
        (void)json_array_append_new(paper->events, event);
    }
    json_decref(payload);
    return STATUS_OK;
}

static enum status find_end(struct store *store, struct paperwork *paper, uint64_t *end)
{
    struct store_head head;
    enum status status = store_head_of(store, text_of(paper->stream), &head, &paper->errand.fault);
    if (status == STATUS_OK)
        *end = head.sequence + 1;
    return status;
}

/* The first and last event of the period, among those before `end`. */
static enum status find_period(struct store *store, struct paperwork *paper, uint64_t *begin, uint64_t *end)
{
    struct text stream = text_of(paper->stream);
    struct fault *fault = &paper->errand.fault;
    enum status status = STATUS_OK;
    *begin = 1;
    if (paper->until.ms != 0)
        status = house_report_first_event(store, stream, *end - 1, paper->until, end, fault);
    if (status == STATUS_OK && paper->since.ms != 0)
        status = house_report_first_event(store, stream, *end - 1, paper->since, begin, fault);
    return status;
}

/* Goes backwards step by step, until there are enough or the limit of steps is reached. */
static void read_log(struct clerk_task *task)
{
    struct paperwork *paper = (struct paperwork *)(void *)task;
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct store *store = NULL;
    json_t *found = json_array();
    uint64_t end = paper->before, begin = 1;
    paper->errand.status =
        store_open(paper->errand.service->options.store, &options, &store, &paper->errand.fault);
    if (paper->errand.status == STATUS_OK && end == 0)
        paper->errand.status = find_end(store, paper, &end);
    if (paper->errand.status == STATUS_OK)
        paper->errand.status = find_period(store, paper, &begin, &end);
    while (paper->errand.status == STATUS_OK && end > begin && json_array_size(found) < paper->limit &&
           paper->looked_at < LOG_LOOKED_AT) {
        uint64_t first = end > begin + LOG_STEP ? end - LOG_STEP : begin;
        paper->events = json_array();
        paper->errand.status = store_read(store, text_of(paper->stream), first, end - 1, look_at_event, paper,
                                          &paper->errand.fault);
        for (size_t i = json_array_size(paper->events); i > 0 && json_array_size(found) < paper->limit; i--) {
            (void)json_array_append(found, json_array_get(paper->events, i - 1));
            end = (uint64_t)json_integer_value(
                json_object_get(json_array_get(paper->events, i - 1), "sequence"));
        }
        if (json_array_size(found) < paper->limit)
            end = first;
        json_decref(paper->events);
    }
    paper->events = found;
    paper->before = end > begin ? end : 1;
    store_close(store);
}

static void log_read(struct service *service, struct letter *letter)
{
    struct paperwork *paper = paperwork_of(letter);
    if (paper->errand.status != STATUS_OK)
        errand_answer_fault(service, &paper->errand);
    else if (paper->errand.exchange)
        api_answer(service, paper->errand.exchange, 200,
                   json_pack("{s:O,s:I}", "events", paper->events, "before", (json_int_t)paper->before));
    paperwork_free(paper);
}

/* Copies a word of the query for the clerk. */
static bool take_query(const struct api_request *request, struct paperwork *paper, const char *name,
                       struct text *into)
{
    return arena_copy_text(&paper->errand.arena, http_query(request->exchange, name), into) == STATUS_OK;
}

/* Which page of the log is requested; `before` is 0 for the newest. */
struct log_page {
    uint64_t before;
    unsigned limit;
};

/* False if the query is invalid; it has then been answered. */
static bool read_page(const struct api_request *request, struct log_page *page)
{
    if (!api_query_number(request, "before", UINT32_MAX, 1, &page->before) ||
        !api_query_limit(request, 100, &page->limit))
        return false;
    if (http_query(request->exchange, "before").length == 0)
        page->before = 0;
    return true;
}

static struct paperwork *log_of(const struct api_request *request, const char *stream, struct text kinds,
                                const struct log_page *page)
{
    struct paperwork *paper = paperwork_new(request, read_log, log_read);
    if (!paper)
        return NULL;
    paper->stream = stream;
    paper->before = page->before;
    paper->limit = page->limit;
    if (arena_copy_text(&paper->errand.arena, kinds, &paper->event_kinds) == STATUS_OK &&
        take_query(request, paper, "without", &paper->without))
        return paper;
    paperwork_free(paper);
    return NULL;
}

/* A day of the house or a moment; for a day its beginning, or that of the next one. False if it is neither. */
static bool read_moment(const struct api_request *request, const char *name, int days_on,
                        struct instant *moment)
{
    struct text words = http_query(request->exchange, name);
    struct local_time midnight = {0};
    struct fault fault;
    if (words.length == 0 || instant_parse(words, 0, moment, &fault) == STATUS_OK)
        return true;
    if (date_parse(words, 0, &midnight.date, &fault) == STATUS_OK &&
        date_add_days(midnight.date, days_on, &midnight.date) == STATUS_OK &&
        zone_instant(&request->service->floor.zone, &midnight, CALENDAR_USUAL, moment) == STATUS_OK)
        return true;
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 400,
                                  .type = "invalid",
                                  .title = "not a day",
                                  .detail = "A day is written like 2026-07-01, a moment like "
                                            "2026-07-01T12:00:00Z.",
                                  .field = name});
    return false;
}

/* The offer whose events are requested; false if the house has none of that name. */
static bool paperwork_take_offer(const struct api_request *request, struct paperwork *paper)
{
    const struct floor *floor = &request->service->floor;
    if (!take_query(request, paper, "offer", &paper->offer))
        return false;
    if (paper->offer.length == 0)
        return true;
    uint32_t number;
    if (!floor_offer_named(floor, paper->offer, &number))
        return false;
    paper->offer_number = number;
    struct text activity = floor_terms(floor, number)->activity;
    for (unsigned i = 0; i < floor->ledger.count; i++)
        paper->accounts[i] = text_equal(floor->ledger.accounts[i].activity, activity);
    return true;
}

static void ask_for_log(const struct api_request *request, struct text kinds)
{
    struct log_page page;
    struct instant since = {0}, until = {0};
    struct text offer = http_query(request->exchange, "offer");
    uint32_t number;
    if (!read_page(request, &page) || !read_moment(request, "from", 0, &since) ||
        !read_moment(request, "to", 1, &until))
        return;
    if (offer.length > 0 && !floor_offer_named(&request->service->floor, offer, &number)) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 404,
                                      .type = "not-found",
                                      .title = "no such offer",
                                      .detail = "The house has no such offer; /api/offers lists them.",
                                      .field = "offer"});
        return;
    }
    if (page.before == 0 || page.before > request->service->sequence)
        page.before = request->service->sequence + 1;
    struct paperwork *paper = log_of(request, "house", kinds, &page);
    if (paper &&
        !(take_query(request, paper, "table", &paper->table) &&
          take_query(request, paper, "by", &paper->person) &&
          take_query(request, paper, "patron", &paper->patron) && paperwork_take_offer(request, paper))) {
        paperwork_free(paper);
        paper = NULL;
    }
    if (paper) {
        paper->since = since;
        paper->until = until;
    }
    ask_clerk(request, paper);
}

void api_access_log(const struct api_request *request)
{
    struct log_page page;
    if (!read_page(request, &page))
        return;
    struct paperwork *paper = log_of(request, access_stream, http_query(request->exchange, "kind"), &page);
    if (paper && !(take_query(request, paper, "who", &paper->who) &&
                   take_query(request, paper, "from", &paper->address))) {
        paperwork_free(paper);
        paper = NULL;
    }
    ask_clerk(request, paper);
}

void api_log(const struct api_request *request)
{
    ask_for_log(request, http_query(request->exchange, "kind"));
}

/* People who work on the floor may look up hands, and what was out of order (struct desk_event, on_floor). */
void api_events(const struct api_request *request)
{
    char kinds[2048];
    struct text_out out;
    text_out_init(&out, kinds, sizeof kinds);
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (desk_event_of((enum event_kind)kind)->on_floor)
            text_out_add(&out, "%s%s", out.length > 0 ? "," : "", event_name((enum event_kind)kind));
    CHECK(!out.truncated);
    ask_for_log(request, text_out_text(&out));
}

/* ------------------------------------------------------------------------------------------ audit */

static void make_audit(struct clerk_task *task)
{
    struct paperwork *paper = (struct paperwork *)(void *)task;
    paper->errand.status = audit_store(paper->errand.service->options.store, text_of("house"), NULL, NULL,
                                       &paper->audit, &paper->errand.fault);
}

static void audit_made(struct service *service, struct letter *letter)
{
    struct paperwork *paper = paperwork_of(letter);
    if (paper->errand.status != STATUS_OK)
        errand_answer_fault(service, &paper->errand);
    else if (paper->errand.exchange)
        api_answer(service, paper->errand.exchange, 200, audit_document(&paper->audit));
    paperwork_free(paper);
}

void api_audit(const struct api_request *request)
{
    ask_clerk(request, paperwork_new(request, make_audit, audit_made));
}

/* ------------------------------------------------------------------------------------------ numbers */

static void explain_number(struct clerk_task *task)
{
    struct paperwork *paper = (struct paperwork *)(void *)task;
    struct explanation *explanation;
    paper->errand.status = explain_open(paper->errand.service->options.store, &paper->number, &explanation,
                                        &paper->errand.fault);
    if (paper->errand.status == STATUS_OK && explanation->found) {
        paper->explained = explain_document(explanation);
        if (!paper->explained)
            paper->errand.status =
                fault_set(&paper->errand.fault, STATUS_NO_MEMORY, 0, "there is no memory to explain it");
    }
    explain_close(explanation);
}

static void number_explained(struct service *service, struct letter *letter)
{
    struct paperwork *paper = paperwork_of(letter);
    if (paper->errand.status != STATUS_OK)
        errand_answer_fault(service, &paper->errand);
    else if (paper->errand.exchange && !paper->explained)
        api_problem(service, paper->errand.exchange,
                    &(struct problem){.code = 404,
                                      .type = "not-found",
                                      .title = "no such number",
                                      .detail = "The house has no such number; /api/funds and /api/offers "
                                                "list what there is."});
    else if (paper->errand.exchange)
        api_answer(service, paper->errand.exchange, 200, json_incref(paper->explained));
    paperwork_free(paper);
}

void api_explain(const struct api_request *request)
{
    struct explain_request number = {.prize = api_number(http_query(request->exchange, "name"))};
    if (!explain_what_of(http_query(request->exchange, "what"), &number.what)) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 400,
                                      .type = "invalid",
                                      .title = "not a number",
                                      .detail = "A meter, an account, advances or a prize can be explained.",
                                      .field = "what"});
        return;
    }
    if (!api_query_flag(request, "all", &number.fees))
        return;
    struct paperwork *paper = paperwork_new(request, explain_number, number_explained);
    if (paper) {
        number.shown_max = number.fees ? EXPLAIN_SHOWN_MAX : EXPLAIN_SHOWN_USUALLY;
        if (arena_copy_text(&paper->errand.arena, http_query(request->exchange, "name"), &number.name) !=
                STATUS_OK ||
            arena_copy_text(&paper->errand.arena, http_query(request->exchange, "second"), &number.second) !=
                STATUS_OK) {
            paperwork_free(paper);
            paper = NULL;
        } else
            paper->number = number;
    }
    ask_clerk(request, paper);
}

/* ------------------------------------------------------------------------------------------ histories */

static void read_history(struct clerk_task *task)
{
    struct paperwork *paper = (struct paperwork *)(void *)task;
    const struct store_options options = {.mode = STORE_READ_ONLY};
    struct store *store = NULL;
    paper->errand.status =
        store_open(paper->errand.service->options.store, &options, &store, &paper->errand.fault);
    if (paper->errand.status == STATUS_OK)
        paper->errand.status =
            history_read(store, text_of("house"), &paper->period, &paper->history, &paper->errand.fault);
    store_close(store);
}

static json_t *moment(struct instant at)
{
    char written[40];
    struct text_out out;
    text_out_init(&out, written, sizeof written);
    instant_write(&out, at);
    return document_text(text_out_text(&out));
}

static void history_was_read(struct service *service, struct letter *letter)
{
    struct paperwork *paper = paperwork_of(letter);
    json_t *steps = json_array();
    for (unsigned i = 0; i < paper->history.count; i++)
        (void)json_array_append_new(steps, json_pack("{s:o,s:I}", "at", moment(paper->history.steps[i].at),
                                                     "cents", (json_int_t)paper->history.steps[i].cents));
    if (paper->errand.status != STATUS_OK)
        errand_answer_fault(service, &paper->errand);
    else if (paper->errand.exchange)
        api_answer(service, paper->errand.exchange, 200,
                   json_pack("{s:i,s:o,s:o,s:I,s:O}", "account", (int)paper->period.account, "from",
                             moment(paper->period.from), "to", moment(paper->period.to), "sequence",
                             (json_int_t)paper->period.sequence, "steps", steps));
    json_decref(steps);
    paperwork_free(paper);
}

/* The number of an account, as /api/funds has it, and a moment before now. */
static bool read_period(const struct api_request *request, struct history_request *period)
{
    const struct ledger *ledger = &request->service->floor.ledger;
    struct text digits = http_query(request->exchange, "account");
    uint64_t account = api_number(digits);
    struct fault fault;
    bool dated = instant_parse(http_query(request->exchange, "from"), 0, &period->from, &fault) == STATUS_OK;
    period->to = service_now(request->service);
    if ((account == 0 && !text_equal(digits, text_of("0"))) || account >= ledger->count) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 404,
                                      .type = "not-found",
                                      .title = "no such account",
                                      .detail = "The house has no such account; /api/funds lists them.",
                                      .field = "account"});
        return false;
    }
    if (!dated || period->from.ms >= period->to.ms) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 400,
                                      .type = "invalid",
                                      .title = "not a moment before now",
                                      .detail = "A history begins at a moment before now, written like "
                                                "2026-07-01T00:00:00Z.",
                                      .field = "from"});
        return false;
    }
    period->account = (account_id)account;
    period->cents = ledger->accounts[account].balance;
    period->sequence = request->service->sequence;
    return true;
}

void api_history(const struct api_request *request)
{
    struct history_request period;
    if (!read_period(request, &period))
        return;
    struct paperwork *paper = paperwork_new(request, read_history, history_was_read);
    if (paper)
        paper->period = period;
    ask_clerk(request, paper);
}
