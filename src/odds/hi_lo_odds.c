#include "odds/hi_lo_odds.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- states */

enum {
    LEFT_BITS = 3, /* 0 to 4 cards of a rank are left */
    STAGES = 2 * HI_LO_LEVELS_MAX,
    SLOT_BITS_MIN = 10,
    SLOT_BITS_MAX = 24
};

/* The cards of each rank that are left, LEFT_BITS each, and the same with the ranks in reverse. */
struct left {
    uint64_t up, down;
};

/* Before a guess. */
struct node {
    struct left left;
    unsigned rank; /* to guess against */
    unsigned correct;
    unsigned spare; /* 1 if a miss now is forgiven */
};

/*
 * The values of the states that the next card may lead to are always wanted together, so they lie together: a block
 * belongs to the deck before that card is turned. A deck upside down, 2 for ace, is worth the same with the ranks in
 * reverse; the smaller key stands for both.
 */
struct block {
    double values[RANK_COUNT]; /* by the rank of the card that is turned */
    double error;              /* of each of them, at most */
    uint8_t best[RANK_COUNT];  /* enum hi_lo_action, as if the deck were not upside down */
};

struct slot {
    uint64_t key; /* 0 is free: there is always a card left */
    uint32_t block;
};

/* One for each count and spare. */
struct table {
    struct slot *slots;
    unsigned bits;
    struct block *blocks;
    uint64_t *keys;                /* of the blocks */
    double (*reaches)[RANK_COUNT]; /* the chance that best play comes here; only for the pass that finds it */
    uint32_t count, capacity;
};

struct hi_lo_solver {
    struct hi_lo_rules rules;
    unsigned extras_max;
    double stop[HI_LO_LEVELS_MAX];   /* worth of stopping, by count */
    double missed[HI_LO_LEVELS_MAX]; /* worth of a miss that ends the game, by count */
    double win;
    double spread;                               /* best prize less worst */
    double last[DECK_CARDS + 1][DECK_CARDS + 1]; /* of the last level, by cards lower and higher */
    double last_reach[RANK_COUNT][DECK_CARDS + 1][DECK_CARDS + 1]; /* the chance that best play comes there */
    struct table tables[STAGES];
    bool out_of_memory;
};

static struct left left_without(struct left left, unsigned rank, unsigned cards)
{
    left.up -= (uint64_t)cards << (LEFT_BITS * rank);
    left.down -= (uint64_t)cards << (LEFT_BITS * (RANK_COUNT - 1 - rank));
    return left;
}

static struct left left_with(struct left left, unsigned rank)
{
    left.up += UINT64_C(1) << (LEFT_BITS * rank);
    left.down += UINT64_C(1) << (LEFT_BITS * (RANK_COUNT - 1 - rank));
    return left;
}

static unsigned left_of(struct left left, unsigned rank)
{
    return (unsigned)(left.up >> (LEFT_BITS * rank)) & 7;
}

static struct left full_deck(void)
{
    uint64_t all = 0;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        all = all << LEFT_BITS | SUIT_COUNT;
    return (struct left){all, all};
}

/* The fields are added in pairs to digits of 64, and a number is the sum of such digits modulo 63. */
static unsigned left_between(struct left left, unsigned from, unsigned to)
{
    const uint64_t even = UINT64_C(0707070707070707070707);
    uint64_t fields = left.up & ((UINT64_C(1) << (LEFT_BITS * to)) - (UINT64_C(1) << (LEFT_BITS * from)));
    return (unsigned)(((fields & even) + (fields >> LEFT_BITS & even)) % 63);
}

/* How many misses may yet be forgiven from here on. */
static unsigned misses_left(const struct hi_lo_solver *solver, unsigned correct, unsigned spare)
{
    if (correct >= solver->rules.forgiving_levels)
        return 0;
    if (solver->rules.forgiveness == HI_LO_FORGIVE_ONCE)
        return spare;
    return spare + solver->rules.forgiving_levels - correct - 1;
}

