/* Hands: claimed, verified, rejected, withdrawn, authorised; and prizes that are drawn. */
#include "auditor/simulator/choosing_internal.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

enum { HANDS_LOOKED_AT = 48 };

/* ------------------------------------------------------------------------------------------ hands */

static const struct sample_list *samples_at(const struct choosing *choosing, const struct table *table,
                                            uint32_t offer)
{
    return sample_hands_of(&choosing->house->hands, choosing->floor->offerings[offer].name,
                           table->described->game.game);
}

bool choose_claim_hand(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_running_table(choosing);
    bool wrong = choose_chance(choosing, 3);
    for (unsigned i = 0; table && table->offer_count && i < TRIES_MAX; i++) {
        const struct table_offer *at = &table->offers[choose_below(choosing, table->offer_count)];
        const struct offering *offering = &choosing->floor->offerings[at->offer];
        const struct round *round = &table->round;
        if ((!is_in_force(choosing->floor, offering) || !samples_at(choosing, table, at->offer)) && !wrong)
            continue;
        uint32_t paid = round->paid[at - table->offers];
        command->kind = COMMAND_CLAIM_HAND;
        struct claim_hand *asked = COMMAND_AS(command, claim_hand);
        asked->table = table->described->name;
        asked->offer = offering->name;
        asked->seat = choose_seat(choosing, paid && choose_chance(choosing, 90) ? paid : round->dealt);
        if (choose_chance(choosing, 2))
            asked->seat = choose_below(choosing, 20);
        if (table->described->game.game && table->described->game.game->family == HAND_FAMILY_BACCARAT &&
            choose_chance(choosing, 80))
            asked->seat = 0; /* the lines are everybody's */
        if (asked->seat > 0 && round->backline_count && choose_chance(choosing, 30)) {
            const struct backline_bet *bet = &round->backline[choose_below(choosing, round->backline_count)];
            asked->seat = bet->seat;
            asked->patron = bet->patron;
        }
        return true;
    }
    return false;
}

/* A recent hand in the state; 0 if there is none. */
uint32_t choose_hand(struct choosing *choosing, enum hand_state state)
{
    const struct floor *floor = choosing->floor;
    uint32_t found[HANDS_LOOKED_AT], count = 0;
    for (unsigned i = floor->hand_count; i > 0 && count < HANDS_LOOKED_AT && floor->hand_count - i < 400; i--)
        if (floor->hands[i - 1].state == state)
            found[count++] = floor->hands[i - 1].number;
    return count ? found[choose_below(choosing, count)] : 0;
}

/* The conduct of the hand: mostly correct. */
static void add_conduct(struct choosing *choosing, const struct floor_hand *hand, struct verify_hand *asked)
{
    const struct offering *offering = &choosing->floor->offerings[hand->offer];
    const struct node *structure = offer_structure(offering->offer);
    if (structure && structure->kind == NODE_LIST)
        structure = structure->first_child;
    bool must_lose =
        text_equal(offer_text(offering->offer, PATH_ELIGIBILITY_OUTCOME), text_of("must lose")) ||
        (node_member(structure, KEY_LOSING_HAND) && choose_chance(choosing, 95));
    asked->pot = 100 * (int64_t)(choose_chance(choosing, 90) ? 30 + choose_below(choosing, 300)
                                                             : choose_below(choosing, 40));
    asked->wager = 100 * (int64_t)(5 + choose_below(choosing, 96));
    asked->outcome =
        (uint8_t)(must_lose || choose_chance(choosing, 40) ? OUTCOME_LOST : choose_below(choosing, 4));
    if (asked->outcome == OUTCOME_LOST) {
        uint32_t others = hand->dealt & ~(UINT32_C(1) << hand->seat);
        asked->winners = others ? UINT32_C(1) << choose_seat(choosing, others) : 0;
        if (choose_chance(choosing, 15) && others)
            asked->winners |= UINT32_C(1) << choose_seat(choosing, others);
    }
    asked->folded = (uint8_t)(choose_chance(choosing, 3) ? choose_below(choosing, 3) : 0);
    asked->no_showdown = choose_chance(choosing, 2);
    asked->bets_incomplete = choose_chance(choosing, 2);
    asked->missed_rounds = choose_chance(choosing, 2);
    asked->no_wager = choose_chance(choosing, 2);
    asked->bonus_bets_only = choose_chance(choosing, 2);
    asked->no_collection = choose_chance(choosing, 2);
    const struct node *multiplier = offer_node(offering->offer, PATH_MULTIPLIER_VALUE);
    if (choose_chance(choosing, multiplier && !offer_is_off(offering->offer, PART_MULTIPLIER) ? 40 : 2))
        asked->multiple = 1 + choose_below(choosing, 3);
}

