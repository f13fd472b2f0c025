#include "books/access_event.h"

#include "base/check.h"

const char access_stream[] = "access";

const char *const credential_words[] = {"password", "pin", "patron-pin", NULL};

static const char *const refusal_words[] = {"wrong",          "unknown",     "not-here", "locked",
                                            "address-locked", "same-person", "given",    NULL};
static const char *const leaving_words[] = {"asked", "idle", "too-long", "changed", "crowded", NULL};

#define EVENT_FIELD(member, kind_, meaning_) FIELD(struct access_event, member, kind_, #member, meaning_)
#define EVENT_MUST(member, kind_, meaning_)                                                                  \
    FIELD_REQUIRED(struct access_event, member, kind_, #member, meaning_)
#define EVENT_WORD(member, words_, name_, meaning_)                                                          \
    {                                                                                                        \
        .name = (name_), .kind = FIELD_WORD, .offset = offsetof(struct access_event, member),                \
        .required = true, .words = (words_), .meaning = (meaning_)                                           \
    }
#define AT         EVENT_MUST(at, FIELD_TIME, "the time")
#define WHO        EVENT_MUST(who, FIELD_TEXT, "the sign-in name, or the club number of a patron")
#define CREDENTIAL EVENT_WORD(credential, credential_words, "credential", "the kind of credential")
#define BY         EVENT_FIELD(by, FIELD_TEXT, "the person who did it")
#define FROM       EVENT_MUST(from, FIELD_TEXT, "the network address")

static const struct field set_fields[] = {
    AT,
    WHO,
    CREDENTIAL,
    EVENT_FIELD(badge, FIELD_TEXT, "for a pin: the badge number"),
    EVENT_MUST(hash, FIELD_TEXT, "the Argon2id hash, with its salt and costs"),
    EVENT_FIELD(by, FIELD_TEXT,
                "the person who did it; if this is not the owner, an employee must change it before it opens "
                "anything"),
    EVENT_FIELD(second, FIELD_TEXT, "the second person who signed"),
    EVENT_FIELD(demo, FIELD_FLAG, "a public demo password: it opens nothing outside demo mode"),
};
static const struct field removed_fields[] = {AT, WHO, CREDENTIAL, BY};
static const struct field signed_in_fields[] = {AT, WHO, CREDENTIAL, FROM};
static const struct field sign_in_refused_fields[] = {
    AT,
    EVENT_FIELD(who, FIELD_TEXT, "the sign-in name, or the club number of a patron; empty if unknown"),
    CREDENTIAL,
    FROM,
    EVENT_WORD(refusal, refusal_words, "why", "why it was refused"),
    EVENT_FIELD(by, FIELD_TEXT, "the person who needed a second person"),
};
static const struct field countersigned_fields[] = {
    AT, WHO, CREDENTIAL, FROM, EVENT_MUST(by, FIELD_TEXT, "the person who needed a second person"),
};
static const struct field locked_fields[] = {
    AT,
    EVENT_FIELD(who, FIELD_TEXT, "the name or club number that is locked; empty if an address is locked"),
    CREDENTIAL,
    EVENT_FIELD(from, FIELD_TEXT, "the network address that is locked"),
    EVENT_MUST(until, FIELD_TIME, "when the lock ends"),
};
static const struct field unlocked_fields[] = {AT, WHO, CREDENTIAL, BY};
static const struct field signed_out_fields[] = {
    AT,
    WHO,
    CREDENTIAL,
    EVENT_WORD(leaving, leaving_words, "why", "why the session ended"),
};
static const struct field refused_fields[] = {
    AT,
    EVENT_FIELD(who, FIELD_TEXT,
                "the sign-in name, or the club number of a patron; empty if nobody was signed in"),
    CREDENTIAL,
    FROM,
    EVENT_MUST(what, FIELD_TEXT, "the request"),
    EVENT_MUST(why, FIELD_TEXT, "why it was refused"),
    EVENT_FIELD(missed, FIELD_COUNT, "the number of earlier refusals that were not recorded"),
};

static const struct record_shape shapes[ACCESS_EVENT_KINDS] = {
    [ACCESS_CREDENTIAL_SET] =
        SHAPE("credential-set", struct access_event, set_fields, "a password or PIN was set"),
    [ACCESS_CREDENTIAL_REMOVED] =
        SHAPE("credential-removed", struct access_event, removed_fields, "a password or PIN was removed"),
    [ACCESS_SIGNED_IN] = SHAPE("sign-in", struct access_event, signed_in_fields, "a person signed in"),
    [ACCESS_SIGN_IN_REFUSED] =
        SHAPE("sign-in-refused", struct access_event, sign_in_refused_fields, "a sign-in was refused"),
    [ACCESS_COUNTERSIGNED] =
        SHAPE("countersigned", struct access_event, countersigned_fields, "a second person signed"),
    [ACCESS_LOCKED] = SHAPE("locked", struct access_event, locked_fields,
                            "a name or an address was locked after too many failures"),
    [ACCESS_UNLOCKED] = SHAPE("unlocked", struct access_event, unlocked_fields, "a lock was ended"),
    [ACCESS_SIGNED_OUT] =
        SHAPE("signed-out", struct access_event, signed_out_fields, "a person was signed out"),
    [ACCESS_REFUSED] = SHAPE("refused", struct access_event, refused_fields, "a request was refused"),
};

const struct record_shape *access_event_shape(enum access_event_kind kind)
{
    CHECK_OP(kind, <, ACCESS_EVENT_KINDS);
    return &shapes[kind];
}

void access_event_write(struct text_out *out, const struct access_event *event)
{
    record_write(out, access_event_shape(event->kind), event);
}

enum status access_event_read(struct text kind, struct text payload, struct arena *arena,
                              struct access_event *event, struct fault *fault)
{
    for (unsigned i = 0; i < ACCESS_EVENT_KINDS; i++)
        if (text_equal(kind, text_of(shapes[i].name))) {
            enum status status = record_read(&shapes[i], payload, arena, event, fault);
            event->kind = (enum access_event_kind)i;
            return status;
        }
    return fault_set(
        fault, STATUS_INVALID, 0,
        "this version does not know the event %.*s of the door: a newer version of cardroom wrote "
        "it. Use that version",
        TEXT_ARGUMENTS(text_clipped(kind, 40)));
}
