#include "cards/lowball.h"

#include "base/check.h"

/* A rank's height in the order, 0 to 12, and back. */
static unsigned height_of(enum rank rank, enum low_order order)
{
    return order == LOW_ORDER_ACE_TO_FIVE ? ((unsigned)rank + 1) % RANK_COUNT : (unsigned)rank;
}

static enum rank rank_of_height(unsigned height, enum low_order order)
{
    return (enum rank)(order == LOW_ORDER_ACE_TO_FIVE ? (height + RANK_COUNT - 1) % RANK_COUNT : height);
}

enum rank low_rank(struct score score, unsigned place, enum low_order order)
{
    return rank_of_height(RANK_COUNT - 1 - (unsigned)score_rank(score, place), order);
}

static enum low_class kind_class(const struct rank_groups *groups)
{
    switch (groups->sizes[0]) {
    case 4:
        return LOW_CLASS_FOUR_OF_A_KIND;
    case 3:
        return groups->sizes[1] == 2 ? LOW_CLASS_FULL_HOUSE : LOW_CLASS_THREE_OF_A_KIND;
    case 2:
        return groups->sizes[1] == 2 ? LOW_CLASS_TWO_PAIR : LOW_CLASS_PAIR;
    default:
        return LOW_CLASS_NO_PAIR;
    }
}

struct score low_five(const struct card cards[5], enum low_order order)
{
    /* Grouping the heights instead of the ranks puts the ace where the order has it. */
    struct card heights[5];
    for (unsigned i = 0; i < 5; i++)
        heights[i] = card_of((enum rank)height_of(card_rank(cards[i]), order), card_suit(cards[i]));
    struct rank_groups groups = rank_groups_of(heights, 5);
    enum low_class class_number = kind_class(&groups);
    if (order == LOW_ORDER_DEUCE_TO_SEVEN && class_number == LOW_CLASS_NO_PAIR) {
        bool straight = groups.ranks[0] - groups.ranks[4] == 4;
        bool flush = cards_one_suit(cards, 5);
        if (straight && flush)
            class_number = LOW_CLASS_STRAIGHT_FLUSH;
        else if (flush)
            class_number = LOW_CLASS_FLUSH;
        else if (straight)
            class_number = LOW_CLASS_STRAIGHT;
    }
    struct score score = score_of_class(class_number);
    for (unsigned i = 0; i < groups.count; i++)
        score = score_with_rank(score, i, (enum rank)(RANK_COUNT - 1 - (unsigned)groups.ranks[i]));
    return score;
}

struct score low_best_five(const struct card *cards, unsigned count, enum low_order order)
{
    CHECK(count >= 5 && count <= 7);
    struct score best = {0};
    for (unsigned chosen = 0; chosen < 1U << count; chosen++) {
        if (__builtin_popcount(chosen) != 5)
            continue;
        struct card five[5];
        cards_choose(cards, count, chosen, five);
        struct score score = low_five(five, order);
        if (score.bits > best.bits)
            best = score;
    }
    return best;
}

/* ----------------------------------------------------------------------------------------- names and text */

const char *low_class_name(enum low_class class_number)
{
    static const char *const names[LOW_CLASS_COUNT] = {
        "straight flush",  "four of a kind", "full house", "flush",   "straight",
        "three of a kind", "two pair",       "pair",       "no pair",
    };
    CHECK_OP(class_number, <, LOW_CLASS_COUNT);
    return names[class_number];
}

/* The score as poker for high has it, so that its ranks can be written. */
static struct score readable(struct score score, enum low_order order)
{
    struct score ranks = score_of_class(score_class(score));
    for (unsigned i = 0; i < SCORE_RANKS_MAX && score_has_rank(score, i); i++)
        ranks = score_with_rank(ranks, i, low_rank(score, i, order));
    return ranks;
}

