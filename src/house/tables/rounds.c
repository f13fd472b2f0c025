#include "house/tables/tables_internal.h"

#include "base/check.h"
#include "funds/draft.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/setup/setup.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/fees.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

#include <limits.h>

/* ------------------------------------------------------------------------------------------ start */

static void refuse_suspended(struct deciding *deciding, const struct table_offer *at)
{
    (void)REFUSE(deciding, kept_clause(deciding, at->suspended->clause),
                 "a device has failed; the jackpot is not offered until the device works; return the chips");
}

/* Whether no fee of these seats is for an offer that waits until a device works; false after a refusal. */
static bool check_suspended(struct deciding *deciding, const struct table *table, const struct staked *staked,
                            uint32_t seats)
{
    const struct floor *floor = deciding->floor;
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        if (at->suspended && at->payer != PAYER_NOBODY && at->choice == FEE_OPTIONAL &&
            takes_part(floor, at) && (payers_of_offer(staked, floor->offerings[at->offer].name) & seats)) {
            refuse_suspended(deciding, at);
            return false;
        }
    }
    return true;
}

/* Sensors that are lit and marks by button must be of seats that are dealt in, and fit the devices. Seat 0 is the
 * player-dealer who does not sit at the table. */
static bool check_sensors(struct deciding *deciding, const struct table *table, const struct staked *staked)
{
    const struct start_round *command = COMMAND_AS(deciding->command, start_round);
    uint32_t all = staked->lit | command->dealer_fees | command->played_behind, dealt = staked->dealt;
    for (uint32_t i = 0; i < command->payer_count; i++)
        all |= command->payers[i].seats;
    if ((all & 1) && !has_outside_bank(table, table->bank)) {
        (void)REFUSE(deciding, rule_round,
                     "seat 0 is the player-dealer beside the seats, and there is none; correct the seats");
        return false;
    }
    for (unsigned seat = 1; (all & ~UINT32_C(1)) != 0 && seat < 32; seat++) {
        uint32_t bit = UINT32_C(1) << seat;
        bool sensor = seat > FLOOR_SEATS_MAX || !table->seats[seat].sensor_fails;
        if ((all & bit) && !(dealt & bit)) {
            (void)REFUSE(deciding, rule_round, "seat %u has a fee but is not dealt in", seat);
            return false;
        }
        if ((command->fees & bit) && !sensor) {
            if (!check_suspended(deciding, table, staked, bit))
                return false;
            (void)REFUSE(deciding, rule_round, "the sensor of seat %u has failed; mark its fee by button",
                         seat);
            return false;
        }
        if ((command->marked & bit) && sensor && !table->reader_fails) {
            (void)REFUSE(deciding, rule_round,
                         "the sensor of seat %u works; mark a fee by button only where the sensor has failed",
                         seat);
            return false;
        }
    }
    return true;
}

static uint32_t seats_active(const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        if (table->seats[i].taken && !table->seats[i].hold_button)
            seats |= UINT32_C(1) << i;
    return seats;
}

static uint32_t seats_taken(const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        if (table->seats[i].taken)
            seats |= UINT32_C(1) << i;
    return seats;
}

/* The seats that the table has. */
static uint32_t seats_there(const struct table *table)
{
    unsigned seats = table->described->seats < FLOOR_SEATS_MAX ? table->described->seats : FLOOR_SEATS_MAX;
    return (UINT32_C(2) << seats) - 2;
}

static bool check_backline(struct deciding *deciding, const struct table *table, uint32_t dealt)
{
    const struct start_round *command = COMMAND_AS(deciding->command, start_round);
    if (command->backline_count > FLOOR_BACKLINE_MAX) {
        (void)REFUSE(deciding, rule_round, "at most %d bets can be placed behind the seats",
                     FLOOR_BACKLINE_MAX);
        return false;
    }
    for (uint32_t i = 0; i < command->backline_count; i++) {
        const struct backline_bet *bet = &command->backline[i];
        uint32_t patron;
        if (bet->seat > FLOOR_SEATS_MAX || !(dealt & (UINT32_C(1) << bet->seat))) {
            (void)REFUSE(deciding, rule_round, "seat %u has a bet behind it but is not dealt in", bet->seat);
            return false;
        }
        if (bet->patron.length > 0 && !find_patron(deciding, bet->patron, &patron))
            return false;
        if (bet->patron.length > 0 && deciding->floor->patrons[patron].excluded) {
            (void)REFUSE(deciding, rule_exclusion,
                         "%.*s is on the exclusion list and may not play; return the bet behind seat %u",
                         TEXT_ARGUMENTS(bet->patron), bet->seat);
            return false;
        }
        if (bet->patron.length > 0 && !check_one_table(deciding, table, patron))
            return false;
    }
    return true;
}

