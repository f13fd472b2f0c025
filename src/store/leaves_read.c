/* The runs that an append makes, and the leaves of runs read again. */
#include "store/leaves_internal.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

bool leaf_run_is_plain(const struct leaf_run *run)
{
    return run->count > 0 && run->count <= STORE_SEQUENCE_MAX && run->sequence > 0 &&
           run->sequence <= STORE_SEQUENCE_MAX - run->count + 1 && run->first <= TREE_SIZE_MAX - run->count;
}

/* ----------------------------------------------------------------------------------------- writing */

enum status leaves_plan(struct store *store, struct store_plan *plan, struct fault *fault)
{
    struct leaf_run last = plan->last;
    plan->run_count = 0;
    if (store->copying)
        return STATUS_OK;
    if (last.count > 0 && !leaf_run_is_plain(&last))
        return fault_set(
            fault, STATUS_DAMAGED, 0,
            "the order of the leaves is damaged, so nothing can be appended; 'cardroom audit' says more");
    plan->runs = ARENA_ARRAY(&store->arena, struct leaf_run, plan->stream_count);
    if (!plan->runs)
        return fault_set(fault, store->arena.refusal, 0, "no memory for the order of the leaves");
    for (size_t i = 0; i < plan->stream_count; i++) {
        const struct stream_state *stream = &plan->streams[i];
        if (stream->added == 0)
            continue;
        uint64_t end = last.first + last.count, sequence = stream->head.sequence - stream->added + 1;
        if (end > TREE_SIZE_MAX - stream->added)
            return fault_set(fault, STATUS_NO_SPACE, 0, "the tree of this store is full");
        if (last.count > 0 && last.stream == stream->id && last.sequence + last.count == sequence) {
            last.count += stream->added;
        } else {
            last = (struct leaf_run){end, stream->id, sequence, stream->added};
        }
        CHECK(leaf_run_is_plain(&last));
        plan->runs[plan->run_count++] = last;
    }
    CHECK_IMPLIES(plan->event_count > 0, plan->run_count > 0);
    return STATUS_OK;
}

/* ----------------------------------------------------------------------------------------- streams */

static enum status name_add(void *context, int64_t id, struct text name, struct fault *fault)
{
    struct leaf_names *names = context;
    if (names->count == names->room) {
        size_t room = names->room ? 2 * names->room : 16;
        struct leaf_name *of = realloc(names->of, room * sizeof *of);
        if (!of)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the streams");
        names->of = of;
        names->room = room;
    }
    if (store_check_name(name, NULL) != STATUS_OK)
        return STATUS_OK; /* an inspection tells of it; no leaf has it */
    struct leaf_name *added = &names->of[names->count++];
    added->id = id;
    memcpy(added->name, name.bytes, name.length);
    added->name[name.length] = '\0';
    return STATUS_OK;
}

enum status leaf_names_list(struct leaf_names *names, struct store *store, struct fault *fault)
{
    names->count = 0;
    return store->methods->streams(store, name_add, names, fault);
}

const struct leaf_name *leaf_names_find(const struct leaf_names *names, int64_t id)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->of[i].id == id)
            return &names->of[i];
    return NULL;
}

void leaf_names_release(struct leaf_names *names)
{
    free(names->of);
    *names = (struct leaf_names){0};
}

/* ----------------------------------------------------------------------------------------- reading */

struct run_reading {
    struct text stream;
    const struct leaf_run *run;
    uint64_t next; /* sequence */
    leaf_visitor *visit;
    void *context;
};

static enum status missing(const struct run_reading *reading, struct fault *fault)
{
    return fault_set(fault, STATUS_DAMAGED, 0,
                     "event %llu of stream %.*s is missing, and the tree has it; 'cardroom audit' says more",
                     (unsigned long long)reading->next, TEXT_ARGUMENTS(reading->stream));
}

static enum status read_leaf(void *context, const struct store_record *record, struct fault *fault)
{
    struct run_reading *reading = context;
    if (record->sequence != reading->next)
        return missing(reading, fault);
    reading->next++;
    struct tree_hash leaf = tree_leaf(reading->stream, record->sequence, record->hash.bytes);
    reading->visit(reading->context, reading->run->first + (record->sequence - reading->run->sequence),
                   &leaf);
    return STATUS_OK;
}

enum status leaf_run_read(struct store *store, const struct leaf_name *name, const struct leaf_run *run,
                          uint64_t from, uint64_t to, leaf_visitor *visit, void *context, struct fault *fault)
{
    CHECK(leaf_run_is_plain(run));
    uint64_t begin = from > run->first ? from : run->first, end = run->first + run->count;
    if (to < end)
        end = to;
    if (begin >= end)
        return STATUS_OK;
    if (!name)
        return fault_set(fault, STATUS_DAMAGED, 0,
                         "leaf %llu of the tree is of a stream that is not there; 'cardroom audit' says more",
                         (unsigned long long)begin);
    struct run_reading reading = {.stream = text_of(name->name),
                                  .run = run,
                                  .next = run->sequence + (begin - run->first),
                                  .visit = visit,
                                  .context = context};
    uint64_t last = run->sequence + (end - 1 - run->first);
    enum status status = store_read(store, reading.stream, reading.next, last, read_leaf, &reading, fault);
    return status == STATUS_OK && reading.next <= last ? missing(&reading, fault) : status;
}
