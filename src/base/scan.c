#include "base/scan.h"

#include "base/check.h"

int scan_peek(const struct scan *scan)
{
    CHECK_OP(scan->at, <=, scan->text.length);
    return scan->at < scan->text.length ? (unsigned char)scan->text.bytes[scan->at] : SCAN_END;
}

size_t scan_position(const struct scan *scan)
{
    return scan->origin + scan->at + 1;
}

bool scan_take(struct scan *scan, char byte)
{
    if (scan_peek(scan) != (unsigned char)byte)
        return false;
    scan->at++;
    return true;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool scan_digit_next(const struct scan *scan)
{
    return scan->at < scan->text.length && is_digit(scan->text.bytes[scan->at]);
}

bool scan_letter_next(const struct scan *scan)
{
    int byte = scan_peek(scan);
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

size_t scan_digits(const struct scan *scan)
{
    size_t count = 0;
    while (scan->at + count < scan->text.length && is_digit(scan->text.bytes[scan->at + count]))
        count++;
    return count;
}

enum status scan_number(struct scan *scan, size_t digits_min, size_t digits_max, const char *expected,
                        uint32_t *value, struct fault *fault)
{
    CHECK_OP(digits_max, <=, 9);
    size_t count = scan_digits(scan);
    if (count < digits_min || count > digits_max) {
        scan->at += count < digits_min ? count : digits_max;
        return scan_expected(scan, fault, expected);
    }
    *value = 0;
    for (size_t i = 0; i < count; i++)
        *value = *value * 10 + (uint32_t)(scan->text.bytes[scan->at++] - '0');
    return STATUS_OK;
}

enum status scan_expected(const struct scan *scan, struct fault *fault, const char *expected)
{
    int byte = scan_peek(scan);
    size_t position = scan_position(scan);
    if (byte == SCAN_END)
        return fault_set(fault, STATUS_INVALID, position, "%s expected, found the end", expected);
    if (byte <= ' ' || byte >= 127)
        return fault_set(fault, STATUS_INVALID, position, "%s expected, found the byte 0x%02x", expected,
                         (unsigned)byte);
    return fault_set(fault, STATUS_INVALID, position, "%s expected, found \"%c\"", expected, byte);
}
