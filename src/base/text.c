#include "base/text.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The functions of <ctype.h> follow the locale; the words of our files do not. */
static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

struct text text_of(const char *zero_terminated)
{
    return (struct text){zero_terminated, strlen(zero_terminated)};
}

bool text_equal_ignoring_case(struct text left, struct text right)
{
    if (left.length != right.length)
        return false;
    for (size_t i = 0; i < left.length; i++)
        if (lower(left.bytes[i]) != lower(right.bytes[i]))
            return false;
    return true;
}

bool text_starts_with(struct text text, struct text prefix)
{
    return text.length >= prefix.length && text_equal(text_slice(text, 0, prefix.length), prefix);
}

int text_compare(struct text left, struct text right)
{
    size_t shorter = left.length < right.length ? left.length : right.length;
    int order = shorter ? memcmp(left.bytes, right.bytes, shorter) : 0;
    return order ? order : (left.length > right.length) - (left.length < right.length);
}

bool text_contains(struct text text, struct text part)
{
    for (size_t start = 0; start + part.length <= text.length; start++)
        if (text_starts_with(text_from(text, start), part))
            return true;
    return false;
}

struct text text_from(struct text text, size_t start)
{
    return text_slice(text, start, SIZE_MAX);
}

struct text text_slice(struct text text, size_t start, size_t length)
{
    if (start > text.length)
        start = text.length;
    if (length > text.length - start)
        length = text.length - start;
    return (struct text){text.bytes + start, length};
}

struct text text_trimmed(struct text text)
{
    while (text.length > 0 && is_space(text.bytes[0]))
        text = text_from(text, 1);
    while (text.length > 0 && is_space(text.bytes[text.length - 1]))
        text.length--;
    return text;
}

bool text_is_separator(char byte)
{
    return byte == ',' || is_space(byte);
}

size_t text_separators(struct text text)
{
    size_t count = 0;
    while (count < text.length && text_is_separator(text.bytes[count]))
        count++;
    return count;
}

struct text text_clipped(struct text text, size_t longest)
{
    size_t length = text.length < longest ? text.length : longest;
    while (length > 0 && length < text.length && ((unsigned char)text.bytes[length] & 0xC0) == 0x80)
        length--;
    return text_slice(text, 0, length);
}

struct text text_first_word(struct text text, size_t longest)
{
    size_t length = 0;
    while (length < text.length && length < longest && !text_is_separator(text.bytes[length]))
        length++;
    return text_clipped(text, length);
}

/* The well-formed letter at `bytes`, by the table of RFC 3629; 0 if there is none. */
static size_t utf8_letter_size(const unsigned char *bytes, size_t length)
{
    unsigned char first = bytes[0];
    if (first < 0x80)
        return first != 0;
    size_t size = first >= 0xC2 && first <= 0xDF ? 2 : first >= 0xE0 && first <= 0xEF ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || size > length)
        return 0;
    /* The second byte is held tighter where an overlong form, a surrogate or a code above U+10FFFF would begin. */
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (bytes[1] < low || bytes[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

/* Eight bytes at once, for texts that are mostly ASCII: none is zero and none has its high bit. A byte of 0 borrows from
 * its high bit when 1 is taken away, and the first one that does is a true one. */
static bool ascii_next(struct text text, size_t at)
{
    uint64_t word;
    if (text.length - at < sizeof word)
        return false;
    memcpy(&word, text.bytes + at, sizeof word);
    return ((word | (word - UINT64_C(0x0101010101010101))) & UINT64_C(0x8080808080808080)) == 0;
}

bool text_is_ascii(struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.bytes[i] > 0x7F)
            return false;
    return true;
}

size_t text_utf8_length(struct text text)
{
    size_t length = 0;
    while (length < text.length) {
        if (ascii_next(text, length)) {
            length += sizeof(uint64_t);
            continue;
        }
        size_t size = utf8_letter_size((const unsigned char *)text.bytes + length, text.length - length);
        if (size == 0)
            break;
        length += size;
    }
    return length;
}

size_t text_distance(struct text left, struct text right)
{
    if (left.length > TEXT_DISTANCE_MAX || right.length > TEXT_DISTANCE_MAX)
        return SIZE_MAX;
    size_t row[TEXT_DISTANCE_MAX + 1];
    for (size_t j = 0; j <= right.length; j++)
        row[j] = j;
    for (size_t i = 1; i <= left.length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= right.length; j++) {
            size_t changed = diagonal + (lower(left.bytes[i - 1]) != lower(right.bytes[j - 1]));
            size_t shorter = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            diagonal = row[j];
            row[j] = changed < shorter ? changed : shorter;
        }
    }
    return row[right.length];
}

struct text_nearest text_nearest_to(struct text wanted)
{
    return (struct text_nearest){.wanted = wanted, .distance = wanted.length / 3 + 2};
}

void text_nearest_offer(struct text_nearest *nearest, const char *known)
{
    size_t distance = text_distance(nearest->wanted, text_of(known));
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->word = known;
    }
}

void text_out_init(struct text_out *out, char *buffer, size_t size)
{
    CHECK_OP(size, >, 0);
    *out = (struct text_out){.bytes = buffer, .size = size};
    buffer[0] = '\0';
}

void text_out_add(struct text_out *out, const char *format, ...)
{
    size_t room = out->size - out->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(out->bytes + out->length, room, format, arguments);
    va_end(arguments);
    CHECK_OP(wanted, >=, 0);
    if ((size_t)wanted < room) {
        out->length += (size_t)wanted;
    } else {
        out->length = out->size - 1;
        out->truncated = true;
    }
}

void text_out_add_text(struct text_out *out, struct text text)
{
    size_t room = out->size - 1 - out->length;
    if (text.length > room) {
        text.length = room;
        out->truncated = true;
    }
    if (text.length > 0)
        memcpy(out->bytes + out->length, text.bytes, text.length);
    out->length += text.length;
    out->bytes[out->length] = '\0';
}

/* Controls are the codes below the space, U+007F, and U+0080 to U+009F, which are C2 80 to C2 9F. */
static bool is_control(const unsigned char *letter, size_t size)
{
    return size == 1 ? letter[0] < ' ' || letter[0] == 0x7F
                     : size == 2 && letter[0] == 0xC2 && letter[1] < 0xA0;
}

void text_out_add_safely(struct text_out *out, struct text text)
{
    for (size_t at = 0; at < text.length;) {
        const unsigned char *letter = (const unsigned char *)text.bytes + at;
        size_t size = utf8_letter_size(letter, text.length - at);
        bool safe = size > 0 && !is_control(letter, size);
        size += size == 0;
        /* Whole letters only, also where the room ends. */
        size_t wanted = safe ? size : 4 * size;
        if (out->size - 1 - out->length < wanted) {
            out->truncated = true;
            return;
        }
        for (size_t i = 0; i < size; i++)
            text_out_add(out, safe ? "%c" : "\\x%02x", letter[i]);
        at += size;
    }
}

struct text text_out_text(const struct text_out *out)
{
    return (struct text){out->bytes, out->length};
}
