#include "server/access/access_book.h"

#include "base/check.h"
#include "house/kernel/names.h"

#include <stdlib.h>
#include <string.h>

enum status access_book_init(struct access_book *book, struct access_limit by_name,
                             struct access_limit by_address, struct fault *fault)
{
    *book = (struct access_book){.by_name = by_name, .by_address = by_address};
    CHECK_OP(by_name.limit, <=, ACCESS_FAILURES_MAX);
    CHECK_OP(by_address.limit, <=, ACCESS_FAILURES_MAX);
    arena_init(&book->arena, ACCESS_BOOK_MAX);
    for (unsigned kind = 0; kind < CREDENTIAL_KINDS; kind++)
        names_init(&book->names[kind], &book->arena);
    names_init(&book->staff, &book->arena);
    book->counts = ARENA_ARRAY(&book->arena, struct access_count, ACCESS_COUNTS_MAX);
    if (!book->counts)
        return fault_set(fault, book->arena.refusal, 0, "there is no memory for credentials");
    return STATUS_OK;
}

void access_book_release(struct access_book *book)
{
    arena_release(&book->arena);
}

/* ------------------------------------------------------------------------------------------ credentials */

const struct credential *access_book_find(const struct access_book *book, enum credential_kind kind,
                                          struct text typed)
{
    uint32_t number = names_find(&book->names[kind], typed);
    if (number == NAMES_NONE || !book->credentials[kind][number].set)
        return NULL;
    return &book->credentials[kind][number];
}

/* Only staff have badges, so there are few. */
const struct credential *access_book_of(const struct access_book *book, enum credential_kind kind,
                                        struct text who)
{
    if (kind != CREDENTIAL_PIN)
        return access_book_find(book, kind, who);
    for (uint32_t i = 0; i < book->names[kind].count; i++)
        if (book->credentials[kind][i].set && text_equal(book->credentials[kind][i].who, who))
            return &book->credentials[kind][i];
    return NULL;
}

/* Makes room for one more after the names, which number the elements. */
static void *grown(struct arena *arena, const void *elements, size_t size, uint32_t count, uint32_t *room)
{
    enum { ROOM_FIRST = 16 };
    uint32_t wanted = *room ? *room * 2 : ROOM_FIRST;
    void *larger = arena_alloc_array(arena, wanted, size, _Alignof(max_align_t));
    if (larger && count > 0)
        memcpy(larger, elements, count * size);
    if (larger)
        *room = wanted;
    return larger;
}

static enum status credential_numbered(struct access_book *book, enum credential_kind kind, struct text typed,
                                       struct credential **credential)
{
    uint32_t number, count = book->names[kind].count;
    if (count == book->rooms[kind]) {
        struct credential *larger = grown(&book->arena, book->credentials[kind], sizeof **book->credentials,
                                          count, &book->rooms[kind]);
        if (!larger)
            return book->arena.refusal;
        book->credentials[kind] = larger;
    }
    enum status status = names_add(&book->names[kind], typed, &number);
    if (status == STATUS_OK)
        *credential = &book->credentials[kind][number];
    return status;
}

static void unset(struct access_book *book, enum credential_kind kind, struct text who)
{
    const struct credential *known = access_book_of(book, kind, who);
    if (known)
        book->credentials[kind][known - book->credentials[kind]].set = false;
}

static enum status apply_set(struct access_book *book, const struct access_event *event, struct fault *fault)
{
    enum credential_kind kind = (enum credential_kind)event->credential;
    struct text typed = kind == CREDENTIAL_PIN ? event->badge : event->who, who, by;
    struct credential *credential = NULL;
    if (typed.length == 0 || event->who.length == 0 || event->hash.length >= crypto_pwhash_STRBYTES)
        return fault_set(fault, STATUS_INVALID, 0, "a credential without a name, or with too long a hash");
    unset(book, kind,
          event->who); /* B2: the person's badge changes, and the former owner of this badge loses it */
    enum status status = credential_numbered(book, kind, typed, &credential);
    if (status == STATUS_OK)
        status = arena_copy_text(&book->arena, event->who, &who);
    if (status == STATUS_OK)
        status = arena_copy_text(&book->arena, event->by, &by);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no room for another credential");
    CHECK(credential);
    *credential = (struct credential){.who = who,
                                      .by = by,
                                      .set = true,
                                      .demo = event->demo,
                                      .given = kind != CREDENTIAL_PATRON_PIN && !text_equal(by, who)};
    credential->badge = kind == CREDENTIAL_PIN
                            ? names_text(&book->names[kind], (uint32_t)(credential - book->credentials[kind]))
                            : text_of("");
    memcpy(credential->hash, event->hash.bytes, event->hash.length);
    return STATUS_OK;
}

enum status access_book_employ(struct access_book *book, struct text person, bool works)
{
    uint32_t number, count = book->staff.count;
    if (count == book->works_room) {
        bool *larger = grown(&book->arena, book->works, sizeof *book->works, count, &book->works_room);
        if (!larger)
            return book->arena.refusal;
        book->works = larger;
    }
    enum status status = names_add(&book->staff, person, &number);
    if (status == STATUS_OK)
        book->works[number] = works;
    return status;
}

bool access_book_employs(const struct access_book *book, struct text person)
{
    uint32_t number = names_find(&book->staff, person);
    return number != NAMES_NONE && book->works[number];
}

/* ------------------------------------------------------------------------------------------ counting */

