/*
 * Staff: the employees and their roles.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PEOPLE_STAFF_H
#define HOUSE_PEOPLE_STAFF_H

#include "house/kernel/floor.h"

struct person {
    struct text person, name, role;
    bool employed;
};

const struct person *floor_person(const struct floor *floor, struct text name); /* also a dismissed one */

struct text floor_person_name(const struct floor *floor,
                              uint32_t person); /* the name to sign with; empty if not known */

/* Whether the person is employed and the role allows it; NULL: what every employee may do. */
bool floor_person_may(const struct floor *floor, struct text person, const char *permission);

/* Whether the role of the person is one that a document names: "supervisor", "floor person". */
bool person_is(const struct floor *floor, struct text person, struct text whom);

/* Whether the person has the role that the document names at the path, "round/verified by" or "round/authorised by". If not, `whom`
 * is the role that it names, and `clause` its clause. */
bool is_person_for(const struct floor *floor, const struct offer *offer, const char *path, struct text person,
                   struct text *whom, struct text *clause);

#endif
