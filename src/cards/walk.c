#include "cards/walk.h"

#include "base/check.h"
#include "cards/rank_tables.h"

#include <string.h>

/*
 * The suits of the last two cards matter only for a flush. So for each card before them the values are first laid
 * out by ranks, four equal values at a time for the four suits of the last card; then the hands with a flush are put
 * right.
 */
struct walk {
    unsigned card_count, flush_size;
    bool flush_may_lose; /* to three of a kind, among six cards in the four-card order */
    const uint16_t *values, *flushes;
    uint16_t results[WALK_TRIPLES + SUIT_COUNT]; /* four are written at a time */
    walk_visitor *visitor;
    void *context;
};

/*
 * Cards before the last two: their number by places, the cards, and a counter of four bits a suit that starts so
 * that its top bit shows when two cards more can make a flush.
 */
struct prefix {
    unsigned number, counters;
    struct card_set set;
};

#define COUNTERS_TOP 0x8888U

static struct card card_by_rank(unsigned number)
{
    return card_of((enum rank)(number / SUIT_COUNT), (enum suit)(number % SUIT_COUNT));
}

/* The pairs whose first card is before `first`. */
static unsigned pairs_before(unsigned first)
{
    return first * (2 * DECK_CARDS - 1 - first) / 2;
}

/* The triples whose first card is before `first`: all of them, less those of the cards from `first` on. */
static unsigned triples_before(unsigned first)
{
    unsigned left = DECK_CARDS - first;
    return WALK_TRIPLES - left * (left - 1) * (left - 2) / 6;
}

struct walk_triple walk_triple(unsigned triple)
{
    CHECK_OP(triple, <, WALK_TRIPLES);
    unsigned first = 0;
    while (triples_before(first + 1) <= triple)
        first++;
    unsigned pair = triple - triples_before(first) + pairs_before(first + 1);
    unsigned second = first + 1;
    while (pairs_before(second + 1) <= pair)
        second++;
    unsigned third = second + 1 + pair - pairs_before(second);
    return (struct walk_triple){{card_by_rank(first), card_by_rank(second), card_by_rank(third)}};
}

static struct walk walk_of(enum walk_order order)
{
    static const unsigned card_counts[] = {5, 6, 7, 5, 6};
    const uint16_t *const values[] = {five_by_place_5, five_by_place_6, five_by_place_7, four_by_place_5,
                                      four_by_place_6};
    CHECK_OP(order, <=, WALK_FOUR_OF_6);
    bool four = order >= WALK_FOUR_OF_5;
    return (struct walk){.card_count = card_counts[order],
                         .flush_size = four ? 4 : 5,
                         .flush_may_lose = order == WALK_FOUR_OF_6,
                         .values = values[order],
                         .flushes = four ? four_flushes : five_flushes};
}

/* A value four times: for the four suits of the last card. */
static void write_four(uint16_t *out, uint16_t value)
{
    uint64_t four = value * UINT64_C(0x0001000100010001);
    memcpy(out, &four, sizeof four);
}

/* The values of all pairs of cards from `first` on, as if there were no flush. */
static void lay_out_ranks(const struct walk *walk, const struct prefix *prefix, unsigned first, uint16_t *out)
{
    const uint16_t *terms = place_terms[walk->card_count - 1];
    uint16_t nowhere[DECK_CARDS + SUIT_COUNT];
    for (unsigned rank = first / SUIT_COUNT; rank < RANK_COUNT; rank++) {
        const uint16_t *values = walk->values + prefix->number + place_terms[walk->card_count - 2][rank];
        /* The four cards of a rank side by side; those before `first` are not in the run. */
        uint16_t *rows[SUIT_COUNT];
        for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
            unsigned card = SUIT_COUNT * rank + suit;
            rows[suit] = card < first ? nowhere : out;
            out += card < first ? 0 : DECK_CARDS - 1 - card;
            /* Of its own rank fewer than four are left; what is written beyond them is written over. */
            write_four(rows[suit], values[terms[rank]]);
            rows[suit] += SUIT_COUNT - 1 - suit;
        }
        for (unsigned last = rank + 1; last < RANK_COUNT; last++)
            for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
                write_four(rows[suit] + SUIT_COUNT * (last - rank - 1), values[terms[last]]);
    }
}

