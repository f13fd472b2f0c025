#include "house/event.h"

#include "base/check.h"

#define HEAD(type)                                                                                           \
    FIELD_REQUIRED(type, head.at, FIELD_TIME, "at", "when"),                                                 \
        FIELD(type, head.by, FIELD_TEXT, "by", "who brought it; without it, time did")

/* ------------------------------------------------------------------------------------------ money */

static const struct field posting_fields[] = {
    FIELD(struct posting, from, FIELD_COUNT, "from", "the account it leaves"),
    FIELD(struct posting, to, FIELD_COUNT, "to", "the account it reaches"),
    FIELD(struct posting, cents, FIELD_CENTS, "cents", "how much"),
    FIELD_ONE_OF(struct posting, reason, posting_reason_words, "reason", "why"),
    FIELD(struct posting, clause, FIELD_TEXT, "clause", "by which clause"),
};
const struct record_shape posting_shape =
    SHAPE("posting", struct posting, posting_fields, "money that moves");

static const struct field advance_fields[] = {
    FIELD(struct advance_row, offer, FIELD_COUNT, "offer", "its number"),
    FIELD(struct advance_row, cents, FIELD_CENTS, "cents", "covered; below zero: paid back"),
    FIELD(struct advance_row, clause, FIELD_TEXT, "clause", "by which clause"),
};
const struct record_shape advance_shape =
    SHAPE("advance", struct advance_row, advance_fields, "what the house covers, or is paid back");

static const struct field repaying_fields[] = {
    FIELD(struct repaying_row, fund, FIELD_COUNT, "fund", "its account"),
};
const struct record_shape repaying_shape =
    SHAPE("repaying-fund", struct repaying_row, repaying_fields, "the fund that repays an advance");

#define MONEY(type)                                                                                          \
    FIELD_ITEMS(type, money.postings, money.posting_count, FIELD_ROWS, &posting_shape, "postings",           \
                "[from, to, cents, reason, clause] each"),                                                   \
        FIELD_ITEMS(type, money.advances, money.advance_count, FIELD_ROWS, &advance_shape, "advances",       \
                    "[offer, cents, clause] each"),                                                          \
        FIELD_ITEMS(type, money.repaying, money.repaying_count, FIELD_ROWS, &repaying_shape, "repaying",     \
                    "[fund] of each of the advances; none: the first fund of each offer")

/* ------------------------------------------------------------------------------------------ shapes */

static const struct field house_opened_fields[] = {
    HEAD(struct house_opened),
    FIELD_REQUIRED(struct house_opened, house, FIELD_TEXT, "house", "its short name"),
    FIELD_REQUIRED(struct house_opened, text, FIELD_TEXT, "text", "house.yaml, whole"),
};

static const struct field document_filed_fields[] = {
    HEAD(struct document_filed),
    FIELD_REQUIRED(struct document_filed, activity, FIELD_TEXT, "activity", "issuer/activity"),
    FIELD_REQUIRED(struct document_filed, text, FIELD_TEXT, "text", "the document, whole"),
};

static const struct field offer_posted_fields[] = {
    HEAD(struct offer_posted),
    FIELD(struct offer_posted, number, FIELD_COUNT, "number", "what other events call it; the first is 0"),
    FIELD_REQUIRED(struct offer_posted, offer, FIELD_TEXT, "offer", "its short name"),
    FIELD_REQUIRED(struct offer_posted, text, FIELD_TEXT, "text", "the offer, whole"),
    MONEY(struct offer_posted),
};

static const struct field about_offer_fields[] = {
    HEAD(struct about_offer),
    FIELD(struct about_offer, offer, FIELD_COUNT, "offer", "its number"),
};

static const struct field clock_fields[] = {HEAD(struct clock_moved)};

static const struct field day_began_fields[] = {
    HEAD(struct day_began),
    FIELD_REQUIRED(struct day_began, day, FIELD_DATE, "day", "the date under which it is booked"),
};

static const struct field pool_changed_fields[] = {
    HEAD(struct pool_changed),
    FIELD(struct pool_changed, offer, FIELD_COUNT, "offer", "its number"),
    FIELD(struct pool_changed, pool, FIELD_TEXT, "pool", "its name"),
    MONEY(struct pool_changed),
};

static const struct field hour_fee_fields[] = {
    FIELD(struct hour_fee, offer, FIELD_COUNT, "offer", "its number"),
    FIELD(struct hour_fee, cents, FIELD_CENTS, "cents", "for the hour"),
    FIELD(struct hour_fee, due, FIELD_CENTS, "due", "what it then owes for the table and the gaming day"),
};
static const struct record_shape hour_fee_shape =
    SHAPE("hour-fee", struct hour_fee, hour_fee_fields, "the administrative fee of an offer for an hour");

