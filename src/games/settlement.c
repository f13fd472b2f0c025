#include "games/settlement.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *name, *id;
} wagers[WAGER_COUNT] = {
    [WAGER_ANTE] = {"Ante", "ante"},
    [WAGER_PLAY] = {"Play", "play"},
    [WAGER_SUPER_BONUS] = {"Super Bonus", "super-bonus"},
    [WAGER_QUEENS_UP] = {"Queens Up", "queens-up"},
    [WAGER_ACES_UP] = {"Aces Up", "aces-up"},
    [WAGER_AUTOMATIC_BONUS] = {"Automatic bonus", "automatic-bonus"},
    [WAGER_PROGRESSIVE] = {"Progressive", "progressive"},
    [WAGER_HAND_BONUS_OWN] = {"Five Card Hand Bonus, own hand", "five-card-hand-bonus-own"},
    [WAGER_HAND_BONUS_DEALER] = {"Five Card Hand Bonus, dealer's hand", "five-card-hand-bonus-dealer"},
    [WAGER_MAGIC_CARD_OWN] = {"Magic Card, own hand", "magic-card-own"},
    [WAGER_MAGIC_CARD_DEALER] = {"Magic Card, dealer's hand", "magic-card-dealer"},
    [WAGER_LUCKY_BONUS_OWN] = {"Lucky Bonus, own hand", "lucky-bonus-own"},
    [WAGER_LUCKY_BONUS_DEALER] = {"Lucky Bonus, dealer's hand", "lucky-bonus-dealer"},
    [WAGER_ENVY] = {"Envy", "envy"},
    [WAGER_COVER_ALL] = {"Cover All", "cover-all"},
    [WAGER_PRIZE] = {"Prize", "prize"},
};

const char *wager_name(enum wager wager)
{
    CHECK_OP((unsigned)wager, <, WAGER_COUNT);
    return wagers[wager].name;
}

const char *wager_id(enum wager wager)
{
    CHECK_OP((unsigned)wager, <, WAGER_COUNT);
    return wagers[wager].id;
}

struct money wagers_total(const struct money wagered[WAGER_COUNT])
{
    int64_t cents = 0;
    for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
        cents += wagered[wager].cents;
    return money_of_cents(cents);
}

bool wager_limits_are_good(struct wager_limits limits, struct money unit)
{
    CHECK_OP(unit.cents, >, 0);
    int64_t least = limits.least.cents, most = limits.most.cents;
    return least > 0 && least <= most && most <= MONEY_DOLLAR * WAGER_DOLLARS_MAX &&
           least % unit.cents == 0 && most % unit.cents == 0;
}

const char *paid_from_id(enum paid_from from)
{
    switch (from) {
    case PAID_FROM_TRAY:
        return "tray";
    case PAID_FROM_METER:
        return "meter";
    case PAID_TO_ACCOUNT:
        return "account";
    }
    CHECK_NEVER("a payment from nowhere");
}

struct money settlement_handed(const struct settlement_line *line)
{
    return money_of_cents(line->returned.cents + line->paid.cents);
}

struct money settlement_line_net(const struct settlement_line *line)
{
    return money_of_cents(line->returned.cents + line->paid.cents - line->stake.cents);
}

static void check_line(const struct settlement_line *line)
{
    CHECK(line->seat >= 1 && line->seat <= SETTLEMENT_SEATS_MAX);
    CHECK_OP((unsigned)line->wager, <, WAGER_COUNT);
    CHECK(line->stake.cents >= 0 && line->stake.cents <= SETTLEMENT_AMOUNT_MAX);
    CHECK(line->returned.cents >= 0 && line->returned.cents <= line->stake.cents);
    CHECK(line->paid.cents >= 0 && line->paid.cents <= SETTLEMENT_AMOUNT_MAX);
}

struct settlement_line *settlement_add(struct settlement *settlement, struct settlement_line line)
{
    check_line(&line);
    CHECK(!settlement_find(settlement, line.seat, line.wager));
    CHECK_OP(settlement->count, <, SETTLEMENT_LINES_MAX);
    settlement->lines[settlement->count] = line;
    return &settlement->lines[settlement->count++];
}

void settlement_say(struct settlement_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->words, sizeof line->words, format, arguments);
    va_end(arguments);
}

void settlement_pay(struct settlement_line *line, struct pay pay, struct money stake)
{
    enum status status = pay_handed(pay, stake, money_of_cents(0), &line->paid);
    CHECK_OP(status, ==, STATUS_OK);
    if (pay.kind == PAY_TO_ONE) {
        line->returned = line->stake;
        line->paid.cents -= stake.cents;
    }
}

