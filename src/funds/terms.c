#include "funds/terms.h"

#include "base/check.h"
#include "funds/payment.h"
#include "rulebook/vocabulary_paths.h"

enum { PATH_SIZE = 256 };

bool term_is_set(const struct term *term)
{
    return term->clause.length > 0;
}

const struct pool_terms *terms_pool(const struct terms *terms, struct text name)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (text_equal(terms->pools[i].name, name))
            return &terms->pools[i];
    return NULL;
}

const struct pool_terms *terms_pool_of_account(const struct terms *terms, account_id account)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (terms->pools[i].account == account)
            return &terms->pools[i];
    return NULL;
}

account_id terms_reserve(const struct terms *terms)
{
    return terms->pool_count > 0 ? terms->pools[0].reseed_from : terms->fund;
}

const struct pool_terms *terms_pool_of_fixed_prizes(const struct terms *terms)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (terms->pools[i].pays_fixed_prizes)
            return &terms->pools[i];
    return NULL;
}

const struct fee_rate *terms_rate(const struct terms *terms, const struct game_name *game,
                                  const struct value *limits)
{
    for (unsigned i = 0; i < terms->fee.rate_count; i++) {
        const struct fee_rate *rate = &terms->fee.rates[i];
        bool such = value_equal(&rate->limits, limits) ||
                    (rate->limits.range.high == RANGE_NO_END && value_within(limits, &rate->limits));
        if (such && (rate->games.length == 0 || game_names_include(rate->games, game)))
            return rate;
    }
    return NULL;
}

int64_t terms_contribution(const struct terms *terms, const struct pool_terms *pool, int64_t fee_cents)
{
    CHECK_OP(fee_cents, >=, 0);
    struct money part;
    if (fee_cents == 0)
        return 0;
    CHECK(money_ratio(money_of_cents(fee_cents), pool->fee_percent, VALUE_PERCENT_WHOLE, MONEY_ROUND_DOWN,
                      &part) == STATUS_OK);
    for (unsigned i = 0; i < terms->fee.part_count; i++)
        if (terms->fee.parts[i].to == pool->account)
            part.cents += terms->fee.part_count == 1 ? fee_cents : terms->fee.parts[i].amount.cents;
    CHECK_OP(part.cents, >=, 0);
    return part.cents;
}

/* ------------------------------------------------------------------------------------------ values */

static struct term amount_of(const struct node *node, struct text clause)
{
    struct term term = {0, {"", 0}};
    struct value value;
    if (node && node->kind == NODE_SCALAR &&
        value_read(VALUE_MONEY_OR_NONE, node->scalar, &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN && value.range.high != RANGE_NO_END)
        term = (struct term){value.range.low, clause};
    return term;
}

static struct term amount_at(const struct offer *offer, const char *path)
{
    return amount_of(offer_node(offer, path), offer_clause(offer, path));
}

/* A key of a fund of the document. A path cannot say it: the names of funds may have a slash. */
static const struct node *fund_key(const struct offer *offer, struct text fund, const char *key)
{
    const struct node *funds = node_member(offer->rulebook->data, PART_FUNDS);
    return node_member(node_member_called(funds, fund), key);
}

/* `records/daily growth` of a pool or fund. */
static struct growth growth_of(const struct offer *offer, struct text name)
{
    char path[PATH_SIZE];
    struct text_out out;
    struct value value;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PATH_RECORDS_DAILY_GROWTH "/%.*s", TEXT_ARGUMENTS(name));
    bool given = value_read(VALUE_MONEY, offer_text(offer, path), &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN;
    CHECK_IMPLIES(given, value.range.low <= value.range.high);
    return given ? (struct growth){value.range.low, value.range.high, offer_clause(offer, path)}
                 : (struct growth){.clause = text_of("")};
}

static bool says(const struct offer *offer, const char *path, const char *words)
{
    return text_equal(offer_text(offer, path), text_of(words));
}

bool terms_by_period(const struct offer *offer)
{
    return offer_node(offer, PART_BOARD) || says(offer, PATH_PAYING_OVER, "the posted period");
}

struct odd_chips terms_odd_chips(const struct offer *offer, struct text name)
{
    char path[PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PATH_PAYING_ODD_CHIPS_OF "/%.*s", TEXT_ARGUMENTS(name));
    if (name.length == 0 || !node_path(offer->rulebook->data, path)) {
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PATH_PAYING_ODD_CHIPS);
    }
    return (struct odd_chips){says(offer, path, "advanced by the house"), offer_clause(offer, path)};
}

