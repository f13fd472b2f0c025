/*
 * The common parts of the tables of both poker games: hands and seats, the states of a round, its acts, and the lines that
 * settle its wagers.
 *
 * A game (games/crazy4.h, games/four_card.h) says which acts it has, when each is allowed and what it does. An act that a game
 * does not have is refused.
 *
 *   BETTING    wagers are placed, changed and withdrawn
 *   LOCKED     no more bets; the progressive wagers are collected
 *   DEALING    until everybody has all cards
 *   DEALT      the stub is put away (Crazy 4 Poker)
 *   DECIDING   play or fold
 *   COLLECTED  forfeited wagers are taken
 *   REVEALED   the dealer's cards are turned
 *   SETTLING   one player completely at a time
 *   ENVY       envy is paid
 *   COVER ALL  Cover All on the highest hand (Crazy 4 Poker)
 *   OVER       until the next round
 *   VOID       every wager was returned and the meters taken back; until the next round
 *
 * Seats are numbered in the order of the deal: 1 is farthest to the dealer's left. Seat 0 is the dealer.
 *
 * A round owns nothing outside itself and is copied freely.
 */
#ifndef GAMES_POKER_H
#define GAMES_POKER_H

#include "base/calendar.h"
#include "base/money.h"
#include "cards/card.h"
#include "cards/four.h"
#include "games/meter.h"
#include "games/ruling.h"
#include "games/settlement.h"

#include <stdbool.h>

enum {
    POKER_DEALER = 0,
    POKER_SEATS_MAX = 9, /* five cards for nine players and six for the dealer leave one of the deck */
    POKER_HAND_CARDS = 5,
    POKER_CARDS_MAX = 6 /* the dealer's, at most */
};

/* ---------------------------------------------------------------------------------------- round */

enum poker_state {
    POKER_BETTING,
    POKER_LOCKED,
    POKER_DEALING,
    POKER_DEALT,
    POKER_DECIDING,
    POKER_COLLECTED,
    POKER_REVEALED,
    POKER_SETTLING,
    POKER_ENVY,
    POKER_COVER_ALL,
    POKER_OVER,
    POKER_VOID,
    POKER_STATE_COUNT
};

const char *poker_state_name(enum poker_state state); /* "betting" */

enum poker_decision { POKER_UNDECIDED, POKER_PLAYED, POKER_FOLDED };

struct poker_hand {
    unsigned count;
    struct card cards[POKER_CARDS_MAX];
};

struct poker_seat {
    unsigned player; /* who sits here, from 1; 0 is nobody */
    struct money wagers[WAGER_COUNT];
    struct poker_hand hand;
    enum poker_decision decision;
    bool left;        /* walked away during the round */
    bool lit;         /* the sensor: a progressive wager is locked in */
    bool settled;     /* all steps of this player are done */
    bool verified;    /* the win, by a floorperson or supervisor */
    unsigned key;     /* the hand button that is on: a row of the progressive table, from 1 */
    bool share_fixed; /* the share of the meter was taken off before its turn */
    struct money share;
};

struct poker_round {
    unsigned number; /* from 1 */
    enum poker_state state;
    struct poker_seat seats[POKER_SEATS_MAX + 1]; /* [0] is the dealer, who has a hand only */
    unsigned card_count;                          /* dealt */
    struct card_set gone;
    struct settlement settlement;

    /* Why it is void. */
    const char *void_clause; /* "" if it is not */
    char void_words[RULING_WORDS_SIZE];
};

/* The first of a table. */
struct poker_round poker_first_round(void);

/* The one after, with the players who have not left. */
struct poker_round poker_round_after(const struct poker_round *round);

/* The best four of a seat's cards, all of which have been dealt. */
struct four_value poker_four(const struct poker_round *round, unsigned seat);

/* All wagers of the round. */
struct money poker_staked(const struct poker_round *round);

/* The row of a paytable that a hand of five wins; NULL if it wins none. */
const struct pay_row *poker_row(const struct paytable *paytable, const struct poker_hand *hand);

/* Has a wager without a line. */
bool poker_is_pending(const struct poker_round *round, unsigned seat, enum wager wager);

/* ------------------------------------------------------------------------------------- settling */

/* Each adds the line of a seat's wager. "to 1" pays beside the stake, "for 1" in place of it. */
struct settlement_line *poker_add_line(struct poker_round *round, unsigned seat, enum wager wager,
                                       const char *clause);
struct settlement_line *poker_add_lost(struct poker_round *round, unsigned seat, enum wager wager,
                                       const char *clause, const char *words);
struct settlement_line *poker_add_returned(struct poker_round *round, unsigned seat, enum wager wager,
                                           const char *clause, const char *words);
struct settlement_line *poker_add_paid(struct poker_round *round, unsigned seat, enum wager wager,
                                       const char *clause, struct pay pay);

