/*
 * The cards of a round: what is entered for one hand must be dealt together with what stands verified for the others.
 *
 * Invariants
 *  C1  Each place has one holding in a round: a seat, the dealer or banker, the player line, the board. Offers and bettors behind a
 *      seat that claim by one hand enter the same cards.
 *  C2  No card lies on the table more often than the decks of the game have it, in whatever field it was entered.
 *  C3  The lines of baccarat are as its rules draw them, and a hand that is beaten at a showdown has the whole board.
 */
#ifndef HOUSE_HANDS_ROUND_CARDS_H
#define HOUSE_HANDS_ROUND_CARDS_H

#include "rulebook/hand_judge.h"

#include <stdint.h>

struct deciding;
struct floor_hand;
struct verify_hand;

/* Reads what was entered of the cards. The fault says what the game does not deal. */
MUST_USE enum status read_entered(const struct verify_hand *command, const struct hand_game *game,
                                  struct showing *showing, struct fault *fault);

/* Whether the cards of the hand, beaten by these seats, can lie there with those of the others; false after a refusal. */
bool check_round_cards(struct deciding *deciding, const struct floor_hand *hand, uint32_t winners,
                       const struct showing *showing);

#endif
