#include "server/access/access_internal.h"

#include "base/check.h"

#include <errno.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ the stream */

static enum status take_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct access *access = context;
    struct access_event event;
    struct fault found = {0};
    arena_clear(&access->reading);
    enum status status =
        access_event_read(record->event.kind, record->event.payload, &access->reading, &event, &found);
    if (status == STATUS_OK) {
        (void)pthread_mutex_lock(&access->lock);
        status = access_book_apply(&access->book, &event, &found);
        (void)pthread_mutex_unlock(&access->lock);
    }
    access->sequence = record->sequence;
    return status == STATUS_OK ? STATUS_OK
                               : fault_set(fault, status, 0, "event %llu of the stream %s: %.180s",
                                           (unsigned long long)record->sequence, access_stream, found.words);
}

enum status access_catch_up(struct access *access, struct fault *fault)
{
    return store_read(access->store, text_of(access_stream), access->sequence + 1, STORE_SEQUENCE_MAX,
                      take_event, access, fault);
}

static enum status store_event_of(struct access *access, const struct access_event *event,
                                  struct store_event *stored)
{
    char payload[ACCESS_PAYLOAD_SIZE];
    struct text_out out;
    text_out_init(&out, payload, sizeof payload);
    access_event_write(&out, event);
    CHECK(!out.truncated);
    stored->kind = text_of(access_event_shape(event->kind)->name);
    stored->command = text_of("");
    return arena_copy_text(&access->writing, text_out_text(&out), &stored->payload);
}

/* Makes the events durable, all or none, and reads them back into the book. */
static enum status record(struct access *access, const struct access_event *events, unsigned count,
                          struct fault *fault)
{
    struct store_receipt receipt;
    arena_clear(&access->writing);
    struct store_event *stored = ARENA_ARRAY(&access->writing, struct store_event, count);
    enum status status = stored ? STATUS_OK : access->writing.refusal;
    for (unsigned i = 0; i < count && status == STATUS_OK; i++)
        status = store_event_of(access, &events[i], &stored[i]);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the access log");
    const struct store_batch batch = {
        .stream = text_of(access_stream), .expected = STORE_ANYWHERE, .events = stored, .event_count = count};
    status = store_append(access->store, &batch, &receipt, fault);
    return status == STATUS_OK ? access_catch_up(access, fault) : status;
}

static void write_notes(struct access *access, unsigned count)
{
    enum { AT_A_TIME = 64 };
    struct access_event events[AT_A_TIME];
    for (unsigned i = 0; i < count; i += AT_A_TIME) {
        unsigned some = count - i < AT_A_TIME ? count - i : AT_A_TIME;
        for (unsigned k = 0; k < some; k++) {
            const struct access_note *note = &access->taken[i + k];
            events[k] = (struct access_event){.kind = note->kind,
                                              .at = note->at,
                                              .who = text_of(note->who),
                                              .credential = note->credential,
                                              .from = text_of(note->from),
                                              .what = text_of(note->what),
                                              .why = text_of(note->why),
                                              .leaving = note->leaving,
                                              .missed = note->missed};
        }
        if (record(access, events, some, NULL) != STATUS_OK) {
            (void)pthread_mutex_lock(&access->lock);
            access->missed += some;
            (void)pthread_mutex_unlock(&access->lock);
        }
    }
}

/* ------------------------------------------------------------------------------------------ hashes */

static enum status hash_secret(const struct access *access, const char *secret, size_t length,
                               char hash[crypto_pwhash_STRBYTES], struct fault *fault)
{
    memset(hash, 0, crypto_pwhash_STRBYTES);
    if (crypto_pwhash_str(hash, secret, length, access->settings.hash_operations,
                          access->settings.hash_memory) != 0)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to check a password");
    return STATUS_OK;
}

static enum status make_dummy(struct access *access, struct fault *fault)
{
    char nothing[32];
    if (access->dummy[0] != '\0')
        return STATUS_OK;
    randombytes_buf(nothing, sizeof nothing);
    return hash_secret(access, nothing, sizeof nothing, access->dummy, fault);
}