static unsigned spare_after_correct(const struct hi_lo_solver *solver, unsigned correct, unsigned spare)
{
    if (correct + 1 >= solver->rules.forgiving_levels)
        return 0;
    return solver->rules.forgiveness == HI_LO_FORGIVE_ONCE ? spare : 1;
}

/* The last level needs no memory: only how many cards are lower and higher matters. */
static bool is_last(const struct hi_lo_solver *solver, unsigned correct, unsigned spare)
{
    return correct + 1 == solver->rules.levels && spare == 0;
}

/* ---------------------------------------------------------------------------------------- tables */

static void table_release(struct table *table)
{
    free(table->slots);
    free(table->blocks);
    free(table->keys);
    free(table->reaches);
    *table = (struct table){0};
}

static struct slot *table_slot(const struct table *table, uint64_t key)
{
    /* Neighbouring decks differ in a few bits anywhere; two rounds spread them all over the table. */
    uint64_t mixed = (key ^ key >> 23) * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t mask = ((size_t)1 << table->bits) - 1;
    size_t place = (size_t)(mixed >> (64 - table->bits));
    while (table->slots[place].key != 0 && table->slots[place].key != key)
        place = (place + 1) & mask;
    return &table->slots[place];
}

static bool table_grow_slots(struct table *table)
{
    unsigned bits = table->slots ? table->bits + 1 : SLOT_BITS_MIN;
    struct slot *slots = bits <= SLOT_BITS_MAX ? calloc((size_t)1 << bits, sizeof *slots) : NULL;
    if (!slots)
        return false;
    free(table->slots);
    table->slots = slots;
    table->bits = bits;
    for (uint32_t i = 0; i < table->count; i++)
        *table_slot(table, table->keys[i]) = (struct slot){table->keys[i], i};
    return true;
}

static bool table_grow_blocks(struct table *table)
{
    uint32_t capacity = table->capacity ? table->capacity + table->capacity / 2 : 512;
    struct block *blocks = realloc(table->blocks, capacity * sizeof *blocks);
    if (blocks)
        table->blocks = blocks;
    uint64_t *keys = realloc(table->keys, capacity * sizeof *keys);
    if (keys)
        table->keys = keys;
    if (!blocks || !keys)
        return false;
    table->capacity = capacity;
    return true;
}

static bool table_add(struct table *table, uint64_t key, const struct block *block)
{
    if (table->count == table->capacity && !table_grow_blocks(table))
        return false;
    if ((!table->slots || (size_t)table->count * 3 >= (size_t)2 << table->bits) && !table_grow_slots(table))
        return false;
    struct slot *slot = table_slot(table, key);
    CHECK(slot->key == 0);
    *slot = (struct slot){key, table->count};
    table->keys[table->count] = key;
    table->blocks[table->count++] = *block;
    return true;
}

/* -------------------------------------------------------------------------------------- branches */

/* Some matching cards in a row, and what the deck looks like behind them. */
struct match_run {
    double chance;                           /* that at least so many match */
    unsigned cards;                          /* left when the card that differs is turned */
    unsigned others;                         /* those of them that differ */
    struct left left_right, left_wrong;      /* as kept behind a correct guess, and behind a forgiven one */
    unsigned put_back_right, put_back_wrong; /* matching cards beyond the extras that are counted */
};

enum { MATCH_RUNS_MAX = 4 };

/* How many of the matching cards are put back on the way to so many correct guesses. */
static unsigned put_back(const struct hi_lo_solver *solver, unsigned matches, int extras, unsigned correct,
                         unsigned spare)
{
    int room = (int)solver->extras_max - (int)misses_left(solver, correct, spare) - extras;
    if (room >= (int)matches || correct == solver->rules.levels || is_last(solver, correct, spare))
        return 0;
    return room > 0 ? matches - (unsigned)room : matches;
}