/* A player who was put on the exclusion list while seated may not be dealt in. False after a refusal. */
static bool check_excluded(struct deciding *deciding, const struct table *table, uint32_t dealt)
{
    const struct floor *floor = deciding->floor;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++) {
        uint32_t patron = table->seats[seat].taken ? table->seats[seat].patron : NAMES_NONE;
        if (!(dealt >> seat & 1) || patron >= floor->patron_count || !floor->patrons[patron].excluded)
            continue;
        (void)REFUSE(deciding, rule_exclusion,
                     "%.*s at seat %u is on the exclusion list and may not play; clear the seat, or deal the "
                     "others in",
                     TEXT_ARGUMENTS(floor_patron_name(floor, patron)), seat);
        return false;
    }
    return true;
}

/* Prizes that free players name. */
static bool check_chosen(struct deciding *deciding, const struct table *table, uint32_t dealt)
{
    const struct start_round *command = COMMAND_AS(deciding->command, start_round);
    for (uint32_t i = 0; i < command->chosen_count; i++) {
        uint32_t seat = command->chosen[i].seat;
        if (!table->described->free_play) {
            (void)REFUSE(deciding, rule_round, "only free players name a prize before the deal");
            return false;
        }
        if (seat == 0 || seat > FLOOR_SEATS_MAX || !(dealt & (UINT32_C(1) << seat))) {
            (void)REFUSE(deciding, rule_round, "seat %u names a prize but is not dealt in", seat);
            return false;
        }
    }
    return true;
}

/* Those who are said to have paid the fee of an offer: it must take part here. */
static bool check_payers(struct deciding *deciding, const struct table *table)
{
    const struct floor *floor = deciding->floor;
    const struct start_round *command = COMMAND_AS(deciding->command, start_round);
    for (uint32_t i = 0; i < command->payer_count; i++) {
        uint32_t offer;
        if (!find_offer(deciding, command->payers[i].offer, &offer))
            return false;
        const struct table_offer *at = table_offer_of(table, offer);
        if (!at || !takes_part(floor, at) || at->payer == PAYER_NOBODY) {
            (void)REFUSE(deciding, rule_round, "%.*s takes no fee here now; return the chips",
                         TEXT_ARGUMENTS(command->payers[i].offer));
            return false;
        }
        if (lacks_collection(floor, table, at)) {
            (void)REFUSE(
                deciding, at->eligibility.rules[ELIGIBILITY_COLLECTION].clause,
                "no other jackpot takes a collection at %.*s, so nobody can win here; return the chips",
                TEXT_ARGUMENTS(command->table));
            return false;
        }
    }
    return true;
}

/* Whether a hand of the round that runs has been claimed and not settled. */
static bool waits(const struct floor *floor, const struct table *table)
{
    for (const struct floor_hand *hand = newest_hand(floor, table); hand; hand = hand_before(floor, hand))
        if (hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED)
            return true;
    return false;
}

/* Who may be dealt in. */
uint32_t seats_to_deal(const struct table *table)
{
    return table->described->free_play ? seats_there(table) : seats_taken(table);
}

/* Whether the round may start with these seats; false after a refusal. */
static bool check_start(struct deciding *deciding, const struct table *table, const struct staked *staked)
{
    const struct start_round *command = COMMAND_AS(deciding->command, start_round);
    uint32_t may = seats_to_deal(table);
    if (!table->open)
        (void)REFUSE(deciding, rule_table, "table %.*s is closed", TEXT_ARGUMENTS(command->table));
    else if (table->round.runs && waits(deciding->floor, table))
        (void)REFUSE(deciding, rule_round, "a hand of round %u is not settled; end the round first",
                     table->round.number);
    else if (staked->dealt == 0)
        (void)REFUSE(deciding, rule_round, "no seat is dealt in");
    else if (staked->dealt & ~may)
        (void)REFUSE(deciding, rule_round, "a seat that is dealt in is empty; correct the seats");
    else
        return check_excluded(deciding, table, staked->dealt) && check_sensors(deciding, table, staked) &&
               check_backline(deciding, table, staked->dealt) &&
               check_chosen(deciding, table, staked->dealt) && check_payers(deciding, table);
    return false;
}

