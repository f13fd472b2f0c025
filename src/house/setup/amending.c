#include "house/setup/amending.h"

#include "base/check.h"
#include "funds/ledger.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/people/staff.h"
#include "house/setup/setup.h"
#include "house/setup/setup_internal.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

enum { COMPARING_MEMORY_MAX = 16 << 20 };

/* A new text of the house under decision. */
struct amendment {
    struct text text;
    struct house house; /* its tables in the order of the floor's */
    struct zone zone;
    struct house_changes changes;
};

/* ------------------------------------------------------------------------------------------ comparing */

/* Whether the change is of this key of house.yaml, or of something in it. */
static bool is_of(const struct house_change *change, const char *key)
{
    const struct text name = text_of(key);
    return text_starts_with(change->path, name) &&
           (change->path.length == name.length || change->path.bytes[name.length] == '/');
}

static bool any_is_of(const struct house_changes *changes, const char *key)
{
    for (uint32_t i = 0; i < changes->count; i++)
        if (is_of(&changes->items[i], key))
            return true;
    return false;
}

enum status houses_offer_alike(const struct house *before, const struct house *after, bool *alike)
{
    static const char *const neutral[] = {KEY_NAME,      KEY_ADDRESS, KEY_HOURS,     KEY_BRANDING,
                                          KEY_APPROVALS, KEY_ROLES,   KEY_EQUIPMENT, KEY_TABLES};
    struct house_changes changes;
    struct arena arena;
    arena_init(&arena, COMPARING_MEMORY_MAX);
    enum status status = house_changes_find(before, after, &arena, &changes);
    *alike = status == STATUS_OK;
    for (uint32_t i = 0; *alike && i < changes.count; i++) {
        bool is_neutral = false;
        for (unsigned k = 0; k < sizeof neutral / sizeof neutral[0]; k++)
            is_neutral |= is_of(&changes.items[i], neutral[k]);
        *alike = is_neutral;
    }
    for (unsigned i = 0; *alike && i < before->table_count; i++) {
        const struct house_table *now = house_table_find(after, before->tables[i].name);
        *alike = now && now->closed == before->tables[i].closed &&
                 house_tables_deal_alike(&before->tables[i], now);
    }
    arena_release(&arena);
    return status;
}

/* ------------------------------------------------------------------------------------------ what would be orphaned */

/* Tables whose game, limits or seats change are closed, and no hand of theirs waits. False after a refusal. */
static bool check_tables(struct deciding *deciding, const struct amendment *amendment)
{
    const struct floor *floor = deciding->floor;
    bool altered[FLOOR_TABLES_MAX] = {false}, closes[FLOOR_TABLES_MAX] = {false};
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct house_table *was = &floor->house.tables[i], *now = &amendment->house.tables[i];
        CHECK(text_equal(was->name, now->name));
        altered[i] = !house_tables_deal_alike(was, now);
        closes[i] = now->closed && !was->closed;
        if ((altered[i] || closes[i]) && floor->tables[i].open) {
            (void)REFUSE(deciding, rule_table, "table %.*s is open; close it before it is changed",
                         TEXT_ARGUMENTS(was->name));
            return false;
        }
    }
    for (unsigned i = 0; i < floor->hand_count; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        const struct text table = floor->tables[hand->table].described->name;
        if ((altered[hand->table] || closes[hand->table]) && hand_waits(hand)) {
            (void)REFUSE(deciding, rule_hand,
                         "hand %u of table %.*s waits; settle it before the table is changed", hand->number,
                         TEXT_ARGUMENTS(table));
            return false;
        }
        if (altered[hand->table] && hand_may_wait(floor, hand)) {
            (void)REFUSE(deciding, rule_hand,
                         "no prize of hand %u of table %.*s is paid yet; pay it before the table is changed",
                         hand->number, TEXT_ARGUMENTS(table));
            return false;
        }
    }
    return true;
}

static bool role_may(const struct node *roles, const struct person *person, const char *permission)
{
    return person->role.length == 0 || !roles ||
           node_lists(node_member_called(roles, person->role), permission);
}

