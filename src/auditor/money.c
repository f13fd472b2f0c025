/* What fees, days and hours must do to the money. */
#include "auditor/model_internal.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { HOUR_MS = 60 * 60 * 1000 };

/* ------------------------------------------------------------------------------------------ moves */

void plan_move(struct auditor *auditor, account_id from, account_id to, int64_t cents)
{
    if (from >= auditor->account_count || to >= auditor->account_count) {
        auditor_object(auditor, "an account that the documents need was never opened");
        return;
    }
    auditor->accounts[from].planned -= cents;
    auditor->accounts[to].planned += cents;
    auditor->accounts[to].credited |= cents > 0;
}

int64_t plan_holds(const struct auditor *auditor, account_id account)
{
    return account < auditor->account_count
               ? auditor->accounts[account].balance + auditor->accounts[account].planned
               : 0;
}

/* ------------------------------------------------------------------------------------------ advances */

static bool has_fund(const struct model_offer *offer, account_id fund)
{
    for (unsigned i = 0; i < offer->fund_count; i++)
        if (offer->funds[i] == fund)
            return true;
    return false;
}

account_id fund_owing(const struct model_offer *offer, account_id fund)
{
    return has_fund(offer, fund) ? fund : offer->repaid_otherwise;
}

/* The shortfall of an event is one advance for each fund that repays it. */
void plan_advance(struct auditor *auditor, struct model_offer *offer, account_id fund, int64_t cents)
{
    const uint32_t number = (uint32_t)(offer - auditor->offers);
    if (cents <= 0)
        return;
    offer->advanced += cents;
    for (unsigned i = 0; i < offer->fund_count; i++)
        offer->advanced_from[i] += offer->funds[i] == fund ? cents : 0;
    for (unsigned i = auditor->owed_count; i > 0 && offer->owed_new > 0; i--) {
        struct model_owed *owed = &auditor->owed[i - 1];
        if (owed->offer != number || owed->number < offer->owed_new)
            break;
        if (owed->fund == fund) {
            owed->cents += cents;
            return;
        }
    }
    if (!MODEL_ROOM(auditor, auditor->owed, auditor->owed_count, auditor->owed_room))
        return;
    uint32_t award = auditor->event->kind == EVENT_AWARDED ? EVENT_AS(auditor->event, awarded)->award : 0;
    auditor->owed[auditor->owed_count++] =
        (struct model_owed){number, ++auditor->owed_numbers, cents, award, fund};
    for (unsigned i = 0; i < auditor->offer_count; i++)
        if (&auditor->offers[i] != offer)
            auditor->offers[i].owed_new = 0;
    offer->owed_new = offer->owed_new > 0 ? offer->owed_new : auditor->owed_numbers;
    offer->owed_count++;
    auditor->changes++;
}

static struct text repaid_for(const struct offer *offer, const char *lack)
{
    const struct node *lacks = node_path(offer->rulebook->data, PATH_ADVANCES_REPAID_FOR);
    const struct node *fund = lacks && lacks->kind == NODE_MAP ? node_member(lacks, lack) : NULL;
    return fund && fund->kind == NODE_SCALAR ? fund->scalar : text_of("");
}

/* Does the document pay back what the house covers of this? */
bool is_paid_back(const struct offer *offer, const char *lack)
{
    bool said = offer_text(offer, PATH_ADVANCES_REPAID_FROM).length > 0 || repaid_for(offer, lack).length > 0;
    return said && node_lists(offer_node(offer, PATH_ADVANCES_COVER), lack) &&
           !node_lists(offer_node(offer, PATH_ADVANCES_GIFTS), lack);
}

bool goes_into_fund(const struct offer *offer, const char *lack)
{
    return node_lists(offer_node(offer, PATH_ADVANCES_INTO_THE_FUND), lack);
}

/* The fund that pays for such a lack: where a pool is filled, the fund of that pool. */
static account_id fund_for(const struct auditor *auditor, const struct model_offer *offer, account_id to,
                           const char *lack)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (offer->pool_accounts[i] == to)
            return fund_of_pool(
                auditor, offer, i,
                text_equal(text_of(lack), text_of("reseeds")) ? "reseed from" : "increase from", lack);
    return fund_named(auditor, offer,
                      text_equal(text_of(lack), text_of("multiplied part")) ? PATH_MULTIPLIER_FROM : NULL,
                      lack);
}

/* The same from a fund that is known. Envy is covered as a fixed prize is, and a fund may be for it alone. */
static void plan_cover_from(struct auditor *auditor, struct model_offer *offer, account_id fund,
                            account_id to, int64_t cents, const char *lack)
{
    const char *covered = text_equal(text_of(lack), text_of("envy")) ? "fixed prizes" : lack;
    account_id house = model_house(auditor);
    int64_t held = fund == house ? 0 : model_smaller(cents, plan_holds(auditor, fund));
    if (cents <= 0)
        return;
    if (fund != house && goes_into_fund(offer->offer, covered)) {
        plan_move(auditor, house, fund, cents - held);
        plan_move(auditor, fund, to, cents);
    } else {
        plan_move(auditor, fund, to, held);
        plan_move(auditor, house, to, cents - held);
    }
    if (held < cents && is_paid_back(offer->offer, covered))
        plan_advance(auditor, offer, fund_repaying(auditor, offer, covered), cents - held);
}

