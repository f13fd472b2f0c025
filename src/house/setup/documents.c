#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/offered.h"
#include "funds/payment.h"
#include "funds/terms.h"
#include "funds/thresholds.h"
#include "funds/voucher.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"
#include "house/kernel/names.h"
#include "house/people/people_shapes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ reading */

const struct finding *first_error(const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->items[i].grade != FINDING_WARNING)
            return &findings->items[i];
    return NULL;
}

enum status refuse_finding(struct deciding *deciding, const struct finding *finding)
{
    if (!finding)
        return REFUSE(deciding, rule_document, "the document cannot be read");
    return REFUSE(deciding, kept_clause(deciding, finding->origin.clause), "line %u: %.*s; %.*s",
                  finding->origin.line, TEXT_ARGUMENTS(finding->words), TEXT_ARGUMENTS(finding->remedy));
}

/* The last one of the activity among the first `documents` that were filed. */
static const struct rulebook *rulebook_called(const struct floor *floor, unsigned documents,
                                              struct text activity)
{
    for (unsigned i = documents; i > 0; i--)
        if (text_equal(floor->rulebooks[i - 1]->document.identity, activity))
            return floor->rulebooks[i - 1];
    return NULL;
}

/* "demo/bonus-hand" */
static struct text full_name(struct arena *arena, struct text house, struct text name)
{
    char buffer[PATH_ROOM];
    struct text_out out;
    struct text full = text_of("");
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "%.*s/%.*s", TEXT_ARGUMENTS(house), TEXT_ARGUMENTS(name));
    return arena_copy_text(arena, text_out_text(&out), &full) == STATUS_OK ? full : text_of("");
}

enum status reading_failed(const struct arena *arena, enum status status)
{
    return status == STATUS_INVALID && arena->refusal != STATUS_OK ? arena->refusal : status;
}

enum status read_offer(const struct floor *floor, const struct house *house, unsigned documents,
                       struct text name, struct text text, struct arena *arena, struct findings *findings,
                       struct offer *offer)
{
    struct origin origin = {.file = "offer", .line = 1, .column = 1};
    struct text full = full_name(arena, floor->identity, name);
    struct node *data = node_read(text, origin, arena, findings);
    const struct rulebook *rulebook = data ? rulebook_called(floor, documents, offer_activity(data)) : NULL;
    if (data && !rulebook)
        findings_add(findings, FINDING_ERROR, origin,
                     "the document of the activity \"%.*s\" is not filed" REMEDY "file it first",
                     TEXT_ARGUMENTS(offer_activity(data)));
    if (!rulebook)
        return reading_failed(arena, STATUS_INVALID);
    enum status status = offer_read(data, text, full, house, rulebook, arena, findings, offer);
    return status == STATUS_OK ? offer_take_hands(offer, arena, findings) : reading_failed(arena, status);
}

/* ------------------------------------------------------------------------------------------ documents */

/* The place of a law among those that bind the house; their number if it is not there. */
static unsigned place_of_law(const struct floor *floor, struct text identity)
{
    unsigned place = 0;
    while (place < floor->law_count && !text_equal(floor->laws[place].law, identity))
        place++;
    return place;
}

enum status decide_file_document(struct deciding *deciding)
{
    const struct file_document *command = COMMAND_AS(deciding->command, file_document);
    struct arena *arena = &deciding->decision->arena;
    struct findings findings;
    struct rulebook rulebook;
    findings_init(&findings, arena, FINDINGS_KEPT);
    enum status status =
        rulebook_read(command->text, "document", command->activity, arena, &findings, &rulebook);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return status;
    if (status != STATUS_OK || first_error(&findings))
        return refuse_finding(deciding, first_error(&findings));
    if (rulebook.is_law && place_of_law(deciding->floor, command->activity) == FLOOR_LAWS_MAX)
        return REFUSE(deciding, rule_document,
                      "a house has at most %d laws; put what this one says into one of them, and file that",
                      FLOOR_LAWS_MAX);
    const struct approval *approval = check_approved(deciding, &rulebook);
    if (!approval)
        return STATUS_OK;
    const struct filed_register *approvals =
        floor_register(deciding->floor, activity_issuer(command->activity));
    struct event *event = happens(deciding, EVENT_DOCUMENT_FILED);
    EVENT_FILL(event, document_filed, .activity = command->activity, .text = command->text,
               .approvals = approvals ? approvals->approvals.number : 0, .reference = approval->reference);
    return STATUS_OK;
}

