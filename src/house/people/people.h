/*
 * Registered patrons, what is recorded about them, and the facts by which a player is judged. Staff is in staff.h.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PEOPLE_PEOPLE_H
#define HOUSE_PEOPLE_PEOPLE_H

#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/kernel/floor.h"

struct deciding;

/* How many prizes of an offer a patron has won; those that were reversed do not count. */
struct patron_wins {
    uint32_t offer, count;
};

struct patron {
    struct text patron, name, reason, excluded_as;
    struct date born;
    uint8_t identified, employee;
    bool proposition, excluded;
    const struct fact_change *changed; /* who gave his facts the values that are recorded (changed.h) */
    uint32_t changed_count;
    uint32_t wins;           /* prizes in all */
    struct patron_wins *won; /* the same by offer, in the order of their first wins; no count is 0 */
    uint32_t won_count;
    unsigned won_room;
    int64_t currency_today; /* cash paid to the patron on the day `currency_day` */
    struct date currency_day;
    int64_t prizes_this_year; /* without a wager, or counted as such, in the year `prize_year` */
    int64_t prize_year;
};

const struct patron *floor_patron(const struct floor *floor, struct text name);

struct text floor_patron_name(const struct floor *floor,
                              uint32_t patron); /* the club number; empty if not known */

struct text floor_patron_full_name(const struct floor *floor, uint32_t patron); /* empty if not known */

/* The facts of a person as input for eligibility, as they are recorded now, without those of the hand and of its deal
 * (house/people/dealt.h). */
struct person_facts facts_of(const struct floor *floor, uint32_t offer, uint32_t patron);

/* The same without wins, which take long to find and are not needed to judge the person alone. */
struct person_facts identity_of(const struct floor *floor, uint32_t patron);

unsigned age_on(struct date born, struct date day);

/* Counts the wins of the patron in the activity of the offer, and the wins of money in the 24 hours before `at`, which is not before
 * the clock of the house. */
void count_wins_until(const struct floor *floor, uint32_t offer, uint32_t patron, struct instant at,
                      struct person_facts *facts);

/* The patron has one prize of the offer more, or one less because it was reversed; nothing happens if nobody knows the patron. */
MUST_USE enum status count_win_of(struct floor *floor, uint32_t offer, uint32_t patron);
void uncount_win_of(struct floor *floor, uint32_t offer, uint32_t patron);

/* The number of a patron by name; false after a refusal. */
bool find_patron(struct deciding *deciding, struct text name, uint32_t *patron);

#endif
