#include "books/asked.h"

#include "base/arena.h"
#include "base/calendar.h"
#include "base/check.h"
#include "house/kernel/deciding.h"

#include <sodium.h>

enum { EVENT_MEMORY_MAX = 64 << 20, NAME_SHOWN_MAX = 40 };

static struct text clipped_by(struct text by)
{
    return text_clipped(by, ASKED_BY_SIZE - 1);
}

enum status asked_of(const struct command *command, char *buffer, size_t room, struct asked *asked,
                     struct fault *fault)
{
    unsigned char digest[crypto_hash_sha256_BYTES];
    struct text_out out;
    *asked = (struct asked){.kind = command->kind};
    if (command->head.id.length == 0)
        return STATUS_OK;
    text_out_init(&out, asked->id, sizeof asked->id);
    text_out_add_text(&out, command->head.id);
    if (out.truncated)
        return fault_set(fault, STATUS_INVALID, 0, "id is at most %d bytes long", COMMAND_ID_MAX);
    text_out_init(&out, asked->by, sizeof asked->by);
    text_out_add_text(&out, clipped_by(command->head.by));
    text_out_init(&out, buffer, room);
    command_write(&out, command);
    if (out.truncated)
        return fault_set(fault, STATUS_NO_SPACE, 0, "the command %s is too long to be stored",
                         command_shape(command->kind)->name);
    (void)crypto_hash_sha256(digest, (const unsigned char *)buffer, out.length);
    text_out_init(&out, asked->words, sizeof asked->words);
    text_out_add(&out, "%s ", command_shape(command->kind)->name);
    for (size_t i = 0; i < sizeof digest; i++)
        text_out_add(&out, "%02x", digest[i]);
    CHECK(!out.truncated); /* no kind has so long a name */
    return STATUS_OK;
}

/* What had the id first: the kind, who and when. */
static struct ruling taken(const struct asked *asked, const struct event *event, uint64_t sequence)
{
    enum command_kind kind;
    const struct text by = text_clipped(event->head.by, NAME_SHOWN_MAX);
    const char *what =
        asked_kind(event->head.asked, &kind) ? command_shape(kind)->name : event_name(event->kind);
    char when[40];
    struct text_out out;
    text_out_init(&out, when, sizeof when);
    instant_write(&out, event->head.at);
    return ruling_no(rule_id,
                     "the id %.*s was used before, for %s%s%.*s at %s (event %llu); send this with a new id",
                     TEXT_ARGUMENTS(text_clipped(text_of(asked->id), NAME_SHOWN_MAX)), what,
                     by.length > 0 ? " by " : "", TEXT_ARGUMENTS(by), when, (unsigned long long)sequence);
}

enum status asked_compare(const struct asked *asked, const struct store_record *first, struct ruling *ruling,
                          struct fault *fault)
{
    struct arena arena;
    struct event event;
    arena_init(&arena, EVENT_MEMORY_MAX);
    enum status status = event_read(first->event.kind, first->event.payload, &arena, &event, fault);
    if (status == STATUS_OK) {
        const struct text told = event.head.asked;
        bool same = told.length > 0 ? text_equal(told, text_of(asked->words))
                                    : can_bring(asked->kind, event.kind) &&
                                          (event.head.by.length == 0 ||
                                           text_equal(clipped_by(event.head.by), text_of(asked->by)));
        *ruling = same ? ruling_yes() : taken(asked, &event, first->sequence);
    }
    arena_release(&arena);
    return status;
}