enum status take_law(struct floor *floor, const struct rulebook *law)
{
    const unsigned number = place_of_law(floor, law->document.identity);
    if (number == FLOOR_LAWS_MAX)
        return STATUS_NO_SPACE;
    enum status status = thresholds_compile(law, &floor->house, &floor->arena, &floor->laws[number], NULL);
    if (status == STATUS_OK)
        floor->law_count += number == floor->law_count;
    return status;
}

enum status setup_take_document(struct floor *floor, struct text activity, struct text text)
{
    struct arena *arena = &floor->arena;
    unsigned count = floor->rulebook_count;
    struct text identity;
    struct rulebook *rulebook = ARENA_NEW(arena, struct rulebook);
    enum status status = rulebook ? STATUS_OK : arena->refusal;
    if (status == STATUS_OK)
        status = make_room(arena, (void **)&floor->rulebooks, count, &floor->rulebook_room, sizeof(void *));
    if (status == STATUS_OK)
        status = MAKE_ROOM(arena, floor->rulebook_texts, count, floor->rulebook_text_room);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, text, &floor->rulebook_texts[count]);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, activity, &identity);
    if (status == STATUS_OK)
        status = rulebook_read(floor->rulebook_texts[count], "document", identity, arena, &floor->findings,
                               rulebook);
    if (status == STATUS_OK)
        floor->rulebooks[floor->rulebook_count++] = rulebook;
    if (status == STATUS_OK && rulebook->is_law)
        status = take_law(floor, rulebook);
    return reading_failed(arena, status);
}

enum status open_taxes(struct floor *floor)
{
    account_id id = floor_taxes(floor);
    bool taxed = false;
    for (unsigned i = 0; i < floor->law_count; i++)
        for (unsigned k = 0; k < floor->laws[i].count; k++)
            taxed |= floor->laws[i].items[k].withheld > 0;
    return !taxed || id != ACCOUNT_NONE
               ? STATUS_OK
               : ledger_open(&floor->ledger, ACCOUNT_TAXES, text_of(""), text_of("taxes"), &id);
}

account_id floor_taxes(const struct floor *floor)
{
    return ledger_find(&floor->ledger, ACCOUNT_TAXES, text_of(""), text_of("taxes"));
}

