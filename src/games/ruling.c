#include "games/ruling.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct ruling ruling_yes(void)
{
    return (struct ruling){.allowed = true, .clause = ""};
}

struct ruling ruling_no(const char *clause, const char *format, ...)
{
    struct ruling ruling = {.clause = clause};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(ruling.words, sizeof ruling.words, format, arguments);
    va_end(arguments);
    return ruling;
}

struct text clause_number(const char *clause)
{
    const char *hash = strchr(clause, '#');
    return text_of(hash ? hash + 1 : clause);
}

void ruling_write(struct text_out *out, const struct ruling *ruling)
{
    if (ruling->allowed)
        text_out_add(out, "allowed");
    else if (ruling->clause[0])
        text_out_add(out, "%s (%s)", ruling->words, ruling->clause);
    else
        text_out_add(out, "%s", ruling->words);
}
