#include "store/sqlite_torn.h"

#include "base/check.h"
#include "base/text.h"
#include "store/sqlite_wal.h"

#include <string.h>

enum {
    PAGE_SIZE_AT = 8,
    ROUND_AT = 12,
    MAGIC = 0x377F0682, /* and one more where the checksums are of numbers with the highest byte first */
    COMMITS_ENOUGH = 2,
    PAGE_SIZE_MIN = 512,
    PAGE_SIZE_MAX = 65536,
};

struct sums {
    uint32_t first, second;
};

struct log {
    sqlite3_file *file;
    uint8_t header[WAL_HEADER_SIZE];
    uint8_t *frame; /* with its page */
    int page_size;
    bool highest_first;
};

static uint32_t number_at(const uint8_t *bytes, bool highest_first)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 4; i++)
        number = number << 8 | bytes[highest_first ? i : 3 - i];
    return number;
}

static struct sums sums_of(const struct log *log, struct sums sums, const uint8_t *bytes, int size)
{
    CHECK_OP(size % 8, ==, 0);
    for (int i = 0; i < size; i += 8) {
        sums.first += number_at(bytes + i, log->highest_first) + sums.second;
        sums.second += number_at(bytes + i + 4, log->highest_first) + sums.first;
    }
    return sums;
}

static bool sums_stand_at(const uint8_t *bytes, struct sums sums)
{
    return number_at(bytes, true) == sums.first && number_at(bytes + 4, true) == sums.second;
}

/* False at the end of the log, or if it cannot be read; `code` tells which. */
static bool read_at(const struct log *log, void *bytes, int size, sqlite3_int64 offset, int *code)
{
    *code = log->file->pMethods->xRead(log->file, bytes, size, offset);
    bool ended = *code == SQLITE_IOERR_SHORT_READ;
    if (ended)
        *code = SQLITE_OK;
    return *code == SQLITE_OK && !ended;
}

static sqlite3_int64 place_of(const struct log *log, uint64_t frame)
{
    return WAL_HEADER_SIZE + (sqlite3_int64)frame * (WAL_FRAME_SIZE + log->page_size);
}

static bool has_salts_of(const struct log *log, const uint8_t *frame)
{
    return memcmp(frame + WAL_FRAME_SALTS_AT, log->header + WAL_SALTS_AT, WAL_SALTS_SIZE) == 0;
}

/* Whether the frame is valid; if so it is added to the checksums. */
static bool frame_is_right(const struct log *log, uint64_t frame, struct sums *sums, int *code)
{
    CHECK(log->frame && log->page_size >= PAGE_SIZE_MIN && log->page_size <= PAGE_SIZE_MAX);
    if (!read_at(log, log->frame, WAL_FRAME_SIZE + log->page_size, place_of(log, frame), code) ||
        !has_salts_of(log, log->frame))
        return false;
    struct sums now = sums_of(log, *sums, log->frame, 8);
    now = sums_of(log, now, log->frame + WAL_FRAME_SIZE, log->page_size);
    bool right = sums_stand_at(log->frame + 16, now);
    if (right)
        *sums = now;
    return right;
}

static bool has_commits_from(const struct log *log, uint64_t frame, int *code)
{
    unsigned commits = 0;
    uint8_t head[WAL_FRAME_SIZE];
    for (; commits < COMMITS_ENOUGH && read_at(log, head, WAL_FRAME_SIZE, place_of(log, frame), code);
         frame++)
        commits += has_salts_of(log, head) && number_at(head + 4, true) > 0;
    return commits >= COMMITS_ENOUGH;
}

/* Whether the log is still in the same round. */
static bool is_same_round(const struct log *log, int *code)
{
    uint8_t header[WAL_HEADER_SIZE];
    return read_at(log, header, WAL_HEADER_SIZE, 0, code) &&
           memcmp(header, log->header, WAL_HEADER_SIZE) == 0;
}

static int look_at_frames(const struct log *log, struct sums sums, struct torn *torn)
{
    int code = SQLITE_OK;
    for (uint64_t frame = 0; code == SQLITE_OK; frame++) {
        if (frame_is_right(log, frame, &sums, &code))
            continue;
        torn->torn = code == SQLITE_OK && has_salts_of(log, log->frame);
        if (code != SQLITE_OK || !has_commits_from(log, frame, &code))
            break;
        /* A writer may have completed the frame, and more behind it, since it was read; or started a new round. */
        if (frame_is_right(log, frame, &sums, &code))
            continue;
        if (code == SQLITE_OK && is_same_round(log, &code)) {
            torn->damaged = true;
            torn->page = frame + 1;
        }
        break;
    }
    return code;
}

