#include "rulebook/check_internal.h"

#include "base/check.h"
#include "rulebook/schema.h"
#include "rulebook/value_internal.h"
#include "rulebook/vocabulary_paths.h"

enum { NAMES_SIZE = 384 };

static struct origin with_clause(struct origin origin, struct text clause)
{
    origin.clause = clause;
    return origin;
}

/* ------------------------------------------------------------------------------------------ charts in force */

static void write_chart_names(struct text_out *out, const struct rulebook *rulebook)
{
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        text_out_add(out, "%s%.*s", i ? ", " : "", TEXT_ARGUMENTS(rulebook->charts[i].name));
}

static void take_chart(struct offer *offer, const struct node *name, struct findings *findings)
{
    const struct rulebook_chart *chart =
        name->kind == NODE_SCALAR ? rulebook_chart_find(offer->rulebook, name->scalar) : NULL;
    if (chart) {
        offer->charts[offer->chart_count++] = chart;
        return;
    }
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    write_chart_names(&out, offer->rulebook);
    const struct node *charts = node_member(offer->rulebook->data, PART_CHARTS);
    if (!charts)
        findings_add(findings, FINDING_ERROR, name->origin,
                     "the rules have no charts" REMEDY "leave \"chart\" out");
    else
        findings_add(findings, FINDING_ERROR, with_clause(name->origin, charts->origin.clause),
                     "there is no chart \"%.*s\"" REMEDY "write one of: %s",
                     TEXT_ARGUMENTS(name->kind == NODE_SCALAR ? name->scalar : text_of("list")), names);
}

static struct text choice_clause(const struct rulebook *rulebook, const char *path)
{
    const struct node *rule = node_path(rulebook->data, path);
    return rule ? rule->origin.clause : text_of("");
}

/* "one at a time" takes one name; "one for each game" takes a map or, for a house with one such game, a name. */
static void take_named(struct offer *offer, const struct node *named, const struct node *how,
                       struct findings *findings)
{
    if (named->kind == NODE_SCALAR) {
        take_chart(offer, named, findings);
        return;
    }
    if (!node_says(how, "one for each game")) {
        findings_add(findings, FINDING_ERROR,
                     with_clause(named->origin, choice_clause(offer->rulebook, PATH_OFFERING_CHARTS)),
                     "one chart is in force at a time" REMEDY "write one name");
        return;
    }
    for (const struct node *member = named->first_child; member; member = member->next)
        take_chart(offer, member, findings);
}

bool rulebook_chooses_chart(const struct rulebook *rulebook)
{
    const struct node *how = node_path(rulebook->data, PATH_OFFERING_CHARTS);
    return rulebook->chart_count > 1 && how && !node_says(how, "all together");
}

enum status offer_read_charts(struct offer *offer, struct arena *arena, struct findings *findings)
{
    const struct rulebook *rulebook = offer->rulebook;
    const struct node *named = node_member(offer->data, KEY_CHART);
    const struct node *how = node_path(rulebook->data, PATH_OFFERING_CHARTS);
    unsigned most = rulebook->chart_count + (named ? named->count : 0) + 1;
    offer->charts = ARENA_ARRAY(arena, const struct rulebook_chart *, most);
    if (!offer->charts)
        return arena->refusal;
    if (named && rulebook->chart_count > 1 && !rulebook_chooses_chart(rulebook)) {
        findings_add(findings, FINDING_ERROR,
                     with_clause(named->origin, choice_clause(rulebook, PATH_OFFERING_CHARTS)),
                     "all charts are offered together" REMEDY "leave \"chart\" out");
    } else if (named) {
        take_named(offer, named, how, findings);
        return STATUS_OK;
    }
    if (!rulebook_chooses_chart(rulebook))
        for (unsigned i = 0; i < rulebook->chart_count; i++)
            offer->charts[offer->chart_count++] = &rulebook->charts[i];
    else {
        char names[NAMES_SIZE];
        struct text_out out;
        text_out_init(&out, names, sizeof names);
        write_chart_names(&out, rulebook);
        findings_add(findings, FINDING_ERROR,
                     offer_origin(offer, choice_clause(rulebook, PATH_OFFERING_CHARTS)),
                     "no chart is chosen" REMEDY "add chart: with one of %s", names);
    }
    return STATUS_OK;
}

/* Two charts for the same game exclude each other. */
static void check_one_for_each_game(const struct offer *offer, struct findings *findings)
{
    const struct node *how = node_path(offer->rulebook->data, PATH_OFFERING_CHARTS);
    if (!node_says(how, "one for each game"))
        return;
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < i; j++)
            for (unsigned game = 0; game < offer->charts[i]->games.count; game++) {
                const struct game_name *name = &offer->charts[i]->games.games[game];
                if (name->group != GAME_NAMED || !game_list_includes(&offer->charts[j]->games, name))
                    continue;
                findings_add(findings, FINDING_ERROR, offer_origin(offer, how->origin.clause),
                             "charts \"%.*s\" and \"%.*s\" are both for %.*s" REMEDY "choose one of them",
                             TEXT_ARGUMENTS(offer->charts[j]->name), TEXT_ARGUMENTS(offer->charts[i]->name),
                             TEXT_ARGUMENTS(name->name));
                break;
            }
}

