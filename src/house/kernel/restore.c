#include "house/kernel/snapshot_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

enum { LINE_MEMORY_MAX = 16 << 20 };

/* More than this can no house have moved, and sums of it cannot overflow. */
#define AMOUNTS_MAX (INT64_MAX / 8)

struct restoring {
    struct floor *floor;
    struct text bytes;
    size_t at, line_at; /* behind and at the beginning of the line */
    uint32_t line;      /* its number, from 1 */
    struct arena arena; /* of what the line holds */
    struct snapshot_line counted;
    int64_t amounts; /* the sum of those that are summed up */
    uint32_t last_number,
        last_within; /* of the line before, where lines must rise: offer and pool, table and seat */
    uint8_t pools[FLOOR_OFFERS_MAX]; /* bits: which pools of the offer had a line */
    uint32_t award;                  /* whose prizes come next */
    struct fault *fault;
};

/* ------------------------------------------------------------------------------------------ faults */

static enum status wrong(struct restoring *restoring, const char *words)
{
    return fault_set(restoring->fault, STATUS_INVALID, restoring->line_at + 1, "line %u of the snapshot: %s",
                     restoring->line, words);
}

static enum status no_memory(struct restoring *restoring, enum status status)
{
    return fault_set(restoring->fault, status, restoring->line_at + 1,
                     "line %u of the snapshot: there is no memory for it", restoring->line);
}

/* The fault of a part of the line, which begins at byte `origin` of the snapshot. */
static enum status wrong_within(struct restoring *restoring, enum status status, size_t origin,
                                const struct fault *within)
{
    return fault_set(restoring->fault, status, origin + within->position, "line %u of the snapshot: %s",
                     restoring->line, within->words);
}

