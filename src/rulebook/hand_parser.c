#include "rulebook/hand_parser_internal.h"

const struct hand_word *parser_word(const struct parser *parser, unsigned ahead)
{
    unsigned index = parser->at + ahead;
    return &parser->words->words[index < parser->words->count ? index : parser->words->count - 1];
}

/* How many words make up `phrase` from the next word on, 0 if they are others. */
static unsigned parser_matches(const struct parser *parser, const char *phrase)
{
    struct text rest = text_of(phrase);
    unsigned ahead = 0;
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.bytes[length] != ' ')
            length++;
        const struct hand_word *word = parser_word(parser, ahead);
        if (word->mark != HAND_MARK_WORD ||
            !text_equal_ignoring_case(word->text, text_slice(rest, 0, length)))
            return 0;
        ahead++;
        rest = text_from(rest, length < rest.length ? length + 1 : length);
    }
    return ahead;
}

bool parser_next_is(const struct parser *parser, const char *phrase)
{
    return parser_matches(parser, phrase) > 0;
}

bool parser_take(struct parser *parser, const char *phrase)
{
    unsigned count = parser_matches(parser, phrase);
    parser->at += count;
    return count > 0;
}

bool parser_take_any(struct parser *parser, const char *const *phrases, unsigned count, unsigned *index)
{
    for (*index = 0; *index < count; ++*index)
        if (parser_take(parser, phrases[*index]))
            return true;
    return false;
}

bool parser_take_mark(struct parser *parser, enum hand_mark mark)
{
    if (parser_word(parser, 0)->mark != mark)
        return false;
    parser->at++;
    return true;
}

bool parser_take_number(struct parser *parser, unsigned *number)
{
    if (!hand_word_number(parser_word(parser, 0), number))
        return false;
    parser->at++;
    return true;
}

enum status parser_expected(const struct parser *parser, const char *what)
{
    const struct hand_word *word = parser_word(parser, 0);
    if (word->mark == HAND_MARK_END)
        return fault_set(parser->fault, STATUS_INVALID, word->position, "%s expected, found the end", what);
    struct text shown = text_first_word(word->text, 24);
    return fault_set(parser->fault, STATUS_INVALID, word->position, "%s expected, found \"%.*s\"", what,
                     shown.length > 0 ? (int)shown.length : (int)word->text.length,
                     shown.length > 0 ? shown.bytes : word->text.bytes);
}

enum status parser_refused(const struct parser *parser, unsigned index, const char *words)
{
    return fault_set(parser->fault, STATUS_INVALID, parser->words->words[index].position, "%s", words);
}
