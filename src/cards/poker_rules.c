#include "cards/poker_rules.h"

#include "base/check.h"

/* ------------------------------------------------------------------------------------------ groups */

struct rank_groups rank_groups_of(const struct card *cards, unsigned count)
{
    CHECK_OP(count, <=, RANK_GROUPS_CARDS_MAX);
    unsigned sizes[RANK_COUNT] = {0};
    for (unsigned i = 0; i < count; i++) {
        CHECK_OP(card_rank(cards[i]), <, RANK_COUNT);
        sizes[card_rank(cards[i])]++;
    }
    struct rank_groups groups = {0};
    for (unsigned size = SUIT_COUNT; size >= 1; size--)
        for (unsigned rank = RANK_COUNT; rank-- > 0;)
            if (sizes[rank] == size) {
                groups.sizes[groups.count] = size;
                groups.ranks[groups.count++] = (enum rank)rank;
            }
    return groups;
}

bool rank_groups_straight(const struct rank_groups *groups, unsigned cards, enum rank *top)
{
    if (groups->count != cards)
        return false;
    unsigned high = groups->ranks[0], second = groups->ranks[1], low = groups->ranks[cards - 1];
    if (high - low == cards - 1) {
        *top = (enum rank)high;
        return true;
    }
    /* The ace below the deuce: A 5 4 3 2 in the order of the groups (massachusetts/crazy-4-poker#53, #54). */
    if (high == RANK_ACE && low == RANK_TWO && second - low == cards - 2) {
        *top = (enum rank)second;
        return true;
    }
    return false;
}

bool cards_one_suit(const struct card *cards, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (card_suit(cards[i]) != card_suit(cards[0]))
            return false;
    return true;
}

struct score score_of_groups(unsigned class_number, const struct rank_groups *groups)
{
    struct score score = score_of_class(class_number);
    for (unsigned i = 0; i < groups->count && i < SCORE_RANKS_MAX; i++)
        score = score_with_rank(score, i, groups->ranks[i]);
    return score;
}

unsigned cards_choose(const struct card *cards, unsigned count, unsigned chosen, struct card *taken)
{
    unsigned held = 0;
    for (unsigned i = 0; i < count; i++)
        if (chosen >> i & 1)
            taken[held++] = cards[i];
    return held;
}

/* The highest score of any `size` of the cards. */
static struct score best_of(const struct card *cards, unsigned count, unsigned size,
                            struct score (*score_of)(const struct card *cards))
{
    struct score best = {0};
    for (unsigned chosen = 0; chosen < 1U << count; chosen++) {
        if ((unsigned)__builtin_popcount(chosen) != size)
            continue;
        struct card hand[5];
        cards_choose(cards, count, chosen, hand);
        struct score score = score_of(hand);
        if (score.bits > best.bits)
            best = score;
    }
    return best;
}

/* ------------------------------------------------------------------------------------------ five cards */

struct score plain_five(const struct card cards[5])
{
    struct rank_groups groups = rank_groups_of(cards, 5);
    enum rank top;
    bool straight = rank_groups_straight(&groups, 5, &top);
    bool flush = cards_one_suit(cards, 5);

    if (straight && flush && top == RANK_ACE)
        return score_of_class(FIVE_CLASS_ROYAL_FLUSH);
    if (straight && flush)
        return score_with_rank(score_of_class(FIVE_CLASS_STRAIGHT_FLUSH), 0, top);
    if (groups.sizes[0] == 4)
        return score_of_groups(FIVE_CLASS_FOUR_OF_A_KIND, &groups);
    if (groups.sizes[0] == 3 && groups.sizes[1] == 2)
        return score_of_groups(FIVE_CLASS_FULL_HOUSE, &groups);
    if (flush)
        return score_of_groups(FIVE_CLASS_FLUSH, &groups);
    if (straight)
        return score_with_rank(score_of_class(FIVE_CLASS_STRAIGHT), 0, top);
    if (groups.sizes[0] == 3)
        return score_of_groups(FIVE_CLASS_THREE_OF_A_KIND, &groups);
    if (groups.sizes[0] == 2 && groups.sizes[1] == 2)
        return score_of_groups(FIVE_CLASS_TWO_PAIR, &groups);
    if (groups.sizes[0] == 2)
        return score_of_groups(FIVE_CLASS_PAIR, &groups);
    return score_of_groups(FIVE_CLASS_HIGH_CARD, &groups);
}

