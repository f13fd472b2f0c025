/*
 * The log of events on disk, and the tables that reports query.
 *
 *   stream      a sequence of events with a name: a house, or a meter that several houses share
 *   event       what happened: a kind, its JSON, and the id of the command that caused it, if it is the command's first event
 *   sequence    the number of an event in its stream; the first is 1
 *   batch       events, and rows of report tables, that are written together or not at all
 *   head        the sequence and hash of a stream's last event
 *   snapshot    the state of a reader of a stream, as of a sequence: it saves replaying, and the events stay authoritative
 *
 *      house ----- batch ----->  committer  --- group of batches --->  store ---> one transaction, one sync
 *                                (committer.h)                         (this)
 *
 * Invariants
 *  S1  An append that was answered STORE_APPENDED is on disk: it survives a crash of the program and of the machine.
 *  S2  A batch is there as a whole, with its rows, or not at all.
 *  S3  Sequences of a stream are 1, 2, 3, ...; each event's hash follows from the one before (chain.h).
 *  S4  A command is in a stream at most once. A second append with the same command id writes nothing and is answered with
 *      the sequence of the first, so a client may repeat a command that got no answer.
 *  S5  The log is append-only: no event is ever changed or deleted.
 *
 * Ownership: texts are views that must not change during the call; the arguments of a visitor are valid during its call. A
 * store belongs to one thread at a time; several stores, in one program or in many, may open the same place.
 *
 * Failures: STATUS_IO when the disk, the network or the database fails, STATUS_DAMAGED when the database cannot read its data
 * or lacks a table, STATUS_NO_MEMORY, and STATUS_INVALID or STATUS_RANGE for invalid input. After a failure nothing was
 * written, with one exception: if the commit itself failed, the transaction may turn out to be complete later. Repeating the
 * command settles it (S4). A connection that was lost between two calls is reopened once, and the call goes on; heads are
 * read again each time. If another program has become the writer of the stream meanwhile, the call fails.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"
#include "store/chain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every limit of the store. */
enum {
    STORE_STREAM_NAME_MAX = 64, /* letters, digits, and . _ / - */
    STORE_KIND_NAME_MAX = 64,
    STORE_COMMAND_MAX = 128,
    STORE_PAYLOAD_MAX = 1 << 20,
    STORE_VALUE_MAX = 1 << 16, /* bytes of a text in a row */
    STORE_BATCH_EVENTS_MAX = 10000,
    STORE_BATCH_ROWS_MAX = 100000,
    STORE_BATCH_BYTES_MAX = 16 << 20, /* of all its texts */
    STORE_GROUP_MAX = 4096,           /* batches in one transaction */
    STORE_SNAPSHOT_MAX = 256 << 20,
    STORE_SNAPSHOTS_KEPT = 3, /* of each stream; the others help when the latest is damaged */
    STORE_TABLES_MAX = 32,
    STORE_VIEWS_MAX = 32,
    STORE_COLUMNS_MAX = 24,
};
#define STORE_SEQUENCE_MAX ((UINT64_C(1) << 40) - 1)

/* ------------------------------------------------------------------------------------ report tables */

/* A column is a number or a text. STORE_STRANGE is any other type; only another program can have written it. */
enum store_type { STORE_NULL, STORE_INTEGER, STORE_TEXT, STORE_STRANGE };

struct store_column {
    const char *name; /* lower-case letters, digits and _, at most 30 */
    enum store_type type;
};

/*
 * Every table also has the columns `stream` and `sequence`, which name the event that a row came from; the store fills them
 * in. With `key_count` 0 the table is append-only, and `ordinal` numbers the rows of one event: 1, 2, ... Otherwise the first
 * `key_count` columns are the key within a stream, and a row replaces the former one with the same key: the table shows the
 * current state. A row that a later append of the same transaction replaces is not written at all, so every command may write
 * the same key again.
 */
struct store_table {
    const char *name; /* as of a column; none of the store's own, such as event and stream */
    const struct store_column *columns;
    unsigned column_count;
    unsigned key_count; /* key columns are never null */
};

/*
 * A view names a query, for people who use SQL: the engines read JSON differently, and a view hides that. It may use the log,
 * the report tables and the views declared before it.
 */
struct store_view {
    const char *name; /* as of a table */
    /* The text after CREATE VIEW name AS, for each engine; at most 8,000 bytes. */
    const char *sqlite, *postgres;
};

/* --------------------------------------------------------------------------------- opening, closing */

struct store;

enum store_mode {
    STORE_CREATE,    /* creates what is missing */
    STORE_EXISTING,  /* the store must exist */
    STORE_READ_ONLY, /* the same, and nothing is ever written */
};

