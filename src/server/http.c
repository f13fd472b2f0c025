#include "server/http.h"

#include "base/check.h"
#include "server/pages.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    EXCHANGE_MEMORY_MAX = 8 << 20,
    CONNECTION_MEMORY = 12 << 10, /* for the head of a request; a longer one is answered 431 */
    STREAM_BLOCK = 2 << 10,
    ADDRESSES = 1 << 12, /* counters for addresses; by hash, so two addresses may share one */
    BODY_DRAINED_MAX = 8 * HTTP_BODY_MAX, /* a client that sends more is disconnected without an answer */
    ENDING_MS = 5000,                     /* for sending answers at shutdown */
    PARTING_MS = 500,                     /* for the last chunks of streams at shutdown */
    SWEEP_MS = 250,                       /* between two searches for slow clients */
    BACKLOG = 1024,
};

/* A connection. */
struct visit {
    int socket;
    uint64_t deadline_ms; /* NO_DEADLINE: no time limit for the client */
    struct visit *next, **before;
};

#define NO_DEADLINE UINT64_MAX

struct exchange_private {
    struct exchange public;
    struct http *http;
    struct MHD_Connection *connection;
    struct visit *visit;
    char *body;
    size_t body_size, body_room;
    bool is_too_large, has_no_memory, is_whole, is_handling, waits;
    bool is_kept; /* the response is not ours */
    bool is_secure;
    bool is_stream;
    unsigned code;
    struct MHD_Response *response;           /* made while it waits, or while it is handled */
    struct exchange_private *next, **before; /* of those that wait */
};

struct http_kept {
    struct MHD_Response *response;
    unsigned code;
};

struct http_stream {
    struct http *http;
    struct MHD_Connection *connection;
    struct http_stream_reader reader;
    bool sleeps;
    struct http_stream *next, **before; /* of all */
};

struct http {
    struct http_options options;
    struct MHD_Daemon *daemon;
    struct MHD_Response *no_memory; /* made while there was some */
    int bell, events, listener;
    uint16_t port;
    unsigned unsent; /* exchanges that are */
    _Atomic bool stopping;
    bool closing;
    struct exchange_private *waiting;
    struct http_stream *streams;
    struct visit *visits;
    uint64_t now_ms, tick_at, sweep_at, second;
    struct http_figures figures;
    uint16_t counts[ADDRESSES]; /* requests of this second */
    uint16_t open[ADDRESSES];   /* connections */
    char *certificate, *key;
    struct sockaddr_storage proxy; /* AF_UNSPEC: none */
};

