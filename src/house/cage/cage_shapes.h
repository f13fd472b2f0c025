/*
 * Commands and events about paying prizes. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_CAGE_CAGE_SHAPES_H
#define HOUSE_CAGE_CAGE_SHAPES_H

#include "funds/ledger.h"
#include "house/kernel/event.h"

extern const char *const payment_words[];       /* the forms of the vocabulary */
extern const char *const payment_place_words[]; /* cage, tray */

/* ------------------------------------------------------------------------------------------ commands */

struct identify {
    struct command_head head;
    uint32_t prize;
    struct text patron; /* who it is, where that was not known */
    struct text document;
    struct text name;
    struct date born;
    bool no_photo, other_name; /* on what was shown */
    struct text authorised_by; /* the second person, where it was not known who it is */
};

struct pay_prize {
    struct command_head head;
    uint32_t prize;
    uint8_t form; /* index of payment_words */
    uint8_t from; /* index of payment_place_words */
    uint8_t
        without; /* index of payment_need_words (funds/payment.h): what has not been done; 0: nothing is open */
    struct text handed_by;            /* the person who hands it to the winner; empty: nobody is named */
    bool absent, no_stub, to_another; /* the winner is not there, lacks the stub, is somebody else */
    bool no_tax_number, nonresident, suspicious, for_others; /* what the laws ask for */
    int64_t withheld;                                        /* of it for the tax office; 0: nothing */
};

/* The cage gives a tray what was paid from it. */
struct reimburse_tray {
    struct command_head head;
    struct text table;
    uint32_t prize; /* that was paid from the tray; 0: everything that the tray is owed */
};

/* A voucher pays a cost of its winner. */
struct redeem {
    struct command_head head;
    uint32_t prize;
    struct text cost;   /* what is to be paid, by the name that the document has for one of them */
    uint32_t count;     /* how many; 0: one */
    int64_t each;       /* what one costs */
    bool unspent;       /* what is left is wanted in money */
    bool cancelled;     /* the event that it was given for */
    struct text patron; /* who uses it; empty: the winner */
};

/* A prize whose winner may not have it, for good. */
struct forfeit {
    struct command_head head;
    uint32_t prize;
    struct text patron; /* whose it turned out to be, where nobody knew */
    struct text reason, authorised_by;
};

/* Money is moved by hand. */
struct adjust {
    struct command_head head;
    struct text offer;
    struct text from, to; /* accounts by name */
    int64_t amount;
    struct text reason, authorised_by;
};

/* ------------------------------------------------------------------------------------------ events */

/* A form that a law asks for, and what it asks to hold back, which the house does by hand or not at all. */
struct form_row {
    struct text form, clause, words;
    int64_t withhold;
};

/* A prize that was paid from a tray. */
struct tray_row {
    uint32_t prize;
    int64_t cents;
};

/* What the winner pays of a bill, beside what the voucher pays. */
struct own_cost {
    int64_t cents;
    struct text clause;
};

struct prize_identified {
    struct event_head head;
    uint32_t prize;
    struct text patron, document, name;
    struct date born; /* as the document says; year 0: it was not asked for */
    bool no_photo;
    struct text authorised_by; /* empty: nobody signed second */
};

struct prize_changed {
    struct event_head head;
    uint32_t prize;
    struct text clause;
    struct money_rows money;
};

/* Its winner may not have it, by the clause. */
struct prize_forfeited {
    struct event_head head;
    uint32_t prize;
    struct text patron; /* the winner */
    struct text clause, reason, authorised_by;
    struct money_rows money;
};

struct prize_paid {
    struct event_head head;
    uint32_t prize;
    uint8_t form, from;
    struct text handed_by; /* empty: nobody was named */
    int64_t withheld;      /* of it for the tax office; 0: the winner has the whole prize */
    uint32_t year;         /* in which it counts among the prizes of the winner; 0: in none */
    const struct form_row *forms;
    uint32_t form_count;
    struct money_rows money;
};

struct tray_reimbursed {
    struct event_head head;
    struct text table;
    const struct tray_row *prizes;
    uint32_t prize_count;
    struct money_rows money;
};

struct voucher_redeemed {
    struct event_head head;
    uint32_t prize, offer;
    struct text patron; /* who used it; empty: nobody knows */
    struct text cost;
    uint32_t count, paid_for; /* on the bill; for how many the voucher pays, the last perhaps in part */
    int64_t each, cents;      /* what one costs; what the voucher pays */
    bool cancelled;           /* the event that it was given for was */
    struct text clause;
    const struct own_cost *own;
    uint32_t own_count;
    struct money_rows money;
};

struct adjusted {
    struct event_head head;
    uint32_t offer;
    struct text reason, authorised_by;
    struct money_rows money;
};

#endif
