#include "cards/three.h"

#include "base/check.h"
#include "cards/parts.h"

struct score three_score(const struct card cards[3])
{
    struct rank_groups groups = rank_groups_of(cards, 3);
    enum rank top;
    bool straight = rank_groups_straight(&groups, 3, &top);
    bool flush = cards_one_suit(cards, 3);

    if (straight && flush)
        return score_with_rank(score_of_class(THREE_CLASS_STRAIGHT_FLUSH), 0, top);
    if (groups.sizes[0] == 3)
        return score_of_groups(THREE_CLASS_THREE_OF_A_KIND, &groups);
    if (straight)
        return score_with_rank(score_of_class(THREE_CLASS_STRAIGHT), 0, top);
    if (flush)
        return score_of_groups(THREE_CLASS_FLUSH, &groups);
    if (groups.sizes[0] == 2)
        return score_of_groups(THREE_CLASS_PAIR, &groups);
    return score_of_groups(THREE_CLASS_HIGH_CARD, &groups);
}

bool three_is_mini_royal(struct score score)
{
    return score_class(score) == THREE_CLASS_STRAIGHT_FLUSH && score_rank(score, 0) == RANK_ACE;
}

struct six_card six_card_bonus(const struct card cards[6])
{
    struct six_card bonus = {0};
    for (unsigned left_out = 0; left_out < 6; left_out++) {
        struct card five[5];
        cards_choose(cards, 6, ~(1U << left_out), five);
        struct score score = plain_five(five);
        if (score.bits > bonus.score.bits) {
            bonus.score = score;
            for (unsigned i = 0; i < 5; i++)
                bonus.five[i] = five[i];
        }
    }
    struct rank_groups groups = rank_groups_of(cards, 6);
    bonus.straight_flush_of_six = cards_one_suit(cards, 6) && rank_groups_straight(&groups, 6, &bonus.top);
    return bonus;
}

/* ----------------------------------------------------------------------------------------- names and text */

const char *three_class_name(enum three_class class_number)
{
    static const char *const names[THREE_CLASS_COUNT] = {
        "high card", "pair", "flush", "straight", "three of a kind", "straight flush"};
    CHECK_OP(class_number, <, THREE_CLASS_COUNT);
    return names[class_number];
}

void three_name_write(struct text_out *out, struct score score)
{
    enum three_class class_number = (enum three_class)score_class(score);
    const char *class_name = three_class_name(class_number);
    switch (class_number) {
    case THREE_CLASS_HIGH_CARD:
    case THREE_CLASS_FLUSH:
        text_out_add(out, "%s, ", class_name);
        score_ranks_write(out, score, 0);
        return;
    case THREE_CLASS_PAIR:
        text_out_add(out, "pair of %s", rank_plural(score_rank(score, 0)));
        score_kickers_write(out, score, 1);
        return;
    case THREE_CLASS_STRAIGHT:
    case THREE_CLASS_STRAIGHT_FLUSH:
        text_out_add(out, "%s, %s high", class_name, rank_word(score_rank(score, 0)));
        return;
    case THREE_CLASS_THREE_OF_A_KIND:
        text_out_add(out, "%s, %s", class_name, rank_plural(score_rank(score, 0)));
        return;
    case THREE_CLASS_COUNT:
        return;
    }
}

static enum status rank_three(struct text cards, size_t origin, enum card_style style,
                              struct ranked_hand *ranked, struct fault *fault)
{
    const struct hand_form form = {3, 3, 0, 1};
    struct hand hand;
    enum status status = hand_parse(cards, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    struct score score = three_score(hand.cards);
    ranked_hand_init(ranked, &hand, style);
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    ranked->value = score.bits;
    ranked->class_name = three_class_name((enum three_class)score_class(score));
    three_name_write(&name, score);
    if (three_is_mini_royal(score))
        text_out_add(&detail, "mini royal: suited A-K-Q");
    return STATUS_OK;
}

/* Reads "player / dealer", or six cards without a slash as one part. */
static enum status six_parse(struct text cards, size_t origin, struct hand parts[2], unsigned *count,
                             struct fault *fault)
{
    static const struct part_form forms[2] = {{"player's cards", 3, 3}, {"dealer's cards", 3, 3}};
    static const struct hand_form form = {6, 6, 0, 1};
    *count = hand_has_parts(cards) ? 2 : 1;
    return *count == 2 ? hand_parts_parse(cards, origin, forms, 2, parts, fault)
                       : hand_parse(cards, origin, &form, &parts[0], fault);
}

static enum status rank_six(struct text cards, size_t origin, enum card_style style,
                            struct ranked_hand *ranked, struct fault *fault)
{
    struct hand parts[2] = {0};
    unsigned count;
    enum status status = six_parse(cards, origin, parts, &count, fault);
    if (status != STATUS_OK)
        return status;
    struct text_out written, name, detail;
    text_out_init(&written, ranked->cards, sizeof ranked->cards);
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    hand_parts_write(&written, parts, count, style);
    struct card six[6];
    cards_choose(parts[0].cards, parts[0].count, ~0U, six);
    cards_choose(parts[1].cards, parts[1].count, ~0U, six + parts[0].count);

    struct six_card bonus = six_card_bonus(six);
    if (bonus.straight_flush_of_six) {
        ranked->value = (int64_t)1 << 24 | (int64_t)bonus.top;
        ranked->class_name = "six-card straight flush";
        text_out_add(&name, "%s, %s high", ranked->class_name, rank_word(bonus.top));
        return STATUS_OK;
    }
    ranked->value = bonus.score.bits;
    ranked->class_name = five_class_name((enum five_class)score_class(bonus.score));
    five_name_write(&name, bonus.score);
    text_out_add(&detail, "plays ");
    cards_write(&detail, bonus.five, 5, style);
    return STATUS_OK;
}

const struct ranking ranking_three_card = {
    .name = "three-card",
    .summary = "three-card poker: a straight beats a flush, three of a kind beats both",
    .example = "As Ks Qs",
    .rank = rank_three,
};

const struct ranking ranking_six_card_bonus = {
    .name = "six-card-bonus",
    .summary = "best five of the player's and the dealer's three cards: \"player / dealer\" or six cards",
    .example = "5h 6h 7h / 8h 9h Th",
    .rank = rank_six,
};
