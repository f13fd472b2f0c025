#include "server/http_internal.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    EXCHANGE_MEMORY_MAX = 8 << 20,
    CONNECTION_MEMORY = 12 << 10,         /* for the head of a request; a longer one is answered 431 */
    BODY_DRAINED_MAX = 8 * HTTP_BODY_MAX, /* a client that sends more is disconnected without an answer */
    ENDING_MS = 5000,                     /* for sending answers at shutdown */
    PARTING_MS = 500,                     /* for the last chunks of streams at shutdown */
    SWEEP_MS = 250,                       /* between two searches for slow clients */
    BACKLOG = 1024,
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

/* ------------------------------------------------------------------------------------------ connections */

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
    http_set_deadline(http, visit, http->options.request_ms);
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
static void visits_cut_slow(struct http *http)
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

/* ------------------------------------------------------------------------------------------ requests */

static struct text exchange_value(const struct exchange *exchange, enum MHD_ValueKind kind, const char *name)
{
    const char *value = MHD_lookup_connection_value(http_seen_of(exchange)->connection, kind, name);
    return value ? text_of(value) : (struct text){"", 0};
}

struct text http_query(const struct exchange *exchange, const char *name)
{
    return exchange_value(exchange, MHD_GET_ARGUMENT_KIND, name);
}

struct text http_header(const struct exchange *exchange, const char *name)
{
    return exchange_value(exchange, MHD_HEADER_KIND, name);
}

struct text http_cookie(const struct exchange *exchange, const char *name)
{
    return exchange_value(exchange, MHD_COOKIE_KIND, name);
}

bool http_is_secure(const struct exchange *exchange)
{
    return http_seen_of(exchange)->is_secure;
}

static unsigned address_slot(uint64_t address)
{
    _Static_assert(HTTP_ADDRESSES == 1 << (64 - 52), "the hash has as many values");
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
    uint16_t *count = &http->counts[address_slot(exchange->address)];
    if (*count == http->options.requests_per_second)
        http_note(http, exchange, MHD_HTTP_TOO_MANY_REQUESTS);
    if (*count <= http->options.requests_per_second) /* counts to one beyond the rate, and no further */
        ++*count;
    return *count <= http->options.requests_per_second;
}

static void exchange_refuse(struct exchange_private *exchange, unsigned code, const char *words)
{
    http_answer(&exchange->public, &(struct http_answer){.code = code,
                                                         .type = "application/problem+json",
                                                         .bytes = text_of(words),
                                                         .bytes_last = true,
                                                         .fields = {{MHD_HTTP_HEADER_RETRY_AFTER, "1"}}});
}

static void exchange_handle(struct exchange_private *exchange)
{
    struct http *http = exchange->http;
    http->figures.requests++;
    exchange->is_whole = exchange->is_handling = true;
    http_set_deadline(http, exchange->visit, 0);
    http_count_unsent(exchange, true);
    exchange->public.body = (struct text){exchange->body ? exchange->body : "", exchange->body_size};
    if (http->stopping || exchange->has_no_memory) {
        exchange_refuse(
            exchange, MHD_HTTP_SERVICE_UNAVAILABLE,
            "{\"type\":\"unavailable\",\"title\":\"not now\",\"status\":503,"
            "\"detail\":\"The server is shutting down or out of memory. Try again in a moment.\"}");
    } else if (!is_within_rate(http, &exchange->public)) {
        http->figures.limited++;
        exchange_refuse(exchange, MHD_HTTP_TOO_MANY_REQUESTS,
                        "{\"type\":\"too-many\",\"title\":\"too many requests\",\"status\":429,"
                        "\"detail\":\"Too many requests from this address. Wait a second.\"}");
    } else if (exchange->is_too_large) {
        exchange_refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE,
                        "{\"type\":\"too-large\",\"title\":\"too large\",\"status\":413,"
                        "\"detail\":\"The request is too long. The limit is one mebibyte.\"}");
    } else {
        http->options.handle(http->options.context, &exchange->public);
    }
    exchange->is_handling = false;
    CHECK(exchange->response || exchange->waits);
}

/* Bytes beyond the maximum are counted, but not kept. */
static void exchange_take_body(struct exchange_private *exchange, const char *bytes, size_t size)
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

static struct exchange_private *exchange_new(struct http *http, struct MHD_Connection *connection,
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
    http_set_origin(exchange);
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
        *state = exchange_new(context, connection, path, method);
        return *state ? MHD_YES : MHD_NO; /* an answer at this point would close the connection */
    }
    if (*upload_size > 0) {
        exchange_take_body(exchange, upload, *upload_size);
        *upload_size = 0;
        return exchange->body_size <= BODY_DRAINED_MAX ? MHD_YES : MHD_NO;
    }
    if (!exchange->is_whole)
        exchange_handle(exchange);
    if (exchange->response)
        return http_send_answer(exchange);
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
    http_stop_waiting(exchange);
    http_count_unsent(exchange, false);
    http_set_deadline(http, exchange->visit, http->options.request_ms);
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
    unsigned slot = address_slot(origin_of_connection(connection).address);
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
    if (most == 0 || (origin.is_local && http->options.spares_local) || origin_is_proxy(http, &origin))
        return MHD_YES;
    return http->open[address_slot(origin.address)] < most ? MHD_YES : MHD_NO;
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
    http->no_memory = http_response_of(http, &none);
    http->now_ms = machine_ms();
    enum status status =
        http->bell >= 0 && http->no_memory
            ? STATUS_OK
            : fault_set(fault, STATUS_IO, 0, "the system cannot create an event descriptor for the server");
    if (status == STATUS_OK && options->proxy && !origin_read_address(text_of(options->proxy), &http->proxy))
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

static void http_turn(struct http *http)
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
    visits_cut_slow(http); /* after what has come was read */
    if (http->options.turned)
        http->options.turned(http->options.context);
}

void http_run(struct http *http)
{
    while (!http->stopping)
        http_turn(http);
    int listener = MHD_quiesce_daemon(http->daemon);
    if (listener >= 0)
        close(listener);
    for (uint64_t until = machine_ms() + ENDING_MS; http->unsent > 0 && http->now_ms < until;)
        http_turn(http);
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
