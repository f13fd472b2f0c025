/*
 * The house thread: takes the commands that the loop sends, says what time it is, and gives both to the keeper. In a
 * demonstration it also asks the player for commands.
 */
#include "server/service_internal.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    REQUEST_MEMORY_MAX = 4 << 20,
    SNAPSHOT_EVERY = 200000, /* events */
    LOOK_EVERY_MS = 500,     /* for the store: below the second that the house thread waits at most */
    PLAYED_AT_ONCE = 512,    /* commands of the player before others are handled again */
};

/* ------------------------------------------------------------------------------------------ requests */

struct request *request_new(struct service *service, struct exchange *exchange)
{
    (void)pthread_mutex_lock(&service->lock);
    struct request *request = service->spare;
    if (request) {
        service->spare = request->next;
        service->spare_count--;
    }
    (void)pthread_mutex_unlock(&service->lock);
    struct arena arena;
    if (request) {
        arena = request->arena;
    } else {
        request = malloc(sizeof *request);
        arena_init(&arena, REQUEST_MEMORY_MAX);
    }
    if (request)
        *request = (struct request){
            .service = service, .exchange = exchange, .arena = arena, .began_ms = machine_ms()};
    return request;
}

void request_release(struct request *request)
{
    arena_release(&request->arena);
    free(request);
}

void request_free(struct request *request)
{
    enum { SPARE_MAX = 512, SPARE_SIZE_MAX = 16 << 10 };
    struct service *service = request->service;
    bool spare = request->arena.size_taken <= SPARE_SIZE_MAX;
    arena_clear(&request->arena);
    (void)pthread_mutex_lock(&service->lock);
    spare = spare && service->spare_count < SPARE_MAX;
    if (spare) {
        request->next = service->spare;
        service->spare = request;
        service->spare_count++;
    }
    (void)pthread_mutex_unlock(&service->lock);
    if (!spare)
        request_release(request);
}

