#include "house/floor_internal.h"

#include "base/check.h"

/* ------------------------------------------------------------------------------------------ fees */

/* Whose fees of an offer are taken in a round: seats, and how many positions pay. */
struct fees_due {
    uint32_t seats; /* who has paid */
    unsigned players, player_dealers;
};

static uint32_t payers_of(const struct start_round *command, struct text offer, uint32_t otherwise)
{
    for (uint32_t i = 0; i < command->payer_count; i++)
        if (text_equal(command->payers[i].offer, offer))
            return command->payers[i].seats;
    return otherwise;
}

static unsigned backline_payers(const struct start_round *command)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < command->backline_count; i++)
        count += command->backline[i].fee;
    return count;
}

static struct fees_due fees_of(const struct table *table, const struct table_offer *at, uint32_t dealt,
                               uint32_t paid, unsigned backline)
{
    unsigned count = seat_count(dealt);
    bool enough = (int64_t)count >= at->players.low && (int64_t)count <= at->players.high;
    uint32_t players = player_seats(table, dealt);
    switch (at->payer) {
    case PAYER_NOBODY:
        return (struct fees_due){0};
    case PAYER_PLAYER: {
        bool due = at->choice == FEE_DUE ? enough : at->choice == FEE_DUE_WITH_PLAYERS && enough;
        uint32_t seats = due ? players : at->choice == FEE_DUE ? 0 : paid & dealt;
        return (struct fees_due){seats, seat_count(seats) + (due || at->choice == FEE_DUE ? 0 : backline), 0};
    }
    case PAYER_POT:
        return enough ? (struct fees_due){dealt, 1, 0} : (struct fees_due){0};
    case PAYER_PLAYER_DEALER:
        return enough ? (struct fees_due){dealt, 0, 1} : (struct fees_due){0};
    case PAYER_FIRST:
        return enough ? (struct fees_due){dealt, 1, 0} : (struct fees_due){0};
    case PAYER_PLAYER_AND_DEALER:
        return enough ? (struct fees_due){dealt, seat_count(players), 1} : (struct fees_due){0};
    }
    CHECK_NEVER("a payer");
}

/* The fees of one offer, and what the fund can then repay. */
static void take_fees(struct deciding *deciding, const struct table_offer *at, const struct fees_due *due)
{
    const struct funds *funds = &deciding->floor->offerings[at->offer].funds;
    struct draft *draft = draft_for(deciding, at->offer);
    if (at->rate)
        funds_fees_by_rate(draft, funds, at->rate, 1, due->players, due->player_dealers);
    else
        funds_fees(draft, funds, due->players + due->player_dealers);
    funds_repay(draft, funds);
}

/* ------------------------------------------------------------------------------------------ start */

/* Sensors that are lit and marks by button must be of seats that are dealt in, and fit the devices. */
static bool check_sensors(struct deciding *deciding, const struct table *table, uint32_t dealt)
{
    const struct start_round *command = &deciding->command->start_round;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++) {
        uint32_t bit = UINT32_C(1) << seat;
        bool fails = table->seats[seat].sensor_fails || table->reader_fails;
        if (((command->fees | command->marked) & bit) && !(dealt & bit)) {
            (void)REFUSE(deciding, rule_round, "there is a fee at seat %u, which is not dealt in", seat);
            return false;
        }
        if ((command->fees & bit) && table->seats[seat].sensor_fails) {
            (void)REFUSE(deciding, rule_round, "the sensor of seat %u fails; mark its fee by button", seat);
            return false;
        }
        if ((command->marked & bit) && !fails) {
            (void)REFUSE(deciding, rule_round,
                         "the sensor of seat %u works; only where it fails is a fee marked by button", seat);
            return false;
        }
    }
    return true;
}

static uint32_t seats_taken(const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        if (table->seats[i].taken && !table->seats[i].hold_button)
            seats |= UINT32_C(1) << i;
    return seats;
}

static uint32_t all_taken(const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        if (table->seats[i].taken)
            seats |= UINT32_C(1) << i;
    return seats;
}

