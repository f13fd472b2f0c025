#include "rulebook/table_games_internal.h"

#include "base/check.h"
#include "cards/poker_rules.h"
#include "rulebook/vocabulary_paths.h"

#include <stddef.h>

/* ------------------------------------------------------------------------------------------ what there is */

enum table_pays {
    PAYS_TO,        /* 3 to 2 */
    PAYS_TO_WHOLE,  /* 25 to 1 */
    PAYS_FOR,       /* 300 for 1, or a share of its meter */
    PAYS_FOR_ENVIED /* the same, and others win envy */
};

/* A table that a game has: where it stands in the document, and its place in the data. */
struct table_form {
    const char *wager, *table; /* the keys below paytables: */
    const char *name;
    enum paytable_order order;
    enum table_pays pays;
    size_t place;
};

#define PLACE(member) offsetof(struct crazy4_tables, member)
static const struct table_form crazy4_forms[] = {
    {"super bonus", "A", "super-bonus", PAYTABLE_FOUR, PAYS_TO, PLACE(super_bonus)},
    {"queens up", "A", "queens-up/A", PAYTABLE_FOUR, PAYS_TO, PLACE(queens_up[0])},
    {"queens up", "B", "queens-up/B", PAYTABLE_FOUR, PAYS_TO, PLACE(queens_up[1])},
    {"queens up", "C", "queens-up/C", PAYTABLE_FOUR, PAYS_TO, PLACE(queens_up[2])},
    {"queens up", "D", "queens-up/D", PAYTABLE_FOUR, PAYS_TO, PLACE(queens_up[3])},
    {"four-card progressive", "A", "four-card-progressive/A", PAYTABLE_FOUR, PAYS_FOR_ENVIED,
     PLACE(four_card_progressive[0])},
    {"four-card progressive", "B", "four-card-progressive/B", PAYTABLE_FOUR, PAYS_FOR_ENVIED,
     PLACE(four_card_progressive[1])},
    {"five-card progressive", "A", "five-card-progressive", PAYTABLE_FIVE, PAYS_FOR_ENVIED,
     PLACE(five_card_progressive)},
    {"five card hand bonus", "A", "five-card-hand-bonus", PAYTABLE_FIVE, PAYS_FOR,
     PLACE(five_card_hand_bonus)},
    {"cover all", "1 player", "cover-all/1", PAYTABLE_COVER, PAYS_TO_WHOLE, PLACE(cover_all[0])},
    {"cover all", "2 players", "cover-all/2", PAYTABLE_COVER, PAYS_TO_WHOLE, PLACE(cover_all[1])},
    {"cover all", "3 players", "cover-all/3", PAYTABLE_COVER, PAYS_TO_WHOLE, PLACE(cover_all[2])},
    {"cover all", "4 players", "cover-all/4", PAYTABLE_COVER, PAYS_TO_WHOLE, PLACE(cover_all[3])},
    {"cover all", "5 players", "cover-all/5", PAYTABLE_COVER, PAYS_TO_WHOLE, PLACE(cover_all[4])},
    {"cover all", "6 players", "cover-all/6", PAYTABLE_COVER, PAYS_TO_WHOLE, PLACE(cover_all[5])},
};
#undef PLACE

