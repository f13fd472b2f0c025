#include "cards/shoe.h"

#include "base/check.h"

#include <string.h>

enum { DECK_NUMBERS = DECK_CARDS + DECK_JOKERS_MAX };

static void shoe_check(const struct shoe *shoe)
{
    CHECK_OP(shoe->decks, >=, 1);
    CHECK_OP(shoe->decks, <=, SHOE_DECKS_MAX);
    CHECK_OP(shoe->jokers, <=, DECK_JOKERS_MAX);
    CHECK_OP(shoe->count, <=, SHOE_CARDS_MAX);
    CHECK_OP(shoe->next, <=, shoe->count);
    CHECK_OP(shoe->dealt + shoe->burned, ==, shoe->next);
}

/* The sizes come from our own code, checked where they were read. */
static void shoe_empty(struct shoe *shoe, unsigned decks, unsigned jokers)
{
    CHECK_OP(decks, >=, 1);
    CHECK_OP(decks, <=, SHOE_DECKS_MAX);
    CHECK_OP(jokers, <=, DECK_JOKERS_MAX);
    *shoe = (struct shoe){.decks = (uint8_t)decks, .jokers = (uint8_t)jokers};
}

void shoe_init(struct shoe *shoe, unsigned decks, unsigned jokers)
{
    shoe_empty(shoe, decks, jokers);
    for (unsigned deck = 0; deck < decks; deck++)
        for (unsigned number = 0; number < DECK_CARDS + jokers; number++)
            shoe->cards[shoe->count++] = card_of_number(number);
    shoe_check(shoe);
}

enum status shoe_load(struct shoe *shoe, unsigned decks, unsigned jokers, const struct card *cards,
                      size_t count, struct fault *fault)
{
    if (count == 0)
        return fault_set(fault, STATUS_INVALID, 0, "no cards for the shoe");
    if (count > SHOE_CARDS_MAX)
        return fault_set(fault, STATUS_NO_SPACE, SHOE_CARDS_MAX + 1, "%zu cards, but a shoe holds at most %d",
                         count, SHOE_CARDS_MAX);
    for (size_t i = 0; i < count; i++)
        if (!card_is_valid(cards[i]))
            return fault_set(fault, STATUS_INVALID, i + 1, "card number %zu is not a card (byte %u)", i + 1,
                             (unsigned)cards[i].code);
    struct shoe loaded;
    shoe_empty(&loaded, decks, jokers);
    memcpy(loaded.cards, cards, count * sizeof cards[0]);
    loaded.count = (uint16_t)count;
    loaded.ready = true;
    shoe_check(&loaded);
    *shoe = loaded;
    return STATUS_OK;
}

/*
 * Fisher-Yates from the bottom: each place gets one of the cards not yet placed, all equally likely. The
 * draws are count * (count - 1) * ... * 2 equally likely sequences, and each leads to a different order:
 * all orders are equally likely.
 */
enum status shoe_shuffle(struct shoe *shoe, struct random *random, struct fault *fault)
{
    shoe_check(shoe);
    if (shoe->next > 0)
        return fault_set(fault, STATUS_INVALID, 0,
                         "the shoe cannot be shuffled: %u of its cards are out; gather them first",
                         (unsigned)shoe->next);
    for (unsigned left = shoe->count; left > 1; left--) {
        unsigned chosen = random_below(random, left);
        struct card card = shoe->cards[chosen];
        shoe->cards[chosen] = shoe->cards[left - 1];
        shoe->cards[left - 1] = card;
    }
    shoe->ready = true;
    return STATUS_OK;
}

enum status shoe_cut(struct shoe *shoe, unsigned cover_depth, struct fault *fault)
{
    shoe_check(shoe);
    if (!shoe->ready)
        return fault_set(fault, STATUS_INVALID, 0, "the cards are not shuffled yet; shuffle before the cut");
    if (shoe->next > 0)
        return fault_set(fault, STATUS_INVALID, 0, "too late to cut: the first card has left the shoe");
    if (shoe->count < SHOE_CUT_MIN + SHOE_CUT_BELOW_MIN)
        return fault_set(fault, STATUS_RANGE, 0, "%u cards are too few to cut; it takes %d",
                         (unsigned)shoe->count, SHOE_CUT_MIN + SHOE_CUT_BELOW_MIN);
    unsigned deepest = shoe->count - (unsigned)SHOE_CUT_BELOW_MIN;
    /* massachusetts/crazy-4-poker#44 */
    if (cover_depth < SHOE_CUT_MIN || cover_depth > deepest)
        return fault_set(fault, STATUS_RANGE, 0,
                         "the cover card is %u cards from the top; put it %d to %u from the top, so that at "
                         "least %d card stays below it",
                         cover_depth, SHOE_CUT_MIN, deepest, SHOE_CUT_BELOW_MIN);
    /* massachusetts/crazy-4-poker#45; the cover card, now the last, is not one of ours. */
    struct card above[SHOE_CARDS_MAX];
    unsigned below = shoe->count - cover_depth;
    memcpy(above, shoe->cards, cover_depth * sizeof above[0]);
    memmove(shoe->cards, shoe->cards + cover_depth, below * sizeof above[0]);
    memcpy(shoe->cards + below, above, cover_depth * sizeof above[0]);
    return STATUS_OK;
}

static enum status shoe_take(struct shoe *shoe, enum shoe_fate fate, struct card *card, struct fault *fault)
{
    shoe_check(shoe);
    if (!shoe->ready)
        return fault_set(fault, STATUS_INVALID, 0, "the cards are not shuffled yet; shuffle before the deal");
    if (shoe->next == shoe->count)
        return fault_set(fault, STATUS_RANGE, 0, "the shoe is empty: all %u cards are out",
                         (unsigned)shoe->count);
    shoe->fates[shoe->next] = (uint8_t)fate;
    *card = shoe->cards[shoe->next++];
    if (fate == SHOE_FATE_DEALT)
        shoe->dealt++;
    else
        shoe->burned++;
    shoe_check(shoe);
    return STATUS_OK;
}

