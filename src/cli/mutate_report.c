/*
 * The results of a run of `cardroom mutate`, for people and for programs.
 */
#include "base/check.h"
#include "base/growing.h"
#include "cli/command.h"
#include "cli/mutate.h"
#include "cli/table.h"

#include <stdio.h>

enum { KINDS_MAX = 32 };

enum mutate_outcome mutate_outcome(struct mutate_run *run, uint32_t trial)
{
    char buffer[MUTANT_LINE_SIZE];
    if (run->verdicts[trial].result != TRIAL_SURVIVED)
        return MUTATE_KILLED;
    return mutant_list_find(&run->equivalent, mutate_line(run, &run->list[trial], buffer)) ? MUTATE_EQUIVALENT
                                                                                           : MUTATE_SURVIVED;
}

/* ------------------------------------------------------------------------------------------ counting */

struct counts {
    unsigned mutants;
    unsigned of[MUTATE_OUTCOMES];
};

struct kind {
    const char *name;
    struct counts counts;
};

struct summary {
    struct counts total;
    struct counts *documents; /* by rulebook */
    struct kind kinds[KINDS_MAX];
    unsigned kind_count;
    enum mutate_outcome *outcomes; /* by trial */
    struct growing findings;       /* lines: what is wrong besides survivors */
    unsigned finding_count;
    unsigned unexpected; /* survivors, those that are known left out */
};

static void count(struct counts *counts, enum mutate_outcome outcome)
{
    counts->mutants++;
    counts->of[outcome]++;
}

static struct counts *counts_of_kind(struct summary *summary, const char *name)
{
    unsigned i = 0;
    while (i < summary->kind_count && !text_equal(text_of(summary->kinds[i].name), text_of(name)))
        i++;
    CHECK_OP(i, <, KINDS_MAX);
    if (i == summary->kind_count)
        summary->kinds[summary->kind_count++].name = name;
    return &summary->kinds[i].counts;
}

static void find(struct summary *summary, struct text mutant, const char *words, const char *more)
{
    growing_add(&summary->findings, mutant);
    growing_say(&summary->findings, ": ");
    growing_say(&summary->findings, words);
    growing_say(&summary->findings, more);
    growing_say(&summary->findings, "\n");
    summary->finding_count++;
}

/* What the lists say about the mutant, beside its result. */
static void compare_with_lists(struct mutate_run *run, uint32_t trial, struct summary *summary)
{
    char buffer[MUTANT_LINE_SIZE];
    struct text line = mutate_line(run, &run->list[trial], buffer);
    bool known = mutant_list_find(&run->known, line) != NULL;
    bool equivalent = mutant_list_find(&run->equivalent, line) != NULL;
    bool killed = summary->outcomes[trial] == MUTATE_KILLED;
    if (run->broken[trial])
        find(summary, line, "the program stopped or did not end", "");
    else if (killed && equivalent)
        find(summary, line, "called equivalent, and yet it is noticed: ", run->verdicts[trial].words);
    else if (killed && known)
        find(summary, line,
             "a known survivor that is killed now; take it out of the list: ", run->verdicts[trial].words);
    else if (known && equivalent)
        find(summary, line, "both equivalent and a known survivor; take it out of the survivors", "");
    else if (summary->outcomes[trial] == MUTATE_SURVIVED && !known)
        summary->unexpected++;
}

/* Entries of a document that was looked at and has no such mutant. */
static void find_stale(struct mutate_run *run, struct mutant_list *list, const char *words,
                       struct summary *summary)
{
    char buffer[MUTANT_LINE_SIZE];
    for (unsigned i = 0; i < run->library.rulebook_count; i++) {
        const struct mutants *mutants = &run->mutants[i];
        if (!mutants->items)
            continue;
        for (uint32_t j = 0; j < mutants->count && list->count > 0; j++)
            (void)mutant_list_find(list, mutate_line(run, &(struct mutate_trial){i, j}, buffer));
        unsigned at = 0;
        for (const struct mutant_entry *entry;
             (entry = mutant_list_unmatched(list, run->library.rulebooks[i].document.identity, &at));)
            find(summary, entry->mutant, words, "");
    }
    /* A document that is gone takes its mutants with it. */
    for (unsigned i = 0; i < list->count; i++)
        if (!library_rulebook(&run->library, mutant_entry_document(&list->entries[i])))
            find(summary, list->entries[i].mutant, "there is no such document; take it out of the list", "");
}

