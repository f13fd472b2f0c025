/*
 * Three threads, each on its own data:
 *
 *      reader     the events from the store, each hashed again ──> a load of them ──┐
 *      applier    read, applied, balanced, their rows expected  <───────────────────┘
 *      inspector  what is around the events, by a connection of its own
 *
 * There are two loads, so that one is filled while the other is worked on. Rows of the store are compared when both are done.
 *
 * Findings are kept by one thread at a time: while the applier runs the reader puts damage aside, and so does the inspector with
 * flaws until the end.
 */
#include "books/audit.h"

#include "base/check.h"
#include "books/access_event.h"
#include "books/audit_rows.h"
#include "books/audit_tree.h"
#include "books/slip_event.h"
#include "books/snapshot_signature.h"
#include "books/upkeep_event.h"
#include "house/kernel/floor.h"
#include "house/kernel/snapshot.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    EVENT_MEMORY_MAX = 64 << 20,
    BALANCE_EVERY = 4096, /* events, beside those that move more than fees */
    PROGRESS_EVERY = 1 << 16,
    SNAPSHOTS_MAX = 16,
    LOAD_EVENTS = 512,
    LOAD_BYTES = 1 << 20, /* at which a load is full */
    LOAD_MEMORY_MAX = 256 << 20,
    LOADS = 2,
    FLAW_SIZE = AUDIT_WORDS_SIZE,
};

/* A snapshot of the store, and whether the events make it. */
struct audited_snapshot {
    uint64_t sequence;
    struct instant now; /* of the house in it, which may be later than its last event */
    unsigned char hash[crypto_generichash_BYTES];
    enum snapshot_form form;
    bool is_state;
};

struct audited_event {
    uint64_t sequence;
    bool has_id; /* of a command */
    struct text kind, payload;
};

struct load {
    struct arena arena;
    size_t count, bytes;
    struct audited_event events[LOAD_EVENTS];
};

/* Damage of the events, put aside. */
struct damages {
    unsigned count;
    uint64_t more;
    struct store_damage kept[AUDIT_FINDINGS_MAX];
};

/* What is compared of each stream: the commands of its events, up to the head, and those that the index has. */
enum { STREAM_HOUSE, STREAM_DOOR, STREAM_SLIPS, STREAM_UPKEEP, STREAMS };

struct audited_stream {
    struct text name;
    uint64_t head;
    struct store_commands events, index;
};

/* An event that was in a backup. */
struct noted_head {
    struct noted_head *next;
    uint64_t noted_by; /* the event of the upkeep */
    struct upkeep_head head;
};

/* Of a thread of its own until it has ended. */
struct inspector {
    struct text address;
    struct audited_stream *streams; /* of which it adds up the index */
    pthread_t thread;
    bool runs;
    unsigned count;
    uint64_t more;
    char flaws[AUDIT_FINDINGS_MAX][FLAW_SIZE];
    enum status status;
    struct fault fault;
};

struct auditing {
    struct audit *audit;
    struct inspector inspector;
    struct damages damages;
    struct store *store;
    struct text stream;
    struct promises *promises; /* or NULL */
    struct audited_stream streams[STREAMS];
    audit_progress *progress;
    void *context;
    unsigned snapshot_count;
    struct audited_snapshot snapshots[SNAPSHOTS_MAX];
    unsigned table;      /* the one that is compared */
    uint64_t stray_rows; /* of that table */
    uint32_t slips;      /* the last number of a slip */
    struct arena backups_arena;
    struct noted_head *heads; /* of all backups, the last one first */

    /* Of the applier, until it has ended. */
    struct floor floor;
    struct arena reading, rows_arena;
    struct expected_rows expected;
    struct audit_finding dropped;
    bool tells_asked; /* from an event on, those with an id say what was asked */
    bool unbalanced;  /* it has been found, and what follows from it is not worth a word */

    /* Of both. The loads are filled and emptied in turn. */
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    struct load loads[LOADS];
    unsigned fill_count, empty_count; /* how many were passed on, and how many were worked off */
    bool last;                        /* no more will come */
    enum status status;               /* of the applier; it goes no further after a failure */
    struct fault fault;

    bool is_deaf; /* of the reader: the applier takes no more */
};

/* A place for the words of a finding; beyond the maximum it is counted. */
static struct text_out new_finding(struct auditing *auditing, uint64_t sequence)
{
    CHECK_OP(auditing->audit->finding_count, <=, AUDIT_FINDINGS_MAX);
    struct audit *audit = auditing->audit;
    struct audit_finding *finding = audit->finding_count < AUDIT_FINDINGS_MAX
                                        ? &audit->findings[audit->finding_count++]
                                        : &auditing->dropped;
    struct text_out out;
    audit->more += finding == &auditing->dropped;
    finding->sequence = sequence;
    text_out_init(&out, finding->words, sizeof finding->words);
    return out;
}

