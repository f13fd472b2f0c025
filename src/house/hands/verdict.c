#include "house/hands/verdict.h"

#include "rulebook/hand_relation.h"
#include "rulebook/vocabulary_paths.h"

enum { RELATIONS_SIZE_MAX = 4 << 20 };

/* A verdict in the making, with the rules of its rows as they were judged. */
struct rows_found {
    struct verdict verdict;
    struct hand_rule rules[VERDICT_ROWS_MAX];
};

enum status verdict_rule(const struct offer *offer, const struct rulebook_row *row,
                         const struct game_name *game, struct hand_rule *rule, struct fault *fault)
{
    const struct node *suit = node_member(offer->data, KEY_SUIT), *rank = node_member(offer->data, KEY_RANK);
    return rulebook_compile_row(offer->rulebook, row, suit ? &suit->scalar : NULL,
                                rank ? &rank->scalar : NULL, game, rule, fault);
}

bool verdict_row_is_posted(const struct offer *offer, const struct rulebook_row *row)
{
    return !text_equal(offer_text(offer, PATH_OFFERING_ROWS), text_of("any the house posts")) ||
           offer_posted_prize(offer, row) != NULL;
}

/* Adds the rows of one chart that the showing fits. */
static enum status judge_chart(const struct offer *offer, const struct rulebook_chart *chart,
                               const struct game_name *game, const struct showing *showing, bool every_row,
                               struct rows_found *found, struct fault *fault)
{
    struct verdict *verdict = &found->verdict;
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        struct hand_rule rule;
        bool holds = false;
        if (verdict->count > 0 && !every_row)
            return STATUS_OK;
        if (rulebook_row_game(chart, row, game) == row->games.count || !verdict_row_is_posted(offer, row))
            continue;
        enum status status = verdict_rule(offer, row, game, &rule, fault);
        if (status == STATUS_OK)
            status = hand_rule_holds(&rule, showing, &holds, fault);
        if (status != STATUS_OK)
            return status;
        if (!holds)
            continue;
        if (verdict->count == VERDICT_ROWS_MAX)
            return fault_set(fault, STATUS_NO_SPACE, 0,
                             "the hand fits more than %d rows of the chart; the offer cannot pay them all",
                             VERDICT_ROWS_MAX);
        found->rules[verdict->count] = rule;
        verdict->rows[verdict->count++] = row;
    }
    return STATUS_OK;
}

/* Takes away the rows that are won by every hand of a row above them: sevens of one suit are of one colour. */
static enum status keep_higher_rows(const struct game_name *game, struct rows_found *found,
                                    struct fault *fault)
{
    struct arena arena;
    struct hand_relations relations;
    const struct hand_signature *signatures[VERDICT_ROWS_MAX];
    struct verdict *verdict = &found->verdict;
    unsigned kept = 0;
    arena_init(&arena, RELATIONS_SIZE_MAX);
    hand_relations_init(&relations, &arena);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < verdict->count && status == STATUS_OK; i++) {
        const struct hand_signature *own = hand_signature_of(&relations, &found->rules[i], game->game);
        bool inside = false;
        if (!own)
            status = fault_set(fault, arena.refusal, 0, "there is no memory to compare the rows");
        for (unsigned j = 0; own && j < kept && !inside; j++) {
            enum hand_relation relation = hand_relation_of(signatures[j], own);
            inside = relation == HAND_INSIDE || relation == HAND_SAME;
        }
        if (own && !inside) {
            signatures[kept] = own;
            verdict->rows[kept++] = verdict->rows[i];
        }
    }
    arena_release(&arena);
    verdict->count = kept;
    return status;
}

enum status verdict_of(const struct offer *offer, const struct game_name *game, const struct showing *showing,
                       struct verdict *verdict, struct fault *fault)
{
    struct rows_found found = {0};
    struct text rows = offer_text(offer, PATH_PAYING_ROWS);
    bool better_only = text_equal(rows, text_of("every row that no better row includes"));
    bool every_row = better_only || text_equal(rows, text_of("every row that fits"));
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < offer->chart_count && status == STATUS_OK; i++)
        status = judge_chart(offer, offer->charts[i], game, showing, every_row, &found, fault);
    if (status == STATUS_OK && found.verdict.count > 1 && better_only)
        status = keep_higher_rows(game, &found, fault);
    if (status == STATUS_OK)
        *verdict = found.verdict;
    return status;
}
