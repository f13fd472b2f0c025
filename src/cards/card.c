#include "cards/card.h"

#include "base/check.h"

#include <string.h>

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "cdhs";
static const char *const suit_symbols[SUIT_COUNT] = {"♣", "♦", "♥", "♠"};

bool card_is_valid(struct card card)
{
    if (card_is_joker(card))
        return card.code >> 4 < DECK_JOKERS_MAX;
    return card.code < CARD_CODES && (card.code & 15) < RANK_COUNT;
}

struct card card_of_number(unsigned number)
{
    CHECK_OP(number, <, DECK_CARDS + DECK_JOKERS_MAX);
    if (number >= DECK_CARDS)
        return card_joker(number - DECK_CARDS);
    return card_of((enum rank)(number % RANK_COUNT), (enum suit)(number / RANK_COUNT));
}

unsigned card_number(struct card card)
{
    CHECK(card_is_valid(card));
    if (card_is_joker(card))
        return DECK_CARDS + (unsigned)(card.code >> 4);
    return (unsigned)card_suit(card) * RANK_COUNT + (unsigned)card_rank(card);
}

struct card_set card_set_full(unsigned jokers)
{
    CHECK_OP(jokers, <=, DECK_JOKERS_MAX);
    struct card_set set = {0};
    for (unsigned number = 0; number < DECK_CARDS + jokers; number++)
        set = card_set_with(set, card_of_number(number));
    return set;
}

unsigned card_set_count(struct card_set set)
{
    return (unsigned)__builtin_popcountll(set.bits);
}

struct card_set card_set_of_hand(const struct hand *hand)
{
    struct card_set set = {0};
    for (unsigned i = 0; i < hand->count; i++)
        set = card_set_with(set, hand->cards[i]);
    return set;
}

void hand_add(struct hand *hand, struct card card)
{
    CHECK_OP(hand->count, <, HAND_CARDS_MAX);
    CHECK(card_is_valid(card));
    hand->cards[hand->count++] = card;
}

bool hand_has(const struct hand *hand, struct card card)
{
    for (unsigned i = 0; i < hand->count; i++)
        if (card_equal(hand->cards[i], card))
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ writing */

void card_write(struct text_out *out, struct card card, enum card_style style)
{
    CHECK(card_is_valid(card));
    if (card_is_joker(card)) {
        text_out_add(out, card.code >> 4 == 0 ? "joker" : "joker2");
    } else if (style == CARD_STYLE_SYMBOLS) {
        text_out_add(out, "%c%s", rank_letters[card_rank(card)], suit_symbols[card_suit(card)]);
    } else {
        text_out_add(out, "%c%c", rank_letters[card_rank(card)], suit_letters[card_suit(card)]);
    }
}

void cards_write(struct text_out *out, const struct card *cards, unsigned count, enum card_style style)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_out_add(out, " ");
        card_write(out, cards[i], style);
    }
}

void hand_write(struct text_out *out, const struct hand *hand, enum card_style style)
{
    cards_write(out, hand->cards, hand->count, style);
}

char rank_letter(enum rank rank)
{
    CHECK_OP(rank, <, RANK_COUNT);
    return rank_letters[rank];
}

const char *rank_word(enum rank rank)
{
    static const char *const words[] = {"deuce", "three", "four", "five",  "six",  "seven", "eight",
                                        "nine",  "ten",   "jack", "queen", "king", "ace",   "joker"};
    CHECK_OP(rank, <=, RANK_JOKER);
    return words[rank];
}

const char *rank_plural(enum rank rank)
{
    static const char *const words[] = {"deuces", "threes", "fours", "fives",  "sixes", "sevens", "eights",
                                        "nines",  "tens",   "jacks", "queens", "kings", "aces",   "jokers"};
    CHECK_OP(rank, <=, RANK_JOKER);
    return words[rank];
}

const char *suit_word(enum suit suit)
{
    static const char *const words[] = {"clubs", "diamonds", "hearts", "spades"};
    CHECK_OP(suit, <, SUIT_COUNT);
    return words[suit];
}

/* ------------------------------------------------------------------------------------------ reading */

