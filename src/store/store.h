/*
 * The log of events on disk, and the tables that reports query.
 *
 *   stream      a sequence of events with a name: a house, or a meter that several houses share
 *   event       what happened: a kind, its JSON, and the command that it opens, if one brought it
 *   sequence    the number of an event in its stream, from 1 without gaps; 0 is the empty stream
 *   batch       events, and rows of report tables, that are written together or not at all
 *   head        the sequence and hash of a stream's last event
 *   snapshot    the state of whoever reads a stream, as of a sequence: a shortcut, never the truth
 *
 * Behind the one interface is SQLite (one file, one machine) or PostgreSQL (many houses); the same conformance tests
 * run against both. docs/formats/store.md has the schema.
 *
 *      house ----- batch ----->  committer  --- group of batches --->  store ---> one transaction, one sync
 *                                (committer.h)                         (this)
 *
 * Invariants
 *  S1  An append that was answered STORE_APPENDED is on disk: it survives a crash of the program and of the machine.
 *  S2  A batch is there as a whole, with its rows, or not at all.
 *  S3  Sequences of a stream are 1, 2, 3, ...; each event's hash follows from the one before (chain.h).
 *  S4  A command is in a stream at most once. A second append with the same command id writes nothing and is
 *      answered with the sequence of the first, so that a client may repeat what it got no answer to.
 *  S5  Nothing is ever changed in or taken out of the log.
 *
 * Ownership: texts are views that must stay as they are during the call; what a visitor is shown is valid during its
 * call. A store belongs to one thread at a time; several stores, in one program or in many, may share one place.
 *
 * Failures: STATUS_IO when disk, network or database fail, STATUS_DAMAGED when the database cannot read what is there or misses
 * a table, STATUS_NO_MEMORY, and STATUS_INVALID or STATUS_RANGE for
 * what does not fit; with every one of them nothing was written, but for one case: when the failure came in the middle
 * of making a transaction durable, a later look may find it there as a whole. Repeating the command settles it (S4).
 * A connection that was lost between two calls is made anew, once, and nobody need know; heads are read anew each time. If
 * another has become the writer of the stream meanwhile, the call fails.
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

/* A column is a number or a text. The last is what neither can be, and only another hand can have written. */
enum store_type { STORE_NULL, STORE_INTEGER, STORE_TEXT, STORE_STRANGE };

struct store_column {
    const char *name; /* lower-case letters, digits and _, at most 30 */
    enum store_type type;
};

/*
 * Every table also has the columns `stream` and `sequence`, which say the event that a row came from; the store fills
 * them in. With `key_count` 0 rows are added and stay, and `ordinal` numbers those of one event: 1, 2, ... Otherwise the
 * first `key_count` columns say which thing a row is about, and a row takes the place of the former one about the same
 * thing in the same stream: then the table shows how things stand now. What stands only between two appends of one
 * transaction is not written at all, so that a thing may be told anew by every command.
 */
struct store_table {
    const char *name; /* as of a column; not event, stream, snapshot, store_format, store_table, store_view */
    const struct store_column *columns;
    unsigned column_count;
    unsigned key_count; /* key columns are never null */
};

/*
 * A view gives a name to a question, for those who ask in SQL: the engines differ in how they open JSON, and nobody
 * should need to know. It may use the log, the report tables and the views declared before it.
 */
struct store_view {
    const char *name; /* as of a table */
    /* What stands behind CREATE VIEW name AS, for each engine; at most 8,000 bytes. */
    const char *sqlite, *postgres;
};

/* --------------------------------------------------------------------------------- opening, closing */

struct store;

enum store_mode {
    STORE_CREATE,    /* makes what is not there */
    STORE_EXISTING,  /* the store must be there */
    STORE_READ_ONLY, /* the same, and nothing is ever written */
};

struct store_options {
    enum store_mode mode;
    /* Declared by the program, never by its input; they must outlive the store. Those that are missing are made, and a
     * view that has another text is replaced; reading only, nothing is. */
    const struct store_table *tables;
    unsigned table_count;
    const struct store_view *views;
    unsigned view_count;
    /* A stream that nobody else is the writer of meanwhile, as a house must be that decides ahead of the disk; NULL for
     * none. Several that are `shared` are writers beside each other, who see what the others wrote, but not beside one that is
     * not. Who comes second is refused or, with `standby`, waits in store_open() until the first has closed its store or is gone
     * with its program or its connection. Must outlive the store. Reading only, it is not looked at. */
    const char *writer_of;
    bool shared, standby;
    /* Appends follow each other with nothing to wait for between them: an engine may then stay with the last until the next, which
     * makes that one cheaper. Meanwhile the log of the store may grow as it does while somebody reads. */
    bool back_to_back;
    /* Reading only, for who looks for damage: the store is opened however its tables are declared and whatever number its
     * format has, as long as its own tables are those of this program. store_inspect() tells. */
    bool to_inspect;
    const struct arena_system *memory; /* NULL for the system's */
};