#define FIND(auditing, sequence, ...)                                                                        \
    do {                                                                                                     \
        struct text_out words_ = new_finding(auditing, sequence);                                            \
        text_out_add(&words_, __VA_ARGS__);                                                                  \
    } while (0)

/* Records damage that makes something unreadable as a finding; the audit itself has not failed. */
static enum status found_damage(struct auditing *auditing, enum status status, const struct fault *fault,
                                const char *what, const char *name)
{
    CHECK_IMPLIES(status == STATUS_DAMAGED, fault->words[0] != '\0');
    if (status != STATUS_DAMAGED)
        return status;
    FIND(auditing, 0, "%s %s cannot be read: %s", what, name, fault->words);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ rows */

static enum status compare_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct auditing *auditing = context;
    CHECK_OP(auditing->table, <, REPORT_TABLES);
    struct expected_row *expected;
    bool is_same;
    auditing->audit->rows++;
    enum status status = expected_rows_find(&auditing->expected, auditing->table, found, &expected, &is_same);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the rows");
    CHECK_IMPLIES(is_same, expected);
    if (expected && is_same)
        return STATUS_OK;
    struct text_out out = new_finding(auditing, found->sequence);
    found_row_name(&out, auditing->table, found);
    text_out_add(&out, ": ");
    if (expected)
        expected_row_differs(&out, auditing->table, expected, found);
    else
        text_out_add(&out, "no event made this row");
    return STATUS_OK;
}

static enum status count_stray_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct auditing *auditing = context;
    (void)found;
    (void)fault;
    auditing->stray_rows++;
    return STATUS_OK;
}

static void tell_of_missing_rows(struct auditing *auditing)
{
    const struct expected_table *table = &auditing->expected.tables[auditing->table];
    for (size_t i = 0; i < table->room; i++) {
        const struct expected_row *row = &table->rows[i];
        if (!row->bytes || row->seen)
            continue;
        struct text_out out = new_finding(auditing, row->sequence);
        expected_row_name(&out, auditing->table, row);
        text_out_add(&out, ": the row that event %llu made is missing", (unsigned long long)row->sequence);
    }
}

static enum status compare_table(struct auditing *auditing, struct fault *fault)
{
    const char *name = report_tables[auditing->table].name;
    auditing->stray_rows = 0;
    enum status status = store_each_row(auditing->store, auditing->stream, auditing->table, 0,
                                        STORE_SEQUENCE_MAX, compare_row, auditing, fault);
    if (status == STATUS_OK)
        tell_of_missing_rows(auditing);
    if (status == STATUS_OK)
        status = store_each_row(auditing->store, text_of(""), auditing->table, 0, STORE_SEQUENCE_MAX,
                                count_stray_row, auditing, fault);
    if (auditing->stray_rows > 0)
        FIND(auditing, 0, "table %s has %llu row%s of a stream that is not there", name,
             (unsigned long long)auditing->stray_rows, auditing->stray_rows == 1 ? "" : "s");
    return found_damage(auditing, status, fault, "table", name);
}

/* Tables of another version have the rows that another program makes. */
static enum status compare_tables(struct auditing *auditing, struct fault *fault)
{
    enum status status = STATUS_OK;
    auditing->audit->tables_differ = store_tables_differ(auditing->store, &auditing->audit->tables_version);
    if (auditing->audit->tables_differ)
        return STATUS_OK;
    for (auditing->table = 0; auditing->table < REPORT_TABLES && status == STATUS_OK; auditing->table++)
        status = compare_table(auditing, fault);
    return status;
}

/* ------------------------------------------------------------------------------------------ snapshots */

static void hash_snapshot(struct text bytes, unsigned char hash[crypto_generichash_BYTES])
{
    (void)crypto_generichash(hash, crypto_generichash_BYTES, (const unsigned char *)bytes.bytes, bytes.length,
                             NULL, 0);
}

/* The time of the house in a snapshot; none in one that cannot be restored, which is not the state either. */
static struct instant time_of_snapshot(const struct auditing *auditing, struct text bytes)
{
    struct floor saved;
    struct instant now = {0};
    enum status status = floor_init(&saved, FLOOR_MEMORY_MAX, NULL);
    saved.program = auditing->floor.program;
    if (status == STATUS_OK && floor_restore(&saved, bytes, NULL) == STATUS_OK)
        now = saved.now;
    floor_release(&saved);
    return now;
}