/* ------------------------------------------------------------------------------------------ prizes */

static const struct rulebook_row *row_called(const struct offer *offer, struct text name)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
            if (text_equal(offer->charts[i]->rows[j].name, name))
                return &offer->charts[i]->rows[j];
    return NULL;
}

static void unknown_row(const struct offer *offer, const struct node *prize, struct findings *findings)
{
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
            text_out_add(&out, "%s%.*s", out.length ? "; " : "",
                         TEXT_ARGUMENTS(offer->charts[i]->rows[j].name));
    findings_add(findings, FINDING_ERROR, prize->key_origin,
                 "no chart in force has a row \"%.*s\"" REMEDY "%s%s", TEXT_ARGUMENTS(prize->key),
                 out.length ? "write one of: " : "leave the prizes out", names);
}

static void prize_not_approved(const struct node *prize, struct text name, const struct value *approved,
                               struct text clause, struct findings *findings)
{
    char words[VALUE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    value_write(&out, approved);
    findings_add(findings, FINDING_ERROR, with_clause(prize->origin, clause),
                 "the prize %.*s for \"%.*s\" is not approved" REMEDY "post %s",
                 TEXT_ARGUMENTS(prize->scalar), TEXT_ARGUMENTS(name), words);
}

/* A prize under the name of a chart: one for all its rows. */
static bool check_chart_prize(const struct offer *offer, const struct node *prize, struct findings *findings)
{
    for (unsigned i = 0; i < offer->chart_count; i++) {
        const struct rulebook_chart *chart = offer->charts[i];
        const struct node *approved = node_member(chart->node, KEY_PRIZE);
        struct value limit, posted;
        if (!approved || !text_equal(chart->name, prize->key))
            continue;
        if (prize->kind == NODE_SCALAR &&
            value_read(VALUE_AWARD, approved->scalar, &limit, NULL) == STATUS_OK &&
            value_read(VALUE_AWARD, prize->scalar, &posted, NULL) == STATUS_OK &&
            !value_within(&posted, &limit))
            prize_not_approved(prize, chart->name, &limit, approved->origin.clause, findings);
        return true;
    }
    return false;
}

static void check_prize(const struct offer *offer, const struct node *prize, struct findings *findings)
{
    const struct rulebook_row *row = row_called(offer, prize->key);
    struct value posted, approved;
    struct text clause;
    if (!row && !check_chart_prize(offer, prize, findings))
        unknown_row(offer, prize, findings);
    if (row && !row->has_award)
        findings_add(findings, FINDING_ERROR, with_clause(prize->key_origin, row->node->origin.clause),
                     "the rules give \"%.*s\" no prize of its own" REMEDY "leave it out",
                     TEXT_ARGUMENTS(row->name));
    if (row && offer_approved_prize(offer, row, &approved, &clause) && prize->kind == NODE_SCALAR &&
        value_read(VALUE_AWARD, prize->scalar, &posted, NULL) == STATUS_OK &&
        !value_within(&posted, &approved))
        prize_not_approved(prize, row->name, &approved, clause, findings);
}

/* Every prize that the document leaves open is posted, unless the house may leave the row out. */
static void check_open_prizes(const struct offer *offer, const struct rulebook_chart *chart,
                              struct findings *findings)
{
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        if (!row->has_award || value_is_fixed(&row->award) || offer_posted_prize(offer, row))
            continue;
        char approved[VALUE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, approved, sizeof approved);
        value_write(&out, &row->award);
        const struct node *prizes = node_member(offer->data, KEY_PRIZES);
        findings_add(findings, FINDING_ERROR,
                     prizes ? with_clause(prizes->key_origin, row->node->origin.clause)
                            : offer_origin(offer, row->node->origin.clause),
                     "the prize for \"%.*s\" is not posted" REMEDY "post %s under prizes",
                     TEXT_ARGUMENTS(row->name), approved);
    }
}

