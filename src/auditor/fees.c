/* Fees of a round: who pays, where they go, and what is given back. */
#include "auditor/model_internal.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ who pays */

static unsigned count_of(uint32_t seats)
{
    unsigned count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

/* How many positions pay; the player-dealer's apart. */
struct model_fees {
    unsigned players, player_dealers;
};

/* A player-dealer who is not seated at the table is dealt in too: at every California game except 13-Card, which has no
 * player-dealer. */
static unsigned dealt_in(const struct model_table *table, uint32_t dealt)
{
    const struct hand_game *game = table->described->game.game;
    bool banked = game && !game->poker && game->family != HAND_FAMILY_THIRTEEN;
    return count_of(dealt) + (banked && table->bank == 0);
}

static bool takes_backline(const struct model_offer *offer, const struct model_table *table)
{
    struct text said = offer_text(offer->offer, PATH_ELIGIBILITY_BACKLINE);
    const struct hand_game *game = table->described->game.game;
    return text_equal(said, text_of("yes")) || text_equal(said, text_of("by ownership")) ||
           (text_equal(said, text_of("where the game allows")) && game && !game->poker);
}

static uint32_t paid_seats(const struct model_offer *offer, const struct round_started *started)
{
    for (uint32_t i = 0; i < started->payer_count; i++)
        if (text_equal(started->payers[i].offer, offer->name))
            return started->payers[i].seats;
    return started->fees | started->marked;
}

/* Players who put a fee down of their own will, on own hands and on the player-dealer's. */
static unsigned voluntary_fees(const struct model_offer *offer, const struct model_table *table,
                               const struct round_started *started)
{
    unsigned count = count_of(paid_seats(offer, started) & started->dealt);
    for (uint32_t i = 0; i < started->backline_count && takes_backline(offer, table); i++)
        count += started->backline[i].fee;
    return count;
}

static unsigned fees_on_dealer(const struct model_offer *offer, const struct round_started *started)
{
    unsigned count = count_of(started->dealer_fees & started->dealt);
    const struct node *both = offer_node(offer->offer, PATH_PAYING_OWN_AND_PLAYER_DEALER_HAND);
    if (!both || text_equal(both->scalar, text_of("cannot happen")))
        return 0;
    for (uint32_t i = 0; i < started->backline_count; i++)
        count += started->backline[i].dealer_fee;
    return count;
}

static struct model_fees fees_due(const struct model_offer *offer, const struct model_table *table,
                                  const struct round_started *started)
{
    struct range players = {0, INT64_MAX};
    struct text payer = offer_text(offer->offer, PATH_FEE_PAYER),
                optional = offer_text(offer->offer, PATH_FEE_OPTIONAL);
    int64_t dealt = dealt_in(table, started->dealt);
    (void)model_count(offer->offer, PATH_FEE_PLAYERS, &players);
    bool is_optional = text_equal(optional, text_of("yes"));
    bool due = !is_optional && dealt >= players.low && dealt <= players.high;
    bool may = is_optional || (text_equal(optional, text_of("with fewer players")) && !due);
    uint32_t seats = table->bank ? started->dealt & ~(UINT32_C(1) << table->bank) : started->dealt;
    uint32_t paid = paid_seats(offer, started); /* with fewer players it is theirs, not the player-dealer's */
    bool one = due || (may && (is_optional ? paid : paid & seats) != 0);
    if (text_equal(payer, text_of("player")))
        return (struct model_fees){(due   ? count_of(seats)
                                    : may ? voluntary_fees(offer, table, started)
                                          : 0) +
                                       fees_on_dealer(offer, started),
                                   0};
    if (text_equal(payer, text_of("pot")) || text_equal(payer, text_of("first player position")))
        return (struct model_fees){one, 0};
    if (text_equal(payer, text_of("player-dealer")))
        return (struct model_fees){0, one};
    if (text_equal(payer, text_of("player and player-dealer")))
        return due ? (struct model_fees){count_of(seats), 1} : (struct model_fees){0, 0};
    return (struct model_fees){0, 0};
}

/* ------------------------------------------------------------------------------------------ collecting */

/* The list of rates for the table: the only one, or that of its game. */
static const struct node *rates_of(const struct model_offer *offer, const struct model_table *table)
{
    const struct node *rates = node_path(offer->offer->rulebook->data, PATH_FEE_RATES);
    if (!rates || rates->kind != NODE_MAP)
        return rates;
    for (const struct node *list = rates->first_child; list; list = list->next)
        if (game_names_include(list->key, &table->described->game))
            return list;
    return NULL;
}

/* The rate of the table, where fees go by its limits: of the round, of a player, of the player-dealer. Where one amount is paid for
 * the table and hand and the payers' differ, it is the first rate that is listed. */
static bool rate_of(const struct model_offer *offer, const struct model_table *table, int64_t rate[3])
{
    const struct node *rates = rates_of(offer, table),
                      *all = node_path(offer->offer->rulebook->data, PATH_FEE_RATES);
    for (const struct node *row = rates ? rates->first_child : NULL; row; row = row->next) {
        const struct node *limits = node_member(row, KEY_LIMITS), *amount = node_member(row, KEY_AMOUNT);
        struct value value;
        if (!limits || !amount || value_read(VALUE_LIMITS, limits->scalar, &value, NULL) != STATUS_OK ||
            !(value_equal(&value, &table->described->limits) ||
              (value.range.high == RANGE_NO_END && value_within(&table->described->limits, &value))))
            continue;
        bool first = amount->kind == NODE_MAP && model_says(offer->offer, PATH_FEE_PER, "table and hand");
        if (first)
            amount = node_member(all->kind == NODE_MAP ? all->first_child->first_child : all->first_child,
                                 KEY_AMOUNT);
        const struct node *parts[] = {amount, first ? NULL : node_member(amount, KEY_PLAYER),
                                      first ? NULL : node_member(amount, KEY_PLAYER_DEALER)};
        for (unsigned i = 0; i < 3; i++)
            rate[i] = parts[i] && parts[i]->kind == NODE_SCALAR &&
                              value_read(VALUE_MONEY, parts[i]->scalar, &value, NULL) == STATUS_OK
                          ? value.range.low
                          : 0;
        return true;
    }
    return false;
}

static account_id account_of_part(const struct auditor *auditor, const struct model_offer *offer,
                                  struct text name)
{
    struct text activity = offer->offer->rulebook->document.identity;
    account_id pool = model_account(auditor, ACCOUNT_POOL, activity, name);
    return pool != ACCOUNT_NONE ? pool : model_account(auditor, ACCOUNT_FUND, activity, name);
}

/* What fees bring a pool, or take from it when they are returned, counts for all offers that have it. */
static void note_brought(struct auditor *auditor, account_id pool, int64_t cents)
{
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned k = 0; k < auditor->offers[i].pool_count; k++)
            if (auditor->offers[i].pool_accounts[k] == pool)
                auditor->offers[i].brought[k] += cents;
}