/* Everything is settled: checks that every stake has its line, and switches buttons and sensors off. */
void poker_end(struct poker_round *round);

/* Every wager goes back and whatever was settled is undone. `clause` voids the hands, `back_clause` returns the wagers. */
void poker_void(struct poker_round *round, const char *clause, const char *back_clause, const char *words);

/* -------------------------------------------------------------------------------------- actions */

enum poker_dealing { POKER_MANUAL_SHOE, POKER_FROM_HAND, POKER_AUTOMATED_SHOE };
enum poker_shuffling { POKER_SHUFFLE_BY_HAND, POKER_SHUFFLE_DEVICE, POKER_SHUFFLE_COUNTING_DEVICE };

enum poker_act {
    /* Between rounds and in betting. */
    POKER_SIT,        /* player sits down at seat */
    POKER_STAND,      /* the player at the seat gets up, wagers in hand */
    POKER_WAGER,      /* seat, wager, amount; an amount of zero withdraws it */
    POKER_BRING_DECK, /* a fresh deck in place of number `deck` */
    POKER_SHUFFLE,    /* deck; by_device; count: what a counting device reports */
    POKER_CUT,        /* deck; count: cards above the cover card */
    POKER_TAKE_DECK,  /* deck: the one for this round */
    POKER_SHUFFLER_JAMS,
    POKER_DEVICE_FAILS,  /* by_device: the shuffler; otherwise the automated shoe */
    POKER_COVER_DEVICE,  /* the same: covered, or an out-of-order sign */
    POKER_CHANGE_METHOD, /* dealing, shuffling */

    /* Of a round. */
    POKER_LOCK,       /* now: "no more bets" */
    POKER_TAKE_CHIPS, /* count: of progressive chips on the layout, where they are counted */
    POKER_DRAW,       /* the system draws: magic_drawn and card, lucky_drawn and seat */
    POKER_DEAL_CARD,  /* card, to whoever is next */
    POKER_DEAL_STACK, /* cards, from an automated shoe */
    POKER_STUB_TO_RACK,
    POKER_COUNT_STUB,  /* count */
    POKER_COUNT_HANDS, /* counts: after a wrong stub, the cards of the dealer [0] and of each seat */
    POKER_PLAY,        /* seat, amount */
    POKER_PLAY_UNSEEN, /* the same when nobody has looked whether the hand allows the amount */
    POKER_FOLD,        /* seat */
    POKER_REVEAL,
    POKER_KEY,    /* seat, count: the hand button of a row of the progressive table, on or off */
    POKER_VERIFY, /* a floorperson or supervisor verifies the win of seat */
    POKER_SETTLE, /* the next player, completely; unchecked: nobody looked at the button that is on */
    POKER_PAY_ENVY,
    POKER_SETTLE_COVER_ALL,
    POKER_END, /* the button when all action is settled */
    POKER_NEXT_ROUND,

    /* Irregularities. */
    POKER_FACE_UP,        /* card: found face up in the deck */
    POKER_DRAWN_IN_ERROR, /* card; exposed */
    POKER_WRONG_COUNT,    /* seat, count: somebody has a wrong number of cards */
    POKER_EXPOSE,         /* card: of the dealer, by accident */
    POKER_SHOE_JAMS,
    POKER_LEAVE,  /* seat */
    POKER_ADJUST, /* amount: the manual adjustment of the meter after the log */
    POKER_ACT_COUNT
};

/* Each act reads only the fields that it names above. */
struct poker_action {
    enum poker_act act;
    unsigned seat, player, deck, count;
    enum wager wager;
    struct money amount;
    struct card card, cards[POKER_HAND_CARDS];
    unsigned counts[POKER_SEATS_MAX + 1];
    struct instant now;
    bool by_device, exposed, magic_drawn, lucky_drawn, unchecked;
    enum poker_dealing dealing;
    enum poker_shuffling shuffling;
};

/*
 * A game for a caller that can run either. The round is the first member of the game's own table, and these functions cast it
 * to the table; the header of the game documents them.
 */
struct poker_game {
    struct ruling (*may)(const struct poker_round *round, const struct poker_action *action);
    struct ruling (*act)(struct poker_round *round, const struct poker_action *action);
    bool (*routine)(const struct poker_round *round, struct poker_action *action);
    bool (*in_round)(const struct poker_round *round, unsigned seat);
    unsigned (*turn)(const struct poker_round *round);
    unsigned (*to_settle)(const struct poker_round *round);
    unsigned (*deal_to)(const struct poker_round *round);
    struct wager_limits (*limits)(const struct poker_round *round, enum wager wager);
    const struct meter *(*meter)(const struct poker_round *round,
                                 unsigned number); /* on offer; NULL behind the last */
};

/* These acts are the same at a seat in both games. */
void poker_stand(struct poker_round *round, unsigned seat);
void poker_press_key(struct poker_round *round, unsigned seat, unsigned key); /* on, or off if it is on */

#endif