void plan_cover(struct auditor *auditor, struct model_offer *offer, account_id to, int64_t cents,
                const char *lack)
{
    plan_cover_from(auditor, offer, fund_for(auditor, offer, to, lack), to, cents, lack);
}

/* The least that the fund keeps when it pays back, and to which the house fills it up at first if no pool is seeded. */
static int64_t keeps(const struct offer *offer, struct text fund)
{
    const struct node *funds = node_member(offer->rulebook->data, PART_FUNDS);
    const struct node *minimum = node_member(node_member_called(funds, fund), KEY_MINIMUM);
    struct value value;
    bool given = minimum && minimum->kind == NODE_SCALAR &&
                 value_read(VALUE_MONEY_OR_NONE, minimum->scalar, &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN && value.range.high != RANGE_NO_END;
    return given ? value.range.low : 0;
}

static int64_t fund_keeps(const struct auditor *auditor, const struct model_offer *offer, account_id fund)
{
    const struct model_account *account = &auditor->accounts[fund];
    return text_equal(account->activity, offer->offer->rulebook->document.identity)
               ? keeps(offer->offer, account->name)
               : 0;
}

static account_id owing(const struct auditor *auditor, unsigned index)
{
    const struct model_owed *owed = &auditor->owed[index];
    return fund_owing(&auditor->offers[owed->offer], owed->fund);
}

/* Repays an advance, which is then no longer owed. */
static void pay_back(struct auditor *auditor, unsigned index)
{
    const struct model_owed owed = auditor->owed[index];
    struct model_offer *offer = &auditor->offers[owed.offer];
    auditor->accounts[owing(auditor, index)].repaid_until = owed.number;
    offer->repaid += owed.cents;
    offer->owed_count--;
    offer->owed_new = 0;
    auditor->owed_count--;
    for (unsigned i = index; i < auditor->owed_count; i++)
        auditor->owed[i] = auditor->owed[i + 1];
}

/* The oldest that the fund owes, for whichever offer; the count of all if it owes nothing. */
static unsigned oldest_of(const struct auditor *auditor, account_id fund)
{
    unsigned index = 0;
    while (index < auditor->owed_count && owing(auditor, index) != fund)
        index++;
    return index;
}

/* All that the fund owes, and to how many offers. */
static int64_t owed_by(const struct auditor *auditor, account_id fund, unsigned *offers)
{
    int64_t cents = 0;
    bool owes[MODEL_OFFERS_MAX] = {false};
    *offers = 0;
    for (unsigned i = oldest_of(auditor, fund); i < auditor->owed_count; i++) {
        if (owing(auditor, i) != fund)
            continue;
        cents += auditor->owed[i].cents;
        *offers += !owes[auditor->owed[i].offer];
        owes[auditor->owed[i].offer] = true;
    }
    return cents;
}

/* An event has room for so many repayments. Further advances of the same offer go with the last of them in one sum, as far as the event
 * says so; each is paid back in full. */
static bool goes_with_last(const struct auditor *auditor, unsigned oldest)
{
    const struct money_rows *money = event_money(auditor->event);
    const struct model_owed *owed = &auditor->owed[oldest];
    const struct advance_row *last =
        money && money->advance_count > 0 ? &money->advances[money->advance_count - 1] : NULL;
    return last && auditor->repaid_last_cents > 0 && owed->offer == auditor->repaid_last &&
           last->offer == owed->offer && -last->cents >= auditor->repaid_last_cents + owed->cents;
}

static bool plan_repay_from(struct auditor *auditor, account_id fund)
{
    const account_id house = model_house(auditor);
    for (unsigned oldest = oldest_of(auditor, fund); oldest < auditor->owed_count && fund != house;
         oldest = oldest_of(auditor, fund)) {
        const struct model_offer *longest = &auditor->offers[auditor->owed[oldest].offer];
        bool together = model_says(longest->offer, PATH_ADVANCES_REPAID_WHEN, "the fund holds all advances");
        unsigned changes = 1;
        int64_t cents = together ? owed_by(auditor, fund, &changes) : auditor->owed[oldest].cents;
        if (plan_holds(auditor, fund) - fund_keeps(auditor, longest, fund) < cents)
            return true;
        bool with_last = auditor->changes >= MODEL_REPAID_AT_ONCE;
        if (with_last && (together || !goes_with_last(auditor, oldest)))
            return false;
        plan_move(auditor, fund, house, cents);
        auditor->changes += with_last ? 0 : changes;
        auditor->repaid_last = auditor->owed[oldest].offer;
        auditor->repaid_last_cents = (with_last ? auditor->repaid_last_cents : 0) + cents;
        do
            pay_back(auditor, oldest);
        while (together && (oldest = oldest_of(auditor, fund)) < auditor->owed_count);
    }
    return true;
}

bool plan_repay(struct auditor *auditor, const struct model_offer *offer)
{
    bool all = true;
    for (unsigned i = 0; i < offer->fund_count; i++)
        all = plan_repay_from(auditor, offer->funds[i]) && all;
    return all;
}

/* The oldest of the offer that the fund owes are paid back, each in full, as the event says. */
void repay_as_said(struct auditor *auditor, uint32_t offer, account_id fund, int64_t cents)
{
    account_id repaying = fund_owing(&auditor->offers[offer], fund);
    for (unsigned i = 0; i < auditor->owed_count && cents > 0;)
        if (auditor->owed[i].offer == offer && owing(auditor, i) == repaying) {
            cents -= auditor->owed[i].cents;
            pay_back(auditor, i);
        } else
            i++;
    MUST(auditor, cents == 0, "what is paid back is not the oldest advances, each in full");
}

/* S4: nothing was paid back while the fund owed something older. */
void check_oldest_first(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->owed_count; i++) {
        const struct model_account *fund = &auditor->accounts[owing(auditor, i)];
        MUST(auditor, fund->repaid_until < auditor->owed[i].number,
             "the %.*s pays a later advance back, and %.*s was advanced before", TEXT_ARGUMENTS(fund->name),
             TEXT_ARGUMENTS(auditor->offers[auditor->owed[i].offer].name));
    }
}

