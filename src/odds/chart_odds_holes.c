/*
 * Charts of hold'em, Omaha, pineapple and stud, where a hand is made of hole cards and others: the board, or what lies
 * face up.
 *
 * By ranks and a suit. Unless some suit has enough cards for a flush, only ranks matter, and hands are sets of ranks: 91 of two
 * hole cards, 1,820 of four, 6,175 of five on the board. Every pair of sets H and B is counted as if there were no
 * flushes, with the weight
 *
 *      product of C(4, h) * C(4 - h, b) over the ranks, h and b cards of each
 *
 * and flushes are put right afterwards: for every part S of H and T of B that is of one suit, deals move from where they
 * were counted to where they belong. Such a suit is the only one: at most nine cards are dealt, or, in Omaha, three of five
 * board cards have it. The weight of what moves is
 *
 *      4 * product of C(3, o) * C(3 - o, p) over the ranks, o and p cards of each that are not of the suit.
 *
 * What a row asks is the best hand with some number of hole cards: none (the board), two ("both hole cards"), one at
 * least, any. So for each number j of hole cards the best value with j of H and 5 - j of B is kept, and a *view* is made of
 * these: the hand that the rows of one kind look at. The values of a view fall into intervals in which every row
 * says the same, so that deals are counted by the intervals of all views, a *cell*, and rows are judged by cell.
 */
#include "base/check.h"
#include "cards/five.h"
#include "odds/chart_odds_internal.h"

#include <string.h>

enum {
    FIVE = 5,
    NUMBERS = 6, /* of hole cards that play: 0 to 5 */
    SIZES = 6,   /* of a set of ranks: 0 to 5 cards */
    BOARDS_MAX = 6175,
    SUBSETS_MAX = 10, /* C(5, 2) */
    VIEW_CELLS_MAX = 1 << 12,
    BOARD_ATOMS_MAX = 6,
    BOARD_PATTERNS_MAX = 1 << BOARD_ATOMS_MAX,
    VALUES = FIVE_VALUES + 1
};

/* Which hands the rows look at. */
enum view {
    VIEW_ANY,       /* any number of hole cards */
    VIEW_ONE,       /* at least one */
    VIEW_TWO,       /* exactly two */
    VIEW_PAIR,      /* exactly two, and a pair */
    VIEW_BOTH_BEST, /* exactly two, and no hand is better */
    VIEW_NONE,      /* the board alone */
    VIEWS
};

/* Where an atom finds its answer. */
enum source { SOURCE_HOLES, SOURCE_BOARD, SOURCE_VIEW };

struct atom_source {
    enum source source;
    enum view view;
    bool flop, board; /* needs the flop and no more; needs all of the board */
};

/* ------------------------------------------------------------------------------------------ what atoms look at */

static const struct hand_atom *holes_condition(const struct hand_rule *rule, const struct hand_atom *atom)
{
    const struct hand_atom *condition = NULL;
    for (unsigned i = 0; i < rule->count; i++)
        if (rule->atoms[i].way == atom->way && rule->atoms[i].shape == HAND_SHAPE_HOLES)
            condition = &rule->atoms[i];
    return condition;
}

static enum view view_by_holes(const struct hand_game *game, const struct hand_atom *condition)
{
    if (!condition)
        return game->holes_play == 2 ? VIEW_TWO : VIEW_ANY;
    switch ((enum hand_holes)condition->kind) {
    case HAND_HOLES_BOTH:
        return VIEW_TWO;
    case HAND_HOLES_BOTH_BEST:
        return VIEW_BOTH_BEST;
    case HAND_HOLES_ONE:
        return game->holes_play == 2 ? VIEW_TWO : VIEW_ONE;
    case HAND_HOLES_PAIR:
        return VIEW_PAIR;
    case HAND_HOLES_ANY:
        return VIEW_ANY;
    }
    CHECK_NEVER("a rule for hole cards");
}

/* Suits are seen in flushes alone. "Unsuited" says nothing of hands in which they cannot be asked for. */
static bool poker_source(const struct counting *counting, const struct hand_rule *rule,
                         const struct hand_atom *atom, struct atom_source *source)
{
    bool flop = counting->game->family == HAND_FAMILY_FLOP;
    const struct hand_atom *condition = holes_condition(rule, atom);
    bool kept_blind = atom->alike == HAND_ALIKE_ANY ||
                      (atom->alike == HAND_ALIKE_MIXED && (flop || atom->kind != HAND_CLASS_KIND));
    bool class_asked = atom->shape == HAND_SHAPE_CLASS && kept_blind;
    switch ((enum hand_place)atom->place) {
    case HAND_PLACE_WHOLE:
        *source = (struct atom_source){SOURCE_VIEW, view_by_holes(counting->game, condition), false, true};
        return class_asked;
    case HAND_PLACE_FLOP:
        *source = (struct atom_source){SOURCE_VIEW, VIEW_TWO, true, false};
        return class_asked;
    case HAND_PLACE_BOARD:
        if (class_asked)
            *source = (struct atom_source){SOURCE_VIEW, VIEW_NONE, false, true};
        else
            *source = (struct atom_source){SOURCE_BOARD, VIEW_NONE, false, true};
        return atom->alike == HAND_ALIKE_ANY;
    case HAND_PLACE_FLOP_ALONE:
        *source = (struct atom_source){SOURCE_BOARD, VIEW_NONE, true, false};
        return atom->alike == HAND_ALIKE_ANY;
    case HAND_PLACE_FIRST:
        *source = (struct atom_source){SOURCE_HOLES, VIEW_NONE, false, false};
        return flop && atom->first == counting->settings.cards && atom->alike == HAND_ALIKE_ANY;
    default:
        *source = (struct atom_source){SOURCE_HOLES, VIEW_NONE, false, false};
        return atom->place == HAND_PLACE_HOLE && atom->alike == HAND_ALIKE_ANY;
    }
}

