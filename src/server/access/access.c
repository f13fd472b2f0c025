#include "server/access/access_internal.h"

#include "base/check.h"
#include "house/people/staff.h"

#include <stdlib.h>
#include <string.h>

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

#define USUAL_LIMITS                                                                                         \
    .by_name = {5, 15 * MINUTE_MS, 15 * MINUTE_MS}, .by_address = {20, 15 * MINUTE_MS, 15 * MINUTE_MS},      \
    .staff = {30 * MINUTE_MS, 12 * HOUR_MS}, .patron = {3 * MINUTE_MS, HOUR_MS}, .sessions_max = 4096,       \
    .queue_max = 64

const struct access_settings access_usual = {
    USUAL_LIMITS,
    .hash_operations = crypto_pwhash_OPSLIMIT_INTERACTIVE,
    .hash_memory = crypto_pwhash_MEMLIMIT_INTERACTIVE,
};

const struct access_settings access_demo = {
    USUAL_LIMITS,
    .hash_operations = crypto_pwhash_OPSLIMIT_MIN,
    .hash_memory = crypto_pwhash_MEMLIMIT_MIN,
    .demo = true,
};

/* ------------------------------------------------------------------------------------------ notes */

/* The lock is held. Never NULL: if there is no room the last note is overwritten, and the log will say that some are missing. */
static struct access_note *note_add(struct access *access, enum access_event_kind kind, struct instant at)
{
    if (access->note_count == ACCESS_NOTES_MAX) {
        access->note_count--;
        access->missed++;
    }
    struct access_note *note = &access->notes[access->note_count++];
    *note = (struct access_note){.kind = kind, .at = at};
    (void)pthread_cond_signal(&access->work);
    return note;
}

/* Input may be too long or not text: the log gets the part that can be shown. */
static void put_clipped(char *into, size_t size, struct text text)
{
    struct text_out out;
    text_out_init(&out, into, size);
    text_out_add_text(&out, text_clipped(text_slice(text, 0, text_utf8_length(text)), size - 1));
}

/* Notes a session that ends; the lock is held. */
static void note_leaving(void *context, const struct access_session *session, enum access_leaving why,
                         struct instant now)
{
    struct access_note *note = note_add(context, ACCESS_SIGNED_OUT, now);
    note->credential = (uint8_t)session->credential;
    note->leaving = (uint8_t)why;
    put_clipped(note->who, sizeof note->who, text_of(session->who));
}

/* ------------------------------------------------------------------------------------------ opening */

static enum status fill(struct access *access, struct text address, enum store_mode mode, struct instant now,
                        struct fault *fault)
{
    const struct store_options options = {.mode = mode};
    const struct access_settings *settings = &access->settings;
    const struct access_sessions_options sessions = {.sessions_max = settings->sessions_max,
                                                     .staff = settings->staff,
                                                     .patron = settings->patron,
                                                     .leaver = note_leaving,
                                                     .context = access};
    int64_t window = settings->by_name.window_ms > settings->by_address.window_ms
                         ? settings->by_name.window_ms
                         : settings->by_address.window_ms;
    enum status status = access_book_init(&access->book, settings->by_name, settings->by_address, fault);
    if (status == STATUS_OK)
        status = access_sessions_make(&sessions, &access->sessions, fault);
    if (status == STATUS_OK)
        status = store_open(address, &options, &access->store, fault);
    access->book.counts_from.ms = now.ms - window;
    if (status == STATUS_OK)
        status = access_catch_up(access, fault);
    access->notes = calloc(ACCESS_NOTES_MAX, sizeof *access->notes);
    access->taken = calloc(ACCESS_NOTES_MAX, sizeof *access->taken);
    if (status == STATUS_OK && (!access->notes || !access->taken))
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for access control");
    return status;
}