/* A fee that nobody asks for is not left lying on the table. */
static bool check_wanted(struct deciding *deciding, const struct table *table, const struct staked *staked)
{
    const struct floor *floor = deciding->floor;
    bool free = table->described->free_play || COMMAND_AS(deciding->command, start_round)->tournament;
    bool behind = false, on_dealer = false;
    uint32_t wanted = 0;
    const char *clause = rule_round, *nobody_wins = NULL;
    for (unsigned i = 0; i < table->offer_count && !free; i++) {
        const struct table_offer *at = &table->offers[i];
        bool takes = takes_part(floor, at) && at->payer != PAYER_NOBODY;
        bool asks = takes && at->choice != FEE_DUE && !lacks_collection(floor, table, at);
        if (takes && lacks_collection(floor, table, at))
            nobody_wins = at->eligibility.rules[ELIGIBILITY_COLLECTION].clause;
        uint32_t seats = at->payer == PAYER_PLAYER_DEALER ? UINT32_MAX : ~UINT32_C(1);
        bool of_players = at->choice == FEE_DUE_WITH_PLAYERS && !fee_is_due(table, at, staked);
        wanted |= !asks ? 0 : of_players ? player_seats(table, staked->dealt) : seats;
        behind |= asks && at->backline;
        on_dealer |= asks && at->dealer_space;
        if (asks && !at->backline && at->eligibility.rules[ELIGIBILITY_BACKLINE].clause[0])
            clause = at->eligibility.rules[ELIGIBILITY_BACKLINE].clause;
    }
    if (staked->lit & ~wanted && nobody_wins) {
        (void)REFUSE(deciding, nobody_wins,
                     "no other jackpot takes a collection here, so nobody can win; return the chips");
        return false;
    }
    if (staked->lit & ~wanted) {
        (void)REFUSE(deciding, rule_round, "no offer takes a fee here now; return the chips");
        return false;
    }
    if (backline_payers(staked) > 0 && !behind) {
        (void)REFUSE(deciding, clause, "bettors behind a seat cannot place a fee here; return the chips");
        return false;
    }
    if (dealer_payers(staked) > 0 && !on_dealer) {
        (void)REFUSE(deciding, rule_round, "the player-dealer cannot place a fee here; return the chips");
        return false;
    }
    return true;
}

static bool is_proposition(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count && floor->patrons[patron].proposition;
}

/* Whether nobody who puts down a fee of the offer is barred from it; false after a refusal. */
static bool check_proposition(struct deciding *deciding, const struct table *table,
                              const struct table_offer *at, const struct staked *staked)
{
    const struct floor *floor = deciding->floor;
    uint32_t seats = payers_of_offer(staked, floor->offerings[at->offer].name);
    bool barred = false;
    if (at->proposition_clause.length == 0 || at->choice != FEE_OPTIONAL)
        return true;
    if (at->dealer_space)
        seats |= staked->dealer_fees;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        barred |= (seats & staked->dealt) >> seat & 1 && is_proposition(floor, table->seats[seat].patron);
    for (uint32_t i = 0; i < staked->backline_count; i++) {
        const struct backline_bet *bet = &staked->backline[i];
        barred |= (bet->fee || bet->dealer_fee) &&
                  is_proposition(floor, names_find(&floor->patron_names, bet->patron));
    }
    if (barred)
        (void)REFUSE(deciding, kept_clause(deciding, at->proposition_clause),
                     "a proposition player cannot place a fee here; return the chips");
    return !barred;
}

/* Whether a clause of the document shuts out the person whose fee this is: an employee on duty, one of those whom it names.
 * What the house asks of winners beyond it, such as their age, is looked at when they win. Proposition players and who banks
 * have rules of their own. False after a refusal. */
static bool check_payer(struct deciding *deciding, const struct table_offer *at, uint32_t patron,
                        unsigned seat)
{
    const struct floor *floor = deciding->floor;
    const struct patron *known = patron < floor->patron_count ? &floor->patrons[patron] : NULL;
    bool by_age = at->eligibility.rules[ELIGIBILITY_AGE].clause[0] != '\0';
    /* Nearly everybody is neither an employee nor one whom a document could name, and this is asked with every round. */
    if (!known || (known->employee == 0 && known->excluded_as.length == 0 && !by_age))
        return true;
    struct person_facts person = identity_of(floor, patron);
    person.proposition_player = false;
    if (!by_age)
        person.age = UINT_MAX;
    struct ruling ruling = eligibility_judge_person(&at->eligibility, &person);
    bool allowed = ruling.allowed || !strchr(ruling.clause, '#');
    if (!allowed)
        (void)REFUSE(deciding, ruling.clause, "%s; return the fee of %.*s at seat %u", ruling.words,
                     TEXT_ARGUMENTS(floor_patron_name(floor, patron)), seat);
    return allowed;
}

