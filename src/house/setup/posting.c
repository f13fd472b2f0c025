/* Posting offers: what stands in the way, at once or when the time has come for which an offer was filed. */
#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/kernel/deciding.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ what stands in the way */

/* What a posted chart and structure are, to see whether they change. */
static bool same_choice(const struct offer *one, const struct offer *other, const char *key)
{
    const struct node *left = node_member(one->data, key), *right = node_member(other->data, key);
    if (!left || !right)
        return left == right;
    return left->kind == NODE_SCALAR && right->kind == NODE_SCALAR && text_equal(left->scalar, right->scalar);
}

/* Chart and structure that are locked until somebody wins. */
static bool is_locked(const struct offering *before, const struct offer *offer)
{
    return before->seeded && !before->hit_since_posted &&
           text_equal(offer_text(before->offer, PATH_OFFERING_LOCKED), text_of("until a hit")) &&
           !(same_choice(before->offer, offer, KEY_CHART) &&
             same_choice(before->offer, offer, KEY_STRUCTURE));
}

/* The pool is that of the activity, whatever the offer is called: no offer of it changes the chart and structure before a hit, and those that
 * are posted have one structure. False after a refusal. */
static bool check_structure(struct deciding *deciding, const struct offer *offer,
                            const struct offering *before)
{
    const struct floor *floor = deciding->floor;
    const struct node *lock = node_path(offer->rulebook->data, PATH_OFFERING_LOCKED);
    const struct text clause = lock ? lock->origin.clause : text_of(rule_document);
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *other = &floor->offerings[i];
        if (!text_equal(other->terms.activity, offer->rulebook->document.identity))
            continue;
        if (is_locked(other, offer)) {
            (void)REFUSE(deciding, kept_clause(deciding, clause),
                         "the chart and structure cannot change until the jackpot is won");
            return false;
        }
        if (other != before && other->posted && other->terms.pool_count > 0 &&
            !same_choice(other->offer, offer, KEY_STRUCTURE)) {
            (void)REFUSE(deciding, kept_clause(deciding, clause),
                         "%.*s has another structure for the same pool; withdraw it, or post the same",
                         TEXT_ARGUMENTS(other->name));
            return false;
        }
    }
    return true;
}

/* Whether its tables have room for one more offer; false after a refusal. */
static bool check_tables(struct deciding *deciding, const struct offer *offer, const struct offering *before)
{
    const struct floor *floor = deciding->floor;
    for (unsigned i = 0; i < offer->table_count; i++) {
        const struct table *table = floor_table(floor, offer->tables[i]->name);
        bool there = before && table_offer_of(table, (uint32_t)(before - floor->offerings));
        if (!there && table->offer_count == FLOOR_TABLE_OFFERS_MAX) {
            (void)REFUSE(deciding, rule_document, "table %.*s has had %d offers, the most it can have",
                         TEXT_ARGUMENTS(table->described->name), FLOOR_TABLE_OFFERS_MAX);
            return false;
        }
    }
    return true;
}

/* Offers that exclude each other at one table and time: of one activity, and of activities of which a table has one. False
 * after a refusal. */
static bool check_others(struct deciding *deciding, const struct offer *offer, const struct offering *before)
{
    const struct floor *floor = deciding->floor;
    const struct node *one = node_path(offer->rulebook->data, PATH_ACTIVITY_ONE_A_TABLE);
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *other = &floor->offerings[i];
        const struct house_table *table;
        if (other == before || !other->posted || !offers_meet(other->offer, offer, &table))
            continue;
        const struct node *another = node_path(other->offer->rulebook->data, PATH_ACTIVITY_ONE_A_TABLE);
        bool same = text_equal(other->terms.activity, offer->rulebook->document.identity);
        bool exclusive = one && another && one->kind == NODE_SCALAR && another->kind == NODE_SCALAR &&
                         text_equal(one->scalar, another->scalar);
        if (!same && !exclusive)
            continue;
        (void)REFUSE(deciding, exclusive ? kept_clause(deciding, one->origin.clause) : rule_document,
                     "table %.*s has %.*s at the same time; offer the two at different tables or hours",
                     TEXT_ARGUMENTS(table->name), TEXT_ARGUMENTS(other->name));
        return false;
    }
    return true;
}

/* Those that have the fund of the offer, in their order, with its terms as they will be; NULL if there is no memory. */
static const struct funds *funds_as_posted(struct arena *arena, const struct funds *posted,
                                           const struct terms *terms)
{
    struct funds *first = NULL, *last = NULL;
    for (const struct funds *each = posted->first; each; each = each->next) {
        struct funds *copy = ARENA_NEW(arena, struct funds);
        if (!copy)
            return NULL;
        *copy = *each;
        if (each == posted)
            copy->terms = terms;
        if (last)
            last->next = copy;
        else
            first = copy;
        copy->first = first;
        copy->next = NULL;
        last = copy;
    }
    return first;
}

