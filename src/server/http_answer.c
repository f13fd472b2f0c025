/* Answers, now or later, and streams. */
#include "server/http_internal.h"

#include "base/check.h"
#include "server/pages.h"

#include <stdlib.h>
#include <string.h>

enum { STREAM_BLOCK = 2 << 10 };

static void add_fields(struct MHD_Response *response, const struct http_field *fields)
{
    for (unsigned i = 0; fields[i].name; i++)
        (void)MHD_add_response_header(response, fields[i].name, fields[i].value);
}

/* Headers of every answer: no type sniffing, no framing, no content from elsewhere; more for what can be a page. HSTS for a
 * year after the first TLS request. */
static void add_protection(const struct http *http, struct MHD_Response *response, const char *type,
                           const char *policy)
{
    static const struct http_field of_all[] = {
        {"X-Content-Type-Options", "nosniff"}, {"Cross-Origin-Resource-Policy", "same-origin"}, {0}};
    static const struct http_field of_pages[] = {
        {"Referrer-Policy", "no-referrer"}, {"Cross-Origin-Opener-Policy", "same-origin"}, {0}};
    bool is_data = !type || strcmp(type, "application/json") == 0;
    add_fields(response, of_all);
    if (http->options.certificate)
        (void)MHD_add_response_header(response, "Strict-Transport-Security", "max-age=31536000");
    if (!is_data)
        add_fields(response, of_pages);
    (void)MHD_add_response_header(response, "Content-Security-Policy",
                                  policy    ? policy
                                  : is_data ? "default-src 'none'; frame-ancestors 'none'"
                                            : page_security_policy);
}

struct MHD_Response *http_response_of(const struct http *http, const struct http_answer *answer)
{
    const union {
        const char *ours;
        void *theirs; /* which they do not change */
    } bytes = {answer->bytes.bytes};
    struct MHD_Response *response =
        MHD_create_response_from_buffer(answer->bytes.length, bytes.theirs,
                                        answer->bytes_last ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY);
    if (!response)
        return NULL;
    bool has_cache = false;
    for (unsigned i = 0; i < HTTP_HEADERS_MAX && answer->fields[i].name; i++) {
        (void)MHD_add_response_header(response, answer->fields[i].name, answer->fields[i].value);
        has_cache |= strcmp(answer->fields[i].name, "Cache-Control") == 0;
    }
    if (answer->type)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer->type);
    if (!has_cache)
        (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    add_protection(http, response, answer->type, answer->policy);
    return response;
}

void http_count_unsent(struct exchange_private *exchange, bool unsent)
{
    if (exchange->is_whole && !exchange->is_stream)
        exchange->http->unsent += unsent ? 1U : -1U;
}

void http_stop_waiting(struct exchange_private *exchange)
{
    if (!exchange->waits)
        return;
    exchange->waits = false;
    *exchange->before = exchange->next;
    if (exchange->next)
        exchange->next->before = exchange->before;
}

static void exchange_finish(struct exchange_private *exchange, unsigned code, struct MHD_Response *response)
{
    bool sleeps = exchange->waits && !exchange->is_handling;
    CHECK(!exchange->response);
    exchange->code = code;
    exchange->response = response;
    http_stop_waiting(exchange);
    if (sleeps)
        MHD_resume_connection(exchange->connection);
}

void http_answer(struct exchange *exchange, const struct http_answer *answer)
{
    struct exchange_private *of = http_private_of(exchange);
    struct MHD_Response *response = http_response_of(of->http, answer);
    of->is_kept = !response;
    if (response)
        exchange_finish(of, answer->code, response);
    else /* without memory there is no message either */
        exchange_finish(of, MHD_HTTP_SERVICE_UNAVAILABLE, of->http->no_memory);
}

struct http_kept *http_keep(const struct http *http, const struct http_answer *answer)
{
    struct http_kept *kept = malloc(sizeof *kept);
    if (!kept)
        return NULL;
    *kept = (struct http_kept){http_response_of(http, answer), answer->code};
    if (kept->response)
        return kept;
    free(kept);
    return NULL;
}

void http_answer_kept(struct exchange *exchange, struct http_kept *kept)
{
    CHECK(http_private_of(exchange)->is_handling); /* it is sent before anybody can release it */
    http_private_of(exchange)->is_kept = true;
    exchange_finish(http_private_of(exchange), kept->code, kept->response);
}

void http_kept_release(struct http_kept *kept)
{
    if (!kept)
        return;
    MHD_destroy_response(kept->response);
    free(kept);
}

void http_wait(struct exchange *exchange)
{
    struct exchange_private *of = http_private_of(exchange);
    CHECK(!of->waits);
    of->waits = true;
    of->next = of->http->waiting;
    of->before = &of->http->waiting;
    if (of->next)
        of->next->before = &of->next;
    of->http->waiting = of;
}

void http_note(const struct http *http, const struct exchange *exchange, unsigned code)
{
    if (http->options.noted)
        http->options.noted(http->options.context, exchange, code);
}

enum MHD_Result http_send_answer(struct exchange_private *exchange)
{
    struct http *http = exchange->http;
    struct MHD_Response *response = exchange->response;
    unsigned class = exchange->code / 100;
    http->figures.answers_by_class[class < 6 ? class : 5]++;
    if (class == 5)
        http_note(http, &exchange->public, exchange->code);
    http_set_deadline(http, exchange->visit, exchange->is_stream ? 0 : http->options.answer_ms);
    enum MHD_Result queued = MHD_queue_response(exchange->connection, exchange->code, response);
    if (!exchange->is_kept)
        MHD_destroy_response(response);
    exchange->response = NULL;
    return queued;
}

/* ------------------------------------------------------------------------------------------ streams */

static ssize_t stream_read(void *context, uint64_t position, char *buffer, size_t size)
{
    struct http_stream *stream = context;
    (void)position;
    if (stream->http->closing)
        return MHD_CONTENT_READER_END_OF_STREAM;
    size_t count = stream->reader.read(stream->reader.context, buffer, size);
    if (count == HTTP_STREAM_ENDS)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (count > 0)
        return (ssize_t)count;
    stream->sleeps = true;
    MHD_suspend_connection(stream->connection);
    return 0;
}

static void stream_free(void *context)
{
    struct http_stream *stream = context;
    stream->http->figures.streams--;
    *stream->before = stream->next;
    if (stream->next)
        stream->next->before = stream->before;
    stream->reader.closed(stream->reader.context);
    free(stream);
}

struct http_stream *http_stream(struct exchange *exchange, const char *type,
                                const struct http_stream_reader *reader)
{
    struct exchange_private *of = http_private_of(exchange);
    struct http_stream *stream = malloc(sizeof *stream);
    if (!stream)
        return NULL;
    *stream = (struct http_stream){.http = of->http, .connection = of->connection, .reader = *reader};
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, stream_read, stream, stream_free);
    if (!response) {
        free(stream);
        return NULL;
    }
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    add_protection(of->http, response, type, NULL);
    of->http->figures.streams++;
    stream->next = of->http->streams;
    stream->before = &of->http->streams;
    if (stream->next)
        stream->next->before = &stream->next;
    of->http->streams = stream;
    exchange_finish(of, MHD_HTTP_OK, response);
    http_count_unsent(of, false);
    of->is_stream = true;
    return stream;
}

void http_stream_wake(struct http_stream *stream)
{
    if (!stream->sleeps)
        return;
    stream->sleeps = false;
    MHD_resume_connection(stream->connection);
}
