/* The prizes desk in snapshots: awards and their prizes. */
#include "house/prizes/prizes_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/funds.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/snapshot.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_snapshot.h"

/* ------------------------------------------------------------------------------------------ awards */

static const struct field award_fields[] = {
    FIELD(struct floor_award, number, FIELD_COUNT, "award", "the number of the award"),
    FIELD(struct floor_award, first_prize, FIELD_COUNT, "first-prize", "the number of its first prize"),
    FIELD(struct floor_award, settled, FIELD_FLAG, "settled",
          "it was settled for good when the gaming day began"),
    FIELD(struct floor_award, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD_REQUIRED(struct floor_award, at, FIELD_TIME, "at", "the time"),
    FIELD(struct floor_award, reversed, FIELD_FLAG, "reversed", "the award was reversed"),
    FIELD(struct floor_award, hand, FIELD_COUNT, "hand",
          "the number of the first hand of its round; left out if none"),
    FIELD(struct floor_award, drawn, FIELD_FLAG, "drawn", "a prize of a table in a round, and of no hand"),
    FIELD(struct floor_award, prize_count, FIELD_COUNT, "prizes", "the number of prizes of this award"),
    FIELD_REQUIRED(struct floor_award, verified_by, FIELD_TEXT, "verified-by",
                   "the first person, who verified it"),
    FIELD_REQUIRED(struct floor_award, authorised_by, FIELD_TEXT, "authorised-by",
                   "the second person, who authorised it"),
    FIELD_REQUIRED(struct floor_award, clause, FIELD_TEXT, "clause", "the clause that orders it"),
    FIELD_ITEMS(struct floor_award, movements, movement_count, FIELD_ROWS, &movement_shape, "movements",
                "[from, to, cents, reason, \"\"] for each money movement; needed to reverse it"),
    FIELD_ITEMS(struct floor_award, advances, advance_count, FIELD_ROWS, &advance_shape, "advances",
                "[offer, cents, \"\"] for each advance"),
    FIELD_ITEMS(struct floor_award, repaying, repaying_count, FIELD_ROWS, &repaying_shape, "repaying",
                "[fund] for each row of advances; left out: the first fund of each offer"),
    FIELD_ITEMS(struct floor_award, pool_shares, pool_share_count, FIELD_ROWS, &pool_share_shape,
                "pool-shares", "[prize, pool, cents] for each share, if there are several prizes"),
    FIELD(struct floor_award, lent_back, FIELD_CENTS, "lent-back",
          "the part of the advances that went back with prizes reversed one by one"),
};

static void save_awards(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->award_count; i++) {
        CHECK_OP(floor->awards[i].offer, <, floor->offering_count);
        CHECK_OP(floor->awards[i].first_prize + floor->awards[i].prize_count, <=, floor->last_prize + 1);
        save_line(saving, &floor->awards[i]);
    }
}

static bool advances_are_good(const struct restoring *restoring, const struct floor_award *award)
{
    for (uint32_t i = 0; i < award->advance_count; i++) {
        const struct advance_row *row = &award->advances[i];
        if (row->offer >= restoring->floor->offering_count || row->cents > AMOUNTS_MAX ||
            row->cents < -AMOUNTS_MAX || row->clause.length > 0)
            return false;
    }
    for (uint32_t i = 0; i < award->repaying_count; i++)
        if (award->repaying[i].fund >= restoring->floor->ledger.count)
            return false;
    return award->repaying_count == 0 || award->repaying_count == award->advance_count;
}

