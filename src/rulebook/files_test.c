#include "rulebook/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { ARENA_SIZE_MAX = 1 << 20, PATH_SIZE = 256 };

struct scene {
    char folder[64];
    char path[PATH_SIZE]; /* the latest of in_folder() */
    struct arena arena;
    struct findings findings;
};

static const char *in_folder(struct scene *scene, const char *name)
{
    snprintf(scene->path, sizeof scene->path, "%s/%s", scene->folder, name);
    return scene->path;
}

static void write_file(const char *path, const char *words)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(words, 1, strlen(words), file), strlen(words));
    assert_int_equal(fclose(file), 0);
}

static int open_scene(void **state)
{
    static struct scene scene;
    snprintf(scene.folder, sizeof scene.folder, "/tmp/rulebook-files-XXXXXX");
    assert_non_null(mkdtemp(scene.folder));
    write_file(in_folder(&scene, "b.md"), "five\n");
    write_file(in_folder(&scene, "a.md"), "");
    write_file(in_folder(&scene, ".hidden"), "x");
    assert_int_equal(mkdir(in_folder(&scene, "cases"), 0700), 0);
    assert_int_equal(mkfifo(in_folder(&scene, "pipe"), 0600), 0);
    arena_init(&scene.arena, ARENA_SIZE_MAX);
    findings_init(&scene.findings, &scene.arena, 10);
    *state = &scene;
    return 0;
}

static int close_scene(void **state)
{
    struct scene *scene = *state;
    static const char *const names[] = {"b.md", "a.md", ".hidden", "pipe"};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(unlink(in_folder(scene, names[i])), 0);
    assert_int_equal(rmdir(in_folder(scene, "cases")), 0);
    assert_int_equal(rmdir(scene->folder), 0);
    arena_release(&scene->arena);
    return 0;
}

static void assert_only_finding(struct scene *scene, const char *words)
{
    assert_int_equal(scene->findings.count, 1);
    const struct finding *finding = &scene->findings.items[0];
    assert_int_equal(finding->grade, FINDING_UNREADABLE);
    assert_string_equal(finding->words.bytes, words);
    assert_string_equal(finding->origin.file, scene->path);
    assert_int_equal(finding->origin.line, 0);
}

static void a_file_is_read_whole(void **state)
{
    struct scene *scene = *state;
    struct text bytes = {0};
    assert_int_equal(files_read(in_folder(scene, "b.md"), 6, &scene->arena, &scene->findings, &bytes),
                     STATUS_OK);
    assert_true(text_equal(bytes, text_of("five\n")));
    assert_int_equal(bytes.bytes[bytes.length], 0);
    assert_int_equal(files_read(in_folder(scene, "b.md"), 5, &scene->arena, &scene->findings, &bytes),
                     STATUS_OK);
    assert_int_equal(files_read(in_folder(scene, "a.md"), 0, &scene->arena, &scene->findings, &bytes),
                     STATUS_OK);
    assert_int_equal(bytes.length, 0);
    assert_int_equal(scene->findings.count, 0);
}

static void a_file_above_the_maximum_is_a_finding(void **state)
{
    struct scene *scene = *state;
    struct text bytes = {0};
    assert_int_equal(files_read(in_folder(scene, "b.md"), 4, &scene->arena, &scene->findings, &bytes),
                     STATUS_NO_SPACE);
    assert_null(bytes.bytes);
    assert_only_finding(scene, "it has 5 bytes");
    assert_string_equal(scene->findings.items[0].remedy.bytes, "a file of this kind has at most 4");
}

static void a_file_that_is_not_there_is_a_finding(void **state)
{
    struct scene *scene = *state;
    struct text bytes = {0};
    assert_int_equal(files_read(in_folder(scene, "c.md"), 10, &scene->arena, &scene->findings, &bytes),
                     STATUS_IO);
    assert_only_finding(scene, "there is no such file or folder");
}

static void neither_a_folder_nor_a_pipe_is_read_as_a_file(void **state)
{
    struct scene *scene = *state;
    struct text bytes = {0};
    assert_int_equal(files_read(in_folder(scene, "pipe"), 10, &scene->arena, &scene->findings, &bytes),
                     STATUS_IO);
    assert_only_finding(scene, "it is not a file");
    assert_int_equal(files_read(in_folder(scene, "cases"), 10, &scene->arena, &scene->findings, &bytes),
                     STATUS_IO);
    assert_true(files_is_folder(scene->path));
    assert_false(files_is_folder(in_folder(scene, "b.md")));
    assert_false(files_is_folder(in_folder(scene, "c.md")));
}

static void a_folder_is_listed_by_name_without_hidden_entries(void **state)
{
    struct scene *scene = *state;
    struct folder folder = {0};
    assert_int_equal(files_list(scene->folder, &scene->arena, &scene->findings, &folder), STATUS_OK);
    assert_int_equal(folder.count, 3);
    assert_string_equal(folder.entries[0].name, "a.md");
    assert_string_equal(folder.entries[1].name, "b.md");
    assert_string_equal(folder.entries[1].path, in_folder(scene, "b.md"));
    assert_false(folder.entries[1].is_folder);
    assert_string_equal(folder.entries[2].name, "cases");
    assert_true(folder.entries[2].is_folder);
}

static void a_folder_that_is_not_there_is_a_finding(void **state)
{
    struct scene *scene = *state;
    struct folder folder = {0};
    assert_int_equal(files_list(in_folder(scene, "d"), &scene->arena, &scene->findings, &folder), STATUS_IO);
    assert_only_finding(scene, "there is no such file or folder");
    assert_null(folder.entries);
}

static void without_memory_nothing_is_read(void **state)
{
    struct scene *scene = *state;
    struct arena none;
    arena_init(&none, 0);
    struct text bytes = {0};
    struct folder folder = {0};
    assert_int_equal(files_read(in_folder(scene, "b.md"), 10, &none, &scene->findings, &bytes),
                     STATUS_NO_SPACE);
    assert_only_finding(scene, "there is no memory to read it");
    assert_int_equal(files_list(scene->folder, &none, &scene->findings, &folder), STATUS_NO_SPACE);
    assert_int_equal(scene->findings.count, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_read_whole),
        TEST(a_file_above_the_maximum_is_a_finding),
        TEST(a_file_that_is_not_there_is_a_finding),
        TEST(neither_a_folder_nor_a_pipe_is_read_as_a_file),
        TEST(a_folder_is_listed_by_name_without_hidden_entries),
        TEST(a_folder_that_is_not_there_is_a_finding),
        TEST(without_memory_nothing_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
