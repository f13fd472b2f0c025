#include "house/prizes/prizes_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/eligibility.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/changed.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

enum { CLAIMS_MEMORY_MAX = 4 << 20 };

/* What an award changes. */

/* The hands that the award settles: the verified ones of its round, or those on the board. Those that were beaten there are settled
 * with them, so that all come back if it is reversed. */
static void mark_hands(struct floor *floor, const struct awarded *awarded)
{
    const struct board *board = &floor->boards[awarded->offer];
    for (uint32_t i = 0; i < board->count && awarded->round == 0; i++) {
        struct floor_hand *hand = hand_numbered(floor, board->hands[i]);
        hand->state = HAND_AWARDED;
        hand->award = awarded->award;
    }
    for (uint32_t i = 0; i < board->beaten_count && awarded->round == 0; i++)
        hand_numbered(floor, board->beaten[i])->award = awarded->award;
    if (awarded->hand == 0 || awarded->round == 0)
        return;
    const struct floor_hand *first = floor_hand(floor, awarded->hand);
    for (struct floor_hand *hand = hand_numbered(floor, floor->tables[first->table].newest_hand);
         hand && hand->round >= first->round; hand = hand_numbered(floor, hand->before)) {
        if (hand->round == first->round && hand->offer == awarded->offer && hand->state == HAND_VERIFIED) {
            hand->state = HAND_AWARDED;
            hand->award = awarded->award;
        }
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

/* One movement is one win of a pool by a row, however many winners share it. An award may have several. */
static void count_wins(struct floor *floor, const struct event *event)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    struct offering *offering = &floor->offerings[awarded->offer];
    const struct floor_prize *first =
        awarded->prize_count > 0 ? floor_prize(floor, awarded->prizes[0].prize) : NULL;
    for (unsigned i = 0; i < floor->offering_count; i++) /* they have one pool */
        floor->offerings[i].hit_since_posted |=
            text_equal(floor->offerings[i].terms.activity, offering->terms.activity);
    offering->awards_standing++;
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        for (uint32_t i = 0; i < awarded->money.movement_count; i++) {
            const struct movement *movement = &awarded->money.movements[i];
            if (movement->from == offering->terms.pools[pool].account && movement->reason == REASON_AWARD)
                keep_win(
                    &offering->meters[pool],
                    (struct pool_win){event->head.at, movement->cents, awarded->award,
                                      first && first->table < floor->table_count ? first->table + 1 : 0});
        }
    }
}

/* The hand on the board that wins the prize, which others may have been dealt by another posting; else the first of the award. */
static uint32_t hand_of_prize(const struct floor *floor, const struct awarded *awarded,
                              const struct prize_row *row)
{
    const struct board *board = &floor->boards[awarded->offer];
    for (uint32_t i = 0; i < board->count && awarded->round == 0; i++) {
        const struct floor_hand *hand = floor_hand(floor, board->hands[i]);
        if (hand->seat == row->seat && text_equal(floor_patron_name(floor, hand->patron), row->patron) &&
            text_equal(floor->tables[hand->table].described->name, row->table))
            return hand->number;
    }
    return awarded->hand;
}

/* By the offer as it was when the hand was dealt. */
static const struct claim_terms *claims_of(const struct floor *floor, const struct awarded *awarded,
                                           uint32_t number)
{
    uint32_t former = number > 0 ? floor_hand(floor, number)->former : 0;
    return former ? &floor->formers[former - 1]->claims : &floor->offerings[awarded->offer].claims;
}

enum status tell_claims(const struct floor *floor, const struct awarded *awarded, struct prize_row *rows)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK; i++) {
        struct prize_row *row = &rows[i];
        uint32_t number = hand_of_prize(floor, awarded, row);
        const struct claim_terms *claims = claims_of(floor, awarded, number);
        struct instant from =
            claims->from_hand && number > 0 ? floor_hand(floor, number)->at : awarded->head.at;
        struct claim claim;
        /* Whether a winner must be identified is a matter of the posted prize, of which this may be a part. */
        status = claim_open(claims, row->cents, row->posted ? row->posted : row->cents, from, &claim);
        if (status != STATUS_OK)
            break;
        row->identified = claim.identified;
        row->identify_by = claim.can_be_late ? claim.identify_by : (struct instant){0};
        row->lapses = claim.can_lapse ? claim.lapses : (struct instant){0};
    }
    return status;
}

