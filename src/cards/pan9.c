#include "cards/pan9.h"

#include "cards/alike.h"
#include "cards/baccarat.h"

const struct pan9_settings pan9_settings_usual = {
    .ranks_absent = 1u << RANK_SEVEN | 1u << RANK_EIGHT | 1u << RANK_NINE | 1u << RANK_TEN,
};

bool pan9_in_deck(struct card card, const struct pan9_settings *settings)
{
    return !card_is_joker(card) && (settings->ranks_absent & alike_bit(card_rank(card))) == 0;
}

/* Cards count as in baccarat. */
unsigned pan9_total(const struct hand *hand)
{
    return baccarat_total(hand);
}

static struct hand dealt(const struct hand *hand)
{
    return alike_first(hand, PAN9_CARDS_DEALT);
}

static bool is_alike(const struct hand *hand, enum pan9_alike alike)
{
    return alike == PAN9_ANY || (alike == PAN9_ONE_COLOUR ? alike_colour(hand) : alike_suit(hand));
}

bool pan9_is_dealt_nine(const struct hand *hand)
{
    struct hand three = dealt(hand);
    return three.count == PAN9_CARDS_DEALT && pan9_total(&three) == 9;
}

bool pan9_is_dealt_three(const struct hand *hand, enum rank rank, enum pan9_alike alike)
{
    struct hand three = dealt(hand);
    return three.count == PAN9_CARDS_DEALT && alike_of_rank(&three, rank) && is_alike(&three, alike);
}

bool pan9_is_dealt_three_ace_to_six(const struct hand *hand)
{
    for (unsigned rank = RANK_TWO; rank <= RANK_SIX; rank++)
        if (pan9_is_dealt_three(hand, (enum rank)rank, PAN9_ANY))
            return true;
    return pan9_is_dealt_three(hand, RANK_ACE, PAN9_ANY);
}

bool pan9_is_dealt_two_three_four(const struct hand *hand, enum pan9_alike alike)
{
    struct hand three = dealt(hand);
    return alike_one_of_each(&three, alike_bit(RANK_TWO) | alike_bit(RANK_THREE) | alike_bit(RANK_FOUR)) &&
           is_alike(&three, alike);
}

bool pan9_is_four_faces_of_a_kind(const struct hand *hand)
{
    return hand->count == 4 && alike_faces(hand) && alike_rank(hand);
}

bool pan9_is_sixes_beaten(const struct hand *loser, enum pan9_alike loser_alike, const struct hand *winner,
                          enum pan9_alike winner_alike)
{
    return loser->count == PAN9_CARDS_DEALT && winner->count == PAN9_CARDS_DEALT &&
           pan9_is_dealt_three(loser, RANK_SIX, loser_alike) &&
           pan9_is_dealt_three(winner, RANK_THREE, winner_alike);
}

/* ------------------------------------------------------------------------------------------ the ranking */

static enum status pan9_parse(struct text text, size_t origin, struct hand *hand, struct fault *fault)
{
    static const struct hand_form form = {
        .cards_min = PAN9_CARDS_DEALT, .cards_max = PAN9_CARDS_MAX, .decks = PAN9_DECKS};
    struct hand read;
    enum status status = hand_parse(text, origin, &form, &read, fault);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < read.count; i++)
        if (!pan9_in_deck(read.cards[i], &pan9_settings_usual))
            return fault_set(fault, STATUS_INVALID, hand_position(text, origin, i),
                             "there is no %s in the decks of pan 9: aces to sixes, jacks, queens and kings "
                             "expected",
                             rank_word(card_rank(read.cards[i])));
    *hand = read;
    return STATUS_OK;
}

static enum status rank_pan9(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct fault *fault)
{
    struct hand hand = {0};
    enum status status = pan9_parse(cards, origin, &hand, fault);
    if (status != STATUS_OK)
        return status;
    ranked_hand_init(ranked, &hand, style);
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    ranked->value = pan9_total(&hand);
    ranked->class_name = hand.count == PAN9_CARDS_DEALT ? "three-card total" : "four-card total";
    text_out_add(&name, "%s-card %u", hand.count == PAN9_CARDS_DEALT ? "three" : "four", pan9_total(&hand));
    baccarat_sum_write(&detail, &hand);
    return STATUS_OK;
}

const struct ranking ranking_pan9 = {
    .name = "pan-9",
    .summary = "pan 9 and super pan 9: the total of three or four cards",
    .example = "4s 5h Kd",
    .rank = rank_pan9,
};
