#include "cards/joker.h"

#include "base/check.h"

#include <stddef.h>

const struct joker_rules joker_rules_usual = {
    .fully_wild = false, .wheel_second = true, .equal_fouls = false};

/* J2: a straight's score by its top rank. */
static struct score straight_score(enum five_class class_number, enum rank top, struct joker_rules rules)
{
    if (class_number == FIVE_CLASS_STRAIGHT_FLUSH && top == RANK_ACE)
        return score_of_class(FIVE_CLASS_ROYAL_FLUSH);
    struct score score = score_of_class(class_number);
    if (rules.wheel_second && top == RANK_FIVE)
        return score_with_rank(score_with_rank(score, 0, RANK_ACE), 1, RANK_FIVE);
    score = score_with_rank(score, 0, top);
    return rules.wheel_second && top == RANK_ACE ? score_with_rank(score, 1, RANK_KING) : score;
}

/* ----------------------------------------------------------------------------------------- from the rules */

static struct score natural_five(const struct card cards[5], struct joker_rules rules)
{
    struct score score = plain_five(cards);
    enum five_class class_number = (enum five_class)score_class(score);
    if (class_number == FIVE_CLASS_STRAIGHT || class_number == FIVE_CLASS_STRAIGHT_FLUSH)
        return straight_score(class_number, score_rank(score, 0), rules);
    return score;
}

static bool is_straight_or_flush(struct score score)
{
    switch ((enum five_class)score_class(score)) {
    case FIVE_CLASS_STRAIGHT:
    case FIVE_CLASS_FLUSH:
    case FIVE_CLASS_STRAIGHT_FLUSH:
    case FIVE_CLASS_ROYAL_FLUSH:
        return true;
    default:
        return false;
    }
}

static bool holds(const struct card *cards, unsigned count, struct card card)
{
    for (unsigned i = 0; i < count; i++)
        if (card_equal(cards[i], card))
            return true;
    return false;
}

/* Moves the joker behind the other cards; false if there is none. */
static bool joker_last(const struct card *cards, unsigned count, struct card *ordered)
{
    unsigned naturals = 0;
    for (unsigned i = 0; i < count; i++)
        if (!card_is_joker(cards[i]))
            ordered[naturals++] = cards[i];
    CHECK_OP(naturals + 1, >=, count);
    if (naturals == count)
        return false;
    ordered[naturals] = card_joker(0);
    return true;
}

struct score plain_joker_five(const struct card cards[5], struct joker_rules rules, struct card *stands_for)
{
    struct card hand[5], stood_for = card_joker(0);
    struct score best = {0};
    if (!joker_last(cards, 5, hand)) {
        best = natural_five(cards, rules);
    } else if (rank_groups_of(hand, 4).count == 1 && (rules.fully_wild || card_rank(hand[0]) == RANK_ACE)) {
        best = score_with_rank(score_of_class(FIVE_CLASS_FIVE_OF_A_KIND), 0, card_rank(hand[0]));
    } else {
        for (unsigned number = 0; number < DECK_CARDS; number++) {
            struct card card = card_of_number(number);
            if (holds(hand, 4, card))
                continue;
            hand[4] = card;
            struct score score = natural_five(hand, rules);
            bool allowed = rules.fully_wild || card_rank(card) == RANK_ACE || is_straight_or_flush(score);
            if (allowed && score.bits > best.bits) {
                best = score;
                stood_for = card;
            }
        }
    }
    if (stands_for)
        *stands_for = stood_for;
    return best;
}

struct score plain_joker_best_five(const struct card *cards, unsigned count, struct joker_rules rules)
{
    CHECK(count >= 5 && count <= 7);
    struct score best = {0};
    for (unsigned chosen = 0; chosen < 1U << count; chosen++) {
        if (__builtin_popcount(chosen) != 5)
            continue;
        struct card hand[5];
        cards_choose(cards, count, chosen, hand);
        struct score score = plain_joker_five(hand, rules, NULL);
        if (score.bits > best.bits)
            best = score;
    }
    return best;
}

