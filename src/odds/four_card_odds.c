#include "odds/four_card_odds.h"

#include "base/check.h"
#include "games/four_card_tables.h"
#include "odds/subset_index.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------ counting */

/* Counters are kept 24 times too large, so that a class that stands for fewer hands adds whole numbers. They wrap
 * around on the way; the result is small. */
enum { COUNTER_SCALE = 24, SUBSETS_OF_SIX = 64 };

/* Adds the dealer's hands of one class: every subset of at most five of its six cards. */
static void hands_add(const struct subset_index *index, const struct suit_class *suit_class,
                      uint32_t *counters)
{
    uint32_t keys[SUBSETS_OF_SIX] = {0};
    unsigned count = 1;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        count = subset_keys_extend(index, suit_class->ranks[suit], keys, count);
    for (unsigned i = 0; i + 1 < SUBSETS_OF_SIX; i++) {
        unsigned slot = subset_slot(index, keys[i]);
        counters[slot] += (uint32_t)suit_class->hands * index->symmetries[slot];
    }
}

/*
 * The dealer's hands counted so far that hold the up card `bit` of suit `suit` and none of the player's cards. `others`
 * are the keys of the subsets of the player's other suits. The subset of all five cards is left to the caller: with the
 * up card it is a hand of its own.
 */
static uint32_t hands_with_up(const struct subset_index *index, unsigned ranks, unsigned bit,
                              const uint32_t *others, unsigned other_count, const uint32_t *counters)
{
    uint32_t keys[SUBSETS_OF_FIVE] = {0};
    unsigned filled = 0, part = 0;
    do {
        uint32_t key = index->keys[part | bit];
        for (unsigned i = 0; i < other_count; i++)
            keys[filled++] = others[i] + key;
        part = (part - ranks) & ranks;
    } while (part != 0);
    uint32_t sum = 0;
#pragma GCC unroll 31
    for (unsigned i = 0; i + 1 < SUBSETS_OF_FIVE; i++) {
        uint32_t counter = counters[subset_slot(index, keys[i])];
        sum += __builtin_parity(i) ? 0 - counter : counter;
    }
    return sum / COUNTER_SCALE;
}

/* Where the counts of the dealer's hands come from: counted now, or as they were kept, in the order of the visits. */
struct counts {
    const struct subset_index *index;
    const uint32_t *counters;
    const uint32_t *kept; /* NULL: they are counted */
    size_t next;
};

/* All up cards against the player's hands of one class. Suits with equal masks are alike. */
static void class_visit(struct counts *counts, const struct class_record *record, four_card_visitor *visitor,
                        void *context)
{
    const uint16_t *ranks = record->suit_class.ranks;
    struct four_card_situation situation = {.player = record};
    struct card cards[6];
    class_cards(&record->suit_class, cards);
    for (unsigned suit = 0, alike; suit < SUIT_COUNT; suit += alike) {
        for (alike = 1; suit + alike < SUIT_COUNT && ranks[suit + alike] == ranks[suit];)
            alike++;
        situation.weight = (uint64_t)record->suit_class.hands * alike;
        uint32_t others[SUBSETS_OF_FIVE] = {0};
        unsigned other_count = 1;
        for (unsigned other = 0; other < SUIT_COUNT && !counts->kept; other++)
            if (other != suit)
                other_count = subset_keys_extend(counts->index, ranks[other], others, other_count);
        for (unsigned up = 0; up < RANK_COUNT; up++) {
            if (ranks[suit] >> up & 1)
                continue;
            cards[5] = situation.up = card_of((enum rank)up, (enum suit)(SUIT_SPADES - suit));
            /* The last term: the player's five with the up card are no hand of the dealer's, but were counted. */
            situation.beaten = counts->kept ? counts->kept[counts->next++]
                                            : hands_with_up(counts->index, ranks[suit], 1U << up, others,
                                                            other_count, counts->counters) -
                                                  (four_rank6(cards).order == record->value.order);
            visitor(context, &situation);
        }
    }
}

