/*
 * What the files of the service share.
 *
 *      service.c          opening and closing, the log, letters to the loop, and what the loop does
 *      service_clock.c    the time, and the alarm if the clock of the computer jumps
 *      service_house.c    the house thread: its queue, its clock, and the player of a demonstration
 *      service_notary.c   checkpoints of the log: when they are made, and by which thread
 *      service_replica.c  events that are on disk: the replica, and what the feed tells of them
 *
 *      api.c              routes: the handler and the required right of each request
 *      api_floor.c        the views of the desks, the feed, health and figures
 *      api_command.c      commands
 *      api_session.c      signing in and out, credentials
 *      api_office.c       reports, the log, an audit, the derivation of a number
 *      api_backup.c       the last good backup
 *      api_documents.c    rule documents, forms of offers and their previews
 *      api_forecast.c     forecasts for pools and reserves
 *      api_odds.c         what can be counted, and the odds of an edited offer
 *      api_slips.c        what the cage prints and paid
 *      api_tree.c         checkpoints and proofs of the log, for outsiders
 *      api_play.c         the free-play tables
 *      errand.c           tasks of the clerk for an exchange
 *      api_settled.c      what has left the state of the house
 *      inquiry.c          those about documents, offers and odds
 */
#ifndef SERVER_SERVICE_INTERNAL_H
#define SERVER_SERVICE_INTERNAL_H

#include "house/kernel/floor.h"
#include "house/setup/notices.h"
#include "play/room.h"
#include "reports/slips.h"
#include "server/api/clerk.h"
#include "server/service.h"

#include <pthread.h>
#include <stdatomic.h>

/* A message from another thread to the loop. */
struct letter {
    struct letter *next;
    void (*open)(struct service *service,
                 struct letter *letter); /* called in the loop's thread; frees the letter */
};

/* A command in progress. */
struct request {
    struct letter letter;
    struct keeper_ticket ticket;
    struct service *service;
    struct exchange *exchange; /* NULL: nobody waits for the answer */
    struct arena arena;        /* of the command */
    struct command command;
    struct access_session session;
    struct request *next; /* in the queue */
    uint64_t began_ms;
};

/* An event on disk; the last ones are kept for replies. */
struct told_event {
    uint64_t sequence;
    const char *kind;
    struct text payload;
    struct written *written; /* it holds the bytes */
};

/* As in replies and the feed: {"sequence":...,"kind":...,"event":...}; and a size that is enough for it. */
void told_write(struct text_out *out, const struct told_event *told);
size_t told_size(const struct told_event *told);
/* Frees the bytes when no event that was written together with it is kept. */
void told_forget(struct told_event *told);

enum {
    TOLD_EVENTS = 1 << 12,
    UNDER_WAY_MAX = 4096,
};

/* The answer of a view that is kept until the next event, or until time has passed. Each form is made at the first request for it. */
struct kept_view {
    struct http_kept *answers[2]; /* plain, packed */
    uint64_t sequence;
    struct instant now; /* in the house when the view was made */
};
void kept_view_release(struct kept_view *kept);

struct api_request;
typedef void api_handler(const struct api_request *request);

/* Who may make a request. */
enum api_right {
    API_EVERYBODY,
    API_SIGNED_IN,  /* staff or patron */
    API_STAFF_FIRST /* from here on: an access_right */
};

struct api_route {
    const char *method, *path;
    api_handler *handle;
    unsigned right;               /* enum api_right, or API_STAFF_FIRST + an access_right */
    const struct desk_view *view; /* NULL: it is a route of the server */
};

/* The views of the desks, then the routes of the server. */
enum { API_ROUTES_MAX = 128 };
struct api_routes {
    unsigned count;
    struct api_route items[API_ROUTES_MAX];
};
void api_routes_make(struct api_routes *routes);

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there is one, and its fields stand by the thread that owns them */
struct service {
    struct service_options options;
    _Atomic(const char *) stopped_by; /* NULL: nobody has */
    struct house_clock *clock;        /* any thread */
    bool clock_is_free; /* the house has a clock of its own, as in a demonstration that runs fast */
    uint64_t begun_ms;  /* of that one: the machine's clock, and the house's at that time */
    struct instant begun_at;

