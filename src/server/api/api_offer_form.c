/* The form of an offer, and its preview: its text, the findings of the check, the changes, and the notice. */
#include "house/kernel/deciding.h"
#include "server/api/inquiry.h"

#include "base/check.h"
#include "house/kernel/floor.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/posting.h"

#include <string.h>

enum { ANSWERS_MAX = 512, ITEMS_MAX = 256 };

/* ------------------------------------------------------------------------------------------ the form */

static json_t *value_document(const struct node *value)
{
    if (value->kind == NODE_SCALAR)
        return document_text(value->scalar);
    json_t *list = json_array();
    for (const struct node *item = value->first_child; item; item = item->next)
        if (item->kind == NODE_SCALAR)
            document_append(&list, document_text(item->scalar));
    return list;
}

static const struct clause *clause_called(const struct rulebook *rulebook, struct text name)
{
    for (unsigned i = 0; i < rulebook->document.clause_count; i++)
        if (text_equal(rulebook->document.clauses[i].origin.clause, name))
            return &rulebook->document.clauses[i];
    return NULL;
}

static struct text group_of(const struct form_field *field)
{
    return field->key_count > 1 ? field->keys[0] : text_of("offer");
}

static json_t *field_document(const struct offer_form *form, const struct form_field *field)
{
    const struct clause *clause = clause_called(form->rulebook, field->clause);
    json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:s, s:b}", "path", document_text(field->path), "name",
                               document_text(field->keys[field->key_count - 1]), "label",
                               document_text(field->label), "group", document_text(group_of(field)), "kind",
                               form_kind_name(field->kind), "required", (int)field->required);
    inquiry_set_text(&object, "approved", field->approved);
    inquiry_set_text(&object, "least", field->least);
    inquiry_set_text(&object, "most", field->most);
    inquiry_set_text(&object, "chart", field->chart);
    inquiry_set_text(&object, "fallback", field->fallback);
    if (field->choice_count > 0) {
        json_t *choices = json_array();
        for (unsigned i = 0; i < field->choice_count; i++)
            document_append(&choices, document_text(field->choices[i]));
        document_put(&object, "choices", choices);
    }
    if (field->value)
        document_put(&object, "value", value_document(field->value));
    if (field->example)
        document_put(&object, "example", json_string(field->example));
    if (field->meaning)
        document_put(&object, "meaning", json_string(field->meaning));
    inquiry_set_text(&object, "clause", field->clause);
    if (clause)
        document_put(&object, "words", document_text(clause->words));
    return object;
}

static json_t *charts_of(const struct offer *offer)
{
    json_t *list = json_array();
    for (unsigned i = 0; offer && i < offer->chart_count; i++)
        document_append(&list, document_text(offer->charts[i]->name));
    return list;
}

static void answer_form(struct inquiry *inquiry, const struct offer_form *form, const struct offer *offer)
{
    json_t *fields = json_array();
    for (unsigned i = 0; i < form->count; i++)
        document_append(&fields, field_document(form, &form->fields[i]));
    inquiry->answer = json_pack("{s:o, s:o}", "document", document_text(form->rulebook->document.identity),
                                "title", document_text(form->rulebook->document.name));
    inquiry_set_text(&inquiry->answer, "offer", inquiry->offer);
    document_put(&inquiry->answer, "charts", charts_of(offer));
    document_put(&inquiry->answer, "fields", fields);
}

/* The document that is to be offered; NULL after a refusal. */
static const struct rulebook *find_document(struct inquiry *inquiry, struct text identity)
{
    const struct rulebook *rulebook = inquiry_rulebook(inquiry, identity);
    if (!rulebook)
        inquiry_refuse(inquiry, 404, "document", "There is no such document; /api/documents lists them.");
    else if (rulebook->is_law)
        inquiry_refuse(inquiry, 400, "document",
                       "A law cannot be posted as an offer. Choose a rule document.");
    return inquiry->code ? NULL : rulebook;
}

static void make_form(struct inquiry *inquiry)
{
    const struct inquiry_offer *posted = inquiry_offer_called(inquiry, inquiry->offer);
    struct findings findings;
    struct offer_form form;
    struct node *data = NULL;
    const struct offer *offer = NULL;
    if (inquiry->offer.length > 0 && !posted) {
        inquiry_refuse(inquiry, 404, "offer", "There is no such offer.");
        return;
    }
    const struct rulebook *rulebook = find_document(inquiry, posted ? posted->activity : inquiry->document);
    const struct house *house = rulebook ? inquiry_house(inquiry) : NULL;
    if (!house)
        return;
    if (posted)
        offer = inquiry_read_offer(inquiry, rulebook, house, posted->name, posted->text, &findings, &data);
    if (offer_form_make(rulebook, house, data, &inquiry->errand.arena, &form) != STATUS_OK)
        inquiry_refuse(inquiry, 503, NULL, "there is no memory for the form");
    else
        answer_form(inquiry, &form, offer);
}

