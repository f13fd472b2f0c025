#include "house/house_case.h"

#include "base/check.h"
#include "games/case_rounds.h"

const char house_case_game[] = "house";

static const char dealer_hand[] = "on the player-dealer's hand";

enum { OFFERS_MAX = 8, YAML_SIZE = 8192, HITS_MAX = 8, EACH_MAX = 16, NAME_SIZE = 96 };

/* What a person was awarded in the last step, by the row or the share. */
struct each {
    struct text name;
    int64_t cents;
};

struct stage {
    const struct case_file *file;
    struct library *library;
    struct house_case *played;
    struct case_result *result;
    struct ledger ledger;
    unsigned offer_count;
    const struct offer *offers[OFFERS_MAX];
    struct terms terms[OFFERS_MAX];
    struct funds funds[OFFERS_MAX];
    unsigned current;                        /* the offer that steps are about */
    const struct house_case_posting *unseen; /* the first posting that no `expect:` has looked at */
    unsigned each_count;
    struct each each[EACH_MAX];
};

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

/* `into` with what `from` says otherwise, member by member; lists and values are replaced whole. */
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
        struct node *copy = ARENA_NEW(arena, struct node);
        if (!copy)
            return;
        *copy = *member;
        copy->next = own ? own->next : NULL;
        *(last ? &last->next : &into->first_child) = copy;
        into->count += !own;
    }
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

/* The offer anew, with the values of the case; it must still be one that can be posted. */
static enum status change_offer(struct stage *stage, const struct offer *base, struct text yaml,
                                const struct case_cursor *cursor, const struct offer **offer,
                                struct case_fault *fault)
{
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
    if (yaml.length > 0) {
        changes = node_read(kept, origin, arena, findings);
        if (changes && changes->kind == NODE_MAP)
            override(data, changes, arena);
    }
    enum status status = first_finding(stage->library, before, cursor, fault);
    if (status == STATUS_OK && offer_read(data, kept, base->identity, base->house, base->rulebook, arena,
                                          findings, changed) != STATUS_OK)
        status = case_fault_at(cursor, fault, STATUS_INVALID, "the offer cannot be read");
    if (status == STATUS_OK)
        status = first_finding(stage->library, before, cursor, fault);
    *offer = changed;
    return status;
}

static enum status find_offer(const struct stage *stage, struct case_cursor *cursor,
                              const struct offer **offer, struct case_fault *fault)
{
    struct text name = case_rest(cursor);
    *offer = library_offer(stage->library, name);
    if (*offer)
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
    const struct offer *base, *offer;
    struct text clause;
    if (!case_take_clause(cursor, &clause) || !case_take(cursor, ':'))
        return case_expected(cursor, fault, "the clause and a colon, such as #67:");
    enum status status = find_offer(stage, cursor, &base, fault);
    if (status != STATUS_OK)
        return status;
    char buffer[YAML_SIZE];
    struct case_fault refusal;
    size_t before = findings->count;
    struct text yaml = yaml_below(stage->file, at, buffer, sizeof buffer);
    status = change_offer(stage, base, yaml, cursor, &offer, &refusal);
    while (before < findings->count && findings->items[before].grade == FINDING_WARNING)
        before++;
    if (before == findings->count)
        return status == STATUS_OK ? case_differs(stage->result, line, fault, "this offer is allowed")
                                   : status;
    const struct finding *finding = &findings->items[before];
    if (text_equal(number_of(finding->origin.clause), clause))
        return STATUS_OK;
    return case_differs(stage->result, line, fault, "refused, but by another clause: %.*s (%.*s)",
                        TEXT_ARGUMENTS(finding->words), TEXT_ARGUMENTS(finding->origin.clause));
}

static enum status take_offer(struct stage *stage, struct case_cursor *cursor, size_t *at,
                              struct case_fault *fault)
{
    const struct offer *base;
    enum status status = find_offer(stage, cursor, &base, fault);
    if (status != STATUS_OK)
        return status;
    if (stage->offer_count == OFFERS_MAX)
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "a case has at most %d offers", OFFERS_MAX);
    char buffer[YAML_SIZE];
    struct text yaml = yaml_below(stage->file, at, buffer, sizeof buffer);
    unsigned number = stage->offer_count;
    struct fault words;
    status = change_offer(stage, base, yaml, cursor, &stage->offers[number], fault);
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

static void finish_step(struct stage *stage, const struct draft *draft)
{
    for (unsigned i = 0; i < draft->posting_count; i++)
        remember(stage, &draft->postings[i]);
    funds_apply(&stage->funds[stage->current], draft, &stage->ledger);
}

static void note_each(struct stage *stage, struct text name, int64_t cents)
{
    if (stage->each_count < EACH_MAX)
        stage->each[stage->each_count++] = (struct each){name, cents};
}

