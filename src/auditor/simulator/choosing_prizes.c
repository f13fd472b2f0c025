/* Prizes and money: identified, paid, forfeited, reversed; money moved by hand, pools raised. */
#include "auditor/simulator/choosing_internal.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

enum { VOUCHERS_LOOKED_AT = 200 };

/* ------------------------------------------------------------------------------------------ prizes and money */

/* A prize that has not been settled, among the first or the last of them; 0 if there is none. */
uint32_t choose_open_prize(struct choosing *choosing)
{
    const struct floor *floor = choosing->floor;
    unsigned from = floor->open_prizes_from, count = floor->prize_count - from;
    for (unsigned i = 0; i < TRIES_MAX && count; i++) {
        unsigned place =
            from + (count > 40 && choose_chance(choosing, 80) ? count - 1 - choose_below(choosing, 40)
                                                              : choose_below(choosing, count));
        const struct floor_prize *prize = &floor->prizes[place];
        if (floor_prize_is_open(prize))
            return prize->number;
    }
    return 0;
}

bool choose_reimburse_tray(struct choosing *choosing, struct command *command)
{
    const struct floor *floor = choosing->floor;
    const struct floor_prize *owed = NULL;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count && !owed; i++)
        owed = floor->prizes[i].tray == TRAY_OWED ? &floor->prizes[i] : NULL;
    if (!owed || owed->table >= floor->table_count)
        return false;
    command->kind = COMMAND_REIMBURSE_TRAY;
    COMMAND_AS(command, reimburse_tray)->table = floor->tables[owed->table].described->name;
    if (choose_chance(choosing, 50))
        COMMAND_AS(command, reimburse_tray)->prize =
            choose_chance(choosing, 90) ? owed->number : owed->number + 1;
    return true;
}

/* A voucher, handed over or not, among the last prizes; 0 if there is none. */
static uint32_t some_voucher(struct choosing *choosing)
{
    const struct floor *floor = choosing->floor;
    uint32_t found = 0;
    for (unsigned i = floor->prize_count; i > 0 && floor->prize_count - i < VOUCHERS_LOOKED_AT; i--) {
        const struct floor_prize *prize = &floor->prizes[i - 1];
        if (!floor_voucher(floor, prize))
            continue;
        if (found == 0 || choose_chance(choosing, 40))
            found = prize->number;
        if (prize->claim.state == CLAIM_PAID && choose_chance(choosing, 60))
            return prize->number;
    }
    return found;
}

/* Bills of every kind that the document names, and of others, often for more than the voucher pays. */
bool choose_redeem(struct choosing *choosing, struct command *command)
{
    static const int64_t dollars[] = {1, 1, 40, 40, 150, 175, 420, 700, 999, 1000, 1001};
    uint32_t number = some_voucher(choosing);
    if (!number)
        return false;
    const struct floor_prize *prize = floor_prize(choosing->floor, number);
    const struct voucher_terms *terms = floor_voucher(choosing->floor, prize);
    command->kind = COMMAND_REDEEM;
    struct redeem *asked = COMMAND_AS(command, redeem);
    asked->prize = number;
    asked->cost = choose_chance(choosing, 5) ? text_of("a show")
                                             : terms->costs[choose_below(choosing, terms->cost_count)].name;
    asked->count = choose_below(choosing, 5);
    asked->each = dollars[choose_below(choosing, sizeof dollars / sizeof dollars[0])] * 100 +
                  (int64_t)choose_below(choosing, 3) - 1;
    asked->unspent = choose_chance(choosing, 5);
    asked->cancelled = choose_chance(choosing, 10);
    if (choose_chance(choosing, 20))
        asked->patron = choose_chance(choosing, 70) ? floor_patron_name(choosing->floor, prize->patron)
                                                    : choose_patron(choosing);
    return true;
}

