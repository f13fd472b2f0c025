#include "rulebook/rulebook.h"

#include "base/check.h"
#include "rulebook/check_internal.h"
#include "rulebook/schema.h"
#include "rulebook/table_games.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ short forms */

static struct node *new_node(struct arena *arena, enum node_kind kind, const char *key, struct origin origin)
{
    struct node *node = ARENA_NEW(arena, struct node);
    if (!node)
        return NULL;
    node->kind = kind;
    node->origin = node->key_origin = origin;
    node->key = text_of(key);
    return node;
}

/* `royal flush: 100% of prize pool` is a row with a hand and an award. */
static enum status write_out_row(struct arena *arena, struct node *row)
{
    if (row->kind != NODE_MAP || row->count != 1)
        return STATUS_OK;
    struct node *pair = row->first_child;
    const struct vocabulary_part *part = vocabulary_part_find(PART_ROW);
    CHECK(part);
    if (vocabulary_key_find(part, pair->key))
        return STATUS_OK;
    struct node *hand = new_node(arena, NODE_SCALAR, KEY_HAND, pair->key_origin);
    if (!hand)
        return arena->refusal;
    hand->scalar = pair->key;
    hand->next = pair;
    pair->key = text_of(KEY_AWARD);
    row->first_child = hand;
    row->count = 2;
    return STATUS_OK;
}

/* A list of rows is a chart that has nothing else. */
static enum status write_out_chart(struct arena *arena, struct node *chart)
{
    if (chart->kind == NODE_LIST) {
        struct node *rows = new_node(arena, NODE_LIST, KEY_ROWS, chart->origin);
        if (!rows)
            return arena->refusal;
        rows->first_child = chart->first_child;
        rows->count = chart->count;
        chart->kind = NODE_MAP;
        chart->first_child = rows;
        chart->count = 1;
    }
    if (chart->kind != NODE_MAP)
        return STATUS_OK;
    enum status status = STATUS_OK;
    for (struct node *member = chart->first_child; member; member = member->next)
        if (member->kind == NODE_LIST && text_equal(member->key, text_of(KEY_ROWS)))
            for (struct node *row = member->first_child; row && status == STATUS_OK; row = row->next)
                status = write_out_row(arena, row);
    return status;
}

static enum status write_out_charts(struct arena *arena, struct node *charts)
{
    enum status status = STATUS_OK;
    if (charts->kind == NODE_MAP)
        for (struct node *chart = charts->first_child; chart && status == STATUS_OK; chart = chart->next)
            status = write_out_chart(arena, chart);
    return status;
}