/* Nobody puts down a fee of his own will who cannot win by it; false after a refusal. */
static bool check_persons(struct deciding *deciding, const struct table *table, const struct table_offer *at,
                          const struct staked *staked)
{
    const struct floor *floor = deciding->floor;
    uint32_t seats = payers_of_offer(staked, floor->offerings[at->offer].name);
    if (at->payer != PAYER_PLAYER || at->choice != FEE_OPTIONAL)
        return true;
    if (at->dealer_space)
        seats |= staked->dealer_fees;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        if ((seats & staked->dealt) >> seat & 1 &&
            !check_payer(deciding, at, table->seats[seat].patron, seat))
            return false;
    for (uint32_t i = 0; i < staked->backline_count; i++) {
        const struct backline_bet *bet = &staked->backline[i];
        if (((bet->fee && at->backline) || (bet->dealer_fee && at->dealer_space)) &&
            !check_payer(deciding, at, names_find(&floor->patron_names, bet->patron), bet->seat))
            return false;
    }
    return true;
}

/* Who banks puts down no fee of an offer by which the player-dealer cannot win, on either hand; false after a refusal. */
static bool check_bank(struct deciding *deciding, const struct table *table, const struct table_offer *at,
                       const struct staked *staked)
{
    const struct eligibility_rule *rule = &at->eligibility.rules[ELIGIBILITY_PLAYER_DEALER];
    uint32_t seats = payers_of_offer(staked, deciding->floor->offerings[at->offer].name);
    if (table->bank == 0 || at->payer != PAYER_PLAYER || at->choice != FEE_OPTIONAL ||
        rule->clause[0] == '\0' || !text_equal(rule->value, text_of("no")))
        return true;
    if (at->dealer_space)
        seats |= staked->dealer_fees;
    if (!((seats & staked->dealt) >> table->bank & 1))
        return true;
    (void)REFUSE(deciding, rule->clause, "the player-dealer cannot win it; return the fee of seat %u",
                 table->bank);
    return false;
}

/* Whether those who put down fees may, of every offer that takes part; false after a refusal. */
static bool check_fees(struct deciding *deciding, const struct table *table, const struct staked *staked)
{
    const struct floor *floor = deciding->floor;
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        if (at->payer == PAYER_NOBODY || !takes_part(floor, at) || lacks_collection(floor, table, at))
            continue;
        struct fees_due due = fees_due_of(table, at, staked, floor->offerings[at->offer].name);
        if (due.players + due.player_dealers == 0)
            continue;
        if (!check_proposition(deciding, table, at, staked) || !check_persons(deciding, table, at, staked) ||
            !check_bank(deciding, table, at, staked))
            return false;
        if (at->suspended && at->choice == FEE_OPTIONAL) {
            refuse_suspended(deciding, at);
            return false;
        }
    }
    return true;
}

enum status decide_start_round(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct start_round *command = COMMAND_AS(deciding->command, start_round);
    uint32_t number;
    if (!find_table(deciding, command->table, &number))
        return STATUS_OK;
    const struct table *table = &floor->tables[number];
    const struct staked staked = {.dealt = command->dealt ? command->dealt : seats_active(table),
                                  .lit = command->fees | command->marked,
                                  .dealer_fees = command->dealer_fees,
                                  .played_behind = command->played_behind,
                                  .payers = command->payers,
                                  .payer_count = command->payer_count,
                                  .backline = command->backline,
                                  .backline_count = command->backline_count};
    if (!check_start(deciding, table, &staked) || !check_wanted(deciding, table, &staked))
        return STATUS_OK;
    if (!table->described->free_play && !command->tournament && !check_fees(deciding, table, &staked))
        return STATUS_OK;
    take_all_fees(floor, table, &staked, command->tournament, &deciding->decision->draft);
    struct event *event = happens(deciding, EVENT_ROUND_STARTED);
    struct round_started *started = EVENT_AS(event, round_started);
    started->table = command->table;
    started->round = table->round.number + 1;
    started->dealt = staked.dealt;
    started->fees = command->fees;
    started->marked = command->marked;
    started->dealer_fees = command->dealer_fees;
    started->played_behind = command->played_behind;
    started->payers = command->payers;
    started->payer_count = command->payer_count;
    started->backline = command->backline;
    started->backline_count = command->backline_count;
    started->chosen = command->chosen;
    started->chosen_count = command->chosen_count;
    started->tournament = command->tournament;
    enum status status = take_money(deciding, &started->money);
    if (status == STATUS_OK)
        status = tell_players(floor, table, started, &deciding->decision->arena);
    if (status == STATUS_OK)
        status = tell_offers(floor, started, &deciding->decision->arena);
    return status == STATUS_OK ? tell_periods(floor, started, &deciding->decision->arena) : status;
}

