/*
 * Hashes a stream again, and reports everything that is wrong with it.
 *
 *   wound      a sequence that does not hold the event that was appended there
 *   to prove   an event is proven when its hash follows from the one before it
 *
 * After a wound the chain is continued. The next event is proven by the hash stored in the wound, or by the hash of the event
 * in the wound. If both are lost it is believed (something is missing) or doubted (something was altered). The event of one
 * wound may be found in another: this is checked at the end, when all wounds are known.
 */
#include "store/store_internal.h"

#include "base/check.h"

enum { WOUNDS_KEPT = 64 }; /* if there are more, these are reported with what is known by then */

struct wound {
    struct store_damage damage;
    struct store_hash before, stored; /* of the event before, and of the event here */
    bool holds;                       /* there is an event here */
};

struct verifier {
    store_visitor *visit;
    store_damage_visitor *tell;
    void *context;
    bool first_only; /* no event is shown after the first wound */
    uint64_t next, head;
    struct store_hash stored, made; /* of the event before: as stored, and as it should be */
    enum store_damage_kind before;  /* how that event was */
    bool unreadable;                /* the events between that event and the next one could not be read */
    unsigned wound_count;
    struct wound wounds[WOUNDS_KEPT];
};

static void tell_wounds(struct verifier *verifier)
{
    CHECK(verifier->tell && verifier->wound_count <= WOUNDS_KEPT);
    for (unsigned i = 0; i < verifier->wound_count; i++)
        if (verifier->wounds[i].damage.kind != STORE_WHOLE)
            verifier->tell(verifier->context, &verifier->wounds[i].damage);
    verifier->wound_count = 0;
}

static void wound_add(struct verifier *verifier, enum store_damage_kind kind, uint64_t sequence,
                      uint64_t elsewhere, const struct store_record *record)
{
    CHECK_OP(kind, !=, STORE_WHOLE);
    CHECK_OP(verifier->wound_count, <=, WOUNDS_KEPT);
    struct wound wound = {
        .damage = {kind, sequence, elsewhere}, .before = verifier->stored, .holds = record != NULL};
    if (record)
        wound.stored = record->hash;
    if (verifier->wound_count == WOUNDS_KEPT && verifier->tell)
        tell_wounds(verifier);
    if (verifier->wound_count < WOUNDS_KEPT)
        verifier->wounds[verifier->wound_count++] = wound;
}

static bool is_open(const struct wound *wound)
{
    enum store_damage_kind kind = wound->damage.kind;
    return kind == STORE_ALTERED || kind == STORE_MISSING || kind == STORE_DUPLICATE;
}

static bool follows(const struct store_hash *before, uint64_t sequence, const struct store_record *record)
{
    struct store_hash hash = chain_next(before, sequence, &record->event);
    return store_hash_equal(&hash, &record->hash);
}

/* Whether the record is the event `sequence`, by a hash in any wound. */
static bool follows_from_wound(const struct verifier *verifier, uint64_t sequence,
                               const struct store_record *record)
{
    for (unsigned i = 0; i < verifier->wound_count; i++)
        if (verifier->wounds[i].holds && follows(&verifier->wounds[i].stored, sequence, record))
            return true;
    return false;
}

/* The event that was appended at a wound may be elsewhere. At the end it is searched for by all known hashes. */
static bool find_home(struct verifier *verifier, const struct store_record *record, bool at_the_end)
{
    for (unsigned i = 0; i < verifier->wound_count; i++) {
        struct wound *wound = &verifier->wounds[i];
        uint64_t sequence = wound->damage.sequence;
        if (!is_open(wound) || sequence == record->sequence)
            continue;
        if (!follows(&wound->before, sequence, record) &&
            !(at_the_end && follows_from_wound(verifier, sequence, record)))
            continue;
        uint64_t last = wound->damage.kind == STORE_MISSING ? wound->damage.elsewhere : 0;
        wound->damage = (struct store_damage){STORE_MOVED, sequence, record->sequence};
        /* If several were missing, the first is found. */
        if (last > sequence)
            wound_add(verifier, STORE_MISSING, sequence + 1, last, NULL);
        return true;
    }
    return false;
}

/* A value that is not a hash becomes zeros. */
static bool is_hash(const struct store_hash *hash)
{
    static const struct store_hash none;
    return !store_hash_equal(hash, &none);
}

static enum status go_on(struct verifier *verifier, const struct store_record *record, struct fault *fault)
{
    CHECK_OP(record->sequence, >=, verifier->next);
    verifier->made = chain_next(is_hash(&verifier->stored) ? &verifier->stored : &verifier->made,
                                record->sequence, &record->event);
    verifier->stored = record->hash;
    verifier->next = record->sequence + 1;
    bool shown = verifier->visit && (verifier->wound_count == 0 || !verifier->first_only);
    return shown ? verifier->visit(verifier->context, record, fault) : STATUS_OK;
}

