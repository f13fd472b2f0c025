/*
 * Access control on both engines: who can sign in, who is locked out and for how long, what sessions and roles allow, and
 * that all of it is in the log (D1 to D6, N1 to N3, B1 to B3).
 */
#include "books/books_test.h"
#include "house/kernel/floor.h"
#include "server/access/access.h"

#include <pthread.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static const struct instant noon = {INT64_C(1793649600000)};

static struct instant later(int64_t ms)
{
    return (struct instant){noon.ms + ms};
}

struct fixture {
    struct store_place place;
    struct books books;
    struct access *access;
    struct access_settings settings;
    struct fault fault;
};

static struct access_settings cheap(void)
{
    struct access_settings settings = access_usual;
    settings.hash_operations = crypto_pwhash_OPSLIMIT_MIN;
    settings.hash_memory = crypto_pwhash_MEMLIMIT_MIN;
    return settings;
}

static const struct floor *floor_of(const struct fixture *fixture)
{
    return keeper_floor(fixture->books.keeper);
}

static void open_door(struct fixture *fixture, struct instant now)
{
    if (access_open(text_of(fixture->place.address), STORE_EXISTING, &fixture->settings, now,
                    &fixture->access, &fixture->fault) != STATUS_OK)
        fail_msg("%s", fixture->fault.words);
    assert_int_equal(access_know_staff(fixture->access, floor_of(fixture), &fixture->fault), STATUS_OK);
}

static void give_by(struct fixture *fixture, const char *by, enum credential_kind kind, const char *who,
                    const char *badge, const char *secret)
{
    struct access_ticket ticket = {0};
    const struct access_credential credential = {.credential = kind,
                                                 .who = text_of(who),
                                                 .secret = text_of(secret),
                                                 .by = text_of(by),
                                                 .badge = text_of(badge)};
    if (access_set(fixture->access, &credential, noon, &ticket, &fixture->fault) != STATUS_OK)
        fail_msg("%s", fixture->fault.words);
    if (access_wait(fixture->access, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
}

/* As if the owner had chosen it. */
static void give(struct fixture *fixture, enum credential_kind kind, const char *who, const char *badge,
                 const char *secret)
{
    give_by(fixture, who, kind, who, badge, secret);
}

static void begin_with(struct fixture *fixture, void **state, struct access_settings settings)
{
    const bool *postgres = *state;
    *fixture = (struct fixture){.settings = settings};
    fixture->place = place_make(*postgres, "access_test");
    books_open(&fixture->books, &fixture->place);
    books_begin(&fixture->books);
    open_door(fixture, noon);
    give(fixture, CREDENTIAL_PASSWORD, "dana", "", "correct horse");
    give(fixture, CREDENTIAL_PASSWORD, "sam", "", "battery staple");
    give(fixture, CREDENTIAL_PIN, "dana", "17", "2468");
    give(fixture, CREDENTIAL_PATRON_PIN, "1001", "", "1357");
}

static void begin(struct fixture *fixture, void **state)
{
    begin_with(fixture, state, cheap());
}

static void end(struct fixture *fixture)
{
    access_close(fixture->access);
    books_close(&fixture->books);
    assert_whole(&fixture->place);
    place_remove(&fixture->place);
}

static long long events_of(const struct fixture *fixture, const char *kind, const char *part)
{
    char sql[512];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM event WHERE kind = '%s' AND CAST(payload AS TEXT) LIKE '%%%s%%'",
                   kind, part);
    return place_sql(&fixture->place, sql);
}

/* ------------------------------------------------------------------------------------------ asking */

static struct access_ticket knock_from(struct fixture *fixture, const char *from, enum credential_kind kind,
                                       const char *name, const char *secret, struct instant now)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, text_of(name), text_of(secret), text_of(from)};
    if (access_sign_in(fixture->access, &login, now, &ticket, &fixture->fault) != STATUS_OK)
        fail_msg("%s", fixture->fault.words);
    if (access_wait(fixture->access, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
    return ticket;
}

static struct access_ticket knock(struct fixture *fixture, enum credential_kind kind, const char *name,
                                  const char *secret, struct instant now)
{
    return knock_from(fixture, "10.0.0.5", kind, name, secret, now);
}

static void assert_knock(struct fixture *fixture, const char *name, const char *secret, struct instant now,
                         enum access_outcome outcome)
{
    struct access_ticket ticket = knock(fixture, CREDENTIAL_PASSWORD, name, secret, now);
    if (ticket.outcome != outcome)
        fail_msg("%s at %lld: outcome %d", name, (long long)(now.ms - noon.ms), (int)ticket.outcome);
}

static void fail_times(struct fixture *fixture, const char *name, unsigned times, struct instant now)
{
    for (unsigned i = 0; i < times; i++)
        assert_knock(fixture, name, "wrong", now, ACCESS_DENIED);
}

static void each_kind_of_credential_opens(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    static const struct {
        enum credential_kind kind;
        const char *name, *secret, *who;
    } good[] = {{CREDENTIAL_PASSWORD, "dana", "correct horse", "dana"},
                {CREDENTIAL_PIN, "17", "2468", "dana"},
                {CREDENTIAL_PATRON_PIN, "1001", "1357", "1001"}};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct access_ticket ticket = knock(&fixture, good[i].kind, good[i].name, good[i].secret, noon);
        struct access_session session;
        assert_int_equal(ticket.outcome, ACCESS_GRANTED);
        assert_string_equal(ticket.who, good[i].who);
        assert_true(access_find(fixture.access, text_of(ticket.token), noon, true, &session));
        assert_string_equal(session.who, good[i].who);
        assert_int_equal(session.credential, good[i].kind);
        assert_string_equal(ticket.own.secret, ""); /* wiped */
    }
    assert_int_equal(events_of(&fixture, "sign-in", "10.0.0.5"), 3);
    assert_int_equal(events_of(&fixture, "credential-set", "$argon2id$"), 4);
    assert_int_equal(events_of(&fixture, "credential-set", "correct"), 0);
    end(&fixture);
}

