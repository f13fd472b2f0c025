#include "games/meter.h"

#include "base/check.h"

#include <stdio.h>

const char *meter_change_name(enum meter_change change)
{
    switch (change) {
    case METER_LOCK:
        return "lock";
    case METER_AWARD:
        return "award";
    case METER_TAKEN_BACK:
        return "taken back";
    case METER_ADJUSTMENT:
        return "manual adjustment";
    }
    CHECK_NEVER("a change of no kind");
}

bool meter_rate_is_good(struct meter_rate rate)
{
    return rate.denominator > 0 && rate.denominator <= METER_RATE_MAX && rate.numerator <= rate.denominator;
}

bool meter_holds(struct money amount)
{
    return amount.cents >= 0 && amount.cents <= METER_MAX;
}

enum status meter_init(struct meter *meter, const char *name, struct money seed, struct meter_rate rate,
                       struct meter_rate reserve_rate, struct fault *fault)
{
    if (!meter_holds(seed))
        return fault_set(fault, STATUS_RANGE, 0, "the seed of meter %s is out of range", name);
    if (!meter_rate_is_good(rate) || !meter_rate_is_good(reserve_rate))
        return fault_set(fault, STATUS_RANGE, 0, "a rate of meter %s is not between 0%% and 100%%", name);
    *meter =
        (struct meter){.name = name, .seed = seed, .rate = rate, .reserve_rate = reserve_rate, .value = seed};
    return STATUS_OK;
}

/* What `wagers` add at a rate: whole cents, and the change of the carry, which may be below zero. */
static enum status rate_of(struct meter_rate rate, struct money wagers, uint32_t carry, int64_t *cents,
                           int64_t *carry_change)
{
    if (wagers.cents < 0 || wagers.cents > METER_MAX)
        return STATUS_RANGE;
    int64_t parts = wagers.cents * rate.numerator + carry;
    *cents = parts / rate.denominator;
    *carry_change = parts % rate.denominator - carry;
    return STATUS_OK;
}

/* Applies an entry and logs it: all or nothing. */
static enum status apply(struct meter *meter, struct meter_entry entry, struct meter_log *log)
{
    int64_t value = meter->value.cents + entry.value_cents;
    int64_t reserve = meter->reserve.cents + entry.reserve_cents;
    if (value < 0 || value > METER_MAX || reserve < 0 || reserve > METER_MAX)
        return STATUS_RANGE;
    if (log->count == METER_LOG_MAX)
        return STATUS_NO_SPACE;
    int64_t carry = meter->carry + entry.carry, reserve_carry = meter->reserve_carry + entry.reserve_carry;
    CHECK(carry >= 0 && carry < meter->rate.denominator);
    CHECK(reserve_carry >= 0 && reserve_carry < meter->reserve_rate.denominator);
    meter->value.cents = value;
    meter->reserve.cents = reserve;
    meter->carry = (uint32_t)carry;
    meter->reserve_carry = (uint32_t)reserve_carry;
    entry.value_after = meter->value;
    entry.reserve_after = meter->reserve;
    log->entries[log->count++] = entry;
    return STATUS_OK;
}

enum status meter_lock(struct meter *meter, struct money wagers, struct meter_log *log)
{
    struct meter_entry entry = {.change = METER_LOCK};
    enum status status = rate_of(meter->rate, wagers, meter->carry, &entry.value_cents, &entry.carry);
    if (status == STATUS_OK)
        status = rate_of(meter->reserve_rate, wagers, meter->reserve_carry, &entry.reserve_cents,
                         &entry.reserve_carry);
    return status == STATUS_OK ? apply(meter, entry, log) : status;
}

enum status meter_award(struct meter *meter, struct pay pay, unsigned ways, struct money *each,
                        struct meter_log *log)
{
    CHECK_OP(pay.kind, ==, PAY_METER);
    CHECK_OP(ways, >=, 1);
    struct money prize;
    enum status status = money_ratio(meter->value, pay.amount, pay.per, MONEY_ROUND_DOWN, &prize);
    if (status != STATUS_OK)
        return status;
    int64_t share = prize.cents / ways;
    struct meter_entry entry = {
        .change = METER_AWARD, .value_cents = -share * ways, .prize = money_of_cents(share * ways)};
    if (pay.amount == pay.per) {
        entry.value_cents += meter->seed.cents + meter->reserve.cents;
        entry.reserve_cents = -meter->reserve.cents;
    }
    snprintf(entry.reason, sizeof entry.reason, "%u/%u of the meter", pay.amount, pay.per);
    status = apply(meter, entry, log);
    if (status == STATUS_OK)
        *each = money_of_cents(share);
    return status;
}

enum status meter_adjust(struct meter *meter, struct money by, const char *reason, struct meter_log *log)
{
    if (by.cents < -METER_MAX || by.cents > METER_MAX)
        return STATUS_RANGE;
    struct meter_entry entry = {.change = METER_ADJUSTMENT, .value_cents = by.cents};
    snprintf(entry.reason, sizeof entry.reason, "%s", reason);
    return apply(meter, entry, log);
}

/* Brings a carry back between 0 and the denominator: over or under, a whole cent moves. */
static void borrow(uint32_t carry, uint32_t denominator, int64_t *carry_change, int64_t *cents)
{
    int64_t reached = carry + *carry_change;
    int64_t whole = reached / denominator - (reached % denominator < 0);
    *carry_change -= whole * denominator;
    *cents += whole;
}

enum status meter_take_back(struct meter *meter, unsigned first, const char *reason, struct meter_log *log)
{
    CHECK_OP(first, <=, log->count);
    struct meter_entry entry = {.change = METER_TAKEN_BACK};
    snprintf(entry.reason, sizeof entry.reason, "%s", reason);
    for (unsigned i = first; i < log->count; i++) {
        entry.value_cents -= log->entries[i].value_cents;
        entry.reserve_cents -= log->entries[i].reserve_cents;
        entry.carry -= log->entries[i].carry;
        entry.reserve_carry -= log->entries[i].reserve_carry;
    }
    borrow(meter->carry, meter->rate.denominator, &entry.carry, &entry.value_cents);
    borrow(meter->reserve_carry, meter->reserve_rate.denominator, &entry.reserve_carry, &entry.reserve_cents);
    return apply(meter, entry, log);
}

void meter_void_round(struct meter *meter, struct meter_log *log)
{
    if (log->count == 0)
        return;
    enum status status = meter_take_back(meter, 0, "the round is void", log);
    CHECK_OP(status, ==, STATUS_OK);
}
