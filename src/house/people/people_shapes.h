/*
 * Commands and events about staff and patrons. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_PEOPLE_PEOPLE_SHAPES_H
#define HOUSE_PEOPLE_PEOPLE_SHAPES_H

#include "funds/ledger.h"
#include "house/kernel/event.h"

extern const char *const employee_words[];        /* enum employee_state */
extern const char *const employee_said_words[];   /* the same, and no */
extern const char *const yes_no_words[];          /* "", no, yes */
extern const char *const patron_identity_words[]; /* "", seen, failed */
enum { SAID_NO = 1, SAID_YES };
enum { SAID_NO_EMPLOYEE = 5 }; /* in employee_said_words */

/* ------------------------------------------------------------------------------------------ commands */

struct appoint {
    struct command_head head;
    struct text person, name, role;
};

struct dismiss {
    struct command_head head;
    struct text person;
};

/* Who a patron is. Also amend-patron: what is not said stays as it was. */
struct register_patron {
    struct command_head head;
    struct text patron; /* club number */
    struct text name;
    struct date born;
    uint8_t identified;      /* index of patron_identity_words */
    uint8_t employee;        /* index of employee_said_words */
    uint8_t proposition;     /* index of yes_no_words: a third-party proposition player */
    struct text excluded_as; /* one of the further persons whom documents exclude, in their words; "none" */
    struct text authorised_by;
};

/* Also readmit. */
struct exclude {
    struct command_head head;
    struct text patron, reason, authorised_by;
};

/* ------------------------------------------------------------------------------------------ events */

struct appointed {
    struct event_head head;
    struct text person, name, role;
    struct date from; /* the first gaming day of the role, where one gave it to oneself; year 0: at once */
};

/* One thing that was recorded of a patron before, and what is recorded now; empty: nothing. */
struct patron_change {
    struct text what, was, now;
};

/* The patron as recorded from now on, and what of it is different from what was recorded before. */
struct patron_recorded {
    struct event_head head;
    struct text patron, name;
    struct date born;
    uint8_t identified, employee;
    bool proposition, excluded;
    struct text reason;        /* of the exclusion */
    struct text excluded_as;   /* by documents, in their words */
    struct text authorised_by; /* the second person who signed; empty: nobody did */
    const struct patron_change *changes;
    uint32_t change_count;
};

#endif
