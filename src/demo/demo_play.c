#include "demo/demo_play.h"

#include "auditor/simulator/choosing.h"
#include "auditor/simulator/sample_hands.h"
#include "base/check.h"
#include "funds/terms.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

#include <stdlib.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    TABLE_LEFT_MS = 5 * MINUTE,  /* after a person did something there (P3) */
    TABLE_KEPT_MS = 60 * MINUTE, /* after a person opened or closed it */
    PLAY_MEMORY_MAX = 512 << 20,
    TEXTS_MAX = 1 << 16,
    PATRONS = 60,
    PACE_USUAL = 30, /* rounds an hour where the house states none */
    HANDS_WAITING = 12,
    PRIZES_WAITING = 128,
    DEVICES_FAILING = 4,
    RECENT_OFFERS = 3,
    CLAIM_TRIES = 24,
    SIT_TRIES = 16,
    BIG_CENTS = 1000 * 100, /* what a big hand is worth */
};

const struct demo_pace demo_pace_live = {
    .hand_ms = 40 * SECOND, .big_ms = 180 * SECOND, .trouble_ms = 240 * SECOND, .hold_ms = 60 * SECOND};
const struct demo_pace demo_pace_history = {
    .hand_ms = 5 * MINUTE, .big_ms = 75 * MINUTE, .trouble_ms = 45 * MINUTE, .hold_ms = 30 * SECOND};
const struct demo_pace demo_pace_eve = {
    .hand_ms = 120 * SECOND, .big_ms = 5 * MINUTE, .trouble_ms = 90 * SECOND, .staff_rests = true};

/* The next action of a table's dealer. */
enum demo_step { STEP_PEOPLE, STEP_DEAL, STEP_SHOW, STEP_END };

struct demo_table {
    enum demo_step step;
    int64_t due_ms;  /* of the house's clock */
    int64_t left_ms; /* real time: until then the table is left to a person */
};

/* A hand on its way. */
struct demo_hand {
    uint32_t number;
    const struct sample_hand *sample; /* NULL: a person claimed and verified it */
    int64_t due_ms;                   /* real */
};

struct demo_prize {
    uint32_t number;
    int64_t due_ms; /* of the house's clock */
};

struct demo_device {
    uint32_t table, seat;
    int64_t mended_ms; /* of the house's clock */
};

struct demo_play {
    struct random_insecure random;
    struct arena memory, texts;
    struct floor first; /* as it was when the play began; the samples are for its offers */
    struct sample_hands samples;
    struct decision decision;
    struct demo_pace pace;
    int64_t hand_ms, big_ms, trouble_ms; /* real: when the next comes */
    unsigned registered, patrons;        /* of those who are new */
    unsigned trouble_count;
    struct demo_table tables[FLOOR_TABLES_MAX];
    unsigned hand_count, prize_count, device_count;
    struct demo_hand hands[HANDS_WAITING];
    struct demo_prize prizes[PRIZES_WAITING];
    struct demo_device devices[DEVICES_FAILING];
    uint32_t prizes_seen;
    uint32_t recent[RECENT_OFFERS]; /* numbers from 1, of the last hands */
    struct demo_figures figures;
};

/* One call of demo_play_next(). */
struct playing {
    struct choosing choosing; /* of simulate_internal.h; its house is not used */
    struct demo_play *play;
    const struct floor *floor;
    struct demo_moment now;
};

/* ------------------------------------------------------------------------------------------ asking the floor */

/* Whether the house would do it (P1). */
static bool may(struct playing *playing, const struct command *command)
{
    struct decision *decision = &playing->play->decision;
    return floor_decide(playing->floor, command, decision, NULL) == STATUS_OK && decision->ruling.allowed;
}

static bool may_or_is_in_vain(struct playing *playing, const struct command *command)
{
    bool good = may(playing, command);
    playing->play->figures.in_vain += !good;
    return good;
}

static int64_t between(struct playing *playing, int64_t least_ms, int64_t most_ms)
{
    return least_ms + (int64_t)choose_below(&playing->choosing, (uint32_t)(most_ms - least_ms + 1));
}

/* About this long from now: half to one and a half times of it. */
static int64_t about(struct playing *playing, int64_t from_ms, int64_t ms)
{
    return from_ms + between(playing, ms / 2, ms + ms / 2);
}

static bool is_dealer(const struct floor *floor, struct text person)
{
    return floor_person_may(floor, person, "start rounds") && !floor_person_may(floor, person, "verify");
}

/* A person with the right, the n-th from a random one on, and at the tables a dealer; empty if there is no n-th. */
static struct text worker(const struct playing *playing, const char *permission, uint32_t from, unsigned nth)
{
    const struct floor *floor = playing->floor;
    bool deals = permission && text_equal(text_of(permission), text_of("start rounds"));
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[(from + i) % floor->person_count];
        if (person->role.length > 0 && floor_person_may(floor, person->person, permission) &&
            (!deals || is_dealer(floor, person->person)) && nth-- == 0)
            return person->person;
    }
    return text_of("");
}

/* Sets the person who gives the command: one with the right. */
static void sign(struct playing *playing, struct command *command)
{
    uint32_t from = choose_below(&playing->choosing, playing->floor->person_count);
    const char *permission = floor_permission(command->kind);
    command->head.by = worker(playing, permission ? permission : "start rounds", from, 0);
}