static bool is_money(const struct node *prize, int64_t *cents)
{
    struct value value;
    if (prize->kind != NODE_SCALAR || value_read(VALUE_AWARD, prize->scalar, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN || value.award.count != 1 || value.award.parts[0].kind != AWARD_MONEY)
        return false;
    *cents = value.award.parts[0].range.low;
    return true;
}

static bool posted_cents(const struct offer *offer, const struct rulebook_row *row, int64_t *cents)
{
    const struct node *prize = offer_posted_prize(offer, row);
    return prize && is_money(prize, cents);
}

static bool share_game(const struct rulebook_row *one, const struct rulebook_row *other)
{
    for (unsigned i = 0; i < one->games.count; i++)
        if (one->games.games[i].group != GAME_NAMED ||
            game_list_includes(&other->games, &one->games.games[i]))
            return true;
    return false;
}

/* The place of a poker class among five cards; 0 if the rule is not one class and conditions on hole cards. */
static unsigned class_place(const struct hand_rule *rule)
{
    static const unsigned kinds[] = {0, 0, 2, 4, 8, 11};
    const struct hand_atom *atom = &rule->atoms[0];
    for (unsigned i = 0; i < rule->count; i++)
        if (rule->atoms[i].negated || rule->atoms[i].shape != (i ? HAND_SHAPE_HOLES : HAND_SHAPE_CLASS))
            return 0;
    switch ((enum hand_class)atom->kind) {
    case HAND_CLASS_HIGH_CARD:
        return 1;
    case HAND_CLASS_KIND:
        return atom->count < sizeof kinds / sizeof kinds[0] ? kinds[atom->count] : 0;
    case HAND_CLASS_TWO_PAIR:
    case HAND_CLASS_THREE_PAIR:
        return 3;
    case HAND_CLASS_STRAIGHT:
        return 5;
    case HAND_CLASS_FLUSH:
        return 6;
    case HAND_CLASS_FULL_HOUSE:
        return 7;
    case HAND_CLASS_STRAIGHT_FLUSH:
        return 9;
    case HAND_CLASS_ROYAL_FLUSH:
        return 10;
    }
    return 0;
}

/* Of five cards in the usual order, where a worse hand that wins more is likely a slip of the pen. */
static bool is_better(const struct rulebook_row *one, const struct rulebook_row *other)
{
    const struct hand_game *game = one->games.games[0].game;
    unsigned place = class_place(&one->rules[0]), other_place = class_place(&other->rules[0]);
    bool usual = !game || game->order == HAND_ORDER_FIVE || game->order == HAND_ORDER_JOKER;
    return usual && other_place > 0 && place > other_place;
}

static void check_prize_order(const struct offer *offer, const struct rulebook_chart *chart,
                              struct findings *findings)
{
    for (unsigned i = 1; i < chart->row_count; i++) {
        const struct rulebook_row *better = &chart->rows[i - 1], *worse = &chart->rows[i];
        int64_t more, less;
        if (!is_better(better, worse) || !share_game(better, worse) || !posted_cents(offer, better, &less) ||
            !posted_cents(offer, worse, &more) || more <= less)
            continue;
        const struct node *prize = offer_posted_prize(offer, worse);
        findings_add(findings, FINDING_WARNING, with_clause(prize->origin, worse->node->origin.clause),
                     "\"%.*s\" wins more than \"%.*s\", which beats it" REMEDY
                     "see whether the two are exchanged",
                     TEXT_ARGUMENTS(worse->name), TEXT_ARGUMENTS(better->name));
    }
}

static void check_prizes(const struct offer *offer, struct findings *findings)
{
    const struct node *prizes = node_member(offer->data, KEY_PRIZES);
    bool any_rows = node_says(node_path(offer->rulebook->data, PATH_OFFERING_ROWS), "any the house posts");
    if (offer->chart_count == 0 && offer->rulebook->chart_count > 0)
        return; /* no chart is in force, which has been said */
    if (prizes && prizes->kind == NODE_MAP)
        for (const struct node *prize = prizes->first_child; prize; prize = prize->next)
            check_prize(offer, prize, findings);
    for (unsigned i = 0; i < offer->chart_count; i++) {
        if (!any_rows || !prizes)
            check_open_prizes(offer, offer->charts[i], findings);
        check_prize_order(offer, offer->charts[i], findings);
    }
}

/* Whether a row of that name leaves its hand to the house. */
static bool is_open_row(const struct node *row, struct text name)
{
    const struct node *called = node_member(row, KEY_NAME);
    return node_says(node_member(row, KEY_HAND), "posted") && called && called->kind == NODE_SCALAR &&
           text_equal(called->scalar, name);
}

static bool has_open_row(const struct offer *offer, struct text name)
{
    for (unsigned i = 0; i < offer->chart_count; i++) {
        const struct node *rows = node_member(offer->charts[i]->node, KEY_ROWS);
        for (const struct node *row = rows ? rows->first_child : NULL; row; row = row->next)
            if (is_open_row(row, name))
                return true;
    }
    return false;
}

static void check_open_hands(const struct rulebook_chart *chart, const struct node *hands,
                             const struct offer *offer, struct findings *findings)
{
    const struct node *rows = node_member(chart->node, KEY_ROWS);
    for (const struct node *row = rows ? rows->first_child : NULL; row; row = row->next) {
        const struct node *name = node_member(row, KEY_NAME);
        if (!name || !is_open_row(row, name->scalar))
            continue;
        bool posted = false;
        for (const struct node *hand = hands ? hands->first_child : NULL; hand; hand = hand->next)
            posted |= text_equal(hand->key, name->scalar);
        if (!posted)
            findings_add(findings, FINDING_ERROR,
                         hands ? with_clause(hands->key_origin, row->origin.clause)
                               : offer_origin(offer, row->origin.clause),
                         "the hand of \"%.*s\" is not posted" REMEDY
                         "post it under hands, like %.*s: four of a kind, kings",
                         TEXT_ARGUMENTS(name->scalar), TEXT_ARGUMENTS(name->scalar));
    }
}

/* Hands that the rules leave to the house, by the names of their rows. */
static void check_hands(const struct offer *offer, struct findings *findings)
{
    const struct node *hands = node_member(offer->data, KEY_HANDS);
    for (unsigned i = 0; i < offer->chart_count; i++)
        check_open_hands(offer->charts[i], hands, offer, findings);
    if (hands && hands->kind == NODE_MAP)
        for (const struct node *hand = hands->first_child; hand; hand = hand->next)
            if (!has_open_row(offer, hand->key))
                findings_add(findings, FINDING_ERROR, hand->key_origin,
                             "the rules do not leave the hand of \"%.*s\" to the house" REMEDY "leave it out",
                             TEXT_ARGUMENTS(hand->key));
}

/* ------------------------------------------------------------------------------------------ structure, settings */

static void write_member_names(struct text_out *out, const struct node *map)
{
    for (const struct node *member = map->first_child; member; member = member->next)
        text_out_add(out, "%s%.*s", member == map->first_child ? "" : ", ", TEXT_ARGUMENTS(member->key));
}

static void check_structure(const struct offer *offer, struct findings *findings)
{
    const struct node *structures = node_member(offer->rulebook->data, PART_STRUCTURES);
    const struct node *chosen = node_member(offer->data, KEY_STRUCTURE);
    if (!structures || structures->kind != NODE_MAP) {
        if (chosen)
            findings_add(findings, FINDING_ERROR, chosen->key_origin,
                         "the rules have no payout structures" REMEDY "leave \"structure\" out");
        return;
    }
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    write_member_names(&out, structures);
    if (!chosen && structures->count > 1)
        findings_add(findings, FINDING_ERROR, offer_origin(offer, structures->origin.clause),
                     "no payout structure is chosen" REMEDY "add structure: with one of %s", names);
    if (!chosen || chosen->kind != NODE_SCALAR)
        return;
    for (const struct node *member = structures->first_child; member; member = member->next)
        if (text_equal(member->key, chosen->scalar))
            return;
    findings_add(findings, FINDING_ERROR, with_clause(chosen->origin, structures->origin.clause),
                 "there is no payout structure \"%.*s\"" REMEDY "write one of: %s",
                 TEXT_ARGUMENTS(chosen->scalar), names);
}

void check_setting(const struct node *settings, const struct node *chosen, struct findings *findings)
{
    const struct node *known = NULL;
    if (settings && settings->kind == NODE_MAP)
        for (const struct node *member = settings->first_child; member; member = member->next)
            if (text_equal(member->key, chosen->key))
                known = member;
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    if (!known) {
        if (settings && settings->kind == NODE_MAP)
            write_member_names(&out, settings);
        findings_add(findings, FINDING_ERROR, chosen->key_origin,
                     "the rules have no setting \"%.*s\"" REMEDY "%s%s", TEXT_ARGUMENTS(chosen->key),
                     out.length ? "write one of: " : "leave the settings out", names);
        return;
    }
    const struct node *choices = node_member(known, KEY_CHOICES);
    if (!choices || choices->kind != NODE_LIST)
        return;
    for (const struct node *choice = choices->first_child; choice; choice = choice->next) {
        if (choice->kind == NODE_SCALAR && chosen->kind == NODE_SCALAR &&
            text_equal(choice->scalar, chosen->scalar))
            return;
        text_out_add(&out, "%s%.*s", out.length ? ", " : "", TEXT_ARGUMENTS(choice->scalar));
    }
    findings_add(findings, FINDING_ERROR, with_clause(chosen->origin, known->origin.clause),
                 "the setting \"%.*s\" cannot be \"%.*s\"" REMEDY "write one of: %s",
                 TEXT_ARGUMENTS(chosen->key), TEXT_ARGUMENTS(chosen->scalar), names);
}

static void check_settings(const struct offer *offer, struct findings *findings)
{
    const struct node *chosen = node_member(offer->data, KEY_SETTINGS);
    if (!chosen || chosen->kind != NODE_MAP)
        return;
    const struct node *settings = node_member(offer->rulebook->data, PART_SETTINGS);
    for (const struct node *member = chosen->first_child; member; member = member->next)
        check_setting(settings, member, findings);
}

/* ------------------------------------------------------------------------------------------ tables and times */

/* The item of the list that became the table: items without a table were left out. */
static const struct node *table_node(const struct offer *offer, unsigned index)
{
    unsigned found = 0;
    for (const struct node *item = node_member(offer->data, KEY_TABLES)->first_child; item; item = item->next)
        if (item->kind == NODE_SCALAR && house_table_find(offer->house, item->scalar) && found++ == index)
            return item;
    CHECK_NEVER("a table of an offer stands in its list");
}

/* Whether one of the rates is for the limits of the table. */
static bool has_rate(const struct node *rates, const struct house_table *table)
{
    for (const struct node *rate = rates->first_child; rate; rate = rate->next) {
        const struct node *limits = node_member(rate, KEY_LIMITS);
        struct value value;
        if (limits && limits->kind == NODE_SCALAR &&
            value_read(VALUE_LIMITS, limits->scalar, &value, NULL) == STATUS_OK &&
            (value_equal(&value, &table->limits) ||
             (value.range.high == RANGE_NO_END && value_within(&table->limits, &value))))
            return true;
    }
    return false;
}

static void check_rate(const struct offer *offer, unsigned index, struct findings *findings)
{
    const struct node *rates = node_path(offer->rulebook->data, PATH_FEE_RATES);
    const struct house_table *table = offer->tables[index];
    if (!rates || rates->kind == NODE_SCALAR || table->free_play ||
        !game_list_includes(&offer->rulebook->games, &table->game))
        return;
    bool found = rates->kind == NODE_LIST && has_rate(rates, table);
    for (const struct node *group = rates->kind == NODE_MAP ? rates->first_child : NULL; group;
         group = group->next)
        found |= game_names_include(group->key, &table->game) && has_rate(group, table);
    if (found)
        return;
    char limits[VALUE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, limits, sizeof limits);
    value_write(&out, &table->limits);
    findings_add(findings, FINDING_ERROR, with_clause(table_node(offer, index)->origin, rates->origin.clause),
                 "no fee is approved for %.*s at limits of %s (table %.*s)" REMEDY
                 "offer it at tables with limits of the rate chart",
                 TEXT_ARGUMENTS(table->game.name), limits, TEXT_ARGUMENTS(table->name));
}

static void check_betting(const struct offer *offer, unsigned index, struct findings *findings)
{
    const struct node *betting = node_path(offer->rulebook->data, PATH_ELIGIBILITY_BETTING);
    const struct house_table *table = offer->tables[index];
    if (!betting || node_says(betting, "any") || betting->kind != NODE_SCALAR || !table->game.game->poker ||
        node_says(betting, table->no_limit ? "no limit" : "limit"))
        return;
    findings_add(
        findings, FINDING_ERROR, with_clause(table_node(offer, index)->origin, betting->origin.clause),
        "table %.*s is a %s table, and the activity is for %.*s tables" REMEDY "name other tables",
        TEXT_ARGUMENTS(table->name), table->no_limit ? "no limit" : "limit", TEXT_ARGUMENTS(betting->scalar));
}

/* A table at which no hand can win anything has no reason to be in the list. */
static void check_hands_of_table(const struct offer *offer, unsigned index, struct findings *findings)
{
    const struct house_table *table = offer->tables[index];
    bool on_stage = node_says(node_path(offer->rulebook->data, PATH_STAGE_GAME), "wheel of cards");
    if (offer->chart_count == 0 || on_stage)
        return; /* there the chart judges the cards of the wheel */
    for (unsigned i = 0; i < offer->chart_count; i++) {
        if (offer->charts[i]->row_count == 0)
            return; /* its hands are the house's */
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct game_list *games = &offer->charts[i]->rows[j].games;
            for (unsigned game = 0; game < games->count; game++)
                if (game_name_includes(&games->games[game], &table->game) ||
                    games->games[game].game == table->game.game)
                    return;
        }
    }
    findings_add(findings, FINDING_ERROR,
                 with_clause(table_node(offer, index)->origin, offer->charts[0]->node->origin.clause),
                 "no chart in force has a hand of %.*s (table %.*s)" REMEDY
                 "choose a chart for this game, or leave the table out",
                 TEXT_ARGUMENTS(table->game.name), TEXT_ARGUMENTS(table->name));
}

