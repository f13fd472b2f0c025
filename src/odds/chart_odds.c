#include "base/check.h"
#include "cards/blackjack.h"
#include "cards/pan9.h"
#include "odds/chart_odds_internal.h"

_Static_assert(CHART_ODDS_ROWS_MAX <= 64, "a set of rows is a 64-bit word");

/* ------------------------------------------------------------------------------------------ tallies */

uint64_t counting_fitting(struct counting *counting, const struct showing *showing, uint64_t rows)
{
    uint64_t fitting = 0;
    for (unsigned row = 0; row < counting->rows; row++) {
        bool holds = false;
        if ((rows & ~counting->skipped) >> row == 0)
            break;
        if (((rows & ~counting->skipped) >> row & 1) == 0)
            continue;
        if (hand_rule_holds(&counting->rules[row], showing, &holds, &counting->faults[row]) != STATUS_OK)
            counting->skipped |= UINT64_C(1) << row;
        else if (holds)
            fitting |= UINT64_C(1) << row;
    }
    return fitting;
}

void counting_add(struct counting *counting, uint64_t fitting, uwide weight)
{
    counting->total += weight;
    if (fitting == 0)
        return;
    counting->paid[__builtin_ctzll(fitting)] += weight;
    for (uint64_t left = fitting; left != 0; left &= left - 1)
        counting->fits[__builtin_ctzll(left)] += weight;
}

void counting_judge(struct counting *counting, const struct showing *showing, uwide weight)
{
    counting_add(counting, counting_fitting(counting, showing, ~UINT64_C(0)), weight);
}

void counting_progress(const struct counting *counting, double done)
{
    if (counting->settings.progress)
        counting->settings.progress(counting->settings.context, done);
}

uwide chart_choose(unsigned from, unsigned count)
{
    if (count > from)
        return 0;
    uwide ways = 1;
    for (unsigned i = 0; i < count; i++)
        ways = ways * (from - i) / (i + 1);
    return ways;
}

/* ------------------------------------------------------------------------------------------ what rows ask */

const struct hand_atom *counting_next_atom(const struct counting *counting, struct atom_place *place)
{
    for (; place->row < counting->rows; place->row++, place->atom = 0)
        if ((counting->skipped >> place->row & 1) == 0 && place->atom < counting->rules[place->row].count)
            return &counting->rules[place->row].atoms[place->atom++];
    return NULL;
}

static bool is_condition(const struct hand_atom *atom)
{
    return atom->shape == HAND_SHAPE_HOLES || atom->shape == HAND_SHAPE_DEALT ||
           (atom->shape == HAND_SHAPE_JOKER && atom->negated && atom->place != HAND_PLACE_FRONT);
}

struct hand_rule chart_atom_rule(const struct hand_rule *rule, unsigned atom)
{
    struct hand_rule single = {.count = 1, .atoms = {rule->atoms[atom]}};
    for (unsigned i = 0; i < rule->count; i++)
        if (i != atom && rule->atoms[i].way == rule->atoms[atom].way && is_condition(&rule->atoms[i]))
            single.atoms[single.count++] = rule->atoms[i];
    for (unsigned i = 0; i < single.count; i++) {
        single.atoms[i].way = 0;
        single.atoms[i].phrase = (uint8_t)i;
    }
    return single;
}

bool chart_atom_looks_at_suits(const struct hand_atom *atom)
{
    return atom->alike != HAND_ALIKE_ANY || atom->shape == HAND_SHAPE_ALIKE;
}

bool chart_atom_asks_opponent(const struct hand_game *game, const struct hand_atom *atom)
{
    if (game->family == HAND_FAMILY_BACCARAT || game->family == HAND_FAMILY_WAR)
        return false; /* both lines are the round */
    return atom->side == HAND_SIDE_WINNER || atom->shape == HAND_SHAPE_BEATEN ||
           atom->shape == HAND_SHAPE_WINS || atom->shape == HAND_SHAPE_HOME_RUN ||
           (atom->shape == HAND_SHAPE_HOLES && atom->both_hands);
}

