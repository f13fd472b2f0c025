/*
 * Any bytes as the rule document of a table game: either findings, or tables that games and odds can rely on.
 */
#include "rulebook/table_games.h"

#include "base/check.h"
#include "cards/poker_rules.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_SIZE_MAX = 64 << 20, FINDINGS_MAX = 50 };

/* T1 to T3 of games/paytable.h. */
static void check_table(const struct paytable *table)
{
    CHECK_OP(table->row_count, <=, PAY_ROWS_MAX);
    for (unsigned i = 0; i < table->row_count; i++) {
        const struct pay_row *row = &table->rows[i];
        CHECK(i == 0 || row->score_min < table->rows[i - 1].score_min);
        CHECK(row->pay.kind != PAY_NOTHING && row->pay.amount > 0);
        CHECK(row->pay.kind != PAY_METER || (row->pay.per == 100 && row->pay.amount <= 100));
        CHECK(row->pay.kind == PAY_METER || row->pay.amount <= PAY_ODDS_MAX * row->pay.per);
        CHECK(row->envy.cents >= 0);
        for (unsigned j = 0; j < i; j++)
            CHECK(!text_equal(text_of(row->hand), text_of(table->rows[j].hand)));
    }
}

/* In halves at most, or whole. */
static void check_pays_to(const struct paytable *table, uint32_t per_max)
{
    check_table(table);
    for (unsigned i = 0; i < table->row_count; i++) {
        CHECK_OP(table->rows[i].pay.kind, ==, PAY_TO_ONE);
        CHECK_OP(table->rows[i].pay.per, <=, per_max);
        CHECK_OP(table->rows[i].envy.cents, ==, 0);
    }
}

static void check_crazy4(const struct crazy4_tables *tables)
{
    check_pays_to(&tables->super_bonus, 2);
    for (unsigned i = 0; i < CRAZY4_QUEENS_UP_TABLES; i++)
        check_pays_to(&tables->queens_up[i], 2);
    for (unsigned i = 0; i < CRAZY4_FOUR_CARD_TABLES; i++)
        check_table(&tables->four_card_progressive[i]);
    check_table(&tables->five_card_progressive);
    check_table(&tables->five_card_hand_bonus);
    for (unsigned i = 0; i < CRAZY4_COVER_ALL_PLAYERS; i++) {
        check_pays_to(&tables->cover_all[i], 1);
        CHECK_OP(tables->cover_all[i].row_count, ==, 5);
        for (unsigned row = 0; row < 5; row++)
            CHECK_OP(tables->cover_all[i].rows[row].score_min, ==,
                     SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES - row));
    }
    CHECK(tables->magic_card.per == 1 && tables->lucky_bonus.per == 1);
}

static void check_four_card(const struct four_card_tables *tables)
{
    check_pays_to(&tables->ante_bonus, 1);
    for (unsigned i = 0; i < FOUR_CARD_ACES_UP_TABLES; i++)
        check_pays_to(&tables->aces_up[i], 2);
    for (unsigned i = 0; i < FOUR_CARD_PROGRESSIVE_TABLES; i++) {
        check_table(&tables->progressive[i]);
        CHECK(tables->progressive_wager[i].cents >= MONEY_DOLLAR);
        CHECK(meter_rate_is_good(tables->progressive_reserve[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;
    struct findings findings;
    struct rulebook rulebook;
    struct crazy4_tables crazy4;
    struct four_card_tables four_card;
    struct hi_lo_promotion hi_lo;
    struct text bytes = {(const char *)data, size};
    arena_init(&arena, ARENA_SIZE_MAX);
    findings_init(&findings, &arena, FINDINGS_MAX);
    if (rulebook_read(bytes, "fuzz.md", text_of("house/fuzz"), &arena, &findings, &rulebook) == STATUS_OK) {
        if (crazy4_tables_read(&rulebook, &arena, &findings, &crazy4) == STATUS_OK)
            check_crazy4(&crazy4);
        if (four_card_tables_read(&rulebook, &arena, &findings, &four_card) == STATUS_OK)
            check_four_card(&four_card);
        if (hi_lo_promotion_read(&rulebook, &findings, &hi_lo) == STATUS_OK)
            CHECK(hi_lo_promotion_check(&hi_lo, NULL) == STATUS_OK);
    }
    arena_release(&arena);
    return 0;
}
