#include "demo/demo.h"

#include "base/check.h"
#include "demo/demo_staff.h"
#include "house/kernel/clock_shapes.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/tables/tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    STAFF_MEMORY_MAX = 1 << 20,
    FINDINGS_MAX = 8,
    IN_FLIGHT = 256,
    STEP_MS = 10 * 1000,    /* of the house's clock, when time is made to pass */
    EVE_MS = 8 * 60 * 1000, /* at the end of the history: these events are left for visitors */
    WAIT_NS = 2 * 1000 * 1000,
    BEAT_NS = 250 * 1000 * 1000, /* of the thread that plays */
};

struct demo {
    struct arena memory;
    struct text store;
    const char *log_key; /* the caller's */
    struct staff staff;
    json_t *logins;
    struct demo_play *play;

    struct service *service; /* NULL: it does not play */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool ending;
};

static void time_add(struct timespec *time, long ns)
{
    time->tv_nsec += ns;
    if (time->tv_nsec >= 1000000000) {
        time->tv_nsec -= 1000000000;
        time->tv_sec++;
    }
}

/* ------------------------------------------------------------------------------------------ time that passes */

/* Commands on their way to the disk, many at a time. */
struct passing {
    struct keeper *keeper;
    pthread_mutex_t lock;
    pthread_cond_t landed;
    enum status status; /* of the first that failed or was refused, with its message */
    struct fault fault;
    unsigned next;
    struct passing_ticket {
        struct keeper_ticket ticket;
        struct passing *passing;
        bool under_way;
    } tickets[IN_FLIGHT];
};

static void landed(struct keeper_ticket *ticket)
{
    struct passing_ticket *at = ticket->context;
    struct passing *passing = at->passing;
    (void)pthread_mutex_lock(&passing->lock);
    if (passing->status == STATUS_OK && ticket->status != STATUS_OK) {
        passing->status = ticket->status;
        passing->fault = ticket->fault;
    } else if (passing->status == STATUS_OK && ticket->reply.outcome == KEEPER_REFUSED) {
        passing->status = fault_set(&passing->fault, STATUS_INVALID, 0, "the demonstration was refused: %s",
                                    ticket->reply.ruling.words);
    }
    at->under_way = false;
    (void)pthread_cond_signal(&passing->landed);
    (void)pthread_mutex_unlock(&passing->lock);
}

/* Waits for the ticket to be free; the status so far. */
static enum status take_ticket(struct passing *passing, struct passing_ticket *at, bool use)
{
    (void)pthread_mutex_lock(&passing->lock);
    while (at->under_way)
        (void)pthread_cond_wait(&passing->landed, &passing->lock);
    enum status status = passing->status;
    at->under_way = use && status == STATUS_OK;
    (void)pthread_mutex_unlock(&passing->lock);
    return status;
}

/* One may have finished before this wait, so do not wait long. */
static void wait_for_landing(struct passing *passing)
{
    struct timespec until;
    CHECK(clock_gettime(CLOCK_REALTIME, &until) == 0);
    time_add(&until, WAIT_NS);
    (void)pthread_mutex_lock(&passing->lock);
    (void)pthread_cond_timedwait(&passing->landed, &passing->lock, &until);
    (void)pthread_mutex_unlock(&passing->lock);
}

static enum status pass_command(struct passing *passing, const struct command *command)
{
    struct passing_ticket *at = &passing->tickets[passing->next++ % IN_FLIGHT];
    enum status status = take_ticket(passing, at, true);
    if (status != STATUS_OK)
        return status;
    at->passing = passing;
    at->ticket = (struct keeper_ticket){.done = landed, .context = at};
    while ((status = keeper_submit(passing->keeper, command, &at->ticket, &at->ticket.fault)) ==
           STATUS_NO_SPACE)
        wait_for_landing(passing);
    if (status != STATUS_OK) {
        at->ticket.status = status;
        landed(&at->ticket);
    }
    return status;
}

