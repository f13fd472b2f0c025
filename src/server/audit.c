#include "server/audit.h"

#include "base/check.h"
#include "server/reports.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    EVENT_MEMORY_MAX = 64 << 20,
    BALANCE_EVERY = 4096, /* events, beside those that move more than fees */
    PROGRESS_EVERY = 1 << 16,
    SNAPSHOTS_MAX = 16,
    LOOSE_FIRST = 1024,
};

/* ------------------------------------------------------------------------------------------ rows */

/* What a row should be: a hash of its values, and the event that it came from. */
struct expected_row {
    uint64_t key[2], row[2];
    uint64_t sequence; /* 0: free */
    bool seen;
};

/* Of one table: by key, or in order where it has none. */
struct expected_table {
    struct expected_row *rows;
    size_t room, count, at; /* `at`: the next in order that has not been seen */
};

struct auditing {
    struct audit *audit;
    struct store *store;
    struct text stream;
    struct floor floor;
    struct arena reading, rows_arena;
    struct expected_table tables[REPORT_TABLES];
    unsigned char hash_key[16];
    uint64_t all;
    audit_progress *progress;
    void *context;
    unsigned snapshot_count;
    uint64_t snapshots[SNAPSHOTS_MAX];
    unsigned table; /* the one that is compared */
    struct audit_finding dropped;
};

/* A place for the words of a finding; beyond the maximum it is dropped. */
static struct text_out new_finding(struct auditing *auditing, uint64_t sequence)
{
    struct audit *audit = auditing->audit;
    struct audit_finding *finding = audit->finding_count < AUDIT_FINDINGS_MAX
                                        ? &audit->findings[audit->finding_count++]
                                        : &auditing->dropped;
    struct text_out out;
    finding->sequence = sequence;
    text_out_init(&out, finding->words, sizeof finding->words);
    return out;
}

#define FIND(auditing, sequence, ...)                                                                        \
    do {                                                                                                     \
        struct text_out words_ = new_finding(auditing, sequence);                                            \
        text_out_add(&words_, __VA_ARGS__);                                                                  \
    } while (0)

/* Bytes to be hashed; when they are many, the hash of the first is carried on. */
struct hash_input {
    const struct auditing *auditing;
    size_t size;
    unsigned char bytes[512];
};

static void hash_flush(struct hash_input *input)
{
    unsigned char hash[crypto_shorthash_siphashx24_BYTES];
    (void)crypto_shorthash_siphashx24(hash, input->bytes, input->size, input->auditing->hash_key);
    memcpy(input->bytes, hash, sizeof hash);
    input->size = sizeof hash;
}

static void hash_add(struct hash_input *input, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    while (size > 0) {
        size_t room = sizeof input->bytes - input->size, part = size < room ? size : room;
        memcpy(input->bytes + input->size, from, part);
        input->size += part;
        from += part;
        size -= part;
        if (input->size == sizeof input->bytes)
            hash_flush(input);
    }
}

/* Values from `first` on. */
static void hash_values(const struct auditing *auditing, const struct store_value *values, unsigned first,
                        unsigned end, uint64_t hash[2])
{
    struct hash_input input = {.auditing = auditing, .size = 0};
    for (unsigned i = first; i < end; i++) {
        const struct store_value *value = &values[i];
        const unsigned char type = (unsigned char)value->type;
        hash_add(&input, &type, sizeof type);
        if (value->type == STORE_INTEGER)
            hash_add(&input, &value->integer, sizeof value->integer);
        else if (value->type == STORE_TEXT) {
            hash_add(&input, &value->text.length, sizeof value->text.length);
            hash_add(&input, value->text.bytes, value->text.length);
        }
    }
    hash_flush(&input);
    memcpy(hash, input.bytes, crypto_shorthash_siphashx24_BYTES);
}

