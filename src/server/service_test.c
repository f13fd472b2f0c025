/* A house over HTTP: who may request what, requests that are not understood, health, and the end. */
#include "server/service_test.h"

#include "server/description_test.h"
#include "server/service_internal.h"

#include <zlib.h>

static struct room room; /* of all tests that change nothing which another needs */
static struct description description;
static struct api_routes routes;

static int begin(void **state)
{
    (void)state;
    room_open(&room, "service_test");
    description_read(&description, CARDROOM_ROOT "/docs/api/openapi.yaml");
    api_routes_make(&routes);
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_close(&room);
    arena_release(&description.arena);
    return 0;
}

/* ------------------------------------------------------------------------------------------ routes */

/* For every route: somebody who may use it and the answer; somebody who may not and the answer. "" is nobody. */
static const struct {
    const char *method, *path, *body, *may;
    unsigned code;
    const char *may_not;
    unsigned refusal;
} asked[] = {
    {"POST", "/api/commands?dry=true", "{\"do\":\"start-round\",\"table\":\"C4-1\"}", "dana", 200, "1001",
     403},
    {"POST", "/api/commands?dry=1", "{\"do\":\"start-round\",\"table\":\"C4-1\"}", "dana", 400, "1001", 403},
    {"GET", "/api/meters", NULL, "", 200, NULL, 0},
    {"GET", "/api/signs", NULL, "", 200, NULL, 0},
    {"HEAD", "/api/feed", NULL, "", 200, NULL, 0},
    {"GET", "/api/feed?only=horoscopes", NULL, "", 400, NULL, 0},
    {"GET", "/api/floor", NULL, "theo", 200, "1001", 403},
    {"GET", "/api/tables/C4-1", NULL, "dana", 200, "", 401},
    {"GET", "/api/hands", NULL, "dana", 200, "1001", 403},
    {"GET", "/api/hands?state=horoscope", NULL, "dana", 400, "1001", 403},
    {"GET", "/api/hands/999", NULL, "sam", 404, "", 401},
    {"GET", "/api/prizes?state=open&limit=5", NULL, "cy", 200, "dana", 403},
    {"GET", "/api/prizes?state=foo", NULL, "cy", 400, "dana", 403},
    {"GET", "/api/prizes/999", NULL, "cy", 404, "dana", 403},
    {"GET", "/api/patrons?search=ann", NULL, "fay", 200, "dana", 403},
    {"GET", "/api/patrons?limit=0", NULL, "fay", 400, "dana", 403},
    {"GET", "/api/patrons/1001", NULL, "1001", 200, "dana", 403},
    {"GET", "/api/patrons/1002", NULL, "vic", 200, "1001", 403},
    {"PUT", "/api/patrons/1002/pin", "{\"pin\":\"12\"}", "fay", 400, "dana", 403},
    {"PUT", "/api/patrons/1002/pin", "{\"pin\":\"2468\"}", "cy", 204, "1001", 403},
    {"PUT", "/api/patrons/horoscope/pin", "{\"pin\":\"2468\"}", "sam", 404, "ines", 403},
    {"DELETE", "/api/patrons/1002/lock", NULL, "pam", 204, "theo", 403},
    {"DELETE", "/api/patrons/horoscope/lock", NULL, "max", 404, "", 401},
    {"GET", "/api/staff", NULL, "pam", 200, "1001", 403},
    {"PUT", "/api/staff/nobody/credentials", "{\"password\":\"lantern-lantern\"}", "max", 404, "sam", 403},
    {"DELETE", "/api/staff/dana/lock", NULL, "ines", 204, "cy", 403},
    {"GET", "/api/offers", NULL, "ada", 200, "fay", 403},
    {"GET", "/api/offers/bonus-hand", NULL, "theo", 200, "dana", 403},
    {"GET", "/api/offers/bonus-hand/accounts", NULL, "sam", 200, "fay", 403},
    {"GET", "/api/offers/horoscope/accounts", NULL, "ada", 404, "theo", 403},
    {"GET", "/api/offer-form?offer=bonus-hand", NULL, "theo", 200, "dana", 403},
    {"GET", "/api/offer-form?document=bay101/blazing-7s", NULL, "max", 200, "1001", 403},
    {"GET", "/api/offer-form?offer=horoscope", NULL, "ada", 404, "", 401},
    {"GET", "/api/offer-form", NULL, "ada", 400, "cy", 403},
    {"POST", "/api/offer-preview", "{\"offer\":\"bonus-hand\",\"values\":{}}", "theo", 200, "dana", 403},
    {"POST", "/api/offer-preview?form=svg", "{\"offer\":\"bonus-hand\",\"values\":{}}", "max", 200, "pam",
     403},
    {"POST", "/api/offer-preview", "{}", "ada", 400, "1001", 403},
    {"POST", "/api/offer-preview", "{\"horoscope\":1}", "ada", 400, "", 401},
    {"GET", "/api/house-file", NULL, "max", 200, "dana", 403},
    {"POST", "/api/house-preview", "{\"text\":\"name: Half\"}", "max", 200, "pam", 403},
    {"POST", "/api/house-preview", "{\"text\":\"name: Half\",\"from\":\"soon\"}", "theo", 400, "", 401},
    {"POST", "/api/house-preview", "{}", "ada", 400, "1001", 403},
    {"GET", "/api/documents", NULL, "dana", 200, "1001", 403},
    {"GET", "/api/documents?search=royal+flush", NULL, "theo", 200, "", 401},
    {"GET", "/api/documents/bay101/aces-cracked", NULL, "theo", 200, "1001", 403},
    {"GET", "/api/documents/bay101/horoscope", NULL, "cy", 404, "", 401},
    {"GET", "/api/documents/bay101/aces-cracked/text", NULL, "dana", 200, "1001", 403},
    {"GET", "/api/documents/bay101/horoscope/text", NULL, "dana", 404, "", 401},
    {"GET", "/api/documents/bay101/aces-cracked/cases/horoscope.case", NULL, "dana", 404, "1001", 403},
    {"GET", "/api/documents/bay101/aces-cracked/cases/claim.case", NULL, "dana", 200, "", 401},
    {"GET", "/api/odds", NULL, "theo", 200, "1001", 403},
    {"POST", "/api/odds", "{\"game\":\"crazy-4-poker\",\"bet\":\"queens-up/A\"}", "theo", 200, "1001", 403},
    {"POST", "/api/odds", "{\"game\":\"horoscope\"}", "dana", 404, "", 401},
    {"GET", "/api/funds", NULL, "ada", 200, "pam", 403},
    {"GET", "/api/reports", NULL, "theo", 200, "dana", 403},
    {"GET", "/api/reports/funds", NULL, "ada", 200, "fay", 403},
    {"GET", "/api/reports/funds?format=pdf", NULL, "max", 200, "cy", 403},
    {"GET", "/api/reports/collection?from=2026-02-30", NULL, "ada", 400, "", 401},
    {"GET", "/api/reports/horoscope", NULL, "ada", 404, "1001", 403},
    {"GET", "/api/reports/funds?format=clay", NULL, "ada", 400, "1001", 403},
    {"GET", "/api/log?limit=3&kind=appointed", NULL, "theo", 200, "pam", 403},
    {"GET", "/api/log?from=2020-01-01&to=2020-01-01T12:00:00Z&offer=bonus-hand&patron=1001", NULL, "theo",
     200, "", 401},
    {"GET", "/api/log?from=yesterday", NULL, "theo", 400, "", 401},
    {"GET", "/api/log?offer=horoscope", NULL, "theo", 404, "", 401},
    {"GET", "/api/access-log?limit=3", NULL, "theo", 200, "pam", 403},
    {"GET", "/api/access-log?kind=refused,locked&who=dana&from=127.0.0.1", NULL, "ada", 200, "", 401},
    {"GET", "/api/log?before=x", NULL, "theo", 400, "pam", 403},
    {"GET", "/api/backup", NULL, "theo", 200, "dana", 403},
    {"GET", "/api/checkpoints", NULL, "theo", 200, "dana", 403},
    {"GET", "/log/key", NULL, "", 404, NULL, 0},
    {"GET", "/log/checkpoint", NULL, "", 404, NULL, 0},
    {"GET", "/log/consistency?from=0&to=0", NULL, "", 404, NULL, 0},
    {"GET", "/log/consistency?from=x&to=0", NULL, "", 400, NULL, 0},
    {"GET", "/log/inclusion?leaf=0&size=1", NULL, "", 404, NULL, 0},
    {"POST", "/log/cosignature", "a\n1\n", "", 404, NULL, 0},
    {"POST", "/api/audit", NULL, "theo", 200, "dana", 403},
    {"GET", "/api/events?limit=5", NULL, "dana", 200, "1001", 403},
    {"GET", "/api/events?limit=-1", NULL, "dana", 400, "1001", 403},
    {"GET", "/api/payments?days=32", NULL, "cy", 400, "dana", 403},
    {"GET", "/api/payments?days=3", NULL, "cy", 200, "dana", 403},
    {"POST", "/api/slips", "{\"kind\":\"prize-slip\",\"prize\":999}", "cy", 404, "dana", 403},
    {"GET", "/api/slips/999.pdf", NULL, "cy", 404, "dana", 403},
    {"GET", "/api/forecasts", NULL, "ada", 200, "dana", 403},
    {"GET", "/api/forecasts/bonus-hand", NULL, "ada", 200, "dana", 403},
    {"GET", "/api/forecasts/horoscope", NULL, "ada", 404, "", 401},
    {"GET", "/api/explain?what=meter&name=bonus-hand", NULL, "ada", 200, "dana", 403},
    {"GET", "/api/explain?what=meter&name=bonus-hand&all=1", NULL, "ada", 400, "dana", 403},
    {"GET", "/api/explain?what=horoscope", NULL, "ada", 400, "", 401},
    {"GET", "/api/history?account=0&from=2020-01-01T00:00:00Z", NULL, "ada", 200, "dana", 403},
    {"GET", "/api/history?account=9999&from=2020-01-01T00:00:00Z", NULL, "ada", 404, "", 401},
    {"GET", "/api/history?account=&from=2020-01-01T00:00:00Z", NULL, "ada", 404, "", 401},
    {"GET", "/api/history?account=0&from=2999-01-01T00:00:00Z", NULL, "ada", 400, "", 401},
    {"GET", "/api/history?account=0&from=2020-01-01", NULL, "ada", 400, "", 401},
    {"GET", "/api/house", NULL, "", 200, NULL, 0},
    {"GET", "/api/session", NULL, "1001", 200, "", 401},
    {"POST", "/api/session", "{\"name\":\"dana\",\"password\":\"lantern-dana\"}", "", 200, NULL, 0},
    {"DELETE", "/api/session", NULL, "dana", 204, "", 401},
    {"GET", "/api/play/games", NULL, "", 200, NULL, 0},
    {"POST", "/api/play", "{\"game\":\"four-card-poker\",\"seats\":[{\"who\":\"person\"}]}", "", 201, NULL,
     0},
    {"POST", "/api/play", "{\"game\":\"four-card-poker\",\"seats\":[]}", "dana", 400, NULL, 0},
    {"GET", "/api/play/nowhere", NULL, "", 404, NULL, 0},
    {"DELETE", "/api/play/nowhere", NULL, "", 404, NULL, 0},
    {"POST", "/api/play/nowhere/acts", "{\"after\":1,\"act\":\"deal\"}", "", 404, NULL, 0},
    {"GET", "/api/play/nowhere/hint", NULL, "", 404, NULL, 0},
    {"GET", "/api/play/nowhere/rounds", NULL, "", 404, NULL, 0},
    {"GET", "/api/play/nowhere/rounds/1", NULL, "", 404, NULL, 0},
    {"GET", "/healthz", NULL, "", 200, NULL, 0},
    {"GET", "/metrics", NULL, "", 200, NULL, 0},
};

