#include "house/floor_internal.h"

#include "base/check.h"

#include <string.h>

const char rule_permission[] = "house#permission", rule_two_persons[] = "house#two-persons",
           rule_time[] = "house#time", rule_table[] = "house#table", rule_round[] = "house#round",
           rule_patron[] = "house#patron", rule_document[] = "house#document", rule_hand[] = "house#hand",
           rule_money[] = "house#money", rule_exclusion[] = "house#exclusion", rule_words[] = "house#words";

const char *const hand_state_words[] = {[HAND_CLAIMED] = "claimed",   [HAND_VERIFIED] = "verified",
                                        [HAND_REJECTED] = "rejected", [HAND_POSTED] = "posted",
                                        [HAND_AWARDED] = "awarded",   [HAND_WITHDRAWN] = "withdrawn",
                                        [HAND_BEATEN] = "beaten",     NULL};

const char *const tray_state_words[] = {
    [TRAY_NOT_USED] = "", [TRAY_OWED] = "owed", [TRAY_REIMBURSED] = "reimbursed", NULL};

const char *const identification_words[] = {[IDENTIFICATION_NONE] = "",
                                            [IDENTIFICATION_ANY] = "without a photograph",
                                            [IDENTIFICATION_WITH_PHOTOGRAPH] = "with a photograph",
                                            NULL};

enum { DECISION_MEMORY_MAX = 64 << 20 };

enum status floor_init(struct floor *floor, size_t memory_max, struct fault *fault)
{
    *floor = (struct floor){.opened = false};
    arena_init(&floor->arena, memory_max);
    names_init(&floor->person_names, &floor->arena);
    names_init(&floor->patron_names, &floor->arena);
    findings_init(&floor->findings, &floor->arena, FINDINGS_KEPT);
    floor->offerings = ARENA_ARRAY(&floor->arena, struct offering, FLOOR_OFFERS_MAX);
    if (!floor->offerings || ledger_init(&floor->ledger, &floor->arena) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a house");
    return STATUS_OK;
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
    struct decision *decision = deciding->decision;
    if (decision->event_count == DECISION_EVENTS_MAX)
        return NULL;
    struct event *event = &decision->events[decision->event_count++];
    *event = (struct event){.kind = kind};
    event->head = (struct event_head){deciding->floor->now, deciding->command->head.by};
    return event;
}

struct draft *draft_for(struct deciding *deciding, uint32_t offer)
{
    draft_of_activity(&deciding->decision->draft, offer);
    return &deciding->decision->draft;
}

static bool is_credited(const struct draft *draft, account_id account)
{
    for (unsigned i = 0; i < draft->posting_count; i++)
        if (draft->postings[i].to == account)
            return true;
    return false;
}

void repay_from_funds(const struct floor *floor, struct draft *draft)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct funds *funds = &floor->offerings[i].funds;
        if (funds->first == funds && funds_owe(funds) && is_credited(draft, funds->terms->fund)) {
            draft_of_activity(draft, i);
            funds_repay(draft, funds);
        }
    }
}

/* Whether the books can still count what the draft moves. */
static bool has_room(const struct draft *draft)
{
    int64_t room = LEDGER_CENTS_MAX - draft->ledger->moved;
    for (unsigned i = 0; i < draft->posting_count && room >= 0; i++)
        room = draft->postings[i].cents <= room ? room - draft->postings[i].cents : -1;
    return room >= 0;
}

enum status take_money(struct deciding *deciding, struct money_rows *money)
{
    struct decision *decision = deciding->decision;
    struct draft *draft = &decision->draft;
    /* Also of what is moved by hand or comes back of an award: as soon as the fund holds it is not the next event. */
    repay_from_funds(deciding->floor, draft);
    if (draft->overflowed)
        return STATUS_NO_SPACE;
    if (!has_room(draft))
        return REFUSE(deciding, rule_money, "the books have moved as much as they can count");
    struct posting *postings = ARENA_ARRAY(&decision->arena, struct posting, draft->posting_count);
    struct advance_row *advances = ARENA_ARRAY(&decision->arena, struct advance_row, draft->advance_count);
    if (!postings || !advances)
        return decision->arena.refusal;
    for (unsigned i = 0; i < draft->posting_count; i++)
        postings[i] = draft->postings[i];
    for (unsigned i = 0; i < draft->advance_count; i++)
        advances[i] = (struct advance_row){draft->advances[i].activity, draft->advances[i].cents,
                                           draft->advances[i].clause};
    *money = (struct money_rows){postings, draft->posting_count, advances, draft->advance_count};
    return STATUS_OK;
}