static const struct field hour_completed_fields[] = {
    HEAD(struct hour_completed),
    FIELD_REQUIRED(struct hour_completed, table, FIELD_TEXT, "table", "the table that was open"),
    FIELD_ITEMS(struct hour_completed, fees, fee_count, FIELD_ROWS, &hour_fee_shape, "fees",
                "[offer, cents, due] each, of every offer that it had all the while"),
};

static const struct field table_fee_fields[] = {
    FIELD(struct table_fee, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct table_fee, hours, FIELD_COUNT, "hours", "completed on the day"),
    FIELD(struct table_fee, due, FIELD_CENTS, "due", "what was owed for them until now"),
    FIELD(struct table_fee, taken, FIELD_CENTS, "taken", "what of it the fund held; the rest stays due"),
};
static const struct record_shape table_fee_shape =
    SHAPE("table-fee", struct table_fee, table_fee_fields, "the administrative fee of a table and day");

static const struct field administration_fields[] = {
    HEAD(struct administration_taken),
    FIELD(struct administration_taken, offer, FIELD_COUNT, "offer", "its number"),
    FIELD_REQUIRED(struct administration_taken, day, FIELD_DATE, "day",
                   "of the hours: the one that closes, or one before of which something was still due"),
    FIELD_ITEMS(struct administration_taken, tables, table_count, FIELD_ROWS, &table_fee_shape, "tables",
                "[table, hours, due, taken] each; none where the fund first had advances to repay"),
    MONEY(struct administration_taken),
};

static const struct field appointed_fields[] = {
    HEAD(struct appointed),
    FIELD_REQUIRED(struct appointed, person, FIELD_TEXT, "person", "the name to sign with"),
    FIELD(struct appointed, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct appointed, role, FIELD_TEXT, "role", "a role of the house"),
};

static const struct field patron_fields[] = {
    HEAD(struct patron_recorded),
    FIELD_REQUIRED(struct patron_recorded, patron, FIELD_TEXT, "patron", "the club number"),
    FIELD(struct patron_recorded, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct patron_recorded, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct patron_recorded, identified, patron_identity_words, "identification",
                 "whether an identification was seen"),
    FIELD_ONE_OF(struct patron_recorded, employee, employee_words, "employee", "of the house, and how"),
    FIELD(struct patron_recorded, proposition, FIELD_FLAG, "proposition-player",
          "a third-party proposition player"),
    FIELD(struct patron_recorded, excluded_as, FIELD_TEXT, "excluded-as",
          "one of the further persons whom documents exclude"),
    FIELD(struct patron_recorded, excluded, FIELD_FLAG, "excluded", "on the exclusion list"),
    FIELD(struct patron_recorded, reason, FIELD_TEXT, "reason", "of the exclusion"),
};

static const struct field table_opened_fields[] = {
    HEAD(struct table_opened),
    FIELD_REQUIRED(struct table_opened, table, FIELD_TEXT, "table", "its name"),
};

static const struct field seated_fields[] = {
    HEAD(struct seated),
    FIELD_REQUIRED(struct seated, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct seated, seat, FIELD_COUNT, "seat", "1 and on"),
    FIELD(struct seated, patron, FIELD_TEXT, "patron", "the club number, if there is one"),
    FIELD(struct seated, hold_button, FIELD_FLAG, "hold-button", "sits out with a button"),
};

static const struct field seat_changed_fields[] = {
    HEAD(struct seat_changed),
    FIELD_REQUIRED(struct seat_changed, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct seat_changed, seat, FIELD_COUNT, "seat", "which"),
};

static const struct field equipment_fields[] = {
    HEAD(struct equipment_reported),
    FIELD_REQUIRED(struct equipment_reported, table, FIELD_TEXT, "table", "where"),
    FIELD_ONE_OF(struct equipment_reported, device, device_words, "device", "what"),
    FIELD(struct equipment_reported, seat, FIELD_COUNT, "seat", "whose sensor"),
    FIELD(struct equipment_reported, works, FIELD_FLAG, "works", "again"),
    FIELD(struct equipment_reported, clause, FIELD_TEXT, "clause", "that says what is done"),
    FIELD(struct equipment_reported, words, FIELD_TEXT, "words", "what is done"),
};

