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

struct file_document {
    struct command_head head;
    struct text activity; /* "bay101/blazing-7s" */
    struct text text;     /* of the document */
};

struct post_offer {
    struct command_head head;
    struct text offer; /* "blazing-7s" */
    struct text text;  /* of the offer */
};

struct withdraw_offer {
    struct command_head head;
    struct text offer;
};

struct raise_pool {
    struct command_head head;
    struct text offer, pool;
    int64_t amount;
};

/* ------------------------------------------------------------------------------------------ events */

struct house_opened {
    struct event_head head;
    struct text house, text;
    struct text version; /* of the program that decides */
    uint32_t decisions;
};

struct document_filed {
    struct event_head head;
    struct text activity, text;
};

struct offer_posted {
    struct event_head head;
    uint32_t number;
    struct text offer, text;
    struct money_rows money; /* what its fund can repay now that it need keep less */
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
    struct money_rows money;
};

#endif