static enum status end_passing(struct passing *passing, struct fault *fault)
{
    for (unsigned i = 0; i < IN_FLIGHT; i++)
        (void)take_ticket(passing, &passing->tickets[i], false);
    if (passing->status != STATUS_OK && fault)
        *fault = passing->fault;
    return passing->status;
}

/* Moves the time of the house there in steps; at each step everything that is due is done. */
static enum status pass_time(struct passing *passing, struct demo_play *play, const struct demo_pace *pace,
                             struct instant until)
{
    const struct floor *floor = keeper_floor(passing->keeper);
    enum status status = STATUS_OK;
    struct instant now = floor->now;
    demo_play_set_pace(play, pace, (struct demo_moment){now, now});
    while (status == STATUS_OK && now.ms < until.ms) {
        now.ms = now.ms + STEP_MS < until.ms ? now.ms + STEP_MS : until.ms;
        struct command command = {.kind = COMMAND_CLOCK};
        *COMMAND_AS(&command, clock_moves) = (struct clock_moves){.head.at = now, .at = now, .far = true};
        status = pass_command(passing, &command);
        while (status == STATUS_OK && demo_play_next(play, floor, (struct demo_moment){now, now}, &command))
            status = pass_command(passing, &command);
    }
    return status;
}

static enum status open_passing(struct passing *passing, const struct demo *demo, struct fault *fault)
{
    const struct keeper_options options = {
        .mode = STORE_EXISTING, .log_key = demo->log_key, .in_flight = IN_FLIGHT};
    *passing = (struct passing){.status = STATUS_OK};
    enum status status = keeper_open(demo->store, &options, NULL, NULL, &passing->keeper, fault);
    if (status != STATUS_OK)
        return status;
    (void)pthread_mutex_init(&passing->lock, NULL);
    (void)pthread_cond_init(&passing->landed, NULL);
    return STATUS_OK;
}

static enum status close_passing(struct passing *passing, struct fault *fault)
{
    enum status status = end_passing(passing, fault);
    if (status == STATUS_OK)
        status = keeper_save(passing->keeper, fault);
    keeper_close(passing->keeper);
    (void)pthread_cond_destroy(&passing->landed);
    (void)pthread_mutex_destroy(&passing->lock);
    return status;
}

enum status demo_pass(struct demo *demo, const struct demo_pace *pace, struct instant until,
                      struct fault *fault)
{
    struct passing *passing = malloc(sizeof *passing);
    enum status status = passing ? open_passing(passing, demo, fault)
                                 : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a history");
    if (status == STATUS_OK) {
        (void)pass_time(passing, demo->play, pace, until);
        status = close_passing(passing, fault);
    }
    free(passing);
    return status;
}

/* ------------------------------------------------------------------------------------------ furnishing */

static json_t *write_logins(const struct staff *staff)
{
    json_t *logins = json_array();
    for (unsigned i = 0; i < staff->count; i++) {
        const struct staff_person *person = &staff->people[i];
        (void)json_array_append_new(
            logins, json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "person", document_text(person->person), "name",
                              document_text(person->name), "role", document_text(person->role), "badge",
                              document_text(person->badge), "password", document_text(person->password),
                              "pin", document_text(person->pin)));
    }
    for (unsigned i = 0; i < staff->guest_count; i++)
        (void)json_array_append_new(logins, json_pack("{s:o,s:o,s:s}", "patron",
                                                      document_text(staff->guests[i].patron), "pin",
                                                      document_text(staff->guests[i].pin), "role", "patron"));
    return logins;
}

/* How many credentials a person has, and how many of them belong to a demonstration. */
struct door_keys {
    unsigned count, demo;
};

static void count_keys(struct door_keys *keys, struct access *access, enum credential_kind kind,
                       struct text who, struct instant now)
{
    struct access_standing standing = access_standing_of(access, kind, who, now);
    keys->count += standing.set;
    keys->demo += standing.set && standing.demo;
}

