/*
 * cardroom play: what its three games share. The games themselves are in src/games; here are the seats, the options, and the
 * end of the program.
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "base/money.h"
#include "cards/random.h"
#include "cli/terminal.h"
#include "play/table.h"

#include <stdbool.h>
#include <stdint.h>

enum { PLAY_NAME_SIZE = 13, PLAY_TABLES_MAX = 8 };

struct play_player {
    enum play_who who;
    char name[PLAY_NAME_SIZE];
};

/* All words of the command, understood. */
struct play_options {
    const char *game; /* "crazy-4-poker" */
    unsigned seat_count;
    struct play_player seats[PLAY_SEATS_MAX];
    bool seeded;
    uint64_t seed;
    uint64_t rounds; /* 0 is no end */
    struct money ante, stack;
    unsigned table_count;
    const char *tables[PLAY_TABLES_MAX];
    unsigned without_count;
    const char *without[PLAY_TABLES_MAX];
    uint64_t draw_every; /* the system draws Magic Card and Lucky Bonus once in so many rounds each */
    bool no_colour, clauses;
};

unsigned play_people(const struct play_options *options);

/* Each plays until the rounds or the people are done, and returns the exit code. */
int play_poker(const struct play_options *options, struct random *random);
int play_hi_lo(const struct play_options *options, struct random *random);

/* --------------------------------------------------------------------------------- what they all say */

struct play_totals {
    uint64_t rounds;
    struct money staked, handed;
};

void play_totals_add(struct play_totals *totals, struct money staked, struct money handed);

/* "+12.50", "-5", "0"; returns `buffer`. */
const char *play_signed(struct money money, char buffer[MONEY_TEXT_SIZE + 1]);

/* The words of a line of input, at most `max`; each is zero-terminated in place. */
unsigned play_words(char *line, char **words, unsigned max);

#endif
