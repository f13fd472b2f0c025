/*
 * How fast games are solved: all deals of Crazy 4 Poker and all situations of Four-Card Poker, against plain
 * enumeration of one hand. Each plain case checks that the exact method gives the same counts, to the last unit.
 */
#include "base/check.h"
#include "bench.h"
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "odds/crazy4_odds.h"
#include "odds/four_card_odds.h"

#include <stddef.h>

enum { ARENA_MAX = 256 << 20 };

/* A pair of nines with a king and two low cards: in the middle of both games. */
static struct card sample[5];
static const struct card sample_up = {SUIT_CLUBS << 4 | RANK_JACK};
static struct crazy4_rivals sample_rivals;
static uint32_t sample_beaten;

static void sample_keep(void *context, const struct four_card_situation *situation)
{
    const struct suit_class *wanted = context;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        if (situation->player->suit_class.ranks[suit] != wanted->ranks[suit])
            return;
    /* The class names its suits from spades down, and so did prepare(). */
    if (card_equal(situation->up, sample_up))
        sample_beaten = situation->beaten;
}

void odds_cases_prepare(void)
{
    static const uint8_t codes[5] = {SUIT_SPADES << 4 | RANK_KING, SUIT_SPADES << 4 | RANK_NINE,
                                     SUIT_HEARTS << 4 | RANK_NINE, SUIT_DIAMONDS << 4 | RANK_FIVE,
                                     SUIT_CLUBS << 4 | RANK_TWO};
    struct hand hand = {0};
    for (unsigned i = 0; i < 5; i++) {
        sample[i].code = codes[i];
        hand_add(&hand, sample[i]);
    }
    struct suit_class wanted = suit_class_of(card_set_of_hand(&hand));
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct crazy4_table table;
    CHECK(crazy4_table_make(&table, &approved_crazy4.super_bonus, &arena) == STATUS_OK);
    for (unsigned i = 0; i < table.classes.count; i++) {
        bool same = true;
        for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
            same = same && table.classes.records[i].suit_class.ranks[suit] == wanted.ranks[suit];
        if (same)
            sample_rivals = table.rivals[i];
    }
    arena_clear(&arena);
    CHECK(four_card_count(sample_keep, &wanted, &arena) == STATUS_OK);
    arena_release(&arena);
    CHECK(sample_beaten > 0);
}

/* The dealer's 1,533,939 hands against one hand of the player's. */
static uint64_t crazy4_plain(unsigned part)
{
    (void)part;
    struct card left[DECK_CARDS];
    unsigned count = 0;
    for (unsigned number = 0; number < DECK_CARDS; number++) {
        bool dead = false;
        for (unsigned i = 0; i < 5; i++)
            dead = dead || card_equal(card_of_number(number), sample[i]);
        if (!dead)
            left[count++] = card_of_number(number);
    }
    uint32_t below = 0;
    uint16_t value = four_rank5(sample).order;
    struct card dealer[5];
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            for (unsigned c = b + 1; c < count; c++)
                for (unsigned d = c + 1; d < count; d++) {
                    dealer[0] = left[a];
                    dealer[1] = left[b];
                    dealer[2] = left[c];
                    dealer[3] = left[d];
                    for (unsigned e = d + 1; e < count; e++) {
                        dealer[4] = left[e];
                        below += four_rank5(dealer).order < value;
                    }
                }
    CHECK_OP(below, ==, sample_rivals.below);
    return CRAZY4_DEALER_HANDS;
}

static uint64_t crazy4_all(unsigned part)
{
    (void)part;
    static struct crazy4_solution solution;
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    struct crazy4_table table;
    CHECK(crazy4_table_make(&table, &approved_crazy4.super_bonus, &arena) == STATUS_OK);
    crazy4_solve(&table, (struct crazy4_readings){0}, &solution);
    arena_release(&arena);
    return (uint64_t)solution.base.total;
}

static uint64_t four_card_plain(unsigned part)
{
    (void)part;
    CHECK_OP(four_card_beaten_plain(sample, sample_up), ==, sample_beaten);
    return FOUR_CARD_DEALER_HANDS;
}

static uint64_t four_card_all(unsigned part)
{
    (void)part;
    static struct four_card_solution solution;
    struct arena arena;
    arena_init(&arena, ARENA_MAX);
    CHECK(four_card_solve(&approved_four_card.ante_bonus, (struct four_card_readings){0}, &solution,
                          &arena) == STATUS_OK);
    arena_release(&arena);
    return (uint64_t)solution.base.total;
}

/* Goals: Crazy 4 Poker in 30 ms, Four-Card Poker in one second. */
const struct bench_case odds_cases[] = {
    {"crazy-4/plain", "Crazy 4 Poker, one hand enumerated", NULL, 0, 0, 1, 1, crazy4_plain, NULL},
    {"crazy-4/solved", "Crazy 4 Poker, solved", "crazy-4/plain", 3986646.10344 / 0.030, 0, 1, 1, crazy4_all,
     NULL},
    {"four-card/plain", "Four-Card Poker, one situation", NULL, 0, 0, 1, 4, four_card_plain, NULL},
    {"four-card/solved", "Four-Card Poker, solved", "four-card/plain", 167439136.3 / 1.0, 0, 1, 12,
     four_card_all, NULL},
};
const unsigned odds_case_count = sizeof odds_cases / sizeof odds_cases[0];