/* "/api/tables/{table}" against "/api/tables/C4-1?limit=3" */
static bool is_asked(const struct api_route *route, const char *method, const char *path)
{
    const char *pattern = route->path;
    if (strcmp(route->method, method) != 0 &&
        !(strcmp(method, "HEAD") == 0 && strcmp(route->method, "GET") == 0))
        return false;
    while (*pattern && *path && *path != '?') {
        if (*pattern == '{') {
            pattern = strchr(pattern, '}') + 1;
            path += strcspn(path, "/?.");
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return !*pattern && (!*path || *path == '?');
}

/* Answers to those who may ask are as described. */
static void compare_answer(size_t i, unsigned code, const char *type, json_t *answer)
{
    for (unsigned k = 0; k < routes.count; k++) {
        char method[16] = "";
        if (!is_asked(&routes.items[k], asked[i].method, asked[i].path))
            continue;
        for (size_t j = 0; routes.items[k].method[j] && j < sizeof method - 1; j++)
            method[j] = (char)(routes.items[k].method[j] | 0x20);
        assert_described(&description, routes.items[k].path, method, code, type, answer);
        return;
    }
}

static unsigned ask_as(const char *who, size_t i)
{
    struct client client;
    client_enter(&client, &room, who);
    unsigned code = client_ask(&client, asked[i].method, asked[i].path, asked[i].body);
    const char *type = client_field(&client, "Content-Type");
    if (strcmp(type, "application/json") == 0 || strcmp(type, "application/problem+json") == 0) {
        json_t *answer = client_json(&client);
        assert_non_null(answer);
        if (who == asked[i].may)
            compare_answer(i, code, type, answer);
        json_decref(answer);
    }
    assert_string_equal(client_field(&client, "X-Content-Type-Options"), "nosniff");
    client_close(&client);
    return code;
}

static void every_route_answers_who_may_and_refuses_who_may_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        unsigned code = ask_as(asked[i].may, i);
        if (code != asked[i].code)
            fail_msg("%s %s as '%s': %u", asked[i].method, asked[i].path, asked[i].may, code);
        code = asked[i].may_not ? ask_as(asked[i].may_not, i) : 0;
        if (code != asked[i].refusal)
            fail_msg("%s %s as '%s': %u", asked[i].method, asked[i].path, asked[i].may_not, code);
    }
}