/* As `advances/cover` has them, from the lowest bit on. */
static const char *const lack_words[LACKS] = {
    "seeds",     "reseeds",        "daily increases", "fixed prizes", "progressive prizes",
    "odd chips", "multiplied part"};

static unsigned lack_index(enum lack lack)
{
    CHECK_OP(lack, >, 0);
    unsigned index = 0;
    while (!(lack >> index & 1))
        index++;
    CHECK_OP(index, <, LACKS);
    return index;
}

struct text terms_repaid_by(const struct terms *terms, enum lack lack)
{
    return terms->advances.clauses[lack_index(lack)];
}

account_id terms_repaid_from(const struct terms *terms, enum lack lack)
{
    return terms->repaid_from[lack_index(lack)];
}

struct term terms_minimum(const struct offer *offer, struct text fund)
{
    const struct node *minimum = fund_key(offer, fund, KEY_MINIMUM);
    return amount_of(minimum, minimum ? minimum->origin.clause : text_of(""));
}

const struct fund_terms *terms_fund(const struct terms *terms, account_id account)
{
    for (unsigned i = 0; i < terms->fund_count; i++)
        if (terms->funds[i].account == account)
            return &terms->funds[i];
    return NULL;
}

/* ------------------------------------------------------------------------------------------ accounts */

static enum status find_or_open(struct ledger *ledger, enum account_kind kind, struct text activity,
                                struct text name, account_id *id)
{
    *id = ledger_find(ledger, kind, activity, name);
    enum status status = *id != ACCOUNT_NONE ? STATUS_OK : ledger_open(ledger, kind, activity, name, id);
    CHECK_IMPLIES(status == STATUS_OK, *id < ledger->count && ledger->accounts[*id].kind == kind); /* T3 */
    return status;
}

