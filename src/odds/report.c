#include "odds/report.h"

#include "base/check.h"
#include "odds/cover_all.h"
#include "odds/report_internal.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ what there is */

static const char *const target_names[REPORT_TARGETS] = {CRAZY4_DOCUMENT, FOUR_CARD_DOCUMENT};

static const struct money one_dollar = {MONEY_DOLLAR};

static struct report_entry *entry_add(struct report_target *target, enum report_kind kind, const char *name,
                                      const struct paytable *table)
{
    CHECK_OP(target->entry_count, <, REPORT_BETS_MAX);
    struct report_entry *entry = &target->entries[target->entry_count++];
    *entry = (struct report_entry){.name = name, .kind = kind, .table = table, .wager = one_dollar};
    return entry;
}

static void crazy4_make(struct report_target *target, const struct crazy4_tables *tables)
{
    *target = (struct report_target){
        .name = target_names[0], .title = "Crazy 4 Poker, Massachusetts", .crazy4 = tables};
    entry_add(target, REPORT_BASE, "base", NULL);
    for (unsigned i = 0; i < CRAZY4_QUEENS_UP_TABLES; i++)
        entry_add(target, REPORT_SIDE, tables->queens_up[i].name, &tables->queens_up[i]);
    for (unsigned i = 0; i < CRAZY4_FOUR_CARD_TABLES; i++) {
        const struct paytable *table = &tables->four_card_progressive[i];
        entry_add(target, REPORT_PROGRESSIVE, table->name, table)->seed_min = tables->four_card_seed_min[i];
    }
    entry_add(target, REPORT_PROGRESSIVE, tables->five_card_progressive.name, &tables->five_card_progressive)
        ->seed_min = tables->five_card_seed_min;
    entry_add(target, REPORT_BONUS, tables->five_card_hand_bonus.name, &tables->five_card_hand_bonus)
        ->seed_min = tables->hand_bonus_seed_min;
    entry_add(target, REPORT_MAGIC_CARD, "magic-card", NULL);
    entry_add(target, REPORT_LUCKY, "lucky-bonus", NULL);
    for (unsigned i = 0; i < CRAZY4_COVER_ALL_PLAYERS; i++)
        entry_add(target, REPORT_COVER_ALL, tables->cover_all[i].name, &tables->cover_all[i]);
}

/* South Dakota names no lowest amount for a meter; "FCPP" and "FCCP" are both accepted (reading DR2 of
 * south-dakota/four-card-poker). */
static void four_card_make(struct report_target *target, const struct four_card_tables *tables)
{
    static const char *const aliases[FOUR_CARD_PROGRESSIVE_TABLES] = {
        "progressive/FCCP-1", "progressive/FCPP-2", "progressive/FCPP-3", NULL, NULL};
    *target = (struct report_target){
        .name = target_names[1], .title = "Four-Card Poker, South Dakota", .four_card = tables};
    entry_add(target, REPORT_BASE, "base", NULL);
    for (unsigned i = 0; i < FOUR_CARD_ACES_UP_TABLES; i++)
        entry_add(target, REPORT_SIDE, tables->aces_up[i].name, &tables->aces_up[i]);
    for (unsigned i = 0; i < FOUR_CARD_PROGRESSIVE_TABLES; i++) {
        const struct paytable *table = &tables->progressive[i];
        struct report_entry *entry = entry_add(target, REPORT_PROGRESSIVE, table->name, table);
        entry->alias = aliases[i];
        entry->wager = tables->progressive_wager[i];
    }
}

void report_targets_make(struct report_targets *targets, const struct crazy4_tables *crazy4,
                         const struct four_card_tables *four_card)
{
    crazy4_make(&targets->all[0], crazy4);
    four_card_make(&targets->all[1], four_card);
}

static struct text after_slash(struct text name)
{
    for (size_t i = name.length; i > 0; i--)
        if (name.bytes[i - 1] == '/')
            return text_from(name, i);
    return name;
}

/* REPORT_TARGETS if there is none. */
static unsigned place_of(struct text name)
{
    unsigned place = 0;
    while (place < REPORT_TARGETS && !text_equal(name, text_of(target_names[place])) &&
           !text_equal(name, after_slash(text_of(target_names[place]))))
        place++;
    return place;
}