static void the_table_above_has_every_route(void **state)
{
    (void)state;
    for (unsigned i = 0; i < routes.count; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof asked / sizeof asked[0]; k++)
            found |= is_asked(&routes.items[i], asked[k].method, asked[k].path);
        if (!found)
            fail_msg("%s %s is not tried", routes.items[i].method, routes.items[i].path);
    }
}

static void what_the_server_adds_belongs_to_a_view(void **state)
{
    (void)state;
    for (unsigned i = 0; i < API_ADDITIONS; i++) {
        bool found = false;
        for (unsigned k = 0; k < routes.count; k++)
            found |= routes.items[k].view && strcmp(routes.items[k].path, api_additions[i].path) == 0;
        if (!found)
            fail_msg("no desk has the view %s", api_additions[i].path);
    }
}

/* ------------------------------------------------------------------------------------------ the description */

/* Whether the description allows the request without a session: `security: []`, or a choice that includes an empty one. */
static bool is_public(const struct node *operation)
{
    const struct node *security = node_member(operation, "security");
    if (!security)
        return false;
    bool open = security->count == 0;
    for (const struct node *choice = security->first_child; choice; choice = choice->next)
        open |= choice->count == 0;
    return open;
}

static void compare(const char *method, struct text path, const struct node *operation,
                    bool described[API_ROUTES_MAX])
{
    char upper[16] = "";
    for (size_t i = 0; method[i] && i < sizeof upper - 1; i++)
        upper[i] = (char)(method[i] & ~0x20);
    for (unsigned i = 0; i < routes.count; i++)
        if (strcmp(routes.items[i].method, upper) == 0 && text_equal(text_of(routes.items[i].path), path)) {
            if (is_public(operation) != (routes.items[i].right == API_EVERYBODY))
                fail_msg("%s %s: who may ask is not as described", upper, routes.items[i].path);
            described[i] = true;
            return;
        }
    fail_msg("%s %.*s is described, but is no route", upper, TEXT_ARGUMENTS(path));
}