    /* Used by the loop. */
    struct http *http;
    struct feed *feed;
    struct access *access;
    struct clerk *clerk;
    struct shelf *shelf;          /* the clerk's */
    struct clerk *counting;       /* a second one, for odds, which may take long */
    struct shelf *counting_shelf; /* of that one */
    struct slips *slips;
    struct api_routes routes;
    struct kept_view kept[API_ROUTES_MAX]; /* of each route whose view is kept */
    struct notices notices;
    struct floor floor; /* the replica */
    struct decision dry;
    struct arena reading;
    uint64_t sequence; /* of the last event in it */
    struct told_event told[TOLD_EVENTS];
    bool meters_changed[FLOOR_OFFERS_MAX];
    bool any_meter_changed;
    uint64_t meters_told_ms, time_told_ms, alive_ms, staff_changes;
    struct {
        uint64_t commands, refused, repeated, failed, sign_ins, sign_ins_refused;
        uint64_t waits[16]; /* commands by the time they took, in powers of two of milliseconds */
        uint64_t wait_sum_ms;
    } figures;
    struct clock_alarm alarm;      /* as it was told last */
    struct notary_state log_state; /* as the notary said it last */
    bool signing, checkpoint_due;  /* a checkpoint is being made; one is to be made */
    uint64_t signed_ms;            /* when the last was asked for */
    char *scratch;                 /* for JSON */
    size_t scratch_size;
    struct request *asked, **last_asked; /* commands that the house thread has not received yet */
    size_t asked_count, under_way;       /* of those; of all that are not answered */

    /* The dealer of free play, and the room that only this thread uses; NULL if there is no free play. */
    struct clerk *dealer;
    struct play_room *room;

    /* Checkpoints; NULL: none are made. Any thread may ask the notary; its clerk makes them. */
    struct notary *notary;
    struct clerk *notary_clerk;

    /* Used by the house thread. */
    struct keeper *keeper;
    pthread_t house_thread;
    bool house_runs;
    uint64_t saved_at;           /* sequence of the last snapshot */
    struct instant come_to;      /* the time of commands: the second to which the house was brought */
    uint64_t looked_ms;          /* when the store was last looked for */
    pthread_mutex_t player_lock; /* held while the player is called */
    struct service_player player;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work, landed;
    struct request *first, **last;
    size_t flying; /* commands that the keeper has */
    bool stopping, well, play;
    bool missed;                    /* the store is not where it was; set by the house thread alone */
    char trouble[FAULT_WORDS_SIZE]; /* what health says of a store that is missed */
    struct letter *letters, **last_letter;
    struct request *spare; /* finished requests, with the memory of their arenas */
    unsigned spare_count;
};

/*
 * Real time by the server's own clock. Access control uses it whatever the speed of the house clock (service_now), because idle times and
 * locks concern real people. Any thread.
 */
struct instant service_wall(const struct service *service);
struct instant
service_computer_time(const struct service *service); /* what the computer shows, right or wrong */

/* Whether the computer shows the time, or a later one, give or take what its clock may jump; a clock of its own has come to any. */
bool service_clock_has_come_to(const struct service *service, struct instant at);

/* Opens the notary, if there is to be one; and ends it with a last checkpoint, when the house has ended. */
MUST_USE enum status service_open_notary(struct service *service, struct fault *fault);
void service_close_notary(struct service *service);

/* In the loop: an event is on disk; and makes a checkpoint if it is time. */
void service_learn_of_log(struct service *service, const struct event *event);
void service_watch_log(struct service *service);

