/* Commands: parse, check the right, countersign, decide, write, answer. */
#include "server/api/api_body.h"
#include "server/service_internal.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/floor.h"

#include <inttypes.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ replies */

/* NULL if the event is too old to be kept in memory. */
static const struct told_event *told_of(const struct service *service, uint64_t sequence)
{
    const struct told_event *told = &service->told[sequence % TOLD_EVENTS];
    return told->sequence == sequence ? told : NULL;
}

/* Copies the JSON of the events as written, because parsing it for every reply would be slow. */
static void answer_done(struct service *service, struct exchange *exchange, uint64_t first, uint64_t last)
{
    enum { HEAD_SIZE = 128 };
    struct text_out out;
    size_t size = HEAD_SIZE;
    const char *comma = "";
    for (uint64_t sequence = first; sequence <= last; sequence++)
        if (told_of(service, sequence))
            size += told_size(told_of(service, sequence)) + 1;
    if (!service_room(service, size)) {
        api_answer(service, exchange, 503, NULL);
        return;
    }
    text_out_init(&out, service->scratch, service->scratch_size);
    text_out_add(&out, "{\"outcome\":\"done\",\"first\":%" PRIu64 ",\"last\":%" PRIu64 ",\"events\":[", first,
                 last);
    for (uint64_t sequence = first; sequence <= last; sequence++)
        if (told_of(service, sequence)) {
            text_out_add(&out, "%s", comma);
            told_write(&out, told_of(service, sequence));
            comma = ",";
        }
    text_out_add(&out, "]}");
    http_answer(exchange,
                &(struct http_answer){.code = 200, .type = "application/json", .bytes = text_out_text(&out)});
}

/* Every attempt without permission is in the access log, whoever refused it (access.h, D1). */
static void note_refused(struct service *service, const struct access_session *session,
                         const struct command *command, const struct ruling *ruling)
{
    static const char *const clauses[] = {"house#permission", "house#two-persons", "house#exclusion"};
    for (size_t i = 0; i < sizeof clauses / sizeof clauses[0]; i++)
        if (text_equal(text_of(ruling->clause), text_of(clauses[i])))
            access_note_refused(service->access, session, text_of(session->from),
                                text_of(command_shape(command->kind)->name), text_of(ruling->words),
                                service_wall(service));
}

static void answer_refused(struct service *service, struct exchange *exchange, const struct ruling *ruling)
{
    api_problem(service, exchange,
                &(struct problem){.code = 409,
                                  .type = "refused",
                                  .title = "refused by the house",
                                  .detail = ruling->words,
                                  .clause = ruling->clause});
}

/* In milliseconds, by powers of two. */
static void count_wait(struct service *service, const struct request *request)
{
    uint64_t took = http_now_ms(service->http) - request->began_ms;
    unsigned bucket = 0;
    while (bucket < 15 && UINT64_C(1) << bucket < took)
        bucket++;
    service->figures.waits[bucket]++;
    service->figures.wait_sum_ms += took;
}

static void command_answered(struct service *service, struct letter *letter)
{
    struct request *request = (struct request *)(void *)letter;
    const struct keeper_reply *reply = &request->ticket.reply;
    struct exchange *exchange = request->exchange;
    bool failed = request->ticket.status != STATUS_OK;
    service->under_way--;
    count_wait(service, request);
    service->figures.failed += failed;
    service->figures.commands += !failed && reply->outcome == KEEPER_DONE;
    service->figures.repeated += !failed && reply->outcome == KEEPER_REPEATED;
    service->figures.refused += !failed && reply->outcome == KEEPER_REFUSED;
    if (failed) {
        service_error(service, "a command could not be written", "why", request->ticket.fault.words, NULL);
    } else if (reply->outcome == KEEPER_REFUSED) {
        note_refused(service, &request->session, &request->command, &reply->ruling);
        service_log(service, "a command was refused", "by", request->session.who, "do",
                    command_shape(request->command.kind)->name, "why", reply->ruling.words, "clause",
                    reply->ruling.clause, NULL);
    }
    if (!exchange)
        ; /* the client is gone */
    else if (failed)
        api_problem(
            service, exchange,
            &(struct problem){
                .code = 503,
                .type = "unavailable",
                .title = "not written",
                .detail = "The command could not be written to disk. Send it again with the same id."});
    else if (reply->outcome == KEEPER_REFUSED)
        answer_refused(service, exchange, &reply->ruling);
    else if (reply->outcome == KEEPER_REPEATED)
        api_answer(service, exchange, 200,
                   json_pack("{s:s,s:I}", "outcome", "repeated", "first", (json_int_t)reply->first));
    else
        answer_done(service, exchange, reply->first, reply->sequence);
    request_free(request);
}

