#include "cli/plot.h"

#include "cli/odds_numbers.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ drawing */

/* All lengths are in points of 1/72 inch; a PNG has two pixels to the point. */
enum {
    PANEL_WIDTH = 600,
    MARGIN = 28,
    HEAD = 64,
    BAR_ROW = 21,
    LABELS = 196,
    FIGURES = 72,
    FOOT = 40,
    PNG_SCALE = 2,
    NAME_SIZE = 10, /* of the type */
    LABEL_SIZE = BET_NAME_SIZE + 16
};

struct ink {
    double red, green, blue;
};

static const struct ink ink_text = {0.12, 0.16, 0.20}, ink_muted = {0.45, 0.50, 0.55},
                        ink_grid = {0.89, 0.90, 0.92};
static const struct ink ink_win = {0.15, 0.48, 0.36}, ink_lose = {0.73, 0.28, 0.24},
                        ink_even = {0.55, 0.58, 0.62};
static const struct ink ink_meter = {0.79, 0.55, 0.12}, ink_line = {0.14, 0.37, 0.66}, ink_paper = {1, 1, 1};

enum place { PLACE_LEFT, PLACE_MIDDLE, PLACE_RIGHT };

static void use(cairo_t *cairo, struct ink ink)
{
    cairo_set_source_rgb(cairo, ink.red, ink.green, ink.blue);
}

static void say(cairo_t *cairo, double x, double y, double size, bool bold, enum place place,
                const char *words)
{
    cairo_text_extents_t extents;
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, words, &extents);
    double shift = place == PLACE_LEFT ? 0 : place == PLACE_RIGHT ? extents.x_advance : extents.x_advance / 2;
    cairo_move_to(cairo, x - shift, y);
    cairo_show_text(cairo, words);
}

static void rule(cairo_t *cairo, double x0, double y0, double x1, double y1, double width)
{
    cairo_set_line_width(cairo, width);
    cairo_move_to(cairo, x0, y0);
    cairo_line_to(cairo, x1, y1);
    cairo_stroke(cairo);
}

/* ------------------------------------------------------------------------------------------ what is drawn */

/* Outcomes of one net together: what a player feels. */
struct bar {
    const char *name; /* of the most frequent of them */
    bool several;
    uint32_t meter_percent;
    double net, chance;
    uwide most; /* the count of the one that is named */
};

struct bars {
    unsigned count;
    struct bar bars[BET_OUTCOMES_MAX];
};

static void bars_add(struct bars *bars, const struct bet *bet, const struct bet_outcome *outcome)
{
    double net = (double)outcome->net_halves / 2, chance = (double)outcome->count / (double)bet->total;
    if (outcome->count == 0)
        return;
    for (unsigned i = 0; i < bars->count; i++) {
        struct bar *bar = &bars->bars[i];
        if (bar->net == net && bar->meter_percent == outcome->meter_percent) {
            bar->several = true;
            bar->chance += chance;
            if (outcome->count > bar->most) {
                bar->most = outcome->count;
                bar->name = outcome->name;
            }
            return;
        }
    }
    bars->bars[bars->count++] = (struct bar){.name = outcome->name,
                                             .meter_percent = outcome->meter_percent,
                                             .net = net,
                                             .chance = chance,
                                             .most = outcome->count};
}

static bool bar_is_above(const struct bar *left, const struct bar *right)
{
    if (left->meter_percent != right->meter_percent)
        return left->meter_percent > right->meter_percent;
    return left->net > right->net;
}

static void bars_make(struct bars *bars, const struct bet *bet)
{
    bars->count = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++)
        bars_add(bars, bet, &bet->outcomes[i]);
    for (unsigned i = 1; i < bars->count; i++)
        for (unsigned k = i; k > 0 && bar_is_above(&bars->bars[k], &bars->bars[k - 1]); k--) {
            struct bar swapped = bars->bars[k];
            bars->bars[k] = bars->bars[k - 1];
            bars->bars[k - 1] = swapped;
        }
}

static bool has_meter(const struct report_bet *bet)
{
    return bet->has_break_even;
}

/* ------------------------------------------------------------------------------------------ distribution */

static void panel_head(cairo_t *cairo, const char *title, const char *subtitle)
{
    use(cairo, ink_text);
    say(cairo, MARGIN, 30, 15, true, PLACE_LEFT, title);
    use(cairo, ink_muted);
    say(cairo, MARGIN, 47, 10.5, false, PLACE_LEFT, subtitle);
}

