/* The snapshots of a keeper: which of them agrees with the log, and saving one (snapshot_signature.h). */
#include "books/keeper_internal.h"

#include "base/check.h"
#include "books/snapshot_signature.h"
#include "house/kernel/snapshot.h"

#include <sodium.h>

static enum status keep_hash(void *context, const struct store_record *record, struct fault *fault)
{
    struct snapshot_place *place = context;
    (void)fault;
    place->hash = record->hash;
    return STATUS_OK;
}

/* The event after which the state is, with its hash. */
static enum status place_at(struct keeper *keeper, uint64_t sequence, struct snapshot_place *place,
                            struct fault *fault)
{
    *place = (struct snapshot_place){.stream = keeper_stream(keeper), .sequence = sequence};
    return keeper->committer
               ? committer_read(keeper->committer, place->stream, sequence, sequence, keep_hash, place, fault)
               : store_read(keeper->store, place->stream, sequence, sequence, keep_hash, place, fault);
}

static const char *key_file(const struct keeper *keeper)
{
    return keeper->log_key[0] ? keeper->log_key : NULL;
}

/* The latest snapshot that was signed with the key of the house; if it has none, the latest. */
enum status keeper_snapshot_find(struct keeper *keeper, uint64_t until, struct arena *arena, uint64_t *found,
                                 struct text *body, struct fault *fault)
{
    struct note_secret secret;
    struct snapshot_place place;
    struct text bytes = text_of("");
    const enum snapshot_key key = snapshot_key_read(text_of(keeper->address), key_file(keeper), &secret);
    bool good = false;
    enum status status = STATUS_OK;
    *found = 0;
    while (status == STATUS_OK && !good && key != SNAPSHOT_KEY_ELSEWHERE) {
        arena_clear(arena);
        status =
            store_snapshot_load(keeper->store, keeper_stream(keeper), until, arena, found, &bytes, fault);
        if (status != STATUS_OK || *found == 0)
            break;
        CHECK_OP(*found, <=, until);
        status = place_at(keeper, *found, &place, fault);
        good = status == STATUS_OK && (key == SNAPSHOT_NO_KEY || snapshot_form_of(bytes) != SNAPSHOT_OURS ||
                                       snapshot_is_signed(&secret.key, &place, bytes));
        if (status != STATUS_OK || good)
            break;
        if (keeper->snapshot_refused == 0)
            keeper->snapshot_refused = *found;
        until = *found - 1;
        *found = 0;
    }
    if (key == SNAPSHOT_KEY)
        sodium_memzero(&secret, sizeof secret);
    *body = snapshot_body(bytes);
    return status;
}

enum status keeper_snapshot_signed(struct keeper *keeper, struct text bytes, struct arena *arena,
                                   struct text *made, struct fault *fault)
{
    struct note_secret secret;
    struct snapshot_place place;
    *made = bytes;
    if (snapshot_key_read(text_of(keeper->address), key_file(keeper), &secret) != SNAPSHOT_KEY)
        return STATUS_OK;
    enum status status = place_at(keeper, keeper->sequence, &place, fault);
    if (status == STATUS_OK)
        status = snapshot_sign(&secret, &place, bytes, arena, made, fault);
    sodium_memzero(&secret, sizeof secret);
    return status;
}

uint64_t keeper_snapshot_refused(const struct keeper *keeper)
{
    return keeper->snapshot_refused;
}
