/*
 * Who was at a table when the cards were dealt, and what of each person decided then whether he may win.
 *
 * The round tells it (round-started). Whoever leaves, sits down, changes seats or is recorded otherwise afterwards changes nothing of
 * it: the fee, the hand and the shares of a seat are those of the person who sat there, and bets behind it those of the bettor.
 *
 * Ownership: texts are in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_PEOPLE_DEALT_H
#define HOUSE_PEOPLE_DEALT_H

#include "funds/eligibility.h"
#include "house/kernel/floor.h"

struct arena;
struct round;
struct round_started;
struct table;

/* Somebody whom the club knows, at a seat or with a bet behind it, as he was at the deal. A person at several seats stands there for
 * each. */
struct dealt_player {
    uint32_t patron, seat;
    uint32_t age;     /* full years; 0: the date of birth was not recorded */
    uint32_t minutes; /* that he had sat there */
    bool behind, proposition, excluded;
    uint8_t employee; /* enum employee_state */
    uint8_t identified;
    struct text excluded_as;
};
enum { FLOOR_PLAYERS_MAX = FLOOR_SEATS_MAX + FLOOR_BACKLINE_MAX };

/* The same of one who cannot be found: nobody whom the club knows. */
extern const struct dealt_player dealt_nobody;

/* A person among those of a deal; NULL: he was not there, or nobody knows him. */
const struct dealt_player *dealt_as(const struct dealt_player *players, uint32_t count, uint32_t patron);

/* Who sat at the seat; NAMES_NONE: nobody, or a guest. */
uint32_t dealt_at_seat(const struct dealt_player *players, uint32_t count, uint32_t seat);

/*
 * Judges a person by the deal, on top of what is recorded now. What spoke against him at the deal still does, and what was found out
 * since speaks against him too; nothing that was recorded since makes him eligible. The shift of an employee is that of the deal
 * alone: it may begin or end before the prize is settled.
 */
void judge_as_dealt(const struct dealt_player *players, uint32_t count, uint32_t patron,
                    struct person_facts *person);
void judge_by_deal(const struct dealt_player *dealt, struct person_facts *person);

/* The same by the duty that is kept with points; EMPLOYEE_NONE: no employee at the deal. */
void judge_as_employed(uint8_t employee, struct person_facts *person);

/* Lists in the event who is at the table, from what is recorded when it is decided. */
MUST_USE enum status tell_players(const struct floor *floor, const struct table *table,
                                  struct round_started *started, struct arena *arena);

/* Room in the round for as many as can be at a table; it stays for the rounds that follow. */
MUST_USE enum status make_room_for_players(struct floor *floor, struct round *round);

/* Keeps in the round whom the event tells, or finds them where logs of earlier numbers tell none. False: the club does not know one,
 * or there is no such seat. */
MUST_USE enum status keep_players(struct floor *floor, struct table *table,
                                  const struct round_started *started);

/* Whether the event tells the people who are at the table. */
bool players_are_told(const struct floor *floor, const struct table *table,
                      const struct round_started *started);

/* Copies the players of a round into the hand, and those of other tables who can win by it. */
MUST_USE enum status keep_players_of_hand(struct floor *floor, struct floor_hand *hand);

/* How many of the players of a hand were at its table: the first ones. Those of other tables follow. */
uint32_t players_at_its_table(const struct floor_hand *hand);

#endif
