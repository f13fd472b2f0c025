#include "books/backup.h"

#include "base/check.h"
#include "books/report_rows.h"
#include "store/new_file.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char house_stream[] = "house";

struct making {
    const struct backup_options *options;
    struct backup *backup;
    struct new_file file;
};

static void tell_copied(void *context, uint64_t done, uint64_t all)
{
    const struct making *making = context;
    if (making->options->progress)
        making->options->progress(making->options->context, BACKUP_COPYING, done, all);
}

static void tell_checked(void *context, uint64_t done, uint64_t all)
{
    const struct making *making = context;
    if (making->options->progress)
        making->options->progress(making->options->context, BACKUP_CHECKING, done, all);
}

/* "sqlite:" and the path. */
static struct text file_address(const char *path, char address[STORE_PLACE_SIZE + 8])
{
    struct text_out out;
    text_out_init(&out, address, STORE_PLACE_SIZE + 8);
    text_out_add(&out, "sqlite:%s", path);
    CHECK(!out.truncated);
    return text_out_text(&out);
}

/* ------------------------------------------------------------------------------------------ copying */

static enum status copy_between(struct making *making, struct text to, const char *writer_of,
                                struct fault *fault)
{
    struct store_options reads = report_store_options(STORE_READ_ONLY),
                         writes = report_store_options(STORE_CREATE);
    struct store *from = NULL, *into = NULL;
    writes.writer_of = writer_of;
    enum status status = store_open(making->options->store, &reads, &from, fault);
    if (status == STATUS_OK)
        status = store_open(to, &writes, &into, fault);
    if (status == STATUS_OK)
        status = store_copy(from, into, tell_copied, making, &making->backup->copied, fault);
    store_close(into);
    store_close(from);
    return status;
}

static enum status copy_into_file(struct making *making, struct fault *fault)
{
    char address[STORE_PLACE_SIZE + 8];
    enum status status = copy_between(making, file_address(making->file.unfinished, address), NULL, fault);
    return status == STATUS_OK ? store_file_settle(making->file.unfinished, fault) : status;
}

