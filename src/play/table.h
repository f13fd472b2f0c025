/*
 * A table of either poker game behind one door, so that one front end plays both.
 *
 * The table is the game's own state machine (games/crazy4.h, games/four_card.h); this adds a shoe that is really
 * shuffled, cut and dealt from, a clock that goes on by a minute a round, and the advice of the exact odds. What is
 * allowed is asked of the state machine and answered with its ruling: there is no rule of a game here.
 *
 * Whoever wants to show or ask about a round as it goes is told of every step of it, in order, with the clause that orders the
 * step.
 *
 * Seats are numbered from 1; seat 0 is the dealer.
 */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include "base/arena.h"
#include "base/calendar.h"
#include "cards/four.h"
#include "cards/shoe.h"
#include "games/crazy4.h"
#include "games/four_card.h"
#include "odds/crazy4_odds.h"
#include "odds/four_card_odds.h"
#include "odds/fraction.h"

enum { PLAY_SEATS_MAX = 6, PLAY_WAGERS_MAX = 7, PLAY_METERS_MAX = 2 };

enum play_who {
    PLAY_PERSON,
    PLAY_BEST,  /* a computer player: best play by the exact odds, no side bets */
    PLAY_SIMPLE /* one that plays by a rule of thumb, and likes side bets */
};

/* What the rule documents say in numbers; outlives the tables. */
struct play_rules {
    const struct crazy4_tables *crazy4;
    const struct four_card_tables *four_card;
};

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
    struct fraction worth; /* exact */
    double value;          /* the same */
};

struct play_advice {
    unsigned count;
    struct play_choice choices[4];
    unsigned best; /* place in choices */
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

/* Clauses of what is no act of the state machine. */
struct play_clauses {
    const char *no_more_bets, *first_card, *dealer_last, *face_up; /* of the deal */
    const char *first_turn, *collect;                              /* of the decisions */
    const char *hand, *qualify, *seat_order, *wager_order;         /* of the settlement */
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
    unsigned wager_count;
    struct play_wager wagers[PLAY_WAGERS_MAX]; /* the Ante first */

    void (*prepare)(struct play_table *table); /* every side bet on offer */

    /* Words of --table and --without; false if the game does not know them. */
    bool (*choose)(struct play_table *table, struct text name);
    bool (*leave_out)(struct play_table *table, struct text name);

    struct ruling (*open)(struct play_table *table, unsigned seats); /* refuses bad settings */
    struct ruling (*may)(const struct play_table *table, const struct play_action *action);
    struct ruling (*act)(struct play_table *table, const struct play_action *action);
    bool (*routine)(
        struct play_table *table); /* does and tells the dealer's next step; false if there is none */

    /* What `routine` would do, or the next card; false if something else comes first. */
    bool (*next)(const struct play_table *table, struct play_step *step);
    /* Whether the dealer may do this now; a kind that is no act of the dealer in this game is refused. */
    struct ruling (*may_step)(const struct play_table *table, enum play_step_kind kind);
    /* What the dealer does in words: "announce no more bets"; NULL if it is no act of the dealer in this game. */
    const char *step_words[PLAY_STEP_KINDS];
    struct play_clauses clauses;

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
    bool (*qualifies)(const struct play_table *table);                        /* the dealer, with all cards */

    /* The paytables on offer; of all, those that may be chosen. NULL behind the last. */
    const struct paytable *(*paytable)(const struct play_table *table, unsigned number, enum wager *wager);
    const struct paytable *(*choice)(const struct play_table *table, unsigned number, enum wager *wager);
    const char *optional[PLAY_WAGERS_MAX]; /* what `leave_out` knows, then NULL */

    enum status (*think)(struct play_table *table);       /* counts what advice needs; NULL: nothing */
    enum status (*think_ahead)(struct play_table *table); /* so that best play is quick; NULL: it is */
    struct play_advice (*advise)(const struct play_table *table, unsigned seat);
    unsigned (*best)(const struct play_table *table, unsigned seat);   /* the same in Antes; 0 folds */
    unsigned (*simple)(const struct play_table *table, unsigned seat); /* by the rule of thumb */
    const char *simple_words;
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

/* Acts, and tells what has come of it. */
struct ruling play_table_act(struct play_table *table, const struct play_action *action);

/* A seat's wager becomes the amount; 0 withdraws it. Nobody is told. */
struct ruling play_table_wager(struct play_table *table, unsigned seat, enum wager wager,
                               struct money amount);
void play_table_withdraw(struct play_table *table, unsigned seat); /* all of them */
/* Each of the bets that is not 0, until one is refused; the Ante stands also for what is placed with it. */
struct ruling play_table_place(struct play_table *table, unsigned seat, const struct money bets[WAGER_COUNT]);
/* What a seat must hold for such bets, in cents: the wagers, and a Play Wager of one Ante. */
int64_t play_table_needs(const struct play_table *table, const struct money bets[WAGER_COUNT]);

/* Does one thing that nobody chooses; false if a player must act or the round is over. */
bool play_table_step(struct play_table *table);

/* The same, until there is none. */
void play_table_go_on(struct play_table *table);

/* For the games: somebody is told. */
void play_table_tell(const struct play_table *table, const struct play_step *step);

/* Advice and best play need a count of some milliseconds, once for all tables of the counts. STATUS_NO_MEMORY. */
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
