/* The HTTP layer by itself: immediate, late and missing answers; limits; listening. */
#include "server/http_loop_test.h"

#include <gnutls/gnutls.h>

enum { BIG = 3 << 20, HUGE = 64 << 20 };

static char big[BIG];
static char huge[HUGE]; /* never written to */
static struct exchange *waiting;
static struct http_kept *kept;

/* Says what was asked for: at once, later, or something big. */
static void handle(struct loop *loop, struct exchange *exchange)
{
    struct http_answer answer = {.code = 200, .type = "text/plain", .bytes = exchange->path};
    if (text_equal(exchange->path, text_of("/big")))
        answer.bytes = (struct text){big, sizeof big / 2};
    if (text_equal(exchange->path, text_of("/huge"))) /* more than the sockets on the way hold */
        answer = (struct http_answer){.code = 200, .bytes = {huge, sizeof huge}, .bytes_last = true};
    if (text_equal(exchange->path, text_of("/fails")))
        answer.code = 503;
    if (text_equal(exchange->path, text_of("/body")))
        answer.bytes = exchange->body;
    if (text_equal(exchange->path, text_of("/query")))
        answer.bytes = http_query(exchange, "q");
    if (text_equal(exchange->path, text_of("/from")))
        answer.bytes = text_of(exchange->from);
    if (text_equal(exchange->path, text_of("/secure")))
        answer.bytes = text_of(http_is_secure(exchange) ? "yes" : "no");
    if (text_equal(exchange->path, text_of("/later"))) {
        http_wait(exchange);
        waiting = exchange;
        return;
    }
    if (text_equal(exchange->path, text_of("/kept"))) {
        if (!kept)
            kept = http_keep(loop->http, &answer);
        assert_non_null(kept);
        http_answer_kept(exchange, kept);
        return;
    }
    http_answer(exchange, &answer);
}

static void answer_waiting(struct loop *loop)
{
    (void)loop;
    if (!waiting)
        return;
    struct exchange *exchange = waiting;
    waiting = NULL;
    http_answer(exchange, &(struct http_answer){.code = 201, .bytes = text_of("at last")});
}

static void connect_to(struct client *client, const struct loop *loop)
{
    client_open(client, http_port(loop->http));
}

static void a_connection_is_kept_for_the_next_request(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(client_ask(&client, "GET", "/a%20b", NULL), 200);
        assert_string_equal(client.body, "/a b");
        assert_int_equal(client_ask(&client, "POST", "/body", "words"), 200);
        assert_string_equal(client.body, "words");
        assert_int_equal(client_ask(&client, "GET", "/query?q=a%26b&r=1", NULL), 200);
        assert_string_equal(client.body, "a&b");
        assert_int_equal(client_ask(&client, "GET", "/kept", NULL), 200);
        assert_string_equal(client.body, "/kept");
    }
    assert_int_equal(client_ask(&client, "HEAD", "/body", NULL), 200);
    assert_int_equal(client_ask(&client, "GET", "/from", NULL), 200);
    assert_string_equal(client.body, "127.0.0.1");
    assert_string_equal(client_field(&client, "Strict-Transport-Security"), ""); /* of TLS alone */
    client_close(&client);
    loop_end(&loop);
    http_kept_release(kept);
    kept = NULL;
}

/* Two requests in one packet, and one that comes byte by byte. */
static void requests_may_come_together_or_in_pieces(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    static const char two[] = "GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\n\r\n";
    client_write(&client, two, sizeof two - 1);
    client_answer(&client, false);
    assert_string_equal(client.body, "/one");
    client_answer(&client, false);
    assert_string_equal(client.body, "/two");
    static const char slow[] = "POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
                               "chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    for (size_t i = 0; i + 1 < sizeof slow; i++)
        client_write(&client, slow + i, 1);
    client_answer(&client, false);
    assert_string_equal(client.body, "abcde");
    client_close(&client);
    loop_end(&loop);
}

