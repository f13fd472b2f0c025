#include "house/verdict.h"

enum status verdict_rule(const struct offer *offer, const struct rulebook_row *row,
                         const struct game_name *game, struct hand_rule *rule, struct fault *fault)
{
    const struct node *suit = node_member(offer->data, "suit"), *rank = node_member(offer->data, "rank");
    return rulebook_compile_row(offer->rulebook, row, suit ? &suit->scalar : NULL,
                                rank ? &rank->scalar : NULL, game, rule, fault);
}

/* Adds the rows of one chart that the showing fits. */
static enum status judge_chart(const struct offer *offer, const struct rulebook_chart *chart,
                               const struct game_name *game, const struct showing *showing, bool every_row,
                               struct verdict *verdict, struct fault *fault)
{
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        struct hand_rule rule;
        bool holds = false;
        if ((verdict->count > 0 && !every_row) || verdict->count == VERDICT_ROWS_MAX)
            return STATUS_OK;
        if (rulebook_row_game(chart, row, game) == row->games.count)
            continue;
        enum status status = verdict_rule(offer, row, game, &rule, fault);
        if (status == STATUS_OK)
            status = hand_rule_holds(&rule, showing, &holds, fault);
        if (status != STATUS_OK)
            return status;
        if (holds)
            verdict->rows[verdict->count++] = row;
    }
    return STATUS_OK;
}

enum status verdict_of(const struct offer *offer, const struct game_name *game, const struct showing *showing,
                       struct verdict *verdict, struct fault *fault)
{
    struct verdict found = {0};
    bool every_row = text_equal(offer_text(offer, "paying/rows"), text_of("every row that fits"));
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < offer->chart_count && status == STATUS_OK; i++)
        status = judge_chart(offer, offer->charts[i], game, showing, every_row, &found, fault);
    if (status == STATUS_OK)
        *verdict = found;
    return status;
}
