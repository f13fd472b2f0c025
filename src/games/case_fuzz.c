/*
 * Any bytes as a case: either a fault with a line and a column inside the text, or a result whose rounds balance
 * and whose differences point at lines.
 */
#include "games/case_check_test.h"
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "games/hi_lo_promotion_test.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_balance(const struct case_result *result, struct text text)
{
    unsigned rounds = 0;
    for (const struct case_round *round = result->rounds; round; round = round->next) {
        rounds++;
        CHECK_OP(round->number, ==, rounds);
        settlement_check(&round->settlement, settlement_totals(&round->settlement).staked);
        for (unsigned i = 0; round->is_void && i < round->settlement.count; i++)
            CHECK_OP(settlement_line_net(&round->settlement.lines[i]).cents, ==, 0);
        for (unsigned i = 0; i < round->meter_count; i++) {
            CHECK_OP(round->meters[i].locked.cents, >=, round->meters[i].before.cents);
            CHECK(!round->is_void || round->meters[i].after.cents == round->meters[i].before.cents);
        }
    }
    case_check_differences(result, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct hi_lo_promotion hi_lo = approved_hi_lo();
    struct case_rules rules = {&approved_crazy4, &approved_four_card, &hi_lo};
    struct case_fault fault = {0};
    struct case_file file;
    struct case_result result;
    struct arena arena;
    arena_init(&arena, CASE_ARENA_SIZE);
    case_result_init(&result, &arena);
    enum status status = case_read(text, &arena, &file, &fault);
    if (status == STATUS_OK)
        status = case_play(&file, &rules, &result, &fault);
    if (status == STATUS_OK) {
        expect_balance(&result, text);
    } else {
        CHECK_OP(fault.fault.status, ==, status);
        case_check_fault(&fault, text);
    }
    arena_release(&arena);
    return 0;
}
