/* What another text of house.yaml would change, and whether the house would take it: nothing changes. */
#include "house/kernel/deciding.h"
#include "house/kernel/view.h"
#include "house/people/staff.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/house_form.h"
#include "server/api/inquiry.h"

enum { FINDINGS_SHOWN = 32, ANSWERS_MAX = 512, ITEMS_MAX = 64 };

/* ------------------------------------------------------------------------------------------ values */

/* False after a refusal. */
static bool read_place(struct inquiry *inquiry, const json_t *keys, struct house_place *place)
{
    const size_t count = json_array_size(keys);
    bool good = count > 0 && count <= HOUSE_PLACE_MAX;
    for (size_t i = 0; good && i < count; i++) {
        const json_t *key = json_array_get(keys, i);
        good = json_string_length(key) > 0;
        if (good)
            place->keys[i] = (struct text){json_string_value(key), json_string_length(key)};
    }
    place->count = (unsigned)count;
    if (!good)
        inquiry_refuse(inquiry, 400, "values", "A place is a list of 1 to %d keys.", HOUSE_PLACE_MAX);
    return good;
}

/* False after a refusal. */
static bool read_value(struct inquiry *inquiry, const json_t *value, struct house_answer *answer)
{
    const bool is_list = json_is_array(value), is_one = json_is_string(value);
    const size_t count = is_list ? json_array_size(value) : is_one;
    const bool is_map = json_is_object(value) && json_object_size(value) == 0;
    struct text *values = ARENA_ARRAY(&inquiry->errand.arena, struct text, count + 1);
    bool good = values && count <= ITEMS_MAX && (is_list || is_one || is_map || json_is_null(value));
    for (size_t i = 0; good && i < count; i++) {
        const json_t *item = is_list ? json_array_get(value, i) : value;
        good = json_string_length(item) > 0;
        if (good)
            values[i] = (struct text){json_string_value(item), json_string_length(item)};
    }
    if (!good)
        inquiry_refuse(
            inquiry, 400, "values",
            "A value is a text, a list of texts, {} for what has values, or null to leave it out.");
    answer->values = values;
    answer->count = (unsigned)count;
    answer->shape = is_list ? HOUSE_LIST : is_one ? HOUSE_VALUE : is_map ? HOUSE_MAP : HOUSE_LEFT_OUT;
    return good;
}

/* The text of the house with the values put in. False after a refusal. */
static bool fill(struct inquiry *inquiry)
{
    json_t *values = json_object_get(inquiry->body, "values"), *item;
    const size_t count = json_array_size(values);
    struct house_answer *answers =
        ARENA_ARRAY(&inquiry->errand.arena, struct house_answer, count <= ANSWERS_MAX ? count + 1 : 1);
    struct fault fault;
    size_t index;
    if (!answers || count > ANSWERS_MAX) {
        inquiry_refuse(inquiry, 400, "values", "There are too many values.");
        return false;
    }
    json_array_foreach(values, index, item)
    {
        answers[index] = (struct house_answer){.shape = HOUSE_LEFT_OUT};
        if (!read_place(inquiry, json_object_get(item, "at"), &answers[index].place) ||
            !read_value(inquiry, json_object_get(item, "to"), &answers[index]))
            return false;
    }
    enum status status = house_form_fill(inquiry->house_text, answers, (unsigned)count,
                                         &inquiry->errand.arena, &inquiry->text, &fault);
    if (status != STATUS_OK)
        inquiry_refuse(inquiry, status == STATUS_INVALID ? 400 : 503, "values", "%s", fault.words);
    return status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the preview */

static json_t *list_findings(const struct house *house, const struct findings *findings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->items[i];
        struct house_place place;
        json_t *object = json_object();
        view_set_number(object, "line", finding->origin.line);
        view_set_number(object, "column", finding->origin.column);
        view_set_text(object, "words", finding->words);
        view_set_text(object, "remedy", finding->remedy);
        if (house && house_place_of(house, &finding->origin, &place)) {
            json_t *at = json_array();
            for (unsigned k = 0; k < place.count; k++)
                (void)json_array_append_new(at, document_text(place.keys[k]));
            view_set(object, "at", at);
        }
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *list_changes(const struct house_changes *changes)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < changes->count; i++)
        (void)json_array_append_new(list, json_pack("[o,o,o]", document_text(changes->items[i].path),
                                                    document_text(changes->items[i].before),
                                                    document_text(changes->items[i].after)));
    return list;
}

