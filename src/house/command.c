#include "house/command.h"

#include "base/check.h"

const char *const device_words[] = {"", "sensor", "reader", "keypad", "dice cup", "sign", NULL};
const char *const irregularity_words[] = {"", "misdeal", "wrong deck", "talk", "exposed card", "other", NULL};
const char *const employee_words[] = {"", "on duty", "on standby", "off duty in uniform", "off duty", NULL};
const char *const outcome_words[] = {"", "won", "pushed", "lost", NULL};
const char *const folded_words[] = {"", "folded", "folded, cards kept", NULL};
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
const char *const payment_need_words[] = {
    "", "verification", "surveillance", "paperwork", "identification", "tax forms", NULL};
const char *const yes_no_words[] = {"", "no", "yes", NULL};
const char *const patron_identity_words[] = {"", "seen", "failed", NULL};

/* ------------------------------------------------------------------------------------------ shapes */

#define HEAD(type)                                                                                           \
    FIELD(type, head.by, FIELD_TEXT, "by", "the person who asks"),                                           \
        FIELD(type, head.id, FIELD_TEXT, "id", "made by whoever asks; the same id again does nothing")

static const struct field open_house_fields[] = {
    FIELD_REQUIRED(struct open_house, house, FIELD_TEXT, "house", "its short name"),
    FIELD_REQUIRED(struct open_house, at, FIELD_TIME, "at", "what the clock shows"),
    FIELD_REQUIRED(struct open_house, text, FIELD_TEXT, "text", "house.yaml, whole"),
    HEAD(struct open_house),
};

static const struct field file_document_fields[] = {
    FIELD_REQUIRED(struct file_document, activity, FIELD_TEXT, "activity", "issuer/activity"),
    FIELD_REQUIRED(struct file_document, text, FIELD_TEXT, "text", "the document, whole"),
    HEAD(struct file_document),
};

static const struct field post_offer_fields[] = {
    FIELD_REQUIRED(struct post_offer, offer, FIELD_TEXT, "offer", "its short name"),
    FIELD_REQUIRED(struct post_offer, text, FIELD_TEXT, "text", "the offer, whole"),
    HEAD(struct post_offer),
};

static const struct field withdraw_offer_fields[] = {
    FIELD_REQUIRED(struct withdraw_offer, offer, FIELD_TEXT, "offer", "its short name"),
    HEAD(struct withdraw_offer),
};

static const struct field clock_fields[] = {
    FIELD_REQUIRED(struct clock_moves, at, FIELD_TIME, "at", "what the clock shows"),
    FIELD(struct clock_moves, far, FIELD_FLAG, "far", "more than 31 days at once are meant"),
    HEAD(struct clock_moves),
};

static const struct field appoint_fields[] = {
    FIELD_REQUIRED(struct appoint, person, FIELD_TEXT, "person", "the name to sign with"),
    FIELD_REQUIRED(struct appoint, role, FIELD_TEXT, "role", "a role of the house"),
    FIELD(struct appoint, name, FIELD_TEXT, "name", "the full name"),
    HEAD(struct appoint),
};

static const struct field dismiss_fields[] = {
    FIELD_REQUIRED(struct dismiss, person, FIELD_TEXT, "person", "who no longer works here"),
    HEAD(struct dismiss),
};

static const struct field register_fields[] = {
    FIELD_REQUIRED(struct register_patron, patron, FIELD_TEXT, "patron", "the club number"),
    FIELD(struct register_patron, name, FIELD_TEXT, "name", "the full name"),
    FIELD(struct register_patron, born, FIELD_DATE, "born", "the date of birth"),
    FIELD_ONE_OF(struct register_patron, identified, patron_identity_words, "identification",
                 "whether an identification was seen"),
    FIELD_ONE_OF(struct register_patron, employee, employee_words, "employee", "of the house, and how"),
    FIELD_ONE_OF(struct register_patron, proposition, yes_no_words, "proposition-player",
                 "a third-party proposition player"),
    FIELD(struct register_patron, excluded_as, FIELD_TEXT, "excluded-as",
          "one of the further persons whom documents exclude, in their words; none: no longer"),
    HEAD(struct register_patron),
};

static const struct field exclude_fields[] = {
    FIELD_REQUIRED(struct exclude, patron, FIELD_TEXT, "patron", "the club number"),
    FIELD(struct exclude, reason, FIELD_TEXT, "reason", "why"),
    HEAD(struct exclude),
};

