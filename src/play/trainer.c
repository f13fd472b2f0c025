#include "play/trainer.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *train_topic_name(enum train_topic topic)
{
    static const char *const names[TRAIN_TOPICS] = {
        [TRAIN_PROCEDURE] = "procedure",   [TRAIN_DEAL] = "deal",
        [TRAIN_CARDS] = "cards",           [TRAIN_ORDER] = "order",
        [TRAIN_SETTLEMENT] = "settlement", [TRAIN_PAYMENT] = "payment"};
    CHECK_OP((unsigned)topic, <, TRAIN_TOPICS);
    return names[topic];
}

void trainer_init(struct trainer *trainer, uint64_t seed)
{
    memset(trainer, 0, sizeof *trainer);
    random_insecure_init(&trainer->random, seed);
}

void trainer_begin_round(struct trainer *trainer)
{
    CHECK_OP(trainer->count, ==, 0);
    trainer->asked_step = trainer->asked_first_card = trainer->asked_dealer_card = trainer->asked_turn =
        false;
    trainer->order_seat = 0;
}

const struct train_task *trainer_task(const struct trainer *trainer)
{
    return trainer->count > 0 ? &trainer->queue[trainer->first] : NULL;
}

bool trainer_hides_hand(const struct trainer *trainer)
{
    for (unsigned i = 0; i < trainer->count; i++)
        if (trainer->queue[trainer->first + i].topic == TRAIN_CARDS)
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ making tasks */

static uint32_t draw(struct trainer *trainer, uint64_t bound)
{
    return random_below(&trainer->random.random, bound);
}

static struct train_task *add_task(struct trainer *trainer, const struct train_seats *seats,
                                   enum train_topic topic, const char *clause)
{
    if (trainer->count == 0)
        trainer->first = 0;
    CHECK_OP(trainer->first + trainer->count, <, TRAIN_QUEUE_MAX);
    struct train_task *task = &trainer->queue[trainer->first + trainer->count++];
    *task = (struct train_task){
        .number = ++trainer->number, .topic = topic, .clause = clause, .shown = *seats->step_count};
    return task;
}

static void ask(struct train_task *task, const char *format, ...) PRINTF_LIKE(2, 3);
static void explain(struct train_task *task, const char *format, ...) PRINTF_LIKE(2, 3);
static struct train_choice *offer(struct train_task *task, const char *key, const char *format, ...)
    PRINTF_LIKE(3, 4);

static void ask(struct train_task *task, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(task->question, sizeof task->question, format, arguments);
    va_end(arguments);
}

static void explain(struct train_task *task, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(task->why, sizeof task->why, format, arguments);
    va_end(arguments);
}

/* NULL if it is already offered, by its key or in the same words, or if there are enough. */
static struct train_choice *offer(struct train_task *task, const char *key, const char *format, ...)
{
    struct train_choice *choice = &task->choices[task->choice_count];
    if (task->choice_count == TRAIN_CHOICES_MAX)
        return NULL;
    va_list arguments;
    va_start(arguments, format);
    (void)snprintf(choice->key, sizeof choice->key, "%s", key);
    (void)vsnprintf(choice->words, sizeof choice->words, format, arguments);
    va_end(arguments);
    for (unsigned i = 0; i < task->choice_count; i++)
        if (strcmp(task->choices[i].key, key) == 0 || strcmp(task->choices[i].words, choice->words) == 0)
            return NULL;
    task->choice_count++;
    return choice;
}

/* The right one was offered first. */
static void mix(struct trainer *trainer, struct train_task *task)
{
    for (unsigned i = task->choice_count; i > 1; i--) {
        unsigned other = draw(trainer, i);
        struct train_choice kept = task->choices[i - 1];
        task->choices[i - 1] = task->choices[other];
        task->choices[other] = kept;
        if (task->right == i - 1)
            task->right = other;
        else if (task->right == other)
            task->right = i - 1;
    }
}

/* ------------------------------------------------------------------------------------------ what comes next */

/* Steps that the state machine refuses now are good wrong answers, and its ruling says why. */
static void ask_step(struct trainer *trainer, const struct play_table *table, const struct train_seats *seats,
                     enum play_step_kind right, const char *clause)
{
    enum { WRONG_STEPS = 3 };
    const struct play_game *game = table->game;
    struct train_task *task = add_task(trainer, seats, TRAIN_PROCEDURE, clause);
    enum play_step_kind wrong[PLAY_STEP_KINDS];
    unsigned count = 0;
    ask(task, "What do you do next?");
    explain(task, "next: %s", game->steps[right].to_do);
    offer(task, play_step_name(right), "%s", game->steps[right].to_do)->step = right;
    for (unsigned kind = 0; kind < PLAY_STEP_KINDS; kind++)
        if (kind != right && game->steps[kind].to_do &&
            !play_table_may_step(table, (enum play_step_kind)kind).allowed)
            wrong[count++] = (enum play_step_kind)kind;
    for (unsigned i = 0; i < WRONG_STEPS && count > 0; i++) {
        unsigned place = draw(trainer, count);
        offer(task, play_step_name(wrong[place]), "%s", game->steps[wrong[place]].to_do)->step = wrong[place];
        wrong[place] = wrong[--count];
    }
    mix(trainer, task);
}

static void offer_seat(struct train_task *task, unsigned seat)
{
    char key[TRAIN_KEY_SIZE];
    (void)snprintf(key, sizeof key, "seat-%u", seat);
    if (seat == 0)
        (void)offer(task, "dealer", "the dealer");
    else
        (void)offer(task, key, "seat %u", seat);
}

static unsigned seats_in_round(const struct play_table *table)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= PLAY_SEATS_MAX; seat++)
        count += play_table_in_round(table, seat);
    return count;
}

