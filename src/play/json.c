#include "play/json.h"

#include "base/check.h"
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

static void set(json_t *object, const char *key, json_t *value)
{
    (void)json_object_set_new(object, key, value);
}

static json_t *card_view(struct card card)
{
    char words[HAND_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    card_write(&out, card, CARD_STYLE_LETTERS);
    return document_text(text_out_text(&out));
}

static json_t *cards_view(const struct card *cards, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        (void)json_array_append_new(list, card_view(cards[i]));
    return list;
}

static const char *who_name(enum play_who who)
{
    return who == PLAY_PERSON ? "person" : who == PLAY_BEST ? "best" : "simple";
}

/* ------------------------------------------------------------------------------------------ games */

static json_t *paytable_view(const struct play_paytable *offered)
{
    const struct paytable *paytable = offered->paytable;
    json_t *rows = json_array();
    for (unsigned i = 0; i < paytable->row_count; i++) {
        char words[PAY_WORDS_SIZE];
        const struct pay_row *row = &paytable->rows[i];
        json_t *view = json_pack("{s:s,s:s}", "hand", row->hand, "pays", pay_words(row->pay, words));
        if (row->envy.cents > 0)
            set(view, "envy", document_cents(row->envy));
        (void)json_array_append_new(rows, view);
    }
    return json_pack("{s:s,s:s,s:s,s:s,s:o}", "wager", wager_id(offered->wager), "title",
                     wager_name(offered->wager), "name", paytable->name, "clause", paytable->clause, "rows",
                     rows);
}

static json_t *paytables_view(const struct play_table *table)
{
    struct play_paytable offered[PLAY_PAYTABLES_MAX];
    unsigned count = table->game->paytables(table, offered);
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        (void)json_array_append_new(list, paytable_view(&offered[i]));
    return list;
}

/* Paytables that may be chosen, by wager. */
static json_t *choices_view(const struct play_table *table)
{
    struct play_paytable choices[PLAY_PAYTABLES_MAX];
    unsigned count = table->game->choices(table, choices);
    json_t *list = json_array(), *of_wager = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (i == 0 || choices[i].wager != choices[i - 1].wager) {
            of_wager = json_array();
            (void)json_array_append_new(
                list, json_pack("{s:s,s:o}", "wager", wager_id(choices[i].wager), "paytables", of_wager));
        }
        (void)json_array_append_new(of_wager, paytable_view(&choices[i]));
    }
    return list;
}

static json_t *wagers_view(const struct play_table *table)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < table->game->wager_count; i++) {
        const struct play_wager *wager = &table->game->wagers[i];
        struct wager_limits limits = play_table_limits(table, wager->wager);
        (void)json_array_append_new(
            list, json_pack("{s:s,s:s,s:s,s:b,s:o,s:o}", "wager", wager_id(wager->wager), "label",
                            wager->label, "brief", wager->brief, "with-ante", wager->with_ante, "least",
                            document_cents(limits.least), "most", document_cents(limits.most)));
    }
    return list;
}

/* A table with one player, because some paytables depend on how many there are. */
static void open_probe(struct play_table *table, const struct play_game *game, struct play_room *room)
{
    play_table_init(table, game, play_room_rules(room), play_room_counts(room), NULL);
    struct ruling ruling = game->open(table, 1);
    CHECK(ruling.allowed);
    ruling = play_table_act(table, &(struct poker_action){.act = POKER_SIT, .seat = 1});
    CHECK(ruling.allowed);
    for (unsigned i = 0; i < game->wager_count; i++)
        if (i == 0 || game->wagers[i].with_ante) {
            ruling = play_table_act(
                table, &(struct poker_action){.act = POKER_WAGER,
                                              .seat = 1,
                                              .wager = game->wagers[i].wager,
                                              .amount = play_table_limits(table, WAGER_ANTE).least});
            CHECK(ruling.allowed);
        }
}

