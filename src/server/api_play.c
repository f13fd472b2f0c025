/* The tables that anybody can play at. The dealer's thread does it all, because counting for advice takes some milliseconds. */
#include "server/api_body.h"
#include "server/play_json.h"
#include "server/service_internal.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

static const char plain_type[] = "application/json", problem_type[] = "application/problem+json";
static const struct text before_table = {"/api/play/", sizeof "/api/play/" - 1};

/* Something that the dealer's thread works on. */
struct errand {
    struct clerk_task task;
    struct letter letter;
    struct service *service;
    struct exchange *exchange; /* NULL: the client is gone */
    void (*work)(struct errand *errand);
    uint64_t now_ms, round;
    uint64_t owner; /* of a table that is opened */
    char table[PLAY_ID_SIZE];
    struct text body;

    /* What came of it. */
    unsigned code;
    const char *type;
    char *bytes; /* NULL: nothing, or no memory */
    char held[]; /* the body */
};

/* ------------------------------------------------------------------------------------------ answers of the dealer */

static void reply(struct errand *errand, unsigned code, const char *type, json_t *document)
{
    errand->bytes = document ? json_dumps(document, JSON_COMPACT) : NULL;
    errand->code = errand->bytes ? code : 503;
    errand->type = type;
    json_decref(document);
}

/* The clause may be empty; takes `present`, which may be NULL. */
static void reply_problem(struct errand *errand, unsigned code, const char *type, const char *title,
                          const char *detail, const char *clause, json_t *present)
{
    struct text words = text_of(detail);
    words = text_slice(words, 0, text_utf8_length(words)); /* which may quote what was sent */
    reply(errand, code, problem_type,
          json_pack("{s:s,s:s,s:i,s:s%,s:s*,s:o*}", "type", type, "title", title, "status", (int)code,
                    "detail", words.bytes, words.length, "clause", clause[0] ? clause : NULL, "present",
                    present));
}

static void reply_ruling(struct errand *errand, const struct ruling *ruling)
{
    reply_problem(errand, 409, "refused", "the rules say no", ruling->words, ruling->clause, NULL);
}

static void reply_fault(struct errand *errand, enum status status, const struct fault *fault)
{
    bool ours = status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE || status == STATUS_IO;
    reply_problem(errand, ours ? 503 : 400, ours ? "unavailable" : "invalid",
                  ours ? "no table now" : "not right", fault->words, "", NULL);
}

/* NULL, and answered, if there is no such table. */
static struct room_table *find_table(struct errand *errand)
{
    struct room_table *table = play_room_find(errand->service->room, text_of(errand->table), errand->now_ms);
    if (!table)
        reply_problem(errand, 404, "not-found", "no such table",
                      "There is no such table, or it was closed because nobody played; open another.", "",
                      NULL);
    return table;
}

/* ------------------------------------------------------------------------------------------ the dealer's thread */

static void work_games(struct errand *errand)
{
    reply(errand, 200, plain_type, play_games_view(errand->service->room));
}

static void work_open(struct errand *errand)
{
    json_t *document;
    struct play_wish wish;
    struct room_table *table = NULL;
    struct ruling ruling = ruling_yes();
    struct fault fault = {0};
    enum status status = play_wish_read(errand->body, &document, &wish, &fault);
    if (status == STATUS_NO_SPACE) /* a body that is too large is not right; a room that is full is ours */
        status = STATUS_INVALID;
    wish.owner = errand->owner;
    if (status == STATUS_OK)
        status = play_room_seat(errand->service->room, &wish, errand->now_ms, &table, &ruling, &fault);
    if (status != STATUS_OK)
        reply_fault(errand, status, &fault);
    else if (!table)
        reply_ruling(errand, &ruling);
    else
        reply(errand, 201, plain_type, room_table_view(table));
    json_decref(document);
}

static void work_table(struct errand *errand)
{
    const struct room_table *table = find_table(errand);
    if (table)
        reply(errand, 200, plain_type, room_table_view(table));
}

static void work_close(struct errand *errand)
{
    struct room_table *table = find_table(errand);
    if (!table)
        return;
    play_room_remove(errand->service->room, table);
    errand->code = 204;
}