/* Into a fund; or into a pool as far as its cap lets it, and the rest where its overflow goes. That may be another pool, whose cap
 * holds as well. */
static void pay_in(struct auditor *auditor, struct model_offer *offer, account_id to, int64_t cents)
{
    unsigned pool = pool_of_account(offer, to);
    if (pool == offer->pool_count) {
        if (!pool_box_waits(offer) || to != fund_named(auditor, offer, NULL, "daily increases"))
            plan_move(auditor, offer->box, to, cents);
        return;
    }
    for (unsigned filled = 0; pool < offer->pool_count; pool = pool_of_account(offer, to)) {
        int64_t taken = pool_room(auditor, offer, pool, cents);
        plan_move(auditor, offer->box, to, taken);
        note_brought(auditor, to, taken);
        cents -= taken;
        to = fund_of_overflow(auditor, offer, pool);
        filled++;
        MUST(auditor, filled <= offer->pool_count, "the overflow of the pools goes round in a circle");
        if (auditor->failed)
            return;
    }
    plan_move(auditor, offer->box, to, cents);
}

/* So many fees of one amount: out of the pockets, into the box, and from there where the document sends them. */
static void collect(struct auditor *auditor, struct model_offer *offer, int64_t fee, unsigned count)
{
    const struct node *split = node_path(offer->offer->rulebook->data, PATH_FEE_SPLIT);
    struct text to = offer_text(offer->offer, PATH_FEE_TO);
    account_id patrons = model_account(auditor, ACCOUNT_PATRONS, text_of(""), text_of("patrons"));
    plan_move(auditor, patrons, offer->box, fee * count);
    for (const struct node *part = split && split->kind == NODE_MAP ? split->first_child : NULL; part;
         part = part->next) {
        struct value value;
        if (value_read(VALUE_MONEY, part->scalar, &value, NULL) == STATUS_OK)
            pay_in(auditor, offer, account_of_part(auditor, offer, part->key), value.range.low * count);
    }
    if (!split || split->kind != NODE_MAP)
        pay_in(auditor, offer, to.length == 0 ? offer->fund : account_of_part(auditor, offer, to),
               fee * count);
    for (unsigned i = 0; i < offer->pool_count; i++) {
        char path[MODEL_PATH_SIZE];
        struct text_out out;
        struct value value;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_PART_OF_THE_FEE, TEXT_ARGUMENTS(offer->pools[i]));
        if (!pool_is_promised(offer, i) ||
            value_read(VALUE_PERCENT, offer_text(offer->offer, path), &value, NULL) != STATUS_OK)
            continue;
        int64_t part = fee * value.range.low / PERCENT_WHOLE * count;
        plan_move(auditor, model_promised(auditor), offer->pool_accounts[i],
                  pool_room(auditor, offer, i, part));
    }
}

