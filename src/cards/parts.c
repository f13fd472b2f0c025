#include "cards/parts.h"

#include "base/check.h"

#include <string.h>

bool hand_has_parts(struct text text)
{
    return text.length > 0 && memchr(text.bytes, '/', text.length) != NULL;
}

static size_t length_before_slash(struct text text)
{
    size_t length = 0;
    while (length < text.length && text.bytes[length] != '/')
        length++;
    return length;
}

/* "hole cards / board" */
static void shape_write(struct text_out *out, const struct part_form *forms, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        text_out_add(out, "%s%s", i == 0 ? "" : " / ", forms[i].name);
}

static enum status part_parse(struct text text, size_t origin, const struct part_form *form,
                              struct hand *part, struct fault *fault)
{
    const struct hand_form hand_form = {form->cards_min, form->cards_max, 0, 1};
    struct fault inner = {0};
    enum status status = hand_parse(text, origin, &hand_form, part, &inner);
    if (status == STATUS_OK)
        return status;
    return fault_set(fault, status, inner.position, "%s: %.*s", form->name, FAULT_WORDS_SIZE - 32,
                     inner.words);
}

/* No card may be in two parts: reads all of them as one hand, with spaces for the slashes so that positions stay the same. */
static enum status parts_differ(struct text text, size_t origin, struct fault *fault)
{
    enum { TEXT_MAX = 512 };
    char joined[TEXT_MAX];
    if (text.length > TEXT_MAX)
        return fault_set(fault, STATUS_INVALID, origin + TEXT_MAX + 1, "the text is too long for %d cards",
                         HAND_CARDS_MAX);
    for (size_t i = 0; i < text.length; i++)
        joined[i] = (char)(text.bytes[i] == '/' ? ' ' : text.bytes[i]);
    const struct hand_form all = {0, HAND_CARDS_MAX, 0, 1};
    struct hand whole;
    return hand_parse((struct text){joined, text.length}, origin, &all, &whole, fault);
}

enum status hand_parts_parse(struct text text, size_t origin, const struct part_form *forms, unsigned count,
                             struct hand *parts, struct fault *fault)
{
    CHECK(count >= 2 && count <= HAND_PARTS_MAX);
    char shape_bytes[96];
    struct text_out shape;
    text_out_init(&shape, shape_bytes, sizeof shape_bytes);
    shape_write(&shape, forms, count);

    struct hand read[HAND_PARTS_MAX] = {0};
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        struct text rest = text_from(text, at);
        size_t length = length_before_slash(rest);
        bool last = i + 1 == count;
        if (!last && length == rest.length)
            return fault_set(fault, STATUS_INVALID, origin + text.length + 1,
                             "a slash is missing after the %s: \"%s\" is expected", forms[i].name,
                             shape_bytes);
        if (last && length < rest.length)
            return fault_set(fault, STATUS_INVALID, origin + at + length + 1,
                             "one slash too many: \"%s\" is expected", shape_bytes);
        enum status status = part_parse(text_slice(rest, 0, length), origin + at, &forms[i], &read[i], fault);
        if (status != STATUS_OK)
            return status;
        at += length + 1;
    }
    enum status status = parts_differ(text, origin, fault);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < count; i++)
        parts[i] = read[i];
    return STATUS_OK;
}

size_t hand_parts_position(struct text text, size_t origin, unsigned part, unsigned index)
{
    size_t at = 0;
    for (unsigned i = 0; i < part; i++)
        at += length_before_slash(text_from(text, at)) + 1;
    struct text rest = text_from(text, at);
    return hand_position(text_slice(rest, 0, length_before_slash(rest)), origin + at, index);
}

void hand_parts_write(struct text_out *out, const struct hand *parts, unsigned count, enum card_style style)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_out_add(out, " / ");
        hand_write(out, &parts[i], style);
    }
}
