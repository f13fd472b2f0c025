#include "games/crazy4.h"

#include "base/check.h"
#include "games/crazy4_internal.h"

#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

void crazy4_init(struct crazy4 *table, const struct crazy4_settings *settings)
{
    CHECK(crazy4_settings_check(settings).allowed);
    static const struct meter_rate no_reserve = {0, 1};
    *table = (struct crazy4){.settings = *settings, .round = poker_first_round()};
    const struct paytable *progressive = crazy4_progressive_table(settings);
    enum status status = meter_init(&table->progressive,
                                    settings->progressive == CRAZY4_FIVE_CARD ? "five-card-progressive"
                                                                              : "four-card-progressive",
                                    progressive ? settings->progressive_seed : money_of_cents(0),
                                    progressive ? settings->progressive_rate : no_reserve, no_reserve, NULL);
    CHECK_OP(status, ==, STATUS_OK);
    status = meter_init(&table->hand_bonus, "five-card-hand-bonus",
                        settings->hand_bonus ? settings->hand_bonus_seed : money_of_cents(0),
                        settings->hand_bonus ? settings->hand_bonus_rate : no_reserve, no_reserve, NULL);
    CHECK_OP(status, ==, STATUS_OK);
    for (unsigned i = 0; i < settings->decks; i++)
        table->decks[i].on_table = true;
}

enum status crazy4_set_meters(struct crazy4 *table, struct money progressive, struct money hand_bonus)
{
    if (!meter_holds(progressive) || !meter_holds(hand_bonus))
        return STATUS_RANGE;
    table->progressive.value = progressive;
    table->hand_bonus.value = hand_bonus;
    return STATUS_OK;
}

/* -------------------------------------------------------------------------------------- queries */

bool crazy4_in_round(const struct crazy4 *table, unsigned seat)
{
    const struct money *wagers = table->round.seats[seat].wagers;
    return seat != POKER_DEALER && wagers[WAGER_ANTE].cents > 0 && wagers[WAGER_SUPER_BONUS].cents > 0;
}

unsigned crazy4_players(const struct crazy4 *table)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        count += crazy4_in_round(table, seat);
    return count;
}

unsigned crazy4_turn(const struct crazy4 *table)
{
    if (table->round.state != POKER_DECIDING)
        return 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (crazy4_in_round(table, seat) && table->round.seats[seat].decision == POKER_UNDECIDED &&
            !table->round.seats[seat].left)
            return seat;
    return 0;
}

/* Something on the layout that the pass has not settled yet; Cover All waits for its own. */
static bool is_pending(const struct crazy4 *table, unsigned seat)
{
    bool abandoned = table->round.seats[seat].left && !table->settings.leaver_keeps_wagers;
    for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
        if ((wager != WAGER_COVER_ALL || abandoned) &&
            poker_is_pending(&table->round, seat, (enum wager)wager))
            return true;
    return false;
}

unsigned crazy4_to_settle(const struct crazy4 *table)
{
    if (table->round.state != POKER_REVEALED && table->round.state != POKER_SETTLING)
        return 0;
    for (unsigned seat = table->settings.seats; seat >= 1; seat--)
        if (crazy4_in_round(table, seat) && !table->round.seats[seat].settled && is_pending(table, seat))
            return seat;
    return 0;
}

unsigned crazy4_deal_to(const struct crazy4 *table)
{
    unsigned hands = crazy4_players(table) + 1;
    unsigned place = table->settings.dealing == POKER_AUTOMATED_SHOE
                         ? table->round.card_count / POKER_HAND_CARDS
                         : table->round.card_count % hands;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (crazy4_in_round(table, seat) && place-- == 0)
            return seat;
    return POKER_DEALER;
}

bool crazy4_stub_count_due(const struct crazy4 *table)
{
    return table->settings.shuffling != POKER_SHUFFLE_COUNTING_DEVICE &&
           table->rounds_since_count + 1 >= table->settings.stub_count_rounds;
}

bool crazy4_dealer_qualifies(const struct crazy4 *table)
{
    struct score score = four_value_score(poker_four(&table->round, POKER_DEALER));
    return score_class(score) != FOUR_CLASS_HIGH_CARD || score_rank(score, 0) >= RANK_KING; /* #157, #MR27 */
}

