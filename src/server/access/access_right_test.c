/* What each role may ask for, and who signs as the second person; on both engines. */
#include "server/access/door_test.h"

/* ------------------------------------------------------------------------------------------ permissions */

static struct access_session session_of(const char *who, enum credential_kind kind)
{
    struct access_session session = {.number = 1, .credential = kind};
    (void)snprintf(session.who, sizeof session.who, "%s", who);
    (void)snprintf(session.from, sizeof session.from, "10.0.0.5");
    return session;
}

/* One letter a right: work here, floor, patrons, office, audit, offers, staff, PINs, pay, draw. */
static void the_roles_of_the_demo_house_have_their_rights(void **state)
{
    struct door door;
    door_begin(&door, state);
    static const struct {
        const char *role, *rights;
    } rows[] = {
        {"dealer", "WF---------"},       {"floor", "WFP----N---"},      {"supervisor", "WFP----N--J"},
        {"cage", "WFP----N$--"},         {"promotions", "WFP----N-D-"}, {"accounting", "WFPO------J"},
        {"surveillance", "WFPO-------"}, {"auditor", "WFPOA------"},    {"manager", "WFPOAXSN-DJ"},
        {"admin", "WF-OAXS----"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[64], found[ACCESS_RIGHTS + 1] = "";
        (void)snprintf(line, sizeof line, "appoint x role %s by olga", rows[i].role);
        books_do(&door.books, line);
        struct access_session session = session_of("x", CREDENTIAL_PIN);
        for (unsigned right = 0; right < ACCESS_RIGHTS; right++)
            found[right] = access_may(&session, door_floor(&door), (enum access_right)right)
                               ? "WFPOAXSN$DJ"[right]
                               : '-';
        if (strcmp(found, rows[i].rights) != 0)
            fail_msg("%s has %s instead of %s", rows[i].role, found, rows[i].rights);
    }
    door_end(&door);
}

/* A role that only reads changes nothing, not even by a command that needs no particular permission. */
static void an_auditor_does_nothing(void **state)
{
    struct door door;
    door_begin(&door, state);
    books_do(&door.books, "appoint x role auditor by olga");
    struct access_session auditor = session_of("x", CREDENTIAL_PASSWORD);
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_false(access_may_do(&auditor, door_floor(&door), (enum command_kind)kind));
    /* The person who opened the house may do everything except move the clock. */
    struct access_session olga = session_of("olga", CREDENTIAL_PASSWORD);
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_int_equal(access_may_do(&olga, door_floor(&door), (enum command_kind)kind),
                         kind != COMMAND_OPEN_HOUSE && kind != COMMAND_CLOCK);
    door_end(&door);
}

static void a_refused_request_is_in_the_log(void **state)
{
    struct door door;
    door_begin(&door, state);
    const struct floor *floor = door_floor(&door);
    struct access_session dana = session_of("dana", CREDENTIAL_PASSWORD);
    assert_true(access_demand_command(door.access, &dana, floor, COMMAND_START_ROUND, noon));
    assert_false(access_demand_command(door.access, &dana, floor, COMMAND_PAY, noon));
    assert_false(access_demand(door.access, &dana, floor, ACCESS_READ_OFFICE, noon));
    access_note_refused(door.access, NULL, text_of("10.0.0.9"), text_of("/office \xff"),
                        text_of("nobody is signed in"), noon);
    access_close(door.access);
    door.access = NULL;
    assert_int_equal(door_events(&door, "refused", ""), 3);
    assert_int_equal(door_events(&door, "refused", "\"who\":\"dana\""), 2);
    assert_int_equal(door_events(&door, "refused", "\"what\":\"pay\""), 1);
    assert_int_equal(door_events(&door, "refused", "10.0.0.9"), 1);
    door_end(&door);
}

static void a_patron_sees_his_own_data_and_nothing_else(void **state)
{
    struct door door;
    door_begin(&door, state);
    /* A patron whose number is the name of somebody who works here is still a patron. */
    struct access_session patron = session_of("olga", CREDENTIAL_PATRON_PIN);
    for (unsigned right = 0; right < ACCESS_RIGHTS; right++)
        assert_false(access_may(&patron, door_floor(&door), (enum access_right)right));
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_false(access_may_do(&patron, door_floor(&door), (enum command_kind)kind));
    assert_true(access_demand_patron(door.access, &patron, text_of("olga"), noon));
    assert_false(access_demand_patron(door.access, &patron, text_of("1001"), noon));
    struct access_session staff = session_of("1001", CREDENTIAL_PASSWORD);
    assert_false(access_is_patron(&staff, text_of("1001")));
    door_end(&door);
}

/* ------------------------------------------------------------------------------------------ two persons */

static struct access_ticket second(struct door *door, enum credential_kind kind, const char *name,
                                   const char *secret, const char *first)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, text_of(name), text_of(secret), text_of("10.0.0.5")};
    assert_int_equal(access_countersign(door->access, &login, text_of(first), noon, &ticket, &door->fault),
                     STATUS_OK);
    assert_int_equal(access_wait(door->access, &ticket), STATUS_OK);
    return ticket;
}

