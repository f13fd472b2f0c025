/* Which fund of a document pays for what, pays back what, and gets what. */
#include "auditor/model_internal.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ by name */

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

account_id fund_of_growth(const struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    account_id rising = fund_of_pool(auditor, offer, pool, KEY_INCREASE_FROM, "daily increases");
    return named_or_used(auditor, offer, offer->standing, NULL, "daily growth", rising);
}

account_id fund_of_overflow(const struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_OVERFLOW_TO, TEXT_ARGUMENTS(offer->pools[pool]));
    struct text to = offer_text(offer->standing, path);
    return to.length > 0 ? account_called(auditor, offer, to) : offer->fund;
}

/* ------------------------------------------------------------------------------------------ advances */

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

account_id fund_repaying(const struct auditor *auditor, const struct model_offer *offer, const char *lack)
{
    struct text name = repaid_for(offer->offer, lack);
    return name.length > 0 ? account_called(auditor, offer, name)
                           : fund_named(auditor, offer, PATH_ADVANCES_REPAID_FROM, "advances");
}

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

int64_t fund_minimum(const struct offer *offer, struct text fund)
{
    const struct node *funds = node_member(offer->rulebook->data, PART_FUNDS);
    const struct node *minimum = node_member(node_member_called(funds, fund), KEY_MINIMUM);
    struct value value;
    bool given = minimum && minimum->kind == NODE_SCALAR &&
                 value_read(VALUE_MONEY_OR_NONE, minimum->scalar, &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN && value.range.high != RANGE_NO_END;
    return given ? value.range.low : 0;
}

int64_t fund_keeps(const struct auditor *auditor, const struct model_offer *offer, account_id fund)
{
    const struct model_account *account = &auditor->accounts[fund];
    return text_equal(account->activity, offer->offer->rulebook->document.identity)
               ? fund_minimum(offer->offer, account->name)
               : 0;
}

/* ------------------------------------------------------------------------------------------ of an offer */

static void take_fund(struct auditor *auditor, struct model_offer *offer, account_id fund)
{
    if (fund == model_house(auditor) || fund == ACCOUNT_NONE || has_fund(offer, fund))
        return;
    MUST(auditor, offer->fund_count < MODEL_FUNDS_MAX, "the document has too many funds");
    if (!auditor->failed)
        offer->funds[offer->fund_count++] = fund;
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

void model_take_accounts(struct auditor *auditor, struct model_offer *offer)
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
