/* Who wins by a hand, and who may. */
#include "house/prizes/prizes_internal.h"

#include "base/check.h"
#include "funds/award.h"
#include "funds/eligibility.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/prizes/awarding.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ what is said */

struct text paying_text(const struct offer *offer, const struct game_name *game, const char *key)
{
    char path[PATH_ROOM];
    struct text_out out;
    const struct node *by_game = node_path(offer->rulebook->data, PATH_PAYING_BY_GAME);
    for (const struct node *member = by_game ? by_game->first_child : NULL; member; member = member->next) {
        struct game_name name;
        const struct node *value = node_member(member, key);
        if (value && value->kind == NODE_SCALAR && game_name_read(member->key, &name, NULL) == STATUS_OK &&
            (game_name_includes(&name, game) || (name.group == GAME_NAMED && name.game == game->game)))
            return value->scalar;
    }
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_PAYING "/%s", key);
    return offer_text(offer, path);
}

bool offer_says(const struct offer *offer, const char *path, const char *words)
{
    return text_equal(offer_text(offer, path), text_of(words));
}

bool pays_money(const struct offer *offer, const struct rulebook_row *const *rows, unsigned count)
{
    struct prize prize;
    bool money = count == 0; /* the one prize of a board */
    for (unsigned i = 0; i < count; i++)
        money |= award_prize_of_row(offer, rows[i], &prize, NULL) != STATUS_OK || prize_has_money(&prize);
    return money;
}

/* The shares by which the prize of the row is divided; false if it is not. */
bool offering_shares(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome,
                     struct award_shares *shares)
{
    struct prize prize;
    bool has_prize = award_prize_of_row(offering->offer, row, &prize, NULL) == STATUS_OK;
    return award_shares_of(offering->offer, &offering->terms, has_prize ? &prize : NULL,
                           (enum hand_outcome)outcome, shares, NULL) == STATUS_OK;
}

/* A share of those who hold or beat the hand, and not of others at the table. */
bool share_is_of_hand(struct text name)
{
    return text_equal(name, text_of(KEY_LOSING_HAND)) || text_equal(name, text_of(KEY_WINNING_HAND)) ||
           text_equal(name, text_of(KEY_PLAYER));
}

bool has_parts_of_others(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome)
{
    struct award_shares shares;
    bool said = node_path(offering->offer->rulebook->data, PATH_SHARING_INELIGIBLE_PART) &&
                offering->terms.ineligible_part != INELIGIBLE_OF_TABLE_TO_OTHERS;
    return said && offering_shares(offering, row, outcome, &shares) && shares.count > 1;
}

bool has_part_of_winner(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome)
{
    struct award_shares shares;
    bool found = false;
    for (unsigned i = 0; offering_shares(offering, row, outcome, &shares) && i < shares.count; i++)
        found |= text_equal(shares.names[i], text_of(KEY_WINNING_HAND));
    return found;
}

/* ------------------------------------------------------------------------------------------ who wins */

bool winner_add(struct awarding *awarding, struct winner winner)
{
    if (awarding->winner_count == WINNERS_MAX)
        awarding->crowded = true;
    else
        awarding->winners[awarding->winner_count++] = winner;
    return !awarding->crowded;
}

bool check_crowd(const struct awarding *awarding)
{
    if (awarding->crowded)
        (void)REFUSE(awarding->deciding, rule_hand, "at most %d persons win at once", WINNERS_MAX);
    return !awarding->crowded;
}

unsigned winner_count_of(const struct awarding *awarding, unsigned part, bool dealer, bool envy)
{
    unsigned count = 0;
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        const struct winner *winner = &awarding->winners[i];
        count += winner->part == part && winner->dealer == dealer && winner->envy == envy;
    }
    return count;
}

/* Whether a patron whom the club knows is among the winners of the part. */
bool winner_has_part(const struct awarding *awarding, uint32_t patron, unsigned part)
{
    for (unsigned i = 0; i < awarding->winner_count && patron != NAMES_NONE; i++)
        if (awarding->winners[i].part == part && awarding->winners[i].patron == patron)
            return true;
    return false;
}

/* May a person win beside the holder of the hand, who was judged by the pot and by how the hand was played? */
static struct ruling judge_person(const struct awarding *awarding, const struct floor_hand *hand,
                                  struct person_facts *person)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct table_offer *at = table_offer_of_hand(floor, hand, hand->table);
    struct round_facts round = round_facts_of(floor, hand);
    CHECK(at != NULL);
    round.pot_cents = INT64_MAX;
    person->outcome = (enum hand_outcome)hand->outcome;
    return eligibility_judge(&at->eligibility, person, &round);
}

/* Seat 0 is a player-dealer beside the seats, whom nobody knows but as a proposition player. */
struct ruling winner_judge_seat(const struct awarding *awarding, const struct floor_hand *hand, unsigned seat,
                                bool fee)
{
    const struct floor *floor = awarding->deciding->floor;
    struct person_facts person = facts_of(floor, hand->offer, hand->patrons[seat]);
    judge_as_dealt(hand->players, hand->player_count, hand->patrons[seat], &person);
    person.player_dealer = seat == hand->bank;
    person.proposition_player |= seat == 0;
    person.fee = fee;
    person.hold_button = seat > 0 && !(hand->active >> seat & 1);
    person.base_wager = seat == hand->bank || !(hand->played_behind >> seat & 1);
    person.chosen = choice_at(hand, seat, hand->row_count ? hand->rows[0] : NULL);
    return judge_person(awarding, hand, &person);
}

