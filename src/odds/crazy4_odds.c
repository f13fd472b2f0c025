#include "odds/crazy4_odds.h"

#include "base/check.h"
#include "games/crazy4_tables.h"
#include "odds/subset_index.h"

#include <string.h>

static const char base_clause[] = CRAZY4_DOCUMENT "#202";

/* massachusetts/crazy-4-poker#157, reading MR27 */
static struct four_value king_high(void)
{
    return four_value_from(SCORE_FROM_RANK(FOUR_CLASS_HIGH_CARD, RANK_KING));
}

static struct four_value pair_of_aces(void)
{
    return four_value_from(SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE));
}

bool crazy4_qualifies(struct four_value value)
{
    return four_value_score(value).bits >= SCORE_FROM_RANK(FOUR_CLASS_HIGH_CARD, RANK_KING);
}

/* massachusetts/crazy-4-poker#145, reading MR21 */
bool crazy4_may_raise(struct four_value value)
{
    return four_value_score(value).bits >= SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE);
}

/* ------------------------------------------------------------------------------------------ counting */

/* The slots of the subsets of a class's five cards, the hand itself left out. */
enum { SLOTS = SUBSETS_OF_FIVE - 1 };

struct slots {
    uint16_t slots[SLOTS];
};

static void slots_make(const struct subset_index *index, const struct suit_class *suit_class,
                       struct slots *slots)
{
    uint32_t keys[SUBSETS_OF_FIVE];
    subset_keys_of_five(index, suit_class->ranks, keys);
    for (unsigned i = 0; i < SLOTS; i++)
        slots->slots[i] = (uint16_t)subset_slot(index, keys[i]);
}

/* Counters are kept 24 times too large, so that a class that stands for fewer hands adds whole numbers. They wrap
 * around on the way; the result is small. */
enum { COUNTER_SCALE = 24 };

static uint32_t hands_without(const struct slots *slots, const uint32_t *counters)
{
    uint32_t sum = 0;
#pragma GCC unroll 31
    for (unsigned i = 0; i < SLOTS; i++) {
        uint32_t counter = counters[slots->slots[i]];
        sum += __builtin_parity(i) ? 0 - counter : counter;
    }
    return sum / COUNTER_SCALE;
}

static void hands_add(const struct slots *slots, uint32_t hands, const uint8_t *symmetries,
                      uint32_t *counters)
{
    for (unsigned i = 0; i < SLOTS; i++)
        counters[slots->slots[i]] += hands * symmetries[slots->slots[i]];
}

enum status crazy4_table_make(struct crazy4_table *table, const struct paytable *super_bonus,
                              struct arena *arena)
{
    table->super_bonus = super_bonus;
    struct subset_index *index = ARENA_NEW(arena, struct subset_index);
    enum status status = index ? class_list_make(&table->classes, 5, arena) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = subset_index_make(index, 4, arena);
    if (status != STATUS_OK)
        return status;
    unsigned count = table->classes.count;
    struct slots *slots = ARENA_ARRAY(arena, struct slots, count);
    uint32_t *counters = ARENA_ARRAY(arena, uint32_t, index->slot_count);
    table->rivals = ARENA_ARRAY(arena, struct crazy4_rivals, count);
    if (!slots || !counters || !table->rivals)
        return STATUS_NO_MEMORY;
    for (unsigned i = 0; i < count; i++)
        slots_make(index, &table->classes.records[i].suit_class, &slots[i]);

