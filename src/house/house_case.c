#include "house/house_case_internal.h"

#include "base/check.h"
#include "games/case_rounds.h"

const char house_case_game[] = "house";

enum { YAML_SIZE = 8192 };

/* ------------------------------------------------------------------------------------------ offers */

/* The lines below an offer are the data it posts otherwise: YAML, whose indentation is kept. */
static struct text yaml_below(const struct case_file *file, size_t *at, char *buffer, size_t size)
{
    struct text_out out;
    size_t first = *at + 1;
    text_out_init(&out, buffer, size);
    for (; *at + 1 < file->count && file->lines[*at + 1].indented; (*at)++) {
        const struct case_line *line = &file->lines[*at + 1];
        size_t indent = line->column - file->lines[first].column;
        if (line->column < file->lines[first].column)
            indent = 0;
        text_out_add(&out, "%*s%.*s\n", (int)indent, "", TEXT_ARGUMENTS(line->text));
    }
    return text_out_text(&out);
}

static bool is_empty(const struct node *node)
{
    return node->kind == NODE_SCALAR && node->scalar.length == 0;
}

/* `into` with what `from` says otherwise, member by member; lists and values are replaced whole, and an empty value takes
 * the member away. */
static void override(struct node *into, const struct node *from, struct arena *arena)
{
    for (struct node *member = from->first_child, *next; member; member = next) {
        next = member->next;
        struct node *own = into->first_child, *last = NULL;
        for (; own && !text_equal(own->key, member->key); own = own->next)
            last = own;
        if (own && own->kind == NODE_MAP && member->kind == NODE_MAP) {
            override(own, member, arena);
            continue;
        }
        if (is_empty(member)) {
            if (own)
                *(last ? &last->next : &into->first_child) = own->next;
            into->count -= own != NULL;
            continue;
        }
        struct node *copy = ARENA_NEW(arena, struct node);
        if (!copy)
            return;
        *copy = *member;
        copy->next = own ? own->next : NULL;
        *(last ? &last->next : &into->first_child) = copy;
        into->count += !own;
    }
}

/* Leaves out what stands at a path: `prizes`, `prizes/five aces`. False if nothing does. */
static bool leave_out(struct node *map, struct text path)
{
    size_t slash = 0;
    while (slash < path.length && path.bytes[slash] != '/')
        slash++;
    for (struct node **at = &map->first_child; *at; at = &(*at)->next) {
        if (!text_equal_ignoring_case((*at)->key, text_slice(path, 0, slash)))
            continue;
        if (slash < path.length)
            return leave_out(*at, text_from(path, slash + 1));
        *at = (*at)->next;
        map->count--;
        return true;
    }
    return false;
}

/* Paths with commas between. */
static enum status leave_all_out(struct node *data, struct text paths, const struct case_cursor *cursor,
                                 struct case_fault *fault)
{
    while (paths.length > 0) {
        size_t comma = 0;
        while (comma < paths.length && paths.bytes[comma] != ',')
            comma++;
        struct text path = text_trimmed(text_slice(paths, 0, comma));
        if (path.length == 0 || !leave_out(data, path))
            return case_fault_at(cursor, fault, STATUS_INVALID, "the offer has no \"%.*s\" to leave out",
                                 TEXT_ARGUMENTS(path));
        paths = text_from(paths, comma < paths.length ? comma + 1 : comma);
    }
    return STATUS_OK;
}

static enum status first_finding(const struct library *library, size_t before,
                                 const struct case_cursor *cursor, struct case_fault *fault)
{
    const struct findings *findings = &library->findings;
    for (size_t i = before; i < findings->count; i++)
        if (findings->items[i].grade != FINDING_WARNING)
            return case_fault_at(cursor, fault, STATUS_INVALID, "%.*s; %.*s",
                                 TEXT_ARGUMENTS(findings->items[i].words),
                                 TEXT_ARGUMENTS(findings->items[i].remedy));
    return STATUS_OK;
}

/* An offer of a house, and what a case posts otherwise. */
struct changes {
    const struct offer *base;
    struct text without; /* paths, with commas between */
    struct text yaml;
};

