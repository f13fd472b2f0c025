#include "rulebook/citation.h"

#include <stdbool.h>

static struct text next_line(struct text *rest)
{
    size_t end = 0;
    while (end < rest->length && rest->bytes[end] != '\n')
        end++;
    struct text line = text_slice(*rest, 0, end);
    *rest = text_from(*rest, end < rest->length ? end + 1 : end);
    return line;
}

/* The digits behind a #; 0 if it is no clause, or too large to be one. */
static unsigned clause_number(struct text digits)
{
    unsigned number = 0;
    for (size_t i = 0; i < digits.length; i++) {
        if (digits.bytes[i] < '0' || digits.bytes[i] > '9' || number > 100000)
            return 0;
        number = number * 10 + (unsigned)(digits.bytes[i] - '0');
    }
    return number;
}

static void read_cites(struct text words, struct citation *citation,
                       void (*take)(void *context, const struct citation *citation), void *context)
{
    while (words.length > 0) {
        words = text_from(words, text_separators(words));
        size_t end = 0, mark = 0;
        bool marked = false;
        for (; end < words.length && !text_is_separator(words.bytes[end]); end++)
            if (words.bytes[end] == '#' && !marked)
                mark = end, marked = true;
        if (marked) {
            if (mark > 0)
                citation->document = text_slice(words, 0, mark);
            citation->clause = clause_number(text_slice(words, mark + 1, end - mark - 1));
            if (citation->clause > 0)
                take(context, citation);
        }
        words = text_from(words, end);
    }
}

void citations_read(struct text cases, void (*take)(void *context, const struct citation *citation),
                    void *context)
{
    struct citation citation = {0};
    while (cases.length > 0) {
        struct text line = next_line(&cases);
        if (text_starts_with(line, text_of("case "))) {
            size_t end = 5;
            while (end < line.length && line.bytes[end] != ':')
                end++;
            citation = (struct citation){.name = text_trimmed(text_slice(line, 5, end - 5))};
        } else if (text_starts_with(line, text_of("cites:"))) {
            read_cites(text_from(line, 6), &citation, take, context);
        }
    }
}
