/* What the people desk shows: patrons with their seats and prizes, and the staff with what each role may do. */
#include "house/kernel/view.h"
#include "house/people/people_internal.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_views.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

#include <limits.h>

enum { PATRONS_SHOWN = 50 };

static json_t *view_patron(const struct patron *patron)
{
    json_t *object = json_object();
    view_set_text(object, "patron", patron->patron);
    view_set_text(object, "name", patron->name);
    view_set(object, "born", view_date(patron->born));
    view_set(object, "identification", json_string(patron_identity_words[patron->identified]));
    view_set(object, "employee", json_string(employee_words[patron->employee]));
    view_set_flag(object, "proposition-player", patron->proposition);
    view_set_flag(object, "excluded", patron->excluded);
    view_set_text(object, "reason", patron->reason);
    return object;
}

/* Whether the words are part of the name, ignoring case. */
static bool name_has(struct text name, struct text words)
{
    for (size_t at = 0; at + words.length <= name.length; at++) {
        size_t i = 0;
        while (i < words.length && (name.bytes[at + i] | 0x20) == (words.bytes[i] | 0x20))
            i++;
        if (i == words.length)
            return true;
    }
    return false;
}

static json_t *show_patrons(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *list = json_array();
    for (unsigned i = 0; i < floor->patron_count && json_array_size(list) < showing->limit; i++) {
        const struct patron *patron = &floor->patrons[i];
        if (name_has(patron->patron, showing->filter) || name_has(patron->name, showing->filter))
            (void)json_array_append_new(list, view_patron(patron));
    }
    view_set(view, "patrons", list);
    return view;
}

static json_t *show_patron(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    const struct patron *patron = floor_patron(floor, showing->name);
    if (!patron)
        return view_missing(showing);
    showing->limit = UINT_MAX; /* all prizes */
    json_t *prizes = view_prizes(showing, text_of(""), patron->patron);
    if (!prizes)
        return NULL;
    json_t *view = view_patron(patron), *seats = json_array();
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
            if (floor->tables[i].seats[seat].taken &&
                text_equal(floor_patron_name(floor, floor->tables[i].seats[seat].patron), showing->name)) {
                json_t *object = json_object();
                view_set_text(object, "table", floor->tables[i].described->name);
                view_set_number(object, "seat", seat);
                (void)json_array_append_new(seats, object);
            }
    view_set(view, "seats", seats);
    view_set(view, "prizes", prizes);
    return view;
}

static json_t *show_staff(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *people = json_array(), *roles = json_object();
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[i];
        json_t *object = json_object();
        view_set_text(object, "person", person->person);
        view_set_text(object, "name", person->name);
        view_set_text(object, "role", person->role);
        view_set_flag(object, "employed", person->employed);
        (void)json_array_append_new(people, object);
    }
    const struct node *declared = node_member(floor->house.data, KEY_ROLES);
    for (const struct node *role = declared ? declared->first_child : NULL; role; role = role->next) {
        json_t *may = json_array();
        for (const struct node *item = role->first_child; item; item = item->next)
            (void)json_array_append_new(may, document_text(item->scalar));
        char name[64];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        text_out_add_text(&out, role->key);
        view_set(roles, name, may);
    }
    view_set(view, "people", people);
    view_set(view, "roles", roles);
    return view;
}

const struct desk_view people_views[PEOPLE_VIEWS] = {
    {"/api/patrons", .permission = "read patrons", .filter = "search", .limit = PATRONS_SHOWN,
     .show = show_patrons},
    {"/api/patrons/{patron}", VIEW_FOR_PATRON, .permission = "read patrons", .show = show_patron},
    {"/api/staff", .permission = "read", .show = show_staff},
};
