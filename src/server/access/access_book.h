/*
 * The state that the access events produce: who has which credential, who works here, and recent failures.
 *
 * Invariants
 *  B1  The book follows from the events alone, except failures of unknown names: those are in memory only, because such names
 *      are not written.
 *  B2  A badge belongs to one person, and a person has one badge.
 *  B3  Failures older than the window, and locks that have ended, do not count. The book holds at most ACCESS_COUNTS_MAX
 *      counts; a new one replaces the one whose last failure is oldest.
 *
 * Nothing here uses a clock, a thread or a disk. Ownership: everything is in the book's arena; results are valid until the
 * next change.
 */
#ifndef SERVER_ACCESS_ACCESS_BOOK_H
#define SERVER_ACCESS_ACCESS_BOOK_H

#include "books/access_event.h"
#include "house/kernel/names.h"

#include <sodium.h>

enum {
    ACCESS_COUNTS_MAX = 8192,
    ACCESS_FAILURES_MAX = 32,    /* the largest value of a limit */
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
    bool given; /* of staff: set by somebody other than its owner */
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
    struct instant counts_from; /* earlier failures do not count */
};

MUST_USE enum status access_book_init(struct access_book *book, struct access_limit by_name,
                                      struct access_limit by_address, struct fault *fault);
void access_book_release(struct access_book *book);

/* STATUS_INVALID for an event that cannot have happened, STATUS_NO_SPACE when the book is full. */
MUST_USE enum status access_book_apply(struct access_book *book, const struct access_event *event,
                                       struct fault *fault);

/* The credential by what people type: person, badge or club number. NULL if there is none. */
const struct credential *access_book_find(const struct access_book *book, enum credential_kind kind,
                                          struct text typed);

/* The credential of somebody: for CREDENTIAL_PIN by the person instead of the badge. */
const struct credential *access_book_of(const struct access_book *book, enum credential_kind kind,
                                        struct text who);

/* Who works here, according to the floor. Nobody until it is set. */
MUST_USE enum status access_book_employ(struct access_book *book, struct text person, bool works);
bool access_book_employs(const struct access_book *book, struct text person);

/* ------------------------------------------------------------------------------------------ counting */

/* Failures are counted for these. */
struct access_counted {
    unsigned char key[16];
};
struct access_counted access_counted_name(enum credential_kind kind, struct text name, bool known);
struct access_counted access_counted_address(struct text from);

/* When the lock ends; 0 if there is none at this time. */
struct instant access_book_locked(const struct access_book *book, struct access_counted counted,
                                  struct instant now);

/* Whether one more failure now would cause a lock. */
bool access_book_near(const struct access_book *book, struct access_counted counted,
                      struct access_limit limit, struct instant now);

void access_book_fail(struct access_book *book, struct access_counted counted, struct access_limit limit,
                      struct instant at);
void access_book_lock(struct access_book *book, struct access_counted counted, struct instant until);
void access_book_forgive(struct access_book *book, struct access_counted counted);

#endif
