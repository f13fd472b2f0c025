#include "house/kernel/floor.h"

#include "base/check.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/people/staff.h"
#include "house/setup/setup.h"

#include <string.h>

const char rule_permission[] = "house#permission", rule_two_persons[] = "house#two-persons",
           rule_time[] = "house#time", rule_table[] = "house#table", rule_round[] = "house#round",
           rule_patron[] = "house#patron", rule_document[] = "house#document", rule_hand[] = "house#hand",
           rule_money[] = "house#money", rule_exclusion[] = "house#exclusion", rule_words[] = "house#words",
           rule_id[] = "house#id", rule_approved[] = "house#approved";

enum { DECISION_MEMORY_MAX = 64 << 20 };

enum status floor_init(struct floor *floor, size_t memory_max, struct fault *fault)
{
    *floor = (struct floor){.program = &this_program, .decided_by = {.decisions = DECISIONS_FIRST}};
    arena_init(&floor->arena, memory_max);
    findings_init(&floor->findings, &floor->arena, FINDINGS_KEPT);
    enum status status = ledger_init(&floor->ledger, &floor->arena);
    for (unsigned i = 0; i < DESKS && status == STATUS_OK; i++)
        if (desks[i]->begin)
            status = desks[i]->begin(floor);
    return status == STATUS_OK ? status
                               : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a house");
}

void floor_release(struct floor *floor)
{
    arena_release(&floor->arena);
}

void decision_init(struct decision *decision)
{
    arena_init(&decision->arena, DECISION_MEMORY_MAX);
    decision->event_count = 0;
}

void decision_release(struct decision *decision)
{
    arena_release(&decision->arena);
}

/* ------------------------------------------------------------------------------------------ deciding */

enum status refuse_by(struct deciding *deciding, struct ruling ruling)
{
    CHECK(!ruling.allowed && ruling.clause &&
          ruling.words[0] != '\0'); /* nobody is refused without a reason */
    deciding->decision->ruling = ruling;
    return STATUS_OK;
}

const char *kept_clause(struct deciding *deciding, struct text clause)
{
    struct text copy = text_of(rule_document);
    enum status status = arena_copy_text(&deciding->decision->arena, clause, &copy);
    return status == STATUS_OK && clause.length > 0 ? copy.bytes : rule_document;
}

struct event *happens(struct deciding *deciding, enum event_kind kind)
{
    CHECK_OP(kind, <, EVENT_KINDS);
    CHECK_OP(deciding->decision->event_count, <=, DECISION_EVENTS_MAX);
    struct decision *decision = deciding->decision;
    if (decision->event_count == DECISION_EVENTS_MAX)
        return NULL;
    struct event *event = &decision->events[decision->event_count++];
    *event = (struct event){.kind = kind};
    event->head = (struct event_head){.at = deciding->at, .by = deciding->command->head.by};
    return event;
}

struct draft *draft_for(struct deciding *deciding, uint32_t offer)
{
    CHECK_OP(offer, <, deciding->floor->offering_count);
    draft_of_activity(&deciding->decision->draft, offer);
    return &deciding->decision->draft;
}

/* Whether the books can still count what the draft moves. */
static bool has_room(const struct draft *draft)
{
    CHECK_OP(draft->movement_count, <=, DRAFT_MOVEMENTS_MAX);
    int64_t room = LEDGER_CENTS_MAX - draft->ledger->moved;
    for (unsigned i = 0; i < draft->movement_count && room >= 0; i++)
        room = draft->movements[i].cents <= room ? room - draft->movements[i].cents : -1;
    return room >= 0;
}

enum status refuse_overflow(struct deciding *deciding)
{
    return REFUSE(deciding, rule_money,
                  "this moves money more than %d times, the most that one event can record; settle it in "
                  "smaller parts, or take an offer from the table",
                  DRAFT_MOVEMENTS_MAX);
}

