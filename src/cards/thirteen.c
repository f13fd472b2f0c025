#include "cards/thirteen.h"

#include "base/check.h"
#include "cards/five.h"
#include "cards/parts.h"

const struct thirteen_rules thirteen_rules_usual = {
    .front_straights = false,
    .part_points = 1,
    .home_run_bonus = 3,
    .front_three_bonus = 3,
    .middle_full_house_bonus = 2,
    .middle_four_bonus = 8,
    .middle_straight_flush_bonus = 10,
    .back_four_bonus = 4,
    .back_straight_flush_bonus = 5,
    .clean_sweep_points =
        {
            [THIRTEEN_MARK_DRAGON] = 13,
            [THIRTEEN_MARK_ONE_COLOUR] = 13,
            [THIRTEEN_MARK_TWELVE_OF_ONE_COLOUR] = 8,
            [THIRTEEN_MARK_FIVE_PAIRS_AND_THREE] = 4,
            [THIRTEEN_MARK_THREE_STRAIGHTS] = 4,
            [THIRTEEN_MARK_THREE_FLUSHES] = 3,
            [THIRTEEN_MARK_SIX_PAIRS] = 3,
        },
};

/* ------------------------------------------------------------------------------------------ marks */

struct tally {
    unsigned ranks[RANK_COUNT], suits[SUIT_COUNT], red;
    struct card_set set;
};

static struct tally tally_of(const struct card cards[THIRTEEN_CARDS])
{
    struct tally tally = {0};
    for (unsigned i = 0; i < THIRTEEN_CARDS; i++) {
        CHECK(!card_is_joker(cards[i]));
        tally.ranks[card_rank(cards[i])]++;
        tally.suits[card_suit(cards[i])]++;
        tally.red += card_colour(cards[i]) == COLOUR_RED;
        tally.set = card_set_with(tally.set, cards[i]);
    }
    return tally;
}

static bool is_dragon(const struct tally *tally)
{
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        if (tally->ranks[rank] != 1)
            return false;
    return true;
}

static bool is_deuce_to_eight(const struct tally *tally)
{
    for (unsigned rank = RANK_NINE; rank <= RANK_ACE; rank++)
        if (tally->ranks[rank] != 0)
            return false;
    return true;
}

/* The rank bits of the straight of `length` cards from the `low`th rank up, where the ace is number 0. */
static unsigned run_ranks(unsigned low, unsigned length)
{
    unsigned with_low_ace = ((1U << length) - 1) << low;
    return with_low_ace >> 1 | (with_low_ace & 1) << RANK_ACE;
}

static bool has_two_straight_flushes(struct card_set set)
{
    enum { RUNS = 10 };
    for (unsigned one = 0; one < SUIT_COUNT * RUNS; one++) {
        uint64_t first = (uint64_t)run_ranks(one % RUNS, 5) << (16 * (one / RUNS));
        if ((set.bits & first) != first)
            continue;
        for (unsigned two = one + 1; two < SUIT_COUNT * RUNS; two++) {
            uint64_t second = (uint64_t)run_ranks(two % RUNS, 5) << (16 * (two / RUNS));
            if ((set.bits & second) == second && (first & second) == 0)
                return true;
        }
    }
    return false;
}

static bool is_sum_of_runs(const struct tally *tally, unsigned back, unsigned middle, unsigned front)
{
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        if ((back >> rank & 1) + (middle >> rank & 1) + (front >> rank & 1) != tally->ranks[rank])
            return false;
    return true;
}

static bool has_three_straights(const struct tally *tally)
{
    for (unsigned back = 0; back < 10; back++)
        for (unsigned middle = back; middle < 10; middle++)
            for (unsigned front = 0; front < 12; front++)
                if (is_sum_of_runs(tally, run_ranks(back, 5), run_ranks(middle, 5), run_ranks(front, 3)))
                    return true;
    return false;
}

