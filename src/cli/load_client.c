#include "cli/load_client.h"

#include "base/check.h"
#include "base/json.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    ROOM = 16 << 10,      /* for the beginning of an answer: its head, and all of most */
    DROPPED = 64 << 10,   /* of the rest of a long one, which nobody keeps */
    SETUP_ROOM = 4 << 20, /* for one that is read */
    REQUEST_SIZE = 1024,
    FIELD_SIZE = 160,
    TABLES_MAX = 64,
    EVENTS_AT_ONCE = 512,
    PARTS = 64, /* of a power of two, so that a time is known to 2% */
    POWERS = 40,
    CHANGE_EVERY_MS = 500,
};

static uint64_t now_ns(void)
{
    struct timespec time;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

/* ------------------------------------------------------------------------------------------ times */

/* How often each time was measured, in microseconds: exact below PARTS, then by PARTS to a power of two. */
struct times {
    uint64_t counts[POWERS * PARTS];
    uint64_t count, most;
};

static unsigned times_slot(uint64_t us)
{
    unsigned power = 0;
    while (us >> power >= PARTS)
        power++;
    unsigned slot = power * PARTS + (unsigned)(us >> power);
    return slot < POWERS * PARTS ? slot : POWERS * PARTS - 1;
}

static void times_add(struct times *times, uint64_t ns)
{
    uint64_t us = ns / 1000;
    times->counts[times_slot(us)]++;
    times->count++;
    if (us > times->most)
        times->most = us;
}

/* The time that `percent` of all stayed below, in milliseconds. */
static double times_percentile(const struct times *times, unsigned percent)
{
    uint64_t rank = (times->count * percent + 99) / 100, seen = 0;
    for (unsigned slot = 0; slot < POWERS * PARTS; slot++) {
        seen += times->counts[slot];
        if (seen >= rank && seen > 0)
            return (double)((uint64_t)(slot % PARTS) << slot / PARTS) / 1e3;
    }
    return 0;
}

static void conclude(const struct times *times, struct load_result *result)
{
    result->p50_ms = times_percentile(times, 50);
    result->p90_ms = times_percentile(times, 90);
    result->p99_ms = times_percentile(times, 99);
    result->most_ms = (double)times->most / 1e3;
}

/* ------------------------------------------------------------------------------------------ one connection */

struct connection {
    int socket;
    bool asked;
    uint64_t asked_at; /* when, or when it should have been by the rate */
    uint64_t rounds;
    size_t count;   /* bytes of the answer that have come, of which the first ROOM are kept */
    size_t whole;   /* and that it has in all; 0: its head is not there yet */
    unsigned heard; /* of a feed: the last change that came */
    char bytes[ROOM];
};

static int connect_to(uint16_t port)
{
    const int yes = 1;
    const struct sockaddr_in place = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int to = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (to >= 0 && connect(to, (const struct sockaddr *)&place, sizeof place) != 0) {
        close(to);
        return -1;
    }
    if (to >= 0)
        (void)setsockopt(to, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return to;
}

static enum status no_server(uint16_t port, struct fault *fault)
{
    return fault_set(fault, STATUS_IO, 0,
                     "no server answers at 127.0.0.1 port %u; start 'cardroom serve' first", port);
}

/* The length of the first answer in the bytes, with its head; 0 if it is not whole, or has none. */
static size_t answer_size(const char *bytes, size_t count, size_t *head)
{
    static const char length[] = "Content-Length: ";
    const char *end = count ? memmem(bytes, count, "\r\n\r\n", 4) : NULL;
    if (!end)
        return 0;
    *head = (size_t)(end - bytes) + 4;
    const char *found = memmem(bytes, *head, length, sizeof length - 1);
    size_t body = found ? strtoul(found + sizeof length - 1, NULL, 10) : 0;
    return *head + body;
}

static bool is_well(const char *bytes)
{
    return strncmp(bytes, "HTTP/1.1 2", 10) == 0;
}

/* ------------------------------------------------------------------------------------------ preparing */

struct session {
    int socket;
    char cookie[FIELD_SIZE], token[FIELD_SIZE];
    bool takes_packed; /* as a browser does */
    char *bytes;       /* SETUP_ROOM; the last answer */
    const char *body;
};

static size_t write_request(const struct session *session, const char *method, const char *path,
                            const char *body, char *into)
{
    struct text_out out;
    text_out_init(&out, into, REQUEST_SIZE);
    text_out_add(&out, "%s %s HTTP/1.1\r\nHost: localhost\r\n", method, path);
    if (session->takes_packed)
        text_out_add(&out, "Accept-Encoding: gzip\r\n");
    if (session->cookie[0])
        text_out_add(&out, "Cookie: cardroom=%s\r\nX-CSRF-Token: %s\r\n", session->cookie, session->token);
    if (*body)
        text_out_add(&out, "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    text_out_add(&out, "\r\n%s", body);
    CHECK(!out.truncated);
    return out.length;
}

/* Asks and waits; the code, 0 if the connection is broken. */
static unsigned ask(struct session *session, const char *method, const char *path, const char *body)
{
    char request[REQUEST_SIZE];
    size_t size = write_request(session, method, path, body, request), count = 0, whole = 0, head = 0;
    if (send(session->socket, request, size, MSG_NOSIGNAL) != (ssize_t)size)
        return 0;
    while (whole == 0 || count < whole) {
        ssize_t got = count < SETUP_ROOM - 1
                          ? recv(session->socket, session->bytes + count, SETUP_ROOM - 1 - count, 0)
                          : 0;
        if (got <= 0)
            return 0;
        count += (size_t)got;
        session->bytes[count] = '\0';
        whole = answer_size(session->bytes, count, &head);
    }
    session->body = session->bytes + head;
    return (unsigned)strtoul(session->bytes + strlen("HTTP/1.1 "), NULL, 10);
}

static void copy_until(char *into, const char *from, const char *end)
{
    struct text_out out;
    text_out_init(&out, into, FIELD_SIZE);
    text_out_add_text(&out, (struct text){from, strcspn(from, end)});
}

static enum status sign_in(struct session *session, const struct load_options *options, struct fault *fault)
{
    char body[FIELD_SIZE * 2];
    struct text_out out;
    text_out_init(&out, body, sizeof body);
    json_t *login = json_pack("{s:s,s:s}", "name", options->name, "password", options->password);
    enum status status = document_write(&out, login, DOCUMENT_COMPACT);
    json_decref(login);
    if (status != STATUS_OK)
        return fault_set(fault, STATUS_INVALID, 0, "--name or --password is too long");
    unsigned code = ask(session, "POST", "/api/session", body);
    static const char cookie[] = "Set-Cookie: cardroom=", token[] = "\"token\":\"";
    const char *cookie_at = strstr(session->bytes, cookie);
    const char *token_at = code == 200 ? strstr(session->body, token) : NULL;
    if (code != 200 || !cookie_at || !token_at)
        return fault_set(fault, STATUS_INVALID, 0, "%.60s cannot sign in (HTTP status %u)", options->name,
                         code);
    copy_until(session->cookie, cookie_at + sizeof cookie - 1, ";");
    copy_until(session->token, token_at + sizeof token - 1, "\"");
    return STATUS_OK;
}

static enum status session_open(struct session *session, const struct load_options *options,
                                struct fault *fault)
{
    *session = (struct session){.socket = connect_to(options->port), .bytes = calloc(1, SETUP_ROOM)};
    if (session->socket < 0)
        return no_server(options->port, fault);
    if (!session->bytes)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for an answer");
    return options->name[0] ? sign_in(session, options, fault) : STATUS_OK;
}

static void session_close(struct session *session)
{
    if (session->socket >= 0)
        close(session->socket);
    free(session->bytes);
}

enum status load_once(const struct load_options *options, struct fault *fault)
{
    struct session session;
    enum status status = session_open(&session, options, fault);
    if (status == STATUS_OK && ask(&session, "GET", options->path, "") != 200)
        status = fault_set(fault, STATUS_IO, 0, "the server does not answer %.100s", options->path);
    session_close(&session);
    return status;
}

struct tables {
    unsigned count;
    char names[TABLES_MAX][FIELD_SIZE];
};

static bool has_table(const struct tables *tables, const char *name)
{
    for (unsigned i = 0; i < tables->count; i++)
        if (strcmp(tables->names[i], name) == 0)
            return true;
    return false;
}

/* The tables at which an offer takes a fee now, each open and with somebody in its first seat. */
static enum status find_tables(struct session *session, struct tables *tables, struct fault *fault)
{
    *tables = (struct tables){.count = 0};
    if (ask(session, "GET", "/api/signs", "") != 200)
        return fault_set(fault, STATUS_IO, 0, "the server does not list its offers");
    json_t *signs = json_loads(session->body, 0, NULL);
    size_t i, k;
    const json_t *offer, *table;
    json_array_foreach(json_object_get(signs, "offers"), i, offer)
    {
        if (json_integer_value(json_object_get(offer, "fee-cents")) == 0 ||
            !json_is_true(json_object_get(offer, "in-force")))
            continue;
        json_array_foreach(json_object_get(offer, "tables"), k, table)
        {
            const char *name = json_string_value(table);
            char body[REQUEST_SIZE / 2];
            struct text_out out;
            if (!name || strlen(name) >= FIELD_SIZE || tables->count == TABLES_MAX || has_table(tables, name))
                continue;
            /* Where it is open, and the seat is taken, these are refused, which is as good. */
            text_out_init(&out, body, sizeof body);
            text_out_add(&out, "{\"do\":\"open-table\",\"table\":\"%s\"}", name);
            (void)ask(session, "POST", "/api/commands", body);
            text_out_init(&out, body, sizeof body);
            text_out_add(&out, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":1}", name);
            (void)ask(session, "POST", "/api/commands", body);
            text_out_init(&out, body, sizeof body);
            text_out_add(&out, "{\"do\":\"start-round\",\"table\":\"%s\",\"fees\":[1]}", name);
            if (ask(session, "POST", "/api/commands", body) != 200)
                continue; /* a fee of another kind, or a hand that waits */
            copy_until(tables->names[tables->count++], name, "");
        }
    }
    json_decref(signs);
    return tables->count > 0 ? STATUS_OK
                             : fault_set(fault, STATUS_INVALID, 0,
                                         "no table takes a fee at this hour, or %s may not start rounds",
                                         "who has signed in");
}

/* ------------------------------------------------------------------------------------------ many connections */

struct fleet {
    struct connection *connections;
    unsigned count;
    int events;
};

static void fleet_close(struct fleet *fleet)
{
    for (unsigned i = 0; fleet->connections && i < fleet->count; i++)
        if (fleet->connections[i].socket >= 0)
            close(fleet->connections[i].socket);
    free(fleet->connections);
    if (fleet->events >= 0)
        close(fleet->events);
}

static enum status fleet_open(struct fleet *fleet, uint16_t port, unsigned count, struct fault *fault)
{
    *fleet = (struct fleet){.connections = calloc(count, sizeof(struct connection)),
                            .events = epoll_create1(EPOLL_CLOEXEC)};
    if (!fleet->connections || fleet->events < 0)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for %u connections", count);
    for (; fleet->count < count; fleet->count++) {
        struct connection *connection = &fleet->connections[fleet->count];
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = fleet->count};
        connection->socket = connect_to(port);
        if (connection->socket < 0)
            return fleet->count == 0 ? no_server(port, fault)
                                     : fault_set(fault, STATUS_IO, 0,
                                                 "only %u of %u connections could be opened; see 'ulimit -n'",
                                                 fleet->count, count);
        (void)fcntl(connection->socket, F_SETFL, O_NONBLOCK);
        CHECK(epoll_ctl(fleet->events, EPOLL_CTL_ADD, connection->socket, &event) == 0);
    }
    return STATUS_OK;
}

/* The next request of a connection. */
typedef size_t request_maker(const struct session *session, const void *context, unsigned connection,
                             uint64_t number, char *into);

struct drive {
    const struct load_options *options;
    const struct session *session;
    request_maker *make;
    const void *context;
    struct fleet fleet;
    struct times times;
    struct load_result *result;
    uint64_t begun, sent;
};

/* When the next request is due; by the rate, or at once. */
static uint64_t due_at(const struct drive *drive)
{
    return drive->options->rate ? drive->begun + drive->sent * UINT64_C(1000000000) / drive->options->rate
                                : 0;
}

static void broken(struct drive *drive, struct connection *connection)
{
    drive->result->errors++;
    close(connection->socket);
    connection->socket = -1;
    connection->asked = true; /* it asks no more */
}

static void send_next(struct drive *drive, unsigned number)
{
    struct connection *connection = &drive->fleet.connections[number];
    char request[REQUEST_SIZE];
    uint64_t due = due_at(drive);
    size_t size = drive->make(drive->session, drive->context, number, connection->rounds++, request);
    connection->asked = true;
    connection->asked_at = due ? due : now_ns();
    drive->sent++;
    /* A request is small, and there was nothing before it. */
    if (send(connection->socket, request, size, MSG_NOSIGNAL) != (ssize_t)size)
        broken(drive, connection);
}

/* Takes what has come: into the connection as long as there is room, and beyond that nowhere. */
static ssize_t take(struct connection *connection)
{
    static char nowhere[DROPPED];
    if (connection->whole <= ROOM || connection->count < ROOM)
        return recv(connection->socket, connection->bytes + connection->count, ROOM - connection->count, 0);
    size_t left = connection->whole - connection->count;
    return recv(connection->socket, nowhere, left < sizeof nowhere ? left : sizeof nowhere, 0);
}

/* Reads the answer; true if it is complete. */
static bool receive(struct drive *drive, struct connection *connection)
{
    size_t head;
    ssize_t got = take(connection);
    if (got <= 0) {
        if (got == 0 || (errno != EAGAIN && errno != EINTR))
            broken(drive, connection);
        return false;
    }
    connection->count += (size_t)got;
    if (connection->whole == 0)
        connection->whole = answer_size(connection->bytes, connection->count, &head);
    if (connection->whole == 0 && connection->count == ROOM) {
        broken(drive, connection); /* a head without end */
        return false;
    }
    if (connection->whole == 0 || connection->count < connection->whole)
        return false;
    times_add(&drive->times, now_ns() - connection->asked_at);
    drive->result->answers++;
    drive->result->errors += !is_well(connection->bytes);
    connection->count = connection->whole = 0;
    connection->asked = false;
    return true;
}

/* Those that wait for their turn by the rate. */
static void send_due(struct drive *drive, unsigned *turn)
{
    for (unsigned tried = 0; tried < drive->fleet.count && due_at(drive) <= now_ns(); tried++) {
        *turn = (*turn + 1) % drive->fleet.count;
        if (!drive->fleet.connections[*turn].asked)
            send_next(drive, *turn);
    }
}

static void drive_for(struct drive *drive)
{
    struct epoll_event ready[EVENTS_AT_ONCE];
    unsigned turn = 0;
    drive->begun = now_ns();
    uint64_t until = drive->begun + drive->options->seconds * UINT64_C(1000000000), now = drive->begun;
    for (unsigned i = 0; i < drive->fleet.count && !drive->options->rate; i++)
        send_next(drive, i);
    while (now < until) {
        if (drive->options->rate)
            send_due(drive, &turn);
        int count = epoll_wait(drive->fleet.events, ready, EVENTS_AT_ONCE, drive->options->rate ? 1 : 100);
        for (int i = 0; i < count; i++) {
            struct connection *connection = &drive->fleet.connections[ready[i].data.u32];
            if (connection->socket >= 0 && receive(drive, connection) && !drive->options->rate)
                send_next(drive, ready[i].data.u32);
        }
        now = now_ns();
    }
    drive->result->seconds = (double)(now - drive->begun) / 1e9;
}

static enum status measure(const struct load_options *options, const struct session *session,
                           request_maker *make, const void *context, struct load_result *result,
                           struct fault *fault)
{
    struct drive *drive = calloc(1, sizeof *drive);
    if (!drive)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
    *drive = (struct drive){
        .options = options, .session = session, .make = make, .context = context, .result = result};
    enum status status = fleet_open(&drive->fleet, options->port, options->connections, fault);
    if (status == STATUS_OK) {
        drive_for(drive);
        conclude(&drive->times, result);
    }
    fleet_close(&drive->fleet);
    free(drive);
    return status;
}

/* ------------------------------------------------------------------------------------------ rounds, queries */

/* A new round ends the one before; each has an id that begins with the time, as a dealer's page would send it. */
static size_t make_round(const struct session *session, const void *context, unsigned connection,
                         uint64_t number, char *into)
{
    const struct tables *tables = context;
    char body[REQUEST_SIZE / 2];
    struct text_out out;
    text_out_init(&out, body, sizeof body);
    text_out_add(&out,
                 "{\"do\":\"start-round\",\"id\":\"%012llx-%.8s-%u-%llu\",\"table\":\"%s\",\"fees\":[1]}",
                 (unsigned long long)now_ns() / 1000000, session->token, connection,
                 (unsigned long long)number, tables->names[connection % tables->count]);
    return write_request(session, "POST", "/api/commands", body, into);
}

enum status load_rounds(const struct load_options *options, struct load_result *result, struct fault *fault)
{
    struct session session;
    struct tables *tables = calloc(1, sizeof *tables);
    *result = (struct load_result){.answers = 0};
    enum status status = session_open(&session, options, fault);
    if (status == STATUS_OK && !tables)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for tables");
    if (status == STATUS_OK)
        status = find_tables(&session, tables, fault);
    if (status == STATUS_OK)
        status = measure(options, &session, make_round, tables, result, fault);
    session_close(&session);
    free(tables);
    return status;
}

static size_t make_query(const struct session *session, const void *context, unsigned connection,
                         uint64_t number, char *into)
{
    (void)connection;
    (void)number;
    return write_request(session, "GET", context, "", into);
}

enum status load_queries(const struct load_options *options, struct load_result *result, struct fault *fault)
{
    struct session session;
    *result = (struct load_result){.answers = 0};
    enum status status = session_open(&session, options, fault);
    session.takes_packed = true;
    if (status == STATUS_OK)
        status = measure(options, &session, make_query, options->path, result, fault);
    session_close(&session);
    return status;
}

/* ------------------------------------------------------------------------------------------ feeds */

/* Of a process, in kilobytes; 0 if it is not known. */
static double memory_of(pid_t process)
{
    char path[64], line[256];
    struct text_out out;
    double kilobytes = 0;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "/proc/%ld/status", (long)process);
    FILE *file = process ? fopen(path, "re") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = (double)strtoul(line + 6, NULL, 10);
    if (file)
        (void)fclose(file);
    return kilobytes;
}

struct audience {
    struct fleet fleet;
    unsigned change; /* the one that all wait for */
    uint64_t changed_at;
    uint64_t reached; /* in time, in all */
    struct times times;
    struct load_result *result;
};

/* Bytes of a feed: whether they tell of meters. The words may come in two parts, so that the last bytes are kept. */
static void hear(struct audience *audience, struct connection *connection)
{
    static const char words[] = "event: meters";
    ssize_t got =
        recv(connection->socket, connection->bytes + connection->count, ROOM - connection->count, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        audience->result->errors++;
        (void)epoll_ctl(audience->fleet.events, EPOLL_CTL_DEL, connection->socket, NULL);
        close(connection->socket);
        connection->socket = -1;
    }
    if (got <= 0)
        return;
    connection->count += (size_t)got;
    uint64_t took = now_ns() - audience->changed_at;
    if (connection->heard < audience->change &&
        memmem(connection->bytes, connection->count, words, sizeof words - 1)) {
        connection->heard = audience->change;
        times_add(&audience->times, took);
        audience->result->answers++;
        audience->reached += took <= LOAD_REACHED_MS * UINT64_C(1000000);
    }
    size_t kept = connection->count < sizeof words - 2 ? connection->count : sizeof words - 2;
    memmove(connection->bytes, connection->bytes + connection->count - kept, kept);
    connection->count = kept;
}

static void hear_until(struct audience *audience, uint64_t until)
{
    struct epoll_event ready[EVENTS_AT_ONCE];
    for (uint64_t now = now_ns(); now < until; now = now_ns()) {
        int count =
            epoll_wait(audience->fleet.events, ready, EVENTS_AT_ONCE, (int)((until - now) / 1000000) + 1);
        for (int i = 0; i < count; i++)
            if (audience->fleet.connections[ready[i].data.u32].socket >= 0)
                hear(audience, &audience->fleet.connections[ready[i].data.u32]);
    }
}

static void listen_all(struct audience *audience, const struct session *nobody)
{
    char request[REQUEST_SIZE];
    size_t size = write_request(nobody, "GET", "/api/feed", "", request);
    for (unsigned i = 0; i < audience->fleet.count; i++)
        if (send(audience->fleet.connections[i].socket, request, size, MSG_NOSIGNAL) != (ssize_t)size)
            audience->result->errors++;
}

static void play_for(struct audience *audience, struct session *session, const struct tables *tables,
                     unsigned seconds)
{
    uint64_t begun = now_ns(), until = begun + seconds * UINT64_C(1000000000);
    for (uint64_t at = begun; at < until; at += CHANGE_EVERY_MS * UINT64_C(1000000)) {
        char request[REQUEST_SIZE];
        size_t size = make_round(session, tables, LOAD_CONNECTIONS_MAX, audience->change, request);
        audience->change++;
        audience->changed_at = now_ns();
        if (send(session->socket, request, size, MSG_NOSIGNAL) != (ssize_t)size)
            audience->result->errors++;
        hear_until(audience, at + CHANGE_EVERY_MS * UINT64_C(1000000));
        (void)recv(session->socket, session->bytes, SETUP_ROOM - 1, MSG_DONTWAIT);
        audience->result->errors += !is_well(session->bytes);
    }
    audience->result->seconds = (double)(now_ns() - begun) / 1e9;
    audience->result->changes = audience->change;
    audience->result->reached =
        (double)audience->reached / ((double)audience->change * audience->fleet.count);
    conclude(&audience->times, audience->result);
}

enum status load_feed(const struct load_options *options, struct load_result *result, struct fault *fault)
{
    const struct session nobody = {.socket = -1};
    struct session session;
    struct tables *tables = calloc(1, sizeof *tables);
    struct audience *audience = calloc(1, sizeof *audience);
    *result = (struct load_result){.answers = 0};
    enum status status = session_open(&session, options, fault);
    if (status == STATUS_OK && (!tables || !audience))
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for an audience");
    if (status == STATUS_OK)
        status = find_tables(&session, tables, fault);
    if (status == STATUS_OK) {
        double before = memory_of(options->server);
        audience->result = result;
        status = fleet_open(&audience->fleet, options->port, options->connections, fault);
        if (status == STATUS_OK) {
            listen_all(audience, &nobody);
            hear_until(audience, now_ns() + UINT64_C(1000000000)); /* all have been greeted */
            play_for(audience, &session, tables, options->seconds);
            double after = memory_of(options->server);
            result->kilobytes_a_client = after > before ? (after - before) / options->connections : 0;
        }
        fleet_close(&audience->fleet);
    }
    session_close(&session);
    free(tables);
    free(audience);
    return status;
}
