#include "games/poker_case_internal.h"

#include "base/check.h"

#include <stdio.h>

/* ------------------------------------------------------------------------------------ the table */

enum status poker_case_stop(struct poker_case *run, const struct ruling *ruling)
{
    run->stopped = true;
    return case_differs(run->result, run->line, run->fault, "refused: %s (%s)", ruling->words,
                        ruling->clause);
}

enum status poker_case_open(struct poker_case *run)
{
    if (run->open)
        return STATUS_OK;
    struct ruling ruling = run->game->open(run);
    if (!ruling.allowed)
        return poker_case_stop(run, &ruling);
    run->open = true;
    return run->game->set_meters(run);
}

/* The round is over or void: it goes into the result. */
static enum status report_round(struct poker_case *run)
{
    const struct poker_round *table = run->round;
    const struct case_ending ending = {.seats = run->seats,
                                       .is_void = table->state == POKER_VOID,
                                       .void_clause = table->void_clause,
                                       .void_words = table->void_words,
                                       .settlement = &table->settlement};
    struct case_round *round;
    enum status status = case_add_ending(run->result, run->line, &ending, &round, run->fault);
    if (status != STATUS_OK)
        return status;
    const struct meter *meter;
    while ((meter = run->game->poker->meter(table, round->meter_count))) {
        struct case_meter *shown = &round->meters[round->meter_count];
        *shown = run->meters[round->meter_count++];
        shown->name = meter->name;
        shown->after = meter->value;
        shown->reserve_after = meter->reserve;
    }
    run->reported = true;
    return STATUS_OK;
}

enum status poker_case_act(struct poker_case *run, struct poker_action *action)
{
    const struct poker_game *poker = run->game->poker;
    const struct meter *meter;
    action->now = run->now;
    struct ruling ruling = poker->may(run->round, action);
    if (!ruling.allowed)
        return poker_case_stop(run, &ruling);
    enum status status = STATUS_OK;
    if (action->act == POKER_NEXT_ROUND && !run->reported)
        status = report_round(run);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; action->act == POKER_LOCK && (meter = poker->meter(run->round, i)); i++)
        run->meters[i] = (struct case_meter){.before = meter->value, .reserve_before = meter->reserve};
    ruling = poker->act(run->round, action);
    CHECK(ruling.allowed);
    for (unsigned i = 0; action->act == POKER_LOCK && (meter = poker->meter(run->round, i)); i++)
        run->meters[i].locked = meter->value;
    if (action->act == POKER_NEXT_ROUND)
        run->reported = false;
    return STATUS_OK;
}

/* The next card or stack as the seats' lines have it. */
static enum status deal_next(struct poker_case *run)
{
    unsigned seat = run->game->poker->deal_to(run->round);
    unsigned at = run->round->seats[seat].hand.count;
    bool stacks = run->game->deals_stacks && run->game->deals_stacks(run);
    unsigned wanted = stacks ? POKER_HAND_CARDS : 1;
    const struct hand *hand = &run->scripts[seat].hand;
    struct poker_action action = {.act = stacks ? POKER_DEAL_STACK : POKER_DEAL_CARD};
    if (hand->count < at + wanted) {
        struct case_cursor cursor = case_start(run->line);
        char who[24] = "the dealer";
        if (seat != POKER_DEALER)
            (void)snprintf(who, sizeof who, "%s %u", run->game->place, seat);
        return case_fault_at(
            &cursor, run->fault, STATUS_INVALID, "for this step %s needs %u cards; the case gives %u", who,
            seat == POKER_DEALER ? run->game->dealer_cards : (unsigned)POKER_HAND_CARDS, hand->count);
    }
    action.card = hand->cards[at];
    for (unsigned i = 0; i < wanted; i++)
        action.cards[i] = hand->cards[at + i];
    return poker_case_act(run, &action);
}

static enum status decide_next(struct poker_case *run)
{
    unsigned seat = run->game->poker->turn(run->round);
    const struct case_script *script = &run->scripts[seat];
    struct poker_action action = {.seat = seat, .amount = script->play, .act = POKER_FOLD};
    if (script->decision == CASE_UNDECIDED) {
        struct case_cursor cursor = case_start(run->line);
        return case_fault_at(&cursor, run->fault, STATUS_INVALID,
                             "for this step %s %u must have decided; write \"; play AMOUNT\" or "
                             "\"; folds\" at its line",
                             run->game->place, seat);
    }
    if (script->decision == CASE_PLAYS)
        action.act = script->unseen ? POKER_PLAY_UNSEEN : POKER_PLAY;
    return poker_case_act(run, &action);
}

