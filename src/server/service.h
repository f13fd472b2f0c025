/*
 * A house that can be asked over HTTP.
 *
 *      loop thread       requests ──> api ──┬──> views of the replica                                    answered at once
 *                                           └──> [ queue ] ──┐                         ┌──> reply, feed, replica
 *      house thread                                          └──> decide, apply ──┐    │
 *      committer thread                                                            └──> disk ──> [ letters ]
 *      door thread (access.h)                passwords and PINs ──────────────────────────────> [ letters ]
 *      clerks (clerk.h)                      papers, documents; odds ─────────────────────────> [ letters ]
 *      dealer thread (play_room.h)           tables that anybody can play at ─────────────────> [ letters ]
 *
 * The house thread owns the keeper and its state, which runs ahead of the disk. The loop thread owns everything else, and its
 * replica of the floor is made of what is on disk alone: whatever a page, a sign or a program is shown has happened for good.
 * What the other threads have to say to the loop comes as letters, which are opened in their order.
 *
 * When the store fails, what was asked is answered 503, nothing of it is shown, and the state is built again from the disk with
 * the next command. What is found there although its writing had failed has happened, and is told then.
 *
 * Time: the house thread moves the clock of the house before it does anything in a new second, and every few seconds else. It may
 * run faster than the one on the wall (`speed`); the door keeps to the wall.
 */
#ifndef SERVER_SERVICE_H
#define SERVER_SERVICE_H

#include "books/keeper.h"
#include "play/table.h"
#include "server/access/access.h"
#include "server/api/views.h"
#include "server/feed.h"
#include "server/http.h"

struct service;

struct service_options {
    struct text store;   /* address */
    const char *address; /* to listen at */
    uint16_t port;
    const char *certificate, *key;
    const char *proxy; /* whose word is taken for whom it asks; NULL: nobody's */
    const char
        *rulebooks; /* the folder of the rule documents at hand; NULL: only those that the house has filed */
    const char *version;          /* of the program, for the log; NULL: it is not said */
    bool demo;                    /* logins that everybody knows are good, and are shown */
    json_t *logins;               /* of a demonstration: what the sign-in page shows; the caller's */
    unsigned speed;               /* how fast the clock of the house runs; 1: as the one on the wall */
    unsigned requests_per_second; /* of one address that is not this machine; 0: any number */
    struct play_rules games;      /* that anybody can play; none if one is missing. Outlive the service */
    /* The clock on the wall; NULL: that of the machine. Any thread. */
    struct instant (*wall)(void *context);
    void (*log)(void *context, struct text line); /* one JSON object; from any thread */
    void *context;
};

/* The store must hold a house that was opened (opening.h). */
MUST_USE enum status service_open(const struct service_options *options, struct service **service,
                                  struct fault *fault);
uint16_t service_port(const struct service *service);

/* Until service_stop(), which a signal handler may call; `why` is for the log, and lasts. */
void service_run(struct service *service);
void service_stop(struct service *service, const char *why);

/* Waits for what is under way and saves a snapshot. NULL is fine. */
void service_close(struct service *service);

/* ------------------------------------------------------------------------------------------ for whoever plays house */

/*
 * Somebody who looks at the floor and asks for what comes next, as a demonstration does. Both are called in the thread of the
 * house, which shows the floor as it decides by, and does each command before the next call; both are short.
 */
struct service_player {
    bool (*next)(void *context, const struct floor *floor, struct command *command); /* false: nothing now */
    /* Somebody who is signed in asks for this. */
    void (*person_asked)(void *context, const struct floor *floor, const struct command *command);
    void *context;
};

/* NULL: nobody plays any more, and when this returns nobody does. Any thread but the house's. */
void service_set_player(struct service *service, const struct service_player *player);

/* `next` is called soon, until it has nothing. Any thread. */
void service_let_play(struct service *service);

/* What the clock of the house shows now. Any thread. */
struct instant service_now(const struct service *service);

#endif