/* ------------------------------------------------------------------------------------------ patrons */

static const char *const first_names[] = {
    "Ana", "Bao",  "Carla", "Dev",   "Elif",  "Felix", "Grace", "Hugo",   "Iris", "Jun",  "Kofi",  "Lena",
    "Mei", "Nils", "Omar",  "Priya", "Quinn", "Rosa",  "Sven",  "Teresa", "Uma",  "Viet", "Wanda", "Yusuf"};
static const char *const last_names[] = {"Abbott", "Bianchi", "Cheng",  "Dolan",  "Eriksen", "Fonseca",
                                         "Garza",  "Hoang",   "Ivanov", "Jensen", "Kimura",  "Lopez",
                                         "Mbeki",  "Novak",   "Okoye",  "Petrov", "Rossi",   "Singh",
                                         "Tran",   "Umar",    "Vega",   "Wong",   "Young"};
enum {
    FIRST_NAMES = sizeof first_names / sizeof first_names[0],
    LAST_NAMES = sizeof last_names / sizeof last_names[0]
};

static struct text written(struct playing *playing, const char *one, const char *other, unsigned number)
{
    char words[64];
    struct text_out out;
    struct text kept = text_of("");
    text_out_init(&out, words, sizeof words);
    if (one)
        text_out_add(&out, "%s %s", one, other);
    else
        text_out_add(&out, "%u", number);
    return arena_copy_text(&playing->play->texts, text_out_text(&out), &kept) == STATUS_OK ? kept
                                                                                           : text_of("");
}

/* Of every thirty patrons: one excluded, two who work here, three proposition players, one too young for some games. */
static void describe_patron(struct playing *playing, unsigned number, struct register_patron *asked)
{
    struct choosing *choosing = &playing->choosing;
    unsigned kind = number % 30;
    asked->patron = written(playing, NULL, NULL, 1001 + number);
    asked->name = written(playing, first_names[number % FIRST_NAMES], last_names[number * 7 % LAST_NAMES], 0);
    asked->born =
        (struct date){(int16_t)(kind == 12 ? 2006 : 1945 + choose_below(choosing, 58)),
                      (uint8_t)(1 + choose_below(choosing, 12)), (uint8_t)(1 + choose_below(choosing, 28))};
    if (choose_chance(choosing, 60))
        asked->identified = 1; /* seen */
    if (kind == 9)
        asked->employee = EMPLOYEE_OFF_DUTY;
    else if (kind == 19)
        asked->employee = EMPLOYEE_ON_DUTY;
    if (kind == 4 || kind == 14 || kind == 24)
        asked->proposition = SAID_YES;
}

/* Every patron is registered, and the thirtieth of each thirty is then put on the exclusion list. */
static bool choose_patron(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    const struct patron *last =
        playing->floor->patron_count ? &playing->floor->patrons[playing->floor->patron_count - 1] : NULL;
    if (play->registered % 30 == 0 && last && !last->excluded && play->registered > 0) {
        command->kind = COMMAND_EXCLUDE;
        COMMAND_AS(command, exclude)->patron = last->patron;
        COMMAND_AS(command, exclude)->reason = text_of("asked to be put on the list");
    } else if (play->registered == play->patrons) {
        return false;
    } else {
        command->kind = COMMAND_REGISTER;
        describe_patron(playing, play->registered++, COMMAND_AS(command, register_patron));
    }
    sign(playing, command);
    return true;
}

static bool sits_somewhere(const struct floor *floor, uint32_t patron)
{
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX && floor->tables[i].open; seat++)
            if (floor->tables[i].seats[seat].taken && floor->tables[i].seats[seat].patron == patron)
                return true;
    return false;
}

