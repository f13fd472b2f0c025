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
#ifndef HOUSE_FLOOR_H
#define HOUSE_FLOOR_H

#include "games/ruling.h"
#include "house/claim.h"
#include "house/eligibility.h"
#include "house/event.h"
#include "house/funds.h"
#include "house/names.h"
#include "house/offered.h"
#include "house/payment.h"
#include "house/thresholds.h"
#include "house/voucher.h"

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

/* ------------------------------------------------------------------------------------------ people */

struct person {
    struct text person, name, role;
    bool employed;
};

struct patron {
    struct text patron, name, reason, excluded_as;
    struct date born;
    uint8_t identified, employee;
    bool proposition, excluded;
    uint32_t wins;          /* prizes in all */
    int64_t currency_today; /* paid to the patron in cash on the day `currency_day` */
    struct date currency_day;
    int64_t prizes_this_year; /* without a wager, or counted as such, in the year `prize_year` */
    int64_t prize_year;
};

/* ------------------------------------------------------------------------------------------ tables */

struct seat {
    bool taken, hold_button, sensor_fails;
    uint32_t
        patron; /* number; NAMES_NONE: not known to the club. Who left stays named until another sits down */
    struct instant since;
};

/* What a meter showed. */
struct meter_reading {
    int64_t cents;
};

/* Somebody who works here and plays, and how he did when he was dealt in: on duty, in uniform. His shift may end or begin before
 * his hand is settled. */
struct duty {
    uint32_t patron;
    uint8_t employee; /* enum employee_state */
};
enum { FLOOR_DUTIES_MAX = FLOOR_SEATS_MAX + FLOOR_BACKLINE_MAX };

/* Who paid for what in the round that runs. */
struct round {
    uint32_t number;
    struct instant at; /* when it was dealt */
    bool runs, tournament;
    bool misdeal, wrong_deck, talk;
    bool fees_returned; /* all of them */
    uint32_t dealt, fees, marked, dealer_fees, played_behind;
    uint32_t seated, active; /* who sat there when it was dealt, and of them all without a hold button */
    uint32_t bank;           /* who banked then */
    uint32_t offered;        /* of the offers at the table, those that were offered then, by the deal */
    uint32_t awards_before;
    uint32_t paid[FLOOR_TABLE_OFFERS_MAX];   /* seats whose fee of each offer at the table was taken */
    struct text chosen[FLOOR_SEATS_MAX + 1]; /* rows that free players named; empty: none */
    uint32_t backline_count;
    struct backline_bet backline[FLOOR_BACKLINE_MAX];
    uint32_t duty_count;
    struct duty duties[FLOOR_DUTIES_MAX]; /* of seats and behind them */
    int64_t pot;
    uint32_t fee_count; /* postings of the fees that were not returned, so that they can be */
    struct posting fees_posted[64];
    /* Of each offer that pays by what its meters showed at the deal; they have the fees of the round. Where hands wait for the end of a
     * period, what they showed when that ended. */
    uint32_t reading_counts[FLOOR_TABLE_OFFERS_MAX];
    struct meter_reading readings[FLOOR_TABLE_OFFERS_MAX][TERMS_POOLS_MAX];
};

enum fee_payer {
    PAYER_NOBODY,
    PAYER_PLAYER,
    PAYER_POT,
    PAYER_PLAYER_DEALER,
    PAYER_FIRST,
    PAYER_PLAYER_AND_DEALER
};
enum fee_choice { FEE_OPTIONAL, FEE_DUE, FEE_DUE_WITH_PLAYERS };

/* The fees of an offer at a table in one hour of a gaming day. */
struct collection {
    struct date day;
    uint8_t hour; /* of the clock */
    uint32_t rounds;
    int64_t fees, returned;
};

/* What a document says of a device that fails. */
struct device_failure {
    struct text clause; /* empty: it says nothing */
    bool marks, suspends, returns, dice;
};

struct device_failures {
    struct device_failure sensor, reader;
};

/* An offer at a table: who pays and who may win there, by the game and the limits of the table. Where it was posted once it
 * stays, for the hands that were claimed. */
struct table_offer {
    uint32_t offer;
    bool listed;          /* the offer as posted now is for this table */
    struct instant since; /* when it is and was, without a break */
    uint32_t
        former; /* the posting by which the round that runs was dealt; 0: as posted now; FORMER_NONE: it was not
                        offered */
    struct eligibility eligibility;
    const struct fee_rate *rate; /* NULL: the fee is one amount */
    enum fee_payer payer;
    enum fee_choice choice;
    struct range players; /* how many must be dealt in for the fee to be due */
    bool dealer_space;    /* a fee may be placed on the player-dealer's hand, too */
    bool backline;        /* bettors behind a seat may pay and win */
    struct text fee_clause;
    struct text proposition_clause;         /* by which proposition players place no fee; empty: they may */
    bool sensors;                           /* see its fees */
    const struct device_failures *failures; /* what is done then */
    const struct device_failure
        *suspended;               /* by which the jackpot is not offered until a device works; NULL: it is */
    struct collection collection; /* of the hour in which the last fee was taken */
};