void api_offer_form(const struct api_request *request)
{
    struct text document = http_query(request->exchange, "document"),
                offer = http_query(request->exchange, "offer");
    if ((document.length > 0) == (offer.length > 0)) {
        api_problem(request->service, request->exchange,
                    &(struct problem){.code = 400,
                                      .type = "invalid",
                                      .title = "which form?",
                                      .detail = "Name a document or an offer.",
                                      .field = "document"});
        return;
    }
    struct inquiry *inquiry = inquiry_new(request, make_form);
    if (inquiry)
        inquiry_send(request, inquiry);
}

/* ------------------------------------------------------------------------------------------ values */

static struct text text_value(const json_t *value)
{
    return (struct text){json_string_value(value), json_string_length(value)};
}

/* False after a refusal. */
static bool read_answer(struct inquiry *inquiry, const char *path, const json_t *value,
                        struct form_answer *answer)
{
    bool is_list = json_is_array(value);
    size_t count = is_list ? json_array_size(value) : json_is_null(value) ? 0 : 1;
    struct text *values = ARENA_ARRAY(&inquiry->errand.arena, struct text, count + 1);
    bool good = values && count <= ITEMS_MAX;
    for (size_t i = 0; i < count && good; i++) {
        const json_t *item = is_list ? json_array_get(value, i) : value;
        good = json_is_string(item);
        values[i] = good ? text_value(item) : text_of("");
    }
    if (!good) {
        inquiry_refuse(inquiry, 400, path, "A value is a text, a list of texts, or null.");
        return false;
    }
    bool empty = !is_list && count == 1 && values[0].length == 0;
    *answer = (struct form_answer){text_of(path), values, empty ? 0 : (unsigned)count, is_list};
    return true;
}