enum status apply_document_filed(struct floor *floor, const struct event *event, struct fault *fault)
{
    enum status status = setup_take_document(floor, EVENT_AS(event, document_filed)->activity,
                                             EVENT_AS(event, document_filed)->text);
    if (status == STATUS_OK)
        status = open_taxes(floor);
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return fault_set(fault, status, 0, "there is no memory for the document");
    if (status != STATUS_OK)
        return strange(fault, event, "the document cannot be read");
    return is_unapproved(floor, floor->rulebooks[floor->rulebook_count - 1])
               ? strange(fault, event, "the document was not approved then")
               : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ offers */

/* What the offer says of a device that fails; false if it says nothing. */
static bool read_failure(const struct offer *offer, const char *path, struct device_failure *failure)
{
    const struct node *said = offer_node(offer, path), *approved = node_path(offer->rulebook->data, path);
    *failure = (struct device_failure){.clause = approved ? approved->origin.clause : text_of(""),
                                       .marks = !said || node_lists(said, "marked by button"),
                                       .suspends = node_lists(said, "no jackpot until repaired"),
                                       .returns = node_lists(said, "chips returned"),
                                       .dice = node_lists(said, "dice cup")};
    return said != NULL;
}

/* What holds for sensors holds for the reader, where nothing else is said of it. */
static enum status read_failures(const struct offer *offer, struct arena *arena, struct table_offer *at)
{
    struct device_failures *failures = ARENA_NEW(arena, struct device_failures);
    if (!failures)
        return arena->refusal;
    bool said = read_failure(offer, PATH_ROUND_SENSOR_FAILS, &failures->sensor);
    at->sensors = said || text_equal(offer_text(offer, PATH_ROUND_SENSORS), text_of("yes"));
    if (!read_failure(offer, PATH_ROUND_READER_FAILS, &failures->reader))
        failures->reader = failures->sensor;
    at->failures = failures;
    at->suspended = NULL;
    return STATUS_OK;
}

static void read_payer(const struct offering *offering, struct table_offer *at)
{
    static const char *const payers[] = {"player", "pot", "player-dealer", "first player position",
                                         "player and player-dealer"};
    const struct offer *offer = offering->offer;
    const struct node *approved = node_path(offer->rulebook->data, PART_FEE);
    struct text payer = offer_text(offer, PATH_FEE_PAYER), optional = offer_text(offer, PATH_FEE_OPTIONAL);
    struct value value;
    bool has_fee = term_is_set(&offering->terms.fee.amount) || offering->terms.fee.rate_count > 0;
    at->payer = PAYER_NOBODY;
    const struct node *both = offer_node(offer, PATH_PAYING_OWN_AND_PLAYER_DEALER_HAND);
    at->dealer_space = has_fee && both && !text_equal(both->scalar, text_of("cannot happen"));
    for (unsigned i = 0; i < sizeof payers / sizeof payers[0] && has_fee; i++)
        if (text_equal(payer, text_of(payers[i])))
            at->payer = (enum fee_payer)(PAYER_PLAYER + i);
    at->choice = text_equal(optional, text_of("yes"))                  ? FEE_OPTIONAL
                 : text_equal(optional, text_of("with fewer players")) ? FEE_DUE_WITH_PLAYERS
                                                                       : FEE_DUE;
    at->players = (struct range){0, RANGE_NO_END};
    if (value_read(VALUE_COUNT, offer_text(offer, PATH_FEE_PLAYERS), &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN)
        at->players = value.range;
    at->fee_clause = approved ? approved->origin.clause : text_of("");
    const struct node *proposition = node_path(offer->rulebook->data, PATH_FEE_PROPOSITION_PLAYERS);
    bool placed = !node_says(offer_node(offer, PATH_FEE_PROPOSITION_PLAYERS), "no");
    at->proposition_clause = placed || !proposition ? text_of("") : proposition->origin.clause;
    if (term_is_set(&offering->terms.fee.amount))
        at->fee_clause = offering->terms.fee.amount.clause;
}

/* Whether bettors behind a seat may pay and win. */
static bool allows_backline(const struct eligibility *eligibility, const struct hand_game *game)
{
    struct text said = eligibility->rules[ELIGIBILITY_BACKLINE].value;
    return text_equal(said, text_of("yes")) || text_equal(said, text_of("by ownership")) ||
           (text_equal(said, text_of("where the game allows")) && game && !game->poker);
}

static bool is_listed(const struct offer *offer, const struct house_table *table)
{
    for (unsigned i = 0; i < offer->table_count; i++)
        if (text_equal(offer->tables[i]->name, table->name))
            return true;
    return false;
}

enum status read_table_offer(const struct offering *offering, const struct house_table *table,
                             struct arena *arena, struct table_offer *at)
{
    at->listed = is_listed(offering->offer, table);
    at->rate = terms_rate(&offering->terms, &table->game, &table->limits);
    read_payer(offering, at);
    if (!at->listed)
        at->payer = PAYER_NOBODY;
    enum status status = read_failures(offering->offer, arena, at);
    if (status != STATUS_OK)
        return status;
    status = eligibility_compile(offering->offer, &table->game, arena, &at->eligibility);
    if (status == STATUS_OK)
        at->backline = allows_backline(&at->eligibility, table->game.game);
    return status;
}

/* ------------------------------------------------------------------------------------------ meters */

static int64_t larger(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

/* The largest fee that is taken at once there. */
static int64_t largest_fee(const struct terms *terms, const struct table_offer *at)
{
    const struct fee_rate *rate = at->rate;
    return rate ? larger(rate->table.cents, larger(rate->player.cents, rate->player_dealer.cents))
                : terms->fee.amount.cents;
}

/* The most fees that are taken in one round: from every seat, a player-dealer beside the seats, and every bet behind them, and
 * as many on the player-dealer's hand, as far as the offer takes them. */
static int64_t most_players(const struct house_table *table, const struct table_offer *at)
{
    int64_t seats = (int64_t)table->seats + can_bank_outside(table->game.game);
    int64_t behind = at->backline ? FLOOR_BACKLINE_MAX : 0;
    switch (at->payer) {
    case PAYER_PLAYER:
        return seats + (at->choice == FEE_DUE ? 0 : behind) +
               (at->dealer_space ? seats + FLOOR_BACKLINE_MAX : 0);
    case PAYER_PLAYER_AND_DEALER:
        return seats;
    case PAYER_POT:
    case PAYER_FIRST:
        return 1;
    case PAYER_PLAYER_DEALER:
    case PAYER_NOBODY:
        return 0;
    }
    CHECK_NEVER("a payer");
}

/* The largest that one round at the table can bring the pool. */
static int64_t largest_contribution(const struct house_table *table, const struct table_offer *at,
                                    const struct terms *terms, const struct pool_terms *pool)
{
    int64_t players = most_players(table, at);
    int64_t dealers = at->payer == PAYER_PLAYER_DEALER || at->payer == PAYER_PLAYER_AND_DEALER;
    if (!at->rate)
        return terms_contribution(terms, pool, terms->fee.amount.cents) * (players + dealers);
    return terms_contribution(terms, pool, at->rate->table.cents) +
           terms_contribution(terms, pool, at->rate->player.cents) * players +
           terms_contribution(terms, pool, at->rate->player_dealer.cents) * dealers;
}

/* What fees at the table bring the meters of the offer, where that is more than at the others. */
static void measure_fees(struct offering *offering, const struct house_table *table,
                         const struct table_offer *at)
{
    const struct terms *terms = &offering->terms;
    int64_t fee = largest_fee(terms, at), hidden = fee;
    if (at->payer == PAYER_NOBODY || table->free_play)
        return;
    for (unsigned i = 0; i < terms->pool_count; i++)
        hidden -= terms_contribution(terms, &terms->pools[i], fee);
    for (unsigned i = 0; i < terms->pool_count; i++) {
        struct pool_meter *meter = &offering->meters[i];
        meter->rate = larger(meter->rate, terms_contribution(terms, &terms->pools[i], fee));
        meter->hidden_rate = larger(meter->hidden_rate, hidden);
        meter->largest_contribution =
            larger(meter->largest_contribution, largest_contribution(table, at, terms, &terms->pools[i]));
    }
}

enum status put_at_table(struct floor *floor, uint32_t number, struct table *table)
{
    struct table_offer *at = NULL;
    for (unsigned i = 0; i < table->offer_count && !at; i++)
        if (table->offers[i].offer == number)
            at = &table->offers[i];
    if (!at && table->offer_count == FLOOR_TABLE_OFFERS_MAX)
        return STATUS_NO_SPACE;
    if (!at)
        at = &table->offers[table->offer_count++];
    at->offer = number;
    struct offering *offering = &floor->offerings[number];
    /* One that is withdrawn is restored as the house had its tables on its last day. */
    const struct house_table *described = house_table_find(offering->offer->house, table->described->name);
    if (!described)
        described = table->described;
    enum status status = read_table_offer(offering, described, &floor->arena, at);
    if (status == STATUS_OK) {
        measure_fees(offering, described, at);
        look_at_devices(table);
    }
    return status;
}

/* The meters as posted; the tables of the offer then say what fees bring them. */
static void read_meters(struct floor *floor, struct offering *offering)
{
    const struct terms *terms = &offering->terms;
    for (unsigned i = 0; i < terms->pool_count; i++) {
        const struct pool_terms *pool = &terms->pools[i];
        struct pool_meter *meter = &offering->meters[i];
        meter->base = pool->seed.cents;
        meter->reset = pool->reseed.cents;
        meter->limit = term_is_set(&pool->cap) ? pool->cap.cents : -1;
        meter->carried = floor->ledger.accounts[pool->account].balance;
        meter->rate = meter->hidden_rate = meter->largest_contribution = 0;
    }
}

/* What the offer says, made ready to be decided by. */
static enum status compile_offer(struct floor *floor, const struct offer *offer, struct ledger *ledger,
                                 struct offering *offering, struct fault *fault)
{
    enum status status = terms_compile(offer, ledger, &offering->terms, fault);
    if (status != STATUS_OK)
        return status;
    status = claim_terms_compile(offer, &floor->arena, &offering->claims);
    if (status == STATUS_OK)
        status = payment_kinds_compile(offer, &floor->arena, &offering->payments);
    if (status == STATUS_OK)
        status = vouchers_compile(offer, &floor->arena, &offering->vouchers);
    if (status == STATUS_OK)
        status = offered_compile(offer, &floor->arena, &offering->offered);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the offer");
}

/* The offer as it was, at the tables that it was posted for, as they were. */
static enum status read_tables(struct floor *floor, const struct offering *read, struct former *former)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < floor->table_count && status == STATUS_OK; i++) {
        const struct house_table *table =
            house_table_find(read->offer->house, floor->tables[i].described->name);
        if (!table || !is_listed(read->offer, table))
            continue;
        struct table_offer *at = ARENA_NEW(&floor->arena, struct table_offer);
        if (!at)
            return floor->arena.refusal;
        at->offer = former->offer;
        status = read_table_offer(read, table, &floor->arena, at);
        former->tables[i] = at;
    }
    return status;
}

enum status setup_take_former(struct floor *floor, uint32_t number, struct text text, struct text house,
                              unsigned documents, struct ledger *ledger, struct fault *fault)
{
    struct arena *arena = &floor->arena;
    const struct house *read_by = &floor->house;
    struct offer *offer = ARENA_NEW(arena, struct offer);
    struct offering *read = ARENA_NEW(arena, struct offering);
    struct former *former = ARENA_NEW(arena, struct former);
    if (!offer || !read || !former || arena_copy_text(arena, text, &read->text) != STATUS_OK)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the offer as it was");
    enum status status = house_as_written(floor, house, &read_by);
    if (status == STATUS_OK)
        status = read_offer(floor, read_by, documents, floor->offerings[number].name, read->text, arena,
                            &floor->findings, offer);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "the offer cannot be read as it was");
    status = compile_offer(floor, offer, ledger, read, fault);
    if (status != STATUS_OK)
        return status;
    read->offer = offer;
    *former = (struct former){.offer = number,
                              .posted = offer,
                              .text = read->text,
                              .house = house,
                              .documents = documents,
                              .accounts = ledger->count,
                              .terms = read->terms,
                              .claims = read->claims,
                              .payments = read->payments,
                              .offered = read->offered,
                              .tables = ARENA_ARRAY(arena, const struct table_offer *, floor->table_count),
                              .table_count = floor->table_count};
    if (!former->tables)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the offer as it was");
    status = read_tables(floor, read, former);
    if (status == STATUS_OK)
        status = make_room(arena, (void **)&floor->formers, floor->former_count, &floor->former_room,
                           sizeof(void *));
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the offer as it was");
    floor->formers[floor->former_count++] = former;
    return STATUS_OK;
}

