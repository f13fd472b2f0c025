/* For tests of the audit: a store in which a day was played, and what the audit says of it. */
#ifndef BOOKS_AUDIT_DAY_TEST_H
#define BOOKS_AUDIT_DAY_TEST_H

#include "books/books_test.h"

struct audit_day {
    struct store_place place;
    struct audit audit;
    uint64_t last; /* event */
};

/* A day in which every table for reports has got rows. */
static inline void audit_day_play(struct audit_day *day, void **state)
{
    static const char *const lines[] = {
        "equipment C4-1 device sensor seat 2 by dana",
        "equipment C4-1 device sensor seat 2 works by dana",
        "start-round C4-1 fees 1,2 by dana",
        "claim-hand C4-1 seat 2 offer bonus-hand by dana",
        "verify-hand 2 cards \"9s 9h 9d 9c 2s\" wager $5 by sam",
        "authorise 2 by sue",
        "reverse 2 reason \"wrong seat\" authorised-by sue by sam",
        "end-round C4-1 by dana",
        "clock 2026-11-03T06:30:00-08:00",
    };
    const bool *postgres = *state;
    struct books books;
    day->place = place_make(*postgres, "audit_test");
    books_open(&books, &day->place);
    books_begin(&books);
    books_royal_flush(&books);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_ask(&books, i == 0 ? "k1" : i == 2 ? "k2" : "", lines[i], KEEPER_DONE);
    day->last = keeper_sequence(books.keeper);
    books_close(&books);
    assert_whole(&day->place);
}

/* Saves a snapshot of the state, or of these bytes if there are any. */
static inline void audit_day_save_snapshot(struct audit_day *day, const char *bytes)
{
    struct books books;
    books_open_with(&books, &day->place,
                    &(struct keeper_options){.mode = STORE_EXISTING, .from_the_start = true});
    enum status status = *bytes ? store_snapshot_save(keeper_store(books.keeper), text_of("house"), day->last,
                                                      text_of(bytes), &books.fault)
                                : keeper_save(books.keeper, &books.fault);
    if (status != STATUS_OK)
        fail_msg("%s", books.fault.words);
    books_close(&books);
}

#endif