static unsigned match_runs(const struct hi_lo_solver *solver, const struct node *node,
                           struct match_run runs[MATCH_RUNS_MAX])
{
    unsigned cards = left_between(node->left, 0, RANK_COUNT), equal = left_of(node->left, node->rank);
    CHECK_OP(equal, <, MATCH_RUNS_MAX);
    int extras = (int)(DECK_CARDS - cards) - (int)node->correct - 1;
    unsigned spare = spare_after_correct(solver, node->correct, node->spare);
    double chance = 1;
    for (unsigned matches = 0; matches <= equal; matches++) {
        unsigned right = put_back(solver, matches, extras, node->correct + 1, spare);
        unsigned wrong = put_back(solver, matches, extras + 1, node->correct, 0);
        runs[matches] = (struct match_run){chance,
                                           cards - matches,
                                           cards - equal,
                                           left_without(node->left, node->rank, matches - right),
                                           left_without(node->left, node->rank, matches - wrong),
                                           right,
                                           wrong};
        chance *= (double)(equal - matches) / (cards - matches);
    }
    return equal + 1;
}

/*
 * By how much a card put back may change the value of a state with so many correct guesses: the derivation is in the
 * header. The deck loses one card for each guess and, beyond that, at most three matching ones.
 */
static double put_back_error(const struct hi_lo_solver *solver, struct left left, unsigned correct,
                             unsigned spare)
{
    double guesses = solver->rules.levels - correct + misses_left(solver, correct, spare);
    double fewest = left_between(left, 0, RANK_COUNT) - 4 * guesses;
    if (fewest < 3)
        return solver->spread;
    return solver->spread * fmin(1, guesses * (1 + 3 / (fewest - 2)) / fewest);
}

/* ---------------------------------------------------------------------------------------- values */

static struct hi_lo_advice advise(struct hi_lo_solver *solver, const struct node *node);

static void fill_last(const struct hi_lo_solver *solver, struct left left, double values[RANK_COUNT])
{
    unsigned cards = left_between(left, 0, RANK_COUNT);
    for (unsigned rank = 0, below = 0; rank < RANK_COUNT; rank++) {
        unsigned here = left_of(left, rank);
        values[rank] = solver->last[below][cards - below - here];
        below += here;
    }
}

static struct block block_make(struct hi_lo_solver *solver, struct left left, unsigned correct,
                               unsigned spare)
{
    struct block block = {0};
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        if (left_of(left, rank) == 0)
            continue;
        struct node node = {left_without(left, rank, 1), rank, correct, spare};
        struct hi_lo_advice advice = advise(solver, &node);
        block.values[rank] = advice.values[advice.best];
        block.best[rank] = (uint8_t)advice.best;
        block.error = fmax(block.error, advice.error);
    }
    return block;
}

/* The number of the block, made if it is not there yet. */
static bool block_find(struct hi_lo_solver *solver, struct left left, unsigned correct, unsigned spare,
                       uint32_t *number)
{
    struct table *table = &solver->tables[2 * correct + spare];
    bool mirrored = left.down < left.up;
    uint64_t key = mirrored ? left.down : left.up;
    if (table->slots) {
        const struct slot *slot = table_slot(table, key);
        *number = slot->block;
        if (slot->key == key)
            return true;
    }
    struct left upright = mirrored ? (struct left){left.down, left.up} : left;
    struct block block = block_make(solver, upright, correct, spare);
    if (solver->out_of_memory || !table_add(table, key, &block)) {
        solver->out_of_memory = true;
        return false;
    }
    *number = table->count - 1;
    return true;
}

/* The values of the states that the next card leads to, and the most that any is off. */
static double fill(struct hi_lo_solver *solver, struct left left, unsigned correct, unsigned spare,
                   double values[RANK_COUNT])
{
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        values[rank] = solver->win;
    if (correct == solver->rules.levels)
        return 0;
    if (is_last(solver, correct, spare)) {
        fill_last(solver, left, values);
        return 0;
    }
    uint32_t number;
    if (!block_find(solver, left, correct, spare, &number))
        return 0;
    const struct block *block = &solver->tables[2 * correct + spare].blocks[number];
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        values[rank] = block->values[left.down < left.up ? RANK_COUNT - 1 - rank : rank];
    return block->error;
}