enum status poker_case_go_on(struct poker_case *run)
{
    struct poker_action action;
    if (run->game->poker->routine(run->round, &action))
        return poker_case_act(run, &action);
    switch (run->round->state) {
    case POKER_BETTING:
        action = (struct poker_action){.act = POKER_LOCK};
        return poker_case_act(run, &action);
    case POKER_LOCKED:
    case POKER_DEALING:
        return deal_next(run);
    case POKER_DECIDING:
        return decide_next(run);
    default: {
        CHECK_OP(run->round->state, ==, POKER_DEALT); /* every other state has its routine */
        struct case_cursor cursor = case_start(run->line);
        return case_fault_at(&cursor, run->fault, STATUS_INVALID,
                             "the stub count was wrong; a line \"hands: dealer 5, seat 1 5\" must follow");
    }
    }
}

enum status poker_case_bring_to(struct poker_case *run, enum poker_state state)
{
    enum status status = poker_case_open(run);
    while (poker_case_goes_on(run, status) && run->round->state < state && run->round->state != POKER_OVER)
        status = poker_case_go_on(run);
    return status;
}

static enum status bring_to_turn(struct poker_case *run, unsigned seat)
{
    const struct poker_game *poker = run->game->poker;
    enum status status = poker_case_bring_to(run, POKER_DECIDING);
    while (poker_case_goes_on(run, status) && poker->turn(run->round) != 0 &&
           poker->turn(run->round) < seat && poker->in_round(run->round, seat))
        status = decide_next(run);
    return status;
}

enum status poker_case_next_round(struct poker_case *run, bool forget)
{
    enum status status = poker_case_open(run);
    if (!poker_case_goes_on(run, status) ||
        (run->round->state != POKER_OVER && run->round->state != POKER_VOID))
        return status;
    struct poker_action next = {.act = POKER_NEXT_ROUND};
    status = poker_case_act(run, &next);
    for (unsigned seat = 0; forget && seat <= POKER_SEATS_MAX; seat++)
        run->scripts[seat] = (struct case_script){0};
    return status;
}

/* ------------------------------------------------------------------------------ lines that state */

enum status poker_case_settings(struct poker_case *run, size_t at, struct case_cursor *cursor,
                                poker_case_setting *take, void *settings, struct text *clause)
{
    enum status status = case_settings_heading(cursor, run->open, run->game->clause, clause, run->fault);
    for (size_t i = at + 1; status == STATUS_OK && i < run->file->count && run->file->lines[i].indented;
         i++) {
        struct case_cursor line = case_start(&run->file->lines[i]);
        status = take(&line, settings, run->fault);
        if (status == STATUS_OK)
            status = case_end(&line, run->fault);
    }
    return status;
}

enum status poker_case_judge_settings(struct poker_case *run, const struct case_cursor *cursor,
                                      struct text clause, const struct ruling *ruling)
{
    if (clause.length > 0)
        return case_compare_refusal(run->result, cursor, clause, ruling, "these settings are allowed",
                                    run->fault);
    return ruling->allowed ? STATUS_OK : poker_case_stop(run, ruling);
}

/* Its number is the person's, unless somebody has sat down. */
enum status poker_case_place(struct poker_case *run, unsigned seat)
{
    enum status status = STATUS_OK;
    if (run->round->seats[seat].player == 0) {
        struct poker_action sit = {.act = POKER_SIT, .seat = seat, .player = seat};
        status = poker_case_act(run, &sit);
    }
    for (unsigned wager = 0; wager < WAGER_COUNT && poker_case_goes_on(run, status); wager++)
        if (run->scripts[seat].wagers[wager].cents > 0) {
            struct poker_action action = {.act = POKER_WAGER,
                                          .seat = seat,
                                          .wager = (enum wager)wager,
                                          .amount = run->scripts[seat].wagers[wager]};
            status = poker_case_act(run, &action);
        }
    return status;
}

