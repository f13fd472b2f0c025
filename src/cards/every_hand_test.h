/*
 * For tests that look at every hand there is: all ways to hold `count` of the first `deck` cards (52, or 53
 * with the joker), in the order of card_number(), and a digest of what was seen in that order.
 *
 *      struct every_hand hand;
 *      for (every_hand_first(&hand, 5, DECK_CARDS); hand.more; every_hand_next(&hand))
 *              ... hand.cards[0..4] ...
 */
#ifndef CARDS_EVERY_HAND_TEST_H
#define CARDS_EVERY_HAND_TEST_H

#include "cards/card.h"

#include <stdbool.h>
#include <stdint.h>

struct every_hand {
    bool more;
    unsigned count, deck;
    unsigned numbers[8]; /* ascending */
    struct card cards[8];
};

static inline void every_hand_set(struct every_hand *hand, unsigned place, unsigned number)
{
    hand->numbers[place] = number;
    hand->cards[place] = card_of_number(number);
}

static inline void every_hand_first(struct every_hand *hand, unsigned count, unsigned deck)
{
    *hand = (struct every_hand){.more = true, .count = count, .deck = deck};
    for (unsigned i = 0; i < count; i++)
        every_hand_set(hand, i, i);
}

static inline void every_hand_next(struct every_hand *hand)
{
    unsigned place = hand->count;
    while (place > 0 && hand->numbers[place - 1] == hand->deck - hand->count + place - 1)
        place--;
    if (place == 0) {
        hand->more = false;
        return;
    }
    unsigned number = hand->numbers[place - 1] + 1;
    for (unsigned i = place - 1; i < hand->count; i++)
        every_hand_set(hand, i, number++);
}

/* FNV-1a, 64 bits: of the numbers' bytes, lowest first. */
#define DIGEST_START UINT64_C(0xCBF29CE484222325)

static inline uint64_t digest_add(uint64_t digest, uint32_t number)
{
    for (unsigned byte = 0; byte < 4; byte++)
        digest = (digest ^ (number >> (8 * byte) & 255)) * UINT64_C(0x100000001B3);
    return digest;
}

/* A small generator for seeded samples (splitmix64); the same numbers on every machine. */
static inline uint64_t sample_next(uint64_t *seed)
{
    uint64_t mixed = *seed += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ mixed >> 31;
}

/* `count` different cards of the first `deck`. */
static inline void sample_cards(uint64_t *seed, unsigned count, unsigned deck, struct card *cards)
{
    struct card_set seen = {0};
    for (unsigned i = 0; i < count;) {
        struct card card = card_of_number((unsigned)(sample_next(seed) % deck));
        if (card_set_has(seen, card))
            continue;
        seen = card_set_with(seen, card);
        cards[i++] = card;
    }
}

#endif