uint64_t machine_ms(void)
{
    struct timespec time;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

uint64_t http_now_ms(const struct http *http)
{
    return http->now_ms;
}

const struct http_figures *http_figures(const struct http *http)
{
    return &http->figures;
}

/* Its first member is what others see. */
static struct exchange_private *private_of(struct exchange *exchange)
{
    return (struct exchange_private *)(void *)exchange;
}

static const struct exchange_private *seen_of(const struct exchange *exchange)
{
    return (const struct exchange_private *)(const void *)exchange;
}

/* ------------------------------------------------------------------------------------------ who is slow */

/* Sets the time limit in milliseconds; 0: none. */
static void set_deadline(const struct http *http, struct visit *visit, unsigned ms)
{
    visit->deadline_ms = ms ? http->now_ms + ms : NO_DEADLINE;
}

/* If memory runs out the connection ends at the next request. */
static struct visit *visit_begin(struct http *http, struct MHD_Connection *connection)
{
    struct visit *visit = malloc(sizeof *visit);
    if (!visit)
        return NULL;
    visit->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    visit->next = http->visits;
    visit->before = &http->visits;
    if (visit->next)
        visit->next->before = &visit->next;
    http->visits = visit;
    set_deadline(http, visit, http->options.request_ms);
    return visit;
}

static void visit_end(struct visit *visit)
{
    if (!visit)
        return;
    *visit->before = visit->next;
    if (visit->next)
        visit->next->before = visit->before;
    free(visit);
}

/* libmicrohttpd sees the end of the connection and tidies up. */
static void cut_the_slow(struct http *http)
{
    if (http->now_ms < http->sweep_at)
        return;
    http->sweep_at = http->now_ms + SWEEP_MS;
    for (struct visit *visit = http->visits; visit; visit = visit->next)
        if (visit->deadline_ms <= http->now_ms) {
            visit->deadline_ms = NO_DEADLINE;
            http->figures.cut++;
            (void)shutdown(visit->socket, SHUT_RDWR);
        }
}

/* ------------------------------------------------------------------------------------------ answers */

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

static struct MHD_Response *response_of(const struct http *http, const struct http_answer *answer)
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

/* The request is complete and the answer is not fully sent. A stream has no end. */
static void count_unsent(struct exchange_private *exchange, bool unsent)
{
    if (exchange->is_whole && !exchange->is_stream)
        exchange->http->unsent += unsent ? 1U : -1U;
}

/* Removes it from the list of waiting exchanges. */
static void stop_waiting(struct exchange_private *exchange)
{
    if (!exchange->waits)
        return;
    exchange->waits = false;
    *exchange->before = exchange->next;
    if (exchange->next)
        exchange->next->before = exchange->before;
}

static void finish(struct exchange_private *exchange, unsigned code, struct MHD_Response *response)
{
    bool sleeps = exchange->waits && !exchange->is_handling;
    CHECK(!exchange->response);
    exchange->code = code;
    exchange->response = response;
    stop_waiting(exchange);
    if (sleeps)
        MHD_resume_connection(exchange->connection);
}

void http_answer(struct exchange *exchange, const struct http_answer *answer)
{
    struct exchange_private *of = private_of(exchange);
    struct MHD_Response *response = response_of(of->http, answer);
    of->is_kept = !response;
    if (response)
        finish(of, answer->code, response);
    else /* without memory there is no message either */
        finish(of, MHD_HTTP_SERVICE_UNAVAILABLE, of->http->no_memory);
}

struct http_kept *http_keep(const struct http *http, const struct http_answer *answer)
{
    struct http_kept *kept = malloc(sizeof *kept);
    if (!kept)
        return NULL;
    *kept = (struct http_kept){response_of(http, answer), answer->code};
    if (kept->response)
        return kept;
    free(kept);
    return NULL;
}

void http_answer_kept(struct exchange *exchange, struct http_kept *kept)
{
    CHECK(private_of(exchange)->is_handling); /* it is sent before anybody can release it */
    private_of(exchange)->is_kept = true;
    finish(private_of(exchange), kept->code, kept->response);
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
    struct exchange_private *of = private_of(exchange);
    CHECK(!of->waits);
    of->waits = true;
    of->next = of->http->waiting;
    of->before = &of->http->waiting;
    if (of->next)
        of->next->before = &of->next;
    of->http->waiting = of;
}

static void note(const struct http *http, const struct exchange *exchange, unsigned code)
{
    if (http->options.noted)
        http->options.noted(http->options.context, exchange, code);
}

static enum MHD_Result send_answer(struct exchange_private *exchange)
{
    struct http *http = exchange->http;
    struct MHD_Response *response = exchange->response;
    unsigned class = exchange->code / 100;
    http->figures.answers_by_class[class < 6 ? class : 5]++;
    if (class == 5)
        note(http, &exchange->public, exchange->code);
    set_deadline(http, exchange->visit, exchange->is_stream ? 0 : http->options.answer_ms);
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
    struct exchange_private *of = private_of(exchange);
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
    finish(of, MHD_HTTP_OK, response);
    count_unsent(of, false);
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

/* ------------------------------------------------------------------------------------------ requests */

static struct text value_of(const struct exchange *exchange, enum MHD_ValueKind kind, const char *name)
{
    const char *value = MHD_lookup_connection_value(seen_of(exchange)->connection, kind, name);
    return value ? text_of(value) : (struct text){"", 0};
}

struct text http_query(const struct exchange *exchange, const char *name)
{
    return value_of(exchange, MHD_GET_ARGUMENT_KIND, name);
}

struct text http_header(const struct exchange *exchange, const char *name)
{
    return value_of(exchange, MHD_HEADER_KIND, name);
}

struct text http_cookie(const struct exchange *exchange, const char *name)
{
    return value_of(exchange, MHD_COOKIE_KIND, name);
}

bool http_is_secure(const struct exchange *exchange)
{
    return seen_of(exchange)->is_secure;
}

/* The client's address. An IPv4 address mapped into IPv6 counts as the IPv4 address. */
struct origin {
    uint64_t address; /* of IPv6 only the network part, because one client may have the whole network */
    bool is_local;
    int family;
    const void *bytes;
};

static struct origin origin_of(const struct sockaddr *from)
{
    struct origin origin = {.family = from ? from->sa_family : AF_UNSPEC};
    if (origin.family == AF_INET) {
        origin.bytes = &((const struct sockaddr_in *)(const void *)from)->sin_addr;
    } else if (origin.family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        origin.bytes = six;
        memcpy(&origin.address, six, sizeof origin.address);
        origin.is_local = IN6_IS_ADDR_LOOPBACK(six);
        if (IN6_IS_ADDR_V4MAPPED(six)) {
            origin.family = AF_INET;
            origin.bytes = &six->s6_addr[12];
        }
    }
    if (origin.family == AF_INET) {
        uint32_t four;
        memcpy(&four, origin.bytes, sizeof four);
        origin.address = ntohl(four);
        origin.is_local = origin.address >> 24 == 127;
    }
    return origin;
}

static struct origin connection_origin(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return origin_of(info ? info->client_addr : NULL);
}

/* "192.0.2.7" or "2001:db8::7"; false if it is neither. */
static bool read_address(struct text words, struct sockaddr_storage *address)
{
    char whole[INET6_ADDRSTRLEN];
    struct text_out out;
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    text_out_init(&out, whole, sizeof whole);
    text_out_add_text(&out, words);
    *address = (struct sockaddr_storage){.ss_family = AF_UNSPEC};
    if (out.truncated)
        return false;
    if (inet_pton(AF_INET, whole, &four.sin_addr) == 1)
        memcpy(address, &four, sizeof four);
    else if (inet_pton(AF_INET6, whole, &six.sin6_addr) == 1)
        memcpy(address, &six, sizeof six);
    return address->ss_family != AF_UNSPEC;
}

bool http_is_address(const char *words)
{
    struct sockaddr_storage address;
    return read_address(text_of(words), &address);
}

static bool is_proxy(const struct http *http, const struct origin *origin)
{
    const struct origin proxy = origin_of((const struct sockaddr *)&http->proxy);
    return proxy.bytes && origin->bytes && proxy.family == origin->family &&
           memcmp(proxy.bytes, origin->bytes, proxy.family == AF_INET ? 4 : 16) == 0;
}

struct last_value {
    const char *name;
    struct text value;
};

static enum MHD_Result note_value(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct last_value *last = context;
    (void)kind;
    if (value && strcasecmp(name, last->name) == 0)
        last->value = text_of(value);
    return MHD_YES;
}

/* The last entry of a list header, which may come in several lines: "198.51.100.9, 192.0.2.7". */
static struct text last_listed(struct MHD_Connection *connection, const char *name)
{
    struct last_value last = {name, {"", 0}};
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, note_value, &last);
    size_t end = last.value.length;
    while (end > 0 && last.value.bytes[end - 1] == ' ')
        end--;
    size_t first = end;
    while (first > 0 && last.value.bytes[first - 1] != ',' && last.value.bytes[first - 1] != ' ')
        first--;
    return text_slice(last.value, first, end - first);
}

static void set_origin(struct exchange_private *exchange)
{
    struct sockaddr_storage forwarded;
    struct origin origin = connection_origin(exchange->connection);
    exchange->is_secure = exchange->http->options.certificate != NULL;
    if (is_proxy(exchange->http, &origin)) {
        exchange->is_secure |=
            text_equal(last_listed(exchange->connection, "X-Forwarded-Proto"), text_of("https"));
        if (read_address(last_listed(exchange->connection, "X-Forwarded-For"), &forwarded))
            origin = origin_of((const struct sockaddr *)&forwarded);
    }
    exchange->public.address = origin.address;
    exchange->public.is_local = origin.is_local;
    if (origin.bytes)
        (void)inet_ntop(origin.family, origin.bytes, exchange->public.from, sizeof exchange->public.from);
}

static unsigned slot_of(uint64_t address)
{
    _Static_assert(ADDRESSES == 1 << (64 - 52), "the hash has as many values");
    return (unsigned)(address * UINT64_C(0x9E3779B97F4A7C15) >> 52);
}

/* Counts the request; false beyond the rate. */
static bool is_within_rate(struct http *http, const struct exchange *exchange)
{
    if (http->options.requests_per_second == 0 || (exchange->is_local && http->options.spares_local))
        return true;
    if (http->second != http->now_ms / 1000) {
        http->second = http->now_ms / 1000;
        memset(http->counts, 0, sizeof http->counts);
    }
    uint16_t *count = &http->counts[slot_of(exchange->address)];
    if (*count == http->options.requests_per_second)
        note(http, exchange, MHD_HTTP_TOO_MANY_REQUESTS);
    if (*count <= http->options.requests_per_second) /* counts to one beyond the rate, and no further */
        ++*count;
    return *count <= http->options.requests_per_second;
}

static void refuse(struct exchange_private *exchange, unsigned code, const char *words)
{
    http_answer(&exchange->public, &(struct http_answer){.code = code,
                                                         .type = "application/problem+json",
                                                         .bytes = text_of(words),
                                                         .bytes_last = true,
                                                         .fields = {{MHD_HTTP_HEADER_RETRY_AFTER, "1"}}});
}

static void handle(struct exchange_private *exchange)
{
    struct http *http = exchange->http;
    http->figures.requests++;
    exchange->is_whole = exchange->is_handling = true;
    set_deadline(http, exchange->visit, 0);
    count_unsent(exchange, true);
    exchange->public.body = (struct text){exchange->body ? exchange->body : "", exchange->body_size};
    if (http->stopping || exchange->has_no_memory) {
        refuse(exchange, MHD_HTTP_SERVICE_UNAVAILABLE,
               "{\"type\":\"unavailable\",\"title\":\"not now\",\"status\":503,"
               "\"detail\":\"The server is shutting down or out of memory. Try again in a moment.\"}");
    } else if (!is_within_rate(http, &exchange->public)) {
        http->figures.limited++;
        refuse(exchange, MHD_HTTP_TOO_MANY_REQUESTS,
               "{\"type\":\"too-many\",\"title\":\"too many requests\",\"status\":429,"
               "\"detail\":\"Too many requests from this address. Wait a second.\"}");
    } else if (exchange->is_too_large) {
        refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE,
               "{\"type\":\"too-large\",\"title\":\"too large\",\"status\":413,"
               "\"detail\":\"The request is too long. The limit is one mebibyte.\"}");
    } else {
        http->options.handle(http->options.context, &exchange->public);
    }
    exchange->is_handling = false;
    CHECK(exchange->response || exchange->waits);
}