/* Whether two persons could amend the house again, and one could appoint. False after a refusal. */
static bool check_successors(struct deciding *deciding, const struct node *roles)
{
    const struct floor *floor = deciding->floor;
    unsigned first = 0, second = 0, both = 0, appoint = 0;
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[i];
        if (!person->employed)
            continue;
        bool amends = role_may(roles, person, "post offers");
        bool signs = role_may(roles, person, "authorise") || role_may(roles, person, "adjust");
        first += amends;
        second += signs;
        both += amends && signs;
        appoint += role_may(roles, person, "appoint");
    }
    if (first == 0 || second == 0 || (first == 1 && second == 1 && both == 1)) {
        (void)REFUSE(
            deciding, rule_two_persons,
            "no two employees could amend the house again: one who may post offers, and another who may "
            "authorise or adjust");
        return false;
    }
    if (appoint == 0)
        (void)REFUSE(deciding, rule_permission,
                     "no employee could appoint others; leave somebody that permission");
    return appoint > 0;
}

/* Nobody loses a role by it. False after a refusal. */
static bool check_roles(struct deciding *deciding, const struct amendment *amendment)
{
    const struct floor *floor = deciding->floor;
    const struct node *roles = node_member(amendment->house.data, KEY_ROLES);
    if (!any_is_of(&amendment->changes, KEY_ROLES))
        return true;
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[i];
        if (!person->employed || person->role.length == 0 || !roles ||
            node_member_called(roles, person->role))
            continue;
        (void)REFUSE(deciding, rule_permission, "%.*s has the role %.*s; appoint %.*s to another role first",
                     TEXT_ARGUMENTS(person->person), TEXT_ARGUMENTS(person->role),
                     TEXT_ARGUMENTS(person->person));
        return false;
    }
    return check_successors(deciding, roles);
}

/* Funds that go are empty, and no posted offer draws on them. False after a refusal. */
static bool check_funds(struct deciding *deciding, const struct amendment *amendment)
{
    const struct floor *floor = deciding->floor;
    const struct node *funds = node_member(floor->house.data, KEY_FUNDS);
    for (const struct node *fund = funds ? funds->first_child : NULL; fund; fund = fund->next) {
        account_id account = ledger_find(&floor->ledger, ACCOUNT_FUND, text_of(""), fund->key);
        if (house_has_fund(&amendment->house, fund->key) || account == ACCOUNT_NONE)
            continue;
        for (unsigned i = 0; i < floor->offering_count; i++)
            if (floor->offerings[i].posted && terms_fund(&floor->offerings[i].terms, account)) {
                (void)REFUSE(deciding, rule_money,
                             "the offer %.*s draws on the fund %.*s; withdraw the offer first",
                             TEXT_ARGUMENTS(floor->offerings[i].name), TEXT_ARGUMENTS(fund->key));
                return false;
            }
        const int64_t cents = floor->ledger.accounts[account].balance;
        if (cents == 0)
            continue;
        char amount[MONEY_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, amount, sizeof amount);
        money_write(&out, money_of_cents(cents));
        (void)REFUSE(deciding, rule_money, "the fund %.*s holds %s; move the money before the fund goes",
                     TEXT_ARGUMENTS(fund->key), amount);
        return false;
    }
    return true;
}

/* A5. False after a refusal. */
static bool check_times(struct deciding *deciding, const struct amendment *amendment, bool day_begins)
{
    const struct floor *floor = deciding->floor;
    if (text_equal(floor->house.zone, amendment->house.zone) &&
        floor->business.starts_minute == house_business_minute(&amendment->house))
        return true;
    if (!day_begins) {
        (void)REFUSE(deciding, rule_time,
                     "the time zone and the business day change with a gaming day; give a later first day");
        return false;
    }
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (hand_waits(&floor->hands[i])) {
            (void)REFUSE(deciding, rule_hand,
                         "hand %u waits; the time zone and the business day change when no hand does",
                         floor->hands[i].number);
            return false;
        }
    for (unsigned i = 0; i < floor->offering_count; i++)
        if (!board_is_empty(&floor->boards[i])) {
            (void)REFUSE(deciding, rule_hand,
                         "a period of %.*s runs; the time zone and the business day change when none does",
                         TEXT_ARGUMENTS(floor->offerings[i].name));
            return false;
        }
    return true;
}

