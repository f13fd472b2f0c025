#include "auditor/model_internal.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"
#include "house/people/people_shapes.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

#include <sodium.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AUDITOR_MEMORY_MAX = 512 << 20, FINDINGS_KEPT = 16, NO_TIME_OF_DAY = -1 };

/* ------------------------------------------------------------------------------------------ saying no */

void auditor_object(struct auditor *auditor, const char *format, ...)
{
    char words[FAULT_WORDS_SIZE];
    va_list arguments;
    if (auditor->failed)
        return;
    auditor->failed = true;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    (void)fault_set(auditor->fault, STATUS_INVALID, 0, "%s", words);
}

/* ------------------------------------------------------------------------------------------ memory */

struct text model_keep(struct auditor *auditor, struct text text)
{
    struct text copy = text_of("");
    if (arena_copy_text(&auditor->arena, text, &copy) != STATUS_OK)
        auditor_object(auditor, "the auditor has no memory left");
    return copy;
}

bool model_room(struct auditor *auditor, void **items, unsigned count, unsigned *room, size_t size)
{
    enum { ROOM_FIRST = 32 };
    if (count < *room)
        return true;
    unsigned wanted = *room ? *room * 2 : ROOM_FIRST;
    void *grown = arena_alloc_array(&auditor->arena, wanted, size, _Alignof(max_align_t));
    if (!grown) {
        auditor_object(auditor, "the auditor has no memory left");
        return false;
    }
    if (count > 0)
        memcpy(grown, *items, count * size);
    *items = grown;
    *room = wanted;
    return true;
}

enum status auditor_open(struct auditor **auditor, const struct library *library, struct fault *fault)
{
    struct auditor *made = calloc(1, sizeof *made);
    *auditor = NULL;
    if (!made)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for an auditor");
    made->library = library;
    arena_init(&made->arena, AUDITOR_MEMORY_MAX);
    findings_init(&made->findings, &made->arena, FINDINGS_KEPT);
    made->accounts = ARENA_ARRAY(&made->arena, struct model_account, LEDGER_ACCOUNTS_MAX);
    made->offers = ARENA_ARRAY(&made->arena, struct model_offer, MODEL_OFFERS_MAX);
    if (!made->accounts || !made->offers) {
        auditor_close(made);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for an auditor");
    }
    *auditor = made;
    return STATUS_OK;
}

void auditor_close(struct auditor *auditor)
{
    if (!auditor)
        return;
    arena_release(&auditor->arena);
    free(auditor);
}

enum status auditor_account(struct auditor *auditor, enum account_kind kind, struct text activity,
                            struct text name, struct fault *fault)
{
    auditor->fault = fault;
    if (auditor->account_count == LEDGER_ACCOUNTS_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 0, "the auditor knows %d accounts", LEDGER_ACCOUNTS_MAX);
    auditor->accounts[auditor->account_count++] = (struct model_account){
        .kind = kind, .activity = model_keep(auditor, activity), .name = model_keep(auditor, name)};
    return auditor->failed ? STATUS_NO_MEMORY : STATUS_OK;
}

unsigned auditor_account_count(const struct auditor *auditor)
{
    return auditor->account_count;
}

int64_t auditor_balance(const struct auditor *auditor, account_id number)
{
    CHECK_OP(number, <, auditor->account_count);
    return auditor->accounts[number].balance;
}

/* ------------------------------------------------------------------------------------------ looking up */

struct model_table *model_table(struct auditor *auditor, struct text name)
{
    for (unsigned i = 0; i < auditor->table_count; i++)
        if (text_equal(auditor->tables[i].described->name, name))
            return &auditor->tables[i];
    auditor_object(auditor, "there is no table %.*s", TEXT_ARGUMENTS(name));
    return NULL;
}

const struct model_patron *model_patron(const struct auditor *auditor, struct text patron)
{
    for (unsigned i = 0; i < auditor->patron_count && patron.length > 0; i++)
        if (text_equal(auditor->patrons[i].patron, patron))
            return &auditor->patrons[i];
    return NULL;
}