/* The offer anew, with the values of the case; it must still be one that can be posted. */
static enum status change_offer(struct stage *stage, const struct changes *wanted,
                                const struct case_cursor *cursor, const struct offer **offer,
                                struct case_fault *fault)
{
    const struct offer *base = wanted->base;
    struct text yaml = wanted->yaml;
    struct arena *arena = &stage->library->arena;
    struct findings *findings = &stage->library->findings;
    size_t before = findings->count;
    const struct origin origin = {.file = base->file, .line = (unsigned)cursor->line->number, .column = 1};
    struct node *data = node_new_map(arena, origin), *changes = NULL;
    struct offer *changed = ARENA_NEW(arena, struct offer);
    struct text kept;
    if (!data || !changed || node_merge(data, base->data, arena, findings) != STATUS_OK ||
        arena_copy_text(arena, yaml, &kept) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the offer");
    enum status status = leave_all_out(data, wanted->without, cursor, fault);
    if (status != STATUS_OK)
        return status;
    if (yaml.length > 0) {
        changes = node_read(kept, origin, arena, findings);
        if (changes && changes->kind == NODE_MAP)
            override(data, changes, arena);
    }
    status = first_finding(stage->library, before, cursor, fault);
    if (status == STATUS_OK && offer_read(data, kept, base->identity, base->house, base->rulebook, arena,
                                          findings, changed) != STATUS_OK)
        status = case_fault_at(cursor, fault, STATUS_INVALID, "the offer cannot be read");
    if (status == STATUS_OK)
        status = first_finding(stage->library, before, cursor, fault);
    *offer = changed;
    return status;
}

/* `bay101/blazing-7s`, and behind it `, without prizes/one seven, suit`. */
static enum status find_offer(const struct stage *stage, struct case_cursor *cursor, struct changes *changes,
                              struct case_fault *fault)
{
    const struct text mark = text_of(", without ");
    struct text rest = case_rest(cursor);
    size_t end = 0;
    while (end < rest.length && !text_equal_ignoring_case(text_slice(rest, end, mark.length), mark))
        end++;
    struct text name = text_trimmed(text_slice(rest, 0, end));
    *changes = (struct changes){.base = library_offer(stage->library, name),
                                .without = text_from(rest, end < rest.length ? end + mark.length : end)};
    if (changes->base)
        return STATUS_OK;
    return case_fault_at(cursor, fault, STATUS_INVALID,
                         "there is no offer \"%.*s\"; write house/offer, for example bay101/blazing-7s",
                         TEXT_ARGUMENTS(name));
}

static struct text number_of(struct text clause)
{
    size_t hash = clause.length;
    while (hash > 0 && clause.bytes[hash - 1] != '#')
        hash--;
    return text_from(clause, hash);
}

/* `offer refused #67: bay101/limit-bad-beat`: the first error that the check finds is by that clause. */
static enum status refuse_offer(struct stage *stage, struct case_cursor *cursor, size_t *at,
                                struct case_fault *fault)
{
    const struct case_line *line = cursor->line;
    const struct findings *findings = &stage->library->findings;
    const struct offer *offer;
    struct changes changes;
    struct text clause;
    if (!case_take_clause(cursor, &clause) || !case_take(cursor, ':'))
        return case_expected(cursor, fault, "the clause and a colon, such as #67:");
    enum status status = find_offer(stage, cursor, &changes, fault);
    if (status != STATUS_OK)
        return status;
    char buffer[YAML_SIZE];
    struct case_fault refusal = {0};
    size_t before = findings->count;
    changes.yaml = yaml_below(stage->file, at, buffer, sizeof buffer);
    status = change_offer(stage, &changes, cursor, &offer, &refusal);
    while (before < findings->count && findings->items[before].grade == FINDING_WARNING)
        before++;
    if (before == findings->count && status != STATUS_OK) {
        *fault = refusal; /* not the rules, but the case is wrong */
        return status;
    }
    if (before == findings->count)
        return case_differs(stage->result, line, fault, "this offer is allowed");
    const struct finding *finding = &findings->items[before];
    if (text_equal(number_of(finding->origin.clause), clause))
        return STATUS_OK;
    return case_differs(stage->result, line, fault, "refused, but by another clause: %.*s (%.*s)",
                        TEXT_ARGUMENTS(finding->words), TEXT_ARGUMENTS(finding->origin.clause));
}

static enum status take_offer(struct stage *stage, struct case_cursor *cursor, size_t *at,
                              struct case_fault *fault)
{
    struct changes changes;
    enum status status = find_offer(stage, cursor, &changes, fault);
    if (status != STATUS_OK)
        return status;
    if (stage->offer_count == OFFERS_MAX)
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "a case has at most %d offers", OFFERS_MAX);
    char buffer[YAML_SIZE];
    changes.yaml = yaml_below(stage->file, at, buffer, sizeof buffer);
    unsigned number = stage->offer_count;
    struct fault words;
    status = change_offer(stage, &changes, cursor, &stage->offers[number], fault);
    if (status != STATUS_OK)
        return status;
    if (terms_compile(stage->offers[number], &stage->ledger, &stage->terms[number], &words) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_INVALID, "%s", words.words);
    funds_init(&stage->funds[number], &stage->terms[number]);
    stage->current = stage->offer_count++;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ accounts */

/* An account by its name: of the current offer, then of any. */
static enum status take_account(struct stage *stage, struct case_cursor *cursor, account_id *id,
                                struct case_fault *fault)
{
    size_t longest = 0;
    struct case_cursor after = *cursor;
    for (unsigned i = 0; i < stage->ledger.count; i++) {
        const struct account *account = &stage->ledger.accounts[i];
        char name[NAME_SIZE];
        struct text_out out;
        struct case_cursor ahead = *cursor;
        text_out_init(&out, name, sizeof name);
        text_out_add_text(&out, account->name);
        if (!case_take_words(&ahead, name))
            continue;
        bool own = text_equal(account->activity, stage->terms[stage->current].activity);
        if (account->name.length > longest || (account->name.length == longest && own)) {
            longest = account->name.length;
            after = ahead;
            *id = (account_id)i;
        }
    }
    if (longest == 0)
        return case_expected(cursor, fault,
                             "the name of an account, such as prize pool, reserve, held or house");
    *cursor = after;
    return STATUS_OK;
}

static void remember(struct stage *stage, const struct posting *posting)
{
    struct house_case_posting *kept = ARENA_NEW(stage->result->arena, struct house_case_posting);
    if (!kept)
        return;
    *kept = (struct house_case_posting){
        .from = stage->ledger.accounts[posting->from].name,
        .to = stage->ledger.accounts[posting->to].name,
        .reason = posting->reason,
        .amount = money_of_cents(posting->cents),
        .clause = posting->clause,
    };
    *(stage->played->last_posting ? &stage->played->last_posting->next : &stage->played->postings) = kept;
    stage->played->last_posting = kept;
    stage->played->posting_count++;
    if (!stage->unseen)
        stage->unseen = kept;
}

static enum status take_balances(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    do {
        account_id account = ACCOUNT_NONE;
        struct money money;
        enum status status = take_account(stage, cursor, &account, fault);
        if (status == STATUS_OK)
            status = case_money(cursor, &money, fault);
        if (status != STATUS_OK)
            return status;
        const struct posting posting = {stage->terms[stage->current].patrons, account, REASON_ADJUSTMENT,
                                        money.cents, text_of("")};
        if (money.cents > 0 && account != posting.from)
            ledger_post(&stage->ledger, &posting);
    } while (case_take(cursor, ','));
    return case_end(cursor, fault);
}

/* `chip: 0.01`: the unit of shares where it is not the smallest chip of the house. */
static enum status take_chip(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    struct money money;
    if (stage->offer_count == 0)
        return case_expected(cursor, fault, "an offer first");
    enum status status = case_money(cursor, &money, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status == STATUS_OK && money.cents == 0)
        return case_fault_at(cursor, fault, STATUS_RANGE, "a chip is worth at least one cent");
    if (status == STATUS_OK)
        stage->terms[stage->current].chip_cents = money.cents;
    return status;
}

/* ------------------------------------------------------------------------------------------ steps */

enum status house_case_finish_step(struct stage *stage, const struct case_cursor *cursor,
                                   const struct draft *draft, struct case_fault *fault)
{
    struct funds *funds = &stage->funds[stage->current];
    if (draft->overflowed)
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "the step has too many postings");
    for (unsigned i = 0; i < draft->posting_count; i++)
        remember(stage, &draft->postings[i]);
    enum status status = funds_apply(funds, draft, &stage->ledger);
    return status == STATUS_OK ? STATUS_OK
                               : case_fault_at(cursor, fault, status, "there is no memory for the step");
}