/* Where a fund need keep less than before when it repays, or repays one advance after the other, what it holds repays at once what it
 * now can; nothing comes in that would let it be looked at. */
static enum status repay_as_posted(struct deciding *deciding, const struct offering *before,
                                   const struct offer *offer)
{
    struct arena *arena = &deciding->decision->arena;
    struct terms *terms = ARENA_NEW(arena, struct terms);
    if (!terms)
        return arena->refusal;
    *terms = before->terms;
    terms->advances = terms_advances(offer);
    bool eased = before->terms.advances.together && !terms->advances.together;
    for (unsigned i = 0; i < terms->fund_count; i++) {
        struct fund_terms *fund = &terms->funds[i];
        fund->minimum = terms_minimum(offer, fund->name);
        eased |= fund->minimum.cents < before->terms.funds[i].minimum.cents;
    }
    if (!eased)
        return STATUS_OK;
    const struct funds *funds = funds_as_posted(arena, &before->funds, terms);
    if (!funds)
        return arena->refusal;
    (void)funds_repay(draft_for(deciding, before->funds.activity), funds);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ what is told */

/* An offer as it will be posted. */
struct terms_posted {
    uint32_t number;
    struct terms terms;
    bool
        compared; /* as versions before the third number did: a pool is looked for among those of the offer as it will be */
};

/* The last day whose increase was made of the pool, by an offer that is posted: itself, or another. NULL: none is. */
static const struct date *increase_kept(const struct floor *floor, const struct terms_posted *posting,
                                        account_id pool)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        const struct terms *terms =
            posting->compared && i == posting->number ? &posting->terms : &offering->terms;
        for (unsigned k = 0; k < terms->pool_count && offering->posted; k++)
            if (terms->pools[k].account == pool)
                return &offering->increased[k];
    }
    return NULL;
}

/* Offers of one activity have one increase a day. Where none was posted the pool was not increased, unless the document counts every
 * day; then those days are made up. `before`: year 0, or the last day of the offer as it was. */
static struct date begin_increases(const struct floor *floor, const struct terms_posted *posting,
                                   const struct pool_terms *pool, struct date before, struct instant at)
{
    const struct date *kept = increase_kept(floor, posting, pool->account);
    struct local_time local;
    if (kept)
        return *kept;
    if ((pool->counts_every_day && before.year != 0) || local_time_of(at, &floor->zone, &local) != STATUS_OK)
        return before;
    bool passed = local.hour * 60 + local.minute >= increase_minute(floor, pool);
    struct date day;
    return !passed && date_add_days(local.date, -1, &day) == STATUS_OK ? day : local.date;
}

/* The terms as the ledger will have them, with the accounts that the offer opens. */
static enum status terms_as_posted(const struct floor *floor, const struct offer *offer, struct arena *arena,
                                   struct terms *terms, struct fault *fault)
{
    struct ledger ledger = {.arena = arena, .count = floor->ledger.count, .moved = floor->ledger.moved};
    ledger.accounts = ARENA_ARRAY(arena, struct account, LEDGER_ACCOUNTS_MAX);
    if (!ledger.accounts)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the accounts of the offer");
    for (unsigned i = 0; i < ledger.count; i++)
        ledger.accounts[i] = floor->ledger.accounts[i];
    return terms_compile(offer, &ledger, terms, fault);
}

static enum status tell_increases(const struct floor *floor, struct terms_posted *posting,
                                  struct arena *arena, struct offer_posted *posted)
{
    const struct terms *terms = &posting->terms;
    posting->number = posted->number;
    posting->compared = !tells_everything(floor, EVENT_OFFER_POSTED);
    const struct offering *before =
        posted->number < floor->offering_count ? &floor->offerings[posted->number] : NULL;
    struct kept_increase *increases = ARENA_ARRAY(arena, struct kept_increase, terms->pool_count);
    if (!increases && terms->pool_count > 0)
        return arena->refusal;
    for (unsigned i = 0; i < terms->pool_count; i++)
        increases[i] = (struct kept_increase){
            terms->pools[i].name,
            begin_increases(floor, posting, &terms->pools[i],
                            before ? before->increased[i] : (struct date){0}, posted->head.at)};
    posted->increases = increases;
    posted->increase_count = terms->pool_count;
    return STATUS_OK;
}