account_id model_account(const struct auditor *auditor, enum account_kind kind, struct text activity,
                         struct text name)
{
    for (unsigned i = 0; i < auditor->account_count; i++) {
        const struct model_account *account = &auditor->accounts[i];
        if (account->kind == kind && text_equal(account->activity, activity) &&
            text_equal(account->name, name))
            return i;
    }
    return ACCOUNT_NONE;
}

account_id model_house(const struct auditor *auditor)
{
    return model_account(auditor, ACCOUNT_HOUSE, text_of(""), text_of("house"));
}

account_id model_promised(const struct auditor *auditor)
{
    return model_account(auditor, ACCOUNT_PROMISED, text_of(""), text_of("promised"));
}

bool model_says(const struct offer *offer, const char *path, const char *words)
{
    return text_equal(offer_text(offer, path), text_of(words));
}

int64_t model_cents(const struct offer *offer, const char *path, struct text name)
{
    char full[MODEL_PATH_SIZE];
    struct text_out out;
    struct value value;
    text_out_init(&out, full, sizeof full);
    for (const char *at = path; *at; at++)
        if (at[0] == '%') {
            text_out_add_text(&out, name);
            at++;
        } else
            text_out_add(&out, "%c", *at);
    const struct node *node = out.truncated ? NULL : offer_node(offer, full);
    bool given = node && node->kind == NODE_SCALAR &&
                 value_read(VALUE_MONEY_OR_NONE, node->scalar, &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN && value.range.high != RANGE_NO_END;
    return given ? value.range.low : MODEL_NOTHING;
}

bool model_count(const struct offer *offer, const char *path, struct range *range)
{
    struct value value;
    struct text words = offer_text(offer, path);
    if (words.length == 0 || value_read(VALUE_COUNT, words, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN)
        return false;
    *range = value.range;
    return true;
}

bool model_runs(const struct auditor *auditor, const struct model_offer *offer,
                const struct model_table *table, struct instant at)
{
    const struct node *free_hours = node_path(offer->offer->rulebook->data, PATH_FREE_PLAY_HOURS);
    struct schedule hours = offer->offer->hours, own;
    struct local_time local;
    if (table->described->free_play && free_hours &&
        schedule_read(free_hours->scalar, &own, NULL) == STATUS_OK && own.kind != SCHEDULE_POSTED)
        hours = own;
    return offer->posted && !model_is_stopped(auditor, offer) &&
           local_time_of(at, &auditor->zone, &local) == STATUS_OK && schedule_covers(&hours, &local);
}

bool model_is_at(const struct model_offer *offer, const struct model_table *table)
{
    for (unsigned i = 0; i < offer->offer->table_count; i++)
        if (text_equal(offer->offer->tables[i]->name, table->described->name))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ documents */

/* The same document in the library; NULL if there is none. */
static const struct rulebook *in_library(const struct auditor *auditor, const struct document_filed *filed)
{
    const struct rulebook *known =
        auditor->library ? library_rulebook(auditor->library, filed->activity) : NULL;
    unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE];
    if (!known || crypto_generichash(digest, sizeof digest, (const unsigned char *)filed->text.bytes,
                                     filed->text.length, NULL, 0) != 0)
        return NULL;
    return memcmp(digest, known->document.digest, sizeof digest) == 0 ? known : NULL;
}

/* Since number 3 rounds tell who was there, and documents are approved. */
void model_decided_by(struct auditor *auditor, uint32_t decisions)
{
    enum { BY_DEAL = 3 };
    auditor->by_deal = auditor->approved = decisions >= BY_DEAL;
}

static void see_program_changed(struct auditor *auditor)
{
    model_decided_by(auditor, EVENT_AS(auditor->event, program_changed)->decisions);
}

static void see_document_filed(struct auditor *auditor)
{
    const struct document_filed *filed = EVENT_AS(auditor->event, document_filed);
    const struct rulebook *known = in_library(auditor, filed);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the items are pointers */
    if (!MODEL_ROOM(auditor, auditor->rulebooks, auditor->rulebook_count, auditor->rulebook_room))
        return;
    if (known) {
        auditor->rulebooks[auditor->rulebook_count++] = known;
        check_document_approved(auditor, known);
        return;
    }
    struct rulebook *rulebook = ARENA_NEW(&auditor->arena, struct rulebook);
    struct text text = model_keep(auditor, filed->text), activity = model_keep(auditor, filed->activity);
    if (!rulebook || rulebook_read(text, "document", activity, &auditor->arena, &auditor->findings,
                                   rulebook) != STATUS_OK) {
        auditor_object(auditor, "the document cannot be read");
        return;
    }
    auditor->rulebooks[auditor->rulebook_count++] = rulebook;
    check_document_approved(auditor, rulebook);
}

/* ------------------------------------------------------------------------------------------ people and tables */

static void see_patron(struct auditor *auditor)
{
    const struct patron_recorded *recorded = EVENT_AS(auditor->event, patron_recorded);
    struct model_patron *patron = NULL;
    for (unsigned i = 0; i < auditor->patron_count && !patron; i++)
        if (text_equal(auditor->patrons[i].patron, recorded->patron))
            patron = &auditor->patrons[i];
    if (!patron && MODEL_ROOM(auditor, auditor->patrons, auditor->patron_count, auditor->patron_room)) {
        patron = &auditor->patrons[auditor->patron_count++];
        patron->patron = model_keep(auditor, recorded->patron);
    }
    if (!patron)
        return;
    if (MODEL_ROOM(auditor, auditor->records, auditor->record_count, auditor->record_room))
        auditor->records[auditor->record_count++] = (struct model_record){*patron};
    keep_changers(auditor, patron);
    patron->born = recorded->born;
    patron->employee = recorded->employee;
    patron->proposition = recorded->proposition;
    patron->excluded = recorded->excluded;
    patron->singled_out = recorded->excluded_as.length > 0;
}

static void see_table_opened(struct auditor *auditor)
{
    struct model_table *table = model_table(auditor, EVENT_AS(auditor->event, table_opened)->table);
    if (!table)
        return;
    MUST(auditor, !table->open, "the table was open");
    table->open = true;
    table->opened = auditor->event->head.at;
    table->hours = 0;
}

static void see_table_closed(struct auditor *auditor)
{
    struct model_table *table = model_table(auditor, EVENT_AS(auditor->event, table_opened)->table);
    if (!table)
        return;
    MUST(auditor, table->open && !table->runs, "the table was closed, or a round runs there");
    table->open = false;
    table->bank = 0;
    for (unsigned i = 1; i <= MODEL_SEATS_MAX; i++)
        table->seats[i].taken = table->seats[i].hold_button = false;
}

static void see_seated(struct auditor *auditor)
{
    const struct seated *seated = EVENT_AS(auditor->event, seated);
    struct model_table *table = model_table(auditor, seated->table);
    const struct model_patron *patron = model_patron(auditor, seated->patron);
    if (!table)
        return;
    MUST(auditor, table->open && seated->seat >= 1 && seated->seat <= MODEL_SEATS_MAX,
         "there is no such seat");
    MUST(auditor, seated->patron.length == 0 || patron, "nobody knows the patron");
    MUST(auditor, !patron || !patron->excluded, "the patron is on the exclusion list, and may not play");
    if (auditor->failed)
        return;
    struct model_seat *seat = &table->seats[seated->seat];
    MUST(auditor, seated->named ? seat->taken && seat->patron.length == 0 && patron : !seat->taken,
         "the seat was taken, or no guest sits there");
    check_whereabouts(auditor, table, seated->patron);
    seat->taken = true;
    seat->hold_button = seated->hold_button;
    seat->patron = patron ? patron->patron : text_of("");
    seat->since = seated->named ? seat->since : auditor->event->head.at;
}

static void see_left(struct auditor *auditor)
{
    const struct seat_changed *left = EVENT_AS(auditor->event, seat_changed);
    struct model_table *table = model_table(auditor, left->table);
    if (!table || left->seat > MODEL_SEATS_MAX)
        return;
    MUST(auditor, table->seats[left->seat].taken, "nobody sat there");
    table->seats[left->seat].taken = table->seats[left->seat].hold_button = false;
    if (table->bank == left->seat)
        table->bank = 0;
}

static void see_banked(struct auditor *auditor)
{
    struct model_table *table = model_table(auditor, EVENT_AS(auditor->event, seat_changed)->table);
    if (table)
        table->bank = EVENT_AS(auditor->event, seat_changed)->seat;
}

static void see_equipment(struct auditor *auditor)
{
    const struct equipment_reported *reported = EVENT_AS(auditor->event, equipment_reported);
    struct model_table *table = model_table(auditor, reported->table);
    if (!table || reported->seat > MODEL_SEATS_MAX)
        return;
    if (reported->device == DEVICE_SENSOR)
        table->seats[reported->seat].sensor_fails = !reported->works;
    else if (reported->device == DEVICE_READER)
        table->reader_fails = !reported->works;
}

static void see_round_ended(struct auditor *auditor)
{
    const struct round_ended *ended = EVENT_AS(auditor->event, round_ended);
    struct model_table *table = model_table(auditor, ended->table);
    if (!table)
        return;
    MUST(auditor, table->runs && table->round == ended->round, "no such round runs");
    table->runs = false;
}

static void see_withdrawn(struct auditor *auditor)
{
    uint32_t number = EVENT_AS(auditor->event, about_offer)->offer;
    MUST(auditor, number < auditor->offer_count && auditor->offers[number].posted,
         "the offer was not posted");
    if (!auditor->failed) {
        model_keep_dealt(auditor, number);
        auditor->offers[number].posted = false;
        model_rearrange_pools(auditor, &auditor->offers[number]);
    }
}

/* ------------------------------------------------------------------------------------------ all events */

static void see_nothing(struct auditor *auditor)
{
    (void)auditor;
}

static void (*const seeing[EVENT_KINDS])(struct auditor *) = {
    [EVENT_HOUSE_OPENED] = see_house_opened,
    [EVENT_HOUSE_AMENDED] = see_house_amended,
    [EVENT_AMENDMENT_FILED] = see_amendment_filed,
    [EVENT_OFFER_FILED] = see_offer_filed,
    [EVENT_CHANGE_WITHDRAWN] = see_change_withdrawn,
    [EVENT_CHANGE_REFUSED] = see_change_refused,
    [EVENT_APPROVALS_FILED] = see_approvals_filed,
    [EVENT_DOCUMENT_FILED] = see_document_filed,
    [EVENT_OFFER_POSTED] = see_posted,
    [EVENT_OFFER_WITHDRAWN] = see_withdrawn,
    [EVENT_CLOCK] = see_nothing,
    [EVENT_DAY_BEGAN] = see_day_began,
    [EVENT_TIME_CONFIRMED] = see_time_confirmed,
    [EVENT_PROGRAM_CHANGED] = see_program_changed,
    [EVENT_SEEDED] = see_seeded,
    [EVENT_INCREASED] = see_increased,
    [EVENT_HOUR_COMPLETED] = see_hour_completed,
    [EVENT_ADMINISTRATION_TAKEN] = see_administration_taken,
    [EVENT_APPOINTED] = see_appointed,
    [EVENT_DISMISSED] = see_dismissed,
    [EVENT_PATRON_RECORDED] = see_patron,
    [EVENT_TABLE_OPENED] = see_table_opened,
    [EVENT_TABLE_CLOSED] = see_table_closed,
    [EVENT_SEATED] = see_seated,
    [EVENT_LEFT] = see_left,
    [EVENT_BANKED] = see_banked,
    [EVENT_EQUIPMENT_REPORTED] = see_equipment,
    [EVENT_ROUND_STARTED] = see_round_started,
    [EVENT_IRREGULARITY_NOTED] = see_irregular_round,
    [EVENT_FLOOR_CALLED] = see_nothing,
    [EVENT_CALL_ANSWERED] = see_nothing,
    [EVENT_NOTED] = see_nothing,
    [EVENT_FEES_RETURNED] = see_fees_returned,
    [EVENT_ROUND_ENDED] = see_round_ended,
    [EVENT_HAND_CLAIMED] = see_hand_claimed,
    [EVENT_HAND_VERIFIED] = see_hand_verified,
    [EVENT_HAND_REJECTED] = see_hand_rejected,
    [EVENT_HAND_WITHDRAWN] = see_hand_withdrawn,
    [EVENT_HAND_ON_BOARD] = see_hand_on_board,
    [EVENT_AWARDED] = see_awarded,
    [EVENT_PERIOD_CLOSED] = see_period_closed,
    [EVENT_PRIZE_IDENTIFIED] = see_prize_identified,
    [EVENT_PRIZE_HELD] = see_prize_held,
    [EVENT_PRIZE_LAPSED] = see_prize_lapsed,
    [EVENT_PRIZE_FORFEITED] = see_prize_forfeited,
    [EVENT_PRIZE_PAID] = see_prize_paid,
    [EVENT_TRAY_REIMBURSED] = see_tray_reimbursed,
    [EVENT_VOUCHER_REDEEMED] = see_voucher_redeemed,
    [EVENT_AWARD_REVERSED] = see_award_reversed,
    [EVENT_ADJUSTED] = see_adjusted,
    [EVENT_RAISED] = see_raised,
};

bool auditor_knows(enum event_kind kind)
{
    return kind < EVENT_KINDS && seeing[kind];
}

/* X1: what the event moved, account by account. */
static void take_movements(struct auditor *auditor, const struct money_rows *money)
{
    for (uint32_t i = 0; money && i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i];
        MUST(auditor, movement->from < auditor->account_count && movement->to < auditor->account_count,
             "money moves between accounts that nobody opened");
        MUST(auditor, movement->cents > 0 && movement->from != movement->to, "a movement of no money");
        MUST(auditor, movement->clause.length > 0, "a movement of money that cites no clause");
        if (auditor->failed)
            return;
        auditor->accounts[movement->from].moved -= movement->cents;
        auditor->accounts[movement->to].moved += movement->cents;
    }
}

static bool is_guarded(enum account_kind kind)
{
    return kind == ACCOUNT_BOX || kind == ACCOUNT_POOL || kind == ACCOUNT_FUND || kind == ACCOUNT_HELD;
}

/* Compares the expected moves and advances with those of the event. */
static void compare_money(struct auditor *auditor, const struct money_rows *money)
{
    for (unsigned i = 0; i < auditor->account_count; i++) {
        struct model_account *account = &auditor->accounts[i];
        MUST(auditor, !auditor->exact || account->planned == account->moved,
             "%.*s %.*s changes by %lld cents, and the documents say %lld", TEXT_ARGUMENTS(account->activity),
             TEXT_ARGUMENTS(account->name), (long long)account->moved, (long long)account->planned);
        account->balance += account->moved;
        account->planned = account->moved = 0;
        account->repaid_until = 0;
        account->credited = false;
        MUST(auditor, account->balance >= 0 || !is_guarded(account->kind), "%.*s %.*s is below zero",
             TEXT_ARGUMENTS(account->activity), TEXT_ARGUMENTS(account->name));
    }
    int64_t advanced[MODEL_OFFERS_MAX] = {0}, repaid[MODEL_OFFERS_MAX] = {0};
    MUST(auditor, !money || money->repaying_count == 0 || money->repaying_count == money->advance_count,
         "not as many funds that pay back as there are advances");
    for (uint32_t i = 0; money && i < money->advance_count; i++) {
        const struct advance_row *row = &money->advances[i];
        MUST(auditor, row->offer < auditor->offer_count, "an advance of no offer");
        if (auditor->failed)
            return;
        *(row->cents > 0 ? &advanced[row->offer] : &repaid[row->offer]) += row->cents;
        struct model_offer *offer = &auditor->offers[row->offer];
        account_id fund = i < money->repaying_count ? money->repaying[i].fund : offer->fund;
        for (unsigned k = 0; k < offer->fund_count && row->cents > 0; k++)
            offer->advanced_from[k] -= offer->funds[k] == fund ? row->cents : 0;
    }
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        struct model_offer *offer = &auditor->offers[i];
        MUST(auditor, offer->advanced == advanced[i],
             "%.*s: %lld cents are advanced, and the documents say %lld", TEXT_ARGUMENTS(offer->name),
             (long long)advanced[i], (long long)offer->advanced);
        MUST(auditor, offer->repaid == -repaid[i],
             "%.*s: %lld cents are paid back, and the documents say %lld", TEXT_ARGUMENTS(offer->name),
             -(long long)repaid[i], (long long)offer->repaid);
        for (unsigned k = 0; k < offer->fund_count; k++) {
            MUST(auditor, offer->advanced_from[k] == 0,
                 "%.*s: the %.*s is to pay back another part of the advances", TEXT_ARGUMENTS(offer->name),
                 TEXT_ARGUMENTS(auditor->accounts[offer->funds[k]].name));
            offer->advanced_from[k] = 0;
        }
        offer->advanced = offer->repaid = 0;
        offer->owed_new = 0;
    }
}