/* Whether there is what the prizes are claimed by; if not, that is found when the event is applied. */
static bool has_claims(const struct floor *floor, const struct awarded *awarded)
{
    return awarded->offer < floor->offering_count && (awarded->hand == 0 || floor_hand(floor, awarded->hand));
}

/* Logs of the first number do not tell it: versions before 0.2.0 made it when they applied the event. */
enum status complete_awarded(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct awarded *awarded = EVENT_AS(event, awarded);
    if (!has_claims(floor, awarded))
        return STATUS_OK;
    struct prize_row *rows = ARENA_ARRAY(arena, struct prize_row, awarded->prize_count);
    if (!rows)
        return arena->refusal;
    for (uint32_t i = 0; i < awarded->prize_count; i++)
        rows[i] = awarded->prizes[i];
    awarded->prizes = rows;
    return tell_claims(floor, awarded, rows);
}

/* Until when its winners must come. */
enum status judge_claims_told(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    struct event again = *event;
    struct arena arena;
    bool same = true;
    if (!has_claims(floor, awarded))
        return STATUS_OK;
    arena_init(&arena, CLAIMS_MEMORY_MAX);
    enum status status = complete_awarded(floor, &again, &arena);
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK && same; i++) {
        const struct prize_row *one = &awarded->prizes[i], *other = &EVENT_AS(&again, awarded)->prizes[i];
        same = one->identified == other->identified &&
               instant_compare(one->identify_by, other->identify_by) == 0 &&
               instant_compare(one->lapses, other->lapses) == 0;
    }
    arena_release(&arena);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return fault_set(fault, status, 0, "there is no memory for the prizes");
    return status == STATUS_OK && same ? STATUS_OK
                                       : strange(fault, event, "its winners have until another moment");
}

/* As the event tells it. */
static struct claim claim_told(const struct prize_row *row, struct instant at)
{
    const bool late = row->identify_by.ms != 0, lapses = row->lapses.ms != 0;
    return (struct claim){.state = row->identified ? CLAIM_AWARDED : CLAIM_PAYABLE,
                          .identified = row->identified,
                          .cents = row->cents,
                          .awarded = at,
                          .can_be_late = late,
                          .identify_by = late ? row->identify_by : at,
                          .can_lapse = lapses,
                          .lapses = lapses ? row->lapses : at};
}

/* ------------------------------------------------------------------------------------------ I7 */

/* Whether the patron bet behind the seat in the round of the hand. */
static bool bets_behind(const struct floor_hand *hand, uint32_t seat, uint32_t patron)
{
    for (uint32_t i = 0; i < hand->bettor_count; i++)
        if (hand->bettors[i].seat == seat && hand->bettors[i].patron == patron)
            return true;
    return false;
}

static struct ruling judge_at(const struct floor *floor, const struct table_offer *at,
                              const struct floor_prize *prize, bool player_dealer)
{
    struct person_facts person = identity_of(floor, prize->patron);
    judge_by_deal(&prize->dealt, &person);
    if (!at)
        return ruling_no(rule_document, "it is not offered at the table");
    person.player_dealer = player_dealer;
    return eligibility_judge_winner(&at->eligibility, &person);
}

/* By a hand as it was dealt, at the table of the prize, which the whole room may share. Who bets behind the seat of the
 * player-dealer is no player-dealer. */
static struct ruling judge_by_hand(const struct floor *floor, const struct floor_hand *hand,
                                   const struct floor_prize *prize)
{
    const struct table_offer *at = table_offer_of_hand(floor, hand, prize->table);
    bool banks = prize->table == hand->table && prize->seat == hand->bank;
    struct ruling ruling = judge_at(floor, at, prize, banks);
    if (!ruling.allowed && banks && bets_behind(hand, prize->seat, prize->patron))
        ruling = judge_at(floor, at, prize, false);
    return ruling;
}

/* By one of the hands on the board that were dealt at the table. */
static struct ruling judge_by_board(const struct floor *floor, const struct floor_prize *prize)
{
    const struct board *board = &floor->boards[prize->offer];
    struct ruling ruling = ruling_no(rule_hand, "no hand of the table is on the board");
    for (uint32_t i = 0; i < board->count && !ruling.allowed; i++) {
        const struct floor_hand *hand = floor_hand(floor, board->hands[i]);
        if (hand->table == prize->table)
            ruling = judge_by_hand(floor, hand, prize);
    }
    return ruling;
}