/* Front, middle and back of thirteen cards are as the player sets them: only a rule of play can say. */
static bool atom_needs_play(const struct hand_game *game, const struct hand_atom *atom)
{
    return chart_atom_asks_opponent(game, atom) ||
           (game->family == HAND_FAMILY_THIRTEEN && atom->place != HAND_PLACE_WHOLE);
}

bool chart_row_needs_play(const struct counting *counting, unsigned row)
{
    const struct hand_rule *rule = &counting->rules[row];
    for (unsigned i = 0; i < rule->count; i++)
        if (atom_needs_play(counting->game, &rule->atoms[i]))
            return true;
    return false;
}

bool chart_blackjack_draws(const struct counting *counting, const struct hand *hand)
{
    const struct blackjack_settings *settings =
        counting->game->jokers > 0 ? &blackjack_settings_no_bust : &blackjack_settings_usual;
    struct blackjack_total total = blackjack_total(hand, settings);
    return !total.natural && total.total < counting->settings.draw_to &&
           hand->count < CHART_BLACKJACK_CARDS_MAX;
}

bool chart_pan_draws(const struct hand *hand)
{
    enum { DRAWS_TO = 5 };
    return pan9_total(hand) <= DRAWS_TO;
}

/*
 * Likeness is looked at only once the class holds. To see whether the game can judge it at all, it is asked of the class
 * that every hand has.
 */
static struct hand_rule likeness_rule(const struct hand_game *game, const struct hand_rule *rule,
                                      unsigned atom)
{
    struct hand_rule single = chart_atom_rule(rule, atom);
    struct hand_atom *asked = &single.atoms[0];
    bool of_a_class = asked->shape == HAND_SHAPE_CLASS && asked->alike != HAND_ALIKE_ANY &&
                      game->order != HAND_ORDER_NONE && asked->place <= HAND_PLACE_FLOP;
    if (of_a_class && (asked->kind != HAND_CLASS_KIND || game->family == HAND_FAMILY_FLOP)) {
        asked->kind = HAND_CLASS_HIGH_CARD;
        asked->bound = HAND_BOUND_BETTER;
        asked->ranks = asked->under = 0;
    }
    return single;
}

/* Judges every atom apart on a complete showing, so that a fault behind a phrase that seldom holds is found at once. */
static void find_faults(struct counting *counting)
{
    struct random_insecure insecure;
    random_insecure_init(&insecure, counting->settings.seed);
    struct dealt_round round;
    chart_round_init(&round, counting, &insecure.random);
    chart_round_deal(&round, counting);
    chart_round_compare(&round, counting, 0);
    for (unsigned row = 0; row < counting->rows; row++)
        for (unsigned atom = 0; atom < counting->rules[row].count; atom++) {
            struct hand_rule single = chart_atom_rule(&counting->rules[row], atom);
            struct hand_rule likeness = likeness_rule(counting->game, &counting->rules[row], atom);
            struct fault fault = {0};
            bool holds;
            if (hand_rule_holds(&single, &round.showings[0], &holds, &fault) == STATUS_OK &&
                hand_rule_holds(&likeness, &round.showings[0], &holds, &fault) == STATUS_OK)
                continue;
            if ((counting->skipped >> row & 1) == 0)
                counting->faults[row] = fault;
            counting->skipped |= UINT64_C(1) << row;
        }
}

/* ------------------------------------------------------------------------------------------ settings */

