/* The words of the hands desk in cases of the floor: how a hand stands. */
#include "house/hands/hands_internal.h"

#include "house/boards/boards.h"
#include "house/kernel/case_words.h"

/* Behind `hand 2`. */
static enum status compare_hand_line(const struct case_floor *on, struct case_cursor *cursor, unsigned number,
                                     struct case_fault *fault)
{
    const struct floor_hand *hand = floor_hand(on->floor, number);
    if (!hand)
        return case_differs(on->result, cursor->line, fault, "there are %u hands", on->floor->last_hand);
    if (!case_take_words(cursor, "is"))
        return case_expected(cursor, fault, "\"is\" and how it stands");
    static const char *const words[] = {"claimed", "verified",  "rejected", "posted", "void",
                                        "awarded", "withdrawn", "beaten",   NULL};
    return case_compare_word(on->result, cursor, words, floor_hand_word(on->floor, hand),
                             "claimed, verified, rejected, posted, beaten, void or awarded", fault);
}

const struct desk_expectation hands_expectations[HANDS_EXPECTATIONS] = {
    {"hand", true, compare_hand_line},
};