static void a_credential_opens_only_its_own_door(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    assert_int_equal(knock(&fixture, CREDENTIAL_PASSWORD, "dana", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PIN, "dana", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PASSWORD, "17", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PATRON_PIN, "17", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PASSWORD, "1001", "1357", noon).outcome, ACCESS_DENIED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PASSWORD, "dana", "battery staple", noon).outcome,
                     ACCESS_DENIED);
    assert_int_equal(access_session_count(fixture.access), 0);
    end(&fixture);
}

static void nobody_learns_whether_a_name_exists(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    static const char *const names[] = {"dana", "nobody"};
    for (unsigned i = 0; i < 2; i++) {
        fail_times(&fixture, names[i], 5, noon);
        struct access_ticket ticket = knock(&fixture, CREDENTIAL_PASSWORD, names[i], "wrong", noon);
        assert_int_equal(ticket.outcome, ACCESS_LOCKED_OUT);
        assert_int_equal(ticket.locked_until.ms, later(15 * MINUTE).ms);
        assert_string_equal(ticket.who, "");
        assert_string_equal(ticket.token, "");
    }
    /* A password may have been typed as an unknown name, so the name is not kept. */
    assert_int_equal(events_of(&fixture, "sign-in-refused", "nobody"), 0);
    assert_int_equal(events_of(&fixture, "sign-in-refused", "unknown"), 5);
    assert_int_equal(events_of(&fixture, "sign-in-refused", "dana"), 6);
    end(&fixture);
}

static void what_cannot_be_a_name_or_secret_is_said_at_once(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    static const char long_name[] = "1234567890123456789012345678901234567890123456789012345678901234x";
    const struct text bad[] = {text_of(""), text_of(long_name), {"\xff", 1}, {"a\0b", 3}};
    struct access_ticket ticket = {0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct access_login login = {CREDENTIAL_PASSWORD, bad[i], text_of("x"), text_of("here")};
        assert_int_equal(access_sign_in(fixture.access, &login, noon, &ticket, &fixture.fault),
                         STATUS_INVALID);
    }
    const struct access_login none = {CREDENTIAL_PASSWORD, text_of("dana"), text_of(""), text_of("here")};
    assert_int_equal(access_sign_in(fixture.access, &none, noon, &ticket, &fixture.fault), STATUS_INVALID);
    /* One byte less is a name; and an address is clipped. */
    assert_int_equal(knock_from(&fixture, long_name, CREDENTIAL_PASSWORD, long_name + 1, "x", noon).outcome,
                     ACCESS_DENIED);
    end(&fixture);
}

static void secrets_have_a_least_length(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
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
        enum status status = access_set(fixture.access, &credential, noon, &ticket, &fixture.fault);
        assert_int_equal(status, rows[i].status);
        if (status == STATUS_OK)
            assert_int_equal(access_wait(fixture.access, &ticket), STATUS_OK);
    }
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ lock-out */

static void five_failures_lock_and_four_do_not(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    fail_times(&fixture, "dana", 4, noon);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
    /* A successful sign-in resets the count. */
    fail_times(&fixture, "dana", 4, noon);
    assert_int_equal(events_of(&fixture, "locked", "dana"), 0);
    fail_times(&fixture, "dana", 1, noon);
    assert_int_equal(events_of(&fixture, "locked", "dana"), 1);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_LOCKED_OUT);
    /* Others, and the badge of the same person, are not. */
    assert_knock(&fixture, "sam", "battery staple", noon, ACCESS_GRANTED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PIN, "17", "2468", noon).outcome, ACCESS_GRANTED);
    end(&fixture);
}

static void a_lock_ends_to_the_millisecond(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    fail_times(&fixture, "dana", 5, noon);
    assert_knock(&fixture, "dana", "correct horse", later(15 * MINUTE - 1), ACCESS_LOCKED_OUT);
    assert_knock(&fixture, "dana", "correct horse", later(15 * MINUTE), ACCESS_GRANTED);
    end(&fixture);
}

