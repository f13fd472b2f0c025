#include "cards/shuffle_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { CARDS_TRIED_MAX = 7, PATTERNS = 1 << 16 };

/* How often each pattern of bits came, by its length: the pattern with a 1 in front is the index. */
struct tally {
    unsigned counts[PATTERNS];
    unsigned orders;
};

static void tally_orders(struct tally *tally, struct card *cards, size_t count, size_t fixed)
{
    if (fixed == count) {
        struct bit_queue queue = {0};
        uint8_t bytes[SHUFFLE_BYTES_MAX];
        size_t size = shuffle_bits(&queue, cards, count, bytes);
        unsigned pattern = 1;
        for (size_t i = 0; i < size; i++)
            pattern = pattern << 8 | bytes[i];
        pattern = pattern << queue.count | (unsigned)queue.waiting;
        assert_true(pattern < PATTERNS);
        tally->counts[pattern]++;
        tally->orders++;
        return;
    }
    for (size_t i = fixed; i < count; i++) {
        struct card card = cards[i];
        cards[i] = cards[fixed];
        cards[fixed] = card;
        tally_orders(tally, cards, count, fixed + 1);
        cards[fixed] = cards[i];
        cards[i] = card;
    }
}

static void over_all_orders_patterns_of_one_length_are_equally_frequent(void **state)
{
    (void)state;
    static struct tally tally;
    for (size_t count = 1; count <= CARDS_TRIED_MAX; count++) {
        struct card cards[CARDS_TRIED_MAX];
        for (unsigned i = 0; i < count; i++)
            cards[i] = card_of_number(i * 7 + 3);
        memset(&tally, 0, sizeof tally);
        tally_orders(&tally, cards, count, 0);
        unsigned orders = 0;
        for (unsigned length = 0; length < 16; length++)
            for (unsigned pattern = 1U << length; pattern < 2U << length; pattern++) {
                assert_int_equal(tally.counts[pattern], tally.counts[1U << length]);
                orders += tally.counts[pattern];
            }
        assert_int_equal(orders, tally.orders);
    }
}

static void the_deck_in_order_gives_zeros_and_reversed_the_last_of_each_piece(void **state)
{
    (void)state;
    struct card cards[DECK_CARDS + DECK_JOKERS_MAX];
    struct bit_queue queue = {0};
    uint8_t bytes[SHUFFLE_BYTES_MAX];
    for (unsigned i = 0; i < DECK_CARDS + DECK_JOKERS_MAX; i++)
        cards[i] = card_of_number(i);
    /* Every digit is 0, in the largest piece: the most bits that can come. */
    size_t size = shuffle_bits(&queue, cards, DECK_CARDS + DECK_JOKERS_MAX, bytes);
    assert_int_equal(8 * size + queue.count, SHUFFLE_BITS_MAX);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], 0);
    assert_true(queue.waiting == 0);
    for (unsigned i = 0; i < 52; i++)
        cards[i] = card_of_number(51 - i);
    /* The digits are 51 of 52, 50 of 51, ...: the last place of the smallest piece, so as many ones as the
     * range has zeros at its end; 26 + 13 + 6 + 3 + 1 in all. */
    queue = (struct bit_queue){0};
    size = shuffle_bits(&queue, cards, 52, bytes);
    assert_int_equal(8 * size + queue.count, 49);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], 0xFF);
    assert_true(queue.waiting == 1);
}

static void bits_wait_for_the_next_shuffle(void **state)
{
    (void)state;
    const struct card up[] = {card_of_number(0), card_of_number(1)};
    const struct card down[] = {card_of_number(1), card_of_number(0)};
    struct bit_queue queue = {0};
    uint8_t bytes[SHUFFLE_BYTES_MAX];
    /* Two cards give one bit; the bits of eight shuffles are one byte, the first the highest. */
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(shuffle_bits(&queue, i % 3 == 0 ? down : up, 2, bytes), 0);
    assert_int_equal(shuffle_bits(&queue, up, 2, bytes), 1);
    assert_int_equal(bytes[0], 0x92);
    assert_int_equal(queue.count, 0);
    assert_int_equal(shuffle_bits(&queue, up, 0, bytes), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_all_orders_patterns_of_one_length_are_equally_frequent),
        cmocka_unit_test(the_deck_in_order_gives_zeros_and_reversed_the_last_of_each_piece),
        cmocka_unit_test(bits_wait_for_the_next_shuffle),
    };
    return cmocka_run_group_tests_name("shuffle_bits", tests, NULL, NULL);
}
