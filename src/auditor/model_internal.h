/*
 * What the files of the auditor model share.
 *
 *      model.c            the input, and which check an event gets; documents, people, tables
 *      houses.c           the house, its staff, and what its amendments may change
 *      approvals.c        registers of approved documents, their signatures, and what they stop
 *      changes.c          whether an amendment says what it changes
 *      offers.c           offers that are posted, and by which a round was dealt
 *      money.c            the expected moves of money, advances and repayments
 *      funds.c            which fund of a document pays for what, pays back what, and gets what
 *      pools.c            seeds, increases, raises, and the end of a gaming day
 *      fees.c             the fees of a round, and those that are returned
 *      hours.c            completed hours of tables, and the administrative fee that is taken for them
 *      meters.c           pools as they were posted when a hand was decided, or its period ended
 *      hands.c            hands, from the claim until they are rejected or posted on a board
 *      boards.c           hands that are compared until their period ends
 *      winners.c          who may win and who may play
 *      awards.c           whether an award may be given
 *      award_amounts.c    what its prizes must be, and what pays them
 *      shares.c           prizes that a payout structure divides
 *      points.c           points of the players of a period, and their places
 *      prizes.c           the deadlines and the states of prizes
 *      vouchers.c         what vouchers pay of the costs of their winners
 *      reversal.c         awards that are reversed, whole or prize by prize
 *
 * For an event that moves money the model first adds up the moves that the documents order, account by account, and then
 * compares them with the moves of the event. So the number of movements does not matter.
 */
#ifndef AUDITOR_MODEL_INTERNAL_H
#define AUDITOR_MODEL_INTERNAL_H

#include "auditor/model.h"
#include "rulebook/approval.h"
#include "rulebook/house_file.h"

struct change_row;
struct hand_verified;
struct prize_row;

enum {
    MODEL_OFFERS_MAX = 128,
    MODEL_POOLS_MAX = 8,
    MODEL_FUNDS_MAX = 8,
    MODEL_SEATS_MAX = 16,
    MODEL_BEHIND_MAX = 32,
    MODEL_FACTS_MAX = 7,
    MODEL_ROUND_ACCOUNTS_MAX = 96,
    MODEL_ROWS_MAX = 4,
    MODEL_PATH_SIZE = 256,
    MODEL_HITS_MAX = 32,
    MODEL_PARTS_MAX = 4,
    MODEL_REPAID_AT_ONCE = 16, /* changes of advances in one event; the rest comes with the next */
    PERCENT_WHOLE = 10000,
};
#define MODEL_NOTHING INT64_MIN /* the document gives no amount */

struct model_account {
    enum account_kind kind;
    struct text activity, name;
    int64_t balance;
    int64_t planned; /* by the current event */
    bool credited;   /* by the plan */
    int64_t moved;
    uint64_t repaid_until; /* of a fund: the number of the newest advance that it paid back in this event */
    /* Of a pool, which all offers of its activity have together. */
    bool seeded;
    struct date increased;   /* the last day whose increase was made */
    struct instant arranged; /* when an offer of it was last posted or withdrawn */
};

/* The completed hours of a table on a gaming day. */
struct model_hours {
    struct date day;
    uint32_t table, hours;
    int64_t due; /* of their fee */
};

/* A change that was filed for a later time. */
struct model_filed {
    struct text offer; /* empty: the house is amended */
    struct date from;
    struct instant at; /* of an offer */
    struct text text;
    bool waits;
};

/* An employee, by the last event that appointed or dismissed him. */
struct model_person {
    struct text person, role; /* role empty: every permission */
    bool employed;
    struct text next_role; /* that the person gave to oneself, from that gaming day on; year 0: none */
    struct date next_from;
};

/* That somebody gave another a role. */
struct model_given {
    struct text by, to;
    struct instant at;
    struct date day;
};