/* The offers that are posted can stand in the new house as they are. */
static enum status check_offers(struct deciding *deciding, const struct amendment *amendment)
{
    const struct floor *floor = deciding->floor;
    struct arena *arena = &deciding->decision->arena;
    bool alike;
    enum status status = houses_offer_alike(&floor->house, &amendment->house, &alike);
    if (status != STATUS_OK || alike)
        return status;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        struct findings findings;
        struct offer offer;
        if (!offering->posted)
            continue;
        findings_init(&findings, arena, FINDINGS_KEPT);
        status = read_offer(floor, &amendment->house, offering->documents, offering->name, offering->text,
                            arena, &findings, &offer);
        if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
            return status;
        const struct finding *error = first_error(&findings);
        if (error)
            return REFUSE(deciding, kept_clause(deciding, error->origin.clause),
                          "the offer %.*s stands in the way: %.*s; post or withdraw it first",
                          TEXT_ARGUMENTS(offering->name), TEXT_ARGUMENTS(error->words));
        if (status != STATUS_OK)
            return REFUSE(deciding, rule_document, "the offer %.*s could not be read; withdraw it first",
                          TEXT_ARGUMENTS(offering->name));
    }
    return STATUS_OK;
}

/* A1. The ruling says whether something stands in the way now. */
static enum status judge_now(struct deciding *deciding, const struct amendment *amendment, bool day_begins)
{
    return check_times(deciding, amendment, day_begins) && check_tables(deciding, amendment) &&
                   check_roles(deciding, amendment) && check_funds(deciding, amendment) &&
                   check_trust(deciding, &amendment->house)
               ? check_offers(deciding, amendment)
               : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ deciding */

/* Reads the text and compares it with the house. The ruling says whether it is one of a house that this one can become. */
static enum status read_amendment(struct deciding *deciding, struct text text, struct amendment *amendment)
{
    const struct floor *floor = deciding->floor;
    struct arena *arena = &deciding->decision->arena;
    struct findings findings;
    findings_init(&findings, arena, FINDINGS_KEPT);
    *amendment = (struct amendment){.text = text};
    enum status status = house_read(text, "house.yaml", floor->identity, arena, &findings, &amendment->house);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return status;
    if (status != STATUS_OK || first_error(&findings))
        return refuse_finding(deciding, first_error(&findings));
    if (zone_parse(amendment->house.zone, 0, &amendment->zone, NULL) != STATUS_OK ||
        amendment->house.table_count > FLOOR_TABLES_MAX)
        return REFUSE(deciding, rule_document,
                      "a house has at most %d tables and a known time zone; correct house.yaml",
                      FLOOR_TABLES_MAX);
    const struct house_table *gone = house_order_tables(&amendment->house, &floor->house);
    if (gone)
        return REFUSE(deciding, rule_table,
                      "table %.*s is missing, and the books name it; keep its row and add closed: for good",
                      TEXT_ARGUMENTS(gone->name));
    status = house_changes_find(&floor->house, &amendment->house, arena, &amendment->changes);
    if (status == STATUS_OK && amendment->changes.count == 0)
        return REFUSE(deciding, rule_document, "nothing would change; the text says what the house is");
    return status;
}

static enum status change_rows(struct deciding *deciding, const struct house_changes *changes,
                               const struct change_row **rows)
{
    struct change_row *made = ARENA_ARRAY(&deciding->decision->arena, struct change_row, changes->count);
    if (!made)
        return deciding->decision->arena.refusal;
    for (uint32_t i = 0; i < changes->count; i++)
        made[i] =
            (struct change_row){changes->items[i].path, changes->items[i].before, changes->items[i].after};
    *rows = made;
    return STATUS_OK;
}

/* One of the two who sign may appoint, if roles change. False after a refusal. */
static bool check_appointing(struct deciding *deciding, const struct amendment *amendment, struct text second)
{
    bool may = !any_is_of(&amendment->changes, KEY_ROLES) ||
               floor_person_may(deciding->floor, deciding->command->head.by, "appoint") ||
               floor_person_may(deciding->floor, second, "appoint");
    if (!may)
        (void)REFUSE(deciding, rule_permission, "roles change only if one of the two who sign may appoint");
    return may;
}

enum status decide_amend_house(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct amend_house *command = COMMAND_AS(deciding->command, amend_house);
    const struct date from = command->from.year != 0 ? command->from : floor->day;
    const bool now = date_compare(from, floor->day) == 0;
    const struct ruling *ruling = &deciding->decision->ruling;
    struct amendment amendment;
    if (date_compare(from, floor->day) < 0)
        return REFUSE(deciding, rule_time,
                      "the gaming day %04d-%02u-%02u runs; the first day is that or a later one",
                      floor->day.year, floor->day.month, floor->day.day);
    if (command->number != 0 && command->number != floor->house_number)
        return REFUSE(
            deciding, rule_document,
            "the house has been amended since this text was made; look at what it would change now");
    for (unsigned i = 0; i < floor->waiting_count; i++)
        if (floor->waiting[i].offer.length == 0)
            return REFUSE(deciding, rule_document,
                          "amendment %u waits for its first day; withdraw it, and file one that has both",
                          floor->waiting[i].number);
    if (!now && floor->waiting_count == FLOOR_WAITING_MAX)
        return REFUSE(deciding, rule_document, "%d changes wait for their time; withdraw one first",
                      FLOOR_WAITING_MAX);
    enum status status = read_amendment(deciding, command->text, &amendment);
    if (status == STATUS_OK && ruling->allowed &&
        check_appointing(deciding, &amendment, command->authorised_by) && now)
        status = judge_now(deciding, &amendment, false);
    if (status != STATUS_OK || !ruling->allowed)
        return status;
    const struct change_row *rows = NULL;
    status = change_rows(deciding, &amendment.changes, &rows);
    if (status != STATUS_OK)
        return status;
    struct event *event = happens(deciding, now ? EVENT_HOUSE_AMENDED : EVENT_AMENDMENT_FILED);
    if (now)
        EVENT_FILL(event, house_amended, .number = floor->house_number + 1, .from = from,
                   .text = command->text, .changes = rows, .change_count = amendment.changes.count,
                   .authorised_by = command->authorised_by);
    else
        EVENT_FILL(event, amendment_filed, .number = floor->changes_filed + 1, .from = from,
                   .text = command->text, .changes = rows, .change_count = amendment.changes.count,
                   .authorised_by = command->authorised_by);
    return STATUS_OK;
}

enum status decide_withdraw_change(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const uint32_t number = COMMAND_AS(deciding->command, withdraw_change)->number;
    for (unsigned i = 0; i < floor->waiting_count; i++)
        if (floor->waiting[i].number == number) {
            EVENT_AS(happens(deciding, EVENT_CHANGE_WITHDRAWN), change_withdrawn)->number = number;
            return STATUS_OK;
        }
    return REFUSE(deciding, rule_document, "no change %u waits for its time", number);
}

/* ------------------------------------------------------------------------------------------ when its time has come */

enum status tell_refusal(struct deciding *deciding, uint32_t number)
{
    struct decision *decision = deciding->decision;
    struct text clause, reason;
    enum status status = arena_copy_text(&decision->arena, text_of(decision->ruling.clause), &clause);
    if (status == STATUS_OK)
        status = arena_copy_text(&decision->arena, text_of(decision->ruling.words), &reason);
    if (status != STATUS_OK)
        return status;
    decision->ruling = (struct ruling){.allowed = true};
    struct event *event = happens(deciding, EVENT_CHANGE_REFUSED);
    EVENT_FILL(event, change_refused, .number = number, .clause = clause, .reason = reason);
    return STATUS_OK;
}

static enum status decide_waiting(struct deciding *deciding, const struct due *due)
{
    const struct floor *floor = deciding->floor;
    const struct ruling *ruling = &deciding->decision->ruling;
    CHECK_OP(due->change, <, floor->waiting_count);
    const struct waiting *waiting = &floor->waiting[due->change];
    struct amendment amendment;
    if (waiting->offer.length > 0)
        return decide_posting_due(deciding, waiting);
    enum status status = read_amendment(deciding, waiting->text, &amendment);
    if (status == STATUS_OK && ruling->allowed)
        status = judge_now(deciding, &amendment, true);
    if (status != STATUS_OK)
        return status;
    if (!ruling->allowed)
        return tell_refusal(deciding, waiting->number);
    const struct change_row *rows = NULL;
    status = change_rows(deciding, &amendment.changes, &rows);
    if (status != STATUS_OK)
        return status;
    struct event *event = happens(deciding, EVENT_HOUSE_AMENDED);
    EVENT_FILL(event, house_amended, .number = floor->house_number + 1, .change = waiting->number,
               .from = waiting->from, .text = waiting->text, .changes = rows,
               .change_count = amendment.changes.count);
    return STATUS_OK;
}

void changes_due(const struct floor *floor, struct due *due)
{
    for (uint32_t i = 0; i < floor->waiting_count; i++) {
        const struct waiting *waiting = &floor->waiting[i];
        const bool is_offer = waiting->offer.length > 0;
        if (is_offer || date_compare(waiting->from, floor->day) <= 0)
            due_consider(due, &(struct due){.at = is_offer ? waiting->at : floor->now,
                                            .order = due_order(DUE_CHANGE, waiting->number),
                                            .decide = decide_waiting,
                                            .change = i});
    }
}

/* ------------------------------------------------------------------------------------------ applying */

enum status setup_take_waiting(struct floor *floor, const struct waiting *waiting)
{
    struct arena *arena = &floor->arena;
    struct waiting kept = *waiting;
    CHECK_OP(floor->waiting_count, <, FLOOR_WAITING_MAX);
    enum status status = arena_copy_text(arena, waiting->text, &kept.text);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, waiting->offer, &kept.offer);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, waiting->by, &kept.by);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, waiting->authorised_by, &kept.authorised_by);
    if (status == STATUS_OK)
        floor->waiting[floor->waiting_count++] = kept;
    return status;
}

