#include "auditor/simulator/choosing.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum {
    TABLES_OPEN = 6,
    HANDS_LOOKED_AT = 48,
    VOUCHERS_LOOKED_AT = 200,
    TRIES_MAX = 64,
    OFFER_TEXT_SIZE = 1 << 16
};

uint32_t choose_below(struct choosing *choosing, uint32_t bound)
{
    return random_below(choosing->random, bound);
}

bool choose_chance(struct choosing *choosing, uint32_t percent)
{
    return choose_below(choosing, 100) < percent;
}

/* A text made of a pattern with one number. */
static struct text numbered(struct choosing *choosing, const char *prefix, uint32_t number)
{
    char words[64];
    struct text_out out;
    struct text copy = text_of("");
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%s%u", prefix, number);
    return arena_copy_text(choosing->arena, text_out_text(&out), &copy) == STATUS_OK ? copy : text_of("");
}

/* ------------------------------------------------------------------------------------------ people */

static const struct {
    const char *person, *role;
} staff[] = {
    {"olga", "manager"},   {"max", "manager"},  {"dana", "dealer"},    {"dirk", "dealer"},
    {"fay", "floor"},      {"finn", "floor"},   {"sam", "supervisor"}, {"sue", "supervisor"},
    {"cy", "cage"},        {"cora", "cage"},    {"ada", "accounting"}, {"vic", "surveillance"},
    {"pam", "promotions"}, {"theo", "auditor"}, {"ines", "admin"},
};
enum { STAFF = sizeof staff / sizeof staff[0] };

static struct text anybody(struct choosing *choosing)
{
    uint32_t number = choose_below(choosing, STAFF + 2);
    return text_of(number < STAFF ? staff[number].person : number == STAFF ? "nobody" : "");
}

/* A person with the role, in the demo house; now and then somebody without it. */
static struct text who_may(struct choosing *choosing, const char *permission)
{
    const struct node *roles = node_member(choosing->floor->house.data, KEY_ROLES);
    if (choose_chance(choosing, 2))
        return anybody(choosing);
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        uint32_t number = choose_below(choosing, STAFF);
        if (!permission || node_lists(node_member(roles, staff[number].role), permission))
            return text_of(staff[number].person);
    }
    return text_of("office");
}

static struct text any_patron(struct choosing *choosing)
{
    return numbered(choosing, "", 1001 + choose_below(choosing, SIMULATED_PATRONS));
}

static struct date any_birthday(struct choosing *choosing)
{
    /* Some are not 21 yet, and some will be soon. */
    int16_t year = (int16_t)(choose_chance(choosing, 20) ? 2004 + choose_below(choosing, 4)
                                                         : 1940 + choose_below(choosing, 64));
    return (struct date){year, (uint8_t)(1 + choose_below(choosing, 12)),
                         (uint8_t)(1 + choose_below(choosing, 28))};
}

static bool choose_amendment(struct choosing *choosing, struct command *command)
{
    static const char *const excluded[] = {"none", "organisers of the drawing", "people in the household"};
    command->kind = COMMAND_AMEND_PATRON;
    struct register_patron *asked = COMMAND_AS(command, register_patron);
    asked->patron = any_patron(choosing);
    if (choose_chance(choosing, 30))
        asked->born = any_birthday(choosing);
    if (choose_chance(choosing, 30))
        asked->identified = (uint8_t)choose_below(choosing, 3);
    if (choose_chance(choosing, 40))
        asked->employee = (uint8_t)choose_below(choosing, 5);
    if (choose_chance(choosing, 30))
        asked->proposition = (uint8_t)(1 + choose_below(choosing, 2));
    if (choose_chance(choosing, 10))
        asked->excluded_as = text_of(excluded[choose_below(choosing, 3)]);
    return true;
}

static bool choose_exclude(struct choosing *choosing, struct command *command)
{
    command->kind = choose_chance(choosing, 40) ? COMMAND_EXCLUDE : COMMAND_READMIT;
    COMMAND_AS(command, exclude)->patron = any_patron(choosing);
    COMMAND_AS(command, exclude)->reason = text_of("asked for it");
    return true;
}

static bool choose_staff(struct choosing *choosing, struct command *command)
{
    uint32_t number = 2 + choose_below(choosing, STAFF - 2); /* a manager stays */
    if (choose_chance(choosing, 10)) {
        command->kind = COMMAND_DISMISS;
        COMMAND_AS(command, dismiss)->person = text_of(staff[number].person);
    } else {
        command->kind = COMMAND_APPOINT;
        COMMAND_AS(command, appoint)->person = text_of(staff[number].person);
        COMMAND_AS(command, appoint)->role =
            text_of(choose_chance(choosing, 5) ? "wizard" : staff[number].role);
    }
    return true;
}

