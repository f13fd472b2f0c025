#include "odds/explore.h"

#include "base/check.h"
#include "odds/report_document.h"
#include "rulebook/vocabulary_paths.h"

enum { WORDS_SIZE = 256 };

/* A row with what it wins now and what is approved. */
struct priced {
    struct text pays, approved;
    struct text clause; /* that approves it */
    bool edited;
    bool has_limit, has_cost;
    struct value limit;
    int64_t cents; /* what one hit costs */
};

/* ------------------------------------------------------------------------------------------ prizes */

/* What the award costs in money: whole amounts and parts of the meter. False if it is a range, or is not money. */
static bool cost_of(const struct value *value, struct money meter, int64_t *cents)
{
    const struct award *award = &value->award;
    *cents = 0;
    if (value->form != VALUE_IS_GIVEN || award->alternatives)
        return false;
    for (unsigned i = 0; i < award->count; i++) {
        const struct award_part *part = &award->parts[i];
        if (part->range.low != part->range.high)
            return false;
        if (part->kind == AWARD_MONEY || part->kind == AWARD_ITEM)
            *cents += part->range.low;
        else if (part->kind == AWARD_SHARE && meter.cents > 0)
            *cents += (int64_t)((wide)meter.cents * part->range.low / VALUE_PERCENT_WHOLE);
        else
            return false;
    }
    return true;
}

static void price(const struct explore_chart *chart, const struct rulebook_row *row, struct priced *priced)
{
    const struct node *award = node_member(row->node, KEY_AWARD);
    if (!award)
        award = node_member(chart->piece->chart->node, KEY_PRIZE);
    const struct node *posted = chart->offer ? offer_prize(chart->offer, row) : award;
    struct value value;
    *priced = (struct priced){.clause = row->node->origin.clause};
    if (award && award->kind == NODE_SCALAR) {
        priced->approved = award->scalar;
        priced->clause = award->origin.clause;
        priced->has_limit = value_read(VALUE_AWARD, award->scalar, &priced->limit, NULL) == STATUS_OK;
    }
    priced->pays = posted && posted->kind == NODE_SCALAR ? posted->scalar : text_of("");
    priced->has_cost = priced->pays.length > 0 &&
                       value_read(VALUE_AWARD, priced->pays, &value, NULL) == STATUS_OK &&
                       cost_of(&value, chart->meter, &priced->cents);
}

