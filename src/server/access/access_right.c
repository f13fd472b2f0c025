#include "server/access/access_internal.h"

#include "base/check.h"
#include "house/people/staff.h"

static const struct {
    const char *name, *permission;
} rights[ACCESS_RIGHTS] = {
    [ACCESS_WORK] = {"work here", NULL},
    [ACCESS_READ_FLOOR] = {"read floor", "read"},
    [ACCESS_READ_PATRONS] = {"read patrons", "read patrons"},
    [ACCESS_READ_OFFICE] = {"read office", "read office"},
    [ACCESS_AUDIT] = {"audit", "audit"},
    [ACCESS_POST_OFFERS] = {"post offers", "post offers"},
    [ACCESS_MANAGE_STAFF] = {"manage staff", "appoint"},
    [ACCESS_MANAGE_PINS] = {"manage PINs", "register patrons"},
    [ACCESS_PAY] = {"pay", "pay"},
    [ACCESS_DRAW] = {"draw", "draw"},
    [ACCESS_ADJUST] = {"adjust", "adjust"},
};

const char *access_right_name(enum access_right right)
{
    CHECK_OP(right, <, ACCESS_RIGHTS);
    return rights[right].name;
}

const char *access_right_permission(enum access_right right)
{
    CHECK_OP(right, <, ACCESS_RIGHTS);
    return rights[right].permission;
}

/* The only function that checks the rights of a signed-in person (D4). */
static bool may(const struct access_session *session, const struct floor *floor, const char *permission)
{
    return session->credential != CREDENTIAL_PATRON_PIN &&
           floor_person_may(floor, text_of(session->who), permission);
}

bool access_may(const struct access_session *session, const struct floor *floor, enum access_right right)
{
    return may(session, floor, access_right_permission(right));
}

/* Moving the clock could let prizes lapse. */
bool access_may_do(const struct access_session *session, const struct floor *floor, enum command_kind kind)
{
    return kind != COMMAND_CLOCK && kind != COMMAND_OPEN_HOUSE && may(session, floor, floor_permission(kind));
}

bool access_may_ask(const struct access_session *session, const struct floor *floor, enum command_kind kind)
{
    const char *countersigned = floor_permission_countersigned(kind);
    return access_may_do(session, floor, kind) || (countersigned && may(session, floor, countersigned));
}

bool access_is_patron(const struct access_session *session, struct text patron)
{
    return session->credential == CREDENTIAL_PATRON_PIN && text_equal(text_of(session->who), patron);
}

bool access_may_stand_by(const struct floor *floor, struct text person)
{
    return floor_person_may(floor, person, access_right_permission(ACCESS_MANAGE_STAFF)) ||
           floor_person_may(floor, person, floor_permission(COMMAND_AUTHORISE));
}

static bool demand(struct access *access, const struct access_session *session, bool may, const char *what,
                   struct text why, struct instant now)
{
    if (!may)
        access_note_refused(access, session, text_of(session->from), text_of(what), why, now);
    return may;
}

bool access_demand(struct access *access, const struct access_session *session, const struct floor *floor,
                   enum access_right right, struct instant now)
{
    return demand(access, session, access_may(session, floor, right), access_right_name(right),
                  text_of("the role does not allow it"), now);
}

bool access_demand_command(struct access *access, const struct access_session *session,
                           const struct floor *floor, enum command_kind kind, struct instant now)
{
    return demand(access, session, access_may_do(session, floor, kind), command_shape(kind)->name,
                  text_of("the role does not allow it"), now);
}

bool access_demand_patron(struct access *access, const struct access_session *session, struct text patron,
                          struct instant now)
{
    return demand(access, session, access_is_patron(session, patron), "a patron's data",
                  text_of("it is another patron's"), now);
}

bool access_csrf_is(const struct access_session *session, struct text csrf)
{
    return csrf.length == ACCESS_TOKEN_SIZE - 1 &&
           sodium_memcmp(session->csrf, csrf.bytes, ACCESS_TOKEN_SIZE - 1) == 0;
}