static void what_is_no_request_is_refused(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    loop_begin(&loop, (struct http_options){.spares_local = true});
    static const char *const bad[] = {"GET / HTTP/1.1\r\n\r\n", /* without Host */
                                      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct client client;
        connect_to(&client, &loop);
        client_write(&client, bad[i], strlen(bad[i]));
        assert_true(client_head(&client));
        assert_int_equal(client.code, 400);
        client_close(&client);
    }
    struct client client;
    connect_to(&client, &loop);
    static char line[16384];
    memset(line, 'a', sizeof line - 1);
    client_write(&client, "GET / HTTP/1.1\r\nX: ", 19);
    client_write(&client, line, sizeof line - 1);
    assert_true(!client_head(&client) || client.code == 431 || client.code == 413);
    client_close(&client);
    loop_end(&loop);
}

static void an_answer_may_come_later(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client, other;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    connect_to(&other, &loop);
    client_send(&client, "GET", "/later", "", NULL);
    do /* until the loop has it */
        assert_int_equal(client_ask(&other, "GET", "/meanwhile", NULL), 200);
    while (!waiting);
    loop_do(&loop, answer_waiting);
    client_answer(&client, false);
    assert_int_equal(client.code, 201);
    assert_string_equal(client.body, "at last");
    client_close(&client);
    client_close(&other);
    loop_end(&loop);
}

static void who_is_gone_when_the_answer_comes_does_no_harm(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client, other;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    connect_to(&other, &loop);
    client_send(&client, "GET", "/later", "", NULL);
    do
        assert_int_equal(client_ask(&other, "GET", "/meanwhile", NULL), 200);
    while (!waiting);
    client_close(&client);
    loop_do(&loop, answer_waiting);
    assert_int_equal(client_ask(&other, "GET", "/meanwhile", NULL), 200);
    client_close(&other);
    loop_end(&loop);
}

static void what_is_never_answered_is_dropped_at_the_end(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client, other;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    connect_to(&other, &loop);
    client_send(&client, "GET", "/later", "", NULL);
    do
        assert_int_equal(client_ask(&other, "GET", "/meanwhile", NULL), 200);
    while (!waiting);
    loop_end(&loop); /* after the time that answers have */
    assert_int_equal(loop.dropped, 1);
    waiting = NULL;
    assert_false(client_head(&client));
    client_close(&client);
    client_close(&other);
}

static void a_big_answer_arrives_whole_at_a_slow_client(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client, other;
    memset(big, 'x', sizeof big);
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    connect_to(&other, &loop);
    client_send(&client, "GET", "/big", "", NULL);
    for (unsigned i = 0; i < 100; i++) /* nobody waits for the slow one */
        assert_int_equal(client_ask(&other, "GET", "/meanwhile", NULL), 200);
    client_answer(&client, false);
    assert_int_equal(client.body_size, sizeof big / 2);
    assert_memory_equal(client.body, big, sizeof big / 2);
    client_close(&client);
    client_close(&other);
    loop_end(&loop);
}

static void an_end_sends_what_was_answered(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client, other;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    connect_to(&other, &loop);
    client_send(&client, "GET", "/later", "", NULL);
    do
        assert_int_equal(client_ask(&other, "GET", "/meanwhile", NULL), 200);
    while (!waiting);
    http_stop(loop.http);
    loop_do(&loop, answer_waiting);
    assert_int_equal(pthread_join(loop.thread, NULL), 0);
    client_answer(&client, false);
    assert_int_equal(client.code, 201);
    http_close(loop.http);
    client_close(&client);
    client_close(&other);
}

/* ------------------------------------------------------------------------------------------ limits */