static struct expected_row *slot_of(const struct expected_table *table, const uint64_t key[2])
{
    size_t mask = table->room - 1, at = (size_t)key[0] & mask;
    while (table->rows[at].sequence && (table->rows[at].key[0] != key[0] || table->rows[at].key[1] != key[1]))
        at = (at + 1) & mask;
    return &table->rows[at];
}

static enum status grow(struct expected_table *table, bool keyed)
{
    struct expected_table grown = {.room = table->room ? table->room * 2 : LOOSE_FIRST,
                                   .count = table->count};
    if (table->count * 2 < table->room)
        return STATUS_OK;
    grown.rows = calloc(grown.room, sizeof *grown.rows);
    if (!grown.rows)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < (keyed ? table->room : table->count); i++)
        if (table->rows[i].sequence)
            *(keyed ? slot_of(&grown, table->rows[i].key) : &grown.rows[i]) = table->rows[i];
    free(table->rows);
    *table = grown;
    return STATUS_OK;
}

static enum status expect_row(struct auditing *auditing, const struct store_row *row, uint64_t sequence)
{
    const struct store_table *declared = &report_tables[row->table];
    struct expected_table *table = &auditing->tables[row->table];
    struct expected_row expected = {.sequence = sequence};
    enum status status = grow(table, declared->key_count > 0);
    if (status != STATUS_OK)
        return status;
    hash_values(auditing, row->values, declared->key_count, declared->column_count, expected.row);
    if (declared->key_count == 0) {
        table->rows[table->count++] = expected;
        return STATUS_OK;
    }
    hash_values(auditing, row->values, 0, declared->key_count, expected.key);
    struct expected_row *slot = slot_of(table, expected.key);
    table->count += slot->sequence == 0;
    *slot = expected;
    return STATUS_OK;
}

/* Of a table without key: rows and events are in the same order, so what was passed over is missing. */
static struct expected_row *next_in_order(struct expected_table *table, uint64_t sequence)
{
    while (table->at < table->count && table->rows[table->at].sequence < sequence)
        table->at++;
    return table->at < table->count && table->rows[table->at].sequence == sequence ? &table->rows[table->at++]
                                                                                   : NULL;
}

static enum status compare_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct auditing *auditing = context;
    const struct store_table *declared = &report_tables[auditing->table];
    struct expected_table *table = &auditing->tables[auditing->table];
    uint64_t key[2], row[2];
    struct expected_row *expected = NULL;
    (void)fault;
    auditing->audit->rows++;
    hash_values(auditing, found->values, declared->key_count, declared->column_count, row);
    if (declared->key_count == 0)
        expected = next_in_order(table, found->sequence);
    else if (table->room > 0) {
        hash_values(auditing, found->values, 0, declared->key_count, key);
        expected = slot_of(table, key);
    }
    if (!expected || expected->sequence == 0)
        FIND(auditing, found->sequence, "table %s has a row that no event made", declared->name);
    else if (expected->sequence != found->sequence || expected->row[0] != row[0] ||
             expected->row[1] != row[1])
        FIND(auditing, found->sequence, "a row of table %s is not what event %llu made", declared->name,
             (unsigned long long)expected->sequence);
    if (expected)
        expected->seen = true;
    return STATUS_OK;
}

static enum status find_stray_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct auditing *auditing = context;
    (void)fault;
    FIND(auditing, found->sequence, "table %s has a row of a stream that is not there",
         report_tables[auditing->table].name);
    return STATUS_OK;
}

