/*
 * The numbers of the rule document of Crazy 4 Poker (massachusetts/crazy-4-poker#203 to #241): its paytables, the additions
 * to the Five Card Hand Bonus, and the minimum seeds of its meters.
 *
 * The tables are plain data that src/rulebook reads from the document; games and odds are handed them. Names are those
 * under which a licensee chooses a table and under which odds are reported.
 *
 * Invariants
 *  K1  Super Bonus, Queens Up and Cover All pay "to", in halves at most; the others pay "for 1" or a share of the meter.
 *  K2  Only the tables of progressives have envy.
 *  K3  The rows of Cover All are the classes of its order from four aces down to three of a kind.
 *
 * Ownership: names, clauses and hands belong to the reader of the document, and outlive all users of the tables.
 */
#ifndef GAMES_CRAZY4_TABLES_H
#define GAMES_CRAZY4_TABLES_H

#include "games/paytable.h"

/* The document from whose clauses the game is written, and which its rulings cite. */
#define CRAZY4_DOCUMENT "massachusetts/crazy-4-poker"

enum { CRAZY4_QUEENS_UP_TABLES = 4, CRAZY4_FOUR_CARD_TABLES = 2, CRAZY4_COVER_ALL_PLAYERS = 6 };

struct crazy4_tables {
    struct paytable super_bonus;
    struct paytable queens_up[CRAZY4_QUEENS_UP_TABLES];             /* A to D */
    struct paytable four_card_progressive[CRAZY4_FOUR_CARD_TABLES]; /* A and B */
    struct paytable five_card_progressive;
    struct paytable five_card_hand_bonus;
    struct paytable cover_all[CRAZY4_COVER_ALL_PLAYERS]; /* [players - 1] */
    struct pay magic_card, lucky_bonus;                  /* #229, #230 */

    /* The least initial and reset amounts: #211, #212, #221, #233. */
    struct money four_card_seed_min[CRAZY4_FOUR_CARD_TABLES];
    struct money five_card_seed_min, hand_bonus_seed_min;
};

#endif