/* The latest snapshots that are as they were saved, the last one first; others are found with the hashes of the events. */
static enum status list_snapshots(struct auditing *auditing, struct fault *fault)
{
    uint64_t at = STORE_SEQUENCE_MAX, found = 1;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && found > 0 && auditing->snapshot_count < SNAPSHOTS_MAX && at > 0) {
        struct arena arena;
        struct text bytes;
        arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
        status = store_snapshot_load(auditing->store, auditing->stream, at, &arena, &found, &bytes, fault);
        CHECK_IMPLIES(status == STATUS_OK, found <= at); /* each is earlier, so that it ends */
        if (status == STATUS_OK && found > 0) {
            bytes = snapshot_body(bytes);
            struct audited_snapshot *snapshot = &auditing->snapshots[auditing->snapshot_count++];
            snapshot->sequence = found;
            snapshot->now = time_of_snapshot(auditing, bytes);
            hash_snapshot(bytes, snapshot->hash);
            snapshot->form = snapshot_form_of(bytes);
            at = found - 1;
        }
        arena_release(&arena);
    }
    return status;
}

/* The state as it is at a later time without a further event, as bytes; STATUS_INVALID if there would have been one. */
static enum status save_later(const struct auditing *auditing, struct text bytes, struct instant then,
                              struct arena *arena, struct text *later, struct fault *fault)
{
    struct floor floor;
    enum status status = floor_init(&floor, FLOOR_MEMORY_MAX, fault);
    floor.program = auditing->floor.program;
    if (status == STATUS_OK)
        status = floor_restore(&floor, bytes, fault);
    if (status == STATUS_OK)
        status = floor_pass_time(&floor, then, fault);
    if (status == STATUS_OK)
        status = floor_save(&floor, arena, later, fault);
    floor_release(&floor);
    return status;
}

/* The state now is that of the snapshot, if there is one of this event. */
static enum status compare_snapshot(struct auditing *auditing, uint64_t sequence, struct fault *fault)
{
    CHECK_OP(auditing->snapshot_count, <=, SNAPSHOTS_MAX);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < auditing->snapshot_count; i++) {
        struct audited_snapshot *snapshot = &auditing->snapshots[i];
        if (snapshot->sequence != sequence)
            continue;
        struct arena arena;
        struct text made;
        unsigned char hash[crypto_generichash_BYTES];
        arena_init(&arena, 2 * (size_t)STORE_SNAPSHOT_MAX + (1 << 20));
        status = floor_save(&auditing->floor, &arena, &made, fault);
        if (status == STATUS_OK && instant_compare(auditing->floor.now, snapshot->now) < 0)
            status = save_later(auditing, made, snapshot->now, &arena, &made, fault);
        if (status == STATUS_OK) {
            hash_snapshot(made, hash);
            snapshot->is_state = memcmp(hash, snapshot->hash, sizeof hash) == 0;
        } else if (status == STATUS_INVALID)
            status = STATUS_OK; /* something was due before, so it is not the state */
        arena_release(&arena);
    }
    return status;
}

static void tell_of_snapshots(struct auditing *auditing)
{
    for (unsigned i = auditing->snapshot_count; i > 0; i--) {
        const struct audited_snapshot *snapshot = &auditing->snapshots[i - 1];
        if (snapshot->form == SNAPSHOT_EARLIER) /* no program uses it */
            continue;
        auditing->audit->snapshots++;
        if (snapshot->form == SNAPSHOT_LATER)
            FIND(auditing, snapshot->sequence,
                 "the snapshot after event %llu is of a form that this version does not know. If a newer "
                 "version of cardroom wrote it, use that version",
                 (unsigned long long)snapshot->sequence);
        else if (!snapshot->is_state)
            FIND(auditing, snapshot->sequence,
                 "the snapshot after event %llu is not the state that the events make",
                 (unsigned long long)snapshot->sequence);
    }
}

/* ------------------------------------------------------------------------------------------ applier */

