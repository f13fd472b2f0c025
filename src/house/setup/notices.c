#include "house/setup/notices.h"

#include "base/check.h"
#include "house/kernel/view.h"
#include "house/setup/setup.h"
#include "rulebook/posting.h"

#include <string.h>

enum { NOTICE_MEMORY_MAX = 16 << 20 };

static void forget_notice(struct offer_notice *notice)
{
    json_decref(notice->sections);
    json_decref(notice->chart);
    if (notice->offer)
        arena_release(&notice->arena);
    *notice = (struct offer_notice){.offer = NULL};
}

void notices_release(struct notices *notices)
{
    for (unsigned i = 0; i < FLOOR_OFFERS_MAX; i++)
        forget_notice(&notices->kept[i]);
}

static json_t *view_notice_table(const struct notice_table *table)
{
    json_t *heads = json_array(), *rows = json_array();
    for (size_t i = 0; i < table->column_count; i++)
        (void)json_array_append_new(heads, document_text(table->columns[i].heading));
    for (const struct notice_row *row = table->rows; row; row = row->next) {
        json_t *cells = json_array();
        for (size_t i = 0; i < table->column_count; i++)
            (void)json_array_append_new(cells, document_text(row->cells[i]));
        (void)json_array_append_new(rows, cells);
    }
    json_t *object = json_object();
    view_set_text(object, "caption", table->caption);
    view_set(object, "heads", heads);
    view_set(object, "rows", rows);
    return object;
}

static json_t *view_sections(const struct notice *notice)
{
    json_t *list = json_array();
    for (const struct notice_section *section = notice->sections; section; section = section->next) {
        json_t *object = json_object(), *words = json_array(), *tables = json_array();
        for (const struct notice_item *item = section->items; item; item = item->next) {
            if (item->kind == NOTICE_TABLE)
                (void)json_array_append_new(tables, view_notice_table(item->table));
            else
                (void)json_array_append_new(words, document_text(item->words));
        }
        view_set_text(object, "heading", section->heading);
        view_set(object, "words", words);
        view_set(object, "tables", tables);
        (void)json_array_append_new(list, object);
    }
    return list;
}

json_t *view_row(const struct offer *offer, const struct rulebook_row *row)
{
    json_t *object = json_object();
    const struct node *prize = offer_prize(offer, row);
    view_set_text(object, "row", row->id);
    view_set_text(object, "hand", row->name.length ? row->name : row->hand);
    view_set_text(object, "prize", prize ? prize->scalar : text_of(""));
    view_set_text(object, "clause", row->node->origin.clause);
    return object;
}

const struct offer_notice *notices_find(struct notices *notices, const struct floor *floor, uint32_t offer)
{
    CHECK_OP(offer, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[offer];
    const struct offer *posted = offering->offer;
    struct offer_notice *kept = &notices->kept[offer];
    if (kept->offer == posted && memcmp(kept->digest, posted->digest, sizeof kept->digest) == 0)
        return kept;
    forget_notice(kept);
    struct notice notice;
    arena_init(&kept->arena, NOTICE_MEMORY_MAX);
    kept->offer = posted;
    memcpy(kept->digest, posted->digest, sizeof kept->digest);
    notice_init(&notice, &kept->arena);
    posting_notice(&notice, posted, NULL);
    kept->title = notice.lines[NOTICE_TITLE].length ? notice.lines[NOTICE_TITLE] : offering->name;
    kept->banner = notice.lines[NOTICE_BANNER];
    kept->sections = view_sections(&notice);
    kept->chart = json_array();
    for (unsigned chart = 0; chart < posted->chart_count; chart++)
        for (unsigned i = 0; i < posted->charts[chart]->row_count; i++)
            (void)json_array_append_new(kept->chart, view_row(posted, &posted->charts[chart]->rows[i]));
    return kept;
}
