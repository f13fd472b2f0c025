/* Rows of awards, prizes and vouchers. */
#include "books/report_rows_internal.h"

#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

enum status report_prize_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                             const struct event *event, unsigned index)
{
    const struct store_value none = {.type = STORE_NULL};
    const struct floor_prize *prize = floor_prize(floor, number);
    CHECK(prize != NULL);
    const struct floor_award *award = floor_award(floor, prize->award);
    CHECK(award != NULL);
    struct store_value *row = report_row_add(rows, REPORT_PRIZE, index);
    /* Nothing changes a prize after one of these. */
    bool settled = event->kind == EVENT_PRIZE_PAID || event->kind == EVENT_PRIZE_LAPSED ||
                   event->kind == EVENT_PRIZE_FORFEITED || event->kind == EVENT_AWARD_REVERSED;
    if (!row)
        return rows->arena->refusal;
    row = row_put(row, number);
    row = row_put(row, prize->award);
    row = row_put(row, prize->offer);
    *row++ = row_text(rows, floor_patron_name(floor, prize->patron));
    row = row_put(row, prize->seat);
    *row++ = row_text(rows, prize->share);
    row = row_put(row, prize->claim.cents);
    *row++ = row_text(rows, prize->thing);
    row = row_put(row, prize->things);
    *row++ = row_text(rows, prize->clause);
    *row++ = row_constant(floor_prize_state_name(prize));
    *row++ = row_time(rows, prize->claim.awarded);
    *row++ = prize->claim.can_lapse ? row_time(rows, prize->claim.lapses) : none;
    *row++ = settled ? row_time(rows, event->head.at) : none;
    *row++ = settled ? row_text(rows, event->head.by) : none;
    *row++ = event->kind == EVENT_PRIZE_PAID ? row_constant(payment_words[EVENT_AS(event, prize_paid)->form])
                                             : none;
    row = row_put(row, prize->worth);
    *row++ = row_text(rows, prize->table < floor->table_count ? floor->tables[prize->table].described->name
                                                              : text_of(""));
    row = row_put(row, prize->claim.identified);
    *row++ = prize->claim.can_be_late ? row_time(rows, prize->claim.identify_by) : none;
    *row++ = row_constant(identification_words[prize->shown]);
    *row++ = event->kind == EVENT_PRIZE_PAID
                 ? row_constant(payment_place_words[EVENT_AS(event, prize_paid)->from])
                 : none;
    *row++ = row_text(rows, award->verified_by);
    *row = row_text(rows, award->authorised_by);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

enum status report_redemption_row(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index)
{
    const struct voucher_redeemed *redeemed = EVENT_AS(event, voucher_redeemed);
    const struct floor_prize *prize = floor_prize(floor, redeemed->prize);
    CHECK(prize != NULL);
    struct store_value *row = report_row_add(rows, REPORT_REDEMPTION, index);
    int64_t own = 0;
    if (!row)
        return rows->arena->refusal;
    for (uint32_t i = 0; i < redeemed->own_count; i++)
        own += redeemed->own[i].cents;
    *row++ = row_time(rows, event->head.at);
    *row++ = row_text(rows, event->head.by);
    row = row_put(row, redeemed->prize);
    row = row_put(row, prize->offer);
    *row++ = row_text(rows, redeemed->patron);
    *row++ = row_text(rows, prize->thing);
    *row++ = row_text(rows, redeemed->cost);
    row = row_put(row, redeemed->count);
    row = row_put(row, redeemed->each);
    row = row_put(row, redeemed->cents);
    row = row_put(row, own);
    row = row_put(row, prize->worth - floor_voucher_spent(prize));
    *row = row_text(rows, redeemed->clause);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* The hands that the award has settled: those on the board of its offer, or those of its round. */
static enum status awarded_hands(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    CHECK(awarded->offer < floor->offering_count);
    const struct board *board = &floor->boards[awarded->offer];
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < board->count && awarded->round == 0 && status == STATUS_OK; i++)
        status = report_hand_row(rows, floor, board->hands[i], event, index);
    if (awarded->hand == 0 || awarded->round == 0)
        return status;
    const struct floor_hand *first = floor_hand(floor, awarded->hand);
    for (const struct floor_hand *hand = floor_hand(floor, floor->tables[first->table].newest_hand);
         hand && hand->round >= first->round && status == STATUS_OK; hand = floor_hand(floor, hand->before))
        if (hand->round == first->round && hand->offer == awarded->offer && hand->state == HAND_AWARDED)
            status = report_hand_row(rows, floor, hand->number, event, index);
    return status;
}

enum status report_award_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                              unsigned index)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    struct store_value *row = report_row_add(rows, REPORT_AWARD, index);
    const struct pool_terms *pool =
        awarded->pool.length ? terms_pool(&floor->offerings[awarded->offer].terms, awarded->pool) : NULL;
    int64_t cents = 0;
    if (!row)
        return rows->arena->refusal;
    for (uint32_t i = 0; i < awarded->prize_count; i++)
        cents += awarded->prizes[i].cents;
    row = row_put(row, awarded->award);
    *row++ = row_time(rows, event->head.at);
    row = row_put(row, awarded->offer);
    *row++ = row_text(rows, awarded->table);
    row = row_put(row, awarded->round);
    *row++ = row_text(rows, awarded->verified_by);
    *row++ = row_text(rows, awarded->authorised_by);
    *row++ = row_text(rows, awarded->clause);
    *row++ = row_text(rows, awarded->pool);
    row = row_put(row, awarded->meter);
    row = row_put(row, cents);
    row = row_put(row, awarded->hand);
    *row = (struct store_value){.type = STORE_NULL};
    if (pool) /* what the meter shows from now on */
        (void)row_put(row, floor->ledger.accounts[pool->account].balance);
    CHECK_ROW(rows, row + 1);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK; i++)
        status = report_prize_row(rows, floor, awarded->prizes[i].prize, event, index);
    return status == STATUS_OK ? awarded_hands(rows, floor, event, index) : status;
}

enum status report_reversed_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    const struct floor_award *award = floor_award(floor, reversed->award);
    CHECK(award && (award->reversed || reversed->prize_count > 0));
    const struct report_adjustment hand = {award->reversed ? "award reversed" : "prize reversed",
                                           award->offer,
                                           reversed->award,
                                           award->reversed ? 0 : reversed->prizes[0].prize,
                                           reversed->authorised_by,
                                           reversed->reason};
    enum status status = report_adjustment_row(rows, floor, event, &hand, index);
    for (uint32_t i = 0; i < reversed->prize_count && status == STATUS_OK; i++)
        status = report_prize_row(rows, floor, reversed->prizes[i].prize, event, index);
    for (unsigned i = 0; i < floor->hand_count && award->reversed && status == STATUS_OK; i++)
        if (floor->hands[i].award == reversed->award)
            status = report_hand_row(rows, floor, floor->hands[i].number, event, index);
    return status;
}

enum status report_forfeited_rows(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index)
{
    const struct prize_forfeited *forfeited = EVENT_AS(event, prize_forfeited);
    const struct floor_prize *prize = floor_prize(floor, forfeited->prize);
    CHECK(prize != NULL);
    const struct report_adjustment hand = {
        "prize forfeited",        prize->offer,     prize->award, forfeited->prize,
        forfeited->authorised_by, forfeited->reason};
    enum status status = report_adjustment_row(rows, floor, event, &hand, index);
    return status == STATUS_OK ? report_prize_row(rows, floor, forfeited->prize, event, index) : status;
}