#define PLACE(member) offsetof(struct four_card_tables, member)
static const struct table_form four_card_forms[] = {
    {"automatic bonus", "A", "automatic-bonus", PAYTABLE_FOUR, PAYS_TO_WHOLE, PLACE(ante_bonus)},
    {"aces up", "FCP-01", "aces-up/FCP-01", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[0])},
    {"aces up", "FCP-02", "aces-up/FCP-02", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[1])},
    {"aces up", "FCP-03", "aces-up/FCP-03", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[2])},
    {"aces up", "FCP-04", "aces-up/FCP-04", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[3])},
    {"aces up", "FCP-05", "aces-up/FCP-05", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[4])},
    {"aces up", "FCP-06", "aces-up/FCP-06", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[5])},
    {"aces up", "FCP-07", "aces-up/FCP-07", PAYTABLE_FOUR, PAYS_TO, PLACE(aces_up[6])},
    {"progressive", "FCPP-1", "progressive/FCPP-1", PAYTABLE_FOUR, PAYS_FOR_ENVIED, PLACE(progressive[0])},
    {"progressive", "FCCP-2", "progressive/FCCP-2", PAYTABLE_FOUR, PAYS_FOR_ENVIED, PLACE(progressive[1])},
    {"progressive", "FCCP-3", "progressive/FCCP-3", PAYTABLE_FOUR, PAYS_FOR_ENVIED, PLACE(progressive[2])},
    {"progressive", "PMG-01", "progressive/PMG-01", PAYTABLE_FIVE, PAYS_FOR_ENVIED, PLACE(progressive[3])},
    {"progressive", "PMG-02", "progressive/PMG-02", PAYTABLE_FIVE, PAYS_FOR_ENVIED, PLACE(progressive[4])},
};
#undef PLACE

enum { FORMS_MAX = 16, NAME_MAX_BYTES = 40, ENVY_DOLLARS_MAX = 1000000, WAGER_DOLLARS_MAX_PRINTED = 100 };

/* ------------------------------------------------------------------------------------------ one reading */

/* What a table says beside its rows. */
struct table_terms {
    const struct node *pool; /* that shares are paid from; NULL if none is */
    struct money wager;      /* that it is printed for */
};

struct reading {
    const struct rulebook *rulebook;
    struct arena *arena;
    struct findings *findings;
    const struct table_form *forms;
    size_t form_count;
    void *tables;
    struct table_terms terms[FORMS_MAX]; /* by form */
    enum status status;
};

/* A finding has been added. */
static void spoil(struct reading *reading)
{
    if (reading->status == STATUS_OK)
        reading->status = STATUS_INVALID;
}

static const char *copy(struct reading *reading, struct text text)
{
    struct text copied = {0};
    enum status status = arena_copy_text(reading->arena, text, &copied);
    if (status != STATUS_OK)
        reading->status = status;
    return copied.bytes;
}

static bool is_scalar(const struct node *node)
{
    return node && node->kind == NODE_SCALAR;
}

bool table_value_of(const struct node *node, enum value_type type, struct findings *findings,
                    struct value *value)
{
    struct fault fault;
    if (!is_scalar(node))
        return false; /* the vocabulary has said so */
    if (value_read(type, node->scalar, value, &fault) != STATUS_OK) {
        findings_add(findings, FINDING_ERROR, node->origin, "%s" REMEDY "write %s", fault.words,
                     value_type_name(type));
        return false;
    }
    if (value->form == VALUE_IS_GIVEN && value_is_fixed(value))
        return true;
    findings_add(findings, FINDING_ERROR, node->origin,
                 "\"%.*s\" leaves a choice, and the game needs one value" REMEDY "write the value itself",
                 TEXT_ARGUMENTS(node->scalar));
    return false;
}

bool table_value(const struct rulebook *rulebook, const char *path, enum value_type type,
                 struct findings *findings, struct value *value)
{
    const struct node *node = node_path(rulebook->data, path);
    if (node)
        return table_value_of(node, type, findings, value);
    struct origin whole = {.file = rulebook->document.file, .line = 1, .column = 1};
    findings_add(findings, FINDING_ERROR, whole,
                 "no clause says %s, and the game needs it" REMEDY "add it under the clause that says it",
                 path);
    return false;
}

const struct node *table_pool(const struct rulebook *rulebook, struct text name)
{
    char words[AWARD_NAME_MAX + 1];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, name);
    return out.truncated ? NULL : node_member(node_member(rulebook->data, PART_POOLS), words);
}

/* ------------------------------------------------------------------------------------------ what a row pays */

static void refuse_pay(struct reading *reading, const struct table_form *form, const struct node *award)
{
    static const char *const right[] = {[PAYS_TO] = "write it like 50 to 1 or 3 to 2",
                                        [PAYS_TO_WHOLE] = "write it like 25 to 1",
                                        [PAYS_FOR] = "write it like 500 for 1 or 10% of the meter",
                                        [PAYS_FOR_ENVIED] = "write it like 300 for 1 or 10% of the meter"};
    findings_add(reading->findings, FINDING_ERROR, award->origin,
                 "%s cannot pay \"%.*s\"" REMEDY "%s, at most %d to 1", form->wager,
                 TEXT_ARGUMENTS(award->scalar), right[form->pays], PAY_ODDS_MAX);
    spoil(reading);
}