/* Bytes beyond the maximum are counted, but not kept. */
static void take_body(struct exchange_private *exchange, const char *bytes, size_t size)
{
    exchange->is_too_large |= exchange->body_size + size > HTTP_BODY_MAX;
    if (exchange->is_too_large || exchange->has_no_memory) {
        exchange->body_size += size;
        return;
    }
    if (exchange->body_room - exchange->body_size < size) {
        size_t room = exchange->body_room * 2 + size;
        char *grown = realloc(exchange->body, room);
        if (!grown) {
            exchange->has_no_memory = true;
            return;
        }
        exchange->body = grown;
        exchange->body_room = room;
    }
    memcpy(exchange->body + exchange->body_size, bytes, size);
    exchange->body_size += size;
}

static struct exchange_private *new_exchange(struct http *http, struct MHD_Connection *connection,
                                             const char *path, const char *method)
{
    struct visit *visit =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    struct exchange_private *exchange = visit ? calloc(1, sizeof *exchange) : NULL;
    if (!exchange)
        return NULL;
    exchange->http = http;
    exchange->connection = connection;
    exchange->visit = visit;
    exchange->public.method = text_of(method);
    exchange->public.path = text_of(path);
    arena_init(&exchange->public.arena, EXCHANGE_MEMORY_MAX);
    set_origin(exchange);
    return exchange;
}

