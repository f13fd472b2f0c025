/*
 * Inside the floor: what its files share.
 *
 *      floor.c             which function decides and which applies, and who may ask for what
 *      floor_documents.c   the house, documents and offers
 *      floor_postings.c    offers as they were, for hands that were dealt before they were posted anew
 *      floor_people.c      staff and patrons
 *      floor_signatures.c  whether those who brought an event had the right to
 *      floor_tables.c      tables, seats, the player-dealer, devices
 *      floor_rounds.c      rounds and their fees
 *      floor_time.c        what is due when time passes
 *      floor_hours.c       completed hours of tables, and the fees of administration for them
 *      floor_hands.c       hands claimed, rejected and withdrawn
 *      floor_verifying.c   hands verified
 *      floor_readings.c    what meters showed when a hand was decided, or its period ended
 *      floor_awards.c      awards; what stands behind them is in floor_awards_internal.h
 *      floor_prizes.c      prizes identified, paid, lapsed, forfeited; money moved by hand
 *      floor_reversal.c    awards backed out, whole or prize by prize
 *      floor_snapshot.c    the form of snapshots: the records of their lines
 *      floor_save.c        the state as a snapshot
 *      floor_restore.c     and back
 */
#ifndef HOUSE_KERNEL_FLOOR_INTERNAL_H
#define HOUSE_KERNEL_FLOOR_INTERNAL_H

#include "house/kernel/floor.h"

/* Rules that every house has, whatever its documents say; they are cited like clauses. */
extern const char rule_permission[], rule_two_persons[], rule_time[], rule_table[], rule_round[],
    rule_patron[], rule_document[], rule_hand[], rule_money[], rule_exclusion[], rule_words[];

enum { FINDINGS_KEPT = 64, PATH_ROOM = 160 };

/* ------------------------------------------------------------------------------------------ deciding */

/* A command under decision. */
struct deciding {
    const struct floor *floor;
    const struct command *command;
    struct decision *decision;
};

/* Refuses; returns STATUS_OK, so that a refusing branch is one line. A clause must outlive the decision. */
enum status refuse_by(struct deciding *deciding, struct ruling ruling);
#define REFUSE(deciding, clause, ...) refuse_by(deciding, ruling_no(clause, __VA_ARGS__))

/* A new event of the decision, at the time of the house and by the person who asks. NULL if there is no room. */
struct event *happens(struct deciding *deciding, enum event_kind kind);

/* The draft for the money of the event, of one offer. */
struct draft *draft_for(struct deciding *deciding, uint32_t offer);

/* What the draft holds becomes the money of the event. */
MUST_USE enum status take_money(struct deciding *deciding, struct money_rows *money);

/* What comes into a fund pays back advances of every offer that it stands behind, as soon as it is enough. */
void repay_from_funds(const struct floor *floor, struct draft *draft);

/* A text with a zero behind it that lives as long as the decision. */
const char *kept_clause(struct deciding *deciding, struct text clause);

typedef enum status decide_function(struct deciding *deciding);
decide_function decide_open_house, decide_file_document, decide_post_offer, decide_withdraw_offer,
    decide_clock, decide_appoint, decide_dismiss, decide_register, decide_exclude, decide_open_table,
    decide_close_table, decide_sit, decide_leave, decide_bank, decide_equipment, decide_start_round,
    decide_irregularity, decide_call_floor, decide_answer_call, decide_return_fees, decide_end_round,
    decide_claim_hand, decide_verify_hand, decide_reject_hand, decide_withdraw_hand, decide_authorise,
    decide_award_prize, decide_identify, decide_pay, decide_reimburse_tray, decide_redeem, decide_forfeit,
    decide_reverse, decide_adjust, decide_raise;

/* The account of what was held back of prizes; ACCOUNT_NONE: no law of the house has anything held back. */
account_id floor_taxes(const struct floor *floor);

/* A prize that nobody has goes where the document sends those that nobody claimed; `clause` where it says nothing of that. */
void draft_lapse(struct deciding *deciding, const struct floor_prize *prize, struct text clause);

/* Whether those who sign a command of the kind may: who asks, and a second person where one countersigns; empty: none does. */
enum signing { SIGNING_IS_RIGHT, SIGNING_NOT_BY_FIRST, SIGNING_NOT_BY_SECOND };
enum signing judge_signing(const struct floor *floor, enum command_kind kind, struct text by,
                           struct text second);

/* A manual adjustment needs another person than the one who asks, who may adjust or authorise; false after a refusal. */
bool check_second(struct deciding *deciding, struct text second);
bool may_be_second(const struct floor *floor, struct text by, struct text second);

