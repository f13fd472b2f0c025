#include "books/explain.h"

#include "base/check.h"
#include "books/settled.h"
#include "funds/terms.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"

#include <stdlib.h>
#include <string.h>

enum { CLAUSES_MEMORY_MAX = 1 << 30, STEP_WORDS_SIZE = 4096 };

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
    CHECK_IMPLIES(pool, pool->account < floor->ledger.count);
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
    return offering && text_equal(request->name, text_of("reserve")) ? terms_reserve(&offering->terms)
                                                                     : ACCOUNT_NONE;
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
    CHECK_OP(number, <, explanation->sum_room);
    explanation->sums[number].in += in;
    explanation->sums[number].out += out;
    explanation->sums[number].count++;
    return names_text(&explanation->clauses, number);
}

static bool is_of_fees(enum movement_reason reason)
{
    return reason == REASON_FEE || reason == REASON_CONTRIBUTION || reason == REASON_OVERFLOW;
}

/* For one more movement, if it is not to replace the oldest. */
static bool make_room(struct explanation *explanation)
{
    size_t most = explanation->request.shown_max;
    CHECK_IMPLIES(most > 0, explanation->kept_room <= most);
    if (explanation->kept_count < explanation->kept_room || (most > 0 && explanation->kept_room == most))
        return true;
    size_t room = explanation->kept_room ? explanation->kept_room * 2 : EXPLAIN_SHOWN_USUALLY;
    if (most > 0 && room > most)
        room = most;
    struct explained_movement *grown = realloc(explanation->kept, room * sizeof *grown);
    if (!grown)
        return false;
    explanation->kept = grown;
    explanation->kept_room = room;
    return true;
}

static void keep(struct explanation *explanation, uint64_t sequence, enum event_kind event,
                 const struct movement *movement, struct text clause)
{
    if (!make_room(explanation)) {
        explanation->no_memory = true;
        return;
    }
    CHECK_OP(explanation->kept_room, >, 0);
    struct explained_movement *place = &explanation->kept[explanation->kept_count++ % explanation->kept_room];
    *place = (struct explained_movement){sequence, event, *movement};
    place->movement.clause = clause;
}

static void gather_movement(struct explanation *explanation, uint64_t sequence, enum event_kind event,
                            const struct movement *movement)
{
    bool in = movement->to == explanation->account, out = movement->from == explanation->account;
    if (!in && !out)
        return;
    CHECK(movement->reason < REASONS && !(in && out));
    (in ? explanation->in : explanation->out)[movement->reason] += movement->cents;
    struct text clause =
        add_to_clause(explanation, movement->clause, in ? movement->cents : 0, out ? movement->cents : 0);
    if (explanation->request.fees || !is_of_fees(movement->reason))
        keep(explanation, sequence, event, movement, clause);
}

/* An advance is no movement of its own: it says of money that the house put in, or got back, that it is owed or was repaid. */
static void gather_advance(struct explanation *explanation, uint64_t sequence, enum event_kind event,
                           const struct advance_row *row)
{
    CHECK_OP((unsigned)event, <, EXPLAIN_REASONS);
    int64_t in = row->cents > 0 ? row->cents : 0, out = in - row->cents;
    explanation->in[event] += in;
    explanation->out[event] += out;
    const struct movement advance = {ACCOUNT_NONE, ACCOUNT_NONE, REASONS, row->cents, row->clause};
    keep(explanation, sequence, event, &advance, add_to_clause(explanation, row->clause, in, out));
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
        for (uint32_t i = 0; i < money->advance_count && offering; i++) {
            CHECK_OP(money->advances[i].offer, <, floor->offering_count);
            if (&floor->offerings[money->advances[i].offer] == offering)
                gather_advance(explanation, sequence, event->kind, &money->advances[i]);
        }
    } else {
        if (explanation->account == ACCOUNT_NONE)
            explanation->account = account_wanted(&explanation->request, floor);
        for (uint32_t i = 0; i < money->movement_count; i++)
            gather_movement(explanation, sequence, event->kind, &money->movements[i]);
    }
    return explanation->no_memory ? fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to explain it")
                                  : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ a prize */

/* The events of the hand that won the prize, and those that name the prize. */
static bool is_about_prize(const struct explanation *explanation, const struct event *event)
{
    const struct record_shape *shape = event_shape(event->kind);
    uint32_t hand = explanation->prize.hand;
    if (event->kind == EVENT_AWARDED)
        return EVENT_AS(event, awarded)->award == explanation->award;
    return (hand > 0 && record_count(shape, event->record, "hand") == hand) ||
           record_has_count(shape, event->record, "prize", (uint32_t)explanation->request.prize);
}