/* ------------------------------------------------------------------------------------------ without doing it */

static void answer_dry(struct service *service, struct exchange *exchange,
                       const struct access_session *session, const struct command *command)
{
    enum { PAYLOAD_SIZE = 1 << 16 };
    struct fault fault;
    if (floor_decide(&service->floor, command, &service->dry, &fault) != STATUS_OK) {
        api_problem(
            service, exchange,
            &(struct problem){.code = 503, .type = "unavailable", .title = "no room", .detail = fault.words});
        return;
    }
    if (!service->dry.ruling.allowed) {
        note_refused(service, session, command, &service->dry.ruling);
        answer_refused(service, exchange, &service->dry.ruling);
        return;
    }
    json_t *events = json_array();
    for (unsigned i = 0; i < service->dry.event_count; i++) {
        char payload[PAYLOAD_SIZE];
        struct text_out out;
        text_out_init(&out, payload, sizeof payload);
        event_write(&out, &service->dry.events[i]);
        (void)json_array_append_new(events,
                                    json_pack("{s:s,s:o?}", "kind", event_name(service->dry.events[i].kind),
                                              "event", json_loadb(payload, out.length, 0, NULL)));
    }
    api_answer(service, exchange, 200, json_pack("{s:s,s:o}", "outcome", "would-be-done", "events", events));
}

/* ------------------------------------------------------------------------------------------ reading */

static void answer_invalid(const struct api_request *request, const char *words)
{
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 400, .type = "invalid", .title = "not a command", .detail = words});
}

/* Commands that move time or open a house are not accepted over HTTP. */
static bool is_for_pages(enum command_kind kind)
{
    return kind != COMMAND_CLOCK && kind != COMMAND_OPEN_HOUSE;
}

/* ------------------------------------------------------------------------------------------ asking */

static void answer_busy(struct service *service, struct exchange *exchange, const char *words)
{
    api_problem(service, exchange,
                &(struct problem){.code = 503, .type = "unavailable", .title = "too busy", .detail = words});
}

static void submit(struct service *service, struct request *request)
{
    request->letter.open = command_answered;
    if (service_submit(service, request))
        return;
    if (request->exchange)
        answer_busy(service, request->exchange,
                    "Too many commands are waiting. Send it again in a moment with the same id.");
    request_free(request);
}

/* A command that waits for the second person's password or PIN. */
struct countersigned {
    struct letter letter;
    struct access_ticket ticket;
    struct service *service;
    struct request *request;
    bool dry; /* a dry run: the result is not written */
};

static void second_signed(struct service *service, struct letter *letter)
{
    struct countersigned *signing = (struct countersigned *)(void *)letter;
    struct request *request = signing->request;
    const struct access_ticket *ticket = &signing->ticket;
    struct text second;
    if (ticket->status == STATUS_OK && ticket->outcome == ACCESS_GRANTED &&
        arena_copy_text(&request->arena, text_of(ticket->who), &second) == STATUS_OK) {
        command_set_second(&request->command, second);
        if (!signing->dry) {
            submit(service, request);
        } else {
            if (request->exchange)
                answer_dry(service, request->exchange, &request->session, &request->command);
            request_free(request);
        }
    } else {
        if (request->exchange)
            api_answer_countersign(service, request->exchange, ticket);
        request_free(request);
    }
    free(signing);
}

