/* What can be counted, and the exact odds of paytables and charts as approved or as edited. */
#include "server/api/inquiry.h"

#include "base/check.h"
#include "odds/explore.h"
#include "odds/hi_lo_report.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

enum { PRIZES_MAX = 128, PACE_USUAL = 30, PROGRESSIVE_DOLLARS_MAX = 1000000 };

/* ------------------------------------------------------------------------------------------ what there is */

static json_t *pay_rows(const struct paytable *table)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < table->row_count; i++) {
        char words[PAY_WORDS_SIZE];
        json_t *row = json_pack("{s:s, s:s}", "hand", table->rows[i].hand, "pays",
                                pay_words(table->rows[i].pay, words));
        if (table->rows[i].envy.cents > 0)
            document_put(&row, "envy-cents", document_cents(table->rows[i].envy));
        document_append(&rows, row);
    }
    return rows;
}

static json_t *bet_document(const struct report_target *target, const struct report_entry *entry)
{
    const struct paytable *table = explore_table(target, entry);
    bool is_for = entry->kind == REPORT_PROGRESSIVE || entry->kind == REPORT_BONUS;
    json_t *bet =
        json_pack("{s:s, s:o, s:s, s:b}", "bet", entry->name, "wager", document_text(explore_wager(entry)),
                  "kind", explore_kind_name(entry->kind), "editable", table != NULL);
    if (table) {
        const struct pay_row *hands[EXPLORE_HANDS_MAX];
        unsigned count = explore_hands(target, entry, hands);
        json_t *names = json_array();
        for (unsigned i = 0; i < count; i++)
            document_append(&names, json_string(hands[i]->hand));
        document_put(&bet, "clause", json_string(table->clause));
        document_put(&bet, "unit", json_string(is_for ? "for" : "to"));
        document_put(&bet, "rows", pay_rows(table));
        document_put(&bet, "hands", names);
    }
    document_put(&bet, "wager-cents", document_cents(entry->wager));
    if (is_for)
        document_put(&bet, "meter-cents", document_cents(entry->seed_min));
    return bet;
}

static json_t *game_document(const struct report_target *target)
{
    json_t *bets = json_array(), *readings = json_array();
    for (unsigned i = 0; i < target->entry_count; i++)
        document_append(&bets, bet_document(target, &target->entries[i]));
    for (const char *const *option = report_reading_options(target); *option; option++)
        document_append(&readings, json_pack("{s:s}", "reading", *option));
    return json_pack("{s:s, s:s, s:o, s:o}", "game", target->name, "title", target->title, "readings",
                     readings, "bets", bets);
}

static json_t *hi_lo_document(const struct hi_lo_promotion *promotion)
{
    static const char *const kinds[] = {"free play", "cash", "progressive"};
    const struct hi_lo_rules *rules = &promotion->rules;
    json_t *prizes = json_array(), *readings = json_array();
    for (unsigned correct = 0; correct <= rules->levels; correct++)
        document_append(&prizes, json_pack("{s:i, s:s, s:o}", "correct", (int)correct, "kind",
                                           kinds[rules->prizes[correct].kind], "cents",
                                           document_cents(rules->prizes[correct].amount)));
    for (const char *const *option = hi_lo_report_readings; *option; option++)
        document_append(&readings, json_string(*option));
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "game", hi_lo_report_target, "title",
                     "Hi Lo Progressive, Saratoga", "progressive-cents", document_cents(promotion->start),
                     "prizes", prizes, "readings", readings);
}

static json_t *chart_rows(const struct rulebook_chart *chart)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        const struct node *award = node_member(row->node, KEY_AWARD);
        json_t *object =
            json_pack("{s:o, s:o, s:o, s:o}", "row", document_text(row->id), "name", document_text(row->name),
                      "hand", document_text(row->hand), "clause", document_text(row->node->origin.clause));
        award = award ? award : node_member(chart->node, KEY_PRIZE);
        if (award && award->kind == NODE_SCALAR)
            inquiry_set_text(&object, "wins", award->scalar);
        document_append(&rows, object);
    }
    return rows;
}

/* The offers that have a chart in force, by their texts. */
static json_t *offers_with(struct inquiry *inquiry, const struct rulebook *rulebook,
                           const struct rulebook_chart *chart, const struct house *house)
{
    json_t *list = json_array();
    for (unsigned i = 0; house && i < inquiry->offer_count; i++) {
        struct findings findings;
        struct node *data;
        if (!text_equal(inquiry->offers[i].activity, rulebook->document.identity))
            continue;
        const struct offer *offer = inquiry_read_offer(inquiry, rulebook, house, inquiry->offers[i].name,
                                                       inquiry->offers[i].text, &findings, &data);
        for (unsigned j = 0; offer && j < offer->chart_count; j++)
            if (text_equal(offer->charts[j]->name, chart->name))
                document_append(&list, document_text(inquiry->offers[i].name));
    }
    return list;
}