static void look(struct inquiry *inquiry)
{
    struct arena *arena = &inquiry->errand.arena;
    const struct house *before = inquiry_house(inquiry);
    struct findings findings;
    struct house after;
    struct house_changes changes = {.count = 0};
    findings_init(&findings, arena, FINDINGS_SHOWN);
    if (!before || (inquiry->text.length == 0 && !fill(inquiry)))
        return;
    enum status status = house_read(inquiry->text, "house.yaml", inquiry->identity, arena, &findings, &after);
    const struct house *read = status == STATUS_OK ? &after : NULL;
    if (read)
        status = house_changes_find(before, read, arena, &changes);
    if (status != STATUS_OK && status != STATUS_INVALID) {
        inquiry_refuse(inquiry, 503, NULL, "there is no memory to compare the houses");
        return;
    }
    inquiry->answer = json_pack("{s:o, s:o, s:o}", "text", document_text(inquiry->text), "findings",
                                list_findings(read, &findings), "changes", list_changes(&changes));
}

/* Who may sign, beside who asks. */
static json_t *list_signers(const struct floor *floor, struct text by)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < floor->person_count; i++) {
        struct text person = floor_person_name(floor, i);
        if (may_be_second(floor, by, person))
            (void)json_array_append_new(list, document_text(person));
    }
    return list;
}

/* What stands in the way from that day on; null: nothing. It is known by deciding it, as if one of those who may sign had signed. */
static json_t *ask_refusal(struct service *service, struct inquiry *inquiry, struct date from)
{
    const struct floor *floor = &service->floor;
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    struct amend_house *asked = COMMAND_AS(&command, amend_house);
    struct fault fault;
    asked->head.by = text_of(inquiry->session.who);
    asked->text = inquiry->text;
    asked->from = from;
    asked->authorised_by = any_second(floor, asked->head.by);
    if (floor_decide(floor, &command, &service->dry, &fault) != STATUS_OK || service->dry.ruling.allowed)
        return json_null();
    return json_pack("{s:s, s:s}", "clause", service->dry.ruling.clause, "words", service->dry.ruling.words);
}

/* A later day is judged again when it begins: what stands in its way today is told beside what is refused now. */
static void ask_house(struct service *service, struct inquiry *inquiry)
{
    const struct floor *floor = &service->floor;
    const struct text day = inquiry_text(inquiry->body, "from");
    struct date from = {0};
    if (!inquiry->answer)
        return;
    document_put(&inquiry->answer, "number", json_integer(floor->house_number));
    document_put(&inquiry->answer, "signers", list_signers(floor, text_of(inquiry->session.who)));
    document_put(&inquiry->answer, "refused", json_null());
    document_put(&inquiry->answer, "in-the-way", json_null());
    if (!access_may_ask(&inquiry->session, floor, COMMAND_AMEND_HOUSE))
        return;
    if (day.length > 0 && date_parse(day, 0, &from, NULL) != STATUS_OK)
        return;
    document_put(&inquiry->answer, "refused", ask_refusal(service, inquiry, from));
    if (json_is_null(json_object_get(inquiry->answer, "refused")) && from.year != 0 &&
        date_compare(from, floor->day) > 0)
        document_put(&inquiry->answer, "in-the-way", ask_refusal(service, inquiry, floor->day));
}

void api_house_preview(const struct api_request *request)
{
    static const char *const keys[] = {"text", "values", "from"};
    struct inquiry *inquiry = inquiry_new(request, look);
    struct date from;
    if (!inquiry || !inquiry_read_body(request, inquiry, keys, sizeof keys / sizeof keys[0]))
        return;
    inquiry->text = inquiry_text(inquiry->body, "text");
    struct text day = inquiry_text(inquiry->body, "from");
    if (inquiry->text.length == 0 && !json_is_array(json_object_get(inquiry->body, "values")))
        inquiry_refuse(inquiry, 400, "text", "Give the text of house.yaml, or a list of values.");
    else if (day.length > 0 && date_parse(day, 0, &from, NULL) != STATUS_OK)
        inquiry_refuse(inquiry, 400, "from", "Give a day such as 2026-12-01, or leave it out.");
    inquiry->finish = ask_house;
    inquiry_send(request, inquiry);
}
