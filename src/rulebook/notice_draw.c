#include "rulebook/notice_internal.h"

#include "base/check.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>

/* --------------------------------------------------------------------------------------- type */

/* Open Sans is what tools/setup.sh installs; the others stand in for it, and for the letters that it lacks. */
static const char families[] = "Open Sans, Noto Sans, DejaVu Sans, sans-serif";

struct notice_setter {
    PangoFontMap *fonts;
    PangoContext *context;
};

/*
 * Finding a font takes longer than anything else, and pango looks again for every size. Type that does not regard pixels
 * is proportional to its size, and breaks into the same lines in every format: so all of it is set in one size, and
 * scaled when it is measured and drawn.
 */
enum { SIZE_SET = 16 };

struct notice_setting {
    PangoLayout *layout;
    double scale; /* points to a unit of pango */
};

static double scale_of(const struct notice_type *type)
{
    return type->size / SIZE_SET / PANGO_SCALE;
}

struct notice_setter *notice_setter_new(void)
{
    struct notice_setter *setter = g_new0(struct notice_setter, 1);
    setter->fonts = pango_cairo_font_map_new();
    setter->context = pango_font_map_create_context(setter->fonts);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(setter->context, options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(setter->context, 72);
    pango_context_set_round_glyph_positions(setter->context, FALSE);
    pango_context_set_language(setter->context, pango_language_from_string("en"));
    return setter;
}

void notice_setter_free(struct notice_setter *setter)
{
    g_object_unref(setter->context);
    g_object_unref(setter->fonts);
    g_free(setter);
}

static PangoWeight weight_of(enum notice_face face)
{
    switch (face) {
    case NOTICE_REGULAR:
        return PANGO_WEIGHT_NORMAL;
    case NOTICE_SEMIBOLD:
        return PANGO_WEIGHT_SEMIBOLD;
    case NOTICE_BOLD:
        return PANGO_WEIGHT_BOLD;
    case NOTICE_EXTRABOLD:
        return PANGO_WEIGHT_ULTRABOLD;
    }
    CHECK_NEVER("a face");
}

/* Tabular figures stand below each other; large type needs less between its lines. */
static void layout_attributes(PangoLayout *layout, const struct notice_type *type)
{
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family_static(font, families);
    pango_font_description_set_weight(font, weight_of(type->face));
    pango_font_description_set_size(font, SIZE_SET * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1, lnum=1"));
    if (type->face == NOTICE_EXTRABOLD)
        pango_attr_list_insert(attributes, pango_attr_line_height_new(0.85));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
}

static PangoLayout *layout_new(struct notice_setter *setter, const struct notice_type *type)
{
    PangoLayout *layout = pango_layout_new(setter->context);
    CHECK_OP(type->words.length, <=, G_MAXINT);
    layout_attributes(layout, type);
    pango_layout_set_text(layout, type->words.length > 0 ? type->words.bytes : "", (int)type->words.length);
    pango_layout_set_alignment(layout, type->align == NOTICE_LEFT     ? PANGO_ALIGN_LEFT
                                       : type->align == NOTICE_CENTRE ? PANGO_ALIGN_CENTER
                                                                      : PANGO_ALIGN_RIGHT);
    return layout;
}

struct notice_setting *notice_setting_new(struct notice_setter *setter, const struct notice_type *type)
{
    struct notice_setting *setting = g_new0(struct notice_setting, 1);
    setting->layout = layout_new(setter, type);
    setting->scale = scale_of(type);
    pango_layout_set_width(setting->layout, (int)lround(type->width / setting->scale));
    pango_layout_set_wrap(setting->layout, PANGO_WRAP_WORD_CHAR);
    if (type->one_line) {
        pango_layout_set_ellipsize(setting->layout, PANGO_ELLIPSIZE_END);
        pango_layout_set_single_paragraph_mode(setting->layout, TRUE);
    }
    return setting;
}

void notice_setting_free(struct notice_setting *setting)
{
    g_object_unref(setting->layout);
    g_free(setting);
}

size_t notice_setting_lines(const struct notice_setting *setting)
{
    return (size_t)pango_layout_get_line_count(setting->layout);
}

/* An iterator at line `first`; there must be such a line. */
static PangoLayoutIter *iterator_at(const struct notice_setting *setting, size_t first)
{
    PangoLayoutIter *iterator = pango_layout_get_iter(setting->layout);
    for (size_t i = 0; i < first; i++)
        CHECK(pango_layout_iter_next_line(iterator));
    return iterator;
}

size_t notice_setting_fit(const struct notice_setting *setting, size_t first, double height, double *taken)
{
    size_t lines = notice_setting_lines(setting), count = 0;
    CHECK_OP(first, <=, lines);
    *taken = 0;
    if (first == lines)
        return 0;
    PangoLayoutIter *iterator = iterator_at(setting, first);
    int top, bottom, start;
    pango_layout_iter_get_line_yrange(iterator, &start, &bottom);
    do {
        pango_layout_iter_get_line_yrange(iterator, &top, &bottom);
        double until = (double)(bottom - start) * setting->scale;
        if (until > height)
            break;
        *taken = until;
        count++;
    } while (pango_layout_iter_next_line(iterator));
    pango_layout_iter_free(iterator);
    return count;
}

double notice_words_width(struct notice_setter *setter, const struct notice_type *type)
{
    int width, height;
    PangoLayout *layout = layout_new(setter, type);
    pango_layout_get_size(layout, &width, &height);
    g_object_unref(layout);
    return (double)width * scale_of(type);
}

/* --------------------------------------------------------------------------------------- drawing */

struct colour {
    double red, green, blue;
};

/* Dark on white for paper, light on dark for a sign; every ink for text has a contrast of at least 4.5 to 1. */
static const struct colour on_paper[NOTICE_INKS] = {
    [NOTICE_INK_PAPER] = {1, 1, 1},
    [NOTICE_INK_TEXT] = {0.10, 0.14, 0.125},
    [NOTICE_INK_MUTED] = {0.33, 0.38, 0.36},
    [NOTICE_INK_HAIR] = {0.82, 0.85, 0.84},
    [NOTICE_INK_TINT] = {0.933, 0.957, 0.945},
    [NOTICE_INK_ACCENT] = {0.043, 0.365, 0.27},
    [NOTICE_INK_ON_ACCENT] = {1, 1, 1},
};
static const struct colour on_sign[NOTICE_INKS] = {
    [NOTICE_INK_PAPER] = {0.035, 0.09, 0.075},   [NOTICE_INK_TEXT] = {0.97, 0.98, 0.975},
    [NOTICE_INK_MUTED] = {0.68, 0.74, 0.71},     [NOTICE_INK_HAIR] = {0.20, 0.29, 0.26},
    [NOTICE_INK_TINT] = {0.07, 0.16, 0.13},      [NOTICE_INK_ACCENT] = {0.93, 0.74, 0.32},
    [NOTICE_INK_ON_ACCENT] = {0.07, 0.06, 0.02},
};

static void use_ink(cairo_t *cairo, const struct notice_sheets *sheets, enum notice_ink ink)
{
    const struct colour *colour = &(sheets->paper == NOTICE_SIGN ? on_sign : on_paper)[ink];
    CHECK(ink != NOTICE_INK_NONE && ink < NOTICE_INKS);
    cairo_set_source_rgb(cairo, colour->red, colour->green, colour->blue);
}

static void draw_lines(cairo_t *cairo, struct notice_setter *setter, const struct notice_placed *placed)
{
    struct notice_setting *setting = notice_setting_new(setter, &placed->type);
    PangoLayoutIter *iterator = iterator_at(setting, placed->first_line);
    int start, bottom;
    pango_layout_iter_get_line_yrange(iterator, &start, &bottom);
    cairo_save(cairo);
    cairo_translate(cairo, placed->left, placed->top);
    cairo_scale(cairo, placed->type.size / SIZE_SET, placed->type.size / SIZE_SET);
    for (size_t i = 0; i < placed->line_count; i++) {
        PangoRectangle logical;
        pango_layout_iter_get_line_extents(iterator, NULL, &logical);
        cairo_move_to(cairo, pango_units_to_double(logical.x),
                      pango_units_to_double(pango_layout_iter_get_baseline(iterator) - start));
        pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(iterator));
        CHECK(pango_layout_iter_next_line(iterator) || i + 1 == placed->line_count);
    }
    cairo_restore(cairo);
    pango_layout_iter_free(iterator);
    notice_setting_free(setting);
}

static void draw_sheet(cairo_t *cairo, struct notice_setter *setter, const struct notice_sheets *sheets,
                       size_t sheet)
{
    use_ink(cairo, sheets, NOTICE_INK_PAPER);
    cairo_paint(cairo);
    for (const struct notice_placed *placed = sheets->placed; placed; placed = placed->next) {
        if (placed->sheet != sheet)
            continue;
        if (placed->fill != NOTICE_INK_NONE) {
            use_ink(cairo, sheets, placed->fill);
            cairo_rectangle(cairo, placed->left, placed->top, placed->width, placed->height);
            cairo_fill(cairo);
        } else {
            use_ink(cairo, sheets, placed->type.ink);
            draw_lines(cairo, setter, placed);
        }
    }
}

/* --------------------------------------------------------------------------------------- formats */

static cairo_status_t take_bytes(void *closure, const unsigned char *data, unsigned length)
{
    struct notice_bytes *bytes = closure;
    notice_bytes_add(bytes, (struct text){(const char *)data, length});
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
                                    struct notice_bytes *bytes)
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
    struct notice_bytes drawn = {.arena = arena};
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
    *bytes = notice_bytes_text(&drawn);
    return STATUS_OK;
}
