/*
 * Charts as decision tables: rows that no hand reaches, rows that overlap, hands left out, and hands that two offers pay.
 *
 * A hand is paid for the best row that it fits, and charts run from the best hand down; so of two rows that a hand fits
 * the earlier pays.
 */
#include "rulebook/check_internal.h"

#include "base/check.h"
#include "cards/poker_rules.h"
#include "rulebook/vocabulary_paths.h"

enum { GROUP_GAMES_MAX = 3, AMOUNTS_SIZE = 96, GAME_SIZE = 160 };

/* Checks the rows of an activity against each other. */
struct chart_check {
    struct hand_relations *relations;
    struct findings *findings;
    bool best_row;  /* paying/rows: best row only, in so many words */
    bool every_row; /* paying/rows: every row that fits, or that no better row includes */
    bool any_row;   /* offering/rows: any the house posts, so that rows may be alternatives */
};

static const struct node *hand_of(const struct rulebook_row *row)
{
    const struct node *hand = node_member(row->node, KEY_HAND);
    CHECK(hand);
    return hand;
}

/* ------------------------------------------------------------------------------------------ games */

/* The games in which a row of a game or a group is tried: for all poker games the three that differ most. Hands of all
 * California games have nothing in common, so that none stands for them. */
static unsigned games_of(const struct game_name *name, const struct hand_game *games[GROUP_GAMES_MAX])
{
    static const char *const poker[GROUP_GAMES_MAX] = {"texas hold'em", "omaha", "seven card stud"};
    if (name->group == GAME_NAMED) {
        games[0] = name->game;
        return name->game->family == HAND_FAMILY_NONE ? 0 : 1;
    }
    for (unsigned i = 0; i < GROUP_GAMES_MAX && name->group == GAME_ALL_POKER; i++)
        games[i] = hand_game_find(text_of(poker[i]));
    return name->group == GAME_ALL_POKER ? GROUP_GAMES_MAX : 0;
}

/* The game, or the group, that both names mean; NULL if they have none in common. */
static const struct game_name *common_game(const struct game_name *one, const struct game_name *other)
{
    if (one->group == GAME_NAMED && game_name_includes(other, one))
        return one;
    if (other->group == GAME_NAMED)
        return one->group != GAME_NAMED && game_name_includes(one, other) ? other : NULL;
    return one->group == other->group ? one : NULL;
}

/* ------------------------------------------------------------------------------------------ one row */

/* A hand that some game of a group has is a hand of the group. */
static void check_hand(const struct chart_check *check, const struct rulebook_row *row, unsigned index)
{
    const struct game_name *name = &row->games.games[index];
    const struct hand_game *games[GROUP_GAMES_MAX];
    unsigned count = games_of(name, games);
    const struct hand_signature *foreign = NULL;
    for (unsigned i = 0; i < count; i++) {
        const struct hand_signature *signature =
            hand_signature_of(check->relations, &row->rules[index], games[i]);
        if (!signature || signature->making == HAND_POSSIBLE)
            return;
        if (signature->making == HAND_FOREIGN)
            foreign = signature;
    }
    if (foreign)
        findings_add(check->findings, FINDING_ERROR, hand_of(row)->origin,
                     "row %.*s is not a hand of %.*s: %s" REMEDY
                     "name a hand of the game, or leave the game out of the row",
                     TEXT_ARGUMENTS(row->id), TEXT_ARGUMENTS(name->name), foreign->fault.words);
    else if (count > 0)
        findings_add(check->findings, FINDING_WARNING, hand_of(row)->origin,
                     "row %.*s can never be made in %.*s" REMEDY "name a hand that can be dealt",
                     TEXT_ARGUMENTS(row->id), TEXT_ARGUMENTS(name->name));
}

/* ------------------------------------------------------------------------------------------ two rows */

struct row_pair {
    const struct rulebook_row *earlier, *later;
    const struct game_name *game; /* that both are for */
    const struct hand_signature *one, *other;
};

