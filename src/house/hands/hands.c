#include "house/hands/hands_internal.h"

#include "base/check.h"
#include "funds/eligibility.h"
#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ claims */

/* Whether a hand of this seat, patron and offer was claimed in the round and stands. */
static bool is_claimed(const struct floor *floor, const struct table *table, uint32_t offer, uint32_t seat,
                       uint32_t patron)
{
    for (const struct floor_hand *hand = newest_hand(floor, table); hand; hand = hand_before(floor, hand))
        if (hand->offer == offer && hand->seat == seat && hand->patron == patron && hand_stands(hand))
            return true;
    return false;
}

enum sharing floor_sharing_of(const struct offer *offer, const struct game_name *game)
{
    static const char *const everybody[] = {"every eligible player at the table", "everyone dealt in",
                                            "players still in the hand", "the pot"};
    struct text to = paying_text(offer, game, KEY_GOES_TO);
    if (game->game && game->game->family == HAND_FAMILY_BACCARAT)
        return SHARED_BY_GAME;
    for (unsigned i = 0; i < sizeof everybody / sizeof everybody[0]; i++)
        if (text_equal(to, text_of(everybody[i])))
            return SHARED_BY_RULE;
    return SHARED_NOT;
}

enum sharing floor_sharing(const struct floor *floor, const struct table *table, uint32_t offer)
{
    return floor_sharing_of(floor->offerings[offer].offer, &table->described->game);
}

bool is_offered_for_round(const struct floor *floor, const struct offering *offering,
                          const struct table *table, const struct table_offer *at)
{
    return offering->terms.decided_at_deal ? table->round.offered >> (at - table->offers) & 1
                                           : is_offered_at(floor, offering, table);
}

bool floor_takes_hands(const struct floor *floor, const struct table *table, const struct table_offer *at)
{
    const struct offering *offering = &floor->offerings[at->offer];
    return table->round.runs ? is_offered_for_round(floor, offering, table, at)
                             : is_offered_at(floor, offering, table);
}

const char *verified_clause(struct deciding *deciding, const struct offer *offer)
{
    const struct node *verified = node_path(offer->rulebook->data, PATH_BOARD_VERIFIED);
    return kept_clause(deciding, verified ? verified->origin.clause : text_of(""));
}

/* Whether the offer runs at the table; false after a refusal. */
static bool check_offered(struct deciding *deciding, const struct table *table,
                          const struct offering *offering, const struct table_offer *at)
{
    if (at && at->former == FORMER_NONE)
        (void)REFUSE(deciding, rule_document, "%.*s was posted after the hand was dealt",
                     TEXT_ARGUMENTS(offering->name));
    else if (!at || !(at->listed || at->former))
        (void)REFUSE(deciding, rule_document, "%.*s is not offered at %.*s", TEXT_ARGUMENTS(offering->name),
                     TEXT_ARGUMENTS(table->described->name));
    else if (!is_offered_for_round(deciding->floor, offering, table, at))
        (void)REFUSE(deciding, rule_time, "%.*s is not offered at this hour", TEXT_ARGUMENTS(offering->name));
    else if (offering->terms.decided_at_deal &&
             is_too_late_to_verify(deciding->floor, offering->offer, table->round.at))
        (void)REFUSE(deciding, verified_clause(deciding, offering->offer),
                     "the period of the hand is over; the hand can no longer be verified");
    else if (at->suspended)
        (void)REFUSE(deciding, kept_clause(deciding, at->suspended->clause),
                     "a device has failed; the jackpot is not offered until the device works");
    else
        return true;
    return false;
}

