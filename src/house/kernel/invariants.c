#include "house/kernel/deciding.h"

#include "funds/claim.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/cage/cage.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

/* I3: nothing but these brings a pool up or down. */
static bool audit_meter(const struct account *account, struct text_out *why)
{
    static const bool up[REASONS] = {
        [REASON_CONTRIBUTION] = true, [REASON_SEED] = true,     [REASON_RESEED] = true,
        [REASON_TOP_UP] = true,       [REASON_INCREASE] = true, [REASON_ADJUSTMENT] = true,
    };
    static const bool down[REASONS] = {
        [REASON_AWARD] = true,
        [REASON_OVERFLOW] = true,
        [REASON_ADJUSTMENT] = true,
        [REASON_RETURNED_FEE] = true,
    };
    for (unsigned reason = 0; reason < REASONS; reason++)
        if ((account->in[reason] && !up[reason]) || (account->out[reason] && !down[reason])) {
            text_out_add(why, "I3: %.*s %.*s was changed by a %s", TEXT_ARGUMENTS(account->activity),
                         TEXT_ARGUMENTS(account->name), movement_reason_name((enum movement_reason)reason));
            return false;
        }
    return true;
}

/* I4 */
static bool audit_advances(const struct floor *floor, struct text_out *why)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        int64_t sum = 0;
        for (unsigned k = 0; k < offering->funds.advance_count; k++)
            sum += funds_advance(&offering->funds, k)->cents;
        if (sum != funds_advances(&offering->funds) || sum != offering->advanced - offering->repaid) {
            text_out_add(why, "I4: the advances of %.*s are not its shortfalls less its repayments",
                         TEXT_ARGUMENTS(offering->name));
            return false;
        }
    }
    return true;
}

/* I5: by account, which several offers of one activity share. */
static bool audit_held(const struct floor *floor, struct text_out *why)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        account_id held = floor->offerings[i].terms.held;
        int64_t sum = 0;
        for (unsigned k = floor->open_prizes_from; k < floor->prize_count; k++) {
            const struct floor_prize *prize = &floor->prizes[k];
            if (floor_prize_is_open(prize) && floor->offerings[prize->offer].terms.held == held)
                sum += prize->claim.cents;
        }
        if (sum != floor->ledger.accounts[held].balance) {
            text_out_add(why, "I5: %lld cents are held for %.*s, but its open prizes are %lld",
                         (long long)floor->ledger.accounts[held].balance,
                         TEXT_ARGUMENTS(floor->offerings[i].name), (long long)sum);
            return false;
        }
    }
    return true;
}

/* I9: by account, as I5. */
static bool audit_trays(const struct floor *floor, struct text_out *why)
{
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        int64_t sum = 0;
        if (account->kind != ACCOUNT_TRAYS)
            continue;
        for (unsigned k = floor->open_prizes_from; k < floor->prize_count; k++) {
            const struct floor_prize *prize = &floor->prizes[k];
            if (prize->tray == TRAY_OWED &&
                text_equal(floor->offerings[prize->offer].terms.activity, account->activity))
                sum += prize->claim.cents;
        }
        if (sum != account->balance) {
            text_out_add(why, "I9: trays are owed %lld cents for %.*s, but %lld were paid from them",
                         (long long)account->balance, TEXT_ARGUMENTS(account->activity), (long long)sum);
            return false;
        }
    }
    return true;
}

/* I10 */
static bool audit_owed(const struct floor *floor, struct text_out *why)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        int64_t sum = 0;
        for (unsigned k = 0; k < offering->owed_count; k++)
            sum += offering->owed[k].cents;
        if (sum != offering->funds.administration_due) {
            text_out_add(why, "I10: %.*s owes %lld cents for administration, but %lld for its hours",
                         TEXT_ARGUMENTS(offering->name), (long long)offering->funds.administration_due,
                         (long long)sum);
            return false;
        }
    }
    return true;
}

/* What the posted offers and what lay there allow the pool of the account to hold; -1: there is no end. */
static int64_t most_of_pool(const struct floor *floor, account_id account)
{
    int64_t most = 0;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
            const struct pool_meter *meter = &offering->meters[pool];
            if (offering->terms.pools[pool].account != account)
                continue;
            if (meter->limit < 0)
                return -1;
            int64_t here = meter->carried > meter->limit ? meter->carried : meter->limit;
            most = here > most ? here : most;
        }
    }
    return most;
}

/* I11: by account, as I5. */
static bool audit_caps(const struct floor *floor, struct text_out *why)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct terms *terms = &floor->offerings[i].terms;
        for (unsigned pool = 0; pool < terms->pool_count; pool++) {
            int64_t held = floor->ledger.accounts[terms->pools[pool].account].balance;
            int64_t most = most_of_pool(floor, terms->pools[pool].account);
            if (most < 0 || held <= most)
                continue;
            text_out_add(why, "I11: the %.*s of %.*s holds %lld cents, above its cap of %lld",
                         TEXT_ARGUMENTS(terms->pools[pool].name), TEXT_ARGUMENTS(floor->offerings[i].name),
                         (long long)held, (long long)floor->offerings[i].meters[pool].limit);
            return false;
        }
    }
    return true;
}

/* I12: all of them, since what was handed over once can be redeemed at any time. */
static bool audit_vouchers(const struct floor *floor, struct text_out *why)
{
    int64_t paid = 0, sum = floor->redeemed_before;
    for (unsigned i = 0; i < floor->ledger.count; i++)
        if (floor->ledger.accounts[i].kind == ACCOUNT_WINNERS)
            paid += floor->ledger.accounts[i].in[REASON_REDEMPTION];
    for (unsigned i = 0; i < floor->prize_count && floor->redeemed; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        int64_t spent = floor_voucher_spent(prize);
        sum += spent;
        if (spent == 0 || (spent <= prize->worth && prize->claim.state == CLAIM_PAID && !prize->reversed))
            continue;
        text_out_add(why, "I12: prize %u has paid %lld cents, is worth %lld, and is %s", prize->number,
                     (long long)spent, (long long)prize->worth, floor_prize_state_name(prize));
        return false;
    }
    if (sum != paid)
        text_out_add(why, "I12: vouchers have paid %lld cents, but %lld left the books for them",
                     (long long)sum, (long long)paid);
    return sum == paid;
}

bool floor_audit(const struct floor *floor, struct text_out *why)
{
    if (!ledger_balances(&floor->ledger, why)) /* I1, I2 */
        return false;
    for (unsigned i = 0; i < floor->ledger.count; i++)
        if (floor->ledger.accounts[i].kind == ACCOUNT_POOL && !audit_meter(&floor->ledger.accounts[i], why))
            return false;
    return audit_advances(floor, why) && audit_held(floor, why) && audit_trays(floor, why) &&
           audit_owed(floor, why) && audit_caps(floor, why) && audit_vouchers(floor, why);
}
