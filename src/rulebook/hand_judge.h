/*
 * Judging a showing: does what a player shows fulfil a hand of the hand language, and why?
 *
 * A showing is what is known of one round for one player: the cards in the order they were dealt, how they were set,
 * the board, the dealer's or banker's cards, and the hand that won where the rule says "beaten". In baccarat the own
 * cards are the player line and the banker's the banker line.
 *
 * Invariants
 *  S1  The cards of a showing are as many as the game deals, and no card is there more often than the game has
 *      decks; showing_read() sees to it.
 *  S2  A holding that was set has all its cards in `cards` too: front, then middle, then back.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef RULEBOOK_HAND_JUDGE_H
#define RULEBOOK_HAND_JUDGE_H

#include "cards/holes.h"
#include "cards/score.h"
#include "cards/tiles.h"
#include "rulebook/hand_games.h"
#include "rulebook/hand_language.h"

/* The cards of one person or of the banker. */
struct holding {
    struct hand cards;
    bool set; /* front, (middle) and back are as the player put them */
    struct hand front, middle, back;
    struct tile_hand tiles; /* set: the first two are in front */
};

enum showing_part { SHOWING_CARDS, SHOWING_BOARD, SHOWING_BANKER, SHOWING_WINNER, SHOWING_PARTS };

struct showing {
    const struct hand_game *game;
    bool has[SHOWING_PARTS];
    struct holding own, banker, winner;
    struct hand board;
};

void showing_init(struct showing *showing, const struct hand_game *game);

/*
 * Reads one part: "Ah Ad", "Ah Kd / 5c 5d 5h 2s 2c" (front / back), "teen teen / 6-3 day". The board is read before
 * or after; cards that are there too often are refused. On failure `showing` is unchanged.
 */
MUST_USE enum status showing_read(struct showing *showing, enum showing_part part, struct text text,
                                  size_t origin, struct fault *fault);

/* How many hole cards make a hand of the game; and where a rule says how they play, which a game that asks for more overrides:
 * with "one hole card" a hand of Omaha still has exactly two. */
struct holes_rule hand_holes_rule_of(const struct hand_game *game);
struct holes_rule hand_holes_rule(const struct hand_game *game, enum hand_holes holes);

enum { HAND_WHY_SIZE = 768 };

struct hand_answer {
    bool qualifies;
    char why[HAND_WHY_SIZE]; /* a sentence without a full stop */
};

/*
 * Fails, with the position in the hand's text, if the rule asks what the game does not have ("in front" in hold'em)
 * or the showing does not tell (the winner's hand).
 */
MUST_USE enum status hand_rule_judge(const struct hand_rule *rule, const struct showing *showing,
                                     struct hand_answer *answer, struct fault *fault);

/* The same decision without the words, many times faster: for counting. On failure `holds` is unchanged. */
MUST_USE enum status hand_rule_holds(const struct hand_rule *rule, const struct showing *showing, bool *holds,
                                     struct fault *fault);

/*
 * What the judge asks of a poker hand once it has found it, for those who find hands faster: does a hand of that score
 * answer an atom of shape HAND_SHAPE_CLASS? Negation and likeness of suits are not looked at. False too where the order
 * has no such class; that this is a fault hand_rule_holds() says.
 */
bool hand_class_holds(const struct hand_atom *atom, enum hand_order order, struct score score);

#endif
