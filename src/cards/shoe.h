/*
 * A shoe: 1 to 8 decks of 52, 53 or 54 cards, shuffled, cut, burned and dealt from, and counted afterwards.
 *
 *      cards   [ 0 ........ gone ........ | ............ stub ............ ]
 *                left the shoe, in order  ^next                            ^count
 *                each dealt or burned
 *
 * The steps have the order of the table: shuffle, cut (as often as the floor asks), then burn and deal; once a card has left
 * the shoe, gather all of them before the next shuffle. A step out of order is refused with a fault that says what comes
 * first, and changes nothing. New cards (shoe_init) are not dealt before a shuffle; cards given in order (shoe_load) count as
 * already shuffled.
 *
 * Invariants
 *  S1  1 <= decks <= 8, jokers (a deck) <= 2, count <= SHOE_CARDS_MAX, next <= count; all `count` cards are
 *      valid.
 *  S2  dealt + burned + stub == count.
 *  S3  Only shoe_init and shoe_load change which cards there are; all other steps change their order and which are gone.
 *
 * Nothing here allocates; a shoe belongs to one thread at a time.
 */
#ifndef CARDS_SHOE_H
#define CARDS_SHOE_H

#include "base/status.h"
#include "base/text.h"
#include "cards/card.h"
#include "cards/random.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SHOE_DECKS_MAX = 8,
    SHOE_CARDS_MAX = SHOE_DECKS_MAX * (DECK_CARDS + DECK_JOKERS_MAX),
    SHOE_CUT_MIN = 10,     /* cards above the cover card: massachusetts/crazy-4-poker#44 */
    SHOE_CUT_BELOW_MIN = 1 /* cards below it: with none there is no cut, only the same stack again */
};

enum shoe_fate { SHOE_FATE_DEALT, SHOE_FATE_BURNED };

struct shoe {
    uint8_t decks;
    uint8_t jokers; /* in each deck */
    bool ready;     /* shuffled or loaded: may be cut and dealt from */
    uint16_t count; /* all cards, gone or not */
    uint16_t next;  /* the top card of the stub; so many are gone */
    uint16_t dealt; /* of those that are gone */
    uint16_t burned;
    struct card cards[SHOE_CARDS_MAX];
    uint8_t fates[SHOE_CARDS_MAX]; /* enum shoe_fate of the cards that are gone */
};

/* Full decks in the order of card_of_number(), one deck after the other. */
void shoe_init(struct shoe *shoe, unsigned decks, unsigned jokers);

/*
 * These cards, the first on top. They need not be complete decks: a deck that lost a card is loaded like any other, and
 * shoe_verify() finds out. Refuses no cards, more than SHOE_CARDS_MAX and a byte that is not a card; the position in the
 * fault is the place in `cards`, from 1. On failure `shoe` is unchanged.
 */
MUST_USE enum status shoe_load(struct shoe *shoe, unsigned decks, unsigned jokers, const struct card *cards,
                               size_t count, struct fault *fault);

/* Every order equally likely. Refused once a card is gone. */
MUST_USE enum status shoe_shuffle(struct shoe *shoe, struct random *random, struct fault *fault);

/*
 * The cover card goes in below `cover_depth` cards; they and the cover card go to the bottom
 * (massachusetts/crazy-4-poker#44, #45). There must be at least ten cards above it and one below. Refused
 * before the shuffle and once a card is gone; until then a recut is allowed (massachusetts/crazy-4-poker#47).
 */
MUST_USE enum status shoe_cut(struct shoe *shoe, unsigned cover_depth, struct fault *fault);

/* Takes the top card of the stub. Refused before the shuffle and when the stub is empty. */
MUST_USE enum status shoe_deal(struct shoe *shoe, struct card *card, struct fault *fault);

/* The same for a card that goes to the discard rack unused, such as one found face up in the shoe
 * (massachusetts/crazy-4-poker#269, #270). */
MUST_USE enum status shoe_burn(struct shoe *shoe, struct card *card, struct fault *fault);

/* All cards back into the shoe, those that are gone on top in the order they went; to be shuffled next. */
void shoe_gather(struct shoe *shoe);

/* ------------------------------------------------------------------------------------------ counting */

unsigned shoe_full_count(const struct shoe *shoe); /* the number of cards of these decks: 52, 416, ... */
unsigned shoe_stub_count(const struct shoe *shoe);
unsigned shoe_dealt_count(const struct shoe *shoe);
unsigned shoe_burned_count(const struct shoe *shoe);
unsigned shoe_gone_count(const struct shoe *shoe); /* dealt and burned together */

/* The cards that are gone, in the order they went: `index` is below shoe_gone_count(). */
struct card shoe_gone_card(const struct shoe *shoe, unsigned index);
enum shoe_fate shoe_gone_fate(const struct shoe *shoe, unsigned index);

/*
 * The stub as a person counted it, face down: is the shoe complete? Cards dealt and burned (a card set
 * aside is present) and the stub must make the full count (massachusetts/crazy-4-poker#131). Writes the sum
 * in words: "15 dealt + 36 in the stub = 51 cards; the deck has 52, so the stub should be 37".
 */
bool shoe_stub_is_right(const struct shoe *shoe, unsigned counted, struct text_out *words);

/* How the cards differ from full decks, by card_number(). */
struct shoe_difference {
    unsigned count, full_count;
    uint16_t missing[DECK_CARDS + DECK_JOKERS_MAX];
    uint16_t extra[DECK_CARDS + DECK_JOKERS_MAX];
};

/*
 * Compares all cards, gone or not, with full decks; true if they are the same. A deck that is not goes off
 * the table (massachusetts/crazy-4-poker#41, #137). `difference` may be NULL.
 */
bool shoe_verify(const struct shoe *shoe, struct shoe_difference *difference);

/* "52 cards, complete" or "51 cards: the 9d is missing" or "52 cards: the 9d is missing, one As too many". */
void shoe_difference_write(struct text_out *out, const struct shoe_difference *difference);

#endif