static bool are_given(const struct rulebook_row *one, const struct rulebook_row *other)
{
    return one->has_award && other->has_award && one->award.form == VALUE_IS_GIVEN &&
           other->award.form == VALUE_IS_GIVEN;
}

static bool differ_in_kind(const struct rulebook_row *one, const struct rulebook_row *other)
{
    return are_given(one, other) && one->award.award.parts[0].kind != other->award.award.parts[0].kind;
}

/* The two win one amount or share, which no choice of the house can make two. */
static bool win_the_same(const struct rulebook_row *one, const struct rulebook_row *other)
{
    return are_given(one, other) && value_is_fixed(&one->award) && value_equal(&one->award, &other->award);
}

static void report_unpaid(const struct chart_check *check, const struct row_pair *pair, const char *game)
{
    struct origin origin = hand_of(pair->later)->origin;
    unsigned line = hand_of(pair->earlier)->origin.line;
    if (win_the_same(pair->earlier, pair->later))
        findings_add(check->findings, FINDING_WARNING, origin,
                     "row %.*s adds nothing%s: every such hand wins the same by row %.*s (line %u)" REMEDY
                     "leave the row out",
                     TEXT_ARGUMENTS(pair->later->id), game, TEXT_ARGUMENTS(pair->earlier->id), line);
    else
        findings_add(check->findings, FINDING_ERROR, origin,
                     "row %.*s is never paid%s: every such hand is paid as row %.*s (line %u)" REMEDY
                     "put the better hand first or leave the row out",
                     TEXT_ARGUMENTS(pair->later->id), game, TEXT_ARGUMENTS(pair->earlier->id), line);
}

static void report_overlap(const struct chart_check *check, const struct row_pair *pair, const char *game)
{
    findings_add(check->findings, FINDING_WARNING, hand_of(pair->later)->origin,
                 "some hands%s fit row %.*s (line %u) and row %.*s, and row %.*s pays them" REMEDY
                 "write paying: {rows: best row only} if that is meant, or tell the rows apart",
                 game, TEXT_ARGUMENTS(pair->earlier->id), hand_of(pair->earlier)->origin.line,
                 TEXT_ARGUMENTS(pair->later->id), TEXT_ARGUMENTS(pair->earlier->id));
}

/* Compares a row with an earlier one; true if there is a finding. */
static bool check_reached(const struct chart_check *check, const struct row_pair *pair,
                          enum hand_relation relation)
{
    char game[GAME_SIZE] = "";
    struct text_out out;
    text_out_init(&out, game, sizeof game);
    if (pair->later->games.count > 1)
        text_out_add(&out, " in %.*s", TEXT_ARGUMENTS(pair->game->name));
    bool alternatives = check->every_row || check->any_row;
    if (relation == HAND_SAME && alternatives)
        findings_add(check->findings, FINDING_ERROR, hand_of(pair->later)->origin,
                     "row %.*s is the same hand as row %.*s (line %u)%s" REMEDY "leave one of them out",
                     TEXT_ARGUMENTS(pair->later->id), TEXT_ARGUMENTS(pair->earlier->id),
                     hand_of(pair->earlier)->origin.line, game);
    else if ((relation == HAND_SAME || relation == HAND_INSIDE) && !alternatives)
        report_unpaid(check, pair, game);
    else if (relation == HAND_OVERLAP && !alternatives && !check->best_row &&
             !differ_in_kind(pair->earlier, pair->later))
        report_overlap(check, pair, game);
    else
        return false;
    return true;
}

/* A fixed prize in money that is stated. */
static bool fixed_prize(const struct rulebook_row *row, struct range *prize)
{
    if (!row->has_award || row->award.form != VALUE_IS_GIVEN || row->award.award.count != 1 ||
        row->award.award.parts[0].kind != AWARD_MONEY)
        return false;
    *prize = row->award.award.parts[0].range;
    return true;
}

static void write_prize(struct text_out *out, struct range prize)
{
    amount_write(out, range_low_money(prize));
    if (prize.high == prize.low)
        return;
    text_out_add(out, prize.high == RANGE_NO_END ? " or more" : " to ");
    if (prize.high != RANGE_NO_END)
        amount_write(out, range_high_money(prize));
}