static void check_tables(const struct offer *offer, struct findings *findings)
{
    const struct node *games = node_member(offer->rulebook->data, PART_GAMES);
    struct text clause = games ? games->origin.clause : text_of("");
    const struct node *list = node_member(offer->data, KEY_TABLES);
    if (list && list->kind == NODE_LIST && list->count == 0)
        findings_add(findings, FINDING_ERROR, with_clause(list->origin, clause),
                     "the offer has no table" REMEDY "name at least one");
    for (unsigned i = 0; i < offer->table_count; i++) {
        const struct house_table *table = offer->tables[i];
        if (!game_list_includes(&offer->rulebook->games, &table->game))
            findings_add(findings, FINDING_ERROR, with_clause(table_node(offer, i)->origin, clause),
                         "%.*s (table %.*s) is not a game of %.*s" REMEDY
                         "name tables with the games of the rules",
                         TEXT_ARGUMENTS(table->game.name), TEXT_ARGUMENTS(table->name),
                         TEXT_ARGUMENTS(offer->rulebook->document.identity));
        else
            check_hands_of_table(offer, i, findings);
        check_betting(offer, i, findings);
        check_rate(offer, i, findings);
        for (unsigned j = 0; j < i; j++)
            if (offer->tables[j] == table)
                findings_add(findings, FINDING_ERROR, table_node(offer, i)->origin,
                             "table %.*s stands twice in the list" REMEDY "name it once",
                             TEXT_ARGUMENTS(table->name));
    }
}

