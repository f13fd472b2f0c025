/*
 * Decides again, for an audit, what documents and the clock alone decide (I15).
 *
 * For an event of these kinds the house knows all inputs of the decision: the hand and its cards, the award, the moment. The command
 * is decided again and must give the same event. So a forger cannot write a log with right hashes and balances in which a pool
 * grew by more than its document says, or a hand wins another row.
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
#include "house/kernel/deciding.h"

#include "base/check.h"
#include "house/kernel/desk.h"
#include "record/record.h"

/* The command that the event came from; false: the event cannot be decided again. */
static bool command_behind(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct desk_event *of = desk_event_of(event->kind);
    command->kind = command_kind_behind(floor, event);
    command->head.by = event->head.by;
    return of->command_again && of->command_again(floor, event, command);
}

/* ------------------------------------------------------------------------------------------ judging */

/* The same event, which says something else. Of money it is said which movement is missing. */
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

enum status judge_winners(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct desk_event *of = desk_event_of(event->kind);
    return of->judge_winners && floor->opened ? of->judge_winners(floor, event, fault) : STATUS_OK;
}

enum status judge_as_completed(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct desk_event *of = desk_event_of(event->kind);
    CHECK(of->complete);
    if (!tells_everything(floor, event->kind))
        return STATUS_OK;
    struct event again = *event;
    struct arena arena;
    char words[80];
    struct text_out out;
    arena_init(&arena, WHOLE_MEMORY_MAX);
    enum status status = of->complete(floor, &again, &arena);
    const char *field =
        status == STATUS_OK ? record_difference(event_shape(event->kind), &again.head, &event->head) : NULL;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "its \"%s\" is not what the house decides", field ? field : "");
    arena_release(&arena);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory to decide %s again", event_name(event->kind));
    return field ? strange(fault, event, words) : STATUS_OK;
}

enum status judge_decided(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct desk_event *of = desk_event_of(event->kind);
    if (!floor->opened || floor->doubtful || event->kind == EVENT_HOUSE_OPENED)
        return STATUS_OK;
    if (event->head.by.length > 0 && instant_compare(event->head.at, floor->now) != 0)
        return strange(fault, event, "the clock of the house does not show that time"); /* it is earlier */
    if (is_decided_otherwise(floor, event->kind))
        return STATUS_OK;
    enum status status = of->judge_told && tells_all(floor) ? of->judge_told(floor, event, fault) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    return of->judge_again ? of->judge_again(floor, event, fault) : judge_by_command(floor, event, fault);
}

bool is_beyond_deciding(const struct floor *floor, const struct event *event)
{
    const struct money_rows *money = event_money(event);
    struct command command = {0};
    if (!money || money->movement_count == 0)
        return false;
    return is_decided_otherwise(floor, event->kind) ||
           (!desk_event_of(event->kind)->judge_again && !command_behind(floor, event, &command));
}
