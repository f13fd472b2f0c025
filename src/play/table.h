/*
 * A table of either poker game, so that one front end plays both.
 *
 * The table is the game's own state machine (games/poker.h); this adds a shoe that is really shuffled, cut and dealt from, a
 * clock that moves a minute a round, and the advice of the exact odds. The state machine decides what is allowed, and its
 * ruling is the answer: no rule of a game is here. The differences between the games are in their struct play_game.
 *
 * A front end receives every step of a round, in order, with the clause that orders the step.
 */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include "base/arena.h"
#include "cards/shoe.h"
#include "games/crazy4.h"
#include "games/four_card.h"
#include "odds/crazy4_odds.h"
#include "odds/four_card_odds.h"
#include "odds/fraction.h"

enum {
    PLAY_SEATS_MAX = 6,
    PLAY_WAGERS_MAX = 7,
    PLAY_PAYTABLES_MAX = 16,
    PLAY_ANTES_MAX = 3 /* of a Play Wager */
};

enum play_who {
    PLAY_PERSON,
    PLAY_BEST,  /* a computer player: best play by the exact odds, no side bets */
    PLAY_SIMPLE /* plays by a rule of thumb, and likes side bets */
};

/* The numbers of the rule documents; they outlive the tables. */
struct play_rules {
    const struct crazy4_tables *crazy4;
    const struct four_card_tables *four_card;
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

struct play_paytable {
    enum wager wager;
    const struct paytable *paytable;
};

/* Where the round stands, as far as a front end cares. */
enum play_stage { PLAY_BETTING, PLAY_DEALING, PLAY_DECIDING, PLAY_ROUTINE, PLAY_OVER };

/* The expected net of each choice, in Antes, over the wagers that the decision is about; Antes of 0 is to fold. */
struct play_choice {
    unsigned antes;
    struct fraction worth; /* exact */
    double value;          /* the same */
};

struct play_advice {
    unsigned count;
    struct play_choice choices[1 + PLAY_ANTES_MAX];
    unsigned best, next; /* places in choices: the best, and the best of the others */
};

/* ------------------------------------------------------------------------------------------ steps */

enum play_step_kind {
    PLAY_STEP_BUY_IN,
    PLAY_STEP_WAGER,
    PLAY_STEP_SHUFFLE,
    PLAY_STEP_CUT,
    PLAY_STEP_NO_MORE_BETS,
    PLAY_STEP_DRAW,  /* by the system: Magic Card, Lucky Bonus */
    PLAY_STEP_CHIPS, /* of the progressive */
    PLAY_STEP_CARD,
    PLAY_STEP_STUB,
    PLAY_STEP_COUNT_STUB,
    PLAY_STEP_PLAY,
    PLAY_STEP_FOLD,
    PLAY_STEP_COLLECT, /* what was forfeited */
    PLAY_STEP_REVEAL,
    PLAY_STEP_KEY,
    PLAY_STEP_VERIFY,
    PLAY_STEP_SETTLE, /* of a seat; when it is told, of one of its wagers */
    PLAY_STEP_ENVY,
    PLAY_STEP_COVER_ALL,
    PLAY_STEP_GAME_OVER,
    PLAY_STEP_NEXT_ROUND,
    PLAY_STEP_KINDS
};

const char *play_step_name(enum play_step_kind kind); /* "no-more-bets" */

struct play_step {
    enum play_step_kind kind;
    bool of_seat; /* `seat` means something */
    unsigned seat;
    enum wager wager;           /* of wager and settle */
    struct money amount, stake; /* wagered, or handed over */
    struct card card;           /* of card */
    const char *clause;         /* that orders it: a constant text, "" if none does */
    char words[SETTLEMENT_WORDS_SIZE];
};

/* How a game orders a step: the clause, the report of it, and the instruction to the dealer. */
struct play_order {
    const char *clause;
    const char *done;  /* "the cards are cut"; NULL: it has its own report */
    const char *to_do; /* "cut the cards"; NULL: it is no act of the dealer in this game */
};

/* Clauses of what is no step. */
struct play_clauses {
    const char *dealer_last, *face_up; /* of the deal */
    const char *first_turn;            /* of the decisions */
    const char *hand, *qualify;        /* of the dealer's cards */
    const char *wager_order;           /* of the settlement */
};

/* Counts that advice and best play need; all tables of a thread share them. */
struct play_counts {
    struct arena arena;
    bool has_crazy4;
    struct crazy4_table crazy4;
    struct four_card_solution *four_card; /* NULL: not solved ahead */
};

void play_counts_init(struct play_counts *counts);
void play_counts_release(struct play_counts *counts);

/* ------------------------------------------------------------------------------------------ games */

struct play_table;

struct play_game {
    const char *name, *title, *document;
    const struct poker_game *poker; /* its state machine */
    unsigned wager_count;
    struct play_wager wagers[PLAY_WAGERS_MAX]; /* the Ante first */
    unsigned dealer_cards;
    unsigned dealer_up; /* how many of them lie face up from the deal on: the last */
    struct play_order steps[PLAY_STEP_KINDS];
    struct play_clauses clauses;
    const char *simple_words;              /* the rule of thumb */
    const char *optional[PLAY_WAGERS_MAX]; /* what can be left out, then NULL */