/* Is every hand of the later row below those of the earlier, or is the earlier a special case of it? */
static bool is_worse(const struct row_pair *pair, enum hand_relation relation)
{
    if (relation == HAND_CONTAINS || relation == HAND_SAME || relation == HAND_OVERLAP)
        return false;
    if (relation == HAND_INSIDE)
        return true;
    if (!hand_signatures_differ_in_class(pair->one, pair->other))
        return false;
    unsigned better = hand_signature_classes(pair->one), worse = hand_signature_classes(pair->other);
    return better != 0 && worse != 0 && __builtin_ctz(better) > 31 - __builtin_clz(worse);
}

static bool check_prizes(const struct chart_check *check, const struct row_pair *pair,
                         enum hand_relation relation)
{
    struct range better, worse;
    if (!is_worse(pair, relation) || !fixed_prize(pair->earlier, &better) ||
        !fixed_prize(pair->later, &worse) || worse.low <= better.low || worse.high <= better.high)
        return false;
    char more[AMOUNTS_SIZE], less[AMOUNTS_SIZE];
    struct text_out out;
    text_out_init(&out, more, sizeof more);
    write_prize(&out, worse);
    text_out_init(&out, less, sizeof less);
    write_prize(&out, better);
    findings_add(check->findings, FINDING_WARNING, hand_of(pair->later)->origin,
                 "row %.*s wins %s, more than the better hand of row %.*s (line %u), which wins %s" REMEDY
                 "give the better hand the higher prize",
                 TEXT_ARGUMENTS(pair->later->id), more, TEXT_ARGUMENTS(pair->earlier->id),
                 hand_of(pair->earlier)->origin.line, less);
    return true;
}

/* In one game that both are for; true if something was found. */
static bool check_pair_in(const struct chart_check *check, struct row_pair *pair, unsigned one,
                          unsigned other)
{
    const struct hand_game *games[GROUP_GAMES_MAX];
    unsigned count = games_of(pair->game, games);
    for (unsigned i = 0; i < count; i++) {
        pair->one = hand_signature_of(check->relations, &pair->earlier->rules[one], games[i]);
        pair->other = hand_signature_of(check->relations, &pair->later->rules[other], games[i]);
        if (!pair->one || !pair->other)
            return true; /* there is no memory to go on */
        if (check_reached(check, pair, hand_relation_of(pair->other, pair->one)) ||
            check_prizes(check, pair, hand_relation_of(pair->one, pair->other)))
            return true;
    }
    return false;
}

/* One finding for two rows is enough, however many games they share. */
static bool check_pair(const struct chart_check *check, const struct rulebook_row *earlier,
                       const struct rulebook_row *later)
{
    struct row_pair pair = {.earlier = earlier, .later = later};
    for (unsigned i = 0; i < earlier->games.count; i++)
        for (unsigned j = 0; j < later->games.count; j++) {
            pair.game = common_game(&earlier->games.games[i], &later->games.games[j]);
            if (pair.game && check_pair_in(check, &pair, i, j))
                return true;
        }
    return false;
}

/* ------------------------------------------------------------------------------------------ hands left out */

static const char *article(unsigned class_number)
{
    return class_number == FIVE_CLASS_TWO_PAIR || class_number == FIVE_CLASS_THREE_OF_A_KIND ||
                   class_number == FIVE_CLASS_FOUR_OF_A_KIND
               ? ""
               : "a ";
}

/* The rule of the row in the game of the chart; NULL if it has none. */
static const struct hand_signature *signature_in(const struct chart_check *check,
                                                 const struct rulebook_row *row, const struct game_name *name,
                                                 const struct hand_game *game)
{
    for (unsigned i = 0; i < row->games.count; i++)
        if (common_game(&row->games.games[i], name))
            return hand_signature_of(check->relations, &row->rules[i], game);
    return NULL;
}

