/*
 * The functions of the kernel that desks call: to decide a command, to apply an event, and to judge a log that may have been
 * tampered with.
 */
#ifndef HOUSE_KERNEL_DECIDING_H
#define HOUSE_KERNEL_DECIDING_H

#include "funds/ledger.h"
#include "house/kernel/floor.h"

/* The rules that hold in every house, beside its documents. Refusals cite them like clauses. */
extern const char rule_permission[], rule_two_persons[], rule_time[], rule_table[], rule_round[],
    rule_patron[], rule_document[], rule_hand[], rule_money[], rule_exclusion[], rule_words[], rule_id[],
    rule_approved[];

enum { FINDINGS_KEPT = 64, PATH_ROOM = 160 };

enum { WHOLE_MEMORY_MAX = 16 << 20 }; /* of what an event of an earlier number does not tell */

/* ------------------------------------------------------------------------------------------ deciding */

/* A command under decision. */
struct deciding {
    const struct floor *floor;
    const struct command *command;
    struct decision *decision;
    struct instant at; /* of the events: of the house, or when what time brings was due */
};

/* Refuses the command. Returns STATUS_OK, so that a refusing branch is one line. The clause must outlive the decision. */
enum status refuse_by(struct deciding *deciding, struct ruling ruling);
#define REFUSE(deciding, clause, ...) refuse_by(deciding, ruling_no(clause, __VA_ARGS__))

/* A new event of the decision, at the time of the house and by the person who asks. NULL if there is no room. */
struct event *happens(struct deciding *deciding, enum event_kind kind);

/* The draft for the money of the event, of one offer. */
struct draft *draft_for(struct deciding *deciding, uint32_t offer);

/* Makes the movements of the draft the money of the event. */
MUST_USE enum status take_money(struct deciding *deciding, struct money_rows *money);

/* Refuses what moves money more often than one event can record. */
enum status refuse_overflow(struct deciding *deciding);

/* A copy of the clause with a terminating zero; it lives as long as the decision. */
const char *kept_clause(struct deciding *deciding, struct text clause);

/* Whether `by` may give a command of the kind, with `second` as countersignature; an empty `second` means that there is none. */
enum signing { SIGNING_IS_RIGHT, SIGNING_NOT_BY_FIRST, SIGNING_NOT_BY_SECOND };
enum signing judge_signing(const struct floor *floor, enum command_kind kind, struct text by,
                           struct text second);

/* ------------------------------------------------------------------------------------------ time */

/*
 * Something that falls due by the clock. Each desk reports what falls due next (struct desk, due), and the clock decides the
 * earliest. If several fall due at the same moment, the lowest order comes first: what belongs to an offer, by offer; then
 * prizes, hours of tables, the close of the day, administration, the new day, and changes that were filed
 * for that time. Administration is late because it needs all that the day brought.
 */
struct due {
    struct instant at;
    uint64_t order;                                                          /* see due_order() */
    enum status (*decide)(struct deciding *deciding, const struct due *due); /* NULL: nothing is due */
    uint32_t offer, pool, table, prize, change;
};
enum due_rank {
    DUE_OF_OFFER,
    DUE_OF_PRIZE,
    DUE_OF_TABLE,
    DUE_DAY_CLOSE,
    DUE_ADMINISTRATION,
    DUE_DAY,
    DUE_CHANGE
};
enum due_of_offer { DUE_SEED, DUE_PERIOD, DUE_INCREASE, DUES_OF_OFFER };
static inline uint64_t due_order(enum due_rank rank, uint64_t number)
{
    return (uint64_t)rank << 40 | number;
}
static inline uint64_t due_order_of_offer(uint32_t offer, enum due_of_offer what)
{
    return due_order(DUE_OF_OFFER, (uint64_t)offer * DUES_OF_OFFER + what);
}

/* Replaces `due` by `other` if `other` comes first. */
void due_consider(struct due *due, const struct due *other);

/* The end of the gaming day; false if the calendar has none. */
bool day_end(const struct floor *floor, struct instant *end);

/* ------------------------------------------------------------------------------------------ applying */

/* Also works for a date that is not set yet. */
static inline bool is_same_day(struct date one, struct date other)
{
    return one.year == other.year && one.month == other.month && one.day == other.day;
}

/* Makes room for one more item. */
MUST_USE enum status make_room(struct arena *arena, void **items, unsigned count, unsigned *room,
                               size_t size);
#define MAKE_ROOM(arena, items, count, room)                                                                 \
    make_room(arena, (void **)&(items), count, &(room), sizeof *(items))

/* The place of the item with the number, among items that each begin with their number and are in the order of the numbers. Returns
 * `count` if there is no such item. */
unsigned place_of_number(const void *items, unsigned count, size_t size, uint64_t number);
#define PLACE_OF_NUMBER(items, count, number) place_of_number(items, count, sizeof *(items), number)

/* An event whose signatures are judged (I13). */
struct judging {
    const struct floor *floor;
    const struct event *event;
    struct fault *fault;
};

/* Reports that the clause did not allow the person to do what the words say. */
enum status wrongly(const struct judging *judging, struct text person, const char *words, struct text clause);

/* What nobody may do alone needs a second person, who may authorise or adjust. check_second() returns false after a refusal. */
bool may_be_second(const struct floor *floor, struct text by, struct text second);
bool check_second(struct deciding *deciding, struct text second);
enum status refuse_together(struct deciding *deciding, struct text other); /* may_sign_together() */

/* Anybody who may sign beside that person, for a decision that is only tried; empty: nobody. */
struct text any_second(const struct floor *floor, struct text by);

/* Makes the `clock` command that decides the event again (struct desk_event, command_again). */
bool clock_again(const struct floor *floor, const struct event *event, struct command *command);

/* Checks I13: the persons who brought and signed the event were allowed to. Call it before the event is applied. */
MUST_USE enum status judge_signatures(const struct floor *floor, const struct event *event,
                                      struct fault *fault);

/* The kind of command that brings about such an event. */
enum command_kind command_kind_behind(const struct floor *floor, const struct event *event);

/* What the event says comes out the same when it is decided again (I14, I15). */
MUST_USE enum status judge_decided(const struct floor *floor, const struct event *event, struct fault *fault);

/* What the event tells beside its command is what the house makes of its state now: `judge_told` of an event with `complete`. */
MUST_USE enum status judge_as_completed(const struct floor *floor, const struct event *event,
                                        struct fault *fault);

/* Who wins by the event may win (I7). Only an audit asks: applying an event does not read what documents say of winners. */
MUST_USE enum status judge_winners(const struct floor *floor, const struct event *event, struct fault *fault);

/* Whether the event moves money and cannot be decided again. Call it before the event is applied. */
bool is_beyond_deciding(const struct floor *floor, const struct event *event);

/* Whether the money of the event is that of the draft, movement by movement. */
MUST_USE enum status judge_money(const struct floor *floor, const struct event *event,
                                 const struct draft *draft, struct fault *fault);

/* Report an event that is impossible in this state, and an event that gives a prize to a person who may not win it (I7). */
enum status strange(struct fault *fault, const struct event *event, const char *what);
enum status strange_winner(struct fault *fault, const struct event *event, uint32_t prize, struct text patron,
                           const struct ruling *ruling);

#endif