static enum status open_common(const struct offer *offer, struct ledger *ledger, struct terms *terms)
{
    struct text none = text_of(""), activity = offer->rulebook->document.identity;
    const struct {
        enum account_kind kind;
        struct text activity;
        const char *name;
        account_id *id;
    } accounts[] = {
        {ACCOUNT_HOUSE, none, "house", &terms->house},
        {ACCOUNT_WINNERS, none, "winners", &terms->winners},
        {ACCOUNT_ADMINISTRATION, none, "administration", &terms->administration},
        {ACCOUNT_PATRONS, none, "patrons", &terms->patrons},
        {ACCOUNT_BOX, activity, "fee box", &terms->box},
        {ACCOUNT_HELD, activity, "held", &terms->held},
        {ACCOUNT_PROMISED, none, "promised", &terms->promised},
    };
    for (size_t i = 0; i < sizeof accounts / sizeof accounts[0]; i++) {
        enum status status = find_or_open(ledger, accounts[i].kind, accounts[i].activity,
                                          text_of(accounts[i].name), accounts[i].id);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* "bay101/poker-bonus-hand-progressive reserve" is the reserve of that activity. */
static enum status open_foreign_fund(struct ledger *ledger, struct text name, account_id *id)
{
    size_t space = 0;
    while (space < name.length && name.bytes[space] != ' ')
        space++;
    bool activity = text_contains(text_slice(name, 0, space), text_of("/"));
    return find_or_open(ledger, ACCOUNT_FUND, activity ? text_slice(name, 0, space) : text_of(""),
                        activity ? text_from(name, space + 1) : name, id);
}

/* Adds the fund to the terms, once. The house's own money is not a fund. */
static enum status add_fund(const struct offer *offer, struct terms *terms, struct text name,
                            account_id account)
{
    if (account == terms->house || terms_fund(terms, account))
        return STATUS_OK;
    if (terms->fund_count == TERMS_FUNDS_MAX)
        return STATUS_NO_SPACE;
    terms->funds[terms->fund_count++] =
        (struct fund_terms){.name = name, .account = account, .minimum = terms_minimum(offer, name)};
    return STATUS_OK;
}

/* The funds behind the activity: its own, or one of another activity or of the house. House-funded ones have none. */
static enum status open_funds(const struct offer *offer, struct ledger *ledger, struct terms *terms)
{
    const struct node *funds = node_member(offer->rulebook->data, PART_FUNDS);
    enum status status = STATUS_OK;
    terms->fund = terms->house;
    if (!funds || funds->kind != NODE_MAP || !funds->first_child) {
        struct text from = offer_text(offer, PATH_FUNDING_FROM);
        if (from.length > 0)
            status = open_foreign_fund(ledger, from, &terms->fund);
        return status == STATUS_OK ? add_fund(offer, terms, from, terms->fund) : status;
    }
    for (const struct node *fund = funds->first_child; fund && status == STATUS_OK; fund = fund->next) {
        account_id account;
        status = find_or_open(ledger, ACCOUNT_FUND, terms->activity, fund->key, &account);
        if (status == STATUS_OK)
            status = add_fund(offer, terms, fund->key, account);
        if (status == STATUS_OK)
            terms->funds[terms->fund_count - 1].growth = growth_of(offer, fund->key);
    }
    if (status == STATUS_OK)
        terms->fund = terms->funds[0].account;
    return status;
}

static account_id account_named(const struct ledger *ledger, const struct terms *terms, struct text name)
{
    CHECK_OP(terms->house, <, ledger->count);
    if (text_equal(name, text_of("house")))
        return terms->house;
    account_id pool = ledger_find(ledger, ACCOUNT_POOL, terms->activity, name);
    return pool != ACCOUNT_NONE ? pool : ledger_find(ledger, ACCOUNT_FUND, terms->activity, name);
}

/* The first fund of the document that may be used for this; without one, another account. */
static account_id fund_that_pays(const struct offer *offer, const struct terms *terms, const char *use,
                                 account_id without)
{
    for (unsigned i = 0; i < terms->fund_count; i++)
        if (node_lists(fund_key(offer, terms->funds[i].name, KEY_PAYS), use))
            return terms->funds[i].account;
    return without;
}

/* The fund, pool or house that a key names; without the key, another one. */
static enum status open_named(const struct offer *offer, struct ledger *ledger, const struct terms *terms,
                              const char *path, account_id without, account_id *account)
{
    struct text name = offer_text(offer, path);
    *account = name.length > 0 ? account_named(ledger, terms, name) : without;
    return *account == ACCOUNT_NONE ? open_foreign_fund(ledger, name, account) : STATUS_OK;
}

/* The same for a key that names who pays or repays: such a fund is one of the funds of the terms. */
static enum status open_payer(const struct offer *offer, struct ledger *ledger, struct terms *terms,
                              const char *path, account_id without, account_id *account)
{
    enum status status = open_named(offer, ledger, terms, path, without, account);
    return status == STATUS_OK ? add_fund(offer, terms, offer_text(offer, path), *account) : status;
}

static enum status open_funds_of_pool(const struct offer *offer, struct ledger *ledger, struct terms *terms,
                                      struct pool_terms *pool)
{
    const struct {
        const char *key;
        enum fund_use use;
        account_id *account;
    } keys[] = {{KEY_SEED_REPAID_FROM, FUND_PAYS_ADVANCES, &pool->seed_repaid_from},
                {KEY_RESEED_FROM, FUND_PAYS_RESEEDS, &pool->reseed_from},
                {KEY_INCREASE_FROM, FUND_PAYS_INCREASES, &pool->increase_from}};
    char path[PATH_SIZE];
    struct text_out out;
    enum status status = STATUS_OK;
    pool->increase_from = terms->pays[FUND_PAYS_INCREASES];
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && status == STATUS_OK; i++) {
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/%s", TEXT_ARGUMENTS(pool->name), keys[i].key);
        if (keys[i].account != &pool->increase_from || !pool->increase_from_box)
            status = open_payer(offer, ledger, terms, path, terms->pays[keys[i].use], keys[i].account);
    }
    if (status != STATUS_OK)
        return status;
    pool->growth_from = fund_that_pays(offer, terms, "daily growth", pool->increase_from);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_OVERFLOW_TO, TEXT_ARGUMENTS(pool->name));
    return open_named(offer, ledger, terms, path, terms->fund, &pool->overflow_to);
}

