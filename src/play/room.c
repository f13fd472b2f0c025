#include "play/room.h"

#include "base/check.h"
#include "play/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct play_room {
    struct play_rules rules;
    const struct random_system *system;
    struct play_counts counts;
    unsigned count;
    struct room_table *tables[PLAY_ROOM_TABLES_MAX];
};

/* ------------------------------------------------------------------------------------------ the room */

enum status play_room_open(struct play_rules rules, const struct random_system *system,
                           struct play_room **opened, struct fault *fault)
{
    struct play_room *room = calloc(1, sizeof *room);
    if (!room)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a room to play in");
    room->rules = rules;
    room->system = system;
    play_counts_init(&room->counts);
    *opened = room;
    return STATUS_OK;
}

static void free_table(struct room_table *table)
{
    for (unsigned i = 0; i < table->round_count; i++)
        free(table->rounds[i].bytes);
    random_secure_release(&table->secure);
    free(table);
}

void play_room_close(struct play_room *room)
{
    if (!room)
        return;
    for (unsigned i = 0; i < room->count; i++)
        free_table(room->tables[i]);
    play_counts_release(&room->counts);
    free(room);
}

struct play_rules play_room_rules(const struct play_room *room)
{
    return room->rules;
}

struct play_counts *play_room_counts(struct play_room *room)
{
    return &room->counts;
}

unsigned play_room_tables(const struct play_room *room)
{
    return room->count;
}

void play_room_remove(struct play_room *room, struct room_table *table)
{
    unsigned place = 0;
    while (place < room->count && room->tables[place] != table)
        place++;
    CHECK_OP(place, <, room->count);
    room->tables[place] = room->tables[--room->count];
    free_table(table);
}

static void remove_idle(struct play_room *room, uint64_t now_ms)
{
    for (unsigned i = room->count; i-- > 0;)
        if (now_ms >= room->tables[i]->used_ms + PLAY_ROOM_IDLE_MS)
            play_room_remove(room, room->tables[i]);
}

struct room_table *play_room_find(struct play_room *room, struct text id, uint64_t now_ms)
{
    remove_idle(room, now_ms);
    for (unsigned i = 0; i < room->count; i++)
        if (text_equal(text_of(room->tables[i]->id), id)) {
            room->tables[i]->used_ms = now_ms;
            return room->tables[i];
        }
    return NULL;
}

/* ------------------------------------------------------------------------------------------ steps */

static struct room_step *add_step(struct room_table *table, const struct play_step *step)
{
    CHECK_OP(table->step_count, <, PLAY_STEPS_MAX);
    struct room_step *kept = &table->steps[table->step_count++];
    *kept = (struct room_step){.step = *step};
    return kept;
}

static bool lies_face_down(const struct room_table *table, unsigned seat)
{
    unsigned from, shown = play_table_dealer_shows(&table->table, &from);
    unsigned place = play_table_seat(&table->table, seat)->hand.count - 1;
    if (seat > 0)
        return table->seats[seat].guest.who != PLAY_PERSON;
    return place < from || place >= from + shown;
}

static void take_step(void *context, const struct play_step *step)
{
    struct room_table *table = context;
    struct room_step *kept = add_step(table, step);
    if (step->kind == PLAY_STEP_CARD)
        kept->face_down = lies_face_down(table, step->seat);
    if (step->kind == PLAY_STEP_REVEAL) {
        const struct poker_seat *dealer = play_table_seat(&table->table, 0);
        kept->turned_count = dealer->hand.count;
        memcpy(kept->turned, dealer->hand.cards, dealer->hand.count * sizeof dealer->hand.cards[0]);
    }
}

/* ------------------------------------------------------------------------------------------ queries */

struct money room_left(const struct room_table *table, unsigned seat)
{
    struct money stack = table->seats[seat].stack;
    if (!table->booked)
        stack.cents -= wagers_total(play_table_seat(&table->table, seat)->wagers).cents;
    return stack;
}

