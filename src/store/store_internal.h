/*
 * What the files of the store share: the function table of an engine, and the data that passes between it and the common
 * part.
 *
 * The common part decides which batches are written, with which sequences and hashes; an engine reads and writes. An append
 * has two steps, so that an engine across a network needs two round trips for any number of batches:
 *
 *      begin    opens a transaction, locks the streams, and returns their heads and which commands are already there
 *      commit   writes a plan and makes it durable
 *
 * or, in place of the second, rollback.
 *
 * Commands are rarely repeated. So an engine for which each query is expensive may assume at first that all are new. If the
 * commit then finds a repeated one, the append starts again with the look-up.
 */
#ifndef STORE_STORE_INTERNAL_H
#define STORE_STORE_INTERNAL_H

#include "store/address.h"
#include "store/store.h"
#include "tree/tree.h"

enum {
    STORE_FORMAT = 2,
    STORE_FORMAT_LEAFLESS = 1, /* made before the order of the leaves was recorded */
    STORE_SQL_SIZE = 8192,
    STORE_NAME_SIZE = 32
};

/* A stream that a group appends to. */
struct stream_state {
    struct text name;
    int64_t id;
    struct store_head head;
    bool changed;
    uint64_t added; /* events that the group writes */
    bool broken;    /* a batch with `ahead` was not written */
};

/* Is this command already in the stream? */
struct command_query {
    struct stream_state *stream;
    struct text command;
    uint64_t sequence; /* its sequence; 0 if it is new */
};

struct placed_event {
    const struct store_event *event;
    int64_t stream;
    uint64_t sequence;
    struct store_hash hash;
};

struct placed_row {
    const struct store_row *row;
    int64_t stream;
    uint64_t sequence;
    uint32_t ordinal; /* 1, 2, ... among the rows of a table that came from one event */
};

/* Leaves of the tree that are consecutive events of one stream: a row of leaf_run. */
struct leaf_run {
    uint64_t first;
    int64_t stream;
    uint64_t sequence, count; /* of a run that is not there, the count is 0 */
};

/* A row of leaf_tile. */
struct leaf_tile {
    unsigned level;
    uint64_t number;
    struct tree_hash hash;
};

struct store_plan {
    struct stream_state *streams; /* in order of their names */
    size_t stream_count;
    struct command_query *queries;
    size_t query_count;
    struct placed_event *events;
    size_t event_count;
    struct placed_row *rows;
    size_t row_count;
    struct leaf_run last; /* of the tree before; set by `begin` */
    /* Each is new or, if it begins at the first leaf of `last`, a longer form of it. None while a store is copied. */
    struct leaf_run *runs;
    size_t run_count;
    bool careful; /* `begin` must look up the commands */
    bool
        repeated; /* set by `commit`, which then failed and wrote nothing: a command was there that was not looked up */
};

/* A snapshot as it is stored. */
struct stored_snapshot {
    uint64_t sequence; /* 0 if there is none */
    struct store_hash seal;
    struct text bytes;
};

/* Selects rows of a table. */
struct rows_query {
    const struct store_table *table;
    struct text stream; /* "" for rows of no stream */
    uint64_t from, to;
    bool down; /* by the key, which is one number, the highest first; `from` and `to` are of the key */
};

struct engine;

typedef enum status stream_id_visitor(void *context, int64_t id, struct text name, struct fault *fault);

/* How the leaves of the tree stand. */
struct leaves_found {
    uint64_t size;  /* where the last run ends */
    uint64_t since; /* of leaf_since, if it has one row */
    unsigned rows;  /* of leaf_since */
    bool leafless;  /* the store is older than the order: the streams count one after the other */
};

enum { LEAF_TILES_READ = 256 };
/* A hash that is none is zeros; so is a level or a number that is none UINT64_MAX. */
typedef void leaf_tile_visitor(void *context, uint64_t level, uint64_t number, const struct tree_hash *hash);