/* Puts the hands right that have a flush in `suit`: `missing` of its cards, or more, among the last two. */
static void lay_out_flushes(const struct walk *walk, const struct prefix *prefix, unsigned first,
                            unsigned suit, int missing, uint16_t *out)
{
    unsigned start = pairs_before(first);
    for (unsigned a = first; a + 1 < DECK_CARDS; a++) {
        bool a_suited = a % SUIT_COUNT == suit;
        if (missing == 2 && !a_suited)
            continue;
        unsigned ranks = card_set_ranks(prefix->set, (enum suit)suit) | (a_suited ? 1U << a / SUIT_COUNT : 0);
        uint16_t *results = out + (pairs_before(a) - start);
        /* With enough of the suit before it, the last card may be any; otherwise it is of the suit. */
        bool any = (int)a_suited >= missing;
        unsigned b = any ? a + 1 : a + 1 + (suit + SUIT_COUNT - (a + 1) % SUIT_COUNT) % SUIT_COUNT;
        for (; b < DECK_CARDS; b += any ? 1 : SUIT_COUNT) {
            bool b_suited = b % SUIT_COUNT == suit;
            uint16_t flush = walk->flushes[ranks | (b_suited ? 1U << b / SUIT_COUNT : 0)];
            uint16_t *result = &results[b - a - 1];
            if (!walk->flush_may_lose || flush > *result)
                *result = flush;
        }
    }
}

static struct prefix prefix_with(struct prefix prefix, unsigned place, unsigned number)
{
    prefix.number += place_terms[place][number / SUIT_COUNT];
    prefix.counters += 1U << 4 * (number % SUIT_COUNT);
    prefix.set = card_set_with(prefix.set, card_by_rank(number));
    return prefix;
}

static struct prefix prefix_empty(const struct walk *walk)
{
    return (struct prefix){.counters = (8 - (walk->flush_size - 2)) * 0x1111U};
}

/* How many cards of the suit a flush lacks. */
static int missing_of(const struct prefix *prefix, unsigned suit)
{
    int counter = (int)(prefix->counters >> 4 * suit & 15);
    return 2 - (counter - 8);
}

static void walk_run(struct walk *walk, const struct prefix *before, struct walk_run *run, unsigned first)
{
    run->first_triple = triples_before(first);
    run->count = WALK_TRIPLES - run->first_triple;
    run->values = walk->results;
    uint16_t *out = walk->results;
    for (unsigned card = first; card + 2 < DECK_CARDS; card++) {
        struct prefix prefix = prefix_with(*before, walk->card_count - 3, card);
        lay_out_ranks(walk, &prefix, card + 1, out);
        for (unsigned tops = prefix.counters & COUNTERS_TOP; tops; tops &= tops - 1) {
            unsigned suit = (unsigned)__builtin_ctz(tops) / 4;
            lay_out_flushes(walk, &prefix, card + 1, suit, missing_of(&prefix, suit), out);
        }
        out += WALK_PAIRS - pairs_before(card + 1);
    }
    walk->visitor(walk->context, run);
}

/* Adds card `number` at `place` to the prefix and goes on. */
static void walk_card(struct walk *walk, const struct prefix *before, struct walk_run *run, unsigned place,
                      unsigned number)
{
    CHECK_OP(place, <, WALK_PREFIX_MAX);
    struct prefix prefix = prefix_with(*before, place, number);
    run->prefix[place] = card_by_rank(number);
    if (place + 1 == run->prefix_count) {
        walk_run(walk, &prefix, run, number + 1);
        return;
    }
    for (unsigned next = number + 1; next < DECK_CARDS; next++)
        walk_card(walk, &prefix, run, place + 1, next);
}

void walk_hands(enum walk_order order, unsigned first_from, unsigned first_end, walk_visitor *visitor,
                void *context)
{
    CHECK_OP(first_from, <=, first_end);
    CHECK_OP(first_end, <=, DECK_CARDS);
    struct walk walk = walk_of(order);
    walk.visitor = visitor;
    walk.context = context;
    struct walk_run run = {.prefix_count = walk.card_count - 3};
    struct prefix empty = prefix_empty(&walk);
    for (unsigned number = first_from; number < first_end; number++)
        walk_card(&walk, &empty, &run, 0, number);
}
