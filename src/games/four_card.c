#include "games/four_card.h"

#include "base/check.h"
#include "games/four_card_internal.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>

void four_card_init(struct four_card *table, const struct four_card_settings *settings)
{
    CHECK(four_card_settings_check(settings).allowed);
    static const struct meter_rate none = {0, 1};
    bool offered = settings->progressive;
    *table = (struct four_card){.settings = *settings, .round = poker_first_round()};
    enum status status = meter_init(
        &table->progressive, "progressive", offered ? four_card_seed(settings) : money_of_cents(0),
        offered ? settings->progressive_rate : none, offered ? settings->reserve_rate : none, NULL);
    CHECK_OP(status, ==, STATUS_OK);
}

enum status four_card_set_meter(struct four_card *table, struct money value, struct money reserve)
{
    if (!meter_holds(value) || !meter_holds(reserve))
        return STATUS_RANGE;
    table->progressive.value = value;
    table->progressive.reserve = reserve;
    return STATUS_OK;
}

/* -------------------------------------------------------------------------------------- queries */

bool four_card_in_round(const struct four_card *table, unsigned seat)
{
    const struct money *wagers = table->round.seats[seat].wagers;
    return seat != POKER_DEALER &&
           (wagers[WAGER_ANTE].cents > 0 || wagers[WAGER_ACES_UP].cents > 0 ||
            (wagers[WAGER_PROGRESSIVE].cents > 0 && table->settings.progressive_alone));
}

unsigned four_card_players(const struct four_card *table)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        count += four_card_in_round(table, seat);
    return count;
}

unsigned four_card_turn(const struct four_card *table)
{
    if (table->round.state != POKER_DECIDING)
        return 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (table->round.seats[seat].wagers[WAGER_ANTE].cents > 0 &&
            table->round.seats[seat].decision == POKER_UNDECIDED)
            return seat;
    return 0;
}

/* Something on the layout that has no line yet. */
static bool is_pending(const struct four_card *table, unsigned seat)
{
    for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
        if (poker_is_pending(&table->round, seat, (enum wager)wager))
            return true;
    return false;
}

unsigned four_card_to_settle(const struct four_card *table)
{
    if (table->round.state != POKER_REVEALED && table->round.state != POKER_SETTLING)
        return 0;
    for (unsigned seat = table->settings.seats; seat >= 1; seat--)
        if (!table->round.seats[seat].settled && is_pending(table, seat))
            return seat;
    return 0;
}

/* Five times around, from the dealer's left to the right, the dealer last; then the dealer's card face up: #21 to
 * #23, #DR11. */
unsigned four_card_deal_to(const struct four_card *table)
{
    unsigned hands = four_card_players(table) + 1;
    unsigned place =
        table->round.card_count < POKER_HAND_CARDS * hands ? table->round.card_count % hands : hands;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (four_card_in_round(table, seat) && place-- == 0)
            return seat;
    return POKER_DEALER;
}

/* ----------------------------------------------------------------------------------------- deal */

static void shuffle(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    table->shuffled = true;
}

static struct ruling may_take_chips(const struct four_card *table, const struct poker_action *action)
{
    (void)action;
    return table->chips_taken ? ruling_no(CLAUSE(17), "no progressive bet is on the table") : ruling_yes();
}

static void take_chips(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    table->chips_taken = true;
}

static struct ruling may_deal_card(const struct four_card *table, const struct poker_action *action)
{
    if (!table->chips_taken)
        return ruling_no(CLAUSE(18), "the progressive wagers are collected before cards are dealt");
    if (!card_is_valid(action->card) || card_is_joker(action->card))
        return ruling_no(CLAUSE(2), "the deck has 52 cards and no joker");
    if (card_set_has(table->round.gone, action->card))
        return ruling_no(CLAUSE(2), "this card has been dealt; a single deck is used");
    return ruling_yes();
}

static void deal_card(struct four_card *table, const struct poker_action *action)
{
    struct poker_hand *hand = &table->round.seats[four_card_deal_to(table)].hand;
    CHECK_OP(hand->count, <, FOUR_CARD_DEALER_CARDS);
    hand->cards[hand->count++] = action->card;
    table->round.gone = card_set_with(table->round.gone, action->card);
    table->round.card_count++;
    table->round.state = POKER_DEALING;
    if (table->round.seats[POKER_DEALER].hand.count < FOUR_CARD_DEALER_CARDS)
        return;
    table->round.state = POKER_DECIDING;
    if (four_card_turn(table) == 0) /* nobody has an Ante */
        four_card_collect_forfeits(table);
}