const struct report_target *report_target_find(const struct report_targets *targets, struct text name)
{
    unsigned place = place_of(name);
    return place < REPORT_TARGETS ? &targets->all[place] : NULL;
}

bool report_target_is_known(struct text name)
{
    return place_of(name) < REPORT_TARGETS;
}

static bool entry_is_called(const struct report_entry *entry, struct text name)
{
    return text_equal_ignoring_case(name, text_of(entry->name)) ||
           (entry->alias && text_equal_ignoring_case(name, text_of(entry->alias)));
}

static bool entry_ends_in(const struct report_entry *entry, struct text name)
{
    return text_equal_ignoring_case(name, after_slash(text_of(entry->name))) ||
           (entry->alias && text_equal_ignoring_case(name, after_slash(text_of(entry->alias))));
}

const struct report_entry *report_entry_find(const struct report_target *target, struct text name)
{
    const struct report_entry *found = NULL;
    for (unsigned i = 0; i < target->entry_count; i++)
        if (entry_is_called(&target->entries[i], name))
            return &target->entries[i];
    for (unsigned i = 0; i < target->entry_count; i++)
        if (entry_ends_in(&target->entries[i], name)) {
            if (found)
                return NULL; /* "A" is a table of Queens Up and of a progressive. */
            found = &target->entries[i];
        }
    return found;
}

/* ------------------------------------------------------------------------------------------ settings */

struct report_settings report_settings_usual(void)
{
    return (struct report_settings){
        .players = REPORT_PLAYERS_MAX,
        .magic_rate = {1, 1},
        .lucky_rate = {1, 1},
    };
}

static const char *const crazy4_options[] = {"unqualified-takes-bonus", "loss-returns-bonus", NULL};
static const char *const four_card_options[] = {"bonus-needs-win", NULL};

static bool is_crazy4(const struct report_target *target)
{
    return target->crazy4 != NULL;
}

const char *const *report_reading_options(const struct report_target *target)
{
    return is_crazy4(target) ? crazy4_options : four_card_options;
}

bool report_choose_reading(struct report_settings *settings, const struct report_target *target,
                           struct text option)
{
    if (is_crazy4(target) && text_equal(option, text_of(crazy4_options[0])))
        settings->crazy4.unqualified_takes_bonus = true;
    else if (is_crazy4(target) && text_equal(option, text_of(crazy4_options[1])))
        settings->crazy4.loss_returns_bonus = true;
    else if (!is_crazy4(target) && text_equal(option, text_of(four_card_options[0])))
        settings->four_card.bonus_needs_win = true;
    else
        return false;
    return true;
}

/* ------------------------------------------------------------------------------------------ arithmetic */

static struct fraction negative(struct fraction fraction)
{
    return (struct fraction){-fraction.numerator, fraction.denominator};
}

static struct fraction difference(struct fraction left, struct fraction right)
{
    return fraction_add(left, negative(right));
}

/* `right` is above zero. */
static struct fraction quotient(struct fraction left, struct fraction right)
{
    CHECK(right.numerator > 0);
    return fraction_multiply(left, (struct fraction){(wide)right.denominator, (uwide)right.numerator});
}

static const struct fraction one = {1, 1};

/* ------------------------------------------------------------------------------------------ bonuses */

enum { HAND_CARDS = 5 };

/* Of all draws of the system, the rounds without a draw included, those that hit; the rest are lost. */
static void bonus_bet(struct bet *bet, const struct report_entry *entry, const char *clause,
                      struct fraction rate, uwide hits, uwide draws, struct pay pay)
{
    uwide drawn = (uwide)rate.numerator;
    bet_init(bet, entry->name, clause, draws * rate.denominator);
    bet_add(bet, "drawn and held", drawn * hits, 2 * (int64_t)pay.amount - 2);
    bet_add(bet, "drawn and not held", drawn * (draws - hits), -2);
    if (drawn < rate.denominator)
        bet_add(bet, "not drawn", (rate.denominator - drawn) * draws, -2);
}

/* Of a draw in every round. */
static struct fraction magic_return(const struct crazy4_tables *tables)
{
    return fraction_of((wide)tables->magic_card.amount * HAND_CARDS, DECK_CARDS);
}