struct wager_limits crazy4_play_limits(const struct crazy4 *table, unsigned seat)
{
    struct money ante = table->round.seats[seat].wagers[WAGER_ANTE];
    struct score score = four_value_score(poker_four(&table->round, seat));
    bool aces = score.bits >= SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE); /* #145 */
    return (struct wager_limits){ante, money_of_cents(aces ? 3 * ante.cents : ante.cents)};
}

struct wager_limits crazy4_wager_limits(const struct crazy4 *table, enum wager wager)
{
    const struct crazy4_settings *settings = &table->settings;
    const struct wager_limits none = {{0}, {0}};
    switch (wager) {
    case WAGER_ANTE:
    case WAGER_SUPER_BONUS:
        return settings->ante;
    case WAGER_QUEENS_UP:
        return settings->queens_up ? settings->queens_up_limits : none;
    case WAGER_PROGRESSIVE:
        return settings->progressive != CRAZY4_NO_PROGRESSIVE
                   ? (struct wager_limits){settings->progressive_wager, settings->progressive_wager}
                   : none;
    case WAGER_HAND_BONUS_OWN:
    case WAGER_HAND_BONUS_DEALER:
        return settings->hand_bonus ? settings->hand_bonus_limits : none;
    case WAGER_COVER_ALL:
        return settings->cover_all ? settings->cover_all_limits : none;
    default:
        return none;
    }
}

/* --------------------------------------------------------------------------- void and next round */

