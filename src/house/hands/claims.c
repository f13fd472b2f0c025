/*
 * What a claim tells of its round, and what the hand keeps of it.
 *
 * The event tells what documents make of the round: whether all players share the hand, who has a part in it, which moment decides it, and
 * what the meters showed then. Applying it reads no document. What the state has of the round, as it was dealt, is copied.
 */
#include "house/hands/hands_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/meter_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ telling */

const struct backline_bet *bet_behind(const struct round *round, uint32_t seat, struct text patron)
{
    for (uint32_t i = 0; i < round->backline_count; i++)
        if (round->backline[i].seat == seat && text_equal(round->backline[i].patron, patron))
            return &round->backline[i];
    return NULL;
}

/* The posting that applies to the round that runs; 0: the offer as posted now. */
static uint32_t former_of(const struct floor *floor, const struct table_offer *at)
{
    return at->former <= floor->former_count ? at->former : 0;
}

/* Who has a part in the offer at the place of the table in the round that runs: who has paid its fee, and at a free table
 * whoever is dealt in, as if it were paid. */
static uint32_t seats_with_a_part(const struct floor *floor, const struct table *table, unsigned place)
{
    const struct table_offer *at = &table->offers[place];
    const struct round *round = &table->round;
    if (!table->described->free_play)
        return round->paid[place];
    bool offered = at->former != FORMER_NONE && (at->listed || at->former > 0) &&
                   is_offered_for_round(floor, &floor->offerings[at->offer], table, at);
    return offered ? round->dealt & round->seated : 0;
}

/* Who was at the seat when the round was dealt. Hands of logs that do not tell it were those of whoever sat there at the claim. */
static uint32_t player_at(const struct floor *floor, const struct table *table, unsigned seat)
{
    return tells_the_deal(floor) ? dealt_at_seat(table->round.players, table->round.player_count, seat)
                                 : table->seats[seat].patron;
}

/* Those at the other tables in the rounds that run there, into `payers` if there are any; their number. */
static uint32_t list_payers(const struct floor *floor, const struct hand_claimed *claimed,
                            struct claim_payer *payers)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        bool other = table->round.runs && !text_equal(table->described->name, claimed->table);
        for (unsigned k = 0; k < table->offer_count && other; k++) {
            uint32_t seats =
                table->offers[k].offer == claimed->offer ? seats_with_a_part(floor, table, k) : 0;
            for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
                if (seats >> seat & 1) {
                    if (payers)
                        payers[count] =
                            (struct claim_payer){table->described->name, seat,
                                                 floor_patron_name(floor, player_at(floor, table, seat))};
                    count++;
                }
        }
    }
    return count;
}

static enum status tell_payers(const struct floor *floor, const struct offer *offer,
                               struct hand_claimed *claimed, struct arena *arena)
{
    claimed->payers = NULL;
    claimed->payer_count = 0;
    if (!text_equal(offer_text(offer, PATH_SHARING_TABLE), text_of("fee payers at all tables")))
        return STATUS_OK;
    uint32_t count = list_payers(floor, claimed, NULL);
    struct claim_payer *payers = ARENA_ARRAY(arena, struct claim_payer, count);
    if (!payers && count > 0)
        return arena->refusal;
    claimed->payer_count = list_payers(floor, claimed, payers);
    claimed->payers = payers;
    CHECK_OP(claimed->payer_count, ==, count);
    return STATUS_OK;
}

/* Who has paid, of the seats and on the hand itself. */
static void tell_fees(const struct table *table, const struct table_offer *at, struct hand_claimed *claimed)
{
    const struct round *round = &table->round;
    bool free = table->described->free_play;
    const struct backline_bet *bet =
        claimed->backline ? bet_behind(round, claimed->seat, claimed->patron) : NULL;
    claimed->paid = free ? round->dealt & round->seated : round->paid[at - table->offers];
    claimed->fee = bet ? bet->fee : claimed->seat > 0 && !free && (claimed->paid >> claimed->seat & 1);
}