static void report_gap(const struct chart_check *check, const struct rulebook_row *row, unsigned left_out,
                       unsigned below)
{
    findings_add(check->findings, FINDING_WARNING, hand_of(row)->origin,
                 "%s%s wins nothing though it beats %s%s, which row %.*s pays" REMEDY
                 "add a row for it, or write \"or better\"",
                 article(left_out), five_class_name((enum five_class)left_out), article(below),
                 five_class_name((enum five_class)below), TEXT_ARGUMENTS(row->id));
}

/* A class between two that are paid, in a chart of nothing but classes of five cards. */
static bool check_gaps_in(const struct chart_check *check, const struct rulebook_chart *chart,
                          const struct game_name *name, const struct hand_game *game)
{
    unsigned paid = 0;
    const struct hand_signature *first = NULL;
    const struct rulebook_row *payers[FIVE_CLASS_COUNT] = {NULL};
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct hand_signature *signature = signature_in(check, &chart->rows[i], name, game);
        if (!signature)
            continue;
        first = first ? first : signature;
        if (signature->making != HAND_POSSIBLE || !hand_signatures_differ_in_class(first, signature))
            return false;
        unsigned classes = hand_signature_classes(signature);
        for (unsigned class_number = 0; class_number < FIVE_CLASS_COUNT; class_number++)
            if ((classes >> class_number & 1) != 0 && !payers[class_number])
                payers[class_number] = &chart->rows[i];
        paid |= classes;
    }
    bool found = false;
    for (unsigned class_number = FIVE_CLASS_ROYAL_FLUSH; class_number-- > 1;) {
        unsigned lower = paid & ((1U << class_number) - 1);
        if ((paid >> class_number & 1) != 0 || lower == 0 || paid >> class_number == 0)
            continue;
        unsigned below = 31U - (unsigned)__builtin_clz(lower);
        report_gap(check, payers[below], class_number, below);
        found = true;
    }
    return found;
}

static void check_gaps(const struct chart_check *check, const struct rulebook_chart *chart)
{
    for (unsigned i = 0; i < chart->games.count; i++) {
        const struct hand_game *games[GROUP_GAMES_MAX];
        unsigned count = games_of(&chart->games.games[i], games);
        for (unsigned j = 0; j < count; j++)
            if (check_gaps_in(check, chart, &chart->games.games[i], games[j]))
                return;
    }
}

/* ------------------------------------------------------------------------------------------ charts */

static void check_chart(const struct chart_check *check, const struct rulebook_chart *chart)
{
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        for (unsigned game = 0; game < row->games.count; game++)
            check_hand(check, row, game);
        for (unsigned earlier = 0; earlier < i; earlier++)
            if (check_pair(check, &chart->rows[earlier], row))
                break;
    }
    if (!check->any_row)
        check_gaps(check, chart);
}

void check_charts(const struct rulebook *rulebook, struct hand_relations *relations,
                  struct findings *findings)
{
    struct chart_check check = {
        .relations = relations,
        .findings = findings,
        .best_row = node_says(node_path(rulebook->data, PATH_PAYING_ROWS), "best row only"),
        .every_row =
            node_says(node_path(rulebook->data, PATH_PAYING_ROWS), "every row that fits") ||
            node_says(node_path(rulebook->data, PATH_PAYING_ROWS), "every row that no better row includes"),
        .any_row = node_says(node_path(rulebook->data, PATH_OFFERING_ROWS), "any the house posts"),
    };
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        check_chart(&check, &rulebook->charts[i]);
}

/* ------------------------------------------------------------------------------------------ two offers */

static bool wins_money(const struct rulebook_row *row)
{
    if (!row->has_award || row->award.form != VALUE_IS_GIVEN)
        return false;
    for (unsigned i = 0; i < row->award.award.count; i++) {
        enum award_kind kind = row->award.award.parts[i].kind;
        if (kind == AWARD_MONEY || kind == AWARD_SHARE || kind == AWARD_MULTIPLE)
            return true;
    }
    return false;
}

