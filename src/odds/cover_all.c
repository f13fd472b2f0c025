/*
 * The method: deals in which no hand reaches a row are counted by pieces.
 *
 * A hand of five reaches a row because of a *piece* in it: three cards of a rank, four of a rank, a suited run of four
 * or of five (the ace at either end). Five cards have room for no two pieces but such as lie in one larger piece, and so
 * whether a hand is free of them is a plain sum over the pieces in it:
 *
 *      [no suited run of four]   =  1 - (runs of four) + (runs of five)             five in a row hold two runs of four
 *      [no three of a rank]      =  1 - (threes of a rank) + 3 (fours of a rank)    four of a rank hold four threes
 *      [no four of a rank]       =  1 - (fours of a rank)
 *
 * Whether no hand of the deal reaches the row is the product of such sums, one a hand. Multiplied out and summed over
 * all deals it is a sum over sets of disjoint pieces, each in a hand of its own, of the product of their weights (1, 3
 * or -1) times the number of ways to deal the other cards. The latter depends only on how many pieces have three, four
 * and five cards. All that is needed from the deck is therefore a polynomial in t, q and v, which mark the pieces of
 * three, four and five cards: the sum, over the sets of at most seven disjoint pieces, of the products of their weights.
 * For each number of hands the rest is closed.
 *
 * A rank has room for one piece of its own. One from which the runs take no card contributes the factor 1 - 4t + 3q (or
 * 1 - q), one from which they take one card 1 - t (or 1), any other 1. So runs are laid rank by rank, in all suits side
 * by side, and each rank multiplies in its factor once it is known how many suits run through it.
 */
#include "odds/cover_all.h"

#include "base/check.h"
#include "cards/card.h"
#include "cards/poker_rules.h"

#include <string.h>

enum {
    PIECES_MAX = COVER_ALL_HANDS_MAX, /* a hand has one at most */
    TERMS = 120                       /* monomials t^a q^b v^c with a + b + c <= 7: C(10,3) */
};

/* How many pieces have three, four and five cards: the exponents of t, q and v. */
struct pieces {
    unsigned threes, fours, fives;
};

/*
 * A polynomial in t, q and v. No coefficient comes near 2^63: 52 threes, 3 x 13 fours and 44 + 40 runs make fewer than
 * 2^41 sets of seven.
 */
struct terms {
    int64_t of[TERMS]; /* by term_place() */
};

/* Terms are in order of degree, then of the exponents of q and v together, then of v. */
static unsigned term_place(unsigned degree, unsigned fours_and_fives, unsigned fives)
{
    return degree * (degree + 1) * (degree + 2) / 6 + fours_and_fives * (fours_and_fives + 1) / 2 + fives;
}

/* target += factor * source * t^threes q^fours v^fives, without the terms of too many pieces. */
static void terms_add(struct terms *target, const struct terms *source, int64_t factor, struct pieces by)
{
    unsigned more = by.threes + by.fours + by.fives;
    const int64_t *from = source->of;
    for (unsigned degree = 0; degree + more <= PIECES_MAX; degree++)
        for (unsigned i = 0; i <= degree; i++) {
            int64_t *to = &target->of[term_place(degree + more, i + by.fours + by.fives, by.fives)];
            for (unsigned fives = 0; fives <= i; fives++)
                *to++ += factor * *from++;
        }
}

/* -------------------------------------------------------------------------------------- runs and ranks */

/*
 * Where a suit stands between two ranks: how many more cards its run takes, 0 to 4; and ACE_TAKEN on top if its ace
 * began a run, so that none can end in it. The four suits are alike, so a table state is four of them in ascending
 * order; its polynomial is the sum over all ways in which suits with names can come to stand like that.
 */
enum { RUN_FOUR = 4, RUN_FIVE = 5, ACE_TAKEN = 5, SUIT_STATES = 10, TABLE_STATES = 715 /* C(13,4) */ };

struct table_state {
    unsigned suits[SUIT_COUNT];
};

/* The factor of a rank is 1 + threes * t + fours * q. */
struct rank_factor {
    int threes, fours;
};

/* What the pieces of one rank are to a row, by the number of its cards that are taken: none or one. */
struct rank_rule {
    struct rank_factor by_taken[2];
};

