/* Hashing a stream again, and saying what is wrong with it. */
#include "store/store_internal.h"

#include "base/check.h"

struct verifier {
    store_visitor *visit;
    void *context;
    struct store_head good; /* the last event that is well */
    struct store_damage damage;
};

/* The first event that is not right, seen at the place where `record` stands. */
static void damage_found(struct verifier *verifier, const struct store_record *record)
{
    verifier->damage.sequence = verifier->good.sequence + 1;
    if (record->sequence != verifier->damage.sequence)
        verifier->damage.kind = STORE_MISSING;
    else if (store_hash_equal(&record->hash, &verifier->good.hash))
        verifier->damage.kind = STORE_DUPLICATE;
    else
        verifier->damage.kind = STORE_ALTERED;
}

static enum status verify_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct verifier *verifier = context;
    uint64_t sequence = verifier->good.sequence + 1;
    struct store_hash hash = chain_next(&verifier->good.hash, sequence, &record->event);
    bool belongs_here = store_hash_equal(&hash, &record->hash);
    if (verifier->damage.kind == STORE_WHOLE) {
        if (belongs_here && record->sequence == sequence) {
            verifier->good = (struct store_head){sequence, hash};
            return verifier->visit ? verifier->visit(verifier->context, record, fault) : STATUS_OK;
        }
        damage_found(verifier, record);
    }
    /* What belongs to the damaged place may stand behind it. */
    if (belongs_here && verifier->damage.kind != STORE_MOVED) {
        verifier->damage.kind = STORE_MOVED;
        verifier->damage.elsewhere = record->sequence;
    }
    return STATUS_OK;
}

static void verify_head(struct verifier *verifier, const struct store_head *head)
{
    struct store_damage *damage = &verifier->damage;
    if (damage->kind != STORE_WHOLE)
        return;
    damage->sequence = verifier->good.sequence;
    if (head->sequence > verifier->good.sequence) {
        damage->kind = STORE_MISSING;
        damage->sequence++;
    } else if (head->sequence < verifier->good.sequence) {
        damage->kind = STORE_EXCESS;
        damage->sequence = head->sequence + 1;
    } else if (!store_hash_equal(&head->hash, &verifier->good.hash)) {
        damage->kind = STORE_HEAD;
    }
}

/* From the latest back to the first; the earliest damaged one is what is reported. */
static enum status verify_snapshots(struct store *store, struct text stream, struct store_damage *damage,
                                    struct fault *fault)
{
    uint64_t at = STORE_SEQUENCE_MAX;
    while (damage->kind == STORE_WHOLE || damage->kind == STORE_SNAPSHOT) {
        struct stored_snapshot snapshot = {0};
        arena_clear(&store->arena);
        enum status status =
            store->methods->snapshot_load(store, stream, at, &store->arena, &snapshot, fault);
        if (status != STATUS_OK || snapshot.sequence == 0)
            return status;
        bool good = false;
        status = snapshot_check(store, stream, &snapshot, &good, fault);
        if (status != STATUS_OK)
            return status;
        if (!good)
            *damage = (struct store_damage){STORE_SNAPSHOT, snapshot.sequence, 0};
        at = snapshot.sequence - 1;
    }
    return STATUS_OK;
}

enum status store_verify(struct store *store, struct text stream, store_visitor *visit, void *context,
                         struct store_damage *damage, struct fault *fault)
{
    struct verifier verifier = {.visit = visit, .context = context};
    verifier.good.hash = chain_start(stream);
    /* The head is read first: a stream may grow meanwhile, and is verified as far as it went. */
    struct store_head head;
    enum status status = store_head_of(store, stream, &head, fault);
    if (status != STATUS_OK)
        return status;
    status = store_read(store, stream, 0, STORE_SEQUENCE_MAX, verify_event, &verifier, fault);
    if (status != STATUS_OK)
        return status;
    struct store_head now;
    status = store_head_of(store, stream, &now, fault);
    if (status != STATUS_OK)
        return status;
    verify_head(&verifier, now.sequence == head.sequence ? &head : &verifier.good);
    status = verify_snapshots(store, stream, &verifier.damage, fault);
    if (status == STATUS_OK)
        *damage = verifier.damage;
    return status;
}

void store_damage_write(struct text_out *out, const struct store_damage *damage)
{
    unsigned long long at = damage->sequence, elsewhere = damage->elsewhere;
    switch (damage->kind) {
    case STORE_WHOLE:
        text_out_add(out, "all %llu events are as they were written", at);
        return;
    case STORE_ALTERED:
        text_out_add(out, "event %llu is not as it was written", at);
        return;
    case STORE_MISSING:
        text_out_add(out, "event %llu is missing", at);
        return;
    case STORE_DUPLICATE:
        text_out_add(out, "event %llu is a second copy of event %llu", at, at - 1);
        return;
    case STORE_MOVED:
        text_out_add(out, "event %llu stands in the place of event %llu", at, elsewhere);
        return;
    case STORE_EXCESS:
        text_out_add(out, "event %llu stands behind the end of the stream", at);
        return;
    case STORE_HEAD:
        text_out_add(out, "the head does not belong to event %llu, the last", at);
        return;
    case STORE_SNAPSHOT:
        text_out_add(out, "the snapshot at event %llu is not as it was saved", at);
        return;
    }
    CHECK_NEVER("damage without words");
}
