/*
 * Between the files of the poker front end: play_poker.c runs the rounds, play_poker_screen.c draws them.
 */
#ifndef CLI_PLAY_POKER_H
#define CLI_PLAY_POKER_H

#include "cli/game_rules.h"
#include "cli/play.h"

enum { POKER_NOTE_SIZE = 320 };

struct poker_guest {
    struct money stack;
    struct money bets[WAGER_COUNT]; /* of the last round that was played: offered again */
    struct play_totals totals;
    bool sits_out; /* this round */
};

struct poker {
    const struct play_options *options;
    struct terminal terminal;
    struct game_rules rules;
    struct play_counts counts;
    struct play_table table;
    struct poker_guest seats[PLAY_SEATS_MAX + 1]; /* from 1 */
    uint64_t rounds;                              /* complete */
    struct settlement last;                       /* of the round before */
    bool clauses, has_quit;
    char note[POKER_NOTE_SIZE]; /* what the screen says above its keys */
    enum style note_style;
};

static inline const struct play_player *poker_player(const struct poker *poker, unsigned seat)
{
    return &poker->options->seats[seat - 1];
}

/* The stack of a seat less its wagers on the layout. */
struct money poker_left(const struct poker *poker, unsigned seat);

/* On a screen the next note; otherwise a line. */
void poker_say(struct poker *poker, enum style style, const char *format, ...) PRINTF_LIKE(3, 4);

/* -------------------------------------------------------------------------------------- the screen */

/* The table as `seat` sees it; 0 is everybody's view: all hands up once the round is over. */
void poker_draw_table(struct poker *poker, unsigned seat);
unsigned poker_free_row(const struct poker *poker); /* the first row below the seats */
void poker_draw_keys(struct poker *poker, const char *keys);

/* The wagers of a seat with their keys; `selected` is a place in the game's list. */
void poker_draw_wagers(struct poker *poker, unsigned seat, unsigned selected);

/* Settlement lines of the people that fit below the seats. */
void poker_draw_results(struct poker *poker);

/* Whole screens; each waits for a key and returns. */
void poker_show_settlement(struct poker *poker);
void poker_show_totals(struct poker *poker);
void poker_show_paytables(struct poker *poker);

/* --------------------------------------------------------------------------------------- in lines */

void poker_print_settlement(const struct poker *poker, bool clauses); /* of the last round */
void poker_print_totals(const struct poker *poker);
void poker_print_paytables(const struct poker *poker);

#endif