bool choose_beginning(struct choosing *choosing, unsigned number, struct command *command)
{
    *command = (struct command){.kind = COMMAND_APPOINT};
    if (number < STAFF) {
        COMMAND_AS(command, appoint)->person = text_of(staff[number].person);
        COMMAND_AS(command, appoint)->role = text_of(staff[number].role);
    } else if (number < STAFF + SIMULATED_PATRONS) {
        command->kind = COMMAND_REGISTER;
        COMMAND_AS(command, register_patron)->patron = numbered(choosing, "", 1001 + number - STAFF);
        if (choose_chance(choosing, 85))
            COMMAND_AS(command, register_patron)->born = any_birthday(choosing);
        if (choose_chance(choosing, 15))
            COMMAND_AS(command, register_patron)->employee = (uint8_t)choose_below(choosing, 5);
        if (choose_chance(choosing, 10))
            COMMAND_AS(command, register_patron)->proposition = SAID_YES;
    } else {
        return false;
    }
    command->head.by = text_of("office");
    return true;
}

/* ------------------------------------------------------------------------------------------ tables */

static const struct table *any_table(struct choosing *choosing, bool open)
{
    const struct floor *floor = choosing->floor;
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        const struct table *table = &floor->tables[choose_below(choosing, floor->table_count)];
        if (table->open == open)
            return table;
    }
    return NULL;
}

unsigned table_seats(const struct table *table)
{
    return table->described->seats < FLOOR_SEATS_MAX ? table->described->seats : FLOOR_SEATS_MAX;
}

uint32_t table_seats_taken(const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        seats |= (uint32_t)table->seats[i].taken << i;
    return seats;
}

unsigned seats_count(uint32_t seats)
{
    unsigned count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

uint32_t choose_seat(struct choosing *choosing, uint32_t seats)
{
    unsigned count = seats_count(seats);
    uint32_t wanted = count ? choose_below(choosing, count) : 0;
    for (uint32_t seat = 0; seat < 32 && count; seat++)
        if ((seats >> seat & 1) && wanted-- == 0)
            return seat;
    return 0;
}

static bool choose_open_table(struct choosing *choosing, struct command *command)
{
    unsigned open = 0;
    for (unsigned i = 0; i < choosing->floor->table_count; i++)
        open += choosing->floor->tables[i].open;
    const struct table *table = any_table(choosing, choose_chance(choosing, 5));
    if (!table || open >= TABLES_OPEN)
        return false;
    command->kind = COMMAND_OPEN_TABLE;
    COMMAND_AS(command, at_table)->table = table->described->name;
    return true;
}

static bool choose_close_table(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, !choose_chance(choosing, 10));
    if (!table)
        return false;
    command->kind = COMMAND_CLOSE_TABLE;
    COMMAND_AS(command, at_table)->table = table->described->name;
    return true;
}

static bool choose_sit(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, true);
    if (!table)
        return false;
    uint32_t all = (UINT32_C(2) << table_seats(table)) - 2, free = all & ~table_seats_taken(table);
    if (!free && !choose_chance(choosing, 5))
        return false;
    command->kind = COMMAND_SIT;
    COMMAND_AS(command, sit)->table = table->described->name;
    COMMAND_AS(command, sit)->seat = free ? choose_seat(choosing, free) : choose_below(choosing, 20);
    if (choose_chance(choosing, 85))
        COMMAND_AS(command, sit)->patron = any_patron(choosing);
    COMMAND_AS(command, sit)->hold_button = choose_chance(choosing, 4);
    return true;
}

static bool choose_leave(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, true);
    if (!table || !table_seats_taken(table))
        return false;
    command->kind = COMMAND_LEAVE;
    COMMAND_AS(command, at_seat)->table = table->described->name;
    COMMAND_AS(command, at_seat)->seat = choose_seat(choosing, table_seats_taken(table));
    return true;
}

static bool choose_bank(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, true);
    if (!table ||
        (table->described->game.game && table->described->game.game->poker && !choose_chance(choosing, 5)))
        return false;
    command->kind = COMMAND_BANK;
    COMMAND_AS(command, at_seat)->table = table->described->name;
    COMMAND_AS(command, at_seat)->seat =
        choose_chance(choosing, 15) ? 0 : choose_seat(choosing, table_seats_taken(table));
    return true;
}

static bool choose_equipment(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, true);
    if (!table)
        return false;
    command->kind = COMMAND_EQUIPMENT;
    COMMAND_AS(command, equipment)->table = table->described->name;
    COMMAND_AS(command, equipment)->device =
        (uint8_t)(choose_chance(choosing, 70) ? DEVICE_SENSOR : choose_below(choosing, 6));
    COMMAND_AS(command, equipment)->works = choose_chance(choosing, 60);
    if (COMMAND_AS(command, equipment)->device == DEVICE_SENSOR || choose_chance(choosing, 3))
        COMMAND_AS(command, equipment)->seat = 1 + choose_below(choosing, table_seats(table));
    return true;
}

/* ------------------------------------------------------------------------------------------ rounds */

