/* Comparing what a store is made of with what the program makes. */
#include "store/store_internal.h"

#include <sodium.h>

#include <stdio.h>

enum status listing_add(struct listing *listing, struct text what, struct text text)
{
    enum { ROOM_FIRST = 64 };
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
    struct listed *row = &listing->rows[listing->count];
    enum status status = arena_copy_text(listing->arena, what, &row->what);
    if (status == STATUS_OK)
        status = arena_copy_text(listing->arena, text, &row->text);
    listing->count += status == STATUS_OK;
    return status;
}

static void say(store_flaw_visitor *tell, void *context, struct text what, const char *is)
{
    char words[STORE_FLAW_SIZE];
    (void)snprintf(words, sizeof words, "%.*s %s", TEXT_ARGUMENTS(text_clipped(what, 200)), is);
    tell(context, words);
}

/* Both are in the same order. */
void listing_compare(const struct listing *should, const struct listing *is, store_flaw_visitor *tell,
                     void *context)
{
    size_t i = 0, k = 0;
    while (i < should->count || k < is->count) {
        int order = i == should->count ? 1
                    : k == is->count   ? -1
                                       : text_compare(should->rows[i].what, is->rows[k].what);
        if (order < 0)
            say(tell, context, should->rows[i].what, "is missing");
        else if (order > 0)
            say(tell, context, is->rows[k].what, "is none of the store's");
        else if (!text_equal(should->rows[i].text, is->rows[k].text))
            say(tell, context, is->rows[k].what, "is not as the program made it");
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
    return left->count == right->count && left->sum == right->sum;
}

enum status store_index_commands(struct store *store, struct text stream, uint64_t until,
                                 struct store_commands *commands, struct fault *fault)
{
    enum status status = store_check_name(stream, fault);
    return status == STATUS_OK ? store->methods->commands(store, stream, until, commands, fault) : status;
}
