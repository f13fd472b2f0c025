#include "books/audit_tree.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_SIZE = 480 };

struct tree_audit {
    struct promises *promises;
    struct store_root *roots; /* of each promise */
    const struct store_tree *tree;
    struct audit *audit;
    store_flaw_visitor *tell;
    void *context;
};

static void PRINTF_LIKE(3, 4)
    say(const struct tree_audit *auditing, const struct kept_promise *promise, const char *format, ...)
{
    char words[WORDS_SIZE], rest[WORDS_SIZE];
    va_list arguments;
    struct text_out out;
    va_start(arguments, format);
    (void)vsnprintf(rest, sizeof rest, format, arguments);
    va_end(arguments);
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "the checkpoint in %.120s, line %u: %s", promise->file, promise->line, rest);
    auditing->tell(auditing->context, words);
}

/* Two checkpoints of one size, or of two origins, cannot both be of this log. */
static void compare_promises(const struct tree_audit *auditing)
{
    const struct promises *promises = auditing->promises;
    for (size_t i = 1; i < promises->count; i++) {
        const struct kept_promise *one = &promises->of[i - 1], *other = &promises->of[i];
        if (one->size == other->size && !tree_hash_equal(&one->root, &other->root))
            say(auditing, other,
                "another checkpoint of %" PRIu64 " events has another root: somebody has signed two logs",
                other->size);
        if (strcmp(one->origin, other->origin) != 0)
            say(auditing, other, "it is of %.80s, and another one is of %.80s", other->origin, one->origin);
    }
}

static void compare_promise(const struct tree_audit *auditing, size_t i)
{
    struct kept_promise *promise = &auditing->promises->of[i];
    const struct store_root *root = &auditing->roots[i];
    promise->contained = root->there && tree_hash_equal(&root->root, &promise->root);
    if (promise->wrong)
        say(auditing, promise, "%s", promise->wrong);
    if (!root->there)
        say(auditing, promise,
            "it promises %" PRIu64 " events, and the store has %" PRIu64
            ": events were removed, or an older copy was put back",
            promise->size, auditing->tree->size);
    else if (!promise->contained)
        say(auditing, promise,
            "the first %" PRIu64
            " events of the store are not those that it promises: the log was written anew",
            promise->size);
    auditing->audit->promised += promise->contained && !promise->wrong;
    if (promise->size > auditing->audit->newest_promise)
        auditing->audit->newest_promise = promise->size;
}

enum status audit_tree(struct store *store, struct promises *promises, struct audit *audit,
                       store_flaw_visitor *tell, void *context, struct fault *fault)
{
    size_t count = promises ? promises->count : 0;
    struct store_tree tree = {.size = 0};
    struct text_out out;
    if (promises)
        promises_sort(promises);
    struct store_root *roots = calloc(count + 1, sizeof *roots);
    if (!roots)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the checkpoints");
    for (size_t i = 0; i < count; i++)
        roots[i].size = promises->of[i].size;
    enum status status = store_leaves_verify(store, roots, count, tell, context, &tree, fault);
    const struct tree_audit auditing = {promises, roots, &tree, audit, tell, context};
    audit->promises = count;
    audit->has_key = promises && promises->has_key;
    audit->leaves = tree.size;
    text_out_init(&out, audit->root, sizeof audit->root);
    tree_hash_write(&out, &tree.root);
    if (status == STATUS_OK && promises)
        compare_promises(&auditing);
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        compare_promise(&auditing, i);
    free(roots);
    return status;
}
