/*
 * A file of people who work in a house: staff.yaml.
 *
 *      houses/demo/staff.yaml     the staff of the demo, who sign in:
 *                                     staff: [{person: dana, name: Dana Ruiz, role: dealer, badge: 101, password: ..., pin: ...}]
 *                                     patrons: [{patron: 1001, pin: ...}]
 *      rulebooks/staff.yaml       the staff of every house that a case opens:
 *                                     staff: [{person: olga}, {person: dana, role: dealer}]
 *
 * The reader checks the form of the file. Whether the house has the roles, and whether passwords are good enough, is checked by the
 * rooms that use them.
 *
 * Ownership: texts are in the arena that the file was read into.
 */
#ifndef RULEBOOK_STAFF_FILE_H
#define RULEBOOK_STAFF_FILE_H

#include "base/arena.h"
#include "rulebook/finding.h"

enum {
    STAFF_FILE_MAX = 1 << 16, /* bytes of the file */
    STAFF_WORD_MAX = 64,      /* bytes of a value */
};

/* What the file does not say is empty. */
struct staff_person {
    struct text person, name, role, badge, password, pin;
    struct origin origin;
};

/* A patron who can sign in. */
struct staff_guest {
    struct text patron, pin;
    struct origin origin;
};

struct staff {
    struct staff_person *people; /* in the order of the file, each once */
    unsigned count;
    struct staff_guest *guests; /* each once */
    unsigned guest_count;
};

/* With `sign_in` everybody must have every key; without it only `person` is needed. Errors are among the findings, and
 * STATUS_INVALID is returned. */
MUST_USE enum status staff_parse(struct text yaml, const char *file, bool sign_in, struct arena *arena,
                                 struct findings *findings, struct staff *staff);

/* Reads the file and parses it. */
MUST_USE enum status staff_read(const char *file, bool sign_in, struct arena *arena,
                                struct findings *findings, struct staff *staff);

/* The first, or the second, person with the role; NULL if there are not so many. */
const struct staff_person *staff_with_role(const struct staff *staff, struct text role, bool second);

#endif