void count_collection(const struct floor *floor, struct table_offer *at, const struct money_rows *money,
                      bool returned)
{
    account_id box = floor->offerings[at->offer].terms.box,
               patrons = floor->offerings[at->offer].terms.patrons;
    struct collection *collection = &at->collection;
    int64_t cents = 0;
    for (uint32_t i = 0; i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i];
        if (returned ? movement->to == patrons && movement->from == box
                     : movement->to == box && movement->reason == REASON_FEE)
            cents += movement->cents;
    }
    if (cents == 0)
        return;
    if (!is_same_day(collection->day, floor->day) || collection->hour != floor->hour)
        *collection = (struct collection){.day = floor->day, .hour = floor->hour};
    collection->rounds += !returned;
    *(returned ? &collection->returned : &collection->fees) += cents;
}

/* No event has more bets than there is room for. */
static enum status keep_backline(struct floor *floor, struct round *round,
                                 const struct round_started *started)
{
    CHECK_OP(started->backline_count, <=, FLOOR_BACKLINE_MAX);
    round->backline_count = 0;
    if (started->backline_count > 0 && !round->backline)
        round->backline = ARENA_ARRAY(&floor->arena, struct backline_bet, FLOOR_BACKLINE_MAX);
    if (started->backline_count > 0 && !round->backline)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < started->backline_count; i++) {
        struct backline_bet *bet = &round->backline[round->backline_count];
        *bet = started->backline[i];
        uint32_t patron = names_find(&floor->patron_names, bet->patron);
        bet->patron = floor_patron_name(floor, patron);
        round->backline_count++;
    }
    return STATUS_OK;
}

static enum status keep_chosen(struct floor *floor, struct round *round, const struct round_started *started)
{
    enum status status = STATUS_OK;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        round->chosen[seat] = text_of("");
    for (uint32_t i = 0; i < started->chosen_count && status == STATUS_OK; i++)
        if (started->chosen[i].seat <= FLOOR_SEATS_MAX)
            status = arena_copy_text(&floor->arena, started->chosen[i].row,
                                     &round->chosen[started->chosen[i].seat]);
    return status;
}

