#include "server/explain.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum { CLAUSES_MEMORY_MAX = 1 << 30 };

bool explain_what_of(struct text word, enum explain_what *what)
{
    static const char *const words[EXPLAIN_WHATS] = {[EXPLAIN_METER] = "meter",
                                                     [EXPLAIN_ACCOUNT] = "account",
                                                     [EXPLAIN_ADVANCES] = "advances",
                                                     [EXPLAIN_PRIZE] = "prize"};
    for (unsigned i = 0; i < EXPLAIN_WHATS; i++)
        if (text_equal(word, text_of(words[i]))) {
            *what = (enum explain_what)i;
            return true;
        }
    return false;
}

/* ------------------------------------------------------------------------------------------ gathering */

static account_id meter_wanted(const struct explain_request *request, const struct floor *floor)
{
    const struct offering *offering = floor_offering(floor, request->name);
    if (!offering || offering->terms.pool_count == 0)
        return ACCOUNT_NONE;
    const struct pool_terms *pool = request->second.length > 0 ? terms_pool(&offering->terms, request->second)
                                                               : &offering->terms.pools[0];
    return pool ? pool->account : ACCOUNT_NONE;
}

static account_id account_wanted(const struct explain_request *request, const struct floor *floor)
{
    if (request->what == EXPLAIN_METER)
        return meter_wanted(request, floor);
    const struct offering *offering =
        request->second.length > 0 ? floor_offering(floor, request->second) : NULL;
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        bool own = offering ? text_equal(account->activity, offering->terms.activity)
                            : account->activity.length == 0;
        if (own && text_equal(account->name, request->name))
            return (account_id)i;
    }
    return offering && text_equal(request->name, text_of("reserve")) ? offering->terms.fund : ACCOUNT_NONE;
}

/* The clause as it is kept; empty if there is no memory for it. */
static struct text add_to_clause(struct explanation *explanation, struct text clause, int64_t in, int64_t out)
{
    uint32_t number;
    if (names_add(&explanation->clauses, clause, &number) != STATUS_OK) {
        explanation->no_memory = true;
        return text_of("");
    }
    if (number >= explanation->sum_room) {
        uint32_t room = explanation->sum_room ? explanation->sum_room * 2 : 64;
        struct explain_sum *grown = realloc(explanation->sums, room * sizeof *grown);
        if (!grown) {
            explanation->no_memory = true;
            return text_of("");
        }
        memset(grown + explanation->sum_room, 0, (room - explanation->sum_room) * sizeof *grown);
        explanation->sums = grown;
        explanation->sum_room = room;
    }
    explanation->sums[number].in += in;
    explanation->sums[number].out += out;
    explanation->sums[number].count++;
    return names_text(&explanation->clauses, number);
}

static bool is_of_fees(enum posting_reason reason)
{
    return reason == REASON_FEE || reason == REASON_CONTRIBUTION || reason == REASON_OVERFLOW;
}

/* For one more posting, if it is not to replace the oldest. */
static bool make_room(struct explanation *explanation)
{
    size_t most = explanation->request.shown_max;
    if (explanation->kept_count < explanation->kept_room || (most > 0 && explanation->kept_room == most))
        return true;
    size_t room = explanation->kept_room ? explanation->kept_room * 2 : EXPLAIN_SHOWN_USUALLY;
    if (most > 0 && room > most)
        room = most;
    struct explained_posting *grown = realloc(explanation->kept, room * sizeof *grown);
    if (!grown)
        return false;
    explanation->kept = grown;
    explanation->kept_room = room;
    return true;
}

static void keep(struct explanation *explanation, uint64_t sequence, const struct posting *posting,
                 struct text clause)
{
    if (!explanation->request.fees && is_of_fees(posting->reason))
        return;
    if (!make_room(explanation)) {
        explanation->no_memory = true;
        return;
    }
    struct explained_posting *place = &explanation->kept[explanation->kept_count++ % explanation->kept_room];
    *place = (struct explained_posting){sequence, *posting};
    place->posting.clause = clause;
}