static int64_t days_of(struct duration length)
{
    return length.unit == DURATION_WEEKS ? length.count * 7 : length.count;
}

/* Days are counted inclusively: 2026-11-01 until 2026-11-28 are four weeks. */
static void check_length(const struct offer *offer, const struct node *until, struct date first,
                         struct date last, struct findings *findings)
{
    const struct node *posted = offer_node(offer, PATH_WHEN_LENGTH);
    const struct node *approved = node_path(offer->rulebook->data, PATH_WHEN_LENGTH);
    struct value length;
    struct date right;
    if (!posted || posted->kind != NODE_SCALAR ||
        value_read(VALUE_DURATION, posted->scalar, &length, NULL) != STATUS_OK ||
        length.form != VALUE_IS_GIVEN ||
        (length.duration.low.unit != DURATION_DAYS && length.duration.low.unit != DURATION_WEEKS))
        return;
    int64_t days = date_days(last) - date_days(first) + 1;
    if (days >= days_of(length.duration.low) && days <= days_of(length.duration.high))
        return;
    char words[32];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (date_add_days(first, days_of(length.duration.low) - 1, &right) == STATUS_OK)
        date_write(&out, right);
    findings_add(findings, FINDING_ERROR,
                 with_clause(until->origin, approved ? approved->origin.clause : text_of("")),
                 "the offer lasts %lld days, not %.*s" REMEDY "write until: %s", (long long)days,
                 TEXT_ARGUMENTS(posted->scalar), words);
}