/* Every suit must fill whole parts: its count is 0, 3, 5, 8, 10 or 13. Counts that sum to 13 then do. */
static bool has_three_flushes(const struct tally *tally)
{
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        switch (tally->suits[suit]) {
        case 0:
        case 3:
        case 5:
        case 8:
        case 10:
        case 13:
            break;
        default:
            return false;
        }
    return true;
}

static unsigned pair_marks(const struct tally *tally)
{
    unsigned pairs = 0;
    bool three = false;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        pairs += tally->ranks[rank] / 2;
        three |= tally->ranks[rank] == 3;
    }
    if (pairs != 6)
        return 0;
    return 1U << THIRTEEN_MARK_SIX_PAIRS | (three ? 1U << THIRTEEN_MARK_FIVE_PAIRS_AND_THREE : 0);
}

unsigned thirteen_marks(const struct card cards[THIRTEEN_CARDS])
{
    struct tally tally = tally_of(cards);
    CHECK_OP(card_set_count(tally.set), ==, THIRTEEN_CARDS);
    unsigned marks = pair_marks(&tally);
    if (is_dragon(&tally))
        marks |= 1U << THIRTEEN_MARK_DRAGON;
    if (tally.red == 0 || tally.red == THIRTEEN_CARDS)
        marks |= 1U << THIRTEEN_MARK_ONE_COLOUR;
    if (tally.red == 1 || tally.red == THIRTEEN_CARDS - 1)
        marks |= 1U << THIRTEEN_MARK_TWELVE_OF_ONE_COLOUR;
    if (has_two_straight_flushes(tally.set))
        marks |= 1U << THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES;
    if (is_deuce_to_eight(&tally))
        marks |= 1U << THIRTEEN_MARK_DEUCE_TO_EIGHT;
    if (has_three_straights(&tally))
        marks |= 1U << THIRTEEN_MARK_THREE_STRAIGHTS;
    if (has_three_flushes(&tally))
        marks |= 1U << THIRTEEN_MARK_THREE_FLUSHES;
    return marks;
}

const char *thirteen_mark_name(enum thirteen_mark mark)
{
    static const char *const names[THIRTEEN_MARK_COUNT] = {
        "dragon",
        "thirteen cards of one colour",
        "two straight flushes",
        "all from deuce to eight",
        "twelve cards of one colour",
        "five pairs and three of a kind",
        "three straights",
        "three flushes",
        "six pairs",
    };
    CHECK_OP(mark, <, THIRTEEN_MARK_COUNT);
    return names[mark];
}

int thirteen_clean_sweep_points(unsigned marks, const struct thirteen_rules *rules)
{
    int points = 0;
    for (unsigned mark = 0; mark < THIRTEEN_MARK_COUNT; mark++)
        if ((marks >> mark & 1) && rules->clean_sweep_points[mark] > points)
            points = rules->clean_sweep_points[mark];
    return points;
}

struct score thirteen_best_five(const struct card cards[THIRTEEN_CARDS])
{
    struct five_value best = {0};
    for (unsigned chosen = 0; chosen < 1U << THIRTEEN_CARDS; chosen++) {
        if (__builtin_popcount(chosen) != 5)
            continue;
        struct card five[5];
        cards_choose(cards, THIRTEEN_CARDS, chosen, five);
        struct five_value value = five_rank5(five);
        if (value.order > best.order)
            best = value;
    }
    return five_value_score(best);
}

/* ------------------------------------------------------------------------------------------ settings */

/* X1 */
static struct score front_score(const struct card cards[3], bool straights)
{
    struct rank_groups groups = rank_groups_of(cards, 3);
    enum rank top;
    bool straight = straights && rank_groups_straight(&groups, 3, &top);
    bool flush = straights && cards_one_suit(cards, 3);
    if (straight)
        return score_with_rank(score_of_class(flush ? FIVE_CLASS_STRAIGHT_FLUSH : FIVE_CLASS_STRAIGHT), 0,
                               top);
    if (flush)
        return score_of_groups(FIVE_CLASS_FLUSH, &groups);
    if (groups.sizes[0] == 3)
        return score_of_groups(FIVE_CLASS_THREE_OF_A_KIND, &groups);
    return score_of_groups(groups.sizes[0] == 2 ? FIVE_CLASS_PAIR : FIVE_CLASS_HIGH_CARD, &groups);
}

