/*
 * The numbers of the rule document of Four-Card Poker (south-dakota/four-card-poker#50 to #62): its paytables, and the wager
 * and reserve of each progressive schedule.
 *
 * The tables are plain data that src/rulebook reads from the document; games and odds are handed them. Names are those
 * under which a licensee chooses a table and under which odds are reported.
 *
 * Invariants
 *  U1  The automatic bonus pays whole numbers "to 1" and Aces Up "to", in halves at most; the progressive schedules pay
 *      "for 1" or a share of the meter.
 *  U2  Only the progressive schedules have envy. However it is printed, here it is for one dollar, and grows in
 *      proportion to the wager (#64).
 *
 * Ownership: names, clauses and hands belong to the reader of the document, and outlive all users of the tables.
 */
#ifndef GAMES_FOUR_CARD_TABLES_H
#define GAMES_FOUR_CARD_TABLES_H

#include "games/meter.h"
#include "games/paytable.h"

/* The document from whose clauses the game is written, and which its rulings cite. */
#define FOUR_CARD_DOCUMENT "south-dakota/four-card-poker"

enum { FOUR_CARD_ACES_UP_TABLES = 7, FOUR_CARD_PROGRESSIVE_TABLES = 5 };

struct four_card_tables {
    struct paytable ante_bonus;
    struct paytable aces_up[FOUR_CARD_ACES_UP_TABLES]; /* FCP-01 to FCP-07 */

    /* FCPP-1, FCCP-2, FCCP-3, PMG-01, PMG-02 */
    struct paytable progressive[FOUR_CARD_PROGRESSIVE_TABLES];
    struct money progressive_wager[FOUR_CARD_PROGRESSIVE_TABLES]; /* that it is printed for: #60, #62 */
    struct meter_rate progressive_reserve[FOUR_CARD_PROGRESSIVE_TABLES]; /* that it carries: #61 */
};

#endif
