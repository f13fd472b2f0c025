#include "base/growing.h"

#include <string.h>

void growing_add(struct growing *growing, struct text text)
{
    enum { SIZE_FIRST = 256 };
    if (growing->status != STATUS_OK || text.length == 0)
        return;
    if (text.length > growing->size - growing->length) {
        size_t size = growing->size == 0 ? SIZE_FIRST : growing->size;
        while (size - growing->length < text.length && size <= growing->arena->size_max)
            size *= 2;
        char *larger = arena_alloc(growing->arena, size, 1);
        if (!larger) {
            growing->status = growing->arena->refusal;
            return;
        }
        if (growing->length > 0)
            memcpy(larger, growing->bytes, growing->length);
        growing->bytes = larger;
        growing->size = size;
    }
    memcpy(growing->bytes + growing->length, text.bytes, text.length);
    growing->length += text.length;
}

void growing_say(struct growing *growing, const char *words)
{
    growing_add(growing, text_of(words));
}

void growing_add_html(struct growing *growing, struct text text)
{
    size_t plain = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char *name = text.bytes[i] == '&'   ? "&amp;"
                           : text.bytes[i] == '<' ? "&lt;"
                           : text.bytes[i] == '>' ? "&gt;"
                           : text.bytes[i] == '"' ? "&quot;"
                                                  : NULL;
        if (!name)
            continue;
        growing_add(growing, text_slice(text, plain, i - plain));
        growing_say(growing, name);
        plain = i + 1;
    }
    growing_add(growing, text_from(text, plain));
}

struct text growing_text(const struct growing *growing)
{
    return growing->length > 0 ? (struct text){growing->bytes, growing->length} : text_of("");
}