static void an_address_may_ask_so_often_in_a_second(void **state)
{
    (void)state;
    enum { RATE = 3 };
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.requests_per_second = RATE});
    connect_to(&client, &loop);
    /* Whatever the second in which the test starts: not more than two seconds' worth get through in one. */
    unsigned limited = 0, asked = 0;
    uint64_t begun = machine_ms() / 1000;
    while (limited == 0 && asked < 1000) {
        unsigned code = client_ask(&client, "GET", "/", NULL);
        assert_true(code == 200 || code == 429);
        limited += code == 429;
        asked++;
    }
    assert_true(limited == 1 && asked > RATE);
    assert_string_equal(client_field(&client, "Retry-After"), "1");
    assert_int_equal(http_figures(loop.http)->limited, 1);
    /* Monitoring is told once in a second, and at every failure. */
    for (unsigned i = 0; i < 100; i++)
        (void)client_ask(&client, "GET", "/fails", NULL);
    client_close(&client);
    loop_end(&loop);
    assert_true(loop.noted_limited >= 1 && loop.noted_limited <= machine_ms() / 1000 - begun + 1);
}

static void an_answer_that_failed_is_noted(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(client_ask(&client, "GET", "/fails", NULL), 503);
        assert_int_equal(client_ask(&client, "GET", "/", NULL), 200);
    }
    client_close(&client);
    loop_end(&loop);
    assert_int_equal(loop.noted_failed, 3);
}

static void an_address_may_have_so_many_connections(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client clients[3];
    loop_begin(&loop, (struct http_options){.connections_per_address = 2});
    for (unsigned i = 0; i < 2; i++) {
        connect_to(&clients[i], &loop);
        assert_int_equal(client_ask(&clients[i], "GET", "/", NULL), 200);
    }
    connect_to(&clients[2], &loop);
    client_send(&clients[2], "GET", "/", "", NULL);
    assert_false(client_head(&clients[2]));
    for (unsigned i = 0; i < 3; i++)
        client_close(&clients[i]);
    loop_end(&loop);
}

static void a_body_without_end_ends_the_connection(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.spares_local = true});
    connect_to(&client, &loop);
    static const char head[] = "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n";
    client_write(&client, head, sizeof head - 1);
    size_t sent = 0;
    for (ssize_t count = 1; count > 0 && sent<200U << 20; sent += count> 0 ? (size_t)count : 0)
        count = send(client.socket, big, sizeof big, MSG_NOSIGNAL);
    assert_true(sent < 200U << 20);
    client_close(&client);
    loop_end(&loop);
}

/* ------------------------------------------------------------------------------------------ who is slow */

/* A quick client stays far below the limit, and a slow one is disconnected soon enough. */
enum { SOON_MS = 100, SECOND_MS = 1000 };

/* Sends a byte and looks whether the connection has ended, again and again; the bytes of the answer, if one came. */
static size_t drip(struct client *client, const char *bytes)
{
    static const char more[] = "X-More: and more\r\n";
    char received[256];
    size_t length = strlen(bytes);
    for (unsigned i = 0; i < CLIENT_WAIT_MS / 5; i++) {
        struct pollfd wait = {client->socket, POLLIN, 0};
        (void)send(client->socket, i < length ? &bytes[i] : &more[(i - length) % (sizeof more - 1)], 1,
                   MSG_NOSIGNAL);
        if (poll(&wait, 1, 5) == 1) {
            ssize_t count = recv(client->socket, received, sizeof received, 0);
            return count > 0 ? (size_t)count : 0;
        }
    }
    fail_msg("it drips for ever");
    return 0;
}

static void who_drips_a_request_is_cut(void **state)
{
    (void)state;
    static const char *const requests[] = {
        "GET / HTTP/1.1\r\nHost: x\r\n", "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"};
    struct loop loop = {.handle = handle};
    loop_begin(&loop, (struct http_options){.spares_local = true, .request_ms = SOON_MS});
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct client client;
        connect_to(&client, &loop);
        assert_int_equal(drip(&client, requests[i]), 0);
        client_close(&client);
    }
    loop_end(&loop);
    assert_int_equal(loop.cut, 2);
}

