/*
 * For tests of this room: a client that speaks HTTP/1.1 over one connection to this machine and waits for each answer. An
 * answer that takes longer than CLIENT_WAIT_MS is a failure.
 */
#ifndef SERVER_HTTP_CLIENT_TEST_H
#define SERVER_HTTP_CLIENT_TEST_H

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

enum { CLIENT_WAIT_MS = 20000, CLIENT_ROOM = 2 << 20, CLIENT_FIELD_MAX = 256 };

struct client {
    int socket;
    char *bytes; /* CLIENT_ROOM of them: what came and was not looked at yet */
    size_t count;
    char cookie[CLIENT_FIELD_MAX], token[CLIENT_FIELD_MAX]; /* of who has signed in; "" is nobody */
    /* The last answer. */
    unsigned code;
    char head[8192];
    char *body; /* of the last answer; ends with a zero */
    size_t body_size;
    bool chunked;
    /* Of a feed. */
    char *stream; /* without the marks of chunks */
    size_t stream_count;
};

static inline void client_open(struct client *client, uint16_t port)
{
    const struct sockaddr_in place = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    *client = (struct client){.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    client->bytes = calloc(1, CLIENT_ROOM);
    client->body = calloc(1, CLIENT_ROOM);
    client->stream = calloc(1, CLIENT_ROOM);
    assert_true(client->socket >= 0 && client->bytes && client->body && client->stream);
    assert_int_equal(connect(client->socket, (const struct sockaddr *)&place, sizeof place), 0);
}

static inline void client_close(struct client *client)
{
    close(client->socket);
    free(client->bytes);
    free(client->body);
    free(client->stream);
}

static inline void client_write(struct client *client, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(client->socket, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            fail_msg("the server takes nothing more");
        bytes += sent;
        size -= (size_t)sent;
    }
}

/* More bytes; false at the end of the connection. */
static inline bool client_more(struct client *client)
{
    struct pollfd wait = {client->socket, POLLIN, 0};
    if (poll(&wait, 1, CLIENT_WAIT_MS) != 1)
        fail_msg("nothing comes");
    assert_true(client->count < CLIENT_ROOM - 1);
    ssize_t count = recv(client->socket, client->bytes + client->count, CLIENT_ROOM - 1 - client->count, 0);
    if (count <= 0)
        return false;
    client->count += (size_t)count;
    client->bytes[client->count] = '\0';
    return true;
}

static inline void client_drop(struct client *client, size_t count)
{
    client->count -= count;
    memmove(client->bytes, client->bytes + count, client->count + 1);
}

/* The value of a field of the head; "" if there is none. */
static inline const char *client_field(const struct client *client, const char *name)
{
    static char value[1024];
    size_t length = strlen(name);
    value[0] = '\0';
    for (const char *line = strchr(client->head, '\n'); line; line = strchr(line + 1, '\n'))
        if (strncasecmp(line + 1, name, length) == 0 && line[1 + length] == ':')
            (void)snprintf(value, sizeof value, "%.*s", (int)strcspn(line + length + 3, "\r"),
                           line + length + 3);
    return value;
}

/* The head of the next answer; false if the connection ends instead. */
static inline bool client_head(struct client *client)
{
    const char *end;
    while (!(end = client->count ? strstr(client->bytes, "\r\n\r\n") : NULL))
        if (!client_more(client))
            return false;
    size_t size = (size_t)(end - client->bytes) + 4;
    assert_true(size < sizeof client->head);
    memcpy(client->head, client->bytes, size);
    client->head[size] = '\0';
    client_drop(client, size);
    assert_int_equal(strncmp(client->head, "HTTP/1.1 ", 9), 0);
    client->code = (unsigned)strtoul(client->head + 9, NULL, 10);
    client->chunked = strcmp(client_field(client, "Transfer-Encoding"), "chunked") == 0;
    return true;
}

/* A whole answer, of which the body is without chunks; `bodiless`: to HEAD. */
static inline void client_answer(struct client *client, bool bodiless)
{
    if (!client_head(client))
        fail_msg("the connection ended without an answer");
    size_t size = bodiless ? 0 : strtoul(client_field(client, "Content-Length"), NULL, 10);
    assert_true(size < CLIENT_ROOM);
    while (client->count < size)
        if (!client_more(client))
            fail_msg("the connection ended within an answer");
    memcpy(client->body, client->bytes, size);
    client->body[size] = '\0';
    client->body_size = size;
    client_drop(client, size);
}

/* A request; `fields` are whole lines, or "". The body may be NULL. */
static inline void client_send(struct client *client, const char *method, const char *path,
                               const char *fields, const char *body)
{
    char head[4096], length[96] = "", cookie[600] = "", token[300] = "";
    if (body)
        (void)snprintf(length, sizeof length, "%sContent-Length: %zu\r\n",
                       strstr(fields, "Content-Type") ? "" : "Content-Type: application/json\r\n",
                       strlen(body));
    if (client->cookie[0])
        (void)snprintf(cookie, sizeof cookie, "Cookie: cardroom=%s\r\n", client->cookie);
    if (client->token[0])
        (void)snprintf(token, sizeof token, "X-CSRF-Token: %s\r\n", client->token);
    int size = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s%s\r\n", method, path,
                        length, cookie, token, fields);
    assert_true(size > 0 && (size_t)size < sizeof head);
    client_write(client, head, (size_t)size);
    if (body)
        client_write(client, body, strlen(body));
}

