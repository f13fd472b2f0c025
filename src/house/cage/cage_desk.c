/* The cage desk: its commands and events, and what decides and applies them. */
#include "house/cage/cage_internal.h"

#include "funds/ledger.h"
#include "funds/payment.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"

const char *const payment_words[] = {"live chips",
                                     "cash",
                                     "check",
                                     "promotional chips",
                                     "coupons",
                                     "merchandise",
                                     "vehicles",
                                     "gift cards",
                                     "event tickets",
                                     "tournament entries",
                                     "a wheel spin",
                                     "other things of value",
                                     NULL};
const char *const payment_place_words[] = {"cage", "tray", NULL};

/* ------------------------------------------------------------------------------------------ commands */

static const struct field identify_fields[] = {
    FIELD_REQUIRED(struct identify, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD_REQUIRED(struct identify, document, FIELD_TEXT, "document", "the type of ID"),
    FIELD(struct identify, patron, FIELD_TEXT, "patron",
          "the club number of the winner, if it was not known"),
    FIELD(struct identify, name, FIELD_TEXT, "name", "the name on the ID"),
    FIELD(struct identify, born, FIELD_DATE, "born", "the date of birth on the ID"),
    FIELD(struct identify, no_photo, FIELD_FLAG, "no-photo", "the ID has no photograph"),
    FIELD(struct identify, other_name, FIELD_FLAG, "other-name",
          "the name on the ID differs from the name on the ticket or card"),
    FIELD(struct identify, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, if the winner was not known"),
    COMMAND_HEAD(struct identify),
};

static const struct field pay_fields[] = {
    FIELD_REQUIRED(struct pay_prize, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD_ONE_OF(struct pay_prize, form, payment_words, "in", "how it is paid"),
    FIELD_ONE_OF(struct pay_prize, from, payment_place_words, "from", "where it is paid from"),
    FIELD(struct pay_prize, handed_by, FIELD_TEXT, "handed-by", "the employee who hands it to the winner"),
    FIELD_ONE_OF(struct pay_prize, without, payment_need_words, "without", "what has not been done yet"),
    FIELD(struct pay_prize, absent, FIELD_FLAG, "absent", "the winner is not present"),
    FIELD(struct pay_prize, no_tax_number, FIELD_FLAG, "no-tax-number", "the winner gave no taxpayer number"),
    FIELD(struct pay_prize, nonresident, FIELD_FLAG, "nonresident", "the winner is a non-resident alien"),
    FIELD(struct pay_prize, suspicious, FIELD_FLAG, "suspicious", "staff noticed something suspicious"),
    FIELD(struct pay_prize, for_others, FIELD_FLAG, "for-others", "the winner may act for another person"),
    FIELD(struct pay_prize, no_stub, FIELD_FLAG, "no-stub", "the matching stub or card is missing"),
    FIELD(struct pay_prize, to_another, FIELD_FLAG, "to-another",
          "the winner gave the prize to another person, who collects it"),
    FIELD(struct pay_prize, withheld, FIELD_CENTS, "withheld", "the amount withheld, as a law requires"),
    COMMAND_HEAD(struct pay_prize),
};

static const struct field reimburse_tray_fields[] = {
    FIELD_REQUIRED(struct reimburse_tray, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct reimburse_tray, prize, FIELD_COUNT, "prize",
          "one prize that was paid from the tray; left out: all that the tray is owed"),
    COMMAND_HEAD(struct reimburse_tray),
};

static const struct field redeem_fields[] = {
    FIELD_REQUIRED(struct redeem, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct redeem, cost, FIELD_TEXT, "for", "the cost to pay, as the document names it"),
    FIELD(struct redeem, count, FIELD_COUNT, "count", "how many of them; left out: one"),
    FIELD(struct redeem, each, FIELD_CENTS, "cost", "the price of one"),
    FIELD(struct redeem, unspent, FIELD_FLAG, "unspent", "the winner wants the rest of the voucher in money"),
    FIELD(struct redeem, cancelled, FIELD_FLAG, "cancelled",
          "the event that the voucher was given for is cancelled"),
    FIELD(struct redeem, patron, FIELD_TEXT, "patron", "who uses it; left out: the winner"),
    COMMAND_HEAD(struct redeem),
};

static const struct field forfeit_fields[] = {
    FIELD_REQUIRED(struct forfeit, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct forfeit, patron, FIELD_TEXT, "patron", "the club number of the winner, if it was not known"),
    FIELD_REQUIRED(struct forfeit, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct forfeit, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    COMMAND_HEAD(struct forfeit),
};

static const struct field adjust_fields[] = {
    FIELD_REQUIRED(struct adjust, offer, FIELD_TEXT, "offer",
                   "the short name of the offer whose accounts are used"),
    FIELD_REQUIRED(struct adjust, from, FIELD_TEXT, "from", "the name of the account to take it from"),
    FIELD_REQUIRED(struct adjust, to, FIELD_TEXT, "to", "the name of the account to put it in"),
    FIELD_REQUIRED(struct adjust, amount, FIELD_CENTS, "amount", "the amount"),
    FIELD_REQUIRED(struct adjust, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct adjust, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    COMMAND_HEAD(struct adjust),
};

static const struct desk_command cage_commands[] = {
    {COMMAND_IDENTIFY, SHAPE("identify", struct identify, identify_fields, "records the ID of the winner"),
     .permission = "register patrons", .second = "authorised-by", .usual_role = "cage",
     .decide = decide_identify},
    {COMMAND_PAY, SHAPE("pay", struct pay_prize, pay_fields, "pays a prize"), .permission = "pay",
     .usual_role = "cage", .decide = decide_pay},
    {COMMAND_REIMBURSE_TRAY,
     SHAPE("reimburse-tray", struct reimburse_tray, reimburse_tray_fields, "reimburses the tray of a table"),
     .permission = "pay", .usual_role = "cage", .decide = decide_reimburse_tray},
    {COMMAND_REDEEM, SHAPE("redeem", struct redeem, redeem_fields, "pays a bill with a voucher"),
     .permission = "pay", .usual_role = "cage", .decide = decide_redeem},
    {COMMAND_FORFEIT,
     SHAPE("forfeit", struct forfeit, forfeit_fields, "forfeits a prize whose winner may not have it"),
     .permission = "adjust", .second = "authorised-by", .second_always = true, .usual_role = "accounting",
     .decide = decide_forfeit},
    {COMMAND_ADJUST, SHAPE("adjust", struct adjust, adjust_fields, "moves money by hand"),
     .permission = "adjust", .second = "authorised-by", .second_always = true, .usual_role = "accounting",
     .decide = decide_adjust},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field prize_identified_fields[] = {
    EVENT_HEAD(struct prize_identified),
    FIELD(struct prize_identified, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct prize_identified, patron, FIELD_TEXT, "patron", "the club number of the winner"),
    FIELD(struct prize_identified, document, FIELD_TEXT, "document", "the type of ID"),
    FIELD(struct prize_identified, name, FIELD_TEXT, "name", "the name on the ID"),
    FIELD(struct prize_identified, born, FIELD_DATE, "born", "the date of birth on the ID"),
    FIELD(struct prize_identified, no_photo, FIELD_FLAG, "no-photo", "the ID has no photograph"),
    FIELD(struct prize_identified, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, if the winner was not known"),
};

static const struct field prize_changed_fields[] = {
    EVENT_HEAD(struct prize_changed),
    FIELD(struct prize_changed, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct prize_changed, clause, FIELD_TEXT, "clause", "the clause that orders it"),
    EVENT_MONEY(struct prize_changed),
};

static const struct field prize_forfeited_fields[] = {
    EVENT_HEAD(struct prize_forfeited),
    FIELD(struct prize_forfeited, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD_REQUIRED(struct prize_forfeited, patron, FIELD_TEXT, "patron", "the club number of the winner"),
    FIELD_REQUIRED(struct prize_forfeited, clause, FIELD_TEXT, "clause",
                   "the clause by which the winner may not have it"),
    FIELD_REQUIRED(struct prize_forfeited, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct prize_forfeited, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    EVENT_MONEY(struct prize_forfeited),
};

static const struct field form_fields[] = {
    FIELD(struct form_row, form, FIELD_TEXT, "form", "the name of the form"),
    FIELD(struct form_row, clause, FIELD_TEXT, "clause", "the clause of the law"),
    FIELD(struct form_row, words, FIELD_TEXT, "words", "why the form is due"),
    FIELD(struct form_row, withhold, FIELD_CENTS, "withhold",
          "the amount that the law requires to withhold; this field does not withhold it"),
};
static const struct record_shape form_shape =
    SHAPE("form", struct form_row, form_fields, "a form that a law requires");

static const struct field prize_paid_fields[] = {
    EVENT_HEAD(struct prize_paid),
    FIELD(struct prize_paid, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD_ONE_OF(struct prize_paid, form, payment_words, "in", "how it was paid"),
    FIELD_ONE_OF(struct prize_paid, from, payment_place_words, "from", "where it was paid from"),
    FIELD(struct prize_paid, handed_by, FIELD_TEXT, "handed-by", "the employee who handed it to the winner"),
    FIELD(struct prize_paid, withheld, FIELD_CENTS, "withheld", "the amount withheld, as a law requires"),
    FIELD(struct prize_paid, year, FIELD_COUNT, "year",
          "the calendar year in which it counts among the prizes of the winner; left out: in none"),
    FIELD_ITEMS(struct prize_paid, forms, form_count, FIELD_LIST, &form_shape, "forms",
                "the forms that tax and currency laws require"),
    EVENT_MONEY(struct prize_paid),
};

static const struct field tray_fields[] = {
    FIELD(struct tray_row, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct tray_row, cents, FIELD_CENTS, "cents", "the amount paid from the tray"),
};
static const struct record_shape tray_shape =
    SHAPE("tray", struct tray_row, tray_fields, "a prize that was paid from a tray");

static const struct field tray_reimbursed_fields[] = {
    EVENT_HEAD(struct tray_reimbursed),
    FIELD_REQUIRED(struct tray_reimbursed, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD_ITEMS(struct tray_reimbursed, prizes, prize_count, FIELD_ROWS, &tray_shape, "prizes",
                "[prize, cents] for each prize"),
    EVENT_MONEY(struct tray_reimbursed),
};

static const struct field own_cost_fields[] = {
    FIELD(struct own_cost, cents, FIELD_CENTS, "cents", "the amount"),
    FIELD(struct own_cost, clause, FIELD_TEXT, "clause", "the clause that orders it"),
};
static const struct record_shape own_cost_shape =
    SHAPE("own-cost", struct own_cost, own_cost_fields, "a part of a bill that the winner pays");

static const struct field voucher_redeemed_fields[] = {
    EVENT_HEAD(struct voucher_redeemed),
    FIELD(struct voucher_redeemed, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct voucher_redeemed, offer, FIELD_COUNT, "offer", "the number of the offer that it was won in"),
    FIELD(struct voucher_redeemed, patron, FIELD_TEXT, "patron", "the club number of the user, if known"),
    FIELD_REQUIRED(struct voucher_redeemed, cost, FIELD_TEXT, "for", "the cost that was paid"),
    FIELD(struct voucher_redeemed, count, FIELD_COUNT, "count", "how many of them"),
    FIELD(struct voucher_redeemed, each, FIELD_CENTS, "cost", "the price of one"),
    FIELD(struct voucher_redeemed, paid_for, FIELD_COUNT, "paid-for",
          "how many of them the voucher pays; the last may be paid in part"),
    FIELD(struct voucher_redeemed, cents, FIELD_CENTS, "cents", "the amount that the voucher pays"),
    FIELD_ITEMS(struct voucher_redeemed, own, own_count, FIELD_ROWS, &own_cost_shape, "winner-pays",
                "[cents, clause] for each part of the bill that the winner pays"),
    FIELD(struct voucher_redeemed, cancelled, FIELD_FLAG, "cancelled",
          "the event that the voucher was given for was cancelled"),
    FIELD(struct voucher_redeemed, clause, FIELD_TEXT, "clause", "the clause by which the voucher pays"),
    EVENT_MONEY(struct voucher_redeemed),
};

static const struct field adjusted_fields[] = {
    EVENT_HEAD(struct adjusted),
    FIELD(struct adjusted, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD_REQUIRED(struct adjusted, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct adjusted, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    EVENT_MONEY(struct adjusted),
};

static const struct desk_event cage_events[] = {
    {EVENT_PRIZE_IDENTIFIED,
     SHAPE("prize-identified", struct prize_identified, prize_identified_fields, "the winner showed an ID"),
     .brought_by = COMMAND_IDENTIFY, .apply = apply_prize_identified, .shown = "prize",
     .judge_signed = judge_identified, .judge_winners = judge_winner_identified},
    {EVENT_PRIZE_HELD,
     SHAPE("prize-held", struct prize_changed, prize_changed_fields,
           "no ID was shown in time; the prize is on hold"),
     .brought_by = COMMAND_CLOCK, .money = offsetof(struct prize_changed, money),
     .apply = apply_prize_changed, .shown = "prize", .command_again = clock_again},
    {EVENT_PRIZE_LAPSED,
     SHAPE("prize-lapsed", struct prize_changed, prize_changed_fields,
           "a prize lapsed: nobody claimed it in time"),
     .brought_by = COMMAND_PAY, .money = offsetof(struct prize_changed, money), .apply = apply_prize_changed,
     .shown = "prize", .comes_by_time = lapse_comes_by_time, .command_again = lapse_again},
    {EVENT_PRIZE_FORFEITED,
     SHAPE("prize-forfeited", struct prize_forfeited, prize_forfeited_fields,
           "a prize was forfeited: its winner may not have it"),
     .brought_by = COMMAND_FORFEIT, .money = offsetof(struct prize_forfeited, money),
     .apply = apply_prize_forfeited, .shown = "prize", .on_floor = true, .judge_winners = judge_forfeited},
    {EVENT_PRIZE_PAID, SHAPE("prize-paid", struct prize_paid, prize_paid_fields, "a prize was paid"),
     .brought_by = COMMAND_PAY, .money = offsetof(struct prize_paid, money), .apply = apply_prize_paid,
     .shown = "prize", .judge_signed = judge_paid, .judge_winners = judge_winner_paid,
     .tells_since = DECISIONS_TELL_MORE, .complete = complete_prize_paid, .judge_told = judge_as_completed,
     .judge_again = judge_payment},
    {EVENT_TRAY_REIMBURSED,
     SHAPE("tray-reimbursed", struct tray_reimbursed, tray_reimbursed_fields,
           "the cage reimbursed the tray of a table"),
     .brought_by = COMMAND_REIMBURSE_TRAY, .money = offsetof(struct tray_reimbursed, money),
     .apply = apply_tray_reimbursed},
    {EVENT_VOUCHER_REDEEMED,
     SHAPE("voucher-redeemed", struct voucher_redeemed, voucher_redeemed_fields, "a voucher paid a bill"),
     .brought_by = COMMAND_REDEEM, .money = offsetof(struct voucher_redeemed, money),
     .apply = apply_voucher_redeemed, .shown = "winner pays", .command_again = redeem_again},
    {EVENT_ADJUSTED, SHAPE("adjusted", struct adjusted, adjusted_fields, "money was moved by hand"),
     .brought_by = COMMAND_ADJUST, .money = offsetof(struct adjusted, money), .apply = apply_adjusted,
     .on_floor = true, .judge_again = judge_adjusted},
};

const struct desk cage_desk = {
    .name = "cage",
    .commands = cage_commands,
    .command_count = sizeof cage_commands / sizeof cage_commands[0],
    .events = cage_events,
    .event_count = sizeof cage_events / sizeof cage_events[0],
    .expectations = cage_expectations,
    .expectation_count = CAGE_EXPECTATIONS,
    .views = cage_views,
    .view_count = CAGE_VIEWS,
    .due = cage_due,
    .restored = pass_settled,
};