/* ------------------------------------------------------------------------------------------ by rank bits */

/*
 * The same by masks of thirteen rank bits. at_least[n] has the ranks of which the hand holds n cards or more,
 * so that one more card of a rank moves its bit from at_least[n] into at_least[n + 1].
 */
struct kinds {
    unsigned at_least[6]; /* [0] unused */
};

static unsigned top_bit(unsigned ranks)
{
    return ranks == 0 ? 0 : 1U << (31 - __builtin_clz(ranks));
}

static enum rank rank_of_bit(unsigned bit)
{
    return (enum rank)__builtin_ctz(bit);
}

static struct kinds kinds_of(struct card_set cards)
{
    unsigned a = card_set_ranks(cards, SUIT_CLUBS), b = card_set_ranks(cards, SUIT_DIAMONDS);
    unsigned c = card_set_ranks(cards, SUIT_HEARTS), d = card_set_ranks(cards, SUIT_SPADES);
    unsigned ab = a & b, cd = c & d, any_ab = a | b, any_cd = c | d;
    return (struct kinds){
        {0, any_ab | any_cd, ab | cd | (any_ab & any_cd), (ab & any_cd) | (cd & any_ab), ab & cd, 0}};
}

static struct kinds kinds_with(struct kinds kinds, unsigned rank_bit)
{
    for (unsigned n = 5; n >= 2; n--)
        kinds.at_least[n] |= kinds.at_least[n - 1] & rank_bit;
    kinds.at_least[1] |= rank_bit;
    return kinds;
}

/* Appends the `count` highest of `ranks` to a score whose next free place is `place`. */
static struct score with_highest(struct score score, unsigned place, unsigned ranks, unsigned count)
{
    for (; count > 0 && ranks != 0; count--) {
        unsigned bit = top_bit(ranks);
        score = score_with_rank(score, place++, rank_of_bit(bit));
        ranks &= ~bit;
    }
    return score;
}

static struct score kind_score(const struct kinds *kinds)
{
    unsigned any = kinds->at_least[1];
    unsigned five = top_bit(kinds->at_least[5]), four = top_bit(kinds->at_least[4]);
    unsigned three = top_bit(kinds->at_least[3]), high_pair = top_bit(kinds->at_least[2]);
    if (five)
        return with_highest(score_of_class(FIVE_CLASS_FIVE_OF_A_KIND), 0, five, 1);
    if (four)
        return with_highest(with_highest(score_of_class(FIVE_CLASS_FOUR_OF_A_KIND), 0, four, 1), 1,
                            any & ~four, 1);
    if (three) {
        unsigned pair = top_bit(kinds->at_least[2] & ~three);
        struct score score = score_of_class(pair ? FIVE_CLASS_FULL_HOUSE : FIVE_CLASS_THREE_OF_A_KIND);
        score = with_highest(score, 0, three, 1);
        return pair ? with_highest(score, 1, pair, 1) : with_highest(score, 1, any & ~three, 2);
    }
    if (high_pair) {
        unsigned low_pair = top_bit(kinds->at_least[2] & ~high_pair);
        struct score score = score_of_class(low_pair ? FIVE_CLASS_TWO_PAIR : FIVE_CLASS_PAIR);
        score = with_highest(score, 0, high_pair | low_pair, 2);
        any &= ~(high_pair | low_pair);
        return low_pair ? with_highest(score, 2, any, 1) : with_highest(score, 1, any, 3);
    }
    return with_highest(score_of_class(FIVE_CLASS_HIGH_CARD), 0, any, 5);
}

/* Pairs and the like. The joker is an ace; fully wild, it goes to whichever rank is best. */
static struct score best_kind(struct card_set cards, unsigned jokers, struct joker_rules rules)
{
    const unsigned ace = 1U << RANK_ACE;
    struct kinds naturals = kinds_of(cards);
    if (jokers == 0)
        return kind_score(&naturals);
    struct score best = {0};
    for (unsigned left = rules.fully_wild ? naturals.at_least[1] | ace : ace; left != 0; left &= left - 1) {
        struct kinds kinds = kinds_with(naturals, left & (0U - left));
        struct score score = kind_score(&kinds);
        if (score.bits > best.bits)
            best = score;
    }
    return best;
}

