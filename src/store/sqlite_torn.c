#include "store/sqlite_torn.h"

#include "base/check.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The format of the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log. A frame is a page with a header. */
enum {
    MAGIC = 0x377F0682, /* and one more where the checksums are of numbers with the highest byte first */
    HEADER_SIZE = 32,
    HEADER_PAGE_SIZE_AT = 8,
    HEADER_SALTS_AT = 16,
    HEADER_SUMS_AT = 24,
    FRAME_HEADER_SIZE = 24,
    FRAME_COMMIT_AT = 4, /* pages of the database after the commit; 0: the frame does not end one */
    FRAME_SALTS_AT = 8,
    FRAME_SUMS_AT = 16,
    SALTS_SIZE = 8,
    APPENDS_ENOUGH = 2,
    PAGE_SIZE_MIN = 512,
    PAGE_SIZE_MAX = 65536,
};

struct sums {
    uint32_t first, second;
};

struct log {
    sqlite3_file *file, *database;
    uint8_t header[HEADER_SIZE];
    uint8_t *frame; /* the last one that was read, with its page */
    uint8_t *page;  /* of the database */
    uint32_t page_size;
    uint32_t heads; /* the page with the heads of the streams, which every append changes; 0: not known */
    bool highest_first;
};

static uint32_t number_at(const uint8_t *bytes, bool highest_first)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 4; i++)
        number = number << 8 | bytes[highest_first ? i : 3 - i];
    return number;
}

static struct sums sums_at(const uint8_t *bytes)
{
    return (struct sums){number_at(bytes, true), number_at(bytes + 4, true)};
}

static bool sums_equal(struct sums one, struct sums other)
{
    return one.first == other.first && one.second == other.second;
}

static struct sums sums_of(const struct log *log, struct sums sums, const uint8_t *bytes, uint32_t size)
{
    CHECK_OP(size % 8, ==, 0);
    for (uint32_t i = 0; i < size; i += 8) {
        sums.first += number_at(bytes + i, log->highest_first) + sums.second;
        sums.second += number_at(bytes + i + 4, log->highest_first) + sums.first;
    }
    return sums;
}

static struct sums sums_of_frame(const struct log *log, struct sums before)
{
    return sums_of(log, sums_of(log, before, log->frame, 8), log->frame + FRAME_HEADER_SIZE, log->page_size);
}

/* False at the end of the file, or if it cannot be read; `code` tells which. */
static bool read_at(sqlite3_file *file, void *bytes, uint32_t size, sqlite3_int64 offset, int *code)
{
    *code = file->pMethods->xRead(file, bytes, (int)size, offset);
    bool ended = *code == SQLITE_IOERR_SHORT_READ;
    if (ended)
        *code = SQLITE_OK;
    return *code == SQLITE_OK && !ended;
}

static bool read_frame(const struct log *log, uint64_t frame, int *code)
{
    CHECK(log->frame && log->page_size >= PAGE_SIZE_MIN && log->page_size <= PAGE_SIZE_MAX);
    const sqlite3_int64 size = FRAME_HEADER_SIZE + (sqlite3_int64)log->page_size;
    return read_at(log->file, log->frame, (uint32_t)size, HEADER_SIZE + (sqlite3_int64)frame * size, code);
}

/* Reads a frame of this round that follows the checksums, and adds it to them. */
static bool read_next(const struct log *log, uint64_t frame, struct sums *sums, int *code)
{
    if (!read_frame(log, frame, code) ||
        memcmp(log->frame + FRAME_SALTS_AT, log->header + HEADER_SALTS_AT, SALTS_SIZE) != 0)
        return false;
    struct sums now = sums_of_frame(log, *sums);
    bool follows = sums_equal(sums_at(log->frame + FRAME_SUMS_AT), now);
    if (follows)
        *sums = now;
    return follows;
}

static bool ends_commit(const struct log *log)
{
    return number_at(log->frame + FRAME_COMMIT_AT, true) > 0;
}

/* T3: whether the frame that was read moves the heads of the streams. Where that is not known any frame does. */
static bool moves_heads(const struct log *log)
{
    return log->heads == 0 || number_at(log->frame, true) == log->heads;
}

/*
 * T1, T3: whether whole appends follow the frame and its own commit, if `sums` are the checksums up to the frame. `appends` is 1 if
 * the frame ends an append itself; `moves` says that the commit that goes on behind it is one.
 */
static bool has_appends_behind(const struct log *log, uint64_t frame, struct sums sums, unsigned appends,
                               bool moves, int *code)
{
    while (appends < APPENDS_ENOUGH && read_next(log, ++frame, &sums, code)) {
        moves = moves || moves_heads(log);
        if (!ends_commit(log))
            continue;
        appends += moves;
        moves = false;
    }
    return appends >= APPENDS_ENOUGH;
}

/* Whether the frame was damaged after a later append: its checksum, or something else in it. `moves`: an earlier frame of its
 * commit moved the heads. */
static bool is_damaged(const struct log *log, uint64_t frame, struct sums before, bool moves, int *code)
{
    if (!read_frame(log, frame, code))
        return false;
    struct sums stored = sums_at(log->frame + FRAME_SUMS_AT), computed = sums_of_frame(log, before);
    /* Whether the frame ends a commit is believed only if the frames behind it confirm its first bytes. */
    bool own = ends_commit(log);
    moves = moves || moves_heads(log);
    return has_appends_behind(log, frame, stored, 0, moves, code) ||
           (*code == SQLITE_OK &&
            has_appends_behind(log, frame, computed, own && moves, !own && moves, code));
}