/* Where the house chooses its rows, those are in force whose prizes it posts. */
static bool is_in_force(const struct offer *offer, const struct rulebook_row *row)
{
    if (!node_says(node_path(offer->rulebook->data, PATH_OFFERING_ROWS), "any the house posts"))
        return true;
    const struct node *prizes = node_member(offer->data, KEY_PRIZES);
    for (const struct node *prize = prizes ? prizes->first_child : NULL; prize; prize = prize->next)
        if (text_equal(prize->key, row->name))
            return true;
    return false;
}

static const struct text *posted_word(const struct offer *offer, const char *key)
{
    const struct node *node = node_member(offer->data, key);
    return node && node->kind == NODE_SCALAR ? &node->scalar : NULL;
}

/* What a row of the offer pays at a table; NULL if it pays no money there. */
static const struct hand_signature *paid_at(const struct offer *offer, const struct rulebook_chart *chart,
                                            const struct rulebook_row *row, const struct house_table *table,
                                            struct hand_relations *relations)
{
    struct hand_rule rule;
    if (!wins_money(row) || !is_in_force(offer, row) || table->game.game->family == HAND_FAMILY_NONE)
        return NULL;
    const struct text *suit = posted_word(offer, KEY_SUIT), *rank = posted_word(offer, KEY_RANK);
    if (rulebook_row_game(chart, row, &table->game) == row->games.count ||
        rulebook_compile_row(offer->rulebook, row, suit, rank, &table->game, &rule, NULL) != STATUS_OK)
        return NULL; /* what is posted is no suit or rank, which the offer's own check says */
    return hand_signature_of(relations, &rule, table->game.game);
}

/* A row of `other` that pays hands of the signature too; NULL if there is none. */
static const struct rulebook_row *row_that_pays(const struct offer *other, const struct hand_signature *hand,
                                                const struct house_table *table,
                                                struct hand_relations *relations)
{
    for (unsigned i = 0; i < other->chart_count; i++)
        for (unsigned j = 0; j < other->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &other->charts[i]->rows[j];
            const struct hand_signature *paid = paid_at(other, other->charts[i], row, table, relations);
            if (paid && hand_relation_of(hand, paid) != HAND_DISJOINT)
                return row;
        }
    return NULL;
}

/* At one table; true if something was found. */
static bool check_table(const struct offer *one, const struct offer *other, const struct house_table *table,
                        struct hand_relations *relations, struct findings *findings)
{
    for (unsigned i = 0; i < one->chart_count; i++)
        for (unsigned j = 0; j < one->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &one->charts[i]->rows[j];
            const struct hand_signature *hand = paid_at(one, one->charts[i], row, table, relations);
            const struct rulebook_row *twice = hand ? row_that_pays(other, hand, table, relations) : NULL;
            if (!twice)
                continue;
            findings_add(
                findings, FINDING_WARNING, offer_table_origin(other, table, text_of("")),
                "a hand at table %.*s can be paid twice: as \"%.*s\" (row %.*s) by %.*s and as \"%.*s\" "
                "(row %.*s) by %.*s" REMEDY
                "offer the two at different tables or hours, or leave it so if both are to pay",
                TEXT_ARGUMENTS(table->name), TEXT_ARGUMENTS(row->name), TEXT_ARGUMENTS(row->id),
                TEXT_ARGUMENTS(one->identity), TEXT_ARGUMENTS(twice->name), TEXT_ARGUMENTS(twice->id),
                TEXT_ARGUMENTS(other->identity));
            return true;
        }
    return false;
}

void check_double_payment(const struct offer *one, const struct offer *other,
                          struct hand_relations *relations, struct findings *findings)
{
    if (one->rulebook == other->rulebook)
        return; /* one activity twice at a table is an error of its own */
    for (unsigned i = 0; i < one->table_count; i++)
        for (unsigned j = 0; j < other->table_count; j++)
            if (text_equal(one->tables[i]->name, other->tables[j]->name) &&
                check_table(one, other, one->tables[i], relations, findings))
                return;
}