/* Which offers have a fund in common: it may be the document of another activity that has it. */
static void share_funds(struct floor *floor)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        struct funds *funds = &floor->offerings[i].funds;
        funds->first = funds;
        funds->next = NULL;
        for (unsigned k = 0; k < i; k++) {
            struct funds *before = &floor->offerings[k].funds;
            if (before->first != funds->first && funds_have_common(funds, before))
                funds_share(funds, before);
        }
    }
}

enum status setup_take_offer(struct floor *floor, uint32_t number, struct text name, struct text text,
                             struct text house, unsigned documents, struct ledger *ledger,
                             struct fault *fault)
{
    struct offering *offering = &floor->offerings[number];
    const struct house *read_by = &floor->house;
    struct arena *arena = &floor->arena;
    struct offer *offer = ARENA_NEW(arena, struct offer);
    if (!offer || arena_copy_text(arena, text, &offering->text) != STATUS_OK ||
        arena_copy_text(arena, name, &offering->name) != STATUS_OK)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the offer");
    enum status status = house_as_written(floor, house, &read_by);
    if (status == STATUS_OK)
        status = read_offer(floor, read_by, documents, offering->name, offering->text, arena,
                            &floor->findings, offer);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "the offer %.*s cannot be read",
                         TEXT_ARGUMENTS(text_clipped(name, 40)));
    status = compile_offer(floor, offer, ledger, offering, fault);
    if (status != STATUS_OK)
        return status;
    offering->offer = offer;
    offering->house = house;
    offering->documents = documents;
    offering->accounts = ledger->count;
    find_stopped(floor, offering);
    if (number == floor->offering_count) {
        funds_init(&offering->funds, &offering->terms, number);
        floor->offering_count++;
    }
    share_funds(floor);
    read_meters(floor, offering);
    return STATUS_OK;
}