json_t *play_games_view(struct play_room *room)
{
    json_t *games = json_array();
    for (unsigned i = 0; play_games[i]; i++) {
        const struct play_game *game = play_games[i];
        struct play_table table;
        json_t *without = json_array();
        open_probe(&table, game, room);
        for (unsigned k = 0; k < PLAY_WAGERS_MAX && game->optional[k]; k++)
            (void)json_array_append_new(without, json_string(game->optional[k]));
        (void)json_array_append_new(
            games, json_pack("{s:s,s:s,s:s,s:i,s:s,s:o,s:o,s:o,s:o}", "game", game->name, "title",
                             game->title, "document", game->document, "seats", (int)PLAY_SEATS_MAX, "simple",
                             game->simple_words, "wagers", wagers_view(&table), "paytables",
                             paytables_view(&table), "choices", choices_view(&table), "without", without));
    }
    return json_pack("{s:o}", "games", games);
}

/* ------------------------------------------------------------------------------------------ worth */

enum { WORTH_DECIMALS = 8, WORTH_SIZE = 64 };

static json_t *worth_view(struct fraction fraction)
{
    char decimal[WORTH_SIZE], numerator[WORTH_SIZE], denominator[WORTH_SIZE];
    struct text_out out;
    text_out_init(&out, decimal, sizeof decimal);
    fraction_write_decimal(&out, fraction, WORTH_DECIMALS);
    text_out_init(&out, numerator, sizeof numerator);
    wide_write(&out, fraction.numerator);
    text_out_init(&out, denominator, sizeof denominator);
    uwide_write(&out, fraction.denominator);
    return json_pack("{s:s,s:s,s:s}", "decimal", decimal, "numerator", numerator, "denominator", denominator);
}

static json_t *advice_view(const struct play_advice *advice)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < advice->count; i++) {
        const struct play_choice *choice = &advice->choices[i];
        (void)json_array_append_new(
            list,
            json_pack("{s:s,s:i,s:o,s:o}", "act", choice->antes == 0 ? "fold" : "play", "antes",
                      (int)choice->antes, "value", worth_view(choice->worth), "cost",
                      worth_view(fraction_subtract(advice->choices[advice->best].worth, choice->worth))));
    }
    return list;
}

static void choice_words(struct text_out *out, unsigned antes, bool gerund)
{
    if (antes == 0)
        text_out_add(out, gerund ? "folding" : "fold");
    else
        text_out_add(out, gerund ? "playing %ux" : "play %ux", antes);
}

json_t *room_hint_view(const struct room_table *table)
{
    unsigned seat = play_table_turn(&table->table);
    struct play_advice advice = play_table_advise(&table->table, seat);
    char words[128];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "Best is to ");
    choice_words(&out, advice.choices[advice.best].antes, false);
    text_out_add(&out, ": it is worth ");
    fraction_write_decimal(
        &out, fraction_subtract(advice.choices[advice.best].worth, advice.choices[advice.next].worth), 4);
    text_out_add(&out, " Antes more than ");
    choice_words(&out, advice.choices[advice.next].antes, true);
    text_out_add(&out, ".");
    return json_pack("{s:i,s:o,s:i,s:s}", "seat", (int)seat, "choices", advice_view(&advice), "best",
                     (int)advice.best, "words", words);
}

static json_t *decision_view(const struct room_table *table, const struct room_decision *decision)
{
    const struct play_advice *advice = &decision->advice;
    struct money ante = play_table_seat(&table->table, decision->seat)->wagers[WAGER_ANTE];
    char best[32], words[160], cents[WORTH_SIZE];
    struct text_out out;
    text_out_init(&out, best, sizeof best);
    choice_words(&out, advice->choices[advice->best].antes, false);
    text_out_init(&out, cents, sizeof cents);
    fraction_write_decimal(&out, fraction_multiply(decision->cost, fraction_of(ante.cents, 1)), 2);
    text_out_init(&out, words, sizeof words);
    if (decision->cost.numerator == 0) {
        text_out_add(&out, "That was the best: %s.", best);
    } else {
        text_out_add(&out, "Best was to %s; that cost ", best);
        fraction_write_decimal(&out, decision->cost, 4);
        text_out_add(&out, " Antes.");
    }
    return json_pack("{s:i,s:s,s:o,s:o,s:s,s:s,s:s,s:o}", "seat", (int)decision->seat, "act",
                     decision->amount.cents > 0 ? "play" : "fold", "amount", document_cents(decision->amount),
                     "cost", worth_view(decision->cost), "cost-cents", cents, "best", best, "words", words,
                     "choices", advice_view(advice));
}