static void collect_of_offer(struct auditor *auditor, struct model_offer *offer,
                             const struct model_table *table)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    struct model_fees due = fees_due(offer, table, started);
    int64_t amount = model_cents(offer->offer, PATH_FEE_AMOUNT, text_of("")), rate[3];
    if (due.players + due.player_dealers == 0)
        return;
    if (rate_of(offer, table, rate)) {
        collect(auditor, offer, rate[0], 1);
        collect(auditor, offer, rate[1], due.players);
        collect(auditor, offer, rate[2], due.player_dealers);
    } else if (amount != MODEL_NOTHING)
        collect(auditor, offer, amount, due.players + due.player_dealers);
}

/* ------------------------------------------------------------------------------------------ rounds */

static bool stops(const struct node *said)
{
    return node_lists(said, "no jackpot until repaired") && !node_lists(said, "marked by button");
}

/* A device that fails stops the jackpot, where the document knows no other way. What it says of sensors it says of the reader,
 * unless it has other words for that. These are the words by which it is stopped; NULL: it is not. */
static const struct node *stopped_by(const struct model_offer *offer, const struct model_table *table)
{
    const struct node *sensor = offer_node(offer->offer, PATH_ROUND_SENSOR_FAILS),
                      *reader = offer_node(offer->offer, PATH_ROUND_READER_FAILS);
    bool fails = false;
    reader = reader ? reader : sensor;
    for (unsigned i = 1; i <= MODEL_SEATS_MAX; i++)
        fails |= table->seats[i].sensor_fails;
    if (table->reader_fails && stops(reader))
        return reader;
    return fails && stops(sensor) ? sensor : NULL;
}

static int64_t kept_of(const struct model_table *table, account_id account)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < table->fee_count; i++)
        if (table->fees[i].move.account == account)
            cents += table->fees[i].move.cents;
    return cents;
}

/* What the fees of the offer moved: all that is planned since those of the offers before it. */
static void keep_fees(struct auditor *auditor, struct model_table *table, uint32_t offer)
{
    for (account_id i = 0; i < auditor->account_count; i++) {
        int64_t cents = auditor->accounts[i].planned - kept_of(table, i);
        if (cents == 0)
            continue;
        MUST(auditor, table->fee_count < MODEL_ROUND_ACCOUNTS_MAX, "too many accounts for one round");
        if (!auditor->failed)
            table->fees[table->fee_count++] = (struct model_fee){{i, cents}, offer};
    }
}

/* Whether nobody can win by the offer there, because no other takes a fee. */
static bool nobody_can_win(const struct auditor *auditor, const struct model_offer *offer,
                           const struct model_table *table)
{
    bool alone = auditor->by_deal && model_says(offer->offer, PATH_ELIGIBILITY_COLLECTION, "jackpot");
    for (unsigned i = 0; i < auditor->offer_count && alone; i++) {
        const struct model_offer *other = &auditor->offers[i];
        alone = other == offer || !other->seeded || !offer_node(other->offer, PART_FEE) ||
                !model_runs(auditor, other, table, auditor->now) || !model_is_at(other, table);
    }
    return alone;
}

