/*
 * The acts of players at a table of Four-Card Poker: sit, wager, decide; and the lock.
 */
#include "base/check.h"
#include "games/four_card_internal.h"

/* ------------------------------------------------------------------------------------- sitting */

struct ruling four_card_may_sit(const struct four_card *table, const struct poker_action *action)
{
    if (action->seat == POKER_DEALER || action->player == 0)
        return ruling_no(CLAUSE(5), "a player takes a betting position");
    if (table->round.seats[action->seat].player != 0)
        return ruling_no(CLAUSE(5), "position %u is taken", action->seat);
    for (unsigned seat = 1; seat <= table->settings.seats && !table->settings.several_positions; seat++)
        if (table->round.seats[seat].player == action->player)
            return ruling_no(CLAUSE(11), "this player has position %u; the house allows one", seat);
    return ruling_yes();
}

void four_card_sit(struct four_card *table, const struct poker_action *action)
{
    table->round.seats[action->seat].player = action->player;
}

struct ruling four_card_may_stand(const struct four_card *table, const struct poker_action *action)
{
    if (action->seat == POKER_DEALER || table->round.seats[action->seat].player == 0)
        return ruling_no(CLAUSE(5), "nobody is at position %u", action->seat);
    return ruling_yes();
}

void four_card_stand(struct four_card *table, const struct poker_action *action)
{
    poker_stand(&table->round, action->seat);
}

/* ------------------------------------------------------------------------------------- wagering */

struct wager_limits four_card_wager_limits(const struct four_card *table, enum wager wager)
{
    const struct four_card_settings *settings = &table->settings;
    if (wager == WAGER_ANTE)
        return settings->ante;
    if (wager == WAGER_ACES_UP)
        return settings->aces_up;
    if (wager == WAGER_PROGRESSIVE && settings->progressive)
        return (struct wager_limits){settings->progressive_wager, settings->progressive_wager};
    return (struct wager_limits){{0}, {0}};
}

static struct ruling may_be_offered(const struct four_card *table, enum wager wager)
{
    if (four_card_wager_limits(table, wager).most.cents > 0)
        return ruling_yes();
    if (wager == WAGER_PLAY)
        return ruling_no(CLAUSE(24), "the Play wager follows when the player has looked at the cards");
    if (wager == WAGER_PROGRESSIVE)
        return ruling_no(CLAUSE(54), "this table does not offer the progressive wager");
    return ruling_no(CLAUSE(5), "%s is no wager of this game", wager_name(wager));
}

/* The posted limits, and the amounts that an Ante or an Aces Up wager may have: #6, #13. */
static struct ruling may_be_amount(const struct four_card *table, enum wager wager, struct money amount)
{
    struct wager_limits limits = four_card_wager_limits(table, wager);
    char least[MONEY_TEXT_SIZE], most[MONEY_TEXT_SIZE];
    settlement_amount(limits.least, least);
    settlement_amount(limits.most, most);
    if (wager == WAGER_PROGRESSIVE)
        return amount.cents == limits.most.cents
                   ? ruling_yes()
                   : ruling_no(CLAUSE(DR22), "the progressive wager at this table is %s", most);
    if (amount.cents < limits.least.cents || amount.cents > limits.most.cents)
        return ruling_no(CLAUSE(13), "%s is from %s to %s", wager_name(wager), least, most);
    if (amount.cents % table->settings.unit.cents != 0)
        return ruling_no(CLAUSE(6), "wagers are multiples of %s",
                         settlement_amount(table->settings.unit, least));
    return ruling_yes();
}

struct ruling four_card_may_wager(const struct four_card *table, const struct poker_action *action)
{
    if (action->seat == POKER_DEALER || table->round.seats[action->seat].player == 0)
        return ruling_no(CLAUSE(5), "nobody is at position %u", action->seat);
    struct ruling ruling = may_be_offered(table, action->wager);
    if (!ruling.allowed || action->amount.cents == 0)
        return ruling;
    return may_be_amount(table, action->wager, action->amount);
}

void four_card_wager(struct four_card *table, const struct poker_action *action)
{
    table->round.seats[action->seat].wagers[action->wager] = action->amount;
}