/* Whether the role of the person is one that a document names: "supervisor", "floor person". */
bool person_is(const struct floor *floor, struct text person, struct text whom);

/* Whether the person is whom the document names for it, under "round/verified by" or "round/authorised by". If not, whom it names,
 * and by which clause. */
bool is_person_for(const struct floor *floor, const struct offer *offer, const char *path, struct text person,
                   struct text *whom, struct text *clause);

/* As whom the person hands a prize over: the one whom the document names for it, or a person of another name. */
struct text paid_as(const struct floor *floor, const struct payment_terms *terms, struct text person);

/* The number of a table, offer, patron by name; false after a refusal. */
bool find_table(struct deciding *deciding, struct text name, uint32_t *table);
bool find_offer(struct deciding *deciding, struct text name, uint32_t *offer);
bool find_patron(struct deciding *deciding, struct text name, uint32_t *patron);

/* The offer at the table; NULL if it is not offered there. */
const struct table_offer *table_offer_of(const struct table *table, uint32_t offer);

/* The offer as it was when the hand was dealt, with the money as it is now; NULL if there is no memory. */
const struct offering *offering_of_hand(struct deciding *deciding, const struct floor_hand *hand);
const struct offering *offering_of_former(struct deciding *deciding, uint32_t offer, uint32_t former);

/* The same at a table; NULL if it was not offered there. */
const struct table_offer *table_offer_of_hand(const struct floor *floor, const struct floor_hand *hand,
                                              uint32_t table);
const struct table_offer *table_offer_of_former(const struct floor *floor, uint32_t offer, uint32_t former,
                                                uint32_t table);

/* Whether two rows are one, also of charts that the house posted at different times. */
bool rows_are_one(const struct rulebook_row *one, const struct rulebook_row *other);

/* Who banks is a seat here, and does not count as a player. */
uint32_t player_seats(const struct table *table, uint32_t seats);
unsigned seat_count(uint32_t seats);

/* Whether the game has a player-dealer who does not sit at one of the seats. */
bool has_outside_bank(const struct table *table, uint32_t bank);

/* How many are dealt in, the player-dealer too. */
unsigned dealt_in_count(const struct table *table, uint32_t bank, uint32_t dealt);

/* The hands that were claimed in the round of the table, the newest first; NULL: no more. */
const struct floor_hand *newest_hand(const struct floor *floor, const struct table *table);
const struct floor_hand *hand_before(const struct floor *floor, const struct floor_hand *hand);

/* What `paying` says, for the game of a table where it differs. */
struct text paying_text(const struct offer *offer, const struct game_name *game, const char *key);

/* Whether a hand of these rows wins money, or a part of a pool; of no row it is the one prize of the activity. */
bool pays_money(const struct offer *offer, const struct rulebook_row *const *rows, unsigned count);

/* Whether the prize of the row is divided, and what a person who may not win would have stays in the fund, by a clause. */
bool has_parts_of_others(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome);

/* Whether the hand that beat it has a part of the prize. */
bool has_part_of_winner(const struct offering *offering, const struct rulebook_row *row, uint8_t outcome);

/* The facts of a person for the judgement of eligibility: who it is, without what the hand did. With a table, how long he has
 * sat there. */
struct person_facts facts_of(const struct floor *floor, uint32_t offer, const struct table *table,
                             uint32_t patron);

/* The same without what he has won and played, which need not be looked for where it is asked who he is. */
struct person_facts identity_of(const struct floor *floor, uint32_t patron);

/* An employee is judged as he was dealt in, on duty or off; one who was none then, as he is recorded now. */
void judge_as_dealt(const struct duty *duties, uint32_t count, uint32_t patron, struct person_facts *person);

/* The same by how he was dealt in, which is kept of those who have points and prizes; EMPLOYEE_NONE: he did not work here. */
void judge_as_employed(uint8_t employee, struct person_facts *person);

/* The employees among those who play in the round that starts, and among those who can win by a hand. */
void keep_duties(const struct floor *floor, struct table *table);
MUST_USE enum status keep_duties_of_hand(struct floor *floor, struct floor_hand *hand);
unsigned age_on(struct date born, struct date day);

/* How often the patron has won by the activity of the offer, and how often money in the 24 hours that end then. */
void count_wins_until(const struct floor *floor, uint32_t offer, uint32_t patron, struct instant at,
                      struct person_facts *facts);
void count_win_of(struct floor *floor, uint32_t patron); /* if the club knows him */
struct round_facts round_facts_of(const struct floor *floor, const struct floor_hand *hand);

