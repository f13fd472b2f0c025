/*
 * The auditor model: a second opinion on the books of a house, written from the documents.
 *
 * It sees events in their order and nothing else of the house, and works out by itself what each of them must have done. It shares
 * with the house the reading of documents and offers (rulebook/) and the shape of events, and none of the code that decides:
 * not funds, awards, terms, eligibility or claims.
 *
 * What it checks
 *  X1  Debits equal credits; no box, pool, fund or held account is below zero; no posting is of nothing.
 *  X2  A command id is there once; time never runs back; hands, awards, prizes and rounds are numbered without gaps.
 *  X3  Fees: who pays at this table in this round by the document, what the box takes, how it is split, what a full pool passes on.
 *  X4  Seeds, and daily increases at their minute, one of a pool however many offers of its activity are posted; growth at the close
 *      of a day; administration for every full hour of a table, taken when the day closes, after all repayments, the oldest first, and
 *      from nothing but what the fund holds: exactly.
 *  X5  What the house covers is an advance exactly where the document says so; it is repaid from the fund, the oldest first, as soon
 *      as the fund holds it, and never otherwise.
 *  X6  Awards of activities without a payout structure: what every holder is awarded, what each account gives, and what the meter
 *      then shows, exactly; 10% before 100%, reseeds, top-ups, envy, multiples.
 *  X7  Awards by a payout structure: everybody's part by the percentages, nobody twice in a share, and the meter is reseeded.
 *  X8  Two persons verify and authorise; nobody who is excluded is dealt in or bets behind a seat; nobody wins who is excluded, too young, on duty, or a proposition player where the document
 *      lets none win, nor shows that he is the winner, nor is paid; who wins by a hand holds it. A fee for it is kept with a prize
 *      where the winner can have paid one, and the forms that are due are those of such a prize.
 *  X9  Prizes: held, lapsed to the second, paid once, where the winner was identified; backed out as they were awarded.
 *  X10 Fees returned and awards backed out take back exactly what was moved; a prize of an award that stands takes its own money back,
 *      to the pool that it was won of, to the house as far as that covered prizes, and to the fund.
 *  X11 Points: what a hand earns, who has a place when the period ends, and what it wins; of a prize that equals split nobody has two
 *      parts.
 *  X12 A hand is verified within its period where the document asks for it; a period is settled when it is over and no hand of it
 *      that could win waits.
 *  X13 Where tables are drawn at posted times, no drawing has more of them than is posted.
 *  X14 A voucher is worth what the posted prize says, and pays costs that it covers, for as many as its limit leaves and up to what is
 *      left of it, exactly, once it was handed over, and for nobody else where prizes cannot be given away; the winner pays the rest.
 *
 * What it does not check: whether cards make a hand (the hand language has its own tests), what a hand's conduct must be to win,
 * parts by wagers, hits on a player's own and on the player-dealer's hand at once, refusals, forms for the tax office, and things
 * that are neither money nor vouchers.
 *
 * Ownership: the auditor copies what it keeps.
 */
#ifndef AUDITOR_MODEL_H
#define AUDITOR_MODEL_H

#include "house/kernel/event.h"
#include "rulebook/library.h"

struct auditor;

/* A document that is filed and stands in the library with the same bytes is not read again; the library may be NULL, and otherwise
 * outlives the auditor. */
MUST_USE enum status auditor_open(struct auditor **auditor, const struct library *library,
                                  struct fault *fault);
void auditor_close(struct auditor *auditor); /* NULL is fine */

/* Postings call accounts by number. All that an event can name are told before it, in the order of their numbers. */
MUST_USE enum status auditor_account(struct auditor *auditor, enum account_kind kind, struct text activity,
                                     struct text name, struct fault *fault);
unsigned auditor_account_count(const struct auditor *auditor);
/* Whether the model knows what events of the kind do. */
bool auditor_knows(enum event_kind kind);

int64_t auditor_balance(const struct auditor *auditor, account_id number);

/* The next event, and the id of the command that it opens. STATUS_INVALID with words if it is not as it must be; the auditor is then
 * not to be asked again. */
MUST_USE enum status auditor_see(struct auditor *auditor, struct text command, const struct event *event,
                                 struct fault *fault);

#endif