enum status access_open(struct text address, enum store_mode mode, const struct access_settings *settings,
                        struct instant now, struct access **opened, struct fault *fault)
{
    enum { MEMORY_MAX = 16 << 20 };
    struct access *access = calloc(1, sizeof *access);
    if (!access)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for access control");
    access->settings = *settings;
    access->read_only = mode == STORE_READ_ONLY;
    access->last = &access->first;
    arena_init(&access->reading, MEMORY_MAX);
    arena_init(&access->writing, MEMORY_MAX);
    (void)pthread_mutex_init(&access->lock, NULL);
    (void)pthread_cond_init(&access->work, NULL);
    (void)pthread_cond_init(&access->done, NULL);
    enum status status = fill(access, address, mode, now, fault);
    if (status == STATUS_OK && !access->read_only) {
        access->started = pthread_create(&access->thread, NULL, access_worker, access) == 0;
        if (!access->started)
            status =
                fault_set(fault, STATUS_NO_MEMORY, 0, "the system cannot start a thread for access control");
    }
    if (status != STATUS_OK) {
        access_close(access);
        return status;
    }
    *opened = access;
    return STATUS_OK;
}

void access_close(struct access *access)
{
    if (!access)
        return;
    (void)pthread_mutex_lock(&access->lock);
    access->stopping = true;
    (void)pthread_cond_signal(&access->work);
    (void)pthread_mutex_unlock(&access->lock);
    if (access->started)
        (void)pthread_join(access->thread, NULL);
    store_close(access->store);
    access_sessions_free(access->sessions);
    access_book_release(&access->book);
    arena_release(&access->reading);
    arena_release(&access->writing);
    free(access->notes);
    free(access->taken);
    (void)pthread_cond_destroy(&access->done);
    (void)pthread_cond_destroy(&access->work);
    (void)pthread_mutex_destroy(&access->lock);
    free(access);
}

bool access_is_demo(const struct access *access)
{
    return access->settings.demo;
}

/* ------------------------------------------------------------------------------------------ staff */

enum status access_know_staff(struct access *access, const struct floor *floor, struct fault *fault)
{
    enum status status = STATUS_OK;
    (void)pthread_mutex_lock(&access->lock);
    for (unsigned i = 0; i < floor->person_count && status == STATUS_OK; i++)
        status = access_book_employ(&access->book, floor->people[i].person, floor->people[i].employed);
    (void)pthread_mutex_unlock(&access->lock);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no room for more staff");
}

enum status access_person_changed(struct access *access, const struct floor *floor, struct text person,
                                  struct instant now, struct fault *fault)
{
    const struct person *known = floor_person(floor, person);
    (void)pthread_mutex_lock(&access->lock);
    (void)access_sessions_end_of(access->sessions, false, person, now);
    enum status status = access_book_employ(&access->book, person, known && known->employed);
    (void)pthread_mutex_unlock(&access->lock);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no room for more staff");
}

/* A client that is not signed in can send any number of requests, so the log takes only a limited number a minute. The lock
 * is held. */
static bool is_one_too_many(struct access *access, struct instant now)
{
    int64_t passed = now.ms - access->strangers_since.ms;
    if (passed < 0 || passed >= ACCESS_STRANGERS_MS) {
        access->strangers_since = now;
        access->strangers = 0;
    }
    return access->strangers++ >= ACCESS_STRANGERS_MAX;
}

void access_note_refused(struct access *access, const struct access_session *session, struct text from,
                         struct text what, struct text why, struct instant now)
{
    (void)pthread_mutex_lock(&access->lock);
    if (!session && is_one_too_many(access, now)) {
        access->missed++;
        (void)pthread_mutex_unlock(&access->lock);
        return;
    }
    struct access_note *note = note_add(access, ACCESS_REFUSED, now);
    note->missed = access->missed;
    access->missed = 0;
    if (session) {
        note->credential = (uint8_t)session->credential;
        put_clipped(note->who, sizeof note->who, text_of(session->who));
    }
    put_clipped(note->from, sizeof note->from, from);
    put_clipped(note->what, sizeof note->what, what);
    put_clipped(note->why, sizeof note->why, why);
    (void)pthread_mutex_unlock(&access->lock);
}

/* ------------------------------------------------------------------------------------------ tickets */

static enum status copy_name(char into[ACCESS_NAME_SIZE], struct text text, const char *what,
                             struct fault *fault)
{
    struct text_out out;
    if (text.length == 0 || text.length > ACCESS_NAME_MAX || text_utf8_length(text) != text.length)
        return fault_set(fault, STATUS_INVALID, 0, "%s must be text of 1 to %d bytes", what, ACCESS_NAME_MAX);
    text_out_init(&out, into, ACCESS_NAME_SIZE);
    text_out_add_text(&out, text);
    return STATUS_OK;
}

