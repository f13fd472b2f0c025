/* Compares the parts of a store with those that the program makes. */
#include "store/store_internal.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

enum status listing_add(struct listing *listing, struct text what, struct text text)
{
    enum { ROOM_FIRST = 64 };
    CHECK_OP(listing->count, <=, listing->room);
    if (listing->count == listing->room) {
        size_t room = listing->room ? listing->room * 2 : ROOM_FIRST;
        struct listed *grown = ARENA_ARRAY(listing->arena, struct listed, room);
        if (!grown)
            return listing->arena->refusal;
        for (size_t i = 0; i < listing->count; i++)
            grown[i] = listing->rows[i];
        listing->rows = grown;
        listing->room = room;
    }
    CHECK_OP(listing->count, <, listing->room);
    struct listed *row = &listing->rows[listing->count];
    enum status status = arena_copy_text(listing->arena, what, &row->what);
    if (status == STATUS_OK)
        status = arena_copy_text(listing->arena, text, &row->text);
    listing->count += status == STATUS_OK;
    return status;
}

static void quote(struct text_out *out, struct text text, size_t at)
{
    enum { BEFORE = 10, SHOWN = 26 };
    size_t start = at > BEFORE ? at - BEFORE : 0;
    CHECK(at <= text.length && start <= at);
    while (start > 0 && start < at && ((unsigned char)text.bytes[start] & 0xC0) == 0x80)
        start++;
    struct text shown = text_clipped(text_from(text, start), SHOWN);
    text_out_add(out, start > 0 ? "\"..." : "\"");
    text_out_add_safely(out, shown);
    text_out_add(out, start + shown.length < text.length ? "...\"" : "\"");
}

void difference_write(struct text_out *out, struct text found, struct text wanted)
{
    CHECK(!text_equal(found, wanted));
    size_t at = 0;
    while (at < found.length && at < wanted.length && found.bytes[at] == wanted.bytes[at])
        at++;
    quote(out, found, at);
    text_out_add(out, " at byte %zu, not ", at + 1);
    quote(out, wanted, at);
}

/* `row` differs from `wanted`, which may be NULL and otherwise shows the difference. */
static void say(store_flaw_visitor *tell, void *context, const struct listed *row, const char *is,
                const struct listed *wanted)
{
    char words[STORE_FLAW_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_safely(&out, text_clipped(row->what, 100));
    text_out_add(&out, " %s", is);
    if (wanted) {
        text_out_add(&out, ": ");
        difference_write(&out, row->text, wanted->text);
    }
    tell(context, words);
}

/* Both are sorted in the same order. */
void listing_compare(const struct listing *should, const struct listing *is, store_flaw_visitor *tell,
                     void *context)
{
    size_t i = 0, k = 0;
    while (i < should->count || k < is->count) {
        CHECK(i <= should->count && k <= is->count);
        int order = i == should->count ? 1
                    : k == is->count   ? -1
                                       : text_compare(should->rows[i].what, is->rows[k].what);
        if (order < 0)
            say(tell, context, &should->rows[i], "is missing", NULL);
        else if (order > 0)
            say(tell, context, &is->rows[k], "is none of the store's", NULL);
        else if (!text_equal(should->rows[i].text, is->rows[k].text))
            say(tell, context, &is->rows[k], "is not as the program made it", &should->rows[i]);
        i += order <= 0;
        k += order >= 0;
    }
}

/* ----------------------------------------------------------------------------------------- commands */

void store_commands_init(struct store_commands *commands)
{
    *commands = (struct store_commands){.count = 0};
    _Static_assert(sizeof commands->key == crypto_shorthash_KEYBYTES, "the key is one");
    randombytes_buf(commands->key, sizeof commands->key);
}

void store_commands_add(struct store_commands *commands, struct text command, uint64_t sequence)
{
    uint64_t hash;
    _Static_assert(sizeof hash == crypto_shorthash_BYTES, "a hash is a number");
    (void)crypto_shorthash((unsigned char *)&hash, (const unsigned char *)command.bytes, command.length,
                           commands->key);
    hash += sequence * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    commands->sum += hash ^ hash >> 32;
    commands->count++;
}

bool store_commands_equal(const struct store_commands *left, const struct store_commands *right)
{
    CHECK(memcmp(left->key, right->key, sizeof left->key) == 0); /* otherwise the sums mean nothing */
    return left->count == right->count && left->sum == right->sum;
}

enum status store_compare_commands(struct store *store, struct text stream, store_command_visitor *tell,
                                   void *context, struct fault *fault)
{
    enum status status = store_check_name(stream, fault);
    return status == STATUS_OK ? store->methods->compare_commands(store, stream, tell, context, fault)
                               : status;
}

void store_command_flaw_write(struct text_out *out, const struct store_command_flaw *flaw)
{
    unsigned long long named = flaw->named, event = flaw->event;
    text_out_add(out, flaw->named == 0 ? "the index of commands does not have \""
                                       : "the index of commands has \"");
    text_out_add_safely(out, text_clipped(flaw->command, STORE_COMMAND_MAX));
    if (flaw->named == 0)
        text_out_add(out, "\", the command of event %llu", event);
    else if (flaw->named == STORE_NOWHERE)
        text_out_add(out, "\" at no event of the stream");
    else
        text_out_add(out, "\" at event %llu", named);
    if (flaw->named != 0 && flaw->event == 0)
        text_out_add(out, ", and no event has it");
    else if (flaw->named != 0)
        text_out_add(out, ", and event %llu has it", event);
}

enum status store_index_commands(struct store *store, struct text stream, uint64_t until,
                                 struct store_commands *commands, struct fault *fault)
{
    enum status status = store_check_name(stream, fault);
    return status == STATUS_OK ? store->methods->commands(store, stream, until, commands, fault) : status;
}
