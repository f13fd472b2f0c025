/* How the files of the leaves read a store: names of streams, and leaves in their order. */
#ifndef STORE_LEAVES_INTERNAL_H
#define STORE_LEAVES_INTERNAL_H

#include "store/leaves.h"
#include "store/store_internal.h"

enum { LEAF_RUNS_READ = 256 };

/* The streams of a store, as they were when they were listed last. */
struct leaf_names {
    struct leaf_name {
        int64_t id;
        char name[STORE_STREAM_NAME_MAX + 1];
    } * of;
    size_t count, room;
};

MUST_USE enum status leaf_names_list(struct leaf_names *names, struct store *store, struct fault *fault);
/* NULL if there is no such stream, or its name is none. */
const struct leaf_name *leaf_names_find(const struct leaf_names *names, int64_t id);
void leaf_names_release(struct leaf_names *names);

typedef void leaf_visitor(void *context, uint64_t leaf, const struct tree_hash *hash);

/* Shows the leaves of a run from the leaf `from` to before `to`, as far as they are of the run. STATUS_DAMAGED if an event is missing. */
MUST_USE enum status leaf_run_read(struct store *store, const struct leaf_name *name,
                                   const struct leaf_run *run, uint64_t from, uint64_t to,
                                   leaf_visitor *visit, void *context, struct fault *fault);

/* Whether the numbers of a run can be those of one. */
bool leaf_run_is_plain(const struct leaf_run *run);

#endif