/* False if the game cannot pay such odds. */
static bool pay_of_odds(struct odds odds, enum table_pays pays, struct pay *pay)
{
    bool is_for = pays == PAYS_FOR || pays == PAYS_FOR_ENVIED;
    uint32_t wager_max = pays == PAYS_TO ? 2 : 1; /* half units are counted, no smaller ones */
    if (odds.kind != (is_for ? ODDS_FOR : ODDS_TO) || odds.wager == 0 || odds.wager > wager_max ||
        odds.pays == 0 || odds.pays > PAY_ODDS_MAX * odds.wager)
        return false;
    *pay = (struct pay){is_for ? PAY_FOR_ONE : PAY_TO_ONE, odds.pays, odds.wager};
    return true;
}

/* Whole percent of one pool, the same in all rows of a table. */
static bool pay_of_share(struct reading *reading, const struct award_part *part, struct origin origin,
                         struct table_terms *terms, struct pay *pay)
{
    enum { PERCENT = 100 /* hundredths of a percent */ };
    if (part->range.low % PERCENT != 0 || part->range.low <= 0 || part->range.low > 100 * PERCENT)
        return false;
    const struct node *pool = table_pool(reading->rulebook, part->name);
    if (!pool) {
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "there is no pool \"%.*s\"" REMEDY "name a pool of the document, or add it to the pools",
                     TEXT_ARGUMENTS(part->name));
        spoil(reading);
    } else if (terms->pool && terms->pool != pool) {
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "a row above pays from \"%.*s\"" REMEDY "a table pays from one meter",
                     TEXT_ARGUMENTS(terms->pool->key));
        spoil(reading);
    } else {
        terms->pool = pool;
    }
    *pay = (struct pay){PAY_METER, (uint32_t)(part->range.low / PERCENT), 100};
    return true;
}

static void read_pay(struct reading *reading, const struct table_form *form, const struct node *row,
                     struct table_terms *terms, struct pay *pay)
{
    const struct node *award = node_member(row, KEY_AWARD);
    struct value value;
    if (!award) {
        findings_add(reading->findings, FINDING_ERROR, row->origin,
                     "the row pays nothing" REMEDY "add what it pays, or leave the row out");
        spoil(reading);
        return;
    }
    if (!table_value_of(award, VALUE_AWARD, reading->findings, &value)) {
        spoil(reading);
        return;
    }
    const struct award_part *part = &value.award.parts[0];
    bool shares = form->pays == PAYS_FOR || form->pays == PAYS_FOR_ENVIED;
    bool good =
        value.award.count == 1 &&
        ((part->kind == AWARD_ODDS && pay_of_odds(part->odds, form->pays, pay)) ||
         (part->kind == AWARD_SHARE && shares && pay_of_share(reading, part, award->origin, terms, pay)));
    if (!good)
        refuse_pay(reading, form, award);
}

/* Envy is kept for one dollar, whatever wager the table is printed for. */
static void read_envy(struct reading *reading, const struct table_form *form, const struct node *row,
                      const struct table_terms *terms, struct money *envy)
{
    const struct node *node = node_member(row, KEY_ENVY);
    struct value value;
    if (!node)
        return;
    if (form->pays != PAYS_FOR_ENVIED) {
        findings_add(reading->findings, FINDING_ERROR, node->key_origin,
                     "%s brings no envy" REMEDY "leave it out; only progressives do", form->wager);
        spoil(reading);
        return;
    }
    if (!table_value_of(node, VALUE_MONEY, reading->findings, &value)) {
        spoil(reading);
        return;
    }
    int64_t dollars = terms->wager.cents / MONEY_DOLLAR, cents = value.range.low;
    if (cents % dollars != 0 || cents / dollars > (int64_t)ENVY_DOLLARS_MAX * MONEY_DOLLAR) {
        findings_add(reading->findings, FINDING_ERROR, node->origin,
                     "envy of \"%.*s\" for a wager of $%lld" REMEDY
                     "write whole cents for each dollar of the wager, at most $%d",
                     TEXT_ARGUMENTS(node->scalar), (long long)dollars, ENVY_DOLLARS_MAX);
        spoil(reading);
        return;
    }
    *envy = money_of_cents(cents / dollars);
}