static bool summarise(struct mutate_run *run, struct summary *summary)
{
    *summary = (struct summary){.findings = {.arena = &run->arena}};
    summary->documents = ARENA_ARRAY(&run->arena, struct counts, run->library.rulebook_count + 1);
    summary->outcomes = ARENA_ARRAY(&run->arena, enum mutate_outcome, run->count + 1);
    if (!summary->documents || !summary->outcomes)
        return false;
    for (uint32_t i = 0; i < run->count; i++) {
        const struct mutate_trial *trial = &run->list[i];
        if (trial->mutant == MUTATE_AS_IT_IS)
            continue;
        enum mutate_outcome outcome = summary->outcomes[i] = mutate_outcome(run, i);
        count(&summary->total, outcome);
        count(&summary->documents[trial->rulebook], outcome);
        count(counts_of_kind(summary, mutant_kind_name(mutate_mutant(run, trial))), outcome);
        compare_with_lists(run, i, summary);
    }
    find_stale(run, &run->equivalent, "called equivalent, and no mutant any more; take it out of the list",
               summary);
    find_stale(run, &run->known, "a known survivor, and no mutant any more; take it out of the list",
               summary);
    return summary->findings.status == STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ people */

/* Whether people want to read of it. */
static bool is_shown(struct mutate_run *run, const struct summary *summary, uint32_t trial)
{
    char buffer[MUTANT_LINE_SIZE];
    if (run->list[trial].mutant == MUTATE_AS_IT_IS)
        return false;
    if (summary->outcomes[trial] == MUTATE_KILLED)
        return run->request->killed;
    return summary->outcomes[trial] == MUTATE_SURVIVED &&
           !mutant_list_find(&run->known, mutate_line(run, &run->list[trial], buffer));
}

/* By clause: the clause at the margin where it is another than before. */
static void print_mutants(struct mutate_run *run, const struct summary *summary)
{
    unsigned rulebook = UINT32_MAX, clause = 0;
    for (uint32_t i = 0; i < run->count; i++) {
        char buffer[MUTANT_LINE_SIZE];
        if (!is_shown(run, summary, i))
            continue;
        const struct mutant *mutant = mutate_mutant(run, &run->list[i]);
        struct text identity = run->library.rulebooks[run->list[i].rulebook].document.identity;
        struct text line = mutate_line(run, &run->list[i], buffer);
        size_t space = 0;
        while (line.bytes[space] != ' ')
            space++;
        if (run->list[i].rulebook != rulebook || mutant->clause != clause)
            printf("%.*s#%u\n", TEXT_ARGUMENTS(identity), mutant->clause);
        rulebook = run->list[i].rulebook;
        clause = mutant->clause;
        bool killed = summary->outcomes[i] == MUTATE_KILLED;
        printf("  %.*s%s%s\n", TEXT_ARGUMENTS(text_from(line, space + 1)),
               killed                 ? "\n      killed: "
               : run->request->killed ? "\n      survived"
                                      : "",
               killed ? run->verdicts[i].words : "");
    }
}

static void begin_table(struct text_table *table, const char *head)
{
    table_init(table);
    table_column(table, head, TABLE_LEFT);
    table_column(table, "mutants", TABLE_RIGHT);
    table_column(table, "killed", TABLE_RIGHT);
    table_column(table, "equivalent", TABLE_RIGHT);
    table_column(table, "survived", TABLE_RIGHT);
}

static void add_row(struct text_table *table, struct text name, const struct counts *counts)
{
    table_row(table);
    table_add(table, "%.*s", TEXT_ARGUMENTS(name));
    table_add(table, "%u", counts->mutants);
    for (unsigned i = 0; i < MUTATE_OUTCOMES; i++)
        table_add(table, "%u", counts->of[i]);
}

static unsigned mutants_in_all(const struct mutate_run *run)
{
    unsigned all = 0;
    for (unsigned i = 0; i < run->library.rulebook_count; i++)
        all += run->mutants[i].count;
    return all;
}

static void print_tables(const struct mutate_run *run, const struct summary *summary)
{
    static struct text_table table;
    begin_table(&table, "document");
    for (unsigned i = 0; i < run->library.rulebook_count && table.row_count + 1 < TABLE_ROWS_MAX; i++)
        if (summary->documents[i].mutants > 0)
            add_row(&table, run->library.rulebooks[i].document.identity, &summary->documents[i]);
    add_row(&table, text_of("all"), &summary->total);
    printf("\n");
    if (run->request->sampled)
        printf("  %u of %u mutants, by the seed %llu\n", summary->total.mutants, mutants_in_all(run),
               (unsigned long long)run->request->seed);
    table_print(&table, command_colour());
    begin_table(&table, "what was changed");
    for (unsigned i = 0; i < summary->kind_count; i++)
        add_row(&table, text_of(summary->kinds[i].name), &summary->kinds[i].counts);
    printf("\n");
    table_print(&table, command_colour());
}

/* ------------------------------------------------------------------------------------------ programs */

static json_t *counts_json(const struct counts *counts)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "mutants", (int)counts->mutants, "killed",
                     (int)counts->of[MUTATE_KILLED], "equivalent", (int)counts->of[MUTATE_EQUIVALENT],
                     "survived", (int)counts->of[MUTATE_SURVIVED]);
}