/*
 * `address` is as in address.h. A place that holds something else than a store, a store of another format, or a table
 * that was declared otherwise before, is refused.
 */
MUST_USE enum status store_open(struct text address, const struct store_options *options,
                                struct store **store, struct fault *fault);
void store_close(struct store *store); /* NULL is fine */

/*
 * From the first read after this one, all that is read is of one moment, whatever others append meanwhile, until the release
 * or the close. A store that is held is not written or inspected. Not for long: SQLite's log grows as long as someone reads
 * what was there before.
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

/* Append wherever the stream ends. For those who append without having looked. */
#define STORE_ANYWHERE UINT64_MAX

struct store_batch {
    struct text stream;
    uint64_t expected; /* sequence of the head as the caller knows it, or STORE_ANYWHERE */
    bool ahead;        /* those that follow were decided on this one: if it is not written, none of them is */
    /* Of the events that one command brought, the first has its id; the others have none, and so have events that no
     * command brought. An id stands at most once in a batch. */
    const struct store_event *events;
    size_t event_count;           /* at least one */
    const struct store_row *rows; /* those of one table in the order of their events */
    size_t row_count;
};

/* Where several apply, the first of REPEATED, CONFLICT and APPENDED is the answer. */
enum store_outcome {
    STORE_APPENDED, /* `sequence` and `hash` are the new head */
    STORE_REPEATED, /* nothing was written: `sequence` is the event that opened the same command before */
    STORE_CONFLICT, /* nothing was written: the head is `sequence` and `hash`, not what was expected */
};

struct store_receipt {
    enum store_outcome outcome;
    uint64_t sequence;
    struct store_hash hash; /* zero for STORE_REPEATED */
};

/* On failure `receipt` is unchanged. */
MUST_USE enum status store_append(struct store *store, const struct store_batch *batch,
                                  struct store_receipt *receipt, struct fault *fault);

/* One of several batches, and what became of it. */
struct store_entry {
    const struct store_batch *batch;
    enum status status;
    struct store_receipt receipt; /* set if the status is STATUS_OK */
    struct fault *fault;          /* where to put the words; may be NULL */
};

/*
 * Appends up to STORE_GROUP_MAX batches in order, in one transaction with one sync. Each is answered for itself: one
 * that is refused or comes too late leaves the others alone. If the transaction fails, so do all entries that were not
 * refused before, with the status that is returned.
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

/* The names of all streams, in order. A visitor that returns something else than STATUS_OK ends the reading with it.
 * A visitor must not call the store that it reads. */
typedef enum status store_stream_visitor(void *context, struct text stream, struct fault *fault);
MUST_USE enum status store_each_stream(struct store *store, store_stream_visitor *visit, void *context,
                                       struct fault *fault);

struct store_record {
    uint64_t sequence;
    struct store_event event;
    struct store_hash hash; /* as stored */
};
typedef enum status store_visitor(void *context, const struct store_record *record, struct fault *fault);

/* Shows the events `from` to `to`, both included, as far as there are any; 1 and STORE_SEQUENCE_MAX are all. Takes
 * bounded memory. The hashes are not checked; store_verify() does that. */
MUST_USE enum status store_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                                store_visitor *visit, void *context, struct fault *fault);

/* A row as it stands in a table. */
struct store_found_row {
    uint64_t sequence; /* of the event that it came from */
    uint64_t ordinal;  /* among the rows of that event, where the table has no key; otherwise 0 */
    /* As many as the table has columns. A column may hold what it was not declared for, if another hand wrote it. */
    const struct store_value *values;
};
typedef enum status store_row_visitor(void *context, const struct store_found_row *row, struct fault *fault);

/*
 * Shows the rows of the stream in a report table (its index among those of the options) that came from the events `from`
 * to `to`, both included; 0 and STORE_SEQUENCE_MAX are all. In the order of the key, texts byte by byte; without a key in
 * the order of events and, for each event, of writing: so whoever replays the events can compare, as many at a time as he
 * likes. Takes bounded memory.
 *
 * The empty name stands for no stream: it shows rows whose stream is not there, and there should be none.
 */
MUST_USE enum status store_each_row(struct store *store, struct text stream, unsigned table, uint64_t from,
                                    uint64_t to, store_row_visitor *visit, void *context,
                                    struct fault *fault);

/* ---------------------------------------------------------------------------------------- verifying */