/* One way of the suits through a rank: where they stand then, and what they did. */
struct passage {
    struct table_state state;
    unsigned taken;      /* cards of the rank */
    struct pieces begun; /* runs */
    int64_t ways;        /* to share the parts out among the suits, times the weights of the runs begun */
};

struct walk {
    const struct rank_rule *rule;
    bool ace; /* at the low ace, whose factor must wait for the high one */
    const struct terms *source;
    struct terms *targets; /* by state_place() */
};

/* Sorts the suits and returns the place of the state among the TABLE_STATES: the number of states before it. */
static unsigned state_place(struct table_state state)
{
    unsigned *s = state.suits;
    for (unsigned i = 1; i < SUIT_COUNT; i++)
        for (unsigned j = i; j > 0 && s[j - 1] > s[j]; j--) {
            unsigned other = s[j];
            s[j] = s[j - 1];
            s[j - 1] = other;
        }
    return s[0] + s[1] * (s[1] + 1) / 2 + s[2] * (s[2] + 1) * (s[2] + 2) / 6 +
           s[3] * (s[3] + 1) * (s[3] + 2) * (s[3] + 3) / 24;
}

/* target += source * the ways of the passage * the runs begun * the factor of the rank */
static void rank_add(struct terms *target, const struct terms *source, const struct rank_rule *rule,
                     const struct passage *passage)
{
    struct pieces begun = passage->begun;
    terms_add(target, source, passage->ways, begun);
    if (passage->taken > 1)
        return;
    struct rank_factor factor = rule->by_taken[passage->taken];
    if (factor.threes != 0)
        terms_add(target, source, passage->ways * factor.threes,
                  (struct pieces){begun.threes + 1, begun.fours, begun.fives});
    if (factor.fours != 0)
        terms_add(target, source, passage->ways * factor.fours,
                  (struct pieces){begun.threes, begun.fours + 1, begun.fives});
}

/* Of `suits` suits that stand alike and are in no run, some begin a run of four and some one of five. */
static struct passage passage_begin(struct passage passage, unsigned suit, unsigned suits, unsigned fours,
                                    unsigned fives, bool ace)
{
    static const int64_t factorials[SUIT_COUNT + 1] = {1, 1, 2, 6, 24};
    unsigned start = ace ? ACE_TAKEN : passage.state.suits[suit];
    for (unsigned i = 0; i < fours + fives; i++)
        passage.state.suits[suit + i] = start + (i < fours ? RUN_FOUR : RUN_FIVE) - 1;
    passage.taken += fours + fives;
    passage.begun.fours += fours;
    passage.begun.fives += fives;
    passage.ways *=
        factorials[suits] / (factorials[fours] * factorials[fives] * factorials[suits - fours - fives]);
    if (fours % 2 != 0)
        passage.ways = -passage.ways;
    return passage;
}

/* Lets the suits from `suit` on go through a rank in every way they can, and adds what comes of it. */
static void walk_rank(const struct walk *walk, unsigned suit, struct passage passage)
{
    if (suit == SUIT_COUNT) {
        /* Two cards taken mean the factor 1. */
        if (walk->ace)
            passage.taken = 2;
        rank_add(&walk->targets[state_place(passage.state)], walk->source, walk->rule, &passage);
        return;
    }
    unsigned stands = passage.state.suits[suit];
    if (stands % ACE_TAKEN > 0) {
        passage.state.suits[suit]--;
        passage.taken++;
        walk_rank(walk, suit + 1, passage);
        return;
    }
    unsigned suits = 1;
    while (suit + suits < SUIT_COUNT && passage.state.suits[suit + suits] == stands)
        suits++;
    for (unsigned fours = 0; fours <= suits; fours++)
        for (unsigned fives = 0; fours + fives <= suits; fives++)
            walk_rank(walk, suit + suits, passage_begin(passage, suit, suits, fours, fives, walk->ace));
}

/* Goes from one state to the next in the order of their places; false after the last. */
static bool state_next(struct table_state *state)
{
    unsigned *s = state->suits;
    unsigned i = 0;
    while (i + 1 < SUIT_COUNT && s[i] == s[i + 1])
        s[i++] = 0;
    return ++s[i] < SUIT_STATES;
}