static enum status write_out(struct arena *arena, struct node *data)
{
    enum status status = STATUS_OK;
    for (struct node *part = data->first_child; part && status == STATUS_OK; part = part->next) {
        if (text_equal(part->key, text_of(PART_CHARTS)))
            status = write_out_charts(arena, part);
        else if (text_equal(part->key, text_of(PART_PAYTABLES)) && part->kind == NODE_MAP)
            for (struct node *wager = part->first_child; wager && status == STATUS_OK; wager = wager->next)
                status = write_out_charts(arena, wager);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ games */

/* By its own name, not as one of a group. */
static bool names_game(const struct rulebook_chart *chart, const struct game_name *game)
{
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct game_list *games = &chart->rows[i].games;
        for (unsigned j = 0; j < games->count; j++)
            if (games->games[j].group == GAME_NAMED && game_name_includes(&games->games[j], game))
                return true;
    }
    return false;
}

unsigned rulebook_row_game(const struct rulebook_chart *chart, const struct rulebook_row *row,
                           const struct game_name *game)
{
    bool by_name = names_game(chart, game);
    for (unsigned i = 0; i < row->games.count; i++) {
        const struct game_name *own = &row->games.games[i];
        if (by_name || own->group != GAME_NAMED ? game_name_includes(own, game) : own->game == game->game)
            return i;
    }
    return row->games.count;
}

bool game_list_includes(const struct game_list *list, const struct game_name *game)
{
    for (unsigned i = 0; i < list->count; i++)
        if (game_name_includes(&list->games[i], game))
            return true;
    return false;
}

/* Names that cannot be read are left out: the schema has said so. */
static enum status read_games(struct arena *arena, const struct node *list, struct game_list *games)
{
    games->count = 0;
    games->games = ARENA_ARRAY(arena, struct game_name, list->count + 1);
    if (!games->games)
        return arena->refusal;
    for (const struct node *item = list->first_child; item; item = item->next)
        if (item->kind == NODE_SCALAR &&
            game_name_read(item->scalar, &games->games[games->count], NULL) == STATUS_OK)
            games->count++;
    return STATUS_OK;
}

static enum status games_or(struct arena *arena, const struct node *node, const struct game_list *otherwise,
                            struct game_list *games)
{
    const struct node *list = node_member(node, KEY_GAMES);
    if (!list || list->kind != NODE_LIST || list->count == 0) {
        *games = *otherwise;
        return STATUS_OK;
    }
    return read_games(arena, list, games);
}

/* ------------------------------------------------------------------------------------------ rows */

/* The phrase that is added to hands of this game; NULL if there is none. */
static const struct node *judged_phrase(const struct rulebook *rulebook, const struct game_name *game)
{
    const struct node *judged = node_member(rulebook->data, PART_JUDGED);
    if (!judged || judged->kind != NODE_MAP)
        return NULL;
    const struct node *phrase = NULL;
    for (const struct node *member = judged->first_child; member; member = member->next) {
        struct game_name name;
        if (member->kind != NODE_SCALAR || game_name_read(member->key, &name, NULL) != STATUS_OK)
            continue;
        bool same = game->group == GAME_NAMED && name.group == GAME_NAMED ? name.game == game->game
                    : game->group == GAME_NAMED                           ? game_name_includes(&name, game)
                                                                          : name.group == game->group;
        if (same && (!phrase || name.group == GAME_NAMED))
            phrase = member;
    }
    return phrase;
}

/* Whether the words say which hole cards play. */
static bool asks_of_holes(struct text words)
{
    struct hand_rule rule;
    if (hand_rule_compile(words, 0, &rule, NULL) != STATUS_OK)
        return false;
    for (unsigned i = 0; i < rule.count; i++)
        if (rule.atoms[i].shape == HAND_SHAPE_HOLES)
            return true;
    return false;
}

/* The phrase behind every way of the hand, as a condition (", both hole cards") or a place (" on the flop"). A way that says
 * itself which hole cards play ("pocket pair") keeps to that. */
static void add_phrase(struct text_out *out, struct text hand, struct text phrase, const char *joint)
{
    bool of_holes = asks_of_holes(phrase);
    for (size_t start = 0; start <= hand.length;) {
        size_t end = start;
        while (end < hand.length && hand.bytes[end] != ';')
            end++;
        struct text way = text_trimmed(text_slice(hand, start, end - start));
        text_out_add(out, "%s%.*s", start ? "; " : "", TEXT_ARGUMENTS(way));
        if (!of_holes || !asks_of_holes(way))
            text_out_add(out, "%s%.*s", joint, TEXT_ARGUMENTS(phrase));
        start = end + 1;
    }
}

enum status rulebook_compile_row(const struct rulebook *rulebook, const struct rulebook_row *row,
                                 const struct text *suit, const struct text *rank,
                                 const struct game_name *game, struct hand_rule *rule, struct fault *fault)
{
    char hand[HAND_RULE_TEXT_SIZE], words[HAND_RULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, hand, sizeof hand);
    schema_hand_text(&out, row->hand, suit, rank);
    struct text plain = text_out_text(&out);
    const struct node *phrase = judged_phrase(rulebook, game);
    if (!phrase)
        return hand_rule_compile(plain, 0, rule, fault);
    text_out_init(&out, words, sizeof words);
    add_phrase(&out, plain, phrase->scalar, ", ");
    if (out.truncated)
        return fault_set(fault, STATUS_NO_SPACE, 1, "the hand is too long; write it in fewer words");
    if (hand_rule_compile(text_out_text(&out), 0, rule, fault) == STATUS_OK)
        return STATUS_OK;
    text_out_init(&out, words, sizeof words);
    add_phrase(&out, plain, phrase->scalar, " ");
    return hand_rule_compile(text_out_text(&out), 0, rule, NULL) == STATUS_OK ? STATUS_OK : STATUS_INVALID;
}

/* Once, with the first hand that it cannot follow. */
static void refuse_phrase(const struct node *phrase, const struct rulebook_row *row,
                          const struct fault *fault, struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct origin *said = &findings->items[i].origin;
        if (said->file == phrase->origin.file && said->line == phrase->origin.line &&
            said->column == phrase->origin.column)
            return;
    }
    findings_add(findings, FINDING_ERROR, phrase->origin,
                 "\"%.*s\" cannot follow the hand \"%.*s\"" REMEDY "%s", TEXT_ARGUMENTS(phrase->scalar),
                 TEXT_ARGUMENTS(row->hand), fault->words);
}