/* Which fund pays and repays what. All accounts of the document itself are open. */
static enum status name_funds(const struct offer *offer, struct ledger *ledger, struct terms *terms)
{
    static const char *const uses[FUND_USES] = {
        [FUND_PAYS_RESEEDS] = "reseeds",
        [FUND_PAYS_FIXED_PRIZES] = "fixed prizes",
        [FUND_PAYS_PROGRESSIVE_PRIZES] = "progressive prizes",
        [FUND_PAYS_INCREASES] = "daily increases",
        [FUND_PAYS_ADMINISTRATION] = "administration",
        [FUND_PAYS_MULTIPLIED] = "multiplied part",
        [FUND_PAYS_ODD_CHIPS] = "odd chips",
        [FUND_PAYS_ADVANCES] = "advances",
        [FUND_PAYS_ENVY] = "envy",
    };
    account_id repaid = terms->fund;
    for (unsigned i = 0; i < FUND_USES; i++)
        terms->pays[i] = fund_that_pays(offer, terms, uses[i], terms->fund);
    enum status status = open_payer(offer, ledger, terms, PATH_MULTIPLIER_FROM,
                                    terms->pays[FUND_PAYS_MULTIPLIED], &terms->multiplied_from);
    if (status == STATUS_OK)
        status = open_payer(offer, ledger, terms, PATH_ADMINISTRATION_FROM,
                            terms->pays[FUND_PAYS_ADMINISTRATION], &terms->administration_from);
    if (status == STATUS_OK)
        status = open_payer(offer, ledger, terms, PATH_ADVANCES_REPAID_FROM, terms->pays[FUND_PAYS_ADVANCES],
                            &repaid);
    for (unsigned i = 0; i < LACKS && status == STATUS_OK; i++) {
        char path[PATH_SIZE];
        struct text_out out;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PATH_ADVANCES_REPAID_FOR "/%s", lack_words[i]);
        status = open_payer(offer, ledger, terms, path, repaid, &terms->repaid_from[i]);
    }
    terms->repaid_otherwise = repaid;
    for (unsigned i = 0; i < terms->pool_count && status == STATUS_OK; i++)
        status = open_funds_of_pool(offer, ledger, terms, &terms->pools[i]);
    return status;
}

/* ------------------------------------------------------------------------------------------ parts */

/* A pool that must stay in a range grows no further than its end, where no cap is given. */
static struct term cap_of_range(const struct offer *offer, const char *path)
{
    struct value value;
    struct text range = offer_text(offer, path);
    bool ends = range.length > 0 && value_read(VALUE_MONEY, range, &value, NULL) == STATUS_OK &&
                value.form == VALUE_IS_GIVEN && value.range.high != RANGE_NO_END;
    return ends ? (struct term){value.range.high, offer_clause(offer, path)} : (struct term){0, {"", 0}};
}

/* What a pool says of money that is not its own. */
static void compile_promise(const struct offer *offer, struct pool_terms *pool)
{
    char path[PATH_SIZE];
    struct text_out out;
    struct value percent;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_MONEY, TEXT_ARGUMENTS(pool->name));
    pool->promised = says(offer, path, "the fund's");
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_PART_OF_THE_FEE, TEXT_ARGUMENTS(pool->name));
    struct text part = offer_text(offer, path);
    if (pool->promised && part.length > 0 && value_read(VALUE_PERCENT, part, &percent, NULL) == STATUS_OK &&
        percent.form == VALUE_IS_GIVEN) {
        pool->fee_percent = (unsigned)percent.range.low;
        pool->fee_clause = offer_clause(offer, path);
    }
}

/* One increase stands in the document; `grows` says what it is for. */
static void compile_growth(const struct offer *offer, struct pool_terms *pool)
{
    char path[PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_GROWS, TEXT_ARGUMENTS(pool->name));
    const struct node *grows = offer_node(offer, path);
    if (!node_lists(grows, "when not won"))
        return;
    pool->not_won = pool->increase;
    if (!node_lists(grows, "daily"))
        pool->increase = (struct term){0, {"", 0}};
}

static bool time_at(const struct offer *offer, const char *path, uint16_t *minute)
{
    const struct node *node = offer_node(offer, path);
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_TIME_OF_DAY, node->scalar, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN)
        return false;
    *minute = value.minute;
    return true;
}