static const struct field at_table_fields[] = {
    FIELD_REQUIRED(struct at_table, table, FIELD_TEXT, "table", "its name"),
    HEAD(struct at_table),
};

static const struct field sit_fields[] = {
    FIELD_REQUIRED(struct sit, table, FIELD_TEXT, "table", "its name"),
    FIELD_REQUIRED(struct sit, seat, FIELD_COUNT, "seat", "1 and on"),
    FIELD(struct sit, patron, FIELD_TEXT, "patron", "the club number, if there is one"),
    FIELD(struct sit, hold_button, FIELD_FLAG, "hold-button", "sits out with a hold or missed-blind button"),
    HEAD(struct sit),
};

static const struct field leave_fields[] = {
    FIELD_REQUIRED(struct at_seat, table, FIELD_TEXT, "table", "its name"),
    FIELD_REQUIRED(struct at_seat, seat, FIELD_COUNT, "seat", "1 and on"),
    HEAD(struct at_seat),
};

static const struct field bank_fields[] = {
    FIELD_REQUIRED(struct at_seat, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct at_seat, seat, FIELD_COUNT, "seat", "1 and on; without one: nobody of the seats banks"),
    HEAD(struct at_seat),
};

static const struct field equipment_fields[] = {
    FIELD_REQUIRED(struct equipment, table, FIELD_TEXT, "table", "where it stands"),
    FIELD_ONE_OF(struct equipment, device, device_words, "device", "what it is"),
    FIELD(struct equipment, seat, FIELD_COUNT, "seat", "whose sensor"),
    FIELD(struct equipment, works, FIELD_FLAG, "works", "it does again; without it, it fails"),
    HEAD(struct equipment),
};

static const struct field backline_fields[] = {
    FIELD_REQUIRED(struct backline_bet, seat, FIELD_COUNT, "seat", "behind which seat"),
    FIELD(struct backline_bet, patron, FIELD_TEXT, "patron", "the club number"),
    FIELD(struct backline_bet, wager, FIELD_CENTS, "wager", "on the base game"),
    FIELD(struct backline_bet, fee, FIELD_FLAG, "fee", "the fee was placed"),
    FIELD(struct backline_bet, dealer_fee, FIELD_FLAG, "dealer-fee",
          "a fee was placed on the player-dealer's hand"),
};
const struct record_shape backline_shape =
    SHAPE("backline", struct backline_bet, backline_fields, "a bet behind a seat");

static const struct field payers_fields[] = {
    FIELD_REQUIRED(struct fee_payers, offer, FIELD_TEXT, "offer", "whose fee"),
    FIELD(struct fee_payers, seats, FIELD_SEATS, "seats", "who paid it"),
};
const struct record_shape payers_shape =
    SHAPE("payers", struct fee_payers, payers_fields, "who paid the fee of one offer");

static const struct field choice_fields[] = {
    FIELD_REQUIRED(struct prize_choice, seat, FIELD_COUNT, "seat", "whose"),
    FIELD_REQUIRED(struct prize_choice, row, FIELD_TEXT, "row", "the row of the chart, by name or number"),
};
const struct record_shape choice_shape =
    SHAPE("choice", struct prize_choice, choice_fields, "the prize that a free player named");

static const struct field start_round_fields[] = {
    FIELD_REQUIRED(struct start_round, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct start_round, dealt, FIELD_SEATS, "dealt", "who is dealt in; without it, all who sit there"),
    FIELD(struct start_round, fees, FIELD_SEATS, "fees", "seats whose sensor is lit"),
    FIELD(struct start_round, marked, FIELD_SEATS, "marked",
          "seats whose fee is marked by button, because the sensor fails"),
    FIELD(struct start_round, dealer_fees, FIELD_SEATS, "dealer-fees",
          "seats with a fee on the player-dealer's hand"),
    FIELD(struct start_round, played_behind, FIELD_SEATS, "played-behind",
          "seats whose own player has not bet, and which the bettors behind them play"),
    FIELD_ITEMS(struct start_round, payers, payer_count, FIELD_LIST, &payers_shape, "payers",
                "who paid which fee, where the offers at the table differ"),
    FIELD_ITEMS(struct start_round, backline, backline_count, FIELD_LIST, &backline_shape, "backline",
                "bets behind seats, those of one seat in the order of their betting positions"),
    FIELD_ITEMS(struct start_round, chosen, chosen_count, FIELD_LIST, &choice_shape, "chosen",
                "the prizes that free players named before the deal"),
    FIELD(struct start_round, tournament, FIELD_FLAG, "tournament", "the round belongs to a tournament"),
    HEAD(struct start_round),
};

