/* A file that has its name only when it is finished. */
#include "store/new_file.h"
#include "store/place_test.h"

static void path_in(const struct store_place *place, const char *name, char path[600])
{
    (void)snprintf(path, 600, "%s/%s", place->folder, name);
}

static void write_file(const char *path, const char *words)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(words, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *path, const char *words)
{
    char found[64] = "";
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(found, 1, sizeof found - 1, file), strlen(words));
    assert_string_equal(found, words);
    (void)fclose(file);
}

static void assert_nothing_at(const char *path)
{
    assert_int_equal(access(path, F_OK), -1);
}

static void a_file_has_its_name_when_it_is_finished(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "new_file");
    struct new_file file;
    struct fault fault = {0};
    char path[600];
    path_in(&place, "house.db", path);
    assert_int_equal(new_file_begin(&file, path, &fault), STATUS_OK);
    assert_nothing_at(path);
    write_file(file.unfinished, "whole");
    assert_int_equal(new_file_finish(&file, &fault), STATUS_OK);
    assert_file(path, "whole");
    assert_nothing_at(file.unfinished);
    new_file_abandon(&file); /* which is nothing now */
    assert_file(path, "whole");
    place_remove(&place);
}

static void a_file_that_was_cut_off_is_begun_again(void **state)
{
    static const char *const left[] = {"house.db.unfinished", "house.db.unfinished-wal",
                                       "house.db.unfinished-shm", "house.db.unfinished-journal"};
    (void)state;
    struct store_place place = place_make(false, "new_file");
    struct new_file file;
    char path[600];
    for (size_t i = 0; i < 4; i++) {
        path_in(&place, left[i], path);
        write_file(path, "half");
    }
    path_in(&place, "house.db", path);
    assert_int_equal(new_file_begin(&file, path, NULL), STATUS_OK);
    assert_file(file.unfinished, "");
    new_file_abandon(&file);
    for (size_t i = 0; i < 4; i++) {
        path_in(&place, left[i], path);
        assert_nothing_at(path);
    }
    place_remove(&place);
}

static void a_file_that_is_there_is_never_replaced(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "new_file");
    struct new_file file;
    struct fault fault = {0};
    char path[600];
    path_in(&place, "house.db", path);
    write_file(path, "first");
    assert_int_equal(new_file_begin(&file, path, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "is there already; choose another name"));
    assert_file(path, "first");
    /* Nor one that was made in the meantime. */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(new_file_begin(&file, path, &fault), STATUS_OK);
    write_file(file.unfinished, "second");
    write_file(path, "first");
    assert_int_equal(new_file_finish(&file, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "another program has made"));
    assert_file(path, "first");
    assert_nothing_at(file.unfinished);
    place_remove(&place);
}

static void two_programs_do_not_write_the_same_file(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "new_file");
    struct new_file first, second;
    struct fault fault = {0};
    char path[600];
    path_in(&place, "house.db", path);
    assert_int_equal(new_file_begin(&first, path, &fault), STATUS_OK);
    write_file(first.unfinished, "whole");
    assert_int_equal(new_file_begin(&second, path, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "another program is writing"));
    assert_int_equal(new_file_finish(&first, &fault), STATUS_OK);
    assert_file(path, "whole");
    place_remove(&place);
}

static void a_folder_that_is_missing_is_named(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "new_file");
    struct new_file file;
    struct fault fault = {0};
    char path[600];
    path_in(&place, "missing/house.db", path);
    assert_int_equal(new_file_begin(&file, path, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "there is no folder"));
    assert_non_null(strstr(fault.words, "/missing; make it first"));
    place_remove(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_its_name_when_it_is_finished),
        cmocka_unit_test(a_file_that_was_cut_off_is_begun_again),
        cmocka_unit_test(a_file_that_is_there_is_never_replaced),
        cmocka_unit_test(two_programs_do_not_write_the_same_file),
        cmocka_unit_test(a_folder_that_is_missing_is_named),
    };
    return cmocka_run_group_tests_name("new file", tests, NULL, NULL);
}