static void note_award(json_t *notes, const struct rulebook_row *row, const struct priced *priced)
{
    char words[WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    struct text pays = text_clipped(priced->pays, 60), approved = text_clipped(priced->approved, 120);
    if (priced->has_limit)
        text_out_add(&out, "%.*s is not approved; approved: %.*s", TEXT_ARGUMENTS(pays),
                     TEXT_ARGUMENTS(approved));
    else
        text_out_add(&out, "the rules give this row no prize of its own");
    (void)json_array_append_new(notes,
                                json_pack("{s:s, s:o, s:o}", "words", words, "clause",
                                          document_text(priced->clause), "row", document_text(row->name)));
}

/* Puts the edited prizes in the place of the others. */
static enum status edit(const struct explore_chart *chart, struct priced *rows, json_t *notes,
                        unsigned *wrong, struct fault *fault)
{
    for (*wrong = 0; *wrong < chart->prize_count; ++*wrong) {
        const struct explore_prize *prize = &chart->prizes[*wrong];
        struct text shown = text_clipped(prize->row, 60);
        struct value value;
        unsigned i = 0;
        while (i < chart->piece->row_count && !text_equal(chart->piece->rows[i]->name, prize->row))
            i++;
        if (i == chart->piece->row_count)
            return fault_set(fault, STATUS_INVALID, 0, "the chart has no row \"%.*s\" in this game",
                             TEXT_ARGUMENTS(shown));
        enum status status = value_read(VALUE_AWARD, prize->award, &value, fault);
        if (status != STATUS_OK)
            return STATUS_INVALID;
        if (!value_is_fixed(&value))
            return fault_set(fault, STATUS_INVALID, 0,
                             "the prize of \"%.*s\" leaves a choice; write one value", TEXT_ARGUMENTS(shown));
        rows[i].edited = !text_equal(rows[i].pays, prize->award);
        rows[i].pays = prize->award;
        rows[i].has_cost = cost_of(&value, chart->meter, &rows[i].cents);
        if (!rows[i].has_limit || !value_within(&value, &rows[i].limit))
            note_award(notes, chart->piece->rows[i], &rows[i]);
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the answer */

/* Deals, and those that are paid for the row: of the count, or of the simulation. */
static uwide deals_of(const struct chart_odds *odds, unsigned row)
{
    if (odds->rows[row].kind == CHART_ODDS_EXACT)
        return odds->total;
    uwide rounds = odds->rounds;
    return odds->unit == CHART_ODDS_PER_HAND ? rounds * odds->players : rounds;
}

static bool is_paid(const struct chart_odds *odds, unsigned row)
{
    return odds->rows[row].kind != CHART_ODDS_FAULT && odds->rows[row].paid > 0;
}

/* The cost of the prizes for each deal. Simulated rows have another number of deals, so that the sum is a decimal only. */
static json_t *cost_document(const struct chart_odds *odds, const struct priced *rows)
{
    wide exact = 0;
    double rest = 0;
    bool simulated = false;
    for (unsigned i = 0; i < odds->row_count; i++) {
        if (!rows[i].has_cost || !is_paid(odds, i))
            continue;
        if (odds->rows[i].kind == CHART_ODDS_EXACT)
            exact += (wide)odds->rows[i].paid * rows[i].cents;
        else
            rest += (double)odds->rows[i].paid / (double)deals_of(odds, i) * (double)rows[i].cents;
        simulated |= odds->rows[i].kind == CHART_ODDS_SIMULATED;
    }
    if (!simulated)
        return report_exact(fraction_of(exact, odds->total > 0 ? odds->total : 1));
    char decimal[64];
    struct text_out out;
    text_out_init(&out, decimal, sizeof decimal);
    text_out_add(&out, "%.6f", rest + (odds->total > 0 ? (double)exact / (double)odds->total : 0));
    return json_pack("{s:s}", "decimal", decimal);
}

/* How often any row is paid. */
static json_t *hit_document(const struct chart_odds *odds)
{
    uwide exact = 0;
    double rest = 0;
    bool simulated = false;
    for (unsigned i = 0; i < odds->row_count; i++) {
        if (!is_paid(odds, i))
            continue;
        if (odds->rows[i].kind == CHART_ODDS_EXACT)
            exact += odds->rows[i].paid;
        else
            rest += (double)odds->rows[i].paid / (double)deals_of(odds, i);
        simulated |= odds->rows[i].kind == CHART_ODDS_SIMULATED;
    }
    if (!simulated)
        return report_exact(fraction_of((wide)exact, odds->total > 0 ? odds->total : 1));
    char decimal[64];
    struct text_out out;
    text_out_init(&out, decimal, sizeof decimal);
    text_out_add(&out, "%.12f", rest + (odds->total > 0 ? (double)exact / (double)odds->total : 0));
    return json_pack("{s:s}", "decimal", decimal);
}

static json_t *row_document(const struct explore_chart *chart, const struct priced *priced, unsigned index)
{
    static const char *const kinds[] = {"exact", "simulated", "not in this game"};
    const struct rulebook_row *row = chart->piece->rows[index];
    const struct chart_odds_row *counted = &chart->odds->rows[index];
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:s}", "row", document_text(row->id), "hand", document_text(row->name),
                  "words", document_text(row->hand), "kind", kinds[counted->kind]);
    bool paid = is_paid(chart->odds, index);
    uwide deals = counted->kind == CHART_ODDS_FAULT ? 0 : deals_of(chart->odds, index);
    struct fraction hours;
    document_put(&object, "ways", report_count(paid ? counted->paid : 0));
    document_put(&object, "of", report_count(deals));
    if (deals > 0)
        document_put(&object, "probability", report_exact(fraction_of((wide)counted->paid, deals)));
    if (counted->kind == CHART_ODDS_SIMULATED)
        document_put(&object, "standard-error", json_real(counted->error));
    if (priced->pays.length > 0)
        document_put(&object, "pays", document_text(priced->pays));
    if (priced->approved.length > 0)
        document_put(&object, "approved", document_text(priced->approved));
    if (deals > 0 && priced->has_cost)
        document_put(&object, "share", report_exact(fraction_of((wide)counted->paid * priced->cents, deals)));
    if (paid && chart_odds_hours_between(chart->odds, index, chart->pace, &hours))
        document_put(&object, "hours-between", json_real(fraction_double(hours)));
    document_put(&object, "clause", document_text(priced->clause));
    return object;
}

static json_t *answer_of(const struct explore_chart *chart, const struct priced *rows, json_t *cost_before,
                         json_t *notes)
{
    const struct chart_odds *odds = chart->odds;
    json_t *list = json_array();
    json_t *answer =
        json_pack("{s:o, s:o, s:o, s:s, s:s, s:i, s:i, s:i, s:s, s:b}", "document",
                  document_text(chart->rulebook->document.identity), "chart",
                  document_text(chart->piece->chart->name), "games", document_text(chart->piece->games), "in",
                  chart->piece->game->name, "per", odds->unit == CHART_ODDS_PER_HAND ? "hand" : "round",
                  "players", (int)odds->players, "decks", (int)odds->decks, "pace", (int)chart->pace,
                  "assumption", odds->assumption, "exact", odds->rounds == 0);
    if (odds->rounds > 0)
        document_put(
            &answer, "simulation",
            json_pack("{s:I, s:o}", "rounds", (json_int_t)odds->rounds, "seed", report_count(odds->seed)));
    document_put(&answer, "total", report_count(odds->total));
    document_put(&answer, "hit", hit_document(odds));
    document_put(&answer, "cost-cents", cost_document(odds, rows));
    document_put(&answer, "approved", json_pack("{s:o}", "cost-cents", cost_before));
    for (unsigned i = 0; i < odds->row_count && list; i++)
        if (json_array_append_new(list, row_document(chart, &rows[i], i)) != 0) {
            json_decref(list);
            list = NULL;
        }
    document_put(&answer, "rows", list);
    document_put(&answer, "notes", notes);
    return answer;
}

enum status explore_chart(const struct explore_chart *chart, struct arena *arena, json_t **answer,
                          unsigned *wrong, struct fault *fault)
{
    struct priced *rows = ARENA_ARRAY(arena, struct priced, chart->odds->row_count + 1);
    json_t *notes = json_array();
    CHECK_OP(chart->odds->row_count, ==, chart->piece->row_count);
    *wrong = 0;
    if (!rows || !notes) {
        json_decref(notes);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to count");
    }
    for (unsigned i = 0; i < chart->odds->row_count; i++)
        price(chart, chart->piece->rows[i], &rows[i]);
    json_t *before = cost_document(chart->odds, rows);
    enum status status = edit(chart, rows, notes, wrong, fault);
    if (status != STATUS_OK) {
        json_decref(before);
        json_decref(notes);
        return status;
    }
    *answer = answer_of(chart, rows, before, notes);
    return *answer ? STATUS_OK : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to answer");
}
