/* For tests of access control: a house with credentials for dana, sam and patron 1001, and people who try to sign in. */
#ifndef SERVER_ACCESS_DOOR_TEST_H
#define SERVER_ACCESS_DOOR_TEST_H

#include "books/books_test.h"
#include "house/kernel/floor.h"
#include "server/access/access.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static const struct instant noon = {INT64_C(1793649600000)};

static inline struct instant later(int64_t ms)
{
    return (struct instant){noon.ms + ms};
}

struct door {
    struct store_place place;
    struct books books;
    struct access *access;
    struct access_settings settings;
    struct fault fault;
};

static inline struct access_settings cheap(void)
{
    struct access_settings settings = access_usual;
    settings.hash_operations = crypto_pwhash_OPSLIMIT_MIN;
    settings.hash_memory = crypto_pwhash_MEMLIMIT_MIN;
    return settings;
}

static inline const struct floor *door_floor(const struct door *door)
{
    return keeper_floor(door->books.keeper);
}

static inline void door_open(struct door *door, struct instant now)
{
    if (access_open(text_of(door->place.address), STORE_EXISTING, &door->settings, now, &door->access,
                    &door->fault) != STATUS_OK)
        fail_msg("%s", door->fault.words);
    assert_int_equal(access_know_staff(door->access, door_floor(door), &door->fault), STATUS_OK);
}

static inline void door_give_by(struct door *door, const char *by, enum credential_kind kind, const char *who,
                                const char *badge, const char *secret)
{
    struct access_ticket ticket = {0};
    const struct access_credential credential = {.credential = kind,
                                                 .who = text_of(who),
                                                 .secret = text_of(secret),
                                                 .by = text_of(by),
                                                 .badge = text_of(badge)};
    if (access_set(door->access, &credential, noon, &ticket, &door->fault) != STATUS_OK)
        fail_msg("%s", door->fault.words);
    if (access_wait(door->access, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
}

/* As if the owner had chosen it. */
static inline void door_give(struct door *door, enum credential_kind kind, const char *who, const char *badge,
                             const char *secret)
{
    door_give_by(door, who, kind, who, badge, secret);
}

static inline void door_begin_with(struct door *door, void **state, struct access_settings settings)
{
    const bool *postgres = *state;
    *door = (struct door){.settings = settings};
    door->place = place_make(*postgres, "access_test");
    books_open(&door->books, &door->place);
    books_begin(&door->books);
    door_open(door, noon);
    door_give(door, CREDENTIAL_PASSWORD, "dana", "", "correct horse");
    door_give(door, CREDENTIAL_PASSWORD, "sam", "", "battery staple");
    door_give(door, CREDENTIAL_PIN, "dana", "17", "2468");
    door_give(door, CREDENTIAL_PATRON_PIN, "1001", "", "1357");
}

static inline void door_begin(struct door *door, void **state)
{
    door_begin_with(door, state, cheap());
}

static inline void door_end(struct door *door)
{
    access_close(door->access);
    books_close(&door->books);
    assert_whole(&door->place);
    place_remove(&door->place);
}

static inline long long door_events(const struct door *door, const char *kind, const char *part)
{
    char sql[512];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM event WHERE kind = '%s' AND CAST(payload AS TEXT) LIKE '%%%s%%'",
                   kind, part);
    return place_sql(&door->place, sql);
}

static inline struct access_ticket door_knock_from(struct door *door, const char *from,
                                                   enum credential_kind kind, const char *name,
                                                   const char *secret, struct instant now)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, text_of(name), text_of(secret), text_of(from)};
    if (access_sign_in(door->access, &login, now, &ticket, &door->fault) != STATUS_OK)
        fail_msg("%s", door->fault.words);
    if (access_wait(door->access, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
    return ticket;
}

static inline struct access_ticket door_knock(struct door *door, enum credential_kind kind, const char *name,
                                              const char *secret, struct instant now)
{
    return door_knock_from(door, "10.0.0.5", kind, name, secret, now);
}

static inline void assert_knock(struct door *door, const char *name, const char *secret, struct instant now,
                                enum access_outcome outcome)
{
    struct access_ticket ticket = door_knock(door, CREDENTIAL_PASSWORD, name, secret, now);
    if (ticket.outcome != outcome)
        fail_msg("%s at %lld: outcome %d", name, (long long)(now.ms - noon.ms), (int)ticket.outcome);
}

static inline void door_fail_times(struct door *door, const char *name, unsigned times, struct instant now)
{
    for (unsigned i = 0; i < times; i++)
        assert_knock(door, name, "wrong", now, ACCESS_DENIED);
}

static inline struct access_ticket door_change_secret(struct door *door, enum credential_kind kind,
                                                      const char *name, const char *former, const char *fresh)
{
    struct access_ticket ticket = {0};
    const struct access_login login = {kind, text_of(name), text_of(former), text_of("10.0.0.5")};
    assert_int_equal(access_change(door->access, &login, text_of(fresh), noon, &ticket, &door->fault),
                     STATUS_OK);
    if (access_wait(door->access, &ticket) != STATUS_OK)
        fail_msg("%s", ticket.fault.words);
    assert_string_equal(ticket.own.secret, "");
    assert_string_equal(ticket.own.fresh, "");
    return ticket;
}

#endif
