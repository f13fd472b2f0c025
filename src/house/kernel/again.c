/*
 * What documents and the clock decide by themselves is decided again (I15).
 *
 * Of an event of these kinds the house knows all that its decision came from: the hand and its cards, the award, the moment. So
 * it is decided once more, and must come out the same. One who can hash may write a log anew in which a pool grew by more than its
 * document says or a hand wins another row, and every balance is right; but not one that can be read.
 *
 *      time               seeds, increases, hours, administration, days, prizes that are held or lapse; and a clock, before which nothing
 *                         may be due that has not happened. What the end of a period brings comes together, and only the
 *                         first of it could be decided again.
 *      verify-hand        row, clause and score, by the cards
 *      authorise          the prizes of a round and where their money comes from; a hand that comes on a board
 *      reverse, raise     what goes back, and who covers the pool
 *      pay                which accounts the money goes to; what the winner said of himself to the tax office is not in the event
 *      at the tables      who sits, leaves and banks, tables that open and close, irregularities, the number of a round that ends
 *      appoint, dismiss   roles that the house has
 */
#include "house/kernel/floor_internal.h"

#include "record/record.h"

/* ------------------------------------------------------------------------------------------ which command it was */

static void clock_behind(const struct event *event, struct command *command)
{
    command->kind = COMMAND_CLOCK;
    command->clock.at = event->head.at;
    command->clock.far = true;
}

/* Where cards were entered they say the row. What could have spoken against the hand was not said of it. */
static void verify_behind(const struct hand_verified *verified, struct command *command)
{
    command->verify_hand = (struct verify_hand){
        .head = command->head,
        .hand = verified->hand,
        .row = verified->cards.length > 0 ? text_of("") : verified->row,
        .cards = verified->cards,
        .board = verified->board,
        .banker = verified->banker,
        .winner = verified->winner,
        .winners = verified->winners,
        .holders = verified->holders,
        .pot = verified->pot,
        .wager = verified->wager,
        .outcome = verified->outcome,
        .folded = verified->folded,
        .multiple = verified->multiple,
    };
}

static void reverse_behind(const struct award_reversed *reversed, struct command *command)
{
    command->reverse = (struct reverse){
        .head = command->head,
        .award = reversed->award,
        .prize = reversed->prize_count == 1 ? reversed->prizes[0].prize : 0,
        .reason = reversed->reason,
        .authorised_by = reversed->authorised_by,
    };
}

static bool raise_behind(const struct floor *floor, const struct pool_changed *raised,
                         struct command *command)
{
    if (raised->offer >= floor->offering_count)
        return false; /* which is found when it is applied */
    const struct offering *offering = &floor->offerings[raised->offer];
    const struct pool_terms *pool = terms_pool(&offering->terms, raised->pool);
    command->raise =
        (struct raise_pool){.head = command->head, .offer = offering->name, .pool = raised->pool};
    for (uint32_t i = 0; i < raised->money.posting_count && pool; i++)
        if (raised->money.postings[i].to == pool->account)
            command->raise.amount += raised->money.postings[i].cents;
    return true;
}

static void seat_behind(const struct event *event, struct command *command)
{
    command->at_seat.table = event->seat_changed.table;
    command->at_seat.seat = event->seat_changed.seat;
}

/* A hand that somebody puts on the board; one that was beaten comes back to it by itself. */
static bool post_behind(const struct floor *floor, const struct hand_posted *posted, struct command *command)
{
    command->about_hand.hand = posted->hand;
    return posted->hand > 0 && posted->hand <= floor->hand_count &&
           floor->hands[posted->hand - 1].state == HAND_VERIFIED;
}

/* What is done at the tables, and by whom the house is run. */
static bool floor_command_behind(const struct event *event, struct command *command)
{
    switch (event->kind) {
    case EVENT_TABLE_OPENED:
    case EVENT_TABLE_CLOSED:
        command->table.table = event->table_opened.table;
        return true;
    case EVENT_SEATED:
        command->sit = (struct sit){.head = command->head,
                                    .table = event->seated.table,
                                    .seat = event->seated.seat,
                                    .patron = event->seated.patron,
                                    .hold_button = event->seated.hold_button};
        return true;
    case EVENT_LEFT:
    case EVENT_BANKED:
        seat_behind(event, command);
        return true;
    case EVENT_IRREGULARITY_NOTED:
        command->irregularity = (struct irregularity){.head = command->head,
                                                      .table = event->irregularity_noted.table,
                                                      .what = event->irregularity_noted.what,
                                                      .note = event->irregularity_noted.note};
        return true;
    case EVENT_APPOINTED:
        command->appoint = (struct appoint){command->head, event->appointed.person, event->appointed.name,
                                            event->appointed.role};
        return true;
    case EVENT_DISMISSED:
        command->dismiss.person = event->appointed.person;
        return true;
    default:
        return false;
    }
}