/* An outstanding advance of the house. */
struct model_owed {
    uint32_t offer;
    uint64_t number; /* of all that there ever were */
    int64_t cents;
    uint32_t award;  /* for which it was made; 0: for none */
    account_id fund; /* that is to pay it back */
};

/* A deal by which somebody wins: when it was, and how many records had been made. */
struct model_deal {
    uint32_t records;
    struct instant at;
};
#define MODEL_DEAL_NONE ((struct model_deal){UINT32_MAX, {0}})

/* The points of a player in the current period. */
struct model_standing {
    struct text patron;
    int64_t points;
    struct model_deal deal; /* the deal of the last hand that earned some */
    bool wins;              /* in the current award */
};

/* An offer, by its number. */
struct model_offer {
    struct text name;
    const struct offer *offer;    /* by which the event is checked */
    const struct offer *standing; /* as posted last; pools are filled and reseeded by it */
    bool posted, seeded;
    struct instant posted_at;
    struct text text;      /* as posted last */
    struct instant *since; /* since when each table has had it without a break */
    unsigned since_count;
    account_id box, held;
    account_id fund;             /* where no other is named */
    account_id repaid_otherwise; /* pays back an advance of a fund that the document has no more */
    unsigned fund_count;
    account_id funds[MODEL_FUNDS_MAX];      /* all that it names */
    int64_t advanced_from[MODEL_FUNDS_MAX]; /* in this event: what each is to pay back */
    unsigned pool_count;
    struct text pools[MODEL_POOLS_MAX];
    account_id pool_accounts[MODEL_POOLS_MAX];
    int64_t brought[MODEL_POOLS_MAX]; /* by fees, on this gaming day */
    struct date closed;               /* the last day of which the growth was made up */
    unsigned owed_count;              /* advances of it that are outstanding */
    uint64_t owed_new;                /* the number of the first new one in this event, growing; 0: none */
    int64_t advanced, repaid;         /* in this event */
    struct model_hours *hours; /* of tables, whose fee was not taken, or not in full; the oldest first */
    unsigned hours_count, hours_room;
    struct model_standing *standings;
    unsigned standing_count, standing_room;
    struct instant points_end; /* of the period in which they were earned */
    bool places_awarded;       /* of the period that runs */
    bool has_hands;            /* on its board */
};

struct model_patron {
    struct text patron;
    struct date born;
    uint8_t employee;
    bool proposition, excluded;
    bool singled_out;   /* as one of the further persons whom a document may shut out */
    unsigned age_dealt; /* at the deal by which he wins; 0: not known */
    /* Who gave each fact the value that is recorded: whoever brought the event, and who signed with him. */
    struct text changed_by[MODEL_FACTS_MAX][2];
};

/* What was recorded of a patron before it was recorded otherwise. It counts for rounds that were dealt before. */
struct model_record {
    struct model_patron was;
};

struct model_seat {
    bool taken, hold_button, sensor_fails;
    struct text patron;
    struct instant since;
};

/* The money that fees moved, to be compared when they are returned. */
struct model_move {
    account_id account;
    int64_t cents;
};

/* Who paid the fee. */
struct model_fee {
    struct model_move move;
    uint32_t offer;
};

/* What the meters of an offer show. */
struct model_shown {
    int64_t cents[MODEL_POOLS_MAX];
};

/* What they showed when a period of the offer ended. */
struct model_ended {
    uint32_t offer;
    struct instant at;
    unsigned awards_before;
    struct model_shown shown;
};

struct model_table {
    const struct house_table *described;
    bool open, reader_fails;
    struct instant opened;
    int64_t hours;
    uint32_t bank;
    struct model_seat seats[MODEL_SEATS_MAX + 1];
    uint32_t round;
    struct instant dealt_at;
    unsigned awards_before; /* that deal */
    struct model_deal deal;
    struct text dealt[MODEL_SEATS_MAX + 1]; /* the patrons whom the round tells, by seat */
    struct text behind[MODEL_BEHIND_MAX];   /* and those who bet behind seats */
    unsigned behind_count;
    struct model_shown *shown; /* by each offer, with the fees of that deal; NULL: by none yet */
    bool runs, misdeal;
    uint32_t irregular; /* the last round in which an irregularity was noted */
    unsigned fee_count; /* not returned yet */
    struct model_fee fees[MODEL_ROUND_ACCOUNTS_MAX];
};

