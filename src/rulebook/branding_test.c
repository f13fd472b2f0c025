#include "rulebook/branding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ARENA_MAX = 16 << 20 };

static struct rgb colour(const char *words)
{
    struct rgb read = {0, 0, 0};
    assert_int_equal(rgb_read(text_of(words), &read, NULL), STATUS_OK);
    return read;
}

static void a_colour_is_six_hexadecimal_digits(void **state)
{
    static const char *const wrong[] = {"",       "#",        "7A1F3", "#7A1F3", "#7A1F3D0",
                                        "7A1F3G", "##7A1F3D", "green", "#12 456"};
    char words[RGB_TEXT_SIZE];
    struct rgb unchanged = {1, 2, 3};
    struct fault fault;
    (void)state;
    rgb_write(words, colour("#7A1F3D"));
    assert_string_equal(words, "#7a1f3d");
    rgb_write(words, colour("7a1f3d"));
    assert_string_equal(words, "#7a1f3d");
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(rgb_read(text_of(wrong[i]), &unchanged, &fault), STATUS_INVALID);
    assert_int_equal(unchanged.red, 1);
}

/* Published examples of WCAG: black on white is 21 to 1, #767676 is the lightest grey that can be read on white, #777777 is not. */
static void contrast_is_that_of_wcag(void **state)
{
    (void)state;
    assert_int_equal(rgb_contrast(colour("000000"), colour("ffffff")), 210);
    assert_int_equal(rgb_contrast(colour("ffffff"), colour("000000")), 210);
    assert_int_equal(rgb_contrast(colour("123456"), colour("123456")), 10);
    assert_int_equal(rgb_contrast(colour("767676"), colour("ffffff")), 45);
    assert_int_equal(rgb_contrast(colour("777777"), colour("ffffff")), 44);
    assert_int_equal(rgb_contrast(colour("ff0000"), colour("ffffff")), 39); /* 3.998 */
    assert_int_equal(rgb_contrast(colour("0000ff"), colour("ffffff")), 85); /* 8.59 */
}

/* More light never has less contrast with black. */
static void every_step_of_grey_is_lighter_than_the_one_before(void **state)
{
    unsigned before = 10;
    (void)state;
    for (unsigned grey = 0; grey <= 255; grey++) {
        const unsigned tenths = rgb_contrast(rgb_of(grey << 16 | grey << 8 | grey), rgb_of(0));
        assert_true(tenths >= before);
        before = tenths;
    }
    assert_int_equal(before, 210);
}

static size_t findings_of(const char *branding, struct branding *read)
{
    static const char house_text[] =
        "name: The Room\ntime zone: America/Los_Angeles\ntables: []\nhours: daily 10:00 to 02:00\n";
    char words[1024];
    struct text_out out;
    static struct arena arena;
    struct findings findings;
    struct house house;
    arena_release(&arena);
    arena_init(&arena, ARENA_MAX);
    findings_init(&findings, &arena, 8);
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%s%s", house_text, branding);
    assert_int_equal(
        house_read(text_out_text(&out), "house.yaml", text_of("room"), &arena, &findings, &house), STATUS_OK);
    *read = house_branding(&house);
    return findings.counted[FINDING_ERROR];
}

static void a_house_without_branding_shows_its_name(void **state)
{
    struct branding branding;
    (void)state;
    assert_int_equal(findings_of("", &branding), 0);
    assert_true(text_equal(branding.short_name, text_of("The Room")));
    assert_int_equal(branding.tagline.length, 0);
    assert_false(branding.has_colour || branding.has_on_dark);
    assert_true(text_equal(branding.hours, text_of("daily 10:00 to 02:00")));
}

static void a_colour_is_refused_on_the_ground_where_it_is_not_read(void **state)
{
    struct branding branding;
    (void)state;
    assert_int_equal(
        findings_of("branding: {colour: 7A1F3D, colour on dark: \"#F2A7BE\", tagline: Cards}\n", &branding),
        0);
    assert_true(branding.has_colour && branding.has_on_dark);
    assert_int_equal(branding.on_dark.green, 0xA7);
    assert_int_equal(findings_of("branding: {colour: F2A7BE}\n", &branding), 1);
    assert_int_equal(findings_of("branding: {colour on dark: 7A1F3D}\n", &branding), 1);
    assert_int_equal(findings_of("branding: {colour: red}\n", &branding), 1);
    assert_false(branding.has_colour);
}

/* The greys at the two sides of 4.5 to 1. */
static void the_threshold_of_contrast_is_exact(void **state)
{
    struct branding branding;
    (void)state;
    assert_int_equal(rgb_contrast(colour("6f6f6f"), rgb_of(BRANDING_LIGHT)), 45);
    assert_int_equal(rgb_contrast(colour("707070"), rgb_of(BRANDING_LIGHT)), 44);
    assert_int_equal(findings_of("branding: {colour: 6f6f6f}\n", &branding), 0);
    assert_int_equal(findings_of("branding: {colour: 707070}\n", &branding), 1);
}

static void what_cannot_be_printed_is_refused(void **state)
{
    static const char *const wrong[] = {
        "branding: {tagline: \"by the\\x07 lantern\"}\n", "branding: {short name: \"L\\x7F\"}\n",
        "branding: {tagline: \"a\\x85\"}\n", "address: \"1 Lantern\\x0B Street\"\n"};
    struct branding branding;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(findings_of(wrong[i], &branding), 1);
    assert_int_equal(findings_of("branding: {tagline: \"¡ä — 夏\"}\n", &branding), 0);
}

static void a_line_is_as_long_as_a_sign_has_room(void **state)
{
    struct branding branding;
    (void)state;
    assert_int_equal(
        findings_of("branding: {tagline: "
                    "12345678901234567890123456789012345678901234567890123456789012345678901234567890}\n",
                    &branding),
        0);
    assert_int_equal(
        findings_of("branding: {tagline: "
                    "123456789012345678901234567890123456789012345678901234567890123456789012345678901}\n",
                    &branding),
        1);
    assert_int_equal(findings_of("branding: {short name: äöüäöüäöüäöüäöüäöüäöüäöü}\n", &branding), 0);
    assert_int_equal(findings_of("branding: {short name: äöüäöüäöüäöüäöüäöüäöüäöü1}\n", &branding), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_colour_is_six_hexadecimal_digits),
        cmocka_unit_test(contrast_is_that_of_wcag),
        cmocka_unit_test(every_step_of_grey_is_lighter_than_the_one_before),
        cmocka_unit_test(a_house_without_branding_shows_its_name),
        cmocka_unit_test(a_colour_is_refused_on_the_ground_where_it_is_not_read),
        cmocka_unit_test(the_threshold_of_contrast_is_exact),
        cmocka_unit_test(what_cannot_be_printed_is_refused),
        cmocka_unit_test(a_line_is_as_long_as_a_sign_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