static const struct field round_started_fields[] = {
    HEAD(struct round_started),
    FIELD_REQUIRED(struct round_started, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct round_started, round, FIELD_COUNT, "round", "its number at the table"),
    FIELD(struct round_started, dealt, FIELD_SEATS, "dealt", "who is dealt in"),
    FIELD(struct round_started, fees, FIELD_SEATS, "fees", "whose sensor is lit"),
    FIELD(struct round_started, marked, FIELD_SEATS, "marked", "whose fee is marked by button"),
    FIELD(struct round_started, dealer_fees, FIELD_SEATS, "dealer-fees",
          "with a fee on the player-dealer's hand"),
    FIELD(struct round_started, played_behind, FIELD_SEATS, "played-behind", "whose own player has not bet"),
    FIELD_ITEMS(struct round_started, payers, payer_count, FIELD_LIST, &payers_shape, "payers",
                "who paid which fee, where offers differ"),
    FIELD_ITEMS(struct round_started, backline, backline_count, FIELD_LIST, &backline_shape, "backline",
                "bets behind seats"),
    FIELD_ITEMS(struct round_started, chosen, chosen_count, FIELD_LIST, &choice_shape, "chosen",
                "the prizes that free players named"),
    FIELD(struct round_started, tournament, FIELD_FLAG, "tournament", "of a tournament"),
    MONEY(struct round_started),
};

static const struct field irregularity_fields[] = {
    HEAD(struct irregularity_noted),
    FIELD_REQUIRED(struct irregularity_noted, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct irregularity_noted, round, FIELD_COUNT, "round", "its number"),
    FIELD_ONE_OF(struct irregularity_noted, what, irregularity_words, "what", "what it was"),
    FIELD(struct irregularity_noted, note, FIELD_TEXT, "note", "in words"),
};

static const struct field table_noted_fields[] = {
    HEAD(struct table_noted),
    FIELD_REQUIRED(struct table_noted, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct table_noted, round, FIELD_COUNT, "round", "that runs there; without it, none does"),
    FIELD(struct table_noted, note, FIELD_TEXT, "note", "in words"),
};

static const struct field fees_returned_fields[] = {
    HEAD(struct fees_returned),
    FIELD_REQUIRED(struct fees_returned, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct fees_returned, offer, FIELD_TEXT, "offer",
          "whose fees alone; without it, of all, or of several stopped that return them"),
    FIELD(struct fees_returned, round, FIELD_COUNT, "round", "its number"),
    FIELD(struct fees_returned, reason, FIELD_TEXT, "reason", "why"),
    FIELD(struct fees_returned, authorised_by, FIELD_TEXT, "authorised-by", "a second person who signed it"),
    MONEY(struct fees_returned),
};

static const struct field round_ended_fields[] = {
    HEAD(struct round_ended),
    FIELD_REQUIRED(struct round_ended, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct round_ended, round, FIELD_COUNT, "round", "its number"),
    FIELD(struct round_ended, pot, FIELD_CENTS, "pot", "what the pot held"),
};

static const struct field hand_claimed_fields[] = {
    HEAD(struct hand_claimed),
    FIELD(struct hand_claimed, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct hand_claimed, table, FIELD_TEXT, "table", "where"),
    FIELD(struct hand_claimed, round, FIELD_COUNT, "round", "in which round"),
    FIELD(struct hand_claimed, seat, FIELD_COUNT, "seat", "whose"),
    FIELD(struct hand_claimed, offer, FIELD_COUNT, "offer", "its number"),
    FIELD(struct hand_claimed, row, FIELD_TEXT, "row", "the button"),
    FIELD(struct hand_claimed, patron, FIELD_TEXT, "patron", "who is to win by it"),
    FIELD(struct hand_claimed, backline, FIELD_FLAG, "backline", "a bettor behind the seat"),
};