    unsigned king = king_high().order;
    for (unsigned value = 1; value <= FOUR_VALUES; value++) {
        unsigned start = table->classes.starts[value], end = table->classes.starts[value + 1];
        if (value == king)
            for (unsigned i = 0; i < count; i++)
                table->rivals[i].unqualified = hands_without(&slots[i], counters) - (i < start);
        for (unsigned i = start; i < end; i++)
            table->rivals[i].below = hands_without(&slots[i], counters);
        for (unsigned i = start; i < end; i++)
            hands_add(&slots[i], table->classes.records[i].suit_class.hands, index->symmetries, counters);
        /* The fifth term of inclusion-exclusion: the player's own hand was counted in, and is not the dealer's. */
        for (unsigned i = start; i < end; i++)
            table->rivals[i].not_above = hands_without(&slots[i], counters) - 1;
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ play */

/* The row of the Super Bonus that pays the hand, from 1; 0 is none (massachusetts/crazy-4-poker#203). */
static unsigned bonus_row(const struct paytable *super_bonus, struct four_value value)
{
    return paytable_row_number(super_bonus, paytable_row(super_bonus, four_value_score(value)));
}

static int64_t bonus_halves(const struct paytable *super_bonus, unsigned row)
{
    return row > 0 ? 2 * (int64_t)super_bonus->rows[row - 1].pay.amount / super_bonus->rows[row - 1].pay.per
                   : 0;
}

/* How the dealer's hands end for a hand of the value. */
struct endings {
    uint32_t unqualified, unqualified_better; /* the second are those of the first that beat the player */
    uint32_t win, tie, lose;
    unsigned bonus_row;
    int64_t bonus_halves;
};

static struct endings endings_of(const struct crazy4_table *table, unsigned place)
{
    const struct crazy4_rivals *rivals = &table->rivals[place];
    struct four_value value = table->classes.records[place].value;
    unsigned row = bonus_row(table->super_bonus, value);
    struct endings endings = {.unqualified = rivals->unqualified,
                              .bonus_row = row,
                              .bonus_halves = bonus_halves(table->super_bonus, row)};
    if (crazy4_qualifies(value)) {
        endings.win = rivals->below - rivals->unqualified;
        endings.tie = rivals->not_above - rivals->below;
    } else {
        endings.unqualified_better = rivals->unqualified - rivals->not_above;
    }
    endings.lose = CRAZY4_DEALER_HANDS - endings.unqualified - endings.win - endings.tie;
    return endings;
}

static int64_t raise_halves(const struct endings *endings)
{
    return 2 * ((int64_t)endings->unqualified + endings->win - endings->lose);
}

static const int64_t fold_halves = -4 * (int64_t)CRAZY4_DEALER_HANDS;

/* Deals by how they end, by the row of the Super Bonus (none is row 0) and by whether the hand was played 1x or 3x. */
enum ending { ENDING_UNQUALIFIED, ENDING_UNQUALIFIED_BETTER, ENDING_WIN, ENDING_TIE, ENDING_LOSS, ENDINGS };

struct tally {
    uint64_t deals[2][PAY_ROWS_MAX + 1][ENDINGS];
};

static void tally_add(struct tally *tally, unsigned play, uint64_t hands, const struct endings *endings)
{
    uint64_t *deals = tally->deals[play == 3][endings->bonus_row];
    deals[ENDING_UNQUALIFIED] += hands * (endings->unqualified - endings->unqualified_better);
    deals[ENDING_UNQUALIFIED_BETTER] += hands * endings->unqualified_better;
    deals[ENDING_WIN] += hands * endings->win;
    deals[ENDING_TIE] += hands * endings->tie;
    deals[ENDING_LOSS] += hands * endings->lose;
}

/* The net of Ante, Play and Super Bonus in half units (massachusetts/crazy-4-poker#158 to #172). */
static int64_t net_halves(enum ending ending, int64_t play, int64_t bonus, struct crazy4_readings readings)
{
    switch (ending) {
    case ENDING_UNQUALIFIED:
        return 2 * play + bonus;
    case ENDING_UNQUALIFIED_BETTER:
        return 2 * play + (bonus == 0 && readings.unqualified_takes_bonus ? -2 : bonus);
    case ENDING_WIN:
        return 2 + 2 * play + bonus;
    case ENDING_TIE:
        return bonus;
    default:
        return -2 - 2 * play + (bonus == 0 && !readings.loss_returns_bonus ? -2 : bonus);
    }
}

/* The sum over the dealer's hands of the net at 1x, in half units. */
static int64_t play_halves(const struct endings *endings, struct crazy4_readings readings)
{
    int64_t bonus = endings->bonus_halves;
    uint32_t unqualified = endings->unqualified - endings->unqualified_better;
    return unqualified * net_halves(ENDING_UNQUALIFIED, 1, bonus, readings) +
           endings->unqualified_better * net_halves(ENDING_UNQUALIFIED_BETTER, 1, bonus, readings) +
           endings->win * net_halves(ENDING_WIN, 1, bonus, readings) +
           endings->tie * net_halves(ENDING_TIE, 1, bonus, readings) +
           endings->lose * net_halves(ENDING_LOSS, 1, bonus, readings);
}

static void tally_write(const struct tally *tally, const struct paytable *super_bonus,
                        struct crazy4_readings readings, struct bet *bet)
{
    static const char *const words[ENDINGS] = {"dealer below king", "dealer below king but better", "win",
                                               "tie", "loss"};
    for (unsigned raised = 0; raised < 2; raised++)
        for (unsigned row = 0; row <= super_bonus->row_count; row++)
            for (unsigned ending = 0; ending < ENDINGS; ending++) {
                if (tally->deals[raised][row][ending] == 0)
                    continue;
                const struct pay_row *bonus = row > 0 ? &super_bonus->rows[row - 1] : NULL;
                char name[BET_NAME_SIZE];
                struct text_out out;
                text_out_init(&out, name, sizeof name);
                text_out_add(&out, "%s, %s%s%s", raised ? "3x" : "1x", words[ending], bonus ? ", " : "",
                             bonus ? bonus->hand : "");
                int64_t bonus_paid = bonus_halves(super_bonus, row);
                bet_add(bet, name, tally->deals[raised][row][ending],
                        net_halves((enum ending)ending, raised ? 3 : 1, bonus_paid, readings));
            }
}

static struct fraction expected_of_halves(wide halves)
{
    return fraction_of(halves, 2 * (uwide)CRAZY4_PLAYER_HANDS * CRAZY4_DEALER_HANDS);
}

static void strategy_set(struct crazy4_solution *solution, unsigned place, const char *name,
                         struct four_value play_from, wide best_halves)
{
    struct four_value aces = pair_of_aces();
    wide halves = 0;
    for (unsigned value = 1; value <= FOUR_VALUES; value++) {
        const struct crazy4_row *row = &solution->rows[value];
        if (value < play_from.order)
            halves += (wide)row->hands * fold_halves;
        else
            halves += row->play_halves + (value >= aces.order ? 2 * row->raise_halves : 0);
    }
    solution->strategies[place] = (struct crazy4_strategy){.name = name,
                                                           .play_from = play_from,
                                                           .raise_from = aces,
                                                           .expected = expected_of_halves(halves),
                                                           .cost = expected_of_halves(best_halves - halves)};
}

static struct four_value value_of_ranks(enum rank a, enum rank b, enum rank c, enum rank d)
{
    struct card cards[4] = {card_of(a, SUIT_SPADES), card_of(b, SUIT_HEARTS), card_of(c, SUIT_DIAMONDS),
                            card_of(d, SUIT_CLUBS)};
    return four_rank4(cards);
}

static void strategies_set(struct crazy4_solution *solution, wide best_halves)
{
    strategy_set(solution, 0, "play K-Q-8-4 or better, 3x with a pair of aces or better",
                 value_of_ranks(RANK_KING, RANK_QUEEN, RANK_EIGHT, RANK_FOUR), best_halves);
    strategy_set(solution, 1, "play any king or better, 3x with a pair of aces or better", king_high(),
                 best_halves);
    strategy_set(solution, 2, "play any pair or better, 3x with a pair of aces or better",
                 four_value_from(SCORE_FROM_CLASS(FOUR_CLASS_PAIR)), best_halves);
    strategy_set(solution, 3, "play every hand, 3x with a pair of aces or better", (struct four_value){1},
                 best_halves);
}

struct best_play {
    int64_t halves;       /* over the dealer's hands */
    unsigned play;        /* 0 folds */
    int64_t one, further; /* what 1x nets, and what each further unit adds */
};

static struct best_play best_play(struct four_value value, const struct endings *endings,
                                  struct crazy4_readings readings)
{
    struct best_play best = {
        .play = 1, .one = play_halves(endings, readings), .further = raise_halves(endings)};
    best.halves = best.one;
    if (crazy4_may_raise(value) && best.further > 0) {
        best.halves += 2 * best.further;
        best.play = 3;
    }
    if (best.halves < fold_halves) {
        best.halves = fold_halves;
        best.play = 0;
    }
    return best;
}

void crazy4_solve(const struct crazy4_table *table, struct crazy4_readings readings,
                  struct crazy4_solution *solution)
{
    memset(solution, 0, sizeof *solution);
    struct bet *base = &solution->base;
    bet_init(base, "base", base_clause, (uwide)CRAZY4_PLAYER_HANDS * CRAZY4_DEALER_HANDS);
    base->initial_units = 2;
    struct tally tally = {0};
    wide best_sum = 0;
    double weakest_gain = 0;
    for (unsigned i = 0; i < table->classes.count; i++) {
        const struct class_record *record = &table->classes.records[i];
        struct crazy4_row *row = &solution->rows[record->value.order];
        uint64_t hands = record->suit_class.hands;
        struct endings endings = endings_of(table, i);
        struct best_play best = best_play(record->value, &endings, readings);
        best_sum += (wide)hands * best.halves;
        row->hands += hands;
        row->play_halves += (wide)hands * best.one;
        row->raise_halves += (wide)hands * best.further;
        if (best.play == 0) {
            solution->folds += hands;
            row->hands_that_fold += hands;
            solution->strongest_fold = record->value;
            continue;
        }
        double gain = (double)(best.halves - fold_halves);
        if (solution->weakest_play.order == 0)
            solution->weakest_play = record->value;
        if (record->value.order == solution->weakest_play.order &&
            (weakest_gain == 0 || gain < weakest_gain)) {
            weakest_gain = gain;
            class_cards(&record->suit_class, solution->weakest_cards);
        }
        *(best.play == 3 ? &solution->raises : &solution->plays) += hands;
        row->hands_that_raise += best.play == 3 ? hands : 0;
        tally_add(&tally, best.play, hands, &endings);
    }
    uint64_t units = 2 * (uint64_t)CRAZY4_PLAYER_HANDS + solution->plays + 3 * solution->raises;
    base->mean_units = fraction_of((wide)units, CRAZY4_PLAYER_HANDS);
    bet_add(base, "fold", (uwide)solution->folds * CRAZY4_DEALER_HANDS, -4);
    tally_write(&tally, table->super_bonus, readings, base);
    strategies_set(solution, best_sum);
}

struct crazy4_advice crazy4_advise(const struct crazy4_table *table, const struct card cards[5])
{
    struct hand hand = {.count = 5};
    memcpy(hand.cards, cards, 5 * sizeof cards[0]);
    struct suit_class wanted = suit_class_of(card_set_of_hand(&hand));
    struct four_value value = four_rank5(cards);
    unsigned place = table->classes.starts[value.order];
    while (memcmp(&table->classes.records[place].suit_class, &wanted, sizeof wanted) != 0) {
        place++;
        CHECK_OP(place, <, table->classes.starts[value.order + 1]);
    }
    struct endings endings = endings_of(table, place);
    double unit = 2.0 * CRAZY4_DEALER_HANDS;
    int64_t one = play_halves(&endings, (struct crazy4_readings){0}), further = raise_halves(&endings);
    return (struct crazy4_advice){.fold = -2,
                                  .play = (double)one / unit,
                                  .raise = (double)(one + 2 * further) / unit,
                                  .may_raise = crazy4_may_raise(value),
                                  .play_halves = one,
                                  .further_halves = further};
}