enum status put_at_tables(struct floor *floor, uint32_t number, bool was_posted)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < floor->table_count && status == STATUS_OK; i++) {
        struct table *table = &floor->tables[i];
        const struct table_offer *before = table_offer_of(table, number);
        bool stays = was_posted && before && before->listed;
        if (!before && !is_listed(floor->offerings[number].offer, table->described))
            continue;
        status = put_at_table(floor, number, table);
        for (unsigned k = 0; k < table->offer_count && !stays; k++)
            if (table->offers[k].offer == number) {
                table->offers[k].since = floor->now;
                if (table->round.runs && table->offers[k].former == 0)
                    table->offers[k].former = FORMER_NONE;
            }
    }
    return status;
}

/* False: they are not those of its pools. */
static bool keep_increases(struct offering *offering, const struct offer_posted *posted)
{
    const struct terms *terms = &offering->terms;
    if (posted->increase_count != terms->pool_count)
        return false;
    for (uint32_t i = 0; i < posted->increase_count; i++) {
        if (!text_equal(posted->increases[i].pool, terms->pools[i].name))
            return false;
        offering->increased[i] = posted->increases[i].day;
    }
    return true;
}

enum status apply_offer_posted(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct offer_posted *posted = EVENT_AS(event, offer_posted);
    bool anew = posted->number < floor->offering_count;
    if (posted->number > floor->offering_count || posted->number == FLOOR_OFFERS_MAX)
        return strange(fault, event, "its number");
    if (posted->change != 0 && !forget_waiting(floor, posted->change))
        return strange(fault, event, "no such change waits");
    floor->now = event->head.at;
    bool was_posted = anew && floor->offerings[posted->number].posted;
    enum status status = was_posted ? keep_former(floor, posted->number) : STATUS_OK;
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the offer as it was");
    status = setup_take_offer(floor, posted->number, posted->offer, posted->text, floor->house_text,
                              floor->rulebook_count, &floor->ledger, fault);
    if (status != STATUS_OK)
        return status;
    struct offering *offering = &floor->offerings[posted->number];
    if (is_unapproved(floor, offering->offer->rulebook))
        return strange(fault, event, "its document was not approved then");
    offering->posted = true;
    offering->hit_since_posted = false;
    if (!keep_increases(offering, posted))
        return strange(fault, event, "the days of its increases");
    if (!anew && date_add_days(floor->day, -1, &offering->closed) != STATUS_OK)
        return strange(fault, event, "its day"); /* the day that runs is the first that closes for it */
    status = put_at_tables(floor, posted->number, was_posted);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no room for the offer at its tables");
    return STATUS_OK;
}