/* Several activities may have one fund. */
void plan_repay_credited(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned k = 0; k < auditor->offers[i].fund_count && auditor->offers[i].owed_count > 0; k++)
            if (auditor->accounts[auditor->offers[i].funds[k]].credited)
                plan_repay_from(auditor, auditor->offers[i].funds[k]);
}

/* ------------------------------------------------------------------------------------------ offers */

static const struct rulebook *filed(const struct auditor *auditor, struct text activity)
{
    for (unsigned i = auditor->rulebook_count; i > 0; i--)
        if (text_equal(auditor->rulebooks[i - 1]->document.identity, activity))
            return auditor->rulebooks[i - 1];
    return NULL;
}

/* "bay101/poker-bonus-hand-progressive reserve", or a fund of the house. */
static account_id fund_called(const struct auditor *auditor, struct text name)
{
    size_t space = 0;
    while (space < name.length && name.bytes[space] != ' ')
        space++;
    if (!text_contains(text_slice(name, 0, space), text_of("/")))
        return model_account(auditor, ACCOUNT_FUND, text_of(""), name);
    return model_account(auditor, ACCOUNT_FUND, text_slice(name, 0, space), text_from(name, space + 1));
}

static account_id fund_of(const struct auditor *auditor, const struct offer *offer)
{
    const struct node *funds = node_member(offer->rulebook->data, PART_FUNDS);
    struct text from = offer_text(offer, PATH_FUNDING_FROM);
    if (funds && funds->kind == NODE_MAP && funds->first_child)
        return model_account(auditor, ACCOUNT_FUND, offer->rulebook->document.identity,
                             funds->first_child->key);
    return from.length > 0 ? fund_called(auditor, from) : model_house(auditor);
}

/* An account by the name that a key of the document says. */
static account_id account_called(const struct auditor *auditor, const struct model_offer *offer,
                                 struct text name)
{
    struct text activity = offer->offer->rulebook->document.identity;
    account_id pool = model_account(auditor, ACCOUNT_POOL, activity, name),
               fund = model_account(auditor, ACCOUNT_FUND, activity, name);
    if (text_equal(name, text_of("house")))
        return model_house(auditor);
    return pool != ACCOUNT_NONE ? pool : fund != ACCOUNT_NONE ? fund : fund_called(auditor, name);
}

/* The account that the document names at the path; without a name, the first fund that may be used for this; without such a fund, the
 * last of these. */
static account_id named_or_used(const struct auditor *auditor, const struct model_offer *offer,
                                const struct offer *by, const char *path, const char *use,
                                account_id otherwise)
{
    const struct node *funds = node_member(by->rulebook->data, PART_FUNDS);
    struct text name = path ? offer_text(by, path) : text_of("");
    if (name.length > 0)
        return account_called(auditor, offer, name);
    for (const struct node *fund = funds && funds->kind == NODE_MAP ? funds->first_child : NULL; fund;
         fund = fund->next)
        if (node_lists(node_member(fund, KEY_PAYS), use))
            return account_called(auditor, offer, fund->key);
    return otherwise;
}

account_id fund_named(const struct auditor *auditor, const struct model_offer *offer, const char *path,
                      const char *use)
{
    return named_or_used(auditor, offer, offer->offer, path, use, offer->fund);
}

account_id fund_of_unclaimed(const struct auditor *auditor, const struct model_offer *offer)
{
    struct text to = offer_text(offer->offer, PATH_CLAIM_UNCLAIMED_TO);
    return to.length > 0 ? account_called(auditor, offer, to) : offer->fund;
}

/* Where the box of the fees pays a rise, the fund for rises pays what it lacks. */
account_id fund_of_pool(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                        const char *key, const char *use)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/%s", TEXT_ARGUMENTS(offer->pools[pool]), key);
    bool box = model_says(offer->standing, path, "fee box");
    return named_or_used(auditor, offer, offer->standing, box ? NULL : path, use, offer->fund);
}

/* The fund that makes up what fees did not bring of the pool's growth in a day. */
static account_id fund_of_growth(const struct auditor *auditor, const struct model_offer *offer,
                                 unsigned pool)
{
    account_id rising = fund_of_pool(auditor, offer, pool, KEY_INCREASE_FROM, "daily increases");
    return named_or_used(auditor, offer, offer->standing, NULL, "daily growth", rising);
}

/* Where fees go that the cap keeps out of the pool. */
static account_id overflow_of(const struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_OVERFLOW_TO, TEXT_ARGUMENTS(offer->pools[pool]));
    struct text to = offer_text(offer->standing, path);
    return to.length > 0 ? account_called(auditor, offer, to) : offer->fund;
}

