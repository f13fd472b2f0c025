/*
 * Backups and copies on a disk that fails (faulty_files_test.h): the source is as it was, and a file that has the name of a backup
 * is whole.
 */
#include "books/backup.h"

#include "books/books_test.h"
#include "store/faulty_files_test.h"

typedef enum status making(const struct backup_options *options, struct backup *backup, struct fault *fault);

static bool is_there(const struct store_place *place)
{
    return access(place_file(place), F_OK) == 0;
}

static bool knows_a_backup(const struct store_place *place)
{
    struct arena arena;
    struct backup_made last;
    bool found = false;
    arena_init(&arena, 1 << 20);
    assert_int_equal(backup_last(text_of(place->address), &arena, &last, &found, NULL), STATUS_OK);
    arena_release(&arena);
    return found;
}

struct trials {
    unsigned tried, refused;
};

/* Returns false when the operation is beyond the end of the work. */
static bool try_once(making *make, enum mishap mishap, unsigned at, struct trials *trials)
{
    static struct backup backup;
    struct books books;
    struct fault fault = {0};
    struct store_place from = place_make(false, "backup_fault"), to = place_make(false, "backup_fault");
    books_open(&books, &from);
    books_begin(&books);
    books_close(&books);
    const struct backup_options options = {
        .store = text_of(from.address), .to = text_of(to.address), .now = {INT64_C(1793649600000)}};
    disk_set(mishap, at, at * UINT64_C(0x9e3779b97f4a7c15));
    enum status status = make(&options, &backup, &fault);
    bool happened = disk.happened;
    disk_set(NONE, 0, 1);
    if (status != STATUS_OK && fault.words[0] == '\0')
        fail_msg("operation %u failed without words", at);
    assert_whole(&from);
    assert_true(is_there(&to) == backup.made);
    if (backup.made)
        assert_whole(&to);
    /* B4 */
    assert_true(backup.made || !knows_a_backup(&from));
    if (make == backup_make)
        assert_true(status != STATUS_OK || knows_a_backup(&from));
    trials->tried += happened;
    trials->refused += happened && status != STATUS_OK;
    /* It is begun again on a good disk. */
    if (!backup.made) {
        if (make(&options, &backup, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        assert_true(backup.made);
        assert_whole(&to);
    }
    place_remove(&from);
    place_remove(&to);
    return happened;
}

static void try_all(making *make)
{
    unsigned step = faults_step(23);
    for (unsigned mishap = NONE + 1; mishap < MISHAP_COUNT; mishap++) {
        struct trials trials = {0};
        for (unsigned at = 1; try_once(make, mishap, at, &trials); at += at < 4 ? 1 : step)
            ;
        assert_true(trials.tried > 4 && trials.refused > 4);
    }
}

static void a_backup_on_a_disk_that_fails_is_whole_or_not_there(void **state)
{
    (void)state;
    try_all(backup_make);
}

static void a_copy_on_a_disk_that_fails_is_whole_or_not_there(void **state)
{
    (void)state;
    try_all(backup_copy);
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_backup_on_a_disk_that_fails_is_whole_or_not_there),
        cmocka_unit_test(a_copy_on_a_disk_that_fails_is_whole_or_not_there),
    };
    return cmocka_run_group_tests_name("backup fault", tests, NULL, NULL);
}