static void advice_choose(struct hi_lo_advice *advice)
{
    advice->best = HI_LO_STOP;
    for (unsigned action = 0; action < HI_LO_ACTIONS; action++)
        if (advice->values[action] > advice->values[advice->best])
            advice->best = (enum hi_lo_action)action;
}

/* Adds to both guesses what a run of matching cards and then a card of each other rank brings. */
static void advise_run(struct hi_lo_solver *solver, const struct node *node, const struct match_run *run,
                       struct hi_lo_advice *advice, double errors[HI_LO_ACTIONS])
{
    double right[RANK_COUNT], wrong[RANK_COUNT];
    unsigned spare = spare_after_correct(solver, node->correct, node->spare);
    double right_error = fill(solver, run->left_right, node->correct + 1, spare, right), wrong_error = 0;
    if (run->put_back_right > 0)
        right_error +=
            run->put_back_right * put_back_error(solver, run->left_right, node->correct + 1, spare);
    if (node->spare == 1) {
        wrong_error = fill(solver, run->left_wrong, node->correct, 0, wrong);
        if (run->put_back_wrong > 0)
            wrong_error += run->put_back_wrong * put_back_error(solver, run->left_wrong, node->correct, 0);
    }
    double each = run->chance / run->cards, sums[2][HI_LO_ACTIONS] = {0};
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        if (rank == node->rank)
            continue;
        enum hi_lo_action hit = rank > node->rank ? HI_LO_GUESS_HIGHER : HI_LO_GUESS_LOWER;
        enum hi_lo_action miss = rank > node->rank ? HI_LO_GUESS_LOWER : HI_LO_GUESS_HIGHER;
        double chance = each * left_of(node->left, rank);
        advice->values[hit] += chance * right[rank];
        advice->values[miss] += chance * (node->spare == 1 ? wrong[rank] : solver->missed[node->correct]);
        sums[0][hit] += chance;
        sums[1][miss] += chance;
    }
    for (unsigned action = HI_LO_GUESS_HIGHER; action < HI_LO_ACTIONS; action++)
        errors[action] += sums[0][action] * right_error + sums[1][action] * wrong_error;
}

/* One level before the last most of the work is done, and what follows is looked up by the cards on both sides. */
static struct hi_lo_advice advise_before_last(const struct hi_lo_solver *solver, const struct node *node)
{
    unsigned cards = left_between(node->left, 0, RANK_COUNT), equal = left_of(node->left, node->rank);
    double each[MATCH_RUNS_MAX] = {1.0 / cards}; /* the chance of so many matches and then one certain card */
    for (unsigned matches = 1; matches <= equal; matches++)
        each[matches] = each[matches - 1] * (equal + 1 - matches) / (cards - matches);
    double sums[2] = {0}; /* of the cards that are lower, and higher */
    unsigned counts[2] = {0};
    for (unsigned rank = 0, below = 0; rank < RANK_COUNT; rank++) {
        unsigned here = left_of(node->left, rank), above = cards - below - here, side = rank > node->rank;
        double value = 0;
        if (rank != node->rank) {
            for (unsigned matches = 0; matches <= equal; matches++)
                value += each[matches] * (side == 1 ? solver->last[below - matches][above]
                                                    : solver->last[below][above - matches]);
            sums[side] += here * value;
            counts[side] += here;
        }
        below += here;
    }
    double miss = solver->missed[node->correct] / (cards - equal);
    struct hi_lo_advice advice = {
        .values = {solver->stop[node->correct], sums[1] + miss * counts[0], sums[0] + miss * counts[1]}};
    advice_choose(&advice);
    return advice;
}