/* What reading a text came to. */
static enum status taken(struct restoring *restoring, enum status status, const char *what)
{
    const size_t *counted = restoring->floor->findings.counted;
    if (status == STATUS_NO_MEMORY || status == STATUS_NO_SPACE)
        return no_memory(restoring, status);
    return status != STATUS_OK || counted[FINDING_ERROR] + counted[FINDING_UNREADABLE] > 0
               ? wrong(restoring, what)
               : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ parts of lines */

/* Copies the text to where the floor keeps it. */
static bool keep(struct restoring *restoring, struct text *text)
{
    return arena_copy_text(&restoring->floor->arena, *text, text) == STATUS_OK;
}

static enum status cannot_keep(struct restoring *restoring)
{
    return no_memory(restoring, restoring->floor->arena.refusal);
}

/* An amount at or above zero, of those that are summed up. */
static bool is_amount(struct restoring *restoring, int64_t cents)
{
    CHECK(restoring->amounts >= 0 && restoring->amounts <= AMOUNTS_MAX);
    if (cents < 0 || cents > AMOUNTS_MAX - restoring->amounts)
        return false;
    restoring->amounts += cents;
    return true;
}

/* NAMES_NONE for nobody; false if the club does not know the patron. */
static bool find_patron_of(const struct restoring *restoring, struct text name, uint32_t *patron)
{
    *patron = names_find(&restoring->floor->patron_names, name);
    return *patron != NAMES_NONE || name.length == 0;
}

static bool postings_are_good(const struct restoring *restoring, const struct posting *postings,
                              uint32_t count)
{
    unsigned accounts = restoring->floor->ledger.count;
    for (uint32_t i = 0; i < count; i++) {
        const struct posting *posting = &postings[i];
        if (posting->from >= accounts || posting->to >= accounts || posting->from == posting->to ||
            posting->cents <= 0 || posting->cents > AMOUNTS_MAX || posting->clause.length > 0)
            return false;
    }
    return true;
}

static bool are_seats(uint32_t seats)
{
    return seats >> (FLOOR_SEATS_MAX + 1) == 0;
}

/* Whether the line comes behind the one before, by an offer or table and what is in it. */
static bool rises(struct restoring *restoring, uint32_t number, uint32_t within)
{
    bool rising = number > restoring->last_number ||
                  (number == restoring->last_number && within >= restoring->last_within);
    restoring->last_number = number;
    restoring->last_within = within + 1;
    return rising;
}

/* ------------------------------------------------------------------------------------------ the house and its money */

static enum status restore_house(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct house_line *house = &line->house;
    if (floor->opened || house->day.year == 0)
        return wrong(restoring, "there is one house, and it has a day");
    enum status status = setup_take_house(floor, house->house, house->text);
    floor->now = house->now;
    floor->day = house->day;
    floor->opened = true;
    return taken(restoring, status, "the house cannot be read");
}

static enum status restore_document(struct restoring *restoring, const union section_line *line)
{
    return taken(restoring,
                 setup_take_document(restoring->floor, line->document.activity, line->document.text),
                 "the document cannot be read");
}

static enum status restore_account(struct restoring *restoring, const union section_line *line)
{
    struct ledger *ledger = &restoring->floor->ledger;
    const struct account_line *account = &line->account;
    enum account_kind kind = (enum account_kind)account->kind;
    account_id id;
    if (account->name.length == 0 ||
        ledger_find(ledger, kind, account->activity, account->name) != ACCOUNT_NONE)
        return wrong(restoring, "the account has no name, or stands here twice");
    enum status status = ledger_open(ledger, kind, account->activity, account->name, &id);
    if (status != STATUS_OK)
        return no_memory(restoring, status);
    CHECK_OP(id, ==, ledger->count - 1); /* accounts are known by their order */
    for (uint32_t i = 0; i < account->reason_count; i++) {
        const struct reason_row *row = &account->reasons[i];
        if (!is_amount(restoring, row->in) || !is_amount(restoring, row->out) || row->in + row->out == 0 ||
            (i > 0 && row->reason <= row[-1].reason))
            return wrong(restoring, "what moved on the account cannot have moved, or is not in order");
        ledger_carry(ledger, id, (enum posting_reason)row->reason, row->in, row->out);
    }
    return STATUS_OK;
}

static enum status restore_person(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    struct person person = line->person;
    uint32_t number;
    enum status status = MAKE_ROOM(&floor->arena, floor->people, floor->person_count, floor->person_room);
    if (status == STATUS_OK)
        status = names_add(&floor->person_names, person.person, &number);
    if (status != STATUS_OK)
        return no_memory(restoring, status);
    if (person.person.length == 0 || number != floor->person_count)
        return wrong(restoring, "the person has no name, or stands here twice");
    person.person = names_text(&floor->person_names, number);
    if (!keep(restoring, &person.name) || !keep(restoring, &person.role))
        return cannot_keep(restoring);
    floor->people[floor->person_count++] = person;
    CHECK_OP(floor->person_names.count, ==, floor->person_count);
    return STATUS_OK;
}

static enum status restore_patron(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    struct patron patron = line->patron;
    uint32_t number;
    enum status status = MAKE_ROOM(&floor->arena, floor->patrons, floor->patron_count, floor->patron_room);
    if (status == STATUS_OK)
        status = names_add(&floor->patron_names, patron.patron, &number);
    if (status != STATUS_OK)
        return no_memory(restoring, status);
    if (patron.patron.length == 0 || number != floor->patron_count)
        return wrong(restoring, "the patron has no club number, or stands here twice");
    if (!is_amount(restoring, patron.currency_today) || !is_amount(restoring, patron.prizes_this_year))
        return wrong(restoring, "what the patron was paid cannot be");
    patron.patron = names_text(&floor->patron_names, number);
    if (!keep(restoring, &patron.name) || !keep(restoring, &patron.reason) ||
        !keep(restoring, &patron.excluded_as))
        return cannot_keep(restoring);
    floor->patrons[floor->patron_count++] = patron;
    CHECK_OP(floor->patron_names.count, ==, floor->patron_count);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ offers */

/* The offer sees as much of the ledger as when it was posted; all its accounts are there. */
static enum status take_posted(struct restoring *restoring, const struct offer_line *line)
{
    struct floor *floor = restoring->floor;
    struct ledger seen = floor->ledger;
    CHECK_OP(line->accounts, <=, floor->ledger.count);
    struct fault fault = {.words = ""};
    seen.count = line->accounts;
    enum status status = setup_take_offer(floor, floor->offering_count, line->offer, line->text,
                                          line->documents, &seen, &fault);
    if (status != STATUS_OK)
        return wrong_within(restoring, status, restoring->line_at + 1, &fault);
    if (seen.count != line->accounts)
        return wrong(restoring, "an account of the offer is missing");
    return taken(restoring, status, "the offer has errors");
}

static enum status restore_offer(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct offer_line *saved = &line->offer;
    if (saved->offer.length == 0 || floor_offering(floor, saved->offer) ||
        floor->offering_count == FLOOR_OFFERS_MAX)
        return wrong(restoring, "the offer has no name, stands here twice, or is one too many");
    if (saved->documents > floor->rulebook_count || saved->accounts > floor->ledger.count)
        return wrong(restoring, "the offer is read by documents or accounts that are not here");
    if (!is_amount(restoring, saved->advanced) || !is_amount(restoring, saved->repaid) ||
        !is_amount(restoring, saved->contributed) || saved->closed.year == 0)
        return wrong(restoring, "the offer has no day, or amounts that cannot be");
    enum status status = take_posted(restoring, saved);
    if (status != STATUS_OK)
        return status;
    CHECK(floor->offering_count > 0 && floor->offering_count <= FLOOR_OFFERS_MAX);
    struct offering *offering = &floor->offerings[floor->offering_count - 1];
    offering->posted = saved->posted;
    offering->seeded = saved->seeded;
    offering->hit_since_posted = saved->hit_since_posted;
    offering->advanced = saved->advanced;
    offering->repaid = saved->repaid;
    offering->funds.fund_contributed = saved->contributed;
    offering->closed = saved->closed;
    return STATUS_OK;
}

static enum status restore_former(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct former_line *saved = &line->former;
    struct ledger seen = floor->ledger;
    struct fault fault = {.words = ""};
    if (saved->offer >= floor->offering_count || saved->documents > floor->rulebook_count ||
        saved->accounts > floor->ledger.count)
        return wrong(restoring,
                     "there is no such offer, or it is read by documents or accounts that are not here");
    seen.count = saved->accounts;
    enum status status = setup_take_former(floor, saved->offer, saved->text, saved->documents, &seen, &fault);
    if (status != STATUS_OK)
        return wrong_within(restoring, status, restoring->line_at + 1, &fault);
    if (seen.count != saved->accounts)
        return wrong(restoring, "an account of the offer is missing");
    CHECK_OP(floor->former_count, >, 0);
    if (!text_equal(floor->formers[floor->former_count - 1]->terms.activity,
                    floor->offerings[saved->offer].terms.activity))
        return wrong(restoring, "the offer was of another activity");
    return taken(restoring, status, "the offer has errors");
}

/* Whether an offer was posted so at the table. */
static bool is_former_of(const struct floor *floor, uint32_t former, uint32_t offer, uint32_t table)
{
    CHECK_OP(table, <, floor->table_count);
    return former <= floor->former_count && (former == 0 || (floor->formers[former - 1]->offer == offer &&
                                                             floor->formers[former - 1]->tables[table]));
}

static enum status restore_pool(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct pool_line *saved = &line->pool;
    if (saved->offer >= floor->offering_count || saved->pool >= TERMS_POOLS_MAX ||
        !rises(restoring, saved->offer, saved->pool))
        return wrong(restoring, "there is no such pool, or it is not in order");
    if (saved->increased.year == 0 || saved->win_count > FLOOR_HITS_KEPT || saved->win_count > saved->hits ||
        !is_amount(restoring, saved->contributed) || !is_amount(restoring, saved->carried) ||
        !is_amount(restoring, saved->won))
        return wrong(restoring, "the pool has no day, or wins or amounts that cannot be");
    struct offering *offering = &floor->offerings[saved->offer];
    struct pool_meter *meter = &offering->meters[saved->pool];
    for (uint32_t i = 0; i < saved->win_count; i++) {
        if (saved->wins[i].award == 0 || saved->wins[i].award > restoring->counted.counts[SECTION_AWARD])
            return wrong(restoring, "a win of an award that is not here");
        meter->wins[i] = saved->wins[i];
    }
    meter->kept = saved->win_count;
    meter->hits = saved->hits;
    meter->won = saved->won;
    meter->carried = saved->carried;
    offering->increased[saved->pool] = saved->increased;
    offering->funds.contributed[saved->pool] = saved->contributed;
    restoring->pools[saved->offer] |= (uint8_t)(1u << saved->pool);
    return STATUS_OK;
}

static enum status restore_advance(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct advance_line *saved = &line->advance;
    if (saved->offer >= floor->offering_count)
        return wrong(restoring, "there is no such offer");
    if (saved->cents == 0 || !is_amount(restoring, saved->cents) ||
        saved->award > restoring->counted.counts[SECTION_AWARD])
        return wrong(restoring, "an advance that cannot be");
    if (saved->fund >= floor->ledger.count)
        return wrong(restoring, "an advance that no fund repays");
    const struct advance advance = {saved->cents, ++floor->advances_made, saved->clause, saved->award,
                                    saved->fund ? saved->fund : floor->offerings[saved->offer].terms.fund};
    enum status status = funds_advanced(&floor->offerings[saved->offer].funds, &advance, &floor->arena);
    CHECK_IMPLIES(status == STATUS_OK, funds_advances(&floor->offerings[saved->offer].funds) >= saved->cents);
    return status == STATUS_OK ? status : no_memory(restoring, status);
}

/* ------------------------------------------------------------------------------------------ tables */

static enum status restore_table(struct restoring *restoring, const union section_line *line)
{
    const struct floor *floor = restoring->floor;
    const struct table_line *saved = &line->table;
    struct table *table = table_called(restoring->floor, saved->table);
    if (!table || !rises(restoring, (uint32_t)(table - floor->tables), 0))
        return wrong(restoring, "there is no such table, or it is not in order");
    if (saved->bank > FLOOR_SEATS_MAX || (saved->open && saved->opened.ms == 0))
        return wrong(restoring, "the table has no such seat, or never opened");
    if (saved->call.length > (saved->called.ms != 0 ? FLOOR_CALL_MAX : 0))
        return wrong(restoring, "the table says too much for a call, or does not call");
    table->open = saved->open;
    table->opened = saved->opened;
    table->hours_charged = saved->hours_charged;
    table->bank = saved->bank;
    table->reader_fails = saved->reader_fails;
    table->keypad_fails = saved->keypad_fails;
    table->sign_fails = saved->sign_fails;
    if (saved->called.ms != 0)
        keep_call(table, saved->called, saved->call);
    return STATUS_OK;
}

/* Whether the day and table come behind those that the offer owes for so far. Tables of a day are in the order in which
 * their first hour was completed. */
static bool is_owed_later(const struct offering *offering, struct date day, uint32_t table)
{
    if (offering->owed_count > 0 && date_compare(day, offering->owed[offering->owed_count - 1].day) < 0)
        return false;
    for (unsigned i = offering->owed_count; i > 0 && is_same_day(offering->owed[i - 1].day, day); i--)
        if (offering->owed[i - 1].table == table)
            return false;
    return true;
}

static enum status restore_owed(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct owed_line *saved = &line->owed;
    const struct table *table = floor_table(floor, saved->table);
    if (!table || saved->offer >= floor->offering_count || saved->offer < restoring->last_number ||
        !is_owed_later(&floor->offerings[saved->offer], saved->day, (uint32_t)(table - floor->tables)))
        return wrong(restoring, "there is no such table or offer, or it is not in order");
    restoring->last_number = saved->offer;
    if (saved->hours == 0 || saved->cents == 0 || !is_amount(restoring, saved->cents) ||
        saved->day.year == 0 || date_compare(saved->day, floor->day) > 0)
        return wrong(restoring, "hours that nobody can owe for");
    const struct owed_hours owed = {saved->day, (uint32_t)(table - floor->tables), saved->hours,
                                    saved->cents};
    enum status status = owe_hours(floor, &floor->offerings[saved->offer], &owed);
    return status == STATUS_OK ? status : no_memory(restoring, status);
}

static bool readings_are_good(struct restoring *restoring, const struct meter_reading *readings,
                              uint32_t count)
{
    for (uint32_t i = 0; i < count && count <= TERMS_POOLS_MAX; i++)
        if (!is_amount(restoring, readings[i].cents))
            return false;
    return count <= TERMS_POOLS_MAX;
}

static enum status restore_table_offer(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct table_offer_line *saved = &line->table_offer;
    struct table *table = table_called(floor, saved->table);
    if (!table || saved->offer >= floor->offering_count || table_offer_of(table, saved->offer) ||
        (uint32_t)(table - floor->tables) < restoring->last_number)
        return wrong(restoring, "there is no such table or offer, or it is not in order");
    restoring->last_number = (uint32_t)(table - floor->tables);
    if (!is_former_of(floor, saved->former, saved->offer, restoring->last_number) ||
        (saved->not_offered && saved->former))
        return wrong(restoring, "it was not posted so at the table");
    if (saved->hour > 23 || !are_seats(saved->paid) || !is_amount(restoring, saved->fees) ||
        !is_amount(restoring, saved->returned))
        return wrong(restoring, "an hour or fees that cannot be");
    if (!readings_are_good(restoring, saved->readings, saved->reading_count))
        return wrong(restoring, "meters that cannot have shown that");
    unsigned place = table->offer_count;
    enum status status = put_at_table(floor, saved->offer, table);
    if (status != STATUS_OK)
        return no_memory(restoring, status);
    CHECK(place < FLOOR_TABLE_OFFERS_MAX && table->offer_count == place + 1);
    struct table_offer *at = &table->offers[place];
    at->collection = (struct collection){.day = saved->day,
                                         .hour = (uint8_t)saved->hour,
                                         .rounds = saved->rounds,
                                         .fees = saved->fees,
                                         .returned = saved->returned};
    at->since = saved->since;
    at->former = saved->not_offered ? FORMER_NONE : saved->former;
    table->round.paid[place] = saved->paid;
    table->round.offered |= (uint32_t)saved->offered << place;
    table->round.reading_counts[place] = saved->reading_count;
    for (uint32_t i = 0; i < saved->reading_count; i++)
        table->round.readings[place][i] = saved->readings[i];
    return STATUS_OK;
}

static enum status restore_seat(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct seat_line *saved = &line->seat;
    struct table *table = table_called(floor, saved->table);
    if (!table || saved->number == 0 || saved->number > FLOOR_SEATS_MAX ||
        !rises(restoring, (uint32_t)(table - floor->tables), saved->number))
        return wrong(restoring, "there is no such seat, or it is not in order");
    struct seat seat = saved->seat;
    if (!find_patron_of(restoring, saved->patron, &seat.patron))
        return wrong(restoring, "nobody knows the patron");
    bool empty = !seat.hold_button && seat.since.ms == 0;
    if (seat.taken ? seat.since.ms == 0 : !(empty && (seat.sensor_fails || saved->patron.length > 0)))
        return wrong(restoring, "somebody sits there since a moment, or did, or its sensor fails");
    CHECK(seat.patron == NAMES_NONE || seat.patron < floor->patron_count);
    table->seats[saved->number] = seat;
    return STATUS_OK;
}

/* The bets behind the seats, by patrons whom the club knows or nobody. */
static bool keep_backline(const struct restoring *restoring, const struct round_line *saved,
                          struct round *round)
{
    CHECK_OP(round->backline_count, <=, FLOOR_BACKLINE_MAX);
    for (uint32_t i = 0; i < round->backline_count; i++) {
        uint32_t patron;
        round->backline[i] = saved->backline[i];
        if (saved->backline[i].seat > FLOOR_SEATS_MAX ||
            !find_patron_of(restoring, saved->backline[i].patron, &patron))
            return false;
        round->backline[i].patron = floor_patron_name(restoring->floor, patron);
    }
    return true;
}

/* Whether rows that free players named are those of seats, in order. */
static bool choices_are_good(const struct prize_choice *chosen, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (chosen[i].seat > FLOOR_SEATS_MAX || chosen[i].row.length == 0 ||
            (i > 0 && chosen[i].seat <= chosen[i - 1].seat))
            return false;
    return true;
}

/* The rows that free players named, by seat. */
static enum status keep_chosen(struct restoring *restoring, const struct round_line *saved,
                               struct round *round)
{
    if (!choices_are_good(saved->chosen, saved->chosen_count))
        return wrong(restoring, "there is no such seat, it names nothing, or it is not in order");
    for (uint32_t i = 0; i < saved->chosen_count; i++) {
        const struct prize_choice *chosen = &saved->chosen[i];
        round->chosen[chosen->seat] = chosen->row;
        if (!keep(restoring, &round->chosen[chosen->seat]))
            return cannot_keep(restoring);
    }
    return STATUS_OK;
}

/* Employees whom the club knows. */
static bool duties_are_good(const struct floor *floor, const struct duty *duties, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (duties[i].patron >= floor->patron_count || duties[i].employee == EMPLOYEE_NONE)
            return false;
    return true;
}

static enum status restore_round(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct round_line *saved = &line->round;
    struct table *table = table_called(floor, saved->table);
    struct round *round = table ? &table->round : NULL;
    enum { FEES_MAX = sizeof round->fees_posted / sizeof round->fees_posted[0] };
    if (!table || saved->round.number == 0 || !rises(restoring, (uint32_t)(table - floor->tables), 0))
        return wrong(restoring, "there is no such table or round, or it is not in order");
    if (saved->round.backline_count > FLOOR_BACKLINE_MAX || saved->round.fee_count > FEES_MAX ||
        (saved->round.fee_count > 0 && table->offer_count == 0) ||
        !postings_are_good(restoring, saved->fees_posted, saved->round.fee_count))
        return wrong(restoring, "bets or fees that cannot be");
    if (!are_seats(saved->round.dealt | saved->round.fees | saved->round.marked | saved->round.dealer_fees |
                   saved->round.played_behind | saved->round.seated | saved->round.active) ||
        saved->round.bank > FLOOR_SEATS_MAX)
        return wrong(restoring, "there is no such seat");
    if (saved->round.at.ms == 0 || saved->round.awards_before > restoring->counted.counts[SECTION_AWARD])
        return wrong(restoring, "it was dealt at no moment, or after awards that are not here");
    if (saved->round.duty_count > FLOOR_DUTIES_MAX ||
        !duties_are_good(floor, saved->duties, saved->round.duty_count))
        return wrong(restoring, "nobody knows an employee who plays");
    struct round restored = saved->round;
    for (uint32_t i = 0; i < restored.duty_count; i++)
        restored.duties[i] = saved->duties[i];
    restored.offered = round->offered; /* of the lines of its offers, as what follows */
    memcpy(restored.paid, round->paid, sizeof restored.paid);
    memcpy(restored.reading_counts, round->reading_counts, sizeof restored.reading_counts);
    memcpy(restored.readings, round->readings, sizeof restored.readings);
    for (uint32_t i = 0; i < restored.fee_count; i++) {
        restored.fees_posted[i] = saved->fees_posted[i];
        restored.fees_posted[i].clause = text_of("");
    }
    if (!keep_backline(restoring, saved, &restored))
        return wrong(restoring, "nobody knows the seat or patron of a bet");
    enum status status = keep_chosen(restoring, saved, &restored);
    if (status == STATUS_OK)
        *round = restored;
    return status;
}

/* ------------------------------------------------------------------------------------------ hands and prizes */

static bool is_patron(const struct floor *floor, uint32_t number)
{
    return number == NAMES_NONE || number < floor->patron_count;
}

/* Bettors, payers and who sat where; false if they cannot be. */
static bool people_are_good(const struct floor *floor, const struct hand_line *saved)
{
    const struct floor_hand *hand = &saved->hand;
    bool good = true;
    for (uint32_t i = 0; i < saved->patron_count; i++)
        good &= saved->patrons[i].patron < floor->patron_count && saved->patrons[i].seat <= FLOOR_SEATS_MAX &&
                (i == 0 || saved->patrons[i].seat > saved->patrons[i - 1].seat);
    for (uint32_t i = 0; i < hand->bettor_count; i++)
        good &= is_patron(floor, hand->bettors[i].patron) && hand->bettors[i].seat <= FLOOR_SEATS_MAX;
    for (uint32_t i = 0; i < hand->payer_count; i++)
        good &= is_patron(floor, hand->payers[i].patron) && hand->payers[i].seat <= FLOOR_SEATS_MAX &&
                hand->payers[i].table < floor->table_count;
    return good && duties_are_good(floor, hand->duties, hand->duty_count);
}

/* Copies of them; false if there is no memory. */
static bool keep_people(struct restoring *restoring, const struct hand_line *saved, struct floor_hand *hand)
{
    struct arena *arena = &restoring->floor->arena;
    struct hand_bettor *bettors = ARENA_ARRAY(arena, struct hand_bettor, hand->bettor_count);
    struct hand_payer *payers = ARENA_ARRAY(arena, struct hand_payer, hand->payer_count);
    struct meter_reading *readings = ARENA_ARRAY(arena, struct meter_reading, hand->reading_count);
    struct prize_choice *chosen = ARENA_ARRAY(arena, struct prize_choice, hand->chosen_count);
    struct duty *duties = ARENA_ARRAY(arena, struct duty, hand->duty_count);
    if (!bettors || !payers || !readings || !chosen || !duties)
        return false;
    for (uint32_t i = 0; i < hand->duty_count; i++)
        duties[i] = saved->hand.duties[i];
    hand->duties = duties;
    for (uint32_t i = 0; i < hand->chosen_count; i++) {
        chosen[i] = saved->hand.chosen[i];
        if (!keep(restoring, &chosen[i].row))
            return false;
    }
    hand->chosen = chosen;
    for (uint32_t i = 0; i < hand->bettor_count; i++)
        bettors[i] = saved->hand.bettors[i];
    for (uint32_t i = 0; i < hand->payer_count; i++)
        payers[i] = saved->hand.payers[i];
    for (uint32_t i = 0; i < hand->reading_count; i++)
        readings[i] = saved->hand.readings[i];
    hand->readings = readings;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        hand->patrons[seat] = NAMES_NONE;
    for (uint32_t i = 0; i < saved->patron_count; i++)
        hand->patrons[saved->patrons[i].seat] = saved->patrons[i].patron;
    hand->bettors = bettors;
    hand->payers = payers;
    return true;
}

static bool seats_are_good(const struct floor_hand *hand)
{
    return hand->seat <= FLOOR_SEATS_MAX && hand->bank <= FLOOR_SEATS_MAX &&
           are_seats(hand->winners | hand->holders | hand->dealt | hand->paid | hand->seated | hand->active |
                     hand->dealer_fees | hand->played_behind);
}

/* Hands of a table are claimed round by round. */
static bool is_of_round(const struct floor *floor, const struct table *table, const struct floor_hand *hand)
{
    CHECK_OP(table->newest_hand, <=, floor->hand_count);
    return hand->round > 0 && hand->round <= table->round.number &&
           (table->newest_hand == 0 || hand->round >= floor->hands[table->newest_hand - 1].round);
}

/* Whether a document of the activity has or had a board, which may judge without a chart. */
static bool has_had_board(const struct floor *floor, struct text activity)
{
    for (unsigned i = 0; i < floor->rulebook_count; i++)
        if (text_equal(floor->rulebooks[i]->document.identity, activity) &&
            node_member(floor->rulebooks[i]->data, PART_BOARD))
            return true;
    return false;
}

/* Who has looked at the hand is known until it is settled, and by which row it is paid, unless a board judged it. */
static bool is_judged(const struct floor *floor, const struct hand_line *saved)
{
    const struct floor_hand *hand = &saved->hand;
    bool posted = saved->state == HAND_POSTED || saved->state == HAND_BEATEN;
    if (saved->state != HAND_VERIFIED && !posted)
        return saved->row_count == 0;
    if (hand->verified_by.length == 0 ||
        (posted && (hand->authorised_by.length == 0 || text_equal(hand->authorised_by, hand->verified_by))))
        return false;
    return saved->row_count > 0 || has_had_board(floor, floor->offerings[hand->offer].terms.activity);
}

static const struct rulebook_row *row_of_chart(const struct rulebook_chart *chart, const struct node *node)
{
    for (unsigned i = 0; i < chart->row_count; i++)
        if (chart->rows[i].node == node)
            return &chart->rows[i];
    return NULL;
}

static const struct rulebook_row *row_of_offer(const struct offer *offer, const struct node *node)
{
    const struct rulebook_row *row = NULL;
    for (unsigned i = 0; i < offer->chart_count && !row; i++)
        row = row_of_chart(offer->charts[i], node);
    return row;
}

/* NULL if there is no such row. */
static const struct rulebook_row *find_row(const struct floor *floor, const struct offer *offer,
                                           const struct row_place *place)
{
    if (place->document == 0 || place->document > floor->rulebook_count)
        return NULL;
    const struct rulebook *rulebook = floor->rulebooks[place->document - 1];
    if (place->chart == 0 || place->chart > rulebook->chart_count ||
        !text_equal(rulebook->document.identity, offer->rulebook->document.identity))
        return NULL;
    const struct rulebook_chart *chart = &rulebook->charts[place->chart - 1];
    const struct node *rows = node_member(chart->node, KEY_ROWS), *node = rows ? rows->first_child : NULL;
    for (uint32_t i = 1; i < place->row && node; i++)
        node = node->next;
    if (!node || place->row == 0 || place->posting > ROW_OF_POSTING)
        return NULL;
    return place->posting == ROW_OF_DOCUMENT ? row_of_chart(chart, node) : row_of_offer(offer, node);
}

static enum status find_rows(struct restoring *restoring, const struct hand_line *saved,
                             struct floor_hand *hand)
{
    const struct offer *offer = floor_offer_of_hand(restoring->floor, hand);
    if (saved->row_count > HAND_ROWS_MAX)
        return wrong(restoring, "a hand is not paid by so many rows");
    for (uint32_t i = 0; i < saved->row_count; i++) {
        hand->rows[i] = find_row(restoring->floor, offer, &saved->rows[i]);
        if (!hand->rows[i])
            return wrong(restoring, "there is no such row");
    }
    hand->row_count = saved->row_count;
    return STATUS_OK;
}

static enum status restore_hand(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct hand_line *saved = &line->hand;
    struct table *table = table_called(floor, saved->table);
    struct floor_hand hand = saved->hand;
    if (!table || hand.offer >= floor->offering_count || !table_offer_of(table, hand.offer) ||
        !seats_are_good(&hand) || !people_are_good(floor, saved) ||
        !find_patron_of(restoring, saved->patron, &hand.patron))
        return wrong(restoring, "there is no such table, seat, person or offer");
    hand.state = (enum hand_state)saved->state;
    hand.claimed_by = names_find(&floor->person_names, saved->claimed_by);
    if (saved->claimed_by.length > 0 && hand.claimed_by == NAMES_NONE)
        return wrong(restoring, "nobody of that name has claimed it");
    if (!is_former_of(floor, hand.former, hand.offer, (uint32_t)(table - floor->tables)) ||
        (hand.former && !hand_waits(&hand) && hand.award == 0))
        return wrong(restoring, "it was not posted so at the table, or the hand is settled");
    if (!is_of_round(floor, table, &hand))
        return wrong(restoring, "there is no such round, or it is not in order");
    if (!is_judged(floor, saved))
        return wrong(restoring, "who has judged the hand, or by which row, is missing or is too much");
    if (hand.points > 0 && (hand.points > FLOOR_POINTS_MAX || hand.state != HAND_AWARDED ||
                            hand.patron == NAMES_NONE || hand.verified_by.length == 0))
        return wrong(restoring, "a hand cannot have such points");
    if (hand.award > restoring->counted.counts[SECTION_AWARD])
        return wrong(restoring, "there is no such award");
    if (hand.decided.ms == 0 || !readings_are_good(restoring, hand.readings, hand.reading_count) ||
        hand.awards_before > restoring->counted.counts[SECTION_AWARD])
        return wrong(restoring, "it was decided at no moment, or meters cannot have shown that");
    if (!choices_are_good(hand.chosen, hand.chosen_count))
        return wrong(restoring, "there is no such seat, it names nothing, or it is not in order");
    hand.table = (uint32_t)(table - floor->tables);
    hand.before = table->newest_hand;
    CHECK(hand.table < floor->table_count && hand.before <= floor->hand_count);
    enum status status = find_rows(restoring, saved, &hand);
    if (status != STATUS_OK)
        return status;
    status = MAKE_ROOM(&floor->arena, floor->hands, floor->hand_count, floor->hand_room);
    if (status != STATUS_OK || !keep(restoring, &hand.verified_by) || !keep(restoring, &hand.authorised_by) ||
        !keep(restoring, &hand.claimed_row) || !keep(restoring, &hand.cards) ||
        !keep(restoring, &hand.board) || !keep_people(restoring, saved, &hand))
        return cannot_keep(restoring);
    floor->hands[floor->hand_count++] = hand;
    table->newest_hand = floor->hand_count;
    return STATUS_OK;
}

/* Players with points: each once, at a table and a seat, by a hand that two persons have looked at. */
static enum status restore_standings(struct restoring *restoring, const struct board_line *saved,
                                     struct board *board)
{
    struct floor *floor = restoring->floor;
    for (uint32_t i = 0; i < saved->standing_count; i++) {
        struct standing standing = saved->standings[i];
        bool again = false;
        for (unsigned k = 0; k < board->standing_count; k++)
            again |= board->standings[k].patron == standing.patron;
        if (again || standing.patron >= floor->patron_count || standing.table >= floor->table_count ||
            standing.seat > FLOOR_SEATS_MAX || standing.points == 0 || standing.points > FLOOR_POINTS_MAX ||
            !table_offer_of(&floor->tables[standing.table], saved->offer) ||
            standing.verified_by.length == 0 || standing.authorised_by.length == 0 ||
            text_equal(standing.verified_by, standing.authorised_by))
            return wrong(restoring, "nobody can have such points, or somebody has them twice");
        if (!keep(restoring, &standing.verified_by) || !keep(restoring, &standing.authorised_by) ||
            MAKE_ROOM(&floor->arena, board->standings, board->standing_count, board->standing_room) !=
                STATUS_OK)
            return cannot_keep(restoring);
        board->standings[board->standing_count++] = standing;
    }
    return STATUS_OK;
}

/* The hands on the list, or those that were beaten; false if one is not the offer's or is something else. */
static bool take_hands(const struct floor *floor, uint32_t offer, enum hand_state state,
                       const struct board_row *rows, uint32_t count, uint32_t *hands)
{
    CHECK_OP(count, <=, FLOOR_BOARD_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t hand = rows[i].hand;
        if (hand == 0 || hand > floor->hand_count || floor->hands[hand - 1].offer != offer ||
            floor->hands[hand - 1].state != state)
            return false;
        hands[i] = hand - 1;
    }
    return true;
}

static enum status restore_board(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct board_line *saved = &line->board;
    if (saved->offer >= floor->offering_count || !rises(restoring, saved->offer, 0) || saved->ends.ms == 0 ||
        saved->hand_count > FLOOR_BOARD_MAX || saved->beaten_count > FLOOR_BOARD_MAX ||
        saved->standing_count > FLOOR_STANDINGS_MAX)
        return wrong(restoring, "there is no such offer, it is not in order, or its board cannot be");
    struct board *board = &floor->offerings[saved->offer].board;
    if (!take_hands(floor, saved->offer, HAND_POSTED, saved->hands, saved->hand_count, board->hands))
        return wrong(restoring, "a hand on the board that is not the offer's, or was not posted");
    if (!take_hands(floor, saved->offer, HAND_BEATEN, saved->beaten, saved->beaten_count, board->beaten) ||
        (saved->beaten_count > 0 && saved->hand_count == 0))
        return wrong(restoring, "a hand of the board that is not the offer's, or was not beaten there");
    board->runs = true;
    board->ends = saved->ends;
    board->count = saved->hand_count;
    board->beaten_count = saved->beaten_count;
    return restore_standings(restoring, saved, board);
}

static bool advances_are_good(const struct restoring *restoring, const struct floor_award *award)
{
    for (uint32_t i = 0; i < award->advance_count; i++) {
        const struct advance_row *row = &award->advances[i];
        if (row->offer >= restoring->floor->offering_count || row->cents > AMOUNTS_MAX ||
            row->cents < -AMOUNTS_MAX || row->clause.length > 0)
            return false;
    }
    for (uint32_t i = 0; i < award->repaying_count; i++)
        if (award->repaying[i].fund >= restoring->floor->ledger.count)
            return false;
    return award->repaying_count == 0 || award->repaying_count == award->advance_count;
}

static enum status restore_award(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    struct floor_award award = line->award;
    uint32_t before = floor->award_count ? floor->awards[floor->award_count - 1].first_prize +
                                               floor->awards[floor->award_count - 1].prize_count
                                         : 0;
    CHECK_OP(before, <=, restoring->counted.counts[SECTION_PRIZE]);
    if (award.offer >= floor->offering_count || award.at.ms == 0 ||
        award.hand > restoring->counted.counts[SECTION_HAND] ||
        award.prize_count > restoring->counted.counts[SECTION_PRIZE] - before)
        return wrong(restoring, "there is no such offer or hand, no time, or not so many prizes");
    if (!postings_are_good(restoring, award.postings, award.posting_count) ||
        !advances_are_good(restoring, &award))
        return wrong(restoring, "money that cannot have moved");
    if (award.lent_back < 0 || award.lent_back > advances_of_award(&award) ||
        (award.reversed && award.lent_back > 0))
        return wrong(restoring, "more went back than was advanced");
    award.first_prize = before;
    enum status status = MAKE_ROOM(&floor->arena, floor->awards, floor->award_count, floor->award_room);
    const struct money_rows money = {.postings = award.postings,
                                     .posting_count = award.posting_count,
                                     .advances = award.advances,
                                     .advance_count = award.advance_count,
                                     .repaying = award.repaying,
                                     .repaying_count = award.repaying_count};
    if (status != STATUS_OK || !keep(restoring, &award.verified_by) ||
        !keep(restoring, &award.authorised_by) || !keep(restoring, &award.clause) ||
        keep_money(floor, &money, &award) != STATUS_OK ||
        keep_pool_shares(floor, award.pool_shares, award.pool_share_count, &award) != STATUS_OK)
        return cannot_keep(restoring);
    floor->awards[floor->award_count++] = award;
    return STATUS_OK;
}

/* The award of the next prize; NULL if no award has it. */
static const struct floor_award *award_of_next(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    while (restoring->award < floor->award_count) {
        const struct floor_award *award = &floor->awards[restoring->award];
        if (floor->prize_count < award->first_prize + award->prize_count)
            return award;
        restoring->award++;
    }
    return NULL;
}

/* What a voucher has paid, each kind of cost once; I12 sees to the amounts. */
static bool uses_are_good(struct restoring *restoring, const struct floor_prize *prize)
{
    for (unsigned i = 0; i < prize->use_count; i++) {
        const struct voucher_use *use = &prize->uses[i];
        bool once = use->cost.length > 0;
        for (unsigned k = 0; k < i; k++)
            once &= !text_equal_ignoring_case(use->cost, prize->uses[k].cost);
        if (!once || use->cents <= 0 || use->cents > VALUE_CENTS_MAX || use->count <= 0 ||
            use->count > use->cents)
            return false;
    }
    return prize->use_count <= VOUCHER_KINDS_MAX && is_amount(restoring, prize->worth) &&
           prize->worth <= VALUE_CENTS_MAX;
}

static bool keep_uses(struct restoring *restoring, struct floor_prize *prize)
{
    const struct voucher_use *saved = prize->uses;
    restoring->floor->redeemed |= prize->use_count > 0;
    prize->uses = ARENA_ARRAY(&restoring->floor->arena, struct voucher_use, prize->use_count);
    prize->use_room = prize->use_count;
    for (unsigned i = 0; i < prize->use_count && prize->uses; i++) {
        prize->uses[i] = saved[i];
        if (!keep(restoring, &prize->uses[i].cost))
            return false;
    }
    return prize->uses != NULL || prize->use_count == 0;
}

static enum status restore_prize(struct restoring *restoring, const union section_line *line)
{
    struct floor *floor = restoring->floor;
    const struct prize_line *saved = &line->prize;
    const struct floor_award *award = award_of_next(restoring);
    const struct table *table = floor_table(floor, saved->table);
    struct floor_prize prize = saved->prize;
    if (!award)
        return wrong(restoring, "no award has this prize");
    if ((!table && saved->table.length > 0) || prize.seat > FLOOR_SEATS_MAX ||
        !find_patron_of(restoring, saved->patron, &prize.patron) ||
        !is_amount(restoring, prize.claim.cents) || !is_amount(restoring, prize.fee))
        return wrong(restoring, "there is no such table, seat or patron, or an amount that cannot be");
    CHECK_OP(restoring->award, <, floor->award_count);
    prize.award = restoring->award;
    prize.offer = award->offer;
    prize.reversed = award->reversed || saved->alone;
    prize.table = table ? (uint32_t)(table - floor->tables) : FLOOR_TABLES_MAX;
    prize.claim.state = (enum claim_state)saved->state;
    if (prize.tray != TRAY_NOT_USED && (prize.claim.state != CLAIM_PAID || prize.reversed))
        return wrong(restoring, "a tray has paid what was not paid");
    if (!uses_are_good(restoring, &prize))
        return wrong(restoring, "a voucher has paid what it cannot have paid");
    if (saved->alone && (award->reversed || !claim_is_open(&prize.claim)))
        return wrong(restoring,
                     "a prize that was backed out alone, and was settled before or with its award");
    prize.claim.awarded = award->at;
    prize.claim.can_be_late = saved->identify_by.ms != 0;
    prize.claim.identify_by = prize.claim.can_be_late ? saved->identify_by : award->at;
    prize.claim.can_lapse = saved->lapses.ms != 0;
    prize.claim.lapses = prize.claim.can_lapse ? saved->lapses : award->at;
    enum status status = MAKE_ROOM(&floor->arena, floor->prizes, floor->prize_count, floor->prize_room);
    if (status != STATUS_OK || !keep(restoring, &prize.share) || !keep(restoring, &prize.clause) ||
        !keep(restoring, &prize.thing) || !keep_uses(restoring, &prize))
        return cannot_keep(restoring);
    floor->prizes[floor->prize_count++] = prize;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ lines */

typedef enum status restore_function(struct restoring *restoring, const union section_line *line);

static restore_function *const restorers[SECTIONS] = {
    [SECTION_HOUSE] = restore_house,     [SECTION_DOCUMENT] = restore_document,
    [SECTION_ACCOUNT] = restore_account, [SECTION_PERSON] = restore_person,
    [SECTION_PATRON] = restore_patron,   [SECTION_OFFER] = restore_offer,
    [SECTION_POOL] = restore_pool,       [SECTION_ADVANCE] = restore_advance,
    [SECTION_FORMER] = restore_former,   [SECTION_TABLE] = restore_table,
    [SECTION_OWED] = restore_owed,       [SECTION_TABLE_OFFER] = restore_table_offer,
    [SECTION_SEAT] = restore_seat,       [SECTION_ROUND] = restore_round,
    [SECTION_HAND] = restore_hand,       [SECTION_BOARD] = restore_board,
    [SECTION_AWARD] = restore_award,     [SECTION_PRIZE] = restore_prize,
};

/* The next line must be of the shape; what it holds lives until the one after. */
static enum status take_line(struct restoring *restoring, const struct record_shape *shape, void *record)
{
    CHECK_OP(restoring->at, <=, restoring->bytes.length);
    struct text rest = text_from(restoring->bytes, restoring->at);
    const char *end = rest.length ? memchr(rest.bytes, '\n', rest.length) : NULL;
    size_t length = end ? (size_t)(end - rest.bytes) : rest.length, name = strlen(shape->name);
    enum { AROUND = 5 }; /* {"name":} */
    struct fault fault = {.words = ""};
    restoring->line_at = restoring->at;
    restoring->line++;
    if (!end)
        return wrong(restoring, "the snapshot ends before its end");
    if (length < name + AROUND || !text_starts_with(rest, text_of("{\"")) ||
        !text_equal(text_slice(rest, 2, name), text_of(shape->name)) ||
        !text_equal(text_slice(rest, 2 + name, 2), text_of("\":")) || rest.bytes[length - 1] != '}') {
        char words[64];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "a line {\"%s\":...} expected", shape->name);
        return wrong(restoring, words);
    }
    arena_clear(&restoring->arena);
    size_t origin = name + AROUND - 1;
    enum status status =
        record_read(shape, text_slice(rest, origin, length - 1 - origin), &restoring->arena, record, &fault);
    restoring->at += length + 1;
    CHECK_OP(restoring->at, <=, restoring->bytes.length);
    return status == STATUS_OK ? status
                               : wrong_within(restoring, status, restoring->line_at + origin, &fault);
}

static enum status restore_section(struct restoring *restoring, enum snapshot_section section)
{
    CHECK_OP(section, <, SECTIONS);
    union section_line line;
    enum status status = STATUS_OK;
    restoring->last_number = restoring->last_within = 0;
    for (uint32_t i = 0; i < restoring->counted.counts[section] && status == STATUS_OK; i++) {
        status = take_line(restoring, section_shape(section), &line);
        if (status == STATUS_OK)
            status = restorers[section](restoring, &line);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ all of it */

/* The first line: a format that we know, and a house, or nothing at all. */
static enum status restore_head(struct restoring *restoring)
{
    const struct snapshot_line *counted = &restoring->counted;
    uint32_t others = 0;
    enum status status = take_line(restoring, &snapshot_shape, &restoring->counted);
    if (status != STATUS_OK)
        return status;
    if (counted->format != SNAPSHOT_FORMAT)
        return wrong(restoring, "a snapshot of another format");
    for (unsigned i = 0; i < SECTIONS; i++)
        others |= i == SECTION_HOUSE ? 0 : counted->counts[i];
    return counted->counts[SECTION_HOUSE] == 0 && others ? wrong(restoring, "there is no house") : STATUS_OK;
}

/* As many of each kind as the head says, once all lines are taken. */
static void check_counts(const struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    const uint32_t *counts = restoring->counted.counts;
    CHECK_OP(floor->rulebook_count, ==, counts[SECTION_DOCUMENT]);
    CHECK_OP(floor->person_count, ==, counts[SECTION_PERSON]);
    CHECK_OP(floor->patron_count, ==, counts[SECTION_PATRON]);
    CHECK_OP(floor->offering_count, ==, counts[SECTION_OFFER]);
    CHECK_OP(floor->former_count, ==, counts[SECTION_FORMER]);
    CHECK_OP(floor->hand_count, ==, counts[SECTION_HAND]);
    CHECK_OP(floor->award_count, ==, counts[SECTION_AWARD]);
    CHECK_OP(floor->prize_count, ==, counts[SECTION_PRIZE]);
}

static enum status restore_end(struct restoring *restoring)
{
    check_counts(restoring);
    struct end_line end;
    enum status status = take_line(restoring, &end_shape, &end);
    if (status != STATUS_OK)
        return status;
    return end.lines == restoring->line && restoring->at == restoring->bytes.length
               ? STATUS_OK
               : wrong(restoring, "the snapshot has another number of lines");
}

/* A former posting is there for the hands that wait and the rounds that run. */
static bool formers_are_needed(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    bool *needed = ARENA_ARRAY(&restoring->arena, bool, floor->former_count), all = needed != NULL;
    for (unsigned i = 0; i < floor->hand_count && needed; i++) {
        CHECK_OP(floor->hands[i].former, <=, floor->former_count);
        if (floor->hands[i].former)
            needed[floor->hands[i].former - 1] = true;
    }
    for (unsigned i = 0; i < floor->table_count && needed; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            uint32_t former = floor->tables[i].offers[k].former;
            all &= former == 0 || floor->tables[i].round.runs;
            if (former && former != FORMER_NONE)
                needed[former - 1] = true;
        }
    for (unsigned i = 0; i < floor->former_count && needed; i++)
        all &= needed[i];
    return all;
}

/* What a hand says of its award, which stands below: it is of the same offer, and a former posting is kept only while it waits or may
 * again. */
static bool awards_of_hands_are_good(const struct floor *floor)
{
    bool good = true;
    for (unsigned i = 0; i < floor->hand_count && good; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        CHECK_OP(hand->award, <=, floor->award_count);
        good = hand->award == 0 || floor->awards[hand->award - 1].offer == hand->offer;
        good = good && (hand->former == 0 || hand_may_wait(floor, hand));
    }
    return good;
}

/* What is owed for an award of the offer that stands is some of what the house advanced for it. */
static bool is_owed_for_award(const struct floor *floor, uint32_t offer, const struct advance *advance)
{
    CHECK(advance->award > 0 && advance->award <= floor->award_count);
    const struct floor_award *award = &floor->awards[advance->award - 1];
    bool made = false;
    for (uint32_t i = 0; i < award->advance_count; i++)
        made |= award->advances[i].offer == offer && award->advances[i].cents >= advance->cents;
    return made && award->offer == offer && !award->reversed;
}

static bool awards_made_advances(const struct floor *floor)
{
    for (uint32_t i = 0; i < floor->offering_count; i++)
        for (unsigned k = 0; k < floor->offerings[i].funds.advance_count; k++) {
            const struct advance *advance = funds_advance(&floor->offerings[i].funds, k);
            if (advance->award > 0 && !is_owed_for_award(floor, i, advance))
                return false;
        }
    return true;
}

/* Of an award that stands a prize does; what its prizes won of pools is in them. */
static bool prizes_of_awards_are_good(const struct floor *floor)
{
    for (unsigned i = 0; i < floor->award_count; i++) {
        const struct floor_award *award = &floor->awards[i];
        CHECK_OP(award->first_prize + award->prize_count, <=, floor->prize_count);
        bool stands = award->reversed || award->prize_count == 0;
        for (uint32_t k = 0; k < award->prize_count; k++)
            stands |= !floor->prizes[award->first_prize + k].reversed;
        if (!stands || !pool_shares_are_good(floor, award))
            return false;
    }
    return true;
}

/* What no line alone can show: that none is missing. */
static enum status check_whole(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    if (restoring->counted.counts[SECTION_TABLE] != floor->table_count)
        return wrong(restoring, "a table of the house is missing");
    if (floor->award_count > 0 && floor->awards[floor->award_count - 1].first_prize +
                                          floor->awards[floor->award_count - 1].prize_count !=
                                      floor->prize_count)
        return wrong(restoring, "a prize of an award is missing");
    if (!prizes_of_awards_are_good(floor))
        return wrong(restoring,
                     "an award of which nothing stands, or prizes that won more of pools than they are");
    if (!awards_of_hands_are_good(floor))
        return wrong(restoring,
                     "a hand of another offer than its award, or a former posting of one that is settled");
    if (!awards_made_advances(floor))
        return wrong(restoring, "an advance of an award that did not make it");
    if (!formers_are_needed(restoring))
        return wrong(restoring, "no hand that waits and no round that runs is of a former posting");
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        for (unsigned pool = 0; pool < offering->terms.pool_count; pool++)
            if (!(restoring->pools[i] >> pool & 1))
                return wrong(restoring, "a pool of an offer is missing");
        for (unsigned k = 0; k < offering->offer->table_count; k++) {
            const struct table *table = floor_table(floor, offering->offer->tables[k]->name);
            CHECK(table);
            if (!table_offer_of(table, i))
                return wrong(restoring, "an offer is missing at one of its tables");
        }
    }
    return STATUS_OK;
}

/* What follows from the rest, and whether the books are right. */
static enum status finish(struct restoring *restoring)
{
    char why[FAULT_WORDS_SIZE / 2];
    struct text_out out;
    struct floor *floor = restoring->floor;
    pass_settled(floor);
    CHECK_OP(floor->open_prizes_from, <=, floor->prize_count);
    setup_time_passed(floor);
    for (unsigned i = 0; i < floor->table_count; i++)
        look_at_devices(&floor->tables[i]);
    text_out_init(&out, why, sizeof why);
    return audit_awards(floor, &out) && floor_audit(floor, &out) ? STATUS_OK : wrong(restoring, why);
}

enum status floor_restore(struct floor *floor, struct text bytes, struct fault *fault)
{
    struct restoring restoring = {.floor = floor, .bytes = bytes, .fault = fault};
    CHECK(!floor->opened);
    CHECK_OP(floor->ledger.count, ==, 0);
    arena_init(&restoring.arena, LINE_MEMORY_MAX);
    enum status status = restore_head(&restoring);
    for (unsigned i = 0; i < SECTIONS && status == STATUS_OK; i++)
        status = restore_section(&restoring, (enum snapshot_section)i);
    if (status == STATUS_OK)
        status = restore_end(&restoring);
    if (status == STATUS_OK && floor->opened)
        status = check_whole(&restoring);
    if (status == STATUS_OK && floor->opened)
        status = finish(&restoring);
    arena_release(&restoring.arena);
    return status;
}
