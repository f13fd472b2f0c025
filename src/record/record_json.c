/* The small pieces of JSON that the readers and writers of records share: texts with their escapes, and whole numbers. */
#include "base/check.h"
#include "record/record_internal.h"

#include <endian.h>
#include <inttypes.h>

/* ------------------------------------------------------------------------------------------ texts */

static bool is_plain(char byte)
{
    return byte >= ' ' && (unsigned char)byte < 0x80 && byte != '"' && byte != '\\';
}

/*
 * How many of the eight bytes at `bytes` come before the first that is not plain. Taking a number from each byte borrows
 * from its high bit if the byte is less; a borrow only spoils bytes above one that is special itself, and the lowest counts.
 */
static inline size_t plain_of_eight(const char *bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    word = le64toh(word);
    uint64_t control = word - ones * ' ';
    uint64_t quote = (word ^ (ones * '"')) - ones;
    uint64_t backslash = (word ^ (ones * '\\')) - ones;
    uint64_t special = (word | control | quote | backslash) & (ones * 0x80);
    return special ? (size_t)__builtin_ctzll(special) / 8 : 8;
}

size_t json_plain_length(struct text text)
{
    size_t length = 0;
    if (text.length < 8) {
        while (length < text.length && is_plain(text.bytes[length]))
            length++;
        return length;
    }
    for (; length + 8 <= text.length; length += 8) {
        size_t plain = plain_of_eight(text.bytes + length);
        if (plain < 8)
            return length + plain;
    }
    return text.length - 8 + plain_of_eight(text.bytes + text.length - 8); /* the first of these are plain */
}

/* The letter behind the backslash for each byte that has one. */
static const struct {
    char byte, letter;
} escapes[] = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'\n', 'n'},
               {'\t', 't'}, {'\r', 'r'},  {'\b', 'b'}, {'\f', 'f'}};
enum { ESCAPE_COUNT = sizeof escapes / sizeof escapes[0] };

struct text json_escape(char byte, char buffer[JSON_ESCAPE_SIZE])
{
    static const char hex[] = "0123456789abcdef";
    unsigned value = (unsigned char)byte;
    buffer[0] = byte;
    if (value >= ' ' && byte != '"' && byte != '\\')
        return (struct text){buffer, 1};
    buffer[0] = '\\';
    for (size_t i = 0; i < ESCAPE_COUNT; i++)
        if (escapes[i].byte == byte) {
            buffer[1] = escapes[i].letter;
            return (struct text){buffer, 2};
        }
    buffer[1] = 'u';
    buffer[2] = buffer[3] = '0';
    buffer[4] = hex[value >> 4];
    buffer[5] = hex[value & 15];
    return (struct text){buffer, 6};
}

static bool take_hex(struct scan *scan, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        int byte = scan_peek(scan);
        if (byte >= '0' && byte <= '9')
            byte -= '0';
        else if (byte >= 'a' && byte <= 'f')
            byte -= 'a' - 10;
        else if (byte >= 'A' && byte <= 'F')
            byte -= 'A' - 10;
        else
            return false;
        *value = *value * 16 + (uint32_t)byte;
        scan->at++;
    }
    return true;
}

/* Behind "\u". A letter above U+FFFF is two halves, each an escape; a half alone is no letter, and neither is zero. */
static bool take_code(struct scan *scan, uint32_t *code)
{
    uint32_t low;
    if (!take_hex(scan, code) || *code == 0 || (*code >= 0xDC00 && *code <= 0xDFFF))
        return false;
    if (*code < 0xD800 || *code > 0xDBFF)
        return true;
    if (!scan_take(scan, '\\') || !scan_take(scan, 'u') || !take_hex(scan, &low) || low < 0xDC00 ||
        low > 0xDFFF)
        return false;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

static size_t write_utf8(char *bytes, uint32_t code)
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    bytes[0] = (char)((0xF00u >> size & 0xF0u) | code);
    return size;
}

/* Takes an escape, backslash first, and gives the bytes of its letter, up to 4; 0 if it is no escape. */
static size_t take_escape(struct scan *scan, char *bytes)
{
    scan->at++;
    if (scan_take(scan, 'u')) {
        uint32_t code;
        return take_code(scan, &code) ? write_utf8(bytes, code) : 0;
    }
    for (size_t i = 0; i < ESCAPE_COUNT; i++)
        if (scan_take(scan, escapes[i].letter)) {
            bytes[0] = escapes[i].byte;
            return 1;
        }
    return 0;
}

/* `inside` has only whole escapes, or escapes that are wrong. */
static enum status unescape(struct scan *inside, struct arena *arena, struct text *text, struct fault *fault)
{
    char *bytes = arena_alloc(arena, inside->text.length, 1);
    if (!bytes)
        return record_no_memory(arena, scan_position(inside), fault);
    size_t length = 0;
    while (inside->at < inside->text.length) {
        size_t position = scan_position(inside);
        if (inside->text.bytes[inside->at] != '\\') {
            bytes[length++] = inside->text.bytes[inside->at++];
            continue;
        }
        size_t size = take_escape(inside, bytes + length);
        if (size == 0)
            return fault_set(
                fault, STATUS_INVALID, position,
                "the escape is none of JSON's, or of no letter; it has \\\" \\\\ \\/ \\b \\f \\n "
                "\\r \\t and \\u with four digits");
        length += size;
    }
    *text = (struct text){bytes, length};
    return STATUS_OK;
}