account_id fund_repaying(const struct auditor *auditor, const struct model_offer *offer, const char *lack)
{
    struct text name = repaid_for(offer->offer, lack);
    return name.length > 0 ? account_called(auditor, offer, name)
                           : fund_named(auditor, offer, PATH_ADVANCES_REPAID_FROM, "advances");
}

static void take_fund(struct auditor *auditor, struct model_offer *offer, account_id fund)
{
    if (fund == model_house(auditor) || fund == ACCOUNT_NONE || has_fund(offer, fund))
        return;
    MUST(auditor, offer->fund_count < MODEL_FUNDS_MAX, "the document has too many funds");
    if (!auditor->failed)
        offer->funds[offer->fund_count++] = fund;
}

/* The minute of the day at which a pool rises; where none is designated, when the gaming day begins. -1: it does not. */
static int rise_minute(const struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    struct value value;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_GROWS, TEXT_ARGUMENTS(offer->pools[pool]));
    if (!node_lists(offer_node(offer->offer, path), "daily") ||
        model_cents(offer->offer, PART_POOLS "/%s/" KEY_INCREASE, offer->pools[pool]) == MODEL_NOTHING)
        return -1;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_INCREASE_AT, TEXT_ARGUMENTS(offer->pools[pool]));
    const struct node *at = offer_node(offer->offer, path);
    bool given = at && at->kind == NODE_SCALAR &&
                 value_read(VALUE_TIME_OF_DAY, at->scalar, &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN;
    return given ? value.minute : auditor->business.starts_minute;
}

/* Whether days on which nobody could play for the pool make it rise, too. */
static bool counts_every_day(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_DAYS_NOT_OFFERED, TEXT_ARGUMENTS(offer->pools[pool]));
    return model_says(offer->offer, path, "counted");
}

/* A pool rises first when its minute comes after the movement. */
static void set_first_rise(struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    struct local_time local;
    struct date *increased = &auditor->accounts[offer->pool_accounts[pool]].increased;
    int minute = rise_minute(auditor, offer, pool);
    if (local_time_of(auditor->now, &auditor->zone, &local) != STATUS_OK)
        return;
    *increased = local.date;
    if (local.hour * 60 + local.minute < minute)
        (void)!date_add_days(local.date, -1, increased);
}

/* The first of the posted offers that have the pool, whose document and movement it rises by; NULL: none is posted. */
static const struct model_offer *keeper_of(const struct auditor *auditor, account_id pool)
{
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned k = 0; k < auditor->offers[i].pool_count && auditor->offers[i].posted; k++)
            if (auditor->offers[i].pool_accounts[k] == pool)
                return &auditor->offers[i];
    return NULL;
}

void model_rearrange_pools(struct auditor *auditor, const struct model_offer *offer)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (offer->pool_accounts[i] < auditor->account_count)
            auditor->accounts[offer->pool_accounts[i]].arranged = auditor->now;
}

/* Pools that no posted offer has kept rise from now on; where every day counts, those in between are made up. */
static void begin_rises(struct auditor *auditor, const struct model_offer *offer, const bool *was_kept)
{
    for (unsigned i = 0; i < offer->pool_count && !auditor->failed; i++) {
        bool rose = auditor->accounts[offer->pool_accounts[i]].increased.year != 0;
        if (!was_kept[i] && !(rose && counts_every_day(offer, i)))
            set_first_rise(auditor, offer, i);
    }
    model_rearrange_pools(auditor, offer);
}

/* All funds that the document has, or names for what they pay and pay back. */
static void take_funds(struct auditor *auditor, struct model_offer *offer)
{
    static const char *const lacks[] = {
        "seeds",     "reseeds",        "daily increases", "fixed prizes", "progressive prizes",
        "odd chips", "multiplied part"};
    const struct node *funds = node_member(offer->offer->rulebook->data, PART_FUNDS);
    offer->fund_count = 0;
    offer->repaid_otherwise = fund_named(auditor, offer, PATH_ADVANCES_REPAID_FROM, "advances");
    for (const struct node *fund = funds && funds->kind == NODE_MAP ? funds->first_child : NULL; fund;
         fund = fund->next)
        take_fund(auditor, offer, account_called(auditor, offer, fund->key));
    take_fund(auditor, offer, offer->fund);
    take_fund(auditor, offer, fund_named(auditor, offer, PATH_MULTIPLIER_FROM, "multiplied part"));
    take_fund(auditor, offer, fund_named(auditor, offer, PATH_ADMINISTRATION_FROM, "administration"));
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++)
        take_fund(auditor, offer, fund_repaying(auditor, offer, lacks[i]));
    for (unsigned i = 0; i < offer->pool_count; i++) {
        take_fund(auditor, offer, fund_of_pool(auditor, offer, i, "seed repaid from", "advances"));
        take_fund(auditor, offer, fund_of_pool(auditor, offer, i, "reseed from", "reseeds"));
        take_fund(auditor, offer, fund_of_pool(auditor, offer, i, "increase from", "daily increases"));
        take_fund(auditor, offer, fund_of_growth(auditor, offer, i));
    }
}