static void the_description_is_that_of_the_routes(void **state)
{
    (void)state;
    bool described[API_ROUTES_MAX] = {false};
    const struct node *paths = node_member(description.root, "paths");
    assert_non_null(paths);
    for (const struct node *path = paths->first_child; path; path = path->next)
        for (const struct node *operation = path->first_child; operation; operation = operation->next) {
            char method[16];
            (void)snprintf(method, sizeof method, "%.*s", TEXT_ARGUMENTS(operation->key));
            compare(method, path->key, operation, described);
            assert_non_null(node_member(operation, "responses"));
        }
    for (unsigned i = 0; i < routes.count; i++)
        if (!described[i])
            fail_msg("%s %s is a route, but is not described", routes.items[i].method, routes.items[i].path);
}

/* ------------------------------------------------------------------------------------------ playing for nothing */

static json_t *ask_play(struct client *client, const char *method, const char *path, const char *body,
                        unsigned code)
{
    if (client_ask(client, method, path, body) != code)
        fail_msg("%s %s: %u %s", method, path, client->code, client->body);
    json_t *answer = client_json(client);
    assert_non_null(answer);
    return answer;
}

static void anybody_plays_a_round_and_the_house_does_not_notice(void **state)
{
    (void)state;
    struct client client;
    char path[128], acts[160];
    client_open(&client, room.port);
    json_t *table =
        ask_play(&client, "POST", "/api/play",
                 "{\"game\":\"crazy-4-poker\",\"seed\":\"7\",\"seats\":[{\"who\":\"person\"}]}", 201);
    (void)snprintf(path, sizeof path, "/api/play/%s", json_string_value(json_object_get(table, "table")));
    (void)snprintf(acts, sizeof acts, "%s/acts", path);
    json_decref(table);
    int64_t events = client_sequence(&client);
    (void)client_ask(&client, "POST", acts,
                     "{\"after\":1,\"act\":\"wager\",\"seat\":1,\"wager\":\"queens-up\",\"amount\":500}");
    assert_problem(&client, 409, "refused");
    assert_non_null(strstr(client.body, "massachusetts/crazy-4-poker#84"));
    json_decref(ask_play(&client, "POST", acts,
                         "{\"after\":1,\"act\":\"wager\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000}",
                         200));
    json_t *stale = ask_play(&client, "POST", acts, "{\"after\":1,\"act\":\"deal\"}", 409);
    assert_int_equal(json_number(json_object_get(stale, "present"), "version"), 2);
    json_decref(stale);
    assert_problem(&client, 409, "stale");
    json_decref(ask_play(&client, "POST", acts, "{\"after\":2,\"act\":\"deal\"}", 200));
    (void)snprintf(acts, sizeof acts, "%s/hint", path);
    json_decref(ask_play(&client, "GET", acts, NULL, 200));
    (void)snprintf(acts, sizeof acts, "%s/acts", path);
    table = ask_play(&client, "POST", acts, "{\"after\":3,\"act\":\"play\",\"seat\":1,\"antes\":3}", 200);
    assert_string_equal(json_string_value(json_object_get(table, "stage")), "settled");
    json_decref(table);
    (void)snprintf(acts, sizeof acts, "%s/rounds/1", path);
    json_decref(ask_play(&client, "GET", acts, NULL, 200));
    assert_int_equal(client_sequence(&client), events);
    assert_int_equal(client_ask(&client, "DELETE", path, NULL), 204);
    assert_int_equal(client_ask(&client, "GET", path, NULL), 404);
    client_close(&client);
}