static bool terms_empty(const struct terms *terms)
{
    for (unsigned i = 0; i < TERMS; i++)
        if (terms->of[i] != 0)
            return false;
    return true;
}

/* At the high ace every run has ended or ends there, and in no suit whose ace began one. */
static void runs_end(struct terms *sum, const struct terms *sources, const struct rank_rule *rule)
{
    struct table_state state = {{0}};
    do {
        struct passage last = {.ways = 1};
        bool legal = true;
        for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
            unsigned stands = state.suits[suit];
            legal = legal && (stands <= 1 || stands == ACE_TAKEN);
            last.taken += stands > 0;
        }
        if (legal)
            rank_add(sum, &sources[state_place(state)], rule, &last);
    } while (state_next(&state));
}

/* Room for the polynomials of all table states, at one rank and at the next. */
struct run_space {
    struct terms *here, *next;
};

/* The polynomial of all suited runs and of the pieces of one rank that `rule` has. */
static void runs_count(struct terms *sum, const struct rank_rule *rule, struct run_space space)
{
    memset(space.here, 0, TABLE_STATES * sizeof *space.here);
    space.here[0].of[0] = 1;
    /* The low ace, then the two to the king. */
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        struct table_state state = {{0}};
        unsigned place = 0;
        memset(space.next, 0, TABLE_STATES * sizeof *space.next);
        do {
            struct walk walk = {rule, rank == 0, &space.here[place++], space.next};
            if (!terms_empty(walk.source))
                walk_rank(&walk, 0, (struct passage){.state = state, .ways = 1});
        } while (state_next(&state));
        CHECK_OP(place, ==, TABLE_STATES);
        space = (struct run_space){space.next, space.here};
    }
    runs_end(sum, space.here, rule);
}

/* ------------------------------------------------------------------------------------------ the rows */

static uint64_t choose(unsigned from, unsigned count)
{
    if (count > from)
        return 0;
    uint64_t ways = 1;
    for (unsigned i = 1; i <= count; i++)
        ways = ways * (from - count + i) / i;
    return ways;
}

/*
 * The upper rows have pieces of four cards only: fours of a rank, and the suited A-K-Q-J. A set with one of the latter
 * or more has no fours of those four ranks.
 */
static int64_t upper_row_term(enum cover_all_row row, unsigned pieces)
{
    int64_t sign = pieces % 2 == 0 ? 1 : -1;
    int64_t four_aces = pieces <= 1 ? sign : 0; /* 1 - q */
    int64_t none = pieces == 0 ? 1 : 0;         /* 1 */
    switch (row) {
    case COVER_ALL_FOUR_ACES:
        return four_aces;
    case COVER_ALL_ROYAL_FLUSH:
        /* Without any A-K-Q-J, and with some: (1 - q) + ((1 - q)^4 - 1) */
        return four_aces + sign * (int64_t)choose(4, pieces) - none;
    default:
        CHECK_OP(row, ==, COVER_ALL_FOUR_OF_A_KIND);
        /* The same: (1 - q)^13 + ((1 - q)^4 - 1) (1 - q)^9 */
        return sign * (int64_t)(2 * choose(13, pieces) - choose(9, pieces));
    }
}

/* The polynomial of the pieces that make a hand reach the row or a better one. */
static void row_terms(struct terms *terms, enum cover_all_row row, struct run_space space)
{
    static const struct rank_rule no_fours = {{{0, -1}, {0, 0}}};
    static const struct rank_rule no_threes = {{{-4, 3}, {-1, 0}}};
    *terms = (struct terms){{0}};
    if (row == COVER_ALL_STRAIGHT_FLUSH)
        runs_count(terms, &no_fours, space);
    else if (row == COVER_ALL_THREE_OF_A_KIND)
        runs_count(terms, &no_threes, space);
    else
        for (unsigned pieces = 0; pieces <= PIECES_MAX; pieces++)
            terms->of[term_place(pieces, pieces, 0)] = upper_row_term(row, pieces);
}

/*
 * In how many ways the hands are filled up, where each piece already lies in a hand of its own and the other hands are
 * empty and not told apart. Among these, the cards for all of them are drawn at once; then the lowest card finds its
 * four companions, of what is left the lowest again, and so on. Every product is a number of ways by itself, so
 * nothing grows beyond the number of all deals.
 */