/* Of the seats in the round and, where it can be, the dealer; in the order of the table, so that they are found quickly. */
static void offer_seats(struct train_task *task, const struct play_table *table, bool dealer, unsigned right)
{
    for (unsigned seat = 1; seat <= PLAY_SEATS_MAX; seat++)
        if (play_table_in_round(table, seat))
            offer_seat(task, seat);
    if (dealer)
        offer_seat(task, 0);
    char key[TRAIN_KEY_SIZE];
    (void)snprintf(key, sizeof key, "seat-%u", right);
    for (unsigned i = 0; i < task->choice_count; i++)
        if (strcmp(task->choices[i].key, right == 0 ? "dealer" : key) == 0)
            task->right = i;
}

/* ------------------------------------------------------------------------------------------ cards */

static void ask_face_up(struct trainer *trainer, const struct play_table *table,
                        const struct train_seats *seats)
{
    static const char *const keys[] = {"none", "first", "last", "all"};
    unsigned from, shown = play_table_dealer_shows(table, &from);
    unsigned count = play_table_seat(table, 0)->hand.count;
    struct train_task *task = add_task(trainer, seats, TRAIN_CARDS, table->game->clauses.face_up);
    ask(task, "All cards are dealt. Which cards of the dealer lie face up?");
    (void)offer(task, "none", "none of them");
    (void)offer(task, "first", "the first");
    (void)offer(task, "last", "the last");
    (void)offer(task, "all", "all of them");
    task->right = shown == 0 ? 0 : shown == count ? 3 : from == 0 ? 1 : 2;
    CHECK(strcmp(task->choices[task->right].key, keys[task->right]) == 0);
    explain(task, "%u of the dealer's %u cards lie face up", shown, count);
}