/* ------------------------------------------------------------------------------------------ odd requests */

static void an_address_answers_to_its_methods_and_names_them(void **state)
{
    (void)state;
    struct client client;
    client_open(&client, room.port);
    assert_int_equal(client_ask(&client, "HEAD", "/api/meters", NULL), 200);
    assert_true(strtoul(client_field(&client, "Content-Length"), NULL, 10) > 0);
    assert_int_equal(client_ask(&client, "OPTIONS", "/api/session", NULL), 204);
    assert_string_equal(client_field(&client, "Allow"), "GET, HEAD, POST, DELETE, OPTIONS");
    (void)client_ask(&client, "PATCH", "/api/meters", "{}");
    assert_problem(&client, 405, "not-found");
    assert_string_equal(client_field(&client, "Allow"), "GET, HEAD, OPTIONS");
    (void)client_ask(&client, "GET", "/api/nothing", NULL);
    assert_problem(&client, 404, "not-found");
    (void)client_ask(&client, "POST", "/", "{}"); /* a page */
    assert_problem(&client, 405, "not-found");
    assert_string_equal(client_field(&client, "Allow"), "GET, HEAD, OPTIONS");
    assert_int_equal(client_ask(&client, "OPTIONS", "/", NULL), 204);
    assert_string_equal(client_field(&client, "Allow"), "GET, HEAD, OPTIONS");
    client_close(&client);
}

