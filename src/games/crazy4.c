#include "games/crazy4.h"

#include "base/check.h"
#include "games/crazy4_internal.h"

#include <stdarg.h>
#include <stdio.h>

const char *crazy4_state_name(enum crazy4_state state)
{
    static const char *const names[CRAZY4_STATE_COUNT] = {
        "betting",  "locked",   "dealing", "dealt",     "deciding", "collected",
        "revealed", "settling", "envy",    "cover all", "over",     "void",
    };
    CHECK_OP((unsigned)state, <, CRAZY4_STATE_COUNT);
    return names[state];
}

void crazy4_init(struct crazy4 *table, const struct crazy4_settings *settings)
{
    CHECK(crazy4_settings_check(settings).allowed);
    static const struct meter_rate no_reserve = {0, 1};
    *table = (struct crazy4){.settings = *settings, .round = 1, .void_clause = ""};
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
    const struct money *wagers = table->seats[seat].wagers;
    return seat != CRAZY4_DEALER && wagers[WAGER_ANTE].cents > 0 && wagers[WAGER_SUPER_BONUS].cents > 0;
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
    if (table->state != CRAZY4_DECIDING)
        return 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (crazy4_in_round(table, seat) && table->seats[seat].decision == CRAZY4_UNDECIDED &&
            !table->seats[seat].left)
            return seat;
    return 0;
}

/* Something on the layout that the pass has not settled yet; Cover All waits for its own. */
static bool is_pending(const struct crazy4 *table, unsigned seat)
{
    const struct crazy4_seat *at = &table->seats[seat];
    for (unsigned wager = 0; wager < WAGER_COUNT; wager++) {
        bool waits = wager == WAGER_COVER_ALL && !(at->left && !table->settings.leaver_keeps_wagers);
        if (at->wagers[wager].cents > 0 && !waits &&
            !settlement_find(&table->settlement, seat, (enum wager)wager))
            return true;
    }
    return false;
}

unsigned crazy4_to_settle(const struct crazy4 *table)
{
    if (table->state != CRAZY4_REVEALED && table->state != CRAZY4_SETTLING)
        return 0;
    for (unsigned seat = table->settings.seats; seat >= 1; seat--)
        if (crazy4_in_round(table, seat) && !table->seats[seat].settled && is_pending(table, seat))
            return seat;
    return 0;
}

unsigned crazy4_deal_to(const struct crazy4 *table)
{
    unsigned hands = crazy4_players(table) + 1;
    unsigned place = table->settings.dealing == CRAZY4_AUTOMATED_SHOE ? table->card_count / CRAZY4_HAND_CARDS
                                                                      : table->card_count % hands;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (crazy4_in_round(table, seat) && place-- == 0)
            return seat;
    return CRAZY4_DEALER;
}

bool crazy4_stub_count_due(const struct crazy4 *table)
{
    return table->settings.shuffling != CRAZY4_SHUFFLE_COUNTING_DEVICE &&
           table->rounds_since_count + 1 >= table->settings.stub_count_rounds;
}

struct four_value crazy4_four(const struct crazy4_hand *hand)
{
    CHECK_OP(hand->count, ==, CRAZY4_HAND_CARDS);
    return four_rank5(hand->cards);
}

bool crazy4_dealer_qualifies(const struct crazy4 *table)
{
    struct score score = four_value_score(crazy4_four(&table->seats[CRAZY4_DEALER].hand));
    return score_class(score) != FOUR_CLASS_HIGH_CARD || score_rank(score, 0) >= RANK_KING; /* #157, #MR27 */
}

struct crazy4_limits crazy4_play_limits(const struct crazy4 *table, unsigned seat)
{
    struct money ante = table->seats[seat].wagers[WAGER_ANTE];
    struct score score = four_value_score(crazy4_four(&table->seats[seat].hand));
    bool aces = score.bits >= SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_ACE); /* #145 */
    return (struct crazy4_limits){ante, money_of_cents(aces ? 3 * ante.cents : ante.cents)};
}

