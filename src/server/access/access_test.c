/*
 * Access control on both engines: who can sign in, credentials, sessions, and that all of it is in the log (D1 to D6, N1 to N3,
 * B1 to B3).
 */
#include "server/access/door_test.h"

#include <pthread.h>

static void each_kind_of_credential_opens(void **state)
{
    struct door door;
    door_begin(&door, state);
    static const struct {
        enum credential_kind kind;
        const char *name, *secret, *who;
    } good[] = {{CREDENTIAL_PASSWORD, "dana", "correct horse", "dana"},
                {CREDENTIAL_PIN, "17", "2468", "dana"},
                {CREDENTIAL_PATRON_PIN, "1001", "1357", "1001"}};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct access_ticket ticket = door_knock(&door, good[i].kind, good[i].name, good[i].secret, noon);
        struct access_session session;
        assert_int_equal(ticket.outcome, ACCESS_GRANTED);
        assert_string_equal(ticket.who, good[i].who);
        assert_true(access_find(door.access, text_of(ticket.token), noon, true, &session));
        assert_string_equal(session.who, good[i].who);
        assert_int_equal(session.credential, good[i].kind);
        assert_string_equal(ticket.own.secret, ""); /* wiped */
    }
    assert_int_equal(door_events(&door, "sign-in", "10.0.0.5"), 3);
    assert_int_equal(door_events(&door, "credential-set", "$argon2id$"), 4);
    assert_int_equal(door_events(&door, "credential-set", "correct"), 0);
    door_end(&door);
}

static void a_credential_opens_only_its_own_door(void **state)
{
    struct door door;
    door_begin(&door, state);
    assert_int_equal(door_knock(&door, CREDENTIAL_PASSWORD, "dana", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PIN, "dana", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PASSWORD, "17", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PATRON_PIN, "17", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PASSWORD, "1001", "1357", noon).outcome, ACCESS_DENIED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PASSWORD, "dana", "battery staple", noon).outcome,
                     ACCESS_DENIED);
    assert_int_equal(access_session_count(door.access), 0);
    door_end(&door);
}

static void nobody_learns_whether_a_name_exists(void **state)
{
    struct door door;
    door_begin(&door, state);
    static const char *const names[] = {"dana", "nobody"};
    for (unsigned i = 0; i < 2; i++) {
        door_fail_times(&door, names[i], 5, noon);
        struct access_ticket ticket = door_knock(&door, CREDENTIAL_PASSWORD, names[i], "wrong", noon);
        assert_int_equal(ticket.outcome, ACCESS_LOCKED_OUT);
        assert_int_equal(ticket.locked_until.ms, later(15 * MINUTE).ms);
        assert_string_equal(ticket.who, "");
        assert_string_equal(ticket.token, "");
    }
    /* A password may have been typed as an unknown name, so the name is not kept. */
    assert_int_equal(door_events(&door, "sign-in-refused", "nobody"), 0);
    assert_int_equal(door_events(&door, "sign-in-refused", "unknown"), 5);
    assert_int_equal(door_events(&door, "sign-in-refused", "dana"), 6);
    door_end(&door);
}

static void what_cannot_be_a_name_or_secret_is_said_at_once(void **state)
{
    struct door door;
    door_begin(&door, state);
    static const char long_name[] = "1234567890123456789012345678901234567890123456789012345678901234x";
    const struct text bad[] = {text_of(""), text_of(long_name), {"\xff", 1}, {"a\0b", 3}};
    struct access_ticket ticket = {0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct access_login login = {CREDENTIAL_PASSWORD, bad[i], text_of("x"), text_of("here")};
        assert_int_equal(access_sign_in(door.access, &login, noon, &ticket, &door.fault), STATUS_INVALID);
    }
    const struct access_login none = {CREDENTIAL_PASSWORD, text_of("dana"), text_of(""), text_of("here")};
    assert_int_equal(access_sign_in(door.access, &none, noon, &ticket, &door.fault), STATUS_INVALID);
    /* One byte less is a name; and an address is clipped. */
    assert_int_equal(door_knock_from(&door, long_name, CREDENTIAL_PASSWORD, long_name + 1, "x", noon).outcome,
                     ACCESS_DENIED);
    door_end(&door);
}