void service_hand_over(struct service *service)
{
    if (!service->asked)
        return;
    (void)pthread_mutex_lock(&service->lock);
    bool sleeps = !service->first;
    *service->last = service->asked;
    service->last = service->last_asked;
    if (sleeps)
        (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
    service->asked = NULL;
    service->last_asked = &service->asked;
    service->asked_count = 0;
}

bool service_submit(struct service *service, struct request *request)
{
    enum { TOGETHER_MAX = 64 }; /* so that the house starts while the loop still reads */
    if (service->under_way >= UNDER_WAY_MAX)
        return false;
    service->under_way++;
    request->next = NULL;
    *service->last_asked = request;
    service->last_asked = &request->next;
    if (++service->asked_count >= TOGETHER_MAX)
        service_hand_over(service);
    return true;
}

/* ------------------------------------------------------------------------------------------ commands */

/* In the committer's thread, or the house's. Records whether the store could write. */
static void landed(struct keeper_ticket *ticket)
{
    struct request *request = ticket->context;
    struct service *service = request->service;
    const struct keeper_reply *reply = &ticket->reply;
    bool failed = ticket->status == STATUS_IO || ticket->status == STATUS_DAMAGED;
    bool written =
        ticket->status == STATUS_OK && reply->outcome == KEEPER_DONE && reply->sequence >= reply->first;
    (void)pthread_mutex_lock(&service->lock);
    service->flying--;
    service->well = written || (service->well && !failed);
    (void)pthread_cond_signal(&service->landed);
    (void)pthread_mutex_unlock(&service->lock);
    service_post(service, &request->letter);
}

/* Waits until a command is finished; false if only the caller's is in progress. */
static bool wait_for_landing(struct service *service)
{
    keeper_begin(service->keeper);
    (void)pthread_mutex_lock(&service->lock);
    size_t flying = service->flying;
    while (flying > 1 && service->flying == flying)
        (void)pthread_cond_wait(&service->landed, &service->lock);
    (void)pthread_mutex_unlock(&service->lock);
    return flying > 1;
}

/* Gives the command to the keeper; if the store failed it is tried once more. */
static void do_request(struct service *service, struct request *request)
{
    struct keeper_ticket *ticket = &request->ticket;
    enum status status;
    ticket->done = landed;
    ticket->context = request;
    request->command.head.at = service->come_to;
    (void)pthread_mutex_lock(&service->lock);
    service->flying++;
    (void)pthread_mutex_unlock(&service->lock);
    for (bool recovered = false;;) {
        status = keeper_submit(service->keeper, &request->command, ticket, &ticket->fault);
        if (status == STATUS_OK)
            return;
        /* Too many are in progress; or, if there are none, the command does not fit. */
        if (status == STATUS_NO_SPACE && wait_for_landing(service))
            continue;
        struct fault fault;
        if (recovered || keeper_recover(service->keeper, &fault) != STATUS_OK)
            break;
        recovered = true;
    }
    ticket->status = status;
    landed(ticket);
}

/* In the loop, behind all events until then: what is shown has that time. */
static void time_came(struct service *service, struct letter *letter)
{
    struct request *request = (struct request *)(void *)letter;
    const struct keeper_ticket *ticket = &request->ticket;
    if (ticket->status != STATUS_OK)
        service_error(service, "the clock does not move", "why", ticket->fault.words, NULL);
    else if (ticket->reply.outcome == KEEPER_REFUSED)
        service_error(service, "the clock does not move", "why", ticket->reply.ruling.words, NULL);
    else
        service_time_came(service, request->command.head.at);
    request_free(request);
}

/* Brings the house to the current second. Nothing is written unless something is due. */
static void move_clock(struct service *service)
{
    struct instant now = service_now_for(service, keeper_floor(service->keeper));
    now.ms -= now.ms % 1000;
    if (instant_compare(now, service->come_to) <= 0)
        return;
    struct request *request = request_new(service, NULL);
    if (!request)
        return; /* the next second will do */
    service->come_to = now;
    request->letter.open = time_came;
    request->command.kind = COMMAND_CLOCK;
    COMMAND_AS(&request->command, clock_moves)->at = now;
    do_request(service, request);
}

/* ------------------------------------------------------------------------------------------ a player */

void service_set_player(struct service *service, const struct service_player *player)
{
    (void)pthread_mutex_lock(&service->player_lock);
    service->player = player ? *player : (struct service_player){0};
    (void)pthread_mutex_unlock(&service->player_lock);
}

void service_let_play(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    service->play = true;
    (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
}

static void played(struct service *service, struct letter *letter)
{
    struct request *request = (struct request *)(void *)letter;
    const struct keeper_ticket *ticket = &request->ticket;
    if (ticket->status != STATUS_OK || ticket->reply.outcome == KEEPER_REFUSED)
        service_warn(service, "a command of the demonstration was refused", "why",
                     ticket->status == STATUS_OK ? ticket->reply.ruling.words : ticket->fault.words, NULL);
    request_free(request);
}

/* True if the player issued a command. */
static bool play_one(struct service *service)
{
    struct request *request = request_new(service, NULL);
    if (!request)
        return false; /* the next time will do */
    request->letter.open = played;
    if (!service->player.next(service->player.context, keeper_floor(service->keeper), &request->command)) {
        request_free(request);
        return false;
    }
    do_request(service, request);
    return true;
}

static void let_play(struct service *service)
{
    (void)pthread_mutex_lock(&service->lock);
    bool due = service->play;
    service->play = false;
    (void)pthread_mutex_unlock(&service->lock);
    if (!due)
        return;
    (void)pthread_mutex_lock(&service->player_lock);
    if (service->player.next)
        move_clock(service);
    for (unsigned i = 0; i < PLAYED_AT_ONCE && service->player.next && play_one(service); i++)
        ;
    (void)pthread_mutex_unlock(&service->player_lock);
}

static void tell_player(struct service *service, const struct request *request)
{
    if (!request->session.who[0])
        return;
    (void)pthread_mutex_lock(&service->player_lock);
    if (service->player.person_asked)
        service->player.person_asked(service->player.context, keeper_floor(service->keeper),
                                     &request->command);
    (void)pthread_mutex_unlock(&service->player_lock);
}

/* ------------------------------------------------------------------------------------------ the thread */

static void save_if_due(struct service *service)
{
    struct fault fault;
    uint64_t sequence = keeper_sequence(service->keeper);
    if (sequence - service->saved_at < SNAPSHOT_EVERY)
        return;
    service->saved_at = sequence;
    if (keeper_save(service->keeper, &fault) != STATUS_OK)
        service_error(service, "no snapshot was saved", "why", fault.words, NULL);
}

/* A store that was removed, renamed or replaced takes nothing more until the server is started again. */
static void look_at_store(struct service *service)
{
    struct fault fault;
    uint64_t now = machine_ms();
    if (service->missed || now - service->looked_ms < LOOK_EVERY_MS)
        return;
    service->looked_ms = now;
    if (keeper_look(service->keeper, &fault) == STATUS_OK)
        return;
    service_error(service, "the store is not where it was", "why", fault.words,
                  NULL); /* before anybody is told */
    (void)pthread_mutex_lock(&service->lock);
    service->missed = true;
    service->well = false;
    (void)memcpy(service->trouble, fault.words, sizeof service->trouble);
    (void)pthread_mutex_unlock(&service->lock);
}

/* Waits for commands, a second at most; NULL if there are none. */
static struct request *take_requests(struct service *service, bool *stopping)
{
    struct timespec until;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &until) == 0);
    until.tv_sec++;
    (void)pthread_mutex_lock(&service->lock);
    while (!service->first && !service->stopping && !service->play &&
           pthread_cond_timedwait(&service->work, &service->lock, &until) == 0)
        ;
    struct request *first = service->first;
    service->first = NULL;
    service->last = &service->first;
    *stopping = service->stopping && !first;
    (void)pthread_mutex_unlock(&service->lock);
    return first;
}

void *service_keep_house(void *argument)
{
    struct service *service = argument;
    for (bool stopping = false; !stopping;) {
        struct request *request = take_requests(service, &stopping);
        look_at_store(service);
        if (!stopping)
            move_clock(service);
        keeper_gather(service->keeper);
        while (request) {
            struct request *next = request->next;
            tell_player(service, request);
            do_request(service, request);
            request = next;
        }
        keeper_begin(service->keeper);
        let_play(service);
        save_if_due(service);
    }
    return NULL;
}
