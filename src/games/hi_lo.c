#include "games/hi_lo.h"

#include "base/check.h"

/* ----------------------------------------------------------------------------------------- rules */

enum status hi_lo_rules_check(const struct hi_lo_rules *rules, struct fault *fault)
{
    if (rules->levels < 1 || rules->levels > HI_LO_LEVELS_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "the game has 1 to %d levels, not %u", HI_LO_LEVELS_MAX,
                         rules->levels);
    if (rules->forgiving_levels > rules->levels)
        return fault_set(fault, STATUS_RANGE, 0, "%u levels forgive a miss, but there are only %u",
                         rules->forgiving_levels, rules->levels);
    for (unsigned correct = 0; correct <= rules->levels; correct++) {
        struct hi_lo_prize prize = rules->prizes[correct];
        if (prize.amount.cents < 0)
            return fault_set(fault, STATUS_RANGE, 0, "the prize of %u correct is below zero", correct);
        if ((prize.kind == HI_LO_PROGRESSIVE) != (correct == rules->levels))
            return fault_set(fault, STATUS_RANGE, 0, "the progressive is the prize of the last level only");
    }
    if (rules->dropped.amount.cents < 0 || rules->dropped.kind == HI_LO_PROGRESSIVE)
        return fault_set(fault, STATUS_RANGE, 0, "winnings drop to free play or cash of zero or more");
    return STATUS_OK;
}

struct hi_lo_prize hi_lo_prize_lost(const struct hi_lo_rules *rules, unsigned correct)
{
    CHECK_OP(correct, <, rules->levels);
    struct hi_lo_prize reached = rules->prizes[correct];
    bool raises = money_compare(rules->dropped.amount, reached.amount) > 0;
    /* A drop cannot raise a prize: saratoga/hi-lo-progressive#HR1. */
    return raises && rules->drop == HI_LO_DROP_NEVER_RAISES ? reached : rules->dropped;
}

void hi_lo_prize_write(struct text_out *out, struct hi_lo_prize prize)
{
    money_write(out, prize.amount);
    text_out_add(out, prize.kind == HI_LO_FREE_PLAY ? " FP" : " cash");
}

/* ------------------------------------------------------------------------------------------ game */

void hi_lo_init(struct hi_lo_game *game, const struct hi_lo_rules *rules, struct money progressive)
{
    CHECK(hi_lo_rules_check(rules, NULL) == STATUS_OK);
    CHECK_OP(progressive.cents, >=, 0);
    *game = (struct hi_lo_game){.rules = *rules, .progressive = progressive};
}

bool hi_lo_is_over(const struct hi_lo_game *game)
{
    return game->state >= HI_LO_WON;
}

bool hi_lo_forgives(const struct hi_lo_game *game)
{
    if (game->correct >= game->rules.forgiving_levels)
        return false;
    if (game->rules.forgiveness == HI_LO_FORGIVE_EACH_LEVEL)
        return !game->forgiven[game->correct];
    for (unsigned level = 0; level <= game->correct; level++)
        if (game->forgiven[level])
            return false;
    return true;
}

const char *hi_lo_state_name(enum hi_lo_state state)
{
    static const char *const names[] = {"new",       "shuffled", "cut",  "guessing",
                                        "revealing", "won",      "quit", "lost"};
    CHECK_OP((unsigned)state, <=, HI_LO_LOST);
    return names[state];
}

const char *hi_lo_outcome_name(enum hi_lo_outcome outcome)
{
    static const char *const names[] = {"first card",      "matching card", "correct",
                                        "wrong, forgiven", "wrong",         "progressive"};
    CHECK_OP((unsigned)outcome, <=, HI_LO_LAST);
    return names[outcome];
}

struct hi_lo_prize hi_lo_winnings(const struct hi_lo_game *game)
{
    CHECK_OP(game->correct, <=, game->rules.levels);
    struct hi_lo_prize prize = game->rules.prizes[game->correct];
    if (prize.kind == HI_LO_PROGRESSIVE)
        prize.amount = game->progressive;
    return prize;
}

/* ----------------------------------------------------------------------------------------- may I */

static struct ruling game_is_over(const struct hi_lo_game *game)
{
    if (game->state == HI_LO_WON)
        return ruling_no(HI_LO_DOCUMENT "#HR13", "the progressive is won; there is no further level");
    if (game->state == HI_LO_LOST)
        return ruling_no(HI_LO_DOCUMENT "#29", "an incorrect guess has ended the game");
    return ruling_no(HI_LO_DOCUMENT "#27", "the player has quit and keeps the winnings reached");
}

/* The refusal that names the step which comes next. */
static struct ruling step_comes_first(const struct hi_lo_game *game)
{
    switch (game->state) {
    case HI_LO_NEW:
        return ruling_no(HI_LO_DOCUMENT "#20", "the representative shuffles first");
    case HI_LO_SHUFFLED:
        return ruling_no(HI_LO_DOCUMENT "#21", "the player cuts the deck first");
    case HI_LO_CUT:
        return ruling_no(HI_LO_DOCUMENT "#22", "the top card is turned over first");
    case HI_LO_GUESSING:
        return ruling_no(HI_LO_DOCUMENT "#23", "the player says higher or lower, or quits, first");
    case HI_LO_REVEALING:
        return ruling_no(HI_LO_DOCUMENT "#24", "the next card is turned over first");
    case HI_LO_WON:
    case HI_LO_QUIT:
    case HI_LO_LOST:
        return game_is_over(game);
    }
    CHECK_NEVER("a game in no state");
}

