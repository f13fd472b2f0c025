/*
 * What the files of the service share.
 *
 *      service.c        opening, the threads, letters, the replica
 *      api.c            routes: which request is answered by whom, and who may ask
 *      api_floor.c      questions about the floor and the offers
 *      api_command.c    commands
 *      api_session.c    signing in and out, credentials
 *      api_office.c     reports, the log, an audit, what a number is made of
 *      api_documents.c  rule documents, forms of offers and their previews
 *      api_forecast.c   what may be expected of pools and reserves
 *      api_odds.c       what can be counted, and the odds of what was edited
 *      errand.c         what the clerk does for an exchange
 *      desk.c           what the clerk is handed of the replica for that, and how it finds a document
 *      api_slips.c      what the cage prints and paid
 *      api_play.c       the tables that anybody can play at
 */
#ifndef SERVER_SERVICE_INTERNAL_H
#define SERVER_SERVICE_INTERNAL_H

#include "house/kernel/floor.h"
#include "play/room.h"
#include "reports/slips.h"
#include "server/api/clerk.h"
#include "server/service.h"

#include <pthread.h>
#include <stdatomic.h>

/* What another thread has to say to the loop. */
struct letter {
    struct letter *next;
    void (*open)(struct service *service,
                 struct letter *letter); /* in the loop's thread; owns the letter then */
};

/* A command under way. */
struct request {
    struct letter letter;
    struct keeper_ticket ticket;
    struct service *service;
    struct exchange *exchange; /* NULL: nobody waits for the answer, or no longer */
    struct arena arena;        /* of the command */
    struct command command;
    struct access_session session;
    struct request *next; /* in the queue */
    uint64_t began_ms;
};

/* An event that is on disk; the last are kept for replies. */
struct told_event {
    uint64_t sequence;
    const char *kind;
    struct text payload;
    struct written *written; /* which has the bytes */
};

/* As replies and the feed show it: {"sequence":...,"kind":...,"event":...}; and bytes enough for that. */
void told_write(struct text_out *out, const struct told_event *told);
size_t told_size(const struct told_event *told);

enum {
    TOLD_EVENTS = 1 << 12,
    UNDER_WAY_MAX = 4096,
};

/* An answer that is right as long as nothing happens; both forms of it are made when the first asks for them. */
struct kept_view {
    struct http_kept *answers[2]; /* plain, packed */
    uint64_t sequence;
};
void kept_view_release(struct kept_view *kept);

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there is one, and its fields stand by the thread that owns them */
struct service {
    struct service_options options;
    _Atomic(const char *) stopped_by; /* NULL: nobody has */
    uint64_t begun_ms;                /* of the machine's clock, and what the house's showed then */
    struct instant begun_at;

    /* Of the loop. */
    struct http *http;
    struct feed *feed;
    struct access *access;
    struct clerk *clerk;
    struct shelf *shelf;          /* the clerk's */
    struct clerk *counting;       /* another, for odds, which may take long */
    struct shelf *counting_shelf; /* of that one */
    struct slips *slips;
    struct notices *notices;
    struct floor floor; /* the replica */
    struct decision dry;
    struct arena reading;
    uint64_t sequence; /* of the last event in it */
    struct told_event told[TOLD_EVENTS];
    struct kept_view meters, signs, floor_view;
    bool meters_changed[FLOOR_OFFERS_MAX];
    bool any_meter_changed;
    uint64_t meters_told_ms, alive_ms, staff_changes;
    struct {
        uint64_t commands, refused, repeated, failed, sign_ins, sign_ins_refused;
        uint64_t waits[16]; /* commands by the power of two of milliseconds that they took */
        uint64_t wait_sum_ms;
    } figures;
    char *scratch; /* for JSON */
    size_t scratch_size;
    struct request *asked, **last_asked; /* commands that the house thread does not know of yet */
    size_t asked_count, under_way;       /* of those; of all that are not answered */

    /* Who deals for nothing, and the room that only this thread looks into; NULL if no game is dealt here. */
    struct clerk *dealer;
    struct play_room *room;

    /* Of the house thread. */
    struct keeper *keeper;
    pthread_t house_thread;
    bool house_runs;
    uint64_t saved_at;           /* sequence of the last snapshot */
    pthread_mutex_t player_lock; /* held while the player is asked */
    struct service_player player;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work, landed;
    struct request *first, **last;
    size_t flying; /* commands that the keeper has */
    bool stopping, well, play;
    struct letter *letters, **last_letter;
    struct request *spare; /* requests that are done, with the memory of their arenas */
    unsigned spare_count;
};

/*
 * The clock on the wall. The door is timed by it, however fast that of the house (service_now) runs: people who sign in, idle and
 * wait for a lock to end live by the wall. Any thread.
 */
struct instant service_wall(const struct service *service);

/* Any thread: the letter will be opened by the loop. */
void service_post(struct service *service, struct letter *letter);

/*
 * The loop: asks the house for a command; whoever opens its letter counts it off `under_way`. False if too many
 * are, and the request is still the caller's.
 */
bool service_submit(struct service *service, struct request *request);

/* A new request for an exchange that then waits; NULL if there is no memory. */
struct request *request_new(struct service *service, struct exchange *exchange); /* any thread */
void request_free(struct request *request);

