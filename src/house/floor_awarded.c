/* What an award changes. */
#include "house/floor_internal.h"

/* The hands that the award settles: the verified ones of its round, or those on the board. */
static void mark_hands(struct floor *floor, const struct awarded *awarded)
{
    const struct board *board = &floor->offerings[awarded->offer].board;
    for (uint32_t i = 0; i < board->count && awarded->round == 0; i++)
        floor->hands[board->hands[i]].state = HAND_AWARDED;
    if (awarded->hand == 0 || awarded->round == 0)
        return;
    const struct floor_hand *first = &floor->hands[awarded->hand - 1];
    for (uint32_t number = floor->tables[first->table].newest_hand; number > 0;) {
        struct floor_hand *hand = &floor->hands[number - 1];
        if (hand->round < first->round)
            break;
        if (hand->round == first->round && hand->offer == awarded->offer && hand->state == HAND_VERIFIED)
            hand->state = HAND_AWARDED;
        number = hand->before;
    }
}

/* A win of a pool, the newest last. */
static void keep_win(struct pool_meter *meter, struct pool_win win)
{
    if (meter->kept == FLOOR_HITS_KEPT) {
        for (unsigned i = 1; i < FLOOR_HITS_KEPT; i++)
            meter->wins[i - 1] = meter->wins[i];
        meter->kept--;
    }
    meter->wins[meter->kept++] = win;
    meter->hits++;
    meter->won += win.cents;
}

/* What a row wins of a pool is one posting, however many share it; an award may have several. */
static void count_wins(struct floor *floor, const struct event *event)
{
    const struct awarded *awarded = &event->awarded;
    struct offering *offering = &floor->offerings[awarded->offer];
    offering->hit_since_posted = true;
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        for (uint32_t i = 0; i < awarded->money.posting_count; i++) {
            const struct posting *posting = &awarded->money.postings[i];
            if (posting->from == offering->terms.pools[pool].account && posting->reason == REASON_AWARD)
                keep_win(&offering->meters[pool],
                         (struct pool_win){event->head.at, posting->cents, awarded->award});
        }
    }
}

/* The hand on the board that wins the prize, which others may have been dealt by another posting; else the first of the award. */
static uint32_t hand_of_prize(const struct floor *floor, const struct awarded *awarded,
                              const struct prize_row *row)
{
    const struct board *board = &floor->offerings[awarded->offer].board;
    for (uint32_t i = 0; i < board->count && awarded->round == 0; i++) {
        const struct floor_hand *hand = &floor->hands[board->hands[i]];
        if (hand->seat == row->seat && text_equal(floor_patron_name(floor, hand->patron), row->patron) &&
            text_equal(floor->tables[hand->table].described->name, row->table))
            return board->hands[i] + 1;
    }
    return awarded->hand;
}

/* By the offer as it was when the hand was dealt. */
static const struct claim_terms *claims_of(const struct floor *floor, const struct awarded *awarded,
                                           uint32_t number)
{
    uint32_t former = number > 0 ? floor->hands[number - 1].former : 0;
    return former ? &floor->formers[former - 1]->claims : &floor->offerings[awarded->offer].claims;
}

static enum status keep_prize(struct floor *floor, const struct event *event, const struct prize_row *row)
{
    const struct awarded *awarded = &event->awarded;
    const struct table *table = floor_table(floor, row->table);
    struct floor_prize prize = {.award = awarded->award - 1,
                                .offer = awarded->offer,
                                .table = table ? (uint32_t)(table - floor->tables) : FLOOR_TABLES_MAX,
                                .seat = row->seat,
                                .patron = names_find(&floor->patron_names, row->patron),
                                .things = row->things};
    enum status status = MAKE_ROOM(&floor->arena, floor->prizes, floor->prize_count, floor->prize_room);
    uint32_t number = hand_of_prize(floor, awarded, row);
    const struct claim_terms *claims = claims_of(floor, awarded, number);
    struct instant from = claims->from_hand && number > 0 ? floor->hands[number - 1].at : event->head.at;
    /* Whether a winner must be identified is a matter of the posted prize, of which this may be a part. */
    if (status == STATUS_OK)
        status = claim_open(claims, row->cents, row->posted ? row->posted : row->cents, from, &prize.claim);
    prize.claim.awarded = event->head.at;
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->share, &prize.share);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->clause, &prize.clause);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->thing, &prize.thing);
    if (status == STATUS_OK)
        floor->prizes[floor->prize_count++] = prize;
    return status;
}

enum status keep_money(struct floor *floor, const struct money_rows *money, struct floor_award *award)
{
    struct posting *postings = ARENA_ARRAY(&floor->arena, struct posting, money->posting_count);
    struct advance_row *advances = ARENA_ARRAY(&floor->arena, struct advance_row, money->advance_count);
    if (!postings || !advances)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < money->posting_count; i++) {
        postings[i] = money->postings[i];
        postings[i].clause = text_of("");
    }
    for (uint32_t i = 0; i < money->advance_count; i++) {
        advances[i] = money->advances[i];
        advances[i].clause = text_of("");
    }
    award->postings = postings;
    award->posting_count = money->posting_count;
    award->advances = advances;
    award->advance_count = money->advance_count;
    return STATUS_OK;
}

enum status apply_awarded(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct awarded *awarded = &event->awarded;
    struct floor_award award = {.offer = awarded->offer,
                                .hand = awarded->round > 0 ? awarded->hand : 0,
                                .at = event->head.at,
                                .first_prize = (uint32_t)floor->prize_count,
                                .prize_count = awarded->prize_count};
    if (awarded->award != floor->award_count + 1 || awarded->offer >= floor->offering_count ||
        awarded->hand > floor->hand_count)
        return strange(fault, event, "its number, offer or hand");
    if (awarded->clause.length == 0 || awarded->verified_by.length == 0 ||
        awarded->authorised_by.length == 0 || text_equal(awarded->verified_by, awarded->authorised_by))
        return strange(fault, event, "no clause, or not two persons"); /* I6 */
    enum status status = MAKE_ROOM(&floor->arena, floor->awards, floor->award_count, floor->award_room);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->verified_by, &award.verified_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->authorised_by, &award.authorised_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->clause, &award.clause);
    if (status == STATUS_OK)
        status = keep_money(floor, &awarded->money, &award);
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        const struct patron *patron = row->patron.length ? floor_patron(floor, row->patron) : NULL;
        if (row->prize != floor->prize_count + 1 || (patron && patron->excluded))
            return strange(fault, event, "the number of a prize, or one to an excluded patron"); /* I7 */
        status = keep_prize(floor, event, row);
        count_win_of(floor, names_find(&floor->patron_names, row->patron));
    }
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the award");
    floor->awards[floor->award_count++] = award;
    mark_hands(floor, awarded);
    count_wins(floor, event);
    return STATUS_OK;
}