static enum status compare_tables(struct auditing *auditing, struct fault *fault)
{
    enum status status = STATUS_OK;
    for (auditing->table = 0; auditing->table < REPORT_TABLES && status == STATUS_OK; auditing->table++) {
        struct expected_table *table = &auditing->tables[auditing->table];
        status = store_each_row(auditing->store, auditing->stream, auditing->table, 0, STORE_SEQUENCE_MAX,
                                compare_row, auditing, fault);
        if (status == STATUS_OK)
            status = store_each_row(auditing->store, text_of(""), auditing->table, 0, STORE_SEQUENCE_MAX,
                                    find_stray_row, auditing, fault);
        for (size_t i = 0; i < table->room && status == STATUS_OK; i++)
            if (table->rows[i].sequence && !table->rows[i].seen)
                FIND(auditing, table->rows[i].sequence, "a row that event %llu made is missing in table %s",
                     (unsigned long long)table->rows[i].sequence, report_tables[auditing->table].name);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ events */

/* The latest snapshots, by their sequences. */
static enum status list_snapshots(struct auditing *auditing, struct fault *fault)
{
    uint64_t at = STORE_SEQUENCE_MAX, found = 1;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && found > 0 && auditing->snapshot_count < SNAPSHOTS_MAX && at > 0) {
        struct arena arena;
        struct text bytes;
        arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
        status = store_snapshot_load(auditing->store, auditing->stream, at, &arena, &found, &bytes, fault);
        if (status == STATUS_OK && found > 0) {
            auditing->snapshots[auditing->snapshot_count++] = found;
            at = found - 1;
        }
        arena_release(&arena);
    }
    return status;
}

/* The snapshot that was saved after this event is the state now. */
static enum status compare_snapshot(struct auditing *auditing, uint64_t sequence, struct fault *fault)
{
    bool is_one = false;
    for (unsigned i = 0; i < auditing->snapshot_count; i++)
        is_one |= auditing->snapshots[i] == sequence;
    if (!is_one)
        return STATUS_OK;
    struct arena saved_arena, arena;
    struct text saved = text_of(""), made;
    uint64_t found = 0;
    arena_init(&saved_arena, STORE_SNAPSHOT_MAX + (1 << 20));
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status =
        store_snapshot_load(auditing->store, auditing->stream, sequence, &saved_arena, &found, &saved, fault);
    if (status == STATUS_OK)
        status = floor_save(&auditing->floor, &arena, &made, fault);
    if (status == STATUS_OK && (found != sequence || !text_equal(saved, made)))
        FIND(auditing, sequence, "the snapshot after event %llu is not the state that the events make",
             (unsigned long long)sequence);
    auditing->audit->snapshots++;
    arena_release(&saved_arena);
    arena_release(&arena);
    return status;
}

static void check_balance(struct auditing *auditing, uint64_t sequence)
{
    char why[AUDIT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    if (!floor_audit(&auditing->floor, &out))
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
    for (size_t i = 0; i < rows.count && status == STATUS_OK; i++)
        status = expect_row(auditing, &rows.rows[i], sequence);
    return status;
}

/* An event whose hash is well. */
static enum status audit_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct auditing *auditing = context;
    struct event event;
    struct fault words;
    arena_clear(&auditing->reading);
    enum status status =
        event_read(record->event.kind, record->event.payload, &auditing->reading, &event, &words);
    if (status == STATUS_OK)
        status = floor_apply(&auditing->floor, &event, &words);
    if (status == STATUS_INVALID) {
        FIND(auditing, record->sequence, "event %llu: %s", (unsigned long long)record->sequence, words.words);
        return fault_set(fault, STATUS_INVALID, 0, "%s", words.words);
    }
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%s", words.words);
    const struct money_rows *money = event_money(&event);
    auditing->audit->events++;
    auditing->audit->postings += money ? money->posting_count : 0;
    if (expect_rows(auditing, &event, record->sequence) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the rows");
    if (!is_routine(event.kind) || record->sequence % BALANCE_EVERY == 0)
        check_balance(auditing, record->sequence);
    if (auditing->progress && record->sequence % PROGRESS_EVERY == 0)
        auditing->progress(auditing->context, record->sequence, auditing->all);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the audit */

static enum status audit_events(struct auditing *auditing, struct fault *fault)
{
    struct store_damage damage = {.kind = STORE_WHOLE};
    struct store_head head;
    enum status status = store_head_of(auditing->store, auditing->stream, &head, fault);
    if (status != STATUS_OK)
        return status;
    struct text_out out;
    text_out_init(&out, auditing->audit->head, sizeof auditing->audit->head);
    store_hash_write(&out, &head.hash);
    auditing->all = head.sequence;
    status = store_verify(auditing->store, auditing->stream, audit_event, auditing, &damage, fault);
    if (status == STATUS_INVALID && auditing->audit->finding_count > 0)
        return STATUS_INVALID; /* an event that cannot have happened: what follows means nothing */
    if (status == STATUS_OK && damage.kind != STORE_WHOLE) {
        char words[AUDIT_WORDS_SIZE];
        text_out_init(&out, words, sizeof words);
        store_damage_write(&out, &damage);
        FIND(auditing, damage.sequence, "%s", words);
    }
    return status;
}

/* A snapshot can be compared only when the state is that of its event, so the events are applied a second time up to it. */
static enum status replay_to_snapshot(void *context, const struct store_record *record, struct fault *fault)
{
    struct auditing *auditing = context;
    struct event event;
    arena_clear(&auditing->reading);
    enum status status =
        event_read(record->event.kind, record->event.payload, &auditing->reading, &event, fault);
    return status == STATUS_OK ? floor_apply(&auditing->floor, &event, fault) : status;
}

static enum status audit_snapshots(struct auditing *auditing, struct fault *fault)
{
    uint64_t applied = 0;
    enum status status = STATUS_OK;
    if (auditing->snapshot_count == 0)
        return STATUS_OK;
    floor_release(&auditing->floor);
    status = floor_init(&auditing->floor, FLOOR_MEMORY_MAX, fault);
    for (unsigned i = auditing->snapshot_count; i > 0 && status == STATUS_OK; i--) {
        uint64_t sequence = auditing->snapshots[i - 1];
        status = store_read(auditing->store, auditing->stream, applied + 1, sequence, replay_to_snapshot,
                            auditing, fault);
        applied = sequence;
        if (status == STATUS_OK)
            status = compare_snapshot(auditing, sequence, fault);
    }
    return status;
}

enum status audit_store(struct text address, struct text stream, audit_progress *progress, void *context,
                        struct audit *audit, struct fault *fault)
{
    const struct store_options options = {.mode = STORE_READ_ONLY,
                                          .tables = report_tables,
                                          .table_count = REPORT_TABLES,
                                          .views = report_views,
                                          .view_count = report_view_count};
    struct auditing *auditing = calloc(1, sizeof *auditing);
    *audit = (struct audit){0};
    if (!auditing)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the audit");
    auditing->audit = audit;
    auditing->stream = stream;
    auditing->progress = progress;
    auditing->context = context;
    randombytes_buf(auditing->hash_key, sizeof auditing->hash_key);
    arena_init(&auditing->reading, EVENT_MEMORY_MAX);
    arena_init(&auditing->rows_arena, EVENT_MEMORY_MAX);
    enum status status = floor_init(&auditing->floor, FLOOR_MEMORY_MAX, fault);
    if (status == STATUS_OK)
        status = store_open(address, &options, &auditing->store, fault);
    if (status == STATUS_OK)
        status = audit_events(auditing, fault);
    if (status == STATUS_OK && audit->finding_count == 0) {
        check_balance(auditing, auditing->all);
        status = compare_tables(auditing, fault);
        if (status == STATUS_OK)
            status = list_snapshots(auditing, fault);
        if (status == STATUS_OK)
            status = audit_snapshots(auditing, fault);
    }
    if (status == STATUS_INVALID && audit->finding_count > 0)
        status = STATUS_OK;
    for (unsigned i = 0; i < REPORT_TABLES; i++)
        free(auditing->tables[i].rows);
    floor_release(&auditing->floor);
    arena_release(&auditing->reading);
    arena_release(&auditing->rows_arena);
    store_close(auditing->store);
    free(auditing);
    return status;
}
