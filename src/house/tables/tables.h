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
#include "house/kernel/floor.h"
#include "house/tables/meter_shapes.h"

struct backline_bet;
struct dealt_player;
struct deciding;
struct owed_hours;

struct seat {
    bool taken, hold_button, sensor_fails;
    /* The number of the patron; NAMES_NONE: not a club patron. A patron who left stays here until another sits down. */
    uint32_t patron;
    struct instant since;
};

/* The running round: who was dealt in, and who paid which fee. */
struct round {
    uint32_t number;
    struct instant at; /* when it was dealt */
    bool runs, tournament;
    bool misdeal, wrong_deck, faulty_equipment, talk;
    bool fees_returned; /* all of them */
    uint32_t dealt, fees, marked, dealer_fees, played_behind;
    uint32_t seated, active; /* seats taken at the deal, and those of them without a hold button */
    uint32_t bank;           /* the seat that banked */
    uint32_t offered;        /* the offers at the table that were offered at the deal, as bits */
    uint32_t awards_before;
    uint32_t paid[FLOOR_TABLE_OFFERS_MAX];   /* seats whose fee of each offer at the table was taken */
    struct text chosen[FLOOR_SEATS_MAX + 1]; /* rows that free players named; empty: none */
    uint32_t backline_count;
    struct backline_bet *backline; /* room for FLOOR_BACKLINE_MAX; none yet: NULL */
    uint32_t player_count;
    struct dealt_player *players; /* whom the club knows, at seats and behind them; none yet: NULL */
    int64_t pot;
    uint32_t fee_count; /* movements of the fees, kept so that the fees can be returned */
    uint32_t fee_room;
    struct movement *fees_moved;
    /* For each offer that pays what its meters showed at the deal: these readings, with the fees of the round included. Where hands
     * wait for the end of a period, the readings at that end. */
    uint32_t reading_counts[FLOOR_TABLE_OFFERS_MAX];
    struct meter_reading readings[FLOOR_TABLE_OFFERS_MAX][TERMS_POOLS_MAX];
    struct instant ends[FLOOR_TABLE_OFFERS_MAX]; /* of that period; none: the meters are not read then */
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

/* What a document requires when a device fails. */
struct device_failure {
    struct text clause; /* empty: it says nothing */
    bool marks, suspends, returns, dice;
};

struct device_failures {
    struct device_failure sensor, reader;
};

/* An offer at a table: who pays and who may win there, by the game and the limits of the table. It stays after the offer has left
 * the table, because hands that were claimed need it. */
struct table_offer {
    uint32_t offer;
    bool listed;          /* the offer as posted now is for this table */
    struct instant since; /* the time since which it has been listed without a break */
    /* The posting that applies to the running round; 0: as posted now; FORMER_NONE: it was not offered at the deal. */
    uint32_t former;
    struct eligibility eligibility;
    const struct fee_rate *rate; /* NULL: the fee is one amount */
    enum fee_payer payer;
    enum fee_choice choice;
    struct range players; /* how many must be dealt in for the fee to be due */
    bool dealer_space;    /* a fee may be placed on the player-dealer's hand, too */
    bool backline;        /* bettors behind a seat may pay and win */
    struct text fee_clause;
    struct text proposition_clause;         /* forbids proposition players to place a fee; empty: they may */
    bool sensors;                           /* whether sensors see its fees */
    const struct device_failures *failures; /* what to do when they fail */
    /* The rule by which the jackpot is not offered until a device works again; NULL: it is offered. */
    const struct device_failure *suspended;
    struct collection collection; /* of the hour in which the last fee was taken */
};

/* A call of the table for the floor that is not answered yet. A repeated call is the same call with the newest words. */
struct table_call {
    struct instant at; /* the first call; 0 ms: there is none */
    uint32_t length;
    char words[FLOOR_CALL_MAX];
};

struct table {
    const struct house_table *described;
    bool open;
    struct instant opened;
    uint32_t hours_charged; /* since it opened */
    uint32_t bank;          /* seat of the player-dealer; 0: no seat banks */
    bool reader_fails, keypad_fails, sign_fails;
    struct table_call call;
    struct seat seats[FLOOR_SEATS_MAX + 1]; /* from 1 */
    struct round round;
    uint32_t newest_hand; /* number of the last that was claimed here; 0: none */
    unsigned offer_count;
    struct table_offer offers[FLOOR_TABLE_OFFERS_MAX];
};

const struct table *floor_table(const struct floor *floor, struct text name);

bool table_calls(const struct table *table); /* whether a call for the floor is not answered yet */

struct text table_call_words(const struct table *table);

bool floor_table_has_sensors(const struct table *table); /* whether sensors see the fees of an offer there */

/* The number of a table by name; false after a refusal. */
bool find_table(struct deciding *deciding, struct text name, uint32_t *table);

/* The offer at the table; NULL if it is not offered there. */
const struct table_offer *table_offer_of(const struct table *table, uint32_t offer);

/* The seats without the one that banks, which does not count as a player. */
uint32_t player_seats(const struct table *table, uint32_t seats);
unsigned seat_count(uint32_t seats);

/* Whether the game has a player-dealer who does not sit at one of the seats. */
bool has_outside_bank(const struct table *table, uint32_t bank);
bool can_bank_outside(
    const struct hand_game *game); /* while no seat banks; a game that is not known has none */

/* How many hands are dealt, including the player-dealer's. */
unsigned dealt_in_count(const struct table *table, uint32_t bank, uint32_t dealt);

/* Records that an offer owes the administrative fee for the hours of one more table and day. */
MUST_USE enum status owe_hours(struct floor *floor, struct offering *offering, const struct owed_hours *owed);

/* Check that the fees of a round, and returned fees, are what the documents require. */
MUST_USE enum status judge_fees(const struct floor *floor, const struct event *event, struct fault *fault);
MUST_USE enum status judge_returned(const struct floor *floor, const struct event *event,
                                    struct fault *fault);

/* The table with this name, for applying events; NULL if there is none. */
struct table *table_called(struct floor *floor, struct text name);

/* Sets for each offer whether the devices that have failed suspend it. */
void look_at_devices(struct table *table);
void keep_call(struct table *table, struct instant at, struct text words);

/* The facts of the round of a hand, as input for eligibility. */
struct round_facts round_facts_of(const struct floor *floor, const struct floor_hand *hand);

#endif
