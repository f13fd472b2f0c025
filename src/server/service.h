/*
 * A house behind an HTTP API.
 *
 *      loop thread       requests ──> api ──┬──> views of the replica                                    answered at once
 *                                           └──> [ queue ] ──┐                         ┌──> reply, feed, replica
 *      house thread                                          └──> decide, apply ──┐    │
 *      committer thread                                                            └──> disk ──> [ letters ]
 *      access thread (access.h)              passwords and PINs ──────────────────────────────> [ letters ]
 *      clerks (clerk.h)                      papers, documents; odds ─────────────────────────> [ letters ]
 *      dealer thread (play_room.h)           tables that anybody can play at ─────────────────> [ letters ]
 *
 * The house thread owns the keeper and its state, which runs ahead of the disk. The loop thread owns everything else. Its
 * replica of the floor is built only from events on disk: everything that a page, a sign or a program shows is durable. The
 * other threads send messages to the loop (struct letter), which handles them in order.
 *
 * When the store fails, pending commands are answered 503, none of them is shown, and the next command rebuilds the state
 * from the disk. If an event is found there although its write had failed, it counts and is published then.
 *
 * Time: the house thread brings the house to every new second, and commands have that second as their time. Nothing is written for it
 * unless something is due. If the clock of the computer jumps by more than the house allows, the server goes on by its own time until two
 * persons have confirmed another (house_clock.h). The clock of the house may run faster than real time (`speed`); access control uses real time.
 */
#ifndef SERVER_SERVICE_H
#define SERVER_SERVICE_H

#include "books/keeper.h"
#include "books/notary.h"
#include "play/table.h"
#include "server/access/access.h"
#include "server/feed.h"
#include "server/house_clock.h"
#include "server/http.h"

struct service;

struct service_options {
    struct text store;   /* address */
    const char *address; /* to listen at */
    uint16_t port;
    const char *certificate, *key;
    const struct notary_files *log_files; /* of the checkpoints; NULL: none are made */
    const char *proxy;                    /* the proxy that is believed; NULL: none */
    const char *rulebooks; /* the folder of rule documents; NULL: only those that the house has filed */
    const char *version;   /* of the program, for the log; NULL: not logged */
    bool demo;             /* the public credentials of demo mode are valid, and are shown */
    json_t *differs; /* what a folder of files says otherwise than the books; NULL: nothing; the caller's */
    json_t *logins;  /* in a demonstration: what the sign-in page shows; the caller's */
    unsigned speed;  /* the speed of the house clock; 1: real time */
    bool
        goes_on; /* in a demonstration: if the clock does not fit the books, the house goes on where they end */
    unsigned requests_per_second; /* of one address that is not this machine; 0: any number */
    struct play_rules games;      /* free-play games; none if one is missing. They must outlive the service */
    struct clock_sources clock;   /* where the time comes from */
    void (*log)(void *context, struct text line); /* one JSON object; from any thread */
    void *context;
    rebuild_progress *rebuilding; /* as of keeper.h */
    void *rebuilding_context;
};

/* The store must hold a house that was opened (opening.h). */
MUST_USE enum status service_open(const struct service_options *options, struct service **service,
                                  struct fault *fault);
uint16_t service_port(const struct service *service);

/* Runs until service_stop(), which a signal handler may call; `why` is for the log, and must stay valid. */
void service_run(struct service *service);
void service_stop(struct service *service, const char *why);

/* Waits for pending work and saves a snapshot. NULL is fine. */
void service_close(struct service *service);

/* ------------------------------------------------------------------------------------------ for whoever plays house */

/*
 * A player that watches the floor and issues commands, as a demonstration does. Both functions are called in the house
 * thread, which passes the floor as it decides by it and does each command before the next call; both must be short.
 */
struct service_player {
    bool (*next)(void *context, const struct floor *floor, struct command *command); /* false: nothing now */
    /* Called when somebody who is signed in has issued the command. */
    void (*person_asked)(void *context, const struct floor *floor, const struct command *command);
    void *context;
};

/* NULL removes the player; none is being called when this returns. Any thread but the house's. */
void service_set_player(struct service *service, const struct service_player *player);

/* `next` is called soon, until it returns false. Any thread. */
void service_let_play(struct service *service);

/* The time of the house clock. Any thread. */
struct instant service_now(const struct service *service);

#endif
