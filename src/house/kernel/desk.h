/*
 * A desk: a part of the house with its own commands, events and state.
 *
 *      desk        a folder of src/house and one record, struct desk; desks.c lists them
 *      command     what can be asked of the desk, and what decides it
 *      event       what can have happened there, and what applies it to the state
 *      section     the lines of one kind in a snapshot, and what saves and restores them (snapshot.h)
 *      statement, expectation    words that cases of the floor may use, and what reads their lines (case_words.h)
 *      view        what pages and programs can see of the desk, and what makes the JSON of it (view.h)
 *
 * The kernel (deciding, applying, replaying, snapshots, time, permissions, two persons) knows desks only through these records.
 * Everything that lists commands, events, sections or views is made from them, or a test compares it with them.
 *
 * The kinds of a desk stand together in kinds.h, in the order of its tables here; sections stand there in the order of a snapshot.
 */
#ifndef HOUSE_KERNEL_DESK_H
#define HOUSE_KERNEL_DESK_H

#include "base/json.h"
#include "house/kernel/event.h"

struct case_cursor;
struct case_fault;
struct case_floor;
struct deciding;
struct due;
struct floor;
struct judging;
struct restoring;
struct saving;
struct showing;

typedef enum status decide_function(struct deciding *deciding);
typedef enum status apply_function(struct floor *floor, const struct event *event, struct fault *fault);
typedef json_t *show_function(struct showing *showing);

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there is one for each kind, and its fields stand by what they mean */
struct desk_command {
    enum command_kind kind;
    struct record_shape shape;
    const char *permission;    /* the permission that the person needs; NULL: every employee may give it */
    const char *countersigned; /* the lower permission that is enough with a countersignature; NULL: none */
    const char *second;        /* the field with the second person who signs; NULL: nobody signs second */
    bool second_always;        /* nobody may do it alone: the second person may authorise or adjust */
    uint32_t second_since; /* the number of decisions (program.h) since which nobody may; 0: nobody ever */

    /* Who gives it in a case that names nobody: the first person of this role; NULL: nobody of the staff. */
    const char *usual_role;
    bool
        usual_second; /* the second person of the role instead, because the first has signed the step before */

    decide_function *decide;
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there is one for each kind, and its fields stand by what they mean */
struct desk_event {
    enum event_kind kind;
    struct record_shape shape;
    const char *
        former; /* the name of the kind in earlier versions, which stands in their logs; NULL: always the same */
    enum command_kind
        brought_by; /* the command whose permission was needed; COMMAND_CLOCK: the clock brings it */
    uint16_t money; /* where its struct money_rows stands; 0: no money moves in events of the kind */
    uint16_t
        award; /* where the number of the award stands that advances are made for; 0: they are for no award */
    apply_function *apply;

    /* The number of decisions since which events of the kind tell everything (program.h); 0: DECISIONS_TELL_ALL. */
    uint32_t tells_since;

    /* Makes what an event of a log of an earlier number does not tell, as the versions of that number made it when they applied the event;
     * NULL: such events told everything. It is called before the money of the event moves. */
    enum status (*complete)(const struct floor *floor, struct event *event, struct arena *arena);

    /* Cancels an advance without repayment, because its award is reversed; NULL: events of the kind do not. */
    enum status (*take_back)(struct floor *floor, const struct event *event, const struct advance_row *row,
                             account_id fund);

    /* Which command brought the event, if the kind has several; NULL: it is brought_by. */
    enum command_kind (*brought)(const struct floor *floor, const struct event *event);

    /* Whether the clock brought this event, if persons bring others of the kind; NULL: brought_by says it. */
    bool (*comes_by_time)(const struct floor *floor, const struct event *event);

    /* Checks the signatures other than the bringer's (I13); NULL: there are no others. */
    enum status (*judge_signed)(const struct judging *judging);

    /* Checks, in an audit, that who wins by the event may win (I7), whichever number of decisions is in force; NULL: nobody wins by it. */
    enum status (*judge_winners)(const struct floor *floor, const struct event *event, struct fault *fault);

    /* Fills in the command that decides the event again (I15); kind and person are filled in already. False: this event cannot be decided
     * again; NULL: no event of the kind can. */
    bool (*command_again)(const struct floor *floor, const struct event *event, struct command *command);

    /* Checks what the event tells and deciding it again does not show; NULL: nothing. */
    enum status (*judge_told)(const struct floor *floor, const struct event *event, struct fault *fault);

    /* Checks the event without deciding it again; NULL: command_again() is used. */
    enum status (*judge_again)(const struct floor *floor, const struct event *event, struct fault *fault);

    /* The words of the expectation that shows in a case what the event did; NULL: only its movements do, or nothing. */
    const char *shown;
    bool on_floor;     /* people who work on the floor may look it up in the log */
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

/* A line at the margin of a case that sets it up. The cursor is behind the words. */
struct desk_statement {
    const char *words; /* with their colon */
    enum status (*take)(struct case_floor *on, struct case_cursor *cursor, struct case_fault *fault);
};

/* A line below `expect:` of a case. The cursor is behind the words and the number, which is 0 where the words have none. An offer has
 * been posted. */
struct desk_expectation {
    const char *words;
    bool numbered; /* a number follows: `prize 1`, but not `prize pool` */
    enum status (*compare)(const struct case_floor *on, struct case_cursor *cursor, unsigned number,
                           struct case_fault *fault);
};

enum view_audience {
    VIEW_FOR_STAFF,     /* employees whose role has the permission */
    VIEW_FOR_PATRON,    /* the same, and the patron whose club number is in the path */
    VIEW_FOR_EVERYBODY, /* nobody needs to sign in */
};

struct desk_view {
    const char *path; /* of the API: "/api/tables/{table}". A view of one thing has its kind in braces */
    enum view_audience audience;

    /* The answer is kept until the next event, because many ask for it. Such a view has no parameters and nothing in braces. */
    bool kept;

    const char *permission; /* that staff need; NULL: every employee may see it, or everybody */

    /* The parameters that it takes. */
    const char *const *states; /* the values of `state`, and NULL behind the last; NULL: no such parameter */
    const char *filter;        /* the name of a parameter with any text, "table"; NULL: there is none */
    unsigned limit;            /* of rows, where `limit` is not given; 0: no such parameter */

    show_function *show;
};

struct desk {
    const char *name;
    const struct desk_command *commands;
    unsigned command_count;
    const struct desk_event *events;
    unsigned event_count;
    const struct desk_section *sections;
    unsigned section_count;
    const struct desk_view *views;
    unsigned view_count;

    /* The words that the desk brings to cases (case_words.h). */
    const struct desk_statement *statements;
    unsigned statement_count;
    const struct desk_expectation *expectations;
    unsigned expectation_count;

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
