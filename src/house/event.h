/*
 * Events: what has happened. They alone change the state of the house (floor.h), and they are what is stored.
 *
 * An event is a record (record.h). Every event has the time of the house and, where a person brought it, that person.
 * Money moves by the postings of an event and by nothing else; a posting is a row
 *
 *      [from, to, cents, reason, clause]
 *
 * whose accounts are numbers of the ledger. What the house covers or is paid back is a row [offer, cents, clause].
 *
 * docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_EVENT_H
#define HOUSE_EVENT_H

#include "house/command.h"
#include "house/ledger.h"

enum event_kind {
    EVENT_HOUSE_OPENED,
    EVENT_DOCUMENT_FILED,
    EVENT_OFFER_POSTED,
    EVENT_OFFER_WITHDRAWN,
    EVENT_CLOCK,
    EVENT_DAY_BEGAN,
    EVENT_SEEDED,
    EVENT_INCREASED,
    EVENT_HOUR_COMPLETED,
    EVENT_ADMINISTRATION_TAKEN,
    EVENT_APPOINTED,
    EVENT_DISMISSED,
    EVENT_PATRON_RECORDED,
    EVENT_TABLE_OPENED,
    EVENT_TABLE_CLOSED,
    EVENT_SEATED,
    EVENT_LEFT,
    EVENT_BANKED,
    EVENT_EQUIPMENT_REPORTED,
    EVENT_ROUND_STARTED,
    EVENT_IRREGULARITY_NOTED,
    EVENT_FLOOR_CALLED,
    EVENT_CALL_ANSWERED,
    EVENT_FEES_RETURNED,
    EVENT_ROUND_ENDED,
    EVENT_HAND_CLAIMED,
    EVENT_HAND_VERIFIED,
    EVENT_HAND_REJECTED,
    EVENT_HAND_WITHDRAWN,
    EVENT_HAND_POSTED,
    EVENT_AWARDED,
    EVENT_PERIOD_CLOSED,
    EVENT_PRIZE_IDENTIFIED,
    EVENT_PRIZE_HELD,
    EVENT_PRIZE_LAPSED,
    EVENT_PRIZE_FORFEITED,
    EVENT_PRIZE_PAID,
    EVENT_TRAY_REIMBURSED,
    EVENT_VOUCHER_REDEEMED,
    EVENT_AWARD_REVERSED,
    EVENT_ADJUSTED,
    EVENT_RAISED,
    EVENT_KINDS
};

struct event_head {
    struct instant at;
    struct text by; /* empty: time brought it */
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
    const struct posting *postings;
    uint32_t posting_count;
    const struct advance_row *advances;
    uint32_t advance_count;
    const struct repaying_row *repaying; /* of each of the advances; none: the first fund of each offer */
    uint32_t repaying_count;
};

struct house_opened {
    struct event_head head;
    struct text house, text;
};

struct document_filed {
    struct event_head head;
    struct text activity, text;
};

struct offer_posted {
    struct event_head head;
    uint32_t number;
    struct text offer, text;
    struct money_rows money; /* what its fund can repay now that it need keep less */
};

/* Also of events about an offer alone. */
struct about_offer {
    struct event_head head;
    uint32_t offer;
};

struct clock_moved {
    struct event_head head;
};

struct day_began {
    struct event_head head;
    struct date day;
};

/* The seeds of an offer, the increase of one of its pools, a raise. */
struct pool_changed {
    struct event_head head;
    uint32_t offer;
    struct text pool;
    struct money_rows money;
};

/* The administrative fee of an offer for an hour of a table, and what it then owes for that table and gaming day. */
struct hour_fee {
    uint32_t offer;
    int64_t cents, due;
};

/* A table was open for another hour. Its fees are due; they are taken when the gaming day closes. */
struct hour_completed {
    struct event_head head;
    struct text table;
    const struct hour_fee *fees;
    uint32_t fee_count;
};

/* What was due for the hours of a table on a gaming day, and what of it was taken. */
struct table_fee {
    struct text table;
    uint32_t hours;
    int64_t due, taken;
};

/* At the close of a gaming day: what an offer owed for the hours of a day, of that or an earlier one. */
struct administration_taken {
    struct event_head head;
    uint32_t offer;
    struct date day; /* of the hours */
    const struct table_fee *tables;
    uint32_t table_count;
    struct money_rows money;
};

struct appointed {
    struct event_head head;
    struct text person, name, role;
};

/* The patron as recorded from now on. */
struct patron_recorded {
    struct event_head head;
    struct text patron, name;
    struct date born;
    uint8_t identified, employee;
    bool proposition, excluded;
    struct text reason;      /* of the exclusion */
    struct text excluded_as; /* by documents, in their words */
};