static enum status compile_pool(const struct offer *offer, const struct node *pool, struct ledger *ledger,
                                struct terms *terms)
{
    CHECK_OP(terms->pool_count, <, TERMS_POOLS_MAX);
    struct pool_terms *compiled = &terms->pools[terms->pool_count];
    *compiled = (struct pool_terms){.name = pool->key, .seed_repaid = text_of("")};
    const struct {
        const char *key;
        struct term *term;
    } amounts[] = {{KEY_SEED, &compiled->seed},
                   {KEY_RESEED, &compiled->reseed},
                   {KEY_CAP, &compiled->cap},
                   {KEY_INCREASE, &compiled->increase},
                   {KEY_TOPPED_UP_TO, &compiled->top_up}};
    char path[PATH_SIZE];
    struct text_out out;
    for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++) {
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/%s", TEXT_ARGUMENTS(pool->key), amounts[i].key);
        *amounts[i].term = amount_at(offer, path);
    }
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_SEED_REPAID_FROM, TEXT_ARGUMENTS(pool->key));
    compiled->seed_repaid = offer_clause(offer, path);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_AMOUNT, TEXT_ARGUMENTS(pool->key));
    if (!term_is_set(&compiled->cap))
        compiled->cap = cap_of_range(offer, path);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_PAYS, TEXT_ARGUMENTS(pool->key));
    compiled->pays_fixed_prizes = node_lists(offer_node(offer, path), "fixed prizes");
    compile_promise(offer, compiled);
    compile_growth(offer, compiled);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_INCREASE_FROM, TEXT_ARGUMENTS(pool->key));
    compiled->increase_from_box = says(offer, path, "fee box");
    terms->fee.waits |= compiled->increase_from_box;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_INCREASE_AT, TEXT_ARGUMENTS(pool->key));
    compiled->increases_at = time_at(offer, path, &compiled->increase_minute);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_DAYS_NOT_OFFERED, TEXT_ARGUMENTS(pool->key));
    compiled->counts_every_day = says(offer, path, "counted");
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PATH_RECORDS_DAILY_GROWTH "/%.*s", TEXT_ARGUMENTS(pool->key));
    compiled->daily_growth = amount_at(offer, path);
    compiled->growth = growth_of(offer, pool->key);
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_RAISE, TEXT_ARGUMENTS(pool->key));
    compiled->raise_clause = offer_clause(offer, path);
    compiled->raise = says(offer, path, "from the reserve")                  ? RAISE_COVERED
                      : says(offer, path, "from the reserve if it holds it") ? RAISE_IF_HELD
                                                                             : RAISE_NO;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_DECREASE, TEXT_ARGUMENTS(pool->key));
    compiled->kept_clause = says(offer, path, "only by an award") ? offer_clause(offer, path) : text_of("");
    CHECK_IMPLIES(compiled->increases_at, compiled->increase_minute < 24 * 60);
    CHECK_OP(compiled->seed.cents, >=, 0);
    enum status status =
        find_or_open(ledger, ACCOUNT_POOL, terms->activity, compiled->name, &compiled->account);
    if (status == STATUS_OK)
        terms->pool_count++;
    return status;
}

static enum status compile_pools(const struct offer *offer, struct ledger *ledger, struct terms *terms,
                                 struct fault *fault)
{
    const struct node *pools = node_member(offer->rulebook->data, PART_POOLS);
    for (const struct node *pool = pools ? pools->first_child : NULL; pool; pool = pool->next) {
        if (terms->pool_count == TERMS_POOLS_MAX)
            return fault_set(fault, STATUS_NO_SPACE, 0, "an activity has at most %d pools", TERMS_POOLS_MAX);
        enum status status = compile_pool(offer, pool, ledger, terms);
        if (status != STATUS_OK)
            return fault_set(fault, status, 0, "there is no room for the pool %.*s",
                             TEXT_ARGUMENTS(pool->key));
    }
    return STATUS_OK;
}

static struct term money_of(const struct node *node)
{
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_MONEY, node->scalar, &value, NULL) != STATUS_OK)
        return (struct term){0, {"", 0}};
    return (struct term){value.range.low, node->origin.clause};
}

/* A list of rates, for games that commas join. */
static enum status compile_rates(const struct node *list, struct text games, struct fee_terms *fee,
                                 struct fee_rate *rates)
{
    for (const struct node *row = list->first_child; row; row = row->next) {
        const struct node *limits = node_member(row, KEY_LIMITS), *amount = node_member(row, KEY_AMOUNT);
        struct fee_rate rate = {.games = games};
        if (fee->rate_count == TERMS_RATES_MAX || !amount || !limits || limits->kind != NODE_SCALAR ||
            value_read(VALUE_LIMITS, limits->scalar, &rate.limits, NULL) != STATUS_OK)
            return STATUS_INVALID;
        rate.table = money_of(amount);
        rate.player = money_of(node_member(amount, KEY_PLAYER));
        rate.player_dealer = money_of(node_member(amount, KEY_PLAYER_DEALER));
        rates[fee->rate_count++] = rate;
    }
    return STATUS_OK;
}

/* One amount for the table and hand: where the payers' differ, the first rate that is listed. */
static void level_rates(struct fee_rate *rates, unsigned count, struct text clause)
{
    CHECK_OP(count, <=, TERMS_RATES_MAX);
    for (unsigned i = 0; i < count; i++)
        if (!term_is_set(&rates[i].table))
            rates[i] = (struct fee_rate){
                .games = rates[i].games, .limits = rates[i].limits, .table = {rates[0].table.cents, clause}};
}

