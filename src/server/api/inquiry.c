#include "server/api/inquiry.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_DEPTH_MAX = 4, FINDINGS_MAX = 200 };

static void desk_free(struct desk *desk)
{
    arena_release(&desk->errand.arena);
    json_decref(desk->body);
    json_decref(desk->answer);
    free(desk);
}

/* ------------------------------------------------------------------------------------------ the loop */

static void work(struct clerk_task *task)
{
    struct desk *desk = (struct desk *)(void *)task;
    desk->look(desk);
}

static void answer(struct service *service, struct desk *desk)
{
    struct exchange *exchange = desk->errand.exchange;
    if (desk->code)
        api_problem(service, exchange,
                    &(struct problem){.code = desk->code,
                                      .type = desk->code == 404   ? "not-found"
                                              : desk->code == 409 ? "refused"
                                              : desk->code == 503 ? "unavailable"
                                                                  : "invalid",
                                      .title = desk->code == 404 ? "not found" : "not made",
                                      .detail = desk->errand.fault.words,
                                      .clause = desk->clause[0] ? desk->clause : NULL,
                                      .field = desk->field[0] ? desk->field : NULL});
    else if (desk->type)
        http_answer(exchange, &(struct http_answer){.code = 200, .type = desk->type, .bytes = desk->bytes});
    else
        api_answer(service, exchange, 200, json_incref(desk->answer));
}

static void done(struct service *service, struct letter *letter)
{
    struct desk *desk = (struct desk *)(void *)errand_of(letter);
    if (desk->finish && !desk->code)
        desk->finish(service, desk);
    if (desk->errand.exchange)
        answer(service, desk);
    desk_free(desk);
}

/* The last filed of each identity, as the floor takes them. */
static enum status copy_documents(struct desk *desk, const struct floor *floor)
{
    struct arena *arena = &desk->errand.arena;
    desk->documents = ARENA_ARRAY(arena, struct desk_document, floor->rulebook_count + 1);
    if (!desk->documents)
        return arena->refusal;
    for (unsigned i = floor->rulebook_count; i > 0; i--) {
        struct desk_document *document = &desk->documents[desk->document_count];
        struct text identity = floor->rulebooks[i - 1]->document.identity;
        if (desk_is_filed(desk, identity))
            continue;
        enum status status = arena_copy_text(arena, identity, &document->identity);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, floor->rulebook_texts[i - 1], &document->text);
        if (status != STATUS_OK)
            return status;
        desk->document_count++;
    }
    return STATUS_OK;
}

static enum status copy_offers(struct desk *desk, const struct floor *floor)
{
    struct arena *arena = &desk->errand.arena;
    desk->offers = ARENA_ARRAY(arena, struct desk_offer, floor->offering_count + 1);
    enum status status = desk->offers ? STATUS_OK : arena->refusal;
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        const struct offering *offering = &floor->offerings[i];
        struct desk_offer *offer = &desk->offers[desk->offer_count];
        if (!offering->posted)
            continue;
        status = arena_copy_text(arena, offering->name, &offer->name);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, offering->terms.activity, &offer->activity);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, offering->text, &offer->text);
        desk->offer_count++;
    }
    return status;
}

static enum status copy_house(struct desk *desk, const struct floor *floor)
{
    struct arena *arena = &desk->errand.arena;
    enum status status = arena_copy_text(arena, floor->identity, &desk->identity);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, floor->house_text, &desk->house_text);
    if (status == STATUS_OK)
        status = copy_documents(desk, floor);
    return status == STATUS_OK ? copy_offers(desk, floor) : status;
}

static enum status copy_query(struct desk *desk, const char *name, struct text *copy)
{
    return arena_copy_text(&desk->errand.arena, http_query(desk->errand.exchange, name), copy);
}

struct desk *desk_new(const struct api_request *request, void (*look)(struct desk *desk))
{
    struct desk *desk = calloc(1, sizeof *desk);
    if (desk) {
        errand_init(&desk->errand, request, work, done);
        desk->look = look;
        desk->shelf = request->service->shelf;
        desk->session = request->session;
    }
    if (desk && copy_house(desk, &request->service->floor) == STATUS_OK &&
        copy_query(desk, "document", &desk->document) == STATUS_OK &&
        copy_query(desk, "offer", &desk->offer) == STATUS_OK &&
        copy_query(desk, "search", &desk->words) == STATUS_OK)
        return desk;
    if (desk)
        desk_free(desk);
    api_answer(request->service, request->exchange, 503, NULL);
    return NULL;
}

void desk_count(struct desk *desk)
{
    desk->errand.clerk = desk->errand.service->counting;
    desk->shelf = desk->errand.service->counting_shelf;
}

void desk_send(const struct api_request *request, struct desk *desk)
{
    if (!errand_send(request, &desk->errand))
        desk_free(desk);
}

