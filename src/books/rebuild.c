#include "books/rebuild.h"

#include "base/check.h"
#include "books/report_rows.h"
#include "house/kernel/floor.h"

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    ROWS_MEMORY_MAX = 256 << 20,
    EVENT_MEMORY_MAX = 64 << 20,
    STREAMS_ARENA_MAX = 16 << 20,
    CHUNK = 256, /* events whose rows are written together */
};

/* A stream of the store. */
struct rebuilt_stream {
    struct text name;
    uint64_t events; /* 0: it is of no house */
    struct rebuilt_stream *next;
};

struct rebuilding {
    rebuild_progress *progress;
    void *context;
    struct arena streams_arena;
    struct rebuilt_stream *streams;
    uint64_t done, all;

    /* Of the stream that is read. */
    struct floor floor;
    struct arena reading, rows_arena;
    struct report_rows rows;
    uint64_t first; /* event of the chunk */
};

static enum status add_stream(void *context, struct text name, struct fault *fault)
{
    struct rebuilding *rebuilding = context;
    struct rebuilt_stream *stream = ARENA_NEW(&rebuilding->streams_arena, struct rebuilt_stream);
    if (!stream || arena_copy_text(&rebuilding->streams_arena, name, &stream->name) != STATUS_OK)
        return fault_set(fault, rebuilding->streams_arena.refusal, 0,
                         "there is no memory for the names of the streams");
    stream->next = rebuilding->streams;
    rebuilding->streams = stream;
    return STATUS_OK;
}

static enum status note_opening(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    *(bool *)context = text_equal(record->event.kind, text_of(event_name(EVENT_HOUSE_OPENED)));
    return STATUS_OK;
}

/* How many events each house has. */
static enum status find_houses(struct rebuilding *rebuilding, struct store *store, struct fault *fault)
{
    enum status status = store_each_stream(store, add_stream, rebuilding, fault);
    for (struct rebuilt_stream *stream = rebuilding->streams; stream && status == STATUS_OK;
         stream = stream->next) {
        struct store_head head = {0};
        bool is_house = false;
        status = store_read(store, stream->name, 1, 1, note_opening, &is_house, fault);
        if (status == STATUS_OK && is_house)
            status = store_head_of(store, stream->name, &head, fault);
        stream->events = is_house ? head.sequence : 0;
        rebuilding->all += stream->events;
    }
    return status;
}

static enum status take_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct rebuilding *rebuilding = context;
    struct event event;
    struct fault words = {.words = ""};
    CHECK(record->sequence >= rebuilding->first && record->sequence < rebuilding->first + CHUNK);
    arena_clear(&rebuilding->reading);
    enum status status =
        event_read(record->event.kind, record->event.payload, &rebuilding->reading, &event, &words);
    if (status == STATUS_OK)
        status = floor_apply(&rebuilding->floor, &event, &words);
    if (status != STATUS_OK)
        return fault_set(fault, status, record->sequence, "event %llu: %s",
                         (unsigned long long)record->sequence, words.words);
    status = reports_add(&rebuilding->rows, &rebuilding->floor, &event,
                         (unsigned)(record->sequence - rebuilding->first));
    if (status == STATUS_OK && floor_is_loose(&rebuilding->floor))
        status = floor_tighten(&rebuilding->floor, &words);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the rows");
}

static void show(const struct rebuilding *rebuilding)
{
    CHECK_OP(rebuilding->done, <=, rebuilding->all);
    if (rebuilding->progress)
        rebuilding->progress(rebuilding->context, rebuilding->done, rebuilding->all);
}

/* A chunk is read whole before it is written, because the store is not written while it is read. */
static enum status fill_stream(struct rebuilding *rebuilding, struct store *store,
                               const struct rebuilt_stream *stream, struct fault *fault)
{
    enum status status = floor_init(&rebuilding->floor, FLOOR_MEMORY_MAX, fault);
    for (uint64_t at = 1; at <= stream->events && status == STATUS_OK; at += CHUNK) {
        uint64_t last = stream->events - at < CHUNK ? stream->events : at + CHUNK - 1;
        arena_clear(&rebuilding->rows_arena);
        rebuilding->rows = (struct report_rows){.arena = &rebuilding->rows_arena};
        rebuilding->first = at;
        status = store_read(store, stream->name, at, last, take_event, rebuilding, fault);
        if (status == STATUS_OK)
            status = store_fill(store, stream->name, at, last - at + 1, rebuilding->rows.rows,
                                rebuilding->rows.count, fault);
        rebuilding->done += last - at + 1;
        show(rebuilding);
    }
    floor_release(&rebuilding->floor);
    return status;
}

static enum status fill(void *context, struct store *store, struct fault *fault)
{
    struct rebuilding *rebuilding = context;
    enum status status = find_houses(rebuilding, store, fault);
    show(rebuilding);
    for (const struct rebuilt_stream *stream = rebuilding->streams; stream && status == STATUS_OK;
         stream = stream->next)
        if (stream->events > 0)
            status = fill_stream(rebuilding, store, stream, fault);
    CHECK_IMPLIES(status == STATUS_OK, rebuilding->done == rebuilding->all);
    return status;
}

enum status reports_rebuild(struct store *store, rebuild_progress *progress, void *context, uint64_t *events,
                            struct fault *fault)
{
    struct rebuilding rebuilding = {.progress = progress, .context = context};
    arena_init(&rebuilding.streams_arena, STREAMS_ARENA_MAX);
    arena_init(&rebuilding.reading, EVENT_MEMORY_MAX);
    arena_init(&rebuilding.rows_arena, ROWS_MEMORY_MAX);
    enum status status = store_rebuild(store, fill, &rebuilding, fault);
    if (events)
        *events = rebuilding.done;
    arena_release(&rebuilding.rows_arena);
    arena_release(&rebuilding.reading);
    arena_release(&rebuilding.streams_arena);
    return status;
}