static void gather_posting(struct explanation *explanation, uint64_t sequence, const struct posting *posting)
{
    bool in = posting->to == explanation->account, out = posting->from == explanation->account;
    if (!in && !out)
        return;
    (in ? explanation->in : explanation->out)[posting->reason] += posting->cents;
    struct text clause =
        add_to_clause(explanation, posting->clause, in ? posting->cents : 0, out ? posting->cents : 0);
    keep(explanation, sequence, posting, clause);
}

/* An advance is a posting from the house, and its repayment one to the house. */
static void gather_advance(struct explanation *explanation, const struct floor *floor, uint64_t sequence,
                           const struct event *event, const struct advance_row *row)
{
    const struct terms *terms = &floor->offerings[row->offer].terms;
    bool repaid = row->cents < 0, reversed = event->kind == EVENT_AWARD_REVERSED;
    const struct posting as = {repaid ? terms->fund : terms->house, repaid ? terms->house : terms->fund,
                               reversed ? REASON_ADJUSTMENT
                               : repaid ? REASON_REPAYMENT
                                        : REASON_AWARD,
                               repaid ? -row->cents : row->cents, row->clause};
    (repaid ? explanation->out : explanation->in)[as.reason] += as.cents;
    struct text clause =
        add_to_clause(explanation, row->clause, repaid ? 0 : as.cents, repaid ? as.cents : 0);
    keep(explanation, sequence, &as, clause);
}