enum status tell_claim(const struct floor *floor, struct hand_claimed *claimed, struct arena *arena)
{
    const struct table *table = floor_table(floor, claimed->table);
    const struct table_offer *at = table ? table_offer_of(table, claimed->offer) : NULL;
    if (!at || claimed->offer >= floor->offering_count || claimed->seat > FLOOR_SEATS_MAX)
        return STATUS_OK; /* which is found when it is applied */
    const struct former *former = former_of(floor, at) ? floor->formers[former_of(floor, at) - 1] : NULL;
    const struct offering *offering = &floor->offerings[claimed->offer];
    const struct offer *offer = former ? former->posted : offering->offer;
    const struct terms *terms = former ? &former->terms : &offering->terms;
    claimed->shared = claimed->seat == 0 && floor_sharing_of(offer, &table->described->game) != SHARED_NOT;
    tell_fees(table, at, claimed);
    enum status status = tell_readings(floor, table, at, offer, terms, claimed, arena);
    return status == STATUS_OK ? tell_payers(floor, offer, claimed, arena) : status;
}

enum status complete_hand_claimed(const struct floor *floor, struct event *event, struct arena *arena)
{
    return tell_claim(floor, EVENT_AS(event, hand_claimed), arena);
}

/* ------------------------------------------------------------------------------------------ keeping */

/* The bets behind the seats of the round. */
static enum status keep_bettors(struct floor *floor, const struct round *round, struct floor_hand *hand)
{
    struct hand_bettor *bettors = ARENA_ARRAY(&floor->arena, struct hand_bettor, round->backline_count);
    if (!bettors && round->backline_count > 0)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < round->backline_count; i++) {
        const struct backline_bet *bet = &round->backline[i];
        bettors[i] = (struct hand_bettor){.seat = bet->seat,
                                          .patron = names_find(&floor->patron_names, bet->patron),
                                          .wager = bet->wager,
                                          .fee = bet->fee,
                                          .dealer_fee = bet->dealer_fee};
    }
    hand->bettors = bettors;
    hand->bettor_count = round->backline_count;
    return STATUS_OK;
}

static enum status keep_payers(struct floor *floor, const struct hand_claimed *claimed,
                               struct floor_hand *hand)
{
    struct hand_payer *payers = ARENA_ARRAY(&floor->arena, struct hand_payer, claimed->payer_count);
    if (!payers && claimed->payer_count > 0)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < claimed->payer_count; i++) {
        const struct claim_payer *payer = &claimed->payers[i];
        const struct table *table = floor_table(floor, payer->table);
        if (!table || payer->seat == 0 || payer->seat > FLOOR_SEATS_MAX)
            return STATUS_INVALID;
        payers[i] = (struct hand_payer){(uint32_t)(table - floor->tables), payer->seat,
                                        names_find(&floor->patron_names, payer->patron)};
    }
    hand->payers = payers;
    hand->payer_count = claimed->payer_count;
    return STATUS_OK;
}

static enum status keep_readings(struct floor *floor, const struct hand_claimed *claimed,
                                 struct floor_hand *hand)
{
    if (claimed->reading_count > TERMS_POOLS_MAX || claimed->awards_before > floor->last_award)
        return STATUS_INVALID;
    struct meter_reading *readings = ARENA_ARRAY(&floor->arena, struct meter_reading, claimed->reading_count);
    if (!readings && claimed->reading_count > 0)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < claimed->reading_count; i++)
        readings[i] = claimed->readings[i];
    hand->readings = readings;
    hand->reading_count = claimed->reading_count;
    hand->awards_before = claimed->awards_before;
    return STATUS_OK;
}

