/* Awards: whether the hand, the period, the drawing and the winners allow them. */
#include "auditor/model_internal.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* The hands that the award settles are settled. */
static void mark_hands(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_hand *first = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    for (unsigned i = 0; i < auditor->hand_count && first; i++) {
        struct model_hand *hand = &auditor->hands[i];
        bool same =
            hand->offer == awarded->offer && hand->table == first->table && hand->round == first->round;
        bool on_board = awarded->round == 0 && hand->offer == awarded->offer &&
                        (hand->state == MODEL_POSTED || hand->state == MODEL_BEATEN);
        if (on_board || (awarded->round > 0 && same && hand->state == MODEL_VERIFIED))
            hand->award = auditor->award_count;
        if (hand->award == auditor->award_count && hand->state != MODEL_BEATEN)
            hand->state = MODEL_AWARDED;
    }
}

/* X29: hands that were verified without their cards win no more than the house posts for such. */
static void check_by_row(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const int64_t most = house_by_row(auditor->house).cents;
    int64_t cents = 0;
    bool by_row = false;
    for (unsigned i = 0; i < auditor->hand_count; i++)
        by_row |= auditor->hands[i].award == auditor->award_count && auditor->hands[i].by_row;
    for (uint32_t i = 0; i < awarded->prize_count; i++)
        cents += awarded->prizes[i].cents + awarded->prizes[i].worth;
    MUST(auditor, !by_row || cents <= most,
         "a hand without its cards wins %lld cents, and at most %lld are paid so", (long long)cents,
         (long long)most);
}

/* Whether a hand that two persons have not yet agreed on could still win in the period: if hands are compared, it must be at
 * least as high as the best one. */
static bool could_win(const struct model_hand *hand, int64_t best)
{
    bool board = offer_node(hand->dealt_by, PART_BOARD) != NULL;
    bool within = board && model_says(hand->dealt_by, PATH_BOARD_VERIFIED, "within the period");
    return hand->state == MODEL_CLAIMED    ? !within || hand->again
           : hand->state == MODEL_VERIFIED ? !board || (hand->score > 0 && hand->score >= best)
                                           : false;
}

/* X12: a period is settled when it is over and no hand of it, or of an earlier one, is pending. Hands of later periods may be
 * pending, because a period can be settled long after its end. */
static void check_period(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct instant ended = auditor->now, end;
    int64_t best = 0;
    unsigned posted = 0;
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        if (hand->offer != awarded->offer || hand->state != MODEL_POSTED)
            continue;
        MUST(auditor, model_period_is_over(auditor, hand, auditor->now), "the period of hand %u goes on",
             i + 1);
        if (model_period_end(auditor, hand->dealt_by, hand->decided, &end) && end.ms < ended.ms)
            ended = end;
        best = hand->score > best ? hand->score : best;
        posted++;
    }
    for (unsigned i = 0; i < auditor->hand_count && posted < MODEL_HITS_MAX; i++) { /* else it may be full */
        const struct model_hand *hand = &auditor->hands[i];
        bool before = hand->again && model_period_end(auditor, hand->dealt_by, hand->decided, &end) &&
                      end.ms < ended.ms;
        MUST(auditor,
             hand->offer != awarded->offer || before || !could_win(hand, best) ||
                 !model_period_is_over(auditor, hand, ended),
             "hand %u of the period waits", i + 1);
    }
}

/* Whether the hand waits for two persons, and may win the pool. */
static bool waits_for(const struct model_hand *hand, struct text pool)
{
    char words[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "of %.*s", TEXT_ARGUMENTS(pool));
    bool wins = hand->state == MODEL_CLAIMED;
    for (unsigned i = 0; i < hand->row_count && hand->state == MODEL_VERIFIED; i++) {
        const struct node *prize = offer_prize(hand->dealt_by, hand->rows[i]);
        wins |= prize && prize->kind == NODE_SCALAR && text_contains(prize->scalar, text_out_text(&out));
    }
    return wins;
}

/* X20: where a pool is worth what it holds, hands of several tables win it in the order in which they were dealt. */
static void check_turn(struct auditor *auditor, const struct model_hand *hand)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    bool in_turn = awarded->round > 0 && awarded->pool.length > 0 &&
                   model_says(hand->dealt_by, PATH_PAYING_POOL_WON_BEFORE, "what it holds");
    for (unsigned i = 0; i < auditor->hand_count && in_turn; i++) {
        const struct model_hand *other = &auditor->hands[i];
        MUST(auditor,
             other->offer != hand->offer || other->table == hand->table ||
                 instant_compare(other->deal.at, hand->deal.at) >= 0 || !waits_for(other, awarded->pool),
             "hand %u was dealt before and waits", i + 1);
    }
}

