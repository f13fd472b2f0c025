#include "cards/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A source that gives the words of a script, to bring about what chance would show once in a lifetime. */
struct scripted {
    struct random random;
    const uint32_t *words;
    size_t bytes_left;
};

static void scripted_fill(struct random *random, uint8_t *bytes, size_t size)
{
    struct scripted *scripted = (struct scripted *)(void *)random;
    assert_int_equal(size, sizeof(uint32_t));
    assert_true(scripted->bytes_left >= size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(*scripted->words >> 8 * i);
    scripted->words++;
    scripted->bytes_left -= size;
}

static struct scripted scripted_of(const uint32_t *words, size_t count)
{
    return (struct scripted){.random.fill = scripted_fill, .words = words, .bytes_left = 4 * count};
}

static struct random_seed seed_of(const char *digits)
{
    struct random_seed seed;
    assert_int_equal(random_seed_parse(text_of(digits), 0, &seed, NULL), STATUS_OK);
    return seed;
}

static void expect_stream(const struct random_seed *seed, uint64_t place, const uint8_t *expected,
                          size_t size)
{
    struct random_secure secure;
    uint8_t bytes[256];
    assert_true(size <= sizeof bytes);
    random_secure_init(&secure, seed);
    random_secure_seek(&secure, place);
    random_fill(&secure.random, bytes, size);
    assert_memory_equal(bytes, expected, size);
    random_secure_release(&secure);
}

/* RFC 8439, appendix A.1, test vectors 1 to 4. Their nonces are 0, where the RFC's form of the cipher and the
 * original, with its longer counter, are the same. */
static void the_stream_is_chacha20(void **state)
{
    (void)state;
    static const uint8_t zero_key[] = {
        0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28,
        0xbd, 0xd2, 0x19, 0xb8, 0xa0, 0x8d, 0xed, 0x1a, 0xa8, 0x36, 0xef, 0xcc, 0x8b, 0x77, 0x0d, 0xc7,
        0xda, 0x41, 0x59, 0x7c, 0x51, 0x57, 0x48, 0x8d, 0x77, 0x24, 0xe0, 0x3f, 0xb8, 0xd8, 0x4a, 0x37,
        0x6a, 0x43, 0xb8, 0xf4, 0x15, 0x18, 0xa1, 0x1c, 0xc3, 0x87, 0xb6, 0x69, 0xb2, 0xee, 0x65, 0x86,
        0x9f, 0x07, 0xe7, 0xbe, 0x55, 0x51, 0x38, 0x7a, 0x98, 0xba, 0x97, 0x7c, 0x73, 0x2d, 0x08, 0x0d,
        0xcb, 0x0f, 0x29, 0xa0, 0x48, 0xe3, 0x65, 0x69, 0x12, 0xc6, 0x53, 0x3e, 0x32, 0xee, 0x7a, 0xed,
        0x29, 0xb7, 0x21, 0x76, 0x9c, 0xe6, 0x4e, 0x43, 0xd5, 0x71, 0x33, 0xb0, 0x74, 0xd8, 0x39, 0xd5,
        0x31, 0xed, 0x1f, 0x28, 0x51, 0x0a, 0xfb, 0x45, 0xac, 0xe1, 0x0a, 0x1f, 0x4b, 0x79, 0x4d, 0x6f,
    };
    static const uint8_t last_bit_block_1[] = {
        0x3a, 0xeb, 0x52, 0x24, 0xec, 0xf8, 0x49, 0x92, 0x9b, 0x9d, 0x82, 0x8d, 0xb1, 0xce, 0xd4, 0xdd,
        0x83, 0x20, 0x25, 0xe8, 0x01, 0x8b, 0x81, 0x60, 0xb8, 0x22, 0x84, 0xf3, 0xc9, 0x49, 0xaa, 0x5a,
        0x8e, 0xca, 0x00, 0xbb, 0xb4, 0xa7, 0x3b, 0xda, 0xd1, 0x92, 0xb5, 0xc4, 0x2f, 0x73, 0xf2, 0xfd,
        0x4e, 0x27, 0x36, 0x44, 0xc8, 0xb3, 0x61, 0x25, 0xa6, 0x4a, 0xdd, 0xeb, 0x00, 0x6c, 0x13, 0xa0,
    };
    static const uint8_t second_byte_block_2[] = {
        0x72, 0xd5, 0x4d, 0xfb, 0xf1, 0x2e, 0xc4, 0x4b, 0x36, 0x26, 0x92, 0xdf, 0x94, 0x13, 0x7f, 0x32,
        0x8f, 0xea, 0x8d, 0xa7, 0x39, 0x90, 0x26, 0x5e, 0xc1, 0xbb, 0xbe, 0xa1, 0xae, 0x9a, 0xf0, 0xca,
        0x13, 0xb2, 0x5a, 0xa2, 0x6c, 0xb4, 0xa6, 0x48, 0xcb, 0x9b, 0x9d, 0x1b, 0xe6, 0x5b, 0x2c, 0x09,
        0x24, 0xa6, 0x6c, 0x54, 0xd5, 0x45, 0xec, 0x1b, 0x73, 0x74, 0xf4, 0x87, 0x2e, 0x99, 0xf0, 0x96,
    };
    struct random_seed seed = {{0}};
    expect_stream(&seed, 0, zero_key, sizeof zero_key);
    seed.bytes[31] = 1;
    expect_stream(&seed, 64, last_bit_block_1, sizeof last_bit_block_1);
    seed = (struct random_seed){{0, 0xff}};
    expect_stream(&seed, 128, second_byte_block_2, sizeof second_byte_block_2);
}

/* The reference implementation's first words from the state 1, 2, 3, 4, and splitmix64's from 1234567. */
static void the_insecure_source_is_xoshiro_seeded_by_splitmix(void **state)
{
    (void)state;
    struct random_insecure insecure;
    random_insecure_init(&insecure, 1234567);
    assert_true(insecure.state[0] == UINT64_C(6457827717110365317));
    assert_true(insecure.state[1] == UINT64_C(3203168211198807973));
    assert_true(insecure.state[2] == UINT64_C(9817491932198370423));
    assert_true(insecure.state[3] == UINT64_C(4593380528125082431));
    for (unsigned i = 0; i < 4; i++)
        insecure.state[i] = i + 1;
    assert_true(random_u64(&insecure.random) == 11520);
    assert_true(random_u64(&insecure.random) == 0);
    assert_true(random_u64(&insecure.random) == UINT64_C(1509978240));
    assert_true(random_u64(&insecure.random) == UINT64_C(1215971899390074240));
}

enum { CHUNKED_SIZE = 3 * RANDOM_BUFFER_SIZE + 77 };

static void expect_chunks(struct random *random, size_t chunk, const uint8_t *expected)
{
    uint8_t bytes[CHUNKED_SIZE];
    for (size_t at = 0; at < sizeof bytes; at += chunk) {
        size_t size = at + chunk < sizeof bytes ? chunk : sizeof bytes - at;
        assert_true(random->drawn == at);
        random_fill(random, bytes + at, size);
    }
    assert_true(random->drawn == sizeof bytes);
    assert_memory_equal(bytes, expected, sizeof bytes);
}

static void the_size_of_the_reads_does_not_change_the_stream(void **state)
{
    (void)state;
    const struct random_seed seed = {{7, 7, 7}};
    uint8_t secure_expected[CHUNKED_SIZE], insecure_expected[CHUNKED_SIZE];
    struct random_secure secure;
    struct random_insecure insecure;
    random_secure_init(&secure, &seed);
    random_fill(&secure.random, secure_expected, sizeof secure_expected);
    random_insecure_init(&insecure, 7);
    random_fill(&insecure.random, insecure_expected, sizeof insecure_expected);
    static const size_t chunks[] = {1,
                                    3,
                                    7,
                                    8,
                                    63,
                                    64,
                                    65,
                                    RANDOM_BUFFER_SIZE - 1,
                                    RANDOM_BUFFER_SIZE,
                                    RANDOM_BUFFER_SIZE + 1,
                                    2 * RANDOM_BUFFER_SIZE + 5};
    for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
        random_secure_init(&secure, &seed);
        expect_chunks(&secure.random, chunks[i], secure_expected);
        random_insecure_init(&insecure, 7);
        expect_chunks(&insecure.random, chunks[i], insecure_expected);
    }
}

