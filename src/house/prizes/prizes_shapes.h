/*
 * Commands and events about awards. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_PRIZES_PRIZES_SHAPES_H
#define HOUSE_PRIZES_PRIZES_SHAPES_H

#include "funds/ledger.h"
#include "house/kernel/event.h"

/* ------------------------------------------------------------------------------------------ commands */

/* A prize that no hand wins: the posted prize of a drawing to a table's pot, a named prize. */
struct award_prize {
    struct command_head head;
    struct text offer, prize, table;
    uint32_t seats; /* who share it; none: those who were dealt in */
    struct text verified_by;
};

/* A recorded award is reversed, or one prize of it. */
struct reverse {
    struct command_head head;
    uint32_t award;
    uint32_t prize; /* 0: the whole award */
    struct text reason, authorised_by;
};

/* ------------------------------------------------------------------------------------------ events */

/* One prize of an award: to whom, for what, how much money or which thing. */
struct prize_row {
    uint32_t prize;
    struct text patron;
    struct text table;
    uint32_t seat;
    struct text share; /* row, losing hand, table, envy ... */
    int64_t cents;
    int64_t posted; /* the prize of which this is a part; 0: it is the whole */
    int64_t fee;    /* that the winner paid for it; 0: it is a prize without a wager */
    struct text thing;
    uint32_t things;
    int64_t worth; /* of the things together, where something is said of it */
    struct text clause;
    bool identified;                    /* the winner must show an ID */
    struct instant identify_by, lapses; /* none: it cannot be late, or not lapse */
};

/* What of a prize was won of a pool, whoever covers it. */
struct pool_share {
    uint32_t prize;
    account_id pool; /* its account */
    int64_t cents;
};

/* A prize that was reversed. */
struct reversed_prize {
    uint32_t prize;
    int64_t cents;
};

/* By how much less the hits of an award won a pool, because a prize of it was reversed alone. */
struct pool_less {
    account_id pool; /* its account */
    int64_t cents;
};

struct awarded {
    struct event_head head;
    uint32_t award, offer;
    struct text table;
    uint32_t round;
    struct text verified_by, authorised_by; /* two persons */
    struct text clause;
    uint32_t hand; /* the first of them; 0: none */
    struct text pool;
    int64_t meter; /* of that pool before; 0: no pool was won */
    const struct prize_row *prizes;
    uint32_t prize_count;
    const struct pool_share *pool_shares; /* in the order of prizes; none where there is one prize */
    uint32_t pool_share_count;
    struct money_rows money;
};

/* Prizes of an award were reversed: all that were not before, and then nothing of it stands, or one. */
struct award_reversed {
    struct event_head head;
    uint32_t award;
    const struct reversed_prize *prizes; /* in their order */
    uint32_t prize_count;
    struct text reason, authorised_by;
    /* Of one prize while others stand: what of the money that the house had advanced went back, and what was won less of pools. */
    int64_t lent;
    const struct pool_less *less;
    uint32_t less_count;
    struct money_rows money;
};

/* Of the items above. */
extern const struct record_shape pool_share_shape;

#endif