/* What a command needs, and who decides it. */
static const struct {
    const char *permission; /* NULL: whoever works here */
    decide_function *decide;
    const char *countersigned; /* the permission that is enough where a second person has the other */
} deciders[COMMAND_KINDS] = {
    [COMMAND_OPEN_HOUSE] = {NULL, decide_open_house, NULL},
    [COMMAND_FILE_DOCUMENT] = {"post offers", decide_file_document, NULL},
    [COMMAND_POST_OFFER] = {"post offers", decide_post_offer, NULL},
    [COMMAND_WITHDRAW_OFFER] = {"post offers", decide_withdraw_offer, NULL},
    [COMMAND_CLOCK] = {NULL, decide_clock, NULL},
    [COMMAND_APPOINT] = {"appoint", decide_appoint, NULL},
    [COMMAND_DISMISS] = {"appoint", decide_dismiss, NULL},
    [COMMAND_REGISTER] = {"register patrons", decide_register, NULL},
    [COMMAND_EXCLUDE] = {"verify", decide_exclude, NULL},
    [COMMAND_READMIT] = {"verify", decide_exclude, NULL},
    [COMMAND_OPEN_TABLE] = {"open tables", decide_open_table, NULL},
    [COMMAND_CLOSE_TABLE] = {"open tables", decide_close_table, NULL},
    [COMMAND_SIT] = {"start rounds", decide_sit, NULL},
    [COMMAND_LEAVE] = {"start rounds", decide_leave, NULL},
    [COMMAND_BANK] = {"start rounds", decide_bank, NULL},
    [COMMAND_EQUIPMENT] = {"start rounds", decide_equipment, NULL},
    [COMMAND_START_ROUND] = {"start rounds", decide_start_round, NULL},
    [COMMAND_IRREGULARITY] = {"start rounds", decide_irregularity, NULL},
    [COMMAND_CALL_FLOOR] = {"start rounds", decide_call_floor, NULL},
    [COMMAND_ANSWER_CALL] = {"open tables", decide_answer_call, NULL},
    [COMMAND_RETURN_FEES] = {"authorise", decide_return_fees, "start rounds"},
    [COMMAND_END_ROUND] = {"start rounds", decide_end_round, NULL},
    [COMMAND_CLAIM_HAND] = {"claim hands", decide_claim_hand, NULL},
    [COMMAND_VERIFY_HAND] = {"verify", decide_verify_hand, NULL},
    [COMMAND_REJECT_HAND] = {"verify", decide_reject_hand, "claim hands"},
    [COMMAND_WITHDRAW_HAND] = {"claim hands", decide_withdraw_hand, NULL},
    [COMMAND_AUTHORISE] = {"authorise", decide_authorise, NULL},
    [COMMAND_AWARD_PRIZE] = {"authorise", decide_award_prize, NULL},
    [COMMAND_IDENTIFY] = {"register patrons", decide_identify, NULL},
    [COMMAND_PAY] = {"pay", decide_pay, NULL},
    [COMMAND_REIMBURSE_TRAY] = {"pay", decide_reimburse_tray, NULL},
    [COMMAND_REDEEM] = {"pay", decide_redeem, NULL},
    [COMMAND_FORFEIT] = {"adjust", decide_forfeit, NULL},
    [COMMAND_REVERSE] = {"adjust", decide_reverse, NULL},
    [COMMAND_ADJUST] = {"adjust", decide_adjust, NULL},
    [COMMAND_RAISE] = {"adjust", decide_raise, NULL},
};

const char *floor_permission(enum command_kind kind)
{
    CHECK_OP(kind, <, COMMAND_KINDS);
    return deciders[kind].permission;
}

const char *floor_permission_countersigned(enum command_kind kind)
{
    CHECK_OP(kind, <, COMMAND_KINDS);
    return deciders[kind].countersigned;
}

