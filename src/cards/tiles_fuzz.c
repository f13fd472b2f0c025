/*
 * Any bytes as tiles: reading either fails with a place inside the input, or gives a hand that is read back
 * from its own text as the same tiles. A zero byte parts the hands of a comparison.
 */
#include "base/check.h"
#include "cards/tiles.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_back(const struct tile_hand *hand)
{
    char bytes[TILE_HAND_MAX * TILE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, bytes, sizeof bytes);
    tile_hand_write(&out, hand);
    CHECK(!out.truncated);
    struct tile_hand again;
    enum status status =
        tile_hand_parse(text_out_text(&out), 0, hand->count, hand->count, NULL, &again, NULL);
    CHECK_OP(status, ==, STATUS_OK);
    CHECK_OP(again.count, ==, hand->count);
    for (unsigned i = 0; i < hand->count; i++)
        CHECK(tile_equal(hand->tiles[i], again.tiles[i]));
}

static void read_one(struct text text)
{
    struct tile_hand hand;
    struct fault fault;
    if (tile_hand_parse(text, 0, 1, TILE_HAND_MAX, NULL, &hand, &fault) == STATUS_OK) {
        read_back(&hand);
    } else {
        CHECK_OP(fault.position, >=, 1);
        CHECK_OP(fault.position, <=, text.length + 1);
        CHECK(fault.words[0] != '\0');
    }
    struct ranked_hand ranked;
    if (ranking_tiles.rank(text, 0, CARD_STYLE_LETTERS, &ranked, &fault) == STATUS_OK)
        CHECK(ranked.name[0] != '\0' && ranked.class_name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text whole = {(const char *)data, size};
    read_one(whole);
    const uint8_t *cut = size > 0 ? memchr(data, '\0', size) : NULL;
    if (cut) {
        struct text first = text_slice(whole, 0, (size_t)(cut - data));
        struct text second = text_from(whole, first.length + 1);
        char bytes[256];
        struct text_out meaning;
        text_out_init(&meaning, bytes, sizeof bytes);
        struct fault fault;
        int outcome = 0;
        if (ranking_tiles.versus(first, 0, second, first.length + 1, &meaning, &outcome, &fault) != STATUS_OK)
            CHECK_OP(fault.position, <=, size + 1);
    }
    return 0;
}