/* The best straight of these ranks; a score of zero if there is none. */
static struct score best_straight(unsigned ranks, unsigned jokers, enum five_class class_number,
                                  struct joker_rules rules)
{
    const unsigned wheel = 1U << RANK_ACE | 0xF;
    struct score best = {0};
    for (unsigned low = RANK_TWO; low <= RANK_TEN; low++)
        if ((unsigned)__builtin_popcount(ranks >> low & 31) + jokers >= 5)
            best = straight_score(class_number, (enum rank)(low + 4), rules);
    if ((unsigned)__builtin_popcount(ranks & wheel) + jokers >= 5) {
        struct score score = straight_score(class_number, RANK_FIVE, rules);
        best = score.bits > best.bits ? score : best;
    }
    return best;
}

/* The best flush or straight flush in one suit; a score of zero if there is none. */
static struct score best_flush(unsigned ranks, unsigned jokers, struct joker_rules rules)
{
    if ((unsigned)__builtin_popcount(ranks) + jokers < 5)
        return (struct score){0};
    struct score straight = best_straight(ranks, jokers, FIVE_CLASS_STRAIGHT_FLUSH, rules);
    if (straight.bits != 0)
        return straight;
    if (jokers > 0)
        ranks |= top_bit(~ranks & 0x1FFF); /* J1 */
    return with_highest(score_of_class(FIVE_CLASS_FLUSH), 0, ranks, 5);
}

struct score joker_best_five(struct card_set cards, struct joker_rules rules)
{
    unsigned jokers = card_set_has(cards, card_joker(0));
    CHECK_OP(card_set_count(cards), >=, 5);
    CHECK_OP(card_set_count(cards), <=, PAI_GOW_CARDS);
    CHECK(!card_set_has(cards, card_joker(1)));

    struct score best = best_kind(cards, jokers, rules);
    unsigned any = 0;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
        unsigned ranks = card_set_ranks(cards, (enum suit)suit);
        struct score flush = best_flush(ranks, jokers, rules);
        best = flush.bits > best.bits ? flush : best;
        any |= ranks;
    }
    struct score straight = best_straight(any, jokers, FIVE_CLASS_STRAIGHT, rules);
    return straight.bits > best.bits ? straight : best;
}

/* ------------------------------------------------------------------------------------------ two and five */

struct score joker_front(const struct card cards[2], struct joker_rules rules)
{
    struct card hand[2];
    if (!joker_last(cards, 2, hand))
        hand[1] = cards[1];
    else if (rules.fully_wild)
        return score_with_rank(score_of_class(FIVE_CLASS_PAIR), 0, card_rank(hand[0]));
    else
        hand[1] = card_of(RANK_ACE, SUIT_CLUBS);
    struct rank_groups groups = rank_groups_of(hand, 2);
    return score_of_groups(groups.count == 1 ? FIVE_CLASS_PAIR : FIVE_CLASS_HIGH_CARD, &groups);
}

static struct card_set set_of(const struct card *cards, unsigned count)
{
    struct card_set set = {0};
    for (unsigned i = 0; i < count; i++)
        set = card_set_with(set, cards[i]);
    return set;
}

bool pai_gow_legal(struct score front, struct score back, struct joker_rules rules)
{
    if (!rules.equal_fouls)
        return back.bits > front.bits;
    uint32_t compared = UINT32_C(0xF00000);
    for (unsigned place = 0; place < 2 && score_has_rank(front, place); place++)
        compared |= UINT32_C(0xF0000) >> (4 * place);
    return (back.bits & compared) > front.bits;
}

