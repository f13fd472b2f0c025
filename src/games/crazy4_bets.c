/*
 * The acts of players at a table of Crazy 4 Poker: sit, wager, decide, leave; and the lock.
 */
#include "base/check.h"
#include "games/crazy4_internal.h"

/* ------------------------------------------------------------------------------------- sitting */

struct ruling crazy4_may_sit(const struct crazy4 *table, const struct poker_action *action)
{
    if (action->seat == 0 || action->player == 0)
        return ruling_no(CLAUSE(76), "a player sits down at a seat");
    if (table->round.seats[action->seat].player != 0)
        return ruling_no(CLAUSE(76), "seat %u is taken", action->seat);
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (table->round.seats[seat].player == action->player)
            return ruling_no(CLAUSE(99), "this player sits at seat %u and wagers on one position only", seat);
    return ruling_yes();
}

void crazy4_sit(struct crazy4 *table, const struct poker_action *action)
{
    table->round.seats[action->seat].player = action->player;
}

struct ruling crazy4_may_stand(const struct crazy4 *table, const struct poker_action *action)
{
    if (action->seat == 0 || table->round.seats[action->seat].player == 0)
        return ruling_no(CLAUSE(76), "nobody sits at seat %u", action->seat);
    return ruling_yes();
}

void crazy4_stand(struct crazy4 *table, const struct poker_action *action)
{
    poker_stand(&table->round, action->seat);
}

/* ------------------------------------------------------------------------------------- wagering */

/* The clause that makes a wager an addition to Ante and Super Bonus. */
static const char *addition_clause(const struct crazy4 *table, enum wager wager)
{
    switch (wager) {
    case WAGER_QUEENS_UP:
        return CLAUSE(84);
    case WAGER_PROGRESSIVE:
        return table->settings.progressive == CRAZY4_FIVE_CARD ? CLAUSE(90) : CLAUSE(86);
    case WAGER_HAND_BONUS_OWN:
    case WAGER_HAND_BONUS_DEALER:
        return CLAUSE(96);
    case WAGER_COVER_ALL:
        return CLAUSE(247);
    default:
        return NULL;
    }
}

static struct ruling may_be_offered(const struct crazy4 *table, enum wager wager)
{
    if (crazy4_wager_limits(table, wager).most.cents > 0)
        return ruling_yes();
    switch (wager) {
    case WAGER_PLAY:
        return ruling_no(CLAUSE(83), "the Play Wager follows when the player decides");
    case WAGER_QUEENS_UP:
        return ruling_no(CLAUSE(84), "this table does not offer Queens Up");
    case WAGER_PROGRESSIVE:
        return ruling_no(CLAUSE(85), "this table does not offer a progressive wager");
    case WAGER_HAND_BONUS_OWN:
    case WAGER_HAND_BONUS_DEALER:
        return ruling_no(CLAUSE(93), "this table does not offer the Five Card Hand Bonus");
    case WAGER_COVER_ALL:
        return ruling_no(CLAUSE(234), "this table does not offer Cover All");
    default:
        return ruling_no(CLAUSE(74), "%s is no wager of this game", wager_name(wager));
    }
}

static struct ruling may_be_amount(const struct crazy4 *table, enum wager wager, struct money amount)
{
    struct wager_limits limits = crazy4_wager_limits(table, wager);
    char least[MONEY_TEXT_SIZE], most[MONEY_TEXT_SIZE];
    settlement_amount(limits.least, least);
    settlement_amount(limits.most, most);
    if (wager == WAGER_PROGRESSIVE) {
        if (amount.cents != limits.most.cents)
            return ruling_no(CLAUSE(MR14), "the progressive wager at this table is %s", most);
        return ruling_yes();
    }
    if (amount.cents < limits.least.cents || amount.cents > limits.most.cents)
        return ruling_no(CLAUSE(MR29), "the %s is from %s to %s", wager_name(wager), least, most);
    if (amount.cents % table->settings.unit.cents != 0)
        return ruling_no(CLAUSE(MR29), "wagers are multiples of %s",
                         settlement_amount(table->settings.unit, least));
    return ruling_yes();
}

/* Ante and Super Bonus cannot be removed while other wagers depend on them. */
static struct ruling may_withdraw(const struct crazy4 *table, unsigned seat, enum wager wager)
{
    if (wager != WAGER_ANTE && wager != WAGER_SUPER_BONUS)
        return ruling_yes();
    for (unsigned other = 0; other < WAGER_COUNT; other++) {
        const char *clause = addition_clause(table, (enum wager)other);
        if (clause && table->round.seats[seat].wagers[other].cents > 0)
            return ruling_no(clause, "seat %u must take back the %s first", seat,
                             wager_name((enum wager)other));
    }
    return ruling_yes();
}