bool room_is_revealed(const struct room_table *table)
{
    unsigned from, shown = play_table_dealer_shows(&table->table, &from);
    return shown > 0 && from == 0;
}

bool room_is_settled(const struct room_table *table)
{
    return table->booked;
}

unsigned room_lines_shown(const struct room_table *table)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < table->shown; i++)
        lines += table->steps[i].step.kind == PLAY_STEP_SETTLE;
    return lines;
}

/* ------------------------------------------------------------------------------------------ wagers */

/* Sets the wagers, and reports the changes. */
static struct ruling place_bets(struct room_table *table, unsigned seat, const struct money bets[WAGER_COUNT])
{
    const struct play_game *game = table->table.game;
    struct money before[WAGER_COUNT];
    memcpy(before, play_table_seat(&table->table, seat)->wagers, sizeof before);
    struct ruling ruling =
        play_table_bet(&table->table, seat, bets, table->seats[seat].stack, table->seats[seat].guest.name);
    for (unsigned i = 0; i < game->wager_count; i++) {
        enum wager kind = game->wagers[i].wager;
        struct money now = play_table_seat(&table->table, seat)->wagers[kind];
        if (now.cents != before[kind].cents)
            play_table_tell_wager(&table->table, seat, kind, now);
    }
    return ruling;
}

static void buy_in(struct room_table *table, unsigned seat, struct money amount)
{
    struct play_step step = {
        .kind = PLAY_STEP_BUY_IN, .of_seat = true, .seat = seat, .amount = amount, .clause = ""};
    char words[MONEY_TEXT_SIZE];
    table->seats[seat].stack.cents += amount.cents;
    table->seats[seat].bought.cents += amount.cents;
    (void)snprintf(step.words, sizeof step.words, "seat %u buys in for $%s", seat,
                   settlement_amount(amount, words));
    (void)add_step(table, &step);
}

/* Training should show every wager, and amounts that are not all alike. */
static void training_bets(struct room_table *table, struct money bets[WAGER_COUNT])
{
    enum { UNITS_MAX = 5 };
    const struct play_game *game = table->table.game;
    struct random *random = &table->trainer.random.random;
    for (unsigned i = 0; i < game->wager_count; i++) {
        enum wager kind = game->wagers[i].wager;
        struct wager_limits limits = play_table_limits(&table->table, kind);
        int64_t cents = (1 + (int64_t)random_below(random, UNITS_MAX)) * limits.least.cents;
        if (!game->wagers[i].with_ante && (kind == WAGER_ANTE || random_below(random, 2) == 0))
            bets[kind] = money_of_cents(cents < limits.most.cents ? cents : limits.most.cents);
    }
}

static void computers_bet(struct room_table *table)
{
    for (unsigned seat = 1; seat <= table->seat_count; seat++) {
        struct money bets[WAGER_COUNT] = {{0}};
        if (table->seats[seat].guest.who == PLAY_PERSON)
            continue;
        if (table->trains)
            training_bets(table, bets);
        else
            play_table_usual_bets(&table->table, table->seats[seat].guest.who, bets);
        int64_t missing = play_table_needs(&table->table, bets) - table->seats[seat].stack.cents;
        if (missing > 0)
            buy_in(table, seat,
                   money_of_cents(missing > table->buy_in.cents ? missing : table->buy_in.cents));
        struct ruling ruling = place_bets(table, seat, bets);
        CHECK(ruling.allowed);
    }
}

/* ------------------------------------------------------------------------------------------ deciding */

static void computer_decides(void *context, unsigned seat)
{
    struct room_table *table = context;
    struct poker_action action =
        play_table_computer(&table->table, table->seats[seat].guest.who, seat, room_left(table, seat));
    struct ruling ruling = play_table_act(&table->table, &action);
    CHECK(ruling.allowed);
}