/* The table has called the floor, which has not come yet. A call that is repeated is one call, with the words said last. */
struct table_call {
    struct instant at; /* the first; 0 ms: the floor is not called */
    uint32_t length;
    char words[FLOOR_CALL_MAX];
};

struct table {
    const struct house_table *described;
    bool open;
    struct instant opened;
    uint32_t hours_charged; /* since it opened */
    uint32_t bank;          /* seat of the player-dealer; 0: nobody of the seats */
    bool reader_fails, keypad_fails, sign_fails;
    struct table_call call;
    struct seat seats[FLOOR_SEATS_MAX + 1]; /* from 1 */
    struct round round;
    uint32_t newest_hand; /* number of the last that was claimed here; 0: none */
    unsigned offer_count;
    struct table_offer offers[FLOOR_TABLE_OFFERS_MAX];
};

/* ------------------------------------------------------------------------------------------ offers */

/* What a row of the chart won of a pool. */
struct pool_win {
    struct instant at;
    int64_t cents;
    uint32_t award;
};

/* What regulators ask for of every pool. The amounts are sums since the books began. */
struct pool_meter {
    int64_t base, reset, limit;   /* seed, reseed and cap as posted; limit -1: none */
    int64_t carried;              /* held when it was posted, or an award was backed out: also above limit */
    int64_t rate, hidden_rate;    /* of the largest fee: cents to the meter, cents that no meter shows */
    int64_t largest_contribution; /* of one round: all the fees that a table of the offer can take */
    uint32_t hits;
    int64_t won;
    uint32_t kept; /* of the wins below, the newest last */
    struct pool_win wins[FLOOR_HITS_KEPT];
};

/* A player with points of a period, by the last hand that earned some. */
struct standing {
    uint32_t patron, table, seat;
    uint32_t points;
    uint8_t
        employee; /* enum employee_state: what the player was when he was dealt that hand, if he worked here */
    struct text verified_by, authorised_by;
};

/* What stands on a board: hands that are compared, or players whose points are. A hand that a higher one has beaten is off the list
 * and kept until the period closes: it wins if the higher one turns out to be void, or its holder may not win. */
struct board {
    bool runs; /* something stands there */
    struct instant ends;
    uint32_t count, beaten_count;    /* none is beaten where none is on the list */
    uint32_t hands[FLOOR_BOARD_MAX]; /* on the list, in the order in which they came */
    uint32_t beaten[FLOOR_BOARD_MAX];
    unsigned standing_count, standing_room;
    struct standing *standings; /* in the order of their first hands */
};

/* The administrative fee for the hours of a table on a gaming day, as far as it was not taken yet. */
struct owed_hours {
    struct date day;
    uint32_t table, hours;
    int64_t cents;
};

struct offering {
    const struct offer *offer;
    struct text name;             /* "bonus-hand" */
    struct text text;             /* as posted */
    unsigned documents, accounts; /* filed and open when it was posted: it is read by these */
    bool posted, seeded, in_force;
    bool hit_since_posted; /* a structure that is locked until a hit may change again */
    struct terms terms;
    struct funds funds;
    struct claim_terms claims;
    struct payment_terms payments;
    struct voucher_book vouchers;
    struct offered offered;
    int64_t advanced, repaid;               /* in all */
    struct date increased[TERMS_POOLS_MAX]; /* the last day whose increase was made */
    struct date closed;                     /* the last day that was closed for it */
    struct owed_hours *owed;                /* the oldest first; together funds.administration_due */
    unsigned owed_count, owed_room;
    struct pool_meter meters[TERMS_POOLS_MAX];
    struct board board;
};

/*
 * An offer as it was posted before. What is posted holds for the hands that are dealt afterwards: who was dealt in before is
 * judged and paid by the offer as it was, but for the pools, which start anew as posted now.
 */
struct former {
    uint32_t offer;
    const struct offer *posted;
    struct text text;
    unsigned documents, accounts; /* as of the offering */
    struct terms terms;
    struct claim_terms claims;
    struct payment_terms payments;
    struct offered offered;
    const struct table_offer **tables; /* as it was at each table of the house; NULL: it was not there */
};
#define FORMER_NONE UINT32_MAX