static const struct field irregularity_fields[] = {
    FIELD_REQUIRED(struct irregularity, table, FIELD_TEXT, "table", "its name"),
    FIELD_ONE_OF(struct irregularity, what, irregularity_words, "what", "what was not as it must be"),
    FIELD(struct irregularity, note, FIELD_TEXT, "note", "in words"),
    HEAD(struct irregularity),
};

static const struct field table_note_fields[] = {
    FIELD_REQUIRED(struct table_note, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct table_note, note, FIELD_TEXT, "note", "in words"),
    HEAD(struct table_note),
};

static const struct field return_fees_fields[] = {
    FIELD_REQUIRED(struct return_fees, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct return_fees, offer, FIELD_TEXT, "offer",
          "whose fees alone; without it, of all, or of the stopped that return them"),
    FIELD(struct return_fees, reason, FIELD_TEXT, "reason", "why"),
    FIELD(struct return_fees, authorised_by, FIELD_TEXT, "authorised-by",
          "a second person, where the role of the first does not allow it"),
    HEAD(struct return_fees),
};

static const struct field end_round_fields[] = {
    FIELD_REQUIRED(struct end_round, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct end_round, pot, FIELD_CENTS, "pot", "what the pot held"),
    HEAD(struct end_round),
};

static const struct field claim_hand_fields[] = {
    FIELD_REQUIRED(struct claim_hand, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct claim_hand, seat, FIELD_COUNT, "seat",
          "whose hand; without one, a hand that is everybody's, or the player-dealer's where nobody of the "
          "seats banks"),
    FIELD_REQUIRED(struct claim_hand, offer, FIELD_TEXT, "offer", "by which offer"),
    FIELD(struct claim_hand, row, FIELD_TEXT, "row", "the row of the chart, by name or number"),
    FIELD(struct claim_hand, patron, FIELD_TEXT, "patron", "who bets behind the seat"),
    HEAD(struct claim_hand),
};

static const struct field verify_hand_fields[] = {
    FIELD_REQUIRED(struct verify_hand, hand, FIELD_COUNT, "hand", "its number"),
    FIELD(struct verify_hand, row, FIELD_TEXT, "row", "what it is, where the cards are not entered"),
    FIELD(struct verify_hand, cards, FIELD_TEXT, "cards", "of the hand"),
    FIELD(struct verify_hand, board, FIELD_TEXT, "board", "the cards in the middle"),
    FIELD(struct verify_hand, banker, FIELD_TEXT, "banker", "the dealer's or banker's cards"),
    FIELD(struct verify_hand, winner, FIELD_TEXT, "winner", "the cards that beat it"),
    FIELD(struct verify_hand, winners, FIELD_SEATS, "beaten-by", "the seats with the winning hand"),
    FIELD(struct verify_hand, holders, FIELD_SEATS, "holders",
          "of a hand that is everybody's: the seats that have part in it; without it, all who were dealt in"),
    FIELD(struct verify_hand, pot, FIELD_CENTS, "pot", "what the pot holds"),
    FIELD(struct verify_hand, wager, FIELD_CENTS, "wager", "on the base game"),
    FIELD_ONE_OF(struct verify_hand, outcome, outcome_words, "outcome", "how the base game ended for it"),
    FIELD_ONE_OF(struct verify_hand, folded, folded_words, "folded", "whether it was folded"),
    FIELD(struct verify_hand, no_showdown, FIELD_FLAG, "no-showdown", "play did not reach the showdown"),
    FIELD(struct verify_hand, bets_incomplete, FIELD_FLAG, "bets-incomplete", "not all bets were met"),
    FIELD(struct verify_hand, beaten_by_incomplete, FIELD_FLAG, "beaten-by-incomplete",
          "whoever beat it had not met all bets"),
    FIELD(struct verify_hand, all_in, FIELD_FLAG, "all-in", "which counts as having met all bets"),
    FIELD(struct verify_hand, missed_rounds, FIELD_FLAG, "missed-rounds", "not in all betting rounds"),
    FIELD(struct verify_hand, no_wager, FIELD_FLAG, "no-wager", "no wager on the base game"),
    FIELD(struct verify_hand, bonus_bets_only, FIELD_FLAG, "bonus-bets-only", "nothing but bonus bets"),
    FIELD(struct verify_hand, no_collection, FIELD_FLAG, "no-collection", "the collection was not paid"),
    FIELD(struct verify_hand, multiple, FIELD_COUNT, "multiple", "a multiplier that runs"),
    HEAD(struct verify_hand),
};