static void failures_count_for_fifteen_minutes(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    fail_times(&fixture, "dana", 1, noon);
    fail_times(&fixture, "sam", 1, noon);
    fail_times(&fixture, "dana", 4, later(15 * MINUTE)); /* the first is over */
    assert_knock(&fixture, "dana", "correct horse", later(15 * MINUTE), ACCESS_GRANTED);
    fail_times(&fixture, "sam", 4, later(15 * MINUTE - 1));
    assert_knock(&fixture, "sam", "battery staple", later(15 * MINUTE - 1), ACCESS_LOCKED_OUT);
    end(&fixture);
}

static void an_address_is_locked_after_twenty(void **state)
{
    struct fixture fixture;
    char name[16];
    begin(&fixture, state);
    for (unsigned i = 0; i < 19; i++) {
        (void)snprintf(name, sizeof name, "guess%u", i);
        fail_times(&fixture, name, 1, noon);
    }
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED); /* which forgives no address */
    fail_times(&fixture, "guess19", 1, noon);
    assert_int_equal(events_of(&fixture, "locked", "10.0.0.5"), 1);
    struct access_ticket ticket = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    assert_int_equal(ticket.outcome, ACCESS_LOCKED_OUT);
    assert_int_equal(ticket.locked_until.ms, later(15 * MINUTE).ms);
    assert_int_equal(events_of(&fixture, "sign-in-refused", "address-locked"), 1);
    assert_int_equal(
        knock_from(&fixture, "10.0.0.6", CREDENTIAL_PASSWORD, "dana", "correct horse", noon).outcome,
        ACCESS_GRANTED);
    assert_knock(&fixture, "dana", "correct horse", later(15 * MINUTE), ACCESS_GRANTED);
    end(&fixture);
}

static void a_limit_of_none_locks_nobody(void **state)
{
    struct fixture fixture;
    struct access_settings settings = cheap();
    settings.by_name.limit = settings.by_address.limit = 0;
    begin_with(&fixture, state, settings);
    fail_times(&fixture, "dana", 25, noon);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
    end(&fixture);
}

static void a_lock_outlives_the_program(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    fail_times(&fixture, "dana", 5, noon);
    fail_times(&fixture, "sam", 4, noon);
    access_close(fixture.access);
    open_door(&fixture, later(MINUTE));
    assert_knock(&fixture, "dana", "correct horse", later(MINUTE), ACCESS_LOCKED_OUT);
    fail_times(&fixture, "sam", 1, later(MINUTE));
    assert_knock(&fixture, "sam", "battery staple", later(MINUTE), ACCESS_LOCKED_OUT);
    access_close(fixture.access);
    open_door(&fixture, later(16 * MINUTE));
    assert_knock(&fixture, "dana", "correct horse", later(16 * MINUTE), ACCESS_GRANTED);
    end(&fixture);
}

static void an_unlocked_person_may_try_at_once(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    fail_times(&fixture, "dana", 5, noon);
    assert_int_equal(
        access_standing_of(fixture.access, CREDENTIAL_PASSWORD, text_of("dana"), noon).locked_until.ms,
        later(15 * MINUTE).ms);
    struct access_ticket ticket = {0};
    assert_int_equal(access_unlock(fixture.access, CREDENTIAL_PASSWORD, text_of("dana"), text_of("olga"),
                                   noon, &ticket, &fixture.fault),
                     STATUS_OK);
    assert_int_equal(access_wait(fixture.access, &ticket), STATUS_OK);
    assert_int_equal(events_of(&fixture, "unlocked", "olga"), 1);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
    end(&fixture);
}

static void many_names_do_not_fill_the_memory(void **state)
{
    (void)state;
    struct access_book book;
    char name[32];
    assert_int_equal(access_book_init(&book, access_usual.by_name, access_usual.by_address, NULL), STATUS_OK);
    for (unsigned i = 0; i < ACCESS_COUNTS_MAX + 10; i++) {
        (void)snprintf(name, sizeof name, "guess%u", i);
        access_book_fail(&book, access_counted_name(CREDENTIAL_PASSWORD, text_of(name), false), book.by_name,
                         later((int64_t)i));
    }
    assert_int_equal(book.count, ACCESS_COUNTS_MAX);
    struct access_counted first = access_counted_name(CREDENTIAL_PASSWORD, text_of("guess0"), false);
    struct access_counted last = access_counted_name(CREDENTIAL_PASSWORD, text_of(name), false);
    for (unsigned i = 0; i < 3; i++) { /* the first was forgotten, the last has four now */
        access_book_fail(&book, first, book.by_name, later(MINUTE));
        access_book_fail(&book, last, book.by_name, later(MINUTE));
    }
    assert_false(access_book_near(&book, first, book.by_name, later(MINUTE)));
    assert_true(access_book_near(&book, last, book.by_name, later(MINUTE)));
    access_book_release(&book);
}

/* ------------------------------------------------------------------------------------------ credentials */