static json_t *decisions_view(const struct room_table *table)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < table->decision_count; i++)
        (void)json_array_append_new(list, decision_view(table, &table->decisions[i]));
    return list;
}

/* ------------------------------------------------------------------------------------------ steps */

static json_t *step_view(const struct room_step *kept, bool all_cards)
{
    const struct play_step *step = &kept->step;
    json_t *view = json_pack("{s:s,s:s}", "step", play_step_name(step->kind), "words", step->words);
    if (step->of_seat)
        set(view, "seat", json_integer(step->seat));
    if (step->kind == PLAY_STEP_CARD) {
        set(view, "face-down", json_boolean(kept->face_down));
        if (all_cards || !kept->face_down)
            set(view, "card", card_view(step->card));
    }
    if (kept->turned_count > 0)
        set(view, "cards", cards_view(kept->turned, kept->turned_count));
    if (step->kind == PLAY_STEP_WAGER || step->kind == PLAY_STEP_PLAY || step->kind == PLAY_STEP_SETTLE)
        set(view, "wager", json_string(wager_id(step->wager)));
    if (step->kind == PLAY_STEP_WAGER || step->kind == PLAY_STEP_PLAY || step->kind == PLAY_STEP_SETTLE ||
        step->kind == PLAY_STEP_BUY_IN)
        set(view, "amount", document_cents(step->amount));
    if (step->kind == PLAY_STEP_SETTLE) {
        set(view, "stake", document_cents(step->stake));
        set(view, "net", json_integer(step->amount.cents - step->stake.cents));
    }
    if (step->clause && step->clause[0])
        set(view, "clause", json_string(step->clause));
    return view;
}

static json_t *steps_view(const struct room_table *table, unsigned from, unsigned to, bool all_cards)
{
    json_t *list = json_array();
    for (unsigned i = from; i < to; i++)
        (void)json_array_append_new(list, step_view(&table->steps[i], all_cards));
    return list;
}

static json_t *settlement_view(const struct room_table *table)
{
    const struct settlement *settlement = play_table_settlement(&table->table);
    json_t *list = json_array();
    unsigned shown = room_lines_shown(table);
    for (unsigned i = 0; i < settlement->count && i < shown; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        (void)json_array_append_new(
            list, json_pack("{s:i,s:s,s:s,s:o,s:o,s:o,s:s,s:s}", "seat", (int)line->seat, "wager",
                            wager_id(line->wager), "label", wager_name(line->wager), "stake",
                            document_cents(line->stake), "handed", document_cents(settlement_handed(line)),
                            "net", document_cents(settlement_line_net(line)), "clause", line->clause, "words",
                            line->words));
    }
    return list;
}

/* ------------------------------------------------------------------------------------------ the table */

static json_t *dealer_view(const struct room_table *table)
{
    const struct poker_seat *dealer = play_table_seat(&table->table, 0);
    char says[2 * PLAY_HAND_WORDS_SIZE] = "";
    struct text_out out;
    unsigned from, shown = play_table_dealer_shows(&table->table, &from);
    if (from + shown > dealer->hand.count)
        shown = from < dealer->hand.count ? dealer->hand.count - from : 0;
    text_out_init(&out, says, sizeof says);
    if (room_is_revealed(table) && !(table->trains && trainer_hides_hand(&table->trainer)))
        play_table_say_dealer(&table->table, &out);
    return json_pack("{s:o,s:i,s:s}", "cards", cards_view(dealer->hand.cards + from, shown), "hidden",
                     (int)(dealer->hand.count - shown), "says", says);
}