/* A patron who may play and has no seat; NULL: a player without a club card. */
static const struct patron *free_patron(struct playing *playing)
{
    const struct floor *floor = playing->floor;
    for (unsigned i = 0; i < SIT_TRIES && floor->patron_count > 0; i++) {
        uint32_t number = choose_below(&playing->choosing, floor->patron_count);
        const struct patron *patron = &floor->patrons[number];
        if (!patron->excluded && patron->employee != EMPLOYEE_ON_DUTY && !sits_somewhere(floor, number))
            return patron;
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------ the room */

static const struct sample_list *samples_of(const struct playing *playing, const struct table *table,
                                            const struct table_offer *at)
{
    const struct offering *offering = &playing->floor->offerings[at->offer];
    if (!at->listed || !offering->in_force || !offering->seeded || at->suspended)
        return NULL;
    return sample_hands_of(&playing->play->samples, offering->name, table->described->game.game);
}

static bool is_first_of_its_game(const struct floor *floor, unsigned number)
{
    for (unsigned i = 0; i < number; i++)
        if (text_equal(floor->tables[i].described->game.name, floor->tables[number].described->game.name))
            return false;
    return true;
}

/* Whether the table should be open: a few at night, the first of most games by day, nearly all in the evening. */
static bool is_wanted(const struct playing *playing, unsigned number)
{
    const struct floor *floor = playing->floor;
    const struct table *table = &floor->tables[number];
    bool night = floor->hour >= 2 && floor->hour < 10, evening = floor->hour >= 16 || floor->hour < 2;
    unsigned quota = night ? 40 : evening ? 75 : 55, place = (number * 37 + (night ? 11 : 0)) % 100;
    bool offers = false;
    for (unsigned i = 0; i < table->offer_count; i++)
        offers |= samples_of(playing, table, &table->offers[i]) != NULL;
    return offers && !table->described->free_play &&
           place < quota + (is_first_of_its_game(floor, number) ? 30 : 0);
}

static bool is_left_alone(const struct playing *playing, unsigned number)
{
    return playing->now.real.ms < playing->play->tables[number].left_ms;
}

static bool choose_room(struct playing *playing, struct command *command)
{
    for (unsigned i = 0; i < playing->floor->table_count; i++) {
        const struct table *table = &playing->floor->tables[i];
        bool wanted = is_wanted(playing, i);
        if (table->open == wanted || table->round.runs || is_left_alone(playing, i) ||
            (table->described->free_play && !wanted))
            continue;
        command->kind = wanted ? COMMAND_OPEN_TABLE : COMMAND_CLOSE_TABLE;
        COMMAND_AS(command, at_table)->table = table->described->name;
        sign(playing, command);
        playing->play->tables[i] = (struct demo_table){.due_ms = playing->now.house.ms};
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ seats */

static bool is_poker(const struct table *table)
{
    return table->described->game.game && table->described->game.game->poker;
}

static bool choose_sit(struct playing *playing, const struct table *table, struct command *command)
{
    uint32_t all = (UINT32_C(2) << table_seats(table)) - 2;
    const struct patron *patron = choose_chance(&playing->choosing, 75) ? free_patron(playing) : NULL;
    command->kind = COMMAND_SIT;
    COMMAND_AS(command, sit)->table = table->described->name;
    COMMAND_AS(command, sit)->seat = choose_seat(&playing->choosing, all & ~table_seats_taken(table));
    if (patron)
        COMMAND_AS(command, sit)->patron = patron->patron;
    return COMMAND_AS(command, sit)->seat > 0;
}

static uint32_t proposition_seats(const struct floor *floor, const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++) {
        uint32_t patron = table->seats[seat].patron;
        bool is =
            table->seats[seat].taken && patron < floor->patron_count && floor->patrons[patron].proposition;
        seats |= (uint32_t)is << seat;
    }
    return seats;
}

/* Between two rounds: a player sits down, leaves, or takes the bank. False if nobody moves. */
static bool choose_people(struct playing *playing, unsigned number, struct command *command)
{
    struct choosing *choosing = &playing->choosing;
    const struct table *table = &playing->floor->tables[number];
    uint32_t taken = table_seats_taken(table), dealers = proposition_seats(playing->floor, table);
    unsigned share = 60 + (number * 13 + playing->floor->hour * 7) % 41; /* per cent of the seats */
    unsigned wanted = table_seats(table) * share / 100;
    bool banks = !is_poker(table) && taken != 0;
    if (seats_count(taken) < (wanted < 2 ? 2 : wanted)) {
        if (!choose_sit(playing, table, command))
            return false;
    } else if (banks && (table->bank == 0 || choose_chance(choosing, 3))) {
        command->kind = COMMAND_BANK;
        COMMAND_AS(command, at_seat)->table = table->described->name;
        COMMAND_AS(command, at_seat)->seat = choose_seat(choosing, dealers ? dealers : taken);
        if (COMMAND_AS(command, at_seat)->seat == table->bank)
            return false;
    } else if (choose_chance(choosing, 6)) {
        command->kind = COMMAND_LEAVE;
        COMMAND_AS(command, at_seat)->table = table->described->name;
        COMMAND_AS(command, at_seat)->seat = choose_seat(choosing, taken);
    } else
        return false;
    sign(playing, command);
    return may_or_is_in_vain(playing, command);
}

/* ------------------------------------------------------------------------------------------ rounds */

static bool bank_pays(const struct playing *playing, const struct table *table)
{
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].listed && playing->floor->offerings[table->offers[i].offer].in_force &&
            (table->offers[i].payer == PAYER_PLAYER_DEALER ||
             table->offers[i].payer == PAYER_PLAYER_AND_DEALER))
            return true;
    return false;
}

/* Most players who may put down a fee do. */
static uint32_t fee_seats(struct playing *playing, const struct table *table)
{
    uint32_t seats = table_seats_taken(table) & ~proposition_seats(playing->floor, table), pay = 0;
    if (!table_takes_fees(playing->floor, table))
        return 0;
    if (!bank_pays(playing, table))
        seats &= ~(UINT32_C(1) << table->bank);
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        if ((seats >> seat & 1) && choose_chance(&playing->choosing, 85))
            pay |= UINT32_C(1) << seat;
    return pay;
}

static bool choose_deal(struct playing *playing, const struct table *table, struct command *command)
{
    uint32_t fails = 0, pay = fee_seats(playing, table);
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        fails |= (uint32_t)table->seats[seat].sensor_fails << seat;
    command->kind = COMMAND_START_ROUND;
    struct start_round *asked = COMMAND_AS(command, start_round);
    asked->table = table->described->name;
    asked->fees = pay & ~fails;
    asked->marked = pay & fails;
    sign(playing, command);
    if (may(playing, command))
        return true;
    asked->fees = asked->marked = 0; /* a jackpot that is not offered takes no chips */
    return may_or_is_in_vain(playing, command);
}

static bool choose_end(struct playing *playing, const struct table *table, struct command *command)
{
    if (!table->round.runs)
        return false;
    command->kind = COMMAND_END_ROUND;
    COMMAND_AS(command, end_round)->table = table->described->name;
    if (is_poker(table))
        COMMAND_AS(command, end_round)->pot = 100 * between(playing, 20, 300);
    sign(playing, command);
    return may_or_is_in_vain(playing, command);
}

/* ------------------------------------------------------------------------------------------ hands */

/* The approximate value of the hand now: before it is shared, and without prizes that are not money. */
static int64_t worth_cents(const struct playing *playing, const struct offering *offering,
                           const struct sample_list *list, const struct sample_hand *sample)
{
    const struct node *prize = sample->row ? offer_prize(list->offer, sample->row) : NULL;
    struct value value;
    int64_t cents = 0;
    if (!prize || prize->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, prize->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return 0;
    for (unsigned i = 0; i < value.award.count; i++) {
        const struct award_part *part = &value.award.parts[i];
        const struct pool_terms *pool =
            part->kind == AWARD_SHARE ? terms_pool(&offering->terms, part->name) : NULL;
        if (pool) /* in whole per cent, which is near enough and cannot overflow */
            cents += playing->floor->ledger.accounts[pool->account].balance / 100 * (part->range.high / 100);
        else if (part->kind == AWARD_MONEY)
            cents += part->range.high;
    }
    return cents;
}

static const struct sample_hand *choose_sample(struct playing *playing, const struct offering *offering,
                                               const struct sample_list *list, bool big)
{
    for (unsigned i = 0; i < CLAIM_TRIES && list->count > 0; i++) {
        /* Of two the later: charts begin with the rare ones. */
        uint32_t one = choose_below(&playing->choosing, list->count),
                 other = choose_below(&playing->choosing, list->count);
        const struct sample_hand *sample = &list->hands[one > other ? one : other];
        bool board = list->offer->chart_count == 0;
        if (board ? !big : sample->row && (worth_cents(playing, offering, list, sample) >= BIG_CENTS) == big)
            return sample;
    }
    return NULL;
}

/* Who may have the hand: somebody who paid, if there is a fee, and who may win. */
static uint32_t claiming_seats(const struct playing *playing, const struct table *table, unsigned number)
{
    const struct round *round = &table->round;
    uint32_t seats = table->offers[number].payer == PAYER_PLAYER ? round->paid[number] : round->dealt;
    return seats & ~proposition_seats(playing->floor, table) & ~(UINT32_C(1) << round->bank);
}

/* Whether the last hands were of the offer: hands of many jackpots are better to look at. If a hand has not come for long,
 * any will do. */
static bool is_recent(const struct playing *playing, uint32_t offer)
{
    const struct demo_play *play = playing->play;
    bool late = playing->now.real.ms >= play->hand_ms + play->pace.hand_ms;
    for (unsigned i = 0; i < RECENT_OFFERS && !late; i++)
        if (play->recent[i] == offer + 1)
            return true;
    return false;
}

/* The next claimed hand is handled from then on. */
static void look_after(struct playing *playing, uint32_t offer, const struct sample_hand *sample)
{
    struct demo_play *play = playing->play;
    int64_t more_ms = choose_chance(&playing->choosing, 25) ? between(playing, 2 * MINUTE, 6 * MINUTE)
                                                            : between(playing, 0, MINUTE);
    CHECK_OP(play->hand_count, <, HANDS_WAITING);
    play->recent[play->figures.hands % RECENT_OFFERS] = offer + 1;
    play->hands[play->hand_count++] =
        (struct demo_hand){.number = playing->floor->hand_count + 1,
                           .sample = sample,
                           .due_ms = playing->now.real.ms + play->pace.hold_ms + more_ms};
}

/* A hand of the round that runs, of any offer at the table. */
static bool choose_claim(struct playing *playing, const struct table *table, bool big,
                         struct command *command)
{
    for (unsigned i = 0; i < CLAIM_TRIES && table->offer_count > 0; i++) {
        uint32_t number = choose_below(&playing->choosing, table->offer_count);
        const struct table_offer *at = &table->offers[number];
        const struct sample_list *list = samples_of(playing, table, at);
        const struct offering *offering = &playing->floor->offerings[at->offer];
        const struct sample_hand *sample = list ? choose_sample(playing, offering, list, big) : NULL;
        uint32_t seats = claiming_seats(playing, table, number);
        if (!sample || seats == 0 || is_recent(playing, at->offer))
            continue;
        command->kind = COMMAND_CLAIM_HAND;
        struct claim_hand *asked = COMMAND_AS(command, claim_hand);
        asked->table = table->described->name;
        asked->offer = offering->name;
        asked->row = sample->row_id;
        asked->seat = choose_seat(&playing->choosing, seats);
        sign(playing, command);
        bool good = may(playing, command);
        if (!good) {
            asked->seat = 0; /* the hands of some games are everybody's */
            good = may(playing, command);
        }
        if (!good)
            continue;
        look_after(playing, at->offer, sample);
        return true;
    }
    return false;
}

static bool choose_irregularity(struct playing *playing, const struct table *table, struct command *command)
{
    static const struct {
        uint8_t what;
        const char *note;
    } kinds[] = {{IRREGULARITY_EXPOSED, "a card was turned over in the deal and burned"},
                 {IRREGULARITY_OTHER, "a player asked for a count of the deck"},
                 {IRREGULARITY_TALK, "two players spoke about a hand in play"},
                 {IRREGULARITY_OTHER, "chips were pushed to the wrong seat and put right"}};
    uint32_t number = choose_below(&playing->choosing, sizeof kinds / sizeof kinds[0]);
    command->kind = COMMAND_IRREGULARITY;
    COMMAND_AS(command, irregularity)->table = table->described->name;
    COMMAND_AS(command, irregularity)->what = kinds[number].what;
    COMMAND_AS(command, irregularity)->note = text_of(kinds[number].note);
    sign(playing, command);
    return may_or_is_in_vain(playing, command);
}

static bool choose_failure(struct playing *playing, const struct table *table, struct command *command)
{
    struct demo_play *play = playing->play;
    if (play->device_count == DEVICES_FAILING || !table_takes_fees(playing->floor, table) ||
        !floor_table_has_sensors(table))
        return false;
    command->kind = COMMAND_EQUIPMENT;
    COMMAND_AS(command, equipment)->table = table->described->name;
    COMMAND_AS(command, equipment)->device = DEVICE_SENSOR;
    COMMAND_AS(command, equipment)->seat = choose_seat(&playing->choosing, table_seats_taken(table));
    sign(playing, command);
    if (COMMAND_AS(command, equipment)->seat == 0 ||
        table->seats[COMMAND_AS(command, equipment)->seat].sensor_fails ||
        !may_or_is_in_vain(playing, command))
        return false;
    play->devices[play->device_count++] =
        (struct demo_device){.table = (uint32_t)(table - playing->floor->tables),
                             .seat = COMMAND_AS(command, equipment)->seat,
                             .mended_ms = about(playing, playing->now.house.ms, 15 * MINUTE)};
    return true;
}

/* The result of the round: a hand, trouble, or, nearly always, nothing. */
static bool choose_show(struct playing *playing, const struct table *table, struct command *command)
{
    struct demo_play *play = playing->play;
    int64_t real_ms = playing->now.real.ms;
    bool big = real_ms >= play->big_ms;
    if (!table->round.runs)
        return false;
    if ((big || real_ms >= play->hand_ms) && play->hand_count < HANDS_WAITING &&
        choose_claim(playing, table, big, command)) {
        int64_t *next_ms = big ? &play->big_ms : &play->hand_ms;
        *next_ms = about(playing, real_ms, big ? play->pace.big_ms : play->pace.hand_ms);
        return true;
    }
    if (real_ms < play->trouble_ms)
        return false;
    bool troubled = play->trouble_count % 2 == 0 ? choose_irregularity(playing, table, command)
                                                 : choose_failure(playing, table, command);
    if (troubled) {
        play->trouble_count++;
        play->trouble_ms = about(playing, real_ms, play->pace.trouble_ms);
    }
    return troubled;
}

/* ------------------------------------------------------------------------------------------ dealers */

/* The step after this one, and when. */
static void step_on(struct playing *playing, unsigned number, struct demo_table *table)
{
    /* In hundredths of a round: from the seats to the deal, the showdown, its end and the seats again. */
    static const int64_t waits[] = {[STEP_PEOPLE] = 10, [STEP_DEAL] = 60, [STEP_SHOW] = 25, [STEP_END] = 5};
    unsigned pace = playing->floor->tables[number].described->pace;
    int64_t round_ms = 60 * MINUTE / (pace ? pace : PACE_USUAL), now_ms = playing->now.house.ms;
    int64_t wait_ms = round_ms * waits[table->step] / 100;
    table->due_ms = table->due_ms + round_ms < now_ms ? now_ms : table->due_ms;
    table->due_ms += between(playing, wait_ms * 3 / 4, wait_ms * 5 / 4);
    table->step = table->step == STEP_END ? STEP_PEOPLE : (enum demo_step)(table->step + 1);
}

static bool choose_step(struct playing *playing, unsigned number, struct command *command)
{
    const struct table *table = &playing->floor->tables[number];
    struct demo_table *at = &playing->play->tables[number];
    enum demo_step step = at->step;
    if (step == STEP_PEOPLE) {
        /* A round that a person left open is ended first. */
        if (choose_end(playing, table, command) || choose_people(playing, number, command))
            return true; /* and others may come */
        step_on(playing, number, at);
        return false;
    }
    step_on(playing, number, at);
    if (step == STEP_DEAL)
        return choose_deal(playing, table, command);
    return step == STEP_SHOW ? choose_show(playing, table, command) : choose_end(playing, table, command);
}

static bool choose_dealer(struct playing *playing, struct command *command)
{
    for (unsigned i = 0; i < playing->floor->table_count; i++) {
        const struct table *table = &playing->floor->tables[i];
        while (table->open && !is_left_alone(playing, i) &&
               playing->play->tables[i].due_ms <= playing->now.house.ms) {
            *command = (struct command){.kind = COMMAND_KINDS};
            if (choose_step(playing, i, command))
                return true;
        }
    }
    return false;
}

static bool choose_mended(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    for (unsigned i = 0; i < play->device_count; i++) {
        struct demo_device device = play->devices[i];
        const struct table *table = &playing->floor->tables[device.table];
        if (device.mended_ms > playing->now.house.ms || is_left_alone(playing, device.table))
            continue;
        play->devices[i--] = play->devices[--play->device_count];
        if (!table->seats[device.seat].sensor_fails)
            continue; /* a person has seen to it */
        command->kind = COMMAND_EQUIPMENT;
        COMMAND_AS(command, equipment)->table = table->described->name;
        COMMAND_AS(command, equipment)->device = DEVICE_SENSOR;
        COMMAND_AS(command, equipment)->seat = device.seat;
        COMMAND_AS(command, equipment)->works = true;
        sign(playing, command);
        if (may_or_is_in_vain(playing, command))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ supervisors */

/* A person with the right, other than this one, who acts for the house. */
static bool find_another(struct playing *playing, struct text not_this, struct command *command)
{
    uint32_t from = choose_below(&playing->choosing, playing->floor->person_count);
    for (unsigned nth = 0;; nth++) {
        command->head.by = worker(playing, floor_permission(command->kind), from, nth);
        if (command->head.by.length == 0)
            return false;
        if (!text_equal(command->head.by, not_this) && may(playing, command))
            return true;
    }
}

static bool find_worker(struct playing *playing, struct command *command)
{
    return find_another(playing, text_of(""), command);
}

static bool choose_verify(struct playing *playing, const struct demo_hand *of, struct command *command)
{
    /* Most hands that are shown have won; a hand that pays only losers is then refused. */
    static const uint8_t outcomes[] = {OUTCOME_WON, OUTCOME_LOST, OUTCOME_UNKNOWN};
    const struct floor_hand *hand = &playing->floor->hands[of->number - 1];
    uint32_t others = hand->dealt & ~(UINT32_C(1) << hand->seat);
    command->kind = COMMAND_VERIFY_HAND;
    struct verify_hand *asked = COMMAND_AS(command, verify_hand);
    asked->hand = of->number;
    asked->cards = of->sample->cards;
    asked->board = of->sample->board;
    asked->banker = of->sample->banker;
    asked->pot = 100 * between(playing, 60, 300);
    asked->wager = 500 * between(playing, 2, 10);
    for (unsigned i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
        asked->outcome = outcomes[i];
        asked->winner = outcomes[i] == OUTCOME_WON ? text_of("") : of->sample->winner;
        asked->winners = outcomes[i] == OUTCOME_LOST && others
                             ? UINT32_C(1) << choose_seat(&playing->choosing, others)
                             : 0;
        if (find_worker(playing, command))
            return true;
    }
    return false;
}

/* The house says why the hand does not win; that is the reason for the rejection. */
static bool choose_reject(struct playing *playing, uint32_t number, struct command *command)
{
    struct text reason, words = text_of(playing->play->decision.ruling.words);
    if (arena_copy_text(&playing->play->texts, words, &reason) != STATUS_OK)
        reason = text_of("not a hand that wins");
    *command = (struct command){.kind = COMMAND_REJECT_HAND};
    COMMAND_AS(command, about_hand)->hand = number;
    COMMAND_AS(command, about_hand)->reason = reason;
    return find_worker(playing, command);
}

static bool choose_authorise(struct playing *playing, uint32_t number, struct command *command)
{
    command->kind = COMMAND_AUTHORISE;
    COMMAND_AS(command, about_hand)->hand = number;
    return find_another(playing, playing->floor->hands[number - 1].verified_by, command);
}

/* Handles one hand that is due. False: there is nothing more to do with it. */
static bool choose_for_hand(struct playing *playing, struct demo_hand *of, struct command *command)
{
    struct demo_play *play = playing->play;
    if (of->number > playing->floor->hand_count)
        return false;
    enum hand_state state = playing->floor->hands[of->number - 1].state;
    if (state != HAND_VERIFIED && (state != HAND_CLAIMED || !of->sample))
        return false;
    if (state == HAND_CLAIMED ? choose_verify(playing, of, command)
                              : choose_authorise(playing, of->number, command)) {
        of->due_ms = about(playing, playing->now.real.ms, 40 * SECOND);
        return true;
    }
    play->figures.in_vain++;
    return choose_reject(playing, of->number, command);
}

static bool choose_supervisor(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    for (unsigned i = 0; i < play->hand_count && !play->pace.staff_rests; i++) {
        if (play->hands[i].due_ms > playing->now.real.ms)
            continue;
        *command = (struct command){.kind = COMMAND_KINDS};
        if (choose_for_hand(playing, &play->hands[i], command))
            return true;
        play->hands[i--] = play->hands[--play->hand_count];
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ the cage */

/* Most prizes are claimed within minutes; some wait for a person at a page, or for their deadline. */
static void note_prizes(struct playing *playing)
{
    struct demo_play *play = playing->play;
    for (; play->prizes_seen < playing->floor->prize_count; play->prizes_seen++)
        if (play->prize_count < PRIZES_WAITING && !choose_chance(&playing->choosing, 20))
            play->prizes[play->prize_count++] = (struct demo_prize){
                .number = play->prizes_seen + 1, .due_ms = about(playing, playing->now.house.ms, 5 * MINUTE)};
}

static bool choose_identify(struct playing *playing, uint32_t number, struct command *command)
{
    const struct floor_prize *prize = &playing->floor->prizes[number - 1];
    const struct patron *patron = prize->patron == NAMES_NONE ? free_patron(playing) : NULL;
    command->kind = COMMAND_IDENTIFY;
    COMMAND_AS(command, identify)->prize = number;
    COMMAND_AS(command, identify)->document =
        text_of(choose_chance(&playing->choosing, 80) ? "driver's licence" : "passport");
    if (patron)
        COMMAND_AS(command, identify)->patron = patron->patron;
    return find_worker(playing, command);
}

/* The withholding that the house reports; nothing can be withheld from a tray. */
static bool hold_back(struct playing *playing, struct command *command)
{
    const struct event *event = &playing->play->decision.events[0];
    for (uint32_t i = 0; event->kind == EVENT_PRIZE_PAID && i < EVENT_AS(event, prize_paid)->form_count; i++)
        COMMAND_AS(command, pay_prize)->withheld += EVENT_AS(event, prize_paid)->forms[i].withhold;
    if (COMMAND_AS(command, pay_prize)->withheld == 0 || find_worker(playing, command))
        return true;
    COMMAND_AS(command, pay_prize)->withheld = 0;
    return find_worker(playing, command);
}

static bool choose_pay(struct playing *playing, uint32_t number, struct command *command)
{
    uint8_t usual = (uint8_t)prize_usual_form(playing->floor, number);
    command->kind = COMMAND_PAY;
    COMMAND_AS(command, pay_prize)->prize = number;
    COMMAND_AS(command, pay_prize)->form = usual;
    if (find_worker(playing, command))
        return hold_back(playing, command);
    for (uint8_t form = 0; payment_words[form]; form++)
        for (uint8_t from = 0; payment_place_words[from]; from++) {
            COMMAND_AS(command, pay_prize)->form = form;
            COMMAND_AS(command, pay_prize)->from = from;
            if (find_worker(playing, command))
                return hold_back(playing, command);
        }
    return false;
}

/* The winner is identified, and is paid a while later. */
static bool choose_for_prize(struct playing *playing, struct demo_prize *of, struct command *command)
{
    const struct floor_prize *prize = &playing->floor->prizes[of->number - 1];
    if (!floor_prize_is_open(prize))
        return false;
    bool shows =
        (prize->claim.identified || prize->patron == NAMES_NONE) && prize->claim.state != CLAIM_PAYABLE;
    if (shows && choose_identify(playing, of->number, command)) {
        of->due_ms = about(playing, playing->now.house.ms, MINUTE);
        return true;
    }
    *command = (struct command){.kind = COMMAND_KINDS};
    of->due_ms = INT64_MAX;
    if (choose_pay(playing, of->number, command))
        return true;
    *command = (struct command){.kind = COMMAND_KINDS};
    bool asked = prize->shown == IDENTIFICATION_NONE &&
                 choose_identify(playing, of->number, command); /* a law requires identification */
    if (asked)
        of->due_ms = about(playing, playing->now.house.ms, MINUTE);
    playing->play->figures.in_vain += !asked;
    return asked;
}

static bool choose_cage(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    note_prizes(playing);
    for (unsigned i = 0; i < play->prize_count && !play->pace.staff_rests; i++) {
        if (play->prizes[i].due_ms > playing->now.house.ms && play->prizes[i].due_ms != INT64_MAX)
            continue;
        *command = (struct command){.kind = COMMAND_KINDS};
        if (play->prizes[i].due_ms != INT64_MAX && choose_for_prize(playing, &play->prizes[i], command))
            return true;
        play->prizes[i--] = play->prizes[--play->prize_count];
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ which one */

static void count(struct demo_figures *figures, enum command_kind kind)
{
    figures->commands++;
    figures->rounds += kind == COMMAND_START_ROUND;
    figures->hands += kind == COMMAND_CLAIM_HAND;
    figures->verified += kind == COMMAND_VERIFY_HAND;
    figures->rejected += kind == COMMAND_REJECT_HAND;
    figures->awarded += kind == COMMAND_AUTHORISE;
    figures->paid += kind == COMMAND_PAY;
    figures->troubles += kind == COMMAND_EQUIPMENT || kind == COMMAND_IRREGULARITY;
}

bool demo_play_next(struct demo_play *play, const struct floor *floor, struct demo_moment now,
                    struct command *command)
{
    static bool (*const choosers[])(struct playing * playing, struct command * command) = {
        choose_patron, choose_room, choose_supervisor, choose_cage, choose_mended, choose_dealer};
    struct playing playing = {
        .choosing = {.random = &play->random.random, .floor = floor, .arena = &play->texts},
        .play = play,
        .floor = floor,
        .now = now};
    arena_clear(&play->texts);
    CHECK_OP(floor->table_count, <=, FLOOR_TABLES_MAX);
    for (unsigned i = 0; i < sizeof choosers / sizeof choosers[0]; i++) {
        *command = (struct command){.kind = COMMAND_KINDS};
        if (choosers[i](&playing, command)) {
            CHECK_OP(command->kind, <, COMMAND_KINDS);
            count(&play->figures, command->kind);
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ people at pages */

static bool is_at_a_table(enum command_kind kind)
{
    return (kind >= COMMAND_OPEN_TABLE && kind <= COMMAND_CLAIM_HAND);
}

static void hold_hand(struct demo_play *play, uint32_t number, int64_t until_ms)
{
    unsigned i = 0;
    while (i < play->hand_count && play->hands[i].number != number)
        i++;
    if (i == HANDS_WAITING)
        return; /* it is left to persons altogether */
    if (i == play->hand_count)
        play->hands[play->hand_count++] = (struct demo_hand){.number = number};
    play->hands[i].due_ms = until_ms;
}

/* The prize is that person's to pay. */
static void leave_prize(struct demo_play *play, uint32_t number)
{
    for (unsigned i = 0; i < play->prize_count; i++)
        if (play->prizes[i].number == number)
            play->prizes[i--] = play->prizes[--play->prize_count];
}

void demo_play_person_asked(struct demo_play *play, const struct floor *floor, const struct command *command,
                            struct demo_moment now)
{
    if (command->kind == COMMAND_VERIFY_HAND)
        hold_hand(play, COMMAND_AS(command, verify_hand)->hand, now.real.ms + play->pace.hold_ms);
    if (command->kind == COMMAND_IDENTIFY)
        leave_prize(play, COMMAND_AS(command, identify)->prize);
    if (!is_at_a_table(command->kind))
        return;
    bool whole = command->kind == COMMAND_OPEN_TABLE || command->kind == COMMAND_CLOSE_TABLE;
    const struct table *table = floor_table(floor, command_table(command));
    if (table)
        play->tables[table - floor->tables].left_ms = now.real.ms + (whole ? TABLE_KEPT_MS : TABLE_LEFT_MS);
}

/* ------------------------------------------------------------------------------------------ opening, closing */

/* The play has its own floor: hands point to rows of its offers, whatever happens to the floor that is shown. */
static enum status copy_floor(struct demo_play *play, const struct floor *floor, struct fault *fault)
{
    struct text bytes;
    enum status status = floor_save(floor, &play->memory, &bytes, fault);
    if (status == STATUS_OK)
        status = floor_init(&play->first, PLAY_MEMORY_MAX, fault);
    return status == STATUS_OK ? floor_restore(&play->first, bytes, fault) : status;
}

static enum status make_samples(struct demo_play *play, struct fault *fault)
{
    const struct floor *floor = &play->first;
    struct library_house house = {.house = floor->house};
    house.offers = ARENA_ARRAY(&play->memory, struct offer, floor->offering_count);
    if (!house.offers)
        return fault_set(fault, play->memory.refusal, 0, "there is no memory for a demonstration");
    for (unsigned i = 0; i < floor->offering_count; i++)
        if (floor->offerings[i].posted)
            house.offers[house.offer_count++] = *floor->offerings[i].offer;
    return sample_hands_make(&house, &play->memory, &play->samples, fault);
}

enum status demo_play_open(const struct floor *floor, uint64_t seed, struct demo_play **opened,
                           struct fault *fault)
{
    struct demo_play *play = calloc(1, sizeof *play);
    if (!play)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a demonstration");
    random_insecure_init(&play->random, seed);
    arena_init(&play->memory, PLAY_MEMORY_MAX);
    arena_init(&play->texts, TEXTS_MAX);
    decision_init(&play->decision);
    play->patrons = floor->patron_count == 0 ? PATRONS : 0;
    play->prizes_seen = floor->prize_count;
    enum status status = copy_floor(play, floor, fault);
    if (status == STATUS_OK)
        status = make_samples(play, fault);
    if (status != STATUS_OK) {
        demo_play_close(play);
        return status;
    }
    *opened = play;
    return STATUS_OK;
}

void demo_play_close(struct demo_play *play)
{
    if (!play)
        return;
    decision_release(&play->decision);
    floor_release(&play->first);
    arena_release(&play->texts);
    arena_release(&play->memory);
    free(play);
}

void demo_play_set_pace(struct demo_play *play, const struct demo_pace *pace, struct demo_moment now)
{
    struct playing playing = {.choosing = {.random = &play->random.random}, .play = play, .now = now};
    play->pace = *pace;
    play->hand_ms = about(&playing, now.real.ms, pace->hand_ms);
    play->big_ms = about(&playing, now.real.ms, pace->big_ms);
    play->trouble_ms = about(&playing, now.real.ms, pace->trouble_ms);
    for (unsigned i = 0; i < play->hand_count; i++) /* what waits is seen from now on */
        play->hands[i].due_ms = now.real.ms + pace->hold_ms + between(&playing, 0, 4 * MINUTE);
}

const struct demo_figures *demo_play_figures(const struct demo_play *play)
{
    return &play->figures;
}