enum status four_card_count(four_card_visitor *visitor, void *context, struct arena *arena)
{
    struct class_list players, dealers;
    struct subset_index *index = ARENA_NEW(arena, struct subset_index);
    enum status status = index ? subset_index_make(index, 5, arena) : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = class_list_make(&players, 5, arena);
    if (status == STATUS_OK)
        status = class_list_make(&dealers, 6, arena);
    if (status != STATUS_OK)
        return status;
    uint32_t *counters = ARENA_ARRAY(arena, uint32_t, index->slot_count);
    if (!counters)
        return STATUS_NO_MEMORY;
    struct counts counts = {.index = index, .counters = counters};
    for (unsigned value = 1; value <= FOUR_VALUES; value++) {
        for (unsigned i = dealers.starts[value]; i < dealers.starts[value + 1]; i++)
            hands_add(index, &dealers.records[i].suit_class, counters);
        for (unsigned i = players.starts[value]; i < players.starts[value + 1]; i++)
            class_visit(&counts, &players.records[i], visitor, context);
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ kept counts */

struct keeping {
    uint32_t *beaten;
    size_t next;
};

static void keep_situation(void *context, const struct four_card_situation *situation)
{
    struct keeping *keeping = context;
    keeping->beaten[keeping->next++] = situation->beaten;
}

static void table_visit(const struct four_card_table *table, four_card_visitor *visitor, void *context)
{
    struct counts counts = {.kept = table->beaten};
    CHECK(counts.kept);
    for (unsigned i = table->players.starts[1]; i < table->players.starts[FOUR_VALUES + 1]; i++)
        class_visit(&counts, &table->players.records[i], visitor, context);
    CHECK_OP(counts.next, ==, table->count);
}

enum status four_card_table_make(struct four_card_table *table, struct arena *arena, struct arena *scratch)
{
    struct four_card_table made = {.count = 0};
    enum status status = class_list_make(&made.players, 5, arena);
    if (status != STATUS_OK)
        return status;
    /* As many as a class has at most; what they are is known when they are counted. */
    made.beaten = ARENA_ARRAY(arena, uint32_t, (size_t)made.players.count * (DECK_CARDS - 5));
    struct keeping keeping = {.beaten = made.beaten};
    if (!made.beaten)
        return arena->refusal;
    status = four_card_count(keep_situation, &keeping, scratch);
    made.count = keeping.next;
    if (status == STATUS_OK)
        *table = made;
    return status;
}

uint32_t four_card_beaten_plain(const struct card cards[5], struct card up)
{
    struct four_value value = four_rank5(cards);
    struct card left[DECK_CARDS];
    unsigned count = 0;
    for (unsigned number = 0; number < DECK_CARDS; number++) {
        struct card card = card_of_number(number);
        bool dead = card_equal(card, up);
        for (unsigned i = 0; i < 5; i++)
            dead |= card_equal(card, cards[i]);
        if (!dead)
            left[count++] = card;
    }
    uint32_t beaten = 0;
    struct card dealer[6] = {up};
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            for (unsigned c = b + 1; c < count; c++)
                for (unsigned d = c + 1; d < count; d++) {
                    dealer[1] = left[a];
                    dealer[2] = left[b];
                    dealer[3] = left[c];
                    dealer[4] = left[d];
                    for (unsigned e = d + 1; e < count; e++) {
                        dealer[5] = left[e];
                        beaten += four_rank6(dealer).order <= value.order;
                    }
                }
    return beaten;
}

/* ------------------------------------------------------------------------------------------ play */

/* Deals by the row of the automatic bonus (none is row 0), by 1x or 3x, lost or won. */
struct tally {
    uint64_t deals[2][PAY_ROWS_MAX + 1][2];
};

struct solving {
    struct four_card_readings readings;
    struct four_card_solution *solution;
    struct tally tally;
    wide other_units; /* won by best play under the other reading */
};

static unsigned bonus_row(const struct paytable *ante_bonus, struct four_value value)
{
    return paytable_row_number(ante_bonus, paytable_row(ante_bonus, four_value_score(value)));
}

static int64_t bonus_of_row(const struct paytable *ante_bonus, unsigned row)
{
    return row > 0 ? (int64_t)ante_bonus->rows[row - 1].pay.amount : 0;
}

/* What is won over all the dealer's hands in units of the Ante, at `play` units of Play. */
static int64_t play_units(int64_t beaten, int64_t play, int64_t bonus, struct four_card_readings readings)
{
    int64_t margin = 2 * beaten - FOUR_CARD_DEALER_HANDS;
    int64_t bonus_hands = readings.bonus_needs_win ? beaten : FOUR_CARD_DEALER_HANDS;
    return (1 + play) * margin + bonus * bonus_hands;
}

/* The amount that best play wins. */
static int64_t best_units(int64_t beaten, int64_t bonus, struct four_card_readings readings)
{
    bool raises = 2 * beaten > FOUR_CARD_DEALER_HANDS;
    int64_t played = play_units(beaten, raises ? 3 : 1, bonus, readings);
    return played < -FOUR_CARD_DEALER_HANDS ? -FOUR_CARD_DEALER_HANDS : played;
}

static void situation_add(void *context, const struct four_card_situation *situation)
{
    struct solving *solving = context;
    struct four_card_solution *solution = solving->solution;
    struct four_value value = situation->player->value;
    uint64_t weight = situation->weight;
    uint32_t beaten = situation->beaten;
    unsigned row = bonus_row(solution->ante_bonus, value);
    int64_t bonus = bonus_of_row(solution->ante_bonus, row);
    struct four_card_cell *cell = &solution->cells[value.order][card_rank(situation->up)];
    int64_t margin = 2 * (int64_t)beaten - FOUR_CARD_DEALER_HANDS;
    struct four_card_readings other = {.bonus_needs_win = !solving->readings.bonus_needs_win};
    solving->other_units += (wide)weight * best_units(beaten, bonus, other);
    cell->situations += weight;
    cell->margin += (int64_t)weight * margin;
    bool raises = margin > 0;
    bool folds = !raises && play_units(beaten, 1, bonus, solving->readings) < -FOUR_CARD_DEALER_HANDS;
    if (folds) {
        cell->folds += weight;
        solution->folds += weight;
        return;
    }
    if (raises) {
        cell->raises += weight;
        solution->raises += weight;
        if (solution->weakest_raise.order == 0)
            solution->weakest_raise = value;
    } else {
        solution->plays += weight;
    }
    if (solution->weakest_play.order == 0)
        solution->weakest_play = value;
    uint64_t *deals = solving->tally.deals[raises][row];
    deals[0] += weight * (FOUR_CARD_DEALER_HANDS - beaten);
    deals[1] += weight * beaten;
}

/* ------------------------------------------------------------------------------------------ results */

static void tally_write(const struct solving *solving)
{
    struct bet *bet = &solving->solution->base;
    const struct paytable *ante_bonus = solving->solution->ante_bonus;
    bet_add(bet, "fold", (uwide)solving->solution->folds * FOUR_CARD_DEALER_HANDS, -2);
    for (unsigned raised = 0; raised < 2; raised++)
        for (unsigned row = 0; row <= ante_bonus->row_count; row++)
            for (unsigned won = 0; won < 2; won++) {
                if (solving->tally.deals[raised][row][won] == 0)
                    continue;
                char name[BET_NAME_SIZE];
                struct text_out out;
                text_out_init(&out, name, sizeof name);
                text_out_add(&out, "%s, %s%s%s", raised ? "3x" : "1x", won ? "win" : "loss", row ? ", " : "",
                             row ? ante_bonus->rows[row - 1].hand : "");
                int64_t bonus = won || !solving->readings.bonus_needs_win ? bonus_of_row(ante_bonus, row) : 0;
                int64_t stake = raised ? 4 : 2;
                bet_add(bet, name, solving->tally.deals[raised][row][won],
                        2 * ((won ? stake : -stake) + bonus));
            }
}

static wide cell_units(const struct four_card_solution *solution, unsigned value, unsigned up, int64_t play,
                       struct four_card_readings readings)
{
    const struct four_card_cell *cell = &solution->cells[value][up];
    unsigned row = bonus_row(solution->ante_bonus, (struct four_value){(uint16_t)value});
    int64_t bonus = bonus_of_row(solution->ante_bonus, row);
    wide hands = (wide)cell->situations * FOUR_CARD_DEALER_HANDS;
    wide bonus_hands = readings.bonus_needs_win ? (hands + cell->margin) / 2 : hands;
    return (wide)(1 + play) * cell->margin + bonus * bonus_hands;
}

static struct fraction expected_of_units(wide units)
{
    return fraction_of(units, (uwide)FOUR_CARD_SITUATIONS * FOUR_CARD_DEALER_HANDS);
}

static void strategy_evaluate(const struct four_card_solution *solution, struct four_card_readings readings,
                              struct four_card_strategy *strategy)
{
    wide units = 0;
    for (unsigned up = 0; up < RANK_COUNT; up++)
        for (unsigned value = 1; value <= FOUR_VALUES; value++) {
            const struct four_card_cell *cell = &solution->cells[value][up];
            if (value >= strategy->raise_from[up].order)
                units += cell_units(solution, value, up, 3, readings);
            else if (value >= strategy->play_from[up].order)
                units += cell_units(solution, value, up, 1, readings);
            else
                units -= (wide)cell->situations * FOUR_CARD_DEALER_HANDS;
        }
    strategy->expected = expected_of_units(units);
    struct fraction best = bet_expected(&solution->base);
    strategy->cost =
        fraction_add(best, fraction_of(-strategy->expected.numerator, strategy->expected.denominator));
}

/* From which value on the one choice is worth more than the other, so that the sum over all values is greatest. */
static struct four_value best_threshold(const struct four_card_solution *solution, unsigned up,
                                        struct four_card_readings readings, bool raise)
{
    wide gain = 0, best_gain = 0;
    unsigned best = FOUR_VALUES + 1;
    for (unsigned value = FOUR_VALUES; value >= 1; value--) {
        const struct four_card_cell *cell = &solution->cells[value][up];
        wide below = raise ? cell_units(solution, value, up, 1, readings)
                           : -(wide)cell->situations * FOUR_CARD_DEALER_HANDS;
        gain += cell_units(solution, value, up, raise ? 3 : 1, readings) - below;
        if (gain > best_gain) {
            best_gain = gain;
            best = value;
        }
    }
    return (struct four_value){(uint16_t)best};
}

static void fixed_strategy(struct four_card_strategy *strategy, const char *name, struct four_value play_from,
                           struct four_value raise_from)
{
    strategy->name = name;
    for (unsigned up = 0; up < RANK_COUNT; up++) {
        strategy->play_from[up] = play_from;
        strategy->raise_from[up] = raise_from;
    }
}

static void strategies_set(struct four_card_solution *solution, struct four_card_readings readings)
{
    struct four_card_strategy *table = &solution->strategies[0];
    table->name = "by the rank of the up card, as in the strategy table";
    for (unsigned up = 0; up < RANK_COUNT; up++) {
        table->play_from[up] = best_threshold(solution, up, readings, false);
        table->raise_from[up] = best_threshold(solution, up, readings, true);
    }
    struct four_value pair = four_value_from(SCORE_FROM_CLASS(FOUR_CLASS_PAIR));
    fixed_strategy(&solution->strategies[1], "play any pair, 3x with a pair of tens or better", pair,
                   four_value_from(SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_TEN)));
    fixed_strategy(&solution->strategies[2], "play any pair, 3x with a pair of aces or better", pair,
                   four_value_from(SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE)));
    fixed_strategy(&solution->strategies[3], "play every hand, 3x with a pair of tens or better",
                   (struct four_value){1}, four_value_from(SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_TEN)));
    for (unsigned i = 0; i < FOUR_CARD_STRATEGIES; i++)
        strategy_evaluate(solution, readings, &solution->strategies[i]);
}

