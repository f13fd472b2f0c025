/*
 * The free-play room: its tables, and the acts at a table.
 *
 * A table has a random name; anybody who knows it can play there. It has its own play money and no connection to the house or
 * its books. The caller passes the time; randomness comes from the system or, so that a table can be repeated, from a seed.
 *
 * Invariants
 *  O1  There are at most PLAY_ROOM_TABLES_MAX tables, PLAY_ROOM_TABLES_EACH of one owner, and none that has been idle for
 *      PLAY_ROOM_IDLE_MS.
 *  O2  The version of a table grows by one with every act that is done. A refused or stale act changes nothing.
 *  O3  A stack is what was bought and won, less what was lost: nothing else changes it.
 *  O4  The views (play/json.h) show only what is face up, and what the trainee has already answered.
 *
 * A room belongs to one thread. Memory: about 210 KiB for a table, and ROUNDS_BYTES_MAX for its history.
 */
#ifndef PLAY_ROOM_H
#define PLAY_ROOM_H

#include "play/trainer.h"

#include <jansson.h>

enum {
    PLAY_ROOM_TABLES_MAX = 512,
    PLAY_ROOM_TABLES_EACH = 16,
    PLAY_ROOM_IDLE_MS = 30 * 60 * 1000,
    PLAY_ID_SIZE = 33,
    PLAY_GUEST_SIZE = 25,
    PLAY_WORDS_MAX = 8, /* names of paytables, and of what is left out */
    PLAY_STEPS_MAX = 320,
    PLAY_ROUNDS_MAX = 100,
    ROUNDS_BYTES_MAX = 256 << 10,
    STACK_CENTS_MAX = 10000000
};

/* ------------------------------------------------------------------------------------------ a table */

struct play_guest {
    enum play_who who;
    char name[PLAY_GUEST_SIZE];
};

/* The options of a table; the texts are the caller's. */
struct play_wish {
    uint64_t owner; /* the owner, as far as known; 0: anybody, without a limit of tables */
    const struct play_game *game;
    bool trains;
    unsigned seat_count;
    struct play_guest seats[PLAY_SEATS_MAX];
    struct money stack;
    bool seeded;
    uint64_t seed;
    unsigned table_count, without_count;
    struct text tables[PLAY_WORDS_MAX], without[PLAY_WORDS_MAX];
};

struct room_seat {
    struct play_guest guest;
    struct money stack;             /* what lies on the layout included, until the round is settled */
    struct money bought;            /* in all */
    int64_t total;                  /* net of all rounds, cents */
    struct money bets[WAGER_COUNT]; /* of the last round */
};

struct room_step {
    struct play_step step;
    bool face_down;                             /* a card that nobody was shown */
    struct card turned[FOUR_CARD_DEALER_CARDS]; /* of a reveal */
    unsigned turned_count;
};

/* The decision of a person, compared with best play. */
struct room_decision {
    unsigned seat;
    struct money amount; /* zero: folded */
    struct fraction cost;
    struct play_advice advice;
};

struct room_round {
    unsigned round;
    int64_t nets[PLAY_SEATS_MAX + 1];
    bool in_round[PLAY_SEATS_MAX + 1];
    unsigned mistakes;
    char dealer[2 * PLAY_HAND_WORDS_SIZE];
    char *bytes; /* all of it, as JSON */
    size_t size;
};

/* May be read; is changed by the functions below. */
struct room_table {
    uint64_t owner, version, used_ms;
    struct play_table table;
    struct random_secure secure;
    struct random_insecure seeded;
    struct money buy_in;
    struct room_seat seats[PLAY_SEATS_MAX + 1]; /* from 1 */
    struct room_step steps[PLAY_STEPS_MAX];     /* of the round */
    struct room_decision decisions[PLAY_SEATS_MAX];
    struct room_round rounds[PLAY_ROUNDS_MAX]; /* the oldest first */
    size_t round_bytes;
    struct trainer trainer;

    /* Steps [0, head) stay whatever is wagered; [from, shown) came with the last act. */
    unsigned step_count, head, from, shown;
    unsigned seat_count, decision_count, round_count;
    char id[PLAY_ID_SIZE];
    bool trains, booked; /* the round is in the stacks */
};

/* ------------------------------------------------------------------------------------------ the room */

struct play_room;

MUST_USE enum status play_room_open(struct play_rules rules, const struct random_system *system,
                                    struct play_room **room, struct fault *fault);
void play_room_close(struct play_room *room); /* NULL is fine */
struct play_rules play_room_rules(const struct play_room *room);
struct play_counts *play_room_counts(struct play_room *room);
unsigned play_room_tables(const struct play_room *room); /* how many */

/*
 * Opens a table; the room owns it. With STATUS_OK the ruling says whether the rules allow it; NULL if they do not.
 * STATUS_INVALID for words that the game does not know, STATUS_NO_SPACE if all tables are taken, STATUS_NO_MEMORY, STATUS_IO
 * if the system has no randomness.
 */
MUST_USE enum status play_room_seat(struct play_room *room, const struct play_wish *wish, uint64_t now_ms,
                                    struct room_table **table, struct ruling *ruling, struct fault *fault);

/* NULL if there is none of this name. */
struct room_table *play_room_find(struct play_room *room, struct text id, uint64_t now_ms);
void play_room_remove(struct play_room *room, struct room_table *table);

/* ------------------------------------------------------------------------------------------ acts */

enum room_act_kind {
    ROOM_WAGER,  /* seat, wager, amount */
    ROOM_CLEAR,  /* seat */
    ROOM_REBET,  /* seat */
    ROOM_BUY_IN, /* seat, amount */
    ROOM_DEAL,
    ROOM_PLAY, /* seat, antes, or amount where that is 0 */
    ROOM_FOLD, /* seat */
    ROOM_NEXT,
    ROOM_ANSWER, /* task, key or amount */
    ROOM_ACTS
};

const char *room_act_name(enum room_act_kind kind); /* "buy-in" */

struct room_act {
    enum room_act_kind kind;
    uint64_t after;
    unsigned seat, antes, task;
    enum wager wager;
    struct money amount; /* below zero: not given */
    struct text key;
};

enum room_outcome { ROOM_DONE, ROOM_REFUSED, ROOM_STALE };
enum room_outcome room_table_act(struct room_table *table, const struct room_act *act, struct ruling *ruling);

/* ------------------------------------------------------------------------------------------ queries */

/* The stack of a seat less its wagers on the layout. */
struct money room_left(const struct room_table *table, unsigned seat);

/* Whether the cards of the dealer and of the computer players are turned up. */
bool room_is_revealed(const struct room_table *table);

/* Whether the round is settled and the trainee has answered everything. */
bool room_is_settled(const struct room_table *table);

/* How many lines of the settlement may be shown. */
unsigned room_lines_shown(const struct room_table *table);

#endif