/* The hand of a number, in the state that is needed; NULL after a refusal. */
const struct floor_hand *find_hand(struct deciding *deciding, uint32_t number, enum hand_state state);

/* The prize of a number that was not backed out; NULL after a refusal. */
const struct floor_prize *find_prize(struct deciding *deciding, uint32_t number);

/* Whether the free player at the seat named the row before the deal. */
enum chosen_prize choice_at(const struct floor_hand *hand, unsigned seat, const struct rulebook_row *row);

/* A seat that was dealt in though nobody sits there, at a free table; and whether the free players win by its hand. */
bool is_vacant(const struct floor_hand *hand, unsigned seat);
bool is_of_free_players(const struct offer *offer, const struct floor_hand *hand);

/* Whether those with a fee on the player-dealer's hand win by it, and not who banks. */
bool is_of_fee_payers(const struct floor *floor, const struct floor_hand *hand);

/* The terms that the hand was dealt by. */
const struct terms *terms_of_hand(const struct floor *floor, const struct floor_hand *hand);

/* What the meters show now: for the hands of a round, by the place of the offer at its table; and for a hand that is claimed, by which
 * the moment is set that its period is known by. */
void keep_readings_of_round(const struct floor *floor, const struct terms *terms, struct round *round,
                            unsigned place);
MUST_USE enum status keep_readings(struct floor *floor, const struct table *table, struct floor_hand *hand);

/* Before it is `then`: what the meters show is kept for the hands of all periods that are over by then, and for rounds that were dealt
 * in them, of which hands may yet be claimed. */
MUST_USE enum status read_ended_periods(struct floor *floor, struct instant then);

/* What a pool was when the period of the hand ended, by what it showed. Periods that were over before, and are settled since, have had
 * theirs of it: it is as if they had been settled in time. What a later one has won is spent. */
struct pool_taken taken_at_end(const struct floor *floor, const struct floor_hand *hand, account_id pool,
                               int64_t shown);

/* A verified hand goes on the board of its offer. */
MUST_USE enum status post_hand(struct deciding *deciding, uint32_t number);

/* Whether the verified hand stands for a prize at the end of a period. A hand that wins tickets has them at once. */
bool hand_waits_for_period(const struct offer *offer, const struct floor_hand *hand);

/* Whether it is too late to verify a hand of that moment: its period is over, and the document has it verified within. */
bool is_too_late_to_verify(const struct floor *floor, const struct offer *offer, struct instant decided);
const char *verified_clause(struct deciding *deciding, const struct offer *offer);

/* Whether nothing of the periods before the one that ends then is left to settle; false after a refusal. */
bool check_periods_before(struct deciding *deciding, uint32_t offer, struct instant ends);

/* How many of the best of a board are paid. */
int64_t board_places(const struct offer *offer);

/* What a hand earns where points are compared; 0: they are not, or it wins something else. A verified hand earns them, which
 * are kept for its holder until the period ends. */
uint32_t points_of_hand(const struct offer *offer, const struct floor_hand *hand);
MUST_USE enum status post_points(struct deciding *deciding, uint32_t number, uint32_t points);
MUST_USE enum status keep_points(struct floor *floor, const struct hand_posted *posted);

/* What a player was when he was dealt the last hand that earned him points; EMPLOYEE_NONE: he did not work here, or has none. */
uint8_t employee_with_points(const struct floor *floor, uint32_t offer, uint32_t patron);

bool points_have_room(const struct floor *floor, const struct floor_hand *hand, uint32_t points);

/* The end of the period with which a hand of that moment is settled; false if there is none. Places are decided at the next
 * moment that the house posts for it, and without one, as everything else, when the posted hours end. */
bool settling_period_end(const struct floor *floor, const struct offer *offer, struct instant decided,
                         struct instant *end);

/* Whether the points of the hand can be taken back, because their period runs; and the hand off the board. Both are decided as a
 * manual adjustment is. */
bool has_points(const struct floor *floor, const struct floor_hand *hand);
bool is_on_board(const struct floor_hand *hand);
bool has_points_in_vain(const struct floor *floor,
                        const struct floor_hand *hand); /* their player may have no place, as things are */
MUST_USE enum status decide_taken_back(struct deciding *deciding);

/* Beaten hands that come on the list when the hand leaves it. */
MUST_USE enum status list_next(struct deciding *deciding, const struct floor_hand *without);
void leave_board(struct floor *floor, uint32_t number);

/* The player has the points of a hand that has_points() no more; who has nothing left stands on the board no more. */
void drop_points(struct floor *floor, struct floor_hand *hand);
void forget_points(struct floor *floor, uint32_t offer); /* of everybody, when their period is over */

