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

enum { CARD_WORD_SHOWN = 24 }; /* this much of invalid input is shown */

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
    /* Telephones put this after a symbol, to have it drawn as a picture. */
    static const char picture[] = "\xEF\xB8\x8F";
    for (unsigned s = 0; s < SUIT_COUNT; s++) {
        struct text symbol = text_of(suit_symbols[s]);
        struct text letter = {&suit_letters[s], 1};
        *suit = (enum suit)s;
        if (text_starts_with(text, symbol)) {
            bool drawn = text_starts_with(text_from(text, symbol.length), text_of(picture));
            return symbol.length + (drawn ? sizeof picture - 1 : 0);
        }
        if (text_equal_ignoring_case(text_slice(text, 0, 1), letter))
            return 1;
    }
    return 0;
}

static size_t suited_scan(struct text text, struct card *card)
{
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

static unsigned copies_of(const struct hand *hand, struct card card)
{
    unsigned copies = 0;
    for (unsigned i = 0; i < hand->count; i++)
        copies += card_equal(hand->cards[i], card);
    return copies;
}

static size_t joker_scan(struct text text, const struct hand_form *form, const struct hand *before,
                         struct card *card)
{
    struct text word = text_of("joker");
    if (!text_equal_ignoring_case(text_slice(text, 0, word.length), word))
        return 0;
    struct text after = text_from(text, word.length);
    struct card next;
    bool numbered = after.length > 0 && (after.bytes[0] == '1' || after.bytes[0] == '2');
    /* In "joker2c" and "joker10d" the digits belong to the next card. */
    if (numbered && suited_scan(after, &next) == 0) {
        *card = card_joker(after.bytes[0] == '1' ? 0 : 1);
        return word.length + 1;
    }
    /* Jokers look alike: once the first is used up, "joker" is the other one. */
    bool first_is_out = copies_of(before, card_joker(0)) >= form->decks;
    *card = card_joker(first_is_out && form->jokers_max != 1 ? 1 : 0);
    return word.length;
}

static size_t card_scan(struct text text, const struct hand_form *form, const struct hand *before,
                        struct card *card)
{
    size_t joker_length = joker_scan(text, form, before, card);
    return joker_length > 0 ? joker_length : suited_scan(text, card);
}

static void count_words(struct text_out *out, const struct hand_form *form)
{
    if (form->cards_min == form->cards_max)
        text_out_add(out, "%u card%s", form->cards_min, form->cards_min == 1 ? "" : "s");
    else
        text_out_add(out, "%u to %u cards", form->cards_min, form->cards_max);
}

static enum status repeat_fault(struct fault *fault, size_t position, struct text card, unsigned decks)
{
    if (decks == 1)
        return fault_set(fault, STATUS_INVALID, position, "\"%.*s\" is given twice", TEXT_ARGUMENTS(card));
    return fault_set(fault, STATUS_INVALID, position, "\"%.*s\" is given %u times, but %u decks have only %u",
                     TEXT_ARGUMENTS(card), decks + 1, decks, decks);
}

/* May `card` join the cards read before it? `words` are how it was written. */
static enum status card_admit(const struct hand_form *form, const struct hand *before, struct card card,
                              struct text words, size_t position, struct fault *fault)
{
    if (card_is_joker(card)) {
        unsigned given = 1 + copies_of(before, card_joker(0)) + copies_of(before, card_joker(1));
        unsigned most = form->jokers_max * form->decks;
        if (most == 0)
            return fault_set(fault, STATUS_INVALID, position, "there is no joker in this deck");
        if (most == 1 && (given > 1 || !card_equal(card, card_joker(0))))
            return fault_set(fault, STATUS_INVALID, position, "a second joker, but this deck has only one");
        if (given > most)
            return fault_set(fault, STATUS_INVALID, position, "%u jokers, but this %s has only %u", given,
                             form->decks == 1 ? "deck" : "shoe", most);
        if (form->jokers_max == 1 && !card_equal(card, card_joker(0)))
            return fault_set(fault, STATUS_INVALID, position,
                             "\"%.*s\" is not in this shoe; each deck has only one joker",
                             TEXT_ARGUMENTS(words));
    }
    if (copies_of(before, card) >= form->decks)
        return repeat_fault(fault, position, words, form->decks);
    return STATUS_OK;
}

enum status hand_parse(struct text text, size_t origin, const struct hand_form *form, struct hand *hand,
                       struct fault *fault)
{
    CHECK_OP(form->cards_max, <=, HAND_CARDS_MAX);
    CHECK_OP(form->jokers_max, <=, DECK_JOKERS_MAX);
    CHECK_OP(form->decks, >=, 1);
    char wanted_bytes[48];
    struct text_out wanted;
    text_out_init(&wanted, wanted_bytes, sizeof wanted_bytes);
    count_words(&wanted, form);

    struct hand read = {0};
    size_t at = 0;
    for (;;) {
        at += text_separators(text_from(text, at));
        if (at == text.length)
            break;
        struct text rest = text_from(text, at);
        size_t position = origin + at + 1;
        struct card card;
        size_t length = card_scan(rest, form, &read, &card);
        if (length == 0)
            return fault_set(fault, STATUS_INVALID, position,
                             "\"%.*s\" is not a card; a card is a rank (2-9, T or 10, J, Q, K, A) and a suit "
                             "(c, d, h, s), like As or 10d%s",
                             TEXT_ARGUMENTS(text_first_word(rest, CARD_WORD_SHOWN)),
                             form->jokers_max > 0 ? ", or joker" : "");
        enum status admitted = card_admit(form, &read, card, text_slice(rest, 0, length), position, fault);
        if (admitted != STATUS_OK)
            return admitted;
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

size_t hand_position(struct text text, size_t origin, unsigned index)
{
    /* How long a card's text is does not depend on the form. */
    static const struct hand_form any = {.jokers_max = DECK_JOKERS_MAX, .decks = 1};
    struct hand read = {0};
    for (size_t at = 0;;) {
        at += text_separators(text_from(text, at));
        if (read.count == index)
            return origin + at + 1;
        struct card card;
        size_t length = card_scan(text_from(text, at), &any, &read, &card);
        CHECK_OP(length, >, 0);
        hand_add(&read, card);
        at += length;
    }
}
