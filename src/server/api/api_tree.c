/* The log for outsiders: its key, checkpoints, proofs and cosignatures (docs/formats/checkpoints.md); and for the office, how they stand. */
#include "house/kernel/view.h"
#include "server/service_internal.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

static const char plain_text[] = "text/plain; charset=utf-8";

static void answer_no_log(const struct api_request *request)
{
    api_problem(
        request->service, request->exchange,
        &(struct problem){.code = 404,
                          .type = "not-found",
                          .title = "no log",
                          .detail = "This server has no key for its log, so it makes no checkpoints."});
}

void api_log_key(const struct api_request *request)
{
    char key[NOTE_KEY_TEXT_MAX + 2];
    struct text_out out;
    if (!request->service->notary) {
        answer_no_log(request);
        return;
    }
    text_out_init(&out, key, sizeof key);
    note_key_write(&out, notary_key(request->service->notary));
    text_out_add(&out, "\n");
    http_answer(request->exchange,
                &(struct http_answer){.code = 200, .type = "text/plain", .bytes = text_out_text(&out)});
}

/* ------------------------------------------------------------------------------------------ questions */

struct log_question {
    struct errand errand;
    uint64_t first, second;
    struct tree_proof proof;
    bool found;
    struct text note;
    enum notary_answer answer;
    struct notary_state state;
};

static struct log_question *question_of(struct clerk_task *task)
{
    return (struct log_question *)(void *)task;
}

static void ask(const struct api_request *request, struct log_question *wanted,
                void (*work)(struct clerk_task *), void (*open)(struct service *, struct letter *))
{
    struct log_question *question = request->service->notary ? calloc(1, sizeof *question) : NULL;
    if (!request->service->notary) {
        answer_no_log(request);
        return;
    }
    if (!question) {
        api_answer(request->service, request->exchange, 503, NULL);
        return;
    }
    *question = *wanted;
    errand_init(&question->errand, request, work, open);
    question->errand.clerk = request->service->notary_clerk;
    if (wanted->note.length == 0 ||
        arena_copy_text(&question->errand.arena, wanted->note, &question->note) == STATUS_OK) {
        if (errand_send(request, &question->errand))
            return;
    } else {
        api_answer(request->service, request->exchange, 503, NULL);
    }
    arena_release(&question->errand.arena);
    free(question);
}

static void give_back(struct log_question *question)
{
    arena_release(&question->errand.arena);
    free(question);
}

/* A number of a query; false if it is none, and then the exchange was answered. */
static bool query_number(const struct api_request *request, const char *name, uint64_t *number)
{
    struct text digits = http_query(request->exchange, name);
    enum { DIGITS_MAX = 15 };
    bool good = digits.length > 0 && digits.length <= DIGITS_MAX;
    *number = 0;
    for (size_t i = 0; i < digits.length && good; i++) {
        good = digits.bytes[i] >= '0' && digits.bytes[i] <= '9';
        *number = *number * 10 + (uint64_t)(digits.bytes[i] - '0');
    }
    if (!good)
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 400,
                                      .type = "invalid",
                                      .title = "not a number",
                                      .detail = "Give the sizes or the leaf as a number.",
                                      .field = name});
    return good;
}

/* ------------------------------------------------------------------------------------------- checkpoint */

static void read_newest(struct clerk_task *task)
{
    struct log_question *question = question_of(task);
    char *bytes = arena_alloc(&question->errand.arena, NOTE_SIZE_MAX + 1, 1);
    struct text_out out;
    if (!bytes) {
        question->errand.status =
            fault_set(&question->errand.fault, STATUS_NO_MEMORY, 0, "there is no memory");
        return;
    }
    text_out_init(&out, bytes, NOTE_SIZE_MAX + 1);
    question->found = notary_newest(question->errand.service->notary, &out);
    question->note = text_out_text(&out);
}

static void answer_newest(struct service *service, struct letter *letter)
{
    struct log_question *question = (struct log_question *)(void *)errand_of(letter);
    if (question->errand.status != STATUS_OK)
        errand_answer_fault(service, &question->errand);
    else if (question->errand.exchange && !question->found)
        api_problem(service, question->errand.exchange,
                    &(struct problem){.code = 404,
                                      .type = "not-found",
                                      .title = "no checkpoint",
                                      .detail = "No checkpoint has been made yet."});
    else if (question->errand.exchange)
        http_answer(question->errand.exchange,
                    &(struct http_answer){.code = 200,
                                          .type = plain_text,
                                          .bytes = question->note,
                                          .fields = {{"Cache-Control", "no-cache"}}});
    give_back(question);
}

void api_log_checkpoint(const struct api_request *request)
{
    ask(request, &(struct log_question){.found = false}, read_newest, answer_newest);
}

/* ------------------------------------------------------------------------------------------------ proofs */

static void prove_consistency(struct clerk_task *task)
{
    struct log_question *question = question_of(task);
    question->errand.status = notary_consistency(question->errand.service->notary, question->first,
                                                 question->second, &question->proof, &question->errand.fault);
}

static void prove_inclusion(struct clerk_task *task)
{
    struct log_question *question = question_of(task);
    question->errand.status = notary_inclusion(question->errand.service->notary, question->first,
                                               question->second, &question->proof, &question->errand.fault);
}