struct table_opened {
    struct event_head head;
    struct text table;
};

struct seated {
    struct event_head head;
    struct text table;
    uint32_t seat;
    struct text patron;
    bool hold_button;
};

/* A seat became free; who banks. */
struct seat_changed {
    struct event_head head;
    struct text table;
    uint32_t seat;
};

struct equipment_reported {
    struct event_head head;
    struct text table;
    uint8_t device;
    uint32_t seat;
    bool works;
    struct text clause, words; /* what the documents at the table say to it */
};

struct round_started {
    struct event_head head;
    struct text table;
    uint32_t round;
    uint32_t dealt, fees, marked, dealer_fees, played_behind;
    const struct fee_payers *payers;
    uint32_t payer_count;
    const struct backline_bet *backline;
    uint32_t backline_count;
    const struct prize_choice *chosen;
    uint32_t chosen_count;
    bool tournament;
    struct money_rows money;
};

struct irregularity_noted {
    struct event_head head;
    struct text table;
    uint32_t round;
    uint8_t what;
    struct text note;
};

/* A call to the floor, and its answer. */
struct table_noted {
    struct event_head head;
    struct text table;
    uint32_t round; /* the one that runs; 0: none does */
    struct text note;
};

struct fees_returned {
    struct event_head head;
    struct text table;
    struct text offer; /* whose fees alone; empty: of all, or of several that a device has stopped */
    uint32_t round;
    struct text reason, authorised_by;
    struct money_rows money;
};

struct round_ended {
    struct event_head head;
    struct text table;
    uint32_t round;
    int64_t pot;
};

struct hand_claimed {
    struct event_head head;
    uint32_t hand;
    struct text table;
    uint32_t round, seat, offer;
    struct text row, patron;
    bool backline;
};

struct hand_verified {
    struct event_head head;
    uint32_t hand;
    struct text
        row; /* its number in the chart; several, with " and " between them, where every row is paid */
    struct text clause; /* of the row */
    struct text cards, board, banker, winner;
    uint32_t winners, holders;
    bool brings_envy; /* its holder wins nothing, but others do by it */
    bool no_part;     /* its holder may not win, and the part of the hand stays where it is */
    int64_t pot, wager;
    uint8_t outcome, folded;
    uint32_t multiple;
    int64_t score; /* of the hand in the order of its game, where hands are compared */
    struct text why;
};

/* Also of a hand that is withdrawn, which has neither a clause nor a second person, of one whose points are taken
 * back, and of one that is taken off a board. */
struct hand_rejected {
    struct event_head head;
    uint32_t hand;
    uint32_t points; /* that the player has no more */
    struct text clause, reason, authorised_by;
};

/* A hand stands on the board of its offer; those that it beats are taken off where the document says so. Where points are
 * compared, it earns its holder some. */
struct hand_posted {
    struct event_head head;
    uint32_t hand, offer;
    uint32_t points;
    struct instant ends; /* the period */
};

/* One prize of an award: to whom, for what, how much money or which thing. */
struct prize_row {
    uint32_t prize;
    struct text patron;
    struct text table;
    uint32_t seat;
    struct text share; /* row, losing hand, table, envy ... */
    int64_t cents;
    int64_t posted; /* the prize of which this is a part; 0: it is the whole */
    int64_t fee;    /* that the winner paid for it; 0: it is a prize without a wager */
    struct text thing;
    uint32_t things;
    int64_t worth; /* of the things together, where something is said of it */
    struct text clause;
};

/* What of a prize was won of a pool, whoever covers it. */
struct pool_share {
    uint32_t prize;
    account_id pool; /* its account */
    int64_t cents;
};

struct awarded {
    struct event_head head;
    uint32_t award, offer;
    struct text table;
    uint32_t round;
    struct text verified_by, authorised_by; /* two persons */
    struct text clause;
    uint32_t hand; /* the first of them; 0: none */
    struct text pool;
    int64_t meter; /* of that pool before; 0: no pool was won */
    const struct prize_row *prizes;
    uint32_t prize_count;
    const struct pool_share *pool_shares; /* in the order of prizes; none where there is one prize */
    uint32_t pool_share_count;
    struct money_rows money;
};

/* The period of a board is over; its prizes are in an award of its own, which follows. */
struct period_closed {
    struct event_head head;
    uint32_t offer;
    uint32_t hands;
};

struct prize_identified {
    struct event_head head;
    uint32_t prize;
    struct text patron, document, name;
    struct date born; /* as the document says; year 0: it was not asked for */
    bool no_photo;
};

struct prize_changed {
    struct event_head head;
    uint32_t prize;
    struct text clause;
    struct money_rows money;
};