static void work_act(struct errand *errand)
{
    struct room_table *table = find_table(errand);
    json_t *document;
    struct room_act act;
    struct fault fault = {0};
    struct ruling ruling;
    if (!table)
        return;
    if (play_act_read(errand->body, &document, &act, &fault) != STATUS_OK) {
        reply_problem(errand, 400, "invalid", "not right", fault.words, "", NULL);
        return;
    }
    switch (room_table_act(table, &act, &ruling)) {
    case ROOM_DONE:
        reply(errand, 200, plain_type, room_table_view(table));
        break;
    case ROOM_REFUSED:
        reply_ruling(errand, &ruling);
        break;
    case ROOM_STALE:
        reply_problem(errand, 409, "stale", "the table has gone on",
                      "The table is not as it was when this was asked; look at it and ask again.", "",
                      room_table_view(table));
        break;
    }
    json_decref(document);
}

static void work_hint(struct errand *errand)
{
    const struct room_table *table = find_table(errand);
    if (table && (table->trains || table->table.game->stage(&table->table) != PLAY_DECIDING))
        reply_problem(errand, 409, "refused", "nothing to decide", "Nobody has to play or fold now.", "",
                      NULL);
    else if (table)
        reply(errand, 200, plain_type, room_hint_view(table));
}

static void work_rounds(struct errand *errand)
{
    const struct room_table *table = find_table(errand);
    if (table)
        reply(errand, 200, plain_type, room_rounds_view(table));
}

static void work_round(struct errand *errand)
{
    const struct room_table *table = find_table(errand);
    const struct room_round *round = table ? room_find_round(table, errand->round) : NULL;
    if (table && !round)
        reply_problem(errand, 404, "not-found", "no such round",
                      "The round is not over, or so long ago that it is forgotten.", "", NULL);
    if (!round)
        return;
    errand->bytes = strdup(round->bytes);
    errand->code = errand->bytes ? 200 : 503;
    errand->type = plain_type;
}

/* ------------------------------------------------------------------------------------------ to and from the dealer */

static void work(struct clerk_task *task)
{
    struct errand *errand = (struct errand *)(void *)task;
    errand->work(errand);
}

static void done(struct clerk_task *task)
{
    struct errand *errand = (struct errand *)(void *)task;
    service_post(errand->service, &errand->letter);
}

static void errand_free(struct errand *errand)
{
    free(errand->bytes);
    free(errand);
}

static void answer(struct service *service, struct letter *letter)
{
    struct errand *errand = (struct errand *)(void *)((char *)letter - offsetof(struct errand, letter));
    (void)service;
    if (errand->exchange) {
        struct http_answer answer = {.code = errand->code,
                                     .type = errand->bytes ? errand->type : NULL,
                                     .bytes = text_of(errand->bytes ? errand->bytes : "")};
        if (errand->code == 503)
            answer.fields[0] = (struct http_field){"Retry-After", "1"};
        http_answer(errand->exchange, &answer);
    }
    errand_free(errand);
}

static void turn_away(const struct api_request *request, unsigned code, const char *type, const char *detail)
{
    api_problem(
        request->service, request->exchange,
        &(struct problem){
            .code = code, .type = type, .title = code == 413 ? "too large" : "not now", .detail = detail});
}

/* The part of the path behind /api/play/; longer than any name of a table is none. */
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

static void ask_dealer(const struct api_request *request, void (*what)(struct errand *errand))
{
    struct exchange *exchange = request->exchange;
    struct service *service = request->service;
    if (!service->dealer) {
        turn_away(request, 503, "unavailable",
                  "No game is dealt here: the rules of the games were not read.");
        return;
    }
    if (exchange->body.length > API_LOGIN_MAX) {
        turn_away(request, 413, "too-large", "What is asked at a table is a few hundred bytes.");
        return;
    }
    struct errand *errand = calloc(1, sizeof *errand + exchange->body.length);
    if (!errand) {
        api_answer(service, exchange, 503, NULL);
        return;
    }
    if (exchange->body.length > 0)
        memcpy(errand->held, exchange->body.bytes, exchange->body.length);
    errand->task = (struct clerk_task){.work = work, .done = done};
    errand->letter.open = answer;
    errand->service = service;
    errand->exchange = exchange;
    errand->work = what;
    errand->now_ms = http_now_ms(service->http);
    errand->round = api_number(request->name);
    errand->owner = exchange->is_local ? 0 : exchange->address; /* behind a proxy everybody is local */
    errand->body = (struct text){errand->held, exchange->body.length};
    copy_table(exchange, errand->table);
    http_wait(exchange);
    exchange->waits_for = &errand->exchange;
    if (clerk_ask(service->dealer, &errand->task))
        return;
    turn_away(request, 503, "unavailable", "Too much is played at this moment; try again.");
    errand_free(errand);
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