static void a_read_of_nothing_draws_nothing(void **state)
{
    (void)state;
    const struct random_seed seed = {{1}};
    struct random_secure secure;
    uint8_t byte = 42;
    random_secure_init(&secure, &seed);
    random_fill(&secure.random, &byte, 0);
    assert_int_equal(byte, 42);
    assert_true(secure.random.drawn == 0);
    assert_true(secure.block == 0);
}

static void seeking_gives_what_was_drawn_there(void **state)
{
    (void)state;
    const struct random_seed seed = {{9}};
    uint8_t stream[CHUNKED_SIZE], again[100];
    struct random_secure secure;
    random_secure_init(&secure, &seed);
    random_fill(&secure.random, stream, sizeof stream);
    for (size_t place = 0; place + sizeof again <= sizeof stream; place++) {
        random_secure_seek(&secure, place);
        assert_true(secure.random.drawn == place);
        random_fill(&secure.random, again, sizeof again);
        assert_memory_equal(again, stream + place, sizeof again);
    }
}

static void a_released_source_holds_no_secret(void **state)
{
    (void)state;
    const struct random_seed seed = {{1, 2, 3}};
    static const struct random_secure nothing;
    struct random_secure secure;
    random_secure_init(&secure, &seed);
    random_u64(&secure.random);
    random_secure_release(&secure);
    assert_memory_equal(secure.seed.bytes, nothing.seed.bytes, sizeof nothing.seed.bytes);
    assert_memory_equal(secure.buffer, nothing.buffer, sizeof nothing.buffer);
    struct random_seed secret = seed;
    random_seed_release(&secret);
    assert_memory_equal(secret.bytes, nothing.seed.bytes, sizeof nothing.seed.bytes);
}

