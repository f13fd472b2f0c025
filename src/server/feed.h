/*
 * The live feed: messages for many clients, each of whom reads at its own pace.
 *
 *      publish ──> one ring a topic, of its last messages ──┬──> client, reading from message 812 on
 *                                                           └──> client, asleep behind the last
 *
 * Messages of all topics are numbered together, from 1. Nothing is kept for a client but where it stands. Its id, sent with every
 * message, says so: which message of which run of the program was the last. One who comes back with an id gets all that it has
 * not had, once and in order; or, if some of that is gone, or was never kept, `reset`, and asks for the state anew.
 *
 * Threads: that of the HTTP loop alone.
 */
#ifndef SERVER_FEED_H
#define SERVER_FEED_H

#include "server/http.h"

/* What everybody may see; what staff may; what only those of the staff may who may look at patrons. */
enum feed_topic { FEED_SIGNS = 1, FEED_EVENTS = 2, FEED_PATRONS = 4 };

enum {
    FEED_TOPICS = 3,
    FEED_RING = 1 << 12,  /* messages of a topic that are kept */
    FEED_TICKET_SIZE = 72 /* of what a client showed at the door, with its zero */
};

struct feed;
/* `begun` is different in every run of the program; `sequence` is that of the last event. */
MUST_USE enum status feed_open(uint64_t begun, uint64_t sequence, struct feed **feed, struct fault *fault);
void feed_close(struct feed *feed); /* after http_close() */

/* A message `name` with the JSON object `data`, told of the event `sequence`. Nobody is woken before feed_flush(). */
void feed_publish(struct feed *feed, enum feed_topic topic, const char *name, uint64_t sequence,
                  struct text data);

/* A message could not be made, so that all get `reset`. */
void feed_lost(struct feed *feed);

/* Wakes whom something was published for. */
void feed_flush(struct feed *feed);

/* Something for everybody, that says nothing; so both sides notice when the other is gone. */
void feed_keep_alive(struct feed *feed);

/* Ends the streams of those whose ticket is good no more. */
void feed_review(struct feed *feed, bool (*is_good)(void *context, struct text ticket), void *context);

/* Answers the exchange with the topics (a sum), from behind the message with the id `last` on, or from now on if that is empty.
 * The ticket is what entitles to them; if it is empty, nothing more is asked. */
void feed_answer(struct feed *feed, struct exchange *exchange, unsigned topics, struct text ticket,
                 struct text last);

#endif
