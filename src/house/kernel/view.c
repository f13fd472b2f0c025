#include "house/kernel/view.h"

void view_set(json_t *object, const char *key, json_t *value)
{
    (void)json_object_set_new(object, key, value);
}

void view_set_text(json_t *object, const char *key, struct text text)
{
    view_set(object, key, document_text(text));
}

void view_set_number(json_t *object, const char *key, int64_t number)
{
    view_set(object, key, json_integer(number));
}

void view_set_flag(json_t *object, const char *key, bool flag)
{
    view_set(object, key, json_boolean(flag));
}

json_t *view_time(struct instant at)
{
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    if (at.ms == 0)
        return json_string("");
    text_out_init(&out, buffer, sizeof buffer);
    instant_write(&out, at);
    return document_text(text_out_text(&out));
}

json_t *view_date(struct date date)
{
    char buffer[DATE_TEXT_SIZE];
    struct text_out out;
    if (date.year == 0)
        return json_string("");
    text_out_init(&out, buffer, sizeof buffer);
    date_write(&out, date);
    return document_text(text_out_text(&out));
}

json_t *view_seats(uint32_t seats)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        if (seats >> seat & 1)
            (void)json_array_append_new(list, json_integer(seat));
    return list;
}

json_t *view_wants(struct showing *showing, const struct settled_wanted *wanted)
{
    showing->wanted = *wanted;
    return NULL;
}

json_t *view_missing(struct showing *showing)
{
    showing->missing = true;
    return NULL;
}