/* `Blackjack Poker at $25 to $200`: a table by its game and limits, to the end of the line. */
static enum status take_rate(struct stage *stage, struct case_cursor *cursor, const struct fee_rate **rate,
                             struct case_fault *fault)
{
    struct case_cursor start = *cursor;
    struct text rest = case_rest(cursor);
    size_t at = rest.length < 4 ? 0 : rest.length - 4;
    while (at > 0 && !text_equal(text_slice(rest, at, 4), text_of(" at ")))
        at--;
    struct game_name game;
    struct value limits;
    if (at == 0 || game_name_read(text_slice(rest, 0, at), &game, NULL) != STATUS_OK ||
        value_read(VALUE_LIMITS, text_from(rest, at + 4), &limits, NULL) != STATUS_OK)
        return case_expected(&start, fault, "a game and its limits, such as Pan 9 at $50 to $300");
    *rate = terms_rate(&stage->terms[stage->current], &game, &limits);
    if (!*rate)
        return case_fault_at(&start, fault, STATUS_INVALID, "the fee has no rate for such a table");
    return STATUS_OK;
}

/* `fees: 250`, or by the limits of a table `fees: 30 hands, 2 players, 1 player-dealer, Blackjack Poker at $25 to $200`. */
static enum status step_fees(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                             struct case_fault *fault)
{
    const struct funds *funds = &stage->funds[stage->current];
    unsigned count, players = 0, player_dealers = 0;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &count, fault);
    if (status != STATUS_OK)
        return status;
    if (!case_take_words(cursor, "hands")) {
        funds_fees(draft, funds, count);
        return STATUS_OK;
    }
    const struct fee_rate *rate = NULL;
    while (!rate && status == STATUS_OK) {
        unsigned number = 0;
        if (!case_take(cursor, ','))
            return case_expected(cursor, fault, "a comma, then players, a player-dealer or the table");
        struct case_cursor ahead = *cursor;
        bool counted = case_number(&ahead, FUNDS_WINNERS_MAX, &number, fault) == STATUS_OK;
        if (counted && case_take_words(&ahead, "player-dealer"))
            player_dealers = number;
        else if (counted && (case_take_words(&ahead, "players") || case_take_words(&ahead, "player")))
            players = number;
        else
            status = take_rate(stage, cursor, &rate, fault);
        if (!rate)
            *cursor = ahead;
    }
    if (status == STATUS_OK)
        funds_fees_by_rate(draft, funds, rate, count, players, player_dealers);
    return status;
}