static void a_new_password_takes_the_place_of_the_old(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access_ticket ticket = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    give(&fixture, CREDENTIAL_PASSWORD, "dana", "", "another horse");
    assert_false(access_find(fixture.access, text_of(ticket.token), noon, true, &session));
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_DENIED);
    assert_knock(&fixture, "dana", "another horse", noon, ACCESS_GRANTED);
    end(&fixture);
}

static void a_badge_is_one_persons_and_a_person_has_one(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct access_ticket ticket = {0};
    const struct access_credential taken = {.credential = CREDENTIAL_PIN,
                                            .who = text_of("sam"),
                                            .secret = text_of("1111"),
                                            .by = text_of("olga"),
                                            .badge = text_of("17")};
    assert_int_equal(access_set(fixture.access, &taken, noon, &ticket, &fixture.fault), STATUS_OK);
    assert_int_equal(access_wait(fixture.access, &ticket), STATUS_INVALID);
    assert_non_null(strstr(ticket.fault.words, "badge 17"));
    give(&fixture, CREDENTIAL_PIN, "dana", "99", "2468");
    assert_int_equal(knock(&fixture, CREDENTIAL_PIN, "17", "2468", noon).outcome, ACCESS_DENIED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PIN, "99", "2468", noon).outcome, ACCESS_GRANTED);
    assert_string_equal(access_standing_of(fixture.access, CREDENTIAL_PIN, text_of("dana"), noon).badge,
                        "99");
    give(&fixture, CREDENTIAL_PIN, "sam", "17", "1111");
    ticket = knock(&fixture, CREDENTIAL_PIN, "17", "1111", noon);
    assert_string_equal(ticket.who, "sam");
    end(&fixture);
}

static void a_credential_that_was_removed_opens_nothing(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access_ticket before = knock(&fixture, CREDENTIAL_PATRON_PIN, "1001", "1357", noon), ticket = {0};
    assert_int_equal(access_remove(fixture.access, CREDENTIAL_PATRON_PIN, text_of("1001"), text_of("olga"),
                                   noon, &ticket, &fixture.fault),
                     STATUS_OK);
    assert_int_equal(access_wait(fixture.access, &ticket), STATUS_OK);
    assert_false(access_find(fixture.access, text_of(before.token), noon, true, &session));
    assert_int_equal(knock(&fixture, CREDENTIAL_PATRON_PIN, "1001", "1357", noon).outcome, ACCESS_DENIED);
    end(&fixture);
}

static void credentials_of_the_demo_open_nothing_outside_it(void **state)
{
    struct fixture fixture;
    begin_with(&fixture, state, access_demo);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
    access_close(fixture.access);
    fixture.settings = cheap();
    open_door(&fixture, noon);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_DENIED);
    give(&fixture, CREDENTIAL_PASSWORD, "dana", "", "correct horse");
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
    end(&fixture);
}

/* Another program, such as the command line, may share the store. */
static void what_another_program_sets_is_known_at_the_next_knock(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct access *ours = fixture.access;
    open_door(&fixture, noon);
    give(&fixture, CREDENTIAL_PIN, "sam", "18", "8642");
    access_close(fixture.access);
    fixture.access = ours;
    assert_int_equal(knock(&fixture, CREDENTIAL_PIN, "18", "8642", noon).outcome, ACCESS_GRANTED);
    end(&fixture);
}

