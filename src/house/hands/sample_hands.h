/*
 * Hands for simulated floors, cases and tests: showings of the games of a house that win each row of its charts, and some that win nothing.
 *
 * They come from the witnesses of the hand language (rulebook/hand_relation.h), so that rare hands are as frequent as common
 * ones, including bad beats with the hand that beat them. They are written in the notation of `cardroom qualify` and
 * verify-hand.
 *
 * Ownership: everything is in the arena; rows are those of the library, which outlives it.
 */
#ifndef HOUSE_HANDS_SAMPLE_HANDS_H
#define HOUSE_HANDS_SAMPLE_HANDS_H

#include "rulebook/library.h"

struct command;
struct decision;
struct floor;

enum { SAMPLES_OF_A_ROW = 6 };

struct sample_hand {
    struct text cards, board, banker, winner;
    const struct rulebook_row
        *row; /* the first that it wins; NULL: none, or hands are compared without a chart */
    struct text row_id;
};

/* The hands of one offer in one game. */
struct sample_list {
    const struct offer *offer;
    const struct hand_game *game;
    const struct sample_hand *hands;
    unsigned count;
};

struct sample_hands {
    struct sample_list *lists;
    unsigned count;
};

MUST_USE enum status sample_hands_make(const struct library_house *house, struct arena *arena,
                                       struct sample_hands *hands, struct fault *fault);

/* NULL if the offer, by its name without that of the house, has none in the game. */
const struct sample_list *sample_hands_of(const struct sample_hands *hands, struct text offer,
                                          const struct hand_game *game);

/*
 * Decides a command. Where verify-hand names a row alone, and no reason for it, cards that make the row are entered in its place: a case says
 * what a hand is, and the house is given cards. They are the first that it takes; if it takes none, the refusal is of the first, or by a clause, and if
 * no cards make the row, it is decided as it was asked. The command then has the cards, which are in the arena.
 */
MUST_USE enum status decide_by_sample(const struct floor *floor, struct command *command,
                                      struct decision *decision, struct arena *arena, struct fault *fault);

#endif
