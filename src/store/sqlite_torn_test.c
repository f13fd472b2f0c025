/*
 * A store whose program died in the middle: the file and its log are put back as they stood then, with changes, and opened.
 */
#include "store/sqlite_torn.h"

#include "store/place_test.h"

#include <stdlib.h>
#include <string.h>

enum { COMMITS = 12, HEADER = 32, FRAME = 24 + 2048, FILE_MAX = 1 << 20, FRAMES_MAX = 200 };

struct bytes {
    size_t size;
    unsigned char bytes[FILE_MAX];
};

static struct store_place place;
static char log_name[1032];
static struct bytes file, book; /* as they stood */
static struct bytes changed;    /* the log that was put back */
static size_t frames, commits[FRAMES_MAX], commit_count;

static void read_bytes(const char *name, struct bytes *bytes)
{
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    bytes->size = fread(bytes->bytes, 1, FILE_MAX, stream);
    assert_true(bytes->size < FILE_MAX);
    assert_int_equal(fclose(stream), 0);
}

static void write_bytes(const char *name, const unsigned char *bytes, size_t size)
{
    FILE *stream = fopen(name, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

/* Puts the file and so much of its log back, with some bits of one byte changed. */
static void put_back(size_t size, size_t offset, unsigned char bits)
{
    char shared[1032];
    snprintf(shared, sizeof shared, "%s-shm", place_file(&place));
    (void)remove(shared);
    write_bytes(place_file(&place), file.bytes, file.size);
    changed.size = size;
    memcpy(changed.bytes, book.bytes, size);
    changed.bytes[offset] ^= bits;
    write_bytes(log_name, changed.bytes, size);
}

static void tell_words(void *context, const char *words)
{
    char *first = context;
    if (!first[0])
        snprintf(first, FAULT_WORDS_SIZE, "%s", words);
}

static void assert_log_is_untouched(void)
{
    static struct bytes now;
    read_bytes(log_name, &now);
    assert_int_equal(now.size, changed.size);
    assert_memory_equal(now.bytes, changed.bytes, now.size);
}

/* What an inspection says first, and that who would write is refused if it says something, and only then. Empty: nothing. */
static const char *said(void)
{
    static char words[FAULT_WORDS_SIZE];
    struct store *store = NULL;
    struct fault fault = {0};
    const struct store_options inspects = {.mode = STORE_READ_ONLY, .to_inspect = true};
    words[0] = '\0';
    enum status status = store_open(text_of(place.address), &inspects, &store, &fault);
    if (status == STATUS_OK) {
        assert_int_equal(store_inspect(store, tell_words, words, &fault), STATUS_OK);
        store_close(store);
    } else
        snprintf(words, sizeof words, "%s", fault.words);
    status =
        store_open(text_of(place.address), &(struct store_options){.mode = STORE_CREATE}, &store, &fault);
    assert_int_equal(status, words[0] ? STATUS_DAMAGED : STATUS_OK);
    if (status == STATUS_OK)
        store_close(store);
    else
        assert_log_is_untouched();
    return words;
}

static uint32_t pages_after(size_t frame)
{
    const unsigned char *at = book.bytes + HEADER + frame * FRAME + 4;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int die_in_the_middle(void **state)
{
    (void)state;
    place = place_make(false, "torn");
    snprintf(log_name, sizeof log_name, "%s-wal", place_file(&place));
    struct store *store = place_open(&place);
    for (unsigned i = 0; i < COMMITS; i++) {
        const struct store_event event = {text_of("posted"), text_of(""), text_of("{\"cents\":100}")};
        const struct store_batch batch = {
            .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
        struct store_receipt receipt;
        assert_int_equal(store_append(store, &batch, &receipt, NULL), STATUS_OK);
    }
    read_bytes(place_file(&place), &file);
    read_bytes(log_name, &book);
    store_close(store);
    /* The log has zeros behind its last frame. */
    for (frames = 0; HEADER + (frames + 1) * FRAME <= book.size &&
                     memcmp(book.bytes + HEADER + frames * FRAME + 8, book.bytes + 16, 8) == 0;
         frames++)
        if (pages_after(frames) > 0)
            commits[commit_count++] = frames;
    assert_true(commit_count >= COMMITS && frames < FRAMES_MAX);
    assert_int_equal(commits[commit_count - 1], frames - 1);
    return 0;
}

static int remove_place(void **state)
{
    (void)state;
    place_remove(&place);
    return 0;
}

static void what_stood_is_whole(void **state)
{
    (void)state;
    put_back(book.size, 0, 0);
    assert_string_equal(said(), "");
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM event"), COMMITS);
}

/* At the end of any commit, and in the middle of its last page; the first one makes the store. */
static void a_log_that_ends_early_is_torn(void **state)
{
    (void)state;
    for (size_t i = 1; i < commit_count; i++) {
        size_t end = HEADER + (commits[i] + 1) * FRAME;
        put_back(end, 0, 0);
        assert_string_equal(said(), "");
        put_back(end - 700, 0, 0);
        assert_string_equal(said(), "");
    }
}

static void a_wrong_page_in_the_last_commit_may_be_of_a_crash(void **state)
{
    (void)state;
    for (size_t frame = commits[commit_count - 2] + 1; frame < frames; frame++) {
        put_back(book.size, HEADER + frame * FRAME + 900, 0x10);
        assert_string_equal(said(), "");
    }
}

static uint32_t page_of(size_t frame)
{
    const unsigned char *at = book.bytes + HEADER + frame * FRAME;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void a_wrong_page_before_the_last_commit_is_damage(void **state)
{
    (void)state;
    put_back(book.size, 0, 0);
    uint32_t heads = (uint32_t)place_sql(&place, "SELECT rootpage FROM sqlite_schema WHERE name = 'stream'");
    for (size_t frame = 0; frame < commits[commit_count - 2]; frame++) {
        /* The number of the page, its checksum, and its content. */
        static const size_t places[] = {3, 17, 24, FRAME - 1};
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            char expected[96];
            /* Without its page of heads the append before the last is not known for one. */
            if (i == 0 && page_of(frame) == heads && frame > commits[commit_count - 3])
                continue;
            put_back(book.size, HEADER + frame * FRAME + places[i], 0x01);
            snprintf(expected, sizeof expected, "is damaged at page %zu; the commits from there on",
                     frame + 1);
            const char *words = said();
            if (!strstr(words, expected))
                fail_msg("byte %zu of page %zu: \"%s\"", places[i], frame + 1, words);
        }
    }
}

static void write_number(uint8_t *bytes, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void sum_header(uint8_t *header)
{
    uint32_t sums[2] = {0, 0};
    bool highest_first = header[3] & 1;
    for (unsigned at = 0; at < HEADER - 8; at += 4) {
        uint32_t number = 0;
        for (unsigned i = 0; i < 4; i++)
            number = number << 8 | header[at + (highest_first ? i : 3 - i)];
        sums[at / 4 % 2] += number + sums[1 - at / 4 % 2];
    }
    write_number(header + HEADER - 8, sums[0]);
    write_number(header + HEADER - 4, sums[1]);
}

static void a_wrong_header_is_damage(void **state)
{
    (void)state;
    for (size_t at = 0; at < HEADER; at++) {
        put_back(book.size, at, 0x40);
        const char *words = said();
        if (!strstr(words, "is damaged at its header"))
            fail_msg("byte %zu of the header: \"%s\"", at, words);
    }
}

/* With a checksum that is right: SQLite takes no notice of such a log, and of what it holds. */
static void a_header_with_pages_of_no_size_is_damage(void **state)
{
    static const uint32_t sizes[] = {0, 1, 256, 1001, 2047, 1 << 17, UINT32_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t kept[HEADER];
        memcpy(kept, book.bytes, HEADER);
        write_number(book.bytes + 8, sizes[i]);
        sum_header(book.bytes);
        put_back(book.size, 0, 0);
        memcpy(book.bytes, kept, HEADER);
        const char *words = said();
        if (!strstr(words, "is damaged at its header"))
            fail_msg("pages of %u bytes: \"%s\"", sizes[i], words);
    }
}

static void who_only_reads_sees_what_is_before_the_damage(void **state)
{
    (void)state;
    struct store *store;
    struct store_head head;
    put_back(book.size, HEADER + (commits[commit_count - 3] + 1) * FRAME + 900, 0x10);
    assert_int_equal(
        store_open(text_of(place.address), &(struct store_options){.mode = STORE_READ_ONLY}, &store, NULL),
        STATUS_OK);
    assert_int_equal(store_head_of(store, text_of("house"), &head, NULL), STATUS_OK);
    assert_int_equal(head.sequence, COMMITS - 2);
    store_close(store);
}

/* ------------------------------------------------------------------------------------------ another program */

/* Another program writes some commits and does not sync them; then the store appends so many times. Returns the first frame of the
 * other program. */
static size_t die_behind_another(unsigned appends)
{
    struct store *store = place_open(&place);
    sqlite3 *other;
    append_one(store, "house", STORE_ANYWHERE, "", "{}");
    read_bytes(log_name, &book);
    size_t first = 0;
    while (memcmp(book.bytes + HEADER + first * FRAME + 8, book.bytes + 16, 8) == 0)
        first++;
    assert_int_equal(sqlite3_open(place_file(&place), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other,
                                  "PRAGMA synchronous = NORMAL; CREATE TABLE scratch (x);"
                                  "INSERT INTO scratch VALUES (1); INSERT INTO scratch VALUES (2);"
                                  "INSERT INTO scratch VALUES (3)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    for (unsigned i = 0; i < appends; i++)
        append_one(store, "house", STORE_ANYWHERE, "", "{}");
    read_bytes(place_file(&place), &file);
    read_bytes(log_name, &book);
    sqlite3_close(other);
    store_close(store);
    return first;
}

/* Power was lost: a page of the other program is torn. What it committed behind that, and one append that nobody was told of, may be
 * on the disk. Two appends may not: the first was synced. */
static void another_programs_commits_may_be_torn(void **state)
{
    (void)state;
    for (unsigned appends = 0; appends <= 2; appends++) {
        struct store_place kept = place;
        char kept_name[sizeof log_name];
        memcpy(kept_name, log_name, sizeof log_name);
        place = place_make(false, "torn");
        snprintf(log_name, sizeof log_name, "%s-wal", place_file(&place));
        size_t first = die_behind_another(appends);
        put_back(book.size, HEADER + first * FRAME + 900, 0x10);
        const char *words = said();
        if (appends < 2)
            assert_string_equal(words, "");
        else
            assert_non_null(strstr(words, "the commits from there on are passed over"));
        place_remove(&place);
        place = kept;
        memcpy(log_name, kept_name, sizeof log_name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stood_is_whole),
        cmocka_unit_test(a_log_that_ends_early_is_torn),
        cmocka_unit_test(a_wrong_page_in_the_last_commit_may_be_of_a_crash),
        cmocka_unit_test(a_wrong_page_before_the_last_commit_is_damage),
        cmocka_unit_test(a_wrong_header_is_damage),
        cmocka_unit_test(a_header_with_pages_of_no_size_is_damage),
        cmocka_unit_test(who_only_reads_sees_what_is_before_the_damage),
        cmocka_unit_test(another_programs_commits_may_be_torn), /* the last, because it dies once more */
    };
    return cmocka_run_group_tests(tests, die_in_the_middle, remove_place);
}
