#include "store/chain.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

_Static_assert(sizeof(struct store_hash) == STORE_HASH_SIZE, "hashes are stored as they stand in memory");

static void add(crypto_generichash_state *state, const void *bytes, size_t size)
{
    CHECK(crypto_generichash_update(state, bytes, size) == 0);
}

static void add_number(crypto_generichash_state *state, uint64_t number)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(number >> (56 - 8 * i));
    add(state, bytes, sizeof bytes);
}

static void add_text(crypto_generichash_state *state, struct text text)
{
    CHECK(text.bytes || text.length == 0);
    add_number(state, text.length);
    if (text.length > 0)
        add(state, text.bytes, text.length);
}

static crypto_generichash_state begun(void)
{
    crypto_generichash_state state;
    CHECK(crypto_generichash_init(&state, NULL, 0, STORE_HASH_SIZE) == 0);
    return state;
}

static struct store_hash ended(crypto_generichash_state *state)
{
    struct store_hash hash;
    CHECK(crypto_generichash_final(state, hash.bytes, sizeof hash.bytes) == 0);
    return hash;
}

struct store_hash chain_start(struct text stream)
{
    crypto_generichash_state state = begun();
    add_text(&state, stream);
    return ended(&state);
}

struct store_hash chain_next(const struct store_hash *previous, uint64_t sequence,
                             const struct store_event *event)
{
    crypto_generichash_state state = begun();
    add(&state, previous->bytes, sizeof previous->bytes);
    add_number(&state, sequence);
    add_text(&state, event->kind);
    add_text(&state, event->command);
    add_text(&state, event->payload);
    return ended(&state);
}

struct store_hash chain_seal(const struct store_hash *at, const void *bytes, size_t size)
{
    CHECK(bytes || size == 0);
    crypto_generichash_state state = begun();
    add(&state, at->bytes, sizeof at->bytes);
    if (size > 0)
        add(&state, bytes, size);
    return ended(&state);
}

bool store_hash_equal(const struct store_hash *left, const struct store_hash *right)
{
    return memcmp(left->bytes, right->bytes, sizeof left->bytes) == 0;
}

void store_hash_write(struct text_out *out, const struct store_hash *hash)
{
    for (size_t i = 0; i < sizeof hash->bytes; i++)
        text_out_add(out, "%02x", hash->bytes[i]);
}
