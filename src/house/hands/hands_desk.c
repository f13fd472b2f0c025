/* The hands desk: its commands and events, and what decides and applies them. */
#include "house/hands/hands_internal.h"

#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/tables/meter_shapes.h"

const char *const outcome_words[] = {"", "won", "pushed", "lost", NULL};
const char *const folded_words[] = {"", "folded", "folded, cards kept", NULL};

/* ------------------------------------------------------------------------------------------ commands */

static const struct field claim_hand_fields[] = {
    FIELD_REQUIRED(struct claim_hand, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(
        struct claim_hand, seat, FIELD_COUNT, "seat",
        "the seat of the hand; left out: a hand of the whole table, or of a player-dealer who is not seated"),
    FIELD_REQUIRED(struct claim_hand, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD(struct claim_hand, row, FIELD_TEXT, "row", "the row of the chart, by name or number"),
    FIELD(struct claim_hand, patron, FIELD_TEXT, "patron",
          "the club number of the player who bets behind the seat"),
    COMMAND_HEAD(struct claim_hand),
};

static const struct field verify_hand_fields[] = {
    FIELD_REQUIRED(struct verify_hand, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD(struct verify_hand, row, FIELD_TEXT, "row", "the row of the chart, if the cards are not entered"),
    FIELD(struct verify_hand, reason, FIELD_TEXT, "reason",
          "why the hand is verified by its row, where its game has cards to enter"),
    FIELD(struct verify_hand, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, for a hand that is verified by its row"),
    FIELD(struct verify_hand, cards, FIELD_TEXT, "cards", "the cards of the hand"),
    FIELD(struct verify_hand, board, FIELD_TEXT, "board", "the board cards"),
    FIELD(struct verify_hand, banker, FIELD_TEXT, "banker", "the cards of the dealer or banker"),
    FIELD(struct verify_hand, winner, FIELD_TEXT, "winner", "the cards of the hand that beat it"),
    FIELD(struct verify_hand, winners, FIELD_SEATS, "beaten-by", "the seats that beat it"),
    FIELD(struct verify_hand, holders, FIELD_SEATS, "holders",
          "for a hand of the whole table: the seats that share it; left out: all seats that were dealt in"),
    FIELD(struct verify_hand, pot, FIELD_CENTS, "pot", "the amount in the pot"),
    FIELD(struct verify_hand, wager, FIELD_CENTS, "wager", "the wager on the base game"),
    FIELD_ONE_OF(struct verify_hand, outcome, outcome_words, "outcome", "the result of the base game"),
    FIELD_ONE_OF(struct verify_hand, folded, folded_words, "folded", "whether the hand was folded"),
    FIELD(struct verify_hand, no_showdown, FIELD_FLAG, "no-showdown", "the round had no showdown"),
    FIELD(struct verify_hand, bets_incomplete, FIELD_FLAG, "bets-incomplete",
          "the player did not complete all bets"),
    FIELD(struct verify_hand, beaten_by_incomplete, FIELD_FLAG, "beaten-by-incomplete",
          "the winner did not complete all bets"),
    FIELD(struct verify_hand, all_in, FIELD_FLAG, "all-in",
          "the player was all-in, which counts as all bets completed"),
    FIELD(struct verify_hand, missed_rounds, FIELD_FLAG, "missed-rounds",
          "the player missed a betting round"),
    FIELD(struct verify_hand, no_wager, FIELD_FLAG, "no-wager", "no wager on the base game"),
    FIELD(struct verify_hand, bonus_bets_only, FIELD_FLAG, "bonus-bets-only",
          "the player made bonus bets only"),
    FIELD(struct verify_hand, no_collection, FIELD_FLAG, "no-collection", "the collection was not paid"),
    FIELD(struct verify_hand, multiple, FIELD_COUNT, "multiple", "the multiplier now in force"),
    COMMAND_HEAD(struct verify_hand),
};

static const struct field reject_hand_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD_REQUIRED(struct about_hand, reason, FIELD_TEXT, "reason", "why it is rejected"),
    FIELD(struct about_hand, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, if the role of the first does not allow it, or if points or a hand on the "
          "board are removed"),
    COMMAND_HEAD(struct about_hand),
};

static const struct field withdraw_hand_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD_REQUIRED(struct about_hand, reason, FIELD_TEXT, "reason", "why it is withdrawn"),
    COMMAND_HEAD(struct about_hand),
};

static const struct desk_command hands_commands[] = {
    {COMMAND_CLAIM_HAND, SHAPE("claim-hand", struct claim_hand, claim_hand_fields, "claims that a hand wins"),
     .permission = "claim hands", .usual_role = "dealer", .decide = decide_claim_hand},
    {COMMAND_VERIFY_HAND,
     SHAPE("verify-hand", struct verify_hand, verify_hand_fields,
           "verifies a hand, as the first of two persons"),
     .permission = "verify", .second = "authorised-by", .usual_role = "supervisor",
     .decide = decide_verify_hand},
    {COMMAND_REJECT_HAND,
     SHAPE("reject-hand", struct about_hand, reject_hand_fields, "rejects a hand: it wins nothing"),
     .permission = "verify", .countersigned = "claim hands", .second = "authorised-by",
     .usual_role = "supervisor", .decide = decide_reject_hand},
    {COMMAND_WITHDRAW_HAND,
     SHAPE("withdraw-hand", struct about_hand, withdraw_hand_fields, "withdraws a claim"),
     .permission = "claim hands", .usual_role = "dealer", .decide = decide_withdraw_hand},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field claim_payer_fields[] = {
    FIELD_REQUIRED(struct claim_payer, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct claim_payer, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct claim_payer, patron, FIELD_TEXT, "patron", "the club number of the player"),
};
static const struct record_shape claim_payer_shape =
    SHAPE("claim-payer", struct claim_payer, claim_payer_fields,
          "a player who had paid the fee at another table when a hand was claimed");

static const struct field hand_claimed_fields[] = {
    EVENT_HEAD(struct hand_claimed),
    FIELD(struct hand_claimed, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD_REQUIRED(struct hand_claimed, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct hand_claimed, round, FIELD_COUNT, "round", "the number of the round"),
    FIELD(struct hand_claimed, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct hand_claimed, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct hand_claimed, row, FIELD_TEXT, "row", "the row that the dealer selected"),
    FIELD(struct hand_claimed, patron, FIELD_TEXT, "patron", "the club number of the player who would win"),
    FIELD(struct hand_claimed, backline, FIELD_FLAG, "backline", "the winner bet behind the seat"),
    FIELD(struct hand_claimed, shared, FIELD_FLAG, "shared", "it is a hand of the whole table"),
    FIELD(struct hand_claimed, fee, FIELD_FLAG, "fee", "the fee was paid on it"),
    FIELD(struct hand_claimed, paid, FIELD_SEATS, "paid",
          "the seats that paid the fee of the offer; at a free table, the seats of its players"),
    FIELD(struct hand_claimed, decided, FIELD_TIME, "decided",
          "the moment whose rules apply: the deal, or the claim"),
    FIELD_ITEMS(struct hand_claimed, readings, reading_count, FIELD_ROWS, &reading_shape, "readings",
                "[cents] for each meter at that moment, or at the end of the period, if the prize depends on "
                "it and the moment is over"),
    FIELD(struct hand_claimed, awards_before, FIELD_COUNT, "awards-before", "the number of awards before it"),
    FIELD(struct hand_claimed, ends, FIELD_TIME, "ends",
          "the end of its period, if the prize depends on what the meters show then"),
    FIELD_ITEMS(struct hand_claimed, payers, payer_count, FIELD_ROWS, &claim_payer_shape, "payers",
                "[table, seat, patron] for each player at another table who had paid the fee, if they share "
                "the prize"),
};

static const struct field hand_verified_fields[] = {
    EVENT_HEAD(struct hand_verified),
    FIELD(struct hand_verified, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD(struct hand_verified, row, FIELD_TEXT, "row", "the row of the chart, or all rows that are paid"),
    FIELD(struct hand_verified, clause, FIELD_TEXT, "clause", "the clause of the row"),
    FIELD(struct hand_verified, cards, FIELD_TEXT, "cards", "the cards of the hand"),
    FIELD(struct hand_verified, board, FIELD_TEXT, "board", "the board cards"),
    FIELD(struct hand_verified, banker, FIELD_TEXT, "banker", "the cards of the dealer or banker"),
    FIELD(struct hand_verified, winner, FIELD_TEXT, "winner", "the cards of the hand that beat it"),
    FIELD(struct hand_verified, winners, FIELD_SEATS, "beaten-by", "the seats that beat it"),
    FIELD(struct hand_verified, holders, FIELD_SEATS, "holders",
          "the seats that share a hand of the whole table"),
    FIELD(struct hand_verified, brings_envy, FIELD_FLAG, "brings-envy",
          "the holder wins nothing, but other players win because of it"),
    FIELD(struct hand_verified, no_part, FIELD_FLAG, "no-part",
          "the holder may not win; that share stays in the fund"),
    FIELD(struct hand_verified, pot, FIELD_CENTS, "pot", "the amount in the pot"),
    FIELD(struct hand_verified, wager, FIELD_CENTS, "wager", "the wager on the base game"),
    FIELD_ONE_OF(struct hand_verified, outcome, outcome_words, "outcome", "the result of the base game"),
    FIELD_ONE_OF(struct hand_verified, folded, folded_words, "folded", "whether the hand was folded"),
    FIELD(struct hand_verified, multiple, FIELD_COUNT, "multiple", "the multiplier in force"),
    FIELD(struct hand_verified, score, FIELD_NUMBER, "score",
          "a number that compares hands; higher is better"),
    FIELD(struct hand_verified, why, FIELD_TEXT, "why", "why it is this row, in words"),
    FIELD(struct hand_verified, reason, FIELD_TEXT, "reason",
          "why it was verified by its row, where its game has cards to enter"),
    FIELD(struct hand_verified, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, if it was verified by its row"),
};

static const struct field hand_rejected_fields[] = {
    EVENT_HEAD(struct hand_rejected),
    FIELD(struct hand_rejected, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD(struct hand_rejected, points, FIELD_COUNT, "points",
          "the points that it had earned, which are removed"),
    FIELD(struct hand_rejected, clause, FIELD_TEXT, "clause", "the clause that refuses it"),
    FIELD(struct hand_rejected, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD(struct hand_rejected, authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, if one signed"),
};

static const struct field hand_withdrawn_fields[] = {
    EVENT_HEAD(struct hand_rejected),
    FIELD(struct hand_rejected, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD_REQUIRED(struct hand_rejected, reason, FIELD_TEXT, "reason", "the reason, in words"),
};

static const struct desk_event hands_events[] = {
    {EVENT_HAND_CLAIMED,
     SHAPE("hand-claimed", struct hand_claimed, hand_claimed_fields, "a hand was claimed"),
     .brought_by = COMMAND_CLAIM_HAND, .apply = apply_hand_claimed, .tells_since = DECISIONS_TELL_MORE,
     .complete = complete_hand_claimed, .judge_told = judge_as_completed, .shown = "hand", .on_floor = true},
    {EVENT_HAND_VERIFIED,
     SHAPE("hand-verified", struct hand_verified, hand_verified_fields, "the first person verified a hand"),
     .brought_by = COMMAND_VERIFY_HAND, .apply = apply_hand_verified, .shown = "hand", .on_floor = true,
     .judge_signed = judge_verified, .command_again = verify_again},
    {EVENT_HAND_REJECTED,
     SHAPE("hand-rejected", struct hand_rejected, hand_rejected_fields,
           "a hand was rejected: it wins nothing"),
     .brought_by = COMMAND_REJECT_HAND, .apply = apply_hand_rejected, .shown = "hand", .on_floor = true,
     .judge_signed = judge_rejected},
    {EVENT_HAND_WITHDRAWN,
     SHAPE("hand-withdrawn", struct hand_rejected, hand_withdrawn_fields,
           "the person who claimed a hand withdrew the claim"),
     .brought_by = COMMAND_WITHDRAW_HAND, .apply = apply_hand_withdrawn, .shown = "hand", .on_floor = true,
     .judge_signed = judge_withdrawn},
};

const struct desk hands_desk = {
    .name = "hands",
    .commands = hands_commands,
    .command_count = sizeof hands_commands / sizeof hands_commands[0],
    .events = hands_events,
    .event_count = sizeof hands_events / sizeof hands_events[0],
    .expectations = hands_expectations,
    .expectation_count = HANDS_EXPECTATIONS,
    .sections = hands_sections,
    .section_count = HANDS_SECTIONS,
    .views = hands_views,
    .view_count = HANDS_VIEWS,
    .time_passes = read_ended_periods,
    .restored = await_all_readings,
};
