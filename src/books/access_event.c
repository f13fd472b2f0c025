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
#define AT         EVENT_MUST(at, FIELD_TIME, "when")
#define WHO        EVENT_MUST(who, FIELD_TEXT, "the person, or the club number")
#define CREDENTIAL EVENT_WORD(credential, credential_words, "credential", "of which kind")
#define BY         EVENT_FIELD(by, FIELD_TEXT, "who did it")
#define FROM       EVENT_MUST(from, FIELD_TEXT, "the address")

static const struct field set_fields[] = {
    AT,
    WHO,
    CREDENTIAL,
    EVENT_FIELD(badge, FIELD_TEXT, "of a pin: the number of the badge"),
    EVENT_MUST(hash, FIELD_TEXT, "Argon2id, with its salt and costs"),
    EVENT_FIELD(
        by, FIELD_TEXT,
        "who did it; of staff, anybody but the owner has given it, and it opens nothing until it is changed"),
    EVENT_FIELD(second, FIELD_TEXT, "who stood by when it was given"),
    EVENT_FIELD(demo, FIELD_FLAG, "everybody knows the secret: it opens nothing outside demo mode"),
};
static const struct field removed_fields[] = {AT, WHO, CREDENTIAL, BY};
static const struct field signed_in_fields[] = {AT, WHO, CREDENTIAL, FROM};
static const struct field sign_in_refused_fields[] = {
    AT,
    EVENT_FIELD(who, FIELD_TEXT, "the person, or the club number; empty if nobody has the name"),
    CREDENTIAL,
    FROM,
    EVENT_WORD(refusal, refusal_words, "why", "what was wrong"),
    EVENT_FIELD(by, FIELD_TEXT, "who had asked for a second person"),
};
static const struct field countersigned_fields[] = {
    AT, WHO, CREDENTIAL, FROM, EVENT_MUST(by, FIELD_TEXT, "who had asked for a second person"),
};
static const struct field locked_fields[] = {
    AT,
    EVENT_FIELD(who, FIELD_TEXT, "the person, or the club number; or else"),
    CREDENTIAL,
    EVENT_FIELD(from, FIELD_TEXT, "the address"),
    EVENT_MUST(until, FIELD_TIME, "when it may be tried again"),
};
static const struct field unlocked_fields[] = {AT, WHO, CREDENTIAL, BY};
static const struct field signed_out_fields[] = {
    AT,
    WHO,
    CREDENTIAL,
    EVENT_WORD(leaving, leaving_words, "why", "what ended the session"),
};
static const struct field refused_fields[] = {
    AT,
    EVENT_FIELD(who, FIELD_TEXT, "the person, or the club number; empty if nobody had signed in"),
    CREDENTIAL,
    FROM,
    EVENT_MUST(what, FIELD_TEXT, "what was asked for"),
    EVENT_MUST(why, FIELD_TEXT, "why not"),
    EVENT_FIELD(missed, FIELD_COUNT, "events before this one for which there was no room"),
};

static const struct record_shape shapes[ACCESS_EVENT_KINDS] = {
    [ACCESS_CREDENTIAL_SET] =
        SHAPE("credential-set", struct access_event, set_fields, "somebody can sign in from now on"),
    [ACCESS_CREDENTIAL_REMOVED] =
        SHAPE("credential-removed", struct access_event, removed_fields, "and now not any more"),
    [ACCESS_SIGNED_IN] = SHAPE("sign-in", struct access_event, signed_in_fields, "a session began"),
    [ACCESS_SIGN_IN_REFUSED] =
        SHAPE("sign-in-refused", struct access_event, sign_in_refused_fields, "none began"),
    [ACCESS_COUNTERSIGNED] = SHAPE("countersigned", struct access_event, countersigned_fields,
                                   "a second person stood by somebody who was signed in"),
    [ACCESS_LOCKED] = SHAPE("locked", struct access_event, locked_fields, "too many failures"),
    [ACCESS_UNLOCKED] =
        SHAPE("unlocked", struct access_event, unlocked_fields, "somebody may try again at once"),
    [ACCESS_SIGNED_OUT] = SHAPE("signed-out", struct access_event, signed_out_fields, "a session ended"),
    [ACCESS_REFUSED] =
        SHAPE("refused", struct access_event, refused_fields, "somebody asked for what is not allowed"),
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
    return fault_set(fault, STATUS_INVALID, 0, "there is no event %.*s at the door",
                     TEXT_ARGUMENTS(text_clipped(kind, 40)));
}
