/*
 * The demonstration: the room is furnished and plays for hours, the house refuses none of it, and the books are whole.
 */
#include "books/audit.h"
#include "books/opening.h"
#include "demo/demo.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "store/place_test.h"

#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

/* Monday, 2026-11-02, 18:30 in Los Angeles. */
static const struct instant evening = {INT64_C(1793673000000)};
enum { HOUR = 60 * 60 * 1000, MINUTE = 60 * 1000 };

struct room {
    struct store_place place;
    struct library library;
    const struct library_house *house;
    struct demo *demo;
};

/* A house that was opened so long before, and has nobody in it. */
static void room_found(struct room *room, const char *name, struct instant now)
{
    const struct keeper_options options = {.mode = STORE_CREATE};
    struct keeper *keeper;
    struct fault fault;
    *room = (struct room){.place = place_make(false, name)};
    library_init(&room->library);
    library_add(&room->library, CARDROOM_ROOT "/rulebooks", NULL);
    library_add(&room->library, CARDROOM_ROOT "/houses/demo", CARDROOM_ROOT "/rulebooks");
    room->house = opening_house(&room->library, text_of("demo"));
    assert_non_null(room->house);
    assert_int_equal(keeper_open(text_of(room->place.address), &options, NULL, NULL, &keeper, &fault),
                     STATUS_OK);
    if (opening_begin(keeper, &room->library, room->house, text_of("office"),
                      (struct instant){now.ms - DEMO_HISTORY_MS}, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    keeper_close(keeper);
}

static enum status furnish(const struct room *room, struct instant now, uint64_t seed, struct demo **demo,
                           struct fault *fault)
{
    const struct demo_options options = {
        .store = text_of(room->place.address), .house = &room->house->house, .now = now, .seed = seed};
    return demo_furnish(&options, demo, fault);
}

static void room_open(struct room *room, const char *name, struct instant now, uint64_t seed)
{
    struct fault fault;
    room_found(room, name, now);
    if (furnish(room, now, seed, &room->demo, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void room_close(struct room *room)
{
    demo_close(room->demo);
    library_release(&room->library);
    place_remove(&room->place);
}

static void assert_whole(const struct room *room, struct audit *audit)
{
    struct fault fault;
    if (audit_store(text_of(room->place.address), text_of("house"), NULL, NULL, audit, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    if (audit->finding_count > 0)
        fail_msg("%s", audit->findings[0].words);
}

/* ------------------------------------------------------------------------------------------ furnished */

static void a_furnished_room_has_something_for_everybody(void **state)
{
    (void)state;
    static const struct {
        const char *what, *sql;
        int least;
    } rows[] = {
        {"patrons", "SELECT count(*) FROM event WHERE kind = 'patron-recorded'", 60},
        {"rounds", "SELECT count(*) FROM event WHERE kind = 'round-started'", 300},
        {"tables with rounds",
         "SELECT count(DISTINCT json_extract(payload, '$.table')) FROM event WHERE kind = 'round-started'",
         5},
        {"prizes paid", "SELECT count(*) FROM event WHERE kind = 'prize-paid'", 5},
        {"irregularities", "SELECT count(*) FROM event WHERE kind = 'irregularity-noted'", 1},
        {"devices", "SELECT count(*) FROM event WHERE kind = 'equipment-reported'", 1},
        {"logins", "SELECT count(*) FROM event WHERE kind = 'credential-set'", 32},
    };
    static struct audit audit;
    struct room room;
    struct keeper *keeper;
    room_open(&room, "demo_furnished", evening, 7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int found = (int)place_sql(&room.place, rows[i].sql);
        if (found < rows[i].least)
            fail_msg("%s: %d", rows[i].what, found);
    }
    assert_int_equal(json_array_size(demo_logins(room.demo)), 17);
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    assert_int_equal(keeper_open(text_of(room.place.address), &options, NULL, NULL, &keeper, NULL),
                     STATUS_OK);
    const struct floor *floor = keeper_floor(keeper);
    unsigned waiting = 0, prizes = 0, excluded = 0, failing = 0, open = 0;
    for (unsigned i = 0; i < floor->hand_count; i++)
        waiting += floor->hands[i].state == HAND_CLAIMED;
    for (unsigned i = 0; i < floor->prize_count; i++)
        prizes += floor_prize_is_open(&floor->prizes[i]);
    for (unsigned i = 0; i < floor->patron_count; i++)
        excluded += floor->patrons[i].excluded;
    for (unsigned i = 0; i < floor->table_count; i++) {
        open += floor->tables[i].open;
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
            failing += floor->tables[i].seats[seat].sensor_fails;
    }
    assert_int_equal(floor->now.ms, evening.ms);
    assert_true(waiting >= 1);
    assert_true(prizes >= 3);
    assert_int_equal(excluded, 2);
    assert_true(failing >= 1);
    assert_true(open >= 8);
    keeper_close(keeper);
    assert_whole(&room, &audit);
    room_close(&room);
}

static void the_same_seed_and_time_make_the_same_events(void **state)
{
    (void)state;
    static struct audit audits[3];
    for (unsigned i = 0; i < 3; i++) {
        struct room room;
        room_open(&room, "demo_seed", evening, i < 2 ? 7 : 8);
        assert_whole(&room, &audits[i]);
        room_close(&room);
    }
    assert_string_equal(audits[0].head, audits[1].head);
    assert_string_not_equal(audits[0].head, audits[2].head);
}

static void a_room_that_is_furnished_stays_as_it_is(void **state)
{
    (void)state;
    static struct audit before, after;
    struct room room;
    struct demo *again;
    struct fault fault;
    room_open(&room, "demo_again", evening, 7);
    assert_whole(&room, &before);
    assert_int_equal(furnish(&room, (struct instant){evening.ms + HOUR}, 9, &again, &fault), STATUS_OK);
    assert_whole(&room, &after);
    assert_string_equal(before.head, after.head);
    demo_close(again);
    room_close(&room);
}

/* ------------------------------------------------------------------------------------------ real books */

/* Gives somebody a password, of the demonstration or of their own. */
static void give_password(const struct room *room, const char *who, bool demo)
{
    struct access_settings settings = access_demo; /* with hashes that cost little */
    struct access_ticket ticket = {0};
    struct access *access;
    const struct access_credential credential = {.credential = CREDENTIAL_PASSWORD,
                                                 .who = text_of(who),
                                                 .secret = text_of("a password of mine"),
                                                 .by = text_of("office")};
    settings.demo = demo;
    assert_int_equal(
        access_open(text_of(room->place.address), STORE_EXISTING, &settings, evening, &access, NULL),
        STATUS_OK);
    assert_int_equal(access_set(access, &credential, evening, &ticket, NULL), STATUS_OK);
    assert_int_equal(access_wait(access, &ticket), STATUS_OK);
    access_close(access);
}

/* The office asks for it, and it is done. */
static void do_as_office(const struct room *room, struct command *command)
{
    const struct keeper_options options = {.mode = STORE_EXISTING};
    struct keeper_reply reply;
    struct keeper *keeper;
    command->head.by = text_of("office");
    assert_int_equal(keeper_open(text_of(room->place.address), &options, NULL, NULL, &keeper, NULL),
                     STATUS_OK);
    assert_int_equal(keeper_do(keeper, command, &reply, NULL), STATUS_OK);
    assert_int_equal(reply.outcome, KEEPER_DONE);
    keeper_close(keeper);
}

static void appoint(const struct room *room, const char *who)
{
    struct command command = {.kind = COMMAND_APPOINT};
    COMMAND_AS(&command, appoint)->person = COMMAND_AS(&command, appoint)->name = text_of(who);
    COMMAND_AS(&command, appoint)->role = text_of("manager");
    do_as_office(room, &command);
}

/* Refused with these words, and not an event more than before. */
static void assert_left_alone(struct room *room, const char *words)
{
    static const char events[] = "SELECT count(*) FROM event";
    struct demo *demo = NULL;
    struct fault fault = {0};
    int before = (int)place_sql(&room->place, events);
    assert_int_equal(furnish(room, evening, 7, &demo, &fault), STATUS_INVALID);
    if (!strstr(fault.words, words))
        fail_msg("%s", fault.words);
    assert_int_equal(place_sql(&room->place, events), before);
}

static void a_house_that_was_opened_and_used_is_left_alone(void **state)
{
    (void)state;
    struct room room;
    room_found(&room, "demo_used", evening);
    appoint(&room, "olga");
    assert_left_alone(&room, "without --demo");
    give_password(&room, "olga", false);
    assert_left_alone(&room, "passwords of their own");
    room_close(&room);
}

static void one_password_of_their_own_makes_it_a_real_house(void **state)
{
    (void)state;
    struct room room;
    room_found(&room, "demo_mixed", evening);
    give_password(&room, "office", true); /* as after a demonstration that was ended at once */
    appoint(&room, "olga");
    give_password(&room, "olga", false);
    assert_left_alone(&room, "passwords of their own");
    room_close(&room);
}

static void furnishing_that_was_interrupted_goes_on(void **state)
{
    (void)state;
    struct room room;
    struct fault fault;
    room_found(&room, "demo_interrupted", evening);
    give_password(&room, "office", true);
    appoint(&room, "olga");
    if (furnish(&room, evening, 7, &room.demo, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    room_close(&room);
}

/* ------------------------------------------------------------------------------------------ playing on */

static void the_room_plays_through_day_and_night_and_is_never_refused(void **state)
{
    (void)state;
    static struct audit audit;
    struct room room;
    struct fault fault;
    room_open(&room, "demo_plays", evening, 11);
    uint64_t before = demo_figures(room.demo)->hands;
    if (demo_pass(room.demo, &demo_pace_live, (struct instant){evening.ms + 18 * HOUR}, &fault) != STATUS_OK)
        fail_msg("%s", fault.words); /* a refusal is a failure */
    const struct demo_figures *figures = demo_figures(room.demo);
    if (getenv("DEMO_FIGURES"))
        print_message("commands %llu rounds %llu hands %llu verified %llu rejected %llu awarded %llu paid "
                      "%llu troubles %llu in vain %llu\n",
                      (unsigned long long)figures->commands, (unsigned long long)figures->rounds,
                      (unsigned long long)figures->hands, (unsigned long long)figures->verified,
                      (unsigned long long)figures->rejected, (unsigned long long)figures->awarded,
                      (unsigned long long)figures->paid, (unsigned long long)figures->troubles,
                      (unsigned long long)figures->in_vain);
    assert_true(figures->rounds > 2000);
    assert_true(figures->hands > before + 200);
    assert_true(figures->awarded > 100);
    assert_true(figures->paid > 50);
    assert_true(figures->troubles > 20);
    assert_true(figures->in_vain < figures->commands / 50);
    assert_true(figures->rejected < figures->hands / 4);
    assert_whole(&room, &audit);
    assert_true(place_sql(&room.place, "SELECT count(*) FROM event WHERE kind = 'table-closed'") > 3);
    room_close(&room);
}

/* ------------------------------------------------------------------------------------------ people at pages */

static void a_hand_waits_a_minute_for_somebody_at_a_page(void **state)
{
    (void)state;
    static const char sooner[] =
        "SELECT count(*) FROM event c JOIN event v ON v.kind = 'hand-verified' AND "
        "json_extract(v.payload, '$.hand') = json_extract(c.payload, '$.hand') WHERE c.kind = 'hand-claimed' "
        "AND unixepoch(json_extract(c.payload, '$.at')) >= 1793673000 AND "
        "unixepoch(json_extract(v.payload, '$.at')) - unixepoch(json_extract(c.payload, '$.at')) < 60";
    static const char verified[] = "SELECT count(*) FROM event WHERE kind = 'hand-verified'";
    struct room room;
    struct fault fault;
    room_open(&room, "demo_hold", evening, 3);
    int before = (int)place_sql(&room.place, verified);
    assert_int_equal(demo_pass(room.demo, &demo_pace_live, (struct instant){evening.ms + HOUR}, &fault),
                     STATUS_OK);
    assert_true((int)place_sql(&room.place, verified) > before + 20);
    assert_int_equal(place_sql(&room.place, sooner), 0);
    room_close(&room);
}

/* Lets the play go on for so long and counts what it asks at the table. */
static unsigned asked_at(struct demo_play *play, const struct floor *floor, struct text table,
                         int64_t from_ms, int64_t to_ms)
{
    unsigned count = 0;
    struct command command;
    for (int64_t ms = from_ms; ms < to_ms; ms += 10000) {
        const struct instant now = {ms};
        for (unsigned i = 0; i < 100 && demo_play_next(play, floor, (struct demo_moment){now, now}, &command);
             i++)
            count += command.kind >= COMMAND_OPEN_TABLE && command.kind <= COMMAND_CLAIM_HAND &&
                     text_equal(command_table(&command), table);
    }
    return count;
}

static void a_table_where_a_person_deals_is_left_alone_for_five_minutes(void **state)
{
    (void)state;
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    struct room room;
    struct keeper *keeper;
    struct demo_play *play;
    room_open(&room, "demo_person", evening, 7);
    assert_int_equal(keeper_open(text_of(room.place.address), &options, NULL, NULL, &keeper, NULL),
                     STATUS_OK);
    const struct floor *floor = keeper_floor(keeper);
    unsigned number = 0;
    while (number < floor->table_count && !floor->tables[number].open)
        number++;
    assert_true(number < floor->table_count);
    struct command command = {.kind = COMMAND_START_ROUND};
    COMMAND_AS(&command, start_round)->table = floor->tables[number].described->name;
    assert_int_equal(demo_play_open(floor, 1, &play, NULL), STATUS_OK);
    demo_play_set_pace(play, &demo_pace_live, (struct demo_moment){evening, evening});
    demo_play_person_asked(play, floor, &command, (struct demo_moment){evening, evening});
    assert_int_equal(
        asked_at(play, floor, COMMAND_AS(&command, start_round)->table, evening.ms, evening.ms + 5 * MINUTE),
        0);
    assert_true(asked_at(play, floor, COMMAND_AS(&command, start_round)->table, evening.ms + 5 * MINUTE,
                         evening.ms + 10 * MINUTE) > 0);
    demo_play_close(play);
    keeper_close(keeper);
    room_close(&room);
}

static void a_hand_that_does_not_exist_is_not_waited_for(void **state)
{
    (void)state;
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    struct room room;
    struct keeper *keeper;
    struct demo_play *play;
    room_open(&room, "demo_no_hand", evening, 7);
    assert_int_equal(keeper_open(text_of(room.place.address), &options, NULL, NULL, &keeper, NULL),
                     STATUS_OK);
    const struct floor *floor = keeper_floor(keeper);
    const uint32_t hands[] = {0, floor->hand_count + 1, UINT32_MAX};
    assert_int_equal(demo_play_open(floor, 1, &play, NULL), STATUS_OK);
    demo_play_set_pace(play, &demo_pace_live, (struct demo_moment){evening, evening});
    for (unsigned i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        struct command command = {.kind = COMMAND_VERIFY_HAND};
        COMMAND_AS(&command, verify_hand)->hand = hands[i];
        demo_play_person_asked(play, floor, &command, (struct demo_moment){evening, evening});
    }
    for (unsigned minute = 0; minute < 3; minute++)
        (void)asked_at(play, floor, text_of(""), evening.ms + minute * MINUTE,
                       evening.ms + (minute + 1) * MINUTE);
    demo_play_close(play);
    keeper_close(keeper);
    room_close(&room);
}

static void a_visitor_who_registers_is_not_excluded(void **state)
{
    (void)state;
    struct room room;
    struct fault fault;
    struct command command = {.kind = COMMAND_REGISTER};
    room_open(&room, "demo_visitor", evening, 7);
    COMMAND_AS(&command, register_patron)->patron = text_of("77");
    COMMAND_AS(&command, register_patron)->name = text_of("Vera Visitor");
    COMMAND_AS(&command, register_patron)->born = (struct date){1980, 5, 1};
    do_as_office(&room, &command);
    if (demo_pass(room.demo, &demo_pace_live, (struct instant){evening.ms + HOUR}, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(place_sql(&room.place, "SELECT count(*) FROM event WHERE kind = 'patron-recorded' AND "
                                            "json_extract(payload, '$.patron') = '77'"),
                     1);
    room_close(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_furnished_room_has_something_for_everybody),
        cmocka_unit_test(the_same_seed_and_time_make_the_same_events),
        cmocka_unit_test(a_room_that_is_furnished_stays_as_it_is),
        cmocka_unit_test(a_house_that_was_opened_and_used_is_left_alone),
        cmocka_unit_test(one_password_of_their_own_makes_it_a_real_house),
        cmocka_unit_test(furnishing_that_was_interrupted_goes_on),
        cmocka_unit_test(the_room_plays_through_day_and_night_and_is_never_refused),
        cmocka_unit_test(a_hand_waits_a_minute_for_somebody_at_a_page),
        cmocka_unit_test(a_table_where_a_person_deals_is_left_alone_for_five_minutes),
        cmocka_unit_test(a_hand_that_does_not_exist_is_not_waited_for),
        cmocka_unit_test(a_visitor_who_registers_is_not_excluded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
