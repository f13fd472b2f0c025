#include "store/address.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void both_kinds_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum store_kind kind;
        const char *place;
    } cases[] = {{"sqlite:house.db", STORE_KIND_SQLITE, "house.db"},
                 {"sqlite:/srv/a b/house.db", STORE_KIND_SQLITE, "/srv/a b/house.db"},
                 {"sqlite:sqlite:x", STORE_KIND_SQLITE, "sqlite:x"},
                 {"postgresql://", STORE_KIND_POSTGRESQL, "postgresql://"},
                 {"postgres://a:b@c/d?e=f", STORE_KIND_POSTGRESQL, "postgres://a:b@c/d?e=f"}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_address address;
        assert_int_equal(store_address_parse(text_of(cases[i].text), &address, NULL), STATUS_OK);
        assert_int_equal(address.kind, cases[i].kind);
        assert_string_equal(address.place, cases[i].place);
    }
}

static void what_is_no_address_is_refused_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t position;
    } cases[] = {{"", 1},         {"house.db", 1},  {"sqlite", 1},          {"sqlite:", 8},
                 {"SQLITE:x", 1}, {"mysql://x", 1}, {"sqlite::memory:", 8}, {"sqlite:a\xff", 9}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_address address = {.place = "as before"};
        struct fault fault;
        assert_int_equal(store_address_parse(text_of(cases[i].text), &address, &fault), STATUS_INVALID);
        assert_int_equal(fault.position, cases[i].position);
        assert_string_equal(address.place, "as before");
    }
}

static void a_long_address_fits_to_the_last_byte(void **state)
{
    (void)state;
    char text[STORE_PLACE_SIZE + 8] = "sqlite:";
    memset(text + 7, 'x', sizeof text - 7);
    struct store_address address;
    assert_int_equal(store_address_parse((struct text){text, 7 + STORE_PLACE_SIZE - 1}, &address, NULL),
                     STATUS_OK);
    assert_int_equal(strlen(address.place), STORE_PLACE_SIZE - 1);
    assert_int_equal(store_address_parse((struct text){text, 7 + STORE_PLACE_SIZE}, &address, NULL),
                     STATUS_RANGE);
}

static void a_password_is_never_repeated(void **state)
{
    (void)state;
    char text[STORE_PLACE_SIZE + 64] = "postgresql://me:secret@db/";
    size_t length = strlen(text);
    memset(text + length, 'x', sizeof text - length);
    struct store_address address;
    struct fault fault;
    assert_int_equal(store_address_parse((struct text){text, sizeof text}, &address, &fault), STATUS_RANGE);
    assert_null(strstr(fault.words, "secret"));
    assert_int_equal(store_address_parse(text_of("mysql://me:secret@db"), &address, &fault), STATUS_INVALID);
    assert_null(strstr(fault.words, "secret"));
}

static void an_address_is_shown_without_its_password(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"sqlite:house.db", "sqlite:house.db"},
        {"sqlite:odd:name@here?.db", "sqlite:odd:name@here?.db"},
        {"postgresql://db.example/club", "postgresql://db.example/club"},
        {"postgresql://db.example:5432/club", "postgresql://db.example:5432/club"},
        {"postgresql://cardroom@db.example/club", "postgresql://cardroom@db.example/club"},
        {"postgresql://cardroom:secret@db.example:5432/club", "postgresql://cardroom@db.example:5432/club"},
        {"postgresql://cardroom:se:c@ret@db.example/club", "postgresql://cardroom@db.example/club"},
        {"postgresql://:secret@/club", "postgresql://@/club"},
        {"postgresql:///club?password=secret&host=/run", "postgresql:///club"},
        {"postgresql://db.example?password=secret@x", "postgresql://db.example"},
        {"secret", "secret"}, /* what is no address is the words of whoever typed it */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char shown[128];
        struct text_out out;
        text_out_init(&out, shown, sizeof shown);
        store_address_show(&out, text_of(rows[i][0]));
        assert_string_equal(shown, rows[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_kinds_are_read),
        cmocka_unit_test(what_is_no_address_is_refused_at_its_place),
        cmocka_unit_test(a_long_address_fits_to_the_last_byte),
        cmocka_unit_test(a_password_is_never_repeated),
        cmocka_unit_test(an_address_is_shown_without_its_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