struct crazy4_limits crazy4_wager_limits(const struct crazy4 *table, enum wager wager)
{
    const struct crazy4_settings *settings = &table->settings;
    const struct crazy4_limits none = {{0}, {0}};
    switch (wager) {
    case WAGER_ANTE:
    case WAGER_SUPER_BONUS:
        return settings->ante;
    case WAGER_QUEENS_UP:
        return settings->queens_up ? settings->queens_up_limits : none;
    case WAGER_PROGRESSIVE:
        return settings->progressive != CRAZY4_NO_PROGRESSIVE
                   ? (struct crazy4_limits){settings->progressive_wager, settings->progressive_wager}
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

struct money crazy4_staked(const struct crazy4 *table)
{
    int64_t cents = 0;
    for (unsigned seat = 1; seat <= CRAZY4_SEATS_MAX; seat++)
        cents += wagers_total(table->seats[seat].wagers).cents;
    return money_of_cents(cents);
}

/* --------------------------------------------------------------------------- void and next round */

/* Every wager goes back, whatever was settled is undone (#MR34), and the meters forget the round (#MR17). */
void crazy4_void(struct crazy4 *table, enum crazy4_deck_fate fate, const char *clause,
                 const char *back_clause, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->void_words, sizeof table->void_words, format, arguments);
    va_end(arguments);
    table->void_clause = clause;
    table->deck_fate = fate;
    table->settlement.count = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++) {
        table->seats[seat].key = 0;
        settlement_add_void(&table->settlement, seat, table->seats[seat].wagers, back_clause);
    }
    meter_void_round(&table->progressive, &table->progressive_log);
    meter_void_round(&table->hand_bonus, &table->hand_bonus_log);
    struct crazy4_deck *deck = &table->decks[table->deck];
    deck->shuffled = deck->cut = false;
    deck->on_table = fate != CRAZY4_DECK_REMOVED;
    settlement_check(&table->settlement, crazy4_staked(table));
    table->state = CRAZY4_VOID;
}

