/*
 * Time on a server: nothing is written because it passed, what is due comes within a second, and a clock of the computer that is
 * wrong moves nothing.
 */
#include "server/service_test.h"

#include <sys/stat.h>

#define MINUTE INT64_C(60)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

static struct room room;
static struct client fay; /* who reads the floor */

static int open_room(void **state)
{
    (void)state;
    room_open(&room, "service_time_test");
    client_enter(&fay, &room, "fay");
    return 0;
}

static int close_room(void **state)
{
    (void)state;
    client_close(&fay);
    room_close(&room);
    return 0;
}

/* The server is stopped and started; fay signs in again. */
static void start_again(void)
{
    client_close(&fay);
    room_end(&room);
    room_begin(&room);
    client_enter(&fay, &room, "fay");
}

static void jump(int64_t seconds)
{
    atomic_fetch_add(&room.jump_ms, seconds * 1000);
}

/* So many seconds after noon, as signs show. */
static int64_t shown_after_noon(void)
{
    json_t *floor = client_get(&fay, "/api/signs"); /* for which nobody needs to be signed in */
    struct instant now;
    struct fault fault;
    const char *words = json_string_value(json_object_get(floor, "now"));
    assert_non_null(words);
    assert_int_equal(instant_parse(text_of(words), 0, &now, &fault), STATUS_OK);
    json_decref(floor);
    return now.ms / 1000 - NOON_SECONDS;
}

static bool has_alarm(const char *path)
{
    json_t *answer = client_get(&fay, path);
    bool alarm = json_object_get(answer, "clock-alarm") != NULL;
    json_decref(answer);
    return alarm;
}

/* The house thread looks at the clock once a second, and the loop more often. */
static void wait_for_time(int64_t after_noon)
{
    while (shown_after_noon() != after_noon)
        ;
}

static void wait_for_alarm(bool alarm)
{
    while (has_alarm("/healthz") != alarm)
        ;
}

/* When the last event happened, after noon. */
static int64_t last_event_after_noon(char kind[32])
{
    struct client max;
    client_enter(&max, &room, "max");
    json_t *log = client_get(&max, "/api/log?limit=1");
    const json_t *event = json_array_get(json_object_get(log, "events"), 0);
    struct instant at;
    struct fault fault;
    const char *words = json_string_value(json_object_get(json_object_get(event, "event"), "at"));
    assert_non_null(words);
    assert_int_equal(instant_parse(text_of(words), 0, &at, &fault), STATUS_OK);
    (void)snprintf(kind, 32, "%s", json_string_value(json_object_get(event, "kind")));
    json_decref(log);
    client_close(&max);
    return at.ms / 1000 - NOON_SECONDS;
}

/* ------------------------------------------------------------------------------------------ nothing happens */

struct stored {
    off_t sizes[2];
    struct timespec changed[2];
};

/* The files of the store: every commit changes the second. */
static struct stored stored_now(void)
{
    static const char *const suffixes[] = {"", "-wal"};
    struct stored stored = {0};
    for (unsigned i = 0; i < 2; i++) {
        char path[512];
        struct stat found;
        (void)snprintf(path, sizeof path, "%s%s", place_file(&room.place), suffixes[i]);
        assert_int_equal(stat(path, &found), 0);
        stored.sizes[i] = found.st_size;
        stored.changed[i] = found.st_mtim;
    }
    return stored;
}

static void an_idle_server_writes_nothing_to_its_store(void **state)
{
    (void)state;
    room_later(&room, 1);
    wait_for_time(1); /* the offer was seeded */
    int64_t before = client_sequence(&fay);
    const struct stored stored = stored_now();
    for (int64_t minute = 1; minute < 60; minute++) {
        room_later(&room, MINUTE);
        if (minute % 20 == 0)
            wait_for_time(minute * MINUTE + 1);
    }
    room_later(&room, 58);
    wait_for_time(HOUR - 1);
    assert_int_equal(client_sequence(&fay), before);
    const struct stored after = stored_now();
    assert_memory_equal(&after, &stored, sizeof stored);
}

static void what_is_due_comes_when_its_second_comes(void **state)
{
    (void)state;
    char kind[32];
    room_later(&room, 1);
    wait_for_time(1); /* the offer was seeded */
    int64_t before = client_sequence(&fay);
    room_later(&room, HOUR - 2);
    wait_for_time(HOUR - 1);
    assert_int_equal(client_sequence(&fay), before);
    room_later(&room, 1);
    wait_for_time(HOUR);
    assert_int_equal(last_event_after_noon(kind), HOUR);
    assert_string_equal(kind, "hour-completed");
}