static void add_backline(struct choosing *choosing, uint32_t dealt, struct start_round *asked)
{
    uint32_t count = 1 + choose_below(choosing, 3);
    struct backline_bet *bets = ARENA_ARRAY(choosing->arena, struct backline_bet, count);
    if (!bets)
        return;
    for (uint32_t i = 0; i < count; i++)
        bets[i] = (struct backline_bet){.seat = choose_seat(choosing, dealt),
                                        .patron = any_patron(choosing),
                                        .wager = 500 * (1 + (int64_t)choose_below(choosing, 20)),
                                        .fee = choose_chance(choosing, 50)};
    asked->backline = bets;
    asked->backline_count = count;
}

/* One offer at the table has payers of its own. */
static void add_payers(struct choosing *choosing, const struct table *table, uint32_t dealt,
                       struct start_round *asked)
{
    struct fee_payers *payers = ARENA_NEW(choosing->arena, struct fee_payers);
    if (!payers || table->offer_count == 0)
        return;
    uint32_t offer = table->offers[choose_below(choosing, table->offer_count)].offer;
    payers->offer = choosing->floor->offerings[offer].name;
    payers->seats = dealt & random_u32(choosing->random);
    asked->payers = payers;
    asked->payer_count = 1;
}

bool table_takes_fees(const struct floor *floor, const struct table *table)
{
    for (unsigned i = 0; i < table->offer_count && !table->described->free_play; i++) {
        const struct table_offer *at = &table->offers[i];
        const struct offering *offering = &floor->offerings[at->offer];
        if (at->listed && offering->in_force && offering->seeded && at->payer != PAYER_NOBODY &&
            at->choice != FEE_DUE)
            return true;
    }
    return false;
}

static bool choose_start_round(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, true);
    uint32_t taken = table ? table_seats_taken(table) : 0, fails = 0;
    if (!taken || (seats_count(taken) < 2 && !choose_chance(choosing, 10)))
        return false;
    command->kind = COMMAND_START_ROUND;
    struct start_round *asked = COMMAND_AS(command, start_round);
    asked->table = table->described->name;
    if (choose_chance(choosing, 15))
        asked->dealt = taken & random_u32(choosing->random);
    uint32_t dealt = asked->dealt ? asked->dealt : taken;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        fails |= (uint32_t)table->seats[seat].sensor_fails << seat;
    uint32_t pays = dealt & (choose_chance(choosing, 60) ? ~UINT32_C(0) : random_u32(choosing->random));
    if (!table_takes_fees(choosing->floor, table) && !choose_chance(choosing, 2))
        pays = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX && !asked->dealt; seat++)
        if (table->seats[seat].hold_button)
            pays &= ~(UINT32_C(1) << seat);
    asked->fees = pays & ~fails;
    asked->marked = pays & fails;
    if (choose_chance(choosing, 2))
        asked->fees |= UINT32_C(1) << choose_below(choosing, 17);
    bool poker = table->described->game.game && table->described->game.game->poker;
    if (!poker && choose_chance(choosing, 20))
        add_backline(choosing, dealt, asked);
    if (choose_chance(choosing, 6))
        add_payers(choosing, table, dealt, asked);
    asked->tournament = choose_chance(choosing, 1);
    return true;
}

static const struct table *running_table(struct choosing *choosing)
{
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        const struct table *table = any_table(choosing, true);
        if (table && table->round.runs)
            return table;
    }
    return NULL;
}

static bool choose_irregularity(struct choosing *choosing, struct command *command)
{
    const struct table *table = running_table(choosing);
    if (!table)
        return false;
    command->kind = COMMAND_IRREGULARITY;
    COMMAND_AS(command, irregularity)->table = table->described->name;
    COMMAND_AS(command, irregularity)->what = (uint8_t)choose_below(choosing, 6);
    COMMAND_AS(command, irregularity)->note = text_of("noted");
    return true;
}

/* Half of them call, half answer, whether or not anybody called. */
static bool choose_call(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, true);
    if (!table)
        return false;
    command->kind = choose_below(choosing, 2) ? COMMAND_CALL_FLOOR : COMMAND_ANSWER_CALL;
    COMMAND_AS(command, table_note)->table = table->described->name;
    COMMAND_AS(command, table_note)->note = text_of("noted");
    return true;
}

static bool choose_note(struct choosing *choosing, struct command *command)
{
    const struct table *table = any_table(choosing, choose_chance(choosing, 50));
    command->kind = COMMAND_NOTE;
    struct write_note *asked = COMMAND_AS(command, write_note);
    asked->note = text_of("the player asked for the manager");
    if (table && choose_chance(choosing, 50))
        asked->table = table->described->name;
    else if (choose_chance(choosing, 50))
        asked->hand = choose_below(choosing, choosing->floor->last_hand + 2);
    else
        asked->prize = choose_below(choosing, choosing->floor->last_prize + 2);
    return true;
}

