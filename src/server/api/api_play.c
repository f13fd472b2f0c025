/* The free-play tables. The dealer's thread does all the work, because counting for advice takes some milliseconds. */
#include "play/json.h"
#include "server/api/api_body.h"
#include "server/service_internal.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

static const char plain_type[] = "application/json", problem_type[] = "application/problem+json";
static const struct text before_table = {"/api/play/", sizeof "/api/play/" - 1};

/* A task of the dealer's thread for somebody at a table. */
struct visit {
    struct errand errand;
    void (*work)(struct visit *visit);
    uint64_t now_ms, round;
    uint64_t owner; /* of a table that is opened */
    char table[PLAY_ID_SIZE];
    struct text body;

    /* The result. */
    unsigned code;
    const char *type;
    char *bytes; /* NULL: none, or no memory */
};

/* ------------------------------------------------------------------------------------------ answers of the dealer */

static void reply(struct visit *visit, unsigned code, const char *type, json_t *document)
{
    visit->bytes = document ? json_dumps(document, JSON_COMPACT) : NULL;
    visit->code = visit->bytes ? code : 503;
    visit->type = type;
    json_decref(document);
}

/* The clause may be empty; takes `present`, which may be NULL. */
static void reply_problem(struct visit *visit, unsigned code, const char *type, const char *title,
                          const char *detail, const char *clause, json_t *present)
{
    struct text words = text_of(detail);
    words = text_slice(words, 0, text_utf8_length(words)); /* it may quote the request */
    reply(visit, code, problem_type,
          json_pack("{s:s,s:s,s:i,s:s%,s:s*,s:o*}", "type", type, "title", title, "status", (int)code,
                    "detail", words.bytes, words.length, "clause", clause[0] ? clause : NULL, "present",
                    present));
}

static void reply_ruling(struct visit *visit, const struct ruling *ruling)
{
    reply_problem(visit, 409, "refused", "the rules say no", ruling->words, ruling->clause, NULL);
}

static void reply_fault(struct visit *visit, enum status status, const struct fault *fault)
{
    bool ours = status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE || status == STATUS_IO;
    reply_problem(visit, ours ? 503 : 400, ours ? "unavailable" : "invalid",
                  ours ? "no table now" : "invalid request", fault->words, "", NULL);
}

/* NULL if there is no such table; it has then been answered. */
static struct room_table *find_table(struct visit *visit)
{
    struct room_table *table =
        play_room_find(visit->errand.service->room, text_of(visit->table), visit->now_ms);
    if (!table)
        reply_problem(visit, 404, "not-found", "no such table",
                      "There is no such table, or it was closed because nobody played. Open another.", "",
                      NULL);
    return table;
}

/* ------------------------------------------------------------------------------------------ the dealer's thread */

static void work_games(struct visit *visit)
{
    reply(visit, 200, plain_type, play_games_view(visit->errand.service->room));
}

static void work_open(struct visit *visit)
{
    json_t *document;
    struct play_wish wish;
    struct room_table *table = NULL;
    struct ruling ruling = ruling_yes();
    struct fault fault = {0};
    enum status status = play_wish_read(visit->body, &document, &wish, &fault);
    if (status ==
        STATUS_NO_SPACE) /* a body that is too large is the client's mistake; a full room is the server's */
        status = STATUS_INVALID;
    wish.owner = visit->owner;
    if (status == STATUS_OK)
        status = play_room_seat(visit->errand.service->room, &wish, visit->now_ms, &table, &ruling, &fault);
    if (status != STATUS_OK)
        reply_fault(visit, status, &fault);
    else if (!table)
        reply_ruling(visit, &ruling);
    else
        reply(visit, 201, plain_type, room_table_view(table));
    json_decref(document);
}

static void work_table(struct visit *visit)
{
    const struct room_table *table = find_table(visit);
    if (table)
        reply(visit, 200, plain_type, room_table_view(table));
}

static void work_close(struct visit *visit)
{
    struct room_table *table = find_table(visit);
    if (!table)
        return;
    play_room_remove(visit->errand.service->room, table);
    visit->code = 204;
}

static void work_act(struct visit *visit)
{
    struct room_table *table = find_table(visit);
    json_t *document;
    struct room_act act;
    struct fault fault = {0};
    struct ruling ruling;
    if (!table)
        return;
    if (play_act_read(visit->body, &document, &act, &fault) != STATUS_OK) {
        reply_problem(visit, 400, "invalid", "invalid request", fault.words, "", NULL);
        return;
    }
    switch (room_table_act(table, &act, &ruling)) {
    case ROOM_DONE:
        reply(visit, 200, plain_type, room_table_view(table));
        break;
    case ROOM_REFUSED:
        reply_ruling(visit, &ruling);
        break;
    case ROOM_STALE:
        reply_problem(visit, 409, "stale", "the table has gone on",
                      "The table has changed since this was sent. Reload it and try again.", "",
                      room_table_view(table));
        break;
    }
    json_decref(document);
}

