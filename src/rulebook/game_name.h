/*
 * A game as documents and houses name it: by its name, with the regulator's identifiers of it, or as a group.
 *
 *      Texas Hold'em (GEGA-001983)     Three Card Poker 6 Card Bonus (GEGA-004086, GEGR-000724)
 *      all poker games                 all California games                 all games
 *
 * Nothing here allocates; the texts are views into what was read.
 */
#ifndef RULEBOOK_GAME_NAME_H
#define RULEBOOK_GAME_NAME_H

#include "base/status.h"
#include "base/text.h"
#include "rulebook/hand_games.h"

#include <stdbool.h>

enum game_group { GAME_NAMED, GAME_ALL_POKER, GAME_ALL_CALIFORNIA, GAME_ALL };

struct game_name {
    enum game_group group;
    struct text name;             /* without the identifiers */
    struct text identifiers;      /* "GEGA-004086, GEGR-000724"; empty if there are none */
    const struct hand_game *game; /* NULL for a group */
};

/* On failure `name` is unchanged; the fault stands at the name and suggests the nearest known one. */
MUST_USE enum status game_name_read(struct text text, struct game_name *name, struct fault *fault);

/* Whether the game `other` (a single one) is the game `name`, by its name or by an identifier that both have, or belongs
 * to the group. */
bool game_name_includes(const struct game_name *name, const struct game_name *other);

/* Whether one of the names that commas join includes the game: "Pai Gow Poker, Pan 9". */
bool game_names_include(struct text names, const struct game_name *game);

#endif
