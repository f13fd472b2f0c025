#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void equality_ignores_case_only_on_request(void **state)
{
    (void)state;
    assert_true(text_equal(text_of("meter"), text_of("meter")));
    assert_false(text_equal(text_of("meter"), text_of("Meter")));
    assert_true(text_equal_ignoring_case(text_of("meter"), text_of("METER")));
    assert_false(text_equal_ignoring_case(text_of("meter"), text_of("meters")));
    assert_true(text_equal((struct text){NULL, 0}, text_of("")));
}

static void slices_are_clipped(void **state)
{
    (void)state;
    struct text word = text_of("reserve");
    assert_true(text_equal(text_slice(word, 2, 3), text_of("ser")));
    assert_true(text_equal(text_slice(word, 5, 100), text_of("ve")));
    assert_int_equal(text_slice(word, 8, 1).length, 0);
    assert_true(text_equal(text_from(word, 3), text_of("erve")));
    assert_true(text_starts_with(word, text_of("res")));
    assert_false(text_starts_with(text_of("re"), text_of("res")));
}

static void trimming_keeps_what_is_inside(void **state)
{
    (void)state;
    assert_true(text_equal(text_trimmed(text_of(" \t a b \r\n")), text_of("a b")));
    assert_int_equal(text_trimmed(text_of("  \n ")).length, 0);
}

static void distance_counts_changed_letters(void **state)
{
    (void)state;
    assert_int_equal(text_distance(text_of("straight"), text_of("Straight")), 0);
    assert_int_equal(text_distance(text_of("strait"), text_of("straight")), 2);
    assert_int_equal(text_distance(text_of(""), text_of("abc")), 3);
    char longer[TEXT_DISTANCE_MAX + 2];
    for (size_t i = 0; i < sizeof longer; i++)
        longer[i] = 'a';
    assert_int_equal(text_distance((struct text){longer, TEXT_DISTANCE_MAX}, text_of("")), TEXT_DISTANCE_MAX);
    assert_true(text_distance((struct text){longer, TEXT_DISTANCE_MAX + 1}, text_of("")) == SIZE_MAX);
}

static void the_nearest_word_is_suggested_only_if_near(void **state)
{
    (void)state;
    struct text_nearest nearest = text_nearest_to(text_of("fiv-card"));
    text_nearest_offer(&nearest, "four-card");
    text_nearest_offer(&nearest, "five-card");
    text_nearest_offer(&nearest, "tiles");
    assert_string_equal(nearest.word, "five-card");
    assert_int_equal(nearest.distance, 1);
    nearest = text_nearest_to(text_of("abc")); /* at most two letters of three may change */
    text_nearest_offer(&nearest, "xyz");
    assert_null(nearest.word);
    text_nearest_offer(&nearest, "abz");
    assert_string_equal(nearest.word, "abz");
}

static void words_stand_between_spaces_and_commas(void **state)
{
    (void)state;
    assert_int_equal(text_separators(text_of(" ,\t\r\nAs")), 5);
    assert_int_equal(text_separators(text_of("As ")), 0);
    assert_int_equal(text_separators(text_of("")), 0);
    assert_true(text_equal(text_first_word(text_of("teen,gow"), 24), text_of("teen")));
    assert_true(text_equal(text_first_word(text_of("teen"), 4), text_of("teen")));
    assert_true(text_equal(text_first_word(text_of("teen"), 3), text_of("tee")));
    /* Three bytes of a spade: all or none. */
    assert_true(text_equal(text_first_word(text_of("A\xE2\x99\xA0"), 4), text_of("A\xE2\x99\xA0")));
    assert_true(text_equal(text_first_word(text_of("A\xE2\x99\xA0"), 3), text_of("A")));
    assert_true(text_equal(text_first_word(text_of("A\xE2\x99\xA0"), 1), text_of("A")));
}

static void output_never_overruns(void **state)
{
    (void)state;
    char buffer[8];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add(&out, "%s", "1234");
    text_out_add_text(&out, text_of("567"));
    assert_false(out.truncated);
    assert_string_equal(buffer, "1234567");
    text_out_add(&out, "8");
    assert_true(out.truncated);
    assert_string_equal(buffer, "1234567");
    text_out_add_text(&out, text_of("9"));
    assert_int_equal(text_out_text(&out).length, 7);
}

static void ascii_ends_at_0x7f(void **state)
{
    (void)state;
    assert_true(text_is_ascii(text_of("")));
    assert_true(text_is_ascii(text_of("az 09\n\x7f")));
    assert_false(text_is_ascii(text_of("az\x80")));
    assert_false(text_is_ascii(text_of("\xff")));
}