static bool check_backline(struct deciding *deciding, uint32_t dealt)
{
    const struct start_round *command = &deciding->command->start_round;
    if (command->backline_count > FLOOR_BACKLINE_MAX) {
        (void)REFUSE(deciding, rule_round, "at most %d bets lie behind the seats", FLOOR_BACKLINE_MAX);
        return false;
    }
    for (uint32_t i = 0; i < command->backline_count; i++) {
        const struct backline_bet *bet = &command->backline[i];
        uint32_t patron;
        if (bet->seat > FLOOR_SEATS_MAX || !(dealt & (UINT32_C(1) << bet->seat))) {
            (void)REFUSE(deciding, rule_round, "seat %u, behind which a bet lies, is not dealt in",
                         bet->seat);
            return false;
        }
        if (bet->patron.length > 0 && !find_patron(deciding, bet->patron, &patron))
            return false;
    }
    return true;
}

/* Whether a hand of the round that runs has been claimed and not settled. The newest hands are the last. */
static bool waits(const struct floor *floor, const struct table *table)
{
    for (unsigned i = floor->hand_count; i > 0; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        if (&floor->tables[hand->table] != table)
            continue;
        if (hand->round != table->round.number)
            return false;
        if (hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED)
            return true;
    }
    return false;
}

/* Whether the round may start with these seats; false after a refusal. */
static bool check_start(struct deciding *deciding, const struct table *table, uint32_t dealt)
{
    const struct start_round *command = &deciding->command->start_round;
    if (!table->open)
        (void)REFUSE(deciding, rule_table, "table %.*s is closed", TEXT_ARGUMENTS(command->table));
    else if (table->round.runs && waits(deciding->floor, table))
        (void)REFUSE(deciding, rule_round, "a hand of round %u waits to be settled; end the round first",
                     table->round.number);
    else if (dealt == 0)
        (void)REFUSE(deciding, rule_round, "nobody is dealt in");
    else if (dealt & ~all_taken(table))
        (void)REFUSE(deciding, rule_round, "a seat that is dealt in is not taken");
    else
        return check_sensors(deciding, table, dealt) && check_backline(deciding, dealt);
    return false;
}

enum status decide_start_round(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct start_round *command = &deciding->command->start_round;
    uint32_t number;
    if (!find_table(deciding, command->table, &number))
        return STATUS_OK;
    const struct table *table = &floor->tables[number];
    uint32_t dealt = command->dealt ? command->dealt : seats_taken(table);
    if (!check_start(deciding, table, dealt))
        return STATUS_OK;
    unsigned backline = backline_payers(command);
    for (unsigned i = 0; i < table->offer_count && !table->described->free_play && !command->tournament;
         i++) {
        const struct table_offer *at = &table->offers[i];
        const struct offering *offering = &floor->offerings[at->offer];
        if (!offering->in_force || !offering->seeded || at->payer == PAYER_NOBODY)
            continue;
        uint32_t paid = payers_of(command, offering->name, command->fees | command->marked);
        if (at->suspended && (paid & dealt) && at->choice == FEE_OPTIONAL)
            return REFUSE(deciding, kept_clause(deciding, at->failure_clause),
                          "a device fails: the jackpot is not offered until it works; return the chips");
        struct fees_due due = fees_of(table, at, dealt, paid, backline);
        if (!at->suspended && due.players + due.player_dealers > 0)
            take_fees(deciding, at, &due);
    }
    struct event *event = happens(deciding, EVENT_ROUND_STARTED);
    struct round_started *started = &event->round_started;
    started->table = command->table;
    started->round = table->round.number + 1;
    started->dealt = dealt;
    started->fees = command->fees;
    started->marked = command->marked;
    started->payers = command->payers;
    started->payer_count = command->payer_count;
    started->backline = command->backline;
    started->backline_count = command->backline_count;
    started->tournament = command->tournament;
    return take_money(deciding, &started->money);
}

