#include "cards/blackjack.h"

#include "base/check.h"
#include "cards/alike.h"

const struct blackjack_settings blackjack_settings_usual = {
    .naturals = BLACKJACK_NATURAL_ACE_TEN,
};

const struct blackjack_settings blackjack_settings_no_bust = {
    .jokers = true,
    .busts_compare = true,
    .naturals = BLACKJACK_NATURAL_ACE_ACE | BLACKJACK_NATURAL_ACE_JOKER | BLACKJACK_NATURAL_JOKER_JOKER,
};

static bool is_ten_value(struct card card)
{
    return card_rank(card) >= RANK_TEN && card_rank(card) <= RANK_KING;
}

static bool is_ace(struct card card)
{
    return card_rank(card) == RANK_ACE;
}

/* Which natural the two cards of the hand would be, 0 if none. */
static unsigned natural_kind(const struct hand *hand)
{
    if (hand->count != 2)
        return 0;
    struct card one = hand->cards[0];
    struct card other = hand->cards[1];
    if (is_ace(one) && is_ace(other))
        return BLACKJACK_NATURAL_ACE_ACE;
    if (card_is_joker(one) && card_is_joker(other))
        return BLACKJACK_NATURAL_JOKER_JOKER;
    if ((is_ace(one) && card_is_joker(other)) || (card_is_joker(one) && is_ace(other)))
        return BLACKJACK_NATURAL_ACE_JOKER;
    if ((is_ace(one) && is_ten_value(other)) || (is_ten_value(one) && is_ace(other)))
        return BLACKJACK_NATURAL_ACE_TEN;
    return 0;
}

struct blackjack_total blackjack_total(const struct hand *hand, const struct blackjack_settings *settings)
{
    struct blackjack_total result = {.natural = (natural_kind(hand) & settings->naturals) != 0};
    if (alike_count(hand, RANK_JOKER) > 0) {
        CHECK(settings->jokers);
        result.total = BLACKJACK_TOTAL_MAX;
        return result;
    }
    unsigned total = 0;
    for (unsigned i = 0; i < hand->count; i++) {
        struct card card = hand->cards[i];
        if (is_ace(card))
            total += 1;
        else
            total += is_ten_value(card) ? 10 : (unsigned)card_rank(card) + 2;
    }
    /* A second ace at 11 would make 22 of the two alone. */
    result.soft = alike_count(hand, RANK_ACE) > 0 && total + 10 <= BLACKJACK_TOTAL_MAX;
    result.total = (uint8_t)(result.soft ? total + 10 : total);
    result.bust = result.total > BLACKJACK_TOTAL_MAX;
    return result;
}

int64_t blackjack_value(struct blackjack_total total, const struct blackjack_settings *settings)
{
    if (total.natural)
        return 1022;
    if (!total.bust)
        return 1000 + total.total;
    return settings->busts_compare ? 1000 - total.total : 0;
}

/* ---------------------------------------------------------------------------------------- first two cards */

static struct hand first_two(const struct hand *hand)
{
    return alike_first(hand, 2);
}

bool blackjack_is_suited_natural(const struct hand *hand)
{
    struct hand two = first_two(hand);
    return natural_kind(&two) == BLACKJACK_NATURAL_ACE_TEN && alike_suit(&two);
}

bool blackjack_is_pair(const struct hand *hand, bool suited)
{
    struct hand two = first_two(hand);
    return two.count == 2 && alike_rank(&two) && (!suited || alike_suit(&two));
}

bool blackjack_is_pair_of(const struct hand *hand, unsigned ranks, bool suited)
{
    return blackjack_is_pair(hand, suited) && (ranks & alike_bit(card_rank(hand->cards[0]))) != 0;
}

bool blackjack_is_twice(const struct hand *hand, struct card card)
{
    return hand->count >= 2 && card_equal(hand->cards[0], card) && card_equal(hand->cards[1], card);
}

bool blackjack_is_royal_match(const struct hand *hand)
{
    struct hand two = first_two(hand);
    return alike_one_of_each(&two, alike_bit(RANK_KING) | alike_bit(RANK_QUEEN)) && alike_suit(&two);
}

/* ----------------------------------------------------------------------------------------- the whole hand */

bool blackjack_is_21_with(const struct hand *hand, unsigned cards_min, unsigned cards_max)
{
    return alike_count(hand, RANK_JOKER) == 0 && hand->count >= cards_min && hand->count <= cards_max &&
           blackjack_total(hand, &blackjack_settings_usual).total == BLACKJACK_TOTAL_MAX;
}

bool blackjack_is_three_sevens(const struct hand *hand, enum blackjack_alike alike)
{
    if (hand->count != 3 || !alike_of_rank(hand, RANK_SEVEN))
        return false;
    return alike == BLACKJACK_ANY || (alike == BLACKJACK_ONE_COLOUR ? alike_colour(hand) : alike_suit(hand));
}