/* False if the atom looks at something that ranks and a suit do not tell. */
static bool source_of(const struct counting *counting, const struct hand_rule *rule,
                      const struct hand_atom *atom, struct atom_source *source)
{
    bool flop = counting->game->family == HAND_FAMILY_FLOP;
    switch ((enum hand_shape)atom->shape) {
    case HAND_SHAPE_CLASS:
    case HAND_SHAPE_RANKS:
        return poker_source(counting, rule, atom, source);
    case HAND_SHAPE_FACES:
    case HAND_SHAPE_FROM:
        *source = (struct atom_source){SOURCE_HOLES, VIEW_NONE, false, false};
        return flop && atom->place == HAND_PLACE_WHOLE && atom->alike == HAND_ALIKE_ANY;
    case HAND_SHAPE_HOLES:
    case HAND_SHAPE_COUNT_OF:
    case HAND_SHAPE_DEALT:
        *source = (struct atom_source){SOURCE_HOLES, VIEW_NONE, false, false};
        return true;
    default:
        return false;
    }
}

/* How many cards there are of each kind, and what the chart needs of them. */
struct plan {
    unsigned holes, board;
    unsigned views; /* a set */
    unsigned hole_atoms, board_atoms;
};

static bool plan_of(const struct counting *counting, struct plan *plan)
{
    bool stud = counting->game->family == HAND_FAMILY_STUD;
    bool flop = false, board = false;
    *plan = (struct plan){.holes = stud ? 3 : counting->settings.cards};
    for (unsigned row = 0; row < counting->rows; row++) {
        const struct hand_rule *rule = &counting->rules[row];
        if ((counting->skipped >> row & 1) != 0)
            continue;
        for (unsigned i = 0; i < rule->count; i++) {
            struct atom_source source;
            if (!source_of(counting, rule, &rule->atoms[i], &source))
                return false;
            flop |= source.flop;
            board |= source.board;
            plan->hole_atoms += source.source == SOURCE_HOLES;
            plan->board_atoms += source.source == SOURCE_BOARD;
            if (source.source == SOURCE_VIEW)
                plan->views |= 1U << source.view;
        }
    }
    plan->board = board ? (stud ? 4 : 5) : flop ? 3 : 0;
    bool suit_is_single =
        plan->holes + plan->board <= 9 || (plan->views & ~(1U << VIEW_TWO | 1U << VIEW_PAIR)) == 0;
    return !(flop && board) && suit_is_single && plan->hole_atoms <= 64 &&
           plan->board_atoms <= BOARD_ATOMS_MAX;
}

/* ------------------------------------------------------------------------------------------ intervals */

/* Fills in the interval of every value of a view and returns their number. */
static unsigned intervals_of(const struct counting *counting, enum view view, uint16_t intervals[VALUES])
{
    unsigned count = 1;
    bool starts[VALUES] = {false};
    intervals[0] = 0;
    for (unsigned row = 0; row < counting->rows; row++) {
        const struct hand_rule *rule = &counting->rules[row];
        for (unsigned i = 0; i < rule->count && (counting->skipped >> row & 1) == 0; i++) {
            struct atom_source source;
            if (!source_of(counting, rule, &rule->atoms[i], &source) || source.source != SOURCE_VIEW ||
                source.view != view)
                continue;
            bool before = false;
            for (unsigned value = 1; value < VALUES; value++) {
                struct score score = five_value_score((struct five_value){(uint16_t)value});
                bool holds = hand_class_holds(&rule->atoms[i], HAND_ORDER_FIVE, score);
                starts[value] |= holds != before;
                before = holds;
            }
        }
    }
    for (unsigned value = 1; value < VALUES; value++)
        intervals[value] = (uint16_t)(starts[value] ? count++ : count - 1);
    return count;
}

