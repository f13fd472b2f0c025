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

struct four_value four_value_from(uint32_t score_min)
{
    unsigned order = 1;
    while (four_scores[order] < score_min) {
        order++;
        CHECK_OP(order, <=, FOUR_VALUES);
    }
    return (struct four_value){(uint16_t)order};
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

/* ------------------------------------------------------------------------------------------ text */

static uint32_t score_bits(const struct card *four)
{
    return plain_four(four).bits;
}

static enum status rank_hand(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct four_value *value, struct fault *fault)
{
    static const struct hand_form form = {4, 6, 0, 1};
    struct hand hand;
    enum status status = hand_parse(cards, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    *value = four_rank(hand.cards, hand.count);
    ranked_hand_init(ranked, &hand, style);
    ranked_hand_plays(ranked, &hand, 4, four_value_score(*value).bits, score_bits, style);
    return STATUS_OK;
}

static enum status rank_four_text(struct text cards, size_t origin, enum card_style style,
                                  struct ranked_hand *ranked, struct fault *fault)
{
    struct four_value value;
    enum status status = rank_hand(cards, origin, style, ranked, &value, fault);
    if (status != STATUS_OK)
        return status;
    ranked->value = value.order;
    ranked->class_name = four_class_name(four_value_class(value));
    struct text_out name;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    four_name_write(&name, four_value_score(value));
    return STATUS_OK;
}

static enum status rank_cover_text(struct text cards, size_t origin, enum card_style style,
                                   struct ranked_hand *ranked, struct fault *fault)
{
    struct four_value value;
    enum status status = rank_hand(cards, origin, style, ranked, &value, fault);
    if (status != STATUS_OK)
        return status;
    struct score score = cover_of_four(four_value_score(value));
    ranked->value = cover_value_of_four(value).order;
    ranked->class_name = cover_class_name((enum cover_class)score_class(score));
    struct text_out name;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    cover_name_write(&name, score);
    return STATUS_OK;
}

const struct ranking ranking_four_card = {
    .name = "four-card",
    .summary = "Crazy 4 Poker and Four-Card Poker; the best four of 4, 5 or 6 cards",
    .example = "9s 9d 9c 4h 2s",
    .rank = rank_four_text,
};

const struct ranking ranking_cover_all = {
    .name = "cover-all",
    .summary = "the four-card order of Cover All, where suited A-K-Q-J is a royal flush below four aces",
    .example = "As Ks Qs Js 2d",
    .rank = rank_cover_text,
};
