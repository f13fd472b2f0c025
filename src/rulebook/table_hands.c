#include "rulebook/table_games_internal.h"

#include "base/check.h"
#include "cards/poker_rules.h"

enum { STEPS = RANK_COUNT, NO_CLASS = -1, ALL_RANKS = (1 << RANK_COUNT) - 1 };

/* The classes of the hand language in the three orders. A royal flush is a class of its own in two of them only, and
 * so is one set of four aces: those are looked at before this table. */
static const struct {
    enum hand_class kind;
    uint8_t count;
    int8_t classes[3]; /* by enum paytable_order */
} known_classes[] = {
    {HAND_CLASS_HIGH_CARD, 0, {FOUR_CLASS_HIGH_CARD, COVER_CLASS_HIGH_CARD, FIVE_CLASS_HIGH_CARD}},
    {HAND_CLASS_KIND, 2, {FOUR_CLASS_PAIR, COVER_CLASS_PAIR, FIVE_CLASS_PAIR}},
    {HAND_CLASS_KIND,
     3,
     {FOUR_CLASS_THREE_OF_A_KIND, COVER_CLASS_THREE_OF_A_KIND, FIVE_CLASS_THREE_OF_A_KIND}},
    {HAND_CLASS_KIND, 4, {FOUR_CLASS_FOUR_OF_A_KIND, COVER_CLASS_FOUR_OF_A_KIND, FIVE_CLASS_FOUR_OF_A_KIND}},
    {HAND_CLASS_TWO_PAIR, 0, {FOUR_CLASS_TWO_PAIR, COVER_CLASS_TWO_PAIR, FIVE_CLASS_TWO_PAIR}},
    {HAND_CLASS_STRAIGHT, 0, {FOUR_CLASS_STRAIGHT, COVER_CLASS_STRAIGHT, FIVE_CLASS_STRAIGHT}},
    {HAND_CLASS_FLUSH, 0, {FOUR_CLASS_FLUSH, COVER_CLASS_FLUSH, FIVE_CLASS_FLUSH}},
    {HAND_CLASS_FULL_HOUSE, 0, {NO_CLASS, NO_CLASS, FIVE_CLASS_FULL_HOUSE}},
    {HAND_CLASS_STRAIGHT_FLUSH,
     0,
     {FOUR_CLASS_STRAIGHT_FLUSH, COVER_CLASS_STRAIGHT_FLUSH, FIVE_CLASS_STRAIGHT_FLUSH}},
    {HAND_CLASS_ROYAL_FLUSH, 0, {NO_CLASS, COVER_CLASS_ROYAL_FLUSH, FIVE_CLASS_ROYAL_FLUSH}},
};

static int class_of(const struct hand_atom *atom, enum paytable_order order)
{
    bool is_kind = atom->kind == HAND_CLASS_KIND;
    if (order == PAYTABLE_COVER && is_kind && atom->count == 4 && atom->ranks == 1 << RANK_ACE)
        return COVER_CLASS_FOUR_ACES;
    for (size_t i = 0; i < sizeof known_classes / sizeof known_classes[0]; i++)
        if (known_classes[i].kind == atom->kind && (!is_kind || known_classes[i].count == atom->count))
            return known_classes[i].classes[order];
    return NO_CLASS;
}

/* A hand of the player by its class and nothing else. */
static bool is_plain(const struct hand_rule *rule, enum paytable_order order)
{
    const struct hand_atom *atom = &rule->atoms[0];
    unsigned size = order == PAYTABLE_FIVE ? 5 : 4;
    return rule->count == 1 && atom->shape == HAND_SHAPE_CLASS && atom->side == HAND_SIDE_OWN &&
           atom->place == HAND_PLACE_WHOLE && atom->alike == HAND_ALIKE_ANY &&
           atom->bound != HAND_BOUND_LOWER && !atom->negated && !atom->natural && atom->under == 0 &&
           (atom->size == 0 || atom->size == size);
}

/* The lowest and the highest rank of a set without gaps; false if it has some. Two pair have no ranks here: the second
 * pair would decide too. */
static bool rank_run(const struct hand_atom *atom, unsigned *low, unsigned *high)
{
    unsigned ranks = atom->ranks;
    *low = 0;
    *high = STEPS - 1;
    if (ranks == 0)
        return true;
    if (atom->kind == HAND_CLASS_TWO_PAIR || (ranks & ~(unsigned)ALL_RANKS) != 0)
        return false;
    while (!(ranks >> *low & 1))
        (*low)++;
    while (!(ranks >> *high & 1))
        (*high)--;
    return ranks == (2U << *high) - (1U << *low);
}

unsigned hand_span_top(enum paytable_order order)
{
    static const unsigned best[] = {[PAYTABLE_FOUR] = FOUR_CLASS_FOUR_OF_A_KIND,
                                    [PAYTABLE_COVER] = COVER_CLASS_FOUR_ACES,
                                    [PAYTABLE_FIVE] = FIVE_CLASS_ROYAL_FLUSH};
    return best[order] * STEPS + STEPS - 1;
}

bool hand_span_of(const struct hand_rule *rule, enum paytable_order order, struct hand_span *span)
{
    const struct hand_atom *atom = &rule->atoms[0];
    unsigned low, high;
    if (!is_plain(rule, order))
        return false;
    int class_number = class_of(atom, order);
    if (class_number == NO_CLASS || !rank_run(atom, &low, &high))
        return false;
    /* The only rank of its class decides nothing there. */
    bool whole = atom->ranks == 0 || (order == PAYTABLE_COVER && class_number == COVER_CLASS_FOUR_ACES);
    if (whole) {
        low = 0;
        high = STEPS - 1;
    }
    span->low = (unsigned)class_number * STEPS + low;
    span->high =
        atom->bound == HAND_BOUND_BETTER ? hand_span_top(order) : (unsigned)class_number * STEPS + high;
    span->score_min = whole ? SCORE_FROM_CLASS(class_number) : SCORE_FROM_RANK(class_number, low);
    return true;
}
