/*
 * The numbers of the table games, read from their rule documents for the commands that play, settle and count them.
 *
 * Ownership: the tables point into the library that was read, until game_rules_release().
 */
#ifndef CLI_GAME_RULES_H
#define CLI_GAME_RULES_H

#include "games/case.h"
#include "games/crazy4_tables.h"
#include "games/four_card_tables.h"
#include "games/hi_lo_day.h"
#include "rulebook/library.h"

enum game_rules_of {
    GAME_RULES_CRAZY4 = 1 << 0,
    GAME_RULES_FOUR_CARD = 1 << 1,
    GAME_RULES_HI_LO = 1 << 2,
    GAME_RULES_ALL = GAME_RULES_CRAZY4 | GAME_RULES_FOUR_CARD | GAME_RULES_HI_LO
};

struct game_rules {
    struct library library;
    struct crazy4_tables crazy4;
    struct four_card_tables four_card;
    struct hi_lo_promotion hi_lo;
};

/*
 * Reads the documents of the games in `which` (enum game_rules_of); the others are not to be looked at. EXIT_CODE_OK; or
 * EXIT_CODE_BAD_INPUT, and standard error says file, line and what is wrong. To be released whatever the answer is.
 */
int game_rules_read(const char *command, unsigned which, struct game_rules *rules);
void game_rules_release(struct game_rules *rules);

/* For src/games, when all were read. */
struct case_rules game_rules_cases(const struct game_rules *rules);

#endif