struct thirteen_scores thirteen_score(const struct thirteen *setting, const struct thirteen_rules *rules)
{
    return (struct thirteen_scores){
        .front = front_score(setting->front, rules->front_straights),
        .middle = plain_five(setting->middle),
        .back = plain_five(setting->back),
    };
}

bool thirteen_legal(const struct thirteen_scores *scores)
{
    return scores->back.bits >= scores->middle.bits && scores->middle.bits >= scores->front.bits;
}

static int front_bonus(struct score score, const struct thirteen_rules *rules)
{
    return score_class(score) == FIVE_CLASS_THREE_OF_A_KIND ? rules->front_three_bonus : 0;
}

static int middle_bonus(struct score score, const struct thirteen_rules *rules)
{
    switch ((enum five_class)score_class(score)) {
    case FIVE_CLASS_FULL_HOUSE:
        return rules->middle_full_house_bonus;
    case FIVE_CLASS_FOUR_OF_A_KIND:
        return rules->middle_four_bonus;
    case FIVE_CLASS_STRAIGHT_FLUSH:
    case FIVE_CLASS_ROYAL_FLUSH:
        return rules->middle_straight_flush_bonus;
    default:
        return 0;
    }
}

static int back_bonus(struct score score, const struct thirteen_rules *rules)
{
    switch ((enum five_class)score_class(score)) {
    case FIVE_CLASS_FOUR_OF_A_KIND:
        return rules->back_four_bonus;
    case FIVE_CLASS_STRAIGHT_FLUSH:
    case FIVE_CLASS_ROYAL_FLUSH:
        return rules->back_straight_flush_bonus;
    default:
        return 0;
    }
}

/* 1, 0 or -1 for front, middle and back. A fouled hand loses every part to one that is not. */
static void parts_won(const struct thirteen_scores *mine, const struct thirteen_scores *theirs, int won[3])
{
    const uint32_t ours[3] = {mine->front.bits, mine->middle.bits, mine->back.bits};
    const uint32_t others[3] = {theirs->front.bits, theirs->middle.bits, theirs->back.bits};
    bool legal = thirteen_legal(mine), other_legal = thirteen_legal(theirs);
    for (unsigned i = 0; i < 3; i++)
        if (legal && other_legal)
            won[i] = (ours[i] > others[i]) - (ours[i] < others[i]);
        else
            won[i] = (int)legal - (int)other_legal;
}

bool thirteen_home_run(const struct thirteen_scores *mine, const struct thirteen_scores *theirs)
{
    int won[3];
    parts_won(mine, theirs, won);
    return won[0] > 0 && won[1] > 0 && won[2] > 0;
}

int thirteen_points(const struct thirteen_scores *mine, const struct thirteen_scores *theirs,
                    const struct thirteen_rules *rules)
{
    int won[3], points = 0;
    parts_won(mine, theirs, won);
    for (unsigned i = 0; i < 3; i++) {
        if (won[i] == 0)
            continue;
        const struct thirteen_scores *winner = won[i] > 0 ? mine : theirs;
        int bonus = i == 0   ? front_bonus(winner->front, rules)
                    : i == 1 ? middle_bonus(winner->middle, rules)
                             : back_bonus(winner->back, rules);
        points += won[i] * (rules->part_points + bonus);
    }
    if (thirteen_home_run(mine, theirs))
        points += rules->home_run_bonus;
    if (thirteen_home_run(theirs, mine))
        points -= rules->home_run_bonus;
    return points;
}

/* ------------------------------------------------------------------------------------------ text */

/* The front in 15 bits: class and three ranks to the base 14. */
static int64_t front_value(struct score score)
{
    int64_t value = score_class(score);
    for (unsigned i = 0; i < 3; i++)
        value = value * 14 + (score_has_rank(score, i) ? (int64_t)score_rank(score, i) + 1 : 0);
    return value;
}

