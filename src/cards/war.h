/*
 * Casino war: one card each, the higher wins, aces high; equal ranks go to war with one more card each.
 *
 * Cards come from several decks, so the two first cards may be the very same card: a suited war.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef CARDS_WAR_H
#define CARDS_WAR_H

#include "cards/card.h"
#include "cards/ranking.h"

#include <stdbool.h>

enum { WAR_DECKS = 8 };

/* Negative, zero or positive as the player's card is below, level with or above the dealer's. Suits do not
 * count. */
int war_compare(struct card player, struct card dealer);

/* A round: the first cards, and the cards of the war if the first tied and the player went to war. */
struct war_round {
    struct card player, dealer;
    bool went_to_war;
    struct card player_war, dealer_war;
};

/* The rows of bay101/prize-wheel#28 to #30, read as in its R7. */
bool war_is_war(const struct war_round *round);        /* the first cards tie in rank */
bool war_is_suited_war(const struct war_round *round); /* the first cards tie in rank and suit */
bool war_is_double_war(const struct war_round *round); /* the war itself ties, too */

/* `casino-war`: one card. Against each other: says "war" or "suited war". */
extern const struct ranking ranking_war;

#endif