static void who_says_nothing_is_let_go(void **state)
{
    (void)state;
    static const struct http_options limits[] = {{.idle_seconds = 1}, {.request_ms = SECOND_MS}};
    for (size_t i = 0; i < 2; i++) {
        struct loop loop = {.handle = handle};
        struct client silent, asked;
        loop_begin(&loop, limits[i]);
        connect_to(&silent, &loop);
        connect_to(&asked, &loop);
        assert_int_equal(client_ask(&asked, "GET", "/", NULL), 200);
        assert_false(client_head(&silent));
        assert_false(client_head(&asked));
        client_close(&silent);
        client_close(&asked);
        loop_end(&loop);
    }
}

/* Waits until another connection is disconnected; every earlier deadline has then passed. */
static void pass_the_deadline(const struct loop *loop)
{
    struct client other;
    connect_to(&other, loop);
    assert_false(client_head(&other));
    client_close(&other);
}

static void who_waits_for_an_answer_is_not_slow(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.request_ms = SECOND_MS, .answer_ms = SECOND_MS});
    connect_to(&client, &loop);
    client_send(&client, "GET", "/later", "", NULL);
    pass_the_deadline(&loop);
    pass_the_deadline(&loop);
    loop_do(&loop, answer_waiting);
    client_answer(&client, false);
    assert_int_equal(client.code, 201);
    client_close(&client);
    loop_end(&loop);
}

static void who_does_not_take_the_answer_is_cut(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.request_ms = SECOND_MS, .answer_ms = SECOND_MS});
    connect_to(&client, &loop);
    client_send(&client, "GET", "/huge", "", NULL);
    assert_true(client_head(&client)); /* and no more */
    pass_the_deadline(&loop);
    pass_the_deadline(&loop);
    loop_end(&loop);
    assert_int_equal(loop.cut, 3); /* and the two */
    client_close(&client);
}

/* ------------------------------------------------------------------------------------------ where it listens */

static void unused(void *context, struct exchange *exchange)
{
    (void)context;
    (void)exchange;
}

static void assert_cannot_open(const struct http_options *options, const char *words)
{
    struct http *http = NULL;
    struct fault fault = {0};
    struct http_options all = *options;
    all.handle = unused;
    all.connections_max = 8;
    assert_int_not_equal(http_open(&all, &http, &fault), STATUS_OK);
    if (!strstr(fault.words, words))
        fail_msg("%s", fault.words);
}

static void a_place_that_cannot_be_had_is_named(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    loop_begin(&loop, (struct http_options){.spares_local = true});
    assert_cannot_open(&(struct http_options){.address = "127.0.0.1", .port = http_port(loop.http)},
                       "is in use by another program");
    assert_cannot_open(&(struct http_options){.address = "192.0.2.1"}, "does not have the address");
    assert_cannot_open(&(struct http_options){.address = "nowhere"}, "is not an address");
    assert_cannot_open(&(struct http_options){.address = "127.0.0.1", .proxy = "localhost"},
                       "is not the address of a proxy");
    assert_cannot_open(&(struct http_options){.address = "127.0.0.1",
                                              .certificate = CARDROOM_ROOT "/README.md",
                                              .key = CARDROOM_ROOT "/README.md"},
                       "are invalid or do not belong together");
    assert_cannot_open(
        &(struct http_options){.address = "127.0.0.1", .certificate = "/nowhere", .key = "/nowhere"},
        "cannot be opened");
    loop_end(&loop);
}

static bool has_ipv6(void)
{
    const struct sockaddr_in6 place = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int six = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool has = six >= 0 && bind(six, (const struct sockaddr *)&place, sizeof place) == 0;
    if (six >= 0)
        close(six);
    return has;
}

