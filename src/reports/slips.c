#include "reports/slips.h"

#include "base/check.h"
#include "books/report_rows.h"
#include "funds/claim.h"
#include "house/kernel/event.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MEMORY_MAX = 1 << 20,    /* of one event */
    QUEUE_MOST = 64,         /* tickets that wait */
    PAYLOAD_MOST = 2048,     /* of slip-printed */
    CONFLICTS_MOST = 16,     /* how often another program may be faster, in one print */
    VERIFIED_BEFORE = 20000, /* events before an award among which its hand was verified */
    SHEET_MEMORY_MAX = 8 << 20,
};

static const char house_stream[] = "house";

enum task { TASK_PRINT, TASK_SHOW, TASK_PAID };

/* The event of the payment of a prize in the stream of the house. */
struct payment {
    uint64_t sequence;
    uint32_t prize;
};

struct slips {
    /* Of the worker. */
    struct store *store;
    struct arena reading;
    uint64_t sequence; /* of the last slip-printed that was read */
    uint64_t looked;   /* the last event of the house whose prizes were read */
    struct payment *payments;
    size_t payment_count, payment_room;
    pthread_t thread;
    bool started;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work, done;
    struct slip *book; /* number 1 is book[0] */
    size_t count, room;
    struct slips_ticket *first, **last;
    unsigned waiting;
    bool stopping;
};

/* ------------------------------------------------------------------------------------------ the book */

/* The lock is held. */
static struct slip *find_of(struct slips *slips, enum slip_kind kind, uint32_t subject)
{
    for (size_t i = 0; i < slips->count; i++)
        if (slips->book[i].kind == kind && slips->book[i].subject == subject)
            return &slips->book[i];
    return NULL;
}

static void *grown(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    size_t more = *room ? *room * 2 : 64;
    void *moved = realloc(items, more * size);
    if (moved)
        *room = more;
    return moved;
}

/* The lock is held. Checks S1 and S2 in the log. */
static enum status take(struct slips *slips, const struct slip_event *event, struct fault *fault)
{
    uint32_t subject = event->kind != SLIP_WIN_PAGE ? event->prize : event->award;
    struct slip *slip = find_of(slips, (enum slip_kind)event->kind, subject);
    if ((slip ? slip->number : slips->count + 1) != event->number || event->reprint != (slip != NULL))
        return fault_set(fault, STATUS_INVALID, 0, "number %u is not the one that was next", event->number);
    if (!slip) {
        struct slip *book = grown(slips->book, slips->count, &slips->room, sizeof *book);
        if (!book)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the slips");
        slips->book = book;
        slip = &book[slips->count++];
        *slip =
            (struct slip){.number = event->number, .kind = (enum slip_kind)event->kind, .subject = subject};
    }
    struct text_out out;
    slip->copies++;
    slip->printed = event->at;
    text_out_init(&out, slip->by, sizeof slip->by);
    text_out_add_text(&out, text_clipped(event->by, sizeof slip->by - 1));
    return STATUS_OK;
}

static enum status take_record(void *context, const struct store_record *record, struct fault *fault)
{
    struct slips *slips = context;
    struct slip_event event;
    struct fault found = {0};
    arena_clear(&slips->reading);
    enum status status =
        slip_event_read(record->event.kind, record->event.payload, &slips->reading, &event, &found);
    (void)pthread_mutex_lock(&slips->lock);
    if (status == STATUS_OK)
        status = take(slips, &event, &found);
    (void)pthread_mutex_unlock(&slips->lock);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "event %llu of the stream %s: %.180s",
                         (unsigned long long)record->sequence, slip_stream, found.words);
    slips->sequence = record->sequence;
    return STATUS_OK;
}

static enum status catch_up(struct slips *slips, struct fault *fault)
{
    return store_read(slips->store, text_of(slip_stream), slips->sequence + 1, STORE_SEQUENCE_MAX,
                      take_record, slips, fault);
}

bool slips_find(struct slips *slips, uint64_t number, struct slip *slip)
{
    (void)pthread_mutex_lock(&slips->lock);
    bool found = number >= 1 && number <= slips->count;
    if (found)
        *slip = slips->book[number - 1];
    (void)pthread_mutex_unlock(&slips->lock);
    return found;
}

bool slips_find_of(struct slips *slips, enum slip_kind kind, uint32_t subject, struct slip *slip)
{
    (void)pthread_mutex_lock(&slips->lock);
    const struct slip *known = find_of(slips, kind, subject);
    if (known)
        *slip = *known;
    (void)pthread_mutex_unlock(&slips->lock);
    return known != NULL;
}

/* ------------------------------------------------------------------------------------------ printing */