void crazy4_next_round(struct crazy4 *table, const struct crazy4_action *action)
{
    (void)action;
    table->rounds_since_count = table->stub_counted ? 0 : table->rounds_since_count + 1;
    if (table->settings.decks == 2) /* #21: each is used every other round. */
        table->deck = 1 - table->deck;
    table->round++;
    table->state = CRAZY4_BETTING;
    for (unsigned seat = 0; seat <= CRAZY4_SEATS_MAX; seat++)
        table->seats[seat] =
            (struct crazy4_seat){.player = table->seats[seat].left ? 0 : table->seats[seat].player};
    table->progressive_log.count = table->hand_bonus_log.count = 0;
    table->chips_agree = table->stub_counted = table->stub_wrong = false;
    table->card_count = table->set_aside = table->stub = 0;
    table->gone = (struct card_set){0};
    table->drawn = table->magic_drawn = table->lucky_drawn = false;
    table->dealer_prize_fixed = table->exposed = table->cover_settled = false;
    table->settlement.count = 0;
    table->void_clause = "";
    table->void_words[0] = '\0';
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

static const struct crazy4_rule rules[CRAZY4_ACT_COUNT] = {
    [CRAZY4_SIT] = {BETWEEN, CLAUSE(79), "a player who arrives joins the next round", crazy4_may_sit,
                    crazy4_sit},
    [CRAZY4_STAND] = {BETWEEN, CLAUSE(77), "a player stays seated until the round is complete",
                      crazy4_may_stand, crazy4_stand},
    [CRAZY4_WAGER] = {IN(BETTING), CLAUSE(80),
                      "after \"no more bets\" no wager is made, increased or withdrawn", crazy4_may_wager,
                      crazy4_wager},
    [CRAZY4_BRING_DECK] = {BETWEEN, CLAUSE(20), "a deck is changed between rounds", crazy4_may_bring_deck,
                           crazy4_bring_deck},
    [CRAZY4_SHUFFLE] = {ANY, CLAUSE(35), "", crazy4_may_shuffle, crazy4_shuffle},
    [CRAZY4_CUT] = {ANY, CLAUSE(47), "", crazy4_may_cut, crazy4_cut},
    [CRAZY4_TAKE_DECK] = {IN(BETTING), CLAUSE(21), "the deck is chosen before the round",
                          crazy4_may_take_deck, crazy4_take_deck},
    [CRAZY4_SHUFFLER_JAMS] = {ANY, CLAUSE(281), "", crazy4_may_jam_shuffler, crazy4_jam_shuffler},
    [CRAZY4_DEVICE_FAILS] = {BETWEEN, CLAUSE(282), "a device that stops during a round has jammed",
                             crazy4_may_fail_device, crazy4_fail_device},
    [CRAZY4_COVER_DEVICE] = {ANY, CLAUSE(285), "", crazy4_may_cover_device, crazy4_cover_device},
    [CRAZY4_CHANGE_METHOD] = {BETWEEN, CLAUSE(285), "the method is changed between rounds",
                              crazy4_may_change_method, crazy4_change_method},
    [CRAZY4_NO_MORE_BETS] = {IN(BETTING), CLAUSE(100), "\"no more bets\" has been announced", crazy4_may_lock,
                             crazy4_lock},
    [CRAZY4_COUNT_CHIPS] = {IN(LOCKED), CLAUSE(103),
                            "the chips are counted between \"no more bets\" and the deal",
                            crazy4_may_count_chips, crazy4_count_chips},
    [CRAZY4_DRAW] = {OPEN & ~(IN(SETTLING) | IN(ENVY) | IN(COVER_ALL)), CLAUSE(MR28),
                     "the system draws after the lock and before the settlement", crazy4_may_draw,
                     crazy4_draw},
    [CRAZY4_DEAL_CARD] = {IN(LOCKED) | IN(DEALING), CLAUSE(100),
                          "cards are dealt after \"no more bets\" until everybody has five",
                          crazy4_may_deal_card, crazy4_deal_card},
    [CRAZY4_DEAL_STACK] = {IN(LOCKED) | IN(DEALING), CLAUSE(100),
                           "stacks are dealt after \"no more bets\" until everybody has five cards",
                           crazy4_may_deal_stack, crazy4_deal_stack},
    [CRAZY4_STUB_TO_RACK] = {IN(DEALT), CLAUSE(113), "the stub goes to the rack after the deal",
                             crazy4_may_rack_stub, crazy4_rack_stub},
    [CRAZY4_COUNT_STUB] = {IN(DEALT), CLAUSE(129), "the stub is counted after the deal",
                           crazy4_may_count_stub, crazy4_count_stub},
    [CRAZY4_COUNT_HANDS] = {IN(DEALT), CLAUSE(132), "the hands are counted when the stub count is wrong",
                            crazy4_may_count_hands, crazy4_count_hands},
    [CRAZY4_PLAY] = {IN(DECIDING), CLAUSE(143), "Play Wagers are made after the deal, in turn",
                     crazy4_may_play, crazy4_play},
    [CRAZY4_PLAY_UNSEEN] = {IN(DECIDING), CLAUSE(143), "Play Wagers are made after the deal, in turn",
                            crazy4_may_play_unseen, crazy4_play},
    [CRAZY4_FOLD] = {IN(DECIDING), CLAUSE(143), "a player folds after the deal, in turn", crazy4_may_fold,
                     crazy4_fold},
    [CRAZY4_REVEAL] = {IN(COLLECTED), CLAUSE(151),
                       "the dealer's cards are turned once every player has played or folded", NULL,
                       crazy4_reveal},
    [CRAZY4_KEY] = {IN(REVEALED) | IN(SETTLING), CLAUSE(257), "hand buttons are pressed at the settlement",
                    crazy4_may_key, crazy4_key},
    [CRAZY4_VERIFY] = {IN(REVEALED) | IN(SETTLING), CLAUSE(180), "wins are verified at the settlement",
                       crazy4_may_verify, crazy4_verify},
    [CRAZY4_SETTLE] = {IN(REVEALED) | IN(SETTLING), CLAUSE(153),
                       "players are settled after the dealer's cards are turned", crazy4_may_settle,
                       crazy4_settle},
    [CRAZY4_PAY_ENVY] = {IN(ENVY), CLAUSE(MR10), "envy is paid after the last player's own wagers", NULL,
                         crazy4_pay_envy},
    [CRAZY4_SETTLE_COVER_ALL] = {IN(COVER_ALL), CLAUSE(246),
                                 "Cover All is settled after all other wagers of all players", NULL,
                                 crazy4_settle_cover_all},
    [CRAZY4_GAME_OVER] = {IN(COVER_ALL), CLAUSE(260), "GAME OVER is pressed when all action is settled",
                          crazy4_may_end, crazy4_game_over},
    [CRAZY4_NEXT_ROUND] = {IN(OVER) | IN(VOID), CLAUSE(260), "the round is not over", NULL,
                           crazy4_next_round},
    [CRAZY4_FACE_UP] = {IN(LOCKED) | IN(DEALING), CLAUSE(269),
                        "the rule of the face-up card is about the deal", crazy4_may_face_up, crazy4_face_up},
    [CRAZY4_DRAWN_IN_ERROR] = {IN(LOCKED) | IN(DEALING) | IN(DEALT), CLAUSE(274),
                               "the rule of the card drawn by mistake is about the deal",
                               crazy4_may_draw_in_error, crazy4_draw_in_error},
    [CRAZY4_WRONG_COUNT] = {WITH_CARDS, CLAUSE(MR34),
                            "a wrong number of cards voids the round until GAME OVER, not later",
                            crazy4_may_wrong_count, crazy4_wrong_count},
    [CRAZY4_EXPOSE] = {IN(DEALING) | IN(DEALT) | IN(DECIDING) | IN(COLLECTED), CLAUSE(278),
                       "the dealer's cards are not face down on the table", crazy4_may_expose, crazy4_expose},
    [CRAZY4_SHOE_JAMS] = {IN(LOCKED) | IN(DEALING), CLAUSE(282), "the shoe is not dealing",
                          crazy4_may_jam_shoe, crazy4_jam_shoe},
    [CRAZY4_LEAVE] = {OPEN, CLAUSE(78), "no round is going on", crazy4_may_leave, crazy4_leave},
};

struct ruling crazy4_may(const struct crazy4 *table, const struct crazy4_action *action)
{
    CHECK_OP((unsigned)action->act, <, CRAZY4_ACT_COUNT);
    const struct crazy4_rule *rule = &rules[action->act];
    if ((rule->states >> table->state & 1) == 0)
        return ruling_no(rule->clause, "%s", rule->words);
    if (action->seat > table->settings.seats)
        return ruling_no(CLAUSE(MR29), "the table has no seat %u", action->seat);
    return rule->may ? rule->may(table, action) : ruling_yes();
}

struct ruling crazy4_do(struct crazy4 *table, const struct crazy4_action *action)
{
    struct ruling ruling = crazy4_may(table, action);
    if (ruling.allowed)
        rules[action->act].act(table, action);
    return ruling;
}

/* -------------------------------------------------------------------------------------- routine */

static bool routine_of_deck(const struct crazy4 *table, struct crazy4_action *action)
{
    const struct crazy4_deck *deck = &table->decks[table->deck];
    action->deck = table->deck;
    bool device = table->settings.shuffling != CRAZY4_SHUFFLE_BY_HAND;
    if (!deck->on_table)
        action->act = CRAZY4_BRING_DECK;
    else if (!deck->shuffled && device && table->shuffler_failed) {
        action->act = CRAZY4_COVER_DEVICE; /* Which method comes next is the house's choice. */
        action->by_device = true;
        return !table->shuffler_covered;
    } else if (!deck->shuffled) {
        action->act = CRAZY4_SHUFFLE;
        action->by_device = device;
        action->count = DECK_CARDS;
    } else if (!deck->by_device && !deck->cut) {
        action->act = CRAZY4_CUT;
        action->count = DECK_CARDS / 2;
    } else
        return false;
    return true;
}

static bool routine_of_settlement(const struct crazy4 *table, struct crazy4_action *action)
{
    unsigned seat = crazy4_to_settle(table);
    action->act = CRAZY4_SETTLE;
    if (seat == 0)
        return true;
    const struct crazy4_seat *at = &table->seats[seat];
    unsigned due = crazy4_key_due(table, seat);
    const char *clause;
    action->seat = seat;
    if (at->key != due) {
        action->act = CRAZY4_KEY;
        action->count = at->key != 0 ? at->key : due; /* A wrong one is switched off first: #258. */
    } else if (crazy4_needs_floor(table, seat, &clause) && !at->verified)
        action->act = CRAZY4_VERIFY;
    else
        action->seat = 0;
    return true;
}

static bool routine_of_stub(const struct crazy4 *table, struct crazy4_action *action)
{
    if (table->stub_wrong)
        return false;
    bool due = crazy4_stub_count_due(table);
    action->act = due ? CRAZY4_COUNT_STUB : CRAZY4_STUB_TO_RACK;
    action->count = DECK_CARDS - table->card_count - table->set_aside;
    return true;
}

static unsigned accepted_progressives(const struct crazy4 *table)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        count += table->seats[seat].wagers[WAGER_PROGRESSIVE].cents > 0;
    return count;
}

bool crazy4_routine(const struct crazy4 *table, struct crazy4_action *action)
{
    *action = (struct crazy4_action){0};
    switch (table->state) {
    case CRAZY4_BETTING:
        return routine_of_deck(table, action);
    case CRAZY4_LOCKED:
        action->act = CRAZY4_COUNT_CHIPS;
        action->count = accepted_progressives(table);
        return action->count > 0 && !table->chips_agree;
    case CRAZY4_DEALT:
        return routine_of_stub(table, action);
    case CRAZY4_COLLECTED:
        action->act = CRAZY4_REVEAL;
        return true;
    case CRAZY4_REVEALED:
    case CRAZY4_SETTLING:
        return routine_of_settlement(table, action);
    case CRAZY4_ENVY:
        action->act = CRAZY4_PAY_ENVY;
        return true;
    case CRAZY4_COVER_ALL:
        action->act = table->cover_settled ? CRAZY4_GAME_OVER : CRAZY4_SETTLE_COVER_ALL;
        return true;
    case CRAZY4_OVER:
    case CRAZY4_VOID:
        action->act = CRAZY4_NEXT_ROUND;
        return true;
    default:
        return false;
    }
}
