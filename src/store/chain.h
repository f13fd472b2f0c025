/*
 * The chain of hashes that ties the events of a stream together.
 *
 *      hash 0 = H(name of the stream)
 *      hash n = H(hash n-1, n, kind n, command n, payload n)
 *
 * H is BLAKE2b with 32 bytes and no key. Numbers are eight bytes, highest first, and each text follows its length, so two
 * different events never give the same bytes. A hash covers all events before it: a changed, missing, added or moved event
 * changes every hash behind it.
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { STORE_HASH_SIZE = 32, STORE_HASH_TEXT_SIZE = 2 * STORE_HASH_SIZE + 1 };

struct store_hash {
    uint8_t bytes[STORE_HASH_SIZE];
};

/* An event as it is hashed: what happened, the command that it opens ("" if none), and its JSON. */
struct store_event {
    struct text kind;
    struct text command;
    struct text payload;
};

struct store_hash chain_start(struct text stream);
struct store_hash chain_next(const struct store_hash *previous, uint64_t sequence,
                             const struct store_event *event);

/* For snapshots: the hash of some bytes that belong to the place `at` of a chain. */
struct store_hash chain_seal(const struct store_hash *at, const void *bytes, size_t size);

bool store_hash_equal(const struct store_hash *left, const struct store_hash *right);
void store_hash_write(struct text_out *out, const struct store_hash *hash); /* 64 hexadecimal digits */

#endif
