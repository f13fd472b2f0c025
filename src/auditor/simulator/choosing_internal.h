/*
 * Inside the simulated floor: how its commands are chosen.
 *
 *      choosing.c          which one comes next, and nonsense
 *      choosing_people.c   staff and patrons
 *      choosing_tables.c   tables, seats, devices, rounds
 *      choosing_hands.c    hands, and prizes that are drawn
 *      choosing_prizes.c   prizes, and money moved by hand
 *      choosing_offers.c   offers
 *      choosing_house.c    the house amended, and what was filed withdrawn
 *
 * A chooser fills the command, or answers false if nothing on the floor suits. It names the person only where it matters who it is.
 */
#ifndef AUDITOR_SIMULATOR_CHOOSING_INTERNAL_H
#define AUDITOR_SIMULATOR_CHOOSING_INTERNAL_H

#include "auditor/simulator/choosing.h"
#include "house/hands/hands.h"

enum { TRIES_MAX = 64 }; /* until a random choice that must suit is given up */

/* ------------------------------------------------------------------------------------------ whom and what */

struct text choose_numbered(struct choosing *choosing, const char *prefix, uint32_t number); /* "HE-7" */
struct text choose_anybody(struct choosing *choosing); /* of the staff, or nobody of it */
/* A person with the permission, in the house as it is; now and then somebody without it. NULL: anybody of the staff. */
struct text choose_person(struct choosing *choosing, const char *permission);
struct text choose_patron(struct choosing *choosing);
struct date choose_birthday(struct choosing *choosing);

/* NULL, or 0, if there is none, or chance found none. */
const struct table *choose_table(struct choosing *choosing, bool open);
const struct table *choose_running_table(struct choosing *choosing);
uint32_t choose_hand(struct choosing *choosing, enum hand_state state); /* a recent one */
uint32_t choose_open_prize(struct choosing *choosing);                  /* not settled */

const struct offering *choose_offering(struct choosing *choosing);

/* The text with the value of a key on a line of its own replaced. */
struct text choose_changed(struct choosing *choosing, struct text text, const char *key, const char *value);

/* ------------------------------------------------------------------------------------------ choosers */

typedef bool chooser(struct choosing *choosing, struct command *command);

/* people */
chooser choose_amendment, choose_exclude, choose_staff;
/* tables */
chooser choose_open_table, choose_close_table, choose_sit, choose_leave, choose_bank, choose_equipment,
    choose_start_round, choose_irregularity, choose_call, choose_note, choose_return_fees, choose_end_round;
/* hands */
chooser choose_claim_hand, choose_verify_hand, choose_reject_hand, choose_withdraw_hand, choose_authorise,
    choose_award_prize;
/* prizes and money */
chooser choose_reimburse_tray, choose_redeem, choose_identify, choose_pay, choose_forfeit, choose_reverse,
    choose_adjust, choose_confirm_time, choose_raise;
/* offers */
chooser choose_post_offer, choose_split_offer, choose_withdraw_offer;
/* the house */
chooser choose_amend_house, choose_withdraw_change;

#endif
