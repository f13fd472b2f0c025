#include "demo/demo_staff.h"

#include "base/check.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "rulebook/files.h"
#include "rulebook/vocabulary_paths.h"

enum { STAFF_FILE_MAX = 1 << 16 };

static const char staff_key[] = "staff", guests_key[] = "patrons";

struct key {
    const char *key;
    size_t offset;
};
static const struct key keys[] = {
    {"person", offsetof(struct demo_person, person)},     {"name", offsetof(struct demo_person, name)},
    {"role", offsetof(struct demo_person, role)},         {"badge", offsetof(struct demo_person, badge)},
    {"password", offsetof(struct demo_person, password)}, {"pin", offsetof(struct demo_person, pin)},
};
static const struct key guest_keys[] = {
    {"patron", offsetof(struct demo_guest, patron)},
    {"pin", offsetof(struct demo_guest, pin)},
};
enum { KEYS = sizeof keys / sizeof keys[0], GUEST_KEYS = sizeof guest_keys / sizeof guest_keys[0] };

/* ------------------------------------------------------------------------------------------ reading */

static bool is_key(const struct key *known, unsigned count, struct text word)
{
    bool found = false;
    for (unsigned i = 0; i < count; i++)
        found |= text_equal(word, text_of(known[i].key));
    return found;
}

/* Everybody has every key, and no other. */
static bool read_keys(const struct node *node, const struct key *known, unsigned count, void *into,
                      struct findings *findings)
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
        if (member && member->kind == NODE_SCALAR && member->scalar.length > 0 &&
            member->scalar.length <= ACCESS_NAME_MAX) {
            *field = member->scalar;
            continue;
        }
        findings_add(findings, FINDING_ERROR, node->origin, "somebody has no %s" REMEDY "add %s: and words",
                     known[i].key, known[i].key);
        good = false;
    }
    return good;
}

static bool check_secret(enum credential_kind kind, struct text secret, const struct node *node,
                         struct findings *findings)
{
    struct fault fault;
    if (access_secret_check(kind, secret, &fault) == STATUS_OK)
        return true;
    findings_add(findings, FINDING_ERROR, node->origin, "%s" REMEDY "choose another", fault.words);
    return false;
}

static bool check_person(const struct demo_staff *staff, const struct demo_person *person,
                         const struct house *house, const struct node *node, struct findings *findings)
{
    const struct node *roles = node_member(house->data, KEY_ROLES);
    bool good = check_secret(CREDENTIAL_PASSWORD, person->password, node, findings) &&
                check_secret(CREDENTIAL_PIN, person->pin, node, findings);
    if (roles && !node_member_called(roles, person->role)) {
        findings_add(findings, FINDING_ERROR, node->origin,
                     "the house has no role %.*s" REMEDY "choose one of the roles in house.yaml",
                     TEXT_ARGUMENTS(person->role));
        good = false;
    }
    for (unsigned i = 0; i < staff->count; i++)
        if (text_equal(staff->people[i].person, person->person) ||
            text_equal(staff->people[i].badge, person->badge)) {
            findings_add(findings, FINDING_ERROR, node->origin,
                         "%.*s, or the badge, stands twice" REMEDY "name each person and badge once",
                         TEXT_ARGUMENTS(person->person));
            good = false;
        }
    return good;
}

static bool check_guest(const struct demo_staff *staff, const struct demo_guest *guest,
                        const struct node *node, struct findings *findings)
{
    for (unsigned i = 0; i < staff->guest_count; i++)
        if (text_equal(staff->guests[i].patron, guest->patron)) {
            findings_add(findings, FINDING_ERROR, node->origin,
                         "patron %.*s stands twice" REMEDY "name each patron once",
                         TEXT_ARGUMENTS(guest->patron));
            return false;
        }
    return check_secret(CREDENTIAL_PATRON_PIN, guest->pin, node, findings);
}

static bool read_lists(const struct node *list, const struct node *guests, const struct house *house,
                       struct findings *findings, struct demo_staff *staff)
{
    bool good = true;
    for (const struct node *node = list->first_child; node; node = node->next) {
        struct demo_person person = {0};
        if (read_keys(node, keys, KEYS, &person, findings) &&
            check_person(staff, &person, house, node, findings))
            staff->people[staff->count++] = person;
        else
            good = false;
    }
    for (const struct node *node = guests ? guests->first_child : NULL; node; node = node->next) {
        struct demo_guest guest = {0};
        if (read_keys(node, guest_keys, GUEST_KEYS, &guest, findings) &&
            check_guest(staff, &guest, node, findings))
            staff->guests[staff->guest_count++] = guest;
        else
            good = false;
    }
    return good;
}