enum status decide_withdraw_offer(struct deciding *deciding)
{
    uint32_t offer;
    if (!find_offer(deciding, COMMAND_AS(deciding->command, withdraw_offer)->offer, &offer))
        return STATUS_OK;
    const struct offering *offering = &deciding->floor->offerings[offer];
    if (!offering->posted)
        return REFUSE(deciding, rule_document, "the offer is not posted");
    if (!board_is_empty(&deciding->floor->boards[offer]))
        return REFUSE(deciding, rule_document,
                      "hands or points are on its board; wait until the period ends");
    for (unsigned i = 0; i < deciding->floor->hand_count; i++) {
        const struct floor_hand *hand = &deciding->floor->hands[i];
        if (hand->offer == offer && (hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED))
            return REFUSE(deciding, rule_hand, "settle hand %u of the offer first", hand->number);
    }
    struct event *event = happens(deciding, EVENT_OFFER_WITHDRAWN);
    EVENT_AS(event, about_offer)->offer = offer;
    return STATUS_OK;
}

enum status apply_offer_withdrawn(struct floor *floor, const struct event *event, struct fault *fault)
{
    if (EVENT_AS(event, about_offer)->offer >= floor->offering_count)
        return strange(fault, event, "there is no such offer");
    enum status status = keep_former(floor, EVENT_AS(event, about_offer)->offer);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the offer as it was");
    floor->offerings[EVENT_AS(event, about_offer)->offer].posted = false;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ looking */

bool find_offer(struct deciding *deciding, struct text name, uint32_t *offer)
{
    if (floor_offer_named(deciding->floor, name, offer))
        return true;
    (void)REFUSE(deciding, rule_document, "there is no offer %.*s", TEXT_ARGUMENTS(text_clipped(name, 40)));
    return false;
}

const struct offering *floor_offering(const struct floor *floor, struct text name)
{
    uint32_t number;
    return floor_offer_named(floor, name, &number) ? &floor->offerings[number] : NULL;
}

bool floor_offer_named(const struct floor *floor, struct text name, uint32_t *number)
{
    for (uint32_t i = 0; i < floor->offering_count; i++)
        if (text_equal(floor->offerings[i].name, name)) {
            *number = i;
            return true;
        }
    return false;
}

struct text floor_offer_name(const struct floor *floor, uint32_t number)
{
    CHECK_OP(number, <, floor->offering_count);
    return floor->offerings[number].name;
}

const struct offer *floor_offer(const struct floor *floor, uint32_t number)
{
    CHECK_OP(number, <, floor->offering_count);
    return floor->offerings[number].offer;
}

const struct terms *floor_terms(const struct floor *floor, uint32_t number)
{
    CHECK_OP(number, <, floor->offering_count);
    return &floor->offerings[number].terms;
}

const struct funds *floor_funds(const struct floor *floor, uint32_t number)
{
    CHECK_OP(number, <, floor->offering_count);
    return &floor->offerings[number].funds;
}

enum status setup_begin(struct floor *floor)
{
    floor->offerings = ARENA_ARRAY(&floor->arena, struct offering, FLOOR_OFFERS_MAX);
    floor->laws = ARENA_ARRAY(&floor->arena, struct thresholds, FLOOR_LAWS_MAX);
    floor->waiting = ARENA_ARRAY(&floor->arena, struct waiting, FLOOR_WAITING_MAX);
    return floor->offerings && floor->laws && floor->waiting ? STATUS_OK : floor->arena.refusal;
}
