/*
 * The verdict on a hand: which rows of the charts in force it wins.
 *
 * The rows that the house offers are tested in the order of the charts, from the best hand down, by the game of the table and with
 * the suit and rank that the house posted. The first row that matches is the verdict; where the document pays every row, all
 * rows that match are. If the setting "rows inside one another" says so, a row is left out when every hand of a row above it
 * wins it too.
 */
#ifndef HOUSE_HANDS_VERDICT_H
#define HOUSE_HANDS_VERDICT_H

#include "rulebook/hand_judge.h"
#include "rulebook/house_file.h"

enum { VERDICT_ROWS_MAX = 16 };

struct verdict {
    unsigned count; /* 0: the hand wins nothing */
    const struct rulebook_row *rows[VERDICT_ROWS_MAX];
};

/* Whether the house offers the row: where the rules leave it the choice, it has posted a prize for it. */
bool verdict_row_is_posted(const struct offer *offer, const struct rulebook_row *row);

/* What a row asks for in the game of the table, with the suit and rank that the house posted. */
MUST_USE enum status verdict_rule(const struct offer *offer, const struct rulebook_row *row,
                                  const struct game_name *game, struct hand_rule *rule, struct fault *fault);

/* Fails, with words, if a row asks what the showing does not tell: the winner's hand. */
MUST_USE enum status verdict_of(const struct offer *offer, const struct game_name *game,
                                const struct showing *showing, struct verdict *verdict, struct fault *fault);

#endif