struct ruling crazy4_may_wager(const struct crazy4 *table, const struct poker_action *action)
{
    unsigned seat = action->seat;
    if (seat == 0 || table->round.seats[seat].player == 0)
        return ruling_no(CLAUSE(76), "only a player seated at the table may wager");
    struct ruling ruling = may_be_offered(table, action->wager);
    if (!ruling.allowed)
        return ruling;
    if (action->amount.cents == 0)
        return may_withdraw(table, seat, action->wager);
    const char *addition = addition_clause(table, action->wager);
    if (addition && !crazy4_in_round(table, seat))
        return ruling_no(addition, "seat %u places Ante and Super Bonus before the %s", seat,
                         wager_name(action->wager));
    return may_be_amount(table, action->wager, action->amount);
}

void crazy4_wager(struct crazy4 *table, const struct poker_action *action)
{
    table->round.seats[action->seat].wagers[action->wager] = action->amount;
}

/* ------------------------------------------------------------------------------------- the lock */

static struct money total_of(const struct crazy4 *table, enum wager wager)
{
    int64_t cents = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        cents += table->round.seats[seat].wagers[wager].cents;
    return money_of_cents(cents);
}

static struct money bonus_total(const struct crazy4 *table)
{
    return money_of_cents(total_of(table, WAGER_HAND_BONUS_OWN).cents +
                          total_of(table, WAGER_HAND_BONUS_DEALER).cents);
}

static struct ruling wagers_are_complete(const struct crazy4 *table)
{
    char ante_text[MONEY_TEXT_SIZE], bonus_text[MONEY_TEXT_SIZE];
    for (unsigned seat = 1; seat <= table->settings.seats; seat++) {
        struct money ante = table->round.seats[seat].wagers[WAGER_ANTE];
        struct money bonus = table->round.seats[seat].wagers[WAGER_SUPER_BONUS];
        if ((ante.cents > 0) != (bonus.cents > 0))
            return ruling_no(CLAUSE(81), "seat %u needs both an Ante and a Super Bonus", seat);
        if (ante.cents != bonus.cents)
            return ruling_no(CLAUSE(82), "at seat %u the Ante of %s and the Super Bonus of %s are not equal",
                             seat, settlement_amount(ante, ante_text), settlement_amount(bonus, bonus_text));
    }
    if (crazy4_players(table) == 0)
        return ruling_no(CLAUSE(111), "nobody has placed Ante and Super Bonus");
    return ruling_yes();
}

/* #23, #24, #MR31: at the hour itself the change is due. */
static struct ruling deck_is_young(const struct crazy4 *table, struct instant now)
{
    const struct crazy4_deck *deck = &table->decks[table->deck];
    bool hand = deck->used_by_hand || table->settings.dealing == POKER_FROM_HAND;
    unsigned hours = hand ? table->settings.hand_hours : table->settings.shoe_hours;
    if (!deck->used || now.ms - deck->first_use.ms < INT64_C(3600000) * hours)
        return ruling_yes();
    return ruling_no(hand ? CLAUSE(23) : CLAUSE(24), "the deck has been in use for %u hours; change it",
                     hours);
}

struct ruling crazy4_may_lock(const struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = wagers_are_complete(table);
    if (ruling.allowed)
        ruling = crazy4_deck_ready(table);
    if (ruling.allowed)
        ruling = deck_is_young(table, action->now);
    if (ruling.allowed &&
        (table->progressive.value.cents + total_of(table, WAGER_PROGRESSIVE).cents > METER_MAX ||
         table->hand_bonus.value.cents + bonus_total(table).cents > METER_MAX))
        return ruling_no(CLAUSE(101), "a meter is full; call the progressive office");
    return ruling;
}

void crazy4_lock(struct crazy4 *table, const struct poker_action *action)
{
    enum status status = STATUS_OK;
    if (table->settings.progressive != CRAZY4_NO_PROGRESSIVE)
        status = meter_lock(&table->progressive, total_of(table, WAGER_PROGRESSIVE), &table->progressive_log);
    if (status == STATUS_OK && table->settings.hand_bonus)
        status = meter_lock(&table->hand_bonus, bonus_total(table), &table->hand_bonus_log);
    CHECK_OP(status, ==, STATUS_OK);
    struct crazy4_deck *deck = &table->decks[table->deck];
    if (!deck->used) {
        deck->used = true;
        deck->first_use = action->now;
    }
    deck->used_by_hand |= table->settings.dealing == POKER_FROM_HAND;
    table->round.state = POKER_LOCKED;
}

unsigned crazy4_progressives(const struct crazy4 *table)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        count += table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents > 0;
    return count;
}

struct ruling crazy4_may_count_chips(const struct crazy4 *table, const struct poker_action *action)
{
    unsigned accepted = crazy4_progressives(table);
    if (action->count > accepted)
        return ruling_no(CLAUSE(MR22),
                         "%u chips and %u accepted wagers: return what the system did not accept, "
                         "then count again",
                         action->count, accepted);
    if (action->count < accepted)
        return ruling_no(CLAUSE(103), "%u chips and %u accepted wagers: no card is dealt until they agree",
                         action->count, accepted);
    return ruling_yes();
}

void crazy4_count_chips(struct crazy4 *table, const struct poker_action *action)
{
    (void)action;
    table->chips_agree = true;
}

