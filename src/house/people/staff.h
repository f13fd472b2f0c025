/*
 * Staff: the employees and their roles.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PEOPLE_STAFF_H
#define HOUSE_PEOPLE_STAFF_H

#include "house/kernel/floor.h"

/* Who gave a person a role, and when. */
struct given_role {
    uint32_t by; /* number of the person */
    struct instant at;
    struct date day; /* the gaming day */
};

struct person {
    struct text person, name, role;
    bool employed;
    struct text
        next_role; /* that the person gave to oneself, and has from that gaming day on; year 0: none */
    struct date next_from;
    struct given_role *given; /* by others, the oldest first, as long as it counts for a signature */
    uint32_t given_count, given_room;
};

const struct person *floor_person(const struct floor *floor, struct text name); /* also a dismissed one */

struct text floor_person_name(const struct floor *floor,
                              uint32_t person); /* the name to sign with; empty if not known */

/* Whether the person is employed and the role allows it; NULL: what every employee may do. */
bool floor_person_may(const struct floor *floor, struct text person, const char *permission);

/* Whether the one gave the other a role so lately that the two do not sign together; the same person never does. Logs of earlier numbers let
 * any two. */
bool may_sign_together(const struct floor *floor, struct text one, struct text other);

/* Roles that persons gave to themselves begin with the gaming day. */
void begin_own_roles(struct floor *floor);

/* Whether the role of the person is one that a document names: "supervisor", "floor person". */
bool person_is(const struct floor *floor, struct text person, struct text whom);

/* Whether the person has the role that the document names at the path, "round/verified by" or "round/authorised by". If not, `whom`
 * is the role that it names, and `clause` its clause. */
bool is_person_for(const struct floor *floor, const struct offer *offer, const char *path, struct text person,
                   struct text *whom, struct text *clause);

#endif
