/*
 * Four-Card Poker solved: best play and its value, exactly, over all 2,598,960 x 47 situations of a player's five cards
 * and the dealer's up card, each against the dealer's C(46,5) other cards.
 *
 * The dealer's six-card hands are swept in the order of their values. At any moment the counters of
 * odds/subset_index.h say how many hands not above the present value contain given cards; inclusion-exclusion over the
 * player's five cards, each subset joined with the up card, leaves the dealer's hands that hold the up card and none of
 * the player's.
 *
 * The player wins ties and may play one to three times the Ante with any hand (south-dakota/four-card-poker#25, #44).
 * What a further unit of Play nets does not depend on the units before it, so best play is to fold, 1x or 3x.
 */
#ifndef ODDS_FOUR_CARD_ODDS_H
#define ODDS_FOUR_CARD_ODDS_H

#include "odds/bet.h"
#include "odds/class_list.h"

enum {
    FOUR_CARD_SITUATIONS = 2598960 * 47,
    FOUR_CARD_DEALER_HANDS = 1370754 /* C(46,5) */
};

/* Readings that change the money; false is the recommended one. */
struct four_card_readings {
    bool bonus_needs_win; /* the automatic bonus is paid only when the hand wins (against reading DR9) */
};

/* All situations of one value of the player's hand and one rank of the up card together. */
struct four_card_cell {
    uint64_t situations;
    int64_t margin;         /* sum over situations of dealer's hands beaten or tied, less those that win */
    uint64_t folds, raises; /* under best play; the others play 1x */
};

/* A strategy that a person can remember: by the up card's rank, play from a value on, raise to 3x from a value on. */
struct four_card_strategy {
    const char *name;
    struct four_value play_from[RANK_COUNT], raise_from[RANK_COUNT];
    struct fraction expected; /* per Ante */
    struct fraction cost;     /* against best play */
};

enum { FOUR_CARD_STRATEGIES = 4 };

struct four_card_solution {
    const struct paytable *ante_bonus; /* that it was solved for; outlives it */
    struct bet base;
    uint64_t folds, plays, raises; /* of FOUR_CARD_SITUATIONS; raises are 3x */
    struct four_value weakest_play,
        weakest_raise; /* the lowest values of which some situation plays, raises */
    struct four_card_cell cells[FOUR_VALUES + 1][RANK_COUNT];
    /* The first is the best strategy that looks only at the value and at the up card's rank. */
    struct four_card_strategy strategies[FOUR_CARD_STRATEGIES];
    struct fraction other_reading; /* what best play is worth if the bonus is read the other way */
};

/*
 * One situation up to a renaming of suits: the player's class, the up card (suits named as by class_cards()), how many
 * of the 2,598,960 x 47 situations it stands for, and how many of the dealer's hands the player beats or ties.
 */
struct four_card_situation {
    const struct class_record *player;
    struct card up;
    uint64_t weight;
    uint32_t beaten;
};

/* Visits every situation, by ascending value of the player's hand. The arena is needed only during the call; 64 MiB. */
typedef void four_card_visitor(void *context, const struct four_card_situation *situation);
MUST_USE enum status four_card_count(four_card_visitor *visitor, void *context, struct arena *arena);

/* Counts all and solves. */
MUST_USE enum status four_card_solve(const struct paytable *ante_bonus, struct four_card_readings readings,
                                     struct four_card_solution *solution, struct arena *arena);

/*
 * What was counted, kept: no paytable has to do with it, so any number of them can be solved at once, each in some hundredths
 * of a second.
 */
struct four_card_table {
    struct class_list players;
    uint32_t *beaten; /* in the order of the visits */
    size_t count;
};

/* Counts all. The first arena keeps the table, about 30 MiB; the second is needed only during the call, 64 MiB. */
MUST_USE enum status four_card_table_make(struct four_card_table *table, struct arena *arena,
                                          struct arena *scratch);
void four_card_solve_table(const struct four_card_table *table, const struct paytable *ante_bonus,
                           struct four_card_readings readings, struct four_card_solution *solution);

/* One situation by plain enumeration, for hints and for checking. */
uint32_t four_card_beaten_plain(const struct card cards[5], struct card up);

#endif
