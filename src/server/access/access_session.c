#include "server/access/access_session.h"

#include "base/check.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 32 };
#define NOBODY UINT32_MAX /* the end of a chain */

struct slot {
    struct access_session session; /* number 0: free */
    unsigned char hash[HASH_BYTES];
    uint32_t next; /* next in the chain of its bucket, or of the free slots */
};

struct access_sessions {
    struct access_sessions_options options;
    unsigned count;
    uint64_t numbers; /* given out so far */
    uint32_t free;
    uint32_t *buckets; /* as many as slots; each is a chain */
    struct slot *slots;
};

enum status access_sessions_make(const struct access_sessions_options *options, struct access_sessions **made,
                                 struct fault *fault)
{
    unsigned most = options->sessions_max;
    CHECK(most > 0);
    struct access_sessions *sessions = calloc(1, sizeof *sessions);
    if (sessions) {
        sessions->options = *options;
        sessions->slots = calloc(most, sizeof *sessions->slots);
        sessions->buckets = calloc(most, sizeof *sessions->buckets);
    }
    if (!sessions || !sessions->slots || !sessions->buckets) {
        access_sessions_free(sessions);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for %u sessions", most);
    }
    for (unsigned i = 0; i < most; i++) {
        sessions->buckets[i] = NOBODY;
        sessions->slots[i].next = i + 1 < most ? i + 1 : NOBODY;
    }
    *made = sessions;
    return STATUS_OK;
}

void access_sessions_free(struct access_sessions *sessions)
{
    if (!sessions)
        return;
    free(sessions->buckets);
    free(sessions->slots);
    free(sessions);
}

unsigned access_sessions_count(const struct access_sessions *sessions)
{
    return sessions->count;
}

/* ------------------------------------------------------------------------------------------ the table */

static uint32_t *bucket_of(struct access_sessions *sessions, const unsigned char hash[HASH_BYTES])
{
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    return &sessions->buckets[number % sessions->options.sessions_max];
}

static struct slot *slot_of(struct access_sessions *sessions, const unsigned char hash[HASH_BYTES])
{
    for (uint32_t i = *bucket_of(sessions, hash); i != NOBODY; i = sessions->slots[i].next)
        if (memcmp(sessions->slots[i].hash, hash, HASH_BYTES) == 0)
            return &sessions->slots[i];
    return NULL;
}

static void end(struct access_sessions *sessions, struct slot *slot, enum access_leaving why,
                struct instant now)
{
    uint32_t index = (uint32_t)(slot - sessions->slots), *link = bucket_of(sessions, slot->hash);
    if (sessions->options.leaver)
        sessions->options.leaver(sessions->options.context, &slot->session, why, now);
    while (*link != index) {
        CHECK(*link != NOBODY);
        link = &sessions->slots[*link].next;
    }
    *link = slot->next;
    sodium_memzero(slot, sizeof *slot);
    slot->next = sessions->free;
    sessions->free = index;
    sessions->count--;
}

/* N2 */
static void make_room(struct access_sessions *sessions, struct instant now)
{
    struct slot *idlest = sessions->slots;
    if (sessions->free != NOBODY)
        return;
    for (unsigned i = 1; i < sessions->options.sessions_max; i++)
        if (sessions->slots[i].session.seen.ms < idlest->session.seen.ms)
            idlest = &sessions->slots[i];
    end(sessions, idlest, LEAVING_CROWDED, now);
}

static void put(char *into, struct text text)
{
    CHECK_OP(text.length, <=, ACCESS_NAME_MAX);
    memcpy(into, text.bytes, text.length);
    into[text.length] = '\0';
}

static void hash_token(struct text token, unsigned char hash[HASH_BYTES])
{
    (void)crypto_generichash(hash, HASH_BYTES, (const unsigned char *)token.bytes, token.length, NULL, 0);
}

static void draw_token(char token[ACCESS_TOKEN_SIZE])
{
    unsigned char bytes[ACCESS_TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    (void)sodium_bin2hex(token, ACCESS_TOKEN_SIZE, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

void access_sessions_open(struct access_sessions *sessions, enum credential_kind credential, struct text who,
                          struct text from, struct instant now, char token[ACCESS_TOKEN_SIZE],
                          struct access_session *session)
{
    make_room(sessions, now);
    uint32_t index = sessions->free;
    struct slot *slot = &sessions->slots[index];
    sessions->free = slot->next;
    slot->session = (struct access_session){
        .number = ++sessions->numbers, .credential = credential, .began = now, .seen = now};
    put(slot->session.who, who);
    put(slot->session.from, from);
    draw_token(slot->session.csrf);
    draw_token(token);
    hash_token(text_of(token), slot->hash);
    uint32_t *bucket = bucket_of(sessions, slot->hash);
    slot->next = *bucket;
    *bucket = index;
    sessions->count++;
    *session = slot->session;
}

bool access_sessions_find(struct access_sessions *sessions, struct text token, struct instant now, bool touch,
                          struct access_session *session)
{
    unsigned char hash[HASH_BYTES];
    if (token.length != ACCESS_TOKEN_SIZE - 1)
        return false;
    hash_token(token, hash);
    struct slot *slot = slot_of(sessions, hash);
    if (!slot)
        return false;
    const struct access_lifetime *life = slot->session.credential == CREDENTIAL_PATRON_PIN
                                             ? &sessions->options.patron
                                             : &sessions->options.staff;
    bool idle = now.ms - slot->session.seen.ms >= life->idle_ms;
    if (idle || now.ms - slot->session.began.ms >= life->most_ms) { /* N1 */
        end(sessions, slot, idle ? LEAVING_IDLE : LEAVING_TOO_LONG, now);
        return false;
    }
    if (touch && now.ms > slot->session.seen.ms)
        slot->session.seen = now;
    *session = slot->session;
    return true;
}

bool access_sessions_end(struct access_sessions *sessions, uint64_t number, struct instant now)
{
    CHECK(number > 0);
    for (unsigned i = 0; i < sessions->options.sessions_max; i++)
        if (sessions->slots[i].session.number == number) {
            end(sessions, &sessions->slots[i], LEAVING_ASKED, now);
            return true;
        }
    return false;
}

unsigned access_sessions_end_of(struct access_sessions *sessions, bool patron, struct text who,
                                struct instant now)
{
    unsigned ended = 0;
    for (unsigned i = 0; i < sessions->options.sessions_max; i++) {
        const struct access_session *session = &sessions->slots[i].session;
        if (session->number == 0 || (session->credential == CREDENTIAL_PATRON_PIN) != patron ||
            !text_equal(text_of(session->who), who))
            continue;
        end(sessions, &sessions->slots[i], LEAVING_CHANGED, now);
        ended++;
    }
    return ended;
}
