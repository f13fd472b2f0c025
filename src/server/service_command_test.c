/* A house over HTTP: the answers to commands, second persons, and hands that stand on a board. */
#include "server/approving_test.h"
#include "server/service_test.h"

static struct room room; /* of all tests that change nothing which another needs */

static int begin(void **state)
{
    (void)state;
    room_open(&room, "service_command_test");
    return 0;
}

static int end(void **state)
{
    (void)state;
    room_close(&room);
    return 0;
}

/* ------------------------------------------------------------------------------------------ commands */

static void a_command_is_done_once_and_shown_at_once(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    int64_t before = client_meter(&client), first = client_sequence(&client);
    client_must(&client, "{\"do\":\"start-round\",\"id\":\"r1\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    json_t *reply = client_json(&client);
    assert_string_equal(json_string_value(json_object_get(reply, "outcome")), "done");
    const json_t *events = json_object_get(reply, "events");
    int64_t last = json_number(reply, "last");
    assert_int_equal(json_array_size(events), last - json_number(reply, "first") + 1);
    assert_true(json_number(reply, "first") > first);
    assert_string_equal(json_string_value(json_object_get(json_array_get(events, 0), "kind")),
                        "round-started");
    json_decref(reply);
    assert_int_equal(client_meter(&client),
                     before + 22); /* 11 cents of each dollar: bay101/bonus-hand-progressive-v1-1#4 */
    client_must(&client, "{\"do\":\"start-round\",\"id\":\"r1\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    assert_true(client_says(&client, "\"repeated\""));
    assert_int_equal(client_meter(&client), before + 22);
    assert_int_equal(client_sequence(&client), last);
    (void)client_do(&client, "{\"do\":\"start-round\",\"id\":\"r1\",\"table\":\"C4-1\",\"fees\":[1]}");
    assert_problem(&client, 409, "refused");
    assert_true(client_says(&client, "house#id") && client_says(&client, "start-round by dana at 2026-"));
    (void)client_do(&client, "{\"do\":\"end-round\",\"id\":\"r1\",\"table\":\"C4-1\"}");
    assert_problem(&client, 409, "refused");
    json_t *table = client_get(&client, "/api/tables/C4-1");
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
    int64_t before = client_sequence(&client);
    (void)client_do(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 409, "refused");
    (void)client_do(&client, "{\"do\":\"start-round\",\"table\":\"C9-9\"}");
    assert_problem(&client, 409, "refused");
    assert_int_equal(client_sequence(&client), before);
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
    int64_t before = client_sequence(&client);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        (void)client_do(&client, bodies[i]);
        assert_problem(&client, 400, "invalid");
    }
    assert_int_equal(client_sequence(&client), before);
    client_close(&client);
}