/* libmicrohttpd calls this when the headers are complete, for every part of the body, at its end, and after a wait. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state)
{
    struct exchange_private *exchange = *state;
    (void)version;
    if (!exchange) {
        *state = new_exchange(context, connection, path, method);
        return *state ? MHD_YES : MHD_NO; /* an answer at this point would close the connection */
    }
    if (*upload_size > 0) {
        take_body(exchange, upload, *upload_size);
        *upload_size = 0;
        return exchange->body_size <= BODY_DRAINED_MAX ? MHD_YES : MHD_NO;
    }
    if (!exchange->is_whole)
        handle(exchange);
    if (exchange->response)
        return send_answer(exchange);
    if (exchange->http->closing)
        return MHD_NO;
    MHD_suspend_connection(connection);
    return MHD_YES;
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code)
{
    struct http *http = context;
    struct exchange_private *exchange = *state;
    (void)connection;
    (void)code;
    if (!exchange)
        return;
    if (exchange->waits && http->options.dropped)
        http->options.dropped(http->options.context, &exchange->public);
    stop_waiting(exchange);
    count_unsent(exchange, false);
    set_deadline(http, exchange->visit, http->options.request_ms);
    if (exchange->response && !exchange->is_kept)
        MHD_destroy_response(exchange->response);
    arena_release(&exchange->public.arena);
    if (exchange->body) /* it may have held a password */
        explicit_bzero(exchange->body, exchange->body_room);
    free(exchange->body);
    free(exchange);
    *state = NULL;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode code)
{
    struct http *http = context;
    bool started = code == MHD_CONNECTION_NOTIFY_STARTED;
    unsigned slot = slot_of(connection_origin(connection).address);
    http->figures.connections += started ? 1U : -1U;
    http->open[slot] = (uint16_t)(http->open[slot] + (started ? 1 : -1));
    if (started)
        *state = visit_begin(http, connection);
    else
        visit_end(*state);
}