/* Every wager goes back, whatever was settled is undone (#MR34), and the meters forget the round (#MR17). */
void crazy4_void(struct crazy4 *table, enum crazy4_deck_fate fate, const char *clause,
                 const char *back_clause, const char *format, ...)
{
    char words[RULING_WORDS_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    poker_void(&table->round, clause, back_clause, words);
    table->deck_fate = fate;
    meter_void_round(&table->progressive, &table->progressive_log);
    meter_void_round(&table->hand_bonus, &table->hand_bonus_log);
    struct crazy4_deck *deck = &table->decks[table->deck];
    deck->shuffled = deck->cut = false;
    deck->on_table = fate != CRAZY4_DECK_REMOVED;
}

void crazy4_next_round(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    table->rounds_since_count = table->stub_counted ? 0 : table->rounds_since_count + 1;
    if (table->settings.decks == 2) /* #21: each is used every other round. */
        table->deck = 1 - table->deck;
    table->round = poker_round_after(&table->round);
    table->progressive_log.count = table->hand_bonus_log.count = 0;
    table->chips_agree = table->stub_counted = table->stub_wrong = false;
    table->set_aside = table->stub = 0;
    table->drawn = table->magic_drawn = table->lucky_drawn = false;
    table->dealer_prize_fixed = table->exposed = table->cover_settled = false;
    table->deck_fate = CRAZY4_DECK_STAYS;
}

/* --------------------------------------------------------------------------------------- rules */

enum {
    BETWEEN = IN(BETTING) | IN(OVER) | IN(VOID),
    OPEN = IN(LOCKED) | IN(DEALING) | IN(DEALT) | IN(DECIDING) | IN(COLLECTED) | IN(REVEALED) | IN(SETTLING) |
           IN(ENVY) | IN(COVER_ALL),
    ANY = BETWEEN | OPEN,
    WITH_CARDS = OPEN & ~IN(LOCKED)
};

static const struct crazy4_rule rules[POKER_ACT_COUNT] = {
    [POKER_SIT] = {BETWEEN, CLAUSE(79), "a player who arrives joins the next round", crazy4_may_sit,
                   crazy4_sit},
    [POKER_STAND] = {BETWEEN, CLAUSE(77), "a player stays seated until the round is complete",
                     crazy4_may_stand, crazy4_stand},
    [POKER_WAGER] = {IN(BETTING), CLAUSE(80),
                     "after \"no more bets\" no wager is made, increased or withdrawn", crazy4_may_wager,
                     crazy4_wager},
    [POKER_BRING_DECK] = {BETWEEN, CLAUSE(20), "a deck is changed between rounds", crazy4_may_bring_deck,
                          crazy4_bring_deck},
    [POKER_SHUFFLE] = {ANY, CLAUSE(35), "", crazy4_may_shuffle, crazy4_shuffle},
    [POKER_CUT] = {ANY, CLAUSE(47), "", crazy4_may_cut, crazy4_cut},
    [POKER_TAKE_DECK] = {IN(BETTING), CLAUSE(21), "the deck is chosen before the round", crazy4_may_take_deck,
                         crazy4_take_deck},
    [POKER_SHUFFLER_JAMS] = {ANY, CLAUSE(281), "", crazy4_may_jam_shuffler, crazy4_jam_shuffler},
    [POKER_DEVICE_FAILS] = {BETWEEN, CLAUSE(282), "a device that stops during a round has jammed",
                            crazy4_may_fail_device, crazy4_fail_device},
    [POKER_COVER_DEVICE] = {ANY, CLAUSE(285), "", crazy4_may_cover_device, crazy4_cover_device},
    [POKER_CHANGE_METHOD] = {BETWEEN, CLAUSE(285), "the method is changed between rounds",
                             crazy4_may_change_method, crazy4_change_method},
    [POKER_LOCK] = {IN(BETTING), CLAUSE(100), "\"no more bets\" has been announced", crazy4_may_lock,
                    crazy4_lock},
    [POKER_TAKE_CHIPS] = {IN(LOCKED), CLAUSE(103),
                          "the chips are counted between \"no more bets\" and the deal",
                          crazy4_may_count_chips, crazy4_count_chips},
    [POKER_DRAW] = {OPEN & ~(IN(SETTLING) | IN(ENVY) | IN(COVER_ALL)), CLAUSE(MR28),
                    "the system draws after the lock and before the settlement", crazy4_may_draw,
                    crazy4_draw},
    [POKER_DEAL_CARD] = {IN(LOCKED) | IN(DEALING), CLAUSE(100),
                         "cards are dealt after \"no more bets\" until everybody has five",
                         crazy4_may_deal_card, crazy4_deal_card},
    [POKER_DEAL_STACK] = {IN(LOCKED) | IN(DEALING), CLAUSE(100),
                          "stacks are dealt after \"no more bets\" until everybody has five cards",
                          crazy4_may_deal_stack, crazy4_deal_stack},
    [POKER_STUB_TO_RACK] = {IN(DEALT), CLAUSE(113), "the stub goes to the rack after the deal",
                            crazy4_may_rack_stub, crazy4_rack_stub},
    [POKER_COUNT_STUB] = {IN(DEALT), CLAUSE(129), "the stub is counted after the deal", crazy4_may_count_stub,
                          crazy4_count_stub},
    [POKER_COUNT_HANDS] = {IN(DEALT), CLAUSE(132), "the hands are counted when the stub count is wrong",
                           crazy4_may_count_hands, crazy4_count_hands},
    [POKER_PLAY] = {IN(DECIDING), CLAUSE(143), "Play Wagers are made after the deal, in turn",
                    crazy4_may_play, crazy4_play},
    [POKER_PLAY_UNSEEN] = {IN(DECIDING), CLAUSE(143), "Play Wagers are made after the deal, in turn",
                           crazy4_may_play_unseen, crazy4_play},
    [POKER_FOLD] = {IN(DECIDING), CLAUSE(143), "a player folds after the deal, in turn", crazy4_may_fold,
                    crazy4_fold},
    [POKER_REVEAL] = {IN(COLLECTED), CLAUSE(151),
                      "the dealer's cards are turned once every player has played or folded", NULL,
                      crazy4_reveal},
    [POKER_KEY] = {IN(REVEALED) | IN(SETTLING), CLAUSE(257), "hand buttons are pressed at the settlement",
                   crazy4_may_key, crazy4_key},
    [POKER_VERIFY] = {IN(REVEALED) | IN(SETTLING), CLAUSE(180), "wins are verified at the settlement",
                      crazy4_may_verify, crazy4_verify},
    [POKER_SETTLE] = {IN(REVEALED) | IN(SETTLING), CLAUSE(153),
                      "players are settled after the dealer's cards are turned", crazy4_may_settle,
                      crazy4_settle},
    [POKER_PAY_ENVY] = {IN(ENVY), CLAUSE(MR10), "envy is paid after the last player's own wagers", NULL,
                        crazy4_pay_envy},
    [POKER_SETTLE_COVER_ALL] = {IN(COVER_ALL), CLAUSE(246),
                                "Cover All is settled after all other wagers of all players", NULL,
                                crazy4_settle_cover_all},
    [POKER_END] = {IN(COVER_ALL), CLAUSE(260), "GAME OVER is pressed when all action is settled",
                   crazy4_may_end, crazy4_game_over},
    [POKER_NEXT_ROUND] = {IN(OVER) | IN(VOID), CLAUSE(260), "the round is not over", NULL, crazy4_next_round},
    [POKER_FACE_UP] = {IN(LOCKED) | IN(DEALING), CLAUSE(269),
                       "the rule of the face-up card is about the deal", crazy4_may_face_up, crazy4_face_up},
    [POKER_DRAWN_IN_ERROR] = {IN(LOCKED) | IN(DEALING) | IN(DEALT), CLAUSE(274),
                              "the rule of the card drawn by mistake is about the deal",
                              crazy4_may_draw_in_error, crazy4_draw_in_error},
    [POKER_WRONG_COUNT] = {WITH_CARDS, CLAUSE(MR34),
                           "a wrong number of cards voids the round until GAME OVER, not later",
                           crazy4_may_wrong_count, crazy4_wrong_count},
    [POKER_EXPOSE] = {IN(DEALING) | IN(DEALT) | IN(DECIDING) | IN(COLLECTED), CLAUSE(278),
                      "the dealer's cards are not face down on the table", crazy4_may_expose, crazy4_expose},
    [POKER_SHOE_JAMS] = {IN(LOCKED) | IN(DEALING), CLAUSE(282), "the shoe is not dealing",
                         crazy4_may_jam_shoe, crazy4_jam_shoe},
    [POKER_LEAVE] = {OPEN, CLAUSE(78), "no round is going on", crazy4_may_leave, crazy4_leave},
};

struct ruling crazy4_may(const struct crazy4 *table, const struct poker_action *action)
{
    CHECK_OP((unsigned)action->act, <, POKER_ACT_COUNT);
    const struct crazy4_rule *rule = &rules[action->act];
    if (!rule->act)
        return ruling_no("", "this is no act of the game");
    if ((rule->states >> table->round.state & 1) == 0)
        return ruling_no(rule->clause, "%s", rule->words);
    if (action->seat > table->settings.seats)
        return ruling_no(CLAUSE(MR29), "the table has no seat %u", action->seat);
    return rule->may ? rule->may(table, action) : ruling_yes();
}

struct ruling crazy4_do(struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = crazy4_may(table, action);
    if (ruling.allowed)
        rules[action->act].act(table, action);
    return ruling;
}

/* -------------------------------------------------------------------------------------- routine */

static bool routine_of_deck(const struct crazy4 *table, struct poker_action *action)
{
    const struct crazy4_deck *deck = &table->decks[table->deck];
    action->deck = table->deck;
    bool device = table->settings.shuffling != POKER_SHUFFLE_BY_HAND;
    if (!deck->on_table)
        action->act = POKER_BRING_DECK;
    else if (!deck->shuffled && device && table->shuffler_failed) {
        action->act = POKER_COVER_DEVICE; /* Which method comes next is the house's choice. */
        action->by_device = true;
        return !table->shuffler_covered;
    } else if (!deck->shuffled) {
        action->act = POKER_SHUFFLE;
        action->by_device = device;
        action->count = DECK_CARDS;
    } else if (!deck->by_device && !deck->cut) {
        action->act = POKER_CUT;
        action->count = DECK_CARDS / 2;
    } else
        return false;
    return true;
}

static bool routine_of_settlement(const struct crazy4 *table, struct poker_action *action)
{
    unsigned seat = crazy4_to_settle(table);
    action->act = POKER_SETTLE;
    if (seat == 0)
        return true;
    const struct poker_seat *at = &table->round.seats[seat];
    unsigned due = crazy4_key_due(table, seat);
    const char *clause;
    action->seat = seat;
    if (at->key != due) {
        action->act = POKER_KEY;
        action->count = at->key != 0 ? at->key : due; /* A wrong one is switched off first: #258. */
    } else if (crazy4_needs_floor(table, seat, &clause) && !at->verified)
        action->act = POKER_VERIFY;
    else
        action->seat = 0;
    return true;
}

static bool routine_of_stub(const struct crazy4 *table, struct poker_action *action)
{
    if (table->stub_wrong)
        return false;
    bool due = crazy4_stub_count_due(table);
    action->act = due ? POKER_COUNT_STUB : POKER_STUB_TO_RACK;
    action->count = DECK_CARDS - table->round.card_count - table->set_aside;
    return true;
}

bool crazy4_routine(const struct crazy4 *table, struct poker_action *action)
{
    *action = (struct poker_action){0};
    switch (table->round.state) {
    case POKER_BETTING:
        return routine_of_deck(table, action);
    case POKER_LOCKED:
        action->act = POKER_TAKE_CHIPS;
        action->count = crazy4_progressives(table);
        return action->count > 0 && !table->chips_agree;
    case POKER_DEALT:
        return routine_of_stub(table, action);
    case POKER_COLLECTED:
        action->act = POKER_REVEAL;
        return true;
    case POKER_REVEALED:
    case POKER_SETTLING:
        return routine_of_settlement(table, action);
    case POKER_ENVY:
        action->act = POKER_PAY_ENVY;
        return true;
    case POKER_COVER_ALL:
        action->act = table->cover_settled ? POKER_END : POKER_SETTLE_COVER_ALL;
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

static_assert(offsetof(struct crazy4, round) == 0, "a round is taken for its table");

static const struct crazy4 *table_of(const struct poker_round *round)
{
    return (const struct crazy4 *)round;
}

static struct ruling crazy4_game_may(const struct poker_round *round, const struct poker_action *action)
{
    return crazy4_may(table_of(round), action);
}

static struct ruling crazy4_game_act(struct poker_round *round, const struct poker_action *action)
{
    return crazy4_do((struct crazy4 *)round, action);
}

static bool crazy4_game_routine(const struct poker_round *round, struct poker_action *action)
{
    return crazy4_routine(table_of(round), action);
}

static bool crazy4_game_in_round(const struct poker_round *round, unsigned seat)
{
    return crazy4_in_round(table_of(round), seat);
}

static unsigned crazy4_game_turn(const struct poker_round *round)
{
    return crazy4_turn(table_of(round));
}

static unsigned crazy4_game_to_settle(const struct poker_round *round)
{
    return crazy4_to_settle(table_of(round));
}

static unsigned crazy4_game_deal_to(const struct poker_round *round)
{
    return crazy4_deal_to(table_of(round));
}

static struct wager_limits crazy4_game_limits(const struct poker_round *round, enum wager wager)
{
    return crazy4_wager_limits(table_of(round), wager);
}

static const struct meter *crazy4_game_meter(const struct poker_round *round, unsigned number)
{
    const struct crazy4 *table = table_of(round);
    const struct meter *meters[2] = {NULL, NULL};
    unsigned count = 0;
    if (table->settings.progressive != CRAZY4_NO_PROGRESSIVE)
        meters[count++] = &table->progressive;
    if (table->settings.hand_bonus)
        meters[count++] = &table->hand_bonus;
    return number < count ? meters[number] : NULL;
}

const struct poker_game crazy4_game = {
    .may = crazy4_game_may,
    .act = crazy4_game_act,
    .routine = crazy4_game_routine,
    .in_round = crazy4_game_in_round,
    .turn = crazy4_game_turn,
    .to_settle = crazy4_game_to_settle,
    .deal_to = crazy4_game_deal_to,
    .limits = crazy4_game_limits,
    .meter = crazy4_game_meter,
};