/* Half of them of one offer, whether it has fees in the round or not. */
static bool choose_return_fees(struct choosing *choosing, struct command *command)
{
    const struct table *table = running_table(choosing);
    if (!table)
        return false;
    command->kind = COMMAND_RETURN_FEES;
    COMMAND_AS(command, return_fees)->table = table->described->name;
    COMMAND_AS(command, return_fees)->reason = text_of("misdeal");
    if (table->offer_count > 0 && choose_below(choosing, 2)) {
        const struct table_offer *at = &table->offers[choose_below(choosing, table->offer_count)];
        COMMAND_AS(command, return_fees)->offer = choosing->floor->offerings[at->offer].name;
    }
    return true;
}

static bool choose_end_round(struct choosing *choosing, struct command *command)
{
    const struct table *table = running_table(choosing);
    if (!table)
        return false;
    command->kind = COMMAND_END_ROUND;
    COMMAND_AS(command, end_round)->table = table->described->name;
    COMMAND_AS(command, end_round)->pot = 100 * (int64_t)choose_below(choosing, 300);
    return true;
}

/* ------------------------------------------------------------------------------------------ hands */

static const struct sample_list *samples_at(const struct choosing *choosing, const struct table *table,
                                            uint32_t offer)
{
    return sample_hands_of(&choosing->house->hands, choosing->floor->offerings[offer].name,
                           table->described->game.game);
}

