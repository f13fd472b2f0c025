/*
 * A desk: a part of the house with its own commands, events and state.
 *
 *      desk        a folder of src/house and one record, struct desk; desks.c lists them
 *      command     what can be asked of the desk, and what decides it
 *      event       what can have happened there, and what applies it to the state
 *      section     the lines of one kind in a snapshot, and what saves and restores them (snapshot.h)
 *
 * The kernel (deciding, applying, replaying, snapshots, time, permissions, two persons) knows desks only through these records.
 * Everything that lists commands, events or sections is made from them, or a test compares it with them.
 *
 * The kinds of a desk stand together in kinds.h, in the order of its tables here; sections stand there in the order of a snapshot.
 */
#ifndef HOUSE_KERNEL_DESK_H
#define HOUSE_KERNEL_DESK_H

#include "house/kernel/event.h"

struct deciding;
struct due;
struct floor;
struct judging;
struct restoring;
struct saving;

typedef enum status decide_function(struct deciding *deciding);
typedef enum status apply_function(struct floor *floor, const struct event *event, struct fault *fault);

struct desk_command {
    enum command_kind kind;
    struct record_shape shape;
    const char
        *permission; /* what the role of the asker must allow; NULL: everybody who works here may ask */
    const char
        *countersigned; /* the permission that is enough where a second person has the other; NULL: none is */
    decide_function *decide;
};

struct desk_event {
    enum event_kind kind;
    struct record_shape shape;
    enum command_kind brought_by; /* whose permission the bringer needs; COMMAND_CLOCK: time brings it */
    uint16_t money; /* where its struct money_rows stands; 0: no money moves in events of the kind */
    uint16_t
        award; /* where the number of the award stands that advances are made for; 0: they are for no award */
    apply_function *apply;

    /* Takes back an advance that no money repaid, because what it was made for is backed out; NULL: no such event does. */
    enum status (*take_back)(struct floor *floor, const struct event *event, const struct advance_row *row,
                             account_id fund);

    /* The command where that is not always the same; NULL: it is brought_by. */
    enum command_kind (*brought)(const struct floor *floor, const struct event *event);

    /* Whether time brought this one, though persons bring others of the kind; NULL: brought_by says it. */
    bool (*comes_by_time)(const struct floor *floor, const struct event *event);

    /* Whether those who signed it could (I13), beside the bringer; NULL: nobody else signs. */
    enum status (*judge_signed)(const struct judging *judging);

    /* The command that decides it again (I15), its kind and person being filled in; false: this one cannot be. NULL: none can. */
    bool (*command_again)(const struct floor *floor, const struct event *event, struct command *command);

    /* Judges what it says where that is looked at and not decided again; NULL: command_again() is asked. */
    enum status (*judge_again)(const struct floor *floor, const struct event *event, struct fault *fault);
    bool judged_first; /* what judge_again() finds is told, and not what applying finds */
};

struct desk_section {
    enum snapshot_section section;
    struct record_shape shape; /* of a line */
    size_t
        counted; /* where struct floor counts what the lines restore, as unsigned; 0: it does not count them */

    /* Writes every line of the section with save_line(). */
    void (*save)(struct saving *saving);

    /* Restores what one line says. The line lives until the next one is read. */
    enum status (*restore)(struct restoring *restoring, const void *line);
};

struct desk {
    const char *name;
    const struct desk_command *commands;
    unsigned command_count;
    const struct desk_event *events;
    unsigned event_count;
    const struct desk_section *sections;
    unsigned section_count;

    /* Each may be NULL: the desk has nothing to do then. */
    enum status (*begin)(struct floor *floor); /* of a floor that is empty */
    void (*due)(const struct floor *floor, struct instant until,
                struct due *due); /* what the clock brings next */
    enum status (*time_passes)(struct floor *floor,
                               struct instant then); /* before the time of the house is `then` */
    void (*time_passed)(struct floor *floor);        /* and after it has changed */

    /* After all lines of a snapshot: checks what no line alone can show; then makes what follows from the lines. */
    enum status (*check_restored)(struct restoring *restoring);
    void (*restored)(struct floor *floor);
};

enum { DESKS = 8 };
extern const struct desk *const desks[DESKS];

const struct desk_command *desk_command_of(enum command_kind kind);
const struct desk_event *desk_event_of(enum event_kind kind);
const struct desk_section *desk_section_of(enum snapshot_section section);

#endif