/* Whose hand it is; false after a refusal. */
static bool check_seat(struct deciding *deciding, const struct table *table, uint32_t offer,
                       const struct offering *offering)
{
    const struct floor *floor = deciding->floor;
    uint32_t seat = COMMAND_AS(deciding->command, claim_hand)->seat;
    enum sharing sharing = floor_sharing_of(offering->offer, &table->described->game);
    if (seat > FLOOR_SEATS_MAX || (seat > 0 && !(table->round.dealt & (UINT32_C(1) << seat))))
        (void)REFUSE(deciding, rule_round, "seat %u is not dealt in", seat);
    else if (seat == 0 && sharing == SHARED_NOT && !has_outside_bank(table, table->round.bank))
        (void)REFUSE(deciding, rule_round,
                     "enter the seat of the hand; the table has no player-dealer beside the seats");
    else if (seat > 0 && sharing == SHARED_BY_GAME)
        (void)REFUSE(deciding, rule_hand, "all players share the hand in this game; claim it without a seat");
    else if (seat > 0 && sharing == SHARED_BY_RULE && !is_claimed(floor, table, offer, 0, NAMES_NONE))
        (void)REFUSE(deciding, rule_hand,
                     "all players share the hand in this game; claim it without a seat first, then claim "
                     "what a seat has beyond it");
    else
        return true;
    return false;
}

enum status decide_claim_hand(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct claim_hand *command = COMMAND_AS(deciding->command, claim_hand);
    uint32_t number, offer, patron = NAMES_NONE;
    if (!find_table(deciding, command->table, &number) || !find_offer(deciding, command->offer, &offer))
        return STATUS_OK;
    const struct table *table = &floor->tables[number];
    const struct round *round = &table->round;
    if (!round->runs)
        return REFUSE(deciding, rule_round, "no round is running at %.*s", TEXT_ARGUMENTS(command->table));
    const struct table_offer *at = table_offer_of(table, offer);
    const struct offering *offering =
        offering_of_former(deciding, offer, at && at->former != FORMER_NONE ? at->former : 0);
    if (!offering)
        return deciding->decision->arena.refusal;
    if (!check_offered(deciding, table, offering, at) || !check_seat(deciding, table, offer, offering))
        return STATUS_OK;
    if (command->patron.length > 0) {
        if (!find_patron(deciding, command->patron, &patron))
            return STATUS_OK;
        if (text_equal(offer_text(offering->offer, PATH_SHARING_BY_WAGER), text_of("yes")))
            return REFUSE(deciding, rule_hand,
                          "the bettors share the hand by their wagers; claim it for seat %u", command->seat);
        if (!bet_behind(round, command->seat, command->patron))
            return REFUSE(deciding, rule_round, "%.*s has no bet behind seat %u",
                          TEXT_ARGUMENTS(command->patron), command->seat);
    } else if (command->seat > 0)
        patron = dealt_at_seat(round->players, round->player_count, command->seat);
    if (is_claimed(floor, table, offer, command->seat, patron))
        return REFUSE(deciding, rule_hand, "this hand is already claimed");
    struct event *event = happens(deciding, EVENT_HAND_CLAIMED);
    struct hand_claimed *claimed = EVENT_AS(event, hand_claimed);
    claimed->hand = floor->last_hand + 1;
    claimed->table = command->table;
    claimed->round = round->number;
    claimed->seat = command->seat;
    claimed->offer = offer;
    claimed->row = command->row;
    claimed->patron = floor_patron_name(floor, patron);
    claimed->backline = command->patron.length > 0;
    return tell_claim(floor, claimed, &deciding->decision->arena);
}

struct text floor_hand_chosen(const struct floor_hand *hand, unsigned seat)
{
    for (uint32_t i = 0; i < hand->chosen_count; i++)
        if (hand->chosen[i].seat == seat)
            return hand->chosen[i].row;
    return text_of("");
}

enum chosen_prize choice_at(const struct floor_hand *hand, unsigned seat, const struct rulebook_row *row)
{
    struct text chosen = floor_hand_chosen(hand, seat);
    if (chosen.length == 0)
        return CHOSEN_NONE;
    return row && (text_equal(chosen, row->id) || text_equal_ignoring_case(chosen, row->name))
               ? CHOSEN_THIS
               : CHOSEN_ANOTHER;
}

