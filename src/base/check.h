/*
 * Assertions that stay on.
 *
 * CHECK states what must hold if our own code is right. A failed one prints place, expression and values
 * and aborts. Input from outside must never reach a CHECK: it is answered with a fault (base/status.h).
 */
#ifndef BASE_CHECK_H
#define BASE_CHECK_H

#include "base/text.h"

__attribute__((cold)) _Noreturn void check_failed(const char *file, int line, const char *expression);
__attribute__((cold)) _Noreturn void check_failed_values(const char *file, int line, const char *expression,
                                                         long long left, long long right);
__attribute__((cold)) _Noreturn void check_failed_texts(const char *file, int line, const char *expression,
                                                        struct text left, struct text right);

#define CHECK(expression) ((expression) ? (void)0 : check_failed(__FILE__, __LINE__, #expression))

/* For the place behind a switch that names every value. */
#define CHECK_NEVER(words) check_failed(__FILE__, __LINE__, words)

/* CHECK_OP(count, <=, capacity) also prints both numbers. */
#define CHECK_OP(left, operator, right)                                                                      \
    (((left) operator(right)) ? (void)0                                                                      \
                              : check_failed_values(__FILE__, __LINE__, #left " " #operator" " #right,       \
                                                    (long long)(left), (long long)(right)))

/* CHECK_IMPLIES(lapsed, cents == 0): where the first holds, so does the second. */
#define CHECK_IMPLIES(condition, consequence)                                                                \
    (!(condition) || (consequence) ? (void)0                                                                 \
                                   : check_failed(__FILE__, __LINE__, #condition " implies " #consequence))

/* Of two texts that must be equal; a failure prints both. */
#define CHECK_TEXT(left, right)                                                                              \
    (text_equal(left, right) ? (void)0                                                                       \
                             : check_failed_texts(__FILE__, __LINE__, #left " is " #right, left, right))

#endif
