/* The prizes desk: its commands and events, and what decides and applies them. */
#include "house/prizes/prizes_internal.h"

#include "funds/ledger.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/prizes/prizes_shapes.h"

/* ------------------------------------------------------------------------------------------ commands */

static const struct field authorise_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "its number"),
    COMMAND_HEAD(struct about_hand),
};

static const struct field award_prize_fields[] = {
    FIELD_REQUIRED(struct award_prize, offer, FIELD_TEXT, "offer", "by which offer"),
    FIELD(struct award_prize, prize, FIELD_TEXT, "prize", "its name; without one, the posted prize"),
    FIELD_REQUIRED(struct award_prize, table, FIELD_TEXT, "table", "where"),
    FIELD(struct award_prize, seats, FIELD_SEATS, "seats", "who wins; without it, all who were dealt in"),
    FIELD_REQUIRED(struct award_prize, verified_by, FIELD_TEXT, "verified-by", "the first of two persons"),
    COMMAND_HEAD(struct award_prize),
};

static const struct field reverse_fields[] = {
    FIELD_REQUIRED(struct reverse, award, FIELD_COUNT, "award", "its number"),
    FIELD(struct reverse, prize, FIELD_COUNT, "prize",
          "that alone is reversed; without one, the whole award"),
    FIELD_REQUIRED(struct reverse, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct reverse, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    COMMAND_HEAD(struct reverse),
};

static const struct desk_command prizes_commands[] = {
    {COMMAND_AUTHORISE,
     SHAPE("authorise", struct about_hand, authorise_fields,
           "a second person lets it be awarded, with all verified hands of the round"),
     .permission = "authorise", .decide = decide_authorise},
    {COMMAND_AWARD_PRIZE,
     SHAPE("award-prize", struct award_prize, award_prize_fields, "a prize that no hand wins is awarded"),
     .permission = "authorise", .decide = decide_award_prize},
    {COMMAND_REVERSE,
     SHAPE("reverse", struct reverse, reverse_fields,
           "an award is reversed by manual adjustment, as far as it is not paid"),
     .permission = "adjust", .decide = decide_reverse},
};

/* ------------------------------------------------------------------------------------------ events */

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
    EVENT_HEAD(struct awarded),
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
    EVENT_MONEY(struct awarded),
};

static const struct field reversed_fields[] = {
    FIELD(struct reversed_prize, prize, FIELD_COUNT, "prize", "its number"),
    FIELD(struct reversed_prize, cents, FIELD_CENTS, "cents", "what it was"),
};
static const struct record_shape reversed_shape =
    SHAPE("reversed", struct reversed_prize, reversed_fields, "a prize that was reversed");

static const struct field award_reversed_fields[] = {
    EVENT_HEAD(struct award_reversed),
    FIELD(struct award_reversed, award, FIELD_COUNT, "award", "its number"),
    FIELD_ITEMS(struct award_reversed, prizes, prize_count, FIELD_ROWS, &reversed_shape, "prizes",
                "[prize, cents] each of those that were reversed"),
    FIELD_REQUIRED(struct award_reversed, reason, FIELD_TEXT, "reason", "why"),
    FIELD_REQUIRED(struct award_reversed, authorised_by, FIELD_TEXT, "authorised-by", "the second person"),
    EVENT_MONEY(struct award_reversed),
};

static const struct desk_event prizes_events[] = {
    {EVENT_AWARDED, SHAPE("awarded", struct awarded, awarded_fields, "prizes were awarded"),
     .brought_by = COMMAND_AUTHORISE, .money = offsetof(struct awarded, money), .apply = apply_awarded,
     .award = offsetof(struct awarded, award), .brought = award_brought_by, .judge_signed = judge_awarded,
     .command_again = award_again},
    {EVENT_AWARD_REVERSED,
     SHAPE("award-reversed", struct award_reversed, award_reversed_fields,
           "an award was reversed by manual adjustment"),
     .brought_by = COMMAND_REVERSE, .money = offsetof(struct award_reversed, money),
     .apply = apply_award_reversed, .on_floor = true, .take_back = take_back_advance,
     .judge_signed = judge_second_person, .command_again = reverse_again},
};

const struct desk prizes_desk = {
    .name = "prizes",
    .commands = prizes_commands,
    .command_count = sizeof prizes_commands / sizeof prizes_commands[0],
    .events = prizes_events,
    .event_count = sizeof prizes_events / sizeof prizes_events[0],
    .sections = prizes_sections,
    .section_count = PRIZES_SECTIONS,
    .check_restored = check_prizes_restored,
};