/* Of the prizes of the award this one is shown, and what it is a part of is noted. */
static void narrow_award(struct explanation *explanation, struct awarded *awarded)
{
    const struct prize_row *own = NULL;
    int64_t sum = 0;
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        sum += awarded->prizes[i].cents;
        if (awarded->prizes[i].prize == explanation->request.prize)
            own = &awarded->prizes[i];
    }
    explanation->prize.of_cents = own && own->posted > 0 ? own->posted : sum;
    awarded->prizes = own;
    awarded->prize_count = own != NULL;
}

/* In words, without the movements, which have lines of their own. */
static enum status write_step(struct explanation *explanation, const struct floor *floor,
                              const struct event *event, struct text *kept)
{
    char words[STEP_WORDS_SIZE];
    struct event shown = *event;
    struct text_out out;
    const struct money_rows *money = event_money(event);
    const struct money_rows none = {0};
    if (money)
        memcpy((char *)&shown + ((const char *)money - (const char *)event), &none, sizeof none);
    if (shown.kind == EVENT_AWARDED)
        narrow_award(explanation, EVENT_AS(&shown, awarded));
    text_out_init(&out, words, sizeof words);
    record_write_words(&out, event_shape(shown.kind), &shown.head, &floor->zone);
    return arena_copy_text(&explanation->arena, text_out_text(&out), kept);
}

static enum status copy_movements(struct explanation *explanation, const struct money_rows *money,
                                  struct explained_step *step)
{
    struct movement *copies = ARENA_ARRAY(&explanation->arena, struct movement, money->movement_count);
    if (!copies)
        return explanation->arena.refusal;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < money->movement_count && status == STATUS_OK; i++) {
        copies[i] = money->movements[i];
        status = arena_copy_text(&explanation->arena, copies[i].clause, &copies[i].clause);
    }
    step->movements = copies;
    step->movement_count = money->movement_count;
    return status;
}

/* The prize and its award, if they are there already. They leave the state when they have been settled for a while. */
static enum status keep_prize_as_is(struct explanation *explanation, const struct floor *floor)
{
    struct arena *arena = &explanation->arena;
    struct explained_prize *kept = &explanation->prize;
    const struct floor_prize *prize = floor_prize(floor, explanation->request.prize);
    const struct floor_award *award = prize ? floor_award(floor, prize->award) : NULL;
    if (!award)
        return STATUS_OK;
    kept->is = *prize;
    kept->award = *award;
    struct text *const texts[] = {&kept->is.share, &kept->is.clause, &kept->award.clause,
                                  &kept->award.verified_by, &kept->award.authorised_by};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0] && status == STATUS_OK; i++)
        status = arena_copy_text(arena, *texts[i], texts[i]);
    return status;
}

static enum status keep_step(struct explanation *explanation, const struct floor *floor, uint64_t sequence,
                             const struct event *event)
{
    struct explained_prize *prize = &explanation->prize;
    struct explained_step *step = ARENA_NEW(&explanation->arena, struct explained_step);
    const struct money_rows *money = event_money(event);
    if (!step)
        return explanation->arena.refusal;
    *step = (struct explained_step){.sequence = sequence, .at = event->head.at, .kind = event->kind};
    enum status status = arena_copy_text(&explanation->arena, event->head.by, &step->by);
    if (status == STATUS_OK)
        status = write_step(explanation, floor, event, &step->words);
    if (status == STATUS_OK && money && money->movement_count > 0)
        status = copy_movements(explanation, money, step);
    if (status == STATUS_OK && event->kind == EVENT_HAND_VERIFIED)
        status = arena_copy_text(&explanation->arena, EVENT_AS(event, hand_verified)->cards, &prize->cards);
    if (status == STATUS_OK && event->kind == EVENT_HAND_VERIFIED)
        status = arena_copy_text(&explanation->arena, EVENT_AS(event, hand_verified)->board, &prize->board);
    if (status == STATUS_OK)
        status = keep_prize_as_is(explanation, floor);
    CHECK((prize->first == NULL) == (prize->last == NULL));
    *(prize->last ? &prize->last->next : &prize->first) = step;
    prize->last = step;
    return status;
}

static enum status gather_prize(void *context, const struct floor *floor, uint64_t sequence,
                                struct text command, const struct event *event, bool applied,
                                struct fault *fault)
{
    struct explanation *explanation = context;
    (void)command;
    if (!applied || !is_about_prize(explanation, event))
        return STATUS_OK;
    enum status status = keep_step(explanation, floor, sequence, event);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory to explain it");
}