/* False: the event cannot be decided again. */
static bool command_behind(const struct floor *floor, const struct event *event, struct command *command)
{
    command->kind = command_kind_behind(floor, event);
    command->head.by = event->head.by;
    switch (event->kind) {
    case EVENT_SEEDED:
    case EVENT_INCREASED:
    case EVENT_HOUR_COMPLETED:
    case EVENT_ADMINISTRATION_TAKEN:
    case EVENT_DAY_BEGAN:
    case EVENT_PRIZE_HELD:
        clock_behind(event, command);
        return true;
    case EVENT_PRIZE_LAPSED: /* somebody may have come for it in vain */
        clock_behind(event, command);
        return event->head.by.length == 0;
    case EVENT_HAND_VERIFIED:
        verify_behind(&event->hand_verified, command);
        return true;
    case EVENT_AWARDED:
        command->about_hand.hand = event->awarded.hand;
        return event->awarded.hand > 0 && event->awarded.round > 0;
    case EVENT_HAND_POSTED:
        return post_behind(floor, &event->hand_posted, command);
    case EVENT_AWARD_REVERSED:
        reverse_behind(&event->award_reversed, command);
        return true;
    case EVENT_RAISED:
        return raise_behind(floor, &event->pool_changed, command);
    default:
        return floor_command_behind(event, command);
    }
}

/* ------------------------------------------------------------------------------------------ judging */

/* Of every round, so it is looked at and not decided. */
static enum status judge_ended(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct table *table = floor_table(floor, event->round_ended.table);
    return !table || (table->round.runs && event->round_ended.round == table->round.number)
               ? STATUS_OK
               : strange(fault, event, "no round of that number runs");
}

/* The same event, which says something else. Of money it is said which posting is missing. */
static enum status differs(const struct floor *floor, const struct event *event,
                           const struct decision *decision, const char *field, struct fault *fault)
{
    char words[80];
    struct text_out out;
    if (event_money(event) && judge_money(floor, event, &decision->draft, fault) != STATUS_OK)
        return STATUS_INVALID;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "its \"%s\" is not what the house decides", field);
    return strange(fault, event, words);
}

static enum status decide_again(const struct floor *floor, const struct event *event,
                                const struct command *command, struct decision *decision, struct fault *fault)
{
    const struct event *first = &decision->events[0];
    char words[160];
    struct text_out out;
    enum status status = floor_decide(floor, command, decision, fault);
    if (status != STATUS_OK)
        return status;
    if (decision->event_count > 0 && first->kind == event->kind) {
        const char *field = record_difference(event_shape(event->kind), &first->head, &event->head);
        return field ? differs(floor, event, decision, field, fault) : STATUS_OK;
    }
    text_out_init(&out, words, sizeof words);
    if (!decision->ruling.allowed)
        text_out_add(&out, "%.90s (%.60s)", decision->ruling.words, decision->ruling.clause);
    else if (decision->event_count == 0)
        text_out_add(&out, "nothing of the kind was due");
    else
        text_out_add(&out, "what was due is %s", event_name(first->kind));
    return strange(fault, event, words);
}

static enum status judge_by_command(const struct floor *floor, const struct event *event, struct fault *fault)
{
    struct command command = {0};
    if (!command_behind(floor, event, &command))
        return STATUS_OK;
    struct arena arena;
    arena_init(&arena, 2 * sizeof(struct decision));
    struct decision *decision = ARENA_NEW(&arena, struct decision);
    enum status status = arena.refusal;
    if (decision) {
        decision_init(decision);
        status = decide_again(floor, event, &command, decision, fault);
        decision_release(decision);
    } else
        (void)fault_set(fault, status, 0, "there is no memory to decide %s again", event_name(event->kind));
    arena_release(&arena);
    return status;
}

enum status judge_decided(const struct floor *floor, const struct event *event, struct fault *fault)
{
    if (!floor->opened || floor->doubtful || event->kind == EVENT_HOUSE_OPENED)
        return STATUS_OK;
    if (event->head.by.length > 0 && instant_compare(event->head.at, floor->now) != 0)
        return strange(fault, event, "the clock of the house does not show that time");
    switch (event->kind) {
    case EVENT_CLOCK:
        return something_is_due(floor, event->head.at)
                   ? strange(fault, event, "something was due before, and has not happened")
                   : STATUS_OK;
    case EVENT_ROUND_STARTED:
        return judge_fees(floor, event, fault);
    case EVENT_FEES_RETURNED:
        return judge_returned(floor, event, fault);
    case EVENT_ROUND_ENDED:
        return judge_ended(floor, event, fault);
    case EVENT_PRIZE_PAID:
        return judge_payment(floor, event, fault);
    default:
        return judge_by_command(floor, event, fault);
    }
}

bool is_beyond_deciding(const struct floor *floor, const struct event *event)
{
    const struct money_rows *money = event_money(event);
    if (!money || money->posting_count == 0 || event->kind == EVENT_ROUND_STARTED ||
        event->kind == EVENT_FEES_RETURNED || event->kind == EVENT_PRIZE_PAID)
        return false;
    struct command command = {0};
    return !command_behind(floor, event, &command);
}
