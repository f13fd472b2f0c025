/*
 * For tests of this room: a service of the demo house in its own folder, on a free port, with a clock that the test moves,
 * and staff whose passwords are "lantern-" and their name.
 */
#ifndef SERVER_SERVICE_TEST_H
#define SERVER_SERVICE_TEST_H

#include "books/books_test.h"
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "server/http_client_test.h"
#include "server/service.h"

#include <pthread.h>
#include <stdatomic.h>

enum { NOON_SECONDS = 1793649600 }; /* 2026-11-02 at noon in the house */

struct room {
    struct store_place place;
    struct service *service;
    pthread_t thread;
    bool runs;
    _Atomic int64_t now_ms;  /* by a clock that goes evenly */
    _Atomic int64_t jump_ms; /* by which the clock of the computer is wrong */
    uint16_t port;
    unsigned speed;                       /* of the clock of the house; 0: that of the wall */
    const struct notary_files *log_files; /* NULL: no checkpoints are made */
    pthread_mutex_t log_lock;
    char log[1 << 16]; /* the lines of it; what does not fit is left away */
    size_t log_size;
};

static inline void room_log(void *context, struct text line)
{
    struct room *room = context;
    (void)pthread_mutex_lock(&room->log_lock);
    if (room->log_size + line.length + 2 < sizeof room->log) {
        memcpy(room->log + room->log_size, line.bytes, line.length);
        room->log_size += line.length;
        room->log[room->log_size++] = '\n';
    }
    (void)pthread_mutex_unlock(&room->log_lock);
}

/* How many lines of the log have these words. */
static inline unsigned room_logged(struct room *room, const char *words)
{
    unsigned count = 0;
    (void)pthread_mutex_lock(&room->log_lock);
    room->log[room->log_size] = '\0';
    for (const char *at = room->log; (at = strstr(at, words)); at = strchr(at, '\n'))
        count++;
    (void)pthread_mutex_unlock(&room->log_lock);
    return count;
}

static inline struct instant room_wall(void *context)
{
    struct room *room = context;
    return (struct instant){atomic_load(&room->now_ms) + atomic_load(&room->jump_ms)};
}

static inline uint64_t room_passed(void *context)
{
    struct room *room = context;
    return (uint64_t)atomic_load(&room->now_ms);
}

static inline void room_later(struct room *room, int64_t seconds)
{
    atomic_fetch_add(&room->now_ms, seconds * 1000);
}