static unsigned usual_players(enum hand_family family)
{
    switch (family) {
    case HAND_FAMILY_FLOP:
        return 9;
    case HAND_FAMILY_STUD:
        return 7;
    case HAND_FAMILY_THIRTEEN:
        return 3;
    case HAND_FAMILY_NONE:
    case HAND_FAMILY_BACCARAT:
    case HAND_FAMILY_WAR:
        return 1; /* a round has two lines, whoever bets on them */
    case HAND_FAMILY_DRAW:
    case HAND_FAMILY_PAI_GOW:
    case HAND_FAMILY_BLACKJACK:
    case HAND_FAMILY_PAN:
    case HAND_FAMILY_TILES:
        return 6;
    }
    CHECK_NEVER("a family of games");
}

/* As many as take a few seconds: hands that must be set take longer. */
static unsigned usual_rounds(enum hand_family family)
{
    return family == HAND_FAMILY_THIRTEEN ? 20000 : family == HAND_FAMILY_PAI_GOW ? 80000 : 200000;
}

static bool shoe_game(const struct hand_game *game)
{
    return game->decks > 1;
}

/* A round of one deck must come out of it, a bank's hand and a board included. */
static bool round_fits(const struct hand_game *game, const struct chart_odds_settings *settings)
{
    unsigned cards = settings->players * settings->cards;
    if (game->family == HAND_FAMILY_TILES)
        return cards + 4 <= TILE_SET;
    if (shoe_game(game))
        return true;
    bool banked = game->family == HAND_FAMILY_PAI_GOW || game->family == HAND_FAMILY_THIRTEEN ||
                  game->order == HAND_ORDER_THREE;
    return cards + (game->family == HAND_FAMILY_FLOP ? 5 : 0) + (banked ? settings->cards : 0) +
               (game->order == HAND_ORDER_THREE ? 2 : 0) <=
           DECK_CARDS + game->jokers;
}

static enum status resolve(const struct hand_game *game, const struct chart_odds_settings *asked,
                           struct chart_odds_settings *settings, struct fault *fault)
{
    *settings = *asked;
    if (settings->players == 0)
        settings->players = usual_players(game->family);
    if (settings->decks == 0)
        settings->decks = game->decks;
    if (settings->cards == 0)
        settings->cards = game->cards_min;
    if (settings->draw_to == 0)
        settings->draw_to = CHART_ODDS_DRAW_TO_USUAL;
    if (settings->rounds == 0)
        settings->rounds = usual_rounds(game->family);
    if (settings->players > CHART_ODDS_PLAYERS_MAX || settings->rounds > UINT32_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "at most %d players and %u rounds can be simulated",
                         CHART_ODDS_PLAYERS_MAX, UINT32_MAX);
    if (settings->decks > CHART_ODDS_DECKS_MAX || (!shoe_game(game) && settings->decks != 1))
        return fault_set(fault, STATUS_RANGE, 0, "%s is dealt from %s", game->name,
                         shoe_game(game) ? "1 to 8 decks" : "one deck");
    if (settings->cards < game->cards_min || settings->cards > game->cards_max)
        return fault_set(fault, STATUS_RANGE, 0, "%s deals %u to %u cards to a hand", game->name,
                         game->cards_min, game->cards_max);
    if (settings->draw_to < 12 || settings->draw_to > 21)
        return fault_set(fault, STATUS_RANGE, 0, "a hand is drawn to 12 at least and to 21 at most");
    if (!round_fits(game, settings))
        return fault_set(fault, STATUS_RANGE, 0, "%s has not enough cards for %u players", game->name,
                         settings->players);
    return STATUS_OK;
}