static void check_dates(const struct offer *offer, struct findings *findings)
{
    const struct node *from = node_member(offer->data, KEY_FROM),
                      *until = node_member(offer->data, KEY_UNTIL);
    struct value first, last;
    if (!from || !until || from->kind != NODE_SCALAR || until->kind != NODE_SCALAR ||
        value_read(VALUE_DATE, from->scalar, &first, NULL) != STATUS_OK ||
        value_read(VALUE_DATE, until->scalar, &last, NULL) != STATUS_OK || first.form != VALUE_IS_GIVEN ||
        last.form != VALUE_IS_GIVEN || first.date.year == 0 || last.date.year == 0)
        return;
    if (date_compare(last.date, first.date) < 0)
        findings_add(findings, FINDING_ERROR, until->origin,
                     "the offer ends on %.*s, before it begins on %.*s" REMEDY "turn the dates round",
                     TEXT_ARGUMENTS(until->scalar), TEXT_ARGUMENTS(from->scalar));
    else
        check_length(offer, until, first.date, last.date, findings);
}

/* ------------------------------------------------------------------------------------------ names and funds */

static void check_names(const struct offer *offer, struct findings *findings)
{
    const struct node *other = node_member(offer->data, KEY_ADVERTISED_AS);
    const struct node *names = node_path(offer->rulebook->data, PATH_ACTIVITY_NAMES);
    if (!other)
        return;
    if (!node_says(names, "any, showing the identifier"))
        findings_add(
            findings, FINDING_ERROR, with_clause(other->origin, names ? names->origin.clause : text_of("")),
            "the activity may not be advertised under another name" REMEDY "leave \"advertised as\" out");
    else if (offer->rulebook->document.identifier.length == 0 && !node_member(offer->data, KEY_IDENTIFIER))
        findings_add(findings, FINDING_ERROR, with_clause(other->origin, names->origin.clause),
                     "another name must show the identifier, and there is none" REMEDY
                     "add identifier: or leave \"advertised as\" out");
}

