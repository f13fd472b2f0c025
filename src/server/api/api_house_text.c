/* What another text of house.yaml would change, and whether the house would take it: nothing changes. */
#include "house/kernel/deciding.h"
#include "house/kernel/view.h"
#include "house/people/staff.h"
#include "house/setup/setup_shapes.h"
#include "server/api/inquiry.h"

enum { FINDINGS_SHOWN = 32 };

static json_t *list_findings(const struct findings *findings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->items[i];
        json_t *object = json_object();
        view_set_number(object, "line", finding->origin.line);
        view_set_number(object, "column", finding->origin.column);
        view_set_text(object, "words", finding->words);
        view_set_text(object, "remedy", finding->remedy);
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
    if (!before)
        return;
    enum status status = house_read(inquiry->text, "house.yaml", inquiry->identity, arena, &findings, &after);
    if (status == STATUS_OK)
        status = house_changes_find(before, &after, arena, &changes);
    if (status != STATUS_OK && status != STATUS_INVALID) {
        inquiry_refuse(inquiry, 503, NULL, "there is no memory to compare the houses");
        return;
    }
    inquiry->answer =
        json_pack("{s:o, s:o}", "findings", list_findings(&findings), "changes", list_changes(&changes));
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

/* What stands in the way is known by deciding it, as if one of those who may sign had signed. */
static void ask_house(struct service *service, struct inquiry *inquiry)
{
    const struct floor *floor = &service->floor;
    struct command command = {.kind = COMMAND_AMEND_HOUSE};
    struct fault fault;
    struct text by = text_of(inquiry->session.who), from = inquiry_text(inquiry->body, "from");
    if (!inquiry->answer)
        return;
    document_put(&inquiry->answer, "signers", list_signers(floor, by));
    document_put(&inquiry->answer, "refused", json_null());
    if (!access_may_do(&inquiry->session, floor, COMMAND_AMEND_HOUSE))
        return;
    struct amend_house *asked = COMMAND_AS(&command, amend_house);
    asked->head.by = by;
    asked->text = inquiry->text;
    asked->authorised_by = any_second(floor, by);
    if (from.length > 0 && date_parse(from, 0, &asked->from, NULL) != STATUS_OK)
        return;
    if (floor_decide(floor, &command, &service->dry, &fault) == STATUS_OK && !service->dry.ruling.allowed)
        document_put(&inquiry->answer, "refused",
                     json_pack("{s:s, s:s}", "clause", service->dry.ruling.clause, "words",
                               service->dry.ruling.words));
}

void api_house_preview(const struct api_request *request)
{
    static const char *const keys[] = {"text", "from"};
    struct inquiry *inquiry = inquiry_new(request, look);
    struct date from;
    if (!inquiry || !inquiry_read_body(request, inquiry, keys, sizeof keys / sizeof keys[0]))
        return;
    inquiry->text = inquiry_text(inquiry->body, "text");
    struct text day = inquiry_text(inquiry->body, "from");
    if (inquiry->text.length == 0)
        inquiry_refuse(inquiry, 400, "text", "Give the text of house.yaml.");
    else if (day.length > 0 && date_parse(day, 0, &from, NULL) != STATUS_OK)
        inquiry_refuse(inquiry, 400, "from", "Give a day such as 2026-12-01, or leave it out.");
    inquiry->finish = ask_house;
    inquiry_send(request, inquiry);
}