/* What is wrong with the checkpoints, for the office: the store does not contain the last, or no witness has cosigned for so long as is posted. */
bool service_log_alarm(const struct service *service, struct text_out *words);

/* Before anybody asks for the time: the house was read. */
void service_begin_time(struct service *service);

/* In the house thread: the time to which its floor can be brought now. */
struct instant service_now_for(struct service *service, const struct floor *floor);

/* In the loop: tells and logs an alarm about the clock of the computer, and its end; the alarm as JSON, NULL if there is none; and two
 * persons have confirmed that it is this time. */
void service_watch_clock(struct service *service);
json_t *service_clock_alarm(const struct service *service);
void service_time_confirmed(struct service *service, struct instant to);

/* Any thread: the loop will handle the letter. */
void service_post(struct service *service, struct letter *letter);

/*
 * In the loop: sends a command to the house; the handler of its letter decrements `under_way`. False if too many are pending,
 * and the request still belongs to the caller.
 */
bool service_submit(struct service *service, struct request *request);

/* A new request for an exchange that then waits; NULL if there is no memory. */
struct request *request_new(struct service *service, struct exchange *exchange); /* any thread */
void request_free(struct request *request);    /* keeps the memory for the next request, unless it is large */
void request_release(struct request *request); /* frees the memory */

/* In the loop: passes on commands that arrived together to the house together, with one lock and one wake-up. */
void service_hand_over(struct service *service);

/* The house thread; its argument is the service. */
void *service_keep_house(void *argument);

/*
 * In the committer's thread: events are on disk, and the loop will apply and publish them. If memory runs out here they
 * cannot be published, so the program aborts and restarts from the disk. The context is the service.
 */
void service_wrote(void *context, uint64_t first, const struct store_event *events, size_t count);

/* In the loop: time has passed for what is shown, and nothing else happened until then. */
void service_time_came(struct service *service, struct instant now);

/* In the loop: a message of the feed; takes the document. */
void service_publish(struct service *service, enum feed_topic topic, const char *name, json_t *document);

/* In the loop: tells the signs of every meter that has changed since the last time. */
void service_tell_meters(struct service *service);

/* Ends the staff topics for a client who is no longer signed in, or has another role. */
void service_review(struct service *service);

/* One line of the log: {"at":...,"level":...,"what":...,"key":"value",...}; pairs of texts, ended by NULL. Any thread. */
void service_log(struct service *service, const char *what, ...); /* "info" */
void service_warn(struct service *service, const char *what,
                  ...); /* "warning": worth knowing; no action needed */
void service_error(struct service *service, const char *what, ...); /* "error": somebody must act */

/* ------------------------------------------------------------------------------------------ answers */

void api_handle(void *context, struct exchange *exchange); /* the context is the service */
void api_dropped(void *context, struct exchange *exchange);

/* Makes the scratch space at least this large; false if memory ran out. */
bool service_room(struct service *service, size_t size);

/* Writes the document into the scratch space, which grows as needed; false if memory ran out. */
bool service_write(struct service *service, const json_t *document, struct text *bytes);

/* Whether the client accepts gzip. */
bool api_takes_packed(const struct exchange *exchange);

/* Takes ownership of the document. */
void api_answer(struct service *service, struct exchange *exchange, unsigned code, json_t *document);

struct problem {
    unsigned code;
    const char *type;           /* "refused" */
    const char *title;          /* "refused by the house" */
    const char *detail;         /* a sentence for the person at the screen */
    const char *clause, *field; /* NULL: none */
    const char *allow;          /* for 405: the allowed methods */
    int64_t retry_ms;           /* for 429: when to try again; 0: soon */
};
void api_problem(struct service *service, struct exchange *exchange, const struct problem *problem);

/* A second person did not countersign, or may not do so yet. */
void api_answer_countersign(struct service *service, struct exchange *exchange,
                            const struct access_ticket *ticket);