static void secrets_have_a_least_length(void **state)
{
    struct door door;
    door_begin(&door, state);
    static const struct {
        enum credential_kind kind;
        enum status status;
        const char *secret;
    } rows[] = {
        {CREDENTIAL_PASSWORD, STATUS_INVALID, "123456789"},
        {CREDENTIAL_PASSWORD, STATUS_OK, "1234567890"},
        {CREDENTIAL_PIN, STATUS_INVALID, "123"},
        {CREDENTIAL_PIN, STATUS_OK, "1234"},
        {CREDENTIAL_PIN, STATUS_OK, "123456789012"},
        {CREDENTIAL_PIN, STATUS_INVALID, "1234567890123"},
        {CREDENTIAL_PIN, STATUS_INVALID, "12e4"},
        {CREDENTIAL_PATRON_PIN, STATUS_INVALID, "123"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct access_ticket ticket = {0};
        const struct access_credential credential = {.credential = rows[i].kind,
                                                     .who = text_of("sam"),
                                                     .secret = text_of(rows[i].secret),
                                                     .by = text_of("olga"),
                                                     .badge = text_of("18")};
        enum status status = access_set(door.access, &credential, noon, &ticket, &door.fault);
        assert_int_equal(status, rows[i].status);
        if (status == STATUS_OK)
            assert_int_equal(access_wait(door.access, &ticket), STATUS_OK);
    }
    door_end(&door);
}

/* ------------------------------------------------------------------------------------------ credentials */

static void a_new_password_takes_the_place_of_the_old(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access_ticket ticket = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    door_give(&door, CREDENTIAL_PASSWORD, "dana", "", "another horse");
    assert_false(access_find(door.access, text_of(ticket.token), noon, true, &session));
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_DENIED);
    assert_knock(&door, "dana", "another horse", noon, ACCESS_GRANTED);
    door_end(&door);
}

static void a_badge_is_one_persons_and_a_person_has_one(void **state)
{
    struct door door;
    door_begin(&door, state);
    struct access_ticket ticket = {0};
    const struct access_credential taken = {.credential = CREDENTIAL_PIN,
                                            .who = text_of("sam"),
                                            .secret = text_of("1111"),
                                            .by = text_of("olga"),
                                            .badge = text_of("17")};
    assert_int_equal(access_set(door.access, &taken, noon, &ticket, &door.fault), STATUS_OK);
    assert_int_equal(access_wait(door.access, &ticket), STATUS_INVALID);
    assert_non_null(strstr(ticket.fault.words, "badge 17"));
    door_give(&door, CREDENTIAL_PIN, "dana", "99", "2468");
    assert_int_equal(door_knock(&door, CREDENTIAL_PIN, "17", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PIN, "99", "2468", noon).outcome, ACCESS_GRANTED);
    assert_string_equal(access_standing_of(door.access, CREDENTIAL_PIN, text_of("dana"), noon).badge, "99");
    door_give(&door, CREDENTIAL_PIN, "sam", "17", "1111");
    ticket = door_knock(&door, CREDENTIAL_PIN, "17", "1111", noon);
    assert_string_equal(ticket.who, "sam");
    door_end(&door);
}

static void a_credential_that_was_removed_opens_nothing(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access_ticket before = door_knock(&door, CREDENTIAL_PATRON_PIN, "1001", "1357", noon),
                         ticket = {0};
    assert_int_equal(access_remove(door.access, CREDENTIAL_PATRON_PIN, text_of("1001"), text_of("olga"), noon,
                                   &ticket, &door.fault),
                     STATUS_OK);
    assert_int_equal(access_wait(door.access, &ticket), STATUS_OK);
    assert_false(access_find(door.access, text_of(before.token), noon, true, &session));
    assert_int_equal(door_knock(&door, CREDENTIAL_PATRON_PIN, "1001", "1357", noon).outcome, ACCESS_DENIED);
    door_end(&door);
}

static void credentials_of_the_demo_open_nothing_outside_it(void **state)
{
    struct door door;
    door_begin_with(&door, state, access_demo);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
    access_close(door.access);
    door.settings = cheap();
    door_open(&door, noon);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_DENIED);
    door_give(&door, CREDENTIAL_PASSWORD, "dana", "", "correct horse");
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
    door_end(&door);
}

/* Another program, such as the command line, may share the store. */
static void what_another_program_sets_is_known_at_the_next_knock(void **state)
{
    struct door door;
    door_begin(&door, state);
    struct access *ours = door.access;
    door_open(&door, noon);
    door_give(&door, CREDENTIAL_PIN, "sam", "18", "8642");
    access_close(door.access);
    door.access = ours;
    assert_int_equal(door_knock(&door, CREDENTIAL_PIN, "18", "8642", noon).outcome, ACCESS_GRANTED);
    door_end(&door);
}