static struct access_ticket change_secret(struct fixture *fixture, enum credential_kind kind,
                                          const char *name, const char *former, const char *fresh)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, text_of(name), text_of(former), text_of("10.0.0.5")};
    assert_int_equal(access_change(fixture->access, &login, text_of(fresh), noon, &ticket, &fixture->fault),
                     STATUS_OK);
    if (access_wait(fixture->access, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
    assert_string_equal(ticket.own.secret, "");
    assert_string_equal(ticket.own.fresh, "");
    return ticket;
}

static void a_secret_that_another_has_set_opens_nothing_until_its_owner_changes_it(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    static const struct {
        enum credential_kind kind;
        const char *name, *badge, *given, *own;
    } rows[] = {{CREDENTIAL_PASSWORD, "sam", "", "set by olga", "chosen by sam"},
                {CREDENTIAL_PIN, "18", "18", "1111", "2222"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        give_by(&fixture, "olga", rows[i].kind, "sam", rows[i].badge, rows[i].given);
        assert_true(access_standing_of(fixture.access, rows[i].kind, text_of("sam"), noon).given);
        struct access_ticket ticket = knock(&fixture, rows[i].kind, rows[i].name, rows[i].given, noon);
        assert_int_equal(ticket.outcome, ACCESS_MUST_CHANGE);
        assert_string_equal(ticket.who, "sam");
        assert_string_equal(ticket.set_by, "olga");
        assert_string_equal(ticket.token, "");
        assert_int_equal(knock(&fixture, rows[i].kind, rows[i].name, "0000", noon).outcome, ACCESS_DENIED);
        /* Without the old secret it cannot be changed. */
        ticket = change_secret(&fixture, rows[i].kind, rows[i].name, "0000", rows[i].own);
        assert_int_equal(ticket.outcome, ACCESS_DENIED);
        ticket = change_secret(&fixture, rows[i].kind, rows[i].name, rows[i].given, rows[i].own);
        assert_int_equal(ticket.outcome, ACCESS_GRANTED);
        assert_true(access_find(fixture.access, text_of(ticket.token), noon, true, &session));
        assert_int_equal(knock(&fixture, rows[i].kind, rows[i].name, rows[i].given, noon).outcome,
                         ACCESS_DENIED);
        assert_int_equal(knock(&fixture, rows[i].kind, rows[i].name, rows[i].own, noon).outcome,
                         ACCESS_GRANTED);
        assert_false(access_standing_of(fixture.access, rows[i].kind, text_of("sam"), noon).given);
    }
    assert_int_equal(events_of(&fixture, "sign-in-refused", "\"why\":\"given\""), 2);
    assert_int_equal(events_of(&fixture, "credential-set", "\"by\":\"sam\""), 3);
    /* The same after a restart; and a patron's PIN, which staff sets, is valid for that patron's data at once. */
    give_by(&fixture, "olga", CREDENTIAL_PASSWORD, "sam", "", "set by olga");
    give_by(&fixture, "olga", CREDENTIAL_PATRON_PIN, "1001", "", "9999");
    access_close(fixture.access);
    open_door(&fixture, noon);
    assert_knock(&fixture, "sam", "set by olga", noon, ACCESS_MUST_CHANGE);
    assert_int_equal(knock(&fixture, CREDENTIAL_PIN, "18", "2222", noon).outcome, ACCESS_GRANTED);
    assert_int_equal(knock(&fixture, CREDENTIAL_PATRON_PIN, "1001", "9999", noon).outcome, ACCESS_GRANTED);
    end(&fixture);
}

static void who_changes_a_secret_chooses_another_and_is_signed_in_nowhere_else(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access_ticket before = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon),
                         ticket = {0};
    static const char *const bad[] = {"correct horse", "too short", ""};
    const struct access_login login = {CREDENTIAL_PASSWORD, text_of("dana"), text_of("correct horse"),
                                       text_of("here")};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(
            access_change(fixture.access, &login, text_of(bad[i]), noon, &ticket, &fixture.fault),
            STATUS_INVALID);
    ticket = change_secret(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", "another horse");
    assert_false(access_find(fixture.access, text_of(before.token), noon, true, &session));
    assert_true(access_find(fixture.access, text_of(ticket.token), noon, true, &session));
    /* A wrong former one is a failure as any other. */
    for (unsigned i = 0; i < 5; i++)
        ticket = change_secret(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", "a third horse");
    assert_knock(&fixture, "dana", "another horse", noon, ACCESS_LOCKED_OUT);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ sessions */

static void a_session_ends_when_it_is_idle_or_old(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access *access = fixture.access;
    struct access_ticket staff = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    struct access_ticket patron = knock(&fixture, CREDENTIAL_PATRON_PIN, "1001", "1357", noon);
    struct text cookie = text_of(staff.token);
    /* A timer of the page is no activity: one millisecond below, and at, half an hour. */
    assert_true(access_find(access, cookie, later(30 * MINUTE - 1), false, &session));
    assert_false(access_find(access, cookie, later(30 * MINUTE), false, &session));
    assert_false(access_find(access, cookie, noon, true, &session)); /* gone for good */
    assert_true(access_find(access, text_of(patron.token), later(3 * MINUTE - 1), true, &session));
    assert_true(access_find(access, text_of(patron.token), later(6 * MINUTE - 2), true, &session));
    assert_false(access_find(access, text_of(patron.token), later(9 * MINUTE - 2), true, &session));
    /* Somebody who never rests stays for twelve hours. */
    struct access_ticket restless = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    cookie = text_of(restless.token);
    for (int64_t at = 0; at < 12 * HOUR; at += 20 * MINUTE)
        assert_true(access_find(access, cookie, later(at), true, &session));
    assert_true(access_find(access, cookie, later(INT64_C(12) * HOUR - 1), true, &session));
    assert_false(access_find(access, cookie, later(INT64_C(12) * HOUR), true, &session));
    assert_int_equal(access_session_count(access), 0);
    access_close(access);
    fixture.access = NULL;
    assert_int_equal(events_of(&fixture, "signed-out", "idle"), 2);
    assert_int_equal(events_of(&fixture, "signed-out", "too-long"), 1);
    end(&fixture);
}

static void only_the_token_itself_is_a_session(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access_ticket one = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    struct access_ticket two = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    assert_int_equal(strlen(one.token), ACCESS_TOKEN_SIZE - 1);
    assert_string_not_equal(one.token, two.token);
    assert_string_not_equal(one.session.csrf, two.session.csrf);
    assert_string_not_equal(one.session.csrf, one.token);
    assert_true(access_csrf_is(&one.session, text_of(one.session.csrf)));
    assert_false(access_csrf_is(&one.session, text_of(two.session.csrf)));
    assert_false(access_csrf_is(&one.session, text_of("")));
    assert_false(access_csrf_is(&one.session, text_slice(text_of(one.session.csrf), 0, 63)));
    assert_false(access_find(fixture.access, text_of(""), noon, true, &session));
    assert_false(access_find(fixture.access, text_slice(text_of(one.token), 0, 63), noon, true, &session));
    one.token[63] = one.token[63] == '0' ? '1' : '0';
    assert_false(access_find(fixture.access, text_of(one.token), noon, true, &session));
    access_sign_out(fixture.access, &two.session, noon);
    assert_false(access_find(fixture.access, text_of(two.token), noon, true, &session));
    assert_int_equal(access_session_count(fixture.access), 1);
    end(&fixture);
}

static void the_idlest_session_makes_room(void **state)
{
    struct fixture fixture;
    struct access_session session;
    struct access_ticket tickets[4];
    struct access_settings settings = cheap();
    settings.sessions_max = 3;
    begin_with(&fixture, state, settings);
    for (unsigned i = 0; i < 3; i++)
        tickets[i] = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", later(i));
    assert_true(access_find(fixture.access, text_of(tickets[0].token), later(3), true, &session));
    tickets[3] = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", later(4));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(access_find(fixture.access, text_of(tickets[i].token), later(5), false, &session),
                         i != 1);
    assert_int_equal(access_session_count(fixture.access), 3);
    end(&fixture);
}

static void who_is_dismissed_is_out_at_once(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access_ticket dana = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    struct access_ticket sam = knock(&fixture, CREDENTIAL_PASSWORD, "sam", "battery staple", noon);
    books_do(&fixture.books, "dismiss dana by olga");
    /* The current floor decides at every request, even before access control has been told. */
    assert_false(access_may(&dana.session, floor_of(&fixture), ACCESS_WORK));
    assert_int_equal(access_person_changed(fixture.access, floor_of(&fixture), text_of("dana"), noon, NULL),
                     STATUS_OK);
    assert_false(access_find(fixture.access, text_of(dana.token), noon, true, &session));
    assert_true(access_find(fixture.access, text_of(sam.token), noon, true, &session));
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_DENIED);
    assert_int_equal(events_of(&fixture, "sign-in-refused", "not-here"), 1);
    books_do(&fixture.books, "appoint dana role cage by olga");
    assert_int_equal(access_person_changed(fixture.access, floor_of(&fixture), text_of("dana"), noon, NULL),
                     STATUS_OK);
    assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
    end(&fixture);
}

static void a_start_signs_everybody_out(void **state)
{
    struct fixture fixture;
    struct access_session session;
    begin(&fixture, state);
    struct access_ticket ticket = knock(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    access_close(fixture.access);
    open_door(&fixture, noon);
    assert_false(access_find(fixture.access, text_of(ticket.token), noon, true, &session));
    end(&fixture);
}

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
    struct fixture fixture;
    begin(&fixture, state);
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
        books_do(&fixture.books, line);
        struct access_session session = session_of("x", CREDENTIAL_PIN);
        for (unsigned right = 0; right < ACCESS_RIGHTS; right++)
            found[right] = access_may(&session, floor_of(&fixture), (enum access_right)right)
                               ? "WFPOAXSN$DJ"[right]
                               : '-';
        if (strcmp(found, rows[i].rights) != 0)
            fail_msg("%s has %s instead of %s", rows[i].role, found, rows[i].rights);
    }
    end(&fixture);
}

/* A role that only reads changes nothing, not even by a command that needs no particular permission. */
static void an_auditor_does_nothing(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    books_do(&fixture.books, "appoint x role auditor by olga");
    struct access_session auditor = session_of("x", CREDENTIAL_PASSWORD);
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_false(access_may_do(&auditor, floor_of(&fixture), (enum command_kind)kind));
    /* The person who opened the house may do everything except move the clock. */
    struct access_session olga = session_of("olga", CREDENTIAL_PASSWORD);
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_int_equal(access_may_do(&olga, floor_of(&fixture), (enum command_kind)kind),
                         kind != COMMAND_OPEN_HOUSE && kind != COMMAND_CLOCK);
    end(&fixture);
}

static void a_refused_request_is_in_the_log(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    const struct floor *floor = floor_of(&fixture);
    struct access_session dana = session_of("dana", CREDENTIAL_PASSWORD);
    assert_true(access_demand_command(fixture.access, &dana, floor, COMMAND_START_ROUND, noon));
    assert_false(access_demand_command(fixture.access, &dana, floor, COMMAND_PAY, noon));
    assert_false(access_demand(fixture.access, &dana, floor, ACCESS_READ_OFFICE, noon));
    access_note_refused(fixture.access, NULL, text_of("10.0.0.9"), text_of("/office \xff"),
                        text_of("nobody is signed in"), noon);
    access_close(fixture.access);
    fixture.access = NULL;
    assert_int_equal(events_of(&fixture, "refused", ""), 3);
    assert_int_equal(events_of(&fixture, "refused", "\"who\":\"dana\""), 2);
    assert_int_equal(events_of(&fixture, "refused", "\"what\":\"pay\""), 1);
    assert_int_equal(events_of(&fixture, "refused", "10.0.0.9"), 1);
    end(&fixture);
}

static void a_patron_sees_his_own_data_and_nothing_else(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    /* A patron whose number is the name of somebody who works here is still a patron. */
    struct access_session patron = session_of("olga", CREDENTIAL_PATRON_PIN);
    for (unsigned right = 0; right < ACCESS_RIGHTS; right++)
        assert_false(access_may(&patron, floor_of(&fixture), (enum access_right)right));
    for (unsigned kind = 0; kind < COMMAND_KINDS; kind++)
        assert_false(access_may_do(&patron, floor_of(&fixture), (enum command_kind)kind));
    assert_true(access_demand_patron(fixture.access, &patron, text_of("olga"), noon));
    assert_false(access_demand_patron(fixture.access, &patron, text_of("1001"), noon));
    struct access_session staff = session_of("1001", CREDENTIAL_PASSWORD);
    assert_false(access_is_patron(&staff, text_of("1001")));
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ two persons */

static struct access_ticket second(struct fixture *fixture, enum credential_kind kind, const char *name,
                                   const char *secret, const char *first)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, text_of(name), text_of(secret), text_of("10.0.0.5")};
    assert_int_equal(
        access_countersign(fixture->access, &login, text_of(first), noon, &ticket, &fixture->fault),
        STATUS_OK);
    assert_int_equal(access_wait(fixture->access, &ticket), STATUS_OK);
    return ticket;
}