static enum status step_fees(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                             struct case_fault *fault)
{
    unsigned count;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &count, fault);
    if (status == STATUS_OK)
        funds_fees(draft, &stage->funds[stage->current], count);
    return status;
}

/* One pool by name, or `all`. */
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

/* ------------------------------------------------------------------------------------------ hits */

static const struct rulebook_row *row_called(const struct offer *offer, struct text id)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
            if (text_equal_ignoring_case(offer->charts[i]->rows[j].id, id))
                return &offer->charts[i]->rows[j];
    return NULL;
}

/* Hits of one round on one pool: they are settled together. */
struct hits {
    unsigned count;
    struct pool_hit pool_hits[HITS_MAX];
    const struct rulebook_row *rows[HITS_MAX];
};

/* How many hold the hand: on hands of their own, and with a fee on the player-dealer's. */
struct holders {
    unsigned own, dealer;
};

/* `by 2`, `by 3 on the player-dealer's hand`, `by 1 and 3 on the player-dealer's hand`; nothing is `by 1`. */
static enum status take_holders(struct case_cursor *cursor, struct holders *holders, struct case_fault *fault)
{
    unsigned number = 1;
    enum status status = STATUS_OK;
    *holders = (struct holders){0, 0};
    if (case_take_words(cursor, "by"))
        status = case_number(cursor, FUNDS_WINNERS_MAX, &number, fault);
    bool more = status == STATUS_OK && case_take_words(cursor, "and");
    if (more) {
        holders->own = number;
        status = case_number(cursor, FUNDS_WINNERS_MAX, &number, fault);
    }
    if (status == STATUS_OK && case_take_words(cursor, dealer_hand))
        holders->dealer = number;
    else if (status == STATUS_OK && more)
        status = case_expected(cursor, fault, dealer_hand);
    else
        holders->own = number;
    if (status == STATUS_OK && (number == 0 || (more && holders->own == 0)))
        status = case_expected(cursor, fault, "at least one winner");
    return status;
}

static void note_dealer_each(struct stage *stage, struct text row, int64_t cents)
{
    char words[NAME_SIZE];
    struct text_out out;
    struct text name;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%.*s %s", TEXT_ARGUMENTS(row), dealer_hand);
    if (arena_copy_text(stage->result->arena, text_out_text(&out), &name) == STATUS_OK)
        note_each(stage, name, cents);
}

static enum status add_hit(struct stage *stage, const struct rulebook_row *row, const struct holders *holders,
                           const struct case_cursor *cursor, struct draft *draft, struct hits *hits,
                           struct case_fault *fault)
{
    const struct terms *terms = &stage->terms[stage->current];
    const struct offer *offer = stage->offers[stage->current];
    const struct node *prize = offer_prize(offer, row);
    struct value award;
    if (!prize || prize->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, prize->scalar, &award, NULL) != STATUS_OK || award.form != VALUE_IS_GIVEN)
        return case_fault_at(cursor, fault, STATUS_INVALID, "row %.*s wins no money",
                             TEXT_ARGUMENTS(row->id));
    const struct award_part *part = &award.award.parts[0];
    if (part->kind == AWARD_MONEY) {
        int64_t each = funds_award_fixed(draft, &stage->funds[stage->current], part->range.low,
                                         holders->own + holders->dealer, row->node->origin.clause);
        note_each(stage, row->id, each);
        return STATUS_OK;
    }
    const struct pool_terms *pool = terms_pool(terms, part->name);
    struct hits *own = pool ? &hits[pool - terms->pools] : NULL;
    if (part->kind != AWARD_SHARE || !own || own->count == HITS_MAX)
        return case_fault_at(cursor, fault, STATUS_INVALID, "row %.*s cannot be settled with the others",
                             TEXT_ARGUMENTS(row->id));
    own->rows[own->count] = row;
    own->pool_hits[own->count++] = (struct pool_hit){.percent = (unsigned)part->range.low,
                                                     .winners = holders->own,
                                                     .dealer_winners = holders->dealer,
                                                     .clause = row->node->origin.clause};
    return STATUS_OK;
}

static void settle_pool(struct stage *stage, struct draft *draft, const struct pool_terms *pool,
                        struct hits *hits)
{
    if (hits->count == 0)
        return;
    funds_award_pool(draft, &stage->funds[stage->current], pool, hits->pool_hits, hits->count);
    for (unsigned i = 0; i < hits->count; i++) {
        const struct pool_hit *hit = &hits->pool_hits[i];
        if (hit->winners > 0)
            note_each(stage, hits->rows[i]->id, hit->each_cents);
        if (hit->dealer_winners > 0)
            note_dealer_each(stage, hits->rows[i]->id, hit->dealer_each_cents);
    }
}