enum status take_money(struct deciding *deciding, struct money_rows *money)
{
    struct decision *decision = deciding->decision;
    struct draft *draft = &decision->draft;
    CHECK(draft->ledger == &deciding->floor->ledger);
    /* Also of what is moved by hand or comes back of an award: as soon as the fund holds it is not the next event. */
    repay_from_funds(deciding->floor, draft);
    if (draft->overflowed && deciding->command->kind == COMMAND_CLOCK)
        return STATUS_NO_SPACE; /* time cannot be refused */
    if (draft->overflowed)
        return refuse_overflow(deciding);
    if (!has_room(draft))
        return REFUSE(deciding, rule_money, "the books have reached the largest total they can count");
    struct movement *movements = ARENA_ARRAY(&decision->arena, struct movement, draft->movement_count);
    struct advance_row *advances = ARENA_ARRAY(&decision->arena, struct advance_row, draft->advance_count);
    struct repaying_row *repaying = ARENA_ARRAY(&decision->arena, struct repaying_row, draft->advance_count);
    bool others = false; /* a fund repays that is not the first of its offer */
    if (!movements || !advances || !repaying)
        return decision->arena.refusal;
    for (unsigned i = 0; i < draft->movement_count; i++)
        movements[i] = draft->movements[i];
    for (unsigned i = 0; i < draft->advance_count; i++) {
        const struct advance_change *change = &draft->advances[i];
        advances[i] = (struct advance_row){change->activity, change->cents, change->clause};
        repaying[i] = (struct repaying_row){change->fund};
        others |= change->fund != deciding->floor->offerings[change->activity].terms.fund;
    }
    CHECK_IMPLIES(draft->advance_count > 0, draft->movement_count > 0); /* nobody lends without money */
    *money = (struct money_rows){.movements = movements,
                                 .movement_count = draft->movement_count,
                                 .advances = advances,
                                 .advance_count = draft->advance_count,
                                 .repaying = repaying,
                                 .repaying_count = others ? draft->advance_count : 0};
    return STATUS_OK;
}

const char *floor_permission(enum command_kind kind)
{
    return desk_command_of(kind)->permission;
}

const char *floor_permission_countersigned(enum command_kind kind)
{
    return desk_command_of(kind)->countersigned;
}

enum signing judge_signing(const struct floor *floor, enum command_kind kind, struct text by,
                           struct text second)
{
    const char *permission = floor_permission(kind), *countersigned = floor_permission_countersigned(kind);
    CHECK_IMPLIES(countersigned, permission);
    bool counts = countersigned && second.length > 0;
    if (counts && (!may_sign_together(floor, by, second) || !floor_person_may(floor, second, permission)))
        return SIGNING_NOT_BY_SECOND;
    return floor_person_may(floor, by, permission) || (counts && floor_person_may(floor, by, countersigned))
               ? SIGNING_IS_RIGHT
               : SIGNING_NOT_BY_FIRST;
}

/* Checks that the person who asks has the permission, or has the lower one and a second person with the permission countersigns.
 * False after a refusal. */
static bool may_ask(struct deciding *deciding)
{
    const struct command *command = deciding->command;
    const char *permission = floor_permission(command->kind),
               *countersigned = floor_permission_countersigned(command->kind);
    struct text by = command->head.by, second = countersigned ? command_second(command) : text_of("");
    const enum signing signing = judge_signing(deciding->floor, command->kind, by, second);
    if (signing == SIGNING_NOT_BY_SECOND && !text_equal(by, second) &&
        !may_sign_together(deciding->floor, by, second))
        (void)refuse_together(deciding, second);
    else if (signing == SIGNING_NOT_BY_SECOND)
        (void)REFUSE(deciding, rule_two_persons, "%.*s cannot countersign; ask another employee who may %s",
                     TEXT_ARGUMENTS(second), permission);
    else if (signing == SIGNING_NOT_BY_FIRST && by.length == 0)
        (void)REFUSE(deciding, rule_permission, "say who asks: add by and the name of the employee");
    else if (signing == SIGNING_NOT_BY_FIRST)
        (void)REFUSE(deciding, rule_permission, "%.*s may not %s here%s", TEXT_ARGUMENTS(by),
                     permission ? permission : "do anything",
                     countersigned ? "; ask an employee who may to countersign" : "");
    return signing == SIGNING_IS_RIGHT;
}