static void ask_hand(struct trainer *trainer, const struct play_table *table, const struct train_seats *seats)
{
    enum { HANDS_OFFERED = 4, HANDS_TRIED = 64 };
    const struct play_game *game = table->game;
    char words[PLAY_HAND_WORDS_SIZE], key[TRAIN_KEY_SIZE];
    struct train_task *task = add_task(trainer, seats, TRAIN_CARDS, game->clauses.hand);
    ask(task, "What is the dealer's best hand of four cards?");
    explain(task, "the dealer has %s", play_hand_words(table, 0, words));
    unsigned right = poker_four(play_table_round(table), 0).order;
    (void)snprintf(key, sizeof key, "hand-%u", right);
    (void)offer(task, key, "%s", play_hand_words(table, 0, words));
    /* Hands of the table first, then any others of four cards of the dealer's. */
    for (unsigned seat = 1; seat <= PLAY_SEATS_MAX && task->choice_count < HANDS_OFFERED - 1; seat++) {
        if (!play_table_in_round(table, seat))
            continue;
        (void)snprintf(key, sizeof key, "hand-%u", (unsigned)poker_four(play_table_round(table), seat).order);
        (void)offer(task, key, "%s", play_hand_words(table, seat, words));
    }
    const struct poker_seat *dealer = play_table_seat(table, 0);
    for (unsigned i = 0; i < HANDS_TRIED && task->choice_count < HANDS_OFFERED; i++) {
        struct card cards[4];
        unsigned left_out = draw(trainer, dealer->hand.count), count = 0;
        for (unsigned k = 0; k < dealer->hand.count && count < 4; k++)
            if (k != left_out)
                cards[count++] = dealer->hand.cards[k];
        struct four_value value = four_rank4(cards);
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        four_name_write(&out, four_value_score(value));
        (void)snprintf(key, sizeof key, "hand-%u", (unsigned)value.order);
        (void)offer(task, key, "%s", words);
    }
    mix(trainer, task);
    task = add_task(trainer, seats, TRAIN_CARDS, game->clauses.qualify);
    ask(task, "Does the dealer qualify?");
    (void)offer(task, "yes", "the dealer qualifies");
    (void)offer(task, "no", "the dealer does not qualify");
    task->right = !game->qualifies || game->qualifies(table) ? 0 : 1;
    struct text_out out;
    text_out_init(&out, task->why, sizeof task->why);
    play_table_say_dealer(table, &out);
}

/* ------------------------------------------------------------------------------------------ money */

static const struct paytable *paytable_of(const struct play_table *table, enum wager wager)
{
    struct play_paytable list[PLAY_PAYTABLES_MAX];
    unsigned count = table->game->paytables(table, list);
    if (wager == WAGER_HAND_BONUS_DEALER)
        wager = WAGER_HAND_BONUS_OWN;
    for (unsigned i = 0; i < count; i++)
        if (list[i].wager == wager)
            return list[i].paytable;
    return NULL;
}

static void offer_handed(struct train_task *task, const struct settlement_line *line, struct money handed,
                         bool beside)
{
    char key[TRAIN_KEY_SIZE], paid[MONEY_TEXT_SIZE], stake[MONEY_TEXT_SIZE];
    (void)snprintf(key, sizeof key, "pay-%lld", (long long)handed.cents);
    if (handed.cents == 0)
        (void)offer(task, "take", line->stake.cents > 0 ? "take it" : "nothing is due");
    else if (handed.cents == line->stake.cents)
        (void)offer(task, "push", "push: it goes back to the player");
    else if (beside && handed.cents > line->stake.cents && line->stake.cents > 0)
        (void)offer(task, key, "pay $%s and give the $%s back",
                    settlement_amount(money_of_cents(handed.cents - line->stake.cents), paid),
                    settlement_amount(line->stake, stake));
    else
        (void)offer(task, key, "pay $%s%s", settlement_amount(handed, paid),
                    line->stake.cents > 0 ? " and take the wager" : "");
}

/* The amounts of other rows; without a paytable, other odds. */
static void offer_neighbours(struct trainer *trainer, const struct play_table *table, struct train_task *task,
                             const struct settlement_line *line, bool beside)
{
    enum { AMOUNTS_OFFERED = 5 };
    const struct paytable *paytable = paytable_of(table, line->wager);
    const struct poker_seat *view = play_table_seat(table, line->seat);
    struct money stake = line->stake.cents > 0 ? line->stake : view->wagers[WAGER_ANTE];
    const struct meter *meter = play_table_meter(table, 0);
    unsigned first = paytable ? draw(trainer, paytable->row_count) : 0;
    for (unsigned i = 0; paytable && i < paytable->row_count && task->choice_count < AMOUNTS_OFFERED; i++) {
        struct pay pay = paytable->rows[(first + i) % paytable->row_count].pay;
        struct money handed;
        if (pay_handed(pay, stake, meter ? meter->value : money_of_cents(0), &handed) != STATUS_OK)
            continue;
        if (line->stake.cents == 0 && pay.kind == PAY_TO_ONE)
            handed.cents -= stake.cents;
        offer_handed(task, line, handed, beside);
    }
    for (unsigned times = 2; !paytable && times <= 4 && task->choice_count < AMOUNTS_OFFERED - 1; times++)
        offer_handed(task, line, money_of_cents(times * stake.cents), beside);
}