static void second_answered(struct access_ticket *ticket)
{
    struct countersigned *signing = ticket->context;
    service_post(signing->service, &signing->letter);
}

/* False, with a message, if it cannot be sent; the request then still belongs to the caller. */
static bool ask_second(struct service *service, struct request *request, const json_t *countersign, bool dry,
                       struct fault *fault)
{
    struct countersigned *signing = calloc(1, sizeof *signing);
    if (!signing) {
        (void)fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a second signature");
        return false;
    }
    struct access_login login = login_of(countersign, false);
    login.from = text_of(request->exchange->from);
    *signing = (struct countersigned){
        .letter.open = second_signed, .service = service, .request = request, .dry = dry};
    signing->ticket.done = second_answered;
    signing->ticket.context = signing;
    if (access_countersign(service->access, &login, text_of(request->session.who), service_wall(service),
                           &signing->ticket, fault) == STATUS_OK)
        return true;
    free(signing);
    return false;
}

static bool may_do(const struct api_request *request, const struct request *command,
                   const json_t *countersign)
{
    struct service *service = request->service;
    if ((countersign && access_may_ask(&request->session, &service->floor, command->command.kind)) ||
        access_demand_command(service->access, &request->session, &service->floor, command->command.kind,
                              service_wall(service)))
        return true;
    char detail[128];
    struct text_out out;
    const char *permission = floor_permission(command->command.kind);
    text_out_init(&out, detail, sizeof detail);
    text_out_add(&out, "The role of %s does not allow to %s.", request->session.who,
                 permission ? permission : "do this");
    api_problem(
        service, request->exchange,
        &(struct problem){.code = 403, .type = "not-allowed", .title = "not allowed", .detail = detail});
    return false;
}

/* What two persons confirm is what the computer shows, or earlier: they move no deadline by a clock of their own. */
static bool is_shown(const struct api_request *request, const struct command *command)
{
    struct service *service = request->service;
    if (command->kind != COMMAND_CONFIRM_TIME ||
        service_clock_has_come_to(service, COMMAND_AS(command, confirm_time)->to))
        return true;
    const struct ruling ruling =
        ruling_no("house#time", "the clock of the computer does not show that time yet; set that clock right "
                                "first, and confirm what it shows");
    note_refused(service, &request->session, command, &ruling);
    answer_refused(service, request->exchange, &ruling);
    return false;
}

static void ask(const struct api_request *request, struct request *command, const json_t *countersign)
{
    struct service *service = request->service;
    struct fault fault;
    bool dry;
    bool allowed = api_query_flag(request, "dry", &dry);
    if (allowed && !is_for_pages(command->command.kind)) {
        answer_invalid(request, "commands for time and for opening a house are not accepted over HTTP");
        allowed = false;
    }
    if (!allowed || !may_do(request, command, countersign) || !is_shown(request, &command->command)) {
        ; /* answered */
    } else if (dry && !countersign) {
        answer_dry(service, request->exchange, &command->session, &command->command);
    } else {
        http_wait(request->exchange);
        request->exchange->waits_for = &command->exchange;
        if (!countersign) {
            submit(service, command);
            return;
        }
        if (ask_second(service, command, countersign, dry, &fault))
            return;
        if (fault.status == STATUS_INVALID)
            answer_invalid(request, fault.words);
        else
            answer_busy(service, request->exchange, fault.words);
    }
    request_free(command);
}

void api_command(const struct api_request *request)
{
    struct fault fault;
    struct command_body body;
    struct request *command = request_new(request->service, request->exchange);
    if (!command) {
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    command->session = request->session;
    if (command_body_read(request->exchange->body, text_of(request->session.who), &command->arena, &body,
                          &fault) == STATUS_OK) {
        command->command = body.command;
        ask(request, command, body.countersign);
    } else {
        if (fault.status == STATUS_INVALID)
            answer_invalid(request, fault.words);
        else
            answer_busy(request->service, request->exchange, fault.words);
        request_free(command);
    }
    json_decref(body.countersign);
}