/* Of an amount between two choices: every further cent of Play is worth the same. */
static struct fraction worth_of(const struct play_advice *advice, struct money ante, struct money amount)
{
    const struct play_choice *first = &advice->choices[advice->count > 1 ? 1 : 0],
                             *last = &advice->choices[advice->count - 1];
    if (amount.cents == 0)
        return advice->choices[0].worth;
    CHECK(first->antes == 1 && amount.cents >= ante.cents);
    if (amount.cents == ante.cents)
        return first->worth;
    CHECK_OP(last->antes, >, 1);
    return fraction_add(
        first->worth,
        fraction_multiply(fraction_subtract(last->worth, first->worth),
                          fraction_of(amount.cents - ante.cents, (uwide)((last->antes - 1) * ante.cents))));
}

/* The round is over: it goes into the stacks and the history. */
static void book(struct room_table *table)
{
    const struct settlement *settlement = play_table_settlement(&table->table);
    for (unsigned seat = 1; seat <= table->seat_count; seat++) {
        int64_t net = settlement_seat_net(settlement, seat).cents;
        table->seats[seat].stack.cents += net;
        table->seats[seat].total += net;
    }
    table->booked = true;
    table->head = table->shown = table->step_count;
    room_keep_round(table);
}

static void go_on(struct room_table *table)
{
    play_table_go_on(&table->table);
    while (play_table_stage(&table->table) == PLAY_DECIDING) {
        unsigned seat = play_table_turn(&table->table);
        if (table->seats[seat].guest.who == PLAY_PERSON)
            break;
        computer_decides(table, seat);
        play_table_go_on(&table->table);
    }
    table->shown = table->step_count;
    if (play_table_stage(&table->table) == PLAY_OVER)
        book(table);
}

static void train_on(struct room_table *table)
{
    const struct train_seats seats = {computer_decides, table, &table->step_count};
    trainer_go_on(&table->trainer, &table->table, &seats);
    const struct train_task *task = trainer_task(&table->trainer);
    if (task)
        table->shown = task->shown;
    else
        book(table);
}

/* ------------------------------------------------------------------------------------------ acts */

const char *room_act_name(enum room_act_kind kind)
{
    static const char *const names[ROOM_ACTS] = {
        [ROOM_WAGER] = "wager",   [ROOM_CLEAR] = "clear", [ROOM_REBET] = "rebet",
        [ROOM_BUY_IN] = "buy-in", [ROOM_DEAL] = "deal",   [ROOM_PLAY] = "play",
        [ROOM_FOLD] = "fold",     [ROOM_NEXT] = "next",   [ROOM_ANSWER] = "answer"};
    CHECK_OP((unsigned)kind, <, ROOM_ACTS);
    return names[kind];
}

static bool is_of_person(const struct room_table *table, unsigned seat)
{
    return seat >= 1 && seat <= table->seat_count && table->seats[seat].guest.who == PLAY_PERSON;
}

static bool is_betting(const struct room_table *table)
{
    return play_table_stage(&table->table) == PLAY_BETTING;
}

/* Steps between rounds are dropped: only the wagers at the deal count. */
static void begin_act(struct room_table *table)
{
    if (is_betting(table) || table->booked)
        table->step_count = table->head;
    table->from = table->step_count;
}

static struct ruling act_wager(struct room_table *table, const struct room_act *act)
{
    const struct play_game *game = table->table.game;
    struct money bets[WAGER_COUNT] = {{0}};
    struct poker_action asked = {
        .act = POKER_WAGER, .seat = act->seat, .wager = act->wager, .amount = act->amount};
    if (!is_betting(table)) /* the state machine says why it is too late */
        return play_table_may(&table->table, &asked);
    if (act->kind == ROOM_WAGER && act->amount.cents < 0)
        return ruling_no("", "how much? 0 withdraws the wager");
    if (act->kind == ROOM_REBET)
        memcpy(bets, table->seats[act->seat].bets, sizeof bets);
    else if (act->kind == ROOM_WAGER) {
        bool known = false;
        memcpy(bets, play_table_seat(&table->table, act->seat)->wagers, sizeof bets);
        for (unsigned i = 0; i < game->wager_count; i++)
            known |= game->wagers[i].wager == act->wager && !game->wagers[i].with_ante;
        if (!known)
            return ruling_no("", "the wager is placed with the Ante, or is none of this game");
        bets[act->wager] = act->amount;
    }
    begin_act(table);
    struct ruling ruling = place_bets(table, act->seat, bets);
    table->shown = table->step_count;
    return ruling;
}

