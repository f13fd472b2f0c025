/*
 * The staff of the demo: the file that comes with the house is good, others are not, and everybody in it can sign in.
 */
#include "books/opening.h"
#include "demo/demo_staff.h"
#include "store/place_test.h"

#ifndef CARDROOM_ROOT
#define CARDROOM_ROOT "."
#endif

static const struct instant noon = {INT64_C(1793649600000)};

static void open_demo(struct library *library, const struct library_house **house)
{
    library_init(library);
    library_add(library, CARDROOM_ROOT "/houses/demo/house.yaml", CARDROOM_ROOT "/rulebooks");
    *house = opening_house(library, text_of("demo"));
    assert_non_null(*house);
}

/* ------------------------------------------------------------------------------------------ the file */

static void the_demo_has_somebody_in_every_role(void **state)
{
    (void)state;
    struct library library;
    const struct library_house *house;
    struct staff staff;
    open_demo(&library, &house);
    if (demo_staff_read(&house->house, &library.arena, &library.findings, &staff) != STATUS_OK)
        fail_msg("%.*s", TEXT_ARGUMENTS(library.findings.items[0].words));
    const struct node *roles = node_member(house->house.data, "roles");
    for (const struct node *role = roles->first_child; role; role = role->next) {
        unsigned people = 0;
        for (unsigned i = 0; i < staff.count; i++)
            people += text_equal(staff.people[i].role, role->key);
        if (people == 0)
            fail_msg("nobody is %.*s", TEXT_ARGUMENTS(role->key));
    }
    library_release(&library);
}

static void what_is_wrong_with_a_staff_is_said(void **state)
{
    (void)state;
    static const char dana[] =
        "person: dana, name: Dana, role: dealer, badge: 1, password: lantern-dana, pin: 1010";
    static const struct {
        const char *before, *after, *words;
    } rows[] = {
        {"people: [{", "}]\n", "this is no staff"},
        {"staff: {", "}\n", "this is no staff"},
        {"more: x\nstaff: [{", "}]\n", "this is no staff"},
        {"staff: [{shoes: 9, ", "}]\n", "nobody of the staff has a shoes"},
        {"staff: [{person: x}, {", "}]\n", "somebody has no name"},
        {"staff: [x, {", "}]\n", "somebody has no person"},
        {"staff: [{",
         "}, {person: dana, name: D, role: dealer, badge: 2, password: lantern-dana, pin: 1010}]\n",
         "stands twice"},
        {"staff: [{",
         "}, {person: dora, name: D, role: dealer, badge: 1, password: lantern-dora, pin: 1010}]\n",
         "stands twice"},
        {"staff: [{",
         "}, {person: dora, name: D, role: wizard, badge: 2, password: lantern-dora, pin: 1010}]\n",
         "no role wizard"},
        {"staff: [{", "}, {person: dora, name: D, role: dealer, badge: 2, password: lantern-d, pin: 1010}]\n",
         "at least 10 characters"},
        {"staff: [{",
         "}, {person: dora, name: D, role: dealer, badge: 2, password: lantern-dora, pin: 101}]\n",
         "4 to 12 digits"},
        {"staff: [{", "}]\npatrons: {}\n", "this is no staff"},
        {"staff: [{", "}]\npatrons: [{patron: 1001}]\n", "somebody has no pin"},
        {"staff: [{", "}]\npatrons: [{patron: 1001, pin: 12}]\n", "4 to 12 digits"},
        {"staff: [{", "}]\npatrons: [{patron: 1001, pin: 1234, hat: 7}]\n",
         "nobody of the patrons has a hat"},
        {"staff: [{", "}]\npatrons: [{patron: 1001, pin: 1234}, {patron: 1001, pin: 1234}]\n",
         "stands twice"},
        {"staff: [{", "]\n", ""},
    };
    struct library library;
    const struct library_house *house;
    open_demo(&library, &house);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char yaml[512];
        struct staff staff;
        struct findings findings;
        findings_init(&findings, &library.arena, 8);
        (void)snprintf(yaml, sizeof yaml, "%s%s%s", rows[i].before, dana, rows[i].after);
        assert_int_equal(
            demo_staff_parse(text_of(yaml), "staff.yaml", &house->house, &library.arena, &findings, &staff),
            STATUS_INVALID);
        assert_true(findings.count > 0);
        if (!text_contains(findings.items[0].words, text_of(rows[i].words)))
            fail_msg("%s%s: %.*s", rows[i].before, rows[i].after, TEXT_ARGUMENTS(findings.items[0].words));
    }
    library_release(&library);
}

/* ------------------------------------------------------------------------------------------ the people */

static void open_house(struct keeper *keeper, struct library *library, const struct library_house *house)
{
    struct fault fault;
    if (opening_begin(keeper, library, house, text_of("office"), noon, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void assert_signs_in(struct access *access, enum credential_kind kind, struct text name,
                            struct text secret, struct text who)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, name, secret, text_of("here")};
    assert_int_equal(access_sign_in(access, &login, noon, &ticket, NULL), STATUS_OK);
    assert_int_equal(access_wait(access, &ticket), STATUS_OK);
    assert_int_equal(ticket.outcome, ACCESS_GRANTED);
    assert_true(text_equal(text_of(ticket.who), who));
}

static void everybody_of_the_demo_can_sign_in(void **state)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "demo_staff_test");
    const struct keeper_options options = {.mode = STORE_CREATE};
    struct library library;
    const struct library_house *house;
    struct staff staff;
    struct keeper *keeper;
    struct access *access;
    struct fault fault;
    open_demo(&library, &house);
    assert_int_equal(demo_staff_read(&house->house, &library.arena, &library.findings, &staff), STATUS_OK);
    assert_int_equal(keeper_open(text_of(place.address), &options, NULL, NULL, &keeper, &fault), STATUS_OK);
    open_house(keeper, &library, house);
    assert_int_equal(access_open(text_of(place.address), STORE_EXISTING, &access_demo, noon, &access, &fault),
                     STATUS_OK);
    for (unsigned i = 0; i < 2; i++) { /* the second time there is nothing to do */
        uint64_t before = keeper_sequence(keeper);
        assert_int_equal(demo_staff_appoint(keeper, &staff, text_of("office"), &fault), STATUS_OK);
        assert_int_equal(keeper_sequence(keeper), i ? before : before + staff.count);
        assert_int_equal(demo_staff_admit(access, &staff, noon, &fault), STATUS_OK);
        assert_int_equal(place_sql(&place, "SELECT count(*) FROM event WHERE kind = 'credential-set'"),
                         2 * staff.count + staff.guest_count);
    }
    assert_int_equal(access_know_staff(access, keeper_floor(keeper), &fault), STATUS_OK);
    for (unsigned i = 0; i < staff.count; i++) {
        const struct staff_person *person = &staff.people[i];
        assert_signs_in(access, CREDENTIAL_PASSWORD, person->person, person->password, person->person);
        assert_signs_in(access, CREDENTIAL_PIN, person->badge, person->pin, person->person);
    }
    assert_true(staff.guest_count > 0);
    for (unsigned i = 0; i < staff.guest_count; i++)
        assert_signs_in(access, CREDENTIAL_PATRON_PIN, staff.guests[i].patron, staff.guests[i].pin,
                        staff.guests[i].patron);
    access_close(access);
    keeper_close(keeper);
    library_release(&library);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(the_demo_has_somebody_in_every_role),
        cmocka_unit_test(what_is_wrong_with_a_staff_is_said),
        cmocka_unit_test(everybody_of_the_demo_can_sign_in),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