/* Parts are compared one by one; the number of a whole setting looks at the back first, the front last. Like all
 * values it stays below 2^53, as far as every reader of JSON counts exactly. */
static int64_t setting_value(const struct thirteen_scores *scores)
{
    return (int64_t)five_value_of_score(scores->back).order << 28 |
           (int64_t)five_value_of_score(scores->middle).order << 15 | front_value(scores->front);
}

static enum status setting_parse(struct text text, size_t origin, struct hand parts[3],
                                 struct thirteen *setting, struct fault *fault)
{
    static const struct part_form forms[3] = {{"front", 3, 3}, {"middle", 5, 5}, {"back", 5, 5}};
    enum status status = hand_parts_parse(text, origin, forms, 3, parts, fault);
    if (status != STATUS_OK)
        return status;
    cards_choose(parts[0].cards, 3, ~0U, setting->front);
    cards_choose(parts[1].cards, 5, ~0U, setting->middle);
    cards_choose(parts[2].cards, 5, ~0U, setting->back);
    return STATUS_OK;
}

static void marks_write(struct text_out *out, unsigned marks)
{
    const char *between = "";
    for (unsigned mark = 0; mark < THIRTEEN_MARK_COUNT; mark++)
        if (marks >> mark & 1) {
            text_out_add(out, "%s%s", between, thirteen_mark_name((enum thirteen_mark)mark));
            between = ", ";
        }
}

static void setting_name_write(struct text_out *out, const struct thirteen_scores *scores)
{
    text_out_add(out, "front ");
    five_name_write(out, scores->front);
    text_out_add(out, "; middle ");
    five_name_write(out, scores->middle);
    text_out_add(out, "; back ");
    five_name_write(out, scores->back);
}

static enum status rank_setting(struct text text, size_t origin, enum card_style style,
                                struct ranked_hand *ranked, struct fault *fault)
{
    struct hand parts[3];
    struct thirteen setting;
    enum status status = setting_parse(text, origin, parts, &setting, fault);
    if (status != STATUS_OK)
        return status;
    struct thirteen_scores scores = thirteen_score(&setting, &thirteen_rules_usual);
    struct card cards[THIRTEEN_CARDS];
    cards_choose(setting.front, 3, ~0U, cards);
    cards_choose(setting.middle, 5, ~0U, cards + 3);
    cards_choose(setting.back, 5, ~0U, cards + 8);
    struct text_out written, name, detail;
    text_out_init(&written, ranked->cards, sizeof ranked->cards);
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    hand_parts_write(&written, parts, 3, style);
    setting_name_write(&name, &scores);
    if (thirteen_legal(&scores)) {
        ranked->value = setting_value(&scores);
        ranked->class_name = "legal setting";
        marks_write(&detail, thirteen_marks(cards));
    } else {
        ranked->value = 0;
        ranked->class_name = "fouled";
        text_out_add(&detail, "fouled: the %s outranks the %s",
                     scores.middle.bits > scores.back.bits ? "middle" : "front",
                     scores.middle.bits > scores.back.bits ? "back" : "middle");
    }
    return STATUS_OK;
}

/* Above every setting. */
#define CLEAN_SWEEP_VALUE (INT64_C(1) << 48)