/* One pool by name, the fund, or `all`. */
static enum status step_pools(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                              void (*act)(struct draft *, const struct funds *, const struct pool_terms *),
                              struct case_fault *fault)
{
    const struct terms *terms = &stage->terms[stage->current];
    bool all = case_take_words(cursor, "all");
    account_id account = ACCOUNT_NONE;
    if (!all) {
        enum status status = take_account(stage, cursor, &account, fault);
        if (status != STATUS_OK)
            return status;
    }
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (all || terms->pools[i].account == account)
            act(draft, &stage->funds[stage->current], &terms->pools[i]);
    if (act == funds_seed && account == terms->fund)
        funds_seed_fund(draft, &stage->funds[stage->current]);
    return STATUS_OK;
}

static enum status step_close(struct stage *stage, struct draft *draft)
{
    const struct terms *terms = &stage->terms[stage->current];
    for (unsigned i = 0; i < terms->pool_count; i++)
        funds_close_day(draft, &stage->funds[stage->current], &terms->pools[i]);
    funds_begin_day(&stage->funds[stage->current], &stage->ledger);
    return STATUS_OK;
}

/* `raise: prize pool 1,000`, and what may be behind it: `-> refused #60`. */
static enum status step_raise(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                              struct case_fault *fault)
{
    const struct funds *funds = &stage->funds[stage->current];
    account_id account = ACCOUNT_NONE;
    struct money money;
    struct text clause = text_of("");
    enum status status = take_account(stage, cursor, &account, fault);
    if (status == STATUS_OK)
        status = case_money(cursor, &money, fault);
    bool refused = status == STATUS_OK && case_take_arrow(cursor);
    if (refused)
        status = case_refusal(cursor, "#60", &clause, fault);
    const struct pool_terms *pool = NULL;
    for (unsigned i = 0; i < funds->terms->pool_count; i++)
        if (funds->terms->pools[i].account == account)
            pool = &funds->terms->pools[i];
    if (status == STATUS_OK && !pool)
        status = case_fault_at(cursor, fault, STATUS_INVALID, "only a pool of the offer can be raised");
    if (status != STATUS_OK)
        return status;
    struct ruling ruling = funds_raise(draft, funds, pool, money.cents);
    if (refused)
        return case_compare_refusal(stage->result, cursor, clause, &ruling, "this raise is allowed", fault);
    return ruling.allowed ? STATUS_OK
                          : case_differs(stage->result, cursor->line, fault, "refused: %s (%s)", ruling.words,
                                         ruling.clause);
}

