#include "rulebook/notice_type.h"

#include "base/check.h"

#include <math.h>
#include <pango/pangocairo.h>

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

struct drawn_colour {
    double red, green, blue;
};

/* Dark on white for paper, light on dark for a sign; every ink for text has a contrast of at least 4.5 to 1. */
static const struct drawn_colour on_paper[NOTICE_INKS] = {
    [NOTICE_INK_PAPER] = {1, 1, 1},
    [NOTICE_INK_TEXT] = {0.10, 0.14, 0.125},
    [NOTICE_INK_MUTED] = {0.33, 0.38, 0.36},
    [NOTICE_INK_HAIR] = {0.82, 0.85, 0.84},
    [NOTICE_INK_TINT] = {0.933, 0.957, 0.945},
    [NOTICE_INK_ACCENT] = {0.043, 0.365, 0.27},
    [NOTICE_INK_ON_ACCENT] = {1, 1, 1},
};
static const struct drawn_colour on_sign[NOTICE_INKS] = {
    [NOTICE_INK_PAPER] = {0.035, 0.09, 0.075},   [NOTICE_INK_TEXT] = {0.97, 0.98, 0.975},
    [NOTICE_INK_MUTED] = {0.68, 0.74, 0.71},     [NOTICE_INK_HAIR] = {0.20, 0.29, 0.26},
    [NOTICE_INK_TINT] = {0.07, 0.16, 0.13},      [NOTICE_INK_ACCENT] = {0.93, 0.74, 0.32},
    [NOTICE_INK_ON_ACCENT] = {0.07, 0.06, 0.02},
};

void notice_ink_use(cairo_t *cairo, enum notice_ink ink, bool sign, const struct notice_accents *accents)
{
    const struct notice_accent *accent = sign ? &accents->dark : &accents->light;
    const struct drawn_colour *colour = &(sign ? on_sign : on_paper)[ink];
    CHECK(ink != NOTICE_INK_NONE && ink < NOTICE_INKS);
    if (ink == NOTICE_INK_ACCENT && accent->set)
        cairo_set_source_rgb(cairo, accent->red / 255.0, accent->green / 255.0, accent->blue / 255.0);
    else
        cairo_set_source_rgb(cairo, colour->red, colour->green, colour->blue);
}

void notice_setting_draw(cairo_t *cairo, const struct notice_setting *setting, size_t first, size_t count,
                         double left, double top)
{
    PangoLayoutIter *iterator = iterator_at(setting, first);
    double scale = setting->scale * PANGO_SCALE;
    int start, bottom;
    pango_layout_iter_get_line_yrange(iterator, &start, &bottom);
    cairo_save(cairo);
    cairo_translate(cairo, left, top);
    cairo_scale(cairo, scale, scale);
    for (size_t i = 0; i < count; i++) {
        PangoRectangle logical;
        pango_layout_iter_get_line_extents(iterator, NULL, &logical);
        cairo_move_to(cairo, pango_units_to_double(logical.x),
                      pango_units_to_double(pango_layout_iter_get_baseline(iterator) - start));
        pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(iterator));
        CHECK(pango_layout_iter_next_line(iterator) || i + 1 == count);
    }
    cairo_restore(cairo);
    pango_layout_iter_free(iterator);
}
