#include "cards/random.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

_Static_assert(RANDOM_SEED_SIZE == crypto_stream_chacha20_KEYBYTES, "the seed is the key");
_Static_assert(offsetof(struct random_secure, random) == 0, "a source opens with its interface");
_Static_assert(offsetof(struct random_insecure, random) == 0, "a source opens with its interface");

/* ------------------------------------------------------------------------------------------ drawing */

void random_fill(struct random *random, void *bytes, size_t size)
{
    CHECK(random->fill);
    CHECK(random->drawn <= UINT64_MAX - size);
    random->fill(random, bytes, size);
    random->drawn += size;
}

uint32_t random_u32(struct random *random)
{
    uint8_t b[4];
    random_fill(random, b, sizeof b);
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

uint64_t random_u64(struct random *random)
{
    uint64_t low = random_u32(random);
    return low | (uint64_t)random_u32(random) << 32;
}

/*
 * D. Lemire's multiplication method, with rejection. Let w be a uniform 32-bit word, n the bound, and split
 * the product w * n at bit 32: the high half is the answer, unless the low half is below t = 2^32 mod n;
 * then the word is thrown away and another drawn.
 *
 * Why it is exact: the answer is r for those w whose product lies in [r * 2^32, (r + 1) * 2^32), and the
 * product is accepted in [r * 2^32 + t, (r + 1) * 2^32). That range is 2^32 - t long, which is n *
 * floor(2^32 / n); a stretch of q * n whole numbers holds exactly q multiples of n, wherever it begins. So
 * each of the n answers is given by exactly floor(2^32 / n) of the words. Fewer than n of the 2^32 words
 * are thrown away.
 *
 * Since t < n, a low half of at least n is accepted without computing t, which spares nearly every division.
 */
uint32_t random_below(struct random *random, uint64_t bound)
{
    CHECK_OP(bound, >=, 1);
    CHECK_OP(bound, <=, RANDOM_BOUND_MAX);
    uint64_t product = random_u32(random) * bound;
    uint64_t low = product & UINT32_MAX;
    if (low < bound) {
        uint64_t threshold = RANDOM_BOUND_MAX % bound;
        while (low < threshold) {
            product = random_u32(random) * bound;
            low = product & UINT32_MAX;
        }
    }
    uint32_t answer = (uint32_t)(product >> 32);
    CHECK_OP(answer, <, bound);
    return answer;
}

/* ------------------------------------------------------------------------------------------ seeds */

const struct random_system random_system_sodium = {.start = sodium_init, .bytes = randombytes_buf};

enum status random_seed_draw(struct random_seed *seed, const struct random_system *system,
                             struct fault *fault)
{
    if (system->start() < 0)
        return fault_set(fault, STATUS_IO, 0,
                         "the system has no secure randomness to give; no card may be dealt from it");
    system->bytes(seed->bytes, sizeof seed->bytes);
    return STATUS_OK;
}

static int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

enum status random_seed_parse(struct text text, size_t origin, struct random_seed *seed, struct fault *fault)
{
    const size_t digits = (size_t)2 * RANDOM_SEED_SIZE;
    struct random_seed read = {{0}};
    for (size_t i = 0; i < text.length; i++) {
        int value = hex_value(text.bytes[i]);
        if (value < 0)
            return fault_set(fault, STATUS_INVALID, origin + i + 1,
                             "a seed is %zu hexadecimal digits (0-9, a-f), and this is not one", digits);
        if (i == digits)
            return fault_set(fault, STATUS_INVALID, origin + i + 1,
                             "the seed is too long: %zu hexadecimal digits expected, %zu characters given",
                             digits, text.length);
        read.bytes[i / 2] = (uint8_t)(read.bytes[i / 2] << 4 | value);
    }
    if (text.length < digits)
        return fault_set(fault, STATUS_INVALID, origin + text.length + 1,
                         "the seed is too short: %zu hexadecimal digits expected, %zu given", digits,
                         text.length);
    *seed = read;
    random_seed_release(&read);
    return STATUS_OK;
}

void random_seed_write(struct text_out *out, const struct random_seed *seed)
{
    for (size_t i = 0; i < RANDOM_SEED_SIZE; i++)
        text_out_add(out, "%02x", seed->bytes[i]);
}

void random_seed_release(struct random_seed *seed)
{
    sodium_memzero(seed, sizeof *seed);
}

/* -------------------------------------------------------------------------------- the secure source */

/* Whole blocks of key stream: the cipher applied to zeros. */
static void secure_blocks(struct random_secure *secure, uint8_t *bytes, size_t size)
{
    static const uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = {0};
    CHECK_OP(size % RANDOM_BLOCK_SIZE, ==, 0);
    memset(bytes, 0, size);
    int failed = crypto_stream_chacha20_xor_ic(bytes, bytes, size, nonce, secure->block, secure->seed.bytes);
    CHECK_OP(failed, ==, 0);
    secure->block += size / RANDOM_BLOCK_SIZE;
}

static size_t secure_take(struct random_secure *secure, uint8_t *bytes, size_t size)
{
    size_t left = sizeof secure->buffer - secure->used;
    size_t taken = size < left ? size : left;
    memcpy(bytes, secure->buffer + secure->used, taken);
    secure->used += taken;
    return taken;
}

static void secure_fill(struct random *random, uint8_t *bytes, size_t size)
{
    struct random_secure *secure = (struct random_secure *)(void *)random;
    CHECK_OP(secure->used, <=, sizeof secure->buffer);
    if (size == 0)
        return;
    size_t done = secure_take(secure, bytes, size);
    size_t whole = (size - done) / RANDOM_BLOCK_SIZE * RANDOM_BLOCK_SIZE;
    if (whole >= sizeof secure->buffer) {
        secure_blocks(secure, bytes + done, whole);
        done += whole;
    }
    while (done < size) {
        secure_blocks(secure, secure->buffer, sizeof secure->buffer);
        secure->used = 0;
        done += secure_take(secure, bytes + done, size - done);
    }
}

void random_secure_init(struct random_secure *secure, const struct random_seed *seed)
{
    /* The library picks its fastest ChaCha20 when started. Should that fail, the stream is the same. */
    int started = sodium_init();
    (void)started;
    *secure = (struct random_secure){.random.fill = secure_fill, .seed = *seed};
    secure->used = sizeof secure->buffer;
}

void random_secure_seek(struct random_secure *secure, uint64_t place)
{
    secure->block = place / RANDOM_BLOCK_SIZE;
    secure_blocks(secure, secure->buffer, sizeof secure->buffer);
    secure->used = place % RANDOM_BLOCK_SIZE;
    secure->random.drawn = place;
}

void random_secure_release(struct random_secure *secure)
{
    sodium_memzero(secure, sizeof *secure);
}

/* -------------------------------------------------------------------------------- the insecure source */

static uint64_t rotate_left(uint64_t word, unsigned by)
{
    return word << by | word >> (64 - by);
}

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t xoshiro256starstar(uint64_t state[4])
{
    uint64_t word = rotate_left(state[1] * 5, 7) * 9;
    uint64_t shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate_left(state[3], 45);
    return word;
}

static void insecure_fill(struct random *random, uint8_t *bytes, size_t size)
{
    struct random_insecure *insecure = (struct random_insecure *)(void *)random;
    CHECK_OP(insecure->left, <, sizeof insecure->word);
    for (size_t i = 0; i < size; i++) {
        if (insecure->left == 0) {
            insecure->word = xoshiro256starstar(insecure->state);
            insecure->left = sizeof insecure->word;
        }
        bytes[i] = (uint8_t)insecure->word;
        insecure->word >>= 8;
        insecure->left--;
    }
}

void random_insecure_init(struct random_insecure *insecure, uint64_t seed)
{
    *insecure = (struct random_insecure){.random.fill = insecure_fill};
    for (unsigned i = 0; i < 4; i++)
        insecure->state[i] = splitmix64(&seed);
}
