/*
 * The clients of `cardroom load`: many connections to a server on this machine, driven by one thread.
 *
 *      sign in, open tables ──> connections ──┬──> rounds    each asks, waits for the answer, asks again
 *                                             ├──> queries   the same with a question
 *                                             └──> feed      all listen, one plays; how soon does each hear of it?
 *
 * Everything is bounded: connections, time, and only this machine is asked.
 */
#ifndef CLI_LOAD_CLIENT_H
#define CLI_LOAD_CLIENT_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    LOAD_CONNECTIONS_MAX = 4000,
    LOAD_SECONDS_MAX = 600,
    LOAD_RATE_MAX = 1000000,
    LOAD_REACHED_MS = 250, /* that a change of a meter may take to its signs */
};

struct load_options {
    uint16_t port; /* of 127.0.0.1 */
    unsigned connections, seconds;
    unsigned rate;               /* requests a second in all; 0: as many as are answered */
    const char *name, *password; /* of whom the rounds are; "": nobody signs in */
    const char *path;            /* of queries */
    pid_t server;                /* whose memory is looked at; 0: nobody's */
};

struct load_result {
    uint64_t answers, errors; /* errors: answers other than 2xx, and connections that broke */
    double seconds;
    double p50_ms, p90_ms, p99_ms, most_ms;
    /* Of a feed. */
    unsigned changes;          /* of meters */
    double reached;            /* part of clients that a change reached in time, 0 to 1 */
    double kilobytes_a_client; /* of the server; 0 if it is not known */
};

MUST_USE enum status load_rounds(const struct load_options *options, struct load_result *result,
                                 struct fault *fault);
MUST_USE enum status load_queries(const struct load_options *options, struct load_result *result,
                                  struct fault *fault);
MUST_USE enum status load_feed(const struct load_options *options, struct load_result *result,
                               struct fault *fault);

/* One connection, one question: for knowing how soon the first is answered. */
MUST_USE enum status load_once(const struct load_options *options, struct fault *fault);

/* A hello world on the library that the server uses, in a process of its own; what anything here is to be compared with. */
MUST_USE enum status hello_start(pid_t *process, uint16_t *port, struct fault *fault);
void hello_stop(pid_t process);

#endif
