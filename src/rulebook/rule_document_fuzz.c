/*
 * Any bytes as a rule document: either findings inside the text, or a document that keeps its invariants. The words of
 * a good document hold no control character but the ends of their lines.
 */
#include "base/check.h"
#include "rulebook/rule_document.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_SIZE_MAX = 64 << 20, FINDINGS_MAX = 50 };

static void check_clause(const struct rule_document *document, unsigned index)
{
    const struct clause *clause = &document->clauses[index];
    CHECK_OP(clause->number, ==, index + 1); /* D1 */
    CHECK(clause->words.length > 0 && clause->kinds != 0);
    CHECK_OP((clause->data != NULL) + (clause->engine.length > 0) + (clause->duty.length > 0), ==,
             1); /* D2 */
    for (unsigned kind = 0; kind < CLAUSE_KINDS && clause->duty.length > 0; kind++)
        CHECK(!clause_is(clause, (enum clause_kind)kind) ||
              clause_kind_may_be_duty((enum clause_kind)kind)); /* D3 */
    CHECK(rule_document_clause(document, clause->number) == clause);
    CHECK(!clause->data || clause->data->kind == NODE_MAP);
    CHECK_OP(text_utf8_length(clause->words), ==, clause->words.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;
    arena_init(&arena, ARENA_SIZE_MAX);
    struct findings findings;
    findings_init(&findings, &arena, FINDINGS_MAX);
    struct text bytes = {(const char *)data, size};
    struct rule_document document;
    enum status status =
        rule_document_read(bytes, "fuzz.md", text_of("house/fuzz"), &arena, &findings, &document);
    CHECK_OP(status == STATUS_OK, ==, findings.count == 0);
    unsigned lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    for (size_t i = 0; i < findings.count; i++) {
        const struct finding *finding = &findings.items[i];
        CHECK_OP(finding->origin.line, <=, lines);
        CHECK_OP(finding->origin.column, <=, size + 1);
        CHECK(finding->words.length > 0 && finding->remedy.length > 0); /* F1 */
    }
    if (status == STATUS_OK) {
        CHECK(document.name.length > 0 && document.clause_count > 0);
        for (unsigned i = 0; i < document.clause_count; i++)
            check_clause(&document, i);
    }
    arena_release(&arena);
    return 0;
}