static const char *assumption_of(const struct counting *counting, bool simulated)
{
    switch (counting->game->family) {
    case HAND_FAMILY_BLACKJACK:
        return "hands draw while the total is below the one set, and the first cards count as they lie in "
               "the shoe";
    case HAND_FAMILY_PAN:
        return "a fourth card is drawn on a total of five or less";
    case HAND_FAMILY_WAR:
        return "a tie always goes to war";
    case HAND_FAMILY_DRAW:
        if (counting->game->order != HAND_ORDER_THREE)
            return simulated ? "the cards are as dealt, and everybody stays to the end"
                             : "the cards are as dealt";
        return simulated ? "everybody stays to the end" : "";
    case HAND_FAMILY_PAI_GOW:
        return simulated
                   ? "set with a pair in front where one may stand, then the highest class behind, then the "
                     "highest front"
                   : "rows on front and back count if a legal setting has them";
    case HAND_FAMILY_TILES:
        return simulated ? "tiles are set with the best front" : "rows count if a legal setting has them";
    case HAND_FAMILY_THIRTEEN:
        return simulated ? "cards are set with the highest back, then the highest middle" : "";
    case HAND_FAMILY_FLOP:
    case HAND_FAMILY_STUD:
        return "everybody stays to the end";
    case HAND_FAMILY_BACCARAT:
    case HAND_FAMILY_NONE:
        return "";
    }
    CHECK_NEVER("a family of games");
}

/* ------------------------------------------------------------------------------------------ the door */

static const struct counter *counter_for(const struct counting *counting)
{
    static const struct counter *const counters[] = {&counter_hole_cards,  &counter_own_cards,
                                                     &counter_seven_cards, &counter_shoe,
                                                     &counter_tiles,       &counter_thirteen};
    for (unsigned i = 0; i < sizeof counters / sizeof counters[0]; i++)
        if (counters[i]->can(counting))
            return counters[i];
    return NULL;
}

static void clear_tallies(struct counting *counting)
{
    counting->total = 0;
    for (unsigned row = 0; row < CHART_ODDS_ROWS_MAX; row++)
        counting->paid[row] = counting->fits[row] = 0;
}

/* A row that turns out not to be judged has taken deals from the rows below it: once more without it. */
static void count_by(struct counting *counting, const struct counter *counter)
{
    uint64_t skipped;
    do {
        skipped = counting->skipped;
        counting->given_up = false;
        clear_tallies(counting);
        counter->count(counting);
    } while (skipped != counting->skipped && counting->status == STATUS_OK);
}

/* Counts as many rows from the first as can be counted, and returns how many those are. */
static unsigned count_exactly(struct counting *counting, unsigned row_count)
{
    counting->rows = 0;
    while (counting->rows < row_count && ((counting->skipped >> counting->rows & 1) != 0 ||
                                          !chart_row_needs_play(counting, counting->rows)))
        counting->rows++;
    while (counting->rows > 0) {
        const struct counter *counter = counter_for(counting);
        if (counter)
            count_by(counting, counter);
        if (counter && !counting->given_up)
            return counting->rows;
        counting->rows = counter ? counting->rows / 2 : counting->rows - 1;
    }
    clear_tallies(counting);
    return 0;
}

static void take_rows(const struct counting *counting, enum chart_odds_kind kind, unsigned from,
                      struct chart_odds *odds)
{
    for (unsigned row = from; row < counting->rows; row++) {
        bool fault = (counting->skipped >> row & 1) != 0;
        odds->rows[row] = (struct chart_odds_row){.kind = fault ? CHART_ODDS_FAULT : kind};
        if (fault)
            odds->rows[row].fault = counting->faults[row];
        else
            odds->rows[row].paid = counting->paid[row], odds->rows[row].fits = counting->fits[row];
    }
}

static void simulate_rest(struct counting *counting, unsigned exact, struct chart_odds *odds)
{
    double errors[CHART_ODDS_ROWS_MAX] = {0};
    counting->rows = odds->row_count;
    clear_tallies(counting);
    chart_simulate(counting, errors);
    take_rows(counting, CHART_ODDS_SIMULATED, exact, odds);
    for (unsigned row = exact; row < odds->row_count; row++)
        odds->rows[row].error = errors[row];
    odds->rounds = counting->settings.rounds;
    odds->seed = counting->settings.seed;
}