static struct access_counted counted(const char *what, struct text name)
{
    struct access_counted key;
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, NULL, 0, sizeof key.key);
    (void)crypto_generichash_update(&state, (const unsigned char *)what, strlen(what) + 1);
    (void)crypto_generichash_update(&state, (const unsigned char *)name.bytes, name.length);
    (void)crypto_generichash_final(&state, key.key, sizeof key.key);
    return key;
}

struct access_counted access_counted_name(enum credential_kind kind, struct text name, bool known)
{
    static const char *const what[CREDENTIAL_KINDS][2] = {
        {"password nobody", "password"}, {"badge nobody", "badge"}, {"patron nobody", "patron"}};
    return counted(what[kind][known], name);
}

struct access_counted access_counted_address(struct text from)
{
    return counted("address", from);
}

static struct access_count *count_of(const struct access_book *book, struct access_counted counted)
{
    for (unsigned i = 0; i < book->count; i++)
        if (memcmp(book->counts[i].key, counted.key, sizeof counted.key) == 0)
            return &book->counts[i];
    return NULL;
}

static int64_t last_failure(const struct access_count *count)
{
    int64_t last = count->count ? count->failures[count->count - 1] : 0;
    return last > count->locked_until ? last : count->locked_until;
}

/* The count, a new one if there was none (B3). */
static struct access_count *count_made(struct access_book *book, struct access_counted counted)
{
    struct access_count *count = count_of(book, counted);
    if (count)
        return count;
    if (book->count < ACCESS_COUNTS_MAX) {
        count = &book->counts[book->count++];
    } else {
        count = book->counts;
        for (unsigned i = 1; i < book->count; i++)
            if (last_failure(&book->counts[i]) < last_failure(count))
                count = &book->counts[i];
    }
    *count = (struct access_count){0};
    memcpy(count->key, counted.key, sizeof counted.key);
    return count;
}

struct instant access_book_locked(const struct access_book *book, struct access_counted counted,
                                  struct instant now)
{
    const struct access_count *count = count_of(book, counted);
    bool locked = count && now.ms < count->locked_until;
    return (struct instant){locked ? count->locked_until : 0};
}

static unsigned recent(const struct access_count *count, struct access_limit limit, struct instant now)
{
    unsigned failures = 0;
    for (unsigned i = 0; count && i < count->count; i++)
        failures += now.ms - count->failures[i] < limit.window_ms;
    return failures;
}

bool access_book_near(const struct access_book *book, struct access_counted counted,
                      struct access_limit limit, struct instant now)
{
    return limit.limit > 0 && recent(count_of(book, counted), limit, now) + 1 >= limit.limit;
}

void access_book_fail(struct access_book *book, struct access_counted counted, struct access_limit limit,
                      struct instant at)
{
    if (limit.limit == 0 || at.ms <= book->counts_from.ms)
        return;
    struct access_count *count = count_made(book, counted);
    unsigned drop = count->count - recent(count, limit, at);
    drop += count->count - drop == ACCESS_FAILURES_MAX;
    memmove(count->failures, count->failures + drop, (count->count - drop) * sizeof count->failures[0]);
    count->count -= drop;
    count->failures[count->count++] = at.ms;
}

void access_book_lock(struct access_book *book, struct access_counted counted, struct instant until)
{
    struct access_count *count = count_made(book, counted);
    count->count = 0;
    count->locked_until = until.ms;
}

void access_book_forgive(struct access_book *book, struct access_counted counted)
{
    struct access_count *count = count_of(book, counted);
    if (count)
        *count = book->counts[--book->count];
}

/* ------------------------------------------------------------------------------------------ events */

/* Counts a refused sign-in. If the name was locked already, or the secret was right, it is not counted as another guess. */
static void apply_refused(struct access_book *book, const struct access_event *event)
{
    bool guessed = event->refusal == REFUSAL_WRONG || event->refusal == REFUSAL_UNKNOWN ||
                   event->refusal == REFUSAL_NOT_HERE;
    enum credential_kind kind = (enum credential_kind)event->credential;
    if (guessed && event->who.length > 0)
        access_book_fail(book, access_counted_name(kind, event->who, true), book->by_name, event->at);
    if (guessed)
        access_book_fail(book, access_counted_address(event->from), book->by_address, event->at);
}

static void apply_locked(struct access_book *book, const struct access_event *event)
{
    enum credential_kind kind = (enum credential_kind)event->credential;
    if (event->until.ms <= book->counts_from.ms)
        return;
    access_book_lock(book,
                     event->who.length > 0 ? access_counted_name(kind, event->who, true)
                                           : access_counted_address(event->from),
                     event->until);
}

enum status access_book_apply(struct access_book *book, const struct access_event *event, struct fault *fault)
{
    enum credential_kind kind = (enum credential_kind)event->credential;
    switch (event->kind) {
    case ACCESS_CREDENTIAL_SET:
        return apply_set(book, event, fault);
    case ACCESS_CREDENTIAL_REMOVED:
        unset(book, kind, event->who);
        return STATUS_OK;
    case ACCESS_SIGN_IN_REFUSED:
        apply_refused(book, event);
        return STATUS_OK;
    case ACCESS_LOCKED:
        apply_locked(book, event);
        return STATUS_OK;
    case ACCESS_SIGNED_IN:
    case ACCESS_COUNTERSIGNED:
    case ACCESS_UNLOCKED:
        access_book_forgive(book, access_counted_name(kind, event->who, true));
        return STATUS_OK;
    case ACCESS_SIGNED_OUT:
    case ACCESS_REFUSED:
        return STATUS_OK;
    case ACCESS_EVENT_KINDS:
        break;
    }
    CHECK_NEVER("an event of unknown kind");
}