bool blackjack_is_two_to_six(const struct hand *hand, bool suited)
{
    unsigned ranks = alike_bit(RANK_TWO) | alike_bit(RANK_THREE) | alike_bit(RANK_FOUR) |
                     alike_bit(RANK_FIVE) | alike_bit(RANK_SIX);
    return alike_one_of_each(hand, ranks) && (!suited || alike_suit(hand));
}

bool blackjack_is_first_jokers(const struct hand *hand, unsigned count)
{
    struct hand first = alike_first(hand, count);
    return first.count == count && alike_of_rank(&first, RANK_JOKER);
}

static enum blackjack_sevens three_sevens(const struct hand *three, enum suit specified)
{
    if (alike_suit(three))
        return card_suit(three->cards[0]) == specified ? BLACKJACK_SEVENS_THREE_SPECIFIED
                                                       : BLACKJACK_SEVENS_THREE_SUITED;
    return alike_colour(three) ? BLACKJACK_SEVENS_THREE_COLOUR : BLACKJACK_SEVENS_THREE;
}

enum blackjack_sevens blackjack_sevens(const struct hand *player, struct card up_card, enum suit specified)
{
    struct hand cards = first_two(player);
    CHECK_OP(cards.count, ==, 2);
    unsigned sevens = alike_count(&cards, RANK_SEVEN);
    if (sevens < 2)
        return sevens == 0 ? BLACKJACK_SEVENS_NONE : BLACKJACK_SEVENS_ONE;
    if (card_rank(up_card) != RANK_SEVEN)
        return alike_suit(&cards) ? BLACKJACK_SEVENS_TWO_SUITED : BLACKJACK_SEVENS_TWO;
    hand_add(&cards, up_card);
    return three_sevens(&cards, specified);
}

/* ------------------------------------------------------------------------------------------ the ranking */

static void total_write(struct text_out *name, const struct hand *hand, struct blackjack_total total)
{
    if (total.natural)
        text_out_add(name, "natural");
    else if (total.bust)
        text_out_add(name, "bust with %u", (unsigned)total.total);
    else if (total.total == BLACKJACK_TOTAL_MAX)
        text_out_add(name, "21 with %u cards", (unsigned)hand->count);
    else
        text_out_add(name, "%s %u", total.soft ? "soft" : "hard", (unsigned)total.total);
}

static const char *class_words(struct blackjack_total total)
{
    if (total.natural)
        return "natural";
    if (total.bust)
        return "bust";
    return total.total == BLACKJACK_TOTAL_MAX ? "21" : "total";
}

static enum status rank_hand(struct text cards, size_t origin, enum card_style style,
                             const struct blackjack_settings *settings, struct ranked_hand *ranked,
                             struct fault *fault)
{
    const struct hand_form form = {.cards_min = 2,
                                   .cards_max = HAND_CARDS_MAX,
                                   .jokers_max = settings->jokers ? DECK_JOKERS_MAX : 0,
                                   .decks = BLACKJACK_DECKS};
    struct hand hand;
    enum status status = hand_parse(cards, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    ranked_hand_init(ranked, &hand, style);
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    struct blackjack_total total = blackjack_total(&hand, settings);
    ranked->value = blackjack_value(total, settings);
    ranked->class_name = class_words(total);
    total_write(&name, &hand, total);
    if (total.natural && settings->jokers)
        text_out_add(&detail, "two cards, each an ace or a joker");
    else if (alike_count(&hand, RANK_JOKER) > 0)
        text_out_add(&detail, "a joker makes any hand 21");
    else
        text_out_add(&detail, "total %u in %u cards%s", (unsigned)total.total, (unsigned)hand.count,
                     total.soft ? ", an ace counting 11" : "");
    return STATUS_OK;
}

static enum status rank_usual(struct text cards, size_t origin, enum card_style style,
                              struct ranked_hand *ranked, struct fault *fault)
{
    return rank_hand(cards, origin, style, &blackjack_settings_usual, ranked, fault);
}

static enum status rank_no_bust(struct text cards, size_t origin, enum card_style style,
                                struct ranked_hand *ranked, struct fault *fault)
{
    return rank_hand(cards, origin, style, &blackjack_settings_no_bust, ranked, fault);
}

const struct ranking ranking_blackjack = {
    .name = "blackjack",
    .summary = "blackjack: naturals, totals up to 21, busts",
    .example = "As Kd",
    .rank = rank_usual,
};

const struct ranking ranking_no_bust_blackjack = {
    .name = "no-bust-blackjack",
    .summary = "no-bust blackjack: a joker makes 21, two aces or jokers are the natural, busts compare",
    .example = "As joker",
    .rank = rank_no_bust,
};
