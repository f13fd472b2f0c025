/*
 * The HTTP server: requests and answers, in one thread.
 *
 *      poll ──> libmicrohttpd ──> whole request ──> handle() ──┬──> http_answer()                       at once
 *        └── bell ──> wake()                                   ├──> http_wait() ... http_answer()       when it is durable
 *                                                              └──> http_stream()                       as long as both live
 *
 * Everything here happens in the thread that calls http_run(), except http_ring() and http_stop(), which any thread may call.
 *
 * Protection: bodies and headers have a maximum size, and connections are limited in total and for each address. A client
 * that sends and receives nothing for a while is disconnected. So is a slow client: a request must be complete, and an answer
 * received, within a time limit. Streams and exchanges that wait for an answer have no time limit. Requests of one address
 * beyond a rate are answered 429 before they are handled. The address is that of the socket; only the proxy named in the
 * options is believed, and of its header only the last entry counts, because the earlier ones may be forged.
 *
 * Shutdown: after http_stop() new connections are refused, new requests are answered 503, and http_run() returns when all
 * earlier requests are answered and sent, or after a few seconds. http_close() ends the streams with a last chunk.
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

/* One request. It belongs to the handler until it has been answered. */
struct exchange {
    struct text method,
        path; /* as sent; the path is without its query and percent-decoded; it may hold any byte but zero */
    struct text body;
    uint64_t
        address; /* the client's address, also through a proxy, for limits and logs; 127.0.0.1 and ::1 are `is_local` */
    bool is_local;
    char from[48];      /* the same as text */
    struct arena arena; /* until the answer is sent */
    void *waits_for;    /* for a later answer; dropped() is called if the client disconnects */
};

struct http_options {
    const char *address;           /* "127.0.0.1" */
    uint16_t port;                 /* 0: any; http_port() says which */
    const char *certificate, *key; /* PEM; both or none */
    unsigned connections_max, idle_seconds;
    unsigned
        request_ms; /* from the connection, or the last answer, until the next request is complete; 0: no limit */
    unsigned answer_ms;               /* until an answer that is not a stream is received; 0: no limit */
    unsigned connections_per_address; /* 0: any number */
    unsigned requests_per_second;     /* of one address; 0: any number */
    bool spares_local;                /* this machine has no limit of either */
    /* A proxy whose X-Forwarded-For and X-Forwarded-Proto are believed: "127.0.0.1"; NULL: none. */
    const char *proxy;
    void (*handle)(void *context, struct exchange *exchange);
    void (*dropped)(
        void *context,
        struct exchange *exchange); /* a waiting exchange was dropped; it must not be answered any more */
    /* Reports an answer for monitoring: every 5xx, and the first 429 of an address in a second; may be NULL. */
    void (*noted)(void *context, const struct exchange *exchange, unsigned code);
    void (*wake)(void *context);   /* http_ring() was called */
    void (*turned)(void *context); /* all pending requests have been handled; may be NULL */
    /* Called now and then, at the latest after the `milliseconds` that it returned before. */
    unsigned (*tick)(void *context);
    void *context;
};

MUST_USE enum status http_open(const struct http_options *options, struct http **http, struct fault *fault);
uint16_t http_port(const struct http *http);
void http_run(struct http *http);  /* runs until http_stop(), and until pending requests are answered */
void http_ring(struct http *http); /* wake() is called soon */
void http_stop(struct http *http); /* also from a signal handler */
void http_close(struct http *http);

/* Whether it can be the numeric address of a machine. */
bool http_is_address(const char *words);

/* Milliseconds since the machine started, read from the system; any thread. */
uint64_t machine_ms(void);

/* The same as of the loop's last turn, which saves a system call. */
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
        *policy; /* Content-Security-Policy; NULL: that of the pages, and for JSON one that loads nothing */
    struct text bytes;                          /* copied, unless `bytes_last` */
    bool bytes_last;                            /* they live as long as the program */
    struct http_field fields[HTTP_HEADERS_MAX]; /* ended by one without name */
};

void http_answer(struct exchange *exchange, const struct http_answer *answer);

/* An answer that is sent many times; it is reference-counted. */
struct http_kept;
MUST_USE struct http_kept *http_keep(const struct http *http,
                                     const struct http_answer *answer); /* NULL: no memory */
void http_answer_kept(struct exchange *exchange, struct http_kept *kept);
void http_kept_release(struct http_kept *kept); /* NULL is fine */

/* The exchange will be answered later. */
void http_wait(struct exchange *exchange);

/* ------------------------------------------------------------------------------------------ streams */

/*
 * An endless answer. `read` puts at most `size` bytes into `buffer` and returns how many; 0: there is nothing, and the stream
 * sleeps until http_stream_wake(); HTTP_STREAM_ENDS: the connection is closed. `closed` is called once, when the client
 * disconnects.
 */
#define HTTP_STREAM_ENDS SIZE_MAX
struct http_stream;
struct http_stream_reader {
    size_t (*read)(void *context, char *buffer, size_t size);
    void (*closed)(void *context);
    void *context;
};
/* NULL: no memory; the exchange must still be answered. */
MUST_USE struct http_stream *http_stream(struct exchange *exchange, const char *type,
                                         const struct http_stream_reader *reader);
void http_stream_wake(struct http_stream *stream);

/* Figures since the start. */
struct http_figures {
    uint64_t requests, answers_by_class[6], limited,
        cut; /* disconnected: too slow to send the request or to receive the answer */
    unsigned connections, streams;
};
const struct http_figures *http_figures(const struct http *http);

#endif
