#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void check_failed(const char *file, int line, const char *expression)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, expression);
    abort();
}

_Noreturn void check_failed_values(const char *file, int line, const char *expression, long long left,
                                   long long right)
{
    fprintf(stderr, "%s:%d: check failed: %s (%lld and %lld)\n", file, line, expression, left, right);
    abort();
}

_Noreturn void check_failed_texts(const char *file, int line, const char *expression, struct text left,
                                  struct text right)
{
    fprintf(stderr, "%s:%d: check failed: %s (\"%.*s\" and \"%.*s\")\n", file, line, expression,
            TEXT_ARGUMENTS(left), TEXT_ARGUMENTS(right));
    abort();
}
