/*
 * Events: what has happened. They alone change the state of the house (floor.h), and they are what is stored.
 *
 * An event is a record (record/record.h). Every event has the time of the house and, where a person brought it, that person.
 * Money moves by the rows of an event and by nothing else; a movement is a row
 *
 *      [from, to, cents, reason, clause]
 *
 * whose accounts are numbers of the ledger. What the house covers or is paid back is a row [offer, cents, clause].
 *
 * The record of each kind is a struct of its desk: struct round_started is in house/tables/tables_shapes.h.
 * docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_KERNEL_EVENT_H
#define HOUSE_KERNEL_EVENT_H

#include "base/json.h"
#include "funds/ledger.h"
#include "house/kernel/command.h"

enum { EVENT_SIZE_MAX = 320 }; /* of the struct of a kind */

/* What was asked: the kind of the command and the SHA-256 of its JSON form, "pay 9f86d0..." (command_asked()). */
enum { ASKED_DIGEST_SIZE = 64, ASKED_SIZE = 40 + ASKED_DIGEST_SIZE };

struct event_head {
    struct instant at;
    struct text by; /* empty: time brought it */
    /* Of the event that has the id of its command; empty: of another, or of an earlier version. It is no field of the shapes, for nobody
     * decides by it: event_write() and event_read() put it behind all fields. */
    struct text asked;
};

/* An advance that came or went: by which offer, how much (below zero: paid back), and the clause. */
struct advance_row {
    uint32_t offer;
    int64_t cents;
    struct text clause;
};

/* The fund that repays an advance. */
struct repaying_row {
    uint32_t fund; /* its account */
};

/* What an event does to the money. */
struct money_rows {
    const struct movement *movements;
    uint32_t movement_count;
    const struct advance_row *advances;
    uint32_t advance_count;
    const struct repaying_row *repaying; /* of each of the advances; none: the first fund of each offer */
    uint32_t repaying_count;
};

/* The fields of the head and of the money, for the shapes of desks. */
#define EVENT_HEAD(type)                                                                                     \
    FIELD_REQUIRED(type, head.at, FIELD_TIME, "at", "the time"),                                             \
        FIELD(type, head.by, FIELD_TEXT, "by", "the person who did it; left out: it was due by time")
#define EVENT_MONEY(type)                                                                                    \
    FIELD_ITEMS_FORMERLY(type, money.movements, money.movement_count, FIELD_ROWS, &movement_shape,           \
                         "postings", "movements",                                                            \
                         "[from, to, cents, reason, clause] for each money movement"),                       \
        FIELD_ITEMS(type, money.advances, money.advance_count, FIELD_ROWS, &advance_shape, "advances",       \
                    "[offer, cents, clause] for each advance or repayment"),                                 \
        FIELD_ITEMS(type, money.repaying, money.repaying_count, FIELD_ROWS, &repaying_shape, "repaying",     \
                    "[fund] for each row of advances; left out: the first fund of each offer")

struct event {
    enum event_kind kind;
    union {
        struct event_head head; /* of every kind */
        _Alignas(max_align_t) unsigned char record[EVENT_SIZE_MAX];
    };
};

/* The record of an event as the struct of its kind: EVENT_AS(event, awarded)->award. See COMMAND_AS(). */
#define EVENT_AS(of, type)                                                                                   \
    _Generic((of),                                                                                           \
             struct event *                                                                                \
             : (struct type *)event_record(of, sizeof(struct type)), const struct event *                  \
             : (const struct type *)event_record(of, sizeof(struct type)))
/* Fills the record of an event; its head stays. */
#define EVENT_FILL(of, type, ...)                                                                            \
    do {                                                                                                     \
        const struct event_head head_ = (of)->head;                                                          \
        *EVENT_AS(of, type) = (struct type){.head = head_, __VA_ARGS__};                                     \
    } while (0)

void *event_record(const struct event *event, size_t size);

/* Of the rows above. */
extern const struct record_shape movement_shape, advance_shape, repaying_shape;

/* The fund that repays one of the advances; `first` is that of its offer. */
uint32_t money_repaying(const struct money_rows *money, uint32_t advance, uint32_t first);

/* What is owed no more though no movement repaid it: the advances of an award that is reversed. They are the first of the rows. */
int64_t money_taken_back(const struct money_rows *money);

const struct record_shape *event_shape(enum event_kind kind);
const char *event_name(enum event_kind kind); /* "round-started" */

/* By its name, or the one that it had in an earlier version; false: there is no such event. */
bool event_kind_named(struct text name, enum event_kind *kind);

/* Gives a stored event the names that its kind and its fields have now, for those who read its JSON. */
void event_rename(struct text *kind, json_t *payload);

/* The money of an event; NULL if none moves in events of its kind. */
const struct money_rows *event_money(const struct event *event);

void event_write(struct text_out *out, const struct event *event); /* the payload */

/* Adds what was asked to the payload of an event that has been written without. */
void event_write_asked(struct text_out *out, struct text payload, struct text asked);

/* Whether the words have the form of what was asked, and then which kind of command. */
bool asked_kind(struct text asked, enum command_kind *kind);

/* Whether the command can have brought an event of the kind. */
bool can_bring(enum command_kind command, enum event_kind kind);

/* `kind` is the name of the event. Texts point into the payload or the arena. */
MUST_USE enum status event_read(struct text kind, struct text payload, struct arena *arena,
                                struct event *event, struct fault *fault);

#endif