static json_t *seat_view(const struct room_table *table, unsigned number)
{
    const struct room_seat *seat = &table->seats[number];
    const struct poker_seat *view = play_table_seat(&table->table, number);
    bool settled = room_is_settled(table);
    bool open = seat->guest.who == PLAY_PERSON || room_is_revealed(table);
    bool said = open && view->hand.count == POKER_HAND_CARDS && (!table->trains || settled);
    char says[PLAY_HAND_WORDS_SIZE] = "";
    json_t *wagers = json_object();
    for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
        if (view->wagers[wager].cents > 0)
            set(wagers, wager_id((enum wager)wager), document_cents(view->wagers[wager]));
    int64_t net = settled ? settlement_seat_net(play_table_settlement(&table->table), number).cents : 0;
    if (said)
        (void)play_hand_words(&table->table, number, says);
    return json_pack("{s:i,s:s,s:s,s:o,s:o,s:o,s:i,s:s,s:b,s:b,s:b,s:I,s:I,s:o}", "seat", (int)number, "name",
                     seat->guest.name, "who", who_name(seat->guest.who), "stack",
                     document_cents(room_left(table, number)), "wagers", wagers, "cards",
                     cards_view(view->hand.cards, open ? view->hand.count : 0), "hidden",
                     open ? 0 : (int)view->hand.count, "says", says, "in-round",
                     play_table_in_round(&table->table, number), "played", view->decision == POKER_PLAYED,
                     "folded", view->decision == POKER_FOLDED, "net", (json_int_t)net, "total",
                     (json_int_t)seat->total, "bought", document_cents(seat->bought));
}

static json_t *seats_view(const struct room_table *table)
{
    json_t *list = json_array();
    for (unsigned seat = 1; seat <= table->seat_count; seat++)
        (void)json_array_append_new(list, seat_view(table, seat));
    return list;
}

static json_t *meters_view(const struct play_table *table)
{
    json_t *list = json_array();
    const struct meter *meter;
    for (unsigned i = 0; (meter = play_table_meter(table, i)); i++)
        (void)json_array_append_new(
            list, json_pack("{s:s,s:o}", "name", meter->name, "cents", document_cents(meter->value)));
    return list;
}

static json_t *limits_view(const struct play_table *table)
{
    json_t *limits = json_object();
    for (unsigned i = 0; i < table->game->wager_count; i++) {
        enum wager wager = table->game->wagers[i].wager;
        struct wager_limits of = play_table_limits(table, wager);
        if (of.most.cents > 0)
            set(limits, wager_id(wager),
                json_pack("{s:o,s:o}", "least", document_cents(of.least), "most", document_cents(of.most)));
    }
    return limits;
}

static const char *stage_name(const struct room_table *table)
{
    if (room_is_settled(table))
        return "settled";
    switch (play_table_stage(&table->table)) {
    case PLAY_BETTING:
        return "betting";
    case PLAY_DECIDING:
        return "deciding";
    case PLAY_DEALING:
        return "dealing";
    default:
        return room_is_revealed(table) ? "settling" : "dealing";
    }
}