bool winner_bettor_may(const struct awarding *awarding, const struct floor_hand *hand,
                       const struct hand_bettor *bettor, bool fee)
{
    const struct floor *floor = awarding->deciding->floor;
    struct person_facts person = facts_of(floor, hand->offer, bettor->patron);
    judge_as_dealt(hand->players, hand->player_count, bettor->patron, &person);
    person.backline = true;
    person.seated = false;
    person.fee = fee;
    return judge_person(awarding, hand, &person).allowed;
}

void winner_add_seats(struct awarding *awarding, const struct floor_hand *hand, uint32_t seats,
                      struct adding adding)
{
    /* At a free table the house dealer plays for empty seats and banks. Where a free player has the part of the own hand
     * alone, no other's part comes to it. */
    bool free_play = awarding->deciding->floor->tables[hand->table].described->free_play;
    bool own_part =
        free_play && offer_says(awarding->offering->offer, PATH_FREE_PLAY_WINS, "the part of the own hand");
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1) ||
            (adding.persons && winner_has_part(awarding, hand->patrons[seat], adding.part)))
            continue;
        bool fee = (adding.dealer ? hand->dealer_fees : hand->paid) >> seat & 1;
        bool vacant = is_vacant(hand, seat) || (seat == 0 && free_play);
        bool may = !vacant && winner_judge_seat(awarding, hand, seat, fee).allowed;
        vacant |= !may && own_part;
        if (may || adding.counted)
            (void)winner_add(awarding,
                             (struct winner){.patron = hand->patrons[seat],
                                             .table = hand->table,
                                             .seat = seat,
                                             .part = adding.part,
                                             .dealer = adding.dealer,
                                             .paid_for = fee && !(adding.others >> seat & 1) ? hand : NULL,
                                             .vacant = vacant,
                                             .ineligible = !may && !vacant});
    }
}

void winner_add_behind(struct awarding *awarding, const struct floor_hand *hand, struct adding adding,
                       bool payers)
{
    for (uint32_t i = 0; i < hand->bettor_count; i++) {
        const struct hand_bettor *bettor = &hand->bettors[i];
        bool fee = adding.dealer ? bettor->dealer_fee : bettor->fee;
        if ((fee || !payers) && winner_bettor_may(awarding, hand, bettor, fee) &&
            !(adding.persons && winner_has_part(awarding, bettor->patron, adding.part)))
            (void)winner_add(
                awarding,
                (struct winner){.patron = bettor->patron,
                                .table = hand->table,
                                .seat = bettor->seat,
                                .part = adding.part,
                                .paid_for = fee && !(adding.others >> bettor->seat & 1) ? hand : NULL,
                                .dealer = adding.dealer});
    }
}

struct winner winner_holding(const struct floor_hand *hand, unsigned part)
{
    bool of_bank = hand->seat == 0 && hand->on_player_dealer && hand->paid != 0;
    return (struct winner){.patron = hand->patron,
                           .table = hand->table,
                           .paid_for = hand->fee || of_bank ? hand : NULL,
                           .seat = hand->seat,
                           .part = part,
                           .wager = hand->wager,
                           .vacant = is_vacant(hand, hand->seat),
                           .ineligible = hand->no_part && !is_vacant(hand, hand->seat)};
}

/* One fee of the pot or the first position is for all who are dealt in; one of the player-dealer alone is nobody else's. */
int64_t winner_fee(const struct floor *floor, const struct winner *winner)
{
    const struct floor_hand *hand = winner->paid_for;
    const struct table_offer *at = hand ? table_offer_of_hand(floor, hand, hand->table) : NULL;
    if (!at || floor->tables[hand->table].described->free_play)
        return 0;
    bool banks = winner->seat == hand->bank;
    if ((at->payer == PAYER_PLAYER_DEALER && !banks) ||
        (at->payer == PAYER_PLAYER && winner->seat == 0 && !winner->dealer))
        return 0;
    const struct terms *terms =
        hand->former ? &floor->formers[hand->former - 1]->terms : &floor->offerings[hand->offer].terms;
    return !at->rate
               ? terms->fee.amount.cents
               : at->rate->table.cents + (banks ? at->rate->player_dealer.cents : at->rate->player.cents);
}

bool is_of_free_players(const struct offer *offer, const struct floor_hand *hand)
{
    return is_vacant(hand, hand->seat) && offer_says(offer, PATH_FREE_PLAY_EMPTY_SEAT, "to the free players");
}

void winner_add_own(struct awarding *awarding, const struct floor_hand *hand, struct adding adding)
{
    if (is_of_free_players(awarding->offering->offer, hand))
        winner_add_seats(awarding, hand, hand->dealt & hand->seated,
                         (struct adding){.part = adding.part, .persons = true});
    else if (adding.counted || !is_vacant(hand, hand->seat))
        (void)winner_add(awarding, winner_holding(hand, adding.part));
}

