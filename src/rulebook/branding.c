#include "rulebook/branding.h"

#include "base/check.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

__extension__ typedef unsigned __int128 uwide;

/* ------------------------------------------------------------------------------------------ colours */

static int hex_digit(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char lower = letter >= 'A' && letter <= 'F' ? (char)(letter - 'A' + 'a') : letter;
    const char *found = lower ? strchr(digits, lower) : NULL;
    return found ? (int)(found - digits) : -1;
}

enum status rgb_read(struct text text, struct rgb *colour, struct fault *fault)
{
    const size_t start = text.length > 0 && text.bytes[0] == '#';
    unsigned char parts[3] = {0, 0, 0};
    if (text.length - start != 2 * sizeof parts)
        return fault_set(fault, STATUS_INVALID, 1, "a colour has six hexadecimal digits");
    for (size_t i = 0; i < 2 * sizeof parts; i++) {
        const int digit = hex_digit(text.bytes[start + i]);
        if (digit < 0)
            return fault_set(fault, STATUS_INVALID, start + i + 1, "a colour has six hexadecimal digits");
        parts[i / 2] = (unsigned char)(parts[i / 2] << 4 | digit);
    }
    *colour = (struct rgb){parts[0], parts[1], parts[2]};
    return STATUS_OK;
}

void rgb_write(char text[static RGB_TEXT_SIZE], struct rgb colour)
{
    struct text_out out;
    text_out_init(&out, text, RGB_TEXT_SIZE);
    text_out_add(&out, "#%02x%02x%02x", colour.red, colour.green, colour.blue);
    CHECK(!out.truncated);
}

struct rgb rgb_of(unsigned rgb)
{
    CHECK_OP(rgb, <=, 0xFFFFFF);
    return (struct rgb){(unsigned char)(rgb >> 16), (unsigned char)(rgb >> 8 & 0xFF),
                        (unsigned char)(rgb & 0xFF)};
}

/* Fixed point: 1 is 1 << POINT. */
enum { POINT = 60, STEPS = 20 };

static uint64_t times(uint64_t one, uint64_t other)
{
    return (uint64_t)((uwide)one * other >> POINT);
}

static uint64_t fifth_power(uint64_t value)
{
    const uint64_t square = times(value, value);
    return times(times(square, square), value);
}

/*
 * The light that a part of a colour gives, from 0 to 1 << STEPS. sRGB has (c / 255) / 12.92 for dark parts, up to 10 of 255, and
 * ((c / 255 + 0.055) / 1.055) ^ 2.4 for the others. The fifth root of the twelfth power is found by halving.
 */