static void an_id_has_a_limit_below_which_it_is_kept(void **state)
{
    (void)state;
    struct client client;
    client_enter(&client, &room, "dana");
    int64_t before = client_sequence(&client);
    for (int length = COMMAND_ID_MAX + 1; length >= COMMAND_ID_MAX; length--) {
        char id[COMMAND_ID_MAX + 2] = {0}, body[512];
        memset(id, 'x', (size_t)length);
        (void)snprintf(body, sizeof body,
                       "{\"do\":\"start-round\",\"id\":\"%s\",\"table\":\"C4-1\",\"fees\":[1]}", id);
        if (length <= COMMAND_ID_MAX) {
            client_must(&client, body);
            continue;
        }
        (void)client_do(&client, body);
        assert_problem(&client, 400, "invalid");
        assert_true(client_says(&client, "id is at most 128 bytes long"));
        assert_int_equal(client_sequence(&client), before);
    }
    client_must(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
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
    int64_t before = client_sequence(&client), cents = client_meter(&client);
    static const char round[] = "{\"do\":\"start-round\",\"id\":\"dry\",\"table\":\"C4-1\",\"fees\":[1]}";
    assert_int_equal(client_ask(&client, "POST", "/api/commands?dry=true", round), 200);
    assert_true(client_says(&client, "would-be-done") && client_says(&client, "round-started"));
    (void)client_ask(&client, "POST", "/api/commands?dry=true", "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    assert_problem(&client, 409, "refused");
    assert_int_equal(client_sequence(&client), before);
    assert_int_equal(client_meter(&client), cents);
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
    int64_t before = client_sequence(&client);
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
    assert_int_equal(client_sequence(&client), before);
    client_must(&client, ADJUST ",\"countersign\":{\"badge\":\"302\",\"pin\":\"3020\"}}");
    assert_true(client_says(&client, "\"authorised-by\":\"sue\""));
    client_close(&client);
}

/* A manager appoints a person who does not exist, and would countersign with that account. */
#define BY_GHOST ",\"countersign\":{\"name\":\"ghost\",\"password\":\"a-secret-of-ghost\"}}"

/* Who gave somebody a role does not sign together with that person on the same day; another does. */
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
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, secret);
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
    (void)client_do(&client, ADJUST BY_GHOST);
    assert_problem(&client, 409, "refused");
    assert_true(client_says(&client, "one of max and ghost has just given the other a role"));
    client_close(&client);
    client_enter(&client, &room, "ada");
    client_must(&client, ADJUST BY_GHOST);
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
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, give_back);
    int64_t before = client_sequence(&client);
    assert_int_equal(client_ask(&client, "POST", "/api/commands?dry=true", body), 200);
    assert_true(client_says(&client, "would-be-done") && client_says(&client, "\"authorised-by\":\"sue\""));
    (void)snprintf(body, sizeof body, "%s,\"countersign\":{\"badge\":\"302\",\"pin\":\"9999\"}}", give_back);
    (void)client_ask(&client, "POST", "/api/commands?dry=true", body);
    assert_problem(&client, 403, "not-allowed");
    assert_int_equal(client_sequence(&client), before);
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, give_back);
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
    client_approves(manager, activity, text);
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
    json_t *answer = client_get(client, "/api/hands?state=standing");
    text_out_init(&out, words, sizeof words);
    json_array_foreach(json_object_get(answer, "hands"), index, hand)
    {
        const json_t *place = json_object_get(hand, "place"), *points = json_object_get(hand, "points");
        text_out_add(&out, "%s%lld %s", index > 0 ? ", " : "", (long long)json_number(hand, "hand"),
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
    client_must(&sam, "{\"do\":\"leave\",\"table\":\"C4-1\",\"seat\":1}");
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
    client_must(&sam, "{\"do\":\"readmit\",\"patron\":\"1001\"" COUNTERSIGNED_BY_SUE);
    assert_standing(&sam, "3 awarded with 3 points, 2 posted at 1, 1 beaten");

    static const char *const take[] = {"{\"do\":\"reject-hand\",\"hand\":2,\"reason\":\"misread\"",
                                       "{\"do\":\"reject-hand\",\"hand\":3,\"reason\":\"misread\""};
    char body[256];
    (void)snprintf(body, sizeof body, "%s}", take[0]);
    (void)client_do(&sam, body);
    assert_problem(&sam, 409, "refused");
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, take[0]);
    client_must(&sam, body);
    assert_true(client_says(&sam, "hand-on-board"));
    assert_standing(&sam, "3 awarded with 3 points, 1 posted at 1");
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, take[1]);
    client_must(&sam, body);
    assert_standing(&sam, "1 posted at 1");
    client_close(&max);
    client_close(&sam);
    client_close(&sue);
    room_close(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_done_once_and_shown_at_once),
        cmocka_unit_test(a_refusal_is_a_problem_with_words_and_nothing_happens),
        cmocka_unit_test(a_refusal_by_a_document_names_its_clause),
        cmocka_unit_test(what_is_no_command_is_said_to_be_none),
        cmocka_unit_test(an_id_has_a_limit_below_which_it_is_kept),
        cmocka_unit_test(a_role_does_only_what_it_may),
        cmocka_unit_test(a_dry_run_tells_and_changes_nothing),
        cmocka_unit_test(a_second_person_signs_and_is_not_merely_named),
        cmocka_unit_test(one_person_alone_does_not_make_a_second),
        cmocka_unit_test(a_supervisor_signs_at_the_keypad_of_a_dealer),
        cmocka_unit_test(hands_of_a_running_period_stand_until_they_are_taken_back),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