/* Money of a command is within what the house counts with; false after a refusal. */
static bool check_amounts(struct deciding *deciding)
{
    const struct command *command = deciding->command;
    const char *field =
        record_money_outside(command_shape(command->kind), &command->head, 0, VALUE_CENTS_MAX);
    if (field)
        (void)REFUSE(deciding, rule_money, "%s is from $0 to $1,000,000,000,000", field);
    return !field;
}

/* Names, notes and reasons can be kept and shown, and money is within what the house counts with; false after a refusal. */
static bool check_fields(struct deciding *deciding)
{
    const struct record_shape *shape = command_shape(deciding->command->kind);
    const char *text = record_text_outside(shape, &deciding->command->head, COMMAND_TEXT_MAX);
    if (text)
        (void)REFUSE(deciding, rule_words, "%s is at most %d bytes long and has no control characters", text,
                     COMMAND_TEXT_MAX);
    return !text && check_amounts(deciding);
}

enum status floor_decide(const struct floor *floor, const struct command *command, struct decision *decision,
                         struct fault *fault)
{
    struct deciding deciding = {floor, command, decision, floor->now};
    CHECK_OP(command->kind, <, COMMAND_KINDS);
    CHECK(desk_command_of(command->kind)->decide);
    CHECK(instant_compare(command->head.at, floor->now) <= 0);
    const int64_t moved = floor->ledger.moved;
    arena_clear(&decision->arena);
    decision->event_count = 0;
    decision->unfinished = false;
    decision->ruling.allowed = true;
    draft_begin(&decision->draft, &floor->ledger);
    enum status status = STATUS_OK;
    if (!floor->opened && command->kind != COMMAND_OPEN_HOUSE)
        (void)REFUSE(&deciding, rule_document, "the house is not open; open it first with open-house");
    else if ((!floor->opened || command->kind == COMMAND_CLOCK || may_ask(&deciding)) &&
             check_fields(&deciding) &&
             (!desk_command_of(command->kind)->second_always ||
              check_second(&deciding, command_second(command))))
        status = desk_command_of(command->kind)->decide(&deciding);
    if (!decision->ruling.allowed || status != STATUS_OK)
        decision->event_count = 0;
    CHECK_OP(floor->ledger.moved, ==, moved); /* deciding changes nothing */
    for (unsigned i = 0; i < decision->event_count; i++)
        CHECK(instant_compare(decision->events[i].head.at, floor->now) >= 0); /* I8 */
    return status == STATUS_OK ? STATUS_OK
                               : fault_set(fault, status, 0, "there is no room to decide %s",
                                           command_shape(command->kind)->name);
}

/* ------------------------------------------------------------------------------------------ applying */

enum status make_room(struct arena *arena, void **items, unsigned count, unsigned *room, size_t size)
{
    enum { ROOM_FIRST = 16 };
    CHECK_OP(count, <=, *room);
    if (count < *room)
        return STATUS_OK;
    unsigned wanted = *room ? *room * 2 : ROOM_FIRST;
    CHECK_OP(wanted, >, count);
    unsigned char *grown = arena_alloc_array(arena, wanted, size, _Alignof(max_align_t));
    if (!grown)
        return arena->refusal;
    const unsigned char *from = *items;
    for (size_t i = 0; i < count * size; i++)
        grown[i] = from[i];
    *items = grown;
    *room = wanted;
    return STATUS_OK;
}

unsigned place_of_number(const void *items, unsigned count, size_t size, uint64_t number)
{
    const unsigned char *bytes = items;
    unsigned low = 0, high = count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (*(const uint32_t *)(const void *)(bytes + middle * size) < number)
            low = middle + 1;
        else
            high = middle;
    }
    CHECK_OP(low, <=, count);
    return low < count && *(const uint32_t *)(const void *)(bytes + low * size) == number ? low : count;
}