/* The postings of the fees are kept, so that they can be returned. Those of repayments are not theirs. */
static void keep_fees(struct round *round, const struct money_rows *money)
{
    enum { KEPT_MAX = sizeof round->fees_posted / sizeof round->fees_posted[0] };
    round->fee_count = 0;
    for (uint32_t i = 0; i < money->posting_count && round->fee_count < KEPT_MAX; i++)
        if (money->postings[i].reason != REASON_REPAYMENT) {
            round->fees_posted[round->fee_count] = money->postings[i];
            round->fees_posted[round->fee_count++].clause = text_of("");
        }
}

/* What the postings of fees, or of their return, bring the box of the offer. */
static void count_collection(const struct floor *floor, struct table_offer *at,
                             const struct money_rows *money, bool returned)
{
    account_id box = floor->offerings[at->offer].terms.box,
               patrons = floor->offerings[at->offer].terms.patrons;
    struct collection *collection = &at->collection;
    int64_t cents = 0;
    for (uint32_t i = 0; i < money->posting_count; i++) {
        const struct posting *posting = &money->postings[i];
        if (returned ? posting->to == patrons && posting->from == box
                     : posting->to == box && posting->reason == REASON_FEE)
            cents += posting->cents;
    }
    if (cents == 0)
        return;
    if (!is_same_day(collection->day, floor->day) || collection->hour != floor->hour)
        *collection = (struct collection){.day = floor->day, .hour = floor->hour};
    collection->rounds += !returned;
    *(returned ? &collection->returned : &collection->fees) += cents;
}

static enum status keep_backline(struct floor *floor, struct round *round,
                                 const struct round_started *started)
{
    round->backline_count = 0;
    for (uint32_t i = 0; i < started->backline_count && i < FLOOR_BACKLINE_MAX; i++) {
        struct backline_bet *bet = &round->backline[round->backline_count];
        *bet = started->backline[i];
        uint32_t patron = names_find(&floor->patron_names, bet->patron);
        bet->patron = floor_patron_name(floor, patron);
        round->backline_count++;
    }
    return STATUS_OK;
}

enum status apply_round_started(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct round_started *started = &event->round_started;
    struct table *table = table_called(floor, started->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    struct round *round = &table->round;
    round->number = started->round;
    round->runs = true;
    round->tournament = started->tournament;
    round->misdeal = round->wrong_deck = round->talk = round->fees_returned = false;
    round->dealt = started->dealt;
    round->fees = started->fees;
    round->marked = started->marked;
    round->pot = 0;
    keep_fees(round, &started->money);
    struct start_round asked = {.payers = started->payers, .payer_count = started->payer_count};
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        const struct offering *offering = &floor->offerings[at->offer];
        uint32_t paid = payers_of(&asked, offering->name, started->fees | started->marked);
        bool taken = offering->in_force && offering->seeded && !at->suspended &&
                     !table->described->free_play && !started->tournament;
        round->paid[i] = taken ? fees_of(table, at, started->dealt, paid, 0).seats : 0;
        count_collection(floor, &table->offers[i], &started->money, false);
    }
    return keep_backline(floor, round, started);
}

/* ------------------------------------------------------------------------------------------ in the round */

/* The table of a round that runs; NULL after a refusal. */
static const struct table *running(struct deciding *deciding, struct text name)
{
    uint32_t number;
    if (!find_table(deciding, name, &number))
        return NULL;
    const struct table *table = &deciding->floor->tables[number];
    if (table->round.runs)
        return table;
    (void)REFUSE(deciding, rule_round, "no round runs at %.*s", TEXT_ARGUMENTS(name));
    return NULL;
}

enum status decide_irregularity(struct deciding *deciding)
{
    const struct irregularity *command = &deciding->command->irregularity;
    const struct table *table = running(deciding, command->table);
    if (!table)
        return STATUS_OK;
    if (command->what == 0)
        return REFUSE(deciding, rule_round,
                      "say what: misdeal, wrong deck, talk, exposed card or other with a note");
    struct event *event = happens(deciding, EVENT_IRREGULARITY_NOTED);
    event->irregularity_noted.table = command->table;
    event->irregularity_noted.round = table->round.number;
    event->irregularity_noted.what = command->what;
    event->irregularity_noted.note = command->note;
    return STATUS_OK;
}

