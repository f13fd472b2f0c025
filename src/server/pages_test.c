#include "server/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* The maximum size of a page with its script and style sheet, compressed. */
enum { PAGE_SIZE_MAX = 150 * 1000 };

static const struct page_file *find(const char *path)
{
    return page_find(text_of(path));
}

static struct text content(const struct page_file *file)
{
    return (struct text){(const char *)file->bytes, file->size};
}

static bool is_html(const struct page_file *file)
{
    return text_starts_with(text_of(file->type), text_of("text/html"));
}

static void a_page_is_found_by_its_path(void **state)
{
    (void)state;
    assert_non_null(find("/"));
    assert_true(is_html(find("/")));
    assert_non_null(find("/sign"));
    assert_ptr_equal(find("/sign"), find("/sign/"));
}

static void a_page_that_takes_names_is_found_below_its_path(void **state)
{
    (void)state;
    assert_ptr_equal(find("/sign/bonus-hand"), find("/sign"));
    assert_ptr_equal(find("/sign/bonus-hand/"), find("/sign"));
    assert_ptr_equal(find("/sign/a/b"), find("/sign"));
}

static void what_is_no_page_is_not_found(void **state)
{
    (void)state;
    assert_null(find(""));
    assert_null(find("sign"));
    assert_null(find("/signs"));
    assert_null(find("//"));
    assert_null(find("/nothing"));
    assert_null(find("/assets"));
    assert_null(find("/assets/nothing.js"));
    assert_null(find("/../manifest.json"));
}

static void files_are_in_order_and_whole(void **state)
{
    (void)state;
    const struct page_file *last = NULL;
    for (size_t at = 0; page_at(at) != NULL; at++) {
        const struct page_file *file = page_at(at);
        assert_ptr_equal(page_find(file->path), file);
        if (last != NULL)
            assert_true(text_compare(last->path, file->path) < 0);
        assert_true(file->size > 0);
        assert_true(file->etag[0] == '"' && file->etag[strlen(file->etag) - 1] == '"');
        if (file->packed != NULL) {
            assert_true(file->packed_size < file->size);
            assert_true(file->packed[0] == 0x1f && file->packed[1] == 0x8b);
        }
        last = file;
    }
    assert_non_null(last);
}

/* Adds up the files that a page refers to: every "/assets/..." in quotes. */
static size_t weight(const struct page_file *page)
{
    size_t sum = page->packed != NULL ? page->packed_size : page->size;
    struct text rest = content(page);
    for (size_t at = 0; at < rest.length; at++) {
        struct text here = text_from(rest, at);
        if (!text_starts_with(here, text_of("\"/assets/")))
            continue;
        size_t length = 1;
        while (length < here.length && here.bytes[length] != '"')
            length++;
        const struct page_file *file = page_find(text_slice(here, 1, length - 1));
        assert_non_null(file);
        assert_true(file->lasting);
        sum += file->packed != NULL ? file->packed_size : file->size;
    }
    return sum;
}

static void every_page_keeps_within_its_weight_and_refers_to_what_is_there(void **state)
{
    (void)state;
    for (size_t at = 0; page_at(at) != NULL; at++) {
        const struct page_file *file = page_at(at);
        if (!is_html(file))
            continue;
        size_t size = weight(file);
        print_message("# %.*s: %zu bytes\n", TEXT_ARGUMENTS(file->path), size);
        assert_true(size < PAGE_SIZE_MAX);
    }
}

static void no_page_has_a_script_or_a_style_within_or_asks_another_host(void **state)
{
    (void)state;
    for (size_t at = 0; page_at(at) != NULL; at++) {
        const struct page_file *file = page_at(at);
        if (!is_html(file))
            continue;
        assert_false(text_contains(content(file), text_of("<style")));
        assert_false(text_contains(content(file), text_of("style=")));
        assert_false(text_contains(content(file), text_of("<script>")));
        assert_false(text_contains(content(file), text_of("://")));
        assert_false(text_contains(content(file), text_of("=\"//")));
    }
    assert_false(text_contains(text_of(page_security_policy), text_of("unsafe")));
    assert_true(text_starts_with(text_of(page_security_policy), text_of("default-src 'none'")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_is_found_by_its_path),
        cmocka_unit_test(a_page_that_takes_names_is_found_below_its_path),
        cmocka_unit_test(what_is_no_page_is_not_found),
        cmocka_unit_test(files_are_in_order_and_whole),
        cmocka_unit_test(every_page_keeps_within_its_weight_and_refers_to_what_is_there),
        cmocka_unit_test(no_page_has_a_script_or_a_style_within_or_asks_another_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
