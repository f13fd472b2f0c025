#include "rulebook/staff_file.h"

#include "rulebook/files.h"
#include "rulebook/node.h"

#include <stddef.h>

static const char staff_key[] = "staff", guests_key[] = "patrons";

struct key {
    const char *key;
    size_t offset;
};
static const struct key keys[] = {
    {"person", offsetof(struct staff_person, person)},     {"name", offsetof(struct staff_person, name)},
    {"role", offsetof(struct staff_person, role)},         {"badge", offsetof(struct staff_person, badge)},
    {"password", offsetof(struct staff_person, password)}, {"pin", offsetof(struct staff_person, pin)},
};
static const struct key guest_keys[] = {
    {"patron", offsetof(struct staff_guest, patron)},
    {"pin", offsetof(struct staff_guest, pin)},
};
enum { KEYS = sizeof keys / sizeof keys[0], GUEST_KEYS = sizeof guest_keys / sizeof guest_keys[0] };

static bool is_key(const struct key *known, unsigned count, struct text word)
{
    bool found = false;
    for (unsigned i = 0; i < count; i++)
        found |= text_equal(word, text_of(known[i].key));
    return found;
}

/* Nobody has another key, and everybody has the first `needed` ones. */
static bool read_keys(const struct node *node, const struct key *known, unsigned count, unsigned needed,
                      void *into, struct findings *findings)
{
    bool good = node->kind == NODE_MAP;
    for (const struct node *member = good ? node->first_child : NULL; member; member = member->next)
        if (!is_key(known, count, member->key)) {
            findings_add(findings, FINDING_ERROR, member->key_origin,
                         "nobody of the %s has a %.*s" REMEDY "use %s", known == keys ? "staff" : "patrons",
                         TEXT_ARGUMENTS(text_clipped(member->key, NODE_SHOWN_MAX)),
                         known == keys ? "person, name, role, badge, password and pin" : "patron and pin");
            good = false;
        }
    for (unsigned i = 0; i < count; i++) {
        const struct node *member = node_member(node, known[i].key);
        struct text *field = (struct text *)(void *)((char *)into + known[i].offset);
        *field = text_of("");
        if (!member && i >= needed)
            continue;
        if (member && member->kind == NODE_SCALAR && member->scalar.length > 0 &&
            member->scalar.length <= STAFF_WORD_MAX) {
            *field = member->scalar;
            continue;
        }
        findings_add(findings, FINDING_ERROR, node->origin, "somebody has no %s" REMEDY "add %s: and words",
                     known[i].key, known[i].key);
        good = false;
    }
    return good;
}

static bool is_new_person(const struct staff *staff, const struct staff_person *person,
                          struct findings *findings)
{
    for (unsigned i = 0; i < staff->count; i++)
        if (text_equal(staff->people[i].person, person->person) ||
            (person->badge.length > 0 && text_equal(staff->people[i].badge, person->badge))) {
            findings_add(findings, FINDING_ERROR, person->origin,
                         "%.*s, or the badge, stands twice" REMEDY "name each person and badge once",
                         TEXT_ARGUMENTS(person->person));
            return false;
        }
    return true;
}

static bool is_new_guest(const struct staff *staff, const struct staff_guest *guest,
                         struct findings *findings)
{
    for (unsigned i = 0; i < staff->guest_count; i++)
        if (text_equal(staff->guests[i].patron, guest->patron)) {
            findings_add(findings, FINDING_ERROR, guest->origin,
                         "patron %.*s stands twice" REMEDY "name each patron once",
                         TEXT_ARGUMENTS(guest->patron));
            return false;
        }
    return true;
}

static bool read_lists(const struct node *list, const struct node *guests, bool sign_in,
                       struct findings *findings, struct staff *staff)
{
    bool good = true;
    for (const struct node *node = list->first_child; node; node = node->next) {
        struct staff_person person = {.origin = node->origin};
        if (read_keys(node, keys, KEYS, sign_in ? KEYS : 1, &person, findings) &&
            is_new_person(staff, &person, findings))
            staff->people[staff->count++] = person;
        else
            good = false;
    }
    for (const struct node *node = guests ? guests->first_child : NULL; node; node = node->next) {
        struct staff_guest guest = {.origin = node->origin};
        if (read_keys(node, guest_keys, GUEST_KEYS, sign_in ? GUEST_KEYS : 1, &guest, findings) &&
            is_new_guest(staff, &guest, findings))
            staff->guests[staff->guest_count++] = guest;
        else
            good = false;
    }
    return good;
}

enum status staff_parse(struct text yaml, const char *file, bool sign_in, struct arena *arena,
                        struct findings *findings, struct staff *staff)
{
    const struct origin origin = {.file = file, .line = 1, .column = 1};
    const struct node *data = node_read(yaml, origin, arena, findings);
    const struct node *list = node_member(data, staff_key), *guests = node_member(data, guests_key);
    if (!data)
        return STATUS_INVALID;
    if (!list || list->kind != NODE_LIST || (guests && guests->kind != NODE_LIST) ||
        data->count != 1 + (guests != NULL)) {
        findings_add(findings, FINDING_ERROR, origin,
                     "this is no staff" REMEDY
                     "write staff: and a list of people, patrons: and a list, and nothing else");
        return STATUS_INVALID;
    }
    struct staff read = {
        .people = ARENA_ARRAY(arena, struct staff_person, list->count + 1),
        .guests = ARENA_ARRAY(arena, struct staff_guest, guests ? guests->count + 1 : 1),
    };
    if (!read.people || !read.guests)
        return arena->refusal;
    if (!read_lists(list, guests, sign_in, findings, &read))
        return STATUS_INVALID;
    *staff = read;
    return STATUS_OK;
}

enum status staff_read(const char *file, bool sign_in, struct arena *arena, struct findings *findings,
                       struct staff *staff)
{
    struct text bytes;
    enum status status = files_read(file, STAFF_FILE_MAX, arena, findings, &bytes);
    return status == STATUS_OK ? staff_parse(bytes, file, sign_in, arena, findings, staff) : status;
}

const struct staff_person *staff_with_role(const struct staff *staff, struct text role, bool second)
{
    bool skip = second;
    for (unsigned i = 0; i < staff->count; i++) {
        if (!text_equal(staff->people[i].role, role))
            continue;
        if (!skip)
            return &staff->people[i];
        skip = false;
    }
    return NULL;
}
