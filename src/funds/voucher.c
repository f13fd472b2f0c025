#include "funds/voucher.h"

#include "base/check.h"
#include "base/money.h"
#include "funds/claim.h"
#include "funds/clause.h"
#include "rulebook/vocabulary_paths.h"

enum { AMOUNT_SIZE = 48, COSTS_SIZE = 120 };

/* ------------------------------------------------------------------------------------------ compiling */

/* "at most 2", or "365 days" */
static void read_limit(const struct node *limit, struct voucher_cost *cost)
{
    struct value value;
    cost->most = RANGE_NO_END;
    if (!limit)
        return;
    if (value_read(VALUE_COUNT, limit->scalar, &value, NULL) == STATUS_OK && value.form == VALUE_IS_GIVEN) {
        cost->most = value.range.high;
    } else if (value_read(VALUE_DURATION, limit->scalar, &value, NULL) == STATUS_OK &&
               value.form == VALUE_IS_GIVEN) {
        cost->ends = true;
        cost->length = value.duration.high;
    }
}

static enum status compile_costs(const struct node *voucher, struct arena *arena, struct voucher_terms *terms)
{
    const struct node *costs = node_member(voucher, KEY_COSTS), *limits = node_member(voucher, KEY_LIMITS);
    unsigned count = costs ? costs->count : 0;
    struct voucher_cost *read = ARENA_ARRAY(arena, struct voucher_cost, count);
    enum status status = read || count == 0 ? STATUS_OK : arena->refusal;
    unsigned at = 0;
    for (const struct node *node = costs ? costs->first_child : NULL; node && status == STATUS_OK;
         node = node->next) {
        const struct node *limit = node_member_called(limits, node->key);
        struct voucher_cost *cost = &read[at++];
        *cost = (struct voucher_cost){.name = node->key, .covered = node_says(node, "covered")};
        read_limit(limit, cost);
        status = clause_copy(node, arena, &cost->clause);
        if (status == STATUS_OK)
            status = clause_copy(limit, arena, &cost->limit_clause);
    }
    CHECK_OP(at, <=, count);
    terms->costs = read;
    terms->cost_count = at;
    return status;
}

static enum status compile_voucher(const struct offer *offer, const struct node *voucher, struct arena *arena,
                                   struct voucher_terms *terms)
{
    struct text identity = text_of("");
    *terms = (struct voucher_terms){
        .name = voucher->key, .whole_only = node_says(node_member(voucher, KEY_BEYOND), "not redeemed")};
    enum status status = arena_copy_text(arena, offer->rulebook->document.identity, &identity);
    terms->document = identity.bytes;
    if (status == STATUS_OK)
        status = clause_copy(node_member(voucher, KEY_COSTS), arena, &terms->costs_clause);
    if (status == STATUS_OK)
        status = clause_copy(node_member(voucher, KEY_BEYOND), arena, &terms->beyond_clause);
    if (status == STATUS_OK)
        status = clause_copy(node_path(voucher, KEY_REST "/unspent"), arena, &terms->unspent_clause);
    if (status == STATUS_OK)
        status = clause_copy(node_path(voucher, KEY_REST "/cancelled"), arena, &terms->cancelled_clause);
    return status == STATUS_OK ? compile_costs(voucher, arena, terms) : status;
}

enum status vouchers_compile(const struct offer *offer, struct arena *arena, struct voucher_book *book)
{
    const struct node *vouchers = node_member(offer->rulebook->data, PART_VOUCHERS);
    unsigned count = vouchers ? vouchers->count : 0, at = 0;
    *book = (struct voucher_book){.count = 0};
    if (count == 0)
        return STATUS_OK;
    struct voucher_terms *read = ARENA_ARRAY(arena, struct voucher_terms, count);
    enum status status = read ? STATUS_OK : arena->refusal;
    for (const struct node *node = vouchers->first_child; node && status == STATUS_OK; node = node->next)
        status = compile_voucher(offer, node, arena, &read[at++]);
    CHECK_OP(at, <=, count);
    if (status == STATUS_OK)
        *book = (struct voucher_book){read, at};
    return status;
}

/* ------------------------------------------------------------------------------------------ redeeming */

static const char *clause_or(const struct voucher_terms *terms, const char *clause)
{
    CHECK(clause && terms->document);
    return clause[0] ? clause : terms->document;
}

const struct voucher_terms *voucher_called(const struct voucher_book *book, struct text name)
{
    for (unsigned i = 0; i < book->count; i++)
        if (text_equal(book->vouchers[i].name, name))
            return &book->vouchers[i];
    return NULL;
}

static const struct voucher_cost *cost_called(const struct voucher_terms *terms, struct text name)
{
    for (unsigned i = 0; i < terms->cost_count; i++)
        if (text_equal_ignoring_case(terms->costs[i].name, name))
            return &terms->costs[i];
    return NULL;
}

/* "$150.00" */
static const char *shown(int64_t cents, char amount[static AMOUNT_SIZE])
{
    struct text_out out;
    text_out_init(&out, amount, AMOUNT_SIZE);
    money_write(&out, money_of_cents(cents));
    return amount;
}