bool choose_identify(struct choosing *choosing, struct command *command)
{
    uint32_t number = choose_open_prize(choosing);
    if (!number)
        return false;
    const struct floor_prize *prize = floor_prize(choosing->floor, number);
    command->kind = COMMAND_IDENTIFY;
    COMMAND_AS(command, identify)->prize = number;
    COMMAND_AS(command, identify)->document = text_of("driver's licence");
    COMMAND_AS(command, identify)->no_photo = choose_chance(choosing, 10);
    if (prize->patron == NAMES_NONE ? choose_chance(choosing, 60) : choose_chance(choosing, 5))
        COMMAND_AS(command, identify)->patron =
            prize->present_count > 0 && choose_chance(choosing, 80)
                ? floor_patron_name(choosing->floor,
                                    prize->present[choose_below(choosing, prize->present_count)].patron)
                : choose_patron(choosing);
    if (prize->patron == NAMES_NONE ? choose_chance(choosing, 90) : choose_chance(choosing, 5))
        COMMAND_AS(command, identify)->authorised_by = choose_person(choosing, "authorise");
    if (choose_chance(choosing, 15))
        COMMAND_AS(command, identify)->born = choose_birthday(choosing);
    return true;
}

uint32_t prize_usual_form(const struct floor *floor, uint32_t number)
{
    const struct floor_prize *prize = floor_prize(floor, number);
    const struct node *forms = offer_node(floor->offerings[prize->offer].offer, PATH_PAYMENT_FORMS);
    for (uint32_t i = 0; payment_words[i] && forms; i++)
        if (node_lists(forms, payment_words[i]))
            return i;
    return 0;
}

/* Some tax: an amount that a law may require, or too much, or for somebody from whom nothing is withheld. */
static void hold_back(struct choosing *choosing, const struct floor_prize *prize, struct pay_prize *pay)
{
    int64_t fee = choosing->floor->offerings[prize->offer].terms.fee.amount.cents;
    int64_t taxed = prize->claim.cents > fee ? prize->claim.cents - fee : 0;
    pay->nonresident = choose_chance(choosing, 40);
    pay->withheld = pay->nonresident ? (prize->claim.cents * 3 + 5) / 10 : (taxed * 24 + 50) / 100;
    if (choose_chance(choosing, 20))
        pay->withheld += 1;
}

bool choose_pay(struct choosing *choosing, struct command *command)
{
    uint32_t number = choose_chance(choosing, 97) ? choose_open_prize(choosing)
                                                  : choose_below(choosing, choosing->floor->last_prize + 2);
    if (!number)
        return false;
    const struct floor_prize *prize = floor_prize(choosing->floor, number);
    command->kind = COMMAND_PAY;
    COMMAND_AS(command, pay_prize)->prize = number;
    COMMAND_AS(command, pay_prize)->form =
        (uint8_t)(choose_chance(choosing, 90) && floor_prize(choosing->floor, number)
                      ? prize_usual_form(choosing->floor, number)
                      : choose_below(choosing, 4));
    COMMAND_AS(command, pay_prize)->absent = choose_chance(choosing, 4);
    if (choose_chance(choosing, 30) && prize)
        hold_back(choosing, prize, COMMAND_AS(command, pay_prize));
    return true;
}

/* Mostly for somebody who has just been excluded, otherwise for anybody. */
bool choose_forfeit(struct choosing *choosing, struct command *command)
{
    const struct floor *floor = choosing->floor;
    uint32_t number = 0;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count && number == 0; i++)
        if (floor_prize_is_open(&floor->prizes[i]) && floor->prizes[i].patron < floor->patron_count &&
            floor->patrons[floor->prizes[i].patron].excluded)
            number = floor->prizes[i].number;
    if (number == 0 || choose_chance(choosing, 20))
        number = choose_chance(choosing, 90) ? choose_open_prize(choosing)
                                             : choose_below(choosing, floor->last_prize + 2);
    if (!number)
        return false;
    command->kind = COMMAND_FORFEIT;
    COMMAND_AS(command, forfeit)->prize = number;
    const struct floor_prize *prize = floor_prize(floor, number);
    if (prize && prize->patron == NAMES_NONE)
        COMMAND_AS(command, forfeit)->patron = choose_patron(choosing);
    COMMAND_AS(command, forfeit)->reason = text_of("may not have it");
    COMMAND_AS(command, forfeit)->authorised_by = choose_person(choosing, "authorise");
    return true;
}