static struct door_keys keys_of(struct access *access, const struct floor *floor, struct instant now)
{
    struct door_keys keys = {0};
    for (unsigned i = 0; i < floor->person_count; i++) {
        count_keys(&keys, access, CREDENTIAL_PASSWORD, floor->people[i].person, now);
        count_keys(&keys, access, CREDENTIAL_PIN, floor->people[i].person, now);
    }
    for (unsigned i = 0; i < floor->patron_count; i++)
        count_keys(&keys, access, CREDENTIAL_PATRON_PIN, floor->patrons[i].patron, now);
    return keys;
}

/* Opened and unused since: only the person who opened it works there, and no table was ever open. */
static bool is_new(const struct floor *floor)
{
    bool played = false;
    for (unsigned i = 0; i < floor->table_count; i++)
        played |= floor->tables[i].opened.ms != 0;
    return !played && floor->person_count == 1 && floor->patron_count == 0;
}

/* Events of a demonstration stay in the books for good, so it plays only in books that were begun for one. */
static enum status check_books(struct access *access, const struct floor *floor, struct instant now,
                               struct fault *fault)
{
    struct door_keys keys = keys_of(access, floor, now);
    if (keys.demo < keys.count)
        return fault_set(fault, STATUS_INVALID, 0,
                         "people have passwords of their own in this store, so it is a real house; a "
                         "demonstration would play made-up money into its books for good. Give --demo a new "
                         "store, or none");
    if (keys.demo > 0 || is_new(floor))
        return STATUS_OK;
    return fault_set(
        fault, STATUS_INVALID, 0,
        "this house was opened and used without --demo; a demonstration would play made-up money "
        "into its books for good. Give --demo a new store, or none");
}

/* The credentials come first: they mark the books as those of a demonstration, even if it is stopped while it is set up. */
static enum status admit_staff(const struct demo_options *options, const struct staff *staff,
                               const struct floor *floor, struct fault *fault)
{
    struct access *access = NULL;
    enum status status =
        access_open(options->store, STORE_EXISTING, &access_demo, options->now, &access, fault);
    if (status == STATUS_OK)
        status = check_books(access, floor, options->now, fault);
    if (status == STATUS_OK)
        status = demo_staff_admit(access, staff, options->now, fault);
    access_close(access);
    return status;
}

/* Adds what the books lack: the person who opened the house appoints the others. */
static enum status appoint_staff(struct demo *demo, const struct demo_options *options, bool *furnished,
                                 struct fault *fault)
{
    const struct keeper_options opening = {.mode = STORE_EXISTING, .log_key = options->log_key};
    struct keeper *keeper = NULL;
    enum status status = keeper_open(options->store, &opening, NULL, NULL, &keeper, fault);
    if (status == STATUS_OK && keeper_floor(keeper)->person_count == 0)
        status = fault_set(fault, STATUS_INVALID, 0, "no house was opened in this store");
    if (status == STATUS_OK)
        status = admit_staff(options, &demo->staff, keeper_floor(keeper), fault);
    if (status == STATUS_OK)
        status = demo_staff_appoint(keeper, &demo->staff, keeper_floor(keeper)->people[0].person, fault);
    if (status == STATUS_OK) {
        *furnished = keeper_floor(keeper)->patron_count > 0;
        status = demo_play_open(keeper_floor(keeper), options->seed, &demo->play, fault);
    }
    keeper_close(keeper);
    return status;
}

static enum status read_staff(const struct house *house, struct arena *arena, struct staff *staff,
                              struct fault *fault)
{
    struct findings findings;
    findings_init(&findings, arena, FINDINGS_MAX);
    enum status status = demo_staff_read(house, arena, &findings, staff);
    if (status != STATUS_OK && findings.count > 0)
        return fault_set(fault, status, 0, "staff.yaml: %.*s", TEXT_ARGUMENTS(findings.items[0].words));
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "staff.yaml cannot be read");
}