static bool pays_beside(const struct play_table *table, const struct settlement_line *line)
{
    const struct paytable *paytable = paytable_of(table, line->wager);
    if (line->paid.cents > 0)
        return line->returned.cents > 0;
    return !paytable || paytable->rows[0].pay.kind == PAY_TO_ONE;
}

static void ask_line(struct trainer *trainer, const struct play_table *table, const struct train_seats *seats,
                     const struct settlement_line *line, unsigned shown)
{
    char stake[MONEY_TEXT_SIZE];
    bool typed = draw(trainer, 3) == 0;
    struct train_task *task =
        add_task(trainer, seats, typed ? TRAIN_PAYMENT : TRAIN_SETTLEMENT, line->clause);
    task->of_wager = true;
    task->seat = line->seat;
    task->wager = line->wager;
    task->stake = line->stake;
    explain(task, "%s", line->words);
    task->shown = shown;
    task->amount = settlement_handed(line);
    (void)settlement_amount(line->stake, stake);
    if (line->stake.cents == 0)
        ask(task, "Seat %u, %s: %s", line->seat, wager_name(line->wager),
            typed ? "how much do you pay? (0 if nothing is due)" : "what is due?");
    else
        ask(task, "Seat %u, %s of $%s: %s", line->seat, wager_name(line->wager), stake,
            typed ? "how much goes to the player, the wager included if it goes back? (0 if you take it)"
                  : "what do you do?");
    if (typed)
        return;
    bool beside = pays_beside(table, line);
    offer_handed(task, line, task->amount, beside);
    offer_handed(task, line, money_of_cents(0), beside);
    if (line->stake.cents > 0)
        offer_handed(task, line, line->stake, beside);
    offer_neighbours(trainer, table, task, line, beside);
    mix(trainer, task);
}

static void ask_first_wager(struct trainer *trainer, const struct play_table *table,
                            const struct train_seats *seats, const struct settlement_line *lines,
                            unsigned count, unsigned shown)
{
    struct train_task *task = add_task(trainer, seats, TRAIN_ORDER, table->game->clauses.wager_order);
    ask(task, "Seat %u: which wager do you settle first?", lines[0].seat);
    explain(task, "%s comes first", wager_name(lines[0].wager));
    task->shown = shown;
    task->seat = lines[0].seat;
    for (unsigned i = 0; i < count; i++)
        (void)offer(task, wager_id(lines[i].wager), "%s", wager_name(lines[i].wager));
    mix(trainer, task);
}

/* Questions about the lines from `from` on; a line is not shown before it has been answered. */
static void ask_lines(struct trainer *trainer, const struct play_table *table,
                      const struct train_seats *seats, unsigned from, bool of_one_seat)
{
    const struct settlement *settlement = play_table_settlement(table);
    unsigned count = settlement->count - from, shown = *seats->step_count - count;
    if (count == 0)
        return;
    if (of_one_seat && count > 1)
        ask_first_wager(trainer, table, seats, &settlement->lines[from], count, shown);
    for (unsigned i = 0; i < count; i++)
        ask_line(trainer, table, seats, &settlement->lines[from + i], shown + i);
}

/* Of what is forfeited, one wager of every seat. */
static void ask_collected(struct trainer *trainer, const struct play_table *table,
                          const struct train_seats *seats, unsigned from)
{
    const struct settlement *settlement = play_table_settlement(table);
    unsigned steps = *seats->step_count - (settlement->count - from);
    for (unsigned i = from, end; i < settlement->count; i = end) {
        for (end = i; end < settlement->count && settlement->lines[end].seat == settlement->lines[i].seat;
             end++)
            ;
        ask_line(trainer, table, seats, &settlement->lines[i + draw(trainer, end - i)], steps + i - from);
    }
}

/* ------------------------------------------------------------------------------------------ the round */