static void check_posted_words(const struct offer *offer, struct findings *findings)
{
    static const struct {
        const char *key, *words, *example;
    } posted[] = {{KEY_SUIT, "the posted suit", "hearts"}, {KEY_RANK, "the posted rank", "8s"}};
    for (size_t word = 0; word < sizeof posted / sizeof posted[0]; word++) {
        const struct rulebook_row *needs = NULL;
        for (unsigned i = 0; i < offer->chart_count; i++)
            for (unsigned j = 0; j < offer->charts[i]->row_count; j++)
                if (text_contains(offer->charts[i]->rows[j].hand, text_of(posted[word].words)))
                    needs = &offer->charts[i]->rows[j];
        const struct node *given = node_member(offer->data, posted[word].key);
        struct fault fault;
        struct hand_rule rule;
        if (needs && !given)
            findings_add(findings, FINDING_ERROR, offer_origin(offer, needs->node->origin.clause),
                         "the %s of \"%.*s\" is not posted" REMEDY "add it, like %s: %s", posted[word].key,
                         TEXT_ARGUMENTS(needs->hand), posted[word].key, posted[word].example);
        else if (needs && given->kind == NODE_SCALAR &&
                 rulebook_compile_row(offer->rulebook, needs, word == 0 ? &given->scalar : NULL,
                                      word == 1 ? &given->scalar : NULL, &needs->games.games[0], &rule,
                                      &fault) != STATUS_OK)
            findings_add(findings, FINDING_ERROR, with_clause(given->origin, needs->node->origin.clause),
                         "\"%.*s\" is not a %s: %s" REMEDY "write it like %s", TEXT_ARGUMENTS(given->scalar),
                         posted[word].key, fault.words, posted[word].example);
    }
}

static void check_funding(const struct offer *offer, struct findings *findings)
{
    const struct node *source = node_path(offer->rulebook->data, PATH_FUNDING_SOURCE);
    const struct node *from = node_path(offer->rulebook->data, PATH_FUNDING_FROM);
    if (!node_says(source, "a fund of the house") || !from || from->kind != NODE_SCALAR)
        return;
    const struct node *posted = node_path(offer->data, PATH_FUNDING_FROM);
    const struct text name = posted && posted->kind == NODE_SCALAR ? posted->scalar : from->scalar;
    if (!house_has_fund(offer->house, name) && !offer->house->has_errors)
        findings_add(findings, FINDING_ERROR, offer_origin(offer, from->origin.clause),
                     "the house has no fund \"%.*s\", which pays this" REMEDY
                     "add it to the funds of the house, or offer something else",
                     TEXT_ARGUMENTS(name));
}