static struct hi_lo_advice advise(struct hi_lo_solver *solver, const struct node *node)
{
    if (node->correct + 2 == solver->rules.levels && node->spare == 0 &&
        is_last(solver, node->correct + 1, spare_after_correct(solver, node->correct, 0)))
        return advise_before_last(solver, node);
    struct match_run runs[MATCH_RUNS_MAX];
    unsigned count = match_runs(solver, node, runs);
    struct hi_lo_advice advice = {.values = {solver->stop[node->correct], 0, 0}};
    double errors[HI_LO_ACTIONS] = {0};
    for (unsigned i = 0; i < count; i++)
        advise_run(solver, node, &runs[i], &advice, errors);
    advice.error = fmax(errors[HI_LO_GUESS_HIGHER], errors[HI_LO_GUESS_LOWER]);
    advice_choose(&advice);
    return advice;
}

/* ------------------------------------------------------------------------------ where play goes */

/* What best play does on the last level, which is not kept in a table. */
static void reach_from_last(const struct hi_lo_solver *solver, unsigned rank, unsigned below, unsigned above,
                            struct hi_lo_odds *odds)
{
    unsigned correct = solver->rules.levels - 1;
    double chance = solver->last_reach[rank][below][above], *actions = odds->actions[correct][rank];
    if (chance == 0)
        return;
    if (solver->last[below][above] <= solver->stop[correct]) {
        odds->stopped[correct] += chance;
        actions[HI_LO_STOP] += chance;
        return;
    }
    /* If a miss pays more than the progressive, the best guess is the unlikely one. */
    bool higher = (above >= below) == (solver->win >= solver->missed[correct]);
    actions[higher ? HI_LO_GUESS_HIGHER : HI_LO_GUESS_LOWER] += chance;
    double right = chance * (higher ? above : below) / (above + below);
    odds->won += right;
    odds->missed[correct] += chance - right;
}

/* A card of `node->rank` has been turned; `below` and `above` are the cards left on its two sides. */
static void reach_add(struct hi_lo_solver *solver, const struct node *node, unsigned below, unsigned above,
                      double chance, struct hi_lo_odds *odds)
{
    if (node->correct == solver->rules.levels) {
        odds->won += chance;
        return;
    }
    if (is_last(solver, node->correct, node->spare)) {
        solver->last_reach[node->rank][below][above] += chance;
        return;
    }
    struct left before = left_with(node->left, node->rank);
    struct table *table = &solver->tables[2 * node->correct + node->spare];
    bool mirrored = before.down < before.up;
    const struct slot *slot = table_slot(table, mirrored ? before.down : before.up);
    CHECK(slot->key != 0);
    table->reaches[slot->block][mirrored ? RANK_COUNT - 1 - node->rank : node->rank] += chance;
}

/* What follows a guess and a run of matching cards. */
static void reach_run(struct hi_lo_solver *solver, const struct node *node, const struct match_run *run,
                      enum hi_lo_action guess, double reach, struct hi_lo_odds *odds)
{
    unsigned spare = spare_after_correct(solver, node->correct, node->spare);
    bool to_last = is_last(solver, node->correct + 1, spare);
    double each = reach * run->chance / run->cards, missed = 0;
    unsigned below = 0, next_below = 0;
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        unsigned here = left_of(node->left, rank);
        double chance = each * here;
        below = next_below;
        next_below += rank == node->rank ? run->cards - run->others : here;
        if (rank == node->rank || chance == 0)
            continue;
        bool right = (rank > node->rank) == (guess == HI_LO_GUESS_HIGHER);
        if (right && to_last) {
            solver->last_reach[rank][below][run->cards - below - here] += chance;
            continue;
        }
        if (!right && node->spare == 0) {
            missed += chance;
            continue;
        }
        struct node next = {left_without(right ? run->left_right : run->left_wrong, rank, 1), rank,
                            node->correct + right, right ? spare : 0};
        reach_add(solver, &next, below, run->cards - below - here, chance, odds);
    }
    odds->missed[node->correct] += missed;
}

static void reach_from(struct hi_lo_solver *solver, const struct node *node, enum hi_lo_action best,
                       double reach, struct hi_lo_odds *odds)
{
    odds->actions[node->correct][node->rank][best] += reach;
    if (best == HI_LO_STOP) {
        odds->stopped[node->correct] += reach;
        return;
    }
    struct match_run runs[MATCH_RUNS_MAX];
    unsigned count = match_runs(solver, node, runs);
    for (unsigned i = 0; i < count; i++)
        reach_run(solver, node, &runs[i], best, reach, odds);
}

