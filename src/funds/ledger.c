#include "funds/ledger.h"

#include "base/check.h"

enum status ledger_init(struct ledger *ledger, struct arena *arena)
{
    struct account *accounts = ARENA_ARRAY(arena, struct account, LEDGER_ACCOUNTS_MAX);
    if (!accounts)
        return arena->refusal;
    *ledger = (struct ledger){.arena = arena, .accounts = accounts};
    return STATUS_OK;
}

enum status ledger_open(struct ledger *ledger, enum account_kind kind, struct text activity, struct text name,
                        account_id *id)
{
    CHECK_OP(ledger->count, <=, LEDGER_ACCOUNTS_MAX);
    CHECK_OP(kind, <=, ACCOUNT_TAXES);
    if (ledger->count == LEDGER_ACCOUNTS_MAX)
        return STATUS_NO_SPACE;
    struct account *account = &ledger->accounts[ledger->count];
    *account = (struct account){.kind = kind};
    enum status status = arena_copy_text(ledger->arena, activity, &account->activity);
    if (status == STATUS_OK)
        status = arena_copy_text(ledger->arena, name, &account->name);
    if (status == STATUS_OK)
        *id = (account_id)ledger->count++;
    /* Two accounts of one name would share its money in every report. */
    CHECK_IMPLIES(status == STATUS_OK, ledger_find(ledger, kind, activity, name) == *id);
    return status;
}

account_id ledger_find(const struct ledger *ledger, enum account_kind kind, struct text activity,
                       struct text name)
{
    CHECK_OP(ledger->count, <=, LEDGER_ACCOUNTS_MAX);
    for (unsigned i = 0; i < ledger->count; i++) {
        const struct account *account = &ledger->accounts[i];
        if (account->kind == kind && text_equal(account->name, name) &&
            text_equal(account->activity, activity))
            return (account_id)i;
    }
    return ACCOUNT_NONE;
}

bool account_is_guarded(enum account_kind kind)
{
    switch (kind) {
    case ACCOUNT_PATRONS:
    case ACCOUNT_HOUSE:
    case ACCOUNT_PROMISED:
        return false;
    case ACCOUNT_WINNERS:
    case ACCOUNT_ADMINISTRATION:
    case ACCOUNT_BOX:
    case ACCOUNT_POOL:
    case ACCOUNT_FUND:
    case ACCOUNT_HELD:
    case ACCOUNT_TRAYS:
    case ACCOUNT_TAXES:
        return true;
    }
    CHECK_NEVER("a kind of account");
}

void ledger_move(struct ledger *ledger, const struct movement *movement)
{
    CHECK_OP(movement->from, <, ledger->count);
    CHECK_OP(movement->to, <, ledger->count);
    CHECK(movement->from != movement->to);
    CHECK_OP(movement->reason, <, REASONS);
    CHECK_OP(movement->cents, >, 0);
    CHECK_OP(movement->cents, <=, LEDGER_CENTS_MAX - ledger->moved);
    ledger->moved += movement->cents;
    struct account *from = &ledger->accounts[movement->from], *to = &ledger->accounts[movement->to];
    from->balance -= movement->cents;
    from->out[movement->reason] += movement->cents;
    to->balance += movement->cents;
    to->in[movement->reason] += movement->cents;
    CHECK(from->balance >= 0 || !account_is_guarded(from->kind)); /* G2 */
    CHECK(to->balance >= 0 || !account_is_guarded(to->kind));
    CHECK_OP(from->balance, >=, -ledger->moved); /* G1, G3: nobody has more than ever moved */
    CHECK_OP(to->balance, <=, ledger->moved);
    CHECK(from->out[movement->reason] <= ledger->moved && to->in[movement->reason] <= ledger->moved);
}

void ledger_carry(struct ledger *ledger, account_id id, enum movement_reason reason, int64_t in, int64_t out)
{
    CHECK_OP(id, <, ledger->count);
    CHECK_OP(reason, <, REASONS);
    CHECK(in >= 0 && out >= 0);
    struct account *account = &ledger->accounts[id];
    ledger->moved += out - account->out[reason];
    account->balance += (in - account->in[reason]) - (out - account->out[reason]);
    account->in[reason] = in;
    account->out[reason] = out;
    CHECK_OP(ledger->moved, >=, 0);
    CHECK_OP(account->balance, <=, INT64_MAX / 2); /* sums of what is carried do not overflow */
}

bool ledger_balances(const struct ledger *ledger, struct text_out *why)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < ledger->count; i++) {
        const struct account *account = &ledger->accounts[i];
        int64_t history = 0;
        for (unsigned reason = 0; reason < REASONS; reason++)
            history += account->in[reason] - account->out[reason];
        if (history != account->balance) {
            text_out_add(why, "%.*s %.*s does not equal its history", TEXT_ARGUMENTS(account->activity),
                         TEXT_ARGUMENTS(account->name));
            return false;
        }
        if (account->balance < 0 && account_is_guarded(account->kind)) {
            text_out_add(why, "%.*s %.*s is below zero", TEXT_ARGUMENTS(account->activity),
                         TEXT_ARGUMENTS(account->name));
            return false;
        }
        sum += account->balance;
    }
    if (sum != 0)
        text_out_add(why, "debits and credits differ by %lld cents", (long long)sum);
    return sum == 0;
}

const char *const movement_reason_words[REASONS + 1] = {"fee",         "contribution",    "overflow",
                                                        "seed",        "reseed",          "top-up",
                                                        "increase",    "award",           "odd chips",
                                                        "envy",        "multiplied part", "payment",
                                                        "lapse",       "repayment",       "administration",
                                                        "adjustment",  "reimbursement",   "returned fee",
                                                        "withholding", "redemption",      NULL};

int64_t account_fees_in(const struct account *account)
{
    return account->in[REASON_CONTRIBUTION] - account->out[REASON_RETURNED_FEE];
}

const char *movement_reason_name(enum movement_reason reason)
{
    CHECK_OP(reason, <, REASONS);
    return movement_reason_words[reason];
}

const char *const account_kind_words[] = {
    [ACCOUNT_PATRONS] = "patrons",   [ACCOUNT_WINNERS] = "winners",
    [ACCOUNT_HOUSE] = "house",       [ACCOUNT_ADMINISTRATION] = "administration",
    [ACCOUNT_BOX] = "fee box",       [ACCOUNT_POOL] = "pool",
    [ACCOUNT_FUND] = "fund",         [ACCOUNT_HELD] = "held",
    [ACCOUNT_PROMISED] = "promised", [ACCOUNT_TRAYS] = "trays",
    [ACCOUNT_TAXES] = "taxes",       NULL};

const char *account_kind_name(enum account_kind kind)
{
    CHECK_OP(kind, <=, ACCOUNT_TAXES);
    return account_kind_words[kind];
}