/* Without a hand: in the round that runs, or by the points of a period. */
static struct ruling judge_without_hand(const struct floor *floor, const struct floor_prize *prize,
                                        bool in_round, struct instant when)
{
    const struct table *table = &floor->tables[prize->table];
    const struct table_offer *at = table_offer_of(table, prize->offer);
    if (in_round && at)
        at = at->former == FORMER_NONE ? NULL
                                       : table_offer_of_former(floor, prize->offer, at->former, prize->table);
    struct ruling ruling = judge_at(floor, at, prize, in_round && prize->seat == table->round.bank);
    if (!ruling.allowed || in_round || prize->patron >= floor->patron_count)
        return ruling;
    struct person_facts person = identity_of(floor, prize->patron);
    judge_by_deal(&prize->dealt, &person);
    count_wins_until(floor, prize->offer, prize->patron, when, &person);
    return eligibility_judge_place(&at->eligibility, &person);
}

/* Who won the prize, as of the deal of the cards by which it was won. */
static void find_deal(const struct floor *floor, const struct awarded *awarded, uint32_t number,
                      struct floor_prize *prize)
{
    const struct floor_hand *hand = number > 0 ? floor_hand(floor, number) : NULL;
    const struct table *table = prize->table < floor->table_count ? &floor->tables[prize->table] : NULL;
    const struct round *round = table && awarded->round > 0 ? &table->round : NULL;
    const struct dealt_player *dealt = NULL;
    prize->dealt = dealt_nobody;
    if (hand)
        dealt = dealt_as(hand->players, hand->player_count, prize->patron);
    else if (round)
        dealt = dealt_as(round->players, round->player_count, prize->patron);
    else if (awarded->round == 0 && prize->patron != NAMES_NONE) /* by points: only the shift is kept */
        prize->dealt = (struct dealt_player){
            .patron = prize->patron, .employee = employee_with_points(floor, awarded->offer, prize->patron)};
    if (dealt)
        prize->dealt = *dealt;
    bool own = hand && hand->table == prize->table;
    prize->dealt_at = own ? hand->dealt_at : round ? round->at : (struct instant){0};
    if (prize->patron == NAMES_NONE && (own || round)) {
        prize->present_count = own ? players_at_its_table(hand) : round->player_count;
        prize->present = own ? hand->players : round->players;
    }
}

/* Those of a round that runs are kept; those of a hand are. */
static enum status keep_present(struct floor *floor, struct floor_prize *prize)
{
    if (prize->table >= floor->table_count || prize->present != floor->tables[prize->table].round.players)
        return STATUS_OK;
    struct dealt_player *present = ARENA_ARRAY(&floor->arena, struct dealt_player, prize->present_count);
    for (uint32_t i = 0; i < prize->present_count && present; i++)
        present[i] = prize->present[i];
    prize->present = present;
    return present || prize->present_count == 0 ? STATUS_OK : floor->arena.refusal;
}

/* Whether the house has the table and the patron of a prize. */
static struct ruling judge_names(const struct floor *floor, const struct prize_row *row,
                                 const struct floor_prize *prize)
{
    if (row->patron.length > 0 && prize->patron == NAMES_NONE)
        return ruling_no(rule_patron, "the patron is not registered");
    if (prize->table >= floor->table_count)
        return ruling_no(rule_table, "there is no table %.*s", TEXT_ARGUMENTS(text_clipped(row->table, 40)));
    return ruling_yes();
}

/* Judges whether the winner of a prize may win it, by the facts of the person at the award and the document as posted for the hand. A
 * prize that is put into the pot has no winner yet. */
static struct ruling judge_prize(const struct floor *floor, const struct awarded *awarded,
                                 const struct prize_row *row, const struct floor_prize *prize)
{
    const struct ruling known = judge_names(floor, row, prize);
    if (!known.allowed)
        return known;
    if (prize->patron == NAMES_NONE && prize->seat == 0)
        return ruling_yes();
    if (awarded->hand == 0)
        return judge_without_hand(floor, prize, awarded->round > 0, awarded->head.at);
    return awarded->round > 0 ? judge_by_hand(floor, floor_hand(floor, awarded->hand), prize)
                              : judge_by_board(floor, prize);
}