static void reveal(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    table->round.state = POKER_REVEALED;
}

/* --------------------------------------------------------------------------- void and next round */

static struct ruling may_wrong_count(const struct four_card *table, const struct poker_action *action)
{
    unsigned right = action->seat == POKER_DEALER ? FOUR_CARD_DEALER_CARDS : POKER_HAND_CARDS;
    if (action->seat != POKER_DEALER && !four_card_in_round(table, action->seat))
        return ruling_no(CLAUSE(87), "nobody was dealt to at position %u", action->seat);
    if (action->count == right)
        return ruling_no(CLAUSE(DR16), "%u cards are the right number", right);
    return ruling_yes();
}

/* All hands are void, all wagers go back, and the meter forgets the round: #87, #88, #DR15. */
static void wrong_count(struct four_card *table, const struct poker_action *action)
{
    char words[RULING_WORDS_SIZE];
    if (action->seat == POKER_DEALER)
        (void)snprintf(words, sizeof words, "the dealer has %u cards", action->count);
    else
        (void)snprintf(words, sizeof words, "position %u has %u cards", action->seat, action->count);
    poker_void(&table->round, CLAUSE(87), CLAUSE(DR15), words);
    meter_void_round(&table->progressive, &table->log);
}

static void next_round(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    *table = (struct four_card){.settings = table->settings,
                                .progressive = table->progressive,
                                .round = poker_round_after(&table->round),
                                .was_void = table->round.state == POKER_VOID};
}

/* --------------------------------------------------------------------------------------- rules */

enum {
    BETWEEN = IN(BETTING) | IN(OVER) | IN(VOID),
    WITH_CARDS = IN(DEALING) | IN(DECIDING) | IN(COLLECTED) | IN(REVEALED) | IN(SETTLING) | IN(ENVY)
};

static const struct four_card_rule rules[POKER_ACT_COUNT] = {
    [POKER_SIT] = {BETWEEN, CLAUSE(14), "a player who arrives joins the next round", four_card_may_sit,
                   four_card_sit},
    [POKER_STAND] = {BETWEEN, CLAUSE(14), "the wagers of the round stay until it is over",
                     four_card_may_stand, four_card_stand},
    [POKER_WAGER] = {IN(BETTING), CLAUSE(15), "the bets are locked in", four_card_may_wager, four_card_wager},
    [POKER_SHUFFLE] = {BETWEEN, CLAUSE(DR17), "the cards are shuffled between rounds", NULL, shuffle},
    [POKER_LOCK] = {IN(BETTING), CLAUSE(14), "the bets are locked in", four_card_may_lock, four_card_lock},
    [POKER_TAKE_CHIPS] = {IN(LOCKED), CLAUSE(17), "the progressive bets are taken off after the lock",
                          may_take_chips, take_chips},
    [POKER_DEAL_CARD] = {IN(LOCKED) | IN(DEALING), CLAUSE(21),
                         "cards are dealt after the lock until everybody has them", may_deal_card, deal_card},
    [POKER_PLAY] = {IN(DECIDING), CLAUSE(24), "Play wagers are made after the deal", four_card_may_play,
                    four_card_play},
    [POKER_FOLD] = {IN(DECIDING), CLAUSE(24), "a player folds after the deal", four_card_may_fold,
                    four_card_fold},
    [POKER_REVEAL] = {IN(COLLECTED), CLAUSE(28), "everyone plays or folds first", NULL, reveal},
    [POKER_KEY] = {IN(REVEALED) | IN(SETTLING), CLAUSE(68), "hand buttons are pressed at the settlement",
                   four_card_may_key, four_card_key},
    [POKER_VERIFY] = {IN(REVEALED) | IN(SETTLING), CLAUSE(71), "wins are verified at the settlement",
                      four_card_may_verify, four_card_verify},
    [POKER_SETTLE] = {IN(REVEALED) | IN(SETTLING), CLAUSE(34),
                      "hands are settled after the dealer's is announced", four_card_may_settle,
                      four_card_settle},
    [POKER_PAY_ENVY] = {IN(ENVY), CLAUSE(85), "envy is paid at the end of the round", NULL,
                        four_card_pay_envy},
    [POKER_END] = {IN(ENVY), CLAUSE(76), "the button is pressed when all action is settled",
                   four_card_may_end, four_card_end},
    [POKER_NEXT_ROUND] = {IN(OVER) | IN(VOID), CLAUSE(77), "the round is not over", NULL, next_round},
    [POKER_WRONG_COUNT] = {WITH_CARDS, CLAUSE(87), "no cards of a round are out", may_wrong_count,
                           wrong_count},
    [POKER_ADJUST] = {IN(OVER), CLAUSE(79),
                      "before the prize is logged a wrong button is pressed again instead",
                      four_card_may_adjust, four_card_adjust},
};

