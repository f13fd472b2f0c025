/* Rule documents, clause by clause: what implements each, what the offers of the house post for it, and which cases test it. */
#include "server/api/inquiry.h"

#include "base/check.h"
#include "rulebook/files.h"

enum { FOUND_MAX = 200, SEARCH_WORDS_MAX = 8 };

/* The cases cite the text in the folder, so they apply only if that is the same text. */
static const struct clause_tests *tests_of(struct inquiry *inquiry, const struct rulebook *rulebook)
{
    struct shelf *shelf = inquiry->shelf;
    return shelf_find(shelf, rulebook->document.identity) == rulebook ? shelf_tests(shelf, rulebook) : NULL;
}

static json_t *offers_of(const struct inquiry *inquiry, struct text identity)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < inquiry->offer_count; i++)
        if (text_equal(inquiry->offers[i].activity, identity))
            document_append(&list, document_text(inquiry->offers[i].name));
    return list;
}

static struct text issuer_of(struct text identity)
{
    size_t slash = 0;
    while (slash < identity.length && identity.bytes[slash] != '/')
        slash++;
    return text_slice(identity, 0, slash);
}

static void set_heading(json_t **object, const struct inquiry *inquiry, const struct rulebook *rulebook)
{
    const struct rule_document *document = &rulebook->document;
    document_put(object, "document", document_text(document->identity));
    document_put(object, "title", document_text(document->name));
    inquiry_set_text(object, "identifier", document->identifier);
    document_put(object, "issuer", document_text(issuer_of(document->identity)));
    document_put(object, "law", json_boolean(rulebook->is_law));
    document_put(object, "filed", json_boolean(inquiry_is_filed(inquiry, document->identity)));
    document_put(object, "offers", offers_of(inquiry, document->identity));
}

/* ------------------------------------------------------------------------------------------ all of them */

static json_t *summary_of(struct inquiry *inquiry, const struct rulebook *rulebook)
{
    json_t *object = json_object();
    struct clause_totals totals = {0};
    const struct clause_tests *tests = tests_of(inquiry, rulebook);
    const struct rule_document *document = &rulebook->document;
    set_heading(&object, inquiry, rulebook);
    for (unsigned i = 0; i < document->clause_count; i++) {
        totals.clauses++;
        totals.states[clause_state_of(&document->clauses[i])]++;
        totals.untested += tests && clause_is_untested(&document->clauses[i], &tests[i]);
    }
    document_put(&object, "clauses", json_integer(totals.clauses));
    for (unsigned state = 0; state < CLAUSE_STATES; state++)
        document_put(&object, clause_state_name((enum clause_state)state),
                     json_integer(totals.states[state]));
    document_put(&object, "untested", json_integer(totals.untested));
    return object;
}

/* Whether the text contains all words, ignoring case. */
static bool holds(struct text text, struct text words)
{
    for (size_t skip = text_separators(words); words.length > skip; skip = text_separators(words)) {
        words = text_from(words, skip);
        struct text word = text_first_word(words, words.length);
        bool found = false;
        for (size_t at = 0; at + word.length <= text.length && !found; at++)
            found = text_equal_ignoring_case(text_slice(text, at, word.length), word);
        if (!found || word.length == 0)
            return false;
        words = text_from(words, word.length);
    }
    return true;
}

/* Counts all clauses that are found, and lists the first. */
static void search(const struct inquiry *inquiry, const struct rulebook *rulebook, json_t **found,
                   unsigned *count)
{
    const struct rule_document *document = &rulebook->document;
    for (unsigned i = 0; i < document->clause_count; i++) {
        const struct clause *clause = &document->clauses[i];
        if (!holds(clause->words, inquiry->words) || ++*count > FOUND_MAX)
            continue;
        document_append(found, json_pack("{s:o, s:i, s:o, s:s, s:o}", "document",
                                         document_text(document->identity), "number", (int)clause->number,
                                         "clause", document_text(clause->origin.clause), "state",
                                         clause_state_name(clause_state_of(clause)), "words",
                                         document_text(clause->words)));
    }
}

static void take_document(struct inquiry *inquiry, const struct rulebook *rulebook, json_t **list,
                          json_t **found, unsigned *count)
{
    if (!rulebook)
        return;
    document_append(list, summary_of(inquiry, rulebook));
    if (inquiry->words.length > 0)
        search(inquiry, rulebook, found, count);
}

static void list_documents(struct inquiry *inquiry)
{
    struct shelf *shelf = inquiry->shelf;
    json_t *list = json_array(), *found = json_array();
    unsigned count = 0;
    for (unsigned i = 0; i < shelf_count(shelf); i++)
        take_document(inquiry, inquiry_rulebook(inquiry, shelf_at(shelf, i)->document.identity), &list,
                      &found, &count);
    for (unsigned i = inquiry->document_count; i > 0; i--)
        if (!shelf_find(shelf, inquiry->documents[i - 1].identity))
            take_document(inquiry, inquiry_rulebook(inquiry, inquiry->documents[i - 1].identity), &list,
                          &found, &count);
    inquiry->answer = json_pack("{s:o}", "documents", list);
    if (inquiry->words.length > 0) {
        document_put(&inquiry->answer, "found", found);
        document_put(&inquiry->answer, "found-count", json_integer(count));
    } else
        json_decref(found);
}

