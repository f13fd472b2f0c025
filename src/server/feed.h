/*
 * The live feed: messages for many clients, each of which reads at its own pace.
 *
 *      publish ──> one ring a topic, of its last messages ──┬──> client, reading from message 812 on
 *                                                           └──> client, asleep behind the last
 *
 * Messages of all topics share one numbering, from 1. The server keeps only the position of a client. Each message carries an
 * id: its number and the run of the program. A client that reconnects with an id gets all messages after it, once and in
 * order. If some of them are no longer kept, it gets `reset` and must load the state again.
 *
 * Threads: that of the HTTP loop alone.
 */
#ifndef SERVER_FEED_H
#define SERVER_FEED_H

#include "server/http.h"

/* Topics: for everybody; for staff; for staff who may see patrons. */
enum feed_topic { FEED_SIGNS = 1, FEED_EVENTS = 2, FEED_PATRONS = 4 };

enum {
    FEED_TOPICS = 3,
    FEED_RING = 1 << 12,  /* messages of a topic that are kept */
    FEED_TICKET_SIZE = 72 /* bytes of a client's ticket, with its zero */
};

struct feed;
/* `begun` is different in every run of the program; `sequence` is that of the last event. */
MUST_USE enum status feed_open(uint64_t begun, uint64_t sequence, struct feed **feed, struct fault *fault);
void feed_close(struct feed *feed); /* after http_close() */

/* A message `name` with the JSON object `data`, about the event `sequence`. Clients are not woken before feed_flush(). */
void feed_publish(struct feed *feed, enum feed_topic topic, const char *name, uint64_t sequence,
                  struct text data);

/* A message could not be made, so every client gets `reset`. */
void feed_lost(struct feed *feed);

/* Wakes the clients that have new messages. */
void feed_flush(struct feed *feed);

/* Sends an empty message to all, so that both sides notice a lost connection. */
void feed_keep_alive(struct feed *feed);

/* Ends the streams whose ticket is no longer valid. */
void feed_review(struct feed *feed, bool (*is_good)(void *context, struct text ticket), void *context);

/* Answers the exchange with the topics (a sum), starting after the message with the id `last`, or from now on if that is
 * empty. The ticket is what authorises the stream; an empty one is not checked. */
void feed_answer(struct feed *feed, struct exchange *exchange, unsigned topics, struct text ticket,
                 struct text last);

#endif