static enum status restore_award(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    struct floor_award award = *(const struct floor_award *)line;
    const struct floor_award *last = floor->award_count > 0 ? &floor->awards[floor->award_count - 1] : NULL;
    const uint32_t first = last ? last->first_prize + last->prize_count : 1;
    if (award.number == 0 || (last && award.number <= last->number) || award.number > floor->last_award ||
        award.first_prize < first || award.first_prize - 1 > floor->last_prize ||
        award.prize_count > floor->last_prize - (award.first_prize - 1))
        return wrong_line(restoring, "there is no such award or no such prizes, or they are not in order");
    if (award.offer >= floor->offering_count || award.at.ms == 0 || award.hand > floor->last_hand)
        return wrong_line(restoring, "there is no such offer or hand, or no time");
    if (!movements_are_good(restoring, award.movements, award.movement_count) ||
        !advances_are_good(restoring, &award))
        return wrong_line(restoring, "money that cannot have moved");
    if (award.lent_back < 0 || award.lent_back > advances_of_award(&award) ||
        (award.reversed && award.lent_back > 0))
        return wrong_line(restoring, "more went back than was advanced");
    enum status status = MAKE_ROOM(&floor->arena, floor->awards, floor->award_count, floor->award_room);
    const struct money_rows money = {.movements = award.movements,
                                     .movement_count = award.movement_count,
                                     .advances = award.advances,
                                     .advance_count = award.advance_count,
                                     .repaying = award.repaying,
                                     .repaying_count = award.repaying_count};
    if (status != STATUS_OK || !keep_text(restoring, &award.verified_by) ||
        !keep_text(restoring, &award.authorised_by) || !keep_text(restoring, &award.clause) ||
        keep_money(floor, &money, &award) != STATUS_OK ||
        keep_pool_shares(floor, award.pool_shares, award.pool_share_count, &award) != STATUS_OK)
        return cannot_keep(restoring);
    floor->awards[floor->award_count++] = award;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ prizes */

/* Prizes follow their awards in the same order: of each as many as it says. */
struct prize_line {
    struct floor_prize prize;
    uint8_t state;
    bool alone; /* reversed without its award */
    struct text table, patron;
    struct instant identify_by, lapses; /* none: it cannot be late, or not lapse */
    const struct dealt_player *dealt;
    uint32_t dealt_count; /* one, or none */
};

static const struct field voucher_use_fields[] = {
    FIELD(struct voucher_use, cost, FIELD_TEXT, "for", "the cost that it paid"),
    FIELD(struct voucher_use, count, FIELD_NUMBER, "count", "how many of them; one may be paid in part"),
    FIELD(struct voucher_use, cents, FIELD_CENTS, "cents", "the total amount for them"),
};
static const struct record_shape voucher_use_shape = SHAPE(
    "voucher-use", struct voucher_use, voucher_use_fields, "what a voucher has paid for one kind of cost");

static const struct field prize_fields[] = {
    FIELD_ONE_OF(struct prize_line, state, claim_state_words, "state",
                 "the state of the prize; left out: awarded"),
    FIELD(struct prize_line, alone, FIELD_FLAG, "reversed", "the prize was reversed; its award stands"),
    FIELD(struct prize_line, prize.claim.cents, FIELD_CENTS, "cents",
          "the amount; left out if the prize is not money"),
    FIELD(struct prize_line, prize.claim.identified, FIELD_FLAG, "identified", "the winner must show an ID"),
    FIELD_ONE_OF(struct prize_line, prize.shown, identification_words, "shown",
                 "the ID that the winner showed"),
    FIELD(struct prize_line, prize.thing, FIELD_TEXT, "thing", "the prize, if it is not money"),
    FIELD(struct prize_line, prize.things, FIELD_COUNT, "things", "the number of things"),
    FIELD(struct prize_line, prize.worth, FIELD_CENTS, "worth",
          "the value of the things, if the prize states it"),
    FIELD(struct prize_line, prize.share, FIELD_TEXT, "share",
          "the share: a row of the chart, losing hand, table, envy"),
    FIELD(struct prize_line, patron, FIELD_TEXT, "patron", "the club number of the winner"),
    FIELD(struct prize_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct prize_line, prize.seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct prize_line, prize.dealt_at, FIELD_TIME, "dealt-at",
          "when the cards were dealt by which it was won"),
    FIELD_ITEMS(struct prize_line, dealt, dealt_count, FIELD_LIST, &dealt_player_shape, "dealt",
                "the winner, as recorded at that deal"),
    FIELD_ITEMS(struct prize_line, prize.present, prize.present_count, FIELD_LIST, &dealt_player_shape,
                "present", "who was at the table at that deal, while the winner is not known"),
    FIELD(struct prize_line, prize.born, FIELD_DATE, "born", "the date of birth on the ID that was shown"),
    FIELD(struct prize_line, prize.fee, FIELD_CENTS, "fee", "the fee that the winner paid; left out if none"),
    FIELD(struct prize_line, identify_by, FIELD_TIME, "identify-by", "the last moment to show an ID in time"),
    FIELD(struct prize_line, lapses, FIELD_TIME, "lapses", "the moment at which the prize expires"),
    FIELD(struct prize_line, prize.clause, FIELD_TEXT, "clause", "the clause that orders it"),
    FIELD_ONE_OF(struct prize_line, prize.tray, tray_state_words, "tray",
                 "for a prize paid from the tray of the table: whether the cage has reimbursed the tray"),
    FIELD_ITEMS(struct prize_line, prize.uses, prize.use_count, FIELD_ROWS, &voucher_use_shape, "redeemed",
                "[for, count, cents] for each kind of cost that the voucher paid"),
};

static void save_prizes(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        const struct floor_award *award = floor_award(floor, prize->award);
        CHECK(award && prize->offer < floor->offering_count);
        const struct claim *claim = &prize->claim;
        struct prize_line line = {.prize = *prize,
                                  .state = (uint8_t)claim->state,
                                  .alone = prize->reversed && !award->reversed,
                                  .patron = floor_patron_name(floor, prize->patron),
                                  .dealt = &prize->dealt,
                                  .dealt_count = prize->dealt.patron != NAMES_NONE};
        if (prize->table < floor->table_count)
            line.table = floor->tables[prize->table].described->name;
        if (claim->can_be_late)
            line.identify_by = claim->identify_by;
        if (claim->can_lapse)
            line.lapses = claim->lapses;
        save_line(saving, &line);
    }
}