/* The first line of a seat behind a round that has ended begins the next. */
static enum status take_seat_line(struct poker_case *run, unsigned seat, struct case_cursor *cursor)
{
    enum status status = poker_case_next_round(run, true);
    if (!poker_case_goes_on(run, status))
        return status;
    struct case_script script;
    status = case_seat_line(cursor, POKER_HAND_CARDS, &script, run->fault);
    if (status == STATUS_OK && run->game->in_turn && script.decision == CASE_PLAYS)
        script.unseen = case_take_words(cursor, "unseen");
    if (status == STATUS_OK)
        status = case_end(cursor, run->fault);
    if (status != STATUS_OK)
        return status;
    run->scripts[seat] = script;
    return poker_case_place(run, seat);
}

/* ---------------------------------------------------------------------------------------- steps */

/* Routine work that comes before the buttons of the keypad is done for them. */
static enum status do_step(struct poker_case *run, struct poker_step *step)
{
    bool done = false;
    enum status status = step->turn ? bring_to_turn(run, step->turn) : poker_case_bring_to(run, step->moment);
    if (poker_case_goes_on(run, status))
        status = run->game->before(run, step, &done);
    if (!poker_case_goes_on(run, status) || done)
        return status;
    if (step->action.act == POKER_NEXT_ROUND)
        return poker_case_next_round(run, true);
    bool is_button = step->action.act == POKER_LOCK || step->action.act == POKER_END;
    struct poker_action routine;
    while (poker_case_goes_on(run, status) && is_button && run->round->state == step->moment &&
           run->game->poker->routine(run->round, &routine) && routine.act != step->action.act)
        status = poker_case_act(run, &routine);
    return poker_case_goes_on(run, status) ? poker_case_act(run, &step->action) : status;
}

enum status poker_case_finish(struct poker_case *run, struct case_cursor *cursor, struct poker_step *step)
{
    if (!case_take_arrow(cursor)) {
        enum status status = case_end(cursor, run->fault);
        return status == STATUS_OK ? do_step(run, step) : status;
    }
    struct text clause;
    enum status status = case_refusal(cursor, run->game->clause, &clause, run->fault);
    if (status == STATUS_OK)
        status = poker_case_open(run);
    if (!poker_case_goes_on(run, status))
        return status;
    step->action.now = run->now;
    struct ruling ruling = run->game->poker->may(run->round, &step->action);
    return case_compare_refusal(run->result, cursor, clause, &ruling, "this is allowed", run->fault);
}

enum status poker_case_card(struct poker_case *run, struct case_cursor *cursor, struct card *card)
{
    struct hand hand;
    enum status status = case_cards(cursor, 1, 1, &hand, run->fault);
    if (status == STATUS_OK)
        *card = hand.cards[0];
    return status;
}

static bool take_words(struct case_cursor *cursor, const struct poker_words *words, struct poker_step *step)
{
    for (; words->words; words++)
        if (case_take_words(cursor, words->words)) {
            step->action.act = words->act;
            step->action.by_device = words->by_device;
            step->moment = words->moment;
            return true;
        }
    return false;
}

/* What comes after "seat 2", or after "dealer". */
static enum status take_seat_step(struct poker_case *run, unsigned seat, struct case_cursor *cursor,
                                  struct poker_step *step)
{
    struct poker_action *action = &step->action;
    action->seat = seat;
    bool withdraws = case_take_words(cursor, "withdraws");
    if (withdraws || case_take_words(cursor, "wagers")) {
        action->act = POKER_WAGER;
        if (!case_take_wager(cursor, &action->wager))
            return case_expected(cursor, run->fault, "the name of a wager");
        return withdraws ? STATUS_OK : case_wager_amount(cursor, &action->amount, run->fault);
    }
    if (case_take_words(cursor, "key")) { /* the hand button of a row, by the name of the hand */
        action->act = POKER_KEY;
        step->moment = POKER_REVEALED;
        if (case_take_row(cursor, run->game->keys(run), &action->count))
            return STATUS_OK;
        return case_expected(cursor, run->fault, "a hand of the progressive table in use");
    }
    if (take_words(cursor, run->game->of_seat, step))
        return STATUS_OK;
    bool plays = case_take_words(cursor, "plays");
    if (plays || case_take_words(cursor, "folds")) {
        action->act = plays ? POKER_PLAY : POKER_FOLD;
        step->moment = POKER_DECIDING;
        step->turn = run->game->in_turn ? seat : 0;
        enum status status = plays ? case_money(cursor, &action->amount, run->fault) : STATUS_OK;
        if (status == STATUS_OK && plays && run->game->in_turn && case_take_words(cursor, "unseen"))
            action->act = POKER_PLAY_UNSEEN;
        return status;
    }
    if (!case_take_words(cursor, "has"))
        return case_expected(cursor, run->fault, run->game->seat_steps);
    action->act = POKER_WRONG_COUNT;
    return case_card_count(cursor, DECK_CARDS, &action->count, run->fault);
}