enum status shoe_deal(struct shoe *shoe, struct card *card, struct fault *fault)
{
    return shoe_take(shoe, SHOE_FATE_DEALT, card, fault);
}

enum status shoe_burn(struct shoe *shoe, struct card *card, struct fault *fault)
{
    return shoe_take(shoe, SHOE_FATE_BURNED, card, fault);
}

void shoe_gather(struct shoe *shoe)
{
    shoe_check(shoe);
    shoe->next = shoe->dealt = shoe->burned = 0;
    shoe->ready = false;
}

/* ------------------------------------------------------------------------------------------ counting */

unsigned shoe_full_count(const struct shoe *shoe)
{
    return shoe->decks * (DECK_CARDS + (unsigned)shoe->jokers);
}

unsigned shoe_stub_count(const struct shoe *shoe)
{
    return (unsigned)shoe->count - shoe->next;
}

unsigned shoe_dealt_count(const struct shoe *shoe)
{
    return shoe->dealt;
}

unsigned shoe_burned_count(const struct shoe *shoe)
{
    return shoe->burned;
}

unsigned shoe_gone_count(const struct shoe *shoe)
{
    return shoe->next;
}

struct card shoe_gone_card(const struct shoe *shoe, unsigned index)
{
    CHECK_OP(index, <, shoe->next);
    return shoe->cards[index];
}

enum shoe_fate shoe_gone_fate(const struct shoe *shoe, unsigned index)
{
    CHECK_OP(index, <, shoe->next);
    return (enum shoe_fate)shoe->fates[index];
}

bool shoe_stub_is_right(const struct shoe *shoe, unsigned counted, struct text_out *words)
{
    shoe_check(shoe);
    const char *whole = shoe->decks == 1 ? "deck" : "shoe";
    unsigned full = shoe_full_count(shoe);
    unsigned long long total = (unsigned long long)shoe->next + counted;
    text_out_add(words, "%u dealt + ", (unsigned)shoe->dealt);
    if (shoe->burned > 0)
        text_out_add(words, "%u burned + ", (unsigned)shoe->burned);
    text_out_add(words, "%u in the stub = %llu cards", counted, total);
    if (total == full)
        return true;
    if (shoe->next <= full)
        text_out_add(words, "; the %s has %u, so the stub should be %u", whole, full, full - shoe->next);
    else
        text_out_add(words, "; the %s has %u", whole, full);
    return false;
}

bool shoe_verify(const struct shoe *shoe, struct shoe_difference *difference)
{
    shoe_check(shoe);
    struct shoe_difference found = {.count = shoe->count, .full_count = shoe_full_count(shoe)};
    unsigned counts[DECK_NUMBERS] = {0};
    for (unsigned i = 0; i < shoe->count; i++)
        counts[card_number(shoe->cards[i])]++;
    bool same = true;
    for (unsigned number = 0; number < DECK_NUMBERS; number++) {
        unsigned wanted = number < DECK_CARDS + (unsigned)shoe->jokers ? shoe->decks : 0;
        if (counts[number] < wanted)
            found.missing[number] = (uint16_t)(wanted - counts[number]);
        else
            found.extra[number] = (uint16_t)(counts[number] - wanted);
        same = same && counts[number] == wanted;
    }
    if (difference)
        *difference = found;
    return same;
}

static unsigned amounts_sum(const uint16_t amounts[DECK_NUMBERS], unsigned *kinds)
{
    unsigned sum = 0;
    *kinds = 0;
    for (unsigned number = 0; number < DECK_NUMBERS; number++) {
        sum += amounts[number];
        *kinds += amounts[number] > 0;
    }
    return sum;
}

/* "the 9d, 2 x Th and the As" */
static void amounts_write(struct text_out *out, const uint16_t amounts[DECK_NUMBERS], unsigned kinds,
                          const char *single)
{
    unsigned written = 0;
    for (unsigned number = 0; number < DECK_NUMBERS; number++) {
        if (amounts[number] == 0)
            continue;
        if (written > 0)
            text_out_add(out, written + 1 == kinds ? " and " : ", ");
        if (amounts[number] == 1)
            text_out_add(out, "%s ", single);
        else
            text_out_add(out, "%u x ", (unsigned)amounts[number]);
        card_write(out, card_of_number(number), CARD_STYLE_LETTERS);
        written++;
    }
}

void shoe_difference_write(struct text_out *out, const struct shoe_difference *difference)
{
    unsigned missing_kinds, extra_kinds;
    unsigned missing = amounts_sum(difference->missing, &missing_kinds);
    unsigned extra = amounts_sum(difference->extra, &extra_kinds);
    CHECK_OP(difference->count + missing, ==, difference->full_count + extra);
    text_out_add(out, "%u card%s", difference->count, difference->count == 1 ? "" : "s");
    if (missing == 0 && extra == 0) {
        text_out_add(out, ", complete");
        return;
    }
    text_out_add(out, ": ");
    if (missing > 0) {
        amounts_write(out, difference->missing, missing_kinds, "the");
        text_out_add(out, missing == 1 ? " is missing" : " are missing");
    }
    if (missing > 0 && extra > 0)
        text_out_add(out, ", ");
    if (extra > 0) {
        amounts_write(out, difference->extra, extra_kinds, "one");
        text_out_add(out, " too many");
    }
}