/* ------------------------------------------------------------------------------------------ prizes */

/* A prize as the event tells it; without the texts, which the floor has to keep. */
static struct floor_prize prize_told(const struct floor *floor, const struct awarded *awarded,
                                     const struct prize_row *row)
{
    const struct table *table = floor_table(floor, row->table);
    struct floor_prize prize = {.number = row->prize,
                                .award = awarded->award,
                                .offer = awarded->offer,
                                .table = table ? (uint32_t)(table - floor->tables) : FLOOR_TABLES_MAX,
                                .seat = row->seat,
                                .patron = names_find(&floor->patron_names, row->patron),
                                .fee = row->fee,
                                .things = row->things,
                                .worth = row->worth};
    find_deal(floor, awarded, hand_of_prize(floor, awarded, row), &prize);
    return prize;
}

/* The winners of an award may win (I7). */
enum status judge_award_winners(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    if (!has_claims(floor, awarded))
        return STATUS_OK; /* which is found when it is applied */
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        const struct floor_prize prize = prize_told(floor, awarded, row);
        const struct ruling ruling = judge_prize(floor, awarded, row, &prize);
        if (!ruling.allowed)
            return strange_winner(fault, event, row->prize, row->patron, &ruling);
    }
    return STATUS_OK;
}

static enum status keep_prize(struct floor *floor, const struct event *event, const struct prize_row *row,
                              struct fault *fault)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    struct floor_prize prize = prize_told(floor, awarded, row);
    const struct ruling known = judge_names(floor, row, &prize);
    if (!known.allowed)
        return strange_winner(fault, event, row->prize, row->patron, &known);
    if (row->fee < 0)
        return strange(fault, event, "nobody pays less than nothing for a prize");
    if (row->worth < 0 || row->worth > VALUE_CENTS_MAX)
        return strange(fault, event, "a prize is worth something else");
    enum status status = keep_present(floor, &prize);
    if (status == STATUS_OK)
        status = MAKE_ROOM(&floor->arena, floor->prizes, floor->prize_count, floor->prize_room);
    prize.claim = claim_told(row, event->head.at);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->share, &prize.share);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->clause, &prize.clause);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->thing, &prize.thing);
    if (status == STATUS_OK)
        status = count_win_of(floor, prize.offer, prize.patron);
    if (status == STATUS_OK) {
        floor->prizes[floor->prize_count++] = prize;
        floor->last_prize = prize.number;
    }
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the prize");
}

enum status keep_money(struct floor *floor, const struct money_rows *money, struct floor_award *award)
{
    struct movement *movements = ARENA_ARRAY(&floor->arena, struct movement, money->movement_count);
    struct advance_row *advances = ARENA_ARRAY(&floor->arena, struct advance_row, money->advance_count);
    struct repaying_row *repaying =
        money->repaying_count > 0 ? ARENA_ARRAY(&floor->arena, struct repaying_row, money->repaying_count)
                                  : NULL;
    if (!movements || !advances || (money->repaying_count > 0 && !repaying))
        return floor->arena.refusal;
    for (uint32_t i = 0; i < money->movement_count; i++) {
        movements[i] = money->movements[i];
        movements[i].clause = text_of("");
    }
    for (uint32_t i = 0; i < money->advance_count; i++) {
        advances[i] = money->advances[i];
        advances[i].clause = text_of("");
    }
    award->movements = movements;
    award->movement_count = money->movement_count;
    for (uint32_t i = 0; i < money->repaying_count; i++)
        repaying[i] = money->repaying[i];
    award->advances = advances;
    award->advance_count = money->advance_count;
    award->repaying = repaying;
    award->repaying_count = money->repaying_count;
    return STATUS_OK;
}

enum status keep_pool_shares(struct floor *floor, const struct pool_share *shares, uint32_t count,
                             struct floor_award *award)
{
    struct pool_share *kept = count ? ARENA_ARRAY(&floor->arena, struct pool_share, count) : NULL;
    if (count && !kept)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < count; i++)
        kept[i] = shares[i];
    award->pool_shares = kept;
    award->pool_share_count = count;
    return STATUS_OK;
}

