/* A house over HTTP: signing in, sessions and credentials. */
#include "server/service_test.h"

static struct room room; /* of all tests that change nothing which another needs */

static int begin(void **state)
{
    (void)state;
    room_open(&room, "service_sign_in_test");
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_close(&room);
    return 0;
}

static void who_signs_in_right_has_a_session_and_who_does_not_has_none(void **state)
{
    (void)state;
    struct client client;
    client_open(&client, room.port);
    assert_int_equal(client_try_sign_in(&client, "{\"badge\":\"302\",\"pin\":\"3020\"}"), 200);
    assert_non_null(strstr(client_field(&client, "Set-Cookie"), "HttpOnly; SameSite=Strict"));
    json_t *session = client_get(&client, "/api/session");
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

static void a_new_password_ends_the_sessions_of_its_owner(void **state)
{
    (void)state;
    struct client client, manager;
    client_enter(&client, &room, "pam");
    client_enter(&manager, &room, "max");
    (void)client_ask(&manager, "PUT", "/api/staff/pam/credentials",
                     "{\"password\":\"short\"" COUNTERSIGNED_BY_SUE);
    assert_problem(&manager, 400, "invalid");
    assert_int_equal(client_ask(&client, "GET", "/api/session", NULL), 200);
    assert_int_equal(client_ask(&manager, "PUT", "/api/staff/pam/credentials",
                                "{\"password\":\"given-to-pam\"" COUNTERSIGNED_BY_SUE),
                     204);
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
    json_t *view = client_get(&desk, "/api/patrons/7707");
    assert_true(json_is_false(json_object_get(view, "has-pin")));
    json_decref(view);
    assert_int_equal(client_ask(&desk, "PUT", "/api/patrons/7707/pin", "{\"pin\":\"3579\"}"), 204);
    view = client_get(&desk, "/api/patrons/7707");
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
    view = client_get(&desk, "/api/patrons/7707");
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
        json_t *answer = client_get(client, path);
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
    json_t *page = client_get(&auditor, "/api/access-log?limit=2&kind=credential-set");
    assert_int_equal(json_array_size(json_object_get(page, "events")), 2);
    assert_true(json_number(page, "before") > 1);
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
    json_t *session = client_get(&client, "/api/session");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_signs_in_right_has_a_session_and_who_does_not_has_none),
        cmocka_unit_test(a_name_is_locked_after_five_failures_until_somebody_unlocks_it),
        cmocka_unit_test(who_signs_in_over_a_session_ends_it),
        cmocka_unit_test(a_new_password_ends_the_sessions_of_its_owner),
        cmocka_unit_test(what_changes_something_carries_the_token_of_its_session),
        cmocka_unit_test(a_patrons_pin_opens_that_patrons_data_and_nothing_else),
        cmocka_unit_test(every_refusal_is_in_the_log_of_the_door_and_shown_to_who_may),
        cmocka_unit_test(nobody_is_signed_in_by_the_page_of_another_site),
        cmocka_unit_test(nobody_is_signed_out_or_let_in_by_the_fast_clock_of_a_demonstration),
        cmocka_unit_test(somebody_who_is_dismissed_is_out_at_once),
        cmocka_unit_test(a_session_ends_when_nobody_has_used_it_for_its_time),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
