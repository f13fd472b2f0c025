/* A house over HTTP: what the live feed tells, to whom, and from where on. */
#include "server/approving_test.h"
#include "server/service_test.h"

static struct room room; /* of all tests that change nothing which another needs */

static int begin(void **state)
{
    (void)state;
    room_open(&room, "service_feed_test");
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_close(&room);
    return 0;
}

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
    (void)snprintf(expected, sizeof expected, "\"cents\":%lld", (long long)client_meter(&dealer));
    assert_non_null(strstr(told.data, expected));
    client_told_of(&staff, "event", &told);
    assert_non_null(strstr(told.data, "\"kind\":\"round-started\""));
    client_must(&dealer, "{\"do\":\"claim-hand\",\"table\":\"C4-1\",\"seat\":1,\"offer\":\"bonus-hand\"}");
    client_told_of(&sign, "pending", &told);
    assert_non_null(strstr(told.data, "\"hands\":1"));
    json_t *hands = client_get(&dealer, "/api/hands?state=open");
    int64_t hand = json_number(json_array_get(json_object_get(hands, "hands"), 0), "hand");
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

static void file_law(void)
{
    struct client office;
    size_t size = 0;
    FILE *file = fopen(CARDROOM_ROOT "/rulebooks/us-federal/currency-reports.md", "r");
    char *text = calloc(1, 1 << 16);
    assert_true(file && text);
    size = fread(text, 1, (1 << 16) - 1, file);
    (void)fclose(file);
    json_t *asked = json_pack("{s:s,s:s,s:s%}", "do", "file-document", "activity",
                              "us-federal/currency-reports", "text", text, size);
    char *line = json_dumps(asked, JSON_COMPACT);
    client_enter(&office, &room, "max");
    client_approves(&office, "us-federal/currency-reports", (struct text){text, size});
    client_must(&office, line);
    client_close(&office);
    json_decref(asked);
    free(line);
    free(text);
}

/* After the win above. Nobody at a table may know that a report about the payee is due (us-federal/currency-reports#14). */
static void the_feed_does_not_tell_which_reports_are_due(void **state)
{
    (void)state;
    struct client staff, cage;
    struct told told;
    client_enter(&staff, &room, "dana");
    client_feed(&staff, "/api/feed", "", &told);
    client_enter(&cage, &room, "cy");
    file_law();
    client_must(&cage, "{\"do\":\"identify\",\"prize\":1,\"document\":\"passport\",\"born\":\"1980-01-01\"}");
    client_must(&cage, "{\"do\":\"pay\",\"prize\":1,\"in\":\"check\",\"suspicious\":true}");
    assert_non_null(strstr(cage.body, "us-federal/currency-reports"));
    do
        client_told_of(&staff, "event", &told);
    while (!strstr(told.data, "\"kind\":\"prize-paid\""));
    assert_non_null(strstr(told.data, "\"prize\":1"));
    assert_null(strstr(told.data, "forms"));
    assert_null(strstr(told.data, "currency-reports"));
    client_close(&staff);
    client_close(&cage);
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
    int64_t last = client_sequence(&dealer);
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
        assert_int_equal(json_number(data, "sequence"), last + 1);
        json_decref(data);
        last++;
        assert_int_equal(client_sequence(&dealer), last);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_feed_tells_of_meters_hands_wins_and_events),
        cmocka_unit_test(the_feed_does_not_tell_which_reports_are_due),
        cmocka_unit_test(who_may_not_look_at_patrons_is_not_told_of_them),
        cmocka_unit_test(a_feed_resumes_where_it_was_cut_without_loss_or_doubles),
        cmocka_unit_test(a_feed_of_staff_ends_with_the_session),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