static void a_second_person_is_another_person(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    struct access_ticket ticket = second(&fixture, CREDENTIAL_PASSWORD, "sam", "battery staple", "dana");
    assert_int_equal(ticket.outcome, ACCESS_GRANTED);
    assert_string_equal(ticket.who, "sam");
    assert_string_equal(ticket.token, "");
    assert_int_equal(access_session_count(fixture.access), 0);
    /* Neither with the same credential nor with another. */
    assert_int_equal(second(&fixture, CREDENTIAL_PASSWORD, "dana", "correct horse", "dana").outcome,
                     ACCESS_SAME_PERSON);
    assert_int_equal(second(&fixture, CREDENTIAL_PIN, "17", "2468", "dana").outcome, ACCESS_SAME_PERSON);
    assert_int_equal(second(&fixture, CREDENTIAL_PASSWORD, "sam", "wrong", "dana").outcome, ACCESS_DENIED);
    assert_int_equal(events_of(&fixture, "countersigned", "\"by\":\"dana\""), 1);
    assert_int_equal(events_of(&fixture, "sign-in-refused", "same-person"), 2);
    end(&fixture);
}

/* Neither for who has set it nor for anybody else. */
static void nobody_signs_with_a_secret_that_another_has_set(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    give_by(&fixture, "olga", CREDENTIAL_PASSWORD, "sam", "", "set by olga");
    static const char *const first[] = {"olga", "dana"};
    for (unsigned i = 0; i < 2; i++) {
        struct access_ticket ticket = second(&fixture, CREDENTIAL_PASSWORD, "sam", "set by olga", first[i]);
        assert_int_equal(ticket.outcome, ACCESS_MUST_CHANGE);
        assert_string_equal(ticket.set_by, "olga");
    }
    assert_int_equal(events_of(&fixture, "countersigned", ""), 0);
    assert_int_equal(events_of(&fixture, "sign-in-refused", "\"why\":\"given\",\"by\":\"olga\""), 1);
    (void)change_secret(&fixture, CREDENTIAL_PASSWORD, "sam", "set by olga", "chosen by sam");
    assert_int_equal(second(&fixture, CREDENTIAL_PASSWORD, "sam", "chosen by sam", "olga").outcome,
                     ACCESS_GRANTED);
    end(&fixture);
}

