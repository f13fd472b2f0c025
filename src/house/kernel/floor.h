/*
 * The floor: the house as a deterministic state machine.
 *
 *      command ──> floor_decide ──> refusal with a clause and words
 *                        └───────> events ──> store ──> floor_apply ──> state
 *                                               └ audit > floor_replay ───┘
 *
 * Deciding changes no state, and applying makes no decision. The floor reads no clock, no random numbers and no file. The
 * caller brings the time: by the command `clock`, or without an event where nothing falls due (floor_pass_time). Documents, offers and the house itself come as text in commands and are kept in the
 * events, so the events alone rebuild the whole state.
 *
 * Invariants. floor_audit() checks those that can be seen in the state; tests call it after every event. I6, I8 and I13
 * can only be checked while an event is applied, so floor_apply() checks them; floor_restore() checks I6 too. floor_replay()
 * checks I7, I14 and I15: these ask what documents say, and a later version of the program that reads them in another way must still
 * open the house.
 *  I1  Debits equal credits (G1), and every balance is its history, reason by reason (G3).
 *  I2  No box, pool, fund or held account is below zero (G2).
 *  I3  Meter = seeds + reseeds + contributions + increases + top-ups - awards - overflow - returned fees, with
 *      adjustments by hand.
 *  I4  The advances outstanding of an offer are its shortfalls less its repayments.
 *  I5  What is held for an offer is the sum of its prizes that are neither paid, lapsed, forfeited nor reversed.
 *  I6  Every award and every movement cites a clause, and two different employees verified and authorised every award.
 *  I7  Every winner was eligible when the prize was awarded, when the winner showed ID, and when the prize was paid. An eligible
 *      winner is not on the exclusion list, is old enough on that day, and is no employee, proposition player, player-dealer
 *      or other person whom the document excludes. The winner has the club card and has shown ID where the document asks
 *      for them. A winner of a place by points has not yet won as often as the document allows. An employee is judged by the
 *      duty at the deal. An award is judged by the document as it was posted for the hand, at its table; ID and payment are
 *      judged by the document as posted now.
 *  I8  Time never runs backwards.
 *  I9  The amount owed to trays for an offer is the sum of its prizes that were paid from a tray and not yet repaid to it.
 *  I10 The administrative fee that an offer owes is the sum of what it owes for the hours of each table and day.
 *  I11 No pool holds more than its cap, unless it already did when the cap was posted or when an award was reversed.
 *  I12 The books show exactly what vouchers have paid. Each voucher was handed to its winner before it paid, and has paid no more
 *      than it is worth.
 *  I13 The persons who brought and signed an event were employed at that moment, and their roles allowed it: to deal, to claim, to
 *      verify, to authorise, to pay, to adjust, to appoint. Where the document names who verifies, authorises or pays, the
 *      person was one of those. The second signature is another person's. Events that the clock brings have no signature.
 *  I14 The fees of a round are split, and returned fees go back, to the cent and by the clause that the documents posted at that time
 *      require. floor_decide() makes sure of this for new events. floor_replay() decides the fees of a log again.
 *  I15 The same holds for everything else that documents and the clock decide: what falls due, and that nothing due is skipped; the
 *      row that cards win, the prizes of a round, what is reversed, raised and paid; seats, roles and round numbers. Each
 *      comes out the same when it is decided again (again.c). Events that persons bring carry the time at which they were
 *      decided; nothing was due until then that had not happened.
 *  I16 What time brings is decided from a state whose time an event has told. So it comes out the same from the log, whether time
 *      has passed without events before it or not.
 *
 * Ownership: all state is in the floor's arena. A decision points into its own arena or into the command; both must live until
 * the next decision.
 */
#ifndef HOUSE_KERNEL_FLOOR_H
#define HOUSE_KERNEL_FLOOR_H

#include "funds/draft.h"
#include "games/ruling.h"
#include "house/kernel/event.h"
#include "house/kernel/names.h"
#include "house/kernel/program.h"
#include "rulebook/house_file.h"