/* An amount that holds here; false if none does, or it is still a range. */
static bool amount_at(const struct offer *offer, const char *part, struct text name, const char *key,
                      const struct node **node, struct range *amount)
{
    char path[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "%s/%.*s/%s", part, TEXT_ARGUMENTS(name), key);
    struct value value;
    *node = offer_node(offer, path);
    if (!*node || (*node)->kind != NODE_SCALAR ||
        value_read(VALUE_MONEY_OR_NONE, (*node)->scalar, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN || !value_is_fixed(&value))
        return false;
    *amount = value.range;
    return true;
}

/* Each posted value may be approved and two of them still contradict each other. */
static void check_order(const struct offer *offer, const char *part, const char *less, const char *more,
                        bool equal, struct findings *findings)
{
    const struct node *map = node_member(offer->rulebook->data, part);
    if (!map || map->kind != NODE_MAP)
        return;
    for (const struct node *member = map->first_child; member; member = member->next) {
        const struct node *one, *other;
        struct range low, high;
        if (!amount_at(offer, part, member->key, less, &one, &low) ||
            !amount_at(offer, part, member->key, more, &other, &high))
            continue;
        if (equal ? low.low <= high.low : low.low < high.low)
            continue;
        const struct node *rule = node_member(member, more);
        findings_add(findings, FINDING_ERROR,
                     with_clause(one->origin, rule ? rule->origin.clause : member->origin.clause),
                     "the %s of %.*s, %.*s, is %s its %s, %.*s" REMEDY "post a lower %s", less,
                     TEXT_ARGUMENTS(member->key), TEXT_ARGUMENTS(one->scalar), equal ? "above" : "not below",
                     more, TEXT_ARGUMENTS(other->scalar), less);
    }
}

/* The pool that pays fixed prizes, if they are not covered by the house. */
static const struct node *pool_of_prizes(const struct offer *offer)
{
    const struct node *pools = node_member(offer->rulebook->data, PART_POOLS);
    if (!pools || pools->kind != NODE_MAP ||
        node_lists(node_path(offer->rulebook->data, PATH_ADVANCES_COVER), "fixed prizes"))
        return NULL;
    for (const struct node *pool = pools->first_child; pool; pool = pool->next)
        if (node_lists(node_member(pool, KEY_PAYS), "fixed prizes"))
            return pool;
    return NULL;
}

/* At first a pool holds its seed, and the fund behind it nothing: a prize that is larger could not be paid. */
static void check_prizes_held(const struct offer *offer, struct findings *findings)
{
    const struct node *prizes = node_member(offer->data, KEY_PRIZES), *pool = pool_of_prizes(offer), *seed;
    struct range held;
    int64_t cents;
    if (!pool || !prizes || prizes->kind != NODE_MAP ||
        !amount_at(offer, PART_POOLS, pool->key, KEY_SEED, &seed, &held))
        return;
    bool is_posted = seed != node_member(pool, KEY_SEED);
    for (const struct node *prize = prizes->first_child; prize; prize = prize->next)
        if (is_money(prize, &cents) && cents > held.low)
            findings_add(findings, FINDING_WARNING,
                         with_clause(prize->origin, node_member(pool, KEY_PAYS)->origin.clause),
                         "the prize %.*s for \"%.*s\" is more than the %.*s holds at first, %.*s, with "
                         "nothing in reserve yet" REMEDY "post a lower prize%s",
                         TEXT_ARGUMENTS(prize->scalar), TEXT_ARGUMENTS(prize->key), TEXT_ARGUMENTS(pool->key),
                         TEXT_ARGUMENTS(seed->scalar), is_posted ? " or a higher seed" : "");
}

static void check_status(const struct offer *offer, struct findings *findings)
{
    const struct node *status = node_path(offer->rulebook->data, PATH_ACTIVITY_STATUS);
    if (node_says(status, "submitted"))
        findings_add(findings, FINDING_ERROR, offer_origin(offer, status->origin.clause),
                     "the activity was submitted, and no approval is on file" REMEDY
                     "wait for the approval and record it in the rule document");
}

static void check_off(const struct offer *offer, struct findings *findings)
{
    const struct node *off = node_member(offer->data, KEY_OFF);
    for (const struct node *item = off && off->kind == NODE_LIST ? off->first_child : NULL; item;
         item = item->next) {
        const struct node *part = NULL;
        for (const struct node *member = offer->rulebook->data->first_child; member; member = member->next)
            if (item->kind == NODE_SCALAR && text_equal(member->key, item->scalar))
                part = member;
        bool multiplier = part && text_equal(part->key, text_of(PART_MULTIPLIER));
        if (!multiplier || node_says(node_member(part, KEY_OPTIONAL), "no"))
            findings_add(findings, FINDING_ERROR,
                         with_clause(item->origin, part ? part->origin.clause : text_of("")),
                         "\"%.*s\" cannot be off" REMEDY "only a multiplier that the rules make optional can",
                         TEXT_ARGUMENTS(item->kind == NODE_SCALAR ? item->scalar : text_of("this")));
    }
}

static void fee_parts_not_whole(const struct offer *offer, const struct node *last, int64_t sum,
                                struct findings *findings)
{
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    percent_write(&out, sum);
    const struct node *pools = node_member(offer->rulebook->data, PART_POOLS);
    findings_add(findings, FINDING_ERROR, with_clause(last->origin, pools->origin.clause),
                 "the parts of the fee for the pools make %s" REMEDY "make them 100%%", words);
}

/* Where the house allocates the fee among several pools, the parts are the whole. */
static void check_fee_parts(const struct offer *offer, struct findings *findings)
{
    const struct node *pools = node_member(offer->rulebook->data, PART_POOLS), *last = NULL;
    int64_t sum = 0;
    for (const struct node *pool = pools ? pools->first_child : NULL; pool; pool = pool->next) {
        char path[NAMES_SIZE];
        struct text_out out;
        struct value value;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_PART_OF_THE_FEE, TEXT_ARGUMENTS(pool->key));
        const struct node *part = offer_node(offer, path);
        if (!part || part->kind != NODE_SCALAR ||
            value_read(VALUE_PERCENT, part->scalar, &value, NULL) != STATUS_OK ||
            value.form != VALUE_IS_GIVEN)
            continue;
        sum += value.range.low;
        last = part;
    }
    if (last && sum != 10000)
        fee_parts_not_whole(offer, last, sum, findings);
}

void check_offer(const struct offer *offer, struct findings *findings)
{
    check_one_for_each_game(offer, findings);
    check_status(offer, findings);
    check_off(offer, findings);
    check_multiplier(offer, findings);
    check_fee_parts(offer, findings);
    check_prizes(offer, findings);
    check_hands(offer, findings);
    check_structure(offer, findings);
    check_settings(offer, findings);
    check_tables(offer, findings);
    check_dates(offer, findings);
    check_names(offer, findings);
    check_posted_words(offer, findings);
    check_funding(offer, findings);
    check_order(offer, PART_POOLS, KEY_SEED, KEY_CAP, true, findings);
    check_order(offer, PART_POOLS, KEY_RESEED, KEY_CAP, true, findings);
    check_prizes_held(offer, findings);
    check_order(offer, PART_INSTRUMENTS, KEY_PRICE, KEY_FACE, false, findings);
}