static enum status furnish(struct demo *demo, const struct demo_options *options, struct fault *fault)
{
    bool furnished = false;
    demo->log_key = options->log_key;
    if (arena_copy_text(&demo->memory, options->store, &demo->store) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a demonstration");
    enum status status = read_staff(options->house, &demo->memory, &demo->staff, fault);
    if (status == STATUS_OK)
        status = appoint_staff(demo, options, &furnished, fault);
    if (status == STATUS_OK && !furnished) {
        const struct instant eve = {options->now.ms - EVE_MS};
        status = demo_pass(demo, &demo_pace_history, eve, fault);
        if (status == STATUS_OK)
            status = demo_pass(demo, &demo_pace_eve, options->now, fault);
    }
    if (status == STATUS_OK) {
        demo->logins = write_logins(&demo->staff);
        if (!demo->logins)
            status = fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for logins");
    }
    return status;
}

enum status demo_furnish(const struct demo_options *options, struct demo **opened, struct fault *fault)
{
    struct demo *demo = calloc(1, sizeof *demo);
    if (!demo)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a demonstration");
    (void)pthread_mutex_init(&demo->lock, NULL);
    (void)pthread_cond_init(&demo->ended, NULL);
    arena_init(&demo->memory, STAFF_MEMORY_MAX);
    enum status status = furnish(demo, options, fault);
    if (status != STATUS_OK) {
        demo_close(demo);
        return status;
    }
    *opened = demo;
    return STATUS_OK;
}

void demo_close(struct demo *demo)
{
    if (!demo)
        return;
    demo_stop(demo);
    demo_play_close(demo->play);
    json_decref(demo->logins);
    (void)pthread_cond_destroy(&demo->ended);
    (void)pthread_mutex_destroy(&demo->lock);
    arena_release(&demo->memory);
    free(demo);
}

json_t *demo_logins(const struct demo *demo)
{
    return demo->logins;
}

const struct demo_figures *demo_figures(const struct demo *demo)
{
    return demo_play_figures(demo->play);
}

/* ------------------------------------------------------------------------------------------ playing */

static struct demo_moment moment(const struct demo *demo)
{
    struct timespec real;
    CHECK(clock_gettime(CLOCK_REALTIME, &real) == 0);
    return (struct demo_moment){
        .house = service_now(demo->service),
        .real = {(int64_t)real.tv_sec * 1000 + real.tv_nsec / 1000000},
    };
}

/* These two in the thread of the house. */
static bool next_command(void *context, const struct floor *floor, struct command *command)
{
    struct demo *demo = context;
    return demo_play_next(demo->play, floor, moment(demo), command);
}

static void person_asked(void *context, const struct floor *floor, const struct command *command)
{
    struct demo *demo = context;
    demo_play_person_asked(demo->play, floor, command, moment(demo));
}

static void *beat(void *argument)
{
    struct demo *demo = argument;
    struct timespec next;
    CHECK(clock_gettime(CLOCK_REALTIME, &next) == 0);
    (void)pthread_mutex_lock(&demo->lock);
    while (!demo->ending) {
        time_add(&next, BEAT_NS);
        while (!demo->ending && pthread_cond_timedwait(&demo->ended, &demo->lock, &next) == 0)
            ;
        if (!demo->ending)
            service_let_play(demo->service);
    }
    (void)pthread_mutex_unlock(&demo->lock);
    return NULL;
}

enum status demo_start(struct demo *demo, struct service *service, struct fault *fault)
{
    CHECK(!demo->service);
    demo->service = service;
    demo->ending = false;
    demo_play_set_pace(demo->play, &demo_pace_live, moment(demo));
    service_set_player(service, &(struct service_player){next_command, person_asked, demo});
    if (pthread_create(&demo->thread, NULL, beat, demo) == 0)
        return STATUS_OK;
    service_set_player(service, NULL);
    demo->service = NULL;
    return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no thread for a demonstration");
}

void demo_stop(struct demo *demo)
{
    if (!demo || !demo->service)
        return;
    (void)pthread_mutex_lock(&demo->lock);
    demo->ending = true;
    (void)pthread_cond_signal(&demo->ended);
    (void)pthread_mutex_unlock(&demo->lock);
    CHECK(pthread_join(demo->thread, NULL) == 0);
    service_set_player(demo->service, NULL);
    demo->service = NULL;
}
