#include "mutate/mutant_list.h"

#include <stdlib.h>

static int by_text(const void *left, const void *right)
{
    const struct mutant_entry *one = left, *other = right;
    return text_compare(one->mutant, other->mutant);
}

static enum status check_entries(const struct mutant_list *list, bool reasons, struct fault *fault)
{
    for (unsigned i = 0; i < list->count; i++) {
        const struct mutant_entry *entry = &list->entries[i];
        if (i > 0 && text_equal(entry->mutant, list->entries[i - 1].mutant))
            return fault_set(fault, STATUS_INVALID, entry->line, "the mutant stands twice in the list");
        if (reasons && entry->reason.length == 0)
            return fault_set(fault, STATUS_INVALID, entry->line,
                             "the mutant has no reason; write it below, indented");
    }
    return STATUS_OK;
}

enum status mutant_list_read(struct text text, bool reasons, struct arena *arena, struct mutant_list *list,
                             struct fault *fault)
{
    unsigned lines = 1, number = 1;
    for (size_t i = 0; i < text.length; i++)
        lines += text.bytes[i] == '\n';
    struct mutant_list read = {.entries = ARENA_ARRAY(arena, struct mutant_entry, lines)};
    if (!read.entries)
        return fault_set(fault, arena->refusal, 0, "there is no memory for the list");
    for (size_t at = 0; at < text.length; number++) {
        size_t end = at;
        while (end < text.length && text.bytes[end] != '\n')
            end++;
        struct text line = text_slice(text, at, end - at), words = text_trimmed(line);
        at = end + 1;
        if (words.length == 0 || line.bytes[0] == '#')
            continue;
        if (line.bytes[0] != ' ') {
            read.entries[read.count++] = (struct mutant_entry){.mutant = words, .line = number};
            continue;
        }
        if (read.count == 0)
            return fault_set(fault, STATUS_INVALID, number,
                             "a reason without a mutant; write the mutant above it");
        struct mutant_entry *entry = &read.entries[read.count - 1];
        if (entry->reason.length == 0)
            entry->reason = words;
    }
    if (read.count > 0)
        qsort(read.entries, read.count, sizeof read.entries[0], by_text);
    enum status status = check_entries(&read, reasons, fault);
    if (status == STATUS_OK)
        *list = read;
    return status;
}

struct mutant_entry *mutant_list_find(struct mutant_list *list, struct text mutant)
{
    const struct mutant_entry wanted = {.mutant = mutant};
    struct mutant_entry *entry =
        list->count > 0 ? bsearch(&wanted, list->entries, list->count, sizeof wanted, by_text) : NULL;
    if (entry)
        entry->matched = true;
    return entry;
}

struct text mutant_entry_document(const struct mutant_entry *entry)
{
    size_t hash = 0;
    while (hash < entry->mutant.length && entry->mutant.bytes[hash] != '#')
        hash++;
    return text_slice(entry->mutant, 0, hash);
}

const struct mutant_entry *mutant_list_unmatched(const struct mutant_list *list, struct text identity,
                                                 unsigned *at)
{
    while (*at < list->count) {
        const struct mutant_entry *entry = &list->entries[(*at)++];
        if (!entry->matched && text_equal(mutant_entry_document(entry), identity))
            return entry;
    }
    return NULL;
}