static const struct field reject_hand_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct about_hand, reason, FIELD_TEXT, "reason", "why it is rejected"),
    FIELD(struct about_hand, authorised_by, FIELD_TEXT, "authorised-by",
          "a second person, where the role of the first does not allow it, or points or a posted hand are "
          "taken back"),
    HEAD(struct about_hand),
};

static const struct field withdraw_hand_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct about_hand, reason, FIELD_TEXT, "reason", "why it is withdrawn"),
    HEAD(struct about_hand),
};

static const struct field authorise_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "its number"),
    HEAD(struct about_hand),
};

static const struct field award_prize_fields[] = {
    FIELD_REQUIRED(struct award_prize, offer, FIELD_TEXT, "offer", "by which offer"),
    FIELD(struct award_prize, prize, FIELD_TEXT, "prize", "its name; without one, the posted prize"),
    FIELD_REQUIRED(struct award_prize, table, FIELD_TEXT, "table", "where"),
    FIELD(struct award_prize, seats, FIELD_SEATS, "seats", "who wins; without it, all who were dealt in"),
    FIELD_REQUIRED(struct award_prize, verified_by, FIELD_TEXT, "verified-by", "the first of two persons"),
    HEAD(struct award_prize),
};

static const struct field identify_fields[] = {
    FIELD_REQUIRED(struct identify, prize, FIELD_COUNT, "prize", "its number"),
    FIELD_REQUIRED(struct identify, document, FIELD_TEXT, "document", "what was shown"),
    FIELD(struct identify, patron, FIELD_TEXT, "patron", "the club number, where nobody knew it"),
    FIELD(struct identify, name, FIELD_TEXT, "name", "the name in it"),
    FIELD(struct identify, born, FIELD_DATE, "born", "the date of birth in it"),
    FIELD(struct identify, no_photo, FIELD_FLAG, "no-photo", "it has no photograph"),
    FIELD(struct identify, other_name, FIELD_FLAG, "other-name",
          "the name in it is not that of the ticket or card"),
    HEAD(struct identify),
};

static const struct field pay_fields[] = {
    FIELD_REQUIRED(struct pay_prize, prize, FIELD_COUNT, "prize", "its number"),
    FIELD_ONE_OF(struct pay_prize, form, payment_words, "in", "how it is paid"),
    FIELD_ONE_OF(struct pay_prize, from, payment_place_words, "from", "where it is paid from"),
    FIELD(struct pay_prize, handed_by, FIELD_TEXT, "handed-by", "the person who hands it to the winner"),
    FIELD_ONE_OF(struct pay_prize, without, payment_need_words, "without", "what has not been done yet"),
    FIELD(struct pay_prize, absent, FIELD_FLAG, "absent", "the winner is not there"),
    FIELD(struct pay_prize, no_tax_number, FIELD_FLAG, "no-tax-number",
          "the winner gives no taxpayer number"),
    FIELD(struct pay_prize, nonresident, FIELD_FLAG, "nonresident", "the winner is a non-resident alien"),
    FIELD(struct pay_prize, suspicious, FIELD_FLAG, "suspicious", "staff noticed something suspicious"),
    FIELD(struct pay_prize, for_others, FIELD_FLAG, "for-others", "the winner seems to act for others"),
    FIELD(struct pay_prize, no_stub, FIELD_FLAG, "no-stub", "the matching stub or card is missing"),
    FIELD(struct pay_prize, to_another, FIELD_FLAG, "to-another",
          "somebody to whom the winner gave the prize"),
    FIELD(struct pay_prize, withheld, FIELD_CENTS, "withheld", "what is held back of it, as a law asks"),
    HEAD(struct pay_prize),
};