static void take_accounts(struct auditor *auditor, struct model_offer *offer)
{
    struct text activity = offer->offer->rulebook->document.identity;
    const struct node *pools = node_member(offer->offer->rulebook->data, PART_POOLS);
    offer->box = model_account(auditor, ACCOUNT_BOX, activity, text_of("fee box"));
    offer->held = model_account(auditor, ACCOUNT_HELD, activity, text_of("held"));
    offer->fund = fund_of(auditor, offer->offer);
    offer->pool_count = 0;
    for (const struct node *pool = pools ? pools->first_child : NULL;
         pool && offer->pool_count < MODEL_POOLS_MAX; pool = pool->next) {
        offer->pool_accounts[offer->pool_count] = model_account(auditor, ACCOUNT_POOL, activity, pool->key);
        offer->pools[offer->pool_count++] = pool->key;
    }
    MUST(auditor, offer->box != ACCOUNT_NONE && offer->held != ACCOUNT_NONE && offer->fund != ACCOUNT_NONE,
         "the offer has no accounts");
    take_funds(auditor, offer);
}

const struct offer *model_dealt_by(const struct auditor *auditor, const struct model_table *table,
                                   uint32_t offer, bool *changed)
{
    for (unsigned i = 0; i < auditor->dealt_count; i++) {
        const struct model_dealt *dealt = &auditor->dealt[i];
        *changed =
            &auditor->tables[dealt->table] == table && dealt->round == table->round && dealt->offer == offer;
        if (*changed)
            return dealt->by;
    }
    *changed = false;
    return auditor->offers[offer].standing;
}

void model_keep_dealt(struct auditor *auditor, uint32_t offer)
{
    const struct model_offer *known = offer < auditor->offer_count ? &auditor->offers[offer] : NULL;
    for (uint32_t i = 0; i < auditor->table_count; i++) {
        const struct model_table *table = &auditor->tables[i];
        bool kept = false;
        for (unsigned k = 0; k < auditor->dealt_count; k++)
            kept |= auditor->dealt[k].table == i && auditor->dealt[k].round == table->round &&
                    auditor->dealt[k].offer == offer;
        if (kept || !table->runs ||
            !MODEL_ROOM(auditor, auditor->dealt, auditor->dealt_count, auditor->dealt_room))
            continue;
        bool offered = known && known->posted && model_is_at(known, table);
        auditor->dealt[auditor->dealt_count++] =
            (struct model_dealt){i, table->round, offer, offered ? known->standing : NULL};
    }
}

/* S7: an hour in which the table did not have it all the while is not charged. */
static void set_since(struct auditor *auditor, struct model_offer *offer, const struct offer *before)
{
    if (!offer->since)
        offer->since = ARENA_ARRAY(&auditor->arena, struct instant, auditor->table_count);
    for (unsigned i = 0; i < auditor->table_count && offer->since; i++) {
        bool had = false;
        for (unsigned k = 0; before && k < before->table_count; k++)
            had |= before->tables[k] == auditor->tables[i].described;
        if (!had)
            offer->since[i] = auditor->now;
    }
}

/* Whether a fund may pay back earlier by the offer than by the one that stood before: it need keep less, or not hold all at once. */
static bool is_eased(const struct model_offer *known, const struct offer *offer)
{
    static const char when[] = PATH_ADVANCES_REPAID_WHEN, all[] = "the fund holds all advances";
    const struct node *funds = node_member(known->offer->rulebook->data, PART_FUNDS);
    bool less = false;
    for (const struct node *fund = funds && funds->kind == NODE_MAP ? funds->first_child : NULL; fund;
         fund = fund->next)
        less |= keeps(offer, fund->key) < keeps(known->offer, fund->key);
    return less || (model_says(known->offer, when, all) && !model_says(offer, when, all));
}

void see_posted(struct auditor *auditor)
{
    const struct offer_posted *posted = EVENT_AS(auditor->event, offer_posted);
    struct text text = model_keep(auditor, posted->text), name = model_keep(auditor, posted->offer);
    struct origin origin = {.file = "offer", .line = 1, .column = 1};
    struct offer *offer = ARENA_NEW(&auditor->arena, struct offer);
    struct node *data = node_read(text, origin, &auditor->arena, &auditor->findings);
    const struct rulebook *rulebook = data ? filed(auditor, offer_activity(data)) : NULL;
    MUST(auditor, posted->number <= auditor->offer_count && posted->number < MODEL_OFFERS_MAX, "its number");
    if (!offer || !rulebook || auditor->failed ||
        offer_read(data, text, name, &auditor->house, rulebook, &auditor->arena, &auditor->findings, offer) !=
            STATUS_OK) {
        auditor_object(auditor, "the offer cannot be read");
        return;
    }
    struct model_offer *known = &auditor->offers[posted->number];
    bool anew = posted->number < auditor->offer_count, was_kept[MODEL_POOLS_MAX] = {false};
    bool eased = anew && is_eased(known, offer);
    model_keep_dealt(auditor, posted->number);
    set_since(auditor, known, anew && known->posted ? known->standing : NULL);
    known->name = name;
    known->offer = known->standing = offer;
    take_accounts(auditor, known);
    for (unsigned i = 0; i < known->pool_count; i++)
        was_kept[i] = keeper_of(auditor, known->pool_accounts[i]) != NULL;
    known->posted = true;
    known->posted_at = auditor->now;
    auditor->offer_count += !anew;
    begin_rises(auditor, known, was_kept);
    if (eased)
        plan_repay(auditor, known);
    if (!anew) /* the day that runs is the first */
        MUST(auditor, date_add_days(auditor->day, -1, &known->closed) == STATUS_OK, "its day");
}

