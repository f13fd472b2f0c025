#include "server/auditor_model.h"

#include <stdlib.h>

struct auditor {
    unsigned account_count;
    int64_t balances[LEDGER_ACCOUNTS_MAX];
};

enum status auditor_open(struct auditor **auditor, struct fault *fault)
{
    *auditor = calloc(1, sizeof **auditor);
    return *auditor ? STATUS_OK : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the auditor");
}

void auditor_close(struct auditor *auditor)
{
    free(auditor);
}

enum status auditor_account(struct auditor *auditor, enum account_kind kind, struct text activity,
                            struct text name, struct fault *fault)
{
    (void)kind;
    (void)activity;
    (void)name;
    (void)fault;
    auditor->account_count++;
    return STATUS_OK;
}

unsigned auditor_account_count(const struct auditor *auditor)
{
    return auditor->account_count;
}

int64_t auditor_balance(const struct auditor *auditor, account_id number)
{
    return auditor->balances[number];
}

enum status auditor_see(struct auditor *auditor, struct text command, const struct event *event,
                        struct fault *fault)
{
    (void)command;
    (void)fault;
    const struct money_rows *money = event_money(event);
    for (uint32_t i = 0; money && i < money->posting_count; i++) {
        auditor->balances[money->postings[i].from] -= money->postings[i].cents;
        auditor->balances[money->postings[i].to] += money->postings[i].cents;
    }
    return STATUS_OK;
}