static uwide ways_to_fill(unsigned hands, struct pieces pieces)
{
    unsigned empty = hands - pieces.threes - pieces.fours - pieces.fives;
    unsigned left = DECK_CARDS - 3 * pieces.threes - 4 * pieces.fours - 5 * pieces.fives;
    uwide ways = 1;
    for (unsigned i = 0; i < pieces.threes; i++, left -= 2)
        ways *= choose(left, 2);
    for (unsigned i = 0; i < pieces.fours; i++, left--)
        ways *= left;
    ways *= choose(left, 5 * empty);
    for (unsigned cards = 5 * empty; cards > 0; cards -= 5)
        ways *= choose(cards - 1, 4);
    return ways;
}

/* Deals of so many hands none of which reaches the row. */
static uwide deals_without(unsigned hands, const struct terms *terms)
{
    wide deals = 0;
    for (unsigned degree = 0; degree <= hands; degree++)
        for (unsigned i = 0; i <= degree; i++)
            for (unsigned fives = 0; fives <= i; fives++) {
                struct pieces pieces = {degree - i, i - fives, fives};
                int64_t term = terms->of[term_place(degree, i, fives)];
                deals += term * (wide)ways_to_fill(hands, pieces);
            }
    CHECK(deals >= 0);
    return (uwide)deals;
}

enum status cover_all_count(struct cover_all_count counts[COVER_ALL_HANDS_MAX], struct arena *arena)
{
    struct run_space space = {ARENA_ARRAY(arena, struct terms, TABLE_STATES),
                              ARENA_ARRAY(arena, struct terms, TABLE_STATES)};
    if (!space.here || !space.next) {
        CHECK_OP(arena->refusal, !=, STATUS_OK);
        return arena->refusal;
    }
    for (unsigned hands = 1; hands <= COVER_ALL_HANDS_MAX; hands++) {
        uwide total = ways_to_fill(hands, (struct pieces){0});
        counts[hands - 1] = (struct cover_all_count){.total = total, .rows[COVER_ALL_NOTHING] = total};
    }
    for (unsigned row = 0; row < COVER_ALL_NOTHING; row++) {
        struct terms terms;
        row_terms(&terms, (enum cover_all_row)row, space);
        for (unsigned hands = 1; hands <= COVER_ALL_HANDS_MAX; hands++) {
            uwide *nothing = &counts[hands - 1].rows[COVER_ALL_NOTHING];
            uwide without = deals_without(hands, &terms);
            CHECK(without < *nothing);
            counts[hands - 1].rows[row] = *nothing - without;
            *nothing = without;
        }
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the bets */

static void bet_of_count(struct bet *bet, const struct paytable *table, const struct cover_all_count *count)
{
    CHECK_OP(table->order, ==, PAYTABLE_COVER);
    CHECK_OP(table->row_count, ==, COVER_ALL_NOTHING);
    bet_init(bet, table->name, table->clause, count->total);
    for (unsigned i = 0; i < table->row_count; i++) {
        const struct pay_row *row = &table->rows[i];
        CHECK_OP(row->score_min, ==, SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES - i));
        CHECK_OP(row->pay.kind, ==, PAY_TO_ONE);
        CHECK_OP(2 * row->pay.amount % row->pay.per, ==, 0);
        bet_add(bet, row->hand, count->rows[i], 2 * row->pay.amount / row->pay.per);
    }
    bet_add(bet, "nothing", count->rows[COVER_ALL_NOTHING], -2);
}

enum status cover_all_bets(const struct crazy4_tables *tables, struct bet bets[CRAZY4_COVER_ALL_PLAYERS],
                           struct arena *arena)
{
    struct cover_all_count counts[COVER_ALL_HANDS_MAX];
    enum status status = cover_all_count(counts, arena);
    if (status != STATUS_OK)
        return status;
    /* The dealer's hand counts like the players' (massachusetts/crazy-4-poker#236). */
    for (unsigned players = 1; players <= CRAZY4_COVER_ALL_PLAYERS; players++)
        bet_of_count(&bets[players - 1], &tables->cover_all[players - 1], &counts[players]);
    return STATUS_OK;
}
