/*
 * The result of a call that can fail, and its message.
 *
 * `enum status` is the kind of failure; the optional `struct fault` has the place and a message that says what to do next. A
 * caller that does not need the message passes NULL. A refusal by the rules of a game is not a failure and is not reported
 * here.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stddef.h>

#define MUST_USE            __attribute__((warn_unused_result))
#define PRINTF_LIKE(at, to) __attribute__((format(printf, at, to)))

enum status {
    STATUS_OK = 0,
    STATUS_INVALID,  /* the input is not well formed */
    STATUS_RANGE,    /* well formed, but outside what can be represented or is allowed */
    STATUS_NO_SPACE, /* a stated maximum is reached */
    STATUS_NO_MEMORY,
    STATUS_IO,
    STATUS_DAMAGED, /* stored data cannot be read, because it was changed since */
};

enum { FAULT_WORDS_SIZE = 256 };

struct fault {
    enum status status;
    size_t position; /* 1-based byte column in the input; 0 when the fault has no place */
    char words[FAULT_WORDS_SIZE];
};

const char *status_name(enum status status);

/* Fills `fault` if it is not NULL and returns `status`, so that a failing branch is one line. */
enum status fault_set(struct fault *fault, enum status status, size_t position, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* The static analyser reads one file at a time and must see that the result is `status`. */
#ifdef __clang_analyzer__
#define fault_set(fault, status, ...) (fault_set(fault, status, __VA_ARGS__), (status))
#endif

#endif