static uint32_t light_of(unsigned char part)
{
    const uint64_t whole = UINT64_C(1) << POINT;
    if (part <= 10)
        return (uint32_t)(((uint64_t)part << STEPS) * 100 / (255 * 1292));
    const uint64_t base = (uint64_t)((uwide)whole * (part * 1000u + 14025) / 269025);
    const uint64_t square = times(base, base), fourth = times(square, square);
    const uint64_t twelfth = times(times(fourth, fourth), fourth);
    uint32_t low = 0, high = (1u << STEPS) + 1;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (fifth_power((uint64_t)middle << (POINT - STEPS)) <= twelfth)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Of 10000 << STEPS. */
static uint64_t luminance(struct rgb colour)
{
    return UINT64_C(2126) * light_of(colour.red) + UINT64_C(7152) * light_of(colour.green) +
           UINT64_C(722) * light_of(colour.blue);
}

unsigned rgb_contrast(struct rgb one, struct rgb other)
{
    const uint64_t flare = UINT64_C(500) << STEPS; /* 0.05 */
    const uint64_t first = luminance(one) + flare, second = luminance(other) + flare;
    const uint64_t light = first > second ? first : second, dark = first > second ? second : first;
    const unsigned tenths = (unsigned)(light * 10 / dark);
    CHECK_OP(tenths, >=, 10);
    CHECK_OP(tenths, <=, 210);
    return tenths;
}

/* ------------------------------------------------------------------------------------------ the house */

static const struct node *said(const struct house *house, const char *key)
{
    const struct node *node = node_member(node_member(house->data, KEY_BRANDING), key);
    return node && node->kind == NODE_SCALAR ? node : NULL;
}

static bool said_colour(const struct house *house, const char *key, struct rgb *colour)
{
    const struct node *node = said(house, key);
    return node && rgb_read(node->scalar, colour, NULL) == STATUS_OK;
}

struct branding house_branding(const struct house *house)
{
    const struct node *short_name = said(house, KEY_SHORT_NAME), *tagline = said(house, KEY_TAGLINE),
                      *hours = node_member(house->data, KEY_HOURS);
    struct branding branding = {
        .short_name = short_name ? short_name->scalar : house->name,
        .tagline = tagline ? tagline->scalar : text_of(""),
        .hours = hours && hours->kind == NODE_SCALAR ? hours->scalar : text_of(""),
    };
    branding.has_colour = said_colour(house, KEY_COLOUR, &branding.colour);
    branding.has_on_dark = said_colour(house, KEY_COLOUR_ON_DARK, &branding.on_dark);
    return branding;
}

static void check_colour(const struct house *house, const char *key, unsigned ground, const char *remedy,
                         struct findings *findings)
{
    struct rgb colour;
    if (!said_colour(house, key, &colour)) /* what cannot be read the schema has said */
        return;
    const unsigned tenths = rgb_contrast(colour, rgb_of(ground));
    if (tenths >= CONTRAST_LEAST)
        return;
    const struct node *node = said(house, key);
    findings_add(findings, FINDING_ERROR, node->origin,
                 "%.*s is hard to read: its contrast is %u.%u to 1, and 4.5 to 1 is needed" REMEDY "%s",
                 TEXT_ARGUMENTS(node->scalar), tenths / 10, tenths % 10, remedy);
}

/* Letters, not bytes. */
static size_t letters_of(struct text text)
{
    size_t letters = 0;
    for (size_t i = 0; i < text.length; i++)
        letters += ((unsigned char)text.bytes[i] & 0xC0) != 0x80;
    return letters;
}

/* A control character, in ASCII or in Latin-1 as UTF-8 writes it: no notice can show it. */
static bool has_control(struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char byte = (unsigned char)text.bytes[i];
        const unsigned char next = i + 1 < text.length ? (unsigned char)text.bytes[i + 1] : 0;
        if (byte < ' ' || byte == 0x7F || (byte == 0xC2 && next >= 0x80 && next < 0xA0))
            return true;
    }
    return false;
}

static void check_printed(const struct node *node, const char *key, struct findings *findings)
{
    if (node && node->kind == NODE_SCALAR && has_control(node->scalar))
        findings_add(findings, FINDING_ERROR, node->origin,
                     "the %s has a character that cannot be printed" REMEDY "leave it out", key);
}

static void check_length(const struct house *house, const char *key, size_t most, struct findings *findings)
{
    const struct node *node = said(house, key);
    check_printed(node, key, findings);
    if (node && letters_of(node->scalar) > most)
        findings_add(findings, FINDING_ERROR, node->origin,
                     "the %s has %zu letters, and %zu fit" REMEDY "write a shorter one", key,
                     letters_of(node->scalar), most);
}

void check_branding(const struct house *house, struct findings *findings)
{
    check_colour(house, KEY_COLOUR, BRANDING_LIGHT, "choose a darker colour", findings);
    check_colour(house, KEY_COLOUR_ON_DARK, BRANDING_DARK, "choose a lighter colour", findings);
    check_length(house, KEY_TAGLINE, BRANDING_TAGLINE_MAX, findings);
    check_length(house, KEY_SHORT_NAME, BRANDING_SHORT_MAX, findings);
    check_printed(node_member(house->data, KEY_NAME), KEY_NAME, findings);
    check_printed(node_member(house->data, KEY_ADDRESS), KEY_ADDRESS, findings);
}