/* Whether the log is still in the same round: another program may have begun a new one. */
static bool is_same_round(const struct log *log, int *code)
{
    uint8_t header[HEADER_SIZE];
    return read_at(log->file, header, HEADER_SIZE, 0, code) && memcmp(header, log->header, HEADER_SIZE) == 0;
}

static int look_at_frames(const struct log *log, struct torn *torn)
{
    int code = SQLITE_OK;
    bool moves = false;
    struct sums sums = sums_at(log->header + HEADER_SUMS_AT);
    for (uint64_t frame = 0; code == SQLITE_OK; frame++) {
        if (read_next(log, frame, &sums, &code)) {
            moves = (moves || moves_heads(log)) && !ends_commit(log);
            continue;
        }
        if (code != SQLITE_OK || !is_damaged(log, frame, sums, moves, &code))
            break;
        /* A writer may have completed the frame, and more behind it, since it was read; or started a new round. */
        if (read_next(log, frame, &sums, &code))
            continue;
        if (code == SQLITE_OK && is_same_round(log, &code))
            *torn = (struct torn){.damaged = true, .page = frame + 1};
        break;
    }
    return code;
}

/* Whether the frame that was read is the page of the database. */
static bool is_in_database(const struct log *log, uint32_t page, int *code)
{
    return read_at(log->database, log->page, log->page_size, (sqlite3_int64)(page - 1) * log->page_size,
                   code) &&
           memcmp(log->page, log->frame + FRAME_HEADER_SIZE, log->page_size) == 0;
}

/* T2, after a wrong header: whether the newest copy of some page in `frames` frames is not in the database of `pages` pages. */
static int compare_pages(const struct log *log, uint64_t frames, uint32_t pages, struct torn *torn)
{
    int code = SQLITE_OK;
    uint8_t *seen = calloc(pages / 8 + 1, 1);
    if (!seen)
        return SQLITE_NOMEM;
    for (uint64_t frame = frames; frame-- > 0 && code == SQLITE_OK && !torn->damaged;) {
        if (!read_frame(log, frame, &code))
            break;
        uint32_t page = number_at(log->frame, true);
        if (page == 0 || page > pages || seen[page / 8] >> page % 8 & 1)
            continue;
        seen[page / 8] |= (uint8_t)(1 << page % 8);
        torn->damaged = !is_in_database(log, page, &code) && code == SQLITE_OK;
    }
    free(seen);
    return code;
}

/* The salts and checksums of the first frame stand for those of the header. */
static int look_behind_header(struct log *log, struct torn *torn)
{
    int code;
    uint64_t frames = 0;
    uint32_t pages = 0;
    uint8_t header[HEADER_SIZE];
    memcpy(header, log->header, HEADER_SIZE);
    if (!read_frame(log, 0, &code))
        return code;
    memcpy(log->header + HEADER_SALTS_AT, log->frame + FRAME_SALTS_AT, SALTS_SIZE);
    struct sums sums = sums_at(log->frame + FRAME_SUMS_AT);
    uint64_t frame = 0;
    do {
        if (ends_commit(log)) {
            frames = frame + 1;
            pages = number_at(log->frame + FRAME_COMMIT_AT, true);
        }
    } while (read_next(log, ++frame, &sums, &code));
    if (code == SQLITE_OK)
        code = compare_pages(log, frames, pages, torn);
    /* Another program may have written a good header meanwhile. */
    memcpy(log->header, header, HEADER_SIZE);
    if (code == SQLITE_OK && torn->damaged)
        torn->damaged = is_same_round(log, &code);
    return code;
}

/* SQLite ignores a log with pages of any other size, whatever its checksum. */
static bool header_is_right(const struct log *log)
{
    uint32_t size = number_at(log->header + HEADER_PAGE_SIZE_AT, true);
    return (number_at(log->header, true) & ~1U) == MAGIC && size >= PAGE_SIZE_MIN && size <= PAGE_SIZE_MAX &&
           (size & (size - 1)) == 0 &&
           sums_equal(sums_at(log->header + HEADER_SUMS_AT),
                      sums_of(log, (struct sums){0}, log->header, HEADER_SUMS_AT));
}

/* A number that the database says of itself; 0 if it does not. */
static uint32_t ask(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    uint32_t number = 0;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = (uint32_t)sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* Without atomic sectors SQLite writes the last page of a commit several times, and any copy may be missing. The log is not
 * checked then. */
int sqlite_torn(sqlite3 *database, struct torn *torn)
{
    CHECK(database);
    struct log log = {0};
    *torn = (struct torn){0};
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log.file);
    if (code == SQLITE_OK)
        code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &log.database);
    if (code != SQLITE_OK || !log.file || !log.file->pMethods || !log.database || !log.database->pMethods ||
        !(log.file->pMethods->xDeviceCharacteristics(log.file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE) ||
        !read_at(log.file, log.header, HEADER_SIZE, 0, &code))
        return code;
    log.highest_first = log.header[3] & 1;
    /* A house has a handful of streams, so that their heads are on the first page of their table. */
    log.heads = ask(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'stream'");
    bool right = header_is_right(&log);
    log.page_size =
        right ? number_at(log.header + HEADER_PAGE_SIZE_AT, true) : ask(database, "PRAGMA page_size");
    if (log.page_size < PAGE_SIZE_MIN || log.page_size > PAGE_SIZE_MAX)
        return SQLITE_OK; /* the database itself cannot be read */
    log.frame = malloc(FRAME_HEADER_SIZE + (size_t)log.page_size);
    log.page = malloc(log.page_size);
    code = !log.frame || !log.page ? SQLITE_NOMEM
           : right                 ? look_at_frames(&log, torn)
                                   : look_behind_header(&log, torn);
    free(log.page);
    free(log.frame);
    return code;
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
