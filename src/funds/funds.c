/* The funds of an activity: which activities share a fund, how the house covers what a fund lacks, and payments. */
#include "funds/funds_internal.h"

#include "base/check.h"

void funds_init(struct funds *funds, const struct terms *terms, uint32_t activity)
{
    *funds = (struct funds){.terms = terms, .activity = activity, .first = funds};
}

bool funds_have_common(const struct funds *funds, const struct funds *other)
{
    for (unsigned i = 0; i < funds->terms->fund_count; i++)
        if (terms_fund(other->terms, funds->terms->funds[i].account))
            return true;
    return false;
}

void funds_share(struct funds *funds, struct funds *before)
{
    CHECK(funds_have_common(funds, before) && before->first != funds->first);
    struct funds *last = before->first, *first = funds->first;
    while (last->next)
        last = last->next;
    last->next = first;
    for (struct funds *each = first; each; each = each->next)
        each->first = before->first;
}

const struct funds *funds_first_with(const struct funds *funds, account_id fund)
{
    for (const struct funds *each = funds->first; each; each = each->next)
        if (terms_fund(each->terms, fund))
            return each;
    return NULL;
}

int64_t funds_part_of(int64_t cents, unsigned percent, enum money_rounding rounding)
{
    CHECK_OP(cents, >=, 0);
    struct money part;
    enum status status = money_ratio(money_of_cents(cents), percent, VALUE_PERCENT_WHOLE, rounding, &part);
    CHECK(status == STATUS_OK);
    CHECK_OP(part.cents, >=, 0);
    return part.cents;
}

/* ------------------------------------------------------------------------------------------ cover */

void funds_lend(struct draft *draft, const struct funds *funds, account_id fund, int64_t cents,
                struct text clause)
{
    CHECK_OP(cents, >, 0);
    struct text any = funds->terms->advances.clause;
    struct advance_change *joined = draft_advance(draft, fund, cents, clause);
    CHECK_IMPLIES(joined, joined->cents >= cents);
    if (joined && any.length > 0 && !text_equal(joined->clause, clause))
        joined->clause = any;
}

void funds_lend_for(struct draft *draft, const struct funds *funds, enum lack lack, int64_t cents)
{
    funds_lend(draft, funds, terms_repaid_from(funds->terms, lack), cents,
               terms_repaid_by(funds->terms, lack));
}

void funds_cover(struct draft *draft, const struct funds *funds, account_id fund, account_id to,
                 int64_t cents, enum movement_reason reason, enum lack lack, struct text clause)
{
    const struct terms *terms = funds->terms;
    bool pays = fund != terms->house && fund != to; /* nobody pays into an account from itself */
    int64_t held = pays ? funds_least(cents, draft_balance(draft, fund)) : 0;
    CHECK(held >= 0 && held <= cents);
    int64_t before = draft_balance(draft, to);
    if (pays && (terms->advances.into_fund & lack)) {
        draft_move(draft, terms->house, fund, cents - held, REASON_RESEED, terms->advances.into_fund_clause);
        draft_move(draft, fund, to, cents, reason, clause);
    } else {
        draft_move(draft, fund, to, held, reason, clause);
        draft_move(draft, terms->house, to, cents - held, reason, clause);
    }
    CHECK_IMPLIES(!draft->overflowed, draft_balance(draft, to) == before + cents);
    if (held < cents && (terms->advances.repaid & lack))
        funds_lend_for(draft, funds, lack, cents - held);
}

/* ------------------------------------------------------------------------------------------ payments */

int64_t funds_administration(struct draft *draft, const struct funds *funds, int64_t due)
{
    const struct terms *terms = funds->terms;
    CHECK(terms->administration_from != terms->house);
    int64_t taken = funds_least(due, draft_balance(draft, terms->administration_from));
    CHECK(taken >= 0 && taken <= due);
    draft_move(draft, terms->administration_from, terms->administration, taken, REASON_ADMINISTRATION,
               terms->administration_fee.clause);
    return taken;
}

void funds_pay(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    draft_move(draft, funds->terms->held, funds->terms->winners, cents, REASON_PAYMENT, clause);
}

void funds_pay_from_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    const struct terms *terms = funds->terms;
    CHECK_OP(terms->trays, !=, ACCOUNT_NONE);
    draft_move(draft, terms->house, terms->winners, cents, REASON_PAYMENT, clause);
    draft_move(draft, terms->held, terms->trays, cents, REASON_PAYMENT, clause);
}

void funds_reimburse_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    CHECK_OP(funds->terms->trays, !=, ACCOUNT_NONE);
    draft_move(draft, funds->terms->trays, funds->terms->house, cents, REASON_REIMBURSEMENT, clause);
}

void funds_lapse(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    draft_move(draft, funds->terms->held, funds->terms->unclaimed, cents, REASON_LAPSE, clause);
}

void funds_redeem(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    const struct terms *terms = funds->terms;
    funds_cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->winners, cents, REASON_REDEMPTION,
                LACK_FIXED_PRIZE, clause);
}