static bool rows_left(const struct counting *counting, unsigned from, unsigned row_count)
{
    for (unsigned row = from; row < row_count; row++)
        if ((counting->skipped >> row & 1) == 0)
            return true;
    return false;
}

enum status chart_odds_count(const struct hand_game *game, const struct hand_rule *rows, unsigned row_count,
                             const struct chart_odds_settings *settings, struct arena *arena,
                             struct chart_odds *odds, struct fault *fault)
{
    if (row_count > CHART_ODDS_ROWS_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a chart has at most %d rows", CHART_ODDS_ROWS_MAX);
    struct counting *counting = ARENA_NEW(arena, struct counting);
    struct chart_odds *result = ARENA_NEW(arena, struct chart_odds);
    if (!counting || !result)
        return fault_set(fault, arena->refusal, 0, "no memory to count with");
    *counting = (struct counting){.game = game, .rules = rows, .rows = row_count, .arena = arena};
    enum status status = resolve(game, settings, &counting->settings, fault);
    if (status != STATUS_OK)
        return status;
    find_faults(counting);
    bool round = game->family == HAND_FAMILY_BACCARAT || game->family == HAND_FAMILY_WAR;
    *result = (struct chart_odds){
        .unit = round ? CHART_ODDS_PER_ROUND : CHART_ODDS_PER_HAND,
        .players = counting->settings.players,
        .decks = counting->settings.decks,
        .cards = counting->settings.cards,
        .row_count = row_count,
    };
    unsigned exact = count_exactly(counting, row_count);
    if (counting->status != STATUS_OK)
        return fault_set(fault, counting->status, 0, "no memory to count with");
    take_rows(counting, CHART_ODDS_EXACT, 0, result);
    result->total = counting->total;
    bool simulated = rows_left(counting, exact, row_count);
    counting->rows = row_count;
    if (simulated)
        simulate_rest(counting, exact, result);
    else
        take_rows(counting, CHART_ODDS_EXACT, exact, result);
    result->assumption = assumption_of(counting, simulated);
    counting_progress(counting, 1);
    *odds = *result;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ what follows from it */

bool chart_odds_never(const struct chart_odds *odds, unsigned row)
{
    CHECK_OP(row, <, odds->row_count);
    return odds->rows[row].fits == 0;
}

static uwide deals_of(const struct chart_odds *odds, const struct chart_odds_row *row)
{
    if (row->kind == CHART_ODDS_SIMULATED)
        return (uwide)odds->rounds * (odds->unit == CHART_ODDS_PER_ROUND ? 1 : odds->players);
    return odds->total;
}

struct fraction chart_odds_frequency(const struct chart_odds *odds, unsigned row)
{
    CHECK_OP(row, <, odds->row_count);
    const struct chart_odds_row *one = &odds->rows[row];
    if (one->kind == CHART_ODDS_FAULT || one->paid == 0)
        return fraction_of(0, 1);
    return fraction_of((wide)one->paid, deals_of(odds, one));
}

static struct fraction hits_per_round(const struct chart_odds *odds, unsigned row)
{
    unsigned hands = odds->unit == CHART_ODDS_PER_ROUND ? 1 : odds->players;
    return fraction_multiply(chart_odds_frequency(odds, row), fraction_of(hands, 1));
}

struct fraction chart_odds_per_thousand_rounds(const struct chart_odds *odds, unsigned row)
{
    return fraction_multiply(hits_per_round(odds, row), fraction_of(1000, 1));
}

bool chart_odds_hours_between(const struct chart_odds *odds, unsigned row, unsigned rounds_per_hour,
                              struct fraction *hours)
{
    struct fraction hits = hits_per_round(odds, row);
    if (hits.numerator == 0 || rounds_per_hour == 0)
        return false;
    struct fraction rounds = fraction_of((wide)hits.denominator, (uwide)hits.numerator);
    *hours = fraction_multiply(rounds, fraction_of(1, rounds_per_hour));
    return true;
}