/* The award of the next prize, and the number of that; NULL if no award has it. */
static const struct floor_award *award_of_next(const struct floor *floor, uint32_t *number)
{
    const struct floor_prize *last = floor->prize_count > 0 ? &floor->prizes[floor->prize_count - 1] : NULL;
    const struct floor_award *award = last ? floor_award(floor, last->award) : floor->awards;
    const struct floor_award *end = floor->awards + floor->award_count;
    *number = last ? last->number + 1 : 0;
    if (award && last && *number - award->first_prize < award->prize_count)
        return award;
    for (award = last && award ? award + 1 : award; award && award < end; award++)
        if (award->prize_count > 0) {
            *number = award->first_prize;
            return award;
        }
    return NULL;
}

/* What a voucher has paid, each kind of cost once; I12 sees to the amounts. */
static bool uses_are_good(struct restoring *restoring, const struct floor_prize *prize)
{
    for (unsigned i = 0; i < prize->use_count; i++) {
        const struct voucher_use *use = &prize->uses[i];
        bool once = use->cost.length > 0;
        for (unsigned k = 0; k < i; k++)
            once &= !text_equal_ignoring_case(use->cost, prize->uses[k].cost);
        if (!once || use->cents <= 0 || use->cents > VALUE_CENTS_MAX || use->count <= 0 ||
            use->count > use->cents)
            return false;
    }
    return prize->use_count <= VOUCHER_KINDS_MAX && is_amount(restoring, prize->worth) &&
           prize->worth <= VALUE_CENTS_MAX;
}

static bool keep_uses(struct restoring *restoring, struct floor_prize *prize)
{
    const struct voucher_use *saved = prize->uses;
    restoring->floor->redeemed |= prize->use_count > 0;
    prize->uses = ARENA_ARRAY(&restoring->floor->arena, struct voucher_use, prize->use_count);
    prize->use_room = prize->use_count;
    for (unsigned i = 0; i < prize->use_count && prize->uses; i++) {
        prize->uses[i] = saved[i];
        if (!keep_text(restoring, &prize->uses[i].cost))
            return false;
    }
    return prize->uses != NULL || prize->use_count == 0;
}