void low_name_write(struct text_out *out, struct score score, enum low_order order)
{
    enum low_class class_number = (enum low_class)score_class(score);
    struct score ranks = readable(score, order);
    const char *first = rank_plural(score_rank(ranks, 0));
    switch (class_number) {
    case LOW_CLASS_NO_PAIR:
        if (order == LOW_ORDER_ACE_TO_FIVE && score_rank(ranks, 0) == RANK_FIVE)
            text_out_add(out, "wheel, ");
        score_ranks_write(out, ranks, 0);
        return;
    case LOW_CLASS_PAIR:
        text_out_add(out, "pair of %s", first);
        score_kickers_write(out, ranks, 1);
        return;
    case LOW_CLASS_TWO_PAIR:
        text_out_add(out, "two pair, %s and %s", first, rank_plural(score_rank(ranks, 1)));
        score_kickers_write(out, ranks, 2);
        return;
    case LOW_CLASS_FULL_HOUSE:
        text_out_add(out, "full house, %s over %s", first, rank_plural(score_rank(ranks, 1)));
        return;
    case LOW_CLASS_THREE_OF_A_KIND:
    case LOW_CLASS_FOUR_OF_A_KIND:
        text_out_add(out, "%s, %s", low_class_name(class_number), first);
        score_kickers_write(out, ranks, 1);
        return;
    case LOW_CLASS_STRAIGHT:
    case LOW_CLASS_STRAIGHT_FLUSH:
        text_out_add(out, "%s, %s high", low_class_name(class_number), rank_word(score_rank(ranks, 0)));
        return;
    case LOW_CLASS_FLUSH:
        text_out_add(out, "flush, ");
        score_ranks_write(out, ranks, 0);
        return;
    case LOW_CLASS_COUNT:
        return;
    }
}

static uint32_t ace_to_five_bits(const struct card *five)
{
    return low_five(five, LOW_ORDER_ACE_TO_FIVE).bits;
}

static uint32_t deuce_to_seven_bits(const struct card *five)
{
    return low_five(five, LOW_ORDER_DEUCE_TO_SEVEN).bits;
}

static enum status rank_low(struct text cards, size_t origin, enum card_style style, enum low_order order,
                            struct ranked_hand *ranked, struct fault *fault)
{
    const struct hand_form form = {5, 7, 0, 1};
    struct hand hand;
    enum status status = hand_parse(cards, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    struct score score = low_best_five(hand.cards, hand.count, order);
    ranked_hand_init(ranked, &hand, style);
    struct text_out name;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    ranked->value = score.bits;
    ranked->class_name = low_class_name((enum low_class)score_class(score));
    low_name_write(&name, score, order);
    ranked_hand_plays(ranked, &hand, 5, score.bits,
                      order == LOW_ORDER_ACE_TO_FIVE ? ace_to_five_bits : deuce_to_seven_bits, style);
    return STATUS_OK;
}

static enum status rank_ace_to_five(struct text cards, size_t origin, enum card_style style,
                                    struct ranked_hand *ranked, struct fault *fault)
{
    return rank_low(cards, origin, style, LOW_ORDER_ACE_TO_FIVE, ranked, fault);
}

static enum status rank_deuce_to_seven(struct text cards, size_t origin, enum card_style style,
                                       struct ranked_hand *ranked, struct fault *fault)
{
    return rank_low(cards, origin, style, LOW_ORDER_DEUCE_TO_SEVEN, ranked, fault);
}

const struct ranking ranking_ace_to_five = {
    .name = "ace-to-five",
    .summary = "lowball: the ace is low, straights and flushes do not count; 5 to 7 cards",
    .example = "Ac 2d 3h 4s 5c",
    .rank = rank_ace_to_five,
};

const struct ranking ranking_deuce_to_seven = {
    .name = "deuce-to-seven",
    .summary = "Kansas City lowball: the ace is high, straights and flushes count against; 5 to 7 cards",
    .example = "7c 5d 4h 3s 2c",
    .rank = rank_deuce_to_seven,
};
