#include "rulebook/clause_state.h"

#include "base/check.h"
#include "rulebook/citation.h"
#include "rulebook/files.h"

enum { CASE_FILE_MAX = 1 << 20, PATH_SIZE = 1024 };

const char *clause_state_name(enum clause_state state)
{
    static const char *const names[CLAUSE_STATES] = {"bound", "engine", "duty", "open"};
    CHECK_OP(state, <, CLAUSE_STATES);
    return names[state];
}

enum clause_state clause_state_of(const struct clause *clause)
{
    return clause->data            ? CLAUSE_BOUND
           : clause->engine.length ? CLAUSE_ENGINE
           : clause->duty.length   ? CLAUSE_DUTY
                                   : CLAUSE_OPEN;
}

struct text clause_part(const struct clause *clause)
{
    return clause_state_of(clause) == CLAUSE_ENGINE ? clause->engine : clause->duty;
}

/* ------------------------------------------------------------------------------------------ citations */

/* The cases of one file, as they are read. */
struct citing {
    const struct rule_document *document;
    struct clause_tests *tests;
    const char *file;
};

static void take_citation(void *context, const struct citation *citation)
{
    const struct citing *citing = context;
    const struct rule_document *document = citing->document;
    if (!text_equal(citation->document, document->identity) || citation->clause > document->clause_count)
        return;
    struct clause_tests *tests = &citing->tests[citation->clause - 1];
    if (tests->count < CLAUSE_TESTS_MAX)
        tests->tests[tests->count] = (struct clause_test){citation->name, citing->file};
    tests->count++;
}

static bool cases_folder(const struct rule_document *document, char path[PATH_SIZE])
{
    struct text file = text_of(document->file);
    size_t slash = file.length;
    while (slash > 0 && file.bytes[slash - 1] != '/')
        slash--;
    if (file.length < slash + 3 /* .md */)
        return false;
    struct text name = text_slice(file, slash, file.length - slash - 3);
    struct text_out out;
    text_out_init(&out, path, PATH_SIZE);
    text_out_add(&out, "%.*scases/%.*s", TEXT_ARGUMENTS(text_slice(file, 0, slash)), TEXT_ARGUMENTS(name));
    return !out.truncated && files_is_folder(path);
}

static bool is_case(struct text file)
{
    return file.length > 5 && text_equal(text_from(file, file.length - 5), text_of(".case"));
}

struct clause_tests *clause_tests_read(const struct rule_document *document, struct arena *arena,
                                       struct findings *findings)
{
    char path[PATH_SIZE];
    struct folder folder;
    struct citing citing = {.document = document,
                            .tests = ARENA_ARRAY(arena, struct clause_tests, document->clause_count + 1)};
    if (!citing.tests || !cases_folder(document, path) ||
        files_list(path, arena, findings, &folder) != STATUS_OK)
        return citing.tests;
    for (size_t i = 0; i < folder.count; i++) {
        struct text bytes;
        citing.file = folder.entries[i].name;
        if (is_case(text_of(folder.entries[i].name)) &&
            files_read(folder.entries[i].path, CASE_FILE_MAX, arena, findings, &bytes) == STATUS_OK)
            citations_read(bytes, take_citation, &citing);
    }
    return citing.tests;
}

bool clause_case_read(const struct rule_document *document, struct text file, struct arena *arena,
                      struct findings *findings, struct text *bytes)
{
    char path[PATH_SIZE];
    struct folder folder;
    if (!is_case(file) || !cases_folder(document, path) ||
        files_list(path, arena, findings, &folder) != STATUS_OK)
        return false;
    /* Only what the folder lists is read, so that a name leads nowhere else. */
    for (size_t i = 0; i < folder.count; i++)
        if (text_equal(text_of(folder.entries[i].name), file))
            return files_read(folder.entries[i].path, CASE_FILE_MAX, arena, findings, bytes) == STATUS_OK;
    return false;
}

/* ------------------------------------------------------------------------------------------ what follows */

unsigned clause_tests_named(const struct clause_tests *tests)
{
    return tests->count < CLAUSE_TESTS_MAX ? tests->count : CLAUSE_TESTS_MAX;
}

bool clause_is_untested(const struct clause *clause, const struct clause_tests *tests)
{
    enum clause_state state = clause_state_of(clause);
    return (state == CLAUSE_BOUND || state == CLAUSE_ENGINE) && tests->count == 0;
}

void clause_totals_add(struct clause_totals *totals, const struct rule_document *document,
                       const struct clause_tests *tests)
{
    for (unsigned i = 0; i < document->clause_count; i++) {
        const struct clause *clause = &document->clauses[i];
        totals->clauses++;
        totals->states[clause_state_of(clause)]++;
        totals->untested += clause_is_untested(clause, &tests[i]);
    }
}