/* ------------------------------------------------------------------------------------------ rows */

/* A row pays all hands from its own up to the row above, so no hand may be missing between them. `above` is NULL for
 * the first row. */
static void check_order(struct reading *reading, const struct table_form *form, const struct node *hand,
                        const struct hand_span *above, const struct hand_span *span)
{
    struct origin origin = hand->origin;
    if (above && span->low >= above->low)
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "\"%.*s\" does not rank below the row above it" REMEDY "put the better hand first",
                     TEXT_ARGUMENTS(hand->scalar));
    else if (above && span->high + 1 < above->low)
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "hands between \"%.*s\" and the row above it are in no row" REMEDY
                     "add a row for them, or write \"or better\"",
                     TEXT_ARGUMENTS(hand->scalar));
    else if (!above && span->high < hand_span_top(form->order))
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "hands better than \"%.*s\" are in no row" REMEDY
                     "add a row for them, or write \"or better\"",
                     TEXT_ARGUMENTS(hand->scalar));
    else
        return;
    spoil(reading);
}

static bool read_hand(struct reading *reading, const struct table_form *form, const struct node *hand,
                      struct hand_span *span)
{
    struct hand_rule rule;
    struct fault fault;
    if (!is_scalar(hand) || hand_rule_compile(hand->scalar, 0, &rule, &fault) != STATUS_OK) {
        spoil(reading); /* the vocabulary has said so */
        return false;
    }
    if (hand_span_of(&rule, form->order, span))
        return true;
    findings_add(reading->findings, FINDING_ERROR, hand->origin,
                 "a table of %s cards has no row for \"%.*s\"" REMEDY
                 "name a class of its hands, with ranks that follow each other",
                 form->order == PAYTABLE_FIVE ? "five" : "four", TEXT_ARGUMENTS(hand->scalar));
    spoil(reading);
    return false;
}

static void read_name(struct reading *reading, const struct node *row, const struct node *hand,
                      const struct paytable *table, struct pay_row *pay_row)
{
    const struct node *name = node_member(row, KEY_NAME);
    const struct node *shown = is_scalar(name) ? name : hand;
    bool again = false;
    for (unsigned i = 0; i < table->row_count; i++)
        again |= text_equal(shown->scalar, text_of(table->rows[i].hand));
    if (again || shown->scalar.length > NAME_MAX_BYTES) {
        findings_add(reading->findings, FINDING_ERROR, shown->origin,
                     "\"%.*s\" is %s" REMEDY "give the row a name of its own of at most %d letters",
                     TEXT_ARGUMENTS(shown->scalar), again ? "the name of two rows" : "too long for a name",
                     NAME_MAX_BYTES);
        spoil(reading);
    }
    pay_row->hand = copy(reading, shown->scalar);
}

static void check_keys(struct reading *reading, const struct node *map, const char *const *known,
                       const char *what)
{
    for (const struct node *member = map->first_child; member; member = member->next) {
        const char *const *key = known;
        while (*key && !text_equal(member->key, text_of(*key)))
            key++;
        if (*key)
            continue;
        findings_add(reading->findings, FINDING_ERROR, member->key_origin,
                     "%s of a table game has no \"%.*s\"" REMEDY "leave it out", what,
                     TEXT_ARGUMENTS(member->key));
        spoil(reading);
    }
}

