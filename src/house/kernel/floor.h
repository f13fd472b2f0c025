/*
 * The floor: the house as a deterministic state machine.
 *
 *      command ──> floor_decide ──> refusal with a clause and words
 *                        └───────> events ──> store ──> floor_apply ──> state
 *                                               └ audit > floor_replay ───┘
 *
 * Deciding changes nothing and applying decides nothing. There is no clock, no chance and no file in here: time comes
 * with the command `clock`, and documents, offers and the house itself come as text in commands and stay in events, so
 * that the events alone rebuild everything, in ten years too.
 *
 * Invariants, checked by floor_audit() and after every event in tests; I6, I7, I8 and I13 are of moments, and floor_apply()
 * checks them, I6 also floor_restore(); I14 and I15 are floor_replay()'s:
 *  I1  Debits equal credits (G1), and every balance is its history, reason by reason (G3).
 *  I2  No box, pool, fund or held account is below zero (G2).
 *  I3  Meter = seeds + reseeds + contributions + increases + top-ups - awards - overflow - returned fees, with
 *      adjustments by hand.
 *  I4  The advances outstanding of an offer are its shortfalls less its repayments.
 *  I5  What is held for an offer is the sum of its prizes that are neither paid, lapsed, forfeited nor reversed.
 *  I6  Every award and every posting cites a clause, and every award was verified and authorised by two different persons of
 *      the house.
 *  I7  Nobody has a prize who may not win it: when it is awarded, when the winner shows who he is, and when he is paid, he is neither
 *      on the exclusion list, nor too young on that day, nor an employee, a proposition player, a player-dealer or another
 *      person whom the document shuts out, and has the club's card and has shown identification where it asks for them; nor
 *      has he, who has a place by points, won as often as it lets him. Whether an employee was on duty is a matter of the deal. An
 *      award is judged by the document as it was posted for the hand, at its table; what comes after it, as posted now.
 *  I8  Time never runs backwards.
 *  I9  What trays are owed for an offer is the sum of its prizes that were paid from a tray and not given back to it.
 *  I10 What an offer owes for administration is the sum of what it owes for the hours of each table and day.
 *  I11 No pool holds more than its cap, unless it held as much when that was posted or an award was backed out.
 *  I12 What vouchers have paid is what left the books for it; each was handed over before, and has paid no more than it is worth.
 *  I13 Whoever brought an event, or signed it, worked here at that moment, and his role allowed it: to deal, to claim, to verify, to
 *      authorise, to pay, to adjust, to appoint. Where the document names who verifies, authorises or pays, it was such a person;
 *      and who signs second is another. What time brings nobody signs.
 *  I14 The fees of a round are split, and those that are returned go back, to the cent and by the clause as the documents posted then
 *      say for those who paid. What was just decided is so. Whoever doubts a log asks it again (floor_replay()); a house that opens
 *      does not, or it could not be opened by a program that decides better.
 *  I15 So is what else documents and the clock decide by themselves: what time brings, and that nothing due is passed over; the row
 *      that cards win, the prizes of a round, what is backed out, raised and paid; seats, roles and the numbers of rounds. Each comes
 *      out the same when it is decided again (floor_again.c). What persons bring has the time that the clock shows.
 *
 * Ownership: all state is in the floor's arena. What a decision points to is in its own arena, or in the command, until the
 * next decision.
 */
#ifndef HOUSE_KERNEL_FLOOR_H
#define HOUSE_KERNEL_FLOOR_H

#include "funds/draft.h"
#include "games/ruling.h"
#include "house/kernel/event.h"
#include "house/kernel/names.h"
#include "rulebook/house_file.h"

enum {
    FLOOR_SEATS_MAX = 16,
    FLOOR_TABLES_MAX = 256,
    FLOOR_OFFERS_MAX = 128,
    FLOOR_TABLE_OFFERS_MAX = 32,
    FLOOR_BACKLINE_MAX = 32,
    FLOOR_HITS_KEPT = 25, /* of each pool */
    FLOOR_BOARD_MAX = 256,
    FLOOR_STANDINGS_MAX = 1024, /* players with points of one period */
    FLOOR_POINTS_MAX = 1000000, /* of a player */
    FLOOR_LAWS_MAX = 8,
    VOUCHER_KINDS_MAX = 256, /* of costs that one voucher has paid */
    FLOOR_CALL_MAX = 240,    /* bytes of what a table calls the floor for */
    HAND_ROWS_MAX = 4,       /* that one hand is paid by */
    DECISION_EVENTS_MAX = 256,
    CLOCK_DAYS_MAX = 31,       /* that pass at once, unless it is said that they do */
    CLOCK_FAR_DAYS_MAX = 3660, /* and then */
};