static void everybody_is_heard_in_both_protocols(void **state)
{
    (void)state;
    if (!has_ipv6())
        skip();
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.address = "::", .spares_local = true});
    connect_to(&client, &loop);
    assert_int_equal(client_ask(&client, "GET", "/from", NULL), 200);
    assert_string_equal(client.body,
                        "127.0.0.1"); /* and not ::ffff:127.0.0.1, which would have other limits */
    client_close(&client);
    const struct sockaddr_in6 place = {.sin6_family = AF_INET6,
                                       .sin6_port = htons(http_port(loop.http)),
                                       .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    connect_to(&client, &loop);
    close(client.socket);
    client.socket = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(client.socket, (const struct sockaddr *)&place, sizeof place), 0);
    assert_int_equal(client_ask(&client, "GET", "/from", NULL), 200);
    assert_string_equal(client.body, "::1");
    client_close(&client);
    loop_end(&loop);
}

/* ------------------------------------------------------------------------------------------ behind a proxy */

struct forwarded {
    const char *fields, *from, *secure;
};

static void assert_forwarded(const char *proxy, const struct forwarded *rows, size_t count)
{
    struct loop loop = {.handle = handle};
    struct client client;
    loop_begin(&loop, (struct http_options){.proxy = proxy, .connections_per_address = 1});
    connect_to(&client, &loop);
    for (size_t i = 0; i < count; i++) {
        client_send(&client, "GET", "/from", rows[i].fields, NULL);
        client_answer(&client, false);
        assert_string_equal(client.body, rows[i].from);
        client_send(&client, "GET", "/secure", rows[i].fields, NULL);
        client_answer(&client, false);
        assert_string_equal(client.body, rows[i].secure);
    }
    client_close(&client);
    loop_end(&loop);
}

/* The proxy wrote the last entry itself; earlier entries, in this line or another, come from the client. */
static void a_proxy_says_for_whom_it_asks(void **state)
{
    (void)state;
    static const struct forwarded rows[] = {
        {"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n", "192.0.2.7", "yes"},
        {"X-Forwarded-For: 198.51.100.9, 192.0.2.7\r\n", "192.0.2.7", "no"},
        {"X-Forwarded-For: 198.51.100.9,192.0.2.7 \r\n", "192.0.2.7", "no"},
        {"X-Forwarded-For: 198.51.100.9\r\nx-forwarded-for: 192.0.2.7\r\n", "192.0.2.7", "no"},
        {"X-Forwarded-For: 2001:DB8::7\r\nX-Forwarded-Proto: https, http\r\n", "2001:db8::7", "no"},
        {"X-Forwarded-For: ::ffff:192.0.2.7\r\n", "192.0.2.7", "no"},
        {"X-Forwarded-For: 192.0.2.7, unknown\r\nX-Forwarded-Proto: HTTPS?\r\n", "127.0.0.1", "no"},
        {"X-Forwarded-For: 192.0.2.7,\r\n", "127.0.0.1", "no"},
        {"X-Forwarded-For: 192.0.2.256\r\n", "127.0.0.1", "no"},
        {"X-Forwarded-For: "
         "2001:0db8:0000:0000:0000:0000:0000:0007:2001:0db8:0000:0000:0000:0000:0000:0007\r\n",
         "127.0.0.1", "no"},
        {"", "127.0.0.1", "no"},
    };
    assert_forwarded("127.0.0.1", rows, sizeof rows / sizeof rows[0]);
}

static void nobody_else_is_believed(void **state)
{
    (void)state;
    static const struct forwarded rows[] = {
        {"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1", "no"}};
    assert_forwarded(NULL, rows, 1);
    assert_forwarded("127.0.0.2", rows, 1);
    assert_forwarded("::1", rows, 1);
}