static void go_on_deciding(struct trainer *trainer, struct play_table *table, const struct train_seats *seats)
{
    const struct play_game *game = table->game;
    unsigned turn = play_table_turn(table);
    if (!trainer->asked_turn && seats_in_round(table) > 1) {
        struct train_task *task = add_task(trainer, seats, TRAIN_ORDER, game->clauses.first_turn);
        ask(task, "Whom do you ask first to play or fold?");
        explain(task, "seat %u is asked first", turn);
        offer_seats(task, table, false, turn);
        trainer->asked_turn = true;
        return;
    }
    unsigned lines = play_table_settlement(table)->count;
    while (play_table_stage(table) == PLAY_DECIDING)
        seats->decide(seats->context, play_table_turn(table));
    ask_collected(trainer, table, seats, lines);
}

/* True if there is a question before the card. */
static bool ask_before_card(struct trainer *trainer, const struct play_table *table,
                            const struct train_seats *seats, const struct play_step *next)
{
    const struct play_game *game = table->game;
    bool *asked = next->seat == 0 ? &trainer->asked_dealer_card : &trainer->asked_first_card;
    if (*asked)
        return false;
    if (!trainer->asked_first_card && !trainer->asked_step) {
        trainer->asked_step = true;
        ask_step(trainer, table, seats, PLAY_STEP_CARD, next->clause);
        return true;
    }
    *asked = true;
    struct train_task *task =
        add_task(trainer, seats, TRAIN_DEAL,
                 next->seat == 0 ? game->clauses.dealer_last : game->steps[PLAY_STEP_CARD].clause);
    ask(task,
        next->seat == 0 ? "Every player has a card. Who gets the next one?" : "Who gets the first card?");
    if (next->seat == 0)
        explain(task, "the dealer's card comes last");
    else
        explain(task, "the deal starts with seat %u", next->seat);
    offer_seats(task, table, true, next->seat);
    return true;
}

static bool ask_before_seat(struct trainer *trainer, const struct play_table *table,
                            const struct train_seats *seats, const struct play_step *next)
{
    if (next->seat == 0 || next->seat == trainer->order_seat || seats_in_round(table) < 2)
        return false;
    struct train_task *task =
        add_task(trainer, seats, TRAIN_ORDER, table->game->steps[PLAY_STEP_SETTLE].clause);
    ask(task,
        trainer->order_seat == 0 ? "Which seat do you settle first?" : "Which seat do you settle next?");
    explain(task, "seat %u is settled now", next->seat);
    trainer->order_seat = next->seat;
    offer_seats(task, table, false, next->seat);
    return true;
}

/* Whether the next step brings any line: tried on a copy. */
static bool brings_lines(const struct play_table *table)
{
    struct play_table tried = *table;
    unsigned lines = play_table_settlement(&tried)->count;
    tried.told = NULL;
    return play_table_step(&tried) && play_table_settlement(&tried)->count > lines;
}

/* True if there is a question before the step. */
static bool ask_before(struct trainer *trainer, const struct play_table *table,
                       const struct train_seats *seats, const struct play_step *next)
{
    bool of_seat =
        next->kind == PLAY_STEP_KEY || next->kind == PLAY_STEP_VERIFY || next->kind == PLAY_STEP_SETTLE;
    if (next->kind == PLAY_STEP_CARD)
        return ask_before_card(trainer, table, seats, next);
    if (of_seat && ask_before_seat(trainer, table, seats, next))
        return true;
    if (next->kind == PLAY_STEP_SETTLE || trainer->asked_step)
        return false;
    if ((next->kind == PLAY_STEP_ENVY || next->kind == PLAY_STEP_COVER_ALL) && !brings_lines(table))
        return false;
    trainer->asked_step = true;
    ask_step(trainer, table, seats, next->kind, next->clause);
    return true;
}