static json_t *draws_view(const struct play_table *table)
{
    char words[SETTLEMENT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    play_table_say_draws(table, &out);
    return document_text(text_out_text(&out));
}

/* ------------------------------------------------------------------------------------------ what is allowed */

static void allow(json_t *list, const char *act, unsigned seat, unsigned antes, const struct ruling *ruling)
{
    json_t *view = json_pack("{s:s,s:b}", "act", act, "allowed", ruling->allowed);
    if (seat > 0)
        set(view, "seat", json_integer(seat));
    if (antes > 0)
        set(view, "antes", json_integer(antes));
    if (!ruling->allowed) {
        set(view, "words", json_string(ruling->words));
        if (ruling->clause[0])
            set(view, "clause", json_string(ruling->clause));
    }
    (void)json_array_append_new(list, view);
}

static void allow_decision(json_t *list, const struct room_table *table, unsigned seat)
{
    struct money ante = play_table_seat(&table->table, seat)->wagers[WAGER_ANTE];
    struct ruling ruling =
        play_table_may(&table->table, &(struct poker_action){.act = POKER_FOLD, .seat = seat});
    allow(list, "fold", seat, 0, &ruling);
    for (unsigned antes = 1; antes <= 3; antes++) {
        struct poker_action play = {
            .act = POKER_PLAY, .seat = seat, .amount = money_of_cents(antes * ante.cents)};
        ruling = play_table_may(&table->table, &play);
        if (ruling.allowed && play.amount.cents > room_left(table, seat).cents)
            ruling = ruling_no("", "the chips do not reach");
        allow(list, "play", seat, antes, &ruling);
    }
}

static json_t *allowed_view(const struct room_table *table)
{
    json_t *list = json_array();
    enum play_stage stage = play_table_stage(&table->table);
    struct ruling ruling = ruling_yes();
    if (table->trains && trainer_task(&table->trainer)) {
        allow(list, "answer", 0, 0, &ruling);
        return list;
    }
    if (room_is_settled(table))
        allow(list, "next", 0, 0, &ruling);
    if (stage == PLAY_BETTING) {
        for (unsigned seat = 1; seat <= table->seat_count; seat++)
            if (table->seats[seat].guest.who == PLAY_PERSON) {
                allow(list, "wager", seat, 0, &ruling);
                if (wagers_total(table->seats[seat].bets).cents > 0)
                    allow(list, "rebet", seat, 0, &ruling);
            }
        ruling = play_table_may(&table->table, &(struct poker_action){.act = POKER_LOCK});
        allow(list, "deal", 0, 0, &ruling);
    }
    if (stage == PLAY_DECIDING)
        allow_decision(list, table, play_table_turn(&table->table));
    return list;
}

/* ------------------------------------------------------------------------------------------ training */

static json_t *task_view(const struct train_task *task)
{
    json_t *view =
        json_pack("{s:i,s:s,s:s,s:s}", "number", (int)task->number, "topic", train_topic_name(task->topic),
                  "question", task->question, "kind", task->choice_count > 0 ? "choice" : "amount");
    json_t *choices = json_array();
    for (unsigned i = 0; i < task->choice_count; i++)
        (void)json_array_append_new(
            choices, json_pack("{s:s,s:s}", "key", task->choices[i].key, "words", task->choices[i].words));
    set(view, "choices", choices);
    if (task->seat > 0)
        set(view, "seat", json_integer(task->seat));
    if (task->of_wager) {
        set(view, "wager", json_string(wager_id(task->wager)));
        set(view, "stake", document_cents(task->stake));
    }
    return view;
}

static json_t *judged_view(const struct train_judged *judged)
{
    return json_pack("{s:i,s:s,s:b,s:s,s:s,s:s,s:s}", "number", (int)judged->number, "question",
                     judged->question, "right", judged->right, "given", judged->given, "answer",
                     judged->answer, "words", judged->words, "clause", judged->clause);
}

static json_t *score_view(const struct train_score *score)
{
    json_t *topics = json_array(), *mistakes = json_array();
    for (unsigned i = 0; i < TRAIN_TOPICS; i++)
        (void)json_array_append_new(
            topics, json_pack("{s:s,s:i,s:i}", "topic", train_topic_name((enum train_topic)i), "asked",
                              (int)score->topics[i].asked, "right", (int)score->topics[i].right));
    for (unsigned i = 0; i < score->mistake_count; i++)
        (void)json_array_append_new(mistakes, judged_view(&score->mistakes[i]));
    return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:o,s:o}", "asked", (int)score->asked, "right",
                     (int)score->right, "wrong", (int)(score->asked - score->right), "percent",
                     score->asked > 0 ? (int)(100 * score->right / score->asked) : 100, "streak",
                     (int)score->streak, "best-streak", (int)score->best_streak, "topics", topics, "mistakes",
                     mistakes);
}