static const struct field hand_verified_fields[] = {
    HEAD(struct hand_verified),
    FIELD(struct hand_verified, hand, FIELD_COUNT, "hand", "its number"),
    FIELD(struct hand_verified, row, FIELD_TEXT, "row",
          "the row of the chart that it is, or all that are paid"),
    FIELD(struct hand_verified, clause, FIELD_TEXT, "clause", "of the row"),
    FIELD(struct hand_verified, cards, FIELD_TEXT, "cards", "of the hand"),
    FIELD(struct hand_verified, board, FIELD_TEXT, "board", "the cards in the middle"),
    FIELD(struct hand_verified, banker, FIELD_TEXT, "banker", "the dealer's or banker's cards"),
    FIELD(struct hand_verified, winner, FIELD_TEXT, "winner", "the cards that beat it"),
    FIELD(struct hand_verified, winners, FIELD_SEATS, "beaten-by", "the seats with the winning hand"),
    FIELD(struct hand_verified, holders, FIELD_SEATS, "holders", "who have part in it, if it is everybody's"),
    FIELD(struct hand_verified, brings_envy, FIELD_FLAG, "brings-envy",
          "its holder wins nothing, but others do by it"),
    FIELD(struct hand_verified, no_part, FIELD_FLAG, "no-part",
          "its holder may not win, and the part of the hand stays in the fund"),
    FIELD(struct hand_verified, pot, FIELD_CENTS, "pot", "what the pot held"),
    FIELD(struct hand_verified, wager, FIELD_CENTS, "wager", "on the base game"),
    FIELD_ONE_OF(struct hand_verified, outcome, outcome_words, "outcome", "how the base game ended for it"),
    FIELD_ONE_OF(struct hand_verified, folded, folded_words, "folded", "whether it was folded"),
    FIELD(struct hand_verified, multiple, FIELD_COUNT, "multiple", "a multiplier that ran"),
    FIELD(struct hand_verified, score, FIELD_NUMBER, "score", "its place in the order of hands"),
    FIELD(struct hand_verified, why, FIELD_TEXT, "why", "in words"),
};

static const struct field hand_rejected_fields[] = {
    HEAD(struct hand_rejected),
    FIELD(struct hand_rejected, hand, FIELD_COUNT, "hand", "its number"),
    FIELD(struct hand_rejected, points, FIELD_COUNT, "points", "that it had earned and that are taken back"),
    FIELD(struct hand_rejected, clause, FIELD_TEXT, "clause", "that refuses it"),
    FIELD(struct hand_rejected, reason, FIELD_TEXT, "reason", "in words"),
    FIELD(struct hand_rejected, authorised_by, FIELD_TEXT, "authorised-by", "a second person who signed it"),
};

static const struct field hand_withdrawn_fields[] = {
    HEAD(struct hand_rejected),
    FIELD(struct hand_rejected, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct hand_rejected, reason, FIELD_TEXT, "reason", "in words"),
};

static const struct field hand_posted_fields[] = {
    HEAD(struct hand_posted),
    FIELD(struct hand_posted, hand, FIELD_COUNT, "hand", "its number"),
    FIELD(struct hand_posted, offer, FIELD_COUNT, "offer", "on whose board"),
    FIELD(struct hand_posted, points, FIELD_COUNT, "points", "that it earns where points are compared"),
    FIELD(struct hand_posted, ends, FIELD_TIME, "ends", "the end of the period"),
};

static const struct field prize_fields[] = {
    FIELD(struct prize_row, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct prize_row, patron, FIELD_TEXT, "patron", "who wins it"),
    FIELD(struct prize_row, table, FIELD_TEXT, "table", "where"),
    FIELD(struct prize_row, seat, FIELD_COUNT, "seat", "which"),
    FIELD(struct prize_row, share, FIELD_TEXT, "share", "for what: a row, losing hand, table, envy"),
    FIELD(struct prize_row, cents, FIELD_CENTS, "cents", "money"),
    FIELD(struct prize_row, posted, FIELD_CENTS, "posted", "the prize of which this is a part"),
    FIELD(struct prize_row, fee, FIELD_CENTS, "fee", "that the winner paid for it; without it, none"),
    FIELD(struct prize_row, thing, FIELD_TEXT, "thing", "what is not money: tickets, points, an entry"),
    FIELD(struct prize_row, things, FIELD_COUNT, "things", "how many"),
    FIELD(struct prize_row, worth, FIELD_CENTS, "worth", "of them together, where the prize says it"),
    FIELD(struct prize_row, clause, FIELD_TEXT, "clause", "by which clause"),
};
static const struct record_shape prize_shape =
    SHAPE("prize", struct prize_row, prize_fields, "what one person wins");

static const struct field pool_share_fields[] = {
    FIELD(struct pool_share, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct pool_share, pool, FIELD_COUNT, "pool", "its account"),
    FIELD(struct pool_share, cents, FIELD_CENTS, "cents", "what of the prize was won of it"),
};
const struct record_shape pool_share_shape =
    SHAPE("pool-share", struct pool_share, pool_share_fields, "what of a prize was won of a pool");