unsigned pai_gow_settings(const struct card cards[PAI_GOW_CARDS], struct joker_rules rules,
                          struct pai_gow_setting settings[PAI_GOW_SETTINGS])
{
    unsigned count = 0;
    for (unsigned first = 0; first < PAI_GOW_CARDS; first++)
        for (unsigned second = first + 1; second < PAI_GOW_CARDS; second++) {
            unsigned in_front = 1U << first | 1U << second;
            struct pai_gow_setting setting;
            cards_choose(cards, PAI_GOW_CARDS, in_front, setting.front);
            cards_choose(cards, PAI_GOW_CARDS, ~in_front, setting.back);
            setting.front_score = joker_front(setting.front, rules);
            setting.back_score = joker_best_five(set_of(setting.back, 5), rules);
            if (pai_gow_legal(setting.front_score, setting.back_score, rules))
                settings[count++] = setting;
        }
    return count;
}

/* ------------------------------------------------------------------------------------------ rare hands */

static unsigned picture_cards(const struct card *cards, unsigned count)
{
    unsigned pictures = 0;
    for (unsigned i = 0; i < count; i++)
        pictures += card_rank(cards[i]) >= RANK_JACK && card_rank(cards[i]) <= RANK_KING;
    return pictures;
}

/* Seven different ranks of 2 to 9 with no straight and no flush; with the joker never. */
static bool is_nine_high(struct card_set cards)
{
    struct score best = joker_best_five(cards, joker_rules_usual);
    return !card_set_has(cards, card_joker(0)) && score_class(best) == FIVE_CLASS_HIGH_CARD &&
           score_rank(best, 0) == RANK_NINE;
}

unsigned pai_gow_marks(const struct card cards[PAI_GOW_CARDS])
{
    struct card_set set = set_of(cards, PAI_GOW_CARDS);
    bool joker = card_set_has(set, card_joker(0));
    struct kinds naturals = kinds_of(set);
    bool four_aces = naturals.at_least[4] >> RANK_ACE & 1;
    unsigned marks = 0;
    if (four_aces)
        marks |= PAI_GOW_MARK_NATURAL_FOUR_ACES;
    if (four_aces && joker)
        marks |= PAI_GOW_MARK_FIVE_ACES;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
        unsigned ranks = card_set_ranks(set, (enum suit)suit);
        if (ranks >> RANK_TEN == 31)
            marks |= PAI_GOW_MARK_NATURAL_ROYAL_FLUSH;
        if (__builtin_popcount(ranks) == PAI_GOW_CARDS)
            marks |= PAI_GOW_MARK_NATURAL_SEVEN_FLUSH;
    }
    if (picture_cards(cards, PAI_GOW_CARDS) == PAI_GOW_CARDS)
        marks |= PAI_GOW_MARK_SEVEN_PICTURES;
    if (joker && picture_cards(cards, PAI_GOW_CARDS) == PAI_GOW_CARDS - 1)
        marks |= PAI_GOW_MARK_SIX_PICTURES_AND_JOKER;
    if (is_nine_high(set))
        marks |= PAI_GOW_MARK_NINE_HIGH;
    return marks;
}

/* ----------------------------------------------------------------------------------------- names and text */

const char *pai_gow_mark_name(enum pai_gow_mark mark)
{
    static const char *const names[PAI_GOW_MARK_COUNT] = {
        "five aces",
        "natural royal flush",
        "natural 7-card flush",
        "natural four aces",
        "seven picture cards",
        "six picture cards and the joker",
        "9 high",
    };
    unsigned index = (unsigned)__builtin_ctz(mark);
    CHECK_OP(index, <, PAI_GOW_MARK_COUNT);
    return names[index];
}

const char *joker_class_name(struct score score)
{
    if (score_class(score) == FIVE_CLASS_FIVE_OF_A_KIND && score_rank(score, 0) == RANK_ACE)
        return "five aces";
    return five_class_name((enum five_class)score_class(score));
}

static void stands_for_write(struct text_out *out, const struct card cards[5], struct joker_rules rules,
                             enum card_style style)
{
    struct card stands_for, ordered[5];
    if (!joker_last(cards, 5, ordered))
        return;
    plain_joker_five(cards, rules, &stands_for);
    text_out_add(out, "the joker is ");
    if (card_is_joker(stands_for))
        text_out_add(out, "the fifth of a kind");
    else
        card_write(out, stands_for, style);
}

