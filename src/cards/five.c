#include "cards/five.h"

#include "base/check.h"

struct five_value five_rank(const struct card *cards, unsigned count)
{
    CHECK_OP(count, >=, 5);
    CHECK_OP(count, <=, 7);
    return count == 5 ? five_rank5(cards) : count == 6 ? five_rank6(cards) : five_rank7(cards);
}

struct score five_value_score(struct five_value value)
{
    CHECK_OP(value.order, >=, 1);
    CHECK_OP(value.order, <=, FIVE_VALUES);
    return (struct score){five_scores[value.order]};
}

enum five_class five_value_class(struct five_value value)
{
    return (enum five_class)score_class(five_value_score(value));
}

struct five_value five_value_of_score(struct score score)
{
    return (struct five_value){score_place(five_scores, FIVE_VALUES, score)};
}