enum status demo_staff_parse(struct text yaml, const char *file, const struct house *house,
                             struct arena *arena, struct findings *findings, struct demo_staff *staff)
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
    *staff =
        (struct demo_staff){.people = ARENA_ARRAY(arena, struct demo_person, list->count),
                            .guests = ARENA_ARRAY(arena, struct demo_guest, guests ? guests->count + 1 : 1)};
    if (!staff->people || !staff->guests)
        return arena->refusal;
    return read_lists(list, guests, house, findings, staff) ? STATUS_OK : STATUS_INVALID;
}

enum status demo_staff_read(const struct house *house, struct arena *arena, struct findings *findings,
                            struct demo_staff *staff)
{
    char path[1024];
    struct text file = text_of(house->file), bytes, kept;
    struct text_out out;
    size_t folder = file.length;
    while (folder > 0 && file.bytes[folder - 1] != '/')
        folder--;
    text_out_init(&out, path, sizeof path);
    text_out_add_text(&out, text_slice(file, 0, folder));
    text_out_add(&out, "staff.yaml");
    enum status status = out.truncated ? STATUS_NO_SPACE : arena_copy_text(arena, text_out_text(&out), &kept);
    if (status == STATUS_OK)
        status = files_read(kept.bytes, STAFF_FILE_MAX, arena, findings, &bytes);
    return status == STATUS_OK ? demo_staff_parse(bytes, kept.bytes, house, arena, findings, staff) : status;
}

/* ------------------------------------------------------------------------------------------ using */

static bool works_so(const struct floor *floor, const struct demo_person *person)
{
    const struct person *known = floor_person(floor, person->person);
    return known && known->employed && (known->role.length == 0 || text_equal(known->role, person->role));
}

enum status demo_staff_appoint(struct keeper *keeper, const struct demo_staff *staff, struct text by,
                               struct fault *fault)
{
    for (unsigned i = 0; i < staff->count; i++) {
        const struct demo_person *person = &staff->people[i];
        struct command command = {.kind = COMMAND_APPOINT};
        struct keeper_reply reply;
        if (works_so(keeper_floor(keeper), person))
            continue;
        COMMAND_AS(&command, appoint)->head.by = by;
        COMMAND_AS(&command, appoint)->person = person->person;
        COMMAND_AS(&command, appoint)->name = person->name;
        COMMAND_AS(&command, appoint)->role = person->role;
        enum status status = keeper_do(keeper, &command, &reply, fault);
        if (status != STATUS_OK)
            return status;
        if (reply.outcome == KEEPER_REFUSED)
            return fault_set(fault, STATUS_INVALID, 0, "%.*s cannot be appointed: %s",
                             TEXT_ARGUMENTS(person->person), reply.ruling.words);
    }
    return STATUS_OK;
}

static enum status admit(struct access *access, const struct access_credential *credential,
                         struct instant now, struct fault *fault)
{
    struct access_ticket ticket = {0};
    if (access_standing_of(access, credential->credential, credential->who, now).set)
        return STATUS_OK;
    enum status status = access_set(access, credential, now, &ticket, fault);
    if (status == STATUS_OK)
        status = access_wait(access, &ticket);
    if (status != STATUS_OK && ticket.fault.status != STATUS_OK && fault)
        *fault = ticket.fault;
    return status;
}

enum status demo_staff_admit(struct access *access, const struct demo_staff *staff, struct instant now,
                             struct fault *fault)
{
    enum status status = STATUS_OK;
    CHECK(access_is_demo(access));
    for (unsigned i = 0; i < staff->count && status == STATUS_OK; i++) {
        const struct demo_person *person = &staff->people[i];
        struct access_credential credential = {
            .credential = CREDENTIAL_PASSWORD,
            .who = person->person,
            .secret = person->password,
            .by = person->person}; /* nobody else's to change: access.h, D6 */
        status = admit(access, &credential, now, fault);
        credential.credential = CREDENTIAL_PIN;
        credential.secret = person->pin;
        credential.badge = person->badge;
        if (status == STATUS_OK)
            status = admit(access, &credential, now, fault);
    }
    for (unsigned i = 0; i < staff->guest_count && status == STATUS_OK; i++) {
        const struct access_credential credential = {.credential = CREDENTIAL_PATRON_PIN,
                                                     .who = staff->guests[i].patron,
                                                     .secret = staff->guests[i].pin,
                                                     .by = staff->guests[i].patron};
        status = admit(access, &credential, now, fault);
    }
    return status;
}
