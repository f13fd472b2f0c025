/*
 * Commands and events about the house, its documents, its offers and their pools. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_SETUP_SETUP_SHAPES_H
#define HOUSE_SETUP_SETUP_SHAPES_H

#include "house/kernel/event.h"

/* ------------------------------------------------------------------------------------------ commands */

struct open_house {
    struct command_head head;
    struct text house; /* "demo" */
    struct instant at; /* what the clock shows */
    struct text text;  /* of house.yaml */
};

struct file_approvals {
    struct command_head head;
    struct text text, signature;
};

struct file_document {
    struct command_head head;
    struct text activity; /* "bay101/blazing-7s" */
    struct text text;     /* of the document */
};

struct post_offer {
    struct command_head head;
    struct text offer;   /* "blazing-7s" */
    struct text text;    /* of the offer */
    struct instant from; /* none: at once */
    struct text authorised_by;
};

struct withdraw_offer {
    struct command_head head;
    struct text offer;
};

struct amend_house {
    struct command_head head;
    struct text text; /* of house.yaml, whole */
    struct date from; /* the first gaming day; none: the one that runs */
    uint32_t number;  /* of the text that this one changes; 0: whichever there is */
    struct text authorised_by;
};

struct withdraw_change {
    struct command_head head;
    uint32_t number;
};

struct raise_pool {
    struct command_head head;
    struct text offer, pool;
    int64_t amount;
    struct text authorised_by;
};

/* ------------------------------------------------------------------------------------------ events */

struct house_opened {
    struct event_head head;
    struct text house, text;
    struct text version; /* of the program that decides */
    uint32_t decisions;
};

/* A place of house.yaml with what it said and says now; empty where it says nothing. */
struct change_row {
    struct text path, before, after;
};

struct house_amended {
    struct event_head head;
    uint32_t number; /* of the text: 2 for the first amendment */
    uint32_t change; /* that was filed, if it has waited */
    struct date from;
    struct text text;
    const struct change_row *changes;
    uint32_t change_count;
    struct text authorised_by; /* empty where time brings it: then the filing was signed */
};

struct amendment_filed {
    struct event_head head;
    uint32_t number; /* among all changes that were filed */
    struct date from;
    struct text text;
    const struct change_row *changes;
    uint32_t change_count;
    struct text authorised_by;
};

struct change_withdrawn {
    struct event_head head;
    uint32_t number;
};

struct change_refused {
    struct event_head head;
    uint32_t number;
    struct text clause, reason;
};

struct approvals_filed {
    struct event_head head;
    struct text issuer;
    uint32_t number;
    struct text key; /* the id of the key that has signed it */
    struct text text, signature;
};

struct document_filed {
    struct event_head head;
    struct text activity, text;
    uint32_t approvals;    /* the number of the register that approves it; 0: nothing does */
    struct text reference; /* of the approval */
};

/* Up to which day the increases of a pool of a posted offer are made. */
struct kept_increase {
    struct text pool;
    struct date day;
};

struct offer_posted {
    struct event_head head;
    uint32_t number;
    struct text offer, text;
    struct money_rows money;   /* what its fund can repay now that it need keep less */
    uint32_t change;           /* that was filed, if it has waited */
    struct text authorised_by; /* empty: nobody signed second, or its filing was signed */
    const struct kept_increase *increases;
    uint32_t increase_count;
};

struct offer_filed {
    struct event_head head;
    uint32_t number; /* among all changes that were filed */
    struct instant from;
    struct text offer, text;
    struct text authorised_by;
};

/* Also of events about an offer alone. */
struct about_offer {
    struct event_head head;
    uint32_t offer;
};

/* The seeds of an offer, the increase of one of its pools, a raise. */
struct pool_changed {
    struct event_head head;
    uint32_t offer;
    struct text pool;
    struct date day;           /* whose increase it is; year 0: it is none */
    struct text authorised_by; /* of a raise */
    struct money_rows money;
};

#endif