static bool can_count(const struct counting *counting)
{
    struct plan plan;
    enum hand_family family = counting->game->family;
    if ((family != HAND_FAMILY_FLOP && family != HAND_FAMILY_STUD) ||
        counting->game->order != HAND_ORDER_FIVE || !plan_of(counting, &plan))
        return false;
    uint16_t intervals[VALUES];
    uint64_t cells = 1;
    for (unsigned view = 0; view < VIEWS; view++)
        if ((plan.views >> view & 1) != 0)
            cells *= intervals_of(counting, (enum view)view, intervals);
    return cells <= VIEW_CELLS_MAX;
}

/* ------------------------------------------------------------------------------------------ sets of ranks */

/* At most five ranks, ascending, none more than four times. */
struct rank_set {
    uint8_t count, ranks[FIVE];
    uint16_t place; /* among all sets of that size: rank_tables.h, "by places" */
};

static uint16_t place_of(const uint8_t *ranks, unsigned count)
{
    unsigned place = 0;
    for (unsigned i = 0; i < count; i++)
        place += place_terms[i][ranks[i]];
    return (uint16_t)place;
}

static const unsigned places_of_size[SIZES] = {1, 13, 91, 455, PLACE_SETS_4, PLACE_SETS_5};

static unsigned make_sets(struct rank_set *sets, struct rank_set *partial, unsigned size, unsigned filled)
{
    if (partial->count == size) {
        partial->place = place_of(partial->ranks, size);
        sets[filled] = *partial;
        return filled + 1;
    }
    unsigned count = partial->count, lowest = count > 0 ? partial->ranks[count - 1] : 0;
    bool full = count >= SUIT_COUNT && partial->ranks[count - SUIT_COUNT] == lowest;
    for (unsigned rank = lowest + full; rank < RANK_COUNT; rank++) {
        partial->ranks[count] = (uint8_t)rank;
        partial->count = (uint8_t)(count + 1);
        filled = make_sets(sets, partial, size, filled);
    }
    partial->count = (uint8_t)count;
    return filled;
}

static void tally_ranks(const struct rank_set *set, uint8_t tally[RANK_COUNT])
{
    memset(tally, 0, RANK_COUNT);
    for (unsigned i = 0; i < set->count; i++)
        tally[set->ranks[i]]++;
}

/* The sub-sets of `size` ranks as places, one for each choice of cards. */
static unsigned subset_places(const struct rank_set *set, unsigned size, uint16_t places[SUBSETS_MAX])
{
    unsigned count = 0;
    for (unsigned chosen = 0; chosen < 1U << set->count; chosen++) {
        if ((unsigned)__builtin_popcount(chosen) != size)
            continue;
        uint8_t ranks[FIVE];
        unsigned filled = 0;
        for (unsigned i = 0; i < set->count; i++)
            if ((chosen >> i & 1) != 0)
                ranks[filled++] = set->ranks[i];
        places[count++] = place_of(ranks, filled);
    }
    return count;
}

/* ------------------------------------------------------------------------------------------ tables */

/* Cards of a board of which `suited` are of one suit: which board, and the others by rank. */
struct board_part {
    uint16_t board;
    uint8_t kinds; /* of the others */
    uint8_t ranks[FIVE], counts[FIVE];
};

struct board_suit {
    uint16_t suited; /* ranks of the suit */
    unsigned from, end;
};

struct suited_values {
    bool some;      /* a flush matters for some suit of the board */
    bool *matters;  /* by board suit */
    uint16_t *best; /* by board suit, for each number of hole cards that is needed */
};

enum { PAIR = NUMBERS, QUANTITIES }; /* the best with a pair in the hole stands behind those by number */

struct holes_count {
    struct counting *counting;
    struct plan plan;
    unsigned numbers, number_count; /* the set of the numbers of hole cards that the views need */

    struct rank_set *sets[SIZES];
    unsigned set_counts[SIZES];
    const struct rank_set *boards;
    unsigned board_count;
    uint16_t (
        *subsets)[NUMBERS][SUBSETS_MAX]; /* of each board, by the number of hole cards that are put to them */

    struct board_part *parts;
    struct board_suit *suits;
    unsigned suit_count;
    struct suited_values *suited; /* by ranks of the hole cards of the suit; made when first asked for */

    uint16_t intervals[VIEWS][VALUES];
    uint16_t examples[VIEWS][VALUES]; /* the lowest value of each interval */
    unsigned interval_counts[VIEWS];
    unsigned strides[VIEWS], cell_count;
    bool single_view; /* `view` alone, and nothing else of the board */
    enum view view;
    uint16_t *patterns; /* of each board */
    uint64_t pattern_bits[BOARD_PATTERNS_MAX];
    unsigned pattern_count;

    /* Of the hole cards at hand. */
    uint8_t tally[RANK_COUNT];
    uint16_t *best[QUANTITIES];     /* by place of the others: the best value with so many hole cards */
    uint16_t (*values)[QUANTITIES]; /* of each board */
    unsigned *cells;                /* of each board */
    int64_t *deals;                 /* by cell */
};

