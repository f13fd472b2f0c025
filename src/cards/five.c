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

/* ------------------------------------------------------------------------------------------ text */

static uint32_t score_bits(const struct card *five)
{
    return plain_five(five).bits;
}

static enum status rank_text(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct fault *fault)
{
    static const struct hand_form form = {5, 7, 0, 1};
    struct hand hand;
    enum status status = hand_parse(cards, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    struct five_value value = five_rank(hand.cards, hand.count);
    struct score score = five_value_score(value);
    ranked_hand_init(ranked, &hand, style);
    ranked->value = value.order;
    ranked->class_name = five_class_name(five_value_class(value));
    struct text_out name;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    five_name_write(&name, score);
    ranked_hand_plays(ranked, &hand, 5, score.bits, score_bits, style);
    return STATUS_OK;
}

const struct ranking ranking_five_card = {
    .name = "five-card",
    .summary = "five-card high; the best five of 5, 6 or 7 cards",
    .example = "As Ad Ac Kh Kd",
    .rank = rank_text,
};
