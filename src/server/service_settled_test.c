/* What was settled days ago has left the state of the house: every view and route that may be asked for it answers as before. */
#include "server/service_test.h"

enum { ASKED_MAX = 16, DAY_SECONDS = 24 * 60 * 60 };

static struct room room;

/* Days later the house begins another gaming day, and what is settled goes. */
static void let_days_pass(void)
{
    static const char *const mornings[] = {"clock 2026-11-03T12:00:00-08:00",
                                           "clock 2026-11-04T12:00:00-08:00",
                                           "clock 2026-11-05T12:00:00-08:00"};
    struct books books;
    room_end(&room);
    books_open(&books, &room.place);
    for (size_t i = 0; i < sizeof mornings / sizeof mornings[0]; i++)
        books_do(&books, mornings[i]);
    const struct floor *floor = keeper_floor(books.keeper);
    assert_int_equal(floor->prize_count, 0);
    assert_int_equal(floor->hand_count, 0);
    assert_int_equal(floor->award_count, 0);
    assert_int_equal(floor->last_prize, 1);
    books_close(&books);
    room_later(&room, INT64_C(3) * DAY_SECONDS);
    room_begin(&room);
}

static int open_room(void **state)
{
    struct books books;
    (void)state;
    room = (struct room){.place = place_make(false, "service_settled_test")};
    atomic_store(&room.now_ms, NOON_SECONDS * INT64_C(1000));
    room_furnish(&room);
    books_open(&books, &room.place);
    books_royal_flush(&books);
    books_do(&books, "start-round C4-1 fees 1,2 by dana"); /* the last round of a table stays */
    books_do(&books, "end-round C4-1 by dana");
    books_close(&books);
    room_begin(&room);
    return 0;
}