static const unsigned numbers_of_view[VIEWS] = {
    [VIEW_ANY] = 0x3F, [VIEW_ONE] = 0x3E,       [VIEW_TWO] = 0x04,
    [VIEW_PAIR] = 0,   [VIEW_BOTH_BEST] = 0x3F, [VIEW_NONE] = 0x01,
};

static bool wants_pair(const struct plan *plan)
{
    return (plan->views >> VIEW_PAIR & 1) != 0;
}

/* Numbers of hole cards that leave enough others. */
static unsigned numbers_needed(const struct plan *plan)
{
    unsigned numbers = 0;
    for (unsigned view = 0; view < VIEWS; view++)
        if ((plan->views >> view & 1) != 0)
            numbers |= numbers_of_view[view];
    for (unsigned number = 0; number < NUMBERS; number++)
        if (number > plan->holes || FIVE - number > plan->board)
            numbers &= ~(1U << number);
    return numbers;
}

static bool make_rank_sets(struct holes_count *count)
{
    for (unsigned size = 0; size < SIZES; size++) {
        count->sets[size] = ARENA_ARRAY(count->counting->arena, struct rank_set, places_of_size[size]);
        if (!count->sets[size])
            return false;
        struct rank_set partial = {0};
        count->set_counts[size] = make_sets(count->sets[size], &partial, size, 0);
    }
    count->boards = count->sets[count->plan.board];
    count->board_count = count->set_counts[count->plan.board];
    return true;
}

static bool make_arrays(struct holes_count *count)
{
    struct arena *arena = count->counting->arena;
    count->subsets = arena_alloc_array(arena, count->board_count, sizeof count->subsets[0], 2);
    count->values = arena_alloc_array(arena, count->board_count, sizeof count->values[0], 2);
    count->cells = ARENA_ARRAY(arena, unsigned, count->board_count);
    count->patterns = ARENA_ARRAY(arena, uint16_t, count->board_count);
    count->suited = ARENA_ARRAY(arena, struct suited_values, RANK_MASKS);
    count->deals = ARENA_ARRAY(arena, int64_t, (size_t)VIEW_CELLS_MAX * BOARD_PATTERNS_MAX);
    bool made =
        count->subsets && count->values && count->cells && count->patterns && count->suited && count->deals;
    for (unsigned i = 0; i < QUANTITIES && made; i++)
        made = (count->best[i] = ARENA_ARRAY(arena, uint16_t, PLACE_SETS_5)) != NULL;
    for (unsigned board = 0; made && board < count->board_count; board++)
        for (unsigned number = 0; number < NUMBERS; number++)
            if ((count->numbers >> number & 1) != 0 || (wants_pair(&count->plan) && number == 2))
                subset_places(&count->boards[board], FIVE - number, count->subsets[board][number]);
    return made;
}

/* ------------------------------------------------------------------------------------------ suits of the board */

/* The ranks of a board that are not of the suit. */
static struct board_part part_of(const struct rank_set *board, unsigned number, unsigned suited)
{
    struct board_part part = {.board = (uint16_t)number};
    uint8_t tally[RANK_COUNT];
    tally_ranks(board, tally);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        unsigned others = tally[rank] - (suited >> rank & 1);
        if (others == 0)
            continue;
        part.ranks[part.kinds] = (uint8_t)rank;
        part.counts[part.kinds++] = (uint8_t)others;
    }
    return part;
}

static unsigned ranks_there(const struct rank_set *set)
{
    unsigned there = 0;
    for (unsigned i = 0; i < set->count; i++)
        there |= 1U << set->ranks[i];
    return there;
}

/* A flush needs five cards of the suit, so the hole cards leave at least 5 - holes of them to the board. */
static bool suit_is_long(const struct holes_count *count, unsigned suited)
{
    return (unsigned)__builtin_popcount(suited) + count->plan.holes >= FIVE;
}

/* A counting sort: how many parts each suit has, where they begin, and into place. */
static bool make_suits(struct holes_count *count)
{
    unsigned *next = ARENA_ARRAY(count->counting->arena, unsigned, RANK_MASKS + 1);
    count->suits = ARENA_ARRAY(count->counting->arena, struct board_suit, RANK_MASKS);
    if (!next || !count->suits)
        return false;
    for (unsigned board = 0; board < count->board_count; board++) {
        unsigned there = ranks_there(&count->boards[board]);
        for (unsigned suited = there; suited != 0; suited = (suited - 1) & there)
            next[suited + 1] += suit_is_long(count, suited);
    }
    for (unsigned suited = 0; suited < RANK_MASKS; suited++) {
        if (next[suited + 1] > 0)
            count->suits[count->suit_count++] =
                (struct board_suit){(uint16_t)suited, next[suited], next[suited] + next[suited + 1]};
        next[suited + 1] += next[suited];
    }
    count->parts = ARENA_ARRAY(count->counting->arena, struct board_part, next[RANK_MASKS]);
    for (unsigned board = 0; count->parts && board < count->board_count; board++) {
        unsigned there = ranks_there(&count->boards[board]);
        for (unsigned suited = there; suited != 0; suited = (suited - 1) & there)
            if (suit_is_long(count, suited))
                count->parts[next[suited]++] = part_of(&count->boards[board], board, suited);
    }
    return count->parts != NULL;
}