/* Takes the row if its hand can be read. */
static bool read_row(struct reading *reading, const struct table_form *form, const struct node *row,
                     struct table_terms *terms, struct paytable *table, struct hand_span *span)
{
    static const char *const keys[] = {KEY_HAND, KEY_NAME, KEY_AWARD, KEY_ENVY, KEY_NOTE, NULL};
    const struct node *hand = node_member(row, KEY_HAND);
    check_keys(reading, row, keys, "a row");
    if (!read_hand(reading, form, hand, span))
        return false;
    struct pay_row *pay_row = &table->rows[table->row_count];
    *pay_row = (struct pay_row){.score_min = span->score_min};
    read_name(reading, row, hand, table, pay_row);
    read_pay(reading, form, row, terms, &pay_row->pay);
    read_envy(reading, form, row, terms, &pay_row->envy);
    if (!pay_row->hand)
        return false;
    table->row_count++;
    return true;
}

/* ------------------------------------------------------------------------------------------ tables */

static void read_wager(struct reading *reading, const struct table_form *form, const struct node *chart,
                       struct table_terms *terms)
{
    const struct node *wager = node_member(chart, KEY_WAGER);
    struct value value;
    terms->wager = money_of_cents(MONEY_DOLLAR);
    if (!wager)
        return;
    if (!table_value_of(wager, VALUE_MONEY, reading->findings, &value)) {
        spoil(reading);
        return;
    }
    struct money money = range_low_money(value.range);
    if (form->pays == PAYS_FOR_ENVIED && money.cents >= MONEY_DOLLAR && money.cents % MONEY_DOLLAR == 0 &&
        money.cents <= (int64_t)WAGER_DOLLARS_MAX_PRINTED * MONEY_DOLLAR) {
        terms->wager = money;
        return;
    }
    findings_add(reading->findings, FINDING_ERROR, wager->origin,
                 "%s cannot be printed for \"%.*s\"" REMEDY
                 "write whole dollars, at most $%d, in the tables of a progressive only",
                 form->wager, TEXT_ARGUMENTS(wager->scalar), WAGER_DOLLARS_MAX_PRINTED);
    spoil(reading);
}

/* The odds of Cover All are counted for these rows and no others (massachusetts/crazy-4-poker#241). */
static bool has_rows_of_cover_all(const struct paytable *table)
{
    bool same = table->row_count == COVER_CLASS_FOUR_ACES - COVER_CLASS_THREE_OF_A_KIND + 1;
    for (unsigned i = 0; same && i < table->row_count; i++)
        same = table->rows[i].score_min == SCORE_FROM_CLASS(COVER_CLASS_FOUR_ACES - i);
    return same;
}

static void check_table(struct reading *reading, const struct table_form *form, const struct node *chart,
                        const struct table_terms *terms, const struct paytable *table)
{
    bool shares = form->pays == PAYS_FOR || form->pays == PAYS_FOR_ENVIED;
    if (form->order == PAYTABLE_COVER && !has_rows_of_cover_all(table))
        findings_add(reading->findings, FINDING_ERROR, chart->key_origin,
                     "%s does not have the rows of Cover All" REMEDY
                     "write four aces, royal flush, four of a kind, straight flush, three of a kind",
                     form->name);
    else if (shares && !terms->pool)
        findings_add(reading->findings, FINDING_ERROR, chart->key_origin,
                     "no row of %s pays a share of a meter" REMEDY
                     "let its best row pay 100%% of a pool, or so",
                     form->name);
    else
        return;
    spoil(reading);
}

/* Whether all could be taken. A row is not held against one above that could not. */
static bool read_rows(struct reading *reading, const struct table_form *form, const struct node *rows,
                      struct table_terms *terms, struct paytable *table)
{
    struct hand_span above = {0}, span = {0};
    bool complete = true, known = true;
    for (const struct node *row = rows->first_child; row; row = row->next) {
        bool taken = read_row(reading, form, row, terms, table, &span);
        if (taken && known)
            check_order(reading, form, node_member(row, KEY_HAND), row == rows->first_child ? NULL : &above,
                        &span);
        known = taken;
        complete &= taken;
        above = span;
    }
    return complete;
}

