#include "cards/holes.h"

#include "base/check.h"
#include "cards/five.h"
#include "cards/parts.h"

bool holes_rule_fits(const struct holes_deal *deal, struct holes_rule rule)
{
    for (unsigned played = rule.min; played <= rule.max && played <= deal->hole_count; played++)
        if (played <= 5 && 5 - played <= deal->board_count)
            return true;
    return false;
}

/* The choices of `size` out of `count` cards, as bits. */
struct choices {
    unsigned count;
    uint8_t bits[10]; /* C(5, 2) */
};

static struct choices choices_of(unsigned count, unsigned size)
{
    struct choices choices = {0};
    for (unsigned bits = 0; bits < 1U << count; bits++)
        if ((unsigned)__builtin_popcount(bits) == size)
            choices.bits[choices.count++] = (uint8_t)bits;
    return choices;
}

struct holes_best holes_best_five(const struct holes_deal *deal, struct holes_rule rule)
{
    CHECK(deal->hole_count <= HOLES_MAX);
    CHECK(deal->board_count >= BOARD_MIN && deal->board_count <= BOARD_MAX);
    CHECK(holes_rule_fits(deal, rule));
    struct holes_best best = {0};
    struct five_value best_value = {0};
    for (unsigned played = rule.min; played <= rule.max && played <= deal->hole_count; played++) {
        struct choices holes = choices_of(deal->hole_count, played);
        struct choices boards = choices_of(deal->board_count, 5 - played);
        for (unsigned i = 0; i < holes.count; i++)
            for (unsigned k = 0; k < boards.count; k++) {
                struct holes_best one = {.holes_played = played};
                cards_choose(deal->holes, deal->hole_count, holes.bits[i], one.five);
                cards_choose(deal->board, deal->board_count, boards.bits[k], one.five + played);
                struct five_value value = five_rank5(one.five);
                if (value.order < best_value.order ||
                    (value.order == best_value.order && played <= best.holes_played)) /* H1 */
                    continue;
                best = one;
                best_value = value;
            }
    }
    best.score = five_value_score(best_value);
    return best;
}

bool holes_best_uses(const struct holes_deal *deal, unsigned count)
{
    return holes_best_five(deal, holes_rule_any).holes_played >= count;
}

bool holes_best_needs(const struct holes_deal *deal, unsigned count)
{
    if (count == 0)
        return true;
    struct holes_rule fewer = {0, count - 1};
    return !holes_rule_fits(deal, fewer) ||
           holes_best_five(deal, fewer).score.bits < holes_best_five(deal, holes_rule_any).score.bits;
}

struct score holes_first_five(const struct holes_deal *deal)
{
    CHECK_OP(deal->hole_count, ==, 2);
    CHECK_OP(deal->board_count, >=, BOARD_MIN);
    const struct card five[5] = {deal->holes[0], deal->holes[1], deal->board[0], deal->board[1],
                                 deal->board[2]};
    return plain_five(five);
}

/* ------------------------------------------------------------------------------------------ text */

static enum status deal_parse(struct text cards, size_t origin, unsigned holes_min, unsigned holes_max,
                              enum card_style style, struct holes_deal *deal, struct ranked_hand *ranked,
                              struct fault *fault)
{
    const struct part_form forms[2] = {{"hole cards", holes_min, holes_max}, {"board", BOARD_MIN, BOARD_MAX}};
    struct hand parts[2];
    enum status status = hand_parts_parse(cards, origin, forms, 2, parts, fault);
    if (status != STATUS_OK)
        return status;
    *deal = (struct holes_deal){.hole_count = parts[0].count, .board_count = parts[1].count};
    cards_choose(parts[0].cards, parts[0].count, ~0U, deal->holes);
    cards_choose(parts[1].cards, parts[1].count, ~0U, deal->board);
    struct text_out out;
    text_out_init(&out, ranked->cards, sizeof ranked->cards);
    hand_parts_write(&out, parts, 2, style);
    return STATUS_OK;
}

static void ranked_score(struct ranked_hand *ranked, struct score score)
{
    struct text_out name;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    ranked->value = score.bits;
    ranked->class_name = five_class_name((enum five_class)score_class(score));
    five_name_write(&name, score);
}