void api_documents(const struct api_request *request)
{
    struct inquiry *inquiry = inquiry_new(request, list_documents);
    if (inquiry)
        inquiry_send(request, inquiry);
}

/* ------------------------------------------------------------------------------------------ one of them */

/* The forms of the offers of a document. */
struct offered_form {
    struct text name;
    struct offer_form form;
};

struct looking {
    struct inquiry *inquiry;
    const struct rulebook *rulebook;
    const struct clause_tests *tests; /* NULL: there is no folder */
    struct offered_form *forms;
    unsigned form_count;
};

static json_t *kinds_of(const struct clause *clause)
{
    json_t *list = json_array();
    for (unsigned kind = 0; kind < CLAUSE_KINDS; kind++)
        if (clause_is(clause, (enum clause_kind)kind))
            document_append(&list, json_string(clause_kind_name((enum clause_kind)kind)));
    return list;
}

static json_t *value_of(struct looking *looking, const struct offered_form *form,
                        const struct form_field *field)
{
    json_t *object = json_object();
    struct text value = text_of("");
    document_put(&object, "offer", document_text(form->name));
    document_put(&object, "field", document_text(field->path));
    document_put(&object, "label", document_text(field->label));
    document_put(&object, "kind", json_string(form_kind_name(field->kind)));
    if (field->value && offer_value_text(field->value, &looking->inquiry->errand.arena, &value) == STATUS_OK)
        inquiry_set_text(&object, "value", value);
    inquiry_set_text(&object, "approved", field->approved);
    inquiry_set_text(&object, "least", field->least);
    inquiry_set_text(&object, "most", field->most);
    inquiry_set_text(&object, "chart", field->chart);
    return object;
}

/* What the offers post for the choices and ranges of this clause. */
static json_t *values_of(struct looking *looking, const struct clause *clause)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < looking->form_count; i++)
        for (unsigned j = 0; j < looking->forms[i].form.count; j++) {
            const struct form_field *field = &looking->forms[i].form.fields[j];
            if (text_equal(field->clause, clause->origin.clause) && (field->value || field->required))
                document_append(&list, value_of(looking, &looking->forms[i], field));
        }
    return list;
}

/* "bay101/cases/aces-cracked/hits.case" */
static json_t *tests_document(const struct looking *looking, unsigned index)
{
    json_t *list = json_array();
    struct text identity = looking->rulebook->document.identity, issuer = issuer_of(identity),
                name = text_from(identity, issuer.length + 1);
    if (!looking->tests)
        return list;
    const struct clause_tests *tests = &looking->tests[index];
    for (unsigned i = 0; i < clause_tests_named(tests); i++)
        document_append(&list, json_pack("{s:o, s:o}", "case", document_text(tests->tests[i].name), "file",
                                         json_sprintf("%.*s/cases/%.*s/%s", TEXT_ARGUMENTS(issuer),
                                                      TEXT_ARGUMENTS(name), tests->tests[i].file)));
    return list;
}

static json_t *clause_document(struct looking *looking, unsigned index)
{
    const struct clause *clause = &looking->rulebook->document.clauses[index];
    json_t *readings = json_array();
    json_t *object =
        json_pack("{s:i, s:o, s:o, s:o, s:s}", "number", (int)clause->number, "clause",
                  document_text(clause->origin.clause), "words", document_text(clause->words), "kinds",
                  kinds_of(clause), "state", clause_state_name(clause_state_of(clause)));
    inquiry_set_text(&object, "part", clause_part(clause));
    document_put(&object, "untested",
                 json_boolean(looking->tests && clause_is_untested(clause, &looking->tests[index])));
    if (clause->data) {
        struct growing yaml = {.arena = &looking->inquiry->errand.arena};
        node_write(&yaml, clause->data);
        inquiry_set_text(&object, "data", growing_text(&yaml));
    }
    for (unsigned i = 0; i < clause->note_count; i++)
        document_append(&readings, document_text(clause->notes[i].words));
    document_put(&object, "readings", readings);
    document_put(&object, "values", values_of(looking, clause));
    document_put(&object, "tests", tests_document(looking, index));
    return object;
}

