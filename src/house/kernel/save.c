#include "house/kernel/snapshot_internal.h"

#include "base/check.h"

#include <string.h>

enum { CHUNK_SIZE = 256 << 10, SAVING_MEMORY_MAX = 1 << 30 };

/* Lines are written to chunks, because nobody knows how long they become. */
struct chunk {
    struct chunk *next;
    struct text_out out;
};

/* ------------------------------------------------------------------------------------------ lines */

static bool add_chunk(struct saving *saving, size_t size)
{
    CHECK_OP(size, >, 0);
    struct chunk *chunk = ARENA_NEW(&saving->arena, struct chunk);
    char *bytes = ARENA_ARRAY(&saving->arena, char, size);
    if (!chunk || !bytes) {
        saving->status = saving->arena.refusal;
        return false;
    }
    text_out_init(&chunk->out, bytes, size);
    *(saving->last ? &saving->last->next : &saving->first) = chunk;
    saving->last = chunk;
    return true;
}

/* Whether the line fits into what is left; if not, nothing is written. */
static bool write_line(struct text_out *out, const struct record_shape *shape, const void *record)
{
    CHECK(!out->truncated);
    size_t before = out->length;
    text_out_add_text(out, (struct text){"{\"", 2});
    text_out_add_text(out, text_of(shape->name));
    text_out_add_text(out, (struct text){"\":", 2});
    record_write(out, shape, record);
    text_out_add_text(out, (struct text){"}\n", 2});
    CHECK_OP(out->length, >=, before);
    if (!out->truncated)
        return true;
    out->length = before;
    out->truncated = false;
    return false;
}

static void add_line(struct saving *saving, const struct record_shape *shape, const void *record)
{
    size_t before = saving->last ? saving->last->out.length : 0;
    for (size_t size = CHUNK_SIZE; saving->status == STATUS_OK; size *= 2) {
        if (saving->last && write_line(&saving->last->out, shape, record)) {
            saving->size += saving->last->out.length - before;
            saving->lines++;
            return;
        }
        before = 0;
        (void)add_chunk(saving, size);
    }
}

void save_line(struct saving *saving, const void *record)
{
    uint32_t *counted = &saving->counted.counts[saving->section->section];
    CHECK_OP(*counted, <, UINT32_MAX);
    add_line(saving, &saving->section->shape, record);
    (*counted)++;
}

/* ------------------------------------------------------------------------------------------ all of it */

/* The head, which is known last, and the chunks behind it. */
static enum status join(const struct saving *saving, struct text_out *head, struct arena *arena,
                        struct text *bytes)
{
    size_t length = head->length + saving->size, at = head->length;
    char *joined = ARENA_ARRAY(arena, char, length + 1);
    if (!joined)
        return arena->refusal;
    memcpy(joined, head->bytes, head->length);
    for (const struct chunk *chunk = saving->first; chunk; chunk = chunk->next) {
        memcpy(joined + at, chunk->out.bytes, chunk->out.length);
        at += chunk->out.length;
    }
    CHECK_OP(at, ==, length);
    *bytes = (struct text){joined, length};
    return STATUS_OK;
}

enum status floor_save(const struct floor *floor, struct arena *arena, struct text *bytes,
                       struct fault *fault)
{
    struct saving saving = {.floor = floor, .counted = {.format = SNAPSHOT_FORMAT}};
    char buffer[1024];
    struct text_out head;
    arena_init(&saving.arena, SAVING_MEMORY_MAX);
    for (unsigned i = 0; i < SECTIONS; i++) {
        saving.section = desk_section_of((enum snapshot_section)i);
        saving.section->save(&saving);
    }
    uint32_t counted = 0;
    add_line(&saving, &end_shape, &(struct end_line){saving.lines + 2});
    for (unsigned i = 0; i < SECTIONS; i++)
        counted += saving.counted.counts[i];
    CHECK_IMPLIES(saving.status == STATUS_OK,
                  saving.lines == counted + 1); /* as many as the head says, and the end */
    text_out_init(&head, buffer, sizeof buffer);
    CHECK(write_line(&head, &snapshot_shape, &saving.counted));
    enum status status = saving.status == STATUS_OK ? join(&saving, &head, arena, bytes) : saving.status;
    arena_release(&saving.arena);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the snapshot");
}