/* ------------------------------------------------------------------------------------------ hands, awards, prizes */

/* A bet behind a seat in the round of a hand. */
struct hand_bettor {
    uint32_t seat, patron;
    int64_t wager;
    bool fee, dealer_fee;
};

/* Who had paid the fee at another table when a hand was claimed. */
struct hand_payer {
    uint32_t table, seat, patron;
};

enum hand_state {
    HAND_CLAIMED,
    HAND_VERIFIED,
    HAND_REJECTED,
    HAND_POSTED, /* on the list of a board, or until a period ends */
    HAND_AWARDED,
    HAND_WITHDRAWN,
    HAND_BEATEN /* it was on the list until a higher one came, which may yet turn out to be void */
};
extern const char *const hand_state_words[]; /* "claimed" and so on, and NULL behind the last */

struct floor_hand {
    enum hand_state state;
    uint32_t before;        /* the hand that was claimed before it at the table; 0: none */
    struct instant at;      /* when it was claimed */
    struct instant decided; /* the moment by which its period is known: when it was dealt, or claimed */
    uint32_t table, round, seat, offer;
    uint32_t claimed_by; /* number of the person; NAMES_NONE: not known */
    uint32_t former;     /* the posting that it was dealt by, from 1; 0: the offer as posted now */
    uint32_t patron;     /* NAMES_NONE: not known */
    bool backline, on_player_dealer;
    bool shared;                                /* everybody's, as the lines of baccarat are */
    bool misdeal, wrong_deck, talk, tournament; /* in its round */
    bool fee;                                   /* paid on it */
    uint32_t winners;                           /* seats that beat it */
    uint32_t holders;                           /* of a shared hand; none: all who were dealt in */
    bool brings_envy;                           /* its holder wins nothing, but others do by it */
    bool no_part;                               /* its holder may not win, and its part stays where it is */
    int64_t wager, score;
    uint32_t multiple;
    uint8_t outcome;
    uint32_t points; /* that its player has by it in the period that runs */
    uint32_t
        award; /* the last that has settled it, from 1; 0: none. Once that was backed out, it is looked at anew */
    uint32_t dealt, paid; /* seats dealt in, and those who paid the fee of the offer, in its round */
    uint32_t bank;
    /* The round as it was dealt: later rounds, and people who leave, change nothing of it. */
    uint32_t seated, active, dealer_fees, played_behind;
    uint32_t patrons[FLOOR_SEATS_MAX + 1];
    uint32_t bettor_count;
    const struct hand_bettor *bettors;
    uint32_t payer_count; /* where a prize is shared by all tables */
    const struct hand_payer *payers;
    uint32_t duty_count; /* of all of these, as they were dealt in */
    const struct duty *duties;
    uint32_t
        reading_count; /* of the pools when it was decided, or its period ended, where it is paid by that */
    const struct meter_reading *readings;
    uint32_t awards_before; /* that moment */
    uint32_t chosen_count;  /* at a free table: the rows that its players named before the deal, by seat */
    const struct prize_choice *chosen;
    struct text claimed_row; /* of the button that was pressed; may be empty */
    unsigned row_count;      /* once verified; 0 where a board judges without a chart */
    const struct rulebook_row *rows[HAND_ROWS_MAX];
    struct text cards, board; /* as they were entered; empty where a row was named */
    struct text verified_by, authorised_by;
};

struct floor_award {
    uint32_t offer;
    uint32_t hand; /* the first that it settles, from 1; 0: no hand of a round */
    uint32_t first_prize, prize_count;
    uint32_t posting_count, advance_count, repaying_count, pool_share_count;
    bool reversed;
    struct instant at;
    struct text verified_by, authorised_by, clause;
    const struct posting *postings; /* so that it can be backed out */
    const struct advance_row *advances;
    const struct repaying_row *repaying;  /* as in the event */
    const struct pool_share *pool_shares; /* so that one prize can be, where there are several */
    int64_t lent_back; /* of the advances, what went back with prizes, to the house or to the fund */
};

enum tray_state { TRAY_NOT_USED, TRAY_OWED, TRAY_REIMBURSED };
extern const char *const identification_words[]; /* of enum law_identification, and NULL behind the last */
extern const char *const tray_state_words[];     /* "", "owed", "reimbursed", and NULL behind the last */

/* What a voucher has paid for costs of one kind. */
struct voucher_use {
    struct text cost;
    int64_t count, cents; /* for how many, and how much in all */
};