/* The kind of damage of a record that is in its place and does not follow from the one before. */
static enum store_damage_kind kind_of(const struct verifier *verifier, const struct store_record *record)
{
    enum store_damage_kind before = verifier->before;
    if (before != STORE_WHOLE && follows(&verifier->made, record->sequence, record))
        return STORE_WHOLE;
    if (!is_hash(&record->hash))
        return STORE_ALTERED;
    if (store_hash_equal(&record->hash, &verifier->stored))
        return STORE_DUPLICATE;
    if (before == STORE_MISSING || before == STORE_UNREADABLE || before == STORE_DUPLICATE)
        return STORE_WHOLE;
    return before == STORE_WHOLE ? STORE_ALTERED : STORE_DOUBTFUL;
}

/* Nothing was read before `end`. */
static void leave_gap(struct verifier *verifier, uint64_t end)
{
    CHECK_OP(end, >, verifier->next);
    verifier->before = verifier->unreadable ? STORE_UNREADABLE : STORE_MISSING;
    wound_add(verifier, verifier->before, verifier->next, end - 1, NULL);
}

static enum status verify_strange(struct verifier *verifier, const struct store_record *record,
                                  struct fault *fault)
{
    bool moved = find_home(verifier, record, false);
    if (record->sequence < verifier->next || (moved && record->sequence > verifier->head)) {
        if (!moved)
            wound_add(verifier, STORE_ALTERED, record->sequence, 0, record);
        return STATUS_OK;
    }
    if (record->sequence > verifier->next && record->sequence > verifier->head) {
        wound_add(verifier, STORE_EXCESS, record->sequence, 0, record);
        return STATUS_OK;
    }
    if (record->sequence > verifier->next)
        leave_gap(verifier, record->sequence);
    verifier->unreadable = false;
    enum store_damage_kind kind = moved ? STORE_ALTERED : kind_of(verifier, record);
    if (kind != STORE_WHOLE)
        wound_add(verifier, kind, record->sequence, 0, record);
    verifier->before = kind;
    return go_on(verifier, record, fault);
}

static enum status verify_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct verifier *verifier = context;
    CHECK_OP(verifier->next, >, 0);
    struct store_hash hash = chain_next(&verifier->stored, record->sequence, &record->event);
    if (record->sequence != verifier->next || !store_hash_equal(&hash, &record->hash))
        return verify_strange(verifier, record, fault);
    verifier->before = STORE_WHOLE;
    verifier->stored = verifier->made = hash;
    verifier->next++;
    verifier->unreadable = false;
    bool shown = verifier->visit && (verifier->wound_count == 0 || !verifier->first_only);
    return shown ? verifier->visit(verifier->context, record, fault) : STATUS_OK;
}

/* If a page cannot be read, later pages may be readable: it skips ahead, each time twice as far. */
static enum status read_all(struct verifier *verifier, struct store *store, struct text stream,
                            struct fault *fault)
{
    uint64_t step = 0, from = 0;
    for (;;) {
        uint64_t before = verifier->next;
        enum status status =
            store_read(store, stream, from, STORE_SEQUENCE_MAX, verify_event, verifier, fault);
        CHECK_OP(verifier->next, >=, before); /* it advances, and ends */
        if (status != STATUS_DAMAGED)
            return status;
        step = step == 0 || verifier->next > before ? 1 : step * 2;
        verifier->unreadable = true;
        from = verifier->next + step;
        if (from > verifier->head)
            return STATUS_OK;
    }
}

static void verify_head(struct verifier *verifier, const struct store_head *head)
{
    CHECK_OP(verifier->next, >, 0);
    uint64_t last = verifier->next - 1;
    if (verifier->unreadable)
        wound_add(verifier, STORE_UNREADABLE, verifier->next, 0, NULL);
    else if (head->sequence > last)
        wound_add(verifier, STORE_MISSING, last + 1, head->sequence, NULL);
    else if (head->sequence < last)
        wound_add(verifier, STORE_EXCESS, head->sequence + 1, 0, NULL);
    else if (!store_hash_equal(&head->hash, &verifier->stored) && verifier->before == STORE_WHOLE)
        wound_add(verifier, STORE_HEAD, last, 0, NULL);
}