static void work_hint(struct visit *visit)
{
    const struct room_table *table = find_table(visit);
    if (table && (table->trains || play_table_stage(&table->table) != PLAY_DECIDING))
        reply_problem(visit, 409, "refused", "nothing to decide", "Nobody has to play or fold now.", "",
                      NULL);
    else if (table)
        reply(visit, 200, plain_type, room_hint_view(table));
}

static void work_rounds(struct visit *visit)
{
    const struct room_table *table = find_table(visit);
    if (table)
        reply(visit, 200, plain_type, room_rounds_view(table));
}

static void work_round(struct visit *visit)
{
    const struct room_table *table = find_table(visit);
    const struct room_round *round = table ? room_find_round(table, visit->round) : NULL;
    if (table && !round)
        reply_problem(visit, 404, "not-found", "no such round",
                      "The round is not over, or is too old to be shown.", "", NULL);
    if (!round)
        return;
    visit->bytes = strdup(round->bytes);
    visit->code = visit->bytes ? 200 : 503;
    visit->type = plain_type;
}

/* ------------------------------------------------------------------------------------------ to and from the dealer */

static void work(struct clerk_task *task)
{
    struct visit *visit = (struct visit *)(void *)task;
    visit->work(visit);
}

static void visit_free(struct visit *visit)
{
    arena_release(&visit->errand.arena);
    free(visit->bytes);
    free(visit);
}

static void answer(struct service *service, struct letter *letter)
{
    struct visit *visit = (struct visit *)(void *)errand_of(letter);
    (void)service;
    if (visit->errand.exchange) {
        struct http_answer answer = {.code = visit->code,
                                     .type = visit->bytes ? visit->type : NULL,
                                     .bytes = text_of(visit->bytes ? visit->bytes : "")};
        if (visit->code == 503)
            answer.fields[0] = (struct http_field){"Retry-After", "1"};
        http_answer(visit->errand.exchange, &answer);
    }
    visit_free(visit);
}

static void turn_away(const struct api_request *request, unsigned code, const char *type, const char *detail)
{
    api_problem(
        request->service, request->exchange,
        &(struct problem){
            .code = code, .type = type, .title = code == 413 ? "too large" : "not now", .detail = detail});
}

/* The part of the path after /api/play/; empty if it is longer than any name of a table. */
static void copy_table(const struct exchange *exchange, char table[PLAY_ID_SIZE])
{
    struct text path = exchange->path;
    size_t length = 0;
    if (path.length <= before_table.length)
        return;
    path = text_from(path, before_table.length);
    while (length < path.length && path.bytes[length] != '/')
        length++;
    if (length < PLAY_ID_SIZE)
        memcpy(table, path.bytes, length);
}

static void ask_dealer(const struct api_request *request, void (*what)(struct visit *visit))
{
    struct exchange *exchange = request->exchange;
    struct service *service = request->service;
    if (!service->dealer) {
        turn_away(request, 503, "unavailable",
                  "Free play is not available, because the rules of the games were not loaded.");
        return;
    }
    if (exchange->body.length > API_LOGIN_MAX) {
        turn_away(request, 413, "too-large",
                  "The request is too long. A request at a table has a few hundred bytes.");
        return;
    }
    struct visit *visit = calloc(1, sizeof *visit);
    if (visit)
        errand_init(&visit->errand, request, work, answer);
    if (!visit || arena_copy_text(&visit->errand.arena, exchange->body, &visit->body) != STATUS_OK) {
        free(visit);
        api_answer(service, exchange, 503, NULL);
        return;
    }
    visit->errand.clerk = service->dealer;
    visit->work = what;
    visit->now_ms = http_now_ms(service->http);
    visit->round = api_number(request->name);
    visit->owner = exchange->is_local ? 0 : exchange->address; /* behind a proxy every client is local */
    copy_table(exchange, visit->table);
    if (!errand_send(request, &visit->errand))
        visit_free(visit);
}

/* ------------------------------------------------------------------------------------------ routes */

void api_play_games(const struct api_request *request)
{
    ask_dealer(request, work_games);
}

void api_open_play_table(const struct api_request *request)
{
    ask_dealer(request, work_open);
}

void api_play_table(const struct api_request *request)
{
    ask_dealer(request, work_table);
}

void api_close_play_table(const struct api_request *request)
{
    ask_dealer(request, work_close);
}

void api_play_act(const struct api_request *request)
{
    ask_dealer(request, work_act);
}

void api_play_hint(const struct api_request *request)
{
    ask_dealer(request, work_hint);
}

void api_play_rounds(const struct api_request *request)
{
    ask_dealer(request, work_rounds);
}

void api_play_round(const struct api_request *request)
{
    ask_dealer(request, work_round);
}