static bool choose_claim_hand(struct choosing *choosing, struct command *command)
{
    const struct table *table = running_table(choosing);
    bool wrong = choose_chance(choosing, 3);
    for (unsigned i = 0; table && table->offer_count && i < TRIES_MAX; i++) {
        const struct table_offer *at = &table->offers[choose_below(choosing, table->offer_count)];
        const struct offering *offering = &choosing->floor->offerings[at->offer];
        const struct round *round = &table->round;
        if ((!offering->in_force || !samples_at(choosing, table, at->offer)) && !wrong)
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
static uint32_t hand_in(struct choosing *choosing, enum hand_state state)
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

static bool choose_verify_hand(struct choosing *choosing, struct command *command)
{
    uint32_t number = hand_in(choosing, HAND_CLAIMED);
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
        asked->row = text_of("");
        if (sample->row && choose_chance(choosing, 15)) {
            asked->row = sample->row_id;
            asked->cards = asked->board = asked->banker = asked->winner = text_of("");
        }
        if (sample->row || choose_chance(choosing, 30))
            break;
    }
    return true;
}

/* An awarded hand whose points can be taken back; or one on a board. */
static bool choose_reject_hand(struct choosing *choosing, struct command *command)
{
    bool awarded = choose_chance(choosing, 10);
    enum hand_state settled = choose_chance(choosing, 50)   ? HAND_AWARDED
                              : choose_chance(choosing, 70) ? HAND_ON_BOARD
                                                            : HAND_BEATEN;
    uint32_t number = awarded ? hand_in(choosing, settled)
                              : hand_in(choosing, choose_chance(choosing, 70) ? HAND_CLAIMED : HAND_VERIFIED);
    if (!number)
        return false;
    command->kind = COMMAND_REJECT_HAND;
    COMMAND_AS(command, about_hand)->hand = number;
    COMMAND_AS(command, about_hand)->reason = text_of("not a hand that wins");
    if (awarded)
        COMMAND_AS(command, about_hand)->authorised_by = who_may(choosing, "authorise");
    return true;
}

static bool choose_withdraw_hand(struct choosing *choosing, struct command *command)
{
    uint32_t number = hand_in(choosing, choose_chance(choosing, 90) ? HAND_CLAIMED : HAND_VERIFIED);
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

static bool choose_authorise(struct choosing *choosing, struct command *command)
{
    uint32_t number = hand_in(choosing, HAND_VERIFIED);
    if (!number)
        return false;
    struct text first = floor_hand(choosing->floor, number)->verified_by;
    command->kind = COMMAND_AUTHORISE;
    COMMAND_AS(command, about_hand)->hand = number;
    bool wrong = choose_chance(choosing, 6);
    command->head.by = wrong ? first : who_may(choosing, "authorise");
    for (unsigned i = 0; i < TRIES_MAX && !wrong && text_equal(command->head.by, first); i++)
        command->head.by = who_may(choosing, "authorise");
    return true;
}

static bool choose_award_prize(struct choosing *choosing, struct command *command)
{
    static const char *const names[] = {"", "prize", "first", "second", "table share", "nothing"};
    const struct table *table = running_table(choosing);
    for (unsigned i = 0; table && table->offer_count && i < TRIES_MAX; i++) {
        const struct table_offer *at = &table->offers[choose_below(choosing, table->offer_count)];
        const struct offering *offering = &choosing->floor->offerings[at->offer];
        bool has =
            offer_node(offering->offer, PATH_DRAWING_PRIZE) || offer_node(offering->offer, PATH_PAYING_PRIZE);
        if ((!has || !offering->in_force) && !choose_chance(choosing, 4))
            continue;
        command->kind = COMMAND_AWARD_PRIZE;
        struct award_prize *asked = COMMAND_AS(command, award_prize);
        asked->table = table->described->name;
        asked->offer = offering->name;
        asked->prize = text_of(names[choose_chance(choosing, 80) ? 0 : choose_below(choosing, 6)]);
        asked->verified_by = who_may(choosing, "verify");
        if (choose_chance(choosing, 40))
            asked->seats = table->round.dealt & random_u32(choosing->random);
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ prizes and money */

/* A prize that has not been settled, among the first or the last of them; 0 if there is none. */
static uint32_t open_prize(struct choosing *choosing)
{
    const struct floor *floor = choosing->floor;
    unsigned from = floor->open_prizes_from, count = floor->prize_count - from;
    for (unsigned i = 0; i < TRIES_MAX && count; i++) {
        unsigned place =
            from + (count > 40 && choose_chance(choosing, 80) ? count - 1 - choose_below(choosing, 40)
                                                              : choose_below(choosing, count));
        const struct floor_prize *prize = &floor->prizes[place];
        if (floor_prize_is_open(prize))
            return prize->number;
    }
    return 0;
}

static bool choose_reimburse_tray(struct choosing *choosing, struct command *command)
{
    const struct floor *floor = choosing->floor;
    const struct floor_prize *owed = NULL;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count && !owed; i++)
        owed = floor->prizes[i].tray == TRAY_OWED ? &floor->prizes[i] : NULL;
    if (!owed || owed->table >= floor->table_count)
        return false;
    command->kind = COMMAND_REIMBURSE_TRAY;
    COMMAND_AS(command, reimburse_tray)->table = floor->tables[owed->table].described->name;
    if (choose_chance(choosing, 50))
        COMMAND_AS(command, reimburse_tray)->prize =
            choose_chance(choosing, 90) ? owed->number : owed->number + 1;
    return true;
}

/* A voucher, handed over or not, among the last prizes; 0 if there is none. */
static uint32_t some_voucher(struct choosing *choosing)
{
    const struct floor *floor = choosing->floor;
    uint32_t found = 0;
    for (unsigned i = floor->prize_count; i > 0 && floor->prize_count - i < VOUCHERS_LOOKED_AT; i--) {
        const struct floor_prize *prize = &floor->prizes[i - 1];
        if (!floor_voucher(floor, prize))
            continue;
        if (found == 0 || choose_chance(choosing, 40))
            found = prize->number;
        if (prize->claim.state == CLAIM_PAID && choose_chance(choosing, 60))
            return prize->number;
    }
    return found;
}

/* Bills of every kind that the document names, and of others, often for more than the voucher pays. */
static bool choose_redeem(struct choosing *choosing, struct command *command)
{
    static const int64_t dollars[] = {1, 1, 40, 40, 150, 175, 420, 700, 999, 1000, 1001};
    uint32_t number = some_voucher(choosing);
    if (!number)
        return false;
    const struct floor_prize *prize = floor_prize(choosing->floor, number);
    const struct voucher_terms *terms = floor_voucher(choosing->floor, prize);
    command->kind = COMMAND_REDEEM;
    struct redeem *asked = COMMAND_AS(command, redeem);
    asked->prize = number;
    asked->cost = choose_chance(choosing, 5) ? text_of("a show")
                                             : terms->costs[choose_below(choosing, terms->cost_count)].name;
    asked->count = choose_below(choosing, 5);
    asked->each = dollars[choose_below(choosing, sizeof dollars / sizeof dollars[0])] * 100 +
                  (int64_t)choose_below(choosing, 3) - 1;
    asked->unspent = choose_chance(choosing, 5);
    asked->cancelled = choose_chance(choosing, 10);
    if (choose_chance(choosing, 20))
        asked->patron = choose_chance(choosing, 70) ? floor_patron_name(choosing->floor, prize->patron)
                                                    : any_patron(choosing);
    return true;
}

static bool choose_identify(struct choosing *choosing, struct command *command)
{
    uint32_t number = open_prize(choosing);
    if (!number)
        return false;
    const struct floor_prize *prize = floor_prize(choosing->floor, number);
    command->kind = COMMAND_IDENTIFY;
    COMMAND_AS(command, identify)->prize = number;
    COMMAND_AS(command, identify)->document = text_of("driver's licence");
    COMMAND_AS(command, identify)->no_photo = choose_chance(choosing, 10);
    if (prize->patron == NAMES_NONE ? choose_chance(choosing, 60) : choose_chance(choosing, 5))
        COMMAND_AS(command, identify)->patron = any_patron(choosing);
    if (choose_chance(choosing, 15))
        COMMAND_AS(command, identify)->born = any_birthday(choosing);
    return true;
}

uint32_t prize_usual_form(const struct floor *floor, uint32_t number)
{
    const struct floor_prize *prize = floor_prize(floor, number);
    const struct node *forms = offer_node(floor->offerings[prize->offer].offer, PATH_PAYMENT_FORMS);
    for (uint32_t i = 0; payment_words[i] && forms; i++)
        if (node_lists(forms, payment_words[i]))
            return i;
    return 0;
}

/* Some tax: an amount that a law may require, or too much, or for somebody from whom nothing is withheld. */
static void hold_back(struct choosing *choosing, const struct floor_prize *prize, struct pay_prize *pay)
{
    int64_t fee = choosing->floor->offerings[prize->offer].terms.fee.amount.cents;
    int64_t taxed = prize->claim.cents > fee ? prize->claim.cents - fee : 0;
    pay->nonresident = choose_chance(choosing, 40);
    pay->withheld = pay->nonresident ? (prize->claim.cents * 3 + 5) / 10 : (taxed * 24 + 50) / 100;
    if (choose_chance(choosing, 20))
        pay->withheld += 1;
}

static bool choose_pay(struct choosing *choosing, struct command *command)
{
    uint32_t number = choose_chance(choosing, 97) ? open_prize(choosing)
                                                  : choose_below(choosing, choosing->floor->last_prize + 2);
    if (!number)
        return false;
    const struct floor_prize *prize = floor_prize(choosing->floor, number);
    command->kind = COMMAND_PAY;
    COMMAND_AS(command, pay_prize)->prize = number;
    COMMAND_AS(command, pay_prize)->form =
        (uint8_t)(choose_chance(choosing, 90) && floor_prize(choosing->floor, number)
                      ? prize_usual_form(choosing->floor, number)
                      : choose_below(choosing, 4));
    COMMAND_AS(command, pay_prize)->absent = choose_chance(choosing, 4);
    if (choose_chance(choosing, 30) && prize)
        hold_back(choosing, prize, COMMAND_AS(command, pay_prize));
    return true;
}

/* Mostly for somebody who has just been excluded, otherwise for anybody. */
static bool choose_forfeit(struct choosing *choosing, struct command *command)
{
    const struct floor *floor = choosing->floor;
    uint32_t number = 0;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count && number == 0; i++)
        if (floor_prize_is_open(&floor->prizes[i]) && floor->prizes[i].patron < floor->patron_count &&
            floor->patrons[floor->prizes[i].patron].excluded)
            number = floor->prizes[i].number;
    if (number == 0 || choose_chance(choosing, 20))
        number = choose_chance(choosing, 90) ? open_prize(choosing)
                                             : choose_below(choosing, floor->last_prize + 2);
    if (!number)
        return false;
    command->kind = COMMAND_FORFEIT;
    COMMAND_AS(command, forfeit)->prize = number;
    const struct floor_prize *prize = floor_prize(floor, number);
    if (prize && prize->patron == NAMES_NONE)
        COMMAND_AS(command, forfeit)->patron = any_patron(choosing);
    COMMAND_AS(command, forfeit)->reason = text_of("may not have it");
    COMMAND_AS(command, forfeit)->authorised_by = who_may(choosing, "authorise");
    return true;
}

static bool choose_reverse(struct choosing *choosing, struct command *command)
{
    uint32_t count = choosing->floor->last_award;
    if (!count)
        return false;
    command->kind = COMMAND_REVERSE;
    COMMAND_AS(command, reverse)->award = choose_chance(choosing, 70)
                                              ? count - choose_below(choosing, count < 6 ? count : 6)
                                              : choose_below(choosing, count + 2);
    const struct floor_award *award = floor_award(choosing->floor, COMMAND_AS(command, reverse)->award);
    if (award && choose_chance(choosing, 70))
        COMMAND_AS(command, reverse)->prize =
            award->first_prize + choose_below(choosing, award->prize_count + 1);
    COMMAND_AS(command, reverse)->reason = text_of("wrong seat");
    COMMAND_AS(command, reverse)->authorised_by = who_may(choosing, "authorise");
    return true;
}

static const struct offering *any_offering(struct choosing *choosing)
{
    const struct floor *floor = choosing->floor;
    return &floor->offerings[choose_below(choosing, floor->offering_count)];
}

static bool choose_adjust(struct choosing *choosing, struct command *command)
{
    static const char *const accounts[] = {
        "house",   "reserve",          "prize pool", "meter",      "jackpot fund",  "fee box",  "held",
        "winners", "Hawaiian Jackpot", "royal pool", "super pool", "bad beat pool", "promised", "nowhere"};
    const struct offering *offering = any_offering(choosing);
    command->kind = COMMAND_ADJUST;
    COMMAND_AS(command, adjust)->offer = offering->name;
    bool fill = choose_chance(choosing, 40);
    uint32_t count = sizeof accounts / sizeof accounts[0];
    COMMAND_AS(command, adjust)->from = text_of(fill ? "house" : accounts[choose_below(choosing, count)]);
    COMMAND_AS(command, adjust)->to = text_of(fill ? "reserve" : accounts[choose_below(choosing, count)]);
    COMMAND_AS(command, adjust)->amount =
        choose_chance(choosing, 3) ? -5 : 1 + (int64_t)choose_below(choosing, 200000);
    COMMAND_AS(command, adjust)->reason = text_of("counted anew");
    COMMAND_AS(command, adjust)->authorised_by =
        who_may(choosing, choose_chance(choosing, 50) ? "authorise" : "adjust");
    return true;
}

/* Of a time that is right, of an earlier one, or of one that is too far away. */
static bool choose_confirm_time(struct choosing *choosing, struct command *command)
{
    static const int64_t days[] = {0, 1, 31, 32, 3660, 3661, -1, -31, -32};
    const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    const int64_t away = days[choose_below(choosing, sizeof days / sizeof days[0])];
    command->kind = COMMAND_CONFIRM_TIME;
    COMMAND_AS(command, confirm_time)->to.ms = choosing->floor->now.ms + away * day_ms;
    COMMAND_AS(command, confirm_time)->reason = text_of("the battery was changed");
    COMMAND_AS(command, confirm_time)->authorised_by =
        who_may(choosing, choose_chance(choosing, 50) ? "authorise" : "adjust");
    return true;
}

static bool choose_raise(struct choosing *choosing, struct command *command)
{
    const struct offering *offering = any_offering(choosing);
    if (offering->terms.pool_count == 0)
        return false;
    command->kind = COMMAND_RAISE;
    COMMAND_AS(command, raise_pool)->offer = offering->name;
    COMMAND_AS(command, raise_pool)->pool =
        offering->terms.pools[choose_below(choosing, offering->terms.pool_count)].name;
    COMMAND_AS(command, raise_pool)->amount = 100 * (int64_t)choose_below(choosing, 2000);
    return true;
}

/* ------------------------------------------------------------------------------------------ offers */

/* The text with the value of a key on a line of its own replaced. */
static struct text changed(struct choosing *choosing, struct text text, const char *key, const char *value)
{
    struct text_out out;
    char *buffer = ARENA_ARRAY(choosing->arena, char, OFFER_TEXT_SIZE);
    struct text wanted = text_of(key);
    if (!buffer)
        return text;
    text_out_init(&out, buffer, OFFER_TEXT_SIZE);
    for (size_t at = 0; at < text.length;) {
        size_t end = at;
        while (end < text.length && text.bytes[end] != '\n')
            end++;
        struct text line = text_slice(text, at, end - at), trimmed = text_trimmed(line);
        if (text_starts_with(trimmed, wanted)) {
            size_t indent = line.length - text_from(line, (size_t)(trimmed.bytes - line.bytes)).length;
            text_out_add(&out, "%*s%s%s", (int)indent, "", key, value);
        } else
            text_out_add_text(&out, line);
        text_out_add(&out, "\n");
        at = end + 1;
    }
    return text_out_text(&out);
}

static bool choose_post_offer(struct choosing *choosing, struct command *command)
{
    static const char *const letters[] = {" A", " B", " C", " 1", " 2", " 3"};
    static const char *const amounts[] = {" $1,000", " $2,500", " $20", " $100", " $9,000,000"};
    const struct library_house *of = choosing->house->house;
    uint32_t number = choose_below(choosing, of->offer_count);
    struct text text = choosing->house->offers[number];
    command->kind = COMMAND_POST_OFFER;
    COMMAND_AS(command, post_offer)->offer =
        text_from(of->offers[number].identity, of->house.identity.length + 1);
    if (choose_chance(choosing, 30))
        text = changed(choosing, text, "chart:", letters[choose_below(choosing, 6)]);
    if (choose_chance(choosing, 30))
        text = changed(choosing, text, "structure:", letters[choose_below(choosing, 6)]);
    if (choose_chance(choosing, 30))
        text = changed(choosing, text, "reseed:", amounts[choose_below(choosing, 5)]);
    if (choose_chance(choosing, 15))
        text = changed(choosing, text, "increase:", amounts[choose_below(choosing, 5)]);
    if (choose_chance(choosing, 3))
        text = text_of("offer: nobody/nothing\ntables: [");
    COMMAND_AS(command, post_offer)->text = text;
    return true;
}

/* An offer of the house with a pool that rises daily, at several tables; NULL: a random choice found none. */
static const struct offer *any_rising(struct choosing *choosing, struct text *text)
{
    const struct library_house *of = choosing->house->house;
    for (unsigned tries = 0; tries < 20; tries++) {
        uint32_t number = choose_below(choosing, of->offer_count);
        *text = choosing->house->offers[number];
        if (of->offers[number].table_count > 1 && text_contains(*text, text_of("increase:")) &&
            text_contains(*text, text_of("tables: [")))
            return &of->offers[number];
    }
    return NULL;
}

/* " [NL-1, NL-2]": all tables of the offer but the last, or that alone. */
static const char *tables_of(struct choosing *choosing, const struct offer *offer, bool last)
{
    struct text_out out;
    char *buffer = ARENA_ARRAY(choosing->arena, char, OFFER_TEXT_SIZE);
    if (!buffer)
        return "";
    text_out_init(&out, buffer, OFFER_TEXT_SIZE);
    for (unsigned i = last ? offer->table_count - 1 : 0; i < offer->table_count - !last; i++)
        text_out_add(&out, "%s%s", i == 0 || last ? " [" : ", ", offer->tables[i]->name_ended);
    text_out_add(&out, "]");
    return out.truncated ? "" : buffer;
}

/* Two offers of one activity, which share a pool and one daily increase: first the house's offer leaves its last table, then
 * the second is posted there. */
static bool choose_split_offer(struct choosing *choosing, struct command *command)
{
    static const char *const hours[] = {" 05:00", " 06:00", " 18:00"};
    struct text text, name;
    const struct offer *offer = any_rising(choosing, &text);
    if (!offer)
        return false;
    name = text_from(offer->identity, choosing->house->house->house.identity.length + 1);
    const struct offering *posted = floor_offering(choosing->floor, name);
    bool second = posted && (!posted->posted || posted->offer->table_count < offer->table_count);
    text = changed(choosing, text, "tables:", tables_of(choosing, offer, second));
    if (choose_chance(choosing, 50))
        text = changed(choosing, text, "increase at:", hours[choose_below(choosing, 3)]);
    command->kind = COMMAND_POST_OFFER;
    COMMAND_AS(command, post_offer)->offer = second ? text_of("second") : name;
    COMMAND_AS(command, post_offer)->text = text;
    return true;
}

static bool choose_withdraw_offer(struct choosing *choosing, struct command *command)
{
    command->kind = COMMAND_WITHDRAW_OFFER;
    COMMAND_AS(command, withdraw_offer)->offer =
        choose_chance(choosing, 5) ? text_of("no such offer") : any_offering(choosing)->name;
    return true;
}

/* ------------------------------------------------------------------------------------------ nonsense */

/* Any command with fields that make no sense. */
static bool choose_nonsense(struct choosing *choosing, struct command *command)
{
    static const char *const words[] = {
        "", "ZZ-9", "\"", "{}", "HE-1", "bonus-hand", "reserve", "1001", "\xc3\xa9t\xc3\xa9"};
    uint32_t count = sizeof words / sizeof words[0];
    command->kind =
        (enum command_kind)(COMMAND_APPOINT + choose_below(choosing, COMMAND_KINDS - COMMAND_APPOINT));
    const struct record_shape *shape = command_shape(command->kind);
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        unsigned char *at = (unsigned char *)command + offsetof(struct command, head) + field->offset;
        if (field->offset < sizeof(struct command_head))
            continue;
        if (field->kind == FIELD_TEXT)
            *(struct text *)(void *)at = text_of(words[choose_below(choosing, count)]);
        else if (field->kind == FIELD_COUNT || field->kind == FIELD_SEATS)
            *(uint32_t *)(void *)at =
                choose_chance(choosing, 50) ? choose_below(choosing, 40) : random_u32(choosing->random);
        else if (field->kind == FIELD_CENTS || field->kind == FIELD_NUMBER)
            *(int64_t *)(void *)at = (int64_t)choose_below(choosing, 1000000) - 500000;
        else if (field->kind == FIELD_FLAG)
            *(bool *)(void *)at = choose_chance(choosing, 50);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ which one */

typedef bool chooser(struct choosing *choosing, struct command *command);

static const struct {
    unsigned weight;
    chooser *choose;
} choices[] = {
    {6, choose_amendment},      {3, choose_exclude},       {4, choose_staff},
    {20, choose_open_table},    {3, choose_close_table},   {60, choose_sit},
    {8, choose_leave},          {8, choose_bank},          {6, choose_equipment},
    {90, choose_start_round},   {4, choose_irregularity},  {4, choose_return_fees},
    {25, choose_end_round},     {60, choose_claim_hand},   {90, choose_verify_hand},
    {40, choose_reject_hand},   {90, choose_authorise},    {10, choose_award_prize},
    {30, choose_identify},      {40, choose_pay},          {8, choose_reverse},
    {4, choose_adjust},         {3, choose_raise},         {3, choose_post_offer},
    {2, choose_withdraw_offer}, {8, choose_withdraw_hand}, {4, choose_reimburse_tray},
    {6, choose_nonsense},       {4, choose_call},          {30, choose_redeem},
    {5, choose_forfeit},        {3, choose_split_offer},   {4, choose_note},
    {1, choose_confirm_time},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

void choose_command(struct choosing *choosing, struct command *command)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < CHOICES; i++)
        all += choices[i].weight;
    for (bool chosen = false; !chosen;) {
        uint32_t left = choose_below(choosing, all);
        unsigned number = 0;
        while (left >= choices[number].weight)
            left -= choices[number++].weight;
        *command = (struct command){.kind = COMMAND_KINDS};
        chosen = choices[number].choose(choosing, command);
    }
    if (command->head.by.length == 0)
        command->head.by = who_may(choosing, floor_permission(command->kind));
}