    /* The settings: every side bet on offer; without the optional of a place; with the choice of a place. */
    void (*prepare)(struct play_table *table);
    void (*leave_out)(struct play_table *table, unsigned place);
    void (*choose)(struct play_table *table, unsigned place);
    unsigned (*choices)(const struct play_table *table, struct play_paytable list[PLAY_PAYTABLES_MAX]);
    struct ruling (*open)(struct play_table *table, unsigned seats); /* refuses bad settings */

    /* On offer at an open table. */
    unsigned (*paytables)(const struct play_table *table, struct play_paytable list[PLAY_PAYTABLES_MAX]);
    bool (*qualifies)(const struct play_table *table); /* the dealer, with all cards; NULL: always */

    /* NULL if there is nothing to do: a fresh deck if only the age of the old one prevents the lock (true if so), and the
     * draws of the system when the bets are locked. */
    bool (*change_deck)(struct play_table *table);
    void (*draw)(struct play_table *table);
    void (*say_draws)(const struct play_table *table, struct text_out *out); /* "" if nothing was drawn */

    /* Advice. */
    enum status (*think)(struct play_table *table);       /* counts what it needs; NULL: nothing */
    enum status (*think_ahead)(struct play_table *table); /* to make best play quick; NULL: it already is */
    void (*worth)(const struct play_table *table, unsigned seat, struct fraction worth[1 + PLAY_ANTES_MAX]);
    bool (*known_best)(const struct play_table *table, unsigned seat, unsigned *antes); /* ahead; or NULL */
    unsigned (*simple)(const struct play_table *table, unsigned seat); /* by the rule of thumb; 0 folds */
};

struct play_table {
    const struct play_game *game;
    struct play_rules rules;
    struct play_counts *counts;
    union {
        struct crazy4_settings crazy4;
        struct four_card_settings four_card;
    } settings;
    union {
        struct poker_round round; /* of either */
        struct crazy4 crazy4;
        struct four_card four_card;
    } state;
    struct random *random;
    struct shoe shoe;
    struct instant clock;
    uint64_t draw_every;

