#include "rulebook/notice_internal.h"

#include "base/check.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>

/* --------------------------------------------------------------------------------------- drawing */

static void draw_lines(cairo_t *cairo, struct notice_setter *setter, const struct notice_placed *placed)
{
    struct notice_setting *setting = notice_setting_new(setter, &placed->type);
    notice_setting_draw(cairo, setting, placed->first_line, placed->line_count, placed->left, placed->top);
    notice_setting_free(setting);
}

static void draw_sheet(cairo_t *cairo, struct notice_setter *setter, const struct notice_sheets *sheets,
                       size_t sheet)
{
    bool sign = sheets->paper == NOTICE_SIGN;
    const struct notice_accents *accents = &sheets->notice->accents;
    notice_ink_use(cairo, NOTICE_INK_PAPER, sign, accents);
    cairo_paint(cairo);
    for (const struct notice_placed *placed = sheets->placed; placed; placed = placed->next) {
        if (placed->sheet != sheet)
            continue;
        if (placed->fill != NOTICE_INK_NONE) {
            notice_ink_use(cairo, placed->fill, sign, accents);
            cairo_rectangle(cairo, placed->left, placed->top, placed->width, placed->height);
            cairo_fill(cairo);
        } else {
            notice_ink_use(cairo, placed->type.ink, sign, accents);
            draw_lines(cairo, setter, placed);
        }
    }
}

/* --------------------------------------------------------------------------------------- formats */

static cairo_status_t take_bytes(void *closure, const unsigned char *data, unsigned length)
{
    struct growing *bytes = closure;
    growing_add(bytes, (struct text){(const char *)data, length});
    return bytes->status == STATUS_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

void notice_png_size(enum notice_paper paper, int *width, int *height)
{
    CHECK(paper < NOTICE_PAPERS);
    const struct notice_form *form = &notice_forms[paper];
    *width = (int)lround(form->width * form->png_scale);
    *height = (int)lround(form->height * form->png_scale);
}

static cairo_surface_t *surface_new(const struct notice_sheets *sheets, enum notice_format format,
                                    struct growing *bytes)
{
    const struct notice_form *form = &notice_forms[sheets->paper];
    cairo_surface_t *surface;
    int width, height;
    switch (format) {
    case NOTICE_PDF:
        surface = cairo_pdf_surface_create_for_stream(take_bytes, bytes, form->width, form->height);
        return surface;
    case NOTICE_SVG:
        surface = cairo_svg_surface_create_for_stream(take_bytes, bytes, form->width, form->height);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
        return surface;
    case NOTICE_PNG:
        notice_png_size(sheets->paper, &width, &height);
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
        cairo_surface_set_device_scale(surface, form->png_scale, form->png_scale);
        return surface;
    }
    CHECK_NEVER("a format");
}

/* cairo dates a PDF with the present unless it is told a date; one that is none takes the entry out (N4). */
static void describe_pdf(cairo_surface_t *surface, const struct notice *notice, struct arena *arena)
{
    struct text title, house;
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    if (arena_copy_text(arena, notice->lines[NOTICE_TITLE], &title) == STATUS_OK)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title.bytes);
    if (arena_copy_text(arena, notice->lines[NOTICE_HOUSE], &house) == STATUS_OK && house.length > 0)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, house.bytes);
}

static void draw_sheets(const struct notice_sheets *sheets, cairo_t *cairo, size_t from, size_t to)
{
    struct notice_setter *setter = notice_setter_new();
    for (size_t sheet = from; sheet < to; sheet++) {
        draw_sheet(cairo, setter, sheets, sheet);
        if (to - from > 1)
            cairo_show_page(cairo);
    }
    notice_setter_free(setter);
}

enum status notice_draw(const struct notice_sheets *sheets, enum notice_format format, size_t sheet,
                        struct arena *arena, struct text *bytes, struct fault *fault)
{
    struct growing drawn = {.arena = arena};
    bool all = format == NOTICE_PDF;
    if (!all && (sheet < 1 || sheet > sheets->count))
        return fault_set(fault, STATUS_RANGE, 0, "there is no sheet %zu: the notice has %zu", sheet,
                         sheets->count);
    cairo_surface_t *surface = surface_new(sheets, format, &drawn);
    if (all)
        describe_pdf(surface, sheets->notice, arena);
    cairo_t *cairo = cairo_create(surface);
    draw_sheets(sheets, cairo, all ? 0 : sheet - 1, all ? sheets->count : sheet);
    cairo_status_t result = cairo_status(cairo);
    if (result == CAIRO_STATUS_SUCCESS && format == NOTICE_PNG)
        result = cairo_surface_write_to_png_stream(surface, take_bytes, &drawn);
    cairo_surface_finish(surface);
    if (result == CAIRO_STATUS_SUCCESS)
        result = cairo_surface_status(surface);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    if (drawn.status != STATUS_OK)
        return fault_set(fault, drawn.status, 0, "the drawing of the notice is too large");
    if (result != CAIRO_STATUS_SUCCESS)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "the notice could not be drawn: %s",
                         cairo_status_to_string(result));
    *bytes = growing_text(&drawn);
    return STATUS_OK;
}