/* The offer of the event; NULL after an objection. */
static struct model_offer *offer_numbered(struct auditor *auditor, uint32_t number)
{
    MUST(auditor, number < auditor->offer_count, "there is no such offer");
    return auditor->failed ? NULL : &auditor->offers[number];
}

/* ------------------------------------------------------------------------------------------ pools */

bool pool_is_promised(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_MONEY, TEXT_ARGUMENTS(offer->pools[pool]));
    return model_says(offer->offer, path, "the fund's");
}

/* A pool that must stay in a range ends there, where no cap is posted. */
static int64_t pool_cap(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    struct value value;
    int64_t cap = model_cents(offer->standing, PART_POOLS "/%s/" KEY_CAP, offer->pools[pool]);
    if (cap != MODEL_NOTHING)
        return cap;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_AMOUNT, TEXT_ARGUMENTS(offer->pools[pool]));
    struct text amount = offer_text(offer->standing, path);
    bool ends = amount.length > 0 && value_read(VALUE_MONEY, amount, &value, NULL) == STATUS_OK &&
                value.form == VALUE_IS_GIVEN;
    return ends ? value.range.high : INT64_MAX;
}

int64_t pool_room(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                  int64_t cents)
{
    int64_t cap = pool_cap(offer, pool), holds = plan_holds(auditor, offer->pool_accounts[pool]);
    return cap <= holds ? 0 : model_smaller(cap - holds, cents);
}

void pool_fill(struct auditor *auditor, struct model_offer *offer, unsigned pool, int64_t cents,
               const char *lack)
{
    if (cents <= 0)
        return;
    if (pool_is_promised(offer, pool))
        plan_move(auditor, model_promised(auditor), offer->pool_accounts[pool], cents);
    else
        plan_cover(auditor, offer, offer->pool_accounts[pool], cents, lack);
}

static bool is_raised_from_box(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_INCREASE_FROM, TEXT_ARGUMENTS(offer->pools[pool]));
    return model_says(offer->offer, path, "fee box");
}

/* Where the pools rise out of the box, the part of the fund for daily increases waits there. */
static bool box_waits(const struct model_offer *offer)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (is_raised_from_box(offer, i))
            return true;
    return false;
}

unsigned pool_by_name(const struct model_offer *offer, struct text name)
{
    unsigned pool = 0;
    while (pool < offer->pool_count && !text_equal(offer->pools[pool], name))
        pool++;
    return pool;
}

static unsigned pool_called(struct auditor *auditor, const struct model_offer *offer, struct text name)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (text_equal(offer->pools[i], name))
            return i;
    auditor_object(auditor, "the offer has no pool %.*s", TEXT_ARGUMENTS(name));
    return MODEL_POOLS_MAX;
}

/* ------------------------------------------------------------------------------------------ seeds and days */

void see_seeded(struct auditor *auditor)
{
    struct model_offer *offer = offer_numbered(auditor, EVENT_AS(auditor->event, pool_changed)->offer);
    if (!offer)
        return;
    MUST(auditor, offer->posted && !offer->seeded, "it was seeded, or is not posted");
    account_id house = model_house(auditor);
    for (unsigned i = 0; i < offer->pool_count; i++) {
        char path[MODEL_PATH_SIZE];
        struct text_out out;
        int64_t seed = model_cents(offer->offer, PART_POOLS "/%s/" KEY_SEED, offer->pools[i]);
        bool of_fund = pool_is_promised(offer, i);
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_SEED_REPAID_FROM, TEXT_ARGUMENTS(offer->pools[i]));
        if (seed == MODEL_NOTHING || auditor->accounts[offer->pool_accounts[i]].seeded)
            continue;
        auditor->accounts[offer->pool_accounts[i]].seeded = seed > 0;
        plan_move(auditor, house,
                  of_fund ? fund_named(auditor, offer, NULL, "progressive prizes") : offer->pool_accounts[i],
                  seed);
        if (of_fund)
            plan_move(auditor, model_promised(auditor), offer->pool_accounts[i], seed);
        if (node_path(offer->offer->rulebook->data, path))
            plan_advance(auditor, offer, fund_of_pool(auditor, offer, i, "seed repaid from", "advances"),
                         seed);
    }
    for (unsigned i = 0; i < offer->fund_count && offer->pool_count == 0; i++) {
        account_id fund = offer->funds[i];
        int64_t lack = fund_keeps(auditor, offer, fund) - plan_holds(auditor, fund);
        if (lack <= 0)
            continue;
        plan_move(auditor, house, fund, lack);
        if (is_paid_back(offer->offer, "seeds"))
            plan_advance(auditor, offer, fund_repaying(auditor, offer, "seeds"), lack);
    }
    offer->seeded = true;
    plan_repay_credited(auditor);
}

/* When the pool rises next. */
static bool next_rise(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                      struct instant *at)
{
    int minute = rise_minute(auditor, offer, pool);
    struct local_time local = {.hour = (uint8_t)(minute / 60), .minute = (uint8_t)(minute % 60)};
    struct date increased = auditor->accounts[offer->pool_accounts[pool]].increased;
    return minute >= 0 && date_add_days(increased, 1, &local.date) == STATUS_OK &&
           zone_instant(&auditor->zone, &local, CALENDAR_USUAL, at) == STATUS_OK;
}