/* The rows that free players named before the deal. */
static enum status keep_choices(struct floor *floor, const struct table *table, struct floor_hand *hand)
{
    uint32_t count = 0;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX && table->described->free_play; seat++)
        count += table->round.chosen[seat].length > 0;
    struct prize_choice *chosen = ARENA_ARRAY(&floor->arena, struct prize_choice, count);
    if (!chosen && count > 0)
        return floor->arena.refusal;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX && hand->chosen_count < count; seat++)
        if (table->round.chosen[seat].length > 0)
            chosen[hand->chosen_count++] = (struct prize_choice){seat, table->round.chosen[seat]};
    hand->chosen = chosen;
    return STATUS_OK;
}

/* The round as it was dealt. */
static void keep_round(const struct floor *floor, const struct table *table, struct floor_hand *hand)
{
    const struct round *round = &table->round;
    hand->misdeal = round->misdeal;
    hand->wrong_deck = round->wrong_deck;
    hand->faulty_equipment = round->faulty_equipment;
    hand->talk = round->talk;
    hand->tournament = round->tournament;
    hand->dealt = round->dealt;
    hand->bank = round->bank;
    hand->seated = round->seated;
    hand->active = round->active;
    hand->dealer_fees = round->dealer_fees;
    hand->played_behind = round->played_behind;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        hand->patrons[seat] = player_at(floor, table, seat);
}

static enum status keep_hand(struct floor *floor, const struct table *table,
                             const struct hand_claimed *claimed, struct floor_hand *hand)
{
    enum status status = keep_readings(floor, claimed, hand);
    if (status == STATUS_OK)
        status = keep_bettors(floor, &table->round, hand);
    if (status == STATUS_OK)
        status = keep_choices(floor, table, hand);
    if (status == STATUS_OK)
        status = keep_payers(floor, claimed, hand);
    if (status == STATUS_OK)
        status = keep_players_of_hand(floor, hand);
    if (status == STATUS_OK && claimed->row.length > 0)
        status = arena_copy_text(&floor->arena, claimed->row, &hand->claimed_row);
    return status;
}

enum status apply_hand_claimed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hand_claimed *claimed = EVENT_AS(event, hand_claimed);
    struct table *table = table_called(floor, claimed->table);
    enum status status = MAKE_ROOM(&floor->arena, floor->hands, floor->hand_count, floor->hand_room);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the hand");
    if (!table || claimed->hand != floor->last_hand + 1 || claimed->offer >= floor->offering_count ||
        claimed->seat > FLOOR_SEATS_MAX || !table_offer_of(table, claimed->offer))
        return strange(fault, event, "its number, table, seat or offer");
    const struct round *round = &table->round;
    struct floor_hand hand = {
        .number = claimed->hand,
        .state = HAND_CLAIMED,
        .before = table->newest_hand,
        .at = event->head.at,
        .dealt_at = round->at,
        .decided = claimed->decided,
        .ends = claimed->ends,
        .table = (uint32_t)(table - floor->tables),
        .round = claimed->round,
        .seat = claimed->seat,
        .offer = claimed->offer,
        .former = former_of(floor, table_offer_of(table, claimed->offer)),
        .patron = names_find(&floor->patron_names, claimed->patron),
        .claimed_by = names_find(&floor->person_names, event->head.by),
        .backline = claimed->backline,
        .shared = claimed->shared,
        .on_player_dealer = !claimed->shared && claimed->seat == round->bank,
        .fee = claimed->fee,
        .paid = claimed->paid,
    };
    const struct backline_bet *bet =
        claimed->backline ? bet_behind(round, claimed->seat, claimed->patron) : NULL;
    hand.wager = bet ? bet->wager : 0;
    keep_round(floor, table, &hand);
    status = keep_hand(floor, table, claimed, &hand);
    if (status == STATUS_INVALID)
        return strange(fault, event, "who paid, or what meters showed");
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the hand");
    floor->hands[floor->hand_count++] = hand;
    table->newest_hand = floor->last_hand = claimed->hand;
    await_reading(floor, hand.ends);
    return STATUS_OK;
}
