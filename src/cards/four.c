#include "cards/four.h"

#include "base/check.h"

struct four_value four_rank(const struct card *cards, unsigned count)
{
    CHECK_OP(count, >=, 4);
    CHECK_OP(count, <=, 6);
    return count == 4 ? four_rank4(cards) : count == 5 ? four_rank5(cards) : four_rank6(cards);
}

struct score four_value_score(struct four_value value)
{
    CHECK_OP(value.order, >=, 1);
    CHECK_OP(value.order, <=, FOUR_VALUES);
    return (struct score){four_scores[value.order]};
}

enum four_class four_value_class(struct four_value value)
{
    return (enum four_class)score_class(four_value_score(value));
}

struct four_value four_value_of_score(struct score score)
{
    return (struct four_value){score_place(four_scores, FOUR_VALUES, score)};
}

struct cover_value cover_value_of_four(struct four_value value)
{
    /* From the top: four aces, then the thirteen places of four kings to four deuces and the straight flushes;
     * the highest straight flush moves up over the twelve other fours of a kind, which move down by one. */
    enum { FOUR_ACES = FOUR_VALUES, FOUR_DEUCES = FOUR_VALUES - 12, ROYAL = FOUR_DEUCES - 1 };
    if (value.order == ROYAL)
        return (struct cover_value){FOUR_ACES - 1};
    if (value.order >= FOUR_DEUCES && value.order < FOUR_ACES)
        return (struct cover_value){(uint16_t)(value.order - 1)};
    return (struct cover_value){value.order};
}
