/* Forecasts for the offers with pools. The clerk for odds makes them, with its own read-only store. */
#include "reports/forecasts.h"
#include "server/service_internal.h"

#include <stdlib.h>

struct forecast_errand {
    struct errand errand;
    struct text offer; /* empty: all */
    bool missing;
    json_t *answer;
};

static void errand_free(struct forecast_errand *asked)
{
    arena_release(&asked->errand.arena);
    json_decref(asked->answer);
    free(asked);
}

static void look_ahead(struct clerk_task *task)
{
    struct forecast_errand *asked = (struct forecast_errand *)(void *)task;
    struct errand *errand = &asked->errand;
    struct forecasts forecasts;
    errand->status =
        forecasts_make(errand->service->options.store, asked->offer, errand->service->counting_shelf,
                       &errand->arena, &forecasts, &errand->fault);
    if (errand->status != STATUS_OK)
        return;
    asked->missing = asked->offer.length > 0 && forecasts.count == 0;
    if (!asked->missing)
        asked->answer = asked->offer.length > 0 ? forecast_document(&forecasts.offers[0], &errand->arena)
                                                : forecasts_document(&forecasts, &errand->arena);
}

static void answer(struct service *service, struct letter *letter)
{
    struct forecast_errand *asked = (struct forecast_errand *)(void *)errand_of(letter);
    struct exchange *exchange = asked->errand.exchange;
    if (asked->errand.status != STATUS_OK)
        errand_answer_fault(service, &asked->errand);
    else if (exchange && asked->missing)
        api_problem(service, exchange,
                    &(struct problem){
                        .code = 404,
                        .type = "not-found",
                        .title = "not found",
                        .detail = "There is no such offer in force, or it has no pool; /api/forecasts lists "
                                  "those that have one."});
    else if (exchange)
        api_answer(service, exchange, asked->answer ? 200 : 503, json_incref(asked->answer));
    errand_free(asked);
}

static void ask(const struct api_request *request, struct text offer)
{
    struct forecast_errand *asked = calloc(1, sizeof *asked);
    if (asked) {
        errand_init(&asked->errand, request, look_ahead, answer);
        asked->errand.clerk = request->service->counting;
    }
    if (!asked || arena_copy_text(&asked->errand.arena, offer, &asked->offer) != STATUS_OK) {
        if (asked)
            errand_free(asked);
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    if (!errand_send(request, &asked->errand))
        errand_free(asked);
}

void api_forecasts(const struct api_request *request)
{
    ask(request, text_of(""));
}

void api_forecast(const struct api_request *request)
{
    ask(request, request->name);
}