struct ruling crazy4_may_draw(const struct crazy4 *table, const struct poker_action *action)
{
    const struct crazy4_settings *settings = &table->settings;
    if ((action->magic_drawn && !(settings->hand_bonus && settings->magic_card)) ||
        (action->lucky_drawn && !(settings->hand_bonus && settings->lucky_bonus)))
        return ruling_no(CLAUSE(228), "this table does not offer that bonus");
    if (table->drawn)
        return ruling_no(CLAUSE(MR28), "the system draws once a round");
    if (action->magic_drawn && (!card_is_valid(action->card) || card_is_joker(action->card)))
        return ruling_no(CLAUSE(MR28), "the Magic Card is one of the 52");
    if (action->lucky_drawn && action->seat != POKER_DEALER && !crazy4_in_round(table, action->seat))
        return ruling_no(CLAUSE(MR28), "the Lucky position is an occupied seat or the dealer");
    return ruling_yes();
}

void crazy4_draw(struct crazy4 *table, const struct poker_action *action)
{
    table->drawn = true;
    table->magic_drawn = action->magic_drawn;
    table->magic_card = action->card;
    table->lucky_drawn = action->lucky_drawn;
    table->lucky_position = action->seat;
}

/* ------------------------------------------------------------------------------------- deciding */

static struct ruling may_decide(const struct crazy4 *table, unsigned seat)
{
    if (!crazy4_in_round(table, seat))
        return ruling_no(CLAUSE(143), "seat %u has no Ante and Super Bonus in this round", seat);
    if (table->round.seats[seat].decision != POKER_UNDECIDED)
        return ruling_no(CLAUSE(80), "seat %u has decided", seat);
    unsigned turn = crazy4_turn(table);
    if (turn != seat)
        return ruling_no(CLAUSE(142), "seat %u is asked before seat %u", turn, seat);
    return ruling_yes();
}

static struct ruling may_be_play(const struct crazy4 *table, unsigned seat, struct money amount,
                                 struct money most)
{
    struct money ante = table->round.seats[seat].wagers[WAGER_ANTE];
    char text[MONEY_TEXT_SIZE];
    if (amount.cents < ante.cents)
        return ruling_no(CLAUSE(144), "the Play Wager is at least the Ante of %s",
                         settlement_amount(ante, text));
    if (amount.cents > 3 * ante.cents)
        return ruling_no(CLAUSE(145), "the Play Wager is at most three times the Ante: %s",
                         settlement_amount(money_of_cents(3 * ante.cents), text));
    if (amount.cents > most.cents)
        return ruling_no(CLAUSE(145), "without a pair of aces or better the Play Wager is the Ante of %s",
                         settlement_amount(ante, text));
    if (amount.cents % table->settings.unit.cents != 0)
        return ruling_no(CLAUSE(MR29), "wagers are multiples of %s",
                         settlement_amount(table->settings.unit, text));
    return ruling_yes();
}

struct ruling crazy4_may_play(const struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = may_decide(table, action->seat);
    if (!ruling.allowed)
        return ruling;
    return may_be_play(table, action->seat, action->amount, crazy4_play_limits(table, action->seat).most);
}

struct ruling crazy4_may_play_unseen(const struct crazy4 *table, const struct poker_action *action)
{
    struct ruling ruling = may_decide(table, action->seat);
    if (!ruling.allowed)
        return ruling;
    int64_t ante = table->round.seats[action->seat].wagers[WAGER_ANTE].cents;
    return may_be_play(table, action->seat, action->amount, money_of_cents(3 * ante));
}

struct ruling crazy4_may_fold(const struct crazy4 *table, const struct poker_action *action)
{
    return may_decide(table, action->seat);
}

static void go_on_when_all_decided(struct crazy4 *table)
{
    if (table->round.state == POKER_DECIDING && crazy4_turn(table) == 0)
        crazy4_collect_forfeits(table);
}

void crazy4_play(struct crazy4 *table, const struct poker_action *action)
{
    struct poker_seat *seat = &table->round.seats[action->seat];
    seat->wagers[WAGER_PLAY] = action->amount;
    seat->decision = POKER_PLAYED;
    go_on_when_all_decided(table);
}

void crazy4_fold(struct crazy4 *table, const struct poker_action *action)
{
    table->round.seats[action->seat].decision = POKER_FOLDED;
    go_on_when_all_decided(table);
}

struct ruling crazy4_may_leave(const struct crazy4 *table, const struct poker_action *action)
{
    if (!crazy4_in_round(table, action->seat) || table->round.seats[action->seat].left)
        return ruling_no(CLAUSE(78), "seat %u is not in the round", action->seat);
    return ruling_yes();
}

/* A player who leaves before deciding makes no Play Wager (#143); that matters only if the wagers are kept. */
void crazy4_leave(struct crazy4 *table, const struct poker_action *action)
{
    struct poker_seat *seat = &table->round.seats[action->seat];
    seat->left = true;
    if (table->settings.leaver_keeps_wagers && seat->decision == POKER_UNDECIDED)
        seat->decision = POKER_FOLDED;
    go_on_when_all_decided(table);
}