struct store_options {
    enum store_mode mode;
    /* Declared by the program, never by its input; they must outlive the store. Missing ones are created, and a view with
     * another text is replaced; with STORE_READ_ONLY nothing is changed. */
    const struct store_table *tables;
    unsigned table_count;
    const struct store_view *views;
    unsigned view_count;
    /* The version of these tables and views: it rises with every change of a column, a view, or what the program writes into a
     * row. The store has the version of whoever made its tables, 0 if nobody said one. */
    unsigned tables_version;
    /* A stream that this store is the only writer of, as a house must be that decides ahead of the disk; NULL for none.
     * Several stores with `shared` may write at the same time and see each other's events, but not together with one that is
     * not shared. A second writer is refused or, with `standby`, waits in store_open() until the first closes its store or
     * its process or connection ends. Must outlive the store. Ignored with STORE_READ_ONLY. */
    const char *writer_of;
    bool shared, standby;
    /* With STORE_READ_ONLY, to look for damage: the store is opened whatever its declarations and format number say, if its
     * own tables are those of this program. store_inspect() reports the differences. */
    bool to_inspect;
    /* store_rebuild() will make the report tables anew, so that it does not matter how they were declared, unless they are of a
     * later version. Until then they count as those of another version. Not with STORE_READ_ONLY. */
    bool to_rebuild;
    const struct arena_system *memory; /* NULL for the system's */
};

/*
 * `address` is as in address.h. Refuses a place that holds something other than a store, a store of another format, and a
 * table of this version that was declared differently before. Except for reading it also refuses tables of a later version.
 * Tables of an earlier version open: store_tables_differ() tells.
 */
MUST_USE enum status store_open(struct text address, const struct store_options *options,
                                struct store **store, struct fault *fault);
void store_close(struct store *store); /* NULL is fine */

/*
 * Whether the store is still where its address says; for a store that was opened for writing. A file that was removed, renamed or
 * replaced, or whose write-ahead log was, gets no more events: every append asks this before it begins and before it is answered. Once
 * it was found, this store stays refused, also when the file comes back: open it again. A server of PostgreSQL says it by itself.
 */
MUST_USE enum status store_look(struct store *store, struct fault *fault);

/*
 * Starts a read snapshot: from the first read after this call all reads see the same state, whatever others append, until the
 * release or the close. A held store cannot be written or inspected. Do not hold it for long: SQLite's log grows while a read
 * transaction is open.
 */
MUST_USE enum status store_hold(struct store *store, struct fault *fault);
void store_release(struct store *store);

/* ------------------------------------------------------------------------------------------ writing */

struct store_value {
    enum store_type type;
    int64_t integer;
    struct text text;
};

struct store_row {
    unsigned table; /* index among the tables of the options */
    unsigned event; /* index among the events of the batch: the one that the row came from */
    const struct store_value *values;
};

/* Append at the end of the stream, whatever its head is. */
#define STORE_ANYWHERE UINT64_MAX

struct store_batch {
    struct text stream;
    uint64_t expected; /* sequence of the head as the caller knows it, or STORE_ANYWHERE */
    bool ahead;        /* later batches were decided on this one: if it is not written, none of them is */
    /* The first event of a command has its id. The other events of the command have none, and neither have events without a
     * command. An id occurs at most once in a batch. */
    const struct store_event *events;
    size_t event_count;           /* at least one */
    const struct store_row *rows; /* those of one table in the order of their events */
    size_t row_count;
};

/* If several apply, the answer is the first of REPEATED, CONFLICT and APPENDED. */
enum store_outcome {
    STORE_APPENDED, /* `sequence` and `hash` are the new head */
    STORE_REPEATED, /* nothing was written: `sequence` is the first event of the same command */
    STORE_CONFLICT, /* nothing was written: the head is `sequence` and `hash`, not the expected one */
};

struct store_receipt {
    enum store_outcome outcome;
    uint64_t sequence;
    struct store_hash hash; /* zero for STORE_REPEATED */
};

/* On failure `receipt` is unchanged. */
MUST_USE enum status store_append(struct store *store, const struct store_batch *batch,
                                  struct store_receipt *receipt, struct fault *fault);

/* One of several batches, and its result. */
struct store_entry {
    const struct store_batch *batch;
    enum status status;
    struct store_receipt receipt; /* set if the status is STATUS_OK */
    struct fault *fault;          /* receives the message; may be NULL */
};

/*
 * Appends up to STORE_GROUP_MAX batches in order, in one transaction with one sync. Each batch has its own answer: one that
 * is refused or in conflict does not affect the others. If the transaction fails, all entries that were not refused before
 * fail with the returned status.
 */