bool is_vacant(const struct floor_hand *hand, unsigned seat)
{
    return seat > 0 && !(hand->seated >> seat & 1);
}

/* ------------------------------------------------------------------------------------------ rejecting and withdrawing */

const struct floor_hand *find_hand(struct deciding *deciding, uint32_t number, enum hand_state state)
{
    static const char *const states[] = {"not verified", "verified",  "rejected", "on the board",
                                         "awarded",      "withdrawn", "beaten"};
    const struct floor *floor = deciding->floor;
    const struct floor_hand *hand = floor_hand(floor, number);
    if (!hand && number > 0 && number <= floor->last_hand)
        (void)REFUSE(deciding, rule_hand,
                     "hand %u was settled on an earlier day and is closed; look it up in the log", number);
    else if (!hand)
        (void)REFUSE(deciding, rule_hand, "there is no hand %u", number);
    else if (hand->state != state)
        (void)REFUSE(deciding, rule_hand, "hand %u is %s", number, states[hand->state]);
    return hand && hand->state == state ? hand : NULL;
}

enum status decide_reject_hand(struct deciding *deciding)
{
    const struct about_hand *command = COMMAND_AS(deciding->command, about_hand);
    const struct floor *floor = deciding->floor;
    const struct floor_hand *hand = floor_hand(floor, command->hand);
    bool verified = hand && hand->state == HAND_VERIFIED;
    if (hand && floor_can_be_taken_back(floor, hand))
        return decide_taken_back(deciding);
    if (!find_hand(deciding, command->hand, verified ? HAND_VERIFIED : HAND_CLAIMED))
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_HAND_REJECTED);
    EVENT_AS(event, hand_rejected)->hand = command->hand;
    EVENT_AS(event, hand_rejected)->reason = command->reason;
    EVENT_AS(event, hand_rejected)->authorised_by = command->authorised_by;
    return STATUS_OK;
}

enum status decide_withdraw_hand(struct deciding *deciding)
{
    const struct about_hand *command = COMMAND_AS(deciding->command, about_hand);
    const struct floor_hand *hand = find_hand(deciding, command->hand, HAND_CLAIMED);
    if (!hand)
        return STATUS_OK;
    struct text claimed_by = floor_person_name(deciding->floor, hand->claimed_by);
    if (!text_equal(claimed_by, command->head.by))
        return REFUSE(deciding, rule_hand,
                      "only %.*s, who claimed hand %u, can withdraw it; reject it instead",
                      TEXT_ARGUMENTS(claimed_by), command->hand);
    struct event *event = happens(deciding, EVENT_HAND_WITHDRAWN);
    EVENT_AS(event, hand_rejected)->hand = command->hand;
    EVENT_AS(event, hand_rejected)->reason = command->reason;
    return STATUS_OK;
}

enum status apply_hand_rejected(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct floor_hand *hand = hand_numbered(floor, EVENT_AS(event, hand_rejected)->hand);
    if (!hand)
        return strange(fault, event, "there is no such hand");
    if (EVENT_AS(event, hand_rejected)->points > 0 &&
        (hand->points != EVENT_AS(event, hand_rejected)->points || !has_points(floor, hand)))
        return strange(fault, event, "the hand has not earned these points");
    if (EVENT_AS(event, hand_rejected)->points > 0)
        drop_points(floor, hand);
    if (is_on_board(hand))
        leave_board(floor, hand);
    hand->state = HAND_REJECTED;
    return STATUS_OK;
}

