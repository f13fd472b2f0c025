#include "cards/war.h"

#include "base/check.h"

int war_compare(struct card player, struct card dealer)
{
    CHECK(!card_is_joker(player) && !card_is_joker(dealer));
    return (card_rank(player) > card_rank(dealer)) - (card_rank(player) < card_rank(dealer));
}

bool war_is_war(const struct war_round *round)
{
    return war_compare(round->player, round->dealer) == 0;
}

bool war_is_suited_war(const struct war_round *round)
{
    return war_is_war(round) && card_suit(round->player) == card_suit(round->dealer);
}

bool war_is_double_war(const struct war_round *round)
{
    return war_is_war(round) && round->went_to_war && war_compare(round->player_war, round->dealer_war) == 0;
}

/* ------------------------------------------------------------------------------------------ the ranking */

static enum status card_parse(struct text text, size_t origin, struct hand *hand, struct fault *fault)
{
    static const struct hand_form form = {.cards_min = 1, .cards_max = 1, .decks = WAR_DECKS};
    return hand_parse(text, origin, &form, hand, fault);
}

static enum status rank_card(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct fault *fault)
{
    struct hand hand;
    enum status status = card_parse(cards, origin, &hand, fault);
    if (status != STATUS_OK)
        return status;
    ranked_hand_init(ranked, &hand, style);
    struct text_out name;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    ranked->value = (int64_t)card_rank(hand.cards[0]) + 2; /* the ace counts 14 */
    ranked->class_name = rank_word(card_rank(hand.cards[0]));
    text_out_add(&name, "%s of %s", ranked->class_name, suit_word(card_suit(hand.cards[0])));
    return STATUS_OK;
}

static enum status card_versus(struct text first, size_t first_origin, struct text second,
                               size_t second_origin, struct text_out *meaning, int *outcome,
                               struct fault *fault)
{
    struct hand player, dealer;
    enum status status = card_parse(first, first_origin, &player, fault);
    if (status == STATUS_OK)
        status = card_parse(second, second_origin, &dealer, fault);
    if (status != STATUS_OK)
        return status;
    struct war_round round = {.player = player.cards[0], .dealer = dealer.cards[0]};
    *outcome = war_compare(round.player, round.dealer);
    if (war_is_suited_war(&round))
        text_out_add(meaning, "suited war: the cards tie in rank and suit");
    else if (war_is_war(&round))
        text_out_add(meaning, "war: the cards tie in rank");
    return STATUS_OK;
}

const struct ranking ranking_war = {
    .name = "casino-war",
    .summary = "casino war: one card, aces high, suits equal",
    .example = "As",
    .rank = rank_card,
    .versus = card_versus,
};