static void read_table(struct reading *reading, const struct table_form *form, const struct node *chart,
                       struct table_terms *terms, struct paytable *table)
{
    static const char *const keys[] = {KEY_ROWS, KEY_WAGER, NULL};
    const struct node *rows = node_member(chart, KEY_ROWS);
    *table = (struct paytable){.name = form->name, .order = form->order};
    table->clause = copy(reading, chart->origin.clause);
    if (chart->kind != NODE_MAP || !rows || rows->kind != NODE_LIST) {
        spoil(reading); /* the vocabulary has said so */
        return;
    }
    check_keys(reading, chart, keys, "a table");
    read_wager(reading, form, chart, terms);
    if (rows->count > PAY_ROWS_MAX) {
        findings_add(reading->findings, FINDING_ERROR, chart->key_origin,
                     "%s has %u rows" REMEDY "a table of a game has at most %d", form->name, rows->count,
                     PAY_ROWS_MAX);
        spoil(reading);
        return;
    }
    if (read_rows(reading, form, rows, terms, table))
        check_table(reading, form, chart, terms, table);
}

/* ------------------------------------------------------------------------------------------ all tables */

static const struct node *chart_of(const struct reading *reading, const struct table_form *form)
{
    const struct node *paytables = node_member(reading->rulebook->data, PART_PAYTABLES);
    return node_member(node_member(paytables, form->wager), form->table);
}

static void read_tables(struct reading *reading)
{
    struct origin whole = {.file = reading->rulebook->document.file, .line = 1, .column = 1};
    CHECK_OP(reading->form_count, <=, FORMS_MAX);
    for (size_t i = 0; i < reading->form_count; i++) {
        const struct table_form *form = &reading->forms[i];
        const struct node *chart = chart_of(reading, form);
        void *place = (char *)reading->tables + form->place;
        if (chart) {
            read_table(reading, form, chart, &reading->terms[i], place);
            continue;
        }
        findings_add(reading->findings, FINDING_ERROR, whole,
                     "there is no paytable \"%s\" of %s" REMEDY "add it under paytables: %s:", form->table,
                     form->wager, form->wager);
        spoil(reading);
    }
}

/* Adds the finding about a key that is none of those offered. */
static void refuse_key(struct reading *reading, const struct node *node, const char *what,
                       const struct text_nearest *nearest)
{
    findings_add(reading->findings, FINDING_ERROR, node->key_origin,
                 "the game has no %s \"%.*s\"%s%s%s" REMEDY "leave it out", what, TEXT_ARGUMENTS(node->key),
                 nearest->word ? "; did you mean \"" : "", nearest->word ? nearest->word : "",
                 nearest->word ? "\"?" : "");
    spoil(reading);
}

static void check_wager_tables(struct reading *reading, const struct node *wager)
{
    for (const struct node *chart = wager->first_child; chart; chart = chart->next) {
        struct text_nearest nearest = text_nearest_to(chart->key);
        bool found = false;
        for (size_t i = 0; i < reading->form_count; i++)
            if (text_equal(wager->key, text_of(reading->forms[i].wager))) {
                text_nearest_offer(&nearest, reading->forms[i].table);
                found |= text_equal(chart->key, text_of(reading->forms[i].table));
            }
        if (!found)
            refuse_key(reading, chart, "table", &nearest);
    }
}

/* Reports parts of the document that are not read. */
static void check_unknown(struct reading *reading)
{
    const struct node *paytables = node_member(reading->rulebook->data, PART_PAYTABLES);
    for (const struct node *wager = paytables ? paytables->first_child : NULL; wager; wager = wager->next) {
        struct text_nearest nearest = text_nearest_to(wager->key);
        bool found = false;
        for (size_t i = 0; i < reading->form_count; i++) {
            text_nearest_offer(&nearest, reading->forms[i].wager);
            found |= text_equal(wager->key, text_of(reading->forms[i].wager));
        }
        if (found)
            check_wager_tables(reading, wager);
        else
            refuse_key(reading, wager, "wager", &nearest);
    }
}

/* ------------------------------------------------------------------------------------------ wagers without a table */

struct wager_form {
    const char *wager;
    bool even; /* pays 1 to 1, as the game settles it; otherwise so many for 1 */
    struct pay *pay;
};