/* ------------------------------------------------------------------------------------------ time */

/* What is due next at or before `until`. */
enum due_kind {
    DUE_NOTHING,
    DUE_SEED,
    DUE_PERIOD,
    DUE_PRIZE,
    DUE_INCREASE,
    DUE_DAY_CLOSE,
    DUE_ADMINISTRATION,
    DUE_DAY,
    DUE_HOUR
};

struct due {
    enum due_kind kind;
    struct instant at;
    uint32_t offer, pool, table, prize;
};

/* Whether time has something to bring until then. */
bool something_is_due(const struct floor *floor, struct instant until);

/* At the close of a day, what is taken of what an offer owes for administration. */
MUST_USE enum status decide_administration(struct deciding *deciding, uint32_t offer);

/* Whether it owes something for administration that its fund can cover, at least in part. */
bool can_be_administered(const struct floor *floor, const struct offering *offering);

/* An hour of the table is completed: the fees of all offers that it had all the while are due. */
MUST_USE enum status decide_hour(struct deciding *deciding, uint32_t table);

/* One more table and day for which an offer owes the fee of completed hours. */
MUST_USE enum status owe_hours(struct floor *floor, struct offering *offering, const struct owed_hours *owed);

/* When the board of the offer is settled: at the end of its period, but not before the hands of it that were claimed have been
 * authorised, rejected or withdrawn; false while one waits. */
bool board_is_settled_at(const struct floor *floor, uint32_t offer, struct instant *at);

/* The prizes of a board whose period ends; and those of the players with the most points. */
MUST_USE enum status decide_period_end(struct deciding *deciding, uint32_t offer);
MUST_USE enum status decide_points_end(struct deciding *deciding, uint32_t offer);

/* The minute of the day at which a pool is increased: the posted one, else the first of the gaming day. */
uint16_t increase_minute(const struct floor *floor, const struct pool_terms *pool);

/* Whether it was offered all through an hour. */
bool was_offered(const struct floor *floor, const struct offering *offering, struct instant from,
                 bool free_play);

/* Whether the offer is offered at the table now: free tables may have hours of their own. */
bool is_offered_at(const struct floor *floor, const struct offering *offering, const struct table *table);

/* Whether it is offered for hands of the round: when that was dealt, or now, as the document decides them. */
bool is_offered_for_round(const struct floor *floor, const struct offering *offering,
                          const struct table *table, const struct table_offer *at);

/* The end of the period of the hours of the offer that ran at a time; false if none did. Of an offer without an end each
 * gaming day is one. */
bool offer_period_end(const struct floor *floor, const struct offer *offer, struct instant at,
                      struct instant *end);

/* ------------------------------------------------------------------------------------------ applying */

/* Also of a date that nobody has set yet. */
static inline bool is_same_day(struct date one, struct date other)
{
    return one.year == other.year && one.month == other.month && one.day == other.day;
}

/* Room for one more item. */
MUST_USE enum status make_room(struct arena *arena, void **items, unsigned count, unsigned *room,
                               size_t size);
#define MAKE_ROOM(arena, items, count, room)                                                                 \
    make_room(arena, (void **)&(items), count, &(room), sizeof *(items))

typedef enum status apply_function(struct floor *floor, const struct event *event, struct fault *fault);
apply_function apply_house_opened, apply_document_filed, apply_offer_posted, apply_offer_withdrawn,
    apply_clock, apply_day_began, apply_pool_changed, apply_hour_completed, apply_administration_taken,
    apply_appointed, apply_dismissed, apply_patron, apply_table_opened, apply_table_closed, apply_seated,
    apply_left, apply_banked, apply_equipment, apply_round_started, apply_irregularity, apply_floor_called,
    apply_call_answered, apply_fees_returned, apply_round_ended, apply_hand_claimed, apply_hand_verified,
    apply_hand_rejected, apply_hand_withdrawn, apply_hand_posted, apply_awarded, apply_period_closed,
    apply_prize_identified, apply_prize_changed, apply_prize_forfeited, apply_prize_paid,
    apply_tray_reimbursed, apply_voucher_redeemed, apply_award_reversed, apply_adjusted;

/* I6 of all awards, for those that no event brought. */
bool audit_awards(const struct floor *floor, struct text_out *why);

/* Whoever brought the event, or signed it, had the right to (I13). To be asked before it changes anything. */
MUST_USE enum status judge_signatures(const struct floor *floor, const struct event *event,
                                      struct fault *fault);

/* The kind of command that brings about such an event. */
enum command_kind command_kind_behind(const struct floor *floor, const struct event *event);

