#include "games/crazy4_internal.h"

#include <stddef.h>

#define DOLLARS(amount) money_of_cents(INT64_C(100) * (amount))

struct crazy4_settings crazy4_default_settings(const struct crazy4_tables *tables)
{
    return (struct crazy4_settings){
        .tables = tables,
        .seats = 6,
        .unit = DOLLARS(1),
        .ante = {DOLLARS(5), DOLLARS(1000)},
        .queens_up = true,
        .queens_up_limits = {DOLLARS(1), DOLLARS(100)},
        .progressive_wager = DOLLARS(1),
        .progressive_seed = DOLLARS(10000),
        .progressive_rate = {1, 5},
        .magic_card = true,
        .lucky_bonus = true,
        .hand_bonus_limits = {DOLLARS(1), DOLLARS(5)},
        .hand_bonus_seed = DOLLARS(10000),
        .hand_bonus_rate = {1, 5},
        .cover_all_limits = {DOLLARS(1), DOLLARS(100)},
        .decks = 1,
        .stub_count_rounds = 5,
        .hand_hours = 4,
        .shoe_hours = 8,
    };
}

const struct paytable *crazy4_queens_up_table(const struct crazy4_settings *settings)
{
    return settings->queens_up ? &settings->tables->queens_up[settings->queens_up_table] : NULL;
}

const struct paytable *crazy4_progressive_table(const struct crazy4_settings *settings)
{
    switch (settings->progressive) {
    case CRAZY4_NO_PROGRESSIVE:
        return NULL;
    case CRAZY4_FOUR_CARD_A:
    case CRAZY4_FOUR_CARD_B:
        return &settings->tables->four_card_progressive[settings->progressive - CRAZY4_FOUR_CARD_A];
    case CRAZY4_FIVE_CARD:
        return &settings->tables->five_card_progressive;
    }
    return NULL;
}

static struct ruling check_limits(const struct crazy4_settings *settings)
{
    if (settings->unit.cents <= 0)
        return ruling_no(CLAUSE(MR29), "the unit of the wagers must be above zero");
    const struct {
        const char *name;
        bool offered;
        struct wager_limits limits;
    } all[] = {
        {"Ante", true, settings->ante},
        {"Queens Up", settings->queens_up, settings->queens_up_limits},
        {"Five Card Hand Bonus", settings->hand_bonus, settings->hand_bonus_limits},
        {"Cover All", settings->cover_all, settings->cover_all_limits},
    };
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].offered && !wager_limits_are_good(all[i].limits, settings->unit))
            return ruling_no(CLAUSE(MR29),
                             "the limits of the %s must be multiples of the unit, the least first, at most "
                             "$%d",
                             all[i].name, WAGER_DOLLARS_MAX);
    return ruling_yes();
}

static struct ruling check_seed(const char *name, struct money seed, struct money least, const char *clause)
{
    char amount[MONEY_TEXT_SIZE];
    if (seed.cents >= least.cents && seed.cents <= METER_MAX)
        return ruling_yes();
    return ruling_no(clause, "the initial and reset amount of the %s meter must be at least $%s", name,
                     settlement_amount(least, amount));
}

static struct ruling check_progressive(const struct crazy4_settings *settings)
{
    if (settings->progressive == CRAZY4_NO_PROGRESSIVE)
        return ruling_yes();
    const struct crazy4_tables *tables = settings->tables;
    bool five = settings->progressive == CRAZY4_FIVE_CARD;
    int64_t wager = settings->progressive_wager.cents;
    if (wager != MONEY_DOLLAR && wager != 5 * MONEY_DOLLAR)
        return ruling_no(CLAUSE(MR14), "the progressive wager is one amount for the table, $1 or $5");
    if (!meter_rate_is_good(settings->progressive_rate))
        return ruling_no(five ? CLAUSE(219) : CLAUSE(209),
                         "the rate of progression must be from 0%% to 100%%");
    if (five)
        return check_seed("five-card", settings->progressive_seed, tables->five_card_seed_min, CLAUSE(221));
    return settings->progressive == CRAZY4_FOUR_CARD_A
               ? check_seed("four-card", settings->progressive_seed, tables->four_card_seed_min[0],
                            CLAUSE(211))
               : check_seed("four-card", settings->progressive_seed, tables->four_card_seed_min[1],
                            CLAUSE(212));
}

static struct ruling check_hand_bonus(const struct crazy4_settings *settings)
{
    if (!settings->hand_bonus)
        return ruling_yes();
    if (!meter_rate_is_good(settings->hand_bonus_rate))
        return ruling_no(CLAUSE(231), "the rate of progression must be from 0%% to 100%%");
    return check_seed("Five Card Hand Bonus", settings->hand_bonus_seed,
                      settings->tables->hand_bonus_seed_min, CLAUSE(233));
}

static struct ruling check_decks(const struct crazy4_settings *settings)
{
    bool device = settings->shuffling != POKER_SHUFFLE_BY_HAND;
    if (settings->decks < 1 || settings->decks > CRAZY4_DECKS_MAX)
        return ruling_no(CLAUSE(17), "the game has one deck, or two with a shuffling device");
    if (settings->decks == 2 && !device)
        return ruling_no(CLAUSE(17), "two decks may be used only with an automated shuffling device");
    if (settings->dealing == POKER_FROM_HAND && !device)
        return ruling_no(CLAUSE(114), "dealing from the hand needs an automated shuffling device");
    if (settings->hand_hours < 1 || settings->hand_hours > 4)
        return ruling_no(CLAUSE(23), "decks dealt by hand are changed at least every 4 hours");
    if (settings->shoe_hours < 1 || settings->shoe_hours > 8)
        return ruling_no(CLAUSE(24), "decks dealt from a shoe are changed at least every 8 hours");
    if (settings->stub_count_rounds < 1 || settings->stub_count_rounds > 5)
        return ruling_no(CLAUSE(129), "the stub is counted at least once every 5 rounds");
    return ruling_yes();
}

static struct ruling check_seats(const struct crazy4_settings *settings)
{
    if (settings->seats < 1 || settings->seats > POKER_SEATS_MAX)
        return ruling_no(CLAUSE(MR29), "a table has 1 to %d seats: one deck serves no more", POKER_SEATS_MAX);
    if (settings->cover_all && settings->seats > CRAZY4_COVER_ALL_PLAYERS)
        return ruling_no(CLAUSE(241), "Cover All pays for one to six players; the table must have no more "
                                      "than six seats");
    if (settings->queens_up_table >= CRAZY4_QUEENS_UP_TABLES)
        return ruling_no(CLAUSE(204), "Queens Up pays by table A, B, C or D");
    return ruling_yes();
}

struct ruling crazy4_settings_check(const struct crazy4_settings *settings)
{
    struct ruling (*const checks[])(const struct crazy4_settings *) = {
        check_seats, check_limits, check_decks, check_progressive, check_hand_bonus,
    };
    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        struct ruling ruling = checks[i](settings);
        if (!ruling.allowed)
            return ruling;
    }
    return ruling_yes();
}
