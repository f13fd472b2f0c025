/*
 * How the PostgreSQL engine talks to its server: prepared statements with binary parameters and answers, one at a time or
 * in a pipeline.
 */
#ifndef STORE_POSTGRES_INTERNAL_H
#define STORE_POSTGRES_INTERNAL_H

#include "store/postgres_array.h"
#include "store/store_internal.h"

#include <libpq-fe.h>

enum {
    PARAMETERS_MAX = STORE_COLUMNS_MAX + 3,
    POSTGRES_NAME_SIZE = 16,
    POSTGRES_READ_EVENTS = 256 /* fetched at a time */
};

/* Prepared under the name s0, s1, ...; those that write the rows of table 0, 1, ... are t0, t1, ... */
enum statement {
    BEGIN,
    COMMIT,
    PART_BEGIN, /* in their place within postgres_together() */
    PART_COMMIT,
    STREAM_FIND,
    STREAM_LOCK,
    STREAM_ADD,
    STREAM_MOVE,
    STREAM_LIST,
    COMMANDS_FIND,
    EVENTS_ADD,
    EVENTS_READ,
    LEAF_LOCK,
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

struct engine {
    PGconn *connection;
    const struct store_options *options; /* of the store */
    const struct store *store;
    unsigned rows_prepared; /* how many of the statements that write rows the connection has */
    bool ready;             /* the connection has all that postgres_open() gives it */
    bool in_transaction;    /* of several round trips */
    bool held;              /* a hold; it continues after a query that failed */
    bool leafless;          /* read only, and without the tables of the leaves */
    bool together;          /* all that is written is one transaction, which ends with the connection */
};

/* Call it after a failure. True if the connection was lost and a new one is open, in the state of the old one before its
 * transaction. The fault has the message of the last failure. */
bool postgres_reconnected(struct engine *engine, struct fault *fault);

/* The message of the server, or of libpq if there is no answer; STATUS_IO. */
enum status postgres_failed(struct engine *engine, const PGresult *result, struct fault *fault,
                            const char *doing);

/* --------------------------------------------------------------------------------------- parameters */

/* Views of the parameters; only numbers are stored here, so it must not be copied. */
struct parameters {
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    uint8_t numbers[PARAMETERS_MAX][8];
    int count;
};

void parameters_add_bytes(struct parameters *parameters, const void *bytes, size_t length);
void parameters_add_text(struct parameters *parameters, struct text text);
void parameters_add_number(struct parameters *parameters, uint64_t number);
void parameters_add_array(struct parameters *parameters, const struct postgres_array *array);

/* --------------------------------------------------------------------------------------- statements */

void postgres_statement_name(char name[POSTGRES_NAME_SIZE], char letter, unsigned number);

/* Sends and does not wait; for pipelines. `parameters` may be NULL for none. */
bool postgres_send(struct engine *engine, enum statement statement, const struct parameters *parameters);
bool postgres_send_named(struct engine *engine, char letter, unsigned number,
                         const struct parameters *parameters);

/* Begins a transaction, or a part of the one that is open. */
bool postgres_send_begin(struct engine *engine);

/* Runs one statement and waits for its answer, which the caller clears. NULL if the answer is not the wanted one. Outside a
 * transaction the statement is repeated if the connection was lost. */
PGresult *postgres_ask(struct engine *engine, enum statement statement, const struct parameters *parameters,
                       ExecStatusType wanted, struct fault *fault, const char *doing, enum status *status);

/* For SQL of our own without parameters. */
enum status postgres_run(struct engine *engine, const char *sql, struct fault *fault, const char *doing);

/* A pipeline: several statements are sent before the first answer is read. After a failure the server skips the rest, so the
 * first failure is reported. */
struct pipeline {
    struct engine *engine;
    const char *doing;
    struct fault *fault;
    enum status status;
};

struct pipeline pipeline_begin(struct engine *engine, struct fault *fault, const char *doing);
void pipeline_send(struct pipeline *pipeline, bool sent); /* whether a statement could be sent */
void pipeline_sent(struct pipeline *pipeline);            /* all statements are sent */

/* The next answer, which the caller clears; NULL if it or an earlier one is not the wanted one. */
PGresult *pipeline_answer(struct pipeline *pipeline, ExecStatusType wanted);

/* Reads the remaining answers, up to the end that pipeline_sent() marked. */
enum status pipeline_end(struct pipeline *pipeline);

/* Sends a commit behind `sent` statements that give no rows, reads all answers and ends the pipeline. */
enum status pipeline_commit(struct pipeline *pipeline, size_t sent);

/* ------------------------------------------------------------------------------------------ answers */

/* A hash of the wrong length becomes zeros, which never verify. */
struct store_hash result_hash(const PGresult *result, int row, int column);
struct text result_text(const PGresult *result, int row, int column);
uint64_t result_number(const PGresult *result, int row, int column);

/* The answer to STREAM_FIND and STREAM_LOCK; false if there is no such stream. */
bool result_stream(const PGresult *result, struct stream_state *stream);

/* ---------------------------------------------------------------------------------- parts of the engine */

/* Creates what is missing and refuses what differs, in one transaction; `found` is as of schema_settle(). */
enum status postgres_settle(struct engine *engine, const struct store_options *options,
                            struct tables_found *found, struct fault *fault);

/* Prepares the statements that write rows, instead of those that were prepared before; the tables are there. */
enum status postgres_prepare_rows(struct engine *engine, struct fault *fault);

enum status postgres_rebuild(struct store *store, struct fault *fault);
enum status postgres_fill(struct store *store, struct text stream, struct store_plan *plan,
                          struct fault *fault);
enum status postgres_rebuilt(struct store *store, struct fault *fault);

/* Creates everything in the open transaction, where the names of the store are free. */
enum status postgres_make(struct engine *engine, const struct store_options *options, struct fault *fault);

/* Fills in the state of the stream. */
enum status postgres_stream_find(struct store *store, struct stream_state *stream, bool *found,
                                 struct fault *fault);

enum status postgres_together(struct store *store, bool begin, struct fault *fault);
enum status postgres_hold(struct store *store, struct fault *fault);
void postgres_release(struct store *store);

/* Rolls back to the savepoint at the start of the hold, which closes a cursor and clears an error; the snapshot stays the
 * same. */
void postgres_hold_again(struct engine *engine);

enum status postgres_head(struct store *store, struct text stream, struct store_head *head,
                          struct fault *fault);
enum status postgres_streams(struct store *store, stream_id_visitor *visit, void *context,
                             struct fault *fault);
enum status postgres_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                          store_visitor *visit, void *context, struct fault *fault);
enum status postgres_commands(struct store *store, struct text stream, uint64_t until,
                              struct store_commands *commands, struct fault *fault);