static int start_fails(void)
{
    return -1;
}

static void bytes_are_not_asked_for(void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    fail_msg("%s", "bytes were drawn from a system that did not start");
}

static void no_seed_comes_from_a_system_that_has_none(void **state)
{
    (void)state;
    const struct random_system broken = {.start = start_fails, .bytes = bytes_are_not_asked_for};
    const struct random_seed before = {{5}};
    struct random_seed seed = before;
    struct fault fault;
    assert_int_equal(random_seed_draw(&seed, &broken, &fault), STATUS_IO);
    assert_int_equal(fault.status, STATUS_IO);
    assert_string_equal(fault.words,
                        "the system has no secure randomness to give; no card may be dealt from it");
    assert_memory_equal(seed.bytes, before.bytes, sizeof seed.bytes);
}

static void seeds_from_the_system_differ(void **state)
{
    (void)state;
    struct random_seed first, second;
    assert_int_equal(random_seed_draw(&first, &random_system_sodium, NULL), STATUS_OK);
    assert_int_equal(random_seed_draw(&second, &random_system_sodium, NULL), STATUS_OK);
    assert_memory_not_equal(first.bytes, second.bytes, sizeof first.bytes);
}

static const char seed_digits[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1dfeff";

static void a_seed_survives_its_text(void **state)
{
    (void)state;
    struct random_seed seed = seed_of(seed_digits);
    assert_int_equal(seed.bytes[0], 0);
    assert_int_equal(seed.bytes[10], 10);
    assert_int_equal(seed.bytes[31], 255);
    char buffer[RANDOM_SEED_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    random_seed_write(&out, &seed);
    assert_false(out.truncated);
    assert_string_equal(buffer, seed_digits);
    struct random_seed upper = seed_of("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1DFEFF");
    assert_memory_equal(upper.bytes, seed.bytes, sizeof seed.bytes);
}

static void expect_bad_seed(const char *digits, size_t position, const char *words)
{
    const struct random_seed before = {{1, 2, 3}};
    struct random_seed seed = before;
    struct fault fault;
    assert_int_equal(random_seed_parse(text_of(digits), 100, &seed, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, 100 + position);
    assert_string_equal(fault.words, words);
    assert_memory_equal(seed.bytes, before.bytes, sizeof seed.bytes);
}

static void a_bad_seed_is_refused_where_it_goes_wrong(void **state)
{
    (void)state;
    char digits[RANDOM_SEED_TEXT_SIZE + 1] = {0};
    memset(digits, 'a', 63);
    expect_bad_seed(digits, 64, "the seed is too short: 64 hexadecimal digits expected, 63 given");
    memset(digits, 'a', 65);
    expect_bad_seed(digits, 65, "the seed is too long: 64 hexadecimal digits expected, 65 characters given");
    digits[64] = '\0';
    digits[9] = 'g';
    expect_bad_seed(digits, 10, "a seed is 64 hexadecimal digits (0-9, a-f), and this is not one");
    expect_bad_seed("", 1, "the seed is too short: 64 hexadecimal digits expected, 0 given");
    expect_bad_seed(" 00", 1, "a seed is 64 hexadecimal digits (0-9, a-f), and this is not one");
}

static void words_come_low_byte_first(void **state)
{
    (void)state;
    const uint32_t words[] = {0x04030201, 0x08070605, 0xFFFFFFFE};
    struct scripted scripted = scripted_of(words, 3);
    assert_true(random_u64(&scripted.random) == UINT64_C(0x0807060504030201));
    assert_true(random_u32(&scripted.random) == 0xFFFFFFFE);
    assert_true(scripted.random.drawn == 12);
}

/* One word that must be thrown away, then one that is taken. */
static void expect_rejection(uint64_t bound, uint32_t rejected, uint32_t accepted, uint32_t answer)
{
    const uint32_t words[] = {rejected, accepted};
    struct scripted scripted = scripted_of(words, 2);
    assert_true(random_below(&scripted.random, bound) == answer);
    assert_int_equal(scripted.bytes_left, 0);
}

static void expect_answer(uint64_t bound, uint32_t word, uint32_t answer)
{
    struct scripted scripted = scripted_of(&word, 1);
    assert_true(random_below(&scripted.random, bound) == answer);
    assert_int_equal(scripted.bytes_left, 0);
}

static void words_below_the_threshold_are_drawn_again(void **state)
{
    (void)state;
    /* 2^32 mod 3 = 1: a low half of 0 is thrown away, 1 and more is taken. */
    expect_rejection(3, 0, 1, 0);
    expect_answer(3, 0x55555556, 1); /* 3 w = 2^32 + 2 */
    expect_answer(3, 0xAAAAAAAB, 2); /* 3 w = 2 * 2^32 + 1: exactly at the threshold */
    expect_answer(3, 0x55555555, 0); /* 3 w = 2^32 - 1 */
    expect_answer(3, UINT32_MAX, 2);
    /* 2^32 mod 52 = 48: low halves 0, 4, ..., 44 are thrown away and 48 is taken. */
    expect_rejection(52, 0, 1, 0);
    /* The first word of each answer has the smallest low half; one of them is 48, another 44. */
    uint32_t at = 0, below = 0;
    for (uint64_t high = 1; high < 52; high++) {
        uint64_t first = (high * RANDOM_BOUND_MAX + 51) / 52;
        uint64_t low = first * 52 - high * RANDOM_BOUND_MAX;
        if (low == 48)
            at = (uint32_t)first;
        if (low == 44)
            below = (uint32_t)first;
    }
    assert_true(at != 0 && below != 0);
    expect_answer(52, at, (uint32_t)((uint64_t)at * 52 >> 32));
    expect_rejection(52, below, at, (uint32_t)((uint64_t)at * 52 >> 32));
    /* 2^32 mod (2^31 + 1) = 2^31 - 1: nearly half of the words are thrown away. */
    const uint64_t half = (UINT64_C(1) << 31) + 1;
    expect_rejection(half, 0, UINT32_MAX, (uint32_t)(half - 1));
    /* w = 2: the product is 2^32 + 2, below; w = 1: the product 2^31 + 1 is above by two. */
    expect_rejection(half, 2, 1, 0);
    /* 2^32 mod (2^32 - 1) = 1: only the word 0 is thrown away. */
    expect_rejection(RANDOM_BOUND_MAX - 1, 0, 1, 0);
    expect_answer(RANDOM_BOUND_MAX - 1, UINT32_MAX, UINT32_MAX - 1);
}

static void bounds_that_divide_evenly_take_every_word(void **state)
{
    (void)state;
    expect_answer(1, 0, 0);
    expect_answer(1, UINT32_MAX, 0);
    expect_answer(2, 0x7FFFFFFF, 0);
    expect_answer(2, 0x80000000, 1);
    expect_answer(RANDOM_BOUND_MAX, 0, 0);
    expect_answer(RANDOM_BOUND_MAX, UINT32_MAX, UINT32_MAX);
}

/* 0.999 points of the chi-square distribution for 1 to 12 degrees of freedom, and for 51. */
static double chi_square_limit(unsigned freedom)
{
    static const double limits[] = {0,      10.828, 13.816, 16.266, 18.467, 20.515, 22.458,
                                    24.322, 26.124, 27.877, 29.588, 31.264, 32.909};
    if (freedom == 51)
        return 87.968;
    assert_true(freedom < sizeof limits / sizeof limits[0]);
    return limits[freedom];
}

static void expect_uniform(struct random *random, unsigned bound)
{
    enum { DRAWS_EACH = 4000 };
    unsigned counts[52] = {0};
    for (unsigned i = 0; i < bound * DRAWS_EACH; i++)
        counts[random_below(random, bound)]++;
    double sum = 0;
    for (unsigned answer = 0; answer < bound; answer++) {
        double away = (double)counts[answer] - DRAWS_EACH;
        sum += away * away / DRAWS_EACH;
    }
    assert_true(sum < chi_square_limit(bound - 1));
}

static void small_bounds_are_uniform(void **state)
{
    (void)state;
    const struct random_seed seed = {{0x52}};
    struct random_secure secure;
    struct random_insecure insecure;
    random_secure_init(&secure, &seed);
    random_insecure_init(&insecure, 52);
    for (unsigned bound = 2; bound <= 13; bound++) {
        expect_uniform(&secure.random, bound);
        expect_uniform(&insecure.random, bound);
    }
    expect_uniform(&secure.random, 52);
    expect_uniform(&insecure.random, 52);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stream_is_chacha20),
        cmocka_unit_test(the_insecure_source_is_xoshiro_seeded_by_splitmix),
        cmocka_unit_test(the_size_of_the_reads_does_not_change_the_stream),
        cmocka_unit_test(a_read_of_nothing_draws_nothing),
        cmocka_unit_test(seeking_gives_what_was_drawn_there),
        cmocka_unit_test(a_released_source_holds_no_secret),
        cmocka_unit_test(no_seed_comes_from_a_system_that_has_none),
        cmocka_unit_test(seeds_from_the_system_differ),
        cmocka_unit_test(a_seed_survives_its_text),
        cmocka_unit_test(a_bad_seed_is_refused_where_it_goes_wrong),
        cmocka_unit_test(words_come_low_byte_first),
        cmocka_unit_test(words_below_the_threshold_are_drawn_again),
        cmocka_unit_test(bounds_that_divide_evenly_take_every_word),
        cmocka_unit_test(small_bounds_are_uniform),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
