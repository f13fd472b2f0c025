#include "house/draft.h"

#include "base/check.h"

void draft_begin(struct draft *draft, const struct ledger *ledger)
{
    draft->ledger = ledger;
    draft->posting_count = draft->advance_count = draft->advances_from = 0;
    draft->activity = 0;
    draft->overflowed = false;
}

void draft_of_activity(struct draft *draft, uint32_t activity)
{
    draft->activity = activity;
    draft->advances_from = draft->advance_count;
}

int64_t draft_balance(const struct draft *draft, account_id account)
{
    CHECK_OP(account, <, draft->ledger->count);
    int64_t balance = draft->ledger->accounts[account].balance;
    for (unsigned i = 0; i < draft->posting_count; i++) {
        if (draft->postings[i].from == account)
            balance -= draft->postings[i].cents;
        if (draft->postings[i].to == account)
            balance += draft->postings[i].cents;
    }
    return balance;
}

void draft_move(struct draft *draft, account_id from, account_id to, int64_t cents,
                enum posting_reason reason, struct text clause)
{
    CHECK_OP(cents, >=, 0);
    if (cents == 0 || from == to)
        return;
    bool guarded = account_is_guarded(draft->ledger->accounts[from].kind);
    CHECK(!guarded || draft_balance(draft, from) >= cents); /* D1 */
    if (draft->posting_count == DRAFT_POSTINGS_MAX) {
        draft->overflowed = true;
        return;
    }
    draft->postings[draft->posting_count++] = (struct posting){from, to, reason, cents, clause};
}

static void change_advances(struct draft *draft, const struct advance_change *change)
{
    if (draft->advance_count == DRAFT_ADVANCES_MAX)
        draft->overflowed = true;
    else
        draft->advances[draft->advance_count++] = *change;
}

struct advance_change *draft_advance(struct draft *draft, account_id fund, int64_t cents, struct text clause)
{
    for (unsigned i = draft->advance_count; cents > 0 && i > draft->advances_from; i--) {
        struct advance_change *before = &draft->advances[i - 1];
        if (before->cents < 0)
            break;
        if (before->fund == fund) {
            before->cents += cents;
            return before;
        }
    }
    change_advances(draft, &(struct advance_change){draft->activity, fund, cents, 0, clause});
    return NULL;
}

void draft_take_back(struct draft *draft, uint32_t award, account_id fund, int64_t cents, struct text clause)
{
    if (cents > 0)
        change_advances(draft, &(struct advance_change){draft->activity, fund, -cents, award, clause});
}

void draft_apply(const struct draft *draft, struct ledger *ledger)
{
    CHECK(!draft->overflowed);
    CHECK(draft->ledger == ledger);
    for (unsigned i = 0; i < draft->posting_count; i++)
        ledger_post(ledger, &draft->postings[i]);
}
