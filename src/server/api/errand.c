#include "server/service_internal.h"

#include <stddef.h>

enum { ERRAND_MEMORY_MAX = 256 << 20 };

struct errand *errand_of(struct letter *letter)
{
    return (struct errand *)(void *)((char *)letter - offsetof(struct errand, letter));
}

static void done(struct clerk_task *task)
{
    struct errand *errand = (struct errand *)(void *)task;
    service_post(errand->service, &errand->letter);
}

void errand_init(struct errand *errand, const struct api_request *request, void (*work)(struct clerk_task *),
                 void (*open)(struct service *, struct letter *))
{
    *errand = (struct errand){.task = {.work = work, .done = done},
                              .letter.open = open,
                              .service = request->service,
                              .clerk = request->service->clerk,
                              .exchange = request->exchange};
    arena_init(&errand->arena, ERRAND_MEMORY_MAX);
}

bool errand_send(const struct api_request *request, struct errand *errand)
{
    if (!request->exchange->waits_for) /* it may wait already for another part of the answer */
        http_wait(request->exchange);
    request->exchange->waits_for = &errand->exchange;
    if (clerk_ask(errand->clerk, &errand->task))
        return true;
    api_problem(request->service, request->exchange,
                &(struct problem){.code = 503,
                                  .type = "unavailable",
                                  .title = "too busy",
                                  .detail = "The server is busy. Try again in a moment."});
    return false;
}

void errand_answer_fault(struct service *service, struct errand *errand)
{
    bool wrong = errand->status == STATUS_RANGE || errand->status == STATUS_INVALID;
    if (errand->exchange)
        api_problem(service, errand->exchange,
                    &(struct problem){.code = wrong ? 400 : 503,
                                      .type = wrong ? "invalid" : "unavailable",
                                      .title = "not made",
                                      .detail = errand->fault.words});
}