static void answer_proof(struct service *service, struct log_question *question, const char *first,
                         const char *second)
{
    json_t *hashes = json_array();
    for (unsigned i = 0; i < question->proof.count; i++) {
        char words[64];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        tree_hash_write(&out, &question->proof.hashes[i]);
        (void)json_array_append_new(hashes, json_string(words));
    }
    if (question->errand.status != STATUS_OK)
        errand_answer_fault(service, &question->errand);
    else if (question->errand.exchange)
        api_answer(service, question->errand.exchange, 200,
                   json_pack("{s:I,s:I,s:O}", first, (json_int_t)question->first, second,
                             (json_int_t)question->second, "hashes", hashes));
    json_decref(hashes);
    give_back(question);
}

static void answer_consistency(struct service *service, struct letter *letter)
{
    answer_proof(service, (struct log_question *)(void *)errand_of(letter), "from", "to");
}

static void answer_inclusion(struct service *service, struct letter *letter)
{
    answer_proof(service, (struct log_question *)(void *)errand_of(letter), "leaf", "size");
}

void api_log_consistency(const struct api_request *request)
{
    struct log_question wanted = {.found = false};
    if (query_number(request, "from", &wanted.first) && query_number(request, "to", &wanted.second))
        ask(request, &wanted, prove_consistency, answer_consistency);
}

void api_log_inclusion(const struct api_request *request)
{
    struct log_question wanted = {.found = false};
    if (query_number(request, "leaf", &wanted.first) && query_number(request, "size", &wanted.second))
        ask(request, &wanted, prove_inclusion, answer_inclusion);
}

/* ------------------------------------------------------------------------------------------ cosignatures */

static void keep_cosignature(struct clerk_task *task)
{
    struct log_question *question = question_of(task);
    struct notary *notary = question->errand.service->notary;
    question->errand.status =
        notary_cosigned(notary, question->note, &question->answer, &question->errand.fault);
    if (question->errand.status == STATUS_OK)
        question->errand.status = notary_look(notary, &question->state, &question->errand.fault);
}

static void answer_cosignature(struct service *service, struct letter *letter)
{
    static const unsigned codes[] = {
        [NOTARY_KEPT] = 204, [NOTARY_NO_NOTE] = 400, [NOTARY_FORGED] = 403, [NOTARY_UNKNOWN] = 404};
    struct log_question *question = (struct log_question *)(void *)errand_of(letter);
    const unsigned code = codes[question->answer];
    if (question->errand.status == STATUS_OK)
        service->log_state = question->state;
    if (question->errand.status != STATUS_OK)
        errand_answer_fault(service, &question->errand);
    else if (question->errand.exchange && code == 204)
        http_answer(question->errand.exchange,
                    &(struct http_answer){.code = 204, .bytes = text_of(""), .bytes_last = true});
    else if (question->errand.exchange)
        api_problem(service, question->errand.exchange,
                    &(struct problem){.code = code,
                                      .type = code == 404   ? "not-found"
                                              : code == 403 ? "not-allowed"
                                                            : "invalid",
                                      .title = "not kept",
                                      .detail = question->errand.fault.words});
    give_back(question);
}

void api_log_cosignature(const struct api_request *request)
{
    struct text body = request->exchange->body;
    if (body.length == 0 || body.length > NOTE_SIZE_MAX) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 400,
                                      .type = "invalid",
                                      .title = "no note",
                                      .detail = "Send a checkpoint with the signature of a witness."});
        return;
    }
    ask(request, &(struct log_question){.note = body}, keep_cosignature, answer_cosignature);
}

/* ---------------------------------------------------------------------------------------- for the office */

static json_t *moment(uint64_t seconds)
{
    return seconds == 0 ? json_null() : view_time((struct instant){(int64_t)seconds * 1000});
}

void api_checkpoints(const struct api_request *request)
{
    const struct service *service = request->service;
    const struct notary_state *state = &service->log_state;
    char key[NOTE_KEY_TEXT_MAX + 1] = "", alarm[NOTARY_WORDS_SIZE];
    struct text_out out;
    json_t *witnesses = json_array();
    for (unsigned i = 0; i < state->witness_count; i++)
        (void)json_array_append_new(witnesses,
                                    json_pack("{s:s,s:I,s:o}", "name", state->witnesses[i].key.name, "events",
                                              (json_int_t)state->witnesses[i].size, "at",
                                              moment(state->witnesses[i].time)));
    text_out_init(&out, key, sizeof key);
    if (service->notary)
        note_key_write(&out, notary_key(service->notary));
    text_out_init(&out, alarm, sizeof alarm);
    bool alarmed = service_log_alarm(service, &out);
    api_answer(request->service, request->exchange, 200,
               json_pack("{s:o,s:I,s:o,s:o,s:o}", "key", service->notary ? json_string(key) : json_null(),
                         "events", (json_int_t)state->size, "at",
                         state->size > 0 ? moment(state->made_at) : json_null(), "witnesses", witnesses,
                         "alarm", alarmed ? json_string(alarm) : json_null()));
}