json_t *room_table_view(const struct room_table *table)
{
    const struct play_game *game = table->table.game;
    unsigned turn = play_table_stage(&table->table) == PLAY_DECIDING ? play_table_turn(&table->table) : 0;
    json_t *view = json_pack("{s:s,s:I,s:s,s:s,s:s,s:s,s:i,s:s,s:i}", "table", table->id, "version",
                             (json_int_t)table->version, "game", game->name, "title", game->title, "document",
                             game->document, "mode", table->trains ? "train" : "play", "round",
                             (int)play_table_round(&table->table)->number, "stage", stage_name(table), "turn",
                             (int)turn);
    set(view, "dealer", dealer_view(table));
    set(view, "draws", draws_view(&table->table));
    set(view, "seats", seats_view(table));
    set(view, "meters", meters_view(&table->table));
    set(view, "limits", limits_view(&table->table));
    set(view, "paytables", paytables_view(&table->table));
    set(view, "steps", steps_view(table, table->from, table->shown, false));
    set(view, "settlement", settlement_view(table));
    set(view, "decisions", decisions_view(table));
    set(view, "allowed", allowed_view(table));
    if (!table->trains)
        return view;
    const struct train_task *task = trainer_task(&table->trainer);
    if (task)
        set(view, "task", task_view(task));
    if (table->trainer.judged.number > 0)
        set(view, "judged", judged_view(&table->trainer.judged));
    set(view, "score", score_view(&table->trainer.score));
    return view;
}

/* ------------------------------------------------------------------------------------------ the past */

static json_t *round_view(const struct room_table *table)
{
    json_t *view = json_pack("{s:i}", "round", (int)play_table_round(&table->table)->number);
    set(view, "dealer", dealer_view(table));
    set(view, "draws", draws_view(&table->table));
    set(view, "seats", seats_view(table));
    set(view, "meters", meters_view(&table->table));
    set(view, "steps", steps_view(table, 0, table->step_count, true));
    set(view, "settlement", settlement_view(table));
    set(view, "decisions", decisions_view(table));
    return view;
}

void room_keep_round(struct room_table *table)
{
    json_t *view = round_view(table);
    char *bytes = view ? json_dumps(view, JSON_COMPACT) : NULL;
    struct text_out out;
    json_decref(view);
    if (!bytes)
        return;
    struct room_round round = {
        .round = play_table_round(&table->table)->number, .bytes = bytes, .size = strlen(bytes)};
    for (unsigned seat = 1; seat <= table->seat_count; seat++) {
        round.in_round[seat] = play_table_in_round(&table->table, seat);
        round.nets[seat] = settlement_seat_net(play_table_settlement(&table->table), seat).cents;
    }
    for (unsigned i = 0; i < table->decision_count; i++)
        round.mistakes += table->decisions[i].cost.numerator > 0;
    text_out_init(&out, round.dealer, sizeof round.dealer);
    if (room_is_revealed(table))
        play_table_say_dealer(&table->table, &out);
    while (table->round_count > 0 &&
           (table->round_count == PLAY_ROUNDS_MAX || table->round_bytes + round.size > ROUNDS_BYTES_MAX)) {
        table->round_bytes -= table->rounds[0].size;
        free(table->rounds[0].bytes);
        table->round_count--;
        memmove(&table->rounds[0], &table->rounds[1], table->round_count * sizeof table->rounds[0]);
    }
    table->rounds[table->round_count++] = round;
    table->round_bytes += round.size;
}

const struct room_round *room_find_round(const struct room_table *table, uint64_t round)
{
    for (unsigned i = 0; i < table->round_count; i++)
        if (table->rounds[i].round == round)
            return &table->rounds[i];
    return NULL;
}

json_t *room_rounds_view(const struct room_table *table)
{
    json_t *list = json_array();
    for (unsigned i = table->round_count; i-- > 0;) {
        const struct room_round *round = &table->rounds[i];
        json_t *nets = json_array();
        for (unsigned seat = 1; seat <= table->seat_count; seat++)
            if (round->in_round[seat])
                (void)json_array_append_new(
                    nets, json_pack("{s:i,s:I}", "seat", (int)seat, "net", (json_int_t)round->nets[seat]));
        (void)json_array_append_new(list,
                                    json_pack("{s:i,s:s,s:o,s:i}", "round", (int)round->round, "dealer",
                                              round->dealer, "nets", nets, "mistakes", (int)round->mistakes));
    }
    return json_pack("{s:o}", "rounds", list);
}