/* Who is signed in no more, or has another role, is not told what staff is. */
void service_review(struct service *service);

/* One line of the log: {"at":...,"level":...,"what":...,"key":"value",...}; pairs of texts, ended by NULL. Any thread. */
void service_log(struct service *service, const char *what, ...); /* "info" */
void service_warn(struct service *service, const char *what,
                  ...); /* "warning": somebody should know, and nobody must do anything */
void service_error(struct service *service, const char *what, ...); /* "error": somebody must look after it */

/* ------------------------------------------------------------------------------------------ answers */

void api_handle(void *context, struct exchange *exchange); /* the context is the service */
void api_dropped(void *context, struct exchange *exchange);

/* Makes the scratch space at least so large; false if there is no memory. */
bool service_room(struct service *service, size_t size);

/* The document in the scratch space, which grows as it must; false if there is no memory. */
bool service_write(struct service *service, const json_t *document, struct text *bytes);

/* Whether the client takes gzip. */
bool api_takes_packed(const struct exchange *exchange);

/* Takes the document. */
void api_answer(struct service *service, struct exchange *exchange, unsigned code, json_t *document);

struct problem {
    unsigned code;
    const char *type;           /* "refused" */
    const char *title;          /* "the house refuses" */
    const char *detail;         /* a sentence for the person at the screen */
    const char *clause, *field; /* NULL: none */
    const char *allow;          /* of 405: the methods that there are */
    int64_t retry_ms;           /* of 429: when it may be tried again; 0: soon */
};
void api_problem(struct service *service, struct exchange *exchange, const struct problem *problem);

/* A second person did not sign, or may not yet. */
void api_answer_countersign(struct service *service, struct exchange *exchange,
                            const struct access_ticket *ticket);

/* What a handler is told. */
struct api_request {
    struct service *service;
    struct exchange *exchange;
    bool has_session;
    struct access_session session;
    struct text name; /* the part of the path between braces */
};

/* Digits to a number; 0 for anything else. */
uint64_t api_number(struct text digits);

/*
 * What the query says of a name; the usual value if it says nothing. False if that is no answer to it: the exchange has then been
 * answered 400, with the name as the field and what it may be. A value that is not understood is never left away, because who
 * asked would take what he gets for what he asked for.
 */
MUST_USE bool api_query_number(const struct api_request *request, const char *name, uint64_t most,
                               uint64_t usual, uint64_t *number); /* 1 to `most` */
MUST_USE bool api_query_word(const struct api_request *request, const char *name, const char *const *words,
                             struct text *word); /* `words` end with NULL; "" if it says nothing */
MUST_USE bool api_query_flag(const struct api_request *request, const char *name, bool *flag);

/* How many the query asks for at most. */
enum { API_LIMIT_MAX = 500 };
MUST_USE bool api_query_limit(const struct api_request *request, unsigned usual, unsigned *limit);

/* ------------------------------------------------------------------------------------------ the clerk */

/*
 * What the clerk does for an exchange that waits. `work` is called in the clerk's thread and sees nothing of the loop's but what
 * was copied into the arena; `open` of the letter then answers in the loop, if the exchange is still there. It is the first member of what is asked.
 */
struct errand {
    struct clerk_task task;
    struct letter letter;
    struct service *service;
    struct clerk *clerk;       /* who does it */
    struct exchange *exchange; /* NULL: the client is gone */
    struct arena arena;
    enum status status;
    struct fault fault;
};

void errand_init(struct errand *errand, const struct api_request *request, void (*work)(struct clerk_task *),
                 void (*open)(struct service *, struct letter *));
struct errand *errand_of(struct letter *letter);

/* Hands it to the clerk; the exchange waits, or is told that there is too much to do: then false, and it is still the caller's. */
MUST_USE bool errand_send(const struct api_request *request, struct errand *errand);

/* Answers that nothing came of it: 400 where what was asked is wrong, else 503. */
void errand_answer_fault(struct service *service, struct errand *errand);

typedef void api_handler(const struct api_request *request);
api_handler api_meters, api_health, api_metrics, api_house, api_signs, api_feed, api_floor, api_table,
    api_hands, api_hand, api_prizes, api_prize, api_patrons, api_patron, api_staff, api_offers, api_offer,
    api_funds, api_offer_accounts, api_command, api_sign_in, api_session, api_sign_out, api_set_credential,
    api_unlock, api_set_patron_pin, api_unlock_patron, api_reports, api_report, api_log, api_access_log,
    api_events, api_audit, api_document_text, api_document_case, api_explain, api_history, api_print_slip,
    api_slip, api_payments, api_play_games, api_open_play_table, api_play_table, api_close_play_table,
    api_play_act, api_play_hint, api_play_rounds, api_play_round, api_documents, api_document, api_offer_form,
    api_offer_preview, api_odds_targets, api_odds, api_forecasts, api_forecast;

/* Who may ask. */
enum api_right {
    API_EVERYBODY,
    API_SIGNED_IN,  /* staff or patron; the handler looks further */
    API_STAFF_FIRST /* this and what follows: an access_right */
};

struct api_route {
    const char *method, *path;
    api_handler *handle;
    unsigned right; /* enum api_right, or API_STAFF_FIRST + an access_right */
};
extern const struct api_route api_routes[];
extern const unsigned api_route_count;

#endif