enum signing judge_signing(const struct floor *floor, enum command_kind kind, struct text by,
                           struct text second)
{
    const char *permission = floor_permission(kind), *countersigned = floor_permission_countersigned(kind);
    bool counts = countersigned && second.length > 0;
    if (counts && (text_equal(second, by) || !floor_person_may(floor, second, permission)))
        return SIGNING_NOT_BY_SECOND;
    return floor_person_may(floor, by, permission) || (counts && floor_person_may(floor, by, countersigned))
               ? SIGNING_IS_RIGHT
               : SIGNING_NOT_BY_FIRST;
}

/* Whoever asks has the permission, or a second person has it who signs for somebody who may ask. False after a refusal. */
static bool may_ask(struct deciding *deciding)
{
    const struct command *command = deciding->command;
    const char *permission = floor_permission(command->kind),
               *countersigned = floor_permission_countersigned(command->kind);
    struct text by = command->head.by, second = countersigned ? command_second(command) : text_of("");
    const enum signing signing = judge_signing(deciding->floor, command->kind, by, second);
    if (signing == SIGNING_NOT_BY_SECOND)
        (void)REFUSE(deciding, rule_two_persons,
                     "%.*s cannot countersign: another person is asked who may %s", TEXT_ARGUMENTS(second),
                     permission);
    else if (signing == SIGNING_NOT_BY_FIRST && by.length == 0)
        (void)REFUSE(deciding, rule_permission, "say who asks: by and the name that the person signs with");
    else if (signing == SIGNING_NOT_BY_FIRST)
        (void)REFUSE(deciding, rule_permission, "%.*s may not %s here%s", TEXT_ARGUMENTS(by),
                     permission ? permission : "do anything",
                     countersigned ? "; somebody who may can countersign it" : "");
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
    struct deciding deciding = {floor, command, decision};
    CHECK_OP(command->kind, <, COMMAND_KINDS);
    arena_clear(&decision->arena);
    decision->event_count = 0;
    decision->unfinished = false;
    decision->ruling.allowed = true;
    draft_begin(&decision->draft, &floor->ledger);
    enum status status = STATUS_OK;
    if (!floor->opened && command->kind != COMMAND_OPEN_HOUSE)
        (void)REFUSE(&deciding, rule_document, "the house has not been opened; open-house comes first");
    else if ((!floor->opened || command->kind == COMMAND_CLOCK || may_ask(&deciding)) &&
             check_fields(&deciding))
        status = deciders[command->kind].decide(&deciding);
    if (!decision->ruling.allowed || status != STATUS_OK)
        decision->event_count = 0;
    return status == STATUS_OK ? STATUS_OK
                               : fault_set(fault, status, 0, "there is no room to decide %s",
                                           command_shape(command->kind)->name);
}

/* ------------------------------------------------------------------------------------------ applying */