/* The inside of a text up to its closing quote, which is taken too. */
static enum status take_inside(struct scan *scan, struct text *inside, bool *escaped, struct fault *fault)
{
    size_t start = scan->at;
    for (;;) {
        scan->at += json_plain_length(text_from(scan->text, scan->at));
        int byte = scan_peek(scan);
        if (byte == '"')
            break;
        if (byte < ' ') /* or the end */
            return scan_expected(scan, fault, "a closing \" or a letter");
        if (byte == '\\') {
            *escaped = true;
            scan->at++;
            if (scan_peek(scan) == SCAN_END)
                return scan_expected(scan, fault, "the rest of an escape");
        }
        scan->at++;
    }
    *inside = text_slice(scan->text, start, scan->at - start);
    scan->at++;
    return STATUS_OK;
}

static enum status take_text_slowly(struct scan *scan, struct arena *arena, struct text *text,
                                    struct fault *fault)
{
    struct text inside = {0};
    size_t origin = scan->origin + scan->at;
    bool escaped = false;
    enum status status = take_inside(scan, &inside, &escaped, fault);
    if (status != STATUS_OK)
        return status;
    size_t good = text_utf8_length(inside);
    if (good < inside.length)
        return fault_set(fault, STATUS_INVALID, origin + good + 1, "the text is not UTF-8 here");
    if (!escaped) {
        *text = inside;
        return STATUS_OK;
    }
    return unescape(&(struct scan){.text = inside, .origin = origin}, arena, text, fault);
}

static enum status take_other_text(struct scan *scan, struct arena *arena, struct text *text,
                                   struct fault *fault)
{
    size_t position = scan_position(scan);
    struct text taken = {0};
    if (!scan_take(scan, '"'))
        return scan_expected(scan, fault, "a text in double quotes");
    enum status status = take_text_slowly(scan, arena, &taken, fault);
    if (status != STATUS_OK)
        return status;
    if (taken.length > RECORD_TEXT_MAX)
        return fault_set(fault, STATUS_NO_SPACE, position, "a text has at most %d bytes", RECORD_TEXT_MAX);
    *text = taken;
    return STATUS_OK;
}

/* Most texts are plain up to their closing quote; only others are worth a closer look. */
enum status json_take_text(struct scan *scan, struct arena *arena, struct text *text, struct fault *fault)
{
    struct text rest = {scan->text.bytes + scan->at, scan->text.length - scan->at};
    if (rest.length > 1 && rest.bytes[0] == '"') {
        struct text taken = {rest.bytes + 1, rest.length - 1};
        size_t length = json_plain_length(taken);
        if (length < taken.length && taken.bytes[length] == '"' && length <= RECORD_TEXT_MAX) {
            *text = (struct text){taken.bytes, length};
            scan->at += length + 2;
            return STATUS_OK;
        }
    }
    return take_other_text(scan, arena, text, fault);
}

size_t json_escaped_offset(struct text escaped, size_t index)
{
    struct scan scan = {.text = escaped};
    char bytes[4];
    for (size_t done = 0; scan.at < escaped.length;) {
        size_t start = scan.at;
        if (escaped.bytes[scan.at] == '\\') {
            done += take_escape(&scan, bytes);
        } else {
            scan.at++;
            done++;
        }
        if (done > index)
            return start;
    }
    return escaped.length;
}

/* ---------------------------------------------------------------------------------------- numbers */

static enum status integer_fault(struct scan *scan, struct field_bounds bounds, struct fault *fault)
{
    size_t position = scan_position(scan);
    bool negative = scan_take(scan, '-');
    size_t digits = scan_digits(scan);
    if (digits == 0)
        return scan_expected(scan, fault, "a digit");
    if (scan_peek(scan) == '0' && (digits > 1 || negative))
        return fault_set(fault, STATUS_INVALID, position, "a number does not begin with 0 or -0");
    return fault_set(fault, STATUS_RANGE, position, "a whole number from %" PRId64 " to %" PRId64 " expected",
                     bounds.least, bounds.most);
}

enum status json_take_integer(struct scan *scan, struct field_bounds bounds, int64_t *value,
                              struct fault *fault)
{
    enum { DIGITS_MAX = 19 }; /* of INT64_MAX; they fit 64 bits */
    const char *at = scan->text.bytes + scan->at, *end = scan->text.bytes + scan->text.length;
    bool negative = at < end && *at == '-';
    const char *first = at + negative;
    uint64_t magnitude = 0;
    for (at = first; at < end && *at >= '0' && *at <= '9'; at++)
        magnitude = magnitude * 10 + (uint64_t)(*at - '0');
    ptrdiff_t digits = at - first;
    int64_t taken = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    bool in_form = digits > 0 && (*first != '0' || (digits == 1 && !negative));
    if (!in_form || digits > DIGITS_MAX || magnitude > (uint64_t)INT64_MAX + negative ||
        taken < bounds.least || taken > bounds.most)
        return integer_fault(scan, bounds, fault);
    scan->at = (size_t)(at - scan->text.bytes);
    *value = taken;
    return STATUS_OK;
}
