/* Single bits of a store in SQLite are flipped: the audit says where, or nothing that can be read is different. */
#include "books/audit_day_test.h"
#include "books/report_rows.h"

#include <sodium.h>

enum { SQL_SIZE = 2048, PAGE = 2048 }; /* the second is that of a store in SQLite */

struct file_bytes {
    unsigned char *bytes;
    size_t size;
};

static struct file_bytes read_whole(const char *name)
{
    struct file_bytes file = {0};
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    file.size = (size_t)ftell(stream);
    rewind(stream);
    file.bytes = malloc(file.size);
    assert_non_null(file.bytes);
    assert_int_equal(fread(file.bytes, 1, file.size, stream), file.size);
    assert_int_equal(fclose(stream), 0);
    return file;
}

static void write_byte(const char *name, size_t offset, unsigned char byte)
{
    FILE *stream = fopen(name, "r+b");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, (long)offset, SEEK_SET), 0);
    assert_int_equal(fputc(byte, stream), byte);
    assert_int_equal(fclose(stream), 0);
}

static void hash_rows(sqlite3 *database, const char *sql, crypto_generichash_state *hash)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(statement); i++) {
            const int told[] = {i, sqlite3_column_type(statement, i), 0};
            const void *bytes = sqlite3_column_blob(statement, i);
            int size = sqlite3_column_bytes(statement, i);
            crypto_generichash_update(hash, (const unsigned char *)told, sizeof told);
            if (size > 0)
                crypto_generichash_update(hash, bytes, (unsigned long long)size);
        }
    }
    crypto_generichash_update(hash, (const unsigned char *)&code, sizeof code);
    sqlite3_finalize(statement);
}

/* All that SQL shows of a file, in the order in which it lies there. */
static void hash_content(const char *name, unsigned char content[crypto_generichash_BYTES])
{
    static const char *const own[] = {"stream",     "event",    "snapshot",   "store_format", "store_table",
                                      "store_view", "leaf_run", "leaf_since", "leaf_tile"};
    crypto_generichash_state hash;
    sqlite3 *database;
    crypto_generichash_init(&hash, NULL, 0, crypto_generichash_BYTES);
    assert_int_equal(sqlite3_open_v2(name, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    hash_rows(database, "SELECT type, name, tbl_name, sql FROM sqlite_schema", &hash);
    for (size_t i = 0; i < sizeof own / sizeof own[0] + REPORT_TABLES; i++) {
        char sql[SQL_SIZE];
        (void)snprintf(sql, sizeof sql, "SELECT * FROM \"%s\" NOT INDEXED",
                       i < REPORT_TABLES ? report_tables[i].name : own[i - REPORT_TABLES]);
        hash_rows(database, sql, &hash);
    }
    sqlite3_close(database);
    crypto_generichash_final(&hash, content, crypto_generichash_BYTES);
}

static void assert_may_be_shown(const char *words)
{
    char safe[2 * AUDIT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, safe, sizeof safe);
    text_out_add_safely(&out, text_of(words));
    assert_string_equal(safe, words);
}

static bool names_a_place(const char *words)
{
    static const char *const places[] = {"event ",   "table ", "view ",    "index ", "stream ",
                                         "snapshot", "row ",   "the file", "schema", "Tree "};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strstr(words, places[i]))
            return true;
    return false;
}

/* Whether the audit has found something: then it has said where, in words that can be shown. That it could not be made is no
 * answer but for a file that is no store any more. */
static bool is_answered(const struct audit *audit, enum status status, const struct fault *fault)
{
    bool placed = status == STATUS_INVALID && names_a_place(fault->words);
    if (status != STATUS_OK)
        assert_may_be_shown(fault->words);
    for (unsigned i = 0; i < audit->finding_count; i++) {
        assert_may_be_shown(audit->findings[i].words);
        placed |= names_a_place(audit->findings[i].words);
    }
    if (!placed && (status != STATUS_OK || audit->finding_count > 0))
        fail_msg("%s: no place in %s", status_name(status),
                 status == STATUS_OK ? audit->findings[0].words : fault->words);
    return placed;
}

/* One bit of the file is another: the audit says what is wrong, or nothing that can be read is any different. */
static bool flip_is_found(struct audit_day *day, const struct file_bytes *file, size_t offset, unsigned bit,
                          const unsigned char *content)
{
    const char *name = place_file(&day->place);
    unsigned char now[crypto_generichash_BYTES];
    struct fault fault = {0};
    write_byte(name, offset, (unsigned char)(file->bytes[offset] ^ 1U << bit));
    enum status status =
        audit_store(text_of(day->place.address), text_of("house"), NULL, NULL, &day->audit, &fault);
    bool found = is_answered(&day->audit, status, &fault);
    if (!found) {
        hash_content(name, now);
        if (memcmp(now, content, sizeof now) != 0)
            fail_msg("bit %u of byte %zu, at %zu of page %zu, is another, and nothing is found", bit, offset,
                     offset % PAGE, offset / PAGE + 1);
    }
    write_byte(name, offset, file->bytes[offset]);
    return found;
}

/* How many places there are beside those at the beginning of each page. */
static size_t flip_count(size_t size)
{
    const char *wanted = getenv("CARDROOM_FLIPS");
    size_t count = wanted ? strtoul(wanted, NULL, 10) : 400;
    return getenv("CARDROOM_EXHAUSTIVE") || count > size ? size : count;
}

/* Of every page some of the bytes at its beginning, where its structure is; and so many that lie evenly over the whole file. */
static void a_bit_that_is_another_is_found(void **state)
{
    enum { STRUCTURE = 16, BITS = 8 };
    static struct audit_day day;
    audit_day_play(&day, state);
    audit_day_save_snapshot(&day, "");
    (void)place_sql(&day.place, "PRAGMA wal_checkpoint(TRUNCATE)");
    const char *name = place_file(&day.place);
    struct file_bytes file = read_whole(name);
    unsigned char content[crypto_generichash_BYTES];
    hash_content(name, content);
    size_t structure = file.size / PAGE * STRUCTURE / 2, spread = flip_count(file.size), found = 0;
    uint64_t seed = 1;
    for (size_t i = 0; i < structure + spread; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t random = (size_t)(seed >> 33);
        size_t at = i < structure ? i * 2 / STRUCTURE * PAGE + random % STRUCTURE
                                  : (i - structure) * file.size / spread +
                                        random % (file.size / spread > 0 ? file.size / spread : 1);
        found += flip_is_found(&day, &file, at, (unsigned)(random >> 12) % BITS, content);
    }
    assert_true(found > (structure + spread) / 4);
    free(file.bytes);
    assert_whole(&day.place);
    place_remove(&day.place);
}

int main(void)
{
    static bool postgres = false;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(a_bit_that_is_another_is_found, &postgres),
    };
    return cmocka_run_group_tests_name("audit of flipped bits", tests, NULL, NULL);
}
