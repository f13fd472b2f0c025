/*
 * Charts of seven cards of one's own: seven card stud, razz, pai gow poker.
 *
 * Of seven cards only one suit can have five, and of six with a joker only one can have four. Unless some suit has, suits
 * do not matter. So a hand is known by its ranks and, if there is such a suit, by which of its cards are of that suit: 49,205
 * sets of ranks and 141,000 sets with a long suit stand for all 133,784,560 hands, one deal of each is judged, and the
 * weights are
 *
 *      all suits       product of C(4, m) over the ranks, m cards of each
 *      one long suit   4 * product of C(3, o), o cards of each rank in the other three suits
 *      no long suit    the former less all of the latter
 */
#include "base/check.h"
#include "cards/joker.h"
#include "odds/chart_odds_internal.h"

struct seven_count {
    struct counting *counting;
    struct showing showing;
    bool joker;
    unsigned naturals, long_suit; /* cards beside the joker; how many of them make a long suit */
    unsigned counts[RANK_COUNT];
    uint64_t judged;
};

/* Fewer than five cards of one suit or colour cannot be seen here. */
static bool atom_is_seen(const struct counting *counting, const struct hand_atom *atom)
{
    if (atom->place == HAND_PLACE_HOLE || atom->place == HAND_PLACE_FIRST ||
        (atom->shape == HAND_SHAPE_HOLES && atom->kind != HAND_HOLES_ANY))
        return false;
    if (!chart_atom_looks_at_suits(atom))
        return true;
    if (atom->alike != HAND_ALIKE_SUIT && atom->alike != HAND_ALIKE_MIXED)
        return false;
    if (atom->shape == HAND_SHAPE_CLASS)
        return atom->kind != HAND_CLASS_KIND;
    return (atom->shape == HAND_SHAPE_ALIKE || atom->shape == HAND_SHAPE_RANKS) && atom->count >= 5 &&
           counting->settings.cards == 7;
}

static bool can_count(const struct counting *counting)
{
    enum hand_family family = counting->game->family;
    if (family != HAND_FAMILY_STUD && family != HAND_FAMILY_PAI_GOW)
        return false;
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));)
        if (!atom_is_seen(counting, atom))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------ one set of ranks */

/* The cards of the long suit are spades; the others take the suits in turn, so that no suit gets long. */
static void judge_suited(struct seven_count *count, unsigned suited, uwide weight)
{
    struct hand hand = {0};
    unsigned next = 0;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        bool spade = (suited >> rank & 1) != 0;
        unsigned others = count->counts[rank] - spade, suits = suited != 0 ? 3 : SUIT_COUNT;
        if (spade)
            hand_add(&hand, card_of((enum rank)rank, SUIT_SPADES));
        for (unsigned i = 0; i < others; i++)
            hand_add(&hand, card_of((enum rank)rank, (enum suit)(next++ % suits)));
    }
    if (count->joker)
        hand_add(&hand, card_joker(0));
    count->showing.own.cards = hand;
    counting_judge(count->counting, &count->showing, weight);
    enum { JUDGED_IN_ALL = 320000 };
    if ((++count->judged & 0x3FFF) == 0)
        counting_progress(count->counting, (double)count->judged / JUDGED_IN_ALL);
}

static uwide ways_in(const struct seven_count *count, unsigned suits, unsigned suited)
{
    uwide ways = 1;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        ways *= chart_choose(suits, count->counts[rank] - (suited >> rank & 1));
    return ways;
}

static void count_ranks(struct seven_count *count)
{
    unsigned there = 0;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        there |= (unsigned)(count->counts[rank] > 0) << rank;
    uwide without = ways_in(count, SUIT_COUNT, 0);
    for (unsigned suited = there; suited != 0; suited = (suited - 1) & there) {
        uwide ways = (unsigned)__builtin_popcount(suited) < count->long_suit
                         ? 0
                         : SUIT_COUNT * ways_in(count, SUIT_COUNT - 1, suited);
        if (ways == 0)
            continue;
        without -= ways;
        judge_suited(count, suited, ways);
    }
    if (without > 0)
        judge_suited(count, 0, without);
}

static void choose_ranks(struct seven_count *count, unsigned rank, unsigned left)
{
    if (rank + 1 == RANK_COUNT) {
        if (left > SUIT_COUNT)
            return;
        count->counts[rank] = left;
        count_ranks(count);
        return;
    }
    for (unsigned here = 0; here <= left && here <= SUIT_COUNT; here++) {
        count->counts[rank] = here;
        choose_ranks(count, rank + 1, left - here);
    }
}

static void count_all(struct counting *counting)
{
    CHECK_OP(counting->settings.cards, ==, PAI_GOW_CARDS);
    struct seven_count count = {.counting = counting};
    showing_init(&count.showing, counting->game);
    count.showing.has[SHOWING_CARDS] = true;
    for (unsigned joker = 0; joker <= counting->game->jokers; joker++) {
        count.joker = joker > 0;
        count.naturals = PAI_GOW_CARDS - joker;
        count.long_suit = 5 - joker;
        choose_ranks(&count, 0, count.naturals);
    }
}

const struct counter counter_seven_cards = {can_count, count_all};