/* The text with the values put in; false after a refusal. */
static bool fill(struct inquiry *inquiry, const struct rulebook *rulebook, const struct house *house,
                 struct text before)
{
    json_t *values = json_object_get(inquiry->body, "values");
    struct form_answer *answers = ARENA_ARRAY(&inquiry->errand.arena, struct form_answer, ANSWERS_MAX);
    unsigned count = 0;
    const char *path;
    json_t *value;
    if (!answers || json_object_size(values) > ANSWERS_MAX) {
        inquiry_refuse(inquiry, 400, "values", "There are too many values.");
        return false;
    }
    json_object_foreach(values, path, value)
    {
        if (!read_answer(inquiry, path, value, &answers[count++]))
            return false;
    }
    struct fault fault;
    enum status status = offer_form_fill(rulebook, house, before, answers, count, &inquiry->errand.arena,
                                         &inquiry->text, &fault);
    if (status != STATUS_OK)
        inquiry_refuse(inquiry, status == STATUS_INVALID ? 400 : 503, "values", "%s", fault.words);
    return status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the preview */

static json_t *finding_document(const struct offer_form *form, const struct finding *finding)
{
    const struct form_field *field = form ? offer_form_field_of(form, finding) : NULL;
    json_t *object = json_pack("{s:i, s:i, s:s, s:o, s:o}", "line", (int)finding->origin.line, "column",
                               (int)finding->origin.column, "level",
                               finding->grade == FINDING_WARNING ? "warning" : "error", "words",
                               document_text(finding->words), "remedy", document_text(finding->remedy));
    inquiry_set_text(&object, "clause", finding->origin.clause);
    if (field)
        document_put(&object, "field", document_text(field->path));
    return object;
}

static json_t *changes_document(struct inquiry *inquiry, const struct offer_form *form,
                                const struct node *before, const struct node *after)
{
    struct offer_changes changes;
    json_t *list = json_array();
    if (offer_changes_find(before, after, &inquiry->errand.arena, &changes) != STATUS_OK)
        return list;
    for (unsigned i = 0; i < changes.count; i++) {
        const struct offer_change *change = &changes.changes[i];
        const struct form_field *field = form ? offer_form_field(form, change->path) : NULL;
        json_t *object = json_object();
        document_put(&object, "field", document_text(change->path));
        document_put(&object, "label", document_text(field ? field->label : change->path));
        document_put(&object, "from", change->from.length ? document_text(change->from) : json_null());
        document_put(&object, "to", change->to.length ? document_text(change->to) : json_null());
        document_append(&list, object);
    }
    return list;
}

static bool has_errors(const struct findings *findings)
{
    return findings->counted[FINDING_ERROR] + findings->counted[FINDING_UNREADABLE] > 0;
}

/* As SVG the first sheet, as PDF all of them. */
static void draw(struct inquiry *inquiry, const struct notice *notice)
{
    struct arena *arena = &inquiry->errand.arena;
    const struct notice_sheets *sheets;
    bool pdf = strcmp(inquiry->form, "pdf") == 0;
    struct fault fault;
    enum status status = notice_lay_out(notice, NOTICE_LETTER, arena, &sheets, &fault);
    if (status == STATUS_OK)
        status = notice_draw(sheets, pdf ? NOTICE_PDF : NOTICE_SVG, 1, arena, &inquiry->bytes, &fault);
    if (status != STATUS_OK)
        inquiry_refuse(inquiry, 503, NULL, "%s", fault.words);
    inquiry->type = pdf ? "application/pdf" : "image/svg+xml";
}

static json_t *notice_document(struct inquiry *inquiry, const struct notice *notice)
{
    struct text html;
    struct fault fault;
    if (notice_html(notice, &inquiry->errand.arena, &html, &fault) != STATUS_OK)
        return json_null();
    return document_text(html);
}

/* An offer that was parsed, or could not be. */
struct trial {
    const struct offer *offer;
    struct node *data;
    struct findings findings;
    struct offer_form form;
    bool has_form;
};

static void answer_preview(struct inquiry *inquiry, struct trial *trial, struct text before)
{
    const struct offer_form *form = trial->has_form ? &trial->form : NULL;
    struct notice notice;
    struct findings old_findings;
    bool whole = trial->offer && !has_errors(&trial->findings);
    json_t *findings = json_array();
    findings_sort(&trial->findings);
    for (size_t i = 0; i < trial->findings.count; i++)
        document_append(&findings, finding_document(form, &trial->findings.items[i]));
    findings_init(&old_findings, &inquiry->errand.arena, 1);
    const struct node *old = before.length > 0
                                 ? node_read(before, (struct origin){.file = "offer", .line = 1, .column = 1},
                                             &inquiry->errand.arena, &old_findings)
                                 : NULL;
    notice_init(&notice, &inquiry->errand.arena);
    if (whole)
        posting_notice(&notice, trial->offer, NULL);
    inquiry->answer = json_pack(
        "{s:o, s:b, s:o, s:o, s:o, s:o}", "text", document_text(inquiry->text), "whole", (int)whole,
        "findings", findings, "notice", whole ? notice_document(inquiry, &notice) : json_null(), "charts",
        charts_of(trial->offer), "changes", changes_document(inquiry, form, old, trial->data));
    if (!inquiry->form)
        return;
    if (whole)
        draw(inquiry, &notice);
    else
        inquiry_refuse(inquiry, 409, NULL, "The offer has errors. Correct them before you post it.");
}

/* The document that a text names; NULL if it names none that exists, which is then a finding. */
static const struct rulebook *document_of_text(struct inquiry *inquiry, struct trial *trial)
{
    struct arena *arena = &inquiry->errand.arena;
    const struct origin origin = {.file = "offer", .line = 1, .column = 1};
    findings_init(&trial->findings, arena, 16);
    trial->data = node_read(inquiry->text, origin, arena, &trial->findings);
    struct text activity = trial->data ? offer_activity(trial->data) : text_of("");
    const struct rulebook *rulebook = inquiry_rulebook(inquiry, activity);
    if (trial->data && !inquiry_is_filed(inquiry, activity))
        findings_add(&trial->findings, FINDING_ERROR, origin,
                     "the document of the activity \"%.*s\" is not filed" REMEDY "file it first",
                     TEXT_ARGUMENTS(text_clipped(activity, NODE_SHOWN_MAX)));
    return trial->data && inquiry_is_filed(inquiry, activity) ? rulebook : NULL;
}

static void preview(struct inquiry *inquiry)
{
    struct trial trial = {.offer = NULL};
    const struct inquiry_offer *posted = inquiry_offer_called(inquiry, inquiry->offer);
    struct text before = posted ? posted->text : text_of("");
    const struct rulebook *rulebook;
    const struct house *house = inquiry_house(inquiry);
    if (!house)
        return;
    if (inquiry->text.length == 0) {
        if (!posted && inquiry->document.length == 0) {
            inquiry_refuse(inquiry, 400, "document", "Send a text, or a document or an offer with values.");
            return;
        }
        if (posted && inquiry->document.length > 0 && !text_equal(posted->activity, inquiry->document)) {
            inquiry_refuse(inquiry, 400, "document", "The offer belongs to the document %.*s.",
                           TEXT_ARGUMENTS(posted->activity));
            return;
        }
        rulebook = find_document(inquiry, posted ? posted->activity : inquiry->document);
        if (!rulebook || !fill(inquiry, rulebook, house, before))
            return;
    }
    rulebook = document_of_text(inquiry, &trial);
    if (rulebook) {
        trial.offer = inquiry_read_offer(inquiry, rulebook, house, inquiry->offer, inquiry->text,
                                         &trial.findings, &trial.data);
        trial.has_form =
            !rulebook->is_law && trial.data && trial.data->kind == NODE_MAP &&
            offer_form_make(rulebook, house, trial.data, &inquiry->errand.arena, &trial.form) == STATUS_OK;
    }
    answer_preview(inquiry, &trial, inquiry->before.length > 0 ? inquiry->before : before);
}

/* ------------------------------------------------------------------------------------------ what the house would say */

/* An offer without errors may still be refused, because of other offers or of past events: a dry run on the floor tells, and
 * changes nothing. */
static void ask_house(struct service *service, struct inquiry *inquiry)
{
    struct fault fault;
    if (!json_is_true(json_object_get(inquiry->answer, "whole")) || inquiry->offer.length == 0 ||
        !access_may_do(&inquiry->session, &service->floor, COMMAND_POST_OFFER))
        return;
    struct command command = {.kind = COMMAND_POST_OFFER};
    COMMAND_AS(&command, post_offer)->head.by = text_of(inquiry->session.who);
    COMMAND_AS(&command, post_offer)->offer = inquiry->offer;
    COMMAND_AS(&command, post_offer)->text = inquiry->text;
    COMMAND_AS(&command, post_offer)->from = inquiry->from;
    COMMAND_AS(&command, post_offer)->authorised_by =
        any_second(&service->floor, text_of(inquiry->session.who)); /* whoever will be asked */
    if (floor_decide(&service->floor, &command, &service->dry, &fault) != STATUS_OK ||
        service->dry.ruling.allowed)
        return;
    json_t *finding = json_pack("{s:i, s:i, s:s, s:s, s:s}", "line", 0, "column", 0, "level", "error",
                                "words", service->dry.ruling.words, "clause", service->dry.ruling.clause);
    if (json_array_append_new(json_object_get(inquiry->answer, "findings"), finding) == 0)
        document_put(&inquiry->answer, "whole", json_false());
    else
        document_put(&inquiry->answer, "findings", NULL);
}

/* False when it has been answered. */
static bool read_wish(const struct api_request *request, struct inquiry *inquiry)
{
    static const char *const keys[] = {"text", "offer", "document", "values", "from", "before"};
    struct text form = http_query(request->exchange, "form");
    if (!inquiry_read_body(request, inquiry, keys, sizeof keys / sizeof keys[0]))
        return false;
    inquiry->text = inquiry_text(inquiry->body, "text");
    inquiry->offer = inquiry_text(inquiry->body, "offer");
    inquiry->document = inquiry_text(inquiry->body, "document");
    inquiry->before = inquiry_text(inquiry->body, "before");
    const struct text from = inquiry_text(inquiry->body, "from");
    if (from.length > 0 && instant_parse(from, 0, &inquiry->from, NULL) != STATUS_OK)
        inquiry_refuse(inquiry, 400, "from",
                       "Give a time such as 2026-12-01T06:00:00-08:00, or leave it out.");
    inquiry->form = text_equal(form, text_of("svg"))   ? "svg"
                    : text_equal(form, text_of("pdf")) ? "pdf"
                                                       : NULL;
    return true;
}

void api_offer_preview(const struct api_request *request)
{
    struct inquiry *inquiry = inquiry_new(request, preview);
    if (!inquiry || !read_wish(request, inquiry))
        return;
    inquiry->finish = ask_house;
    inquiry_send(request, inquiry);
}