/* Its winner may not have it, by the clause. */
struct prize_forfeited {
    struct event_head head;
    uint32_t prize;
    struct text patron; /* the winner */
    struct text clause, reason, authorised_by;
    struct money_rows money;
};

/* A form that a law asks for, and what it asks to hold back, which the house does by hand or not at all. */
struct form_row {
    struct text form, clause, words;
    int64_t withhold;
};

struct prize_paid {
    struct event_head head;
    uint32_t prize;
    uint8_t form, from;
    struct text handed_by; /* empty: nobody was named */
    int64_t withheld;      /* of it for the tax office; 0: the winner has the whole prize */
    const struct form_row *forms;
    uint32_t form_count;
    struct money_rows money;
};

/* A prize that was paid from a tray. */
struct tray_row {
    uint32_t prize;
    int64_t cents;
};

struct tray_reimbursed {
    struct event_head head;
    struct text table;
    const struct tray_row *prizes;
    uint32_t prize_count;
    struct money_rows money;
};

/* What the winner pays of a bill, beside what the voucher pays. */
struct own_cost {
    int64_t cents;
    struct text clause;
};

struct voucher_redeemed {
    struct event_head head;
    uint32_t prize, offer;
    struct text patron; /* who used it; empty: nobody knows */
    struct text cost;
    uint32_t count, paid_for; /* on the bill; for how many the voucher pays, the last perhaps in part */
    int64_t each, cents;      /* what one costs; what the voucher pays */
    bool cancelled;           /* the event that it was given for was */
    struct text clause;
    const struct own_cost *own;
    uint32_t own_count;
    struct money_rows money;
};

/* A prize that was backed out. */
struct reversed_prize {
    uint32_t prize;
    int64_t cents;
};

/* Prizes of an award were backed out: all that were not before, and then nothing of it stands, or one. */
struct award_reversed {
    struct event_head head;
    uint32_t award;
    const struct reversed_prize *prizes; /* in their order */
    uint32_t prize_count;
    struct text reason, authorised_by;
    struct money_rows money;
};

struct adjusted {
    struct event_head head;
    uint32_t offer;
    struct text reason, authorised_by;
    struct money_rows money;
};

struct event {
    enum event_kind kind;
    union {
        struct event_head head;
        struct house_opened house_opened;
        struct document_filed document_filed;
        struct offer_posted offer_posted;
        struct about_offer about_offer; /* offer-withdrawn */
        struct clock_moved clock;
        struct day_began day_began;
        struct pool_changed pool_changed; /* seeded, increased, raised */
        struct hour_completed hour_completed;
        struct administration_taken administration_taken;
        struct appointed appointed; /* and dismissed, with the person alone */
        struct patron_recorded patron_recorded;
        struct table_opened table_opened; /* and closed */
        struct seated seated;
        struct seat_changed seat_changed; /* left, banked */
        struct equipment_reported equipment_reported;
        struct round_started round_started;
        struct irregularity_noted irregularity_noted;
        struct table_noted table_noted; /* floor-called, call-answered */
        struct fees_returned fees_returned;
        struct round_ended round_ended;
        struct hand_claimed hand_claimed;
        struct hand_verified hand_verified;
        struct hand_rejected hand_rejected; /* and withdrawn */
        struct hand_posted hand_posted;
        struct awarded awarded;
        struct period_closed period_closed;
        struct prize_identified prize_identified;
        struct prize_changed prize_changed; /* held, lapsed */
        struct prize_forfeited prize_forfeited;
        struct prize_paid prize_paid;
        struct tray_reimbursed tray_reimbursed;
        struct voucher_redeemed voucher_redeemed;
        struct award_reversed award_reversed;
        struct adjusted adjusted;
    };
};

/* Of the rows above. */
extern const struct record_shape posting_shape, advance_shape, repaying_shape, pool_share_shape;

/* The fund that repays one of the advances; `first` is that of its offer. */
uint32_t money_repaying(const struct money_rows *money, uint32_t advance, uint32_t first);

/* What is owed no more though no posting repaid it: the advances of an award that is backed out. They are the first of the rows. */
int64_t money_taken_back(const struct money_rows *money);

const struct record_shape *event_shape(enum event_kind kind);
const char *event_name(enum event_kind kind);                   /* "round-started" */
bool event_kind_named(struct text name, enum event_kind *kind); /* false: there is no such event */

/* The money of an event; NULL if none moves in events of its kind. */
const struct money_rows *event_money(const struct event *event);

void event_write(struct text_out *out, const struct event *event); /* the payload */

/* `kind` is the name of the event. Texts point into the payload. */
MUST_USE enum status event_read(struct text kind, struct text payload, struct arena *arena,
                                struct event *event, struct fault *fault);

#endif
