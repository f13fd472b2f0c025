#include "house/setup/demo_approval.h"

#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/demo_key.h"

static const struct approvals *filed_approvals(const struct floor *floor, struct text issuer)
{
    for (unsigned i = 0; i < floor->register_count; i++)
        if (text_equal(floor->registers[i].approvals.issuer, issuer))
            return &floor->registers[i].approvals;
    return NULL;
}

/* The entries as they are but for the newest version of the document. */
static void change_entry(struct approvals *approvals, struct text name, struct text digest,
                         const struct demo_wish *wish)
{
    const struct approval *same = approval_of(approvals, name, digest),
                          *newest = approval_newest(approvals, name);
    const uint32_t version = newest ? newest->version + (same != newest) : 1;
    unsigned kept = 0;
    for (unsigned i = 0; i < approvals->count; i++) {
        const struct approval *item = &approvals->items[i];
        const bool ours = text_equal(item->activity, name);
        if (!ours || (!wish->missing && !text_equal(item->digest, digest)))
            approvals->items[kept++] = *item;
    }
    approvals->count = kept;
    if (!wish->missing)
        approvals->items[approvals->count++] = (struct approval){.activity = name,
                                                                 .version = version,
                                                                 .digest = digest,
                                                                 .approved = {2026, 11, 2},
                                                                 .by = text_of(DEMO_KEY_OWNER),
                                                                 .reference = text_of("demo approval"),
                                                                 .status = wish->status};
}

enum status demo_approve(const struct floor *floor, struct text activity, struct text document,
                         const struct demo_wish *wish, struct arena *arena, struct command *command,
                         bool *needed)
{
    static const struct demo_wish approved = {.status = APPROVAL_GIVEN};
    const struct approvals *filed = filed_approvals(floor, activity_issuer(activity));
    struct approvals approvals = {.issuer = activity_issuer(activity),
                                  .number = filed ? filed->number + 1 : 1};
    unsigned char hash[RULE_DOCUMENT_DIGEST_SIZE];
    char hex[DIGEST_SIZE];
    struct text digest;
    struct signed_approvals signed_approvals;
    rule_document_digest(document, hash);
    digest_write(hash, hex);
    *needed = wish || !filed || approval_answer(filed, activity, text_of(hex), NULL) != ANSWER_APPROVED;
    if (!*needed)
        return STATUS_OK;
    approvals.items = ARENA_ARRAY(arena, struct approval, (filed ? filed->count : 0) + 1);
    if (!approvals.items || arena_copy_text(arena, text_of(hex), &digest) != STATUS_OK)
        return arena->refusal;
    for (unsigned i = 0; filed && i < filed->count; i++)
        approvals.items[approvals.count++] = filed->items[i];
    change_entry(&approvals, activity_name(activity), digest, wish ? wish : &approved);
    enum status status = demo_sign(&approvals, arena, &signed_approvals);
    *command = (struct command){.kind = COMMAND_FILE_APPROVALS};
    COMMAND_AS(command, file_approvals)->text = signed_approvals.text;
    COMMAND_AS(command, file_approvals)->signature = signed_approvals.signature;
    return status;
}