static enum status copy_secret(char into[ACCESS_SECRET_MAX + 1], struct text secret, struct fault *fault)
{
    if (secret.length == 0 || secret.length > ACCESS_SECRET_MAX || text_utf8_length(secret) != secret.length)
        return fault_set(fault, STATUS_INVALID, 0, "a password or PIN must be text of 1 to %d bytes",
                         ACCESS_SECRET_MAX);
    memcpy(into, secret.bytes, secret.length);
    into[secret.length] = '\0';
    return STATUS_OK;
}

static void begin(struct access_ticket *ticket, enum access_task task, enum credential_kind credential,
                  struct instant now)
{
    memset(&ticket->own, 0, sizeof ticket->own);
    ticket->own.task = (unsigned char)task;
    ticket->own.credential = credential;
    ticket->own.now = now;
    ticket->status = STATUS_OK;
    ticket->fault = (struct fault){0};
    ticket->outcome = ACCESS_DENIED;
    ticket->who[0] = ticket->set_by[0] = ticket->token[0] = '\0';
    ticket->locked_until = (struct instant){0};
    ticket->session = (struct access_session){0};
}

void access_forget_secrets(struct access_ticket *ticket)
{
    sodium_memzero(ticket->own.secret, sizeof ticket->own.secret);
    sodium_memzero(ticket->own.fresh, sizeof ticket->own.fresh);
}

/* D5 */
static enum status queue(struct access *access, struct access_ticket *ticket, enum status status,
                         struct fault *fault)
{
    if (status == STATUS_OK && access->read_only)
        status = fault_set(fault, STATUS_INVALID, 0, "the store was opened for reading only");
    (void)pthread_mutex_lock(&access->lock);
    if (status == STATUS_OK && access->waiting == access->settings.queue_max)
        status = fault_set(fault, STATUS_NO_SPACE, 0, "too many are signing in; try again in a moment");
    if (status == STATUS_OK) {
        access->waiting++;
        *access->last = ticket;
        access->last = &ticket->own.next;
        (void)pthread_cond_signal(&access->work);
    }
    (void)pthread_mutex_unlock(&access->lock);
    if (status != STATUS_OK)
        access_forget_secrets(ticket);
    return status;
}

static enum status copy_login(const struct access_login *login, struct access_ticket *ticket,
                              struct fault *fault)
{
    enum status status = copy_name(ticket->own.name, login->name, "the name", fault);
    put_clipped(ticket->own.from, sizeof ticket->own.from, login->from);
    return status == STATUS_OK ? copy_secret(ticket->own.secret, login->secret, fault) : status;
}

static enum status ask(struct access *access, enum access_task task, const struct access_login *login,
                       struct text first, struct instant now, struct access_ticket *ticket,
                       struct fault *fault)
{
    begin(ticket, task, login->credential, now);
    enum status status = copy_login(login, ticket, fault);
    put_clipped(ticket->own.by, sizeof ticket->own.by, first);
    return queue(access, ticket, status, fault);
}

enum status access_sign_in(struct access *access, const struct access_login *login, struct instant now,
                           struct access_ticket *ticket, struct fault *fault)
{
    return ask(access, TASK_SIGN_IN, login, text_of(""), now, ticket, fault);
}

enum status access_change(struct access *access, const struct access_login *login, struct text fresh,
                          struct instant now, struct access_ticket *ticket, struct fault *fault)
{
    begin(ticket, TASK_CHANGE, login->credential, now);
    enum status status = copy_login(login, ticket, fault);
    if (status == STATUS_OK)
        status = access_secret_check(login->credential, fresh, fault);
    if (status == STATUS_OK)
        status = copy_secret(ticket->own.fresh, fresh, fault);
    if (status == STATUS_OK && text_equal(login->secret, fresh))
        status =
            fault_set(fault, STATUS_INVALID, 0, "the new one is the same as the old one; choose another");
    return queue(access, ticket, status, fault);
}

enum status access_countersign(struct access *access, const struct access_login *login, struct text first,
                               struct instant now, struct access_ticket *ticket, struct fault *fault)
{
    CHECK(login->credential != CREDENTIAL_PATRON_PIN);
    return ask(access, TASK_COUNTERSIGN, login, first, now, ticket, fault);
}

