/*
 * Commands: what somebody asks the house to do.
 *
 * A command is a record (record/record.h) with the name of its kind, an id that the asker has made, so that asking again is
 * harmless, and the person who asks. Its three forms are in docs/formats/events.md:
 *
 *      start-round C4-1 dealt 1,2,3 fees 1,3 by dana                                     readable
 *      {"do":"start-round","id":"k7-104","by":"dana","table":"C4-1","dealt":[1,2,3],"fees":[1,3]}   JSON
 *
 * The record of each kind is a struct of its desk: struct start_round is in house/tables/tables_shapes.h. floor_decide()
 * (floor.h) says whether it may be done.
 */
#ifndef HOUSE_KERNEL_COMMAND_H
#define HOUSE_KERNEL_COMMAND_H

#include "house/kernel/kinds.h"
#include "record/record.h"

enum {
    COMMAND_ID_MAX = 128,              /* bytes of the id */
    COMMAND_TEXT_MAX = 4096,           /* of a name, a note, a reason: of every text but those of documents */
    COMMAND_DOCUMENT_MAX = 256 * 1024, /* of the text of a document */
    COMMAND_SIZE_MAX = 256             /* of the struct of a kind */
};

/* What every command has. */
struct command_head {
    struct text id; /* made by the asker; empty: the command is not repeated */
    struct text by; /* the person */
    struct instant
        at; /* when it is given, if later than the house's time; no form of a command says it, only the program does */
};

/* The fields of the head, for the shapes of desks. */
#define COMMAND_HEAD(type)                                                                                   \
    FIELD(type, head.by, FIELD_TEXT, "by", "the person who asks"),                                           \
        FIELD(type, head.id, FIELD_TEXT, "id",                                                               \
              "a unique id made by the sender; a second command with it does nothing")

struct command {
    enum command_kind kind;
    union {
        struct command_head head; /* of every kind */
        _Alignas(max_align_t) unsigned char record[COMMAND_SIZE_MAX];
    };
};

/*
 * The record of a command as the struct of its kind: COMMAND_AS(command, start_round)->table. It can be written where the command
 * can. The kind must be set before; a struct of another size than the kind's is our mistake.
 */
#define COMMAND_AS(of, type)                                                                                 \
    _Generic((of),                                                                                           \
             struct command *                                                                                \
             : (struct type *)command_record(of, sizeof(struct type)), const struct command *                  \
             : (const struct type *)command_record(of, sizeof(struct type)))
/* Fills the record of a command; its head stays. */
#define COMMAND_FILL(of, type, ...)                                                                          \
    do {                                                                                                     \
        const struct command_head head_ = (of)->head;                                                        \
        *COMMAND_AS(of, type) = (struct type){.head = head_, __VA_ARGS__};                                   \
    } while (0)

void *command_record(const struct command *command, size_t size);

const struct record_shape *command_shape(enum command_kind kind);

/* The field in which commands of the kind record a second person; NULL: they have none. */
const struct field *command_second_field(enum command_kind kind);

/* The table that the command is about; empty: it names none. */
struct text command_table(const struct command *command);

/* Who stands in it: empty if nobody does. Only a command that has the field can be given one. */
struct text command_second(const struct command *command);
void command_set_second(struct command *command, struct text person);

/* One line: JSON if it opens with a brace, else the readable form. `zone` is of times without an offset. */
MUST_USE enum status command_parse(struct text line, const struct zone *zone, struct arena *arena,
                                   struct command *command, struct fault *fault);

/* The JSON form of a document that was parsed already. Copies its texts into the arena. */
MUST_USE enum status command_parse_document(json_t *document, struct arena *arena, struct command *command,
                                            struct fault *fault);

void command_write(struct text_out *out, const struct command *command); /* JSON */
void command_write_words(struct text_out *out, const struct command *command,
                         const struct zone *zone); /* readable */

#endif
