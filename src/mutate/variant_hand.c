/*
 * Variants of hands: a rank or a class one step away, a word for its opposite, a condition or a bound left out. Only a
 * variant that compiles, to another hand, is kept.
 */
#include "mutate/variant.h"

#include "rulebook/hand_language.h"
#include "rulebook/schema.h"

/* Words of one kind, ordered so that neighbours are similar: each is replaced by the next, and the last by the one before it. */
static const char *const ranks_plural[] = {"aces", "kings", "queens", "jacks", "10s", "9s", "8s",
                                           "7s",   "6s",    "5s",     "4s",    "3s",  "2s", NULL};
static const char *const ranks_single[] = {"ace", "king", "queen", "jack", "10", "9", "8",
                                           "7",   "6",    "5",     "4",    "3",  "2", NULL};
static const char *const classes[] = {
    "royal flush", "straight flush", "four of a kind",  "full house", "flush",
    "straight",    "two pair",       "three of a kind", "pair",       NULL};
static const char *const numbers[] = {"two", "three", "four", "five", "six", "seven", NULL};
static const char *const colours[] = {"suit", "colour", NULL};
static const char *const suits[] = {"hearts", "diamonds", "clubs", "spades", NULL};
static const char *const suited[] = {"suited", "unsuited", NULL};
static const char *const places[] = {"in front", "in back", NULL};
static const char *const lines[] = {"player", "banker", NULL};
static const char *const streets[] = {"flop", "turn", NULL};
static const char *const holes[] = {"both hole cards", "one hole card", NULL};
static const char *const *const orders[] = {classes, ranks_plural, ranks_single, numbers, colours, suits,
                                            suited,  places,       lines,        streets, holes};

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/* Whether the words stand at `at`, and are whole words. */
static bool stands_at(struct text hand, size_t at, struct text words)
{
    size_t end = at + words.length;
    return text_equal(text_slice(hand, at, words.length), words) &&
           (at == 0 || !is_letter(hand.bytes[at - 1])) && (end >= hand.length || !is_letter(hand.bytes[end]));
}

static bool compiles(struct text hand, struct hand_rule *rule)
{
    char words[HAND_RULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    schema_hand_text(&out, hand, NULL, NULL);
    return !out.truncated && hand_rule_compile(text_out_text(&out), 0, rule, NULL) == STATUS_OK;
}

/* The hand with `length` bytes from `at` on replaced. */
static void exchange(struct variants *variants, struct text hand, size_t at, size_t length, const char *words)
{
    char made[HAND_RULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, made, sizeof made);
    text_out_add_text(&out, text_slice(hand, 0, at));
    text_out_add(&out, "%s", words);
    text_out_add_text(&out, text_from(hand, at + length));
    struct text variant = text_trimmed(text_out_text(&out));
    struct hand_rule rule, other;
    if (out.truncated || !compiles(variant, &other))
        return;
    if (!compiles(hand, &rule) || !hand_rule_equal(&rule, &other))
        variants_keep(variants, hand, variant);
}

/* Replaces the longest word of the order at this place by its neighbour. Returns its length, 0 if there is none. */
static size_t exchange_word(struct variants *variants, struct text hand, size_t at, const char *const *order)
{
    size_t longest = 0, found = 0;
    for (size_t i = 0; order[i]; i++) {
        struct text word = text_of(order[i]);
        if (word.length > longest && stands_at(hand, at, word)) {
            longest = word.length;
            found = i;
        }
    }
    if (longest > 0)
        exchange(variants, hand, at, longest, order[found + 1] ? order[found + 1] : order[found - 1]);
    return longest;
}

void variants_add_hand(struct variants *variants, struct text hand)
{
    static const char bound[] = " or better";
    for (size_t at = 0; at < hand.length; at++) {
        size_t length = 0;
        for (size_t i = 0; i < sizeof orders / sizeof orders[0] && length == 0; i++)
            length = exchange_word(variants, hand, at, orders[i]);
        if (length > 0)
            at += length - 1;
        else if (text_starts_with(text_from(hand, at), text_of(bound)))
            exchange(variants, hand, at, sizeof bound - 1, "");
    }
    size_t comma = hand.length;
    while (comma > 0 && hand.bytes[comma - 1] != ',')
        comma--;
    if (comma > 0)
        exchange(variants, hand, comma - 1, hand.length - comma + 1, "");
    if (variants->count == 0)
        variants_keep(variants, hand,
                      text_of(text_equal(hand, text_of("royal flush")) ? "straight flush" : "royal flush"));
}
