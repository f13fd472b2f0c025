/*
 * What the files of the HTTP server share.
 *
 *      http.c         connections and requests, opening, the loop, closing
 *      http_answer.c  answers, now or later, and streams
 *      http_origin.c  the address of the client, also behind a proxy
 */
#ifndef SERVER_HTTP_INTERNAL_H
#define SERVER_HTTP_INTERNAL_H

#include "server/http.h"

#include <microhttpd.h>
#include <sys/socket.h>

enum { HTTP_ADDRESSES = 1 << 12 }; /* counters for addresses; by hash, so two addresses may share one */

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
    bool is_kept; /* the response belongs to somebody else and is not destroyed with the exchange */
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
    struct MHD_Response *no_memory; /* the answer when memory runs out, made at the start */
    int bell, events, listener;
    uint16_t port;
    unsigned unsent; /* exchanges whose answer is not fully sent */
    _Atomic bool stopping;
    bool closing;
    struct exchange_private *waiting;
    struct http_stream *streams;
    struct visit *visits;
    uint64_t now_ms, tick_at, sweep_at, second;
    struct http_figures figures;
    uint16_t counts[HTTP_ADDRESSES]; /* requests of this second */
    uint16_t open[HTTP_ADDRESSES];   /* connections */
    char *certificate, *key;
    struct sockaddr_storage proxy; /* AF_UNSPEC: none */
};

/* Its first member is what others see. */
static inline struct exchange_private *http_private_of(struct exchange *exchange)
{
    return (struct exchange_private *)(void *)exchange;
}

static inline const struct exchange_private *http_seen_of(const struct exchange *exchange)
{
    return (const struct exchange_private *)(const void *)exchange;
}

/* Sets the time limit in milliseconds; 0: none. */
static inline void http_set_deadline(const struct http *http, struct visit *visit, unsigned ms)
{
    visit->deadline_ms = ms ? http->now_ms + ms : NO_DEADLINE;
}

/* ------------------------------------------------------------------------------------------ http_answer.c */

/* NULL: no memory. */
struct MHD_Response *http_response_of(const struct http *http, const struct http_answer *answer);

/* Counts an exchange whose request is complete and whose answer is not fully sent. A stream has no end and is not counted. */
void http_count_unsent(struct exchange_private *exchange, bool unsent);

/* Removes it from the list of waiting exchanges. */
void http_stop_waiting(struct exchange_private *exchange);

/* Gives the answer to libmicrohttpd. */
enum MHD_Result http_send_answer(struct exchange_private *exchange);

/* Reports an answer for monitoring. */
void http_note(const struct http *http, const struct exchange *exchange, unsigned code);

/* ------------------------------------------------------------------------------------------ http_origin.c */

/* The client's address. An IPv4 address mapped into IPv6 counts as the IPv4 address. */
struct origin {
    uint64_t address; /* of IPv6 only the network part, because one client may have the whole network */
    bool is_local;
    int family;
    const void *bytes;
};
struct origin origin_of(const struct sockaddr *from);
struct origin origin_of_connection(struct MHD_Connection *connection);
bool origin_is_proxy(const struct http *http, const struct origin *origin);

/* "192.0.2.7" or "2001:db8::7"; false if it is neither. */
bool origin_read_address(struct text words, struct sockaddr_storage *address);

/* Sets the address of the client and whether the connection is secure; if a proxy is believed, by its headers. */
void http_set_origin(struct exchange_private *exchange);

#endif