enum status apply_awarded(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    const struct floor_hand *first = floor_hand(floor, awarded->hand);
    struct floor_award award = {.number = awarded->award,
                                .offer = awarded->offer,
                                .hand = awarded->round > 0 ? awarded->hand : 0,
                                .drawn = awarded->round > 0 && awarded->hand == 0,
                                .at = event->head.at,
                                .first_prize = floor->last_prize + 1,
                                .prize_count = awarded->prize_count};
    if (awarded->award != floor->last_award + 1 || awarded->offer >= floor->offering_count ||
        (awarded->hand > 0 && (!first || first->offer != awarded->offer)))
        return strange(fault, event, "its number, offer or hand");
    enum status status = MAKE_ROOM(&floor->arena, floor->awards, floor->award_count, floor->award_room);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->verified_by, &award.verified_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->authorised_by, &award.authorised_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->clause, &award.clause);
    if (status == STATUS_OK)
        status = keep_money(floor, &awarded->money, &award);
    if (status == STATUS_OK)
        status = keep_pool_shares(floor, awarded->pool_shares, awarded->pool_share_count, &award);
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK; i++) {
        if (awarded->prizes[i].prize != floor->last_prize + 1)
            return strange(fault, event, "the number of a prize");
        enum status kept = keep_prize(floor, event, &awarded->prizes[i], fault);
        if (kept != STATUS_OK)
            return kept;
    }
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the award");
    if (!pool_shares_are_good(floor, &award))
        return strange(fault, event, "what its prizes won of pools");
    floor->awards[floor->award_count++] = award;
    floor->last_award = award.number;
    mark_hands(floor, awarded);
    count_wins(floor, event);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ looking */

const struct floor_award *floor_award(const struct floor *floor, uint64_t number)
{
    const unsigned place = PLACE_OF_NUMBER(floor->awards, floor->award_count, number);
    return place < floor->award_count ? &floor->awards[place] : NULL;
}

struct floor_award *award_numbered(struct floor *floor, uint64_t number)
{
    const unsigned place = PLACE_OF_NUMBER(floor->awards, floor->award_count, number);
    return place < floor->award_count ? &floor->awards[place] : NULL;
}

const struct floor_prize *floor_prize(const struct floor *floor, uint64_t number)
{
    const unsigned place = PLACE_OF_NUMBER(floor->prizes, floor->prize_count, number);
    return place < floor->prize_count ? &floor->prizes[place] : NULL;
}

struct floor_prize *prize_numbered(struct floor *floor, uint64_t number)
{
    const unsigned place = PLACE_OF_NUMBER(floor->prizes, floor->prize_count, number);
    return place < floor->prize_count ? &floor->prizes[place] : NULL;
}

const struct floor_prize *prize_of_award(const struct floor *floor, const struct floor_award *award,
                                         uint32_t place)
{
    CHECK_OP(place, <, award->prize_count);
    const struct floor_prize *prize = floor_prize(floor, award->first_prize + place);
    CHECK(prize && prize->award == award->number);
    return prize;
}

bool floor_prize_is_open(const struct floor_prize *prize)
{
    return !prize->reversed && claim_is_open(&prize->claim);
}

const char *floor_prize_state_name(const struct floor_prize *prize)
{
    return prize->reversed ? "reversed" : claim_state_name(prize->claim.state);
}

const char *const tray_state_words[] = {
    [TRAY_NOT_USED] = "", [TRAY_OWED] = "owed", [TRAY_REIMBURSED] = "reimbursed", NULL};

const char *const identification_words[] = {[IDENTIFICATION_NONE] = "",
                                            [IDENTIFICATION_ANY] = "without a photograph",
                                            [IDENTIFICATION_WITH_PHOTOGRAPH] = "with a photograph",
                                            NULL};

/* ------------------------------------------------------------------------------------------ who signed an event */

struct ruling judge_award_signer(const struct floor *floor, const struct awarded *awarded)
{
    struct ruling ruling = ruling_yes();
    for (uint32_t i = 0; i < awarded->prize_count && awarded->round > 0 && ruling.allowed; i++)
        ruling = judge_hands_off(floor, names_find(&floor->patron_names, awarded->prizes[i].patron),
                                 awarded->authorised_by);
    return ruling;
}

