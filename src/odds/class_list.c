#include "odds/class_list.h"

#include "base/check.h"

unsigned class_cards(const struct suit_class *suit_class, struct card *cards)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SUIT_COUNT; i++)
        for (unsigned ranks = suit_class->ranks[i]; ranks; ranks &= ranks - 1)
            cards[count++] = card_of((enum rank)__builtin_ctz(ranks), (enum suit)(SUIT_SPADES - i));
    return count;
}

struct gathering {
    struct class_record *records;
    unsigned count, limit;
};

static void gather(void *context, const struct suit_class *suit_class)
{
    struct gathering *gathering = context;
    CHECK_OP(gathering->count, <, gathering->limit);
    struct card cards[SUIT_CLASS_CARDS_MAX];
    unsigned count = class_cards(suit_class, cards);
    gathering->records[gathering->count++] = (struct class_record){*suit_class, four_rank(cards, count)};
}

enum status class_list_make(struct class_list *list, unsigned cards, struct arena *arena)
{
    static const unsigned class_counts[] = {[4] = 16432, [5] = 134459, [6] = 962988};
    CHECK_OP(cards, >=, 4);
    CHECK_OP(cards, <=, 6);
    unsigned limit = class_counts[cards];
    struct gathering gathering = {.records = ARENA_ARRAY(arena, struct class_record, limit), .limit = limit};
    struct class_record *sorted = ARENA_ARRAY(arena, struct class_record, limit);
    if (!gathering.records || !sorted)
        return STATUS_NO_MEMORY;
    suit_classes_each(cards, gather, &gathering);
    CHECK_OP(gathering.count, ==, limit);
    *list = (struct class_list){.cards = cards, .count = limit, .records = sorted};

    /* A counting sort: how many of each value, where each begins, and into place. */
    for (unsigned i = 0; i < limit; i++)
        list->starts[gathering.records[i].value.order + 1]++;
    for (unsigned value = 1; value <= FOUR_VALUES + 1; value++)
        list->starts[value] += list->starts[value - 1];
    unsigned next[FOUR_VALUES + 2];
    for (unsigned value = 0; value <= FOUR_VALUES + 1; value++)
        next[value] = list->starts[value];
    for (unsigned i = 0; i < limit; i++)
        sorted[next[gathering.records[i].value.order]++] = gathering.records[i];
    return STATUS_OK;
}