/* A lack of memory must not make a right secret look wrong. */
static enum status verify(const char *hash, const char *secret, bool *right, struct fault *fault)
{
    errno = 0;
    *right = crypto_pwhash_str_verify(hash, secret, strlen(secret)) == 0;
    if (!*right && errno == ENOMEM)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to check a password");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ judging */

/* Decides a ticket by the book. */
struct seen {
    bool known, works, given;
    char who[ACCESS_NAME_SIZE], by[ACCESS_NAME_SIZE], hash[crypto_pwhash_STRBYTES];
    struct access_counted name, address;
    struct instant name_locked, address_locked;
};

static void put_name(char into[ACCESS_NAME_SIZE], struct text name)
{
    struct text_out out;
    text_out_init(&out, into, ACCESS_NAME_SIZE);
    text_out_add_text(&out, name);
}

static void look(struct access *access, const struct access_ticket *ticket, struct seen *seen)
{
    const struct access_book *book = &access->book;
    enum credential_kind kind = ticket->own.credential;
    *seen = (struct seen){0};
    (void)pthread_mutex_lock(&access->lock);
    const struct credential *credential = access_book_find(book, kind, text_of(ticket->own.name));
    if (credential && credential->demo && !access->settings.demo) /* D3 */
        credential = NULL;
    seen->known = credential != NULL;
    seen->given = credential && credential->given;
    put_name(seen->who, credential ? credential->who : text_of(ticket->own.name));
    put_name(seen->by, credential ? credential->by : text_of(""));
    memcpy(seen->hash, credential ? credential->hash : access->dummy, sizeof seen->hash);
    seen->works = kind == CREDENTIAL_PATRON_PIN || access_book_employs(book, text_of(seen->who));
    seen->name = access_counted_name(kind, text_of(seen->who), seen->known);
    seen->address = access_counted_address(text_of(ticket->own.from));
    seen->name_locked = access_book_locked(book, seen->name, ticket->own.now);
    seen->address_locked = access_book_locked(book, seen->address, ticket->own.now);
    (void)pthread_mutex_unlock(&access->lock);
}

static struct access_event event_of(const struct access_ticket *ticket, const struct seen *seen,
                                    enum access_event_kind kind)
{
    return (struct access_event){.kind = kind,
                                 .at = ticket->own.now,
                                 .who = text_of(seen->known ? seen->who : ""),
                                 .credential = (uint8_t)ticket->own.credential,
                                 .from = text_of(ticket->own.from),
                                 .by = text_of(ticket->own.by)};
}

static enum status refuse(struct access *access, const struct access_ticket *ticket, const struct seen *seen,
                          enum access_refusal why, struct fault *fault)
{
    struct access_event event = event_of(ticket, seen, ACCESS_SIGN_IN_REFUSED);
    event.refusal = (uint8_t)why;
    return record(access, &event, 1, fault);
}

/* A failure is counted, and may lock the name, the address or both. */
static enum status fail(struct access *access, const struct access_ticket *ticket, const struct seen *seen,
                        struct fault *fault)
{
    const struct access_settings *settings = &access->settings;
    struct instant now = ticket->own.now;
    struct access_event events[3] = {event_of(ticket, seen, ACCESS_SIGN_IN_REFUSED)};
    unsigned count = 1;
    events[0].refusal = !seen->known ? REFUSAL_UNKNOWN : !seen->works ? REFUSAL_NOT_HERE : REFUSAL_WRONG;
    struct instant name_until = {now.ms + settings->by_name.lock_ms};
    (void)pthread_mutex_lock(&access->lock);
    bool lock_name = access_book_near(&access->book, seen->name, settings->by_name, now);
    bool lock_address = access_book_near(&access->book, seen->address, settings->by_address, now);
    if (!seen->known) /* B1 */
        access_book_fail(&access->book, seen->name, settings->by_name, now);
    if (!seen->known && lock_name)
        access_book_lock(&access->book, seen->name, name_until);
    (void)pthread_mutex_unlock(&access->lock);
    if (lock_name && seen->known) {
        events[count] = event_of(ticket, seen, ACCESS_LOCKED);
        events[count].from = text_of("");
        events[count++].until = name_until;
    }
    if (lock_address) {
        events[count] = event_of(ticket, seen, ACCESS_LOCKED);
        events[count].who = text_of("");
        events[count++].until.ms = now.ms + settings->by_address.lock_ms;
    }
    return record(access, events, count, fault);
}

/* Replaces the secret that was shown by the owner's own. */
static struct access_event event_of_change(const struct access *access, const struct access_ticket *ticket,
                                           const struct seen *seen, const char *hash)
{
    struct access_event event = event_of(ticket, seen, ACCESS_CREDENTIAL_SET);
    event.by = event.who;
    event.badge = text_of(ticket->own.credential == CREDENTIAL_PIN ? ticket->own.name : "");
    event.hash = text_of(hash);
    event.demo = access->settings.demo;
    return event;
}

/* D1: a grant is on disk before it is used. */
static enum status grant(struct access *access, struct access_ticket *ticket, const struct seen *seen,
                         struct fault *fault)
{
    char hash[crypto_pwhash_STRBYTES] = "";
    struct access_event events[2];
    unsigned count = 0;
    bool session = ticket->own.task != TASK_COUNTERSIGN, changes = ticket->own.task == TASK_CHANGE;
    enum status status = STATUS_OK;
    if (changes) {
        status = hash_secret(access, ticket->own.fresh, strlen(ticket->own.fresh), hash, fault);
        events[count++] = event_of_change(access, ticket, seen, hash);
    }
    events[count++] = event_of(ticket, seen, session ? ACCESS_SIGNED_IN : ACCESS_COUNTERSIGNED);
    if (status == STATUS_OK)
        status = record(access, events, count, fault);
    sodium_memzero(hash, sizeof hash);
    if (status != STATUS_OK)
        return status;
    ticket->outcome = ACCESS_GRANTED;
    put_name(ticket->who, text_of(seen->who));
    if (!session)
        return STATUS_OK;
    (void)pthread_mutex_lock(&access->lock);
    if (changes)
        (void)access_sessions_end_of(access->sessions, ticket->own.credential == CREDENTIAL_PATRON_PIN,
                                     text_of(seen->who), ticket->own.now);
    access_sessions_open(access->sessions, ticket->own.credential, text_of(seen->who),
                         text_of(ticket->own.from), ticket->own.now, ticket->token, &ticket->session);
    (void)pthread_mutex_unlock(&access->lock);
    return STATUS_OK;
}

static enum status judge(struct access *access, struct access_ticket *ticket, struct fault *fault)
{
    struct seen seen;
    bool right;
    look(access, ticket, &seen);
    if (seen.name_locked.ms > 0 || seen.address_locked.ms > 0) {
        bool name = seen.name_locked.ms >= seen.address_locked.ms;
        ticket->outcome = ACCESS_LOCKED_OUT;
        ticket->locked_until = name ? seen.name_locked : seen.address_locked;
        return refuse(access, ticket, &seen, name ? REFUSAL_LOCKED : REFUSAL_ADDRESS_LOCKED, fault);
    }
    enum status status = verify(seen.hash, ticket->own.secret, &right, fault);
    sodium_memzero(seen.hash, sizeof seen.hash);
    if (status != STATUS_OK)
        return status;
    if (!right || !seen.known || !seen.works)
        return fail(access, ticket, &seen, fault);
    if (ticket->own.task == TASK_COUNTERSIGN && text_equal(text_of(seen.who), text_of(ticket->own.by))) {
        ticket->outcome = ACCESS_SAME_PERSON;
        return refuse(access, ticket, &seen, REFUSAL_SAME_PERSON, fault);
    }
    if (seen.given && ticket->own.task != TASK_CHANGE) { /* D6 */
        ticket->outcome = ACCESS_MUST_CHANGE;
        put_name(ticket->who, text_of(seen.who));
        put_name(ticket->set_by, text_of(seen.by));
        return refuse(access, ticket, &seen, REFUSAL_GIVEN, fault);
    }
    return grant(access, ticket, &seen, fault);
}

/* ------------------------------------------------------------------------------------------ changing */

static bool badge_is_others(struct access *access, const struct access_ticket *ticket)
{
    (void)pthread_mutex_lock(&access->lock);
    const struct credential *holder =
        access_book_find(&access->book, CREDENTIAL_PIN, text_of(ticket->own.badge));
    bool others = holder && !text_equal(holder->who, text_of(ticket->own.name));
    (void)pthread_mutex_unlock(&access->lock);
    return others;
}

static enum status change(struct access *access, struct access_ticket *ticket, struct fault *fault)
{
    static const enum access_event_kind kinds[] = {[TASK_SET] = ACCESS_CREDENTIAL_SET,
                                                   [TASK_REMOVE] = ACCESS_CREDENTIAL_REMOVED,
                                                   [TASK_UNLOCK] = ACCESS_UNLOCKED};
    char hash[crypto_pwhash_STRBYTES] = "";
    struct access_event event = {.kind = kinds[ticket->own.task],
                                 .at = ticket->own.now,
                                 .who = text_of(ticket->own.name),
                                 .credential = (uint8_t)ticket->own.credential,
                                 .badge = text_of(ticket->own.badge),
                                 .by = text_of(ticket->own.by),
                                 .second = text_of(ticket->own.second),
                                 .demo = access->settings.demo};
    enum status status = STATUS_OK;
    if (ticket->own.task == TASK_SET && badge_is_others(access, ticket))
        return fault_set(fault, STATUS_INVALID, 0, "badge %s belongs to another person", ticket->own.badge);
    if (ticket->own.task == TASK_SET)
        status = hash_secret(access, ticket->own.secret, strlen(ticket->own.secret), hash, fault);
    event.hash = text_of(hash);
    if (status == STATUS_OK)
        status = record(access, &event, 1, fault);
    sodium_memzero(hash, sizeof hash);
    if (status == STATUS_OK && ticket->own.task != TASK_UNLOCK) {
        (void)pthread_mutex_lock(&access->lock);
        (void)access_sessions_end_of(access->sessions, ticket->own.credential == CREDENTIAL_PATRON_PIN,
                                     text_of(ticket->own.name), ticket->own.now);
        (void)pthread_mutex_unlock(&access->lock);
    }
    ticket->outcome = ACCESS_GRANTED;
    put_name(ticket->who, text_of(ticket->own.name));
    return status;
}

/* ------------------------------------------------------------------------------------------ the thread */

static void answer(struct access *access, struct access_ticket *ticket)
{
    enum status status = make_dummy(access, &ticket->fault);
    if (status == STATUS_OK)
        status = access_catch_up(access, &ticket->fault);
    if (status == STATUS_OK)
        status = ticket->own.task <= TASK_COUNTERSIGN ? judge(access, ticket, &ticket->fault)
                                                      : change(access, ticket, &ticket->fault);
    access_forget_secrets(ticket);
    ticket->status = status;
    if (ticket->done) {
        ticket->done(ticket);
        return;
    }
    (void)pthread_mutex_lock(&access->lock);
    ticket->own.finished = true;
    (void)pthread_cond_broadcast(&access->done);
    (void)pthread_mutex_unlock(&access->lock);
}

/* The next work: how many notes were taken, and a ticket or NULL. False when it is time to stop. */
static bool take_work(struct access *access, unsigned *notes, struct access_ticket **ticket)
{
    (void)pthread_mutex_lock(&access->lock);
    while (!access->stopping && !access->first && access->note_count == 0)
        (void)pthread_cond_wait(&access->work, &access->lock);
    struct access_note *taken = access->notes;
    access->notes = access->taken;
    access->taken = taken;
    *notes = access->note_count;
    access->note_count = 0;
    *ticket = access->first;
    if (access->first) {
        access->first = access->first->own.next;
        access->waiting--;
    }
    if (!access->first)
        access->last = &access->first;
    (void)pthread_mutex_unlock(&access->lock);
    return *notes > 0 || *ticket;
}

void *access_worker(void *argument)
{
    struct access *access = argument;
    struct access_ticket *ticket;
    unsigned notes;
    (void)make_dummy(access, NULL); /* before the first request; again if there was no memory */
    while (take_work(access, &notes, &ticket)) {
        write_notes(access, notes);
        if (ticket)
            answer(access, ticket);
    }
    return NULL;
}
