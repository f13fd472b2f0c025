/*
 * Money: whole cents, never a fraction, never a float.
 *
 * An amount is its own type, so that the compiler refuses to add a count of players to it. It may be negative (a correction,
 * a loss); its owner decides whether that is allowed. Products are computed in 128 bits; a result that does not fit is
 * STATUS_RANGE and leaves the caller's variable unchanged.
 *
 * Every division names its rounding, and one function splits. Its terms:
 *
 *   whole    what is divided
 *   weight   how many shares a part has: 1 each for an even split, 40, 30, 30 for percentages
 *   unit     the smallest thing a part is paid in: a cent, or a chip
 *   rest     what the parts leave over or, below zero, exceed
 *
 * Invariants of money_split
 *  M1  The parts and the rest sum to the whole, always.
 *  M2  Each part is a multiple of the unit and less than one unit away from its exact share; a part of
 *      weight 0 is 0.
 *  M3  The rest keeps the promise of the rounding (see enum money_rounding).
 *
 * Nothing here allocates; everything may be called from any thread.
 */
#ifndef BASE_MONEY_H
#define BASE_MONEY_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct money {
    int64_t cents;
};

enum {
    MONEY_CENT = 1,
    MONEY_DOLLAR = 100,
    MONEY_TEXT_SIZE = 32 /* "-$92,233,720,368,547,758.08" and its zero */
};

static inline struct money money_of_cents(int64_t cents)
{
    return (struct money){cents};
}

/* Below zero, zero or above zero as `left` is less than, equal to or more than `right`. */
static inline int money_compare(struct money left, struct money right)
{
    return (left.cents > right.cents) - (left.cents < right.cents);
}

/* ------------------------------------------------------------------------------------------ text */

/*
 * Reads "$1,234.50", "1234.50", "-$5", "$0.11": an optional minus, an optional dollar sign, the dollars with
 * or without commas between thousands, and no decimals or exactly two. Nothing else: no spaces, no zeros in
 * front. `origin` is added to every position in a fault: the byte offset of `text` in what the user typed.
 * An amount too large to hold is STATUS_RANGE at its first digit. On failure `money` is unchanged.
 */
MUST_USE enum status money_parse(struct text text, size_t origin, struct money *money, struct fault *fault);

/* "$1,234.50", "-$5.00"; money_parse() reads it back to the same amount. */
void money_write(struct text_out *out, struct money money);

/* ------------------------------------------------------------------------------------ arithmetic */

MUST_USE enum status money_add(struct money left, struct money right, struct money *sum);
MUST_USE enum status money_subtract(struct money left, struct money right, struct money *difference);
MUST_USE enum status money_multiply(struct money money, int64_t factor, struct money *product);

/*
 * Down is toward less and up toward more, also for amounts below zero; so the promises hold for any whole. The rest is not
 * assigned yet: the rule that orders the split says who gets it, and the caller adds it with money_add().
 */
enum money_rounding {
    /*
     * Rest >= 0. Leftover cents go to the first-named part (hawaiian-gardens G1 for percentages,
     * bay101/poker-tournaments#62), or stay in the fund or on the meter that pays (hawaiian-gardens G1 for
     * even and pro-rata divisions; massachusetts/crazy-4-poker, reading MR16).
     */
    MONEY_ROUND_DOWN,

    /*
     * Rest <= 0: somebody covers it. Odd chips: each person's share goes up to the next chip, the house
     * makes up the lack and the reserve repays it (bay101/no-limit-bad-beat#62, #67, #70).
     */
    MONEY_ROUND_UP,

    /*
     * Half a unit goes up. Rest of either sign. A percentage of a pool to the cent; where percentages make
     * up the whole, the last part takes the rest (bay101, shared reading S1).
     */
    MONEY_ROUND_NEAREST,

    /*
     * 0 <= rest < unit, and 0 if the whole is a multiple of the unit. Rounded down, then one more unit each
     * for the parts that lost the largest fractions; of equal fractions the earlier part. In an even split
     * the odd chips therefore go to the first parts in the order given: seats counted from the left of the
     * button (hawaiian-gardens/double-or-nothing-sit-n-go#15). For splits only, not for money_ratio().
     */
    MONEY_LARGEST_REMAINDER,
};

/*
 * money * numerator / denominator to the cent: 10% of a meter is 10 over 100. STATUS_INVALID if the
 * denominator is not above zero or the rounding is MONEY_LARGEST_REMAINDER.
 */
MUST_USE enum status money_ratio(struct money money, int64_t numerator, int64_t denominator,
                                 enum money_rounding rounding, struct money *result);

/*
 * Divides `whole` into `count` parts in proportion to `weights`, each a multiple of `unit`. Takes time
 * proportional to `count`. STATUS_INVALID if there is no part, no weight above zero, or no unit above zero;
 * STATUS_RANGE if the weights or a result do not fit. On failure `parts` and `rest` are unchanged.
 */
MUST_USE enum status money_split(struct money whole, const uint64_t *weights, size_t count, struct money unit,
                                 enum money_rounding rounding, struct money *parts, struct money *rest,
                                 struct fault *fault);

#endif