static inline unsigned client_ask(struct client *client, const char *method, const char *path,
                                  const char *body)
{
    client_send(client, method, path, "", body);
    client_answer(client, strcmp(method, "HEAD") == 0);
    return client->code;
}

/* The body as JSON, to be given back; NULL if it is none. */
static inline json_t *client_json(const struct client *client)
{
    return json_loadb(client->body, client->body_size, 0, NULL);
}

/* Whether the body has these words. */
static inline bool client_says(const struct client *client, const char *words)
{
    return strstr(client->body, words) != NULL;
}

/* ------------------------------------------------------------------------------------------ feeds */

/* Bytes of the stream without the chunk headers; false at its end. */
static inline bool client_stream_more(struct client *client)
{
    for (;;) {
        char *end = NULL;
        size_t size = client->count ? strtoul(client->bytes, &end, 16) : 0;
        if (client->count && end && strncmp(end, "\r\n", 2) == 0) {
            size_t before = (size_t)(end - client->bytes) + 2;
            if (client->count >= before + size + 2) {
                if (size == 0)
                    return false;
                memcpy(client->stream + client->stream_count, client->bytes + before, size);
                client->stream_count += size;
                client->stream[client->stream_count] = '\0';
                client_drop(client, before + size + 2);
                return true;
            }
        }
        if (!client_more(client))
            return false;
    }
}

struct told {
    char event[32], id[64];
    char data[8192];
};

static inline void told_line(const char *block, const char *name, char *into, size_t size)
{
    const char *line = strstr(block, name);
    into[0] = '\0';
    if (line)
        (void)snprintf(into, size, "%.*s", (int)strcspn(line + strlen(name), "\n"), line + strlen(name));
}

/* The next block of the feed, including greetings and keep-alives; false at its end. */
static inline bool client_told(struct client *client, struct told *told)
{
    char *end;
    while (!(end = client->stream_count ? strstr(client->stream, "\n\n") : NULL))
        if (!client_stream_more(client))
            return false;
    *end = '\0';
    told_line(client->stream, "event: ", told->event, sizeof told->event);
    told_line(client->stream, "id: ", told->id, sizeof told->id);
    told_line(client->stream, "data: ", told->data, sizeof told->data);
    size_t size = (size_t)(end - client->stream) + 2;
    client->stream_count -= size;
    memmove(client->stream, client->stream + size, client->stream_count + 1);
    return true;
}

/* Opens the feed, behind the id if there is one, and reads the greeting. */
static inline void client_feed(struct client *client, const char *path, const char *id, struct told *greeting)
{
    char fields[128] = "";
    if (*id)
        (void)snprintf(fields, sizeof fields, "Last-Event-ID: %s\r\n", id);
    client_send(client, "GET", path, fields, NULL);
    assert_true(client_head(client));
    assert_int_equal(client->code, 200);
    assert_true(client->chunked);
    assert_true(client_told(client, greeting));
}

/* The next message of the name. */
static inline void client_told_of(struct client *client, const char *event, struct told *told)
{
    do {
        if (!client_told(client, told))
            fail_msg("the feed ended without %s", event);
    } while (strcmp(told->event, event) != 0);
}

#endif