/* Which five play, how many hole cards that takes, and the better hand if the rule forbids it. */
static void detail_write(struct ranked_hand *ranked, const struct holes_deal *deal,
                         const struct holes_best *best, enum card_style style)
{
    struct text_out out;
    text_out_init(&out, ranked->detail, sizeof ranked->detail);
    text_out_add(&out, "plays ");
    cards_write(&out, best->five, 5, style);
    if (best->holes_played == 0)
        text_out_add(&out, ": the board plays");
    else
        text_out_add(&out, ": %u hole card%s play%s", best->holes_played, best->holes_played == 1 ? "" : "s",
                     best->holes_played == 1 ? "s" : "");
    if (deal->hole_count != 2)
        return;
    struct holes_best any = holes_best_five(deal, holes_rule_any);
    if (any.score.bits == best->score.bits)
        return;
    text_out_add(&out, "; not the player's best hand, which is ");
    five_name_write(&out, any.score);
}

static enum status rank_by_rule(struct text cards, size_t origin, enum card_style style, unsigned holes_min,
                                unsigned holes_max, struct holes_rule rule, struct ranked_hand *ranked,
                                struct fault *fault)
{
    struct holes_deal deal;
    enum status status = deal_parse(cards, origin, holes_min, holes_max, style, &deal, ranked, fault);
    if (status != STATUS_OK)
        return status;
    struct holes_best best = holes_best_five(&deal, rule);
    ranked_score(ranked, best.score);
    detail_write(ranked, &deal, &best, style);
    return STATUS_OK;
}

static enum status rank_texas(struct text cards, size_t origin, enum card_style style,
                              struct ranked_hand *ranked, struct fault *fault)
{
    return rank_by_rule(cards, origin, style, 2, 2, holes_rule_any, ranked, fault);
}

static enum status rank_omaha(struct text cards, size_t origin, enum card_style style,
                              struct ranked_hand *ranked, struct fault *fault)
{
    return rank_by_rule(cards, origin, style, 4, 5, holes_rule_two, ranked, fault);
}

static enum status rank_both(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct fault *fault)
{
    return rank_by_rule(cards, origin, style, 2, 2, holes_rule_two, ranked, fault);
}

static enum status rank_one(struct text cards, size_t origin, enum card_style style,
                            struct ranked_hand *ranked, struct fault *fault)
{
    return rank_by_rule(cards, origin, style, 2, 2, holes_rule_one, ranked, fault);
}

static enum status rank_first_five(struct text cards, size_t origin, enum card_style style,
                                   struct ranked_hand *ranked, struct fault *fault)
{
    struct holes_deal deal;
    enum status status = deal_parse(cards, origin, 2, 2, style, &deal, ranked, fault);
    if (status != STATUS_OK)
        return status;
    struct text_out detail;
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    text_out_add(&detail, "the hole cards and the flop ");
    cards_write(&detail, deal.board, BOARD_MIN, style);
    ranked_score(ranked, holes_first_five(&deal));
    return STATUS_OK;
}

const struct ranking ranking_texas_holdem = {
    .name = "texas-holdem",
    .summary = "best five of two hole cards and the board: \"hole / board\"",
    .example = "Ah Ad / As Jc Jd 2s 3h",
    .rank = rank_texas,
};

const struct ranking ranking_omaha = {
    .name = "omaha",
    .summary = "exactly two of four or five hole cards and three of the board: \"hole / board\"",
    .example = "Ah Ad Kc Qc / As Jc Jd Tc 3h",
    .rank = rank_omaha,
};

const struct ranking ranking_both_hole_cards = {
    .name = "both-hole-cards",
    .summary = "best five that hold both hole cards: \"hole / board\"",
    .example = "Ah Ad / As Jc Jd 2s 3h",
    .rank = rank_both,
};

const struct ranking ranking_one_hole_card = {
    .name = "one-hole-card",
    .summary = "best five that hold at least one of the two hole cards: \"hole / board\"",
    .example = "Ah 7d / As Jc Jd Js 3h",
    .rank = rank_one,
};

const struct ranking ranking_first_five = {
    .name = "first-five",
    .summary = "the two hole cards and the first three of the board: \"hole / board\"",
    .example = "Ah Kh / Qh Jh Th 2s 3c",
    .rank = rank_first_five,
};
