#include "odds/report_internal.h"

#include "base/check.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------ words */

static void value_write(struct text_out *out, struct four_value value)
{
    four_name_write(out, four_value_score(value));
}

static void words_of_value(char words[REPORT_WORDS_SIZE], struct four_value value)
{
    struct text_out out;
    text_out_init(&out, words, REPORT_WORDS_SIZE);
    value_write(&out, value);
}

static void action_add(struct report_base *base, const char *name, unsigned play_units, uwide count)
{
    CHECK_OP(base->action_count, <, REPORT_ACTIONS_MAX);
    base->actions[base->action_count++] = (struct report_action){name, play_units, count};
}

/* Each further unit of Play nets the same, so if one is worth making all are, and two are never best. */
static void actions_set(struct report_base *base, uwide total, uint64_t folds, uint64_t plays,
                        uint64_t raises)
{
    base->action_total = total;
    action_add(base, "fold", 0, folds);
    action_add(base, "1x", 1, plays);
    action_add(base, "2x", 2, 0);
    action_add(base, "3x", 3, raises);
}

static void simple_add(struct report_base *base, const char *name, struct fraction expected,
                       struct fraction cost)
{
    CHECK_OP(base->simple_count, <, REPORT_SIMPLES_MAX);
    struct report_simple *simple = &base->simples[base->simple_count++];
    struct text_out out;
    text_out_init(&out, simple->name, sizeof simple->name);
    text_out_add(&out, "%s", name);
    simple->expected = expected;
    simple->cost = cost;
}

/* ------------------------------------------------------------------------------------------ Crazy 4 Poker */

enum habit { HABIT_NONE, HABIT_RAISE, HABIT_PLAY, HABIT_SOME, HABIT_FOLD };

static enum habit habit_of(const struct crazy4_row *row)
{
    if (row->hands == 0)
        return HABIT_NONE;
    if (row->hands_that_raise == row->hands)
        return HABIT_RAISE;
    if (row->hands_that_fold == row->hands)
        return HABIT_FOLD;
    return row->hands_that_fold == 0 ? HABIT_PLAY : HABIT_SOME;
}

/* The values from `high` down to `low` are played alike. */
static void crazy4_line(struct report_base *base, const struct crazy4_solution *solution, unsigned high,
                        unsigned low)
{
    static const char *const plays[] = {[HABIT_RAISE] = "3x", [HABIT_PLAY] = "1x", [HABIT_FOLD] = "fold"};
    const struct crazy4_row *row = &solution->rows[high];
    enum habit habit = habit_of(row);
    CHECK_OP(base->line_count, <, REPORT_LINES_MAX);
    struct report_line *line = &base->lines[base->line_count++];
    struct text_out out;
    text_out_init(&out, line->cells[0], REPORT_WORDS_SIZE);
    value_write(&out, (struct four_value){(uint16_t)(habit == HABIT_FOLD ? high : low)});
    if (low < high)
        text_out_add(&out, habit == HABIT_FOLD ? " and below" : " and better");
    text_out_init(&out, line->cells[1], REPORT_WORDS_SIZE);
    if (habit == HABIT_SOME)
        text_out_add(&out, "1x with %u of its %u hands, by fifth card and suits",
                     (unsigned)(row->hands - row->hands_that_fold), (unsigned)row->hands);
    else
        text_out_add(&out, "%s", plays[habit]);
}

/* From the best value down; values that depend on more than themselves stand alone. */
static void crazy4_lines(struct report_base *base, const struct crazy4_solution *solution)
{
    unsigned high = 0, low = 0;
    base->heads[0] = "hand";
    base->heads[1] = "best play";
    for (unsigned value = FOUR_VALUES; value >= 1; value--) {
        enum habit habit = habit_of(&solution->rows[value]);
        if (habit == HABIT_NONE)
            continue;
        bool goes_on = high > 0 && habit != HABIT_SOME && habit == habit_of(&solution->rows[high]);
        if (high > 0 && !goes_on)
            crazy4_line(base, solution, high, low);
        if (!goes_on)
            high = value;
        low = value;
    }
    crazy4_line(base, solution, high, low);
}

/* What best play is worth with a reading turned round; the chosen ones are known already. */
static struct report_reading crazy4_reading(const struct report_reading *words, bool *reading,
                                            const struct crazy4_readings *readings,
                                            const struct crazy4_table *table, struct fraction expected,
                                            struct crazy4_solution *scratch)
{
    struct report_reading result = *words;
    result.chosen = *reading;
    *reading = !*reading;
    crazy4_solve(table, *readings, scratch);
    *reading = !*reading;
    struct fraction turned = bet_expected(&scratch->base);
    result.with = result.chosen ? expected : turned;
    result.without = result.chosen ? turned : expected;
    return result;
}

static void crazy4_readings(struct report *report, const struct crazy4_table *table, struct fraction expected,
                            struct crazy4_solution *scratch)
{
    static const struct report_reading words[] = {
        {.option = "unqualified-takes-bonus",
         .clause = CRAZY4_DOCUMENT "#161, reading MR1",
         .words = "a dealer below king who beats the player takes the Super Bonus"},
        {.option = "loss-returns-bonus",
         .clause = CRAZY4_DOCUMENT "#164, reading MR2",
         .words = "a losing hand below a straight gets its Super Bonus back"},
    };
    struct crazy4_readings readings = report->settings.crazy4;
    bool *const places[] = {&readings.unqualified_takes_bonus, &readings.loss_returns_bonus};
    for (unsigned i = 0; i < 2; i++)
        report->base.readings[i] = crazy4_reading(&words[i], places[i], &readings, table, expected, scratch);
    report->base.reading_count = 2;
}