struct score plain_best_five(const struct card *cards, unsigned count)
{
    CHECK(count >= 5 && count <= 7);
    return best_of(cards, count, 5, plain_five);
}

/* ------------------------------------------------------------------------------------------ four cards */

struct score plain_four(const struct card cards[4])
{
    struct rank_groups groups = rank_groups_of(cards, 4);
    enum rank top;
    bool straight = rank_groups_straight(&groups, 4, &top);
    bool flush = cards_one_suit(cards, 4);

    /* From the top of massachusetts/crazy-4-poker#56 to its bottom. */
    if (groups.sizes[0] == 4)
        return score_of_groups(FOUR_CLASS_FOUR_OF_A_KIND, &groups);
    if (straight && flush)
        return score_with_rank(score_of_class(FOUR_CLASS_STRAIGHT_FLUSH), 0, top);
    if (groups.sizes[0] == 3)
        return score_of_groups(FOUR_CLASS_THREE_OF_A_KIND, &groups);
    if (flush)
        return score_of_groups(FOUR_CLASS_FLUSH, &groups);
    if (straight)
        return score_with_rank(score_of_class(FOUR_CLASS_STRAIGHT), 0, top);
    if (groups.sizes[0] == 2 && groups.sizes[1] == 2)
        return score_of_groups(FOUR_CLASS_TWO_PAIR, &groups);
    if (groups.sizes[0] == 2)
        return score_of_groups(FOUR_CLASS_PAIR, &groups);
    return score_of_groups(FOUR_CLASS_HIGH_CARD, &groups);
}

struct score plain_best_four(const struct card *cards, unsigned count)
{
    CHECK(count >= 4 && count <= 6);
    return best_of(cards, count, 4, plain_four);
}

struct score cover_of_four(struct score four)
{
    _Static_assert((int)COVER_CLASS_FOUR_OF_A_KIND == (int)FOUR_CLASS_FOUR_OF_A_KIND,
                   "up to four of a kind the classes of Cover All are those of the base game");
    if (score_class(four) == FOUR_CLASS_FOUR_OF_A_KIND && score_rank(four, 0) == RANK_ACE)
        return score_of_class(COVER_CLASS_FOUR_ACES);
    if (score_class(four) == FOUR_CLASS_STRAIGHT_FLUSH && score_rank(four, 0) == RANK_ACE)
        return score_of_class(COVER_CLASS_ROYAL_FLUSH);
    return four;
}

static struct score plain_cover_four(const struct card cards[4])
{
    return cover_of_four(plain_four(cards));
}

struct score plain_cover_all(const struct card *cards, unsigned count)
{
    CHECK(count >= 4 && count <= 6);
    return best_of(cards, count, 4, plain_cover_four);
}

/* ------------------------------------------------------------------------------------------ names */

const char *five_class_name(enum five_class class_number)
{
    static const char *const names[FIVE_CLASS_COUNT] = {
        "high card",  "pair",           "two pair",       "three of a kind", "straight",       "flush",
        "full house", "four of a kind", "straight flush", "royal flush",     "five of a kind",
    };
    CHECK_OP(class_number, <, FIVE_CLASS_COUNT);
    return names[class_number];
}

const char *four_class_name(enum four_class class_number)
{
    static const char *const names[FOUR_CLASS_COUNT] = {
        "high card",       "pair",           "two pair",       "straight", "flush",
        "three of a kind", "straight flush", "four of a kind",
    };
    CHECK_OP(class_number, <, FOUR_CLASS_COUNT);
    return names[class_number];
}

const char *cover_class_name(enum cover_class class_number)
{
    CHECK_OP(class_number, <, COVER_CLASS_COUNT);
    if (class_number == COVER_CLASS_ROYAL_FLUSH)
        return "royal flush";
    if (class_number == COVER_CLASS_FOUR_ACES)
        return "four aces";
    return four_class_name((enum four_class)class_number);
}

void score_ranks_write(struct text_out *out, struct score score, unsigned place)
{
    for (unsigned i = place; i < SCORE_RANKS_MAX && score_has_rank(score, i); i++)
        text_out_add(out, "%s%c", i == place ? "" : "-", rank_letter(score_rank(score, i)));
}

