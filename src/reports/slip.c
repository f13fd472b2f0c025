#include "reports/slip.h"

#include "reports/checkpoint_code.h"

#include "base/check.h"
#include "base/money.h"
#include "rulebook/branding.h"

#include <cairo-pdf.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

void slip_sheet_release(struct slip_sheet *sheet)
{
    json_t **const documents[] = {&sheet->house,   &sheet->people, &sheet->told,    &sheet->rule,
                                  &sheet->subject, &sheet->paid,   &sheet->awarded, &sheet->verified};
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        json_decref(*documents[i]);
        *documents[i] = NULL;
    }
}

/* ------------------------------------------------------------------------------------------ amounts in words */

static const char *const ones[] = {"",        "one",     "two",       "three",    "four",
                                   "five",    "six",     "seven",     "eight",    "nine",
                                   "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                   "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
static const char *const tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                   "fifty", "sixty", "seventy", "eighty", "ninety"};

/* 1 to 999 */
static void write_hundreds(struct text_out *out, unsigned number)
{
    if (number >= 100)
        text_out_add(out, "%s hundred%s", ones[number / 100], number % 100 ? " " : "");
    unsigned rest = number % 100;
    if (rest >= 20)
        text_out_add(out, "%s%s%s", tens[rest / 10], rest % 10 ? "-" : "", ones[rest % 10]);
    else if (rest > 0)
        text_out_add(out, "%s", ones[rest]);
}

void slip_write_amount(struct text_out *out, int64_t cents)
{
    static const char *const scales[] = {
        " quadrillion", " trillion", " billion", " million", " thousand", "",
    };
    char words[SLIP_WORDS_SIZE];
    struct text_out made;
    CHECK_OP(cents, >=, 0);
    uint64_t dollars = (uint64_t)cents / 100, scale = UINT64_C(1000000000000000);
    text_out_init(&made, words, sizeof words);
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++, scale /= 1000) {
        unsigned group = (unsigned)(dollars / scale % 1000);
        if (group == 0)
            continue;
        text_out_add(&made, "%s", made.length > 0 ? " " : "");
        write_hundreds(&made, group);
        text_out_add(&made, "%s", scales[i]);
    }
    if (dollars == 0)
        text_out_add(&made, "zero");
    CHECK(!made.truncated);
    words[0] = (char)(words[0] - 'a' + 'A');
    text_out_add(out, "%s dollar%s and %02u cents", words, dollars == 1 ? "" : "s", (unsigned)(cents % 100));
}

/* ------------------------------------------------------------------------------------------ values */

/* The text of one place on the sheet. */
struct line {
    char words[SLIP_WORDS_SIZE];
    struct text_out out;
};