static void bar_words(const struct bar *bar, char *name, char *net, size_t size)
{
    struct text_out out;
    text_out_init(&out, net, size);
    if (bar->meter_percent > 0)
        text_out_add(&out, "%u%% meter", bar->meter_percent);
    else if (bar->net == 0)
        text_out_add(&out, "0");
    else
        text_out_add(&out, bar->net == floor(bar->net) ? "%+.0f" : "%+.1f", bar->net);
    text_out_init(&out, name, size);
    text_out_add(&out, "%s%s", bar->name, bar->several ? ", and others" : "");
}

/* "1 in 4,165" for what is rare, "36.1%" for what is not. */
static void chance_words(double chance, char *words, size_t size)
{
    struct text_out out;
    text_out_init(&out, words, size);
    if (chance >= 0.01) {
        text_out_add(&out, "%.*f%%", chance >= 0.1 ? 1 : 2, 100 * chance);
        return;
    }
    text_out_add(&out, "1 in ");
    odds_write_count(&out, (uwide)llround(1 / chance));
}

static double log_least(const struct bars *bars)
{
    double least = 1;
    for (unsigned i = 0; i < bars->count; i++)
        if (bars->bars[i].chance < least)
            least = bars->bars[i].chance;
    return fmin(-1, floor(log10(least) - 0.15));
}

static void grid_of_chances(cairo_t *cairo, double least, double left, double width, double bottom)
{
    unsigned step = least < -4 ? 2 : 1;
    for (int power = 0; power >= (int)least; power -= (int)step) {
        double x = left + width * (power - least) / -least;
        use(cairo, ink_grid);
        rule(cairo, x, HEAD - 4, x, bottom, 1);
        static const char *const names[] = {"1",           "1 in 10",      "1 in 100", "1 in 1,000",
                                            "1 in 10,000", "1 in 100,000", "1 in 1m",  "1 in 10m",
                                            "1 in 100m",   "1 in 1,000m"};
        if (power <= 0 && -power < (int)(sizeof names / sizeof names[0])) {
            use(cairo, ink_muted);
            say(cairo, x, bottom + 16, 9, false, PLACE_MIDDLE, names[-power]);
        }
    }
}

static double distribution_height(const struct report_bet *bet)
{
    struct bars bars;
    bars_make(&bars, &bet->bet);
    return HEAD + BAR_ROW * bars.count + FOOT;
}

static void draw_bar(cairo_t *cairo, const struct bar *bar, double y, double left, double length)
{
    char name[LABEL_SIZE], net[LABEL_SIZE], words[LABEL_SIZE];
    bar_words(bar, name, net, LABEL_SIZE);
    chance_words(bar->chance, words, sizeof words);
    use(cairo, ink_text);
    say(cairo, left - 10, y + 14, 10.5, true, PLACE_RIGHT, net);
    use(cairo, ink_muted);
    say(cairo, MARGIN, y + 14, NAME_SIZE, false, PLACE_LEFT, name);
    use(cairo, bar->meter_percent > 0 ? ink_meter
               : bar->net > 0         ? ink_win
               : bar->net < 0         ? ink_lose
                                      : ink_even);
    cairo_rectangle(cairo, left, y + 3, length, BAR_ROW - 6);
    cairo_fill(cairo);
    use(cairo, ink_text);
    say(cairo, left + length + 6, y + 14, 10, false, PLACE_LEFT, words);
}

/* The room for names and nets: as much as the longest name needs, within reason. */
static double label_width(cairo_t *cairo, const struct bars *bars)
{
    enum { NET_WIDTH = 66, LABELS_MAX = 300 };
    double width = LABELS;
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, NAME_SIZE);
    for (unsigned i = 0; i < bars->count; i++) {
        cairo_text_extents_t extents;
        char name[LABEL_SIZE], net[LABEL_SIZE];
        bar_words(&bars->bars[i], name, net, LABEL_SIZE);
        cairo_text_extents(cairo, name, &extents);
        width = fmax(width, extents.x_advance + NET_WIDTH);
    }
    return fmin(width, LABELS_MAX);
}