/* At the first and the last that is right, and one beyond. */
static void a_query_that_is_not_understood_is_said_to_be_so(void **state)
{
    (void)state;
    static const struct {
        const char *path, *field; /* NULL: it is right */
    } rows[] = {
        {"/api/log?limit=1", NULL},
        {"/api/log?limit=500", NULL},
        {"/api/log?limit=0", "limit"},
        {"/api/log?limit=501", "limit"},
        {"/api/log?limit=-1", "limit"},
        {"/api/log?limit=1.5", "limit"},
        {"/api/log?limit=", NULL},
        {"/api/log?before=1", NULL},
        {"/api/log?before=0", "before"},
        {"/api/log?before=x", "before"},
        {"/api/hands?state=open", NULL},
        {"/api/hands?state=withdrawn", NULL},
        {"/api/hands?state=paid", "state"},
        {"/api/prizes?state=paid", NULL},
        {"/api/prizes?state=posted", "state"},
        {"/api/payments?days=31", NULL},
        {"/api/payments?days=32", "days"},
    };
    struct client client;
    client_enter(&client, &room, "max");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned code = client_ask(&client, "GET", rows[i].path, NULL);
        json_t *answer = client_json(&client);
        const char *field = json_string_value(json_object_get(answer, "field"));
        if (code != (rows[i].field ? 400 : 200) ||
            (rows[i].field && (!field || strcmp(field, rows[i].field) != 0)))
            fail_msg("%s: %u %s", rows[i].path, code, client.body);
        json_decref(answer);
    }
    client_close(&client);
}

static void what_is_too_deep_or_too_large_is_no_command(void **state)
{
    (void)state;
    struct client client;
    char deep[512] = "{\"do\":";
    client_enter(&client, &room, "dana");
    for (unsigned i = 0; i < 100; i++)
        deep[strlen(deep)] = '[';
    for (unsigned i = 0; i < 100; i++)
        deep[strlen(deep)] = ']';
    deep[strlen(deep)] = '}';
    (void)client_do(&client, deep);
    assert_problem(&client, 400, "invalid");
    (void)client_do(&client, "{\"do\":\"start-round\",\"table\":99999999999999999999}");
    assert_problem(&client, 400, "invalid");
    client_close(&client);
}

