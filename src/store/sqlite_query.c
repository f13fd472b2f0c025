#include "store/sqlite_internal.h"

#include "base/check.h"

#include <string.h>

enum status sqlite_failed(struct engine *engine, struct fault *fault, const char *doing)
{
    int code = engine->database ? sqlite3_extended_errcode(engine->database) : SQLITE_NOMEM;
    /* SQLite's messages may contain the name of a file, which may be damaged. */
    char words[FAULT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_safely(&out, text_of(engine->database ? sqlite3_errmsg(engine->database) : "out of memory"));
    if (code == SQLITE_IOERR_SHMSIZE) /* the file beside the store that its readers share cannot grow */
        code = SQLITE_FULL;
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s: no memory", doing);
    case SQLITE_FULL:
        return fault_set(fault, STATUS_IO, 0, "%s: the disk is full; make room and start again", doing);
    case SQLITE_BUSY:
        return fault_set(fault, STATUS_IO, 0, "%s: another program has had the store locked for %d seconds",
                         doing, BUSY_WAIT_MS / 1000);
    case SQLITE_READONLY:
        return fault_set(fault, STATUS_IO, 0, "%s: the file may not be written", doing);
    case SQLITE_CORRUPT:
        return fault_set(fault, STATUS_DAMAGED, 0, "%s: the file is damaged or not a store (%s)", doing,
                         words);
    case SQLITE_ERROR: /* our own SQL fails: a table or column is missing, or the format numbers are wrong */
        return fault_set(fault, STATUS_DAMAGED, 0, "%s: the file is damaged (%s)", doing, words);
    case SQLITE_NOTADB:
        return fault_set(fault, STATUS_INVALID, 0, "%s: the file is not a store, or its beginning is damaged",
                         doing);
    default:
        return fault_set(fault, STATUS_IO, 0, "%s: %s (%d)", doing, words, code);
    }
}

bool sqlite_bind_text(sqlite3_stmt *statement, int place, struct text text)
{
    CHECK(statement && place > 0);
    return sqlite3_bind_text64(statement, place, text.bytes, text.length, SQLITE_STATIC, SQLITE_UTF8) ==
           SQLITE_OK;
}

bool sqlite_bind_number(sqlite3_stmt *statement, int place, uint64_t number)
{
    return sqlite3_bind_int64(statement, place, (sqlite3_int64)number) == SQLITE_OK;
}

bool sqlite_bind_hash(sqlite3_stmt *statement, int place, const struct store_hash *hash)
{
    return sqlite3_bind_blob(statement, place, hash->bytes, sizeof hash->bytes, SQLITE_STATIC) == SQLITE_OK;
}

bool sqlite_run(sqlite3_stmt *statement)
{
    CHECK(statement);
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

struct text sqlite_column_text(sqlite3_stmt *statement, int column)
{
    const void *bytes = sqlite3_column_blob(statement, column);
    return (struct text){bytes ? bytes : "", (size_t)sqlite3_column_bytes(statement, column)};
}

struct store_hash sqlite_column_hash(sqlite3_stmt *statement, int column)
{
    struct text bytes = sqlite_column_text(statement, column);
    struct store_hash hash = {0};
    if (bytes.length == sizeof hash.bytes)
        memcpy(hash.bytes, bytes.bytes, sizeof hash.bytes);
    return hash;
}

bool sqlite_stream_find(struct engine *engine, struct stream_state *stream, bool *found)
{
    sqlite3_stmt *statement = engine->statements[STREAM_FIND];
    if (!sqlite_bind_text(statement, 1, stream->name))
        return false;
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    if (*found) {
        stream->id = sqlite3_column_int64(statement, 0);
        stream->head.sequence = (uint64_t)sqlite3_column_int64(statement, 1);
        stream->head.hash = sqlite_column_hash(statement, 2);
    }
    return sqlite3_reset(statement) == SQLITE_OK;
}
