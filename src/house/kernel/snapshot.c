#include "house/kernel/snapshot_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

static const struct field house_fields[] = {
    FIELD_REQUIRED(struct house_line, house, FIELD_TEXT, "house", "its short name"),
    FIELD_REQUIRED(struct house_line, text, FIELD_TEXT, "text", "house.yaml, whole"),
    FIELD_REQUIRED(struct house_line, now, FIELD_TIME, "now", "what its clock shows"),
    FIELD_REQUIRED(struct house_line, day, FIELD_DATE, "day", "the gaming day"),
};

static const struct field document_fields[] = {
    FIELD_REQUIRED(struct document_line, activity, FIELD_TEXT, "activity", "issuer/activity"),
    FIELD_REQUIRED(struct document_line, text, FIELD_TEXT, "text", "the document, whole"),
};

/* ------------------------------------------------------------------------------------------ money */

static const struct field reason_fields[] = {
    FIELD_ONE_OF(struct reason_row, reason, posting_reason_words, "reason", "why it moved"),
    FIELD(struct reason_row, in, FIELD_CENTS, "in", "what came in"),
    FIELD(struct reason_row, out, FIELD_CENTS, "out", "what went out"),
};
static const struct record_shape reason_shape =
    SHAPE("reason", struct reason_row, reason_fields, "what moved for one reason");

static const struct field account_fields[] = {
    FIELD_ONE_OF(struct account_line, kind, account_kind_words, "kind",
                 "of the account; without it, patrons"),
    FIELD(struct account_line, activity, FIELD_TEXT, "activity", "whose it is; without it, the house's"),
    FIELD_REQUIRED(struct account_line, name, FIELD_TEXT, "name", "within the activity"),
    FIELD_ITEMS(struct account_line, reasons, reason_count, FIELD_ROWS, &reason_shape, "reasons",
                "[reason, in, out] each: all that ever moved"),
};

/* ------------------------------------------------------------------------------------------ people */

static const struct field person_fields[] = {
    FIELD_REQUIRED(struct person, person, FIELD_TEXT, "person", "the name to sign with"),
    FIELD(struct person, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct person, role, FIELD_TEXT, "role", "a role of the house"),
    FIELD(struct person, employed, FIELD_FLAG, "employed", "works here now"),
};

static const struct field patron_fields[] = {
    FIELD_REQUIRED(struct patron, patron, FIELD_TEXT, "patron", "the club number"),
    FIELD(struct patron, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct patron, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct patron, identified, patron_identity_words, "identification",
                 "whether an identification was seen"),
    FIELD_ONE_OF(struct patron, employee, employee_words, "employee", "of the house, and how"),
    FIELD(struct patron, proposition, FIELD_FLAG, "proposition-player", "a third-party proposition player"),
    FIELD(struct patron, excluded_as, FIELD_TEXT, "excluded-as",
          "one of the further persons whom documents exclude"),
    FIELD(struct patron, excluded, FIELD_FLAG, "excluded", "on the exclusion list"),
    FIELD(struct patron, reason, FIELD_TEXT, "reason", "of the exclusion"),
    FIELD(struct patron, wins, FIELD_COUNT, "wins", "prizes in all"),
    FIELD(struct patron, currency_day, FIELD_DATE, "currency-day",
          "the last gaming day with a prize in cash"),
    FIELD(struct patron, currency_today, FIELD_CENTS, "currency-today", "paid in cash on that day"),
    FIELD(struct patron, prize_year, FIELD_NUMBER, "prize-year",
          "the last year with a prize without a wager, or counted as one"),
    FIELD(struct patron, prizes_this_year, FIELD_CENTS, "prizes-this-year", "such prizes in that year"),
};

/* ------------------------------------------------------------------------------------------ offers */