/* One list for all games, or a list for each group of games. */
static enum status compile_all_rates(const struct offer *offer, const struct node *node, struct arena *arena,
                                     struct fee_terms *fee)
{
    struct fee_rate *rates = ARENA_ARRAY(arena, struct fee_rate, TERMS_RATES_MAX);
    if (!rates)
        return arena->refusal;
    fee->rates = rates;
    bool list = node->kind == NODE_LIST;
    enum status status = list ? compile_rates(node, text_of(""), fee, rates) : STATUS_OK;
    for (const struct node *group = list ? NULL : node->first_child; group && status == STATUS_OK;
         group = group->next)
        status = compile_rates(group, group->key, fee, rates);
    if (status == STATUS_OK && says(offer, PATH_FEE_PER, "table and hand"))
        level_rates(rates, fee->rate_count, offer_clause(offer, PATH_FEE_PER));
    return status;
}

/* The fee goes to one account whole. */
static enum status compile_whole_fee(const struct offer *offer, const struct ledger *ledger,
                                     struct terms *terms, struct fault *fault)
{
    struct text to = offer_text(offer, PATH_FEE_TO);
    account_id account = to.length > 0 ? account_named(ledger, terms, to) : terms->fund;
    if (account == ACCOUNT_NONE)
        return fault_set(fault, STATUS_INVALID, 0, "there is no fund \"%.*s\" for the fee",
                         TEXT_ARGUMENTS(to));
    CHECK(account < ledger->count && terms->fee.part_count == 0);
    struct text clause = offer_clause(offer, PATH_FEE_TO);
    terms->fee.parts[terms->fee.part_count++] = (struct fee_part){
        account, {terms->fee.amount.cents, clause.length ? clause : terms->fee.amount.clause}};
    return STATUS_OK;
}

/* Whether the parts make the fee (T2): a single one is all of it, and several are what they say, whatever the table. */
static bool parts_make_fee(const struct fee_terms *fee)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < fee->part_count; i++)
        sum += fee->parts[i].amount.cents;
    return fee->part_count == 1 || (fee->rate_count == 0 && sum == fee->amount.cents);
}

static enum status compile_fee(const struct offer *offer, const struct ledger *ledger, struct terms *terms,
                               struct fault *fault)
{
    struct fee_terms *fee = &terms->fee;
    const struct node *split = node_path(offer->rulebook->data, PATH_FEE_SPLIT);
    const struct node *rates = node_path(offer->rulebook->data, PATH_FEE_RATES);
    fee->amount = amount_at(offer, PATH_FEE_AMOUNT);
    if (rates && compile_all_rates(offer, rates, ledger->arena, fee) != STATUS_OK)
        return fault_set(fault, STATUS_INVALID, 0, "the rates of the fee cannot be read");
    if (!term_is_set(&fee->amount) && !rates)
        return STATUS_OK;
    if (!split || split->kind != NODE_MAP)
        return compile_whole_fee(offer, ledger, terms, fault);
    for (const struct node *part = split->first_child; part; part = part->next) {
        struct value value;
        account_id account = account_named(ledger, terms, part->key);
        if (account == ACCOUNT_NONE || fee->part_count == TERMS_PARTS_MAX || part->kind != NODE_SCALAR ||
            value_read(VALUE_MONEY, part->scalar, &value, NULL) != STATUS_OK)
            return fault_set(fault, STATUS_INVALID, 0, "the part \"%.*s\" of the fee cannot be posted",
                             TEXT_ARGUMENTS(part->key));
        fee->parts[fee->part_count++] = (struct fee_part){account, {value.range.low, part->origin.clause}};
    }
    if (!parts_make_fee(fee))
        return fault_set(fault, STATUS_INVALID, 0, "the parts of the fee do not make the fee");
    return STATUS_OK;
}

struct advance_terms terms_advances(const struct offer *offer)
{
    struct advance_terms advances = {0};
    bool all = offer_text(offer, PATH_ADVANCES_REPAID_FROM).length > 0;
    advances.clause = offer_clause(offer, PATH_ADVANCES_REPAID_FROM);
    for (unsigned i = 0; i < LACKS; i++) {
        char path[PATH_SIZE];
        struct text_out out;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PATH_ADVANCES_REPAID_FOR "/%s", lack_words[i]);
        struct text clause = offer_clause(offer, path);
        advances.clauses[i] = clause.length ? clause : advances.clause;
        if ((all || clause.length > 0) && node_lists(offer_node(offer, PATH_ADVANCES_COVER), lack_words[i]) &&
            !node_lists(offer_node(offer, PATH_ADVANCES_GIFTS), lack_words[i]))
            advances.repaid |= 1u << i;
        if (node_lists(offer_node(offer, PATH_ADVANCES_INTO_THE_FUND), lack_words[i]))
            advances.into_fund |= 1u << i;
    }
    CHECK((advances.repaid | advances.into_fund) < 1u << LACKS);
    advances.into_fund_clause = offer_clause(offer, PATH_ADVANCES_INTO_THE_FUND);
    advances.together = says(offer, PATH_ADVANCES_REPAID_WHEN, "the fund holds all advances");
    return advances;
}