/* Once the books do not balance, they are looked at again only at the end. */
static void check_balance(struct auditing *auditing, uint64_t sequence)
{
    char why[AUDIT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    auditing->unbalanced = !floor_audit(&auditing->floor, &out);
    if (auditing->unbalanced)
        FIND(auditing, sequence, "after event %llu: %s", (unsigned long long)sequence, why);
}

static bool is_routine(enum event_kind kind)
{
    return kind == EVENT_ROUND_STARTED || kind == EVENT_ROUND_ENDED || kind == EVENT_CLOCK;
}

static enum status expect_rows(struct auditing *auditing, const struct event *event, uint64_t sequence)
{
    struct report_rows rows = {.arena = &auditing->rows_arena};
    arena_clear(&auditing->rows_arena);
    enum status status = reports_add(&rows, &auditing->floor, event, 0);
    CHECK_IMPLIES(status == STATUS_OK, rows.count == 0 || rows.rows[rows.count - 1].event == 0);
    for (size_t i = 0; i < rows.count && status == STATUS_OK; i++)
        status = expected_rows_add(&auditing->expected, &rows.rows[i], sequence);
    return status;
}

/* The events that the version in force has decided are one more. */
static void count_decided(struct auditing *auditing, uint64_t sequence, bool otherwise)
{
    struct audit *audit = auditing->audit;
    const struct decided_by *by = &auditing->floor.decided_by;
    struct audit_program *last = audit->program_count ? &audit->programs[audit->program_count - 1] : NULL;
    bool same =
        last && last->decisions == by->decisions && text_equal(text_of(last->version), text_of(by->version));
    if (!same && audit->program_count == AUDIT_PROGRAMS_MAX) {
        audit->programs_more++;
        return;
    }
    if (!same) {
        last = &audit->programs[audit->program_count++];
        *last = (struct audit_program){.decisions = by->decisions, .first = sequence};
        memcpy(last->version, by->version, sizeof last->version);
    }
    last->last = sequence;
    last->otherwise += otherwise;
}

/* The event that has the id of a command says what was asked, since the version that began to, and no other event does. */
static void check_asked(struct auditing *auditing, const struct audited_event *audited,
                        const struct event *event)
{
    enum command_kind kind;
    const unsigned long long sequence = (unsigned long long)audited->sequence;
    const bool told = event->head.asked.length > 0;
    auditing->tells_asked |= told;
    if (told && !audited->has_id)
        FIND(auditing, audited->sequence, "event %llu: it says what was asked, and has no id", sequence);
    else if (!told && audited->has_id && auditing->tells_asked)
        FIND(auditing, audited->sequence, "event %llu: it has an id, and does not say what was asked",
             sequence);
    else if (told && asked_kind(event->head.asked, &kind) && !can_bring(kind, event->kind))
        FIND(auditing, audited->sequence, "event %llu: no command %s brings an event %s", sequence,
             command_shape(kind)->name, event_name(event->kind));
}

/* An event that is well, or as it stands there. */
static enum status apply_event(struct auditing *auditing, const struct audited_event *audited,
                               struct fault *fault)
{
    struct event event;
    struct fault words;
    arena_clear(&auditing->reading);
    enum status status = event_read(audited->kind, audited->payload, &auditing->reading, &event, &words);
    bool otherwise = status == STATUS_OK && is_decided_otherwise(&auditing->floor, event.kind);
    if (status == STATUS_OK)
        status = floor_replay(&auditing->floor, &event, &words);
    if (status == STATUS_INVALID)
        FIND(auditing, audited->sequence,
             "event %llu: %s; from it on nothing was applied, and tables and snapshots were not compared",
             (unsigned long long)audited->sequence, words.words);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%s", words.words);
    const struct money_rows *money = event_money(&event);
    auditing->audit->events++;
    check_asked(auditing, audited, &event);
    count_decided(auditing, audited->sequence, otherwise);
    auditing->audit->movements += money ? money->movement_count : 0;
    if (expect_rows(auditing, &event, audited->sequence) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the rows");
    if ((!is_routine(event.kind) || audited->sequence % BALANCE_EVERY == 0) && !auditing->unbalanced)
        check_balance(auditing, audited->sequence);
    status = compare_snapshot(auditing, audited->sequence, fault);
    return status == STATUS_OK && floor_is_loose(&auditing->floor) ? floor_tighten(&auditing->floor, fault)
                                                                   : status;
}

static void *applier(void *argument)
{
    struct auditing *auditing = argument;
    enum status status = STATUS_OK;
    struct fault fault = {.status = STATUS_OK};
    pthread_mutex_lock(&auditing->mutex);
    for (;;) {
        while (auditing->empty_count == auditing->fill_count && !auditing->last)
            pthread_cond_wait(&auditing->filled, &auditing->mutex);
        if (auditing->empty_count == auditing->fill_count)
            break;
        struct load *load = &auditing->loads[auditing->empty_count % LOADS];
        CHECK_OP(auditing->fill_count - auditing->empty_count, <=, LOADS);
        CHECK_OP(load->count, <=, LOAD_EVENTS);
        pthread_mutex_unlock(&auditing->mutex);
        for (size_t i = 0; i < load->count && status == STATUS_OK; i++)
            status = apply_event(auditing, &load->events[i], &fault);
        pthread_mutex_lock(&auditing->mutex);
        auditing->empty_count++;
        auditing->status = status;
        auditing->fault = fault;
        pthread_cond_signal(&auditing->emptied);
    }
    pthread_mutex_unlock(&auditing->mutex);
    return NULL;
}

/* ------------------------------------------------------------------------------------------ reader */

/* Passes the load to the applier and waits for the other load. Returns the status of the applier for earlier loads. */
static enum status pass_on(struct auditing *auditing, struct fault *fault)
{
    pthread_mutex_lock(&auditing->mutex);
    CHECK_OP(auditing->fill_count - auditing->empty_count, <, LOADS); /* this one is the reader's */
    auditing->fill_count++;
    pthread_cond_signal(&auditing->filled);
    while (auditing->fill_count - auditing->empty_count == LOADS)
        pthread_cond_wait(&auditing->emptied, &auditing->mutex);
    enum status status = auditing->status;
    if (status != STATUS_OK)
        (void)fault_set(fault, status, 0, "%s", auditing->fault.words);
    /* An event that cannot have happened has been found; those behind it are still hashed. */
    auditing->is_deaf = status == STATUS_INVALID;
    struct load *load = &auditing->loads[auditing->fill_count % LOADS];
    pthread_mutex_unlock(&auditing->mutex);
    arena_clear(&load->arena);
    load->count = 0;
    load->bytes = 0;
    return auditing->is_deaf ? STATUS_OK : status;
}

static void take_command(struct audited_stream *stream, const struct store_record *record)
{
    if (record->event.command.length > 0)
        store_commands_add(&stream->events, record->event.command, record->sequence);
}

static enum status take_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct auditing *auditing = context;
    take_command(&auditing->streams[STREAM_HOUSE], record);
    if (auditing->is_deaf)
        return STATUS_OK;
    struct load *load = &auditing->loads[auditing->fill_count % LOADS];
    CHECK_OP(load->count, <, LOAD_EVENTS);
    struct audited_event *event = &load->events[load->count++];
    event->sequence = record->sequence;
    event->has_id = record->event.command.length > 0;
    if (arena_copy_text(&load->arena, record->event.kind, &event->kind) != STATUS_OK ||
        arena_copy_text(&load->arena, record->event.payload, &event->payload) != STATUS_OK)
        return fault_set(fault, load->arena.refusal, 0, "there is no memory for an event");
    load->bytes += record->event.payload.length;
    if (auditing->progress && record->sequence % PROGRESS_EVERY == 1)
        auditing->progress(auditing->context, record->sequence, auditing->streams[STREAM_HOUSE].head);
    return load->count == LOAD_EVENTS || load->bytes >= LOAD_BYTES ? pass_on(auditing, fault) : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the audit */

static void put_damage_aside(void *context, const struct store_damage *damage)
{
    CHECK_OP(damage->kind, !=, STORE_WHOLE);
    struct damages *damages = &((struct auditing *)context)->damages;
    if (damages->count < AUDIT_FINDINGS_MAX)
        damages->kept[damages->count++] = *damage;
    else
        damages->more++;
}

/* `stream` is to be named, or NULL for the house's. */
static void tell_of_damages(struct auditing *auditing, const char *stream)
{
    struct damages *damages = &auditing->damages;
    CHECK_IMPLIES(damages->more > 0, damages->count == AUDIT_FINDINGS_MAX);
    for (unsigned i = 0; i < damages->count; i++) {
        struct text_out out = new_finding(auditing, damages->kept[i].sequence);
        if (stream)
            text_out_add(&out, "the stream %s: ", stream);
        store_damage_write(&out, &damages->kept[i]);
    }
    auditing->audit->more += damages->more;
    *damages = (struct damages){.count = 0};
}

static enum status read_events(struct auditing *auditing, struct fault *fault)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, applier, auditing) != 0)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no thread for the audit");
    enum status status =
        store_verify_all(auditing->store, auditing->stream, take_event, put_damage_aside, auditing, fault);
    pthread_mutex_lock(&auditing->mutex);
    auditing->fill_count += auditing->fill_count - auditing->empty_count < LOADS;
    auditing->last = true;
    pthread_cond_signal(&auditing->filled);
    pthread_mutex_unlock(&auditing->mutex);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_OP(auditing->empty_count, ==,
             auditing->fill_count); /* all that was read was applied or found wanting */
    if (status == STATUS_OK && auditing->status != STATUS_OK && auditing->status != STATUS_INVALID)
        status = fault_set(fault, auditing->status, 0, "%s", auditing->fault.words);
    return status;
}