/* The winner at the deal, and who was there while nobody knows him. */
static bool keep_deal(struct restoring *restoring, const struct prize_line *saved, struct floor_prize *prize)
{
    prize->dealt = saved->dealt_count > 0 ? saved->dealt[0] : dealt_nobody;
    prize->present = keep_dealt_players(restoring, saved->prize.present, saved->prize.present_count);
    return prize->present && keep_text(restoring, &prize->dealt.excluded_as);
}

static enum status restore_prize(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct prize_line *saved = line;
    uint32_t number;
    const struct floor_award *award = award_of_next(floor, &number);
    const struct table *table = floor_table(floor, saved->table);
    struct floor_prize prize = saved->prize;
    if (!award)
        return wrong_line(restoring, "no award has this prize");
    if ((!table && saved->table.length > 0) || prize.seat > FLOOR_SEATS_MAX ||
        !find_patron_of(restoring, saved->patron, &prize.patron) ||
        !is_amount(restoring, prize.claim.cents) || !is_amount(restoring, prize.fee))
        return wrong_line(restoring, "there is no such table, seat or patron, or an amount that cannot be");
    prize.number = number;
    prize.award = award->number;
    prize.offer = award->offer;
    prize.reversed = award->reversed || saved->alone;
    prize.table = table ? (uint32_t)(table - floor->tables) : FLOOR_TABLES_MAX;
    prize.claim.state = (enum claim_state)saved->state;
    if (prize.tray != TRAY_NOT_USED && (prize.claim.state != CLAIM_PAID || prize.reversed))
        return wrong_line(restoring, "a tray has paid what was not paid");
    if (saved->dealt_count > 1 || !players_are_good(floor, saved->dealt, saved->dealt_count) ||
        !players_are_good(floor, prize.present, prize.present_count))
        return wrong_line(restoring, "nobody knows somebody who was dealt in");
    if (!uses_are_good(restoring, &prize))
        return wrong_line(restoring, "a voucher has paid what it cannot have paid");
    if (saved->alone && (award->reversed || !claim_is_open(&prize.claim)))
        return wrong_line(restoring,
                          "a prize that was reversed alone, and was settled before or with its award");
    prize.claim.awarded = award->at;
    prize.claim.can_be_late = saved->identify_by.ms != 0;
    prize.claim.identify_by = prize.claim.can_be_late ? saved->identify_by : award->at;
    prize.claim.can_lapse = saved->lapses.ms != 0;
    prize.claim.lapses = prize.claim.can_lapse ? saved->lapses : award->at;
    enum status status = MAKE_ROOM(&floor->arena, floor->prizes, floor->prize_count, floor->prize_room);
    if (status != STATUS_OK || !keep_text(restoring, &prize.share) || !keep_text(restoring, &prize.clause) ||
        !keep_text(restoring, &prize.thing) || !keep_uses(restoring, &prize) ||
        !keep_deal(restoring, saved, &prize))
        return cannot_keep(restoring);
    floor->prizes[floor->prize_count++] = prize;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ all of it */

/* What a hand says of its award, which stands below: it is of the same offer, and a former posting is kept only while it waits or may
 * again. */
static bool awards_of_hands_are_good(const struct floor *floor)
{
    bool good = true;
    for (unsigned i = 0; i < floor->hand_count && good; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        const struct floor_award *award = floor_award(floor, hand->award);
        good = award ? award->offer == hand->offer : hand->award == 0 || !hand_waits(hand);
        good = good && (hand->former == 0 || hand_may_wait(floor, hand));
    }
    return good;
}

/* What is owed for an award of the offer that stands is some of what the house advanced for it. */
static bool is_owed_for_award(const struct floor *floor, uint32_t offer, const struct advance *advance)
{
    const struct floor_award *award = floor_award(floor, advance->award);
    bool made = false;
    if (!award)
        return true; /* it was settled and has left */
    for (uint32_t i = 0; i < award->advance_count; i++)
        made |= award->advances[i].offer == offer && award->advances[i].cents >= advance->cents;
    return made && award->offer == offer && !award->reversed;
}

static bool awards_made_advances(const struct floor *floor)
{
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct funds *funds = floor_funds(floor, i);
        for (unsigned k = 0; k < funds->advance_count; k++) {
            const struct advance *advance = funds_advance(funds, k);
            if (advance->award > 0 && !is_owed_for_award(floor, i, advance))
                return false;
        }
    }
    return true;
}

