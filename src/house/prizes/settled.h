/*
 * Hands and prizes that have left the state because they are settled, as the report tables have them (books/settled.h).
 *
 * The tables name tables, patrons and persons. settled_prize_here() and settled_hand_here() find their numbers, so that a view shows
 * what has left as it shows what is here.
 */
#ifndef HOUSE_PRIZES_SETTLED_H
#define HOUSE_PRIZES_SETTLED_H

#include "house/hands/hands.h"
#include "house/prizes/prizes.h"

struct settled_prize {
    struct floor_prize prize; /* without the numbers of its table and its winner */
    struct floor_award award; /* as far as a prize says it: number, offer, and who signed */
    struct text table, patron;
};

struct settled_hand {
    struct floor_hand hand; /* without the numbers of its table, its holder and who claimed it */
    struct text table, patron, claimed_by, chosen_row;
};

/* What was read; in the order of numbers, the highest first. */
struct settled {
    struct settled_prize *prizes;
    unsigned prize_count, prize_room;
    struct settled_hand *hands;
    unsigned hand_count, hand_room;
    struct floor_award *award; /* where one was asked for; NULL: there is none */
};

struct floor_prize settled_prize_here(const struct floor *floor, const struct settled_prize *settled);
struct floor_hand settled_hand_here(const struct floor *floor, const struct settled_hand *settled);

/* The prize with this number among those that were read; NULL: there is none. */
const struct settled_prize *settled_prize_numbered(const struct settled *settled, uint64_t number);

/* Leaves out what is still in the state: what was settled lately is in both. */
void settled_drop_here(struct settled *settled, const struct floor *floor);

/* Whether things in the state, by its word, can have left; the empty word stands for every state. */
bool prize_word_can_leave(struct text word);
bool hand_word_can_leave(struct text word);

#endif