static enum status gather(void *context, const struct floor *floor, uint64_t sequence, struct text command,
                          const struct event *event, bool applied, struct fault *fault)
{
    struct explanation *explanation = context;
    const struct money_rows *money = event_money(event);
    (void)command;
    if (!applied || !money)
        return STATUS_OK;
    if (explanation->request.what == EXPLAIN_ADVANCES) {
        const struct offering *offering = floor_offering(floor, explanation->request.name);
        for (uint32_t i = 0; i < money->advance_count && offering; i++)
            if (&floor->offerings[money->advances[i].offer] == offering)
                gather_advance(explanation, floor, sequence, event, &money->advances[i]);
    } else {
        if (explanation->account == ACCOUNT_NONE)
            explanation->account = account_wanted(&explanation->request, floor);
        for (uint32_t i = 0; i < money->posting_count; i++)
            gather_posting(explanation, sequence, &money->postings[i]);
    }
    return explanation->no_memory ? fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to explain it")
                                  : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ opening */

/* What the number is, once everything is gathered. */
static void conclude(struct explanation *explanation)
{
    const struct explain_request *request = &explanation->request;
    const struct floor *floor = explanation->floor;
    if (request->what == EXPLAIN_PRIZE) {
        explanation->found = request->prize > 0 && request->prize <= floor->prize_count;
        return;
    }
    if (request->what == EXPLAIN_ADVANCES) {
        const struct offering *offering = floor_offering(floor, request->name);
        explanation->found = offering != NULL;
        explanation->amount = offering ? funds_advances(&offering->funds) : 0;
    } else {
        account_id account = account_wanted(request, floor);
        explanation->found = account != ACCOUNT_NONE;
        explanation->amount = explanation->found ? floor->ledger.accounts[account].balance : 0;
    }
    for (unsigned i = 0; i < REASONS; i++)
        explanation->sum += explanation->in[i] - explanation->out[i];
}

enum status explain_open(struct text store, const struct explain_request *request,
                         struct explanation **explanation, struct fault *fault)
{
    bool prize = request->what == EXPLAIN_PRIZE;
    const struct keeper_options options = {.mode = STORE_READ_ONLY, .from_the_start = !prize};
    struct explanation *opened = calloc(1, sizeof *opened);
    *explanation = NULL;
    if (!opened)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to explain it");
    opened->request = *request;
    opened->account = ACCOUNT_NONE;
    arena_init(&opened->arena, CLAUSES_MEMORY_MAX);
    names_init(&opened->clauses, &opened->arena);
    enum status status = keeper_open(store, &options, prize ? NULL : gather, opened, &opened->keeper, fault);
    if (status != STATUS_OK) {
        opened->keeper = NULL;
        explain_close(opened);
        return status;
    }
    opened->floor = keeper_floor(opened->keeper);
    conclude(opened);
    *explanation = opened;
    return STATUS_OK;
}

void explain_close(struct explanation *explanation)
{
    if (!explanation)
        return;
    keeper_close(explanation->keeper);
    arena_release(&explanation->arena);
    free(explanation->kept);
    free(explanation->sums);
    free(explanation);
}

/* ------------------------------------------------------------------------------------------ reading */

size_t explain_first(const struct explanation *explanation)
{
    return explanation->kept_count > explanation->kept_room ? explanation->kept_count - explanation->kept_room
                                                            : 0;
}

size_t explain_count(const struct explanation *explanation)
{
    return explanation->kept_count;
}

const struct explained_posting *explain_posting(const struct explanation *explanation, size_t number)
{
    CHECK_OP(number, >=, explain_first(explanation));
    CHECK_OP(number, <, explanation->kept_count);
    return &explanation->kept[number % explanation->kept_room];
}

const char *explain_prize_state(const struct floor_prize *prize)
{
    return prize->reversed ? "backed out" : claim_state_name(prize->claim.state);
}

static json_t *prize_document(const struct explanation *explanation)
{
    const struct floor *floor = explanation->floor;
    const struct floor_prize *prize = &floor->prizes[explanation->request.prize - 1];
    const struct floor_award *award = &floor->awards[prize->award];
    const struct offering *offering = &floor->offerings[prize->offer];
    return json_pack("{s:I, s:I, s:o, s:o, s:o, s:I, s:o, s:s, s:o, s:o, s:o}", "prize",
                     (json_int_t)explanation->request.prize, "award", (json_int_t)prize->award + 1, "offer",
                     document_text(offering->name), "activity", document_text(offering->terms.activity),
                     "share", document_text(prize->share), "cents", (json_int_t)prize->claim.cents, "clause",
                     document_text(prize->clause), "state", explain_prize_state(prize), "patron",
                     document_text(floor_patron_name(floor, prize->patron)), "verified_by",
                     document_text(award->verified_by), "authorised_by", document_text(award->authorised_by));
}

static json_t *reasons_document(const struct explanation *explanation)
{
    json_t *reasons = json_array();
    for (unsigned i = 0; i < REASONS; i++)
        if (explanation->in[i] || explanation->out[i])
            (void)json_array_append_new(reasons, json_pack("{s:s, s:I, s:I}", "reason",
                                                           posting_reason_name((enum posting_reason)i), "in",
                                                           (json_int_t)explanation->in[i], "out",
                                                           (json_int_t)explanation->out[i]));
    return reasons;
}

static json_t *clauses_document(const struct explanation *explanation)
{
    json_t *clauses = json_array();
    for (uint32_t i = 0; i < explanation->clauses.count; i++)
        (void)json_array_append_new(clauses, json_pack("{s:o, s:I, s:I, s:I}", "clause",
                                                       document_text(names_text(&explanation->clauses, i)),
                                                       "in", (json_int_t)explanation->sums[i].in, "out",
                                                       (json_int_t)explanation->sums[i].out, "postings",
                                                       (json_int_t)explanation->sums[i].count));
    return clauses;
}

static json_t *postings_document(const struct explanation *explanation)
{
    const struct account *accounts = explanation->floor->ledger.accounts;
    json_t *postings = json_array();
    for (size_t i = explain_first(explanation); i < explain_count(explanation); i++) {
        const struct explained_posting *kept = explain_posting(explanation, i);
        const struct posting *posting = &kept->posting;
        (void)json_array_append_new(
            postings, json_pack("{s:I, s:o, s:o, s:I, s:s, s:o}", "sequence", (json_int_t)kept->sequence,
                                "from", document_text(accounts[posting->from].name), "to",
                                document_text(accounts[posting->to].name), "cents",
                                (json_int_t)posting->cents, "reason", posting_reason_name(posting->reason),
                                "clause", document_text(posting->clause)));
    }
    return postings;
}

json_t *explain_document(const struct explanation *explanation)
{
    CHECK(explanation->found);
    if (explanation->request.what == EXPLAIN_PRIZE)
        return prize_document(explanation);
    return json_pack("{s:I, s:b, s:o, s:o, s:o, s:I}", "amount", (json_int_t)explanation->amount, "adds_up",
                     explanation->sum == explanation->amount, "reasons", reasons_document(explanation),
                     "clauses", clauses_document(explanation), "postings", postings_document(explanation),
                     "postings_before", (json_int_t)explain_first(explanation));
}