static enum status step_administration(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                                       struct case_fault *fault)
{
    unsigned hours;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &hours, fault);
    if (status != STATUS_OK)
        return status;
    if (!case_take_words(cursor, "table hours"))
        return case_expected(cursor, fault, "\"table hours\"");
    struct funds *funds = &stage->funds[stage->current];
    funds->administration_due = funds_administration(draft, funds, hours);
    return STATUS_OK;
}

static enum status step_amount(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                               void (*act)(struct draft *, const struct funds *, int64_t, struct text),
                               const char *path, struct case_fault *fault)
{
    struct money money;
    enum status status = case_money(cursor, &money, fault);
    const struct node *rule = node_path(stage->offers[stage->current]->rulebook->data, path);
    if (status == STATUS_OK && draft_balance(draft, stage->terms[stage->current].held) < money.cents)
        return case_fault_at(cursor, fault, STATUS_RANGE, "so much is not held");
    if (status == STATUS_OK)
        act(draft, &stage->funds[stage->current], money.cents, rule ? rule->origin.clause : text_of(""));
    return status;
}

/* ------------------------------------------------------------------------------------------ what is expected */

static enum status compare_posting(struct stage *stage, struct case_cursor *cursor, account_id from,
                                   struct case_fault *fault)
{
    account_id to = ACCOUNT_NONE;
    struct money money;
    struct text clause = text_of("");
    enum status status = take_account(stage, cursor, &to, fault);
    if (status == STATUS_OK)
        status = case_money(cursor, &money, fault);
    bool cited = status == STATUS_OK && case_take_clause(cursor, &clause);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK)
        return status;
    const struct house_case_posting *posting = stage->unseen;
    if (!posting)
        return case_differs(stage->result, cursor->line, fault, "no further posting");
    stage->unseen = posting->next;
    char amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, amount, sizeof amount);
    money_write(&out, posting->amount);
    bool same = text_equal(posting->from, stage->ledger.accounts[from].name) &&
                text_equal(posting->to, stage->ledger.accounts[to].name) &&
                money_compare(posting->amount, money) == 0;
    if (!same)
        return case_differs(stage->result, cursor->line, fault, "the posting is %.*s -> %.*s %s",
                            TEXT_ARGUMENTS(posting->from), TEXT_ARGUMENTS(posting->to), amount);
    if (cited && !text_equal(number_of(posting->clause), clause))
        return case_differs(stage->result, cursor->line, fault, "the posting cites %.*s",
                            TEXT_ARGUMENTS(posting->clause));
    return STATUS_OK;
}

static enum status compare_amount(struct stage *stage, struct case_cursor *cursor, const char *name,
                                  int64_t cents, struct case_fault *fault)
{
    struct money expected;
    if (!case_take(cursor, '='))
        return case_expected(cursor, fault, "= and an amount");
    enum status status = case_money(cursor, &expected, fault);
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status != STATUS_OK || expected.cents == cents)
        return status;
    char amount[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, amount, sizeof amount);
    money_write(&out, money_of_cents(cents));
    return case_differs(stage->result, cursor->line, fault, "%s is %s", name, amount);
}

static enum status compare_each(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    for (unsigned i = stage->each_count; i > 0; i--) {
        char name[NAME_SIZE];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        text_out_add_text(&out, stage->each[i - 1].name);
        if (case_take_words(cursor, name))
            return compare_amount(stage, cursor, name, stage->each[i - 1].cents, fault);
    }
    return case_expected(cursor, fault, "a row or share that was hit");
}

static enum status compare_line(struct stage *stage, const struct case_line *line, struct case_fault *fault)
{
    struct case_cursor cursor = case_start(line);
    const struct funds *funds = &stage->funds[stage->current];
    if (case_take_words(&cursor, "each"))
        return compare_each(stage, &cursor, fault);
    if (case_take_words(&cursor, "claim"))
        return house_case_compare_claim(stage, &cursor, fault);
    if (case_take_words(&cursor, "advances"))
        return compare_amount(stage, &cursor, "what is advanced", funds_advances(funds), fault);
    if (case_take_words(&cursor, "due"))
        return compare_amount(stage, &cursor, "what is due", funds->administration_due, fault);
    account_id account = ACCOUNT_NONE;
    enum status status = take_account(stage, &cursor, &account, fault);
    if (status != STATUS_OK)
        return status;
    if (case_take_arrow(&cursor))
        return compare_posting(stage, &cursor, account, fault);
    return compare_amount(stage, &cursor, "the balance", stage->ledger.accounts[account].balance, fault);
}

