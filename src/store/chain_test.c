#include "store/chain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_hash(struct store_hash hash, const char *digits)
{
    char text[STORE_HASH_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    store_hash_write(&out, &hash);
    assert_string_equal(text, digits);
}

/* Computed by another implementation of BLAKE2b, from the words of docs/formats/store.md. */
static void hashes_are_those_of_the_format(void **state)
{
    (void)state;
    const struct store_event first = {text_of("round-started"), text_of("c1"),
                                      text_of("{\"table\":\"C4-1\"}")},
                             second = {text_of("posted"), text_of(""), text_of("{}")};
    struct store_hash start = chain_start(text_of("house"));
    assert_hash(start, "9e8d528a0893cdecb95cea4ecdb2ee2372780d6c762aa1ccb4e91e1e31cbdae8");
    struct store_hash one = chain_next(&start, 1, &first);
    assert_hash(one, "38084c5d61a0756ef1b49981a241f9bede1f8e97eeb432e900a4902662ca2d97");
    assert_hash(chain_next(&one, 2, &second),
                "1db18f662d60f5dca3cc1ccb35a35f7c71496285ff61821f18e98801909d8f0a");
    assert_hash(chain_seal(&one, "state", 5),
                "10b536fcb537a85c2a98df76cee394dc5aba6a2a70f14dec963b216ce06b128f");
}

static void every_part_of_an_event_counts(void **state)
{
    (void)state;
    struct store_hash start = chain_start(text_of("house")), other = chain_start(text_of("hous"));
    const struct store_event event = {text_of("ab"), text_of("cd"), text_of("ef")};
    /* The same letters, cut elsewhere. */
    const struct store_event events[] = {
        {text_of("a"), text_of("bcd"), text_of("ef")},  {text_of("abc"), text_of("d"), text_of("ef")},
        {text_of("ab"), text_of("c"), text_of("def")},  {text_of("ab"), text_of("cde"), text_of("f")},
        {text_of("abcd"), text_of(""), text_of("ef")},  {text_of("ab"), text_of(""), text_of("cdef")},
        {text_of("ab"), text_of("cdef"), text_of("")},  {text_of("ab"), text_of("cd"), text_of("eg")},
        {text_of("ab"), text_of("cd"), text_of("ef\n")}};
    struct store_hash hash = chain_next(&start, 1, &event);
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++) {
        struct store_hash changed = chain_next(&start, 1, &events[i]);
        assert_false(store_hash_equal(&hash, &changed));
    }
    struct store_hash later = chain_next(&start, 2, &event), elsewhere = chain_next(&other, 1, &event),
                      again = chain_next(&start, 1, &event);
    assert_false(store_hash_equal(&hash, &later));
    assert_false(store_hash_equal(&hash, &elsewhere));
    assert_true(store_hash_equal(&hash, &again));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_the_format),
        cmocka_unit_test(every_part_of_an_event_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