/* Questions about seven cards: which five play, what can go in front, and is it a rare hand. */
static void seven_detail_write(struct text_out *out, const struct card *cards, struct score best,
                               struct joker_rules rules, enum card_style style)
{
    struct pai_gow_setting settings[PAI_GOW_SETTINGS];
    unsigned count = pai_gow_settings(cards, rules, settings), highest = 0, playing = 0;
    for (unsigned i = 1; i < count; i++) {
        const struct pai_gow_setting *one = &settings[i], *other = &settings[highest];
        if (one->front_score.bits > other->front_score.bits ||
            (one->front_score.bits == other->front_score.bits &&
             one->back_score.bits > other->back_score.bits))
            highest = i;
        if (settings[playing].back_score.bits != best.bits && one->back_score.bits == best.bits)
            playing = i;
    }
    unsigned marks = pai_gow_marks(cards);
    for (unsigned i = 0; i < PAI_GOW_MARK_COUNT; i++)
        if (marks >> i & 1)
            text_out_add(out, "%s; ", pai_gow_mark_name((enum pai_gow_mark)(1U << i)));
    if (settings[playing].back_score.bits == best.bits) {
        text_out_add(out, "plays ");
        cards_write(out, settings[playing].back, 5, style);
        text_out_add(out, "; ");
    }
    text_out_add(out, "%u of %d settings are legal; highest front ", count, PAI_GOW_SETTINGS);
    cards_write(out, settings[highest].front, 2, style);
    text_out_add(out, " before ");
    five_name_write(out, settings[highest].back_score);
}

static enum status rank_text(struct text cards, size_t origin, enum card_style style,
                             struct joker_rules rules, struct ranked_hand *ranked, struct fault *fault)
{
    const struct hand_form form = {2, PAI_GOW_CARDS, 1, 1};
    struct hand hand;
    enum status status = hand_parse(cards, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    if (hand.count != 2 && hand.count != 5 && hand.count != PAI_GOW_CARDS)
        return fault_set(fault, STATUS_INVALID, origin + cards.length + 1,
                         "%u cards: 2 (the front), 5 (the back) or 7 (the whole hand) are expected",
                         (unsigned)hand.count);

    struct score score =
        hand.count == 2 ? joker_front(hand.cards, rules) : joker_best_five(card_set_of_hand(&hand), rules);
    ranked_hand_init(ranked, &hand, style);
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    ranked->value = score.bits;
    ranked->class_name = joker_class_name(score);
    five_name_write(&name, score);
    if (hand.count == 5)
        stands_for_write(&detail, hand.cards, rules, style);
    else if (hand.count == PAI_GOW_CARDS)
        seven_detail_write(&detail, hand.cards, score, rules, style);
    return STATUS_OK;
}

static enum status rank_usual(struct text cards, size_t origin, enum card_style style,
                              struct ranked_hand *ranked, struct fault *fault)
{
    return rank_text(cards, origin, style, joker_rules_usual, ranked, fault);
}

static enum status rank_wild(struct text cards, size_t origin, enum card_style style,
                             struct ranked_hand *ranked, struct fault *fault)
{
    struct joker_rules rules = joker_rules_usual;
    rules.fully_wild = true;
    return rank_text(cards, origin, style, rules, ranked, fault);
}

const struct ranking ranking_pai_gow = {
    .name = "pai-gow",
    .summary = "pai gow poker: the joker is an ace or completes a straight or flush; 2, 5 or 7 cards",
    .example = "As Ad Kh Kd 7c 4s joker",
    .rank = rank_usual,
};

const struct ranking ranking_pai_gow_wild = {
    .name = "pai-gow-wild",
    .summary = "pai gow poker with a fully wild joker; 2, 5 or 7 cards",
    .example = "9s 9d 9h 9c joker",
    .rank = rank_wild,
};
