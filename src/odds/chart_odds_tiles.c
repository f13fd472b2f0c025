/*
 * Charts of tiles, each of the C(32, 4) = 35,960 hands judged by its kinds; and what can be counted of thirteen cards.
 *
 * Of the 635,013,559,600 hands of thirteen cards, rows that ask all thirteen for one suit, one colour, ranks within
 * bounds, or one of each rank are decided by three things: which suits are there, which ranks are outside of a row's,
 * and whether every rank is there once. Ranks are added one after the other, the sixteen sets of suits each may have, and
 * hands that agree in these three things are counted together.
 */
#include "base/check.h"
#include "cards/thirteen.h"
#include "odds/chart_odds_internal.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------ tiles */

static bool can_count_tiles(const struct counting *counting)
{
    return counting->game->family == HAND_FAMILY_TILES;
}

static void choose_tiles(struct counting *counting, struct showing *showing, unsigned from)
{
    struct tile_hand *hand = &showing->own.tiles;
    if (hand->count == TILE_HAND_MAX) {
        counting_judge(counting, showing, 1);
        return;
    }
    for (unsigned number = from; number < TILE_SET; number++) {
        hand->tiles[hand->count++] = tile_of_number(number);
        choose_tiles(counting, showing, number + 1);
        hand->count--;
    }
}

static void count_tiles(struct counting *counting)
{
    struct showing showing;
    showing_init(&showing, counting->game);
    showing.has[SHOWING_CARDS] = true;
    choose_tiles(counting, &showing, 0);
}

const struct counter counter_tiles = {can_count_tiles, count_tiles};

/* ------------------------------------------------------------------------------------------ thirteen cards */

enum { BOUNDS_MAX = 4, SUIT_SETS = 1 << SUIT_COUNT };

static bool atom_is_seen(const struct hand_atom *atom)
{
    if (atom->place != HAND_PLACE_WHOLE)
        return false;
    if (atom->shape == HAND_SHAPE_NAMED)
        return atom->kind == HAND_NAME_DRAGON;
    return (atom->shape == HAND_SHAPE_ALIKE || atom->shape == HAND_SHAPE_FROM) &&
           atom->count == THIRTEEN_CARDS;
}

/* The bounds of ranks that the rows name, each once. */
struct bounds {
    unsigned count;
    uint16_t ranks[BOUNDS_MAX + 1];
};

static struct bounds bounds_of(const struct counting *counting)
{
    struct bounds bounds = {0};
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));) {
        bool known = atom->shape != HAND_SHAPE_FROM;
        for (unsigned i = 0; i < bounds.count; i++)
            known |= bounds.ranks[i] == atom->ranks;
        if (!known && bounds.count <= BOUNDS_MAX)
            bounds.ranks[bounds.count++] = atom->ranks;
    }
    return bounds;
}

static bool can_count_thirteen(const struct counting *counting)
{
    if (counting->game->family != HAND_FAMILY_THIRTEEN)
        return false;
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));)
        if (!atom_is_seen(atom))
            return false;
    return bounds_of(counting).count <= BOUNDS_MAX;
}

/* Hands so far that agree, and one of them. */
struct alike_hands {
    uwide count;
    struct hand hand;
};

/* By the number of cards, the suits that are there, the bounds that are broken, and whether each rank came once. */
struct thirteen_states {
    struct alike_hands states[THIRTEEN_CARDS + 1][SUIT_SETS][1 << BOUNDS_MAX][2];
};

static void add_rank(const struct thirteen_states *from, struct thirteen_states *to, enum rank rank,
                     const struct bounds *bounds, const unsigned at[4])
{
    const struct alike_hands *old = &from->states[at[0]][at[1]][at[2]][at[3]];
    unsigned outside = 0;
    for (unsigned i = 0; i < bounds->count; i++)
        outside |= ((bounds->ranks[i] >> rank & 1U) ^ 1U) << i;
    for (unsigned suits = 0; suits < SUIT_SETS; suits++) {
        unsigned cards = at[0] + (unsigned)__builtin_popcount(suits);
        if (cards > THIRTEEN_CARDS)
            continue;
        bool once = at[3] != 0 && __builtin_popcount(suits) == 1;
        struct alike_hands *now = &to->states[cards][at[1] | suits][at[2] | (suits != 0 ? outside : 0)][once];
        now->count += old->count;
        now->hand = old->hand;
        for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
            if ((suits >> suit & 1) != 0)
                hand_add(&now->hand, card_of(rank, (enum suit)suit));
    }
}

static void add_rank_to_all(const struct thirteen_states *from, struct thirteen_states *to, enum rank rank,
                            const struct bounds *bounds)
{
    memset(to, 0, sizeof *to);
    for (unsigned cards = 0; cards <= THIRTEEN_CARDS; cards++)
        for (unsigned suits = 0; suits < SUIT_SETS; suits++)
            for (unsigned broken = 0; broken < 1U << bounds->count; broken++)
                for (unsigned once = 0; once < 2; once++)
                    if (from->states[cards][suits][broken][once].count > 0)
                        add_rank(from, to, rank, bounds, (unsigned[]){cards, suits, broken, once});
}

static void count_thirteen(struct counting *counting)
{
    struct thirteen_states *states = ARENA_ARRAY(counting->arena, struct thirteen_states, 2);
    if (!states) {
        counting->status = counting->arena->refusal;
        return;
    }
    struct bounds bounds = bounds_of(counting);
    struct thirteen_states *now = &states[0], *next = &states[1];
    now->states[0][0][0][1].count = 1;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        add_rank_to_all(now, next, (enum rank)rank, &bounds);
        struct thirteen_states *swapped = now;
        now = next;
        next = swapped;
    }
    struct showing showing;
    showing_init(&showing, counting->game);
    showing.has[SHOWING_CARDS] = true;
    for (unsigned suits = 0; suits < SUIT_SETS; suits++)
        for (unsigned broken = 0; broken < 1U << BOUNDS_MAX; broken++)
            for (unsigned once = 0; once < 2; once++) {
                const struct alike_hands *hands = &now->states[THIRTEEN_CARDS][suits][broken][once];
                showing.own.cards = hands->hand;
                if (hands->count > 0)
                    counting_judge(counting, &showing, hands->count);
            }
}

const struct counter counter_thirteen = {can_count_thirteen, count_thirteen};