static bool is_separator(char byte)
{
    return byte == ' ' || byte == ',' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* The number of bytes that `text` opens with a rank, 0 if it does not. */
static size_t rank_scan(struct text text, enum rank *rank)
{
    if (text_starts_with(text, text_of("10"))) {
        *rank = RANK_TEN;
        return 2;
    }
    if (text.length == 0 || text.bytes[0] == '\0')
        return 0;
    char letter = text.bytes[0];
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    const char *found = strchr(rank_letters, letter);
    if (!found)
        return 0;
    *rank = (enum rank)(found - rank_letters);
    return 1;
}

static size_t suit_scan(struct text text, enum suit *suit)
{
    for (unsigned s = 0; s < SUIT_COUNT; s++) {
        struct text symbol = text_of(suit_symbols[s]);
        struct text letter = {&suit_letters[s], 1};
        *suit = (enum suit)s;
        if (text_starts_with(text, symbol))
            return symbol.length;
        if (text_equal_ignoring_case(text_slice(text, 0, 1), letter))
            return 1;
    }
    return 0;
}

static size_t joker_scan(struct text text, const struct hand *before, struct card *card)
{
    struct text word = text_of("joker");
    if (!text_equal_ignoring_case(text_slice(text, 0, word.length), word))
        return 0;
    if (text.length > word.length && (text.bytes[word.length] == '1' || text.bytes[word.length] == '2')) {
        *card = card_joker(text.bytes[word.length] == '1' ? 0 : 1);
        return word.length + 1;
    }
    /* Jokers look alike: a second "joker" is the other one. */
    *card = card_joker(hand_has(before, card_joker(0)) ? 1 : 0);
    return word.length;
}

static size_t card_scan(struct text text, const struct hand *before, struct card *card)
{
    size_t joker_length = joker_scan(text, before, card);
    if (joker_length > 0)
        return joker_length;
    enum rank rank;
    enum suit suit;
    size_t rank_length = rank_scan(text, &rank);
    if (rank_length == 0)
        return 0;
    size_t suit_length = suit_scan(text_from(text, rank_length), &suit);
    if (suit_length == 0)
        return 0;
    *card = card_of(rank, suit);
    return rank_length + suit_length;
}

static struct text word_at(struct text text)
{
    size_t length = 0;
    while (length < text.length && !is_separator(text.bytes[length]))
        length++;
    return text_slice(text, 0, length);
}

static unsigned copies_of(const struct hand *hand, struct card card)
{
    unsigned copies = 0;
    for (unsigned i = 0; i < hand->count; i++)
        copies += card_equal(hand->cards[i], card);
    return copies;
}

static void count_words(struct text_out *out, const struct hand_form *form)
{
    if (form->cards_min == form->cards_max)
        text_out_add(out, "%u card%s", form->cards_min, form->cards_min == 1 ? "" : "s");
    else
        text_out_add(out, "%u to %u cards", form->cards_min, form->cards_max);
}

enum status hand_parse(struct text text, size_t origin, const struct hand_form *form, struct hand *hand,
                       struct fault *fault)
{
    CHECK_OP(form->cards_max, <=, HAND_CARDS_MAX);
    char wanted_bytes[48];
    struct text_out wanted;
    text_out_init(&wanted, wanted_bytes, sizeof wanted_bytes);
    count_words(&wanted, form);

    struct hand read = {0};
    size_t at = 0;
    for (;;) {
        while (at < text.length && is_separator(text.bytes[at]))
            at++;
        if (at == text.length)
            break;
        struct text rest = text_from(text, at);
        struct text word = text_slice(word_at(rest), 0, 24);
        size_t position = origin + at + 1;
        struct card card;
        size_t length = card_scan(rest, &read, &card);
        if (length == 0)
            return fault_set(fault, STATUS_INVALID, position,
                             "\"%.*s\" is not a card; a card is a rank (2-9, T or 10, J, Q, K, A) and a suit "
                             "(c, d, h, s), like As or 10d%s",
                             TEXT_ARGUMENTS(word), form->jokers_max > 0 ? ", or joker" : "");
        if (card_is_joker(card) && form->jokers_max == 0)
            return fault_set(fault, STATUS_INVALID, position, "there is no joker in this deck");
        if (card_is_joker(card) && card.code >> 4 >= form->jokers_max)
            return fault_set(fault, STATUS_INVALID, position, "a second joker, but this deck has only one");
        if (copies_of(&read, card) >= form->decks)
            return fault_set(fault, STATUS_INVALID, position, "\"%.*s\" is given more often than the %s",
                             (int)length, rest.bytes,
                             form->decks == 1 ? "once that one deck has it" : "shoe has it");
        if (read.count >= form->cards_max)
            return fault_set(fault, STATUS_INVALID, position, "too many cards: %s expected", wanted.bytes);
        hand_add(&read, card);
        at += length;
    }
    if (read.count < form->cards_min)
        return fault_set(fault, STATUS_INVALID, origin + text.length + 1,
                         "too few cards: %s expected, %u given", wanted.bytes, (unsigned)read.count);
    *hand = read;
    return STATUS_OK;
}