/* A set of shares that gives the whole prize to the table divides it; `for` says which prizes the set is for. A set for a
 * row says nothing of the others. */
static void divide_by_shares(const struct node *shares, struct divided_prizes *divided)
{
    const struct node *table = node_member(shares, KEY_TABLE), *prizes = node_member(shares, KEY_FOR);
    struct value value = {.range = {0, RANGE_NO_END}};
    if (!table || table->kind != NODE_SCALAR || !text_equal(table->scalar, text_of("100%")))
        return;
    if (prizes && value_read(VALUE_MONEY, prizes->scalar, &value, NULL) != STATUS_OK)
        return;
    *divided = (struct divided_prizes){value.range.low, value.range.high, table->origin.clause};
}

static void compile_divided(const struct offer *offer, struct divided_prizes *divided)
{
    const struct node *structure = offer_structure(offer);
    *divided = (struct divided_prizes){.clause = text_of("")};
    if (says(offer, PATH_PAYING_FIXED_PRIZE, "split evenly"))
        *divided = (struct divided_prizes){0, RANGE_NO_END, offer_clause(offer, PATH_PAYING_FIXED_PRIZE)};
    else if (says(offer, PATH_PREDICTIONS_TIES, "share the prize of the place"))
        *divided = (struct divided_prizes){0, RANGE_NO_END, offer_clause(offer, PATH_PREDICTIONS_TIES)};
    else if (offer_node(offer, PART_BOARD) && says(offer, PATH_BOARD_TIES, "split evenly"))
        *divided = (struct divided_prizes){0, RANGE_NO_END, offer_clause(offer, PATH_BOARD_TIES)};
    else if (structure && structure->kind == NODE_MAP)
        divide_by_shares(structure, divided);
    else if (structure && structure->kind == NODE_LIST)
        for (const struct node *shares = structure->first_child; shares; shares = shares->next)
            divide_by_shares(shares, divided);
    CHECK_OP(divided->least, <=, divided->most);
}

static void compile_paying(const struct offer *offer, struct terms *terms)
{
    terms->shared_prize =
        says(offer, PATH_PAYING_SHARED_PRIZE, "split evenly") ? SHARED_SPLIT_EVENLY : SHARED_EACH_IN_FULL;
    terms->payers_share = says(offer, PATH_PAYING_PAYERS_OF_A_HAND, "share its part");
    terms->envy_clause = offer_clause(offer, PATH_ENVY_TO);
    terms->shared_clause = offer_clause(offer, PATH_PAYING_SHARED_PRIZE);
    terms->hands_in_full = says(offer, PATH_PAYING_OWN_AND_PLAYER_DEALER_HAND, "each in full");
    terms->hands_clause = offer_clause(offer, PATH_PAYING_OWN_AND_PLAYER_DEALER_HAND);
    terms->guarantee = amount_at(offer, PATH_PAYING_GUARANTEE);
    compile_divided(offer, &terms->divided);
    terms->ineligible_part = says(offer, PATH_SHARING_INELIGIBLE_PART, "stays in the fund") ? INELIGIBLE_STAYS
                             : says(offer, PATH_SHARING_INELIGIBLE_PART, "goes to the others")
                                 ? INELIGIBLE_TO_OTHERS
                             : says(offer, PATH_SHARING_INELIGIBLE_PART, "of the table goes to the others")
                                 ? INELIGIBLE_OF_TABLE_TO_OTHERS
                                 : INELIGIBLE_STAYS_OF_A_HAND;
    terms->decided_at_deal = says(offer, PATH_WHEN_DECIDED, "at the deal");
    terms->pools_at_period_end = terms->pool_count > 0 && terms_by_period(offer);
    terms->pools_when_decided =
        says(offer, PATH_PAYING_POSTED_AMOUNT, "when decided") && !terms->pools_at_period_end;
    terms->pools_in_turn = says(offer, PATH_PAYING_POOL_WON_BEFORE, "what it holds");
    terms->nobody_to_hands = says(offer, PATH_SHARING_NOBODY, "goes to the hands");
    terms->multiplied_clause = offer_clause(offer, PATH_MULTIPLIER_FROM);
    terms->shares_rounded_up = says(offer, PATH_PAYING_ROUNDING, "up to the chip");
    static const char *const odd_chips_of[ODD_CHIPS_CASES] = {"whole", "part", "whole and part"};
    for (unsigned i = 0; i < ODD_CHIPS_CASES; i++)
        terms->odd_chips_of[i] = terms_odd_chips(offer, text_of(odd_chips_of[i]));
    terms->odd_chips_in_turn = says(offer, PATH_PAYING_ODD_CHIPS, "to the winners in turn");
    terms->odd_chips = terms_odd_chips(offer, text_of(""));
    const struct node *chip = node_member(offer->house->data, KEY_CHIP);
    struct value value;
    bool given =
        chip && chip->kind == NODE_SCALAR && value_read(VALUE_MONEY, chip->scalar, &value, NULL) == STATUS_OK;
    terms->chip_cents =
        given && value.form == VALUE_IS_GIVEN && value.range.low > 0 ? value.range.low : MONEY_DOLLAR;
    CHECK_OP(terms->chip_cents, >, 0);
}