/* Logs of earlier numbers do not tell the days. */
enum status complete_offer_posted(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct offer_posted *posted = EVENT_AS(event, offer_posted);
    struct findings findings;
    struct offer *offer = ARENA_NEW(arena, struct offer);
    struct terms_posted *posting = ARENA_NEW(arena, struct terms_posted);
    struct fault fault;
    if (!offer || !posting)
        return arena->refusal;
    findings_init(&findings, arena, FINDINGS_KEPT);
    enum status status = read_offer(floor, &floor->house, floor->rulebook_count, posted->offer, posted->text,
                                    arena, &findings, offer);
    if (status == STATUS_OK)
        status = terms_as_posted(floor, offer, arena, &posting->terms, &fault);
    if (status == STATUS_OK)
        return tell_increases(floor, posting, arena, posted);
    /* What cannot be read or opened is found when it is applied. */
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ signing */

/* Whether the house asks for a second person who signs an offer. While it is opened there is nobody but who opens it. */
static bool needs_second(const struct floor *floor)
{
    return floor->person_count > 1 &&
           node_says(node_member(floor->house.data, KEY_OFFERS_SIGNED_BY), "two persons");
}

/* A second person is asked for, or has signed without being asked. False after a refusal. */
static bool check_signed(struct deciding *deciding, struct text second)
{
    return (second.length == 0 && !needs_second(deciding->floor)) || check_second(deciding, second);
}

static enum status judge_second(const struct judging *judging, struct text second)
{
    const struct floor *floor = judging->floor;
    struct text by = judging->event->head.by;
    bool asked = by.length > 0 && (second.length > 0 || needs_second(floor));
    return !asked || may_be_second(floor, by, second)
               ? STATUS_OK
               : wrongly(judging, second, "cannot sign it as the second person", text_of(rule_two_persons));
}

enum status judge_offer_posted(const struct judging *judging)
{
    return judge_second(judging, EVENT_AS(judging->event, offer_posted)->authorised_by);
}

enum status judge_offer_filed(const struct judging *judging)
{
    return judge_second(judging, EVENT_AS(judging->event, offer_filed)->authorised_by);
}

/* ------------------------------------------------------------------------------------------ deciding */

/* Judges the offer as it would be posted now, and posts it, unless the ruling refuses it. `change`: that has waited; 0: none. */
static enum status post(struct deciding *deciding, struct text name, struct text text, uint32_t change,
                        struct text second)
{
    const struct floor *floor = deciding->floor;
    struct arena *arena = &deciding->decision->arena;
    const struct offering *before = floor_offering(floor, name);
    struct findings findings;
    struct offer offer;
    findings_init(&findings, arena, FINDINGS_KEPT);
    enum status status =
        read_offer(floor, &floor->house, floor->rulebook_count, name, text, arena, &findings, &offer);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return status;
    if (status != STATUS_OK || first_error(&findings))
        return refuse_finding(deciding, first_error(&findings));
    if (!check_approved(deciding, offer.rulebook))
        return STATUS_OK;
    if (before && !text_equal(before->terms.activity, offer.rulebook->document.identity))
        return REFUSE(deciding, rule_document,
                      "an offer of another activity has this name; choose another name");
    if (!check_structure(deciding, &offer, before))
        return STATUS_OK;
    if (!before && floor->offering_count == FLOOR_OFFERS_MAX)
        return REFUSE(deciding, rule_document, "a house has at most %d offers", FLOOR_OFFERS_MAX);
    if (before && !board_is_empty(&floor->boards[before - floor->offerings]) &&
        offer_node(before->offer, PART_BOARD))
        return REFUSE(deciding, rule_document,
                      "hands or points are on its board; what they win cannot change until the period ends");
    if (!check_tables(deciding, &offer, before) || !check_others(deciding, &offer, before))
        return STATUS_OK;
    struct terms_posted *posting = ARENA_NEW(arena, struct terms_posted);
    struct fault fault = {.words = ""};
    if (!posting)
        return arena->refusal;
    status = terms_as_posted(floor, &offer, arena, &posting->terms, &fault);
    if (status == STATUS_NO_MEMORY || arena->refusal != STATUS_OK)
        return status;
    if (status != STATUS_OK)
        return REFUSE(deciding, rule_document, "%s", fault.words);
    struct event *event = happens(deciding, EVENT_OFFER_POSTED);
    struct offer_posted *posted = EVENT_AS(event, offer_posted);
    posted->number = before ? (uint32_t)(before - floor->offerings) : (uint32_t)floor->offering_count;
    posted->offer = name;
    posted->text = text;
    posted->change = change;
    posted->authorised_by = second;
    status = tell_increases(floor, posting, arena, posted);
    if (status != STATUS_OK)
        return status;
    status = before ? repay_as_posted(deciding, before, &offer) : STATUS_OK;
    return status == STATUS_OK ? take_money(deciding, &posted->money) : status;
}

/* The house by which an offer of that time will be read: as it is, or as an amendment will have made it by then. */
static enum status house_then(struct deciding *deciding, struct instant at, const struct house **house)
{
    const struct floor *floor = deciding->floor;
    struct arena *arena = &deciding->decision->arena;
    *house = &floor->house;
    for (unsigned i = 0; i < floor->waiting_count; i++) {
        const struct waiting *waiting = &floor->waiting[i];
        struct instant begins, ends;
        struct findings findings;
        if (waiting->offer.length > 0 ||
            business_day_bounds(waiting->from, &floor->zone, floor->business, &begins, &ends) != STATUS_OK ||
            instant_compare(begins, at) > 0)
            continue;
        struct house *read = ARENA_NEW(arena, struct house);
        if (!read)
            return arena->refusal;
        findings_init(&findings, arena, FINDINGS_KEPT);
        enum status status = house_read(waiting->text, "house.yaml", floor->identity, arena, &findings, read);
        if (status != STATUS_OK)
            return status;
        *house = read;
    }
    return STATUS_OK;
}

/* An offer of a later time is judged then. Now it need only be one that can be read. */
static enum status file_offer(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct post_offer *command = COMMAND_AS(deciding->command, post_offer);
    struct arena *arena = &deciding->decision->arena;
    const struct house *house;
    struct findings findings;
    struct offer offer;
    if (floor->waiting_count == FLOOR_WAITING_MAX)
        return REFUSE(deciding, rule_document, "%d changes wait for their time; withdraw one first",
                      FLOOR_WAITING_MAX);
    findings_init(&findings, arena, FINDINGS_KEPT);
    enum status status = house_then(deciding, command->from, &house);
    if (status == STATUS_OK)
        status = read_offer(floor, house, floor->rulebook_count, command->offer, command->text, arena,
                            &findings, &offer);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return status;
    if (status != STATUS_OK || first_error(&findings))
        return refuse_finding(deciding, first_error(&findings));
    if (!check_approved(deciding, offer.rulebook))
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_OFFER_FILED);
    EVENT_FILL(event, offer_filed, .number = floor->changes_filed + 1, .from = command->from,
               .offer = command->offer, .text = command->text, .authorised_by = command->authorised_by);
    return STATUS_OK;
}

