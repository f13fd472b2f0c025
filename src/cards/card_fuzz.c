/*
 * Any bytes as a hand: either a fault with a place inside the text, or cards that survive being written and
 * read again. The first byte chooses the deck and the style.
 */
#include "base/check.h"
#include "cards/card.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_same(const struct hand *hand, const struct hand_form *form, enum card_style style)
{
    char buffer[HAND_TEXT_SIZE];
    struct text_out out;
    struct hand again = {0};
    struct fault fault;
    text_out_init(&out, buffer, sizeof buffer);
    hand_write(&out, hand, style);
    CHECK(!out.truncated);
    CHECK(hand_parse(text_out_text(&out), 0, form, &again, &fault) == STATUS_OK);
    CHECK_OP(again.count, ==, hand->count);
    for (unsigned i = 0; i < hand->count; i++)
        CHECK(card_equal(again.cards[i], hand->cards[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct hand_form form = {.cards_min = data[0] & 64 ? 2 : 0,
                             .cards_max = HAND_CARDS_MAX,
                             .jokers_max = data[0] % 3,
                             .decks = 1};
    form.decks += data[0] >> 3 & 7;
    enum card_style style = data[0] & 128 ? CARD_STYLE_SYMBOLS : CARD_STYLE_LETTERS;
    struct text text = {(const char *)data + 1, size - 1};
    struct hand hand = {0};
    struct fault fault = {0};
    if (hand_parse(text, 0, &form, &hand, &fault) == STATUS_OK) {
        CHECK_OP(hand.count, >=, form.cards_min);
        expect_same(&hand, &form, style);
    } else {
        CHECK_OP(fault.position, >=, 1);
        CHECK_OP(fault.position, <=, text.length + 1);
        CHECK(strlen(fault.words) > 0);
        CHECK_OP(hand.count, ==, 0);
    }
    return 0;
}