/* All put the message of a failure into the fault; none leaves a transaction open after a failure. */
struct engine_methods {
    enum status (*open)(struct store *store, const struct store_address *address, struct fault *fault);
    void (*close)(struct engine *engine);
    enum status (*begin)(struct store *store, struct store_plan *plan, struct fault *fault);
    enum status (*commit)(struct store *store, struct store_plan *plan, struct fault *fault);
    void (*rollback)(struct store *store);
    enum status (*hold)(struct store *store, struct fault *fault);
    void (*release)(struct store *store);
    enum status (*head)(struct store *store, struct text stream, struct store_head *head,
                        struct fault *fault);
    /* In the order of their names. */
    enum status (*streams)(struct store *store, stream_id_visitor *visit, void *context, struct fault *fault);
    enum status (*read)(struct store *store, struct text stream, uint64_t from, uint64_t to,
                        store_visitor *visit, void *context, struct fault *fault);
    /* An entry that is out of order, or names no event, is added as that of event 0. */
    enum status (*commands)(struct store *store, struct text stream, uint64_t until,
                            struct store_commands *commands, struct fault *fault);
    enum status (*compare_commands)(struct store *store, struct text stream, store_command_visitor *tell,
                                    void *context, struct fault *fault);
    enum status (*rows)(struct store *store, const struct rows_query *query, store_row_visitor *visit,
                        void *context, struct fault *fault);
    enum status (*snapshot_save)(struct store *store, struct text stream,
                                 const struct stored_snapshot *snapshot, struct fault *fault);
    /* The latest at or before `at`, its bytes in the arena. */
    enum status (*snapshot_load)(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                 struct stored_snapshot *snapshot, struct fault *fault);
    enum status (*inspect)(struct store *store, store_flaw_visitor *tell, void *context, struct fault *fault);
    /* From the beginning to the end of `together` all that is appended or saved is one transaction. NULL where a store is a file, which
     * is made under another name instead (copy.h). */
    enum status (*together)(struct store *store, bool begin, struct fault *fault);
    /* As store_copy_file(); NULL where a store is no file. */
    enum status (*copy_file)(struct store *store, const char *path,
                             void (*progress)(void *context, uint64_t done, uint64_t all), void *context,
                             struct fault *fault);
    /* As store_look(); NULL where a lost connection is the only way to lose the store. */
    enum status (*look)(struct engine *engine, struct fault *fault);
    enum status (*leaves)(struct store *store, struct leaves_found *found, struct fault *fault);
    /* Up to `max` runs in order, from the one on that has the leaf `from`. */
    enum status (*runs)(struct store *store, uint64_t from, struct leaf_run *runs, size_t max, size_t *count,
                        struct fault *fault);
    /* The last run of the stream that begins before the leaf `before`. */
    enum status (*last_run)(struct store *store, int64_t stream, uint64_t before, struct leaf_run *run,
                            struct fault *fault);
    /* Up to LEAF_TILES_READ tiles of a level; `there` says which there are. */
    enum status (*tiles)(struct store *store, unsigned level, uint64_t from, size_t count,
                         struct tree_hash *hashes, bool *there, struct fault *fault);
    /* All tiles, by level and number. */
    enum status (*each_tile)(struct store *store, leaf_tile_visitor *visit, void *context,
                             struct fault *fault);
    /* In one transaction: tiles are added or replaced; runs and the row of leaf_since take the place of all that are there. */
    enum status (*tiles_put)(struct store *store, const struct leaf_tile *tiles, size_t count,
                             struct fault *fault);
    enum status (*runs_put)(struct store *store, const struct leaf_run *runs, size_t count, uint64_t since,
                            struct fault *fault);
    /* Opens a transaction in which nobody else appends, and makes the tables anew, without rows. */
    enum status (*rebuild)(struct store *store, struct fault *fault);
    /* Writes the rows of the plan, which are of one stream, in that transaction. Fails if there is no such stream. */
    enum status (*fill)(struct store *store, struct text stream, struct store_plan *plan,
                        struct fault *fault);
    /* Ends the transaction: it is on disk. */
    enum status (*rebuilt)(struct store *store, struct fault *fault);
};

extern const struct engine_methods sqlite_engine, postgres_engine;

/* The report tables of a store. */
struct tables_found {
    unsigned version; /* 0 if none was said */
    bool ours;        /* they are those of the options; otherwise their rows cannot be written or read */
};

struct store {
    const struct engine_methods *methods;
    struct engine *engine; /* the engine's own; NULL before it is opened */
    struct store_options options;
    bool held;
    bool filling;               /* store_rebuild() is in its transaction */
    bool copying;               /* store_copy() writes the order of the leaves itself, at the end */
    struct tables_found tables; /* when it was opened, or made anew */
    struct arena lifetime;      /* of the store */
    struct arena arena;         /* of one call */
};

/* ------------------------------------------------------------------------------------------- leaves */

/* The runs that the events of the plan make; the last run of the tree is known. */
enum status leaves_plan(struct store *store, struct store_plan *plan, struct fault *fault);

/* In SQL of both engines: the runs of a store that has none recorded, as a table. */
#define LEAFLESS_RUNS                                                                                        \
    "(SELECT CAST(sum(sequence) OVER (ORDER BY id) AS BIGINT) - sequence AS first, id AS stream, "           \
    "CAST(1 AS BIGINT) AS sequence, sequence AS count FROM stream WHERE sequence > 0)"

/* ------------------------------------------------------------------------------------ report tables */

/* "INTO movement (stream, sequence, ...) "; and the end of an INSERT that replaces the former row with the same key. */
void table_into_sql(struct text_out *out, const struct store_table *table);
void table_replace_sql(struct text_out *out, const struct store_table *table);

/* SELECT sequence, ordinal (0 for a table with a key) and the columns, in the order of store_each_row(). `stream` is the id,
 * 0 for rows of no stream; `collation` follows each text of the key. */
void table_read_sql(struct text_out *out, const struct rows_query *query, int64_t stream,
                    const char *collation);

/* How many columns of the store precede those of the table: stream, sequence, and without a key ordinal. */
unsigned table_own_columns(const struct store_table *table);

/* Names of tables, columns and views come from the program, never from its input. */
void options_check_names(const struct store_options *options);