/* What waits in the box, and what fees did not bring of a pool's growth in the day. */
static void close_day(struct auditor *auditor, struct model_offer *offer)
{
    if (box_waits(offer))
        plan_move(auditor, offer->box, fund_named(auditor, offer, NULL, "daily increases"),
                  plan_holds(auditor, offer->box));
    for (unsigned i = 0; i < offer->pool_count; i++) {
        int64_t growth = model_cents(offer->offer, PATH_RECORDS_DAILY_GROWTH "/%s", offer->pools[i]);
        if (growth != MODEL_NOTHING && growth > offer->brought[i] && offer->posted &&
            date_compare(offer->closed, auditor->day) < 0)
            plan_cover_from(auditor, offer, fund_of_growth(auditor, offer, i), offer->pool_accounts[i],
                            pool_room(auditor, offer, i, growth - offer->brought[i]), "daily increases");
    }
    for (unsigned i = 0; i < auditor->offer_count && offer->posted; i++)
        if (text_equal(auditor->offers[i].offer->rulebook->document.identity,
                       offer->offer->rulebook->document.identity))
            auditor->offers[i].closed = auditor->day;
}

/* Whether the document expects a growth of the day for a pool or for a fund of its own. */
static bool expects_growth(const struct model_offer *offer)
{
    static const char path[] = PATH_RECORDS_DAILY_GROWTH "/%s";
    const struct node *funds = node_member(offer->offer->rulebook->data, PART_FUNDS);
    for (const struct node *fund = funds && funds->kind == NODE_MAP ? funds->first_child : NULL; fund;
         fund = fund->next)
        if (model_cents(offer->offer, path, fund->key) != MODEL_NOTHING)
            return true;
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (model_cents(offer->offer, path, offer->pools[i]) != MODEL_NOTHING)
            return true;
    return false;
}

/* X4: no day ends whose growth was not made up. */
static void check_growth_of_day(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *offer = &auditor->offers[i];
        bool closes = offer->posted && offer->seeded && expects_growth(offer);
        MUST(auditor, !closes || date_compare(offer->closed, auditor->day) == 0,
             "the day was not closed for %.*s", TEXT_ARGUMENTS(offer->name));
    }
}

void see_increased(struct auditor *auditor)
{
    const struct pool_changed *changed = EVENT_AS(auditor->event, pool_changed);
    struct model_offer *offer = offer_numbered(auditor, changed->offer);
    struct instant due = {0};
    if (!offer)
        return;
    if (changed->pool.length == 0) {
        close_day(auditor, offer);
        plan_repay_credited(auditor);
        return;
    }
    unsigned pool = pool_called(auditor, offer, changed->pool);
    if (pool == MODEL_POOLS_MAX)
        return;
    MUST(auditor, offer->posted && offer->seeded, "it is not posted, or was not seeded");
    MUST(auditor, next_rise(auditor, offer, pool, &due), "the pool does not rise by the day");
    struct model_account *account = &auditor->accounts[offer->pool_accounts[pool]];
    MUST(auditor, keeper_of(auditor, offer->pool_accounts[pool]) == offer,
         "the pool rises by another offer of the activity");
    MUST(auditor, auditor->now.ms == due.ms || (due.ms < account->arranged.ms && auditor->now.ms >= due.ms),
         "it is not the time at which the pool rises");
    int64_t rise = pool_room(auditor, offer, pool,
                             model_cents(offer->offer, PART_POOLS "/%s/" KEY_INCREASE, changed->pool));
    int64_t boxed =
        is_raised_from_box(offer, pool) ? model_smaller(rise, plan_holds(auditor, offer->box)) : 0;
    plan_move(auditor, offer->box, offer->pool_accounts[pool], boxed);
    pool_fill(auditor, offer, pool, rise - boxed, "daily increases");
    (void)!date_add_days(account->increased, 1, &account->increased);
    plan_repay_credited(auditor);
}

void see_day_began(struct auditor *auditor)
{
    struct instant first, end;
    struct date next;
    MUST(auditor,
         business_day_bounds(auditor->day, &auditor->zone, auditor->business, &first, &end) == STATUS_OK &&
             end.ms == auditor->now.ms && date_add_days(auditor->day, 1, &next) == STATUS_OK &&
             date_compare(next, EVENT_AS(auditor->event, day_began)->day) == 0,
         "this is not the next gaming day, or not its first moment");
    check_hours_of_day(auditor);
    check_growth_of_day(auditor);
    for (unsigned i = 0; i < auditor->offer_count; i++)
        MUST(auditor,
             !box_waits(&auditor->offers[i]) || auditor->accounts[auditor->offers[i].box].balance == 0,
             "%.*s has fees in the box that should have been counted before the day ended",
             TEXT_ARGUMENTS(auditor->offers[i].name));
    auditor->day = EVENT_AS(auditor->event, day_began)->day;
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned pool = 0; pool < auditor->offers[i].pool_count; pool++)
            auditor->offers[i].brought[pool] = 0;
}

