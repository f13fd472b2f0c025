#include "reports/checkpoint_code.h"

#include <cairo.h>
#include <qrencode.h>
#include <string.h>

enum { NOTE_MOST = 1000, QUIET = 4 /* modules around the code */ };

struct text checkpoint_code_note(struct text note)
{
    size_t at = 0;
    while (at + 1 < note.length && !(note.bytes[at] == '\n' && note.bytes[at + 1] == '\n'))
        at++;
    const struct text lines = text_from(note, at + 2);
    const char *end = lines.length > 0 ? memchr(lines.bytes, '\n', lines.length) : NULL;
    return end ? text_slice(note, 0, at + 2 + (size_t)(end - lines.bytes) + 1) : text_of("");
}

bool checkpoint_code_draw(cairo_t *cairo, struct text note, double left, double top, double size)
{
    const struct text bytes = checkpoint_code_note(note);
    if (bytes.length == 0 || bytes.length > NOTE_MOST)
        return false;
    QRcode *code = QRcode_encodeData((int)bytes.length, (const unsigned char *)bytes.bytes, 0, QR_ECLEVEL_L);
    if (!code)
        return false;
    const double module = size / (code->width + 2 * QUIET);
    cairo_save(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_rectangle(cairo, left, top, size, size);
    cairo_fill(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    for (int y = 0; y < code->width; y++)
        for (int x = 0; x < code->width; x++)
            if (code->data[y * code->width + x] & 1)
                cairo_rectangle(cairo, left + (x + QUIET) * module, top + (y + QUIET) * module, module,
                                module);
    cairo_fill(cairo);
    cairo_restore(cairo);
    QRcode_free(code);
    return true;
}