static struct ruling act_buy_in(struct room_table *table, const struct room_act *act)
{
    if (!is_betting(table) && !table->booked)
        return ruling_no("", "chips are bought between rounds");
    if (act->amount.cents <= 0 || act->amount.cents > STACK_CENTS_MAX ||
        table->seats[act->seat].stack.cents > 100 * (int64_t)STACK_CENTS_MAX)
        return ruling_no("", "a buy-in is an amount of up to $100,000, by whoever has no mountain of chips");
    begin_act(table);
    buy_in(table, act->seat, act->amount);
    table->shown = table->step_count;
    return ruling_yes();
}

static struct ruling act_deal(struct room_table *table)
{
    const struct play_game *game = table->table.game;
    struct poker_action lock = {.act = POKER_LOCK};
    unsigned people = 0, people_in = 0;
    for (unsigned seat = 1; seat <= table->seat_count; seat++) {
        people += table->seats[seat].guest.who == PLAY_PERSON;
        people_in += is_of_person(table, seat) && play_table_in_round(&table->table, seat);
    }
    if (table->trains)
        return ruling_no("", "whoever trains deals by answering");
    if (is_betting(table) && people > 0 && people_in == 0)
        return ruling_no(game->steps[PLAY_STEP_NO_MORE_BETS].clause,
                         "nobody who plays has wagered; place an Ante first");
    struct play_table tried = table->table; /* an old deck is changed by the act itself */
    tried.told = NULL;
    struct random_insecure any;
    random_insecure_init(&any, 0);
    tried.random = &any.random;
    struct ruling ruling = play_table_act(&tried, &lock);
    if (!ruling.allowed)
        return ruling;
    begin_act(table);
    for (unsigned seat = 1; seat <= table->seat_count; seat++) {
        const struct poker_seat *view = play_table_seat(&table->table, seat);
        for (unsigned i = 0; i < game->wager_count; i++)
            if (view->wagers[game->wagers[i].wager].cents > 0)
                play_table_tell_wager(&table->table, seat, game->wagers[i].wager,
                                      view->wagers[game->wagers[i].wager]);
        if (play_table_in_round(&table->table, seat))
            memcpy(table->seats[seat].bets, view->wagers, sizeof table->seats[seat].bets);
    }
    table->from = table->step_count;
    ruling = play_table_act(&table->table, &lock);
    CHECK(ruling.allowed);
    go_on(table);
    return ruling;
}

static struct ruling act_decide(struct room_table *table, const struct room_act *act)
{
    struct money ante = play_table_seat(&table->table, act->seat)->wagers[WAGER_ANTE];
    struct money amount = act->amount;
    char words[MONEY_TEXT_SIZE];
    if (act->kind == ROOM_FOLD)
        amount = money_of_cents(0);
    else if (act->antes > 0)
        amount = money_of_cents(act->antes * ante.cents);
    struct poker_action action = {
        .act = act->kind == ROOM_FOLD ? POKER_FOLD : POKER_PLAY, .seat = act->seat, .amount = amount};
    struct ruling ruling = play_table_may(&table->table, &action);
    if (!ruling.allowed)
        return ruling;
    if (amount.cents > room_left(table, act->seat).cents)
        return ruling_no("", "%s has only $%s left", table->seats[act->seat].guest.name,
                         settlement_amount(room_left(table, act->seat), words));
    struct play_advice advice = play_table_advise(&table->table, act->seat);
    CHECK_OP(table->decision_count, <, PLAY_SEATS_MAX);
    table->decisions[table->decision_count++] = (struct room_decision){
        .seat = act->seat,
        .amount = amount,
        .cost = fraction_subtract(advice.choices[advice.best].worth, worth_of(&advice, ante, amount)),
        .advice = advice};
    begin_act(table);
    ruling = play_table_act(&table->table, &action);
    CHECK(ruling.allowed);
    go_on(table);
    return ruling;
}