/* `hit: A1 by 2, A2 by 1` */
static enum status step_hit(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                            struct case_fault *fault)
{
    const struct terms *terms = &stage->terms[stage->current];
    struct hits hits[TERMS_POOLS_MAX] = {0};
    do {
        struct text rest = case_rest(&(struct case_cursor){cursor->line, cursor->at});
        struct text id = text_first_word(rest, rest.length);
        while (id.length > 0 && id.bytes[id.length - 1] == ',')
            id.length--;
        char word[NAME_SIZE];
        struct text_out out;
        text_out_init(&out, word, sizeof word);
        text_out_add_text(&out, id);
        const struct rulebook_row *row = row_called(stage->offers[stage->current], id);
        if (!row || !case_take_words(cursor, word))
            return case_expected(cursor, fault, "a row of the chart in force, such as A1");
        struct holders holders;
        enum status status = take_holders(cursor, &holders, fault);
        if (status == STATUS_OK)
            status = add_hit(stage, row, &holders, cursor, draft, hits, fault);
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    for (unsigned i = 0; i < terms->pool_count; i++)
        settle_pool(stage, draft, &terms->pools[i], &hits[i]);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ structures */

static enum status take_persons(struct case_cursor *cursor, const struct node *structure,
                                struct structure_share *shares, unsigned *multiple, struct case_fault *fault)
{
    do {
        if (case_take_words(cursor, "multiple")) {
            enum status status = case_number(cursor, 100, multiple, fault);
            if (status != STATUS_OK)
                return status;
            continue;
        }
        unsigned index = 0;
        const struct node *share = structure->first_child;
        for (; share; share = share->next, index++) {
            char name[NAME_SIZE];
            struct text_out out;
            text_out_init(&out, name, sizeof name);
            text_out_add_text(&out, share->key);
            if (case_take_words(cursor, name))
                break;
        }
        if (!share)
            return case_expected(cursor, fault, "a share of the payout structure, such as losing hand");
        enum status status = case_number(cursor, FUNDS_WINNERS_MAX, &shares[index].persons, fault);
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    return STATUS_OK;
}

/* `share: losing hand 1, winning hand 1, table 6, multiple 4`: the whole pool, by the structure in force. */
static enum status step_share(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                              struct case_fault *fault)
{
    const struct terms *terms = &stage->terms[stage->current];
    const struct node *structure = terms_structure(stage->offers[stage->current]);
    struct structure_share shares[TERMS_PARTS_MAX] = {0};
    unsigned count = 0, multiple = 1;
    if (!structure || structure->kind != NODE_MAP || terms->pool_count == 0 ||
        structure->count > TERMS_PARTS_MAX)
        return case_fault_at(cursor, fault, STATUS_INVALID, "the offer has no payout structure for a pool");
    for (const struct node *share = structure->first_child; share; share = share->next) {
        struct value percent;
        if (share->kind != NODE_SCALAR ||
            value_read(VALUE_PERCENT, share->scalar, &percent, NULL) != STATUS_OK)
            return case_fault_at(cursor, fault, STATUS_INVALID, "\"%.*s\" is no share",
                                 TEXT_ARGUMENTS(share->key));
        shares[count++] =
            (struct structure_share){.percent = (unsigned)percent.range.low, .clause = share->origin.clause};
    }
    enum status status = take_persons(cursor, structure, shares, &multiple, fault);
    if (status != STATUS_OK)
        return status;
    funds_award_structure(draft, &stage->funds[stage->current], &terms->pools[0], multiple ? multiple : 1,
                          shares, count);
    unsigned index = 0;
    for (const struct node *share = structure->first_child; share; share = share->next, index++)
        note_each(stage, share->key, shares[index].each_cents);
    return STATUS_OK;
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
        status = step_hit(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "share:"))
        status = step_share(stage, cursor, &draft, fault);
    else if (case_take_words(cursor, "pay:"))
        status = step_amount(stage, cursor, &draft, funds_pay, "payment", fault);
    else if (case_take_words(cursor, "lapse:"))
        status = step_amount(stage, cursor, &draft, funds_lapse, "claim/unclaimed to", fault);
    else if (case_take_words(cursor, "repay")) {
        funds_repay(&draft, &stage->funds[stage->current]);
        status = STATUS_OK;
    } else
        return case_expected(cursor, fault,
                             "offer:, chip:, balance:, fees:, seed:, increase:, raise:, close, hit:, share:, "
                             "administration:, repay, pay:, "
                             "lapse: or expect:");
    if (status == STATUS_OK)
        status = case_end(cursor, fault);
    if (status == STATUS_OK)
        finish_step(stage, &draft);
    return status;
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
        else if (case_take_words(&cursor, "chip:"))
            status = take_chip(stage, &cursor, fault);
        else if (case_take_words(&cursor, "balance:"))
            status = stage->offer_count ? take_balances(stage, &cursor, fault)
                                        : case_expected(&cursor, fault, "an offer first");
        else if (case_take_words(&cursor, "expect some:"))
            status = compare(stage, &at, true, fault);
        else if (case_take_words(&cursor, "expect:"))
            status = compare(stage, &at, false, fault);
        else
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
