#include "base/calendar.h"
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

static void add_row(struct weaver *weaver, struct text label, struct text value)
{
    char first[POSTING_LINE_SIZE];
    if (!weaver->in_table) {
        notice_table(weaver->notice, text_of(""));
        notice_column(weaver->notice, text_of(""), NOTICE_LEFT);
        notice_column(weaver->notice, text_of(""), NOTICE_LEFT);
        weaver->in_table = true;
    }
    struct text cells[] = {posting_upper_first(label, first, sizeof first), value};
    notice_row(weaver->notice, cells, 2);
}

/* A value that is being woven: the way to it, what a player reads before it, and the part that its keys are of. */
struct thread {
    char path[PATH_SIZE], label[POSTING_LINE_SIZE];
    const struct vocabulary_type *type; /* NULL: the vocabulary does not know it */
};

static void add_value(struct weaver *weaver, const struct thread *thread, const struct node *node)
{
    char words[POSTING_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    const struct node *posted = weaver->offer ? offer_node(weaver->offer, thread->path) : NULL;
    posting_node_write(&out, posted ? posted : node);
    add_row(weaver, text_of(thread->label), text_out_text(&out));
}

/* The keys of a part say what they are; before any other name stands what it is the name in. */
static struct thread thread_to(const struct thread *above, const struct node *child)
{
    const struct vocabulary_part *part = above->type ? above->type->part : NULL;
    bool known = part && vocabulary_key_find(part, child->key);
    struct thread below = {.type = above->type ? vocabulary_member_type(above->type, child->key) : NULL};
    struct text_out path, label;
    text_out_init(&path, below.path, sizeof below.path);
    text_out_add(&path, "%s/%.*s", above->path, TEXT_ARGUMENTS(child->key));
    text_out_init(&label, below.label, sizeof below.label);
    if (above->label[0])
        text_out_add(&label, "%s: ", above->label);
    text_out_add_text(&label, known ? posting_label(part, child->key) : child->key);
    return below;
}

/* A doubtful place says by note and by key what it decides; players read the choice. */
static bool is_for_authors(const struct vocabulary_type *type, struct text key)
{
    return type && type->part && text_equal(text_of(type->part->name), text_of("setting")) &&
           (text_equal(key, text_of("reading")) || text_equal(key, text_of("decides")));
}

/* Every value on a line of its own; each item of a list of groups is one line. */
static void weave_node(struct weaver *weaver, const struct thread *thread, const struct node *node)
{
    bool groups = node->kind == NODE_LIST && node->first_child && node->first_child->kind != NODE_SCALAR;
    if (node->kind == NODE_SCALAR || (node->kind == NODE_LIST && !groups)) {
        add_value(weaver, thread, node);
        return;
    }
    unsigned number = 1;
    for (const struct node *child = node->first_child; child; child = child->next, number++) {
        struct thread below = *thread;
        if (groups) {
            struct text_out path, label;
            text_out_init(&path, below.path, sizeof below.path);
            text_out_add(&path, "%s %u", thread->path, number);
            text_out_init(&label, below.label, sizeof below.label);
            text_out_add(&label, "%s %u", thread->label, number);
            add_value(weaver, &below, child);
        } else if (!is_for_authors(thread->type, child->key)) {
            below = thread_to(thread, child);
            weave_node(weaver, &below, child);
        }
    }
}

/* A part whose keys the vocabulary has needs no heading; one that is a key itself has that of the key. */
static void weave_part(struct weaver *weaver, const struct node *node)
{
    const struct vocabulary_part *part = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, node->key);
    const struct vocabulary_type whole = {.kind = VOCABULARY_PART, .part = part};
    struct thread thread = {.type = part && part->is_key ? part->keys[0].type : part ? &whole : NULL};
    bool named = !part || (part->is_key && node->kind != NODE_MAP);
    struct text_out path, label;
    text_out_init(&path, thread.path, sizeof thread.path);
    text_out_add_text(&path, node->key);
    text_out_init(&label, thread.label, sizeof thread.label);
    if (named)
        text_out_add_text(&label, posting_label(part, node->key));
    weave_node(weaver, &thread, node);
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
        struct text cells[] = {row->hand, text_out_text(&out)};
        notice_row(weaver->notice, cells, 2);
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
    text_out_add(&out, "%u. ", clause->number);
    calendar_show_words(&out, clause->words);
    notice_paragraph(weaver->notice, text_out_text(&out));
    weaver->in_table = false;
    for (const struct node *part = clause->data ? clause->data->first_child : NULL; part; part = part->next) {
        if (text_equal(part->key, text_of(PART_CHARTS)) && part->kind == NODE_MAP)
            weave_charts(weaver, part);
        else
            weave_part(weaver, part);
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
    notice_cite(notice, document->name);
}