/* Whether a client may connect. */
static enum MHD_Result on_knock(void *context, const struct sockaddr *from, socklen_t size)
{
    const struct http *http = context;
    struct origin origin = origin_of(from);
    unsigned most = http->options.connections_per_address;
    (void)size;
    if (most == 0 || (origin.is_local && http->options.spares_local) || is_proxy(http, &origin))
        return MHD_YES;
    return http->open[slot_of(origin.address)] < most ? MHD_YES : MHD_NO;
}

/* ------------------------------------------------------------------------------------------ opening, running */

static enum status read_pem(const char *path, char **bytes, struct fault *fault)
{
    enum { PEM_MAX = 1 << 16 };
    FILE *file = fopen(path, "re");
    if (!file)
        return fault_set(fault, STATUS_IO, 0, "the file %.200s cannot be opened: %s", path, strerror(errno));
    *bytes = calloc(1, PEM_MAX + 1);
    size_t size = *bytes ? fread(*bytes, 1, PEM_MAX + 1, file) : 0;
    bool failed = ferror(file) != 0;
    (void)fclose(file);
    if (!*bytes)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the file %.200s", path);
    return failed || size == 0 || size > PEM_MAX
               ? fault_set(fault, STATUS_INVALID, 0,
                           "the file %.200s is not a certificate or key in PEM format", path)
               : STATUS_OK;
}

