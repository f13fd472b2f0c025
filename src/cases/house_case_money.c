/*
 * Cases of one offer: the offers that a case names, and the steps that move their money.
 */
#include "cases/house_case_internal.h"

#include "base/check.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "games/case_rounds.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ offers */

/* The offer anew, with the values of the case; it must still be one that can be posted. */
static enum status change_offer(struct stage *stage, const struct offer_changes *changes,
                                const struct case_cursor *cursor, const struct offer **offer,
                                struct case_fault *fault)
{
    const struct offer *base = changes->base;
    struct library *library = stage->library;
    struct arena *arena = &library->arena;
    size_t before = library->findings.count;
    struct node *data;
    struct offer *changed = ARENA_NEW(arena, struct offer);
    if (!changed)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the offer");
    enum status status = case_offer_data(library, changes, cursor, &data, fault);
    if (status == STATUS_OK && offer_read(data, changes->yaml, base->identity, base->house, base->rulebook,
                                          arena, &library->findings, changed) != STATUS_OK)
        status = case_fault_at(cursor, fault, STATUS_INVALID, "the offer cannot be read");
    if (status == STATUS_OK)
        status = case_offer_wrong(library, before, cursor, fault);
    *offer = changed;
    return status;
}

/* `offer refused #67: bay101/limit-bad-beat`: the first error that the check finds is by that clause. */
static enum status refuse_offer(struct stage *stage, struct case_cursor *cursor, size_t *at,
                                struct case_fault *fault)
{
    const struct case_line *line = cursor->line;
    const struct findings *findings = &stage->library->findings;
    const struct offer *offer;
    struct offer_changes changes;
    struct text clause;
    if (!case_take_clause(cursor, &clause) || !case_take(cursor, ':'))
        return case_expected(cursor, fault, "the clause and a colon, such as #67:");
    enum status status =
        case_offer_find(stage->library, text_of(""), case_rest(cursor), cursor, &changes, fault);
    if (status != STATUS_OK)
        return status;
    char buffer[CASE_YAML_SIZE];
    struct case_fault refusal = {0};
    size_t before = findings->count;
    changes.yaml = case_offer_yaml(stage->file, at, buffer, sizeof buffer);
    status = change_offer(stage, &changes, cursor, &offer, &refusal);
    while (before < findings->count && findings->items[before].grade == FINDING_WARNING)
        before++;
    if (before == findings->count && status != STATUS_OK) {
        *fault = refusal; /* not the rules, but the case is wrong */
        return status;
    }
    stage->result->expectation_count++;
    if (before == findings->count)
        return case_differs(stage->result, line, fault, "this offer is allowed");
    const struct finding *finding = &findings->items[before];
    if (text_equal(case_clause_number(finding->origin.clause), clause))
        return STATUS_OK;
    return case_differs(stage->result, line, fault, "refused, but by another clause: %.*s (%.*s)",
                        TEXT_ARGUMENTS(finding->words), TEXT_ARGUMENTS(finding->origin.clause));
}

static enum status take_offer(struct stage *stage, struct case_cursor *cursor, size_t *at,
                              struct case_fault *fault)
{
    struct offer_changes changes;
    enum status status =
        case_offer_find(stage->library, text_of(""), case_rest(cursor), cursor, &changes, fault);
    if (status != STATUS_OK)
        return status;
    if (stage->offer_count == OFFERS_MAX)
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "a case has at most %d offers", OFFERS_MAX);
    char buffer[CASE_YAML_SIZE];
    changes.yaml = case_offer_yaml(stage->file, at, buffer, sizeof buffer);
    unsigned number = stage->offer_count;
    struct fault words;
    status = change_offer(stage, &changes, cursor, &stage->offers[number], fault);
    if (status != STATUS_OK)
        return status;
    if (terms_compile(stage->offers[number], &stage->ledger, &stage->terms[number], &words) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_INVALID, "%s", words.words);
    funds_init(&stage->funds[number], &stage->terms[number], 0);
    stage->current = stage->offer_count++;
    stage->books.activity = stage->terms[number].activity;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ accounts */