static void a_secret_that_another_has_set_opens_nothing_until_its_owner_changes_it(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    static const struct {
        enum credential_kind kind;
        const char *name, *badge, *given, *own;
    } rows[] = {{CREDENTIAL_PASSWORD, "sam", "", "set by olga", "chosen by sam"},
                {CREDENTIAL_PIN, "18", "18", "1111", "2222"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        door_give_by(&door, "olga", rows[i].kind, "sam", rows[i].badge, rows[i].given);
        assert_true(access_standing_of(door.access, rows[i].kind, text_of("sam"), noon).given);
        struct access_ticket ticket = door_knock(&door, rows[i].kind, rows[i].name, rows[i].given, noon);
        assert_int_equal(ticket.outcome, ACCESS_MUST_CHANGE);
        assert_string_equal(ticket.who, "sam");
        assert_string_equal(ticket.set_by, "olga");
        assert_string_equal(ticket.token, "");
        assert_int_equal(door_knock(&door, rows[i].kind, rows[i].name, "0000", noon).outcome, ACCESS_DENIED);
        /* Without the old secret it cannot be changed. */
        ticket = door_change_secret(&door, rows[i].kind, rows[i].name, "0000", rows[i].own);
        assert_int_equal(ticket.outcome, ACCESS_DENIED);
        ticket = door_change_secret(&door, rows[i].kind, rows[i].name, rows[i].given, rows[i].own);
        assert_int_equal(ticket.outcome, ACCESS_GRANTED);
        assert_true(access_find(door.access, text_of(ticket.token), noon, true, &session));
        assert_int_equal(door_knock(&door, rows[i].kind, rows[i].name, rows[i].given, noon).outcome,
                         ACCESS_DENIED);
        assert_int_equal(door_knock(&door, rows[i].kind, rows[i].name, rows[i].own, noon).outcome,
                         ACCESS_GRANTED);
        assert_false(access_standing_of(door.access, rows[i].kind, text_of("sam"), noon).given);
    }
    assert_int_equal(door_events(&door, "sign-in-refused", "\"why\":\"given\""), 2);
    assert_int_equal(door_events(&door, "credential-set", "\"by\":\"sam\""), 3);
    /* The same after a restart; and a patron's PIN, which staff sets, is valid for that patron's data at once. */
    door_give_by(&door, "olga", CREDENTIAL_PASSWORD, "sam", "", "set by olga");
    door_give_by(&door, "olga", CREDENTIAL_PATRON_PIN, "1001", "", "9999");
    access_close(door.access);
    door_open(&door, noon);
    assert_knock(&door, "sam", "set by olga", noon, ACCESS_MUST_CHANGE);
    assert_int_equal(door_knock(&door, CREDENTIAL_PIN, "18", "2222", noon).outcome, ACCESS_GRANTED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PATRON_PIN, "1001", "9999", noon).outcome, ACCESS_GRANTED);
    door_end(&door);
}

