#include "odds/explore.h"

#include "base/check.h"
#include "odds/report_document.h"

#include <string.h>

enum { WORDS_SIZE = 256 };

/* A target with one table that may differ from the approved one. */
struct edited {
    struct crazy4_tables crazy4;
    struct four_card_tables four_card;
    struct report_targets targets;
    const struct report_target *target;
    const struct report_entry *entry;
    struct paytable *table; /* NULL: the bet has none */
    bool changed;
};

/* ------------------------------------------------------------------------------------------ what there is */

const struct paytable *explore_table(const struct report_target *target, const struct report_entry *entry)
{
    if (entry->kind != REPORT_BASE)
        return entry->table;
    return target->crazy4 ? &target->crazy4->super_bonus : &target->four_card->ante_bonus;
}

struct text explore_wager(const struct report_entry *entry)
{
    struct text name = text_of(entry->name);
    size_t slash = 0;
    while (slash < name.length && name.bytes[slash] != '/')
        slash++;
    return text_slice(name, 0, slash);
}

const char *explore_kind_name(enum report_kind kind)
{
    static const char *const names[] = {[REPORT_BASE] = "base",          [REPORT_SIDE] = "side",
                                        [REPORT_BONUS] = "bonus",        [REPORT_PROGRESSIVE] = "progressive",
                                        [REPORT_LUCKY] = "lucky-bonus",  [REPORT_MAGIC_CARD] = "magic-card",
                                        [REPORT_COVER_ALL] = "cover-all"};
    return names[kind];
}

/* The method of counting knows the rows of these. */
static bool has_fixed_hands(const struct report_entry *entry)
{
    return entry->kind == REPORT_BASE || entry->kind == REPORT_COVER_ALL;
}

static bool has_hand(const struct pay_row *const *hands, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(hands[i]->hand, name) == 0)
            return true;
    return false;
}

static void add_hands(const struct paytable *table, const struct pay_row **hands, unsigned *count)
{
    for (unsigned i = 0; i < table->row_count && *count < EXPLORE_HANDS_MAX; i++) {
        const struct pay_row *row = &table->rows[i];
        if (has_hand(hands, *count, row->hand))
            continue;
        unsigned at = (*count)++;
        for (; at > 0 && hands[at - 1]->score_min < row->score_min; at--)
            hands[at] = hands[at - 1];
        hands[at] = row;
    }
}

unsigned explore_hands(const struct report_target *target, const struct report_entry *entry,
                       const struct pay_row *hands[EXPLORE_HANDS_MAX])
{
    const struct paytable *own = explore_table(target, entry);
    unsigned count = 0;
    if (own)
        add_hands(own, hands, &count);
    for (unsigned i = 0; own && !has_fixed_hands(entry) && i < target->entry_count; i++) {
        const struct paytable *other = explore_table(target, &target->entries[i]);
        if (other && other->order == own->order)
            add_hands(other, hands, &count);
    }
    return count;
}