static const struct field awarded_fields[] = {
    HEAD(struct awarded),
    FIELD(struct awarded, award, FIELD_COUNT, "award", "its number"),
    FIELD(struct awarded, offer, FIELD_COUNT, "offer", "its number"),
    FIELD(struct awarded, table, FIELD_TEXT, "table", "where"),
    FIELD(struct awarded, round, FIELD_COUNT, "round", "in which round"),
    FIELD(struct awarded, verified_by, FIELD_TEXT, "verified-by", "the first of two persons"),
    FIELD(struct awarded, authorised_by, FIELD_TEXT, "authorised-by", "the second"),
    FIELD(struct awarded, clause, FIELD_TEXT, "clause", "by which clause"),
    FIELD(struct awarded, hand, FIELD_COUNT, "hand", "the first hand that wins"),
    FIELD(struct awarded, pool, FIELD_TEXT, "pool", "the pool that was won"),
    FIELD(struct awarded, meter, FIELD_CENTS, "meter", "what it showed"),
    FIELD_ITEMS(struct awarded, prizes, prize_count, FIELD_LIST, &prize_shape, "prizes", "who wins what"),
    FIELD_ITEMS(struct awarded, pool_shares, pool_share_count, FIELD_ROWS, &pool_share_shape, "pool-shares",
                "[prize, pool, cents] each, where several prizes are awarded"),
    MONEY(struct awarded),
};

static const struct field period_closed_fields[] = {
    HEAD(struct period_closed),
    FIELD(struct period_closed, offer, FIELD_COUNT, "offer", "its number"),
    FIELD(struct period_closed, hands, FIELD_COUNT, "hands", "how many hands or players stood on the board"),
};

static const struct field prize_identified_fields[] = {
    HEAD(struct prize_identified),
    FIELD(struct prize_identified, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct prize_identified, patron, FIELD_TEXT, "patron", "who it is"),
    FIELD(struct prize_identified, document, FIELD_TEXT, "document", "what was shown"),
    FIELD(struct prize_identified, name, FIELD_TEXT, "name", "the name in it"),
    FIELD(struct prize_identified, born, FIELD_DATE, "born", "the date of birth in it"),
    FIELD(struct prize_identified, no_photo, FIELD_FLAG, "no-photo", "it has no photograph"),
};

static const struct field prize_changed_fields[] = {
    HEAD(struct prize_changed),
    FIELD(struct prize_changed, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct prize_changed, clause, FIELD_TEXT, "clause", "by which clause"),
    MONEY(struct prize_changed),
};