static void guessing_for_a_second_person_locks_too(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(second(&fixture, CREDENTIAL_PASSWORD, "sam", "wrong", "dana").outcome,
                         ACCESS_DENIED);
    assert_int_equal(second(&fixture, CREDENTIAL_PASSWORD, "sam", "battery staple", "dana").outcome,
                     ACCESS_LOCKED_OUT);
    assert_knock(&fixture, "sam", "battery staple", noon, ACCESS_LOCKED_OUT);
    end(&fixture);
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
    struct fixture fixture;
    struct access_settings settings = cheap();
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false, 0};
    struct access_ticket tickets[4] = {{0}};
    const struct access_login login = {CREDENTIAL_PASSWORD, text_of("dana"), text_of("correct horse"),
                                       text_of("10.0.0.5")};
    settings.queue_max = 2;
    begin_with(&fixture, state, settings);
    for (unsigned i = 0; i < 4; i++) {
        tickets[i].done = hold_worker;
        tickets[i].context = &gate;
        enum status status = access_sign_in(fixture.access, &login, noon, &tickets[i], &fixture.fault);
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
    access_close(fixture.access); /* answers those that wait */
    fixture.access = NULL;
    assert_int_equal(gate.answered, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(tickets[i].outcome, ACCESS_GRANTED);
    end(&fixture);
}

static void the_house_writes_while_people_sign_in(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    for (unsigned i = 0; i < 10; i++) {
        books_do(&fixture.books, "start-round C4-1 fees 1,2 by dana");
        assert_knock(&fixture, "dana", "correct horse", noon, ACCESS_GRANTED);
        books_do(&fixture.books, "end-round C4-1 by dana");
    }
    end(&fixture);
}

static void an_event_that_cannot_be_is_named(void **state)
{
    struct fixture fixture;
    begin(&fixture, state);
    access_close(fixture.access);
    fixture.access = NULL;
    (void)place_sql(&fixture.place, "UPDATE event SET kind = 'dance' WHERE kind = 'credential-set'");
    assert_int_equal(access_open(text_of(fixture.place.address), STORE_EXISTING, &fixture.settings, noon,
                                 &fixture.access, &fixture.fault),
                     STATUS_INVALID);
    assert_non_null(strstr(fixture.fault.words, "event 1 of the stream access"));
    (void)place_sql(&fixture.place, "UPDATE event SET kind = 'credential-set' WHERE kind = 'dance'");
    end(&fixture);
}

static void the_audit_finds_an_event_that_was_changed(void **state)
{
    struct fixture fixture;
    struct audit audit;
    begin(&fixture, state);
    fail_times(&fixture, "dana", 1, noon);
    access_close(fixture.access);
    fixture.access = NULL;
    books_audit(&fixture.place, &audit);
    assert_int_equal(audit.finding_count, 0);
    static const char *const changes[2] = {
        "UPDATE event SET payload = replace(payload, 'dana', 'sam_') WHERE kind = 'sign-in-refused'",
        "UPDATE event SET payload = replace(payload, 'sam_', 'dana') WHERE kind = 'sign-in-refused'"};
    for (unsigned i = 0; i < 2; i++) {
        (void)place_sql(&fixture.place, changes[i]);
        books_audit(&fixture.place, &audit);
        assert_int_equal(audit.finding_count, i == 0);
        if (i == 0)
            assert_string_equal(audit.findings[0].words,
                                "the stream access: event 5 is not as it was written");
    }
    end(&fixture);
}

static void the_stream_can_be_looked_at_only(void **state)
{
    struct fixture fixture;
    struct access_ticket ticket = {0};
    const struct access_login login = {CREDENTIAL_PASSWORD, text_of("dana"), text_of("correct horse"),
                                       text_of("10.0.0.5")};
    begin(&fixture, state);
    access_close(fixture.access);
    assert_int_equal(access_open(text_of(fixture.place.address), STORE_READ_ONLY, &fixture.settings, noon,
                                 &fixture.access, &fixture.fault),
                     STATUS_OK);
    assert_true(access_standing_of(fixture.access, CREDENTIAL_PASSWORD, text_of("dana"), noon).set);
    assert_false(access_standing_of(fixture.access, CREDENTIAL_PIN, text_of("sam"), noon).set);
    assert_int_equal(access_sign_in(fixture.access, &login, noon, &ticket, &fixture.fault), STATUS_INVALID);
    end(&fixture);
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
        cmocka_unit_test(five_failures_lock_and_four_do_not),
        cmocka_unit_test(a_lock_ends_to_the_millisecond),
        cmocka_unit_test(failures_count_for_fifteen_minutes),
        cmocka_unit_test(an_address_is_locked_after_twenty),
        cmocka_unit_test(a_limit_of_none_locks_nobody),
        cmocka_unit_test(a_lock_outlives_the_program),
        cmocka_unit_test(an_unlocked_person_may_try_at_once),
        cmocka_unit_test(many_names_do_not_fill_the_memory),
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
        cmocka_unit_test(the_roles_of_the_demo_house_have_their_rights),
        cmocka_unit_test(an_auditor_does_nothing),
        cmocka_unit_test(a_refused_request_is_in_the_log),
        cmocka_unit_test(a_patron_sees_his_own_data_and_nothing_else),
        cmocka_unit_test(a_second_person_is_another_person),
        cmocka_unit_test(nobody_signs_with_a_secret_that_another_has_set),
        cmocka_unit_test(guessing_for_a_second_person_locks_too),
        cmocka_unit_test(who_finds_the_queue_full_is_told_so),
        cmocka_unit_test(the_house_writes_while_people_sign_in),
        cmocka_unit_test(an_event_that_cannot_be_is_named),
        cmocka_unit_test(the_audit_finds_an_event_that_was_changed),
        cmocka_unit_test(the_stream_can_be_looked_at_only),
        cmocka_unit_test(docs_formats_access_md_says_what_the_shapes_say),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