enum status make_room(struct arena *arena, void **items, unsigned count, unsigned *room, size_t size)
{
    enum { ROOM_FIRST = 16 };
    if (count < *room)
        return STATUS_OK;
    unsigned wanted = *room ? *room * 2 : ROOM_FIRST;
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

static apply_function *const appliers[EVENT_KINDS] = {
    [EVENT_HOUSE_OPENED] = apply_house_opened,
    [EVENT_DOCUMENT_FILED] = apply_document_filed,
    [EVENT_OFFER_POSTED] = apply_offer_posted,
    [EVENT_OFFER_WITHDRAWN] = apply_offer_withdrawn,
    [EVENT_CLOCK] = apply_clock,
    [EVENT_DAY_BEGAN] = apply_day_began,
    [EVENT_SEEDED] = apply_pool_changed,
    [EVENT_INCREASED] = apply_pool_changed,
    [EVENT_HOUR_COMPLETED] = apply_hour_completed,
    [EVENT_ADMINISTRATION_TAKEN] = apply_administration_taken,
    [EVENT_APPOINTED] = apply_appointed,
    [EVENT_DISMISSED] = apply_dismissed,
    [EVENT_PATRON_RECORDED] = apply_patron,
    [EVENT_TABLE_OPENED] = apply_table_opened,
    [EVENT_TABLE_CLOSED] = apply_table_closed,
    [EVENT_SEATED] = apply_seated,
    [EVENT_LEFT] = apply_left,
    [EVENT_BANKED] = apply_banked,
    [EVENT_EQUIPMENT_REPORTED] = apply_equipment,
    [EVENT_ROUND_STARTED] = apply_round_started,
    [EVENT_IRREGULARITY_NOTED] = apply_irregularity,
    [EVENT_FLOOR_CALLED] = apply_floor_called,
    [EVENT_CALL_ANSWERED] = apply_call_answered,
    [EVENT_FEES_RETURNED] = apply_fees_returned,
    [EVENT_ROUND_ENDED] = apply_round_ended,
    [EVENT_HAND_CLAIMED] = apply_hand_claimed,
    [EVENT_HAND_VERIFIED] = apply_hand_verified,
    [EVENT_HAND_REJECTED] = apply_hand_rejected,
    [EVENT_HAND_WITHDRAWN] = apply_hand_withdrawn,
    [EVENT_HAND_POSTED] = apply_hand_posted,
    [EVENT_AWARDED] = apply_awarded,
    [EVENT_PERIOD_CLOSED] = apply_period_closed,
    [EVENT_PRIZE_IDENTIFIED] = apply_prize_identified,
    [EVENT_PRIZE_HELD] = apply_prize_changed,
    [EVENT_PRIZE_LAPSED] = apply_prize_changed,
    [EVENT_PRIZE_FORFEITED] = apply_prize_forfeited,
    [EVENT_PRIZE_PAID] = apply_prize_paid,
    [EVENT_TRAY_REIMBURSED] = apply_tray_reimbursed,
    [EVENT_VOUCHER_REDEEMED] = apply_voucher_redeemed,
    [EVENT_AWARD_REVERSED] = apply_award_reversed,
    [EVENT_ADJUSTED] = apply_adjusted,
    [EVENT_RAISED] = apply_pool_changed,
};

/* An award that is backed out takes back all that is owed for it, and nothing else; a prize of it some of that. */
static enum status take_back(struct floor *floor, const struct award_reversed *reversed,
                             const struct advance_row *row)
{
    struct funds *funds = &floor->offerings[row->offer].funds;
    uint32_t award = reversed->award;
    if (award == 0 || award > floor->award_count || floor->awards[award - 1].offer != row->offer)
        return STATUS_INVALID;
    int64_t owed = funds_advances_of_award(funds, award);
    if (row->cents < -owed || (is_backed_out_by(floor, reversed) && row->cents != -owed))
        return STATUS_INVALID;
    funds_take_back(funds, award, -row->cents);
    return STATUS_OK;
}

static enum status apply_advance(struct floor *floor, const struct event *event,
                                 const struct advance_row *row, bool is_back, struct fault *fault)
{
    if (row->offer >= floor->offering_count)
        return strange(fault, event, "an advance for an offer that does not exist");
    struct offering *offering = &floor->offerings[row->offer];
    const struct advance advance = {row->cents, floor->advances_made + 1, row->clause,
                                    event->kind == EVENT_AWARDED ? event->awarded.award : 0};
    enum status status = is_back          ? take_back(floor, &event->award_reversed, row)
                         : row->cents < 0 ? funds_repaid(&offering->funds, -row->cents)
                                          : funds_advanced(&offering->funds, &advance, &floor->arena);
    floor->advances_made += row->cents > 0;
    *(row->cents > 0 ? &offering->advanced : &offering->repaid) += row->cents > 0 ? row->cents : -row->cents;
    if (status == STATUS_INVALID)
        return strange(fault, event, "a repayment of what was never advanced");
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the advances");
}

/* Money that an event of this house could move: accounts that exist, no guarded one below zero, and no sum beyond counting. */
static enum status apply_money(struct floor *floor, const struct event *event, const struct money_rows *money,
                               struct fault *fault)
{
    struct ledger *ledger = &floor->ledger;
    for (uint32_t i = 0; i < money->posting_count; i++) {
        const struct posting *posting = &money->postings[i];
        if (posting->from >= ledger->count || posting->to >= ledger->count || posting->from == posting->to ||
            posting->cents <= 0)
            return strange(fault, event, "money moves between accounts that do not exist");
        if (posting->clause.length == 0)
            return strange(fault, event, "a movement of money without a clause");
        const struct account *from = &ledger->accounts[posting->from];
        if (account_is_guarded(from->kind) && from->balance < posting->cents)
            return strange(fault, event, "a movement of more money than the account holds");
        if (posting->cents > LEDGER_CENTS_MAX - ledger->moved)
            return strange(fault, event, "a movement of more money than the books can count");
        ledger_post(ledger, posting);
    }
    enum status status = STATUS_OK;
    bool back = event->kind == EVENT_AWARD_REVERSED && money_taken_back(money) > 0;
    for (uint32_t i = 0; i < money->advance_count && status == STATUS_OK; i++)
        status = apply_advance(floor, event, &money->advances[i], back && i == 0, fault);
    return status;
}

enum status floor_apply(struct floor *floor, const struct event *event, struct fault *fault)
{
    CHECK_OP(event->kind, <, EVENT_KINDS);
    const struct money_rows *money = event_money(event);
    int passed = instant_compare(event->head.at, floor->now);
    if (!floor->opened && event->kind != EVENT_HOUSE_OPENED)
        return strange(fault, event, "the house was not open yet");
    if (passed < 0)
        return strange(fault, event, "it is earlier than the one before"); /* I8 */
    enum status status = judge_signatures(floor, event, fault);
    if (status == STATUS_OK && passed > 0 && read_ended_periods(floor, event->head.at) != STATUS_OK)
        return fault_set(fault, floor->arena.refusal, 0, "there is no memory for what the meters showed");
    if (status == STATUS_OK && money && (money->posting_count | money->advance_count))
        status = apply_money(floor, event, money, fault);
    if (status == STATUS_OK)
        status = appliers[event->kind](floor, event, fault);
    floor->now = event->head.at;
    if (passed > 0 && status == STATUS_OK)
        look_at_clock(floor);
    return status;
}

static bool is_posting(const struct posting *one, const struct posting *other)
{
    return one->from == other->from && one->to == other->to && one->cents == other->cents &&
           one->reason == other->reason && text_equal(one->clause, other->clause);
}

static bool is_advance(const struct advance_change *one, const struct advance_row *other)
{
    return one->activity == other->offer && one->cents == other->cents &&
           text_equal(one->clause, other->clause);
}

/* The posting of the draft that the event has not in its place. */
static enum status lacks_posting(const struct floor *floor, const struct event *event,
                                 const struct posting *posting, struct fault *fault)
{
    char words[160];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    const char *reason = posting_reason_name(posting->reason);
    text_out_add(&out, "%s %s of ", strchr("aeiou", reason[0]) ? "an" : "a", reason);
    money_write(&out, money_of_cents(posting->cents));
    text_out_add(&out, " to %.*s is missing, or not in its place (%.*s)",
                 TEXT_ARGUMENTS(text_clipped(floor->ledger.accounts[posting->to].name, 40)),
                 TEXT_ARGUMENTS(text_clipped(posting->clause, 80)));
    return strange(fault, event, words);
}

enum status judge_money(const struct floor *floor, const struct event *event, const struct draft *draft,
                        struct fault *fault)
{
    const struct money_rows *money = event_money(event);
    for (unsigned i = 0; i < draft->posting_count; i++)
        if (i >= money->posting_count || !is_posting(&draft->postings[i], &money->postings[i]))
            return lacks_posting(floor, event, &draft->postings[i], fault);
    if (money->posting_count > draft->posting_count)
        return strange(fault, event, "money moves that no document orders");
    bool same = !draft->overflowed && draft->advance_count == money->advance_count;
    for (unsigned i = 0; i < draft->advance_count && same; i++)
        same = is_advance(&draft->advances[i], &money->advances[i]);
    return same ? STATUS_OK : strange(fault, event, "other advances are repaid than the documents order");
}

/* Who may not sign or win is named rather than that another event was to be expected. Of fees it is said how they are split. */
enum status floor_replay(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct fault words;
    struct text_out out;
    bool is_fee = event->kind == EVENT_ROUND_STARTED || event->kind == EVENT_FEES_RETURNED;
    bool undecided = is_beyond_deciding(floor, event);
    enum status judged = judge_decided(floor, event, &words);
    if (judged != STATUS_OK && (judged != STATUS_INVALID || is_fee))
        return fault_set(fault, judged, 0, "%s", words.words);
    enum status status = floor_apply(floor, event, fault);
    if (status == STATUS_OK && judged != STATUS_OK)
        return fault_set(fault, judged, 0, "%s", words.words);
    text_out_init(&out, words.words, sizeof words.words);
    if (status == STATUS_OK && undecided && !floor_audit(floor, &out))
        floor->doubtful = true; /* floor_audit() says so to who asks */
    return status;
}

/* ------------------------------------------------------------------------------------------ looking */

bool find_table(struct deciding *deciding, struct text name, uint32_t *table)
{
    const struct floor *floor = deciding->floor;
    const struct table *found = floor_table(floor, name);
    if (found) {
        *table = (uint32_t)(found - floor->tables);
        return true;
    }
    struct text_nearest nearest = text_nearest_to(name);
    for (unsigned i = 0; i < floor->table_count; i++)
        text_nearest_offer(&nearest, floor->tables[i].described->name_ended);
    struct text shown = text_clipped(name, 40);
    if (nearest.word)
        (void)REFUSE(deciding, rule_table, "there is no table %.*s; did you mean %s?", TEXT_ARGUMENTS(shown),
                     nearest.word);
    else
        (void)REFUSE(deciding, rule_table, "there is no table %.*s", TEXT_ARGUMENTS(shown));
    return false;
}

bool find_offer(struct deciding *deciding, struct text name, uint32_t *offer)
{
    const struct offering *found = floor_offering(deciding->floor, name);
    if (found) {
        *offer = (uint32_t)(found - deciding->floor->offerings);
        return true;
    }
    (void)REFUSE(deciding, rule_document, "there is no offer %.*s", TEXT_ARGUMENTS(text_clipped(name, 40)));
    return false;
}

bool find_patron(struct deciding *deciding, struct text name, uint32_t *patron)
{
    *patron = names_find(&deciding->floor->patron_names, name);
    if (*patron != NAMES_NONE)
        return true;
    (void)REFUSE(deciding, rule_patron, "the club knows no patron %.*s; register comes first",
                 TEXT_ARGUMENTS(text_clipped(name, 40)));
    return false;
}

struct table *table_called(struct floor *floor, struct text name)
{
    const struct table *found = floor_table(floor, name);
    return found ? &floor->tables[found - floor->tables] : NULL;
}

const struct offering *floor_offering(const struct floor *floor, struct text name)
{
    for (unsigned i = 0; i < floor->offering_count; i++)
        if (text_equal(floor->offerings[i].name, name))
            return &floor->offerings[i];
    return NULL;
}

/* By the descriptions, which lie close together: a table takes many pages. */
const struct table *floor_table(const struct floor *floor, struct text name)
{
    for (unsigned i = 0; i < floor->table_count; i++)
        if (text_equal(floor->house.tables[i].name, name))
            return &floor->tables[i];
    return NULL;
}

const struct patron *floor_patron(const struct floor *floor, struct text name)
{
    uint32_t number = names_find(&floor->patron_names, name);
    return number == NAMES_NONE ? NULL : &floor->patrons[number];
}

bool floor_prize_is_open(const struct floor_prize *prize)
{
    return !prize->reversed && claim_is_open(&prize->claim);
}

const char *floor_prize_state_name(const struct floor_prize *prize)
{
    return prize->reversed ? "reversed" : claim_state_name(prize->claim.state);
}

struct text floor_person_name(const struct floor *floor, uint32_t person)
{
    return person < floor->person_count ? floor->people[person].person : text_of("");
}

struct text floor_patron_name(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count ? floor->patrons[patron].patron : text_of("");
}

const struct table_offer *table_offer_of(const struct table *table, uint32_t offer)
{
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].offer == offer)
            return &table->offers[i];
    return NULL;
}

unsigned seat_count(uint32_t seats)
{
    return (unsigned)__builtin_popcount(seats);
}

bool has_outside_bank(const struct table *table, uint32_t bank)
{
    const struct hand_game *game = table->described->game.game;
    return bank == 0 && game && !game->poker && game->family != HAND_FAMILY_THIRTEEN;
}

unsigned dealt_in_count(const struct table *table, uint32_t bank, uint32_t dealt)
{
    return seat_count(dealt) + has_outside_bank(table, bank);
}

const struct floor_hand *newest_hand(const struct floor *floor, const struct table *table)
{
    const struct floor_hand *hand = table->newest_hand ? &floor->hands[table->newest_hand - 1] : NULL;
    return hand && hand->round == table->round.number ? hand : NULL;
}

const struct floor_hand *hand_before(const struct floor *floor, const struct floor_hand *hand)
{
    const struct floor_hand *before = hand->before ? &floor->hands[hand->before - 1] : NULL;
    return before && before->round == hand->round ? before : NULL;
}

uint32_t player_seats(const struct table *table, uint32_t seats)
{
    return table->bank ? seats & ~(UINT32_C(1) << table->bank) : seats;
}