    void (*told)(void *context, const struct play_step *step); /* NULL: nobody listens */
    void *context;
};

extern const struct play_game play_game_crazy4, play_game_four_card;

extern const struct play_game *const play_games[]; /* then NULL */

const struct play_game *play_game_find(struct text name); /* NULL if there is none */

/* `rules` has those of the game; the counts and the source of chance outlive the table, which owns nothing. */
void play_table_init(struct play_table *table, const struct play_game *game, struct play_rules rules,
                     struct play_counts *counts, struct random *random);

/* Before it is opened: a paytable by its name, or without something; false if the game does not know the name. */
bool play_table_choose(struct play_table *table, struct text name);
bool play_table_leave_out(struct play_table *table, struct text name);

/* ---------------------------------------------------------------------------------------- queries */

const struct poker_round *play_table_round(const struct play_table *table);
const struct poker_seat *play_table_seat(const struct play_table *table, unsigned seat);
const struct settlement *play_table_settlement(const struct play_table *table);
enum play_stage play_table_stage(const struct play_table *table);
bool play_table_in_round(const struct play_table *table, unsigned seat);
unsigned play_table_turn(const struct play_table *table); /* who decides; 0 if nobody does */
struct wager_limits play_table_limits(const struct play_table *table, enum wager wager);
const struct meter *play_table_meter(const struct play_table *table,
                                     unsigned number); /* NULL behind the last */

/* How many cards of the dealer lie face up, and from which on. */
unsigned play_table_dealer_shows(const struct play_table *table, unsigned *from);

/* "pair of aces, king high" of a seat; "king high; qualifies" of the dealer, where that matters. */
enum { PLAY_HAND_WORDS_SIZE = 96 };
const char *play_hand_words(const struct play_table *table, unsigned seat, char buffer[PLAY_HAND_WORDS_SIZE]);
void play_table_say_dealer(const struct play_table *table, struct text_out *out);
void play_table_say_draws(const struct play_table *table, struct text_out *out); /* "" if nothing was drawn */

/* ------------------------------------------------------------------------------------------- acts */

struct ruling play_table_may(const struct play_table *table, const struct poker_action *action);

/* Acts, and tells what has come of it. */
struct ruling play_table_act(struct play_table *table, const struct poker_action *action);

/* To play so many Antes, or to fold with none. */
struct poker_action play_table_decision(const struct play_table *table, unsigned seat, unsigned antes);

/* The next act of the dealer, or the next card; false if something else comes first. */
bool play_table_next(const struct play_table *table, struct play_step *step);

/* Whether the dealer may do this now. It must be an act of the dealer in this game. */
struct ruling play_table_may_step(const struct play_table *table, enum play_step_kind kind);

/* Does one step that needs no decision; false if a player must act or the round is over. */
bool play_table_step(struct play_table *table);

/* The same, until there is none. */
void play_table_go_on(struct play_table *table);

/* --------------------------------------------------------------------------------------- wagering */

/*
 * Sets the wagers of a seat; the Ante also covers what is placed with it, and without an Ante nothing is left. If one is
 * refused, or the stack does not cover them and a Play Wager of one Ante, the wagers do not change. Nothing is reported.
 * `name` is the player's.
 */
struct ruling play_table_bet(struct play_table *table, unsigned seat, const struct money bets[WAGER_COUNT],
                             struct money stack, const char *name);
void play_table_withdraw(struct play_table *table, unsigned seat); /* all of them */
void play_table_tell_wager(const struct play_table *table, unsigned seat, enum wager wager,
                           struct money amount); /* that it is this now */

/* The stack that a seat needs for such bets, in cents: the wagers, and a Play Wager of one Ante. */
int64_t play_table_needs(const struct play_table *table, const struct money bets[WAGER_COUNT]);

/* The least Ante; those who play by rule of thumb like a side bet or two. */
void play_table_usual_bets(const struct play_table *table, enum play_who who, struct money bets[WAGER_COUNT]);

/* ----------------------------------------------------------------------------------------- advice */

/* Advice and best play need a count of some milliseconds, once for all tables of the counts. STATUS_NO_MEMORY. */
MUST_USE enum status play_table_think(struct play_table *table);

/* The same, and the tables that make thousands of decisions quick: about a second. */
MUST_USE enum status play_table_think_ahead(struct play_table *table);

/* For the player whose turn it is. A choice is advised only if the state machine would allow it. */
struct play_advice play_table_advise(const struct play_table *table, unsigned seat);
unsigned play_table_best(const struct play_table *table, unsigned seat); /* the same in Antes; 0 folds */

/* The decision of a computer player with this stack: best play within it. */
struct poker_action play_table_computer(const struct play_table *table, enum play_who who, unsigned seat,
                                        struct money left);

#endif
