/*
 * Staff and patrons: who works here, whom the club knows, and what is known of them.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PEOPLE_PEOPLE_H
#define HOUSE_PEOPLE_PEOPLE_H

#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/kernel/floor.h"

struct deciding;
struct duty;

struct person {
    struct text person, name, role;
    bool employed;
};

struct patron {
    struct text patron, name, reason, excluded_as;
    struct date born;
    uint8_t identified, employee;
    bool proposition, excluded;
    uint32_t wins;          /* prizes in all */
    int64_t currency_today; /* paid to the patron in cash on the day `currency_day` */
    struct date currency_day;
    int64_t prizes_this_year; /* without a wager, or counted as such, in the year `prize_year` */
    int64_t prize_year;
};

const struct patron *floor_patron(const struct floor *floor, struct text name);

const struct person *floor_person(const struct floor *floor, struct text name); /* dismissed ones too */

/* Whether the person works here and the role allows it; NULL: whatever everybody who works here may. */
bool floor_person_may(const struct floor *floor, struct text person, const char *permission);

struct text floor_person_name(const struct floor *floor,
                              uint32_t person); /* to sign with; empty if not known */

struct text floor_patron_name(const struct floor *floor,
                              uint32_t patron); /* the club number; empty if not known */

/* Whether the role of the person is one that a document names: "supervisor", "floor person". */
bool person_is(const struct floor *floor, struct text person, struct text whom);

/* Whether the person is whom the document names for it, under "round/verified by" or "round/authorised by". If not, whom it names,
 * and by which clause. */
bool is_person_for(const struct floor *floor, const struct offer *offer, const char *path, struct text person,
                   struct text *whom, struct text *clause);

/* The facts of a person for the judgement of eligibility: who it is, without what the hand did. With a table, how long he has
 * sat there. */
struct person_facts facts_of(const struct floor *floor, uint32_t offer, const struct table *table,
                             uint32_t patron);

/* The same without what he has won and played, which need not be looked for where it is asked who he is. */
struct person_facts identity_of(const struct floor *floor, uint32_t patron);

/* An employee is judged as he was dealt in, on duty or off; one who was none then, as he is recorded now. */
void judge_as_dealt(const struct duty *duties, uint32_t count, uint32_t patron, struct person_facts *person);

/* The same by how he was dealt in, which is kept of those who have points and prizes; EMPLOYEE_NONE: he did not work here. */
void judge_as_employed(uint8_t employee, struct person_facts *person);

/* The employees among those who play in the round that starts, and among those who can win by a hand. */
void keep_duties(const struct floor *floor, struct table *table);
MUST_USE enum status keep_duties_of_hand(struct floor *floor, struct floor_hand *hand);
unsigned age_on(struct date born, struct date day);

/* How often the patron has won by the activity of the offer, and how often money in the 24 hours that end then. */
void count_wins_until(const struct floor *floor, uint32_t offer, uint32_t patron, struct instant at,
                      struct person_facts *facts);
void count_win_of(struct floor *floor, uint32_t patron); /* if the club knows him */

/* The number of a patron by name; false after a refusal. */
bool find_patron(struct deciding *deciding, struct text name, uint32_t *patron);

#endif