static void solving_init(struct solving *solving, const struct paytable *ante_bonus,
                         struct four_card_readings readings, struct four_card_solution *solution)
{
    memset(solution, 0, sizeof *solution);
    solution->ante_bonus = ante_bonus;
    *solving = (struct solving){.readings = readings, .solution = solution};
    bet_init(&solution->base, "base", FOUR_CARD_DOCUMENT "#43",
             (uwide)FOUR_CARD_SITUATIONS * FOUR_CARD_DEALER_HANDS);
}

static void solving_finish(struct solving *solving)
{
    struct four_card_solution *solution = solving->solution;
    CHECK(solution->folds + solution->plays + solution->raises == FOUR_CARD_SITUATIONS);
    tally_write(solving);
    uint64_t units = FOUR_CARD_SITUATIONS + solution->plays + 3 * solution->raises;
    solution->base.mean_units = fraction_of((wide)units, FOUR_CARD_SITUATIONS);
    solution->other_reading = expected_of_units(solving->other_units);
    strategies_set(solution, solving->readings);
}

enum status four_card_solve(const struct paytable *ante_bonus, struct four_card_readings readings,
                            struct four_card_solution *solution, struct arena *arena)
{
    struct solving solving;
    solving_init(&solving, ante_bonus, readings, solution);
    enum status status = four_card_count(situation_add, &solving, arena);
    if (status == STATUS_OK)
        solving_finish(&solving);
    return status;
}

void four_card_solve_table(const struct four_card_table *table, const struct paytable *ante_bonus,
                           struct four_card_readings readings, struct four_card_solution *solution)
{
    struct solving solving;
    solving_init(&solving, ante_bonus, readings, solution);
    table_visit(table, situation_add, &solving);
    solving_finish(&solving);
}