MUST_USE enum status store_append_group(struct store *store, struct store_entry *entries, size_t count,
                                        struct fault *fault);

/* ------------------------------------------------------------------------------------------ reading */

struct store_head {
    uint64_t sequence;
    struct store_hash hash;
};

/* A stream that does not exist is empty. */
MUST_USE enum status store_head_of(struct store *store, struct text stream, struct store_head *head,
                                   struct fault *fault);

/* The names of all streams, in order. If a visitor returns anything but STATUS_OK the reading ends with that status. A
 * visitor must not call the store that it reads. */
typedef enum status store_stream_visitor(void *context, struct text stream, struct fault *fault);
MUST_USE enum status store_each_stream(struct store *store, store_stream_visitor *visit, void *context,
                                       struct fault *fault);

struct store_record {
    uint64_t sequence;
    struct store_event event;
    struct store_hash hash; /* as stored */
};
typedef enum status store_visitor(void *context, const struct store_record *record, struct fault *fault);

/* Shows the events `from` to `to`, both included, as far as they exist; 1 and STORE_SEQUENCE_MAX are all. Takes bounded
 * memory. Does not check the hashes; store_verify() does. */
MUST_USE enum status store_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                                store_visitor *visit, void *context, struct fault *fault);

/* A row of a table. */
struct store_found_row {
    uint64_t sequence; /* of the event that it came from */
    uint64_t ordinal;  /* among the rows of that event, where the table has no key; otherwise 0 */
    /* As many as the table has columns. If another program wrote the row, a value may have another type than its column. */
    const struct store_value *values;
};
typedef enum status store_row_visitor(void *context, const struct store_found_row *row, struct fault *fault);

/*
 * Shows the rows of the stream in a report table (its index among those of the options) that came from the events `from` to
 * `to`, both included; 0 and STORE_SEQUENCE_MAX are all. They come in the order of the key, texts byte by byte; without a key
 * in the order of events and, for each event, of writing. So a program that replays the events can compare the rows in steps.
 * Takes bounded memory.
 *
 * With an empty name it shows the rows whose stream does not exist; there should be none.
 */
MUST_USE enum status store_each_row(struct store *store, struct text stream, unsigned table, uint64_t from,
                                    uint64_t to, store_row_visitor *visit, void *context,
                                    struct fault *fault);

/* --------------------------------------------------------------------------- making the tables anew */

/*
 * Whether the tables of the store have another version than those of the options; `found` is that version. Then
 * store_each_row() fails, and so does an append, until store_rebuild() has made the tables anew. Events can be read.
 */
bool store_tables_differ(const struct store *store, unsigned *found);

/*
 * Report tables follow from the events. This drops all report tables and views, creates those of the options, and calls `fill`
 * to write their rows: all in one transaction, so that a failure or a crash leaves the tables as they were. Nobody else appends
 * meanwhile. `fill` may read the store, and writes with store_fill(). Not for a store that is held or read-only.
 */
typedef enum status store_filler(void *context, struct store *store, struct fault *fault);
MUST_USE enum status store_rebuild(struct store *store, store_filler *fill, void *context,
                                   struct fault *fault);

/*
 * Writes the rows of some events of the stream; event 0 of a row is the one with the sequence `first`. Call it with the events of
 * a stream in order, and with all rows of an event at once; the limits are those of a batch. From `fill` alone.
 */
MUST_USE enum status store_fill(struct store *store, struct text stream, uint64_t first, size_t event_count,
                                const struct store_row *rows, size_t row_count, struct fault *fault);

/*
 * Shows the rows of the stream in a table whose key is one number: those from `low` to `high`, both included, the highest first. A
 * visitor that has seen enough ends the reading with a status of its own. Takes bounded memory.
 */
MUST_USE enum status store_each_row_down(struct store *store, struct text stream, unsigned table,
                                         uint64_t low, uint64_t high, store_row_visitor *visit, void *context,
                                         struct fault *fault);

/* ---------------------------------------------------------------------------------------- verifying */

enum store_damage_kind {
    STORE_WHOLE,
    STORE_ALTERED,    /* the event or its hash is not the one that was appended */
    STORE_DOUBTFUL,   /* the same, or the hash of the event before is lost */
    STORE_MISSING,    /* the events to `elsewhere` are missing, and there are later ones or a later head */
    STORE_UNREADABLE, /* the database cannot read the events to `elsewhere`; 0: nor any later one */
    STORE_DUPLICATE,  /* the event is a second copy of the one before it */
    STORE_MOVED,      /* the event that was appended with this sequence is at `elsewhere` */
    STORE_EXCESS,     /* there are events behind the head */
    STORE_HEAD,       /* the events are correct, but the stored head has another hash */
    STORE_SNAPSHOT,   /* the snapshot of this sequence is not what was saved */
};