/* The hands of a round: they were verified as the award says, none of them by whoever authorises it. */
static enum status judge_award_of_round(const struct judging *judging, const struct floor_hand *first)
{
    const struct floor *floor = judging->floor;
    const struct awarded *awarded = EVENT_AS(judging->event, awarded);
    if (!text_equal(first->verified_by, awarded->verified_by))
        return wrongly(judging, awarded->verified_by, "has not verified the hand", text_of(rule_two_persons));
    for (const struct floor_hand *hand = floor_hand(floor, floor->tables[first->table].newest_hand);
         hand && hand->round >= first->round; hand = floor_hand(floor, hand->before)) {
        if (hand->round == first->round && hand->offer == awarded->offer && hand->state == HAND_VERIFIED &&
            !may_sign_together(floor, hand->verified_by, awarded->authorised_by))
            return wrongly(judging, awarded->authorised_by,
                           "has verified a hand of the round, and cannot authorise it",
                           text_of(rule_two_persons));
    }
    return judge_named(judging, first, PATH_ROUND_AUTHORISED_BY);
}

/* Time awards what two persons have put on the board: a hand, or the points of a player. */
static enum status judge_award_of_period(const struct judging *judging, const struct floor_hand *hand)
{
    const struct awarded *awarded = EVENT_AS(judging->event, awarded);
    const struct board *board = &judging->floor->boards[awarded->offer];
    bool are_those = hand && text_equal(hand->verified_by, awarded->verified_by) &&
                     text_equal(hand->authorised_by, awarded->authorised_by);
    for (unsigned i = 0; i < board->standing_count && !hand && !are_those; i++)
        are_those = text_equal(board->standings[i].verified_by, awarded->verified_by) &&
                    text_equal(board->standings[i].authorised_by, awarded->authorised_by);
    return are_those ? STATUS_OK
                     : wrongly(judging, awarded->authorised_by, "has not authorised what stands on the board",
                               text_of(rule_two_persons));
}

enum status judge_awarded(const struct judging *judging)
{
    const struct awarded *awarded = EVENT_AS(judging->event, awarded);
    const struct floor_hand *hand = floor_hand(judging->floor, awarded->hand);
    if (awarded->clause.length == 0 || awarded->verified_by.length == 0 ||
        awarded->authorised_by.length == 0 || text_equal(awarded->verified_by, awarded->authorised_by))
        return strange(judging->fault, judging->event, "no clause, or not two persons"); /* I6 */
    if (awarded->offer >= judging->floor->offering_count || (awarded->hand > 0 && !hand))
        return strange(judging->fault, judging->event, "its number, offer or hand");
    if (awarded->round == 0)
        return judge_award_of_period(judging, hand);
    const struct ruling hands_off = judge_award_signer(judging->floor, awarded);
    if (!hands_off.allowed)
        return strange(judging->fault, judging->event, hands_off.words);
    if (!text_equal(awarded->authorised_by, awarded->head.by))
        return wrongly(judging, awarded->authorised_by, "has authorised what another brought",
                       text_of(rule_two_persons));
    if (hand)
        return judge_award_of_round(judging, hand);
    if (!may_sign_together(judging->floor, awarded->verified_by, awarded->authorised_by))
        return wrongly(judging, awarded->verified_by, "does not sign together with who authorises it",
                       text_of(rule_two_persons));
    return floor_person_may(judging->floor, awarded->verified_by, floor_permission(COMMAND_VERIFY_HAND))
               ? STATUS_OK
               : wrongly(judging, awarded->verified_by, "may not verify here", text_of(rule_two_persons));
}

/* I6 */
bool audit_awards(const struct floor *floor, struct text_out *why)
{
    for (unsigned i = 0; i < floor->award_count; i++) {
        const struct floor_award *award = &floor->awards[i];
        if (award->clause.length == 0 || award->verified_by.length == 0 || award->authorised_by.length == 0 ||
            text_equal(award->verified_by, award->authorised_by)) {
            text_out_add(why, "I6: award %u has no clause or not two persons", award->number);
            return false;
        }
    }
    return true;
}

/* Time awards the prizes of a period. */
enum command_kind award_brought_by(const struct floor *floor, const struct event *event)
{
    (void)floor;
    return EVENT_AS(event, awarded)->round == 0 ? COMMAND_CLOCK : COMMAND_AUTHORISE;
}

/* ------------------------------------------------------------------------------------------ deciding again */

bool award_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    (void)floor;
    if (awarded->hand == 0 || awarded->round == 0)
        return false;
    COMMAND_AS(command, about_hand)->hand = awarded->hand;
    return true;
}
