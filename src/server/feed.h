/*
 * The live feed: messages for many clients, each of whom reads at its own pace.
 *
 *      publish ──> ring of the last messages ──┬──> client, reading from message 812 on
 *                                              └──> client, asleep behind the last
 *
 * Nothing is kept for a client but where it stands. One who falls behind the ring, or comes back after too long, gets `reset` and
 * asks for the state anew. The id of a message says which message of which run of the program it is.
 *
 * Threads: that of the HTTP loop alone.
 */
#ifndef SERVER_FEED_H
#define SERVER_FEED_H

#include "server/http.h"

enum feed_topic { FEED_SIGNS = 1, FEED_EVENTS = 2 }; /* what everybody may see; what staff may */

struct feed;
/* `begun` is different in every run of the program; `sequence` is that of the last event. */
MUST_USE enum status feed_open(uint64_t begun, uint64_t sequence, struct feed **feed, struct fault *fault);
void feed_close(struct feed *feed); /* after http_close() */

/* A message `name` with the JSON object `data`, told of the event `sequence`. Without memory it is lost, and all get `reset`. */
void feed_publish(struct feed *feed, enum feed_topic topic, const char *name, uint64_t sequence,
                  struct text data);

/* Something for everybody, that says nothing; so both sides notice when the other is gone. */
void feed_keep_alive(struct feed *feed);

/* Answers the exchange with the topics (a sum), from behind the message with the id `last` on, or from now on if that is empty. */
void feed_answer(struct feed *feed, struct exchange *exchange, unsigned topics, struct text last);

#endif
