#include "cards/ranking.h"

#include "base/check.h"
#include "cards/baccarat.h"
#include "cards/blackjack.h"
#include "cards/five.h"
#include "cards/four.h"
#include "cards/holes.h"
#include "cards/joker.h"
#include "cards/lowball.h"
#include "cards/pan9.h"
#include "cards/poker_rules.h"
#include "cards/thirteen.h"
#include "cards/three.h"
#include "cards/tiles.h"
#include "cards/war.h"

/* Poker first, then the other games, as a person would look for them. */
const struct ranking *const rankings[] = {
    &ranking_five_card,      &ranking_four_card,         &ranking_cover_all,   &ranking_three_card,
    &ranking_six_card_bonus, &ranking_texas_holdem,      &ranking_omaha,       &ranking_both_hole_cards,
    &ranking_one_hole_card,  &ranking_first_five,        &ranking_ace_to_five, &ranking_deuce_to_seven,
    &ranking_pai_gow,        &ranking_pai_gow_wild,      &ranking_thirteen,    &ranking_baccarat,
    &ranking_blackjack,      &ranking_no_bust_blackjack, &ranking_pan9,        &ranking_war,
    &ranking_tiles,
};
const unsigned ranking_count = sizeof rankings / sizeof rankings[0];

const struct ranking *ranking_find(struct text name)
{
    for (unsigned i = 0; i < ranking_count; i++)
        if (text_equal_ignoring_case(name, text_of(rankings[i]->name)))
            return rankings[i];
    return NULL;
}

const char *ranking_nearest(struct text name)
{
    struct text_nearest nearest = text_nearest_to(name);
    for (unsigned i = 0; i < ranking_count; i++)
        text_nearest_offer(&nearest, rankings[i]->name);
    return nearest.word;
}

void ranked_hand_init(struct ranked_hand *ranked, const struct hand *hand, enum card_style style)
{
    *ranked = (struct ranked_hand){.class_name = ""};
    struct text_out out;
    text_out_init(&out, ranked->cards, sizeof ranked->cards);
    hand_write(&out, hand, style);
}

void ranked_hand_plays(struct ranked_hand *ranked, const struct hand *hand, unsigned size, uint32_t best,
                       uint32_t (*score)(const struct card *cards), enum card_style style)
{
    if (hand->count == size)
        return;
    struct card taken[HAND_CARDS_MAX];
    for (unsigned chosen = 0; chosen < 1U << hand->count; chosen++) {
        if ((unsigned)__builtin_popcount(chosen) != size)
            continue;
        cards_choose(hand->cards, hand->count, chosen, taken);
        if (score(taken) != best)
            continue;
        struct text_out out;
        text_out_init(&out, ranked->detail, sizeof ranked->detail);
        text_out_add(&out, "plays ");
        cards_write(&out, taken, size, style);
        return;
    }
    CHECK(best == 0 && "some of the cards make the hand's score");
}