/* Of an award that stands a prize does; what its prizes won of pools is in them. */
static bool prizes_of_awards_are_good(const struct floor *floor)
{
    for (unsigned i = 0; i < floor->award_count; i++) {
        const struct floor_award *award = &floor->awards[i];
        bool stands = award->reversed || award->prize_count == 0;
        for (uint32_t k = 0; k < award->prize_count; k++)
            stands |= !prize_of_award(floor, award, k)->reversed;
        if (!stands || !pool_shares_are_good(floor, award))
            return false;
    }
    return true;
}

/* An offer has as many awards that stand as there are here, or more: those that were settled before have left. */
static bool awards_are_counted(const struct floor *floor)
{
    uint32_t standing[FLOOR_OFFERS_MAX] = {0};
    bool good = true;
    for (unsigned i = 0; i < floor->award_count && good; i++) {
        const struct floor_award *award = &floor->awards[i];
        standing[award->offer] += !award->reversed;
        good = standing[award->offer] <= floor->offerings[award->offer].awards_standing;
    }
    return good;
}

/* The same for the prizes of an offer that a patron has won. False too if there is no memory. */
static bool wins_are_counted(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    size_t *firsts = ARENA_ARRAY(&restoring->arena, size_t, (size_t)floor->patron_count + 1), places = 0;
    for (unsigned i = 0; i < floor->patron_count && firsts; i++) {
        firsts[i] = places;
        places += floor->patrons[i].won_count;
    }
    uint32_t *counts = ARENA_ARRAY(&restoring->arena, uint32_t, places);
    bool good = firsts && counts;
    for (unsigned i = 0; i < floor->prize_count && good; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        if (prize->reversed || prize->patron >= floor->patron_count)
            continue;
        const struct patron *winner = &floor->patrons[prize->patron];
        uint32_t place = 0;
        while (place < winner->won_count && winner->won[place].offer != prize->offer)
            place++;
        good =
            place < winner->won_count && ++counts[firsts[prize->patron] + place] <= winner->won[place].count;
    }
    return good;
}

enum status check_prizes_restored(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    char why[FAULT_WORDS_SIZE / 2];
    struct text_out out;
    uint32_t number;
    if (award_of_next(floor, &number))
        return wrong_line(restoring, "a prize of an award is missing");
    if (!prizes_of_awards_are_good(floor))
        return wrong_line(restoring,
                          "an award of which nothing stands, or prizes that won more of pools than they are");
    if (!awards_of_hands_are_good(floor))
        return wrong_line(
            restoring, "a hand of another offer than its award, or a former posting of one that is settled");
    if (!awards_made_advances(floor))
        return wrong_line(restoring, "an advance of an award that did not make it");
    if (!awards_are_counted(floor) || !wins_are_counted(restoring))
        return wrong_line(restoring, "more awards of an offer, or prizes of a patron, than are counted");
    text_out_init(&out, why, sizeof why);
    return audit_awards(floor, &out) ? STATUS_OK : wrong_line(restoring, why);
}

const struct desk_section prizes_sections[PRIZES_SECTIONS] = {
    {SECTION_AWARD, SHAPE("award", struct floor_award, award_fields, "an award"),
     .counted = offsetof(struct floor, award_count), .save = save_awards, .restore = restore_award},
    {SECTION_PRIZE, SHAPE("prize", struct prize_line, prize_fields, "a prize"),
     .counted = offsetof(struct floor, prize_count), .save = save_prizes, .restore = restore_prize},
};