void settlement_add_void(struct settlement *settlement, unsigned seat,
                         const struct money wagered[WAGER_COUNT], const char *clause)
{
    for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
        if (wagered[wager].cents > 0)
            settlement_say(settlement_add(settlement, (struct settlement_line){.seat = seat,
                                                                               .wager = (enum wager)wager,
                                                                               .stake = wagered[wager],
                                                                               .returned = wagered[wager],
                                                                               .clause = clause}),
                           "returned, round void");
}

void settlement_add_envy(struct settlement *settlement, unsigned seat, const struct money envies[],
                         unsigned seats, const char *place, const char *clause)
{
    char words[SETTLEMENT_WORDS_SIZE], amount[MONEY_TEXT_SIZE];
    struct text_out out;
    int64_t total = 0;
    text_out_init(&out, words, sizeof words);
    for (unsigned other = seats; other >= 1; other--) {
        if (envies[other].cents == 0)
            continue;
        text_out_add(&out, "%s%s for %s %u", total > 0 ? " + " : "", settlement_amount(envies[other], amount),
                     place, other);
        total += envies[other].cents;
    }
    if (total == 0)
        return;
    settlement_say(settlement_add(settlement, (struct settlement_line){.seat = seat,
                                                                       .wager = WAGER_ENVY,
                                                                       .paid = money_of_cents(total),
                                                                       .clause = clause}),
                   "%s", words);
}

const struct settlement_line *settlement_find(const struct settlement *settlement, unsigned seat,
                                              enum wager wager)
{
    for (unsigned i = 0; i < settlement->count; i++)
        if (settlement->lines[i].seat == seat && settlement->lines[i].wager == wager)
            return &settlement->lines[i];
    return NULL;
}

struct money settlement_seat_staked(const struct settlement *settlement, unsigned seat)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < settlement->count; i++)
        if (settlement->lines[i].seat == seat)
            cents += settlement->lines[i].stake.cents;
    return money_of_cents(cents);
}

struct money settlement_seat_handed(const struct settlement *settlement, unsigned seat)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < settlement->count; i++)
        if (settlement->lines[i].seat == seat)
            cents += settlement_handed(&settlement->lines[i]).cents;
    return money_of_cents(cents);
}

struct money settlement_seat_net(const struct settlement *settlement, unsigned seat)
{
    return money_of_cents(settlement_seat_handed(settlement, seat).cents -
                          settlement_seat_staked(settlement, seat).cents);
}

const char *settlement_amount(struct money money, char buffer[MONEY_TEXT_SIZE])
{
    char whole[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, whole, sizeof whole);
    money_write(&out, money);
    bool negative = money.cents < 0, cents = money.cents % MONEY_DOLLAR != 0;
    struct text text = text_from(text_out_text(&out), negative ? 2 : 1); /* Without the dollar sign. */
    struct text_out shown;
    text_out_init(&shown, buffer, MONEY_TEXT_SIZE);
    text_out_add(&shown, "%s%.*s", negative ? "-" : "",
                 TEXT_ARGUMENTS(text_slice(text, 0, text.length - (cents ? 0 : 3))));
    return buffer;
}

struct settlement_totals settlement_totals(const struct settlement *settlement)
{
    struct settlement_totals totals = {0};
    for (unsigned i = 0; i < settlement->count; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        totals.staked.cents += line->stake.cents;
        totals.returned.cents += line->returned.cents;
        totals.collected.cents += line->stake.cents - line->returned.cents;
        totals.paid.cents += line->paid.cents;
        totals.from_tray.cents += line->from == PAID_FROM_TRAY ? line->paid.cents : 0;
        totals.from_meter.cents += line->from == PAID_FROM_METER ? line->paid.cents : 0;
        totals.to_account.cents += line->from == PAID_TO_ACCOUNT ? line->paid.cents : 0;
        totals.players_net.cents += settlement_line_net(line).cents;
    }
    return totals;
}

void settlement_check(const struct settlement *settlement, struct money staked)
{
    int64_t seats = 0;
    for (unsigned i = 0; i < settlement->count; i++)
        check_line(&settlement->lines[i]);
    for (unsigned seat = 1; seat <= SETTLEMENT_SEATS_MAX; seat++)
        seats += settlement_seat_net(settlement, seat).cents;
    struct settlement_totals totals = settlement_totals(settlement);
    CHECK_OP(totals.staked.cents, ==, staked.cents);
    CHECK_OP(totals.staked.cents, ==, totals.returned.cents + totals.collected.cents);
    CHECK_OP(totals.paid.cents, ==,
             totals.from_tray.cents + totals.from_meter.cents + totals.to_account.cents);
    CHECK_OP(totals.players_net.cents, ==, totals.paid.cents - totals.collected.cents);
    CHECK_OP(totals.players_net.cents, ==, seats);
}
