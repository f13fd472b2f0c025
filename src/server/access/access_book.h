/*
 * What the events at the door come to: who has which credential, who works here, and who has failed how often of late.
 *
 * Invariants
 *  B1  The book is what the events make, but for failures of names that nobody has: those are in memory only, because such
 *      names are not written.
 *  B2  A badge is one person's, and a person has one badge.
 *  B3  Failures older than the window, and locks that are over, count for nothing. The book holds at most
 *      ACCESS_COUNTS_MAX counts; the one whose last failure is oldest makes room.
 *
 * Nothing here knows a clock, a thread or a disk. Ownership: all is in the book's arena; what is found is valid until the
 * next change.
 */
#ifndef SERVER_ACCESS_ACCESS_BOOK_H
#define SERVER_ACCESS_ACCESS_BOOK_H

#include "books/access_event.h"
#include "house/kernel/names.h"

#include <sodium.h>

enum {
    ACCESS_COUNTS_MAX = 8192,
    ACCESS_FAILURES_MAX = 32,    /* that a limit may be set to */
    ACCESS_BOOK_MAX = 256 << 20, /* bytes: some hundred thousand credentials */
};

/* After `limit` failures within `window_ms` there is a lock for `lock_ms`. A limit of 0 is none. */
struct access_limit {
    unsigned limit;
    int64_t window_ms, lock_ms;
};

struct credential {
    struct text who, badge;
    struct text by; /* who has set it */
    char hash[crypto_pwhash_STRBYTES];
    bool set, demo;
    bool given; /* of staff: by another than its owner */
};

struct access_count {
    unsigned char key[16];
    unsigned count; /* of the failures, oldest first */
    int64_t failures[ACCESS_FAILURES_MAX];
    int64_t locked_until; /* 0: never locked */
};

struct access_book {
    struct arena arena;
    struct names names[CREDENTIAL_KINDS]; /* persons, badges, club numbers */
    struct credential *credentials[CREDENTIAL_KINDS];
    uint32_t rooms[CREDENTIAL_KINDS];
    struct names staff;
    bool *works;
    uint32_t works_room;
    struct access_count *counts;
    unsigned count;
    struct access_limit by_name, by_address;
    struct instant counts_from; /* failures before it are not looked at */
};

MUST_USE enum status access_book_init(struct access_book *book, struct access_limit by_name,
                                      struct access_limit by_address, struct fault *fault);
void access_book_release(struct access_book *book);

/* STATUS_INVALID for an event that cannot have happened, STATUS_NO_SPACE when the book is full. */
MUST_USE enum status access_book_apply(struct access_book *book, const struct access_event *event,
                                       struct fault *fault);

/* The credential by what people type for it: person, badge or club number. NULL if there is none. */
const struct credential *access_book_find(const struct access_book *book, enum credential_kind kind,
                                          struct text typed);

/* The credential of somebody: for CREDENTIAL_PIN by the person instead of the badge. */
const struct credential *access_book_of(const struct access_book *book, enum credential_kind kind,
                                        struct text who);

/* Who works here, as the floor says. Nobody does until it has been said. */
MUST_USE enum status access_book_employ(struct access_book *book, struct text person, bool works);
bool access_book_employs(const struct access_book *book, struct text person);

/* ------------------------------------------------------------------------------------------ counting */

/* What failures are counted for. */
struct access_counted {
    unsigned char key[16];
};
struct access_counted access_counted_name(enum credential_kind kind, struct text name, bool known);
struct access_counted access_counted_address(struct text from);

/* When the lock ends; 0 if there is none at this time. */
struct instant access_book_locked(const struct access_book *book, struct access_counted counted,
                                  struct instant now);

/* Whether one more failure now would bring a lock. */
bool access_book_near(const struct access_book *book, struct access_counted counted,
                      struct access_limit limit, struct instant now);

void access_book_fail(struct access_book *book, struct access_counted counted, struct access_limit limit,
                      struct instant at);
void access_book_lock(struct access_book *book, struct access_counted counted, struct instant until);
void access_book_forgive(struct access_book *book, struct access_counted counted);

#endif