/* The award and the hand of a prize that has left the state, from the report tables. */
static enum status find_settled(struct explanation *explanation, struct text store, struct fault *fault)
{
    const uint64_t prize = explanation->request.prize;
    struct settled_wanted wanted = {SETTLED_PRIZES, prize, prize, 1, text_of(""), text_of("")};
    struct settled settled;
    enum status status = settled_read_at(store, &wanted, &explanation->arena, &settled, fault);
    if (status != STATUS_OK || settled.prize_count == 0)
        return status;
    explanation->award = settled.prizes[0].prize.award;
    wanted = (struct settled_wanted){SETTLED_AWARD, explanation->award, explanation->award,
                                     UINT32_MAX,    text_of(""),        text_of("")};
    status = settled_read_at(store, &wanted, &explanation->arena, &settled, fault);
    explanation->prize.hand = status == STATUS_OK && settled.award ? settled.award->hand : 0;
    return status;
}

/* The state, or the report tables, say which award and hand it is; then the events are read from the first, and those about them are kept. */
static enum status open_prize(struct explanation *explanation, struct text store, struct fault *fault)
{
    uint64_t prize = explanation->request.prize;
    const struct keeper_options now = {.mode = STORE_READ_ONLY},
                                all = {.mode = STORE_READ_ONLY, .from_the_start = true};
    explanation->prize.cards = explanation->prize.board = text_of("");
    enum status status = keeper_open(store, &now, NULL, NULL, &explanation->keeper, fault);
    if (status != STATUS_OK)
        return status;
    const struct floor *floor = keeper_floor(explanation->keeper);
    const struct floor_prize *of = floor_prize(floor, prize);
    explanation->award = of ? of->award : 0;
    explanation->prize.hand = of ? floor_award(floor, of->award)->hand : 0;
    if (!of && prize > 0 && prize <= floor->last_prize)
        status = find_settled(explanation, store, fault);
    if (status != STATUS_OK || explanation->award == 0)
        return status;
    keeper_close(explanation->keeper);
    explanation->keeper = NULL;
    return keeper_open(store, &all, gather_prize, explanation, &explanation->keeper, fault);
}

/* ------------------------------------------------------------------------------------------ opening */

/* What the number is, once everything is gathered. */
static void conclude(struct explanation *explanation)
{
    CHECK(explanation->floor);
    const struct explain_request *request = &explanation->request;
    const struct floor *floor = explanation->floor;
    if (request->what == EXPLAIN_PRIZE) {
        explanation->found = explanation->prize.is.number > 0;
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
    for (unsigned i = 0; i < EXPLAIN_REASONS; i++)
        explanation->sum += explanation->in[i] - explanation->out[i];
}

enum status explain_open(struct text store, const struct explain_request *request,
                         struct explanation **explanation, struct fault *fault)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY, .from_the_start = true};
    struct explanation *opened = calloc(1, sizeof *opened);
    *explanation = NULL;
    if (!opened)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to explain it");
    opened->request = *request;
    opened->account = ACCOUNT_NONE;
    arena_init(&opened->arena, CLAUSES_MEMORY_MAX);
    names_init(&opened->clauses, &opened->arena);
    enum status status = request->what == EXPLAIN_PRIZE
                             ? open_prize(opened, store, fault)
                             : keeper_open(store, &options, gather, opened, &opened->keeper, fault);
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
    CHECK(explanation->kept_count == 0 || explanation->kept_room > 0);
    return explanation->kept_count > explanation->kept_room ? explanation->kept_count - explanation->kept_room
                                                            : 0;
}

size_t explain_count(const struct explanation *explanation)
{
    return explanation->kept_count;
}

const struct explained_movement *explain_movement(const struct explanation *explanation, size_t number)
{
    CHECK_OP(number, >=, explain_first(explanation));
    CHECK_OP(number, <, explanation->kept_count);
    return &explanation->kept[number % explanation->kept_room];
}

const char *explain_prize_state(const struct floor_prize *prize)
{
    return prize->reversed ? "reversed" : claim_state_name(prize->claim.state);
}

const char *explain_reason_name(const struct explanation *explanation, unsigned reason)
{
    CHECK_OP(reason, <, EXPLAIN_REASONS);
    if (explanation->request.what != EXPLAIN_ADVANCES)
        return movement_reason_name((enum movement_reason)reason);
    return event_name((enum event_kind)reason);
}

static json_t *movement_document(const struct explanation *explanation, const struct movement *movement)
{
    CHECK(movement->from < explanation->floor->ledger.count &&
          movement->to < explanation->floor->ledger.count);
    const struct account *accounts = explanation->floor->ledger.accounts;
    return json_pack("{s:o, s:o, s:I, s:s, s:o}", "from", document_text(accounts[movement->from].name), "to",
                     document_text(accounts[movement->to].name), "cents", (json_int_t)movement->cents,
                     "reason", movement_reason_name(movement->reason), "clause",
                     document_text(movement->clause));
}