enum status strange(struct fault *fault, const struct event *event, const char *what)
{
    return fault_set(fault, STATUS_INVALID, 0, "an event %s that cannot have happened here: %s",
                     event_name(event->kind), what);
}

enum status strange_winner(struct fault *fault, const struct event *event, uint32_t prize, struct text patron,
                           const struct ruling *ruling)
{
    char whose[64] = "";
    struct text_out out;
    text_out_init(&out, whose, sizeof whose);
    if (patron.length > 0)
        text_out_add(&out, " of %.*s", TEXT_ARGUMENTS(text_clipped(patron, 40)));
    return fault_set(fault, STATUS_INVALID, 0,
                     "an event %s that cannot have happened here: prize %u%s: %s (%s)",
                     event_name(event->kind), prize, whose, ruling->words, ruling->clause);
}

/* An advance came or went. `taken_back`: it is owed no more though no money repaid it. */
static enum status apply_advance(struct floor *floor, const struct event *event, uint32_t index,
                                 bool taken_back, struct fault *fault)
{
    const struct desk_event *of = desk_event_of(event->kind);
    const struct money_rows *money = event_money(event);
    const struct advance_row *row = &money->advances[index];
    if (row->offer >= floor->offering_count)
        return strange(fault, event, "an advance for an offer that does not exist");
    struct offering *offering = &floor->offerings[row->offer];
    if (row->cents > LEDGER_CENTS_MAX - offering->advanced)
        return strange(fault, event, "an advance of more than the books can count");
    account_id fund = money_repaying(money, index, offering->terms.fund);
    if (fund >= floor->ledger.count)
        return strange(fault, event, "an advance that no fund repays");
    const uint32_t award = of->award ? *(const uint32_t *)(const void *)(event->record + of->award) : 0;
    const struct advance advance = {row->cents, floor->advances_made + 1, row->clause, award, fund};
    enum status status = taken_back       ? of->take_back(floor, event, row, fund)
                         : row->cents < 0 ? funds_repaid(&offering->funds, fund, -row->cents)
                                          : funds_advanced(&offering->funds, &advance, &floor->arena);
    floor->advances_made += row->cents > 0;
    *(row->cents > 0 ? &offering->advanced : &offering->repaid) += row->cents > 0 ? row->cents : -row->cents;
    CHECK_IMPLIES(status == STATUS_OK,
                  offering->advanced - offering->repaid == funds_advances(&offering->funds)); /* I4 */
    if (status == STATUS_INVALID)
        return strange(fault, event, "a repayment of what was never advanced");
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the advances");
}

/* Money that an event of this house could move: accounts that exist, no guarded one below zero, and no sum beyond counting. */
static enum status apply_money(struct floor *floor, const struct event *event, const struct money_rows *money,
                               struct fault *fault)
{
    struct ledger *ledger = &floor->ledger;
    int64_t moved = ledger->moved;
    for (uint32_t i = 0; i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i];
        if (movement->from >= ledger->count || movement->to >= ledger->count ||
            movement->from == movement->to || movement->cents <= 0)
            return strange(fault, event, "money moves between accounts that do not exist");
        if (movement->clause.length == 0)
            return strange(fault, event, "a movement of money without a clause");
        const struct account *from = &ledger->accounts[movement->from];
        if (account_is_guarded(from->kind) && from->balance < movement->cents)
            return strange(fault, event, "a movement of more money than the account holds");
        if (movement->cents > LEDGER_CENTS_MAX - ledger->moved)
            return strange(fault, event, "a movement of more money than the books can count");
        moved += movement->cents;
        ledger_move(ledger, movement);
    }
    CHECK_OP(ledger->moved, ==, moved); /* each movement once */
    if (money->repaying_count != 0 && money->repaying_count != money->advance_count)
        return strange(fault, event, "not as many funds that repay as there are advances");
    enum status status = STATUS_OK;
    int64_t back = desk_event_of(event->kind)->take_back ? money_taken_back(money) : 0; /* comes first */
    for (uint32_t i = 0; i < money->advance_count && status == STATUS_OK; i++) {
        status = apply_advance(floor, event, i, back > 0, fault);
        back += back > 0 && money->advances[i].cents < 0 ? money->advances[i].cents : 0;
    }
    return status;
}