/* The arguments of a handler. */
struct api_request {
    struct service *service;
    struct exchange *exchange;
    const struct api_route *route;
    bool has_session;
    struct access_session session;
    struct text name; /* the part of the path between braces */
};

/* Digits to a number; 0 for anything else. */
uint64_t api_number(struct text digits);

/*
 * A parameter of the query; the default if it is missing. False if the value is invalid: the exchange has then been answered
 * 400, with the name as the field and the allowed values. An invalid value is never ignored, because the client would take
 * the answer for the one it asked for.
 */
MUST_USE bool api_query_number(const struct api_request *request, const char *name, uint64_t most,
                               uint64_t usual, uint64_t *number); /* 1 to `most` */
MUST_USE bool api_query_word(const struct api_request *request, const char *name, const char *const *words,
                             struct text *word); /* `words` end with NULL; "" if it says nothing */
MUST_USE bool api_query_flag(const struct api_request *request, const char *name, bool *flag);

/* The limit in the query. */
enum { API_LIMIT_MAX = 500 };
MUST_USE bool api_query_limit(const struct api_request *request, unsigned usual, unsigned *limit);

/* ------------------------------------------------------------------------------------------ the clerk */

/*
 * A task of the clerk for an exchange that waits. `work` is called in the clerk's thread and uses only what was copied into
 * the arena; `open` of the letter then answers in the loop, if the exchange still exists. It is the first member of the
 * task's struct.
 */
struct errand {
    struct clerk_task task;
    struct letter letter;
    struct service *service;
    struct clerk *clerk;       /* which clerk does it */
    struct exchange *exchange; /* NULL: the client is gone */
    struct arena arena;
    enum status status;
    struct fault fault;
};

void errand_init(struct errand *errand, const struct api_request *request, void (*work)(struct clerk_task *),
                 void (*open)(struct service *, struct letter *));
struct errand *errand_of(struct letter *letter);

/* Gives the task to the clerk; the exchange waits, or is answered that the server is busy: then false, and the task still
 * belongs to the caller. */
MUST_USE bool errand_send(const struct api_request *request, struct errand *errand);

/* Answers that the task failed: 400 if the request is wrong, otherwise 503. */
void errand_answer_fault(struct service *service, struct errand *errand);

struct settled;
struct settled_wanted;

/*
 * Called in the loop with what has left the state, as it was wanted. `settled` is NULL if the client is gone or has been told of a
 * failure; then only the context is to be freed.
 */
typedef void settled_handler(const struct api_request *request, void *context, const struct settled *settled);

/* Reads what is wanted, and then calls the handler. False: the exchange has been answered, and the handler is not called. */
MUST_USE bool api_read_settled(const struct api_request *request, const struct settled_wanted *wanted,
                               settled_handler *then, void *context);

/* What the server adds to a view for those who have the right. */
struct api_addition {
    const char *path; /* of the view */
    enum access_right right;
    void (*add)(const struct api_request *request, json_t *view);
};
enum { API_ADDITIONS = 3 };
extern const struct api_addition api_additions[API_ADDITIONS];

api_handler api_view, api_health, api_metrics, api_house, api_feed, api_command, api_sign_in, api_session,
    api_sign_out, api_set_credential, api_unlock, api_set_patron_pin, api_unlock_patron, api_reports,
    api_checkpoints, api_log_key, api_log_checkpoint, api_log_consistency, api_log_inclusion,
    api_log_cosignature, api_report, api_log, api_access_log, api_events, api_audit, api_backup,
    api_document_text, api_document_case, api_explain, api_history, api_print_slip, api_slip, api_payments,
    api_play_games, api_open_play_table, api_play_table, api_close_play_table, api_play_act, api_play_hint,
    api_play_rounds, api_play_round, api_documents, api_document, api_offer_form, api_offer_preview,
    api_house_preview, api_odds_targets, api_odds, api_forecasts, api_forecast;

#endif
