/*
 * Tables, seats and rounds: who sits where, who paid which fee, which devices work.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_TABLES_TABLES_H
#define HOUSE_TABLES_TABLES_H

#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/ledger.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/floor.h"
#include "house/tables/tables_shapes.h"

struct deciding;
struct owed_hours;
struct hand_posted;

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

const struct table *floor_table(const struct floor *floor, struct text name);

bool table_calls(const struct table *table); /* the floor, which has not come yet */

struct text table_call_words(const struct table *table);

bool floor_table_has_sensors(const struct table *table); /* whether they see the fees of an offer there */

/* The number of a table by name; false after a refusal. */
bool find_table(struct deciding *deciding, struct text name, uint32_t *table);

/* The offer at the table; NULL if it is not offered there. */
const struct table_offer *table_offer_of(const struct table *table, uint32_t offer);

/* Who banks is a seat here, and does not count as a player. */
uint32_t player_seats(const struct table *table, uint32_t seats);
unsigned seat_count(uint32_t seats);

/* Whether the game has a player-dealer who does not sit at one of the seats. */
bool has_outside_bank(const struct table *table, uint32_t bank);

/* How many are dealt in, the player-dealer too. */
unsigned dealt_in_count(const struct table *table, uint32_t bank, uint32_t dealt);

/* One more table and day for which an offer owes the fee of completed hours. */
MUST_USE enum status owe_hours(struct floor *floor, struct offering *offering, const struct owed_hours *owed);

/* The fees of a round that started, and those that were returned, are what the documents say; and where a prize that is paid goes. */
MUST_USE enum status judge_fees(const struct floor *floor, const struct event *event, struct fault *fault);
MUST_USE enum status judge_returned(const struct floor *floor, const struct event *event,
                                    struct fault *fault);

/* For events: the table of a name; NULL if there is none. */
struct table *table_called(struct floor *floor, struct text name);

/* Whether the jackpot is offered at the table with the devices that fail there. */
void look_at_devices(struct table *table);
void keep_call(struct table *table, struct instant at, struct text words);

/* The facts of the round of a hand, for the judgement of eligibility. */
struct round_facts round_facts_of(const struct floor *floor, const struct floor_hand *hand);

#endif