/* Postings are compared in their order, and all of them where one is given, unless it is `expect some:`. */
static enum status compare(struct stage *stage, size_t *at, bool some, struct case_fault *fault)
{
    const struct case_line *head = &stage->file->lines[*at];
    const struct house_case_posting *before = stage->unseen;
    for (; *at + 1 < stage->file->count && stage->file->lines[*at + 1].indented; (*at)++) {
        enum status status = compare_line(stage, &stage->file->lines[*at + 1], fault);
        if (status != STATUS_OK)
            return status;
    }
    if (!some && stage->unseen && stage->unseen != before)
        return case_differs(stage->result, head, fault, "there is a further posting: %.*s -> %.*s",
                            TEXT_ARGUMENTS(stage->unseen->from), TEXT_ARGUMENTS(stage->unseen->to));
    stage->unseen = NULL;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the case */

static enum status take_step(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    static struct draft draft;
    enum status status;
    draft_begin(&draft, &stage->ledger);
    if (stage->offer_count == 0)
        return case_expected(cursor, fault, "an offer first");
    if (case_take_words(cursor, "fees:"))
        status = step_fees(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "seed:"))
        status = step_pools(stage, cursor, &draft, funds_seed, fault);
    else if (case_take_words(cursor, "increase:"))
        status = step_pools(stage, cursor, &draft, funds_increase, fault);
    else if (case_take_words(cursor, "raise:"))
        status = step_raise(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "close"))
        status = step_close(stage, &draft);
    else if (case_take_words(cursor, "administration:"))
        status = step_administration(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "hit:"))
        status = house_case_hit(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "share:"))
        status = house_case_share(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "pay:"))
        status = step_amount(stage, cursor, &draft, funds_pay, "payment", fault);
    else if (case_take_words(cursor, "lapse:"))
        status = step_amount(stage, cursor, &draft, funds_lapse, "claim/unclaimed to", fault);
    else if (case_take_words(cursor, "repay")) {
        funds_repay(&draft, &stage->funds[stage->current]);
        status = STATUS_OK;
    } else
        return case_expected(
            cursor, fault,
            "offer:, chip:, balance:, fees:, seed:, increase:, raise:, close, hit:, share:, "
            "administration:, repay, pay:, lapse:, payment:, table:, round:, person:, hand:, award:, "
            "come forward at, identify at, pay at, clock, offered at, period at, within:, next:, value: or "
            "expect:");
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    return status == STATUS_OK ? house_case_finish_step(stage, cursor, &draft, fault) : status;
}

enum status house_case_play(const struct case_file *file, struct library *library, struct house_case *played,
                            struct case_result *result, struct case_fault *fault)
{
    struct stage *stage = ARENA_NEW(result->arena, struct stage);
    *played = (struct house_case){0};
    if (!stage || ledger_init(&stage->ledger, result->arena) != STATUS_OK) {
        fault->line = 1;
        return fault_set(&fault->fault, STATUS_NO_MEMORY, 1, "there is no memory to play the case");
    }
    stage->file = file;
    stage->library = library;
    stage->played = played;
    stage->result = result;
    for (size_t at = file->first; at < file->count; at++) {
        struct case_cursor cursor = case_start(&file->lines[at]);
        enum status status;
        if (case_take_words(&cursor, "offer refused"))
            status = refuse_offer(stage, &cursor, &at, fault);
        else if (case_take_words(&cursor, "offer:"))
            status = take_offer(stage, &cursor, &at, fault);
        else if (case_take_words(&cursor, "payment:"))
            status = house_case_payment(stage, &cursor, &at, fault);
        else if (case_take_words(&cursor, "chip:"))
            status = take_chip(stage, &cursor, fault);
        else if (case_take_words(&cursor, "balance:"))
            status = stage->offer_count ? take_balances(stage, &cursor, fault)
                                        : case_expected(&cursor, fault, "an offer first");
        else if (case_take_words(&cursor, "expect some:"))
            status = compare(stage, &at, true, fault);
        else if (case_take_words(&cursor, "expect:"))
            status = compare(stage, &at, false, fault);
        else if (!house_case_person(stage, &cursor, &status, fault) &&
                 !house_case_claim(stage, &cursor, &status, fault))
            status = take_step(stage, &cursor, fault);
        if (status != STATUS_OK)
            return status;
        char words[256];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        CHECK(ledger_balances(&stage->ledger, &out)); /* G1 to G3, after every step */
    }
    return STATUS_OK;
}