static enum status append(struct slips *slips, const struct slip *asked, struct store_receipt *receipt,
                          struct fault *fault)
{
    char payload[PAYLOAD_MOST];
    struct text_out out;
    struct slip known;
    bool again = slips_find_of(slips, asked->kind, asked->subject, &known);
    const struct slip_event event = {.at = asked->printed,
                                     .by = text_of(asked->by),
                                     .number = again ? known.number : (uint32_t)slips->count + 1,
                                     .kind = (uint8_t)asked->kind,
                                     .prize = asked->kind != SLIP_WIN_PAGE ? asked->subject : 0,
                                     .award = asked->kind == SLIP_WIN_PAGE ? asked->subject : 0,
                                     .reprint = again};
    text_out_init(&out, payload, sizeof payload);
    record_write(&out, &slip_printed_shape, &event);
    CHECK(!out.truncated);
    const struct store_event stored = {
        .kind = text_of(slip_printed_shape.name), .command = text_of(""), .payload = text_out_text(&out)};
    const struct store_batch batch = {
        .stream = text_of(slip_stream), .expected = slips->sequence, .events = &stored, .event_count = 1};
    return store_append(slips->store, &batch, receipt, fault);
}

static enum status print(struct slips *slips, struct slips_ticket *ticket, struct fault *fault)
{
    const struct slip asked = ticket->slip;
    struct store_receipt receipt = {.outcome = STORE_CONFLICT};
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < CONFLICTS_MOST && receipt.outcome == STORE_CONFLICT && status == STATUS_OK;
         i++) {
        status = catch_up(slips, fault);
        if (status == STATUS_OK)
            status = append(slips, &asked, &receipt, fault);
    }
    if (status == STATUS_OK && receipt.outcome == STORE_CONFLICT)
        return fault_set(fault, STATUS_NO_SPACE, 0, "others print too much at once; try again");
    if (status == STATUS_OK)
        status = catch_up(slips, fault);
    if (status == STATUS_OK)
        CHECK(slips_find_of(slips, asked.kind, asked.subject, &ticket->slip));
    return status;
}

/* ------------------------------------------------------------------------------------------ what the house says */

enum { PRIZE_NUMBER_COLUMN = 0, PRIZE_STATE_COLUMN = 10, AWARD_NUMBER_COLUMN = 0 };

/* The row of a prize comes from the event that changed it last: if it is paid, from its payment. */
static enum status take_prize(void *context, const struct store_found_row *row, struct fault *fault)
{
    struct slips *slips = context;
    if (row->sequence > slips->looked)
        slips->looked = row->sequence;
    if (!text_equal(row->values[PRIZE_STATE_COLUMN].text, text_of(claim_state_words[CLAIM_PAID])))
        return STATUS_OK;
    struct payment *payments =
        grown(slips->payments, slips->payment_count, &slips->payment_room, sizeof *payments);
    if (!payments)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the payments");
    slips->payments = payments;
    payments[slips->payment_count++] = (struct payment){
        .sequence = row->sequence, .prize = (uint32_t)row->values[PRIZE_NUMBER_COLUMN].integer};
    return STATUS_OK;
}

