/*
 * Hands for a simulated floor: showings of the games of a house that win each row of its charts, and some that win nothing.
 *
 * They come from the witnesses of the hand language (rulebook/hand_relation.h), so that rare hands are as frequent as common
 * ones, including bad beats with the hand that beat them. They are written in the notation of `cardroom qualify` and
 * verify-hand.
 *
 * Ownership: everything is in the arena; rows are those of the library, which outlives it.
 */
#ifndef AUDITOR_SIMULATOR_SAMPLE_HANDS_H
#define AUDITOR_SIMULATOR_SAMPLE_HANDS_H

#include "rulebook/library.h"

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

#endif