static void begin_round(struct room_table *table)
{
    table->step_count = 0;
    table->decision_count = 0;
    table->booked = false;
    table->from = 0;
    if (!table->trains)
        play_table_go_on(&table->table);
    table->head = table->step_count;
    computers_bet(table);
    table->shown = table->step_count;
    if (!table->trains)
        return;
    trainer_begin_round(&table->trainer);
    table->head = table->step_count;
    train_on(table);
}

static struct ruling act_next(struct room_table *table)
{
    struct ruling ruling = play_table_may(&table->table, &(struct poker_action){.act = POKER_NEXT_ROUND});
    if (ruling.allowed && !table->booked)
        return ruling_no("", "answer what is asked first");
    if (!ruling.allowed)
        return ruling;
    table->step_count = 0;
    ruling = play_table_act(&table->table, &(struct poker_action){.act = POKER_NEXT_ROUND});
    CHECK(ruling.allowed);
    begin_round(table);
    return ruling;
}

static struct ruling act_answer(struct room_table *table, const struct room_act *act)
{
    const struct train_task *task = table->trains ? trainer_task(&table->trainer) : NULL;
    if (!task)
        return ruling_no("", "nothing is asked at this table now");
    if (task->number != act->task)
        return ruling_no("", "task %u is asked now", task->number);
    struct ruling ruling = trainer_answer(&table->trainer, &table->table, act->key, act->amount);
    if (!ruling.allowed)
        return ruling;
    table->from = table->shown;
    train_on(table);
    return ruling;
}

enum room_outcome room_table_act(struct room_table *table, const struct room_act *act, struct ruling *ruling)
{
    bool of_seat = act->kind <= ROOM_BUY_IN || act->kind == ROOM_PLAY || act->kind == ROOM_FOLD;
    if (act->after != table->version)
        return ROOM_STALE;
    if (of_seat && !is_of_person(table, act->seat))
        *ruling = ruling_no("", "nobody at this screen plays seat %u", act->seat);
    else if (act->kind == ROOM_WAGER || act->kind == ROOM_CLEAR || act->kind == ROOM_REBET)
        *ruling = act_wager(table, act);
    else if (act->kind == ROOM_BUY_IN)
        *ruling = act_buy_in(table, act);
    else if (act->kind == ROOM_DEAL)
        *ruling = act_deal(table);
    else if (act->kind == ROOM_NEXT)
        *ruling = act_next(table);
    else if (act->kind == ROOM_ANSWER)
        *ruling = act_answer(table, act);
    else
        *ruling = act_decide(table, act);
    if (!ruling->allowed)
        return ROOM_REFUSED;
    table->version++;
    return ROOM_DONE;
}

/* ------------------------------------------------------------------------------------------ a new table */

static enum status choose(struct room_table *table, const struct play_wish *wish, struct fault *fault)
{
    const struct play_game *game = wish->game;
    for (unsigned i = 0; i < wish->table_count; i++)
        if (!play_table_choose(&table->table, wish->tables[i]))
            return fault_set(fault, STATUS_INVALID, 0, "%s has no paytable '%.*s'", game->title,
                             TEXT_ARGUMENTS(text_clipped(wish->tables[i], 40)));
    for (unsigned i = 0; i < wish->without_count; i++)
        if (!play_table_leave_out(&table->table, wish->without[i]))
            return fault_set(fault, STATUS_INVALID, 0, "%s cannot be played without '%.*s'", game->title,
                             TEXT_ARGUMENTS(text_clipped(wish->without[i], 40)));
    return STATUS_OK;
}