static uint64_t hash_of(struct text text)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

static struct text *id_place(struct text *ids, unsigned room, struct text id)
{
    unsigned at = (unsigned)(hash_of(id) & (room - 1));
    while (ids[at].length > 0 && !text_equal(ids[at], id))
        at = (at + 1) & (room - 1);
    return &ids[at];
}

/* X2: what was asked is told with the id, by all events since the first that told it. */
static void take_asked(struct auditor *auditor, struct text id)
{
    const struct text asked = auditor->event->head.asked;
    auditor->tells_asked |= asked.length > 0;
    MUST(auditor, asked.length == 0 || id.length > 0, "it says what was asked, and has no id");
    MUST(auditor, asked.length > 0 || id.length == 0 || !auditor->tells_asked,
         "the command %.*s is not said to have asked anything", TEXT_ARGUMENTS(id));
}

/* X2: an id occurs once. */
static void take_id(struct auditor *auditor, struct text id)
{
    enum { ROOM_FIRST = 1024 };
    if (id.length == 0)
        return;
    if (auditor->id_room <= auditor->id_count * 2) {
        unsigned room = auditor->id_room ? auditor->id_room * 2 : ROOM_FIRST;
        struct text *ids = ARENA_ARRAY(&auditor->arena, struct text, room);
        if (!ids) {
            auditor_object(auditor, "the auditor has no memory left");
            return;
        }
        for (unsigned i = 0; i < auditor->id_room; i++)
            if (auditor->ids[i].length > 0)
                *id_place(ids, room, auditor->ids[i]) = auditor->ids[i];
        auditor->ids = ids;
        auditor->id_room = room;
    }
    struct text *place = id_place(auditor->ids, auditor->id_room, id);
    MUST(auditor, place->length == 0, "the command %.*s was done before", TEXT_ARGUMENTS(id));
    *place = model_keep(auditor, id);
    auditor->id_count++;
}

enum status auditor_see(struct auditor *auditor, struct text command, const struct event *event,
                        struct fault *fault)
{
    const struct money_rows *money = event_money(event);
    CHECK(!auditor->failed);
    auditor->fault = fault;
    auditor->event = event;
    auditor->exact = true;
    auditor->changes = 0;
    auditor->repaid_last_cents = 0;
    MUST(auditor, event->head.at.ms >= auditor->now.ms, "time runs back");
    take_id(auditor, command);
    take_asked(auditor, command);
    meters_until(auditor, event->head.at);
    auditor->now = event->head.at;
    if (auditor->table_count > 0) {
        check_time_of_money(auditor);
        check_time_of_prizes(auditor);
    }
    check_signatures(auditor);
    take_movements(auditor, money);
    if (!auditor->failed)
        seeing[event->kind](auditor);
    if (!auditor->failed && money)
        compare_money(auditor, money);
    return auditor->failed ? STATUS_INVALID : STATUS_OK;
}