static void draw_distribution(cairo_t *cairo, const struct report_bet *bet)
{
    struct bars bars;
    char subtitle[160];
    struct text_out out;
    bars_make(&bars, &bet->bet);
    text_out_init(&out, subtitle, sizeof subtitle);
    text_out_add(&out, "net in units and how often, on a logarithmic scale; house edge %.3f%%%s",
                 100 * fraction_double(report_house_edge(bet)), has_meter(bet) ? " without the meter" : "");
    panel_head(cairo, bet->entry->name, subtitle);
    double least = log_least(&bars), left = MARGIN + label_width(cairo, &bars);
    double width = PANEL_WIDTH - left - FIGURES, bottom = HEAD + BAR_ROW * bars.count;
    grid_of_chances(cairo, least, left, width, bottom);
    for (unsigned i = 0; i < bars.count; i++)
        draw_bar(cairo, &bars.bars[i], HEAD + BAR_ROW * i, left,
                 fmax(2, width * (log10(bars.bars[i].chance) - least) / -least));
    use(cairo, ink_muted);
    rule(cairo, left, HEAD - 4, left, bottom, 1);
}

/* ------------------------------------------------------------------------------------------ edge and meter */

/* 1, 2 or 5 times a power of ten, so that at most `ticks` of them fill the span. */
static double nice_step(double span, unsigned ticks)
{
    double step = pow(10, floor(log10(span / ticks)));
    static const double factors[] = {1, 2, 2.5, 5, 10};
    for (unsigned i = 0; i < sizeof factors / sizeof factors[0]; i++)
        if (step * factors[i] * ticks >= span)
            return step * factors[i];
    return step * 10;
}

static void dollars_words(double dollars, char *words, size_t size)
{
    struct text_out out;
    text_out_init(&out, words, size);
    text_out_add(&out, "$");
    odds_write_count(&out, (uwide)llround(dollars));
}

/* The part of the page that holds the curve, and what its sides mean. */
struct frame {
    double left, top, right, bottom;
    double meter_max, edge_min, edge_max; /* dollars; units */
};

static double frame_x(const struct frame *frame, double meter)
{
    return frame->left + (frame->right - frame->left) * meter / frame->meter_max;
}

static double frame_y(const struct frame *frame, double edge)
{
    return frame->bottom -
           (frame->bottom - frame->top) * (edge - frame->edge_min) / (frame->edge_max - frame->edge_min);
}

static void grid_of_edges(cairo_t *cairo, const struct frame *frame)
{
    double step = nice_step(frame->edge_max - frame->edge_min, 6);
    int last = (int)floor(frame->edge_max / step + 0.01);
    for (int i = (int)ceil(frame->edge_min / step); i <= last; i++) {
        char words[32];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        if (i == 0)
            text_out_add(&out, "even");
        else
            text_out_add(&out, "%+.0f%%", 100 * step * i);
        double y = frame_y(frame, step * i);
        use(cairo, i == 0 ? ink_muted : ink_grid);
        rule(cairo, frame->left, y, frame->right, y, i == 0 ? 1.2 : 1);
        use(cairo, ink_muted);
        say(cairo, frame->left - 8, y + 3.5, 9.5, false, PLACE_RIGHT, words);
    }
}

static void grid_of_meters(cairo_t *cairo, const struct frame *frame)
{
    double step = nice_step(frame->meter_max, 5);
    for (int i = 0; i <= (int)(frame->meter_max / step + 0.01); i++) {
        char words[64];
        double x = frame_x(frame, step * i);
        dollars_words(step * i, words, sizeof words);
        use(cairo, ink_grid);
        rule(cairo, x, frame->top, x, frame->bottom, 1);
        use(cairo, ink_muted);
        say(cairo, x, frame->bottom + 16, 9.5, false, PLACE_MIDDLE, words);
    }
}

static void mark(cairo_t *cairo, double x, double y, struct ink ink)
{
    use(cairo, ink_paper);
    cairo_arc(cairo, x, y, 6, 0, 2 * M_PI);
    cairo_fill(cairo);
    use(cairo, ink);
    cairo_arc(cairo, x, y, 4.2, 0, 2 * M_PI);
    cairo_fill(cairo);
}

/* The player's edge per unit at a meter in dollars, envy and what is paid on top left out. */
static double edge_at(const struct report_bet *bet, double meter)
{
    return fraction_double(bet->expected) +
           fraction_double(bet_meter_share(&bet->bet)) * meter / ((double)bet->wager.cents / MONEY_DOLLAR);
}