enum model_hand_state {
    MODEL_CLAIMED,
    MODEL_VERIFIED,
    MODEL_REJECTED,
    MODEL_POSTED,
    MODEL_AWARDED,
    MODEL_BEATEN /* by a higher one that was posted */
};

/* A round in progress when an offer was posted or withdrawn. */
struct model_dealt {
    uint32_t table, round, offer;
    const struct offer *by; /* NULL: it was not offered when the round was dealt */
};

struct model_hand {
    enum model_hand_state state;
    const struct offer *dealt_by;
    struct instant claimed, decided; /* decided: by which its period is known */
    uint32_t table, round, seat, offer;
    struct model_deal deal;   /* its deal */
    const struct text *there; /* the patrons who were at the table then */
    unsigned there_count;
    struct text patron, claimed_by, verified_by, authorised_by;
    uint32_t multiple;
    bool brings_envy, on_player_dealer;
    bool irregular;             /* its deal may have turned out to be void */
    unsigned award;             /* that has settled it, from 1; 0: none */
    bool again;                 /* that was reversed */
    struct card_set own, board; /* of cards that were entered for it */
    bool by_row;                /* it was verified without the cards that its game has */
    int64_t score, points;      /* points: that its player has by it in the period that runs */
    uint8_t outcome;            /* index of outcome_words */
    bool by_posted;             /* it is paid by the pools as they were when it was decided: */
    struct model_shown shown;
    unsigned awards_before;
    unsigned row_count;
    const struct rulebook_row *rows[MODEL_ROWS_MAX];
};

enum model_prize_state { MODEL_OPEN, MODEL_HELD, MODEL_PAID, MODEL_LAPSED, MODEL_FORFEITED, MODEL_REVERSED };

struct model_prize {
    enum model_prize_state state;
    uint32_t offer;
    struct text patron;
    struct instant awarded;
    int64_t cents, fee;      /* fee: that the winner paid for it */
    struct text thing;       /* what it is, if it is no money */
    int64_t worth, spent;    /* of a voucher */
    struct model_deal deal;  /* the deal by which he won */
    struct date born;        /* by his ID */
    struct instant dealt_at; /* of an unknown winner: the deal, and the patrons who were at the table then */
    const struct text *there;
    unsigned there_count;
    uint32_t table, seat;
    bool needs_identity, identified, photo, owed_to_tray;
    bool can_be_late, can_lapse, unknown; /* unknown: the model does not know its deadlines */
    struct instant late, lapses;          /* the first instants at which it is */
};

/* How many units of a kind of cost a voucher has paid. */
struct model_redemption {
    uint32_t prize;
    struct text cost;
    int64_t units;
};

/* A part of a pool, in hundredths. */
struct model_part {
    unsigned pool, percent;
};

struct model_award {
    uint32_t offer, first_prize, prize_count;
    struct instant at;
    uint32_t table, round; /* of its hands; round 0: of a period, or of no hand */
    bool reversed;
    int64_t advanced;      /* and did not go back yet */
    int64_t advanced_then; /* in all */
    unsigned lent_count;
    struct model_move lent[MODEL_FUNDS_MAX]; /* of that: what each fund is to pay back, as they came */
    unsigned paid_count;
    struct model_move *paid; /* what funds gave for prizes, without the house's part, in order */
    unsigned move_count;
    struct model_move *moves; /* but for repayments, and what went back */
    unsigned share_count;
    struct pool_share *shares;          /* what its prizes won of pools */
    int64_t off_pools[MODEL_POOLS_MAX]; /* money that left each pool for prizes */
    int64_t covered, covered_anew;      /* by the house: for prizes, and to reseed pools */
    unsigned anew_count;
    account_id anew[MODEL_POOLS_MAX]; /* pools that it reseeded */
    unsigned part_count;
    struct model_part parts[MODEL_PARTS_MAX]; /* of pools, less than the whole, that it gave */
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there is one, and its fields stand by what they mean */
struct auditor {
    struct arena arena;
    struct findings findings;
    struct fault *fault;
    const struct event *event;
    bool failed;