static void read_wager_pay(struct reading *reading, const struct wager_form *form, const struct node *node)
{
    struct value value;
    struct pay pay = {0};
    if (!table_value_of(node, VALUE_AWARD, reading->findings, &value)) {
        spoil(reading);
        return;
    }
    const struct award_part *part = &value.award.parts[0];
    bool good = value.award.count == 1 && part->kind == AWARD_ODDS &&
                pay_of_odds(part->odds, form->even ? PAYS_TO_WHOLE : PAYS_FOR, &pay) &&
                (!form->even || pay.amount == 1);
    if (!good) {
        findings_add(reading->findings, FINDING_ERROR, node->origin, "%s cannot pay \"%.*s\"" REMEDY "%s",
                     form->wager, TEXT_ARGUMENTS(node->scalar),
                     form->even ? "the game is settled 1 to 1" : "write it like 20 for 1");
        spoil(reading);
    } else if (form->pay) {
        *form->pay = pay;
    }
}

static void read_wagers(struct reading *reading, const struct wager_form *forms, size_t count)
{
    const struct node *wagers = node_member(reading->rulebook->data, PART_WAGERS);
    struct origin whole = {.file = reading->rulebook->document.file, .line = 1, .column = 1};
    for (size_t i = 0; i < count; i++) {
        const struct node *node = node_member(wagers, forms[i].wager);
        if (node) {
            read_wager_pay(reading, &forms[i], node);
            continue;
        }
        findings_add(reading->findings, FINDING_ERROR, whole,
                     "no clause says what %s pays" REMEDY "add it under wagers:", forms[i].wager);
        spoil(reading);
    }
    for (const struct node *node = wagers ? wagers->first_child : NULL; node; node = node->next) {
        struct text_nearest nearest = text_nearest_to(node->key);
        bool found = false;
        for (size_t i = 0; i < count; i++) {
            text_nearest_offer(&nearest, forms[i].wager);
            found |= text_equal(node->key, text_of(forms[i].wager));
        }
        if (!found)
            refuse_key(reading, node, "wager without a table", &nearest);
    }
}

/* ------------------------------------------------------------------------------------------ meters */

static const struct table_terms *terms_at(const struct reading *reading, size_t place)
{
    size_t i = 0;
    while (reading->forms[i].place != place) {
        i++;
        CHECK_OP(i, <, reading->form_count);
    }
    return &reading->terms[i];
}

/* The least that the meter of a table may start from; zero where the house decides alone. */
static struct money seed_min(struct reading *reading, const struct table_terms *terms)
{
    const struct node *seed = node_member(terms->pool, KEY_SEED);
    struct value value;
    if (!terms->pool)
        return (struct money){0};
    if (!seed) {
        findings_add(reading->findings, FINDING_ERROR, terms->pool->key_origin,
                     "no clause says the seed of \"%.*s\"" REMEDY "add seed: under the clause that says it",
                     TEXT_ARGUMENTS(terms->pool->key));
        spoil(reading);
        return (struct money){0};
    }
    if (!is_scalar(seed) || value_read(VALUE_MONEY, seed->scalar, &value, NULL) != STATUS_OK) {
        spoil(reading); /* the vocabulary has said so */
        return (struct money){0};
    }
    return value.form == VALUE_IS_GIVEN ? range_low_money(value.range) : (struct money){0};
}

static struct meter_rate rate_of(int64_t hundredths)
{
    int64_t whole = 10000, low = hundredths, high = whole;
    while (low != 0) {
        int64_t rest = high % low;
        high = low;
        low = rest;
    }
    return (struct meter_rate){(uint32_t)(hundredths / high), (uint32_t)(whole / high)};
}

/* What goes to the pool that the meter is reseeded from, of each wager; nothing if it is no pool. */
static struct meter_rate reserve_of(struct reading *reading, const struct table_terms *terms)
{
    static const struct meter_rate none = {0, 1};
    const struct node *from = node_member(terms->pool, KEY_RESEED_FROM);
    const struct node *reserve = is_scalar(from) ? table_pool(reading->rulebook, from->scalar) : NULL;
    const struct node *part = node_member(reserve, KEY_PART_OF_THE_FEE);
    struct value value;
    if (!part)
        return none;
    if (!table_value_of(part, VALUE_PERCENT, reading->findings, &value)) {
        spoil(reading);
        return none;
    }
    return rate_of(value.range.low);
}

