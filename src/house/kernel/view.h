/*
 * Views: what a desk shows of the house as JSON, to pages and to programs.
 *
 * A view is a row in the table of its desk (struct desk_view in desk.h): the path of the API that shows it, who may see it, the
 * parameters that it takes, and the function that makes the document. The server makes a route of every view.
 * docs/api/openapi.yaml describes every field.
 *
 * A view reads the floor and changes nothing. Each returns a new document; NULL if memory ran out, or if it shows one thing and there
 * is no such thing. A view that also shows what has left the state says what it wants of that and returns NULL; it is called again
 * with what the caller has read from the report tables.
 */
#ifndef HOUSE_KERNEL_VIEW_H
#define HOUSE_KERNEL_VIEW_H

#include "base/json.h"
#include "house/kernel/floor.h"

struct notices;
struct settled;

/* What a view needs of hands and prizes that have left the state (house/prizes/settled.h). */
enum settled_kind { SETTLED_NONE, SETTLED_PRIZES, SETTLED_HANDS, SETTLED_AWARD };
struct settled_wanted {
    enum settled_kind kind;
    uint64_t low, high; /* numbers, both included; of an award, both are its number */
    unsigned limit;     /* so many, the highest numbers first */
    struct text state;  /* in this state; empty: in any */
    struct text filter; /* of the patron with this club number, or at the table of this name; empty: any */
};

/* What is asked of a view. */
struct showing {
    const struct floor *floor;
    struct notices *notices; /* the notices of offers that were made before (house/setup/notices.h) */
    uint64_t sequence;       /* of the last event that the floor has applied */
    struct text name;        /* the part of the path that is in braces: a table, a patron */
    uint64_t number;         /* the same as a number; 0: it is none */
    struct text state;       /* the parameter `state`; empty: it was not given */
    struct text filter;      /* the parameter that the view names as its filter; empty: it was not given */
    unsigned limit;          /* how many rows to show at most */
    bool missing;            /* the view sets it if there is no such thing */
    const struct settled *settled; /* what the view wanted; NULL: it was not read yet */
    struct settled_wanted wanted;  /* the view sets it if it needs that before it can show anything */
};

/* Set a member of an object; a new member is the last. */
void view_set(json_t *object, const char *key, json_t *value); /* takes the value */
void view_set_text(json_t *object, const char *key, struct text text);
void view_set_number(json_t *object, const char *key, int64_t number);
void view_set_flag(json_t *object, const char *key, bool flag);

/* A time and a date in the format that is used everywhere; an empty text if there is none. */
MUST_USE json_t *view_time(struct instant at);
MUST_USE json_t *view_date(struct date date);

/* The numbers of the seats whose bits are set. */
MUST_USE json_t *view_seats(uint32_t seats);

/* For a view of one thing: says that there is no such thing, and returns NULL. */
json_t *view_missing(struct showing *showing);

/* Says that the view needs what has left the state, and returns NULL. */
json_t *view_wants(struct showing *showing, const struct settled_wanted *wanted);

#endif
