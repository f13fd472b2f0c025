#include "house/prizes/settled.h"

#include "base/check.h"
#include "house/kernel/names.h"
#include "house/people/people.h"

static uint32_t table_here(const struct floor *floor, struct text name)
{
    for (uint32_t i = 0; i < floor->table_count; i++)
        if (text_equal(floor->house.tables[i].name, name))
            return i;
    return FLOOR_TABLES_MAX;
}

struct floor_prize settled_prize_here(const struct floor *floor, const struct settled_prize *settled)
{
    struct floor_prize prize = settled->prize;
    prize.table = table_here(floor, settled->table);
    prize.patron = names_find(&floor->patron_names, settled->patron);
    return prize;
}

struct floor_hand settled_hand_here(const struct floor *floor, const struct settled_hand *settled)
{
    struct floor_hand hand = settled->hand;
    hand.table = table_here(floor, settled->table);
    hand.patron = names_find(&floor->patron_names, settled->patron);
    hand.claimed_by = names_find(&floor->person_names, settled->claimed_by);
    return hand;
}

const struct settled_prize *settled_prize_numbered(const struct settled *settled, uint64_t number)
{
    unsigned low = 0, high = settled->prize_count; /* the highest numbers come first */
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (settled->prizes[middle].prize.number > number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < settled->prize_count && settled->prizes[low].prize.number == number ? &settled->prizes[low]
                                                                                     : NULL;
}

void settled_drop_here(struct settled *settled, const struct floor *floor)
{
    unsigned prizes = 0, hands = 0;
    for (unsigned i = 0; i < settled->prize_count; i++)
        if (!floor_prize(floor, settled->prizes[i].prize.number))
            settled->prizes[prizes++] = settled->prizes[i];
    for (unsigned i = 0; i < settled->hand_count; i++)
        if (!floor_hand(floor, settled->hands[i].hand.number))
            settled->hands[hands++] = settled->hands[i];
    CHECK(prizes <= settled->prize_count && hands <= settled->hand_count);
    settled->prize_count = prizes;
    settled->hand_count = hands;
}

static bool is_among(struct text word, const char *const *words)
{
    bool found = word.length == 0;
    for (unsigned i = 0; words[i] && !found; i++)
        found = text_equal(word, text_of(words[i]));
    return found;
}

bool prize_word_can_leave(struct text word)
{
    static const char *const words[] = {"paid", "lapsed", "forfeited", "reversed", NULL};
    return is_among(word, words);
}

bool hand_word_can_leave(struct text word)
{
    static const char *const words[] = {"rejected", "withdrawn", "awarded", NULL};
    return is_among(word, words);
}
