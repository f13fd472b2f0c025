/* An audit as JSON, for the command line and for the office. */
#include "books/audit.h"

bool audit_concerns(const struct audit *audit, const struct decision_change *change)
{
    return audit->program_count > 0 && change->number > audit->programs[0].decisions;
}

static json_t *findings_of(const struct audit *audit)
{
    json_t *findings = json_array();
    for (unsigned i = 0; i < audit->finding_count; i++)
        (void)json_array_append_new(findings, json_pack("{s:I,s:s}", "sequence",
                                                        (json_int_t)audit->findings[i].sequence, "words",
                                                        audit->findings[i].words));
    return findings;
}

static json_t *programs_of(const struct audit *audit)
{
    json_t *programs = json_array();
    for (unsigned i = 0; i < audit->program_count; i++) {
        const struct audit_program *program = &audit->programs[i];
        json_t *version = program->version[0] ? json_string(program->version) : json_null();
        (void)json_array_append_new(
            programs, json_pack("{s:o,s:I,s:I,s:I,s:I}", "version", version, "decisions",
                                (json_int_t)program->decisions, "first", (json_int_t)program->first, "last",
                                (json_int_t)program->last, "otherwise", (json_int_t)program->otherwise));
    }
    return programs;
}

static json_t *changes_of(const struct audit *audit)
{
    json_t *changes = json_array();
    for (unsigned i = 0; i < this_program.change_count; i++) {
        const struct decision_change *change = &this_program.changes[i];
        if (audit_concerns(audit, change))
            (void)json_array_append_new(
                changes,
                json_pack("{s:I,s:s}", "decisions", (json_int_t)change->number, "words", change->words));
    }
    return changes;
}

static json_t *checkpoints_of(const struct audit *audit)
{
    return json_pack("{s:I,s:I,s:I,s:b}", "given", (json_int_t)audit->promises, "contained",
                     (json_int_t)audit->promised, "newest", (json_int_t)audit->newest_promise, "verified",
                     audit->has_key);
}

json_t *audit_document(const struct audit *audit)
{
    return json_pack("{s:b,s:I,s:I,s:I,s:b,s:I,s:s,s:o,s:I,s:o,s:I,s:o,s:I,s:s,s:o}", "whole",
                     audit->finding_count == 0, "events", (json_int_t)audit->events, "movements",
                     (json_int_t)audit->movements, "rows", (json_int_t)audit->rows, "tables_compared",
                     !audit->tables_differ, "snapshots", (json_int_t)audit->snapshots, "head", audit->head,
                     "findings", findings_of(audit), "more", (json_int_t)audit->more, "programs",
                     programs_of(audit), "programs_more", (json_int_t)audit->programs_more, "changes",
                     changes_of(audit), "leaves", (json_int_t)audit->leaves, "root", audit->root,
                     "checkpoints", checkpoints_of(audit));
}
