#include "funds/clause.h"

enum status clause_copy(const struct node *node, struct arena *arena, const char **clause)
{
    struct text copy = text_of("");
    enum status status = node ? arena_copy_text(arena, node->origin.clause, &copy) : STATUS_OK;
    *clause = copy.bytes;
    return status;
}

enum status clauses_copy(const struct offer *offer, struct arena *arena, const struct clause_wanted *wanted,
                         size_t count, const char **document)
{
    struct text identity = text_of("");
    enum status status = arena_copy_text(arena, offer->rulebook->document.identity, &identity);
    *document = identity.bytes;
    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = clause_copy(node_path(offer->rulebook->data, wanted[i].path), arena, wanted[i].clause);
    return status;
}