static void add_charts(struct inquiry *inquiry, const struct rulebook *rulebook, const struct house *house,
                       json_t **charts)
{
    struct activity_pieces pieces;
    struct fault fault;
    if (!rulebook || rulebook->is_law || rulebook->chart_count == 0 ||
        activity_pieces_find(rulebook, NULL, &inquiry->errand.arena, &pieces, &fault) != STATUS_OK)
        return;
    for (unsigned i = 0; i < rulebook->chart_count; i++) {
        const struct rulebook_chart *chart = &rulebook->charts[i];
        json_t *games = json_array();
        for (unsigned j = 0; j < pieces.count; j++)
            if (pieces.pieces[j].chart == chart)
                document_append(&games, json_string(pieces.pieces[j].game->name));
        if (json_array_size(games) == 0) {
            json_decref(games);
            continue;
        }
        document_append(charts,
                        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "document",
                                  document_text(rulebook->document.identity), "title",
                                  document_text(rulebook->document.name), "offers",
                                  offers_with(inquiry, rulebook, chart, house), "chart",
                                  document_text(chart->name), "games", games, "rows", chart_rows(chart)));
    }
}

static void list_targets(struct inquiry *inquiry)
{
    struct shelf *shelf = inquiry->shelf;
    const struct report_targets *targets = shelf_targets(shelf);
    const struct hi_lo_promotion *hi_lo = shelf_hi_lo(shelf);
    json_t *games = json_array(), *charts = json_array();
    const struct house *house = inquiry_house(inquiry);
    for (unsigned i = 0; targets && i < REPORT_TARGETS; i++)
        document_append(&games, game_document(&targets->all[i]));
    for (unsigned i = 0; i < shelf_count(shelf); i++)
        add_charts(inquiry, inquiry_rulebook(inquiry, shelf_at(shelf, i)->document.identity), house, &charts);
    for (unsigned i = inquiry->document_count; i > 0; i--)
        if (!shelf_find(shelf, inquiry->documents[i - 1].identity))
            add_charts(inquiry, inquiry_rulebook(inquiry, inquiry->documents[i - 1].identity), house,
                       &charts);
    inquiry->answer = json_pack("{s:o, s:o}", "games", games, "charts", charts);
    if (hi_lo)
        document_put(&inquiry->answer, "hi-lo", hi_lo_document(hi_lo));
}

void api_odds_targets(const struct api_request *request)
{
    struct inquiry *inquiry = inquiry_new(request, list_targets);
    if (!inquiry)
        return;
    inquiry_count(inquiry);
    inquiry_send(request, inquiry);
}

/* ------------------------------------------------------------------------------------------ numbers of a question */

/* An integer of the body, or `usual`; false after a refusal. */
static bool read_number(struct inquiry *inquiry, const char *key, int64_t low, int64_t high, int64_t usual,
                        int64_t *number)
{
    struct place top = place_top(inquiry->body);
    struct fault fault;
    *number = usual;
    if (!place_has(&top, key) || place_integer(&top, key, low, high, number, &fault) == STATUS_OK)
        return true;
    inquiry_refuse(inquiry, 400, key, "%s", fault.words);
    return false;
}