static json_t *steps_document(const struct explanation *explanation)
{
    json_t *steps = json_array();
    for (const struct explained_step *step = explanation->prize.first; step; step = step->next) {
        char at[TIME_TEXT_SIZE];
        struct text_out out;
        json_t *movements = json_array();
        text_out_init(&out, at, sizeof at);
        instant_write(&out, step->at);
        for (uint32_t i = 0; i < step->movement_count; i++)
            (void)json_array_append_new(movements, movement_document(explanation, &step->movements[i]));
        (void)json_array_append_new(
            steps, json_pack("{s:I, s:s, s:s, s:o, s:o, s:o}", "sequence", (json_int_t)step->sequence, "at",
                             at, "kind", event_name(step->kind), "by", document_text(step->by), "words",
                             document_text(step->words), "movements", movements));
    }
    return steps;
}

static json_t *prize_document(const struct explanation *explanation)
{
    const struct floor *floor = explanation->floor;
    const struct floor_prize *prize = &explanation->prize.is;
    const struct floor_award *award = &explanation->prize.award;
    CHECK_OP(prize->number, ==, explanation->request.prize);
    const struct offering *offering = &floor->offerings[prize->offer];
    json_t *document =
        json_pack("{s:I, s:I, s:o, s:o, s:o, s:I, s:I, s:o, s:s, s:o, s:o, s:o}", "prize",
                  (json_int_t)explanation->request.prize, "award", (json_int_t)prize->award, "offer",
                  document_text(offering->name), "activity", document_text(offering->terms.activity), "share",
                  document_text(prize->share), "cents", (json_int_t)prize->claim.cents, "of_cents",
                  (json_int_t)explanation->prize.of_cents, "clause", document_text(prize->clause), "state",
                  explain_prize_state(prize), "patron",
                  document_text(floor_patron_name(floor, prize->patron)), "verified_by",
                  document_text(award->verified_by), "authorised_by", document_text(award->authorised_by));
    json_t *more =
        json_pack("{s:I, s:I, s:o, s:o, s:o}", "hand", (json_int_t)explanation->prize.hand, "seat",
                  (json_int_t)prize->seat, "cards", document_text(explanation->prize.cards), "board",
                  document_text(explanation->prize.board), "steps", steps_document(explanation));
    if (!document || !more || json_object_update(document, more) != 0) {
        json_decref(document);
        document = NULL;
    }
    json_decref(more);
    return document;
}

static json_t *reasons_document(const struct explanation *explanation)
{
    json_t *reasons = json_array();
    for (unsigned i = 0; i < EXPLAIN_REASONS; i++)
        if (explanation->in[i] || explanation->out[i])
            (void)json_array_append_new(
                reasons, json_pack("{s:s, s:I, s:I}", "reason", explain_reason_name(explanation, i), "in",
                                   (json_int_t)explanation->in[i], "out", (json_int_t)explanation->out[i]));
    return reasons;
}

static json_t *clauses_document(const struct explanation *explanation)
{
    CHECK_OP(explanation->clauses.count, <=, explanation->sum_room);
    json_t *clauses = json_array();
    for (uint32_t i = 0; i < explanation->clauses.count; i++)
        (void)json_array_append_new(clauses, json_pack("{s:o, s:I, s:I, s:I}", "clause",
                                                       document_text(names_text(&explanation->clauses, i)),
                                                       "in", (json_int_t)explanation->sums[i].in, "out",
                                                       (json_int_t)explanation->sums[i].out, "movements",
                                                       (json_int_t)explanation->sums[i].count));
    return clauses;
}

static json_t *movements_document(const struct explanation *explanation)
{
    json_t *movements = json_array();
    for (size_t i = explain_first(explanation); i < explain_count(explanation); i++) {
        const struct explained_movement *kept = explain_movement(explanation, i);
        json_t *movement =
            explanation->request.what == EXPLAIN_ADVANCES
                ? json_pack("{s:s, s:I, s:o}", "event", event_name(kept->event), "cents",
                            (json_int_t)kept->movement.cents, "clause", document_text(kept->movement.clause))
                : movement_document(explanation, &kept->movement);
        if (movement &&
            json_object_set_new(movement, "sequence", json_integer((json_int_t)kept->sequence)) == 0)
            (void)json_array_append(movements, movement);
        json_decref(movement);
    }
    return movements;
}

json_t *explain_document(const struct explanation *explanation)
{
    CHECK(explanation->found);
    if (explanation->request.what == EXPLAIN_PRIZE)
        return prize_document(explanation);
    return json_pack("{s:I, s:b, s:o, s:o, s:o, s:I}", "amount", (json_int_t)explanation->amount, "adds_up",
                     explanation->sum == explanation->amount, "reasons", reasons_document(explanation),
                     "clauses", clauses_document(explanation),
                     explanation->request.what == EXPLAIN_ADVANCES ? "advances" : "movements",
                     movements_document(explanation), "movements_before",
                     (json_int_t)explain_first(explanation));
}