static void utf8_is_counted_up_to_the_first_bad_byte(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t good;
    } rows[] = {
        {"", 0},
        {"abc", 3},
        {"\xC2\x80", 2},
        {"\xDF\xBF", 2},
        {"\xE0\xA0\x80", 3},
        {"\xED\x9F\xBF", 3},
        {"\xEF\xBF\xBF", 3},
        {"\xF0\x90\x80\x80", 4},
        {"\xF4\x8F\xBF\xBF", 4},
        {"a\x80", 1},             /* continues nothing */
        {"a\xC1\xBF", 1},         /* overlong */
        {"a\xE0\x9F\xBF", 1},     /* overlong */
        {"a\xED\xA0\x80", 1},     /* surrogate */
        {"a\xF0\x8F\xBF\xBF", 1}, /* overlong */
        {"a\xF4\x90\x80\x80", 1}, /* above U+10FFFF */
        {"a\xF5\x80\x80\x80", 1}, /* likewise */
        {"a\xE2\x99", 1},         /* cut */
        {"a\xE2\x99 ", 1},        /* cut */
        {"\xE2\x99\xA0\xFF", 3},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(text_utf8_length(text_of(rows[i].bytes)), rows[i].good);
    assert_int_equal(text_utf8_length((struct text){"a\0b", 3}), 1);
    /* At every place of a long text, whatever is looked at together. */
    char bytes[24];
    for (size_t at = 0; at < sizeof bytes; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            memset(bytes, 'x', sizeof bytes);
            bytes[at] = (char)byte;
            bool good = byte > 0 && byte < 128;
            assert_int_equal(text_utf8_length((struct text){bytes, sizeof bytes}), good ? sizeof bytes : at);
        }
}

static void clipping_cuts_between_letters(void **state)
{
    (void)state;
    struct text text = text_of("A \xE2\x99\xA0");
    assert_int_equal(text_clipped(text, 6).length, 5);
    assert_int_equal(text_clipped(text, 5).length, 5);
    assert_int_equal(text_clipped(text, 4).length, 2);
    assert_int_equal(text_clipped(text, 3).length, 2);
    assert_int_equal(text_clipped(text, 1).length, 1);
    assert_int_equal(text_clipped(text, 0).length, 0);
}

static void what_a_terminal_would_obey_is_written_out(void **state)
{
    static const struct {
        const char *bytes, *shown;
    } rows[] = {
        {"plain, with \xE2\x99\xA0", "plain, with \xE2\x99\xA0"},
        {" ~", " ~"},
        {"\x1f\x7f", "\\x1f\\x7f"},
        {"a\x1b[2Jb\n", "a\\x1b[2Jb\\x0a"},
        {"\xC2\x9F|\xC2\xA0", "\\xc2\\x9f|\xC2\xA0"}, /* the last control, and the first that is none */
        {"\xE2\x99", "\\xe2\\x99"},                   /* cut */
        {"\xFFz", "\\xffz"},
    };
    char buffer[64];
    struct text_out out;
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text_out_init(&out, buffer, sizeof buffer);
        text_out_add_safely(&out, text_of(rows[i].bytes));
        assert_string_equal(buffer, rows[i].shown);
        text_out_init(&out, buffer, sizeof buffer);
        text_out_add_safely(&out, text_of(rows[i].shown));
        assert_string_equal(buffer, rows[i].shown);
    }
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add_safely(&out, (struct text){"a\0b", 3});
    assert_string_equal(buffer, "a\\x00b");
    /* No letter is cut in two. */
    text_out_init(&out, buffer, 4);
    text_out_add_safely(&out, text_of("ab\xE2\x99\xA0"));
    assert_string_equal(buffer, "ab");
    assert_true(out.truncated);
    text_out_init(&out, buffer, 5);
    text_out_add_safely(&out, text_of("\x01"));
    assert_string_equal(buffer, "\\x01");
    assert_false(out.truncated);
    text_out_init(&out, buffer, 4);
    text_out_add_safely(&out, text_of("\x01"));
    assert_string_equal(buffer, "");
    assert_true(out.truncated);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equality_ignores_case_only_on_request),
        cmocka_unit_test(slices_are_clipped),
        cmocka_unit_test(trimming_keeps_what_is_inside),
        cmocka_unit_test(distance_counts_changed_letters),
        cmocka_unit_test(the_nearest_word_is_suggested_only_if_near),
        cmocka_unit_test(words_stand_between_spaces_and_commas),
        cmocka_unit_test(output_never_overruns),
        cmocka_unit_test(ascii_ends_at_0x7f),
        cmocka_unit_test(utf8_is_counted_up_to_the_first_bad_byte),
        cmocka_unit_test(clipping_cuts_between_letters),
        cmocka_unit_test(what_a_terminal_would_obey_is_written_out),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