static void draw_marks(cairo_t *cairo, const struct report_bet *bet, const struct frame *frame)
{
    char dollars[64], words[96];
    struct text_out out;
    double even = fraction_double(bet->break_even_cents) / MONEY_DOLLAR;
    double meter = (double)bet->meter.cents / MONEY_DOLLAR, x = frame_x(frame, even), y = frame_y(frame, 0);
    static const double dashes[] = {3, 3};
    use(cairo, ink_meter);
    cairo_set_dash(cairo, dashes, 2, 0);
    rule(cairo, x, y, x, frame->bottom, 1.2);
    cairo_set_dash(cairo, NULL, 0, 0);
    mark(cairo, x, y, ink_meter);
    dollars_words(even, dollars, sizeof dollars);
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "even at %s", dollars);
    use(cairo, ink_text);
    say(cairo, x + 8, y + 18, 11, true, PLACE_LEFT, words);
    if (meter <= 0 || meter > frame->meter_max)
        return;
    x = frame_x(frame, meter);
    y = frame_y(frame, edge_at(bet, meter));
    mark(cairo, x, y, ink_line);
    dollars_words(meter, dollars, sizeof dollars);
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%+.1f%% at %s", 100 * edge_at(bet, meter), dollars);
    use(cairo, ink_text);
    say(cairo, x + 12, y + 4, 10, false, PLACE_LEFT, words);
}

static void draw_meter(cairo_t *cairo, const struct report_bet *bet, double height)
{
    char subtitle[160], wager[MONEY_TEXT_SIZE];
    struct text_out out;
    double even = fraction_double(bet->break_even_cents) / MONEY_DOLLAR;
    double shown = fmax(1.4 * even, 1.15 * (double)bet->meter.cents / MONEY_DOLLAR);
    text_out_init(&out, wager, sizeof wager);
    money_write(&out, bet->wager);
    text_out_init(&out, subtitle, sizeof subtitle);
    text_out_add(&out, "player's edge against the meter, for a wager of %s; envy and bonuses left out",
                 wager);
    panel_head(cairo, bet->entry->name, subtitle);
    double step = nice_step(shown, 5);
    struct frame frame = {
        .left = MARGIN + 48, .top = HEAD, .right = PANEL_WIDTH - MARGIN - 16, .bottom = height - FOOT};
    frame.meter_max = ceil(shown / step) * step;
    frame.edge_min = edge_at(bet, 0);
    frame.edge_max = edge_at(bet, frame.meter_max);
    grid_of_edges(cairo, &frame);
    grid_of_meters(cairo, &frame);
    use(cairo, ink_line);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    rule(cairo, frame_x(&frame, 0), frame_y(&frame, frame.edge_min), frame_x(&frame, frame.meter_max),
         frame_y(&frame, frame.edge_max), 2.4);
    draw_marks(cairo, bet, &frame);
}

/* ------------------------------------------------------------------------------------------ the sheet */

/* A place on the sheet: one panel, in the left or the right column of a row. */
struct panel {
    const struct report_bet *bet;
    bool meter;
    unsigned row, column;
};

struct sheet {
    unsigned panel_count, row_count, column_count;
    struct panel panels[2 * REPORT_BETS_MAX];
    double heights[2 * REPORT_BETS_MAX]; /* of the rows */
};

enum { METER_HEIGHT_MIN = 300 };

static void sheet_add(struct sheet *sheet, const struct report_bet *bet, bool meter, bool new_row)
{
    const struct panel *last = sheet->panel_count > 0 ? &sheet->panels[sheet->panel_count - 1] : NULL;
    struct panel panel = {bet, meter, 0, 0};
    if (last && !new_row && last->column == 0) {
        panel.row = last->row;
        panel.column = 1;
    } else if (last) {
        panel.row = last->row + 1;
    }
    double height = meter ? METER_HEIGHT_MIN : distribution_height(bet);
    if (panel.row == sheet->row_count)
        sheet->heights[sheet->row_count++] = height;
    sheet->heights[panel.row] = fmax(sheet->heights[panel.row], height);
    if (panel.column + 1 > sheet->column_count)
        sheet->column_count = panel.column + 1;
    sheet->panels[sheet->panel_count++] = panel;
}

static void sheet_make(struct sheet *sheet, const struct report *report)
{
    *sheet = (struct sheet){0};
    bool after_meter = false;
    for (unsigned i = 0; i < report->bet_count; i++) {
        const struct report_bet *bet = &report->bets[i];
        sheet_add(sheet, bet, false, has_meter(bet) || after_meter);
        after_meter = has_meter(bet);
        if (has_meter(bet))
            sheet_add(sheet, bet, true, false);
    }
}

enum { SHEET_HEAD = 52 };

static double sheet_width(const struct sheet *sheet)
{
    return PANEL_WIDTH * sheet->column_count;
}

static double sheet_height(const struct sheet *sheet)
{
    double height = SHEET_HEAD;
    for (unsigned i = 0; i < sheet->row_count; i++)
        height += sheet->heights[i];
    return height;
}