static enum status audit_events(struct auditing *auditing, struct fault *fault)
{
    struct store_head head;
    enum status status = store_head_of(auditing->store, auditing->stream, &head, fault);
    if (status != STATUS_OK)
        return found_damage(auditing, status, fault, "stream", auditing->stream.bytes);
    struct text_out out;
    text_out_init(&out, auditing->audit->head, sizeof auditing->audit->head);
    store_hash_write(&out, &head.hash);
    if (head.sequence == 0)
        FIND(auditing, 0, "stream %s is not there, or has no event", auditing->stream.bytes);
    status = read_events(auditing, fault);
    tell_of_damages(auditing, NULL);
    status = found_damage(auditing, status, fault, "stream", auditing->stream.bytes);
    /* Behind an event that cannot have happened the rest means nothing. */
    if (status != STATUS_OK || auditing->status == STATUS_INVALID)
        return status;
    check_balance(auditing, head.sequence);
    tell_of_snapshots(auditing);
    return compare_tables(auditing, fault);
}

static enum status take_door_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct auditing *auditing = context;
    struct access_event event;
    (void)fault;
    take_command(&auditing->streams[STREAM_DOOR], record);
    arena_clear(&auditing->reading);
    if (access_event_read(record->event.kind, record->event.payload, &auditing->reading, &event, NULL) !=
        STATUS_OK)
        FIND(auditing, record->sequence, "the stream %s: event %llu is none of the door", access_stream,
             (unsigned long long)record->sequence);
    return STATUS_OK;
}