/* Each address has its rate, and the proxy has no limit of connections. */
static void limits_are_for_who_is_behind_the_proxy(void **state)
{
    (void)state;
    static const char first[] = "X-Forwarded-For: 192.0.2.7\r\n", second[] = "X-Forwarded-For: 192.0.2.8\r\n";
    struct loop loop = {.handle = handle};
    struct client clients[3];
    loop_begin(&loop, (struct http_options){.proxy = "127.0.0.1",
                                            .spares_local = true,
                                            .connections_per_address = 1,
                                            .requests_per_second = 3});
    for (unsigned i = 0; i < 3; i++)
        connect_to(&clients[i], &loop);
    unsigned limited = 0;
    for (unsigned i = 0; i < 1000 && limited == 0; i++) {
        client_send(&clients[i % 2], "GET", "/", first, NULL);
        client_answer(&clients[i % 2], false);
        limited += clients[i % 2].code == 429;
    }
    assert_int_equal(limited, 1);
    client_send(&clients[2], "GET", "/", second, NULL);
    client_answer(&clients[2], false);
    assert_int_equal(clients[2].code, 200);
    for (unsigned i = 0; i < 3; i++)
        client_close(&clients[i]);
    loop_end(&loop);
}

/* ------------------------------------------------------------------------------------------ TLS */

static void a_certificate_of_our_own_will_do(void **state)
{
    (void)state;
    struct loop loop = {.handle = handle};
    loop_begin(&loop, (struct http_options){.spares_local = true,
                                            .certificate = CARDROOM_ROOT "/tests/http/certificate.pem",
                                            .key = CARDROOM_ROOT "/tests/http/key.pem"});
    struct client client;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    static const char request[] = "GET /over-tls HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    char answer[2048] = "";
    size_t count = 0;
    connect_to(&client, &loop);
    assert_int_equal(gnutls_certificate_allocate_credentials(&credentials), 0);
    assert_int_equal(gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL), 0);
    assert_int_equal(gnutls_set_default_priority(session), 0);
    assert_int_equal(gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials), 0);
    gnutls_transport_set_int(session, client.socket);
    assert_int_equal(gnutls_handshake(session), 0);
    assert_int_equal(gnutls_record_send(session, request, sizeof request - 1), sizeof request - 1);
    for (ssize_t part = 1; part > 0 && count<sizeof answer - 1; count += part> 0 ? (size_t)part : 0)
        part = gnutls_record_recv(session, answer + count, sizeof answer - 1 - count);
    assert_non_null(strstr(answer, "200 OK"));
    assert_non_null(strstr(answer, "\r\n\r\n/over-tls"));
    assert_non_null(strstr(answer, "Strict-Transport-Security: max-age=31536000\r\n"));
    gnutls_deinit(session);
    gnutls_certificate_free_credentials(credentials);
    client_close(&client);
    loop_end(&loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_is_kept_for_the_next_request),
        cmocka_unit_test(requests_may_come_together_or_in_pieces),
        cmocka_unit_test(what_is_no_request_is_refused),
        cmocka_unit_test(an_answer_may_come_later),
        cmocka_unit_test(who_is_gone_when_the_answer_comes_does_no_harm),
        cmocka_unit_test(what_is_never_answered_is_dropped_at_the_end),
        cmocka_unit_test(a_big_answer_arrives_whole_at_a_slow_client),
        cmocka_unit_test(an_end_sends_what_was_answered),
        cmocka_unit_test(an_address_may_ask_so_often_in_a_second),
        cmocka_unit_test(an_answer_that_failed_is_noted),
        cmocka_unit_test(an_address_may_have_so_many_connections),
        cmocka_unit_test(a_body_without_end_ends_the_connection),
        cmocka_unit_test(who_drips_a_request_is_cut),
        cmocka_unit_test(who_says_nothing_is_let_go),
        cmocka_unit_test(who_waits_for_an_answer_is_not_slow),
        cmocka_unit_test(who_does_not_take_the_answer_is_cut),
        cmocka_unit_test(a_place_that_cannot_be_had_is_named),
        cmocka_unit_test(everybody_is_heard_in_both_protocols),
        cmocka_unit_test(a_proxy_says_for_whom_it_asks),
        cmocka_unit_test(nobody_else_is_believed),
        cmocka_unit_test(limits_are_for_who_is_behind_the_proxy),
        cmocka_unit_test(a_certificate_of_our_own_will_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
