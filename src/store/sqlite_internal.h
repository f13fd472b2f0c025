/*
 * How the SQLite engine talks to its library: prepared statements, their parameters and answers, and faults.
 */
#ifndef STORE_SQLITE_INTERNAL_H
#define STORE_SQLITE_INTERNAL_H

#include "store/store_internal.h"

#include <sqlite3.h>
#include <sys/types.h>

enum {
    SEQUENCE_BITS = 40, /* bits of an event's key for its sequence; the rest is its stream */
    STREAMS_MAX = 1 << 22,
    BUSY_WAIT_MS = 5000, /* how long to wait for another program's transaction */
};

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    STREAM_FIND,
    STREAM_ADD,
    STREAM_MOVE,
    STREAM_LIST,
    COMMAND_FIND,
    EVENT_ADD,
    EVENT_READ,
    LEAF_LAST,
    LEAF_PUT,
    LEAF_END,
    LEAF_SINCE,
    LEAF_RUNS,
    LEAF_LAST_OF,
    TILE_READ,
    TILE_LIST,
    TILE_PUT,
    SNAPSHOT_SAVE,
    SNAPSHOT_PRUNE,
    SNAPSHOT_LOAD,
    STATEMENT_COUNT
};

/* The files of an open store. None of them is changed for another while it is open, whatever other programs do with SQLite. */
enum { FILE_DATABASE, FILE_LOG, FILE_LOG_INDEX, FILES };

struct watched_file {
    const char *path; /* NULL: not watched */
    dev_t device;
    ino_t inode;
};

struct engine {
    sqlite3 *database;
    int writer_lock; /* a file that is locked, or -1 */
    struct watched_file files[FILES];
    const struct watched_file *gone; /* the first that was found missing or replaced */
    bool leafless;                   /* read only, and without the tables of the leaves */
    sqlite3_stmt *statements[STATEMENT_COUNT];
    sqlite3_stmt *row_statements[STORE_TABLES_MAX];
};

/* SQLite's message for the last failure. */
enum status sqlite_failed(struct engine *engine, struct fault *fault, const char *doing);

/* Parameters are numbered from 1. A failure to bind means that memory ran out. The value would then be missing without an
 * error at the step, so the result of every bind is checked. */
bool sqlite_bind_text(sqlite3_stmt *statement, int place, struct text text);
bool sqlite_bind_number(sqlite3_stmt *statement, int place, uint64_t number);
bool sqlite_bind_hash(sqlite3_stmt *statement, int place, const struct store_hash *hash);

/* Runs a statement that returns no rows, and resets it. */
bool sqlite_run(sqlite3_stmt *statement);

struct text sqlite_column_text(sqlite3_stmt *statement, int column);

/* A hash of the wrong length becomes zeros, which never verify. */
struct store_hash sqlite_column_hash(sqlite3_stmt *statement, int column);

/* Fills in the state of the stream; false if the query failed. */
bool sqlite_stream_find(struct engine *engine, struct stream_state *stream, bool *found);

/* Whether the file is a store, or is empty and may become one. */
enum status sqlite_check_format(struct engine *engine, const struct store_options *options, bool *empty,
                                struct fault *fault);

/* Creates what is missing and refuses what differs, in one transaction; `found` is as of schema_settle(). */
enum status sqlite_settle(struct engine *engine, const struct store_options *options,
                          struct tables_found *found, struct fault *fault);

/* The same for an inspection, which compares with a store of an older format. */
enum status sqlite_settle_as(struct engine *engine, const struct store_options *options, bool leafless,
                             struct tables_found *found, struct fault *fault);

/* The statements that write rows; the tables are there. */
enum status sqlite_prepare_rows(struct engine *engine, const struct store_options *options,
                                struct fault *fault);

enum status sqlite_rebuild(struct store *store, struct fault *fault);
enum status sqlite_fill(struct store *store, struct text stream, struct store_plan *plan,
                        struct fault *fault);
enum status sqlite_rebuilt(struct store *store, struct fault *fault);

/* Remembers which files the open store consists of; `place` is the path of its address. */
enum status sqlite_watch(struct store *store, const char *place, struct fault *fault);
enum status sqlite_copy_file(struct store *store, const char *path,
                             void (*progress)(void *context, uint64_t done, uint64_t all), void *context,
                             struct fault *fault);
enum status sqlite_look(struct engine *engine, struct fault *fault);

enum status sqlite_begin(struct store *store, struct store_plan *plan, struct fault *fault);
enum status sqlite_commit(struct store *store, struct store_plan *plan, struct fault *fault);
void sqlite_rollback(struct store *store);

enum status sqlite_hold(struct store *store, struct fault *fault);
enum status sqlite_head(struct store *store, struct text stream, struct store_head *head,
                        struct fault *fault);
enum status sqlite_streams(struct store *store, stream_id_visitor *visit, void *context, struct fault *fault);
enum status sqlite_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                        store_visitor *visit, void *context, struct fault *fault);
enum status sqlite_commands(struct store *store, struct text stream, uint64_t until,
                            struct store_commands *commands, struct fault *fault);
enum status sqlite_compare_commands(struct store *store, struct text stream, store_command_visitor *tell,
                                    void *context, struct fault *fault);
enum status sqlite_rows(struct store *store, const struct rows_query *query, store_row_visitor *visit,
                        void *context, struct fault *fault);
enum status sqlite_snapshot_save(struct store *store, struct text stream,
                                 const struct stored_snapshot *snapshot, struct fault *fault);
enum status sqlite_snapshot_load(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                 struct stored_snapshot *snapshot, struct fault *fault);
enum status sqlite_leaves(struct store *store, struct leaves_found *found, struct fault *fault);
enum status sqlite_runs(struct store *store, uint64_t from, struct leaf_run *runs, size_t max, size_t *count,
                        struct fault *fault);
enum status sqlite_last_run(struct store *store, int64_t stream, uint64_t before, struct leaf_run *run,
                            struct fault *fault);
enum status sqlite_tiles(struct store *store, unsigned level, uint64_t from, size_t count,
                         struct tree_hash *hashes, bool *there, struct fault *fault);
enum status sqlite_each_tile(struct store *store, leaf_tile_visitor *visit, void *context,
                             struct fault *fault);
enum status sqlite_tiles_put(struct store *store, const struct leaf_tile *tiles, size_t count,
                             struct fault *fault);
enum status sqlite_runs_put(struct store *store, const struct leaf_run *runs, size_t count, uint64_t since,
                            struct fault *fault);

/* Reads or writes the run of a prepared statement; the first parameter or column is `first`. */
struct leaf_run sqlite_column_run(sqlite3_stmt *statement);
bool sqlite_put_run(sqlite3_stmt *statement, const struct leaf_run *run);

enum status sqlite_inspect(struct store *store, store_flaw_visitor *tell, void *context, struct fault *fault);

#endif