/* What the event says comes out the same when it is decided again (I14, I15). */
MUST_USE enum status judge_decided(const struct floor *floor, const struct event *event, struct fault *fault);

/* Money moves by it, and it cannot be decided again. To be asked before it is applied. */
bool is_beyond_deciding(const struct floor *floor, const struct event *event);

/* The fees of a round that started, and those that were returned, are what the documents say; and where a prize that is paid goes. */
MUST_USE enum status judge_fees(const struct floor *floor, const struct event *event, struct fault *fault);
MUST_USE enum status judge_returned(const struct floor *floor, const struct event *event,
                                    struct fault *fault);
MUST_USE enum status judge_payment(const struct floor *floor, const struct event *event, struct fault *fault);

/* Whether the money of the event is that of the draft, posting by posting. */
MUST_USE enum status judge_money(const struct floor *floor, const struct event *event,
                                 const struct draft *draft, struct fault *fault);

/* An event that cannot be of this house; and one by which somebody has a prize who may not win it (I7). */
enum status strange(struct fault *fault, const struct event *event, const char *what);
enum status strange_winner(struct fault *fault, const struct event *event, uint32_t prize, struct text patron,
                           const struct ruling *ruling);

/* What the text of a house, a document or an offer makes of the floor. Texts are copied. STATUS_INVALID if they cannot be
 * read; the floor is then not to be used any more. */
MUST_USE enum status take_house(struct floor *floor, struct text identity, struct text text);
MUST_USE enum status take_document(struct floor *floor, struct text activity, struct text text);

/* The offer is new or takes the place of one. It is read by the first `documents` that were filed, and by the ledger, in
 * which its accounts are opened. It stands at no table by that. */
MUST_USE enum status take_offer(struct floor *floor, uint32_t number, struct text name, struct text text,
                                unsigned documents, struct ledger *ledger, struct fault *fault);

/* Before an offer is posted anew or withdrawn: hands that are not settled, and rounds that run, keep it as it is. */
MUST_USE enum status keep_former(struct floor *floor, uint32_t number);
bool hand_waits(const struct floor_hand *hand);  /* neither rejected, withdrawn nor awarded */
bool hand_stands(const struct floor_hand *hand); /* neither rejected nor withdrawn */

/* Whether the award that has settled the hand was backed out, so that it is put right; and whether the hand waits, or may again
 * because its award can be backed out. */
bool hand_is_put_right(const struct floor *floor, const struct floor_hand *hand);
bool hand_may_wait(const struct floor *floor, const struct floor_hand *hand);

/* The prize of an award that was paid, has lapsed or was forfeited, so that the award stands for good, from 1; 0: there is none. */
uint32_t settled_prize_of(const struct floor *floor, const struct floor_award *award);

/* What the text of an offer made of the floor when it was posted before. */
MUST_USE enum status take_former(struct floor *floor, uint32_t number, struct text text, unsigned documents,
                                 struct ledger *ledger, struct fault *fault);

/* The offer at a table that is or was one of its tables. */
MUST_USE enum status put_at_table(struct floor *floor, uint32_t number, struct table *table);
MUST_USE enum status read_table_offer(const struct offering *offering, const struct table *table,
                                      struct arena *arena, struct table_offer *at);

/* Copies of what an award moved, without the clauses, and of what its prizes won of pools, so that it can be backed out. */
MUST_USE enum status keep_money(struct floor *floor, const struct money_rows *money,
                                struct floor_award *award);
MUST_USE enum status keep_pool_shares(struct floor *floor, const struct pool_share *shares, uint32_t count,
                                      struct floor_award *award);

/* Whether each prize of the award, which is kept, can be backed out by itself: it has no more of pools than it is, and all that
 * pools gave is of prizes. Of an award with one prize nothing is said. */
bool pool_shares_are_good(const struct floor *floor, const struct floor_award *award);

/* Whether nothing of an award, which is there, stands after the event. */
bool is_backed_out_by(const struct floor *floor, const struct award_reversed *reversed);

/* What the house has advanced for the award. */
int64_t advances_of_award(const struct floor_award *award);

/* Passes the prizes that are settled for good. */
void pass_settled(struct floor *floor);

/* For events: the table of a name; NULL if there is none. */
struct table *table_called(struct floor *floor, struct text name);

/* Whether the jackpot is offered at the table with the devices that fail there. */
void look_at_devices(struct table *table);
void keep_call(struct table *table, struct instant at, struct text words);

/* Which offers are in force now; to be called when the time, the house or an offer has changed. */
void look_at_clock(struct floor *floor);

#endif