/* A count and a card have a mirror image, of which the tables kept one for both. */
static void actions_unfold(struct hi_lo_odds *odds)
{
    for (unsigned correct = 0; correct < HI_LO_LEVELS_MAX; correct++)
        for (unsigned rank = 0; rank <= RANK_COUNT / 2; rank++) {
            double *low = odds->actions[correct][rank], *high = odds->actions[correct][RANK_COUNT - 1 - rank];
            double stop = (low[HI_LO_STOP] + high[HI_LO_STOP]) / 2;
            double up = (low[HI_LO_GUESS_HIGHER] + high[HI_LO_GUESS_LOWER]) / 2;
            double down = (low[HI_LO_GUESS_LOWER] + high[HI_LO_GUESS_HIGHER]) / 2;
            low[HI_LO_STOP] = high[HI_LO_STOP] = stop;
            low[HI_LO_GUESS_HIGHER] = high[HI_LO_GUESS_LOWER] = up;
            low[HI_LO_GUESS_LOWER] = high[HI_LO_GUESS_HIGHER] = down;
        }
}

static struct left left_of_key(uint64_t key)
{
    struct left left = {key, 0};
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        left.down = left.down << LEFT_BITS | left_of(left, rank);
    return left;
}

static void reach_from_block(struct hi_lo_solver *solver, unsigned stage, uint32_t number,
                             struct hi_lo_odds *odds)
{
    const struct table *table = &solver->tables[stage];
    struct left left = left_of_key(table->keys[number]);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++) {
        double reach = table->reaches[number][rank];
        struct node node = {left_without(left, rank, 1), rank, stage / 2, stage % 2};
        if (reach > 0)
            reach_from(solver, &node, (enum hi_lo_action)table->blocks[number].best[rank], reach, odds);
    }
}

/* Stages in the order in which play passes through them: a forgiven miss at the same count comes later. */
static void reach_everything(struct hi_lo_solver *solver, struct hi_lo_odds *odds)
{
    for (unsigned correct = 0; correct < solver->rules.levels; correct++)
        for (unsigned spare = 2; spare-- > 0;)
            for (uint32_t i = 0; i < solver->tables[2 * correct + spare].count; i++)
                reach_from_block(solver, 2 * correct + spare, i, odds);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        for (unsigned below = 0; below <= DECK_CARDS; below++)
            for (unsigned above = 0; above + below <= DECK_CARDS; above++)
                reach_from_last(solver, rank, below, above, odds);
    actions_unfold(odds);
}

static void reach_release(struct hi_lo_solver *solver)
{
    for (unsigned stage = 0; stage < STAGES; stage++) {
        free(solver->tables[stage].reaches);
        solver->tables[stage].reaches = NULL;
    }
}