/* The best flush of some hole cards and these ranks of the board. */
static uint16_t best_flush_with(unsigned some, unsigned board, unsigned number)
{
    uint16_t best = 0;
    for (unsigned others = board; others != 0; others = (others - 1) & board)
        if ((unsigned)__builtin_popcount(others) == number && five_flushes[some | others] > best)
            best = five_flushes[some | others];
    return number == 0 ? five_flushes[some] : best;
}

/* The best flush of `number` of the hole cards' ranks and 5 - number of the board's; 0 if there is none. */
static uint16_t best_flush(unsigned holes, unsigned board, unsigned number)
{
    uint16_t best = number == 0 ? best_flush_with(0, board, FIVE) : 0;
    for (unsigned some = holes; some != 0; some = (some - 1) & holes) {
        if ((unsigned)__builtin_popcount(some) != number)
            continue;
        uint16_t flush = best_flush_with(some, board, FIVE - number);
        best = flush > best ? flush : best;
    }
    return best;
}

static uint16_t highest(const uint16_t *values, unsigned numbers)
{
    uint16_t best = 0;
    for (unsigned left = numbers; left != 0; left &= left - 1)
        if (values[__builtin_ctz(left)] > best)
            best = values[__builtin_ctz(left)];
    return best;
}

/* Whether a flush of these values can lift a deal into another interval. */
static bool flush_matters(const struct holes_count *count, const uint16_t best[NUMBERS])
{
    for (unsigned view = 0; view < VIEWS; view++) {
        uint16_t value = highest(best, count->numbers & numbers_of_view[view]);
        bool asked = (count->plan.views >> view & 1) != 0;
        if (asked && (view == VIEW_BOTH_BEST ? value > 0 : count->intervals[view][value] > 0))
            return true;
    }
    return false;
}

static const struct suited_values *suited_values(struct holes_count *count, unsigned suited)
{
    struct suited_values *values = &count->suited[suited];
    if (values->best)
        return values;
    struct arena *arena = count->counting->arena;
    values->matters = ARENA_ARRAY(arena, bool, count->suit_count + 1);
    values->best = ARENA_ARRAY(arena, uint16_t, (size_t)count->suit_count * count->number_count + 1);
    if (!values->best || !values->matters) {
        count->counting->status = arena->refusal;
        values->best = NULL;
        return NULL;
    }
    for (unsigned i = 0; i < count->suit_count; i++) {
        unsigned others = count->suits[i].suited;
        if ((others & suited) != 0 || __builtin_popcount(others | suited) < FIVE)
            continue;
        uint16_t *best = values->best + (size_t)i * count->number_count, by_number[NUMBERS] = {0};
        for (unsigned left = count->numbers; left != 0; left &= left - 1) {
            unsigned number = (unsigned)__builtin_ctz(left);
            by_number[number] = *best++ = best_flush(suited, others, number);
        }
        values->matters[i] = flush_matters(count, by_number);
        values->some |= values->matters[i];
    }
    return values;
}

/* ------------------------------------------------------------------------------------------ judging */

/* Cards of these ranks; suits in turn, for nobody looks at them. */
static void add_cards(struct hand *hand, const struct rank_set *set, unsigned from, unsigned end)
{
    for (unsigned i = from; i < end; i++)
        hand_add(hand, card_of((enum rank)set->ranks[i], (enum suit)(i % SUIT_COUNT)));
}

static void show(const struct holes_count *count, const struct rank_set *holes, const struct rank_set *board,
                 struct showing *showing)
{
    bool stud = count->counting->game->family == HAND_FAMILY_STUD;
    showing_init(showing, count->counting->game);
    showing->has[SHOWING_CARDS] = true;
    add_cards(&showing->own.cards, holes, 0, stud ? 2 : holes->count);
    if (stud) {
        /* Rows on hole cards do not look at those face up. */
        for (unsigned i = 0; i < 4; i++)
            hand_add(&showing->own.cards, card_of(RANK_TWO, (enum suit)i));
        add_cards(&showing->own.cards, holes, 2, 3);
    } else {
        showing->has[SHOWING_BOARD] = board->count > 0;
        add_cards(&showing->board, board, 0, board->count);
    }
}

/* The atoms of one source, numbered through all rows; bit per atom that holds, at most 64 of them. */
static uint64_t atoms_holding(const struct holes_count *count, enum source wanted,
                              const struct showing *showing)
{
    const struct counting *counting = count->counting;
    uint64_t bits = 0;
    unsigned number = 0;
    for (unsigned row = 0; row < counting->rows; row++)
        for (unsigned i = 0; i < counting->rules[row].count && (counting->skipped >> row & 1) == 0; i++) {
            struct atom_source source;
            bool known = source_of(counting, &counting->rules[row], &counting->rules[row].atoms[i], &source);
            CHECK(known);
            if (source.source != wanted)
                continue;
            struct hand_rule rule = chart_atom_rule(&counting->rules[row], i);
            bool holds = false;
            if (hand_rule_holds(&rule, showing, &holds, NULL) == STATUS_OK && holds)
                bits |= UINT64_C(1) << number;
            number++;
        }
    return bits;
}