/* An account is empty before, and what it holds came from the patrons. */
static enum status bring(void *context, const struct case_cursor *cursor, account_id account, int64_t cents,
                         struct case_fault *fault)
{
    struct stage *stage = context;
    if (cents > VALUE_CENTS_MAX)
        return case_fault_at(cursor, fault, STATUS_RANGE, "an account holds at most $1,000,000,000,000");
    const struct movement movement = {stage->terms[stage->current].patrons, account, REASON_ADJUSTMENT, cents,
                                      text_of("")};
    if (cents > 0 && account != movement.from)
        ledger_move(&stage->ledger, &movement);
    return STATUS_OK;
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
        return case_fault_at(cursor, fault, STATUS_NO_SPACE, "the step moves money too often");
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < draft->movement_count && status == STATUS_OK; i++)
        status = case_books_remember(&stage->books, cursor, &draft->movements[i], fault);
    if (status != STATUS_OK)
        return status;
    status = funds_apply(funds, draft, &stage->ledger);
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
        enum status status = case_books_account(&stage->books, cursor, &account, fault);
        if (status != STATUS_OK)
            return status;
    }
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (all || terms->pools[i].account == account)
            act(draft, &stage->funds[stage->current], &terms->pools[i]);
    if (act == funds_seed && terms_fund(terms, account))
        funds_seed_fund(draft, &stage->funds[stage->current]);
    return STATUS_OK;
}

static enum status step_close(struct stage *stage, struct draft *draft)
{
    funds_empty_box(draft, &stage->funds[stage->current]);
    funds_fill_up_growth(draft, &stage->funds[stage->current]);
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
    enum status status = case_books_account(&stage->books, cursor, &account, fault);
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
    if (funds->terms->administration_from == funds->terms->house)
        return STATUS_OK;
    funds->administration_due += funds->terms->administration_fee.cents * (int64_t)hours;
    funds->administration_due -= funds_administration(draft, funds, funds->administration_due);
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

static enum status compare_each(struct stage *stage, struct case_cursor *cursor, struct case_fault *fault)
{
    for (unsigned i = stage->each_count; i > 0; i--) {
        char name[NAME_SIZE];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        text_out_add_text(&out, stage->each[i - 1].name);
        if (case_take_words(cursor, name))
            return case_compare_amount(stage->result, cursor, name, stage->each[i - 1].cents, fault);
    }
    return case_expected(cursor, fault, "a row or share that was hit");
}

static enum status compare_line(void *context, const struct case_line *line, bool some,
                                struct case_fault *fault)
{
    struct stage *stage = context;
    struct case_cursor cursor = case_start(line);
    if (case_take_words(&cursor, "each"))
        return compare_each(stage, &cursor, fault);
    if (case_take_words(&cursor, "claim"))
        return house_case_compare_claim(stage, &cursor, fault);
    return case_books_line(&stage->books, &stage->funds[stage->current], &cursor, some, fault);
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
        status = step_amount(stage, cursor, &draft, funds_pay, PART_PAYMENT, fault);
    else if (case_take_words(cursor, "lapse:"))
        status = step_amount(stage, cursor, &draft, funds_lapse, PATH_CLAIM_UNCLAIMED_TO, fault);
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

static enum status take_statement(const struct case_player *player, struct case_cursor *cursor, size_t *at,
                                  struct case_fault *fault)
{
    struct stage *stage = player->stage;
    const char *lacking = stage->offer_count > 0 ? NULL : "an offer first";
    enum status status;
    if (case_take_words(cursor, "offer refused"))
        return refuse_offer(stage, cursor, at, fault);
    if (case_take_words(cursor, "offer:"))
        return take_offer(stage, cursor, at, fault);
    if (case_take_words(cursor, "payment:"))
        return house_case_payment(stage, cursor, at, fault);
    if (case_take_words(cursor, "chip:"))
        return take_chip(stage, cursor, fault);
    if (case_take_shared(player, stage->file, cursor, at, lacking, &status, fault) ||
        house_case_person(stage, cursor, &status, fault) || house_case_claim(stage, cursor, &status, fault))
        return status;
    return take_step(stage, cursor, fault);
}

/* G1 to G3 hold after every line. */
static void check_ledger(void *context)
{
    const struct stage *stage = context;
    char words[256];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    CHECK(ledger_balances(&stage->ledger, &out));
}

enum status money_case_play(const struct case_file *file, struct library *library, struct case_books *books,
                            struct case_fault *fault)
{
    struct stage *stage = ARENA_NEW(books->result->arena, struct stage);
    if (!stage || ledger_init(&stage->ledger, books->result->arena) != STATUS_OK) {
        fault->line = 1;
        return fault_set(&fault->fault, STATUS_NO_MEMORY, 1, "there is no memory to play the case");
    }
    stage->file = file;
    stage->library = library;
    stage->result = books->result;
    stage->books = *books;
    stage->books.ledger = &stage->ledger;
    const struct case_player player = {stage,        &stage->books, take_statement,
                                       check_ledger, bring,         compare_line};
    return case_play_lines(&player, file, fault);
}
