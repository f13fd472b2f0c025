/*
 * HTTP: requests in, answers out, one thread.
 *
 *      poll ──> libmicrohttpd ──> whole request ──> handle() ──┬──> http_answer()                       at once
 *        └── bell ──> wake()                                   ├──> http_wait() ... http_answer()       when it is durable
 *                                                              └──> http_stream()                       as long as both live
 *
 * Everything here happens in the thread that calls http_run(), but for http_ring() and http_stop(), which any thread may call.
 *
 * What protects the house: bodies and heads have a maximum, connections are limited in all and for each address, a client that
 * neither sends nor takes anything for a while is let go, and so is one that drips: a request must be whole, and an answer taken,
 * within a time, however busy the line looks meanwhile. Streams, and who waits for an answer, have all the time there is. Requests
 * of one address beyond a rate are answered 429 without anybody looking at them. Whose address that is, is what the socket says;
 * a proxy that is named in the options is believed, and nobody else: of what stands in its header the last is what it has seen
 * itself, and what stands before may be made up.
 *
 * The end: after http_stop() nobody new is let in, new requests are answered 503, and http_run() returns when all that was
 * asked before is answered and sent, or after a few seconds. Streams are ended by http_close(), with their last chunk for whoever
 * takes it.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { HTTP_BODY_MAX = 1 << 20, HTTP_HEADERS_MAX = 8 };

struct http;

/* One request. It is the handler's until it has been answered. */
struct exchange {
    struct text method,
        path; /* as sent; the path without its query, percent signs undone; any bytes but zero */
    struct text body;
    uint64_t
        address; /* whom it comes from, also through a proxy, for limits and logs; 127.0.0.1 and ::1 are `is_local` */
    bool is_local;
    char from[48];      /* the same, for people */
    struct arena arena; /* until the answer is sent */
    void *waits_for;    /* for whoever answers later; dropped() is told if the client is gone */
};

struct http_options {
    const char *address;           /* "127.0.0.1" */
    uint16_t port;                 /* 0: any; http_port() says which */
    const char *certificate, *key; /* PEM; both or none */
    unsigned connections_max, idle_seconds;
    unsigned
        request_ms; /* from the connection, or the last answer, until the next request is whole; 0: any time */
    unsigned answer_ms;               /* until an answer that is not a stream is taken; 0: any time */
    unsigned connections_per_address; /* 0: any number */
    unsigned requests_per_second;     /* of one address; 0: any number */
    bool spares_local;                /* this machine has as many of both as it likes */
    /* Who asks for others, and says for whom and how in X-Forwarded-For and X-Forwarded-Proto: "127.0.0.1"; NULL: nobody is believed. */
    const char *proxy;
    void (*handle)(void *context, struct exchange *exchange);
    void (*dropped)(void *context,
                    struct exchange *exchange); /* one that waits was given up; not to be answered any more */
    /* An answer that somebody who watches should know of: every 5xx, and of 429 the first of an address in a second; may be NULL. */
    void (*noted)(void *context, const struct exchange *exchange, unsigned code);
    void (*wake)(void *context);   /* somebody has rung */
    void (*turned)(void *context); /* all requests that were there have been handled; may be NULL */
    /* Called now and then, at least every `milliseconds` that it returned before. */
    unsigned (*tick)(void *context);
    void *context;
};

MUST_USE enum status http_open(const struct http_options *options, struct http **http, struct fault *fault);
uint16_t http_port(const struct http *http);
void http_run(struct http *http);  /* until http_stop(), and what was asked is answered */
void http_ring(struct http *http); /* wake() is called soon */
void http_stop(struct http *http); /* also from a signal handler */
void http_close(struct http *http);

/* Whether it can be the address of a machine, as numbers. */
bool http_is_address(const char *words);

/* Milliseconds since the machine started, asked of the system; any thread. */
uint64_t machine_ms(void);

/* The same of the loop's last turn, so that nobody in it asks the system twice. */
uint64_t http_now_ms(const struct http *http);

/* ------------------------------------------------------------------------------------------ of a request */

struct text http_query(const struct exchange *exchange, const char *name);  /* empty if there is none */
struct text http_header(const struct exchange *exchange, const char *name); /* likewise */
struct text http_cookie(const struct exchange *exchange, const char *name);
bool http_is_secure(const struct exchange *exchange); /* over TLS, ours or the proxy's */

/* ------------------------------------------------------------------------------------------ answers */

struct http_field {
    const char *name;
    const char *value;
};

struct http_answer {
    unsigned code;
    const char *type; /* "application/json" */
    const char
        *policy; /* Content-Security-Policy; NULL: that of the pages, and of JSON that nothing is loaded */
    struct text bytes;                          /* copied, unless `bytes_last` */
    bool bytes_last;                            /* they live as long as the program */
    struct http_field fields[HTTP_HEADERS_MAX]; /* ended by one without name */
};

void http_answer(struct exchange *exchange, const struct http_answer *answer);

/* An answer that is sent again and again; it is counted by its users. */
struct http_kept;
MUST_USE struct http_kept *http_keep(const struct http *http,
                                     const struct http_answer *answer); /* NULL: no memory */
void http_answer_kept(struct exchange *exchange, struct http_kept *kept);
void http_kept_release(struct http_kept *kept); /* NULL is fine */

/* Somebody will answer later. */
void http_wait(struct exchange *exchange);

/* ------------------------------------------------------------------------------------------ streams */

/*
 * An answer without end. `read` puts at most `size` bytes into `buffer` and says how many; 0: nothing is there, and the stream
 * sleeps until http_stream_wake(); HTTP_STREAM_ENDS: the connection is closed. `closed` is called once, when the client is gone.
 */
#define HTTP_STREAM_ENDS SIZE_MAX
struct http_stream;
struct http_stream_reader {
    size_t (*read)(void *context, char *buffer, size_t size);
    void (*closed)(void *context);
    void *context;
};
/* NULL: no memory; the exchange is then still to be answered. */
MUST_USE struct http_stream *http_stream(struct exchange *exchange, const char *type,
                                         const struct http_stream_reader *reader);
void http_stream_wake(struct http_stream *stream);

/* Figures since the start. */
struct http_figures {
    uint64_t requests, answers_by_class[6], limited, cut; /* cut: too slow to ask, or to take the answer */
    unsigned connections, streams;
};
const struct http_figures *http_figures(const struct http *http);

#endif