/* ----------------------------------------------------------------------------------------- lock */

struct ruling four_card_may_lock(const struct four_card *table, const struct poker_action *action)
{
    (void)action;
    for (unsigned seat = 1; seat <= table->settings.seats && !table->settings.progressive_alone; seat++)
        if (table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents > 0 && !four_card_in_round(table, seat))
            return ruling_no(CLAUSE(DR4),
                             "position %u needs an Ante or an Aces Up wager beside the progressive", seat);
    if (four_card_players(table) == 0)
        return ruling_no(CLAUSE(14), "nobody has bet");
    if (!table->shuffled)
        return ruling_no(table->was_void ? CLAUSE(88) : CLAUSE(DR17), "the cards are shuffled first");
    return ruling_yes();
}

/* The sensors light up and the meter takes its part: #15, #16, #DR14. */
void four_card_lock(struct four_card *table, const struct poker_action *action)
{
    (void)action;
    int64_t cents = 0;
    for (unsigned seat = 1; seat <= table->settings.seats; seat++) {
        struct money wager = table->round.seats[seat].wagers[WAGER_PROGRESSIVE];
        table->round.seats[seat].lit = wager.cents > 0;
        cents += wager.cents;
    }
    table->chips_taken = cents == 0;
    table->round.state = POKER_LOCKED;
    if (!table->settings.progressive)
        return;
    enum status status = meter_lock(&table->progressive, money_of_cents(cents), &table->log);
    CHECK_OP(status, ==, STATUS_OK);
}

/* ------------------------------------------------------------------------------------- deciding */

struct wager_limits four_card_play_limits(const struct four_card *table, unsigned seat)
{
    struct money ante = table->round.seats[seat].wagers[WAGER_ANTE];
    return (struct wager_limits){ante, money_of_cents(3 * ante.cents)};
}

static struct ruling may_decide(const struct four_card *table, unsigned seat)
{
    if (seat == POKER_DEALER || !four_card_in_round(table, seat))
        return ruling_no(CLAUSE(24), "nobody plays at position %u", seat);
    if (table->round.seats[seat].wagers[WAGER_ANTE].cents == 0)
        return ruling_no(CLAUSE(DR24), "position %u has no Ante, so there is nothing to decide", seat);
    if (table->round.seats[seat].decision != POKER_UNDECIDED)
        return ruling_no(CLAUSE(24), "position %u has decided", seat);
    return ruling_yes();
}

struct ruling four_card_may_play(const struct four_card *table, const struct poker_action *action)
{
    struct ruling ruling = may_decide(table, action->seat);
    if (!ruling.allowed)
        return ruling;
    struct wager_limits limits = four_card_play_limits(table, action->seat);
    char least[MONEY_TEXT_SIZE], most[MONEY_TEXT_SIZE];
    if (action->amount.cents < limits.least.cents || action->amount.cents > limits.most.cents)
        return ruling_no(CLAUSE(25), "the Play wager of position %u is from %s to %s", action->seat,
                         settlement_amount(limits.least, least), settlement_amount(limits.most, most));
    if (action->amount.cents % table->settings.unit.cents != 0)
        return ruling_no(CLAUSE(6), "wagers are multiples of %s",
                         settlement_amount(table->settings.unit, least));
    return ruling_yes();
}

/* When nobody is left to decide, the forfeited wagers are taken in: #28. */
static void collect_if_all_decided(struct four_card *table)
{
    if (four_card_turn(table) == 0)
        four_card_collect_forfeits(table);
}

void four_card_play(struct four_card *table, const struct poker_action *action)
{
    table->round.seats[action->seat].wagers[WAGER_PLAY] = action->amount;
    table->round.seats[action->seat].decision = POKER_PLAYED;
    collect_if_all_decided(table);
}

struct ruling four_card_may_fold(const struct four_card *table, const struct poker_action *action)
{
    return may_decide(table, action->seat);
}

void four_card_fold(struct four_card *table, const struct poker_action *action)
{
    table->round.seats[action->seat].decision = POKER_FOLDED;
    collect_if_all_decided(table);
}