/* From the highest rank down, as people show a hand. */
static void cards_sort(struct card *cards, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k > 0 && card_rank(cards[k]) > card_rank(cards[k - 1]); k--) {
            struct card swapped = cards[k];
            cards[k] = cards[k - 1];
            cards[k - 1] = swapped;
        }
}

static void crazy4_words(struct report_base *base, const struct crazy4_solution *solution)
{
    struct text_out out;
    struct card cards[5];
    memcpy(cards, solution->weakest_cards, sizeof cards);
    cards_sort(cards, 5);
    text_out_init(&out, base->weakest, sizeof base->weakest);
    cards_write(&out, cards, 5, CARD_STYLE_LETTERS);
    text_out_add(&out, ", ");
    value_write(&out, solution->weakest_play);
    for (unsigned value = FOUR_VALUES; value >= 1; value--)
        if (solution->rows[value].hands_that_raise > 0)
            words_of_value(base->weakest_raise, (struct four_value){(uint16_t)value});
}

enum status report_crazy4_base(struct report *report, struct bet *base, struct arena *arena)
{
    struct crazy4_table table;
    struct crazy4_solution *solution = ARENA_NEW(arena, struct crazy4_solution);
    enum status status =
        solution ? crazy4_table_make(&table, &report->target->crazy4->super_bonus, arena) : arena->refusal;
    if (status != STATUS_OK)
        return status;
    report->base = (struct report_base){0};
    crazy4_solve(&table, report->settings.crazy4, solution);
    *base = solution->base;
    actions_set(&report->base, CRAZY4_PLAYER_HANDS, solution->folds, solution->plays, solution->raises);
    crazy4_words(&report->base, solution);
    crazy4_lines(&report->base, solution);
    for (unsigned i = 0; i < CRAZY4_STRATEGIES; i++)
        simple_add(&report->base, solution->strategies[i].name, solution->strategies[i].expected,
                   solution->strategies[i].cost);
    crazy4_readings(report, &table, bet_expected(base), solution);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ Four-Card Poker */

static void threshold_write(struct text_out *out, struct four_value from)
{
    if (from.order > FOUR_VALUES)
        text_out_add(out, "never");
    else
        value_write(out, from);
}

/* One line for each rank of the up card: the first of the simple strategies, which is nearly best. */
static void four_card_lines(struct report_base *base, const struct four_card_strategy *strategy)
{
    base->heads[0] = "dealer shows";
    base->heads[1] = "play 1x from";
    base->heads[2] = "play 3x from";
    for (unsigned rank = RANK_COUNT; rank-- > 0;) {
        CHECK_OP(base->line_count, <, REPORT_LINES_MAX);
        struct report_line *line = &base->lines[base->line_count++];
        struct text_out out;
        text_out_init(&out, line->cells[0], REPORT_WORDS_SIZE);
        text_out_add(&out, "%s", rank_word((enum rank)rank));
        text_out_init(&out, line->cells[1], REPORT_WORDS_SIZE);
        threshold_write(&out, strategy->play_from[rank]);
        text_out_init(&out, line->cells[2], REPORT_WORDS_SIZE);
        threshold_write(&out, strategy->raise_from[rank]);
    }
}

enum status report_four_card_base(struct report *report, struct bet *base, const struct four_card_table *kept,
                                  struct arena *arena)
{
    struct four_card_solution *solution = ARENA_NEW(arena, struct four_card_solution);
    struct four_card_readings readings = report->settings.four_card;
    const struct paytable *ante_bonus = &report->target->four_card->ante_bonus;
    enum status status = solution ? STATUS_OK : arena->refusal;
    if (status == STATUS_OK && kept)
        four_card_solve_table(kept, ante_bonus, readings, solution);
    else if (status == STATUS_OK)
        status = four_card_solve(ante_bonus, readings, solution, arena);
    if (status != STATUS_OK)
        return status;
    report->base = (struct report_base){0};
    *base = solution->base;
    actions_set(&report->base, FOUR_CARD_SITUATIONS, solution->folds, solution->plays, solution->raises);
    words_of_value(report->base.weakest, solution->weakest_play);
    words_of_value(report->base.weakest_raise, solution->weakest_raise);
    four_card_lines(&report->base, &solution->strategies[0]);
    for (unsigned i = 0; i < FOUR_CARD_STRATEGIES; i++)
        simple_add(&report->base, solution->strategies[i].name, solution->strategies[i].expected,
                   solution->strategies[i].cost);
    struct fraction chosen = bet_expected(base), other = solution->other_reading;
    bool needs_win = readings.bonus_needs_win;
    report->base.readings[0] = (struct report_reading){"bonus-needs-win",
                                                       FOUR_CARD_DOCUMENT "#45, reading DR9",
                                                       "the automatic bonus is paid only when the hand wins",
                                                       needs_win,
                                                       needs_win ? chosen : other,
                                                       needs_win ? other : chosen};
    report->base.reading_count = 1;
    return STATUS_OK;
}