static void do_step(struct trainer *trainer, struct play_table *table, const struct train_seats *seats,
                    const struct play_step *next)
{
    unsigned lines = play_table_settlement(table)->count;
    trainer->asked_step = false;
    if (next->kind == PLAY_STEP_NO_MORE_BETS) {
        struct ruling ruling = play_table_act(table, &(struct poker_action){.act = POKER_LOCK});
        CHECK(ruling.allowed);
        return;
    }
    bool done = play_table_step(table);
    CHECK(done);
    ask_lines(trainer, table, seats, lines, next->kind == PLAY_STEP_SETTLE);
    struct play_step then;
    if (next->kind == PLAY_STEP_CARD && !(play_table_next(table, &then) && then.kind == PLAY_STEP_CARD))
        ask_face_up(trainer, table, seats);
    if (next->kind == PLAY_STEP_REVEAL)
        ask_hand(trainer, table, seats);
}

void trainer_go_on(struct trainer *trainer, struct play_table *table, const struct train_seats *seats)
{
    const struct play_game *game = table->game;
    while (trainer->count == 0 && play_table_stage(table) != PLAY_OVER) {
        struct play_step next;
        if (play_table_stage(table) == PLAY_DECIDING) {
            go_on_deciding(trainer, table, seats);
            continue;
        }
        if (!play_table_next(table, &next)) /* all is ready, and everybody has bet */
            next = (struct play_step){.kind = PLAY_STEP_NO_MORE_BETS,
                                      .clause = game->steps[PLAY_STEP_NO_MORE_BETS].clause};
        if (!ask_before(trainer, table, seats, &next))
            do_step(trainer, table, seats, &next);
    }
}

/* ------------------------------------------------------------------------------------------ judging */

static void count_answer(struct trainer *trainer, enum train_topic topic)
{
    struct train_score *score = &trainer->score;
    const struct train_judged *judged = &trainer->judged;
    score->asked++;
    score->topics[topic].asked++;
    if (judged->right) {
        score->right++;
        score->topics[topic].right++;
        if (++score->streak > score->best_streak)
            score->best_streak = score->streak;
        return;
    }
    score->streak = 0;
    if (score->mistake_count == TRAIN_MISTAKES_MAX) {
        score->mistake_count--;
        memmove(&score->mistakes[0], &score->mistakes[1], score->mistake_count * sizeof score->mistakes[0]);
    }
    score->mistakes[score->mistake_count++] = *judged;
}

static void judge_choice(struct trainer *trainer, const struct play_table *table,
                         const struct train_task *task, unsigned given)
{
    struct train_judged *judged = &trainer->judged;
    judged->right = given == task->right;
    memcpy(judged->given, task->choices[given].words, sizeof judged->given);
    memcpy(judged->answer, task->choices[task->right].words, sizeof judged->answer);
    if (judged->right || task->topic != TRAIN_PROCEDURE)
        return;
    struct ruling ruling = play_table_may_step(table, task->choices[given].step);
    memcpy(judged->words, ruling.words, sizeof judged->words);
    judged->clause = ruling.clause;
}

static void judge_amount(struct train_judged *judged, const struct train_task *task, struct money amount)
{
    char words[MONEY_TEXT_SIZE];
    judged->right = amount.cents == task->amount.cents;
    (void)snprintf(judged->given, sizeof judged->given, "$%s", settlement_amount(amount, words));
    (void)snprintf(judged->answer, sizeof judged->answer, "$%s", settlement_amount(task->amount, words));
}

struct ruling trainer_answer(struct trainer *trainer, const struct play_table *table, struct text key,
                             struct money amount)
{
    const struct train_task *task = trainer_task(trainer);
    struct train_judged *judged = &trainer->judged;
    unsigned given = 0;
    CHECK(task);
    while (given < task->choice_count && !text_equal(key, text_of(task->choices[given].key)))
        given++;
    if (task->choice_count > 0 && given == task->choice_count)
        return ruling_no("", "answer with one of the keys that are offered");
    if (task->choice_count == 0 && amount.cents < 0)
        return ruling_no("", "answer with an amount in cents");
    *judged = (struct train_judged){.number = task->number, .clause = task->clause};
    memcpy(judged->question, task->question, sizeof judged->question);
    memcpy(judged->words, task->why, sizeof judged->words);
    if (task->choice_count > 0)
        judge_choice(trainer, table, task, given);
    else
        judge_amount(judged, task, amount);
    count_answer(trainer, task->topic);
    trainer->first++;
    trainer->count--;
    return ruling_yes();
}
