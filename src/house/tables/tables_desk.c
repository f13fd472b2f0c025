/* The tables desk: its commands and events, and what decides and applies them. */
#include "house/tables/backline_shapes.h"
#include "house/tables/tables_internal.h"

#include "funds/ledger.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/kernel/program.h"
#include "house/people/people_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

const char *const device_words[] = {"", "sensor", "reader", "keypad", "dice cup", "sign", NULL};
const char *const irregularity_words[] = {"",      "misdeal",          "wrong deck", "talk", "exposed card",
                                          "other", "faulty equipment", NULL};

/* ------------------------------------------------------------------------------------------ commands */

static const struct field at_table_fields[] = {
    FIELD_REQUIRED(struct at_table, table, FIELD_TEXT, "table", "the name of the table"),
    COMMAND_HEAD(struct at_table),
};

static const struct field sit_fields[] = {
    FIELD_REQUIRED(struct sit, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD_REQUIRED(struct sit, seat, FIELD_COUNT, "seat", "the number of the seat, from 1"),
    FIELD(struct sit, patron, FIELD_TEXT, "patron", "the club number of the player; left out for a guest"),
    FIELD(struct sit, hold_button, FIELD_FLAG, "hold-button",
          "the player sits out with a hold or missed-blind button"),
    COMMAND_HEAD(struct sit),
};

static const struct field leave_fields[] = {
    FIELD_REQUIRED(struct at_seat, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD_REQUIRED(struct at_seat, seat, FIELD_COUNT, "seat", "the number of the seat, from 1"),
    COMMAND_HEAD(struct at_seat),
};

static const struct field bank_fields[] = {
    FIELD_REQUIRED(struct at_seat, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct at_seat, seat, FIELD_COUNT, "seat",
          "the seat of the player-dealer, from 1; left out: the player-dealer is not seated"),
    COMMAND_HEAD(struct at_seat),
};

static const struct field equipment_fields[] = {
    FIELD_REQUIRED(struct equipment, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD_ONE_OF(struct equipment, device, device_words, "device", "the device"),
    FIELD(struct equipment, seat, FIELD_COUNT, "seat", "the seat of the sensor"),
    FIELD(struct equipment, works, FIELD_FLAG, "works", "the device works again; left out: it fails"),
    COMMAND_HEAD(struct equipment),
};

static const struct field payers_fields[] = {
    FIELD_REQUIRED(struct fee_payers, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD(struct fee_payers, seats, FIELD_SEATS, "seats", "the seats that paid its fee"),
};
const struct record_shape payers_shape =
    SHAPE("payers", struct fee_payers, payers_fields, "the seats that paid the fee of one offer");

static const struct field backline_fields[] = {
    FIELD_REQUIRED(struct backline_bet, seat, FIELD_COUNT, "seat", "the seat that the bet is behind"),
    FIELD(struct backline_bet, patron, FIELD_TEXT, "patron", "the club number of the patron"),
    FIELD(struct backline_bet, wager, FIELD_CENTS, "wager", "the wager on the base game"),
    FIELD(struct backline_bet, fee, FIELD_FLAG, "fee", "the fee was paid"),
    FIELD(struct backline_bet, dealer_fee, FIELD_FLAG, "dealer-fee",
          "a fee was paid on the player-dealer's hand"),
};
const struct record_shape backline_shape =
    SHAPE("backline", struct backline_bet, backline_fields, "a bet behind a seat");

static const struct field choice_fields[] = {
    FIELD_REQUIRED(struct prize_choice, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD_REQUIRED(struct prize_choice, row, FIELD_TEXT, "row", "the row of the chart, by name or number"),
};
const struct record_shape choice_shape =
    SHAPE("choice", struct prize_choice, choice_fields, "the prize that a free player selected");

static const struct field start_round_fields[] = {
    FIELD_REQUIRED(struct start_round, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct start_round, dealt, FIELD_SEATS, "dealt",
          "the seats that are dealt in; left out: all seats that are taken"),
    FIELD(struct start_round, fees, FIELD_SEATS, "fees", "the seats whose fee sensor is lit"),
    FIELD(struct start_round, marked, FIELD_SEATS, "marked",
          "the seats whose fee is marked by button, because the sensor fails"),
    FIELD(struct start_round, dealer_fees, FIELD_SEATS, "dealer-fees",
          "the seats with a fee on the player-dealer's hand"),
    FIELD(struct start_round, played_behind, FIELD_SEATS, "played-behind",
          "the seats whose own player has no bet; bettors behind them play the hand"),
    FIELD_ITEMS(struct start_round, payers, payer_count, FIELD_LIST, &payers_shape, "payers",
                "the seats that paid each fee, if the offers have different fees"),
    FIELD_ITEMS(struct start_round, backline, backline_count, FIELD_LIST, &backline_shape, "backline",
                "the bets behind seats; for one seat in the order of their betting positions"),
    FIELD_ITEMS(struct start_round, chosen, chosen_count, FIELD_LIST, &choice_shape, "chosen",
                "the prizes that free players selected before the deal"),
    FIELD(struct start_round, tournament, FIELD_FLAG, "tournament", "the round belongs to a tournament"),
    COMMAND_HEAD(struct start_round),
};

static const struct field irregularity_fields[] = {
    FIELD_REQUIRED(struct irregularity, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD_ONE_OF(struct irregularity, what, irregularity_words, "what", "the problem"),
    FIELD(struct irregularity, note, FIELD_TEXT, "note", "a note, in words"),
    COMMAND_HEAD(struct irregularity),
};

static const struct field table_note_fields[] = {
    FIELD_REQUIRED(struct table_note, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct table_note, note, FIELD_TEXT, "note", "a note, in words"),
    COMMAND_HEAD(struct table_note),
};

static const struct field return_fees_fields[] = {
    FIELD_REQUIRED(struct return_fees, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct return_fees, offer, FIELD_TEXT, "offer",
          "the short name of the offer whose fees go back; left out: see above"),
    FIELD(struct return_fees, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD(struct return_fees, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, who may authorise"),
    COMMAND_HEAD(struct return_fees),
};

static const struct field end_round_fields[] = {
    FIELD_REQUIRED(struct end_round, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct end_round, pot, FIELD_CENTS, "pot", "the amount in the pot"),
    COMMAND_HEAD(struct end_round),
};

static const struct field note_fields[] = {
    FIELD_REQUIRED(struct write_note, note, FIELD_TEXT, "note", "the text of the note"),
    FIELD(struct write_note, table, FIELD_TEXT, "table", "the table that it is about"),
    FIELD(struct write_note, hand, FIELD_COUNT, "hand", "the hand that it is about"),
    FIELD(struct write_note, prize, FIELD_COUNT, "prize", "the prize that it is about"),
    COMMAND_HEAD(struct write_note),
};

static const struct desk_command tables_commands[] = {
    {COMMAND_OPEN_TABLE, SHAPE("open-table", struct at_table, at_table_fields, "opens a table"),
     .permission = "open tables", .usual_role = "floor", .decide = decide_open_table},
    {COMMAND_CLOSE_TABLE, SHAPE("close-table", struct at_table, at_table_fields, "closes a table"),
     .permission = "open tables", .usual_role = "floor", .decide = decide_close_table},
    {COMMAND_SIT, SHAPE("sit", struct sit, sit_fields, "seats a player"), .permission = "start rounds",
     .usual_role = "dealer", .decide = decide_sit},
    {COMMAND_LEAVE, SHAPE("leave", struct at_seat, leave_fields, "frees a seat"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_leave},
    {COMMAND_BANK, SHAPE("bank", struct at_seat, bank_fields, "sets the player-dealer"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_bank},
    {COMMAND_EQUIPMENT,
     SHAPE("equipment", struct equipment, equipment_fields, "reports that a device fails, or works again"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_equipment},
    {COMMAND_START_ROUND,
     SHAPE("start-round", struct start_round, start_round_fields, "starts a round and takes its fees"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_start_round},
    {COMMAND_IRREGULARITY,
     SHAPE("irregularity", struct irregularity, irregularity_fields, "reports a problem in the round"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_irregularity},
    {COMMAND_CALL_FLOOR,
     SHAPE("call-floor", struct table_note, table_note_fields, "calls the floor to a table"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_call_floor},
    {COMMAND_ANSWER_CALL,
     SHAPE("answer-call", struct table_note, table_note_fields, "closes a call of a table"),
     .permission = "open tables", .usual_role = "floor", .decide = decide_answer_call},
    {COMMAND_RETURN_FEES,
     SHAPE("return-fees", struct return_fees, return_fees_fields,
           "returns the fees of the round to the players"),
     .permission = "authorise", .countersigned = "start rounds", .second = "authorised-by",
     .second_always = true, .second_since = DECISIONS_BY_TWO, .usual_role = "floor",
     .decide = decide_return_fees},
    {COMMAND_END_ROUND, SHAPE("end-round", struct end_round, end_round_fields, "ends the round"),
     .permission = "start rounds", .usual_role = "dealer", .decide = decide_end_round},
    {COMMAND_NOTE, SHAPE("note", struct write_note, note_fields, "adds a note to a table, a hand or a prize"),
     .permission = "claim hands", .usual_role = "dealer", .decide = decide_note},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field table_opened_fields[] = {
    EVENT_HEAD(struct table_opened),
    FIELD_REQUIRED(struct table_opened, table, FIELD_TEXT, "table", "the name of the table"),
};

static const struct field seated_fields[] = {
    EVENT_HEAD(struct seated),
    FIELD_REQUIRED(struct seated, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct seated, seat, FIELD_COUNT, "seat", "the number of the seat, from 1"),
    FIELD(struct seated, patron, FIELD_TEXT, "patron", "the club number of the player; left out for a guest"),
    FIELD(struct seated, hold_button, FIELD_FLAG, "hold-button", "the player sits out with a button"),
    FIELD(struct seated, named, FIELD_FLAG, "named", "the guest who sits there already is this patron"),
};

static const struct field seat_changed_fields[] = {
    EVENT_HEAD(struct seat_changed),
    FIELD_REQUIRED(struct seat_changed, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct seat_changed, seat, FIELD_COUNT, "seat", "the number of the seat"),
};

static const struct field equipment_event_fields[] = {
    EVENT_HEAD(struct equipment_reported),
    FIELD_REQUIRED(struct equipment_reported, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD_ONE_OF(struct equipment_reported, device, device_words, "device", "the device"),
    FIELD(struct equipment_reported, seat, FIELD_COUNT, "seat", "the seat of the sensor"),
    FIELD(struct equipment_reported, works, FIELD_FLAG, "works",
          "the device works again; left out: it fails"),
    FIELD(struct equipment_reported, clause, FIELD_TEXT, "clause", "the clause that says what to do"),
    FIELD(struct equipment_reported, words, FIELD_TEXT, "words", "what to do, in the words of the document"),
};

static const struct field round_offer_fields[] = {
    FIELD(struct round_offer, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct round_offer, paid, FIELD_SEATS, "paid", "the seats whose fee was taken"),
    FIELD(struct round_offer, offered, FIELD_COUNT, "offered",
          "1: the document goes by the deal, and the offer was offered then"),
};
static const struct record_shape round_offer_shape =
    SHAPE("round-offer", struct round_offer, round_offer_fields, "an offer of the table in a round");

static const struct field meter_shown_fields[] = {
    FIELD(struct meter_shown, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct meter_shown, cents, FIELD_CENTS, "cents",
          "the amount of the pool, with the fees of the round"),
};
static const struct record_shape meter_shown_shape = SHAPE(
    "meter-shown", struct meter_shown, meter_shown_fields, "what the meter of a pool showed at the deal");

static const struct field round_period_fields[] = {
    FIELD(struct round_period, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct round_period, ends, FIELD_TIME, "ends",
          "the end of the period in which the round was dealt"),
};
static const struct record_shape round_period_shape =
    SHAPE("round-period", struct round_period, round_period_fields,
          "when the meters are read of an offer that pays what they show at the end of the period");

static const struct field round_player_fields[] = {
    FIELD(struct round_player, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct round_player, patron, FIELD_TEXT, "patron", "the club number"),
    FIELD(struct round_player, behind, FIELD_FLAG, "behind", "the player bets behind the seat"),
    FIELD(struct round_player, age, FIELD_COUNT, "age",
          "the age in full years; left out if the date of birth was not recorded"),
    FIELD(struct round_player, minutes, FIELD_COUNT, "minutes", "the minutes since the player took the seat"),
    FIELD_ONE_OF(struct round_player, employee, employee_words, "employee",
                 "the duty status of an employee; left out if not an employee"),
    FIELD_ONE_OF(struct round_player, identified, patron_identity_words, "identification",
                 "whether an ID was checked"),
    FIELD(struct round_player, proposition, FIELD_FLAG, "proposition-player",
          "the player was a third-party proposition player"),
    FIELD(struct round_player, excluded, FIELD_FLAG, "excluded", "the player was on the exclusion list"),
    FIELD(struct round_player, excluded_as, FIELD_TEXT, "excluded-as",
          "another group that a document excludes, in its words"),
};
static const struct record_shape round_player_shape = SHAPE(
    "player", struct round_player, round_player_fields, "a patron at the table when the cards were dealt");

static const struct field round_started_fields[] = {
    EVENT_HEAD(struct round_started),
    FIELD_REQUIRED(struct round_started, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct round_started, round, FIELD_COUNT, "round", "the number of the round at this table"),
    FIELD(struct round_started, dealt, FIELD_SEATS, "dealt", "the seats that are dealt in"),
    FIELD(struct round_started, fees, FIELD_SEATS, "fees", "the seats whose fee sensor is lit"),
    FIELD(struct round_started, marked, FIELD_SEATS, "marked", "the seats whose fee was marked by button"),
    FIELD(struct round_started, dealer_fees, FIELD_SEATS, "dealer-fees",
          "the seats with a fee on the player-dealer's hand"),
    FIELD(struct round_started, played_behind, FIELD_SEATS, "played-behind",
          "the seats whose own player has no bet"),
    FIELD_ITEMS(struct round_started, payers, payer_count, FIELD_LIST, &payers_shape, "payers",
                "the seats that paid each fee, if the offers have different fees"),
    FIELD_ITEMS(struct round_started, backline, backline_count, FIELD_LIST, &backline_shape, "backline",
                "the bets behind seats"),
    FIELD_ITEMS(struct round_started, chosen, chosen_count, FIELD_LIST, &choice_shape, "chosen",
                "the prizes that free players selected"),
    FIELD(struct round_started, tournament, FIELD_FLAG, "tournament", "the round belongs to a tournament"),
    FIELD_ITEMS(struct round_started, players, player_count, FIELD_LIST, &round_player_shape, "players",
                "the patrons at the table, and what decides whether each may win, as recorded at the deal"),
    FIELD_ITEMS(
        struct round_started, offers, offer_count, FIELD_ROWS, &round_offer_shape, "offers",
        "[offer, paid, offered] for each offer whose fee was taken, or by which hands of the deal are paid"),
    FIELD_ITEMS(struct round_started, shown, shown_count, FIELD_ROWS, &meter_shown_shape, "shown",
                "[offer, cents] for each pool of the offers that pay what their meters show at the deal"),
    FIELD_ITEMS(struct round_started, periods, period_count, FIELD_ROWS, &round_period_shape, "periods",
                "[offer, ends] for each offer that pays what its meters show at the end of the period"),
    EVENT_MONEY(struct round_started),
};

static const struct field irregularity_event_fields[] = {
    EVENT_HEAD(struct irregularity_noted),
    FIELD_REQUIRED(struct irregularity_noted, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct irregularity_noted, round, FIELD_COUNT, "round", "the number of the round"),
    FIELD_ONE_OF(struct irregularity_noted, what, irregularity_words, "what", "the problem"),
    FIELD(struct irregularity_noted, note, FIELD_TEXT, "note", "a note, in words"),
};

static const struct field table_noted_fields[] = {
    EVENT_HEAD(struct table_noted),
    FIELD_REQUIRED(struct table_noted, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct table_noted, round, FIELD_COUNT, "round",
          "the number of the round in play; left out between rounds"),
    FIELD(struct table_noted, note, FIELD_TEXT, "note", "a note, in words"),
};

static const struct field returned_offer_fields[] = {
    FIELD(struct returned_offer, offer, FIELD_COUNT, "offer", "the number of the offer"),
};
static const struct record_shape returned_offer_shape =
    SHAPE("returned-offer", struct returned_offer, returned_offer_fields, "an offer whose fees went back");

static const struct field kept_fee_fields[] = {
    FIELD(struct kept_fee, movement, FIELD_COUNT, "movement",
          "its place among the movements of the round that were not returned yet, from 1"),
};
static const struct record_shape kept_fee_shape =
    SHAPE("kept-fee", struct kept_fee, kept_fee_fields, "a movement of a fee that did not go back");

static const struct field fees_returned_fields[] = {
    EVENT_HEAD(struct fees_returned),
    FIELD_REQUIRED(struct fees_returned, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct fees_returned, offer, FIELD_TEXT, "offer",
          "the short name of the one offer whose fees went back; left out: several or all offers"),
    FIELD(struct fees_returned, round, FIELD_COUNT, "round", "the number of the round"),
    FIELD(struct fees_returned, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD(struct fees_returned, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, if one signed"),
    FIELD_ITEMS(struct fees_returned, offers, offer_count, FIELD_ROWS, &returned_offer_shape, "offers",
                "[offer] for each offer whose fees went back"),
    FIELD_ITEMS(struct fees_returned, kept, kept_count, FIELD_ROWS, &kept_fee_shape, "kept",
                "[movement] for each movement of a fee that did not go back; left out: all of them did"),
    EVENT_MONEY(struct fees_returned),
};

static const struct field round_ended_fields[] = {
    EVENT_HEAD(struct round_ended),
    FIELD_REQUIRED(struct round_ended, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct round_ended, round, FIELD_COUNT, "round", "the number of the round"),
    FIELD(struct round_ended, pot, FIELD_CENTS, "pot", "the amount in the pot"),
};

static const struct field hour_fee_fields[] = {
    FIELD(struct hour_fee, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct hour_fee, cents, FIELD_CENTS, "cents", "the fee for the hour"),
    FIELD(struct hour_fee, due, FIELD_CENTS, "due", "the total then due for the table and the gaming day"),
};
static const struct record_shape hour_fee_shape =
    SHAPE("hour-fee", struct hour_fee, hour_fee_fields, "the administrative fee of an offer for one hour");

static const struct field hour_completed_fields[] = {
    EVENT_HEAD(struct hour_completed),
    FIELD_REQUIRED(struct hour_completed, table, FIELD_TEXT, "table", "the table that was open"),
    FIELD_ITEMS(struct hour_completed, fees, fee_count, FIELD_ROWS, &hour_fee_shape, "fees",
                "[offer, cents, due] for each offer that the table had for the whole hour"),
};

static const struct field table_fee_fields[] = {
    FIELD(struct table_fee, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct table_fee, hours, FIELD_COUNT, "hours", "the hours completed on that day"),
    FIELD(struct table_fee, due, FIELD_CENTS, "due", "the amount that was due"),
    FIELD(struct table_fee, taken, FIELD_CENTS, "taken", "the amount taken; the rest stays due"),
};
static const struct record_shape table_fee_shape =
    SHAPE("table-fee", struct table_fee, table_fee_fields, "the administrative fee of a table for one day");

static const struct field administration_fields[] = {
    EVENT_HEAD(struct administration_taken),
    FIELD(struct administration_taken, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD_REQUIRED(
        struct administration_taken, day, FIELD_DATE, "day",
        "the gaming day of the hours: the day that closes, or an earlier day with an amount still due"),
    FIELD_ITEMS(
        struct administration_taken, tables, table_count, FIELD_ROWS, &table_fee_shape, "tables",
        "[table, hours, due, taken] for each table; left out if the fund first had advances to repay"),
    EVENT_MONEY(struct administration_taken),
};

static const struct field noted_fields[] = {
    EVENT_HEAD(struct noted),
    FIELD_REQUIRED(struct noted, note, FIELD_TEXT, "note", "the text of the note"),
    FIELD(struct noted, table, FIELD_TEXT, "table", "the table that it is about"),
    FIELD(struct noted, hand, FIELD_COUNT, "hand", "the hand that it is about"),
    FIELD(struct noted, prize, FIELD_COUNT, "prize", "the prize that it is about"),
};

static const struct desk_event tables_events[] = {
    {EVENT_TABLE_OPENED,
     SHAPE("table-opened", struct table_opened, table_opened_fields, "a table was opened"),
     .brought_by = COMMAND_OPEN_TABLE, .apply = apply_table_opened, .command_again = table_again},
    {EVENT_TABLE_CLOSED,
     SHAPE("table-closed", struct table_opened, table_opened_fields, "a table was closed"),
     .brought_by = COMMAND_CLOSE_TABLE, .apply = apply_table_closed, .command_again = table_again},
    {EVENT_SEATED, SHAPE("seated", struct seated, seated_fields, "a player took a seat"),
     .brought_by = COMMAND_SIT, .apply = apply_seated, .command_again = sit_again},
    {EVENT_LEFT, SHAPE("left", struct seat_changed, seat_changed_fields, "a seat became free"),
     .brought_by = COMMAND_LEAVE, .apply = apply_left, .command_again = seat_again},
    {EVENT_BANKED, SHAPE("banked", struct seat_changed, seat_changed_fields, "the player-dealer changed"),
     .brought_by = COMMAND_BANK, .apply = apply_banked, .command_again = seat_again},
    {EVENT_EQUIPMENT_REPORTED,
     SHAPE("equipment-reported", struct equipment_reported, equipment_event_fields,
           "a device failed, or works again"),
     .brought_by = COMMAND_EQUIPMENT, .apply = apply_equipment, .on_floor = true},
    {EVENT_ROUND_STARTED,
     SHAPE("round-started", struct round_started, round_started_fields,
           "a round started and its fees were taken"),
     .brought_by = COMMAND_START_ROUND, .money = offsetof(struct round_started, money),
     .apply = apply_round_started, .tells_since = DECISIONS_TELL_MORE, .complete = complete_round_started,
     .judge_again = judge_fees, .judged_first = true},
    {EVENT_IRREGULARITY_NOTED,
     SHAPE("irregularity-noted", struct irregularity_noted, irregularity_event_fields,
           "a problem in the round was reported"),
     .brought_by = COMMAND_IRREGULARITY, .apply = apply_irregularity, .on_floor = true,
     .command_again = irregularity_again},
    {EVENT_FLOOR_CALLED,
     SHAPE("floor-called", struct table_noted, table_noted_fields, "a table called the floor"),
     .brought_by = COMMAND_CALL_FLOOR, .apply = apply_floor_called, .on_floor = true},
    {EVENT_CALL_ANSWERED,
     SHAPE("call-answered", struct table_noted, table_noted_fields, "the floor came to the table"),
     .brought_by = COMMAND_ANSWER_CALL, .apply = apply_call_answered, .on_floor = true},
    {EVENT_FEES_RETURNED,
     SHAPE("fees-returned", struct fees_returned, fees_returned_fields,
           "the fees of the round were returned to the players"),
     .brought_by = COMMAND_RETURN_FEES, .money = offsetof(struct fees_returned, money),
     .apply = apply_fees_returned, .complete = complete_fees_returned, .on_floor = true,
     .judge_again = judge_returned, .judged_first = true},
    {EVENT_ROUND_ENDED, SHAPE("round-ended", struct round_ended, round_ended_fields, "the round ended"),
     .brought_by = COMMAND_END_ROUND, .apply = apply_round_ended, .judge_again = judge_ended},
    {EVENT_HOUR_COMPLETED,
     SHAPE("hour-completed", struct hour_completed, hour_completed_fields,
           "a table was open for another hour; its administrative fees are due"),
     .brought_by = COMMAND_CLOCK, .apply = apply_hour_completed, .command_again = clock_again},
    {EVENT_ADMINISTRATION_TAKEN,
     SHAPE("administration-taken", struct administration_taken, administration_fields,
           "the gaming day closed and administrative fees were taken"),
     .brought_by = COMMAND_CLOCK, .money = offsetof(struct administration_taken, money),
     .apply = apply_administration_taken, .command_again = clock_again},
    {EVENT_NOTED,
     SHAPE("noted", struct noted, noted_fields, "a note was added to a table, a hand or a prize"),
     .brought_by = COMMAND_NOTE, .apply = apply_noted, .on_floor = true, .command_again = note_again},
};

const struct desk tables_desk = {
    .name = "tables",
    .commands = tables_commands,
    .command_count = sizeof tables_commands / sizeof tables_commands[0],
    .events = tables_events,
    .event_count = sizeof tables_events / sizeof tables_events[0],
    .statements = tables_statements,
    .statement_count = TABLES_STATEMENTS,
    .sections = tables_sections,
    .section_count = TABLES_SECTIONS,
    .views = tables_views,
    .view_count = TABLES_VIEWS,
    .due = tables_due,
    .check_restored = check_tables_restored,
    .restored = tables_restored,
};