enum status decide_post_offer(struct deciding *deciding)
{
    const struct post_offer *command = COMMAND_AS(deciding->command, post_offer);
    if (!check_signed(deciding, command->authorised_by))
        return STATUS_OK;
    if (command->from.ms == 0)
        return post(deciding, command->offer, command->text, 0, command->authorised_by);
    if (instant_compare(command->from, deciding->floor->now) <= 0)
        return REFUSE(deciding, rule_time,
                      "the time from which it is posted has passed; give a later one, or none");
    return file_offer(deciding);
}

enum status decide_posting_due(struct deciding *deciding, const struct waiting *waiting)
{
    enum status status = post(deciding, waiting->offer, waiting->text, waiting->number, text_of(""));
    return status != STATUS_OK || deciding->decision->ruling.allowed
               ? status
               : tell_refusal(deciding, waiting->number);
}

/* ------------------------------------------------------------------------------------------ applying */

enum status apply_offer_filed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct offer_filed *filed = EVENT_AS(event, offer_filed);
    if (filed->number != floor->changes_filed + 1 || floor->waiting_count == FLOOR_WAITING_MAX ||
        filed->offer.length == 0)
        return strange(fault, event, "its number");
    const struct waiting waiting = {.number = filed->number,
                                    .offer = filed->offer,
                                    .at = filed->from,
                                    .text = filed->text,
                                    .by = filed->head.by,
                                    .authorised_by = filed->authorised_by,
                                    .filed = filed->head.at};
    enum status status = setup_take_waiting(floor, &waiting);
    floor->changes_filed += status == STATUS_OK;
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the offer");
}

/* ------------------------------------------------------------------------------------------ deciding again */

enum command_kind posting_brought(const struct floor *floor, const struct event *event)
{
    (void)floor;
    return event->head.by.length == 0 ? COMMAND_CLOCK : COMMAND_POST_OFFER;
}

/* An offer that a person posts may have been read otherwise by an earlier version; what was filed, and when, the house knows. */
bool offer_posted_again(const struct floor *floor, const struct event *event, struct command *command)
{
    return event->head.by.length == 0 && clock_again(floor, event, command);
}