static void who_changes_a_secret_chooses_another_and_is_signed_in_nowhere_else(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access_ticket before = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon),
                         ticket = {0};
    static const char *const bad[] = {"correct horse", "too short", ""};
    const struct access_login login = {CREDENTIAL_PASSWORD, text_of("dana"), text_of("correct horse"),
                                       text_of("here")};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(access_change(door.access, &login, text_of(bad[i]), noon, &ticket, &door.fault),
                         STATUS_INVALID);
    ticket = door_change_secret(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", "another horse");
    assert_false(access_find(door.access, text_of(before.token), noon, true, &session));
    assert_true(access_find(door.access, text_of(ticket.token), noon, true, &session));
    /* A wrong former one is a failure as any other. */
    for (unsigned i = 0; i < 5; i++)
        ticket = door_change_secret(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", "a third horse");
    assert_knock(&door, "dana", "another horse", noon, ACCESS_LOCKED_OUT);
    door_end(&door);
}

/* ------------------------------------------------------------------------------------------ sessions */

static void a_session_ends_when_it_is_idle_or_old(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access *access = door.access;
    struct access_ticket staff = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    struct access_ticket patron = door_knock(&door, CREDENTIAL_PATRON_PIN, "1001", "1357", noon);
    struct text cookie = text_of(staff.token);
    /* A timer of the page is no activity: one millisecond below, and at, half an hour. */
    assert_true(access_find(access, cookie, later(30 * MINUTE - 1), false, &session));
    assert_false(access_find(access, cookie, later(30 * MINUTE), false, &session));
    assert_false(access_find(access, cookie, noon, true, &session)); /* gone for good */
    assert_true(access_find(access, text_of(patron.token), later(3 * MINUTE - 1), true, &session));
    assert_true(access_find(access, text_of(patron.token), later(6 * MINUTE - 2), true, &session));
    assert_false(access_find(access, text_of(patron.token), later(9 * MINUTE - 2), true, &session));
    /* Somebody who never rests stays for twelve hours. */
    struct access_ticket restless = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    cookie = text_of(restless.token);
    for (int64_t at = 0; at < 12 * HOUR; at += 20 * MINUTE)
        assert_true(access_find(access, cookie, later(at), true, &session));
    assert_true(access_find(access, cookie, later(INT64_C(12) * HOUR - 1), true, &session));
    assert_false(access_find(access, cookie, later(INT64_C(12) * HOUR), true, &session));
    assert_int_equal(access_session_count(access), 0);
    access_close(access);
    door.access = NULL;
    assert_int_equal(door_events(&door, "signed-out", "idle"), 2);
    assert_int_equal(door_events(&door, "signed-out", "too-long"), 1);
    door_end(&door);
}

static void only_the_token_itself_is_a_session(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access_ticket one = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    struct access_ticket two = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    assert_int_equal(strlen(one.token), ACCESS_TOKEN_SIZE - 1);
    assert_string_not_equal(one.token, two.token);
    assert_string_not_equal(one.session.csrf, two.session.csrf);
    assert_string_not_equal(one.session.csrf, one.token);
    assert_true(access_csrf_is(&one.session, text_of(one.session.csrf)));
    assert_false(access_csrf_is(&one.session, text_of(two.session.csrf)));
    assert_false(access_csrf_is(&one.session, text_of("")));
    assert_false(access_csrf_is(&one.session, text_slice(text_of(one.session.csrf), 0, 63)));
    assert_false(access_find(door.access, text_of(""), noon, true, &session));
    assert_false(access_find(door.access, text_slice(text_of(one.token), 0, 63), noon, true, &session));
    one.token[63] = one.token[63] == '0' ? '1' : '0';
    assert_false(access_find(door.access, text_of(one.token), noon, true, &session));
    access_sign_out(door.access, &two.session, noon);
    assert_false(access_find(door.access, text_of(two.token), noon, true, &session));
    assert_int_equal(access_session_count(door.access), 1);
    door_end(&door);
}

static void the_idlest_session_makes_room(void **state)
{
    struct door door;
    struct access_session session;
    struct access_ticket tickets[4];
    struct access_settings settings = cheap();
    settings.sessions_max = 3;
    door_begin_with(&door, state, settings);
    for (unsigned i = 0; i < 3; i++)
        tickets[i] = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", later(i));
    assert_true(access_find(door.access, text_of(tickets[0].token), later(3), true, &session));
    tickets[3] = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", later(4));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(access_find(door.access, text_of(tickets[i].token), later(5), false, &session),
                         i != 1);
    assert_int_equal(access_session_count(door.access), 3);
    door_end(&door);
}

static void who_is_dismissed_is_out_at_once(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access_ticket dana = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    struct access_ticket sam = door_knock(&door, CREDENTIAL_PASSWORD, "sam", "battery staple", noon);
    books_do(&door.books, "dismiss dana by olga");
    /* The current floor decides at every request, even before access control has been told. */
    assert_false(access_may(&dana.session, door_floor(&door), ACCESS_WORK));
    assert_int_equal(access_person_changed(door.access, door_floor(&door), text_of("dana"), noon, NULL),
                     STATUS_OK);
    assert_false(access_find(door.access, text_of(dana.token), noon, true, &session));
    assert_true(access_find(door.access, text_of(sam.token), noon, true, &session));
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_DENIED);
    assert_int_equal(door_events(&door, "sign-in-refused", "not-here"), 1);
    books_do(&door.books, "appoint dana role cage by olga");
    assert_int_equal(access_person_changed(door.access, door_floor(&door), text_of("dana"), noon, NULL),
                     STATUS_OK);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
    door_end(&door);
}