static enum status take_seat(struct poker_case *run, struct case_cursor *cursor, bool is_dealer)
{
    unsigned seat = POKER_DEALER;
    enum status status = STATUS_OK;
    if (!is_dealer)
        status = case_ordinal(cursor, POKER_SEATS_MAX, run->game->places, &seat, run->fault);
    if (status != STATUS_OK)
        return status;
    if (case_take(cursor, ':'))
        return is_dealer ? run->game->take_dealer(run, cursor) : take_seat_line(run, seat, cursor);
    struct poker_step step = {.moment = POKER_BETTING};
    status = take_seat_step(run, seat, cursor, &step);
    return status == STATUS_OK ? poker_case_finish(run, cursor, &step) : status;
}

static enum status take_step(struct poker_case *run, struct case_cursor *cursor)
{
    struct poker_step step = {.moment = POKER_BETTING};
    bool known = take_words(cursor, run->game->plain, &step);
    enum status status = STATUS_OK;
    if (!known && case_take_words(cursor, "player")) { /* player 3 sits at seat 2 */
        known = true;
        step.action.act = POKER_SIT;
        status = case_sitting(cursor, run->game->sits, &step.action.player, &step.action.seat, run->fault);
    }
    if (!known)
        status = run->game->take_step(run, cursor, &step, &known);
    if (status == STATUS_OK && !known)
        return case_expected(cursor, run->fault, run->game->lines);
    return status == STATUS_OK ? poker_case_finish(run, cursor, &step) : status;
}

/* ------------------------------------------------------------------------------------- the case */

static enum status expect(struct poker_case *run, size_t at, struct case_cursor *cursor)
{
    enum status status = case_expect_heading(cursor, run->fault);
    if (status == STATUS_OK)
        status = poker_case_bring_to(run, POKER_OVER);
    if (poker_case_goes_on(run, status) && !run->reported)
        status = report_round(run);
    if (!poker_case_goes_on(run, status))
        return status;
    struct case_expectation expectation = {run, run->game->expect};
    return case_compare(run->file, at, run->result->last_round, &expectation, run->result, run->fault);
}

static enum status take_line(struct poker_case *run, size_t at)
{
    const struct poker_case_game *game = run->game;
    struct case_cursor cursor = case_start(&run->file->lines[at]);
    if (case_take_words(&cursor, "settings"))
        return game->take_settings(run, at, &cursor);
    if (case_take_words(&cursor, "meter"))
        return game->take_meter(run, &cursor);
    if (case_take_words(&cursor, "seat") || case_take_words(&cursor, game->place))
        return take_seat(run, &cursor, false);
    if (case_take_words(&cursor, "expect"))
        return expect(run, at, &cursor);
    bool known = false;
    enum status status = game->take_line(run, &cursor, &known);
    if (status != STATUS_OK || known)
        return status;
    if (case_take_words(&cursor, "dealer"))
        return take_seat(run, &cursor, true);
    if (!case_take_words(&cursor, "state") || !case_take(&cursor, ':'))
        return take_step(run, &cursor);
    status = poker_case_open(run);
    return poker_case_goes_on(run, status)
               ? case_compare_state(run->result, &cursor, poker_state_name(run->round->state), run->fault)
               : status;
}

enum status poker_case_play(struct poker_case *run)
{
    const struct case_file *file = run->file;
    enum status status = STATUS_OK;
    run->line = &file->lines[file->count - 1];
    for (size_t at = file->first; at < file->count && poker_case_goes_on(run, status); at++) {
        if (file->lines[at].indented) {
            status = case_check_indented(file, at, run->fault);
        } else {
            run->line = &file->lines[at];
            status = take_line(run, at);
        }
    }
    bool complete = run->scripts[POKER_DEALER].hand.count == run->game->dealer_cards;
    if (poker_case_goes_on(run, status) && run->open && !run->reported && complete)
        status = poker_case_bring_to(run, POKER_OVER);
    bool ended = run->open && (run->round->state == POKER_OVER || run->round->state == POKER_VOID);
    if (poker_case_goes_on(run, status) && !run->reported && ended)
        status = report_round(run);
    return status;
}