    const struct house *house; /* as it is now; offers that were read before point to the house as it was */
    uint32_t house_number;
    struct model_filed *filed; /* number 1 is filed[0] */
    unsigned filed_count, filed_room;
    struct model_person *people;
    unsigned person_count, person_room;
    struct model_given *given; /* in the order of time */
    unsigned given_count, given_room;
    struct zone zone;
    struct business_day business;
    struct instant now;
    struct date day;
    const struct library *library; /* of documents that are read; NULL: none */
    const struct rulebook **rulebooks;
    unsigned rulebook_count, rulebook_room;

    struct model_account *accounts;
    unsigned account_count;
    bool exact;           /* the plan of the event is complete */
    unsigned changes;     /* of advances, in the event */
    uint32_t repaid_last; /* the offer of the last of them that was paid back */
    int64_t repaid_last_cents;
    struct model_owed *owed; /* the oldest first, whichever fund owes it */
    unsigned owed_count, owed_room;
    uint64_t owed_numbers;
    unsigned part_count;
    struct model_part parts[MODEL_PARTS_MAX]; /* that the award of the event gives */
    struct model_offer *offers;
    unsigned offer_count;
    struct model_table *tables;
    unsigned table_count;
    struct model_patron *patrons;
    unsigned patron_count, patron_room;
    bool approved;               /* documents are filed and offered only if they are approved */
    struct approvals *approvals; /* the register of each issuer, as filed last */
    unsigned approvals_count, approvals_room;
    bool by_deal;                 /* rounds tell who was there, and that decides who wins */
    struct model_record *records; /* of patrons, before they were recorded otherwise */
    unsigned record_count, record_room;
    struct model_dealt *dealt;
    unsigned dealt_count, dealt_room;
    struct model_ended *ended;
    unsigned ended_count, ended_room;
    struct model_hand *hands;
    unsigned hand_count, hand_room;
    struct model_award *awards;
    unsigned award_count, award_room;
    struct model_prize *prizes;
    unsigned prize_count, prize_room, open_from;
    struct model_redemption *redemptions;
    unsigned redemption_count, redemption_room;
    struct text *ids; /* a set, by open addressing */
    unsigned id_count, id_room;
    bool tells_asked; /* an event has said what was asked */
};

/* ------------------------------------------------------------------------------------------ saying no */

/* The event is wrong. Only the first finding counts. */
void auditor_object(struct auditor *auditor, const char *format, ...) PRINTF_LIKE(2, 3);
#define MUST(auditor, condition, ...)                                                                        \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            auditor_object(auditor, __VA_ARGS__);                                                            \
    } while (0)

/* ------------------------------------------------------------------------------------------ looking up */

struct text model_keep(struct auditor *auditor, struct text text);
bool model_room(struct auditor *auditor, void **items, unsigned count, unsigned *room, size_t size);
#define MODEL_ROOM(auditor, items, count, room)                                                              \
    model_room(auditor, (void **)&(items), count, &(room), sizeof *(items))

struct model_table *model_table(struct auditor *auditor, struct text name);
const struct model_patron *model_patron(const struct auditor *auditor, struct text patron);
account_id model_account(const struct auditor *auditor, enum account_kind kind, struct text activity,
                         struct text name);