enum status access_secret_check(enum credential_kind kind, struct text secret, struct fault *fault)
{
    if (kind == CREDENTIAL_PASSWORD)
        return secret.length >= ACCESS_PASSWORD_LEAST
                   ? STATUS_OK
                   : fault_set(fault, STATUS_INVALID, 0, "a password has at least %d characters",
                               ACCESS_PASSWORD_LEAST);
    bool digits = secret.length >= ACCESS_PIN_LEAST && secret.length <= ACCESS_PIN_MOST;
    for (size_t i = 0; i < secret.length; i++)
        digits &= secret.bytes[i] >= '0' && secret.bytes[i] <= '9';
    return digits ? STATUS_OK
                  : fault_set(fault, STATUS_INVALID, 0, "a PIN has %d to %d digits", ACCESS_PIN_LEAST,
                              ACCESS_PIN_MOST);
}

enum status access_set(struct access *access, const struct access_credential *credential, struct instant now,
                       struct access_ticket *ticket, struct fault *fault)
{
    begin(ticket, TASK_SET, credential->credential, now);
    enum status status = copy_name(ticket->own.name, credential->who, "the name", fault);
    if (status == STATUS_OK && credential->credential == CREDENTIAL_PIN)
        status = copy_name(ticket->own.badge, credential->badge, "the number of the badge", fault);
    if (status == STATUS_OK)
        status = access_secret_check(credential->credential, credential->secret, fault);
    if (status == STATUS_OK)
        status = copy_secret(ticket->own.secret, credential->secret, fault);
    put_clipped(ticket->own.by, sizeof ticket->own.by, credential->by);
    put_clipped(ticket->own.second, sizeof ticket->own.second, credential->second);
    return queue(access, ticket, status, fault);
}

static enum status change(struct access *access, enum access_task task, enum credential_kind credential,
                          struct text who, struct text by, struct instant now, struct access_ticket *ticket,
                          struct fault *fault)
{
    begin(ticket, task, credential, now);
    enum status status = copy_name(ticket->own.name, who, "the name", fault);
    put_clipped(ticket->own.by, sizeof ticket->own.by, by);
    return queue(access, ticket, status, fault);
}

enum status access_remove(struct access *access, enum credential_kind credential, struct text who,
                          struct text by, struct instant now, struct access_ticket *ticket,
                          struct fault *fault)
{
    return change(access, TASK_REMOVE, credential, who, by, now, ticket, fault);
}

enum status access_unlock(struct access *access, enum credential_kind credential, struct text who,
                          struct text by, struct instant now, struct access_ticket *ticket,
                          struct fault *fault)
{
    return change(access, TASK_UNLOCK, credential, who, by, now, ticket, fault);
}

enum status access_wait(struct access *access, struct access_ticket *ticket)
{
    CHECK(!ticket->done);
    (void)pthread_mutex_lock(&access->lock);
    while (!ticket->own.finished)
        (void)pthread_cond_wait(&access->done, &access->lock);
    (void)pthread_mutex_unlock(&access->lock);
    return ticket->status;
}

/* ------------------------------------------------------------------------------------------ looking */

struct access_standing access_standing_of(struct access *access, enum credential_kind kind, struct text who,
                                          struct instant now)
{
    struct access_standing standing = {0};
    (void)pthread_mutex_lock(&access->lock);
    const struct credential *credential = access_book_of(&access->book, kind, who);
    if (credential) {
        standing.set = true;
        standing.demo = credential->demo;
        standing.given = credential->given;
        put_clipped(standing.badge, sizeof standing.badge, credential->badge);
    }
    standing.locked_until = access_book_locked(&access->book, access_counted_name(kind, who, true), now);
    (void)pthread_mutex_unlock(&access->lock);
    return standing;
}

bool access_find(struct access *access, struct text token, struct instant now, bool touch,
                 struct access_session *session)
{
    (void)pthread_mutex_lock(&access->lock);
    bool found = access_sessions_find(access->sessions, token, now, touch, session);
    (void)pthread_mutex_unlock(&access->lock);
    return found;
}

void access_sign_out(struct access *access, const struct access_session *session, struct instant now)
{
    (void)pthread_mutex_lock(&access->lock);
    (void)access_sessions_end(access->sessions, session->number, now);
    (void)pthread_mutex_unlock(&access->lock);
}

unsigned access_session_count(struct access *access)
{
    (void)pthread_mutex_lock(&access->lock);
    unsigned count = access_sessions_count(access->sessions);
    (void)pthread_mutex_unlock(&access->lock);
    return count;
}
