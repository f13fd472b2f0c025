/*
 * Signed snapshots: a snapshot of the house is used only if it agrees with the log.
 *
 * The seal that the store keeps with a snapshot says that its bytes are those that were saved; whoever may write everything in the database
 * can compute another one. So the house signs what it saves with the key of its log, which is not in the database: the state, the event
 * after which it is, and that event's hash, which covers the whole stream before it. The signature is the last line of the snapshot:
 *
 *      {"signed":{"line":"— bay-101/5f0c9a1e Az3grlgtzPICa5OS8npVmf1..."}}
 *
 * It is the signature line of a note (tree/note.h) over the text
 *
 *      cardroom snapshot
 *      <name of the stream>
 *      <sequence>
 *      <hash of the event, in Base64>
 *      <BLAKE2b-256 of the lines before, in Base64>
 *
 * No checkpoint begins like this, because the name of a key has no space.
 *
 * A house that has a key uses no snapshot that is not signed with it; the events make the state then. A house without a key, such as that of a test
 * or one whose address names no file, has only the seal.
 */
#ifndef BOOKS_SNAPSHOT_SIGNATURE_H
#define BOOKS_SNAPSHOT_SIGNATURE_H

#include "base/arena.h"
#include "books/notary.h"
#include "store/chain.h"

/* After which event a state is. */
struct snapshot_place {
    struct text stream;
    uint64_t sequence;
    struct store_hash hash;
};

/* The key of a house as it is now beside its store, or in the file that was said. It is not kept in memory. */
enum snapshot_key { SNAPSHOT_NO_KEY, SNAPSHOT_KEY, SNAPSHOT_KEY_ELSEWHERE };

/* SNAPSHOT_KEY_ELSEWHERE: the house has made checkpoints, and its key cannot be read here. `file` may be NULL. Release with sodium_memzero(). */
enum snapshot_key snapshot_key_read(struct text store, const char *file, struct note_secret *secret);

/* The bytes with the line of the signature, in the arena. */
MUST_USE enum status snapshot_sign(const struct note_secret *secret, const struct snapshot_place *place,
                                   struct text bytes, struct arena *arena, struct text *made,
                                   struct fault *fault);

/* The bytes without that line, whether or not it is right. */
struct text snapshot_body(struct text bytes);

bool snapshot_is_signed(const struct note_key *key, const struct snapshot_place *place, struct text bytes);

#endif
