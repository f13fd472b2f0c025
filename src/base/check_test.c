#include "base/aborts_test.h"

static void fail_plain(void *context)
{
    (void)context;
    volatile int cents = -1;
    CHECK(cents >= 0);
}

static void fail_values(void *context)
{
    (void)context;
    volatile int64_t drawn = 700, taken = 500;
    CHECK_OP(drawn, <=, taken);
}

static void fail_implication(void *context)
{
    (void)context;
    volatile int written = 1, durable = 0;
    CHECK_IMPLIES(written, durable);
}

static void fail_texts(void *context)
{
    (void)context;
    struct text stream = text_of("house"), asked = text_of("door");
    CHECK_TEXT(stream, asked);
}

static void fail_never(void *context)
{
    (void)context;
    CHECK_NEVER("a kind of account");
}

static void a_failed_check_says_where_and_what_and_aborts(void **state)
{
    (void)state;
    assert_aborts(fail_plain, NULL, "check_test.c:");
    assert_aborts(fail_plain, NULL, ": check failed: cents >= 0\n");
    assert_aborts(fail_values, NULL, ": check failed: drawn <= taken (700 and 500)\n");
    assert_aborts(fail_implication, NULL, ": check failed: written implies durable\n");
    assert_aborts(fail_texts, NULL, ": check failed: stream is asked (\"house\" and \"door\")\n");
    assert_aborts(fail_never, NULL, ": check failed: a kind of account\n");
}

static void a_check_that_holds_says_nothing(void **state)
{
    (void)state;
    int asked = 0;
    CHECK(asked == 0);
    CHECK_OP(asked, <, 1);
    CHECK_IMPLIES(asked > 0, asked++ > 0); /* which is not asked where the first does not hold */
    CHECK_IMPLIES(asked == 0, asked <= 0);
    CHECK_TEXT(text_of("house"), text_of("house"));
    assert_int_equal(asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_check_says_where_and_what_and_aborts),
        cmocka_unit_test(a_check_that_holds_says_nothing),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