bool forget_waiting(struct floor *floor, uint32_t number)
{
    unsigned at = 0;
    while (at < floor->waiting_count && floor->waiting[at].number != number)
        at++;
    if (at == floor->waiting_count)
        return false;
    floor->waiting_count--;
    for (; at < floor->waiting_count; at++)
        floor->waiting[at] = floor->waiting[at + 1];
    return true;
}

enum status apply_house_amended(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct house_amended *amended = EVENT_AS(event, house_amended);
    struct fault why;
    if (amended->number != floor->house_number + 1)
        return strange(fault, event, "its number");
    if (amended->change != 0 && !forget_waiting(floor, amended->change))
        return strange(fault, event, "no such change waits");
    floor->now = event->head.at;
    enum status status = setup_amend_house(floor, amended->text, &why);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return fault_set(fault, status, 0, "there is no memory for the house");
    return status == STATUS_OK ? status : strange(fault, event, why.words);
}

enum status apply_amendment_filed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct amendment_filed *filed = EVENT_AS(event, amendment_filed);
    if (filed->number != floor->changes_filed + 1 || floor->waiting_count == FLOOR_WAITING_MAX)
        return strange(fault, event, "its number");
    const struct waiting waiting = {.number = filed->number,
                                    .from = filed->from,
                                    .text = filed->text,
                                    .by = filed->head.by,
                                    .authorised_by = filed->authorised_by,
                                    .filed = filed->head.at};
    enum status status = setup_take_waiting(floor, &waiting);
    floor->changes_filed += status == STATUS_OK;
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the amendment");
}