bool desk_read_body(const struct api_request *request, struct desk *desk, const char *const *keys,
                    size_t count)
{
    static const struct document_limits limits = {.size_max = HTTP_BODY_MAX, .depth_max = BODY_DEPTH_MAX};
    struct fault *fault = &desk->errand.fault;
    enum status status = document_parse(request->exchange->body, &limits, &desk->body, fault);
    if (status == STATUS_OK) {
        struct place top = place_top(desk->body);
        status = json_is_object(desk->body) ? place_only(&top, keys, count, fault)
                                            : fault_set(fault, STATUS_INVALID, 0, "an object is expected");
    }
    if (status == STATUS_OK)
        return true;
    api_problem(
        request->service, request->exchange,
        &(struct problem){.code = 400, .type = "invalid", .title = "not a question", .detail = fault->words});
    desk_free(desk);
    return false;
}

/* ------------------------------------------------------------------------------------------ the clerk */

void desk_refuse(struct desk *desk, unsigned code, const char *field, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    desk->errand.status = fault_set(&desk->errand.fault, STATUS_INVALID, 0, "%s", words);
    desk->code = code;
    struct text_out out;
    text_out_init(&out, desk->field, sizeof desk->field);
    struct text shown = text_of(field ? field : "");
    text_out_add_text(&out, text_slice(shown, 0, text_utf8_length(text_clipped(shown, 120))));
}

static struct desk_document *filed(const struct desk *desk, struct text identity)
{
    for (unsigned i = 0; i < desk->document_count; i++)
        if (text_equal(desk->documents[i].identity, identity))
            return &desk->documents[i];
    return NULL;
}

bool desk_is_filed(const struct desk *desk, struct text identity)
{
    return filed(desk, identity) != NULL;
}

struct text desk_filed_text(const struct desk *desk, struct text identity)
{
    const struct desk_document *document = filed(desk, identity);
    return document ? document->text : text_of("");
}

/* The document of the shelf if it has the same text, else what was filed, read now. */
static const struct rulebook *read_filed(struct desk *desk, const struct desk_document *document)
{
    struct arena *arena = &desk->errand.arena;
    const struct rulebook *known = shelf_find(desk->shelf, document->identity);
    unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE];
    struct findings findings;
    struct rulebook *rulebook;
    if (known) {
        rule_document_digest(document->text, digest);
        if (memcmp(digest, known->document.digest, sizeof digest) == 0)
            return known;
    }
    findings_init(&findings, arena, 1);
    rulebook = ARENA_NEW(arena, struct rulebook);
    return rulebook && rulebook_read(document->text, "document", document->identity, arena, &findings,
                                     rulebook) == STATUS_OK
               ? rulebook
               : NULL;
}

const struct rulebook *desk_rulebook(struct desk *desk, struct text identity)
{
    struct desk_document *document = filed(desk, identity);
    if (!document)
        return shelf_find(desk->shelf, identity);
    if (!document->rulebook)
        document->rulebook = read_filed(desk, document);
    return document->rulebook;
}

const struct desk_offer *desk_offer_called(const struct desk *desk, struct text name)
{
    for (unsigned i = 0; i < desk->offer_count; i++)
        if (text_equal(desk->offers[i].name, name))
            return &desk->offers[i];
    return NULL;
}

const struct house *desk_house(struct desk *desk)
{
    struct arena *arena = &desk->errand.arena;
    struct house *house = ARENA_NEW(arena, struct house);
    struct findings findings;
    findings_init(&findings, arena, 1);
    if (house &&
        house_read(desk->house_text, "house.yaml", desk->identity, arena, &findings, house) == STATUS_OK)
        return house;
    desk_refuse(desk, 503, NULL, "there is no memory for the house");
    return NULL;
}

struct offer *desk_read_offer(struct desk *desk, const struct rulebook *rulebook, const struct house *house,
                              struct text name, struct text text, struct findings *findings,
                              struct node **data)
{
    struct arena *arena = &desk->errand.arena;
    const struct origin origin = {.file = "offer", .line = 1, .column = 1};
    struct growing full = {.arena = arena};
    struct offer *offer = ARENA_NEW(arena, struct offer);
    findings_init(findings, arena, FINDINGS_MAX);
    *data = node_read(text, origin, arena, findings);
    growing_add(&full, desk->identity);
    growing_say(&full, "/");
    growing_add(&full, name);
    if (!*data || !offer || full.status != STATUS_OK ||
        offer_read(*data, text, growing_text(&full), house, rulebook, arena, findings, offer) != STATUS_OK ||
        offer_take_hands(offer, arena, findings) != STATUS_OK)
        return NULL;
    return offer;
}

struct text desk_text(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? (struct text){json_string_value(value), json_string_length(value)}
                                 : text_of("");
}

void desk_set_text(json_t **object, const char *key, struct text text)
{
    if (text.length > 0)
        document_put(object, key, document_text(text));
}
