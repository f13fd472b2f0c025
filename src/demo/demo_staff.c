#include "demo/demo_staff.h"

#include "base/check.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "rulebook/files.h"
#include "rulebook/vocabulary_paths.h"

_Static_assert((int)STAFF_WORD_MAX <= (int)ACCESS_NAME_MAX, "every name of a staff can sign in");

/* ------------------------------------------------------------------------------------------ reading */

static bool check_secret(enum credential_kind kind, struct text secret, struct origin origin,
                         struct findings *findings)
{
    struct fault fault;
    if (access_secret_check(kind, secret, &fault) == STATUS_OK)
        return true;
    findings_add(findings, FINDING_ERROR, origin, "%s" REMEDY "choose another", fault.words);
    return false;
}

static bool check_person(const struct staff_person *person, const struct house *house,
                         struct findings *findings)
{
    const struct node *roles = node_member(house->data, KEY_ROLES);
    bool good = check_secret(CREDENTIAL_PASSWORD, person->password, person->origin, findings) &&
                check_secret(CREDENTIAL_PIN, person->pin, person->origin, findings);
    if (roles && !node_member_called(roles, person->role)) {
        findings_add(findings, FINDING_ERROR, person->origin,
                     "the house has no role %.*s" REMEDY "choose one of the roles in house.yaml",
                     TEXT_ARGUMENTS(person->role));
        good = false;
    }
    return good;
}

enum status demo_staff_parse(struct text yaml, const char *file, const struct house *house,
                             struct arena *arena, struct findings *findings, struct staff *staff)
{
    enum status status = staff_parse(yaml, file, true, arena, findings, staff);
    if (status != STATUS_OK)
        return status;
    bool good = true;
    for (unsigned i = 0; i < staff->count; i++)
        good = check_person(&staff->people[i], house, findings) && good;
    for (unsigned i = 0; i < staff->guest_count; i++)
        good = check_secret(CREDENTIAL_PATRON_PIN, staff->guests[i].pin, staff->guests[i].origin, findings) &&
               good;
    return good ? STATUS_OK : STATUS_INVALID;
}

enum status demo_staff_read(const struct house *house, struct arena *arena, struct findings *findings,
                            struct staff *staff)
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

static bool works_so(const struct floor *floor, const struct staff_person *person)
{
    const struct person *known = floor_person(floor, person->person);
    return known && known->employed && (known->role.length == 0 || text_equal(known->role, person->role));
}

enum status demo_staff_appoint(struct keeper *keeper, const struct staff *staff, struct text by,
                               struct fault *fault)
{
    for (unsigned i = 0; i < staff->count; i++) {
        const struct staff_person *person = &staff->people[i];
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

enum status demo_staff_admit(struct access *access, const struct staff *staff, struct instant now,
                             struct fault *fault)
{
    enum status status = STATUS_OK;
    CHECK(access_is_demo(access));
    for (unsigned i = 0; i < staff->count && status == STATUS_OK; i++) {
        const struct staff_person *person = &staff->people[i];
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