static void sheet_draw(const struct sheet *sheet, const struct report *report, cairo_t *cairo)
{
    use(cairo, ink_paper);
    cairo_paint(cairo);
    use(cairo, ink_text);
    say(cairo, MARGIN, 34, 19, true, PLACE_LEFT, report->target->title);
    use(cairo, ink_muted);
    say(cairo, sheet_width(sheet) - MARGIN, 34, 10.5, false, PLACE_RIGHT, report->target->name);
    use(cairo, ink_grid);
    rule(cairo, MARGIN, SHEET_HEAD - 4, sheet_width(sheet) - MARGIN, SHEET_HEAD - 4, 1);
    for (unsigned i = 0; i < sheet->panel_count; i++) {
        const struct panel *panel = &sheet->panels[i];
        double top = SHEET_HEAD;
        for (unsigned row = 0; row < panel->row; row++)
            top += sheet->heights[row];
        cairo_save(cairo);
        cairo_translate(cairo, PANEL_WIDTH * panel->column, top);
        if (panel->meter)
            draw_meter(cairo, panel->bet, sheet->heights[panel->row]);
        else
            draw_distribution(cairo, panel->bet);
        cairo_restore(cairo);
    }
}

/* ------------------------------------------------------------------------------------------ files */

enum form { FORM_SVG, FORM_PNG, FORM_PDF, FORMS };

static enum form form_of(struct text path)
{
    static const char *const endings[FORMS] = {".svg", ".png", ".pdf"};
    for (unsigned i = 0; i < FORMS; i++)
        if (path.length > 4 &&
            text_equal_ignoring_case(text_from(path, path.length - 4), text_of(endings[i])))
            return (enum form)i;
    return FORMS;
}

enum status plot_check(struct text path, struct fault *fault)
{
    if (form_of(path) == FORMS)
        return fault_set(fault, STATUS_INVALID, path.length,
                         "the name of the plot must end in .svg, .png or .pdf");
    return STATUS_OK;
}

static cairo_status_t put_bytes(void *context, const unsigned char *bytes, unsigned size)
{
    return fwrite(bytes, 1, size, context) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *surface_make(enum form form, double width, double height, FILE *file)
{
    switch (form) {
    case FORM_SVG:
        return cairo_svg_surface_create_for_stream(put_bytes, file, width, height);
    case FORM_PDF:
        return cairo_pdf_surface_create_for_stream(put_bytes, file, width, height);
    default:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(PNG_SCALE * width),
                                          (int)(PNG_SCALE * height));
    }
}

static cairo_status_t draw_to(const struct report *report, enum form form, FILE *file)
{
    struct sheet sheet;
    sheet_make(&sheet, report);
    cairo_surface_t *surface = surface_make(form, sheet_width(&sheet), sheet_height(&sheet), file);
    cairo_t *cairo = cairo_create(surface);
    if (form == FORM_PNG)
        cairo_scale(cairo, PNG_SCALE, PNG_SCALE);
    sheet_draw(&sheet, report, cairo);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    if (status == CAIRO_STATUS_SUCCESS && form == FORM_PNG)
        status = cairo_surface_write_to_png_stream(surface, put_bytes, file);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return status;
}

enum status plot_write(const struct report *report, struct text path, struct fault *fault)
{
    enum { PATH_SIZE = 4096 };
    char name[PATH_SIZE], part[PATH_SIZE];
    struct text_out out, out_part;
    if (plot_check(path, fault) != STATUS_OK)
        return STATUS_INVALID;
    text_out_init(&out, name, sizeof name);
    text_out_add_text(&out, path);
    text_out_init(&out_part, part, sizeof part);
    text_out_add(&out_part, "%s.part", name);
    if (out_part.truncated)
        return fault_set(fault, STATUS_INVALID, PATH_SIZE, "the plot's name is too long");
    FILE *file = fopen(part, "wb");
    if (!file)
        return fault_set(fault, STATUS_IO, 0, "cannot write %.150s: %s", name, strerror(errno));
    cairo_status_t status = draw_to(report, form_of(path), file);
    bool closed = fclose(file) == 0;
    if (status == CAIRO_STATUS_SUCCESS && closed && rename(part, name) == 0)
        return STATUS_OK;
    int reason = errno;
    remove(part);
    return fault_set(fault, STATUS_IO, 0, "cannot write %.150s: %s", name,
                     status == CAIRO_STATUS_SUCCESS ? strerror(reason) : cairo_status_to_string(status));
}