static const struct field offer_fields[] = {
    FIELD_REQUIRED(struct offer_line, offer, FIELD_TEXT, "offer", "its short name"),
    FIELD_REQUIRED(struct offer_line, text, FIELD_TEXT, "text", "the offer, whole"),
    FIELD(struct offer_line, documents, FIELD_COUNT, "documents",
          "how many were filed when it was posted: it is read by these"),
    FIELD(struct offer_line, accounts, FIELD_COUNT, "accounts", "how many were open when it was posted"),
    FIELD(struct offer_line, posted, FIELD_FLAG, "posted", "not withdrawn"),
    FIELD(struct offer_line, seeded, FIELD_FLAG, "seeded", "the house has put the first seeds in"),
    FIELD(struct offer_line, hit_since_posted, FIELD_FLAG, "hit", "somebody has won since it was posted"),
    FIELD(struct offer_line, advanced, FIELD_CENTS, "advanced", "all that the house ever advanced"),
    FIELD(struct offer_line, repaid, FIELD_CENTS, "repaid", "what of it was repaid"),
    FIELD(struct offer_line, contributed, FIELD_CENTS, "contributed",
          "what fees had brought its fund when the day began"),
    FIELD_REQUIRED(struct offer_line, closed, FIELD_DATE, "closed",
                   "the last gaming day that was closed for it"),
};