static struct text_out *line_begin(struct line *line)
{
    text_out_init(&line->out, line->words, sizeof line->words);
    return &line->out;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static int64_t number_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void add_money(struct text_out *out, int64_t cents)
{
    money_write(out, money_of_cents(cents));
}

/* "Nov 16, 2026, 2:05 PM"; nothing if there is no time. */
static void add_time(struct text_out *out, const struct zone *zone, struct instant at)
{
    struct local_time local;
    if (at.ms != 0 && local_time_of(at, zone, &local) == STATUS_OK)
        local_time_show(out, &local);
}

static void add_time_at(struct text_out *out, const struct zone *zone, const json_t *object, const char *key)
{
    struct instant at = {0};
    if (instant_parse(text_of(text_at(object, key)), 0, &at, NULL) == STATUS_OK)
        add_time(out, zone, at);
}

/* "Cy Young", or the sign-in name if there is no other. */
static void add_person(struct text_out *out, const json_t *people, const char *person)
{
    const char *name = text_at(people, person);
    text_out_add(out, "%s", *name ? name : *person ? person : "\xe2\x80\x94");
}

/* "$50.00", "25 tickets", or both. */
static void add_won(struct text_out *out, const json_t *prize)
{
    int64_t cents = number_at(prize, "cents"), things = number_at(prize, "things");
    const char *thing = text_at(prize, "thing");
    if (cents > 0 || !*thing)
        add_money(out, cents);
    if (!*thing)
        return;
    text_out_add(out, "%s", cents > 0 ? " and " : "");
    if (things > 1)
        text_out_add(out, "%lld ", (long long)things);
    text_out_add(out, "%s", thing);
}

static void add_winner(struct text_out *out, const json_t *prize)
{
    const char *patron = text_at(prize, "patron"), *name = text_at(prize, "name");
    if (!*patron && !*name)
        text_out_add(out, "not a member of the club");
    else
        text_out_add(out, "%s%s%s", name, *name && *patron ? ", club no. " : "", patron);
}

/* The text of the clause, as far as it fits. */
static void add_rule(struct text_out *out, const struct slip_sheet *sheet)
{
    const char *words = json_string_value(sheet->rule);
    text_out_add_text(out, text_clipped(text_of(words ? words : ""), SLIP_WORDS_SIZE - 1));
}

/* ------------------------------------------------------------------------------------------ drawing */

/* tools/setup.sh installs Open Sans; the others replace it, and supply letters that it lacks. */
static const char families[] = "Open Sans, Noto Sans, DejaVu Sans, sans-serif";

struct ink {
    double red, green, blue;
};
static const struct ink black = {0.10, 0.14, 0.125}, soft = {0.33, 0.38, 0.36}, hair = {0.75, 0.79, 0.77},
                        green = {0.043, 0.365, 0.27}, red = {0.67, 0.137, 0.09}, tint = {0.933, 0.957, 0.945};

struct type {
    double size;
    PangoWeight weight;
    const struct ink *ink;
    PangoAlignment align;
    unsigned lines; /* at most; the rest is cut with an ellipsis */
};
static const struct type label_type = {7.5, PANGO_WEIGHT_SEMIBOLD, &soft, PANGO_ALIGN_LEFT, 1},
                         value_type = {9.5, PANGO_WEIGHT_NORMAL, &black, PANGO_ALIGN_LEFT, 2},
                         strong_type = {9.5, PANGO_WEIGHT_SEMIBOLD, &black, PANGO_ALIGN_LEFT, 1},
                         small_type = {7, PANGO_WEIGHT_NORMAL, &soft, PANGO_ALIGN_LEFT, 1},
                         reason_type = {7.5, PANGO_WEIGHT_NORMAL, &soft, PANGO_ALIGN_LEFT, 2};

/* The drawing position, measured from the top of the page. */
struct pen {
    cairo_t *cairo;
    PangoContext *fonts;
    const struct slip_sheet *sheet;
    struct ink accent; /* the colour of the house */
    double left, right, y;
    double page_width, page_height;
};

/* Green, if the house has no colour of its own. */
static struct ink accent_of(const json_t *house)
{
    struct rgb colour;
    if (rgb_read(text_of(text_at(house, "colour")), &colour, NULL) != STATUS_OK)
        return green;
    return (struct ink){colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0};
}

static void use(struct pen *pen, const struct ink *ink)
{
    cairo_set_source_rgb(pen->cairo, ink->red, ink->green, ink->blue);
}

/* Draws words in a column and returns their height. */
static double put(struct pen *pen, double x, double y, double width, const char *words,
                  const struct type *type)
{
    PangoLayout *layout = pango_layout_new(pen->fonts);
    PangoFontDescription *font = pango_font_description_new();
    int wide, high;
    pango_font_description_set_family_static(font, families);
    pango_font_description_set_weight(font, type->weight);
    pango_font_description_set_size(font, (int)lround(type->size * PANGO_SCALE));
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1, lnum=1"));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_text(layout, words, -1);
    pango_layout_set_width(layout, (int)lround(width * PANGO_SCALE));
    pango_layout_set_height(layout, -(int)type->lines);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_alignment(layout, type->align);
    use(pen, type->ink);
    cairo_move_to(pen->cairo, x, y);
    pango_cairo_show_layout(pen->cairo, layout);
    pango_layout_get_size(layout, &wide, &high);
    g_object_unref(layout);
    return pango_units_to_double(high);
}

static void box(struct pen *pen, double x, double y, double width, double height, const struct ink *ink)
{
    use(pen, ink);
    cairo_rectangle(pen->cairo, x, y, width, height);
    cairo_fill(pen->cairo);
}

static double column(const struct pen *pen)
{
    return pen->right - pen->left;
}

static void rule(struct pen *pen, double after)
{
    box(pen, pen->left, pen->y, column(pen), 0.6, &hair);
    pen->y += after;
}

/* A fact of the sheet: its name on the left, its value on the right. */
static void fact(struct pen *pen, const char *label, struct line *line)
{
    enum { LABEL_WIDTH = 92 };
    if (line->out.length == 0)
        return;
    (void)put(pen, pen->left, pen->y + 1.8, LABEL_WIDTH, label, &label_type);
    pen->y +=
        3 + put(pen, pen->left + LABEL_WIDTH, pen->y, column(pen) - LABEL_WIDTH, line->words, &value_type);
}

/* ------------------------------------------------------------------------------------------ head and foot */

/* A reprint says so in large letters, with who printed it and when. */
static void draw_reprint(struct pen *pen)
{
    static const struct type large = {15, PANGO_WEIGHT_ULTRABOLD, &red, PANGO_ALIGN_LEFT, 1};
    const struct slip *slip = &pen->sheet->slip;
    struct line line;
    struct text_out *out = line_begin(&line);
    if (!pen->sheet->reprint)
        return;
    text_out_add(out, "Copy %u, printed ", slip->copies);
    add_time(out, &pen->sheet->zone, slip->printed);
    text_out_add(out, " by ");
    add_person(out, pen->sheet->people, slip->by);
    cairo_set_line_width(pen->cairo, 1.6);
    use(pen, &red);
    cairo_rectangle(pen->cairo, pen->left + 0.8, pen->y, column(pen) - 1.6, 26);
    cairo_stroke(pen->cairo);
    (void)put(pen, pen->left + 9, pen->y + 2.5, 110, "REPRINT", &large);
    (void)put(pen, pen->left + 112, pen->y + 8, column(pen) - 120, line.words, &small_type);
    pen->y += 36;
}

static void draw_head(struct pen *pen, const char *title)
{
    const struct type house_type = {12, PANGO_WEIGHT_BOLD, &pen->accent, PANGO_ALIGN_LEFT, 1};
    static const struct type title_type = {12, PANGO_WEIGHT_SEMIBOLD, &black, PANGO_ALIGN_LEFT, 1},
                             number_type = {17, PANGO_WEIGHT_BOLD, &black, PANGO_ALIGN_RIGHT, 1};
    struct line number;
    text_out_add(line_begin(&number), "No. %06u", pen->sheet->slip.number);
    box(pen, 0, 0, pen->page_width, 7, &pen->accent);
    pen->y = 22;
    double wide = column(pen) - 130;
    double high = put(pen, pen->left, pen->y, wide, text_at(pen->sheet->house, "name"), &house_type);
    (void)put(pen, pen->right - 130, pen->y - 3, 130, number.words, &number_type);
    pen->y += high;
    (void)put(pen, pen->left, pen->y, wide, text_at(pen->sheet->house, "address"), &small_type);
    if (*text_at(pen->sheet->house, "tagline")) {
        pen->y += 10;
        (void)put(pen, pen->left, pen->y, wide, text_at(pen->sheet->house, "tagline"), &small_type);
    }
    pen->y += 14;
    pen->y += put(pen, pen->left, pen->y, column(pen), title, &title_type) + 6;
    draw_reprint(pen);
}

static void draw_amount(struct pen *pen, const char *figures, const char *words)
{
    const struct type figures_type = {27, PANGO_WEIGHT_BOLD, &pen->accent, PANGO_ALIGN_CENTER, 1};
    static const struct type words_type = {9.5, PANGO_WEIGHT_NORMAL, &black, PANGO_ALIGN_CENTER, 2};
    double height = *words ? 72 : 50, inset = 12;
    box(pen, pen->left, pen->y, column(pen), height, &tint);
    (void)put(pen, pen->left + inset, pen->y + 5, column(pen) - 2 * inset, figures, &figures_type);
    (void)put(pen, pen->left + inset, pen->y + 44, column(pen) - 2 * inset, words, &words_type);
    pen->y += height + 10;
}

/* Lines for signatures, side by side, above the foot. */
static void draw_signatures(struct pen *pen, const char *const *labels, unsigned count)
{
    double between = 14, width = (column(pen) + between) / count - between, y = pen->page_height - 58;
    for (unsigned i = 0; i < count; i++) {
        double x = pen->left + i * (width + between);
        box(pen, x, y, width, 0.8, &black);
        (void)put(pen, x, y + 3, width, labels[i], &small_type);
    }
}

static void draw_foot(struct pen *pen)
{
    static const struct type foot = {6.5, PANGO_WEIGHT_NORMAL, &soft, PANGO_ALIGN_LEFT, 1};
    struct line line;
    struct text_out *out = line_begin(&line);
    text_out_add(out, "Slip %u, printed ", pen->sheet->slip.number);
    add_time(out, &pen->sheet->zone, pen->sheet->slip.printed);
    text_out_add(out, " by ");
    add_person(out, pen->sheet->people, pen->sheet->slip.by);
    (void)put(pen, pen->left, pen->page_height - 27, column(pen), line.words, &foot);
}

/* ------------------------------------------------------------------------------------------ the slip of a prize */

static void draw_won(struct pen *pen)
{
    const json_t *prize = pen->sheet->subject;
    struct line figures, words;
    int64_t cents = number_at(prize, "cents");
    add_won(line_begin(&figures), prize);
    struct text_out *out = line_begin(&words);
    if (cents > 0)
        slip_write_amount(out, cents);
    draw_amount(pen, figures.words, words.words);
}

static void draw_prize_facts(struct pen *pen)
{
    const struct slip_sheet *sheet = pen->sheet;
    const json_t *prize = sheet->subject;
    struct line line;
    struct text_out *out = line_begin(&line);
    add_winner(out, prize);
    fact(pen, "WINNER", &line);
    text_out_add(line_begin(&line), "%s", text_at(prize, "title"));
    fact(pen, "WON IN", &line);
    out = line_begin(&line);
    text_out_add(out, "%s", text_at(prize, "share"));
    if (*text_at(prize, "table"))
        text_out_add(out, "%stable %s", out->length ? ", " : "", text_at(prize, "table"));
    if (number_at(prize, "seat") > 0)
        text_out_add(out, ", seat %lld", (long long)number_at(prize, "seat"));
    fact(pen, "WON FOR", &line);
    add_rule(line_begin(&line), sheet);
    fact(pen, "RULE", &line);
    text_out_add(line_begin(&line), "%lld, of award %lld", (long long)number_at(prize, "prize"),
                 (long long)number_at(prize, "award"));
    fact(pen, "PRIZE NUMBER", &line);
    add_time_at(line_begin(&line), &sheet->zone, prize, "awarded-at");
    fact(pen, "AWARDED", &line);
    add_person(line_begin(&line), sheet->people, text_at(prize, "verified-by"));
    fact(pen, "VERIFIED BY", &line);
    add_person(line_begin(&line), sheet->people, text_at(prize, "authorised-by"));
    fact(pen, "AUTHORISED BY", &line);
}

static void draw_payment(struct pen *pen)
{
    const struct slip_sheet *sheet = pen->sheet;
    const json_t *paid = sheet->paid;
    const char *form = text_at(paid, "in"), *from = text_at(paid, "from");
    struct line line;
    pen->y += 3;
    rule(pen, 6);
    if (!paid)
        return;
    struct text_out *out = line_begin(&line);
    bool is_thing = number_at(sheet->subject, "cents") == 0 && !*form;
    text_out_add(out, "%s, from the %s",
                 is_thing ? "the prize itself"
                 : *form  ? form
                          : "live chips",
                 *from ? from : "cage");
    if (*from && strcmp(from, "tray") == 0)
        text_out_add(out, " of table %s", text_at(sheet->subject, "table"));
    fact(pen, "PAID WITH", &line);
    add_time_at(line_begin(&line), &sheet->zone, paid, "at");
    fact(pen, "PAID", &line);
    add_person(line_begin(&line), sheet->people, text_at(paid, "by"));
    fact(pen, "PAID BY", &line);
    out = line_begin(&line);
    if (*text_at(paid, "handed-by"))
        add_person(out, sheet->people, text_at(paid, "handed-by"));
    fact(pen, "HANDED OVER BY", &line);
}

/* Withheld tax is owed to the tax office, and was not paid out. */
static void draw_withholding(struct pen *pen)
{
    int64_t prize = number_at(pen->sheet->subject, "cents"),
            withheld = number_at(pen->sheet->paid, "withheld");
    struct line line;
    if (withheld <= 0)
        return;
    add_money(line_begin(&line), prize);
    fact(pen, "PRIZE", &line);
    add_money(line_begin(&line), withheld);
    fact(pen, "TAX WITHHELD", &line);
    add_money(line_begin(&line), prize - withheld);
    fact(pen, "HANDED OVER", &line);
}

/* The forms that the laws require, without those that the winner must not be told of. Forms that do not fit are named without
 * their reason. */
static void draw_forms(struct pen *pen)
{
    enum { FORM_HEIGHT = 34, FOOT_HEIGHT = 80 };
    const struct slip_sheet *sheet = pen->sheet;
    const json_t *forms = json_object_get(sheet->paid, "forms");
    size_t index, shown = 0;
    const json_t *form;
    struct line line, rest;
    struct text_out *others = line_begin(&rest);
    json_array_foreach(forms, index, form)
    {
        if (!json_object_get(sheet->told, text_at(form, "clause")))
            continue;
        if (shown++ == 0) {
            pen->y += 3;
            rule(pen, 6);
            pen->y += put(pen, pen->left, pen->y, column(pen), "FORMS REQUIRED BY LAW", &label_type) + 2;
        }
        if (pen->y + FORM_HEIGHT > pen->page_height - FOOT_HEIGHT) {
            text_out_add(others, "%s%s", others->length ? ", " : "and ", text_at(form, "form"));
            continue;
        }
        struct text_out *out = line_begin(&line);
        text_out_add(out, "%s", text_at(form, "form"));
        if (number_at(form, "withhold") > 0) {
            text_out_add(out, "   tax to withhold: ");
            add_money(out, number_at(form, "withhold"));
        }
        pen->y += put(pen, pen->left, pen->y, column(pen), line.words, &strong_type);
        text_out_add(line_begin(&line), "%s", text_at(form, "words"));
        pen->y += put(pen, pen->left, pen->y, column(pen), line.words, &reason_type) + 2;
    }
    if (others->length > 0)
        pen->y += put(pen, pen->left, pen->y, column(pen), rest.words, &strong_type);
}

static void draw_prize_slip(struct pen *pen)
{
    static const char *const signatures[] = {"Winner", "Cashier", "Second employee"};
    draw_head(pen, "Prize slip");
    draw_won(pen);
    draw_prize_facts(pen);
    draw_payment(pen);
    draw_withholding(pen);
    draw_forms(pen);
    draw_signatures(pen, signatures, 3);
    draw_foot(pen);
}

/* The amount that the cage reimbursed to a tray, with its payment. */
static void draw_tray_slip(struct pen *pen)
{
    static const char *const signatures[] = {"Dealer", "Cashier"};
    struct line line;
    draw_head(pen, "Tray slip");
    draw_won(pen);
    text_out_add(line_begin(&line), "the tray of table %s, which paid the prize",
                 text_at(pen->sheet->subject, "table"));
    fact(pen, "REIMBURSED TO", &line);
    draw_prize_facts(pen);
    draw_payment(pen);
    draw_signatures(pen, signatures, 2);
    draw_foot(pen);
}

/* ------------------------------------------------------------------------------------------ the win page */

static void draw_award_facts(struct pen *pen)
{
    const struct slip_sheet *sheet = pen->sheet;
    const json_t *award = sheet->subject, *awarded = sheet->awarded, *verified = sheet->verified;
    struct line line;
    struct text_out *out = line_begin(&line);
    text_out_add(out, "%lld", (long long)number_at(award, "award"));
    fact(pen, "AWARD NUMBER", &line);
    text_out_add(line_begin(&line), "%s", text_at(award, "title"));
    fact(pen, "WON IN", &line);
    add_rule(line_begin(&line), sheet);
    fact(pen, "RULE", &line);
    out = line_begin(&line);
    if (*text_at(awarded, "table"))
        text_out_add(out, "%s, round %lld", text_at(awarded, "table"),
                     (long long)number_at(awarded, "round"));
    fact(pen, "TABLE", &line);
    out = line_begin(&line);
    text_out_add(out, "%s", text_at(verified, "cards"));
    if (*text_at(verified, "board"))
        text_out_add(out, "   board %s", text_at(verified, "board"));
    fact(pen, "CARDS", &line);
    text_out_add(line_begin(&line), "%s", text_at(verified, "why"));
    fact(pen, "HAND", &line);
    out = line_begin(&line);
    if (*text_at(awarded, "pool")) {
        text_out_add(out, "%s, ", text_at(awarded, "pool"));
        add_money(out, number_at(awarded, "meter"));
        text_out_add(out, " before the award");
    }
    fact(pen, "METER", &line);
    add_time_at(line_begin(&line), &sheet->zone, award, "at");
    fact(pen, "AWARDED", &line);
    add_person(line_begin(&line), sheet->people, text_at(award, "verified-by"));
    fact(pen, "VERIFIED BY", &line);
    add_person(line_begin(&line), sheet->people, text_at(award, "authorised-by"));
    fact(pen, "AUTHORISED BY", &line);
}

/* One winner a line; no more than the page holds. */
static void draw_prizes(struct pen *pen)
{
    static const struct type amount_type = {9.5, PANGO_WEIGHT_SEMIBOLD, &black, PANGO_ALIGN_RIGHT, 1},
                             one_line = {9.5, PANGO_WEIGHT_NORMAL, &black, PANGO_ALIGN_LEFT, 1},
                             state_type = {8, PANGO_WEIGHT_NORMAL, &soft, PANGO_ALIGN_RIGHT, 1};
    const json_t *prizes = json_object_get(pen->sheet->subject, "prizes"), *prize;
    size_t index, shown = 0;
    struct line line;
    double state = 56, amount = 130, step = 16, until = pen->page_height - 120;
    pen->y += 4;
    rule(pen, 7);
    pen->y += put(pen, pen->left, pen->y, column(pen), "PRIZES", &label_type) + 3;
    json_array_foreach(prizes, index, prize)
    {
        if (pen->y > until)
            break;
        struct text_out *out = line_begin(&line);
        text_out_add(out, "%lld   ", (long long)number_at(prize, "prize"));
        add_winner(out, prize);
        if (*text_at(prize, "share"))
            text_out_add(out, " (%s)", text_at(prize, "share"));
        (void)put(pen, pen->left, pen->y, column(pen) - amount - state - 8, line.words, &one_line);
        add_won(line_begin(&line), prize);
        (void)put(pen, pen->right - amount - state, pen->y, amount, line.words, &amount_type);
        (void)put(pen, pen->right - state, pen->y + 1.5, state, text_at(prize, "state"), &state_type);
        pen->y += step;
        shown++;
    }
    if (shown == json_array_size(prizes))
        return;
    text_out_add(line_begin(&line), "and %zu more", json_array_size(prizes) - shown);
    (void)put(pen, pen->left, pen->y, column(pen), line.words, &strong_type);
}

/* The newest checkpoint beside the facts, which then have less room. */
static void draw_award_facts_and_code(struct pen *pen)
{
    static const struct type code_type = {6, PANGO_WEIGHT_NORMAL, &soft, PANGO_ALIGN_CENTER, 2};
    const double size = 96, right = pen->right, top = pen->y;
    if (!checkpoint_code_draw(pen->cairo, text_of(pen->sheet->checkpoint), right - size, top, size)) {
        draw_award_facts(pen);
        return;
    }
    (void)put(pen, right - size, top + size, size, "Checkpoint of the log", &code_type);
    pen->right -= size + 12;
    draw_award_facts(pen);
    pen->right = right;
    if (pen->y < top + size + 12)
        pen->y = top + size + 12;
}

static void draw_win_page(struct pen *pen)
{
    static const char *const signatures[] = {"Verified by", "Authorised by", "Surveillance", "Cashier"};
    static const struct type reversed = {15, PANGO_WEIGHT_ULTRABOLD, &red, PANGO_ALIGN_CENTER, 1};
    const json_t *award = pen->sheet->subject, *prizes = json_object_get(award, "prizes"), *prize;
    struct line figures, words;
    int64_t cents = 0;
    size_t index;
    json_array_foreach(prizes, index, prize) cents += number_at(prize, "cents");
    struct text_out *out = line_begin(&figures), *in_words = line_begin(&words);
    if (cents > 0) {
        add_money(out, cents);
        slip_write_amount(in_words, cents);
    } else {
        add_won(out, json_array_get(prizes, 0));
    }
    draw_head(pen, "Win page");
    draw_amount(pen, figures.words, words.words);
    if (json_is_true(json_object_get(award, "reversed")))
        pen->y += put(pen, pen->left, pen->y, column(pen), "REVERSED", &reversed) + 6;
    draw_award_facts_and_code(pen);
    draw_prizes(pen);
    draw_signatures(pen, signatures, 4);
    draw_foot(pen);
}

/* ------------------------------------------------------------------------------------------ PDF */

struct bytes {
    struct arena *arena;
    char *bytes;
    size_t length, room;
};

static cairo_status_t take_bytes(void *closure, const unsigned char *data, unsigned length)
{
    struct bytes *into = closure;
    if (into->length + length > into->room) {
        size_t room = (into->length + length) * 2;
        char *grown = arena_alloc(into->arena, room, 1);
        if (!grown)
            return CAIRO_STATUS_WRITE_ERROR;
        if (into->length > 0)
            memcpy(grown, into->bytes, into->length);
        into->bytes = grown;
        into->room = room;
    }
    memcpy(into->bytes + into->length, data, length);
    into->length += length;
    return CAIRO_STATUS_SUCCESS;
}

static PangoContext *fonts_new(PangoFontMap **map)
{
    *map = pango_cairo_font_map_new();
    PangoContext *fonts = pango_font_map_create_context(*map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(fonts, options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(fonts, 72);
    pango_context_set_round_glyph_positions(fonts, FALSE);
    pango_context_set_language(fonts, pango_language_from_string("en"));
    return fonts;
}

/* cairo dates a PDF with the current time unless a date is set; an invalid date removes the entry. */
static void describe(cairo_surface_t *surface, const struct slip_sheet *sheet)
{
    struct line line;
    static const char *const titles[SLIP_KINDS] = {"Prize slip", "Win page", "Tray slip"};
    text_out_add(line_begin(&line), "%s %06u", titles[sheet->slip.kind], sheet->slip.number);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, line.words);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, text_at(sheet->house, "name"));
}

enum status slip_draw(const struct slip_sheet *sheet, struct arena *arena, struct text *pdf,
                      struct fault *fault)
{
    /* Half a sheet of Letter, and a whole one. */
    bool is_slip = sheet->slip.kind != SLIP_WIN_PAGE;
    double width = is_slip ? 396 : 612, height = is_slip ? 612 : 792, margin = is_slip ? 28 : 56;
    struct bytes into = {.arena = arena};
    PangoFontMap *map;
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take_bytes, &into, width, height);
    describe(surface, sheet);
    struct pen pen = {.cairo = cairo_create(surface),
                      .fonts = fonts_new(&map),
                      .sheet = sheet,
                      .accent = accent_of(sheet->house),
                      .left = margin,
                      .right = width - margin,
                      .page_width = width,
                      .page_height = height};
    if (sheet->slip.kind == SLIP_PRIZE)
        draw_prize_slip(&pen);
    else if (sheet->slip.kind == SLIP_TRAY)
        draw_tray_slip(&pen);
    else
        draw_win_page(&pen);
    cairo_status_t result = cairo_status(pen.cairo);
    cairo_surface_finish(surface);
    if (result == CAIRO_STATUS_SUCCESS)
        result = cairo_surface_status(surface);
    g_object_unref(pen.fonts);
    g_object_unref(map);
    cairo_destroy(pen.cairo);
    cairo_surface_destroy(surface);
    if (result != CAIRO_STATUS_SUCCESS)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "the slip could not be drawn: %s",
                         cairo_status_to_string(result));
    *pdf = (struct text){into.bytes, into.length};
    return STATUS_OK;
}
