/*
 * The auditor model: an independent check of the books of a house, written from the documents.
 *
 * It sees the events in order and nothing else of the house, and works out what each of them must have done. It shares with
 * the house the parser of documents and offers (rulebook/) and the format of events, but no code that decides: not funds,
 * awards, terms, eligibility or claims.
 *
 * What it checks
 *  X1  Debits equal credits; no box, pool, fund or held account is below zero; no movement is zero.
 *  X2  A command id is there once, and its event says what was asked; time never runs back; hands, awards, prizes and rounds are numbered without gaps.
 *  X3  Fees: who pays at this table in this round by the document, how much goes into the box, how it is split, and what a
 *      full pool passes on.
 *  X4  Seeds, and daily increases at their minute, one for each pool however many offers of its activity are posted; growth
 *      at the close of a day; administration for every full hour of a table, taken when the day closes, after all repayments,
 *      the oldest first, and only from what the fund holds: exactly.
 *  X5  The house covers a shortfall with an advance exactly where the document says so; the fund repays it, the oldest first,
 *      as soon as it holds the money, and never otherwise.
 *  X6  Awards of activities without a payout structure: the amount of each holder, what each account pays, and what the meter
 *      then shows, exactly; 10% before 100%, reseeds, top-ups, envy, multiples.
 *  X7  Awards by a payout structure: each person's part by the percentages, nobody twice in a share, and the meter is
 *      reseeded.
 *  X8  Two persons verify and authorise. Nobody who is excluded is dealt in or bets behind a seat. Nobody who is excluded,
 *      too young, on duty, or a proposition player where the document forbids it, wins, is identified as the winner or is
 *      paid. The winner by a hand holds it. A prize records a fee where the winner can have paid one, and the forms that are
 *      due are those of such a prize.
 *  X9  Prizes: held, lapsed to the second, paid once, where the winner was identified; reversed with the amounts of the
 *      award.
 *  X10 Returned fees and reversed awards move back exactly what was moved. A single prize of an award moves back its own
 *      money: to the pool that it was won from, to the house as far as the house covered prizes, and to the fund.
 *  X11 Points: what a hand earns, who has a place when the period ends, and what it wins; of a prize that equals split nobody
 *      has two parts.
 *  X12 A hand is verified within its period where the document asks for it; a period is settled when it is over and no hand
 *      of it that could win is pending.
 *  X13 Where tables are drawn at posted times, no drawing has more tables than are posted.
 *  X14 A voucher is worth what the posted prize says. It pays the costs that it covers, for as many as its limit leaves and
 *      up to its remaining value, exactly, once it was handed over, and for nobody else where prizes cannot be given away;
 *      the winner pays the rest.
 *  X15 The house changes by the signatures of two. A change that time brings was filed before with the same text, and its day has come.
 *      Its rows say every place that differs, and nothing else. No table goes; a table that is open, or whose hands wait, keeps its game,
 *      limits and seats. No fund goes that holds money, and no role that somebody has. The zone and the beginning of the gaming day
 *      change by time alone, while no hand waits. Where the house asks for it, two persons sign an offer.
 *  X29 The cards of a hand are of one deck and, where the game has one, lie on one table with those of the other hands of the round. A hand
 *      without its cards, of a game that has some, has a reason and a second person, and wins no more than the house posts for such.
 *  X16 A round tells who is at the table, as recorded then. A hand is that of the person who was dealt it.
 *  X17 One person is at one table at a time, at a seat or with a bet behind one.
 *  X18 What is recorded of somebody who has a prize on its way is changed by two persons. Who changed it neither authorises nor pays what
 *      this patron wins. The date of birth of a known winner is recorded before the prize is paid. Two persons say who an unknown winner
 *      is, and it is somebody who was at the table at the deal.
 *  X20 Where the document gives a pool that was won at another table for what it holds, hands of several tables win it in the order in
 *      which they were dealt.
 *  X21 A document is filed and offered if the newest register of its issuer approves its digest, which a key has signed that the house
 *      trusts. Registers have rising numbers. What a register stops is not offered.
 *
 * It does not check: whether cards make a hand (the hand language has its own tests), the conduct that a hand needs to win,
 * parts by wagers, hits on a player's own and on the player-dealer's hand at once, refusals, forms for the tax office, and
 * things that are neither money nor vouchers.
 *
 * Ownership: the auditor copies what it keeps.
 */
#ifndef AUDITOR_MODEL_H
#define AUDITOR_MODEL_H

#include "house/kernel/event.h"
#include "rulebook/library.h"

struct auditor;

/* A filed document that is in the library with the same bytes is not parsed again; the library may be NULL, and otherwise
 * outlives the auditor. */
MUST_USE enum status auditor_open(struct auditor **auditor, const struct library *library,
                                  struct fault *fault);
void auditor_close(struct auditor *auditor); /* NULL is fine */

/* Movements name accounts by number. All accounts of an event are added before it, in the order of their numbers. */
MUST_USE enum status auditor_account(struct auditor *auditor, enum account_kind kind, struct text activity,
                                     struct text name, struct fault *fault);
unsigned auditor_account_count(const struct auditor *auditor);
/* Whether the model knows what events of the kind do. */
bool auditor_knows(enum event_kind kind);

int64_t auditor_balance(const struct auditor *auditor, account_id number);

/* The next event, and the id of the command that it opens. STATUS_INVALID with a message if the event is wrong; do not use
 * the auditor after that. */
MUST_USE enum status auditor_see(struct auditor *auditor, struct text command, const struct event *event,
                                 struct fault *fault);

#endif
