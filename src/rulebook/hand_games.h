/*
 * The games whose hands the charts name: what is dealt, in which order hands rank, and by which words people call
 * the game.
 *
 * A game here is what the hand language needs to know of it and no more; how a game is played is in src/games. The
 * list is closed: a house that offers another game adds a row.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef RULEBOOK_HAND_GAMES_H
#define RULEBOOK_HAND_GAMES_H

#include "base/text.h"

#include <stdbool.h>

/* The kind of round: it decides which parts a showing has and how two hands are compared. */
enum hand_family {
    HAND_FAMILY_FLOP,      /* hole cards and a board */
    HAND_FAMILY_STUD,      /* seven cards; the first two and the last are hole cards */
    HAND_FAMILY_DRAW,      /* cards of one's own and nothing else */
    HAND_FAMILY_PAI_GOW,   /* seven cards set as two in front and five behind; a joker */
    HAND_FAMILY_BLACKJACK, /* totals up to 21 */
    HAND_FAMILY_BACCARAT,  /* a player line and a banker line */
    HAND_FAMILY_PAN,       /* three cards and perhaps a fourth, the total nearest to nine */
    HAND_FAMILY_TILES,     /* four tiles set as two and two */
    HAND_FAMILY_WAR,       /* one card each, and one more after a tie */
    HAND_FAMILY_THIRTEEN,  /* three in front, five in the middle, five behind */
    HAND_FAMILY_NONE,      /* a game of which only the name is known */
};

/* In which order poker hands of the game rank. */
enum hand_order {
    HAND_ORDER_NONE,
    HAND_ORDER_FIVE,
    HAND_ORDER_FOUR,
    HAND_ORDER_THREE,
    HAND_ORDER_ACE_TO_FIVE,
    HAND_ORDER_DEUCE_TO_SEVEN,
    HAND_ORDER_JOKER, /* five cards with the joker of pai gow poker */
};

enum { HAND_GAME_ALIASES_MAX = 8 };

struct hand_game {
    const char *name;
    const char *aliases[HAND_GAME_ALIASES_MAX]; /* up to the first NULL */
    enum hand_family family;
    enum hand_order order;
    unsigned cards_min, cards_max; /* of one's own: hole cards in a flop game */
    unsigned holes_play;           /* exactly so many hole cards make the hand (Omaha: 2), 0 if any number */
    unsigned decks, jokers;
    bool wild; /* the joker is any card, or jokers make any hand 21 */
    bool
        poker; /* players against each other for a pot; the others are California games, against a player-dealer */
};

extern const struct hand_game hand_games[];
extern const unsigned hand_game_count;

/* Case, hyphens, apostrophes and double spaces do not matter. */
bool hand_game_same_name(struct text one, struct text other);

/* By name or alias; NULL if there is none. */
const struct hand_game *hand_game_find(struct text name);

/* The name or alias that is most like it, for "did you mean"; NULL if none is near. */
const char *hand_game_nearest(struct text name);

#endif
