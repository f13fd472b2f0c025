#include "base/scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_scan_steps_only_over_what_is_there(void **state)
{
    (void)state;
    struct scan scan = {.text = text_of("-a7"), .origin = 10};
    assert_int_equal(scan_position(&scan), 11);
    assert_false(scan_take(&scan, '+'));
    assert_true(scan_take(&scan, '-'));
    assert_true(scan_letter_next(&scan) && !scan_digit_next(&scan));
    assert_true(scan_take(&scan, 'a'));
    assert_true(scan_digit_next(&scan) && !scan_letter_next(&scan));
    assert_int_equal(scan_peek(&scan), '7');
    assert_true(scan_take(&scan, '7'));
    assert_int_equal(scan_peek(&scan), SCAN_END);
    assert_int_equal(scan_position(&scan), 14);
    assert_false(scan_take(&scan, '\0') || scan_digit_next(&scan) || scan_letter_next(&scan));
    assert_int_equal(scan_digits(&scan), 0);
}

static void assert_number(const char *text, enum status status, uint32_t value, size_t at)
{
    struct scan scan = {.text = text_of(text)};
    struct fault fault = {0};
    uint32_t found = 0;
    assert_int_equal(scan_number(&scan, 2, 3, "a number", &found, &fault), status);
    assert_int_equal(scan.at, at);
    if (status == STATUS_OK)
        assert_int_equal(found, value);
    else
        assert_int_equal(fault.position, at + 1);
}

static void a_number_has_its_digits_and_no_more(void **state)
{
    (void)state;
    assert_number("1", STATUS_INVALID, 0, 1);
    assert_number("12", STATUS_OK, 12, 2);
    assert_number("012", STATUS_OK, 12, 3);
    assert_number("1234", STATUS_INVALID, 0, 3);
    assert_number("12x", STATUS_OK, 12, 2);
    assert_number("x", STATUS_INVALID, 0, 0);
    struct scan scan = {.text = text_of("999999999")};
    uint32_t value;
    assert_int_equal(scan_number(&scan, 1, 9, "a number", &value, NULL), STATUS_OK);
    assert_int_equal(value, 999999999);
}

static void assert_found(struct text text, const char *words)
{
    struct scan scan = {.text = text};
    struct fault fault;
    assert_int_equal(scan_expected(&scan, &fault, "a digit"), STATUS_INVALID);
    assert_string_equal(fault.words, words);
}

static void what_was_found_is_shown_so_that_it_can_be_read(void **state)
{
    (void)state;
    assert_found(text_of("x"), "a digit expected, found \"x\"");
    assert_found(text_of(""), "a digit expected, found the end");
    assert_found(text_of(" "), "a digit expected, found the byte 0x20");
    assert_found(text_of("\n"), "a digit expected, found the byte 0x0a");
    assert_found((struct text){"\0", 1}, "a digit expected, found the byte 0x00");
    assert_found(text_of("\xE2\x82\xAC"), "a digit expected, found the byte 0xe2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scan_steps_only_over_what_is_there),
        cmocka_unit_test(a_number_has_its_digits_and_no_more),
        cmocka_unit_test(what_was_found_is_shown_so_that_it_can_be_read),
    };
    return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