/* Calls `choose` for each reading; false after a refusal. */
static bool read_readings(struct inquiry *inquiry, bool (*choose)(void *context, struct text option),
                          void *context)
{
    const json_t *readings = json_object_get(inquiry->body, "readings");
    for (size_t i = 0; i < json_array_size(readings); i++) {
        const json_t *option = json_array_get(readings, i);
        struct text word = json_is_string(option)
                               ? (struct text){json_string_value(option), json_string_length(option)}
                               : text_of("");
        if (choose(context, word))
            continue;
        inquiry_refuse(inquiry, 400, "readings", "There is no reading \"%.*s\".",
                       TEXT_ARGUMENTS(text_clipped(word, 60)));
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ paytables */

static bool choose_reading(void *context, struct text option)
{
    struct explore_question *question = context;
    return report_choose_reading(&question->settings, question->target, option);
}

static bool read_settings(struct inquiry *inquiry, struct explore_question *question)
{
    int64_t players, meter, wager;
    struct fault fault;
    question->settings = report_settings_usual();
    if (!read_number(inquiry, "players", 1, REPORT_PLAYERS_MAX, REPORT_PLAYERS_MAX, &players) ||
        !read_number(inquiry, "meter-cents", 0, INT64_MAX, 0, &meter) ||
        !read_number(inquiry, "wager-cents", 0, INT64_MAX, 0, &wager) ||
        !read_readings(inquiry, choose_reading, question))
        return false;
    question->settings.players = (unsigned)players;
    question->settings.meter = money_of_cents(meter);
    question->settings.wager = money_of_cents(wager);
    if (explore_check_settings(&question->settings, &fault) == STATUS_OK)
        return true;
    inquiry_refuse(inquiry, 400, NULL, "%s", fault.words);
    return false;
}

/* As many as were given; if there are too many, one more than a paytable has. */
static bool read_rows(struct inquiry *inquiry, struct explore_row rows[PAY_ROWS_MAX + 1], unsigned *count)
{
    const json_t *given = json_object_get(inquiry->body, "rows");
    size_t size = json_array_size(given);
    *count = (unsigned)(size > PAY_ROWS_MAX ? PAY_ROWS_MAX + 1 : size);
    if (given && (!json_is_array(given) || size == 0)) {
        inquiry_refuse(inquiry, 400, "rows", "A paytable has 1 to %d rows.", PAY_ROWS_MAX);
        return false;
    }
    for (unsigned i = 0; i < *count; i++)
        rows[i] = (struct explore_row){inquiry_text(json_array_get(given, i), "hand"),
                                       inquiry_text(json_array_get(given, i), "pays")};
    return true;
}

static void count_paytable(struct inquiry *inquiry, const struct report_target *target)
{
    struct shelf *shelf = inquiry->shelf;
    struct explore_row rows[PAY_ROWS_MAX + 1];
    struct explore_question question = {.target = target, .rows = rows};
    unsigned wrong;
    struct fault fault;
    question.entry = report_entry_find(target, inquiry_text(inquiry->body, "bet"));
    if (!question.entry) {
        inquiry_refuse(inquiry, 404, "bet", "There is no such bet; /api/odds lists them.");
        return;
    }
    if (!read_settings(inquiry, &question) || !read_rows(inquiry, rows, &question.row_count))
        return;
    if (target->four_card && question.entry->kind == REPORT_BASE)
        question.four_card = shelf_four_card(shelf);
    enum status status =
        explore_paytable(&question, &inquiry->errand.arena, &inquiry->answer, &wrong, &fault);
    if (status == STATUS_OK)
        return;
    char field[32] = "rows";
    struct text_out out;
    text_out_init(&out, field, sizeof field);
    text_out_add(&out, wrong < question.row_count ? "rows/%u" : "rows", wrong);
    inquiry_refuse(inquiry, status == STATUS_INVALID ? 400 : 503, field, "%s", fault.words);
}

/* ------------------------------------------------------------------------------------------ Hi Lo */

static bool choose_rule(void *context, struct text option)
{
    return hi_lo_report_choose_reading(context, option);
}

static void count_hi_lo(struct inquiry *inquiry, const struct hi_lo_promotion *promotion)
{
    struct hi_lo_rules rules = promotion->rules;
    const struct hi_lo_report *report;
    int64_t progressive;
    struct fault fault;
    if (!read_number(inquiry, "progressive-cents", 0, (int64_t)PROGRESSIVE_DOLLARS_MAX * MONEY_DOLLAR,
                     promotion->start.cents, &progressive) ||
        !read_readings(inquiry, choose_rule, &rules))
        return;
    if (shelf_hi_lo_report(inquiry->shelf, &rules, money_of_cents(progressive), &report, &fault) !=
        STATUS_OK) {
        inquiry_refuse(inquiry, 503, NULL, "%s", fault.words);
        return;
    }
    inquiry->answer = json_pack("{s:s, s:I, s:o, s:[]}", "game", hi_lo_report_target, "progressive-cents",
                                (json_int_t)progressive, "hi-lo", hi_lo_report_document(report), "notes");
}

/* ------------------------------------------------------------------------------------------ charts */

static bool read_prizes(struct inquiry *inquiry, struct explore_prize *prizes, unsigned *count)
{
    json_t *given = json_object_get(inquiry->body, "prizes"), *award;
    const char *row;
    *count = 0;
    if (json_object_size(given) > PRIZES_MAX) {
        inquiry_refuse(inquiry, 400, "prizes", "There are too many prizes.");
        return false;
    }
    json_object_foreach(given, row, award)
    {
        struct text text = inquiry_text(given, row);
        if (!json_is_string(award) || text.length == 0 || text.length > VALUE_TEXT_MAX) {
            inquiry_refuse(inquiry, 400, row, "A prize is a text, such as $500.");
            return false;
        }
        prizes[(*count)++] = (struct explore_prize){text_of(row), text};
    }
    return true;
}

/* The requested piece of the chart in the game. NULL after a refusal. */
static const struct activity_piece *find_piece(struct inquiry *inquiry, const struct activity_pieces *pieces)
{
    struct text chart = inquiry_text(inquiry->body, "chart"), game = inquiry_text(inquiry->body, "in");
    for (unsigned i = 0; i < pieces->count; i++) {
        const struct activity_piece *piece = &pieces->pieces[i];
        if ((chart.length == 0 || text_equal(piece->chart->name, chart)) &&
            (game.length == 0 || text_equal(text_of(piece->game->name), game)))
            return piece;
    }
    inquiry_refuse(inquiry, 404, "chart", "There is no such chart in that game; /api/odds lists them.");
    return NULL;
}

static void count_piece(struct inquiry *inquiry, struct explore_chart *chart)
{
    struct arena *arena = &inquiry->errand.arena;
    struct explore_prize prizes[PRIZES_MAX];
    int64_t players, meter;
    unsigned wrong = 0;
    struct fault fault;
    if (!read_number(inquiry, "players", 1, CHART_ODDS_PLAYERS_MAX, 0, &players) ||
        !read_number(inquiry, "meter-cents", 0, (int64_t)EXPLORE_METER_DOLLARS_MAX * MONEY_DOLLAR, 0,
                     &meter) ||
        !read_prizes(inquiry, prizes, &chart->prize_count))
        return;
    chart->prizes = prizes;
    chart->meter = money_of_cents(meter);
    chart->pace = chart->piece->pace ? chart->piece->pace : PACE_USUAL;
    enum status status = shelf_chart(inquiry->shelf, chart->rulebook, chart->offer, chart->piece,
                                     (unsigned)players, arena, &chart->odds, &fault);
    if (status != STATUS_OK) {
        inquiry_refuse(inquiry, status == STATUS_RANGE ? 400 : 503, "players", "%s", fault.words);
        return;
    }
    status = explore_chart(chart, arena, &inquiry->answer, &wrong, &fault);
    if (status == STATUS_OK)
        return;
    char field[128] = "prizes";
    struct text_out out;
    text_out_init(&out, field, sizeof field);
    text_out_add(
        &out, "prizes/%.*s",
        TEXT_ARGUMENTS(wrong < chart->prize_count ? text_clipped(prizes[wrong].row, 100) : text_of("")));
    inquiry_refuse(inquiry, status == STATUS_INVALID ? 400 : 503, field, "%s", fault.words);
}

static void count_chart(struct inquiry *inquiry)
{
    struct text name = inquiry_text(inquiry->body, "offer");
    const struct inquiry_offer *posted = inquiry_offer_called(inquiry, name);
    struct explore_chart chart = {
        .rulebook =
            inquiry_rulebook(inquiry, posted ? posted->activity : inquiry_text(inquiry->body, "document"))};
    struct activity_pieces pieces;
    struct fault fault;
    if ((name.length > 0 && !posted) || !chart.rulebook || chart.rulebook->is_law) {
        inquiry_refuse(inquiry, 404, name.length ? "offer" : "document",
                       "There is no such document or offer with charts; /api/odds lists them.");
        return;
    }
    if (posted) {
        struct findings findings;
        struct node *data;
        const struct house *house = inquiry_house(inquiry);
        chart.offer =
            house ? inquiry_read_offer(inquiry, chart.rulebook, house, name, posted->text, &findings, &data)
                  : NULL;
    }
    if (activity_pieces_find(chart.rulebook, chart.offer, &inquiry->errand.arena, &pieces, &fault) !=
        STATUS_OK) {
        inquiry_refuse(inquiry, 503, NULL, "%s", fault.words);
        return;
    }
    chart.piece = find_piece(inquiry, &pieces);
    if (chart.piece)
        count_piece(inquiry, &chart);
    if (posted && inquiry->answer)
        inquiry_set_text(&inquiry->answer, "offer", name);
}

/* ------------------------------------------------------------------------------------------ the question */

static void count(struct inquiry *inquiry)
{
    struct shelf *shelf = inquiry->shelf;
    struct text game = inquiry_text(inquiry->body, "game");
    const struct report_targets *targets = shelf_targets(shelf);
    const struct hi_lo_promotion *hi_lo = shelf_hi_lo(shelf);
    const struct report_target *target =
        targets && game.length > 0 ? report_target_find(targets, game) : NULL;
    if (target)
        count_paytable(inquiry, target);
    else if (game.length > 0 && hi_lo && hi_lo_report_is_called(game))
        count_hi_lo(inquiry, hi_lo);
    else if (game.length > 0)
        inquiry_refuse(inquiry, 404, "game", "There is no such game; /api/odds lists them.");
    else
        count_chart(inquiry);
}

void api_odds(const struct api_request *request)
{
    static const char *const keys[] = {
        "game",     "bet",   "rows",  "readings", "players", "meter-cents",      "wager-cents",
        "document", "offer", "chart", "in",       "prizes",  "progressive-cents"};
    struct inquiry *inquiry = inquiry_new(request, count);
    if (!inquiry || !inquiry_read_body(request, inquiry, keys, sizeof keys / sizeof keys[0]))
        return;
    inquiry_count(inquiry);
    inquiry_send(request, inquiry);
}