static void a_command_has_the_time_at_which_it_came(void **state)
{
    (void)state;
    char kind[32];
    struct client dana;
    client_enter(&dana, &room, "dana");
    room_later(&room, 17 * MINUTE);
    wait_for_time(17 * MINUTE);
    client_must(&dana, "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    assert_int_equal(last_event_after_noon(kind), 17 * MINUTE);
    client_must(&dana, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&dana);
}

/* ------------------------------------------------------------------------------------------ the clock jumps */

static void offer_in(struct books *books, const char *activity, const char *offer)
{
    char path[128];
    struct command command = {.kind = COMMAND_POST_OFFER};
    (void)snprintf(path, sizeof path, "rulebooks/%s.md", activity);
    books_file_document(books, activity, path);
    (void)snprintf(path, sizeof path, "houses/demo/offers/%s.yaml", offer);
    *COMMAND_AS(&command, post_offer) = (struct post_offer){
        .head = {.by = text_of("olga")}, .offer = text_of(offer), .text = books_file(books, path)};
    books_must(books, &command);
}

/* The winner of a high hand showed no ID by 22:15: the prize is held, and lapses after 30 days. */
#define EVENING (10 * HOUR + 16 * MINUTE)

static void win_a_prize(struct books *books)
{
    static const char *const lines[] = {
        "clock 2026-11-02T18:00:00-08:00",
        "open-table HE-1 by fay",
        "register 1004 name \"Dee Ray\" born 1980-01-02 by fay",
        "sit HE-1 seat 1 patron 1004 by dana",
        "sit HE-1 seat 2 by dana",
        "sit HE-1 seat 3 by dana",
        "sit HE-1 seat 4 by dana",
        "sit HE-1 seat 5 by dana",
        "start-round HE-1 by dana",
        "claim-hand HE-1 seat 1 offer high-hand by dana",
        "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam",
        "authorise 1 by sue",
        "end-round HE-1 pot $40 by dana",
        "close-table HE-1 by fay",
        "close-table C4-1 by fay",
        "clock 2026-11-02T22:16:00-08:00",
    };
    offer_in(books, "bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    offer_in(books, "bay101/poker-high-hand", "high-hand");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(books, lines[i]);
}

static int open_room_with_prize(void **state)
{
    struct books books;
    (void)state;
    room = (struct room){.place = place_make(false, "service_time_test")};
    atomic_store(&room.now_ms, (NOON_SECONDS + EVENING) * 1000);
    room_furnish(&room);
    books_open(&books, &room.place);
    win_a_prize(&books);
    books_close(&books);
    room_begin(&room);
    client_enter(&fay, &room, "fay");
    return 0;
}

/* Whoever asks signs in for it, because time may have ended the session. */
static void assert_prize_is(const char *state)
{
    struct client cy;
    client_enter(&cy, &room, "cy");
    json_t *prize = client_get(&cy, "/api/prizes/1");
    assert_string_equal(json_string_value(json_object_get(prize, "state")), state);
    json_decref(prize);
    client_close(&cy);
}

static void a_clock_that_is_wrong_for_two_seconds_lapses_no_prize(void **state)
{
    (void)state;
    int64_t before = client_sequence(&fay);
    jump(40 * DAY);
    wait_for_alarm(true);
    room_later(&room, 2);
    wait_for_time(EVENING + 2);
    assert_true(has_alarm("/api/house"));
    jump(-40 * DAY);
    wait_for_alarm(false);
    room_later(&room, 1);
    wait_for_time(EVENING + 3);
    assert_int_equal(client_sequence(&fay), before);
    assert_prize_is("held");
    assert_int_equal(room_logged(&room, "the clock of the computer jumped"), 1);
    assert_int_equal(room_logged(&room, "the clock of the computer is right again"), 1);
}

static void a_jump_of_two_minutes_is_followed_and_one_of_a_second_more_is_not(void **state)
{
    (void)state;
    wait_for_time(0);
    jump(2 * MINUTE);
    wait_for_time(2 * MINUTE);
    assert_false(has_alarm("/healthz"));
    jump(2 * MINUTE + 1);
    wait_for_alarm(true);
    room_later(&room, 5);
    wait_for_time(2 * MINUTE + 5);
}

/* Nobody can be signed out by it either. */
static void people_work_on_while_the_clock_is_wrong(void **state)
{
    (void)state;
    char kind[32];
    struct client dana;
    client_enter(&dana, &room, "dana");
    jump(400 * DAY);
    wait_for_alarm(true);
    client_must(&dana, "{\"do\":\"start-round\",\"table\":\"C4-1\",\"fees\":[1,2]}");
    assert_int_equal(last_event_after_noon(kind), 0);
    client_must(&dana, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&dana);
}

static void the_feed_tells_the_staff_of_the_alarm_and_of_its_end(void **state)
{
    (void)state;
    struct client theo;
    struct told told;
    client_enter(&theo, &room, "theo");
    client_feed(&theo, "/api/feed", "", &told);
    jump(-3 * MINUTE);
    client_told_of(&theo, "clock-alarm", &told);
    assert_non_null(strstr(told.data, "\"from\":\"2026-11-02T20:00:00Z\",\"to\":\"2026-11-02T19:57:00Z\""));
    jump(3 * MINUTE);
    client_told_of(&theo, "clock-alarm", &told);
    assert_null(strstr(told.data, "alarm"));
    client_close(&theo);
}

static const char confirming[] =
    "{\"do\":\"confirm-time\",\"to\":\"2026-12-13T06:16:00Z\",\"reason\":\"it was wrong before\"";

static void two_persons_confirm_the_time_and_what_was_due_happens(void **state)
{
    (void)state;
    char body[256];
    struct client ada;
    jump(40 * DAY);
    wait_for_alarm(true);
    client_enter(&ada, &room, "ada");
    (void)snprintf(body, sizeof body, "%s}", confirming);
    assert_int_equal(client_do(&ada, body), 400); /* the second person is missing */
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, confirming);
    assert_int_equal(client_do(&fay, body), 403);
    assert_true(has_alarm("/healthz"));
    client_must(&ada, body);
    wait_for_alarm(false);
    wait_for_time(40 * DAY + EVENING);
    assert_prize_is("lapsed");
    client_close(&ada);
}

static void a_house_that_stood_for_more_than_a_month_waits_for_two_persons(void **state)
{
    (void)state;
    client_close(&fay);
    room_end(&room);
    room_later(&room, 32 * DAY);
    room_begin(&room);
    client_enter(&fay, &room, "fay");
    wait_for_alarm(true);
    assert_prize_is("held");
    assert_int_equal(shown_after_noon(), EVENING);
    start_again(); /* which changes nothing */
    wait_for_alarm(true);
    assert_prize_is("held");
}

/* Both of its clocks go on while it sleeps. */
static void a_computer_that_slept_for_more_than_a_month_waits_for_two_persons(void **state)
{
    (void)state;
    wait_for_time(EVENING);
    room_later(&room, 32 * DAY);
    wait_for_alarm(true);
    assert_prize_is("held");
    assert_int_equal(shown_after_noon(), EVENING);
}

static void a_house_that_stood_for_a_month_does_what_was_due(void **state)
{
    (void)state;
    client_close(&fay);
    room_end(&room);
    room_later(&room, 31 * DAY);
    room_begin(&room);
    client_enter(&fay, &room, "fay");
    wait_for_time(31 * DAY + EVENING);
    assert_false(has_alarm("/healthz"));
    assert_prize_is("lapsed");
}

/* A server that is stopped just after two persons have confirmed the time knows it when it starts. */
static void a_confirmed_time_is_known_after_a_restart(void **state)
{
    (void)state;
    char body[256];
    struct client ada;
    room_later(&room, EVENING);
    client_enter(&ada, &room, "ada");
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE, confirming);
    assert_int_equal(client_do(&ada, body), 409); /* the computer does not show it */
    assert_true(client_says(&ada, "house#time"));
    jump(40 * DAY);
    wait_for_alarm(true);
    client_must(&ada, body);
    client_close(&ada);
    client_close(&fay);
    room_end(&room);
    room_begin(&room);
    client_enter(&fay, &room, "fay");
    assert_false(has_alarm("/healthz"));
    wait_for_time(40 * DAY + EVENING);
}