static uint16_t pattern_number(struct holes_count *count, uint64_t bits)
{
    unsigned i = 0;
    while (i < count->pattern_count && count->pattern_bits[i] != bits)
        i++;
    if (i == count->pattern_count) {
        CHECK_OP(count->pattern_count, <, BOARD_PATTERNS_MAX);
        count->pattern_bits[count->pattern_count++] = bits;
    }
    return (uint16_t)i;
}

static void make_patterns(struct holes_count *count)
{
    const struct rank_set *holes = &count->sets[count->plan.holes][0];
    for (unsigned board = 0; board < count->board_count; board++) {
        struct showing showing;
        show(count, holes, &count->boards[board], &showing);
        count->patterns[board] = pattern_number(count, atoms_holding(count, SOURCE_BOARD, &showing));
    }
}

/* The facts by which a cell is judged. */
struct cell_facts {
    uint64_t hole_bits, board_bits;
    uint16_t examples[VIEWS]; /* a value that the view may have */
    unsigned holes_seen, boards_seen;
};

static bool atom_in_cell(const struct holes_count *count, const struct hand_rule *rule,
                         const struct hand_atom *atom, struct cell_facts *facts)
{
    struct atom_source source;
    bool known = source_of(count->counting, rule, atom, &source), holds = false;
    CHECK(known);
    switch (source.source) {
    case SOURCE_HOLES: /* judged with its negation */
        return (facts->hole_bits >> facts->holes_seen++ & 1) != 0;
    case SOURCE_BOARD:
        return (facts->board_bits >> facts->boards_seen++ & 1) != 0;
    case SOURCE_VIEW:
        if (facts->examples[source.view] > 0)
            holds = hand_class_holds(atom, HAND_ORDER_FIVE,
                                     five_value_score((struct five_value){facts->examples[source.view]}));
        return holds != atom->negated;
    }
    CHECK_NEVER("a source");
}

/* One atom of each phrase, every phrase of one way. */
static bool rule_in_cell(const struct holes_count *count, const struct hand_rule *rule,
                         struct cell_facts *facts)
{
    bool any_way = false, way = true, phrase = false;
    for (unsigned i = 0; i < rule->count; i++) {
        phrase |= atom_in_cell(count, rule, &rule->atoms[i], facts);
        bool last = i + 1 == rule->count;
        if (last || rule->atoms[i + 1].phrase != rule->atoms[i].phrase) {
            way &= phrase;
            phrase = false;
        }
        if (last || rule->atoms[i + 1].way != rule->atoms[i].way) {
            any_way |= way;
            way = true;
        }
    }
    return any_way;
}

static uint64_t rows_in_cell(const struct holes_count *count, unsigned cell, uint64_t hole_bits)
{
    struct cell_facts facts = {.hole_bits = hole_bits};
    for (unsigned view = 0; view < VIEWS; view++) {
        if ((count->plan.views >> view & 1) == 0)
            continue;
        unsigned interval = cell / count->strides[view] % count->interval_counts[view];
        facts.examples[view] = count->examples[view][interval];
    }
    facts.board_bits = count->pattern_bits[cell % count->pattern_count];
    uint64_t fitting = 0;
    for (unsigned row = 0; row < count->counting->rows; row++)
        if ((count->counting->skipped >> row & 1) == 0 &&
            rule_in_cell(count, &count->counting->rules[row], &facts))
            fitting |= UINT64_C(1) << row;
    return fitting;
}

/* ------------------------------------------------------------------------------------------ counting */

static uint16_t view_value(const struct holes_count *count, unsigned view, const uint16_t values[QUANTITIES])
{
    if (view == VIEW_PAIR)
        return values[PAIR];
    uint16_t best = highest(values, count->numbers & numbers_of_view[view]);
    if (view != VIEW_BOTH_BEST)
        return best;
    return best == highest(values, count->numbers & 0x3C) ? values[2] : 0;
}

static unsigned cell_of(const struct holes_count *count, unsigned board, const uint16_t values[QUANTITIES])
{
    unsigned cell = count->patterns[board];
    for (unsigned left = count->plan.views; left != 0; left &= left - 1) {
        unsigned view = (unsigned)__builtin_ctz(left);
        cell += count->strides[view] * count->intervals[view][view_value(count, view, values)];
    }
    return cell;
}