/* ------------------------------------------------------------------------------------------ the games */

static struct reading reading_of(const struct rulebook *rulebook, struct arena *arena,
                                 struct findings *findings, const struct table_form *forms, size_t count,
                                 void *tables)
{
    return (struct reading){.rulebook = rulebook,
                            .arena = arena,
                            .findings = findings,
                            .forms = forms,
                            .form_count = count,
                            .tables = tables,
                            .status = STATUS_OK};
}

enum status crazy4_tables_read(const struct rulebook *rulebook, struct arena *arena,
                               struct findings *findings, struct crazy4_tables *tables)
{
    struct crazy4_tables read = {0};
    struct reading reading = reading_of(rulebook, arena, findings, crazy4_forms,
                                        sizeof crazy4_forms / sizeof crazy4_forms[0], &read);
    const struct wager_form wagers[] = {{"ante", true, NULL},
                                        {"play", true, NULL},
                                        {"magic card", false, &read.magic_card},
                                        {"lucky bonus", false, &read.lucky_bonus}};
    read_tables(&reading);
    check_unknown(&reading);
    read_wagers(&reading, wagers, sizeof wagers / sizeof wagers[0]);
    for (unsigned i = 0; i < CRAZY4_FOUR_CARD_TABLES; i++) {
        size_t place = offsetof(struct crazy4_tables, four_card_progressive) + i * sizeof(struct paytable);
        read.four_card_seed_min[i] = seed_min(&reading, terms_at(&reading, place));
    }
    read.five_card_seed_min =
        seed_min(&reading, terms_at(&reading, offsetof(struct crazy4_tables, five_card_progressive)));
    read.hand_bonus_seed_min =
        seed_min(&reading, terms_at(&reading, offsetof(struct crazy4_tables, five_card_hand_bonus)));
    if (reading.status == STATUS_OK)
        *tables = read;
    return reading.status;
}

enum status four_card_tables_read(const struct rulebook *rulebook, struct arena *arena,
                                  struct findings *findings, struct four_card_tables *tables)
{
    static const struct wager_form wagers[] = {{"ante", true, NULL}, {"play", true, NULL}};
    struct four_card_tables read = {0};
    struct reading reading = reading_of(rulebook, arena, findings, four_card_forms,
                                        sizeof four_card_forms / sizeof four_card_forms[0], &read);
    read_tables(&reading);
    check_unknown(&reading);
    read_wagers(&reading, wagers, sizeof wagers / sizeof wagers[0]);
    for (unsigned i = 0; i < FOUR_CARD_PROGRESSIVE_TABLES; i++) {
        size_t place = offsetof(struct four_card_tables, progressive) + i * sizeof(struct paytable);
        const struct table_terms *terms = terms_at(&reading, place);
        read.progressive_wager[i] = terms->wager;
        read.progressive_reserve[i] = reserve_of(&reading, terms);
    }
    if (reading.status == STATUS_OK)
        *tables = read;
    return reading.status;
}

void table_games_check(const struct rulebook *rulebook, struct arena *arena, struct findings *findings)
{
    const struct node *plays = node_path(rulebook->data, PATH_GAME_PLAYS);
    struct crazy4_tables crazy4;
    struct four_card_tables four_card;
    struct hi_lo_promotion hi_lo;
    if (!is_scalar(plays))
        return;
    /* The findings say what is wrong. */
    if (text_equal(plays->scalar, text_of("crazy-4-poker")))
        (void)!crazy4_tables_read(rulebook, arena, findings, &crazy4);
    else if (text_equal(plays->scalar, text_of("four-card-poker")))
        (void)!four_card_tables_read(rulebook, arena, findings, &four_card);
    else if (text_equal(plays->scalar, text_of("hi-lo")))
        (void)!hi_lo_promotion_read(rulebook, findings, &hi_lo);
}