/* X8: the winner by a hand holds that hand. */
static void check_hand(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    MUST(auditor, awarded->hand <= auditor->hand_count, "there is no such hand");
    if (auditor->failed || awarded->hand == 0)
        return;
    const struct model_hand *hand = &auditor->hands[awarded->hand - 1];
    MUST(auditor, hand->state == (awarded->round > 0 ? MODEL_VERIFIED : MODEL_POSTED),
         "the hand was not verified, or was settled before");
    MUST(auditor, text_equal(hand->verified_by, awarded->verified_by), "another person verified the hand");
    MUST(auditor,
         awarded->round == 0 ? text_equal(hand->authorised_by, awarded->authorised_by)
                             : text_equal(auditor->event->head.by, awarded->authorised_by),
         "another person authorised it");
    check_turn(auditor, hand);
}

/* The money that the award moved, without repayments, so that backing it out can be compared. */
static void keep_award(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct model_award award = {.offer = awarded->offer,
                                .at = auditor->now,
                                .first_prize = auditor->prize_count - awarded->prize_count,
                                .prize_count = awarded->prize_count};
    unsigned room = awarded->money.movement_count * 2;
    award.moves = ARENA_ARRAY(&auditor->arena, struct model_move, room);
    if (!award.moves || !MODEL_ROOM(auditor, auditor->awards, auditor->award_count, auditor->award_room))
        return;
    for (uint32_t i = 0; i < awarded->money.movement_count; i++) {
        const struct movement *movement = &awarded->money.movements[i];
        if (movement->reason == REASON_REPAYMENT)
            continue;
        award.moves[award.move_count++] = (struct model_move){movement->from, -movement->cents};
        award.moves[award.move_count++] = (struct model_move){movement->to, movement->cents};
    }
    meters_keep_award(auditor, &award);
    reversal_keep_award(auditor, &award);
    auditor->awards[auditor->award_count++] = award;
}

/* X13: a drawing draws no more tables than are posted for its time. */
static void check_drawing(struct auditor *auditor, const struct offer *offer)
{
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct instant from = {auditor->now.ms - DAY_MS}, at;
    struct local_time local, next;
    struct schedule schedule;
    struct range winners;
    unsigned drawn = 0;
    if (awarded->hand > 0 || awarded->round == 0 || !node_path(offer->rulebook->data, PATH_DRAWING_TRIGGER) ||
        !model_says(offer, PATH_DRAWING_TRIGGER, "at posted times") ||
        schedule_read(offer_text(offer, PATH_DRAWING_AT), &schedule, NULL) != STATUS_OK ||
        !model_count(offer, PATH_DRAWING_WINNERS, &winners) ||
        local_time_of(from, &auditor->zone, &local) != STATUS_OK)
        return;
    for (; schedule_next_moment(&schedule, &local, &next) &&
           zone_instant(&auditor->zone, &next, CALENDAR_USUAL, &at) == STATUS_OK && at.ms <= auditor->now.ms;
         local = next)
        from = at;
    for (unsigned i = 0; i < auditor->award_count; i++)
        drawn += auditor->awards[i].offer == awarded->offer && auditor->awards[i].at.ms >= from.ms &&
                 !auditor->awards[i].reversed;
    MUST(auditor, (int64_t)drawn < winners.high, "the tables of the drawing have their prizes");
}

/* The hand by which the winner was dealt in; NULL: none, or one of another table. */
static const struct model_hand *hand_of_winner(struct auditor *auditor, const struct prize_row *row)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_table *table = model_table(auditor, row->table);
    const struct model_hand *first = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    for (unsigned i = 0; i < auditor->hand_count && first && awarded->round == 0; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        if (hand->offer == awarded->offer && hand->state == MODEL_POSTED && hand->seat == row->seat &&
            text_equal(hand->patron, row->patron) && table == &auditor->tables[hand->table])
            return hand;
    }
    return first && (awarded->round == 0 || table == &auditor->tables[first->table]) ? first : NULL;
}