/* The best value of every set of others with `number` of the hole cards; pairs only, if asked. */
static void best_with(struct holes_count *count, const struct rank_set *holes, unsigned number, bool pairs,
                      uint16_t *best)
{
    unsigned size = FIVE - number;
    memset(best, 0, places_of_size[size] * sizeof best[0]);
    for (unsigned chosen = 0; chosen < 1U << holes->count; chosen++) {
        struct rank_set some = {0};
        if ((unsigned)__builtin_popcount(chosen) != number)
            continue;
        for (unsigned i = 0; i < holes->count; i++)
            if ((chosen >> i & 1) != 0)
                some.ranks[some.count++] = holes->ranks[i];
        if (pairs && some.ranks[0] != some.ranks[1])
            continue;
        uint8_t tally[RANK_COUNT];
        tally_ranks(&some, tally);
        uint32_t sum = 0;
        for (unsigned i = 0; i < number; i++)
            sum += key_weights_5[some.ranks[i]];
        for (unsigned i = 0; i < count->set_counts[size]; i++) {
            const struct rank_set *others = &count->sets[size][i];
            uint32_t all = sum;
            unsigned most = 0, run = 0;
            for (unsigned k = 0; k < size; k++) {
                all += key_weights_5[others->ranks[k]];
                run = k > 0 && others->ranks[k] == others->ranks[k - 1] ? run + 1 : 1;
                most = run + tally[others->ranks[k]] > most ? run + tally[others->ranks[k]] : most;
            }
            if (most > SUIT_COUNT)
                continue; /* no deal has it */
            uint16_t value = key_value(all, KEY_COLUMN_BITS_5, key_rows_5, five_by_key_5);
            if (value > best[others->place])
                best[others->place] = value;
        }
    }
}

static uint16_t best_of(const uint16_t *best, const uint16_t *places, unsigned count)
{
    uint16_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = best[places[i]] > value ? best[places[i]] : value;
    return value;
}

/* How many ways the cards of a board can have the suits that the hole cards leave. */
static int64_t board_ways(const struct holes_count *count, const struct rank_set *board)
{
    static const int64_t choose[SUIT_COUNT + 1][SIZES] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    int64_t ways = 1;
    for (unsigned k = 0; k < board->count;) {
        unsigned rank = board->ranks[k], run = 0;
        for (; k < board->count && board->ranks[k] == rank; k++)
            run++;
        ways *= choose[SUIT_COUNT - count->tally[rank]][run];
    }
    return ways;
}

/* The best values with a board, by the number of hole cards, as if there were no flushes. */
static void board_values(const struct holes_count *count, unsigned board, uint16_t values[QUANTITIES])
{
    static const unsigned choices[SIZES][SIZES] = {{1},          {1, 1},          {1, 2, 1},
                                                   {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}};
    const unsigned *subset_counts = choices[count->plan.board];
    memset(values, 0, QUANTITIES * sizeof values[0]);
    for (unsigned left = count->numbers; left != 0; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctz(left);
        values[number] =
            best_of(count->best[number], count->subsets[board][number], subset_counts[FIVE - number]);
    }
    if (wants_pair(&count->plan))
        values[PAIR] = best_of(count->best[PAIR], count->subsets[board][2], subset_counts[FIVE - 2]);
}

/* All boards as if there were no flushes. */
static void count_by_ranks(struct holes_count *count, const struct rank_set *holes)
{
    for (unsigned left = count->numbers; left != 0; left &= left - 1)
        best_with(count, holes, (unsigned)__builtin_ctz(left), false, count->best[__builtin_ctz(left)]);
    if (wants_pair(&count->plan))
        best_with(count, holes, 2, true, count->best[PAIR]);
    int64_t hole_ways = 1;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        hole_ways *= (int64_t)chart_choose(SUIT_COUNT, count->tally[rank]);
    for (unsigned i = 0; i < count->board_count; i++) {
        board_values(count, i, count->values[i]);
        count->cells[i] = cell_of(count, i, count->values[i]);
        count->deals[count->cells[i]] += hole_ways * board_ways(count, &count->boards[i]);
    }
}

/* How many ways the cards of a board that are not of the suit can have the other three. */
static int64_t part_ways(const struct board_part *part, const uint8_t left[RANK_COUNT])
{
    static const int64_t choose[SUIT_COUNT][FIVE] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    int64_t ways = 1;
    for (unsigned i = 0; i < part->kinds; i++)
        ways *= choose[left[part->ranks[i]]][part->counts[i]];
    return ways;
}

static void move_flush(struct holes_count *count, const struct board_part *part, const uint16_t *best,
                       int64_t deals)
{
    uint16_t values[QUANTITIES];
    memcpy(values, count->values[part->board], sizeof values);
    for (unsigned left = count->numbers; left != 0; left &= left - 1) {
        uint16_t *value = &values[__builtin_ctz(left)], flush = *best++;
        *value = flush > *value ? flush : *value;
    }
    count->deals[count->cells[part->board]] -= deals;
    count->deals[cell_of(count, part->board, values)] += deals;
}

