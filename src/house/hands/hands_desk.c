/* The hands desk: its commands and events, and what decides and applies them. */
#include "house/hands/hands_internal.h"

#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"

const char *const outcome_words[] = {"", "won", "pushed", "lost", NULL};
const char *const folded_words[] = {"", "folded", "folded, cards kept", NULL};

/* ------------------------------------------------------------------------------------------ commands */

static const struct field claim_hand_fields[] = {
    FIELD_REQUIRED(struct claim_hand, table, FIELD_TEXT, "table", "its name"),
    FIELD(struct claim_hand, seat, FIELD_COUNT, "seat",
          "whose hand; without one, a hand that is everybody's, or the player-dealer's where nobody of the "
          "seats banks"),
    FIELD_REQUIRED(struct claim_hand, offer, FIELD_TEXT, "offer", "by which offer"),
    FIELD(struct claim_hand, row, FIELD_TEXT, "row", "the row of the chart, by name or number"),
    FIELD(struct claim_hand, patron, FIELD_TEXT, "patron", "who bets behind the seat"),
    COMMAND_HEAD(struct claim_hand),
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
    COMMAND_HEAD(struct verify_hand),
};

static const struct field reject_hand_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct about_hand, reason, FIELD_TEXT, "reason", "why it is rejected"),
    FIELD(struct about_hand, authorised_by, FIELD_TEXT, "authorised-by",
          "a second person, where the role of the first does not allow it, or points or a posted hand are "
          "taken back"),
    COMMAND_HEAD(struct about_hand),
};

static const struct field withdraw_hand_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct about_hand, reason, FIELD_TEXT, "reason", "why it is withdrawn"),
    COMMAND_HEAD(struct about_hand),
};

static const struct desk_command hands_commands[] = {
    {COMMAND_CLAIM_HAND, SHAPE("claim-hand", struct claim_hand, claim_hand_fields, "a hand is said to win"),
     .permission = "claim hands", .decide = decide_claim_hand},
    {COMMAND_VERIFY_HAND,
     SHAPE("verify-hand", struct verify_hand, verify_hand_fields,
           "a first person has looked at the hand: what it is, and how it was played"),
     .permission = "verify", .decide = decide_verify_hand},
    {COMMAND_REJECT_HAND, SHAPE("reject-hand", struct about_hand, reject_hand_fields, "it wins nothing"),
     .permission = "verify", .countersigned = "claim hands", .decide = decide_reject_hand},
    {COMMAND_WITHDRAW_HAND,
     SHAPE("withdraw-hand", struct about_hand, withdraw_hand_fields,
           "whoever claimed it takes it back, as long as nobody has verified it"),
     .permission = "claim hands", .decide = decide_withdraw_hand},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field hand_claimed_fields[] = {
    EVENT_HEAD(struct hand_claimed),
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
    EVENT_HEAD(struct hand_verified),
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
    EVENT_HEAD(struct hand_rejected),
    FIELD(struct hand_rejected, hand, FIELD_COUNT, "hand", "its number"),
    FIELD(struct hand_rejected, points, FIELD_COUNT, "points", "that it had earned and that are taken back"),
    FIELD(struct hand_rejected, clause, FIELD_TEXT, "clause", "that refuses it"),
    FIELD(struct hand_rejected, reason, FIELD_TEXT, "reason", "in words"),
    FIELD(struct hand_rejected, authorised_by, FIELD_TEXT, "authorised-by", "a second person who signed it"),
};

static const struct field hand_withdrawn_fields[] = {
    EVENT_HEAD(struct hand_rejected),
    FIELD(struct hand_rejected, hand, FIELD_COUNT, "hand", "its number"),
    FIELD_REQUIRED(struct hand_rejected, reason, FIELD_TEXT, "reason", "in words"),
};

static const struct desk_event hands_events[] = {
    {EVENT_HAND_CLAIMED,
     SHAPE("hand-claimed", struct hand_claimed, hand_claimed_fields, "a hand was said to win"),
     .brought_by = COMMAND_CLAIM_HAND, .apply = apply_hand_claimed, .on_floor = true},
    {EVENT_HAND_VERIFIED,
     SHAPE("hand-verified", struct hand_verified, hand_verified_fields, "a first person has verified it"),
     .brought_by = COMMAND_VERIFY_HAND, .apply = apply_hand_verified, .on_floor = true,
     .judge_signed = judge_verified, .command_again = verify_again},
    {EVENT_HAND_REJECTED,
     SHAPE("hand-rejected", struct hand_rejected, hand_rejected_fields, "it wins nothing"),
     .brought_by = COMMAND_REJECT_HAND, .apply = apply_hand_rejected, .on_floor = true,
     .judge_signed = judge_rejected},
    {EVENT_HAND_WITHDRAWN,
     SHAPE("hand-withdrawn", struct hand_rejected, hand_withdrawn_fields, "whoever claimed it took it back"),
     .brought_by = COMMAND_WITHDRAW_HAND, .apply = apply_hand_withdrawn, .on_floor = true,
     .judge_signed = judge_withdrawn},
};

const struct desk hands_desk = {
    .name = "hands",
    .commands = hands_commands,
    .command_count = sizeof hands_commands / sizeof hands_commands[0],
    .events = hands_events,
    .event_count = sizeof hands_events / sizeof hands_events[0],
    .sections = hands_sections,
    .section_count = HANDS_SECTIONS,
    .time_passes = read_ended_periods,
};
