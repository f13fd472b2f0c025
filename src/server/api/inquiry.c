#include "server/api/inquiry.h"

#include "base/check.h"
#include "house/setup/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_DEPTH_MAX = 4, FINDINGS_MAX = 200 };

static void inquiry_free(struct inquiry *inquiry)
{
    arena_release(&inquiry->errand.arena);
    json_decref(inquiry->body);
    json_decref(inquiry->answer);
    free(inquiry);
}

/* ------------------------------------------------------------------------------------------ the loop */

static void work(struct clerk_task *task)
{
    struct inquiry *inquiry = (struct inquiry *)(void *)task;
    inquiry->look(inquiry);
}

static void answer(struct service *service, struct inquiry *inquiry)
{
    struct exchange *exchange = inquiry->errand.exchange;
    if (inquiry->code)
        api_problem(service, exchange,
                    &(struct problem){.code = inquiry->code,
                                      .type = inquiry->code == 404   ? "not-found"
                                              : inquiry->code == 409 ? "refused"
                                              : inquiry->code == 503 ? "unavailable"
                                                                     : "invalid",
                                      .title = inquiry->code == 404 ? "not found" : "not made",
                                      .detail = inquiry->errand.fault.words,
                                      .clause = inquiry->clause[0] ? inquiry->clause : NULL,
                                      .field = inquiry->field[0] ? inquiry->field : NULL});
    else if (inquiry->type)
        http_answer(exchange,
                    &(struct http_answer){.code = 200, .type = inquiry->type, .bytes = inquiry->bytes});
    else
        api_answer(service, exchange, 200, json_incref(inquiry->answer));
}

static void done(struct service *service, struct letter *letter)
{
    struct inquiry *inquiry = (struct inquiry *)(void *)errand_of(letter);
    if (inquiry->finish && !inquiry->code)
        inquiry->finish(service, inquiry);
    if (inquiry->errand.exchange)
        answer(service, inquiry);
    inquiry_free(inquiry);
}

/* The last filed text of each identity, as the floor uses them. */
static enum status copy_documents(struct inquiry *inquiry, const struct floor *floor)
{
    struct arena *arena = &inquiry->errand.arena;
    inquiry->documents = ARENA_ARRAY(arena, struct inquiry_document, floor->rulebook_count + 1);
    if (!inquiry->documents)
        return arena->refusal;
    for (unsigned i = floor->rulebook_count; i > 0; i--) {
        struct inquiry_document *document = &inquiry->documents[inquiry->document_count];
        struct text identity = floor->rulebooks[i - 1]->document.identity;
        if (inquiry_is_filed(inquiry, identity))
            continue;
        enum status status = arena_copy_text(arena, identity, &document->identity);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, floor->rulebook_texts[i - 1], &document->text);
        if (status != STATUS_OK)
            return status;
        inquiry->document_count++;
    }
    return STATUS_OK;
}

static enum status copy_offers(struct inquiry *inquiry, const struct floor *floor)
{
    struct arena *arena = &inquiry->errand.arena;
    inquiry->offers = ARENA_ARRAY(arena, struct inquiry_offer, floor->offering_count + 1);
    enum status status = inquiry->offers ? STATUS_OK : arena->refusal;
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        const struct offering *offering = &floor->offerings[i];
        struct inquiry_offer *offer = &inquiry->offers[inquiry->offer_count];
        if (!offering->posted)
            continue;
        status = arena_copy_text(arena, offering->name, &offer->name);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, offering->terms.activity, &offer->activity);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, offering->text, &offer->text);
        inquiry->offer_count++;
    }
    return status;
}

static enum status copy_house(struct inquiry *inquiry, const struct floor *floor)
{
    struct arena *arena = &inquiry->errand.arena;
    enum status status = arena_copy_text(arena, floor->identity, &inquiry->identity);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, floor->house_text, &inquiry->house_text);
    if (status == STATUS_OK)
        status = copy_documents(inquiry, floor);
    return status == STATUS_OK ? copy_offers(inquiry, floor) : status;
}

static enum status copy_query(struct inquiry *inquiry, const char *name, struct text *copy)
{
    return arena_copy_text(&inquiry->errand.arena, http_query(inquiry->errand.exchange, name), copy);
}

struct inquiry *inquiry_new(const struct api_request *request, void (*look)(struct inquiry *inquiry))
{
    struct inquiry *inquiry = calloc(1, sizeof *inquiry);
    if (inquiry) {
        errand_init(&inquiry->errand, request, work, done);
        inquiry->look = look;
        inquiry->shelf = request->service->shelf;
        inquiry->session = request->session;
    }
    if (inquiry && copy_house(inquiry, &request->service->floor) == STATUS_OK &&
        copy_query(inquiry, "document", &inquiry->document) == STATUS_OK &&
        copy_query(inquiry, "offer", &inquiry->offer) == STATUS_OK &&
        copy_query(inquiry, "search", &inquiry->words) == STATUS_OK)
        return inquiry;
    if (inquiry)
        inquiry_free(inquiry);
    api_answer(request->service, request->exchange, 503, NULL);
    return NULL;
}