static enum status draw_chance(struct play_room *room, struct room_table *table, const struct play_wish *wish,
                               struct fault *fault)
{
    struct random_seed seed;
    enum status status = random_seed_draw(&seed, room->system, fault);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < (PLAY_ID_SIZE - 1) / 2; i++)
        (void)snprintf(table->id + 2 * (size_t)i, 3, "%02x", seed.bytes[i]);
    status = random_seed_draw(&seed, room->system, fault);
    if (status != STATUS_OK)
        return status;
    random_secure_init(&table->secure, &seed);
    random_insecure_init(&table->seeded, wish->seed);
    table->table.random = wish->seeded ? &table->seeded.random : &table->secure.random;
    trainer_init(&table->trainer, wish->seeded ? ~wish->seed : random_u64(&table->secure.random));
    random_seed_release(&seed);
    return STATUS_OK;
}

static void take_seats(struct room_table *table, const struct play_wish *wish)
{
    for (unsigned seat = 1; seat <= wish->seat_count; seat++) {
        struct ruling ruling =
            play_table_act(&table->table, &(struct poker_action){.act = POKER_SIT, .seat = seat});
        CHECK(ruling.allowed);
        table->seats[seat] =
            (struct room_seat){.guest = wish->seats[seat - 1], .stack = wish->stack, .bought = wish->stack};
    }
    table->seat_count = wish->seat_count;
    table->buy_in = wish->stack;
    table->trains = wish->trains;
}

static enum status furnish(struct play_room *room, struct room_table *table, const struct play_wish *wish,
                           struct ruling *ruling, struct fault *fault)
{
    play_table_init(&table->table, wish->game, room->rules, &room->counts, NULL);
    table->table.told = take_step;
    table->table.context = table;
    enum status status = draw_chance(room, table, wish, fault);
    if (status == STATUS_OK)
        status = choose(table, wish, fault);
    if (status == STATUS_OK && play_table_think(&table->table) != STATUS_OK)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for what advice needs");
    if (status != STATUS_OK)
        return status;
    *ruling = wish->game->open(&table->table, wish->seat_count);
    if (!ruling->allowed)
        return STATUS_OK;
    take_seats(table, wish);
    table->version = 1;
    begin_round(table);
    return STATUS_OK;
}

enum status play_room_seat(struct play_room *room, const struct play_wish *wish, uint64_t now_ms,
                           struct room_table **seated, struct ruling *ruling, struct fault *fault)
{
    CHECK(wish->seat_count >= 1 && wish->seat_count <= PLAY_SEATS_MAX && wish->stack.cents > 0);
    *seated = NULL;
    remove_idle(room, now_ms);
    if (room->count == PLAY_ROOM_TABLES_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 0, "all tables are taken; try again in a few minutes");
    unsigned owned = 0;
    for (unsigned i = 0; wish->owner != 0 && i < room->count; i++)
        owned += room->tables[i]->owner == wish->owner;
    if (owned >= PLAY_ROOM_TABLES_EACH)
        return fault_set(fault, STATUS_NO_SPACE, 0,
                         "you have %d tables; leave one of them, or wait until it is cleared",
                         PLAY_ROOM_TABLES_EACH);
    struct room_table *table = calloc(1, sizeof *table);
    if (!table)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a table");
    enum status status = furnish(room, table, wish, ruling, fault);
    if (status != STATUS_OK || !ruling->allowed) {
        free_table(table);
        return status;
    }
    table->owner = wish->owner;
    table->used_ms = now_ms;
    room->tables[room->count++] = table;
    *seated = table;
    return STATUS_OK;
}
