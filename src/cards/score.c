#include "cards/score.h"

#include "base/check.h"

uint16_t score_place(const uint32_t *scores, unsigned count, struct score score)
{
    unsigned low = 1, high = count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (scores[middle] < score.bits)
            low = middle + 1;
        else
            high = middle;
    }
    CHECK(scores[low] == score.bits);
    return (uint16_t)low;
}