static const struct field advance_fields[] = {
    FIELD(struct advance_line, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD(struct advance_line, award, FIELD_COUNT, "award", "for which it was made; without it, for none"),
    FIELD(struct advance_line, cents, FIELD_CENTS, "cents", "that are owed"),
    FIELD(struct advance_line, clause, FIELD_TEXT, "clause", "by which clause"),
    FIELD(struct advance_line, fund, FIELD_COUNT, "fund",
          "the account of the fund that repays it; without it, the first fund of the offer"),
};

static const struct field former_fields[] = {
    FIELD(struct former_line, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD_REQUIRED(struct former_line, text, FIELD_TEXT, "text", "the offer as it was, whole"),
    FIELD(struct former_line, documents, FIELD_COUNT, "documents",
          "how many were filed when it was posted: it is read by these"),
    FIELD(struct former_line, accounts, FIELD_COUNT, "accounts", "how many were open when it was posted"),
};

static const struct field win_fields[] = {
    FIELD(struct pool_win, at, FIELD_TIME, "at", "when"),
    FIELD(struct pool_win, cents, FIELD_CENTS, "cents", "how much"),
    FIELD(struct pool_win, award, FIELD_COUNT, "award", "its number"),
};
static const struct record_shape win_shape = SHAPE("win", struct pool_win, win_fields, "a win of a pool");

static const struct field pool_fields[] = {
    FIELD(struct pool_line, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD(struct pool_line, pool, FIELD_COUNT, "pool", "its number in the document; the first is 0"),
    FIELD_REQUIRED(struct pool_line, increased, FIELD_DATE, "increased",
                   "the last day whose increase was made"),
    FIELD(struct pool_line, contributed, FIELD_CENTS, "contributed",
          "what fees had brought when the day began"),
    FIELD(struct pool_line, carried, FIELD_CENTS, "carried",
          "what it held when it was posted or an award was backed out"),
    FIELD(struct pool_line, hits, FIELD_COUNT, "hits", "how often it was won"),
    FIELD(struct pool_line, won, FIELD_CENTS, "won", "how much in all"),
    FIELD_ITEMS(struct pool_line, wins, win_count, FIELD_LIST, &win_shape, "wins",
                "the last 25, the newest last"),
};

/* ------------------------------------------------------------------------------------------ tables */

static const struct field table_fields[] = {
    FIELD_REQUIRED(struct table_line, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct table_line, open, FIELD_FLAG, "open", "now"),
    FIELD(struct table_line, opened, FIELD_TIME, "opened", "when, the last time"),
    FIELD(struct table_line, hours_charged, FIELD_COUNT, "hours-charged", "completed since it opened"),
    FIELD(struct table_line, bank, FIELD_COUNT, "bank", "the seat of the player-dealer"),
    FIELD(struct table_line, reader_fails, FIELD_FLAG, "reader-fails", "the card reader"),
    FIELD(struct table_line, keypad_fails, FIELD_FLAG, "keypad-fails", "the keypad"),
    FIELD(struct table_line, sign_fails, FIELD_FLAG, "sign-fails", "the sign"),
    FIELD(struct table_line, called, FIELD_TIME, "called", "since when it calls the floor"),
    FIELD(struct table_line, call, FIELD_TEXT, "call", "and for what"),
};

static const struct field owed_fields[] = {
    FIELD(struct owed_line, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD_REQUIRED(struct owed_line, day, FIELD_DATE, "day", "the gaming day of the hours"),
    FIELD_REQUIRED(struct owed_line, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct owed_line, hours, FIELD_COUNT, "hours", "completed on the day"),
    FIELD(struct owed_line, cents, FIELD_CENTS, "cents", "of their fee, not taken yet"),
};

static const struct field reading_fields[] = {
    FIELD(struct meter_reading, cents, FIELD_CENTS, "cents", "how much"),
};
static const struct record_shape reading_shape =
    SHAPE("reading", struct meter_reading, reading_fields, "what a meter showed");

static const struct field table_offer_fields[] = {
    FIELD_REQUIRED(struct table_offer_line, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct table_offer_line, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD(struct table_offer_line, paid, FIELD_SEATS, "paid", "whose fee was taken in the last round"),
    FIELD(struct table_offer_line, since, FIELD_TIME, "since",
          "when it has been offered there without a break"),
    FIELD(struct table_offer_line, former, FIELD_COUNT, "former",
          "the former posting by which the round that runs was dealt; the first is 1"),
    FIELD(struct table_offer_line, not_offered, FIELD_FLAG, "not-offered",
          "when the round that runs was dealt"),
    FIELD(struct table_offer_line, offered, FIELD_FLAG, "offered",
          "it was when the last round was dealt, where the deal decides"),
    FIELD_ITEMS(
        struct table_offer_line, readings, reading_count, FIELD_ROWS, &reading_shape, "readings",
        "[cents] each: what its meters showed at that deal, or when its period ended, where it pays by that"),
    FIELD(struct table_offer_line, day, FIELD_DATE, "day", "the gaming day of the last fee"),
    FIELD(struct table_offer_line, hour, FIELD_COUNT, "hour", "of the clock, when it was taken"),
    FIELD(struct table_offer_line, rounds, FIELD_COUNT, "rounds", "with fees in that hour"),
    FIELD(struct table_offer_line, fees, FIELD_CENTS, "fees", "of that hour"),
    FIELD(struct table_offer_line, returned, FIELD_CENTS, "returned", "in that hour"),
};

static const struct field seat_fields[] = {
    FIELD_REQUIRED(struct seat_line, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct seat_line, number, FIELD_COUNT, "seat", "1 and on"),
    FIELD(struct seat_line, seat.taken, FIELD_FLAG, "taken", "somebody sits there"),
    FIELD(struct seat_line, patron, FIELD_TEXT, "patron", "the club number, if there is one"),
    FIELD(struct seat_line, seat.since, FIELD_TIME, "since", "when it was taken"),
    FIELD(struct seat_line, seat.hold_button, FIELD_FLAG, "hold-button", "sits out with a button"),
    FIELD(struct seat_line, seat.sensor_fails, FIELD_FLAG, "sensor-fails", "its sensor"),
};

static const struct field chosen_fields[] = {
    FIELD(struct prize_choice, seat, FIELD_COUNT, "seat", "whose"),
    FIELD(struct prize_choice, row, FIELD_TEXT, "row", "of the chart"),
};
static const struct record_shape chosen_shape =
    SHAPE("chosen", struct prize_choice, chosen_fields, "the row that a free player named");

static const struct field duty_fields[] = {
    FIELD(struct duty, patron, FIELD_COUNT, "patron", "its number; the first is 0"),
    FIELD_ONE_OF(struct duty, employee, employee_words, "employee", "how, when the round was dealt"),
};
static const struct record_shape duty_shape =
    SHAPE("duty", struct duty, duty_fields, "somebody who works here and plays");

static const struct field round_fields[] = {
    FIELD_REQUIRED(struct round_line, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct round_line, round.number, FIELD_COUNT, "round", "its number at the table"),
    FIELD(struct round_line, round.at, FIELD_TIME, "at", "when it was dealt"),
    FIELD(struct round_line, round.awards_before, FIELD_COUNT, "awards-before", "how many there were then"),
    FIELD(struct round_line, round.runs, FIELD_FLAG, "runs", "it is not over"),
    FIELD(struct round_line, round.tournament, FIELD_FLAG, "tournament", "of a tournament"),
    FIELD(struct round_line, round.misdeal, FIELD_FLAG, "misdeal", "was noted"),
    FIELD(struct round_line, round.wrong_deck, FIELD_FLAG, "wrong-deck", "was noted"),
    FIELD(struct round_line, round.talk, FIELD_FLAG, "talk", "was noted"),
    FIELD(struct round_line, round.fees_returned, FIELD_FLAG, "fees-returned", "all of them, to the players"),
    FIELD(struct round_line, round.dealt, FIELD_SEATS, "dealt", "who is dealt in"),
    FIELD(struct round_line, round.fees, FIELD_SEATS, "fees", "whose sensor is lit"),
    FIELD(struct round_line, round.marked, FIELD_SEATS, "marked", "whose fee is marked by button"),
    FIELD(struct round_line, round.dealer_fees, FIELD_SEATS, "dealer-fees", "on the player-dealer's hand"),
    FIELD(struct round_line, round.played_behind, FIELD_SEATS, "played-behind", "by bettors behind them"),
    FIELD(struct round_line, round.seated, FIELD_SEATS, "seated", "who sat there when it was dealt"),
    FIELD(struct round_line, round.active, FIELD_SEATS, "active", "of them all without a hold button"),
    FIELD(struct round_line, round.bank, FIELD_COUNT, "bank", "the seat of the player-dealer"),
    FIELD_ITEMS(struct round_line, chosen, chosen_count, FIELD_ROWS, &chosen_shape, "chosen",
                "[seat, row] each, that free players named"),
    FIELD_ITEMS(struct round_line, backline, round.backline_count, FIELD_LIST, &backline_shape, "backline",
                "bets behind seats"),
    FIELD_ITEMS(struct round_line, duties, round.duty_count, FIELD_ROWS, &duty_shape, "duties",
                "[patron, employee] each, who works here and plays"),
    FIELD(struct round_line, round.pot, FIELD_CENTS, "pot", "what the pot held"),
    FIELD_ITEMS(struct round_line, fees_posted, round.fee_count, FIELD_ROWS, &posting_shape, "postings",
                "[from, to, cents, reason, \"\"] each, of its fees, so that they can be returned"),
};

/* ------------------------------------------------------------------------------------------ hands and prizes */

static const struct field hand_bettor_fields[] = {
    FIELD(struct hand_bettor, seat, FIELD_COUNT, "seat", "behind which"),
    FIELD(struct hand_bettor, patron, FIELD_COUNT, "patron",
          "its number; the first is 0, nobody known is 2147483647"),
    FIELD(struct hand_bettor, wager, FIELD_CENTS, "wager", "on the base game"),
    FIELD(struct hand_bettor, fee, FIELD_FLAG, "fee", "was paid"),
    FIELD(struct hand_bettor, dealer_fee, FIELD_FLAG, "dealer-fee", "on the player-dealer's hand"),
};
static const struct record_shape hand_bettor_shape =
    SHAPE("bettor", struct hand_bettor, hand_bettor_fields, "a bet behind a seat");

static const struct field hand_payer_fields[] = {
    FIELD(struct hand_payer, table, FIELD_COUNT, "table", "its number; the first is 0"),
    FIELD(struct hand_payer, seat, FIELD_COUNT, "seat", "which"),
    FIELD(struct hand_payer, patron, FIELD_COUNT, "patron",
          "its number; the first is 0, nobody known is 2147483647"),
};
static const struct record_shape hand_payer_shape =
    SHAPE("payer", struct hand_payer, hand_payer_fields, "who paid the fee at another table");

static const struct field patron_row_fields[] = {
    FIELD(struct patron_row, seat, FIELD_COUNT, "seat", "which"),
    FIELD(struct patron_row, patron, FIELD_COUNT, "patron", "its number; the first is 0"),
};
static const struct record_shape patron_row_shape =
    SHAPE("hand-patron", struct patron_row, patron_row_fields, "who sat at a seat");

static const struct field row_place_fields[] = {
    FIELD(struct row_place, document, FIELD_COUNT, "document", "its number; the first is 1"),
    FIELD(struct row_place, chart, FIELD_COUNT, "chart", "its number in the document; the first is 1"),
    FIELD(struct row_place, row, FIELD_COUNT, "row", "its number in the chart; the first is 1"),
    FIELD(struct row_place, posting, FIELD_COUNT, "posting",
          "1: with the hands that the offer posted when the hand was dealt"),
};
static const struct record_shape row_place_shape =
    SHAPE("hand-row", struct row_place, row_place_fields, "a row that a hand is paid by");

static const struct field hand_fields[] = {
    FIELD_ONE_OF(struct hand_line, state, hand_state_words, "state", "without it, claimed"),
    FIELD_REQUIRED(struct hand_line, table, FIELD_TEXT, "table", "where"),
    FIELD(struct hand_line, hand.round, FIELD_COUNT, "round", "in which round"),
    FIELD(struct hand_line, hand.seat, FIELD_COUNT, "seat", "whose"),
    FIELD(struct hand_line, hand.offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD(struct hand_line, hand.former, FIELD_COUNT, "former",
          "the former posting that it was dealt by, until it is settled; the first is 1"),
    FIELD(struct hand_line, patron, FIELD_TEXT, "patron", "who is to win by it"),
    FIELD(struct hand_line, hand.backline, FIELD_FLAG, "backline", "a bettor behind the seat"),
    FIELD(struct hand_line, hand.on_player_dealer, FIELD_FLAG, "player-dealer", "it is the player-dealer's"),
    FIELD(struct hand_line, hand.misdeal, FIELD_FLAG, "misdeal", "in its round"),
    FIELD(struct hand_line, hand.wrong_deck, FIELD_FLAG, "wrong-deck", "in its round"),
    FIELD(struct hand_line, hand.talk, FIELD_FLAG, "talk", "in its round"),
    FIELD(struct hand_line, hand.tournament, FIELD_FLAG, "tournament", "it was of one"),
    FIELD(struct hand_line, hand.fee, FIELD_FLAG, "fee", "was paid on it"),
    FIELD(struct hand_line, hand.winners, FIELD_SEATS, "beaten-by", "the seats with the winning hand"),
    FIELD(struct hand_line, hand.wager, FIELD_CENTS, "wager", "on the base game"),
    FIELD(struct hand_line, hand.score, FIELD_NUMBER, "score", "its place in the order of hands"),
    FIELD(struct hand_line, hand.multiple, FIELD_COUNT, "multiple", "a multiplier that ran"),
    FIELD_ONE_OF(struct hand_line, hand.outcome, outcome_words, "outcome", "how the base game ended for it"),
    FIELD(struct hand_line, hand.points, FIELD_COUNT, "points", "that its player has by it in the period"),
    FIELD(struct hand_line, hand.award, FIELD_COUNT, "award", "the last that has settled it; the first is 1"),
    FIELD(struct hand_line, hand.dealt, FIELD_SEATS, "dealt", "who was dealt in"),
    FIELD(struct hand_line, hand.paid, FIELD_SEATS, "paid", "who paid the fee of the offer"),
    FIELD(struct hand_line, hand.bank, FIELD_COUNT, "bank", "the seat of the player-dealer"),
    FIELD(struct hand_line, hand.at, FIELD_TIME, "at", "when it was claimed"),
    FIELD(struct hand_line, hand.decided, FIELD_TIME, "decided", "when it was dealt, or claimed"),
    FIELD_ITEMS(
        struct hand_line, hand.readings, hand.reading_count, FIELD_ROWS, &reading_shape, "readings",
        "[cents] each: what the meters showed then, or when its period ended, where it is paid by that"),
    FIELD(struct hand_line, hand.awards_before, FIELD_COUNT, "awards-before", "how many there were then"),
    FIELD(struct hand_line, hand.shared, FIELD_FLAG, "shared", "everybody's"),
    FIELD(struct hand_line, hand.holders, FIELD_SEATS, "holders", "of a shared hand"),
    FIELD(struct hand_line, hand.brings_envy, FIELD_FLAG, "brings-envy",
          "its holder wins nothing, others do"),
    FIELD(struct hand_line, hand.no_part, FIELD_FLAG, "no-part", "its holder may not win"),
    FIELD(struct hand_line, hand.seated, FIELD_SEATS, "seated", "who sat there"),
    FIELD(struct hand_line, hand.active, FIELD_SEATS, "active", "of them all without a hold button"),
    FIELD(struct hand_line, hand.dealer_fees, FIELD_SEATS, "dealer-fees", "on the player-dealer's hand"),
    FIELD(struct hand_line, hand.played_behind, FIELD_SEATS, "played-behind", "by bettors behind them"),
    FIELD_ITEMS(struct hand_line, patrons, patron_count, FIELD_ROWS, &patron_row_shape, "patrons",
                "[seat, patron] each, whom the club knows"),
    FIELD_ITEMS(struct hand_line, hand.bettors, hand.bettor_count, FIELD_LIST, &hand_bettor_shape, "bettors",
                "behind the seats"),
    FIELD_ITEMS(struct hand_line, hand.payers, hand.payer_count, FIELD_LIST, &hand_payer_shape, "payers",
                "who had paid the fee at other tables"),
    FIELD_ITEMS(struct hand_line, hand.duties, hand.duty_count, FIELD_ROWS, &duty_shape, "duties",
                "[patron, employee] each, who works here and played"),
    FIELD_ITEMS(struct hand_line, hand.chosen, hand.chosen_count, FIELD_ROWS, &chosen_shape, "chosen",
                "[seat, row] each, that free players named"),
    FIELD(struct hand_line, claimed_by, FIELD_TEXT, "claimed-by", "who claimed it"),
    FIELD(struct hand_line, hand.claimed_row, FIELD_TEXT, "claimed-row", "the button"),
    FIELD_ITEMS(struct hand_line, rows, row_count, FIELD_ROWS, &row_place_shape, "rows",
                "[document, chart, row, posting] each, until it is settled"),
    FIELD(struct hand_line, hand.cards, FIELD_TEXT, "cards", "as they were entered when it was verified"),
    FIELD(struct hand_line, hand.board, FIELD_TEXT, "board", "the cards in the middle then"),
    FIELD(struct hand_line, hand.verified_by, FIELD_TEXT, "verified-by", "the first of two persons"),
    FIELD(struct hand_line, hand.authorised_by, FIELD_TEXT, "authorised-by",
          "the second, of a hand on a board"),
};

static const struct field board_row_fields[] = {
    FIELD(struct board_row, hand, FIELD_COUNT, "hand", "its number; the first is 1"),
};
static const struct record_shape board_row_shape =
    SHAPE("board-hand", struct board_row, board_row_fields, "a hand on a board");

static const struct field standing_fields[] = {
    FIELD(struct standing, patron, FIELD_COUNT, "patron", "number of the patron; the first is 0"),
    FIELD(struct standing, points, FIELD_COUNT, "points", "in all"),
    FIELD(struct standing, table, FIELD_COUNT, "table", "of the last hand that earned some; the first is 0"),
    FIELD(struct standing, seat, FIELD_COUNT, "seat", "of that hand"),
    FIELD_ONE_OF(struct standing, employee, employee_words, "employee",
                 "what the player was when that was dealt; without it, none"),
    FIELD(struct standing, verified_by, FIELD_TEXT, "verified-by", "the first who looked at that hand"),
    FIELD(struct standing, authorised_by, FIELD_TEXT, "authorised-by", "the second"),
};
static const struct record_shape standing_shape =
    SHAPE("standing", struct standing, standing_fields, "a player with points of the period");

static const struct field board_fields[] = {
    FIELD(struct board_line, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD_REQUIRED(struct board_line, ends, FIELD_TIME, "ends", "the end of the period"),
    FIELD_ITEMS(struct board_line, hands, hand_count, FIELD_ROWS, &board_row_shape, "hands", "[hand] each"),
    FIELD_ITEMS(struct board_line, beaten, beaten_count, FIELD_ROWS, &board_row_shape, "beaten",
                "[hand] each of those that a higher one has beaten"),
    FIELD_ITEMS(struct board_line, standings, standing_count, FIELD_ROWS, &standing_shape, "standings",
                "[patron, points, table, seat, verified-by, authorised-by] each"),
};

static const struct field award_fields[] = {
    FIELD(struct floor_award, offer, FIELD_COUNT, "offer", "its number; the first is 0"),
    FIELD_REQUIRED(struct floor_award, at, FIELD_TIME, "at", "when"),
    FIELD(struct floor_award, reversed, FIELD_FLAG, "reversed", "it was backed out"),
    FIELD(struct floor_award, hand, FIELD_COUNT, "hand", "the first hand of its round; without it, none"),
    FIELD(struct floor_award, prize_count, FIELD_COUNT, "prizes", "how many of the prizes are its"),
    FIELD_REQUIRED(struct floor_award, verified_by, FIELD_TEXT, "verified-by", "the first of two persons"),
    FIELD_REQUIRED(struct floor_award, authorised_by, FIELD_TEXT, "authorised-by", "the second"),
    FIELD_REQUIRED(struct floor_award, clause, FIELD_TEXT, "clause", "by which clause"),
    FIELD_ITEMS(struct floor_award, postings, posting_count, FIELD_ROWS, &posting_shape, "postings",
                "[from, to, cents, reason, \"\"] each, so that it can be backed out"),
    FIELD_ITEMS(struct floor_award, advances, advance_count, FIELD_ROWS, &advance_shape, "advances",
                "[offer, cents, \"\"] each"),
    FIELD_ITEMS(struct floor_award, repaying, repaying_count, FIELD_ROWS, &repaying_shape, "repaying",
                "[fund] of each of the advances; none: the first fund of each offer"),
    FIELD_ITEMS(struct floor_award, pool_shares, pool_share_count, FIELD_ROWS, &pool_share_shape,
                "pool-shares", "[prize, pool, cents] each, where there are several prizes"),
    FIELD(struct floor_award, lent_back, FIELD_CENTS, "lent-back",
          "of the advances, what went back with prizes that were backed out alone"),
};

static const struct field voucher_use_fields[] = {
    FIELD(struct voucher_use, cost, FIELD_TEXT, "for", "what it has paid"),
    FIELD(struct voucher_use, count, FIELD_NUMBER, "count", "how many of them, one of them perhaps in part"),
    FIELD(struct voucher_use, cents, FIELD_CENTS, "cents", "how much for all of them"),
};
static const struct record_shape voucher_use_shape = SHAPE(
    "voucher-use", struct voucher_use, voucher_use_fields, "what a voucher has paid for costs of one kind");

static const struct field prize_fields[] = {
    FIELD_ONE_OF(struct prize_line, state, claim_state_words, "state", "without it, awarded"),
    FIELD(struct prize_line, alone, FIELD_FLAG, "reversed", "it was backed out, and its award stands"),
    FIELD(struct prize_line, prize.claim.cents, FIELD_CENTS, "cents", "money"),
    FIELD(struct prize_line, prize.claim.identified, FIELD_FLAG, "identified", "the winner must be"),
    FIELD_ONE_OF(struct prize_line, prize.shown, identification_words, "shown",
                 "the identification that the winner has shown"),
    FIELD(struct prize_line, prize.thing, FIELD_TEXT, "thing", "what is not money"),
    FIELD(struct prize_line, prize.things, FIELD_COUNT, "things", "how many"),
    FIELD(struct prize_line, prize.worth, FIELD_CENTS, "worth", "of the things, where the prize says it"),
    FIELD(struct prize_line, prize.share, FIELD_TEXT, "share", "for what: a row, losing hand, table, envy"),
    FIELD(struct prize_line, patron, FIELD_TEXT, "patron", "who wins it"),
    FIELD(struct prize_line, table, FIELD_TEXT, "table", "where"),
    FIELD(struct prize_line, prize.seat, FIELD_COUNT, "seat", "which"),
    FIELD_ONE_OF(struct prize_line, prize.employee, employee_words, "employee",
                 "what the winner was at the deal; without it, none"),
    FIELD(struct prize_line, prize.fee, FIELD_CENTS, "fee", "that the winner paid for it; without it, none"),
    FIELD(struct prize_line, identify_by, FIELD_TIME, "identify-by",
          "the last moment to be identified in time"),
    FIELD(struct prize_line, lapses, FIELD_TIME, "lapses", "the first moment at which it has"),
    FIELD(struct prize_line, prize.clause, FIELD_TEXT, "clause", "by which clause"),
    FIELD_ONE_OF(struct prize_line, prize.tray, tray_state_words, "tray",
                 "it was paid from the tray of the table, which is owed it or has it back"),
    FIELD_ITEMS(struct prize_line, prize.uses, prize.use_count, FIELD_ROWS, &voucher_use_shape, "redeemed",
                "[for, count, cents] each, of a voucher"),
};

/* ------------------------------------------------------------------------------------------ sections */

static const struct record_shape shapes[SECTIONS] = {
    [SECTION_HOUSE] = SHAPE("house", struct house_line, house_fields, "the house; none before it was opened"),
    [SECTION_DOCUMENT] =
        SHAPE("document", struct document_line, document_fields, "a document that was filed"),
    [SECTION_ACCOUNT] = SHAPE("account", struct account_line, account_fields, "an account of the ledger"),
    [SECTION_PERSON] = SHAPE("person", struct person, person_fields, "who works or worked here"),
    [SECTION_PATRON] = SHAPE("patron", struct patron, patron_fields, "whom the club knows"),
    [SECTION_OFFER] = SHAPE("offer", struct offer_line, offer_fields, "an offer as it was posted last"),
    [SECTION_POOL] = SHAPE("pool", struct pool_line, pool_fields, "a pool of an offer"),
    [SECTION_ADVANCE] = SHAPE("advance", struct advance_line, advance_fields,
                              "what the house has advanced and is owed, the oldest first"),
    [SECTION_FORMER] = SHAPE("former", struct former_line, former_fields,
                             "an offer as it was posted before, by which hands were dealt that wait"),
    [SECTION_TABLE] = SHAPE("table", struct table_line, table_fields, "a table, in the order of house.yaml"),
    [SECTION_OWED] = SHAPE("owed", struct owed_line, owed_fields,
                           "what an offer owes for administration, by day and table"),
    [SECTION_TABLE_OFFER] =
        SHAPE("table-offer", struct table_offer_line, table_offer_fields, "an offer at a table"),
    [SECTION_SEAT] = SHAPE("seat", struct seat_line, seat_fields,
                           "a seat that somebody has or had, or whose sensor fails"),
    [SECTION_ROUND] = SHAPE("round", struct round_line, round_fields, "the last round of a table"),
    [SECTION_HAND] = SHAPE("hand", struct hand_line, hand_fields, "a hand that was claimed"),
    [SECTION_BOARD] = SHAPE("board", struct board_line, board_fields, "a board whose period runs"),
    [SECTION_AWARD] = SHAPE("award", struct floor_award, award_fields, "an award"),
    [SECTION_PRIZE] = SHAPE("prize", struct prize_line, prize_fields, "a prize"),
};

const struct record_shape *section_shape(enum snapshot_section section)
{
    CHECK_OP(section, <, SECTIONS);
    return &shapes[section];
}

#define COUNT_OF(section, name)                                                                              \
    FIELD(struct snapshot_line, counts[section], FIELD_COUNT, name, "how many lines of this kind follow")

static const struct field snapshot_fields[] = {
    FIELD_REQUIRED(struct snapshot_line, format, FIELD_COUNT, "format", "3"),
    COUNT_OF(SECTION_HOUSE, "house"),
    COUNT_OF(SECTION_DOCUMENT, "document"),
    COUNT_OF(SECTION_ACCOUNT, "account"),
    COUNT_OF(SECTION_PERSON, "person"),
    COUNT_OF(SECTION_PATRON, "patron"),
    COUNT_OF(SECTION_OFFER, "offer"),
    COUNT_OF(SECTION_POOL, "pool"),
    COUNT_OF(SECTION_ADVANCE, "advance"),
    COUNT_OF(SECTION_FORMER, "former"),
    COUNT_OF(SECTION_TABLE, "table"),
    COUNT_OF(SECTION_OWED, "owed"),
    COUNT_OF(SECTION_TABLE_OFFER, "table-offer"),
    COUNT_OF(SECTION_SEAT, "seat"),
    COUNT_OF(SECTION_ROUND, "round"),
    COUNT_OF(SECTION_HAND, "hand"),
    COUNT_OF(SECTION_BOARD, "board"),
    COUNT_OF(SECTION_AWARD, "award"),
    COUNT_OF(SECTION_PRIZE, "prize"),
};
const struct record_shape snapshot_shape =
    SHAPE("snapshot", struct snapshot_line, snapshot_fields, "what follows");

static const struct field end_fields[] = {
    FIELD_REQUIRED(struct end_line, lines, FIELD_COUNT, "lines", "of the snapshot, this one too"),
};
const struct record_shape end_shape = SHAPE("end", struct end_line, end_fields, "nothing follows");