account_id model_house(const struct auditor *auditor);
account_id model_promised(const struct auditor *auditor); /* for meters that are promises */
bool model_says(const struct offer *offer, const char *path, const char *words);

/* The value at a path, "pools/%s/seed" with the name of a pool, in cents; MODEL_NOTHING if there is none. */
int64_t model_cents(const struct offer *offer, const char *path, struct text name);
bool model_count(const struct offer *offer, const char *path, struct range *range);

/* Whether the offer runs at a time by the hours of the table, which may be a free one; and whether it is at the table. */
bool model_runs(const struct auditor *auditor, const struct model_offer *offer,
                const struct model_table *table, struct instant at);
bool model_is_at(const struct model_offer *offer, const struct model_table *table);

/* ------------------------------------------------------------------------------------------ money */

static inline int64_t model_smaller(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

void plan_move(struct auditor *auditor, account_id from, account_id to, int64_t cents);
int64_t plan_holds(const struct auditor *auditor, account_id account);

/* Takes from the fund what it has and the rest from the house, through the fund or directly; that is an advance where the
 * document repays such a shortfall. */
void plan_cover(struct auditor *auditor, struct model_offer *offer, account_id to, int64_t cents,
                const char *lack);
void plan_advance(struct auditor *auditor, struct model_offer *offer, account_id fund, int64_t cents);

/* The same from a fund that is known. Envy is covered as a fixed prize is, and a fund may be for it alone. */
void plan_cover_from(struct auditor *auditor, struct model_offer *offer, account_id fund, account_id to,
                     int64_t cents, const char *lack);

/* Advances that the funds of the offer can pay back now, for whichever offer. Whether that were all of them. */
bool plan_repay(struct auditor *auditor, const struct model_offer *offer);
void plan_repay_credited(struct auditor *auditor); /* of every fund that money comes into */

/* Where the event is taken as it is: what it says was paid back, and in which order that must be. */
void repay_as_said(struct auditor *auditor, uint32_t offer, account_id fund, int64_t cents);
void check_oldest_first(struct auditor *auditor);

void see_adjusted(struct auditor *auditor);

/* ------------------------------------------------------------------------------------------ funds */

/* The accounts that the document of the offer needs: its box, what is held for winners, its pools and its funds. */
void model_take_accounts(struct auditor *auditor, struct model_offer *offer);

/* The fund that a key of the document names; without the key, the first that pays such a thing, or the first of all. */
account_id fund_named(const struct auditor *auditor, const struct model_offer *offer, const char *path,
                      const char *use);
account_id fund_of_pool(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                        const char *key, const char *use);

/* Where the money of a prize goes that nobody claims, or that is forfeited. */
account_id fund_of_unclaimed(const struct auditor *auditor, const struct model_offer *offer);

/* Whether the house puts the missing money into the fund, instead of paying it directly. */
bool goes_into_fund(const struct offer *offer, const char *lack);
bool is_paid_back(const struct offer *offer, const char *lack); /* what the house covers then */

/* The fund that makes up what fees did not bring of the pool's growth in a day. */
account_id fund_of_growth(const struct auditor *auditor, const struct model_offer *offer, unsigned pool);

/* Where fees go that the cap keeps out of the pool: a fund, or another pool. */
account_id fund_of_overflow(const struct auditor *auditor, const struct model_offer *offer, unsigned pool);

/* The least that the fund keeps when it pays back, and to which the house fills it up at first if no pool is seeded. */
int64_t fund_minimum(const struct offer *offer, struct text fund);
int64_t fund_keeps(const struct auditor *auditor, const struct model_offer *offer, account_id fund);

/* The fund that pays back what the house covers of this. */
account_id fund_repaying(const struct auditor *auditor, const struct model_offer *offer, const char *lack);

/* The fund that pays back an advance of the offer now: the document may have another one no more. */
account_id fund_owing(const struct model_offer *offer, account_id fund);

/* ------------------------------------------------------------------------------------------ pools */

/* The pool of that name; the count of pools if there is none. */
unsigned pool_by_name(const struct model_offer *offer, struct text name);
unsigned pool_of_account(const struct model_offer *offer, account_id account); /* likewise */

int64_t pool_room(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                  int64_t cents);
bool pool_is_promised(const struct model_offer *offer, unsigned pool);

/* Onto the meter, out of the fund. */
void pool_fill(struct auditor *auditor, struct model_offer *offer, unsigned pool, int64_t cents,
               const char *lack);

/* Where the pools rise out of the box, the part of the fund for daily increases waits there. */
bool pool_box_waits(const struct model_offer *offer);

/* The first of the posted offers that have the pool, whose document and movement it rises by; NULL: none is posted. */
const struct model_offer *pool_keeper(const struct auditor *auditor, account_id pool);

/* Pools that no posted offer has kept rise from now on; where every day counts, those in between are made up. */
void pool_begin_rises(struct auditor *auditor, const struct model_offer *offer, const bool *was_kept);

/* Which of the posted offers a pool rises by may have changed. */
void model_rearrange_pools(struct auditor *auditor, const struct model_offer *offer);

void see_seeded(struct auditor *auditor);
void see_increased(struct auditor *auditor);
void see_raised(struct auditor *auditor);
void see_day_began(struct auditor *auditor);
void check_time_of_money(struct auditor *auditor);

/* ------------------------------------------------------------------------------------------ offers */

/* By what the round of a table was dealt; NULL: the offer was not offered there then. Whether it was posted or withdrawn since. */
const struct offer *model_dealt_by(const struct auditor *auditor, const struct model_table *table,
                                   uint32_t offer, bool *changed);

/* Before an offer is posted or withdrawn. */
void model_keep_dealt(struct auditor *auditor, uint32_t offer);

void see_posted(struct auditor *auditor);
void model_read_again(struct auditor *auditor); /* all offers that are posted, by the house as it is now */

/* ------------------------------------------------------------------------------------------ fees */

void see_round_started(struct auditor *auditor);
void see_irregularity(struct auditor *auditor);
void see_fees_returned(struct auditor *auditor);

/* ------------------------------------------------------------------------------------------ hours */

void see_hour_completed(struct auditor *auditor);
void see_administration_taken(struct auditor *auditor);

/* When the day has closed: no fee is left that a fund could cover. */
void check_hours_of_day(struct auditor *auditor);

/* ------------------------------------------------------------------------------------------ boards */

/* A hand was posted: where lower ones are removed, they are off the list. */
void board_beats(struct auditor *auditor, struct model_hand *hand);

/* A hand that was beaten is posted again: none that is higher, and may win, stands on the list. */
void board_lists_again(struct auditor *auditor, struct model_hand *hand);

/* Whether the hand that is rejected was on a board, or beaten there: two persons take it off, by a clause, for a reason. */
bool board_takes_off(struct auditor *auditor, uint32_t number);

/* X12: where the best hand of a period wins, none that may win is better. */
void board_check_best(struct auditor *auditor, const struct model_hand *winner);

/* ------------------------------------------------------------------------------------------ winners */

/* Why the patron may not win; NULL: no known reason. */
const char *winner_why_not(const struct auditor *auditor, const struct model_offer *offer,
                           const struct model_patron *patron);

/* The patron's employment when a round was dealt; if none is recorded for then, the current one. */
/* Which number of decisions is in force. */
void model_decided_by(struct auditor *auditor, uint32_t decisions);

/* X16: who is told to be at the table, when a round starts. */
void see_players(struct auditor *auditor, struct model_table *table);

struct model_patron winner_then(const struct auditor *auditor, const struct model_patron *patron,
                                struct model_deal deal);

/* Whether nothing that is known of the patron, who worked here as he did before that deal, speaks against a prize of the offer. */
bool model_may_win(const struct auditor *auditor, const struct model_offer *offer, struct text name,
                   struct model_deal deal);

/* X8: checks a winner when a prize is awarded, when the winner is identified, and at the payment. */
void check_winner(struct auditor *auditor, const struct model_offer *offer, struct text name,
                  struct model_deal deal);

/* X18: whoever changed what is recorded of a winner neither authorises nor pays. */
void keep_changers(struct auditor *auditor, struct model_patron *patron);
void check_hands_off(struct auditor *auditor, struct text patron, struct text person);

/* The patrons at the table at the deal of the round that runs. */
const struct text *players_there(struct auditor *auditor, const struct model_table *table, unsigned *count);
void check_whereabouts(struct auditor *auditor, const struct model_table *here, struct text patron);

/* X8: nobody who is dealt in, or bets behind a seat, is on the exclusion list. */
void check_players(struct auditor *auditor, const struct model_table *table);

/* ------------------------------------------------------------------------------------------ awards */

/* One row that was hit. */
struct model_hit {
    struct text name;
    int64_t fixed;
    unsigned part_count;
    struct {
        unsigned pool, percent;
    } parts[MODEL_PARTS_MAX];
    int64_t envy;
    int64_t places; /* that win the whole prize each, though equals share it */
    unsigned holders, envied;
    unsigned hands; /* of the holders, where payers of one hand share its part; otherwise 0 */
    int64_t each;   /* out: what each holder has of it */
    struct {
        int64_t cents;
        unsigned hands;
    } split[MODEL_PARTS_MAX]; /* out: what so many hands have together, each of them as much */
};

/* What the award of a row, or a prize by its name, is. False: the model does not know. */
bool hit_read(const struct model_offer *offer, const struct node *node, struct model_hit *hit);

int64_t award_chip(const struct offer *offer);

/* X6: plans what the award of the event must move, and checks each prize. What the model cannot work out it takes as it is. */
void award_work_out(struct auditor *auditor, struct model_offer *offer);

/* What rounding up adds: the house's advance, or out of the fund. */
void award_odd_chips(struct auditor *auditor, struct model_offer *offer, int64_t cents);

/* A pool that an award wins, and what it is taken for. */
struct model_purse {
    unsigned pool;
    int64_t taken, drawn;
    int64_t stays; /* on the meter: it came after the hand was decided */
    bool spent;    /* since then it was won and started anew: the fund pays */
};

struct model_purse purse_of(const struct auditor *auditor, const struct model_offer *offer, unsigned pool);

/* Out of the purse to the winners: the pool's own money, or the fund's where the meter is a promise or is short. */
void purse_award(struct auditor *auditor, struct model_offer *offer, struct model_purse *purse,
                 int64_t cents);

/* After the whole of it was won: what rounding left goes to the fund, and the pool starts anew. */
void purse_reseed(struct auditor *auditor, struct model_offer *offer, const struct model_purse *purse);

/* The meters when a round is dealt and when a hand is decided; and the effect of an award on pools. */
void meters_at_deal(struct auditor *auditor, struct model_table *table);
void meters_until(struct auditor *auditor, struct instant then); /* when time passes: at the end of periods */
struct instant meters_decide(const struct auditor *auditor, const struct model_table *table,
                             struct model_hand *hand);
void meters_keep_award(const struct auditor *auditor, struct model_award *award);

/* Out of a pool to the winners: its own money, or the fund's where the meter is a promise. */
void award_from_pool(struct auditor *auditor, struct model_offer *offer, unsigned pool, int64_t cents);

/* Whether no prize of the hands that the award settles is divided; and what it must do where all are. False if the model does not
 * know. */
bool shares_divide_nothing(const struct auditor *auditor, const struct model_offer *offer);
bool shares_work_out(struct auditor *auditor, struct model_offer *offer);

/* The points that a hand earns where points are compared; its holder has them from then on. False: it earns none. */
bool points_earned(struct auditor *auditor, struct model_hand *hand);

/* They were given by mistake: two persons take them back. */
void points_taken_back(struct auditor *auditor, struct model_hand *hand);

/* The expected effect of an award of places. False: it is none. */
bool points_work_out(struct auditor *auditor, struct model_offer *offer);

/* The period is over: whoever had a place has been awarded it. */
void points_close(struct auditor *auditor, struct model_offer *offer);

/* Of a prize that the equals of a period split nobody has two parts. */
void check_parts_of_period(struct auditor *auditor, const struct model_offer *offer);

/* When the period of a hand of that moment ends: the posted one, or of points that until the posted final. Hours without an end have
 * one with each gaming day. False: it has none. */
bool model_period_end(const struct auditor *auditor, const struct offer *offer, struct instant decided,
                      struct instant *end);

/* Whether the period with which the hand is settled was over by then. */
bool model_period_is_over(const struct auditor *auditor, const struct model_hand *hand, struct instant by);

/* The deal by which a player has points; MODEL_DEAL_NONE: he has none. */
struct model_deal points_deal(const struct model_offer *offer, struct text patron);

void see_house_opened(struct auditor *auditor);
void see_appointed(struct auditor *auditor);
void see_dismissed(struct auditor *auditor);
void see_house_amended(struct auditor *auditor);
void see_amendment_filed(struct auditor *auditor);
void see_offer_filed(struct auditor *auditor);
void check_posted_by_time(struct auditor *auditor); /* X15 */

/* X15: the rows say every place that differs between the two, and nothing else. */
void check_changes(struct auditor *auditor, const struct house *before, const struct house *after,
                   const struct change_row *rows, uint32_t count);
void see_change_withdrawn(struct auditor *auditor);
void see_change_refused(struct auditor *auditor);
void see_hand_claimed(struct auditor *auditor);
void see_hand_verified(struct auditor *auditor);
void see_cards(struct auditor *auditor, struct model_hand *hand, const struct hand_verified *verified);
void see_hand_rejected(struct auditor *auditor);
void see_hand_withdrawn(struct auditor *auditor);
void see_hand_on_board(struct auditor *auditor);
void see_irregular_round(struct auditor *auditor);
void see_period_closed(struct auditor *auditor);
void see_awarded(struct auditor *auditor);
void see_prize_identified(struct auditor *auditor);
void see_prize_held(struct auditor *auditor);
void see_prize_lapsed(struct auditor *auditor);
void see_prize_forfeited(struct auditor *auditor);
void see_prize_paid(struct auditor *auditor);
void see_tray_reimbursed(struct auditor *auditor);
void see_voucher_redeemed(struct auditor *auditor);
void see_award_reversed(struct auditor *auditor);
void reversal_keep_award(struct auditor *auditor, struct model_award *award);
void check_time_of_prizes(struct auditor *auditor);

/* Roles that persons gave to themselves begin with the gaming day (houses.c). */
void begin_roles(struct auditor *auditor);

/* ------------------------------------------------------------------------------------------ signatures.c */

/* X20: what two persons sign has two signatures, and no prize is held or lapses because they set the clock. */
void check_signatures(struct auditor *auditor);
void see_time_confirmed(struct auditor *auditor);

/* X21: whom somebody gave a role does not sign together with that person before the posted time is over. */
void check_given(struct auditor *auditor, struct text one, struct text other);

/* The later states of a prize begin with its deadlines. */
void prize_open(struct auditor *auditor, uint32_t number, const struct prize_row *row);

/* X14: a thing is worth what the posted prize says. */
void check_worth(struct auditor *auditor, const struct offer *offer, const struct prize_row *row);

/* Approvals (approvals.c). */
void see_approvals_filed(struct auditor *auditor);
void check_document_approved(struct auditor *auditor, const struct rulebook *rulebook);
void check_trust_kept(struct auditor *auditor, const struct house *house);
bool model_is_stopped(const struct auditor *auditor, const struct model_offer *offer);

#endif
