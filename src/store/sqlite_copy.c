/*
 * The online backup of SQLite: the pages of a database into another file, while others write to it.
 *
 * The backup runs within a read transaction, so that it sees the database as it was at one moment and never begins again because
 * somebody wrote. The write-ahead log of the source grows until it ends.
 */
#include "store/copy.h"
#include "store/sqlite_internal.h"

#include "base/check.h"

enum { PAGES_AT_ONCE = 128 };

static enum status copy_failed(sqlite3 *database, struct fault *fault, const char *doing)
{
    struct engine engine = {.database = database};
    return sqlite_failed(&engine, fault, doing);
}

static enum status run(sqlite3 *database, const char *sql, struct fault *fault)
{
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK
               ? STATUS_OK
               : copy_failed(database, fault, "writing the copy");
}

static enum status copy_pages(sqlite3 *from, sqlite3 *to, store_copy_progress *progress, void *context,
                              struct fault *fault)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return copy_failed(to, fault, "writing the copy");
    int code;
    do {
        code = sqlite3_backup_step(backup, PAGES_AT_ONCE);
        int all = sqlite3_backup_pagecount(backup), left = sqlite3_backup_remaining(backup);
        CHECK_IMPLIES(code == SQLITE_DONE, left == 0);
        if (progress && (code == SQLITE_OK || code == SQLITE_DONE))
            progress(context, (uint64_t)(all - left), (uint64_t)all);
    } while (code == SQLITE_OK);
    /* Its code and message are in the target afterwards, whichever of the two failed. */
    if (sqlite3_backup_finish(backup) == SQLITE_OK && code == SQLITE_DONE)
        return STATUS_OK;
    return copy_failed(to, fault, "writing the copy");
}

enum status sqlite_copy_file(struct store *store, const char *path, store_copy_progress *progress,
                             void *context, struct fault *fault)
{
    struct engine *engine = store->engine;
    sqlite3 *to = NULL;
    struct store_head head;
    enum status status = sqlite_hold(store, fault);
    if (status != STATUS_OK)
        return status;
    /* The transaction begins with the first reading; one of the backup itself would end after each step. */
    status = sqlite_head(store, text_of("house"), &head, fault);
    if (status == STATUS_OK &&
        sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        status = copy_failed(to, fault, "writing the copy");
    if (status == STATUS_OK)
        status = run(to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL", fault);
    if (status == STATUS_OK)
        status = copy_pages(engine->database, to, progress, context, fault);
    sqlite_rollback(store); /* the end of the hold */
    CHECK(sqlite3_close(to) == SQLITE_OK);
    return status == STATUS_OK ? store_file_settle(path, fault) : status;
}

enum status store_file_settle(const char *path, struct fault *fault)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *mode = NULL;
    bool settled =
        sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        sqlite3_exec(database, "PRAGMA synchronous = FULL", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "PRAGMA journal_mode = DELETE", -1, &mode, NULL) == SQLITE_OK &&
        sqlite3_step(mode) == SQLITE_ROW && text_equal(sqlite_column_text(mode, 0), text_of("delete"));
    enum status status = settled ? STATUS_OK : copy_failed(database, fault, "finishing the copy");
    sqlite3_finalize(mode);
    CHECK(sqlite3_close(database) == SQLITE_OK);
    return status;
}