enum {
    FLOOR_SEATS_MAX = HOUSE_SEATS_MAX,
    FLOOR_TABLES_MAX = 256,
    FLOOR_OFFERS_MAX = 128,
    FLOOR_TABLE_OFFERS_MAX = 32,
    FLOOR_BACKLINE_MAX = 32,
    FLOOR_HITS_KEPT = 25, /* of each pool */
    FLOOR_BOARD_MAX = 256,
    FLOOR_STANDINGS_MAX = 1024, /* players with points of one period */
    FLOOR_POINTS_MAX = 1000000, /* of a player */
    FLOOR_LAWS_MAX = 8,
    FLOOR_WAITING_MAX = 64,  /* changes that wait for their time */
    VOUCHER_KINDS_MAX = 256, /* of costs that one voucher has paid */
    FLOOR_CALL_MAX = 240,    /* bytes of the message of a table that calls the floor */
    HAND_ROWS_MAX = 4,       /* chart rows that pay one hand */
    DECISION_EVENTS_MAX = 256,
    CLOCK_DAYS_MAX = 31, /* the most that a clock may move without `far`, or what two persons confirmed */
    CLOCK_FAR_DAYS_MAX = 3660, /* the most with `far` */
};

/* ------------------------------------------------------------------------------------------ the floor */

/* Each is described by its desk. */
struct board;
struct floor_award;
struct floor_hand;
struct floor_prize;
struct former;
struct offering;
struct patron;
struct person;
struct table;
struct thresholds;
struct waiting;

struct floor {
    const struct program
        *program; /* that decides; floor_init() makes it this one, and a test may set another */
    struct decided_by decided_by; /* in force, as the log tells */
    struct arena arena;
    struct findings findings;
    /* What house.yaml says now; its tables stand in the order of `tables`. */
    struct house house;
    struct text identity, house_text; /* "demo", and house.yaml as it was handed in last */
    uint32_t house_number;            /* of that text: 1 until the house is amended */
    struct waiting *waiting;          /* changes that wait for their time, in the order of their numbers */
    unsigned waiting_count;
    uint32_t changes_filed; /* in all: the number of the last */
    struct zone zone;
    struct business_day business;
    struct instant now;
    struct instant confirmed; /* by two persons, until an event is so late; none: 0 */
    struct instant
        meters_await;    /* a moment before which no meters are read for the end of a period; none: 0 */
    struct instant told; /* the time of the last event; `now` is later where time has passed without one */
    struct ledger ledger;

    struct rulebook **rulebooks; /* filed documents; the last of an activity is in force */
    unsigned rulebook_count, rulebook_room;
    unsigned law_count;               /* laws that bind the house; each is also in `rulebooks` */
    struct thresholds *laws;          /* room for FLOOR_LAWS_MAX */
    struct text *rulebook_texts;      /* as filed */
    struct filed_register *registers; /* of approvals, one an issuer (setup/setup.h) */
    unsigned register_count, register_room;
    unsigned rulebook_text_room;
    struct offering *offerings;
    unsigned offering_count;
    struct board *boards;    /* of each of the offerings */
    struct former **formers; /* number 1 is formers[0] */
    unsigned former_count, former_room;
    struct table *tables;
    unsigned table_count, table_room;

    struct names person_names, patron_names;
    struct person *people;
    unsigned person_count, person_room;
    struct patron *patrons;
    unsigned patron_count, patron_room;
    /* Hands, awards and prizes, each in the order of their numbers. Find one with floor_hand(), floor_award() or floor_prize(). */
    struct floor_hand *hands;
    unsigned hand_count, hand_room;
    struct floor_award *awards;
    unsigned award_count, award_room;
    struct floor_prize *prizes;
    unsigned prize_count, prize_room;
    uint32_t last_hand, last_award, last_prize; /* the highest numbers so far; 0: none */
    unsigned
        open_prizes_from; /* the place in `prizes` before which none is open, and no tray is owed anything */
    uint64_t advances_made; /* by the house; the last number of an advance */
    struct date day;        /* the gaming day */
    uint8_t hour;           /* of the clock on the wall */
    bool opened;
    bool redeemed;           /* at least one voucher was redeemed */
    size_t size_tight;       /* of the arena when it was tightened last; 0: it was not */
    int64_t redeemed_before; /* what vouchers have paid that have left the state */
    bool doubtful;           /* the replayed log has wrong books; nothing can be decided on it */
};