/* Time has passed without an event until somebody acted. */
static bool is_later_by_person(const struct floor *floor, const struct event *event)
{
    return floor->opened && event->head.by.length > 0 && instant_compare(event->head.at, floor->now) > 0;
}

static enum status before_time(struct floor *floor, struct instant then, struct fault *fault)
{
    CHECK(instant_compare(then, floor->now) > 0);
    for (unsigned i = 0; i < DESKS; i++)
        if (desks[i]->time_passes && desks[i]->time_passes(floor, then) != STATUS_OK)
            return fault_set(fault, floor->arena.refusal, 0, "there is no memory for what the meters showed");
    return STATUS_OK;
}

static void after_time(struct floor *floor)
{
    for (unsigned i = 0; i < DESKS; i++)
        if (desks[i]->time_passed)
            desks[i]->time_passed(floor);
}

static enum status pass_time(struct floor *floor, struct instant then, struct fault *fault)
{
    enum status status = before_time(floor, then, fault);
    if (status != STATUS_OK)
        return status;
    floor->now = then;
    after_time(floor);
    return STATUS_OK;
}

enum status floor_pass_time(struct floor *floor, struct instant at, struct fault *fault)
{
    if (!floor->opened || instant_compare(at, floor->now) <= 0)
        return STATUS_OK;
    if (floor_something_is_due(floor, at))
        return fault_set(fault, STATUS_INVALID, 0, "something is due until then, and has not happened");
    return pass_time(floor, at, fault);
}

/* An event whose time has come, and that tells everything. */
static enum status apply_whole(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct money_rows *money = event_money(event);
    const int passed = instant_compare(event->head.at, floor->told);
    bool passes = instant_compare(event->head.at, floor->now) > 0;
    enum status status = judge_signatures(floor, event, fault);
    if (status == STATUS_OK && passes)
        status = before_time(floor, event->head.at, fault);
    if (status == STATUS_OK && money && (money->movement_count | money->advance_count))
        status = apply_money(floor, event, money, fault);
    if (status == STATUS_OK)
        status = desk_event_of(event->kind)->apply(floor, event, fault);
    if (event->kind != EVENT_TIME_CONFIRMED && passed > 0 &&
        instant_compare(event->head.at, floor->confirmed) >= 0)
        floor->confirmed = (struct instant){0};
    floor->now = floor->told = event->head.at;
    CHECK_IMPLIES(status == STATUS_OK, floor->opened);
    CHECK_OP(floor->open_prizes_from, <=, floor->prize_count);
    if (status == STATUS_OK && passes)
        after_time(floor);
    return status;
}

/* An event of an old log with what it does not tell. */
struct whole {
    struct arena arena;
    struct event event;
};

/* The event that tells everything; it lives until whole_release(). NULL: there is no memory. */
static const struct event *whole_of(const struct floor *floor, const struct event *event, struct whole *whole)
{
    const struct desk_event *of = desk_event_of(event->kind);
    arena_init(&whole->arena, WHOLE_MEMORY_MAX);
    if (!of->complete || tells_everything(floor, event->kind) || !floor->opened)
        return event;
    whole->event = *event;
    return of->complete(floor, &whole->event, &whole->arena) == STATUS_OK ? &whole->event : NULL;
}

static void whole_release(struct whole *whole)
{
    arena_release(&whole->arena);
}

static enum status no_memory_for(const struct event *event, struct fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for an event %s",
                     event_name(event->kind));
}

/* Whoever acts at a later time finds that time in the house; what time brings is there when it comes (I16). */
enum status floor_apply(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct whole whole;
    if (!floor->opened && event->kind != EVENT_HOUSE_OPENED)
        return strange(fault, event, "the house was not open yet");
    if (instant_compare(event->head.at, floor->now) < 0)
        return strange(fault, event, "it is earlier than the one before"); /* I8 */
    enum status status =
        is_later_by_person(floor, event) ? pass_time(floor, event->head.at, fault) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    const struct event *told = whole_of(floor, event, &whole);
    status = told ? apply_whole(floor, told, fault) : no_memory_for(event, fault);
    whole_release(&whole);
    return status;
}