enum status apply_hand_withdrawn(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct floor_hand *hand = hand_numbered(floor, EVENT_AS(event, hand_rejected)->hand);
    if (!hand || hand->state != HAND_CLAIMED)
        return strange(fault, event, "there is no such hand that waits to be verified");
    hand->state = HAND_WITHDRAWN;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ looking */

const struct floor_hand *newest_hand(const struct floor *floor, const struct table *table)
{
    const struct floor_hand *hand = floor_hand(floor, table->newest_hand);
    return hand && hand->round == table->round.number ? hand : NULL;
}

const struct floor_hand *hand_before(const struct floor *floor, const struct floor_hand *hand)
{
    const struct floor_hand *before = floor_hand(floor, hand->before);
    return before && before->round == hand->round ? before : NULL;
}

const char *const hand_state_words[] = {[HAND_CLAIMED] = "claimed",   [HAND_VERIFIED] = "verified",
                                        [HAND_REJECTED] = "rejected", [HAND_ON_BOARD] = "posted",
                                        [HAND_AWARDED] = "awarded",   [HAND_WITHDRAWN] = "withdrawn",
                                        [HAND_BEATEN] = "beaten",     NULL};

const struct floor_hand *floor_hand(const struct floor *floor, uint64_t number)
{
    const unsigned place = PLACE_OF_NUMBER(floor->hands, floor->hand_count, number);
    return place < floor->hand_count ? &floor->hands[place] : NULL;
}

struct floor_hand *hand_numbered(struct floor *floor, uint64_t number)
{
    const unsigned place = PLACE_OF_NUMBER(floor->hands, floor->hand_count, number);
    return place < floor->hand_count ? &floor->hands[place] : NULL;
}

bool hand_has_cards(const struct floor *floor, const struct floor_hand *hand)
{
    const struct hand_game *game = floor->tables[hand->table].described->game.game;
    return game && game->family != HAND_FAMILY_NONE;
}

bool hand_waits(const struct floor_hand *hand)
{
    return hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED || hand->state == HAND_ON_BOARD ||
           hand->state == HAND_BEATEN;
}

bool hand_stands(const struct floor_hand *hand)
{
    return hand->state != HAND_REJECTED && hand->state != HAND_WITHDRAWN;
}

bool hand_is_put_right(const struct floor *floor, const struct floor_hand *hand)
{
    const struct floor_award *award = floor_award(floor, hand->award);
    return award && award->reversed;
}

bool hand_may_wait(const struct floor *floor, const struct floor_hand *hand)
{
    if (hand_waits(hand) || hand->award == 0)
        return hand_waits(hand);
    const struct floor_award *award = floor_award(floor, hand->award);
    return award && !award->reversed && settled_prize_of(floor, award) == 0;
}

/* ------------------------------------------------------------------------------------------ who signed an event */

/* Taking a hand or its points back needs an employee who may verify, and a second person. */
enum status judge_rejected(const struct judging *judging)
{
    const struct floor *floor = judging->floor;
    const struct hand_rejected *rejected = EVENT_AS(judging->event, hand_rejected);
    const struct floor_hand *hand = floor_hand(floor, rejected->hand);
    if (!hand || !(has_points(floor, hand) || is_on_board(hand)))
        return STATUS_OK;
    if (!floor_person_may(floor, rejected->head.by, floor_permission(COMMAND_REJECT_HAND)))
        return wrongly(judging, rejected->head.by, "may not verify here", text_of(rule_permission));
    return may_be_second(floor, rejected->head.by, rejected->authorised_by)
               ? STATUS_OK
               : wrongly(judging, rejected->authorised_by, "cannot sign it as the second person",
                         text_of(rule_two_persons));
}

enum status judge_withdrawn(const struct judging *judging)
{
    const struct hand_rejected *withdrawn = EVENT_AS(judging->event, hand_rejected);
    const struct floor_hand *hand = floor_hand(judging->floor, withdrawn->hand);
    return !hand || text_equal(floor_person_name(judging->floor, hand->claimed_by), withdrawn->head.by)
               ? STATUS_OK
               : wrongly(judging, withdrawn->head.by, "has not claimed the hand", text_of(rule_hand));
}