static json_t *mutant_json(const struct mutate_run *run, uint32_t trial)
{
    static const char *const edits[] = {"value", "name", "dropped", "added", "repeated"};
    char buffer[MUTANT_LINE_SIZE];
    const struct mutant *mutant = mutate_mutant(run, &run->list[trial]);
    struct text identity = run->library.rulebooks[run->list[trial].rulebook].document.identity;
    return json_pack("{s:o, s:i, s:o, s:s, s:s, s:o, s:o, s:o, s:s}", "activity", document_text(identity),
                     "clause", (int)mutant->clause, "path", document_text(mutant->path), "edit",
                     edits[mutant->edit], "kind", mutant_kind_name(mutant), "was", document_text(mutant->was),
                     "now", document_text(mutant->now), "mutant",
                     document_text(mutate_line(run, &run->list[trial], buffer)), "noticed",
                     run->verdicts[trial].words);
}

static json_t *mutants_json(const struct mutate_run *run, const struct summary *summary,
                            enum mutate_outcome outcome)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < run->count; i++)
        if (run->list[i].mutant != MUTATE_AS_IT_IS && summary->outcomes[i] == outcome)
            json_array_append_new(list, mutant_json(run, i));
    return list;
}

static json_t *summary_json(const struct mutate_run *run, const struct summary *summary)
{
    json_t *documents = json_object(), *kinds = json_object(), *findings = json_array();
    for (unsigned i = 0; i < run->library.rulebook_count; i++)
        if (summary->documents[i].mutants > 0)
            json_object_set_new(documents, run->library.rulebooks[i].document.identity.bytes,
                                counts_json(&summary->documents[i]));
    for (unsigned i = 0; i < summary->kind_count; i++)
        json_object_set_new(kinds, summary->kinds[i].name, counts_json(&summary->kinds[i].counts));
    struct text lines = growing_text(&summary->findings);
    for (size_t at = 0; at < lines.length;) {
        size_t end = at;
        while (lines.bytes[end] != '\n')
            end++;
        json_array_append_new(findings, document_text(text_slice(lines, at, end - at)));
        at = end + 1;
    }
    json_t *whole = json_pack("{s:o, s:o, s:o, s:o, s:o}", "totals", counts_json(&summary->total),
                              "survivors", mutants_json(run, summary, MUTATE_SURVIVED), "documents",
                              documents, "kinds", kinds, "findings", findings);
    if (whole && run->request->killed)
        json_object_set_new(whole, "killed", mutants_json(run, summary, MUTATE_KILLED));
    return whole;
}

/* ------------------------------------------------------------------------------------------ the whole */

int mutate_report(struct mutate_run *run)
{
    static struct summary summary;
    int code = EXIT_CODE_OK;
    if (!summarise(run, &summary)) {
        fprintf(stderr, "cardroom mutate: there is no memory\n");
        return EXIT_CODE_WORLD;
    }
    if (run->request->json) {
        code = command_print_json("mutate", summary_json(run, &summary));
    } else {
        print_mutants(run, &summary);
        printf("%.*s", TEXT_ARGUMENTS(growing_text(&summary.findings)));
        print_tables(run, &summary);
        code = command_finish("mutate");
    }
    if (code != EXIT_CODE_OK)
        return code;
    return summary.unexpected + summary.finding_count > 0 ? EXIT_CODE_FINDINGS : EXIT_CODE_OK;
}

int mutate_record(struct mutate_run *run)
{
    struct growing lines = {.arena = &run->arena};
    growing_say(
        &lines,
        "# Mutants that nothing notices yet, as `cardroom mutate --record` has found them. The list only\n"
        "# shrinks: a case that notices one takes its line out. docs/formats/mutants.md says how.\n");
    for (uint32_t i = 0; i < run->count; i++) {
        char buffer[MUTANT_LINE_SIZE];
        if (run->list[i].mutant == MUTATE_AS_IT_IS || mutate_outcome(run, i) != MUTATE_SURVIVED)
            continue;
        growing_add(&lines, mutate_line(run, &run->list[i], buffer));
        growing_say(&lines, "\n");
    }
    if (lines.status != STATUS_OK) {
        fprintf(stderr, "cardroom mutate: there is no memory\n");
        return EXIT_CODE_WORLD;
    }
    return command_write_bytes("mutate", run->request->record, growing_text(&lines));
}