static inline void room_give(struct access *access, enum credential_kind kind, const char *who,
                             const char *badge, const char *secret)
{
    struct access_ticket ticket = {.done = NULL};
    struct fault fault;
    const struct access_credential credential = {.credential = kind,
                                                 .who = text_of(who),
                                                 .secret = text_of(secret),
                                                 .by = text_of(who),
                                                 .badge = text_of(badge)};
    if (access_set(access, &credential, (struct instant){NOON_SECONDS * INT64_C(1000)}, &ticket, &fault) !=
        STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(access_wait(access, &ticket), STATUS_OK);
}

/* The staff of books_begin() and one of each other role, and a patron, can sign in. */
static inline void room_furnish(struct room *room)
{
    static const char *const appointed[] = {
        "appoint pam role promotions by olga",   "appoint ada role accounting by olga",
        "appoint vic role surveillance by olga", "appoint theo role auditor by olga",
        "appoint max role manager by olga",      "appoint ines role admin by olga"};
    static const char *const people[] = {"dana", "fay", "sam",  "sue", "cy",  "pam",
                                         "ada",  "vic", "theo", "max", "ines"};
    struct books books;
    struct access *access = NULL;
    struct fault fault;
    books_open(&books, &room->place);
    books_begin(&books);
    for (size_t i = 0; i < sizeof appointed / sizeof appointed[0]; i++)
        books_do(&books, appointed[i]);
    books_close(&books);
    if (access_open(text_of(room->place.address), STORE_EXISTING, &access_demo,
                    (struct instant){NOON_SECONDS * INT64_C(1000)}, &access, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        char password[32];
        (void)snprintf(password, sizeof password, "lantern-%s", people[i]);
        room_give(access, CREDENTIAL_PASSWORD, people[i], "", password);
    }
    room_give(access, CREDENTIAL_PIN, "sue", "302", "3020");
    room_give(access, CREDENTIAL_PATRON_PIN, "1001", "", "1234");
    access_close(access);
}

static inline void *room_run(void *service)
{
    service_run(service);
    return NULL;
}

/* Opens the doors of a house that is furnished. */
static inline void room_begin(struct room *room)
{
    struct fault fault;
    const struct service_options options = {.store = text_of(room->place.address),
                                            .address = "127.0.0.1",
                                            .rulebooks = CARDROOM_ROOT "/rulebooks",
                                            .log_files = room->log_files,
                                            .demo = true,
                                            .speed = room->speed ? room->speed : 1,
                                            .games = {&approved_crazy4, &approved_four_card},
                                            .clock = {room_wall, room_passed, room},
                                            .log = room_log,
                                            .version = "0.0.1",
                                            .context = room};
    if (service_open(&options, &room->service, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    room->port = service_port(room->service);
    assert_int_equal(pthread_create(&room->thread, NULL, room_run, room->service), 0);
    room->runs = true;
}

static inline void room_end(struct room *room)
{
    if (!room->runs)
        return;
    service_stop(room->service, "the test");
    assert_int_equal(pthread_join(room->thread, NULL), 0);
    service_close(room->service);
    room->runs = false;
}

static inline void room_open(struct room *room, const char *test)
{
    *room = (struct room){.place = place_make(false, test)};
    atomic_store(&room->now_ms, NOON_SECONDS * INT64_C(1000));
    room_furnish(room);
    room_begin(room);
}

static inline void room_close(struct room *room)
{
    room_end(room);
    assert_whole(&room->place);
    place_remove(&room->place);
}

/* ------------------------------------------------------------------------------------------ people */

static inline unsigned client_try_sign_in(struct client *client, const char *body)
{
    unsigned code = client_ask(client, "POST", "/api/session", body);
    if (code != 200)
        return code;
    json_t *session = client_json(client);
    const char *cookie = client_field(client, "Set-Cookie");
    assert_int_equal(strncmp(cookie, "cardroom=", 9), 0);
    (void)snprintf(client->cookie, sizeof client->cookie, "%.*s", (int)strcspn(cookie + 9, ";"), cookie + 9);
    (void)snprintf(client->token, sizeof client->token, "%s",
                   json_string_value(json_object_get(session, "token")));
    json_decref(session);
    return code;
}

/* Somebody of the staff, or a patron by number, with a connection of their own; "" is nobody. */
static inline void client_enter(struct client *client, const struct room *room, const char *who)
{
    char body[128];
    client_open(client, room->port);
    if (!*who)
        return;
    if (*who >= '0' && *who <= '9')
        (void)snprintf(body, sizeof body, "{\"patron\":\"%s\",\"pin\":\"1234\"}", who);
    else
        (void)snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"lantern-%s\"}", who, who);
    if (client_try_sign_in(client, body) != 200)
        fail_msg("%s cannot sign in: %s", who, client->body);
}

static inline unsigned client_do(struct client *client, const char *command)
{
    return client_ask(client, "POST", "/api/commands", command);
}

static inline void client_must(struct client *client, const char *command)
{
    if (client_do(client, command) != 200)
        fail_msg("%s: %u %s", command, client->code, client->body);
}

/* The end of a command that sue countersigns with her PIN. */
#define COUNTERSIGNED_BY_SUE ",\"countersign\":{\"badge\":\"302\",\"pin\":\"3020\"}}"

/* ------------------------------------------------------------------------------------------ answers */

static inline json_t *client_get(struct client *client, const char *path)
{
    if (client_ask(client, "GET", path, NULL) != 200)
        fail_msg("%s: %u %s", path, client->code, client->body);
    json_t *answer = client_json(client);
    assert_non_null(answer);
    return answer;
}

static inline int64_t json_number(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static inline int64_t client_meter(struct client *client)
{
    json_t *answer = client_get(client, "/api/meters");
    const json_t *first = json_array_get(json_object_get(answer, "meters"), 0);
    int64_t cents = json_number(first, "cents");
    json_decref(answer);
    return cents;
}

static inline int64_t client_sequence(struct client *client)
{
    json_t *answer = client_get(client, "/healthz");
    int64_t number = json_number(answer, "sequence");
    json_decref(answer);
    return number;
}

static inline void assert_problem(struct client *client, unsigned code, const char *type)
{
    json_t *problem = client_json(client);
    assert_int_equal(client->code, code);
    assert_string_equal(client_field(client, "Content-Type"), "application/problem+json");
    assert_non_null(problem);
    assert_string_equal(json_string_value(json_object_get(problem, "type")), type);
    assert_int_equal(json_number(problem, "status"), code);
    assert_true(json_string_length(json_object_get(problem, "detail")) > 0);
    json_decref(problem);
}

#endif
