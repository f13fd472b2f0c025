/* A house over HTTP: who may request what, the answers to commands, what is shown and when. */
#include "server/service_test.h"

#include "server/description_test.h"
#include "server/service_internal.h"

#include <zlib.h>

static struct room room; /* of all tests that change nothing which another needs */
static struct description description;

static int begin(void **state)
{
    (void)state;
    room_open(&room, "service_test");
    description_read(&description, CARDROOM_ROOT "/docs/api/openapi.yaml");
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_close(&room);
    arena_release(&description.arena);
    return 0;
}

static json_t *get(struct client *client, const char *path)
{
    if (client_ask(client, "GET", path, NULL) != 200)
        fail_msg("%s: %u %s", path, client->code, client->body);
    json_t *answer = client_json(client);
    assert_non_null(answer);
    return answer;
}

static int64_t number_in(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static int64_t meter(struct client *client)
{
    json_t *answer = get(client, "/api/meters");
    const json_t *first = json_array_get(json_object_get(answer, "meters"), 0);
    int64_t cents = number_in(first, "cents");
    json_decref(answer);
    return cents;
}

static int64_t sequence(struct client *client)
{
    json_t *answer = get(client, "/healthz");
    int64_t number = number_in(answer, "sequence");
    json_decref(answer);
    return number;
}

static void assert_problem(struct client *client, unsigned code, const char *type)
{
    json_t *problem = client_json(client);
    assert_int_equal(client->code, code);
    assert_string_equal(client_field(client, "Content-Type"), "application/problem+json");
    assert_non_null(problem);
    assert_string_equal(json_string_value(json_object_get(problem, "type")), type);
    assert_int_equal(number_in(problem, "status"), code);
    assert_true(json_string_length(json_object_get(problem, "detail")) > 0);
    json_decref(problem);
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
    for (unsigned k = 0; k < api_route_count; k++) {
        char method[16] = "";
        if (!is_asked(&api_routes[k], asked[i].method, asked[i].path))
            continue;
        for (size_t j = 0; api_routes[k].method[j] && j < sizeof method - 1; j++)
            method[j] = (char)(api_routes[k].method[j] | 0x20);
        assert_described(&description, api_routes[k].path, method, code, type, answer);
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
    for (unsigned i = 0; i < api_route_count; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof asked / sizeof asked[0]; k++)
            found |= is_asked(&api_routes[i], asked[k].method, asked[k].path);
        if (!found)
            fail_msg("%s %s is not tried", api_routes[i].method, api_routes[i].path);
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

static void compare(const char *method, struct text path, const struct node *operation)
{
    char upper[16] = "";
    for (size_t i = 0; method[i] && i < sizeof upper - 1; i++)
        upper[i] = (char)(method[i] & ~0x20);
    for (unsigned i = 0; i < api_route_count; i++)
        if (strcmp(api_routes[i].method, upper) == 0 && text_equal(text_of(api_routes[i].path), path)) {
            if (is_public(operation) != (api_routes[i].right == API_EVERYBODY))
                fail_msg("%s %s: who may ask is not as described", upper, api_routes[i].path);
            return;
        }
    fail_msg("%s %.*s is described, but is no route", upper, TEXT_ARGUMENTS(path));
}

static void the_description_is_that_of_the_routes(void **state)
{
    (void)state;
    unsigned described = 0;
    const struct node *paths = node_member(description.root, "paths");
    assert_non_null(paths);
    for (const struct node *path = paths->first_child; path; path = path->next)
        for (const struct node *operation = path->first_child; operation; operation = operation->next) {
            char method[16];
            (void)snprintf(method, sizeof method, "%.*s", TEXT_ARGUMENTS(operation->key));
            compare(method, path->key, operation);
            assert_non_null(node_member(operation, "responses"));
            described++;
        }
    assert_int_equal(described, api_route_count);
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
    int64_t events = sequence(&client);
    (void)client_ask(&client, "POST", acts,
                     "{\"after\":1,\"act\":\"wager\",\"seat\":1,\"wager\":\"queens-up\",\"amount\":500}");
    assert_problem(&client, 409, "refused");
    assert_non_null(strstr(client.body, "massachusetts/crazy-4-poker#84"));
    json_decref(ask_play(&client, "POST", acts,
                         "{\"after\":1,\"act\":\"wager\",\"seat\":1,\"wager\":\"ante\",\"amount\":1000}",
                         200));
    json_t *stale = ask_play(&client, "POST", acts, "{\"after\":1,\"act\":\"deal\"}", 409);
    assert_int_equal(number_in(json_object_get(stale, "present"), "version"), 2);
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
    assert_int_equal(sequence(&client), events);
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

/* ------------------------------------------------------------------------------------------ signing in */

static void who_signs_in_right_has_a_session_and_who_does_not_has_none(void **state)
{
    (void)state;
    struct client client;
    client_open(&client, room.port);
    assert_int_equal(client_try_sign_in(&client, "{\"badge\":\"302\",\"pin\":\"3020\"}"), 200);
    assert_non_null(strstr(client_field(&client, "Set-Cookie"), "HttpOnly; SameSite=Strict"));
    json_t *session = get(&client, "/api/session");
    assert_string_equal(json_string_value(json_object_get(session, "person")), "sue");
    assert_string_equal(json_string_value(json_object_get(session, "role")), "supervisor");
    json_decref(session);
    assert_int_equal(client_ask(&client, "DELETE", "/api/session", NULL), 204);
    (void)client_ask(&client, "GET", "/api/session", NULL);
    assert_problem(&client, 401, "not-signed-in");
    (void)client_try_sign_in(&client, "{\"name\":\"sue\",\"password\":\"wrong-wrong\"}");
    assert_problem(&client, 401, "not-signed-in");
    (void)client_try_sign_in(&client, "{\"name\":\"sue\"}");
    assert_problem(&client, 400, "invalid");
    (void)client_try_sign_in(&client, "[]");
    assert_problem(&client, 400, "invalid");
    client_close(&client);
}

static void a_name_is_locked_after_five_failures_until_somebody_unlocks_it(void **state)
{
    (void)state;
    struct client client, manager;
    client_open(&client, room.port);
    client_enter(&manager, &room, "max");
    static const char wrong[] = "{\"name\":\"vic\",\"password\":\"wrong-wrong\"}";
    static const char right[] = "{\"name\":\"vic\",\"password\":\"lantern-vic\"}";
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(client_try_sign_in(&client, wrong), 401);
    (void)client_try_sign_in(&client, right);
    assert_problem(&client, 429, "too-many");
    assert_string_equal(client_field(&client, "Retry-After"), "900");
    room_later(&room, 15 * 60 - 1);
    (void)client_try_sign_in(&client, right);
    assert_problem(&client, 429, "too-many");
    assert_string_equal(client_field(&client, "Retry-After"), "1");
    assert_int_equal(client_ask(&manager, "GET", "/api/staff", NULL), 200);
    assert_true(client_says(&manager, "\"locked-until\":\"20"));
    assert_int_equal(client_ask(&manager, "DELETE", "/api/staff/vic/lock", NULL), 204);
    assert_int_equal(client_ask(&manager, "GET", "/api/staff", NULL), 200);
    assert_true(client_says(&manager, "\"has-password\":true") && client_says(&manager, "\"has-badge\":"));
    assert_false(client_says(&manager, "\"locked-until\":\"20"));
    assert_int_equal(client_try_sign_in(&client, right), 200);
    client_close(&client);
    client_close(&manager);
}

static void who_signs_in_over_a_session_ends_it(void **state)
{
    (void)state;
    struct client client, other;
    client_enter(&client, &room, "dana");
    client_open(&other, room.port);
    memcpy(other.cookie, client.cookie, sizeof other.cookie);
    memcpy(other.token, client.token, sizeof other.token);
    assert_int_equal(client_ask(&other, "GET", "/api/session", NULL), 200);
    assert_int_equal(client_try_sign_in(&client, "{\"name\":\"dana\",\"password\":\"wrong-wrong\"}"), 401);
    assert_int_equal(client_ask(&other, "GET", "/api/session", NULL), 200);
    assert_int_equal(client_ask(&other, "GET", "/api/staff", NULL), 200);
    assert_false(client_says(&other, "has-password")); /* who does not see to the staff is not told */
    assert_int_equal(client_try_sign_in(&client, "{\"name\":\"sam\",\"password\":\"lantern-sam\"}"), 200);
    assert_int_equal(client_ask(&other, "GET", "/api/session", NULL), 401);
    client_close(&client);
    client_close(&other);
}

#define SUE ",\"countersign\":{\"badge\":\"302\",\"pin\":\"3020\"}}"

static void a_new_password_ends_the_sessions_of_its_owner(void **state)
{
    (void)state;
    struct client client, manager;
    client_enter(&client, &room, "pam");
    client_enter(&manager, &room, "max");
    (void)client_ask(&manager, "PUT", "/api/staff/pam/credentials", "{\"password\":\"short\"" SUE);
    assert_problem(&manager, 400, "invalid");
    assert_int_equal(client_ask(&client, "GET", "/api/session", NULL), 200);
    assert_int_equal(
        client_ask(&manager, "PUT", "/api/staff/pam/credentials", "{\"password\":\"given-to-pam\"" SUE), 204);
    assert_int_equal(client_ask(&client, "GET", "/api/session", NULL), 401);
    assert_int_equal(client_ask(&manager, "GET", "/api/staff", NULL), 200);
    assert_true(client_says(&manager, "\"must-change\":true"));
    (void)client_try_sign_in(&client, "{\"name\":\"pam\",\"password\":\"given-to-pam\",\"new\":\"short\"}");
    assert_problem(&client, 400, "invalid");
    assert_int_equal(client_try_sign_in(
                         &client, "{\"name\":\"pam\",\"password\":\"given-to-pam\",\"new\":\"lantern-pam\"}"),
                     200);
    assert_int_equal(client_ask(&client, "GET", "/api/floor", NULL), 200);
    assert_int_equal(client_ask(&manager, "GET", "/api/staff", NULL), 200);
    assert_false(client_says(&manager, "\"must-change\":true"));
    client_close(&client);
    client_close(&manager);
}

static void what_changes_something_carries_the_token_of_its_session(void **state)
{
    (void)state;
    struct client client;
    char token[CLIENT_FIELD_MAX];
    client_enter(&client, &room, "dana");
    memcpy(token, client.token, sizeof token);
    client.token[0] = '\0';
    (void)client_do(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 403, "not-allowed");
    memcpy(client.token, token, sizeof token);
    client.token[0] ^= 1;
    (void)client_do(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 403, "not-allowed");
    assert_int_equal(client_ask(&client, "GET", "/api/floor", NULL), 200);
    client_close(&client);
}

static void a_patrons_pin_opens_that_patrons_data_and_nothing_else(void **state)
{
    (void)state;
    struct client desk, patron;
    client_enter(&desk, &room, "fay");
    client_open(&patron, room.port);
    client_must(&desk, "{\"do\":\"register\",\"patron\":\"7707\",\"name\":\"Gil\",\"born\":\"1980-01-01\"}");
    static const char sign_in[] = "{\"patron\":\"7707\",\"pin\":\"3579\"}",
                      wrong[] = "{\"patron\":\"7707\",\"pin\":\"0000\"}";
    assert_int_equal(client_try_sign_in(&patron, sign_in), 401);
    json_t *view = get(&desk, "/api/patrons/7707");
    assert_true(json_is_false(json_object_get(view, "has-pin")));
    json_decref(view);
    assert_int_equal(client_ask(&desk, "PUT", "/api/patrons/7707/pin", "{\"pin\":\"3579\"}"), 204);
    view = get(&desk, "/api/patrons/7707");
    assert_true(json_is_true(json_object_get(view, "has-pin")));
    json_decref(view);
    assert_int_equal(client_try_sign_in(&patron, sign_in), 200);
    assert_true(client_says(&patron, "\"patron\":\"7707\"") && client_says(&patron, "\"may\":[]"));
    assert_int_equal(client_ask(&patron, "GET", "/api/patrons/7707", NULL), 200);
    assert_true(client_says(&patron, "\"name\":\"Gil\"") && !client_says(&patron, "has-pin"));
    static const struct {
        const char *method, *path, *body;
    } closed[] = {
        {"GET", "/api/patrons/1001", NULL},
        {"GET", "/api/patrons", NULL},
        {"GET", "/api/floor", NULL},
        {"GET", "/api/access-log", NULL},
        {"PUT", "/api/patrons/7707/pin", "{\"pin\":\"1111\"}"},
        {"DELETE", "/api/patrons/7707/lock", NULL},
        {"POST", "/api/commands", "{\"do\":\"start-round\",\"table\":\"C4-1\"}"},
    };
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
        (void)client_ask(&patron, closed[i].method, closed[i].path, closed[i].body);
        assert_problem(&patron, 403, "not-allowed");
    }
    /* Whose it is changes it; nobody else's is opened by it. */
    assert_int_equal(client_try_sign_in(&patron, "{\"patron\":\"7707\",\"pin\":\"3579\",\"new\":\"8642\"}"),
                     200);
    assert_int_equal(client_try_sign_in(&patron, sign_in), 401);
    assert_int_equal(client_try_sign_in(&patron, "{\"patron\":\"1001\",\"pin\":\"8642\"}"), 401);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(client_try_sign_in(&patron, wrong), 401);
    (void)client_try_sign_in(&patron, "{\"patron\":\"7707\",\"pin\":\"8642\"}");
    assert_problem(&patron, 429, "too-many");
    view = get(&desk, "/api/patrons/7707");
    assert_true(json_string_length(json_object_get(view, "locked-until")) > 0);
    json_decref(view);
    assert_int_equal(client_ask(&desk, "DELETE", "/api/patrons/7707/lock", NULL), 204);
    assert_int_equal(client_try_sign_in(&patron, "{\"patron\":\"7707\",\"pin\":\"8642\"}"), 200);
    client_close(&desk);
    client_close(&patron);
}

/* How many access events match the query and contain the words; notes are written with a delay. */
static unsigned door_log(struct client *client, const char *query, const char *words, unsigned least)
{
    enum { TRIES = 2000 };
    char path[256];
    unsigned count = 0, tries = 0;
    (void)snprintf(path, sizeof path, "/api/access-log?limit=500&%s", query);
    do {
        json_t *answer = get(client, path);
        size_t index;
        json_t *event;
        count = 0;
        json_array_foreach(json_object_get(answer, "events"), index, event)
        {
            char *text = json_dumps(event, JSON_COMPACT);
            count += strstr(text, words) != NULL;
            free(text);
        }
        json_decref(answer);
    } while (count < least && ++tries < TRIES);
    return count;
}

static void every_refusal_is_in_the_log_of_the_door_and_shown_to_who_may(void **state)
{
    (void)state;
    struct client dealer, sam, auditor, stranger;
    client_enter(&dealer, &room, "dana");
    client_enter(&sam, &room, "sam");
    client_enter(&auditor, &room, "theo");
    client_open(&stranger, room.port);
    /* Refused by the role, in access control. */
    (void)client_do(&dealer, "{\"do\":\"open-table\",\"table\":\"C4-1\"}");
    assert_problem(&dealer, 403, "not-allowed");
    assert_int_equal(door_log(&auditor, "kind=refused&who=dana", "\"what\":\"open-table\"", 1), 1);
    /* Refused by the house: the second person may not, though the first has the permission. */
    (void)client_do(&dealer,
                    "{\"do\":\"return-fees\",\"table\":\"C4-1\",\"reason\":\"misdeal\",\"countersign\":"
                    "{\"name\":\"cy\",\"password\":\"lantern-cy\"}}");
    assert_problem(&dealer, 409, "refused");
    assert_int_equal(door_log(&auditor, "kind=refused&who=dana", "\"what\":\"return-fees\"", 1), 1);
    /* By the house: excluded, asked in earnest and as a dry run. */
    client_must(&sam, "{\"do\":\"register\",\"patron\":\"6606\",\"name\":\"Ed\",\"born\":\"1980-01-01\"}");
    client_must(&sam, "{\"do\":\"exclude\",\"patron\":\"6606\",\"reason\":\"on the list\"}");
    static const char sit[] = "{\"do\":\"sit\",\"table\":\"C4-1\",\"seat\":5,\"patron\":\"6606\"}";
    (void)client_do(&dealer, sit);
    assert_problem(&dealer, 409, "refused");
    assert_true(client_says(&dealer, "house#exclusion"));
    (void)client_ask(&dealer, "POST", "/api/commands?dry=true", sit);
    assert_problem(&dealer, 409, "refused");
    assert_int_equal(door_log(&auditor, "kind=refused&who=dana", "\"what\":\"sit\"", 2), 2);
    /* Refusals for other reasons are not in the access log. */
    (void)client_do(&dealer, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&dealer, 409, "refused");
    /* Without a session: logged, except the query who is signed in; and no more than sixty a minute. */
    room_later(&room, 61);
    assert_int_equal(client_ask(&stranger, "GET", "/api/session", NULL), 401);
    unsigned before = door_log(&auditor, "kind=refused", "nobody is signed in", 0);
    for (unsigned i = 0; i < 62; i++)
        assert_int_equal(client_ask(&stranger, "GET", "/api/floor", NULL), 401);
    assert_int_equal(door_log(&auditor, "kind=refused", "nobody is signed in", before + 60), before + 60);
    room_later(&room, 60);
    assert_int_equal(client_ask(&stranger, "GET", "/api/funds", NULL), 401);
    assert_int_equal(door_log(&auditor, "kind=refused&from=127.0.0.1", "\"missed\":2", 1), 1);
    assert_int_equal(door_log(&auditor, "kind=refused&who=dana", "end-round", 0), 0);
    /* Page by page, and never a hash. */
    json_t *page = get(&auditor, "/api/access-log?limit=2&kind=credential-set");
    assert_int_equal(json_array_size(json_object_get(page, "events")), 2);
    assert_true(number_in(page, "before") > 1);
    assert_false(client_says(&auditor, "argon2"));
    json_decref(page);
    client_close(&dealer);
    client_close(&sam);
    client_close(&auditor);
    client_close(&stranger);
}

static void nobody_is_signed_in_by_the_page_of_another_site(void **state)
{
    (void)state;
    static const struct {
        const char *fields;
        unsigned code;
    } rows[] = {
        {"", 200},
        {"Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost\r\n", 200},
        {"Origin: https://localhost\r\n", 200}, /* behind a proxy that speaks TLS */
        {"Content-Type: Application/JSON; charset=utf-8\r\n", 200},
        {"Sec-Fetch-Site: cross-site\r\n", 403},
        {"Sec-Fetch-Site: same-site\r\n", 403},
        {"Origin: http://localhost.example\r\n", 403},
        {"Origin: http://localhost:8081\r\n", 403},
        {"Origin: http://elsewhere\r\n", 403},
        {"Origin: null\r\n", 403},
        {"Content-Type: text/plain\r\n", 415},
        {"Content-Type: application/jsonish\r\n", 415},
        {"Content-Type: application/x-www-form-urlencoded\r\n", 415},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct client client;
        client_open(&client, room.port);
        client_send(&client, "POST", "/api/session", rows[i].fields,
                    "{\"name\":\"dana\",\"password\":\"lantern-dana\"}");
        client_answer(&client, false);
        if (client.code != rows[i].code)
            fail_msg("%s: %u %s", rows[i].fields, client.code, client.body);
        client_close(&client);
    }
}

/* Opens the room again with a clock that runs an hour in some milliseconds. */
static void nobody_is_signed_out_or_let_in_by_the_fast_clock_of_a_demonstration(void **state)
{
    (void)state;
    struct room fast = {.place = place_make(false, "service_test_fast")};
    struct client client, guesser;
    atomic_store(&fast.now_ms, NOON_SECONDS * INT64_C(1000));
    room_furnish(&fast);
    fast.speed = 60 * 1000;
    room_begin(&fast);
    client_enter(&client, &fast, "dana");
    client_open(&guesser, fast.port);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(client_try_sign_in(&guesser, "{\"name\":\"vic\",\"password\":\"wrong-wrong\"}"),
                         401);
    struct instant begun = service_now(fast.service);
    while (service_now(fast.service).ms - begun.ms < 13 * 3600 * INT64_C(1000))
        assert_int_equal(client_ask(&guesser, "GET", "/api/house", NULL), 200);
    json_t *session = get(&client, "/api/session");
    assert_string_equal(json_string_value(json_object_get(session, "expires")), "2026-11-02T20:30:00Z");
    json_decref(session);
    (void)client_try_sign_in(&guesser, "{\"name\":\"vic\",\"password\":\"lantern-vic\"}");
    assert_problem(&guesser, 429, "too-many");
    room_later(&fast, 30 * 60);
    assert_int_equal(client_ask(&client, "GET", "/api/session", NULL), 401);
    assert_int_equal(client_try_sign_in(&guesser, "{\"name\":\"vic\",\"password\":\"lantern-vic\"}"), 200);
    client_close(&client);
    client_close(&guesser);
    room_close(&fast);
}

static void a_session_ends_when_nobody_has_used_it_for_its_time(void **state)
{
    (void)state;
    struct client staff, patron;
    client_enter(&staff, &room, "theo");
    client_enter(&patron, &room, "1001");
    room_later(&room, 3 * 60 - 1);
    assert_int_equal(client_ask(&patron, "GET", "/api/session", NULL), 200);
    room_later(&room, 3 * 60 + 1);
    assert_int_equal(client_ask(&patron, "GET", "/api/session", NULL), 401);
    assert_int_equal(client_ask(&staff, "GET", "/api/session", NULL), 200);
    room_later(&room, 30 * 60 - 1);
    assert_int_equal(client_ask(&staff, "GET", "/api/session", NULL), 200);
    room_later(&room, 30 * 60 + 1);
    assert_int_equal(client_ask(&staff, "GET", "/api/session", NULL), 401);
    client_close(&staff);
    client_close(&patron);
}

/* ------------------------------------------------------------------------------------------ commands */

static void a_command_is_done_once_and_shown_at_once(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    int64_t before = meter(&client), first = sequence(&client);
    client_must(&client, "{\"do\":\"start-round\",\"id\":\"r1\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    json_t *reply = client_json(&client);
    assert_string_equal(json_string_value(json_object_get(reply, "outcome")), "done");
    const json_t *events = json_object_get(reply, "events");
    int64_t last = number_in(reply, "last");
    assert_int_equal(json_array_size(events), last - number_in(reply, "first") + 1);
    assert_true(number_in(reply, "first") > first);
    assert_string_equal(json_string_value(json_object_get(json_array_get(events, 0), "kind")),
                        "round-started");
    json_decref(reply);
    assert_int_equal(meter(&client),
                     before + 22); /* 11 cents of each dollar: bay101/bonus-hand-progressive-v1-1#4 */
    client_must(&client, "{\"do\":\"start-round\",\"id\":\"r1\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    assert_true(client_says(&client, "\"repeated\""));
    assert_int_equal(meter(&client), before + 22);
    assert_int_equal(sequence(&client), last);
    json_t *table = get(&client, "/api/tables/C4-1");
    assert_true(json_is_true(json_object_get(json_object_get(table, "round"), "runs")));
    json_decref(table);
    client_must(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&client);
}

static void a_refusal_is_a_problem_with_words_and_nothing_happens(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    int64_t before = sequence(&client);
    (void)client_do(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 409, "refused");
    (void)client_do(&client, "{\"do\":\"start-round\",\"table\":\"C9-9\"}");
    assert_problem(&client, 409, "refused");
    assert_int_equal(sequence(&client), before);
    client_close(&client);
}

static void a_refusal_by_a_document_names_its_clause(void **state)
{
    (void)state;
    struct client manager;
    client_enter(&manager, &room, "max");
    (void)client_do(&manager,
                    "{\"do\":\"file-document\",\"activity\":\"demo/nothing\",\"text\":\"# Title\\n\\n1. A "
                    "clause. [money]\\n\\n   ```yaml\\n   fee:\\n     amount: five\\n   ```\\n\"}");
    assert_problem(&manager, 409, "refused");
    assert_true(client_says(&manager, "\"clause\":\"demo/nothing#1\""));
    client_close(&manager);
}

static void what_is_no_command_is_said_to_be_none(void **state)
{
    static const char *const bodies[] = {
        "",
        "{",
        "[]",
        "{\"do\":\"dance\"}",
        "{\"do\":\"end-round\"}",
        "{\"do\":\"end-round\",\"table\":\"C4-1\",\"by\":\"sam\"}",
        "{\"do\":\"end-round\",\"table\":7}",
        "{\"do\":\"end-round\",\"table\":\"C4-1\",\"countersign\":{\"badge\":\"302\",\"pin\":\"3020\"}}",
        "{\"do\":\"clock\",\"at\":\"2030-01-01T00:00:00Z\"}",
    };
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    int64_t before = sequence(&client);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        (void)client_do(&client, bodies[i]);
        assert_problem(&client, 400, "invalid");
    }
    assert_int_equal(sequence(&client), before);
    client_close(&client);
}

static void a_role_does_only_what_it_may(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "theo");
    (void)client_do(&client, "{\"do\":\"start-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 403, "not-allowed");
    assert_true(client_says(&client, "start rounds"));
    client_close(&client);
}

static void a_dry_run_tells_and_changes_nothing(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    int64_t before = sequence(&client), cents = meter(&client);
    static const char round[] = "{\"do\":\"start-round\",\"id\":\"dry\",\"table\":\"C4-1\",\"fees\":[1]}";
    assert_int_equal(client_ask(&client, "POST", "/api/commands?dry=true", round), 200);
    assert_true(client_says(&client, "would-be-done") && client_says(&client, "round-started"));
    (void)client_ask(&client, "POST", "/api/commands?dry=true", "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 409, "refused");
    assert_int_equal(sequence(&client), before);
    assert_int_equal(meter(&client), cents);
    client_must(&client, round); /* its id was not used up */
    assert_true(client_says(&client, "\"done\""));
    client_must(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&client);
}

#define ADJUST                                                                                               \
    "{\"do\":\"adjust\",\"offer\":\"bonus-hand\",\"from\":\"house\",\"to\":\"reserve\",\"amount\":\"$1\","   \
    "\"reason\":\"counted again\""

static void a_second_person_signs_and_is_not_merely_named(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "sam");
    int64_t before = sequence(&client);
    (void)client_do(&client, ADJUST "}");
    assert_problem(&client, 400, "invalid");
    (void)client_do(&client, ADJUST ",\"authorised-by\":\"sue\"}");
    assert_problem(&client, 400, "invalid");
    (void)client_do(&client, ADJUST ",\"countersign\":{\"badge\":\"302\",\"pin\":\"9999\"}}");
    assert_problem(&client, 403, "not-allowed");
    (void)client_do(&client, ADJUST ",\"countersign\":{\"name\":\"sam\",\"password\":\"lantern-sam\"}}");
    assert_problem(&client, 403, "not-allowed");
    assert_true(client_says(&client, "Two different persons"));
    (void)client_do(&client, ADJUST ",\"countersign\":{}}");
    assert_problem(&client, 400, "invalid");
    assert_int_equal(sequence(&client), before);
    client_must(&client, ADJUST ",\"countersign\":{\"badge\":\"302\",\"pin\":\"3020\"}}");
    assert_true(client_says(&client, "\"authorised-by\":\"sue\""));
    client_close(&client);
}

/* A manager appoints a person who does not exist, and would countersign with that account. */
static void one_person_alone_does_not_make_a_second(void **state)
{
    static const char give[] = "/api/staff/ghost/credentials", secret[] = "{\"password\":\"known-to-max\"";
    static const struct {
        const char *countersign;
        unsigned code;
        const char *type;
    } rows[] = {
        {"}", 400, "invalid"},
        {",\"countersign\":\"sue\"}", 400, "invalid"},
        {",\"countersign\":{\"name\":\"max\",\"password\":\"lantern-max\"}}", 403, "not-allowed"},
        {",\"countersign\":{\"name\":\"sue\",\"password\":\"wrong-wrong\"}}", 403, "not-allowed"},
        {",\"countersign\":{\"name\":\"dana\",\"password\":\"lantern-dana\"}}", 403, "not-allowed"},
        {",\"countersign\":{\"name\":\"theo\",\"password\":\"lantern-theo\"}}", 403, "not-allowed"},
    };
    (void)state;
    struct client client, ghost;
    char body[256];
    client_enter(&client, &room, "max");
    client_open(&ghost, room.port);
    client_must(&client, "{\"do\":\"appoint\",\"person\":\"ghost\",\"role\":\"supervisor\"}");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(body, sizeof body, "%s%s", secret, rows[i].countersign);
        (void)client_ask(&client, "PUT", give, body);
        assert_problem(&client, rows[i].code, rows[i].type);
    }
    assert_int_equal(client_try_sign_in(&ghost, "{\"name\":\"ghost\",\"password\":\"known-to-max\"}"), 401);
    (void)snprintf(body, sizeof body, "%s" SUE, secret);
    assert_int_equal(client_ask(&client, "PUT", give, body), 204);
    (void)client_try_sign_in(&ghost, "{\"name\":\"ghost\",\"password\":\"known-to-max\"}");
    assert_problem(&ghost, 403, "must-change");
    assert_true(client_says(&ghost, "ghost's password was set by max"));
    (void)client_do(&client, ADJUST ",\"countersign\":{\"name\":\"ghost\",\"password\":\"known-to-max\"}}");
    assert_problem(&client, 403, "must-change");
    /* A secret that two persons set cannot countersign for another either. */
    (void)client_ask(&client, "PUT", "/api/staff/dana/credentials",
                     "{\"password\":\"known-to-max\",\"countersign\":{\"name\":\"ghost\",\"password\":"
                     "\"known-to-max\"}}");
    assert_problem(&client, 403, "must-change");
    assert_int_equal(
        client_try_sign_in(&ghost, "{\"name\":\"ghost\",\"password\":\"known-to-max\",\"new\":\"a-secret-of-"
                                   "ghost\"}"),
        200);
    client_must(&client, ADJUST ",\"countersign\":{\"name\":\"ghost\",\"password\":\"a-secret-of-ghost\"}}");
    assert_true(client_says(&client, "\"authorised-by\":\"ghost\""));
    client_close(&client);
    client_close(&ghost);
}

static void a_supervisor_signs_at_the_keypad_of_a_dealer(void **state)
{
    static const char give_back[] = "{\"do\":\"return-fees\",\"table\":\"C4-1\",\"reason\":\"misdeal\"";
    char body[256];
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    assert_int_equal(client_ask(&client, "GET", "/api/session", NULL), 200);
    assert_true(client_says(&client, "\"may-countersigned\":[\"return-fees\",\"reject-hand\"]"));
    client_must(&client, "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1]}");
    client_must(&client, "{\"do\":\"claim-hand\",\"table\":\"C4-1\",\"seat\":1,\"offer\":\"bonus-hand\","
                         "\"row\":\"flush\"}");
    assert_int_equal(client_ask(&client, "GET", "/api/tables/C4-1", NULL), 200);
    assert_true(client_says(&client, "\"claimed-row\":\"flush\",\"claimed-by\":\"dana\""));
    json_t *table = client_json(&client);
    json_int_t hand =
        json_integer_value(json_object_get(json_array_get(json_object_get(table, "hands"), 0), "hand"));
    json_decref(table);
    (void)snprintf(body, sizeof body,
                   "{\"do\":\"withdraw-hand\",\"hand\":%lld,\"reason\":\"the wrong seat\"}", (long long)hand);
    client_must(&client, body);
    assert_true(client_says(&client, "hand-withdrawn"));
    (void)snprintf(body, sizeof body, "%s}", give_back);
    (void)client_do(&client, body);
    assert_problem(&client, 403, "not-allowed");
    (void)snprintf(body, sizeof body, "%s" SUE, give_back);
    int64_t before = sequence(&client);
    assert_int_equal(client_ask(&client, "POST", "/api/commands?dry=true", body), 200);
    assert_true(client_says(&client, "would-be-done") && client_says(&client, "\"authorised-by\":\"sue\""));
    (void)snprintf(body, sizeof body, "%s,\"countersign\":{\"badge\":\"302\",\"pin\":\"9999\"}}", give_back);
    (void)client_ask(&client, "POST", "/api/commands?dry=true", body);
    assert_problem(&client, 403, "not-allowed");
    assert_int_equal(sequence(&client), before);
    (void)snprintf(body, sizeof body, "%s" SUE, give_back);
    client_must(&client, body);
    assert_true(client_says(&client, "\"authorised-by\":\"sue\""));
    client_must(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&client);
}

/* ------------------------------------------------------------------------------------------ hands of a period */

static void must(struct client *client, json_t *command)
{
    char *body = json_dumps(command, JSON_COMPACT);
    assert_non_null(body);
    client_must(client, body);
    free(body);
    json_decref(command);
}

/* Files the document of an activity and posts an offer of it. */
static void posts(struct client *manager, const char *activity, const char *offer, const char *terms)
{
    char file[256], words[512];
    struct arena arena;
    struct findings findings;
    struct text text;
    arena_init(&arena, 1 << 20);
    findings_init(&findings, &arena, 1);
    (void)snprintf(file, sizeof file, CARDROOM_ROOT "/rulebooks/%s.md", activity);
    assert_int_equal(files_read(file, 1 << 19, &arena, &findings, &text), STATUS_OK);
    must(manager, json_pack("{s:s,s:s,s:s%}", "do", "file-document", "activity", activity, "text", text.bytes,
                            text.length));
    arena_release(&arena);
    (void)snprintf(words, sizeof words, "offer: %s\nhours: always\n%s", activity, terms);
    must(manager, json_pack("{s:s,s:s,s:s}", "do", "post-offer", "offer", offer, "text", words));
}

/* A hand in a round of its own is claimed, verified and authorised. */
static void shows(struct client *supervisor, struct client *second, unsigned hand, const char *table,
                  const char *offer, const char *cards, const char *board)
{
    must(supervisor, json_pack("{s:s,s:s}", "do", "start-round", "table", table));
    must(supervisor,
         json_pack("{s:s,s:s,s:i,s:s}", "do", "claim-hand", "table", table, "seat", 1, "offer", offer));
    must(supervisor, json_pack("{s:s,s:i,s:s,s:s,s:i}", "do", "verify-hand", "hand", (int)hand, "cards",
                               cards, "board", board, "pot", 6000));
    must(second, json_pack("{s:s,s:i}", "do", "authorise", "hand", (int)hand));
    must(supervisor, json_pack("{s:s,s:s}", "do", "end-round", "table", table));
}

/* "3 beaten", "4 posted at 1", "5 awarded with 3 points": the hands that stand, the newest first. */
static void assert_standing(struct client *client, const char *expected)
{
    char words[256];
    struct text_out out;
    size_t index;
    const json_t *hand;
    json_t *answer = get(client, "/api/hands?state=standing");
    text_out_init(&out, words, sizeof words);
    json_array_foreach(json_object_get(answer, "hands"), index, hand)
    {
        const json_t *place = json_object_get(hand, "place"), *points = json_object_get(hand, "points");
        text_out_add(&out, "%s%lld %s", index > 0 ? ", " : "", (long long)number_in(hand, "hand"),
                     json_string_value(json_object_get(hand, "state")));
        if (place)
            text_out_add(&out, " at %lld", (long long)json_integer_value(place));
        if (points)
            text_out_add(&out, " with %lld points", (long long)json_integer_value(points));
        assert_true(json_string_length(json_object_get(hand, "stands-until")) > 0);
    }
    json_decref(answer);
    assert_string_equal(words, expected);
}

static void hands_of_a_running_period_stand_until_they_are_taken_back(void **state)
{
    (void)state;
    struct room own;
    struct client sam, sue, max;
    room_open(&own, "service_boards");
    client_enter(&max, &own, "max");
    client_enter(&sam, &own, "sam");
    client_enter(&sue, &own, "sue");
    posts(&max, "bay101/poker-high-hand", "best", "tables: [HE-1]\nchart: B\nprizes: {high hand: $250}\n");
    posts(&max, "hawaiian-gardens/high-hand-promotion", "points",
          "tables: [HE-2]\nactivity: {version: points}\nwhen: {final: daily at 02:00}\n"
          "paying: {prizes: {top twenty: {prize: $100}}}\ntickets: {each: 1}\n"
          "drawing: {at: Sunday at 22:00, absent: draw again}\n");
    static const char *const seats[] = {"HE-1", "HE-2"};
    for (unsigned i = 0; i < 2; i++) {
        must(&sam, json_pack("{s:s,s:s}", "do", "open-table", "table", seats[i]));
        for (int seat = 1; seat <= 5; seat++)
            must(&sam, json_pack("{s:s,s:s,s:i,s:s*}", "do", "sit", "table", seats[i], "seat", seat, "patron",
                                 seat == 1 && i == 1 ? "1001" : NULL));
    }
    assert_standing(&sam, "");
    shows(&sam, &sue, 1, "HE-1", "best", "8s 8h", "8d 7c 7h 2s 3d");
    assert_standing(&sam, "1 posted at 1");
    shows(&sam, &sue, 2, "HE-1", "best", "9s 9h", "9d 7c 7h 2s 3d");
    shows(&sam, &sue, 3, "HE-2", "points", "As Ah", "Ad Ac 7h 2s 3d");
    assert_standing(&sam, "3 awarded with 3 points, 2 posted at 1, 1 beaten");
    must(&sam, json_pack("{s:s,s:s,s:s}", "do", "exclude", "patron", "1001", "reason", "asked for it"));
    assert_standing(&sam, "3 void with 3 points, 2 posted at 1, 1 beaten");
    must(&sam, json_pack("{s:s,s:s}", "do", "readmit", "patron", "1001"));
    assert_standing(&sam, "3 awarded with 3 points, 2 posted at 1, 1 beaten");

    static const char *const take[] = {"{\"do\":\"reject-hand\",\"hand\":2,\"reason\":\"misread\"",
                                       "{\"do\":\"reject-hand\",\"hand\":3,\"reason\":\"misread\""};
    char body[256];
    (void)snprintf(body, sizeof body, "%s}", take[0]);
    (void)client_do(&sam, body);
    assert_problem(&sam, 409, "refused");
    (void)snprintf(body, sizeof body, "%s" SUE, take[0]);
    client_must(&sam, body);
    assert_true(client_says(&sam, "hand-on-board"));
    assert_standing(&sam, "3 awarded with 3 points, 1 posted at 1");
    (void)snprintf(body, sizeof body, "%s" SUE, take[1]);
    client_must(&sam, body);
    assert_standing(&sam, "1 posted at 1");
    client_close(&max);
    client_close(&sam);
    client_close(&sue);
    room_close(&own);
}

/* ------------------------------------------------------------------------------------------ the feed */

static void the_feed_tells_of_meters_hands_wins_and_events(void **state)
{
    (void)state;
    struct client sign, staff, dealer, supervisor, second;
    struct told told;
    client_open(&sign, room.port);
    client_feed(&sign, "/api/feed", "", &told);
    client_enter(&staff, &room, "theo");
    client_feed(&staff, "/api/feed", "", &told);
    client_enter(&dealer, &room, "dana");
    client_enter(&supervisor, &room, "sam");
    client_enter(&second, &room, "sue");
    client_must(&dealer, "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    client_told_of(&sign, "meters", &told);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "\"cents\":%lld", (long long)meter(&dealer));
    assert_non_null(strstr(told.data, expected));
    client_told_of(&staff, "event", &told);
    assert_non_null(strstr(told.data, "\"kind\":\"round-started\""));
    client_must(&dealer, "{\"do\":\"claim-hand\",\"table\":\"C4-1\",\"seat\":1,\"offer\":\"bonus-hand\"}");
    client_told_of(&sign, "pending", &told);
    assert_non_null(strstr(told.data, "\"hands\":1"));
    json_t *hands = get(&dealer, "/api/hands?state=open");
    int64_t hand = number_in(json_array_get(json_object_get(hands, "hands"), 0), "hand");
    json_decref(hands);
    char line[160];
    (void)snprintf(line, sizeof line,
                   "{\"do\":\"verify-hand\",\"hand\":%lld,\"cards\":\"As Ks Qs Js Ts\",\"wager\":500}",
                   (long long)hand);
    client_must(&supervisor, line);
    (void)snprintf(line, sizeof line, "{\"do\":\"authorise\",\"hand\":%lld}", (long long)hand);
    client_must(&second, line);
    client_told_of(&sign, "win", &told);
    assert_non_null(strstr(told.data, "\"table\":\"C4-1\""));
    assert_non_null(strstr(told.data, "\"base-cents\":500000"));
    assert_null(strstr(told.data, "Ann")); /* signs name nobody */
    client_told_of(&sign, "pending", &told);
    assert_non_null(strstr(told.data, "\"hands\":0"));
    client_must(&dealer, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&sign);
    client_close(&staff);
    client_close(&dealer);
    client_close(&supervisor);
    client_close(&second);
}

static void who_may_not_look_at_patrons_is_not_told_of_them(void **state)
{
    (void)state;
    struct client dealer, floor, host;
    struct told told;
    client_enter(&dealer, &room, "dana");
    client_feed(&dealer, "/api/feed", "", &told);
    client_enter(&floor, &room, "fay");
    client_feed(&floor, "/api/feed", "", &told);
    client_enter(&host, &room, "fay");
    client_must(&host, "{\"do\":\"register\",\"patron\":\"2001\",\"name\":\"Una\",\"born\":\"1990-01-01\"}");
    client_must(&host, "{\"do\":\"open-table\",\"table\":\"C4-2\"}");
    client_told_of(&floor, "event", &told);
    assert_non_null(strstr(told.data, "Una"));
    client_told_of(&dealer, "event", &told);
    assert_non_null(strstr(told.data, "table-opened"));
    client_close(&dealer);
    client_close(&floor);
    client_close(&host);
}

static void a_feed_resumes_where_it_was_cut_without_loss_or_doubles(void **state)
{
    (void)state;
    struct client client, dealer;
    struct told told;
    client_enter(&dealer, &room, "dana");
    client_enter(&client, &room, "theo");
    client_feed(&client, "/api/feed", "", &told);
    int64_t last = sequence(&dealer);
    char id[64] = "";
    (void)snprintf(id, sizeof id, "%s", told.id);
    for (unsigned i = 0; i < 12; i++) {
        /* One event is missed while the client is disconnected, one comes live, then the connection is cut. */
        char cookie[CLIENT_FIELD_MAX];
        memcpy(cookie, client.cookie, sizeof cookie);
        client_close(&client);
        client_must(&dealer, i % 2 ? "{\"do\":\"end-round\",\"table\":\"C4-1\"}"
                                   : "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1]}");
        client_open(&client, room.port);
        memcpy(client.cookie, cookie, sizeof cookie);
        client_feed(&client, "/api/feed", id, &told);
        client_told_of(&client, "event", &told);
        (void)snprintf(id, sizeof id, "%s", told.id);
        json_t *data = json_loads(told.data, 0, NULL);
        assert_int_equal(number_in(data, "sequence"), last + 1);
        json_decref(data);
        last++;
        assert_int_equal(sequence(&dealer), last);
    }
    client_close(&client);
    client_close(&dealer);
}

static void a_feed_of_staff_ends_with_the_session(void **state)
{
    (void)state;
    struct client feed, same;
    struct told told;
    client_enter(&feed, &room, "ines");
    client_feed(&feed, "/api/feed", "", &told);
    client_open(&same, room.port);
    memcpy(same.cookie, feed.cookie, sizeof same.cookie);
    memcpy(same.token, feed.token, sizeof same.token);
    assert_int_equal(client_ask(&same, "DELETE", "/api/session", NULL), 204);
    while (client_told(&feed, &told))
        ;
    client_close(&feed);
    client_close(&same);
}

/* ------------------------------------------------------------------------------------------ health, ends */

static void health_and_figures_are_for_everybody(void **state)
{
    (void)state;
    struct client client;
    client_open(&client, room.port);
    json_t *health = get(&client, "/healthz");
    assert_true(json_is_true(json_object_get(health, "well")));
    json_decref(health);
    assert_int_equal(client_ask(&client, "GET", "/metrics", NULL), 200);
    assert_true(client_says(&client, "\ncardroom_up 1\n"));
    assert_true(client_says(&client, "# TYPE cardroom_commands_done_total counter\n"));
    assert_true(client_says(&client, "cardroom_command_seconds_bucket{le=\"+Inf\"}"));
    client_close(&client);
}

static void somebody_who_is_dismissed_is_out_at_once(void **state)
{
    (void)state;
    struct client client, manager;
    client_enter(&client, &room, "cy");
    client_enter(&manager, &room, "max");
    client_must(&manager, "{\"do\":\"dismiss\",\"person\":\"cy\"}");
    assert_int_equal(client_ask(&client, "GET", "/api/floor", NULL), 401);
    client_must(&manager, "{\"do\":\"appoint\",\"person\":\"cy\",\"role\":\"cage\"}");
    client_close(&client);
    client_close(&manager);
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
        cmocka_unit_test(the_description_is_that_of_the_routes),
        cmocka_unit_test(anybody_plays_a_round_and_the_house_does_not_notice),
        cmocka_unit_test(an_address_answers_to_its_methods_and_names_them),
        cmocka_unit_test(a_query_that_is_not_understood_is_said_to_be_so),
        cmocka_unit_test(what_is_too_deep_or_too_large_is_no_command),
        cmocka_unit_test(who_takes_packed_answers_gets_them),
        cmocka_unit_test(the_log_says_what_whoever_watches_must_know),
        cmocka_unit_test(a_path_may_have_percent_signs_and_bytes_that_are_no_text),
        cmocka_unit_test(a_body_that_is_too_large_is_refused_and_the_connection_goes_on),
        cmocka_unit_test(who_signs_in_right_has_a_session_and_who_does_not_has_none),
        cmocka_unit_test(a_name_is_locked_after_five_failures_until_somebody_unlocks_it),
        cmocka_unit_test(who_signs_in_over_a_session_ends_it),
        cmocka_unit_test(a_new_password_ends_the_sessions_of_its_owner),
        cmocka_unit_test(what_changes_something_carries_the_token_of_its_session),
        cmocka_unit_test(a_patrons_pin_opens_that_patrons_data_and_nothing_else),
        cmocka_unit_test(every_refusal_is_in_the_log_of_the_door_and_shown_to_who_may),
        cmocka_unit_test(nobody_is_signed_in_by_the_page_of_another_site),
        cmocka_unit_test(nobody_is_signed_out_or_let_in_by_the_fast_clock_of_a_demonstration),
        cmocka_unit_test(a_command_is_done_once_and_shown_at_once),
        cmocka_unit_test(a_refusal_is_a_problem_with_words_and_nothing_happens),
        cmocka_unit_test(a_refusal_by_a_document_names_its_clause),
        cmocka_unit_test(what_is_no_command_is_said_to_be_none),
        cmocka_unit_test(a_role_does_only_what_it_may),
        cmocka_unit_test(a_dry_run_tells_and_changes_nothing),
        cmocka_unit_test(a_second_person_signs_and_is_not_merely_named),
        cmocka_unit_test(one_person_alone_does_not_make_a_second),
        cmocka_unit_test(a_supervisor_signs_at_the_keypad_of_a_dealer),
        cmocka_unit_test(hands_of_a_running_period_stand_until_they_are_taken_back),
        cmocka_unit_test(the_feed_tells_of_meters_hands_wins_and_events),
        cmocka_unit_test(who_may_not_look_at_patrons_is_not_told_of_them),
        cmocka_unit_test(a_feed_resumes_where_it_was_cut_without_loss_or_doubles),
        cmocka_unit_test(a_feed_of_staff_ends_with_the_session),
        cmocka_unit_test(health_and_figures_are_for_everybody),
        cmocka_unit_test(somebody_who_is_dismissed_is_out_at_once),
        cmocka_unit_test(an_end_answers_what_was_asked_and_the_next_beginning_has_it),
        cmocka_unit_test(a_service_that_cannot_open_says_why),
        cmocka_unit_test(a_session_ends_when_nobody_has_used_it_for_its_time),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