MUST_USE enum status floor_init(struct floor *floor, size_t memory_max, struct fault *fault);
void floor_release(struct floor *floor);

/* ------------------------------------------------------------------------------------------ deciding */

/* The result of a command: events, or a refusal. */
struct decision {
    struct arena arena; /* holds what the events point to */
    struct draft draft;
    struct ruling ruling;
    bool unfinished; /* the clock has more to do; give the same command again */
    unsigned event_count;
    struct event events[DECISION_EVENTS_MAX];
};

/* The permission that the command needs, in the words of house.yaml; NULL: every employee may give it. */
const char *floor_permission(enum command_kind kind);

/* The lower permission that is enough when a second person with the full permission countersigns; NULL: there is none. */
const char *floor_permission_countersigned(enum command_kind kind);

void decision_init(struct decision *decision);
void decision_release(struct decision *decision);

/*
 * Decides the command at the time of the house, which has come to that of the command (struct command_head). The ruling says whether it is allowed; a refusal has no events. Returns STATUS_NO_MEMORY or
 * STATUS_NO_SPACE if there is no room to decide or to apply; nothing has changed then.
 */
MUST_USE enum status floor_decide(const struct floor *floor, const struct command *command,
                                  struct decision *decision, struct fault *fault);

/* ------------------------------------------------------------------------------------------ time */

/* What a clock should show: the time of the house, or what two persons have confirmed and no event has reached yet. */
struct instant floor_expected_time(const struct floor *floor);

/* Whether something falls due until then, which only the command `clock` brings. */
bool floor_something_is_due(const struct floor *floor, struct instant until);

/*
 * Lets time pass until `at` without an event; a time that is not later changes nothing. The next event tells the time. STATUS_INVALID
 * if something falls due until then; nothing has changed then. Otherwise STATUS_OK or STATUS_NO_MEMORY.
 */
MUST_USE enum status floor_pass_time(struct floor *floor, struct instant at, struct fault *fault);

/* ------------------------------------------------------------------------------------------ applying */

/*
 * Changes the state as the event says. Returns STATUS_INVALID if the event is impossible in this state, which means that the
 * log was tampered with, and STATUS_NO_MEMORY. The floor must not be used after a failure.
 */
MUST_USE enum status floor_apply(struct floor *floor, const struct event *event, struct fault *fault);

/* The same for a log that is not trusted: also checks I14 and I15. */
MUST_USE enum status floor_replay(struct floor *floor, const struct event *event, struct fault *fault);

/* ------------------------------------------------------------------------------------------ snapshots */

/* The state as bytes, in the arena; equal states give equal bytes. */
MUST_USE enum status floor_save(const struct floor *floor, struct arena *arena, struct text *bytes,
                                struct fault *fault);

/* Restores into a floor after floor_init(). After a failure the caller must release the floor. */
MUST_USE enum status floor_restore(struct floor *floor, struct text bytes, struct fault *fault);

/*
 * What has left the state still lies in the arena. It is loose when it takes more than twice what it took when it was tightened last.
 * floor_tighten() saves the state and restores it in place. Everything that pointed into the floor is invalid then. After a failure the
 * floor must be released.
 */
bool floor_is_loose(const struct floor *floor);
MUST_USE enum status floor_tighten(struct floor *floor, struct fault *fault);

/* Checks I1 to I5 and I9 to I12. False with words about the first that does not hold. */
bool floor_audit(const struct floor *floor, struct text_out *why);

#endif