struct ruling four_card_may(const struct four_card *table, const struct poker_action *action)
{
    CHECK_OP((unsigned)action->act, <, POKER_ACT_COUNT);
    const struct four_card_rule *rule = &rules[action->act];
    if (!rule->act)
        return ruling_no("", "this is no act of the game");
    if ((rule->states >> table->round.state & 1) == 0)
        return ruling_no(rule->clause, "%s", rule->words);
    if (action->seat > table->settings.seats)
        return ruling_no(CLAUSE(5), "the table has no position %u", action->seat);
    return rule->may ? rule->may(table, action) : ruling_yes();
}

struct ruling four_card_do(struct four_card *table, const struct poker_action *action)
{
    struct ruling ruling = four_card_may(table, action);
    if (ruling.allowed)
        rules[action->act].act(table, action);
    return ruling;
}

/* -------------------------------------------------------------------------------------- routine */

static bool routine_of_settlement(const struct four_card *table, struct poker_action *action)
{
    unsigned seat = four_card_to_settle(table);
    const struct poker_seat *at = &table->round.seats[seat];
    unsigned due = seat != 0 ? four_card_key_due(table, seat) : 0;
    action->act = POKER_SETTLE;
    action->seat = seat;
    if (seat != 0 && at->key != due) {
        action->act = POKER_KEY;
        action->count = at->key != 0 ? at->key : due; /* A wrong button goes off first: #69. */
    } else if (due != 0 && !at->verified) {
        action->act = POKER_VERIFY;
    }
    return true;
}

bool four_card_routine(const struct four_card *table, struct poker_action *action)
{
    *action = (struct poker_action){0};
    switch (table->round.state) {
    case POKER_BETTING:
        action->act = POKER_SHUFFLE;
        return !table->shuffled;
    case POKER_LOCKED:
        action->act = POKER_TAKE_CHIPS;
        return !table->chips_taken;
    case POKER_COLLECTED:
        action->act = POKER_REVEAL;
        return true;
    case POKER_REVEALED:
    case POKER_SETTLING:
        return routine_of_settlement(table, action);
    case POKER_ENVY:
        action->act = table->envy_paid ? POKER_END : POKER_PAY_ENVY;
        return true;
    case POKER_OVER:
    case POKER_VOID:
        action->act = POKER_NEXT_ROUND;
        return true;
    default:
        return false;
    }
}

/* ------------------------------------------------------------------------------------- the game */

static_assert(offsetof(struct four_card, round) == 0, "a round is taken for its table");

static const struct four_card *table_of(const struct poker_round *round)
{
    return (const struct four_card *)round;
}

static struct ruling four_card_game_may(const struct poker_round *round, const struct poker_action *action)
{
    return four_card_may(table_of(round), action);
}

static struct ruling four_card_game_act(struct poker_round *round, const struct poker_action *action)
{
    return four_card_do((struct four_card *)round, action);
}

static bool four_card_game_routine(const struct poker_round *round, struct poker_action *action)
{
    return four_card_routine(table_of(round), action);
}

static bool four_card_game_in_round(const struct poker_round *round, unsigned seat)
{
    return four_card_in_round(table_of(round), seat);
}

static unsigned four_card_game_turn(const struct poker_round *round)
{
    return four_card_turn(table_of(round));
}

static unsigned four_card_game_to_settle(const struct poker_round *round)
{
    return four_card_to_settle(table_of(round));
}

static unsigned four_card_game_deal_to(const struct poker_round *round)
{
    return four_card_deal_to(table_of(round));
}

static struct wager_limits four_card_game_limits(const struct poker_round *round, enum wager wager)
{
    return four_card_wager_limits(table_of(round), wager);
}

static const struct meter *four_card_game_meter(const struct poker_round *round, unsigned number)
{
    const struct four_card *table = table_of(round);
    return number == 0 && table->settings.progressive ? &table->progressive : NULL;
}

const struct poker_game four_card_game = {
    .may = four_card_game_may,
    .act = four_card_game_act,
    .routine = four_card_game_routine,
    .in_round = four_card_game_in_round,
    .turn = four_card_game_turn,
    .to_settle = four_card_game_to_settle,
    .deal_to = four_card_game_deal_to,
    .limits = four_card_game_limits,
    .meter = four_card_game_meter,
};
