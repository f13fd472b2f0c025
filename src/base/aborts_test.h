/* For tests: something that must abort does so in a child of its own, and what it says is looked at. */
#ifndef BASE_ABORTS_TEST_H
#define BASE_ABORTS_TEST_H

#include "base/check.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef void failing(void *context);

/* That it aborts, and says the words before. */
static inline void assert_aborts(failing *fails, void *context, const char *words)
{
    int ends[2], code = 0;
    char said[512];
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        (void)signal(SIGABRT, SIG_DFL); /* cmocka catches it */
        (void)dup2(ends[1], STDERR_FILENO);
        fails(context);
        _exit(0);
    }
    (void)close(ends[1]);
    for (ssize_t count; (count = read(ends[0], said + length, sizeof said - 1 - length)) > 0;)
        length += (size_t)count;
    said[length] = '\0';
    (void)close(ends[0]);
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_true(WIFSIGNALED(code) && WTERMSIG(code) == SIGABRT);
    if (!text_contains(text_of(said), text_of(words)))
        fail_msg("it says \"%s\", not \"%s\"", said, words);
}

#endif