static struct fraction lucky_return(const struct crazy4_tables *tables, unsigned players)
{
    return fraction_of(tables->lucky_bonus.amount, players + 1);
}

struct fraction report_lucky_return(const struct report *report, unsigned players)
{
    return fraction_multiply(report->settings.lucky_rate, lucky_return(report->target->crazy4, players));
}

static void whole_make(struct report_bet *bet, const struct report *report)
{
    const struct report_settings *settings = &report->settings;
    struct report_whole *whole = &bet->whole;
    struct fraction magic_full = magic_return(report->target->crazy4);
    struct fraction lucky_full = lucky_return(report->target->crazy4, settings->players);
    whole->magic_return = fraction_multiply(settings->magic_rate, magic_full);
    whole->lucky_return = fraction_multiply(settings->lucky_rate, lucky_full);
    struct fraction missing = negative(fraction_add(bet->expected, bet->meter_return));
    whole->magic_even_alone = quotient(missing, magic_full);
    whole->lucky_even_alone = quotient(missing, lucky_full);
    whole->magic_even = quotient(difference(missing, whole->lucky_return), magic_full);
    whole->lucky_even = quotient(difference(missing, whole->magic_return), lucky_full);
    bet->bonus_return = fraction_add(whole->magic_return, whole->lucky_return);
}

/* ------------------------------------------------------------------------------------------ bets */

/* The same as bet_deviation(), with the shares of the meter. */
static double deviation_with_meter(const struct report_bet *bet)
{
    double meter = (double)bet->meter.cents / (double)bet->wager.cents;
    double mean = 0, square = 0;
    for (unsigned i = 0; i < bet->bet.outcome_count; i++) {
        const struct bet_outcome *outcome = &bet->bet.outcomes[i];
        double net = (double)outcome->net_halves / 2 + outcome->meter_percent / 100.0 * meter;
        double chance = (double)outcome->count / (double)bet->bet.total;
        mean += chance * net;
        square += chance * net * net;
    }
    return sqrt(square - mean * mean);
}

static void progressive_make(struct report_bet *bet, const struct report_settings *settings)
{
    bet->wager = settings->wager.cents > 0 ? settings->wager : bet->entry->wager;
    bet->meter = settings->meter.cents > 0 ? settings->meter : bet->entry->seed_min;
    bet->meter_return =
        fraction_multiply(bet_meter_share(&bet->bet), fraction_of(bet->meter.cents, (uwide)bet->wager.cents));
    bet->envy_return = report_envy(bet, settings->players - 1);
    bet->deviation = deviation_with_meter(bet);
    struct fraction units;
    bet->has_break_even = bet_break_even(&bet->bet, &units);
    if (bet->has_break_even)
        bet->break_even_cents = fraction_multiply(units, fraction_of(bet->wager.cents, 1));
}

/* Fills in the figures that every bet has, from its outcomes. */
static void bet_finish(struct report_bet *bet, const struct report *report)
{
    enum report_kind kind = bet->entry->kind;
    bet->expected = bet_expected(&bet->bet);
    bet->deviation = bet_deviation(&bet->bet);
    bet->meter_return = bet->envy_return = bet->bonus_return = (struct fraction){0, 1};
    if (kind == REPORT_PROGRESSIVE || kind == REPORT_BONUS)
        progressive_make(bet, &report->settings);
    if (kind == REPORT_BONUS)
        whole_make(bet, report);
    struct fraction added =
        fraction_add(fraction_add(bet->meter_return, bet->envy_return), bet->bonus_return);
    bet->returned = fraction_add(fraction_add(one, bet->expected), added);
}

/* All six tables of Cover All come from one count, which is made when the first is asked for. */
struct making {
    struct report *report;
    struct arena *arena;
    const struct four_card_table *four_card; /* kept counts; NULL if there are none */
    struct bet *cover_all;
};