void score_kickers_write(struct text_out *out, struct score score, unsigned place)
{
    if (place >= SCORE_RANKS_MAX || !score_has_rank(score, place))
        return;
    if (place + 1 == SCORE_RANKS_MAX || !score_has_rank(score, place + 1)) {
        text_out_add(out, ", %s kicker", rank_word(score_rank(score, place)));
        return;
    }
    text_out_add(out, ", ");
    score_ranks_write(out, score, place);
    text_out_add(out, " kickers");
}

static void name_cards(struct text_out *out, const char *class_name, struct score score)
{
    text_out_add(out, "%s, ", class_name);
    score_ranks_write(out, score, 0);
}

static void name_kind(struct text_out *out, const char *class_name, struct score score)
{
    text_out_add(out, "%s, %s", class_name, rank_plural(score_rank(score, 0)));
    score_kickers_write(out, score, 1);
}

static void name_two_pair(struct text_out *out, struct score score)
{
    text_out_add(out, "two pair, %s and %s", rank_plural(score_rank(score, 0)),
                 rank_plural(score_rank(score, 1)));
    score_kickers_write(out, score, 2);
}

static void name_pair(struct text_out *out, struct score score)
{
    text_out_add(out, "pair of %s", rank_plural(score_rank(score, 0)));
    score_kickers_write(out, score, 1);
}

/* A second rank tells A-2-3-4-5 from A-K-Q-J-T where both stand at the top (cards/joker.h). */
static void name_straight(struct text_out *out, const char *class_name, struct score score)
{
    if (score_has_rank(score, 1) && score_rank(score, 1) == RANK_FIVE)
        text_out_add(out, "%s, A-2-3-4-5", class_name);
    else
        text_out_add(out, "%s, %s high", class_name, rank_word(score_rank(score, 0)));
}

void five_name_write(struct text_out *out, struct score score)
{
    enum five_class class_number = (enum five_class)score_class(score);
    const char *class_name = five_class_name(class_number);
    switch (class_number) {
    case FIVE_CLASS_HIGH_CARD:
    case FIVE_CLASS_FLUSH:
        name_cards(out, class_name, score);
        return;
    case FIVE_CLASS_PAIR:
        name_pair(out, score);
        return;
    case FIVE_CLASS_TWO_PAIR:
        name_two_pair(out, score);
        return;
    case FIVE_CLASS_THREE_OF_A_KIND:
    case FIVE_CLASS_FOUR_OF_A_KIND:
        name_kind(out, class_name, score);
        return;
    case FIVE_CLASS_STRAIGHT:
    case FIVE_CLASS_STRAIGHT_FLUSH:
        name_straight(out, class_name, score);
        return;
    case FIVE_CLASS_FULL_HOUSE:
        text_out_add(out, "%s, %s over %s", class_name, rank_plural(score_rank(score, 0)),
                     rank_plural(score_rank(score, 1)));
        return;
    case FIVE_CLASS_FIVE_OF_A_KIND:
        if (score_rank(score, 0) == RANK_ACE)
            text_out_add(out, "five aces");
        else
            name_kind(out, class_name, score);
        return;
    case FIVE_CLASS_ROYAL_FLUSH:
    case FIVE_CLASS_COUNT:
        text_out_add(out, "%s", class_name);
        return;
    }
}

void four_name_write(struct text_out *out, struct score score)
{
    enum four_class class_number = (enum four_class)score_class(score);
    const char *class_name = four_class_name(class_number);
    switch (class_number) {
    case FOUR_CLASS_HIGH_CARD:
    case FOUR_CLASS_FLUSH:
        name_cards(out, class_name, score);
        return;
    case FOUR_CLASS_PAIR:
        name_pair(out, score);
        return;
    case FOUR_CLASS_TWO_PAIR:
        name_two_pair(out, score);
        return;
    case FOUR_CLASS_STRAIGHT:
    case FOUR_CLASS_STRAIGHT_FLUSH:
        name_straight(out, class_name, score);
        return;
    case FOUR_CLASS_THREE_OF_A_KIND:
    case FOUR_CLASS_FOUR_OF_A_KIND:
        name_kind(out, class_name, score);
        return;
    case FOUR_CLASS_COUNT:
        return;
    }
}

void cover_name_write(struct text_out *out, struct score score)
{
    enum cover_class class_number = (enum cover_class)score_class(score);
    if (class_number == COVER_CLASS_ROYAL_FLUSH || class_number == COVER_CLASS_FOUR_ACES)
        text_out_add(out, "%s", cover_class_name(class_number));
    else
        four_name_write(out, score);
}