static void the_log_says_what_whoever_watches_must_know(void **state)
{
    (void)state;
    static struct room other;
    struct client client;
    room_open(&other, "service_log");
    client_enter(&client, &other, "dana");
    assert_int_equal(client_do(&client, "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[9]}"), 409);
    client_close(&client);
    assert_int_equal(room_logged(&other, "\"level\":\"info\",\"what\":\"the server has started\",\"version\":"
                                         "\"0.0.1\",\"house\":\"demo\",\"store\":\"sqlite:"),
                     1);
    assert_int_equal(room_logged(&other, "\"what\":\"signed in\",\"who\":\"dana\",\"from\":\"127.0.0.1\""),
                     1);
    assert_int_equal(
        room_logged(&other, "\"what\":\"a command was refused\",\"by\":\"dana\",\"do\":\"start-round\""), 1);
    room_end(&other);
    assert_int_equal(
        room_logged(&other, "\"what\":\"the server has stopped\",\"why\":\"the test\",\"sequence\":\""), 1);
    assert_int_equal(room_logged(&other, "lantern-"), 0);
    room_close(&other);
}

/* The signs are long, and many ask for them. */
static void who_takes_packed_answers_gets_them(void **state)
{
    (void)state;
    struct client client;
    client_open(&client, room.port);
    assert_int_equal(client_ask(&client, "GET", "/api/signs", NULL), 200);
    assert_string_equal(client_field(&client, "Content-Encoding"), "");
    assert_string_equal(client_field(&client, "Vary"), "Accept-Encoding");
    size_t plain = client.body_size;
    char *words = malloc(plain + 1);
    assert_non_null(words);
    memcpy(words, client.body, plain + 1);
    for (unsigned i = 0; i < 2; i++) {
        client_send(&client, "GET", "/api/signs", "Accept-Encoding: br, gzip\r\n", NULL);
        client_answer(&client, false);
        assert_string_equal(client_field(&client, "Content-Encoding"), "gzip");
        assert_true(client.body_size < plain / 2);
    }
    char *unpacked = calloc(1, plain + 1);
    z_stream stream = {.next_in = (Bytef *)client.body,
                       .avail_in = (uInt)client.body_size,
                       .next_out = (Bytef *)unpacked,
                       .avail_out = (uInt)plain + 1};
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(inflateEnd(&stream), Z_OK);
    assert_string_equal(unpacked, words);
    free(unpacked);
    free(words);
    client_close(&client);
}

static void a_path_may_have_percent_signs_and_bytes_that_are_no_text(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    assert_int_equal(client_ask(&client, "GET", "/api/tables/C4%2D1", NULL), 200);
    (void)client_ask(&client, "GET", "/api/tables/C4%2F1", NULL);
    assert_problem(&client, 404, "not-found");
    (void)client_ask(&client, "GET", "/api/tables/%ff%fe", NULL);
    assert_problem(&client, 404, "not-found");
    (void)client_ask(&client, "GET", "/api/hands/99999999999999999999999", NULL);
    assert_problem(&client, 404, "not-found");
    assert_int_equal(client_ask(&client, "GET", "/api/meters", "a body that nobody asked for"), 200);
    client_close(&client);
}

static void a_body_that_is_too_large_is_refused_and_the_connection_goes_on(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    char *body = calloc(1, HTTP_BODY_MAX + 2);
    assert_non_null(body);
    memset(body, ' ', HTTP_BODY_MAX);
    (void)client_do(&client, body);
    assert_problem(&client, 400, "invalid");
    body[HTTP_BODY_MAX] = ' ';
    (void)client_do(&client, body);
    assert_problem(&client, 413, "too-large");
    assert_int_equal(client_ask(&client, "GET", "/api/meters", NULL), 200);
    free(body);
    client_close(&client);
}

/* ------------------------------------------------------------------------------------------ health, ends */

static void health_and_figures_are_for_everybody(void **state)
{
    (void)state;
    struct client client;
    client_open(&client, room.port);
    json_t *health = client_get(&client, "/healthz");
    assert_true(json_is_true(json_object_get(health, "well")));
    json_decref(health);
    assert_int_equal(client_ask(&client, "GET", "/metrics", NULL), 200);
    assert_true(client_says(&client, "\ncardroom_up 1\n"));
    assert_true(client_says(&client, "# TYPE cardroom_commands_done_total counter\n"));
    assert_true(client_says(&client, "cardroom_command_seconds_bucket{le=\"+Inf\"}"));
    client_close(&client);
}