/* Thirteen cards that are not set: a clean sweep wins at once, so it stands above every setting. */
static enum status rank_thirteen_cards(struct text text, size_t origin, enum card_style style,
                                       struct ranked_hand *ranked, struct fault *fault)
{
    const struct hand_form form = {THIRTEEN_CARDS, THIRTEEN_CARDS, 0, 1};
    struct hand hand;
    enum status status = hand_parse(text, origin, &form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    unsigned marks = thirteen_marks(hand.cards);
    int points = thirteen_clean_sweep_points(marks, &thirteen_rules_usual);
    ranked_hand_init(ranked, &hand, style);
    struct text_out name, detail;
    text_out_init(&name, ranked->name, sizeof ranked->name);
    text_out_init(&detail, ranked->detail, sizeof ranked->detail);
    ranked->value = points > 0 ? CLEAN_SWEEP_VALUE + points : 0;
    ranked->class_name = points > 0 ? "clean sweep" : marks != 0 ? "special hand" : "no special hand";
    if (marks != 0)
        marks_write(&name, marks);
    else
        text_out_add(&name, "no special hand");
    if (points > 0)
        text_out_add(&detail, "clean sweep of %d points as usually played; ", points);
    text_out_add(&detail, "best possible back: ");
    five_name_write(&detail, thirteen_best_five(hand.cards));
    return STATUS_OK;
}

static enum status rank_thirteen(struct text text, size_t origin, enum card_style style,
                                 struct ranked_hand *ranked, struct fault *fault)
{
    return hand_has_parts(text) ? rank_setting(text, origin, style, ranked, fault)
                                : rank_thirteen_cards(text, origin, style, ranked, fault);
}

/* Each card of the second hand against the three parts of the first. */
static enum status hands_differ(const struct hand first[3], const struct hand second[3], struct text text,
                                size_t origin, struct fault *fault)
{
    for (unsigned part = 0; part < 3; part++)
        for (unsigned i = 0; i < second[part].count; i++) {
            struct card card = second[part].cards[i];
            if (!hand_has(&first[0], card) && !hand_has(&first[1], card) && !hand_has(&first[2], card))
                continue;
            char bytes[CARD_TEXT_SIZE];
            struct text_out out;
            text_out_init(&out, bytes, sizeof bytes);
            card_write(&out, card, CARD_STYLE_LETTERS);
            return fault_set(fault, STATUS_INVALID, hand_parts_position(text, origin, part, i),
                             "%s is in both hands; they are dealt from one deck", bytes);
        }
    return STATUS_OK;
}

static enum status versus_thirteen(struct text first, size_t first_origin, struct text second,
                                   size_t second_origin, struct text_out *meaning, int *outcome,
                                   struct fault *fault)
{
    if (!hand_has_parts(first) || !hand_has_parts(second))
        return STATUS_OK;
    struct hand parts[2][3];
    struct thirteen settings[2];
    enum status status = setting_parse(first, first_origin, parts[0], &settings[0], fault);
    if (status == STATUS_OK)
        status = setting_parse(second, second_origin, parts[1], &settings[1], fault);
    if (status == STATUS_OK)
        status = hands_differ(parts[0], parts[1], second, second_origin, fault);
    if (status != STATUS_OK)
        return status;

    static const char *const outcomes[3] = {"second wins", "tie", "first wins"};
    struct thirteen_scores mine = thirteen_score(&settings[0], &thirteen_rules_usual);
    struct thirteen_scores theirs = thirteen_score(&settings[1], &thirteen_rules_usual);
    int won[3], points = thirteen_points(&mine, &theirs, &thirteen_rules_usual);
    *outcome = (points > 0) - (points < 0);
    parts_won(&mine, &theirs, won);
    text_out_add(meaning, "front: %s; middle: %s; back: %s; ", outcomes[won[0] + 1], outcomes[won[1] + 1],
                 outcomes[won[2] + 1]);
    if (thirteen_home_run(&mine, &theirs) || thirteen_home_run(&theirs, &mine))
        text_out_add(meaning, "home run, ");
    if (points == 0)
        text_out_add(meaning, "no points");
    else
        text_out_add(meaning, "%d point%s to the %s as usually played", points > 0 ? points : -points,
                     points == 1 || points == -1 ? "" : "s", points > 0 ? "first" : "second");
    return STATUS_OK;
}

const struct ranking ranking_thirteen = {
    .name = "thirteen",
    .summary = "thirteen-card poker: \"front / middle / back\", or thirteen cards for the special hands",
    .example = "Ks Kd 4c / 9s 9d 9h 2c 3d / 6h 7h 8h Th Jh",
    .rank = rank_thirteen,
    .versus = versus_thirteen,
};