static bool reach_start(struct hi_lo_solver *solver)
{
    memset(solver->last_reach, 0, sizeof solver->last_reach);
    for (unsigned stage = 0; stage < STAGES; stage++) {
        struct table *table = &solver->tables[stage];
        if (table->count == 0)
            continue;
        table->reaches = calloc(table->count, sizeof *table->reaches);
        if (!table->reaches)
            return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------- the door */

struct hi_lo_question hi_lo_question_usual(const struct hi_lo_rules *rules, struct money progressive)
{
    return (struct hi_lo_question){*rules, progressive, 1.0, HI_LO_EXTRAS_USUAL};
}

const char *hi_lo_action_name(enum hi_lo_action action)
{
    static const char *const names[] = {"stop", "higher", "lower"};
    CHECK_OP((unsigned)action, <, HI_LO_ACTIONS);
    return names[action];
}

static double prize_worth(const struct hi_lo_question *question, struct hi_lo_prize prize)
{
    if (prize.kind == HI_LO_PROGRESSIVE)
        return (double)question->progressive.cents / MONEY_DOLLAR;
    double dollars = (double)prize.amount.cents / MONEY_DOLLAR;
    return prize.kind == HI_LO_FREE_PLAY ? dollars * question->free_play_worth : dollars;
}

static enum status question_check(const struct hi_lo_question *question, struct fault *fault)
{
    enum status status = hi_lo_rules_check(&question->rules, fault);
    if (status != STATUS_OK)
        return status;
    if (question->progressive.cents < 0)
        return fault_set(fault, STATUS_RANGE, 0, "the progressive is below zero");
    if (!(question->free_play_worth >= 0 && question->free_play_worth <= 1))
        return fault_set(fault, STATUS_RANGE, 0, "a dollar of free play is worth between 0 and 1 dollar");
    unsigned misses =
        question->rules.forgiveness == HI_LO_FORGIVE_EACH_LEVEL ? question->rules.forgiving_levels : 1;
    unsigned least = misses > HI_LO_EXTRAS_MIN ? misses : HI_LO_EXTRAS_MIN;
    if (question->extras_max < least || question->extras_max > HI_LO_EXTRAS_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "extras_max is %u; it is from %u to %d",
                         question->extras_max, least, HI_LO_EXTRAS_MAX);
    return STATUS_OK;
}

static void fill_prizes(struct hi_lo_solver *solver, const struct hi_lo_question *question)
{
    solver->win = prize_worth(question, solver->rules.prizes[solver->rules.levels]);
    double best = solver->win, worst = solver->win;
    for (unsigned correct = 0; correct < solver->rules.levels; correct++) {
        solver->stop[correct] = prize_worth(question, solver->rules.prizes[correct]);
        solver->missed[correct] = prize_worth(question, hi_lo_prize_lost(&solver->rules, correct));
        best = fmax(best, fmax(solver->stop[correct], solver->missed[correct]));
        worst = fmin(worst, fmin(solver->stop[correct], solver->missed[correct]));
    }
    solver->spread = best - worst;
    unsigned final = solver->rules.levels - 1;
    for (unsigned below = 0; below <= DECK_CARDS; below++)
        for (unsigned above = 0; above + below <= DECK_CARDS; above++) {
            double likely = above > below ? above : below, all = above + below;
            double go = all == 0 ? 0 : (likely * solver->win + (all - likely) * solver->missed[final]) / all;
            double go_other =
                all == 0 ? 0 : ((all - likely) * solver->win + likely * solver->missed[final]) / all;
            solver->last[below][above] = fmax(solver->stop[final], fmax(go, go_other));
        }
}

enum status hi_lo_solver_new(const struct hi_lo_question *question, struct hi_lo_solver **solver,
                             struct fault *fault)
{
    *solver = NULL;
    enum status status = question_check(question, fault);
    if (status != STATUS_OK)
        return status;
    struct hi_lo_solver *made = calloc(1, sizeof *made);
    if (!made)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "no memory for the solver");
    made->rules = question->rules;
    made->extras_max = question->extras_max;
    fill_prizes(made, question);
    *solver = made;
    return STATUS_OK;
}

void hi_lo_solver_release(struct hi_lo_solver *solver)
{
    for (unsigned stage = 0; solver && stage < STAGES; stage++)
        table_release(&solver->tables[stage]);
    free(solver);
}

/* At most 9 levels, each a sum of at most 96 products of numbers rounded to 53 bits. */
static double rounding_error(const struct hi_lo_solver *solver)
{
    return 1e-12 * (solver->win + solver->spread);
}

enum status hi_lo_solve(struct hi_lo_solver *solver, struct hi_lo_odds *odds)
{
    struct hi_lo_odds result = {0};
    unsigned spare = solver->rules.forgiving_levels > 0;
    double values[RANK_COUNT];
    result.error = fill(solver, full_deck(), 0, spare, values) + rounding_error(solver);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        result.value += values[rank] / RANK_COUNT;
    if (solver->out_of_memory)
        return STATUS_NO_MEMORY;
    bool has_room = reach_start(solver);
    for (unsigned rank = 0; has_room && rank < RANK_COUNT; rank++) {
        struct node first = {left_without(full_deck(), rank, 1), rank, 0, spare};
        reach_add(solver, &first, SUIT_COUNT * rank, SUIT_COUNT * (RANK_COUNT - 1 - rank), 1.0 / RANK_COUNT,
                  &result);
    }
    if (has_room)
        reach_everything(solver, &result);
    reach_release(solver);
    if (!has_room)
        return STATUS_NO_MEMORY;
    *odds = result;
    return STATUS_OK;
}

static enum status advise_node(struct hi_lo_solver *solver, const struct node *node,
                               struct hi_lo_advice *advice)
{
    struct hi_lo_advice result = advise(solver, node);
    if (solver->out_of_memory)
        return STATUS_NO_MEMORY;
    result.error += rounding_error(solver);
    *advice = result;
    return STATUS_OK;
}

enum status hi_lo_advise(struct hi_lo_solver *solver, const struct hi_lo_game *game,
                         struct hi_lo_advice *advice)
{
    if (game->state != HI_LO_GUESSING)
        return STATUS_INVALID;
    struct node node = {full_deck(), card_rank(game->card), game->correct, hi_lo_forgives(game)};
    for (unsigned i = 0; i < game->shown_count; i++)
        node.left = left_without(node.left, card_rank(game->shown[i]), 1);
    return advise_node(solver, &node, advice);
}

enum status hi_lo_advise_fresh(struct hi_lo_solver *solver, unsigned correct, enum rank rank,
                               struct hi_lo_advice *advice)
{
    if (correct >= solver->rules.levels || (unsigned)rank >= RANK_COUNT)
        return STATUS_RANGE;
    struct node node = {left_without(full_deck(), rank, 1), rank, correct,
                        correct < solver->rules.forgiving_levels};
    return advise_node(solver, &node, advice);
}

/* Whether guessing on is at least as good as stopping at this progressive. */
static enum status goes_on(const struct hi_lo_question *question, int64_t cents, unsigned correct,
                           enum rank rank, bool *answer, struct fault *fault)
{
    struct hi_lo_question asked = *question;
    asked.progressive = money_of_cents(cents);
    struct hi_lo_solver *solver;
    enum status status = hi_lo_solver_new(&asked, &solver, fault);
    if (status != STATUS_OK)
        return status;
    struct hi_lo_advice advice;
    status = hi_lo_advise_fresh(solver, correct, rank, &advice);
    hi_lo_solver_release(solver);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "no such count or card");
    double go = fmax(advice.values[HI_LO_GUESS_HIGHER], advice.values[HI_LO_GUESS_LOWER]);
    *answer = go >= advice.values[HI_LO_STOP];
    return STATUS_OK;
}

enum status hi_lo_break_even(const struct hi_lo_question *question, unsigned correct, enum rank rank,
                             struct money *progressive, struct fault *fault)
{
    struct hi_lo_question asked = *question;
    bool on;
    enum status status = goes_on(&asked, 0, correct, rank, &on, fault);
    if (status == STATUS_OK && on) {
        *progressive = money_of_cents(0);
        return STATUS_OK;
    }
    /* Not at `low`, but at `high`. */
    int64_t low = 0, high = 100 * MONEY_DOLLAR;
    for (; status == STATUS_OK; low = high, high *= 2) {
        if (high > (int64_t)HI_LO_BREAK_EVEN_MAX_DOLLARS * MONEY_DOLLAR)
            return fault_set(fault, STATUS_RANGE, 0, "stopping is right up to $%d",
                             HI_LO_BREAK_EVEN_MAX_DOLLARS);
        status = goes_on(&asked, high, correct, rank, &on, fault);
        if (status == STATUS_OK && on)
            break;
    }
    while (status == STATUS_OK && high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        status = goes_on(&asked, middle, correct, rank, &on, fault);
        *(on ? &high : &low) = middle;
    }
    if (status == STATUS_OK)
        *progressive = money_of_cents(high);
    return status;
}