/* Numbers without a gap, and what was printed before is a reprint. */
static enum status take_slip_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct auditing *auditing = context;
    struct slip_event event;
    (void)fault;
    take_command(&auditing->streams[STREAM_SLIPS], record);
    arena_clear(&auditing->reading);
    bool good = slip_event_read(record->event.kind, record->event.payload, &auditing->reading, &event,
                                NULL) == STATUS_OK;
    if (good && !event.reprint)
        good = event.number == ++auditing->slips;
    else if (good)
        good = event.number <= auditing->slips;
    if (!good)
        FIND(auditing, record->sequence, "the stream %s: event %llu has not the number that is next",
             slip_stream, (unsigned long long)record->sequence);
    return STATUS_OK;
}

static enum status note_heads(struct auditing *auditing, uint64_t by, const struct backup_made *made,
                              struct fault *fault)
{
    struct arena *arena = &auditing->backups_arena;
    for (uint32_t i = 0; i < made->head_count; i++) {
        struct noted_head *noted = ARENA_NEW(arena, struct noted_head);
        if (!noted || arena_copy_text(arena, made->heads[i].stream, &noted->head.stream) != STATUS_OK ||
            arena_copy_text(arena, made->heads[i].hash, &noted->head.hash) != STATUS_OK)
            return fault_set(fault, arena->refusal, 0, "there is no memory for the backups");
        noted->head.sequence = made->heads[i].sequence;
        noted->noted_by = by;
        noted->next = auditing->heads;
        auditing->heads = noted;
    }
    return STATUS_OK;
}

static enum status take_upkeep_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct auditing *auditing = context;
    struct backup_made made;
    take_command(&auditing->streams[STREAM_UPKEEP], record);
    arena_clear(&auditing->reading);
    if (upkeep_event_read(record->event.kind, record->event.payload, &auditing->reading, &made, NULL) ==
        STATUS_OK)
        return note_heads(auditing, record->sequence, &made, fault);
    FIND(auditing, record->sequence, "the stream %s: event %llu is none of the upkeep", upkeep_stream,
         (unsigned long long)record->sequence);
    return STATUS_OK;
}

static enum status take_hash(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    store_hash_write(context, &record->hash);
    return STATUS_OK;
}

/* What was in a backup is in the log, with the same hash. */
static void compare_heads(struct auditing *auditing)
{
    for (const struct noted_head *noted = auditing->heads; noted; noted = noted->next) {
        char digits[STORE_HASH_TEXT_SIZE];
        struct text_out out;
        uint64_t sequence = (uint64_t)noted->head.sequence;
        text_out_init(&out, digits, sizeof digits);
        /* What cannot be read counts as another hash; it was found before, too. */
        (void)(store_read(auditing->store, noted->head.stream, sequence, sequence, take_hash, &out, NULL) ==
               STATUS_OK);
        if (!text_equal(text_out_text(&out), noted->head.hash))
            FIND(auditing, noted->noted_by,
                 "the stream %s: event %llu says that a backup has event %llu of stream %.*s with another "
                 "hash",
                 upkeep_stream, (unsigned long long)noted->noted_by, (unsigned long long)sequence,
                 TEXT_ARGUMENTS(text_clipped(noted->head.stream, STORE_STREAM_NAME_MAX)));
    }
}

/* A stream beside that of the house, which has a chain of its own. */
static enum status audit_beside(struct auditing *auditing, const char *stream, store_visitor *visit,
                                struct fault *fault)
{
    enum status status =
        store_verify_all(auditing->store, text_of(stream), visit, put_damage_aside, auditing, fault);
    tell_of_damages(auditing, stream);
    return found_damage(auditing, status, fault, "stream", stream);
}

