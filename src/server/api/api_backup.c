/* The last good backup of the store. The clerk reads it from the store each time, because another program makes the backups. */
#include "books/backup.h"
#include "house/kernel/view.h"
#include "server/service_internal.h"

#include <stdlib.h>

struct backup_asked {
    struct errand errand;
    struct backup_made last;
    bool found;
};

static void read_last(struct clerk_task *task)
{
    struct backup_asked *asked = (struct backup_asked *)(void *)task;
    asked->errand.status = backup_last(asked->errand.service->options.store, &asked->errand.arena,
                                       &asked->last, &asked->found, &asked->errand.fault);
}

static json_t *last_document(const struct backup_made *last)
{
    json_t *heads = json_array();
    for (uint32_t i = 0; i < last->head_count; i++)
        (void)json_array_append_new(heads,
                                    json_pack("{s:o,s:I,s:o}", "stream", document_text(last->heads[i].stream),
                                              "sequence", (json_int_t)last->heads[i].sequence, "hash",
                                              document_text(last->heads[i].hash)));
    return json_pack("{s:o,s:o,s:I,s:o}", "at", view_time(last->at), "place", document_text(last->place),
                     "bytes", (json_int_t)last->bytes, "heads", heads);
}

static void last_read(struct service *service, struct letter *letter)
{
    struct backup_asked *asked = (struct backup_asked *)(void *)errand_of(letter);
    if (asked->errand.status != STATUS_OK)
        errand_answer_fault(service, &asked->errand);
    else if (asked->errand.exchange)
        api_answer(service, asked->errand.exchange, 200,
                   json_pack("{s:o}", "last", asked->found ? last_document(&asked->last) : json_null()));
    arena_release(&asked->errand.arena);
    free(asked);
}

void api_backup(const struct api_request *request)
{
    struct backup_asked *asked = calloc(1, sizeof *asked);
    if (!asked) {
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    errand_init(&asked->errand, request, read_last, last_read);
    if (errand_send(request, &asked->errand))
        return;
    arena_release(&asked->errand.arena);
    free(asked);
}