void see_round_started(struct auditor *auditor)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    struct model_table *table = model_table(auditor, started->table);
    if (!table)
        return;
    MUST(auditor, table->open && started->round == table->round + 1,
         "the table is closed, or a round is missing");
    check_players(auditor, table);
    see_players(auditor, table);
    table->fee_count = 0;
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        struct model_offer *offer = &auditor->offers[i];
        if (!table->described->free_play && !started->tournament && offer->seeded &&
            model_runs(auditor, offer, table, auditor->now) && model_is_at(offer, table) &&
            !stopped_by(offer, table) && !nobody_can_win(auditor, offer, table)) {
            collect_of_offer(auditor, offer, table);
            keep_fees(auditor, table, i);
        }
    }
    table->round = started->round;
    table->deal = (struct model_deal){auditor->record_count, auditor->now};
    table->runs = true;
    table->misdeal = false;
    meters_at_deal(auditor, table);
    plan_repay_credited(auditor);
}

void see_irregularity(struct auditor *auditor)
{
    const struct irregularity_noted *noted = EVENT_AS(auditor->event, irregularity_noted);
    struct model_table *table = model_table(auditor, noted->table);
    if (table)
        table->misdeal |= noted->what == IRREGULARITY_MISDEAL;
}

/* ------------------------------------------------------------------------------------------ returned */

/* Whether fees go back only of jackpots that a device has stopped, by documents that return the chips then: if of all that are
 * stopped, and nobody noted a misdeal. */
static bool only_stopped_return(const struct auditor *auditor, const struct model_table *table)
{
    bool any = false;
    for (unsigned i = 0; i < table->fee_count; i++) {
        const struct node *words = stopped_by(&auditor->offers[table->fees[i].offer], table);
        if (words && !node_lists(words, "chips returned"))
            return false;
        any |= words != NULL;
    }
    return any && !table->misdeal;
}

/* X10: what fees brought the account goes back; what is no longer there the house gives. */
static void plan_return(struct auditor *auditor, account_id account, int64_t cents)
{
    enum account_kind kind = auditor->accounts[account].kind;
    bool guarded = kind == ACCOUNT_BOX || kind == ACCOUNT_POOL || kind == ACCOUNT_FUND;
    int64_t lack = guarded ? cents - auditor->accounts[account].balance : 0;
    lack = lack > 0 ? lack : 0;
    auditor->accounts[account].planned -= cents - lack;
    auditor->accounts[model_house(auditor)].planned -= lack;
    note_brought(auditor, account, lack - cents);
}

/* The fees of the offer that is named, of those that are stopped, or of all. The others stay. */
void see_fees_returned(struct auditor *auditor)
{
    struct text named = EVENT_AS(auditor->event, fees_returned)->offer;
    struct model_table *table = model_table(auditor, EVENT_AS(auditor->event, fees_returned)->table);
    struct model_fee back[MODEL_ROUND_ACCOUNTS_MAX];
    unsigned count = 0, stay = 0;
    if (!table)
        return;
    bool stopped = named.length == 0 && only_stopped_return(auditor, table);
    for (unsigned i = 0; i < table->fee_count; i++) {
        const struct model_fee fee = table->fees[i];
        const struct model_offer *offer = &auditor->offers[fee.offer];
        bool goes =
            named.length > 0 ? text_equal(offer->name, named) : !stopped || stopped_by(offer, table) != NULL;
        if (goes)
            back[count++] = fee;
        else
            table->fees[stay++] = fee;
    }
    MUST(auditor, table->runs && count > 0, "there are no fees to return");
    table->fee_count = stay;
    for (unsigned i = 0; i < count; i++) {
        struct model_move whole = back[i].move; /* several offers may have one account */
        for (unsigned k = i + 1; k < count; k++)
            if (back[k].move.account == whole.account) {
                whole.cents += back[k].move.cents;
                back[k].move.cents = 0;
            }
        plan_return(auditor, whole.account, whole.cents);
    }
}