struct ruling hi_lo_may_shuffle(const struct hi_lo_game *game)
{
    return game->state == HI_LO_NEW ? ruling_yes() : step_comes_first(game);
}

struct ruling hi_lo_may_cut(const struct hi_lo_game *game)
{
    return game->state == HI_LO_SHUFFLED ? ruling_yes() : step_comes_first(game);
}

struct ruling hi_lo_may_turn(const struct hi_lo_game *game, struct card card)
{
    if (game->state != HI_LO_CUT && game->state != HI_LO_REVEALING)
        return step_comes_first(game);
    if (!card_is_valid(card) || card_is_joker(card))
        return ruling_no(HI_LO_DOCUMENT "#19", "the deck has 52 cards and no joker");
    for (unsigned i = 0; i < game->shown_count; i++)
        if (card_equal(game->shown[i], card))
            return ruling_no(HI_LO_DOCUMENT "#19", "this card has been shown before; the deck has only one");
    return ruling_yes();
}

struct ruling hi_lo_may_guess(const struct hi_lo_game *game)
{
    return game->state == HI_LO_GUESSING ? ruling_yes() : step_comes_first(game);
}

/* At any time of the game (#27, reading HR8), but a guess made is judged first. */
struct ruling hi_lo_may_quit(const struct hi_lo_game *game)
{
    return game->state == HI_LO_GUESSING ? ruling_yes() : step_comes_first(game);
}

/* ----------------------------------------------------------------------------------------- do it */

struct ruling hi_lo_shuffle(struct hi_lo_game *game)
{
    struct ruling ruling = hi_lo_may_shuffle(game);
    if (ruling.allowed)
        game->state = HI_LO_SHUFFLED;
    return ruling;
}

struct ruling hi_lo_cut(struct hi_lo_game *game)
{
    struct ruling ruling = hi_lo_may_cut(game);
    if (ruling.allowed)
        game->state = HI_LO_CUT;
    return ruling;
}

static enum hi_lo_outcome judge(const struct hi_lo_game *game, struct card card)
{
    if (game->state == HI_LO_CUT)
        return HI_LO_FIRST;
    /* Ranks count from the 2 up to the ace: saratoga/hi-lo-progressive#31. */
    int step = (int)card_rank(card) - (int)card_rank(game->card);
    if (step == 0)
        return HI_LO_MATCH;
    if ((step > 0) == (game->guess == HI_LO_HIGHER))
        return game->correct + 1 == game->rules.levels ? HI_LO_LAST : HI_LO_CORRECT;
    return hi_lo_forgives(game) ? HI_LO_FORGIVEN : HI_LO_WRONG;
}

struct ruling hi_lo_turn(struct hi_lo_game *game, struct card card, enum hi_lo_outcome *outcome)
{
    struct ruling ruling = hi_lo_may_turn(game, card);
    if (!ruling.allowed)
        return ruling;
    *outcome = judge(game, card);
    game->shown[game->shown_count++] = card;
    game->card = card;
    switch (*outcome) {
    case HI_LO_MATCH: /* the guess stands: saratoga/hi-lo-progressive#33, #HR4 */
        break;
    case HI_LO_FORGIVEN: /* the card shown is the one to guess against: saratoga/hi-lo-progressive#HR3 */
        game->forgiven[game->correct] = true;
        game->state = HI_LO_GUESSING;
        break;
    case HI_LO_CORRECT:
        game->correct++;
        game->state = HI_LO_GUESSING;
        break;
    case HI_LO_FIRST:
        game->state = HI_LO_GUESSING;
        break;
    case HI_LO_WRONG:
        game->prize = hi_lo_prize_lost(&game->rules, game->correct);
        game->state = HI_LO_LOST;
        break;
    case HI_LO_LAST:
        game->correct++;
        game->prize = hi_lo_winnings(game);
        game->state = HI_LO_WON;
        break;
    }
    CHECK((game->correct == game->rules.levels) == (game->state == HI_LO_WON)); /* H1 */
    return ruling;
}

struct ruling hi_lo_guess(struct hi_lo_game *game, enum hi_lo_guess guess)
{
    struct ruling ruling = hi_lo_may_guess(game);
    if (ruling.allowed) {
        game->guess = guess;
        game->state = HI_LO_REVEALING;
    }
    return ruling;
}

struct ruling hi_lo_quit(struct hi_lo_game *game)
{
    struct ruling ruling = hi_lo_may_quit(game);
    if (ruling.allowed) {
        game->prize = hi_lo_winnings(game);
        game->state = HI_LO_QUIT;
    }
    return ruling;
}