static const struct field prize_forfeited_fields[] = {
    HEAD(struct prize_forfeited),
    FIELD(struct prize_forfeited, prize, FIELD_COUNT, "prize", "its number"),
    FIELD_REQUIRED(struct prize_forfeited, patron, FIELD_TEXT, "patron", "whose it was"),
    FIELD_REQUIRED(struct prize_forfeited, clause, FIELD_TEXT, "clause",
                   "by which the winner may not have it"),
    FIELD_REQUIRED(struct prize_forfeited, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct prize_forfeited, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    MONEY(struct prize_forfeited),
};

static const struct field form_fields[] = {
    FIELD(struct form_row, form, FIELD_TEXT, "form", "its name"),
    FIELD(struct form_row, clause, FIELD_TEXT, "clause", "of the law"),
    FIELD(struct form_row, words, FIELD_TEXT, "words", "why it is due"),
    FIELD(struct form_row, withhold, FIELD_CENTS, "withhold",
          "what the law asks to hold back; it is not done"),
};
static const struct record_shape form_shape =
    SHAPE("form", struct form_row, form_fields, "a form that a law asks for");

static const struct field prize_paid_fields[] = {
    HEAD(struct prize_paid),
    FIELD(struct prize_paid, prize, FIELD_COUNT, "prize", "its number"),
    FIELD_ONE_OF(struct prize_paid, form, payment_words, "in", "how it was paid"),
    FIELD_ONE_OF(struct prize_paid, from, payment_place_words, "from", "where it was paid from"),
    FIELD(struct prize_paid, handed_by, FIELD_TEXT, "handed-by", "who handed it to the winner"),
    FIELD(struct prize_paid, withheld, FIELD_CENTS, "withheld", "what was held back of it, as a law asks"),
    FIELD_ITEMS(struct prize_paid, forms, form_count, FIELD_LIST, &form_shape, "forms",
                "what the tax and currency laws ask for"),
    MONEY(struct prize_paid),
};

static const struct field tray_fields[] = {
    FIELD(struct tray_row, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct tray_row, cents, FIELD_CENTS, "cents", "what was paid"),
};
static const struct record_shape tray_shape =
    SHAPE("tray", struct tray_row, tray_fields, "a prize that was paid from a tray");

static const struct field tray_reimbursed_fields[] = {
    HEAD(struct tray_reimbursed),
    FIELD_REQUIRED(struct tray_reimbursed, table, FIELD_TEXT, "table", "whose tray"),
    FIELD_ITEMS(struct tray_reimbursed, prizes, prize_count, FIELD_ROWS, &tray_shape, "prizes",
                "[prize, cents] each"),
    MONEY(struct tray_reimbursed),
};

static const struct field own_cost_fields[] = {
    FIELD(struct own_cost, cents, FIELD_CENTS, "cents", "how much"),
    FIELD(struct own_cost, clause, FIELD_TEXT, "clause", "by which clause"),
};
static const struct record_shape own_cost_shape =
    SHAPE("own-cost", struct own_cost, own_cost_fields, "what the winner pays of a bill");

static const struct field voucher_redeemed_fields[] = {
    HEAD(struct voucher_redeemed),
    FIELD(struct voucher_redeemed, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct voucher_redeemed, offer, FIELD_COUNT, "offer", "by which it was won"),
    FIELD(struct voucher_redeemed, patron, FIELD_TEXT, "patron", "who used it, if the club knows"),
    FIELD_REQUIRED(struct voucher_redeemed, cost, FIELD_TEXT, "for", "what was to be paid"),
    FIELD(struct voucher_redeemed, count, FIELD_COUNT, "count", "how many of them"),
    FIELD(struct voucher_redeemed, each, FIELD_CENTS, "cost", "of one"),
    FIELD(struct voucher_redeemed, paid_for, FIELD_COUNT, "paid-for",
          "how many of them the voucher pays, the last perhaps in part"),
    FIELD(struct voucher_redeemed, cents, FIELD_CENTS, "cents", "what the voucher pays"),
    FIELD_ITEMS(struct voucher_redeemed, own, own_count, FIELD_ROWS, &own_cost_shape, "winner-pays",
                "[cents, clause] each: the rest of the bill"),
    FIELD(struct voucher_redeemed, cancelled, FIELD_FLAG, "cancelled", "the event that it was given for was"),
    FIELD(struct voucher_redeemed, clause, FIELD_TEXT, "clause", "by which the voucher pays"),
    MONEY(struct voucher_redeemed),
};

static const struct field reversed_fields[] = {
    FIELD(struct reversed_prize, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct reversed_prize, cents, FIELD_CENTS, "cents", "what it was"),
};
static const struct record_shape reversed_shape =
    SHAPE("reversed", struct reversed_prize, reversed_fields, "a prize that was backed out");

static const struct field award_reversed_fields[] = {
    HEAD(struct award_reversed),
    FIELD(struct award_reversed, award, FIELD_COUNT, "award", "its number"),
    FIELD_ITEMS(struct award_reversed, prizes, prize_count, FIELD_ROWS, &reversed_shape, "prizes",
                "[prize, cents] each of those that were backed out"),
    FIELD_REQUIRED(struct award_reversed, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct award_reversed, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    MONEY(struct award_reversed),
};

static const struct field adjusted_fields[] = {
    HEAD(struct adjusted),
    FIELD(struct adjusted, offer, FIELD_COUNT, "offer", "its number"),
    FIELD_REQUIRED(struct adjusted, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct adjusted, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    MONEY(struct adjusted),
};

static const struct record_shape shapes[EVENT_KINDS] = {
    [EVENT_HOUSE_OPENED] = SHAPE("house-opened", struct house_opened, house_opened_fields,
                                 "the house began to keep its books here"),
    [EVENT_DOCUMENT_FILED] = SHAPE("document-filed", struct document_filed, document_filed_fields,
                                   "an approved document was laid down"),
    [EVENT_OFFER_POSTED] = SHAPE("offer-posted", struct offer_posted, offer_posted_fields,
                                 "an offer was posted, or posted anew"),
    [EVENT_OFFER_WITHDRAWN] =
        SHAPE("offer-withdrawn", struct about_offer, about_offer_fields, "an offer is no longer posted"),
    [EVENT_CLOCK] = SHAPE("clock", struct clock_moved, clock_fields, "time has passed"),
    [EVENT_DAY_BEGAN] = SHAPE("day-began", struct day_began, day_began_fields,
                              "the gaming day began, and the one before ended"),
    [EVENT_SEEDED] = SHAPE("seeded", struct pool_changed, pool_changed_fields,
                           "the house put the first seeds of an offer in"),
    [EVENT_INCREASED] = SHAPE("increased", struct pool_changed, pool_changed_fields,
                              "a pool had the increase of the day, or what fees did not bring it"),
    [EVENT_HOUR_COMPLETED] =
        SHAPE("hour-completed", struct hour_completed, hour_completed_fields,
              "a table was open for another hour, and the fees of administration for it are due"),
    [EVENT_ADMINISTRATION_TAKEN] =
        SHAPE("administration-taken", struct administration_taken, administration_fields,
              "the gaming day closed, and the house took what the fund held of the fees that were due"),
    [EVENT_APPOINTED] = SHAPE("appointed", struct appointed, appointed_fields, "somebody works here"),
    [EVENT_DISMISSED] =
        SHAPE("dismissed", struct appointed, appointed_fields, "somebody no longer works here"),
    [EVENT_PATRON_RECORDED] =
        SHAPE("patron-recorded", struct patron_recorded, patron_fields, "who a patron is from now on"),
    [EVENT_TABLE_OPENED] = SHAPE("table-opened", struct table_opened, table_opened_fields, "a table opened"),
    [EVENT_TABLE_CLOSED] = SHAPE("table-closed", struct table_opened, table_opened_fields, "a table closed"),
    [EVENT_SEATED] = SHAPE("seated", struct seated, seated_fields, "somebody took a seat"),
    [EVENT_LEFT] = SHAPE("left", struct seat_changed, seat_changed_fields, "a seat became free"),
    [EVENT_BANKED] = SHAPE("banked", struct seat_changed, seat_changed_fields,
                           "who is the player-dealer; without a seat, nobody of the seats"),
    [EVENT_EQUIPMENT_REPORTED] = SHAPE("equipment-reported", struct equipment_reported, equipment_fields,
                                       "a device failed, or works again"),
    [EVENT_ROUND_STARTED] = SHAPE("round-started", struct round_started, round_started_fields,
                                  "a round started and its fees were taken"),
    [EVENT_IRREGULARITY_NOTED] = SHAPE("irregularity-noted", struct irregularity_noted, irregularity_fields,
                                       "something in the round was not as it must be"),
    [EVENT_FLOOR_CALLED] =
        SHAPE("floor-called", struct table_noted, table_noted_fields, "a table called the floor"),
    [EVENT_CALL_ANSWERED] =
        SHAPE("call-answered", struct table_noted, table_noted_fields, "the floor came to the table"),
    [EVENT_FEES_RETURNED] = SHAPE("fees-returned", struct fees_returned, fees_returned_fields,
                                  "the fees of the round went back to the players"),
    [EVENT_ROUND_ENDED] = SHAPE("round-ended", struct round_ended, round_ended_fields, "the round was over"),
    [EVENT_HAND_CLAIMED] =
        SHAPE("hand-claimed", struct hand_claimed, hand_claimed_fields, "a hand was said to win"),
    [EVENT_HAND_VERIFIED] =
        SHAPE("hand-verified", struct hand_verified, hand_verified_fields, "a first person has verified it"),
    [EVENT_HAND_REJECTED] =
        SHAPE("hand-rejected", struct hand_rejected, hand_rejected_fields, "it wins nothing"),
    [EVENT_HAND_WITHDRAWN] = SHAPE("hand-withdrawn", struct hand_rejected, hand_withdrawn_fields,
                                   "whoever claimed it took it back"),
    [EVENT_HAND_POSTED] = SHAPE("hand-posted", struct hand_posted, hand_posted_fields,
                                "it stands on the board until the period ends or a better one comes"),
    [EVENT_AWARDED] = SHAPE("awarded", struct awarded, awarded_fields, "prizes were awarded"),
    [EVENT_PERIOD_CLOSED] =
        SHAPE("period-closed", struct period_closed, period_closed_fields, "the period of a board ended"),
    [EVENT_PRIZE_IDENTIFIED] = SHAPE("prize-identified", struct prize_identified, prize_identified_fields,
                                     "the winner showed who he is"),
    [EVENT_PRIZE_HELD] = SHAPE("prize-held", struct prize_changed, prize_changed_fields,
                               "the winner was not identified in time; the prize waits"),
    [EVENT_PRIZE_LAPSED] =
        SHAPE("prize-lapsed", struct prize_changed, prize_changed_fields, "nobody came for it in time"),
    [EVENT_PRIZE_FORFEITED] = SHAPE("prize-forfeited", struct prize_forfeited, prize_forfeited_fields,
                                    "its winner may not have it"),
    [EVENT_PRIZE_PAID] = SHAPE("prize-paid", struct prize_paid, prize_paid_fields, "it was paid"),
    [EVENT_TRAY_REIMBURSED] = SHAPE("tray-reimbursed", struct tray_reimbursed, tray_reimbursed_fields,
                                    "the cage gave the tray of a table what was paid from it"),
    [EVENT_VOUCHER_REDEEMED] = SHAPE("voucher-redeemed", struct voucher_redeemed, voucher_redeemed_fields,
                                     "a voucher paid a cost of its winner"),
    [EVENT_AWARD_REVERSED] = SHAPE("award-reversed", struct award_reversed, award_reversed_fields,
                                   "an award was backed out by manual adjustment"),
    [EVENT_ADJUSTED] = SHAPE("adjusted", struct adjusted, adjusted_fields, "money was moved by hand"),
    [EVENT_RAISED] = SHAPE("raised", struct pool_changed, pool_changed_fields, "a pool was raised"),
};

const struct record_shape *event_shape(enum event_kind kind)
{
    CHECK_OP(kind, <, EVENT_KINDS);
    return &shapes[kind];
}

const char *event_name(enum event_kind kind)
{
    return event_shape(kind)->name;
}

uint32_t money_repaying(const struct money_rows *money, uint32_t advance, uint32_t first)
{
    CHECK_OP(advance, <, money->advance_count);
    return advance < money->repaying_count ? money->repaying[advance].fund : first;
}

int64_t money_taken_back(const struct money_rows *money)
{
    uint64_t cents = 0; /* of a log that somebody has written it may be anything */
    for (uint32_t i = 0; i < money->advance_count; i++)
        cents -= money->advances[i].cents < 0 ? (uint64_t)money->advances[i].cents : 0;
    for (uint32_t i = 0; i < money->posting_count; i++)
        cents -= money->postings[i].reason == REASON_REPAYMENT ? (uint64_t)money->postings[i].cents : 0;
    return (int64_t)cents;
}

const struct money_rows *event_money(const struct event *event)
{
    switch (event->kind) {
    case EVENT_OFFER_POSTED:
        return &event->offer_posted.money;
    case EVENT_SEEDED:
    case EVENT_INCREASED:
    case EVENT_RAISED:
        return &event->pool_changed.money;
    case EVENT_ADMINISTRATION_TAKEN:
        return &event->administration_taken.money;
    case EVENT_ROUND_STARTED:
        return &event->round_started.money;
    case EVENT_FEES_RETURNED:
        return &event->fees_returned.money;
    case EVENT_AWARDED:
        return &event->awarded.money;
    case EVENT_PRIZE_HELD:
    case EVENT_PRIZE_LAPSED:
        return &event->prize_changed.money;
    case EVENT_PRIZE_FORFEITED:
        return &event->prize_forfeited.money;
    case EVENT_PRIZE_PAID:
        return &event->prize_paid.money;
    case EVENT_TRAY_REIMBURSED:
        return &event->tray_reimbursed.money;
    case EVENT_VOUCHER_REDEEMED:
        return &event->voucher_redeemed.money;
    case EVENT_AWARD_REVERSED:
        return &event->award_reversed.money;
    case EVENT_ADJUSTED:
        return &event->adjusted.money;
    default:
        return NULL;
    }
}

void event_write(struct text_out *out, const struct event *event)
{
    record_write(out, event_shape(event->kind), &event->head);
}

bool event_kind_named(struct text name, enum event_kind *kind)
{
    for (unsigned i = 0; i < EVENT_KINDS; i++)
        if (name.length > 0 && name.bytes[0] == shapes[i].name[0] &&
            text_equal(name, text_of(shapes[i].name))) {
            *kind = (enum event_kind)i;
            return true;
        }
    return false;
}

enum status event_read(struct text kind, struct text payload, struct arena *arena, struct event *event,
                       struct fault *fault)
{
    if (event_kind_named(kind, &event->kind)) {
        enum status status = record_read(event_shape(event->kind), payload, arena, &event->head, fault);
        if (status == STATUS_RANGE) /* what no field can be this house has not written */
            status = STATUS_INVALID;
        if (fault)
            fault->status = status;
        return status;
    }
    return fault_set(fault, STATUS_INVALID, 0, "there is no event \"%.*s\"",
                     TEXT_ARGUMENTS(text_first_word(kind, 40)));
}
