/*
 * Paytables: which hands pay what.
 *
 * A table lists rows from the best hand down. A row pays every hand that reaches its lowest score and none of the
 * rows above it, in the order of hands that the table names. "X to 1" is paid beside the stake; "X for 1" and shares
 * of the meter are paid in place of it.
 *
 * Invariants
 *  T1  The lowest scores of the rows fall strictly.
 *  T2  A share of the meter is at most the whole of it, in whole percent.
 *  T3  Odds are above zero and at most PAY_ODDS_MAX to 1; no two rows have the same name.
 */
#ifndef GAMES_PAYTABLE_H
#define GAMES_PAYTABLE_H

#include "base/money.h"
#include "cards/score.h"

#include <stdint.h>

enum paytable_order {
    PAYTABLE_FOUR,  /* best four cards: enum four_class */
    PAYTABLE_COVER, /* the same in the order of Cover All: enum cover_class */
    PAYTABLE_FIVE   /* five cards: enum five_class */
};

enum pay_kind { PAY_NOTHING, PAY_TO_ONE, PAY_FOR_ONE, PAY_METER };

/* 3 to 2 is {PAY_TO_ONE, 3, 2}; 300 for 1 is {PAY_FOR_ONE, 300, 1}; 10% of the meter is {PAY_METER, 10, 100}. */
struct pay {
    enum pay_kind kind;
    uint32_t amount, per;
};

struct pay_row {
    const char *hand;   /* "pair of queens, kings or aces" */
    uint32_t score_min; /* the lowest score that the row pays (cards/score.h) */
    struct pay pay;
    struct money envy; /* to others, for a wager of one dollar by the one who receives it; zero is none */
};

enum { PAY_ROWS_MAX = 8, PAY_ODDS_MAX = 10000 };

struct paytable {
    const char *name;   /* "queens-up/A" */
    const char *clause; /* "massachusetts/crazy-4-poker#204" */
    enum paytable_order order;
    unsigned row_count;
    struct pay_row rows[PAY_ROWS_MAX];
};

/* The lowest score of a class, or of a class from a first deciding rank on: constants, for tables. */
#define SCORE_FROM_CLASS(class_number)      ((uint32_t)(class_number) << 20)
#define SCORE_FROM_RANK(class_number, rank) (SCORE_FROM_CLASS(class_number) | ((uint32_t)(rank) + 1) << 16)

/* The row that pays the hand; NULL if none does. */
const struct pay_row *paytable_row(const struct paytable *table, struct score score);

/* The score that the table looks at, of a hand of five cards. */
struct score paytable_score(const struct paytable *table, const struct card cards[5]);

/*
 * The payment for a stake, including a returned stake; a share of `meter` is rounded down to the cent (reading MR16 of
 * massachusetts/crazy-4-poker). STATUS_RANGE if it cannot be represented.
 */
MUST_USE enum status pay_handed(struct pay pay, struct money stake, struct money meter, struct money *handed);

enum { PAY_WORDS_SIZE = 32 };

void pay_write(struct text_out *out, struct pay pay);               /* "3 to 2", "100% of meter" */
const char *pay_words(struct pay pay, char buffer[PAY_WORDS_SIZE]); /* the same; returns `buffer` */

/* The hand of a row as it is announced: "four of a kind" for "other four of a kind". */
const char *pay_row_words(const struct pay_row *row);

/* The number of a row, from 1, as on the hand buttons of a keypad; 0 for NULL. */
unsigned paytable_row_number(const struct paytable *table, const struct pay_row *row);

/* The envy prize for this wager and another player's hand of the row; nothing for NULL. */
struct money pay_row_envy(const struct pay_row *row, struct money wager);

#endif