/* SQLite ignores a log with pages of any other size, whatever its checksum. */
static bool header_is_right(const struct log *log, const uint8_t *header)
{
    struct sums sums = sums_of(log, (struct sums){0}, header, WAL_HEADER_SIZE - 8);
    uint32_t size = number_at(header + PAGE_SIZE_AT, true);
    return (number_at(header, true) & ~1U) == MAGIC && size >= PAGE_SIZE_MIN && size <= PAGE_SIZE_MAX &&
           (size & (size - 1)) == 0 && sums_stand_at(header + WAL_HEADER_SIZE - 8, sums);
}

/* If the header of a round was only partly written, its first bytes are there, up to the salts; of these only the number of
 * the round differs. All of the round before is in the database. */
static bool header_is_torn(const struct log *log)
{
    uint8_t before[WAL_HEADER_SIZE];
    uint32_t round = number_at(log->header + ROUND_AT, true) - 1;
    memcpy(before, log->header, WAL_HEADER_SIZE);
    for (unsigned i = 0; i < 4; i++)
        before[ROUND_AT + i] = (uint8_t)(round >> (24 - 8 * i));
    return header_is_right(log, before);
}

/* After a wrong header: whether commits were written, by the salts of the first frame. */
static int look_behind_header(struct log *log, struct torn *torn)
{
    int code;
    uint8_t head[WAL_FRAME_SIZE];
    if (header_is_torn(log) || !is_same_round(log, &code) ||
        !read_at(log, head, WAL_FRAME_SIZE, WAL_HEADER_SIZE, &code))
        return SQLITE_OK;
    memcpy(log->header + WAL_SALTS_AT, head + WAL_FRAME_SALTS_AT, WAL_SALTS_SIZE);
    torn->damaged = has_commits_from(log, 0, &code);
    return code;
}

/* The page size of the database, for a log whose header is wrong. */
static int page_size_of(sqlite3 *database)
{
    sqlite3_stmt *statement = NULL;
    int size = 0;
    if (sqlite3_prepare_v2(database, "PRAGMA page_size", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        size = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return size;
}

static int look_at_log(struct log *log, sqlite3 *database, struct torn *torn)
{
    int code;
    if (!read_at(log, log->header, WAL_HEADER_SIZE, 0, &code))
        return code;
    log->highest_first = log->header[3] & 1;
    bool right = header_is_right(log, log->header);
    log->page_size = right ? (int)number_at(log->header + PAGE_SIZE_AT, true) : page_size_of(database);
    log->frame = sqlite3_malloc(WAL_FRAME_SIZE + log->page_size);
    if (!log->frame)
        return SQLITE_NOMEM;
    const struct sums sums = {number_at(log->header + WAL_HEADER_SIZE - 8, true),
                              number_at(log->header + WAL_HEADER_SIZE - 4, true)};
    code = right ? look_at_frames(log, sums, torn) : look_behind_header(log, torn);
    sqlite3_free(log->frame);
    return code;
}

/* Without atomic sectors SQLite writes the last page of a commit several times, and any copy may be missing. The log is not
 * checked then. */
int sqlite_torn(sqlite3 *database, struct torn *torn)
{
    CHECK(database);
    struct log log = {0};
    *torn = (struct torn){0};
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log.file);
    if (code != SQLITE_OK || !log.file || !log.file->pMethods ||
        !(log.file->pMethods->xDeviceCharacteristics(log.file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE))
        return code;
    return look_at_log(&log, database, torn);
}

void sqlite_torn_words(const struct torn *torn, char *words, size_t size)
{
    CHECK(torn->damaged || torn->page == 0);
    struct text_out out;
    text_out_init(&out, words, size);
    text_out_add(&out, "the write-ahead log beside the file is damaged at ");
    if (torn->page == 0)
        text_out_add(&out, "its header; all that it holds is passed over");
    else
        text_out_add(&out, "page %llu; the commits from there on are passed over",
                     (unsigned long long)torn->page);
}