static enum status cannot_listen(const struct http *http, int error, struct fault *fault)
{
    const char *address = http->options.address;
    unsigned port = http->options.port;
    switch (error) {
    case EADDRINUSE:
        return fault_set(
            fault, STATUS_IO, 0,
            "port %u of %.60s is in use by another program. Stop that program, or choose another port", port,
            address);
    case EACCES:
        return fault_set(
            fault, STATUS_IO, 0,
            "port %u needs the privilege to bind ports below 1024. Grant it, or choose a port from 1024 on",
            port);
    case EADDRNOTAVAIL:
        return fault_set(fault, STATUS_IO, 0, "this machine does not have the address %.60s", address);
    default:
        return fault_set(fault, STATUS_IO, 0, "cannot listen at %.60s, port %u: %s", address, port,
                         strerror(error));
    }
}

/* A port that another program has just released may be used; one that another program listens at may not. */
static enum status bind_at(struct http *http, const struct addrinfo *place, struct fault *fault)
{
    const int yes = 1, no = 0;
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    http->listener = socket(place->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (http->listener < 0)
        return cannot_listen(http, errno, fault);
    (void)setsockopt(http->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (place->ai_family == AF_INET6) /* [::] accepts both IPv4 and IPv6 */
        (void)setsockopt(http->listener, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    if (bind(http->listener, place->ai_addr, place->ai_addrlen) != 0 ||
        listen(http->listener, BACKLOG) != 0 ||
        getsockname(http->listener, (struct sockaddr *)&bound, &size) != 0)
        return cannot_listen(http, errno, fault);
    http->port =
        ntohs(place->ai_family == AF_INET6 ? ((const struct sockaddr_in6 *)(const void *)&bound)->sin6_port
                                           : ((const struct sockaddr_in *)(const void *)&bound)->sin_port);
    return STATUS_OK;
}

static enum status listen_at(struct http *http, struct fault *fault)
{
    char port[8];
    struct text_out out;
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    text_out_init(&out, port, sizeof port);
    text_out_add(&out, "%u", http->options.port);
    if (getaddrinfo(http->options.address, port, &hints, &found) != 0)
        return fault_set(fault, STATUS_INVALID, 0,
                         "\"%.60s\" is not an address to listen at; use one such as 127.0.0.1 or [::1]",
                         http->options.address);
    enum status status = bind_at(http, found, fault);
    freeaddrinfo(found);
    return status;
}

static enum status start_daemon(struct http *http, struct fault *fault)
{
    const struct http_options *options = &http->options;
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (options->certificate ? MHD_USE_TLS : 0U);
    const struct MHD_OptionItem tls[] = {{MHD_OPTION_HTTPS_MEM_CERT, 0, http->certificate},
                                         {MHD_OPTION_HTTPS_MEM_KEY, 0, http->key},
                                         {MHD_OPTION_END, 0, NULL}};
    const struct MHD_OptionItem no_tls[] = {{MHD_OPTION_END, 0, NULL}};
    http->daemon = MHD_start_daemon(
        flags, 0, on_knock, http, on_request, http, MHD_OPTION_LISTEN_SOCKET, http->listener,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
        MHD_OPTION_CONNECTION_LIMIT, options->connections_max, MHD_OPTION_CONNECTION_TIMEOUT,
        options->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)1024, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_ARRAY, options->certificate ? tls : no_tls, MHD_OPTION_END);
    if (http->daemon) {
        http->listener = -1; /* the daemon owns it now */
        http->events = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
        return STATUS_OK;
    }
    if (fcntl(http->listener, F_GETFD) < 0)
        http->listener = -1; /* it was closed on the way out */
    return options->certificate
               ? fault_set(fault, STATUS_INVALID, 0,
                           "the certificate %.80s and the key %.80s are invalid or do not belong together",
                           options->certificate, options->key)
               : fault_set(fault, STATUS_IO, 0, "the HTTP server does not start; memory may have run out");
}

enum status http_open(const struct http_options *options, struct http **opened, struct fault *fault)
{
    static const struct http_answer none = {
        .code = MHD_HTTP_SERVICE_UNAVAILABLE, .bytes_last = true, .bytes = {"", 0}};
    struct http *http = calloc(1, sizeof *http);
    if (!http)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a server");
    http->options = *options;
    http->listener = -1;
    http->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    http->no_memory = response_of(http, &none);
    http->now_ms = machine_ms();
    enum status status =
        http->bell >= 0 && http->no_memory
            ? STATUS_OK
            : fault_set(fault, STATUS_IO, 0, "the system cannot create an event descriptor for the server");
    if (status == STATUS_OK && options->proxy && !read_address(text_of(options->proxy), &http->proxy))
        status =
            fault_set(fault, STATUS_INVALID, 0,
                      "\"%.60s\" is not the address of a proxy; use one such as 127.0.0.1", options->proxy);
    if (status == STATUS_OK && options->certificate)
        status = read_pem(options->certificate, &http->certificate, fault);
    if (status == STATUS_OK && options->key)
        status = read_pem(options->key, &http->key, fault);
    if (status == STATUS_OK)
        status = listen_at(http, fault);
    if (status == STATUS_OK)
        status = start_daemon(http, fault);
    if (status != STATUS_OK) {
        http_close(http);
        return status;
    }
    *opened = http;
    return STATUS_OK;
}

uint16_t http_port(const struct http *http)
{
    return http->port;
}

void http_ring(struct http *http)
{
    (void)eventfd_write(http->bell, 1);
}

void http_stop(struct http *http)
{
    http->stopping = true;
    http_ring(http);
}

static int time_to_wait(struct http *http)
{
    MHD_UNSIGNED_LONG_LONG wait = 1000;
    uint64_t tick = http->tick_at > http->now_ms ? http->tick_at - http->now_ms : 0;
    if (MHD_get_timeout(http->daemon, &wait) != MHD_YES)
        wait = 1000;
    return (int)(wait < tick ? wait : tick);
}

static void turn(struct http *http)
{
    struct pollfd waiting[] = {{http->bell, POLLIN, 0}, {http->events, POLLIN, 0}};
    (void)poll(waiting, sizeof waiting / sizeof waiting[0], time_to_wait(http));
    http->now_ms = machine_ms();
    eventfd_t rung;
    if (eventfd_read(http->bell, &rung) == 0)
        http->options.wake(http->options.context);
    if (http->now_ms >= http->tick_at)
        http->tick_at = http->now_ms + http->options.tick(http->options.context);
    (void)MHD_run(http->daemon);
    cut_the_slow(http); /* after what has come was read */
    if (http->options.turned)
        http->options.turned(http->options.context);
}

void http_run(struct http *http)
{
    while (!http->stopping)
        turn(http);
    int listener = MHD_quiesce_daemon(http->daemon);
    if (listener >= 0)
        close(listener);
    for (uint64_t until = machine_ms() + ENDING_MS; http->unsent > 0 && http->now_ms < until;)
        turn(http);
}

/* Waits for the last chunk of each, but not for long: a client may not receive it. */
static void end_streams(struct http *http)
{
    struct pollfd waiting = {http->events, POLLIN, 0};
    uint64_t until = machine_ms() + PARTING_MS;
    do
        (void)MHD_run(http->daemon);
    while (http->figures.streams > 0 && machine_ms() < until && poll(&waiting, 1, 1) >= 0);
}

void http_close(struct http *http)
{
    if (!http)
        return;
    /* No connection is suspended when libmicrohttpd stops. */
    http->closing = true;
    for (struct exchange_private *exchange = http->waiting; exchange; exchange = exchange->next)
        MHD_resume_connection(exchange->connection);
    for (struct http_stream *stream = http->streams; stream; stream = stream->next)
        http_stream_wake(stream);
    if (http->daemon) {
        end_streams(http);
        MHD_stop_daemon(http->daemon);
    }
    if (http->no_memory)
        MHD_destroy_response(http->no_memory);
    if (http->listener >= 0)
        close(http->listener);
    if (http->bell >= 0)
        close(http->bell);
    free(http->certificate);
    free(http->key);
    free(http);
}