void inquiry_count(struct inquiry *inquiry)
{
    inquiry->errand.clerk = inquiry->errand.service->counting;
    inquiry->shelf = inquiry->errand.service->counting_shelf;
}

void inquiry_send(const struct api_request *request, struct inquiry *inquiry)
{
    if (!errand_send(request, &inquiry->errand))
        inquiry_free(inquiry);
}

bool inquiry_read_body(const struct api_request *request, struct inquiry *inquiry, const char *const *keys,
                       size_t count)
{
    static const struct document_limits limits = {.size_max = HTTP_BODY_MAX, .depth_max = BODY_DEPTH_MAX};
    struct fault *fault = &inquiry->errand.fault;
    enum status status = document_parse(request->exchange->body, &limits, &inquiry->body, fault);
    if (status == STATUS_OK) {
        struct place top = place_top(inquiry->body);
        status = json_is_object(inquiry->body) ? place_only(&top, keys, count, fault)
                                               : fault_set(fault, STATUS_INVALID, 0, "an object is expected");
    }
    if (status == STATUS_OK)
        return true;
    api_problem(request->service, request->exchange,
                &(struct problem){
                    .code = 400, .type = "invalid", .title = "invalid request", .detail = fault->words});
    inquiry_free(inquiry);
    return false;
}

/* ------------------------------------------------------------------------------------------ the clerk */

void inquiry_refuse(struct inquiry *inquiry, unsigned code, const char *field, const char *format, ...)
{
    char words[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    inquiry->errand.status = fault_set(&inquiry->errand.fault, STATUS_INVALID, 0, "%s", words);
    inquiry->code = code;
    struct text_out out;
    text_out_init(&out, inquiry->field, sizeof inquiry->field);
    struct text shown = text_of(field ? field : "");
    text_out_add_text(&out, text_slice(shown, 0, text_utf8_length(text_clipped(shown, 120))));
}

static struct inquiry_document *filed(const struct inquiry *inquiry, struct text identity)
{
    for (unsigned i = 0; i < inquiry->document_count; i++)
        if (text_equal(inquiry->documents[i].identity, identity))
            return &inquiry->documents[i];
    return NULL;
}

bool inquiry_is_filed(const struct inquiry *inquiry, struct text identity)
{
    return filed(inquiry, identity) != NULL;
}

struct text inquiry_filed_text(const struct inquiry *inquiry, struct text identity)
{
    const struct inquiry_document *document = filed(inquiry, identity);
    return document ? document->text : text_of("");
}

/* The parsed document of the folder if it has the same text, otherwise the filed text, parsed now. */
static const struct rulebook *read_filed(struct inquiry *inquiry, const struct inquiry_document *document)
{
    struct arena *arena = &inquiry->errand.arena;
    const struct rulebook *known = shelf_find(inquiry->shelf, document->identity);
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

const struct rulebook *inquiry_rulebook(struct inquiry *inquiry, struct text identity)
{
    struct inquiry_document *document = filed(inquiry, identity);
    if (!document)
        return shelf_find(inquiry->shelf, identity);
    if (!document->rulebook)
        document->rulebook = read_filed(inquiry, document);
    return document->rulebook;
}

const struct inquiry_offer *inquiry_offer_called(const struct inquiry *inquiry, struct text name)
{
    for (unsigned i = 0; i < inquiry->offer_count; i++)
        if (text_equal(inquiry->offers[i].name, name))
            return &inquiry->offers[i];
    return NULL;
}

const struct house *inquiry_house(struct inquiry *inquiry)
{
    struct arena *arena = &inquiry->errand.arena;
    struct house *house = ARENA_NEW(arena, struct house);
    struct findings findings;
    findings_init(&findings, arena, 1);
    if (house && house_read(inquiry->house_text, "house.yaml", inquiry->identity, arena, &findings, house) ==
                     STATUS_OK)
        return house;
    inquiry_refuse(inquiry, 503, NULL, "there is no memory for the house");
    return NULL;
}

struct offer *inquiry_read_offer(struct inquiry *inquiry, const struct rulebook *rulebook,
                                 const struct house *house, struct text name, struct text text,
                                 struct findings *findings, struct node **data)
{
    struct arena *arena = &inquiry->errand.arena;
    const struct origin origin = {.file = "offer", .line = 1, .column = 1};
    struct growing full = {.arena = arena};
    struct offer *offer = ARENA_NEW(arena, struct offer);
    findings_init(findings, arena, FINDINGS_MAX);
    *data = node_read(text, origin, arena, findings);
    growing_add(&full, inquiry->identity);
    growing_say(&full, "/");
    growing_add(&full, name);
    if (!*data || !offer || full.status != STATUS_OK ||
        offer_read(*data, text, growing_text(&full), house, rulebook, arena, findings, offer) != STATUS_OK ||
        offer_take_hands(offer, arena, findings) != STATUS_OK)
        return NULL;
    return offer;
}

struct text inquiry_text(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? (struct text){json_string_value(value), json_string_length(value)}
                                 : text_of("");
}

void inquiry_set_text(json_t **object, const char *key, struct text text)
{
    if (text.length > 0)
        document_put(object, key, document_text(text));
}