enum status apply_change_withdrawn(struct floor *floor, const struct event *event, struct fault *fault)
{
    return forget_waiting(floor, EVENT_AS(event, change_withdrawn)->number)
               ? STATUS_OK
               : strange(fault, event, "no such change waits");
}

enum status apply_change_refused(struct floor *floor, const struct event *event, struct fault *fault)
{
    return forget_waiting(floor, EVENT_AS(event, change_refused)->number)
               ? STATUS_OK
               : strange(fault, event, "no such change waits");
}

/* ------------------------------------------------------------------------------------------ deciding again */

enum command_kind amendment_brought(const struct floor *floor, const struct event *event)
{
    (void)floor;
    return event->head.by.length == 0 ? COMMAND_CLOCK : COMMAND_AMEND_HOUSE;
}

bool amend_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct house_amended *amended = EVENT_AS(event, house_amended);
    if (event->head.by.length == 0)
        return clock_again(floor, event, command);
    COMMAND_FILL(command, amend_house, .text = amended->text, .from = amended->from,
                 .authorised_by = amended->authorised_by);
    return true;
}

bool file_amendment_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct amendment_filed *filed = EVENT_AS(event, amendment_filed);
    (void)floor;
    COMMAND_FILL(command, amend_house, .text = filed->text, .from = filed->from,
                 .authorised_by = filed->authorised_by);
    return true;
}

bool withdraw_change_again(const struct floor *floor, const struct event *event, struct command *command)
{
    (void)floor;
    COMMAND_AS(command, withdraw_change)->number = EVENT_AS(event, change_withdrawn)->number;
    return true;
}