static void a_second_person_is_another_person(void **state)
{
    struct door door;
    door_begin(&door, state);
    struct access_ticket ticket = second(&door, CREDENTIAL_PASSWORD, "sam", "battery staple", "dana");
    assert_int_equal(ticket.outcome, ACCESS_GRANTED);
    assert_string_equal(ticket.who, "sam");
    assert_string_equal(ticket.token, "");
    assert_int_equal(access_session_count(door.access), 0);
    /* Neither with the same credential nor with another. */
    assert_int_equal(second(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", "dana").outcome,
                     ACCESS_SAME_PERSON);
    assert_int_equal(second(&door, CREDENTIAL_PIN, "17", "2468", "dana").outcome, ACCESS_SAME_PERSON);
    assert_int_equal(second(&door, CREDENTIAL_PASSWORD, "sam", "wrong", "dana").outcome, ACCESS_DENIED);
    assert_int_equal(door_events(&door, "countersigned", "\"by\":\"dana\""), 1);
    assert_int_equal(door_events(&door, "sign-in-refused", "same-person"), 2);
    door_end(&door);
}

/* Neither for who has set it nor for anybody else. */
static void nobody_signs_with_a_secret_that_another_has_set(void **state)
{
    struct door door;
    door_begin(&door, state);
    door_give_by(&door, "olga", CREDENTIAL_PASSWORD, "sam", "", "set by olga");
    static const char *const first[] = {"olga", "dana"};
    for (unsigned i = 0; i < 2; i++) {
        struct access_ticket ticket = second(&door, CREDENTIAL_PASSWORD, "sam", "set by olga", first[i]);
        assert_int_equal(ticket.outcome, ACCESS_MUST_CHANGE);
        assert_string_equal(ticket.set_by, "olga");
    }
    assert_int_equal(door_events(&door, "countersigned", ""), 0);
    assert_int_equal(door_events(&door, "sign-in-refused", "\"why\":\"given\",\"by\":\"olga\""), 1);
    (void)door_change_secret(&door, CREDENTIAL_PASSWORD, "sam", "set by olga", "chosen by sam");
    assert_int_equal(second(&door, CREDENTIAL_PASSWORD, "sam", "chosen by sam", "olga").outcome,
                     ACCESS_GRANTED);
    door_end(&door);
}

static void guessing_for_a_second_person_locks_too(void **state)
{
    struct door door;
    door_begin(&door, state);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(second(&door, CREDENTIAL_PASSWORD, "sam", "wrong", "dana").outcome, ACCESS_DENIED);
    assert_int_equal(second(&door, CREDENTIAL_PASSWORD, "sam", "battery staple", "dana").outcome,
                     ACCESS_LOCKED_OUT);
    assert_knock(&door, "sam", "battery staple", noon, ACCESS_LOCKED_OUT);
    door_end(&door);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(the_roles_of_the_demo_house_have_their_rights),
        cmocka_unit_test(an_auditor_does_nothing),
        cmocka_unit_test(a_refused_request_is_in_the_log),
        cmocka_unit_test(a_patron_sees_his_own_data_and_nothing_else),
        cmocka_unit_test(a_second_person_is_another_person),
        cmocka_unit_test(nobody_signs_with_a_secret_that_another_has_set),
        cmocka_unit_test(guessing_for_a_second_person_locks_too),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
