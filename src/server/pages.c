#include "server/pages.h"

#include "server/pages_internal.h"

static const struct page_file *find_exactly(struct text path)
{
    size_t low = 0;
    size_t high = page_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = text_compare(path, page_table[middle].path);
        if (order == 0)
            return &page_table[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* The part of a path before its second slash: "/sign" of "/sign/bonus-hand". */
static struct text first_step(struct text path)
{
    size_t length = 1;
    while (length < path.length && path.bytes[length] != '/')
        length++;
    return text_slice(path, 0, length);
}

const struct page_file *page_find(struct text path)
{
    if (path.length == 0 || path.bytes[0] != '/')
        return NULL;
    if (path.length > 2 && path.bytes[path.length - 1] == '/')
        path = text_slice(path, 0, path.length - 1);
    const struct page_file *found = find_exactly(path);
    if (found != NULL)
        return found;
    const struct page_file *page = find_exactly(first_step(path));
    return page != NULL && page->under ? page : NULL;
}

const struct page_file *page_at(size_t index)
{
    return index < page_count ? &page_table[index] : NULL;
}