/* X4: nothing that is due by time is left out. */
void check_time_of_money(struct auditor *auditor)
{
    struct instant at, first, end;
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *offer = &auditor->offers[i];
        MUST(auditor, !offer->posted || offer->seeded || offer->posted_at.ms >= auditor->now.ms,
             "%.*s should have been seeded before", TEXT_ARGUMENTS(offer->name));
        for (unsigned pool = 0; pool < offer->pool_count && offer->posted; pool++)
            MUST(auditor,
                 keeper_of(auditor, offer->pool_accounts[pool]) != offer ||
                     !next_rise(auditor, offer, pool, &at) || at.ms >= auditor->now.ms ||
                     auditor->accounts[offer->pool_accounts[pool]].arranged.ms >= at.ms,
                 "the %.*s of %.*s should have risen before", TEXT_ARGUMENTS(offer->pools[pool]),
                 TEXT_ARGUMENTS(offer->name));
    }
    for (unsigned i = 0; i < auditor->table_count; i++) {
        const struct model_table *table = &auditor->tables[i];
        MUST(auditor, !table->open || table->opened.ms + (table->hours + 1) * HOUR_MS >= auditor->now.ms,
             "an hour of %.*s should have been counted before", TEXT_ARGUMENTS(table->described->name));
    }
    MUST(auditor,
         business_day_bounds(auditor->day, &auditor->zone, auditor->business, &first, &end) != STATUS_OK ||
             end.ms >= auditor->now.ms,
         "the gaming day should have ended before");
}

/* ------------------------------------------------------------------------------------------ fees */

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

/* The pool with this account; the count of pools if it is none of them. */
static unsigned pool_at(const struct model_offer *offer, account_id account)
{
    unsigned pool = 0;
    while (pool < offer->pool_count && offer->pool_accounts[pool] != account)
        pool++;
    return pool;
}

/* Into a fund; or into a pool as far as its cap lets it, and the rest where its overflow goes. That may be another pool, whose cap
 * holds as well. */
static void pay_in(struct auditor *auditor, struct model_offer *offer, account_id to, int64_t cents)
{
    unsigned pool = pool_at(offer, to);
    if (pool == offer->pool_count) {
        if (!box_waits(offer) || to != fund_named(auditor, offer, NULL, "daily increases"))
            plan_move(auditor, offer->box, to, cents);
        return;
    }
    for (unsigned filled = 0; pool < offer->pool_count; pool = pool_at(offer, to)) {
        int64_t taken = pool_room(auditor, offer, pool, cents);
        plan_move(auditor, offer->box, to, taken);
        note_brought(auditor, to, taken);
        cents -= taken;
        to = overflow_of(auditor, offer, pool);
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

void see_round_started(struct auditor *auditor)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    struct model_table *table = model_table(auditor, started->table);
    if (!table)
        return;
    MUST(auditor, table->open && started->round == table->round + 1,
         "the table is closed, or a round is missing");
    check_players(auditor, table);
    table->fee_count = 0;
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        struct model_offer *offer = &auditor->offers[i];
        if (!table->described->free_play && !started->tournament && offer->seeded &&
            model_runs(auditor, offer, table, auditor->now) && model_is_at(offer, table) &&
            !stopped_by(offer, table)) {
            collect_of_offer(auditor, offer, table);
            keep_fees(auditor, table, i);
        }
    }
    table->round = started->round;
    table->duties_before = auditor->duty_count;
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

/* ------------------------------------------------------------------------------------------ by hand */

void see_adjusted(struct auditor *auditor)
{
    const struct adjusted *adjusted = EVENT_AS(auditor->event, adjusted);
    MUST(auditor,
         adjusted->reason.length > 0 && adjusted->authorised_by.length > 0 &&
             !text_equal(adjusted->authorised_by, auditor->event->head.by),
         "money is moved by hand by two persons, with a reason");
    MUST(auditor, adjusted->money.movement_count > 0, "money is moved by hand from one account to another");
    if (auditor->failed)
        return;
    const struct movement *movement = &adjusted->money.movements[0];
    MUST(auditor,
         auditor->accounts[movement->from].kind != ACCOUNT_HELD &&
             auditor->accounts[movement->to].kind != ACCOUNT_HELD &&
             auditor->accounts[movement->from].kind != ACCOUNT_TRAYS &&
             auditor->accounts[movement->to].kind != ACCOUNT_TRAYS,
         "what is held for winners, or trays are owed, is not moved by hand");
    plan_move(auditor, movement->from, movement->to, movement->cents);
    plan_repay_credited(auditor);
}

void see_raised(struct auditor *auditor)
{
    const struct pool_changed *changed = EVENT_AS(auditor->event, pool_changed);
    struct model_offer *offer = offer_numbered(auditor, changed->offer);
    unsigned pool = offer ? pool_called(auditor, offer, changed->pool) : MODEL_POOLS_MAX;
    if (!offer || pool == MODEL_POOLS_MAX)
        return;
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    int64_t cents = auditor->accounts[offer->pool_accounts[pool]].moved;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_RAISE, TEXT_ARGUMENTS(offer->pools[pool]));
    bool if_held = model_says(offer->offer, path, "from the reserve if it holds it");
    MUST(auditor, if_held || model_says(offer->offer, path, "from the reserve"),
         "the document knows no raise");
    MUST(auditor, cents > 0 && pool_room(auditor, offer, pool, cents) == cents,
         "the raise is beyond the cap");
    account_id fund = fund_of_pool(auditor, offer, pool, "increase from", "daily increases");
    MUST(auditor, !if_held || plan_holds(auditor, fund) >= cents, "the fund did not hold the raise");
    plan_cover(auditor, offer, offer->pool_accounts[pool], cents, "daily increases");
    plan_repay_credited(auditor);
}
