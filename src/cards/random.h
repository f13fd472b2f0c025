/*
 * Chance: a source of random bytes, and draws from it without bias.
 *
 * `struct random` is the interface. A source puts it first in its own struct and sets `fill`; users know only the interface,
 * so a test can supply its own bytes. There are two sources here:
 *
 *      random_secure      for the floor: ChaCha20 under a 256-bit seed from the system. The seed can be
 *                         recorded, and gives the same stream again at any time on any machine.
 *      random_insecure    for tests and simulations only: fast, repeatable from a small seed, and predictable from its
 *                         output. It never decides anything on the floor.
 *
 * Invariants
 *  R1  A source is one stream of bytes: how reads are cut into pieces does not change the bytes.
 *  R2  `drawn` is the place in that stream: the next byte given is byte number `drawn`, counted from 0.
 *  R3  random_below() gives each number below the bound equally often over all the words a source can give.
 *
 * Nothing here allocates. A source belongs to one thread at a time. Filling cannot fail: a source that needs
 * the world (the system's entropy) asks for it before the first draw.
 */
#ifndef CARDS_RANDOM_H
#define CARDS_RANDOM_H

#include "base/status.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

struct random {
    void (*fill)(struct random *random, uint8_t *bytes, size_t size);
    uint64_t drawn; /* bytes given so far; random_fill() counts, `fill` does not */
};

#define RANDOM_BOUND_MAX (UINT64_C(1) << 32)

void random_fill(struct random *random, void *bytes, size_t size);
uint32_t random_u32(struct random *random); /* four bytes of the stream, lowest first */
uint64_t random_u64(struct random *random); /* eight bytes of the stream, lowest first */

/* A number from 0 to bound - 1, each equally likely; the bound is 1 to RANDOM_BOUND_MAX. */
uint32_t random_below(struct random *random, uint64_t bound);

/* ------------------------------------------------------------------------------------------ seeds */

enum { RANDOM_SEED_SIZE = 32, RANDOM_SEED_TEXT_SIZE = 2 * RANDOM_SEED_SIZE + 1 };

/* Anybody who has the seed knows every later card: it is secret until the draw is over. */
struct random_seed {
    uint8_t bytes[RANDOM_SEED_SIZE];
};

/* Where seeds come from, as a table so that a test can let it fail. */
struct random_system {
    int (*start)(void); /* negative when the system has no randomness to give */
    void (*bytes)(void *bytes, size_t size);
};

extern const struct random_system random_system_sodium;

/* A new seed from the system. STATUS_IO if the system cannot give one; `seed` is then unchanged. */
MUST_USE enum status random_seed_draw(struct random_seed *seed, const struct random_system *system,
                                      struct fault *fault);

/* Reads the 64 hexadecimal digits of a recorded seed, in either case. On failure `seed` is unchanged. */
MUST_USE enum status random_seed_parse(struct text text, size_t origin, struct random_seed *seed,
                                       struct fault *fault);

void random_seed_write(struct text_out *out, const struct random_seed *seed);
void random_seed_release(struct random_seed *seed); /* wipes it */

/* -------------------------------------------------------------------------------- the secure source */

enum { RANDOM_BLOCK_SIZE = 64, RANDOM_BUFFER_SIZE = 16 * RANDOM_BLOCK_SIZE };

/*
 * The key stream of ChaCha20 (D. J. Bernstein's form: 64-bit block counter, 64-bit nonce) with the seed as
 * key, nonce 0, from block 0 on. A seed is used for one stream, so the nonce has nothing to tell apart. The
 * counter lasts for 2^70 bytes; `drawn` would wrap before that, after 500 years at a gigabyte a second.
 */
struct random_secure {
    struct random random; /* the interface for random_fill() and the other functions */
    struct random_seed seed;
    uint64_t block; /* the next block to be computed */
    size_t used;    /* of the buffer; the rest of it is the stream just before `block` */
    uint8_t buffer[RANDOM_BUFFER_SIZE];
};

void random_secure_init(struct random_secure *secure, const struct random_seed *seed);

/* Moves to a position in the stream: replays a recorded draw from there. */
void random_secure_seek(struct random_secure *secure, uint64_t place);

void random_secure_release(struct random_secure *secure); /* wipes seed and buffer */

/* -------------------------------------------------------------------------------- the insecure source */

/* xoshiro256** of D. Blackman and S. Vigna, its state filled by splitmix64 from the seed. */
struct random_insecure {
    struct random random;
    uint64_t state[4];
    uint64_t word; /* what is left of the last word, in its low bytes */
    unsigned left; /* how many bytes that is: 0 to 7 */
};

void random_insecure_init(struct random_insecure *insecure, uint64_t seed);

#endif
