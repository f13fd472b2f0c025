/*
 * Any bytes as input of every ranking. The text is "RANKING CARDS" or "RANKING CARDS vs CARDS"; a first word that names no
 * ranking still selects one, so that most inputs are used.
 *
 * A hand that is accepted has a class, a name and a value, and its cards, written in either style and read again,
 * are worth the same. A hand that is refused leaves the answer as it was, and the fault has words and a place.
 */
#include "base/check.h"
#include "cards/ranking.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The hands stand somewhere in a longer text, so that a forgotten origin is seen. */
enum { ORIGIN = 11 };

static void check_fault(const struct fault *fault, enum status status, size_t length)
{
    CHECK_OP(fault->status, ==, status);
    CHECK(fault->words[0] != '\0');
    CHECK_OP(fault->position, >, ORIGIN);
    CHECK_OP(fault->position, <=, ORIGIN + length + 1);
}

/* Written and ended before the last byte: nothing was cut off. */
static void check_whole(const char *words, size_t size)
{
    const char *end = memchr(words, '\0', size - 1);
    CHECK(end);
}

static void check_ranked(const struct ranked_hand *ranked)
{
    CHECK(ranked->class_name && ranked->class_name[0] != '\0');
    CHECK(ranked->cards[0] != '\0');
    CHECK(ranked->name[0] != '\0');
    check_whole(ranked->cards, sizeof ranked->cards);
    check_whole(ranked->name, sizeof ranked->name);
    check_whole(ranked->detail, sizeof ranked->detail);
}

static void check_normal_form(const struct ranking *ranking, const struct ranked_hand *ranked,
                              enum card_style style)
{
    struct ranked_hand again;
    struct fault fault;
    CHECK(ranking->rank(text_of(ranked->cards), 0, style, &again, &fault) == STATUS_OK);
    CHECK_OP(again.value, ==, ranked->value);
    CHECK(strcmp(again.class_name, ranked->class_name) == 0);
    CHECK(strcmp(again.name, ranked->name) == 0);
    CHECK(strcmp(again.detail, ranked->detail) == 0);
    CHECK(strcmp(again.cards, ranked->cards) == 0);
}

static bool rank_text(const struct ranking *ranking, struct text cards, enum card_style style)
{
    struct ranked_hand ranked, before;
    struct fault fault = {0};
    memset(&ranked, 0x5A, sizeof ranked);
    memcpy(&before, &ranked, sizeof before);
    enum status status = ranking->rank(cards, ORIGIN, style, &ranked, &fault);
    if (status != STATUS_OK) {
        check_fault(&fault, status, cards.length);
        CHECK(memcmp(&ranked, &before, sizeof ranked) == 0);
        return false;
    }
    check_ranked(&ranked);
    check_normal_form(ranking, &ranked, style);
    return true;
}

static void compare_texts(const struct ranking *ranking, struct text first, struct text second)
{
    char bytes[512]; /* as much as the command gives it */
    struct text_out meaning;
    struct fault fault = {0};
    int outcome = 0;
    text_out_init(&meaning, bytes, sizeof bytes);
    enum status status = ranking->versus(first, ORIGIN, second, ORIGIN, &meaning, &outcome, &fault);
    CHECK(!meaning.truncated);
    if (status != STATUS_OK)
        check_fault(&fault, status, second.length);
}

static const struct ranking *ranking_of(struct text name)
{
    const struct ranking *ranking = ranking_find(name);
    if (ranking)
        return ranking;
    CHECK(!ranking_nearest(name) || ranking_find(text_of(ranking_nearest(name))));
    return rankings[name.length > 0 ? (unsigned char)name.bytes[0] % ranking_count : 0];
}

static size_t length_before(struct text text, const char *words)
{
    struct text wanted = text_of(words);
    size_t length = 0;
    while (length < text.length && !text_starts_with(text_from(text, length), wanted))
        length++;
    return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    size_t name_length = length_before(text, " ");
    const struct ranking *ranking = ranking_of(text_slice(text, 0, name_length));
    struct text hands = text_from(text, name_length < size ? name_length + 1 : size);
    size_t first_length = length_before(hands, " vs ");
    struct text first = text_slice(hands, 0, first_length);
    bool first_good = rank_text(ranking, first, CARD_STYLE_LETTERS);
    CHECK(rank_text(ranking, first, CARD_STYLE_SYMBOLS) == first_good);
    if (first_length == hands.length)
        return 0;
    struct text second = text_from(hands, first_length + strlen(" vs "));
    if (rank_text(ranking, second, CARD_STYLE_LETTERS) && first_good && ranking->versus)
        compare_texts(ranking, first, second);
    return 0;
}