enum store_damage_kind {
    STORE_WHOLE,
    STORE_ALTERED,  /* the event is not the one that was appended; a byte of it or of its hash differs */
    STORE_DOUBTFUL, /* the same, or the hash of the one before is lost with it */
    STORE_MISSING, /* there are no such events, but later ones, or the head is later; the last of them is `elsewhere` */
    STORE_UNREADABLE, /* the database cannot read them all, to `elsewhere`; 0: nor what follows */
    STORE_DUPLICATE,  /* the event is a second copy of the one before it */
    STORE_MOVED,      /* what was appended with this sequence stands at `elsewhere` */
    STORE_EXCESS,     /* there are events behind the head */
    STORE_HEAD,       /* the events are well, but the head that is stored has another hash */
    STORE_SNAPSHOT,   /* the snapshot of this sequence is not what was saved */
};

struct store_damage {
    enum store_damage_kind kind;
    uint64_t sequence;  /* the first that is not right; of a whole stream, that of its head */
    uint64_t elsewhere; /* for STORE_MOVED, STORE_MISSING and STORE_UNREADABLE */
};

/*
 * Hashes the whole stream again and compares, then looks at head and snapshots. What was found is in `damage`; that
 * something is damaged is an answer, not a failure. Every event that is well is shown to `visit`, which may be NULL,
 * until the first that is not: so one pass can verify and replay.
 */
MUST_USE enum status store_verify(struct store *store, struct text stream, store_visitor *visit,
                                  void *context, struct store_damage *damage, struct fault *fault);

/*
 * The same, and does not stop: everything that is damaged is told, the events in their order and then the snapshots, and
 * every event that can be read is shown, whether it is well or not. What is told is told by the thread that called.
 */
typedef void store_damage_visitor(void *context, const struct store_damage *damage);
MUST_USE enum status store_verify_all(struct store *store, struct text stream, store_visitor *visit,
                                      store_damage_visitor *tell, void *context, struct fault *fault);

/* "event 17 is missing" */
void store_damage_write(struct text_out *out, const struct store_damage *damage);

/*
 * The index of commands, by which a repeated one is known, stands apart from the events. Whoever reads the events adds up their
 * commands; the index has the same sum, or, but for an accident of 1 in 2^64, other commands. Both may be done at the same
 * time, by two who have opened the store, and the stream may grow meanwhile: what the index has behind `until` is not added.
 * STATUS_DAMAGED if the index cannot be read.
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
 * The index and the events have other commands: this says which, in the order of the commands. It sorts them all, and is for
 * when the sums differ. Nothing is told where both have the same commands and the index has them in a wrong order, or twice.
 * STATUS_DAMAGED if one of them cannot be read.
 */
struct store_command_flaw {
    struct text command;
    uint64_t named; /* the event that the index names; 0: it does not have the command */
    uint64_t event; /* the event that has the command; 0: none */
};
#define STORE_NOWHERE UINT64_MAX /* named, but no event of the stream */
typedef void store_command_visitor(void *context, const struct store_command_flaw *flaw);
MUST_USE enum status store_compare_commands(struct store *store, struct text stream,
                                            store_command_visitor *tell, void *context, struct fault *fault);

/* "the index of commands has \"k-7\" at event 12, and event 13 has it" */
void store_command_flaw_write(struct text_out *out, const struct store_command_flaw *flaw);

/*
 * What is wrong with the store around the events, each in a sentence: the database's own structure and indices, tables and
 * views that are missing, changed or none of the store's, declarations that were not made by the program, events and
 * snapshots of a stream that is not there. Where something is otherwise than the program made it the sentence shows the first
 * difference; what another hand wrote stands there so that a terminal may show it. A database that cannot be asked for one of
 * these says so, as a sentence too.
 */
typedef void store_flaw_visitor(void *context, const char *words);
MUST_USE enum status store_inspect(struct store *store, store_flaw_visitor *tell, void *context,
                                   struct fault *fault);

/* ---------------------------------------------------------------------------------------- snapshots */

/* Replaces one of the same sequence. Of each stream the latest STORE_SNAPSHOTS_KEPT stay, and older ones go in the same
 * transaction. STATUS_RANGE if the stream has no event of this sequence. */
MUST_USE enum status store_snapshot_save(struct store *store, struct text stream, uint64_t sequence,
                                         struct text bytes, struct fault *fault);

/*
 * The latest at or before the sequence `at`; `found` is its sequence, 0 if there is none, and `bytes` are copied to
 * the arena. One that is damaged is passed over, because the events can replace it.
 */
MUST_USE enum status store_snapshot_load(struct store *store, struct text stream, uint64_t at,
                                         struct arena *arena, uint64_t *found, struct text *bytes,
                                         struct fault *fault);

#endif