struct store_damage {
    enum store_damage_kind kind;
    uint64_t sequence;  /* the first wrong one; for STORE_WHOLE that of the head */
    uint64_t elsewhere; /* for STORE_MOVED, STORE_MISSING and STORE_UNREADABLE */
};

/*
 * Hashes the whole stream again and compares, then checks the head and the snapshots. `damage` is the result; damage is an
 * answer, not a failure. Every correct event is shown to `visit`, which may be NULL, until the first wrong one: so one pass
 * can verify and replay.
 */
MUST_USE enum status store_verify(struct store *store, struct text stream, store_visitor *visit,
                                  void *context, struct store_damage *damage, struct fault *fault);

/*
 * The same, without stopping: it reports all damage, the events in order and then the snapshots, and shows every event that
 * can be read, whether it is correct or not. Reports come in the calling thread.
 */
typedef void store_damage_visitor(void *context, const struct store_damage *damage);
MUST_USE enum status store_verify_all(struct store *store, struct text stream, store_visitor *visit,
                                      store_damage_visitor *tell, void *context, struct fault *fault);

/* "event 17 is missing" */
void store_damage_write(struct text_out *out, const struct store_damage *damage);

/*
 * The index of commands, which finds a repeated command, is separate from the events. A reader of the events adds up the
 * hashes of their commands; if the sum over the index is the same, both hold the same commands, but for an accident of 1 in
 * 2^64. Both sums may be computed at the same time, by two open stores, while the stream grows: entries behind `until` are
 * left out. STATUS_DAMAGED if the index cannot be read.
 */
struct store_commands {
    unsigned char key[16]; /* of the hashes: the same for both */
    uint64_t count, sum;
};
void store_commands_init(struct store_commands *commands);
void store_commands_add(struct store_commands *commands, struct text command, uint64_t sequence);
bool store_commands_equal(const struct store_commands *left, const struct store_commands *right);
MUST_USE enum status store_index_commands(struct store *store, struct text stream, uint64_t until,
                                          struct store_commands *commands, struct fault *fault);

/*
 * If the sums differ, this lists the differences between the index and the events, in the order of the commands. It sorts all
 * commands, so call it only then. It reports nothing if both have the same commands and the index has them in a wrong order,
 * or twice. STATUS_DAMAGED if one of them cannot be read.
 */
struct store_command_flaw {
    struct text command;
    uint64_t named; /* the event in the index; 0: the index lacks the command */
    uint64_t event; /* the event that has the command; 0: none */
};
#define STORE_NOWHERE UINT64_MAX /* the index names an event that the stream does not have */
typedef void store_command_visitor(void *context, const struct store_command_flaw *flaw);
MUST_USE enum status store_compare_commands(struct store *store, struct text stream,
                                            store_command_visitor *tell, void *context, struct fault *fault);

/* "the index of commands has \"k-7\" at event 12, and event 13 has it" */
void store_command_flaw_write(struct text_out *out, const struct store_command_flaw *flaw);

/*
 * Reports what is wrong with the store around the events, each in a sentence: the database's own structure and indices;
 * tables and views that are missing, changed or not the store's; declarations that the program did not make; events and
 * snapshots of a stream that does not exist. For a difference the sentence shows the first differing place; text that another
 * program wrote is escaped for a terminal. If the database cannot answer one of these queries, that is a sentence too.
 */
typedef void store_flaw_visitor(void *context, const char *words);
MUST_USE enum status store_inspect(struct store *store, store_flaw_visitor *tell, void *context,
                                   struct fault *fault);

/* ---------------------------------------------------------------------------------------- snapshots */

/* Replaces a snapshot of the same sequence. Each stream keeps its latest STORE_SNAPSHOTS_KEPT snapshots; older ones are
 * deleted in the same transaction. STATUS_RANGE if the stream has no event of this sequence. */
MUST_USE enum status store_snapshot_save(struct store *store, struct text stream, uint64_t sequence,
                                         struct text bytes, struct fault *fault);

/*
 * The latest at or before the sequence `at`; `found` is its sequence, 0 if there is none, and `bytes` are copied to the
 * arena. A damaged snapshot is skipped, because the events can replace it.
 */
MUST_USE enum status store_snapshot_load(struct store *store, struct text stream, uint64_t at,
                                         struct arena *arena, uint64_t *found, struct text *bytes,
                                         struct fault *fault);

#endif