/* Seats that have a hand of their own among those that win. */
uint32_t awarding_own_hands(const struct awarding *awarding)
{
    uint32_t seats = 0;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        if (awarding->hands[i]->seat > 0)
            seats |= UINT32_C(1) << awarding->hands[i]->seat;
    return seats;
}

/* A hand that is everybody's: all who have part in it and no better hand of their own. */
static void add_everybody(struct awarding *awarding, const struct floor_hand *hand, struct text to,
                          unsigned part)
{
    uint32_t seats = hand->holders ? hand->holders : hand->dealt;
    bool payers = text_equal(to, text_of("fee payers on the hand"));
    winner_add_seats(awarding, hand, (payers ? hand->paid & seats : seats) & ~awarding_own_hands(awarding),
                     (struct adding){.part = part, .persons = !payers});
    winner_add_behind(awarding, hand, (struct adding){.part = part, .persons = !payers}, payers);
}

/* Whether the seat's hand was claimed for the bettor in this round. That claim is decided by itself. A withdrawn claim does not
 * count. */
static bool has_own_claim(const struct floor *floor, const struct floor_hand *hand, uint32_t patron,
                          bool behind)
{
    for (const struct floor_hand *other = floor_hand(floor, floor->tables[hand->table].newest_hand);
         other && other->round >= hand->round; other = floor_hand(floor, other->before))
        if (other->round == hand->round && other->offer == hand->offer && other->seat == hand->seat &&
            !other->shared && other->state != HAND_WITHDRAWN && other->backline == behind &&
            (!behind || other->patron == patron))
            return true;
    return false;
}

/* Whoever else has a fee on the hand wins by it too, though it was not claimed for each of them. The first hand of the seat that
 * is settled brings them. */
static void add_other_payers(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    const struct floor *floor = awarding->deciding->floor;
    const uint32_t seat = UINT32_C(1) << hand->seat;
    for (unsigned i = 0; i < awarding->hand_count && awarding->hands[i] != hand; i++)
        if (awarding->hands[i]->seat == hand->seat && !awarding->hands[i]->shared)
            return;
    if ((hand->paid & ~hand->played_behind & seat) && !has_own_claim(floor, hand, NAMES_NONE, false))
        winner_add_seats(awarding, hand, seat, (struct adding){.part = part});
    for (uint32_t i = 0; i < hand->bettor_count; i++) {
        const struct hand_bettor *bettor = &hand->bettors[i];
        if (bettor->seat == hand->seat && bettor->fee && !has_own_claim(floor, hand, bettor->patron, true) &&
            winner_bettor_may(awarding, hand, bettor, true))
            (void)winner_add(awarding, (struct winner){.patron = bettor->patron,
                                                       .table = hand->table,
                                                       .seat = bettor->seat,
                                                       .paid_for = hand,
                                                       .part = part});
    }
}

bool is_of_fee_payers(const struct floor *floor, const struct floor_hand *hand)
{
    const struct table_offer *at = table_offer_of_hand(floor, hand, hand->table);
    const struct game_name *game = &floor->tables[hand->table].described->game;
    return hand->on_player_dealer && at && at->dealer_space &&
           text_equal(paying_text(floor_offer_of_hand(floor, hand), game, KEY_GOES_TO),
                      text_of("fee payers on the hand"));
}

/* Who wins by a hand. Those with a fee on it share what it wins. */
void winner_add_holders(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    const struct floor *floor = awarding->deciding->floor;
    unsigned before = awarding->winner_count;
    struct text to = paying_text(floor_offer_of_hand(floor, hand),
                                 &floor->tables[hand->table].described->game, KEY_GOES_TO);
    struct adding dealer = {.part = part, .dealer = true};
    if (text_equal(to, text_of("the pot")))
        (void)winner_add(awarding, (struct winner){.patron = NAMES_NONE, .table = hand->table, .part = part});
    else if (hand->shared)
        add_everybody(awarding, hand, to, part);
    else if (is_of_fee_payers(floor, hand)) {
        winner_add_seats(awarding, hand, hand->dealer_fees, dealer);
        winner_add_behind(awarding, hand, dealer, true);
    } else {
        winner_add_own(awarding, hand, (struct adding){.part = part});
        if (text_equal(to, text_of("fee payers on the hand")) && !hand->on_player_dealer && hand->seat > 0)
            add_other_payers(awarding, hand, part);
    }
    for (unsigned i = before; i < awarding->winner_count; i++) {
        awarding->winners[i].round = hand->round;
        awarding->winners[i].of_seat = hand->shared ? 0 : hand->seat;
    }
}

/* Every other fee payer at the table. */
void winner_add_envied(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    unsigned before = awarding->winner_count;
    winner_add_seats(awarding, hand, hand->paid & ~(UINT32_C(1) << hand->seat),
                     (struct adding){.part = part, .others = UINT32_MAX});
    for (unsigned i = before; i < awarding->winner_count; i++)
        awarding->winners[i].envy = true;
}
