/* The prizes desk: its commands and events, and what decides and applies them. */
#include "house/prizes/prizes_internal.h"

#include "funds/ledger.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/prizes/prizes_shapes.h"

/* ------------------------------------------------------------------------------------------ commands */

static const struct field authorise_fields[] = {
    FIELD_REQUIRED(struct about_hand, hand, FIELD_COUNT, "hand", "the number of the hand"),
    COMMAND_HEAD(struct about_hand),
};

static const struct field award_prize_fields[] = {
    FIELD_REQUIRED(struct award_prize, offer, FIELD_TEXT, "offer", "the short name of the offer"),
    FIELD(struct award_prize, prize, FIELD_TEXT, "prize",
          "the name of the prize; left out: the posted prize"),
    FIELD_REQUIRED(struct award_prize, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct award_prize, seats, FIELD_SEATS, "seats",
          "the winning seats; left out: all seats that were dealt in"),
    FIELD_REQUIRED(struct award_prize, verified_by, FIELD_TEXT, "verified-by",
                   "the first person, who verified it"),
    COMMAND_HEAD(struct award_prize),
};

static const struct field reverse_fields[] = {
    FIELD_REQUIRED(struct reverse, award, FIELD_COUNT, "award", "the number of the award"),
    FIELD(struct reverse, prize, FIELD_COUNT, "prize",
          "the number of the one prize to reverse; left out: the whole award"),
    FIELD_REQUIRED(struct reverse, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct reverse, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    COMMAND_HEAD(struct reverse),
};

static const struct desk_command prizes_commands[] = {
    {COMMAND_AUTHORISE,
     SHAPE("authorise", struct about_hand, authorise_fields,
           "authorises the award of all verified hands of the round, as the second of two persons"),
     .permission = "authorise", .usual_role = "supervisor", .usual_second = true, .decide = decide_authorise},
    {COMMAND_AWARD_PRIZE,
     SHAPE("award-prize", struct award_prize, award_prize_fields, "awards a prize that no hand wins"),
     .permission = "authorise", .second = "verified-by", .usual_role = "supervisor", .usual_second = true,
     .decide = decide_award_prize},
    {COMMAND_REVERSE,
     SHAPE("reverse", struct reverse, reverse_fields, "reverses an award, or one prize of it"),
     .permission = "adjust", .second = "authorised-by", .second_always = true, .usual_role = "accounting",
     .decide = decide_reverse},
};

/* ------------------------------------------------------------------------------------------ events */

static const struct field prize_fields[] = {
    FIELD(struct prize_row, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct prize_row, patron, FIELD_TEXT, "patron", "the club number of the winner"),
    FIELD(struct prize_row, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct prize_row, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct prize_row, share, FIELD_TEXT, "share",
          "the share: a row of the chart, losing hand, table, envy"),
    FIELD(struct prize_row, cents, FIELD_CENTS, "cents", "the amount; left out if the prize is not money"),
    FIELD(struct prize_row, posted, FIELD_CENTS, "posted",
          "the amount of the whole prize of which this is a part"),
    FIELD(struct prize_row, fee, FIELD_CENTS, "fee", "the fee that the winner paid; left out if none"),
    FIELD(struct prize_row, thing, FIELD_TEXT, "thing",
          "the prize, if it is not money: tickets, points, an entry"),
    FIELD(struct prize_row, things, FIELD_COUNT, "things", "the number of things"),
    FIELD(struct prize_row, worth, FIELD_CENTS, "worth", "the value of the things, if the prize states it"),
    FIELD(struct prize_row, clause, FIELD_TEXT, "clause", "the clause that orders it"),
    FIELD(struct prize_row, identified, FIELD_FLAG, "identified", "the winner must show an ID"),
    FIELD(struct prize_row, identify_by, FIELD_TIME, "identify-by", "the last moment to show an ID in time"),
    FIELD(struct prize_row, lapses, FIELD_TIME, "lapses", "the moment at which the prize expires"),
};
static const struct record_shape prize_shape =
    SHAPE("prize", struct prize_row, prize_fields, "the prize of one winner");

static const struct field pool_share_fields[] = {
    FIELD(struct pool_share, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct pool_share, pool, FIELD_COUNT, "pool", "the number of the account of the pool"),
    FIELD(struct pool_share, cents, FIELD_CENTS, "cents", "the part of the prize that comes from the pool"),
};
const struct record_shape pool_share_shape =
    SHAPE("pool-share", struct pool_share, pool_share_fields, "the part of a prize that comes from a pool");

static const struct field awarded_fields[] = {
    EVENT_HEAD(struct awarded),
    FIELD(struct awarded, award, FIELD_COUNT, "award", "the number of the award"),
    FIELD(struct awarded, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct awarded, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct awarded, round, FIELD_COUNT, "round", "the number of the round"),
    FIELD(struct awarded, verified_by, FIELD_TEXT, "verified-by", "the first person, who verified it"),
    FIELD(struct awarded, authorised_by, FIELD_TEXT, "authorised-by", "the second person, who authorised it"),
    FIELD(struct awarded, clause, FIELD_TEXT, "clause", "the clause that orders it"),
    FIELD(struct awarded, hand, FIELD_COUNT, "hand", "the number of the first hand that wins"),
    FIELD(struct awarded, pool, FIELD_TEXT, "pool", "the name of the pool that was won"),
    FIELD(struct awarded, meter, FIELD_CENTS, "meter", "the meter before the award"),
    FIELD_ITEMS(struct awarded, prizes, prize_count, FIELD_LIST, &prize_shape, "prizes", "who wins what"),
    FIELD_ITEMS(struct awarded, pool_shares, pool_share_count, FIELD_ROWS, &pool_share_shape, "pool-shares",
                "[prize, pool, cents] for each share, if there are several prizes"),
    EVENT_MONEY(struct awarded),
};

static const struct field reversed_fields[] = {
    FIELD(struct reversed_prize, prize, FIELD_COUNT, "prize", "the number of the prize"),
    FIELD(struct reversed_prize, cents, FIELD_CENTS, "cents", "the amount of the prize"),
};
static const struct record_shape reversed_shape =
    SHAPE("reversed", struct reversed_prize, reversed_fields, "a prize that was reversed");

static const struct field pool_less_fields[] = {
    FIELD(struct pool_less, pool, FIELD_COUNT, "pool", "the number of its account"),
    FIELD(struct pool_less, cents, FIELD_CENTS, "cents", "the amount"),
};
static const struct record_shape pool_less_shape =
    SHAPE("pool-less", struct pool_less, pool_less_fields,
          "the amount by which a pool was won less, because a prize was reversed alone");

static const struct field award_reversed_fields[] = {
    EVENT_HEAD(struct award_reversed),
    FIELD(struct award_reversed, award, FIELD_COUNT, "award", "the number of the award"),
    FIELD_ITEMS(struct award_reversed, prizes, prize_count, FIELD_ROWS, &reversed_shape, "prizes",
                "[prize, cents] for each prize that was reversed"),
    FIELD_REQUIRED(struct award_reversed, reason, FIELD_TEXT, "reason", "the reason, in words"),
    FIELD_REQUIRED(struct award_reversed, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    FIELD(struct award_reversed, lent, FIELD_CENTS, "lent",
          "if prizes of the award still stand: the part of the advances of the house that went back"),
    FIELD_ITEMS(struct award_reversed, less, less_count, FIELD_ROWS, &pool_less_shape, "less",
                "[pool, cents] for each pool, if prizes of the award still stand: the amount by which it was "
                "won less"),
    EVENT_MONEY(struct award_reversed),
};

static const struct desk_event prizes_events[] = {
    {EVENT_AWARDED, SHAPE("awarded", struct awarded, awarded_fields, "prizes were awarded"),
     .brought_by = COMMAND_AUTHORISE, .money = offsetof(struct awarded, money), .apply = apply_awarded,
     .judge_winners = judge_award_winners, .complete = complete_awarded, .judge_told = judge_claims_told,
     .shown = "prize", .award = offsetof(struct awarded, award), .brought = award_brought_by,
     .judge_signed = judge_awarded, .command_again = award_again},
    {EVENT_AWARD_REVERSED,
     SHAPE("award-reversed", struct award_reversed, award_reversed_fields,
           "an award was reversed, or prizes of it"),
     .brought_by = COMMAND_REVERSE, .money = offsetof(struct award_reversed, money),
     .apply = apply_award_reversed, .shown = "prize", .on_floor = true, .take_back = take_back_advance,
     .tells_since = DECISIONS_TELL_MORE, .complete = complete_award_reversed, .command_again = reverse_again},
};

const struct desk prizes_desk = {
    .name = "prizes",
    .commands = prizes_commands,
    .command_count = sizeof prizes_commands / sizeof prizes_commands[0],
    .events = prizes_events,
    .event_count = sizeof prizes_events / sizeof prizes_events[0],
    .expectations = prizes_expectations,
    .expectation_count = PRIZES_EXPECTATIONS,
    .sections = prizes_sections,
    .section_count = PRIZES_SECTIONS,
    .views = prizes_views,
    .view_count = PRIZES_VIEWS,
    .check_restored = check_prizes_restored,
};