/* ------------------------------------------------------------------------------------------ the floor */

/* Each is described by its desk. */
struct floor_award;
struct floor_hand;
struct floor_prize;
struct former;
struct offering;
struct patron;
struct person;
struct table;
struct thresholds;

struct floor {
    struct arena arena;
    struct findings findings;
    struct house house;               /* what house.yaml says */
    struct text identity, house_text; /* "demo", and house.yaml as it was handed in */
    struct zone zone;
    struct business_day business;
    struct instant now;
    struct ledger ledger;

    struct rulebook **rulebooks; /* documents that were filed; of one activity the last holds */
    unsigned rulebook_count, rulebook_room;
    unsigned law_count;          /* those that bind the house; each also among the documents */
    struct thresholds *laws;     /* room for FLOOR_LAWS_MAX */
    struct text *rulebook_texts; /* as filed */
    unsigned rulebook_text_room;
    struct offering *offerings;
    unsigned offering_count;
    struct former **formers; /* number 1 is formers[0] */
    unsigned former_count, former_room;
    struct table *tables;
    unsigned table_count;

    struct names person_names, patron_names;
    struct person *people;
    unsigned person_count, person_room;
    struct patron *patrons;
    unsigned patron_count, patron_room;
    struct floor_hand *hands; /* number 1 is hands[0] */
    unsigned hand_count, hand_room;
    struct floor_award *awards;
    unsigned award_count, award_room;
    struct floor_prize *prizes;
    unsigned prize_count, prize_room;
    unsigned
        open_prizes_from; /* every prize before it is paid, lapsed, forfeited or reversed, and no tray is owed it */
    uint64_t advances_made; /* by the house; the numbers of advances */
    struct date day;        /* the gaming day */
    uint8_t hour;           /* of the clock on the wall */
    bool opened;
    bool redeemed; /* a voucher was, at least once */
    bool doubtful; /* a log was replayed whose books are wrong: by it nothing can be decided */
};

MUST_USE enum status floor_init(struct floor *floor, size_t memory_max, struct fault *fault);
void floor_release(struct floor *floor);

/* ------------------------------------------------------------------------------------------ deciding */

/* What a command comes to: events, or a refusal. */
struct decision {
    struct arena arena; /* of what the events point to */
    struct draft draft;
    struct ruling ruling;
    bool unfinished; /* of a clock: there is more to do; ask again */
    unsigned event_count;
    struct event events[DECISION_EVENTS_MAX];
};

/* What the role of whoever asks must allow, in the words of house.yaml; NULL: whoever works here may ask. */
const char *floor_permission(enum command_kind kind);

/* What is enough where a second person signs, who has that permission; NULL: nothing less is. */
const char *floor_permission_countersigned(enum command_kind kind);

void decision_init(struct decision *decision);
void decision_release(struct decision *decision);

/*
 * What the command comes to now. The ruling says whether it may be done; a refusal has no events. STATUS_NO_MEMORY and
 * STATUS_NO_SPACE when there is no room to decide or to apply: nothing has happened then.
 */
MUST_USE enum status floor_decide(const struct floor *floor, const struct command *command,
                                  struct decision *decision, struct fault *fault);

/* ------------------------------------------------------------------------------------------ applying */

/*
 * Changes the state as the event says. Fails if the event cannot be of this house (STATUS_INVALID, when somebody has
 * tampered with the log) or memory has run out; the floor is then not to be used any more.
 */
MUST_USE enum status floor_apply(struct floor *floor, const struct event *event, struct fault *fault);

/* The same of an event that somebody may have written into a store: also judges I14 and I15. */
MUST_USE enum status floor_replay(struct floor *floor, const struct event *event, struct fault *fault);

/* ------------------------------------------------------------------------------------------ snapshots */

/* The state as bytes, in the arena; equal states give equal bytes. */
MUST_USE enum status floor_save(const struct floor *floor, struct arena *arena, struct text *bytes,
                                struct fault *fault);

/* Into a floor after floor_init(). On failure the floor is to be released. */
MUST_USE enum status floor_restore(struct floor *floor, struct text bytes, struct fault *fault);

/* I1 to I5 and I9 to I12; false with words on the first that does not hold. */
bool floor_audit(const struct floor *floor, struct text_out *why);

#endif