enum status apply_round_started(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct round_started *started = EVENT_AS(event, round_started);
    struct table *table = table_called(floor, started->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    if (started->backline_count > FLOOR_BACKLINE_MAX)
        return strange(fault, event, "more bets lie behind the seats than can lie there");
    struct round *round = &table->round;
    round->number = started->round;
    round->at = event->head.at;
    round->awards_before = floor->last_award;
    round->runs = true;
    round->tournament = started->tournament;
    round->misdeal = round->wrong_deck = round->faulty_equipment = round->talk = round->fees_returned = false;
    round->dealt = started->dealt;
    round->fees = started->fees;
    round->marked = started->marked;
    round->dealer_fees = started->dealer_fees;
    round->played_behind = started->played_behind;
    round->seated = seats_taken(table);
    round->active = seats_active(table);
    round->bank = table->bank;
    round->pot = 0;
    enum status status = keep_fees(floor, table, started);
    if (status == STATUS_INVALID)
        return strange(fault, event, "an offer has no place at the table");
    if (status == STATUS_OK && table->described->free_play)
        status = keep_chosen(floor, round, started);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the round");
    status = keep_backline(floor, round, started);
    if (status == STATUS_OK)
        status = keep_players(floor, table, started);
    if (status == STATUS_INVALID)
        return strange(fault, event, "nobody knows somebody at the table");
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the round");
}

/* ------------------------------------------------------------------------------------------ in the round */

const struct table *running_table(struct deciding *deciding, struct text name)
{
    uint32_t number;
    if (!find_table(deciding, name, &number))
        return NULL;
    const struct table *table = &deciding->floor->tables[number];
    if (table->round.runs)
        return table;
    (void)REFUSE(deciding, rule_round, "no round is running at %.*s", TEXT_ARGUMENTS(name));
    return NULL;
}

enum status decide_irregularity(struct deciding *deciding)
{
    const struct irregularity *command = COMMAND_AS(deciding->command, irregularity);
    const struct table *table = running_table(deciding, command->table);
    if (!table)
        return STATUS_OK;
    if (command->what == 0)
        return REFUSE(deciding, rule_round,
                      "say what happened: misdeal, wrong deck, faulty equipment, talk, exposed card, or "
                      "other with a note");
    struct event *event = happens(deciding, EVENT_IRREGULARITY_NOTED);
    EVENT_AS(event, irregularity_noted)->table = command->table;
    EVENT_AS(event, irregularity_noted)->round = table->round.number;
    EVENT_AS(event, irregularity_noted)->what = command->what;
    EVENT_AS(event, irregularity_noted)->note = command->note;
    return STATUS_OK;
}

enum status apply_irregularity(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, irregularity_noted)->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->round.misdeal |= EVENT_AS(event, irregularity_noted)->what == IRREGULARITY_MISDEAL;
    table->round.wrong_deck |= EVENT_AS(event, irregularity_noted)->what == IRREGULARITY_WRONG_DECK;
    table->round.faulty_equipment |= EVENT_AS(event, irregularity_noted)->what == IRREGULARITY_EQUIPMENT;
    table->round.talk |= EVENT_AS(event, irregularity_noted)->what == IRREGULARITY_TALK;
    for (const struct floor_hand *found = newest_hand(floor, table); found;
         found = hand_before(floor, found)) {
        struct floor_hand *hand = hand_numbered(floor, found->number);
        hand->misdeal = table->round.misdeal;
        hand->wrong_deck = table->round.wrong_deck;
        hand->faulty_equipment = table->round.faulty_equipment;
        hand->talk = table->round.talk;
    }
    return STATUS_OK;
}

enum status decide_end_round(struct deciding *deciding)
{
    const struct end_round *command = COMMAND_AS(deciding->command, end_round);
    const struct table *table = running_table(deciding, command->table);
    if (!table)
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_ROUND_ENDED);
    EVENT_AS(event, round_ended)->table = command->table;
    EVENT_AS(event, round_ended)->round = table->round.number;
    EVENT_AS(event, round_ended)->pot = command->pot;
    return STATUS_OK;
}

enum status apply_round_ended(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, round_ended)->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->round.runs = false;
    table->round.pot = EVENT_AS(event, round_ended)->pot;
    return STATUS_OK;
}

struct round_facts round_facts_of(const struct floor *floor, const struct floor_hand *hand)
{
    const struct table *table = &floor->tables[hand->table];
    const struct table_offer *at = table_offer_of_hand(floor, hand, hand->table);
    unsigned count = dealt_in_count(table, hand->bank, hand->dealt);
    return (struct round_facts){
        .seated_and_active = dealt_in_count(table, hand->bank, hand->dealt & hand->active),
        .dealt_in = count,
        .playing = count,
        .customers = count,
        .free_play = table->described->free_play,
        .tournament = hand->tournament,
        .showdown = true,
        .backline_allowed = table->described->game.game && !table->described->game.game->poker,
        .fee_missing = at && at->payer != PAYER_NOBODY && at->payer != PAYER_PLAYER && hand->paid == 0,
        .jackpot_collection = has_other_fee(floor, table, hand->offer),
        .misdeal = hand->misdeal,
        .wrong_deck = hand->wrong_deck,
        .faulty_equipment = hand->faulty_equipment,
        .voided_for_talk = hand->talk,
    };
}

/* ------------------------------------------------------------------------------------------ deciding again */

/* Of every round, so it is looked at and not decided. */
enum status judge_ended(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct table *table = floor_table(floor, EVENT_AS(event, round_ended)->table);
    return !table || (table->round.runs && EVENT_AS(event, round_ended)->round == table->round.number)
               ? STATUS_OK
               : strange(fault, event, "no round of that number runs");
}

bool irregularity_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct irregularity_noted *noted = EVENT_AS(event, irregularity_noted);
    (void)floor;
    COMMAND_FILL(command, irregularity, .table = noted->table, .what = noted->what, .note = noted->note);
    return true;
}