static bool is_movement(const struct movement *one, const struct movement *other)
{
    return one->from == other->from && one->to == other->to && one->cents == other->cents &&
           one->reason == other->reason && text_equal(one->clause, other->clause);
}

static bool is_advance(const struct floor *floor, const struct advance_change *one,
                       const struct money_rows *money, uint32_t index)
{
    const struct advance_row *other = &money->advances[index];
    return one->activity == other->offer && one->cents == other->cents &&
           text_equal(one->clause, other->clause) &&
           one->fund == money_repaying(money, index, floor->offerings[one->activity].terms.fund);
}

/* The movement of the draft that the event has not in its place. */
static enum status lacks_movement(const struct floor *floor, const struct event *event,
                                  const struct movement *movement, struct fault *fault)
{
    CHECK_OP(movement->to, <, floor->ledger.count);
    char words[160];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    const char *reason = movement_reason_name(movement->reason);
    text_out_add(&out, "%s %s of ", strchr("aeiou", reason[0]) ? "an" : "a", reason);
    money_write(&out, money_of_cents(movement->cents));
    text_out_add(&out, " to %.*s is missing, or not in its place (%.*s)",
                 TEXT_ARGUMENTS(text_clipped(floor->ledger.accounts[movement->to].name, 40)),
                 TEXT_ARGUMENTS(text_clipped(movement->clause, 80)));
    return strange(fault, event, words);
}

enum status judge_money(const struct floor *floor, const struct event *event, const struct draft *draft,
                        struct fault *fault)
{
    const struct money_rows *money = event_money(event);
    CHECK(money && draft->ledger == &floor->ledger);
    for (unsigned i = 0; i < draft->movement_count; i++)
        if (i >= money->movement_count || !is_movement(&draft->movements[i], &money->movements[i]))
            return lacks_movement(floor, event, &draft->movements[i], fault);
    if (money->movement_count > draft->movement_count)
        return strange(fault, event, "money moves that no document orders");
    bool same = !draft->overflowed && draft->advance_count == money->advance_count;
    for (unsigned i = 0; i < draft->advance_count && same; i++)
        same = is_advance(floor, &draft->advances[i], money, i);
    return same ? STATUS_OK : strange(fault, event, "other advances are repaid than the documents order");
}

/* A wrong signature or winner is reported first, because it says more than that another event was expected. For fees the report says
 * how they are split. */
enum status floor_replay(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct fault words;
    struct text_out out;
    bool says_why = desk_event_of(event->kind)->judged_first;
    bool undecided = is_beyond_deciding(floor, event);
    enum status judged = STATUS_OK;
    if (is_later_by_person(floor, event))
        judged = floor_something_is_due(floor, event->head.at)
                     ? strange(&words, event, "something was due before, and has not happened")
                     : pass_time(floor, event->head.at, &words);
    if (judged == STATUS_OK) {
        struct whole whole;
        const struct event *told = whole_of(floor, event, &whole);
        judged = told ? judge_winners(floor, told, &words) : no_memory_for(event, &words);
        says_why |= judged != STATUS_OK;
        if (judged == STATUS_OK)
            judged = judge_decided(floor, told, &words);
        whole_release(&whole);
    }
    if (judged != STATUS_OK && (judged != STATUS_INVALID || says_why))
        return fault_set(fault, judged, 0, "%s", words.words);
    enum status status = floor_apply(floor, event, fault);
    if (status == STATUS_OK && judged != STATUS_OK)
        return fault_set(fault, judged, 0, "%s", words.words);
    text_out_init(&out, words.words, sizeof words.words);
    if (status == STATUS_OK && undecided && !floor_audit(floor, &out))
        floor->doubtful = true; /* floor_audit() says so to who asks */
    return status;
}
