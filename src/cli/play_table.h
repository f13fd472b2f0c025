/*
 * A table of either poker game behind one door, so that one front end plays both.
 *
 * The table is the game's own state machine (games/crazy4.h, games/four_card.h); this adds a shoe that is really
 * shuffled, cut and dealt from, a clock that goes on by a minute a round, and the advice of the exact odds. What is
 * allowed is asked of the state machine and answered with its ruling: there is no rule of a game here.
 *
 * Seats are numbered from 1; seat 0 is the dealer.
 */
#ifndef CLI_PLAY_TABLE_H
#define CLI_PLAY_TABLE_H

#include "base/arena.h"
#include "base/calendar.h"
#include "cards/four.h"
#include "cards/shoe.h"
#include "cli/game_rules.h"
#include "cli/play.h"
#include "games/crazy4.h"
#include "games/four_card.h"
#include "odds/crazy4_odds.h"
#include "odds/four_card_odds.h"

enum { PLAY_WAGERS_MAX = 7, PLAY_METERS_MAX = 2 };

struct play_limits {
    struct money least, most; /* zero: not offered */
};

/* A wager as a player asks for it. */
struct play_wager {
    enum wager wager;
    char key;          /* on a screen */
    const char *word;  /* in a line: "qu" */
    const char *label; /* "Queens Up" */
    const char *brief; /* "QU" */
    bool with_ante;    /* is placed together with the Ante, in the same amount */
};

/* Where the round stands, as far as a front end cares. */
enum play_stage { PLAY_BETTING, PLAY_DEALING, PLAY_DECIDING, PLAY_ROUTINE, PLAY_OVER };

enum play_act { PLAY_SIT, PLAY_WAGER, PLAY_LOCK, PLAY_DEAL, PLAY_PLAY, PLAY_FOLD, PLAY_NEXT_ROUND };

struct play_action {
    enum play_act act;
    unsigned seat;
    enum wager wager;
    struct money amount;
    struct card card;
};

/* What lies at a seat; the pointers belong to the table. */
struct play_view {
    bool in_round, played, folded;
    const struct money *wagers; /* by enum wager */
    const struct card *cards;
    unsigned card_count;
};

/* The expected net of each choice, in Antes, over the wagers that the decision is about; Antes of 0 is to fold. */
struct play_choice {
    unsigned antes;
    double value;
};

struct play_advice {
    unsigned count;
    struct play_choice choices[4];
    unsigned best; /* place in choices */
};

struct play_table;

struct play_game {
    const char *name, *title, *document;
    enum game_rules_of rules;
    unsigned wager_count;
    struct play_wager wagers[PLAY_WAGERS_MAX]; /* the Ante first */

    void (*prepare)(struct play_table *table); /* every side bet on offer */

    /* Words of --table and --without; false if the game does not know them. */
    bool (*choose)(struct play_table *table, struct text name);
    bool (*leave_out)(struct play_table *table, struct text name);

    struct ruling (*open)(struct play_table *table, unsigned seats); /* refuses bad settings */
    struct ruling (*may)(const struct play_table *table, const struct play_action *action);
    struct ruling (*act)(struct play_table *table, const struct play_action *action);
    bool (*routine)(struct play_table *table); /* does the dealer's next step; false if there is none */

    enum play_stage (*stage)(const struct play_table *table);
    unsigned (*turn)(const struct play_table *table);
    struct play_limits (*limits)(const struct play_table *table, enum wager wager);
    struct play_view (*view)(const struct play_table *table, unsigned seat);
    unsigned (*dealer_shows)(const struct play_table *table,
                             unsigned *from); /* how many cards, from which on */
    struct four_value (*four)(const struct play_table *table, unsigned seat);
    const struct settlement *(*settlement)(const struct play_table *table);
    unsigned (*round)(const struct play_table *table);
    const struct meter *(*meter)(const struct play_table *table, unsigned number); /* NULL behind the last */
    void (*say_dealer)(const struct play_table *table, struct text_out *out); /* "king high, qualifies" */
    void (*say_draws)(const struct play_table *table, struct text_out *out);  /* "" if nothing was drawn */
    const struct paytable *(*paytable)(const struct play_table *table, unsigned number); /* on offer */

    enum status (*think)(struct play_table *table);       /* counts what advice needs; NULL: nothing */
    enum status (*think_ahead)(struct play_table *table); /* so that best play is quick; NULL: it is */
    struct play_advice (*advise)(const struct play_table *table, unsigned seat);
    unsigned (*best)(const struct play_table *table, unsigned seat);   /* the same in Antes; 0 folds */
    unsigned (*simple)(const struct play_table *table, unsigned seat); /* by the rule of thumb */
    const char *simple_words;
};

struct play_table {
    const struct play_game *game;
    const struct game_rules *rules;
    union {
        struct crazy4_settings crazy4;
        struct four_card_settings four_card;
    } settings;
    union {
        struct crazy4 crazy4;
        struct four_card four_card;
    } state;
    struct random *random;
    struct shoe shoe;
    struct instant clock;
    uint64_t draw_every;

    bool thinks;
    struct arena arena;
    struct crazy4_table crazy4_counts;
    struct four_card_solution *four_card_solution;
};

extern const struct play_game play_game_crazy4, play_game_four_card;

const struct play_game *play_game_find(const char *name); /* NULL if there is none */

/* `rules` has those of the game, and outlives the table. */
void play_table_init(struct play_table *table, const struct play_game *game, const struct game_rules *rules,
                     struct random *random);
void play_table_release(struct play_table *table);

/* Does what nobody chooses, cards included, until a player must act or the round is over. */
void play_table_go_on(struct play_table *table);

/* Advice and best play need a count of some milliseconds, once. STATUS_NO_MEMORY. */
MUST_USE enum status play_table_think(struct play_table *table);

/* The same, and what makes thousands of decisions quick: about a second. */
MUST_USE enum status play_table_think_ahead(struct play_table *table);

/* The best four cards of a hand in words: "pair of aces, king high"; returns `buffer`. */
enum { PLAY_HAND_WORDS_SIZE = 96 };
const char *play_hand_words(const struct play_table *table, unsigned seat, char buffer[PLAY_HAND_WORDS_SIZE]);

/* For the games: a shuffle and a cut of the shoe, all cards back in it first. */
void play_table_shuffle(struct play_table *table);
unsigned play_table_cut(struct play_table *table); /* returns the cards above the cover card */

#endif