struct floor_prize {
    struct claim claim;
    bool reversed; /* with its award, or alone */
    uint8_t shown; /* enum law_identification: of the winner, because the document or a law asks for it */
    uint8_t tray;  /* enum tray_state: whether it was paid from the tray of the table, and that has it back */
    uint8_t employee; /* enum employee_state: what the winner was when he was dealt in, if he worked here */
    uint32_t award, offer, table, seat;
    uint32_t patron;
    int64_t fee; /* that the winner paid for it; 0: it is a prize without a wager */
    struct text share, clause, thing;
    uint32_t things;
    int64_t worth; /* of the things; of a voucher what it pays at most */
    struct voucher_use *uses;
    unsigned use_count, use_room;
};

/* ------------------------------------------------------------------------------------------ the floor */

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
    unsigned law_count; /* those that bind the house; each also among the documents */
    struct thresholds laws[FLOOR_LAWS_MAX];
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

/* ------------------------------------------------------------------------------------------ looking */

const struct offering *floor_offering(const struct floor *floor, struct text name);

/* Whether `adjust` can name the account, and to take money from it or to put money into it. */
bool floor_may_adjust(const struct floor *floor, const struct offering *offering, account_id account,
                      bool *gives, bool *takes);

const struct offer *floor_offer_of_hand(const struct floor *floor, const struct floor_hand *hand);

/* Whether reject-hand takes it back, by two persons: it stands on a board or was beaten there, or has points of a period that
 * runs. */
bool floor_can_be_taken_back(const struct floor *floor, const struct floor_hand *hand);

/* Whether the hand of a number stands on its board: it may win as things are, and where lower hands are removed none that may is higher.
 * Others may stand there again: who was put on the exclusion list can be taken off it. */
bool floor_hand_stands(const struct floor *floor, uint32_t number);

/* The same of a player with points: nothing that is known of him keeps him from a place. */
bool floor_player_stands(const struct floor *floor, uint32_t offer, const struct standing *standing);

/* How the hand stands: the word of its state; of those that wait on a board "posted" if it stands there, "void" if the deal has turned
 * out to be void or its holder may not win, and else "beaten". One with points of a player who does not stand there is void, too. */
const char *floor_hand_word(const struct floor *floor, uint32_t number);

/* The row that the free player at the seat named before the deal; empty: none. */
struct text floor_hand_chosen(const struct floor_hand *hand, unsigned seat);
const struct table *floor_table(const struct floor *floor, struct text name);
bool table_calls(const struct table *table); /* the floor, which has not come yet */
struct text table_call_words(const struct table *table);
const struct patron *floor_patron(const struct floor *floor, struct text name);
const struct person *floor_person(const struct floor *floor, struct text name); /* dismissed ones too */

/* Whose hands an offer pays at a table: those of one seat; hands that nobody has alone, as the lines of baccarat; or what
 * the document gives to all who are still in, and then what a seat has beyond it. */
enum sharing { SHARED_NOT, SHARED_BY_GAME, SHARED_BY_RULE };
enum sharing floor_sharing(const struct floor *floor, const struct table *table, uint32_t offer);

/* Whether hands of the round that runs are of hours in which the offer is offered, as its document decides them; between rounds
 * those of one that would start now. */
bool floor_takes_hands(const struct floor *floor, const struct table *table, const struct table_offer *at);

/* Whether the person works here and the role allows it; NULL: whatever everybody who works here may. */
bool floor_person_may(const struct floor *floor, struct text person, const char *permission);
bool floor_table_has_sensors(const struct table *table); /* whether they see the fees of an offer there */
struct text floor_person_name(const struct floor *floor,
                              uint32_t person); /* to sign with; empty if not known */
struct text floor_patron_name(const struct floor *floor,
                              uint32_t patron);            /* the club number; empty if not known */
bool floor_prize_is_open(const struct floor_prize *prize); /* neither paid, lapsed, forfeited nor reversed */
const char *floor_prize_state_name(const struct floor_prize *prize); /* that of its claim, or "reversed" */

/* The voucher that a prize is, by the offer as posted now; NULL: it is none. And what it has paid. */
const struct voucher_terms *floor_voucher(const struct floor *floor, const struct floor_prize *prize);
int64_t floor_voucher_spent(const struct floor_prize *prize);

/* ------------------------------------------------------------------------------------------ snapshots */

/* The state as bytes, in the arena; equal states give equal bytes. */
MUST_USE enum status floor_save(const struct floor *floor, struct arena *arena, struct text *bytes,
                                struct fault *fault);

/* Into a floor after floor_init(). On failure the floor is to be released. */
MUST_USE enum status floor_restore(struct floor *floor, struct text bytes, struct fault *fault);

/* I1 to I5 and I9 to I12; false with words on the first that does not hold. */
bool floor_audit(const struct floor *floor, struct text_out *why);

#endif
