/* The QR code of a checkpoint: what it holds, and that every module is where the code has it. */
#include "reports/checkpoint_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>
#include <qrencode.h>

#define HOUSE                                                                                                \
    "bay-101/5f0c9a1e\n20852\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\xe2\x80\x94 "                 \
    "bay-101/5f0c9a1e "                                                                                      \
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
#define WITNESS "\xe2\x80\x94 regulator.example/log AAAA\n"

static void the_note_is_that_of_the_house(void **state)
{
    (void)state;
    assert_true(text_equal(checkpoint_code_note(text_of(HOUSE)), text_of(HOUSE)));
    assert_true(text_equal(checkpoint_code_note(text_of(HOUSE WITNESS)), text_of(HOUSE)));
    assert_int_equal(checkpoint_code_note(text_of("")).length, 0);
    assert_int_equal(checkpoint_code_note(text_of("bay-101/5f0c9a1e\n20852\n")).length, 0);
    assert_int_equal(checkpoint_code_note(text_of("a\n1\nb\n\nno end")).length, 0);
}

static void every_module_is_drawn(void **state)
{
    (void)state;
    enum { MODULE = 4, MARGIN = 4 };
    QRcode *code = QRcode_encodeData((int)strlen(HOUSE), (const unsigned char *)HOUSE, 0, QR_ECLEVEL_L);
    assert_non_null(code);
    const int size = (code->width + 2 * MARGIN) * MODULE;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, size, size);
    cairo_t *cairo = cairo_create(surface);
    assert_false(checkpoint_code_draw(cairo, text_of(""), 0, 0, size));
    assert_true(checkpoint_code_draw(cairo, text_of(HOUSE WITNESS), 0, 0, size));
    cairo_surface_flush(surface);
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++) {
            const int at = ((y + MARGIN) * MODULE + 2) * stride + ((x + MARGIN) * MODULE + 2) * 4;
            assert_int_equal(bytes[at] < 128, code->data[y * code->width + x] & 1);
        }
    assert_true(bytes[0] > 128); /* the margin */
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    QRcode_free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_note_is_that_of_the_house),
                                       cmocka_unit_test(every_module_is_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