/* Where the document lets the dealer's tray pay, the cage gives the tray what it paid. */
static enum status open_trays(const struct offer *offer, struct ledger *ledger, struct terms *terms)
{
    /* Where trays were paid from before they may still be owed something. */
    terms->trays = ledger_find(ledger, ACCOUNT_TRAYS, terms->activity, text_of("trays"));
    if (!payment_uses_tray(offer))
        return STATUS_OK;
    return find_or_open(ledger, ACCOUNT_TRAYS, terms->activity, text_of("trays"), &terms->trays);
}

/* T4 */
static void check_overflow_ends(const struct terms *terms)
{
    for (unsigned i = 0; i < terms->pool_count; i++) {
        const struct pool_terms *pool = &terms->pools[i];
        for (unsigned steps = 0; pool; steps++) {
            CHECK_OP(steps, <, terms->pool_count);
            pool = terms_pool_of_account(terms, pool->overflow_to);
        }
    }
}

enum status terms_compile(const struct offer *offer, struct ledger *ledger, struct terms *terms,
                          struct fault *fault)
{
    struct terms compiled = {.activity = offer->rulebook->document.identity};
    enum status status = open_common(offer, ledger, &compiled);
    if (status == STATUS_OK)
        status = open_funds(offer, ledger, &compiled);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no room for the accounts of %.*s",
                         TEXT_ARGUMENTS(compiled.activity));
    status = compile_pools(offer, ledger, &compiled, fault);
    if (status == STATUS_OK)
        status = compile_fee(offer, ledger, &compiled, fault);
    if (status == STATUS_OK && open_named(offer, ledger, &compiled, PATH_CLAIM_UNCLAIMED_TO, compiled.fund,
                                          &compiled.unclaimed) != STATUS_OK)
        status = fault_set(fault, STATUS_NO_SPACE, 0, "there is no room for the fund of unclaimed prizes");
    if (status == STATUS_OK && open_trays(offer, ledger, &compiled) != STATUS_OK)
        status = fault_set(fault, STATUS_NO_SPACE, 0, "there is no room for what trays are owed");
    if (status == STATUS_OK && name_funds(offer, ledger, &compiled) != STATUS_OK)
        status = fault_set(fault, STATUS_NO_SPACE, 0, "there is no room for the funds that pay and repay");
    if (status != STATUS_OK)
        return status;
    /* T3, and none of these is the other: what is held for winners is not what fees are put into. */
    CHECK(compiled.fund < ledger->count && compiled.box != compiled.held && compiled.fund != compiled.held);
    CHECK(compiled.trays == ACCOUNT_NONE || compiled.trays < ledger->count);
    CHECK_OP(compiled.unclaimed, <, ledger->count);
    for (unsigned i = 0; i < compiled.fee.part_count; i++)
        CHECK_OP(compiled.fee.parts[i].to, <, ledger->count);
    for (unsigned i = 0; i < compiled.pool_count; i++)
        CHECK(compiled.pools[i].growth_from < ledger->count && compiled.pools[i].overflow_to < ledger->count);
    CHECK(compiled.repaid_otherwise == compiled.house || terms_fund(&compiled, compiled.repaid_otherwise));
    check_overflow_ends(&compiled);
    compiled.advances = terms_advances(offer);
    compile_paying(offer, &compiled);
    compiled.administration_fee = amount_at(offer, PATH_ADMINISTRATION_FEE);
    *terms = compiled;
    return STATUS_OK;
}
