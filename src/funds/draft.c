#include "funds/draft.h"

#include "base/check.h"

void draft_begin(struct draft *draft, const struct ledger *ledger)
{
    CHECK_OP(ledger->count, <=, LEDGER_ACCOUNTS_MAX);
    draft->ledger = ledger;
    draft->movement_count = draft->advance_count = draft->advances_from = 0;
    draft->activity = 0;
    draft->overflowed = false;
}

void draft_of_activity(struct draft *draft, uint32_t activity)
{
    CHECK_OP(draft->advances_from, <=, draft->advance_count);
    draft->activity = activity;
    draft->advances_from = draft->advance_count;
}

int64_t draft_balance(const struct draft *draft, account_id account)
{
    CHECK_OP(account, <, draft->ledger->count);
    CHECK_OP(draft->movement_count, <=, DRAFT_MOVEMENTS_MAX);
    int64_t balance = draft->ledger->accounts[account].balance;
    for (unsigned i = 0; i < draft->movement_count; i++) {
        if (draft->movements[i].from == account)
            balance -= draft->movements[i].cents;
        if (draft->movements[i].to == account)
            balance += draft->movements[i].cents;
    }
    CHECK(balance >= 0 || !account_is_guarded(draft->ledger->accounts[account].kind)); /* D1 */
    return balance;
}

void draft_move(struct draft *draft, account_id from, account_id to, int64_t cents,
                enum movement_reason reason, struct text clause)
{
    CHECK_OP(cents, >=, 0);
    if (cents == 0 || from == to)
        return;
    CHECK_OP(from, <, draft->ledger->count);
    CHECK_OP(to, <, draft->ledger->count);
    CHECK_OP(reason, <, REASONS);
    if (draft->overflowed)
        return; /* what was left out may be what this is paid from */
    bool guarded = account_is_guarded(draft->ledger->accounts[from].kind);
    CHECK(!guarded || draft_balance(draft, from) >= cents); /* D1 */
    if (draft->movement_count == DRAFT_MOVEMENTS_MAX) {
        draft->overflowed = true;
        return;
    }
    draft->movements[draft->movement_count++] = (struct movement){from, to, reason, cents, clause};
}

static void change_advances(struct draft *draft, const struct advance_change *change)
{
    CHECK_OP(change->cents, !=, 0);
    CHECK_OP(draft->advance_count, <=, DRAFT_ADVANCES_MAX);
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
            CHECK_OP(before->cents, >, cents);
            return before;
        }
    }
    change_advances(draft, &(struct advance_change){draft->activity, fund, cents, 0, clause});
    return NULL;
}

void draft_take_back(struct draft *draft, uint32_t award, account_id fund, int64_t cents, struct text clause)
{
    CHECK_OP(award, >, 0);
    CHECK_OP(cents, >=, 0);
    if (cents > 0)
        change_advances(draft, &(struct advance_change){draft->activity, fund, -cents, award, clause});
}

void draft_apply(const struct draft *draft, struct ledger *ledger)
{
    CHECK(!draft->overflowed);
    CHECK(draft->ledger == ledger);
    int64_t after[DRAFT_MOVEMENTS_MAX];
    for (unsigned i = 0; i < draft->movement_count; i++)
        after[i] = draft_balance(draft, draft->movements[i].to);
    for (unsigned i = 0; i < draft->movement_count; i++)
        ledger_move(ledger, &draft->movements[i]);
    for (unsigned i = 0; i < draft->movement_count; i++)
        CHECK_OP(ledger->accounts[draft->movements[i].to].balance, ==, after[i]);
}