enum status apply_irregularity(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, event->irregularity_noted.table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->round.misdeal |= event->irregularity_noted.what == IRREGULARITY_MISDEAL;
    table->round.wrong_deck |= event->irregularity_noted.what == IRREGULARITY_WRONG_DECK;
    table->round.talk |= event->irregularity_noted.what == IRREGULARITY_TALK;
    for (unsigned i = 0; i < floor->hand_count; i++) {
        struct floor_hand *hand = &floor->hands[i];
        if (&floor->tables[hand->table] == table && hand->round == table->round.number) {
            hand->misdeal = table->round.misdeal;
            hand->wrong_deck = table->round.wrong_deck;
            hand->talk = table->round.talk;
        }
    }
    return STATUS_OK;
}

/* What came in goes back the way it came. Where an award has taken it meanwhile, the house gives it. */
static void give_back(struct draft *draft, const struct floor *floor, const struct posting *posting)
{
    const struct ledger *ledger = &floor->ledger;
    bool guarded = account_is_guarded(ledger->accounts[posting->to].kind);
    int64_t held = guarded ? draft_balance(draft, posting->to) : posting->cents;
    int64_t own = held < posting->cents ? held : posting->cents;
    draft_move(draft, posting->to, posting->from, own, REASON_ADJUSTMENT, text_of(rule_round));
    if (own < posting->cents)
        draft_move(draft, floor->offerings[draft->activity].terms.house, posting->from, posting->cents - own,
                   REASON_ADJUSTMENT, text_of(rule_round));
}

enum status decide_return_fees(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct return_fees *command = &deciding->command->return_fees;
    const struct table *table = running(deciding, command->table);
    if (!table)
        return STATUS_OK;
    if (table->round.fee_count == 0 || table->round.fees_returned)
        return REFUSE(deciding, rule_round, "there are no fees of this round to return");
    for (unsigned i = 0; i < floor->hand_count; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        if (&floor->tables[hand->table] == table && hand->round == table->round.number &&
            hand->state != HAND_REJECTED)
            return REFUSE(deciding, rule_hand, "hand %u of this round is claimed; reject it first", i + 1);
    }
    struct draft *draft = draft_for(deciding, table->offers[0].offer);
    for (uint32_t i = table->round.fee_count; i > 0; i--)
        give_back(draft, floor, &table->round.fees_posted[i - 1]);
    struct event *event = happens(deciding, EVENT_FEES_RETURNED);
    event->fees_returned.table = command->table;
    event->fees_returned.round = table->round.number;
    event->fees_returned.reason = command->reason;
    return take_money(deciding, &event->fees_returned.money);
}

enum status apply_fees_returned(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, event->fees_returned.table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->round.fees_returned = true;
    table->round.fee_count = 0;
    for (unsigned i = 0; i < table->offer_count; i++) {
        table->round.paid[i] = 0;
        count_collection(floor, &table->offers[i], &event->fees_returned.money, true);
    }
    return STATUS_OK;
}

enum status decide_end_round(struct deciding *deciding)
{
    const struct end_round *command = &deciding->command->end_round;
    const struct table *table = running(deciding, command->table);
    if (!table)
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_ROUND_ENDED);
    event->round_ended.table = command->table;
    event->round_ended.round = table->round.number;
    event->round_ended.pot = command->pot;
    return STATUS_OK;
}

enum status apply_round_ended(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, event->round_ended.table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->round.runs = false;
    table->round.pot = event->round_ended.pot;
    return STATUS_OK;
}

struct round_facts round_facts_of(const struct floor *floor, const struct floor_hand *hand)
{
    const struct table *table = &floor->tables[hand->table];
    unsigned count = seat_count(hand->dealt);
    return (struct round_facts){
        .seated_and_active = count,
        .dealt_in = count,
        .playing = count,
        .customers = count,
        .free_play = table->described->free_play,
        .tournament = hand->tournament,
        .showdown = true,
        .backline_allowed = table->described->game.game && !table->described->game.game->poker,
        .misdeal = hand->misdeal,
        .wrong_deck = hand->wrong_deck,
        .voided_for_talk = hand->talk,
    };
}