bool choose_reverse(struct choosing *choosing, struct command *command)
{
    uint32_t count = choosing->floor->last_award;
    if (!count)
        return false;
    command->kind = COMMAND_REVERSE;
    COMMAND_AS(command, reverse)->award = choose_chance(choosing, 70)
                                              ? count - choose_below(choosing, count < 6 ? count : 6)
                                              : choose_below(choosing, count + 2);
    const struct floor_award *award = floor_award(choosing->floor, COMMAND_AS(command, reverse)->award);
    if (award && choose_chance(choosing, 70))
        COMMAND_AS(command, reverse)->prize =
            award->first_prize + choose_below(choosing, award->prize_count + 1);
    COMMAND_AS(command, reverse)->reason = text_of("wrong seat");
    COMMAND_AS(command, reverse)->authorised_by = choose_person(choosing, "authorise");
    return true;
}

const struct offering *choose_offering(struct choosing *choosing)
{
    const struct floor *floor = choosing->floor;
    return &floor->offerings[choose_below(choosing, floor->offering_count)];
}

bool choose_adjust(struct choosing *choosing, struct command *command)
{
    static const char *const accounts[] = {
        "house",   "reserve",          "prize pool", "meter",      "jackpot fund",  "fee box",  "held",
        "winners", "Hawaiian Jackpot", "royal pool", "super pool", "bad beat pool", "promised", "nowhere"};
    const struct offering *offering = choose_offering(choosing);
    command->kind = COMMAND_ADJUST;
    COMMAND_AS(command, adjust)->offer = offering->name;
    bool fill = choose_chance(choosing, 40);
    uint32_t count = sizeof accounts / sizeof accounts[0];
    COMMAND_AS(command, adjust)->from = text_of(fill ? "house" : accounts[choose_below(choosing, count)]);
    COMMAND_AS(command, adjust)->to = text_of(fill ? "reserve" : accounts[choose_below(choosing, count)]);
    COMMAND_AS(command, adjust)->amount =
        choose_chance(choosing, 3) ? -5 : 1 + (int64_t)choose_below(choosing, 200000);
    COMMAND_AS(command, adjust)->reason = text_of("counted anew");
    COMMAND_AS(command, adjust)->authorised_by =
        choose_person(choosing, choose_chance(choosing, 50) ? "authorise" : "adjust");
    return true;
}

/* Of a time that is right, of an earlier one, or of one that is too far away. */
bool choose_confirm_time(struct choosing *choosing, struct command *command)
{
    static const int64_t days[] = {0, 1, 31, 32, 3660, 3661, -1, -31, -32};
    const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    const int64_t away = days[choose_below(choosing, sizeof days / sizeof days[0])];
    command->kind = COMMAND_CONFIRM_TIME;
    COMMAND_AS(command, confirm_time)->to.ms = choosing->floor->now.ms + away * day_ms;
    COMMAND_AS(command, confirm_time)->reason = text_of("the battery was changed");
    COMMAND_AS(command, confirm_time)->authorised_by =
        choose_person(choosing, choose_chance(choosing, 50) ? "authorise" : "adjust");
    return true;
}

bool choose_raise(struct choosing *choosing, struct command *command)
{
    const struct offering *offering = choose_offering(choosing);
    if (offering->terms.pool_count == 0)
        return false;
    command->kind = COMMAND_RAISE;
    COMMAND_AS(command, raise_pool)->offer = offering->name;
    COMMAND_AS(command, raise_pool)->pool =
        offering->terms.pools[choose_below(choosing, offering->terms.pool_count)].name;
    COMMAND_AS(command, raise_pool)->amount = 100 * (int64_t)choose_below(choosing, 2000);
    COMMAND_AS(command, raise_pool)->authorised_by = choose_person(choosing, "authorise");
    return true;
}
