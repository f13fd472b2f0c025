/*
 * Pan 9, Super Pan 9 and their kin: three cards and perhaps a fourth; the total closest to nine wins.
 *
 * An ace counts 1, the cards from 2 to 6 their pips, faces nothing; a hand's total is the last digit of the
 * sum. The decks have no sevens, eights, nines and tens; which ranks are missing is a setting, for houses
 * differ.
 *
 * The charts look at the cards as dealt: "first three cards" never includes a drawn fourth one.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef CARDS_PAN9_H
#define CARDS_PAN9_H

#include "cards/card.h"
#include "cards/ranking.h"

#include <stdbool.h>

enum { PAN9_DECKS = 8, PAN9_CARDS_DEALT = 3, PAN9_CARDS_MAX = 4 };

struct pan9_settings {
    unsigned ranks_absent; /* bit per rank (bit 0 is the 2) that the decks lack */
};

extern const struct pan9_settings pan9_settings_usual; /* no 7, 8, 9 and 10 */

bool pan9_in_deck(struct card card, const struct pan9_settings *settings); /* jokers never are */

/* How alike the cards of a row must be. */
enum pan9_alike { PAN9_ANY, PAN9_ONE_COLOUR, PAN9_ONE_SUIT };

unsigned pan9_total(const struct hand *hand); /* 0 to 9 */

/* hawaiian-gardens/high-hand-promotion#40.a, paid-collection-rate-for-a-year#4.b */
bool pan9_is_dealt_nine(const struct hand *hand);

/* The first three cards are all of that rank: hawaiian-gardens/high-hand-promotion#40.b and c,
 * ca-asian-jackpot-1#29 and #30, cash-in-a-flash#68.e, cash-drawing#12.b. */
bool pan9_is_dealt_three(const struct hand *hand, enum rank rank, enum pan9_alike alike);

/* The first three cards are three aces, deuces, ... or sixes (hawaiian-gardens/beat-the-dealer#23). */
bool pan9_is_dealt_three_ace_to_six(const struct hand *hand);

/* The first three cards are a 2, a 3 and a 4 (hawaiian-gardens/ca-asian-jackpot-1#31 and #32,
 * cash-drawing#12.b). */
bool pan9_is_dealt_two_three_four(const struct hand *hand, enum pan9_alike alike);

/* All four cards jacks, or queens, or kings (hawaiian-gardens/car-giveaway#33.d). */
bool pan9_is_four_faces_of_a_kind(const struct hand *hand);

/* Three 6s beaten by three 3s (hawaiian-gardens/ca-asian-progressive-bad-beat#22 to #24), each as alike as
 * the row asks. Both hands are the three cards dealt. */
bool pan9_is_sixes_beaten(const struct hand *loser, enum pan9_alike loser_alike, const struct hand *winner,
                          enum pan9_alike winner_alike);

/* `pan-9`: three or four cards of the usual decks by their total. */
extern const struct ranking ranking_pan9;

#endif