static enum status cover_all_make(struct making *making, struct bet *bet, const struct report_entry *entry)
{
    const struct crazy4_tables *tables = making->report->target->crazy4;
    if (!making->cover_all) {
        struct bet *bets = ARENA_ARRAY(making->arena, struct bet, CRAZY4_COVER_ALL_PLAYERS);
        enum status status = bets ? cover_all_bets(tables, bets, making->arena) : making->arena->refusal;
        if (status != STATUS_OK)
            return status;
        making->cover_all = bets;
    }
    *bet = making->cover_all[entry->table - tables->cover_all];
    return STATUS_OK;
}

static enum status bet_make(struct making *making, struct report_bet *bet, const struct report_entry *entry)
{
    struct report *report = making->report;
    const struct report_settings *settings = &report->settings;
    enum status status = STATUS_OK;
    *bet = (struct report_bet){.entry = entry};
    switch (entry->kind) {
    case REPORT_BASE:
        status = is_crazy4(report->target)
                     ? report_crazy4_base(report, &bet->bet, making->arena)
                     : report_four_card_base(report, &bet->bet, making->four_card, making->arena);
        report->has_base = status == STATUS_OK;
        break;
    case REPORT_COVER_ALL:
        status = cover_all_make(making, &bet->bet, entry);
        break;
    case REPORT_MAGIC_CARD:
        /* massachusetts/crazy-4-poker#13, #14: one card of 52 is drawn, five of them are in the hand. */
        bonus_bet(&bet->bet, entry, CRAZY4_DOCUMENT "#229", settings->magic_rate, HAND_CARDS, DECK_CARDS,
                  report->target->crazy4->magic_card);
        break;
    case REPORT_LUCKY:
        /* massachusetts/crazy-4-poker#11, #12: one position is drawn of the players' and the dealer's (reading MR28). */
        bonus_bet(&bet->bet, entry, CRAZY4_DOCUMENT "#230", settings->lucky_rate, 1, settings->players + 1,
                  report->target->crazy4->lucky_bonus);
        break;
    case REPORT_SIDE:
    case REPORT_PROGRESSIVE:
    case REPORT_BONUS:
        bet_of_paytable(&bet->bet, entry->table);
        break;
    }
    if (status == STATUS_OK)
        bet_finish(bet, report);
    return status;
}

enum status report_make(struct report *report, const struct report_target *target,
                        const struct report_entry *only, const struct report_settings *settings,
                        struct arena *arena)
{
    return report_make_from(report, target, only, settings, NULL, arena);
}

enum status report_make_from(struct report *report, const struct report_target *target,
                             const struct report_entry *only, const struct report_settings *settings,
                             const struct four_card_table *four_card, struct arena *arena)
{
    CHECK_OP(settings->players, >=, 1);
    CHECK_OP(settings->players, <=, REPORT_PLAYERS_MAX);
    CHECK_OP(target->entry_count, <=, REPORT_BETS_MAX);
    struct making making = {.report = report, .arena = arena, .four_card = four_card};
    report->target = target;
    report->settings = *settings;
    report->has_base = false;
    report->bet_count = 0;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < target->entry_count && status == STATUS_OK; i++)
        if (!only || only == &target->entries[i])
            status = bet_make(&making, &report->bets[report->bet_count++], &target->entries[i]);
    return status;
}

bool report_is_generous(const struct report_bet *bet)
{
    return bet->returned.numerator > 0 && (uwide)bet->returned.numerator > bet->returned.denominator;
}

struct fraction report_house_edge(const struct report_bet *bet)
{
    return negative(bet->expected);
}

struct fraction report_house_edge_initial(const struct report_bet *bet)
{
    return quotient(negative(bet->expected), fraction_of(bet->bet.initial_units, 1));
}

struct fraction report_element_of_risk(const struct report_bet *bet)
{
    return quotient(negative(bet->expected), bet->bet.mean_units);
}

struct fraction report_value_of_thousand(const struct report_bet *bet)
{
    return fraction_multiply(bet_meter_share(&bet->bet),
                             fraction_of(1000 * MONEY_DOLLAR, (uwide)bet->wager.cents));
}

struct fraction report_envy(const struct report_bet *bet, unsigned others)
{
    /* Envy is for one dollar and grows with the wager: per unit it is the same for every wager. */
    return fraction_multiply(bet_envy_cents(&bet->bet), fraction_of(others, MONEY_DOLLAR));
}