enum { AT_ONCE = 24 };

static void an_end_answers_what_was_asked_and_the_next_beginning_has_it(void **state)
{
    (void)state;
    struct room own;
    struct client clients[AT_ONCE], feed;
    struct told told;
    room_open(&own, "service_end_test");
    client_open(&feed, own.port);
    client_feed(&feed, "/api/feed", "", &told);
    client_enter(&clients[0], &own, "fay");
    for (unsigned i = 1; i < AT_ONCE; i++) {
        client_open(&clients[i], own.port);
        memcpy(clients[i].cookie, clients[0].cookie, sizeof clients[0].cookie);
        memcpy(clients[i].token, clients[0].token, sizeof clients[0].token);
        assert_int_equal(client_ask(&clients[i], "GET", "/healthz", NULL), 200);
    }
    for (unsigned i = 0; i < AT_ONCE; i++) {
        char line[128];
        (void)snprintf(
            line, sizeof line,
            "{\"do\":\"register\",\"id\":\"p%u\",\"patron\":\"%u\",\"name\":\"P\",\"born\":\"1990-01-01\"}",
            i, 3000 + i);
        client_send(&clients[i], "POST", "/api/commands", "", line);
    }
    room_end(&own);
    unsigned done = 0;
    bool is_done[AT_ONCE] = {false};
    for (unsigned i = 0; i < AT_ONCE; i++) {
        /* A request that was in transit at the shutdown may not have been received. */
        if (client_head(&clients[i])) {
            assert_true(clients[i].code == 200 || clients[i].code == 503);
            is_done[i] = clients[i].code == 200;
            done += is_done[i];
        }
        client_close(&clients[i]);
    }
    while (client_told(&feed, &told))
        ;
    client_close(&feed);
    room_begin(&own);
    client_enter(&clients[0], &own, "fay");
    for (unsigned i = 0; i < AT_ONCE; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/patrons/%u", 3000 + i);
        unsigned code = client_ask(&clients[0], "GET", path, NULL);
        assert_true(is_done[i] ? code == 200 : code == 200 || code == 404);
    }
    client_close(&clients[0]);
    (void)done;
    room_close(&own);
}

static void a_service_that_cannot_open_says_why(void **state)
{
    (void)state;
    struct service *service = NULL;
    struct fault fault = {0};
    struct service_options options = {.store = text_of("sqlite:/nowhere/at/all.db"), .address = "127.0.0.1"};
    assert_int_not_equal(service_open(&options, &service, &fault), STATUS_OK);
    assert_true(fault.words[0] != '\0');
    options.store = text_of(room.place.address); /* somebody else writes there */
    assert_int_not_equal(service_open(&options, &service, &fault), STATUS_OK);
    assert_null(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_route_answers_who_may_and_refuses_who_may_not),
        cmocka_unit_test(the_table_above_has_every_route),
        cmocka_unit_test(what_the_server_adds_belongs_to_a_view),
        cmocka_unit_test(the_description_is_that_of_the_routes),
        cmocka_unit_test(anybody_plays_a_round_and_the_house_does_not_notice),
        cmocka_unit_test(an_address_answers_to_its_methods_and_names_them),
        cmocka_unit_test(a_query_that_is_not_understood_is_said_to_be_so),
        cmocka_unit_test(what_is_too_deep_or_too_large_is_no_command),
        cmocka_unit_test(who_takes_packed_answers_gets_them),
        cmocka_unit_test(the_log_says_what_whoever_watches_must_know),
        cmocka_unit_test(a_path_may_have_percent_signs_and_bytes_that_are_no_text),
        cmocka_unit_test(a_body_that_is_too_large_is_refused_and_the_connection_goes_on),
        cmocka_unit_test(health_and_figures_are_for_everybody),
        cmocka_unit_test(an_end_answers_what_was_asked_and_the_next_beginning_has_it),
        cmocka_unit_test(a_service_that_cannot_open_says_why),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