enum status postgres_compare_commands(struct store *store, struct text stream, store_command_visitor *tell,
                                      void *context, struct fault *fault);
enum status postgres_rows(struct store *store, const struct rows_query *query, store_row_visitor *visit,
                          void *context, struct fault *fault);
enum status postgres_snapshot_save(struct store *store, struct text stream,
                                   const struct stored_snapshot *snapshot, struct fault *fault);
enum status postgres_snapshot_load(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                   struct stored_snapshot *snapshot, struct fault *fault);

enum status postgres_leaves(struct store *store, struct leaves_found *found, struct fault *fault);
enum status postgres_runs(struct store *store, uint64_t from, struct leaf_run *runs, size_t max,
                          size_t *count, struct fault *fault);
enum status postgres_last_run(struct store *store, int64_t stream, uint64_t before, struct leaf_run *run,
                              struct fault *fault);
enum status postgres_tiles(struct store *store, unsigned level, uint64_t from, size_t count,
                           struct tree_hash *hashes, bool *there, struct fault *fault);
enum status postgres_each_tile(struct store *store, leaf_tile_visitor *visit, void *context,
                               struct fault *fault);
enum status postgres_tiles_put(struct store *store, const struct leaf_tile *tiles, size_t count,
                               struct fault *fault);
enum status postgres_runs_put(struct store *store, const struct leaf_run *runs, size_t count, uint64_t since,
                              struct fault *fault);

/* The first column is `first`. */
struct leaf_run result_run(const PGresult *result, int row);

/* Sends the runs to be written, which are four arrays. */
enum status leaf_runs_arrays(const struct leaf_run *runs, size_t count, struct arena *arena,
                             struct postgres_array arrays[4]);

enum status postgres_inspect(struct store *store, store_flaw_visitor *tell, void *context,
                             struct fault *fault);

enum status postgres_begin(struct store *store, struct store_plan *plan, struct fault *fault);
enum status postgres_commit(struct store *store, struct store_plan *plan, struct fault *fault);
void postgres_rollback(struct store *store);

#endif