static struct ruling not_covered(const struct voucher_terms *terms, struct text cost)
{
    char costs[COSTS_SIZE];
    struct text_out out;
    text_out_init(&out, costs, sizeof costs);
    for (unsigned i = 0; i < terms->cost_count; i++)
        if (terms->costs[i].covered)
            text_out_add(&out, "%s%.*s", out.length ? ", " : "", TEXT_ARGUMENTS(terms->costs[i].name));
    return ruling_no(clause_or(terms, terms->costs_clause), "the %.*s does not pay for %.*s; it pays for: %s",
                     TEXT_ARGUMENTS(text_clipped(terms->name, 30)), TEXT_ARGUMENTS(text_clipped(cost, 30)),
                     costs);
}

/* Days are counted as those to claim a prize are: the last one still counts, to its end. */
static bool is_over(const struct voucher_cost *cost, const struct voucher_bill *bill)
{
    struct instant last;
    return cost->ends && claim_deadline(cost->length, bill->zone, bill->won, &last) == STATUS_OK &&
           instant_compare(bill->now, last) > 0;
}

/* The winner pays the whole bill, and why. */
static struct ruling pays_nothing(const struct voucher_terms *terms, const struct voucher_cost *cost,
                                  const struct voucher_bill *bill)
{
    char amount[AMOUNT_SIZE];
    const char *whole = shown(bill->each_cents * (int64_t)bill->count, amount);
    struct text name = text_clipped(cost->name, 30);
    if (!cost->covered)
        return ruling_no(clause_or(terms, cost->clause),
                         "the voucher does not cover %.*s; the winner pays the %s", TEXT_ARGUMENTS(name),
                         whole);
    if (is_over(cost, bill))
        return ruling_no(clause_or(terms, cost->limit_clause),
                         "the time to use it for %.*s is over; the winner pays the %s", TEXT_ARGUMENTS(name),
                         whole);
    if (bill->used >= cost->most)
        return ruling_no(clause_or(terms, cost->limit_clause),
                         "it pays for %lld of %.*s and has already paid; the winner pays the %s",
                         (long long)cost->most, TEXT_ARGUMENTS(name), whole);
    return ruling_no(clause_or(terms, terms->beyond_clause),
                     "no money is left on it; the winner pays the %s for %.*s", whole, TEXT_ARGUMENTS(name));
}

static void add_own(struct voucher_payment *payment, int64_t cents, const char *clause)
{
    CHECK(cents >= 0 && payment->own_count < VOUCHER_OWN_MAX);
    if (cents > 0)
        payment->own[payment->own_count++] = (struct voucher_own){cents, clause};
}

struct ruling voucher_redeem(const struct voucher_terms *terms, const struct voucher_bill *bill,
                             struct voucher_payment *payment)
{
    const struct voucher_cost *cost = cost_called(terms, bill->cost);
    CHECK_OP(bill->count, <=, VOUCHER_COUNT_MAX);
    CHECK_OP(bill->each_cents, >, 0);
    CHECK_OP(bill->each_cents, <=, VALUE_CENTS_MAX);
    CHECK_OP(bill->used, >=, 0);
    if (!cost)
        return not_covered(terms, bill->cost);
    if (!cost->covered || is_over(cost, bill) || bill->used >= cost->most || bill->left_cents <= 0)
        return pays_nothing(terms, cost, bill);
    int64_t each = bill->each_cents, count = (int64_t)bill->count, room = cost->most - bill->used;
    int64_t within = count < room ? count : room;
    CHECK(within >= 0 && within <= count && within <= room);
    int64_t cents = within * each < bill->left_cents ? within * each : bill->left_cents;
    *payment = (struct voucher_payment){.cost = cost->name,
                                        .cents = cents,
                                        .count = (uint32_t)((cents + each - 1) / each),
                                        .clause = clause_or(terms, cost->clause)};
    add_own(payment, (count - within) * each, clause_or(terms, cost->limit_clause));
    add_own(payment, within * each - cents, clause_or(terms, terms->beyond_clause));
    int64_t own = 0;
    for (unsigned i = 0; i < payment->own_count; i++)
        own += payment->own[i].cents;
    CHECK_OP(payment->cents + own, ==, count * each);                      /* V1 */
    CHECK(payment->cents <= bill->left_cents && payment->count <= within); /* V2 */
    if (terms->whole_only && payment->own_count > 0) {
        char amount[AMOUNT_SIZE];
        return ruling_no(clause_or(terms, terms->beyond_clause),
                         "it could pay only %s, and the rules allow no part payment", shown(cents, amount));
    }
    return ruling_yes();
}

struct ruling voucher_unspent(const struct voucher_terms *terms, int64_t left_cents, bool cancelled)
{
    char amount[AMOUNT_SIZE];
    const char *left = shown(left_cents, amount);
    if (cancelled)
        return ruling_no(
            clause_or(terms, terms->cancelled_clause),
            "the event is cancelled; the winner keeps the %.*s, and the remaining %s is not paid out",
            TEXT_ARGUMENTS(text_clipped(terms->name, 30)), left);
    if (left_cents == 0)
        return ruling_no(clause_or(terms, terms->unspent_clause), "no money is left on the %.*s",
                         TEXT_ARGUMENTS(text_clipped(terms->name, 30)));
    return ruling_no(clause_or(terms, terms->unspent_clause), "the remaining %s of the %.*s is not paid out",
                     left, TEXT_ARGUMENTS(text_clipped(terms->name, 30)));
}