static void a_clock_that_was_set_back_lets_the_house_stand_still_once_it_is_confirmed(void **state)
{
    (void)state;
    char body[256];
    struct client ada;
    wait_for_time(0);
    jump(-10 * MINUTE);
    wait_for_alarm(true);
    room_later(&room, 60);
    wait_for_time(60);
    client_enter(&ada, &room, "ada");
    (void)snprintf(body, sizeof body, "%s" COUNTERSIGNED_BY_SUE,
                   "{\"do\":\"confirm-time\",\"to\":\"2026-11-02T19:51:00Z\",\"reason\":\"it was fast\"");
    client_must(&ada, body);
    wait_for_alarm(false);
    room_later(&room, 9 * MINUTE);
    assert_int_equal(shown_after_noon(), 60);
    room_later(&room, MINUTE + 1);
    wait_for_time(61);
    client_close(&ada);
}

int main(void)
{
#define TIME_TEST(test)  cmocka_unit_test_setup_teardown(test, open_room, close_room)
#define PRIZE_TEST(test) cmocka_unit_test_setup_teardown(test, open_room_with_prize, close_room)
    const struct CMUnitTest tests[] = {
        TIME_TEST(an_idle_server_writes_nothing_to_its_store),
        TIME_TEST(what_is_due_comes_when_its_second_comes),
        TIME_TEST(a_command_has_the_time_at_which_it_came),
        PRIZE_TEST(a_clock_that_is_wrong_for_two_seconds_lapses_no_prize),
        TIME_TEST(a_jump_of_two_minutes_is_followed_and_one_of_a_second_more_is_not),
        TIME_TEST(people_work_on_while_the_clock_is_wrong),
        TIME_TEST(the_feed_tells_the_staff_of_the_alarm_and_of_its_end),
        PRIZE_TEST(two_persons_confirm_the_time_and_what_was_due_happens),
        PRIZE_TEST(a_house_that_stood_for_more_than_a_month_waits_for_two_persons),
        PRIZE_TEST(a_computer_that_slept_for_more_than_a_month_waits_for_two_persons),
        PRIZE_TEST(a_house_that_stood_for_a_month_does_what_was_due),
        TIME_TEST(a_confirmed_time_is_known_after_a_restart),
        TIME_TEST(a_clock_that_was_set_back_lets_the_house_stand_still_once_it_is_confirmed),
    };
    return cmocka_run_group_tests_name("service: time", tests, NULL, NULL);
}