static enum status compile_rules(const struct rulebook *rulebook, struct rulebook_row *row,
                                 struct arena *arena, struct findings *findings)
{
    row->rules = ARENA_ARRAY(arena, struct hand_rule, row->games.count);
    if (!row->rules)
        return arena->refusal;
    struct hand_rule alone;
    for (unsigned i = 0; i < row->games.count; i++) {
        struct fault fault;
        if (rulebook_compile_row(rulebook, row, NULL, NULL, &row->games.games[i], &row->rules[i], &fault) ==
            STATUS_OK)
            continue;
        const struct node *phrase = judged_phrase(rulebook, &row->games.games[i]);
        if (phrase && hand_rule_compile(row->hand, 0, &alone, NULL) == STATUS_OK)
            refuse_phrase(phrase, row, &fault, findings);
        return STATUS_INVALID;
    }
    return STATUS_OK;
}

static bool is_letter(struct text name)
{
    return name.length == 1 && ((name.bytes[0] >= 'A' && name.bytes[0] <= 'Z'));
}

static enum status name_row(const struct rulebook_chart *chart, unsigned index, struct arena *arena,
                            struct rulebook_row *row)
{
    char words[32];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    if (is_letter(chart->name))
        text_out_add(&out, "%c%u", chart->name.bytes[0], index + 1);
    else if (index < 26)
        text_out_add(&out, "%c", (char)('a' + index));
    else
        text_out_add(&out, "%u", index + 1);
    const struct node *name = node_member(row->node, KEY_NAME);
    row->name = name && name->kind == NODE_SCALAR ? name->scalar : row->hand;
    return arena_copy_text(arena, text_out_text(&out), &row->id);
}

/* The hand of a row: where the rules leave it to the house, the one among `hands`, by the name of the row. NULL if there is
 * none. */
static const struct node *hand_of_row(const struct node *row, const struct node *hands)
{
    const struct node *hand = node_member(row, KEY_HAND), *name = node_member(row, KEY_NAME);
    if (hand && hand->kind == NODE_SCALAR && text_equal(hand->scalar, text_of("posted")))
        hand = hands && name && name->kind == NODE_SCALAR ? node_member_called(hands, name->scalar) : NULL;
    return hand && hand->kind == NODE_SCALAR ? hand : NULL;
}

/* STATUS_INVALID: the row cannot be used, and a finding has said why. */
static enum status read_row(const struct rulebook *rulebook, const struct rulebook_chart *chart,
                            unsigned index, const struct node *hands, struct arena *arena,
                            struct findings *findings, struct rulebook_row *row)
{
    const struct node *hand = hand_of_row(row->node, hands);
    if (!hand)
        return STATUS_INVALID;
    row->hand = hand->scalar;
    enum status status = name_row(chart, index, arena, row);
    if (status == STATUS_OK)
        status = games_or(arena, row->node, &chart->games, &row->games);
    if (status != STATUS_OK)
        return status;
    const struct node *award = node_member(row->node, KEY_AWARD);
    if (!award)
        award = node_member(chart->node, KEY_PRIZE);
    row->has_award = award && award->kind == NODE_SCALAR &&
                     value_read(VALUE_AWARD, award->scalar, &row->award, NULL) == STATUS_OK;
    if (row->games.count == 0)
        return STATUS_INVALID;
    return compile_rules(rulebook, row, arena, findings);
}