static enum status know_stream(void *context, struct text stream, struct fault *fault)
{
    struct auditing *auditing = context;
    (void)fault;
    for (unsigned i = 0; i < STREAMS; i++)
        if (text_equal(stream, auditing->streams[i].name))
            return STATUS_OK;
    struct text_out out = new_finding(auditing, 0);
    struct text shown = text_clipped(stream, STORE_STREAM_NAME_MAX);
    text_out_add(&out, "stream \"");
    text_out_add_safely(&out, shown);
    text_out_add(&out, "\" is none of the house's");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ inspector */

static struct store_options reading_options(void)
{
    struct store_options options = report_store_options(STORE_READ_ONLY);
    options.to_inspect = true;
    return options;
}

static void put_flaw_aside(void *context, const char *words)
{
    struct inspector *inspector = context;
    CHECK_OP(inspector->count, <=, AUDIT_FINDINGS_MAX);
    if (inspector->count == AUDIT_FINDINGS_MAX) {
        inspector->more++;
        return;
    }
    struct text_out out;
    text_out_init(&out, inspector->flaws[inspector->count++], FLAW_SIZE);
    text_out_add(&out, "%s", words);
}

static void *inspect(void *argument)
{
    struct inspector *inspector = argument;
    const struct store_options options = reading_options();
    struct store *store = NULL;
    inspector->status = store_open(inspector->address, &options, &store, &inspector->fault);
    if (inspector->status == STATUS_OK)
        inspector->status = store_inspect(store, put_flaw_aside, inspector, &inspector->fault);
    for (unsigned i = 0; i < STREAMS && inspector->status == STATUS_OK; i++) {
        struct audited_stream *stream = &inspector->streams[i];
        inspector->status =
            store_index_commands(store, stream->name, stream->head, &stream->index, &inspector->fault);
        if (inspector->status == STATUS_DAMAGED) {
            put_flaw_aside(inspector, inspector->fault.words);
            inspector->status = STATUS_OK;
        }
    }
    store_close(store);
    return NULL;
}

/* The heads are those of the moment at which the store is held; the inspector, who opens it for himself, comes later. */
static enum status streams_begin(struct auditing *auditing, struct fault *fault)
{
    const struct text names[STREAMS] = {auditing->stream, text_of(access_stream), text_of(slip_stream),
                                        text_of(upkeep_stream)};
    enum status status = store_hold(auditing->store, fault);
    for (unsigned i = 0; i < STREAMS && status == STATUS_OK; i++) {
        struct audited_stream *stream = &auditing->streams[i];
        struct store_head head = {0};
        stream->name = names[i];
        status = store_head_of(auditing->store, stream->name, &head, fault);
        if (status == STATUS_DAMAGED)
            status = STATUS_OK; /* which is found when the stream is read */
        stream->head = head.sequence;
        store_commands_init(&stream->events);
        stream->index = stream->events;
    }
    return status;
}

struct command_telling {
    struct auditing *auditing;
    const char *stream; /* that is to be named, or NULL for the house's */
    unsigned count;
};

static void tell_of_command(void *context, const struct store_command_flaw *flaw)
{
    struct command_telling *telling = context;
    struct text_out out = new_finding(telling->auditing, flaw->event);
    telling->count++;
    if (telling->stream)
        text_out_add(&out, "the stream %s: ", telling->stream);
    store_command_flaw_write(&out, flaw);
}

/* The sums say whether something is wrong; then it is looked for. */
static void compare_commands(struct auditing *auditing)
{
    for (unsigned i = 0; i < STREAMS; i++) {
        const struct audited_stream *stream = &auditing->streams[i];
        CHECK(stream->name.length > 0);
        struct command_telling telling = {auditing, i == STREAM_HOUSE ? NULL : stream->name.bytes, 0};
        if (store_commands_equal(&stream->events, &stream->index))
            continue;
        if (store_compare_commands(auditing->store, stream->name, tell_of_command, &telling, NULL) !=
                STATUS_OK ||
            telling.count == 0)
            FIND(auditing, 0,
                 "the index of commands does not have the commands that the events of stream %s have, each "
                 "once and in order",
                 stream->name.bytes);
    }
}

static enum status inspector_start(struct inspector *inspector, struct text address,
                                   struct audited_stream *streams, struct fault *fault)
{
    inspector->address = address;
    inspector->streams = streams;
    inspector->runs = pthread_create(&inspector->thread, NULL, inspect, inspector) == 0;
    return inspector->runs ? STATUS_OK
                           : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no thread for the audit");
}

static enum status inspector_end(struct auditing *auditing, struct fault *fault)
{
    struct inspector *inspector = &auditing->inspector;
    if (!inspector->runs)
        return STATUS_OK;
    CHECK(pthread_join(inspector->thread, NULL) == 0);
    CHECK_OP(inspector->count, <=, AUDIT_FINDINGS_MAX);
    for (unsigned i = 0; i < inspector->count; i++)
        FIND(auditing, 0, "%s", inspector->flaws[i]);
    auditing->audit->more += inspector->more;
    if (inspector->status == STATUS_OK) {
        compare_commands(auditing);
        return STATUS_OK;
    }
    (void)fault_set(fault, inspector->status, 0, "%s", inspector->fault.words);
    return found_damage(auditing, inspector->status, fault, "the", "store");
}

/* ------------------------------------------------------------------------------------------ all */

static enum status auditing_init(struct auditing *auditing, struct fault *fault)
{
    pthread_mutex_init(&auditing->mutex, NULL);
    pthread_cond_init(&auditing->filled, NULL);
    pthread_cond_init(&auditing->emptied, NULL);
    for (unsigned i = 0; i < LOADS; i++)
        arena_init(&auditing->loads[i].arena, LOAD_MEMORY_MAX);
    arena_init(&auditing->reading, EVENT_MEMORY_MAX);
    arena_init(&auditing->rows_arena, EVENT_MEMORY_MAX);
    arena_init(&auditing->backups_arena, EVENT_MEMORY_MAX);
    expected_rows_init(&auditing->expected);
    return floor_init(&auditing->floor, FLOOR_MEMORY_MAX, fault);
}

static void auditing_free(struct auditing *auditing)
{
    expected_rows_release(&auditing->expected);
    floor_release(&auditing->floor);
    arena_release(&auditing->reading);
    arena_release(&auditing->rows_arena);
    arena_release(&auditing->backups_arena);
    for (unsigned i = 0; i < LOADS; i++)
        arena_release(&auditing->loads[i].arena);
    pthread_cond_destroy(&auditing->emptied);
    pthread_cond_destroy(&auditing->filled);
    pthread_mutex_destroy(&auditing->mutex);
    store_close(auditing->store);
    free(auditing);
}

static void find_flaw(void *context, const char *words)
{
    struct auditing *auditing = context;
    FIND(auditing, 0, "%s", words);
}

static enum status audit_all(struct auditing *auditing, struct fault *fault)
{
    enum status status = found_damage(auditing, list_snapshots(auditing, fault), fault, "table", "snapshot");
    if (status == STATUS_OK)
        status = found_damage(auditing, store_each_stream(auditing->store, know_stream, auditing, fault),
                              fault, "table", "stream");
    if (status == STATUS_OK)
        status = audit_events(auditing, fault);
    if (status == STATUS_OK)
        status = audit_beside(auditing, access_stream, take_door_event, fault);
    if (status == STATUS_OK)
        status = audit_beside(auditing, slip_stream, take_slip_event, fault);
    if (status == STATUS_OK)
        status = audit_beside(auditing, upkeep_stream, take_upkeep_event, fault);
    if (status == STATUS_OK)
        compare_heads(auditing);
    if (status == STATUS_OK)
        status = audit_tree(auditing->store, auditing->promises, auditing->audit, find_flaw, auditing, fault);
    return status;
}

/* Findings quote events and names that another hand may have written, and these may be anything. */
static void make_safe(struct audit *audit)
{
    CHECK_OP(audit->finding_count, <=, AUDIT_FINDINGS_MAX);
    for (unsigned i = 0; i < audit->finding_count; i++) {
        char words[AUDIT_WORDS_SIZE];
        struct text_out out;
        memcpy(words, audit->findings[i].words, sizeof words);
        text_out_init(&out, audit->findings[i].words, AUDIT_WORDS_SIZE);
        text_out_add_safely(&out, text_of(words));
    }
}

static enum status audit_with(const struct program *program, struct promises *promises, struct text address,
                              struct text stream, audit_progress *progress, void *context,
                              struct audit *audit, struct fault *fault)
{
    const struct store_options options = reading_options();
    struct auditing *auditing = calloc(1, sizeof *auditing);
    *audit = (struct audit){0};
    if (!auditing)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the audit");
    auditing->audit = audit;
    auditing->stream = stream;
    auditing->promises = promises;
    auditing->progress = progress;
    auditing->context = context;
    struct fault words = {.status = STATUS_OK};
    enum status status = auditing_init(auditing, &words);
    auditing->floor.program = program;
    if (status == STATUS_OK)
        status = store_open(address, &options, &auditing->store, &words);
    if (status == STATUS_OK)
        status = streams_begin(auditing, &words);
    if (status == STATUS_OK)
        status = inspector_start(&auditing->inspector, address, auditing->streams, &words);
    if (status == STATUS_OK)
        status = audit_all(auditing, &words);
    status = found_damage(auditing, status, &words, "the", "store");
    enum status inspected = inspector_end(auditing, &auditing->fault);
    if (status == STATUS_OK && inspected != STATUS_OK) {
        status = inspected;
        words = auditing->fault;
    }
    auditing_free(auditing);
    make_safe(audit);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", words.words);
}

enum status audit_store(struct text address, struct text stream, audit_progress *progress, void *context,
                        struct audit *audit, struct fault *fault)
{
    return audit_with(&this_program, NULL, address, stream, progress, context, audit, fault);
}

enum status audit_store_with(struct promises *promises, struct text address, struct text stream,
                             audit_progress *progress, void *context, struct audit *audit,
                             struct fault *fault)
{
    return audit_with(&this_program, promises, address, stream, progress, context, audit, fault);
}

enum status audit_store_by(const struct program *program, struct text address, struct text stream,
                           audit_progress *progress, void *context, struct audit *audit, struct fault *fault)
{
    return audit_with(program, NULL, address, stream, progress, context, audit, fault);
}
