/*
 * Inside the judge: one way of a rule against one setting of the cards.
 */
#ifndef RULEBOOK_HAND_JUDGE_INTERNAL_H
#define RULEBOOK_HAND_JUDGE_INTERNAL_H

#include "cards/score.h"
#include "rulebook/hand_judge.h"

enum { JUDGE_LINES_BOTH, JUDGE_LINE_PLAYER, JUDGE_LINE_BANKER };

struct judge {
    const struct showing *showing;
    const struct hand_game *game;
    struct holding own, winner; /* set as this try has it */
    bool has_winner;

    /* The conditions of the way. */
    bool holes_asked, both_hands, no_joker, dealt;
    enum hand_holes holes;
    int line; /* baccarat: which line is the hand in question */

    bool silent; /* nobody asks why */
    struct text_out why;
    enum status status; /* not STATUS_OK once the question cannot be answered */
    struct fault *fault;
};

/* Ends the judgement with a fault at the atom; returns false, so that a test can return it. */
bool judge_cannot(struct judge *judge, const struct hand_atom *atom, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The words of the reason; silent judges spend no time on them. */
void judge_add(struct judge *judge, const char *format, ...) PRINTF_LIKE(2, 3);
void judge_add_hand(struct judge *judge, const struct hand *hand);
void judge_add_verdict(struct judge *judge, const struct hand_atom *atom, bool holds); /* " is not a flush" */

/* Each answers one atom and says why. */
bool judge_poker(struct judge *judge,
                 const struct hand_atom *atom); /* classes and ranks by the game's order */
bool judge_cards(struct judge *judge,
                 const struct hand_atom *atom); /* what cards have in common, totals, names */
bool judge_tiles(struct judge *judge, const struct hand_atom *atom);
bool judge_thirteen(struct judge *judge, const struct hand_atom *atom); /* named hands and home runs */

/* Above, at or below zero as the own hand beats the winner's. */
int judge_compare(struct judge *judge, const struct hand_atom *atom);
int judge_compare_poker(struct judge *judge, const struct hand_atom *atom);
int judge_compare_cards(struct judge *judge, const struct hand_atom *atom);
int judge_compare_tiles(struct judge *judge, const struct hand_atom *atom);

/* So many cards of `hand` are alike as the atom asks; of `rank` alone unless that is RANK_COUNT. */
bool judge_alike(const struct hand *hand, const struct hand_atom *atom, unsigned count, enum rank rank);

/* `hand` without jokers. */
struct hand judge_natural(const struct hand *hand);

/* "As Ad is pair of aces" or "... is not ...". */
bool judge_say(struct judge *judge, const char *what, const struct hand *hand, const struct hand_atom *atom,
               bool holds);

struct thirteen_scores;
struct thirteen_scores judge_thirteen_scores(const struct holding *holding);

#endif
