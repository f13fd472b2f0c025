#include "games/four_card_internal.h"

#include "base/check.h"

#include <stddef.h>

/* No table has larger stakes, and every product stays far below the limit of money. */
enum { PROGRESSIVE_DOLLARS_MAX = 100 };

#define DOLLARS(amount) money_of_cents(INT64_C(100) * (amount))

struct four_card_settings four_card_default_settings(const struct four_card_tables *tables)
{
    return (struct four_card_settings){
        .tables = tables,
        .seats = 6,
        .unit = DOLLARS(1),
        .ante = {DOLLARS(5), DOLLARS(1000)},
        .aces_up = {DOLLARS(1), DOLLARS(1000)},
        .progressive_wager = tables->progressive_wager[0],
        .progressive_seed = DOLLARS(10000),
        .progressive_rate = {1, 5},
        .reserve_rate = tables->progressive_reserve[0],
    };
}

const struct paytable *four_card_progressive_table(const struct four_card_settings *settings)
{
    return settings->progressive ? &settings->tables->progressive[settings->progressive_schedule] : NULL;
}

void four_card_choose_schedule(struct four_card_settings *settings, unsigned progressive_schedule)
{
    CHECK_OP(progressive_schedule, <, FOUR_CARD_PROGRESSIVE_TABLES);
    settings->progressive_schedule = progressive_schedule;
    settings->progressive_wager = settings->tables->progressive_wager[progressive_schedule];
    settings->reserve_rate = settings->tables->progressive_reserve[progressive_schedule];
}

struct money four_card_seed(const struct four_card_settings *settings)
{
    struct money seed;
    struct money printed = settings->tables->progressive_wager[settings->progressive_schedule];
    enum status status = money_ratio(settings->progressive_seed, settings->progressive_wager.cents,
                                     printed.cents, MONEY_ROUND_DOWN, &seed);
    CHECK_OP(status, ==, STATUS_OK);
    return seed;
}

static struct ruling check_progressive(const struct four_card_settings *settings)
{
    if (!settings->progressive)
        return ruling_yes();
    if (settings->progressive_schedule >= FOUR_CARD_PROGRESSIVE_TABLES)
        return ruling_no(CLAUSE(59), "the progressive schedule is one of the five that are approved");
    int64_t wager = settings->progressive_wager.cents;
    if (wager <= 0 || wager > INT64_C(100) * PROGRESSIVE_DOLLARS_MAX || wager % MONEY_DOLLAR != 0)
        return ruling_no(CLAUSE(DR22), "the progressive wager is one amount for the table, $1 to $%d",
                         PROGRESSIVE_DOLLARS_MAX);
    if (!meter_rate_is_good(settings->progressive_rate) || !meter_rate_is_good(settings->reserve_rate))
        return ruling_no(CLAUSE(DR14), "the rates of meter and reserve must be from 0%% to 100%%");
    struct meter_rate reserve = settings->reserve_rate;
    struct meter_rate carried = settings->tables->progressive_reserve[settings->progressive_schedule];
    if (carried.numerator > 0 && (uint64_t)reserve.numerator * carried.denominator !=
                                     (uint64_t)carried.numerator * reserve.denominator)
        return ruling_no(CLAUSE(61), "the schedule carries a reserve of %u/%u of each wager",
                         carried.numerator, carried.denominator);
    if (settings->progressive_seed.cents < 0 ||
        settings->progressive_seed.cents > METER_MAX / PROGRESSIVE_DOLLARS_MAX)
        return ruling_no(CLAUSE(65), "the seed must be from $0 to ten million dollars");
    return ruling_yes();
}

struct ruling four_card_settings_check(const struct four_card_settings *settings)
{
    if (settings->seats < 1 || settings->seats > POKER_SEATS_MAX)
        return ruling_no(CLAUSE(2), "a single deck serves 1 to %d positions", POKER_SEATS_MAX);
    if (settings->unit.cents <= 0)
        return ruling_no(CLAUSE(6), "the unit of the wagers must be above zero");
    if (!wager_limits_are_good(settings->ante, settings->unit) ||
        !wager_limits_are_good(settings->aces_up, settings->unit))
        return ruling_no(
            CLAUSE(6),
            "the limits of Ante and Aces Up must be multiples of the unit, the least first, at most $%d",
            WAGER_DOLLARS_MAX);
    if (settings->schedule >= FOUR_CARD_ACES_UP_TABLES)
        return ruling_no(CLAUSE(50), "the pay schedules are one of the pairs FCP-01 to FCP-07");
    if (settings->bonus_max.cents < 0)
        return ruling_no(CLAUSE(46), "the posted limit of the automatic bonus must be zero or more");
    return check_progressive(settings);
}
