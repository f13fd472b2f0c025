#include "base/status.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>

const char *status_name(enum status status)
{
    switch (status) {
    case STATUS_OK:
        return "ok";
    case STATUS_INVALID:
        return "invalid input";
    case STATUS_RANGE:
        return "out of range";
    case STATUS_NO_SPACE:
        return "maximum reached";
    case STATUS_NO_MEMORY:
        return "out of memory";
    case STATUS_IO:
        return "input or output failed";
    case STATUS_DAMAGED:
        return "damaged";
    }
    CHECK_NEVER("a status without a name");
}

#undef fault_set
enum status fault_set(struct fault *fault, enum status status, size_t position, const char *format, ...)
{
    CHECK(status != STATUS_OK);
    if (fault) {
        va_list arguments;
        va_start(arguments, format);
        fault->status = status;
        fault->position = position;
        vsnprintf(fault->words, sizeof fault->words, format, arguments);
        va_end(arguments);
    }
    return status;
}
