/*
 * A card, a hand of cards, and their text.
 *
 * One card is one byte: the suit in bits 4 and 5, the rank in bits 0 to 3. The byte is also the number of the
 * card's bit in a `struct card_set`, so a set holds one 16-bit lane of ranks per suit:
 *
 *      bit 63      48 47      32 31      16 15       0
 *          [ spades ] [ hearts ] [diamonds] [ clubs  ]      in each lane bit 0 is the 2, bit 12 the ace
 *
 * Bit 13 of the first two lanes is free for the jokers of the decks of 53 and 54 cards.
 *
 * Invariants
 *  C1  A `struct card` holds one of the 54 bytes for which card_is_valid() is true.
 *  C2  A `struct hand` has count <= HAND_CARDS_MAX and its cards are valid, in the order they were given.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef CARDS_CARD_H
#define CARDS_CARD_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum suit { SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_SPADES, SUIT_COUNT };

/* Ranks count from zero, so that they index tables and bits. */
enum rank {
    RANK_TWO,
    RANK_THREE,
    RANK_FOUR,
    RANK_FIVE,
    RANK_SIX,
    RANK_SEVEN,
    RANK_EIGHT,
    RANK_NINE,
    RANK_TEN,
    RANK_JACK,
    RANK_QUEEN,
    RANK_KING,
    RANK_ACE,
    RANK_COUNT,
    RANK_JOKER = RANK_COUNT
};

enum colour { COLOUR_BLACK, COLOUR_RED };

enum {
    CARD_CODES = 64,     /* a card's byte is below this */
    DECK_CARDS = 52,     /* without jokers */
    DECK_JOKERS_MAX = 2, /* the deck of 54 */
    HAND_CARDS_MAX = 16, /* the longest hand anyone holds: thirteen cards */
    CARD_TEXT_SIZE = 8,  /* enough for "joker2" */
    HAND_TEXT_SIZE = HAND_CARDS_MAX * CARD_TEXT_SIZE
};

struct card {
    uint8_t code;
};

struct card_set {
    uint64_t bits;
};

struct hand {
    uint8_t count;
    struct card cards[HAND_CARDS_MAX];
};

static inline struct card card_of(enum rank rank, enum suit suit)
{
    return (struct card){(uint8_t)((unsigned)suit << 4 | (unsigned)rank)};
}

/* The jokers are number 0 and number 1. */
static inline struct card card_joker(unsigned number)
{
    return (struct card){(uint8_t)(number << 4 | RANK_JOKER)};
}

static inline enum rank card_rank(struct card card)
{
    return (enum rank)(card.code & 15);
}

static inline enum suit card_suit(struct card card)
{
    return (enum suit)(card.code >> 4);
}

static inline bool card_is_joker(struct card card)
{
    return (card.code & 15) == RANK_JOKER;
}

static inline enum colour card_colour(struct card card)
{
    return card_suit(card) == SUIT_DIAMONDS || card_suit(card) == SUIT_HEARTS ? COLOUR_RED : COLOUR_BLACK;
}

static inline bool card_equal(struct card left, struct card right)
{
    return left.code == right.code;
}

bool card_is_valid(struct card card);

/* The deck in order: number 0 is the 2 of clubs, 1 the 3 of clubs, 13 the 2 of diamonds, 51 the ace of
 * spades; 52 and 53 are the jokers. */
struct card card_of_number(unsigned number);
unsigned card_number(struct card card);

static inline struct card_set card_set_of(struct card card)
{
    return (struct card_set){UINT64_C(1) << card.code};
}

static inline bool card_set_has(struct card_set set, struct card card)
{
    return (set.bits >> card.code & 1) != 0;
}

static inline struct card_set card_set_with(struct card_set set, struct card card)
{
    return (struct card_set){set.bits | UINT64_C(1) << card.code};
}

/* The thirteen rank bits of one suit. */
static inline unsigned card_set_ranks(struct card_set set, enum suit suit)
{
    return (unsigned)(set.bits >> (16 * (unsigned)suit)) & 0x1FFF;
}

struct card_set card_set_full(unsigned jokers);
unsigned card_set_count(struct card_set set);
struct card_set card_set_of_hand(const struct hand *hand);

void hand_add(struct hand *hand, struct card card);
bool hand_has(const struct hand *hand, struct card card);

/* ------------------------------------------------------------------------------------------ text */

enum card_style {
    CARD_STYLE_LETTERS, /* As Td joker */
    CARD_STYLE_SYMBOLS  /* A♠ T♦ joker */
};

void card_write(struct text_out *out, struct card card, enum card_style style);
void cards_write(struct text_out *out, const struct card *cards, unsigned count, enum card_style style);
void hand_write(struct text_out *out, const struct hand *hand, enum card_style style);

char rank_letter(enum rank rank);        /* 'A', 'T', '2' */
const char *rank_word(enum rank rank);   /* "ace", "ten", "2"... as in "pair of tens" without the plural */
const char *rank_plural(enum rank rank); /* "aces", "sixes" */
const char *suit_word(enum suit suit);   /* "spades" */

/* The requirements for a hand. */
struct hand_form {
    unsigned cards_min, cards_max;
    unsigned jokers_max; /* 0, 1 or 2: the deck of 52, 53 or 54 */
    unsigned decks;      /* how many copies of one card there may be: 1 to 8 */
};

/*
 * Reads cards separated by spaces or commas, or written together: "As Td", "As,10d", "AsTd". Suits are
 * letters in either case or the symbols; the ten is T or 10. `origin` is added to every position in a
 * fault: the byte offset of `text` in what the user typed. On failure `hand` is unchanged.
 */
MUST_USE enum status hand_parse(struct text text, size_t origin, const struct hand_form *form,
                                struct hand *hand, struct fault *fault);

/* The 1-based byte column of card number `index` (from 0) in a text that hand_parse() accepted; for faults
 * that only a game knows, such as a rank that its deck lacks. */
size_t hand_position(struct text text, size_t origin, unsigned index);

#endif
