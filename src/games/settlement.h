/*
 * The settlement of a round: one line for every wager and bonus, in the order in which the dealer settles them.
 *
 *   stake      what was wagered; zero on lines without a stake of their own (envy, Magic Card, automatic bonus)
 *   returned   the part of the stake that comes back
 *   paid       what is paid beside the stake ("to 1") or in place of it ("for 1", shares of a meter)
 *   handed     returned + paid: all that passes to the player at that step
 *   net        handed - stake
 *
 * Invariants
 *  S1  0 <= returned <= stake and 0 <= paid on every line.
 *  S2  A seat's wager of one kind has at most one line.
 *  S3  The nets of all seats and of the house sum to zero; see struct settlement_totals.
 *
 * A settlement owns nothing and is copied freely. Amounts must be small enough that sums fit: games limit stakes
 * and meters (SETTLEMENT_AMOUNT_MAX), and a larger one is a mistake of ours.
 */
#ifndef GAMES_SETTLEMENT_H
#define GAMES_SETTLEMENT_H

#include "base/money.h"
#include "base/text.h"
#include "games/paytable.h"

#include <stdbool.h>

/* Wagers, and bonuses that are settled like one. */
enum wager {
    WAGER_ANTE,
    WAGER_PLAY,
    WAGER_SUPER_BONUS,
    WAGER_QUEENS_UP,
    WAGER_ACES_UP,
    WAGER_AUTOMATIC_BONUS,
    WAGER_PROGRESSIVE,
    WAGER_HAND_BONUS_OWN,
    WAGER_HAND_BONUS_DEALER,
    WAGER_MAGIC_CARD_OWN,
    WAGER_MAGIC_CARD_DEALER,
    WAGER_LUCKY_BONUS_OWN,
    WAGER_LUCKY_BONUS_DEALER,
    WAGER_ENVY,
    WAGER_COVER_ALL,
    WAGER_PRIZE, /* of a promotion: there is no stake */
    WAGER_COUNT
};

const char *wager_name(enum wager wager); /* "Five Card Hand Bonus, own hand" */
const char *wager_id(enum wager wager);   /* "five-card-hand-bonus-own": in JSON, and with spaces in cases */

/* What somebody has wagered: all of it together. */
struct money wagers_total(const struct money wagered[WAGER_COUNT]);

/* No table has larger stakes, and every product stays far below the limit of money. */
enum { WAGER_DOLLARS_MAX = 1000000 };

struct wager_limits {
    struct money least, most; /* zero: not offered */
};

/* Whether a table may post these limits: multiples of the unit, which is above zero, the least first. */
bool wager_limits_are_good(struct wager_limits limits, struct money unit);

/* Where the paid part comes from, and where it goes. */
enum paid_from {
    PAID_FROM_TRAY,  /* the table inventory container, to the player */
    PAID_FROM_METER, /* the progressive meter, never the tray */
    PAID_TO_ACCOUNT  /* by the house, to the player's game account */
};

const char *paid_from_id(enum paid_from from); /* "tray", "meter", "account" */

enum { SETTLEMENT_LINES_MAX = 128, SETTLEMENT_SEATS_MAX = 16, SETTLEMENT_WORDS_SIZE = 112 };
#define SETTLEMENT_AMOUNT_MAX INT64_C(100000000000000) /* a trillion dollars */

struct settlement_line {
    unsigned seat; /* from 1 */
    enum wager wager;
    struct money stake, returned, paid;
    enum paid_from from;
    bool supervised;                   /* a floorperson or above verifies it before it is paid */
    const char *clause;                /* that orders this result: a constant text */
    char words[SETTLEMENT_WORDS_SIZE]; /* "paid 3 to 2 although the hand lost" */
};

struct settlement {
    unsigned count;
    struct settlement_line lines[SETTLEMENT_LINES_MAX];
};

struct money settlement_handed(const struct settlement_line *line);
struct money settlement_line_net(const struct settlement_line *line);

/* Adds a line and returns it, so that words can be written to it. Checks S1 and S2. */
struct settlement_line *settlement_add(struct settlement *settlement, struct settlement_line line);

/* Writes the words of a line. */
void settlement_say(struct settlement_line *line, const char *format, ...) PRINTF_LIKE(2, 3);

/* Pays `stake`, all of the line's or a part: "to 1" beside the stake, which comes back, "for 1" in place of it. */
void settlement_pay(struct settlement_line *line, struct pay pay, struct money stake);

/* Adds a line for every wager of a seat in a round that became void: all of it comes back. */
void settlement_add_void(struct settlement *settlement, unsigned seat,
                         const struct money wagered[WAGER_COUNT], const char *clause);

/*
 * Adds the line of the envy prizes of `seat`: "100 for seat 3 + 10 for seat 1". envies[i] is for the hand of seat i, from 1
 * to `seats`; if all are zero there is no line. `place` is the game's word for a seat.
 */
void settlement_add_envy(struct settlement *settlement, unsigned seat, const struct money envies[],
                         unsigned seats, const char *place, const char *clause);

/* The line of a seat's wager; NULL if there is none. */
const struct settlement_line *settlement_find(const struct settlement *settlement, unsigned seat,
                                              enum wager wager);

struct money settlement_seat_staked(const struct settlement *settlement, unsigned seat);
struct money settlement_seat_handed(const struct settlement *settlement, unsigned seat);
struct money settlement_seat_net(const struct settlement *settlement, unsigned seat);

/* An amount in words as the rules print them, 7,250.60 and 5,000; returns `buffer`. */
const char *settlement_amount(struct money money, char buffer[MONEY_TEXT_SIZE]);

/* S3: staked == returned + collected, and the players' net == paid - collected. */
struct settlement_totals {
    struct money staked, returned, collected;
    struct money paid; /* the three below together */
    struct money from_tray, from_meter, to_account;
    struct money players_net;
};

struct settlement_totals settlement_totals(const struct settlement *settlement);

/* Checks S1 to S3, and that all of `staked` is accounted for; a mismatch is our mistake. */
void settlement_check(const struct settlement *settlement, struct money staked);

#endif
