/*
 * Blackjack and the card-room games made after it: totals, naturals, and the hands that charts name.
 *
 * Cards count their pips, faces 10, aces 1 or 11. A total is soft while an ace in it counts 11. From the
 * best: a natural; 21; lower totals; a bust. The cards stand in the order they were dealt, for many rows look
 * at the first two or three alone. Cards come from several decks.
 *
 * No-bust games add jokers to the decks. There a joker makes any hand 21, two aces or jokers are the natural, and busted
 * hands still compare, the total nearest to 21 being best. The settings say which of this a game has.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef CARDS_BLACKJACK_H
#define CARDS_BLACKJACK_H

#include "cards/card.h"
#include "cards/ranking.h"

#include <stdbool.h>
#include <stdint.h>

enum { BLACKJACK_DECKS = 8, BLACKJACK_TOTAL_MAX = 21 };

/* Which two cards make a natural; a set. */
enum blackjack_natural {
    BLACKJACK_NATURAL_ACE_TEN = 1,
    BLACKJACK_NATURAL_ACE_ACE = 2,
    BLACKJACK_NATURAL_ACE_JOKER = 4,
    BLACKJACK_NATURAL_JOKER_JOKER = 8,
};

struct blackjack_settings {
    bool jokers;        /* there are jokers in the decks, and one makes any hand 21 */
    bool busts_compare; /* of two busted hands the one nearer to 21 is better; otherwise all are equal */
    unsigned naturals;  /* of enum blackjack_natural */
};

extern const struct blackjack_settings blackjack_settings_usual; /* no joker; ace and ten-value */
extern const struct blackjack_settings
    blackjack_settings_no_bust; /* jokers; two aces, or jokers, or one of each */

struct blackjack_total {
    uint8_t total; /* may be above 21 */
    bool soft;
    bool bust;
    bool natural;
};

/* The hand has no joker unless the settings have it. */
struct blackjack_total blackjack_total(const struct hand *hand, const struct blackjack_settings *settings);

/* Orders the hands of a game: higher is better, equal is a push. */
int64_t blackjack_value(struct blackjack_total total, const struct blackjack_settings *settings);

/* ---------------------------------------------------------------------------------------- first two cards */

/* Ace and ten-value, of one suit (bay101/prize-wheel#28 A1, R7). */
bool blackjack_is_suited_natural(const struct hand *hand);

/* Two cards of one rank, and of one suit if asked (bay101/prize-wheel#29 B1). */
bool blackjack_is_pair(const struct hand *hand, bool suited);

/* A pair of one of these ranks (bit 0 is the 2): hawaiian-gardens/beat-the-dealer#33 and #34,
 * car-giveaway#33.g, blackjack-poker-car-drawing#6, high-hand-promotion#42.a. */
bool blackjack_is_pair_of(const struct hand *hand, unsigned ranks, bool suited);

/* Twice the same card: "two aces of hearts" (hawaiian-gardens/cash-in-a-flash#68.a). */
bool blackjack_is_twice(const struct hand *hand, struct card card);

/* King and queen of one suit (bay101/prize-wheel#30 C1). */
bool blackjack_is_royal_match(const struct hand *hand);

/* ----------------------------------------------------------------------------------------- the whole hand */

/* 21, not a bust, in so many cards and without a joker (hawaiian-gardens/fast-cash-jackpots#21.e and f,
 * #22). */
bool blackjack_is_21_with(const struct hand *hand, unsigned cards_min, unsigned cards_max);

enum blackjack_alike { BLACKJACK_ANY, BLACKJACK_ONE_COLOUR, BLACKJACK_ONE_SUIT };

/* Three cards, all sevens (hawaiian-gardens/fast-cash-jackpots#21.g and h, ca-asian-jackpot-1#34 to #36,
 * ca-asian-progressive-bad-beat#27). */
bool blackjack_is_three_sevens(const struct hand *hand, enum blackjack_alike alike);

/* Five cards, 2-3-4-5-6 in any order, worth 20 (hawaiian-gardens/ca-asian-progressive-bad-beat#25 to #27,
 * cash-drawing#12.d). */
bool blackjack_is_two_to_six(const struct hand *hand, bool suited);

/* The first `count` cards are jokers (hawaiian-gardens/high-hand-promotion#42.b and c). */
bool blackjack_is_first_jokers(const struct hand *hand, unsigned count);

/*
 * Sevens among the player's first two cards and the player-dealer's up card (bay101/blazing-7s#17 to #21, R3
 * and R5; hawaiian-gardens/blazing-sevens#32 and #33). Each step is better than the one before.
 */
enum blackjack_sevens {
    BLACKJACK_SEVENS_NONE,
    BLACKJACK_SEVENS_ONE,        /* one of the player's two cards */
    BLACKJACK_SEVENS_TWO,        /* both */
    BLACKJACK_SEVENS_TWO_SUITED, /* both, of one suit */
    BLACKJACK_SEVENS_THREE,      /* and the up card */
    BLACKJACK_SEVENS_THREE_COLOUR,
    BLACKJACK_SEVENS_THREE_SUITED,
    BLACKJACK_SEVENS_THREE_SPECIFIED, /* all of the suit that the house posted */
};

enum blackjack_sevens blackjack_sevens(const struct hand *player, struct card up_card, enum suit specified);

/* `blackjack` with the usual settings, and `no-bust-blackjack` with those of the no-bust games: 2 to 16
 * cards. */
extern const struct ranking ranking_blackjack;
extern const struct ranking ranking_no_bust_blackjack;

#endif