static int by_sequence(const void *left, const void *right)
{
    const struct payment *a = left, *b = right;
    return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

static enum status look_at_payments(struct slips *slips, struct fault *fault)
{
    size_t before = slips->payment_count;
    enum status status = store_each_row(slips->store, text_of(house_stream), REPORT_PRIZE, slips->looked + 1,
                                        STORE_SEQUENCE_MAX, take_prize, slips, fault);
    if (slips->payment_count > before) /* those before it are older */
        qsort(slips->payments + before, slips->payment_count - before, sizeof *slips->payments, by_sequence);
    return status;
}

/* One event of the house, as a document. */
struct wanted {
    const char *kind;
    int64_t hand; /* 0: any */
    json_t *found;
};

static enum status take_wanted(void *context, const struct store_record *record, struct fault *fault)
{
    struct wanted *wanted = context;
    if (!text_equal(record->event.kind, text_of(wanted->kind)))
        return STATUS_OK;
    json_t *payload = json_loadb(record->event.payload.bytes, record->event.payload.length, 0, NULL);
    if (!payload)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for an event");
    if (wanted->hand == 0 || json_integer_value(json_object_get(payload, "hand")) == wanted->hand) {
        json_decref(wanted->found);
        wanted->found = json_incref(payload);
    }
    json_decref(payload);
    return STATUS_OK;
}

static enum status read_wanted(struct slips *slips, uint64_t from, uint64_t to, struct wanted *wanted,
                               struct fault *fault)
{
    return store_read(slips->store, text_of(house_stream), from, to, take_wanted, wanted, fault);
}

static enum status add_payment(struct slips *slips, struct slip_sheet *sheet, struct fault *fault)
{
    struct wanted wanted = {.kind = event_name(EVENT_PRIZE_PAID)};
    enum status status = look_at_payments(slips, fault);
    for (size_t i = slips->payment_count; i > 0 && status == STATUS_OK && !wanted.found; i--)
        if (slips->payments[i - 1].prize == sheet->slip.subject)
            status = read_wanted(slips, slips->payments[i - 1].sequence, slips->payments[i - 1].sequence,
                                 &wanted, fault);
    sheet->paid = wanted.found;
    return status;
}

struct award_place {
    int64_t award;
    uint64_t sequence; /* 0: not found */
};

static enum status take_award(void *context, const struct store_found_row *row, struct fault *fault)
{
    struct award_place *place = context;
    (void)fault;
    if (row->values[AWARD_NUMBER_COLUMN].integer == place->award)
        place->sequence = row->sequence;
    return STATUS_OK;
}

/* The event of the award, and that of the hand which was verified for it. */
static enum status add_award(struct slips *slips, struct slip_sheet *sheet, struct fault *fault)
{
    struct award_place place = {
        .award = json_integer_value(json_object_get(sheet->subject, "award")),
    };
    struct wanted awarded = {.kind = event_name(EVENT_AWARDED)},
                  verified = {.kind = event_name(EVENT_HAND_VERIFIED)};
    enum status status = store_each_row(slips->store, text_of(house_stream), REPORT_AWARD, 0,
                                        STORE_SEQUENCE_MAX, take_award, &place, fault);
    if (status == STATUS_OK && place.sequence > 0)
        status = read_wanted(slips, place.sequence, place.sequence, &awarded, fault);
    verified.hand = json_integer_value(json_object_get(awarded.found, "hand"));
    if (status == STATUS_OK && verified.hand > 0)
        status = read_wanted(slips, place.sequence > VERIFIED_BEFORE ? place.sequence - VERIFIED_BEFORE : 1,
                             place.sequence, &verified, fault);
    sheet->awarded = awarded.found;
    sheet->verified = verified.found;
    return status;
}

static enum status show(struct slips *slips, struct slips_ticket *ticket, struct fault *fault)
{
    struct slip_sheet *sheet = &ticket->own.sheet;
    enum status status =
        sheet->slip.kind != SLIP_WIN_PAGE ? add_payment(slips, sheet, fault) : add_award(slips, sheet, fault);
    if (status == STATUS_OK)
        status = slip_draw(sheet, &ticket->arena, &ticket->pdf, fault);
    return status;
}

static bool is_before(const json_t *payload, struct instant since)
{
    const char *at = json_string_value(json_object_get(payload, "at"));
    struct instant when;
    return !at || instant_parse(text_of(at), 0, &when, NULL) != STATUS_OK || when.ms < since.ms;
}

static enum status list_paid(struct slips *slips, struct slips_ticket *ticket, struct fault *fault)
{
    enum status status = look_at_payments(slips, fault);
    ticket->paid = json_array();
    for (size_t i = slips->payment_count;
         i > 0 && status == STATUS_OK && json_array_size(ticket->paid) < SLIPS_PAID_MOST; i--) {
        struct wanted wanted = {.kind = event_name(EVENT_PRIZE_PAID)};
        status = read_wanted(slips, slips->payments[i - 1].sequence, slips->payments[i - 1].sequence, &wanted,
                             fault);
        bool before = is_before(wanted.found, ticket->own.since);
        if (before)
            json_decref(wanted.found);
        else
            (void)json_array_append_new(ticket->paid, wanted.found);
        if (before)
            break;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ the thread */

static void answer(struct slips *slips, struct slips_ticket *ticket)
{
    switch ((enum task)ticket->own.task) {
    case TASK_PRINT:
        ticket->status = print(slips, ticket, &ticket->fault);
        break;
    case TASK_SHOW:
        ticket->status = show(slips, ticket, &ticket->fault);
        break;
    case TASK_PAID:
        ticket->status = list_paid(slips, ticket, &ticket->fault);
        break;
    }
    if (ticket->done) {
        ticket->done(ticket);
        return;
    }
    (void)pthread_mutex_lock(&slips->lock);
    ticket->own.finished = true;
    (void)pthread_cond_broadcast(&slips->done);
    (void)pthread_mutex_unlock(&slips->lock);
}

static struct slips_ticket *take_ticket(struct slips *slips)
{
    (void)pthread_mutex_lock(&slips->lock);
    while (!slips->first && !slips->stopping)
        (void)pthread_cond_wait(&slips->work, &slips->lock);
    struct slips_ticket *ticket = slips->first;
    if (ticket) {
        slips->first = ticket->own.next;
        slips->waiting--;
    }
    if (!slips->first)
        slips->last = &slips->first;
    (void)pthread_mutex_unlock(&slips->lock);
    return ticket;
}

static void *work(void *argument)
{
    struct slips *slips = argument;
    for (struct slips_ticket *ticket = take_ticket(slips); ticket; ticket = take_ticket(slips))
        answer(slips, ticket);
    return NULL;
}

/* ------------------------------------------------------------------------------------------ opening, asking */

enum status slips_open(struct text address, struct slips **opened, struct fault *fault)
{
    const struct store_options options = report_store_options(STORE_EXISTING);
    struct slips *slips = calloc(1, sizeof *slips);
    if (!slips)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the slips");
    slips->last = &slips->first;
    arena_init(&slips->reading, MEMORY_MAX);
    (void)pthread_mutex_init(&slips->lock, NULL);
    (void)pthread_cond_init(&slips->work, NULL);
    (void)pthread_cond_init(&slips->done, NULL);
    enum status status = store_open(address, &options, &slips->store, fault);
    if (status == STATUS_OK)
        status = catch_up(slips, fault);
    if (status == STATUS_OK) {
        slips->started = pthread_create(&slips->thread, NULL, work, slips) == 0;
        if (!slips->started)
            status = fault_set(fault, STATUS_NO_MEMORY, 0, "the system gives no thread for the slips");
    }
    if (status != STATUS_OK) {
        slips_close(slips);
        return status;
    }
    *opened = slips;
    return STATUS_OK;
}

void slips_close(struct slips *slips)
{
    if (!slips)
        return;
    (void)pthread_mutex_lock(&slips->lock);
    slips->stopping = true;
    (void)pthread_cond_signal(&slips->work);
    (void)pthread_mutex_unlock(&slips->lock);
    if (slips->started)
        (void)pthread_join(slips->thread, NULL);
    store_close(slips->store);
    arena_release(&slips->reading);
    free(slips->payments);
    free(slips->book);
    (void)pthread_cond_destroy(&slips->done);
    (void)pthread_cond_destroy(&slips->work);
    (void)pthread_mutex_destroy(&slips->lock);
    free(slips);
}

static enum status queue(struct slips *slips, struct slips_ticket *ticket, enum task task,
                         struct fault *fault)
{
    enum status status = STATUS_OK;
    ticket->own.task = (unsigned char)task;
    ticket->own.next = NULL;
    ticket->own.finished = false;
    ticket->fault = (struct fault){0};
    ticket->pdf = text_of("");
    ticket->paid = NULL;
    arena_init(&ticket->arena, SHEET_MEMORY_MAX);
    (void)pthread_mutex_lock(&slips->lock);
    if (slips->waiting == QUEUE_MOST) {
        status = fault_set(fault, STATUS_NO_SPACE, 0, "too much is being printed; try again in a moment");
    } else {
        slips->waiting++;
        *slips->last = ticket;
        slips->last = &ticket->own.next;
        (void)pthread_cond_signal(&slips->work);
    }
    (void)pthread_mutex_unlock(&slips->lock);
    return status;
}

enum status slips_print(struct slips *slips, enum slip_kind kind, uint32_t subject, struct text by,
                        struct instant now, struct slips_ticket *ticket, struct fault *fault)
{
    struct text_out out;
    CHECK(kind < SLIP_KINDS && subject > 0);
    ticket->slip = (struct slip){.kind = kind, .subject = subject, .printed = now};
    text_out_init(&out, ticket->slip.by, sizeof ticket->slip.by);
    text_out_add_text(&out, text_clipped(by, sizeof ticket->slip.by - 1));
    return queue(slips, ticket, TASK_PRINT, fault);
}

enum status slips_show(struct slips *slips, struct slip_sheet *sheet, struct slips_ticket *ticket,
                       struct fault *fault)
{
    ticket->own.sheet = *sheet;
    *sheet = (struct slip_sheet){0};
    return queue(slips, ticket, TASK_SHOW, fault);
}

enum status slips_paid(struct slips *slips, struct instant since, struct slips_ticket *ticket,
                       struct fault *fault)
{
    ticket->own.since = since;
    return queue(slips, ticket, TASK_PAID, fault);
}

enum status slips_wait(struct slips *slips, struct slips_ticket *ticket)
{
    CHECK(!ticket->done);
    (void)pthread_mutex_lock(&slips->lock);
    while (!ticket->own.finished)
        (void)pthread_cond_wait(&slips->done, &slips->lock);
    (void)pthread_mutex_unlock(&slips->lock);
    return ticket->status;
}

void slips_ticket_release(struct slips_ticket *ticket)
{
    slip_sheet_release(&ticket->own.sheet);
    json_decref(ticket->paid);
    ticket->paid = NULL;
    arena_release(&ticket->arena);
}
