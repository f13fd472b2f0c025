/*
 * Any bytes as work at a table: the first chooses the shoe, then each byte is a step and the random source
 * reads on in the same bytes. Whatever the order of the steps, no card is lost or made (shoe.h, S1 to S3).
 */
#include "base/check.h"
#include "cards/shoe.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Randomness from the input; zeros when it runs out. */
struct fuzz_source {
    struct random random;
    const uint8_t *data;
    size_t size;
    uint64_t count;
};

static void fuzz_fill(struct random *random, uint8_t *bytes, size_t size)
{
    struct fuzz_source *source = (struct fuzz_source *)(void *)random;
    for (size_t i = 0; i < size; i++) {
        if (source->size > 0) {
            bytes[i] = *source->data++;
            source->size--;
        } else {
            /* Counting, so that no draw is rejected for ever. */
            source->count++;
            bytes[i] = (uint8_t)(source->count * 0x9E3779B9U >> 16);
        }
    }
}

struct census {
    unsigned counts[DECK_CARDS + DECK_JOKERS_MAX];
};

static struct census census_of(const struct shoe *shoe)
{
    struct census census = {{0}};
    for (unsigned i = 0; i < shoe->count; i++)
        census.counts[card_number(shoe->cards[i])]++;
    return census;
}

static void expect_conserved(const struct shoe *shoe, const struct census *before)
{
    struct census now = census_of(shoe);
    struct shoe_difference difference;
    char buffer[1024];
    struct text_out out;
    CHECK(memcmp(&now, before, sizeof now) == 0);
    CHECK_OP(shoe_dealt_count(shoe) + shoe_burned_count(shoe) + shoe_stub_count(shoe), ==, shoe->count);
    unsigned burned = 0;
    for (unsigned i = 0; i < shoe_gone_count(shoe); i++)
        burned += shoe_gone_fate(shoe, i) == SHOE_FATE_BURNED;
    CHECK_OP(burned, ==, shoe_burned_count(shoe));
    bool same = shoe_verify(shoe, &difference);
    text_out_init(&out, buffer, sizeof buffer);
    shoe_difference_write(&out, &difference);
    CHECK(same == (strstr(buffer, "complete") != NULL));
    text_out_init(&out, buffer, sizeof buffer);
    CHECK(shoe_stub_is_right(shoe, shoe_stub_count(shoe), &out) == (shoe->count == shoe_full_count(shoe)));
}

/* The step that `byte` stands for; a refused one leaves the shoe as it was. */
static void step(struct shoe *shoe, uint8_t byte, struct fuzz_source *source)
{
    struct shoe before = *shoe;
    struct fault fault = {0};
    struct card card;
    enum status status = STATUS_OK;
    switch (byte >> 5) {
    case 0:
        status = shoe_shuffle(shoe, &source->random, &fault);
        break;
    case 1:
        status = shoe_cut(shoe, byte & 31, &fault);
        break;
    case 2:
        status = shoe_cut(shoe, (byte & 31U) * 16, &fault);
        break;
    case 3:
        status = shoe_burn(shoe, &card, &fault);
        break;
    case 4:
        shoe_gather(shoe);
        break;
    default:
        for (unsigned i = 0; status == STATUS_OK && i < byte % 32U + 1; i++) {
            before = *shoe;
            status = shoe_deal(shoe, &card, &fault);
        }
    }
    if (status != STATUS_OK) {
        CHECK(strlen(fault.words) > 0);
        CHECK(memcmp(shoe->cards, before.cards, sizeof shoe->cards) == 0);
        CHECK(shoe->next == before.next && shoe->dealt == before.dealt && shoe->ready == before.ready);
    }
}

/* A shoe in factory order, or the cards that the input names, good or bad. */
static bool begin(struct shoe *shoe, uint8_t byte, struct fuzz_source *source)
{
    unsigned decks = byte % 8U + 1, jokers = byte / 8U % 3;
    if (byte < 192) {
        shoe_init(shoe, decks, jokers);
        return true;
    }
    struct card cards[64];
    size_t count = source->size < 64 ? source->size : 64;
    for (size_t i = 0; i < count; i++)
        cards[i].code = source->data[i];
    source->data += count;
    source->size -= count;
    return shoe_load(shoe, decks, jokers, cards, count, NULL) == STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct fuzz_source source = {.random.fill = fuzz_fill, .data = data + 1, .size = size - 1};
    struct shoe shoe;
    if (!begin(&shoe, data[0], &source))
        return 0;
    struct census census = census_of(&shoe);
    for (unsigned steps = 0; source.size > 0 && steps < 256; steps++) {
        uint8_t byte = *source.data++;
        source.size--;
        step(&shoe, byte, &source);
        expect_conserved(&shoe, &census);
    }
    return 0;
}