/* How an engine creates report tables and views, and records their declarations. */
struct schema_methods {
    /* Runs SQL without parameters and rows; `doing` is for the fault. */
    enum status (*run)(struct engine *engine, const char *sql, struct fault *fault, const char *doing);
    /* Adds the declaration recorded under a name: `sql` selects it by $1. */
    enum status (*recall)(struct engine *engine, const char *sql, const char *name, struct text_out *out,
                          bool *found, struct fault *fault);
    /* Records a declaration: `sql` inserts the name $1 and the declaration $2. */
    enum status (*remember)(struct engine *engine, const char *sql, const char *name, struct text declaration,
                            struct fault *fault);
    const char *table_end;   /* the text after the columns */
    const char *views_there; /* selects the names of the existing views */
    const char *(*view_query)(const struct store_view *view);
    /* Checks a new view, if the engine does not do so itself; or NULL. */
    enum status (*view_try)(struct engine *engine, const struct store_view *view, struct fault *fault);
};

/* Creates missing tables and views, unless the mode is STORE_READ_ONLY, and refuses a table that was declared differently. A
 * view may use earlier views. So when one is missing or has another text, all are dropped, from the last, and created again.
 * If the tables are of another version nothing is created. */
enum status schema_settle(struct engine *engine, const struct store_options *options,
                          const struct schema_methods *methods, struct tables_found *found,
                          struct fault *fault);

/* Drops all report tables and views, those that are declared no more too, and creates those of the options. */
enum status schema_renew(struct engine *engine, const struct store_options *options,
                         const struct schema_methods *methods, struct fault *fault);

/* --------------------------------------------------------------------------------------- inspecting */

enum { STORE_FLAW_SIZE = 512 };

/* "...text, c\x05nts integer" at byte 16, not "...text, cents integer": the first difference of two texts, with a few letters
 * around it. */
void difference_write(struct text_out *out, struct text found, struct text wanted);

/* The parts of a store: named things, sorted by name byte by byte, with their definitions. */
struct listed {
    struct text what, text;
};

struct listing {
    struct arena *arena;
    struct listed *rows;
    size_t count, room;
};

/* A copy is kept in the arena; STATUS_NO_MEMORY or STATUS_NO_SPACE if there is no room. */
enum status listing_add(struct listing *listing, struct text what, struct text text);
void listing_compare(const struct listing *should, const struct listing *is, store_flaw_visitor *tell,
                     void *context);

/* An inspection and the receiver of its reports. */
struct inspection {
    struct engine *engine;
    struct arena *arena;
    store_flaw_visitor *tell;
    void *context;
    struct fault *fault;
};

/* --------------------------------------------------------------------------------- rows of a group */

/* Whether the rows of a batch are valid; counts the bytes of their texts. */
enum status rows_check(const struct store *store, const struct store_batch *batch, size_t *bytes,
                       struct fault *fault);
size_t rows_with_key(const struct store *store, const struct store_batch *batch);

/* Adds the rows of a batch, whose events follow the sequence `before` of the stream. */
void rows_place(struct store_plan *plan, const struct store_batch *batch, int64_t stream, uint64_t before);

/* Rows with a key that the group writes, as index + 1 into the plan's rows; 0 is free. */
struct row_slots {
    uint32_t *slots;
    size_t count; /* a power of two, at least twice the number of rows with a key */
};

/* Keeps the last of several rows with the same key: a group is one transaction, so the others are never visible. */
void rows_coalesce(struct store_plan *plan, const struct store_table *tables, const struct row_slots *slots);

/* Checks that `what` of event `event` of a batch is UTF-8 of `low` to `high` bytes, and adds them to `bytes`. */
enum status batch_check_text(struct text text, size_t low, size_t high, const char *what, size_t event,
                             size_t *bytes, struct fault *fault);

/* For the small hash tables of a group: FNV-1a, and the first place to look at. */
uint64_t slot_hash(uint64_t before, struct text bytes);
size_t slot_of(uint64_t hash, size_t slot_count);
size_t slots_for(size_t count); /* a power of two, at least twice the number of entries */

/* The batch of the entry was not written, and others were decided on it. */
bool entry_is_lost(const struct store_entry *entry);

/* The fault for a second writer of a stream. */
enum status writer_refused(const struct store_options *options, struct fault *fault);

/* Whether `store` may be appended to; false for a read-only store. */
enum status store_check_writable(const struct store *store, struct fault *fault);
enum status store_check_name(struct text stream, struct fault *fault);

/* Copies what an engine found; on failure the fault has the message. */
enum status snapshot_keep(struct stored_snapshot *snapshot, struct text bytes, struct arena *arena,
                          struct fault *fault);

/* The latest at or before `at`, its bytes in the arena; sequence 0 if there is none. A damaged index may return anything: a
 * later snapshot counts as none, and the inspection reports it. */
enum status snapshot_at(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                        struct stored_snapshot *snapshot, struct fault *fault);

/* Whether the snapshot is the one that was saved, at an event that exists. */
enum status snapshot_check(struct store *store, struct text stream, const struct stored_snapshot *snapshot,
                           bool *good, struct fault *fault);

#endif