static const struct field reimburse_tray_fields[] = {
    FIELD_REQUIRED(struct reimburse_tray, table, FIELD_TEXT, "table", "whose tray"),
    FIELD(struct reimburse_tray, prize, FIELD_COUNT, "prize",
          "that was paid from it; without one, everything that the tray is owed"),
    HEAD(struct reimburse_tray),
};

static const struct field redeem_fields[] = {
    FIELD_REQUIRED(struct redeem, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct redeem, cost, FIELD_TEXT, "for", "what is to be paid, as the document names one of them"),
    FIELD(struct redeem, count, FIELD_COUNT, "count", "how many of them; without it, one"),
    FIELD(struct redeem, each, FIELD_CENTS, "cost", "what one of them costs"),
    FIELD(struct redeem, unspent, FIELD_FLAG, "unspent", "what is left of it is wanted in money"),
    FIELD(struct redeem, cancelled, FIELD_FLAG, "cancelled", "the event that it was given for is"),
    FIELD(struct redeem, patron, FIELD_TEXT, "patron", "who uses it; without it, the winner"),
    HEAD(struct redeem),
};

static const struct field forfeit_fields[] = {
    FIELD_REQUIRED(struct forfeit, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct forfeit, patron, FIELD_TEXT, "patron", "whose it turned out to be, where nobody knew"),
    FIELD_REQUIRED(struct forfeit, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct forfeit, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    HEAD(struct forfeit),
};

static const struct field reverse_fields[] = {
    FIELD_REQUIRED(struct reverse, award, FIELD_COUNT, "award", "its number"),
    FIELD(struct reverse, prize, FIELD_COUNT, "prize",
          "that alone is backed out; without one, the whole award"),
    FIELD_REQUIRED(struct reverse, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct reverse, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    HEAD(struct reverse),
};

static const struct field adjust_fields[] = {
    FIELD_REQUIRED(struct adjust, offer, FIELD_TEXT, "offer", "whose accounts"),
    FIELD_REQUIRED(struct adjust, from, FIELD_TEXT, "from", "the account by its name"),
    FIELD_REQUIRED(struct adjust, to, FIELD_TEXT, "to", "the account by its name"),
    FIELD_REQUIRED(struct adjust, amount, FIELD_CENTS, "amount", "how much"),
    FIELD_REQUIRED(struct adjust, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct adjust, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    HEAD(struct adjust),
};

static const struct field raise_fields[] = {
    FIELD_REQUIRED(struct raise_pool, offer, FIELD_TEXT, "offer", "whose pool"),
    FIELD_REQUIRED(struct raise_pool, pool, FIELD_TEXT, "pool", "its name"),
    FIELD_REQUIRED(struct raise_pool, amount, FIELD_CENTS, "amount", "by how much"),
    HEAD(struct raise_pool),
};

static const struct record_shape shapes[COMMAND_KINDS] = {
    [COMMAND_OPEN_HOUSE] =
        SHAPE("open-house", struct open_house, open_house_fields, "the house begins to keep its books here"),
    [COMMAND_FILE_DOCUMENT] = SHAPE("file-document", struct file_document, file_document_fields,
                                    "an approved document is laid down, so that offers can be posted by it"),
    [COMMAND_POST_OFFER] =
        SHAPE("post-offer", struct post_offer, post_offer_fields, "an offer is posted, or posted anew"),
    [COMMAND_WITHDRAW_OFFER] = SHAPE("withdraw-offer", struct withdraw_offer, withdraw_offer_fields,
                                     "an offer is no longer posted; its money stays"),
    [COMMAND_CLOCK] = SHAPE("clock", struct clock_moves, clock_fields,
                            "time has passed; what was due by then is done first"),
    [COMMAND_APPOINT] = SHAPE("appoint", struct appoint, appoint_fields, "somebody works here, in a role"),
    [COMMAND_DISMISS] = SHAPE("dismiss", struct dismiss, dismiss_fields, "somebody no longer works here"),
    [COMMAND_REGISTER] = SHAPE("register", struct register_patron, register_fields,
                               "who a patron is; what is not said of one who is known stays as it was"),
    [COMMAND_EXCLUDE] =
        SHAPE("exclude", struct exclude, exclude_fields, "a patron is put on the exclusion list"),
    [COMMAND_READMIT] = SHAPE("readmit", struct exclude, exclude_fields, "a patron is taken off that list"),
    [COMMAND_OPEN_TABLE] = SHAPE("open-table", struct at_table, at_table_fields, "a table opens"),
    [COMMAND_CLOSE_TABLE] = SHAPE("close-table", struct at_table, at_table_fields, "a table closes"),
    [COMMAND_SIT] = SHAPE("sit", struct sit, sit_fields, "somebody takes a seat"),
    [COMMAND_LEAVE] = SHAPE("leave", struct at_seat, leave_fields, "a seat becomes free"),
    [COMMAND_BANK] = SHAPE("bank", struct at_seat, bank_fields, "who is the player-dealer"),
    [COMMAND_EQUIPMENT] =
        SHAPE("equipment", struct equipment, equipment_fields, "a device fails, or works again"),
    [COMMAND_START_ROUND] = SHAPE(
        "start-round", struct start_round, start_round_fields,
        "a round starts and its fees are taken; one that runs at the table, without a hand that waits, ends "
        "with it"),
    [COMMAND_IRREGULARITY] = SHAPE("irregularity", struct irregularity, irregularity_fields,
                                   "something in the round was not as it must be"),
    [COMMAND_CALL_FLOOR] = SHAPE("call-floor", struct table_note, table_note_fields,
                                 "a table calls the floor, which has not come yet"),
    [COMMAND_ANSWER_CALL] = SHAPE("answer-call", struct table_note, table_note_fields,
                                  "the floor has come to the table that called it"),
    [COMMAND_RETURN_FEES] = SHAPE("return-fees", struct return_fees, return_fees_fields,
                                  "the fees of the round go back to the players"),
    [COMMAND_END_ROUND] = SHAPE("end-round", struct end_round, end_round_fields, "the round is over"),
    [COMMAND_CLAIM_HAND] = SHAPE("claim-hand", struct claim_hand, claim_hand_fields, "a hand is said to win"),
    [COMMAND_VERIFY_HAND] = SHAPE("verify-hand", struct verify_hand, verify_hand_fields,
                                  "a first person has looked at the hand: what it is, and how it was played"),
    [COMMAND_REJECT_HAND] = SHAPE("reject-hand", struct about_hand, reject_hand_fields, "it wins nothing"),
    [COMMAND_WITHDRAW_HAND] = SHAPE("withdraw-hand", struct about_hand, withdraw_hand_fields,
                                    "whoever claimed it takes it back, as long as nobody has verified it"),
    [COMMAND_AUTHORISE] = SHAPE("authorise", struct about_hand, authorise_fields,
                                "a second person lets it be awarded, with all verified hands of the round"),
    [COMMAND_AWARD_PRIZE] =
        SHAPE("award-prize", struct award_prize, award_prize_fields, "a prize that no hand wins is awarded"),
    [COMMAND_IDENTIFY] = SHAPE("identify", struct identify, identify_fields, "a winner shows who he is"),
    [COMMAND_PAY] = SHAPE("pay", struct pay_prize, pay_fields, "a prize is paid"),
    [COMMAND_REIMBURSE_TRAY] = SHAPE("reimburse-tray", struct reimburse_tray, reimburse_tray_fields,
                                     "the cage gives the tray of a table what was paid from it"),
    [COMMAND_REDEEM] = SHAPE("redeem", struct redeem, redeem_fields, "a voucher pays a cost of its winner"),
    [COMMAND_FORFEIT] = SHAPE("forfeit", struct forfeit, forfeit_fields,
                              "a prize is forfeited, because its winner may not have it"),
    [COMMAND_REVERSE] = SHAPE("reverse", struct reverse, reverse_fields,
                              "an award is backed out by manual adjustment, as far as it is not paid"),
    [COMMAND_ADJUST] = SHAPE("adjust", struct adjust, adjust_fields, "money is moved by hand"),
    [COMMAND_RAISE] = SHAPE("raise", struct raise_pool, raise_fields, "a pool is raised above what it holds"),
};

const struct record_shape *command_shape(enum command_kind kind)
{
    CHECK_OP(kind, <, COMMAND_KINDS);
    return &shapes[kind];
}

const struct field *command_second_field(enum command_kind kind)
{
    const struct record_shape *shape = command_shape(kind);
    const char *name = kind == COMMAND_AWARD_PRIZE ? "verified-by" : "authorised-by";
    for (unsigned i = 0; i < shape->field_count; i++)
        if (text_equal(text_of(shape->fields[i].name), text_of(name))) {
            CHECK_OP(shape->fields[i].kind, ==, FIELD_TEXT);
            return &shape->fields[i];
        }
    return NULL;
}

struct text command_second(const struct command *command)
{
    const struct field *field = command_second_field(command->kind);
    CHECK_IMPLIES(field, field->offset + sizeof(struct text) <= command_shape(command->kind)->size);
    return field ? *(const struct text *)(const void *)((const char *)&command->head + field->offset)
                 : text_of("");
}

void command_set_second(struct command *command, struct text person)
{
    const struct field *field = command_second_field(command->kind);
    CHECK(field);
    *(struct text *)(void *)((char *)&command->head + field->offset) = person;
}

/* ------------------------------------------------------------------------------------------ forms */

enum { LINE_SIZE_MAX = 1 << 20, LINE_DEPTH_MAX = 8, NAME_SHOWN_MAX = 40 };

static enum status find_kind(struct text name, size_t position, enum command_kind *kind, struct fault *fault)
{
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        if (text_equal(name, text_of(shapes[i].name))) {
            *kind = (enum command_kind)i;
            return STATUS_OK;
        }
    struct text_nearest nearest = text_nearest_to(name);
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        text_nearest_offer(&nearest, shapes[i].name);
    struct text shown = text_first_word(name, NAME_SHOWN_MAX);
    if (nearest.word)
        return fault_set(fault, STATUS_INVALID, position, "there is no command \"%.*s\"; did you mean %s?",
                         TEXT_ARGUMENTS(shown), nearest.word);
    return fault_set(fault, STATUS_INVALID, position, "there is no command \"%.*s\"", TEXT_ARGUMENTS(shown));
}

enum status command_parse_document(json_t *document, struct arena *arena, struct command *command,
                                   struct fault *fault)
{
    static const char *const others[] = {"do", NULL};
    struct place top = place_top(document);
    struct text name;
    struct command read = {0};
    enum status status = place_text(&top, "do", &name, fault);
    if (status == STATUS_OK)
        status = find_kind(name, 0, &read.kind, fault);
    if (status == STATUS_OK)
        status = record_parse(&shapes[read.kind], &top, others, arena, &read.head, fault);
    if (status == STATUS_OK)
        *command = read;
    return status;
}

static enum status parse_json(struct text line, struct arena *arena, struct command *command,
                              struct fault *fault)
{
    static const struct document_limits limits = {LINE_SIZE_MAX, LINE_DEPTH_MAX};
    json_t *document;
    enum status status = document_parse(line, &limits, &document, fault);
    if (status != STATUS_OK)
        return status;
    status = command_parse_document(document, arena, command, fault);
    json_decref(document);
    return status;
}

enum status command_parse(struct text line, const struct zone *zone, struct arena *arena,
                          struct command *command, struct fault *fault)
{
    struct text trimmed = text_trimmed(line);
    size_t origin = (size_t)(trimmed.bytes - line.bytes);
    CHECK_OP(origin, <=, line.length);
    if (trimmed.length > 0 && trimmed.bytes[0] == '{')
        return parse_json(trimmed, arena, command, fault);
    size_t end = 0;
    while (end < trimmed.length && trimmed.bytes[end] != ' ' && trimmed.bytes[end] != '\t')
        end++;
    struct command read = {0};
    enum status status = find_kind(text_slice(trimmed, 0, end), origin + 1, &read.kind, fault);
    if (status == STATUS_OK)
        status = record_parse_words(&shapes[read.kind], text_from(trimmed, end), origin + end, zone, arena,
                                    &read.head, fault);
    if (status == STATUS_OK)
        *command = read;
    return status;
}

void command_write(struct text_out *out, const struct command *command)
{
    const struct record_shape *shape = command_shape(command->kind);
    text_out_add(out, "{\"do\":\"%s\"", shape->name);
    size_t at = out->length;
    record_write(out, shape, &command->head); /* every command has a field that is required */
    CHECK_IMPLIES(!out->truncated, at < out->length && out->bytes[at] == '{');
    if (at < out->length)
        out->bytes[at] = ',';
}

void command_write_words(struct text_out *out, const struct command *command, const struct zone *zone)
{
    const struct record_shape *shape = command_shape(command->kind);
    text_out_add(out, "%s ", shape->name);
    record_write_words(out, shape, &command->head, zone);
}