bool choose_verify_hand(struct choosing *choosing, struct command *command)
{
    uint32_t number = choose_hand(choosing, HAND_CLAIMED);
    if (!number)
        return false;
    const struct floor_hand *hand = floor_hand(choosing->floor, number);
    const struct sample_list *samples =
        samples_at(choosing, &choosing->floor->tables[hand->table], hand->offer);
    command->kind = COMMAND_VERIFY_HAND;
    struct verify_hand *asked = COMMAND_AS(command, verify_hand);
    asked->hand = number;
    add_conduct(choosing, hand, asked);
    for (unsigned i = 0; samples && samples->count && i < 4; i++) {
        const struct sample_hand *sample = &samples->hands[choose_below(choosing, samples->count)];
        asked->cards = sample->cards;
        asked->board = sample->board;
        asked->banker = sample->banker;
        asked->winner = sample->winner;
        asked->row = asked->reason = asked->authorised_by = text_of("");
        if (sample->row && choose_chance(choosing, 15)) {
            asked->row = sample->row_id;
            asked->reason = text_of("the cards were mucked");
            asked->authorised_by = choose_person(choosing, "authorise");
            asked->cards = asked->board = asked->banker = asked->winner = text_of("");
        }
        if (sample->row || choose_chance(choosing, 30))
            break;
    }
    return true;
}

/* An awarded hand whose points can be taken back; or one on a board. */
bool choose_reject_hand(struct choosing *choosing, struct command *command)
{
    bool awarded = choose_chance(choosing, 10);
    enum hand_state settled = choose_chance(choosing, 50)   ? HAND_AWARDED
                              : choose_chance(choosing, 70) ? HAND_ON_BOARD
                                                            : HAND_BEATEN;
    uint32_t number = awarded
                          ? choose_hand(choosing, settled)
                          : choose_hand(choosing, choose_chance(choosing, 70) ? HAND_CLAIMED : HAND_VERIFIED);
    if (!number)
        return false;
    command->kind = COMMAND_REJECT_HAND;
    COMMAND_AS(command, about_hand)->hand = number;
    COMMAND_AS(command, about_hand)->reason = text_of("not a hand that wins");
    if (awarded)
        COMMAND_AS(command, about_hand)->authorised_by = choose_person(choosing, "authorise");
    return true;
}

bool choose_withdraw_hand(struct choosing *choosing, struct command *command)
{
    uint32_t number = choose_hand(choosing, choose_chance(choosing, 90) ? HAND_CLAIMED : HAND_VERIFIED);
    if (!number)
        return false;
    command->kind = COMMAND_WITHDRAW_HAND;
    COMMAND_AS(command, about_hand)->hand = number;
    COMMAND_AS(command, about_hand)->reason = text_of("the wrong button");
    if (choose_chance(choosing, 80))
        command->head.by =
            floor_person_name(choosing->floor, floor_hand(choosing->floor, number)->claimed_by);
    return true;
}

bool choose_authorise(struct choosing *choosing, struct command *command)
{
    uint32_t number = choose_hand(choosing, HAND_VERIFIED);
    if (!number)
        return false;
    struct text first = floor_hand(choosing->floor, number)->verified_by;
    command->kind = COMMAND_AUTHORISE;
    COMMAND_AS(command, about_hand)->hand = number;
    bool wrong = choose_chance(choosing, 6);
    command->head.by = wrong ? first : choose_person(choosing, "authorise");
    for (unsigned i = 0; i < TRIES_MAX && !wrong && text_equal(command->head.by, first); i++)
        command->head.by = choose_person(choosing, "authorise");
    return true;
}

bool choose_award_prize(struct choosing *choosing, struct command *command)
{
    static const char *const names[] = {"", "prize", "first", "second", "table share", "nothing"};
    const struct table *table = choose_running_table(choosing);
    for (unsigned i = 0; table && table->offer_count && i < TRIES_MAX; i++) {
        const struct table_offer *at = &table->offers[choose_below(choosing, table->offer_count)];
        const struct offering *offering = &choosing->floor->offerings[at->offer];
        bool has =
            offer_node(offering->offer, PATH_DRAWING_PRIZE) || offer_node(offering->offer, PATH_PAYING_PRIZE);
        if ((!has || !is_in_force(choosing->floor, offering)) && !choose_chance(choosing, 4))
            continue;
        command->kind = COMMAND_AWARD_PRIZE;
        struct award_prize *asked = COMMAND_AS(command, award_prize);
        asked->table = table->described->name;
        asked->offer = offering->name;
        asked->prize = text_of(names[choose_chance(choosing, 80) ? 0 : choose_below(choosing, 6)]);
        asked->verified_by = choose_person(choosing, "verify");
        if (choose_chance(choosing, 40))
            asked->seats = table->round.dealt & random_u32(choosing->random);
        return true;
    }
    return false;
}
