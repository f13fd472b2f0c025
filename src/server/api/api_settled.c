/*
 * Views of hands, prizes and awards that have left the state of the house. The loop never waits for the disk: the clerk reads them from
 * the report tables, and then the answer is made.
 */
#include "server/service_internal.h"

#include "base/check.h"
#include "books/settled.h"

#include <stdlib.h>

struct settled_errand {
    struct errand errand;
    struct api_request request; /* its name is in the arena of the errand */
    struct settled_wanted wanted;
    struct settled settled;
    settled_handler *then;
    void *context;
};

static void read_settled(struct clerk_task *task)
{
    struct settled_errand *asked = (struct settled_errand *)(void *)task;
    struct errand *errand = &asked->errand;
    errand->status = settled_read_at(errand->service->options.store, &asked->wanted, &errand->arena,
                                     &asked->settled, &errand->fault);
}

static void settled_was_read(struct service *service, struct letter *letter)
{
    struct settled_errand *asked = (struct settled_errand *)(void *)errand_of(letter);
    struct errand *errand = &asked->errand;
    if (errand->status != STATUS_OK) {
        service_error(service, "what was settled cannot be read", "why", errand->fault.words, NULL);
        errand_answer_fault(service, errand);
    }
    asked->request.exchange = errand->exchange;
    const bool is_answerable = errand->status == STATUS_OK && errand->exchange;
    asked->then(&asked->request, asked->context, is_answerable ? &asked->settled : NULL);
    arena_release(&errand->arena);
    free(asked);
}

bool api_read_settled(const struct api_request *request, const struct settled_wanted *wanted,
                      settled_handler *then, void *context)
{
    CHECK(wanted->kind != SETTLED_NONE && wanted->limit > 0);
    struct settled_errand *asked = calloc(1, sizeof *asked);
    if (!asked) {
        api_answer(request->service, request->exchange, 503, NULL);
        return false;
    }
    errand_init(&asked->errand, request, read_settled, settled_was_read);
    asked->request = *request;
    asked->wanted = *wanted;
    asked->then = then;
    asked->context = context;
    struct arena *arena = &asked->errand.arena;
    if (arena_copy_text(arena, request->name, &asked->request.name) != STATUS_OK ||
        arena_copy_text(arena, wanted->state, &asked->wanted.state) != STATUS_OK ||
        arena_copy_text(arena, wanted->filter, &asked->wanted.filter) != STATUS_OK)
        api_answer(request->service, request->exchange, 503, NULL);
    else if (errand_send(request, &asked->errand))
        return true;
    arena_release(arena);
    free(asked);
    return false;
}