/* Whether the two names are of one file. */
static bool is_same_file(const char *left, const char *right)
{
    struct stat one, other;
    return stat(left, &one) == 0 && stat(right, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* The file of the target, or STATUS_INVALID if it is the source. */
static enum status begin_file(struct making *making, const struct store_address *to, struct fault *fault)
{
    struct store_address from;
    enum status status = store_address_parse(making->options->store, &from, fault);
    if (status != STATUS_OK)
        return status;
    if (from.kind == STORE_KIND_SQLITE && is_same_file(from.place, to->place))
        return fault_set(fault, STATUS_INVALID, 0, "%.150s is the store itself; choose another place",
                         to->place);
    return new_file_begin(&making->file, to->place, fault);
}

static enum status audit_place(struct making *making, struct text address, struct fault *fault)
{
    struct audit *audit = &making->backup->audit;
    enum status status = audit_store(address, text_of(house_stream), tell_checked, making, audit, fault);
    CHECK_IMPLIES(status == STATUS_OK && audit->more > 0, audit->finding_count > 0);
    return status;
}

/* ------------------------------------------------------------------------------------------ the event */

enum { HEADS_MAX = 64, EVENT_MEMORY_MAX = 1 << 20 };

struct heads {
    struct arena arena;
    struct store *store; /* of the backup */
    struct upkeep_head items[HEADS_MAX];
    uint32_t count;
};

static enum status name_head(void *context, struct text stream, struct fault *fault)
{
    struct heads *heads = context;
    if (heads->count == HEADS_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 0, "the store has more than %d streams", HEADS_MAX);
    enum status status = arena_copy_text(&heads->arena, stream, &heads->items[heads->count++].stream);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the streams");
}

static enum status read_head(struct heads *heads, struct upkeep_head *item, struct fault *fault)
{
    struct store_head head;
    char digits[2 * STORE_HASH_SIZE + 1];
    struct text_out out;
    enum status status = store_head_of(heads->store, item->stream, &head, fault);
    if (status != STATUS_OK)
        return status;
    text_out_init(&out, digits, sizeof digits);
    store_hash_write(&out, &head.hash);
    CHECK(!out.truncated);
    item->sequence = (int64_t)head.sequence;
    status = arena_copy_text(&heads->arena, text_out_text(&out), &item->hash);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the streams");
}

/* The last event of each stream of the backup. A stream without events has none. */
static enum status read_heads(struct making *making, struct heads *heads, struct fault *fault)
{
    char address[STORE_PLACE_SIZE + 8];
    const struct store_options reads = {.mode = STORE_READ_ONLY};
    enum status status =
        store_open(file_address(making->file.unfinished, address), &reads, &heads->store, fault);
    if (status == STATUS_OK)
        status = store_each_stream(heads->store, name_head, heads, fault);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < heads->count && status == STATUS_OK; i++) {
        status = read_head(heads, &heads->items[i], fault);
        if (heads->items[i].sequence > 0)
            heads->items[kept++] = heads->items[i];
    }
    heads->count = kept;
    store_close(heads->store);
    return status;
}

static enum status append_event(struct store *store, const struct backup_made *made, struct fault *fault)
{
    enum { PAYLOAD_SIZE = 32 << 10 };
    static const struct text none = {"", 0};
    struct store_receipt receipt;
    char *bytes = malloc(PAYLOAD_SIZE);
    struct text_out out;
    if (!bytes)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the event");
    text_out_init(&out, bytes, PAYLOAD_SIZE);
    record_write(&out, &backup_made_shape, made);
    CHECK(!out.truncated);
    const struct store_event event = {text_of(backup_made_shape.name), none, text_out_text(&out)};
    const struct store_batch batch = {
        .stream = text_of(upkeep_stream), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
    enum status status = store_append(store, &batch, &receipt, fault);
    CHECK_IMPLIES(status == STATUS_OK, receipt.outcome == STORE_APPENDED);
    free(bytes);
    return status;
}

/* B4. The words of a failure say that the backup is good. */
static enum status record_backup(struct making *making, struct store *store, const struct heads *heads,
                                 struct fault *fault)
{
    const struct backup *backup = making->backup;
    const struct backup_made made = {.at = making->options->now,
                                     .place = text_of(backup->place),
                                     .bytes = (int64_t)backup->bytes,
                                     .heads = heads->items,
                                     .head_count = heads->count};
    struct fault words = {.status = STATUS_OK};
    enum status status = append_event(store, &made, &words);
    if (status == STATUS_OK)
        return status;
    return fault_set(fault, status, 0, "the backup is made, but the store does not say so: %.150s",
                     words.words);
}

/* ------------------------------------------------------------------------------------------ a backup */

static enum status name_backup(struct making *making, struct fault *fault)
{
    struct backup *backup = making->backup;
    struct stat found;
    struct text_out out;
    text_out_init(&out, backup->place, sizeof backup->place);
    enum status status = stat(making->file.unfinished, &found) == 0
                             ? new_file_finish(&making->file, fault)
                             : fault_set(fault, STATUS_IO, 0, "the unfinished backup is not there any more");
    if (status != STATUS_OK)
        return status;
    char *whole = realpath(making->file.path, NULL);
    text_out_add_text(&out,
                      text_clipped(text_of(whole ? whole : making->file.path), sizeof backup->place - 1));
    free(whole);
    backup->bytes = (uint64_t)found.st_size;
    backup->made = true;
    return STATUS_OK;
}

/* The file is begun: it is filled, audited, named and recorded. */
static enum status fill_backup(struct making *making, struct store *store, struct fault *fault)
{
    char address[STORE_PLACE_SIZE + 8];
    struct heads heads = {.count = 0};
    arena_init(&heads.arena, EVENT_MEMORY_MAX);
    enum status status = store_is_file(store)
                             ? store_copy_file(store, making->file.unfinished, tell_copied, making, fault)
                             : copy_into_file(making, fault);
    if (status == STATUS_OK)
        status = audit_place(making, file_address(making->file.unfinished, address), fault);
    bool good = status == STATUS_OK && making->backup->audit.finding_count == 0; /* B1 */
    if (good)
        status = read_heads(making, &heads, fault);
    if (good && status == STATUS_OK)
        status = name_backup(making, fault);
    if (making->backup->made)
        status = record_backup(making, store, &heads, fault);
    arena_release(&heads.arena);
    return status;
}

static enum status parse_file(struct text to, struct store_address *address, struct fault *fault)
{
    char place[STORE_PLACE_SIZE + 8];
    struct text_out out;
    text_out_init(&out, place, sizeof place);
    if (text_starts_with(to, text_of("postgres://")) || text_starts_with(to, text_of("postgresql://")))
        return fault_set(fault, STATUS_INVALID, 1,
                         "a backup is a file; 'cardroom store copy' copies a store into PostgreSQL");
    text_out_add(&out, "%s", text_starts_with(to, text_of("sqlite:")) ? "" : "sqlite:");
    text_out_add_text(&out, to);
    if (out.truncated)
        return fault_set(fault, STATUS_RANGE, 0, "the name of a file has at most %d bytes",
                         STORE_PLACE_SIZE - 16);
    return store_address_parse(text_out_text(&out), address, fault);
}

/* The store is opened for writing, although it only gets an event at the end: so a store whose log is damaged, and one that could
 * not be told, is refused before anything is copied. Its tables are left as they are. */
enum status backup_make(const struct backup_options *options, struct backup *backup, struct fault *fault)
{
    const struct store_options writes = {.mode = STORE_EXISTING};
    struct making making = {.options = options, .backup = backup, .file.lock = -1};
    struct store_address to;
    struct store *store = NULL;
    *backup = (struct backup){.made = false};
    enum status status = parse_file(options->to, &to, fault);
    if (status == STATUS_OK)
        status = store_open(options->store, &writes, &store, fault);
    if (status == STATUS_OK)
        status = begin_file(&making, &to, fault);
    if (status == STATUS_OK)
        status = fill_backup(&making, store, fault);
    new_file_abandon(&making.file); /* unless it has its name */
    store_close(store);
    return status;
}

/* ------------------------------------------------------------------------------------------ a copy */

enum status backup_copy(const struct backup_options *options, struct backup *backup, struct fault *fault)
{
    struct making making = {.options = options, .backup = backup, .file.lock = -1};
    struct store_address to;
    *backup = (struct backup){.made = false};
    enum status status = store_address_parse(options->to, &to, fault);
    if (status != STATUS_OK)
        return status;
    bool is_file = to.kind == STORE_KIND_SQLITE;
    if (is_file)
        status = begin_file(&making, &to, fault);
    if (status == STATUS_OK)
        status = is_file ? copy_into_file(&making, fault)
                         : copy_between(&making, options->to, house_stream, fault);
    if (status == STATUS_OK && is_file)
        status = new_file_finish(&making.file, fault);
    new_file_abandon(&making.file); /* unless it has its name */
    backup->made = status == STATUS_OK;
    return status == STATUS_OK ? audit_place(&making, options->to, fault) : status;
}

/* ------------------------------------------------------------------------------------------ the last one */

struct reading {
    struct arena *arena;
    struct backup_made *last;
    bool found;
};

static enum status take_last(void *context, const struct store_record *record, struct fault *fault)
{
    struct reading *reading = context;
    struct text payload;
    if (arena_copy_text(reading->arena, record->event.payload, &payload) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the event");
    reading->found = true;
    return upkeep_event_read(record->event.kind, payload, reading->arena, reading->last, fault);
}

enum status backup_last(struct text store, struct arena *arena, struct backup_made *last, bool *found,
                        struct fault *fault)
{
    const struct store_options reads = {.mode = STORE_READ_ONLY};
    struct reading reading = {.arena = arena, .last = last};
    struct store *opened = NULL;
    struct store_head head = {0};
    enum status status = store_open(store, &reads, &opened, fault);
    if (status == STATUS_OK)
        status = store_head_of(opened, text_of(upkeep_stream), &head, fault);
    if (status == STATUS_OK && head.sequence > 0)
        status = store_read(opened, text_of(upkeep_stream), head.sequence, head.sequence, take_last, &reading,
                            fault);
    *found = status == STATUS_OK && reading.found;
    store_close(opened);
    return status;
}
