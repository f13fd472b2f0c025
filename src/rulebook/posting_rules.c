#include "rulebook/posting.h"
#include "rulebook/posting_internal.h"
#include "rulebook/vocabulary_paths.h"

enum { PATH_SIZE = 256 };

/* Weaving one document. */
struct weaver {
    struct notice *notice;
    const struct rulebook *rulebook;
    const struct offer *offer; /* NULL: what is approved */
    bool in_table;
};

/* ------------------------------------------------------------------------------------------ values */

static void add_row(struct weaver *weaver, const char *path, struct text value)
{
    if (!weaver->in_table) {
        notice_table(weaver->notice, text_of(""));
        notice_column(weaver->notice, text_of(""), NOTICE_LEFT);
        notice_column(weaver->notice, text_of(""), NOTICE_LEFT);
        weaver->in_table = true;
    }
    char label[PATH_SIZE];
    struct text_out out;
    text_out_init(&out, label, sizeof label);
    for (size_t i = 0; path[i]; i++) {
        if (path[i] == '/')
            text_out_add(&out, ": ");
        else
            text_out_add(&out, "%c", path[i]);
    }
    struct text cells[] = {text_out_text(&out), value};
    notice_row(weaver->notice, cells, 2);
}

static void add_value(struct weaver *weaver, const char *path, const struct node *node)
{
    char words[POSTING_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    const struct node *posted = weaver->offer ? offer_node(weaver->offer, path) : NULL;
    posting_node_write(&out, posted ? posted : node);
    add_row(weaver, path, text_out_text(&out));
}

/* Every value on a line of its own, with the way to it; each item of a list of groups is one line. */
static void weave_node(struct weaver *weaver, const char *path, const struct node *node)
{
    bool groups = node->kind == NODE_LIST && node->first_child && node->first_child->kind != NODE_SCALAR;
    if (node->kind == NODE_SCALAR || (node->kind == NODE_LIST && !groups)) {
        add_value(weaver, path, node);
        return;
    }
    unsigned number = 1;
    for (const struct node *child = node->first_child; child; child = child->next, number++) {
        char below[PATH_SIZE];
        struct text_out out;
        text_out_init(&out, below, sizeof below);
        if (groups) {
            text_out_add(&out, "%s %u", path, number);
            add_value(weaver, below, child);
        } else {
            text_out_add(&out, "%s%s%.*s", path, path[0] ? "/" : "", TEXT_ARGUMENTS(child->key));
            weave_node(weaver, below, child);
        }
    }
}

/* ------------------------------------------------------------------------------------------ charts */

static bool is_in_force(const struct offer *offer, const struct rulebook_chart *chart)
{
    for (unsigned i = 0; offer && i < offer->chart_count; i++)
        if (offer->charts[i] == chart)
            return true;
    return false;
}

static void weave_chart(struct weaver *weaver, const struct rulebook_chart *chart)
{
    bool in_force = is_in_force(weaver->offer, chart);
    char caption[POSTING_LINE_SIZE];
    struct text_out out;
    text_out_init(&out, caption, sizeof caption);
    text_out_add(&out, "Chart %.*s%s", TEXT_ARGUMENTS(chart->name),
                 !weaver->offer ? ""
                 : in_force     ? ", in force"
                                : ", not in force");
    notice_table(weaver->notice, text_out_text(&out));
    notice_column(weaver->notice, text_of("Row"), NOTICE_LEFT);
    notice_column(weaver->notice, text_of("Hand"), NOTICE_LEFT);
    notice_column(weaver->notice, text_of("Wins"), NOTICE_RIGHT);
    for (unsigned i = 0; i < chart->row_count; i++) {
        const struct rulebook_row *row = &chart->rows[i];
        char words[POSTING_LINE_SIZE];
        text_out_init(&out, words, sizeof words);
        const struct node *prize =
            in_force ? offer_prize(weaver->offer, row) : node_member(row->node, KEY_AWARD);
        if (prize)
            posting_node_write(&out, prize);
        struct text cells[] = {row->id, row->hand, text_out_text(&out)};
        notice_row(weaver->notice, cells, 3);
    }
    weaver->in_table = false;
}

static void weave_charts(struct weaver *weaver, const struct node *charts)
{
    for (const struct node *node = charts->first_child; node; node = node->next) {
        const struct rulebook_chart *chart = rulebook_chart_find(weaver->rulebook, node->key);
        if (chart)
            weave_chart(weaver, chart);
    }
}

/* ------------------------------------------------------------------------------------------ clauses */

static void weave_clause(struct weaver *weaver, const struct clause *clause)
{
    char words[POSTING_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%u. %.*s", clause->number, TEXT_ARGUMENTS(clause->words));
    notice_paragraph(weaver->notice, text_out_text(&out));
    weaver->in_table = false;
    for (const struct node *part = clause->data ? clause->data->first_child : NULL; part; part = part->next) {
        char path[PATH_SIZE];
        text_out_init(&out, path, sizeof path);
        text_out_add_text(&out, part->key);
        if (text_equal(part->key, text_of(PART_CHARTS)) && part->kind == NODE_MAP)
            weave_charts(weaver, part);
        else
            weave_node(weaver, path, part);
    }
    for (unsigned i = 0; i < clause->note_count; i++) {
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "Note %.*s", TEXT_ARGUMENTS(clause->notes[i].words));
        notice_bullet(weaver->notice, text_out_text(&out));
    }
}

static void begin_section(struct notice *notice, const struct rule_document *document, unsigned clause)
{
    if (clause == 1)
        notice_section(notice, text_of("Rules"));
    for (unsigned i = 0; i < document->section_count; i++)
        if (document->sections[i].first_clause == clause)
            notice_section(notice, document->sections[i].heading);
}

void posting_rules(struct notice *notice, const struct rulebook *rulebook, const struct offer *offer)
{
    const struct rule_document *document = &rulebook->document;
    struct weaver weaver = {.notice = notice, .rulebook = rulebook, .offer = offer};
    posting_head(notice, rulebook, offer);
    notice_section(notice, text_of("What it is"));
    notice_paragraph(notice, document->introduction);
    for (unsigned i = 0; i < document->clause_count; i++) {
        begin_section(notice, document, document->clauses[i].number);
        weave_clause(&weaver, &document->clauses[i]);
    }
    notice_cite(notice, document->identity);
}
