/*
 * Making witnesses (hand_relation.h): the showings of a game that hands are tried on.
 *
 * A witness is a deal that could happen, with all that the game can show: the board, the dealer's cards and another hand
 * that may win. So the judge never lacks anything but what the game does not have.
 */
#ifndef RULEBOOK_HAND_WITNESS_INTERNAL_H
#define RULEBOOK_HAND_WITNESS_INTERNAL_H

#include "rulebook/hand_relation.h"

struct witness_list {
    const struct hand_game *game;
    struct showing *showings;
    unsigned count;
};

/* The four parts of a showing as text, in the order of enum showing_part; NULL: not given. */
struct witness_text {
    const char *shown[SHOWING_PARTS];
};

/* Appends one with its own cards; what is not given yet is dealt by witness_finish(). */
struct showing *witness_add(struct witness_list *list);

/* The hand that plays against it, from cards that are left; the dealer has the same. */
void witness_finish(struct showing *showing);

/* Reads and appends; false, with nothing appended, if the deck does not have such a deal. */
bool witness_read(struct witness_list *list, const char *cards, const char *board, const char *banker,
                  const char *winner);

/* Reads a table, every row of which must be a deal. */
void witness_read_all(struct witness_list *list, const struct witness_text *texts, unsigned count);

/* A card that nobody holds, from an order in which neighbours make nothing; `turn` counts through it. */
struct card witness_spare(struct card_set *used, unsigned *turn);

/* Five cards of a class: the cards of the class first. */
struct made {
    unsigned class_number; /* enum five_class */
    struct card five[5];
    bool corner; /* one of the few of its class that are tried everywhere */
};
enum { MADE_MAX = 144 };

/* Every class at every rank; of full houses the aces over all, the others over the lowest and the highest pair. */
unsigned made_fives(struct made mades[MADE_MAX]);

/* One for each family of games. */
void witness_flop(struct witness_list *list);
void witness_stud(struct witness_list *list);
void witness_draw(struct witness_list *list);
void witness_pai_gow(struct witness_list *list);
void witness_thirteen(struct witness_list *list);
void witness_blackjack(struct witness_list *list);
void witness_baccarat(struct witness_list *list);
void witness_pan(struct witness_list *list);
void witness_war(struct witness_list *list);
void witness_tiles(struct witness_list *list);

#endif
