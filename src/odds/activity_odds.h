/*
 * The odds of an activity: of every chart of a rule document, or of the charts that an offer has in force, in every game.
 *
 * A piece is one chart in one game. Games that deal the same hands and judge them by the same rules are one piece, with
 * all their names. A group of games ("all poker games") stands for those of it that are played most: Texas Hold'em,
 * Omaha, Seven Card Stud.
 *
 * Ownership: pieces are in the arena; they point into the rulebook and the offer, which outlive them.
 */
#ifndef ODDS_ACTIVITY_ODDS_H
#define ODDS_ACTIVITY_ODDS_H

#include "odds/chart_odds.h"
#include "rulebook/house_file.h"
#include "rulebook/rulebook.h"

struct activity_piece {
    const struct rulebook_chart *chart;
    const struct hand_game *game;
    struct text games; /* names, with commas between */
    unsigned row_count;
    const struct rulebook_row *rows[CHART_ODDS_ROWS_MAX];
    struct hand_rule *rules;
    unsigned players; /* dealt in, from the tables of the offer; 0: as usual */
    unsigned pace;    /* rounds an hour, from the tables of the offer; 0: not known */
};

struct activity_pieces {
    struct activity_piece *pieces;
    unsigned count;
};

/* Finds the pieces to count; `offer` may be NULL. Without a chart there are none. STATUS_NO_SPACE or STATUS_NO_MEMORY as the arena says. */
MUST_USE enum status activity_pieces_find(const struct rulebook *rulebook, const struct offer *offer,
                                          struct arena *arena, struct activity_pieces *pieces,
                                          struct fault *fault);

/* Whether the counts of one are those of the other: the same rules in the same game with the same players. */
bool activity_pieces_alike(const struct activity_piece *one, const struct activity_piece *other);

/* Counts one piece; `settings` as of chart_odds.h, with the players of the piece where they have none. */
MUST_USE enum status activity_piece_count(const struct activity_piece *piece,
                                          const struct chart_odds_settings *settings, struct arena *arena,
                                          struct chart_odds *odds, struct fault *fault);

#endif