/* When the winner was dealt in. At another table than that of the hand it is the current round there. */
static struct model_deal deal_of_winner(struct auditor *auditor, const struct prize_row *row)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_table *table = model_table(auditor, row->table);
    const struct model_hand *hand = hand_of_winner(auditor, row);
    if (hand)
        return hand->deal;
    if (awarded->round == 0)
        return points_deal(&auditor->offers[awarded->offer], row->patron);
    return table ? table->deal : MODEL_DEAL_NONE;
}

/* Whoever it may be was at the table at the deal. */
static void keep_unknown(struct auditor *auditor, const struct prize_row *row, struct model_prize *prize)
{
    const struct model_table *table = model_table(auditor, row->table);
    const struct model_hand *hand = hand_of_winner(auditor, row);
    if (!table || (!hand && EVENT_AS(auditor->event, awarded)->round == 0))
        return;
    prize->table = (uint32_t)(table - auditor->tables);
    prize->seat = row->seat;
    if (hand) {
        if (table != &auditor->tables[hand->table])
            return;
        prize->dealt_at = hand->deal.at;
        prize->there = hand->there;
        prize->there_count = hand->there_count;
    } else {
        prize->dealt_at = table->deal.at;
        prize->there = players_there(auditor, table, &prize->there_count);
    }
}

/* X8: a winner who paid no fee has a prize without a wager: at a free table, and by another player's hand. */
static void check_fee(struct auditor *auditor, const struct offer *offer, const struct prize_row *row)
{
    const struct model_table *table = model_table(auditor, row->table);
    int64_t amount = model_cents(offer, PATH_FEE_AMOUNT, text_of(""));
    bool rates = offer_node(offer, PATH_FEE_RATES) != NULL;
    bool of_others = text_equal(row->share, text_of("envy")) ||
                     (text_equal(row->share, text_of("table")) &&
                      !model_says(offer, PATH_SHARING_WINNER_IN_THE_SHARE, "yes"));
    bool none = row->fee == 0;
    MUST(auditor, row->fee >= 0 && (none || rates || row->fee == amount),
         "nobody pays a fee of %lld cents here", (long long)row->fee);
    MUST(auditor, none || (table && !table->described->free_play), "a free player pays no fee");
    MUST(auditor, none || !of_others, "who shares what another's hand won paid no fee for it");
}

void see_awarded(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    int64_t sum = 0;
    MUST(auditor, awarded->award == auditor->award_count + 1 && awarded->offer < auditor->offer_count,
         "its number or offer");
    MUST(auditor, awarded->clause.length > 0, "it cites no clause");
    MUST(auditor,
         awarded->verified_by.length > 0 && awarded->authorised_by.length > 0 &&
             !text_equal(awarded->verified_by, awarded->authorised_by),
         "it was not verified and authorised by two persons");
    check_hand(auditor);
    if (auditor->failed)
        return;
    if (awarded->hand > 0 && awarded->round == 0) {
        check_period(auditor);
        board_check_best(auditor, &auditor->hands[awarded->hand - 1]);
    }
    struct model_offer *offer = &auditor->offers[awarded->offer];
    offer->offer = awarded->hand > 0 ? auditor->hands[awarded->hand - 1].dealt_by : offer->standing;
    award_work_out(auditor, offer);
    check_drawing(auditor, offer->offer);
    check_parts_of_period(auditor, offer);
    for (uint32_t i = 0; i < awarded->prize_count && !auditor->failed; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        MUST(auditor, row->prize == auditor->prize_count + 1, "the number of a prize");
        struct model_deal deal = deal_of_winner(auditor, row);
        check_winner(auditor, offer, row->patron, deal);
        if (awarded->round > 0)
            check_hands_off(auditor, row->patron, awarded->authorised_by);
        check_fee(auditor, offer->offer, row);
        check_worth(auditor, offer->offer, row);
        prize_open(auditor, awarded->offer, row);
        if (!auditor->failed && row->patron.length > 0)
            auditor->prizes[auditor->prize_count - 1].deal = deal;
        else if (!auditor->failed)
            keep_unknown(auditor, row, &auditor->prizes[auditor->prize_count - 1]);
        sum += row->cents;
    }
    offer->offer = offer->standing;
    MUST(auditor, auditor->accounts[offer->held].moved == sum, "%lld cents are held for prizes of %lld",
         (long long)auditor->accounts[offer->held].moved, (long long)sum);
    if (auditor->failed)
        return;
    keep_award(auditor);
    mark_hands(auditor);
    check_by_row(auditor);
}