/* False after a refusal. */
static bool read_forms(struct looking *looking)
{
    struct inquiry *inquiry = looking->inquiry;
    struct arena *arena = &inquiry->errand.arena;
    const struct house *house = looking->rulebook->is_law ? NULL : inquiry_house(inquiry);
    if (!house)
        return looking->rulebook->is_law;
    looking->forms = ARENA_ARRAY(arena, struct offered_form, inquiry->offer_count + 1);
    for (unsigned i = 0; looking->forms && i < inquiry->offer_count; i++) {
        struct offered_form *form = &looking->forms[looking->form_count];
        struct findings findings;
        if (!text_equal(inquiry->offers[i].activity, looking->rulebook->document.identity))
            continue;
        findings_init(&findings, arena, 1);
        const struct node *data =
            node_read(inquiry->offers[i].text, (struct origin){.file = "offer", .line = 1, .column = 1},
                      arena, &findings);
        form->name = inquiry->offers[i].name;
        if (!data || offer_form_make(looking->rulebook, house, data, arena, &form->form) != STATUS_OK) {
            inquiry_refuse(inquiry, 503, NULL, "there is no memory for the offers");
            return false;
        }
        looking->form_count++;
    }
    return true;
}

static void show_document(struct inquiry *inquiry)
{
    struct looking looking = {.inquiry = inquiry, .rulebook = inquiry_rulebook(inquiry, inquiry->document)};
    json_t *sections = json_array(), *clauses = json_array();
    if (!looking.rulebook)
        inquiry_refuse(inquiry, 404, NULL, "There is no such document; /api/documents lists them.");
    if (!looking.rulebook || !read_forms(&looking)) {
        json_decref(sections);
        json_decref(clauses);
        return;
    }
    const struct rule_document *document = &looking.rulebook->document;
    looking.tests = tests_of(inquiry, looking.rulebook);
    inquiry->answer = json_object();
    set_heading(&inquiry->answer, inquiry, looking.rulebook);
    document_put(&inquiry->answer, "introduction", document_text(document->introduction));
    for (unsigned i = 0; i < document->section_count; i++)
        document_append(&sections,
                        json_pack("{s:o, s:i}", "heading", document_text(document->sections[i].heading),
                                  "first", (int)document->sections[i].first_clause));
    document_put(&inquiry->answer, "sections", sections);
    for (unsigned i = 0; i < document->clause_count; i++)
        document_append(&clauses, clause_document(&looking, i));
    document_put(&inquiry->answer, "clauses", clauses);
}

/* ------------------------------------------------------------------------------------------ as they are written */

static void show_bytes(struct inquiry *inquiry, struct text bytes, const char *type)
{
    inquiry->bytes = bytes;
    inquiry->type = type;
}

/* As filed; if it is not filed, the file in the folder. */
static void show_text(struct inquiry *inquiry)
{
    enum { DOCUMENT_FILE_MAX = 1 << 20 };
    static const char type[] = "text/markdown; charset=utf-8";
    struct text filed = inquiry_filed_text(inquiry, inquiry->document), bytes = text_of("");
    const struct rulebook *rulebook = shelf_find(inquiry->shelf, inquiry->document);
    struct findings findings;
    findings_init(&findings, &inquiry->errand.arena, 1);
    if (filed.length > 0)
        show_bytes(inquiry, filed, type);
    else if (rulebook && files_read(rulebook->document.file, DOCUMENT_FILE_MAX, &inquiry->errand.arena,
                                    &findings, &bytes) == STATUS_OK)
        show_bytes(inquiry, bytes, type);
    else
        inquiry_refuse(inquiry, 404, NULL, "There is no such document; /api/documents lists them.");
}

static void show_case(struct inquiry *inquiry)
{
    const struct rulebook *rulebook = shelf_find(inquiry->shelf, inquiry->document);
    struct text bytes = text_of("");
    struct findings findings;
    findings_init(&findings, &inquiry->errand.arena, 1);
    if (rulebook &&
        clause_case_read(&rulebook->document, inquiry->file, &inquiry->errand.arena, &findings, &bytes))
        show_bytes(inquiry, bytes, "text/plain; charset=utf-8");
    else
        inquiry_refuse(inquiry, 404, NULL, "There is no such case. Each clause lists its cases.");
}

/* After "/api/documents/": issuer and name, and perhaps a part, whose last word is a file. */
static void ask_for_document(const struct api_request *request, void (*look)(struct inquiry *))
{
    struct inquiry *inquiry = inquiry_new(request, look);
    if (!inquiry)
        return;
    struct text path = text_from(request->exchange->path, sizeof "/api/documents/" - 1);
    size_t end = 0, last = path.length;
    for (unsigned strokes = 0; end < path.length; end++)
        if (path.bytes[end] == '/' && ++strokes == 2)
            break;
    while (last > 0 && path.bytes[last - 1] != '/')
        last--;
    if (arena_copy_text(&inquiry->errand.arena, text_slice(path, 0, end), &inquiry->document) != STATUS_OK ||
        arena_copy_text(&inquiry->errand.arena, text_from(path, last), &inquiry->file) != STATUS_OK)
        inquiry->document = text_of("");
    inquiry_send(request, inquiry);
}

void api_document(const struct api_request *request)
{
    ask_for_document(request, show_document);
}

void api_document_text(const struct api_request *request)
{
    ask_for_document(request, show_text);
}

void api_document_case(const struct api_request *request)
{
    ask_for_document(request, show_case);
}
