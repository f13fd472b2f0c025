/*
 * Any bytes as a rule document: read, merged, checked and compiled. Whatever is found has words, a remedy and a place in
 * the document; a document that was read keeps its invariants, and read again it brings the same findings. An arena that
 * is too small is a finding, not an accident.
 */
#include "base/check.h"
#include "rulebook/check_internal.h"
#include "rulebook/law.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_SIZE_MAX = 64 << 20, ARENA_SIZE_SMALL = 64 << 10, FINDINGS_MAX = 200 };

static unsigned lines_of(struct text bytes)
{
    unsigned lines = 1;
    for (size_t i = 0; i < bytes.length; i++)
        lines += bytes.bytes[i] == '\n' || bytes.bytes[i] == '\r';
    return lines;
}

static void check_findings(const struct findings *findings, unsigned lines)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->items[i];
        CHECK(finding->words.length > 0 && finding->remedy.length > 0); /* F1 */
        CHECK_OP(finding->origin.line, <=, lines);
        CHECK_OP(finding->origin.line > 0, ==, finding->origin.column > 0);
    }
}

static void check_rows(const struct rulebook *rulebook)
{
    for (unsigned i = 0; i < rulebook->chart_count; i++)
        for (unsigned j = 0; j < rulebook->charts[i].row_count; j++) {
            const struct rulebook_row *row = &rulebook->charts[i].rows[j];
            CHECK(row->games.count > 0 && row->rules); /* B2 */
            CHECK(row->id.length > 0 && row->name.length > 0);
        }
}

/* A law without an error has thresholds, and each can be used. */
static void check_thresholds(const struct rulebook *rulebook)
{
    const struct node *thresholds = node_member(rulebook->data, "thresholds");
    CHECK(thresholds && thresholds->count > 0);
    for (const struct node *node = thresholds->first_child; node; node = node->next) {
        struct threshold threshold;
        CHECK(threshold_read(node, &threshold));
        CHECK(threshold.kinds && date_compare(threshold.from, threshold.until) <= 0); /* L1, L2 */
    }
}

static size_t read_within(struct text bytes, size_t arena_size)
{
    struct arena arena;
    struct findings findings;
    struct rulebook rulebook;
    arena_init(&arena, arena_size);
    findings_init(&findings, &arena, FINDINGS_MAX);
    enum status status =
        rulebook_read(bytes, "fuzz.md", text_of("house/activity"), &arena, &findings, &rulebook);
    size_t found = findings.count + findings.dropped;
    CHECK(status == STATUS_OK || found > 0 || arena_size == ARENA_SIZE_SMALL);
    check_findings(&findings, lines_of(bytes));
    if (status == STATUS_OK) {
        struct hand_relations relations;
        hand_relations_init(&relations, &arena);
        check_rows(&rulebook);
        check_charts(&rulebook, &relations, &findings);
        found = findings.count + findings.dropped;
        CHECK(rulebook.has_errors || rulebook.is_law || rulebook.games.count > 0); /* B3 */
        if (rulebook.is_law && !rulebook.has_errors)
            check_thresholds(&rulebook);
    }
    arena_release(&arena);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text bytes = {(const char *)data, size};
    size_t found = read_within(bytes, ARENA_SIZE_MAX);
    CHECK_OP(read_within(bytes, ARENA_SIZE_MAX), ==, found);
    (void)read_within(bytes, ARENA_SIZE_SMALL);
    return 0;
}