static void a_start_signs_everybody_out(void **state)
{
    struct door door;
    struct access_session session;
    door_begin(&door, state);
    struct access_ticket ticket = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    access_close(door.access);
    door_open(&door, noon);
    assert_false(access_find(door.access, text_of(ticket.token), noon, true, &session));
    door_end(&door);
}

/* ------------------------------------------------------------------------------------------ the queue */

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    bool entered, open;
    unsigned answered;
};

static void hold_worker(struct access_ticket *ticket)
{
    struct gate *gate = ticket->context;
    (void)pthread_mutex_lock(&gate->lock);
    gate->entered = true;
    (void)pthread_cond_broadcast(&gate->moved);
    while (!gate->open)
        (void)pthread_cond_wait(&gate->moved, &gate->lock);
    gate->answered++;
    (void)pthread_mutex_unlock(&gate->lock);
}

static void who_finds_the_queue_full_is_told_so(void **state)
{
    struct door door;
    struct access_settings settings = cheap();
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false, 0};
    struct access_ticket tickets[4] = {{0}};
    const struct access_login login = {CREDENTIAL_PASSWORD, text_of("dana"), text_of("correct horse"),
                                       text_of("10.0.0.5")};
    settings.queue_max = 2;
    door_begin_with(&door, state, settings);
    for (unsigned i = 0; i < 4; i++) {
        tickets[i].done = hold_worker;
        tickets[i].context = &gate;
        enum status status = access_sign_in(door.access, &login, noon, &tickets[i], &door.fault);
        assert_int_equal(status, i < 3 ? STATUS_OK : STATUS_NO_SPACE);
        (void)pthread_mutex_lock(&gate.lock);
        while (!gate.entered) /* the first is with the worker, and not in the queue */
            (void)pthread_cond_wait(&gate.moved, &gate.lock);
        (void)pthread_mutex_unlock(&gate.lock);
    }
    assert_string_equal(tickets[3].own.secret, "");
    (void)pthread_mutex_lock(&gate.lock);
    gate.open = true;
    (void)pthread_cond_broadcast(&gate.moved);
    (void)pthread_mutex_unlock(&gate.lock);
    access_close(door.access); /* answers those that wait */
    door.access = NULL;
    assert_int_equal(gate.answered, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(tickets[i].outcome, ACCESS_GRANTED);
    door_end(&door);
}

static void the_house_writes_while_people_sign_in(void **state)
{
    struct door door;
    door_begin(&door, state);
    for (unsigned i = 0; i < 10; i++) {
        books_do(&door.books, "start-round C4-1 fees 1,2 by dana");
        assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
        books_do(&door.books, "end-round C4-1 by dana");
    }
    door_end(&door);
}

static void an_event_that_cannot_be_is_named(void **state)
{
    struct door door;
    door_begin(&door, state);
    access_close(door.access);
    door.access = NULL;
    (void)place_sql(&door.place, "UPDATE event SET kind = 'dance' WHERE kind = 'credential-set'");
    assert_int_equal(access_open(text_of(door.place.address), STORE_EXISTING, &door.settings, noon,
                                 &door.access, &door.fault),
                     STATUS_INVALID);
    assert_non_null(strstr(door.fault.words, "event 1 of the stream access"));
    (void)place_sql(&door.place, "UPDATE event SET kind = 'credential-set' WHERE kind = 'dance'");
    door_end(&door);
}

static void the_audit_finds_an_event_that_was_changed(void **state)
{
    struct door door;
    struct audit audit;
    door_begin(&door, state);
    door_fail_times(&door, "dana", 1, noon);
    access_close(door.access);
    door.access = NULL;
    books_audit(&door.place, &audit);
    assert_int_equal(audit.finding_count, 0);
    static const char *const changes[2] = {
        "UPDATE event SET payload = replace(payload, 'dana', 'sam_') WHERE kind = 'sign-in-refused'",
        "UPDATE event SET payload = replace(payload, 'sam_', 'dana') WHERE kind = 'sign-in-refused'"};
    for (unsigned i = 0; i < 2; i++) {
        (void)place_sql(&door.place, changes[i]);
        books_audit(&door.place, &audit);
        assert_int_equal(audit.finding_count, i == 0);
        if (i == 0)
            assert_string_equal(audit.findings[0].words,
                                "the stream access: event 5 is not as it was written");
    }
    door_end(&door);
}

