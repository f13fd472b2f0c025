/*
 * Between the files that play cases of the poker games, line by line.
 *
 * A line either describes the table (settings, meters, seats with cards and wagers, the dealer's hand) or is a step. A step
 * first advances the table to its moment, with the written acts of the seats and the routine acts of the dealer; a step that
 * ends in "-> refused #N" is tried on the table as it is.
 *
 * The lines that both games share are read here. A game adds its settings, its meters and its own steps.
 */
#ifndef GAMES_POKER_CASE_INTERNAL_H
#define GAMES_POKER_CASE_INTERNAL_H

#include "games/case_rounds.h"
#include "games/poker.h"

struct poker_step {
    struct poker_action action;
    enum poker_state moment; /* to which the table is brought first */
    unsigned turn;           /* or to the turn of this seat; 0 if it does not matter */
};

/* A step that is written in words alone. */
struct poker_words {
    const char *words; /* NULL behind the last */
    enum poker_act act;
    enum poker_state moment;
    bool by_device;
};

struct poker_case;

/* What a game adds. A taker that may not know the line leaves `known` false and the cursor where it was. */
struct poker_case_game {
    const struct poker_game *poker;
    const char *place, *places; /* what it calls a seat, and several */
    const char *sits;           /* "sits at seat" */
    const char *clause;         /* an example for a fault: "#145" */
    const char *lines;          /* what a line may be, for a fault */
    const char *seat_steps;     /* what may come after a seat, for a fault */
    bool in_turn;               /* players decide in turn; "unseen" is a way to play */
    unsigned dealer_cards;
    const struct poker_words *plain, *of_seat; /* steps; those of a seat come after "seat 2" */

    struct ruling (*open)(struct poker_case *run);          /* by its settings */
    enum status (*set_meters)(struct poker_case *run);      /* as lines have them */
    bool (*deals_stacks)(struct poker_case *run);           /* of five cards; NULL: never */
    const struct paytable *(*keys)(struct poker_case *run); /* whose rows have hand buttons; NULL: none */
    enum status (*take_settings)(struct poker_case *run, size_t at, struct case_cursor *cursor);
    enum status (*take_meter)(struct poker_case *run, struct case_cursor *cursor);
    enum status (*take_dealer)(struct poker_case *run, struct case_cursor *cursor); /* behind "dealer:" */
    enum status (*take_line)(struct poker_case *run, struct case_cursor *cursor, bool *known);
    enum status (*take_step)(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step,
                             bool *known);
    /* The acts before a step that is done; `done` if that was all. */
    enum status (*before)(struct poker_case *run, const struct poker_step *step, bool *done);
    enum status (*expect)(void *run, struct case_cursor *cursor, bool *known, struct case_fault *fault);
};

/* A case as it is played: the first member of what a game keeps of it. */
struct poker_case {
    const struct poker_case_game *game;
    const struct case_file *file;
    const struct case_line *line;
    struct case_result *result;
    struct case_fault *fault;
    struct poker_round *round; /* of the game's table */
    unsigned seats;            /* of the table, when it is open */
    bool open;                 /* the table is; settings can no longer change */
    bool stopped;              /* the case went another way than it says */
    bool reported;             /* this round is in the result */
    struct case_script scripts[POKER_SEATS_MAX + 1];
    struct instant now;
    struct case_meter meters[CASE_METERS_MAX]; /* as they stood before and after the lock */
};

/* Plays all lines; a case without expectations is played to its end to show the result. */
MUST_USE enum status poker_case_play(struct poker_case *run);

/* The case goes another way than it says. */
MUST_USE enum status poker_case_stop(struct poker_case *run, const struct ruling *ruling);
MUST_USE enum status poker_case_open(struct poker_case *run);
MUST_USE enum status poker_case_act(struct poker_case *run, struct poker_action *action);

/* To the state, or to the end of a round that became void. */
MUST_USE enum status poker_case_bring_to(struct poker_case *run, enum poker_state state);
/* One step of what is written or routine. */
MUST_USE enum status poker_case_go_on(struct poker_case *run);
/* If the round has ended: the next, with or without the lines of its seats. */
MUST_USE enum status poker_case_next_round(struct poker_case *run, bool forget);
/* Puts down the wagers of a seat as its line has them. */
MUST_USE enum status poker_case_place(struct poker_case *run, unsigned seat);

/* The heading and lines of a section of settings, and what is to be said to them; `clause` is empty if none refuses. */
typedef enum status poker_case_setting(struct case_cursor *cursor, void *settings, struct case_fault *fault);
MUST_USE enum status poker_case_settings(struct poker_case *run, size_t at, struct case_cursor *cursor,
                                         poker_case_setting *take, void *settings, struct text *clause);
MUST_USE enum status poker_case_judge_settings(struct poker_case *run, const struct case_cursor *cursor,
                                               struct text clause, const struct ruling *ruling);

/* The end of a step: it is done, or tried if it ends in a refusal. */
MUST_USE enum status poker_case_finish(struct poker_case *run, struct case_cursor *cursor,
                                       struct poker_step *step);

/* One card. */
MUST_USE enum status poker_case_card(struct poker_case *run, struct case_cursor *cursor, struct card *card);

/* True while there is nothing in the way of going on. */
static inline bool poker_case_goes_on(const struct poker_case *run, enum status status)
{
    return status == STATUS_OK && !run->stopped;
}

#endif