static enum status read_chart(const struct rulebook *rulebook, const struct node *node,
                              const struct node *hands, struct arena *arena, struct findings *findings,
                              struct rulebook_chart *chart)
{
    *chart = (struct rulebook_chart){.name = node->key, .node = node};
    enum status status = games_or(arena, node, &rulebook->games, &chart->games);
    const struct node *rows = node_member(node, KEY_ROWS);
    if (status != STATUS_OK || !rows || rows->kind != NODE_LIST)
        return status;
    chart->rows = ARENA_ARRAY(arena, struct rulebook_row, rows->count + 1);
    if (!chart->rows)
        return arena->refusal;
    unsigned index = 0;
    for (const struct node *item = rows->first_child; item; item = item->next, index++) {
        struct rulebook_row *row = &chart->rows[chart->row_count];
        *row = (struct rulebook_row){.node = item};
        status = read_row(rulebook, chart, index, hands, arena, findings, row);
        if (status == STATUS_OK)
            chart->row_count++;
        else if (status != STATUS_INVALID)
            return status;
    }
    return STATUS_OK;
}

static enum status read_charts(struct rulebook *rulebook, struct arena *arena, struct findings *findings)
{
    const struct node *charts = node_member(rulebook->data, PART_CHARTS);
    if (!charts || charts->kind != NODE_MAP)
        return STATUS_OK;
    rulebook->charts = ARENA_ARRAY(arena, struct rulebook_chart, charts->count + 1);
    if (!rulebook->charts)
        return arena->refusal;
    enum status status = STATUS_OK;
    for (const struct node *node = charts->first_child; node && status == STATUS_OK; node = node->next)
        if (node->kind == NODE_MAP)
            status =
                read_chart(rulebook, node, NULL, arena, findings, &rulebook->charts[rulebook->chart_count++]);
    return status;
}

enum status rulebook_chart_with_hands(const struct rulebook *rulebook, const struct rulebook_chart *chart,
                                      const struct node *hands, struct arena *arena,
                                      struct findings *findings, struct rulebook_chart *with_hands)
{
    return read_chart(rulebook, chart->node, hands, arena, findings, with_hands);
}

const struct rulebook_chart *rulebook_chart_find(const struct rulebook *rulebook, struct text name)
{
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        if (text_equal(rulebook->charts[i].name, name))
            return &rulebook->charts[i];
    return NULL;
}

/* ------------------------------------------------------------------------------------------ the whole */

static enum status merge_clauses(struct rulebook *rulebook, struct arena *arena, struct findings *findings)
{
    struct origin whole = {.file = rulebook->document.file, .line = 1, .column = 1};
    rulebook->data = node_new_map(arena, whole);
    if (!rulebook->data)
        return arena->refusal;
    for (unsigned i = 0; i < rulebook->document.clause_count; i++) {
        const struct clause *clause = &rulebook->document.clauses[i];
        if (!clause->data)
            continue;
        enum status status = node_merge(rulebook->data, clause->data, arena, findings);
        if (status != STATUS_OK && status != STATUS_INVALID)
            return status;
    }
    return STATUS_OK;
}

static size_t errors_of(const struct findings *findings)
{
    return findings->counted[FINDING_ERROR] + findings->counted[FINDING_UNREADABLE];
}

enum status rulebook_read(struct text bytes, const char *file, struct text identity, struct arena *arena,
                          struct findings *findings, struct rulebook *rulebook)
{
    struct rulebook read = {0};
    size_t errors = errors_of(findings);
    enum status status = rule_document_read(bytes, file, identity, arena, findings, &read.document);
    if (status == STATUS_OK || status == STATUS_INVALID)
        status = merge_clauses(&read, arena, findings);
    if (status == STATUS_OK)
        status = write_out(arena, read.data);
    if (status != STATUS_OK)
        return status;
    schema_check(read.data, SCHEMA_APPROVES, findings);
    read.is_law = node_member(read.data, PART_LAW) != NULL;
    static const struct game_list no_games = {NULL, 0};
    status = games_or(arena, read.data, &no_games, &read.games);
    if (status == STATUS_OK)
        status = read_charts(&read, arena, findings);
    if (status != STATUS_OK)
        return status;
    /* Half a document would be blamed for what its other half says. */
    if (read.document.clause_count > 0 && read.document.unread_fences == 0) {
        check_rulebook(&read, findings);
        check_law(&read, findings);
        table_games_check(&read, arena, findings);
    }
    read.has_errors = errors_of(findings) > errors;
    *rulebook = read;
    return STATUS_OK;
}