/* The event in one wound may belong in another; and a doubted event may follow from a hash in one. */
static enum status settle_wound(void *context, const struct store_record *record, struct fault *fault)
{
    struct verifier *verifier = context;
    (void)fault;
    (void)find_home(verifier, record, true);
    for (unsigned i = 0; i < verifier->wound_count; i++) {
        struct store_damage *damage = &verifier->wounds[i].damage;
        if (damage->kind == STORE_DOUBTFUL && damage->sequence == record->sequence &&
            follows_from_wound(verifier, record->sequence, record))
            damage->kind = STORE_WHOLE;
    }
    return STATUS_OK;
}

static enum status settle_wounds(struct verifier *verifier, struct store *store, struct text stream,
                                 struct fault *fault)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < verifier->wound_count && verifier->wound_count > 1; i++) {
        uint64_t at = verifier->wounds[i].damage.sequence;
        if (!verifier->wounds[i].holds)
            continue;
        status = store_read(store, stream, at, at, settle_wound, verifier, fault);
        if (status != STATUS_OK && status != STATUS_DAMAGED)
            return status;
    }
    if (verifier->tell)
        tell_wounds(verifier);
    return STATUS_OK;
}

static enum status verify_events(struct verifier *verifier, struct store *store, struct text stream,
                                 struct fault *fault)
{
    verifier->stored = verifier->made = chain_start(stream);
    verifier->next = 1;
    /* The head is read first: the stream may grow meanwhile, and is verified up to this head. */
    struct store_head head, now;
    enum status status = store_head_of(store, stream, &head, fault);
    if (status != STATUS_OK)
        return status;
    verifier->head = head.sequence;
    status = read_all(verifier, store, stream, fault);
    if (status == STATUS_OK)
        status = store_head_of(store, stream, &now, fault);
    if (status != STATUS_OK)
        return status;
    const struct store_head end = {verifier->next - 1, verifier->stored};
    verify_head(verifier, now.sequence == head.sequence ? &head : &end);
    return settle_wounds(verifier, store, stream, fault);
}

/* From the latest to the first. */
static enum status verify_snapshots(struct store *store, struct text stream, store_damage_visitor *tell,
                                    void *context, struct fault *fault)
{
    uint64_t at = STORE_SEQUENCE_MAX;
    for (;;) {
        struct stored_snapshot snapshot = {0};
        arena_clear(&store->arena);
        enum status status = snapshot_at(store, stream, at, &store->arena, &snapshot, fault);
        if (status != STATUS_OK || snapshot.sequence == 0)
            return status;
        CHECK_OP(snapshot.sequence, <=, at); /* each is earlier than the one before, so the loop ends */
        bool good = false;
        status = snapshot_check(store, stream, &snapshot, &good, fault);
        if (status != STATUS_OK && status != STATUS_DAMAGED)
            return status;
        if (!good)
            tell(context, &(struct store_damage){STORE_SNAPSHOT, snapshot.sequence, 0});
        at = snapshot.sequence - 1;
    }
}

enum status store_verify_all(struct store *store, struct text stream, store_visitor *visit,
                             store_damage_visitor *tell, void *context, struct fault *fault)
{
    CHECK(tell);
    struct verifier verifier = {.visit = visit, .tell = tell, .context = context};
    enum status status = verify_events(&verifier, store, stream, fault);
    return status == STATUS_OK ? verify_snapshots(store, stream, tell, context, fault) : status;
}

/* The earliest of the damaged ones. */
static void keep_damage(void *context, const struct store_damage *damage)
{
    struct store_damage *kept = context;
    *kept = *damage;
}

enum status store_verify(struct store *store, struct text stream, store_visitor *visit, void *context,
                         struct store_damage *damage, struct fault *fault)
{
    struct verifier verifier = {.visit = visit, .context = context, .first_only = true};
    struct store_damage found = {.kind = STORE_WHOLE};
    enum status status = verify_events(&verifier, store, stream, fault);
    if (status == STATUS_OK && verifier.wound_count > 0)
        found = verifier.wounds[0].damage;
    else if (status == STATUS_OK) {
        found.sequence = verifier.next - 1;
        status = verify_snapshots(store, stream, keep_damage, &found, fault);
    }
    if (status == STATUS_OK)
        *damage = found;
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
    case STORE_DOUBTFUL:
        text_out_add(out, "event %llu or the hash of event %llu is not as it was written", at, at - 1);
        return;
    case STORE_MISSING:
        if (elsewhere > at)
            text_out_add(out, "events %llu to %llu are missing", at, elsewhere);
        else
            text_out_add(out, "event %llu is missing", at);
        return;
    case STORE_UNREADABLE:
        if (elsewhere > at)
            text_out_add(out, "events %llu to %llu cannot all be read", at, elsewhere);
        else
            text_out_add(out, "event %llu%s cannot be read", at, elsewhere == 0 ? " or what follows" : "");
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
