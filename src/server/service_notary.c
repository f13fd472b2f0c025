/*
 * The checkpoints of the log: a thread of their own makes them and answers about them, so that nobody waits for their disk. The loop says when:
 * after a day has begun, after a payment above the posted amount, and as often as the house posts. One is made only if the log has grown, by
 * whatever stream.
 */
#include "server/service_internal.h"

#include "base/check.h"
#include "books/checkpoint_due.h"

#include <stdlib.h>
#include <string.h>

enum { NOTARY_TASKS_MAX = 64 };

struct signing {
    struct clerk_task task;
    struct letter letter;
    struct service *service;
    enum status status;
    struct fault fault;
    struct notary_state state;
};

enum status service_open_notary(struct service *service, struct fault *fault)
{
    const struct service_options *options = &service->options;
    bool made = false;
    if (!options->log_files)
        return STATUS_OK;
    const struct notary_options notary = {
        .store = options->store, .files = *options->log_files, .house = service->floor.house.name};
    enum status status = notary_open(&notary, &service->notary, &made, fault);
    if (status == STATUS_OK)
        status = clerk_open(NOTARY_TASKS_MAX, &service->notary_clerk, fault);
    if (status != STATUS_OK)
        return status;
    char key[NOTE_KEY_TEXT_MAX + 1];
    struct text_out out;
    text_out_init(&out, key, sizeof key);
    note_key_write(&out, notary_key(service->notary));
    service_log(service, made ? "the key of the log is new" : "the log has a key", "key", key, NULL);
    service->checkpoint_due = true; /* one at the opening */
    return STATUS_OK;
}

void service_close_notary(struct service *service)
{
    struct fault fault;
    clerk_close(service->notary_clerk);
    service->notary_clerk = NULL;
    if (service->notary && notary_sign(service->notary, NULL, &fault) != STATUS_OK)
        service_error(service, "no checkpoint was made", "why", fault.words, NULL);
    notary_close(service->notary);
    service->notary = NULL;
}

static void sign(struct clerk_task *task)
{
    struct signing *signing = (struct signing *)(void *)task;
    struct notary *notary = signing->service->notary;
    struct fault fault;
    signing->status = notary_sign(notary, NULL, &signing->fault);
    enum status looked = notary_look(notary, &signing->state, &fault);
    if (signing->status == STATUS_OK && looked != STATUS_OK)
        signing->status = fault_set(&signing->fault, looked, 0, "%s", fault.words);
}

static void signed_now(struct clerk_task *task)
{
    struct signing *signing = (struct signing *)(void *)task;
    service_post(signing->service, &signing->letter);
}

/* In the loop. A refusal is told once, and stays in the state that the office shows. */
static void take_signing(struct service *service, struct letter *letter)
{
    struct signing *signing = (struct signing *)(void *)((char *)letter - offsetof(struct signing, letter));
    bool known = service->log_state.refused;
    service->signing = false;
    service->log_state = signing->state;
    if (signing->status != STATUS_OK && !(known && signing->state.refused))
        service_error(service, "no checkpoint was made", "why", signing->fault.words, NULL);
    free(signing);
}

void service_learn_of_log(struct service *service, const struct event *event)
{
    service->checkpoint_due =
        service->checkpoint_due || (service->notary && checkpoint_is_due(&service->floor, event));
}

void service_watch_log(struct service *service)
{
    if (!service->notary || service->signing)
        return;
    uint64_t now = house_clock_passed_ms(service->clock),
             every = (uint64_t)house_checkpoints(&service->floor.house).every_ms;
    if (!service->checkpoint_due && now - service->signed_ms < every)
        return;
    struct signing *signing = calloc(1, sizeof *signing);
    if (!signing)
        return; /* the next turn will do */
    *signing = (struct signing){
        .task = {.work = sign, .done = signed_now}, .letter.open = take_signing, .service = service};
    if (!clerk_ask(service->notary_clerk, &signing->task)) {
        free(signing);
        return;
    }
    service->signing = true;
    service->checkpoint_due = false;
    service->signed_ms = now;
}

bool service_log_alarm(const struct service *service, struct text_out *words)
{
    const struct notary_state *state = &service->log_state;
    uint64_t latest = 0, now = (uint64_t)service_wall(service).ms / 1000;
    if (state->refused) {
        text_out_add(words, "%s", state->words);
        return true;
    }
    for (unsigned i = 0; i < state->witness_count; i++)
        if (state->witnesses[i].time > latest)
            latest = state->witnesses[i].time;
    const int64_t within = house_checkpoints(&service->floor.house).cosigned_ms / 1000;
    if (state->witness_count == 0 || state->size == 0 || latest + (uint64_t)within >= now)
        return false;
    text_out_add(words,
                 "No witness has cosigned a checkpoint of the log for more than %lld minutes. Look after the "
                 "witnesses",
                 (long long)within / 60);
    return true;
}