static int close_room(void **state)
{
    (void)state;
    room_close(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ answers */

/* Of a report the lines and sums; its head says whether the day runs, and who has printed it when. */
static void forget_head(json_t *answer)
{
    const char *name;
    json_t *value;
    void *next;
    if (!json_object_get(answer, "columns"))
        return;
    json_object_foreach_safe(answer, next, name,
                             value) if (!json_is_array(value) || strcmp(name, "clauses") == 0)(void)
        json_object_del(answer, name);
}

/* The answer to somebody, as text. */
static char *answer_to(const char *who, const char *path)
{
    struct client client;
    client_enter(&client, &room, who);
    json_t *answer = client_get(&client, path);
    forget_head(answer);
    char *text = json_dumps(answer, JSON_INDENT(1) | JSON_SORT_KEYS);
    assert_non_null(text);
    json_decref(answer);
    client_close(&client);
    return text;
}

static const struct {
    const char *who, *path, *has;
} asked[] = {
    {"sam", "/api/hands/1", "\"state\": \"awarded\""},
    {"sam", "/api/hands?state=awarded", "\"hand\": 1"},
    {"sam", "/api/hands?table=C4-1", "\"hand\": 1"},
    {"cy", "/api/prizes/1", "\"state\": \"paid\""},
    {"cy", "/api/prizes?state=paid", "\"prize\": 1"},
    {"cy", "/api/prizes?patron=1001", "\"prize\": 1"},
    {"fay", "/api/patrons/1001", "\"prize\": 1"},
    {"1001", "/api/patrons/1001", "\"prize\": 1"},
    {"ada", "/api/explain?what=prize&name=1", "royal flush"},
    {"ada", "/api/reports/jackpots?from=2026-11-02&to=2026-11-02", "Ann Lee"},
    {"ada", "/api/reports/unclaimed?from=2026-11-02&to=2026-11-02", ""},
    {"ada", "/api/reports/collection?from=2026-11-02&to=2026-11-02", ""},
    {"ada", "/api/log?kind=prize-paid", "prize-paid"},
    {"ada", "/api/log?patron=1001&from=2026-11-02&to=2026-11-02", "awarded"},
    {"sam", "/api/events?table=C4-1", "hand-claimed"},
};
enum { ASKED = sizeof asked / sizeof asked[0] };
_Static_assert((int)ASKED <= (int)ASKED_MAX, "there is room for every answer");

static void what_has_left_is_answered_as_before(void **state)
{
    char *before[ASKED_MAX];
    (void)state;
    for (size_t i = 0; i < ASKED; i++) {
        before[i] = answer_to(asked[i].who, asked[i].path);
        if (!strstr(before[i], asked[i].has))
            fail_msg("%s: %s", asked[i].path, before[i]);
    }
    let_days_pass();
    for (size_t i = 0; i < ASKED; i++) {
        char *after = answer_to(asked[i].who, asked[i].path);
        if (strcmp(before[i], after) != 0)
            fail_msg("%s was\n%s\nand is\n%s", asked[i].path, before[i], after);
        free(before[i]);
        free(after);
    }
}

/* ------------------------------------------------------------------------------------------ slips */

static int64_t print(const char *body, int64_t copy)
{
    struct client client;
    client_enter(&client, &room, "cy");
    if (client_ask(&client, "POST", "/api/slips", body) != 200)
        fail_msg("%s: %u %s", body, client.code, client.body);
    json_t *slip = client_json(&client);
    assert_int_equal(json_number(slip, "copy"), copy);
    int64_t number = json_number(slip, "number");
    const char *url = json_string_value(json_object_get(slip, "url"));
    assert_int_equal(client_ask(&client, "GET", url, NULL), 200);
    assert_string_equal(client_field(&client, "Content-Type"), "application/pdf");
    assert_memory_equal(client.body, "%PDF", 4);
    json_decref(slip);
    client_close(&client);
    return number;
}

/* Who lost the slip gets it again under its number; one that was never printed is printed. */
static void slips_are_reprinted_when_their_prize_has_left(void **state)
{
    (void)state;
    assert_int_equal(print("{\"kind\":\"prize-slip\",\"prize\":1}", 1), 1);
    let_days_pass();
    assert_int_equal(print("{\"kind\":\"prize-slip\",\"prize\":1}", 2), 1);
    assert_int_equal(print("{\"kind\":\"win-page\",\"award\":1}", 1), 2);
}

/* ------------------------------------------------------------------------------------------ commands */

/* The house knows what it was, and says that it is over; what never was is another answer. */
static void commands_about_what_has_left_are_refused_in_words(void **state)
{
    static const struct {
        const char *who, *command, *words;
    } tried[] = {
        {"cy", "{\"do\":\"pay\",\"prize\":1,\"in\":\"check\"}",
         "prize 1 was settled on an earlier day and is closed"},
        {"cy", "{\"do\":\"identify\",\"prize\":1,\"document\":\"passport\"}",
         "prize 1 was settled on an earlier day and is closed"},
        {"sam", "{\"do\":\"verify-hand\",\"hand\":1}", "hand 1 was settled on an earlier day and is closed"},
        {"sue", "{\"do\":\"authorise\",\"hand\":1}", "hand 1 was settled on an earlier day and is closed"},
        {"sam", "{\"do\":\"reject-hand\",\"hand\":1,\"reason\":\"late\"}",
         "hand 1 was settled on an earlier day and is closed"},
    };
    (void)state;
    let_days_pass();
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        struct client client;
        client_enter(&client, &room, tried[i].who);
        assert_int_equal(client_do(&client, tried[i].command), 409);
        if (!strstr(client.body, tried[i].words))
            fail_msg("%s: %s", tried[i].command, client.body);
        client_close(&client);
    }
    struct client client;
    client_enter(&client, &room, "cy");
    (void)client_ask(&client, "GET", "/api/prizes/2", NULL);
    assert_problem(&client, 404, "not-found");
    client_close(&client);
}

#define IN_A_ROOM(test) cmocka_unit_test_setup_teardown(test, open_room, close_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_ROOM(what_has_left_is_answered_as_before),
        IN_A_ROOM(slips_are_reprinted_when_their_prize_has_left),
        IN_A_ROOM(commands_about_what_has_left_are_refused_in_words),
    };
    return cmocka_run_group_tests_name("service settled", tests, NULL, NULL);
}