/* With one view alone cells are its intervals, and a flush lifts a deal to its own interval or leaves it. */
static void lift_to_flush(struct holes_count *count, const struct board_suit *suit, unsigned flush_cell,
                          const uint8_t left[RANK_COUNT], int64_t hole_ways)
{
    int64_t lifted = 0;
    for (unsigned k = suit->from; k < suit->end; k++) {
        const struct board_part *part = &count->parts[k];
        if (count->cells[part->board] >= flush_cell)
            continue;
        int64_t deals = hole_ways * part_ways(part, left);
        count->deals[count->cells[part->board]] -= deals;
        lifted += deals;
    }
    count->deals[flush_cell] += lifted;
}

/* Deals in which these hole cards, and some of the board, are of one suit. */
static void put_right(struct holes_count *count, unsigned suited)
{
    const struct suited_values *flushes = suited_values(count, suited);
    if (!flushes || !flushes->some)
        return;
    uint8_t left[RANK_COUNT]; /* suits beside the one, not taken by hole cards */
    int64_t hole_ways = SUIT_COUNT;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        unsigned others = count->tally[rank] - (suited >> rank & 1);
        hole_ways *= (int64_t)chart_choose(SUIT_COUNT - 1, others);
        left[rank] = (uint8_t)(others <= 3 ? 3 - others : 0);
    }
    if (hole_ways == 0)
        return;
    for (unsigned i = 0; i < count->suit_count; i++) {
        const uint16_t *best = flushes->best + (size_t)i * count->number_count;
        if (!flushes->matters[i])
            continue;
        if (count->single_view) {
            uint16_t flush = highest(best, (1U << count->number_count) - 1);
            lift_to_flush(count, &count->suits[i], count->intervals[count->view][flush], left, hole_ways);
            continue;
        }
        for (unsigned k = count->suits[i].from; k < count->suits[i].end; k++) {
            int64_t ways = part_ways(&count->parts[k], left);
            if (ways > 0)
                move_flush(count, &count->parts[k], best, hole_ways * ways);
        }
    }
}

static void take_cells(struct holes_count *count, const struct rank_set *holes)
{
    struct showing showing;
    show(count, holes, &(struct rank_set){0}, &showing);
    uint64_t hole_bits = atoms_holding(count, SOURCE_HOLES, &showing);
    for (unsigned cell = 0; cell < count->cell_count; cell++) {
        CHECK_OP(count->deals[cell], >=, 0);
        if (count->deals[cell] > 0)
            counting_add(count->counting, rows_in_cell(count, cell, hole_bits), (uwide)count->deals[cell]);
        count->deals[cell] = 0;
    }
}

static void count_holes(struct holes_count *count, const struct rank_set *holes)
{
    unsigned there = ranks_there(holes);
    tally_ranks(holes, count->tally);
    count_by_ranks(count, holes);
    for (unsigned suited = there;; suited = (suited - 1) & there) {
        put_right(count, suited);
        if (suited == 0)
            break;
    }
    take_cells(count, holes);
}

static void make_cells(struct holes_count *count)
{
    count->cell_count = count->pattern_count;
    for (unsigned view = 0; view < VIEWS; view++) {
        if ((count->plan.views >> view & 1) == 0)
            continue;
        count->strides[view] = count->cell_count;
        count->cell_count *= count->interval_counts[view];
    }
    CHECK_OP(count->cell_count, <=, VIEW_CELLS_MAX * BOARD_PATTERNS_MAX);
    count->single_view = __builtin_popcount(count->plan.views) == 1 && count->pattern_count == 1 &&
                         (count->plan.views >> VIEW_BOTH_BEST & 1) == 0;
    if (count->single_view)
        count->view = (enum view)__builtin_ctz(count->plan.views);
}

static void make_intervals(struct holes_count *count)
{
    for (unsigned view = 0; view < VIEWS; view++) {
        if ((count->plan.views >> view & 1) == 0)
            continue;
        count->interval_counts[view] = intervals_of(count->counting, (enum view)view, count->intervals[view]);
        for (unsigned value = VALUES; value-- > 0;)
            count->examples[view][count->intervals[view][value]] = (uint16_t)value;
    }
}

static void count_all(struct counting *counting)
{
    struct holes_count *count = ARENA_NEW(counting->arena, struct holes_count);
    if (!count) {
        counting->status = counting->arena->refusal;
        return;
    }
    count->counting = counting;
    bool possible = plan_of(counting, &count->plan);
    CHECK(possible);
    count->numbers = numbers_needed(&count->plan);
    count->number_count = (unsigned)__builtin_popcount(count->numbers);
    make_intervals(count);
    if (!make_rank_sets(count) || !make_arrays(count) || !make_suits(count)) {
        counting->status = counting->arena->refusal;
        return;
    }
    make_patterns(count);
    make_cells(count);
    unsigned sets = count->set_counts[count->plan.holes];
    for (unsigned i = 0; i < sets && counting->status == STATUS_OK; i++) {
        count_holes(count, &count->sets[count->plan.holes][i]);
        counting_progress(counting, (double)(i + 1) / sets);
    }
}

const struct counter counter_hole_cards = {can_count, count_all};