static void the_stream_can_be_looked_at_only(void **state)
{
    struct door door;
    struct access_ticket ticket = {0};
    const struct access_login login = {CREDENTIAL_PASSWORD, text_of("dana"), text_of("correct horse"),
                                       text_of("10.0.0.5")};
    door_begin(&door, state);
    access_close(door.access);
    assert_int_equal(access_open(text_of(door.place.address), STORE_READ_ONLY, &door.settings, noon,
                                 &door.access, &door.fault),
                     STATUS_OK);
    assert_true(access_standing_of(door.access, CREDENTIAL_PASSWORD, text_of("dana"), noon).set);
    assert_false(access_standing_of(door.access, CREDENTIAL_PIN, text_of("sam"), noon).set);
    assert_int_equal(access_sign_in(door.access, &login, noon, &ticket, &door.fault), STATUS_INVALID);
    door_end(&door);
}

/* ------------------------------------------------------------------------------------------ the document */

static void docs_formats_access_md_says_what_the_shapes_say(void **state)
{
    (void)state;
    static const char *const kinds[] = {
        [FIELD_TEXT] = "text", [FIELD_COUNT] = "count", [FIELD_FLAG] = "flag", [FIELD_TIME] = "time"};
    static struct books books;
    arena_init(&books.lines, BOOKS_MEMORY_MAX);
    struct text document = books_file(&books, "docs/formats/access.md");
    char expected[4096];
    for (unsigned kind = 0; kind < ACCESS_EVENT_KINDS; kind++) {
        const struct record_shape *shape = access_event_shape((enum access_event_kind)kind);
        struct text_out out;
        record_shape_check(shape);
        text_out_init(&out, expected, sizeof expected);
        text_out_add(&out, "### %s\n\n%c%s.\n\n| field | kind | required | meaning |\n|---|---|---|---|\n",
                     shape->name, shape->meaning[0] - 'a' + 'A', shape->meaning + 1);
        for (unsigned i = 0; i < shape->field_count; i++) {
            const struct field *field = &shape->fields[i];
            text_out_add(&out, "| %s | ", field->name);
            for (unsigned word = 0; field->kind == FIELD_WORD && field->words[word]; word++)
                text_out_add(&out, "%s%s", word ? " / " : "one of ", field->words[word]);
            text_out_add(&out, "%s | %s | %s |\n", field->kind == FIELD_WORD ? "" : kinds[field->kind],
                         field->required ? "yes" : "", field->meaning);
        }
        assert_false(out.truncated);
        if (!text_contains(document, text_out_text(&out)))
            fail_msg("docs/formats/access.md has not:\n%s", expected);
    }
    arena_release(&books.lines);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_credential_opens),
        cmocka_unit_test(a_credential_opens_only_its_own_door),
        cmocka_unit_test(nobody_learns_whether_a_name_exists),
        cmocka_unit_test(what_cannot_be_a_name_or_secret_is_said_at_once),
        cmocka_unit_test(secrets_have_a_least_length),
        cmocka_unit_test(a_new_password_takes_the_place_of_the_old),
        cmocka_unit_test(a_secret_that_another_has_set_opens_nothing_until_its_owner_changes_it),
        cmocka_unit_test(who_changes_a_secret_chooses_another_and_is_signed_in_nowhere_else),
        cmocka_unit_test(a_badge_is_one_persons_and_a_person_has_one),
        cmocka_unit_test(a_credential_that_was_removed_opens_nothing),
        cmocka_unit_test(credentials_of_the_demo_open_nothing_outside_it),
        cmocka_unit_test(what_another_program_sets_is_known_at_the_next_knock),
        cmocka_unit_test(a_session_ends_when_it_is_idle_or_old),
        cmocka_unit_test(only_the_token_itself_is_a_session),
        cmocka_unit_test(the_idlest_session_makes_room),
        cmocka_unit_test(who_is_dismissed_is_out_at_once),
        cmocka_unit_test(a_start_signs_everybody_out),
        cmocka_unit_test(who_finds_the_queue_full_is_told_so),
        cmocka_unit_test(the_house_writes_while_people_sign_in),
        cmocka_unit_test(an_event_that_cannot_be_is_named),
        cmocka_unit_test(the_audit_finds_an_event_that_was_changed),
        cmocka_unit_test(the_stream_can_be_looked_at_only),
        cmocka_unit_test(docs_formats_access_md_says_what_the_shapes_say),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