enum status explore_check_settings(const struct report_settings *settings, struct fault *fault)
{
    if (settings->players < 1 || settings->players > REPORT_PLAYERS_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a round has 1 to %d players", REPORT_PLAYERS_MAX);
    if (settings->meter.cents < 0 ||
        settings->meter.cents > (int64_t)EXPLORE_METER_DOLLARS_MAX * MONEY_DOLLAR)
        return fault_set(fault, STATUS_RANGE, 0, "a meter shows at most $100,000,000");
    if (settings->wager.cents < 0 ||
        settings->wager.cents > (int64_t)EXPLORE_WAGER_DOLLARS_MAX * MONEY_DOLLAR)
        return fault_set(fault, STATUS_RANGE, 0, "a wager is at most $1,000");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ rows */

static bool pays_for(const struct report_entry *entry)
{
    return entry->kind == REPORT_PROGRESSIVE || entry->kind == REPORT_BONUS;
}

/* Halves are paid beside the stake, but not by the automatic bonus of Four-Card Poker (K1, U1 of the tables). */
static unsigned wager_max(const struct report_target *target, const struct report_entry *entry)
{
    return pays_for(entry) || (entry->kind == REPORT_BASE && target->four_card) ? 1 : 2;
}

static unsigned pays_max(const struct report_entry *entry)
{
    return entry->kind == REPORT_COVER_ALL ? EXPLORE_COVER_ALL_PAYS_MAX : PAY_ODDS_MAX;
}

static bool read_odds(const struct explore_question *question, struct odds odds, struct pay *pay)
{
    bool is_for = pays_for(question->entry);
    if (odds.kind != (is_for ? ODDS_FOR : ODDS_TO) || odds.wager < 1 ||
        odds.wager > wager_max(question->target, question->entry) || odds.pays < 1 ||
        odds.pays > pays_max(question->entry) * odds.wager)
        return false;
    *pay = (struct pay){is_for ? PAY_FOR_ONE : PAY_TO_ONE, odds.pays, odds.wager};
    return true;
}

static bool read_pay(const struct explore_question *question, struct text text, struct pay *pay)
{
    struct value value;
    if (text.length > VALUE_TEXT_MAX || value_read(VALUE_AWARD, text, &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN || value.award.count != 1)
        return false;
    const struct award_part *part = &value.award.parts[0];
    if (part->kind == AWARD_ODDS)
        return read_odds(question, part->odds, pay);
    if (part->kind != AWARD_SHARE || !pays_for(question->entry) ||
        !text_equal(part->name, text_of("meter")) || part->range.low != part->range.high ||
        part->range.low % 100 != 0 || part->range.low < 100 || part->range.low > VALUE_PERCENT_WHOLE)
        return false;
    *pay = (struct pay){PAY_METER, (uint32_t)(part->range.low / 100), 100};
    return true;
}

static enum status refuse_pay(const struct explore_question *question, const struct explore_row *row,
                              struct fault *fault)
{
    struct text pays = text_clipped(row->pays, 40), hand = text_clipped(row->hand, 60);
    if (pays_for(question->entry))
        return fault_set(
            fault, STATUS_INVALID, 0,
            "%.*s cannot pay \"%.*s\"; write 1 to %u for 1, or a whole part of the meter such as "
            "10%% of meter",
            TEXT_ARGUMENTS(hand), TEXT_ARGUMENTS(pays), pays_max(question->entry));
    return fault_set(fault, STATUS_INVALID, 0, "%.*s cannot pay \"%.*s\"; write 1 to %u to 1%s",
                     TEXT_ARGUMENTS(hand), TEXT_ARGUMENTS(pays), pays_max(question->entry),
                     wager_max(question->target, question->entry) > 1 ? ", or halves such as 3 to 2" : "");
}

static enum status refuse_hand(const struct pay_row *const *hands, unsigned count, struct text hand,
                               struct fault *fault)
{
    struct text_nearest nearest = text_nearest_to(text_clipped(hand, TEXT_DISTANCE_MAX));
    for (unsigned i = 0; i < count; i++)
        text_nearest_offer(&nearest, hands[i]->hand);
    struct text shown = text_clipped(hand, 60);
    return fault_set(fault, STATUS_INVALID, 0, "no paytable of this kind has the hand \"%.*s\"%s%s%s",
                     TEXT_ARGUMENTS(shown), nearest.word ? "; did you mean \"" : "",
                     nearest.word ? nearest.word : "", nearest.word ? "\"?" : "");
}

/* Puts the row where its hand stands; false if another is the same hand. */
static bool insert_row(struct paytable *table, const struct pay_row *row)
{
    unsigned at = table->row_count;
    for (unsigned i = 0; i < table->row_count; i++)
        if (table->rows[i].score_min == row->score_min)
            return false;
    for (; at > 0 && table->rows[at - 1].score_min < row->score_min; at--)
        table->rows[at] = table->rows[at - 1];
    table->rows[at] = *row;
    table->row_count++;
    return true;
}

static enum status add_row(const struct explore_question *question, const struct paytable *approved,
                           const struct explore_row *given, struct paytable *table, struct fault *fault)
{
    const struct pay_row *hands[EXPLORE_HANDS_MAX], *known = NULL;
    unsigned count = explore_hands(question->target, question->entry, hands);
    for (unsigned i = 0; i < count; i++)
        if (text_equal_ignoring_case(text_of(hands[i]->hand), given->hand))
            known = hands[i];
    if (!known)
        return refuse_hand(hands, count, given->hand, fault);
    struct pay_row row = {.hand = known->hand, .score_min = known->score_min};
    for (unsigned i = 0; i < approved->row_count; i++)
        if (approved->rows[i].score_min == row.score_min)
            row.envy = approved->rows[i].envy;
    if (!read_pay(question, given->pays, &row.pay))
        return refuse_pay(question, given, fault);
    if (!insert_row(table, &row))
        return fault_set(fault, STATUS_INVALID, 0, "the hand %s stands twice in the paytable", known->hand);
    return STATUS_OK;
}

static bool rows_equal(const struct paytable *one, const struct paytable *other)
{
    if (one->row_count != other->row_count)
        return false;
    for (unsigned i = 0; i < one->row_count; i++)
        if (one->rows[i].score_min != other->rows[i].score_min ||
            memcmp(&one->rows[i].pay, &other->rows[i].pay, sizeof one->rows[i].pay) != 0)
            return false;
    return true;
}

static enum status read_rows(const struct explore_question *question, const struct paytable *approved,
                             struct paytable *table, unsigned *wrong, struct fault *fault)
{
    enum status status = STATUS_OK;
    table->row_count = 0;
    for (*wrong = 0; *wrong < question->row_count; ++*wrong) {
        if (*wrong == PAY_ROWS_MAX)
            return fault_set(fault, STATUS_INVALID, 0, "a paytable has at most %d rows", PAY_ROWS_MAX);
        status = add_row(question, approved, &question->rows[*wrong], table, fault);
        if (status != STATUS_OK)
            return status;
    }
    if (has_fixed_hands(question->entry) && table->row_count != approved->row_count)
        return fault_set(fault, STATUS_INVALID, 0,
                         "the rows of this paytable stay; it has %u, and only what they pay can be changed",
                         approved->row_count);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the target */

/* A copy of the target with tables of its own. */
static void copy_target(struct edited *edited, const struct explore_question *question)
{
    const struct report_target *target = question->target;
    const struct paytable *table = explore_table(target, question->entry);
    if (target->crazy4) {
        edited->crazy4 = *target->crazy4;
        edited->table =
            table ? (struct paytable *)(void *)((char *)&edited->crazy4 +
                                                ((const char *)table - (const char *)target->crazy4))
                  : NULL;
    } else {
        edited->four_card = *target->four_card;
        edited->table =
            table ? (struct paytable *)(void *)((char *)&edited->four_card +
                                                ((const char *)table - (const char *)target->four_card))
                  : NULL;
    }
    report_targets_make(&edited->targets, &edited->crazy4, &edited->four_card);
    edited->target = report_target_find(&edited->targets, text_of(target->name));
    edited->entry = &edited->target->entries[question->entry - target->entries];
}

/* ------------------------------------------------------------------------------------------ notes */

static bool is_approved_pay(const struct report_target *target, const struct report_entry *entry,
                            const struct pay_row *row, struct text_out *others)
{
    for (unsigned i = 0; i < target->entry_count; i++) {
        const struct paytable *table = explore_table(target, &target->entries[i]);
        if (!table || !text_equal(explore_wager(&target->entries[i]), explore_wager(entry)))
            continue;
        for (unsigned j = 0; j < table->row_count; j++) {
            char words[PAY_WORDS_SIZE];
            if (table->rows[j].score_min != row->score_min)
                continue;
            if (memcmp(&table->rows[j].pay, &row->pay, sizeof row->pay) == 0)
                return true;
            if (!text_contains(text_out_text(others), text_of(pay_words(table->rows[j].pay, words))))
                text_out_add(others, "%s%s", others->length ? ", " : "", words);
        }
    }
    return false;
}

/* The approved paytable of the same wager that has these rows; NULL if none has. */
static const struct report_entry *same_table(const struct report_target *target,
                                             const struct report_entry *entry, const struct paytable *table)
{
    for (unsigned i = 0; i < target->entry_count; i++) {
        const struct paytable *other = explore_table(target, &target->entries[i]);
        if (other && text_equal(explore_wager(&target->entries[i]), explore_wager(entry)) &&
            other->order == table->order && rows_equal(other, table))
            return &target->entries[i];
    }
    return NULL;
}

static void add_note(json_t *notes, const char *words, const char *clause, const char *row)
{
    (void)json_array_append_new(notes,
                                json_pack("{s:s, s:s*, s:s*}", "words", words, "clause", clause, "row", row));
}

static json_t *notes_of(const struct explore_question *question, const struct edited *edited)
{
    json_t *notes = json_array();
    char words[WORDS_SIZE];
    struct text_out out;
    if (!edited->changed) /* what has no table is not changed */
        return notes;
    const struct report_entry *same = same_table(question->target, question->entry, edited->table);
    const char *clause = explore_table(question->target, question->entry)->clause;
    if (same) {
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "these are the rows of %s, which is approved", same->name);
        add_note(notes, words, explore_table(question->target, same)->clause, NULL);
        return notes;
    }
    add_note(notes, "the rules approve no paytable with these rows", clause, NULL);
    for (unsigned i = 0; i < edited->table->row_count; i++) {
        const struct pay_row *row = &edited->table->rows[i];
        char approved[WORDS_SIZE], pays[PAY_WORDS_SIZE];
        struct text_out others;
        text_out_init(&others, approved, sizeof approved);
        if (is_approved_pay(question->target, question->entry, row, &others))
            continue;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "%s is not approved for %s%s%s", pay_words(row->pay, pays), row->hand,
                     others.length ? "; approved: " : "", approved);
        add_note(notes, words, clause, row->hand);
    }
    return notes;
}

/* ------------------------------------------------------------------------------------------ the answer */

/* How often the bet gains. */
static struct fraction hit_of(const struct bet *bet)
{
    uwide hits = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++)
        if (bet->outcomes[i].net_halves > 0 || bet->outcomes[i].meter_percent > 0)
            hits += bet->outcomes[i].count;
    return fraction_of((wide)hits, bet->total);
}

/* What the outcome adds to the return: the stake that it nets to, and its part of the meter. */
static struct fraction share_of(const struct report_bet *bet, const struct bet_outcome *outcome)
{
    struct fraction net = fraction_of((wide)outcome->count * (outcome->net_halves + 2), 2 * bet->bet.total);
    if (outcome->meter_percent == 0 || bet->wager.cents == 0)
        return net;
    struct fraction meter =
        fraction_multiply(fraction_of((wide)outcome->count * outcome->meter_percent, 100 * bet->bet.total),
                          fraction_of(bet->meter.cents, (uwide)bet->wager.cents));
    return fraction_add(net, meter);
}

static json_t *row_document(const struct edited *edited, const struct report_bet *bet, unsigned index)
{
    const struct bet_outcome *outcome = &bet->bet.outcomes[index];
    json_t *row = json_pack("{s:s}", "hand", outcome->name);
    char words[WORDS_SIZE];
    struct text_out out;
    document_put(&row, "ways", report_count(outcome->count));
    document_put(&row, "of", report_count(bet->bet.total));
    document_put(&row, "probability", report_exact(fraction_of((wide)outcome->count, bet->bet.total)));
    if (edited->entry->table && index < edited->table->row_count)
        document_put(&row, "pays", json_string(pay_words(edited->table->rows[index].pay, words)));
    text_out_init(&out, words, sizeof words);
    fraction_write_decimal(&out, fraction_of(outcome->net_halves, 2), outcome->net_halves % 2 ? 1 : 0);
    document_put(&row, "net", json_string(words));
    document_put(&row, "share", report_exact(share_of(bet, outcome)));
    return row;
}

static void put_figures(json_t **object, const struct report_bet *bet)
{
    document_put(object, "edge", report_exact(report_house_edge(bet)));
    document_put(object, "return", report_exact(bet->returned));
    document_put(object, "hit", report_exact(hit_of(&bet->bet)));
    document_put(object, "element-of-risk", report_exact(report_element_of_risk(bet)));
    document_put(object, "standard-deviation", json_real(bet->deviation));
}

/* Adds what the report says about a meter and about best play. */
static void put_rest(json_t **object, const struct report *report)
{
    json_t *document = report_document(report);
    const json_t *bet = json_array_get(json_object_get(document, "bets"), 0);
    static const char *const keys[] = {"progressive", "with_bonuses", "by_players", "play"};
    if (!document)
        document_put(object, "play", NULL);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (json_object_get(bet, keys[i]))
            document_put(object, keys[i], json_incref(json_object_get(bet, keys[i])));
    json_decref(document);
}

static json_t *answer_of(const struct explore_question *question, const struct edited *edited,
                         const struct report *report, const struct report *approved)
{
    const struct report_bet *bet = &report->bets[0];
    json_t *rows = json_array();
    json_t *answer = json_pack("{s:s, s:s, s:s, s:s, s:b}", "game", question->target->name, "bet",
                               question->entry->name, "kind", explore_kind_name(question->entry->kind),
                               "clause", bet->bet.clause, "edited", (int)edited->changed);
    document_put(&answer, "total", report_count(bet->bet.total));
    put_figures(&answer, bet);
    for (unsigned i = 0; i < bet->bet.outcome_count && rows; i++)
        if (json_array_append_new(rows, row_document(edited, bet, i)) != 0) {
            json_decref(rows);
            rows = NULL;
        }
    document_put(&answer, "rows", rows);
    if (edited->changed) {
        json_t *before = json_object();
        put_figures(&before, &approved->bets[0]);
        document_put(&answer, "approved", before);
    }
    put_rest(&answer, report);
    document_put(&answer, "notes", notes_of(question, edited));
    return answer;
}

enum status explore_paytable(const struct explore_question *question, struct arena *arena, json_t **answer,
                             unsigned *wrong, struct fault *fault)
{
    struct edited *edited = ARENA_NEW(arena, struct edited);
    struct report *report = ARENA_NEW(arena, struct report), *approved = ARENA_NEW(arena, struct report);
    const struct paytable *own = explore_table(question->target, question->entry);
    *wrong = 0;
    if (!edited || !report || !approved)
        return fault_set(fault, arena->refusal, 0, "there is no memory to count");
    copy_target(edited, question);
    if (question->row_count > 0 && !own)
        return fault_set(fault, STATUS_INVALID, 0, "%s has no paytable to edit", question->entry->name);
    enum status status =
        question->row_count > 0 ? read_rows(question, own, edited->table, wrong, fault) : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    edited->changed = own && !rows_equal(own, edited->table);
    status = report_make_from(report, edited->target, edited->entry, &question->settings, question->four_card,
                              arena);
    if (status == STATUS_OK && edited->changed)
        status = report_make_from(approved, question->target, question->entry, &question->settings,
                                  question->four_card, arena);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory to count");
    *answer = answer_of(question, edited, report, approved);
    return *answer ? STATUS_OK : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to answer");
}
